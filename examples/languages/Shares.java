class Shares {
  public static void main(String[] arguments) {
    var problem = new Fairshare.Problem(100, new double[] {1, 2, 3}, new double[] {0, 0, 60}, null);
    System.out.println(java.util.Arrays.toString(Fairshare.solve(problem).shares()));
  }
}

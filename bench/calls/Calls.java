import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The cost of a call from Java: Calls COLUMNS SHARES, as run.py says. */
public final class Calls {
  private static double round(Runnable call, long calls) {
    long start = System.nanoTime();
    for (long k = 0; k < calls; ++k) call.run();
    return System.nanoTime() - start;
  }

  /** A call, in nanoseconds: the median of seven rounds of at least 50 ms each, after a second in which it is compiled. */
  private static double nanoseconds(Runnable call) {
    for (long end = System.nanoTime() + 1_000_000_000; System.nanoTime() < end; ) call.run();
    long calls = 1;
    while (round(call, calls) < 50e6) calls *= 2;
    double[] rounds = new double[7];
    for (int k = 0; k < rounds.length; ++k) rounds[k] = round(call, calls) / calls;
    Arrays.sort(rounds);
    return rounds[3];
  }

  public static void main(String[] arguments) throws Exception {
    var numbers = ByteBuffer.wrap(Files.readAllBytes(Path.of(arguments[0]))).order(ByteOrder.LITTLE_ENDIAN).asDoubleBuffer();
    int n = (numbers.remaining() - 1) / 3;
    double total = numbers.get();
    double[] weight = new double[n], least = new double[n], most = new double[n];
    numbers.get(weight).get(least).get(most);
    var problem = new Fairshare.Problem(total, weight, least, most);
    double[] shares = Fairshare.solve(problem).shares();
    double solve = nanoseconds(() -> Fairshare.solve(problem));
    double check = n > 16 ? 0 : nanoseconds(() -> Fairshare.check(problem, shares, null));
    if (n <= 16 && Fairshare.check(problem, shares, null).isPresent()) throw new AssertionError("unfair");
    var bytes = ByteBuffer.allocate(8 * n).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(shares);
    Files.write(Path.of(arguments[1]), bytes.array());
    System.out.println(solve + " " + check);
  }
}

// An adapter to copy: whole units, apportioned by largest remainders. Change the lines between the two marks; `divide`
// stands for your scheduler. No library is needed:
//
//     fairshare fuzz -- java Fair.java

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Fair {
  // The hello says that the numbers are int64, so all of them are whole; and fairshare names
  // claimants a, b, c, so no name contains a brace.
  private static final Pattern CLAIMANT = Pattern.compile("\\{[^{}]*\\}");

  // >>> Change this: your scheduler's name and terms, and how to call it.
  private static final String HELLO =
      "{\"name\":\"Fair.java\",\"numbers\":\"int64\",\"rounding\":\"apportioned\"}";

  private static List<?> shares(BigInteger total, List<Claimant> claimants) {
    return divide(total, claimants);
  }
  // <<< Leave the rest unchanged.

  record Fraction(BigInteger above, BigInteger below) implements Comparable<Fraction> {
    static final Fraction ZERO = of(BigInteger.ZERO);

    static Fraction of(BigInteger whole) {
      return new Fraction(whole, BigInteger.ONE);
    }

    static Fraction of(BigInteger above, BigInteger below) {
      BigInteger common = above.gcd(below).max(BigInteger.ONE);
      return new Fraction(above.divide(common), below.divide(common));
    }

    Fraction plus(Fraction other) {
      return of(above.multiply(other.below).add(other.above.multiply(below)),
                below.multiply(other.below));
    }

    Fraction times(BigInteger whole) {
      return of(above.multiply(whole), below);
    }

    Fraction over(BigInteger whole) {
      return of(above, below.multiply(whole));
    }

    Fraction minus(Fraction other) {
      return plus(new Fraction(other.above.negate(), other.below));
    }

    BigInteger floor() {  // only for numbers that are not negative
      return above.divide(below);
    }

    public int compareTo(Fraction other) {
      return above.multiply(other.below).compareTo(other.above.multiply(below));
    }
  }

  record Claimant(BigInteger weight, BigInteger low, BigInteger high) {  // high is null if there is no maximum
    Fraction share(Fraction ratio) {
      Fraction share = ratio.times(weight);
      if (share.compareTo(Fraction.of(low)) < 0) share = Fraction.of(low);
      if (high != null && share.compareTo(Fraction.of(high)) > 0) share = Fraction.of(high);
      return share;
    }

    boolean grows(Fraction ratio) {
      Fraction share = ratio.times(weight);
      return share.compareTo(Fraction.of(low)) >= 0
          && (high == null || share.compareTo(Fraction.of(high)) < 0);
    }
  }

  private static Fraction claimed(List<Claimant> claimants, Fraction ratio) {
    Fraction sum = Fraction.ZERO;
    for (Claimant one : claimants) sum = sum.plus(one.share(ratio));
    return sum;
  }

  // Goes from one ratio at which a share starts or stops growing to the next, while enough is left.
  private static Fraction fairRatio(Fraction total, List<Claimant> claimants) {
    TreeSet<Fraction> ends = new TreeSet<>();
    for (Claimant one : claimants) {
      if (one.weight.signum() == 0) continue;
      ends.add(Fraction.of(one.low, one.weight));
      if (one.high != null) ends.add(Fraction.of(one.high, one.weight));
    }
    Fraction start = Fraction.ZERO;
    for (Fraction end : ends) {
      if (claimed(claimants, end).compareTo(total) > 0) break;
      start = end;
    }
    BigInteger growing = BigInteger.ZERO;
    for (Claimant one : claimants) {
      if (one.grows(start)) growing = growing.add(one.weight);
    }
    Fraction missing = total.minus(claimed(claimants, start));
    if (growing.signum() == 0 || missing.compareTo(Fraction.ZERO) <= 0) return start;
    return start.plus(missing.over(growing));
  }

  // Rounds each share down; the units that are left go to the largest remainders, one to each.
  private static List<BigInteger> divide(BigInteger total, List<Claimant> claimants) {
    Fraction ratio = fairRatio(Fraction.of(total), claimants);
    List<Fraction> shares = claimants.stream().map(one -> one.share(ratio)).toList();
    List<BigInteger> units = new ArrayList<>(shares.stream().map(Fraction::floor).toList());
    Fraction missing = Fraction.ZERO;
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < shares.size(); ++i) {
      missing = missing.plus(shares.get(i).minus(Fraction.of(units.get(i))));
      order.add(i);
    }
    order.sort(Comparator.comparing(i -> Fraction.of(units.get(i)).minus(shares.get(i))));
    for (int i : order.subList(0, missing.floor().intValueExact())) {
      units.set(i, units.get(i).add(BigInteger.ONE));
    }
    return units;
  }

  private static BigInteger number(String json, String key) {  // null where there is none
    Matcher found = Pattern.compile("\"" + key + "\":(-?[0-9]+)").matcher(json);
    return found.find() ? new BigInteger(found.group(1)) : null;
  }

  private static Claimant claimant(String json) {  // the demand limits both bounds
    BigInteger high = number(json, "max_share");
    BigInteger demand = number(json, "demand");
    if (high == null || demand != null && demand.compareTo(high) < 0) high = demand;
    BigInteger low = number(json, "min_share");
    return new Claimant(number(json, "weight"), high == null ? low : low.min(high), high);
  }

  private static String answer(String line) {
    List<Claimant> claimants = new ArrayList<>();
    Matcher each = CLAIMANT.matcher(line.substring(line.indexOf("\"claimants\"")));
    while (each.find()) claimants.add(claimant(each.group()));
    String shares = shares(number(line, "total"), claimants).stream().map(Object::toString)
        .collect(Collectors.joining(",", "[", "]"));
    return "{\"seq\":" + number(line, "seq") + ",\"shares\":" + shares + "}";
  }

  // Classes are loaded, and what is hot is compiled, before the hello: that may take 30 s, an answer only 2 s.
  private static void warmUp() {
    String claimants = "";
    for (int i = 0; i < 500; ++i) {
      claimants += (i == 0 ? "" : ",") + "{\"name\":\"a\",\"weight\":" + i + ",\"min_share\":1,\"max_share\":9}";
      if (i % 10 == 0) {
        answer("{\"seq\":1,\"problem\":{\"total\":" + 2 * i + ",\"claimants\":[" + claimants + "]}}");
      }
    }
  }

  public static void main(String[] arguments) throws IOException {
    warmUp();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains("\"cmd\":\"stop\"")) return;
      System.out.println(line.contains("\"cmd\":\"hello\"") ? HELLO : answer(line));
    }
  }
}

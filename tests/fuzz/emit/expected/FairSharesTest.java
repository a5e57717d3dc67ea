// Emitted by `fairshare fuzz` for mine 1.2, seed 7: 2 failures.
// A share passes if it is from low to high: all that the tolerance allows around the fair
// share, which is the fraction next to it.

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairSharesTest {
  /** Your scheduler: one share for each claimant, in their order. */
  static double[] divide(double total, List<Claimant> claimants) {
    throw new UnsupportedOperationException("put your scheduler here");
  }

  /** maxShare and demand may be null; a demand limits both bounds. */
  record Claimant(String name, double weight, double minShare, Double maxShare, Double demand) {}

  /** All shares from low to high pass. */
  record Passing(double low, double high) {}

  static void check(
      double total, List<Claimant> claimants, List<Passing> passing, int times) {
    double[] first = null;
    for (int k = 0; k < times; ++k) {
      double[] shares =
          assertTimeoutPreemptively(Duration.ofSeconds(10), () -> divide(total, claimants));
      if (first == null) first = shares;
      assertArrayEquals(first, shares, "the same problem gets other shares");
      assertEquals(claimants.size(), shares.length, "one share for each claimant");
      for (int i = 0; i < shares.length; ++i) {
        Passing one = passing.get(i);
        assertTrue(
            one.low() <= shares[i] && shares[i] <= one.high(),
            claimants.get(i).name() + " gets " + shares[i] + ", fair is " + one.low() + " to " + one.high());
      }
    }
  }

  // FS204: c is above its minimum and holds 7 per weight.
  // The pair: a (poorer) and c (richer).
  // Judged by: numbers double.
  // About FS204: docs/codes/FS204.md, or `fairshare explain FS204`.
  // To repeat: fairshare fuzz --replay found/FS204-1a2b.ndjson -- ./mine
  // Record: {"id":"FS204-1a2b","numbers":"double","total":10,"claimants":[{"name":"a","min_share":1},{"name":"b","weight":2,"max_share":4.5},{"name":"c"}],"shares":[1,2,7]}
  @Test
  void FS204_1a2b() {
    check(
        10.0,
        List.of(
            new Claimant("a", 1.0, 1.0, null, null),
            new Claimant("b", 2.0, 0.0, 4.5, null),
            new Claimant("c", 1.0, 0.0, null, null)),
        List.of(
            /* fair: 11/4 */ new Passing(2.75, 2.75),
            /* fair: 9/2 */ new Passing(4.5, 4.5),
            /* fair: 11/4 */ new Passing(2.75, 2.75)),
        1);
  }
}

// FS101: the shares add up to 3, the total is 4.
// Judged by: numbers double.
// About FS101: docs/codes/FS101.md, or `fairshare explain FS101`.
// To repeat: fairshare fuzz --replay found/FS101-3c4d.ndjson -- ./mine
// Record: {"id":"FS101-3c4d","numbers":"double","total":4,"tree":[],"shares":[]}
// No test: it is a tree, and the function divides among claimants.

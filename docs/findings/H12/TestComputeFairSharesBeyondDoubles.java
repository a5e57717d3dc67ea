package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Collections;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.ComputeFairShares;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.Test;

/**
 * Amounts above 2^53, which not every double represents.
 */
public class TestComputeFairSharesBeyondDoubles {
  private static long shareOf(long minShare, long maxShare, long total) {
    Schedulable sched = new FakeSchedulable(Resources.createResource(minShare, 0),
        Resources.createResource(maxShare, 0), 1.0f, Resources.createResource(0, 0),
        Resources.createResource(0, 0), 0);
    assertTimeoutPreemptively(Duration.ofSeconds(10),
        () -> ComputeFairShares.computeShares(Collections.singletonList(sched),
            Resources.createResource(total, 0), ResourceInformation.MEMORY_MB.getName()));
    return sched.getFairShare().getMemorySize();
  }

  /**
   * The total is reached through the max share only, and the max share is no double.
   */
  @Test
  public void testMaxShareThatIsNoDoubleIsReached() {
    long amount = (1L << 53) + 1;
    assertEquals(amount, shareOf(0, amount, amount));
  }

  /**
   * The min share is rounded down to a double.
   */
  @Test
  public void testShareIsNotBelowMinShare() {
    long minShare = (1L << 53) + 1;
    assertEquals(minShare, shareOf(minShare, Long.MAX_VALUE, 0));
  }

  /**
   * The max share is rounded up to a double.
   */
  @Test
  public void testShareIsNotAboveMaxShare() {
    long maxShare = (1L << 53) + 3;
    assertEquals(maxShare, shareOf(0, maxShare, maxShare));
  }
}

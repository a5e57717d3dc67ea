package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Collections;

import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.ComputeFairShares;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.junit.jupiter.api.Test;

/**
 * A weight that the allocations file gives as "NaN", which Double.parseDouble accepts.
 */
public class TestComputeFairSharesNaNWeight {
  @Test
  public void testNaNWeightDoesNotLoop() {
    Schedulable sched = new FakeSchedulable(Resources.createResource(0, 0),
        Resources.createResource(Long.MAX_VALUE, 0), Float.NaN, Resources.createResource(0, 0),
        Resources.createResource(0, 0), 0);
    assertTimeoutPreemptively(Duration.ofSeconds(10),
        () -> ComputeFairShares.computeShares(Collections.singletonList(sched),
            Resources.createResource(1, 0), ResourceInformation.MEMORY_MB.getName()));
  }
}

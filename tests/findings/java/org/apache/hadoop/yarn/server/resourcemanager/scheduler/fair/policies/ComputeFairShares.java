package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies;

import java.util.Collection;

import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.Schedulable;

/** Of Hadoop's class what the tests of docs/findings name. */
public final class ComputeFairShares {
  public static void computeShares(Collection<? extends Schedulable> schedulables,
      Resource totalResources, String type) {
    throw new UnsupportedOperationException("a stub");
  }
}

package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import org.apache.hadoop.yarn.api.records.Resource;

/** Of Hadoop's class what the tests of docs/findings name. */
public class FakeSchedulable implements Schedulable {
  public FakeSchedulable(Resource minShare, Resource maxShare, float weight, Resource fairShare,
      Resource usage, long startTime) {
    throw new UnsupportedOperationException("a stub");
  }

  @Override
  public Resource getFairShare() {
    throw new UnsupportedOperationException("a stub");
  }
}

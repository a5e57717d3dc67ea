package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import org.apache.hadoop.yarn.api.records.Resource;

/** Of Hadoop's interface what the tests of docs/findings name. */
public interface Schedulable {
  Resource getFairShare();
}

package org.apache.hadoop.yarn.api.records;

/** Of Hadoop's class what the tests of docs/findings name. */
public abstract class Resource {
  public abstract long getMemorySize();
}

package org.apache.hadoop.yarn.api.records;

/** Of Hadoop's class what the tests of docs/findings name. */
public class ResourceInformation {
  public static final ResourceInformation MEMORY_MB = null;

  public String getName() {
    throw new UnsupportedOperationException("a stub");
  }
}

package org.apache.hadoop.yarn.util.resource;

import org.apache.hadoop.yarn.api.records.Resource;

/** Of Hadoop's class what the tests of docs/findings name. */
public class Resources {
  public static Resource createResource(long memory, int cores) {
    throw new UnsupportedOperationException("a stub");
  }
}

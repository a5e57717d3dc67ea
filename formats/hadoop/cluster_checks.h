// Checks a response against a configuration, and against itself.
#pragma once

#include "formats/hadoop/cluster_world.h"

namespace fairshare::formats {

// Adds errors and warnings, which do not keep anything from being judged.
//
//   FS019    a resource is configured that the cluster does not have
//   FS101    the root's share is not the cluster
//   FS104    a configured queue is not reported, though YARN would have made it
void check_world(const YarnWorld& world, YarnReading& reading);

}  // namespace fairshare::formats

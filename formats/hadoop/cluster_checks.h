// What a response and a configuration say of each other, and where a response contradicts itself.
#pragma once

#include "formats/hadoop/cluster_world.h"

namespace fairshare::formats {

// Adds errors and warnings; nothing is judged any less for them.
//
//   FS019    a resource is configured that the cluster does not have
//   FS101    the root is not given the cluster
//   FS104    a configured queue is not reported, though YARN would have made it
void check_world(const YarnWorld& world, YarnReading& reading);

}  // namespace fairshare::formats

// What the reference solver must return, from what the exact one did: each number rounded once. The
// fuzz targets ask the same.
#pragma once

#include "fuzz/targets/rounded.h"

namespace fairshare::tests {

using fuzz::rounded;
using fuzz::rounding_interval;

}  // namespace fairshare::tests

// What the reference solver must return: the exact solver's answer with each number rounded once.
// The fuzz targets use the same.
#pragma once

#include "fuzz/targets/rounded.h"

namespace fairshare::tests {

using fuzz::rounded;
using fuzz::rounding_interval;

}  // namespace fairshare::tests

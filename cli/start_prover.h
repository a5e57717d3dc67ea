// `fairshare prove`: the program fairshare-prove, which is beside this one.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

// Becomes fairshare-prove with these arguments. Returns only where it cannot: 3, and standard error
// says why.
int start_prover(std::vector<std::string> arguments, Console& console);

}  // namespace fairshare::cli

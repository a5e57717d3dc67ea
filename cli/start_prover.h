// `fairshare prove`: runs the program fairshare-prove from the same folder.
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"

namespace fairshare::cli {

// Replaces this process by fairshare-prove with these arguments. Returns only if that fails: 3, and
// standard error says why.
int start_prover(std::vector<std::string> arguments, Console& console);

}  // namespace fairshare::cli

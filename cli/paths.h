// `fairshare prove --paths N`: the solver's and the checker's own C++ on unknown numbers.
#pragma once

#include <cstdint>

#include "cli/console.h"

namespace fairshare::cli {

struct PathsOptions {
  std::uint32_t n_max = 0;     // 1 to 4; 3 take minutes
  std::uint32_t seconds = 60;  // for each query
  std::uint32_t seed = 0;
  bool as_json = false;
};

// For each n from 1 to n_max a row for exact::solve, exact::find_ratios and find_violation: how
// many patterns of present and absent maximums, paths, and queries to Z3; and whether every path
// meets the definition. A refutation is told with its input on standard error.
//
// The exit status: 0 where all is proved, 1 where something is refuted or unknown, 2 where the
// output cannot be written.
int prove_paths(const PathsOptions& options, Console& console);

}  // namespace fairshare::cli

// `fairshare prove --paths N`: the C++ of the solvers and the checker itself on unknown numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/console.h"
#include "fairshare/properties/z3/execution.h"

namespace fairshare::cli {

struct PathsOptions {
  std::uint32_t n_max = 0;              // 1 to 4; 3 take minutes
  std::vector<std::string> codes = {};  // none: all
  std::string shard = {};               // "2/3"; empty: all patterns
  std::uint32_t seconds = 60;           // for each query
  std::uint32_t seed = 0;
  bool as_json = false;
};

// Prints, for each n from 1 to n_max, a row for each code of `all`, or for the named ones: the
// numbers of patterns of present and absent maximums, of paths and of queries to Z3, and whether
// every path meets the definition. A refutation is printed with its input on standard error. A code
// whose paths of n claimants take long has no row for that n unless it is named; a message says
// what is left out. A shard prints rows for n_max only, for its part of the patterns.
//
// The exit status: 0 if all is proved; 1 if something is refuted or unknown; 2 for an unknown code,
// an invalid shard, or an output that cannot be written.
int prove_paths(const PathsOptions& options, const std::vector<prover::Code>& all,
                Console& console);

}  // namespace fairshare::cli

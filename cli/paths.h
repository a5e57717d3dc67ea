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

// For each n from 1 to n_max a row for each code of `all`, or of those that are named: how many
// patterns of present and absent maximums, paths, and queries to Z3; and whether every path meets
// the definition. A refutation is told with its input on standard error. A code whose paths of n
// claimants take long has no such row unless it is named; what is left out is told. With a shard
// there are rows for n_max alone, of its part of the patterns.
//
// The exit status: 0 where all is proved, 1 where something is refuted or unknown, 2 for an unknown
// code, no shard, or an output that cannot be written.
int prove_paths(const PathsOptions& options, const std::vector<prover::Code>& all,
                Console& console);

}  // namespace fairshare::cli

// Very many small problems at once: reference::solve_batch.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/series.h"
#include "fairshare/reference/solve.h"

namespace fairshare::bench {

// Problems of the family uniform, all different, with four million claimants altogether, so that
// they come from memory and not from a cache. Kept from one call of the benchmark to the next.
struct Batched {
  std::size_t claimants;  // of each problem
  std::vector<double> total;
  std::vector<std::size_t> begin;
  Series all;  // the columns of all problems as if they were one, for the pass
  std::vector<double> shares;
  std::vector<reference::Outcome> outcomes;
  reference::Workspace workspace;
  std::optional<std::string> error;  // what is wrong with an answer
};

// Checks the answers: each must be what reference::solve gives, and the first 4096 also what
// exact::solve gives.
Batched make_batched(std::size_t claimants);

// One call solves all of them. items_per_second counts problems; `passes` compares with a pass over
// all columns. Asserts that nothing was wrong.
void time_batch(benchmark::State& state, Batched& batched);

}  // namespace fairshare::bench

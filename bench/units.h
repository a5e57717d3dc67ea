// Whole units: reference::solve_units.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fairshare/reference/units.h"

namespace fairshare::bench {

// Weights from 1 to 10,000; a quarter has a minimum, a quarter a maximum, both up to 20; ten units
// per claimant on average. Kept from one call of the benchmark to the next.
struct WholeInput {
  std::int64_t total = 0;
  std::vector<std::int64_t> weight = {}, min_share = {}, max_share = {};

  reference::UnitColumns columns() const { return {weight, min_share, max_share}; }
};

struct WholeSeries {
  Units method;
  std::size_t claimants;
  std::vector<WholeInput> inputs;
  std::vector<std::int64_t> shares;
  reference::UnitWorkspace workspace;
  std::optional<std::string> error;  // what is wrong with an answer
};

// Checks the answers: the units add up, and properties/units.h finds no violation. Up to a thousand
// claimants there are 64 inputs to check, with more only one.
WholeSeries make_whole_series(Units method, std::size_t claimants);

// One call solves one input. Asserts that nothing was wrong.
void time_units(benchmark::State& state, WholeSeries& series);

}  // namespace fairshare::bench

// The inputs of one family and size, and the reference solver's answers, checked.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/families.h"

namespace fairshare::bench {

struct Series {
  NamedFamily family;
  std::size_t claimants = 0;
  std::vector<Input> inputs;
  // Set by solve_and_check: the shares, one vector per input, or what is wrong with one.
  std::vector<std::vector<double>> expected = {};
  std::optional<std::string> error = std::nullopt;
};

Series make_series(NamedFamily family, std::size_t claimants);

// Solves every input and compares the answers with exact/. A second call does nothing. The outcome
// is in `error` and `expected`.
void solve_and_check(Series& series);

}  // namespace fairshare::bench

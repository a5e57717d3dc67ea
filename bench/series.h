// The inputs of one family and size, and what the reference solver answers to them, checked.
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
  // Once solve_and_check was called: shares, one vector an input, or what is wrong with one.
  std::vector<std::vector<double>> expected = {};
  std::optional<std::string> error = std::nullopt;
};

Series make_series(NamedFamily family, std::size_t claimants);

// Solves every input and compares the answers with exact/. Does so once: a second call returns at
// once. `error` and `expected` tell the outcome.
void solve_and_check(Series& series);

}  // namespace fairshare::bench

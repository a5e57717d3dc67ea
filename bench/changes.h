// Changes of one claimant, each followed by the ratio: reference::Divider.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "bench/series.h"
#include "fairshare/reference/divider/divider.h"

namespace fairshare::bench {

enum class Changes {
  // The family uniform; each change gives a random claimant a new weight, 1 + 9 U.
  weights,
  // w = 3 k, k from 1 to 4; half has l = 4 k and no maximum, half l = 0 and u = 4 k. The total is
  // what they have at R = 4/3, where all breakpoints are, and which is not a double. Each change
  // gives a random claimant another k, so R moves to and fro across them.
  ties,
};

// The changes of a Divider, drawn in advance, so that drawing is not timed.
class ChangeStream {
 public:
  ChangeStream(Changes changes, std::size_t claimants);

  void change(reference::Divider& divider);

 private:
  Changes changes_;
  std::vector<std::size_t> claimants_;  // which one changes, in turn
  std::vector<double> numbers_;         // to what
  std::size_t position_ = 0;
};

// Kept from one call of the benchmark to the next, since it takes longer to make than to time.
struct Changing {
  Changes changes;
  Series series;  // of the one input at the beginning, for the pass
  reference::Divider divider;
  ChangeStream stream;
  std::vector<double> shares;
  std::optional<std::string> error;  // what is wrong with an answer
};

// Checks the first changes: the ratio and all shares are compared with the exact ones, after each
// of 64 changes with up to 1000 claimants, and after the last of 1000 changes with more.
Changing make_changing(Changes changes, std::size_t claimants);

// Times one change and the outcome after it; `bytes_per_claimant` is what the Divider holds. Checks
// again after the last change, so that a drift would show, and leaves what is wrong in `error`.
// Asserts that nothing was wrong before.
void time_changes(benchmark::State& state, Changing& changing);

}  // namespace fairshare::bench

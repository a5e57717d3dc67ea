// Infers weights from the shares of a response, which does not show weights.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {

// A queue's steady share, its bounds as the response shows them, and if it is active its
// instantaneous share.
struct SteadyShare {
  std::int64_t share = 0;
  std::int64_t min = 0;
  std::optional<std::int64_t> max = std::nullopt;
  std::optional<std::int64_t> instantaneous = std::nullopt;
};

// One per queue. If a share equals a bound, only one end of the weight is known: at a minimum the
// weight is absent, at a maximum it is the least integer that reaches it.
using Weights = std::vector<std::optional<exact::Rational>>;

struct InferredWeights {
  Weights weights;
  bool are_known = false;  // false: no share gives information, and every weight is 1
};

// The simplest whole weights that give these truncated shares at one ratio; YARN holds whole
// weights exactly up to 2^24. If there are no simple ones, the shares themselves, also if only with
// them the release computes the shares (`are_computed`). Many weights fit small steady shares: if
// the simplest ones do not give the instantaneous shares, others that give both are taken, if there
// are any.
//
//     66, 33                                   -> 2, 1
//     60, 40                                   -> 3, 2
//     10 (min 10), 45                          -> absent, 1
//     0, 0                                     -> 1, 1, not known
//     0, 0, instantaneously 30, 10             -> two of which one is 3 times the other
//     10, 2, 2 of 12                           -> 5, 1, 1: with 4, 1, 1 YARN computes 8, 2, 2
InferredWeights infer_weights(std::span<const SteadyShare> queues,
                              const std::function<bool(const Weights&)>& are_computed);

}  // namespace fairshare::formats

// Weights from steady shares, which a response shows and weights it does not.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fairshare/exact/rational.h"

namespace fairshare::formats {

// A queue's steady share, and its bounds as the response shows them.
struct SteadyShare {
  std::int64_t share = 0;
  std::int64_t min = 0;
  std::optional<std::int64_t> max = std::nullopt;
};

struct InferredWeights {
  // One a queue. Where a share is a bound, only one end of the weight is known: at a minimum it is
  // absent, at a maximum the least integer that reaches it.
  std::vector<std::optional<exact::Rational>> weights;
  bool are_known = false;  // false: no share tells anything, and every weight is 1
};

// The simplest weights whose shares, truncated, are these at one ratio, as whole numbers, which
// YARN holds exactly up to 2^24. Where there are no simple ones, the shares themselves.
//
//     66, 33           -> 2, 1
//     60, 40           -> 3, 2
//     10 (min 10), 45  -> absent, 1
//     0, 0             -> 1, 1, not known
InferredWeights infer_weights(std::span<const SteadyShare> queues);

}  // namespace fairshare::formats

#include "formats/hadoop/inferred_weights.h"

#include <algorithm>
#include <utility>

namespace fairshare::formats {
namespace {

using exact::Integer;
using exact::Rational;

bool is_at_min(const SteadyShare& queue) {
  return queue.min > 0 && queue.share <= queue.min;
}

bool is_at_max(const SteadyShare& queue) {
  return queue.max && queue.share >= *queue.max;
}

bool is_free(const SteadyShare& queue) {
  return queue.share > 0 && !is_at_min(queue) && !is_at_max(queue);
}

Rational ceiling(const Rational& number) {
  return -Rational(exact::floor(-number));
}

// The fraction with the least denominator from `low` to `high`, which is above it.
Rational simplest(const Rational& low, const Rational& high) {
  const Rational whole = ceiling(low);
  if (whole <= high) return whole;
  const Rational below = exact::floor(low);
  return below + 1 / simplest(1 / (high - below), 1 / (low - below));
}

// Whether one ratio gives every free queue its share.
bool fit(std::span<const SteadyShare> queues, const std::vector<std::optional<Rational>>& weights) {
  Rational low = 0;
  std::optional<Rational> high;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    if (!is_free(queues[i])) continue;
    const Rational from = Rational(queues[i].share) / *weights[i];
    const Rational to = (Rational(queues[i].share) + 1) / *weights[i];
    low = std::max(low, from);
    high = high ? std::min(*high, to) : to;
  }
  return !high || low < *high;
}

// By the smallest free share as the unit.
std::vector<std::optional<Rational>> weights_by(std::int64_t unit,
                                                std::span<const SteadyShare> queues,
                                                bool are_simple) {
  std::vector<std::optional<Rational>> weights;
  for (const SteadyShare& queue : queues) {
    const Rational share = queue.share;
    if (is_at_max(queue)) {
      weights.push_back(std::max(Rational(1), ceiling(share / unit)));
    } else if (is_at_min(queue)) {
      weights.push_back(std::nullopt);
    } else if (queue.share == 0) {
      weights.push_back(0);
    } else if (are_simple) {
      weights.push_back(simplest(share / (Rational(unit) + 1), (share + 1) / unit));
    } else {
      weights.push_back(share / unit);
    }
  }
  return weights;
}

// The same weights in whole numbers.
InferredWeights whole(std::vector<std::optional<Rational>> weights) {
  Integer scale = 1;
  for (const auto& weight : weights) {
    if (weight) scale *= denominator(*weight * Rational(scale));
  }
  for (auto& weight : weights) {
    if (weight) *weight *= Rational(scale);
  }
  return {std::move(weights), true};
}

}  // namespace

InferredWeights infer_weights(std::span<const SteadyShare> queues) {
  std::optional<std::int64_t> unit;
  for (const SteadyShare& queue : queues) {
    if (is_free(queue)) unit = std::min(unit.value_or(queue.share), queue.share);
  }
  if (!unit) {
    const bool has_any =
        std::ranges::any_of(queues, [](const SteadyShare& queue) { return queue.share > 0; });
    if (!has_any) return {std::vector<std::optional<Rational>>(queues.size(), Rational(1)), false};
    return whole(weights_by(1, queues, false));
  }
  auto weights = weights_by(*unit, queues, true);
  if (!fit(queues, weights)) weights = weights_by(*unit, queues, false);
  return whole(std::move(weights));
}

}  // namespace fairshare::formats

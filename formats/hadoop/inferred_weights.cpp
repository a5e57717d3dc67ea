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

// The ratios at which weights give shares: from `low` to less than `high`.
struct Ratios {
  Rational low = 0;
  std::optional<Rational> high = std::nullopt;

  void raise_low(const Rational& to) { low = std::max(low, to); }
  void lower_high(const Rational& to) { high = high ? std::min(*high, to) : to; }
  bool are_empty() const { return high && low >= *high; }
};

// A truncated share between its bounds, and its weight.
struct Part {
  Rational share = 0;
  Rational weight = 0;
};

// Whether each share is within a unit of its part of the sum.
//
//     7 (weight 4), 1, 1  -> false: 6 of 9
bool add_up(std::span<const Part> parts) {
  Part sum;
  for (const Part& part : parts) {
    sum.share += part.share;
    sum.weight += part.weight;
  }
  return std::ranges::all_of(parts, [&](const Part& part) {
    const Rational off = part.weight * sum.share - part.share * sum.weight;
    return abs(off) < sum.weight;
  });
}

// Whether one ratio gives every free queue its share.
bool fit(std::span<const SteadyShare> queues, const Weights& weights) {
  Ratios ratios;
  std::vector<Part> free;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    if (!is_free(queues[i])) continue;
    const Part& part = free.emplace_back(Part{queues[i].share, *weights[i]});
    ratios.raise_low(part.share / part.weight);
    ratios.lower_high((part.share + 1) / part.weight);
  }
  return !ratios.are_empty() && add_up(free);
}

// Whether an instantaneous share shows the least, or the greatest, possible weight.
bool has_least(const SteadyShare& queue) {
  return queue.instantaneous && *queue.instantaneous > queue.min;
}
bool has_most(const SteadyShare& queue) {
  return queue.instantaneous && !(queue.max && *queue.instantaneous >= *queue.max);
}

// Whether one ratio gives every queue of known weight its instantaneous share.
bool fit_instantaneous(std::span<const SteadyShare> queues, const Weights& weights) {
  Ratios ratios;
  std::vector<Part> free;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    if (!weights[i] || !queues[i].instantaneous) continue;
    const Part part{*queues[i].instantaneous, *weights[i]};
    const bool has_both = has_least(queues[i]) && has_most(queues[i]);
    if (has_both) free.push_back(part);
    if (part.weight == 0) {
      if (has_least(queues[i])) return false;
      continue;
    }
    if (has_least(queues[i])) ratios.raise_low(part.share / part.weight);
    if (has_most(queues[i])) ratios.lower_high((part.share + 1) / part.weight);
  }
  return !ratios.are_empty() && add_up(free);
}

// Weights that give both, if there are any. In units of the steady ratio, each weight is from its
// steady share to less than one more, or higher if it is at its maximum. With fewer active queues
// the instantaneous ratio is not lower; the 1/2 leaves room for YARN's errors.
std::optional<Weights> find_weights_of_both(std::span<const SteadyShare> queues) {
  Ratios ratios{Rational(1, 2)};
  for (const SteadyShare& queue : queues) {
    if (is_at_min(queue)) continue;
    const Rational share = queue.share;
    if (has_least(queue) && !is_at_max(queue)) {
      ratios.raise_low(*queue.instantaneous / (share + 1));
    }
    if (has_most(queue) && share > 0) {
      ratios.lower_high((Rational(*queue.instantaneous) + 1) / share);
    }
  }
  if (ratios.are_empty()) return std::nullopt;
  const Rational ratio = ratios.high ? (ratios.low + *ratios.high) / 2 : ratios.low + 1;
  Weights weights;
  for (const SteadyShare& queue : queues) {
    if (is_at_min(queue)) {
      weights.push_back(std::nullopt);
    } else if (has_least(queue)) {
      weights.push_back(std::max<Rational>(queue.share, *queue.instantaneous / ratio));
    } else {
      weights.push_back(queue.share);
    }
  }
  return weights;
}

// The weights in these units.
Weights weights_by(std::int64_t unit, std::span<const SteadyShare> queues, bool are_simple) {
  Weights weights;
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
InferredWeights whole(Weights weights) {
  Integer scale = 1;
  for (const auto& weight : weights) {
    if (weight) scale *= denominator(*weight * Rational(scale));
  }
  for (auto& weight : weights) {
    if (weight) *weight *= Rational(scale);
  }
  return {std::move(weights), true};
}

// The smallest free share.
std::optional<std::int64_t> find_unit(std::span<const SteadyShare> queues) {
  std::optional<std::int64_t> unit;
  for (const SteadyShare& queue : queues) {
    if (is_free(queue)) unit = std::min(unit.value_or(queue.share), queue.share);
  }
  return unit;
}

InferredWeights proportional_weights(std::span<const SteadyShare> queues) {
  return whole(weights_by(find_unit(queues).value_or(1), queues, false));
}

InferredWeights simplest_weights(std::span<const SteadyShare> queues) {
  const auto unit = find_unit(queues);
  if (!unit) {
    const bool has_any =
        std::ranges::any_of(queues, [](const SteadyShare& queue) { return queue.share > 0; });
    if (!has_any) return {Weights(queues.size(), Rational(1)), false};
    return proportional_weights(queues);
  }
  auto weights = weights_by(*unit, queues, true);
  return fit(queues, weights) ? whole(std::move(weights)) : proportional_weights(queues);
}

}  // namespace

InferredWeights infer_weights(std::span<const SteadyShare> queues,
                              const std::function<bool(const Weights&)>& are_computed) {
  InferredWeights inferred = simplest_weights(queues);
  if (are_computed(inferred.weights)) return inferred;
  InferredWeights proportional = proportional_weights(queues);
  if (are_computed(proportional.weights)) return proportional;
  if (fit_instantaneous(queues, inferred.weights)) return inferred;
  if (auto weights = find_weights_of_both(queues)) return {*std::move(weights), true};
  return inferred;
}

}  // namespace fairshare::formats

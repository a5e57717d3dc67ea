// The piecewise-linear functions of elements, from the bottom up.
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "fairshare/schedulers/ytsaurus/piecewise_linear.h"
#include "fairshare/schedulers/ytsaurus/vector.h"
#include "fairshare/schedulers/ytsaurus/vector_update.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

using piecewise::Function;

// CompressFunctionEpsilon.
constexpr double compression_tolerance = 1e-15;

// Up to the fit factor 1, every resource is handed out evenly until the usage is met; from 1 to 2,
// the rest of the demand, all resources in proportion.
Function<Vector> operation_by_fit_factor(const Vector& usage, const Vector& demand) {
  piecewise::Plot<Vector> plot;
  plot.to(0, Vector{});
  const double largest_usage = largest(usage);
  if (largest_usage == 0) {
    plot.to(1, Vector{});
  } else {
    std::array<double, resource_count> sorted = usage.of;
    std::ranges::sort(sorted);
    double last = 0;
    for (const double part : sorted) {
      const double fit_factor = part / largest_usage;
      if (!(fit_factor > last)) continue;
      plot.to(fit_factor, min(piecewise::vector_of(part), usage));
      last = fit_factor;
    }
  }
  plot.to(2, demand);
  return plot.finish();
}

// The sum of the children's shares if each is suggested the fit factor times its weight.
std::optional<Function<Vector>> pool_by_fit_factor(Update& update, std::size_t pool) {
  const auto& children = update.children[pool];
  const double least = least_weight(update, children);
  const bool some_weigh = std::ranges::any_of(children, [&](std::size_t child) {
    return update.element(child).weight > computation_precision;
  });
  std::vector<Function<Vector>> parts;
  parts.reserve(children.size());
  for (const std::size_t child : children) {
    const double ratio = update.element(child).weight / least;
    // At a ratio of 0 the bounds become 0/0 and 1/0. If no weight exceeds the precision, the least
    // one counts as the largest double; all right bounds become infinite, and the values there NaN.
    if (!update.verify(ratio > 0 && some_weigh, child, "segment bounds are in order")) {
      return std::nullopt;
    }
    const auto scaled = scale_argument(update.functions[child].share_by_suggestion, ratio);
    parts.push_back(extend_right(scaled, 1));
  }
  return piecewise::sum<Vector>(parts);
}

// One child after the other: fit factor 2.5 means everything for the first two and the suggestion
// 0.5 for the third. The release adds up whole functions; as only one of them rises at a time,
// putting the pieces side by side gives the same.
std::optional<Function<Vector>> fifo_by_fit_factor(Update& update, std::size_t pool) {
  piecewise::Plot<Vector> plot;
  Vector before;
  double start = 0;
  for (const std::size_t child : update.turns[pool]) {
    const Function<Vector>& function = update.functions[child].share_by_suggestion;
    const bool starts_empty = function.segments.front().left_value == Vector{} &&
                              function.segments.front().left < function.segments.front().right;
    if (!update.verify(starts_empty, child, "an operation of a fifo pool has no guarantee")) {
      return std::nullopt;
    }
    for (const auto& segment : function.segments) {
      plot.to(segment.left + start, before + segment.left_value);
      plot.to(segment.right + start, before + segment.right_value);
    }
    before = before + function.segments.back().right_value;
    start += 1;
  }
  return plot.finish();
}

std::optional<Function<Vector>> by_fit_factor(Update& update, std::size_t i, const Vector& usage) {
  const Element& element = update.element(i);
  if (element.is_operation) {
    return operation_by_fit_factor(usage, update.shares.elements[i].demand_share);
  }
  if (update.children[i].empty()) return piecewise::linear(0, Vector{}, 1, Vector{});
  return element.mode == Mode::fifo ? fifo_by_fit_factor(update, i) : pool_by_fit_factor(update, i);
}

// The largest fit factor for a suggestion: in every resource the share must stay within guarantee +
// suggestion, and within the limits.
std::optional<Function<double>> fit_factor_by_suggestion(Update& update, std::size_t i,
                                                         const Function<Vector>& function) {
  const ElementShares& shares = update.shares.elements[i];
  const Vector guarantees = guarantee_share(shares);
  std::vector<Function<double>> parts;
  for (std::size_t r = 0; r < resource_count; ++r) {
    const auto part = piecewise::component(function, r);
    const double least = part.segments.front().left_value;
    const double most = part.segments.back().right_value;
    // Within only approximately: see YT-13864.
    const bool is_within = least < shares.limits_share[r] + computation_precision;
    if (!update.verify(is_within, i, "what is taken without a suggestion is within the limits")) {
      return std::nullopt;
    }
    const double limit = std::min(std::max(shares.limits_share[r], least), most);
    const double guarantee = std::min(std::max(guarantees[r], least), limit);
    const auto inverted = piecewise::inverse(part, guarantee, limit);
    const auto shifted = shift_argument(inverted, -guarantee);
    parts.push_back(trim_right(extend_right(shifted, 1)));
  }
  return piecewise::pointwise_min(parts);
}

// False if an assertion of the release fails.
bool prepare(Update& update, std::size_t i) {
  const Vector usage = share_of(update.loads.usage[i], update.tree.total);
  const auto by_factor = by_fit_factor(update, i, usage);
  if (!by_factor) return false;
  auto factor = fit_factor_by_suggestion(update, i, *by_factor);
  if (!factor) return false;
  const auto composed = compose(*by_factor, *factor);
  update.functions[i] = {std::move(*factor), piecewise::compress(composed, compression_tolerance)};
  update.has_functions[i] = true;
  return true;
}

}  // namespace

double least_weight(const Update& update, std::span<const std::size_t> children) {
  double least = std::numeric_limits<double>::max();
  for (const std::size_t child : children) {
    const double weight = update.element(child).weight;
    if (weight > computation_precision) least = std::min(least, weight);
  }
  return least;
}

void prepare_functions(Update& update, std::size_t top) {
  std::vector<std::size_t> below = {top};  // parents before their children
  for (std::size_t k = 0; k < below.size(); ++k) {
    const auto& children = update.children[below[k]];
    below.insert(below.end(), children.begin(), children.end());
  }
  for (std::size_t k = below.size(); k-- > 0;) {
    if (!update.has_functions[below[k]] && !prepare(update, below[k])) return;
  }
}

}  // namespace fairshare::schedulers::ytsaurus_vector

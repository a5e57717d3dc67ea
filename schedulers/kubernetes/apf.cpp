// Computes in doubles, with the same operations in the same order as the release.
#include "fairshare/schedulers/kubernetes/apf.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "fairshare/schedulers/common/go_arithmetic.h"
#include "fairshare/schedulers/kubernetes/any_order.h"

namespace fairshare::schedulers::apf {
namespace {

using exact::Rational;

constexpr double min_target = 0.001;            // MinTarget
constexpr double wiggle_room = 1e-7;            // epsilon: absolute, whatever the total
constexpr double range_start = 0x1.fffffep127;  // the largest float32: minimums begin here

// Go's %v of a double, which is %g: the shortest digits that read back as the same number. With an
// exponent if it is below 10^-4, or at least 10^6, where strconv counts the digits as six.
std::string go_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Inf" : "+Inf";
  std::array<char, 40> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                 std::chars_format::scientific)
                       .ptr;
  const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t mark = text.find('e');
  const int exponent = std::atoi(std::string(text.substr(mark + 1)).c_str());
  if (exponent < -4 || exponent >= 6) return std::string(text);

  const bool is_negative = text.front() == '-';
  std::string digits;
  for (const char c : text.substr(0, mark)) {
    if (c != '-' && c != '.') digits += c;
  }
  const int places = exponent + 1;  // before the point
  if (places <= 0) {
    digits.insert(0, static_cast<std::size_t>(1 - places), '0');
    digits.insert(1, ".");
  } else if (digits.size() > static_cast<std::size_t>(places)) {
    digits.insert(static_cast<std::size_t>(places), ".");
  } else {
    digits.append(static_cast<std::size_t>(places) - digits.size(), '0');
  }
  return (is_negative ? "-" : "") + digits;
}

struct Range {
  double min = range_start;
  double max = 0;
};

void note(double number, Range& range) {
  range.min = go::min(range.min, number);
  range.max = go::max(range.max, number);
}

// The levels' bounds divided by their targets, and the starting values of the sweep.
struct Relative {
  std::vector<double> targets;
  std::vector<double> lower;
  std::vector<double> upper;
  Range lower_range;
  Range upper_range;
  double lower_sum = 0;
  double upper_sum = 0;
  double target_sum = 0;
};

std::optional<Refusal> find_conflict(std::size_t index, const Level& level) {
  const std::string at = std::to_string(index);
  if (level.lower_bound < 0) {
    return Refusal{"lower bound " + at + " is " + go_text(level.lower_bound) +
                   " but negative lower bounds are not allowed"};
  }
  if (level.target < level.lower_bound) {
    return Refusal{"target " + at + " is " + go_text(level.target) +
                   ", which is below its lower bound of " + go_text(level.lower_bound)};
  }
  if (level.upper_bound < level.lower_bound) {
    return Refusal{"upper bound " + at + " is " + go_text(level.upper_bound) +
                   " but should not be less than the lower bound " + go_text(level.lower_bound)};
  }
  return std::nullopt;
}

void add_level(const Level& level, Relative& relative) {
  const double target = level.target < min_target ? min_target : level.target;
  relative.targets.push_back(target);
  relative.lower.push_back(level.lower_bound / target);
  relative.upper.push_back(level.upper_bound / target);
  relative.lower_sum += level.lower_bound;
  relative.upper_sum += level.upper_bound;
  relative.target_sum += target;
  note(relative.upper.back(), relative.upper_range);
  note(relative.lower.back(), relative.lower_range);
}

std::optional<Refusal> find_refusal(std::int64_t total, const Relative& relative) {
  const auto wanted = static_cast<double>(total);
  if (relative.lower_range.max > 1) {
    return Refusal{"lbRange.max-1=" + go_text(relative.lower_range.max - 1) +
                   ", which is impossible because lbRange.max can not be greater than 1"};
  }
  if (relative.lower_sum - wanted > wiggle_room) {
    return Refusal{"lower bounds sum to " + go_text(relative.lower_sum) +
                   ", which is higher than the required sum of " + std::to_string(total)};
  }
  if (wanted - relative.upper_sum > wiggle_room) {
    return Refusal{"upper bounds sum to " + go_text(relative.upper_sum) +
                   ", which is lower than the required sum of " + std::to_string(total)};
  }
  return std::nullopt;
}

// The ratio from which on a level follows the ratio (its target is added), or no longer does
// (subtracted).
struct Bound {
  double ratio;
  double target;
  int levels;  // 1 or -1
};

std::vector<Bound> sorted_bounds(const Relative& relative) {
  std::vector<Bound> bounds;
  for (std::size_t i = 0; i < relative.targets.size(); ++i) {
    bounds.push_back({relative.lower[i], relative.targets[i], 1});
    bounds.push_back({relative.upper[i], -relative.targets[i], -1});
  }
  std::ranges::stable_sort(bounds, {}, &Bound::ratio);
  return bounds;
}

// The ratio at which the shares add up to `wanted`; nothing if the bounds end before that.
std::optional<double> sweep(double wanted, const Relative& relative) {
  const std::vector<Bound> bounds = sorted_bounds(relative);
  double ratio = relative.lower_range.min;
  double sum = relative.lower_sum;
  Bound next{0, 0, 0};
  double slope = 0;   // the sum of the targets that follow the ratio
  int following = 0;  // how many do; if none does, rounding may leave a slope
  std::size_t index = 0;
  while (sum < wanted) {
    do {
      slope += next.target;
      following += next.levels;
      if (index == bounds.size()) return std::nullopt;
      next = bounds[index++];
    } while (!(next.ratio > ratio));
    if (following == 0) {
      ratio = next.ratio;
      continue;
    }
    const double candidate = ratio + (wanted - sum) / slope;
    if (candidate <= next.ratio) return candidate;
    sum += (next.ratio - ratio) * slope;
    ratio = next.ratio;
  }
  return ratio;
}

}  // namespace

std::variant<Division, Refusal> compute(std::int64_t total, std::span<const Level> levels) {
  if (total < 0) return Refusal{"negative sums are not supported"};
  Relative relative;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (auto conflict = find_conflict(i, levels[i])) return std::move(*conflict);
    add_level(levels[i], relative);
  }
  if (auto refusal = find_refusal(total, relative)) return std::move(*refusal);

  const auto wanted = static_cast<double>(total);
  Division division{std::vector<double>(levels.size()), 0};
  if (total == 0) return division;
  if (relative.lower_sum - wanted > -wiggle_room) {
    std::ranges::transform(levels, division.shares.begin(), &Level::lower_bound);
    division.ratio = relative.lower_range.min;
    return division;
  }
  if (wanted - relative.upper_sum > -wiggle_room) {
    std::ranges::transform(levels, division.shares.begin(), &Level::upper_bound);
    division.ratio = relative.upper_range.max;
    return division;
  }
  division.ratio = wanted / relative.target_sum;
  if (relative.lower_range.max <= division.ratio && division.ratio <= relative.upper_range.min) {
    for (std::size_t i = 0; i < levels.size(); ++i) {
      division.shares[i] = relative.targets[i] * division.ratio;
    }
    return division;
  }
  const auto ratio = sweep(wanted, relative);
  if (!ratio) {
    return Refusal{"impossible: ran out of bounds to consider in bound-constrained problem"};
  }
  division.ratio = *ratio;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    division.shares[i] = go::max(levels[i].lower_bound,
                                 go::min(levels[i].upper_bound, *ratio * relative.targets[i]));
  }
  return division;
}

bool may_differ(std::span<const Level> levels) {
  constexpr std::size_t stable_max = 6;  // Go sorts up to 12 bounds by insertion
  if (levels.size() <= stable_max) return false;
  Relative relative;
  for (const Level& level : levels) add_level(level, relative);
  if (add_exactly(relative.targets)) return false;
  const std::vector<Bound> bounds = sorted_bounds(relative);
  return std::ranges::adjacent_find(bounds, [](const Bound& a, const Bound& b) {
           return a.ratio == b.ratio && a.target != b.target;
         }) != bounds.end();
}

exact::Rational resolution(std::int64_t total) {
  return Rational(total) / 1'000'000'000;
}

std::int64_t whole_seats(double share) {
  return go::to_int64(std::round(share));
}

FairProblem fair_problem(std::int64_t total, std::span<const Level> levels) {
  FairProblem fair;
  fair.problem.total = Rational(total);
  for (const Level& level : levels) {
    const double target = std::max(level.target, min_target);
    const double lower = std::min(level.lower_bound, level.upper_bound);
    fair.problem.claimants.push_back({exact::from_double(target), exact::from_double(lower),
                                      exact::from_double(level.upper_bound)});
  }
  fair.notes.resize(levels.size());
  return fair;
}

namespace {

std::vector<Level> levels_of(const schedulers::Level& level) {
  const auto total = static_cast<double>(std::get<std::int64_t>(level.total));
  std::vector<Level> levels;
  for (const Claim& claim : level.claims) {
    const double lower = real_or(claim.min_share, 0);
    const double all = std::max(total, lower);
    levels.push_back(
        {.target = real_or(claim.weight, 1),
         .lower_bound = lower,
         .upper_bound = std::min(real_or(claim.max_share, all), real_or(claim.demand, all))});
  }
  return levels;
}

ModelResult result_of(const schedulers::Level& level) {
  const std::int64_t total = std::get<std::int64_t>(level.total);
  const std::vector<Level> levels = levels_of(level);
  const auto computed = compute(total, levels);
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  const auto& [shares, ratio] = std::get<Division>(computed);
  std::vector<Held> seats;
  for (const double share : shares) seats.emplace_back(whole_seats(share));
  return {.answers = {held(shares)},
          .are_all = !may_differ(levels),
          .resolution = resolution(total),
          .details = {{"ratio", Held(ratio)}, {"seats", std::move(seats)}}};
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::int64,
          .numbers = {{"weight", &Claim::weight, Type::float64},
                      {"min_share", &Claim::min_share, Type::float64},
                      {"max_share", &Claim::max_share, Type::float64},
                      {"demand", &Claim::demand, Type::float64}},
          .reports = Reports::doubles,
          .sums_within_resolution = true,
          .weights_are_targets = true,
          .compute = result_of,
          .state = [](const schedulers::Level& level) {
            return stated(fair_problem(std::get<std::int64_t>(level.total), levels_of(level)),
                          false);
          }};
}

}  // namespace fairshare::schedulers::apf

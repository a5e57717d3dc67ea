#include "bench/families.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "bench/two_sum.h"

namespace fairshare::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The distributions of the standard library differ between libraries; its generators do not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : generator_(seed) {}

  // In (0, 1], a multiple of 2^-53.
  double unit() { return static_cast<double>((generator_() >> 11) + 1) * 0x1p-53; }

  // From `least` to `greatest`. It does not matter here whether all are exactly equally likely.
  std::uint64_t whole(std::uint64_t least, std::uint64_t greatest) {
    return least + generator_() % (greatest - least + 1);
  }
  double whole_double(std::uint64_t least, std::uint64_t greatest) {
    return static_cast<double>(whole(least, greatest));
  }

  double pareto() { return std::pow(unit(), -1 / 1.1); }

 private:
  std::mt19937_64 generator_;
};

struct Drawn {
  double weight;
  double min_share;
  double max_share;
};

Drawn draw_uniform(Random& random) {
  const double min_share = 5 * random.unit();
  return {1 + 9 * random.unit(), min_share, min_share + 10 * random.unit()};
}

Drawn draw_tie(Random& random) {
  const double min_share = random.whole_double(0, 4);
  const double max_share =
      random.whole(0, 3) == 0 ? infinity : min_share + random.whole_double(0, 8);
  return {random.whole_double(1, 4), min_share, max_share};
}

Drawn draw_tie_at_ratio(Random& random, bool is_proportional) {
  const double k = random.whole_double(1, 4);
  const double way = random.whole_double(1, 4);
  const std::uint64_t kind = is_proportional ? 2 : random.whole(0, 3);
  if (kind == 0) return {3 * k, 4 * k, 4 * k + way};
  if (kind == 1) return {3 * k, 4 * k - way, 4 * k};
  if (kind == 2) return {3 * k, k, 9 * k};
  return {3 * k, 0, 2 * k};
}

Drawn draw_heavy(Random& random) {
  const double min_share = random.pareto() / 4;
  return {random.pareto(), min_share, min_share + 4 * random.pareto()};
}

Drawn draw_clamped(Random& random) {
  const double weight = 1 + random.unit();
  if (random.whole(0, 1) == 0) {
    const double max_share = weight * (0.5 + 0.4 * random.unit());
    return {weight, max_share / 2, max_share};
  }
  const double min_share = weight * (1.1 + 0.4 * random.unit());
  return {weight, min_share, 2 * min_share};
}

Drawn draw_fixed(Random& random, bool is_free) {
  const double weight = 1 + 9 * random.unit();
  if (is_free || random.whole(1, 1000) == 1) return {weight, 0, 10};
  const double share = 10 * random.unit();
  return {weight, share, share};
}

Drawn draw_simplex(Random& random) {
  const double point = random.unit() + random.unit() + random.unit() + random.unit() - 2;
  return {1, 4 - point, infinity};
}

std::uint64_t geometric_levels(std::size_t claimants) {
  return std::min<std::uint64_t>(96, claimants);
}

Drawn draw_level(Random& random, std::uint64_t levels, bool is_in_the_middle) {
  const std::uint64_t level = is_in_the_middle ? levels / 2 : random.whole(0, levels - 1);
  return {std::ldexp(1.0, -10 * static_cast<int>(level)), 0, 1};
}

// `is_first`: the one claimant that must be unlike the others, in families that need one.
Drawn draw(Family family, std::size_t claimants, bool is_first, Random& random) {
  switch (family) {
    case Family::uniform:
      return draw_uniform(random);
    case Family::ties:
      return draw_tie(random);
    case Family::ties_at_ratio:
      return draw_tie_at_ratio(random, is_first);
    case Family::heavy:
      return draw_heavy(random);
    case Family::geometric:
      return draw_level(random, geometric_levels(claimants), is_first);
    case Family::all_clamped:
      return draw_clamped(random);
    case Family::few_free:
      return draw_fixed(random, is_first);
    case Family::simplex:
      return draw_simplex(random);
  }
  return {};
}

double sum_of_shares(const Input& input, double ratio) {
  TwoSum sum;
  for (std::size_t i = 0; i < input.weight.size(); ++i) {
    sum.add(std::clamp(input.weight[i] * ratio, input.min_share[i], input.max_share[i]));
  }
  return sum.value();
}

double draw_total(Family family, const Input& input, Random& random) {
  switch (family) {
    case Family::ties_at_ratio: {
      // Whole numbers: 4 k, which is 4/3 of the weight, or a maximum below; nothing is rounded.
      double sum = 0;
      for (std::size_t i = 0; i < input.weight.size(); ++i) {
        sum += std::min(input.weight[i] / 3 * 4, input.max_share[i]);
      }
      return sum;
    }
    case Family::geometric: {
      const auto middle = static_cast<int>(geometric_levels(input.weight.size()) / 2);
      return sum_of_shares(input, std::ldexp(0.25 + 0.75 * random.unit(), 10 * middle));
    }
    case Family::all_clamped:
      return sum_of_shares(input, 1);
    case Family::simplex: {
      TwoSum sum{.high = 1};
      for (const double min_share : input.min_share) sum.add(min_share);
      return sum.value();
    }
    default:
      return sum_of_shares(input, 0.5 + random.unit());
  }
}

// No weight is 0. The errors of the sums are much smaller than the required differences.
bool is_strictly_feasible(const Input& input) {
  TwoSum minimums, maximums;
  for (const double min_share : input.min_share) minimums.add(min_share);
  for (const double max_share : input.max_share) {
    maximums.add(std::min(max_share, input.total + 1));
  }
  return minimums.value() < input.total && input.total < maximums.value();
}

}  // namespace

std::span<const NamedFamily> families() {
  static constexpr std::array all = {
      NamedFamily{Family::uniform, "uniform"},
      NamedFamily{Family::ties, "ties"},
      NamedFamily{Family::ties_at_ratio, "ties_at_ratio"},
      NamedFamily{Family::heavy, "heavy"},
      NamedFamily{Family::geometric, "geometric"},
      NamedFamily{Family::all_clamped, "all_clamped"},
      NamedFamily{Family::few_free, "few_free"},
      NamedFamily{Family::simplex, "simplex"},
  };
  return all;
}

Problem<double> to_problem(const Input& input) {
  Problem<double> problem{.total = input.total};
  for (std::size_t i = 0; i < input.weight.size(); ++i) {
    Claimant<double> claimant{input.weight[i], input.min_share[i]};
    if (input.max_share[i] < infinity) claimant.max_share = input.max_share[i];
    problem.claimants.push_back(claimant);
  }
  return problem;
}

Input make_input(Family family, std::size_t claimants, std::size_t index) {
  assert(claimants >= 8);
  Random random(1000 * index + static_cast<std::uint64_t>(family));
  while (true) {
    Input input;
    input.weight.reserve(claimants);
    input.min_share.reserve(claimants);
    input.max_share.reserve(claimants);
    const std::size_t first = random.whole(0, claimants - 1);
    for (std::size_t i = 0; i < claimants; ++i) {
      const Drawn drawn = draw(family, claimants, i == first, random);
      input.weight.push_back(drawn.weight);
      input.min_share.push_back(drawn.min_share);
      input.max_share.push_back(drawn.max_share);
    }
    input.total = draw_total(family, input, random);
    if (is_strictly_feasible(input)) return input;
  }
}

std::size_t inputs_at(std::size_t claimants) {
  if (claimants <= 100) return 4096;
  return std::max<std::size_t>(1, 64'000 / claimants);
}

}  // namespace fairshare::bench

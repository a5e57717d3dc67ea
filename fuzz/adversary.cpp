#include "fuzz/adversary.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"

namespace fairshare::fuzz {
namespace {

using exact::Rational;
using Claimants = std::vector<Claimant<double>>;

constexpr std::array<std::string_view, families.size()> names = {
    "ordinary",  "ties",       "shared_breakpoints", "zeros",       "extremes", "subnormals",
    "just_over", "just_under", "cancelling",         "all_clamped", "one_free", "geometric",
    "midpoints", "overflow",   "deep_trees",         "many"};

constexpr double largest = std::numeric_limits<double>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();

// In [1, 2], with few bits or with all.
double significand(Choices& choices) {
  const int places = choices.one_in(4) ? choices.between(0, 6) : 52;
  const std::uint64_t bits = choices.bits() >> (64 - 52) >> (52 - places);
  return 1 + std::ldexp(static_cast<double>(bits), -places);
}

double scaled(Choices& choices, int exponent_low, int exponent_high) {
  const double number = significand(choices);
  return std::min(largest, std::ldexp(number, choices.between(exponent_low, exponent_high)));
}

// Always makes a claimant without a defect: numbers are cut off at the limits, and the bounds are
// put in order.
Claimant<double> claimant(double weight, double min_share, double max_share) {
  Claimant<double> made{std::min(weight, largest), std::min(min_share, largest), {}};
  if (max_share < infinity) made.max_share = std::max(made.min_share, max_share);
  return made;
}

Rational sum_at(const Claimants& claimants, const Rational& ratio) {
  Rational sum = 0;
  for (const auto& claimant : claimants) {
    sum += exact::generic::share_at(exact::widen(claimant), ratio);
  }
  return sum;
}

Rational sum_of_minimums(const Claimants& claimants) {
  return sum_at(claimants, 0);
}

// The nearest double, or one of its neighbours.
double near(Choices& choices, const Rational& number) {
  const double nearest = std::min(largest, exact::to_double(number));
  switch (choices.below(3)) {
    case 0:
      return nearest;
    case 1:
      return std::nextafter(nearest, 0.0);
    default:
      return std::nextafter(nearest, largest);
  }
}

// A breakpoint, if there is one: the quotient of a bound and its weight.
Rational some_breakpoint(Choices& choices, const Claimants& claimants) {
  if (claimants.empty()) return 1;
  const auto& [weight, min_share, max_share] = claimants[choices.below(claimants.size())];
  if (weight == 0) return 1;
  const double bound = max_share && choices.one_in(2) ? *max_share : min_share;
  return exact::from_double(bound) / exact::from_double(weight);
}

Problem<double> ordinary(Choices& choices, std::size_t size) {
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = choices.one_in(2) ? choices.between(1, 10) : 10 * choices.fraction();
    const double min_share = choices.one_in(2) ? 0 : 50 * choices.fraction();
    const double max_share = choices.one_in(2) ? infinity : min_share + 100 * choices.fraction();
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  const double ratio = 30 * choices.fraction();
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    problem.total += std::clamp(weight * ratio, min_share, max_share.value_or(infinity));
  }
  if (choices.one_in(4)) problem.total *= 2 * choices.fraction();
  return problem;
}

Problem<double> ties(Choices& choices, std::size_t size) {
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = choices.between(0, 3);
    const double min_share = choices.between(0, 3);
    const double max_share = choices.one_in(3) ? infinity : min_share + choices.between(0, 4);
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  problem.total = static_cast<double>(choices.below(8 * size + 3)) / 2;
  return problem;
}

struct Fraction {
  std::uint64_t numerator;
  std::uint64_t denominator;
};

Fraction some_fraction(Choices& choices) {
  if (choices.one_in(4)) {
    const std::uint64_t numerator = 1 + choices.below(1 << 20);
    return {numerator, 1 + choices.below(1 << 20)};
  }
  return choices.one_of(std::array<Fraction, 6>{{{4, 3}, {1, 3}, {2, 1}, {5, 7}, {1, 1}, {10, 1}}});
}

// A bound and a weight whose quotient is the fraction; there are many such pairs.
std::pair<double, double> bound_and_weight(Choices& choices, const Fraction& fraction) {
  const std::uint64_t factor = 1 + choices.below(1 << choices.between(0, 20));
  const int exponent = choices.one_in(2) ? 0 : choices.between(-30, 30);
  double bound = std::ldexp(static_cast<double>(fraction.numerator * factor), exponent);
  const double weight = std::ldexp(static_cast<double>(fraction.denominator * factor), exponent);
  // The quotient is then another, but often the same double.
  if (choices.one_in(12)) bound = std::nextafter(bound, choices.one_in(2) ? 0.0 : largest);
  return {bound, weight};
}

Problem<double> shared_breakpoints(Choices& choices, std::size_t size) {
  std::array<Fraction, 3> fractions = {};
  for (Fraction& fraction : fractions) fraction = some_fraction(choices);
  const std::size_t fractions_used = 1 + choices.below(fractions.size());

  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const auto [bound, weight] =
        bound_and_weight(choices, fractions[choices.below(fractions_used)]);
    switch (choices.below(5)) {
      case 0:
        problem.claimants.push_back(claimant(weight, bound, infinity));
        break;
      case 1:
        problem.claimants.push_back(claimant(weight, 0, bound));
        break;
      case 2:
        problem.claimants.push_back(claimant(weight, bound / 2, bound));
        break;
      case 3:
        problem.claimants.push_back(claimant(weight, bound, 2 * bound));
        break;
      default:
        problem.claimants.push_back(claimant(weight, bound, bound));
        break;
    }
  }
  const Fraction& at = fractions[choices.below(fractions_used)];
  Rational ratio(at.numerator, at.denominator);
  if (choices.one_in(3)) ratio *= Rational(choices.between(1, 20), 10);
  // Above the breakpoint by less than sums of doubles can tell.
  if (choices.one_in(8)) ratio *= 1 + exact::from_double(scaled(choices, -60, -34));
  problem.total = near(choices, sum_at(problem.claimants, ratio));
  return problem;
}

double zero_or(Choices& choices, double number) {
  if (!choices.one_in(2)) return number;
  return choices.one_in(4) ? -0.0 : 0.0;
}

Problem<double> zeros(Choices& choices, std::size_t size) {
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = zero_or(choices, choices.between(1, 4));
    const double min_share = zero_or(choices, significand(choices));
    const double max_share = choices.one_in(3) ? infinity : zero_or(choices, choices.between(1, 4));
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  switch (choices.below(3)) {
    case 0:
      problem.total = near(choices, sum_of_minimums(problem.claimants));
      break;
    case 1:
      problem.total = near(choices, sum_at(problem.claimants, choices.between(1, 3)));
      break;
    default:
      problem.total = zero_or(choices, choices.between(1, 4));
      break;
  }
  return problem;
}

// Numbers from the smallest to the largest double, or all within a narrower range.
Problem<double> extremes(Choices& choices, std::size_t size) {
  const int spread = choices.one_of(std::array{3, 70, 300, 2100});
  const int middle = choices.between(-1074, 1023);
  const int low = std::max(-1074, middle - spread);
  const int high = std::min(1023, middle + spread);
  const int weight_low = choices.one_in(2) ? -1074 : low;
  const auto number = [&] {
    if (choices.one_in(16)) return largest;
    if (choices.one_in(16)) return std::numeric_limits<double>::denorm_min();
    return scaled(choices, low, high);
  };

  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = scaled(choices, weight_low, high);
    const double min_share = choices.one_in(3) ? 0 : number();
    const double max_share = choices.one_in(3) ? infinity : number();
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  if (choices.one_in(4)) {
    problem.total = number();
  } else {
    const Rational ratio = some_breakpoint(choices, problem.claimants);
    problem.total = near(choices, sum_at(problem.claimants, ratio * choices.between(1, 3)));
  }
  return problem;
}

Problem<double> subnormals(Choices& choices, std::size_t size) {
  const int bits = choices.between(1, 54);
  const auto number = [&] {
    return std::ldexp(static_cast<double>(choices.below(std::uint64_t{1} << bits)), -1074);
  };
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    double weight = number();
    if (choices.one_in(2)) weight = choices.between(1, 9);
    if (choices.one_in(8)) weight = scaled(choices, -1022, 1023);
    const double min_share = choices.one_in(2) ? 0 : number();
    const double max_share = choices.one_in(2) ? infinity : number() + number();
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  if (choices.one_in(2)) {
    const double one = number();
    problem.total = one + static_cast<double>(size) * number();
  } else {
    const Rational ratio = some_breakpoint(choices, problem.claimants);
    problem.total = near(choices, sum_at(problem.claimants, ratio));
  }
  return problem;
}

Claimants anything_with_ends(Choices& choices, std::size_t size) {
  const int spread = choices.one_of(std::array{0, 8, 60, 900});
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = choices.one_in(6) ? 0 : scaled(choices, -spread, spread);
    const double min_share = choices.one_in(4) ? 0 : scaled(choices, -spread, spread);
    const double max_share = scaled(choices, -spread, spread);
    claimants.push_back(claimant(weight, min_share, max_share));
  }
  return claimants;
}

Problem<double> just_over(Choices& choices, std::size_t size) {
  Problem<double> problem{0, anything_with_ends(choices, size)};
  for (auto& claimant : problem.claimants) {
    if (choices.one_in(2)) claimant.max_share = std::nullopt;
  }
  problem.total = near(choices, sum_of_minimums(problem.claimants));
  return problem;
}

Problem<double> just_under(Choices& choices, std::size_t size) {
  Problem<double> problem{0, anything_with_ends(choices, size)};
  Rational most = 0;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    most += exact::from_double(weight == 0 ? min_share : *max_share);
  }
  problem.total = near(choices, most);
  return problem;
}

Problem<double> cancelling(Choices& choices, std::size_t size) {
  const int exponent = choices.one_in(2) ? choices.between(20, 70) : choices.between(70, 1000);
  const int tiny = exponent - 53;
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    if (i == 0 || choices.one_in(4)) {
      const double bound = scaled(choices, exponent - 3, exponent);
      const double weight = choices.one_in(3) ? 0 : scaled(choices, -60, 60);
      const double max_share = choices.one_in(2) ? bound : std::nextafter(bound, largest);
      problem.claimants.push_back(claimant(weight, bound, max_share));
    } else {
      const double weight = scaled(choices, -3, 3);
      const double min_share = choices.one_in(2) ? 0 : scaled(choices, tiny - 60, tiny);
      const double max_share = choices.one_in(2) ? infinity : scaled(choices, tiny - 20, tiny + 3);
      problem.claimants.push_back(claimant(weight, min_share, max_share));
    }
  }
  const Rational rest = exact::from_double(scaled(choices, tiny - 3, tiny + 5));
  problem.total = near(choices, sum_of_minimums(problem.claimants) + rest);
  return problem;
}

// Every claimant is at a bound at the ratio; now and then the breakpoint is right there.
Claimants clamped_at(Choices& choices, std::size_t size, double ratio) {
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = choices.one_in(2) ? choices.between(1, 8) : scaled(choices, -20, 20);
    const double there = weight * ratio;
    const double below = choices.one_in(6) ? there : there * choices.fraction();
    const double above = choices.one_in(6) ? there : there * (1 + choices.fraction());
    if (choices.one_in(2)) {
      const double min_share = choices.one_in(2) ? 0 : below * choices.fraction();
      claimants.push_back(claimant(weight, min_share, below));
    } else {
      const double max_share = choices.one_in(2) ? infinity : above * (1 + choices.fraction());
      claimants.push_back(claimant(weight, above, max_share));
    }
  }
  return claimants;
}

Problem<double> all_clamped(Choices& choices, std::size_t size) {
  const double ratio = scaled(choices, -10, 10);
  Problem<double> problem{0, clamped_at(choices, size, ratio)};
  problem.total = near(choices, sum_at(problem.claimants, exact::from_double(ratio)));
  return problem;
}

Problem<double> one_free(Choices& choices, std::size_t size) {
  const double ratio = scaled(choices, -10, 10);
  Problem<double> problem{0, clamped_at(choices, size, ratio)};
  if (size > 0) {
    Claimant<double>& free = problem.claimants[choices.below(size)];
    free = {scaled(choices, -30, 30), 0, std::nullopt};
  }
  problem.total = near(choices, sum_at(problem.claimants, exact::from_double(ratio)));
  return problem;
}

Problem<double> geometric(Choices& choices, std::size_t size) {
  const double base = choices.one_of(std::array{2.0, 0.5, 10.0, 1.5, 1e-3, 1e17});
  const double bound_base = choices.one_of(std::array{1.0, 1.0, 2.0, 0.5, 3.0});
  const auto wrapped = [](double number) {
    return number > 1e290 || number < 1e-290 ? 1.0 : number;
  };
  Problem<double> problem;
  double weight = 1;
  double bound = significand(choices);
  for (std::size_t i = 0; i < size; ++i) {
    const double min_share = choices.one_in(2) ? 0 : bound;
    const double max_share = choices.one_in(2) ? infinity : bound * choices.between(1, 4);
    problem.claimants.push_back(claimant(weight, min_share, max_share));
    weight = wrapped(weight * base);
    bound = wrapped(bound * bound_base);
  }
  const Rational ratio = some_breakpoint(choices, problem.claimants);
  problem.total = near(choices, sum_at(problem.claimants, ratio * choices.between(1, 2)));
  return problem;
}

// A share that is factor * rest / weights; the total is the rest plus the fixed part.
struct Division {
  std::uint64_t total;
  std::uint64_t fixed;
  std::uint64_t factor;
  std::uint64_t weights;
};

std::uint64_t odd_number(Choices& choices, int bits) {
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return choices.below(top) | top | 1;
}

// odd * odd / 2^28 with a product of 54 bits: exactly a midpoint. Now and then the midpoint just
// below a power of two, where the gap between doubles is half of that above: (2^27 - 1)(2^27 + 1).
Division midpoint(Choices& choices) {
  constexpr std::uint64_t middle = std::uint64_t{1} << 27;
  const bool is_below_power = choices.one_in(8);
  std::uint64_t factor = is_below_power ? middle - 1 : 0;
  std::uint64_t rest = is_below_power ? middle + 1 : 0;
  while (std::bit_width(factor * rest) != 54) {
    factor = odd_number(choices, 27);
    rest = odd_number(choices, 27);
  }
  const std::uint64_t common = 1 + choices.below(1 << 24);
  return {rest * common, 0, factor, common << 28};
}

__extension__ typedef unsigned __int128 uint128;

std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
  return static_cast<std::uint64_t>(static_cast<uint128>(a) * b % modulus);
}

// The inverse of `number`, by Euclid's algorithm; nothing if the two have a common factor.
std::optional<std::uint64_t> find_inverse(std::uint64_t number, std::uint64_t modulus) {
  std::uint64_t a = modulus, b = number % modulus;
  std::uint64_t of_a = 0, of_b = 1;  // a = of_a * number and b = of_b * number, modulo the modulus
  while (b != 0) {
    const std::uint64_t quotient = a / b;
    const std::uint64_t step = product_modulo(quotient, of_b, modulus);
    a = std::exchange(b, a % b);
    of_a = std::exchange(of_b, (of_a + (modulus - step)) % modulus);
  }
  if (a != 1) return std::nullopt;
  return of_a;
}

// Whether the bits below the leading 53 are a one followed by zeros.
bool is_midpoint(std::uint64_t number) {
  const int below = static_cast<int>(std::bit_width(number)) - 53;
  if (below < 1) return false;
  return number % (std::uint64_t{1} << below) == std::uint64_t{1} << (below - 1);
}

// factor * rest = midpoint * weights + offset, with a small offset: the share is as near to the
// midpoint as a quotient of such numbers can be. The rest has 56 bits, so a minimum makes up the
// difference to a total that is a double.
Division beside_midpoint(Choices& choices) {
  for (;;) {
    const std::uint64_t weights = odd_number(choices, 53);
    const std::uint64_t rest = odd_number(choices, 56);
    const auto inverse = find_inverse(rest, weights);
    if (!inverse) continue;
    const bool is_above = choices.one_in(2);
    for (std::uint64_t offset = 1; offset < 20; ++offset) {
      const std::uint64_t above = product_modulo(*inverse, offset, weights);
      const std::uint64_t factor = is_above ? above : weights - above;
      const uint128 product = static_cast<uint128>(factor) * rest;
      const uint128 whole = is_above ? product - offset : product + offset;
      assert(whole % weights == 0);
      if (!is_midpoint(static_cast<std::uint64_t>(whole / weights))) continue;
      const std::uint64_t total = (rest + 7) / 8 * 8;
      return {total, total - rest, factor, weights};
    }
  }
}

// Half a unit of 2^-1074 and the like.
Problem<double> subnormal_midpoints(Choices& choices, std::size_t size) {
  Problem<double> problem;
  problem.total = std::ldexp(static_cast<double>(choices.below(64)), -1074);
  for (std::size_t i = 0; i < size; ++i) {
    problem.claimants.push_back({static_cast<double>(choices.between(1, 3)), 0, std::nullopt});
  }
  return problem;
}

Problem<double> midpoints(Choices& choices, std::size_t size) {
  if (choices.one_in(8)) return subnormal_midpoints(choices, size);
  const auto [total, fixed, factor, weights] =
      choices.one_in(4) ? midpoint(choices) : beside_midpoint(choices);
  const int range = choices.one_in(4) ? 900 : 40;
  const int share_exponent = choices.between(-range, range);
  const int weight_exponent = choices.between(-range, range);
  const auto scale = [](std::uint64_t number, int exponent) {
    return std::ldexp(static_cast<double>(number), exponent);
  };

  Problem<double> problem{scale(total, share_exponent), {}};
  const double fixed_share = scale(fixed, share_exponent);
  problem.claimants.push_back({scale(factor, weight_exponent), 0, std::nullopt});
  problem.claimants.push_back({choices.one_in(2) ? 0.0 : 1.0, fixed_share, fixed_share});
  // The other weights are taken from what is left of their sum, one by one.
  std::uint64_t left = weights - factor;
  while (left > 0) {
    const bool is_last = problem.claimants.size() + 1 >= size;
    const std::uint64_t weight = is_last ? left : 1 + choices.below(left);
    problem.claimants.push_back({scale(weight, weight_exponent), 0, std::nullopt});
    left -= weight;
  }
  if (choices.one_in(8)) problem.total = near(choices, exact::from_double(problem.total));
  return problem;
}

// Numbers around the ends of other types, 2^24, 2^31, 2^63 and so on, and sums that exceed them.
Problem<double> overflow(Choices& choices, std::size_t size) {
  const std::array exponents = {24, 31, 32, 53, 63, 64, 127, 128, 1023, 1024};
  const int exponent = choices.one_of(exponents);
  const auto about_the_end = [&] {
    const int below = choices.one_in(2) ? 0 : choices.between(0, 3);
    const Rational number = exact::from_double(std::ldexp(1.0, exponent - 1 - below)) * 2;
    return near(choices, number + choices.between(-2, 2));
  };
  const bool has_large_weights = choices.one_in(3);
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const bool is_large = has_large_weights && !choices.one_in(4);
    const double weight = is_large ? about_the_end() : choices.between(0, 4);
    const double min_share = choices.one_in(2) ? 0 : about_the_end();
    const double max_share = choices.one_in(2) ? infinity : about_the_end();
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  problem.total = about_the_end();
  if (choices.one_in(2)) {
    const Rational ratio = some_breakpoint(choices, problem.claimants);
    problem.total = near(choices, sum_at(problem.claimants, ratio));
  }
  return problem;
}

// A level as it might occur below other levels of a tree: all amounts are quotients.
Problem<double> level_of_a_tree(Choices& choices, std::size_t size) {
  Problem<double> problem = choices.one_in(2) ? ordinary(choices, size) : ties(choices, size);
  const int parents = choices.between(1, 12);
  for (auto& claimant : problem.claimants) {
    claimant.min_share /= parents;
    if (claimant.max_share) *claimant.max_share /= parents;
  }
  problem.total = near(choices, exact::from_double(problem.total) / parents);
  return problem;
}

Problem<double> make(Family family, Choices& choices, std::size_t size) {
  switch (family) {
    case Family::ordinary:
      return ordinary(choices, size);
    case Family::ties:
      return ties(choices, size);
    case Family::shared_breakpoints:
      return shared_breakpoints(choices, size);
    case Family::zeros:
      return zeros(choices, size);
    case Family::extremes:
      return extremes(choices, size);
    case Family::subnormals:
      return subnormals(choices, size);
    case Family::just_over:
      return just_over(choices, size);
    case Family::just_under:
      return just_under(choices, size);
    case Family::cancelling:
      return cancelling(choices, size);
    case Family::all_clamped:
      return all_clamped(choices, size);
    case Family::one_free:
      return one_free(choices, size);
    case Family::geometric:
      return geometric(choices, size);
    case Family::midpoints:
      return midpoints(choices, size);
    case Family::overflow:
      return overflow(choices, size);
    case Family::deep_trees:
      return level_of_a_tree(choices, size);
    case Family::many:
      return make(families[choices.below(families.size() - 1)], choices, size);
  }
  return {};
}

void shuffle(Claimants& claimants, Choices& choices) {
  for (std::size_t i = claimants.size(); i > 1; --i) {
    std::swap(claimants[i - 1], claimants[choices.below(i)]);
  }
}

}  // namespace

std::string_view name_of(Family family) {
  return names[static_cast<std::size_t>(family)];
}

std::optional<Family> find_family(std::string_view name) {
  for (const Family family : families) {
    if (name_of(family) == name) return family;
  }
  return std::nullopt;
}

Problem<double> adversarial_problem(Family family, Choices& choices, std::size_t size_max) {
  const std::size_t small = std::min<std::size_t>(size_max, 6);
  const std::size_t most = choices.one_in(2) ? small : size_max;
  std::size_t size = choices.below(most + 1);
  if (family == Family::many) size = size_max - choices.below(size_max / 2 + 1);
  Problem<double> problem = make(family, choices, size);
  shuffle(problem.claimants, choices);
  assert(!find_defect(problem));
  return problem;
}

}  // namespace fairshare::fuzz

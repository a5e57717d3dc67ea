#include "tests/adversary.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <ostream>
#include <random>
#include <utility>
#include <vector>

#include "exact/rational.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using Claimants = std::vector<Claimant<double>>;

constexpr double largest = std::numeric_limits<double>::max();
constexpr double infinity = std::numeric_limits<double>::infinity();

// The standard fixes the engine's numbers, but not the distributions', so these are our own. Two
// draws never stand in one call's arguments: compilers evaluate those in different orders.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  std::uint64_t below(std::uint64_t end) { return engine_() % end; }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool one_in(std::uint64_t chances) { return below(chances) == 0; }
  double fraction() { return std::ldexp(static_cast<double>(engine_() >> 11), -53); }  // [0, 1)

  template <class Value, std::size_t size>
  Value one_of(const std::array<Value, size>& values) {
    return values[below(size)];
  }

 private:
  std::mt19937_64 engine_;
};

// In [1, 2], of few bits or of all.
double significand(Random& random) {
  const int places = random.one_in(4) ? random.between(0, 6) : 52;
  const std::uint64_t bits = random.bits() >> (64 - 52) >> (52 - places);
  return 1 + std::ldexp(static_cast<double>(bits), -places);
}

double scaled(Random& random, int exponent_low, int exponent_high) {
  const double number = significand(random);
  return std::min(largest, std::ldexp(number, random.between(exponent_low, exponent_high)));
}

// A claimant for certain: what is too much is cut off, and the bounds are put in order.
Claimant<double> claimant(double weight, double min_share, double max_share) {
  Claimant<double> made{std::min(weight, largest), std::min(min_share, largest), {}};
  if (max_share < infinity) made.max_share = std::max(made.min_share, max_share);
  return made;
}

Rational share_at(const Claimant<double>& claimant, const Rational& ratio) {
  const Rational low = exact::from_double(claimant.min_share);
  if (claimant.weight == 0) return low;
  const Rational share = std::max(low, Rational(exact::from_double(claimant.weight) * ratio));
  if (!claimant.max_share) return share;
  return std::min(share, exact::from_double(*claimant.max_share));
}

Rational sum_at(const Claimants& claimants, const Rational& ratio) {
  Rational sum = 0;
  for (const auto& claimant : claimants) sum += share_at(claimant, ratio);
  return sum;
}

Rational sum_of_minimums(const Claimants& claimants) {
  return sum_at(claimants, 0);
}

// The nearest double, or one of those beside it.
double near(Random& random, const Rational& number) {
  const double nearest = std::min(largest, exact::to_double(number));
  switch (random.below(3)) {
    case 0:
      return nearest;
    case 1:
      return std::nextafter(nearest, 0.0);
    default:
      return std::nextafter(nearest, largest);
  }
}

// A quotient of a bound and its weight, where there is one: a ratio at which something happens.
Rational some_breakpoint(Random& random, const Claimants& claimants) {
  if (claimants.empty()) return 1;
  const auto& [weight, min_share, max_share] = claimants[random.below(claimants.size())];
  if (weight == 0) return 1;
  const double bound = max_share && random.one_in(2) ? *max_share : min_share;
  return exact::from_double(bound) / exact::from_double(weight);
}

Problem<double> ordinary(Random& random, std::size_t size) {
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = random.one_in(2) ? random.between(1, 10) : 10 * random.fraction();
    const double min_share = random.one_in(2) ? 0 : 50 * random.fraction();
    const double max_share = random.one_in(2) ? infinity : min_share + 100 * random.fraction();
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  const double ratio = 30 * random.fraction();
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    problem.total += std::clamp(weight * ratio, min_share, max_share.value_or(infinity));
  }
  if (random.one_in(4)) problem.total *= 2 * random.fraction();
  return problem;
}

Problem<double> ties(Random& random, std::size_t size) {
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = random.between(0, 3);
    const double min_share = random.between(0, 3);
    const double max_share = random.one_in(3) ? infinity : min_share + random.between(0, 4);
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  problem.total = static_cast<double>(random.below(8 * size + 3)) / 2;
  return problem;
}

struct Fraction {
  std::uint64_t above;
  std::uint64_t below;
};

Fraction some_fraction(Random& random) {
  if (random.one_in(4)) {
    const std::uint64_t above = 1 + random.below(1 << 20);
    return {above, 1 + random.below(1 << 20)};
  }
  return random.one_of(std::array<Fraction, 6>{{{4, 3}, {1, 3}, {2, 1}, {5, 7}, {1, 1}, {10, 1}}});
}

// A bound and a weight whose quotient is the fraction, in one of many ways.
std::pair<double, double> bound_and_weight(Random& random, const Fraction& fraction) {
  const std::uint64_t factor = 1 + random.below(1 << random.between(0, 20));
  const int exponent = random.one_in(2) ? 0 : random.between(-30, 30);
  double bound = std::ldexp(static_cast<double>(fraction.above * factor), exponent);
  const double weight = std::ldexp(static_cast<double>(fraction.below * factor), exponent);
  // Another quotient, but often the same double.
  if (random.one_in(12)) bound = std::nextafter(bound, random.one_in(2) ? 0.0 : largest);
  return {bound, weight};
}

Problem<double> shared_breakpoints(Random& random, std::size_t size) {
  std::array<Fraction, 3> fractions = {};
  for (Fraction& fraction : fractions) fraction = some_fraction(random);
  const std::size_t fractions_used = 1 + random.below(fractions.size());

  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const auto [bound, weight] = bound_and_weight(random, fractions[random.below(fractions_used)]);
    switch (random.below(5)) {
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
  const Fraction& at = fractions[random.below(fractions_used)];
  Rational ratio(at.above, at.below);
  if (random.one_in(3)) ratio *= Rational(random.between(1, 20), 10);
  problem.total = near(random, sum_at(problem.claimants, ratio));
  return problem;
}

double zero_or(Random& random, double number) {
  if (!random.one_in(2)) return number;
  return random.one_in(4) ? -0.0 : 0.0;
}

Problem<double> zeros(Random& random, std::size_t size) {
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = zero_or(random, random.between(1, 4));
    const double min_share = zero_or(random, significand(random));
    const double max_share = random.one_in(3) ? infinity : zero_or(random, random.between(1, 4));
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  switch (random.below(3)) {
    case 0:
      problem.total = near(random, sum_of_minimums(problem.claimants));
      break;
    case 1:
      problem.total = near(random, sum_at(problem.claimants, random.between(1, 3)));
      break;
    default:
      problem.total = zero_or(random, random.between(1, 4));
      break;
  }
  return problem;
}

// From the smallest to the largest double, or all of them within a window.
Problem<double> extremes(Random& random, std::size_t size) {
  const int spread = random.one_of(std::array{3, 70, 300, 2100});
  const int middle = random.between(-1074, 1023);
  const int low = std::max(-1074, middle - spread);
  const int high = std::min(1023, middle + spread);
  const int weight_low = random.one_in(2) ? -1074 : low;
  const auto number = [&] {
    if (random.one_in(16)) return largest;
    if (random.one_in(16)) return std::numeric_limits<double>::denorm_min();
    return scaled(random, low, high);
  };

  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = scaled(random, weight_low, high);
    const double min_share = random.one_in(3) ? 0 : number();
    const double max_share = random.one_in(3) ? infinity : number();
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  if (random.one_in(4)) {
    problem.total = number();
  } else {
    const Rational ratio = some_breakpoint(random, problem.claimants);
    problem.total = near(random, sum_at(problem.claimants, ratio * random.between(1, 3)));
  }
  return problem;
}

Problem<double> subnormals(Random& random, std::size_t size) {
  const int bits = random.between(1, 54);
  const auto number = [&] {
    return std::ldexp(static_cast<double>(random.below(std::uint64_t{1} << bits)), -1074);
  };
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    double weight = number();
    if (random.one_in(2)) weight = random.between(1, 9);
    if (random.one_in(8)) weight = scaled(random, -1022, 1023);
    const double min_share = random.one_in(2) ? 0 : number();
    const double max_share = random.one_in(2) ? infinity : number() + number();
    problem.claimants.push_back(claimant(weight, min_share, max_share));
  }
  if (random.one_in(2)) {
    problem.total = number() + static_cast<double>(size) * number();
  } else {
    const Rational ratio = some_breakpoint(random, problem.claimants);
    problem.total = near(random, sum_at(problem.claimants, ratio));
  }
  return problem;
}

Claimants anything_with_ends(Random& random, std::size_t size) {
  const int spread = random.one_of(std::array{0, 8, 60, 900});
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = random.one_in(6) ? 0 : scaled(random, -spread, spread);
    const double min_share = random.one_in(4) ? 0 : scaled(random, -spread, spread);
    const double max_share = scaled(random, -spread, spread);
    claimants.push_back(claimant(weight, min_share, max_share));
  }
  return claimants;
}

Problem<double> tight_minimums(Random& random, std::size_t size) {
  Problem<double> problem{0, anything_with_ends(random, size)};
  for (auto& claimant : problem.claimants) {
    if (random.one_in(2)) claimant.max_share = std::nullopt;
  }
  problem.total = near(random, sum_of_minimums(problem.claimants));
  return problem;
}

Problem<double> tight_maximums(Random& random, std::size_t size) {
  Problem<double> problem{0, anything_with_ends(random, size)};
  Rational most = 0;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    most += exact::from_double(weight == 0 ? min_share : *max_share);
  }
  problem.total = near(random, most);
  return problem;
}

Problem<double> cancelling(Random& random, std::size_t size) {
  const int exponent = random.one_in(2) ? random.between(20, 70) : random.between(70, 1000);
  const int tiny = exponent - 53;
  Problem<double> problem;
  for (std::size_t i = 0; i < size; ++i) {
    if (i == 0 || random.one_in(4)) {
      const double bound = scaled(random, exponent - 3, exponent);
      const double weight = random.one_in(3) ? 0 : scaled(random, -60, 60);
      const double max_share = random.one_in(2) ? bound : std::nextafter(bound, largest);
      problem.claimants.push_back(claimant(weight, bound, max_share));
    } else {
      const double weight = scaled(random, -3, 3);
      const double min_share = random.one_in(2) ? 0 : scaled(random, tiny - 60, tiny);
      const double max_share = random.one_in(2) ? infinity : scaled(random, tiny - 20, tiny + 3);
      problem.claimants.push_back(claimant(weight, min_share, max_share));
    }
  }
  const Rational rest = exact::from_double(scaled(random, tiny - 3, tiny + 5));
  problem.total = near(random, sum_of_minimums(problem.claimants) + rest);
  return problem;
}

// Everybody at a bound at the ratio; now and then the bound begins or ends right there.
Claimants clamped_at(Random& random, std::size_t size, double ratio) {
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const double weight = random.one_in(2) ? random.between(1, 8) : scaled(random, -20, 20);
    const double there = weight * ratio;
    const double below = random.one_in(6) ? there : there * random.fraction();
    const double above = random.one_in(6) ? there : there * (1 + random.fraction());
    if (random.one_in(2)) {
      const double min_share = random.one_in(2) ? 0 : below * random.fraction();
      claimants.push_back(claimant(weight, min_share, below));
    } else {
      const double max_share = random.one_in(2) ? infinity : above * (1 + random.fraction());
      claimants.push_back(claimant(weight, above, max_share));
    }
  }
  return claimants;
}

Problem<double> all_clamped(Random& random, std::size_t size) {
  const double ratio = scaled(random, -10, 10);
  Problem<double> problem{0, clamped_at(random, size, ratio)};
  problem.total = near(random, sum_at(problem.claimants, exact::from_double(ratio)));
  return problem;
}

Problem<double> one_free(Random& random, std::size_t size) {
  const double ratio = scaled(random, -10, 10);
  Problem<double> problem{0, clamped_at(random, size, ratio)};
  if (size > 0) {
    problem.claimants[random.below(size)] = {scaled(random, -30, 30), 0, std::nullopt};
  }
  problem.total = near(random, sum_at(problem.claimants, exact::from_double(ratio)));
  return problem;
}

Problem<double> geometric(Random& random, std::size_t size) {
  const double base = random.one_of(std::array{2.0, 0.5, 10.0, 1.5, 1e-3, 1e17});
  const double bound_base = random.one_of(std::array{1.0, 1.0, 2.0, 0.5, 3.0});
  const auto wrapped = [](double number) {
    return number > 1e290 || number < 1e-290 ? 1.0 : number;
  };
  Problem<double> problem;
  double weight = 1;
  double bound = significand(random);
  for (std::size_t i = 0; i < size; ++i) {
    const double min_share = random.one_in(2) ? 0 : bound;
    const double max_share = random.one_in(2) ? infinity : bound * random.between(1, 4);
    problem.claimants.push_back(claimant(weight, min_share, max_share));
    weight = wrapped(weight * base);
    bound = wrapped(bound * bound_base);
  }
  const Rational ratio = some_breakpoint(random, problem.claimants);
  problem.total = near(random, sum_at(problem.claimants, ratio * random.between(1, 2)));
  return problem;
}

// A share factor * rest / weights, where the total is the rest and the fixed part.
struct Division {
  std::uint64_t total;
  std::uint64_t fixed;
  std::uint64_t factor;
  std::uint64_t weights;
};

std::uint64_t odd_number(Random& random, int bits) {
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  return random.below(top) | top | 1;
}

// odd * odd / 2^28, where the product has 54 bits: a midpoint exactly.
Division midpoint(Random& random) {
  std::uint64_t factor = 0;
  std::uint64_t rest = 0;
  while (std::bit_width(factor * rest) != 54) {
    factor = odd_number(random, 27);
    rest = odd_number(random, 27);
  }
  const std::uint64_t common = 1 + random.below(1 << 24);
  return {rest * common, 0, factor, common << 28};
}

__extension__ typedef unsigned __int128 uint128;

std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
  return static_cast<std::uint64_t>(static_cast<uint128>(a) * b % modulus);
}

// The inverse of `number`, by Euclid's algorithm; nothing where the two have a common factor.
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

// Whether the bits below the leading 53 are a one and zeros.
bool is_midpoint(std::uint64_t number) {
  const int below = static_cast<int>(std::bit_width(number)) - 53;
  if (below < 1) return false;
  return number % (std::uint64_t{1} << below) == std::uint64_t{1} << (below - 1);
}

// factor * rest = midpoint * weights + offset, with a small offset: the share is as near to the
// midpoint as a quotient of such numbers can be. The rest has 56 bits, so a minimum takes away what
// makes the total a double.
Division beside_midpoint(Random& random) {
  for (;;) {
    const std::uint64_t weights = odd_number(random, 53);
    const std::uint64_t rest = odd_number(random, 56);
    const auto inverse = find_inverse(rest, weights);
    if (!inverse) continue;
    const bool is_above = random.one_in(2);
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
Problem<double> subnormal_midpoints(Random& random, std::size_t size) {
  Problem<double> problem;
  problem.total = std::ldexp(static_cast<double>(random.below(64)), -1074);
  for (std::size_t i = 0; i < size; ++i) {
    problem.claimants.push_back({static_cast<double>(random.between(1, 3)), 0, std::nullopt});
  }
  return problem;
}

Problem<double> midpoints(Random& random, std::size_t size) {
  if (random.one_in(8)) return subnormal_midpoints(random, size);
  const auto [total, fixed, factor, weights] =
      random.one_in(4) ? midpoint(random) : beside_midpoint(random);
  const int range = random.one_in(4) ? 900 : 40;
  const int share_exponent = random.between(-range, range);
  const int weight_exponent = random.between(-range, range);
  const auto scale = [](std::uint64_t number, int exponent) {
    return std::ldexp(static_cast<double>(number), exponent);
  };

  Problem<double> problem{scale(total, share_exponent), {}};
  const double fixed_share = scale(fixed, share_exponent);
  problem.claimants.push_back({scale(factor, weight_exponent), 0, std::nullopt});
  problem.claimants.push_back({random.one_in(2) ? 0.0 : 1.0, fixed_share, fixed_share});
  // The other weights are cut off the rest of their sum one by one.
  std::uint64_t left = weights - factor;
  while (left > 0) {
    const bool is_last = problem.claimants.size() + 1 >= size;
    const std::uint64_t weight = is_last ? left : 1 + random.below(left);
    problem.claimants.push_back({scale(weight, weight_exponent), 0, std::nullopt});
    left -= weight;
  }
  if (random.one_in(8)) problem.total = near(random, exact::from_double(problem.total));
  return problem;
}

Problem<double> make(Family family, Random& random, std::size_t size) {
  switch (family) {
    case Family::ordinary:
      return ordinary(random, size);
    case Family::ties:
      return ties(random, size);
    case Family::shared_breakpoints:
      return shared_breakpoints(random, size);
    case Family::zeros:
      return zeros(random, size);
    case Family::extremes:
      return extremes(random, size);
    case Family::subnormals:
      return subnormals(random, size);
    case Family::tight_minimums:
      return tight_minimums(random, size);
    case Family::tight_maximums:
      return tight_maximums(random, size);
    case Family::cancelling:
      return cancelling(random, size);
    case Family::all_clamped:
      return all_clamped(random, size);
    case Family::one_free:
      return one_free(random, size);
    case Family::geometric:
      return geometric(random, size);
    case Family::midpoints:
      return midpoints(random, size);
    case Family::many:
      return make(families[random.below(families.size() - 1)], random, size);
  }
  return {};
}

void shuffle(Claimants& claimants, Random& random) {
  for (std::size_t i = claimants.size(); i > 1; --i) {
    std::swap(claimants[i - 1], claimants[random.below(i)]);
  }
}

}  // namespace

const char* name_of(Family family) {
  switch (family) {
    case Family::ordinary:
      return "ordinary";
    case Family::ties:
      return "ties";
    case Family::shared_breakpoints:
      return "shared_breakpoints";
    case Family::zeros:
      return "zeros";
    case Family::extremes:
      return "extremes";
    case Family::subnormals:
      return "subnormals";
    case Family::tight_minimums:
      return "tight_minimums";
    case Family::tight_maximums:
      return "tight_maximums";
    case Family::cancelling:
      return "cancelling";
    case Family::all_clamped:
      return "all_clamped";
    case Family::one_free:
      return "one_free";
    case Family::geometric:
      return "geometric";
    case Family::midpoints:
      return "midpoints";
    case Family::many:
      return "many";
  }
  return "";
}

Problem<double> adversarial_problem(Family family, std::uint64_t seed, std::size_t size_max) {
  Random random(seed ^ static_cast<std::uint64_t>(family) << 56);
  const std::size_t small = std::min<std::size_t>(size_max, 6);
  std::size_t size = random.below((random.one_in(2) ? small : size_max) + 1);
  if (family == Family::many) size = size_max - random.below(size_max / 2 + 1);
  Problem<double> problem = make(family, random, size);
  shuffle(problem.claimants, random);
  assert(!find_defect(problem));
  return problem;
}

std::string to_record(const Problem<double>& problem, const std::string& id) {
  std::string claimants;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    claimants += claimants.empty() ? "" : ",";
    claimants += fmt::format(R"({{"weight":{:.17g},"min_share":{:.17g})", weight, min_share);
    if (max_share) claimants += fmt::format(R"(,"max_share":{:.17g})", *max_share);
    claimants += "}";
  }
  return fmt::format(R"({{"id":"{}","numbers":"double","total":{:.17g},"claimants":[{}]}})", id,
                     problem.total, claimants);
}

}  // namespace fairshare::tests

namespace fairshare {

void showValue(const Problem<double>& problem, std::ostream& stream) {
  stream << tests::to_record(problem, "found");
}

}  // namespace fairshare

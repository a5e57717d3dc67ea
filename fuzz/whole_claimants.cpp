#include "fuzz/whole_claimants.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>

namespace fairshare::fuzz {
namespace {

using exact::Integer;
using Claimants = std::vector<Claimant<Rational>>;

Rational power_of_two(unsigned exponent) {
  return Rational(Integer(1) << exponent);
}

// From 0 to `most`.
Rational up_to(Choices& choices, std::uint64_t most) {
  return choices.below(most + 1);
}

// If there is a maximum, it is `room` above the minimum.
Claimant<Rational> claimant(const Rational& weight, const Rational& min_share,
                            const std::optional<Rational>& room) {
  Claimant<Rational> made{weight, min_share, std::nullopt};
  if (room) made.max_share = min_share + *room;
  return made;
}

Claimants ordinary(Choices& choices, std::size_t size) {
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Rational weight = choices.one_in(8) ? up_to(choices, 100) : 1 + up_to(choices, 9);
    const Rational min_share = choices.one_in(2) ? Rational(0) : up_to(choices, 50);
    std::optional<Rational> room;
    if (choices.one_in(2)) room = up_to(choices, 100);
    claimants.push_back(claimant(weight, min_share, room));
  }
  return claimants;
}

// Few different numbers.
Claimants ties(Choices& choices, std::size_t size) {
  const auto draw = [&] {
    const Rational weight = choices.one_in(8) ? Rational(0) : 1 + up_to(choices, 3);
    const Rational min_share = choices.one_in(3) ? up_to(choices, 3) : Rational(0);
    std::optional<Rational> room;
    if (!choices.one_in(3)) room = up_to(choices, 4);
    return claimant(weight, min_share, room);
  };
  const Claimant<Rational> first = draw();
  const Claimant<Rational> second = draw();
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t which = choices.below(4);
    claimants.push_back(which < 2 ? first : which == 2 ? second : draw());
  }
  return claimants;
}

struct Fraction {
  int numerator;
  int denominator;
};

Claimants shared_breakpoints(Choices& choices, std::size_t size) {
  constexpr std::array<Fraction, 6> known = {{{4, 3}, {1, 3}, {2, 1}, {5, 7}, {1, 1}, {10, 1}}};
  const Fraction first = choices.one_of(known);
  const Fraction second = choices.one_of(known);
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Fraction& fraction = choices.one_in(3) ? second : first;
    const int factor = choices.between(1, choices.one_in(4) ? 1000 : 5);
    const Rational weight = fraction.denominator * factor;
    const Rational bound = fraction.numerator * factor;
    switch (choices.below(4)) {
      case 0:
        claimants.push_back({weight, bound, std::nullopt});
        break;
      case 1:
        claimants.push_back({weight, 0, bound});
        break;
      case 2:
        claimants.push_back({weight, bound, 2 * bound});
        break;
      default:
        claimants.push_back({weight, bound, bound});
        break;
    }
  }
  return claimants;
}

Claimants zeros(Choices& choices, std::size_t size) {
  const auto zero_or_small = [&] {
    return choices.one_in(2) ? Rational(0) : 1 + up_to(choices, 3);
  };
  const bool has_weights = !choices.one_in(4);
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Rational weight = has_weights ? zero_or_small() : Rational(0);
    const Rational min_share = zero_or_small();
    std::optional<Rational> room;
    if (!choices.one_in(3)) room = choices.one_in(3) ? 100 * zero_or_small() : zero_or_small();
    claimants.push_back(claimant(weight, min_share, room));
  }
  return claimants;
}

// Of any size up to the end, small ones as often as large ones.
Rational of_any_size(Choices& choices, const Rational& end) {
  if (choices.one_in(8)) return about_a_power(choices, end);
  const auto bits = static_cast<std::uint64_t>(msb(numerator(end)));
  const auto exponent = static_cast<unsigned>(choices.below(bits + 1));
  const std::uint64_t beyond = exponent < 64 ? std::uint64_t{1} << exponent : 1;
  const Rational number = power_of_two(exponent) + choices.bits() % beyond;
  return std::min(end, number);
}

Claimants extremes(Choices& choices, std::size_t size, const Ends& ends) {
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Rational weight = of_any_size(choices, ends.weight);
    Rational low = choices.one_in(2) ? Rational(0) : of_any_size(choices, ends.amount);
    std::optional<Rational> high;
    if (choices.one_in(2)) high = of_any_size(choices, ends.amount);
    if (high && *high < low) std::swap(low, *high);
    claimants.push_back({weight, low, high});
  }
  return claimants;
}

// Less than a unit for each claimant, or a little more.
Claimants smallest(Choices& choices, std::size_t size) {
  const bool has_equal_weights = choices.one_in(2);
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Rational weight = has_equal_weights ? Rational(1) : 1 + up_to(choices, 99);
    const Rational min_share = choices.one_in(8) ? 1 : 0;
    std::optional<Rational> room;
    if (choices.one_in(2)) room = up_to(choices, 2);
    claimants.push_back(claimant(weight, min_share, room));
  }
  return claimants;
}

// Bounds of all sizes; every claimant has a maximum if `has_ends`.
Claimants of_any_bounds(Choices& choices, std::size_t size, bool has_ends) {
  const std::uint64_t most = choices.one_of(std::array<std::uint64_t, 4>{4, 10, 1000, 1'000'000});
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Rational weight = choices.one_in(6) ? Rational(0) : 1 + up_to(choices, 9);
    const Rational min_share = choices.one_in(3) ? Rational(0) : up_to(choices, most);
    std::optional<Rational> room;
    if (has_ends || choices.one_in(2)) room = up_to(choices, most);
    claimants.push_back(claimant(weight, min_share, room));
  }
  return claimants;
}

Claimants cancelling(Choices& choices, std::size_t size, const Ends& ends) {
  // So that the sum of several does not exceed the end.
  const Rational huge = about_a_power(choices, Rational(exact::floor(ends.amount / 8)));
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    if (i == 0 || (i < 4 && choices.one_in(3))) {
      const Rational weight = choices.one_in(3) ? Rational(0) : 1 + up_to(choices, 1000);
      claimants.push_back(claimant(weight, huge, up_to(choices, 1)));
    } else {
      std::optional<Rational> room;
      if (choices.one_in(2)) room = up_to(choices, 5);
      claimants.push_back(claimant(1 + up_to(choices, 2), 0, room));
    }
  }
  return claimants;
}

// Every claimant at a bound at one ratio, or a unit from it.
Claimants all_clamped(Choices& choices, std::size_t size) {
  const int numerator = choices.between(1, 20);
  const Rational ratio(numerator, choices.one_of(std::array{1, 1, 2, 3}));
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Rational weight = 1 + up_to(choices, 7);
    const Rational there = weight * ratio;
    const bool is_close = choices.one_in(4);
    if (choices.one_in(2)) {
      const Rational most(exact::floor(is_close ? there : Rational(there / 2)));
      claimants.push_back({weight, 0, most});
    } else {
      const Rational least(exact::ceil(is_close ? there : Rational(there * 3 / 2)));
      std::optional<Rational> room;
      if (choices.one_in(2)) room = up_to(choices, 20);
      claimants.push_back(claimant(weight, least, room));
    }
  }
  return claimants;
}

Claimants one_free(Choices& choices, std::size_t size) {
  Claimants claimants = all_clamped(choices, size);
  if (size == 0) return claimants;
  Claimant<Rational>& free = claimants[choices.below(size)];
  free = {1 + up_to(choices, 9), 0, std::nullopt};
  return claimants;
}

// Heavy claimants with little to claim, and a light one with a lot. A scheduler that gives each its
// part and redistributes what was too much needs many rounds.
Claimants geometric(Choices& choices, std::size_t size, const Ends& ends) {
  const std::array<int, 10> bases = {2, 3, 10, 10, 100, 100, 1000, 10'000, 1'000'000, 10'000'000};
  const int base = choices.one_of(bases);
  const bool has_small_maximums = choices.one_in(2);
  Claimants claimants;
  Rational weight = 1;
  Rational bound = 1 + up_to(choices, 3);
  for (std::size_t i = 0; i < size; ++i) {
    if (has_small_maximums) {
      std::optional<Rational> most;
      if (i > 0) most = choices.one_in(4) ? bound + up_to(choices, 2) : bound;
      if (i == 0 && choices.one_in(2)) most = 100 * bound;
      claimants.push_back({weight, 0, most});
    } else {
      const Rational min_share = choices.one_in(2) ? Rational(0) : bound;
      std::optional<Rational> room;
      if (choices.one_in(2)) room = bound * up_to(choices, 3);
      claimants.push_back(claimant(weight, min_share, room));
      bound *= choices.one_in(2) ? 2 : 1;
      if (bound > 1'000'000) bound = 1;
    }
    weight *= base;
    if (weight > ends.weight) weight = 1;
  }
  return claimants;
}

// Shares that end in a half: equal weights, or doubled ones.
Claimants midpoints(Choices& choices, std::size_t size) {
  const int weight = choices.between(1, 3);
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const int times = choices.one_in(4) ? choices.between(2, 3) : 1;
    std::optional<Rational> room;
    if (choices.one_in(3)) room = 1 + up_to(choices, 9);
    claimants.push_back({weight * times, 0, room});
  }
  return claimants;
}

// The power at which a type ends, and numbers that exceed it alone or together. A single claimant
// always has a large number.
Claimants overflow(Choices& choices, std::size_t size, const Ends& ends) {
  const Rational amount = about_a_power(choices, ends.amount);
  const Rational heavy = about_a_power(choices, ends.weight);
  const std::uint64_t which = choices.below(5);
  const bool has_large_weights = which <= 2;
  const bool has_large_amounts = which >= 2;
  const auto large_amount = [&] {
    if (size == 1) return amount;
    if (choices.one_in(8)) return about_a_power(choices, ends.amount);
    return choices.one_in(6) ? Rational(exact::floor(amount / 2)) : amount;
  };
  const auto some_weight = [&] {
    if (has_large_weights && !choices.one_in(4)) return heavy;
    return choices.one_in(2) ? up_to(choices, 9) : Rational(1);
  };
  Claimants claimants;
  for (std::size_t i = 0; i < size; ++i) {
    const Rational weight = some_weight();
    Rational low = 0;
    std::optional<Rational> high;
    if (has_large_amounts) {
      if (choices.one_in(8)) low = large_amount();
      if (!choices.one_in(3)) high = choices.one_in(8) ? up_to(choices, 10) : large_amount();
    } else {
      if (choices.one_in(6)) low = up_to(choices, 5);
      if (choices.one_in(2)) high = choices.one_in(2) ? Rational(100) : up_to(choices, 1000);
    }
    if (high && *high < low) std::swap(low, *high);
    claimants.push_back({weight, low, high});
  }
  return claimants;
}

}  // namespace

std::vector<Claimant<Rational>> whole_claimants(Family family, Choices& choices, std::size_t size,
                                                const Ends& ends) {
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
      return extremes(choices, size, ends);
    case Family::subnormals:
      return smallest(choices, size);
    case Family::just_over:
      return of_any_bounds(choices, size, false);
    case Family::just_under:
      return of_any_bounds(choices, size, true);
    case Family::cancelling:
      return cancelling(choices, size, ends);
    case Family::all_clamped:
      return all_clamped(choices, size);
    case Family::one_free:
      return one_free(choices, size);
    case Family::geometric:
      return geometric(choices, size, ends);
    case Family::midpoints:
      return midpoints(choices, size);
    case Family::overflow:
      return overflow(choices, size, ends);
    case Family::deep_trees:
      return choices.one_in(2) ? ordinary(choices, size) : ties(choices, size);
    case Family::many:
      break;
  }
  assert(family != Family::many);
  return {};
}

Rational about_a_power(Choices& choices, const Rational& end) {
  constexpr std::array<unsigned, 14> exponents = {24, 26, 30, 31, 31, 32, 53,
                                                  53, 53, 62, 63, 63, 63, 64};
  std::size_t fitting = 1;
  while (fitting < exponents.size() && power_of_two(exponents[fitting]) - 2 <= end) ++fitting;
  const unsigned exponent = exponents[choices.below(fitting)];
  const int offset = choices.one_of(std::array{0, 1, 1, -1, -2, -2, 2});
  const Rational number = power_of_two(exponent) + offset;
  return std::min(end, number);
}

}  // namespace fairshare::fuzz

// Divisions for the tests of the fast way: some modelled on the families of the benchmarks, and
// some whose exact answer is next to a place where the rounded one changes.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/reference/error_bounds.h"
#include "fairshare/reference/exact_product.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Division {
  double total;
  std::vector<double> weight, min_share, max_share;

  Columns columns() const { return {weight, min_share, max_share}; }
  Slice slice() const { return {weight.data(), min_share.data(), max_share.data(), weight.size()}; }
};

// Ways to draw a claimant, modelled on the families of the benchmarks.
enum class Kind {
  uniform,
  ties,
  heavy,
  geometric,
  all_clamped,
  few_free,
  cancelling,
  zeros,
  simplex
};
constexpr Kind kinds[] = {Kind::uniform,    Kind::ties,        Kind::heavy,
                          Kind::geometric,  Kind::all_clamped, Kind::few_free,
                          Kind::cancelling, Kind::zeros,       Kind::simplex};

inline Claimant<double> draw(Kind kind, std::mt19937_64& random) {
  const auto unit = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
  const auto below = [&](unsigned n) { return static_cast<double>(random() % n); };
  switch (kind) {
    case Kind::uniform: {
      const double min_share = unit() / 2;
      return {unit() + 0.001, min_share, min_share + unit()};
    }
    case Kind::ties: {
      const double min_share = 4 * below(4);
      return {3 * (1 + below(4)), min_share, min_share + 4 * below(7)};
    }
    case Kind::heavy:
      return {std::pow(unit() + 1e-18, -1 / 1.1), unit() / 5, 2 + 8 * unit()};
    case Kind::geometric: {
      const double significand = 1 + unit();  // drawn before the exponent, by every compiler
      return {std::ldexp(significand, -10 * static_cast<int>(random() % 80)), 0, 1};
    }
    case Kind::all_clamped: {
      const double weight = unit() + 0.1;
      if (random() % 2 == 0) return {weight, 0, weight * unit()};
      return {weight, weight * (2 + unit()), 5};
    }
    case Kind::few_free: {
      const double share = unit();
      if (random() % 500 == 0) return {unit() + 0.1, 0, 3};
      return {unit() + 0.1, share, share};
    }
    case Kind::cancelling:
      return {1, random() % 500 == 0 ? 0.5 : 3 - unit() / 100, infinity};
    case Kind::zeros:
      return {below(2), below(2), 1 + below(2)};
    case Kind::simplex:  // the projection onto a simplex: few are above their minimums
      return {1, 6 - unit() - unit() - unit() - unit(), infinity};
  }
  return {};
}

// Divisions in which, usually, some claimants are at a bound and some are not.
inline Division divide(Kind kind, std::size_t claimants, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Division division{0, {}, {}, {}};
  for (std::size_t i = 0; i < claimants; ++i) {
    const Claimant<double> claimant = draw(kind, random);
    division.weight.push_back(claimant.weight);
    division.min_share.push_back(claimant.min_share);
    division.max_share.push_back(claimant.max_share.value_or(infinity));
  }
  const double ratio = kind == Kind::geometric     ? 0x1.4p+399
                       : kind == Kind::cancelling  ? 2.9999
                       : kind == Kind::all_clamped ? 1.5
                       : kind == Kind::ties        ? 4.0 / 3
                       : kind == Kind::simplex     ? 2.5
                                                   : 0.75;
  for (std::size_t i = 0; i < claimants; ++i) {
    division.total +=
        std::clamp(division.weight[i] * ratio, division.min_share[i], division.max_share[i]);
  }
  return division;
}

// ---- Problems whose exact answer is next to a place where the rounded one changes

inline std::uint64_t product_modulo(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
  return static_cast<std::uint64_t>(static_cast<uint128>(a) * b % modulus);
}

// The x with a * x = 1 modulo `modulus`, which is below 2^53; 0 if there is none.
inline std::uint64_t inverse(std::uint64_t a, std::uint64_t modulus) {
  std::int64_t x = 0, next_x = 1;
  auto rest = static_cast<std::int64_t>(modulus);
  auto next_rest = static_cast<std::int64_t>(a % modulus);
  while (next_rest != 0) {
    const std::int64_t quotient = rest / next_rest;
    x = std::exchange(next_x, x - quotient * next_x);
    rest = std::exchange(next_rest, rest - quotient * next_rest);
  }
  if (rest != 1) return 0;
  return static_cast<std::uint64_t>(x < 0 ? x + static_cast<std::int64_t>(modulus) : x);
}

// A ratio rest / weights of integers below 2^53, the second of them odd. With weight_for(), shares
// can be placed anywhere to within 1 / weights, about 2^-106 of themselves.
struct Ring {
  std::uint64_t rest;
  std::uint64_t weights;

  // The weight whose share, times `scale`, is offset / weights above a whole number; 0 for none.
  std::uint64_t weight_for(std::uint64_t scale, std::int64_t offset) const {
    const std::uint64_t unit = inverse(product_modulo(scale, rest, weights), weights);
    const std::uint64_t weight =
        product_modulo(unit, static_cast<std::uint64_t>(std::abs(offset)), weights);
    return offset < 0 && weight > 0 ? weights - weight : weight;
  }

  // The whole number below that share.
  uint128 whole_below(std::uint64_t weight, std::uint64_t scale, std::int64_t offset) const {
    const uint128 product = static_cast<uint128>(weight) * scale * rest;
    return offset < 0 ? (product + static_cast<std::uint64_t>(-offset)) / weights
                      : (product - static_cast<std::uint64_t>(offset)) / weights;
  }
};

inline Ring any_ring(std::mt19937_64& random) {
  constexpr std::uint64_t half = std::uint64_t{1} << 52;
  return {half + random() % half, (half + random() % half) | 1};
}

// All magnitudes are about equally likely.
inline std::int64_t any_offset(std::mt19937_64& random, unsigned bits_max) {
  const unsigned bits = static_cast<unsigned>(random() % bits_max);
  const auto offset = static_cast<std::int64_t>((std::uint64_t{1} << bits) |
                                                (random() & ((std::uint64_t{1} << bits) - 1)));
  return random() % 2 == 0 ? offset : -offset;
}

inline void add(Division& division, double weight, double min_share, double max_share) {
  division.weight.push_back(weight);
  division.min_share.push_back(min_share);
  division.max_share.push_back(max_share);
}

// The claimants shuffled among some that get nothing, so that each may be in any lane.
inline Division shuffled(const Division& division, std::size_t others, std::mt19937_64& random) {
  Division all = division;
  for (std::size_t k = 0; k < others; ++k) add(all, 0, 0, 1);
  std::vector<std::size_t> order(all.weight.size());
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), random);
  Division result{division.total, {}, {}, {}};
  for (const std::size_t i : order) {
    add(result, all.weight[i], all.min_share[i], all.max_share[i]);
  }
  return result;
}

// A weight of the ring whose share is offset / weights / scale away from the midpoint of two
// doubles, below `most`; 0 if the first few offsets from this one have none.
inline std::uint64_t weight_at_midpoint(const Ring& ring, std::uint64_t most,
                                        std::int64_t& offset) {
  const auto share_max =
      static_cast<std::uint64_t>(static_cast<uint128>(most) * ring.rest / ring.weights);
  if (share_max < 4) return 0;
  const std::uint64_t scale = std::uint64_t{1} << (54 - std::bit_width(share_max));
  const std::int64_t step = offset < 0 ? -2 : 2;
  offset |= 1;
  for (int tries = 0; tries < 4096; ++tries, offset += step) {
    const std::uint64_t weight = ring.weight_for(scale, offset);
    if (weight == 0 || weight >= most) continue;
    const uint128 half_units = ring.whole_below(weight, scale, offset);
    if (half_units >> 53 == 1 && half_units % 2 == 1) return weight;
  }
  return 0;
}

// One share is next to a midpoint, another is next to its bound. The latter and the rest of the
// ring decide the ratio, which decides on which side of the midpoint the first one is. The other
// has all weights but one in 2^few_bits. No claimants if none were found.
inline Division beside_bound_and_midpoint(unsigned few_bits, std::mt19937_64& random) {
  const Ring ring = any_ring(random);
  const std::uint64_t few = ring.weights >> few_bits;
  std::int64_t offset = any_offset(random, 42);
  std::uint64_t of_bound = 0;
  for (int tries = 0; tries < 4096 && of_bound == 0; ++tries, ++offset) {
    of_bound = offset == 0 ? 0 : ring.weight_for(1, offset);
    if (few_bits > 0 && ring.weights - of_bound > few) of_bound = 0;
    if (of_bound != 0) break;
  }
  std::int64_t of_midpoint_offset = any_offset(random, 42);
  const std::uint64_t left = ring.weights - of_bound;
  const std::uint64_t of_midpoint =
      of_bound == 0 ? 0 : weight_at_midpoint(ring, left, of_midpoint_offset);
  if (of_midpoint == 0) return {0, {}, {}, {}};
  const auto bound = static_cast<double>(ring.whole_below(of_bound, 1, offset));
  Division division{static_cast<double>(ring.rest), {}, {}, {}};
  const bool is_max = random() % 2 == 0;
  add(division, static_cast<double>(of_bound), is_max ? 0 : bound, is_max ? bound : infinity);
  add(division, static_cast<double>(of_midpoint), 0, infinity);
  add(division, static_cast<double>(left - of_midpoint), 0, infinity);
  return division;
}

// Fixed shares that add up to nearly the total: each takes most of what those before it left. The
// last rest, which is exact and far below what a sum of doubles keeps, is for two proportional
// claimants.
inline Division ladder(int rungs, int step_bits_max, std::mt19937_64& random) {
  Division division{1, {}, {}, {}};
  uint128 left = uint128{1} << 120;
  for (int k = 0; k < rungs; ++k) {
    const auto step_bits =
        static_cast<unsigned>(1 + random() % static_cast<unsigned>(step_bits_max));
    const uint128 next = (left >> step_bits) | (random() & 0xffff);
    const uint128 taken = left - next;
    unsigned cut = 0;
    while (taken >> cut >> 53 != 0) ++cut;
    const uint128 rounded = taken >> cut << cut;
    if (rounded == 0) break;
    left -= rounded;
    const double fixed = std::ldexp(static_cast<double>(rounded), -120);
    add(division, static_cast<double>(random() % 3), fixed, fixed);
  }
  const double unit = std::ldexp(static_cast<double>(left >> 20), -100);
  add(division, 1, 0, infinity);
  add(division, 1 + static_cast<double>(random() >> 12) * 0x1p-52, 0, 2 * unit + 0x1p-1000);
  add(division, 1, 0, infinity);
  return division;
}

}  // namespace fairshare::reference

// The reference solver's integers as exact numbers, and back.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "fairshare/exact/rational.h"
#include "fairshare/reference/exact_sum.h"

namespace fairshare::tests {

inline constexpr unsigned units_of_one = 1074;  // a Wide counts in units of 2^-1074

inline exact::Integer units(const reference::Wide& wide) {
  exact::Integer sum = 0;
  for (std::size_t k = reference::Wide::words; k-- > 0;) {
    sum = (sum << 64U) + exact::Integer(wide.word[k]);
  }
  return sum;
}

inline reference::Wide wide_of(exact::Integer units) {
  const exact::Integer base = exact::Integer(1) << 64U;
  reference::Wide wide;
  for (std::uint64_t& word : wide.word) {
    word = static_cast<std::uint64_t>(exact::Integer(units % base));
    units >>= 64U;
  }
  assert(units == 0);
  return wide;
}

inline exact::Rational value(const reference::Wide& wide) {
  return {units(wide), exact::Integer(1) << units_of_one};
}

inline exact::Rational value(reference::Binary binary) {
  const exact::Rational significand(binary.significand);
  const exact::Integer power = exact::Integer(1)
                               << static_cast<unsigned>(std::abs(binary.exponent));
  return binary.exponent < 0 ? exact::Rational(significand / exact::Rational(power))
                             : exact::Rational(significand * exact::Rational(power));
}

}  // namespace fairshare::tests

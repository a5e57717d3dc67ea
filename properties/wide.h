// Exact products of two 128-bit integers: enough to compare fractions of 128-bit numbers without
// dividing. Not a general arithmetic: only what narrow.h needs.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>

namespace fairshare::properties {

__extension__ typedef unsigned __int128 uint128;

struct Wide {  // high * 2^128 + low
  uint128 high = 0;
  uint128 low = 0;

  friend auto operator<=>(const Wide&, const Wide&) = default;
};

// The number of binary digits: 0 for 0, 128 for 2^127 and above.
constexpr int bits_of(uint128 number) {
  const auto high = static_cast<std::uint64_t>(number >> 64U);
  const auto low = static_cast<std::uint64_t>(number);
  const auto length = [](std::uint64_t half) { return half == 0 ? 0 : 64 - __builtin_clzll(half); };
  return high != 0 ? 64 + length(high) : length(low);
}

// a * b, by halves of 64 bits.
constexpr Wide product(uint128 a, uint128 b) {
  const auto high = [](uint128 number) { return number >> 64U; };
  const auto low = [](uint128 number) {
    return static_cast<uint128>(static_cast<std::uint64_t>(number));
  };
  const uint128 lowest = low(a) * low(b);
  const uint128 left = high(a) * low(b);
  const uint128 right = low(a) * high(b);
  const uint128 middle = high(lowest) + low(left) + low(right);  // below 3 * 2^64
  return {high(a) * high(b) + high(left) + high(right) + high(middle), middle << 64U | low(lowest)};
}

// a * factor. Asserts that 256 bits hold it.
constexpr Wide product(const Wide& a, std::uint64_t factor) {
  assert(bits_of(a.high) <= 64 || factor == 1);
  const Wide from_low = product(a.low, factor);
  return {a.high * factor + from_low.high, from_low.low};
}

}  // namespace fairshare::properties

// The numbers inside an Integer and a Rational if there is no GMP: Boost's own integers. Replaces
// exact/rational_backend.h, which says what each function is for.
#pragma once

// Words of 32 bits, whose products the machine can compute.
#include <boost/config.hpp>
#undef BOOST_HAS_INT128
#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "fairshare/exact/memory.h"
#include "fairshare/exact/rational.h"
#include "fairshare/exact/short_fraction.h"

namespace fairshare::exact::backend {

// Counts the memory of numbers, as GMP's is counted.
template <class Item>
struct CountedMemory {
  using value_type = Item;
  CountedMemory() = default;
  template <class Other>
  CountedMemory(const CountedMemory<Other>&) {}
  Item* allocate(std::size_t count) {
    return static_cast<Item*>(memory::allocate(count * sizeof(Item)));
  }
  void deallocate(Item* place, std::size_t count) { memory::release(place, count * sizeof(Item)); }
  friend bool operator==(const CountedMemory&, const CountedMemory&) { return true; }
};

using Digits =
    boost::multiprecision::cpp_int_backend<0, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked,
                                           CountedMemory<boost::multiprecision::limb_type>>;
using HeldInteger = boost::multiprecision::number<Digits, boost::multiprecision::et_off>;
using HeldRational = boost::multiprecision::number<boost::multiprecision::rational_adaptor<Digits>,
                                                   boost::multiprecision::et_off>;

inline std::optional<std::int64_t> find_short(const HeldInteger& number) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (number < -most || number > most) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

inline std::optional<ShortFraction> find_short(const HeldRational& number) {
  const auto above = find_short(numerator(number));
  if (!above) return std::nullopt;
  const auto below = find_short(denominator(number));
  if (!below) return std::nullopt;
  return ShortFraction{*above, *below};
}

inline const HeldInteger& view_of(std::int64_t number) {
  static HeldInteger place;
  return place = number;
}

inline const HeldRational& view_of(const ShortFraction& number) {
  static HeldRational place;
  return place = HeldRational(number.numerator, number.denominator);
}

inline HeldInteger long_of(int128 number) {
  HeldInteger result = static_cast<std::int64_t>(number >> 64U);
  result <<= 64U;
  return result += static_cast<std::uint64_t>(number);
}

inline HeldRational long_of(const WideFraction& number) {
  return HeldRational(long_of(number.numerator), long_of(number.denominator));
}

// Nine digits at a time. Boost's str() would add the C++ library's locales, a sixth of the page.
inline std::string text_of(HeldInteger number) {
  constexpr std::uint32_t nine_digits = 1'000'000'000;
  std::string text = number < 0 ? "-" : "";
  number = abs(number);
  std::string backwards;
  HeldInteger quotient, rest;
  while (number >= nine_digits) {
    divide_qr(number, HeldInteger(nine_digits), quotient, rest);
    auto block = static_cast<std::uint32_t>(rest);
    for (int digit = 0; digit < 9; ++digit, block /= 10) {
      backwards += static_cast<char>('0' + block % 10);
    }
    number.swap(quotient);
  }
  text += std::to_string(static_cast<std::uint32_t>(number));
  text.append(backwards.rbegin(), backwards.rend());
  return text;
}

inline void serve_memory() {}  // CountedMemory asks memory.h from the start

}  // namespace fairshare::exact::backend

// For which reals a reported number stands.
#include "formats/verdict/case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;

template <class Float>
bool has_even_significand(Float number) {
  using Bits = std::conditional_t<sizeof(Float) == 8, std::uint64_t, std::uint32_t>;
  return std::bit_cast<Bits>(number) % 2 == 0;
}

// Half of the way from a float to the next one. After the largest there is none, but a real rounds
// to it as if there were: as far away as the one below.
template <class Float>
Rational half_gap(Float number, Float direction) {
  Float neighbour = std::nextafter(number, direction);
  if (std::isinf(neighbour)) neighbour = std::nextafter(number, Float(0));
  const Rational gap = exact::from_double(neighbour) - exact::from_double(number);
  return abs(gap) / 2;
}

// The reals that round to `number`, ties to even. Both neighbours of an even one are odd, so it
// takes both ends, and an odd one none. A power of two has a narrower gap below than above.
template <class Float>
Interval rounding_to(Float number) {
  constexpr Float infinity = std::numeric_limits<Float>::infinity();
  const Rational value = exact::from_double(number);
  const bool open = !has_even_significand(number);
  return {value - half_gap(number, -infinity), value + half_gap(number, infinity), open, open};
}

std::optional<Interval> find_unwidened(const Rational& value, const Rational& last_digit,
                                       Rounding rounding) {
  switch (rounding) {
    case Rounding::exact:
      return Interval{value, value};
    case Rounding::written:
      return Interval{value - last_digit / 2, value + last_digit / 2};
    case Rounding::to_double: {
      const double number = exact::to_double(value);
      if (std::isinf(number) || exact::from_double(number) != value) return std::nullopt;
      return rounding_to(number);
    }
    case Rounding::to_float: {
      const float number = exact::to_float(value);
      if (std::isinf(number) || exact::from_double(number) != value) return std::nullopt;
      return rounding_to(number);
    }
    case Rounding::nearest:
      if (!exact::is_whole(value)) return std::nullopt;
      return Interval{value - Rational(1, 2), value + Rational(1, 2)};
    case Rounding::down:
      if (!exact::is_whole(value)) return std::nullopt;
      return Interval{value, value + 1, false, true};
    case Rounding::apportioned:
      if (!exact::is_whole(value)) return std::nullopt;
      return Interval{value - 1, value + 1, true, true};
  }
  return std::nullopt;
}

constexpr std::array<std::pair<std::string_view, Rounding>, 7> roundings = {
    {{"exact", Rounding::exact},
     {"written", Rounding::written},
     {"double", Rounding::to_double},
     {"float", Rounding::to_float},
     {"nearest", Rounding::nearest},
     {"down", Rounding::down},
     {"apportioned", Rounding::apportioned}}};

}  // namespace

std::string_view name_of(Rounding rounding) {
  return std::ranges::find(roundings, rounding, [](const auto& entry) { return entry.second; })
      ->first;
}

std::optional<Rounding> find_rounding(std::string_view name) {
  for (const auto& [known, rounding] : roundings) {
    if (known == name) return rounding;
  }
  return std::nullopt;
}

std::optional<Interval> find_interval(const Rational& value, const Rational& last_digit,
                                      Rounding rounding, const Rational& slack) {
  auto interval = find_unwidened(value, last_digit, rounding);
  if (interval) {
    interval->low -= slack;
    interval->high += slack;
  }
  return interval;
}

}  // namespace fairshare::formats

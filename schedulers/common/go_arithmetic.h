// Go's arithmetic where it differs from C++'s: the smaller and the larger of two doubles, a double
// as an int64, integers that wrap.
//
// As Go compiles for x86-64: on other processors it may round a product and a sum only once, and a
// conversion out of range has another result.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace fairshare::schedulers::go {

// math.Min: -infinity wins over NaN, NaN over everything else, and -0.0 is below 0.0.
inline double min(double a, double b) {
  if ((std::isinf(a) && a < 0) || (std::isinf(b) && b < 0)) {
    return -std::numeric_limits<double>::infinity();
  }
  if (std::isnan(a) || std::isnan(b)) return std::nan("");
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}

// math.Max: infinity wins over NaN, NaN over everything else, and 0.0 is above -0.0.
inline double max(double a, double b) {
  return -min(-a, -b);
}

// int64(number): towards 0; -2^63 for NaN and for anything out of range.
inline std::int64_t to_int64(double number) {
  if (number >= -0x1p63 && number < 0x1p63) return static_cast<std::int64_t>(number);
  return std::numeric_limits<std::int64_t>::min();
}

// a + b and a - b, which wrap; `has_wrapped` is set if they do.
inline std::int64_t add(std::int64_t a, std::int64_t b, bool& has_wrapped) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) has_wrapped = true;
  return sum;
}

inline std::int64_t subtract(std::int64_t a, std::int64_t b, bool& has_wrapped) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) has_wrapped = true;
  return difference;
}

}  // namespace fairshare::schedulers::go

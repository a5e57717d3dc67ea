// Exact numbers. One that fits into words of 64 bits is held in place and computed there
// (short_fraction.h); a longer one is Boost.Multiprecision's and GMP's, whose headers only
// rational.cpp includes: they take longer to compile than most files here.
//
// A double is a rational, so double -> Rational loses nothing. Text is read exactly: "0.1" is 1/10,
// never the nearest double. Rational -> double rounds once, to nearest, ties to even.
#pragma once

#include <cassert>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

namespace fairshare::exact {

class Rational;

// Not __int128, which std::integral includes where C++ has GNU's extensions.
template <class Number>
concept Word = std::integral<Number> && sizeof(Number) <= sizeof(std::int64_t);

// In lowest terms; the numerator is above -2^63, the denominator at least 1.
struct ShortFraction {
  std::int64_t numerator = 0;
  std::int64_t denominator = 1;

  friend bool operator==(const ShortFraction&, const ShortFraction&) = default;
};

namespace detail {

// A number in words, or one of Boost's that does not fit into them. For rational.cpp, which
// defines Long and all that is missing here.
template <class Words>
struct Stored {
  struct Long;

  Stored() = default;
  Stored(const Words& number) : words(number) {}
  Stored(const Stored& other) : Stored() { *this = other; }
  Stored(Stored&& other) noexcept
      : words(other.words), beyond(std::exchange(other.beyond, nullptr)) {}
  Stored& operator=(const Stored& other) {
    if (is_long() || other.is_long()) return assign(other);
    words = other.words;
    return *this;
  }
  Stored& operator=(Stored&& other) noexcept {
    words = other.words;
    std::swap(beyond, other.beyond);
    return *this;
  }
  ~Stored() {
    if (is_long()) release();
  }

  bool is_long() const { return beyond != nullptr; }
  template <class Held>
  void hold(Held number);
  Stored& assign(const Stored& other);
  void release();

  Words words = {};
  Long* beyond = nullptr;  // if there is one, it is the number
};

}  // namespace detail

// An integer of any size. A moved-from number may only be assigned to or destroyed.
class Integer {
 public:
  Integer() = default;  // 0
  template <Word Number>
  Integer(Number number) : Integer() {
    const auto word = static_cast<std::int64_t>(number);
    if (std::is_signed_v<Number> ? word > std::numeric_limits<std::int64_t>::min() : word >= 0) {
      stored_.words = word;
    } else {
      set_long(std::is_signed_v<Number>, static_cast<std::uint64_t>(word));
    }
  }
  explicit Integer(const std::string& digits);  // asserts digits without a leading zero

  Integer& operator+=(const Integer& other);
  Integer& operator-=(const Integer& other);
  Integer& operator*=(const Integer& other);
  Integer& operator/=(const Integer& other);  // towards zero; asserts other != 0
  Integer& operator%=(const Integer& other);  // of that division: -7 % 2 is -1
  Integer& operator<<=(std::size_t bits);
  Integer& operator>>=(std::size_t bits);  // asserts that the number is not negative
  Integer& operator++() { return *this += 1; }
  Integer& operator--() { return *this -= 1; }
  friend Integer operator+(Integer a, const Integer& b) { return std::move(a += b); }
  friend Integer operator-(Integer a, const Integer& b) { return std::move(a -= b); }
  friend Integer operator*(Integer a, const Integer& b) { return std::move(a *= b); }
  friend Integer operator/(Integer a, const Integer& b) { return std::move(a /= b); }
  friend Integer operator%(Integer a, const Integer& b) { return std::move(a %= b); }
  friend Integer operator<<(Integer a, std::size_t bits) { return std::move(a <<= bits); }
  friend Integer operator>>(Integer a, std::size_t bits) { return std::move(a >>= bits); }
  friend Integer operator-(const Integer& a) { return Integer() - a; }

  friend bool operator==(const Integer& a, const Integer& b) { return a.compare(b) == 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    return a.compare(b) <=> 0;
  }

  // Asserts that it fits.
  template <Word Number>
  explicit operator Number() const {
    if constexpr (std::is_signed_v<Number>) {
      return narrowed<Number>(to_int64());
    } else {
      return narrowed<Number>(to_uint64());
    }
  }

  std::string str() const;  // its decimal digits

 private:
  friend class Rational;
  friend Integer numerator(const Rational& number);
  friend Integer denominator(const Rational& number);
  friend Integer gcd(const Integer& a, const Integer& b);
  friend std::size_t msb(const Integer& number);

  template <class Number, class From>
  static Number narrowed(From word) {
    assert(std::in_range<Number>(word));
    return static_cast<Number>(word);
  }

  void set_long(bool is_negative, std::uint64_t magnitude);
  int compare(const Integer& other) const;
  std::int64_t to_int64() const;
  std::uint64_t to_uint64() const;

  detail::Stored<std::int64_t> stored_;  // words above -2^63
};

// A fraction in lowest terms, of any size. A moved-from fraction is like a moved-from Integer.
class Rational {
 public:
  Rational() = default;  // 0
  template <Word Number>
  Rational(Number number) : Rational(Integer(number)) {}
  Rational(const Integer& number) : stored_(ShortFraction{number.stored_.words, 1}) {
    if (number.stored_.is_long()) set_long(number);
  }
  Rational(const Integer& numerator, const Integer& denominator);  // asserts denominator != 0

  Rational& operator+=(const Rational& other);
  Rational& operator-=(const Rational& other);
  Rational& operator*=(const Rational& other);
  Rational& operator/=(const Rational& other);  // asserts other != 0
  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend Rational operator-(Rational a) { return std::move(a.negate()); }

  friend bool operator==(const Rational& a, const Rational& b) { return a.is_equal(b); }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return a.compare(b) <=> 0;
  }
  // Without a Rational for the integer.
  template <Word Number>
  friend bool operator==(const Rational& a, Number b) {
    return std::in_range<std::int64_t>(b) ? a.compare(static_cast<std::int64_t>(b)) == 0
                                          : a == Rational(b);
  }
  template <Word Number>
  friend std::strong_ordering operator<=>(const Rational& a, Number b) {
    return std::in_range<std::int64_t>(b) ? a.compare(static_cast<std::int64_t>(b)) <=> 0
                                          : a <=> Rational(b);
  }

  friend Integer numerator(const Rational& number);
  friend Integer denominator(const Rational& number);  // at least 1
  friend Rational abs(Rational number) { return std::move(number < 0 ? number.negate() : number); }
  friend std::optional<ShortFraction> find_short_fraction(const Rational& number);
  friend Rational from_double(double number);
  friend double to_double(const Rational& number);
  friend float to_float(const Rational& number);

 private:
  void set_long(const Integer& number);
  Rational& negate();
  bool is_equal(const Rational& other) const;
  int compare(const Rational& other) const;
  int compare(std::int64_t other) const;

  detail::Stored<ShortFraction> stored_;
};

Integer numerator(const Rational& number);
Integer denominator(const Rational& number);

// The same number in words, unless it does not fit into them.
std::optional<ShortFraction> find_short_fraction(const Rational& number);

Integer pow(const Integer& base, unsigned exponent);
Integer gcd(const Integer& a, const Integer& b);
std::size_t msb(const Integer& number);  // k for 2^k <= number < 2^(k+1); asserts number > 0

// As to_text below.
std::ostream& operator<<(std::ostream& out, const Integer& number);
std::ostream& operator<<(std::ostream& out, const Rational& number);

// The most decimal digits that the numerator or the denominator of a parsed number may have, as
// written: 10e-20000 has 20,001 in its denominator.
// "1e400" has 401; "1e999999999", which would need 400 MB, is refused at once as
// TextError::too_long.
inline constexpr std::size_t digits_max = 20'000;

enum class TextError {
  malformed,         // "", "abc", "1.", "01", "+1", "0x10", "1/2/3", "NaN", "Infinity", "1.5/2"
  zero_denominator,  // "1/0"
  too_long,          // more than digits_max digits in numerator or denominator
};

struct TextNumber {
  Rational value;
  Rational last_digit;  // the unit of the last written digit: "33.33" 1/100, "1e3" 1000, "120" 1;
                        // 0 for "p/q", which was not rounded
};

// The value of a number as JSON writes it ("-12", "0.10", "1e400"), or of "p/q" with integers p and
// q.
//
//     "0.1"  -> 1/10, last digit 1/10         "-2/6" -> -1/3, last digit 0
//     "1e3"  -> 1000, last digit 1000         "0e-3" -> 0, last digit 1/1000
//     "1/0"  -> zero_denominator              " 1", "1/-2" -> malformed
//
// A zero is never too long for its exponent: "0e999999999" is 0, with 10^(digits_max - 1) for its
// last digit.
std::variant<TextNumber, TextError> parse_number(std::string_view text);

// "p/q" in lowest terms, "p" where q is 1. parse_number reads it back to the same value, unless p
// or q has more than digits_max digits.
std::string to_text(const Rational& number);

// How many digits after the decimal point the number needs: 0 for 12, 3 for 1/8; nothing for 40/3,
// which no decimal equals.
std::optional<unsigned> find_places(const Rational& number);

// `places` digits after the decimal point, rounded half away from zero: to_decimal(40/3, 2) is
// "13.33", to_decimal(-1/2, 0) is "-1", to_decimal(1/8, 2) is "0.13".
std::string to_decimal(const Rational& number, unsigned places);

// The same number. Asserts that it is finite.
Rational from_double(double number);

// The nearest double, ties to even; subnormals included. Beyond the largest double by half a unit
// in the last place or more: infinity, as IEEE 754 rounds. to_double(1/3) is 0x1.5555555555555p-2,
// to_double(2^-1075) is 0, to_double(2^1024 - 2^970) is infinity, to_double(10^400) is infinity.
double to_double(const Rational& number);

// The nearest float, likewise: rounded once, not via double.
float to_float(const Rational& number);

// The greatest integer that is not above the number, and the least that is not below it.
Integer floor(const Rational& number);
Integer ceil(const Rational& number);

bool is_whole(const Rational& number);

}  // namespace fairshare::exact

// Monotone piecewise-linear functions of one argument, whose values are numbers or vectors.
//
// A function is its plot: segments from left to right, each beginning where the one before it
// ends. A jump is a vertical segment, and a function is continuous from the left: at a jump its
// value is the lower end. Everything is in doubles, and the order of every operation is that of
// YTsaurus' vector HDRF (ytsaurus/ytsaurus, yt/yt/library/numeric, November 2023), so that results
// are the same to the last bit. Nothing here checks its input: each function states what it
// requires.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fairshare::schedulers::piecewise {

// One number for each of the five resources of YTsaurus.
inline constexpr std::size_t dimensions = 5;

struct Vector {
  std::array<double, dimensions> of{};

  double& operator[](std::size_t i) { return of[i]; }
  double operator[](std::size_t i) const { return of[i]; }

  friend bool operator==(const Vector&, const Vector&) = default;
};

Vector vector_of(double everywhere);
Vector operator+(const Vector& a, const Vector& b);
Vector operator-(const Vector& a, const Vector& b);
Vector operator*(const Vector& a, double factor);
Vector min(const Vector& a, const Vector& b);  // component by component
Vector max(const Vector& a, const Vector& b);
bool dominates(const Vector& a, const Vector& b);  // a >= b in every component
double largest(const Vector& a);

template <class Value>
struct Segment {
  double left;  // <= right
  Value left_value;
  double right;
  Value right_value;
};

// Never empty; segments[i].right == segments[i + 1].left, and likewise the values.
template <class Value>
struct Function {
  std::vector<Segment<Value>> segments;

  double left() const { return segments.front().left; }
  double right() const { return segments.back().right; }
};

// Draws a plot point by point, from left to right. A point that is drawn twice counts once; two
// vertical or two horizontal segments in a row are merged.
template <class Value>
class Plot {
 public:
  void to(double argument, const Value& value);
  Function<Value> finish() { return std::move(function_); }

 private:
  Function<Value> function_;
  std::optional<std::pair<double, Value>> end_;
};

template <class Value>
Function<Value> linear(double left, const Value& left_value, double right,
                       const Value& right_value);

// The value; at a jump, its lower end. Arguments outside the function's range count as its nearest
// end. O(log segments).
//     from (0, 0) by (1, 0) and (1, 1) to (2, 2):  at 1 it is 0, at 1.5 it is 1.5
template <class Value>
Value value_at(const Function<Value>& function, double argument);

// The same, but at a jump its upper end.
template <class Value>
Value right_limit_at(const Function<Value>& function, double argument);

// g(x) = function(x * scale); its arguments end at right / scale. Requires scale > 0. A bound that
// exceeds the largest double after division by scale is infinite.
template <class Value>
Function<Value> scale_argument(const Function<Value>& function, double scale);

// g(x) = function(x - by).
template <class Value>
Function<Value> shift_argument(const Function<Value>& function, double by);

// Extends the last value to `right`, if the function ends before it.
template <class Value>
Function<Value> extend_right(const Function<Value>& function, double right);

// Removes a jump at the right end, whose upper value no argument ever reaches.
template <class Value>
Function<Value> trim_right(Function<Value> function);

// The sum on the range where all are defined, added in their order at every breakpoint of each.
// Requires at least one function. With p breakpoints in all and n functions O(p log p + n p) time,
// O(p) memory: at most p segments between breakpoints and p jumps.
template <class Value>
Function<Value> sum(std::span<const Function<Value>> functions);

// outer(inner(x)). Requires the values of `inner` to be within the arguments of `outer`. Has at
// most as many breakpoints as both together.
template <class Value>
Function<Value> compose(const Function<Value>& outer, const Function<double>& inner);

// The minimum at every argument at which all are defined. Requires at least one function. Crossings
// are found to the last bit by bisection; there is at most one between two breakpoints.
Function<double> pointwise_min(std::span<const Function<double>> functions);

// One component of a vector-valued function.
Function<double> component(const Function<Vector>& function, std::size_t index);

// g(y) = the largest x with function(x) <= y, for y from `low` to `high`. Requires function(left)
// <= low <= high <= function(right), and values that never fall.
//     from (0, 0) to (1, 0) to (2, 1), low 0, high 1:  g(0) = 1, g(0.5) = 1.5, g(1) = 2
Function<double> inverse(const Function<double>& function, double low, double high);

// A function with fewer segments and the same ends, made greedily: neighbouring segments become one
// if no breakpoint is further than `tolerance` from it (vertically, in every component;
// approximately, since in doubles).
Function<Vector> compress(const Function<Vector>& function, double tolerance);

// The largest double from `low` to `high` at which `holds` is true: bisection over the doubles in
// their order, at most 65 questions. Nothing if it does not hold at `low`, if low > high, or if one
// of them is NaN. If `holds` is not monotone: some double at which it holds.
template <class Predicate>
std::optional<double> largest_where(double low, double high, const Predicate& holds) {
  // Doubles of either sign are ordered like these integers.
  constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
  const auto place = [](double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    return (bits & sign) != 0 ? ~bits : bits | sign;
  };
  const auto number_at = [](std::uint64_t bits) {
    return std::bit_cast<double>((bits & sign) != 0 ? bits & ~sign : ~bits);
  };
  if (!(low <= high) || !holds(low)) return std::nullopt;
  if (low == high) return low;
  if (holds(high)) return high;
  std::uint64_t yes = place(low);
  std::uint64_t no = place(high);
  while (no - yes > 1) {
    const std::uint64_t middle = yes + (no - yes) / 2;
    (holds(number_at(middle)) ? yes : no) = middle;
  }
  return number_at(yes);
}

}  // namespace fairshare::schedulers::piecewise

// The plots of piecewise-linear functions, in the arithmetic of YTsaurus' vector HDRF.
//
// A new function is made from both limits of the old ones at every breakpoint. Within a segment,
// values are interpolated from the nearer end, which is exact at both ends and never falls.
#include "fairshare/schedulers/ytsaurus/piecewise_linear.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace fairshare::schedulers::piecewise {
namespace {

template <class Value>
bool is_vertical(const Segment<Value>& segment) {
  return segment.left == segment.right && segment.left_value != segment.right_value;
}

template <class Value>
bool is_horizontal(const Segment<Value>& segment) {
  return segment.left != segment.right && segment.left_value == segment.right_value;
}

template <class Value>
bool is_point(const Segment<Value>& segment) {
  return segment.left == segment.right && segment.left_value == segment.right_value;
}

template <class Value>
void append(std::vector<Segment<Value>>& segments, const Segment<Value>& next) {
  if (!segments.empty()) {
    Segment<Value>& last = segments.back();
    if (is_point(next)) return;
    if (is_point(last)) {
      last = next;
      return;
    }
    if ((is_vertical(last) && is_vertical(next)) || (is_horizontal(last) && is_horizontal(next))) {
      last.right = next.right;
      last.right_value = next.right_value;
      return;
    }
  }
  segments.push_back(next);
}

template <class Value>
struct Limits {
  Value left;
  Value right;
};

template <class Value>
Value interpolate(const Segment<Value>& segment, double argument) {
  const double part = (argument - segment.left) / (segment.right - segment.left);
  const Value rise = segment.right_value - segment.left_value;
  return part < 0.5 ? segment.left_value + rise * part : segment.right_value - rise * (1 - part);
}

template <class Value>
Limits<Value> limits_at(const Segment<Value>& segment, double argument) {
  if (segment.left == segment.right) return {segment.left_value, segment.right_value};
  const Value value = interpolate(segment, argument);
  return {value, value};
}

// The first segment that does not end before the argument.
template <class Value>
const Segment<Value>& left_segment(const Function<Value>& function, double argument) {
  const auto found = std::ranges::lower_bound(function.segments, argument, {},
                                              [](const auto& segment) { return segment.right; });
  return found == function.segments.end() ? function.segments.back() : *found;
}

// The last segment that does not begin after the argument.
template <class Value>
const Segment<Value>& right_segment(const Function<Value>& function, double argument) {
  const auto found = std::ranges::upper_bound(function.segments, argument, {},
                                              [](const auto& segment) { return segment.left; });
  return found == function.segments.begin() ? *found : *(found - 1);
}

// Answers questions in the order of rising arguments, in one pass over the segments.
template <class Value>
class Walk {
 public:
  explicit Walk(const Function<Value>& function) : segments_(function.segments) {}

  // A vertical segment at the argument, or else the first one that does not end before it.
  const Segment<Value>& segment_at(double argument) {
    while (segments_[at_].right < argument && at_ + 1 < segments_.size()) ++at_;
    const bool jumps = segments_[at_].right == argument && at_ + 1 < segments_.size() &&
                       is_vertical(segments_[at_ + 1]);
    if (jumps) ++at_;
    return segments_[at_];
  }

  const Segment<Value>& right_segment_at(double argument) {
    while (at_ + 1 < segments_.size() && segments_[at_ + 1].left <= argument) ++at_;
    return segments_[at_];
  }

 private:
  std::span<const Segment<Value>> segments_;
  std::size_t at_ = 0;
};

template <class Value>
void add_breakpoints(const Function<Value>& function, std::vector<double>& breakpoints) {
  double last = function.left();
  breakpoints.push_back(last);
  for (const auto& segment : function.segments) {
    if (segment.right > last) breakpoints.push_back(last = segment.right);
  }
}

void sort_within(std::vector<double>& breakpoints, double left, double right) {
  std::erase_if(breakpoints, [&](double at) { return at < left || at > right; });
  std::ranges::sort(breakpoints);
  breakpoints.erase(std::unique(breakpoints.begin(), breakpoints.end()), breakpoints.end());
}

Segment<double> transpose(const Segment<double>& segment) {
  return {segment.left_value, segment.left, segment.right_value, segment.right};
}

template <class Value>
Function<Value> map_arguments(const Function<Value>& function, auto&& map) {
  Function<Value> result;
  for (const auto& segment : function.segments) {
    append(result.segments, Segment<Value>{map(segment.left), segment.left_value,
                                           map(segment.right), segment.right_value});
  }
  return result;
}

}  // namespace

// Vectors.

Vector vector_of(double everywhere) {
  Vector result;
  result.of.fill(everywhere);
  return result;
}

Vector operator+(const Vector& a, const Vector& b) {
  Vector result;
  for (std::size_t i = 0; i < dimensions; ++i) result[i] = a[i] + b[i];
  return result;
}

Vector operator-(const Vector& a, const Vector& b) {
  Vector result;
  for (std::size_t i = 0; i < dimensions; ++i) result[i] = a[i] - b[i];
  return result;
}

Vector operator*(const Vector& a, double factor) {
  Vector result;
  for (std::size_t i = 0; i < dimensions; ++i) result[i] = a[i] * factor;
  return result;
}

Vector min(const Vector& a, const Vector& b) {
  Vector result;
  for (std::size_t i = 0; i < dimensions; ++i) result[i] = std::min(a[i], b[i]);
  return result;
}

Vector max(const Vector& a, const Vector& b) {
  Vector result;
  for (std::size_t i = 0; i < dimensions; ++i) result[i] = std::max(a[i], b[i]);
  return result;
}

bool dominates(const Vector& a, const Vector& b) {
  for (std::size_t i = 0; i < dimensions; ++i) {
    if (!(a[i] >= b[i])) return false;
  }
  return true;
}

double largest(const Vector& a) {
  double result = std::numeric_limits<double>::lowest();
  for (const double part : a.of) result = std::max(result, part);
  return result;
}

// Functions.

template <class Value>
void Plot<Value>::to(double argument, const Value& value) {
  if (end_) append(function_.segments, Segment<Value>{end_->first, end_->second, argument, value});
  end_ = {argument, value};
}

template <class Value>
Function<Value> linear(double left, const Value& left_value, double right,
                       const Value& right_value) {
  return {{Segment<Value>{left, left_value, right, right_value}}};
}

template <class Value>
Value value_at(const Function<Value>& function, double argument) {
  const double within = std::clamp(argument, function.left(), function.right());
  return limits_at(left_segment(function, within), within).left;
}

template <class Value>
Value right_limit_at(const Function<Value>& function, double argument) {
  const double within = std::clamp(argument, function.left(), function.right());
  return limits_at(right_segment(function, within), within).right;
}

template <class Value>
Function<Value> scale_argument(const Function<Value>& function, double scale) {
  return map_arguments(function, [&](double argument) { return argument / scale; });
}

template <class Value>
Function<Value> shift_argument(const Function<Value>& function, double by) {
  return map_arguments(function, [&](double argument) { return argument + by; });
}

template <class Value>
Function<Value> extend_right(const Function<Value>& function, double right) {
  Function<Value> result = function;
  const Value last = result.segments.back().right_value;
  if (result.right() < right) {
    append(result.segments, Segment<Value>{result.right(), last, right, last});
  }
  return result;
}

template <class Value>
Function<Value> trim_right(Function<Value> function) {
  Segment<Value>& last = function.segments.back();
  if (!is_vertical(last)) return function;
  if (function.segments.size() > 1) {
    function.segments.pop_back();
  } else {
    last.right_value = last.left_value;
  }
  return function;
}

template <class Value>
Function<Value> sum(std::span<const Function<Value>> functions) {
  assert(!functions.empty());
  double left = std::numeric_limits<double>::lowest();
  double right = std::numeric_limits<double>::max();
  std::vector<double> breakpoints;
  for (const auto& function : functions) {
    left = std::max(left, function.left());
    right = std::min(right, function.right());
    add_breakpoints(function, breakpoints);
  }
  sort_within(breakpoints, left, right);

  // Function by function: that keeps the order of the additions, and walks each function once.
  std::vector<Limits<Value>> totals(breakpoints.size(), Limits<Value>{});
  for (const auto& function : functions) {
    Walk<Value> walk(function);
    const Segment<Value>* last = nullptr;
    Limits<Value> limits{};
    bool is_flat = false;
    for (std::size_t i = 0; i < breakpoints.size(); ++i) {
      const Segment<Value>& segment = walk.segment_at(breakpoints[i]);
      // On a flat piece the limits stay the same; if there are many pieces, most are flat.
      if (&segment != last || !is_flat) limits = limits_at(segment, breakpoints[i]);
      if (&segment != last) is_flat = is_horizontal(segment);
      last = &segment;
      totals[i].left = totals[i].left + limits.left;
      totals[i].right = totals[i].right + limits.right;
    }
  }
  Plot<Value> plot;
  for (std::size_t i = 0; i < breakpoints.size(); ++i) {
    plot.to(breakpoints[i], totals[i].left);
    plot.to(breakpoints[i], totals[i].right);
  }
  return plot.finish();
}

template <class Value>
Function<Value> compose(const Function<Value>& outer, const Function<double>& inner) {
  using Point = std::pair<double, double>;  // argument, value of `inner`
  std::vector<Point> points{{inner.left(), inner.segments.front().left_value}};
  for (const auto& segment : inner.segments)
    points.emplace_back(segment.right, segment.right_value);

  // The arguments at which `inner` passes a breakpoint of `outer` between two of its own.
  Function<double> crosswise;
  for (const auto& segment : inner.segments) crosswise.segments.push_back(transpose(segment));
  std::vector<double> breakpoints;
  add_breakpoints(outer, breakpoints);
  Walk<double> walk(crosswise);
  for (const double value : breakpoints) {
    if (value < crosswise.left() || value > crosswise.right()) continue;
    const Segment<double>& segment = walk.segment_at(value);
    const bool is_tilted =
        segment.left != segment.right && segment.left_value != segment.right_value;
    if (is_tilted && value != segment.left && value != segment.right) {
      points.emplace_back(interpolate(segment, value), value);
    }
  }
  std::ranges::sort(points);

  Plot<Value> plot;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto& [argument, value] = points[i];
    const bool is_first = i == 0 || points[i - 1].first != argument;
    const bool is_last = i + 1 == points.size() || points[i + 1].first != argument;
    if (is_first) plot.to(argument, value_at(outer, value));
    if (is_last) {
      const bool rises = i + 1 < points.size() && points[i + 1].second > value;
      plot.to(argument, rises ? right_limit_at(outer, value) : value_at(outer, value));
    }
  }
  return trim_right(plot.finish());
}

namespace {

// The argument between two breakpoints at which the lower of two segments becomes the higher;
// nothing if it stays below.
std::optional<double> find_crossing(const Segment<double>& a, const Segment<double>& b, double left,
                                    double right) {
  const auto value = [](const Segment<double>& segment, double at) {
    return limits_at(segment, at).left;
  };
  const bool in_order = value(a, left) <= value(b, left);
  const Segment<double>& lower = in_order ? a : b;
  const Segment<double>& upper = in_order ? b : a;
  const bool cross = value(lower, left) < value(upper, left) &&  //
                     value(lower, right) > value(upper, right);
  if (!cross) return std::nullopt;
  return largest_where(left, right,
                       [&](double at) { return value(lower, at) <= value(upper, at); });
}

Function<double> min_of_two(const Function<double>& a, const Function<double>& b) {
  std::vector<double> breakpoints;
  add_breakpoints(a, breakpoints);
  add_breakpoints(b, breakpoints);
  const double left = std::max(a.left(), b.left());
  const double right = std::min(a.right(), b.right());
  sort_within(breakpoints, left, right);

  Walk<double> walk_a(a);
  Walk<double> walk_b(b);
  const std::size_t count = breakpoints.size();
  for (std::size_t i = 1; i < count; ++i) {
    const auto crossing = find_crossing(walk_a.right_segment_at(breakpoints[i - 1]),
                                        walk_b.right_segment_at(breakpoints[i - 1]),
                                        breakpoints[i - 1], breakpoints[i]);
    if (crossing) breakpoints.push_back(*crossing);
  }
  sort_within(breakpoints, left, right);

  Walk<double> again_a(a);
  Walk<double> again_b(b);
  Plot<double> plot;
  for (const double at : breakpoints) {
    const auto of_a = limits_at(again_a.segment_at(at), at);
    const auto of_b = limits_at(again_b.segment_at(at), at);
    plot.to(at, std::min(of_a.left, of_b.left));
    plot.to(at, std::min(of_a.right, of_b.right));
  }
  return plot.finish();
}

// Compression. A segment of vectors as five plain ones.
using Unpacked = std::array<Segment<double>, dimensions>;

Unpacked unpack(const Segment<Vector>& segment, double raised_by) {
  Unpacked result;
  for (std::size_t i = 0; i < dimensions; ++i) {
    result[i] = {segment.left, segment.left_value[i], segment.right,
                 segment.right_value[i] + raised_by};
  }
  return result;
}

// > 0 if the second is steeper than the first, both from the same point.
double turn(const Segment<double>& first, const Segment<double>& second) {
  return (first.right - first.left) * (second.right_value - second.left_value) -
         (second.right - second.left) * (first.right_value - first.left_value);
}

// The cone of slopes that keeps within the tolerance of every breakpoint passed so far.
struct Cone {
  Unpacked top;
  Unpacked bottom;
};

Cone cone_of(const Segment<Vector>& segment, double tolerance) {
  return {unpack(segment, tolerance), unpack(segment, -tolerance)};
}

// Narrows the cone by one more breakpoint; false if `candidate`, which leads to it, leaves the
// cone.
bool narrow(Cone& cone, const Segment<Vector>& candidate, double tolerance) {
  const Cone next = cone_of(candidate, tolerance);
  const Unpacked middle = unpack(candidate, 0);
  for (std::size_t i = 0; i < dimensions; ++i) {
    if (turn(next.top[i], cone.top[i]) > 0) cone.top[i] = next.top[i];
    if (turn(next.bottom[i], cone.bottom[i]) < 0) cone.bottom[i] = next.bottom[i];
    const bool leaves = turn(cone.bottom[i], middle[i]) <= 0 || turn(cone.top[i], middle[i]) >= 0;
    if (leaves) return false;
  }
  return true;
}

}  // namespace

Function<double> pointwise_min(std::span<const Function<double>> functions) {
  assert(!functions.empty());
  Function<double> result = functions.front();
  for (const auto& function : functions.subspan(1)) result = min_of_two(result, function);
  return result;
}

Function<double> component(const Function<Vector>& function, std::size_t index) {
  Function<double> result;
  for (const auto& segment : function.segments) {
    append(result.segments, Segment<double>{segment.left, segment.left_value[index], segment.right,
                                            segment.right_value[index]});
  }
  return result;
}

Function<double> inverse(const Function<double>& function, double low, double high) {
  Function<double> crosswise;
  for (const auto& segment : function.segments) crosswise.segments.push_back(transpose(segment));
  const std::array<Function<double>, 2> narrowed = {std::move(crosswise),
                                                    linear(low, 0.0, high, 0.0)};
  Function<double> result = sum<double>(narrowed);

  // A jump at the left end: the largest x is its upper end.
  Segment<double>& first = result.segments.front();
  if (is_vertical(first)) {
    if (result.segments.size() > 1) {
      result.segments.erase(result.segments.begin());
    } else {
      first.left_value = first.right_value;
    }
  }
  return result;
}

Function<Vector> compress(const Function<Vector>& function, double tolerance) {
  Function<Vector> result;
  Segment<Vector> merged = function.segments.front();
  Cone cone = cone_of(merged, tolerance);
  for (const auto& segment : std::span(function.segments).subspan(1)) {
    const Segment<Vector> candidate{merged.left, merged.left_value, segment.right,
                                    segment.right_value};
    if (narrow(cone, candidate, tolerance)) {
      merged = candidate;
    } else {
      append(result.segments, merged);
      merged = segment;
      cone = cone_of(merged, tolerance);
    }
  }
  append(result.segments, merged);
  return result;
}

template class Plot<double>;
template class Plot<Vector>;
template Function<double> linear(double, const double&, double, const double&);
template Function<Vector> linear(double, const Vector&, double, const Vector&);
template double value_at(const Function<double>&, double);
template Vector value_at(const Function<Vector>&, double);
template double right_limit_at(const Function<double>&, double);
template Vector right_limit_at(const Function<Vector>&, double);
template Function<double> scale_argument(const Function<double>&, double);
template Function<Vector> scale_argument(const Function<Vector>&, double);
template Function<double> shift_argument(const Function<double>&, double);
template Function<Vector> shift_argument(const Function<Vector>&, double);
template Function<double> extend_right(const Function<double>&, double);
template Function<Vector> extend_right(const Function<Vector>&, double);
template Function<double> trim_right(Function<double>);
template Function<Vector> trim_right(Function<Vector>);
template Function<double> sum(std::span<const Function<double>>);
template Function<Vector> sum(std::span<const Function<Vector>>);
template Function<double> compose(const Function<double>&, const Function<double>&);
template Function<Vector> compose(const Function<Vector>&, const Function<double>&);

}  // namespace fairshare::schedulers::piecewise

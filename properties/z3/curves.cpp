#include "fairshare/properties/z3/curves.h"

#include <string>
#include <vector>

namespace fairshare::prover {
namespace {

// The line after the first so many breakpoints, in order.
struct CurveLine {
  Symbolic fixed = 0;
  Symbolic weight;

  void pass(const FreeBreakpoint<Symbolic>& breakpoint) {
    const Symbolic step = breakpoint.is_max ? -breakpoint.weight : breakpoint.weight;
    fixed = fixed - step * breakpoint.ratio;
    weight = weight + step;
  }
};

// As for claimants: the sum of shares never falls, and it reaches the total, which is above 0.
void assume_curve(const Curve<Symbolic>& curve, const std::vector<std::size_t>& order, Path& path) {
  path.assume(path.less(0, curve.left));
  CurveLine line{0, curve.weight};
  z3::expr reaches = path.truth(false);
  for (const std::size_t i : order) {
    line.pass(curve.breakpoints[i]);
    path.assume(path.at_most(0, line.weight));
    const Symbolic sum = line.fixed + line.weight * curve.breakpoints[i].ratio;
    reaches = path.at_most(curve.left, sum);
  }
  path.assume(reaches || path.less(0, line.weight));
}

FreeBreakpoint<Symbolic> any_breakpoint(const std::string& which, bool is_max, Path& path) {
  const std::string side = is_max ? "max " : "min ";
  FreeBreakpoint<Symbolic> breakpoint{path.number(side + "weight " + which),
                                      path.number(side + "ratio " + which), is_max};
  path.assume(path.less(0, breakpoint.weight) && path.less(0, breakpoint.ratio));
  return breakpoint;
}

}  // namespace

CurveChange<Symbolic> any_curve_change(std::size_t n, std::size_t pattern, std::size_t moves,
                                       Path& path) {
  Curve<Symbolic> before{path.number("left"), path.non_negative("weight"), {}};
  for (std::size_t i = 0; i < n; ++i) {
    before.breakpoints.push_back(any_breakpoint(std::to_string(i), (pattern >> i) % 2 == 1, path));
    if (i > 0) {
      path.assume(path.at_most(before.breakpoints[i - 1].ratio, before.breakpoints[i].ratio));
    }
  }
  CurveChange<Symbolic> change{before, before, {}, path.number("ceiling")};
  change.after.left = path.number("left changed");
  for (std::size_t i = 0; i < n && change.moved.size() < moves; ++i) {
    if (!path.choose()) continue;
    change.moved.push_back(i);
    change.after.breakpoints[i] =
        any_breakpoint(std::to_string(i) + " changed", before.breakpoints[i].is_max, path);
  }
  for (const auto& curve : {change.before, change.after}) {
    assume_curve(curve, order_of(curve.breakpoints), path);
    path.assume(path.less(curve.left, change.ceiling));
  }
  return change;
}

void prove_front(const FrontRatio<Symbolic>& front, const Curve<Symbolic>& curve, Path& path) {
  path.prove("the front has a ratio above 0",
             path.less(0, front.numerator) && path.less(0, front.denominator));
  const auto scaled = [&](const Symbolic& number) { return number * front.denominator; };
  CurveLine line{0, curve.weight};
  z3::expr is_above = path.truth(true);
  const auto prove_here = [&](const z3::expr& is_here) {
    path.prove("the sum at the front is the total",
               z3::implies(is_here, path.equal(line.weight * front.numerator,
                                               scaled(curve.left - line.fixed))));
    path.prove("the sum below the front is less", z3::implies(is_here, path.less(0, line.weight)));
  };
  for (const std::size_t i : order_of(curve.breakpoints)) {
    const Symbolic next = scaled(curve.breakpoints[i].ratio);
    prove_here(is_above && path.at_most(front.numerator, next));
    is_above = path.less(next, front.numerator);
    line.pass(curve.breakpoints[i]);
  }
  prove_here(is_above);
}

}  // namespace fairshare::prover

// libFuzzer: rounded shares are judged without a tolerance.
//
//     x_i = round(fair share_i)  =>  no violation
//     one x_i moved by one unit in its last place  =>  a violation
//
// where each x_i stands for every real that rounds to it, to double and to float.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/fairness.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"
#include "fuzz/targets/rounded.h"

namespace {

using namespace fairshare;
using exact::Rational;
using fuzz::require;
using properties::Interval;

double rounded_to(const Rational& share, double) {
  return exact::to_double(share);
}

float rounded_to(const Rational& share, float) {
  return exact::to_float(share);
}

// All checks for one type of numbers; none if a share exceeds its largest number.
template <class Float>
void check(const Problem<Rational>& problem, const std::vector<Rational>& fair) {
  constexpr Float infinity = std::numeric_limits<Float>::infinity();
  std::vector<Float> shares;
  std::vector<Interval> intervals;
  for (const Rational& share : fair) {
    const Float rounded = rounded_to(share, Float{});
    if (std::isinf(rounded)) return;
    shares.push_back(rounded);
    intervals.push_back(fuzz::rounding_interval(rounded));
  }
  require(!properties::find_violation(problem, intervals), "rounded shares are fair", problem);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Interval right = intervals[i];
    for (const Float towards : {Float{-1}, infinity}) {
      const Float moved = std::nextafter(shares[i], towards);
      if (moved < 0 || std::isinf(moved)) continue;
      intervals[i] = fuzz::rounding_interval(moved);
      require(properties::find_violation(problem, intervals).has_value(),
              "no share can be moved by a unit in its last place", problem);
    }
    intervals[i] = right;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Problem<Rational> problem = exact::widen(fuzz::problem_from({data, size}, 12));
  const Solution<Rational> solution = exact::solve(problem);
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    check<double>(problem, allocation->shares);
    check<float>(problem, allocation->shares);
  }
  return 0;
}

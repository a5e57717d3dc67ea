#include <iostream>
#include <type_traits>

#include "fairshare/exact/solve.h"
#include "fairshare/reference/solve.h"

// CMake's standard is GNU's, in which these are integers as any other: 2^100 must not become 0.
__extension__ typedef __int128 int128;
using fairshare::exact::Integer, fairshare::exact::Rational;
static_assert(!std::is_constructible_v<Integer, int128>);
static_assert(!std::is_constructible_v<Rational, int128>);
static_assert(!std::is_constructible_v<int128, Integer>);

int main() {  // weight, min share, max share of each claimant; the total is 100
  const fairshare::Problem<double> problem{100, {{1}, {2, 0, 30}, {3, 60}}};
  const auto fair = std::get<0>(fairshare::reference::solve(problem));
  const auto exact = std::get<0>(fairshare::exact::solve(fairshare::exact::widen(problem)));
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    std::cout << fairshare::exact::to_text(exact.shares[i]) << " = " << fair.shares[i] << '\n';
  }
}

// libFuzzer: whole units are the largest remainders.
//
//     sum units == sum shares,     units_i in {floor(share_i), ceil(share_i)}
//     i went down and j up  =>  frac(share_i) < frac(share_j), or they are equal and j comes first
//
// and there are units exactly if the shares add up to a whole number. Only one answer has all these
// properties, so they are the whole specification. The shares are a fair division of a whole total,
// or any fractions.
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/apportion.h"
#include "fairshare/exact/solve.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"

namespace {

using namespace fairshare;
using exact::Integer;
using exact::Rational;

std::vector<Rational> any_shares(fuzz::Choices& choices) {
  std::vector<Rational> shares(choices.below(12));
  for (Rational& share : shares) {
    const std::uint64_t below = 1 + choices.below(12);
    share = Rational(Integer(choices.below(256)), Integer(below));
  }
  if (shares.empty() || choices.one_in(4)) return shares;
  Rational sum = 0;
  for (const Rational& share : shares) sum += share;
  shares.back() += Rational(exact::ceil(sum)) - sum;
  return shares;
}

std::vector<Rational> fair_shares(Problem<Rational> problem) {
  problem.total = Rational(exact::floor(problem.total));
  const Solution<Rational> solution = exact::solve(problem);
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  return allocation != nullptr ? allocation->shares : std::vector<Rational>{};
}

void check(const std::vector<Rational>& shares) {
  std::string input;
  for (const Rational& share : shares) input += exact::to_text(share) + ' ';
  const auto require = [&input](bool holds, const char* what) {
    fuzz::require(holds, what, input);
  };
  Rational sum = 0;
  for (const Rational& share : shares) sum += share;
  const auto units = exact::apportion(shares);
  require(units.has_value() == exact::is_whole(sum), "whole sums can be apportioned, and no other");
  if (!units) return;

  require(units->size() == shares.size(), "each share has its units");
  const auto is_up = [&](std::size_t i) { return Rational((*units)[i]) > shares[i]; };
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Integer unit = (*units)[i];
    sum -= Rational(unit);
    require(unit == exact::floor(shares[i]) || unit == exact::ceil(shares[i]),
            "units are the share rounded down or up");
    for (std::size_t j = 0; j < shares.size(); ++j) {
      if (is_up(i) || !is_up(j) || exact::is_whole(shares[i])) continue;
      const Rational rest_i = shares[i] - Rational(exact::floor(shares[i]));
      const Rational rest_j = shares[j] - Rational(exact::floor(shares[j]));
      require(rest_i < rest_j || (rest_i == rest_j && j < i),
              "a share that went up has the larger remainder, or is listed first");
    }
  }
  require(sum == 0, "the units add up to the shares");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  if (data[0] % 2 == 0) {
    fuzz::Choices choices({data + 1, size - 1});
    check(any_shares(choices));
  } else {
    check(fair_shares(exact::widen(fuzz::problem_from({data + 1, size - 1}, 12))));
  }
  return 0;
}

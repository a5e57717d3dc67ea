#include "fairshare/exact/whole.h"

#include <algorithm>
#include <bit>

namespace fairshare::exact {
namespace {

constexpr int product_bits_max = 127;

int width_of(uint128 number) {
  const auto high = static_cast<std::uint64_t>(number >> 64),
             low = static_cast<std::uint64_t>(number);
  return static_cast<int>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
}

// The numbers of one kind: how many units make one, and of all in that unit the most and the sum.
struct Kind {
  std::int64_t units = 1;
  uint128 most = 0;
  uint128 sum = 0;

  // Makes the number whole as well, by smaller units. False if they do not fit into a word.
  bool make_whole(const Rational& number) {
    const auto fraction = find_short_fraction(number);
    if (!fraction) return false;
    const std::int64_t more =
        fraction->denominator / short_gcd(units % fraction->denominator, fraction->denominator);
    const auto smaller = find_short(static_cast<int128>(units) * more);
    if (smaller) units = *smaller;
    return smaller.has_value();
  }

  // Below 2^126.
  int128 whole_of(const Rational& number) const {
    const ShortFraction fraction = *find_short_fraction(number);
    return static_cast<int128>(fraction.numerator) * (units / fraction.denominator);
  }

  int128 take(const Rational& number) {
    const int128 whole = whole_of(number);
    most = std::max(most, static_cast<uint128>(whole));
    sum += static_cast<uint128>(whole);
    return whole;
  }
};

// The sweep multiplies a sum by a number of the other kind.
bool are_short(const Kind& a, const Kind& b) {
  return width_of(a.sum) + width_of(b.most) <= product_bits_max &&
         width_of(b.sum) + width_of(a.most) <= product_bits_max;
}

}  // namespace

std::optional<WholeProblem> find_whole(const Problem<Rational>& problem) {
  Kind amounts, weights;
  bool are_whole = amounts.make_whole(problem.total);
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    are_whole = are_whole && weights.make_whole(weight) && amounts.make_whole(min_share) &&
                (!max_share || amounts.make_whole(*max_share));
  }
  if (!are_whole) return std::nullopt;

  const int128 total = amounts.whole_of(problem.total);
  amounts.sum = static_cast<uint128>(total);
  WholeProblem whole{{total}, amounts.units, weights.units};
  whole.problem.claimants.reserve(problem.claimants.size());
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    auto& claimant = whole.problem.claimants.emplace_back();
    claimant.weight = weights.take(weight);
    claimant.min_share = amounts.take(min_share);
    if (max_share) claimant.max_share = amounts.take(*max_share);
    // The sums are below 2^127 before, so they are below 2^128 after.
    if (!are_short(amounts, weights)) return std::nullopt;
  }
  return whole;
}

}  // namespace fairshare::exact

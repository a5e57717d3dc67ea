// YARN's ComputeFairShares while its integers were ints (2.1 to 3.0), as bit-vector terms.
//
//     share_i(R) = (int) min(max(weight_i * R, min_i), max_i)        (the maximum wins)
//     used(R)    = the shares added up as ints, which wrap
//     R = 1, doubled until used(R) >= target; then 25 halvings of [0, R]; the upper end is taken
//
// A weight is a whole number of sixteenths. So its product with a ratio is a shift or a product of
// whole numbers, and truncation is a shift to the right. Nothing is rounded, neither here nor in
// doubles.
#pragma once

#include <z3++.h>

#include <vector>

namespace fairshare::prover {

struct IntClaimantTerms {
  z3::expr weight;     // 8 bits without a sign: weight_i * 16
  z3::expr min_share;  // 32 bits with a sign
  z3::expr max_share;  // 2^31 - 1 is also what an absent maximum means
};

struct IntInput {
  z3::expr total;  // 32 bits with a sign
  std::vector<IntClaimantTerms> claimants;
};

// Constants for n >= 1 claimants, named "total", "weight_0", "min_share_0", "max_share_0",
// "weight_1", ...; they may have any value.
IntInput int_input(z3::context& context, int n);

// 0 <= total and 0 <= min_share <= max_share everywhere: find_defect finds none.
z3::expr is_problem(const IntInput& input);

z3::expr has_weight(const IntClaimantTerms& claimant);  // it is not 0
z3::expr has_positive_weights(const IntInput& input);

// Every weight is a power of two: 1/16 to 8.
z3::expr has_weights_of_one_bit(const IntInput& input);

// The sum of maximums, at weight 0 of minimums: the most that can be claimed.
z3::expr most_claimable(const IntInput& input);  // 64 bits, exact

// Minimums <= total <= most claimable: the definition has a fair allocation for it.
z3::expr has_allocation(const IntInput& input);

// The sum of maximums is below 2^31, so that no sum of shares wraps either, at any ratio.
z3::expr adds_up_within_ints(const IntInput& input);

// What the release searches for: the lesser of the total and the sum of maximums. Up to 2.5 that
// sum wraps, unless a maximum is 2^31 - 1, which then replaces the sum (YARN-2534). From 2.6 on it
// is capped at 2^31 - 1; this is stated only for claimants that are not fixed there: positive
// weights and maximums, total >= 0.
z3::expr target_to_2_5(const IntInput& input);
z3::expr target_since_2_6(const IntInput& input);

using IntShares = std::vector<z3::expr>;  // 32 bits each

// The shares at R = 2^exponent, for exponents from -25 to 35. From 35 on every claimant with a
// weight is at its maximum, whatever that is: a sixteenth of 2^35 is 2^31.
IntShares shares_at_power(const IntInput& input, int exponent);

// The shares once R has been doubled beyond every double. 0 * infinity is NaN, which becomes 0 as
// an int.
IntShares shares_at_infinity(const IntInput& input);

// The shares at R = numerator * 2^(exponent - 25), if every weight is a power of two: products of
// two unknowns are too hard for Z3, shifts are not. Both have 64 bits. numerator <= 2^25 and
// exponent <= 28, so that a product stays within 63 bits.
IntShares shares_at_fraction(const IntInput& input, const z3::expr& numerator,
                             const z3::expr& exponent);

z3::expr wrapped_sum(const IntShares& shares);  // 32 bits, as the release adds
z3::expr exact_sum(const IntShares& shares);    // 64 bits

// used(R) < target at every R that doubling reaches: 1, 2, 4, ..., infinity. This is exact,
// although it ends at 2^35: from there to the largest double all shares are the same.
z3::expr never_stops_doubling(const IntInput& input, const z3::expr& target);

}  // namespace fairshare::prover

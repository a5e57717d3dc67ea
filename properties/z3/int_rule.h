// YARN's ComputeFairShares while its integers were ints (2.1 to 3.0), as bit-vector terms.
//
//     share_i(R) = (int) min(max(weight_i * R, min_i), max_i)        (the maximum wins)
//     used(R)    = the shares added up as ints, which wrap
//     R = 1, doubled until used(R) >= target; then 25 halvings of [0, R]; the upper end is taken
//
// A weight is a whole number of sixteenths, so that a product with a ratio is a shift, or a product
// of whole numbers, and truncation a shift to the right: nothing is rounded, here as in doubles.
#pragma once

#include <z3++.h>

#include <vector>

namespace fairshare::prover {

struct IntClaimantTerms {
  z3::expr weight;     // 8 bits without a sign: weight_i * 16
  z3::expr min_share;  // 32 bits with a sign, as is
  z3::expr max_share;  // 2^31 - 1 is also what an absent maximum means
};

struct IntInput {
  z3::expr total;  // 32 bits with a sign
  std::vector<IntClaimantTerms> claimants;
};

// Constants of n >= 1 claimants, by the names "total", "weight_0", "min_share_0", "max_share_0",
// "weight_1", ...: they may have any value.
IntInput int_input(z3::context& context, int n);

// 0 <= total and 0 <= min_share <= max_share everywhere: find_defect finds none.
z3::expr is_problem(const IntInput& input);

z3::expr has_weight(const IntClaimantTerms& claimant);  // it is not 0
z3::expr has_positive_weights(const IntInput& input);

// Every weight is a power of two: 1/16 to 8.
z3::expr has_weights_of_one_bit(const IntInput& input);

// The sum of maximums, those of weight 0 taken for their minimums: what can be claimed at all.
z3::expr most_claimable(const IntInput& input);  // 64 bits, exact

// Minimums <= total <= most claimable: the definition has a fair allocation for it.
z3::expr has_allocation(const IntInput& input);

// The sum of maximums is below 2^31, so that no sum of shares wraps either, at any ratio.
z3::expr adds_up_within_ints(const IntInput& input);

// What the release searches for: the lesser of the total and the sum of maximums. To 2.5 that sum
// wraps, unless a maximum is 2^31 - 1, which is then taken for it (YARN-2534). From 2.6 on it is
// held at 2^31 - 1; stated for what is not fixed there: positive weights and maximums, total >= 0.
z3::expr target_to_2_5(const IntInput& input);
z3::expr target_since_2_6(const IntInput& input);

using IntShares = std::vector<z3::expr>;  // 32 bits each

// The shares at R = 2^exponent, which is -25 to 35. From 35 on every claimant with a weight is at
// its maximum, whatever it is: a sixteenth of 2^35 is 2^31.
IntShares shares_at_power(const IntInput& input, int exponent);

// R has been doubled beyond every double. 0 * infinity is no number, and as an int that is 0.
IntShares shares_at_infinity(const IntInput& input);

// The shares at R = numerator * 2^(exponent - 25), where every weight is a power of two: products
// of two unknowns are beyond Z3, shifts are not. Both have 64 bits. numerator <= 2^25, and
// exponent <= 28, so that a product stays within 63 bits.
IntShares shares_at_fraction(const IntInput& input, const z3::expr& numerator,
                             const z3::expr& exponent);

z3::expr wrapped_sum(const IntShares& shares);  // 32 bits, as the release adds
z3::expr exact_sum(const IntShares& shares);    // 64 bits

// used(R) < target at every R that doubling comes by: 1, 2, 4, ..., infinity. Exact, not cut off:
// from 2^35 to the largest double all shares are the same.
z3::expr never_stops_doubling(const IntInput& input, const z3::expr& target);

}  // namespace fairshare::prover

#include "fairshare/properties/z3/int_rule.h"

#include <cassert>
#include <cstdint>
#include <limits>
#include <string>

namespace fairshare::prover {
namespace {

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr int fraction_bits = 4;  // of a weight
constexpr unsigned weight_bits = 8;
constexpr int halvings = 25;       // of every release
constexpr int last_exponent = 35;  // see shares_at_power

z3::expr long_value(z3::context& context, std::int64_t value) {
  return context.bv_val(value, 64);
}

z3::expr int_value(z3::context& context, std::int64_t value) {
  return context.bv_val(value, 32);
}

z3::expr widened(const z3::expr& amount) {
  return z3::sext(amount, 32);
}

z3::expr lesser(const z3::expr& a, const z3::expr& b) {
  return z3::ite(a < b, a, b);
}

z3::expr greater(const z3::expr& a, const z3::expr& b) {
  return z3::ite(a < b, b, a);
}

// weight * 16, with room for a shift.
z3::expr sixteenths(const IntClaimantTerms& claimant) {
  return z3::zext(claimant.weight, 64 - weight_bits);
}

// `product` is weight * R, truncated to an unsigned integer of 64 bits. Truncating before clamping
// gives the same as truncating after it, since both bounds are whole.
z3::expr clamped(const z3::expr& product, const IntClaimantTerms& claimant) {
  const z3::expr share = lesser(greater(product, widened(claimant.min_share)),  //
                                widened(claimant.max_share));
  return share.extract(31, 0);
}

// number * weight, for a weight that is a power of two. Z3 could not cope with a product of two
// unknowns.
z3::expr shifted(const z3::expr& number, const z3::expr& weight) {
  z3::context& context = weight.ctx();
  z3::expr result = number;
  for (unsigned bit = 1; bit < weight_bits; ++bit) {
    const z3::expr is_set = weight.extract(bit, bit) == context.bv_val(1, 1);
    result = z3::ite(is_set, z3::shl(number, long_value(context, bit)), result);
  }
  return result;
}

}  // namespace

IntInput int_input(z3::context& context, int n) {
  assert(n >= 1);
  IntInput input{context.bv_const("total", 32), {}};
  for (int i = 0; i < n; ++i) {
    const std::string index = std::to_string(i);
    input.claimants.push_back({context.bv_const(("weight_" + index).c_str(), weight_bits),
                               context.bv_const(("min_share_" + index).c_str(), 32),
                               context.bv_const(("max_share_" + index).c_str(), 32)});
  }
  return input;
}

z3::expr is_problem(const IntInput& input) {
  const z3::expr zero = int_value(input.total.ctx(), 0);
  z3::expr result = input.total >= zero;
  for (const IntClaimantTerms& claimant : input.claimants) {
    result = result && claimant.min_share >= zero && claimant.max_share >= claimant.min_share;
  }
  return result;
}

z3::expr has_weight(const IntClaimantTerms& claimant) {
  return claimant.weight != claimant.weight.ctx().bv_val(0, weight_bits);
}

z3::expr has_positive_weights(const IntInput& input) {
  z3::expr result = input.total.ctx().bool_val(true);
  for (const IntClaimantTerms& claimant : input.claimants) result = result && has_weight(claimant);
  return result;
}

z3::expr has_weights_of_one_bit(const IntInput& input) {
  z3::context& context = input.total.ctx();
  z3::expr result = context.bool_val(true);
  for (const IntClaimantTerms& claimant : input.claimants) {
    z3::expr is_one = context.bool_val(false);
    for (unsigned bit = 0; bit < weight_bits; ++bit) {
      is_one = is_one || claimant.weight == context.bv_val(1U << bit, weight_bits);
    }
    result = result && is_one;
  }
  return result;
}

z3::expr most_claimable(const IntInput& input) {
  z3::expr sum = long_value(input.total.ctx(), 0);
  for (const IntClaimantTerms& claimant : input.claimants) {
    sum = sum + widened(z3::ite(has_weight(claimant), claimant.max_share, claimant.min_share));
  }
  return sum;
}

z3::expr has_allocation(const IntInput& input) {
  z3::expr minimums = long_value(input.total.ctx(), 0);
  for (const IntClaimantTerms& claimant : input.claimants) {
    minimums = minimums + widened(claimant.min_share);
  }
  const z3::expr total = widened(input.total);
  return minimums <= total && total <= most_claimable(input);
}

z3::expr adds_up_within_ints(const IntInput& input) {
  z3::expr sum = long_value(input.total.ctx(), 0);
  for (const IntClaimantTerms& claimant : input.claimants) sum = sum + widened(claimant.max_share);
  return sum <= long_value(input.total.ctx(), int_max);
}

z3::expr target_to_2_5(const IntInput& input) {
  z3::context& context = input.total.ctx();
  const z3::expr absent = int_value(context, int_max);
  z3::expr sum = int_value(context, 0);
  z3::expr is_unbounded = context.bool_val(false);
  for (const IntClaimantTerms& claimant : input.claimants) {
    is_unbounded = is_unbounded || claimant.max_share == absent;
    sum = sum + claimant.max_share;
  }
  return lesser(z3::ite(is_unbounded, absent, sum), input.total);
}

z3::expr target_since_2_6(const IntInput& input) {
  z3::context& context = input.total.ctx();
  z3::expr sum = long_value(context, 0);
  for (const IntClaimantTerms& claimant : input.claimants) sum = sum + widened(claimant.max_share);
  const z3::expr maximums = lesser(sum, long_value(context, int_max));
  return lesser(maximums, widened(input.total)).extract(31, 0);
}

IntShares shares_at_power(const IntInput& input, int exponent) {
  assert(-halvings <= exponent && exponent <= last_exponent);
  z3::context& context = input.total.ctx();
  IntShares shares;
  for (const IntClaimantTerms& claimant : input.claimants) {
    const int shift = exponent - fraction_bits;
    const z3::expr product = shift >= 0
                                 ? z3::shl(sixteenths(claimant), long_value(context, shift))
                                 : z3::lshr(sixteenths(claimant), long_value(context, -shift));
    shares.push_back(clamped(product, claimant));
  }
  return shares;
}

IntShares shares_at_infinity(const IntInput& input) {
  const z3::expr no_number = int_value(input.total.ctx(), 0);
  IntShares shares;
  for (const IntClaimantTerms& claimant : input.claimants) {
    shares.push_back(z3::ite(has_weight(claimant), claimant.max_share, no_number));
  }
  return shares;
}

IntShares shares_at_fraction(const IntInput& input, const z3::expr& numerator,
                             const z3::expr& exponent) {
  const z3::expr denominator_bits = long_value(input.total.ctx(), halvings + fraction_bits);
  IntShares shares;
  for (const IntClaimantTerms& claimant : input.claimants) {
    const z3::expr product = z3::shl(shifted(numerator, claimant.weight), exponent);
    shares.push_back(clamped(z3::lshr(product, denominator_bits), claimant));
  }
  return shares;
}

z3::expr wrapped_sum(const IntShares& shares) {
  z3::expr sum = shares.front();
  for (std::size_t i = 1; i < shares.size(); ++i) sum = sum + shares[i];
  return sum;
}

z3::expr exact_sum(const IntShares& shares) {
  z3::expr sum = widened(shares.front());
  for (std::size_t i = 1; i < shares.size(); ++i) sum = sum + widened(shares[i]);
  return sum;
}

z3::expr never_stops_doubling(const IntInput& input, const z3::expr& target) {
  z3::expr result = wrapped_sum(shares_at_infinity(input)) < target;
  for (int exponent = 0; exponent <= last_exponent; ++exponent) {
    result = result && wrapped_sum(shares_at_power(input, exponent)) < target;
  }
  return result;
}

}  // namespace fairshare::prover

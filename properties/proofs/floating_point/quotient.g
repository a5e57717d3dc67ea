# The quotient of the filter: `divide` of reference/rounding.cpp.
#
# Claim: (high + low) differs from the exact quotient N / D by less than 2^-101 of it, which is what
# reference/rounding.h promises of Quotient, and what filter_of_a_product_is_right in Rounding.v needs.
#
# n.high + n.low and d.high + d.low are the leading 106 bits of N and D, scaled so that high is in
# [1, 2]: cut off, so less than 2^-105 too small, and low is at most half a unit in the last place of
# high. Three steps of the code are exact, by theorems of Rounding.v, and stand here without a rounding:
#   - the inner fma(estimate, d.high, -product)        two_product_is_exact
#   - n.high - product                                 numerator_less_product_is_exact
#   - high + low = estimate + correction               fast_two_sum_is_exact; the second claim below
#                                                      is what that asks for

# control: 3b-103 -> 1b-102

@rnd = float<ieee_64, ne>;

nh = rnd(nh_);
nl = rnd(nl_);
dh = rnd(dh_);
dl = rnd(dl_);

estimate rnd= nh / dh;
product rnd= estimate * dh;
inner = estimate * dh - product;
product_low = rnd(estimate * dl + inner);
top = nh - product;
part = rnd(nl - product_low);
rest = rnd(top + part);
correction = rnd(rest / dh);

NN = nh + nl;
DD = dh + dl;
remainder = NN - estimate * DD;
quotient = estimate + correction;

{
  nh in [1, 2] /\ dh in [1, 2] /\ |nl| <= 1b-53 /\ |dl| <= 1b-53 /\
  N in [0.5, 3] /\ NN -/ N in [-1b-105, 0] /\
  D in [0.5, 3] /\ DD -/ D in [-1b-105, 0]
  ->
  quotient -/ (N / D) in [-3b-103, 3b-103] /\
  |correction / estimate| <= 1b-50
}

# Identities, which Gappa checks itself: how the errors of the steps add up.
top -> 0 - (product - estimate * dh) - (estimate - nh / dh) * dh { dh <> 0 };
remainder -> top + nl - (estimate * dl + inner);
rest - remainder ->
  (rest - (top + part)) + (part - (nl - product_low)) - (product_low - (estimate * dl + inner));
quotient - NN / DD ->
  (correction - rest / dh) + (rest - remainder) / dh + remainder * dl / (dh * DD)
  { dh <> 0, DD <> 0 };
(quotient - NN / DD) / (NN / DD) ->
  ((quotient - NN / DD) / estimate) * (estimate / (NN / DD)) { estimate <> 0, NN / DD <> 0 };
estimate / (NN / DD) ->
  1 / (1 + remainder / (estimate * DD)) { estimate <> 0, DD <> 0, NN <> 0 };

$ nh in 4, dh in 4;

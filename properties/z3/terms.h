// Numbers, claimants and shares as Z3 terms, over the reals.
#pragma once

#include <z3++.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"

namespace fairshare::prover {

using exact::Rational;

struct ClaimantTerms {
  z3::expr weight;
  z3::expr min_share;
  z3::expr has_max;    // Bool
  z3::expr max_share;  // means nothing if has_max is false
};

// The number itself: Z3 computes in rationals.
z3::expr numeral(z3::context& context, const Rational& number);

// The number that Z3 wrote: "6.0", "(/ 40.0 3.0)", "(- (/ 1.0 3.0))". Nothing for anything else,
// such as an algebraic number ("(root-obj ...)") or "true".
std::optional<Rational> find_number(std::string_view text);

// The value of the constant `name` in the model; nothing if it has none, or one that is not
// rational.
struct Model;
std::optional<Rational> find_value(const Model& model, std::string_view name);

// A real constant by this name.
z3::expr unknown_number(z3::context& context, const std::string& name);

// The claimant itself, in numerals.
ClaimantTerms given_claimant(z3::context& context, const Claimant<Rational>& claimant);

// States that `share` is clamp(product, min_share, max_share), where the product is weight * R, for
// a claimant without a defect: it is within the bounds, no less than the product unless it is the
// maximum, and no more than the product unless it is the minimum. Z3 decides this form much faster
// than the clamp by cases; instances_test.cpp makes it prove that the two are the same.
z3::expr is_share_at(const ClaimantTerms& claimant, const z3::expr& product, const z3::expr& share);

// 0 and `false` if there are none.
z3::expr sum_of(z3::context& context, const std::vector<z3::expr>& terms);
z3::expr any_of(z3::context& context, const std::vector<z3::expr>& conditions);

}  // namespace fairshare::prover

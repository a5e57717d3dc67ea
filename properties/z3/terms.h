// Numbers, claimants and shares as Z3 terms, over the reals.
//
// A product weight * R is always a term of its own, `product`: where it stands for weight * R, or
// for an unknown of which only the sign and the order are kept (theorems.h says why that suffices),
// is the caller's business.
#pragma once

#include <z3++.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.h"
#include "model/problem.h"

namespace fairshare::prover {

using exact::Rational;

// Whether there is a maximum is a term as well, so that one query speaks of all patterns.
struct ClaimantTerms {
  z3::expr weight;
  z3::expr min_share;
  z3::expr has_max;    // Bool
  z3::expr max_share;  // says nothing where has_max is false
};

// The number itself: Z3 computes in rationals.
z3::expr numeral(z3::context& context, const Rational& number);

// The number that Z3 wrote: "6.0", "(/ 40.0 3.0)", "(- (/ 1.0 3.0))". Nothing for what is no such
// rational, as an algebraic number ("(root-obj ...)") and "true".
std::optional<Rational> find_number(std::string_view text);

// The value of the constant `name` in the model; nothing where it has none, or no rational one.
struct Model;
std::optional<Rational> find_value(const Model& model, std::string_view name);

// A real constant by this name.
z3::expr unknown_number(z3::context& context, const std::string& name);

// Constants "weight_1", "min_1", "has_max_1" and "max_1" for the index "1", behind the prefix.
ClaimantTerms unknown_claimant(z3::context& context, const std::string& prefix,
                               const std::string& index);

// The claimant itself, in numerals.
ClaimantTerms given_claimant(z3::context& context, const Claimant<Rational>& claimant);

// What a problem asks of a claimant: weight >= 0, min_share >= 0, max_share >= min_share.
z3::expr has_no_defect(const ClaimantTerms& claimant);

// clamp(product, min_share, max_share), as it is defined: by cases.
z3::expr share_at(const ClaimantTerms& claimant, const z3::expr& product);

// That `share` is share_at(claimant, product), for a claimant without a defect: within the bounds;
// no less than the product unless it is the maximum; no more than the product unless it is the
// minimum. The theorem `share-relation` says that this is the same; Z3 decides it much faster.
z3::expr is_share_at(const ClaimantTerms& claimant, const z3::expr& product, const z3::expr& share);

// min_share <= share <= max_share.
z3::expr is_within_bounds(const ClaimantTerms& claimant, const z3::expr& share);

// 0 and `true` where there are none.
z3::expr sum_of(z3::context& context, const std::vector<z3::expr>& terms);
z3::expr all_of(z3::context& context, const std::vector<z3::expr>& conditions);
z3::expr any_of(z3::context& context, const std::vector<z3::expr>& conditions);

}  // namespace fairshare::prover

// A world: one problem and its fair shares, every number symbolic. A theorem speaks of one world,
// or compares two.
//
// The products weight * R make Z3 slow, and often nothing matters of them but their order: at a
// greater ratio every product is greater or equal. So a `divided` world has an unknown product for
// each claimant, of which is only said that it is >= 0 (and 0 at weight 0). Whatever holds in all
// of these worlds holds in the real ones, which are among them. A counterexample need not be real,
// unless it also meets `has_weights`; models that must be real are asked for with it.
#pragma once

#include <z3++.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "exact/rational.h"
#include "model/problem.h"
#include "properties/z3/query.h"
#include "properties/z3/terms.h"

namespace fairshare::prover {

struct World {
  z3::expr total;
  std::vector<ClaimantTerms> claimants;
  z3::expr ratio;
  std::vector<z3::expr> products;
  std::vector<z3::expr> shares;
};

// Constants "before.total", "before.weight_1", "before.share_1", ... for the name "before".
World divided_world(z3::context& context, const std::string& name, std::size_t n);
World multiplied_world(z3::context& context, const std::string& name, std::size_t n);

// No defect, every share that of its product, the sum of the shares the total; ratio and products
// >= 0, and 0 at weight 0.
std::vector<z3::expr> is_fair(const World& world);

// Each product is the weight times the ratio, the weights being these numbers.
std::vector<z3::expr> has_weights(const World& world, const std::vector<int>& weights);
std::vector<int> weights_up_to(std::size_t n);  // 1, 2, ..., n

// The same minimum; the same maximum or none in both; the same weight.
z3::expr has_same_bounds(const ClaimantTerms& claimant, const ClaimantTerms& other);
z3::expr is_same(const ClaimantTerms& claimant, const ClaimantTerms& other);

// Claimant by claimant, for the first `n` of both.
std::vector<z3::expr> are_same(const World& world, const World& other, std::size_t n);

// The ratio of one world is no greater than that of the other, or the other way round: then so are
// the products of all of the first `n` claimants, whose weights are the same in both.
z3::expr has_common_order(const World& world, const World& other, std::size_t n);

// One list of all.
std::vector<z3::expr> joined(const std::vector<std::vector<z3::expr>>& lists);

// The problem of a world of this name in a model; nothing where a number is missing or irrational.
std::optional<Problem<Rational>> find_problem(const Model& model, const std::string& name,
                                              std::size_t n);

}  // namespace fairshare::prover

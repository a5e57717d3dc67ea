// Certificates: an answer together with what proves it, so that a reader can check it without
// solving.
//
// A certificate says R and where each claimant stands; of a problem without an allocation, that all
// minimums exceed the total, or that the total exceeds all that can be claimed. Whether it holds is
// decided in one pass: no sorting, no sweep, no division. Who finds one: properties/certify.h.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/model/tree.h"

namespace fairshare::properties {

using exact::Rational;

// Where a claimant stands at R, and hence what its share is.
//
//     at_min          min_share, since weight * R <= min_share; at weight 0 always this, only this
//     proportional    weight * R, which is from min_share to max_share
//     at_max          max_share, since weight * R >= max_share
//
// At a breakpoint two of them are true, and either holds.
enum class Branch { at_min, proportional, at_max };

// There is an allocation, and this is its ratio.
struct Divided {
  Rational ratio;  // any that gives the shares
  // All that give them; nothing where the certificate does not say.
  std::optional<RatioInterval<Rational>> ratios = std::nullopt;
};

using Claim = std::variant<Divided, Overcommitted<Rational>, Surplus<Rational>>;

// Overcommitted: every claimant is at_min. Surplus: every one is at_max, at weight 0 at_min.
struct Certificate {
  Claim claim;
  std::vector<Branch> branches;  // one a claimant
};

// Why a certificate does not hold.
struct NegativeRatio {};
struct WrongBranch {  // the first claimant that does not stand where the certificate says
  std::size_t claimant;
};
struct WrongSum {  // what the shares, the minimums or the maximums really add up to
  Rational sum;
};
struct WrongEnd {  // of `ratios`: not the least, or not the greatest, that gives the shares
  bool is_greatest;
};
struct WrongShare {  // reported, and not what the certificate gives
  std::size_t claimant;
  Rational certified;
};
struct SharesOfNothing {};  // reported, though the certificate is of no allocation
using Flaw =
    std::variant<NegativeRatio, WrongBranch, WrongSum, WrongEnd, WrongShare, SharesOfNothing>;

// The first thing that is wrong with the certificate, in the order of the list above; nothing where
// it holds, which is never WrongShare nor SharesOfNothing.
//
//     total 100, claimants {w 1}, {w 2, max 30}, {w 3, min 60}
//     R = 40/3: proportional, proportional, at_min    -> nothing
//     R = 40/3: proportional, at_max, at_min          -> WrongBranch{1}: 2 R is below 30
//     R = 12: proportional, proportional, at_min      -> WrongSum{96}
//     overcommitted by 6: at_min, at_min, at_min      -> WrongSum{60}: that is not above 100
//
// Asserts `!find_defect(problem)` and one branch a claimant. O(n), one product a claimant.
std::optional<Flaw> find_flaw(const Problem<Rational>& problem, const Certificate& certificate);

// The shares that a certificate of an allocation gives, right or wrong. Asserts that it is of one,
// that there is one branch a claimant, and that no claimant without a max_share is at_max.
std::vector<Rational> shares_of(const Problem<Rational>& problem, const Certificate& certificate);

// Trees: one certificate for each that divides, the top first, then the nodes with children in
// their order; where there is no allocation the list ends.
struct TreeFlaw {
  DividerIndex at;
  Rational total;  // what is divided there
  Flaw flaw;
};

// The tree itself, then the nodes with children, in their order.
std::vector<DividerIndex> dividers_of(const Tree<Rational>& tree);

// True where there are certificates as a tree needs them, each with its branches; whether they hold
// is not asked.
bool fit(const Tree<Rational>& tree, std::span<const Certificate> certificates);

// The first flaw from the top: what a certificate gives a node is the total of its children.
// `claimant` of a flaw is an index among the children of `at`. `reported`: nothing, or one share a
// node, each of which must be what the certificates give. Asserts `!find_defect(tree)` and `fit`.
std::optional<TreeFlaw> find_flaw(const Tree<Rational>& tree,
                                  std::span<const Certificate> certificates,
                                  const std::optional<std::vector<Rational>>& reported);

}  // namespace fairshare::properties

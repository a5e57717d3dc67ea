// Certificates: an answer together with what proves it, so that a reader can check it without
// solving.
//
// A certificate states R and whether each claimant is at its minimum, proportional, or at its
// maximum. For a problem without an allocation it states that the minimums exceed the total, or
// that the total exceeds what can be claimed. Checking it takes up to three passes: no sorting, no
// sweep, no division. properties/certify.h finds certificates.
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

// Which bound, if any, gives a claimant's share at R, and so what the share is.
//
//     at_min          min_share, since weight * R <= min_share; at weight 0 always this, only this
//     proportional    weight * R, which is from min_share to max_share
//     at_max          max_share, since weight * R >= max_share
//
// At a breakpoint two of them are true, and a certificate with either holds.
enum class Branch { at_min, proportional, at_max };

// There is an allocation, and this is its ratio.
struct Divided {
  Rational ratio;  // any that gives the shares
  // All that give them; nothing if the certificate does not say.
  std::optional<RatioInterval<Rational>> ratios = std::nullopt;
};

using Claim = std::variant<Divided, Overcommitted<Rational>, Surplus<Rational>>;

// Overcommitted: every claimant is at_min. Surplus: every claimant is at_max, or at_min at weight
// 0.
struct Certificate {
  Claim claim;
  std::vector<Branch> branches;  // one per claimant
};

// Why a certificate does not hold.
struct NegativeRatio {};
struct WrongBranch {  // the first claimant whose branch is false
  std::size_t claimant;
};
struct WrongSum {  // what the shares, the minimums or the maximums really add up to
  Rational sum;
};
struct WrongEnd {  // of `ratios`: not the least, or not the greatest, that gives the shares
  bool is_greatest;
};
struct WrongShare {  // a reported share that is not what the certificate gives
  std::size_t claimant;
  Rational certified;
};
struct SharesOfNothing {};  // shares are reported, but the certificate states no allocation
using Flaw =
    std::variant<NegativeRatio, WrongBranch, WrongSum, WrongEnd, WrongShare, SharesOfNothing>;

// The first thing that is wrong with the certificate, in the order of the list above; nothing if it
// holds. Never WrongShare or SharesOfNothing, which are about reported shares.
//
//     total 100, claimants {w 1}, {w 2, max 30}, {w 3, min 60}
//     R = 40/3: proportional, proportional, at_min    -> nothing
//     R = 40/3: proportional, at_max, at_min          -> WrongBranch{1}: 2 R is below 30
//     R = 12: proportional, proportional, at_min      -> WrongSum{96}
//     overcommitted by 6: at_min, at_min, at_min      -> WrongSum{60}: that is not above 100
//
// Asserts `!find_defect(problem)` and one branch per claimant. O(n): up to two products per
// claimant, and with `ratios` up to four more.
std::optional<Flaw> find_flaw(const Problem<Rational>& problem, const Certificate& certificate);

// The shares that a certificate of an allocation gives, whether or not it holds. Asserts that it
// states an allocation, that there is one branch per claimant, and that no claimant without a
// max_share is at_max.
std::vector<Rational> shares_of(const Problem<Rational>& problem, const Certificate& certificate);

// Trees: one certificate per division, the top's first, then those of the nodes with children in
// their order; the list ends at the first division without an allocation.
struct TreeFlaw {
  DividerIndex at;
  Rational total;  // what is divided there
  Flaw flaw;
};

// The tree itself, then the nodes with children, in their order.
std::vector<DividerIndex> dividers_of(const Tree<Rational>& tree);

// True if the certificates match the tree's divisions, each with as many branches as it has
// claimants; whether they hold is not checked.
bool fit(const Tree<Rational>& tree, std::span<const Certificate> certificates);

// The first flaw from the top; what a certificate gives a node is the total of its children's
// division. `claimant` of a flaw is an index among the children of `at`. `reported`: nothing, or
// one share per node, each of which must be what the certificates give. Asserts
// `!find_defect(tree)` and `fit`.
std::optional<TreeFlaw> find_flaw(const Tree<Rational>& tree,
                                  std::span<const Certificate> certificates,
                                  const std::optional<std::vector<Rational>>& reported);

}  // namespace fairshare::properties

// YTsaurus's scalar tree in exact numbers: the release's own rule without its rounding, and each
// pool's division as a problem of the definition.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/schedulers/ytsaurus/scalar.h"

namespace fairshare::schedulers::ytsaurus::scalar {

struct FairTree {
  std::vector<exact::Rational> shares;  // fair_share_ratio, one per element
  // One per element: for a pool whose children's sums do not fit, how they are adjusted; mostly
  // empty.
  std::vector<std::string> notes;
};

// A number for which the exact rule is not defined: negative, infinite or NaN.
struct InvalidNumber {
  std::size_t element = 0;
  std::string field;
};

// The era's rule with exact water filling instead of the bisection: the same normalisation of
// minimums, the same thresholds, maximum u = min(max possible usage, best allocation), minimum
// min(l, u), fifo pools in their order. A weight of at most 2^-52 counts as 0, since x ends at 1.
//
// The rule includes what happens when sums do not fit:
//   - the maximums do not reach the total F: every child is at its maximum. In 2019 the root's
//     share becomes the sum, and below the root all are multiplied by F / sum, past their maximums.
//     In 2018 nothing more happens; the root's share stays 1.
//   - the minimums exceed F: every child is at its minimum. In 2019 all are multiplied by F / sum;
//     in 2018 the children have more than their pool.
//
// With one resource every number is exact from the bottom up. With a cluster the bounds are those
// that the release computes in doubles, since `possible usage` is made of rounded amounts.
std::variant<FairTree, InvalidNumber> fair(Era era, const Tree& tree);

// One pool's division, to be judged by the definition.
struct Division {
  Problem<exact::Rational> problem;      // one claimant per child, in the order of the elements
  std::vector<std::string> child_notes;  // one per child; mostly empty
  std::vector<std::string> notes;        // what was changed to make it a problem, one sentence each
  bool has_given_total = true;           // the problem's total is the given one
  exact::Rational resolution;            // how far from fair the release may end up
};

// A child as it claims from its pool, in the numbers that the release holds.
struct Claim {
  double weight = 1;
  double min_share = 0;                   // recursive_min_share_ratio
  double max_share = no_limit;            // min(max_possible_usage_ratio, best_allocation_ratio)
  std::optional<std::size_t> place = {};  // fifo_index
};

// The division of `total` among children with these claims; nothing if a weight or bound is
// negative or NaN.
//
//   fair_share   weights as they are, but 0 if they are at most 2^-52; maximum u, minimum
//                min(l, u). If the maximums do not reach the total, the total is their sum. If the
//                minimums exceed the total, they are scaled down to it; in 2018 only if the excess
//                is within the resolution: otherwise there is no fair division.
//   fifo         by place: each child that fits has its maximum, fixed; the first that does not is
//                the only one with a weight; those after it are fixed at 0.
//
// The resolution is 2^-52 * (sum of w / w_min + n + 4): x is within 2^-53 of the point at which the
// computed sum meets the total. The sum of n terms with two roundings each is off by at most (n +
// 2) * 2^-53 for totals up to 1. All shares move the same way with x, so none is further off than
// the sum. Rescaling can double that, and rounds 3 times.
std::optional<Division> divide(Era era, Mode mode, const std::vector<Claim>& claims,
                               const exact::Rational& total);

// The claims of a pool's children, as the release computes them.
std::vector<Claim> claims_of(const Tree& tree, const ComputedTree& computed,
                             const std::vector<std::size_t>& children);

}  // namespace fairshare::schedulers::ytsaurus::scalar

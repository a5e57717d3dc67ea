// Fairness without R, word for word as properties/fairness.h states it: slow, but obviously right.
//
// Exact shares obey the axioms exactly when they are fair: some R gives them, and they add up to
// the total. tests/whole/exhaustive_fairness_test.cpp shows it on all small cases.
#pragma once

#include <span>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"

namespace fairshare::properties {

// True if the shares add up to the total, every claimant is within its bounds (at weight 0 its
// maximum is its minimum), and no richer claimant is above its minimum while a poorer one is below
// its maximum. Shares per weight are compared by cross-multiplication, so nothing is divided by a
// weight of 0. O(n^2). Asserts `!find_defect(problem)` and one share per claimant.
bool obeys_axioms(const Problem<exact::Rational>& problem, std::span<const exact::Rational> shares);

}  // namespace fairshare::properties

// Finds certificates: what the exact solver answers, and where each claimant stands in it.
//
// Nothing here needs to be believed: whether a certificate holds, properties/certificate.h says.
#pragma once

#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/model/tree.h"
#include "fairshare/properties/certificate.h"

namespace fairshare::properties {

// The certificate of what exact::solve answers to the problem, with all ratios. Of two branches
// that are true at the least ratio it names the bound: at_min where weight * R <= min_share, else
// at_max where weight * R >= max_share, else proportional.
//
//     {100, {{1}, {2, 0, 30}, {3, 60}}}    -> 40/3, [40/3, 40/3]: proportional, proportional,
//     at_min
//     {5, {{1, 5, 9}, {1, 0, 0}}}          -> 0, [0, 5]: at_min, at_min
//     {10, {{1, 0, 3}, {0, 4}}}            -> surplus of 3: at_max, at_min
Certificate certify(const Problem<Rational>& problem, const Solution<Rational>& solution);

struct CertifiedSolution {
  TreeSolution<Rational> solution;
  std::vector<Certificate> certificates;  // as `find_flaw` of a tree takes them
};

// What exact::solve answers to the tree. Asserts `!find_defect(tree)`.
CertifiedSolution solve_with_certificates(const Tree<Rational>& tree);

}  // namespace fairshare::properties

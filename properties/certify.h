// Makes certificates from the exact solver's answers.
//
// Nothing here needs to be trusted: properties/certificate.h checks whether a certificate holds.
#pragma once

#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/model/tree.h"
#include "fairshare/properties/certificate.h"

namespace fairshare::properties {

// The certificate of exact::solve's answer to the problem, with all ratios. If two branches are
// true at the least ratio, it names the bound: at_min if weight * R <= min_share, else at_max if
// weight * R >= max_share, else proportional.
//
//     {100, {{1}, {2, 0, 30}, {3, 60}}}    -> 40/3, [40/3, 40/3]: two proportional, one at_min
//     {5, {{1, 5, 9}, {1, 0, 0}}}          -> 0, [0, 5]: at_min, at_min
//     {10, {{1, 0, 3}, {0, 4}}}            -> surplus of 3: at_max, at_min
Certificate certify(const Problem<Rational>& problem, const Solution<Rational>& solution);

struct CertifiedSolution {
  TreeSolution<Rational> solution;
  std::vector<Certificate> certificates;  // as `find_flaw` of a tree takes them
};

// The certificates of exact::solve's answer to the tree. Asserts `!find_defect(tree)`.
CertifiedSolution solve_with_certificates(const Tree<Rational>& tree);

}  // namespace fairshare::properties

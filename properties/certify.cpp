#include "fairshare/properties/certify.h"

#include <utility>
#include <variant>

#include "fairshare/exact/solve.h"

namespace fairshare::properties {
namespace {

Branch branch_at(const Claimant<Rational>& claimant, const Rational& ratio) {
  const Rational proportional = claimant.weight * ratio;
  if (claimant.weight == 0 || proportional <= claimant.min_share) return Branch::at_min;
  if (claimant.max_share && proportional >= *claimant.max_share) return Branch::at_max;
  return Branch::proportional;
}

}  // namespace

Certificate certify(const Problem<Rational>& problem, const Solution<Rational>& solution) {
  Certificate certificate;
  certificate.branches.reserve(problem.claimants.size());
  if (const auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    certificate.claim = Divided{allocation->ratio, exact::find_ratios(problem, *allocation)};
    for (const auto& claimant : problem.claimants) {
      certificate.branches.push_back(branch_at(claimant, allocation->ratio));
    }
    return certificate;
  }
  const auto* over = std::get_if<Overcommitted<Rational>>(&solution);
  if (over != nullptr) certificate.claim = *over;
  if (over == nullptr) certificate.claim = std::get<Surplus<Rational>>(solution);
  for (const auto& claimant : problem.claimants) {
    const bool is_at_max = over == nullptr && claimant.weight > 0;
    certificate.branches.push_back(is_at_max ? Branch::at_max : Branch::at_min);
  }
  return certificate;
}

CertifiedSolution solve_with_certificates(const Tree<Rational>& tree) {
  std::vector<Certificate> certificates;
  auto solution = solve_tree(tree, [&](const Problem<Rational>& problem) {
    Solution<Rational> divided = exact::solve(problem);
    certificates.push_back(certify(problem, divided));
    return divided;
  });
  return {std::move(solution), std::move(certificates)};
}

}  // namespace fairshare::properties

// Certificates of the adversary's problems: they hold, and with one thing changed they are refused
// unless they are still true, which find_violation and the exact solver say.
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/certificate.h"
#include "fairshare/properties/certify.h"
#include "fairshare/properties/fairness.h"
#include "tests/certificate_mutations.h"
#include "tests/rapidcheck_problems.h"

namespace fairshare::tests {
namespace {

constexpr std::size_t size_max = 10;
constexpr std::size_t size_max_of_many = 300;

Tree<Rational> flat(const Problem<Rational>& problem) {
  Tree<Rational> tree{problem.total, {}};
  for (const auto& claimant : problem.claimants) tree.nodes.push_back({claimant, std::nullopt});
  return tree;
}

RC_GTEST_PROP(RandomCertificate, HoldsAndGivesTheFairShares, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max_of_many));
  const auto solution = exact::solve(problem);
  const Certificate certificate = properties::certify(problem, solution);
  RC_TAG(solution.index());
  RC_ASSERT(!properties::find_flaw(problem, certificate));
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  RC_ASSERT((allocation != nullptr) == std::holds_alternative<Divided>(certificate.claim));
  if (allocation == nullptr) return;
  const std::vector<Rational> shares = properties::shares_of(problem, certificate);
  RC_ASSERT(shares == allocation->shares);
  RC_ASSERT(!properties::find_violation(problem, shares));
}

RC_GTEST_PROP(RandomCertificate, WithOneChangeIsRefusedUnlessItIsTrue, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max));
  const Certificate certificate = properties::certify(problem, exact::solve(problem));
  for (const auto& [what, mutant, branch] : mutants_of(certificate)) {
    const auto flaw = properties::find_flaw(problem, mutant);
    RC_ASSERT(!flaw == is_true(problem, mutant));
    if (!flaw || !branch) continue;
    const auto* wrong = std::get_if<properties::WrongBranch>(&*flaw);
    RC_ASSERT(wrong != nullptr && wrong->claimant == *branch);
  }
}

RC_GTEST_PROP(RandomCertificate, IsRefusedWhereAReportedShareIsAnother, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max));
  const Tree<Rational> tree = flat(problem);
  const auto [solution, certificates] = properties::solve_with_certificates(tree);
  const auto* allocation = std::get_if<TreeAllocation<Rational>>(&solution);
  if (allocation == nullptr) return;
  RC_ASSERT(!properties::find_flaw(tree, certificates, allocation->shares));
  for (std::size_t i = 0; i < allocation->shares.size(); ++i) {
    for (const int by : {-1, 1}) {
      std::vector<Rational> reported = allocation->shares;
      reported[i] = with_numerator_moved(reported[i], by);
      RC_ASSERT(properties::find_violation(problem, reported).has_value());
      const auto found = properties::find_flaw(tree, certificates, reported);
      RC_ASSERT(found.has_value());
      const auto* wrong = std::get_if<properties::WrongShare>(&found->flaw);
      RC_ASSERT(wrong != nullptr && wrong->claimant == i &&
                wrong->certified == allocation->shares[i]);
    }
  }
}

// A certificate of one problem does not hold for another: if one number is changed, it is refused,
// unless it is a certificate of that problem, too.
RC_GTEST_PROP(RandomCertificate, IsOfItsOwnProblem, ()) {
  const Problem<Rational> problem = exact::widen(*problems(size_max));
  const Certificate certificate = properties::certify(problem, exact::solve(problem));
  std::vector<Problem<Rational>> others;
  others.push_back({with_numerator_moved(problem.total, 1), problem.claimants});
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    others.push_back(problem);
    Rational& weight = others.back().claimants[i].weight;
    weight = with_numerator_moved(weight, 1);
    others.push_back(problem);
    auto& [same_weight, min_share, max_share] = others.back().claimants[i];
    min_share = min_share / 2;
    others.push_back(problem);
    auto& bound = others.back().claimants[i].max_share;
    bound = bound ? std::nullopt : std::optional(problem.claimants[i].min_share + 1);
  }
  for (const auto& other : others) {
    RC_ASSERT(!properties::find_flaw(other, certificate) == is_true(other, certificate));
  }
}

}  // namespace
}  // namespace fairshare::tests

// Certificates that hold, and each way in which one can fail to.
#include "fairshare/properties/certificate.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/certify.h"
#include "tests/certificate_mutations.h"

namespace fairshare::properties {
namespace {

constexpr Branch low = Branch::at_min;
constexpr Branch middle = Branch::proportional;
constexpr Branch high = Branch::at_max;

Problem<Rational> three() {
  return {100, {{1}, {2, 0, 30}, {3, 60}}};
}

Rational third(int number) {
  return Rational(number) / 3;
}

std::string text(const Rational& number) {
  return exact::to_text(number);
}

// "", "negative", "branch 1", "sum 96", "least", "greatest", "share 1 40/3", "shares of nothing".
std::string text(const std::optional<Flaw>& flaw) {
  if (!flaw) return "";
  if (std::holds_alternative<NegativeRatio>(*flaw)) return "negative";
  if (const auto* branch = std::get_if<WrongBranch>(&*flaw)) {
    return "branch " + std::to_string(branch->claimant);
  }
  if (const auto* sum = std::get_if<WrongSum>(&*flaw)) return "sum " + text(sum->sum);
  if (const auto* end = std::get_if<WrongEnd>(&*flaw)) {
    return end->is_greatest ? "greatest" : "least";
  }
  if (const auto* share = std::get_if<WrongShare>(&*flaw)) {
    return "share " + std::to_string(share->claimant) + " " + text(share->certified);
  }
  return "shares of nothing";
}

std::string flaw_of(const Problem<Rational>& problem, Claim claim, std::vector<Branch> branches) {
  return text(find_flaw(problem, {std::move(claim), std::move(branches)}));
}

Certificate certificate_of(const Problem<Rational>& problem) {
  return certify(problem, exact::solve(problem));
}

// Found.

TEST(Certify, SaysTheRatioItsIntervalAndWhereEachStands) {
  const Certificate certificate = certificate_of(three());
  const auto& claim = std::get<Divided>(certificate.claim);
  EXPECT_EQ(claim.ratio, third(40));
  EXPECT_EQ(claim.ratios, (RatioInterval<Rational>{third(40), third(40)}));
  EXPECT_EQ(certificate.branches, (std::vector{middle, middle, low}));
}

TEST(Certify, PrefersTheBoundAtABreakpointAndTheLowerOfTwo) {
  // R = 2: every claimant is at a breakpoint.
  const Problem<Rational> problem{8, {{1, 2}, {1, 0, 2}, {1, 2, 2}, {1}}};
  EXPECT_EQ(certificate_of(problem).branches, (std::vector{low, high, low, middle}));
}

TEST(Certify, PutsWeightZeroAtItsMinimumAlways) {
  EXPECT_EQ(certificate_of({5, {{0, 2, 2}, {1}}}).branches, (std::vector{low, middle}));
  EXPECT_EQ(certificate_of({9, {{0, 2, 9}, {1, 0, 3}}}).branches, (std::vector{low, high}));
}

TEST(Certify, SaysByHowMuchThereIsTooLittleOrTooMuch) {
  const Certificate over = certificate_of({10, {{1, 8}, {0, 8}}});
  EXPECT_EQ(std::get<Overcommitted<Rational>>(over.claim).excess, 6);
  EXPECT_EQ(over.branches, (std::vector{low, low}));
  const Certificate surplus = certificate_of({10, {{1, 0, 3}, {0, 4}}});
  EXPECT_EQ(std::get<Surplus<Rational>>(surplus.claim).unclaimed, 3);
  EXPECT_EQ(surplus.branches, (std::vector{high, low}));
}

// Checked.

TEST(Certificate, HoldsAsItIsFound) {
  const std::vector<Problem<Rational>> problems = {
      three(),
      {0, {}},
      {5, {}},
      {0, {{1}}},
      {5, {{1, 5, 9}, {1, 0, 0}}},
      {3, {{1, 0, 3}}},
      {8, {{1, 2}, {1, 0, 2}, {1, 2, 2}, {1}}},
      {4, {{0, 2}, {0, 2, 7}}},
      {10, {{1, 8}, {1, 8}}},
      {10, {{1, 0, 3}, {0, 4}}},
      {third(10), {{third(1)}, {third(2), 0, third(1)}}},
  };
  for (const auto& problem : problems) {
    EXPECT_EQ(text(find_flaw(problem, certificate_of(problem))), "") << text(problem.total);
  }
}

TEST(Certificate, NeedsNoInterval) {
  EXPECT_EQ(flaw_of(three(), Divided{third(40)}, {middle, middle, low}), "");
}

TEST(Certificate, NamesTheFirstClaimantThatDoesNotStandThere) {
  EXPECT_EQ(flaw_of(three(), Divided{third(40)}, {middle, high, low}), "branch 1");
  EXPECT_EQ(flaw_of(three(), Divided{third(40)}, {low, high, low}), "branch 0");
  EXPECT_EQ(flaw_of(three(), Divided{third(40)}, {middle, middle, middle}), "branch 2");
  EXPECT_EQ(flaw_of(three(), Divided{third(40)}, {high, middle, low}), "branch 0");
}

TEST(Certificate, IsRefusedWhereTheSharesDoNotAddUp) {
  EXPECT_EQ(flaw_of(three(), Divided{12}, {middle, middle, low}), "sum 96");
  EXPECT_EQ(flaw_of({1, {}}, Divided{0}, {}), "sum 0");
  EXPECT_EQ(flaw_of({5, {{0, 2}}}, Divided{7}, {low}), "sum 2");
}

TEST(Certificate, HoldsAtABreakpointWithEitherBranch) {
  const Problem<Rational> problem{6, {{1, 2}, {1, 0, 2}, {1}}};
  EXPECT_EQ(flaw_of(problem, Divided{2}, {low, high, middle}), "");
  EXPECT_EQ(flaw_of(problem, Divided{2}, {middle, high, middle}), "");
  EXPECT_EQ(flaw_of(problem, Divided{2}, {middle, middle, middle}), "");
  EXPECT_EQ(flaw_of(problem, Divided{2}, {high, low, middle}), "branch 0");
}

TEST(Certificate, OfEqualBoundsSaysOnWhichSideOfThemRStands) {
  const Problem<Rational> problem{7, {{1, 2, 2}, {1}}};
  EXPECT_EQ(flaw_of(problem, Divided{5}, {high, middle}), "");
  EXPECT_EQ(flaw_of(problem, Divided{5}, {low, middle}), "branch 0");
}

TEST(Certificate, HasWeightZeroAtItsMinimumOnly) {
  const Problem<Rational> problem{2, {{0, 0, 0}, {1}}};
  EXPECT_EQ(flaw_of(problem, Divided{2}, {low, middle}), "");
  EXPECT_EQ(flaw_of(problem, Divided{2}, {middle, middle}), "branch 0");
  EXPECT_EQ(flaw_of(problem, Divided{2}, {high, middle}), "branch 0");
}

TEST(Certificate, TakesAnyRatioWhereNoClaimantIsProportional) {
  const Problem<Rational> problem{5, {{1, 5, 9}, {1, 0, 0}}};  // from 0 to 5
  EXPECT_EQ(flaw_of(problem, Divided{0}, {low, low}), "");
  EXPECT_EQ(flaw_of(problem, Divided{3}, {low, high}), "");
  EXPECT_EQ(flaw_of(problem, Divided{5}, {low, high}), "");
  EXPECT_EQ(flaw_of(problem, Divided{6}, {low, high}), "branch 0");
  EXPECT_EQ(flaw_of(problem, Divided{-1}, {low, low}), "negative");
}

TEST(Certificate, IsRefusedWhereAnEndOfItsRatiosIsAnother) {
  using Ends = RatioInterval<Rational>;
  const Problem<Rational> flat{5, {{1, 5, 9}, {1, 0, 0}}};
  const std::vector<Branch> branches{low, low};
  EXPECT_EQ(flaw_of(flat, Divided{0, Ends{0, Rational(5)}}, branches), "");
  EXPECT_EQ(flaw_of(flat, Divided{0, Ends{1, Rational(5)}}, branches), "least");
  EXPECT_EQ(flaw_of(flat, Divided{0, Ends{-1, Rational(5)}}, branches), "least");
  EXPECT_EQ(flaw_of(flat, Divided{0, Ends{0, Rational(4)}}, branches), "greatest");
  EXPECT_EQ(flaw_of(flat, Divided{0, Ends{0, Rational(6)}}, branches), "greatest");
  EXPECT_EQ(flaw_of(flat, Divided{0, Ends{0, {}}}, branches), "greatest");
  const Problem<Rational> endless{3, {{1, 0, 3}}};
  EXPECT_EQ(flaw_of(endless, Divided{3, Ends{3, {}}}, {high}), "");
  EXPECT_EQ(flaw_of(endless, Divided{3, Ends{4, {}}}, {high}), "least");
  EXPECT_EQ(flaw_of(endless, Divided{3, Ends{2, {}}}, {high}), "least");
  EXPECT_EQ(flaw_of(endless, Divided{3, Ends{3, Rational(9)}}, {high}), "greatest");
}

TEST(Certificate, OfTooLittleNeedsTheMinimumsToSayIt) {
  const Problem<Rational> problem{10, {{1, 8}, {1, 8}}};
  EXPECT_EQ(flaw_of(problem, Overcommitted<Rational>{6}, {low, low}), "");
  EXPECT_EQ(flaw_of(problem, Overcommitted<Rational>{5}, {low, low}), "sum 16");
  EXPECT_EQ(flaw_of(problem, Overcommitted<Rational>{6}, {low, middle}), "branch 1");
  EXPECT_EQ(flaw_of(three(), Overcommitted<Rational>{6}, {low, low, low}), "sum 60");
  EXPECT_EQ(flaw_of({16, {{1, 8}, {1, 8}}}, Overcommitted<Rational>{0}, {low, low}), "sum 16");
  EXPECT_EQ(flaw_of({17, {{1, 8}, {1, 8}}}, Overcommitted<Rational>{-1}, {low, low}), "sum 16");
}

TEST(Certificate, OfTooMuchNeedsTheMaximumsToSayIt) {
  const Problem<Rational> problem{10, {{1, 0, 3}, {0, 4}}};
  EXPECT_EQ(flaw_of(problem, Surplus<Rational>{3}, {high, low}), "");
  EXPECT_EQ(flaw_of(problem, Surplus<Rational>{2}, {high, low}), "sum 7");
  EXPECT_EQ(flaw_of(problem, Surplus<Rational>{3}, {high, high}), "branch 1");
  EXPECT_EQ(flaw_of(problem, Surplus<Rational>{3}, {low, low}), "branch 0");
  EXPECT_EQ(flaw_of({7, {{1, 0, 3}, {0, 4}}}, Surplus<Rational>{0}, {high, low}), "sum 7");
  EXPECT_EQ(flaw_of({6, {{1, 0, 3}, {0, 4}}}, Surplus<Rational>{-1}, {high, low}), "sum 7");
  EXPECT_EQ(flaw_of(three(), Surplus<Rational>{3}, {high, high, high}), "branch 0");  // no maximum
  EXPECT_EQ(flaw_of({9, {{1, 0, 3}, {1}}}, Surplus<Rational>{6}, {high, high}), "branch 1");
}

TEST(Certificate, GivesTheSharesWithoutSolving) {
  EXPECT_EQ(shares_of(three(), certificate_of(three())),
            (std::vector<Rational>{third(40), third(80), 60}));
  EXPECT_EQ(shares_of(three(), {Divided{1}, {low, high, middle}}),
            (std::vector<Rational>{0, 30, 3}));
}

// Every certificate of a small problem with one thing changed is refused, unless it is true.
TEST(Certificate, WithOneChangeIsRefusedUnlessItIsTrue) {
  std::size_t refused = 0;
  std::size_t still_true = 0;
  const std::vector<Claimant<Rational>> kinds = {
      {0, 0}, {0, 1, 2}, {1}, {1, 0, 1}, {1, 1, 1}, {2, 1, 2}, {third(2), third(1)}, {2, 2}};
  for (int total = 0; total <= 14; ++total) {
    for (const auto& first : kinds) {
      for (const auto& second : kinds) {
        const Problem<Rational> problem{third(total), {first, second}};
        const Certificate certificate = certificate_of(problem);
        ASSERT_EQ(text(find_flaw(problem, certificate)), "");
        for (const auto& [what, mutant, branch] : tests::mutants_of(certificate)) {
          const auto flaw = find_flaw(problem, mutant);
          ASSERT_EQ(!flaw, tests::is_true(problem, mutant)) << what << ", total " << total;
          ++(flaw ? refused : still_true);
          if (flaw && branch) {
            ASSERT_EQ(text(flaw), "branch " + std::to_string(*branch)) << total;
          }
        }
      }
    }
  }
  EXPECT_GT(refused, 10'000U);
  EXPECT_GT(still_true, 300U);
}

// Trees.

// 0 has the children 1 and 2; 3 has the child 4.
Tree<Rational> tree_of(Rational total, Claimant<Rational> last) {
  return {std::move(total), {{{3}, {}}, {{1}, 0}, {{2}, 0}, {{1}, {}}, {std::move(last), 3}}};
}

std::string flaw_of(const Tree<Rational>& tree, const std::vector<Certificate>& certificates,
                    const std::optional<std::vector<Rational>>& reported = std::nullopt) {
  const auto found = find_flaw(tree, certificates, reported);
  if (!found) return "";
  return (found->at ? std::to_string(*found->at) : "top") + " of " + text(found->total) + ": " +
         text(found->flaw);
}

TEST(TreeCertificate, HasOneForEachThatDivides) {
  const Tree<Rational> tree = tree_of(100, {1});
  const auto [solution, certificates] = solve_with_certificates(tree);
  EXPECT_EQ(dividers_of(tree), (std::vector<DividerIndex>{std::nullopt, 0, 3}));
  EXPECT_EQ(certificates.size(), 3U);
  EXPECT_EQ(flaw_of(tree, certificates), "");
  const auto shares = std::get<TreeAllocation<Rational>>(solution).shares;
  EXPECT_EQ(flaw_of(tree, certificates, shares), "");
}

TEST(TreeCertificate, EndsWhereNothingCanBeDivided) {
  const Tree<Rational> tree = tree_of(100, {1, 0, 20});
  const auto [solution, certificates] = solve_with_certificates(tree);
  ASSERT_TRUE(std::holds_alternative<NoAllocationAt<Rational>>(solution));
  EXPECT_EQ(std::get<Surplus<Rational>>(certificates.back().claim).unclaimed, 5);
  EXPECT_TRUE(fit(tree, certificates));
  EXPECT_EQ(flaw_of(tree, certificates), "");
  EXPECT_EQ(flaw_of(tree, certificates, std::vector<Rational>(5)), "top of 100: share 0 75");
  EXPECT_EQ(flaw_of(tree, certificates, std::vector<Rational>{75, 25, 50, 25, 20}),
            "3 of 25: shares of nothing");
}

TEST(TreeCertificate, DividesWhatTheParentsCertificateGives) {
  const Tree<Rational> tree = tree_of(100, {1});
  std::vector<Certificate> certificates = solve_with_certificates(tree).certificates;
  std::get<Divided>(certificates[1].claim).ratio = 20;
  EXPECT_EQ(flaw_of(tree, certificates), "0 of 75: sum 60");
  certificates[0].branches[1] = low;
  EXPECT_EQ(flaw_of(tree, certificates), "top of 100: branch 1");
}

TEST(TreeCertificate, IsRefusedWhereAReportedShareIsAnother) {
  const Tree<Rational> tree = tree_of(100, {1});
  const auto certificates = solve_with_certificates(tree).certificates;
  const std::vector<Rational> fair{75, 25, 50, 25, 25};
  const std::vector<std::string> flaws = {"top of 100: share 0 75", "0 of 75: share 0 25",
                                          "0 of 75: share 1 50", "top of 100: share 1 25",
                                          "3 of 25: share 0 25"};
  for (std::size_t i = 0; i < fair.size(); ++i) {
    std::vector<Rational> reported = fair;
    reported[i] += third(1);
    EXPECT_EQ(flaw_of(tree, certificates, reported), flaws[i]);
  }
}

TEST(TreeCertificate, FitsOnlyWithEveryBranchAndEveryCertificate) {
  const Tree<Rational> tree = tree_of(100, {1});
  const auto certificates = solve_with_certificates(tree).certificates;
  EXPECT_TRUE(fit(tree, certificates));
  EXPECT_FALSE(fit(tree, {}));
  EXPECT_FALSE(fit(tree, std::span(certificates).first(2)));
  auto longer = certificates;
  longer.push_back(certificates[0]);
  EXPECT_FALSE(fit(tree, longer));
  auto fewer = certificates;
  fewer[1].branches.pop_back();
  EXPECT_FALSE(fit(tree, fewer));
  auto broken_off = certificates;
  broken_off[1].claim = Surplus<Rational>{1};
  EXPECT_FALSE(fit(tree, broken_off));  // nothing may follow
  broken_off.pop_back();
  EXPECT_TRUE(fit(tree, broken_off));
  EXPECT_EQ(flaw_of(tree, broken_off), "0 of 75: branch 0");
}

#ifndef NDEBUG
TEST(SharesOfDeathTest, AssertsThatTheCertificateStatesAnAllocation) {
  EXPECT_DEATH(static_cast<void>(shares_of({1, {}}, {Surplus<Rational>{1}, {}})), "Divided");
}
#endif

}  // namespace
}  // namespace fairshare::properties

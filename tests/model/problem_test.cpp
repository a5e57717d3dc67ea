// model/problem.h: which inputs are problems, and what is wrong with the others.
#include "fairshare/model/problem.h"

#include <gtest/gtest.h>

#include <limits>

#include "fairshare/exact/rational.h"

namespace fairshare {
namespace {

using exact::Rational;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::optional<Defect> defect_of(const Claimant<double>& claimant) {
  return find_defect(Problem<double>{10, {claimant}});
}

TEST(Problem, HasTheDocumentedDefaults) {
  const Claimant<Rational> claimant;
  EXPECT_EQ(claimant.weight, 1);
  EXPECT_EQ(claimant.min_share, 0);
  EXPECT_FALSE(claimant.max_share);
  EXPECT_EQ(Problem<double>{}.total, 0);
  EXPECT_TRUE(Problem<double>{}.claimants.empty());
}

TEST(Problem, WithAMaximumBelowItsMinimumIsInvalid) {
  EXPECT_EQ(defect_of({1, 5, 3}), (Defect{Rule::max_share_is_not_below_min_share, 0}));
  EXPECT_EQ(defect_of({0, 5, 3}), (Defect{Rule::max_share_is_not_below_min_share, 0}));
  EXPECT_EQ(find_defect(Problem<Rational>{10, {{1, 5, Rational(3)}}}),
            (Defect{Rule::max_share_is_not_below_min_share, 0}));
}

TEST(Problem, WithANegativeTotalIsInvalid) {
  const Defect expected{Rule::total_is_not_negative, std::nullopt};
  EXPECT_EQ(find_defect(Problem<double>{-1, {}}), expected);
  EXPECT_EQ(find_defect(Problem<Rational>{Rational(-1, 1000), {}}), expected);
}

TEST(Problem, MayBeEmpty) {
  EXPECT_EQ(find_defect(Problem<double>{}), std::nullopt);
  EXPECT_EQ(find_defect(Problem<Rational>{}), std::nullopt);
}

TEST(Problem, MayHaveZerosSubnormalsAndTheLargestDouble) {
  constexpr double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(defect_of({0, 0, 0}), std::nullopt);
  EXPECT_EQ(defect_of({-0.0, -0.0, -0.0}), std::nullopt);
  EXPECT_EQ(find_defect(Problem<double>{-0.0, {}}), std::nullopt);
  EXPECT_EQ(defect_of({5e-324, 5e-324, 5e-324}), std::nullopt);
  EXPECT_EQ(defect_of({largest, largest, largest}), std::nullopt);
  EXPECT_EQ(find_defect(Problem<double>{largest, {}}), std::nullopt);
}

TEST(Problem, MayBeOvercommittedOrHaveASurplus) {
  EXPECT_EQ(defect_of({1, 11, {}}), std::nullopt);
  EXPECT_EQ(defect_of({1, 0, 9}), std::nullopt);
}

TEST(Problem, BreaksTheRuleThatSaysSo) {
  for (const double number : {infinity, -infinity, nan}) {
    EXPECT_EQ(find_defect(Problem<double>{number, {}}),
              (Defect{Rule::total_is_finite, std::nullopt}));
    EXPECT_EQ(defect_of({number, 0, {}}), (Defect{Rule::weight_is_finite, 0}));
    EXPECT_EQ(defect_of({1, number, {}}), (Defect{Rule::min_share_is_finite, 0}));
    EXPECT_EQ(defect_of({1, 0, number}), (Defect{Rule::max_share_is_finite, 0}));
  }
  EXPECT_EQ(defect_of({-5e-324, 0, {}}), (Defect{Rule::weight_is_not_negative, 0}));
  EXPECT_EQ(defect_of({1, -5e-324, {}}), (Defect{Rule::min_share_is_not_negative, 0}));
  EXPECT_EQ(defect_of({1, 0, -5e-324}), (Defect{Rule::max_share_is_not_below_min_share, 0}));
}

TEST(Problem, NamesTheTotalFirstAndThenTheFirstClaimantWithItsFirstRule) {
  const Claimant<double> fine{1, 2, 3};
  const Claimant<double> all_wrong{nan, nan, nan};
  EXPECT_EQ(find_defect(Problem<double>{nan, {all_wrong}}),
            (Defect{Rule::total_is_finite, std::nullopt}));
  EXPECT_EQ(find_defect(Problem<double>{1, {fine, all_wrong, {-1, 0, {}}}}),
            (Defect{Rule::weight_is_finite, 1}));
  EXPECT_EQ(find_defect(Problem<double>{1, {fine, fine, {-1, -1, -2}}}),
            (Defect{Rule::weight_is_not_negative, 2}));
  EXPECT_EQ(find_defect(Problem<double>{1, {fine, fine, {1, -1, -2}}}),
            (Defect{Rule::min_share_is_not_negative, 2}));
  EXPECT_EQ(defect_of({-1, nan, nan}), (Defect{Rule::weight_is_not_negative, 0}));
  EXPECT_EQ(defect_of({1, nan, -2}), (Defect{Rule::min_share_is_finite, 0}));
  EXPECT_EQ(defect_of({1, -1, nan}), (Defect{Rule::min_share_is_not_negative, 0}));
}

TEST(Problem, DescribesEachRuleInASentenceOfItsOwn) {
  EXPECT_EQ(describe(Rule::total_is_finite), "total is not a finite number");
  EXPECT_EQ(describe(Rule::total_is_not_negative), "total is negative");
  EXPECT_EQ(describe(Rule::weight_is_finite), "weight is not a finite number");
  EXPECT_EQ(describe(Rule::weight_is_not_negative), "weight is negative");
  EXPECT_EQ(describe(Rule::min_share_is_finite), "min_share is not a finite number");
  EXPECT_EQ(describe(Rule::min_share_is_not_negative), "min_share is negative");
  EXPECT_EQ(describe(Rule::max_share_is_finite),
            "max_share is not a finite number (leave it out where there is no limit)");
  EXPECT_EQ(describe(Rule::max_share_is_not_below_min_share), "max_share is below min_share");
}

TEST(Problem, ComparesByValue) {
  const Problem<double> problem{10, {{1, 2, 3}}};
  Problem<double> other = problem;
  EXPECT_EQ(problem, other);
  other.claimants[0].max_share = std::nullopt;
  EXPECT_NE(problem, other);
}

}  // namespace
}  // namespace fairshare

// The findings of docs/findings.md on the scalar releases of YTsaurus: the trees stand there and
// are replayed here; what else is said of them, and what is fair instead, is stated by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/ytsaurus/scalar.h"
#include "fairshare/schedulers/ytsaurus/scalar_fair.h"
#include "formats/ytsaurus/scalar_reader.h"
#include "tests/whole/findings_trees.h"

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

using exact::Rational;
using tests::expect_replayed;
using tests::find_finding;

// How far the bisection and the sums of a few children may be off.
constexpr double rounding = 0x1p-50;

// A tree of the page, and what a release computes for it.
struct Replayed {
  formats::YtsaurusTree read;
  ComputedTree computed;

  std::size_t index_of(const std::string& path) const {
    return static_cast<std::size_t>(std::ranges::find(read.paths, path) - read.paths.begin());
  }
  const Computed& at(const std::string& path) const { return computed.elements.at(index_of(path)); }
  double share(const std::string& path) const { return at(path).fair_share_ratio; }
};

Replayed replay(const std::string& number, Era era, std::size_t record = 0) {
  const std::string line = find_finding(number).records.at(record).line;
  const formats::json::Value value = formats::json::read(line).value;
  std::optional<formats::InputError> error;
  formats::YtsaurusTree read = read_ytsaurus_scalar(value, era, error);
  if (error) throw std::runtime_error(line);
  ComputedTree computed = compute(era, read.tree);
  return {std::move(read), std::move(computed)};
}

// What is fair among the children of `path`, given what the release gives that pool.
Solution<Rational> fair_among(const Replayed& replayed, const std::string& path) {
  const std::size_t pool = replayed.index_of(path);
  const auto claims =
      claims_of(replayed.read.tree, replayed.computed, children_of(replayed.read.tree).at(pool));
  Problem<Rational> problem{exact::from_double(replayed.share(path)), {}};
  for (const Claim& claim : claims) {
    problem.claimants.push_back({exact::from_double(claim.weight),
                                 exact::from_double(std::min(claim.min_share, claim.max_share)),
                                 exact::from_double(claim.max_share)});
  }
  return exact::solve(problem);
}

const Solution<Rational> a_half_is_left = Surplus<Rational>{{1, 2}};
const Solution<Rational> a_quarter_too_much = Overcommitted<Rational>{{1, 4}};

TEST(FindingY1, BelowTheRootEveryPoolIsScaledPastItsMaximumIn2019) {
  expect_replayed("Y1");
  EXPECT_EQ(fair_among(replay("Y1", Era::v2019), "/P"), a_half_is_left);
}

TEST(FindingY2, APoolGetsMoreThanItsChildrenCanUseTogether) {
  expect_replayed("Y2");
  for (const Era era : {Era::v2018, Era::v2019}) {
    const Replayed computed = replay("Y2", era);
    EXPECT_EQ(fair_among(computed, "/P"), a_half_is_left);
    // The sum of the demands, and the largest best allocation: each is more than 1/4 + 1/4.
    EXPECT_EQ(computed.at("/P").max_possible_usage_ratio, 1);
    EXPECT_EQ(computed.at("/P").best_allocation_ratio, 1);
  }
}

TEST(FindingY3, ChildrenHaveMoreThanTheirPoolIn2018) {
  expect_replayed("Y3");
  EXPECT_EQ(fair_among(replay("Y3", Era::v2018), "/P"), a_quarter_too_much);
}

TEST(FindingY4, MinimumsAreNotHonouredIn2019WhereThePoolIsLimited) {
  expect_replayed("Y4");
  const Replayed computed = replay("Y4", Era::v2019);
  EXPECT_EQ(computed.share("/P/x"), 0.25);
  EXPECT_EQ(computed.at("/P/x").adjusted_min_share_ratio, 0.5);  // and still reports this
  EXPECT_EQ(computed.computed.alerts, 0U);
  EXPECT_EQ(fair_among(computed, "/P"), a_quarter_too_much);
}

TEST(FindingY5, OperationsMinimumsMayExceedTheRestSoThatAPoolsIsNotHonouredIn2019) {
  expect_replayed("Y5");
  const Replayed computed = replay("Y5", Era::v2019);
  EXPECT_EQ(computed.at("/o").recursive_min_share_ratio, 0.5 + comparison_precision);
  EXPECT_LT(computed.share("/P"), 0.5 - comparison_precision / 3);
  EXPECT_EQ(computed.computed.alerts, 0U);
}

TEST(FindingY6, PoolsGoBeforeOperationsIn2019WhereTheDocumentationScalesAll) {
  expect_replayed("Y6");
  const Replayed old = replay("Y6", Era::v2018);
  EXPECT_NEAR(old.share("/P"), 0.5, rounding);
  EXPECT_NEAR(old.share("/o"), 0.5, rounding);
  const Replayed later = replay("Y6", Era::v2019);
  EXPECT_NEAR(later.share("/P"), 0.75, comparison_precision);
  EXPECT_NEAR(later.share("/o"), 0.25, comparison_precision);
}

TEST(FindingY7, AMinimumInAPoolWithoutOneIsIgnored) {
  expect_replayed("Y7");
  const Replayed old = replay("Y7", Era::v2018);
  EXPECT_NEAR(old.share("/P/A"), 0.5, rounding);
  EXPECT_EQ(old.computed.alerts, 0U);
  EXPECT_EQ(replay("Y7", Era::v2019).computed.alerts, 1U);
}

TEST(FindingY8, AnAbsoluteMinimumInAPoolWithoutOneIsIgnoredIn2019) {
  expect_replayed("Y8");
  EXPECT_NEAR(replay("Y8", Era::v2018).share("/P/A"), 0.75, rounding);
  EXPECT_NEAR(replay("Y8", Era::v2019).share("/P/A"), 0.5, rounding);
}

TEST(FindingY9, AMinimumThatNoPoolUsesStillShrinksTheOthers) {
  expect_replayed("Y9");
  const Replayed computed = replay("Y9", Era::v2019);
  EXPECT_EQ(computed.at("/A").recursive_min_share_ratio, 0.5);  // of 1 that it was promised
  EXPECT_NEAR(computed.share("/A"), 0.5, rounding);
  EXPECT_NEAR(computed.share("/B"), 0.5, rounding);
}

// Weights from within the range that the configuration takes: 2^-26 to 2^26.
TEST(FindingY10, FarApartWeightsLoseAQuarterOfTheCluster) {
  expect_replayed("Y10");
  const Replayed computed = replay("Y10", Era::v2019);
  EXPECT_LT(computed.share("/b"), 0.5);
  const auto exact = fair(Era::v2019, computed.read.tree);
  ASSERT_TRUE(std::holds_alternative<FairTree>(exact));
  const Rational b = std::get<FairTree>(exact).shares.at(computed.index_of("/b"));
  const Rational short_of = Rational(3, 4) - b;  // what weight a gets of the 3/4 that are left
  EXPECT_GT(short_of, exact::from_double(1e-16));
  EXPECT_LT(short_of, exact::from_double(2e-16));
}

TEST(FindingY11, TheRootOf2018HasAllWhateverItsChildrenHave) {
  expect_replayed("Y11");
  EXPECT_EQ(replay("Y11", Era::v2019).share("/"), 0.25);
}

TEST(FindingY12, TheDocumentedFormulaGivesAMinimumThatCannotBeUsed) {
  expect_replayed("Y12");
  // max(l, min(u, x * w)) would be 3/4 and 1/4; the releases compute min(max(x * w, l), u).
  const Solution<Rational> expected = Allocation<Rational>{{3, 4}, {{1, 4}, {3, 4}}};
  EXPECT_EQ(fair_among(replay("Y12", Era::v2019), "/"), expected);
}

TEST(FindingY13, AWeightOfZeroWithAMinimumGetsTheWholePoolIn2019) {
  expect_replayed("Y13");
  EXPECT_EQ(replay("Y13", Era::v2018).share("/P/a"), 0.25);
}

TEST(FindingY14, WhatAPoolCanUseDependsOnTheOrderOfItsChildren) {
  expect_replayed("Y14");
  EXPECT_EQ(replay("Y14", Era::v2019, 0).at("/P").max_possible_usage_ratio, 0.9);
  EXPECT_EQ(replay("Y14", Era::v2019, 1).at("/P").max_possible_usage_ratio, 0.5);
}

TEST(FindingY15, AStarvingOperationOfAFifoPoolIsThoughtToBeSatisfied) {
  expect_replayed("Y15");
  const Replayed computed = replay("Y15", Era::v2018);
  EXPECT_EQ(computed.at("/a").status, Status::below_fair_share);
  EXPECT_EQ(computed.at("/a").satisfaction_ratio, std::numeric_limits<double>::max());
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus::scalar

#include "fairshare/schedulers/ytsaurus/scalar_fair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "tests/ytsaurus_scalar_trees.h"

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

using exact::Rational;
using tests::PoolTree;

FairTree fair_tree(Era era, const Tree& tree) {
  auto solved = fair(era, tree);
  if (const auto* unfit = std::get_if<InvalidNumber>(&solved)) {
    ADD_FAILURE() << unfit->element << " " << unfit->field;
    return {};
  }
  return std::get<FairTree>(std::move(solved));
}

TEST(YtsaurusFair, DividesExactly) {
  PoolTree trees;
  const auto a = trees.busy_pool(0, {.weight = 3, .min_share_ratio = 0.5});
  const auto b = trees.busy_pool(0, {.min_share_ratio = 0.25});
  const auto c = trees.busy_pool(0, {.weight = 2});
  const FairTree solved = fair_tree(Era::v2019, trees.tree);
  EXPECT_EQ(solved.shares[a], Rational(1, 2));
  EXPECT_EQ(solved.shares[b], Rational(1, 4));
  EXPECT_EQ(solved.shares[c], Rational(1, 4));
  trees.tree.elements[b].min_share_ratio = 0;
  EXPECT_EQ(fair_tree(Era::v2018, trees.tree).shares[b], Rational(1, 6));
}

TEST(YtsaurusFair, AMinimumAboveTheMaximumIsCutToIt) {
  PoolTree trees;
  const auto a = trees.operation(0, {.min_share_ratio = 0.75, .demand_ratio = 0.25});
  const auto b = trees.operation(0);
  const FairTree solved = fair_tree(Era::v2019, trees.tree);
  EXPECT_EQ(solved.shares[a], Rational(1, 4));
  EXPECT_EQ(solved.shares[b], Rational(3, 4));
  EXPECT_TRUE(solved.notes[0].empty());
}

TEST(YtsaurusFair, MaximumsThatDoNotReachTheTotalAreTheErasAffair) {
  PoolTree trees;
  const auto pool = trees.pool(0, {.min_share_ratio = 1});
  const auto a = trees.operation(pool, {.demand_ratio = 0.25});
  const auto b = trees.operation(pool, {.demand_ratio = 0.75, .best_allocation_ratio = 0.25});
  const FairTree old = fair_tree(Era::v2018, trees.tree);
  EXPECT_EQ(old.shares[pool], 1);
  EXPECT_EQ(old.shares[a], Rational(1, 4));
  EXPECT_EQ(old.notes[pool], "the maximums add up to 0.5 of 1");
  const FairTree later = fair_tree(Era::v2019, trees.tree);
  EXPECT_EQ(later.shares[a], Rational(1, 2));
  EXPECT_EQ(later.shares[b], Rational(1, 2));
  EXPECT_EQ(later.notes[pool],
            "the maximums add up to 0.5 of 1; all shares are scaled to match it");
}

TEST(YtsaurusFair, MinimumsThatExceedTheTotalAreTheErasAffair) {
  PoolTree trees;
  const auto pool = trees.pool(0, {.min_share_ratio = 0.5, .max_share_ratio = 0.25});
  const auto a = trees.busy_pool(pool, {.min_share_ratio = 0.75});
  const auto b = trees.busy_pool(pool, {.min_share_ratio = 0.25});
  EXPECT_EQ(fair_tree(Era::v2018, trees.tree).shares[a], Rational(3, 8));
  EXPECT_EQ(fair_tree(Era::v2018, trees.tree).shares[b], Rational(1, 8));
  EXPECT_EQ(fair_tree(Era::v2018, trees.tree).notes[pool], "the minimums add up to 0.5 of 0.25");
  EXPECT_EQ(fair_tree(Era::v2019, trees.tree).notes[pool],
            "the minimums add up to 0.5 of 0.25; all shares are scaled to match it");
  EXPECT_EQ(fair_tree(Era::v2019, trees.tree).shares[a], Rational(3, 16));
  EXPECT_EQ(fair_tree(Era::v2019, trees.tree).shares[b], Rational(1, 16));
}

// So what the precision leaves is the operations'.
TEST(YtsaurusFair, PoolsWhoseMinimumsExceedTheTotalByLessThanThePrecisionFit) {
  PoolTree trees;
  trees.busy_pool(0, {.min_share_ratio = 0.5});
  trees.busy_pool(0, {.min_share_ratio = 0.5 + 0x1p-28});
  const auto operation = trees.operation(0, {.min_share_ratio = 0.25, .demand_ratio = 1});
  EXPECT_GT(fair_tree(Era::v2019, trees.tree).shares[operation], 0);
}

// In the release x goes to 1 at most, so such a weight adds 2^-52 / w_min at most.
TEST(YtsaurusFair, AWeightWithinThePrecisionCountsAsZero) {
  PoolTree trees;
  const auto a = trees.operation(0, {.weight = 0x1p-52, .demand_ratio = 1});
  const auto b = trees.operation(0, {.weight = 1, .demand_ratio = 0.5});
  const FairTree solved = fair_tree(Era::v2019, trees.tree);
  EXPECT_EQ(solved.shares[a], 0);
  EXPECT_EQ(solved.shares[b], Rational(1, 2));
  EXPECT_EQ(solved.shares[0], Rational(1, 2));
  trees.tree.elements[a].weight = 0x1.8p-52;
  EXPECT_EQ(fair_tree(Era::v2019, trees.tree).shares[a], Rational(1, 2)) << "above it, it counts";
}

TEST(YtsaurusFair, AFifoPoolServesOneAfterTheOther) {
  PoolTree trees;
  trees.tree.elements[0].mode = Mode::fifo;
  const auto a = trees.operation(0, {.demand_ratio = 0.75});
  const auto b = trees.operation(0, {.weight = 2, .demand_ratio = 0.5});
  const FairTree solved = fair_tree(Era::v2019, trees.tree);
  EXPECT_EQ(solved.shares[a], Rational(1, 2));
  EXPECT_EQ(solved.shares[b], Rational(1, 2));
}

TEST(YtsaurusFair, AnInvalidNumberHasNoExactAnswer) {
  PoolTree trees;
  const auto a = trees.operation(0, {.weight = -1, .demand_ratio = 1});
  const auto solved = fair(Era::v2019, trees.tree);
  ASSERT_TRUE(std::holds_alternative<InvalidNumber>(solved));
  EXPECT_EQ(std::get<InvalidNumber>(solved).element, a);
  EXPECT_EQ(std::get<InvalidNumber>(solved).field, "weight");
}

TEST(YtsaurusFair, NamesTheNumberThatIsInvalid) {
  const auto field = [](const Element& operation, const std::optional<Cluster>& cluster = {}) {
    PoolTree trees;
    trees.tree.cluster = cluster;
    trees.operation(0, operation);
    const auto solved = fair(Era::v2019, trees.tree);
    const auto* invalid = std::get_if<InvalidNumber>(&solved);
    return invalid != nullptr ? invalid->field : "none";
  };
  EXPECT_EQ(field({}), "none");
  EXPECT_EQ(field({.min_share_ratio = -1}), "min_share_ratio");
  EXPECT_EQ(field({.max_share_ratio = -1}), "max_share_ratio");
  EXPECT_EQ(field({.min_share_resources_ratio = -1}), "min_share_resources_ratio");
  EXPECT_EQ(field({.resource_limit_ratio = -1}), "resource_limit_ratio");
  EXPECT_EQ(field({.resource_limit_ratio = std::nan("")}), "resource_limit_ratio");
  EXPECT_EQ(field({.demand_ratio = no_limit}), "demand_ratio");
  EXPECT_EQ(field({.best_allocation_ratio = no_limit}), "best_allocation_ratio");
  const Cluster cluster{{1, 1, 1, 10, 1}, {{10, 1}}};
  EXPECT_EQ(field({.demand_ratio = no_limit}, cluster), "none") << "amounts count";
  EXPECT_EQ(field({.demand = {0, 0, 0, 9, 0}, .memory_per_job = no_limit}, cluster),
            "best_allocation_ratio")
      << "no job of endless size fits: 0 times infinity";
}

Division division_of(Era era, Mode mode, const std::vector<Claim>& claims, const Rational& total) {
  auto division = divide(era, mode, claims, total);
  EXPECT_TRUE(division);
  if (!division) return {};
  EXPECT_FALSE(find_defect(division->problem));
  return *std::move(division);
}

TEST(YtsaurusDivide, TakesMaximumsThatDoNotReachTheTotalForTheTotal) {
  const Division division =
      division_of(Era::v2019, Mode::fair_share, {{1, 0, 0.25}, {1, 0, 0.5}}, 1);
  EXPECT_EQ(division.problem.total, Rational(3, 4));
  EXPECT_FALSE(division.has_given_total);
  EXPECT_EQ(division.notes,
            std::vector<std::string>{"Together they can use at most 0.75; 0.25 stays unclaimed."});
}

TEST(YtsaurusDivide, ScalesMinimumsThatExceedTheTotalIn2019Only) {
  const std::vector<Claim> claims = {{1, 0.5, 1}, {1, 0.25, 1}};
  const Division later = division_of(Era::v2019, Mode::fair_share, claims, Rational(1, 2));
  EXPECT_EQ(later.problem.claimants[0].min_share, Rational(1, 3));
  EXPECT_EQ(later.problem.claimants[1].min_share, Rational(1, 6));
  EXPECT_EQ(later.notes,
            std::vector<std::string>{"The minimums exceed the total by 0.25 and are scaled down to "
                                     "it, as the release does."});
  const Division old = division_of(Era::v2018, Mode::fair_share, claims, Rational(1, 2));
  EXPECT_EQ(old.problem.claimants[0].min_share, Rational(1, 2));
  EXPECT_TRUE(old.notes.empty());
}

TEST(YtsaurusDivide, SaysWhatIsMadeOfAClaim) {
  const Division division =
      division_of(Era::v2019, Mode::fair_share, {{1, 0.5, 0.25}, {0, 0.25, 1}, {1, 0, 1}}, 1);
  EXPECT_EQ(division.child_notes, (std::vector<std::string>{"its minimum is cut to what it can use",
                                                            "weight 0: keeps its minimum", ""}));
  EXPECT_EQ(division.problem.claimants[0].min_share, Rational(1, 4));
}

TEST(YtsaurusDivide, AFifoPoolFixesAllButTheOneThatGetsTheRest) {
  const Division division = division_of(
      Era::v2019, Mode::fifo, {{1, 0, 0.5, 2}, {1, 0, 0.5, 0}, {1, 0, 0.75, 1}, {1, 0, 0, 3}}, 1);
  const auto solution = exact::solve(division.problem);
  ASSERT_TRUE(std::holds_alternative<Allocation<Rational>>(solution));
  EXPECT_EQ(std::get<Allocation<Rational>>(solution).shares,
            (std::vector<Rational>{0, Rational(1, 2), Rational(1, 2), 0}));
  EXPECT_EQ(division.child_notes,
            (std::vector<std::string>{"in turn: nothing is left", "in turn: all it can use",
                                      "in turn: the rest", "in turn: all it can use"}));
  EXPECT_EQ(division.resolution, 8 * exact::from_double(0x1p-52));
}

TEST(YtsaurusDivide, TheResolutionGrowsWithTheRatioOfTheWeights) {
  const Division division =
      division_of(Era::v2019, Mode::fair_share, {{0.5, 0, 1}, {3.5, 0, 1}}, 1);
  EXPECT_EQ(division.resolution, (Rational(8) + 2 + 4) * exact::from_double(0x1p-52));
  const Division with_none =
      division_of(Era::v2019, Mode::fair_share, {{0x1p-53, 0, 1}, {3, 0, 1}}, 1);
  EXPECT_EQ(with_none.resolution, (Rational(3) + 2 + 4) * exact::from_double(0x1p-52))
      << "of those that count, and of 1";
}

TEST(YtsaurusDivide, RefusesWhatIsNoClaim) {
  EXPECT_FALSE(divide(Era::v2019, Mode::fair_share, {{-1, 0, 1}}, 1));
  EXPECT_FALSE(divide(Era::v2019, Mode::fair_share, {{1, -0.5, 1}}, 1));
  EXPECT_FALSE(divide(Era::v2019, Mode::fifo, {{1, 0, -1}}, 1));
  EXPECT_FALSE(divide(Era::v2019, Mode::fair_share, {{1, 0, 1}}, -1));
  EXPECT_TRUE(divide(Era::v2019, Mode::fair_share, {{1, 0, 1}}, 0)) << "nothing can be divided";
}

TEST(YtsaurusFair, DividesNothingInAnEmptyTree) {
  EXPECT_TRUE(fair_tree(Era::v2019, {}).shares.empty());
}

TEST(YtsaurusDivide, TakesAMaximumWithoutEnd) {
  const auto division =
      divide(Era::v2019, Mode::fair_share, {{1, 0, no_limit}, {1, 0, 0.25}}, Rational(1));
  ASSERT_TRUE(division);
  EXPECT_FALSE(division->problem.claimants[0].max_share);
  const auto solution = exact::solve(division->problem);
  EXPECT_EQ(std::get<Allocation<Rational>>(solution).shares,
            (std::vector<Rational>{Rational(3, 4), Rational(1, 4)}));
}

// The resolution is (2 + 2 + 4) * 2^-52.
TEST(YtsaurusDivide, ScalesMinimumsWithinTheResolutionIn2018) {
  const std::vector<Claim> claims = {{1, 0.75, 1}, {1, 0.25, 1}};
  const Rational ulp = exact::from_double(0x1p-52);
  const Division within = division_of(Era::v2018, Mode::fair_share, claims, 1 - 8 * ulp);
  EXPECT_EQ(within.problem.claimants[0].min_share, Rational(3, 4) * (1 - 8 * ulp));
  EXPECT_EQ(within.notes.size(), 1U);
  const Division beyond = division_of(Era::v2018, Mode::fair_share, claims, 1 - 9 * ulp);
  EXPECT_EQ(beyond.problem.claimants[0].min_share, Rational(3, 4));
  EXPECT_TRUE(beyond.notes.empty());
}

TEST(YtsaurusFair, ScalesRelativeMinimumsAndThenAllIn2018) {
  PoolTree trees;
  const auto a = trees.busy_pool(0, {.weight = 5, .min_share_ratio = 1});
  const auto b = trees.busy_pool(0, {.weight = 7, .min_share_ratio = 1});
  const auto c = trees.busy_pool(0, {.min_share_resources_ratio = 1});
  const FairTree solved = fair_tree(Era::v2018, trees.tree);
  EXPECT_EQ(solved.shares[a], Rational(1, 4));
  EXPECT_EQ(solved.shares[b], Rational(1, 4));
  EXPECT_EQ(solved.shares[c], Rational(1, 2));
}

TEST(YtsaurusFair, ScalesMinimumsOfPoolsAndLeavesOperationsNoneIn2019) {
  PoolTree trees;
  const auto a = trees.busy_pool(0, {.min_share_ratio = 0.75});
  const auto b = trees.busy_pool(0, {.weight = 7, .min_share_ratio = 0.5});
  const auto operation = trees.operation(0, {.min_share_ratio = 0.25, .demand_ratio = 1});
  const FairTree solved = fair_tree(Era::v2019, trees.tree);
  EXPECT_EQ(solved.shares[a], Rational(3, 5));
  EXPECT_EQ(solved.shares[b], Rational(2, 5));
  EXPECT_EQ(solved.shares[operation], 0);
}

// Nothing is scaled by the steps before; 2019 scales what has come out.
TEST(YtsaurusFair, MinimumsThatExceedTheTotalByLessThanThePrecisionStay) {
  const Rational half(1, 2);
  const Rational more = half + exact::from_double(0x1p-28);
  PoolTree relative;
  relative.busy_pool(0, {.min_share_ratio = 0.5});
  const auto pool = relative.busy_pool(0, {.min_share_ratio = 0.5 + 0x1p-28});
  EXPECT_EQ(fair_tree(Era::v2018, relative.tree).shares[pool], more);
  PoolTree absolute;
  absolute.busy_pool(0, {.min_share_resources_ratio = 0.5});
  const auto other = absolute.busy_pool(0, {.min_share_resources_ratio = 0.5 + 0x1p-28});
  EXPECT_EQ(fair_tree(Era::v2018, absolute.tree).shares[other], more);
  PoolTree beside;
  beside.busy_pool(0, {.min_share_ratio = 0.5});
  const auto operation = beside.operation(0, {.min_share_ratio = 0.5 + 0x1p-28, .demand_ratio = 1});
  EXPECT_EQ(fair_tree(Era::v2019, beside.tree).shares[operation], more / (half + more));
}

TEST(YtsaurusFair, TheRootShrinksByMoreThanThePrecisionOnly) {
  PoolTree trees;
  const auto operation = trees.operation(0, {.demand_ratio = 1 - 0x1p-28});
  EXPECT_EQ(fair_tree(Era::v2019, trees.tree).shares[0], 1);
  trees.tree.elements[operation].demand_ratio = 1 - 0x1p-24;
  EXPECT_EQ(fair_tree(Era::v2019, trees.tree).shares[0], 1 - exact::from_double(0x1p-24));
}

TEST(YtsaurusFair, ALimitInResourcesIsAMaximum) {
  PoolTree trees;
  const auto a = trees.pool(0, {.resource_limit_ratio = 0.25});
  trees.operation(a);
  const auto b = trees.operation(0);
  const FairTree solved = fair_tree(Era::v2019, trees.tree);
  EXPECT_EQ(solved.shares[a], Rational(1, 4));
  EXPECT_EQ(solved.shares[b], Rational(3, 4));
}

TEST(YtsaurusDivide, TakesWhatAFifoPoolCanUseForTheTotal) {
  const Division division = division_of(Era::v2019, Mode::fifo, {{1, 0, 0.25}, {1, 0, 0.5}}, 1);
  EXPECT_EQ(division.problem.total, Rational(3, 4));
  EXPECT_FALSE(division.has_given_total);
  EXPECT_EQ(division.notes.size(), 1U);
}

TEST(YtsaurusDivide, ClaimsAreWhatTheReleaseHolds) {
  PoolTree trees;
  trees.tree.elements[0].mode = Mode::fifo;
  const auto a = trees.operation(0, {.demand_ratio = 0.75, .best_allocation_ratio = 0.5});
  const auto b = trees.operation(0, {.weight = 3, .demand_ratio = 0.25});
  const auto claims = [&] {
    return claims_of(trees.tree, compute(Era::v2019, trees.tree), {a, b});
  };
  ASSERT_EQ(claims().size(), 2U);
  EXPECT_EQ(claims()[0].weight, 1);
  EXPECT_EQ(claims()[0].max_share, 0.5);
  EXPECT_EQ(claims()[0].place, 1U);
  EXPECT_EQ(claims()[1].weight, 3);
  EXPECT_EQ(claims()[1].max_share, 0.25);
  EXPECT_EQ(claims()[1].place, 0U);
  trees.tree.elements[0].mode = Mode::fair_share;
  trees.tree.elements[a].min_share_ratio = 0.875;
  EXPECT_EQ(claims()[0].min_share, 0.875) << "though it can use but 0.5";
  EXPECT_EQ(claims()[0].place, std::nullopt);
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus::scalar

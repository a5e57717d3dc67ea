// model/tree.h and both solvers on trees.
#include "fairshare/model/tree.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/reference/solve.h"

namespace fairshare {
namespace {

using exact::Rational;

constexpr std::size_t deep = 100'000;

// prod {etl, ad hoc}, research: as a list in which every parent comes before its children.
const Tree<Rational> company{
    100, {{{2, 0, {}}, {}}, {{1, 40, {}}, {}}, {{1, 0, {}}, 0}, {{3, 0, Rational(30)}, 0}}};

template <class Number>
Tree<Number> chain(std::size_t depth, Number total) {
  Tree<Number> tree{total, {Node<Number>{}}};
  for (std::size_t i = 1; i < depth; ++i) tree.nodes.push_back({{}, i - 1});
  return tree;
}

TEST(Tree, ListsTheChildrenOfEachNodeInTheirOrder) {
  const Children children = children_of(company);
  EXPECT_EQ(children.of_tree, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(children.of_node, (std::vector<std::vector<std::size_t>>{{2, 3}, {}, {}, {}}));
}

TEST(Tree, WithoutNodesHasNoChildren) {
  const Children children = children_of(Tree<double>{});
  EXPECT_TRUE(children.of_tree.empty());
  EXPECT_TRUE(children.of_node.empty());
}

TEST(Tree, WantsParentsBeforeTheirChildren) {
  EXPECT_TRUE(has_parents_first(company));
  EXPECT_TRUE(has_parents_first(Tree<double>{}));
  EXPECT_FALSE(has_parents_first(Tree<double>{1, {{{}, 0}}}));
  EXPECT_FALSE(has_parents_first(Tree<double>{1, {{{}, 1}, {{}, {}}}}));
  EXPECT_FALSE(has_parents_first(Tree<double>{1, {{{}, {}}, {{}, 7}}}));
}

TEST(Tree, MakesOneProblemOfADividerAndItsTotal) {
  const Problem<Rational> expected{60, {{1, 0, {}}, {3, 0, Rational(30)}}};
  EXPECT_EQ(problem_of(company, {2, 3}, Rational(60)), expected);
}

TEST(Tree, NamesTheNodeWithTheDefect) {
  EXPECT_EQ(find_defect(company), std::nullopt);
  Tree<Rational> tree = company;
  tree.nodes[3].claimant.min_share = 31;
  EXPECT_EQ(find_defect(tree), (Defect{Rule::max_share_is_not_below_min_share, 3}));
  tree.total = -1;
  EXPECT_EQ(find_defect(tree), (Defect{Rule::total_is_not_negative, std::nullopt}));
}

TEST(Tree, DividesTheShareOfANodeAmongItsChildren) {
  // 100 is divided 60 : 40, since research has at least 40; then 60 is divided 30 : 30, since ad
  // hoc has at most 30.
  const TreeAllocation<Rational> expected{
      {60, 40, 30, 30}, 30, {Rational(30), std::nullopt, std::nullopt, std::nullopt}};
  EXPECT_EQ(std::get<TreeAllocation<Rational>>(exact::solve(company)), expected);
}

TEST(Tree, MayHaveNoNodes) {
  EXPECT_EQ(exact::solve(Tree<Rational>{}),
            TreeSolution<Rational>(TreeAllocation<Rational>{{}, 0, {}}));
  EXPECT_EQ(reference::solve(Tree<double>{}),
            TreeSolution<double>(TreeAllocation<double>{{}, 0, {}}));
}

TEST(Tree, WhoseTotalNoClaimantCanTakeIsUndivided) {
  EXPECT_EQ(exact::solve(Tree<Rational>{3, {}}),
            TreeSolution<Rational>(NoAllocationAt<Rational>{std::nullopt, Surplus<Rational>{3}}));
  EXPECT_EQ(
      exact::solve(Tree<Rational>{3, {{{1, 4, {}}, {}}, {{1, 9, {}}, 0}}}),
      TreeSolution<Rational>(NoAllocationAt<Rational>{std::nullopt, Overcommitted<Rational>{1}}));
}

TEST(Tree, NamesTheFirstDividerWithoutAnAllocation) {
  // Nodes 0 and 1 get 5 each. The children of 0 cannot take so little, the child of 1 not so much.
  const Tree<Rational> tree{
      10, {{{}, {}}, {{}, {}}, {{1, 0, Rational(2)}, 1}, {{1, 4, {}}, 0}, {{1, 3, {}}, 0}}};
  EXPECT_EQ(exact::solve(tree),
            TreeSolution<Rational>(NoAllocationAt<Rational>{0, Overcommitted<Rational>{2}}));

  Tree<Rational> mended = tree;
  mended.nodes[4].claimant.min_share = 1;
  EXPECT_EQ(exact::solve(mended),
            TreeSolution<Rational>(NoAllocationAt<Rational>{1, Surplus<Rational>{3}}));
}

TEST(Tree, NamesADividerAboveBeforeOneBelow) {
  const Tree<Rational> tree{10, {{{}, {}}, {{1, 11, {}}, 0}, {{1, 99, {}}, 1}}};
  EXPECT_EQ(exact::solve(tree),
            TreeSolution<Rational>(NoAllocationAt<Rational>{0, Overcommitted<Rational>{1}}));
}

TEST(Tree, GivesALeafOfWeightZeroItsMinimumAndItsChildrenNoMore) {
  const Tree<Rational> tree{10, {{{0, 4, {}}, {}}, {{}, {}}, {{}, 0}, {{}, 0}}};
  const TreeAllocation<Rational> expected{
      {4, 6, 2, 2}, 6, {Rational(2), std::nullopt, std::nullopt, std::nullopt}};
  EXPECT_EQ(std::get<TreeAllocation<Rational>>(exact::solve(tree)), expected);
}

TEST(Tree, OfAHundredThousandLevelsIsDividedWithoutRecursion) {
  const auto exact_one = exact::solve(chain<Rational>(deep, Rational(40, 3)));
  EXPECT_EQ(std::get<TreeAllocation<Rational>>(exact_one).shares,
            std::vector<Rational>(deep, Rational(40, 3)));
  const auto double_one = reference::solve(chain<double>(deep, 13.5));
  EXPECT_EQ(std::get<TreeAllocation<double>>(double_one).shares, std::vector<double>(deep, 13.5));
}

TEST(Tree, InDoublesDividesEachNodesRoundedShare) {
  // A third, rounded, and of that the third, rounded again.
  Tree<double> tree{1, {}};
  for (int i = 0; i < 3; ++i) tree.nodes.push_back({{}, {}});
  for (int i = 0; i < 3; ++i) tree.nodes.push_back({{}, 1});
  const auto solution = std::get<TreeAllocation<double>>(reference::solve(tree));
  const double third = 0x1.5555555555555p-2;
  EXPECT_EQ(solution.shares[1], third);
  for (std::size_t i = 3; i < 6; ++i) {
    EXPECT_EQ(solution.shares[i], exact::to_double(exact::from_double(third) / 3));
  }
  EXPECT_EQ(solution.ratio, third);
  EXPECT_EQ(solution.ratios[1], solution.shares[3]);
  EXPECT_EQ(solution.ratios[0], std::nullopt);
}

TEST(Tree, InDoublesMayDivideWhatLeavesASurplusExactly) {
  // The exact third is a little above the double, which its only child can take and no more.
  const double third = 0x1.5555555555555p-2;
  const Tree<double> tree{1, {{{}, {}}, {{}, {}}, {{}, {}}, {{1, 0, third}, 0}}};
  const Tree<Rational> wide = exact::widen(tree);
  const Rational rest = Rational(1, 3) - exact::from_double(third);
  ASSERT_GT(rest, 0);
  EXPECT_EQ(exact::solve(wide),
            TreeSolution<Rational>(NoAllocationAt<Rational>{0, Surplus<Rational>{rest}}));
  const auto shares = std::get<TreeAllocation<double>>(reference::solve(tree)).shares;
  EXPECT_EQ(shares, (std::vector<double>{third, third, third, third}));
}

TEST(Tree, IsWidenedNodeByNode) {
  const Tree<double> tree{0.1, {{{0.1, 0, 0.25}, {}}, {{}, 0}}};
  const Rational tenth = exact::from_double(0.1);
  const Tree<Rational> expected{tenth, {{{tenth, 0, Rational(1, 4)}, {}}, {{}, 0}}};
  EXPECT_EQ(exact::widen(tree), expected);
}

TEST(Tree, OfOneLevelIsTheProblemItself) {
  const Problem<Rational> problem{100, {{1, 0, {}}, {2, 0, Rational(30)}, {3, 60, {}}}};
  Tree<Rational> tree{problem.total, {}};
  for (const auto& claimant : problem.claimants) tree.nodes.push_back({claimant, {}});
  const auto flat = std::get<Allocation<Rational>>(exact::solve(problem));
  const auto solution = std::get<TreeAllocation<Rational>>(exact::solve(tree));
  EXPECT_EQ(solution.shares, flat.shares);
  EXPECT_EQ(solution.ratio, flat.ratio);
}

}  // namespace
}  // namespace fairshare

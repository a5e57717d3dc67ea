// properties/z3/any_tree.h: the divider's tally over a grid with a fault is refuted, and the
// refutation is replayed on rationals, choice by choice.
#include "fairshare/properties/z3/any_tree.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/z3/execution.h"

namespace fairshare::prover {
namespace {

using exact::Rational;

enum class Fault { none, sum_at_the_total_is_less, weight_stays_at_a_maximum };

template <class Number>
struct FaultyGrid {
  using Right = AnyGrid<Number>;
  using Sum = typename Right::Sum;
  using Line = typename Right::Line;
  using Step = typename Right::Step;

  Right right;
  Fault fault;

  const Number& ceiling() const { return right.ceiling(); }
  Step step(const Number& bound, const Number& weight, bool is_max) const {
    Step step = Right::step(bound, weight, is_max);
    if (is_max && fault == Fault::weight_stays_at_a_maximum) step.weight.add(weight);
    return step;
  }
  static void add_share(Sum& sum, const Number& share) { sum.add(share); }
  static void subtract_share(Sum& sum, const Number& share) { sum.subtract(share); }
  static void add_weight(Sum& sum, const Number& weight) { sum.add(weight); }
  static void subtract_weight(Sum& sum, const Number& weight) { sum.subtract(weight); }
  bool is_less(const Sum& weights, const Number& bound, const Sum& left,
               const Number& weight) const {
    if (fault == Fault::sum_at_the_total_is_less)
      return !right.is_less(left, weight, weights, bound);
    return right.is_less(weights, bound, left, weight);
  }
  static const Number& share_magnitude(const Sum& sum) { return sum.value; }
  static const Number& weight_magnitude(const Sum& sum) { return sum.value; }
};

Exploration explore_with(Fault fault, std::size_t n) {
  return explore_change({n}, Limits{}, [fault](const Change& change, FreeChoices& choices) {
    TallyDivider<Symbolic, FaultyGrid<Symbolic>> divider(change.before, {{change.ceiling}, fault},
                                                         choices);
    return divide_twice(divider, change.after, change.claimant);
  });
}

// The same faulty tally, on rationals and with the choices that refute it, gives a wrong answer
// before the change or after it.
void expect_wrong(Fault fault, std::size_t n) {
  const Exploration exploration = explore_with(fault, n);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  const Counterexample found = counterexample(*exploration.refuted);
  ASSERT_FALSE(find_defect(found.problem));
  ASSERT_FALSE(find_defect(found.changed));
  const auto replay = [&] {
    RecordedChoices choices(found.choices);
    TallyDivider<Rational, FaultyGrid<Rational>> divider(found.problem, {{found.ceiling}, fault},
                                                         choices);
    return divide_twice(divider, found.changed, found.claimant);
  };
  if (exploration.refuted->claim.starts_with("asserts ")) {
    EXPECT_DEATH(replay(), "Assertion");
    return;
  }
  const auto wrong = replay();
  EXPECT_TRUE(wrong[0] != exact::solve(found.problem) || wrong[1] != exact::solve(found.changed))
      << exploration.refuted->claim;
}

TEST(AnyTree, IsProvedWithoutFault) {
  EXPECT_TRUE(explore_with(Fault::none, 1).is_proof());
}

// `prove --paths 2 --code reference::Tally` reaches such trees too, in minutes.
TEST(AnyTree, DividesInATreeOfTwoLevels) {
  const Problem<Rational> before{10, {{1, 1, Rational(4)}, {2, 3, Rational(9)}}};
  Problem<Rational> after = before;
  after.claimants[0] = {3, 2, Rational(7)};
  RecordedChoices choices(std::vector<bool>(64, true));
  TallyDivider<Rational> divider(before, {Rational(100)}, choices);
  const auto solutions = divide_twice(divider, after, 0);
  EXPECT_EQ(solutions[0], exact::solve(before));
  EXPECT_EQ(solutions[1], exact::solve(after));
}

// The last of three leaves below the root has two breakpoints: that leaf and the root are split.
TEST(AnyTree, HasEveryLeafBelowARootThatHasGrown) {
  RecordedChoices choices({true, true, false, false, true, false});
  AnyTree<Rational> tree({{1, 1, 4, true}, {2, 3, 9, true}}, choices);
  ASSERT_EQ(tree.height(), 1);
  const auto splits = tree.split(2, choices);
  ASSERT_EQ(splits.size(), 3U);
  EXPECT_EQ(splits.front().fresh, tree.root());
  EXPECT_EQ(tree.height(), 2);
  std::vector<std::uint32_t> leaves;
  const auto& root = tree.nodes()[tree.root()];
  for (std::uint32_t k = 0; k < root.count; ++k) {
    const auto& node = tree.nodes()[root.child[k]];
    EXPECT_EQ(node.parent, tree.root());
    leaves.insert(leaves.end(), node.child.begin(), node.child.begin() + node.count);
  }
  EXPECT_EQ(leaves, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(FaultyGrid, IsRefutedWhereTheFrontGoesOnAtTheTotal) {
  expect_wrong(Fault::sum_at_the_total_is_less, 2);
}

TEST(FaultyGrid, IsRefutedWhereAWeightStays) {
  expect_wrong(Fault::weight_stays_at_a_maximum, 2);
}

}  // namespace
}  // namespace fairshare::prover

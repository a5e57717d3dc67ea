// properties/z3/any_front.h: a tally that forgets something is refuted, and what refutes it is
// replayed on rationals, choice by choice.
#include "fairshare/properties/z3/any_front.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/properties/z3/execution.h"

namespace fairshare::prover {
namespace {

using exact::Rational;

enum class Fault {
  none,
  breakpoint_is_not_added,
  breakpoint_is_not_subtracted,
  total_stays,
  split_leaf_is_not_followed,
};

template <class Number, Fault fault>
class FaultyTally {
 public:
  using Tree = FreeTree<Number>;

  FaultyTally(const AnyGrid<Number>& grid, const Number& total, const Tree& tree)
      : right_(grid, total, tree) {}

  void settle(const Tree& tree) { right_.settle(tree); }
  Number numerator() const { return right_.numerator(); }
  Number denominator() const { return right_.denominator(); }
  void subtract_total(const Number& total) {
    if (fault != Fault::total_stays) right_.subtract_total(total);
  }
  void add_total(const Number& total) {
    if (fault != Fault::total_stays) right_.add_total(total);
  }
  void subtract_breakpoint(const Tree& tree, std::uint32_t leaf, const FreeRow<Number>& row,
                           bool is_max) {
    if (fault == Fault::breakpoint_is_not_subtracted) return;
    right_.subtract_breakpoint(tree, leaf, row, is_max);
  }
  void add_breakpoint(const Tree& tree, std::uint32_t leaf, const FreeRow<Number>& row,
                      bool is_max) {
    if (fault == Fault::breakpoint_is_not_added) return;
    right_.add_breakpoint(tree, leaf, row, is_max);
  }
  void follow(const Tree& tree, std::vector<typename Tree::Split> splits) {
    if (fault == Fault::split_leaf_is_not_followed) splits.pop_back();
    right_.follow(tree, splits);
  }

 private:
  reference::Tally<AnyGrid<Number>, Tree> right_;
};

template <Fault fault, class Number, class Choices>
std::array<FrontRatio<Number>, 2> fronts_with(const CurveChange<Number>& change, Choices& choices) {
  return fronts<FaultyTally<Number, fault>>(change, AnyGrid<Number>{change.ceiling}, choices);
}

template <Fault fault>
Exploration explore_with(const Patterns& patterns) {
  return explore_front(patterns, Limits{}, 1,
                       [](const CurveChange<Symbolic>& change, FreeChoices& choices) {
                         return fronts_with<fault>(change, choices);
                       });
}

// The input in a refutation: "max ratio 1 changed" and so on.
CurveChange<Rational> change_of(const Refutation& refutation) {
  CurveChange<Rational> change;
  for (const auto& [name, value] : refutation.values) {
    const bool is_max = name.starts_with("max ");
    if (name == "left") change.before.left = value;
    if (name == "weight") change.before.weight = change.after.weight = value;
    if (name == "left changed") change.after.left = value;
    if (name == "ceiling") change.ceiling = value;
    if (!is_max && !name.starts_with("min ")) continue;
    const std::string what = name.substr(4);
    if (name.ends_with(" changed")) {
      const std::size_t i = std::stoul(what.substr(what.find(' ')));
      if (change.moved.empty()) change.moved.push_back(i);
      auto& breakpoint = change.after.breakpoints.at(i);
      (what.starts_with("ratio") ? breakpoint.ratio : breakpoint.weight) = value;
    } else if (what.starts_with("weight")) {
      change.before.breakpoints.push_back({value, 0, is_max});
    } else {
      change.before.breakpoints.back().ratio = value;
      change.after.breakpoints = change.before.breakpoints;
    }
  }
  return change;
}

Rational least_ratio(const Curve<Rational>& curve) {
  Rational fixed = 0;
  Rational weight = curve.weight;
  for (const std::size_t i : order_of(curve.breakpoints)) {
    const auto& breakpoint = curve.breakpoints[i];
    if (fixed + weight * breakpoint.ratio >= curve.left) break;
    const Rational step = breakpoint.is_max ? Rational(-breakpoint.weight) : breakpoint.weight;
    fixed -= step * breakpoint.ratio;
    weight += step;
  }
  return (curve.left - fixed) / weight;
}

// The same faulty tally, on rationals and with the choices that refute it, has its front elsewhere,
// before the change or after it; or the assertion fails that failed for the prover.
template <Fault fault>
void expect_wrong(const Patterns& patterns) {
  const Exploration exploration = explore_with<fault>(patterns);
  ASSERT_TRUE(exploration.refuted) << exploration.unknown << " unknown";
  const CurveChange<Rational> change = change_of(*exploration.refuted);
  ASSERT_EQ(change.before.breakpoints.size(), patterns.n);
  const std::size_t choices_of_the_change = change.moved.empty() ? patterns.n : change.moved[0] + 1;
  const auto& all = exploration.refuted->choices;
  RecordedChoices choices(
      {all.begin() + static_cast<std::ptrdiff_t>(choices_of_the_change), all.end()});
  if (exploration.refuted->claim.starts_with("asserts ")) {
    EXPECT_DEATH(fronts_with<fault>(change, choices), "Assertion");
    return;
  }
  const auto found = fronts_with<fault>(change, choices);
  const std::array<Rational, 2> ratios = {found[0].numerator / found[0].denominator,
                                          found[1].numerator / found[1].denominator};
  EXPECT_TRUE(ratios[0] != least_ratio(change.before) || ratios[1] != least_ratio(change.after))
      << exploration.refuted->claim;
}

TEST(AnyFront, IsProvedWithoutFault) {
  EXPECT_TRUE(explore_with<Fault::none>({1}).is_proof());
}

// The sum is R, 4 R - 3 from R = 1 on, 3 R + 1 from 4 on, and R + 17 from 8 on. A tree and its
// splits need five choices here.
TEST(AnyFront, IsFoundAgainInEveryTree) {
  const Curve<Rational> before{16, 1, {{3, 1, false}, {1, 4, true}, {2, 8, true}}};
  EXPECT_EQ(least_ratio(before), 5);
  for (unsigned bits = 0; bits < 32; ++bits) {
    std::vector<bool> choices;
    for (unsigned k = 0; k < 5; ++k) choices.push_back((bits >> k) % 2 == 1);
    for (const std::size_t moved : {0U, 1U, 2U}) {
      Curve<Rational> after = before;
      after.left = 8;
      after.breakpoints[moved].ratio = 2;
      RecordedChoices recorded(choices);
      const auto found = fronts_with<Fault::none>(
          CurveChange<Rational>{before, after, {moved}, Rational(100)}, recorded);
      EXPECT_EQ(found[0].numerator / found[0].denominator, 5);
      EXPECT_EQ(found[1].numerator / found[1].denominator, least_ratio(after));
    }
  }
}

TEST(FaultyTally, IsRefutedWhereABreakpointIsNotAdded) {
  expect_wrong<Fault::breakpoint_is_not_added>({2});
}

TEST(FaultyTally, IsRefutedWhereABreakpointIsNotSubtracted) {
  expect_wrong<Fault::breakpoint_is_not_subtracted>({2});
}

TEST(FaultyTally, IsRefutedWhereTheTotalStays) {
  expect_wrong<Fault::total_stays>({1});
}

// With fewer than three breakpoints no leaf is split, since one is taken out.
TEST(FaultyTally, IsRefutedWhereASplitIsNotFollowed) {
  expect_wrong<Fault::split_leaf_is_not_followed>({3, 0, 8});
}

}  // namespace
}  // namespace fairshare::prover

// What each named property says about a divider that breaks it: the sentence, the claimant, and the
// other problem that was asked.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "fairshare/properties/properties.h"
#include "tests/dividers.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using properties::Breach;
using properties::Divide;
using properties::Outcome;
using properties::Reply;

using Asked = Problem<Rational>;
using Shares = std::vector<Rational>;

const Reply surplus = {Outcome::surplus, {}};
const Reply overcommitted = {Outcome::overcommitted, {}};

Breach breach_of(const std::string& name, const Asked& problem, std::uint64_t number,
                 const Divide& divide) {
  const auto property = properties::find_property(name);
  const auto breach = property.value().find_breach(problem, number, divide);
  if (!breach) {
    ADD_FAILURE() << name << " holds";
    return {};
  }
  EXPECT_EQ(breach->property, name);
  return *breach;
}

// A divider that is right about this problem, and answers `then` to any other.
Divide right_about(const Asked& problem, const Reply& then) {
  return [&problem, then](const Asked& asked) {
    return asked == problem ? divide_fairly(asked) : then;
  };
}

// "claimant 0: sentence", or the sentence alone.
std::string told(const Breach& breach) {
  const std::string who =
      breach.claimant ? "claimant " + std::to_string(*breach.claimant) + ": " : "";
  return who + breach.message;
}

std::string told_of_shares(const std::string& name, const Asked& problem, const Shares& shares) {
  const Breach breach =
      breach_of(name, problem, 0, [&](const Asked&) { return exact_reply(shares); });
  EXPECT_EQ(breach.other, std::nullopt) << name;
  return told(breach);
}

TEST(Breaches, OfOneAnswerNameTheShareAndWhatItMustBe) {
  EXPECT_EQ(told_of_shares("lower_bounds", {10, {{1}, {1, 5}}}, {7, 3}),
            "claimant 1: claimant 1 gets 3, and its minimum is 5");
  EXPECT_EQ(told_of_shares("upper_bounds", {10, {{1}, {1, 0, 5}}}, {3, 7}),
            "claimant 1: claimant 1 gets 7, and its maximum is 5");
  EXPECT_EQ(told_of_shares("upper_bounds", {10, {{1}, {0, 2, 9}}}, {7, 3}),
            "claimant 1: claimant 1 gets 3, and at weight 0 it can claim 2");
  EXPECT_EQ(told_of_shares("total", {10, {{1}, {1}}}, {4, 4}),
            "the shares add up to 8, and the total is 10");
  EXPECT_EQ(told_of_shares("proportion", {100, {{1}, {2, 0, 30}, {3, 60}}}, {10, 30, 60}),
            "claimant 1: claimant 1 gets 30, above its minimum and 15 per weight or more, and "
            "claimant 0 gets 10, below its maximum and 10 per weight or less");
  EXPECT_EQ(told_of_shares("equal_claimants", {10, {{1}, {2}, {1}}}, {2, 5, 3}),
            "claimant 2: claimants 0 and 2 are equal and get 2 and 3");
  EXPECT_EQ(told_of_shares("equal_claimants", {10, {{1, 0, 5}, {1, 0, 3}, {1, 0, 5}}}, {2, 3, 5}),
            "claimant 2: claimants 0 and 2 are equal and get 2 and 5");
  EXPECT_EQ(told_of_shares("equal_claimants", {10, {{1, 1}, {1}, {1, 1}}}, {2, 3, 5}),
            "claimant 2: claimants 0 and 2 are equal and get 2 and 5");
  EXPECT_EQ(told_of_shares("equal_claimants", {10, {{1}, {1, 0, 3}, {1}}}, {2, 3, 5}),
            "claimant 2: claimants 0 and 2 are equal and get 2 and 5");
  EXPECT_EQ(told_of_shares("outcome", {10, {{1, 8}, {1, 8}}}, {5, 5}),
            "the outcome is allocation and not overcommitted");
}

TEST(Breaches, OfAnotherProblemSayHowItWasMade) {
  const struct {
    const char* name;
    std::uint64_t number;
    Asked problem;
    const char* how;
    Asked other;
  } rows[] = {
      {"permutation", 0, {9, {{1}, {2}}}, "with the claimants in another order", {9, {{2}, {1}}}},
      {"order_independence", 0, {9, {{1}, {2}}}, "with the claimants reversed", {9, {{2}, {1}}}},
      {"scaling_of_weights", 0, {9, {{1}, {2}}}, "with every weight times 2", {9, {{2}, {4}}}},
      {"scaling_of_weights", 2, {9, {{1}}}, "with every weight times 3", {9, {{3}}}},
      {"scaling_of_weights", 3, {9, {{1}}}, "with every weight times 1024", {9, {{1024}}}},
      {"scaling_of_everything",
       1,
       {8, {{1, 2, 6}, {3}}},
       "with the total and every bound times 0.5",
       {4, {{1, 1, 3}, {3}}}},
      {"consistency",
       0,
       {10, {{1, 0, 4}, {1}}},
       "after claimant 0 left with its share",
       {6, {{1}}}},
      {"consistency",
       0,
       {10, {{1, 2, 8}, {1}}},
       "after claimant 0 left with its share",
       {5, {{1}}}},
      {"consistency", 0, {10, {{1}}}, "after claimant 0 left with its share", {0, {}}},
      {"consistency",
       1,
       {10, {{1, 0, 4}, {1}}},
       "after claimants 0, 1 left with their shares",
       {0, {}}},
      {"idempotence",
       0,
       {10, {{1, 0, 4}, {1}}},
       "with bounds drawn to the shares",
       {10, {{1, 4, 4}, {1, 6, 6}}}},
      {"idempotence",
       1,
       {10, {{1, 0, 4}, {1}}},
       "with minimums drawn to the shares",
       {10, {{1, 4, 4}, {1, 6}}}},
      {"idempotence",
       2,
       {10, {{1, 0, 4}, {1}}},
       "with maximums drawn to the shares",
       {10, {{1, 0, 4}, {1, 0, 6}}}},
      {"idempotence",
       9,
       {10, {{1, 0, 4}, {1}}},
       "with bounds drawn to the shares for claimant 1 alone",
       {10, {{1, 0, 4}, {1, 6, 6}}}},
      {"merge",
       0,
       {12, {{1, 1, 4}, {5}, {2, 2, 8}}},
       "with claimants 0, 2 merged",
       {12, {{3, 3, 12}, {5}}}},
      {"merge", 0, {9, {{0, 2}, {1}, {0, 3}}}, "with claimants 0, 2 merged", {9, {{0, 5}, {1}}}},
      {"merge",
       0,
       {9, {{1}, {1, 0, 0}, {1}}},  // a maximum of 0 is one
       "with claimants 0, 2 merged",
       {9, {{2}, {1, 0, 0}}}},
      {"merge",
       1,
       {9, {{0, 2}, {1}, {0, 3}, {0, 1}}},
       "with claimants 2, 3 merged",
       {9, {{0, 2}, {1}, {0, 4}}}},
      {"split",
       0,
       {10, {{1, 2, 4}, {1}}},
       "with claimant 0 split into 0.5 and 0.5 of it",
       {10, {{Rational(1, 2), 1, 2}, {1}, {Rational(1, 2), 1, 2}}}},
      {"split",
       2,
       {9, {{1}, {1}}},
       "with claimant 0 split into 1/3 and 2/3 of it",
       {9, {{Rational(1, 3)}, {1}, {Rational(2, 3)}}}},
      {"split",
       5,
       {9, {{1}, {4}}},
       "with claimant 1 split into 0.25 and 0.75 of it",
       {9, {{1}, {1}, {3}}}},
      {"replication",
       0,
       {9, {{1}, {2}}},
       "with every claimant twice and twice the total",
       {18, {{1}, {2}, {1}, {2}}}},
      {"tree", 0, {9, {{1}, {2}}}, "with a parent over claimants 0, 1", {9, {{3}}}},
  };
  for (const auto& [name, number, problem, how, other] : rows) {
    const Breach breach = breach_of(name, problem, number, right_about(problem, surplus));
    EXPECT_EQ(told(breach), std::string(how) + ", the outcome is surplus and not allocation")
        << name;
    EXPECT_EQ(breach.other, other) << name << ": " << how;
  }
}

TEST(Breaches, OfAnOrderSayWhichItIs) {
  const Asked problem = {12, {{2}, {1}, {3}}};
  const auto wrong_about = [&](const Asked& wrong) {
    return told(breach_of("order_independence", problem, 0, [&](const Asked& asked) {
      return asked == wrong ? surplus : *divide_fairly(asked);
    }));
  };
  EXPECT_EQ(wrong_about({12, {{1}, {2}, {3}}}),
            "with the claimants sorted by weight, the outcome is surplus and not allocation");
  EXPECT_EQ(wrong_about({12, {{3}, {2}, {1}}}),
            "with the claimants sorted by weight, the heaviest first, the outcome is surplus and "
            "not allocation");
  EXPECT_EQ(told(breach_of("order_independence", problem, 0,
                           [&](const Asked& asked) {
                             return asked == problem ? overcommitted : *divide_fairly(asked);
                           })),
            "with the claimants reversed, the outcome is allocation and not overcommitted");
}

TEST(Breaches, OfAShareNameTheClaimantOfTheFirstProblem) {
  const Asked problem = {12, {{1}, {2}, {3}}};  // 2, 4, 6
  EXPECT_EQ(told(breach_of("order_independence", problem, 0,
                           right_about(problem, exact_reply({6, 5, 1})))),
            "claimant 1: with the claimants reversed, claimant 1 gets 5 and not 4");
  EXPECT_EQ(
      told(breach_of("split", problem, 0, right_about(problem, exact_reply({1, 4, 6, 2})))),
      "claimant 0: with claimant 0 split into 0.5 and 0.5 of it, claimant 0 gets 2 and not 1");
  EXPECT_EQ(told(breach_of("merge", problem, 0, right_about(problem, exact_reply({6, 5})))),
            "claimant 2: with claimants 0, 1 merged, claimant 2 gets 5 and not 6");
  EXPECT_EQ(told(breach_of("consistency", problem, 0, right_about(problem, exact_reply({4, 5})))),
            "claimant 2: after claimant 0 left with its share, claimant 2 gets 5 and not 6");
  EXPECT_EQ(told(breach_of("replication", problem, 0,
                           right_about(problem, exact_reply({2, 4, 6, 2, 5, 5})))),
            "claimant 1: with every claimant twice and twice the total, claimant 1 gets 5 and not "
            "4");
}

// The share of the parent of claimants 0 and 2 is right, but what it gives to the second of them is
// wrong.
TEST(Breaches, OfATreeNameTheClaimantBelowTheParent) {
  const Asked problem = {10, {{1}, {1, 0, 2}, {1}}};  // 4, 2, 4
  const Asked below = {8, {{1}, {1}}};
  EXPECT_EQ(told(breach_of("tree", problem, 0,
                           [&](const Asked& asked) {
                             return asked == below ? exact_reply({4, 3}) : divide_fairly(asked);
                           })),
            "claimant 2: with a parent's 8 among its children, claimant 2 gets 3 and not 4");
}

// Claimant 0 has [4, 5), of which its maximum only leaves 4, and claimant 1 any share from 5 to 7.
TEST(Breaches, OfConsistencyLetThoseLeaveWhoseShareTheirBoundsMakeOneNumber) {
  const Asked problem = {10, {{1, 0, 4}, {1}}};
  const Reply rounded = {Outcome::allocation, {{4, 5, false, true}, {5, 7}}};
  for (const std::uint64_t number : {0U, 2U}) {  // 2 begins to look at claimant 1
    const Breach breach = breach_of("consistency", problem, number, [&](const Asked& asked) {
      return asked == problem ? rounded : surplus;
    });
    EXPECT_EQ(told(breach),
              "after claimant 0 left with its share, the outcome is surplus and not allocation");
    EXPECT_EQ(breach.other, (Asked{6, {{1}}}));
  }
}

TEST(Breaches, OfMonotonySayWhatChangedAndWhoLost) {
  const Rational largest = exact::from_double(std::numeric_limits<double>::max());
  const struct {
    const char* name;
    std::uint64_t number;
    Asked problem;
    Reply then;
    const char* message;
    Asked other;
  } rows[] = {
      {"monotone_in_total",
       1,
       {10, {{1}}},
       overcommitted,
       "with the total 20 instead of 10, the outcome turns from allocation to overcommitted",
       {20, {{1}}}},
      {"monotone_in_total",
       3,
       {10, {{1, 0, 40}}},
       overcommitted,
       "with the total 40 instead of 10, the outcome turns from allocation to overcommitted",
       {40, {{1, 0, 40}}}},
      {"monotone_in_total",
       2,
       {10, {{1}}},
       overcommitted,
       "with the total ~10.000000000000002 instead of 10, the outcome turns from "
       "allocation to overcommitted",
       {Rational(5629499534213121, 562949953421312), {{1}}}},  // 10 and 2^-49
      {"monotone_in_total",
       3,
       {10, {{0, 2, 9}, {1, 3}, {1, 0, 40}}},
       overcommitted,
       "with the total 45 instead of 10, the outcome turns from allocation to overcommitted",
       {45, {{0, 2, 9}, {1, 3}, {1, 0, 40}}}},  // all that has an end: 2, 3 and 40
      {"monotone_in_total",
       2,
       {largest, {{1}}},
       overcommitted,
       "with the total ~3.5953862697246314e+308 instead of ~1.7976931348623157e+308, the outcome "
       "turns from allocation to overcommitted",
       {largest * 2, {{1}}}},  // no double is larger
      {"monotone_in_weight",
       3,
       {12, {{5}}},
       surplus,
       "claimant 0: with 6 instead of 5 as the weight of claimant 0, the outcome turns from "
       "allocation to surplus",
       {12, {{6}}}},  // none is heavier
      {"monotone_in_weight",
       6,
       {12, {{1}, {5}}},
       surplus,
       "claimant 0: with 5 instead of 1 as the weight of claimant 0, the outcome turns from "
       "allocation to surplus",
       {12, {{5}, {5}}}},
      {"monotone_in_weight",
       0,
       {12, {{1}, {1}}},
       exact_reply({6, 7}),
       "claimant 1: with 2 instead of 1 as the weight of claimant 0, claimant 1 gets 7, which is "
       "more "
       "than 6",
       {12, {{2}, {1}}}},
      {"monotone_in_min",
       1,
       {12, {{1}}},
       surplus,
       "claimant 0: with 1 instead of 0 as the minimum of claimant 0, the outcome turns from "
       "allocation to surplus",
       {12, {{1, 1}}}},  // not twice as much
      {"monotone_in_min",
       6,
       {12, {{1}, {1, 2}}},
       surplus,
       "claimant 0: with 10 instead of 0 as the minimum of claimant 0, the outcome turns from "
       "allocation to surplus",
       {12, {{1, 10}, {1, 2}}}},
      {"monotone_in_min",
       0,
       {12, {{1, 3, 3}, {1}}},
       surplus,
       "claimant 1: with 1 instead of 0 as the minimum of claimant 1, the outcome turns from "
       "allocation to surplus",
       {12, {{1, 3, 3}, {1, 1}}}},  // the first can ask for no more
      {"monotone_in_min",
       1,
       {12, {{1}, {1, 2}}},
       exact_reply({6, 5}),
       "claimant 1: with 3 instead of 2 as the minimum of claimant 1, claimant 1 gets 5, which is "
       "less than 6",
       {12, {{1}, {1, 3}}}},
      {"monotone_in_max",
       0,
       {12, {{1, 0, 4}, {1}}},
       surplus,
       "claimant 0: with 5 instead of 4 as the maximum of claimant 0, the outcome turns from "
       "allocation to surplus",
       {12, {{1, 0, 5}, {1}}}},
      {"monotone_in_max",
       1,
       {12, {{1, 0, 4}, {1}}},
       surplus,
       "claimant 0: with 5 instead of 4 as the maximum of claimant 0, the outcome turns from "
       "allocation to surplus",
       {12, {{1, 0, 5}, {1}}}},  // the second has none
      {"monotone_in_max",
       2,
       {12, {{1, 0, 4}, {1}}},
       surplus,
       "claimant 0: without the maximum of claimant 0, the outcome turns from allocation to "
       "surplus",
       {12, {{1}, {1}}}},
      {"monotone_in_demand",
       0,
       {12, {{1, 3}, {1}}},
       overcommitted,
       "claimant 0: with a demand of 0 of claimant 0, the outcome turns from allocation to "
       "overcommitted",
       {12, {{1, 0, 0}, {1}}}},
      {"monotone_in_demand",
       0,
       {12, {{1, 0, 0}, {1}}},
       overcommitted,
       "claimant 1: with a demand of 0 of claimant 1, the outcome turns from allocation to "
       "overcommitted",
       {12, {{1, 0, 0}, {1, 0, 0}}}},  // the first can ask for no less
      {"monotone_in_demand",
       2,
       {12, {{1, 3}, {1}}},
       overcommitted,
       "claimant 0: with a demand of 3 of claimant 0, the outcome turns from allocation to "
       "overcommitted",
       {12, {{1, 3, 3}, {1}}}},
      {"monotone_in_demand",
       4,
       {13, {{1}, {1}}},
       exact_reply({7, 6}),
       "claimant 0: with a demand of 6 of claimant 0, claimant 0 gets 7, which is more than 6.5",
       {13, {{1, 0, 6}, {1}}}},
      {"monotone_in_demand",
       6,
       {12, {{1, 0, 8}, {1}}},
       overcommitted,
       "claimant 0: with a demand of 4 of claimant 0, the outcome turns from allocation to "
       "overcommitted",
       {12, {{1, 0, 4}, {1}}}},
      {"monotone_in_demand",
       8,
       {12, {{1, 0, 8}, {1}}},
       overcommitted,
       "claimant 0: with a demand of ~7.999999999999999 of claimant 0, the outcome turns from "
       "allocation to overcommitted",
       {12, {{1, 0, Rational(9007199254740991, 1125899906842624)}, {1}}}},  // 8 less 2^-50
  };
  for (const auto& [name, number, problem, then, message, other] : rows) {
    const Breach breach = breach_of(name, problem, number, right_about(problem, then));
    EXPECT_EQ(told(breach), message) << name;
    EXPECT_EQ(breach.other, other) << name << ": " << message;
  }
}

TEST(Breaches, OfDeterminismHaveBothAnswers) {
  int asked = 0;
  EXPECT_EQ(
      told(breach_of("determinism", {1, {{1}}}, 0,
                     [&](const Asked&) { return ++asked % 2 == 0 ? surplus : overcommitted; })),
      "asked twice, the outcome is overcommitted and then surplus");
  asked = 0;
  EXPECT_EQ(told(breach_of("determinism", {1, {{1}, {1}}}, 0,
                           [&](const Asked&) {
                             return exact_reply({0, ++asked});
                           })),
            "claimant 1: asked twice, claimant 1 gets 1 and then 2");
}

TEST(Breaches, HaveTheCodesOfTheirPagesAndSayWhatMustHold) {
  std::string said;
  for (const properties::Property& property : properties::all_properties()) {
    said += std::string(property.code) + " " + std::string(property.name) + ": " +
            std::string(property.equation) + "\n";
  }
  EXPECT_EQ(said, R"(FS102 lower_bounds: x_i >= l_i
FS103 upper_bounds: x_i <= e_i
FS101 total: sum x_i = T, by an R >= 0 with x_i = clamp(w_i R, l_i, u_i) if there is one
FS204 proportion: x_i w_j > x_j w_i  =>  x_i = l_i or x_j = e_j
FS101 outcome: overcommitted <=> sum l_i > T;  surplus <=> sum e_i < T
FS207 permutation: claimant p(i)' = claimant i  =>  outcome' = outcome, x_p(i)' = x_i
FS207 order_independence: claimants reversed, and sorted either way  =>  outcome' = outcome, every share stays
FS205 equal_claimants: w_i = w_j, l_i = l_j, u_i = u_j  =>  x_i = x_j
FS504 determinism: problem' = problem  =>  answer' = answer
FS207 scaling_of_weights: c > 0, w_i' = c w_i  =>  outcome' = outcome, x_i' = x_i
FS207 scaling_of_everything: c > 0, T' = c T, l_i' = c l_i, u_i' = c u_i  =>  outcome' = outcome, x_i' = c x_i
FS206 monotone_in_total: T <= T'  =>  outcome <= outcome', x_i <= x_i'
FS206 monotone_in_weight: w_i <= w_i'  =>  outcome >= outcome', x_i <= x_i', x_j >= x_j' for every j != i
FS206 monotone_in_min: l_i <= l_i' <= u_i  =>  outcome >= outcome', x_i <= x_i', x_j >= x_j' for every j != i
FS206 monotone_in_max: u_i <= u_i'  =>  outcome >= outcome', x_i <= x_i', x_j >= x_j' for every j != i
FS206 monotone_in_demand: l_i' = min(l_i, d), u_i' = min(u_i, d)  =>  outcome <= outcome', x_i >= x_i', x_j <= x_j' for every j != i
FS208 consistency: T' = T - sum of x_k over any claimants k that leave  =>  x_i' = x_i for the rest
FS208 idempotence: allocation, l_i <= l_i' <= x_i <= u_i' <= u_i for some or all i  =>  x_i' = x_i
FS208 merge: w_i l_j = w_j l_i, w_i u_j = w_j u_i, w' = w_i + w_j, l' = l_i + l_j, u' = u_i + u_j  =>  outcome' = outcome, x' = x_i + x_j, x_k' = x_k
FS208 split: 0 < a < 1, claimant i as two of a w_i, a l_i, a u_i and the rest  =>  outcome' = outcome, they get a x_i and (1 - a) x_i, x_k' = x_k
FS208 replication: T' = 2 T, every claimant twice  =>  outcome' = outcome, both get x_i
FS208 tree: claimants that merge could merge, under a parent with their sums  =>  outcome' = outcome, every claimant gets x_i
)");
}

TEST(Breaches, OfALargerTotalAreLookedForWhereItReachesTheMinimums) {
  Shares totals;
  const Divide watched = [&](const Asked& asked) {
    totals.push_back(asked.total);
    return divide_fairly(asked);
  };
  const auto property = properties::find_property("monotone_in_total");
  EXPECT_FALSE(property.value().find_breach({10, {{1, 8}, {1, 9}}}, 3, watched));
  EXPECT_EQ(totals, (Shares{10, 17}));
}

}  // namespace
}  // namespace fairshare::tests

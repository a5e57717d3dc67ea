// Each named property catches a divider that breaks it, and none accuses the exact solver.
//
// The dividers are small, and wrong in the same ways as schedulers. The properties that catch each
// one are listed with it; if the list says that no others do, that was derived by hand.
#include "fairshare/properties/properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "fairshare/exact/apportion.h"
#include "fairshare/properties/relations.h"
#include "fairshare/schedulers/hadoop/yarn.h"
#include "tests/dividers.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using properties::Divide;
using properties::Interval;
using properties::Outcome;
using properties::Property;
using properties::Reply;

using Asked = Problem<Rational>;
using Answer = std::optional<Reply>;
using Names = std::set<std::string>;

Rational sum_of_weights(const Asked& problem) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) sum += claimant.weight;
  return sum;
}

Asked with_weights(Asked problem, Rational (*change)(const Claimant<Rational>&)) {
  for (auto& claimant : problem.claimants) claimant.weight = change(claimant);
  return problem;
}

Answer divide_by_weight_alone(const Asked& problem) {
  const Rational weights = sum_of_weights(problem);
  if (weights == 0) return divide_fairly(problem);
  std::vector<Rational> shares;
  for (const auto& claimant : problem.claimants) {
    shares.push_back(problem.total * claimant.weight / weights);
  }
  return exact_reply(shares);
}

Answer divide_per_head(const Asked& problem) {
  const std::size_t count = problem.claimants.size();
  if (count == 0) return divide_fairly(problem);
  return exact_reply(std::vector<Rational>(count, problem.total / count));
}

// Each claimant gets what it asks for, until nothing is left.
Answer divide_first_come_first_served(const Asked& problem) {
  if (properties::outcome_of(problem) != Outcome::allocation) return divide_fairly(problem);
  std::vector<Rational> shares;
  Rational left = problem.total;
  for (const auto& claimant : problem.claimants) {
    left -= claimant.min_share;
    shares.push_back(claimant.min_share);
  }
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    if (weight == 0) continue;
    const Rational more = max_share ? std::min(left, Rational(*max_share - min_share)) : left;
    shares[i] += more;
    left -= more;
  }
  return exact_reply(shares);
}

// Minimums are paid first, and only the rest is divided by weight: the base rule.
Answer divide_by_the_base_rule(const Asked& problem) {
  if (properties::outcome_of(problem) != Outcome::allocation) return divide_fairly(problem);
  Asked rest = problem;
  for (auto& claimant : rest.claimants) {
    rest.total -= claimant.min_share;
    if (claimant.max_share) *claimant.max_share -= claimant.min_share;
    claimant.min_share = 0;
  }
  Answer reply = divide_fairly(rest);
  for (std::size_t i = 0; i < reply->shares.size(); ++i) {
    const Rational share = reply->shares[i].low + problem.claimants[i].min_share;
    reply->shares[i] = properties::exactly(share);
  }
  return reply;
}

// Largest remainders, passed off as exact.
Answer divide_in_whole_units(const Asked& problem) {
  const auto solution = exact::solve(problem);
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (allocation == nullptr) return divide_fairly(problem);
  const auto units = exact::apportion(allocation->shares);
  if (!units) return std::nullopt;
  return exact_reply(std::vector<Rational>(units->begin(), units->end()));
}

// The ratio is the one by weight only: bounds are kept, but the total is not.
Answer clamp_once(const Asked& problem) {
  if (properties::outcome_of(problem) != Outcome::allocation) return divide_fairly(problem);
  const Rational weights = sum_of_weights(problem);
  std::vector<Rational> shares;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    Rational share = weight == 0 ? Rational(0) : Rational(weight * problem.total / weights);
    share = std::max(share, min_share);
    if (max_share && weight > 0) share = std::min(share, *max_share);
    shares.push_back(share);
  }
  return exact_reply(shares);
}

// What cannot be claimed is given to claimants that cannot claim it, and minimums are cut.
Answer divide_whatever_happens(const Asked& problem) {
  Answer reply = divide_fairly(problem);
  if (reply->outcome == Outcome::allocation || problem.claimants.empty()) return reply;
  return divide_per_head(problem);
}

Answer divide_with_weights_plus_one(const Asked& problem) {
  return divide_fairly(
      with_weights(problem, [](const auto& claimant) { return Rational(claimant.weight + 1); }));
}

// Weights in too few bits.
Answer divide_with_weights_modulo_four(const Asked& problem) {
  return divide_fairly(with_weights(problem, [](const Claimant<Rational>& claimant) {
    return Rational(claimant.weight - exact::floor(claimant.weight / 4) * 4);
  }));
}

// Claimants with a minimum get that and no more, as long as others can take the rest.
Answer divide_with_minimums_fixed(const Asked& problem) {
  Asked fixed = problem;
  for (auto& claimant : fixed.claimants) {
    if (claimant.min_share > 0) claimant.max_share = claimant.min_share;
  }
  Answer reply = divide_fairly(fixed);
  return reply->outcome == Outcome::allocation ? reply : divide_fairly(problem);
}

// An absent maximum counts as 0, as long as others can take the rest.
Answer divide_with_absent_maximums_at_zero(const Asked& problem) {
  Asked misread = problem;
  for (auto& claimant : misread.claimants) {
    if (!claimant.max_share) claimant.max_share = claimant.min_share;
  }
  Answer reply = divide_fairly(misread);
  return reply->outcome == Outcome::allocation ? reply : divide_fairly(problem);
}

// The more it could have, the less it counts.
Answer divide_against_large_demands(const Asked& problem) {
  return divide_fairly(with_weights(problem, [](const Claimant<Rational>& claimant) {
    return claimant.max_share ? Rational(claimant.weight / (1 + *claimant.max_share))
                              : Rational(claimant.weight / 100);
  }));
}

// Hadoop since YARN-9173, whose shares are truncated, and say so. It takes whole numbers.
Answer divide_like_yarn(const Asked& problem) {
  const auto fits = [](const Rational& number) {
    return exact::is_whole(number) && number <= 1'000'000;
  };
  if (!fits(problem.total) || properties::outcome_of(problem) != Outcome::allocation) {
    return std::nullopt;
  }
  const auto whole = [](const Rational& number) {
    return static_cast<std::int64_t>(exact::floor(number));
  };
  std::vector<schedulers::yarn::Schedulable> schedulables;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    if (!fits(weight) || !fits(min_share) || (max_share && !fits(*max_share))) return std::nullopt;
    schedulables.push_back({exact::to_float(weight), whole(min_share)});
    if (max_share) schedulables.back().max_share = whole(*max_share);
  }
  const auto computed =
      schedulers::yarn::compute(schedulers::yarn::Release::v3, whole(problem.total), schedulables);
  const auto* shares = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (shares == nullptr) return std::nullopt;
  Reply reply;
  for (const std::int64_t share : shares->shares) {
    reply.shares.push_back({share, share + 1, false, true});
  }
  return reply;
}

// The exact solver, rounded down to whole units, which says so.
Answer divide_and_truncate(const Asked& problem) {
  Answer reply = divide_fairly(problem);
  for (Interval& share : reply->shares) {
    const Rational down = exact::floor(share.low);
    share = {down, down + 1, false, true};
  }
  return reply;
}

std::vector<Asked> problems_to_try() {
  return {
      {0, {}},
      {10, {{1}, {1}, {1}}},
      {10, {{6}, {6}, {2}}},
      {100, {{1}, {2, 0, 30}, {3, 60}}},
      {12, {{1, 1, 8}, {3, 0, 4}, {2, 2, 9}, {0, 1}}},
      {10, {{1, 0, 6}, {1, 0, 6}}},
      {10, {{1, 0, 4}, {1}, {1}}},
      {10, {{1, 8}, {1, 8}}},
      {10, {{1, 8}, {1, 8}, {1}}},
      {10, {{1, 0, 3}, {0, 4}}},
      {10, {{1, 0, 3}, {0, 4}, {1, 0, 2}}},
      {20, {{2, 2, 12}, {1, 1, 6}, {3}, {3, 0, 100}}},
      {6, {{0, 2}, {0, 2, 5}, {1}, {0, 1}}},
      {7, {{3}}},
      {9, {{1, 5, 9}, {1, 0, 4}}},
  };
}

// Enough for every decision that a property makes about three claimants.
constexpr std::uint64_t choices = 40;

std::optional<properties::Breach> find_breach(const Property& property, const Divide& divide,
                                              std::size_t size_min = 0) {
  for (const Asked& problem : problems_to_try()) {
    if (problem.claimants.size() < size_min) continue;
    const Divide quick = property.name == "determinism" ? divide : remembered(divide);
    for (std::uint64_t choice = 0; choice < choices; ++choice) {
      if (auto breach = property.find_breach(problem, choice, quick)) return breach;
    }
  }
  return std::nullopt;
}

// The names of the properties that catch it.
Names caught_by(const Divide& divide) {
  Names names;
  for (const Property& property : properties::all_properties()) {
    if (find_breach(property, divide)) names.insert(std::string(property.name));
  }
  return names;
}

Property named(const std::string& name) {
  return properties::find_property(name).value();
}

Divide always(const Reply& reply) {
  return [reply](const Asked&) { return reply; };
}

struct Wrong {
  std::string name;
  Divide divide;
  Names caught_by;  // at least
};

const std::vector<Wrong>& wrong_dividers() {
  static const std::vector<Wrong> wrong = {
      {"by weight alone", divide_by_weight_alone, {"lower_bounds", "upper_bounds", "outcome"}},
      {"per head",
       divide_per_head,
       {"lower_bounds", "upper_bounds", "proportion", "outcome", "merge", "split", "tree"}},
      {"first come first served",
       divide_first_come_first_served,
       {"proportion", "permutation", "order_independence", "equal_claimants", "replication"}},
      {"the base rule", divide_by_the_base_rule, {"proportion", "idempotence"}},
      {"whole units",
       divide_in_whole_units,
       {"proportion", "equal_claimants", "permutation", "scaling_of_everything",
        "monotone_in_total", "consistency"}},
      {"clamp once", clamp_once, {"total", "consistency"}},
      {"whatever happens", divide_whatever_happens, {"outcome", "lower_bounds", "upper_bounds"}},
      {"weights plus one", divide_with_weights_plus_one, {"scaling_of_weights", "proportion"}},
      {"weights modulo four",
       divide_with_weights_modulo_four,
       {"monotone_in_weight", "scaling_of_weights", "proportion"}},
      {"minimums fixed", divide_with_minimums_fixed, {"monotone_in_min", "proportion"}},
      {"absent maximums at zero",
       divide_with_absent_maximums_at_zero,
       {"monotone_in_max", "proportion"}},
      {"against large demands",
       divide_against_large_demands,
       {"monotone_in_demand", "monotone_in_max", "proportion"}},
  };
  return wrong;
}

TEST(Properties, NoneAccusesTheExactSolver) {
  EXPECT_EQ(caught_by(divide_fairly), Names{});
}

TEST(Properties, NoneAccusesSharesThatWereTruncatedAndSaySo) {
  EXPECT_EQ(caught_by(divide_and_truncate), Names{});
}

TEST(Properties, EachWrongDividerIsCaughtByWhatItBreaks) {
  Names unbroken;
  for (const Property& property : properties::all_properties()) {
    unbroken.insert(std::string(property.name));
  }
  for (const auto& [name, divide, properties_broken] : wrong_dividers()) {
    for (const std::string& property : properties_broken) {
      const auto breach = find_breach(named(property), divide);
      ASSERT_TRUE(breach.has_value()) << name << " is not caught by " << property;
      EXPECT_EQ(breach->property, property);
      EXPECT_FALSE(breach->message.empty());
      unbroken.erase(property);
    }
  }
  EXPECT_EQ(unbroken, Names{"determinism"});  // which has a test of its own
}

TEST(Properties, EachIsAskedOfThreeClaimantsAndMoreToo) {
  for (const auto& [name, divide, properties_broken] : wrong_dividers()) {
    for (const std::string& property : properties_broken) {
      EXPECT_TRUE(find_breach(named(property), divide, 3)) << name << " by " << property;
    }
  }
}

// Each share is what the release computes, and R is the same for all: no pair is unfair, no bound
// is broken, none loses by a larger total or by asking for more. But the sum is too high, and by
// how much depends on how many units were cut.
TEST(Properties, TruncatingLikeYarnIsCaughtWhereverUnitsAreAddedUp) {
  EXPECT_EQ(caught_by(divide_like_yarn), (Names{"total", "scaling_of_everything", "consistency",
                                                "idempotence", "merge", "split", "tree"}));
}

TEST(Properties, TheBaseRuleIsConsistentAndMonotoneAndOnlyNotThisRule) {
  EXPECT_EQ(caught_by(divide_by_the_base_rule), (Names{"proportion", "idempotence"}));
}

TEST(Properties, AMaximumIsRaisedAndIsTakenAway) {
  bool is_raised = false;
  bool is_gone = false;
  const Divide watched = [&](const Asked& problem) {
    const auto& max_share = problem.claimants[0].max_share;
    is_gone = is_gone || !max_share;
    is_raised = is_raised || (max_share && *max_share > 4);
    return divide_fairly(problem);
  };
  const Asked problem{10, {{1, 0, 4}, {1}}};
  for (std::uint64_t choice = 0; choice < choices; ++choice) {
    EXPECT_FALSE(named("monotone_in_max").find_breach(problem, choice, watched));
  }
  EXPECT_TRUE(is_raised);
  EXPECT_TRUE(is_gone);
}

TEST(Properties, AMinimumOf0IsRaisedToTheLeastDouble) {
  bool is_raised = false;
  const Divide watched = [&](const Asked& problem) {
    is_raised = is_raised || problem.claimants[0].min_share == exact::from_double(5e-324);
    return divide_fairly(problem);
  };
  for (std::uint64_t choice = 0; choice < choices; ++choice) {
    EXPECT_FALSE(named("monotone_in_min").find_breach({10, {{1}}}, choice, watched));
  }
  EXPECT_TRUE(is_raised);
}

// The paradox of Alabama: 10 units are 4, 4, 2, and 11 units are 5, 5, 1.
TEST(Properties, WholeUnitsMakeAClaimantLoseByALargerTotal) {
  const Asked problem = {10, {{6}, {6}, {2}}};
  const auto breach = named("monotone_in_total").find_breach(problem, 0, divide_in_whole_units);
  ASSERT_TRUE(breach.has_value());
  EXPECT_EQ(breach->message,
            "with the total 11 instead of 10, claimant 2 gets 1, which is less than 2");
  EXPECT_EQ(breach->claimant, 2U);
  EXPECT_EQ(breach->other, (Asked{11, {{6}, {6}, {2}}}));
}

TEST(Properties, TheSameQuestionHasOneAnswer) {
  int asked = 0;
  const Divide divide = [&asked](const Asked&) { return exact_reply({++asked % 3}); };
  const Property determinism = named("determinism");
  const auto breach = determinism.find_breach({1, {{1}}}, 0, divide);
  ASSERT_TRUE(breach.has_value());
  EXPECT_EQ(breach->message, "asked twice, claimant 0 gets 1 and then 2");

  // An open end is a different answer, although both may stand for the same share.
  asked = 0;
  const Divide half_open = [&asked](const Asked&) {
    return Reply{Outcome::allocation, {{1, 2, false, ++asked % 2 == 0}}};
  };
  EXPECT_TRUE(determinism.find_breach({1, {{1}}}, 0, half_open).has_value());

  // So is a share with more digits.
  asked = 0;
  const Divide narrower = [&asked](const Asked&) {
    return Reply{Outcome::allocation, {++asked == 1 ? Interval{4, 6} : Interval{5, 5}}};
  };
  EXPECT_TRUE(determinism.find_breach({5, {{1}}}, 0, narrower).has_value());
}

TEST(Properties, OutcomesAreComparedLikeShares) {
  const Reply surplus = {Outcome::surplus, {}};
  const Reply overcommitted = {Outcome::overcommitted, {}};
  const auto caught = [](const std::string& property, const Divide& divide) {
    return find_breach(named(property), divide).has_value();
  };
  const Divide too_much = [&](const Asked& asked) {  // more than 15 is overcommitted
    return asked.total > 15 ? overcommitted : divide_fairly(asked);
  };
  for (const char* name :
       {"outcome", "scaling_of_everything", "replication", "monotone_in_total"}) {
    EXPECT_TRUE(caught(name, too_much)) << name;
  }
  const Divide free_with_minimums = [&](const Asked& asked) {  // they make a surplus
    const auto has_minimum = [](const auto& claimant) { return claimant.min_share > 0; };
    return std::ranges::any_of(asked.claimants, has_minimum) ? surplus : divide_fairly(asked);
  };
  EXPECT_TRUE(caught("monotone_in_min", free_with_minimums));
  EXPECT_TRUE(caught("monotone_in_demand", free_with_minimums));
  const Divide wants_two = [&](const Asked& asked) {
    return asked.claimants.size() < 2 ? surplus : divide_fairly(asked);
  };
  for (const char* name : {"consistency", "merge", "tree"}) {
    EXPECT_TRUE(caught(name, wants_two)) << name;
  }
  // Two claimants cannot be merged, so that a parent is above one child.
  const auto breach = named("tree").find_breach({10, {{1}, {2, 0, 4}}}, 0, wants_two);
  ASSERT_TRUE(breach.has_value());
  EXPECT_EQ(breach->message,
            "with a parent's 6 among its children, the outcome is surplus and not allocation");

  const Divide by_the_first = [&](const Asked& asked) {
    const bool is_heavy = !asked.claimants.empty() && asked.claimants.front().weight > 1;
    return is_heavy ? overcommitted : divide_fairly(asked);
  };
  for (const char* name : {"permutation", "order_independence", "scaling_of_weights", "split"}) {
    EXPECT_TRUE(caught(name, by_the_first)) << name;
  }
  int asked = 0;
  const Divide wavering = [&](const Asked&) { return ++asked % 2 == 0 ? surplus : overcommitted; };
  EXPECT_TRUE(caught("determinism", wavering));
}

TEST(Properties, SharesThatMissTheTotalAreForThePropertyOfTheTotalToTell) {
  const Divide too_little = [](const Asked& asked) {
    const bool is_first = asked.claimants[0].max_share == Rational(8);
    return is_first ? exact_reply({4, 4}) : divide_fairly(asked);
  };
  const Asked problem = {10, {{1, 0, 8}, {1, 0, 8}}};
  EXPECT_TRUE(named("total").find_breach(problem, 0, too_little).has_value());
  EXPECT_FALSE(named("idempotence").find_breach(problem, 0, too_little).has_value());
}

TEST(Properties, IdempotenceDrawsNoMaximumUp) {
  const Asked problem = {10, {{1, 0, Rational(1, 3)}, {1}}};  // between two doubles
  const Divide rounded = [&](const Asked& asked) {
    return asked == problem ? Reply{Outcome::allocation, {{0, 1}, {9, 10}}}
                            : Reply{Outcome::surplus, {}};
  };
  const auto breach = named("idempotence").find_breach(problem, 2, rounded);
  ASSERT_TRUE(breach && breach->other);
  EXPECT_EQ(breach->message,
            "with maximums drawn to the shares, the outcome is surplus and not allocation");
  EXPECT_EQ(breach->other->claimants[0].max_share, Rational(1, 3));
}

TEST(Properties, IdempotenceDrawsNoMinimumDown) {
  const Asked problem = {10, {{1, Rational(1, 3)}, {1}}};  // between two doubles
  const Divide rounded = [&](const Asked& asked) {
    return asked == problem ? Reply{Outcome::allocation, {{0, 1}, {9, 10}}}
                            : Reply{Outcome::surplus, {}};
  };
  const auto breach = named("idempotence").find_breach(problem, 1, rounded);
  ASSERT_TRUE(breach && breach->other);
  EXPECT_EQ(breach->other->claimants[0].min_share, Rational(1, 3));
  EXPECT_EQ(breach->other->claimants[1].min_share, 9);
}

TEST(Properties, DeterminismIsTheSameIntervals) {
  const auto wavers = [](const Interval& then) {
    int asked = 0;
    const Divide divide = [&](const Asked&) {
      return Reply{Outcome::allocation, {++asked == 1 ? Interval{3, 4} : then}};
    };
    return named("determinism").find_breach({4, {{1}}}, 0, divide).has_value();
  };
  EXPECT_FALSE(wavers({3, 4}));
  EXPECT_TRUE(wavers({2, 4}));
  EXPECT_TRUE(wavers({3, 5}));
  EXPECT_TRUE(wavers({3, 4, true, false}));
  EXPECT_TRUE(wavers({3, 4, false, true}));
}

TEST(Properties, EqualClaimantsAreEqualWhereTheirIntervalsHaveANumberInCommon) {
  const Property equal = named("equal_claimants");
  const Asked problem = {10, {{1}, {2}, {1}, {1}}};
  const auto differ = [&](const Interval& a, const Interval& b, const Interval& c) {
    const Divide divide = always({Outcome::allocation, {a, {5, 5}, b, c}});
    return equal.find_breach(problem, 0, divide).has_value();
  };
  EXPECT_FALSE(differ({3, 4}, {4, 5}, {2, 6}));
  EXPECT_TRUE(differ({3, 4, false, true}, {4, 5}, {2, 6}));
  EXPECT_TRUE(differ({3, 4}, {4, 5, true, false}, {2, 6}));
  EXPECT_TRUE(differ({2, 6}, {3, 4, false, true}, {4, 5}));
  EXPECT_TRUE(differ({3, 4}, {2, 6}, {5, 7}));
  EXPECT_TRUE(differ({5, 7}, {2, 6}, {3, 4}));
  EXPECT_TRUE(differ({2, 6}, {1, 3}, {4, 7}));
  EXPECT_TRUE(differ({1, 10}, {5, 10}, {1, 4}));
}

TEST(Properties, OutcomeCountsTheMinimumAloneOfAClaimantWithoutWeight) {
  EXPECT_EQ(properties::outcome_of({5, {{0, 1, 9}}}), Outcome::surplus);
  EXPECT_EQ(properties::outcome_of({5, {{0, 1}}}), Outcome::surplus);
  EXPECT_EQ(properties::outcome_of({5, {{1, 1, 9}}}), Outcome::allocation);
}

// Shares that are cut down stand for an interval, and so does what a parent divides.
TEST(Properties, ATreeOfSharesThatAreCutDownIsNoBreach) {
  const Divide cut_down = [](const Asked& asked) {
    auto reply = divide_fairly(asked);
    for (Interval& share : reply->shares) {
      const Rational whole = exact::floor(share.low);
      share = {whole, whole + 1, false, true};
    }
    return reply;
  };
  for (std::uint64_t number = 0; number < 100; ++number) {
    const auto breach =
        named("tree").find_breach({Rational(99, 10), {{1}, {2}, {3}}}, number, cut_down);
    EXPECT_FALSE(breach.has_value()) << breach->message;
  }
}

TEST(Properties, NameEightClaimantsAndCountTheOthers) {
  const Divide only_many = [](const Asked& asked) {
    return asked.claimants.size() > 1 ? divide_fairly(asked) : Reply{Outcome::surplus, {}};
  };
  // What the property says about a parent above all of them, for whichever number makes it ask
  // that.
  const auto of_all = [&](std::size_t count) {
    const Asked problem = {Rational(count), std::vector<Claimant<Rational>>(count, {1})};
    const std::string begin = "with a parent over claimants 0, 1, 2, 3, 4, 5, 6, 7";
    for (std::uint64_t number = 0; number < 10'000; ++number) {
      const auto breach = named("tree").find_breach(problem, number, only_many);
      if (breach && breach->message.starts_with(begin)) {
        return breach->message.substr(begin.size(), breach->message.find(", the") - begin.size());
      }
    }
    return std::string("not asked");
  };
  EXPECT_EQ(of_all(8), "");
  EXPECT_EQ(of_all(9), " and 1 more");
}

TEST(Properties, AtWeightZeroMaximumsMakeNoDifference) {
  const Asked problem = {4, {{0, 2}, {0, 2, 9}}};
  const Divide divide = always(exact_reply({1, 3}));
  EXPECT_TRUE(named("equal_claimants").find_breach(problem, 0, divide).has_value());
  EXPECT_TRUE(named("upper_bounds").find_breach(problem, 0, divide).has_value());
}

TEST(Properties, ATotalMustFitTheRatiosThatTheSharesHaveInCommon) {
  const Asked problem = {Rational(69, 10), {{1}, {1}}};
  const Reply reply = {Outcome::allocation,
                       {{3, 4, false, true}, {Rational(7, 2), Rational(9, 2), false, true}}};
  const auto breach = named("total").find_breach(problem, 0, always(reply));
  ASSERT_TRUE(breach.has_value());  // though 3 + 39/10 is the total
  EXPECT_EQ(breach->message,
            "the ratios that all shares have in common give [7, 8), and the total is 6.9");
}

TEST(Properties, ADividerThatCannotBeAskedBreaksNothing) {
  EXPECT_EQ(caught_by([](const Asked&) { return std::nullopt; }), Names{});
  // Only the first problem can be asked, and its shares may be anything.
  for (const Asked& problem : problems_to_try()) {
    if (properties::outcome_of(problem) != Outcome::allocation) continue;
    const Reply anything = {Outcome::allocation,
                            std::vector<Interval>(problem.claimants.size(), {-1, 1000})};
    const Divide divide = [&](const Asked& asked) {
      return asked == problem ? Answer(anything) : std::nullopt;
    };
    for (const Property& property : properties::all_properties()) {
      for (std::uint64_t choice = 0; choice < choices; ++choice) {
        EXPECT_FALSE(property.find_breach(problem, choice, divide).has_value()) << property.name;
      }
    }
  }
}

// First about the problem itself, then about at most three others.
TEST(Properties, EachAsksAtMostFourTimes) {
  for (const Property& property : properties::all_properties()) {
    for (const Asked& problem : problems_to_try()) {
      for (std::uint64_t choice = 0; choice < choices; ++choice) {
        std::vector<Asked> asked;
        const Divide watched = [&](const Asked& other) {
          asked.push_back(other);
          return divide_fairly(other);
        };
        EXPECT_FALSE(property.find_breach(problem, choice, watched));
        EXPECT_LE(asked.size(), property.name == "determinism" ? 2U : 4U) << property.name;
        if (asked.empty()) continue;
        EXPECT_EQ(asked.front(), problem) << property.name;
      }
    }
  }
}

TEST(Properties, TheTableHasDistinctNamesOneLineEquationsAndCodes) {
  Names names;
  for (const Property& property : properties::all_properties()) {
    EXPECT_TRUE(names.insert(std::string(property.name)).second) << property.name;
    EXPECT_TRUE(std::ranges::all_of(property.equation, [](char byte) {
      return byte >= ' ' && byte <= '~' && byte != '|';  // which parts the columns of a table
    })) << property.equation;
    EXPECT_TRUE(property.code.size() == 5 && property.code.starts_with("FS")) << property.code;
    EXPECT_EQ(named(std::string(property.name)).find_breach, property.find_breach);
  }
  EXPECT_EQ(names.size(), 22U);
  EXPECT_FALSE(properties::find_property("monotone").has_value());
}

}  // namespace
}  // namespace fairshare::tests

// What every model says about itself, and what its own rule is.
#include "fairshare/schedulers/common/level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"

namespace fairshare::schedulers {
namespace {

using exact::Rational;

FairProblem two_with_minimums(const Rational& total) {
  return {{total, {{1, 2, {}}, {1, 0, {}}}}, {"first", ""}};
}

TEST(Numbers, AreAsTheModelTakesThem) {
  EXPECT_EQ(whole_or(Held(std::int64_t{7}), 1), 7);
  EXPECT_EQ(whole_or(std::nullopt, 1), 1);
  EXPECT_EQ(real_or(Held(0.5), 1), 0.5);
  EXPECT_EQ(real_or(std::nullopt, 1), 1);
}

TEST(Stated, IsOnePartOfAllClaims) {
  const auto made = stated(two_with_minimums(10), false);
  const auto& statement = std::get<Statement>(made);
  ASSERT_EQ(statement.parts.size(), 1U);
  EXPECT_EQ(statement.parts[0].label, "");
  EXPECT_EQ(statement.parts[0].problem.total, 10);
  EXPECT_EQ(statement.parts[0].claimants, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(statement.notes, (std::vector<std::string>{"first", ""}));
  const auto& fair = std::get<Allocation<Rational>>(statement.solution);
  EXPECT_EQ(fair.shares, (std::vector<Rational>{5, 5}));
}

TEST(Stated, PaysMinimumsFirstByTheBaseRule) {
  const auto made = stated(two_with_minimums(10), true);
  const auto& fair = std::get<Allocation<Rational>>(std::get<Statement>(made).solution);
  EXPECT_EQ(fair.shares, (std::vector<Rational>{6, 4}));
}

TEST(Stated, IsTheDefectOfAnInvalidProblem) {
  EXPECT_TRUE(std::holds_alternative<Defect>(stated(two_with_minimums(-1), false)));
  EXPECT_TRUE(std::holds_alternative<Defect>(stated(two_with_minimums(-1), true)));
}

// A level without claimants, and one with a claimant that states nothing.
TEST(LevelModel, OfEverySchedulerComputesAndStatesWhatItIsGiven) {
  for (const Scheduler& scheduler : all_schedulers()) {
    if (scheduler.level == nullptr) continue;
    const LevelModel model = scheduler.level();
    const double total = model.total_must_be.value_or(4);
    Level level;
    level.total = model.total == Type::float64 ? Held(total) : Held(std::int64_t{4});
    for (std::size_t claims = 0; claims < 2; ++claims) {
      const ModelResult result = model.compute(level);
      for (const auto& answer : result.answers) {
        EXPECT_EQ(answer.size(), claims) << scheduler.name;
      }
      const auto made = model.state(level);
      ASSERT_TRUE(std::holds_alternative<Statement>(made)) << scheduler.name;
      EXPECT_EQ(std::get<Statement>(made).notes.size(), claims) << scheduler.name;
      level.claims.emplace_back();
    }
  }
}

// A claimant without a stated demand wants the total, or its minimum if that is more.
TEST(LevelModel, TakesAMinimumAboveTheTotalForTheDemandWhereNoneIsStated) {
  for (const std::string_view name : {"kai", "koordinator", "koordinator_pre2876", "volcano"}) {
    const LevelModel model = find_scheduler(name)->level();
    const bool is_whole = model.total == Type::int64;
    const Held total = is_whole ? Held(std::int64_t{10}) : Held(10.0);
    const Held min_share = is_whole ? Held(std::int64_t{20}) : Held(20.0);
    const Level level{.total = total, .claims = {{.min_share = min_share}}};
    EXPECT_EQ(model.compute(level).answers, (std::vector<std::vector<Held>>{{min_share}})) << name;
    const auto made = model.state(level);
    const auto& parts = std::get<Statement>(made).parts;
    EXPECT_EQ(parts.at(0).problem.claimants.at(0).max_share, Rational(20)) << name;
  }
}

TEST(LevelModel, OfEverySchedulerReadsEachFieldOnce) {
  for (const Scheduler& scheduler : all_schedulers()) {
    if (scheduler.level == nullptr) continue;
    std::vector<std::string_view> names;
    for (const NumberField& field : scheduler.level().numbers) names.push_back(field.name);
    for (const FlagField& field : scheduler.level().flags) names.push_back(field.name);
    std::ranges::sort(names);
    EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << scheduler.name;
  }
}

TEST(StatedInUnits, HandsThemOutByTheMethodAboveMinimumsThatArePaidFirst) {
  const auto shares = [](FairProblem fair, bool is_base, Units units) {
    const auto made = stated_in_units(std::move(fair), is_base, units);
    return std::get<Allocation<Rational>>(std::get<Statement>(made).solution).shares;
  };
  using Shares = std::vector<Rational>;
  EXPECT_EQ(shares(two_with_minimums(10), true, Units::webster), (Shares{6, 4}));
  EXPECT_EQ(shares(two_with_minimums(10), false, Units::webster), (Shares{5, 5}));
  const FairProblem uneven{{2, {{1, 0, {}}, {3, 0, {}}}}, {"", ""}};
  EXPECT_EQ(shares(uneven, false, Units::adams), (Shares{1, 1}));
  EXPECT_EQ(shares(uneven, false, Units::dhondt), (Shares{0, 2}));
}

TEST(StatedInUnits, SaysWhereThereIsNoAllocation) {
  const auto made = stated_in_units(two_with_minimums(1), true, Units::webster);
  const auto& statement = std::get<Statement>(made);
  EXPECT_EQ(statement.solution, Solution<Rational>(Overcommitted<Rational>{1}));
  EXPECT_EQ(statement.notes, (std::vector<std::string>{"first", ""}));
  EXPECT_EQ(std::get<Defect>(stated_in_units(two_with_minimums(-1), true, Units::webster)),
            Defect{Rule::total_is_not_negative});
}

// The number as a field of that type holds it.
Held held_as(Type type, double number) {
  const bool is_whole = type == Type::int32 || type == Type::int64;
  return is_whole ? Held(static_cast<std::int64_t>(number)) : Held(number);
}

Claim claim_of(const LevelModel& model, double weight, double min_share) {
  Claim claim;
  for (const NumberField& field : model.numbers) {
    if (field.name == "weight") claim.weight = held_as(field.type, weight);
    if (field.name == "min_share") claim.min_share = held_as(field.type, min_share);
  }
  return claim;
}

// Of 12, with weights 1 and 3 and a minimum of 4 for the first: that, or 4 and a quarter of 8.
TEST(LevelModel, StatesTheRuleThatItSaysItHas) {
  for (const Scheduler& scheduler : all_schedulers()) {
    if (scheduler.level == nullptr) continue;
    const LevelModel model = scheduler.level();
    const bool has_quotas =  // for minimums
        std::ranges::find(model.flags, &Claim::accepts_surplus, &FlagField::flag) !=
        model.flags.end();
    if (!model.has_minimums || has_quotas) continue;
    const Level level{.total = held_as(model.total, 12),
                      .claims = {claim_of(model, 1, 4), claim_of(model, 3, 0)}};
    const auto made = model.state(level);
    const auto& fair = std::get<Allocation<Rational>>(std::get<Statement>(made).solution);
    const std::vector<Rational> expected =
        model.is_base ? std::vector<Rational>{6, 6} : std::vector<Rational>{4, 8};
    EXPECT_EQ(fair.shares, expected) << scheduler.name;
  }
}

}  // namespace
}  // namespace fairshare::schedulers

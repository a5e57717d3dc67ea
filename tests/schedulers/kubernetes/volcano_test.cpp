// What Volcano's proportion computes, by hand and from runs of its loop.
#include "fairshare/schedulers/kubernetes/volcano.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"

namespace fairshare::schedulers::volcano {
namespace {

using exact::Rational;
using List = std::vector<Queue>;
using Amounts = std::vector<double>;

constexpr std::optional<double> none = std::nullopt;
constexpr std::uint64_t enough = 1'000'000;

std::vector<Resource> one(double total, const List& queues) {
  return {{.total = total, .queues = queues}};
}

Run run_of(Release release, const std::vector<Resource>& resources, std::uint64_t rounds_max) {
  return std::get<Run>(compute(release, resources, rounds_max));
}

Run run(double total, const List& queues) {
  return run_of(Release::since_2553, one(total, queues), enough);
}

Answers answers_of(Release release, const std::vector<Resource>& resources) {
  return find_answers(release, resources, run_of(release, resources, enough));
}

Answers answers_of(double total, const List& queues) {
  return answers_of(Release::since_2553, one(total, queues));
}

Amounts shares(double total, const List& queues) {
  return run(total, queues).result.shares;
}

TEST(Volcano, DividesByWeightUpToTheRequest) {
  EXPECT_EQ(shares(90, {{1, 0, none, 1000}, {2, 0, none, 1000}}), (Amounts{30, 60}));
  EXPECT_EQ(shares(90, {{1, 0, none, 1000}, {2, 0, none, 20}}), (Amounts{70, 20}));
}

TEST(Volcano, DoesNotTakeAGuaranteeFromTheOthers) {
  const List queues = {{1, 50, 0, 1000}, {1, 0, 0, 1000}, {1, 0, 0, 1000}};
  EXPECT_EQ(shares(100, queues), (Amounts{50, 33.33333333333333, 33.33333333333333}));
  EXPECT_EQ(exact::solve(fair_problem(one(100, queues).front()).problem),
            Solution<Rational>(Allocation<Rational>{25, {50, 25, 25}}));
}

TEST(Volcano, KeepsAGuaranteeThatNoJobAsksFor) {
  EXPECT_EQ(shares(8, {{4, 0, none, 4}, {4, 0, none, 3}, {2, 5, none, 0}}), (Amounts{3, 3, 5}));
}

TEST(Volcano, LeavesATenthOfAUnit) {
  const Amounts found = shares(3, {{3, 0, none, 2}, {4, 0, none, 1}, {4, 0, none, 3}});
  ASSERT_EQ(found.size(), 3U);
  EXPECT_DOUBLE_EQ(found[0], 9.0 / 11);
  EXPECT_EQ(found[1], 1);
  EXPECT_DOUBLE_EQ(found[2], 12.0 / 11);
}

TEST(Volcano, GivesNothingWhereTheSumOfWeightsWraps) {
  const auto found =
      run(1000, {{std::numeric_limits<std::int32_t>::max(), 0, none, 900}, {1, 0, none, 900}});
  EXPECT_EQ(found.result, (Shares<double>{{0, 0}, Fault::overflow, 0}));
}

// What is below 0 is not held: without a scalar the first queue gains nothing, and leaves at once.
TEST(Volcano, LeavesAllToAGuaranteedQueueWhereTheSumOfWeightsWraps) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  for (const std::optional<double> guarantee : {none, std::optional(0.0), std::optional(1.0)}) {
    const std::vector<Resource> both = {
        {.name = "cpu", .total = 9, .queues = {{most, none, none, 9}, {1, 2, none, 9}}},
        {.name = "gpu", .total = 8, .queues = {{most, none, none, 8}, {1, guarantee, none, 8}}}};
    const auto found = run_of(Release::since_2553, both, enough);
    EXPECT_EQ(found.result, (Shares<double>{{0, 9, 0, 8}, Fault::overflow, 0}));
    EXPECT_EQ(found.rounds, 2U);
  }
}

TEST(Volcano, HoldsQueuesToWhatOtherGuaranteesLeave) {
  const List queues = {{1, 30, none, 0}, {1, 20, 90, 0}, {1, 0, 10, 0}};
  EXPECT_EQ(real_capabilities(one(100, queues).front()), (Amounts{80, 70, 10}));
  EXPECT_EQ(real_capabilities(one(40, queues).front()), (Amounts{30, 20, 0}));
}

TEST(Volcano, EndsAfterAFewRoundsSince2553) {
  const auto found = run(6000, {{10'000'000, 0, 1000, 2000}, {1, 0, 6000, 4000}});
  EXPECT_EQ(found.result.shares, (Amounts{1000, 4000}));
  EXPECT_EQ(found.rounds, 3U);
}

TEST(Volcano, TookAsManyRoundsAsWeightsAreApartBefore2553) {
  const auto rounds = [](std::int32_t weight) {
    const List queues = {{weight, 0, 1000, 2000}, {1, 0, 6000, 4000}};
    return run_of(Release::until_2553, one(6000, queues), enough).rounds;
  };
  EXPECT_EQ(rounds(10), 18U);
  EXPECT_EQ(rounds(100), 163U);
  EXPECT_EQ(rounds(1000), 1611U);
  EXPECT_EQ(rounds(10000), 16095U);
}

TEST(Volcano, IsStoppedAfterAsManyRoundsAsOneLikes) {
  const List queues = {{10'000'000, 0, 1000, 2000}, {1, 0, 6000, 4000}};
  const auto found = run_of(Release::until_2553, one(6000, queues), 7);
  EXPECT_EQ(found.rounds, 7U);
  EXPECT_FALSE(found.has_ended);
}

TEST(Volcano, PanickedBefore2553WhereGuaranteesTakeTooMuch) {
  const List queues = {{1, 50, none, 1000}, {1, 0, none, 1000}, {1, 0, none, 1000}};
  const Refusal refusal{"resource is not sufficient to do operation"};
  EXPECT_EQ(std::get<Refusal>(compute(Release::until_2553, one(100, queues))), refusal);
  EXPECT_EQ(std::get<Refusal>(compute(Release::until_2553, one(49, queues))), refusal);
}

TEST(Volcano, AnswersDependOnTheOrderOfTheQueues) {
  const List queues = {{4, 0, none, 16}, {3, 0, none, 8}, {3, 0, none, 13}};
  const Answers answers = answers_of(27, queues);
  EXPECT_TRUE(answers.is_complete);
  EXPECT_EQ(std::ranges::count(answers.shares, shares(27, queues)), 1);
  ASSERT_GT(answers.shares.size(), 1U);
  EXPECT_GT(answers.shares.back()[0] - answers.shares.front()[0], 0.05);
}

TEST(Volcano, AnswersAreOneWhereSumsAreExact) {
  const Answers answers = answers_of(90, List{{1, 0, none, 1000}, {2, 0, none, 20}});
  EXPECT_EQ(answers.shares, (std::vector<Amounts>{{70, 20}}));
  EXPECT_TRUE(answers.is_complete);
}

TEST(Volcano, MayHaveMoreAnswersWhereManyLoseSomething) {
  List queues = {{2000, 0, none, 1000}};
  for (std::int32_t i = 1; i <= 40; ++i) queues.push_back({-i, -1000, none, 1000});
  const Answers answers = answers_of(100, queues);
  EXPECT_FALSE(answers.is_complete);
  EXPECT_EQ(std::ranges::count(answers.shares, shares(100, queues)), 1);
}

TEST(Volcano, HasOneAnswerWhereTwoAreAdded) {
  const List queues = {{7, 0, none, 10}, {3, 0, none, 1}};
  EXPECT_EQ(answers_of(1.1, queues).shares.size(), 1U);
}

TEST(Volcano, AnswersDependOnTheOrderBefore2553Too) {
  const List queues = {{2, 0, none, 6}, {1, 0, 2, 4}, {4, 0, 2, 0}, {7, 1, none, 2}};
  const Answers answers = answers_of(Release::until_2553, one(3, queues));
  EXPECT_EQ(
      answers.shares,
      (std::vector<Amounts>{{0.6, 0.3, 0, 2}, {0.6666666666666667, 0.33333333333333337, 0, 2}}));
  EXPECT_TRUE(answers.is_complete);
}

TEST(Volcano, AnswersDependOnTheOrderOfTheGuarantees) {
  const List queues = {{1, 0.1, none, 1}, {1, 0.2, none, 1}, {1, 0.7, none, 1}};
  const Answers answers = answers_of(1, queues);
  EXPECT_EQ(answers.shares, (std::vector<Amounts>{
                                {0.1, 0.2, 0.7}, {0.10000000000000012, 0.20000000000000012, 0.7}}));
  EXPECT_TRUE(answers.is_complete);
}

TEST(Volcano, MayHaveMoreAnswersWhereAnOrderMakesItPanic) {
  // The guarantees add up to 1, or to the double below it, and may exceed the total by less than
  // 0.1.
  const List queues = {{1, 0.7, none, 1}, {1, 0.2, none, 1}, {1, 0.1, none, 1}};
  const Answers answers = answers_of(Release::until_2553, one(0.8999999999999999, queues));
  EXPECT_FALSE(answers.is_complete);
  EXPECT_FALSE(answers.shares.empty());
}

TEST(Volcano, MayHaveMoreAnswersWhereAnOrderMakesARoundPanic) {
  // 2^53 - 1 and three times 1: one after the other they add up to 2^53, which there is; the small
  // ones first, to two more.
  List queues = {{1, 0x1p53 - 1, none, 0x1p53 - 1}, {1, 0, none, 1}, {1, 0, none, 1}};
  EXPECT_TRUE(answers_of(Release::until_2553, one(0x1p53, queues)).is_complete);
  queues.push_back({1, 0, none, 1});
  const Answers answers = answers_of(Release::until_2553, one(0x1p53, queues));
  EXPECT_EQ(answers.shares, (std::vector<Amounts>{{0x1p53 - 1, 1, 1, 1}}));
  EXPECT_FALSE(answers.is_complete);
}

TEST(Volcano, GivesNoGuaranteeWithoutWeights) {
  EXPECT_EQ(shares(1, {{0, 1, none, 1}}), (Amounts{0}));
  EXPECT_EQ(shares(1, {{0, 1, none, 1}, {1, 0, none, 1}}), (Amounts{1, 0})) << "unless others have";
}

// All guarantees are 8, so the last queue may have 2, and the second, of its own 4 and these, 6.
TEST(Volcano, TakesEachFieldOfALevelForItsSetting) {
  Level level{.total = 10.0,
              .claims = {{.max_share = 1.5}, {.min_share = 4.0, .demand = 5.0}, {}},
              .idle_min_shares = 4};
  const LevelModel model = level_model(Release::since_2553);
  const ModelResult result = model.compute(level);
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{1.5, 5.0, 2.0}}));
  EXPECT_EQ(result.resolution, exact::from_double(0.1) + Rational(10, std::int64_t{1} << 40U));
  EXPECT_EQ(model.resolution(level), result.resolution);
  const std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  level.claims = {{.weight = largest}, {}};
  EXPECT_EQ(model.compute(level).outcome, "overflow");
}

std::vector<Resource> resources(const List& cpu, const List& memory, double total) {
  return {{.name = "cpu", .total = total, .queues = cpu},
          {.name = "memory", .total = total, .queues = memory}};
}

TEST(VolcanoResources, AreDividedInOneLoop) {
  const auto found = run_of(
      Release::since_2553,
      resources({{1, 0, none, 1}, {1, 0, none, 0}}, {{1, 0, none, 0}, {1, 0, none, 1}}, 1), enough);
  EXPECT_EQ(found.result.shares, (Amounts{0.9375, 0, 0, 0.9375}));
  EXPECT_EQ(found.rounds, 4U);
}

TEST(VolcanoResources, KeepAQueueInTheLoopThatWantsMoreOfOneOnly) {
  const auto found = run_of(Release::since_2553,
                            resources({{1, 0, none, 900}, {1, 0, none, 100}},
                                      {{1, 0, none, 0}, {1, 0, none, 2000}}, 1000),
                            enough);
  EXPECT_EQ(found.result.shares, (Amounts{899.90234375, 100, 0, 1000}));
}

TEST(VolcanoResources, HaveTheSameOrderInARound) {
  const List queues = {{1, 0, none, 9}, {2, 0, none, 9}, {4, 0, none, 1}};
  const Answers alone = answers_of(Release::since_2553, one(10, queues));
  const Answers together = answers_of(Release::since_2553, resources(queues, queues, 10));
  ASSERT_EQ(together.shares.size(), alone.shares.size());
  for (const Amounts& both : together.shares) {
    EXPECT_TRUE(std::equal(both.begin(), both.begin() + 3, both.begin() + 3));
  }
}

TEST(VolcanoResources, AreNotEmptyWhilePodsAreLeftBefore2553) {
  std::vector<Resource> resources = one(1, {{1, 0, none, 1}, {1, 0, none, 2}});
  resources.push_back({.name = "pods", .total = 8, .queues = {{1, 0, none, 1}, {1, 0, none, 1}}});
  EXPECT_EQ(run_of(Release::since_2553, resources, enough).rounds, 1U);
  EXPECT_EQ(run_of(Release::until_2553, resources, enough).rounds, 2U);
}

// What a scalar's total of 0 does: the first round keeps a queue that gains nothing, and is not the
// last one though nothing changes. Until 2553 nothing of the sort is compared.
TEST(VolcanoResources, TakeARoundMoreForScalarsSince2553) {
  const auto run_with = [](Release release, const char* name, const List& cpu, const List& other) {
    return run_of(release,
                  {{.name = "cpu", .total = 8, .queues = cpu}, {.name = name, .queues = other}},
                  enough);
  };
  const List cpu = {{1, 0, none, 8}, {1, 0, none, 0}};
  const List other = {{1, 0, none, 0}, {1, 0, none, 5}};
  const auto expected = [](std::uint64_t rounds) {
    return volcano::Run{{{8, 0, 0, 0}, Fault::none, 0}, rounds};
  };
  EXPECT_EQ(run_with(Release::since_2553, "memory", cpu, other), expected(2));
  EXPECT_EQ(run_with(Release::since_2553, "nvidia.com/gpu", cpu, other), expected(3));
  const auto idle_rounds = [&](Release release, const char* name) {
    return run_with(release, name, {{1, 0, none, 0}}, {{1, 0, none, 5}}).rounds;
  };
  EXPECT_EQ(idle_rounds(Release::since_2553, "memory"), 1U);
  EXPECT_EQ(idle_rounds(Release::since_2553, "nvidia.com/gpu"), 2U);
  EXPECT_EQ(idle_rounds(Release::until_2553, "nvidia.com/gpu"), 1U);
}

std::vector<Resource> gpus(const List& queues) {
  return {{.name = "nvidia.com/gpu", .total = 1, .queues = queues}};
}

TEST(VolcanoResources, OtherThanCpuAndMemoryHaveCapabilitiesOfZero) {
  const List queues = {{1, none, none, 1}, {1, none, 0, 1}};
  EXPECT_EQ(run_of(Release::since_2553, gpus(queues), enough).result.shares, (Amounts{1, 0}));
  EXPECT_EQ(shares(1, queues), (Amounts{0.5, 0.5}));
  EXPECT_EQ(run_of(Release::since_2553, gpus({{1, none, 0, 1}}), enough).rounds, 1U);
}

TEST(VolcanoResources, OfCpuHaveNoCapabilityWhereItIsZero) {
  const List queues = {{1, none, 0, 4}, {1, none, none, 4}};
  for (const Release release : {Release::until_2553, Release::since_2553}) {
    const std::vector<Resource> cpu = {{.name = "cpu", .total = 8, .queues = queues}};
    EXPECT_EQ(run_of(release, cpu, enough).result.shares, (Amounts{4, 4}));
  }
}

TEST(VolcanoResources, ThatGuaranteesUseUpAreBoundedWhereAQueuesOwnSaysSomethingOfThem) {
  const List queues = {{1, 1, none, 0}, {1, none, 0, 1}, {1, 0, none, 1}};
  const Amounts found = run_of(Release::since_2553, gpus(queues), enough).result.shares;
  EXPECT_EQ(found, (Amounts{1, 1.0 / 3, 0}));
  EXPECT_EQ(real_capabilities(gpus(queues).front()), (Amounts{1, 0, 0})) << "what the rule says";
}

TEST(VolcanoResources, AreBoundedOfWhichACapabilitySpeaksBefore2553) {
  List cpu = {{1, none, 3, 4}, {1, none, none, 4}};
  std::vector<Resource> resources = {
      {.name = "cpu", .total = 8, .queues = cpu},
      {.name = "a",
       .total = 8,
       .idle_guarantees = 6,
       .queues = {{1, none, none, 8}, {1, none, none, 8}}},
      {.name = "b", .total = 8, .queues = {{1, none, none, 8}, {1, none, 8, 8}}}};
  const Amounts found = run_of(Release::until_2553, resources, enough).result.shares;
  EXPECT_EQ(found.at(2), 8 - found.at(3)) << "a capability of CPU only lifts the bound of a";
  EXPECT_EQ(found.at(3), 0) << "one of b makes it 0";
  EXPECT_LE(run_of(Release::since_2553, resources, enough).result.shares.at(2), 2);
}

TEST(VolcanoResources, TakeBoundedWorkForManyQueues) {
  List queues;
  for (std::int32_t i = 1; i <= 20'000; ++i) queues.push_back({1 + i % 97, none, none, 1.0 * i});
  const Answers answers = answers_of(Release::since_2553, resources(queues, queues, 1e7));
  EXPECT_FALSE(answers.is_complete);
  EXPECT_LT(answers.shares.size() * queues.size(), 3'000'000U) << "numbers that are kept";
}

TEST(Volcano, HasTheGreaterOfTheGuaranteeAndOfWhatIsWantedForItsMaximum) {
  const FairProblem fair =
      fair_problem(one(100, {{2, 30, 60, 80}, {1, none, none, 5}, {3, 10, none, 4}}).front());
  EXPECT_EQ(fair.problem,
            (Problem<Rational>{
                100, {{2, 30, Rational(60)}, {1, 0, Rational(5)}, {3, 10, Rational(10)}}}));
}

TEST(Volcano, TellsItsRoundsAndTheResolutionOfTheFirstResource) {
  const List queues = {{10'000'000, 0, 1000, 2000}, {1, 0, 6000, 4000}};
  std::vector<Resource> both = one(6000, queues);
  const ModelResult listed = model_result(Release::since_2553, both, enough, Orders::listed);
  EXPECT_EQ(listed.answers, (std::vector<std::vector<Held>>{{1000.0, 4000.0}}));
  EXPECT_FALSE(listed.are_all);
  ASSERT_EQ(listed.details.size(), 1U);
  EXPECT_EQ(listed.details[0].name, "rounds");
  EXPECT_EQ(std::get<Held>(listed.details[0].value), Held(std::int64_t{3}));
  both.push_back({.name = "memory", .total = 1024, .queues = {{1, 0, none, 9}, {1, 0, none, 7}}});
  const ModelResult together = model_result(Release::since_2553, both, enough);
  EXPECT_EQ(together.answers, (std::vector<std::vector<Held>>{{1000.0, 4000.0, 9.0, 7.0}}));
  EXPECT_TRUE(together.are_all);
  EXPECT_EQ(together.resolution, volcano::resolution(6000));
}

TEST(Volcano, HasNoAnswerWhereItIsStoppedOrPanics) {
  const List queues = {{10'000'000, 0, 1000, 2000}, {1, 0, 6000, 4000}};
  const ModelResult stopped = model_result(Release::until_2553, one(6000, queues), 7);
  EXPECT_EQ(stopped.outcome, "unfinished");
  EXPECT_EQ(stopped.message, "no end after 7 rounds");
  EXPECT_TRUE(stopped.answers.empty());
  const Level level{.total = 49.0, .claims = {{.min_share = 50.0}, {}}};
  const ModelResult panics = level_model(Release::until_2553).compute(level);
  EXPECT_EQ(panics.outcome, "error");
  EXPECT_EQ(panics.message, "resource is not sufficient to do operation");
  EXPECT_EQ(level_model(Release::since_2553).compute(level).outcome, "shares");
}

TEST(VolcanoResources, AreTakenFromLevelsByTheirNames) {
  const auto first_of = [](const std::string& name) {
    const Level level{.resource = name, .total = 8.0, .claims = {{.max_share = 0.0}, {}}};
    return level_model(Release::since_2553).compute_as_listed(level).answers.at(0).at(0);
  };
  EXPECT_EQ(first_of("nvidia.com/gpu"), Held(0.0)) << "a limit";
  for (const char* name : {"", "cpu", "memory"}) EXPECT_EQ(first_of(name), Held(4.0)) << name;
}

}  // namespace
}  // namespace fairshare::schedulers::volcano

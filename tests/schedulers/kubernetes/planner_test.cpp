// What the replica planners of KubeFed and KubeAdmiral compute, by hand from their sources.
#include "fairshare/schedulers/kubernetes/planner.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "fairshare/schedulers/common/base_rule.h"

namespace fairshare::schedulers::planner {
namespace {

using exact::Rational;
using List = std::vector<Cluster>;
using Counts = std::vector<std::int64_t>;

constexpr auto both = {Release::kubefed, Release::kubeadmiral};
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
const Options moving{.rebalances = true};

Plan plan(Release release, std::int64_t total, const List& clusters,
          const Options& options = moving) {
  const auto computed = compute(release, total, clusters, options);
  EXPECT_TRUE(std::holds_alternative<Plan>(computed));
  const auto* plan = std::get_if<Plan>(&computed);
  return plan != nullptr ? *plan : Plan{};
}

Counts shares(Release release, std::int64_t total, const List& clusters,
              const Options& options = moving) {
  return plan(release, total, clusters, options).shares.shares;
}

// Clusters of these weights, in the order of their hashes: names of one letter in descending order.
List clusters_of(const std::vector<std::int64_t>& weights) {
  List clusters;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    clusters.push_back({.weight = weights[i], .name = std::string(1, static_cast<char>('z' - i))});
  }
  return clusters;
}

TEST(Planner, HashesByFnv1) {
  EXPECT_EQ(hash_of("", ""), 2166136261U);
  EXPECT_EQ(hash_of("foobar", ""), 0x31f0b262U);
  EXPECT_EQ(hash_of("foo", "bar"), 0x31f0b262U);
  EXPECT_EQ(hash_of("\xff", ""), (2166136261U * 16777619U) ^ 0xffU);
}

TEST(Planner, RoundsPartsUpUntilNothingIsLeft) {
  for (const Release release : both) {
    EXPECT_EQ(shares(release, 10, clusters_of(Counts(9, 1))), (Counts{2, 2, 2, 2, 2, 0, 0, 0, 0}));
    EXPECT_EQ(shares(release, 9, clusters_of(Counts(9, 1))), Counts(9, 1));
  }
}

TEST(Planner, GoesByWeightThenByHash) {
  for (const Release release : both) {
    EXPECT_EQ(shares(release, 3, clusters_of({1, 3, 2})), (Counts{0, 2, 1}));
    EXPECT_EQ(shares(release, 1, {{.name = "a"}, {.name = "b"}}), (Counts{0, 1}));
    EXPECT_EQ(
        shares(release, 1, {{.name = "a"}, {.name = "b"}}, {.rebalances = true, .key = "x/b"}),
        (Counts{hash_of("a", "x/b") < hash_of("b", "x/b"),
                hash_of("b", "x/b") < hash_of("a", "x/b")}));
  }
}

TEST(Planner, SaysWhereTheOrderIsNotKnown) {
  EXPECT_FALSE(plan(Release::kubefed, 1, {{}, {}}).is_ordered);
  EXPECT_TRUE(plan(Release::kubefed, 1, {{.weight = 2}, {}}).is_ordered);
  EXPECT_TRUE(plan(Release::kubefed, 1, clusters_of({1, 1})).is_ordered);
}

TEST(Planner, PaysMinimumsFirstAndDividesTheRest) {
  for (const Release release : both) {
    EXPECT_EQ(shares(release, 9, {{.weight = 1, .min = 4}, {.weight = 2, .min = 4}}),
              (Counts{4, 5}));
    EXPECT_EQ(shares(release, 12, {{.weight = 1, .min = 4}, {.weight = 2, .min = 4}}),
              (Counts{5, 7}));
  }
}

TEST(Planner, PaysMinimumsByWeightWhileThereIsSomethingLeft) {
  for (const Release release : both) {
    EXPECT_EQ(shares(release, 3, {{.weight = 1, .min = 2}, {.weight = 2, .min = 2}}),
              (Counts{1, 2}));
  }
}

TEST(Planner, HandsOnWhatAFullClusterCannotTake) {
  for (const Release release : both) {
    EXPECT_EQ(shares(release, 10, {{.weight = 3, .max = 3}, {.weight = 1, .max = 4}}),
              (Counts{3, 4}));
    EXPECT_EQ(shares(release, 10, {{.weight = 2}, {.weight = 1, .max = 3}, {.weight = 3}}),
              (Counts{4, 1, 5}));
    EXPECT_EQ(shares(release, 10, {{.weight = 2, .max = 1}, {.weight = 1}, {.weight = 0}}),
              (Counts{1, 9, 0}))
        << "a round goes on though its last cluster gets nothing";
    EXPECT_EQ(shares(release, 10, {{.weight = 0, .min = 1}, {.weight = 0, .min = 1}}),
              (Counts{1, 1}));
  }
}

// A minimum above the maximum is cut in the first round, and there is no round if nothing is left.
TEST(Planner, CutsAMinimumToTheMaximumOnlyWhereSomethingIsLeft) {
  for (const Release release : both) {
    EXPECT_EQ(shares(release, 3, {{.weight = 1, .min = 2, .max = 1}, {.weight = 0, .min = 1}}),
              (Counts{2, 1}));
    EXPECT_EQ(shares(release, 4, {{.weight = 1, .min = 2, .max = 1}, {.weight = 0, .min = 1}}),
              (Counts{1, 1}));
  }
}

TEST(Planner, TellsWhatIsBeyondACapacity) {
  const List clusters = {{.weight = 1, .name = "b"}, {.weight = 1, .capacity = 2, .name = "a"}};
  for (const Release release : both) {
    const Plan made = plan(release, 10, clusters);
    EXPECT_EQ(made.shares.shares, (Counts{8, 2}));
    EXPECT_EQ(made.beyond, (Counts{0, 3}));
    EXPECT_EQ(plan(release, 10, clusters, {.rebalances = false}).beyond, (Counts{0, 0}))
        << "all is placed elsewhere";
    const List filled = {{.capacity = 5, .name = "b"}, {.max = 2, .name = "a"}};
    EXPECT_EQ(plan(release, 10, filled).shares.shares, (Counts{5, 2}));
    EXPECT_EQ(plan(release, 10, filled).beyond, (Counts{3, 0})) << "it was just full before";
  }
  List at_its_maximum = clusters_of({3, 4, 3});
  at_its_maximum[0].capacity = 4;
  at_its_maximum[1].max = 1;
  at_its_maximum[2].max = 3;
  for (const Release release : both) {
    EXPECT_EQ(plan(release, 10, at_its_maximum).beyond, (Counts{1, 0, 0}))
        << "the last one has just its maximum after a round, and stays for another";
  }
  const List full = {{.min = 3, .capacity = 2}};
  EXPECT_EQ(plan(Release::kubefed, 3, full).beyond, Counts{1}) << "the round adds the rest";
  EXPECT_EQ(plan(Release::kubeadmiral, 3, full).beyond, Counts{2}) << "and counts it once more";
  const List taken = {{.weight = 0, .min = 3, .capacity = 2}, {.weight = 1}};
  EXPECT_EQ(plan(Release::kubefed, 4, taken).beyond, (Counts{0, 0}));
  EXPECT_EQ(plan(Release::kubeadmiral, 4, taken).beyond, (Counts{1, 0}));
  for (const Release release : both) {
    EXPECT_EQ(plan(release, 3, full, {.rebalances = false}).beyond, Counts{1}) << "what is left";
  }
}

TEST(Planner, KeepsWhatRunsWithoutRebalance) {
  const Options still{.rebalances = false};
  const List clusters = {{.current = 5, .name = "b"}, {.current = 1, .name = "a"}};
  EXPECT_EQ(shares(Release::kubefed, 6, clusters, still), (Counts{5, 1}));
  EXPECT_EQ(shares(Release::kubefed, 6, clusters, moving), (Counts{3, 3}));
  EXPECT_EQ(shares(Release::kubeadmiral, 6, clusters, still), (Counts{5, 1}));
  EXPECT_EQ(shares(Release::kubeadmiral, 6, clusters, moving), (Counts{3, 3}));
}

TEST(Planner, AddsToThoseBelowThePlan) {
  const Options still{.rebalances = false};
  const List clusters = {{.current = 5, .name = "b"}, {.current = 1, .name = "a"}};
  EXPECT_EQ(shares(Release::kubefed, 8, clusters, still), (Counts{5, 3}));
  EXPECT_EQ(shares(Release::kubeadmiral, 8, clusters, still), (Counts{5, 3}));
}

// Of 4 each should have 2; 5 and 3 run. KubeFed keeps 4 of the first and has none left.
TEST(Planner, TakesFromThoseAboveThePlan) {
  const Options still{.rebalances = false};
  const List clusters = {{.current = 5, .name = "b"}, {.current = 3, .name = "a"}};
  EXPECT_EQ(shares(Release::kubefed, 4, clusters, still), (Counts{4, 0}));
  EXPECT_EQ(shares(Release::kubeadmiral, 4, clusters, still), (Counts{2, 2}));
}

// The maximum and the capacity also limit what runs; KubeAdmiral only adds if the total grows.
TEST(Planner, CutsWhatRunsToWhatAClusterCanHave) {
  const Options still{.rebalances = false};
  const List at_most = {{.max = 3, .current = 5, .name = "b"}, {.name = "a"}};
  EXPECT_EQ(shares(Release::kubefed, 4, at_most, still), (Counts{3, 1}));
  EXPECT_EQ(shares(Release::kubefed, 8, at_most, still), (Counts{3, 5}));
  EXPECT_EQ(shares(Release::kubeadmiral, 8, at_most, still), (Counts{5, 3}));
  const List holds = {{.capacity = 3, .current = 5, .name = "b"}, {.name = "a"}};
  EXPECT_EQ(shares(Release::kubefed, 4, holds, still), (Counts{3, 1}));
  EXPECT_EQ(shares(Release::kubeadmiral, 6, holds, still), (Counts{3, 3}));
  const List has_room = {{.capacity = 4, .current = 1, .name = "b"}, {.name = "a"}};
  for (const Release release : both) {
    EXPECT_EQ(shares(release, 6, has_room, still), (Counts{3, 3}));
  }
  const List min_wins = {{.min = 2, .max = 1, .current = 5, .name = "b"}, {.min = 1, .name = "a"}};
  EXPECT_EQ(shares(Release::kubefed, 3, min_wins, still), (Counts{2, 1})) << "nothing is left";
}

// KubeAdmiral starts from what runs, of which at most the capacity counts.
TEST(Planner, MovesFromWhatRunsWithinTheCapacity) {
  const Options still{.rebalances = false};
  const auto moved = [&](const List& clusters) {
    return shares(Release::kubeadmiral, 6, clusters, still);
  };
  EXPECT_EQ(moved({{.capacity = 3, .current = 5, .name = "b"}, {.current = 1, .name = "a"}}),
            (Counts{3, 3}));
  EXPECT_EQ(moved({{.capacity = 3, .current = 1, .name = "b"}, {.current = 5, .name = "a"}}),
            (Counts{1, 5}));
}

// The plan is 2 and 2, and 10 run: 6 have to go, all of them from the first, whatever its maximum.
TEST(Planner, MovesMoreThanTheMaximumFromAClusterThatHasMore) {
  EXPECT_EQ(shares(Release::kubeadmiral, 4,
                   {{.max = 2, .current = 9, .name = "b"}, {.current = 1, .name = "a"}},
                   {.rebalances = false}),
            (Counts{3, 1}));
}

// The minimum of 3 is the plan, since nothing is left for a round that would cut it; the move adds
// no more than the 1 that the maximum leaves above what runs.
TEST(Planner, MovesNoMoreToAClusterThanItsMaximumLeaves) {
  EXPECT_EQ(shares(Release::kubeadmiral, 4,
                   {{.weight = 1, .min = 3, .max = 2, .current = 1}, {.weight = 0, .min = 1}},
                   {.rebalances = false}),
            (Counts{2, 2}));
}

// By weight the three get 1, 2 and 3; they have the same hash, which matters if two are equally far
// away.
TEST(Planner, SaysWhereTheOrderOfMovesIsNotKnown) {
  const auto is_ordered = [](std::int64_t first, std::int64_t second, std::int64_t third) {
    const List clusters = {{.weight = 1, .current = first},
                           {.weight = 2, .current = second},
                           {.weight = 3, .current = third}};
    return plan(Release::kubeadmiral, 6, clusters, {.rebalances = false}).is_ordered;
  };
  EXPECT_TRUE(is_ordered(1, 2, 3));
  EXPECT_TRUE(is_ordered(1, 2, 0));
  EXPECT_TRUE(is_ordered(1, 2, 4));
  EXPECT_TRUE(is_ordered(0, 0, 3));
  EXPECT_FALSE(is_ordered(0, 1, 3));
  EXPECT_FALSE(is_ordered(1, 3, 4));
  const List alike = {{.current = 0}, {.current = 1}};
  EXPECT_FALSE(plan(Release::kubeadmiral, 2, alike, {.rebalances = false}).is_ordered)
      << "only one moves, but the plan had two to choose from";
}

// The minimums use up the total, so that only the move multiplies: by 2^62.
TEST(Planner, IsGivenUpOrWrapsWhereOnlyTheMoveDoes) {
  const Options still{.rebalances = false};
  const std::int64_t large = std::int64_t{1} << 62U;
  EXPECT_TRUE(std::holds_alternative<Unfinished>(
      compute(Release::kubeadmiral, large + 1,
              List{{.min = 1, .current = 0}, {.min = large}, {.current = large - 1}}, still)));
  const Plan wrapped =
      plan(Release::kubeadmiral, large, {{.min = large}, {.current = large - 4}}, still);
  EXPECT_EQ(wrapped.shares.shares, (Counts{0, large - 4}));
  EXPECT_EQ(wrapped.shares.fault, Fault::overflow);
}

TEST(Planner, WrapsLikeGo) {
  for (const Release release : both) {
    const Plan made = plan(release, 10, clusters_of({int64_max, int64_max}));
    EXPECT_EQ(made.shares.shares, (Counts{0, 0})) << "the sum of weights is -2";
    EXPECT_EQ(made.shares.fault, Fault::overflow);
    EXPECT_EQ(plan(release, 10, clusters_of({1, 1})).shares.fault, Fault::none);
    const std::int64_t large = std::int64_t{1} << 32U;
    EXPECT_EQ(plan(release, large, clusters_of({large, large})).shares,
              (Shares<std::int64_t>{{0, 0}, Fault::overflow, 0}))
        << "products of 0 end it";
  }
}

// 2 times 2^62 wraps: KubeFed keeps the negative part back, KubeAdmiral hands it on for ever.
TEST(Planner, IsGivenUpWhereAProductThatWrapsKeepsItGoing) {
  const List clusters = {{.weight = 1}, {.weight = std::int64_t{1} << 62U}};
  EXPECT_EQ(shares(Release::kubefed, 2, clusters), (Counts{2, 0}));
  EXPECT_TRUE(
      std::holds_alternative<Unfinished>(compute(Release::kubeadmiral, 2, clusters, moving)));
}

TEST(Planner, TakesEachFieldOfALevelForItsSetting) {
  const auto all = [](const ModelResult& result) { return result.answers.front(); };
  const auto whole = [](const Counts& counts) { return held(counts); };
  for (const Release release : both) {
    const LevelModel model = level_model(release);
    Level level{.total = std::int64_t{10}, .rebalances = true};
    level.claims = {{.name = "b", .weight = std::int64_t{3}, .max_share = std::int64_t{4}},
                    {.name = "a", .min_share = std::int64_t{1}, .demand = std::int64_t{2}}};
    const ModelResult result = model.compute(level);
    EXPECT_EQ(all(result), whole({4, 2}));
    EXPECT_TRUE(result.are_all);
    ASSERT_EQ(result.details.size(), 1U);
    EXPECT_EQ(result.details[0].name, "beyond_capacity");
    EXPECT_EQ(std::get<std::vector<Held>>(result.details[0].value), whole({0, 2}));

    level.total = std::int64_t{6};
    level.claims = {{.name = "b", .current = std::int64_t{5}},
                    {.name = "a", .current = std::int64_t{1}}};
    EXPECT_EQ(all(model.compute(level)), whole({3, 3}));
    level.rebalances = false;
    EXPECT_EQ(all(model.compute(level)), whole({5, 1})) << "what runs stays";
    EXPECT_TRUE(model.compute(level).details.empty()) << "nothing is beyond";
    level.total = std::int64_t{1};
    level.claims = {{.name = "a"}, {.name = "b"}};
    EXPECT_EQ(all(model.compute(level)), whole({0, 1}));
    level.key = "xa";
    ASSERT_LT(hash_of("a", "xa"), hash_of("b", "xa"));
    EXPECT_EQ(all(model.compute(level)), whole({1, 0})) << "the key is hashed as well";
    level.claims = {{}, {}};
    EXPECT_FALSE(model.compute(level).are_all) << "of one hash";
    level.claims = {{.weight = int64_max}, {.weight = int64_max}};
    EXPECT_EQ(model.compute(level).outcome, "overflow");
  }
  Level endless{.total = std::int64_t{2}, .rebalances = true};
  endless.claims = {{}, {.weight = std::int64_t{1} << 62U}};
  const ModelResult result = level_model(Release::kubeadmiral).compute(endless);
  EXPECT_EQ(result.outcome, "unfinished");
  EXPECT_EQ(result.message, "no end after 16777216 steps");
}

TEST(Planner, HasABaseRuleWhoseMaximumWins) {
  const FairProblem fair = fair_problem(
      10, List{{.weight = 2, .min = 1}, {.min = 3, .max = 2}, {.max = 9, .capacity = 4}});
  const Problem<Rational> expected{
      10, {{2, 1, std::nullopt}, {1, 2, Rational(2)}, {1, 0, Rational(4)}}};
  EXPECT_EQ(fair.problem, expected);
  const auto solved = solve_by_base_rule(fair.problem);
  EXPECT_EQ(std::get<Allocation<Rational>>(solved).shares,
            (std::vector<Rational>{Rational(17, 3), 2, Rational(7, 3)}));
  const auto less_than_its_capacity = fair_problem(10, List{{.max = 3, .capacity = 5}}).problem;
  EXPECT_EQ(less_than_its_capacity.claimants[0].max_share, Rational(3));
}

TEST(Planner, HasTotalsOf32BitsInKubefed) {
  EXPECT_EQ(level_model(Release::kubefed).total, Type::int32);
  EXPECT_EQ(level_model(Release::kubeadmiral).total, Type::int64);
}

}  // namespace
}  // namespace fairshare::schedulers::planner

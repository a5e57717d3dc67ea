// Snapshots: what they say, what is computed if they do not, what is refused, and the answers.
#include "preemption/snapshot.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

namespace fairshare::preemption {
namespace {

Snapshot read(std::string_view text, std::string_view scheduler = "") {
  auto result = read_snapshot(text, "f", 7, scheduler);
  if (auto* error = std::get_if<formats::RecordError>(&result)) {
    ADD_FAILURE() << text << ": " << error->error.code << " " << formats::describe(error->error);
    return {"", "", schedulers::Hang{}};
  }
  return std::move(std::get<Snapshot>(result));
}

hadoop::Snapshot hadoop(std::string_view text) {
  return std::get<hadoop::Snapshot>(read(text).is);
}

pool_tree::Snapshot pools(std::string_view text) {
  return std::get<pool_tree::Snapshot>(read(text).is);
}

// "FS401 claimant tasks[0].claimant"
std::string refused(std::string_view text, std::string_view scheduler = "") {
  const auto result = read_snapshot(text, "f", 7, scheduler);
  const auto* error = std::get_if<formats::RecordError>(&result);
  if (error == nullptr) return "not refused";
  EXPECT_EQ(error->error.file, "f");
  EXPECT_EQ(error->error.line, 7U);
  EXPECT_FALSE(error->error.message.empty());
  return error->error.code + " " + error->error.claimant + " " + error->error.field;
}

std::string of(const std::string& scheduler, const std::string& members) {
  return R"({"scheduler":")" + scheduler + R"(","now":9,)" + members + "}";
}

TEST(Snapshot, ComputesTheFairSharesThatItIsNotGiven) {
  const std::string claimants = R"("total":10,"claimants":[{},{"weight":1},{"weight":1}])";
  EXPECT_EQ(hadoop(of("yarn-2.7", claimants)).claimants[0].fair_share, 4);
  EXPECT_EQ(hadoop(of("article", claimants)).claimants[0].fair_share, 4);
  EXPECT_NEAR(hadoop(of("mr1", claimants)).claimants[0].fair_share, 10.0 / 3, 1e-6)
      << "25 halvings of [0, 4]";
  EXPECT_EQ(hadoop(of("yarn-2.7", R"("total":10,"claimants":[{"active":false},{}])"))
                .claimants[1]
                .fair_share,
            10);
}

TEST(Snapshot, ComputesThemWithinMinimumsAndMaximums) {
  const std::string bounded =
      R"("total":10,"claimants":[{"max_share":1},{},{"min_share":7,"max_share":7}])";
  for (const char* rule : {"article", "yarn-2.2", "yarn-2.5", "yarn-2.7"}) {
    const auto claimants = hadoop(of(rule, bounded)).claimants;
    EXPECT_EQ(claimants[0].fair_share, 1) << rule;
    EXPECT_EQ(claimants[1].fair_share, 2) << rule;
    EXPECT_EQ(claimants[2].fair_share, 7) << rule;
  }
}

// The article's rule holds amounts up to 2^53; the code that it shows computes shares in ints.
TEST(Snapshot, ComputesFairSharesOfTheArticleUpToTheLargestInt) {
  const auto snapshot = hadoop(of("article", R"("total":4294967296,"claimants":[
        {"min_share":4294967296,"max_share":8589934592},{"weight":0}])"));
  EXPECT_EQ(snapshot.claimants[0].min_share, 4294967296);
  EXPECT_EQ(snapshot.claimants[0].fair_share, 2147483647);
}

TEST(Snapshot, ReadsUpdatesOfOneTimeInTheirOrder) {
  const auto seen = hadoop(of("mr1", R"("total":1,"claimants":[{"name":"a"}],"updates":[
        {"at":5,"claimants":[{"name":"a","usage":1}]},{"at":5}])"));
  ASSERT_EQ(seen.history.size(), 2U);
  EXPECT_EQ(seen.history[0].claimants.size(), 1U);
  EXPECT_EQ(seen.history[1].at, 5);
  EXPECT_EQ(pools(of("ytsaurus-2019", R"("updates":[{"at":5},{"at":5}])")).history.size(), 2U);
}

TEST(Snapshot, DividesTreesOfQueuesFromTheTop) {
  const auto snapshot = hadoop(of("yarn-2.7", R"("total":12,"claimants":[{"name":"p"},{"name":"q"},
        {"name":"p.a","parent":"p"},{"name":"p.b","parent":"p","weight":2},
        {"name":"q.c","parent":"q","active":false}])"));
  EXPECT_EQ(snapshot.claimants[0].fair_share, 12) << "in q no claimant is active";
  EXPECT_EQ(snapshot.claimants[2].fair_share, 4);
  EXPECT_EQ(snapshot.claimants[3].fair_share, 8);
  EXPECT_EQ(snapshot.claimants[4].fair_share, 0);
}

TEST(Snapshot, SharesYtsaurusTreesAsTheReleaseDoes) {
  const auto snapshot = pools(of("ytsaurus-2019", R"("pools":[{"name":"A","min_share_ratio":0.6},
        {"name":"B","min_share_ratio":0.2}],"operations":[{"name":"a","pool":"A"},
        {"name":"b","pool":"B"}])"));
  EXPECT_NEAR(snapshot.elements[0].fair_share, 0.6, 1e-9);  // as recordings are compared
  EXPECT_NEAR(snapshot.elements[1].fair_share, 0.4, 1e-9);
  EXPECT_EQ(snapshot.elements[0].min_share, 0.6);
}

// The later release scales shares up if the maximums do not reach what the pool has.
TEST(Snapshot, SharesYtsaurusTreesAsTheReleaseThatItNamesDoes) {
  const std::string tree = R"("pools":[{"name":"p","min_share_ratio":1}],"operations":[
        {"name":"x","pool":"p","demand_ratio":0.25},
        {"name":"y","pool":"p","demand_ratio":0.75,"best_allocation_ratio":0.25}])";
  EXPECT_NEAR(pools(of("ytsaurus-2018", tree)).elements[1].fair_share, 0.25, 1e-9);
  EXPECT_NEAR(pools(of("ytsaurus-2019", tree)).elements[1].fair_share, 0.5, 1e-9);
}

TEST(Snapshot, SaysSoWhereTheReleaseHangs) {
  const std::string hang =
      R"({"id":"h","scheduler":"yarn-2.2","now":1,"total":10,"claimants":[{"weight":0}]})";
  EXPECT_TRUE(std::holds_alternative<schedulers::Hang>(read(hang).is));  // YARN-1458
  EXPECT_EQ(preemption_json(read(hang)), R"({"id":"h","outcome":"hang"})");
}

TEST(Snapshot, ReadsWhatYtsaurusUpdatesSaw) {
  const auto snapshot = pools(of("ytsaurus-2019", R"("pools":[{"name":"p","min_share_ratio":0.5}],
        "operations":[{"name":"x","pool":"p","usage_ratio":0.125}],"updates":[{"at":4},{"at":5,
        "pools":[{"name":"p","usage_ratio":0.25,"fair_share_ratio":0.75}],
        "operations":[{"name":"x","demand_ratio":0.5,"adjusted_min_share_ratio":0.375}]}])"));
  // What an update does not say is the same as now: the pool wants the 1 that its operation wants,
  // and has its minimum; the operation uses 0.125 and has all of the cluster.
  using History = std::vector<pool_tree::Observation>;
  EXPECT_EQ(snapshot.history,
            (History{{4, {}}, {5, {{0, 0.25, 1, 0.75, 0.5}, {1, 0.125, 0.5, 1, 0.375}}}}));
}

TEST(Snapshot, TakesForAnUpdateWhatItDoesNotSayAsItIsNow) {
  const auto seen = hadoop(of("yarn-2.7", R"("total":10,"claimants":[{"name":"a","usage":1,
        "demand":6,"min_share":2,"fair_share":5}],"updates":[{"at":4,"claimants":[{"name":"a"}]},
        {"at":5,"claimants":[{"name":"a","usage":3,"min_share":4}]},
        {"at":6,"claimants":[{"name":"a","demand":7,"fair_share":8}]}])"));
  using History = std::vector<hadoop::Observation>;
  EXPECT_EQ(seen.history,
            (History{{4, {{0, 1, 6, 2, 5}}}, {5, {{0, 3, 6, 4, 5}}}, {6, {{0, 1, 7, 2, 8}}}}));
}

TEST(Snapshot, SumsUpUsagesThatItIsNotGiven) {
  const auto snapshot =
      hadoop(of("article", R"("total":9,"claimants":[{"name":"a"},{"name":"b","usage":9}],
        "tasks":[{"claimant":"a","size":2},{"claimant":"a"},{"claimant":"b"}])"));
  EXPECT_EQ(snapshot.claimants[0].usage, 3);
  EXPECT_EQ(snapshot.claimants[1].usage, 9);
  const auto queues = hadoop(of("yarn-2.7", R"("total":9,"claimants":[{"name":"p","usage":8},
        {"name":"a","parent":"p","usage":2},{"name":"b","parent":"p"}],
        "tasks":[{"claimant":"b","size":3}])"));
  EXPECT_EQ(queues.memory, (hadoop::Utilization{5, 9})) << "of the leaves";
  const auto tree = pools(of("ytsaurus-2018", R"("total":8,"pools":[{"name":"p"}],"operations":[
        {"name":"x","pool":"p"}],"jobs":[{"operation":"x","usage":1},
        {"operation":"x","usage":3}])"));
  EXPECT_EQ(tree.elements[1].usage, 0.5);
  EXPECT_EQ(tree.elements[0].usage, 0.5);
}

TEST(Snapshot, SumsUpTheDemandOfQueuesThatHaveQueues) {
  // The demands of the two elements above the leaves.
  const auto demands = [](const std::string& of_parent, const std::string& of_leaf) {
    const auto snapshot = hadoop(of(
        "yarn-2.7", R"("total":9,"claimants":[{"name":"t"},{"name":"p","parent":"t")" + of_parent +
                        R"(},{"parent":"p","demand":3},{"parent":"p")" + of_leaf + "}]"));
    return std::vector{snapshot.claimants[0].demand, snapshot.claimants[1].demand};
  };
  using Demands = std::vector<std::int64_t>;
  constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(demands("", R"(,"demand":2)"), (Demands{5, 5}));
  EXPECT_EQ(demands(R"(,"max_share":4)", R"(,"demand":2)"), (Demands{4, 4}));
  EXPECT_EQ(demands(R"(,"demand":7)", R"(,"demand":2)"), (Demands{7, 7}));
  EXPECT_EQ(demands("", ""), (Demands{most, most}));
}

TEST(Snapshot, TakesTheSchedulerThatItIsToldToTake) {
  const std::string text = R"({"scheduler":"mr1","now":1,"total":1,"claimants":[{}]})";
  EXPECT_EQ(read(text).scheduler, "mr1");
  EXPECT_EQ(read(text, "article").scheduler, "article");
}

TEST(Snapshot, RefusesSchedulersWhosePreemptionIsNotModelled) {
  for (const char* name : {"yarn-3", "yarn-3.0", "ytsaurus-2023", "fair", "unknown"}) {
    EXPECT_EQ(refused(of(name, R"("claimants":[])")), "FS014  scheduler") << name;
  }
  EXPECT_EQ(refused(R"({"now":1})"), "FS002  scheduler");
  EXPECT_EQ(refused(R"({"scheduler":7})"), "FS002  scheduler");
  EXPECT_EQ(refused(R"({"scheduler":7,"now":9,"claimants":[]})", "mr1"), "FS002  scheduler");
}

TEST(Snapshot, RefusesWhatIsMissing) {
  EXPECT_EQ(refused(R"({"scheduler":"mr1","total":1,"claimants":[]})"), "FS002  now");
  EXPECT_EQ(refused(of("mr1", R"("total":1)")), "FS002  claimants");
  EXPECT_EQ(refused(of("mr1", R"("claimants":[{}])")), "FS002 0 claimants[0].fair_share");
  EXPECT_EQ(refused(of("mr1", R"("claimants":[{"name":"a"},{"name":"b"}])")),
            "FS002 a claimants[0].fair_share")
      << "the first of those that have none";
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{"fair_share":1},{"name":"b"}])")),
            "FS002 b claimants[1].fair_share");
  EXPECT_EQ(refused(of("yarn-2.7", R"("claimants":[{"fair_share":1}])")), "FS002  total");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"vcores_used":1,"claimants":[])")),
            "FS002  vcores_total");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{}],"tasks":[{}])")),
            "FS002 0 tasks[0].claimant");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{}],"updates":[{}])")),
            "FS002  updates[0].at");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("updates":[{}])")), "FS002  updates[0].at");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"fair_share_ratio":1},{}])")), "FS002  ");
}

TEST(Snapshot, RefusesFieldsOfTheWrongKind) {
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"name":7}])")), "FS002 0 pools[0].name");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"starving":1}])")),
            "FS002 0 pools[0].starving");
}

TEST(Snapshot, RefusesFieldsOfAnotherScheduler) {
  const auto claimant = [](const std::string& scheduler, const std::string& field) {
    return refused(of(scheduler, R"("total":1,"claimants":[{"name":"a",)" + field + "}]"));
  };
  EXPECT_EQ(claimant("article", R"("last_at_min_share":1)"),
            "FS003 a claimants[0].last_at_min_share");
  EXPECT_EQ(claimant("mr1", R"("max_share":1)"), "FS003 a claimants[0].max_share");
  EXPECT_EQ(claimant("yarn-2.2", R"("apps":[])"), "FS003 a claimants[0].apps");
  EXPECT_EQ(claimant("yarn-2.5", R"("fair_share_threshold":1)"),
            "FS003 a claimants[0].fair_share_threshold");
  EXPECT_EQ(claimant("yarn-2.7", R"("fair_share_threshold":1)"), "not refused");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"wait_before_kill":1,"claimants":[])")),
            "FS003  wait_before_kill");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{}],"tasks":[{"claimant":"0","size":1}])")),
            "FS003 0 tasks[0].size");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("claimants":[])")), "FS003  claimants");
}

TEST(Snapshot, RefusesEveryFieldThatItsSchedulerDoesNotHave) {
  using Names = std::initializer_list<std::string>;
  const auto refuses = [](const std::string& scheduler, const std::string& before,
                          const std::string& after, Names fields) {
    for (const std::string& field : fields) {
      const std::string text = of(scheduler, before + '"' + field + R"(":1)" + after);
      EXPECT_TRUE(refused(text).starts_with("FS003 ")) << text;
      EXPECT_TRUE(refused(text).ends_with(field)) << text;
    }
  };
  const std::string top = R"("total":1,"claimants":[],)";
  refuses("article", top, "", {"updates", "min_share_timeout", "fair_share_timeout"});
  refuses("mr1", top, "", {"check_interval"});
  refuses("yarn-2.2", top, "", {"used", "vcores_used", "utilization_threshold"});
  refuses("yarn-2.5", top, "", {"fair_share_threshold"});
  const std::string claimant = R"("total":1,"claimants":[{)";
  refuses("yarn-2.2", claimant, "}]", {"parent", "active", "fair_share_timeout"});
  refuses("yarn-2.5", claimant, "}]", {"active", "fair_share_timeout"});
  const std::string task = R"("total":1,"claimants":[{}],"tasks":[{"claimant":"0",)";
  refuses("article", task, "}]", {"on_warned_list", "app"});
  refuses("mr1", task, "}]", {"app", "priority", "warned_at"});
  refuses("yarn-2.2", task, "}]", {"app"});
  refuses("ytsaurus-2019", R"("pools":[{)", "}]", {"pool", "best_allocation_ratio"});
  refuses("ytsaurus-2019", R"("operations":[{)", "}]",
          {"parent", "mode", "enable_aggressive_starvation",
           "fair_share_starvation_tolerance_limit", "min_share_preemption_timeout_limit"});
}

TEST(Snapshot, NamesTheRecordThatItRefuses) {
  const auto result = read_snapshot(R"({"id":"s","now":1})", "f", 7, "");
  EXPECT_EQ(std::get<formats::RecordError>(result).id, R"("s")");
}

TEST(Snapshot, RefusesTwoOfTheSameName) {
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{"name":"a"},{"name":"a"}])")),
            "FS004 a claimants[1].name");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{"name":"1"},{}])")),
            "FS004 1 claimants[1].name");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{}],"tasks":[{"name":"t","claimant":"0"},
                                 {"name":"t","claimant":"0"}])")),
            "FS004 t tasks[1].name");
  EXPECT_EQ(refused(of("yarn-2.5", R"("total":1,"claimants":[{"apps":[{},{"name":"0"}]}])")),
            "FS004 0 claimants[0].apps[1].name");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"name":"a"}],"operations":[{"name":"a"}])")),
            "FS004 a operations[0].name");
  EXPECT_EQ(refused(R"({"now":1,"now":2})"), "FS004  now");
}

TEST(Snapshot, RefusesATaskOfNoneOfSeveralApplications) {
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a","apps":[{},{}]}],
                                      "tasks":[{"name":"t","claimant":"a"}])")),
            "FS002 t tasks[0].app");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a","apps":[]}],
                                      "tasks":[{"name":"t","claimant":"a"}])")),
            "FS002 t tasks[0].app")
      << "a queue without applications has none to name";
}

TEST(Snapshot, RefusesNumbersThatTheReleaseCannotHold) {
  const auto usage = [](const std::string& scheduler, const std::string& number) {
    return refused(of(scheduler, R"("total":1,"claimants":[{"usage":)" + number + "}]"));
  };
  EXPECT_EQ(usage("mr1", "-1"), "FS011 0 claimants[0].usage");
  EXPECT_EQ(usage("mr1", "0.5"), "FS008 0 claimants[0].usage");
  EXPECT_EQ(usage("mr1", "2147483648"), "FS008 0 claimants[0].usage");
  EXPECT_EQ(usage("mr1", "2147483647"), "not refused");
  EXPECT_EQ(usage("article", "9007199254740993"), "FS008 0 claimants[0].usage");
  EXPECT_EQ(refused(R"({"scheduler":"mr1","now":-1,"total":1,"claimants":[]})"), "FS011  now");
  EXPECT_EQ(refused(R"({"scheduler":"mr1","now":9223372036854775807,"total":1,"claimants":[]})"),
            "FS008  now");
  EXPECT_EQ(refused(of("yarn-2.2", R"("total":1,"check_interval":0,"claimants":[])")),
            "FS008  check_interval");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("total":0)")), "FS008  total");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"usage_ratio":-1}])")),
            "FS011 0 pools[0].usage_ratio");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"usage_ratio":1e400}])")),
            "FS008 0 pools[0].usage_ratio");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"min_share":2,"max_share":1}])")),
            "FS010 0 claimants[0].max_share");
}

TEST(Snapshot, RefusesSumsThatTheReleaseCannotHold) {
  const auto two = [](const std::string& first, const std::string& second) {
    return refused(of("yarn-2.7", R"("total":1,"claimants":[{"usage":)" + first + R"(},{"usage":)" +
                                      second + "}]"));
  };
  EXPECT_EQ(two("2147483646", "1"), "not refused");
  EXPECT_EQ(two("2147483647", "1"), "FS008  used");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"used":1,"claimants":[{"usage":2147483647},
                        {"usage":1}])")),
            "not refused")
      << "no sum is needed";
  EXPECT_EQ(refused(of("yarn-2.2", R"("total":1,"claimants":[{"name":"a"}],"tasks":[
                        {"claimant":"a","size":2147483647},{"claimant":"a"}])")),
            "FS017 a claimants[0].usage");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"name":"p"}],"operations":[
                        {"pool":"p","usage_ratio":1e308},{"pool":"p","usage_ratio":1e308}])")),
            "FS008  ");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"name":"p"}],"operations":[
                        {"pool":"p","demand_ratio":1e308},{"pool":"p","demand_ratio":1e308}])")),
            "FS008  ");
}

TEST(Snapshot, StopsAtTheFirstOfSeveralMistakes) {
  const auto pools_with = [](const std::string& members) {
    return refused(of("ytsaurus-2019", R"("pools":[{"name":"p"}],)" + members));
  };
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"name":7},{"name":8}])")),
            "FS002 0 pools[0].name");
  EXPECT_EQ(pools_with(R"("jobs":[{},{}])"), "FS002 0 jobs[0].operation");
  EXPECT_EQ(pools_with(R"("updates":[{},{}])"), "FS002  updates[0].at");
  EXPECT_EQ(pools_with(R"("updates":[{"at":1,"pools":[{"name":"q"},{"name":"r"}]}])"),
            "FS401 q updates[0].pools[0].name");
  const auto queue_with = [](const std::string& members) {
    return refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a"}],)" + members));
  };
  EXPECT_EQ(queue_with(R"("tasks":[{},{}])"), "FS002 0 tasks[0].claimant");
  EXPECT_EQ(queue_with(R"("updates":[{},{}])"), "FS002  updates[0].at");
  EXPECT_EQ(queue_with(R"("updates":[{"at":1,"claimants":[{"name":"q"},{"name":"r"}]}])"),
            "FS401 q updates[0].claimants[0].name");
  EXPECT_EQ(refused(of("mr1", R"("total":-1,"claimants":[{}])")), "FS011  total");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{"name":"a","usage":-1},{"name":"a"}])")),
            "FS011 a claimants[0].usage");
}

TEST(Snapshot, TakesBothHalvesOfTheVcoresOrNone) {
  const auto with = [](const std::string& vcores) {
    return of("yarn-2.7", R"("total":1,"claimants":[])" + vcores);
  };
  EXPECT_EQ(refused(with(R"(,"vcores_total":2)")), "FS002  vcores_used");
  EXPECT_EQ(refused(with(R"(,"vcores_used":1)")), "FS002  vcores_total");
  EXPECT_FALSE(hadoop(with("")).vcores);
  EXPECT_EQ(hadoop(with(R"(,"vcores_used":1,"vcores_total":2)")).vcores,
            (hadoop::Utilization{1, 2}));
}

TEST(Snapshot, ReadsTheSettingsOfATreeAndOfAPool) {
  const std::string settings = R"("fair_share_starvation_tolerance":0.5,
      "min_share_preemption_timeout":1,"fair_share_preemption_timeout":2,
      "fair_share_starvation_tolerance_limit":0.75,"min_share_preemption_timeout_limit":3,
      "fair_share_preemption_timeout_limit":4)";
  const pool_tree::Settings expected{0.5, 1, 2, 0.75, 3, 4};
  const auto snapshot = pools(
      of("ytsaurus-2019", settings + R"(,"pools":[{"name":"p","mode":"fifo",)" + settings + "}]"));
  EXPECT_EQ(snapshot.settings, expected);
  EXPECT_EQ(snapshot.elements.at(0).settings, expected);
  EXPECT_TRUE(snapshot.elements.at(0).is_fifo);
}

TEST(Snapshot, SaysSoWhereAQueueBelowHangs) {
  const auto below = [](const std::string& scheduler) {
    return read(of(scheduler, R"("total":8,"claimants":[{"name":"p"},{"name":"q","parent":"p",
        "weight":0}])"))
        .is;
  };
  EXPECT_TRUE(std::holds_alternative<schedulers::Hang>(below("yarn-2.5")));  // YARN-1458
  EXPECT_FALSE(std::holds_alternative<schedulers::Hang>(below("yarn-2.7")));
}

TEST(Snapshot, RefusesMoreComparisonsThanItTakesOn) {
  // 25,000 tasks, and one queue with its applications: up to 10^9 comparisons are accepted.
  const auto snapshot = [](std::size_t applications) {
    std::string text = R"("total":1,"claimants":[{"apps":[{})";
    for (std::size_t i = 1; i < applications; ++i) text += ",{}";
    text += R"(]}],"tasks":[{"claimant":"0","app":"0"})";
    for (int i = 1; i < 25'000; ++i) text += R"(,{"claimant":"0","app":"0"})";
    return of("yarn-2.7", text + "]");
  };
  EXPECT_EQ(refused(snapshot(39'999)), "not refused");
  EXPECT_EQ(refused(snapshot(40'000)), "FS005  tasks");
  const auto result = read_snapshot(snapshot(40'000), "f", 7, "");
  EXPECT_EQ(std::get<formats::RecordError>(result).error.message,
            "too many: 25000 tasks in 40001 queues and applications");
}

TEST(Snapshot, RefusesWhatContradictsItself) {
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{"last_at_min_share":10}])")),
            "FS017 0 claimants[0].last_at_min_share");
  EXPECT_EQ(
      refused(of("mr1", R"("total":1,"claimants":[{"last_at_min_share":9}],"updates":[{"at":9}])")),
      "not refused")
      << "now is not after now";
  EXPECT_EQ(refused(of("yarn-2.2", R"("total":1,"claimants":[{}],
                        "tasks":[{"claimant":"0","warned_at":10}])")),
            "FS017 0 tasks[0].warned_at");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{"name":"a","usage":1}],
                        "tasks":[{"claimant":"a"},{"claimant":"a"}])")),
            "FS017 a claimants[0].usage");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[],"updates":[{"at":5},{"at":4}])")),
            "FS017  updates[1].at");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[],"updates":[{"at":10}])")),
            "FS017  updates[0].at");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("updates":[{"at":5},{"at":4}])")),
            "FS017  updates[1].at");
  // Each update comes after the previous one, not only after the first.
  const std::string third = R"("updates":[{"at":3},{"at":5},{"at":4}])";
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[],)" + third)), "FS017  updates[2].at");
  EXPECT_EQ(refused(of("ytsaurus-2019", third)), "FS017  updates[2].at");
}

TEST(Snapshot, RefusesUnknownNames) {
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{}],"tasks":[{"claimant":"b"}])")),
            "FS401 0 tasks[0].claimant");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[{}],"updates":[{"at":1,
                        "claimants":[{"name":"b"}]}])")),
            "FS401 b updates[0].claimants[0].name");
  // A parent comes before its children, so there are no cycles, and none is its own parent.
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a","parent":"a"}])")),
            "FS401 a claimants[0].parent");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a","parent":"b"},
                        {"name":"b","parent":"a"}])")),
            "FS401 a claimants[0].parent");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a"},
                        {"name":"b","parent":"a"}],"tasks":[{"claimant":"a"}])")),
            "FS401 0 tasks[0].claimant");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a","apps":[{}]}],
                        "tasks":[{"claimant":"a","app":"x"}])")),
            "FS401 0 tasks[0].app");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("pools":[{"name":"a"}],"jobs":[{"operation":"a"}])")),
            "FS401 0 jobs[0].operation");
  EXPECT_EQ(refused(of("ytsaurus-2019", R"("operations":[{"name":"a"},
                        {"name":"b","pool":"a"}])")),
            "FS401 b operations[1].pool");
  EXPECT_EQ(refused(of("yarn-2.7", R"("total":1,"claimants":[{"name":"a"},
                        {"name":"b","parent":"a"}],"updates":[{"at":1,
                        "claimants":[{"name":"a"}]}])")),
            "FS401 a updates[0].claimants[0].name");
  // Pools are observed as pools, operations as operations.
  const auto seen = [](const std::string& list, const std::string& name) {
    return refused(of("ytsaurus-2019", R"("pools":[{"name":"p"}],"operations":[{"name":"x",
        "pool":"p"}],"updates":[{"at":1,")" +
                                           list + R"(":[{"name":")" + name + R"("}]}])"));
  };
  EXPECT_EQ(seen("pools", "p"), "not refused");
  EXPECT_EQ(seen("pools", "x"), "FS401 x updates[0].pools[0].name");
  EXPECT_EQ(seen("operations", "p"), "FS401 p updates[0].operations[0].name");
  EXPECT_EQ(seen("operations", "y"), "FS401 y updates[0].operations[0].name");
}

TEST(Snapshot, RefusesWhatIsNoObject) {
  EXPECT_EQ(refused("[]"), "FS002  ");
  EXPECT_EQ(refused("{"), "FS001  ");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":[7])")), "FS002 0 claimants[0]");
  EXPECT_EQ(refused(of("mr1", R"("total":1,"claimants":{})")), "FS002  claimants");
}

TEST(Snapshot, CountsLinesWithinAPrettyOne) {
  const auto result = read_snapshot("{\n\"now\":1,\n\"claimants\":]\n}", "f", 3, "mr1");
  EXPECT_EQ(std::get<formats::RecordError>(result).error.line, 5U);
}

TEST(SnapshotAnswers, OfMr1NameClaimsVictimsClocksAndEvents) {
  EXPECT_EQ(
      preemption_json(read(R"({"id":"s","scheduler":"mr1","now":60000,"fair_share_timeout":30000,
        "claimants":[{"name":"a","demand":9,"fair_share":2,"last_at_fair_share":10000},
        {"name":"b","fair_share":1.5}],"tasks":[{"name":"t1","claimant":"b","start":1},
        {"name":"t2","claimant":"b","start":2}]})")),
      R"({"id":"s","starved":[{"claimant":"a","reason":"fair_share","reclaim":2,)"
      R"("due_to_min_share":0,"due_to_fair_share":2}],"reclaim":2,)"
      R"("victims":[{"task":"t2","claimant":"b","size":1,"action":"kill","at":60000}],)"
      R"("below_fair_share":[{"claimant":"b","usage":1,"fair_share":1.5}],)"
      R"("clocks":[{"claimant":"a","since_min_share":0,"since_fair_share":50000},)"
      R"({"claimant":"b","since_min_share":0,"since_fair_share":0}],)"
      R"("events":[{"at":60000,"claimant":"a","since_min_share":0,"since_fair_share":50000},)"
      R"({"at":60000,"claimant":"b","since_min_share":0,"since_fair_share":0}]})");
}

TEST(SnapshotAnswers, OfTheArticleWarnThenKill) {
  const std::string text = R"({"scheduler":"article","now":60000,"claimants":[
    {"name":"a","min_share":1,"fair_share":1},{"name":"b\u001b","fair_share":1}],
    "tasks":[{"name":"t","claimant":"b\u001b","size":2}]})";
  EXPECT_EQ(preemption_json(read(text)),
            R"({"starved":[{"claimant":"a","reason":"min_share","reclaim":1,"due_to_min_share":1,)"
            R"("due_to_fair_share":1}],"reclaim":1,"victims":[{"task":"t","claimant":"b\u001b",)"
            R"("size":2,"action":"warn","at":60000},{"task":"t","claimant":"b\u001b","size":2,)"
            R"("action":"kill","at":75000}],"below_fair_share":[{"claimant":"b\u001b","usage":0,)"
            R"("fair_share":1}]})");
  EXPECT_EQ(preemption_text(read(text)),
            "article at 60000\n"
            "  a is starved of its min share and reclaims 1: it uses 0 and wants all it can get; "
            "min share 1, fair share 1\n  1 to be reclaimed in total\n"
            "  at 60000: warn t of b\\u001b (size 2)\n"
            "  at 75000: kill t of b\\u001b (size 2)\n"
            "  b\\u001b is left with 0, below its fair share 1\n");
}

TEST(SnapshotAnswers, SayWhereNoClaimantIsStarved) {
  const std::string text = R"({"id":3,"scheduler":"mr1","now":1,"claimants":[]})";
  EXPECT_EQ(preemption_text(read(text)), "3: mr1 at 1\n  no claimant is starved\n");
  EXPECT_EQ(preemption_json(read(text)),
            R"({"id":3,"starved":[],"reclaim":0,"victims":[],"below_fair_share":[],"events":[]})");
}

TEST(SnapshotAnswers, SayWhereTheClusterIsNotUsedEnough) {
  const std::string text =
      R"({"scheduler":"yarn-2.7","now":1,"total":10,"used":1,"claimants":[{"name":"a"}]})";
  EXPECT_EQ(
      preemption_text(read(text)),
      "yarn-2.7 at 1\n  nothing is preempted: the cluster's utilization is below the threshold\n");
  EXPECT_EQ(preemption_json(read(text)),
            R"({"starved":[],"reclaim":0,"victims":[],"below_fair_share":[],)"
            R"("clocks":[{"claimant":"a","since_min_share":0,"since_fair_share":0}],)"
            R"("below_utilization":true})");
}

TEST(SnapshotAnswers, OfYtsaurusNameStatusesAndClasses) {
  EXPECT_EQ(preemption_json(read(R"({"scheduler":"ytsaurus-2019","now":9,"pools":[{"name":"p",
        "fair_share_ratio":0.5}],"operations":[{"name":"x","pool":"p","fair_share_ratio":0.5}],
        "jobs":[{"name":"j","operation":"x","usage":0.25}]})")),
            R"({"starved":[],"reclaim":0,"victims":[],"below_fair_share":[],)"
            R"("claimants":[{"claimant":"p","status":"below_fair_share","starving":false,)"
            R"("below_fair_share_since":9,"satisfaction_ratio":0.5,"tolerance":0.8,)"
            R"("min_share_preemption_timeout":15000,"fair_share_preemption_timeout":30000,)"
            R"("fair_share_ratio":0.5,"usage_ratio":0.25},)"
            R"({"claimant":"x","status":"below_fair_share","starving":false,)"
            R"("below_fair_share_since":9,"satisfaction_ratio":0.5,"tolerance":0.8,)"
            R"("min_share_preemption_timeout":15000,"fair_share_preemption_timeout":30000,)"
            R"("fair_share_ratio":0.5,"usage_ratio":0.25}],)"
            R"("tasks":[{"task":"j","class":"not_preemptable"}]})");
}

// p and its x starve for half of the cluster; y has three quarters of it, in two jobs.
// Aggressively, the younger one may go: the older one alone reaches a fifth of y's fair share.
std::string starving(const std::string& more) {
  return R"({"scheduler":"ytsaurus-2019","now":100000,"max_unpreemptable_running_job_count":0,
        "pools":[{"name":"p","fair_share_ratio":0.5,"enable_aggressive_starvation":true,
        "below_fair_share_since":10000},{"name":"q","fair_share_ratio":0.5}],"operations":[{"name":"x","pool":"p",
        "fair_share_ratio":0.5,"below_fair_share_since":10000)" +
         more + R"(},{"name":"y","pool":"q","fair_share_ratio":0.5}],
        "jobs":[{"name":"old","operation":"y","start":1,"usage":0.25},
        {"name":"new","operation":"y","start":2,"usage":0.5}]})";
}

TEST(SnapshotAnswers, OfYtsaurusNameTheStarvingAndTheirVictims) {
  EXPECT_EQ(preemption_text(read(starving(""))),
            "ytsaurus-2019 at 100000\n"
            "  p is starved below its fair share and reclaims 0.5: it uses 0 of 0.5\n"
            "  x is starved below its fair share and reclaims 0: it uses 0 of 0.5\n"
            "  jobs are preempted aggressively\n"
            "  at 100000: kill new of y (usage 0.5)\n"
            "  q is left with 0.25, below its fair share 0.5\n"
            "  y is left with 0.25, below its fair share 0.5\n");
  const std::string json = preemption_json(read(starving("")));
  EXPECT_TRUE(json.starts_with(
      R"({"starved":[{"claimant":"p","reason":"below_fair_share","reclaim":0.5},)"
      R"({"claimant":"x","reason":"below_fair_share","reclaim":0}],"reclaim":0.5,)"
      R"("victims":[{"task":"new","claimant":"y","size":0.5,"action":"kill","at":100000}],)"
      R"("below_fair_share":[{"claimant":"q","usage":0.25,"fair_share":0.5},)"
      R"({"claimant":"y","usage":0.25,"fair_share":0.5}],)"))
      << json;
  EXPECT_TRUE(json.ends_with(R"("tasks":[{"task":"old","class":"not_preemptable"},)"
                             R"({"task":"new","class":"aggressively_preemptable"}],)"
                             R"("aggressive":true})"))
      << json;
}

TEST(SnapshotAnswers, OfYtsaurusSayWhoStarvesBelowItsMinimum) {
  const Snapshot snapshot = read(starving(R"(,"adjusted_min_share_ratio":0.25)"));
  EXPECT_NE(preemption_text(snapshot).find("  x is starved below its min share and reclaims 0"),
            std::string::npos);
  EXPECT_NE(preemption_json(snapshot).find(R"("claimant":"x","reason":"below_min_share")"),
            std::string::npos);
}

TEST(SnapshotAnswers, OfYtsaurusSayWhereNoPoolStarves) {
  const std::string text = R"({"scheduler":"ytsaurus-2018","now":1,"pools":[{"name":"p"}],
        "operations":[{"name":"x","pool":"p","demand_ratio":0.5,"usage_ratio":0.75}],
        "jobs":[{"name":"j","operation":"x","usage":0.5},
        {"name":"k","operation":"x","usage":0.25}]})";
  EXPECT_EQ(preemption_text(read(text)), "ytsaurus-2018 at 1\n  no pool or operation is starved\n");
  // j reaches x's fair share of 0.5, so k is preemptable.
  EXPECT_NE(preemption_json(read(text)).find(R"("status":"normal")"), std::string::npos);
  EXPECT_NE(preemption_json(read(text)).find(R"({"task":"k","class":"preemptable"}])"),
            std::string::npos);
}

TEST(SnapshotAnswers, ShowInvalidNumbers) {
  // MR1's fair share of a is NaN: it has weight 0, and b cannot take everything.
  const std::string text = R"({"id":33,"scheduler":"mr1","now":9,"min_share_timeout":1,"total":10,
        "claimants":[{"name":"a","weight":0,"demand":100,"min_share":1,"last_at_min_share":0},
        {"name":"b","demand":5,"usage":5}]})";
  EXPECT_EQ(preemption_text(read(text)),
            "33: mr1 at 9\n"
            "  a is starved of its min share and reclaims 1: it uses 0 and wants 100; min share 1, "
            "fair share NaN\n  1 to be reclaimed in total\n");
  const std::string satisfied = R"({"scheduler":"ytsaurus-2019","now":1,"pools":[{"name":"p",
        "fair_share_ratio":0}]})";
  EXPECT_NE(preemption_json(read(satisfied)).find(R"("satisfaction_ratio":null)"),
            std::string::npos);
}

TEST(SnapshotAnswers, SayWhereTheReleaseNeverReturns) {
  const std::string hang =
      R"({"id":"h","scheduler":"yarn-2.2","now":1,"total":10,"claimants":[{"weight":0}]})";
  EXPECT_EQ(preemption_text(read(hang)),
            "h: yarn-2.2\n  the release never returns from computing the fair shares\n");
}

TEST(SnapshotAnswers, SayWhereTheSumOfClaimsOverflows) {
  const std::string claimant = R"("fair_share":2147483647,"last_at_fair_share":0})";
  const std::string text = R"({"scheduler":"mr1","now":60000,"fair_share_timeout":30000,
        "claimants":[{"name":"a",)" +
                           claimant + R"(,{"name":"b",)" + claimant + "]}";
  // 2 (2^31 - 1) wraps to -2.
  EXPECT_NE(preemption_json(read(text)).find(R"("reclaim":-2,)"), std::string::npos);
  EXPECT_TRUE(preemption_json(read(text)).ends_with(R"(,"fault":"overflow"})"));
  EXPECT_TRUE(preemption_text(read(text)).ends_with("  the sum of what is reclaimed overflows\n"));
  EXPECT_TRUE(
      preemption_text(read(text))
          .starts_with("mr1 at 60000\n"
                       "  a is starved of its fair share and reclaims 2147483647: it uses 0 "
                       "and wants all it can get; min share 0, fair share 2147483647\n"));
}

TEST(SnapshotAnswers, SayWhereTheReleaseFails) {
  const std::string text = R"({"scheduler":"yarn-2.2","now":60000,"min_share_timeout":10,
        "claimants":[{"name":"a","min_share":1,"fair_share":1,"last_at_min_share":0},
        {"name":"b","fair_share":1,"usage":1}],
        "tasks":[{"name":"t","claimant":"b","warned_at":1}]})";
  EXPECT_EQ(preemption_json(read(text)),
            R"({"starved":[{"claimant":"a","reason":"min_share","reclaim":1,"due_to_min_share":1,)"
            R"("due_to_fair_share":0}],"reclaim":1,"victims":[],"below_fair_share":[],)"
            R"("clocks":[{"claimant":"a","since_min_share":60000,"since_fair_share":0},)"
            R"({"claimant":"b","since_min_share":0,"since_fair_share":0}],)"
            R"("fault":"null pointer"})");
  EXPECT_TRUE(preemption_text(read(text))
                  .ends_with("  here the release fails with a NullPointerException, and again at "
                             "every later check\n"));
}

TEST(SnapshotAnswers, TellTheClocksOfTheLastUpdateAndTheEventsOfAll) {
  const std::string json =
      preemption_json(read(R"({"scheduler":"mr1","now":9,"claimants":[{"name":"a","min_share":1,
        "fair_share":1}],"updates":[{"at":5,"claimants":[{"name":"a"}]}]})"));
  EXPECT_TRUE(json.ends_with(
      R"("clocks":[{"claimant":"a","since_min_share":4,"since_fair_share":0}],)"
      R"("events":[{"at":5,"claimant":"a","since_min_share":0,"since_fair_share":0},)"
      R"({"at":9,"claimant":"a","since_min_share":4,"since_fair_share":0}]})"))
      << json;
}

}  // namespace
}  // namespace fairshare::preemption

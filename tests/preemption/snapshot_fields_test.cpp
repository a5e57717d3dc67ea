// Each field of a snapshot is read into its place, and each message names what is wrong.
#include "preemption/snapshot_fields.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "preemption/snapshot.h"

namespace fairshare::preemption {
namespace {

using Read = std::variant<Snapshot, formats::RecordError>;

Read read(std::string_view text) {
  return read_snapshot(text, "f", 1, "");
}

template <class Kind>
Kind read_as(std::string_view text) {
  const Read result = read(text);
  if (const auto* error = std::get_if<formats::RecordError>(&result)) {
    ADD_FAILURE() << formats::describe(error->error);
    return {};
  }
  return std::get<Kind>(std::get<Snapshot>(result).is);
}

std::string message_of(std::string_view text) {
  const Read result = read(text);
  const auto* error = std::get_if<formats::RecordError>(&result);
  return error != nullptr ? error->error.message : "none";
}

std::string message(const std::string& scheduler, const std::string& members) {
  return message_of(R"({"scheduler":")" + scheduler + R"(","now":9,)" + members + "}");
}

TEST(SnapshotFields, OfYarnAreAllRead) {
  const auto snapshot = read_as<hadoop::Snapshot>(
      R"({"scheduler":"yarn-2.7","now":100,"total":64,"used":63,"vcores_used":3,"vcores_total":4,
      "wait_before_kill":21,"check_interval":22,"min_share_timeout":23,"fair_share_timeout":24,
      "fair_share_threshold":0.25,"utilization_threshold":0.75,"claimants":[
      {"name":"p","weight":0.5,"min_share":1,"max_share":50,"demand":40,"fair_share":31,
      "last_at_min_share":11,"last_at_fair_share":12,"min_share_timeout":13,
      "fair_share_timeout":14,"fair_share_threshold":0.125},
      {"name":"q","parent":"p","usage":17,"fair_share":30,
      "apps":[{"name":"x","start":5,"weight":3},{}]}],
      "tasks":[{"name":"t","claimant":"q","app":"1","priority":-7,"start":-8,"size":6,
      "warned_at":95,"on_warned_list":false},{"claimant":"q","app":"x"}],
      "updates":[{"at":50,"claimants":[{"name":"q","usage":1,"demand":2,"min_share":3,
      "fair_share":4}]}]})");
  hadoop::Snapshot expected{.rule = hadoop::Rule::yarn_2_7,
                            .now = 100,
                            .wait_before_kill = 21,
                            .check_interval = 22,
                            .min_share_timeout = 23,
                            .fair_share_timeout = 24,
                            .fair_share_threshold = 0.25F,
                            .memory = {63, 64},
                            .vcores = hadoop::Utilization{3, 4},
                            .utilization_threshold = 0.75F};
  expected.claimants = {{.name = "p",
                         .demand = 40,
                         .min_share = 1,
                         .fair_share = 31,
                         .weight = 0.5F,
                         .last_at_min_share = 11,
                         .last_at_fair_share = 12,
                         .min_share_timeout = 13,
                         .fair_share_timeout = 14,
                         .fair_share_threshold = 0.125F},
                        {.name = "q",
                         .parent = 0,
                         .usage = 17,
                         .demand = std::numeric_limits<std::int32_t>::max(),
                         .fair_share = 30,
                         .apps = {{"x", 5, 3}, {"1", 0, 1}}}};
  expected.tasks = {{"t", 1, 1, -7, -8, 6, 95, false}, {"1", 1, 0, 0, 0, 1}};
  expected.history = {{50, {{1, 1, 2, 3, 4}}}};
  EXPECT_EQ(snapshot, expected);
}

TEST(SnapshotFields, OfYarnThatAreAbsentAreTheReleases) {
  const auto snapshot =
      read_as<hadoop::Snapshot>(R"({"scheduler":"yarn-2.7","now":1,"total":2,"claimants":[]})");
  EXPECT_EQ(snapshot, (hadoop::Snapshot{.rule = hadoop::Rule::yarn_2_7,
                                        .now = 1,
                                        .wait_before_kill = 15'000,
                                        .check_interval = 5'000,
                                        .memory = {0, 2},
                                        .utilization_threshold = 0.8F}));
  EXPECT_EQ(
      read_as<hadoop::Snapshot>(R"({"scheduler":"article","now":1,"claimants":[]})").check_interval,
      500);
}

TEST(SnapshotFields, OfTheArticleSayWhenAWarnedTaskIsKilled) {
  const auto snapshot = read_as<hadoop::Snapshot>(
      R"({"scheduler":"article","now":1,"wait_before_kill":7,"check_interval":8,"claimants":[]})");
  EXPECT_EQ(snapshot.wait_before_kill, 7);
  EXPECT_EQ(snapshot.check_interval, 8);
}

TEST(SnapshotFields, OfYtsaurusThatAreAbsentAreTheReleases) {
  const auto snapshot = read_as<pool_tree::Snapshot>(R"({"scheduler":"ytsaurus-2019","now":1})");
  EXPECT_EQ(snapshot, (pool_tree::Snapshot{.era = pool_tree::Era::v2019,
                                           .now = 1,
                                           .total = 1,
                                           .settings = {0.8, 15'000, 30'000, 0.8, 15'000, 30'000},
                                           .max_unpreemptable_job_count = 10,
                                           .preemption_satisfaction_threshold = 1,
                                           .aggressive_preemption_satisfaction_threshold = 0.2}));
}

TEST(SnapshotFields, OfMr1MayBeFractionsInItsFairShares) {
  const auto snapshot = read_as<hadoop::Snapshot>(
      R"({"scheduler":"mr1","now":9,"claimants":[{"fair_share":2.5,"min_share_timeout":3}],
      "updates":[{"at":1,"claimants":[{"name":"0","fair_share":1.25}]}]})");
  EXPECT_EQ(snapshot.claimants.at(0).fair_share, 2.5);
  EXPECT_EQ(snapshot.claimants.at(0).min_share_timeout, 3);
  EXPECT_EQ(snapshot.history.at(0).claimants.at(0).fair_share, 1.25);
}

TEST(SnapshotFields, OfYtsaurusAreAllRead) {
  const auto snapshot = read_as<pool_tree::Snapshot>(
      R"({"scheduler":"ytsaurus-2018","now":100,"total":64,
      "max_unpreemptable_running_job_count":3,"preemption_satisfaction_threshold":0.5,
      "aggressive_preemption_satisfaction_threshold":0.25,"pools":[
      {"name":"p","usage_ratio":0.5,"demand_ratio":0.75,"fair_share_ratio":0.625,
      "adjusted_min_share_ratio":0.125,"below_fair_share_since":7,"starving":true,
      "enable_aggressive_starvation":true,"allow_aggressive_starvation_preemption":false},
      {"name":"q","parent":"p","fair_share_ratio":0}],
      "operations":[{"name":"x","pool":"q","usage_ratio":0.5,"fair_share_ratio":0.5,
      "fair_share_starvation_tolerance":0.25,"min_share_preemption_timeout":5,
      "fair_share_preemption_timeout":6,"allow_aggressive_starvation_preemption":false}],
      "jobs":[{"name":"j","operation":"x","start":-4,"usage":9}]})");
  pool_tree::Snapshot expected{.era = pool_tree::Era::v2018,
                               .now = 100,
                               .total = 64,
                               .max_unpreemptable_job_count = 3,
                               .preemption_satisfaction_threshold = 0.5,
                               .aggressive_preemption_satisfaction_threshold = 0.25};
  expected.elements = {{.name = "p",
                        .usage = 0.5,
                        .demand = 0.75,
                        .fair_share = 0.625,
                        .min_share = 0.125,
                        .below_fair_share_since = 7,
                        .is_starving = true,
                        .enables_aggressive_starvation = true,
                        .allows_aggressive_preemption = false},
                       {.name = "q", .parent = 0, .usage = 0.5, .demand = 1},
                       {.name = "x",
                        .parent = 1,
                        .is_operation = true,
                        .usage = 0.5,
                        .demand = 1,
                        .fair_share = 0.5,
                        .settings = {0.25, 5, 6, {}, {}, {}},
                        .allows_aggressive_preemption = false}};
  expected.jobs = {{"j", 2, -4, 9}};
  EXPECT_EQ(snapshot, expected);
}

// What fair shares are computed from, if they are not given.
TEST(SnapshotFields, OfYtsaurusSayWhatAPoolIsEntitledTo) {
  const auto fair_shares = [](const std::string& pool, const std::string& operation) {
    const auto snapshot = read_as<pool_tree::Snapshot>(
        R"({"scheduler":"ytsaurus-2019","now":1,"pools":[{"name":"p")" + pool +
        R"(},{"name":"q"}],"operations":[{"pool":"p")" + operation +
        R"(},{"name":"y","pool":"p"},)"
        R"({"name":"z","pool":"q"}]})");
    std::string text;
    for (const std::size_t element : {0U, 2U, 3U}) {
      text += fmt::format("{:.4g} ", snapshot.elements.at(element).fair_share);
    }
    return text;
  };
  EXPECT_EQ(fair_shares("", ""), "0.5 0.25 0.25 ");
  EXPECT_EQ(fair_shares(R"(,"weight":3)", ""), "0.75 0.375 0.375 ");
  EXPECT_EQ(fair_shares(R"(,"max_share_ratio":0.25)", ""), "0.25 0.125 0.125 ");
  EXPECT_EQ(fair_shares("", R"(,"weight":3)"), "0.5 0.375 0.125 ");
  EXPECT_EQ(fair_shares("", R"(,"best_allocation_ratio":0.125)"), "0.5 0.125 0.375 ");
  EXPECT_EQ(fair_shares(R"(,"mode":"fifo")", R"(,"demand_ratio":0.375)"), "0.5 0.375 0.125 ");
}

TEST(SnapshotFields, AreWholeNumbersUpToWhatTheReleaseHolds) {
  const auto taken = [](const std::string& members) {
    return message("yarn-2.2", R"("total":1,"claimants":[{"name":"a"}],)" + members) == "none";
  };
  const auto task = [&](const std::string& field) {
    return taken(R"("tasks":[{"claimant":"a",)" + field + "}]");
  };
  EXPECT_TRUE(taken(R"("wait_before_kill":2147483647,"check_interval":2147483647)"));
  EXPECT_FALSE(taken(R"("wait_before_kill":2147483648)"));
  EXPECT_FALSE(taken(R"("check_interval":2147483648)"));
  EXPECT_TRUE(taken(R"("check_interval":1)"));
  EXPECT_TRUE(task(R"("priority":-2147483648)"));
  EXPECT_FALSE(task(R"("priority":-2147483649)"));
  EXPECT_TRUE(task(R"("priority":2147483647)"));
  EXPECT_FALSE(task(R"("priority":2147483648)"));
  EXPECT_TRUE(task(R"("start":-9223372036854775808)"));
  EXPECT_FALSE(task(R"("start":9223372036854775808)"));
  const std::string longest = std::to_string(hadoop::time_max);
  EXPECT_TRUE(taken(R"("min_share_timeout":)" + longest));
  EXPECT_FALSE(taken(R"("min_share_timeout":)" + std::to_string(hadoop::time_max + 1)));
  EXPECT_EQ(message("article", R"("claimants":[{"usage":9007199254740992,"fair_share":0}])"),
            "none");
}

TEST(SnapshotFields, SayInASentenceWhatIsWrong) {
  const auto of_mr1 = [](const std::string& members) {
    return message("mr1", R"("total":1,"claimants":[{"name":"a"}],)" + members);
  };
  EXPECT_EQ(message("yarn-3", R"("claimants":[])"),
            R"(the preemption of "yarn-3" is not modelled; known: "article", "mr1", "yarn-2.2", )"
            R"("yarn-2.5", "yarn-2.7", "ytsaurus-2018", "ytsaurus-2019")");
  EXPECT_EQ(message("mr1", R"("total":-1,"claimants":[])"), "-1 is negative");
  EXPECT_EQ(message("mr1", R"("claimants":[{"last_at_min_share":10}])"),
            "10 is after now, which is 9");
  EXPECT_EQ(message("yarn-2.2", R"("total":1,"claimants":[{"min_share":3,"max_share":2}])"),
            "max_share 2 is below min_share 3");
  EXPECT_EQ(of_mr1(R"("tasks":[{"claimant":"b"}])"), R"(there is no claimant named "b")");
  EXPECT_EQ(of_mr1(R"("tasks":[{}])"), "the name is missing");
  EXPECT_EQ(message("mr1", R"("claimants":[{"name":"a"},{"name":"a"}])"),
            "duplicate name: an earlier entry has it");
  EXPECT_EQ(message("mr1", R"("total":9,"claimants":[{"name":"a","usage":1}],
                "tasks":[{"claimant":"a"},{"claimant":"a"}])"),
            "its tasks hold 2, more than its usage 1");
  EXPECT_EQ(message("yarn-2.2", R"("total":9,"claimants":[{"name":"a"}],
                "tasks":[{"claimant":"a","size":2147483647},{"claimant":"a"}])"),
            "its tasks hold 2147483648, more than the release can hold");
  EXPECT_EQ(message("mr1", R"("claimants":[{}])"),
            "without a total, its fair share cannot be computed");
  EXPECT_EQ(message("mr1", R"("total":1,"claimants":[{"fair_share":1},{}])"),
            "other claimants have a fair share: give it for all or for none");
  EXPECT_EQ(message("yarn-2.7", R"("claimants":[])"),
            "the total is missing; without it, the utilization of the cluster is unknown");
  EXPECT_EQ(message("yarn-2.7", R"("total":1,"claimants":[{"name":"a","apps":[{},{}]}],
                "tasks":[{"claimant":"a"}])"),
            "its claimant has applications: name the one that it belongs to");
  EXPECT_EQ(message("yarn-2.7", R"("total":1,"claimants":[{"name":"a","apps":[{}]}],
                "tasks":[{"claimant":"a","app":"x"}])"),
            R"(there is no application of its claimant named "x")");
  EXPECT_EQ(message("ytsaurus-2019", R"("pools":[{"name":"a","fair_share_ratio":1},{"name":"b"}])"),
            R"(others have a fair_share_ratio, but "b" does not)");
  EXPECT_EQ(message("ytsaurus-2019", R"("pools":[{"name":"a","parent":"b"}])"),
            R"(there is no earlier pool named "b")");
}

TEST(SnapshotFields, SayInASentenceWhatIsMissing) {
  EXPECT_EQ(message_of("[]"), "a snapshot, an object, is expected here, not a list");
  EXPECT_EQ(message_of("{}"),
            "the scheduler is missing: add \"scheduler\", or pass --scheduler NAME");
  EXPECT_EQ(message_of(R"({"scheduler":7})"), "a string is expected here, not a number");
  EXPECT_EQ(message_of(R"({"scheduler":"mr1"})"), "the time of the snapshot is missing");
  EXPECT_EQ(message("mr1", R"("total":1)"), "the claimants are missing");
  EXPECT_EQ(message("yarn-2.7", R"("vcores_used":1)"),
            "give vcores_used and vcores_total together");
  EXPECT_EQ(message("mr1", R"("claimants":[],"updates":[{}])"),
            "the time of the update is missing");
  EXPECT_EQ(message("ytsaurus-2019", R"("updates":[{}])"), "the time of the update is missing");
}

TEST(SnapshotFields, SayInASentenceWhatContradictsAnother) {
  const auto of_queues = [](const std::string& members) {
    return message("yarn-2.7",
                   R"("total":1,"claimants":[{"name":"a"},{"name":"b","parent":"a"}],)" + members);
  };
  EXPECT_EQ(of_queues(R"("tasks":[{"claimant":"a"}])"),
            "its claimant has children, so it cannot have tasks");
  EXPECT_EQ(of_queues(R"("updates":[{"at":1,"claimants":[{"name":"a"}]}])"),
            "a claimant with children has no clocks");
  EXPECT_EQ(of_queues(R"("updates":[{"at":1,"claimants":[{"name":"c"}]}])"),
            R"(there is no claimant named "c")");
  EXPECT_EQ(message("yarn-2.7", R"("claimants":[{"name":"a","parent":"b"}])"),
            R"(there is no earlier claimant named "b")");
  EXPECT_EQ(message("yarn-2.2", R"("claimants":[],"check_interval":0)"),
            "the interval between two checks must be positive");
  EXPECT_EQ(message("yarn-2.7", R"("total":1,"claimants":[{"usage":2147483647},{"usage":1}])"),
            "the sum of all usage exceeds what the release can hold");
  const auto of_pools = [](const std::string& members) {
    return message("ytsaurus-2019", R"("pools":[{"name":"p"}],)" + members);
  };
  EXPECT_EQ(of_pools(R"("total":0)"), "the total must be positive: ratios are fractions of it");
  EXPECT_EQ(of_pools(R"("operations":[{"name":"x"},{"pool":"x"}])"),
            "its parent is an operation, not a pool");
  EXPECT_EQ(of_pools(R"("jobs":[{"operation":"p"}])"), "this is a pool, and pools have no jobs");
  EXPECT_EQ(of_pools(R"("jobs":[{"operation":"x"}])"), R"(there is no operation named "x")");
  EXPECT_EQ(of_pools(R"("operations":[{"pool":"p","usage_ratio":1e308},{"pool":"p",
                "usage_ratio":1e308}])"),
            "the sum of usage or demand exceeds the largest double");
  EXPECT_EQ(of_pools(R"("updates":[{"at":1,"operations":[{"name":"p"}]}])"),
            R"(pools are observed in "pools", operations in "operations")");
  EXPECT_EQ(of_pools(R"("updates":[{"at":1,"pools":[{"name":"x"}]}])"),
            R"(there is no pool or operation named "x")");
  for (const char* scheduler : {"mr1", "ytsaurus-2019"}) {
    const std::string claimants = scheduler[0] == 'm' ? R"("claimants":[],)" : "";
    EXPECT_EQ(message(scheduler, claimants + R"("updates":[{"at":5},{"at":4}])"),
              "it is earlier than the previous update");
  }
}

// Of "it has no field ...; its fields: ...", the first half.
std::string without_list(const std::string& message) {
  return message.substr(0, message.find("; its fields: "));
}

TEST(SnapshotFields, SayWhatHasNoFieldOfThatName) {
  const auto of_queues = [](const std::string& members) {
    return without_list(message("yarn-2.7", R"("total":1,"claimants":[{"name":"a")" + members));
  };
  EXPECT_EQ(of_queues(R"(}],"x":1)"), R"(a snapshot of yarn-2.7 has no field "x")");
  EXPECT_EQ(of_queues(R"(,"x":1}])"), R"(a claimant of yarn-2.7 has no field "x")");
  EXPECT_EQ(of_queues(R"(,"apps":[{"x":1}]}])"), R"(an application has no field "x")");
  EXPECT_EQ(of_queues(R"(}],"tasks":[{"claimant":"a","x":1}])"),
            R"(a task of yarn-2.7 has no field "x")");
  EXPECT_EQ(of_queues(R"(}],"updates":[{"at":1,"x":1}])"), R"(an update has no field "x")");
  EXPECT_EQ(of_queues(R"(}],"updates":[{"at":1,"claimants":[{"name":"a","x":1}]}])"),
            R"(a claimant of an update has no field "x")");
  const auto of_pools = [](const std::string& members) {
    return without_list(message("ytsaurus-2019", R"("operations":[{"name":"o")" + members));
  };
  EXPECT_EQ(of_pools(R"(}],"x":1)"), R"(a snapshot of ytsaurus-2019 has no field "x")");
  EXPECT_EQ(message("ytsaurus-2018", R"("x":1)"),
            R"(a snapshot of ytsaurus-2018 has no field "x")");
  EXPECT_EQ(of_pools(R"(,"x":1}])"), R"(an operation has no field "x")");
  EXPECT_EQ(of_pools(R"(}],"pools":[{"x":1}])"), R"(a pool has no field "x")");
  EXPECT_EQ(of_pools(R"(}],"jobs":[{"operation":"o","x":1}])"), R"(a job has no field "x")");
  EXPECT_EQ(of_pools(R"(}],"updates":[{"at":1,"x":1}])"), R"(an update has no field "x")");
  EXPECT_EQ(of_pools(R"(}],"updates":[{"at":1,"operations":[{"name":"o","x":1}]}])"),
            R"(what is observed has no field "x")");
  EXPECT_EQ(
      message("ytsaurus-2019", R"("operations":[{"name":"o"}],"jobs":[{"operation":"o","x":1}])"),
      R"(a job has no field "x"; its fields: name, operation, start, usage)");
}

TEST(SnapshotFields, MayBeAnIdASchedulerACategoryAndAComment) {
  const std::string others = R"("id":1,"category":"c","comment":"d")";
  EXPECT_EQ(message("mr1", R"("claimants":[],)" + others), "none");
  EXPECT_EQ(message("ytsaurus-2019", others), "none");
}

// If a queue names no applications, a task names none either: it belongs to the only, unnamed one.
TEST(SnapshotFields, OfAQueueWithoutApplicationsNeedNoneOfATask) {
  EXPECT_EQ(
      message("yarn-2.7", R"("total":1,"claimants":[{"name":"a"}],"tasks":[{"claimant":"a"}])"),
      "none");
  EXPECT_EQ(message("yarn-2.7", R"("total":1,"claimants":[{"name":"a","apps":[{"name":"x"}]}],
                "tasks":[{"claimant":"a"}])"),
            "its claimant has applications: name the one that it belongs to");
}

TEST(SnapshotFields, OfAJobThatAreAbsentAreNothing) {
  const auto snapshot = read_as<pool_tree::Snapshot>(
      R"({"scheduler":"ytsaurus-2019","now":1,"operations":[{"name":"x"},{"name":"y"}],
      "jobs":[{"operation":"y"}]})");
  EXPECT_EQ(snapshot.jobs, (std::vector<pool_tree::Job>{{"0", 1, 0, 0}}));
}

// The total is 8: x's jobs hold 3, y says that it uses half, and q says that it uses less than y.
TEST(SnapshotFields, OfYtsaurusThatAreAbsentAreWhatAllBelowUseAndWant) {
  const auto elements = read_as<pool_tree::Snapshot>(
                            R"({"scheduler":"ytsaurus-2018","now":1,"total":8,"pools":[{"name":"p"},
      {"name":"q","parent":"p","usage_ratio":0.25},{"name":"r","parent":"p"}],"operations":[
      {"name":"x","pool":"r","demand_ratio":0.5},{"name":"y","pool":"q","usage_ratio":0.5},
      {"name":"z","pool":"r","demand_ratio":0.125}],"jobs":[{"operation":"x","usage":1},
      {"operation":"y","usage":8},{"name":"2","operation":"x","usage":2}]})")
                            .elements;
  const auto used = [&](std::size_t i) { return elements.at(i).usage; };
  const auto wanted = [&](std::size_t i) { return elements.at(i).demand; };
  EXPECT_EQ(used(3), 0.375);
  EXPECT_EQ(used(4), 0.5) << "as it says";
  EXPECT_EQ(used(2), 0.375);
  EXPECT_EQ(used(1), 0.25) << "as it says";
  EXPECT_EQ(used(0), 0.625) << "0.25 of q, 0.375 of r";
  EXPECT_EQ(wanted(2), 0.625) << "0.5 of x, 0.125 of z";
  EXPECT_EQ(wanted(0), 1.625);
}

TEST(SnapshotFields, AreNamedWhereTheSecondIsWrong) {
  const auto place_of = [](const std::string& text) {
    const auto error = std::get<formats::RecordError>(read(text)).error;
    return error.code + " " + error.claimant + " " + error.field;
  };
  EXPECT_EQ(place_of(R"({"scheduler":"mr1","now":9,"total":9,"claimants":[
      {"name":"a","usage":2},{"name":"b","usage":1}],"tasks":[{"claimant":"a"},{"claimant":"b"},
      {"claimant":"b"}]})"),
            "FS017 b claimants[1].usage");
  EXPECT_EQ(place_of(R"({"scheduler":"mr1","now":9,"total":9,"claimants":[{"name":"a"}],
      "tasks":[{"claimant":"a"},{"name":"t","claimant":"a","start":0.5}]})"),
            "FS008 t tasks[1].start");
  EXPECT_EQ(place_of(R"({"scheduler":"ytsaurus-2018","now":9,"pools":[{"name":"p"},
      {"name":"q","below_fair_share_since":10}]})"),
            "FS017 q pools[1].below_fair_share_since");
}

// The mistake that is read first is reported: settings, claimants, fair shares, tasks, their sums,
// updates, and last what has no field.
TEST(SnapshotFields, SayTheFirstOfSeveralMistakes) {
  const std::string no_share = R"("claimants":[{}])";
  const std::string no_total = "without a total, its fair share cannot be computed";
  EXPECT_EQ(message("mr1", R"("x":1,"fair_share_timeout":-2,)" + no_share), "-2 is negative");
  EXPECT_EQ(message("mr1", R"("x":1,"tasks":[{}],"updates":[{}],)" + no_share), no_total);
  const std::string shared = R"("x":1,"total":1,"claimants":[{"name":"a","usage":0}],)";
  EXPECT_EQ(message("mr1", shared + R"("tasks":[{}],"updates":[{}])"), "the name is missing");
  EXPECT_EQ(message("mr1", shared + R"("tasks":[{"claimant":"a"}],"updates":[{}])"),
            "its tasks hold 1, more than its usage 0");
  EXPECT_EQ(message("mr1", shared + R"("updates":[{}])"), "the time of the update is missing");
  EXPECT_EQ(message("yarn-2.2", R"("claimants":[{"min_share":2,"max_share":1,"demand":-1}])"),
            "max_share 1 is below min_share 2");
  EXPECT_EQ(message("ytsaurus-2019", R"("x":1,"updates":[{}],"pools":[{"usage_ratio":-3}])"),
            "-3 is negative");
  EXPECT_EQ(message("ytsaurus-2019", R"("x":1,"updates":[{"at":10}])"),
            "10 is after now, which is 9");
}

TEST(SnapshotFields, OfAnEmptyIdLeaveTheSchedulerAloneAsTheTitle) {
  const auto title_of = [](const std::string& id) {
    const auto snapshot = std::get<Snapshot>(
        read(R"({"id":)" + id + R"(,"scheduler":"mr1","now":1,"claimants":[]})"));
    const std::string text = preemption_text(snapshot);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(title_of(R"("")"), "mr1 at 1");
  EXPECT_EQ(title_of(R"("s")"), "s: mr1 at 1");
  EXPECT_EQ(title_of("7"), "7: mr1 at 1");
}

// Each claimant is reported with its own numbers; the reason is the larger of its two claims.
TEST(SnapshotAnswers, NameEachOfSeveralThatAreStarved) {
  const auto snapshot = std::get<Snapshot>(
      read(R"({"scheduler":"article","now":5,"claimants":[{"name":"a","usage":1,"demand":9,
      "min_share":3,"fair_share":6},{"name":"b","demand":4,"min_share":3,"fair_share":2}]})"));
  EXPECT_EQ(preemption_json(snapshot),
            R"({"starved":[{"claimant":"a","reason":"fair_share","reclaim":5,)"
            R"("due_to_min_share":2,"due_to_fair_share":5},{"claimant":"b",)"
            R"("reason":"min_share","reclaim":3,"due_to_min_share":3,"due_to_fair_share":2}],)"
            R"("reclaim":8,"victims":[],"below_fair_share":[]})");
  EXPECT_EQ(preemption_text(snapshot),
            "article at 5\n"
            "  a is starved of its fair share and reclaims 5: it uses 1 and wants 9; min share 3, "
            "fair share 6\n"
            "  b is starved of its min share and reclaims 3: it uses 0 and wants 4; min share 3, "
            "fair share 2\n"
            "  8 to be reclaimed in total\n");
}

TEST(SnapshotAnswers, OfYtsaurusTellOfEachWhetherItStarvesAndSinceWhen) {
  const auto snapshot = std::get<Snapshot>(
      read(R"({"scheduler":"ytsaurus-2018","now":7,"pools":[{"name":"p","usage_ratio":0.75,
      "fair_share_ratio":0.5,"fair_share_starvation_tolerance":0.25,"starving":true,
      "min_share_preemption_timeout":20000,"fair_share_preemption_timeout":40000},
      {"name":"q","fair_share_ratio":0.25,"starving":true,"below_fair_share_since":3}]})"));
  EXPECT_EQ(preemption_json(snapshot),
            R"({"starved":[{"claimant":"q","reason":"below_fair_share","reclaim":0.25}],)"
            R"("reclaim":0.25,"victims":[],"below_fair_share":[],"claimants":[{"claimant":"p",)"
            R"("status":"normal","starving":false,"below_fair_share_since":null,)"
            R"("satisfaction_ratio":1.5,"tolerance":0.25,"min_share_preemption_timeout":20000,)"
            R"("fair_share_preemption_timeout":40000,"fair_share_ratio":0.5,"usage_ratio":0.75},)"
            R"({"claimant":"q","status":"below_fair_share","starving":true,)"
            R"("below_fair_share_since":3,"satisfaction_ratio":0,"tolerance":0.8,)"
            R"("min_share_preemption_timeout":15000,"fair_share_preemption_timeout":30000,)"
            R"("fair_share_ratio":0.25,"usage_ratio":0}],"tasks":[]})");
}

// A pool reports the least ratio below it, which decides what is served first.
TEST(SnapshotAnswers, OfYtsaurusTellTheSatisfactionOfThoseBelowToo) {
  const std::string json = preemption_json(std::get<Snapshot>(
      read(R"({"scheduler":"ytsaurus-2019","now":7,"pools":[{"name":"p","usage_ratio":0.5,
      "fair_share_ratio":0.5}],"operations":[{"name":"x","pool":"p","usage_ratio":0.125,
      "fair_share_ratio":0.25}]})")));
  EXPECT_NE(json.find(R"({"claimant":"p","status":"normal","starving":false,)"
                      R"("below_fair_share_since":null,"satisfaction_ratio":0.5,)"),
            std::string::npos)
      << json;
}

// Both clocks start at 3; a has half of its fair share, down to a whole task, with none.
TEST(SnapshotAnswers, TellTheLastClocksOfAllAndTheEventsInTheirOrder) {
  const std::string json = preemption_json(std::get<Snapshot>(
      read(R"({"scheduler":"mr1","now":9,"claimants":[{"name":"a","min_share":1,"fair_share":1},
      {"name":"b","min_share":2,"fair_share":4}],"updates":[
      {"at":3,"claimants":[{"name":"a"},{"name":"b"}]},{"at":5,"claimants":[{"name":"b"}]}]})")));
  EXPECT_TRUE(json.ends_with(
      R"("clocks":[{"claimant":"a","since_min_share":6,"since_fair_share":0},)"
      R"({"claimant":"b","since_min_share":6,"since_fair_share":6}],)"
      R"("events":[{"at":3,"claimant":"a","since_min_share":0,"since_fair_share":0},)"
      R"({"at":3,"claimant":"b","since_min_share":0,"since_fair_share":0},)"
      R"({"at":5,"claimant":"b","since_min_share":2,"since_fair_share":2},)"
      R"({"at":9,"claimant":"a","since_min_share":6,"since_fair_share":0},)"
      R"({"at":9,"claimant":"b","since_min_share":6,"since_fair_share":6}]})"))
      << json;
}

// In q only a queue two levels below may be active.
TEST(SnapshotFields, OfAQueueFarBelowSayWhetherThoseAboveAreActive) {
  const auto fair_shares = [](const std::string& active) {
    const auto snapshot = read_as<hadoop::Snapshot>(
        R"({"scheduler":"yarn-2.7","now":1,"total":12,"claimants":[{"name":"p"},{"name":"q"},
        {"name":"r","parent":"q"},{"name":"s","parent":"r","active":)" +
        active + R"(},{"name":"t","parent":"r","active":false}]})");
    std::vector<double> shares;
    for (const auto& claimant : snapshot.claimants) shares.push_back(claimant.fair_share);
    return shares;
  };
  EXPECT_EQ(fair_shares("true"), (std::vector<double>{6, 6, 6, 6, 0}));
  EXPECT_EQ(fair_shares("false"), (std::vector<double>{12, 0, 0, 0, 0}));
}

TEST(SnapshotFields, AreAbridgedWhereTheyAreLong) {
  const std::string name(61, 'n');
  const std::string shown = '"' + std::string(57, 'n') + "...\"";
  EXPECT_EQ(message("mr1", R"("total":1,"claimants":[{}],"tasks":[{"claimant":")" + name + "\"}]"),
            "there is no claimant named " + shown);
  EXPECT_TRUE(message(name, R"("claimants":[])")
                  .starts_with("the preemption of " + shown + " is not modelled; known: "));
  EXPECT_EQ(
      message("ytsaurus-2019", R"("pools":[{"fair_share_ratio":1},{"name":")" + name + "\"}]"),
      "others have a fair_share_ratio, but " + shown + " does not");
  EXPECT_EQ(message("mr1", R"("total":-)" + std::string(61, '7') + R"(,"claimants":[])"),
            "~-7.7777777777777778e+60 is negative");
}

}  // namespace
}  // namespace fairshare::preemption

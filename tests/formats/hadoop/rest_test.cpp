#include "formats/hadoop/rest.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace fairshare::formats {
namespace {

RestReading read(std::string_view text, const RestWanted& wanted = {}) {
  return read_yarn_rest({"rest.json", std::string(text)}, wanted);
}

std::string response(const std::string& root) {
  return R"({"scheduler":{"schedulerInfo":{"type":"fairScheduler","rootQueue":)" + root + "}}}";
}

// A queue whose fair share is `memory` MB; `more` are further fields, each with a comma before it.
std::string queue(const std::string& name, const std::string& memory,
                  const std::string& more = "") {
  return R"({"queueName":")" + name + R"(","schedulingPolicy":"fair","fairResources":{"memory":)" +
         memory + R"(,"vCores":0})" + more + "}";
}

std::string leaf(const std::string& name, const std::string& memory,
                 const std::string& apps = "1") {
  return queue(name, memory, R"(,"type":"fairSchedulerLeafQueueInfo","numActiveApps":)" + apps);
}

std::string children(const std::string& list) {
  return R"(,"childQueues":)" + list;
}

// "code queue field" of each error.
std::vector<std::string> errors(const RestReading& reading) {
  std::vector<std::string> result;
  for (const InputError& error : reading.errors) {
    EXPECT_EQ(error.file, "rest.json");
    EXPECT_FALSE(error.message.empty());
    result.push_back(error.code + " " + error.claimant + " " + error.field);
  }
  return result;
}
using Errors = std::vector<std::string>;

// Each error as it is reported.
std::vector<std::string> told(const RestReading& reading) {
  std::vector<std::string> result;
  for (const InputError& error : reading.errors) result.push_back(describe(error));
  return result;
}

std::vector<std::string> names(const RestReading& reading) {
  std::vector<std::string> result;
  for (const ReportedQueue& reported : reading.queues) result.push_back(reported.name);
  return result;
}
using Names = std::vector<std::string>;

TEST(YarnRest, ReadsTheShapeOfRelease3) {
  const auto reading = read(response(queue(
      "root", "100",
      children(R"({"queue":[)" +
               queue("root.a", "70", children(R"({"queue":[)" + leaf("root.a.x", "70") + "]}")) +
               "," + leaf("root.b", "30", "0") + "]}"))));
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(names(reading), (Names{"root", "root.a", "root.a.x", "root.b"}));
  EXPECT_EQ(reading.queues[0].children, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(reading.queues[2].parent, 1U);
  EXPECT_EQ(find_amount(*reading.queues[1].fair, "memory")->amount, 70);
  EXPECT_EQ(find_amount(*reading.queues[1].fair, "memory")->text, "70");
  EXPECT_EQ(reading.queues[3].policy, "fair");
}

TEST(YarnRest, ReadsEveryShapeOfChildQueues) {
  const std::string one = leaf("root.a", "100");
  const std::string pair = "[" + leaf("root.a", "50") + "," + leaf("root.b", "50") + "]";
  for (const auto& [list, count] :
       std::vector<std::pair<std::string, std::size_t>>{{R"({"queue":)" + pair + "}", 2},
                                                        {R"({"queue":)" + one + "}", 1},
                                                        {pair, 2},
                                                        {"[" + one + "]", 1},
                                                        {one, 1},
                                                        {"[]", 0},
                                                        {"{}", 0},
                                                        {R"({"queue":[]})", 0},
                                                        {R"({"queue":null})", 0}}) {
    const auto reading = read(response(queue("root", "100", children(list))));
    EXPECT_EQ(errors(reading), Errors{}) << list;
    EXPECT_EQ(reading.queues.at(0).children.size(), count) << list;
  }
}

TEST(YarnRest, ReadsResourceTypesThatAreOnlyListed) {
  const std::string resource =
      R"({"memory":4,"vCores":2,"resourceInformations":{"resourceInformation":[)"
      R"({"name":"memory-mb","value":4,"units":"Mi"},{"name":"yarn.io/gpu","value":3},{"name":"vcores","value":2}]}})";
  const auto reading =
      read(response(R"({"queueName":"root","numActiveApps":1,"fairResources":)" + resource + "}"));
  EXPECT_EQ(errors(reading), Errors{});
  std::vector<std::string> resources;
  for (const auto& amount : *reading.queues[0].fair) resources.push_back(amount.resource);
  EXPECT_EQ(resources, (Names{"memory", "vcores", "yarn.io/gpu"}));
  EXPECT_EQ(find_amount(*reading.queues[0].fair, "yarn.io/gpu")->amount, 3);
}

TEST(YarnRest, NamesAResourceThatIsReportedTwice) {
  const auto with_list = [](const std::string& list) {
    return response(
        R"({"queueName":"root","numActiveApps":1,"fairResources":{"memory":4,"vCores":2,)"
        R"("resourceInformations":{"resourceInformation":)" +
        list + "}}}");
  };
  EXPECT_EQ(errors(read(with_list(R"([{"name":"memory-mb","value":5}])"))),
            Errors{"FS004 root fairResources.resourceInformations[memory-mb]"});
  EXPECT_EQ(errors(read(with_list(R"([{"name":"g","value":5},{"name":"g","value":5}])"))),
            Errors{"FS004 root fairResources.resourceInformations"});
  EXPECT_EQ(errors(read(with_list(R"({"name":"g","value":5})"))), Errors{});
  EXPECT_EQ(errors(read(with_list(R"([{"value":5}])"))),
            Errors{"FS002 root fairResources.resourceInformations"});
}

TEST(YarnRest, NamesAllThatIsWrongWithAnAmount) {
  EXPECT_EQ(errors(read(response(
                R"({"queueName":"root","numActiveApps":1,"fairResources":{"memory":"x",)"
                R"("resourceInformations":{"resourceInformation":[{"name":""},{"name":7},)"
                R"({"name":"gpu"},{"name":"fpga","value":1},{"name":"fpga","value":2}]}}})"))),
            (Errors{"FS002 root fairResources.memory", "FS002 root fairResources.vCores",
                    "FS002 root fairResources.resourceInformations",
                    "FS002 root fairResources.resourceInformations",
                    "FS002 root fairResources.resourceInformations[gpu]",
                    "FS004 root fairResources.resourceInformations"}));
  EXPECT_EQ(
      errors(read(response(R"({"queueName":"root","numActiveApps":1,"fairResources":{"memory":1,)"
                           R"("vCores":1,"resourceInformations":{}}})"))),
      Errors{});
}

TEST(YarnRest, HasNoAmountsWhereOneOfThemIsWrong) {
  const auto has_amounts = [](const std::string& amounts) {
    const auto reading = read(
        response(R"({"queueName":"root","numActiveApps":1,"fairResources":{)" + amounts + "}}"));
    EXPECT_EQ(reading.queues.at(0).fair.has_value(), reading.errors.empty()) << amounts;
    return reading.queues[0].fair.has_value();
  };
  const auto listed = [](const std::string& items) {
    return R"("memory":1,"vCores":1,"resourceInformations":{"resourceInformation":[)" + items +
           "]}";
  };
  EXPECT_TRUE(has_amounts(R"("memory":1,"vCores":1)"));
  EXPECT_FALSE(has_amounts(R"("memory":-1,"vCores":1)"));
  EXPECT_FALSE(has_amounts(R"("memory":1,"vCores":-1)"));
  const std::string good = R"({"name":"gpu","value":1})";
  EXPECT_TRUE(has_amounts(listed(good)));
  for (const char* const bad : {R"({"name":"fpga","value":-1})", R"({"name":"fpga"})",
                                R"({"value":1})", R"({"name":"memory-mb","value":2})"}) {
    EXPECT_FALSE(has_amounts(listed(bad)));
    EXPECT_FALSE(has_amounts(listed(good + "," + bad)));
    EXPECT_FALSE(has_amounts(listed(bad + ("," + good))));
  }
  EXPECT_FALSE(has_amounts(listed(good + "," + good + R"(,{"name":"fpga","value":1})")));
}

TEST(YarnRest, TellsALeafByItsTypeOrByTheNumberOfItsApplications) {
  struct Row {
    std::string fields;
    Activity activity;  // without a share
    bool hides_children;
    Errors errors = {};
  };
  const std::string type = R"(,"type":"fairSchedulerLeafQueueInfo")";
  const std::string none = R"(,"numActiveApps":0)";
  const std::string pending = R"(,"numPendingApps":1)";
  for (const auto& [fields, activity, hides_children, expected] : std::vector<Row>{
           {none, Activity::inactive, false},
           {none + pending, Activity::waiting, false},
           {none + R"(,"numPendingApps":0)", Activity::inactive, false},
           {R"(,"numActiveApps":1)", Activity::active, false},
           {type + none, Activity::inactive, false},
           {type + none + pending, Activity::waiting, false},
           {type + R"(,"numActiveApps":1)", Activity::active, false},
           {type,
            Activity::unknown,
            false,
            {"rest.json: claimant root.a, numActiveApps: the field is missing; without it, whether "
             "this leaf is active is unknown"}},
           {"", Activity::waiting, true},
           {pending, Activity::waiting, true},
           {R"(,"type":"fairSchedulerQueueInfo")", Activity::waiting, true},
           {children("[]"), Activity::inactive, true}}) {
    const auto reading =
        read(response(queue("root", "1", children("[" + queue("root.a", "0", fields) + "]"))));
    EXPECT_EQ(told(reading), expected) << fields;
    EXPECT_EQ(reading.queues.at(1).activity, activity) << fields;
    EXPECT_EQ(reading.queues[1].hides_children, hides_children) << fields;
    EXPECT_FALSE(reading.queues[0].hides_children) << fields;
  }
  const auto steady = read(
      response(R"({"queueName":"root","steadyFairResources":{"memory":7,"vCores":1})" + type + "}"),
      {.steady = true});
  EXPECT_EQ(told(steady), Errors{});
  EXPECT_FALSE(steady.queues.at(0).hides_children);
}

TEST(YarnRest, FindsAParentActiveWhereALeafBelowItIs) {
  const auto below = [](const std::string& apps) {
    const auto reading = read(response(queue(
        "root", "1",
        children("[" + queue("root.a", "1", children("[" + leaf("root.a.x", "1", apps) + "]")) +
                 "]"))));
    EXPECT_EQ(errors(reading), Errors{});
    EXPECT_EQ(reading.queues[0].activity, reading.queues[2].activity);
    return reading.queues[1].activity;
  };
  EXPECT_EQ(below("3"), Activity::active);
  EXPECT_EQ(below("0"), Activity::inactive);
}

TEST(YarnRest, DoesNotKnowWhetherALeafIsActiveThatDoesNotSay) {
  const std::string text = response(
      queue("root", "1",
            children("[" + queue("root.a", "1", R"(,"type":"fairSchedulerLeafQueueInfo")") + "]")));
  const auto reading = read(text);
  EXPECT_EQ(errors(reading), Errors{"FS002 root.a numActiveApps"});
  EXPECT_EQ(reading.queues[1].activity, Activity::unknown);
  EXPECT_EQ(reading.queues[0].activity, Activity::unknown);
}

// A leaf without running applications, but with one that waits for its first container.
std::string waiting(const std::string& name, const std::string& memory) {
  return queue(name, memory,
               R"(,"type":"fairSchedulerLeafQueueInfo","numActiveApps":0,"numPendingApps":1)");
}

TEST(YarnRest, FindsAQueueActiveThatHasAShareWhileItsApplicationsWait) {
  const auto reading =
      read(response(queue("root", "1", children("[" + waiting("root.a", "1") + "]"))));
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(reading.queues[1].activity, Activity::active);
  EXPECT_EQ(reading.queues[0].activity, Activity::active);
}

TEST(YarnRest, LeavesOpenWhetherAQueueIsActiveWhoseApplicationsWaitWithoutAShare) {
  const auto reading = read(response(
      queue("root", "1",
            children("[" + queue("root.a", "0", children("[" + waiting("root.a.x", "0") + "]")) +
                     "," + leaf("root.b", "0", "0") + "]"))));
  EXPECT_EQ(reading.queues[2].activity, Activity::waiting);
  EXPECT_EQ(reading.queues[1].activity, Activity::waiting);
  EXPECT_EQ(reading.queues[3].activity, Activity::inactive);
}

TEST(YarnRest, FindsAParentActiveThatHasAShareWhileAllBelowItWaits) {
  const auto reading = read(response(queue(
      "root", "1",
      children("[" + queue("root.a", "1", children("[" + waiting("root.a.x", "0") + "]")) + "]"))));
  EXPECT_EQ(reading.queues[1].activity, Activity::active);
  EXPECT_EQ(reading.queues[2].activity, Activity::waiting);
}

TEST(YarnRest, TellsTheActivityOfAParentFromThoseOfAllBelowItInAnyOrder) {
  const std::string active = leaf("root.a", "0");
  const std::string inactive = leaf("root.i", "0", "0");
  const std::string waits = waiting("root.w", "0");
  const std::string unknown = leaf("root.u", "0", "\"many\"");
  const std::string missing = leaf("other", "0", "0");
  const auto with_share = [](const std::string& share, const std::string& first,
                             const std::string& second) {
    const auto reading =
        read(response(queue("root", share, children("[" + first + "," + second + "]"))));
    return reading.queues.at(0).activity;
  };
  for (const auto& [one, other, expected] :
       std::vector<std::tuple<std::string, std::string, Activity>>{
           {active, waits, Activity::active},
           {active, inactive, Activity::active},
           {active, unknown, Activity::active},
           {active, missing, Activity::active},
           {waits, inactive, Activity::waiting},
           {waits, unknown, Activity::unknown},
           {waits, missing, Activity::unknown},
           {inactive, unknown, Activity::unknown},
           {inactive, missing, Activity::unknown},
           {inactive, leaf("root.j", "0", "0"), Activity::inactive}}) {
    EXPECT_EQ(with_share("0", one, other), expected) << one << other;
    EXPECT_EQ(with_share("0", other, one), expected) << other << one;
    const Activity shared = expected == Activity::waiting ? Activity::active : expected;
    EXPECT_EQ(with_share("1", one, other), shared) << one << other;
  }
}

TEST(YarnRest, LeavesOpenWhetherAParentIsActiveWhoseQueuesAreNotShown) {
  const auto reading = read(response(queue(
      "root", "1", children("[" + queue("root.plan", "1") + "," + queue("root.p", "0") + "]"))));
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(reading.queues[1].activity, Activity::active);
  EXPECT_EQ(reading.queues[2].activity, Activity::waiting);
}

TEST(YarnRest, ReadsAPartOfAResponseAndSaysSo) {
  const std::string root = queue("root", "1", children("[" + leaf("root.a", "1") + "]"));
  const auto whole = read(response(root));
  EXPECT_TRUE(whole.warnings.empty());
  for (const auto& [text, word] : std::vector<std::pair<std::string, std::string>>{
           {root, "a queue"},
           {R"({"rootQueue":)" + root + "}", "a rootQueue"},
           {R"({"type":"fairScheduler","rootQueue":)" + root + "}", "a rootQueue"},
           {R"({"schedulerInfo":{"type":"fairScheduler","rootQueue":)" + root + "}}",
            "a schedulerInfo"}}) {
    const auto reading = read(text);
    EXPECT_EQ(errors(reading), Errors{}) << text;
    EXPECT_EQ(names(reading), names(whole));
    ASSERT_EQ(reading.warnings.size(), 1U);
    EXPECT_NE(reading.warnings[0].find(word + " without"), std::string::npos);
  }
  EXPECT_EQ(errors(read(R"({"schedulerInfo":{"type":"capacityScheduler","rootQueue":{}}})")),
            Errors{"FS014  schedulerInfo.type"});
}

TEST(YarnRest, TakesForAPartOnlyWhatIsOutermost) {
  const std::string fields = queue("root", "1", R"(,"numActiveApps":1)").substr(1);  // without "{"
  const std::string root = "{" + fields;
  const std::string other = R"(schedulerInfo.type: the scheduler is "capacityScheduler"; only )"
                            "fairScheduler is supported";
  for (const auto& [text, part, error] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {R"({"type":"fairSchedulerLeafQueueInfo",)" + fields, "a queue", ""},
           {R"({"schedulerInfo":{"rootQueue":)" + root + "}}", "a schedulerInfo", ""},
           {R"({"scheduler":7,)" + fields, "", "scheduler: the field is not an object"},
           {R"({"scheduler":7,"rootQueue":)" + root + "}", "",
            "scheduler: the field is not an object"},
           {R"({"scheduler":)" + root + "}", "", "schedulerInfo: the field is missing"},
           {R"({"scheduler":{"rootQueue":)" + root + "}}", "",
            "schedulerInfo: the field is missing"},
           {R"({"scheduler":{"schedulerInfo":)" + root + "}}", "",
            "rootQueue: the field is missing"},
           {R"({"scheduler":{"schedulerInfo":{"type":"fairSchedulerLeafQueueInfo",)" + fields +
                "}}",
            "", "rootQueue: the field is missing"},
           {R"({"schedulerInfo":)" + root + "}", "", "rootQueue: the field is missing"},
           {R"({"schedulerInfo":7})", "", "schedulerInfo: the field is not an object"},
           {R"({"schedulerInfo":7,"rootQueue":)" + root + "}", "",
            "schedulerInfo: the field is not an object"},
           {R"({"rootQueue":7})", "", "rootQueue: the field is not an object"},
           {R"({"type":"capacityScheduler"})", "", "scheduler: the field is missing"},
           {R"({"type":"capacityScheduler","rootQueue":)" + root + "}", "", other},
           {R"({"scheduler":{"schedulerInfo":{"type":"capacityScheduler"}}})", "", other},
           {R"({"scheduler":{"schedulerInfo":{"type":"capacityScheduler","queueName":"root"}}})",
            "", other}}) {
    const auto reading = read(text);
    EXPECT_EQ(told(reading), error.empty() ? Errors{} : Errors{"rest.json: " + error}) << text;
    EXPECT_EQ(names(reading), error.empty() ? Names{"root"} : Names{}) << text;
    EXPECT_EQ(reading.warnings, part.empty() ? Names{}
                                             : Names{"The file is " + part +
                                                     " without the response around it: it is "
                                                     "taken as that of a FairScheduler."})
        << text;
  }
}

TEST(YarnRest, NamesFieldsOfTheWrongKind) {
  const auto reading =
      read(response(queue("root", "1", children("[" + leaf("root.a", "1", "\"many\"") + "]"))));
  EXPECT_EQ(errors(reading), Errors{"FS002 root.a numActiveApps"});
  EXPECT_EQ(reading.queues[1].activity, Activity::unknown);
  const auto policy = read(response(R"({"queueName":"root","schedulingPolicy":7,)"
                                    R"("fairResources":{"memory":1,"vCores":0},)"
                                    R"("numActiveApps":1})"));
  EXPECT_EQ(errors(policy), Errors{"FS002 root schedulingPolicy"});
  EXPECT_EQ(policy.queues[0].policy, "");
}

TEST(YarnRest, NeedsNoActivityForSteadyShares) {
  const auto reading =
      read(response(R"({"queueName":"root","steadyFairResources":{"memory":7,"vCores":1}})"),
           {.steady = true});
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(find_amount(*reading.queues[0].fair, "memory")->amount, 7);
}

TEST(YarnRest, NamesAMissingShare) {
  EXPECT_EQ(errors(read(response(R"({"queueName":"root","numActiveApps":1})"))),
            Errors{"FS002 root fairResources"});
  EXPECT_EQ(errors(read(response(leaf("root", "1")), {.steady = true})),
            Errors{"FS002 root steadyFairResources"});
  EXPECT_EQ(errors(read(response(
                R"({"queueName":"root","numActiveApps":1,"fairResources":{"memory":1}})"))),
            Errors{"FS002 root fairResources.vCores"});
  EXPECT_EQ(errors(read(response(R"({"queueName":"root","numActiveApps":1,"fairResources":[]})"))),
            Errors{"FS002 root fairResources"});
}

TEST(YarnRest, NeedsBoundsOnlyWhereTheyAreWanted) {
  const std::string text = response(queue("root", "1", children("[" + leaf("root.a", "1") + "]")));
  EXPECT_EQ(errors(read(text)), Errors{});
  EXPECT_EQ(errors(read(text, {.bounds = true})),
            (Errors{"FS002 root.a minResources", "FS002 root.a maxResources"}));
}

TEST(YarnRest, TakesIntegersFrom0To2To63Minus1) {
  const auto code = [](const std::string& number) {
    const auto reading = read(response(leaf("root", number)));
    return reading.errors.empty() ? "" : reading.errors[0].code;
  };
  EXPECT_EQ(code("0"), "");
  EXPECT_EQ(code("9223372036854775807"), "");
  EXPECT_EQ(code("9223372036854775808"), "FS008");
  EXPECT_EQ(code("1.5"), "FS008");
  EXPECT_EQ(code("-1"), "FS011");
  EXPECT_EQ(code("1e999999999"), "FS007");
  EXPECT_EQ(code("\"5\""), "FS002");
  EXPECT_EQ(code("null"), "FS002");
}

TEST(YarnRest, SaysWhatIsWrongWithAnAmount) {
  const std::string before = "rest.json: claimant root, fairResources";
  const auto of_memory = [&](const std::string& number) {
    return told(read(response(leaf("root", number)))).at(0).substr(before.size());
  };
  EXPECT_EQ(of_memory("9223372036854775808"),
            ".memory: 9223372036854775808 is beyond 9223372036854775807");
  EXPECT_EQ(of_memory("1.5"), ".memory: 1.5 is not an integer");
  EXPECT_EQ(of_memory("1e999999999"), ".memory: a number of more than 20000 digits");
  EXPECT_EQ(of_memory("-1"), ".memory: -1 is negative");
  EXPECT_EQ(of_memory("\"5\""), ".memory: the field is not a number");
  EXPECT_EQ(of_memory("null"), ".memory: the field is missing");
  const auto of_all = [&](const std::string& amounts) {
    const auto reading =
        read(response(R"({"queueName":"root","numActiveApps":1,"fairResources":)" + amounts + "}"));
    return told(reading).at(0).substr(before.size());
  };
  EXPECT_EQ(of_all("null"), ": the field is missing");
  EXPECT_EQ(of_all("[]"), ": the field is not an object");
  const auto of_list = [&](const std::string& item) {
    return of_all(R"({"memory":4,"vCores":2,"resourceInformations":{"resourceInformation":[)" +
                  item + "]}}");
  };
  const std::string list = ".resourceInformations";
  EXPECT_EQ(of_list(R"({"name":"memory-mb","value":5})"),
            list + "[memory-mb]: memory is reported twice, as 4 and as 5");
  EXPECT_EQ(of_list(R"({"name":"g","value":5},{"name":"g","value":5})"),
            list + ": duplicate resource \"g\"");
  EXPECT_EQ(of_list(R"({"value":5})"), list + ": a resource without a name");
}

TEST(YarnRest, SaysWhatIsWrongWithAQueue) {
  const auto of_child = [](const std::string& child) {
    return told(read(response(queue("root", "2", children("[" + child + "]")))));
  };
  const std::string root = "rest.json: claimant root, ";
  const std::string a = "rest.json: claimant root.a, ";
  const std::string typed = R"(,"type":"fairSchedulerLeafQueueInfo")";
  EXPECT_EQ(of_child(queue("root.a", "1", typed)),
            Errors{a + "numActiveApps: the field is missing; without it, whether this leaf is "
                       "active is unknown"});
  EXPECT_EQ(of_child(queue("root.a", "1", R"(,"numActiveApps":0,"numPendingApps":-1)")),
            Errors{a + "numPendingApps: -1 is negative"});
  EXPECT_EQ(of_child(R"({"queueName":"root.a","schedulingPolicy":7,"numActiveApps":1,)"
                     R"("fairResources":{"memory":1,"vCores":0}})"),
            Errors{a + "schedulingPolicy: the field is not a string"});
  EXPECT_EQ(of_child("{}"), Errors{root + "queueName: the queue has no name"});
  EXPECT_EQ(of_child(leaf("b", "1")),
            Errors{"rest.json: claimant b, queueName: its name is not root followed by a dot and "
                   "one name"});
  EXPECT_EQ(of_child(leaf("root.a", "1") + "," + leaf("root.a", "1")),
            Errors{a + "queueName: this queue is reported twice"});
  EXPECT_EQ(told(read(response(leaf("top", "1")))),
            Errors{"rest.json: claimant top, queueName: the top queue is not root"});
  EXPECT_EQ(told(read(response(queue(
                "root", "2",
                typed + R"(,"numActiveApps":1)" + children("[" + leaf("root.a", "1") + "]"))))),
            Errors{root + "type: its type says leaf, but it has child queues"});
}

TEST(YarnRest, PassesOverFieldsThatDoNotBearOnShares) {
  EXPECT_EQ(errors(read(response(
                queue("root", "1", R"(,"numActiveApps":1,"usedResources":-5,"new":{"a":[]})")))),
            Errors{});
}

TEST(YarnRest, NamesQueuesWhoseNamesDoNotLieBelowTheirParents) {
  for (const char* name : {"a", "root", "root.", "root.a.b", "other.a", "roota"}) {
    const auto reading = read(response(
        queue("root", "2", children("[" + leaf(name, "1") + "," + leaf("root.ok", "1") + "]"))));
    EXPECT_EQ(errors(reading), Errors{"FS002 " + std::string(name) + " queueName"});
    EXPECT_EQ(names(reading), (Names{"root", "root.ok"}));
    EXPECT_FALSE(reading.queues[0].has_all_children);
  }
  EXPECT_EQ(errors(read(response(leaf("top", "1")))), Errors{"FS002 top queueName"});
  EXPECT_EQ(errors(read(response(queue("root", "1", children("[{}]"))))),
            Errors{"FS002 root queueName"});
  EXPECT_EQ(errors(read(response(queue("root", "1", children("[7]"))))),
            Errors{"FS002 root queueName"});
}

TEST(YarnRest, NamesAQueueThatIsReportedTwice) {
  const auto reading = read(response(
      queue("root", "2", children("[" + leaf("root.a", "1") + "," + leaf("root.a", "1") + "]"))));
  EXPECT_EQ(errors(reading), Errors{"FS004 root.a queueName"});
  EXPECT_FALSE(reading.queues[0].has_all_children);
}

TEST(YarnRest, NamesALeafWithChildQueues) {
  const auto reading =
      read(response(queue("root", "2",
                          R"(,"type":"fairSchedulerLeafQueueInfo","numActiveApps":1)" +
                              children("[" + leaf("root.a", "1") + "]"))));
  EXPECT_EQ(errors(reading), Errors{"FS002 root type"});
}

TEST(YarnRest, RefusesOtherSchedulersAndOtherJson) {
  EXPECT_EQ(errors(read(R"({"scheduler":{"schedulerInfo":{"type":"capacityScheduler"}}})")),
            Errors{"FS014  schedulerInfo.type"});
  EXPECT_EQ(errors(read(R"({"scheduler":{"schedulerInfo":{"type":"fairScheduler"}}})")),
            Errors{"FS002  rootQueue"});
  EXPECT_EQ(errors(read(R"({"scheduler":{}})")), Errors{"FS002  schedulerInfo"});
  EXPECT_EQ(errors(read("[]")), Errors{"FS002  scheduler"});
  EXPECT_EQ(errors(read(R"({"scheduler":7})")), Errors{"FS002  scheduler"});
  EXPECT_EQ(errors(read(R"({"scheduler":{"schedulerInfo":{"rootQueue":7}}})")),
            Errors{"FS002  rootQueue"});
  EXPECT_EQ(read("").errors.at(0).code, "FS001");
  EXPECT_EQ(read("{").errors.at(0).code, "FS001");
  EXPECT_EQ(read(R"({"scheduler":{},"scheduler":{}})").errors.at(0).code, "FS004");
  EXPECT_EQ(read(std::string(10'000, '[')).errors.at(0).file, "rest.json");
}

TEST(YarnRest, SaysWhatIsWrongWhereverItsTextIsCutOff) {
  const std::string text =
      response(queue("root", "2", children("[" + leaf("root.\xc3\xa9", "1") + "]")));
  ASSERT_TRUE(read(text).errors.empty());
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto reading = read(text.substr(0, length));
    EXPECT_TRUE(reading.queues.empty()) << length;
    EXPECT_EQ(reading.errors.size(), 1U) << length;
  }
}

TEST(YarnRest, TakesAnUnexpectedByteInAnyPlace) {
  const std::string bytes = std::string(R"({}[]",:\-.05e tfn)"
                                        "\n\x01\x7f\x80\xc3\xff") +
                            '\0';
  const std::string text = response(leaf("root", "12"));
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char byte : bytes) {
      std::string changed = text;
      changed[i] = byte;
      const auto reading = read(changed);
      EXPECT_TRUE(!reading.queues.empty() || !reading.errors.empty()) << changed;
    }
  }
}

TEST(YarnRest, NamesWhatIsNullOfTheObjectsAroundTheRoot) {
  for (const std::string field : {"scheduler", "schedulerInfo", "rootQueue"}) {
    EXPECT_EQ(errors(read("{\"" + field + "\":null}")), Errors{"FS002  " + field});
  }
}

}  // namespace
}  // namespace fairshare::formats

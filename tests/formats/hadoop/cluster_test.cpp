#include "formats/hadoop/cluster.h"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "formats/report/text.h"
#include "formats/verdict/division.h"
#include "formats/verdict/verdict.h"
#include "tests/formats/hadoop/yarn_responses.h"

namespace fairshare::formats::yarn_responses {
namespace {

using exact::Rational;

TEST(Yarn, DividesMemoryWherePolicyIsFair) {
  const auto reading = read(root_of({{"root.a", {"75", "0"}}, {"root.b", {"25", "0"}}}),
                            "<queue name='a'><weight>3</weight></queue><queue name='b'/>");
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(reading.warnings, Lines{});
  ASSERT_EQ(titles(reading), Lines{"root memory"});
  const Division& division = reading.divisions[0];
  EXPECT_EQ(division.problem.total, Rational(100));
  EXPECT_EQ(division.problem.claimants, (Claimants{{3, 0, {}}, {1, 0, {}}}));
  EXPECT_EQ(division.labels[0].name, "root.a");
  EXPECT_EQ(division.labels[0].field, "fairResources");
  EXPECT_EQ(division.names.min_share, "minResources");
  EXPECT_EQ(division.names.max_share, "maxResources");
  EXPECT_EQ(division.shares[0].text, "75");
  EXPECT_EQ(division.shares[0].value, Rational(75));
  EXPECT_TRUE(division.notes.empty());
  EXPECT_TRUE(is_fair(division));
}

TEST(Yarn, DividesEveryResourceWherePolicyIsDrf) {
  const auto list = [](const char* gpus) {
    return R"(,"resourceInformations":{"resourceInformation":[{"name":"yarn.io/gpu","value":)" +
           std::string(gpus) + "}]}";
  };
  const auto with = [&](const char* vcores, const char* gpus) { return vcores + list(gpus); };
  Queue root =
      root_of({{"root.a", {"50", with("5", "2")}}, {"root.b", {"50", with("5", "2")}}}, "DRF");
  root.fair.vcores = with("10", "4");
  root.cluster.vcores = with("10", "4");
  const auto reading =
      read(root,
           "<queue name='a'/><queue name='b'><maxResources>yarn.io/gpu=2</maxResources></queue>"
           "<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>");
  EXPECT_EQ(errors(reading), Lines{});
  ASSERT_EQ(titles(reading), (Lines{"root memory", "root vcores", "root yarn.io/gpu"}));
  EXPECT_EQ(reading.divisions[2].problem.total, Rational(4));
  EXPECT_EQ(reading.divisions[2].problem.claimants[1].max_share, Rational(2));
  EXPECT_EQ(reading.divisions[1].problem.claimants[1].max_share, std::nullopt);
}

TEST(Yarn, DividesNothingWherePolicyIsFifoAndSaysSo) {
  const auto reading = read(root_of({{"root.a", {"100", "0"}}}, "FIFO"), "<queue name='a'/>");
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_TRUE(reading.divisions.empty());
  EXPECT_TRUE(mentions(reading.warnings,
                       "root: policy fifo divides nothing among its queues, so they are not "
                       "judged."));
}

TEST(Yarn, DividesTheReportedShareOfEachParent) {
  const auto reading =
      read(root_of({{"root.a", {"60", "0"}, {{"root.a.x", {"40", "0"}}, {"root.a.y", {"20", "0"}}}},
                    {"root.b", {"40", "0"}}}),
           "<queue name='a'><weight>1.5</weight><queue name='x'><weight>2</weight></queue>"
           "<queue name='y'/></queue><queue name='b'/>");
  EXPECT_EQ(errors(reading), Lines{});
  ASSERT_EQ(titles(reading), (Lines{"root memory", "root.a memory"}));
  EXPECT_EQ(reading.divisions[1].problem.total, Rational(60));
  EXPECT_TRUE(is_fair(reading.divisions[0]) && is_fair(reading.divisions[1]));
}

TEST(Yarn, ResolvesPercentagesAgainstTheClusterAndNotTheParent) {
  const auto reading = read(
      root_of({{"root.a", {"100", "0"}, {{"root.a.x", {"50", "0"}}, {"root.a.y", {"50", "0"}}}}}),
      "<queue name='a'><queue name='x'><maxResources>29%</maxResources></queue><queue "
      "name='y'/></queue>");
  ASSERT_EQ(reading.divisions.size(), 2U);
  EXPECT_EQ(reading.divisions[1].problem.claimants[0].max_share,
            Rational(28));  // as Java multiplies
}

TEST(Yarn, GivesTheDefaultMaximumToQueuesWithoutOne) {
  const auto reading =
      read(root_of({{"root.a", {"50", "0"}}, {"root.b", {"50", "0"}}}),
           "<queueMaxResourcesDefault>60 mb, 6 vcores</queueMaxResourcesDefault>"
           "<queue name='a'/><queue name='b'><maxResources>70 mb, 7 vcores</maxResources></queue>");
  EXPECT_EQ(reading.divisions.at(0).problem.claimants, (Claimants{{1, 0, 60}, {1, 0, 70}}));
}

TEST(Yarn, FixesAnInactiveQueueAtZeroWhateverItsMinimum) {
  Queue idle{"root.idle", {"0", "0"}};
  idle.apps = 0;
  const Queue root = root_of({idle, {"root.a", {"100", "0"}}});
  const std::string xml =
      "<queue name='idle'><minResources>30 mb, 1 vcores</minResources></queue><queue name='a'/>";
  const auto reading = read(root, xml);
  EXPECT_EQ(reading.divisions.at(0).problem.claimants, (Claimants{{0, 0, 0}, {1, 0, {}}}));
  EXPECT_EQ(reading.divisions[0].labels[0].note, "inactive: no running application");
  EXPECT_TRUE(is_fair(reading.divisions[0]));

  const auto steady = read(root, xml, {.steady = true});
  EXPECT_EQ(steady.divisions.at(0).problem.claimants, (Claimants{{1, 30, {}}, {1, 0, {}}}));
  EXPECT_FALSE(is_fair(steady.divisions[0]));
}

TEST(Yarn, FixesAParentWithoutAnyActiveLeafToo) {
  Queue leaf{"root.a.x", {"0", "0"}};
  leaf.apps = 0;
  const auto reading = read(root_of({{"root.a", {"0", "0"}, {leaf}}, {"root.b", {"100", "0"}}}),
                            "<queue name='a'><queue name='x'/></queue><queue name='b'/>");
  EXPECT_EQ(reading.divisions.at(0).problem.claimants[0], (Claimant<Rational>{0, 0, 0}));
}

TEST(Yarn, AsksForAZeroMaximumFirstThenForActivityThenForTheWeight) {
  Queue idle{"root.a", {"0", "0"}};
  idle.apps = 0;
  const Queue root = root_of({idle, {"root.b", {"100", "0"}}});
  const auto note = [&](const std::string& fields) {
    const auto reading = read(root, "<queue name='a'>" + fields + "</queue><queue name='b'/>");
    return reading.divisions.at(0).labels.at(0).note;
  };
  const std::string no_weight = "<weight>0</weight>";
  EXPECT_EQ(note(no_weight + "<maxResources>0 mb, 0 vcores</maxResources>"), "fixed: maximum 0");
  EXPECT_EQ(note(no_weight), "inactive: no running application");
  EXPECT_EQ(note(no_weight + "<minResources>5 mb, 0 vcores</minResources>"),
            "inactive: no running application");
}

TEST(Yarn, LetsAQueueOfWeightZeroKeepItsMinimum) {
  const auto reading = read(root_of({{"root.a", {"8", "0"}}, {"root.b", {"92", "0"}}}),
                            "<queue name='a'><weight>0</weight><minResources>8 mb, 0 "
                            "vcores</minResources></queue><queue name='b'/>");
  EXPECT_EQ(reading.divisions.at(0).problem.claimants, (Claimants{{0, 8, 8}, {1, 0, {}}}));
  EXPECT_EQ(reading.divisions[0].labels[0].note, "fixed: weight 0");
  EXPECT_TRUE(is_fair(reading.divisions[0]));
}

TEST(Yarn, LiftsAMaximumToTheMinimumInRelease3AndLetsItWinInRelease2) {
  const Queue root = root_of({{"root.a", {"8", "0"}}, {"root.b", {"92", "0"}}});
  const std::string bounds =
      "<minResources>8 mb, 0 vcores</minResources><maxResources>5 mb, 5 vcores</maxResources>";
  const std::string xml = "<queue name='a'>" + bounds + "</queue><queue name='b'/>";
  const auto release_3 = read(root, xml);
  EXPECT_EQ(release_3.divisions.at(0).problem.claimants[0], (Claimant<Rational>{1, 8, 8}));
  EXPECT_EQ(release_3.divisions[0].labels[0].note, "max share 5 lifted to its min share");

  const auto release_2 = read(root, xml, {.release = YarnRelease::v2_7});
  EXPECT_EQ(release_2.divisions.at(0).problem.claimants[0], (Claimant<Rational>{1, 5, 5}));
  EXPECT_EQ(release_2.divisions[0].labels[0].note, "min share 8 cut to its max share");

  for (const YarnRelease release : {YarnRelease::v3, YarnRelease::v2_7}) {
    const auto equal = read(root,
                            "<queue name='a'><minResources>8 mb, 0 vcores</minResources>"
                            "<maxResources>8 mb, 5 vcores</maxResources></queue><queue name='b'/>",
                            {.release = release});
    EXPECT_EQ(equal.divisions.at(0).problem.claimants[0], (Claimant<Rational>{1, 8, 8}));
    EXPECT_EQ(equal.divisions[0].labels[0].note, "") << "neither is changed";
  }

  // At weight 0 the minimum is kept even above the maximum.
  const auto no_weight =
      read(root, "<queue name='a'><weight>0</weight>" + bounds + "</queue><queue name='b'/>",
           {.release = YarnRelease::v2_7});
  EXPECT_EQ(no_weight.divisions.at(0).problem.claimants[0], (Claimant<Rational>{0, 8, 8}));
}

TEST(Yarn, FixesAMaximumOfZeroOnlyWhereNoMinimumLiftsIt) {
  const Queue root = root_of({{"root.a", {"5", "0"}}, {"root.b", {"95", "0"}}});
  const std::string xml =
      "<queue name='a'><minResources>5 mb, 0 vcores</minResources>"
      "<maxResources>0 mb, 0 vcores</maxResources></queue><queue name='b'/>";
  EXPECT_EQ(read(root, xml).divisions.at(0).problem.claimants[0], (Claimant<Rational>{1, 5, 5}));
  EXPECT_EQ(read(root, xml, {.release = YarnRelease::v2_7}).divisions.at(0).problem.claimants[0],
            (Claimant<Rational>{0, 0, 0}));
}

TEST(Yarn, LeavesWhatTheMaximumsCannotTakeUnassigned) {
  const auto reading = read(root_of({{"root.a", {"10", "0"}}, {"root.b", {"20", "0"}}}),
                            "<queue name='a'><maxResources>10 mb, 1 vcores</maxResources></queue>"
                            "<queue name='b'><maxResources>20 mb, 1 vcores</maxResources></queue>");
  const Division& division = reading.divisions.at(0);
  EXPECT_EQ(division.problem.total, Rational(100));
  const Verdict verdict = judge(std::get<Case>(case_of(division, {})));
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_EQ(verdict.unclaimed, Rational(70));
}

TEST(Yarn, IsOvercommittedWhereFixedSharesExceedTheTotal) {
  const auto reading =
      read(root_of({{"root.a", {"120", "0"}}, {"root.b", {"0", "0"}}}),
           "<queue name='a'><weight>0</weight><minResources>120 mb, 0 vcores</minResources>"
           "</queue><queue name='b'/>");
  const Case division = std::get<Case>(case_of(reading.divisions.at(0), {}));
  const Verdict verdict = judge(division);
  EXPECT_EQ(verdict.judgement, Judgement::overcommitted);
  EXPECT_TRUE(verdict.findings.empty());
  EXPECT_TRUE(mentions({verdict_text(verdict)}, "the minimums exceed the total by 20"));
  ASSERT_TRUE(division.comparison);
  EXPECT_TRUE(division.comparison->matches);
}

TEST(Yarn, ReturnsADivisionWhoseMinimumsExceedTheTotal) {
  const std::string min = "<minResources>80 mb, 0 vcores</minResources>";
  const auto reading =
      read(root_of({{"root.a", {"80", "0"}}, {"root.b", {"80", "0"}}}),
           "<queue name='a'>" + min + "</queue><queue name='b'>" + min + "</queue>");
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(reading.divisions.at(0).problem.total, Rational(100));
  EXPECT_EQ(reading.divisions[0].problem.claimants, (Claimants{{1, 80, {}}, {1, 80, {}}}));
}

TEST(Yarn, JudgesSharesAsTruncatedToWholeUnits) {
  const Queue root =
      root_of({{"root.a", {"33", "0"}}, {"root.b", {"33", "0"}}, {"root.c", {"33", "0"}}});
  const std::string xml = "<queue name='a'/><queue name='b'/><queue name='c'/>";
  const auto reading = read(root, xml);
  const Case usual = std::get<Case>(case_of(reading.divisions.at(0), {}));
  const properties::Interval& interval = usual.reported[0].interval;
  EXPECT_EQ(interval.low, Rational(33));
  EXPECT_EQ(interval.high, Rational(34));
  EXPECT_TRUE(interval.high_open);
  EXPECT_TRUE(is_fair(reading.divisions[0]));
  EXPECT_FALSE(is_fair(reading.divisions[0], {.rounding = Rounding::exact}));
}

TEST(Yarn, WidensTheIntervalsByUnitsAndByAPartOfTheTotal) {
  // A part of the parent's total, not of the 10 that the maximum leaves to divide.
  const auto reading = read(root_of({{"root.a", {"10", "0"}}}),
                            "<queue name='a'><maxResources>10 mb, 1 vcores</maxResources></queue>");
  const Case made = std::get<Case>(
      case_of(reading.divisions.at(0), {.within = Rational(1, 2), .relative = Rational(1, 50)}));
  const properties::Interval& interval = made.reported[0].interval;
  EXPECT_EQ(interval.low, Rational(15, 2));   // 10 - 1/2 - 2
  EXPECT_EQ(interval.high, Rational(27, 2));  // 11 + 1/2 + 2
}

TEST(Yarn, NamesQueuesThatAreConfiguredButNotReportedAndJudgesTheOthers) {
  const auto reading = read(root_of({{"root.a", {"100", "0"}}}),
                            "<queue name='a'/>\n<queue name='gone'><queue name='x'/></queue>");
  EXPECT_EQ(errors(reading), (Lines{"FS104 f.xml:2 root.gone ", "FS104 f.xml:2 root.gone.x "}));
  EXPECT_EQ(messages(reading), Lines(2, "configured, but rest.json does not report it"));
  EXPECT_EQ(titles(reading), Lines{"root memory"});
}

TEST(Yarn, GivesQueuesThatAreNotConfiguredTheWeight1AndTheMaximumThatIsShown) {
  Queue bob{"root.users.bob", {"20", "0"}};
  bob.max = {"20", "10"};
  const auto reading =
      read(root_of({{"root.users", {"80", "0"}, {{"root.users.alice", {"60", "0"}}, bob}},
                    {"root.new", {"20", "0"}}}),
           "<queue name='users' type='parent'><weight>4</weight>"
           "<maxChildResources>70 mb, 10 vcores</maxChildResources></queue>");
  EXPECT_EQ(errors(reading), Lines{});
  const std::string not_configured =
      ": reported, but not configured in f.xml. YARN creates such queues for users and groups, "
      "with "
      "weight 1 and no minimum.";
  EXPECT_EQ(reading.warnings, Lines{"root.users.alice, root.users.bob, root.new" + not_configured});
  EXPECT_EQ(
      read(root_of({{"root.a", {}}, {"root.b", {}}, {"root.c", {}}, {"root.d", {}}}), "").warnings,
      Lines{"root.a, root.b, root.c and 1 more" + not_configured});
  ASSERT_EQ(titles(reading), (Lines{"root memory", "root.users memory"}));
  EXPECT_EQ(reading.divisions[0].problem.claimants, (Claimants{{4, 0, {}}, {1, 0, {}}}));
  EXPECT_EQ(reading.divisions[0].labels[1].note, "not configured");
  EXPECT_EQ(reading.divisions[1].problem.claimants, (Claimants{{1, 0, {}}, {1, 0, 20}}));
  EXPECT_TRUE(is_fair(reading.divisions[0]) && is_fair(reading.divisions[1]));
}

TEST(Yarn, TakesTheMaximumOfQueuesThatAreNotConfiguredFromTheFileWhereItIsNotShown) {
  std::string text =
      response(root_of({{"root.users", {"100", "0"}, {{"root.users.alice", {"70", "0"}}}}}));
  for (std::size_t at = text.find("maxResources"); at != std::string::npos;
       at = text.find("maxResources", at + 4)) {
    text.insert(at, "no_");
  }
  const auto claimant = [&](const std::string& inside) {
    const auto reading = read_yarn(
        {"rest.json", text}, NamedText{"f.xml", "<allocations>" + inside + "</allocations>"}, {});
    return reading.divisions.at(1).problem.claimants.at(0);
  };
  const std::string by_default =
      "<queueMaxResourcesDefault>90 mb, 9 vcores</queueMaxResourcesDefault>";
  EXPECT_EQ(claimant("<queue name='users'><maxChildResources>70 mb, 7 vcores</maxChildResources>"
                     "</queue>" +
                     by_default),
            (Claimant<Rational>{1, 0, 70}));
  EXPECT_EQ(claimant("<queue name='users'/>" + by_default), (Claimant<Rational>{1, 0, 90}));
  const NamedText unknown = {
      "f.xml", "<allocations><queue name='users'><weight>NaN</weight></queue></allocations>"};
  EXPECT_EQ(titles(read_yarn({"rest.json", text}, unknown, {})), Lines{})
      << "what root.users says of its children may not have been read";
}

TEST(Yarn, TakesTheMaximumOfQueuesThatAreNotConfiguredFromTheFileIfItIsShownAsTheCluster) {
  const auto claimant = [](const std::string& max) {
    const auto reading =
        read(root_of({{"root.users", {"100", "0"}, {{"root.users.a", {}}}}}),
             "<queue name='users'><maxChildResources>" + max + "</maxChildResources></queue>");
    return reading.divisions.at(1).problem.claimants.at(0);
  };
  EXPECT_EQ(claimant("100%"), (Claimant<Rational>{1, 0, 100}));
  EXPECT_EQ(claimant("120 mb, 12 vcores"), (Claimant<Rational>{1, 0, 120}));
  EXPECT_EQ(claimant("90%"), (Claimant<Rational>{1, 0, {}})) << "the response shows more";
}

TEST(Yarn, JudgesNothingByAFileThatTheReleaseDoesNotLoad) {
  const Queue root = root_of({{"root.a", {"100", "0"}}});
  const std::string xml = "<queue name='a'><maxAMShare>0.5</maxAMShare><queue name='x'/></queue>";
  const auto reading = read(root, xml);
  EXPECT_EQ(errors(reading), Lines{"FS019 f.xml:1 root.a maxAMShare"});
  EXPECT_TRUE(reading.divisions.empty());
  EXPECT_FALSE(read(root, xml, {.release = YarnRelease::v2_7}).divisions.empty());
}

TEST(Yarn, NeedsNoConfigurationOfTheDefaultQueue) {
  const auto reading = read(root_of({{"root.default", {"25", "0"}}, {"root.a", {"75", "0"}}}),
                            "<queue name='a'><weight>3</weight></queue>");
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(reading.divisions.at(0).problem.claimants[0], (Claimant<Rational>{1, 0, {}}));
  EXPECT_EQ(errors(read(root_of({{"root.a", {"100", "0"}}}), "<queue name='a'/>")), Lines{});
}

TEST(Yarn, DoesNotJudgeAParentWhereAChildsWeightIsNotKnown) {
  const auto reading =
      read(root_of({{"root.a", {"50", "0"}, {{"root.a.x", {"50", "0"}}}}, {"root.b", {"50", "0"}}}),
           "<queue name='a'><queue name='x'/></queue><queue name='b'><weight>NaN</weight></queue>");
  EXPECT_EQ(errors(reading), Lines{"FS011 f.xml:1 root.b weight"});
  EXPECT_EQ(titles(reading), Lines{"root.a memory"});
  const auto shown = read(root_of({{"root.a", {"100", "0"}, {{"root.a.x", {"100", "0"}}}}}),
                          "<queue name='a' type='parent'><weight>NaN</weight></queue>");
  EXPECT_EQ(titles(shown), Lines{"root.a memory"}) << "the maximum of root.a.x is shown";
  Queue bounded{"root.a", {"50", "0"}};
  bounded.max = {"50", "5"};
  const std::string many(exact::digits_max + 1, '9');
  const auto unread = read(root_of({bounded}),
                           "<queue name='a'><maxResources>" + many + "%</maxResources></queue>");
  EXPECT_EQ(errors(unread), Lines{"FS007 f.xml:1 root.a maxResources"});
  EXPECT_EQ(unread.warnings, Lines{}) << "what was not read is not compared with what is shown";
}

TEST(Yarn, FixesAQueueOfANegativeWeightAsYarnDoes) {
  const auto reading = read(root_of({{"root.a", {"0", "0"}}, {"root.b", {"100", "0"}}}),
                            "<queue name='a'><weight>-1</weight></queue><queue name='b'/>");
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(reading.divisions.at(0).problem.claimants[0], (Claimant<Rational>{0, 0, 0}));
  EXPECT_TRUE(is_fair(reading.divisions[0]));
}

TEST(Yarn, DoesNotJudgeAParentWhereAChildsShareIsNotKnown) {
  const auto reading =
      read(root_of({{"root.a", {"-1", "0"}}, {"root.b", {"50", "0"}, {{"root.b.x", {"50", "0"}}}}}),
           "<queue name='a'/><queue name='b'><queue name='x'/></queue>");
  EXPECT_EQ(errors(reading), Lines{"FS011 rest.json:0 root.a fairResources.memory"});
  EXPECT_EQ(titles(reading), Lines{"root.b memory"});
}

TEST(Yarn, LetsThePolicyOfTheResponseWinAndSaysSo) {
  const auto reading = read(root_of({{"root.a", {"100", "10"}}}, "DRF"), "<queue name='a'/>");
  EXPECT_EQ(titles(reading), (Lines{"root memory", "root vcores"}));
  EXPECT_EQ(reading.warnings, Lines{"root: the response gives policy drf, the configuration fair; "
                                    "the response is used."});
}

TEST(Yarn, NamesAPolicyThatItDoesNotKnow) {
  const auto reading = read(root_of({{"root.a", {"100", "10"}}}, "best"), "<queue name='a'/>");
  EXPECT_EQ(errors(reading), Lines{"FS002 rest.json:0 root schedulingPolicy"});
  EXPECT_EQ(messages(reading), Lines{"unknown policy \"best\"; known: fair, drf, fifo"});
  EXPECT_TRUE(reading.divisions.empty());
}

TEST(Yarn, NeedsToKnowThePolicyOfAParent) {
  Queue root = root_of({{"root.a", {"100", "10"}}});
  root.policy = "";
  EXPECT_EQ(errors(read_without_xml(root)), Lines{"FS002 rest.json:0 root schedulingPolicy"});
  EXPECT_EQ(messages(read_without_xml(root)), Lines{"the field is missing"});
  EXPECT_EQ(titles(read(root, "<queue name='a'/>")), Lines{"root memory"});
  EXPECT_EQ(titles(read(root,
                        "<queue name='a'/><defaultQueueSchedulingPolicy>drf"
                        "</defaultQueueSchedulingPolicy>")),
            (Lines{"root memory", "root vcores"}));
}

// Every field is renamed in turn, wherever it occurs: the rest is judged, or the field is reported
// as missing.
TEST(Yarn, JudgesWithoutAFieldOrSaysWhatIsMissing) {
  const Queue root = root_of(
      {{"root.a", {"60", "6"}, {{"root.a.x", {"60", "6"}}}}, {"root.b", {"40", "4"}}}, "DRF");
  const std::string text = response(root);
  const std::string xml =
      "<allocations><queue name='a'><weight>3</weight><minResources>60 mb,0 vcores</minResources>"
      "<schedulingPolicy>fair</schedulingPolicy><queue name='x'/></queue>"
      "<queue name='b'><weight>2</weight></queue>"
      "<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy></allocations>";
  for (const std::string field :
       {"queueName", "schedulingPolicy", "fairResources", "minResources", "maxResources",
        "clusterResources", "memory", "vCores", "type", "numActiveApps", "childQueues", "queue"}) {
    const std::string key = "\"" + field + "\"";
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
      std::string without = text;
      without.insert(at + 1, "no_");
      for (const bool with_xml : {false, true}) {
        const auto allocations =
            with_xml ? std::optional(NamedText{"f.xml", xml}) : std::optional<NamedText>();
        const auto all = read_yarn({"rest.json", text}, allocations, {});
        const auto reading = read_yarn({"rest.json", without}, allocations, {});
        EXPECT_TRUE(!reading.errors.empty() || titles(reading) == titles(all) ||
                    reading.warnings.size() > all.warnings.size())
            << field << " at " << at;
        for (const Division& division : reading.divisions) EXPECT_FALSE(division.labels.empty());
      }
    }
  }
}

TEST(Yarn, SaysWhichPolicyIsWhich) {
  const auto reading =
      read(root_of({{"root.a", {"100", "10"}}}, "DRF"),
           "<queue name='root'><schedulingPolicy>fifo</schedulingPolicy><queue name='a'/></queue>");
  EXPECT_TRUE(mentions(reading.warnings, "policy drf, the configuration fair"));
}

TEST(Yarn, NamesATotalThatTheReleaseCannotHold) {
  Queue root = root_of({{"root.a", {"2147483648", "0"}}});
  root.fair.memory = root.cluster.memory = "2147483648";
  const auto release_2 = read(root, "<queue name='a'/>", {.release = YarnRelease::v2_7});
  EXPECT_EQ(errors(release_2), Lines{"FS008 rest.json:0 root "});
  EXPECT_EQ(messages(release_2),
            Lines{"memory 2147483648 exceeds the most that release can hold, 2147483647"});
  EXPECT_TRUE(release_2.divisions.empty());
  EXPECT_EQ(titles(read(root, "<queue name='a'/>")), Lines{"root memory"});
}

TEST(Yarn, ComparesWithWhatTheReleaseStoresWhichIsNoMoreVcoresThanAnIntHolds) {
  // 2^31 - 1 becomes 2^31 as a float.
  Queue root = root_of({{"root.a", {"2147483648", "2147483647"}}}, "DRF");
  root.fair = root.cluster = {"2147483647", "2147483647"};
  const auto reading = read(root, "<queue name='a'/>");
  EXPECT_EQ(errors(reading), Lines{});
  ASSERT_EQ(titles(reading), (Lines{"root memory", "root vcores"}));
  using Shares = std::vector<std::string>;
  EXPECT_EQ(reading.divisions[0].comparison->shares, Shares{"2147483648"});
  EXPECT_TRUE(reading.divisions[0].comparison->matches);
  EXPECT_EQ(reading.divisions[1].comparison->shares, Shares{"2147483647"});
  EXPECT_TRUE(reading.divisions[1].comparison->matches);
}

TEST(Yarn, LeavesTheRoundingOfSharesToTheTolerance) {
  Queue root = root_of({{"root.a", {"9007199254740993", "0"}}});  // 2^53 + 1
  root.fair.memory = root.cluster.memory = "9007199254740993";
  const auto reading = read(root, "<queue name='a'/>");
  EXPECT_EQ(errors(reading), Lines{});
  const auto none = case_of(reading.divisions.at(0), {.rounding = Rounding::to_float});
  EXPECT_EQ(std::get<ShareError>(none).label.name, "root.a");
  EXPECT_EQ(std::get<ShareError>(none).complaint.code, "FS015");
  // As everywhere, an integer stands for the double that it means, and that for everything that
  // rounds to it.
  const auto nearest = case_of(reading.divisions.at(0), {.rounding = Rounding::to_double});
  EXPECT_EQ(std::get<Case>(nearest).reported[0].value, Rational(9007199254740992));
}

TEST(Yarn, NamesAResourceThatOneShareDoesNotTell) {
  const std::string gpus = R"(,"resourceInformations":{"resourceInformation":[)"
                           R"({"name":"yarn.io/gpu","value":4}]})";
  Queue root = root_of({{"root.a", {"100", "10"}}}, "DRF");
  root.fair.vcores += gpus;
  root.cluster.vcores += gpus;
  const auto reading = read(root, "<queue name='a'/>");
  EXPECT_EQ(errors(reading), Lines{"FS002 rest.json:0 root.a fairResources"});
  EXPECT_EQ(messages(reading), Lines{"the amount of yarn.io/gpu is missing"});
  EXPECT_EQ(titles(reading), (Lines{"root memory", "root vcores"}));
}

TEST(Yarn, ReadsNoDivisionFromAMalformedFile) {
  const std::string good = response(root_of({{"root.a", {"100", "0"}}}));
  const auto bad_xml = read_yarn({"rest.json", good}, NamedText{"f.xml", "<allocations>"}, {});
  EXPECT_EQ(errors(bad_xml), Lines{"FS001 f.xml:1  "});
  EXPECT_TRUE(bad_xml.divisions.empty());
  const auto both = read_yarn({"rest.json", ""}, NamedText{"f.xml", ""}, {});
  ASSERT_EQ(both.errors.size(), 2U);
  EXPECT_EQ(both.errors[0].file, "f.xml");
  EXPECT_EQ(both.errors[1].file, "rest.json");
}

TEST(YarnLooks, AreThoseOfAResponseAndNotOfARecord) {
  EXPECT_TRUE(looks_like_yarn("{\"scheduler\":{"));
  EXPECT_TRUE(looks_like_yarn(" \n\t{\r\n \"scheduler\" : {\"schedulerInfo\""));
  EXPECT_TRUE(looks_like_yarn("{\"schedulerInfo\":{"));
  EXPECT_TRUE(looks_like_yarn("{\"rootQueue\":{"));
  EXPECT_TRUE(looks_like_yarn("{\"queueName\":\"root\""));
  EXPECT_TRUE(looks_like_yarn("{\n  \"maxApps\":3"));
  EXPECT_TRUE(looks_like_yarn("{\"type\":\"fairScheduler\",\"rootQueue\":{")) << "a schedulerInfo";
  EXPECT_TRUE(looks_like_yarn("{\"type\" : \"capacityScheduler\"")) << "to say so";
  EXPECT_TRUE(looks_like_yarn("{\"childQueues\":{")) << "a queue, sorted";
  EXPECT_FALSE(looks_like_yarn("{\"type\":\"lottery\""));
  EXPECT_FALSE(looks_like_yarn("{\"schedulerInfo\":7"));
  EXPECT_FALSE(looks_like_yarn("{\"scheduler\":\"fair\",\"total\":1}"));
  EXPECT_FALSE(looks_like_yarn("{\"id\":1,\"scheduler\":{"));
  EXPECT_FALSE(looks_like_yarn("x{\"scheduler\":{"));
  EXPECT_FALSE(looks_like_yarn(""));
  EXPECT_FALSE(looks_like_yarn("{\"scheduler\":"));
  EXPECT_FALSE(looks_like_yarn("{\"scheduler\" x{"));
  EXPECT_TRUE(looks_like_yarn(std::string(4082, ' ') + "{\"scheduler\":{"));   // just within 4 KiB
  EXPECT_FALSE(looks_like_yarn(std::string(4083, ' ') + "{\"scheduler\":{"));  // just beyond
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The tests run in the root of the repository.
YarnReading read_example(const std::string& name, bool steady = false) {
  return read_yarn({name, text_of("examples/yarn/" + name)},
                   NamedText{"fair-scheduler.xml", text_of("examples/yarn/fair-scheduler.xml")},
                   {.steady = steady});
}

std::vector<std::string> unfair(const YarnReading& reading) {
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(reading.warnings, Lines{});
  EXPECT_EQ(reading.divisions.size(), 11U);
  std::vector<std::string> result;
  for (const Division& division : reading.divisions) {
    const Verdict verdict = judge(std::get<Case>(case_of(division, {})));
    if (verdict.judgement != Judgement::fair)
      result.push_back(division.path + " " + division.resource);
  }
  return result;
}

TEST(YarnExample, HasExactlyOneUnfairParent) {
  EXPECT_EQ(unfair(read_example("scheduler.json")), Lines{"root.analytics memory"});
}

TEST(YarnExample, IsElsewhereWhatTheReleaseComputes) {
  for (const Division& division : read_example("scheduler.json").divisions) {
    ASSERT_TRUE(division.comparison);
    EXPECT_EQ(division.comparison->matches, division.path != "root.analytics") << division.path;
  }
}

TEST(YarnExample, IsFairOnceMended) {
  EXPECT_EQ(unfair(read_example("scheduler-mended.json")), Lines{});
}

TEST(YarnExample, HasFairSteadyShares) {
  EXPECT_EQ(unfair(read_example("scheduler.json", true)), Lines{});
}

}  // namespace
}  // namespace fairshare::formats::yarn_responses

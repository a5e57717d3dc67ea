#include <gtest/gtest.h>

#include <string>

#include "formats/hadoop/cluster.h"
#include "formats/verdict/division.h"
#include "tests/formats/hadoop/yarn_responses.h"

namespace fairshare::formats::yarn_responses {
namespace {

using exact::Rational;

TEST(Yarn, WarnsOfQueuesThatYarnDoesNotMake) {
  const auto reading = read(root_of({{"root.a", {"100", "0"}}}),
                            "<queue name='a'/>\n<queue name='d'><schedulingPolicy>drf"
                            "</schedulingPolicy></queue>");
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_TRUE(mentions(reading.warnings,
                       "f.xml:2: root.d is configured, but not reported: YARN creates no queue of "
                       "policy drf below one of policy fair."));
}

TEST(Yarn, WarnsOfWhatYarnPassesOverAndRefusesItWhereItIsStrict) {
  const Queue root = root_of({{"root.a", {"100", "0"}}});
  const std::string xml =
      "<defaultSchedulingMode>fair</defaultSchedulingMode>"
      "<queue name='a'><owner>me</owner><minResources>5%</minResources></queue>";
  const auto reading = read(root, xml);
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_TRUE(mentions(reading.warnings, "unknown element <owner> in a queue, which YARN 3.3"));
  EXPECT_EQ(reading.warnings.size(), 3U);
  EXPECT_FALSE(mentions(reading.warnings, "more of this name"));
  EXPECT_EQ(reading.divisions.size(), 1U);
  const auto many = read(root, "<queue name='a'><b/><b/><c/><b/></queue>");
  EXPECT_EQ(many.warnings.size(), 2U);
  EXPECT_TRUE(mentions(many.warnings, "ignores (and 2 more of this name)."));
  const auto strict = read(root, xml, {.is_strict = true});
  EXPECT_EQ(errors(strict),
            (Lines{"FS003 f.xml:1  defaultSchedulingMode", "FS003 f.xml:1 root.a owner",
                   "FS020 f.xml:1 root.a minResources"}));
  EXPECT_EQ(strict.divisions.size(), 1U);
}

const std::string without_xml =
    "The response shows neither weights nor maximums beyond the cluster: without "
    "fair-scheduler.xml, weights are those that fit the steady shares best, and a maxResources as "
    "large as the cluster counts as no maximum.";

TEST(Yarn, PassesOnTheWarningsOfEachFile) {
  const NamedText part{"rest.json",
                       R"({"rootQueue":)" + json(root_of({{"root.a", {"100", "0"}}})) + "}"};
  const std::string of_response =
      "The file is a rootQueue without the response around it: it is taken as that of a "
      "FairScheduler.";
  const NamedText xml{"f.xml",
                      "<allocations><queue name='a'><owner/><maxResources>50%</maxResources>"
                      "</queue></allocations>"};
  const auto both = read_yarn(part, xml, {});
  EXPECT_EQ(errors(both), Lines{});
  EXPECT_EQ(both.warnings,
            (Lines{"f.xml:1: claimant root.a, owner: unknown element <owner> in a queue, which "
                   "YARN 3.3 ignores.",
                   of_response,
                   "root.a: maxResources is reported as memory 100, but the configuration gives "
                   "50: the ResourceManager may have loaded another file.",
                   "root.a: maxResources is reported as vcores 10, but the configuration gives 5: "
                   "the ResourceManager may have loaded another file."}));
  EXPECT_EQ(read_yarn(part, std::nullopt, {}).warnings, (Lines{of_response, without_xml}));
  const auto strict = read_yarn(part, xml, {.is_strict = true});
  EXPECT_EQ(errors(strict), Lines{"FS003 f.xml:1 root.a owner"});
  EXPECT_EQ(strict.warnings, Lines(both.warnings.begin() + 1, both.warnings.end()));
}

TEST(Yarn, NeedsTheBoundsOfTheResponseOnlyWithoutAConfiguration) {
  std::string text = response(root_of({{"root.a", {"50", "0"}}, {"root.b", {"50", "0"}}}));
  for (const std::string field : {"minResources", "maxResources"}) {
    for (std::size_t at = text.find(field); at != std::string::npos;
         at = text.find(field, at + 4)) {
      text.insert(at, "no_");
    }
  }
  const auto by_xml = read_yarn(
      {"rest.json", text},
      NamedText{"f.xml", "<allocations><queue name='a'/><queue name='b'/></allocations>"}, {});
  EXPECT_EQ(errors(by_xml), Lines{});
  EXPECT_EQ(by_xml.warnings, Lines{});
  EXPECT_TRUE(is_fair(by_xml.divisions.at(0)));
  const auto alone = read_yarn({"rest.json", text}, std::nullopt, {});
  EXPECT_EQ(
      errors(alone),
      (Lines{"FS002 rest.json:0 root.a minResources", "FS002 rest.json:0 root.a maxResources",
             "FS002 rest.json:0 root.b minResources", "FS002 rest.json:0 root.b maxResources"}));
  EXPECT_EQ(alone.warnings, Lines{without_xml});
  EXPECT_EQ(titles(alone), Lines{});
}

TEST(Yarn, WarnsWhereAParentShowsNoQueues) {
  std::string text = response(root_of({{"root.a", {"50", "0"}}, {"root.plan", {"50", "0"}}}));
  const std::string key = R"("type":"fairSchedulerLeafQueueInfo","numActiveApps":1)";
  text.replace(text.rfind(key), key.size(), R"("maxApps":1)");
  const auto reading =
      read_yarn({"rest.json", text},
                NamedText{"f.xml",
                          "<allocations><queue name='a'/><queue name='plan'><reservation/></queue>"
                          "</allocations>"},
                {});
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(reading.warnings,
            Lines{"root.plan is a parent and shows no queues: it has none, or a <reservation>, "
                  "whose queues YARN does not show. Nothing below it is judged."});
  EXPECT_TRUE(is_fair(reading.divisions.at(0)));
}

// A queue whose applications wait, with that share.
Queue waiting(const std::string& name, const std::string& memory) {
  Queue queue{name, {memory, "0"}};
  queue.apps = 0;
  queue.more = R"(,"numPendingApps":2)";
  return queue;
}

TEST(Yarn, JudgesAQueueWithAShareAsActiveThoughItsApplicationsWait) {
  const auto reading = read(root_of({waiting("root.a", "50"), {"root.b", {"50", "0"}}}),
                            "<queue name='a'/><queue name='b'/>");
  EXPECT_TRUE(is_fair(reading.divisions.at(0)));
  EXPECT_TRUE(reading.divisions[0].notes.empty());
}

TEST(Yarn, TriesBothReadingsOfAQueueThatWaitsWithoutAShareAndSaysWhichFits) {
  const auto inactive = read(root_of({waiting("root.a", "0"), {"root.b", {"100", "0"}}}),
                             "<queue name='a'/><queue name='b'/>");
  EXPECT_TRUE(is_fair(inactive.divisions.at(0)));
  EXPECT_EQ(inactive.divisions[0].notes,
            Lines{"root.a: applications wait there and none has a container, so the response does "
                  "not tell whether YARN counts it as active; taken as inactive: YARN computes "
                  "these shares only if it is inactive."});

  // The others have their minimums, and nothing is left for it.
  const std::string all = "<minResources>100 mb, 0 vcores</minResources>";
  const auto both = read(root_of({waiting("root.a", "0"), {"root.b", {"100", "0"}}}),
                         "<queue name='a'/><queue name='b'>" + all + "</queue>");
  EXPECT_TRUE(mentions(both.divisions.at(0).notes,
                       "taken as inactive: YARN computes the same shares for both"));

  // Two idle queues of four units each: the third has what an active queue would leave it.
  const auto neither = read(root_of({waiting("root.a", "0"), {"root.b", {"90", "0"}}}),
                            "<queue name='a'/><queue name='b'/>");
  EXPECT_FALSE(is_fair(neither.divisions.at(0)));
  EXPECT_TRUE(mentions(neither.divisions[0].notes, "YARN computes these shares for neither"));
}

TEST(Yarn, SaysOfAQueueThatWaitsThatNeitherReadingFitsThoughEquallyManySharesDiffer) {
  const auto reading =
      read(root_of({waiting("root.a", "0"), waiting("root.b", "0"), {"root.c", {"90", "0"}}}),
           "<queue name='a'/><queue name='b'/>"
           "<queue name='c'><minResources>100 mb, 0 vcores</minResources></queue>");
  EXPECT_EQ(reading.divisions.at(0).notes,
            Lines{"root.a, root.b: applications wait there and none has a container, so the "
                  "response does not tell whether YARN counts it as active; taken as inactive: "
                  "YARN computes these shares for neither."});
  EXPECT_EQ(notes(reading.divisions[0]),
            (Lines{"inactive: no running application", "inactive: no running application", ""}));
}

TEST(Yarn, TakesNoQueueAsWaitingWhereSteadySharesAreJudged) {
  Queue wait = waiting("root.a", "0");
  wait.steady = Amounts{"40", "0"};
  Queue other{"root.b", {"100", "0"}};
  other.steady = Amounts{"60", "0"};
  const auto reading =
      read(root_of({wait, other}),
           "<queue name='a'><weight>2</weight></queue><queue name='b'><weight>3</weight></queue>",
           {.steady = true});
  EXPECT_EQ(reading.divisions.at(0).notes, Lines{});
  EXPECT_EQ(reading.divisions[0].problem.claimants, (Claimants{{2, 0, {}}, {3, 0, {}}}));
  EXPECT_EQ(notes(reading.divisions[0]), (Lines{"", ""}));
  EXPECT_TRUE(is_fair(reading.divisions[0]));
}

TEST(Yarn, TakesAQueueThatWaitsAsActiveWhereMoreOfTheSharesAreThenWhatYarnComputes) {
  const Queue root =
      root_of({waiting("root.a", "0"), {"root.b", {"25", "0"}}, {"root.c", {"50", "0"}}});
  const auto reading = read(root,
                            "<queue name='a'/><queue name='b'/>"
                            "<queue name='c'><weight>2</weight></queue>");
  const Division& division = reading.divisions.at(0);
  EXPECT_TRUE(mentions(division.notes, "taken as active: YARN computes these shares for neither"));
  EXPECT_EQ(division.problem.claimants[0], (Claimant<Rational>{1, 0, {}}));
  EXPECT_FALSE(is_fair(division));
}

TEST(Yarn, WarnsWhereAQueueSeesAnotherCluster) {
  Queue a{"root.a", {"100", "0"}};
  a.cluster = {"200", "10"};
  const auto reading = read(root_of({a}), "<queue name='a'/>");
  EXPECT_EQ(reading.warnings,
            Lines{"root.a: clusterResources memory 200 differs from the root's 100."});
  a.cluster = {"50", "10"};
  EXPECT_EQ(read(root_of({a}), "<queue name='a'/>").warnings,
            Lines{"root.a: clusterResources memory 50 differs from the root's 100."});
}

TEST(Yarn, NamesAResourceThatTheClusterDoesNotHave) {
  const auto reading = read(root_of({{"root.a", {"100", "10"}}}),
                            "<queue name='a'><maxResources>yarn.io/fpga=5</maxResources></queue>");
  EXPECT_EQ(errors(reading), Lines{"FS019 f.xml:1 root.a maxResources"});
  const std::string message =
      "the cluster of rest.json has no resource \"yarn.io/fpga\": YARN 3.3 does not load such a "
      "file and keeps its old configuration";
  EXPECT_EQ(messages(reading), Lines{message});
  EXPECT_EQ(titles(reading), Lines{"root memory"});
  const auto others =
      read(root_of({{"root.a", {"100", "10"}}}),
           "<queueMaxResourcesDefault>yarn.io/fpga=5</queueMaxResourcesDefault><queue name='a'>"
           "<minResources>yarn.io/fpga=1</minResources>"
           "<maxChildResources>yarn.io/fpga=5</maxChildResources></queue>");
  EXPECT_EQ(errors(others),
            (Lines{"FS019 f.xml:0  queueMaxResourcesDefault", "FS019 f.xml:1 root.a minResources",
                   "FS019 f.xml:1 root.a maxChildResources"}));
  EXPECT_EQ(messages(others), Lines(3, message));
}

TEST(Yarn, WarnsWhereTheReportedBoundsAreNotTheConfiguredOnes) {
  const auto reading = read(root_of({{"root.a", {"100", "0"}}}),
                            "<queue name='a'><minResources>7 mb, 0 vcores</minResources></queue>");
  EXPECT_EQ(
      reading.warnings,
      Lines{"root.a: minResources is reported as memory 0, but the configuration gives 7: the "
            "ResourceManager may have loaded another file."});
}

TEST(Yarn, ExpectsBoundsToBeReportedAsTheReleaseHoldsThem) {
  const auto warnings = [](const std::string& shown_max, YarnRelease release) {
    Queue a{"root.a", {"100", "0"}};
    a.min = {"40", "1"};
    a.max = {shown_max, "1"};
    return read(root_of({a}),
                "<queue name='root'><maxResources>50 mb, 5 vcores</maxResources><queue name='a'>"
                "<minResources>40 mb, 1 vcores</minResources>"
                "<maxResources>30 mb, 1 vcores</maxResources></queue></queue>",
                {.release = release})
        .warnings;
  };
  EXPECT_EQ(warnings("40", YarnRelease::v3), Lines{});  // the maximum is lifted to the minimum
  EXPECT_EQ(warnings("30", YarnRelease::v2_7), Lines{});
}

TEST(Yarn, NamesARootThatIsNotGivenTheCluster) {
  Queue root = root_of({{"root.a", {"100", "0"}}});
  root.fair.memory = "90";
  const auto reading = read(root, "<queue name='a'/>");
  EXPECT_EQ(errors(reading), Lines{"FS101 rest.json:0 root fairResources"});
  EXPECT_EQ(messages(reading), Lines{"memory: the root has 90, but clusterResources are 100"});
  EXPECT_EQ(errors(read(root, "<queue name='a'/>", {.steady = true})),
            Lines{"FS101 rest.json:0 root steadyFairResources"});
  root.fair.memory = "110";
  EXPECT_EQ(messages(read(root, "<queue name='a'/>")),
            Lines{"memory: the root has 110, but clusterResources are 100"});
  EXPECT_EQ(read(root, "<queue name='a'/>").warnings, Lines{}) << "it is an error already";
  EXPECT_EQ(reading.divisions.at(0).problem.total, Rational(100));
}

TEST(Yarn, InfersWeightsFromSteadySharesWithoutAConfigurationAndSaysSo) {
  Queue a{"root.a", {"30", "0"}};
  a.min = {"10", "0"};
  a.max = {"30", "10"};
  const auto reading =
      read_without_xml(root_of({a, {"root.b", {"20", "0"}}, {"root.c", {"50", "0"}}}));
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_TRUE(mentions(reading.warnings, "weights are those that fit the steady shares best"));
  EXPECT_EQ(reading.divisions.at(0).problem.claimants,
            (Claimants{{4, 10, 30}, {2, 0, {}}, {5, 0, {}}}));
  EXPECT_TRUE(is_fair(reading.divisions[0]));
}

TEST(Yarn, InfersWeightsWithWhichTheReleaseComputesTheShares) {
  const std::vector<Queue> children = {
      {"root.p.a", {"10", "0"}}, {"root.p.b", {"2", "0"}}, {"root.p.c", {"2", "0"}}};
  const Queue root = root_of({{"root.p", {"12", "0"}, children}, {"root.q", {"88", "0"}}});
  for (const bool steady : {false, true}) {
    const auto reading = read_without_xml(root, {.steady = steady});
    EXPECT_EQ(reading.divisions.at(1).problem.claimants,
              (Claimants{{5, 0, {}}, {1, 0, {}}, {1, 0, {}}}));
    EXPECT_TRUE(reading.divisions[1].comparison->matches);
  }
  std::vector<Queue> idle = children;
  idle[2].fair.memory = "0";
  idle[2].apps = 0;
  idle[2].steady = Amounts{"2", "0"};
  const auto reading =
      read_without_xml(root_of({{"root.p", {"12", "0"}, idle}, {"root.q", {"88", "0"}}}));
  EXPECT_TRUE(reading.divisions.at(1).comparison->matches);
}

TEST(Yarn, InfersTheWeight0OfQueuesThatGetNothing) {
  const Queue root = root_of({{"root.p", {"100", "0"}, {{"root.p.a", {"0", "0"}}}}});
  for (const bool steady : {false, true}) {
    const auto reading = read_without_xml(root, {.steady = steady});
    EXPECT_EQ(reading.divisions.at(1).problem.claimants, (Claimants{{0, 0, 0}}));
    EXPECT_TRUE(reading.divisions[1].comparison->matches);
  }
}

TEST(Yarn, JudgesOnlyBoundsAndTotalsOfSteadySharesWithoutAConfiguration) {
  const auto steady = [](const Queue& root) { return read_without_xml(root, {.steady = true}); };
  const auto fair = steady(root_of({{"root.a", {"70", "0"}}, {"root.b", {"30", "0"}}}));
  EXPECT_EQ(fair.warnings,
            Lines{"The response shows neither weights nor maximums beyond the cluster: without "
                  "fair-scheduler.xml, weights are those that fit these steady shares best, so "
                  "that only bounds and totals are judged, and a maxResources as large as the "
                  "cluster counts as no maximum."});
  EXPECT_TRUE(is_fair(fair.divisions.at(0)));
  const auto short_of = steady(root_of({{"root.a", {"60", "0"}}, {"root.b", {"30", "0"}}}));
  EXPECT_FALSE(is_fair(short_of.divisions.at(0)));
}

TEST(Yarn, TakesEveryWeightAs1WhereSteadySharesTellNothing) {
  std::string text = response(root_of({{"root.a", {"50", "0"}}, {"root.b", {"50", "0"}}}));
  for (std::size_t at = text.find("steady"); at != std::string::npos;
       at = text.find("steady", at + 4)) {
    text.insert(at, "no_");
  }
  const auto reading = read_yarn({"rest.json", text}, std::nullopt, {});
  EXPECT_TRUE(mentions(reading.warnings, "weights are all taken as 1"));
  std::string one_without = response(root_of({{"root.a", {"70", "0"}}, {"root.b", {"30", "0"}}}));
  one_without.insert(one_without.rfind("steady"), "no_");
  const auto of_one = read_yarn({"rest.json", one_without}, std::nullopt, {});
  EXPECT_TRUE(mentions(of_one.warnings, "weights are all taken as 1"));
  EXPECT_EQ(of_one.divisions.at(0).problem.claimants, (Claimants{{1, 0, {}}, {1, 0, {}}}));
  EXPECT_EQ(reading.divisions.at(0).problem.claimants, (Claimants{{1, 0, {}}, {1, 0, {}}}));
}

// A queue with a momentary share, a steady one and a minimum.
Queue with_steady(const std::string& name, const std::string& memory, const std::string& steady,
                  const std::string& min) {
  Queue queue{name, {memory, "0"}};
  queue.steady = Amounts{steady, "0"};
  queue.min = {min, "0"};
  return queue;
}

TEST(Yarn, DoesNotJudgeWhereAMinimumHidesAWeight) {
  const auto reading = read_without_xml(
      root_of({with_steady("root.a", "40", "30", "30"), with_steady("root.b", "60", "70", "0")}));
  EXPECT_TRUE(reading.divisions.empty());
  EXPECT_EQ(reading.warnings,
            (Lines{without_xml,
                   "root.a: its weight is unknown, since its steady share of memory "
                   "is its minimum; root is not judged in memory. Pass "
                   "--allocations."}));
  const auto at_minimum = read_without_xml(
      root_of({with_steady("root.a", "30", "30", "30"), with_steady("root.b", "70", "70", "0")}));
  EXPECT_TRUE(is_fair(at_minimum.divisions.at(0)));
  EXPECT_EQ(at_minimum.divisions[0].labels[0].note, "at its minimum, which hides its weight");
}

TEST(Yarn, SaysThatAMinimumHidesAWeightOnlyWhereTheWeightCounts) {
  Queue idle = with_steady("root.a", "0", "30", "30");
  idle.apps = 0;
  const Queue root = root_of({idle, with_steady("root.b", "100", "70", "0")});
  const auto momentary = read_without_xml(root);
  EXPECT_EQ(momentary.warnings, Lines{without_xml});
  EXPECT_EQ(notes(momentary.divisions.at(0)), (Lines{"inactive: no running application", ""}));
  EXPECT_EQ(momentary.divisions[0].problem.claimants, (Claimants{{0, 0, 0}, {1, 0, {}}}));
  EXPECT_TRUE(is_fair(momentary.divisions[0]));

  const auto steady = read_without_xml(root, {.steady = true});
  EXPECT_EQ(notes(steady.divisions.at(0)), (Lines{"at its minimum, which hides its weight", ""}));
  EXPECT_EQ(steady.divisions[0].problem.claimants, (Claimants{{0, 30, 30}, {1, 0, {}}}));
  EXPECT_TRUE(is_fair(steady.divisions[0]));
}

// No release gives an inactive queue anything.
TEST(Yarn, JudgesAnInactiveQueueWithAShareThoughItsMinimumHidesItsWeight) {
  Queue idle = with_steady("root.a", "40", "30", "30");
  idle.apps = 0;
  const auto reading = read_without_xml(root_of({idle, with_steady("root.b", "60", "70", "0")}));
  EXPECT_EQ(reading.warnings, Lines{without_xml});
  EXPECT_EQ(notes(reading.divisions.at(0)), (Lines{"inactive: no running application", ""}));
  EXPECT_FALSE(is_fair(reading.divisions[0]));
}

TEST(Yarn, TakesFromTheResponseAMaximumBetweenTheMinimumAndTheCluster) {
  const auto claimant = [](const char* max, YarnRelease release) {
    Queue a = with_steady("root.a", "50", "50", "40");
    a.max = {max, "10"};
    const auto reading = read_without_xml(root_of({a, with_steady("root.b", "50", "50", "0")}),
                                          {.release = release});
    EXPECT_EQ(errors(reading), Lines{});
    const bool is_cut = release == YarnRelease::v2_7 && std::string(max) == "39";
    EXPECT_EQ(notes(reading.divisions.at(0)),
              (Lines{is_cut ? "min share 40 cut to its max share" : "", ""}));
    const auto& bounds = reading.divisions[0].problem.claimants.at(0);
    return std::pair(bounds.min_share, bounds.max_share);
  };
  const auto bounds = [](int min, std::optional<Rational> max) {
    return std::pair(Rational(min), max);
  };
  for (const YarnRelease release : {YarnRelease::v3, YarnRelease::v2_7}) {
    EXPECT_EQ(claimant("40", release), bounds(40, 40));
    EXPECT_EQ(claimant("99", release), bounds(40, 99));
    EXPECT_EQ(claimant("100", release), bounds(40, {}));
    EXPECT_EQ(claimant("101", release), bounds(40, {}));
  }
  EXPECT_EQ(claimant("39", YarnRelease::v3), bounds(40, {}));
  EXPECT_EQ(claimant("39", YarnRelease::v2_7), bounds(39, 39));
}

TEST(Yarn, ReadsAMaximumBelowTheMinimumAsThatOfAMinimumAboveTheCluster) {
  Queue a{"root.a", {"120", "0"}};
  a.min = {"120", "0"};
  a.max = {"100", "10"};
  const auto reading = read_without_xml(root_of({a, {"root.b", {"0", "0"}}}));
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_TRUE(mentions(reading.warnings,
                       "root.a: memory: maxResources 100 is below minResources "
                       "120: the minimum exceeds the cluster"));
  EXPECT_EQ(reading.divisions.at(0).problem.claimants[0].min_share, Rational(120));
}

TEST(Yarn, HasNothingAgainstAMaximumThatIsShownAsLargeAsTheMinimum) {
  Queue a{"root.a", {"30", "0"}};
  a.min = {"30", "0"};
  a.max = {"30", "10"};
  const auto reading = read_without_xml(root_of({a, {"root.b", {"70", "0"}}}));
  EXPECT_EQ(reading.warnings, Lines{without_xml});
}

TEST(Yarn, LetsTheMaximumThatIsShownWinInRelease2) {
  Queue a{"root.a", {"30", "0"}};
  a.min = {"40", "0"};
  a.max = {"30", "10"};
  const auto reading =
      read_without_xml(root_of({a, {"root.b", {"70", "0"}}}), {.release = YarnRelease::v2_7});
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(reading.warnings, (Lines{"root.a: memory: maxResources 30 is below minResources 40: in "
                                     "YARN 2.7 the maximum wins.",
                                     without_xml}));
  EXPECT_EQ(reading.divisions.at(0).problem.claimants[0], (Claimant<Rational>{1, 30, 30}));
}

// A response that was edited by hand: an idle queue has more than the cluster.
TEST(Yarn, NamesAllThatAContradictoryResponseContradicts) {
  Queue leaf{"root.a.x", {"120", "0"}};
  leaf.apps = 0;
  leaf.max = {"100", "11"};
  Queue a{"root.a", {"120", "0"}, {leaf}};
  a.min = {"120", "0"};
  const auto reading = read_without_xml(root_of({{"root.default", {"0", "0"}}, a}));
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_EQ(
      reading.warnings,
      (Lines{"root.a: fairResources memory 120 exceeds the cluster's 100.",
             "root.a: minResources memory 120 exceeds the cluster's 100.",
             "root.a.x: fairResources memory 120 exceeds the cluster's 100.",
             "root.a.x: maxResources vcores 11 exceeds the cluster's 10.",
             "root.a: memory: maxResources 100 is below minResources 120: the minimum exceeds "
             "the cluster, to which YARN 3 cuts the maximum that it shows.",
             without_xml}));
  ASSERT_EQ(titles(reading), (Lines{"root memory", "root.a memory"}));
  EXPECT_FALSE(is_fair(reading.divisions[0]));
  EXPECT_FALSE(is_fair(reading.divisions[1]));
}

TEST(Yarn, DoesNotSayOfAMaximumThatRelease2CutsToTheClusterThatItWins) {
  Queue a{"root.a", {"120", "0"}};
  a.min = {"120", "0"};
  a.max = {"100", "10"};
  const auto reading =
      read_without_xml(root_of({a, {"root.b", {"0", "0"}}}), {.release = YarnRelease::v2_7});
  EXPECT_EQ(errors(reading), Lines{});
  EXPECT_TRUE(mentions(reading.warnings,
                       "root.a: memory: maxResources 100 is below minResources 120: the minimum "
                       "exceeds the cluster, to which YARN 2.7 cuts the maximum that it shows."));
  EXPECT_EQ(reading.divisions.at(0).problem.claimants[0].min_share, Rational(120));
  // Of a response that does not show the cluster.
  std::string text = response(root_of({a, {"root.b", {"0", "0"}}}));
  for (const std::string field : {"clusterResources", "fairResources"}) {
    for (std::size_t at = 0; (at = text.find(field)) != std::string::npos;) text[at] = 'x';
  }
  const auto cluster_less =
      read_yarn({"rest.json", text}, std::nullopt, {.release = YarnRelease::v2_7});
  EXPECT_TRUE(mentions(cluster_less.warnings, "120: in YARN 2.7 the maximum wins."));
}

}  // namespace
}  // namespace fairshare::formats::yarn_responses

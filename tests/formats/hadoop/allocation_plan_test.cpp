#include "formats/hadoop/allocation_plan.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/formats/hadoop/lint_reports.h"

namespace fairshare::formats {
namespace {

using namespace tests;

constexpr const char* two_minimums =
    R"(<queue name="p"><maxResources>100 mb, 9 vcores</maxResources>
<queue name="a"><minResources>70 mb, 1 vcores</minResources></queue>
<queue name="b"><minResources>50 mb, 1 vcores</minResources></queue></queue>)";

TEST(AllocationPlan, AddsMinimumsUpAndComparesThemWithTheMaximumAbove) {
  const auto report = lint_of(two_minimums);
  EXPECT_EQ(shown(report.warnings), (Lines{"FS602 2 root.p minResources"}));
  EXPECT_EQ(message(report),
            "the minimums of its queues add up to 120 memory, more than its maximum, 100; "
            "lower them, or raise it");
}

TEST(AllocationPlan, ComparesMinimumsWithTheMaximumOfAnyQueueAboveAndWithTheCluster) {
  const std::string inside = R"(<queue name="p"><queue name="q">
<queue name="a"><minResources>70 mb, 1 vcores</minResources></queue></queue>)";
  EXPECT_TRUE(contains(message(lint_of(inside + "<maxResources>60 mb, 9 vcores</maxResources>"
                                                "</queue>")),
                       "of its queues add up to 70 memory, more than the maximum of root.p, "
                       "60;"));
  // If limits are equal, the innermost counts.
  const std::string both = "<maxResources>60 mb, 9 vcores</maxResources></queue>";
  EXPECT_TRUE(contains(message(lint_of(inside.substr(0, inside.rfind("</queue>")) + both + both,
                                       {.cluster = {{"memory", 60}}})),
                       "add up to 70 memory, more than its maximum, 60;"));
  EXPECT_EQ(shown(lint_of(inside + "</queue>").warnings), Lines{});
  EXPECT_TRUE(contains(message(lint_of(inside + "</queue>", {.cluster = {{"memory", 69}}})),
                       "more than the cluster has, 69;"));
}

TEST(AllocationPlan, BoundsTheRootByItsOwnMaximumButNotByTheDefault) {
  const std::string by_default =
      "<queueMaxResourcesDefault>10 mb, 9 vcores</queueMaxResourcesDefault>";
  const std::string a = R"(<queue name="a"><minResources>20 mb, 1 vcores</minResources></queue>)";
  const std::string inverted =
      ": claimant root.a, maxResources: the maximum, 10 memory, is below the minimum, 20 memory, "
      "and YARN 3.3 uses the minimum; correct one of them";
  EXPECT_EQ(texts(lint_of(by_default + a)), Lines{"FS604 f.xml:2" + inverted});
  EXPECT_EQ(texts(lint_of(by_default +
                          R"(<queue name="root"><maxResources>15 mb, 9 vcores</maxResources>)" +
                          "\n" + a + "</queue>")),
            (Lines{"FS602 f.xml:2: claimant root, minResources: the minimums of its queues "
                   "add up to 20 memory, more than its maximum, 15; lower them, or raise it",
                   "FS604 f.xml:3" + inverted}));
}

TEST(AllocationPlan, ComparesMinimumsWithTheSteadyShareWhereTheClusterIsKnown) {
  const auto report = lint_of(
      R"(<queue name="p"><queue name="a"><minResources>70 mb, 1 vcores</minResources></queue></queue>)",
      {.cluster = cluster_of_100});
  EXPECT_EQ(shown(report.warnings), (Lines{"FS602 2 root.p minResources"}));
  EXPECT_TRUE(contains(message(report), "more than its steady share, 50;"));
}

TEST(AllocationPlan, HasNothingAgainstMinimumsThatAddUpToJustTheLimit) {
  const std::string inside = R"(<queue name="p"><queue name="a"><minResources>)";
  const std::string end = " mb, 1 vcores</minResources></queue>";
  const auto warnings_of = [&](const std::string& minimum, const std::string& more) {
    return shown(
        lint_of(inside + minimum + end + more + "</queue>", {.cluster = cluster_of_100}).warnings);
  };
  const std::string maximum = "<maxResources>40 mb, 9 vcores</maxResources>";
  const Lines excess = {"FS602 2 root.p minResources"};
  EXPECT_EQ(warnings_of("50", ""), Lines{});  // the steady share
  EXPECT_EQ(warnings_of("51", ""), excess);
  EXPECT_EQ(warnings_of("40", maximum), Lines{});
  EXPECT_EQ(warnings_of("41", maximum), excess);
}

TEST(AllocationPlan, CountsOnlyAsMuchOfAMinimumAsTheReleaseHonours) {
  const std::string inside = R"(<queue name="p"><maxResources>10 mb, 9 vcores</maxResources>
<queue name="a"><minResources>20 mb, 1 vcores</minResources>
<maxResources>8 mb, 9 vcores</maxResources></queue></queue>)";
  EXPECT_EQ(shown(lint_of(inside).warnings),
            (Lines{"FS602 2 root.p minResources", "FS604 3 root.p.a maxResources"}));
  EXPECT_EQ(shown(lint_of(inside, {.release = YarnRelease::v2_7}).warnings),
            (Lines{"FS604 3 root.p.a maxResources"}));
}

TEST(AllocationPlan, ComparesMinimumsWithTheMaximumThatTheReleaseHonours) {
  const std::string inside = R"(<queue name="p"><minResources>20 mb, 1 vcores</minResources>
<maxResources>8 mb, 9 vcores</maxResources>
<queue name="a"><minResources>20 mb, 1 vcores</minResources></queue></queue>)";
  EXPECT_EQ(shown(lint_of(inside).warnings), (Lines{"FS604 2 root.p maxResources"}));
  EXPECT_EQ(shown(lint_of(inside, {.release = YarnRelease::v2_7}).warnings),
            (Lines{"FS604 2 root.p maxResources", "FS602 2 root.p minResources"}));
}

TEST(AllocationPlan, SaysWhichBoundTheReleaseTakes) {
  const std::string bounds = R"(<minResources>20 mb, 1 vcores</minResources>
<maxResources>8 mb, 9 vcores</maxResources></queue>)";
  const std::string inside = R"(<queue name="a">)" + bounds;
  EXPECT_TRUE(contains(message(lint_of(inside)), "and YARN 3.3 uses the minimum;"));
  EXPECT_TRUE(contains(message(lint_of(inside, {.release = YarnRelease::v2_7})),
                       "and YARN 2.7 uses the maximum;"));
  // A share that is fixed by weight 0 ignores the maximum.
  EXPECT_TRUE(contains(message(lint_of(R"(<queue name="a"><weight>0</weight>)" + bounds,
                                       {.release = YarnRelease::v2_7})),
                       "and YARN 2.7 uses the minimum;"));
  // But not a maximum of 0.
  const std::string dead = R"(<queue name="a"><minResources>20 mb, 1 vcores</minResources>
<maxResources>0 mb, 9 vcores</maxResources>)";
  EXPECT_TRUE(contains(
      message(lint_of(dead + "<weight>0</weight></queue>", {.release = YarnRelease::v2_7})),
      "and YARN 2.7 uses the maximum;"));
}

TEST(AllocationPlan, FindsTheOutermostQueueWhoseShareIsAlways0) {
  const auto report = lint_of(R"(<queue name="p"><weight>0</weight>
<queue name="a"><weight>0</weight></queue><queue name="b"/></queue>)");
  EXPECT_EQ(shown(report.warnings), (Lines{"FS603 2 root.p weight"}));
  EXPECT_TRUE(contains(message(report), " (with the 2 queues in it)"));
  const std::string dead = R"(<queue name="p"><weight>0</weight>)";
  const std::string why =
      "its weight is 0 and it has no minimum, so its share is always 0; give it a weight or a "
      "minimum, or delete it";
  EXPECT_EQ(message(lint_of(dead + "</queue>")), why);
  EXPECT_EQ(message(lint_of(dead + R"(<queue name="a"/></queue>)")),
            why + " (with the queue in it)");
  EXPECT_EQ(message(lint_of(dead + R"(<queue name="a"><queue name="b"/></queue></queue>)")),
            why + " (with the 2 queues in it)");
}

TEST(AllocationPlan, LeavesAQueueOfWeight0WithAMinimumAlone) {
  const std::string inside =
      R"(<queue name="a"><weight>0</weight><minResources>5 mb, 0 vcores</minResources></queue>)";
  EXPECT_EQ(shown(lint_of(inside).warnings), Lines{});
  EXPECT_EQ(shown(lint_of(R"(<queue name="a"><weight>0</weight>
<minResources>0 mb, 5 vcores</minResources></queue>)")
                      .warnings),
            (Lines{"FS603 2 root.a weight"}));
}

TEST(AllocationPlan, KnowsThatAParentIsNotFifoIn27) {
  EXPECT_EQ(shown(lint_of(R"(<queue name="p"><schedulingPolicy>fifo</schedulingPolicy>
<queue name="a"><weight>0</weight></queue></queue>)",
                          {.release = YarnRelease::v2_7})
                      .warnings),
            (Lines{"FS601 2 root.p schedulingPolicy", "FS603 3 root.p.a weight"}));
}

TEST(AllocationPlan, KnowsThatAMaximumOf0Stops3AndOnlyTheShareOf2) {
  const auto found = [](const std::string& max, YarnRelease release, const std::string& before) {
    return texts(
        lint_of(before + "<queue name=\"a\"><maxResources>" + max + "</maxResources></queue>",
                {.release = release}));
  };
  const std::string a = "FS603 f.xml:2: claimant root.a, maxResources: the maximum is 0 ";
  const std::string in_3 = ", so no container fits into it; raise the maximum or delete the queue";
  const std::string in_2 = ", so its share is always 0; raise the maximum or delete the queue";
  EXPECT_EQ(found("5 mb, 0 vcores", YarnRelease::v3, ""), Lines{a + "vcores" + in_3});
  EXPECT_EQ(found("5 mb, 0 vcores", YarnRelease::v2_7, ""), Lines{});
  EXPECT_EQ(found("0 mb, 1 vcores", YarnRelease::v2_7, ""), Lines{a + "memory" + in_2});
  EXPECT_EQ(found("0%", YarnRelease::v3, ""), Lines{a + "memory" + in_3});
  EXPECT_EQ(found("memory-mb=5,vcores=1,gpu=0", YarnRelease::v3, ""), Lines{});
  // Which queue's share it is depends on the policy of the parent.
  EXPECT_EQ(found("5 mb, 0 vcores", YarnRelease::v2_7,
                  "<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>"),
            Lines{a + "vcores" + in_2});
}

TEST(AllocationPlan, CountsAMaximumOfMr1Below0As0AndSaysIt) {
  EXPECT_EQ(texts(lint_of("<pool name=\"a\"><maxReduces>-1</maxReduces></pool>")),
            Lines{"FS603 f.xml:2: claimant a, maxReduces: the maximum is -1 reduces, so its share "
                  "is always 0; raise the maximum or delete the pool"});
  EXPECT_EQ(
      texts(lint_of("<pool name=\"a\"><minMaps>2</minMaps><maxMaps>-1</maxMaps></pool>")),
      (Lines{"FS604 f.xml:2: claimant a, maxMaps: the maximum, -1 maps, is below the minimum, "
             "2 maps, and MR1 uses the maximum; correct one of them",
             "FS603 f.xml:2: claimant a, maxMaps: the maximum is -1 maps, so its share is "
             "always 0; raise the maximum or delete the pool"}));
}

TEST(AllocationPlan, KnowsThatAMinimumLiftsAMaximumOf0In3ButNotIn2) {
  const std::string inside = R"(<queue name="a"><minResources>5 mb, 1 vcores</minResources>
<maxResources>0 mb, 1 vcores</maxResources></queue>)";
  const std::string inverted =
      "FS604 f.xml:2: claimant root.a, maxResources: the maximum, 0 memory, is below the minimum, "
      "5 memory, and YARN ";
  EXPECT_EQ(texts(lint_of(inside)), Lines{inverted + "3.3 uses the minimum; correct one of them"});
  EXPECT_EQ(texts(lint_of(inside, {.release = YarnRelease::v2_7})),
            (Lines{inverted + "2.7 uses the maximum; correct one of them",
                   "FS603 f.xml:2: claimant root.a, maxResources: the maximum is 0 memory, so its "
                   "share is always 0; raise the maximum or delete the queue"}));
}

TEST(AllocationPlan, ComputesSteadySharesInUnitsWhereTheClusterIsKnown) {
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"><weight>3</weight><queue name="b"/>
<queue name="c"><maxResources>20%</maxResources></queue></queue>)",
                           {.cluster = cluster_of_100})),
            (Lines{"root.a memory 75", "root.default memory 25", "root.a.b memory 55",
                   "root.a.c memory 20"}));
  EXPECT_EQ(
      steady(lint_of(R"(<queue name="a"><minResources>80 mb, 1 vcores</minResources></queue>)",
                     {.cluster = cluster_of_100})),
      (Lines{"root.a memory 80", "root.default memory 20"}));
  // As the release computes them: rounded up together.
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"/><queue name="b"/>)", {.cluster = cluster_of_100})),
            (Lines{"root.a memory 34", "root.b memory 34", "root.default memory 34"}));
  // A release's cluster is at most as large as its largest integer.
  EXPECT_EQ(steady(lint_of("", {.release = YarnRelease::v2_7, .cluster = {{"memory", 1LL << 40}}})),
            Lines{"root.default memory 2147483647"});
}

TEST(AllocationPlan, ComputesSteadySharesAsPartsOfAClusterThatIsNotKnown) {
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"><weight>3</weight><queue name="b"/><queue name="c">
<maxResources>25%</maxResources></queue></queue>)")),
            (Lines{"root.a memory 3/4", "root.default memory 1/4", "root.a.b memory 1/2",
                   "root.a.c memory 1/4"}));
  // A weight of 0 or below gets nothing, and what the maximums do not allow is left over.
  EXPECT_EQ(
      steady(lint_of(R"(<queue name="a"><queue name="b"><weight>0</weight></queue></queue>
<queue name="c"><weight>-1</weight></queue><queue name="d">
<queue name="e"><maxResources>6.25%</maxResources></queue>
<queue name="f"><maxResources>12.5%</maxResources></queue></queue>)")),
      (Lines{"root.a memory 1/3", "root.c memory 0", "root.d memory 1/3", "root.default memory 1/3",
             "root.a.b memory 0", "root.d.e memory 1/16", "root.d.f memory 1/8"}));
}

TEST(AllocationPlan, SaysWhyAShareIsNotKnown) {
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"><minResources>1 mb, 0 vcores</minResources>
<queue name="b"/></queue>)")),
            (Lines{"root memory: root.a has bounds in units: say what the cluster has with "
                   "--cluster memory=AMOUNT"}));
  EXPECT_EQ(
      steady(lint_of(R"(<queue name="a"><maxResources>0 mb, 5 vcores</maxResources></queue>)")),
      (Lines{"root.a memory 0", "root.default memory 1"}))
      << "a maximum of 0 needs no unit";
}

TEST(AllocationPlan, DividesNothingByANegativeNumberOfMr1) {
  const auto divided = [](const std::string& field) {
    return steady(
        lint_of("<pool name=\"default\">" + field + "<maxRunningJobs>1</maxRunningJobs></pool>",
                {.cluster = {{"maps", 8}, {"reduces", 2}}}));
  };
  EXPECT_EQ(divided("<weight>-1</weight>"),
            (Lines{" maps: a number is negative", " reduces: a number is negative"}));
  for (const std::string field : {"minMaps", "maxMaps"}) {
    EXPECT_EQ(divided("<" + field + ">-1</" + field + ">"),
              (Lines{" maps: a number is negative", "default reduces 2"}));
  }
}

TEST(AllocationPlan, DividesPartsAmongPoolsWhereTheClusterIsNotKnown) {
  EXPECT_EQ(steady(lint_of(R"(<pool name="default"><weight>2</weight></pool>
<pool name="a"><minMaps>1</minMaps></pool>)")),
            (Lines{" maps: a has bounds in units: say what the cluster has with --cluster "
                   "maps=AMOUNT",
                   "default reduces 2/3", "a reduces 1/3"}));
}

TEST(AllocationPlan, SaysWhatHasNoSteadySharesAtAll) {
  EXPECT_EQ(steady(lint_of("<queue name=\"a\"/>",
                           {.release = YarnRelease::v2_7, .cluster = {{"memory", 1073741825}}})),
            Lines{"root memory: YARN 2.7 never finishes computing them"});
  EXPECT_EQ(steady(lint_of("<pool name=\"default\"><weight>0</weight>"
                           "<maxRunningJobs>1</maxRunningJobs></pool>",
                           {.cluster = {{"maps", 8}, {"reduces", 0}}})),
            (Lines{" maps: no division hands out the whole total", "default reduces 0"}));
}

TEST(AllocationPlan, DoesNotSuggestToDeleteTheDefaultQueueWhichIsThenOpen) {
  EXPECT_EQ(
      texts(lint_of("<queue name=\"default\"><maxResources>0 mb, 0 vcores</maxResources></queue>")),
      Lines{"FS603 f.xml:2: claimant root.default, maxResources: the maximum is 0 memory, so no "
            "container fits into it; raise the maximum or write maxRunningApps 0, which says that "
            "the queue is closed"});
}

}  // namespace
}  // namespace fairshare::formats

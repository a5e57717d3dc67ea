#include "formats/hadoop/lint.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace fairshare::formats {
namespace {

using Lines = std::vector<std::string>;

LintReport lint_of(const std::string& inside, const LintOptions& options = {}) {
  return lint({"f.xml", "<allocations>\n" + inside + "\n</allocations>"}, options);
}

const ClusterAmounts cluster_of_100 = {{"memory", 100}, {"vcores", 10}};

// "code line queue field" of each.
Lines shown(const std::vector<InputError>& errors) {
  Lines lines;
  for (const InputError& error : errors) {
    EXPECT_EQ(error.file, "f.xml");
    lines.push_back(error.code + " " + std::to_string(error.line) + " " + error.claimant + " " +
                    error.field);
  }
  return lines;
}

// "queue resource share" of each, or "parent resource: why".
Lines steady(const LintReport& report) {
  Lines lines;
  for (const SteadyShares& division : report.steady) {
    if (!division.unknown.empty()) {
      lines.push_back(report.plan.queues[division.parent].name + " " + division.resource + ": " +
                      division.unknown);
    }
    for (std::size_t i = 0; i < division.shares.size(); ++i) {
      lines.push_back(report.plan.queues[division.queues[i]].name + " " + division.resource + " " +
                      exact::to_text(division.shares[i]));
    }
  }
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Only the first message.
std::string message(const LintReport& report) {
  return report.warnings.empty() ? "" : report.warnings.front().message;
}

TEST(Lint, FindsNothingInASoundFile) {
  const auto report = lint_of(R"(<queue name="a"><weight>3</weight></queue>)");
  EXPECT_EQ(shown(report.warnings), Lines{});
  EXPECT_EQ(shown(report.errors), Lines{});
}

TEST(Lint, SaysWhatToDoAboutAnElementThatIsNotKnown) {
  EXPECT_TRUE(contains(message(lint_of("<x/>")), "; correct its name, or delete it"));
  EXPECT_TRUE(
      contains(message(lint_of("<maxRunningApps>1</maxRunningApps>")), "; move it into a queue"));
  EXPECT_TRUE(contains(
      message(lint_of(R"(<queue name="a"><userMaxAppsDefault>1</userMaxAppsDefault></queue>)")),
      "; move it into <allocations>"));
  EXPECT_TRUE(contains(message(lint_of(R"(<queue name="a"><WEIGHT>1</WEIGHT></queue>)")),
                       "; write <weight>"));
  EXPECT_TRUE(contains(message(lint_of("<queueMaxResourcesDefault>1 mb, 1 vcores"
                                       "</queueMaxResourcesDefault>",
                                       {.release = YarnRelease::v2_7})),
                       "; it is new in 3.x: delete it, or pass --release 3"));
}

TEST(Lint, HasAWarningForWhatIsIgnoredAndForWhatIsTakenForSomethingElse) {
  const auto report = lint_of(R"(<queue name="a"><weight>1</weight><weight>2</weight>
<minResources>10%</minResources></queue>)");
  EXPECT_EQ(shown(report.warnings),
            (Lines{"FS601 2 root.a weight", "FS601 3 root.a minResources"}));
}

TEST(Lint, PassesOnWhyAFileIsRefusedAndLooksNoFurther) {
  const auto report = lint_of(R"(<queue name="a"><weight>x</weight></queue>
<queue name="b"><weight>0</weight></queue>)");
  EXPECT_EQ(shown(report.errors), (Lines{"FS019 2 root.a weight"}));
  EXPECT_EQ(shown(report.warnings), Lines{});
  EXPECT_EQ(steady(report), Lines{});
  EXPECT_EQ(shown(lint({"f.xml", "<allocations>"}, {}).errors), (Lines{"FS001 1  "}));
}

constexpr const char* two_minimums =
    R"(<queue name="p"><maxResources>100 mb, 9 vcores</maxResources>
<queue name="a"><minResources>70 mb, 1 vcores</minResources></queue>
<queue name="b"><minResources>50 mb, 1 vcores</minResources></queue></queue>)";

TEST(Lint, AddsMinimumsUpAndComparesThemWithTheMaximumAbove) {
  const auto report = lint_of(two_minimums);
  EXPECT_EQ(shown(report.warnings), (Lines{"FS602 2 root.p minResources"}));
  EXPECT_EQ(message(report),
            "the minimums of 2 of its queues add up to 120 memory, more than its maximum, 100; "
            "lower them, or raise it");
}

TEST(Lint, ComparesMinimumsWithTheMaximumOfAnyQueueAboveAndWithTheCluster) {
  const std::string inside = R"(<queue name="p"><queue name="q">
<queue name="a"><minResources>70 mb, 1 vcores</minResources></queue></queue>)";
  EXPECT_TRUE(contains(message(lint_of(inside + "<maxResources>60 mb, 9 vcores</maxResources>"
                                                "</queue>")),
                       "of 1 of its queues add up to 70 memory, more than the maximum of root.p, "
                       "60;"));
  EXPECT_EQ(shown(lint_of(inside + "</queue>").warnings), Lines{});
  EXPECT_TRUE(contains(message(lint_of(inside + "</queue>", {.cluster = {{"memory", 69}}})),
                       "more than the cluster has, 69;"));
}

TEST(Lint, ComparesMinimumsWithTheSteadyShareWhereTheClusterIsKnown) {
  const auto report = lint_of(
      R"(<queue name="p"><queue name="a"><minResources>70 mb, 1 vcores</minResources></queue></queue>)",
      {.cluster = cluster_of_100});
  EXPECT_EQ(shown(report.warnings), (Lines{"FS602 2 root.p minResources"}));
  EXPECT_TRUE(contains(message(report), "more than its steady share, 50;"));
}

TEST(Lint, HasNothingAgainstMinimumsThatAddUpToJustTheLimit) {
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

TEST(Lint, CountsOnlyAsMuchOfAMinimumAsTheReleaseHonours) {
  const std::string inside = R"(<queue name="p"><maxResources>10 mb, 9 vcores</maxResources>
<queue name="a"><minResources>20 mb, 1 vcores</minResources>
<maxResources>8 mb, 9 vcores</maxResources></queue></queue>)";
  EXPECT_EQ(shown(lint_of(inside).warnings),
            (Lines{"FS602 2 root.p minResources", "FS604 3 root.p.a maxResources"}));
  EXPECT_EQ(shown(lint_of(inside, {.release = YarnRelease::v2_7}).warnings),
            (Lines{"FS604 3 root.p.a maxResources"}));
}

TEST(Lint, ComparesMinimumsWithTheMaximumThatTheReleaseHonours) {
  const std::string inside = R"(<queue name="p"><minResources>20 mb, 1 vcores</minResources>
<maxResources>8 mb, 9 vcores</maxResources>
<queue name="a"><minResources>20 mb, 1 vcores</minResources></queue></queue>)";
  EXPECT_EQ(shown(lint_of(inside).warnings), (Lines{"FS604 2 root.p maxResources"}));
  EXPECT_EQ(shown(lint_of(inside, {.release = YarnRelease::v2_7}).warnings),
            (Lines{"FS604 2 root.p maxResources", "FS602 2 root.p minResources"}));
}

TEST(Lint, SaysWhichBoundTheReleaseTakes) {
  const std::string bounds = R"(<minResources>20 mb, 1 vcores</minResources>
<maxResources>8 mb, 9 vcores</maxResources></queue>)";
  const std::string inside = R"(<queue name="a">)" + bounds;
  EXPECT_TRUE(contains(message(lint_of(inside)), "and YARN 3.3 uses the minimum;"));
  EXPECT_TRUE(contains(message(lint_of(inside, {.release = YarnRelease::v2_7})),
                       "and YARN 2.7 uses the maximum;"));
  // What is fixed by its weight minds no maximum.
  EXPECT_TRUE(contains(message(lint_of(R"(<queue name="a"><weight>0</weight>)" + bounds,
                                       {.release = YarnRelease::v2_7})),
                       "and YARN 2.7 uses the minimum;"));
}

TEST(Lint, FindsTheOutermostQueueWhoseShareIsAlways0) {
  const auto report = lint_of(R"(<queue name="p"><weight>0</weight>
<queue name="a"><weight>0</weight></queue><queue name="b"/></queue>)");
  EXPECT_EQ(shown(report.warnings), (Lines{"FS603 2 root.p weight"}));
  EXPECT_TRUE(contains(message(report), " (with the 2 queues in it)"));
}

TEST(Lint, LeavesAQueueOfWeight0WithAMinimumAlone) {
  const std::string inside =
      R"(<queue name="a"><weight>0</weight><minResources>5 mb, 0 vcores</minResources></queue>)";
  EXPECT_EQ(shown(lint_of(inside).warnings), Lines{});
  EXPECT_EQ(shown(lint_of(R"(<queue name="a"><weight>0</weight>
<minResources>0 mb, 5 vcores</minResources></queue>)")
                      .warnings),
            (Lines{"FS603 2 root.a weight"}));
}

TEST(Lint, KnowsThatAMaximumOf0Stops3AndOnlyTheShareOf2) {
  const std::string inside =
      R"(<queue name="a"><maxResources>5 mb, 0 vcores</maxResources></queue>)";
  EXPECT_EQ(shown(lint_of(inside).warnings), (Lines{"FS603 2 root.a maxResources"}));
  EXPECT_EQ(shown(lint_of(inside, {.release = YarnRelease::v2_7}).warnings), Lines{});
  EXPECT_EQ(shown(lint_of(R"(<queue name="a"><maxResources>0 mb, 1 vcores</maxResources></queue>)",
                          {.release = YarnRelease::v2_7})
                      .warnings),
            (Lines{"FS603 2 root.a maxResources"}));
  EXPECT_EQ(shown(lint_of(R"(<queue name="a"><maxResources>0%</maxResources></queue>)").warnings),
            (Lines{"FS603 2 root.a maxResources"}));
}

TEST(Lint, CountsAQueueThatYarnDoesNotMakeAsDead) {
  const auto report = lint_of(R"(<queue name="a"><schedulingPolicy>drf</schedulingPolicy>
<queue name="b"/></queue>)");
  EXPECT_EQ(shown(report.warnings), (Lines{"FS603 2 root.a "}));
  EXPECT_EQ(steady(report), (Lines{"root.default memory 1"}));
}

TEST(Lint, ComputesSteadySharesInUnitsWhereTheClusterIsKnown) {
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"><weight>3</weight><queue name="b"/>
<queue name="c"><maxResources>20%</maxResources></queue></queue>)",
                           {.cluster = cluster_of_100})),
            (Lines{"root.a memory 75", "root.default memory 25", "root.a.b memory 55",
                   "root.a.c memory 20"}));
  // As the release computes them: rounded up together.
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"/><queue name="b"/>)", {.cluster = cluster_of_100})),
            (Lines{"root.a memory 34", "root.b memory 34", "root.default memory 34"}));
}

TEST(Lint, ComputesSteadySharesAsPartsOfAClusterThatIsNotKnown) {
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"><weight>3</weight><queue name="b"/><queue name="c">
<maxResources>25%</maxResources></queue></queue>)")),
            (Lines{"root.a memory 3/4", "root.default memory 1/4", "root.a.b memory 1/2",
                   "root.a.c memory 1/4"}));
}

TEST(Lint, SaysWhyAShareIsNotKnown) {
  EXPECT_EQ(steady(lint_of(R"(<queue name="a"><minResources>1 mb, 0 vcores</minResources>
<queue name="b"/></queue>)")),
            (Lines{"root memory: root.a has bounds in units: say what the cluster has with "
                   "--cluster memory=AMOUNT"}));
  EXPECT_EQ(
      steady(lint_of(R"(<queue name="a"><maxResources>0 mb, 5 vcores</maxResources></queue>)")),
      (Lines{"root.a memory 0", "root.default memory 1"}))
      << "a maximum of 0 needs no unit";
}

TEST(Lint, DividesEachResourceThatThePolicyDivides) {
  const std::string drf = "<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>";
  EXPECT_EQ(steady(lint_of(drf)), (Lines{"root.default memory 1", "root.default vcores 1"}));
  EXPECT_EQ(steady(lint_of(drf, {.cluster = {{"memory", 8}, {"gpu", 3}}})),
            (Lines{"root.default memory 8", "root.default vcores 1", "root.default gpu 3"}));
  EXPECT_EQ(steady(lint_of("<defaultQueueSchedulingPolicy>fifo</defaultQueueSchedulingPolicy>",
                           {.release = YarnRelease::v2_7})),
            Lines{});
}

TEST(Lint, ShowsPeopleAnUnknownElementOnceAndMachinesEachTime) {
  const auto report = lint_of(R"(<queue name="a"><x/></queue><queue name="b"><x/></queue>)");
  EXPECT_EQ(lint_text(report),
            "warning[FS601] f.xml:2: claimant root.a, x: unknown element <x> in a queue, which "
            "YARN 3.3 ignores; correct its name, or delete it (and 1 more of this name)\n"
            "root: steady shares\n"
            "  root.a        memory 33.33 %\n"
            "  root.b        memory 33.33 %\n"
            "  root.default  memory 33.33 %\n");
  EXPECT_EQ(lint_json(report),
            R"({"warning":{"code":"FS601","file":"f.xml","line":2,"claimant":"root.a","field":"x",)"
            R"("message":"unknown element <x> in a queue, which YARN 3.3 ignores; correct its )"
            R"(name, or delete it"}})"
            "\n"
            R"({"warning":{"code":"FS601","file":"f.xml","line":2,"claimant":"root.b","field":"x",)"
            R"("message":"unknown element <x> in a queue, which YARN 3.3 ignores; correct its )"
            R"(name, or delete it"}})"
            "\n"
            R"({"queue":"root.a","file":"f.xml","line":2,"steady":{"memory":"1/3"}})"
            "\n"
            R"({"queue":"root.b","file":"f.xml","line":2,"steady":{"memory":"1/3"}})"
            "\n"
            R"({"queue":"root.default","file":"f.xml","steady":{"memory":"1/3"}})"
            "\n");
  LintTally tally;
  count(report, tally);
  EXPECT_EQ(lint_summary(tally), "2 warnings, 0 errors, 2 queues in 1 file\n");
}

TEST(Lint, ReadsAFileOfMr1ByTheRulesOfMr1) {
  const std::string inside = R"(<pool name="a"><minMaps>7</minMaps><maxMaps>5</maxMaps></pool>
<pool name="b"><maxReduces>0</maxReduces><minMaps>4</minMaps></pool>
<pool name="c"><weight>0</weight><minmaps>4</minmaps></pool>)";
  const auto report = lint_of(inside, {.cluster = {{"maps", 8}, {"reduces", 6}}});
  EXPECT_EQ(shown(report.warnings),
            (Lines{"FS602 0  minMaps", "FS604 2 a maxMaps", "FS603 3 b maxReduces",
                   "FS601 4 c minmaps", "FS603 4 c weight"}));
  EXPECT_EQ(report.warnings[0].message,
            "the minimums of 2 of its pools add up to 9 maps, more than the cluster has, 8; lower "
            "them, or raise it");
  EXPECT_EQ(report.warnings[1].message,
            "the maximum, 5 maps, is below the minimum, 7 maps, and MR1 uses the maximum; correct "
            "one of them");
  EXPECT_EQ(steady(report), (Lines{" maps: the minimums exceed what is available", "a reduces 3",
                                   "b reduces 0", "c reduces 0", "default reduces 3"}));
  EXPECT_TRUE(contains(lint_text(report),
                       "the cluster: shares while every pool has enough work\n"
                       "  a        reduces 3\n"));
}

TEST(Lint, WritesAWholePartAsTextAndUnitsAsNumbers) {
  const std::string queues = R"(<queue name="a"/><queue name="default"><weight>0</weight></queue>)";
  const auto of_a = [&](const LintOptions& options) {
    const std::string lines = lint_json(lint_of(queues, options));
    const std::size_t at = lines.find(R"("steady")");
    return lines.substr(at, lines.find('\n', at) - at);
  };
  EXPECT_EQ(of_a({}), R"("steady":{"memory":"1"}})");
  EXPECT_EQ(of_a({.cluster = {{"memory", 64}}}), R"("steady":{"memory":64}})");
}

TEST(Lint, DividesPartsAmongPoolsWhereTheClusterIsNotKnown) {
  EXPECT_EQ(steady(lint_of(R"(<pool name="default"><weight>2</weight></pool>
<pool name="a"><minMaps>1</minMaps></pool>)")),
            (Lines{" maps: a has bounds in units: say what the cluster has with --cluster "
                   "maps=AMOUNT",
                   "default reduces 2/3", "a reduces 1/3"}));
}

TEST(Lint, ReadsWhatTheClusterHas) {
  const auto read = [](std::string_view text, YarnRelease release = YarnRelease::v3) {
    const auto cluster = read_cluster(text, release);
    const auto* complaint = std::get_if<Complaint>(&cluster);
    if (complaint != nullptr) return complaint->code;
    std::string result;
    for (const auto& [name, amount] : std::get<ClusterAmounts>(cluster)) {
      result += name + "=" + std::to_string(amount) + " ";
    }
    return result;
  };
  EXPECT_EQ(read("memory-mb=8, vcores=0"), "memory=8 vcores=0 ");
  EXPECT_EQ(read("memory=9223372036854775807"), "memory=9223372036854775807 ");
  EXPECT_EQ(read("memory=9223372036854775808"), "FS006");
  EXPECT_EQ(read("memory=2147483648", YarnRelease::v2_7), "FS006");
  EXPECT_EQ(read("memory=-1"), "FS006");
  EXPECT_EQ(read("memory=1Gi"), "FS006");
  EXPECT_EQ(read("memory=1,"), "FS002");
  EXPECT_EQ(read("=1"), "FS002");
  EXPECT_EQ(read("memory=1,memory-mb=1"), "FS004");
}

}  // namespace
}  // namespace fairshare::formats

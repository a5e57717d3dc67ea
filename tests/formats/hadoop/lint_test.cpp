#include "formats/hadoop/lint.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tests/formats/hadoop/lint_reports.h"

namespace fairshare::formats {
namespace {

using namespace tests;

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
  EXPECT_TRUE(contains(message(lint_of(R"(<queue name="a" weight="3"/>)")),
                       "; write an element, or delete it"));
  EXPECT_TRUE(contains(message(lint_of("<queueMaxResourcesDefault>1 mb, 1 vcores"
                                       "</queueMaxResourcesDefault>",
                                       {.release = YarnRelease::v2_7})),
                       "; it is new in 3.x: delete it, or pass --release 3"));
  // For 2.7, no name of 3.x is suggested.
  for (const std::string inside :
       {"<QUEUEMAXRESOURCESDEFAULT>1 mb, 1 vcores</QUEUEMAXRESOURCESDEFAULT>",
        R"(<queue name="a"><MAXCHILDRESOURCES>1 mb, 1 vcores</MAXCHILDRESOURCES></queue>)"}) {
    EXPECT_TRUE(contains(message(lint_of(inside, {.release = YarnRelease::v2_7})),
                         ", which YARN 2.7 ignores; correct its name, or delete it"))
        << inside;
    EXPECT_TRUE(contains(message(lint_of(inside)), ", which YARN 3.3 ignores; write <"));
  }
}

TEST(Lint, HasAWarningForWhatIsIgnoredAndForWhatIsTakenForSomethingElse) {
  const auto report = lint_of(R"(<queue name="a"><weight>1</weight><weight>2</weight>
<weight>3</weight><minResources>10%</minResources></queue>)");
  EXPECT_EQ(
      texts(report),
      (Lines{"FS601 f.xml:2: claimant root.a, weight: duplicate <weight>; YARN uses the last and "
             "ignores the one on line 2; delete one of them",
             "FS601 f.xml:3: claimant root.a, weight: duplicate <weight>; YARN uses the last and "
             "ignores the one on line 2; delete one of them",
             "FS601 f.xml:3: claimant root.a, minResources: \"10%\" is a percentage, which YARN "
             "reads and then ignores; its min share is 0; write what is used, or what was meant"}));
}

TEST(Lint, WarnsOfAnAmountThatTheReleaseReadsInPart) {
  const std::string inside =
      R"(<queue name="a"><maxResources>1.5 mb, 2 vcores</maxResources></queue>)";
  const auto warned = [](const std::string& what) {
    return Lines{"FS601 f.xml:2: claimant root.a, maxResources: " + what +
                 "; write what is used, or what was meant"};
  };
  EXPECT_EQ(texts(lint_of(inside)),
            warned(R"(YARN 3.3 reads "1.5 mb, 2 vcores" as "1 mb, 2 vcores")"));
  EXPECT_EQ(texts(lint_of(inside, {.release = YarnRelease::v2_7})),
            warned(R"(YARN 2.7 reads "1.5 mb, 2 vcores" as "5 mb, 2 vcores")"));
}

TEST(Lint, PassesOnWhyAFileIsRefusedAndLooksNoFurther) {
  const auto report = lint_of(R"(<queue name="a"><weight>x</weight></queue>
<queue name="b"><weight>0</weight></queue>)");
  EXPECT_EQ(shown(report.errors), (Lines{"FS019 2 root.a weight"}));
  EXPECT_EQ(shown(report.warnings), Lines{});
  EXPECT_EQ(steady(report), Lines{});
  EXPECT_TRUE(report.plan.queues.empty());
  EXPECT_TRUE(lint_of(R"(<pool name="a"><minMaps>x</minMaps></pool>)").plan.queues.empty());
  EXPECT_EQ(shown(lint({"f.xml", "<allocations>"}, {}).errors), (Lines{"FS001 1  "}));
}

TEST(Lint, PlansEveryResourceThatTheFileOrTheClusterNames) {
  const auto report =
      lint_of("<queueMaxResourcesDefault>of_default=1</queueMaxResourcesDefault>" +
                  std::string(R"(<queue name="a"><minResources>of_min=2</minResources>)") +
                  "<maxResources>of_max=3</maxResources></queue>" +
                  R"(<queue name="b"><maxResources>50%</maxResources><schedulingPolicy>fifo)" +
                  "</schedulingPolicy></queue>",
              {.cluster = {{"of_cluster", 8}}});
  EXPECT_EQ(texts(report), Lines{});
  const auto bounds = [&](std::size_t index) {
    Lines lines;
    for (const auto& [name, bound] : report.plan.queues[index].bounds) {
      lines.push_back(name + " " + exact::to_text(bound.min) +
                      (bound.max ? " to " + exact::to_text(*bound.max) : "") +
                      (bound.part ? " to the part " + exact::to_text(*bound.part) : ""));
    }
    return lines;
  };
  ASSERT_EQ(report.plan.queues.size(), 4U);
  EXPECT_EQ(bounds(0), (Lines{"memory 0", "of_cluster 0", "of_default 0", "of_max 0", "of_min 0",
                              "vcores 0"}));
  EXPECT_EQ(bounds(1), (Lines{"memory 0", "of_cluster 0", "of_default 0", "of_max 0 to 3",
                              "of_min 2", "vcores 0"}));
  EXPECT_EQ(bounds(2), (Lines{"memory 0 to the part 1/2", "of_cluster 0 to 4",
                              "of_default 0 to the part 1/2", "of_max 0 to the part 1/2",
                              "of_min 0 to the part 1/2", "vcores 0 to the part 1/2"}));
  EXPECT_EQ(bounds(3), (Lines{"memory 0", "of_cluster 0", "of_default 0 to 1", "of_max 0",
                              "of_min 0", "vcores 0"}));
  EXPECT_EQ(report.plan.queues[0].divides, Lines{"memory"});
  EXPECT_EQ(report.plan.queues[2].divides, Lines{});
}

TEST(Lint, CountsAQueueThatYarnDoesNotMakeAsDead) {
  const auto report = lint_of(R"(<queue name="a"><schedulingPolicy>drf</schedulingPolicy>
<queue name="b"/></queue>)");
  EXPECT_EQ(shown(report.warnings), (Lines{"FS603 2 root.a "}));
  EXPECT_EQ(steady(report), (Lines{"root.default memory 1"}));
}

TEST(Lint, DividesEachResourceThatThePolicyDivides) {
  const std::string drf = "<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>";
  EXPECT_EQ(steady(lint_of(drf)), (Lines{"root.default memory 1", "root.default vcores 1"}));
  EXPECT_EQ(steady(lint_of(drf, {.cluster = {{"memory", 8}, {"gpu", 3}}})),
            (Lines{"root.default memory 8", "root.default vcores 1", "root.default gpu 3"}));
  // In 3.x a share of vcores is at most 2^31 - 1.
  EXPECT_EQ(steady(lint_of(drf, {.cluster = {{"memory", 4294967296}, {"vcores", 4294967296}}})),
            (Lines{"root.default memory 4294967296", "root.default vcores 2147483647"}));
  // What is unknown for one resource may be known for another, also in the queues below.
  EXPECT_EQ(lint_text(lint_of(drf + R"(<queue name="a"><minResources>1 mb, 0 vcores</minResources>
<queue name="b"/></queue>)")),
            "root: steady shares\n"
            "  root.a        vcores 50.00 %\n"
            "  root.default  vcores 50.00 %\n"
            "  memory: unknown: root.a has bounds in units: say what the cluster has with "
            "--cluster memory=AMOUNT\n"
            "root.a: steady shares\n"
            "  root.a.b  vcores 50.00 %\n");
  // The root stays fair, since fifo is for applications.
  const std::string fifo =
      R"(<queue name="root"><schedulingPolicy>fifo</schedulingPolicy><queue name="a"/></queue>)";
  const Lines halves{"root.a memory 1/2", "root.default memory 1/2"};
  EXPECT_EQ(steady(lint_of(fifo)), halves);
  EXPECT_EQ(steady(lint_of(fifo, {.release = YarnRelease::v2_7})), halves);
  EXPECT_EQ(steady(lint_of("<defaultQueueSchedulingPolicy>fifo</defaultQueueSchedulingPolicy>"
                           R"(<queue name="a"/>)",
                           {.release = YarnRelease::v2_7})),
            halves);
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

TEST(Lint, ShowsPeopleEachOtherWarningAndNoMoreOfWhatIsNotKnown) {
  EXPECT_EQ(
      lint_text(lint_of(R"(<x/><queue name="a"><x/><weight>-1</weight></queue>
<queue name="b"><weight>-1</weight><maxResources>1 mb, 1 vcores</maxResources></queue>)")),
      "warning[FS601] f.xml:2: x: unknown element <x> in <allocations>, which YARN 3.3 ignores; "
      "correct its name, or delete it\n"
      "warning[FS601] f.xml:2: claimant root.a, x: unknown element <x> in a queue, which YARN 3.3 "
      "ignores; correct its name, or delete it\n"
      "warning[FS601] f.xml:2: claimant root.a, weight: a weight below 0, which YARN reads as 0; "
      "write what is used, or what was meant\n"
      "warning[FS603] f.xml:2: claimant root.a, weight: its weight is 0 and it has no minimum, so "
      "its share is always 0; give it a weight or a minimum, or delete it\n"
      "warning[FS601] f.xml:3: claimant root.b, weight: a weight below 0, which YARN reads as 0; "
      "write what is used, or what was meant\n"
      "warning[FS603] f.xml:3: claimant root.b, weight: its weight is 0 and it has no minimum, so "
      "its share is always 0; give it a weight or a minimum, or delete it\n"
      "root: steady shares\n"
      "  memory: unknown: root.b has bounds in units: say what the cluster has with --cluster "
      "memory=AMOUNT\n");
}

TEST(Lint, LeavesOutOfAnObjectWhatIsNotThereAndCountsWhatIsOnTheFirstLine) {
  const NamedText xml = {
      "f.xml", R"(<allocations><x/><queue name="a"/><queue name="b"><schedulingPolicy>drf)"
               "</schedulingPolicy></queue></allocations>"};
  const auto report = lint(xml, {});
  EXPECT_EQ(lint_json(report),
            R"({"warning":{"code":"FS601","file":"f.xml","line":1,"field":"x","message":"unknown )"
            R"(element <x> in <allocations>, which YARN 3.3 ignores; correct its name, or delete )"
            R"(it"}})"
            "\n"
            R"({"warning":{"code":"FS603","file":"f.xml","line":1,"claimant":"root.b","message":)"
            R"("YARN creates no queue of policy drf below one of policy fair, so it never gets )"
            R"(anything; move it or delete it"}})"
            "\n"
            R"({"queue":"root.a","file":"f.xml","line":1,"steady":{"memory":"1/2"}})"
            "\n"
            R"({"queue":"root.default","file":"f.xml","steady":{"memory":"1/2"}})"
            "\n");
  LintTally tally;
  count(report, tally);
  count(lint({"f.xml", "<allocations>"}, {}), tally);
  count(lint_of(R"(<queue name="a"><weight>-1</weight></queue>)"), tally);
  EXPECT_EQ(lint_summary(tally), "4 warnings, 1 error, 2 queues in 3 files\n");
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
            "the minimums of its pools add up to 9 maps, more than the cluster has, 8; lower "
            "them, or raise it");
  EXPECT_EQ(report.warnings[1].message,
            "the maximum, 5 maps, is below the minimum, 7 maps, and MR1 uses the maximum; correct "
            "one of them");
  EXPECT_EQ(report.warnings[3].message,
            "unknown element <minmaps> in a pool, which MR1 ignores; correct its name, or delete "
            "it");
  EXPECT_EQ(steady(report), (Lines{" maps: the minimums exceed what is available", "a reduces 3",
                                   "b reduces 0", "c reduces 0", "default reduces 3"}));
  EXPECT_TRUE(contains(lint_text(report),
                       "the cluster: shares while every pool has enough work\n"
                       "  a        reduces 3\n"));
}

TEST(Lint, ShowsPoolsOfSlotsThatAreNotWhole) {
  const auto report = lint_of(R"(<pool name="a"/>
<pool name="b"><maxMaps>0</maxMaps><minReduces>3</minReduces></pool>
<pool name="longer-than-default"><weight>0</weight><minMaps>2</minMaps><maxMaps>1</maxMaps></pool>)",
                              {.cluster = {{"maps", 8}, {"reduces", 2}}});
  EXPECT_EQ(
      lint_text(report),
      "warning[FS602] f.xml: minReduces: the minimums of its pools add up to 3 reduces, more "
      "than the cluster has, 2; lower them, or raise it\n"
      "warning[FS603] f.xml:3: claimant b, maxMaps: the maximum is 0 maps, so its share is always "
      "0; raise the maximum or delete the pool\n"
      "warning[FS604] f.xml:4: claimant longer-than-default, maxMaps: the maximum, 1 maps, is "
      "below "
      "the minimum, 2 maps, and MR1 uses the maximum; correct one of them\n"
      "the cluster: shares while every pool has enough work\n"
      "  a                    maps 3.50\n"
      "  b                    maps 0\n"
      "  longer-than-default  maps 1\n"
      "  default              maps 3.50\n"
      "  reduces: unknown: the minimums exceed what is available\n");
  const std::string json = lint_json(report);
  EXPECT_EQ(json.substr(json.find(R"({"queue")")),
            R"({"queue":"a","file":"f.xml","line":2,"steady":{"maps":"7/2"}})"
            "\n"
            R"({"queue":"b","file":"f.xml","line":3,"steady":{"maps":0}})"
            "\n"
            R"({"queue":"longer-than-default","file":"f.xml","line":4,"steady":{"maps":1}})"
            "\n"
            R"({"queue":"default","file":"f.xml","steady":{"maps":"7/2"}})"
            "\n");
  EXPECT_EQ(json.find(R"({"warning":{"code":"FS602","file":"f.xml","field":"minReduces",)"), 0U);
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

TEST(Lint, RefusesAResourceOfTheClusterThatTheSchedulerDoesNotHave) {
  const auto error = [](const std::string& inside, const LintOptions& options) {
    const auto report = lint_of(inside, options);
    return report.errors.empty() ? ""
                                 : report.errors.front().code + " " + report.errors.front().message;
  };
  const std::string queue = R"(<queue name="a"/>)";
  const std::string pool = R"(<pool name="a"><minMaps>1</minMaps></pool>)";
  const std::string yarn = "no resource of YARN 3.3, which has memory, vcores and resource types";
  for (const std::string name : {"maps", "reduces"}) {
    EXPECT_EQ(error(R"(<pool name="a"/>)", {.cluster = {{name, 8}}}),
              "FS003 --cluster has \"" + name + "\", " + yarn +
                  " of other names; the file has no element that only MR1 knows");
  }
  for (const std::string name : {"VCORES", "Memory", "MEMORY-MB", "Reduces"}) {
    EXPECT_EQ(error(queue, {.cluster = {{"memory", 8}, {name, 1}}}),
              "FS003 --cluster has \"" + name + "\", " + yarn + " of other names");
  }
  EXPECT_EQ(error(queue, {.cluster = {{"memory", 8}, {"yarn.io/gpu", 1}, {"cores", 1}}}), "");
  const LintOptions older{.release = YarnRelease::v2_7, .cluster = {{"vcores", 8}, {"gpu", 1}}};
  EXPECT_EQ(error(queue, older),
            "FS003 --cluster has \"gpu\", no resource of YARN 2.7, which has memory, vcores");
  EXPECT_EQ(error(pool, {.cluster = {{"maps", 8}, {"MAPS", 1}}}),
            "FS003 --cluster has \"MAPS\", no resource of MR1, which has maps, reduces");
  EXPECT_EQ(error(pool, {.cluster = {{"memory", 8}}}),
            "FS003 --cluster has \"memory\", no resource of MR1, which has maps, reduces");
}

TEST(Lint, ReadsWhatTheClusterHas) {
  const auto read = [](std::string_view text, YarnRelease release = YarnRelease::v3) {
    const auto cluster = read_cluster(text, release);
    const auto* complaint = std::get_if<Complaint>(&cluster);
    if (complaint != nullptr) return complaint->code + " " + complaint->message;
    std::string result;
    for (const auto& [name, amount] : std::get<ClusterAmounts>(cluster)) {
      result += name + "=" + std::to_string(amount) + " ";
    }
    return result;
  };
  EXPECT_EQ(read("memory-mb=8, vcores=0"), "memory=8 vcores=0 ");
  EXPECT_EQ(read(" memory-mb = 8 , vcores\t=\t0 "), "memory=8 vcores=0 ");
  EXPECT_EQ(read("memory=9223372036854775807"), "memory=9223372036854775807 ");
  EXPECT_EQ(read("memory=2147483647", YarnRelease::v2_7), "memory=2147483647 ");
  const std::string whole =
      "a whole amount from 0 to 9223372036854775807 is expected; memory is in MB";
  for (const std::string item : {"memory=9223372036854775808", "memory=-1", "memory=-0",
                                 "memory=+1", "memory=1Gi", "memory=", "memory=1=2"}) {
    EXPECT_EQ(read("a=1, " + item + " ,b=x"), "FS006 --cluster " + item + ": " + whole);
  }
  EXPECT_EQ(read("memory=2147483648", YarnRelease::v2_7),
            "FS006 --cluster memory=2147483648: a whole amount from 0 to 2147483647 is expected; "
            "memory is in MB");
  const std::string pair = "RESOURCE=AMOUNT is expected, such as memory=8192,vcores=8";
  EXPECT_EQ(read("memory=1,"), "FS002 --cluster : " + pair);
  EXPECT_EQ(read(" =1"), "FS002 --cluster =1: " + pair);
  EXPECT_EQ(read("memory"), "FS002 --cluster memory: " + pair);
  EXPECT_EQ(read("memory=1,memory-mb=1"), "FS004 --cluster memory-mb=1: duplicate resource");
}

}  // namespace
}  // namespace fairshare::formats

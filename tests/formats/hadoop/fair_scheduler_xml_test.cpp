#include "formats/hadoop/fair_scheduler_xml.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/formats/hadoop/allocations_reading.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

TEST(FairSchedulerXml, ReadsNestedQueuesWithTheirWeightsBoundsAndPolicies) {
  const auto reading = read(R"(<?xml version="1.0"?>
<allocations>
  <queue name="prod" type="parent">
    <weight>2.5</weight>
    <schedulingPolicy>drf</schedulingPolicy>
    <queue name="etl"><minResources>10 mb, 1 vcores</minResources></queue>
  </queue>
  <pool name="dev"><maxResources>50%</maxResources></pool>
</allocations>)");
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(names(reading),
            (Names{"root", "root.prod", "root.prod.etl", "root.dev", "root.default"}));
  const ConfiguredQueue& prod = *find(reading, "root.prod");
  EXPECT_EQ(prod.weight, Rational(5, 2));
  EXPECT_EQ(prod.policy, YarnPolicy::drf);
  EXPECT_EQ(prod.line, 3U);
  EXPECT_FALSE(prod.min || prod.max);
  const ConfiguredQueue& etl = *find(reading, "root.prod.etl");
  EXPECT_EQ(etl.weight, Rational(1));
  EXPECT_EQ(etl.policy, std::nullopt);
  EXPECT_EQ(find_amount(*etl.min, "memory", 0), Rational(10));
  EXPECT_EQ(etl.line, 6U);
  EXPECT_EQ(find_amount(*find(reading, "root.dev")->max, "memory", 1000), Rational(500));
}

TEST(FairSchedulerXml, HasRootAndDefaultEvenWhereNothingIsConfigured) {
  const auto reading = read("<allocations/>");
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(names(reading), (Names{"root", "root.default"}));
  EXPECT_EQ(find(reading, "root.default")->line, 0U);
}

TEST(FairSchedulerXml, ReadsTheDefaults) {
  const auto reading = read(allocations(
      "<queue name='a'><maxResources>7 mb, 7 vcores</maxResources></queue><queue name='b'/>"
      "<queueMaxResourcesDefault>9 mb, 9 vcores</queueMaxResourcesDefault>"
      "<defaultQueueSchedulingPolicy>DRF</defaultQueueSchedulingPolicy>"));
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(find_amount(*reading.allocations->default_max, "memory", 0), Rational(9));
  EXPECT_EQ(reading.allocations->default_policy, YarnPolicy::drf);
  EXPECT_EQ(find_amount(*find(reading, "root.a")->max, "memory", 0), Rational(7));
  EXPECT_EQ(find(reading, "root.b")->max, std::nullopt);
}

// <allocations> with so many nested queues.
std::string nested(std::size_t depth) {
  std::string text = "<allocations>";
  for (std::size_t i = 0; i < depth; ++i) text += "<queue name='q'>";
  for (std::size_t i = 0; i < depth; ++i) text += "</queue>";
  return text + "</allocations>";
}

TEST(FairSchedulerXml, EndsWhereTheNestingIsTooDeep) {
  const auto deepest = read(nested(xml_depth_max - 1));
  EXPECT_EQ(errors(deepest), Errors{});
  EXPECT_EQ(deepest.allocations->queues.size(), xml_depth_max + 1);
  for (const std::size_t depth : {xml_depth_max, std::size_t{10'000}, std::size_t{200'000}}) {
    const auto reading = read(nested(depth));
    EXPECT_FALSE(reading.allocations);
    EXPECT_EQ(errors(reading), Errors{"FS005 1  "});
  }
}

// What YARN ignores, or mistakes for something else.

TEST(FairSchedulerXml, PassesOverElementsThatTheReleaseDoesNotKnow) {
  const auto reading = read(
      "<allocations><defaultSchedulingMode>fair</defaultSchedulingMode>\n<queue name='a'>"
      "<wieght>2</wieght><owner>me</owner><weight>4</weight>"
      "<queuePlacementPolicy/></queue>\n"
      "<user name='u'><maxRunningJobs>1</maxRunningJobs></user></allocations>");
  EXPECT_EQ(remarks(reading),
            (Remarks{"ignored FS003 1  defaultSchedulingMode", "ignored FS003 3  maxRunningJobs",
                     "ignored FS003 2 root.a wieght", "ignored FS003 2 root.a owner",
                     "ignored FS003 2 root.a queuePlacementPolicy"}));
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(4));
}

TEST(FairSchedulerXml, PassesOverIn27WhatCameLater) {
  const auto reading = read(
      "<allocations><queueMaxResourcesDefault>9 mb, 9 vcores</queueMaxResourcesDefault>"
      "<queue name='a'><maxChildResources>x</maxChildResources><allowPreemptionFrom/></queue>"
      "</allocations>",
      YarnRelease::v2_7);
  EXPECT_EQ(remarks(reading), (Remarks{"ignored FS003 1  queueMaxResourcesDefault",
                                       "ignored FS003 1 root.a maxChildResources",
                                       "ignored FS003 1 root.a allowPreemptionFrom"}));
  EXPECT_EQ(reading.allocations->default_max, std::nullopt);
}

TEST(FairSchedulerXml, TakesTheLastOfAnElementThatIsThereTwice) {
  const auto reading =
      read(in_queue("<weight>2</weight><weight>3</weight><schedulingPolicy>drf</schedulingPolicy>"
                    "<schedulingMode>fifo</schedulingMode>"));
  EXPECT_EQ(remarks(reading),
            (Remarks{"ignored FS004 1 root.a weight", "ignored FS004 1 root.a schedulingMode"}));
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(3));
  EXPECT_EQ(find(reading, "root.a")->policy, YarnPolicy::fifo);
  const auto by_default =
      read(allocations("<defaultQueueSchedulingPolicy>fair</defaultQueueSchedulingPolicy>"
                       "<defaultQueueSchedulingMode>drf</defaultQueueSchedulingMode>"));
  EXPECT_EQ(remarks(by_default), Remarks{"ignored FS004 1  defaultQueueSchedulingMode"});
  EXPECT_EQ(by_default.allocations->default_policy, YarnPolicy::drf);
}

TEST(FairSchedulerXml, NamesTheLineOfTheElementThatEachOneReplaces) {
  const auto reading = read(
      "<allocations>\n<queue name='a'>\n<weight>2</weight>\n<weight>3</weight>\n<weight>4"
      "</weight>\n<schedulingMode>drf</schedulingMode>\n<schedulingPolicy>fair"
      "</schedulingPolicy></queue>\n<queueMaxAppsDefault>5</queueMaxAppsDefault>"
      "<queueMaxAppsDefault>6</queueMaxAppsDefault>\n"
      "<queueMaxAppsDefault>7</queueMaxAppsDefault></allocations>");
  EXPECT_EQ(
      told(reading),
      (Remarks{
          "f.xml:8: queueMaxAppsDefault: duplicate <queueMaxAppsDefault>; YARN uses the last "
          "and ignores the one on line 8",
          "f.xml:9: queueMaxAppsDefault: duplicate <queueMaxAppsDefault>; YARN uses the last "
          "and ignores the one on line 8",
          "f.xml:4: claimant root.a, weight: duplicate <weight>; YARN uses the last and ignores "
          "the one on line 3",
          "f.xml:5: claimant root.a, weight: duplicate <weight>; YARN uses the last and ignores "
          "the one on line 4",
          "f.xml:7: claimant root.a, schedulingPolicy: duplicate <schedulingPolicy>; YARN uses "
          "the last and ignores the one on line 6"}));
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(4));
  EXPECT_EQ(find(reading, "root.a")->policy, YarnPolicy::fair);
}

TEST(FairSchedulerXml, NamesAttributesOfAQueueThatYarnIgnores) {
  const auto reading = read(
      "<allocations>\n<queue name='a' type='parent'>\n<queue name='b' weight='3' type='leaf'/>"
      "</queue></allocations>");
  EXPECT_EQ(told(reading),
            (Remarks{"f.xml:3: claimant root.a.b, @weight: unknown attribute weight=\"3\", which "
                     "YARN 3.3 ignores",
                     "f.xml:3: claimant root.a.b, @type: unknown attribute type=\"leaf\", which "
                     "YARN 3.3 ignores"}));
}

TEST(FairSchedulerXml, TakesAnyNumberOfUsers) {
  const std::string user = "<user name='u'><maxRunningApps>1</maxRunningApps></user>";
  for (const YarnRelease release : {YarnRelease::v3, YarnRelease::v2_7}) {
    EXPECT_EQ(told(read(allocations(user + user + "<user name='v'/>"), release)), Remarks{});
  }
}

TEST(FairSchedulerXml, SaysOnceWhatIsIgnoredUnderOneNameAndNothingOfWhatIsRefused) {
  const auto reading = read(
      "<allocations>\n<queue name='a'><owner/><weight>heavy</weight><size/>\n<weight>2</weight>"
      "<owner/></queue>\n<queue name='b'><minResources>5%</minResources><mode/><mode/><mode/>"
      "</queue></allocations>");
  EXPECT_EQ(
      sentences_of(reading.remarks),
      (Remarks{
          "f.xml:2: claimant root.a, owner: unknown element <owner> in a queue, which YARN 3.3 "
          "ignores (and 1 more of this name).",
          "f.xml:2: claimant root.a, size: unknown element <size> in a queue, which YARN 3.3 "
          "ignores.",
          "f.xml:3: claimant root.a, weight: duplicate <weight>; YARN uses the last and ignores "
          "the one on line 2.",
          "f.xml:4: claimant root.b, minResources: \"5%\" is a percentage, which YARN reads and "
          "then ignores; its min share is 0.",
          "f.xml:4: claimant root.b, mode: unknown element <mode> in a queue, which YARN 3.3 "
          "ignores (and 2 more of this name)."}));
}

TEST(FairSchedulerXml, MakesOneQueueOfTwoElements) {
  const auto reading =
      read(allocations("<queue name='a'><weight>2</weight><queue name='x'/></queue>\n"
                       "<queue name='a'><schedulingPolicy>fair</schedulingPolicy></queue>"));
  EXPECT_EQ(remarks(reading), Remarks{"changed FS020 2 root.a name"});
  EXPECT_EQ(names(reading), (Names{"root", "root.a", "root.a.x", "root.default"}));
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(2));
  EXPECT_TRUE(find(reading, "root.a")->is_known);
}

TEST(FairSchedulerXml, DropsAMinimumInPercentAsYarnDoes) {
  const auto reading = read(in_queue("<minResources>10%</minResources>"));
  EXPECT_EQ(remarks(reading), Remarks{"changed FS020 1 root.a minResources"});
  EXPECT_FALSE(find(reading, "root.a")->min);
  EXPECT_TRUE(find(reading, "root.a")->is_known);
}

TEST(FairSchedulerXml, TellsWhatTheReleaseReadsOfAnAmountWhereThatIsNotWhatIsWritten) {
  const std::string text =
      "<allocations><queueMaxResourcesDefault>1,5 mb, 2 vcores</queueMaxResourcesDefault>\n"
      "<queue name='a'><minResources>2,5 mb, 2 vcores</minResources>\n"
      "<maxResources>3,5 mb, 2 vcores</maxResources>\n"
      "<maxChildResources>4,5 mb, 2 vcores</maxChildResources></queue></allocations>";
  const auto reading = read(text);
  EXPECT_EQ(told(reading),
            (Remarks{"f.xml:1: queueMaxResourcesDefault: YARN 3.3 reads \"1,5 mb, 2 vcores\" as "
                     "\"5 mb, 2 vcores\"",
                     "f.xml:2: claimant root.a, minResources: YARN 3.3 reads \"2,5 mb, 2 vcores\" "
                     "as \"5 mb, 2 vcores\"",
                     "f.xml:3: claimant root.a, maxResources: YARN 3.3 reads \"3,5 mb, 2 vcores\" "
                     "as \"5 mb, 2 vcores\"",
                     "f.xml:4: claimant root.a, maxChildResources: YARN 3.3 reads \"4,5 mb, 2 "
                     "vcores\" as \"5 mb, 2 vcores\""}));
  EXPECT_EQ(remarks(reading).front(), "changed FS020 1  queueMaxResourcesDefault");
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_TRUE(find(reading, "root.a")->is_known);
  EXPECT_EQ(find_amount(*find(reading, "root.a")->max, "memory", 0), Rational(5));
  const auto negative =
      read(in_queue("<maxResources>-5 mb, 2 vcores</maxResources>"), YarnRelease::v2_7);
  EXPECT_EQ(told(negative), Remarks{"f.xml:1: claimant root.a, maxResources: YARN 2.7 reads \"-5 "
                                    "mb, 2 vcores\" as \"5 mb, 2 vcores\""});
}

TEST(FairSchedulerXml, ReadsANegativeWeightThatYarnTakesForZero) {
  const auto reading = read(in_queue("<weight>-1.5</weight>"));
  EXPECT_EQ(remarks(reading), Remarks{"changed FS020 1 root.a weight"});
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(-3, 2));
  EXPECT_TRUE(find(reading, "root.a")->is_known);
}

TEST(FairSchedulerXml, CannotHoldAWeightThatIsNotFinite) {
  for (const char* const weight : {"NaN", "Infinity"}) {
    const auto reading = read(in_queue("<weight>" + std::string(weight) + "</weight>"));
    EXPECT_EQ(remarks(reading), Remarks{});
    EXPECT_EQ(errors(reading), Errors{"FS011 1 root.a weight"}) << weight;
    EXPECT_FALSE(find(reading, "root.a")->is_known);
  }
}

TEST(FairSchedulerXml, CannotHoldANumberOfTooManyDigits) {
  const std::string many(exact::digits_max + 1, '9');
  for (const auto& [name, text] : std::vector<std::pair<std::string, std::string>>{
           {"weight", "1e" + many},
           {"minResources", many + "%"},
           {"maxResources", many + "%"},
           {"maxChildResources", "5% cpu, " + many + "% memory"}}) {
    const auto reading = read(in_queue("<" + name + ">" + text + "</" + name + ">"));
    EXPECT_EQ(remarks(reading), Remarks{}) << name;
    EXPECT_EQ(errors(reading), Errors{"FS007 1 root.a " + name});
    EXPECT_FALSE(find(reading, "root.a")->is_known) << name;
  }
  const auto by_default =
      read(allocations("<queueMaxResourcesDefault>" + many + "%</queueMaxResourcesDefault>"));
  EXPECT_EQ(remarks(by_default), Remarks{});
  EXPECT_EQ(errors(by_default), Errors{"FS007 1  queueMaxResourcesDefault"});
}

TEST(FairSchedulerXml, DoesNotKnowAPolicyThatIsAClassOfItsOwn) {
  const auto reading = read(in_queue("<schedulingPolicy>com.example.Lottery</schedulingPolicy>"));
  EXPECT_EQ(remarks(reading), Remarks{});
  EXPECT_EQ(errors(reading), Errors{"FS002 1 root.a schedulingPolicy"});
  EXPECT_EQ(reading.errors.at(0).message,
            "unknown policy \"com.example.Lottery\"; known: fair, drf, fifo");
  EXPECT_EQ(errors(read(allocations("<defaultQueueSchedulingPolicy>com.example.Lottery"
                                    "</defaultQueueSchedulingPolicy>"))),
            Errors{"FS002 1  defaultQueueSchedulingPolicy"});
}

// Which queues there are.

TEST(FairSchedulerXml, TakesAnOutermostQueueNamedRootForTheRootItself) {
  const auto reading =
      read(allocations("<queue name='root'><schedulingPolicy>drf</schedulingPolicy><queue "
                       "name='default'/></queue>"));
  EXPECT_EQ(remarks(reading), Remarks{});
  EXPECT_EQ(names(reading), (Names{"root", "root.default"}));
  EXPECT_EQ(find(reading, "root")->policy, YarnPolicy::drf);
  EXPECT_EQ(find(reading, "root.default")->line, 1U);
  EXPECT_EQ(find(reading, "root")->line, 1U);
  const auto below = read(
      "<allocations>\n\n<queue name='root'>\n<queue name='default'/></queue>"
      "</allocations>");
  EXPECT_EQ(find(below, "root")->line, 3U);
  EXPECT_EQ(find(below, "root.default")->line, 4U);
  EXPECT_EQ(find(read(allocations("<queue name='a'/>")), "root")->line, 0U);
}

TEST(FairSchedulerXml, TakesForAParentWhatHasQueuesAReservationOrTheType) {
  const auto reading =
      read(allocations("<queue name='q'><queue name='x'/></queue><queue name='q'/>"
                       "<queue name='r'><reservation/></queue><queue name='t' type='parent'/>"
                       "<queue name='t2'/><queue name='t2' type='parent'/>"
                       "<queue name='p'><pool/></queue><queue name='leaf' type='leaf'/>"));
  std::vector<std::string> parents;
  for (const ConfiguredQueue& queue : reading.allocations->queues) {
    if (queue.is_parent) parents.push_back(queue.name);
  }
  EXPECT_EQ(parents, (Names{"root.q", "root.r", "root.t", "root.t2", "root.p"}));
}

TEST(FairSchedulerXml, TrimsNamesIn3ByWhiteSpaceOfEveryKindAndIn27ByNone) {
  const std::string text = allocations("<queue name=' a\xc2\xa0'/>");
  EXPECT_NE(find(read(text), "root.a"), nullptr);
  EXPECT_NE(find(read(text, YarnRelease::v2_7), "root. a\xc2\xa0"), nullptr);
  EXPECT_EQ(errors(read(allocations("<queue/>"), YarnRelease::v2_7)), Errors{"FS002 1 root name"});
}

TEST(FairSchedulerXml, ForgetsWhatIsConfiguredInARootInCapitals) {
  const auto reading = read(
      "<allocations>\n<queue name='Root'><weight>2</weight><schedulingPolicy>drf"
      "</schedulingPolicy>\n<maxChildResources>5%</maxChildResources>\n<queue name='a'>"
      "<weight>3</weight><minResources>1 mb, 1 vcores</minResources><maxResources>9%"
      "</maxResources></queue></queue></allocations>");
  EXPECT_EQ(
      told(reading),
      Remarks{"f.xml:2: claimant root, name: YARN accepts only \"root\" as the root's name; it "
              "creates a queue root.Root instead and ignores everything that is configured in it"});
  EXPECT_EQ(names(reading), (Names{"root", "root.Root", "root.Root.a", "root.default"}));
  const auto line_and_parent = [&](const char* name) {
    const ConfiguredQueue& queue = *find(reading, name);
    EXPECT_EQ(queue.weight, Rational(1)) << name;
    EXPECT_FALSE(queue.min || queue.max || queue.max_child || queue.policy) << name;
    return std::pair(queue.line, queue.is_parent);
  };
  EXPECT_EQ(line_and_parent("root"), std::pair(std::size_t{0}, false));
  EXPECT_EQ(line_and_parent("root.Root"), std::pair(std::size_t{2}, true));
  EXPECT_EQ(line_and_parent("root.Root.a"), std::pair(std::size_t{4}, false));
  EXPECT_EQ(line_and_parent("root.default"), std::pair(std::size_t{0}, false));
  EXPECT_NE(find(read(allocations("<queue name=' root '/>")), "root.root"), nullptr);
}

TEST(FairSchedulerXml, TakesEveryEndOfTheWordQueueForAQueueInAQueue) {
  const auto reading = read(in_queue("<ue name='x'/><pool name='y'/>"));
  EXPECT_EQ(remarks(reading), Remarks{});
  EXPECT_EQ(names(reading), (Names{"root", "root.a", "root.a.x", "root.a.y", "root.default"}));
  EXPECT_EQ(remarks(read(allocations("<ue name='x'/>"))), Remarks{"ignored FS003 1  ue"});
}

TEST(FairSchedulerXml, TellsWhichQueuesYarnDoesNotMake) {
  const auto reading = read(allocations(
      "<queue name='default'><queue name='x'/></queue>"
      "<queue name='a'><queue name='d'><schedulingPolicy>drf</schedulingPolicy></queue></queue>"
      "<queue name='f'><schedulingPolicy>fifo</schedulingPolicy><queue name='y'/></queue>"
      "<queue name='g'><schedulingPolicy>fifo</schedulingPolicy></queue>"));
  const auto why = [&](const char* queue) { return find(reading, queue)->not_created; };
  EXPECT_EQ(why("root.default.x"), "YARN creates no queues below root.default");
  EXPECT_EQ(why("root.a"), "");
  EXPECT_EQ(why("root.a.d"), "YARN creates no queue of policy drf below one of policy fair");
  EXPECT_EQ(why("root.f"), "YARN creates no parent of policy fifo");
  EXPECT_EQ(why("root.f.y"), "YARN does not create its parent");
  EXPECT_EQ(why("root.g"), "");
}

TEST(FairSchedulerXml, HasRootAndDefaultWhateverTheirPolicies) {
  const auto reading =
      read(allocations("<queue name='default'><schedulingPolicy>drf</schedulingPolicy></queue>"
                       "<queue name='a'><schedulingPolicy>drf</schedulingPolicy></queue>"));
  EXPECT_EQ(find(reading, "root")->not_created, "");
  EXPECT_EQ(find(reading, "root.default")->not_created, "");
  EXPECT_EQ(find(reading, "root.a")->not_created,
            "YARN creates no queue of policy drf below one of policy fair");
}

TEST(FairSchedulerXml, KeepsTheRootFairWhereItsPolicyDoesNotGoWithTheDefault) {
  const auto reading =
      read(allocations("<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>"
                       "<queue name='root'><schedulingPolicy>fair</schedulingPolicy>"
                       "<queue name='a'/></queue>"));
  EXPECT_EQ(find(reading, "root.a")->not_created,
            "YARN creates no queue of policy drf below one of policy fair");
}

TEST(FairSchedulerXml, KeepsTheRootFairWhereItsPolicyTakesNoQueues) {
  const auto reading =
      read(allocations("<queue name='root'><schedulingPolicy>fifo</schedulingPolicy>"
                       "<queue name='a'/></queue>"));
  EXPECT_EQ(find(reading, "root.a")->not_created, "");
  EXPECT_EQ(find(reading, "root")->policy, YarnPolicy::fair);
  EXPECT_EQ(remarks(reading), Remarks{"changed FS020 1 root schedulingPolicy"});
}

TEST(FairSchedulerXml, KeepsThePolicyOfAParentThatCannotBecomeFifo) {
  const std::string fifo = "<schedulingPolicy>fifo</schedulingPolicy>";
  const std::string queues = "<queue name='a'>" + fifo + "<queue name='b'>" + fifo +
                             "</queue></queue><queue name='p' type='parent'/>"
                             "<queue name='default'>" +
                             fifo + "</queue>";
  const auto with = [&](const std::string& policy) {
    return read(allocations("<defaultQueueSchedulingPolicy>" + policy +
                            "</defaultQueueSchedulingPolicy>" + queues),
                YarnRelease::v2_7);
  };
  const auto drf = with("drf");
  EXPECT_EQ(remarks(drf), Remarks{"changed FS020 1 root.a schedulingPolicy"});
  EXPECT_EQ(drf.remarks.front().what.message,
            "fifo is for applications only: a queue with queues in it stays drf");
  EXPECT_EQ(find(drf, "root.a")->policy, YarnPolicy::drf);
  EXPECT_EQ(find(drf, "root.a.b")->policy, YarnPolicy::fifo);
  EXPECT_EQ(find(drf, "root.default")->policy, YarnPolicy::fifo);
  EXPECT_EQ(find(drf, "root")->policy, std::nullopt);
  const auto fair = with("fifo");
  EXPECT_EQ(remarks(fair), Remarks{"changed FS020 1 root.a schedulingPolicy"});
  for (const char* const name : {"root", "root.a", "root.p"}) {
    EXPECT_EQ(find(fair, name)->policy, YarnPolicy::fair) << name;
  }
}

// XML.

TEST(FairSchedulerXml, ReadsTextAsJavaDoes) {
  const auto reading = read(allocations(
      "<queue name='a'><weight>1<!-- and -->2</weight></queue>"
      "<queue name='b'><weight><![CDATA[ 3 ]]>4</weight></queue><!-- <queue name='c'/> -->"));
  EXPECT_EQ(remarks(reading), Remarks{});
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(12));
  EXPECT_EQ(find(reading, "root.b")->weight, Rational(3));
  EXPECT_EQ(find(reading, "root.c"), nullptr);
}

TEST(FairSchedulerXml, ReadsPastAByteOrderMark) {
  EXPECT_EQ(names(read("\xef\xbb\xbf<?xml version='1.0'?><allocations/>")),
            (Names{"root", "root.default"}));
}

TEST(FairSchedulerXml, RefusesWhatIsNotXml) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {""sv,
                                      " \n"sv,
                                      "hello"sv,
                                      "<allocations>"sv,
                                      "<allocations></queue>"sv,
                                      "<allocations/>\0<x/>"sv,
                                      "<allocations/><allocations/>"sv,
                                      "<allocations><queue name='a' name='b'/></allocations>"sv,
                                      "<allocations>a & b</allocations>"sv,
                                      "<allocations>&nbsp;</allocations>"sv,
                                      "<allocations><!-- a -- b --></allocations>"sv,
                                      "<allocations><!-- a ---></allocations>"sv,
                                      "<allocations>]]></allocations>"sv,
                                      "<allocations><queue name='a<b'/></allocations>"sv,
                                      "<allocations><queue name='a'type='b'/></allocations>"sv,
                                      "<allocations>\x01</allocations>"sv,
                                      "<allocations/>and more"sv,
                                      "\n<?xml version='1.0'?><allocations/>"sv,
                                      "<?xml?><allocations/>"sv,
                                      "<?xml version='2'?><allocations/>"sv,
                                      "<?xml version='1.0' coding='x'?><allocations/>"sv,
                                      "<?xml version='1.0' standalone='perhaps'?><allocations/>"sv,
                                      "<allocations><1/></allocations>"sv}) {
    const auto reading = read(text);
    EXPECT_FALSE(reading.allocations) << text;
    ASSERT_EQ(reading.remarks.size(), 1U) << text;
    EXPECT_EQ(reading.remarks[0].what.code, "FS001") << text;
    EXPECT_TRUE(is_refused(reading)) << text;
  }
}

TEST(FairSchedulerXml, TakesWhatIsXml) {
  for (const std::string_view text :
       {"<allocations>a &amp; b &#38; &#x26;</allocations>",
        "<!-- - a - --><allocations><!-- > < & --></allocations>",
        "<allocations a = \"1>2\"\n b='&lt;'><![CDATA[ & < ]]></allocations>\n<!-- end -->",
        "<?xml version = '1.0' encoding=\"UTF-8\" standalone='yes' ?>\n<allocations/>",
        "<?xml version=\"1.0\"?><?hint a<b?><allocations></allocations >"}) {
    EXPECT_EQ(remarks(read(text)), Remarks{}) << text;
    EXPECT_TRUE(read(text).allocations) << text;
  }
}

TEST(FairSchedulerXml, HasADocumentTypeBefore335Only) {
  const std::string type = "\n<!DOCTYPE allocations [<!ENTITY a 'b'>]>";
  const std::string text = type + "<allocations/>";
  EXPECT_EQ(remarks(read(text)), Remarks{"changed FS020 2  "});
  EXPECT_TRUE(read(text).allocations);
  EXPECT_EQ(remarks(read(text, YarnRelease::v2_7)), Remarks{});
}

TEST(FairSchedulerXml, SaysThatEntitiesAreNotExpandedAndNotThatYarnRefusesThem) {
  const auto reading = read("<!DOCTYPE allocations [<!ENTITY w '2'>]>\n" +
                                allocations("<queue name='a'><weight>&w;</weight></queue>"),
                            YarnRelease::v2_7);
  EXPECT_EQ(errors(reading), Errors{"FS005 2  "});
  EXPECT_FALSE(reading.allocations);
  EXPECT_FALSE(is_refused(reading));
}

TEST(FairSchedulerXml, ReadsUtf8Only) {
  using namespace std::string_view_literals;
  for (const std::string_view text : {"<a b='\xff'/>"sv, "\xff\xfe<\0a\0"sv}) {
    EXPECT_EQ(errors(read(text)), Errors{"FS001 0  "});
    EXPECT_EQ(remarks(read(text)), Remarks{});
  }
}

TEST(FairSchedulerXml, NamesTheLineWhereTheXmlBreaks) {
  EXPECT_EQ(remarks(read("<allocations>\n\n<queue name='a'></pool>\n</allocations>")),
            Remarks{"refused FS001 3  "});
  EXPECT_EQ(remarks(read("<allocations>\n\n<queue name='a'/>a & b\n</allocations>")),
            Remarks{"refused FS001 3  "});
}

TEST(FairSchedulerXml, SaysWhatIsWrongWhereverItsTextIsCutOff) {
  const std::string text =
      "<?xml version='1.0'?>\n<!-- a cluster -->\n<allocations><queue name='\xc3\xa9'><weight>2"
      "</weight><minResources>1 mb, 1 vcores</minResources><queue name=\"b\"/></queue>\n"
      "<queueMaxResourcesDefault>50%</queueMaxResourcesDefault></allocations>";
  ASSERT_EQ(remarks(read(text)), Remarks{});
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto reading = read(text.substr(0, length));
    EXPECT_FALSE(reading.allocations) << length;
    EXPECT_EQ(reading.errors.size() + reading.remarks.size(), 1U) << length;
  }
}

TEST(FairSchedulerXml, TakesAnUnexpectedByteInAnyPlace) {
  const std::string bytes = std::string(
                                "<>/!?=&;'\"[]-5a %"
                                "\n\x01\x7f\x80\xc3\xff") +
                            '\0';
  const std::string text =
      "<allocations><queue name='a'><weight>2</weight><pool/></queue></allocations>";
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char byte : bytes) {
      std::string changed = text;
      changed[i] = byte;
      const auto reading = read(changed);
      EXPECT_TRUE(reading.allocations || !reading.errors.empty() || !reading.remarks.empty())
          << changed;
    }
  }
}

TEST(FairSchedulerXml, ReadsPastCommentsAndTakesTheOldNames) {
  const auto reading = read(R"(<!-- of the cluster -->
<allocations>Text<!-- by hand -->
  <defaultQueueSchedulingMode>drf</defaultQueueSchedulingMode>
  <queue name="a">stands here<!-- old --><schedulingMode>drf</schedulingMode>
    <maxResources>8 mb, 1 vcores</maxResources>
    <weight>2<!-- not 3 -->.5</weight></queue>
</allocations><!-- the end -->)");
  EXPECT_EQ(remarks(reading), Remarks{});
  ASSERT_NE(find(reading, "root.a"), nullptr);
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(5, 2));
  EXPECT_EQ(find(reading, "root.a")->policy, YarnPolicy::drf);
  EXPECT_EQ(reading.allocations->default_policy, YarnPolicy::drf);
}

TEST(FairSchedulerXml, TrimsEachOfTheWhiteSpacesOfTheJdk) {
  std::vector<int> spaces = {0x20,   9,      10,     13,     0x85,   0xa0,
                             0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000};
  for (int letter = 0x2000; letter <= 0x200a; ++letter) spaces.push_back(letter);
  for (const int space : spaces) {
    const auto reading = read(allocations(fmt::format("<queue name='&#{0};a &#{0};'/>", space)));
    EXPECT_EQ(names(reading), (Names{"root", "root.a", "root.default"})) << space;
  }
  for (const int other : {0x200b, 0x202a, 0xfeff}) {
    const auto reading = read(allocations(fmt::format("<queue name='&#{};a'/>", other)));
    EXPECT_EQ(find(reading, "root.a"), nullptr) << other;
  }
}

}  // namespace
}  // namespace fairshare::formats

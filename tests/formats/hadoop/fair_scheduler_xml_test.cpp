#include "formats/hadoop/fair_scheduler_xml.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace fairshare::formats {
namespace {

using exact::Rational;

AllocationsReading read(std::string_view text, YarnRelease release = YarnRelease::v3) {
  return read_fair_scheduler_xml({"f.xml", std::string(text)}, release);
}

std::string allocations(const std::string& inside) {
  return "<allocations>" + inside + "</allocations>";
}

// "code line queue field" of each error.
std::vector<std::string> errors(const AllocationsReading& reading) {
  std::vector<std::string> result;
  for (const InputError& error : reading.errors) {
    EXPECT_EQ(error.file, "f.xml");
    EXPECT_FALSE(error.message.empty());
    result.push_back(error.code + " " + std::to_string(error.line) + " " + error.claimant + " " +
                     error.field);
  }
  return result;
}
using Errors = std::vector<std::string>;

const ConfiguredQueue* find(const AllocationsReading& reading, const std::string& name) {
  if (!reading.allocations) return nullptr;
  const auto& queues = reading.allocations->queues;
  const auto found = std::find_if(queues.begin(), queues.end(),
                                  [&](const ConfiguredQueue& queue) { return queue.name == name; });
  return found == queues.end() ? nullptr : &*found;
}

std::vector<std::string> names(const AllocationsReading& reading) {
  std::vector<std::string> result;
  if (!reading.allocations) return result;
  for (const ConfiguredQueue& queue : reading.allocations->queues) result.push_back(queue.name);
  return result;
}
using Names = std::vector<std::string>;

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

TEST(FairSchedulerXml, TakesAnOutermostQueueNamedRootForTheRootItself) {
  const auto reading =
      read(allocations("<queue name='Root'><schedulingPolicy>drf</schedulingPolicy><queue "
                       "name='default'/></queue>"));
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(names(reading), (Names{"root", "root.default"}));
  EXPECT_EQ(find(reading, "root")->policy, YarnPolicy::drf);
  EXPECT_EQ(find(reading, "root.default")->line, 1U);
}

TEST(FairSchedulerXml, AllowsNoQueueBesideRoot) {
  const auto reading =
      read(allocations("<queue name='a'/>\n<queue name='root'><queue name='b'/></queue>"));
  EXPECT_EQ(errors(reading), Errors{"FS002 2 root name"});
  EXPECT_NE(find(reading, "root.b"), nullptr);
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

TEST(FairSchedulerXml, NamesEveryMalformedFieldWithItsLineAndGoesOn) {
  const auto reading = read(
      "<allocations>\n<queue name='a'>\n<weight>heavy</weight>\n</queue>\n"
      "<queue name='b'>\n<minResources>lots</minResources>\n<maxResources>1 "
      "mb</maxResources></queue>\n"
      "<queue name='c'><weight>3</weight></queue></allocations>");
  EXPECT_EQ(errors(reading), (Errors{"FS006 3 root.a weight", "FS006 6 root.b minResources",
                                     "FS006 7 root.b maxResources"}));
  EXPECT_FALSE(find(reading, "root.a")->is_known);
  EXPECT_FALSE(find(reading, "root.b")->is_known);
  EXPECT_TRUE(find(reading, "root.c")->is_known);
  EXPECT_EQ(find(reading, "root.c")->weight, Rational(3));
}

TEST(FairSchedulerXml, RefusesANegativeWeightAndOneThatIsNotFinite) {
  for (const char* weight : {"-1", "NaN", "Infinity"}) {
    const auto reading =
        read(allocations("<queue name='a'><weight>" + std::string(weight) + "</weight></queue>"));
    EXPECT_EQ(errors(reading), Errors{"FS011 1 root.a weight"}) << weight;
    EXPECT_FALSE(find(reading, "root.a")->is_known);
  }
}

TEST(FairSchedulerXml, RefusesAnEmptyElement) {
  EXPECT_EQ(errors(read(allocations("<queue name='a'><weight/></queue>"))),
            Errors{"FS006 1 root.a weight"});
}

TEST(FairSchedulerXml, DropsAMinimumInPercentAsYarnDoes) {
  const auto reading =
      read(allocations("<queue name='a'><minResources>10%</minResources></queue>"));
  EXPECT_EQ(errors(reading), Errors{});
  ASSERT_EQ(reading.warnings.size(), 1U);
  EXPECT_NE(reading.warnings[0].find("root.a"), std::string::npos);
  EXPECT_FALSE(find(reading, "root.a")->min);
  EXPECT_TRUE(find(reading, "root.a")->is_known);
}

TEST(FairSchedulerXml, KnowsNothingOfQueuesWithoutAMaximumWhereTheDefaultIsMalformed) {
  const auto reading =
      read(allocations("<queueMaxResourcesDefault>all</queueMaxResourcesDefault><queue name='a'/>"
                       "<queue name='b'><maxResources>1 mb, 1 vcores</maxResources></queue>"));
  EXPECT_EQ(errors(reading), Errors{"FS006 1  queueMaxResourcesDefault"});
  EXPECT_FALSE(find(reading, "root.a")->is_known);
  EXPECT_TRUE(find(reading, "root.b")->is_known);
  EXPECT_FALSE(find(reading, "root.default")->is_known);
}

TEST(FairSchedulerXml, RefusesQueuesWithoutANameAndWithADotInIt) {
  const auto reading =
      read(allocations("<queue/><queue name=' '/><queue name='a.b'/><queue name=' c '/>"));
  EXPECT_EQ(errors(reading),
            (Errors{"FS002 1 root name", "FS002 1 root name", "FS002 1 root name"}));
  EXPECT_EQ(names(reading), (Names{"root", "root.c", "root.default"}));
}

TEST(FairSchedulerXml, RefusesAQueueThatIsConfiguredTwiceInOneParent) {
  const auto reading =
      read(allocations("<queue name='a'><queue name='x'/></queue>\n<queue name='a'/><queue "
                       "name='b'><queue name='x'/></queue>"));
  EXPECT_EQ(errors(reading), Errors{"FS004 2 root.a name"});
  EXPECT_FALSE(find(reading, "root.a")->is_known);
  EXPECT_TRUE(find(reading, "root.b.x")->is_known);
}

TEST(FairSchedulerXml, NamesADuplicateElementAndTakesTheLast) {
  const auto reading =
      read(allocations("<queue name='a'><weight>2</weight><weight>3</weight></queue>"));
  EXPECT_EQ(errors(reading), Errors{"FS004 1 root.a weight"});
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(3));
}

TEST(FairSchedulerXml, NamesUnknownElementsAndGoesOn) {
  const auto reading = read(
      "<allocations><queueMaxAppsDefualt>3</queueMaxAppsDefualt>\n<queue "
      "name='a'><wieght>2</wieght>"
      "<weight>4</weight></queue></allocations>");
  EXPECT_EQ(errors(reading), (Errors{"FS003 1  queueMaxAppsDefualt", "FS003 2 root.a wieght"}));
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(4));
}

TEST(FairSchedulerXml, PassesOverWhatDoesNotBearOnShares) {
  const auto reading = read(allocations(
      "<user "
      "name='sam'><maxRunningApps>1</maxRunningApps></user><userMaxAppsDefault>5</"
      "userMaxAppsDefault>"
      "<queueMaxAppsDefault>5</queueMaxAppsDefault><queueMaxAMShareDefault>0.5</"
      "queueMaxAMShareDefault>"
      "<defaultFairSharePreemptionTimeout>1</defaultFairSharePreemptionTimeout>"
      "<queuePlacementPolicy><rule name='default'/></queuePlacementPolicy>"
      "<queue name='a'><maxRunningApps>1</maxRunningApps><maxAMShare>0.1</maxAMShare>"
      "<aclSubmitApps>a b</aclSubmitApps><allowPreemptionFrom>false</allowPreemptionFrom>"
      "<maxChildResources>1 mb, 1 vcores</maxChildResources><reservation/></queue>"));
  EXPECT_EQ(errors(reading), Errors{});
}

TEST(FairSchedulerXml, NamesAPolicyThatItDoesNotKnow) {
  EXPECT_EQ(errors(read(
                allocations("<queue name='a'><schedulingPolicy>best</schedulingPolicy></queue>"))),
            Errors{"FS002 1 root.a schedulingPolicy"});
}

TEST(FairSchedulerXml, ReadsTextAroundCommentsAndInCdata) {
  const auto reading = read(allocations(
      "<queue name='a'><weight>1<!-- and -->2</weight></queue>"
      "<queue name='b'><weight><![CDATA[ 3 ]]></weight></queue><!-- <queue name='c'/> -->"));
  EXPECT_EQ(errors(reading), Errors{});
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(12));
  EXPECT_EQ(find(reading, "root.b")->weight, Rational(3));
  EXPECT_EQ(find(reading, "root.c"), nullptr);
}

TEST(FairSchedulerXml, RefusesWhatIsNotXml) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {""sv, " \n"sv, "hello"sv, "<allocations>"sv, "<allocations></queue>"sv, "<a b='\xff'/>"sv,
        "<allocations/>\0<x/>"sv, "<allocations/><allocations/>"sv, "\xff\xfe<\0a\0"sv,
        "<allocations><queue name='a' name='b'/></allocations>"sv}) {
    const auto reading = read(text);
    EXPECT_FALSE(reading.allocations) << text;
    ASSERT_EQ(reading.errors.size(), 1U) << text;
    EXPECT_EQ(reading.errors[0].code, "FS001") << text;
  }
}

TEST(FairSchedulerXml, NamesTheLineWhereTheXmlBreaks) {
  EXPECT_EQ(errors(read("<allocations>\n\n<queue name='a'></pool>\n</allocations>")),
            Errors{"FS001 3  "});
}

TEST(FairSchedulerXml, NeedsAllocationsAsTheOutermostElement) {
  const auto reading = read("\n<configuration/>");
  EXPECT_FALSE(reading.allocations);
  EXPECT_EQ(errors(reading), Errors{"FS002 2  allocations"});
}

// <allocations> with so many queues inside each other.
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

TEST(FairSchedulerXml, SaysWhatIsWrongWhereverItsTextIsCutOff) {
  const std::string text =
      "<?xml version='1.0'?>\n<!-- a cluster -->\n<allocations><queue name='\xc3\xa9'><weight>2"
      "</weight><minResources>1 mb, 1 vcores</minResources><queue name=\"b\"/></queue>\n"
      "<queueMaxResourcesDefault>50%</queueMaxResourcesDefault></allocations>";
  ASSERT_TRUE(read(text).errors.empty());
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto reading = read(text.substr(0, length));
    EXPECT_FALSE(reading.allocations) << length;
    EXPECT_FALSE(reading.errors.empty()) << length;
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
      EXPECT_TRUE(reading.allocations || !reading.errors.empty()) << changed;
    }
  }
}

TEST(FairSchedulerXml, ReadsPastCommentsAndTakesTheOldNames) {
  const auto reading = read(R"(<!-- of the cluster -->
<allocations>Text<!-- by hand -->
  <defaultQueueSchedulingMode>fifo</defaultQueueSchedulingMode>
  <queue name="a">stands here<!-- old --><schedulingMode>drf</schedulingMode>
    <maxResources>8 mb, 1 vcores</maxResources>
    <weight><b>1</b>2<!-- not 3 --><![CDATA[.5]]></weight><minSharePreemptionTimeout>1</minSharePreemptionTimeout>
    <minSharePreemptionTimeout>2</minSharePreemptionTimeout></queue>
</allocations><!-- the end -->)");
  EXPECT_EQ(errors(reading), Errors{});
  ASSERT_NE(find(reading, "root.a"), nullptr);
  EXPECT_EQ(find(reading, "root.a")->weight, Rational(5, 2));
  EXPECT_EQ(find(reading, "root.a")->policy, YarnPolicy::drf);
  EXPECT_EQ(reading.allocations->default_policy, YarnPolicy::fifo);
}

TEST(FairSchedulerXml, KeepsTheDefaultPolicyWhereTheConfiguredOneIsUnknown) {
  const auto reading =
      read(allocations("<defaultQueueSchedulingPolicy>lottery</defaultQueueSchedulingPolicy>"));
  EXPECT_EQ(errors(reading), Errors{"FS002 1  defaultQueueSchedulingPolicy"});
  EXPECT_EQ(reading.allocations->default_policy, YarnPolicy::fair);
}

TEST(FairSchedulerXml, TakesTheFirstRootOfTwo) {
  const auto reading =
      read(allocations("<queue name='root'><queue name='a'/></queue>"
                       "<queue name='root'><queue name='b'/></queue>"));
  EXPECT_EQ(errors(reading), Errors{"FS002 1 root name"});
  EXPECT_NE(find(reading, "root.a"), nullptr);
  EXPECT_EQ(find(reading, "root.b"), nullptr);
}

}  // namespace
}  // namespace fairshare::formats

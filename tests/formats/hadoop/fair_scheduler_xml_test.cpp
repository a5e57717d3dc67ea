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

// "refused FS019 line queue field" of each remark.
std::vector<std::string> remarks(const AllocationsReading& reading) {
  std::vector<std::string> result;
  for (const Remark& remark : reading.remarks) {
    const InputError& what = remark.what;
    EXPECT_EQ(what.file, "f.xml");
    const std::string kind = remark.kind == Remark::Kind::ignored   ? "ignored "
                             : remark.kind == Remark::Kind::changed ? "changed "
                                                                    : "refused ";
    const bool names_the_release = what.message.find(
                                       "does not load such a file and keeps its old "
                                       "configuration") != std::string::npos;
    EXPECT_TRUE(names_the_release || remark.kind != Remark::Kind::refused) << what.message;
    result.push_back(kind + what.code + " " + std::to_string(what.line) + " " + what.claimant +
                     " " + what.field);
  }
  EXPECT_EQ(is_refused(reading),
            std::ranges::count(reading.remarks, Remark::Kind::refused, &Remark::kind) > 0);
  return result;
}
using Remarks = std::vector<std::string>;

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

// What YARN does not load.

std::string in_queue(const std::string& inside) {
  return allocations("<queue name='a'>" + inside + "</queue>");
}

TEST(FairSchedulerXml, RefusesWhatTheReleaseDoesNotLoad) {
  for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
           {in_queue("<weight>heavy</weight>"), "1 root.a weight"},
           {in_queue("<weight/>"), "1 root.a weight"},
           {in_queue("<weight><b/>1</weight>"), "1 root.a weight"},
           {in_queue("<maxRunningApps>many</maxRunningApps>"), "1 root.a maxRunningApps"},
           {in_queue("<maxRunningApps>2147483648</maxRunningApps>"), "1 root.a maxRunningApps"},
           {in_queue("<minSharePreemptionTimeout>1.5</minSharePreemptionTimeout>"),
            "1 root.a minSharePreemptionTimeout"},
           {in_queue("<maxAMShare>half</maxAMShare>"), "1 root.a maxAMShare"},
           {in_queue("<aclSubmitApps/>"), "1 root.a aclSubmitApps"},
           {in_queue("<allowPreemptionFrom></allowPreemptionFrom>"),
            "1 root.a allowPreemptionFrom"},
           {in_queue("<minResources>lots</minResources>"), "1 root.a minResources"},
           {in_queue("<maxResources>1024 mb</maxResources>"), "1 root.a maxResources"},
           {in_queue("<maxResources>1024 mb, 2 vcores, 4 gpus</maxResources>"),
            "1 root.a maxResources"},
           {in_queue("<maxResources>5e3 mb, 2 vcores</maxResources>"), "1 root.a maxResources"},
           {in_queue("<maxChildResources>all</maxChildResources>"), "1 root.a maxChildResources"},
           {in_queue("<schedulingPolicy>best</schedulingPolicy>"), "1 root.a schedulingPolicy"},
           {in_queue("<maxAMShare>0.5</maxAMShare>\n<queue name='x'/>"), "1 root.a maxAMShare"},
           {in_queue("<queue name='x'/><reservation/>"), "1 root.a reservation"},
           {allocations("<queue name='a' type='parent'><reservation/></queue>"),
            "1 root.a reservation"},
           {allocations("<queue/>"), "1 root name"},
           {allocations("<queue name=' '/>"), "1 root name"},
           {allocations("<queue name='\xc2\xa0 \xe3\x80\x80'/>"), "1 root name"},
           {allocations("<queue name='a.b'/>"), "1 root name"},
           {allocations("<queue name='a'/>\n<queue name='root'/>"), "2 root name"},
           {allocations("<queue name='root'/><queue name='ROOT'/>"), "1 root name"},
           {allocations("<userMaxAppsDefault>few</userMaxAppsDefault>"), "1  userMaxAppsDefault"},
           {allocations("<queueMaxResourcesDefault/>"), "1  queueMaxResourcesDefault"},
           {allocations("<defaultQueueSchedulingPolicy>FIFO</defaultQueueSchedulingPolicy>"),
            "1  defaultQueueSchedulingPolicy"},
           {allocations("<defaultQueueSchedulingMode>best</defaultQueueSchedulingMode>"),
            "1  defaultQueueSchedulingMode"},
           {allocations("<user name='u'><maxRunningApps>x</maxRunningApps></user>"),
            "1  maxRunningApps"},
           {"\n<configuration/>", "2  allocations"}}) {
    EXPECT_EQ(remarks(read(text)), Remarks{"refused FS019 " + expected}) << text;
    EXPECT_EQ(errors(read(text)), Errors{}) << text;
  }
}

TEST(FairSchedulerXml, NamesEveryReasonInTheOrderOfTheText) {
  EXPECT_EQ(remarks(read("<allocations>\n<queue name='a'>\n<weight>heavy</weight>\n</queue>\n"
                         "<queue name='b'>\n<minResources>lots</minResources></queue>"
                         "</allocations>")),
            (Remarks{"refused FS019 3 root.a weight", "refused FS019 6 root.b minResources"}));
}

TEST(FairSchedulerXml, NamesTheReleaseThatDoesNotLoadTheFile) {
  const std::string text = in_queue("<weight>heavy</weight>");
  EXPECT_NE(read(text).remarks.at(0).what.message.find("YARN 3.3"), std::string::npos);
  EXPECT_NE(read(text, YarnRelease::v2_7).remarks.at(0).what.message.find("YARN 2.7"),
            std::string::npos);
}

TEST(FairSchedulerXml, LoadsIn27WhatOnly3Refuses) {
  for (const char* const inside :
       {"<queue name='x'/><maxAMShare>0.5</maxAMShare>", "<queue name='x'/><reservation/>",
        "<maxResources>1024 mb, 2 vcores, 4 gpus</maxResources>",
        "<maxResources>5e3 mb, 2 vcores</maxResources>"}) {
    EXPECT_FALSE(is_refused(read(in_queue(inside), YarnRelease::v2_7))) << inside;
  }
  const std::string fifo =
      allocations("<defaultQueueSchedulingPolicy>fifo</defaultQueueSchedulingPolicy>");
  EXPECT_FALSE(is_refused(read(fifo, YarnRelease::v2_7)));
}

TEST(FairSchedulerXml, RefusesIn27WhatOnly27DoesNotLoad) {
  for (const char* const text : {"<queue name='a' type='parent'><queue name='x'/></queue>",
                                 "<queue name='a' type='parent'><reservation/></queue>"}) {
    EXPECT_EQ(remarks(read(allocations(text), YarnRelease::v2_7)),
              Remarks{"refused FS019 1 root.a type"});
  }
  EXPECT_FALSE(
      is_refused(read(allocations("<queue name='a' type='parent'><queue name='x'/>"
                                  "</queue>"))));
  EXPECT_TRUE(is_refused(read(in_queue("<maxResources>50%</maxResources>"), YarnRelease::v2_7)));
}

TEST(FairSchedulerXml, LooksIn3OnlyAtTheLastNumberOfAName) {
  const std::string twice = allocations(
      "<queueMaxAppsDefault>x</queueMaxAppsDefault>\n"
      "<queueMaxAppsDefault>5</queueMaxAppsDefault>");
  EXPECT_EQ(remarks(read(twice)), Remarks{"ignored FS004 2  queueMaxAppsDefault"});
  EXPECT_TRUE(is_refused(read(twice, YarnRelease::v2_7)));
  const std::string old_name = allocations(
      "<defaultFairSharePreemptionTimeout>5</defaultFairSharePreemptionTimeout>"
      "<fairSharePreemptionTimeout>x</fairSharePreemptionTimeout>");
  EXPECT_EQ(remarks(read(old_name)), Remarks{});
  EXPECT_EQ(remarks(read(old_name, YarnRelease::v2_7)), Remarks{});
  EXPECT_TRUE(
      is_refused(read(allocations("<fairSharePreemptionTimeout>x</fairSharePreemptionTimeout>"))));
}

TEST(FairSchedulerXml, TakesWhatJavaTakes) {
  EXPECT_EQ(remarks(read(
                in_queue("<maxAMShare>0.5f</maxAMShare><maxRunningApps>+5</maxRunningApps>"
                         "<weight> 1e1d </weight><fairSharePreemptionThreshold>NaN"
                         "</fairSharePreemptionThreshold><aclSubmitApps> </aclSubmitApps>"
                         "<minSharePreemptionTimeout>-1</minSharePreemptionTimeout>"
                         "<allowPreemptionFrom>perhaps</allowPreemptionFrom>"
                         "<maxContainerAllocation>vcores=2,memory-mb=1</maxContainerAllocation>"))),
            Remarks{});
}

// Queue placement policies, inside <queuePlacementPolicy>.
std::string placed(const std::string& rules) {
  return allocations("<queuePlacementPolicy>" + rules + "</queuePlacementPolicy>");
}

TEST(FairSchedulerXml, RefusesPlacementPoliciesThatCannotBeUsed) {
  for (const char* const rules :
       {"<rule/>", "<rule name='lottery'/>", "<Rule name='lottery'/>", "<rule name='specified'/>",
        "<rule name='default'/><rule name='user'/>", "<rule name='user'/><rule name='default'/>",
        "<rule name='nestedUserQueue'/>", "<rule name='nestedUserQueue'><rule name='x'/></rule>",
        "<rule name='user' create='no'/>"}) {
    EXPECT_EQ(remarks(read(placed(rules))), Remarks{"refused FS019 1  queuePlacementPolicy"})
        << rules;
    EXPECT_TRUE(is_refused(read(placed(rules), YarnRelease::v2_7))) << rules;
  }
  EXPECT_TRUE(is_refused(read(placed(""))));
}

TEST(FairSchedulerXml, TakesPlacementPoliciesThatEndInARuleForAll) {
  for (const char* const rules :
       {"<rule name='specified'/><rule name='user' create='false'/><rule name='default'/>",
        "<rule name='specified'/><rule name='reject'/>", "<rule name='user'/>",
        "<rule name='nestedUserQueue'><rule name='primaryGroup' create='false'/></rule>"
        "<rule name='default' queue='root.x'/>"}) {
    EXPECT_EQ(remarks(read(placed(rules))), Remarks{}) << rules;
    EXPECT_EQ(remarks(read(placed(rules), YarnRelease::v2_7)), Remarks{}) << rules;
  }
}

TEST(FairSchedulerXml, SaysWhereOnly33RefusesAPlacementPolicy) {
  const auto reading =
      read(placed("<rule name='nestedUserQueue'><rule name='primaryGroup'/></rule>"
                  "<rule name='default'/>"));
  EXPECT_EQ(remarks(reading), Remarks{"changed FS020 1  queuePlacementPolicy"});
  EXPECT_NE(reading.remarks[0].what.message.find("releases before it do load it"),
            std::string::npos);
}

// What YARN passes over, or takes for something else.

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

TEST(FairSchedulerXml, DoesNotKnowAPolicyThatIsAClassOfItsOwn) {
  const auto reading = read(in_queue("<schedulingPolicy>com.example.Lottery</schedulingPolicy>"));
  EXPECT_EQ(remarks(reading), Remarks{});
  EXPECT_EQ(errors(reading), Errors{"FS002 1 root.a schedulingPolicy"});
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
}

TEST(FairSchedulerXml, TrimsNamesIn3ByWhiteSpaceOfEveryKindAndIn27ByNone) {
  const std::string text = allocations("<queue name=' a\xc2\xa0'/>");
  EXPECT_NE(find(read(text), "root.a"), nullptr);
  EXPECT_NE(find(read(text, YarnRelease::v2_7), "root. a\xc2\xa0"), nullptr);
  EXPECT_EQ(errors(read(allocations("<queue/>"), YarnRelease::v2_7)), Errors{"FS002 1 root name"});
}

TEST(FairSchedulerXml, ForgetsWhatIsConfiguredInARootInCapitals) {
  const auto reading =
      read(allocations("<queue name='Root'><weight>2</weight><queue name='a'><weight>3</weight>"
                       "</queue></queue>"));
  EXPECT_EQ(remarks(reading), Remarks{"changed FS020 1 root name"});
  EXPECT_EQ(names(reading), (Names{"root", "root.Root", "root.Root.a", "root.default"}));
  EXPECT_EQ(find(reading, "root.Root.a")->weight, Rational(1));
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
  EXPECT_EQ(why("root.default.x"), "YARN gives root.default no queues");
  EXPECT_EQ(why("root.a"), "");
  EXPECT_EQ(why("root.a.d"), "YARN makes no queue of policy drf below one of policy fair");
  EXPECT_EQ(why("root.f"), "YARN makes no parent of policy fifo");
  EXPECT_EQ(why("root.f.y"), "YARN does not make its parent");
  EXPECT_EQ(why("root.g"), "");
}

TEST(FairSchedulerXml, KeepsTheRootFairWhereItsPolicyDoesNotGoWithTheDefault) {
  const auto reading =
      read(allocations("<defaultQueueSchedulingPolicy>drf</defaultQueueSchedulingPolicy>"
                       "<queue name='root'><schedulingPolicy>fair</schedulingPolicy>"
                       "<queue name='a'/></queue>"));
  EXPECT_EQ(find(reading, "root.a")->not_created,
            "YARN makes no queue of policy drf below one of policy fair");
}

TEST(FairSchedulerXml, KeepsTheRootFairWhereItsPolicyTakesNoQueues) {
  const auto reading =
      read(allocations("<queue name='root'><schedulingPolicy>fifo</schedulingPolicy>"
                       "<queue name='a'/></queue>"));
  EXPECT_EQ(find(reading, "root.a")->not_created, "");
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
        "<!DOCTYPE allocations [<!ENTITY a 'b'>]><allocations>&a;</allocations>",
        "<!-- - a - --><allocations><!-- > < & --></allocations>",
        "<allocations a = \"1>2\"\n b='&lt;'><![CDATA[ & < ]]></allocations>\n<!-- end -->",
        "<?xml version = '1.0' encoding=\"UTF-8\" standalone='yes' ?>\n<allocations/>",
        "<?xml version=\"1.0\"?><?hint a<b?><allocations></allocations >"}) {
    EXPECT_EQ(remarks(read(text)), Remarks{}) << text;
    EXPECT_TRUE(read(text).allocations) << text;
  }
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

}  // namespace
}  // namespace fairshare::formats

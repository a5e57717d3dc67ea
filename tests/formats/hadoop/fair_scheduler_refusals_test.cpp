#include "formats/hadoop/fair_scheduler_xml.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/formats/hadoop/allocations_reading.h"

namespace fairshare::formats {
namespace {

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

TEST(FairSchedulerXml, SaysWhyWhichReleaseDoesNotLoadTheFile) {
  const auto why = [](const std::string& text, YarnRelease release = YarnRelease::v3) {
    return read(text, release).remarks.at(0).what.message;
  };
  const std::string by_3 = ": YARN 3.3 does not load such a file and keeps its old configuration";
  EXPECT_EQ(why(in_queue("<weight>heavy</weight>")), "\"heavy\" is not a number" + by_3);
  EXPECT_EQ(why(in_queue("<maxRunningApps>many</maxRunningApps>")),
            "\"many\" is not an integer of 32 bits" + by_3);
  EXPECT_EQ(why(in_queue("<schedulingPolicy>best</schedulingPolicy>")),
            "unknown policy \"best\"; known: fair, drf, fifo" + by_3);
  EXPECT_EQ(why(in_queue("<maxResources>all</maxResources>")),
            "\"all\" is not of the form \"N mb, N vcores\"" + by_3);
  EXPECT_EQ(why(allocations("<queue/>")), "the queue has no name" + by_3);
  EXPECT_EQ(why(allocations("<queue name='a.b'/>")), "queue name \"a.b\" contains a dot" + by_3);
  EXPECT_EQ(why(allocations("<queue name='a'/><queue name='root'/>")),
            "root is configured, so every other queue must be inside it" + by_3);
  EXPECT_EQ(why(in_queue("<maxAMShare>0.5</maxAMShare><queue name='x'/>")),
            "<maxAMShare> in a queue that is a parent" + by_3);
  EXPECT_EQ(why("<configuration/>"),
            "the root element is <configuration>, not <allocations>" + by_3);
  EXPECT_EQ(
      why(allocations("<queue name='a' type='parent'><reservation/></queue>"), YarnRelease::v2_7),
      "the type \"parent\" in a queue with queues or a <reservation> in it: YARN 2.7 does "
      "not load such a file and keeps its old configuration");
  EXPECT_EQ(why(allocations("<queue name='a'/><queue name='a'/>")),
            "this queue is configured twice; YARN merges both and uses the last of each element");
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
  EXPECT_EQ(remarks(read(
                allocations("<defaultQueueSchedulingPolicy>best</defaultQueueSchedulingPolicy>\n"
                            "<defaultQueueSchedulingPolicy>fair</defaultQueueSchedulingPolicy>"))),
            (Remarks{"refused FS019 1  defaultQueueSchedulingPolicy",
                     "ignored FS004 2  defaultQueueSchedulingPolicy"}))
      << "but at every policy";
  const std::string old_name = allocations(
      "<defaultFairSharePreemptionTimeout>5</defaultFairSharePreemptionTimeout>"
      "<fairSharePreemptionTimeout>x</fairSharePreemptionTimeout>");
  EXPECT_EQ(remarks(read(old_name)), Remarks{});
  EXPECT_EQ(remarks(read(old_name, YarnRelease::v2_7)), Remarks{});
  EXPECT_TRUE(
      is_refused(read(allocations("<fairSharePreemptionTimeout>x</fairSharePreemptionTimeout>"))));
}

TEST(FairSchedulerXml, LooksAtTheOldNameOfATimeoutOnlyWithoutTheNewOne) {
  const std::string old_bad = "<fairSharePreemptionTimeout>x</fairSharePreemptionTimeout>";
  const std::string new_good =
      "<defaultFairSharePreemptionTimeout>5</defaultFairSharePreemptionTimeout>";
  const std::string why = "\"x\" is not an integer of 64 bits: YARN ";
  const std::string keeps = " does not load such a file and keeps its old configuration";
  for (const auto& [text, in_3, in_2_7] : std::vector<std::tuple<std::string, Remarks, Remarks>>{
           {old_bad, {"3.3"}, {"2.7"}},
           {new_good + old_bad, {}, {}},
           {old_bad + new_good, {}, {"2.7"}},
           {"<userMaxAppsDefault>5</userMaxAppsDefault>" + old_bad, {"3.3"}, {"2.7"}}}) {
    const auto expected = [&](Remarks releases) {
      for (std::string& release : releases) {
        release = "f.xml:1: fairSharePreemptionTimeout: " + why + release + keeps;
      }
      return releases;
    };
    EXPECT_EQ(told(read(allocations(text))), expected(in_3)) << text;
    EXPECT_EQ(told(read(allocations(text), YarnRelease::v2_7)), expected(in_2_7)) << text;
  }
  for (const YarnRelease release : {YarnRelease::v3, YarnRelease::v2_7}) {
    EXPECT_EQ(remarks(read(allocations(new_good + "<userMaxAppsDefault>x</userMaxAppsDefault>"),
                           release)),
              Remarks{"refused FS019 1  userMaxAppsDefault"});
  }
}

TEST(FairSchedulerXml, WantsTextEvenInANumberThatALaterOneReplaces) {
  for (const char* const name : {"userMaxAppsDefault", "defaultMinSharePreemptionTimeout"}) {
    const std::string element = name;
    const auto reading =
        read(allocations("<" + element + "/>\n<" + element + ">5</" + element + ">"));
    EXPECT_EQ(told(reading), (Remarks{"f.xml:1: " + element +
                                          ": it is empty: YARN 3.3 does not load such a file "
                                          "and keeps its old configuration",
                                      "f.xml:2: " + element + ": duplicate <" + element +
                                          ">; YARN uses the last and ignores the one on line 1"}));
  }
  EXPECT_EQ(told(read(allocations("<fairSharePreemptionTimeout><b/></fairSharePreemptionTimeout>"
                                  "<defaultFairSharePreemptionTimeout>5"
                                  "</defaultFairSharePreemptionTimeout>"))),
            Remarks{"f.xml:1: fairSharePreemptionTimeout: it does not begin with text: YARN 3.3 "
                    "does not load such a file and keeps its old configuration"});
}

TEST(FairSchedulerXml, RefusesFifoAsTheDefaultPolicyIn3ByThatNameOnly) {
  const auto with = [](const std::string& policy, YarnRelease release = YarnRelease::v3) {
    return read(
        allocations("<defaultQueueSchedulingPolicy>" + policy + "</defaultQueueSchedulingPolicy>"),
        release);
  };
  for (const char* const policy : {"fifo", "FIFO", " Fifo "}) {
    EXPECT_EQ(told(with(policy)),
              Remarks{"f.xml:1: defaultQueueSchedulingPolicy: fifo cannot be the default policy: "
                      "YARN 3.3 does not load such a file and keeps its old configuration"});
    EXPECT_EQ(told(with(policy, YarnRelease::v2_7)), Remarks{});
  }
  for (const char* const policy : {"FifoPolicy", "org.example.FifoPolicy"}) {
    EXPECT_EQ(told(with(policy)), Remarks{}) << policy;
    EXPECT_EQ(with(policy).allocations->default_policy, YarnPolicy::fifo) << policy;
  }
  EXPECT_EQ(told(with("fair")), Remarks{});
  EXPECT_EQ(told(with("drf")), Remarks{});
}

TEST(FairSchedulerXml, NamesOfTwoThingsThatAParentMustNotHaveTheReservation) {
  EXPECT_EQ(told(read(in_queue("<maxAMShare>0.5</maxAMShare>\n<reservation/><queue name='x'/>"))),
            Remarks{"f.xml:2: claimant root.a, reservation: <reservation> in a queue that is a "
                    "parent: YARN 3.3 does not load such a file and keeps its old configuration"});
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

}  // namespace
}  // namespace fairshare::formats

#include "formats/hadoop/mr1_allocations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace fairshare::formats {
namespace {

using Lines = std::vector<std::string>;
using schedulers::mr1::Mode;

NamedText allocations(const std::string& inside) {
  return {"f.xml", "<allocations>\n" + inside + "\n</allocations>"};
}

PoolsReading read(const std::string& inside) {
  return read_mr1_allocations(allocations(inside));
}

// The text of each.
Lines texts(const PoolsReading& reading) {
  Lines lines;
  for (const auto& [kind, what] : reading.remarks) lines.push_back(what.message);
  return lines;
}

// "kind code line pool field" of each.
Lines remarks(const PoolsReading& reading) {
  Lines lines;
  for (const auto& [kind, what] : reading.remarks) {
    EXPECT_EQ(what.file, "f.xml");
    const std::string name = kind == Remark::Kind::ignored   ? "ignored "
                             : kind == Remark::Kind::changed ? "changed "
                                                             : "refused ";
    lines.push_back(name + what.code + " " + std::to_string(what.line) + " " + what.claimant + " " +
                    what.field);
  }
  return lines;
}

TEST(Mr1Allocations, HasWhatEachPoolIsConfiguredToHave) {
  const auto reading = read(R"(<pool name="a"><weight> 0.1 </weight><minMaps>+5</minMaps>
<minReduces>-6</minReduces><maxMaps>7</maxMaps><maxReduces>8</maxReduces>
<schedulingMode>FIFO</schedulingMode></pool><pool name="b"/>
<defaultPoolSchedulingMode>fifo</defaultPoolSchedulingMode>)");
  EXPECT_EQ(remarks(reading), Lines{});
  ASSERT_TRUE(reading.allocations);
  ASSERT_EQ(reading.allocations->pools.size(), 2U);
  const ConfiguredPool& a = reading.allocations->pools.at("a");
  EXPECT_EQ(a.line, 2U);
  EXPECT_EQ(a.weight, 0.1);  // a double, unlike YARN's
  EXPECT_EQ(a.min_maps, 5);
  EXPECT_EQ(a.min_reduces, -6);
  EXPECT_EQ(a.max_maps, 7);
  EXPECT_EQ(a.max_reduces, 8);
  EXPECT_EQ(a.mode, Mode::fifo);
  const ConfiguredPool& b = reading.allocations->pools.at("b");
  EXPECT_FALSE(b.weight || b.min_maps || b.min_reduces || b.max_maps || b.max_reduces || b.mode);
  EXPECT_EQ(reading.allocations->default_mode, Mode::fifo);
}

TEST(Mr1Allocations, PassesOverWhatMr1DoesNotKnow) {
  EXPECT_EQ(remarks(read(R"(<queue name="a"/>
<pool name="b"><minResources>1</minResources></pool>
<user name="c"><maxRunningApps>1</maxRunningApps></user>)")),
            (Lines{"ignored FS003 2  queue", "ignored FS003 3 b minResources",
                   "ignored FS003 4  maxRunningApps"}));
}

TEST(Mr1Allocations, TakesTheLastOfTwo) {
  const auto reading = read(R"(<pool name="a"><minMaps>1</minMaps>
<minMaps>7</minMaps>
<minMaps>2</minMaps></pool>
<pool name="a"><maxMaps>3</maxMaps></pool>)");
  EXPECT_EQ(remarks(reading), (Lines{"ignored FS004 3 a minMaps", "ignored FS004 4 a minMaps",
                                     "changed FS020 5 a name"}));
  EXPECT_EQ(texts(reading),
            (Lines{"duplicate <minMaps>; MR1 uses the last and ignores the one on line 2",
                   "duplicate <minMaps>; MR1 uses the last and ignores the one on line 3",
                   "this pool is configured twice; MR1 merges both and uses the last of each "
                   "element"}));
  ASSERT_EQ(reading.allocations->pools.size(), 1U);
  EXPECT_EQ(reading.allocations->pools.at("a").min_maps, 2);
  EXPECT_EQ(reading.allocations->pools.at("a").max_maps, 3);
}

TEST(Mr1Allocations, RefusesWhatMr1CannotRead) {
  EXPECT_EQ(remarks(read(R"(<pool name="a"><minMaps>x</minMaps>
<maxMaps/>
<maxReduces>2147483648</maxReduces>
<schedulingMode>drf</schedulingMode>
<minSharePreemptionTimeout>1.5</minSharePreemptionTimeout></pool>
<user name="b"><maxRunningJobs>y</maxRunningJobs></user>
<poolMaxJobsDefault> </poolMaxJobsDefault>)")),
            (Lines{"refused FS019 2 a minMaps", "refused FS019 3 a maxMaps",
                   "refused FS019 4 a maxReduces", "refused FS019 5 a schedulingMode",
                   "refused FS019 6 a minSharePreemptionTimeout", "refused FS019 7  maxRunningJobs",
                   "refused FS019 8  poolMaxJobsDefault"}));
  const std::string policies =
      "org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.policies.";
  EXPECT_EQ(remarks(read("<pool name=\"a\"><schedulingMode>" + policies +
                         "FifoPolicy</schedulingMode></pool>")),
            Lines{"refused FS019 2 a schedulingMode"});
  EXPECT_EQ(remarks(read_mr1_allocations({"f.xml", "<pools/>"})),
            (Lines{"refused FS019 1  allocations"}));
  EXPECT_EQ(remarks(read_mr1_allocations({"f.xml", "<allocations>"})),
            (Lines{"refused FS001 1  "}));
  const std::string refused = ": MR1 does not load such a file and keeps its old configuration";
  EXPECT_EQ(texts(read("<pool name=\"a\"><minMaps/><maxMaps><b/></maxMaps></pool>")),
            (Lines{"it is empty" + refused, "it does not begin with text" + refused}));
}

TEST(Mr1Allocations, SaysWhatIsReadByMr1ButNotHere) {
  const auto reading = read(R"(<pool name="a"><weight>NaN</weight></pool>)");
  EXPECT_EQ(remarks(reading), Lines{});
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(describe(reading.errors[0]),
            "f.xml:2: claimant a, weight: weight \"NaN\" is not finite");
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "\n<pool>";
  for (int i = 0; i < 1000; ++i) deep += "</pool>";
  for (const auto& [inside, why] :
       {std::pair(deep, "f.xml:258: nested deeper than 256 elements"),
        std::pair(std::string("<pool name=\"\xff\"/>"), "f.xml: the file is not UTF-8")}) {
    const auto unread = read(inside);
    EXPECT_FALSE(unread.allocations);
    EXPECT_EQ(remarks(unread), Lines{});
    ASSERT_EQ(unread.errors.size(), 1U);
    EXPECT_EQ(describe(unread.errors[0]), why);
  }
}

TEST(Mr1Allocations, AreTellableFromThoseOfYarn) {
  EXPECT_TRUE(is_mr1_allocations(allocations(R"(<pool name="a"><minMaps>1</minMaps></pool>)")));
  EXPECT_TRUE(is_mr1_allocations(allocations("<poolMaxJobsDefault>1</poolMaxJobsDefault>")));
  EXPECT_TRUE(is_mr1_allocations(
      allocations(R"(<user name="a"><maxRunningJobs>1</maxRunningJobs></user>)")));
  // Both know these.
  EXPECT_FALSE(is_mr1_allocations(allocations(R"(<pool name="a"><weight>1</weight></pool>)")));
  EXPECT_FALSE(is_mr1_allocations(allocations(R"(<pool name="a"><minMaps>1</minMaps>
<minResources>1 mb, 1 vcores</minResources></pool>)")));
  EXPECT_FALSE(is_mr1_allocations(allocations(R"(<pool name="a"><minMaps>1</minMaps></pool>
<queue name="b"/>)")));
  for (const std::string inside : {R"(<queue name="b"/>)", R"(<pool name="b"/>)"}) {
    EXPECT_FALSE(is_mr1_allocations(
        allocations(R"(<pool name="a"><minMaps>1</minMaps>)" + inside + "</pool>")))
        << inside;
  }
  EXPECT_FALSE(is_mr1_allocations({"f.xml", "<allocations>"}));
}

TEST(Mr1Allocations, ReadsOfAPoolWhatSaysNothingAboutItsShare) {
  const auto reading = read(R"(<pool name=""><maxRunningJobs>2</maxRunningJobs>
<minSharePreemptionTimeout>9</minSharePreemptionTimeout></pool>)");
  EXPECT_EQ(remarks(reading), Lines{"changed FS020 2  name"});
  EXPECT_EQ(reading.allocations->pools.size(), 1U);
}

}  // namespace
}  // namespace fairshare::formats

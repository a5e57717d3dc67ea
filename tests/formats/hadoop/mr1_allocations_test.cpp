#include "formats/hadoop/mr1_allocations.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
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
  const auto reading = read(R"(<queue name="a"/>
<pool name="b"><minResources>1</minResources></pool>
<user name="c"><maxRunningApps>1</maxRunningApps></user>)");
  EXPECT_EQ(remarks(reading), (Lines{"ignored FS003 2  queue", "ignored FS003 3 b minResources",
                                     "ignored FS003 4  maxRunningApps"}));
  EXPECT_EQ(texts(reading),
            (Lines{"unknown element <queue> in <allocations>, which MR1 ignores",
                   "unknown element <minResources> in a pool, which MR1 ignores",
                   "unknown element <maxRunningApps> in <user>, which MR1 ignores"}));
}

TEST(Mr1Allocations, PassesOverAttributesOfAPoolExceptItsName) {
  const auto reading = read(R"(<pool weight="2" name="a"/>)");
  EXPECT_EQ(remarks(reading), Lines{"ignored FS003 2 a @weight"});
  EXPECT_EQ(texts(reading), Lines{"unknown attribute weight=\"2\", which MR1 ignores"});
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

// One element, in what it belongs to.
std::string within(const std::string& outer, const std::string& name, const std::string& value) {
  const std::string element = "<" + name + ">" + value + "</" + name + ">";
  return outer.empty() ? element : "<" + outer + " name=\"a\">" + element + "</" + outer + ">";
}

TEST(Mr1Allocations, TakesOfTwoDefaultsAndOfTwoInAUserTheLastAsWell) {
  const auto reading = read(R"(<user name="a"><maxRunningJobs>1</maxRunningJobs>
<maxRunningJobs>2</maxRunningJobs></user><user name="b"><maxRunningJobs>1</maxRunningJobs></user>
<defaultPoolSchedulingMode>fair</defaultPoolSchedulingMode>
<defaultPoolSchedulingMode>FIFO</defaultPoolSchedulingMode>)");
  EXPECT_EQ(remarks(reading), (Lines{"ignored FS004 3  maxRunningJobs",
                                     "ignored FS004 5  defaultPoolSchedulingMode"}));
  EXPECT_EQ(reading.allocations->default_mode, Mode::fifo);
}

TEST(Mr1Allocations, HoldNumbersOfTheSizesThatMr1Reads) {
  struct Element {
    const char *outer, *name, *largest, *beyond;
  };
  const char *const int_max = "2147483647", *const beyond_int = "2147483648";
  const char *const long_max = "9223372036854775807", *const beyond_long = "9223372036854775808";
  for (const Element& element : std::vector<Element>{
           {"pool", "minMaps", int_max, beyond_int},
           {"pool", "minReduces", int_max, beyond_int},
           {"pool", "maxMaps", int_max, beyond_int},
           {"pool", "maxReduces", int_max, beyond_int},
           {"pool", "maxRunningJobs", int_max, beyond_int},
           {"pool", "weight", "1.5", "1,5"},
           {"pool", "minSharePreemptionTimeout", long_max, beyond_long},
           {"pool", "schedulingMode", "Fair", "Fairly"},
           {"user", "maxRunningJobs", int_max, beyond_int},
           {"", "userMaxJobsDefault", int_max, beyond_int},
           {"", "poolMaxJobsDefault", int_max, beyond_int},
           {"", "fairSharePreemptionTimeout", long_max, beyond_long},
           {"", "defaultMinSharePreemptionTimeout", long_max, beyond_long},
           {"", "defaultPoolSchedulingMode", "FAIR", "drf"},
       }) {
    EXPECT_EQ(remarks(read(within(element.outer, element.name, element.largest))), Lines{})
        << element.name;
    const std::string pool = std::string(element.outer) == "pool" ? "a" : "";
    EXPECT_EQ(remarks(read(within(element.outer, element.name, element.beyond))),
              Lines{"refused FS019 2 " + pool + " " + element.name});
  }
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
  EXPECT_EQ(texts(read(R"(<defaultPoolSchedulingMode>drf</defaultPoolSchedulingMode>)")),
            Lines{"unknown mode \"drf\"; known: fair, fifo" + refused});
  EXPECT_EQ(texts(read_mr1_allocations({"f.xml", "<pools/>"})),
            Lines{"the root element is <pools>, not <allocations>" + refused});
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
  for (const auto& [inside, why] : {std::pair(deep, "f.xml:258: nested deeper than 256 elements"),
                                    std::pair(std::string("<pool name=\"\xff\"/>"),
                                              "f.xml: the file is not UTF-8: convert it, such as "
                                              "with iconv -f ISO-8859-1 -t UTF-8")}) {
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

TEST(Mr1Allocations, AreTellableByAnyElementThatOnlyOneOfThemKnows) {
  const std::string mr1 = "<poolMaxJobsDefault>1</poolMaxJobsDefault>";
  for (const auto& [outer, name] :
       std::vector<std::pair<std::string, std::string>>{{"pool", "minMaps"},
                                                        {"pool", "minReduces"},
                                                        {"pool", "maxMaps"},
                                                        {"pool", "maxReduces"},
                                                        {"pool", "maxRunningJobs"},
                                                        {"user", "maxRunningJobs"},
                                                        {"", "userMaxJobsDefault"},
                                                        {"", "poolMaxJobsDefault"},
                                                        {"", "defaultPoolSchedulingMode"}}) {
    EXPECT_TRUE(is_mr1_allocations(allocations(within(outer, name, "1")))) << outer << name;
  }
  for (const auto& [outer, name] :
       std::vector<std::pair<std::string, std::string>>{{"pool", "weight"},
                                                        {"pool", "minSharePreemptionTimeout"},
                                                        {"pool", "schedulingMode"},
                                                        {"pool", "x"},
                                                        {"", "fairSharePreemptionTimeout"},
                                                        {"", "defaultMinSharePreemptionTimeout"},
                                                        {"", "x"}}) {
    EXPECT_FALSE(is_mr1_allocations(allocations(within(outer, name, "1")))) << outer << name;
    EXPECT_TRUE(is_mr1_allocations(allocations(mr1 + within(outer, name, "1")))) << outer << name;
  }
  for (const auto& [outer, name] :
       std::vector<std::pair<std::string, std::string>>{{"pool", "maxContainerAllocation"},
                                                        {"user", "maxRunningApps"},
                                                        {"", "queueMaxResourcesDefault"},
                                                        {"", "queue"}}) {
    EXPECT_FALSE(is_mr1_allocations(allocations(mr1 + within(outer, name, "1")))) << outer << name;
  }
}

TEST(Mr1Allocations, ReadsOfAPoolWhatSaysNothingAboutItsShare) {
  const auto reading = read(R"(<pool name=""><maxRunningJobs>2</maxRunningJobs>
<minSharePreemptionTimeout>9</minSharePreemptionTimeout></pool>)");
  EXPECT_EQ(remarks(reading), Lines{"changed FS020 2  name"});
  EXPECT_EQ(texts(reading), Lines{"the pool has no name, so no job gets into it"});
  EXPECT_EQ(reading.allocations->pools.size(), 1U);
}

}  // namespace
}  // namespace fairshare::formats

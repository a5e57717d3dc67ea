// The findings of docs/findings.md on ytsaurus-2023: the trees stand there and are replayed here;
// what else is said of them, and what is fair instead, is stated by hand.
#include <gtest/gtest.h>

#include <charconv>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "formats/text/json.h"
#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

// Its own precision.
constexpr double precision = 1e-9;

// The number at these keys of the answer with details.
double detail(const std::string& number, const std::vector<std::string>& keys) {
  const std::string line = find_finding(number).records.at(0).line;
  const std::string answer = solved(line, "ytsaurus-2023", {.details = true});
  const formats::json::Value all = formats::json::read(answer).value;
  const formats::json::Value* value = &all;
  for (const std::string& key : keys) {
    value = find(*value, key);
    if (value == nullptr) throw std::runtime_error("no " + key + " in " + answer);
  }
  const std::string& text = std::get<formats::json::Number>(value->is).text;
  double result = 0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

std::string fair(const std::string& number, std::size_t record = 0) {
  return solved(find_finding(number).records.at(record).line, "ytsaurus-2023", {.fair = true});
}

TEST(FindingV1, TheDocumentationsExamplesComeOutOtherwiseIn2023) {
  expect_replayed("V1");
  EXPECT_EQ(fair("V1", 0),
            R"({"outcome":"allocation","shares":{"/":"1","/A":"7/10","/B":"3/10"}})");
  EXPECT_EQ(fair("V1", 1), R"({"outcome":"allocation","shares":{"/":"1","/A":"2/3","/B":"4/15",)"
                           R"("/C":"1/15"}})");
  // As ytsaurus-2019 has them, and the page.
  EXPECT_EQ(
      solved(R"({"tree":{"name":"r","children":[
                {"name":"A","min_share_ratio":0.6,"demand_ratio":1},
                {"name":"B","min_share_ratio":0.2,"demand_ratio":1}]}})",
             "ytsaurus-2019", {.fair = true}),
      R"({"outcome":"allocation","shares":{"/":"1",)"
      R"("/A":"5404319552844595/9007199254740992","/B":"3602879701896397/9007199254740992"}})")
      << "0.6 as a double, and the rest";
}

TEST(FindingV2, AWeightOfZeroEndsTheSchedulerOf2023) {
  expect_replayed("V2");
  EXPECT_EQ(fair("V2"), R"({"outcome":"allocation","shares":{"/":"0","/a":"0"}})");
}

TEST(FindingV3, OneOvercommittedResourceScalesTheGuaranteesOfAllIn2023) {
  expect_replayed("V3");
  const std::string guarantee = "strong_guarantee_share";
  EXPECT_NEAR(detail("V3", {"details", "/A", guarantee, "cpu"}), 0.4 / 1.3, precision);
  EXPECT_NEAR(detail("V3", {"details", "/B", guarantee, "cpu"}), 0.1 / 1.3, precision);
  EXPECT_NEAR(detail("V3", {"details", "/A", guarantee, "memory"}), 0.4 / 1.3, precision);
  EXPECT_EQ(detail("V3", {"errors"}), 2);
}

TEST(FindingV4, WhatFitsIsNotHandedOutAtAJumpIn2023) {
  expect_replayed("V4");
  EXPECT_EQ(detail("V4", {"details", "/A", "demand_share", "memory"}), 1);
  EXPECT_EQ(detail("V4", {"details", "/A", "fair_share", "memory"}), 0);
  EXPECT_EQ(detail("V4", {"details", "/", "fair_share", "memory"}), 0) << "nor does anybody else";
  // If B wants a hundredth less, A gets all of the memory.
  EXPECT_EQ(solved(R"({"total_resource_limits":{"cpu":2,"memory":1},"tree":{"name":"r","children":[
                {"name":"A","demand":{"cpu":1,"memory":1},"usage":{"cpu":1}},
                {"name":"B","demand":{"cpu":0.99}}]}})",
                   "ytsaurus-2023"),
            R"({"outcome":"shares","shares":{"/":1,"/A":1,"/B":0.495}})");
}

TEST(FindingV5, WhatATruncatedGangLosesIsLostIn2023) {
  expect_replayed("V5");
  EXPECT_EQ(fair("V5"), R"({"outcome":"allocation","shares":{"/":"1","/A":"1/2","/A/x":"3/10",)"
                        R"("/A/gang":"1/5","/B":"1/2"}})");
}

TEST(FindingV6, WithoutALimitThereIsOneIn2023) {
  expect_replayed("V6");
  EXPECT_EQ(detail("V6", {"details", "/x", "limits_share", "memory"}), 0.25);
  const std::string gpus = R"({"total_resource_limits":{"gpu":2147483647},"tree":{"name":"r",)"
                           R"("children":[{"name":"x","demand":{"gpu":2147483647}}]}})";
  EXPECT_EQ(solved(gpus, "ytsaurus-2023", {.fair = true}),
            R"({"outcome":"allocation","shares":{"/":"536870911/2147483647",)"
            R"("/x":"536870911/2147483647"}})");
}

TEST(FindingV7, AGuaranteeBelowAPoolWithoutOneIsIgnoredIn2023) {
  expect_replayed("V7");
  EXPECT_EQ(detail("V7", {"details", "/P/A", "strong_guarantee_share", "cpu"}), 0);
  EXPECT_EQ(detail("V7", {"errors"}), 0);
  EXPECT_EQ(detail("V7", {"warnings"}), 1);
}

}  // namespace
}  // namespace fairshare::tests

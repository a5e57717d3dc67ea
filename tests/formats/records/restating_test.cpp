#include "formats/records/restating.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"
#include "formats/text/json.h"
#include "formats/verdict/what_if.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using Shares = std::vector<Rational>;

std::variant<std::vector<Outlook>, std::string> asked(const std::string& record,
                                                      const std::vector<std::string>& texts) {
  const auto parsed = json::parse(record);
  const auto& value = std::get<json::Value>(parsed);
  const auto& name = std::get<std::string>(json::find(value, "scheduler")->is);
  const auto worlds = read_levels(value, *schedulers::find_scheduler(name), false, false);
  const LevelWorld& world = std::get<std::vector<LevelWorld>>(worlds).at(0);
  std::vector<Setting> settings;
  for (const std::string& text : texts) settings.push_back(std::get<Setting>(read_setting(text)));
  return what_if(std::get<std::vector<Division>>(restatable_divisions_of(world)), settings);
}

Outlook::State after(const std::string& record, const std::vector<std::string>& texts) {
  const auto made = asked(record, texts);
  EXPECT_TRUE(std::holds_alternative<std::vector<Outlook>>(made)) << std::get<std::string>(made);
  const auto& outlooks = std::get<std::vector<Outlook>>(made);
  EXPECT_EQ(outlooks.size(), 1U);
  return outlooks.at(0).after;
}

std::string refused(const std::string& record, const std::string& text) {
  return std::get<std::string>(asked(record, {text}));
}

const std::string tiers =
    R"({"scheduler":"kai","total":16,"claimants":[)"
    R"({"name":"low","priority":1,"demand":30},{"name":"high","priority":2,"demand":8}]})";

TEST(Restating, GivesEachTierOfKaiWhatTheTiersAboveLeave) {
  const auto made = asked(tiers, {"total=20"});
  const Outlook& outlook = std::get<std::vector<Outlook>>(made).at(0);
  EXPECT_EQ(outlook.title, "");
  EXPECT_EQ(outlook.names, (std::vector<std::string>{"high", "low"}));
  EXPECT_EQ(outlook.before.total, 16);
  EXPECT_EQ(outlook.before.shares, (Shares{8, 8}));
  EXPECT_EQ(outlook.after.total, 20);
  EXPECT_EQ(outlook.after.shares, (Shares{8, 12}));
  EXPECT_EQ(after(tiers, {"high.max=3"}).shares, (Shares{3, 13}));
}

TEST(Restating, LeavesATotalFromWhichItsBoundsFollow) {
  const auto parsed = json::parse(tiers);
  auto worlds =
      read_levels(std::get<json::Value>(parsed), *schedulers::find_scheduler("kai"), false, false);
  LevelWorld& world = std::get<std::vector<LevelWorld>>(worlds).at(0);
  const auto following = [&] {
    const auto made = restatable_divisions_of(world);
    return std::get<std::vector<Division>>(made).at(0).following;
  };
  EXPECT_EQ(following(), Following::nothing);
  world.has_own_total = true;
  EXPECT_EQ(following(), Following::total);
}

TEST(Restating, LetsADemandFollowTheTotal) {
  const std::string record =
      R"({"scheduler":"kai","total":100,"claimants":[{"name":"a","demand":10},{"name":"b"}]})";
  EXPECT_EQ(after(record, {"total=200"}).shares, (Shares{10, 190}));
  EXPECT_EQ(after(record, {"b.max=50"}).unclaimed, 40);
}

TEST(Restating, ScalesTheMinimumsOfKoordinatorToTheNewTotal) {
  const std::string record =
      R"({"scheduler":"koordinator","scale_minimums":true,"total":100,"claimants":[)"
      R"({"name":"a","min_share":60,"demand":500},{"name":"b","min_share":60,"weight":3}]})";
  EXPECT_EQ(after(record, {}).shares, (Shares{50, 50}));
  EXPECT_EQ(after(record, {"total=200"}).shares, (Shares{80, 120}));
}

TEST(Restating, TakesALimitBelowAMinimumAsTheSchedulerDoes) {
  const std::string record =
      R"({"scheduler":"kai","total":100,"claimants":[)"
      R"({"name":"a","min_share":30,"demand":50},{"name":"b","demand":500}]})";
  EXPECT_EQ(after(record, {"a.max=5"}).shares, (Shares{5, 95}));
  EXPECT_EQ(after(record, {"a.max=unlimited", "b.weight=3"}).shares,
            (Shares{Rational(95, 2), Rational(105, 2)}));
}

TEST(Restating, DividesTheTotalOfTheInputIfOnlyPartOfItIsClaimed) {
  const std::string record =
      R"({"scheduler":"yarn-3","total":10,"claimants":[{"name":"a","max_share":6}]})";
  EXPECT_EQ(after(record, {}).unclaimed, 4);
  EXPECT_EQ(after(record, {"a.max=10"}).shares, Shares{10});
}

TEST(Restating, RefusesWhatTheSchedulerCannotHold) {
  const std::string yarn =
      R"({"scheduler":"yarn-3","total":10,"claimants":[{"name":"a"},{"name":"b"}]})";
  EXPECT_EQ(refused(yarn, "a.max=1.5"),
            "--set: the maximum of a: 1.5 is not a whole number from -9223372036854775808 to "
            "9223372036854775807");
  EXPECT_EQ(after(yarn, {"total=7/2"}).shares, (Shares{Rational(3, 2), Rational(3, 2)}));
  const std::string armada =
      R"({"scheduler":"armada","total":1,"claimants":[{"name":"a"},{"name":"b"}]})";
  EXPECT_EQ(refused(armada, "a.min=1"), "--set: the minimum of a: armada has no min_share");
  EXPECT_EQ(after(armada, {"a.min=0"}).shares, (Shares{Rational(1, 2), Rational(1, 2)}));
  EXPECT_EQ(refused(armada, "total=2"),
            "--set: armada divides fractions of a pool: its total must be 1");
}

}  // namespace
}  // namespace fairshare::formats

#include "formats/report/outlook.h"

#include <gtest/gtest.h>

#include <vector>

namespace fairshare::formats {
namespace {

const std::vector<Setting> settings{{.text = "x.weight=2"}};

std::vector<Outlook> outlooks() {
  Outlook one{.title = "root, memory", .names = {"x", "y"}, .before = {}, .after = {}};
  one.before = {.total = 10, .shares = {5, 5}};
  one.after = {.total = 10, .shares = {exact::Rational(20, 3), exact::Rational(10, 3)}};
  return {one};
}

TEST(OutlookText, IsATableOfBeforeAfterAndTheDifference) {
  EXPECT_EQ(outlook_text("a", outlooks(), settings),
            "what if   a: x.weight=2\n"
            "  root, memory: total 10\n"
            "  claimant  before  after        difference\n"
            "  x         5       20/3 (6.67)  +5/3 (1.67)\n"
            "  y         5       10/3 (3.33)  -5/3 (-1.67)\n");
  std::vector<Outlook> same = outlooks();
  same[0].after = same[0].before;
  EXPECT_NE(outlook_text("a", same, settings).find("  x         5       5      0\n"),
            std::string::npos);
}

TEST(OutlookText, SaysHowTheStateChanges) {
  std::vector<Outlook> changed = outlooks();
  changed[0].title = "";
  changed[0].after.total = 20;
  changed[0].after.unclaimed = 3;
  changed[0].before.excess = 2;
  EXPECT_NE(
      outlook_text("a", changed, settings)
          .find("\n  total 10, which the minimums exceed by 2; after: total 20, 3 unclaimed\n"),
      std::string::npos);
}

TEST(OutlookJson, IsOneObject) {
  EXPECT_EQ(outlook_json("\"a\"", outlooks(), settings),
            R"({"id":"a","what_if":["x.weight=2"],"divisions":[{"title":"root, memory",)"
            R"("total_before":"10","total_after":"10","claimants":[)"
            R"({"name":"x","before":"5","after":"20/3","difference":"5/3"},)"
            R"({"name":"y","before":"5","after":"10/3","difference":"-5/3"}]}]})");
}

TEST(Outlook, SaysWhatIsNotDividedAgain) {
  const std::vector<Outlook> one{{.title = "root", .left_out = "in turn"}};
  EXPECT_EQ(outlook_text("a", one, settings),
            "what if   a: x.weight=2\n  root: left out: in turn\n");
  EXPECT_EQ(outlook_json("\"a\"", one, settings),
            R"({"id":"a","what_if":["x.weight=2"],"divisions":[{"title":"root",)"
            R"("left_out":"in turn"}]})");
}

TEST(OutlookJson, TellsASurplusAndMinimumsBeyondTheTotal) {
  std::vector<Outlook> changed = outlooks();
  changed[0].after.unclaimed = 3;
  changed[0].before.excess = 2;
  const std::string json = outlook_json("", changed, settings);
  EXPECT_EQ(json.substr(0, 27), R"({"what_if":["x.weight=2"],")");
  EXPECT_NE(json.find(R"("excess_before":"2")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("unclaimed_after":"3")"), std::string::npos) << json;
}

TEST(OutlookText, ListsAllSettingsAndEscapesWhatCouldSteerATerminal) {
  std::vector<Outlook> one = outlooks();
  one[0].title = "r\x1b";
  one[0].names[0] = "x\x1b";
  one.push_back({.title = "s\x1b", .left_out = "in turn"});
  const std::string text =
      outlook_text("a\x1b", one, std::vector<Setting>{{.text = "x.weight=2"}, {.text = "\x1b=1"}});
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
  EXPECT_TRUE(text.starts_with("what if   a\\u001b: x.weight=2, \\u001b=1\n  r\\u001b: total 10\n"))
      << text;
  EXPECT_NE(text.find("\n  x\\u001b   5       20/3"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\n  s\\u001b: left out: in turn\n")) << text;
}

TEST(OutlookJson, NamesEachSettingAndNoTitleThatIsEmpty) {
  std::vector<Outlook> one = outlooks();
  one[0].title = "";
  const std::string json =
      outlook_json("7", one, std::vector<Setting>{{.text = "x.weight=2"}, {.text = "y.min=1"}});
  EXPECT_TRUE(json.starts_with(
      R"({"id":7,"what_if":["x.weight=2","y.min=1"],"divisions":[{"total_before":"10",)"))
      << json;
}

}  // namespace
}  // namespace fairshare::formats

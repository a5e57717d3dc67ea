// `verify --ordering`: whether some ratio gives the shares, and what is reported.
#include "formats/records/ordered_record.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "formats/inputs.h"
#include "formats/report/json.h"
#include "formats/report/text.h"
#include "tests/formats/report/json_without.h"

namespace fairshare::formats {
namespace {

struct Ordering {
  std::vector<Verdict> verdicts = {};

  std::string text() const { return verdict_text(verdicts.at(0)); }
  std::string json() const { return tests::without_details(verdicts_json(verdicts)); }
};

Ordering judged(const std::string& line, Rounding rounding = Rounding::exact) {
  const auto read = read_ordered_record(line, "f", 7);
  const auto* record = std::get_if<Record>(&read);
  if (record == nullptr) {
    ADD_FAILURE() << describe(std::get<RecordError>(read).error);
    return {};
  }
  const auto made = cases_of(*record, "f", {.rounding = rounding});
  Ordering ordering;
  for (const Case& one : std::get<std::vector<Case>>(made)) {
    ordering.verdicts.push_back(judge_ordering(one));
  }
  return ordering;
}

std::string error_of(const std::string& line) {
  const auto read = read_ordered_record(line, "f", 7);
  const auto* error = std::get_if<RecordError>(&read);
  return error != nullptr ? error->error.code + " " + error->error.field : "none";
}

// A record of "a", and "b" with weight 2, with more about each.
std::string two(const std::string& a, const std::string& b, const std::string& shares) {
  return R"({"id":"x","claimants":[{"name":"a")" + a + R"(},{"name":"b","weight":2)" + b +
         R"(}],"shares":[)" + shares + "]}";
}

TEST(OrderingVerdict, NamesTheOneRatio) {
  const Ordering one = judged(two("", "", "10,20"));
  EXPECT_EQ(one.verdicts.at(0).judgement, Judgement::fair);
  EXPECT_EQ(one.text(), "consistent x: R = 10, 2 claimants\n");
  EXPECT_EQ(
      one.json(),
      R"({"id":"x","verdict":"consistent","findings":[],"ratio_low":"10","ratio_high":"10"})");
}

TEST(OrderingVerdict, NamesTheRatiosBetweenTwoEnds) {
  const Ordering closed = judged(two(R"(,"min_share":10)", R"(,"max_share":12)", "10,12"));
  EXPECT_EQ(closed.text(), "consistent x: R from 6 to 10, 2 claimants\n");
  const Ordering half_open = judged(two("", "", "10,21"), Rounding::down);
  EXPECT_EQ(half_open.text(), "consistent x: R from 10.5 to less than 11, 2 claimants\n");
  EXPECT_EQ(
      half_open.json(),
      R"({"id":"x","verdict":"consistent","findings":[],"ratio_low":"21/2","ratio_high":"11",)"
      R"("ratio_high_open":true})");
  const Ordering open = judged(two("", "", "10,21"), Rounding::apportioned);
  EXPECT_EQ(open.text(), "consistent x: R from more than 10 to less than 11, 2 claimants\n");
  EXPECT_EQ(
      open.json(),
      R"({"id":"x","verdict":"consistent","findings":[],"ratio_low":"10","ratio_low_open":true,)"
      R"("ratio_high":"11","ratio_high_open":true})");
}

TEST(OrderingVerdict, HasNoEndWhereEveryClaimantIsAtItsMaximum) {
  const Ordering one = judged(R"({"claimants":[{"max_share":5}],"shares":[5]})");
  EXPECT_EQ(one.text(), "consistent f:7: R from 5 on, 1 claimant\n");
  EXPECT_EQ(one.json(), R"({"verdict":"consistent","findings":[],"ratio_low":"5"})");
}

TEST(OrderingVerdict, NamesWhoIsOutOfItsBounds) {
  const Ordering below = judged(two(R"(,"min_share":11)", "", "10,20"));
  EXPECT_EQ(below.verdicts.at(0).judgement, Judgement::unfair);
  EXPECT_TRUE(below.text().starts_with("error[FS102] x: a share below its minimum\n"))
      << below.text();
  EXPECT_EQ(below.json(),
            R"({"id":"x","verdict":"inconsistent","findings":[{"code":"FS102","claimant":"a",)"
            R"("message":"a holds 10, which is below its minimum 11."}]})");
  const Ordering above = judged(two("", R"(,"max_share":19)", "10,20"));
  EXPECT_TRUE(above.text().starts_with("error[FS103] x: a share above its maximum\n"))
      << above.text();
  EXPECT_EQ(above.verdicts.at(0).findings.at(0).claimant, "b");
  EXPECT_TRUE(above.text().ends_with("  = help: fairshare explain FS103\n"));
}

TEST(OrderingVerdict, NamesTheRicherAndThePoorerOfEachDivider) {
  const Ordering tree =
      judged(R"({"tree":[{"name":"p","children":[{"name":"a"},{"name":"b"}]},{"name":"q"}],)"
             R"("shares":[3,1,2,2]})");
  EXPECT_EQ(tree.verdicts.size(), 2U);
  EXPECT_EQ(
      tree.json(),
      R"({"verdict":"inconsistent","findings":[{"code":"FS204","claimant":"q","with":"p",)"
      R"("message":"p is above its minimum and holds 3 per weight; q is below its maximum and )"
      R"(holds 2."},{"code":"FS204","path":"/p","claimant":"p/a","with":"p/b","message":"p/b is above its )"
      R"(minimum and holds 2 per weight; p/a is below its maximum and holds 1."}]})");
  EXPECT_TRUE(tree.text().starts_with("error[FS204] f:7: no ratio R gives these shares\n"))
      << tree.text();
}

TEST(OrderingVerdict, TakesWhatTheSharesAddUpToForATotalThatIsNotThere) {
  const auto total = [](const std::string& line) {
    return exact::to_text(std::get<Record>(read_ordered_record(line, "f", 7)).total);
  };
  EXPECT_EQ(total(two("", "", "10,21")), "31");
  EXPECT_EQ(total(R"({"total":9,"claimants":[{}],"shares":[4]})"), "9");
  EXPECT_EQ(total(R"({"claimants":[{}]})"), "0") << "nor are there shares";
  EXPECT_EQ(total(R"({"tree":[{"children":[{}]},{}],"shares":[4,4,1]})"), "5");
}

// A total below 0 is a defect, which no division may have.
TEST(OrderingVerdict, TakesZeroForATotalWhereTheSharesAddUpToLess) {
  const Ordering below = judged(R"({"claimants":[{}],"shares":[-1]})");
  EXPECT_EQ(below.verdicts.at(0).division.problem.total, 0);
  EXPECT_EQ(below.verdicts.at(0).findings.at(0).code, "FS102");
}

TEST(OrderingVerdict, RefusesWhatIsNoRecord) {
  EXPECT_EQ(error_of("{\"claimants\":").substr(0, 5), "FS001");
  EXPECT_EQ(error_of("[1]").substr(0, 5), "FS002");
  EXPECT_EQ(error_of(R"({"claimants":[{"weight":"x"}]})"), "FS006 claimants[0].weight");
}

}  // namespace
}  // namespace fairshare::formats

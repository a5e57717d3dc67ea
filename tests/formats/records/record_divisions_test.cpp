// What a record of the definition divides.
#include "formats/records/record_divisions.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace fairshare::formats {
namespace {

using exact::Rational;

std::vector<Division> divisions(const std::string& line) {
  auto read = read_record(line, "f", 1);
  if (const auto* error = std::get_if<RecordError>(&read)) {
    ADD_FAILURE() << describe(error->error);
    return {};
  }
  return divisions_of(std::get<Record>(std::move(read)));
}

TEST(RecordDivisions, OfAFlatRecordAreOne) {
  const auto all = divisions(
      R"({"total":100,"claimants":[{"name":"a","weight":2,"max_share":30},{}],"shares":[30.5,70]})");
  ASSERT_EQ(all.size(), 1U);
  const Division& one = all[0];
  EXPECT_EQ(one.path, "");
  EXPECT_EQ(one.rule, Rule::floor);
  EXPECT_EQ(one.problem.total, 100);
  EXPECT_EQ(one.problem.claimants.at(0).max_share, Rational(30));
  EXPECT_FALSE(one.reported_total);
  ASSERT_EQ(one.labels.size(), 2U);
  EXPECT_EQ(one.labels[0].name, "a");
  EXPECT_EQ(one.labels[1].field, "shares[1]");
  EXPECT_EQ(one.shares.at(0).text, "30.5");
}

TEST(RecordDivisions, OfATreeAreOneForEachDividerTheTopFirst) {
  const auto all = divisions(
      R"({"total":9,"tree":[{"name":"p","children":[{"name":"q","children":[{}]},{}]},{}],)"
      R"("shares":[6,4,"4",2,3]})");
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].path, "");
  EXPECT_EQ(all[1].path, "/p");
  EXPECT_EQ(all[2].path, "/p/q");
  EXPECT_EQ(all[1].problem.total, 6);
  ASSERT_TRUE(all[1].reported_total);
  EXPECT_EQ(all[1].reported_total->text, "6") << "the total is what was reported for the parent";
  EXPECT_EQ(all[1].labels.at(0).name, "p/q");
  EXPECT_EQ(all[1].labels.at(1).field, "shares[3]");
}

TEST(RecordDivisions, KeepTheDemandsThatTheBoundsHeed) {
  const auto all =
      divisions(R"({"total":9,"claimants":[{"max_share":8,"demand":5},{}],"shares":[5,4]})");
  EXPECT_EQ(all.at(0).labels.at(0).demand, Rational(5));
  EXPECT_EQ(all.at(0).problem.claimants.at(0).max_share, Rational(5));
  EXPECT_EQ(all.at(0).labels.at(1).demand, std::nullopt);
}

TEST(RecordDivisions, DivideNothingBelowAShareThatIsNegative) {
  const auto all = divisions(R"({"total":9,"tree":[{"children":[{}]}],"shares":[-6,0]})");
  EXPECT_EQ(all.at(1).problem.total, 0);
}

TEST(RecordDivisions, HaveNoSharesWhereTheRecordHasNone) {
  const auto all = divisions(R"({"total":9,"tree":[{"children":[{},{}]},{}]})");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].shares.empty() && all[1].shares.empty());
  EXPECT_EQ(all[1].problem.claimants.size(), 2U);
  EXPECT_FALSE(all[1].reported_total);
}

TEST(UsualRounding, IsToTheTypeOfTheReporterOrAsWritten) {
  EXPECT_EQ(usual_rounding(Numbers::to_double), Rounding::to_double);
  EXPECT_EQ(usual_rounding(Numbers::to_float), Rounding::to_float);
  for (const Numbers numbers : {Numbers::exact, Numbers::to_int64, Numbers::to_int32}) {
    EXPECT_EQ(usual_rounding(numbers), Rounding::written);
  }
}

TEST(RecordDivisions, AreRoundedAsTheTypeOfTheAnswersSays) {
  const std::string claimants = R"("total":9,"claimants":[{}],"shares":[9])";
  const auto usual = [&](const std::string& types) {
    return divisions("{" + types + claimants + "}").at(0).usual;
  };
  EXPECT_EQ(usual(R"("numbers":"double",)"), Rounding::to_double);
  EXPECT_EQ(usual(R"("numbers":"int32","answers":"double",)"), Rounding::to_double);
  EXPECT_EQ(usual(R"("numbers":"double","answers":"float32",)"), Rounding::to_float);
  EXPECT_EQ(usual(R"("numbers":"double","answers":"exact",)"), Rounding::written);
}

}  // namespace
}  // namespace fairshare::formats

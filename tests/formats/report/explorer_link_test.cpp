#include "formats/report/explorer_link.h"

#include <gtest/gtest.h>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

TEST(ExplorerLink, HasADivisionAsARecord) {
  EXPECT_EQ(record_of(judge(fair_case())),
            "{\"total\":100,\"claimants\":[{\"name\":\"a\"},"
            "{\"name\":\"b\",\"weight\":2,\"max_share\":30},"
            "{\"name\":\"c\",\"weight\":3,\"min_share\":60}],"
            "\"shares\":[\"40/3\",\"80/3\",60],\"rounding\":\"exact\"}");
}

TEST(ExplorerLink, NamesTheRoundingThatAllSharesHave) {
  for (const Rounding rounding : {Rounding::exact, Rounding::down, Rounding::nearest,
                                  Rounding::to_double, Rounding::to_float, Rounding::apportioned}) {
    const Case division = reported({10, {{1}, {1}}}, {"4", "6"}, rounding);
    EXPECT_TRUE(record_of(judge(division))
                    .ends_with("\"shares\":[4,6],\"rounding\":\"" + std::string(name_of(rounding)) +
                               "\"}"));
  }
}

TEST(ExplorerLink, SaysHowFarSharesMayBeOffWhereNoRoundingDoes) {
  const Case written = reported({10, {{1}, {1}}}, {"4.5", "5.50"}, Rounding::written);
  EXPECT_TRUE(
      record_of(judge(written))
          .ends_with("\"shares\":[\"9/2\",\"11/2\"],\"rounding\":\"exact\",\"within\":\"1/20\"}"));
}

TEST(ExplorerLink, TakesBothEndsOfAnIntervalForWhatTheyAre) {
  for (const Rounding rounding : {Rounding::dhondt, Rounding::adams}) {
    const Case one = reported({10, {{1}, {1}}}, {"4", "6"}, rounding);  // [4, 5], [3, 4]
    EXPECT_TRUE(record_of(judge(one)).ends_with("\"rounding\":\"exact\",\"within\":1}"))
        << name_of(rounding);
  }
}

TEST(ExplorerLink, NamesNoClaimantThatHasNoName) {
  Case one = reported({1, {{1}}}, {"1"});
  one.labels[0].name = "";
  EXPECT_TRUE(record_of(judge(one)).starts_with("{\"total\":1,\"claimants\":[{}],"));
}

TEST(ExplorerLink, AddsTheResolutionToWhichSharesAreFair) {
  Case division = reported({10, {{1}, {1}}}, {"4", "6"});
  division.comparison = ModelComparison{.scheduler = "a", .resolution = Rational(5, 4)};
  EXPECT_TRUE(record_of(judge(division)).ends_with("\"rounding\":\"exact\",\"within\":\"5/4\"}"));
  Case written = reported({10, {{1}, {1}}}, {"4.0", "6.0"}, Rounding::written);
  written.comparison = division.comparison;
  EXPECT_TRUE(record_of(judge(written)).ends_with("\"rounding\":\"exact\",\"within\":\"13/10\"}"));
  division.comparison->resolution = Rational(1, 4);  // then they are unfair
  EXPECT_TRUE(record_of(judge(division)).ends_with("\"rounding\":\"exact\"}"));
}

TEST(ExplorerLink, EncodesAllButUnreservedLetters) {
  EXPECT_EQ(explorer_link("index.html", "{\"a-b._~\": +é}"),
            "index.html#record=%7B%22a-b._~%22%3A%20%2B%C3%A9%7D");
  EXPECT_EQ(explorer_link("", "azAZ09"), "#record=azAZ09");
  EXPECT_EQ(explorer_link("", "`{@[/:"), "#record=%60%7B%40%5B%2F%3A");
}

TEST(ExplorerLink, HasOnlyWhatIsDividedByWeight) {
  Case one = reported({80, {{Rational(1, 2), 0, Rational(131, 2)}, {1}}}, {"30", "50"});
  one.labels[0].paid = 20;
  one.labels[0].name = "\"a\"";
  one.reported[0].text = "50";
  EXPECT_EQ(record_of(judge(one)),
            "{\"total\":80,\"claimants\":[{\"name\":\"\\\"a\\\"\",\"weight\":\"1/2\",\"max_share\":"
            "\"131/2\"},{\"name\":\"b\"}],\"shares\":[30,50],\"rounding\":\"exact\"}");
}

TEST(ExplorerLink, SaysHowFarOffTheFarthestMayBeWhereSharesDiffer) {
  Case one = reported({10, {{1}, {1}}}, {"4", "6"}, Rounding::down);
  one.reported[1].interval = {Rational(4), Rational(7)};
  EXPECT_TRUE(record_of(judge(one)).ends_with("\"rounding\":\"exact\",\"within\":2}"));
}

}  // namespace
}  // namespace fairshare::formats

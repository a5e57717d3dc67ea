#include "formats/report/details.h"

#include <gtest/gtest.h>

#include "formats/report/text.h"
#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using namespace tests;

TEST(Details, AreTheVerdictAndTwoLinesAClaimant) {
  Case one = reported({90, {{1}, {2, 10, 30}}}, {"60", "30"});
  one.labels[0].demand = 70;
  EXPECT_EQ(detailed_text(judge(one)),
            "fair      x: R = 60, 2 claimants\n"
            "  a: weight 1, min 0, demand 70; reported 60, fair 60\n"
            "    proportional: all of the 60 that is left; gets more only if the total rises or "
            "another claimant gets less\n"
            "  b: weight 2, min 10, max 30; reported 30, fair 30\n"
            "    at its maximum 30 (max_share); gets more only if its maximum rises: without one "
            "it would get 60\n");
}

TEST(Details, CountWhatIsPaidFirst) {
  Case one = reported({80, {{Rational(1, 3), 0, 70}, {Rational(1, 3)}}}, {"40", "40"});
  one.labels[0].paid = 20;
  one.labels[0].demand = 95;
  one.reported[0].text = "60";
  EXPECT_NE(detailed_text(judge(one))
                .find("\n  a: weight 1/3, min 20, max 90, demand 95; reported 60, fair 60\n"),
            std::string::npos);
}

TEST(Details, AreThereForUnfairSharesAsWell) {
  const std::string text = detailed_text(judge(unfair_case()));
  EXPECT_TRUE(text.starts_with(verdict_text(judge(unfair_case()))));
  EXPECT_NE(text.find("reported 10, fair 40/3 (13.33)\n    proportional: "), std::string::npos);
}

TEST(Details, EscapeWhatCouldSteerATerminal) {
  Case one = fair_case();
  one.labels[0].name = "a\x1b[2J";
  one.labels[2].note = "raised\x1b[2J";
  EXPECT_EQ(detailed_text(judge(one)).find('\x1b'), std::string::npos);
}

TEST(Details, HaveNoFairShareWhereNoneIsKnown) {
  const std::string text = detailed_text(judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "2"})));
  EXPECT_NE(text.find("\n  b: weight 1, min 8; reported 2\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace fairshare::formats

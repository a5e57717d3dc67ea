// What distinguishes failures with the same code.
#include "fuzz/harness/cause.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fuzz/harness/protocol.h"
#include "fuzz/harness/referee.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using fuzz::Challenge;
using fuzz::Entry;

// "FS101 too much, by 0.2 of the total", or "" if nothing is wrong.
std::string cause(Rational total, std::vector<Entry> entries, const std::string& answered,
                  const FuzzSettings& settings = {}) {
  Challenge asked{.total = std::move(total), .entries = std::move(entries)};
  for (std::size_t i = 0; i < asked.entries.size(); ++i) asked.entries[i].name = fuzz::name_at(i);
  const auto read = read_answer(R"({"seq":1,"shares":[)" + answered + "]}");
  const auto failure = find_failure(settings, asked, std::get<Shares>(std::get<Answer>(read).is));
  if (!failure) return "";
  return failure->code + " " + failure->cause.fault + ", by " + deviation_text(failure->cause);
}

TEST(Cause, SaysWhoIsAtFaultWhereItStandsAndByHowMuch) {
  EXPECT_EQ(cause(10, {{}, {}}, R"("6","6")"), "FS101 too much, by 0.2 of the total");
  EXPECT_EQ(cause(10, {{}, {}}, R"("0","0")"), "FS101 too little, by 1 of the total");
  EXPECT_EQ(cause(0, {{}}, R"("2")"), "FS101 too much, by 1 of the total");
  EXPECT_EQ(cause(10, {{"", 1, 5}, {}}, R"("4","6")"),
            "FS102 below its minimum, by 0.1 of the total");
  EXPECT_EQ(cause(10, {{"", 1, 5}, {}}, R"("0","10")"),
            "FS102 below its minimum, by 0.5 of the total");
  EXPECT_EQ(cause(10, {{}, {}}, R"("-1","11")"), "FS102 negative, by 0.1 of the total");
  EXPECT_EQ(cause(10, {{"", 1, 0, 4}, {}}, R"("5","5")"),
            "FS103 above its maximum, by 0.1 of the total");
  EXPECT_EQ(cause(10, {{"", 0}, {}}, R"("5","5")"),
            "FS103 above its minimum, with a weight of 0, by 0.5 of the total");
  EXPECT_EQ(cause(10, {{"", 1, 0, 9}, {}}, R"("9","1")"),
            "FS204 the richer at its maximum, the poorer between its bounds, by 0.4 of the total");
  EXPECT_EQ(cause(10, {{}, {"", 1, 1}}, R"("9","1")"),
            "FS204 the richer between its bounds, the poorer at its minimum, by 0.4 of the total");
  EXPECT_EQ(cause(10, {{"", 1, 0, 9}, {"", 1, 1}}, R"("9","1")"),
            "FS204 the richer at its maximum, the poorer at its minimum, by 0.4 of the total");
  EXPECT_EQ(cause(10, {{"", 1, 1, 9}, {"", 1, 1, 9}}, R"("7","3")"),
            "FS204 the richer between its bounds, the poorer between its bounds, by 0.2 of the "
            "total");
}

// Each share may be off by a unit: 13 stands for 12 to 14.
TEST(Cause, CountsFromTheEndOfWhatTheSharesStandFor) {
  const auto within_1 = [](std::vector<Entry> entries, const std::string& answered) {
    return cause(20, std::move(entries), answered, {.tolerance = {formats::Rounding::exact, 1}});
  };
  EXPECT_EQ(within_1({{}, {}}, "13,13"), "FS101 too much, by 0.2 of the total");
  EXPECT_EQ(within_1({{}, {}}, "6,6"), "FS101 too little, by 0.3 of the total");
  EXPECT_EQ(within_1({{"", 1, 8}, {}}, "5,15"), "FS102 below its minimum, by 0.1 of the total");
  EXPECT_EQ(within_1({{}, {}}, "-4,24"), "FS102 negative, by 0.15 of the total");
  EXPECT_EQ(within_1({{"", 1, 0, 4}, {}}, "7,13"), "FS103 above its maximum, by 0.1 of the total");
  EXPECT_EQ(within_1({{"", 0}, {}}, "7,13"),
            "FS103 above its minimum, with a weight of 0, by 0.3 of the total");
  EXPECT_EQ(within_1({{"", 1, 0, 10}}, "5"), "FS013 less than it can claim, by 0.2 of the total");
  EXPECT_EQ(within_1({{"", 1, 0, 12}, {"", 1, 7}}, "12.5,7.5"),
            "FS204 the richer at its maximum, the poorer at its minimum, by 0.12 of the total");
}

// 50 of the 100 are paid before the rest is divided.
TEST(Cause, IsAPartOfTheTotalWithWhatIsPaidFirst) {
  EXPECT_EQ(cause(100, {{"", 1, 50}, {}, {}}, "66,17,16", {.scheduler = "koordinator"}),
            "FS101 too little, by 0.01 of the total");
}

TEST(Cause, TellsItsDeviationInTwoDigits) {
  EXPECT_EQ(deviation_text({"too much", Rational(1, 3)}), "0.33 of the total");
  EXPECT_EQ(deviation_text({"too much", Rational(2, 3)}), "0.67 of the total");
}

TEST(Cause, OfOnePriorityIsAnotherThanOfAll) {
  formats::Verdict verdict;
  verdict.division.label = "priority 50";
  verdict.findings = {{"FS101", {}, {}, formats::WrongSum{4, 10}}};
  verdict.division.problem.total = 10;
  EXPECT_EQ(cause_of(verdict).fault, "too little, in one part of several");
  EXPECT_EQ(deviation_text(cause_of(verdict)), "0.6 of the total");
}

TEST(Cause, OfWhatAReleaseDoesIsWhatItDoes) {
  const auto fault = [](formats::Reason reason) {
    formats::Verdict verdict;
    verdict.findings = {{"FS301", {}, {}, std::move(reason)}};
    return cause_of(verdict).fault;
  };
  EXPECT_EQ(fault(formats::NotComputed{}), "not what the release computes");
  EXPECT_EQ(fault(formats::Overflows{}), "an integer overflows");
  EXPECT_EQ(fault(formats::NeverReturns{}), "the release never returns");
  EXPECT_EQ(fault(formats::FlawedProof{}), "the certificate does not hold");
}

TEST(Cause, OfAMessageIsWhatIsSaidOfAnyProblem) {
  EXPECT_EQ(
      cause_of("the adapter ended: signal 11; its last line on standard error: at q.f(A.java:12)")
          .fault,
      "the adapter ended signal its last line on standard error at java");
  EXPECT_EQ(cause_of(R"(claimant "prod" wants 0x7f, b has 12)").fault, "claimant wants has");
  EXPECT_EQ(cause_of("no answer").deviation, std::nullopt);
}

TEST(Cause, OfAMalformedAnswerIsNotHowManyOfItsSharesAreMalformed) {
  const Cause one =
      cause_of(R"(NaN is not a number, at byte 22; it said {"seq": 1, "shares": [NaN]})");
  const Cause two =
      cause_of(R"(NaN is not a number, at byte 22; it said {"seq": 1, "shares": [NaN, NaN]})");
  EXPECT_EQ(one.fault, "NaN is not number at byte");
  EXPECT_EQ(two.fault, one.fault);
}

TEST(Cause, OfWhatHasNoAllocationIsWhatIsMissing) {
  EXPECT_EQ(cause(10, {{"", 1, 8}, {"", 1, 8}}, R"("5","5")"), "FS012 not the minimums, by ");
  EXPECT_EQ(cause(10, {{"", 1, 0, 4}}, R"("2")"),
            "FS013 less than it can claim, by 0.2 of the total");
}

TEST(Cause, OfAMessageIsItsFirstSixteenWords) {
  EXPECT_EQ(cause_of("aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq").fault,
            "aa bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp");
  EXPECT_EQ(cause_of("bad max_share: -1, of x").fault, "bad max_share of");
}

TEST(Cause, HasTheMagnitudeOfItsDeviation) {
  const auto magnitude = [](const Rational& deviation) {
    return kind_of("FS101", Cause{"too much", deviation}).magnitude;
  };
  const Rational rounding(exact::Integer(1), exact::Integer(1) << 40U);
  const Rational hair(exact::Integer(1), exact::Integer(1) << 60U);
  EXPECT_EQ(magnitude(rounding), Magnitude::rounding);
  EXPECT_EQ(magnitude(rounding + hair), Magnitude::slight);
  EXPECT_EQ(magnitude(Rational(1, 50)), Magnitude::slight);
  EXPECT_EQ(magnitude(Rational(1, 50) + hair), Magnitude::gross);
  EXPECT_EQ(magnitude(Rational(99, 100) - hair), Magnitude::gross);
  EXPECT_EQ(magnitude(Rational(99, 100)), Magnitude::whole);
  EXPECT_EQ(kind_of("FS101", Cause{"too much"}).magnitude, Magnitude::gross);
}

TEST(Cause, WhatIsDueToRoundingStandsForNothingElse) {
  const auto kind = [](const Rational& deviation) {
    return kind_of("FS101", Cause{"too much", deviation});
  };
  const Kind rounding = kind(Rational(exact::Integer(1), exact::Integer(1) << 50U));
  const Kind slight = kind(Rational(1, 100));
  const Kind gross = kind(Rational(1, 3));
  EXPECT_TRUE(may_stand_for(rounding, rounding));
  EXPECT_FALSE(may_stand_for(rounding, gross));
  EXPECT_FALSE(may_stand_for(gross, rounding));
  EXPECT_TRUE(may_stand_for(gross, slight));
  EXPECT_TRUE(may_stand_for(gross, gross));
  EXPECT_FALSE(may_stand_for(kind_of("FS104", Cause{"too much", Rational(1, 3)}), gross));
  EXPECT_FALSE(may_stand_for(slight, gross));
  EXPECT_FALSE(may_stand_for(kind_of("FS101", Cause{"too little", Rational(1, 3)}), gross));
}

}  // namespace
}  // namespace fairshare::harness

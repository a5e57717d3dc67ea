// Which shares an emitted test allows, depending on the settings.
#include "fuzz/harness/emit/emitted_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/harness/emit/languages.h"
#include "fuzz/harness/emit/source_text.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using fuzz::Challenge;
using fuzz::Kind;

// The outcome of a campaign: a total of 10 for three equal claimants, or what `record` says.
Outcome outcome_of(const std::string& record, Challenge challenge,
                   const std::string& code = "FS204") {
  Outcome outcome;
  outcome.hello.name = "mine";
  outcome.seed = 7;
  outcome.found.push_back({.failure = {code, "what is wrong", ""},
                           .challenge = std::move(challenge),
                           .id = "FS204-1",
                           .record = record});
  return outcome;
}

Challenge thirds(Kind kind = Kind::float64) {
  return {.kinds = {kind, kind}, .total = 10, .entries = {{"a"}, {"b"}, {"c"}}};
}

std::string thirds_record(const std::string& terms) {
  return R"({"id":"FS204-1",)" + terms +
         R"("total":10,"claimants":[{"name":"a"},{"name":"b"},{"name":"c"}],"shares":[1,2,7]})";
}

EmittedTest test_of(const Outcome& outcome) {
  const auto made = tests_of(outcome, {});
  EXPECT_EQ(made.size(), 1U);
  const auto* test = std::get_if<EmittedTest>(&made.front());
  if (test != nullptr) return *test;
  ADD_FAILURE() << std::get<NoTest>(made.front()).comment.back();
  return {};
}

std::string why_not(const Outcome& outcome) {
  const auto made = tests_of(outcome, {});
  const auto* none = std::get_if<NoTest>(&made.front());
  return none != nullptr ? none->comment.back() : "there is a test";
}

// "[3, 4] and a sum of [10, 10]"
std::string passing(const EmittedTest& test) {
  const ExpectedShare& share = test.shares.front();
  std::string text = "[" + number_source(share.low, test.types.share) + ", " +
                     number_source(share.high, test.types.share) + "]";
  if (test.sum) {
    text += " and a sum of [" + exact::to_text(test.sum->low) + ", " +
            exact::to_text(test.sum->high) + "]";
  }
  return text;
}

std::string passing_by(const std::string& terms, Kind kind = Kind::float64) {
  return passing(test_of(outcome_of(thirds_record(terms), thirds(kind))));
}

TEST(EmittedTest, LetsPassWhatStandsForTheFairShare) {
  EXPECT_EQ(passing_by(R"("numbers":"double",)"), "[3.3333333333333335, 3.3333333333333335]");
  EXPECT_EQ(passing_by(R"("numbers":"float32",)"), "[3.3333332538604736, 3.3333332538604736]");
  EXPECT_EQ(passing_by(R"("rounding":"exact",)"), R"(["10/3", "10/3"])");
  EXPECT_EQ(passing_by(R"("rounding":"down",)"), "[3, 3]");
  EXPECT_EQ(passing_by(R"("rounding":"nearest",)"), "[3, 3]");
  EXPECT_EQ(passing_by(R"("numbers":"int64",)", Kind::int64), "[3, 3]");
  EXPECT_EQ(passing_by(R"("rounding":"apportioned",)"), "[3, 4] and a sum of [10, 10]");
}

TEST(EmittedTest, LetsBothWholeNumbersPassThatAreAsNear) {
  Challenge challenge = thirds(Kind::int64);
  challenge.total = 15;
  challenge.entries = {{"a"}, {"b"}};
  for (const std::string terms : {"", R"("rounding":"nearest",)"}) {
    const std::string record = R"({"id":"a",)" + terms +
                               R"("total":15,"claimants":[{"name":"a"},{"name":"b"}],)"
                               R"("shares":[3,12]})";
    EXPECT_EQ(passing(test_of(outcome_of(record, challenge))), "[7, 8]") << terms;
  }
}

// The double 0.3 is less than 3/10, and the double nearest to its third is not 0.1.
TEST(EmittedTest, TakesNumbersThatNoDoubleIsAsText) {
  Challenge challenge = thirds(Kind::dyadic);
  const auto types = [&] {
    const EmittedTest test = test_of(outcome_of(thirds_record(""), challenge));
    return std::pair(test.types.weight, test.types.amount);
  };
  challenge.entries[0].demand = Rational(1, 1024);
  EXPECT_EQ(types(), std::pair(NumberType::real, NumberType::real));
  challenge.entries[0].weight = Rational(1, 3);
  EXPECT_EQ(types(), std::pair(NumberType::text, NumberType::real));
  for (const auto member : {&fuzz::Entry::max_share, &fuzz::Entry::demand}) {
    challenge.entries[1] = {"b"};
    challenge.entries[1].*member = Rational(3, 10);
    EXPECT_EQ(types(), std::pair(NumberType::text, NumberType::text));
  }
  challenge.entries = {{"a"}, {"b"}, {.name = "c", .min_share = Rational(3, 10)}};
  EXPECT_EQ(types(), std::pair(NumberType::real, NumberType::text));
  challenge.entries = thirds().entries;
  challenge.total = Rational(exact::pow(10, 400));
  EXPECT_EQ(types(), std::pair(NumberType::real, NumberType::text));
  challenge = thirds(Kind::float64);
  challenge.total = Rational(3, 10);
  EXPECT_EQ(types(), std::pair(NumberType::real, NumberType::real));
}

TEST(EmittedTest, OfAWholeFairShareLetsNoOtherPassWhereSharesAreCut) {
  Challenge challenge = thirds();
  challenge.total = 9;
  const std::string record =
      R"({"id":"a","rounding":"down","total":9,"claimants":[{"name":"a"},{"name":"b"},)"
      R"({"name":"c"}],"shares":[2,3,4]})";
  EXPECT_EQ(passing(test_of(outcome_of(record, challenge))), "[3, 3]");
}

TEST(EmittedTest, LetsPassADoubleBeyondTheLargestFloat) {
  Challenge challenge = thirds();
  challenge.total = exact::from_double(1e300);
  challenge.entries.resize(1);
  const std::string record =
      R"({"numbers":"double","total":1e300,"claimants":[{"name":"a"}],"shares":[7]})";
  EXPECT_EQ(passing(test_of(outcome_of(record, challenge))), "[1e+300, 1e+300]");
}

TEST(EmittedTest, LetsPassWhatIsOffByNoMoreThanTheTermsAllow) {
  EXPECT_EQ(passing_by(R"("rounding":"down","within":"1",)"), "[2, 4]");
  EXPECT_EQ(passing_by(R"("rounding":"exact","within":"1/3",)"), "[3.0, 3.6666666666666665]");
  EXPECT_EQ(passing_by(R"("numbers":"double","relative":"1/30",)"), "[3.0, 3.6666666666666665]");
  EXPECT_EQ(passing_by(R"("rounding":"apportioned","within":"1",)"), "[2, 5]")
      << "with a tolerance the sum may be off as well";
}

TEST(EmittedTest, BeginsAtTheLeastDoubleThatTheTermsAllow) {
  for (int within : {3, 7, 11, 13, 17}) {
    const EmittedTest test = test_of(outcome_of(
        thirds_record(R"("rounding":"exact","within":"1/)" + std::to_string(within) + "\","),
        thirds()));
    const Rational least = Rational(10, 3) - Rational(1, within);
    const Rational& low = test.shares.front().low;
    EXPECT_GE(low, least);
    EXPECT_LT(exact::from_double(std::nextafter(exact::to_double(low), 0)), least);
  }
}

TEST(EmittedTest, OfASchedulerWidensByItsResolution) {
  Challenge challenge = thirds(Kind::int64);
  challenge.kinds.weight = Kind::float32;
  const EmittedTest test =
      test_of(outcome_of(thirds_record(R"("scheduler":"yarn-3",)"), challenge));
  EXPECT_EQ(test.types, (NumberTypes{NumberType::real, NumberType::whole, NumberType::whole}));
  EXPECT_EQ(test.shares.front().fair, Rational(10, 3));
  EXPECT_LE(test.shares.front().low, 3);
  EXPECT_GE(test.shares.front().high, 4);
  EXPECT_EQ(test.comment.at(1), "The pair: a (poorer) and c (richer).");
  EXPECT_EQ(test.comment.at(2), "Judged by: scheduler yarn-3.");
  EXPECT_EQ(passing(test), "[3, 4]");
  EXPECT_EQ(
      passing(test_of(outcome_of(thirds_record(R"("scheduler":"yarn-3","within":2,)"), challenge))),
      "[1, 5]");
  const EmittedTest exact =
      test_of(outcome_of(thirds_record(R"("scheduler":"yarn-3","rounding":"exact",)"), challenge));
  EXPECT_EQ(exact.types.share, NumberType::real) << "an answer may be off by the resolution";
}

TEST(EmittedTest, OfASchedulerWidensByWhatItsDoublesMayLose) {
  constexpr std::int64_t most = std::int64_t{1} << 60;
  const Challenge challenge{
      .kinds = {Kind::float64, Kind::float64}, .total = most, .entries = {{"a"}, {"b"}}};
  const EmittedTest test = test_of(
      outcome_of(R"({"id":"FS204-1","scheduler":"kai","total":1152921504606846976,"claimants":[)"
                 R"({"name":"a"},{"name":"b"}],"shares":[1,2]})",
                 challenge));
  EXPECT_EQ(test.shares.front().fair, Rational(most / 2));
  EXPECT_LT(test.shares.front().low, most / 2 - 500);
  EXPECT_GT(test.shares.front().high, most / 2 + 500);
}

TEST(EmittedTest, OfAReleaseThatCutsToUnitsLetsPassADoubleWithinAUnitAndTheBounds) {
  Challenge challenge = thirds();
  challenge.entries[0].max_share = Rational(7, 2);
  const EmittedTest test = test_of(outcome_of(
      R"({"id":"k","scheduler":"kai","total":10,"claimants":[{"name":"a","max_share":3.5},)"
      R"({"name":"b"},{"name":"c"}],"shares":[1,2,7]})",
      challenge));
  EXPECT_EQ(test.types.share, NumberType::real);
  EXPECT_GT(test.shares[0].low, 2);
  EXPECT_LT(test.shares[0].low, 3);
  EXPECT_EQ(test.shares[0].high, Rational(7, 2));
  EXPECT_GT(test.shares[1].high, 4);
}

TEST(EmittedTest, OfAReleaseThatCutsToUnitsRefusesAShareThatIsAWholeUnitOff) {
  const Challenge challenge{.kinds = {Kind::float64, Kind::float64},
                            .total = 5,
                            .entries = {{"a", 1, 2, Rational(4)}, {"b"}, {"c"}}};
  const EmittedTest test = test_of(
      outcome_of(R"({"id":"k","scheduler":"kai","total":5,"claimants":[{"name":"a","min_share":2,)"
                 R"("max_share":4},{"name":"b"},{"name":"c"}],"shares":[1,2,2]})",
                 challenge));
  EXPECT_EQ(test.shares[0].fair, 3);
  EXPECT_GT(test.shares[0].low, 2);
  EXPECT_LT(test.shares[0].high, 4);
}

TEST(EmittedTest, IsNotMadeWhereTheReleaseMayComputeWhatItWill) {
  const Challenge over{
      .kinds = {Kind::int64, Kind::int64}, .total = 10, .entries = {{"a", 1, 8}, {"b", 1, 8}}};
  EXPECT_EQ(
      why_not(outcome_of(R"({"id":"o","scheduler":"yarn-3","total":10,"claimants":[{"name":"a",)"
                         R"("min_share":8},{"name":"b","min_share":8}],"shares":[5,5]})",
                         over, "FS012")),
      "No test: the minimums exceed the total, so whatever the release computes is accepted.");
}

TEST(EmittedTest, OfABaseRuleCountsWhatIsPaidFirst) {
  Challenge challenge{
      .kinds = {Kind::int64, Kind::int64}, .total = 100, .entries = {{"a", 1, 50}, {"b"}, {"c"}}};
  const EmittedTest test = test_of(outcome_of(
      R"({"id":"k","scheduler":"koordinator","total":100,"claimants":[{"name":"a","min_share":50},)"
      R"({"name":"b"},{"name":"c"}],"shares":[50,25,25]})",
      challenge));
  EXPECT_EQ(test.shares.front().fair, Rational(200, 3));
  ASSERT_TRUE(test.sum);
  EXPECT_EQ(test.sum->low, 100);
  EXPECT_EQ(test.sum->high, 100) << "it hands out all units, and those that it paid";
}

TEST(EmittedTest, WantsTheMinimumsOrAllThatCanBeClaimedWhereNothingIsFair) {
  const Challenge over{
      .kinds = {Kind::float64, Kind::float64}, .total = 10, .entries = {{"a", 1, 8}, {"b", 1, 8}}};
  const std::string record =
      R"({"id":"o","numbers":"double","total":10,"claimants":[{"name":"a","min_share":8},)"
      R"({"name":"b","min_share":8}],"shares":[5,5]})";
  EXPECT_EQ(passing(test_of(outcome_of(record, over, "FS012"))), "[8.0, 8.0]");
  const std::string whole =
      R"({"id":"o","rounding":"apportioned","total":10,"claimants":[{"name":"a","min_share":8},)"
      R"({"name":"b","min_share":8}],"shares":[5,5]})";
  EXPECT_EQ(passing(test_of(outcome_of(whole, over, "FS012"))), "[8, 8]");
  const Challenge surplus{
      .kinds = {Kind::float64, Kind::float64}, .total = 10, .entries = {{"a", 1, 0, Rational(3)}}};
  const std::string more =
      R"({"id":"s","numbers":"double","total":10,"claimants":[{"name":"a","max_share":3}],)"
      R"("shares":[2]})";
  EXPECT_EQ(passing(test_of(outcome_of(more, surplus, "FS013"))), "[3.0, 3.0]");
}

TEST(EmittedTest, NeedsNoAnswer) {
  const std::string record =
      R"({"id":"FS501-1","numbers":"double","total":10,"claimants":[{"name":"a"},{"name":"b"},)"
      R"({"name":"c"}]})";
  const EmittedTest test = test_of(outcome_of(record, thirds(), "FS501"));
  EXPECT_EQ(passing(test), "[3.3333333333333335, 3.3333333333333335]");
  EXPECT_EQ(test.times, 1U);
}

TEST(EmittedTest, AsksOftenWhereTheAnswersDiffer) {
  EXPECT_EQ(test_of(outcome_of(thirds_record(R"("numbers":"double",)"), thirds(), "FS504")).times,
            64U);
}

TEST(EmittedTest, OfARelationIsTwoTests) {
  Outcome outcome = outcome_of(
      R"({"id":"FS206-1","numbers":"double","total":10,"claimants":[{"name":"a"},{"name":"b"},)"
      R"({"name":"c"}]})",
      thirds(), "FS206");
  outcome.settings.numbers = formats::Numbers::to_double;
  outcome.found.front().failure.other =
      R"({"total":20,"claimants":[{"name":"a"},{"name":"b"},{"name":"c"}]})";
  const auto made = tests_of(outcome, {});
  ASSERT_EQ(made.size(), 2U);
  const auto& other = std::get<EmittedTest>(made.back());
  EXPECT_EQ(other.name, "FS204_1_other");
  EXPECT_EQ(other.total, 20);
  EXPECT_EQ(other.shares.front().fair, Rational(20, 3));
  EXPECT_EQ(other.types, std::get<EmittedTest>(made.front()).types);
  const std::string begin = R"(Record: {"id":"FS206-other","comment":"the other problem",)"
                            R"("numbers":"double","total":20,)";
  EXPECT_TRUE(other.comment.back().starts_with(begin)) << other.comment.back();
}

TEST(EmittedTest, IsNotMadeWhereItWouldNotFail) {
  // Written with too many digits, the nearest double does not give an interval around 10/3.
  const std::string written =
      R"({"id":"w","total":10,"claimants":[{"name":"a"},{"name":"b"},{"name":"c"}],)"
      R"("shares":[3.3333333333333335,3.3333333333333335,3.3333333333333335]})";
  EXPECT_NE(why_not(outcome_of(written, thirds(Kind::dyadic))).find("as doubles"),
            std::string::npos);
}

TEST(EmittedTest, IsNotMadeOfSharesThatPassWithTheirSum) {
  const auto apportioned = [](const std::string& shares) {
    return outcome_of(R"({"id":"w","rounding":"apportioned","total":10,"claimants":[{"name":"a"},)"
                      R"({"name":"b"},{"name":"c"}],"shares":[)" +
                          shares + "]}",
                      thirds());
  };
  EXPECT_EQ(why_not(apportioned("3,3,4")), "No test: each answered share is within its limits.");
  EXPECT_EQ(why_not(apportioned("3,3,3")), "there is a test");
  EXPECT_EQ(why_not(apportioned("3,4,4")), "there is a test");
  Outcome changing = apportioned("3,3,4");
  changing.found.front().failure.code = "FS504";
  EXPECT_EQ(why_not(changing), "there is a test") << "another answer may not pass";
}

TEST(EmittedTest, IsNotMadeWhereNoLimitsSayWhatPasses) {
  EXPECT_EQ(why_not(outcome_of(thirds_record(R"("rounding":"webster",)"), thirds())),
            "No test: its whole units are judged by a method, which limits for each share cannot "
            "express.");
  EXPECT_EQ(why_not(outcome_of(thirds_record(R"("rounding":"exact","within":"1e-30",)"), thirds())),
            "No test: no double is right: 10/3 is fair.");
  EXPECT_EQ(why_not(outcome_of(
                R"({"id":"k","scheduler":"kai","total":10,"claimants":[{"name":"a","priority":1},)"
                R"({"name":"b"},{"name":"c"}],"shares":[1,2,7]})",
                thirds())),
            "No test: its claimants are divided in several groups.");
}

TEST(EmittedTest, IsNotMadeOfATree) {
  Challenge tree = thirds();
  tree.is_tree = true;
  EXPECT_NE(
      why_not(outcome_of(R"({"id":"t","total":10,"tree":[{"name":"a"}]})", tree)).find("tree"),
      std::string::npos);
}

TEST(EmittedTest, SaysWhichTwoContradictEachOther) {
  const EmittedTest test = test_of(outcome_of(thirds_record(R"("numbers":"double",)"), thirds()));
  const std::vector<std::string> expected = {
      "FS204: what is wrong", "The pair: a (poorer) and c (richer).", "Judged by: numbers double.",
      "About FS204: docs/codes/FS204.md, or `fairshare explain FS204`.",
      "Record: " + thirds_record(R"("numbers":"double",)")};
  EXPECT_EQ(test.comment, expected);
}

TEST(EmittedTest, SaysByWhichTermsItWasJudged) {
  const auto judged_by = [](const std::string& terms) {
    return test_of(outcome_of(thirds_record(terms), thirds())).comment.at(2);
  };
  EXPECT_EQ(judged_by(""), "Judged by: the definition, with numbers as they are written.");
  EXPECT_EQ(judged_by(R"("rounding":"down","within":"1","numbers":"double",)"),
            "Judged by: numbers double, rounding down, within 1.");
  EXPECT_EQ(judged_by(R"("relative":"1/9","answers":"double","numbers":"int64",)"),
            "Judged by: numbers int64, answers double, relative 1/9.");
}

TEST(EmittedTest, OfFractionsHasTexts) {
  const std::string record = thirds_record(R"("numbers":"double",)");
  EXPECT_EQ(test_of(outcome_of(record, thirds(Kind::fraction))).types.weight, NumberType::text);
}

TEST(EmittedTest, HasTheLettersAndDigitsOfItsIdInItsName) {
  Outcome outcome = outcome_of(thirds_record(R"("numbers":"double",)"), thirds());
  outcome.found.front().id = "azAZ09`{@[/:";
  EXPECT_EQ(test_of(outcome).name, "azAZ09______");
}

TEST(EmittedTest, HasANameOfItsOwn) {
  Outcome outcome = outcome_of(thirds_record(R"("numbers":"double",)"), thirds());
  outcome.found.push_back(outcome.found.front());
  const auto made = tests_of(outcome, {});
  EXPECT_EQ(std::get<EmittedTest>(made.front()).name, "FS204_1");
  EXPECT_EQ(std::get<EmittedTest>(made.back()).name, "FS204_1_2");
}

TEST(EmittedTest, HasTheTypesOfTheFirst) {
  Outcome outcome = outcome_of(thirds_record(R"("numbers":"double",)"), thirds());
  outcome.found.push_back(outcome.found.front());
  outcome.found.back().record = thirds_record(R"("rounding":"down",)");
  const auto made = tests_of(outcome, {});
  EXPECT_NE(std::get<NoTest>(made.back()).comment.back().find("other types"), std::string::npos);
}

}  // namespace
}  // namespace fairshare::harness

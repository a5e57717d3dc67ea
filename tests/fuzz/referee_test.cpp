// The referee: what is a failure, by which settings, and whether what is kept says the same again.
#include "fuzz/harness/referee.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "formats/inputs.h"
#include "formats/verdict/verdict.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using formats::Numbers;
using formats::Rounding;
using fuzz::Challenge;
using fuzz::Entry;

Challenge challenge(Rational total, std::vector<Entry> entries) {
  Challenge made{.total = std::move(total), .entries = std::move(entries)};
  for (std::size_t i = 0; i < made.entries.size(); ++i) made.entries[i].name = fuzz::name_at(i);
  return made;
}

Shares shares(const std::string& list) {
  const auto read = read_answer(R"({"seq":1,"shares":[)" + list + "]}");
  return std::get<Shares>(std::get<Answer>(read).is);
}

// "FS101", or "" where nothing is wrong.
std::string judged(const FuzzSettings& settings, const Challenge& asked,
                   const std::string& answered) {
  const auto failure = find_failure(settings, asked, shares(answered));
  return failure ? failure->code : "";
}

TEST(Referee, JudgesAsVerifyDoes) {
  const Challenge asked = challenge(100, {{"", 1}, {"", 2, 0, 30}, {"", 3, 60}});
  EXPECT_EQ(judged({}, asked, R"("40/3","80/3",60)"), "");
  EXPECT_EQ(judged({}, asked, "13.3333,26.6667,60"), "");
  EXPECT_EQ(judged({}, asked, "10,30,60"), "FS204");
  EXPECT_EQ(judged({}, asked, R"("40/3","80/3",59)"), "FS102");
  EXPECT_EQ(judged({}, asked, R"("9","31","60")"), "FS103");
  EXPECT_EQ(judged({}, asked, R"("20","30","60")"), "FS101");
}

TEST(Referee, JudgesByTheTerms) {
  const Challenge thirds = challenge(10, {{}, {}, {}});
  EXPECT_EQ(judged({}, thirds, "3,3,3"), "");  // as written: 2.5 to 3.5
  EXPECT_EQ(judged({.tolerance = {Rounding::exact}}, thirds, "3,3,3"), "FS101");
  EXPECT_EQ(judged({.tolerance = {Rounding::exact, 1}}, thirds, "3,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::exact, {}, Rational(1, 30)}}, thirds, "3,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::down}}, thirds, "3,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::down}}, thirds, "4,3,3"), "FS204");
  EXPECT_EQ(judged({.tolerance = {Rounding::apportioned}}, thirds, "4,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::apportioned}}, thirds, "4,4,3"), "FS101");
  EXPECT_EQ(judged({.numbers = Numbers::to_double}, thirds,
                   "3.3333333333333335,3.3333333333333335,3.3333333333333335"),
            "");
  EXPECT_EQ(judged({.numbers = Numbers::to_double}, thirds,
                   "3.333333333333333,3.3333333333333335,3.3333333333333335"),
            "FS204");
}

TEST(Referee, WantsOneReadableShareForEachClaimant) {
  const Challenge asked = challenge(10, {{}, {}});
  EXPECT_EQ(judged({}, asked, "10"), "FS503");
  EXPECT_EQ(judged({}, asked, "5,5,0"), "FS503");
  EXPECT_EQ(judged({.tolerance = {Rounding::down}}, asked, "5.5,4.5"), "FS503");
  EXPECT_EQ(judged({.numbers = Numbers::to_int64}, asked, R"("11/2","9/2")"), "FS503");
}

TEST(Referee, WantsMinimumsWhereTheyExceedTheTotal) {
  const Challenge asked = challenge(10, {{"", 1, 8}, {"", 1, 8}, {"", 1}});
  EXPECT_EQ(judged({}, asked, "8,8,0"), "");
  EXPECT_EQ(judged({}, asked, "5,5,0"), "FS012");
  EXPECT_EQ(judged({}, asked, "8,8,1"), "FS012");
}

TEST(Referee, WantsAllThatCanBeClaimedWhereThatIsLessThanTheTotal) {
  const Challenge asked = challenge(10, {{"", 1, 0, 3}, {"", 0, 4}});
  EXPECT_EQ(judged({}, asked, "3,4"), "");
  EXPECT_EQ(judged({}, asked, "6,4"), "FS103");
  EXPECT_EQ(judged({}, asked, "2,4"), "FS013");
  EXPECT_EQ(judged({}, asked, "3,7"), "FS103");
}

TEST(Referee, WantsEqualsToGetTheSameToWithinAUnit) {
  const FuzzSettings apportioned{.numbers = Numbers::to_int64, .tolerance = {Rounding::nearest, 1}};
  const Challenge asked = challenge(4, {{"", 4, 0, 2}, {"", 1, 0, 2}, {"", 1, 0, 2}});
  EXPECT_EQ(judged(apportioned, asked, "2,1,1"), "");
  EXPECT_EQ(judged(apportioned, asked, "2,2,0"), "FS205");
  EXPECT_EQ(judged(apportioned, asked, "2,0,2"), "FS205");
  // Others may differ: one wants more, or has another weight.
  Challenge others = asked;
  others.entries[1].demand = 2;
  EXPECT_EQ(judged(apportioned, others, "2,2,0"), "");
}

TEST(Referee, JudgesASchedulerByItsOwnRule) {
  // Two units above: within what yarn-3 can divide one, not two.
  const FuzzSettings settings{.scheduler = "yarn-3",
                              .challenges = {.kinds = {fuzz::Kind::float32, fuzz::Kind::int64}}};
  const Challenge asked = challenge(10, {{}, {}, {}});
  EXPECT_EQ(judged(settings, asked, "4,4,4"), "");
  EXPECT_EQ(judged(settings, asked, "6,6,6"), "FS101");
  // Its maximum wins over its minimum, which is no problem of the definition.
  EXPECT_EQ(judged(settings, challenge(10, {{"", 1, 8, 5}, {"", 1}}), "5,5"), "");
}

TEST(Referee, JudgesByTheBaseRuleWhereThatIsTheSchedulers) {
  const Challenge asked = challenge(100, {{"", 1, 50}, {"", 1}, {"", 1}});
  EXPECT_EQ(judged({.scheduler = "koordinator"}, asked, "66,17,17"), "");
  EXPECT_EQ(judged({.scheduler = "koordinator"}, asked, "66,17,16"), "FS101") << "99 of 100";
  EXPECT_EQ(judged({.scheduler = "koordinator"}, asked, "50,25,25"), "FS204");
  EXPECT_EQ(judged({.scheduler = "volcano"}, asked, "50,25,25"), "") << "by the floor rule";
  const auto failure =
      find_failure({.scheduler = "kai"}, challenge(9, {{"", 1, 2, 3}}), shares("2"));
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->message, "a holds 2 and can have 3; that leaves 6 of the total unclaimed.");
}

TEST(Referee, AgreesOnTheNumbersThatASchedulerHolds) {
  const auto kinds = [](const std::string& scheduler) {
    return std::get<FuzzSettings>(agree({.scheduler = scheduler}, {})).challenges.kinds;
  };
  using fuzz::Kind;
  using fuzz::Kinds;
  EXPECT_EQ(kinds("koordinator"), (Kinds{Kind::int64, Kind::int64}));
  EXPECT_EQ(kinds("volcano"), (Kinds{Kind::int32, Kind::float64}));
  EXPECT_EQ(kinds("kai"), (Kinds{Kind::float64, Kind::float64}));
  EXPECT_EQ(kinds("apf"), (Kinds{Kind::float64, Kind::int64}));
  EXPECT_EQ(kinds("mr1"), (Kinds{Kind::float64, Kind::int32}));
  EXPECT_EQ(kinds("yarn-2.7"), (Kinds{Kind::float32, Kind::int32}));
  EXPECT_EQ(kinds("yarn-3"), (Kinds{Kind::float32, Kind::int64}));
  for (const std::string name : {"ytsaurus-2019", "ytsaurus-2023"}) {
    EXPECT_EQ(std::get<std::string>(agree({.scheduler = name}, {})),
              name + " divides trees of its own kind, which fuzz does not support");
  }
  EXPECT_EQ(std::get<std::string>(agree({.scheduler = "armada"}, {})),
            "armada divides a total of 1, which fuzz does not support");
}

TEST(Referee, KeepsARecordOfWhichVerifyAndReplaySayTheSame) {
  const FuzzSettings settings{.numbers = Numbers::to_double,
                              .tolerance = {Rounding::exact, 1, Rational(1, 3)}};
  Challenge asked = challenge(100, {{"", 1}, {"", 2, 0, 30}, {"", 3, 60, {}, 70}});
  asked.kinds = settings.challenges.kinds;
  const Shares answered = shares("-90,130,60");
  const std::string record = record_to_keep(settings, asked, "FS102-1", "found", &answered);
  const auto read = formats::read_any_record(record, "f", 1, "");
  const auto& kept = std::get<formats::Record>(read);
  EXPECT_EQ(kept.id, "\"FS102-1\"");
  EXPECT_EQ(kept.numbers, Numbers::to_double);
  EXPECT_EQ(kept.tolerance.within, 1);
  const auto cases = formats::cases_of(kept, "f", {});
  const auto verdict = formats::judge(std::get<std::vector<formats::Case>>(cases).front());
  EXPECT_EQ(verdict.findings.front().code, judged(settings, asked, "-90,130,60"));
  const auto again = read_challenge(record, "f", 1, settings);
  EXPECT_EQ(std::get<Challenge>(again), asked);
}

TEST(Referee, KeepsNoUnreadableShares) {
  const Challenge asked = challenge(10, {{}, {}});
  const Shares too_few = shares("10");
  const std::string record = record_to_keep({}, asked, "a", "b", &too_few);
  EXPECT_EQ(record.find("shares\":["), std::string::npos) << record;
  EXPECT_TRUE(std::holds_alternative<Challenge>(read_challenge(record, "f", 1, {})));
}

TEST(Referee, ReadsTreesAsTheyWereAsked) {
  Challenge asked = challenge(90, {{"", 2}, {"", 1}, {"", 3}, {"", 1}});
  asked.is_tree = true;
  asked.entries[1].parent = 0;
  asked.entries[2].parent = 0;
  const std::string record = record_to_send({}, asked);
  EXPECT_EQ(std::get<Challenge>(read_challenge(record, "f", 1, {})), asked) << record;
  EXPECT_EQ(judged({}, asked, "60,15,45,30"), "");
  EXPECT_EQ(judged({}, asked, "60,20,40,30"), "FS204");
}

TEST(Referee, NamesThePlaceOfWhatItCannotRead) {
  const auto read = read_challenge(R"({"total":1,"claimants":[{"weight":-1}]})", "f", 9, {});
  const auto& error = std::get<formats::InputError>(read);
  EXPECT_EQ(error.code, "FS011");
  EXPECT_EQ(error.line, 9U);
  EXPECT_EQ(error.field, "claimants[0].weight");
}

}  // namespace
}  // namespace fairshare::harness

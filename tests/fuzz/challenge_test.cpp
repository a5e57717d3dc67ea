// fuzz/challenge.h: number types, the meaning of entries, and records.
#include "fuzz/challenge.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/records/records.h"
#include "fuzz/adversary.h"
#include "fuzz/choices.h"

namespace fairshare::fuzz {
namespace {

Rational power_of_two(unsigned exponent) {
  return Rational(exact::Integer(1) << exponent);
}

Entry entry(const Rational& weight, const Rational& min_share, std::optional<Rational> max_share,
            std::optional<Rational> demand = {}, std::optional<std::size_t> parent = {}) {
  return {"", weight, min_share, std::move(max_share), std::move(demand), parent};
}

Challenge flat(const Rational& total, std::vector<Entry> entries, Kinds kinds = {}) {
  Challenge challenge{kinds, total, false, std::move(entries)};
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    challenge.entries[i].name = name_at(i);
  }
  return challenge;
}

Challenge tree(const Rational& total, std::vector<Entry> entries) {
  Challenge challenge = flat(total, std::move(entries));
  challenge.is_tree = true;
  return challenge;
}

TEST(Kind, HoldsWhatItsTypeHolds) {
  const Rational third(1, 3);
  EXPECT_TRUE(holds(Kind::int32, power_of_two(31) - 1));
  EXPECT_FALSE(holds(Kind::int32, power_of_two(31)));
  EXPECT_FALSE(holds(Kind::int32, Rational(1, 2)));
  EXPECT_TRUE(holds(Kind::int64, power_of_two(63) - 1));
  EXPECT_FALSE(holds(Kind::int64, power_of_two(63)));
  EXPECT_TRUE(holds(Kind::float32, power_of_two(24)));
  EXPECT_FALSE(holds(Kind::float32, power_of_two(24) + 1));
  EXPECT_TRUE(holds(Kind::float64, power_of_two(24) + 1));
  EXPECT_TRUE(holds(Kind::float64, power_of_two(53)));
  EXPECT_FALSE(holds(Kind::float64, power_of_two(53) + 1));
  EXPECT_FALSE(holds(Kind::float64, third));
  EXPECT_FALSE(holds(Kind::float64, power_of_two(1024)));
  EXPECT_TRUE(holds(Kind::float64, 1 / power_of_two(1074)));
  EXPECT_FALSE(holds(Kind::float32, 1 / power_of_two(150)));
  EXPECT_TRUE(holds(Kind::fraction, third));
}

TEST(Kind, RoundsToTheNearestNumberThatItHolds) {
  EXPECT_EQ(rounded_to(Kind::int32, Rational(5, 2)), 3);
  EXPECT_EQ(rounded_to(Kind::int32, Rational(-5, 2)), -3);
  EXPECT_EQ(rounded_to(Kind::int64, Rational(7, 3)), 2);
  EXPECT_EQ(rounded_to(Kind::float32, power_of_two(24) + 1), power_of_two(24));
  EXPECT_EQ(rounded_to(Kind::float64, Rational(1, 10)), exact::from_double(0.1));
  EXPECT_EQ(rounded_to(Kind::float32, Rational(1, 10)),
            exact::from_double(static_cast<double>(0.1F)));
  EXPECT_EQ(rounded_to(Kind::fraction, Rational(1, 3)), Rational(1, 3));
  EXPECT_EQ(rounded_to(Kind::dyadic, Rational(1, 100)), Rational(1, 64));
  EXPECT_EQ(rounded_to(Kind::dyadic, Rational(1, 129)), 0);
  EXPECT_EQ(rounded_to(Kind::dyadic, Rational(-1, 128)), Rational(-1, 64));
  EXPECT_EQ(rounded_to(Kind::float32, power_of_two(24) + 3), power_of_two(24) + 4);
}

TEST(Kind, EndsAtItsEnds) {
  EXPECT_EQ(rounded_to(Kind::int32, power_of_two(40)), power_of_two(31) - 1);
  EXPECT_EQ(rounded_to(Kind::int32, -power_of_two(40)), -power_of_two(31));
  EXPECT_EQ(rounded_to(Kind::int64, power_of_two(64)), power_of_two(63) - 1);
  EXPECT_EQ(rounded_to(Kind::float32, power_of_two(200)), power_of_two(128) - power_of_two(104));
  EXPECT_EQ(rounded_to(Kind::float64, power_of_two(2000)), power_of_two(1024) - power_of_two(971));
  EXPECT_EQ(rounded_to(Kind::float64, -power_of_two(2000)), power_of_two(971) - power_of_two(1024));
  EXPECT_EQ(rounded_to(Kind::dyadic, power_of_two(50)), power_of_two(46));
  EXPECT_EQ(rounded_to(Kind::dyadic, -power_of_two(50)), -power_of_two(46));
  EXPECT_EQ(end_of(Kind::fraction), std::nullopt);
}

TEST(Challenge, NamesClaimantsLikeTheColumnsOfASheet) {
  EXPECT_EQ(name_at(0), "a");
  EXPECT_EQ(name_at(25), "z");
  EXPECT_EQ(name_at(26), "aa");
  EXPECT_EQ(name_at(51), "az");
  EXPECT_EQ(name_at(52), "ba");
  EXPECT_EQ(name_at(701), "zz");
  EXPECT_EQ(name_at(702), "aaa");
}

TEST(Challenge, ADemandCapsBothBounds) {
  EXPECT_EQ(claimant_of(entry(2, 10, 60, 80)), (Claimant<Rational>{2, 10, 60}));
  EXPECT_EQ(claimant_of(entry(2, 10, 60, 30)), (Claimant<Rational>{2, 10, 30}));
  EXPECT_EQ(claimant_of(entry(2, 10, {}, 3)), (Claimant<Rational>{2, 3, 3}));
  EXPECT_EQ(claimant_of(entry(2, 10, {}, Rational(0))), (Claimant<Rational>{2, 0, 0}));
}

TEST(Challenge, IsTheProblemThatItWasMadeOf) {
  const Problem<Rational> problem{100, {{1}, {2, 0, 30}, {0, Rational(1, 3), 60}}};
  const Challenge challenge = challenge_of(problem, {Kind::int32, Kind::fraction});
  EXPECT_EQ(problem_of(challenge), problem);
  EXPECT_EQ(challenge.kinds, (Kinds{Kind::int32, Kind::fraction}));
  EXPECT_EQ(challenge.entries[2].name, "c");
  EXPECT_EQ(tree_of(challenge).total, 100);
}

TEST(Challenge, KnowsItsProspect) {
  EXPECT_EQ(find_prospect(flat(10, {entry(1, 8, {}), entry(1, 8, {})})), Prospect::overcommitted);
  EXPECT_EQ(find_prospect(flat(16, {entry(1, 8, {}), entry(1, 8, {})})), Prospect::allocation);
  EXPECT_EQ(find_prospect(flat(8, {entry(1, 8, {}), entry(1, 8, {}, Rational(0))})),
            Prospect::allocation);
  EXPECT_EQ(find_prospect(flat(10, {entry(1, 0, 3), entry(0, 4, {})})), Prospect::surplus);
  EXPECT_EQ(find_prospect(flat(7, {entry(1, 0, 3), entry(0, 4, {})})), Prospect::allocation);
  EXPECT_EQ(find_prospect(flat(0, {})), Prospect::allocation);
  EXPECT_EQ(find_prospect(flat(1, {})), Prospect::surplus);
}

TEST(Challenge, HasNoProspectWithADefect) {
  EXPECT_EQ(find_prospect(flat(10, {entry(1, 8, 5)})), std::nullopt);
  // The demand makes both of them 2, but what is written makes no sense.
  EXPECT_EQ(find_prospect(flat(10, {entry(1, 8, 5, 2)})), std::nullopt);
  EXPECT_EQ(find_prospect(flat(-1, {})), std::nullopt);
  EXPECT_EQ(find_prospect(tree(-1, {entry(1, 0, {})})), std::nullopt);
}

TEST(Challenge, OfATreeIsJudgedAtEveryDivider) {
  const std::vector<Entry> entries = {entry(1, 0, {}), entry(1, 0, 4, {}, 0), entry(1, 0, {})};
  EXPECT_EQ(find_prospect(tree(8, entries)), Prospect::allocation);
  EXPECT_EQ(find_prospect(tree(10, entries)), Prospect::surplus);
  EXPECT_EQ(find_prospect(tree(10, {entry(1, 0, {}), entry(1, 6, {}, {}, 0), entry(1, 0, {})})),
            Prospect::overcommitted);
}

TEST(NumberText, IsWhatItsKindReadsBack) {
  EXPECT_EQ(number_text(Kind::int64, power_of_two(63) - 1), "9223372036854775807");
  EXPECT_EQ(number_text(Kind::float64, power_of_two(53)), "9007199254740992");
  EXPECT_EQ(number_text(Kind::float64, exact::from_double(1e300)), "1e+300");
  EXPECT_EQ(number_text(Kind::float64, exact::from_double(1e18)), "1e+18");
  EXPECT_EQ(number_text(Kind::float64, exact::from_double(1e17)), "100000000000000000");
  EXPECT_EQ(number_text(Kind::float64, exact::from_double(0.1)), "0.1");
  EXPECT_EQ(number_text(Kind::float64, 1 / power_of_two(1074)), "5e-324");
  // The float, and not the decimal that it was made of.
  EXPECT_EQ(number_text(Kind::float32, rounded_to(Kind::float32, Rational(1, 10))),
            "0.10000000149011612");
  EXPECT_EQ(number_text(Kind::fraction, Rational(1, 10)), "0.1");
  EXPECT_EQ(number_text(Kind::fraction, Rational(-5, 4)), "-1.25");
  EXPECT_EQ(number_text(Kind::fraction, Rational(1, 25)), "0.04");
  EXPECT_EQ(number_text(Kind::dyadic, Rational(1, 64)), "0.015625");
  EXPECT_EQ(number_text(Kind::fraction, Rational(1, 3)), "\"1/3\"");
  EXPECT_EQ(number_text(Kind::fraction, power_of_two(64)), "18446744073709551616");
}

TEST(RecordOf, WritesWeightAndMinimumAlwaysAndOtherBoundsWhereTheyAre) {
  const Challenge challenge =
      flat(Rational(25, 2), {entry(1, 0, {}), entry(Rational(1, 3), 2, 5, 7)});
  EXPECT_EQ(record_of(challenge, R"("id":"x",)"),
            R"({"id":"x","total":12.5,"claimants":[{"name":"a","weight":1,"min_share":0},)"
            R"({"name":"b","weight":"1/3","min_share":2,"max_share":5,"demand":7}]})");
  EXPECT_EQ(record_of(flat(0, {})), R"({"total":0,"claimants":[]})");
}

TEST(RecordOf, NestsATree) {
  const Challenge challenge =
      tree(9, {entry(1, 0, {}), entry(2, 0, {}, {}, 0), entry(3, 0, {}, {}, 1),
               entry(4, 0, {}, {}, 0), entry(5, 0, {})});
  EXPECT_EQ(record_of(challenge),
            R"({"total":9,"tree":[{"name":"a","weight":1,"min_share":0,"children":[)"
            R"({"name":"b","weight":2,"min_share":0,"children":[)"
            R"({"name":"c","weight":3,"min_share":0}]},)"
            R"({"name":"d","weight":4,"min_share":0}]},)"
            R"({"name":"e","weight":5,"min_share":0}]})");
  EXPECT_EQ(record_of(tree(9, {})), R"({"total":9,"tree":[]})");
}

TEST(RecordOf, EscapesNames) {
  Challenge challenge = flat(1, {entry(1, 0, {})});
  challenge.entries[0].name = "a\"\\\n\x1f\xc3\xa9";
  const auto read = formats::read_record(record_of(challenge), "here", 1);
  ASSERT_TRUE(std::holds_alternative<formats::Record>(read));
  EXPECT_EQ(std::get<formats::Record>(read).names[0], challenge.entries[0].name);
}

struct Reader {
  Kinds kinds;
  std::string head;
};

void expect_read_back(const Challenge& challenge, const std::string& head) {
  const std::string text = record_of(challenge, head);
  const auto read = formats::read_record(text, "here", 1);
  const auto* record = std::get_if<formats::Record>(&read);
  ASSERT_NE(record, nullptr) << std::get<formats::RecordError>(read).error.message << '\n' << text;
  EXPECT_EQ(record->tree, tree_of(challenge)) << text;
  EXPECT_EQ(record->is_tree, challenge.is_tree) << text;
  ASSERT_EQ(record->names.size(), challenge.entries.size());
  for (std::size_t i = 0; i < record->names.size(); ++i) {
    EXPECT_TRUE(record->names[i].ends_with(challenge.entries[i].name)) << text;
  }
}

TEST(RecordOf, HasPrioritiesWhereThereAreSome) {
  Challenge challenge = flat(1, {entry(1, 0, {}), entry(1, 0, 1)});
  challenge.entries[1].priority = -2;
  EXPECT_EQ(record_of(challenge),
            R"({"total":1,"claimants":[{"name":"a","weight":1,"min_share":0},)"
            R"({"name":"b","weight":1,"min_share":0,"max_share":1,"priority":-2}]})");
}

TEST(RecordOf, IsReadBackAsTheSameChallengeInEveryKind) {
  const std::vector<Reader> readers = {
      {{Kind::int32, Kind::int32}, ""},
      {{Kind::int64, Kind::int64}, R"("numbers":"int64",)"},
      {{Kind::float32, Kind::float32}, R"("numbers":"float32",)"},
      {{Kind::float64, Kind::float64}, R"("numbers":"double",)"},
      {{Kind::float32, Kind::float32}, R"("numbers":"double",)"},
      {{Kind::fraction, Kind::fraction}, ""},
  };
  for (const auto& [kinds, head] : readers) {
    for (const Family family : families) {
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        Choices choices(seed);
        const ChallengeOptions options{kinds, 12, seed % 2 == 0, true, true};
        expect_read_back(adversarial_challenge(family, choices, options), head);
      }
    }
  }
}

}  // namespace
}  // namespace fairshare::fuzz

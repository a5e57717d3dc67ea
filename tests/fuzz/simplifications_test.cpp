// fuzz/simplifications.h and fuzz/simpler_numbers.h: what is tried on a challenge, and in which
// order.
#include "fuzz/simplifications.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/adversary.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"
#include "fuzz/shrink.h"
#include "tests/fuzz/digest.h"

namespace fairshare::fuzz {
namespace {

std::vector<std::string> simpler_than(const Challenge& challenge) {
  std::vector<std::string> records;
  for (const Challenge& simpler : simplifications(challenge)) records.push_back(record_of(simpler));
  return records;
}

TEST(Simplifications, OfOneClaimantLeaveItOutOrMakeItsNumbersSmaller) {
  const Challenge one{{Kind::int64, Kind::int64}, 6, false, {{"a", 3, 0, Rational(8)}}};
  const std::vector<std::string> expected = {
      R"({"total":0,"claimants":[]})",
      R"({"total":6,"claimants":[{"name":"a","weight":3,"min_share":0}]})",
      R"({"total":6,"claimants":[{"name":"a","weight":1,"min_share":0,"max_share":8}]})",
      R"({"total":3,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":4}]})",
      R"({"total":1,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":1}]})",
      R"({"total":0,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":0}]})",
      R"({"total":6,"claimants":[{"name":"a","weight":2,"min_share":0,"max_share":8}]})",
      R"({"total":0,"claimants":[{"name":"a","weight":0,"min_share":0,"max_share":8}]})",
      R"({"total":0,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":8}]})",
      R"({"total":1,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":8}]})",
      R"({"total":3,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":8}]})",
      R"({"total":2,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":8}]})",
      R"({"total":4,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":8}]})",
      R"({"total":5,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":8}]})",
      R"({"total":0,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":1}]})",
      R"({"total":2,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":4}]})",
      R"({"total":4,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":6}]})",
      R"({"total":5,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":7}]})",
      R"({"total":4,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":4}]})",
      R"({"total":6,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":6}]})",
      R"({"total":6,"claimants":[{"name":"a","weight":3,"min_share":0,"max_share":7}]})",
  };
  EXPECT_EQ(simpler_than(one), expected);
}

TEST(Simplifications, OfAChainFlattenItOrShortenIt) {
  const Challenge chain{{Kind::int64, Kind::int64},
                        1,
                        true,
                        {{"a", 1, 0, {}, {}, {}}, {"b", 1, 0, {}, {}, 0}, {"c", 1, 0, {}, {}, 1}}};
  const std::vector<std::string> expected = {
      R"({"total":0,"tree":[]})",
      R"({"total":1,"tree":[{"name":"a","weight":1,"min_share":0}]})",
      R"({"total":0,"tree":[{"name":"a","weight":1,"min_share":0}]})",
      R"({"total":1,"tree":[{"name":"a","weight":1,"min_share":0,"children":[{"name":"b","weight":1,"min_share":0}]}]})",
      R"({"total":0,"tree":[{"name":"a","weight":1,"min_share":0,"children":[{"name":"b","weight":1,"min_share":0}]}]})",
      R"({"total":1,"claimants":[{"name":"c","weight":1,"min_share":0}]})",
      R"({"total":1,"claimants":[{"name":"a","weight":1,"min_share":0}]})",
      R"({"total":1,"claimants":[{"name":"b","weight":1,"min_share":0}]})",
      R"({"total":1,"tree":[{"name":"b","weight":1,"min_share":0,"children":[{"name":"c","weight":1,"min_share":0}]}]})",
      R"({"total":1,"tree":[{"name":"c","weight":1,"min_share":0}]})",
      R"({"total":1,"tree":[{"name":"a","weight":1,"min_share":0,"children":[{"name":"c","weight":1,"min_share":0}]}]})",
      R"({"total":0,"tree":[{"name":"a","weight":1,"min_share":0,"children":[{"name":"b","weight":1,"min_share":0,"children":[{"name":"c","weight":1,"min_share":0}]}]}]})",
  };
  EXPECT_EQ(simpler_than(chain), expected);
}

TEST(Simplifications, OfATreeAreItsSubtreesWithWhatTheyHave) {
  const Challenge tree{{Kind::int64, Kind::int64},
                       6,
                       true,
                       {{"a", 1, 0, {}, {}, {}},
                        {"b", 1, 0, {}, {}, 0},
                        {"c", 2, 0, {}, {}, 1},
                        {"d", 2, 0, {}, {}, {}}}};
  const std::vector<std::string> simpler = simpler_than(tree);
  for (const std::string expected :
       {R"({"total":2,"tree":[{"name":"b","weight":1,"min_share":0,"children":[)"
        R"({"name":"c","weight":2,"min_share":0}]}]})",
        R"({"total":2,"claimants":[{"name":"b","weight":1,"min_share":0}]})",
        R"({"total":2,"claimants":[{"name":"c","weight":2,"min_share":0}]})"}) {
    EXPECT_EQ(std::ranges::count(simpler, expected), 1) << expected;
  }
}

// If the minimums exceed the total, less than nothing is left of it without a claimant.
TEST(Simplifications, HaveNoNumberBelowZero) {
  const Kinds kinds{Kind::int64, Kind::int64};
  const Challenge defective{
      kinds, 3, false, {{"a", 1, 9, Rational(2)}, {"b", 2, 8, Rational(1)}, {"c", 5, 7}}};
  const std::vector<Challenge> simpler = simplifications(defective);
  EXPECT_GT(simpler.size(), 50U);
  for (const Challenge& one : simpler) {
    EXPECT_EQ(one.kinds, kinds);
    EXPECT_GE(one.total, 0) << record_of(one);
    for (const Entry& entry : one.entries) {
      EXPECT_GE(std::min(entry.weight, entry.min_share), 0) << record_of(one);
      EXPECT_GE(entry.max_share.value_or(0), 0) << record_of(one);
    }
  }
}

struct Recorded {
  std::string_view what;
  std::size_t count;
  std::uint64_t digest;

  friend bool operator==(const Recorded&, const Recorded&) = default;
};

// If other simplifications are tried on purpose, copy the new row from the failure.
constexpr std::array<Recorded, families.size()> recorded = {{
    {"ordinary", 904, 0x13a652b83ae07b10},
    {"ties", 255, 0xf93dc1f59b901c2c},
    {"shared_breakpoints", 1231, 0xe73f0dc64f11a0c},
    {"zeros", 311, 0x4436956f039b8fd9},
    {"extremes", 1952, 0xf771255da25c9af3},
    {"subnormals", 746, 0x7830815ce98f5722},
    {"just_over", 1051, 0x89218ccceca67c31},
    {"just_under", 1257, 0x82f5bd7a569047c7},
    {"cancelling", 2096, 0x789a622c0a5f3f04},
    {"all_clamped", 982, 0xe407055574a7de71},
    {"one_free", 672, 0xb37568fda1973796},
    {"geometric", 1257, 0xb06c30a92f72cfe},
    {"midpoints", 1416, 0x6141dadd2d12f341},
    {"overflow", 2306, 0xc0c45cee44beadf1},
    {"deep_trees", 1228, 0x331b5465a2c6b64b},
    {"many", 2652, 0x84e20c57b670ccc3},
}};

void add(Recorded& row, const Challenge& challenge) {
  for (const std::string& simpler : simpler_than(challenge)) {
    ++row.count;
    add_to(row.digest, simpler);
  }
}

void expect_as_recorded(const Recorded& now, const Recorded& before) {
  EXPECT_TRUE(now == before) << fmt::format("{{\"{}\", {}, 0x{:x}}},", now.what, now.count,
                                            now.digest);
}

TEST(Simplifications, OfEachFamilyAreThoseThatWereRecorded) {
  constexpr std::array kinds = {
      Kinds{Kind::int64, Kind::int64},   Kinds{Kind::float64, Kind::float64},
      Kinds{Kind::int32, Kind::int32},   Kinds{Kind::fraction, Kind::fraction},
      Kinds{Kind::float32, Kind::int64}, Kinds{Kind::dyadic, Kind::dyadic}};
  for (std::size_t i = 0; i < families.size(); ++i) {
    Recorded now{name_of(families[i]), 0, digest_of_nothing};
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      Choices choices(seed);
      const ChallengeOptions options{.kinds = kinds[seed % kinds.size()],
                                     .size_max = 1 + seed % 7,
                                     .trees = true,
                                     .infeasible = true,
                                     .priorities = true};
      add(now, adversarial_challenge(families[i], choices, options));
    }
    expect_as_recorded(now, recorded[i]);
  }
}

// From which size on a number counts as large, or as broken, and from how many on there are too
// many.
TEST(Simplifications, AtTheEdgesAreThoseThatWereRecorded) {
  constexpr Kinds fractions{Kind::fraction, Kind::fraction};
  const auto power_of_two = [](unsigned exponent) {
    return Rational(exact::Integer(1) << exponent);
  };
  Recorded one{"one number", 0, digest_of_nothing};
  for (const Rational& number :
       {Rational(1), Rational(10), Rational(100), Rational(1, 10), Rational(1, 2), Rational(1, 3),
        Rational(1005, 10), power_of_two(20), Rational(power_of_two(20) + 1), power_of_two(24),
        power_of_two(31), power_of_two(32), power_of_two(53), power_of_two(54), power_of_two(64),
        Rational(power_of_two(65) - 1), power_of_two(65), power_of_two(1100)}) {
    add(one, {fractions, number, false, {{"a", number, 0, number}, {"b", 1}}});
  }
  expect_as_recorded(one, {"one number", 3315, 0x78e7d4b5059f656a});

  Recorded many{"many claimants", 0, digest_of_nothing};
  for (const Rational& number : {Rational(3), Rational(1, 7), power_of_two(40)}) {
    for (const std::size_t size : {4U, 5U, 6U, 7U, 8U, 9U, 12U, 13U}) {
      Challenge challenge{fractions, 5, false, {}};
      for (std::size_t i = 0; i < size; ++i) challenge.entries.push_back({name_at(i), number});
      add(many, challenge);
    }
  }
  expect_as_recorded(many, {"many claimants", 10488, 0xbf7d5afcc5385706});
}

}  // namespace
}  // namespace fairshare::fuzz

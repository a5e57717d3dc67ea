// fuzz/shrink.h: which of two challenges is simpler.
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "fuzz/challenge.h"
#include "fuzz/shrink.h"

namespace fairshare::fuzz {
namespace {

Entry entry(const Rational& weight, const Rational& min_share = 0,
            std::optional<Rational> max_share = {}, std::optional<std::size_t> parent = {}) {
  return {"", weight, min_share, std::move(max_share), {}, parent};
}

Challenge challenge(const Rational& total, std::vector<Entry> entries, bool is_tree = false) {
  Challenge made{{Kind::int64, Kind::int64}, total, is_tree, std::move(entries)};
  for (std::size_t i = 0; i < made.entries.size(); ++i) made.entries[i].name = name_at(i);
  return made;
}

// Each before the next one, and not the other way round.
void expect_in_order(const std::vector<Challenge>& from_simple_to_not) {
  for (std::size_t i = 0; i < from_simple_to_not.size(); ++i) {
    for (std::size_t k = 0; k < from_simple_to_not.size(); ++k) {
      EXPECT_EQ(is_simpler(from_simple_to_not[i], from_simple_to_not[k]), i < k) << i << ' ' << k;
    }
  }
}

TEST(IsSimpler, RanksClaimantsThenTreesThenBoundsThenDigitsThenSizes) {
  const std::vector<Challenge> from_simple_to_not = {
      challenge(0, {}),
      challenge(0, {entry(1)}),
      challenge(7, {entry(1)}),
      challenge(7, {entry(0)}),
      challenge(7, {entry(3)}),
      challenge(11, {entry(1)}),
      challenge(0, {entry(1, 0, 3)}),
      challenge(0, {entry(1, 1, 3)}),
      challenge(100, {entry(1)}, true),
      challenge(1, {entry(1), entry(2)}),
      challenge(1, {entry(2), entry(1)}),
      challenge(1, {entry(1), entry(1)}, true),
      challenge(1, {entry(1), entry(1, 0, {}, 0)}, true),
  };
  expect_in_order(from_simple_to_not);
}

TEST(IsSimpler, TakesAWeightOfZeroForTwo) {
  EXPECT_TRUE(is_simpler(challenge(6, {entry(3)}), challenge(8, {entry(0)})));
  EXPECT_FALSE(is_simpler(challenge(8, {entry(0)}), challenge(6, {entry(3)})));
}

TEST(IsSimpler, PrefersTheNamesInTheirOrder) {
  const Challenge plain = challenge(1, {entry(1)});
  Challenge named = plain;
  named.entries[0].name = "prod";
  EXPECT_TRUE(is_simpler(plain, named));
  EXPECT_FALSE(is_simpler(named, plain));
}

// By how they are read: 12345, 1e5, 2^31, 3e9, 2^64; 123456, 2^31 - 1, 2^31 + 1; 1234567, ...
TEST(IsSimpler, ReadsLargeNumbersAsTheyAreWritten) {
  const Rational int32_end(exact::Integer(1) << 31U);
  const Rational word_end(exact::Integer(1) << 64U);
  const std::vector<Rational> numbers = {12345,         100'000,       int32_end,     3'000'000'000,
                                         word_end,      120'000,       123'456,       int32_end - 1,
                                         int32_end + 1, 1'234'567,     int32_end - 2, int32_end + 2,
                                         int32_end - 3, int32_end + 3, 2 * word_end};
  std::vector<Challenge> challenges;
  for (const Rational& number : numbers) challenges.push_back(challenge(number, {entry(1)}));
  expect_in_order(challenges);
}

}  // namespace
}  // namespace fairshare::fuzz

// fuzz/shrink.h: how small its result is, and what it promises on the way.
#include "fuzz/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/kubernetes/kai.h"
#include "fairshare/schedulers/kubernetes/koordinator.h"
#include "fuzz/adversary.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"

namespace fairshare::fuzz {
namespace {

constexpr Kinds int64{Kind::int64, Kind::int64};
constexpr Kinds float64{Kind::float64, Kind::float64};

Rational power_of_two(unsigned exponent) {
  return Rational(exact::Integer(1) << exponent);
}

Entry entry(const Rational& weight, const Rational& min_share = 0,
            std::optional<Rational> max_share = {}, std::optional<std::size_t> parent = {}) {
  return {"", weight, min_share, std::move(max_share), {}, parent};
}

Challenge challenge(const Rational& total, std::vector<Entry> entries, bool is_tree = false) {
  Challenge made{int64, total, is_tree, std::move(entries)};
  for (std::size_t i = 0; i < made.entries.size(); ++i) made.entries[i].name = name_at(i);
  return made;
}

// What is left, as a record.
std::string left_of(const Challenge& first, const Fails& fails) {
  EXPECT_TRUE(fails(first));
  const Shrunk shrunk = shrink(first, fails);
  EXPECT_TRUE(shrunk.is_minimal);
  EXPECT_TRUE(fails(shrunk.challenge));
  return record_of(shrunk.challenge);
}

// Challenges of all families on which it fails.
std::vector<Challenge> failing(const Fails& fails, Kinds kinds, std::size_t count,
                               bool trees = false) {
  std::vector<Challenge> found;
  for (std::uint64_t seed = 0; found.size() < count && seed < 40'000; ++seed) {
    Choices choices(seed);
    const Family family = families[seed % families.size()];
    Challenge one = adversarial_challenge(family, choices, {.kinds = kinds, .trees = trees});
    if (fails(one)) found.push_back(std::move(one));
  }
  EXPECT_EQ(found.size(), count);
  return found;
}

std::optional<std::vector<Rational>> find_shares(const Challenge& of) {
  if (find_prospect(of) != Prospect::allocation) return std::nullopt;
  const TreeSolution<Rational> solution = exact::solve(tree_of(of));
  return std::get<TreeAllocation<Rational>>(solution).shares;
}

// Failures as programs have them.

bool sums_differently_in_floats(const Challenge& of) {
  const auto shares = find_shares(of);
  if (!shares) return false;
  float sum = 0;
  for (const Rational& share : *shares) sum += exact::to_float(share);
  return exact::from_double(static_cast<double>(sum)) != of.total;
}

bool has_equal_weights_with_different_maximums(const Challenge& of) {
  for (const Entry& a : of.entries) {
    for (const Entry& b : of.entries) {
      const bool both = a.max_share && b.max_share && a.weight == b.weight;
      if (both && *a.max_share != *b.max_share) return true;
    }
  }
  return false;
}

// No double holds the total, and a claimant may have all of it.
bool has_an_odd_total_for_one(const Challenge& of) {
  const bool is_odd = of.total > power_of_two(53) && !holds(Kind::float64, of.total);
  return is_odd && std::ranges::any_of(
                       of.entries, [&](const Entry& entry) { return entry.max_share == of.total; });
}

// Weights up to 8; the failure needs three of them.
bool has_three_heavy(const Challenge& of) {
  std::vector<Rational> weights;
  for (const Entry& entry : of.entries) {
    if (entry.weight <= 8) weights.push_back(entry.weight);
  }
  std::ranges::sort(weights, std::greater<>());
  return weights.size() >= 3 && weights[0] + weights[1] + weights[2] >= 20;
}

// The same, but several small ones may be enough together.
bool is_heavy_in_all(const Challenge& of) {
  Rational sum = 0;
  for (const Entry& entry : of.entries) sum += entry.weight <= 8 ? entry.weight : Rational(0);
  return sum >= 20;
}

bool has_two_broken_shares(const Challenge& of) {
  const auto shares = find_shares(of);
  if (!shares) return false;
  return std::ranges::count_if(*shares,
                               [](const Rational& share) { return !exact::is_whole(share); }) >= 2;
}

bool passes_int64_in_weights(const Challenge& of) {
  Rational sum = 0;
  for (const Entry& entry : of.entries) sum += entry.weight;
  return sum >= power_of_two(63) && of.total > 0;
}

bool has_a_bounded_grandchild(const Challenge& of) {
  return std::ranges::any_of(of.entries, [&](const Entry& entry) {
    return entry.max_share && entry.parent && of.entries[*entry.parent].parent;
  });
}

Challenge forty(std::uint64_t seed) {
  Choices choices(seed);
  std::vector<Entry> entries;
  Rational total = 7;
  for (int i = 0; i < 40; ++i) {
    const Rational weight = choices.between(1, 8);
    const Rational min_share = choices.between(0, 50);
    const Rational max_share = min_share + choices.between(20, 90);
    total += min_share;
    entries.push_back(entry(weight, min_share, max_share));
  }
  return challenge(total, std::move(entries));
}

TEST(Shrink, TakesOffOneWhereHalvingGoesTooFar) {
  const Fails is_6_or_7 = [](const Challenge& of) { return of.total == 6 || of.total == 7; };
  EXPECT_EQ(shrink(challenge(7, {entry(1)}), is_6_or_7).challenge.total, 6);
}

TEST(Shrink, FindsThePairInFortyClaimants) {
  const Fails fails = has_equal_weights_with_different_maximums;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    EXPECT_EQ(left_of(forty(seed), fails),
              R"({"total":0,"claimants":[{"name":"a","weight":1,"min_share":0,"max_share":0},)"
              R"({"name":"b","weight":1,"min_share":0,"max_share":1}]})");
  }
}

TEST(Shrink, FindsThreeInFortyClaimantsWhereThreeSuffice) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    ASSERT_TRUE(has_three_heavy(forty(seed)));
    const Shrunk one = shrink(forty(seed), has_three_heavy);
    EXPECT_EQ(one.challenge.entries.size(), 3U) << record_of(one.challenge);
    EXPECT_LT(one.tried, 500U);
    const Shrunk other = shrink(forty(seed), is_heavy_in_all);
    EXPECT_EQ(other.challenge.entries.size(), 3U) << record_of(other.challenge);
  }
}

TEST(Shrink, FindsTheFirstWholeNumberThatNoDoubleHolds) {
  for (const Challenge& first : failing(has_an_odd_total_for_one, int64, 3)) {
    EXPECT_EQ(left_of(first, has_an_odd_total_for_one),
              R"({"total":9007199254740993,"claimants":[)"
              R"({"name":"a","weight":1,"min_share":0,"max_share":9007199254740993}]})");
  }
  EXPECT_EQ(left_of(challenge(power_of_two(60) + 12345,
                              {entry(7, 3), entry(2, 0, power_of_two(60) + 12345)}),
                    has_an_odd_total_for_one),
            R"({"total":9007199254740993,"claimants":[)"
            R"({"name":"a","weight":1,"min_share":0,"max_share":9007199254740993}]})");
}

TEST(Shrink, FindsOneClaimantWhoseShareNoFloatHolds) {
  const Challenge first = challenge(3 * power_of_two(25) + 17,
                                    {entry(2, 5, 1000), entry(3), entry(3, 9), entry(5, 1, 70)});
  EXPECT_EQ(left_of(first, sums_differently_in_floats),
            R"({"total":16777217,"claimants":[{"name":"a","weight":1,"min_share":0}]})");
}

TEST(Shrink, FindsTwoWhoShareAUnit) {
  for (const Challenge& first : failing(has_two_broken_shares, int64, 12)) {
    EXPECT_EQ(left_of(first, has_two_broken_shares),
              R"({"total":1,"claimants":[{"name":"a","weight":1,"min_share":0},)"
              R"({"name":"b","weight":1,"min_share":0}]})");
  }
}

TEST(Shrink, FindsTwoWeightsThatPassTheEndOfTheirType) {
  for (const Challenge& first : failing(passes_int64_in_weights, int64, 4)) {
    const Shrunk shrunk = shrink(first, passes_int64_in_weights);
    EXPECT_EQ(shrunk.challenge.entries.size(), 2U) << record_of(shrunk.challenge);
    EXPECT_EQ(shrunk.challenge.total, 1);
    EXPECT_EQ(shrunk.challenge.entries[0].weight + shrunk.challenge.entries[1].weight,
              power_of_two(63));
  }
}

TEST(Shrink, FlattensATreeThatNeedNotBeOne) {
  for (const Challenge& first : failing(has_two_broken_shares, int64, 40, true)) {
    if (!first.is_tree) continue;
    EXPECT_EQ(left_of(first, has_two_broken_shares),
              R"({"total":1,"claimants":[{"name":"a","weight":1,"min_share":0},)"
              R"({"name":"b","weight":1,"min_share":0}]})");
  }
}

TEST(Shrink, KeepsOfATreeTheChainThatMatters) {
  for (const Challenge& first : failing(has_a_bounded_grandchild, int64, 4, true)) {
    EXPECT_EQ(left_of(first, has_a_bounded_grandchild),
              R"({"total":0,"tree":[{"name":"a","weight":1,"min_share":0,"children":[)"
              R"({"name":"b","weight":1,"min_share":0,"children":[)"
              R"({"name":"c","weight":1,"min_share":0,"max_share":0}]}]}]})");
  }
}

bool has_nothing_below_a_weight_of_3(const Challenge& one) {
  for (const Entry& entry : one.entries) {
    if (entry.max_share != Rational(0)) continue;
    for (auto above = entry.parent; above; above = one.entries[*above].parent) {
      if (one.entries[*above].weight == 3) return true;
    }
  }
  return false;
}

TEST(Shrink, PutsTheChildrenOfANodeInItsPlace) {
  const Challenge chain = challenge(0, {entry(3), entry(1, 0, {}, 0), entry(1, 0, 0, 1)}, true);
  EXPECT_EQ(left_of(chain, has_nothing_below_a_weight_of_3),
            R"({"total":0,"tree":[{"name":"a","weight":3,"min_share":0,"children":[)"
            R"({"name":"b","weight":1,"min_share":0,"max_share":0}]}]})");
}

TEST(Shrink, RoundsDoublesToFewDigits) {
  // More than a tenth, as the double 0.1 is, by about 2^-54.
  const Fails fails = [](const Challenge& of) {
    return std::ranges::any_of(of.entries, [&](const Entry& entry) {
      return entry.max_share && *entry.max_share > Rational(1, 10) &&
             *entry.max_share < Rational(1, 3);
    });
  };
  for (const Challenge& first : failing(fails, float64, 5)) {
    EXPECT_EQ(left_of(first, fails), R"({"total":0,"claimants":[)"
                                     R"({"name":"a","weight":1,"min_share":0,"max_share":0.1}]})");
  }
}

// What production schedulers do.

std::vector<schedulers::kai::Queue> kai_queues_of(const Challenge& of) {
  std::vector<schedulers::kai::Queue> queues;
  const double total = exact::to_double(of.total);
  for (const Entry& entry : of.entries) {
    const double request = entry.demand ? exact::to_double(*entry.demand) : total;
    queues.push_back({.over_quota_weight = exact::to_double(entry.weight),
                      .deserved = exact::to_double(entry.min_share),
                      .request = request,
                      .name = entry.name});
  }
  return queues;
}

// Its only queue gets more than there is, by the last bit.
bool exceeds_in_kai(const Challenge& of) {
  if (of.entries.size() != 1 || of.entries[0].max_share || !find_shares(of)) return false;
  const double total = exact::to_double(of.total);
  const auto answers = schedulers::kai::find_answers(total, kai_queues_of(of));
  return answers.shares.front().front() > total;
}

bool is_negative_in_koordinator(const Challenge& of) {
  if (!find_shares(of)) return false;
  const auto whole = [](const Rational& number) {
    return static_cast<std::int64_t>(exact::floor(number));
  };
  std::vector<schedulers::koordinator::Quota> quotas;
  for (const Entry& entry : of.entries) {
    quotas.push_back(
        {.shared_weight = whole(entry.weight),
         .min = whole(entry.min_share),
         .max = entry.max_share ? std::optional(whole(*entry.max_share)) : std::nullopt,
         .request = whole(entry.demand.value_or(of.total)),
         .name = entry.name});
  }
  const auto computed = schedulers::koordinator::compute(
      schedulers::koordinator::Release::since_2876, whole(of.total), quotas);
  const auto* shares = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  return shares != nullptr &&
         std::ranges::any_of(shares->shares, [](std::int64_t share) { return share < 0; });
}

TEST(Shrink, FindsTheShortestDecimalsWhereLastBitsDecide) {
  Challenge first = challenge(0, {entry(1)});
  first.kinds = float64;
  first.total = exact::from_double(7.08772);
  first.entries[0].min_share = exact::from_double(2.714337782006021);
  EXPECT_EQ(left_of(first, exceeds_in_kai),
            R"({"total":0.9,"claimants":[{"name":"a","weight":1,"min_share":0.3}]})");
}

TEST(Shrink, MovesAllNumbersToTheEndOfATypeAtOnce) {
  // Half of the total is less than the minimum, which no double holds.
  const Fails fails = [](const Challenge& of) {
    return std::ranges::any_of(of.entries, [&](const Entry& entry) {
      return !holds(Kind::float64, entry.min_share) && entry.min_share * 2 > of.total &&
             entry.min_share < of.total;
    });
  };
  const Rational wide(exact::Integer("5000000000000000000"));
  EXPECT_EQ(left_of(challenge(wide, {entry(1), entry(1, power_of_two(62) + 1)}), fails),
            R"({"total":18014398509481984,"claimants":[)"
            R"({"name":"a","weight":1,"min_share":9007199254740993}]})");
}

TEST(Shrink, FindsTheShortestWeightsWhoseSumWraps) {
  const Rational heavy = 3 * power_of_two(61);
  const Shrunk shrunk =
      shrink(challenge(2, {entry(heavy), entry(heavy), entry(power_of_two(62) + 1)}),
             is_negative_in_koordinator);
  EXPECT_TRUE(shrunk.is_minimal);
  EXPECT_LT(shrunk.tried, 1500U);
  EXPECT_EQ(record_of(shrunk.challenge),
            R"({"total":2,"claimants":[{"name":"a","weight":3,"min_share":0},)"
            R"({"name":"b","weight":9223372036854775807,"min_share":0},)"
            R"({"name":"c","weight":9223372036854775807,"min_share":0}]})");
  for (const Challenge& found : failing(is_negative_in_koordinator, int64, 4)) {
    const Shrunk other = shrink(found, is_negative_in_koordinator);
    EXPECT_TRUE(other.is_minimal);
    EXPECT_LT(other.tried, 3000U);
    EXPECT_LT(other.steps, 60U);
    EXPECT_EQ(record_of(other.challenge), record_of(shrunk.challenge)) << other.tried;
  }
}

TEST(Shrink, KeepsTheNamesThatMatter) {
  const Fails fails = [](const Challenge& of) {
    return std::ranges::any_of(of.entries, [](const Entry& entry) { return entry.name == "y"; });
  };
  Challenge first = challenge(30, {entry(1, 2, 10), entry(2), entry(3)});
  first.entries[1].name = "y";
  EXPECT_EQ(left_of(first, fails),
            R"({"total":0,"claimants":[{"name":"y","weight":1,"min_share":0}]})");
}

TEST(Shrink, KeepsWhatCannotBeDividedWhereThatIsTheFailure) {
  const Fails fails = [](const Challenge& of) {
    return find_prospect(of) == Prospect::overcommitted;
  };
  EXPECT_EQ(left_of(challenge(10, {entry(1, 8, 20), entry(3, 8), entry(2)}), fails),
            R"({"total":0,"claimants":[{"name":"a","weight":1,"min_share":1}]})");
}

TEST(Shrink, MakesAProblemWithADefectSmallerAsWell) {
  const auto has_two = [](const Challenge& of) { return of.entries.size() >= 2; };
  const Challenge left =
      shrink(challenge(10, {entry(3, 4, 2), entry(1), entry(5)}), has_two).challenge;
  EXPECT_EQ(left.entries.size(), 2U);
  EXPECT_LT(left.total, 10);
}

TEST(Shrink, LeavesNothingWhereNothingMatters) {
  EXPECT_EQ(left_of(forty(1), [](const Challenge&) { return true; }),
            R"({"total":0,"claimants":[]})");
}

const std::vector<Fails>& all_failures() {
  static const std::vector<Fails> all = {sums_differently_in_floats,
                                         has_equal_weights_with_different_maximums,
                                         has_three_heavy,
                                         is_heavy_in_all,
                                         has_two_broken_shares,
                                         passes_int64_in_weights};
  return all;
}

// Single changes, made here and not by the shrinker: a claimant or a bound left out, a number
// reduced by one or a half.
std::vector<Challenge> plain_changes(const Challenge& of) {
  std::vector<Challenge> changed;
  const auto change = [&](auto&& apply) {
    changed.push_back(of);
    apply(changed.back());
  };
  change([](Challenge& one) { one.total -= 1; });
  for (std::size_t i = 0; i < of.entries.size(); ++i) {
    change([i](Challenge& one) {
      one.entries.erase(one.entries.begin() + static_cast<std::ptrdiff_t>(i));
    });
    change([i](Challenge& one) { one.entries[i].max_share = std::nullopt; });
    change([i](Challenge& one) { one.entries[i].demand = std::nullopt; });
    change([i](Challenge& one) { one.entries[i].min_share = 0; });
    if (of.entries[i].weight > 1) change([i](Challenge& one) { one.entries[i].weight -= 1; });
    if (of.entries[i].max_share) change([i](Challenge& one) { *one.entries[i].max_share -= 1; });
  }
  return changed;
}

TEST(Shrink, IsMinimalOnlyWhereNoSingleChangeFails) {
  for (const Fails& fails : all_failures()) {
    for (const Challenge& first : failing(fails, int64, 1)) {
      const Shrunk shrunk = shrink(first, fails);
      EXPECT_TRUE(shrunk.is_minimal);
      for (const Challenge& simpler : simplifications(shrunk.challenge)) {
        EXPECT_FALSE(fails(simpler)) << record_of(shrunk.challenge) << record_of(simpler);
      }
      for (const Challenge& simpler : plain_changes(shrunk.challenge)) {
        const bool is_fine = simpler.total >= 0 && find_prospect(simpler) == Prospect::allocation &&
                             is_simpler(simpler, shrunk.challenge);
        EXPECT_FALSE(is_fine && fails(simpler))
            << record_of(shrunk.challenge) << record_of(simpler);
      }
    }
  }
}

TEST(Shrink, TriesNothingTwiceAndOnlyWhatIsSimplerAndCanBeDivided) {
  for (const Fails& fails : all_failures()) {
    const Challenge first = failing(fails, int64, 1)[0];
    std::set<std::string> seen;
    Challenge current = first;
    const Shrunk shrunk = shrink(first, [&](const Challenge& one) {
      EXPECT_TRUE(seen.insert(record_of(one)).second) << record_of(one);
      EXPECT_TRUE(is_simpler(one, current)) << record_of(one);
      EXPECT_EQ(one.kinds, first.kinds);
      EXPECT_EQ(find_prospect(one), Prospect::allocation) << record_of(one);
      for (const Entry& entry : one.entries) {
        EXPECT_TRUE(holds(Kind::int64, entry.weight) && holds(Kind::int64, entry.min_share));
      }
      const bool is_failing = fails(one);
      if (is_failing) current = one;
      return is_failing;
    });
    EXPECT_EQ(shrunk.tried, seen.size());
    EXPECT_EQ(shrunk.challenge, current);
  }
}

// A total of 2 stands behind 3 among those of 6, and was not asked when 3 took its place.
TEST(Shrink, IsMinimalOnlyWhereEverySimplificationWasAsked) {
  std::set<std::string> asked;
  const Shrunk shrunk = shrink(challenge(6, {entry(3, 0, 8)}), [&](const Challenge& one) {
    asked.insert(record_of(one));
    return one == challenge(3, {entry(3, 0, 8)});
  });
  EXPECT_EQ(shrunk.challenge, challenge(3, {entry(3, 0, 8)}));
  EXPECT_TRUE(shrunk.is_minimal);
  for (const Challenge& simpler : simplifications(shrunk.challenge)) {
    EXPECT_TRUE(asked.contains(record_of(simpler))) << record_of(simpler);
  }
}

TEST(Shrink, EndsWhereItMayNotGoOn) {
  std::size_t left = 20;
  const Shrunk shrunk = shrink(forty(1), has_three_heavy, [&] { return left-- > 0; });
  EXPECT_FALSE(shrunk.is_minimal);
  EXPECT_EQ(shrunk.tried, 20U);
  EXPECT_TRUE(has_three_heavy(shrunk.challenge));

  const Shrunk first = shrink(forty(1), has_three_heavy, [] { return false; });
  EXPECT_EQ(first.tried, 0U);
  EXPECT_EQ(first.challenge, forty(1));
  EXPECT_FALSE(first.is_minimal);
}

TEST(Shrink, ExpectsTwiceAsManyEachTimeUpToThirtyTwoAndAsksThemInTheirOrder) {
  const Challenge first = challenge(30, {entry(3, 2, 10), entry(2, 1), entry(5, 0, 9)});
  std::vector<std::size_t> sizes;
  std::vector<Challenge> told;
  std::size_t asked = 0;
  const Fails fails = [&](const Challenge& one) {
    if (!told.empty()) {
      EXPECT_EQ(one, told[asked++ % told.size()]);
    }
    return false;
  };
  const auto expect = [&](std::span<const Challenge> next) {
    sizes.push_back(next.size());
    told.assign(next.begin(), next.end());
    asked = 0;
  };
  (void)shrink(
      first, fails, [] { return true; }, expect);
  // For each kind of simplification, no more than there are left.
  EXPECT_EQ(sizes, std::vector<std::size_t>({2, 4, 8, 15, 6, 10, 32, 22, 2}));
}

TEST(Shrink, TakesSomeHundredTriesForTenWhoAllMatter) {
  const Fails fails = [](const Challenge& of) {
    std::set<Rational> weights;
    for (const Entry& entry : of.entries) weights.insert(entry.weight);
    return weights.size() >= 10;
  };
  Challenge first = challenge(500, {});
  for (int i = 0; i < 10; ++i) {
    first.entries.push_back(entry(3 * i + 5, i, 90));
    first.entries.back().name = name_at(static_cast<std::size_t>(i));
  }
  const Shrunk shrunk = shrink(first, fails);
  EXPECT_TRUE(shrunk.is_minimal);
  EXPECT_EQ(shrunk.challenge.entries.size(), 10U);
  EXPECT_EQ(shrunk.challenge.total, 0);
  EXPECT_LT(shrunk.tried, 1500U);
}

}  // namespace
}  // namespace fairshare::fuzz

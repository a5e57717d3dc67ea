// fuzz/whole_claimants.h: each family of whole numbers makes what its comment says.
#include "fuzz/whole_claimants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "fuzz/choices.h"
#include "tests/fuzz/promises.h"

namespace fairshare::fuzz {
namespace {

bool is_within(const Exact& problem, int weight_max, int min_max, int room_max) {
  return std::ranges::all_of(problem.claimants, [&](const auto& one) {
    return one.weight <= weight_max && one.min_share <= min_max &&
           one.max_share.value_or(0) <= one.min_share + room_max;
  });
}

bool has_max(const Exact& problem, const Rational& number) {
  return std::ranges::any_of(problem.claimants,
                             [&](const auto& one) { return one.max_share == number; });
}

bool has_min(const Exact& problem, const Rational& number) {
  return std::ranges::any_of(problem.claimants,
                             [&](const auto& one) { return one.min_share == number; });
}

bool has_weight(const Exact& problem, const Rational& number) {
  return std::ranges::any_of(problem.claimants,
                             [&](const auto& one) { return one.weight == number; });
}

bool is_open(const Claimant<Rational>& one) {
  return !one.max_share;
}

// Whether at this ratio each claimant is at a bound, or less than a unit away from one.
bool is_clamped_at(const Exact& problem, const Rational& ratio, std::size_t free_max) {
  const auto is_free = [&](const auto& one) {
    const Rational there = one.weight * ratio;
    return there >= one.min_share + 1 && (!one.max_share || there <= *one.max_share - 1);
  };
  return static_cast<std::size_t>(std::ranges::count_if(problem.claimants, is_free)) <= free_max;
}

bool is_clamped_somewhere(const Exact& problem, std::size_t free_max) {
  for (int sixths = 1; sixths <= 120; ++sixths) {
    if (is_clamped_at(problem, Rational(sixths, 6), free_max)) return true;
  }
  return false;
}

std::size_t count_powers(const Exact& problem) {
  const auto numbers = numbers_of(problem);
  return static_cast<std::size_t>(std::ranges::count_if(numbers, [](const Rational& number) {
    return number >= power_of_two(24) - 2 && is_beside_a_power(number);
  }));
}

// The total is 0 in all of them: there are no totals yet.
const std::vector<Promise> of_units = {
    {Family::ordinary, "mostly weights up to 10", 50,
     [](const Exact& all) { return is_within(all, 10, 50, 100); }},
    {Family::ordinary, "up to 100, 50, and 100 between the bounds", 200,
     [](const Exact& all) { return is_within(all, 100, 50, 100); }},
    {Family::ordinary, "claimants without maximums, and with minimums", 150,
     [](const Exact& all) {
       return std::ranges::any_of(all.claimants, is_open) && !has_max(all, 0) &&
              std::ranges::any_of(all.claimants,
                                  [](const auto& one) { return one.min_share > 25; });
     }},
    {Family::ties, "up to 4, 3, and 4 between the bounds", 200,
     [](const Exact& all) { return is_within(all, 4, 3, 4); }},
    {Family::ties, "the same claimant in half of the places", 100,
     [](const Exact& all) {
       return std::ranges::any_of(all.claimants, [&](const auto& one) {
         return 2 * static_cast<std::size_t>(std::ranges::count(all.claimants, one)) >=
                all.claimants.size();
       });
     }},
    {Family::ties, "a weight of 4", 100, [](const Exact& all) { return has_weight(all, 4); }},
    {Family::ties, "a weight of 0", 60, [](const Exact& all) { return has_weight(all, 0); }},
    {Family::ties, "no maximum", 100,
     [](const Exact& all) { return std::ranges::any_of(all.claimants, is_open); }},
    {Family::shared_breakpoints, "each quotient twice or more, or halved for a maximum", 200,
     [](const Exact& all) {
       auto quotients = quotients_of(all);
       quotients.erase(std::unique(quotients.begin(), quotients.end()), quotients.end());
       return quotients.size() <= 4;
     }},
    {Family::shared_breakpoints, "a quotient of thirds or sevenths", 130,
     [](const Exact& all) {
       return std::ranges::any_of(quotients_of(all), [](const Rational& quotient) {
         return denominator(quotient) == 3 || denominator(quotient) == 7;
       });
     }},
    {Family::shared_breakpoints, "weights above 0", 200,
     [](const Exact& all) { return !has_weight(all, 0); }},
    {Family::shared_breakpoints, "both bounds the same", 150,
     [](const Exact& all) {
       return std::ranges::any_of(all.claimants,
                                  [](const auto& one) { return one.max_share == one.min_share; });
     }},
    {Family::zeros, "a weight, a minimum and a maximum of 0", 130,
     [](const Exact& all) { return has_weight(all, 0) && has_min(all, 0) && has_max(all, 0); }},
    {Family::zeros, "weights of 0 only", 30,
     [](const Exact& all) {
       return std::ranges::all_of(all.claimants, [](const auto& one) { return one.weight == 0; });
     }},
    {Family::zeros, "up to 4, or a room of 100 to 400", 200,
     [](const Exact& all) { return is_within(all, 4, 4, 400); }},
    {Family::zeros, "a room of 100 to 400", 100,
     [](const Exact& all) {
       return std::ranges::any_of(all.claimants, [](const auto& one) {
         return one.max_share.value_or(0) >= one.min_share + 100;
       });
     }},
    {Family::extremes, "bounds from 2^55 on, and below 10,000", 80,
     [](const Exact& all) {
       const auto bounds = bounds_of(all);
       return std::ranges::any_of(
                  bounds, [](const Rational& bound) { return bound >= power_of_two(55); }) &&
              std::ranges::any_of(
                  bounds, [](const Rational& bound) { return bound > 0 && bound < 10'000; });
     }},
    {Family::extremes, "weights from 2^28 on, and below 1000", 100,
     [](const Exact& all) {
       const auto weights = weights_of(all);
       return std::ranges::any_of(
                  weights, [](const Rational& weight) { return weight >= power_of_two(28); }) &&
              std::ranges::any_of(weights, [](const Rational& weight) { return weight < 1000; });
     }},
    {Family::subnormals, "a unit or less for a minimum, and a room of 2", 200,
     [](const Exact& all) { return is_within(all, 100, 1, 2); }},
    {Family::subnormals, "weights of 1", 80,
     [](const Exact& all) {
       return std::ranges::all_of(all.claimants, [](const auto& one) { return one.weight == 1; });
     }},
    {Family::subnormals, "a weight above 50", 80,
     [](const Exact& all) {
       return std::ranges::any_of(all.claimants, [](const auto& one) { return one.weight > 50; });
     }},
    {Family::just_over, "a claimant without a maximum", 180,
     [](const Exact& all) { return std::ranges::any_of(all.claimants, is_open); }},
    {Family::just_over, "a maximum", 180,
     [](const Exact& all) { return !std::ranges::all_of(all.claimants, is_open); }},
    {Family::just_under, "a maximum for each claimant", 200,
     [](const Exact& all) { return !std::ranges::any_of(all.claimants, is_open); }},
    {Family::just_under, "a maximum above 100,000", 30,
     [](const Exact& all) {
       return std::ranges::any_of(
           all.claimants, [](const auto& one) { return one.max_share > Rational(100'000); });
     }},
    {Family::just_under, "no number above 8", 30,
     [](const Exact& all) { return is_within(all, 10, 4, 4); }},
    {Family::cancelling, "one to four beside one huge number", 200,
     [](const Exact& all) {
       Rational least = power_of_two(64);
       std::size_t huge = 0;
       for (const auto& one : all.claimants) {
         if (one.min_share == 0) continue;
         ++huge;
         least = std::min(least, one.min_share);
       }
       return huge >= 1 && huge <= 4 && is_beside_a_power(least) &&
              std::ranges::all_of(all.claimants, [&](const auto& one) {
                return one.min_share == 0
                           ? one.max_share.value_or(0) <= 5 && one.weight >= 1 && one.weight <= 3
                           : one.min_share == least && *one.max_share <= least + 1;
              });
     }},
    {Family::cancelling, "a number that its sums keep below the end", 200,
     [](const Exact& all) { return sum_at(all, 0) < power_of_two(63); }},
    {Family::cancelling, "two of it", 80,
     [](const Exact& all) {
       return std::ranges::count_if(all.claimants,
                                    [](const auto& one) { return one.min_share > 0; }) > 1;
     }},
    {Family::all_clamped, "all at bounds at a ratio, or less than a unit beside", 200,
     [](const Exact& all) { return is_clamped_somewhere(all, 0); }},
    {Family::all_clamped, "maximums and minimums", 180,
     [](const Exact& all) {
       return std::ranges::any_of(all.claimants,
                                  [](const auto& one) { return one.min_share > 0; }) &&
              std::ranges::any_of(all.claimants,
                                  [](const auto& one) { return one.min_share == 0; });
     }},
    {Family::one_free, "all but one at bounds at a ratio", 200,
     [](const Exact& all) { return is_clamped_somewhere(all, 1); }},
    {Family::one_free, "one without bounds", 200,
     [](const Exact& all) {
       return std::ranges::any_of(
           all.claimants, [](const auto& one) { return one.min_share == 0 && !one.max_share; });
     }},
    {Family::geometric, "weights in progression, until they pass the end and begin again", 200,
     [](const Exact& all) {
       auto weights = weights_of(all);
       std::ranges::sort(weights);
       weights.erase(std::unique(weights.begin(), weights.end()), weights.end());
       return are_geometric(weights) && weights.front() == 1;
     }},
    {Family::geometric, "the lightest the only one without a small maximum", 60,
     [](const Exact& all) {
       const auto& first = all.claimants.front();
       return (!first.max_share || *first.max_share >= 100) &&
              std::all_of(all.claimants.begin() + 1, all.claimants.end(), [](const auto& one) {
                return one.min_share == 0 && one.max_share && *one.max_share <= 6;
              });
     }},
    {Family::midpoints, "weights of 1 to 3, and their doubles and triples", 200,
     [](const Exact& all) {
       const auto weights = weights_of(all);
       const Rational least = *std::ranges::min_element(weights);
       return least >= 1 && least <= 9 && is_within(all, 9, 0, 10);
     }},
    {Family::midpoints, "mostly equal weights", 180,
     [](const Exact& all) {
       const auto weights = weights_of(all);
       return 2 * std::ranges::count(weights, *std::ranges::min_element(weights)) >=
              std::ssize(weights);
     }},
    {Family::overflow, "a number about a power of two", 190,
     [](const Exact& all) { return count_powers(all) > 0; }},
    {Family::overflow, "several", 150, [](const Exact& all) { return count_powers(all) > 1; }},
    {Family::overflow, "weights of 9 at the most", 60,
     [](const Exact& all) {
       return std::ranges::all_of(all.claimants, [](const auto& one) { return one.weight <= 9; });
     }},
    {Family::overflow, "bounds of 1005 at the most", 60,
     [](const Exact& all) {
       return std::ranges::all_of(bounds_of(all),
                                  [](const Rational& bound) { return bound <= 1005; });
     }},
    {Family::deep_trees, "small numbers", 200,
     [](const Exact& all) { return is_within(all, 100, 50, 100); }},
};

TEST(WholeClaimants, KeepWhatTheirFamilyPromises) {
  expect_kept(of_units, [](Family family, std::uint64_t seed) {
    Choices choices(seed);
    const Ends ends{power_of_two(31) - 1, power_of_two(63) - 1};
    const std::size_t size = 4 + seed % 8;
    Exact problem{0, whole_claimants(family, choices, size, ends)};
    EXPECT_EQ(problem.claimants.size(), size) << name_of(family);
    EXPECT_EQ(find_defect(problem), std::nullopt) << name_of(family);
    EXPECT_TRUE(are_whole(numbers_of(problem))) << name_of(family);
    return problem;
  });
}

TEST(WholeClaimants, StayBelowTheEnds) {
  const Ends ends{power_of_two(28), power_of_two(31) - 1};
  for (const Family family : families) {
    if (family == Family::many) continue;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Choices choices(seed);
      for (const auto& one : whole_claimants(family, choices, seed % 12, ends)) {
        EXPECT_LE(one.weight, ends.weight) << name_of(family);
        EXPECT_LE(one.min_share, ends.amount) << name_of(family);
        EXPECT_LE(one.max_share.value_or(0), ends.amount) << name_of(family);
      }
    }
  }
}

// Each power that is no larger than the end, with each offset, and nothing else.
TEST(AboutAPower, IsAPowerAtWhichATypeEndsOrAFewUnitsBeside) {
  for (const int end : {24, 31, 53, 64}) {
    std::set<Rational> expected;
    for (const int exponent : {24, 26, 30, 31, 32, 53, 62, 63, 64}) {
      for (int offset = -2; offset <= 2 && exponent <= end; ++offset) {
        expected.insert(std::min(power_of_two(exponent) + offset, power_of_two(end)));
      }
    }
    std::set<Rational> seen;
    for (std::uint64_t seed = 0; seed < 2000; ++seed) {
      Choices choices(seed);
      seen.insert(about_a_power(choices, power_of_two(end)));
    }
    EXPECT_EQ(seen, expected) << end;
  }
}

}  // namespace
}  // namespace fairshare::fuzz

// fuzz/adversary.h: each family of doubles makes what its comment says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fuzz/adversary.h"
#include "tests/fuzz/promises.h"
#include "tests/problems.h"

namespace fairshare::fuzz {
namespace {

Rational most_of(const Exact& problem) {
  Rational most = 0;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    most += weight == 0 ? min_share : max_share.value_or(0);
  }
  return most;
}

// The nearest double, or a neighbour of it.
bool is_beside(const Rational& total, const Rational& sum) {
  const double nearest = std::min(exact::to_double(sum), std::numeric_limits<double>::max());
  const double got = exact::to_double(total);
  return got == nearest || got == std::nextafter(nearest, 0.0) ||
         got == std::nextafter(nearest, std::numeric_limits<double>::max());
}

bool is_at_a_breakpoint(const Exact& problem) {
  return std::ranges::any_of(quotients_of(problem), [&](const Rational& quotient) {
    return is_beside(problem.total, sum_at(problem, quotient));
  });
}

// The fair shares; empty if there is no allocation.
std::vector<Rational> fair_shares(const Exact& problem) {
  const auto solution = exact::solve(problem);
  const auto* fair = std::get_if<Allocation<Rational>>(&solution);
  return fair == nullptr ? std::vector<Rational>{} : fair->shares;
}

// How many shares are between the bounds, and not within 2^-30 of the share of one.
std::size_t count_free(const Exact& problem) {
  const std::vector<Rational> shares = fair_shares(problem);
  std::size_t count = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    const Rational beside = shares[i] / power_of_two(30);
    count += shares[i] - min_share > beside && (!max_share || *max_share - shares[i] > beside);
  }
  return count;
}

// Whether the share misses the middle of two doubles by only a small part of a unit in its last
// place.
bool is_nearly_a_midpoint(const Rational& share) {
  if (share <= 0) return false;
  int exponent = 0;
  (void)std::frexp(exact::to_double(share), &exponent);
  const Rational units = share / power_of_two(std::max(exponent - 53, -1074));
  const Rational rest = units - Rational(exact::floor(units));
  return abs(rest - Rational(1, 2)) < power_of_two(-40);
}

const std::vector<Promise> of_doubles = {
    {Family::ordinary, "weights up to 10, minimums up to 50, a hundred between the bounds", 200,
     [](const Exact& problem) {
       return std::ranges::all_of(problem.claimants, [](const auto& one) {
         return one.weight <= 10 && one.min_share <= 50 &&
                one.max_share.value_or(0) <= one.min_share + 100;
       });
     }},
    {Family::ordinary, "minimums, and claimants without maximums", 100,
     [](const Exact& problem) {
       return std::ranges::any_of(problem.claimants,
                                  [](const auto& one) { return one.min_share > 0; }) &&
              std::ranges::any_of(problem.claimants,
                                  [](const auto& one) { return !one.max_share; });
     }},
    {Family::ordinary, "a fair allocation", 130,
     [](const Exact& problem) { return !fair_shares(problem).empty(); }},
    {Family::ordinary, "a claimant between its bounds", 100,
     [](const Exact& problem) { return count_free(problem) > 0; }},
    {Family::ties, "whole numbers up to 3, four between the bounds, halves in all", 200,
     [](const Exact& problem) {
       return are_whole(numbers_of({2 * problem.total, problem.claimants})) &&
              2 * problem.total <= 8 * problem.claimants.size() + 2 &&
              std::ranges::all_of(problem.claimants, [](const auto& one) {
                return one.weight <= 3 && one.min_share <= 3 &&
                       one.max_share.value_or(0) <= one.min_share + 4;
              });
     }},
    {Family::ties, "a weight of 0 and one of 3", 60,
     [](const Exact& problem) {
       return std::ranges::count(weights_of(problem), 0) > 0 &&
              std::ranges::count(weights_of(problem), 3) > 0;
     }},
    {Family::shared_breakpoints, "two bounds with the same quotient", 120,
     [](const Exact& problem) {
       const auto all = quotients_of(problem);
       return std::ranges::adjacent_find(all) != all.end();
     }},
    {Family::shared_breakpoints, "the total at one of them", 100, is_at_a_breakpoint},
    {Family::shared_breakpoints, "a quotient that is no double", 80,
     [](const Exact& problem) {
       return std::ranges::any_of(quotients_of(problem), [](const Rational& quotient) {
         return exact::from_double(exact::to_double(quotient)) != quotient;
       });
     }},
    {Family::zeros, "a weight, a minimum and a maximum of 0", 60,
     [](const Exact& problem) {
       const auto& all = problem.claimants;
       return std::ranges::count(weights_of(problem), 0) > 0 &&
              std::ranges::any_of(all,
                                  [](const auto& one) { return one.max_share == Rational(0); });
     }},
    {Family::zeros, "a total of 0", 30, [](const Exact& problem) { return problem.total == 0; }},
    {Family::zeros, "a weight above 0", 130,
     [](const Exact& problem) {
       return std::ranges::any_of(weights_of(problem),
                                  [](const Rational& weight) { return weight > 0; });
     }},
    {Family::extremes, "a number below 2^-900", 70,
     [](const Exact& problem) {
       return std::ranges::any_of(numbers_of(problem), [](const Rational& number) {
         return number > 0 && number < power_of_two(-900);
       });
     }},
    {Family::extremes, "a number above 2^900", 60,
     [](const Exact& problem) {
       return std::ranges::any_of(
           numbers_of(problem), [](const Rational& number) { return number > power_of_two(900); });
     }},
    {Family::extremes, "the total at a breakpoint", 30, is_at_a_breakpoint},
    {Family::subnormals, "bounds of less than 2^55 units of 2^-1074", 200,
     [](const Exact& problem) {
       return std::ranges::all_of(bounds_of(problem), [](const Rational& bound) {
         return bound < power_of_two(55 - 1074);
       });
     }},
    {Family::subnormals, "a bound that is subnormal", 100,
     [](const Exact& problem) {
       return std::ranges::any_of(bounds_of(problem), [](const Rational& bound) {
         return bound > 0 && bound < power_of_two(-1022);
       });
     }},
    {Family::subnormals, "weights of 1 to 9", 100,
     [](const Exact& problem) {
       return std::ranges::any_of(
           weights_of(problem), [](const Rational& weight) { return weight >= 1 && weight <= 9; });
     }},
    {Family::just_over, "the sum of minimums, or a double beside it", 200,
     [](const Exact& problem) { return is_beside(problem.total, sum_at(problem, 0)); }},
    {Family::just_over, "a claimant without a maximum", 120,
     [](const Exact& problem) {
       return std::ranges::any_of(problem.claimants,
                                  [](const auto& one) { return !one.max_share; });
     }},
    {Family::just_under, "the most that can be claimed, or a double beside it", 200,
     [](const Exact& problem) { return is_beside(problem.total, most_of(problem)); }},
    {Family::just_under, "less than that", 30,
     [](const Exact& problem) { return problem.total < most_of(problem); }},
    {Family::just_under, "more than that", 30,
     [](const Exact& problem) { return problem.total > most_of(problem); }},
    {Family::cancelling, "minimums that leave a few units in the last place", 200,
     [](const Exact& problem) {
       const Rational rest = problem.total - sum_at(problem, 0);
       return problem.claimants.empty() || abs(rest) < problem.total / power_of_two(40);
     }},
    {Family::cancelling, "a minimum of 2^16 or more", 160,
     [](const Exact& problem) {
       return std::ranges::any_of(bounds_of(problem),
                                  [](const Rational& bound) { return bound >= power_of_two(16); });
     }},
    {Family::all_clamped, "all at their bounds, or just beside them", 130,
     [](const Exact& problem) {
       return !fair_shares(problem).empty() && count_free(problem) == 0;
     }},
    {Family::one_free, "one between its bounds", 130,
     [](const Exact& problem) { return count_free(problem) == 1; }},
    {Family::one_free, "not two such claimants", 195,
     [](const Exact& problem) { return count_free(problem) <= 1; }},
    {Family::geometric, "weights in progression", 190,
     [](const Exact& problem) { return are_geometric(weights_of(problem)); }},
    {Family::geometric, "weights that differ", 130,
     [](const Exact& problem) {
       auto weights = weights_of(problem);
       std::ranges::sort(weights);
       return weights.size() > 1 && std::ranges::adjacent_find(weights) == weights.end();
     }},
    {Family::midpoints, "a share that misses a midpoint by little or not at all", 120,
     [](const Exact& problem) {
       return std::ranges::any_of(fair_shares(problem), is_nearly_a_midpoint);
     }},
    {Family::overflow, "a number beside a power of two from 2^20 on", 180,
     [](const Exact& problem) {
       return std::ranges::any_of(numbers_of(problem), is_beside_a_power);
     }},
    {Family::overflow, "bounds of 0 or beside such a power", 200,
     [](const Exact& problem) {
       return std::ranges::all_of(bounds_of(problem), [](const Rational& bound) {
         return bound == 0 || is_beside_a_power(bound);
       });
     }},
    {Family::deep_trees, "bounds that are quotients", 60,
     [](const Exact& problem) { return !are_whole(bounds_of(problem)); }},
};

TEST(AdversarialProblem, KeepsWhatItsFamilyPromises) {
  expect_kept(of_doubles, [](Family family, std::uint64_t seed) {
    return exact::widen(tests::problem_from(family, seed, 12));
  });
}

}  // namespace
}  // namespace fairshare::fuzz

// The named properties on all small problems: none of them accuses the exact solver, and an answer
// obeys those about single answers if and only if it is fair.
//
// Up to two claimants: weights, minimums and maximums in {0, 1, 2} or without a maximum, totals up
// to 7. Three claimants: the same in {0, 1}, totals up to 5; FAIRSHARE_EXHAUSTIVE=full takes the
// wider ranges there as well. Claimants stand in one order: others are what `permutation` asks for.
// Each problem is tried with a few of the choices, the next problem with the next ones; the full
// range has more.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "fairshare/properties/axioms.h"
#include "fairshare/properties/properties.h"
#include "tests/dividers.h"
#include "tests/whole/exhaustive.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using properties::Divide;
using properties::Property;

Problem<Rational> problem_of(const std::vector<SmallClaimant>& all,
                             const std::vector<std::size_t>& choice, const Rational& total) {
  Problem<Rational> problem{total, {}};
  for (const std::size_t i : choice) {
    const auto& [weight, min_share, max_share] = all[i];
    problem.claimants.push_back({weight, min_share, {}});
    if (max_share) problem.claimants.back().max_share = *max_share;
  }
  return problem;
}

struct Range {
  int largest;  // of weights and bounds
  int total_max;
  std::uint64_t choices;
};

// How many problems of that size there are, without order; each property was asked about each.
int count_problems(std::size_t size, const Range& range) {
  int count = 0;
  std::uint64_t first_choice = 0;
  const std::vector<SmallClaimant> all = small_claimants(range.largest);
  for_each_choice(all.size(), size, false, [&](const std::vector<std::size_t>& chosen) {
    for (int total = 0; total <= range.total_max; ++total) {
      const Problem<Rational> problem = problem_of(all, chosen, total);
      const Divide divide = remembered(divide_fairly);
      ++count;
      for (const Property& property : properties::all_properties()) {
        for (std::uint64_t k = 0; k < range.choices; ++k) {
          const auto breach = property.find_breach(problem, first_choice + k, divide);
          if (breach) ADD_FAILURE() << property.name << ": " << breach->message;
        }
      }
      first_choice += range.choices;
    }
  });
  return count;
}

// Of `n` kinds of claimants there are n (n + 1) / 2 pairs and n (n + 1) (n + 2) / 6 triples.
TEST(ExhaustiveProperties, HoldOfTheExactSolverForUpToTwoClaimants) {
  const Range range = {2, 7, is_full_range() ? std::uint64_t{24} : std::uint64_t{2}};
  EXPECT_EQ(count_problems(0, range), 8);
  EXPECT_EQ(count_problems(1, range), 8 * 27);
  EXPECT_EQ(count_problems(2, range), 8 * 27 * 28 / 2);
}

TEST(ExhaustiveProperties, HoldOfTheExactSolverForThreeClaimants) {
  if (is_full_range()) {
    EXPECT_EQ(count_problems(3, {2, 8, 12}), 9 * 27 * 28 * 29 / 6);
  } else {
    EXPECT_EQ(count_problems(3, {1, 5, 2}), 6 * 10 * 11 * 12 / 6);
  }
}

// Every two shares in halves up to 4, of every pair of claimants, against the axioms. Each
// property's equation says in one line what it means; here together they mean fairness.
TEST(ExhaustiveProperties, OfOneAnswerTogetherAreFairness) {
  const std::vector<SmallClaimant> all = small_claimants(2);
  std::vector<Property> of_one_answer;
  for (const std::string_view name :
       {"lower_bounds", "upper_bounds", "total", "proportion", "outcome"}) {
    of_one_answer.push_back(properties::find_property(name).value());
  }
  int fair = 0;
  int unfair = 0;
  for_each_choice(all.size(), 2, false, [&](const std::vector<std::size_t>& chosen) {
    for (int half = 0; half < 9 * 9; ++half) {
      const std::vector<Rational> shares = {Rational(half / 9, 2), Rational(half % 9, 2)};
      const Problem<Rational> problem = problem_of(all, chosen, 3);
      const Divide divide = [&](const Problem<Rational>&) { return exact_reply(shares); };
      bool passes = true;
      for (const Property& property : of_one_answer) {
        passes = passes && !property.find_breach(problem, 0, divide);
      }
      EXPECT_EQ(passes, properties::obeys_axioms(problem, shares));
      ++(passes ? fair : unfair);
    }
  });
  EXPECT_GT(fair, 100);
  EXPECT_EQ(fair + unfair, 81 * 27 * 28 / 2);
}

}  // namespace
}  // namespace fairshare::tests

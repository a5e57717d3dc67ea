// fuzz/choices.h and fuzz/adversary.h: what the families promise, in every kind of number.
#include "fuzz/adversary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/solve.h"
#include "fuzz/challenge.h"
#include "fuzz/choices.h"
#include "tests/problems.h"

namespace fairshare::fuzz {
namespace {

constexpr std::array all_kinds = {
    Kinds{Kind::int32, Kind::int32},      Kinds{Kind::int64, Kind::int64},
    Kinds{Kind::float32, Kind::int32},    Kinds{Kind::float32, Kind::int64},
    Kinds{Kind::float32, Kind::float32},  Kinds{Kind::float64, Kind::float64},
    Kinds{Kind::fraction, Kind::fraction}};

Rational power_of_two(unsigned exponent) {
  return Rational(exact::Integer(1) << exponent);
}

TEST(Choices, OfASeedAreTheSameAgain) {
  Choices one(7);
  Choices same(7);
  Choices other(8);
  bool differs = false;
  for (int k = 0; k < 100; ++k) {
    const std::uint64_t bits = one.bits();
    EXPECT_EQ(bits, same.bits());
    differs |= bits != other.bits();
  }
  EXPECT_TRUE(differs);
}

TEST(Choices, TakeAsManyBytesAsTheirRangeNeeds) {
  const std::vector<std::uint8_t> bytes = {7, 1, 2, 250, 0, 0, 0, 0, 0, 0, 1, 5, 4};
  Choices choices{std::span<const std::uint8_t>(bytes)};
  EXPECT_EQ(choices.below(256), 7U);
  EXPECT_EQ(choices.below(257), 0x102U % 257);
  EXPECT_EQ(choices.below(100), 50U);
  EXPECT_EQ(choices.bits(), 0x105U);
  EXPECT_EQ(choices.between(-1, 1), 0);  // 4 % 3 - 1
}

TEST(Choices, GoOnAfterTheLastByte) {
  const std::vector<std::uint8_t> bytes = {0, 0};
  Choices choices{std::span<const std::uint8_t>(bytes)};
  std::set<std::uint64_t> seen;
  for (int k = 0; k < 100; ++k) seen.insert(choices.below(1000));
  EXPECT_GT(seen.size(), 50U);
}

TEST(Choices, HaveFractionsFromZeroToBelowOne) {
  Choices choices(1);
  double least = 1;
  double most = 0;
  for (int k = 0; k < 1000; ++k) {
    const double fraction = choices.fraction();
    least = std::min(least, fraction);
    most = std::max(most, fraction);
  }
  EXPECT_GE(least, 0);
  EXPECT_LT(least, 0.01);
  EXPECT_GT(most, 0.99);
  EXPECT_LT(most, 1);
}

TEST(Families, AreFoundByTheirNames) {
  std::set<std::string_view> names;
  for (const Family family : families) {
    EXPECT_EQ(find_family(name_of(family)), family);
    names.insert(name_of(family));
  }
  EXPECT_EQ(names.size(), families.size());
  EXPECT_EQ(name_of(Family::just_over), "just_over");
  EXPECT_EQ(name_of(Family::deep_trees), "deep_trees");
  EXPECT_EQ(name_of(Family::many), "many");
  EXPECT_EQ(find_family("none"), std::nullopt);
}

TEST(AdversarialProblem, IsNeverDefectiveAndNeverTooLarge) {
  for (const Family family : families) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const std::size_t size_max = seed % 13;
      const Problem<double> problem = tests::problem_from(family, seed, size_max);
      EXPECT_FALSE(find_defect(problem)) << tests::to_record(problem, name_of(family));
      EXPECT_LE(problem.claimants.size(), std::max<std::size_t>(size_max, 3));
      const std::size_t least = family == Family::many ? size_max / 2 : 0;
      EXPECT_GE(problem.claimants.size(), least);
    }
  }
}

TEST(AdversarialProblem, IsTheSameForTheSameSeedAndBytes) {
  const std::vector<std::uint8_t> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 200, 100, 50};
  for (const Family family : families) {
    EXPECT_EQ(tests::problem_from(family, 3, 40), tests::problem_from(family, 3, 40));
    Choices one{std::span<const std::uint8_t>(bytes)};
    Choices same{std::span<const std::uint8_t>(bytes)};
    EXPECT_EQ(adversarial_problem(family, one, 40), adversarial_problem(family, same, 40));
  }
}

// The total is the sum of the minimums, or the double next to it, half of the time at least.
TEST(AdversarialProblem, OfJustOverHasTheSumOfMinimumsForATotal) {
  int overcommitted = 0;
  int equal = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto problem = exact::widen(tests::problem_from(Family::just_over, seed, 6));
    Rational sum = 0;
    for (const auto& claimant : problem.claimants) sum += claimant.min_share;
    overcommitted += problem.total < sum;
    equal += problem.total == sum;
  }
  EXPECT_GT(overcommitted, 50);
  EXPECT_GT(equal, 50);
}

// The total is the sum of bounds, or the double next to it, which leaves a claimant just off its
// bound.
TEST(AdversarialProblem, OfAllClampedHasEveryClaimantAtABoundOrJustBesideIt) {
  int clamped = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto problem = exact::widen(tests::problem_from(Family::all_clamped, seed, 6));
    const auto solution = exact::solve(problem);
    const auto* fair = std::get_if<Allocation<Rational>>(&solution);
    if (fair == nullptr) continue;
    bool are_clamped = true;
    for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
      const auto& [weight, min_share, max_share] = problem.claimants[i];
      const Rational& share = fair->shares[i];
      const Rational beside = share / power_of_two(30);
      are_clamped &= share - min_share <= beside || (max_share && *max_share - share <= beside);
    }
    clamped += are_clamped;
  }
  EXPECT_GT(clamped, 150);
}

TEST(AdversarialProblem, OfOverflowPassesTheEndsOfTypes) {
  bool passes_int32 = false, passes_int64 = false, passes_double = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto problem = exact::widen(tests::problem_from(Family::overflow, seed, 6));
    Rational sum = 0;
    for (const auto& claimant : problem.claimants) sum += claimant.max_share.value_or(0);
    passes_int32 |= sum >= power_of_two(31) && sum < power_of_two(34);
    passes_int64 |= sum >= power_of_two(63) && sum < power_of_two(66);
    passes_double |= sum >= power_of_two(1024);
  }
  EXPECT_TRUE(passes_int32 && passes_int64 && passes_double);
}

bool is_held(const Challenge& challenge) {
  const auto& [weight, amount] = challenge.kinds;
  bool is_fine = holds(amount, challenge.total) && challenge.total >= 0;
  for (const Entry& entry : challenge.entries) {
    is_fine = is_fine && holds(weight, entry.weight) && holds(amount, entry.min_share) &&
              holds(amount, entry.max_share.value_or(0)) && holds(amount, entry.demand.value_or(0));
  }
  return is_fine;
}

// The order that record_of needs: a parent before its children, with no others between them.
bool is_in_order(const Challenge& challenge) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    const auto& parent = challenge.entries[i].parent;
    while (!open.empty() && parent != open.back()) open.pop_back();
    if (parent && open.empty()) return false;
    open.push_back(i);
  }
  return true;
}

struct Tally {
  int trees = 0, with_demands = 0, infeasible = 0, crossed = 0, all = 0;
};

void expect_as_promised(const Challenge& challenge, Family family, const ChallengeOptions& options,
                        Tally& tally) {
  const std::string record = record_of(challenge);
  const auto prospect = find_prospect(challenge);
  EXPECT_TRUE(is_held(challenge)) << record;
  EXPECT_TRUE(is_in_order(challenge)) << record;
  EXPECT_LE(challenge.entries.size(), options.size_max);
  EXPECT_EQ(challenge.is_tree, options.trees && family == Family::deep_trees) << record;
  EXPECT_EQ(record.find('/'), std::string::npos) << record;
  EXPECT_TRUE(prospect || options.crossed) << record;
  EXPECT_TRUE(prospect == Prospect::allocation || options.infeasible || options.crossed) << record;
  bool has_demand = false;
  for (const Entry& entry : challenge.entries) has_demand |= entry.demand.has_value();
  EXPECT_TRUE(options.demands || !has_demand) << record;
  ++tally.all;
  tally.trees += challenge.is_tree;
  tally.with_demands += has_demand;
  tally.infeasible += prospect && prospect != Prospect::allocation;
  tally.crossed += !prospect;
}

Tally tally_of(const ChallengeOptions& options, std::uint64_t seeds) {
  Tally tally;
  for (const Family family : families) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      Choices choices(seed * 1000 + static_cast<std::uint64_t>(family));
      expect_as_promised(adversarial_challenge(family, choices, options), family, options, tally);
    }
  }
  return tally;
}

TEST(AdversarialChallenge, IsFeasibleAndHeldInEveryKind) {
  for (const Kinds& kinds : all_kinds) {
    const Tally tally = tally_of({.kinds = kinds, .size_max = 12, .trees = true}, 20);
    EXPECT_EQ(tally.trees, 20);
    EXPECT_GT(tally.with_demands, tally.all / 8);
    EXPECT_LT(tally.with_demands, tally.all / 2);
  }
}

TEST(AdversarialChallenge, HasATotalOfOneLessThanTheMinimumsNowAndThen) {
  int just_below = 0;
  for (const Family family : families) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      Choices choices(seed * 1000 + static_cast<std::uint64_t>(family));
      const ChallengeOptions options{
          .kinds = {Kind::int64, Kind::int64}, .size_max = 6, .infeasible = true};
      const Challenge challenge = adversarial_challenge(family, choices, options);
      Rational minimums = 0;
      for (const Entry& entry : challenge.entries) minimums += entry.min_share;
      just_below += minimums > 1 && challenge.total == minimums - 1;
    }
  }
  EXPECT_GT(just_below, 5);
}

TEST(AdversarialChallenge, HasNoFairAllocationNowAndThenWhereThatIsAskedFor) {
  for (const Kinds& kinds : all_kinds) {
    const Tally tally =
        tally_of({.kinds = kinds, .size_max = 12, .trees = true, .infeasible = true}, 20);
    EXPECT_GT(tally.infeasible, tally.all / 15);
    EXPECT_LT(tally.infeasible, tally.all / 3);
  }
}

TEST(AdversarialChallenge, HasMaximumsBelowMinimumsWhereThatIsAskedFor) {
  const Tally tally = tally_of({.kinds = {Kind::float32, Kind::int32}, .crossed = true}, 20);
  EXPECT_GT(tally.crossed, tally.all / 10);
}

TEST(AdversarialChallenge, HasNoDemandsAndNoTreesWhereTheyAreNotWanted) {
  const Tally tally = tally_of({.size_max = 8, .demands = false}, 30);
  EXPECT_EQ(tally.with_demands, 0);
  EXPECT_EQ(tally.trees, 0);
}

// The same seeds of every family.
std::vector<Challenge> challenges_of(const ChallengeOptions& options) {
  std::vector<Challenge> all;
  for (const Family family : families) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Choices choices(seed * 1000 + static_cast<std::uint64_t>(family));
      all.push_back(adversarial_challenge(family, choices, options));
    }
  }
  return all;
}

TEST(AdversarialChallenge, HasPrioritiesWhereTheyAreWanted) {
  std::size_t several = 0;
  for (const Challenge& challenge :
       challenges_of({.kinds = {Kind::float64, Kind::float64}, .priorities = true})) {
    bool has_one = false;
    for (const Entry& entry : challenge.entries) has_one |= entry.priority.has_value();
    several += has_one;
  }
  EXPECT_GT(several, 80U);
  EXPECT_LT(several, 240U);
}

TEST(AdversarialChallenge, HasWeightsNoLessThanMinimumsWhereTheyAreTargets) {
  std::size_t minimums = 0;
  for (const Challenge& challenge :
       challenges_of({.kinds = {Kind::float64, Kind::int64}, .weights_are_targets = true})) {
    for (const Entry& entry : challenge.entries) {
      EXPECT_GE(entry.weight, entry.min_share) << record_of(challenge);
      EXPECT_GE(entry.demand.value_or(entry.min_share), entry.min_share) << record_of(challenge);
      minimums += entry.min_share > 0;
    }
    EXPECT_TRUE(is_held(challenge)) << record_of(challenge);
  }
  EXPECT_GT(minimums, 300U);
}

TEST(AdversarialChallenge, IsAPoolOfOneWithoutMinimumsWherePoolsAreWanted) {
  for (const Challenge& challenge :
       challenges_of({.kinds = {Kind::float64, Kind::float64}, .are_pools = true})) {
    EXPECT_EQ(challenge.total, 1);
    EXPECT_EQ(find_prospect(challenge), Prospect::allocation) << record_of(challenge);
    EXPECT_TRUE(is_held(challenge)) << record_of(challenge);
    for (const Entry& entry : challenge.entries) EXPECT_EQ(entry.min_share, 0);
  }
}

TEST(AdversarialChallenge, TakesAnyBytes) {
  std::vector<std::vector<std::uint8_t>> inputs = {{}, {0}, {255}};
  inputs.push_back(std::vector<std::uint8_t>(300, 0));
  inputs.push_back(std::vector<std::uint8_t>(300, 255));
  inputs.push_back(std::vector<std::uint8_t>(300, 128));
  inputs.push_back({});
  for (int k = 0; k < 500; ++k) inputs.back().push_back(static_cast<std::uint8_t>(k * k % 251));
  Tally tally;
  for (const auto& bytes : inputs) {
    for (const Family family : families) {
      for (const Kinds& kinds : all_kinds) {
        Choices choices{std::span<const std::uint8_t>(bytes)};
        const ChallengeOptions options{kinds, 10, true, true, false};
        expect_as_promised(adversarial_challenge(family, choices, options), family, options, tally);
      }
    }
  }
}

TEST(AdversarialChallenge, IsDeepWhereTreesAre) {
  std::size_t deepest = 0;
  std::size_t widest = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Choices choices(seed);
    const Challenge challenge = adversarial_challenge(
        Family::deep_trees, choices, {.kinds = {Kind::int64, Kind::int64}, .trees = true});
    std::vector<std::size_t> depths;
    std::size_t at_top = 0;
    for (const Entry& entry : challenge.entries) {
      depths.push_back(entry.parent ? depths[*entry.parent] + 1 : 1);
      deepest = std::max(deepest, depths.back());
      at_top += !entry.parent;
    }
    widest = std::max(widest, at_top);
  }
  EXPECT_GE(deepest, 10U);
  EXPECT_GE(widest, 4U);
}

// As a record, it is read to a depth of 256, and each level takes two.
TEST(AdversarialChallenge, IsNoDeeperThanARecordMayBe) {
  std::size_t deepest = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Choices choices(seed);
    const Challenge challenge =
        adversarial_challenge(Family::deep_trees, choices, {.size_max = 300, .trees = true});
    std::vector<std::size_t> depths;
    for (const Entry& entry : challenge.entries) {
      depths.push_back(entry.parent ? depths[*entry.parent] + 1 : 1);
      deepest = std::max(deepest, depths.back());
    }
  }
  EXPECT_EQ(deepest, 60U);
}

TEST(AdversarialChallenge, OfTiesHasEqualClaimantsMostly) {
  int with_two = 0;
  int with_equals = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Choices choices(seed);
    const ChallengeOptions options{
        .kinds = {Kind::int64, Kind::int64}, .size_max = 6, .demands = false};
    const Challenge challenge = adversarial_challenge(Family::ties, choices, options);
    const auto& claimants = problem_of(challenge).claimants;
    if (claimants.size() < 2) continue;
    ++with_two;
    bool has_equals = false;
    for (std::size_t i = 0; i < claimants.size(); ++i) {
      has_equals |= std::count(claimants.begin(), claimants.end(), claimants[i]) > 1;
    }
    with_equals += has_equals;
  }
  EXPECT_GT(with_equals, with_two / 2);
}

// Shapes on which real schedulers have failed: each must occur within 2000 challenges of its
// family, whatever the seed.
struct Shape {
  std::string name;
  Family family;
  Kinds kinds;
  bool infeasible;
  std::function<bool(const Challenge&)> is_there;
};

bool all_weights_are(const Challenge& challenge, const Rational& weight) {
  return std::ranges::all_of(challenge.entries,
                             [&](const Entry& entry) { return entry.weight == weight; });
}

bool is_alone_with(const Challenge& challenge, const Rational& number) {
  return challenge.entries.size() == 1 && challenge.total == number &&
         problem_of(challenge).claimants[0].max_share == number;
}

Rational sum_of_weights(const Challenge& challenge) {
  Rational sum = 0;
  for (const Entry& entry : challenge.entries) sum += entry.weight;
  return sum;
}

// Weights that differ by the factor, the heavier of them with the smaller maximum.
bool is_lopsided(const Challenge& challenge, const Rational& factor) {
  const auto claimants = problem_of(challenge).claimants;
  for (const auto& heavy : claimants) {
    for (const auto& light : claimants) {
      const bool wants_more =
          heavy.max_share && (!light.max_share || *light.max_share >= 2 * *heavy.max_share);
      const bool is_light = light.weight > 0 && heavy.weight >= factor * light.weight;
      if (is_light && wants_more && challenge.total >= 2 * *heavy.max_share) return true;
    }
  }
  return false;
}

// How many claimants are each a hundred times as heavy as the next one, with a maximum of at most a
// hundredth of the total, while another claimant takes the rest.
std::size_t count_steps(const Challenge& challenge) {
  std::vector<Rational> weights;
  for (const auto& [weight, min_share, max_share] : problem_of(challenge).claimants) {
    if (max_share && *max_share * 10 <= challenge.total) weights.push_back(weight);
  }
  std::ranges::sort(weights);
  std::size_t steps = 0;
  Rational last = 0;
  for (const Rational& weight : weights) {
    if (weight < 100 * last || weight == 0) continue;
    ++steps;
    last = weight;
  }
  return steps;
}

const std::vector<Shape>& shapes() {
  static const Kinds int32{Kind::int32, Kind::int32};
  static const Kinds int64{Kind::int64, Kind::int64};
  static const Kinds mixed{Kind::float32, Kind::int32};
  static const Kinds doubles{Kind::float64, Kind::float64};
  static const std::vector<Shape> all = {
      {"one with 2^53 + 1", Family::overflow, int64, false,
       [](const Challenge& one) { return is_alone_with(one, power_of_two(53) + 1); }},
      {"one with 2^63 - 2", Family::overflow, int64, false,
       [](const Challenge& one) { return is_alone_with(one, power_of_two(63) - 2); }},
      {"two whose maximums pass 2^31 together", Family::overflow, int32, false,
       [](const Challenge& two) {
         const auto claimants = problem_of(two).claimants;
         return claimants.size() == 2 && claimants[0].max_share && claimants[1].max_share &&
                *claimants[0].max_share + *claimants[1].max_share >= power_of_two(31) &&
                two.total <= 100;
       }},
      {"two without maximums, and more than 2^30", Family::overflow, int32, false,
       [](const Challenge& two) {
         return two.entries.size() == 2 && two.total > power_of_two(30) &&
                !problem_of(two).claimants[0].max_share && !problem_of(two).claimants[1].max_share;
       }},
      {"two as heavy as 2^31, and little", Family::overflow, mixed, false,
       [](const Challenge& two) {
         return two.entries.size() == 2 && all_weights_are(two, power_of_two(31)) &&
                two.total <= 10;
       }},
      {"weights that pass 2^31 together", Family::overflow, int32, false,
       [](const Challenge& two) {
         return two.entries.size() == 2 && sum_of_weights(two) >= power_of_two(31) &&
                two.total >= 10;
       }},
      {"weights that pass 2^64 by little", Family::overflow, int64, false,
       [](const Challenge& few) {
         const Rational sum = sum_of_weights(few);
         return few.entries.size() <= 4 && sum > power_of_two(64) && sum < power_of_two(64) + 8;
       }},
      {"1 among many", Family::subnormals, int64, false,
       [](const Challenge& many) { return many.entries.size() >= 5 && many.total == 1; }},
      {"nothing for anybody", Family::just_over, int64, false,
       [](const Challenge& one) {
         return one.total == 0 && one.entries.size() == 1 && one.entries[0].weight > 0;
       }},
      {"only weights of 0", Family::zeros, mixed, true,
       [](const Challenge& one) { return one.total > 0 && all_weights_are(one, 0); }},
      {"heavy with little beside light with much", Family::geometric, int32, false,
       [](const Challenge& two) { return two.entries.size() <= 3 && is_lopsided(two, 100'000); }},
      {"eleven steps of a hundred", Family::geometric, doubles, false,
       [](const Challenge& many) { return count_steps(many) >= 11; }},
      {"parts of one", Family::ordinary, doubles, false,
       [](const Challenge& pool) {
         return pool.total == 1 && pool.entries.size() > 1 &&
                std::ranges::any_of(problem_of(pool).claimants, [](const auto& claimant) {
                  return claimant.max_share && *claimant.max_share > 0 && *claimant.max_share < 1;
                });
       }},
      {"demands below minimums", Family::ordinary, int64, false,
       [](const Challenge& some) {
         return std::ranges::any_of(some.entries, [](const Entry& entry) {
           return entry.demand && *entry.demand > 0 && *entry.demand < entry.min_share;
         });
       }},
  };
  return all;
}

// One challenge in sixteen is of its family, as it is if no family is asked for.
bool comes_up(const Shape& shape, std::uint64_t seed) {
  const ChallengeOptions options{
      .kinds = shape.kinds, .size_max = 20, .infeasible = shape.infeasible};
  for (std::uint64_t number = 0; number < 2000; ++number) {
    Choices choices((seed << 32U) + number);
    if (shape.is_there(adversarial_challenge(shape.family, choices, options))) return true;
  }
  return false;
}

TEST(AdversarialChallenge, TakesTheShapesOnWhichSchedulersFailed) {
  for (const Shape& shape : shapes()) {
    for (const std::uint64_t seed : {1U, 2U}) EXPECT_TRUE(comes_up(shape, seed)) << shape.name;
  }
}

}  // namespace
}  // namespace fairshare::fuzz

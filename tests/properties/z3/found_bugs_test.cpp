// What Z3 finds in YARN's int era is replayed on the models of the releases: an input on which they
// do not show the bug fails the test, whatever Z3 says.
#include "fairshare/properties/z3/found_bugs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/replay.h"
#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/hadoop/yarn.h"

namespace fairshare::prover {
namespace {

using cli::has_symptom;
using exact::Rational;
using schedulers::yarn::Release;

constexpr std::int32_t int_max = std::numeric_limits<std::int32_t>::max();

// The solution by the definition. Bounds are unchanged; the largest int is not a bound.
Solution<Rational> fair_solution(const IntProblem& problem) {
  Problem<Rational> fair{Rational(problem.total), {}};
  for (const IntClaimant& claimant : problem.claimants) {
    fair.claimants.push_back({exact::from_double(static_cast<double>(claimant.weight)),
                              Rational(claimant.min_share), std::nullopt});
    if (claimant.max_share != int_max) {
      fair.claimants.back().max_share = Rational(claimant.max_share);
    }
  }
  EXPECT_FALSE(find_defect(fair)) << to_text(problem);
  return exact::solve(fair);
}

BugSearch search_of(std::string_view name) {
  for (BugSearch& search : all_bug_searches()) {
    if (search.name == name) return std::move(search);
  }
  ADD_FAILURE() << "no search " << name;
  return {};
}

// Finds an input for each n, and expects the releases to show the bug on it, and the other releases
// of `healthy` not to.
std::vector<IntProblem> found_and_replayed(std::string_view name,
                                           const std::vector<Release>& healthy) {
  const BugSearch search = search_of(name);
  EXPECT_NE(search.symptom, Symptom::none);
  std::vector<IntProblem> problems;
  for (const int n : search.sizes) {
    const Finding finding = look_for(search, Question::bug, n, Limits{});
    const auto* found = std::get_if<Found>(&finding);
    if (!found) {
      ADD_FAILURE() << name << ", n = " << n << ": nothing found, or unknown";
      continue;
    }
    EXPECT_EQ(found->problem.claimants.size(), static_cast<std::size_t>(n));
    EXPECT_TRUE(cli::is_shown_by_releases(search, found->problem))
        << name << ": " << to_text(found->problem);
    for (const Release release : healthy) {
      EXPECT_FALSE(has_symptom(search.symptom, release, found->problem)) << to_text(found->problem);
    }
    problems.push_back(found->problem);
  }
  return problems;
}

void expect_fair_shares(const std::vector<IntProblem>& problems) {
  for (const IntProblem& problem : problems) {
    const auto solution = fair_solution(problem);
    const auto* fair = std::get_if<Allocation<Rational>>(&solution);
    ASSERT_TRUE(fair) << to_text(problem);
    Rational sum(0);
    for (const Rational& share : fair->shares) sum += share;
    EXPECT_EQ(sum, Rational(problem.total)) << to_text(problem);
  }
}

TEST(FoundBugs, DoublingNeverEndsThoughThereAreFairShares) {
  expect_fair_shares(found_and_replayed("yarn-doubling-ends", {Release::v3}));
}

TEST(FoundBugs, OneWeightOfZeroIsEnoughForDoublingWithoutEnd) {
  const auto problems = found_and_replayed("yarn-doubling-ends-without-wrapping",
                                           {Release::v2_7, Release::v3_0, Release::v3});
  for (const IntProblem& problem : problems) {
    // The release searches for what can be claimed by maximums, the definition by weights.
    EXPECT_TRUE(std::holds_alternative<Surplus<Rational>>(fair_solution(problem)))
        << to_text(problem);
  }
}

TEST(FoundBugs, MaximumsThatWrapLeaveNothingToAnybody) {
  expect_fair_shares(
      found_and_replayed("yarn-gives-something", {Release::v2_7, Release::v3_0, Release::v3}));
}

TEST(FoundBugs, MaximumsThatWrapPastZeroTakeHalfOfTheTotalAway) {
  expect_fair_shares(
      found_and_replayed("yarn-gives-more-than-half", {Release::v2_7, Release::v3_0, Release::v3}));
}

TEST(FoundBugs, ClaimantsThatTickOverTogetherGetAllButOneOfTheirUnitsTooMany) {
  expect_fair_shares(found_and_replayed("yarn-gives-less-than-n-units-less-one-more", {}));
}

TEST(FoundBugs, SharesThatGrowBySeveralUnitsGetEvenMore) {
  expect_fair_shares(found_and_replayed("yarn-gives-less-than-n-units-more", {}));
}

TEST(FoundBugs, AreNotFoundWhereThereAreNone) {
  std::size_t answers = 0;
  for (const BugSearch& search : all_bug_searches()) {
    if (search.symptom != Symptom::none) continue;
    for (const int n : search.sizes) {
      const auto ask = [&](Question question) { return look_for(search, question, n, Limits{}); };
      EXPECT_TRUE(std::holds_alternative<NotFound>(ask(Question::bug))) << search.name << n;
      EXPECT_TRUE(std::holds_alternative<Found>(ask(Question::assumptions))) << search.name << n;
      EXPECT_TRUE(std::holds_alternative<Found>(ask(Question::control))) << search.name << n;
      ++answers;
    }
  }
  EXPECT_GE(answers, 10U);
}

TEST(FoundBugs, AreListedOnceAndHaveASizeAndARelease) {
  std::set<std::string> names;
  for (const BugSearch& search : all_bug_searches()) {
    EXPECT_TRUE(names.insert(search.name).second) << search.name;
    EXPECT_FALSE(search.sizes.empty()) << search.name;
    EXPECT_EQ(search.releases.empty(), search.symptom == Symptom::none) << search.name;
    EXPECT_EQ(search.assumed_of_control == nullptr, search.symptom != Symptom::none) << search.name;
  }
}

Theorem theorem_of(std::string_view name, const BugReplay& replay) {
  for (Theorem& theorem : theorems_of_found_bugs(replay)) {
    if (theorem.name == name) return std::move(theorem);
  }
  ADD_FAILURE() << "no theorem " << name;
  return {};
}

TEST(FoundBugs, RefuteATheoremOnlyWhereTheReplayShowsThem) {
  const std::string name = "yarn-gives-something";
  const Theorem believed = theorem_of(name, cli::is_shown_by_releases);
  EXPECT_EQ(believed.claim, Claim::refuted);
  EXPECT_EQ(believed.n, "2, 3, 4");
  const Verdict shown = believed.decide(Limits{});
  EXPECT_EQ(shown.status, Status::refuted);
  EXPECT_EQ(shown.details, "every input found was replayed");

  const auto never = [](const BugSearch&, const IntProblem&) { return false; };
  const Verdict doubted = theorem_of(name, never).decide(Limits{});
  EXPECT_EQ(doubted.status, Status::unknown);
  EXPECT_NE(doubted.details.find("n = 2: not confirmed by replay: total "), std::string::npos)
      << doubted.details;
  EXPECT_EQ(theorem_of(name, nullptr).decide(Limits{}).status, Status::unknown);
}

TEST(FoundBugs, AreNoReasonToBelieveAClaimThatIsOutOfTime) {
  Limits limits;
  limits.time = std::chrono::milliseconds(1);
  const Theorem theorem =
      theorem_of("yarn-doubling-ends-where-the-total-can-be-claimed", cli::is_shown_by_releases);
  EXPECT_EQ(theorem.claim, Claim::proved);
  const Verdict late = theorem.decide(limits);
  EXPECT_EQ(late.status, Status::unknown);
  EXPECT_TRUE(late.details.starts_with("n = 1: ")) << late.details;
  EXPECT_FALSE(late.details.ends_with("exists")) << late.details;
  EXPECT_EQ(theorem_of("yarn-doubling-ends", cli::is_shown_by_releases).decide(limits).status,
            Status::unknown);
}

TEST(FoundBugs, ProveAClaimWhoseAssumptionsHoldSomewhere) {
  const Verdict verdict = theorem_of("yarn-one-maximum-does-not-wrap", nullptr).decide(Limits{});
  EXPECT_EQ(verdict.status, Status::proved);
  EXPECT_EQ(verdict.details, "its assumptions hold somewhere");
}

// A claim that says too much: Z3 finds a case in which it fails, so it is not proved.
TEST(FoundBugs, RefuteAClaimWhoseControlIsTakenForItsAssumption) {
  BugSearch search = search_of("yarn-excess-is-below-n-where-no-claimant-grows-by-two-units");
  search.assumed = search.assumed_of_control;
  for (const int n : search.sizes) {
    EXPECT_TRUE(std::holds_alternative<Found>(look_for(search, Question::bug, n, Limits{}))) << n;
  }
}

TEST(FoundBugs, AreWrittenInTheSchedulersTerms) {
  EXPECT_EQ(to_text({10, {{0.5F, 0, 5}, {1, 2, int_max}}}),
            "total 10: weight 0.5, min share 0, max share 5; weight 1, min share 2");
}

// ---- The terms, compared with the models of the releases, on numbers.

IntProblem random_problem(std::mt19937& random) {
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random()) % end; };
  const auto amount = [&] {
    constexpr std::int32_t edges[] = {0, 1, 2, int_max / 2, int_max / 2 + 1, int_max - 1, int_max};
    if (below(2) == 0) return edges[below(7)];
    return static_cast<std::int32_t>(random() >> (1 + below(31)));
  };
  IntProblem problem{amount(), {}};
  const unsigned n = 1 + below(4);
  for (unsigned i = 0; i < n; ++i) {
    const float weight = static_cast<float>(below(3) == 0 ? 0 : below(256)) / 16;
    problem.claimants.push_back({weight, amount(), amount()});
  }
  return problem;
}

IntInput input_of(const IntProblem& problem, z3::context& context) {
  const auto value = [&](std::int64_t number, unsigned bits) {
    return context.bv_val(number, bits);
  };
  IntInput input{value(problem.total, 32), {}};
  for (const IntClaimant& claimant : problem.claimants) {
    input.claimants.push_back({value(static_cast<std::int64_t>(claimant.weight * 16), 8),
                               value(claimant.min_share, 32), value(claimant.max_share, 32)});
  }
  return input;
}

TEST(IntRule, NeverStopsDoublingWhereTheReleaseDoesNot) {
  std::mt19937 random(1);
  z3::context context;
  int hangs = 0;
  for (int i = 0; i < 300; ++i) {
    const IntProblem problem = random_problem(random);
    const IntInput input = input_of(problem, context);
    const bool hangs_to_2_5 = has_symptom(Symptom::never_ends, Release::v2_2, problem);
    hangs += hangs_to_2_5 ? 1 : 0;
    EXPECT_EQ(never_stops_doubling(input, target_to_2_5(input)).simplify().is_true(), hangs_to_2_5)
        << to_text(problem);
    if (!has_positive_weights(input).simplify().is_true()) continue;
    EXPECT_EQ(never_stops_doubling(input, target_since_2_6(input)).simplify().is_true(),
              has_symptom(Symptom::never_ends, Release::v2_7, problem))
        << to_text(problem);
  }
  EXPECT_GT(hangs, 30);
}

TEST(IntRule, HasAnAllocationWhereTheExactSolverHas) {
  std::mt19937 random(2);
  z3::context context;
  int allocations = 0;
  for (int i = 0; i < 1000; ++i) {
    IntProblem problem = random_problem(random);
    for (IntClaimant& claimant : problem.claimants) {
      if (claimant.min_share > claimant.max_share) {
        std::swap(claimant.min_share, claimant.max_share);
      }
      claimant.max_share = std::min(claimant.max_share, int_max - 1);  // a bound, to both
      claimant.min_share = std::min(claimant.min_share, claimant.max_share);
    }
    const IntInput input = input_of(problem, context);
    const bool has_fair_shares =
        std::holds_alternative<Allocation<Rational>>(fair_solution(problem));
    allocations += has_fair_shares ? 1 : 0;
    EXPECT_TRUE(is_problem(input).simplify().is_true());
    EXPECT_EQ(has_allocation(input).simplify().is_true(), has_fair_shares) << to_text(problem);
  }
  EXPECT_GT(allocations, 100);
}

}  // namespace
}  // namespace fairshare::prover

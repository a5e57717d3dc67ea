// The named properties over the adversary's problems: none accuses the exact solver, none accuses
// the reference solver, whose shares stand for the reals that round to them, and each of them has
// something to ask.
#include <gtest/gtest.h>
// RapidCheck's header needs the one above it.
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/properties/properties.h"
#include "fairshare/reference/solve.h"
#include "fuzz/adversary.h"
#include "fuzz/challenge.h"
#include "tests/dividers.h"
#include "tests/rounded.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using properties::Divide;
using properties::Outcome;
using properties::Property;
using properties::Reply;

constexpr std::size_t size_max = 12;
constexpr std::size_t size_max_of_many = 60;

std::optional<double> as_double(const Rational& number) {
  const double nearest = exact::to_double(number);
  if (std::isinf(nearest) || exact::from_double(nearest) != number) return std::nullopt;
  return nearest;
}

// Nothing if a number is not a double.
std::optional<Problem<double>> narrowed(const Problem<Rational>& problem) {
  const auto total = as_double(problem.total);
  if (!total) return std::nullopt;
  Problem<double> narrow{*total, {}};
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    const auto narrow_weight = as_double(weight);
    const auto narrow_min = as_double(min_share);
    const auto narrow_max = max_share ? as_double(*max_share) : std::nullopt;
    if (!narrow_weight || !narrow_min || narrow_max.has_value() != max_share.has_value()) {
      return std::nullopt;
    }
    narrow.claimants.push_back({*narrow_weight, *narrow_min, narrow_max});
  }
  return narrow;
}

// The reference solver. It cannot be asked about a problem with a number that is not a double.
std::optional<Reply> divide_fast(const Problem<Rational>& problem) {
  const auto narrow = narrowed(problem);
  if (!narrow) return std::nullopt;
  const Solution<double> solution = reference::solve(*narrow);
  if (std::holds_alternative<Overcommitted<double>>(solution)) {
    return Reply{Outcome::overcommitted, {}};
  }
  if (std::holds_alternative<Surplus<double>>(solution)) return Reply{Outcome::surplus, {}};
  Reply reply;
  for (const double share : std::get<Allocation<double>>(solution).shares) {
    reply.shares.push_back(rounding_interval(share));
  }
  return reply;
}

struct Question {
  Problem<Rational> problem;
  std::uint64_t choice;
};

Question any_question(std::uint64_t seed) {
  fuzz::Choices choices(seed);
  const fuzz::Family family = choices.one_of(fuzz::families);
  const std::size_t most = choices.one_in(20) ? size_max_of_many : size_max;
  const Problem<double> problem = fuzz::adversarial_problem(family, choices, most);
  return {exact::widen(problem), choices.bits()};
}

std::vector<Question> with_one_claimant_less(const Question& question) {
  std::vector<Question> smaller;
  for (std::size_t i = 0; i < question.problem.claimants.size(); ++i) {
    smaller.push_back(question);
    auto& claimants = smaller.back().problem.claimants;
    claimants.erase(claimants.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return smaller;
}

rc::Gen<Question> questions() {
  auto seeds =
      rc::gen::noShrink(rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>()));
  // clang 14 cannot pass the functions themselves.
  auto any = rc::gen::map(seeds, [](std::uint64_t seed) { return any_question(seed); });
  return rc::gen::shrink(std::move(any), [](const Question& question) {
    return rc::seq::fromContainer(with_one_claimant_less(question));
  });
}

// RapidCheck finds it by this name.
[[maybe_unused]] void showValue(const Question& question, std::ostream& stream) {
  stream << fuzz::record_of(fuzz::challenge_of(question.problem, {})) << " choice "
         << question.choice;
}

void expect_every_property(const Question& question, const Divide& divide) {
  const Divide quick = remembered(divide);
  for (const Property& property : properties::all_properties()) {
    const bool asks_twice = property.name == "determinism";
    const auto breach =
        property.find_breach(question.problem, question.choice, asks_twice ? divide : quick);
    if (breach) RC_FAIL(std::string(property.name) + ": " + breach->message);
  }
}

RC_GTEST_PROP(RandomProperties, HoldOfTheExactSolver, ()) {
  expect_every_property(*questions(), divide_fairly);
}

RC_GTEST_PROP(RandomProperties, HoldOfTheReferenceAsTheRealsThatRoundToItsShares, ()) {
  expect_every_property(*questions(), divide_fast);
}

// How often each property made another problem from the first and compared two allocations.
std::map<std::string_view, int> count_comparisons(const Divide& divide, std::uint64_t seeds) {
  std::map<std::string_view, int> compared;
  for (const Property& property : properties::all_properties()) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const auto [problem, choice] = any_question(seed);
      bool is_compared = false;
      const Divide watched = [&, first = true](const Problem<Rational>& asked) mutable {
        auto reply = divide(asked);
        const bool is_allocation = reply && reply->outcome == Outcome::allocation;
        if (!first && is_allocation) is_compared = true;
        first = false;
        return reply;
      };
      EXPECT_FALSE(property.find_breach(problem, choice, watched).has_value()) << property.name;
      if (is_compared) ++compared[property.name];
    }
  }
  return compared;
}

// About two in three of the adversary's problems are allocations; the rarest case is a problem from
// which another one can be made that is again an allocation, and in doubles.
TEST(RandomProperties, EachComparesTheSharesOfTwoProblems) {
  const std::set<std::string_view> of_one_answer = {
      "lower_bounds", "upper_bounds", "total", "proportion", "outcome", "equal_claimants"};
  constexpr std::uint64_t seeds = 150;
  auto exactly = count_comparisons(divide_fairly, seeds);
  auto rounded = count_comparisons(divide_fast, seeds);
  for (const Property& property : properties::all_properties()) {
    const bool asks_once = of_one_answer.contains(property.name);
    EXPECT_EQ(exactly[property.name] < 20, asks_once) << property.name;
    EXPECT_EQ(rounded[property.name] < 5, asks_once) << property.name;
  }
}

}  // namespace
}  // namespace fairshare::tests

#include "fairshare/properties/z3/found_bugs.h"

#include <cassert>
#include <cstddef>
#include <exception>
#include <limits>
#include <optional>
#include <sstream>
#include <utility>

namespace fairshare::prover {
namespace {

constexpr std::int32_t int_max = std::numeric_limits<std::int32_t>::max();

z3::expr int_of(const IntInput& input, int value) {
  return input.total.ctx().bv_val(value, 32);
}

z3::expr long_of(const IntInput& input, std::int64_t value) {
  return input.total.ctx().bv_val(value, 64);
}

z3::expr widened(const z3::expr& amount) {
  return z3::sext(amount, 32);
}

int size_of(const IntInput& input) {
  return static_cast<int>(input.claimants.size());
}

// ---- Assumptions.

z3::expr has_fair_shares(const IntInput& input) {
  return is_problem(input) && has_allocation(input);
}

z3::expr has_fair_shares_and_weights(const IntInput& input) {
  return has_fair_shares(input) && has_positive_weights(input);
}

z3::expr has_weights(const IntInput& input) {
  return is_problem(input) && has_positive_weights(input);
}

z3::expr has_weights_and_adds_up(const IntInput& input) {
  return has_weights(input) && adds_up_within_ints(input);
}

z3::expr adds_up(const IntInput& input) {
  return is_problem(input) && adds_up_within_ints(input);
}

z3::expr adds_up_and_can_be_claimed(const IntInput& input) {
  return adds_up(input) && widened(input.total) <= most_claimable(input);
}

z3::expr adds_up_with_one_weight_of_zero(const IntInput& input) {
  z3::expr result = adds_up(input) && !has_weight(input.claimants.back());
  for (std::size_t i = 0; i + 1 < input.claimants.size(); ++i) {
    result = result && has_weight(input.claimants[i]);
  }
  return result;
}

z3::expr adds_up_to_fair_shares(const IntInput& input) {
  return has_fair_shares(input) && has_weights_of_one_bit(input) && adds_up_within_ints(input);
}

z3::expr has_no_bounds(const IntInput& input) {
  z3::expr result = is_problem(input) && has_weights_of_one_bit(input);
  for (const IntClaimantTerms& claimant : input.claimants) {
    result = result && claimant.min_share == int_of(input, 0) &&
             claimant.max_share == int_of(input, int_max);
  }
  return result;
}

// ---- Doubling that never ends, and wrong targets.

z3::expr never_ends_to_2_5(const IntInput& input) {
  return never_stops_doubling(input, target_to_2_5(input));
}

// If all releases search for the same target, they all do the same.
z3::expr never_ends(const IntInput& input) {
  return target_to_2_5(input) == target_since_2_6(input) && never_ends_to_2_5(input);
}

// Not enough is used at 2^35, in any release.
z3::expr goes_beyond_2_to_35(const IntInput& input) {
  const z3::expr used = wrapped_sum(shares_at_power(input, 35));
  return used < target_to_2_5(input) || used < target_since_2_6(input);
}

z3::expr target_is_negative(const IntInput& input) {
  return target_to_2_5(input) < int_of(input, 0);
}

// The target is below 0; what is used at R = 1, and so below it, is not, since it does not wrap. So
// doubling ends at once, all halvings take the lower half, and the shares are those at 2^-25.
z3::expr gives_nothing(const IntInput& input) {
  const z3::expr used = exact_sum(shares_at_power(input, 0));
  z3::expr result = input.total > int_of(input, 0) && target_is_negative(input) &&
                    used <= long_of(input, int_max);
  for (const z3::expr& share : shares_at_power(input, -25)) {
    result = result && share == int_of(input, 0);
  }
  return result;
}

z3::expr target_is_too_small(const IntInput& input) {
  const z3::expr target = target_to_2_5(input);
  return target >= int_of(input, 0) && target < input.total;
}

// Doubling ends at R = 1, where no more than half of the total is used, without wrapping. The
// shares are those at 1 or below, and so add up to no more.
z3::expr gives_half(const IntInput& input) {
  const z3::expr used = exact_sum(shares_at_power(input, 0));
  return target_is_too_small(input) && widened(target_to_2_5(input)) <= used &&
         used + used <= widened(input.total);
}

// ---- The end of the search. No sum may wrap, so that used(R) never falls as R grows.

// Two neighbours among the multiples of 2^(exponent - 25).
struct Bracket {
  z3::expr low;  // the numerators
  z3::expr high;
  z3::expr exponent;
};

Bracket bracket_of(const IntInput& input, const z3::expr& exponent) {
  const z3::expr low = z3::zext(input.total.ctx().bv_const("ratio_low", 25), 64 - 25);
  return {low, low + long_of(input, 1), exponent};
}

z3::expr used_at_the_upper_end(const IntInput& input, const Bracket& bracket) {
  return wrapped_sum(shares_at_fraction(input, bracket.high, bracket.exponent));
}

// Doubling ends at 2^exponent, the first power of two at which enough is used. The upper end is
// above half of that, and only it uses enough. (A lower end of 0 was never tried.) From 2.5 on the
// search also stops at an R that uses exactly the total, but there is none if the upper end uses
// more than that and the lower one less.
z3::expr is_last(const IntInput& input, const Bracket& bracket) {
  const z3::expr used_low = wrapped_sum(shares_at_fraction(input, bracket.low, bracket.exponent));
  return bracket.exponent <= long_of(input, 28) &&
         (bracket.exponent == long_of(input, 0) || bracket.high > long_of(input, 1 << 24)) &&
         (bracket.low == long_of(input, 0) || used_low < input.total) &&
         used_at_the_upper_end(input, bracket) >= input.total;
}

// Without doubling: R is 1 at most.
z3::expr gives_n_less_1_more(const IntInput& input) {
  const Bracket bracket = bracket_of(input, long_of(input, 0));
  return is_last(input, bracket) &&
         used_at_the_upper_end(input, bracket) == input.total + int_of(input, size_of(input) - 1);
}

// R was doubled up to 2^26: the last two ends are 2 apart.
z3::expr gives_n_more(const IntInput& input) {
  const Bracket bracket = bracket_of(input, long_of(input, 26));
  return is_last(input, bracket) &&
         used_at_the_upper_end(input, bracket) - input.total >= int_of(input, size_of(input));
}

// ---- The same without the rule: shares at the two ends of the last bracket, whatever gave them.

struct Sums {
  z3::expr low;
  z3::expr high;
};

// No claimant grows by 2^growth_bits units or more from the lower end to the upper one.
Sums used_at_the_ends(const IntInput& input, unsigned growth_bits) {
  z3::context& context = input.total.ctx();
  Sums used{long_of(input, 0), long_of(input, 0)};
  for (int i = 0; i < size_of(input); ++i) {
    const std::string index = std::to_string(i);
    const z3::expr low = widened(context.bv_const(("share_low_" + index).c_str(), 32));
    const z3::expr growth = context.bv_const(("growth_" + index).c_str(), growth_bits);
    used.low = used.low + low;
    used.high = used.high + low + z3::zext(growth, 64 - growth_bits);
  }
  return used;
}

z3::expr total_is_between(const IntInput& input, const Sums& used) {
  return used.low < widened(input.total) && widened(input.total) <= used.high;
}

// What is used at the upper end, for both functions below: a constant, since the bug needs it, too.
z3::expr used_high(const IntInput& input) {
  return input.total.ctx().bv_const("used_high", 64);
}

z3::expr grows_by_a_unit(const IntInput& input) {
  const Sums used = used_at_the_ends(input, 1);
  return total_is_between(input, used) && used_high(input) == used.high;
}

z3::expr grows_by_three_units(const IntInput& input) {
  const Sums used = used_at_the_ends(input, 2);
  return total_is_between(input, used) && used_high(input) == used.high;
}

z3::expr uses_n_more(const IntInput& input) {
  return used_high(input) >= widened(input.total) + long_of(input, size_of(input));
}

// ---- Questions and answers.

Query query_of(const BugSearch& search, Question question, const IntInput& input) {
  z3::expr_vector assertions(input.total.ctx());
  const bool is_control = question == Question::control;
  assertions.push_back((is_control ? search.assumed_of_control : search.assumed)(input));
  if (question != Question::assumptions) assertions.push_back(search.bug(input));
  return {search.name, Engine::bit_vectors, assertions};
}

// The bits of "#x0000000a" or "#b01"; 0 if the model does not mention the constant, which may then
// have any value.
std::uint32_t bits_of(const Model& model, const std::string& name) {
  for (const auto& [constant, value] : model.values) {
    if (constant != name) continue;
    const int base = value.at(1) == 'x' ? 16 : 2;
    return static_cast<std::uint32_t>(std::strtoul(value.c_str() + 2, nullptr, base));
  }
  return 0;
}

IntProblem problem_of(const Model& model, int n) {
  const auto amount = [&](const std::string& name) {
    return static_cast<std::int32_t>(bits_of(model, name));
  };
  IntProblem problem{amount("total"), {}};
  for (int i = 0; i < n; ++i) {
    const std::string index = std::to_string(i);
    const float weight = static_cast<float>(bits_of(model, "weight_" + index)) / 16;  // exact
    problem.claimants.push_back(
        {weight, amount("min_share_" + index), amount("max_share_" + index)});
  }
  return problem;
}

// Nothing if the claim with n claimants is as expected; else the status, and why.
std::optional<Verdict> find_disappointment(const BugSearch& search, const BugReplay& replay, int n,
                                           const Limits& limits) {
  const std::string at = "n = " + std::to_string(n) + ": ";
  const auto asked = [&](Question question) { return look_for(search, question, n, limits); };
  const auto reason = [&](const Finding& finding) {
    const auto* unknown = std::get_if<Unknown>(&finding);
    return unknown ? unknown->reason : std::string("no such input exists");
  };

  const Finding bug = asked(Question::bug);
  if (std::holds_alternative<Unknown>(bug)) return Verdict{Status::unknown, 0, at + reason(bug)};
  const auto* found = std::get_if<Found>(&bug);
  if (search.symptom != Symptom::none) {
    if (!found) return Verdict{Status::proved, 0, at + "there is no such input"};
    if (replay && replay(search, found->problem)) return std::nullopt;
    return Verdict{Status::unknown, 0, at + "not confirmed by replay: " + to_text(found->problem)};
  }
  if (found) return Verdict{Status::refuted, 0, at + to_text(found->problem)};
  for (const Question question : {Question::assumptions, Question::control}) {
    const Finding finding = asked(question);
    if (std::holds_alternative<Found>(finding)) continue;
    const bool is_control = question == Question::control;
    return Verdict{Status::unknown, 0,
                   at + (is_control ? "control: " : "assumptions: ") + reason(finding)};
  }
  return std::nullopt;
}

Verdict decide(const BugSearch& search, const BugReplay& replay, const Limits& limits) {
  const bool is_refuted = search.symptom != Symptom::none;
  for (const int n : search.sizes) {
    if (auto verdict = find_disappointment(search, replay, n, limits)) return *verdict;
  }
  return {is_refuted ? Status::refuted : Status::proved, 0,
          is_refuted ? "every input found was replayed" : "its assumptions hold somewhere"};
}

// "2, 3, 5"
std::string listed(const std::vector<int>& sizes) {
  std::string text;
  for (const int n : sizes) text += (text.empty() ? "" : ", ") + std::to_string(n);
  return text;
}

std::vector<BugSearch> refuted_searches() {
  const std::vector<std::string> wrapping = {"yarn-2.2", "yarn-2.5"};
  const std::vector<std::string> ints = {"yarn-2.2", "yarn-2.5", "yarn-2.7", "yarn-3.0"};
  return {
      {"yarn-doubling-ends",
       "YARN's search of 2.1 to 3.0 ends wherever weights are positive and there are fair shares "
       "(YARN-8833: it doubles R for ever, since the sum of shares wraps).",
       {2, 3, 4},
       has_fair_shares_and_weights,
       never_ends,
       Symptom::never_ends,
       ints},
      {"yarn-doubling-ends-without-wrapping",
       "YARN's search of 2.1 to 2.5 ends wherever no sum wraps (YARN-1458: one claimant of weight "
       "0 "
       "is enough for it not to end).",
       {1, 2, 3},
       adds_up_with_one_weight_of_zero,
       never_ends_to_2_5,
       Symptom::never_ends,
       wrapping},
      {"yarn-gives-something",
       "YARN 2.1 to 2.5 give something where the total is above 0 and there are fair shares "
       "(YARN-2534: the sum of maximums wraps below 0, and every share is 0).",
       {2, 3, 4},
       has_fair_shares_and_weights,
       gives_nothing,
       Symptom::gives_nothing,
       wrapping},
      {"yarn-gives-more-than-half",
       "YARN 2.1 to 2.5 give more than half of a total of which there are fair shares (YARN-2534: "
       "the sum of maximums wraps past 0, and is taken for the total).",
       {3, 4},
       has_fair_shares_and_weights,
       gives_half,
       Symptom::gives_half,
       wrapping},
      {"yarn-gives-less-than-n-units-less-one-more",
       "YARN 2.1 to 3.0 give less than n - 1 units more than the total to n claimants without "
       "bounds (they tick over together).",
       {2, 3, 5, 8},
       has_no_bounds,
       gives_n_less_1_more,
       Symptom::gives_n_less_1_more,
       ints},
      {"yarn-gives-less-than-n-units-more",
       "YARN 2.1 to 3.0 give less than n units more than the total where no sum wraps (25 halvings "
       "are too few: shares may grow by several units in the last step).",
       {1, 2},
       adds_up_to_fair_shares,
       gives_n_more,
       Symptom::gives_n_more,
       ints},
  };
}

std::vector<BugSearch> proved_searches() {
  return {
      {"yarn-doubling-for-one-claimant-ends",
       "For one claimant, whose weight is a positive whole number of sixteenths below 16, the "
       "doubling of YARN 2.1 to 2.5 ends at R = 2^35 at the latest, whatever ints the total and "
       "the bounds are. So does that of 2.6 to 3.0 if it fixes no share beforehand.",
       {1},
       has_positive_weights,
       goes_beyond_2_to_35,
       Symptom::none,
       {},
       has_positive_weights,
       1},
      {"yarn-doubling-with-weights-ends-unless-sums-wrap",
       "Where weights are positive whole numbers of sixteenths below 16, and the sum of maximums "
       "is an int, the doubling of YARN 2.1 to 2.5 ends at R = 2^35 at the latest. So does that "
       "of 2.6 to 3.0 if it fixes no share beforehand.",
       {1, 2, 3},
       has_weights_and_adds_up,
       goes_beyond_2_to_35,
       Symptom::none,
       {},
       has_weights,
       1},
      {"yarn-doubling-ends-where-the-total-can-be-claimed",
       "Where weights are whole numbers of sixteenths below 16, the sum of maximums is an int, "
       "and the total can be claimed (at weight 0: only the minimum), the doubling of YARN 2.1 to "
       "2.5 ends at R = 2^35 at the latest. So does that of 2.6 to 3.0 if it fixes no share "
       "beforehand.",
       {1, 2},
       adds_up_and_can_be_claimed,
       goes_beyond_2_to_35,
       Symptom::none,
       {},
       adds_up},
      {"yarn-one-maximum-does-not-wrap",
       "With one claimant the target of YARN 2.1 to 2.5 is never below 0 where the input is not.",
       {1},
       is_problem,
       target_is_negative,
       Symptom::none,
       {},
       is_problem,
       1},
      {"yarn-two-maximums-do-not-wrap-past-zero",
       "With two claimants at most the target of YARN 2.1 to 2.5 is the total, or below 0, where "
       "there are fair shares.",
       {1, 2},
       has_fair_shares,
       target_is_too_small,
       Symptom::none,
       {},
       has_fair_shares,
       2},
      {"yarn-excess-is-below-n-where-no-claimant-grows-by-two-units",
       "Where no sum wraps: if the last lower end uses less than the total, and no claimant has "
       "two "
       "units more at the upper one, fewer than n units are too many.",
       {1, 2, 3, 5, 8},
       grows_by_a_unit,
       uses_n_more,
       Symptom::none,
       {},
       grows_by_three_units},
  };
}

}  // namespace

std::string to_text(const IntProblem& problem) {
  std::ostringstream text;
  text << "total " << problem.total;
  const char* separator = ": ";
  for (const IntClaimant& claimant : problem.claimants) {
    text << separator << "weight " << claimant.weight << ", min share " << claimant.min_share;
    if (claimant.max_share != int_max) text << ", max share " << claimant.max_share;
    separator = "; ";
  }
  return text.str();
}

std::vector<BugSearch> all_bug_searches() {
  std::vector<BugSearch> searches = refuted_searches();
  for (BugSearch& search : proved_searches()) searches.push_back(std::move(search));
  return searches;
}

Finding look_for(const BugSearch& search, Question question, int n, const Limits& limits) {
  const bool is_control = question == Question::control;
  assert(!is_control || search.assumed_of_control);
  const int size = is_control ? n + search.more_claimants_in_control : n;
  try {
    z3::context context;
    const Answer answer = ask(query_of(search, question, int_input(context, size)), limits);
    if (const auto* model = std::get_if<Model>(&answer)) {
      return Found{problem_of(*model, size), *model};
    }
    if (std::holds_alternative<NoModel>(answer)) return NotFound{};
    return std::get<Unknown>(answer);
  } catch (const z3::exception& error) {
    return Unknown{error.msg()};
  } catch (const std::exception& error) {
    return Unknown{error.what()};
  }
}

std::vector<Theorem> theorems_of_found_bugs(const BugReplay& replay) {
  std::vector<Theorem> theorems;
  for (const BugSearch& search : all_bug_searches()) {
    const Claim claim = search.symptom == Symptom::none ? Claim::proved : Claim::refuted;
    theorems.push_back(
        {search.name, search.statement, listed(search.sizes), "Z3", claim,
         [search, replay](const Limits& limits) { return decide(search, replay, limits); }});
  }
  return theorems;
}

}  // namespace fairshare::prover

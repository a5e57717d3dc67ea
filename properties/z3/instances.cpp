#include "fairshare/properties/z3/instances.h"

#include <cassert>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "fairshare/properties/z3/terms.h"

namespace fairshare::prover {
namespace {

std::string share_name(std::size_t index) {
  return "share_" + std::to_string(index + 1);
}

std::vector<z3::expr> numerals(z3::context& context, std::span<const Rational> numbers) {
  std::vector<z3::expr> terms;
  for (const Rational& number : numbers) terms.push_back(numeral(context, number));
  return terms;
}

std::vector<z3::expr> unknown_shares(z3::context& context, std::size_t size) {
  std::vector<z3::expr> shares;
  for (std::size_t i = 0; i < size; ++i) shares.push_back(unknown_number(context, share_name(i)));
  return shares;
}

// The definition: the ratio gives these shares, and they add up to the total.
Query fair_at(z3::context& context, const char* name, const Problem<Rational>& problem,
              const z3::expr& ratio, const std::vector<z3::expr>& shares) {
  Query query{name, Engine::simple, z3::expr_vector(context)};
  query.assertions.push_back(ratio >= 0);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const ClaimantTerms claimant = given_claimant(context, problem.claimants[i]);
    query.assertions.push_back(is_share_at(claimant, claimant.weight * ratio, shares[i]));
  }
  query.assertions.push_back(sum_of(context, shares) == numeral(context, problem.total));
  return query;
}

Decision has_model(const Answer& answer) {
  if (const auto* unknown = std::get_if<Unknown>(&answer)) return *unknown;
  return std::holds_alternative<Model>(answer);
}

Decision has_no_model(const Answer& answer) {
  if (const auto* unknown = std::get_if<Unknown>(&answer)) return *unknown;
  return std::holds_alternative<NoModel>(answer);
}

// The lemma at one ratio: a smaller R gives no claimant more, a greater one no claimant less.
void add_monotony(z3::context& context, const Rational& fair_ratio,
                  const std::vector<z3::expr>& fair_shares,
                  const std::vector<z3::expr>& other_shares, Query& query) {
  const z3::expr ratio = unknown_number(context, "R");
  const z3::expr there = numeral(context, fair_ratio);
  for (std::size_t i = 0; i < fair_shares.size(); ++i) {
    query.assertions.push_back(z3::implies(ratio <= there, other_shares[i] <= fair_shares[i]));
    query.assertions.push_back(z3::implies(ratio >= there, other_shares[i] >= fair_shares[i]));
  }
}

// The amount by which the minimums exceed the total, as the constant "excess".
Query overcommitted_query(z3::context& context, const Problem<Rational>& problem) {
  std::vector<z3::expr> minimums;
  for (const auto& claimant : problem.claimants) {
    minimums.push_back(numeral(context, claimant.min_share));
  }
  const z3::expr excess = unknown_number(context, "excess");
  Query query{"overcommitted", Engine::simple, z3::expr_vector(context)};
  query.assertions.push_back(excess > 0);
  query.assertions.push_back(sum_of(context, minimums) == numeral(context, problem.total) + excess);
  return query;
}

// The amount that no claimant can have, as the constant "unclaimed": whatever R is, the shares add
// up to no more than the sum of the maximums (at weight 0, minimums).
Query surplus_query(z3::context& context, const Problem<Rational>& problem) {
  Query query{"surplus", Engine::simple, z3::expr_vector(context)};
  std::vector<z3::expr> most;
  for (const auto& given : problem.claimants) {
    const ClaimantTerms claimant = given_claimant(context, given);
    query.assertions.push_back(claimant.weight == 0 || claimant.has_max);
    most.push_back(z3::ite(claimant.weight == 0, claimant.min_share, claimant.max_share));
  }
  const z3::expr unclaimed = unknown_number(context, "unclaimed");
  query.assertions.push_back(unclaimed > 0);
  query.assertions.push_back(sum_of(context, most) + unclaimed == numeral(context, problem.total));
  return query;
}

// The only R that can be the least of those that give these shares: the one that the claimants
// above their minimums need.
Rational needed_ratio(const Problem<Rational>& problem, std::span<const Rational> shares) {
  Rational ratio = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    if (shares[i] == min_share || weight == 0) continue;
    const Rational own = shares[i] / weight;
    if (own > ratio) ratio = own;
  }
  return ratio;
}

using Outcome = std::variant<Solution<Rational>, Unknown>;

Outcome read_allocation(const Problem<Rational>& problem, const Model& model,
                        const Limits& limits) {
  Allocation<Rational> allocation{0, {}};
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    auto share = find_value(model, share_name(i));
    if (!share) return Unknown{"the model has no number for " + share_name(i)};
    allocation.shares.push_back(std::move(*share));
  }
  allocation.ratio = needed_ratio(problem, allocation.shares);

  z3::context context;
  const z3::expr least = numeral(context, allocation.ratio);
  const z3::expr ratio = unknown_number(context, "R");
  const std::vector<z3::expr> shares = numerals(context, allocation.shares);
  const Query at_it = fair_at(context, "fair at the ratio", problem, least, shares);
  Query below_it = fair_at(context, "fair below the ratio", problem, ratio, shares);
  below_it.assertions.push_back(ratio < least);
  if (!std::holds_alternative<Model>(ask(at_it, limits)) ||
      !std::holds_alternative<NoModel>(ask(below_it, limits))) {
    return Unknown{"the least ratio is not confirmed"};
  }
  return allocation;
}

}  // namespace

Query fairness_query(z3::context& context, const Problem<Rational>& problem,
                     std::span<const Rational> shares) {
  return fair_at(context, "these shares are fair", problem, unknown_number(context, "R"),
                 numerals(context, shares));
}

Query solution_query(z3::context& context, const Problem<Rational>& problem) {
  return fair_at(context, "fair shares", problem, unknown_number(context, "R"),
                 unknown_shares(context, problem.claimants.size()));
}

Decision are_fair(const Problem<Rational>& problem, std::span<const Rational> shares,
                  const Limits& limits) {
  assert(!find_defect(problem));
  assert(shares.size() == problem.claimants.size());
  z3::context context;
  return has_model(ask(fairness_query(context, problem, shares), limits));
}

Decision nothing_else_is_fair(const Problem<Rational>& problem, std::span<const Rational> shares,
                              const Limits& limits) {
  assert(!find_defect(problem));
  assert(shares.size() == problem.claimants.size());
  z3::context context;
  const std::vector<z3::expr> these = numerals(context, shares);
  const std::vector<z3::expr> others = unknown_shares(context, shares.size());
  Query query = solution_query(context, problem);
  query.name = "other shares are fair";
  std::vector<z3::expr> differences;
  for (std::size_t i = 0; i < these.size(); ++i) differences.push_back(others[i] != these[i]);
  query.assertions.push_back(any_of(context, differences));

  const Answer answer = ask(fairness_query(context, problem, shares), limits);
  if (const auto* fair = std::get_if<Model>(&answer)) {
    if (const auto ratio = find_value(*fair, "R")) {
      add_monotony(context, *ratio, these, others, query);
    }
  }
  return has_no_model(ask(query, limits));
}

std::variant<Solution<Rational>, Unknown> solve(const Problem<Rational>& problem,
                                                const Limits& limits) {
  assert(!find_defect(problem));
  z3::context context;
  const Answer allocation = ask(solution_query(context, problem), limits);
  const Answer overcommitted = ask(overcommitted_query(context, problem), limits);
  const Answer surplus = ask(surplus_query(context, problem), limits);
  std::size_t models = 0;
  for (const Answer* answer : {&allocation, &overcommitted, &surplus}) {
    if (const auto* unknown = std::get_if<Unknown>(answer)) return *unknown;
    if (std::holds_alternative<Model>(*answer)) ++models;
  }
  if (models != 1) return Unknown{std::to_string(models) + " of three outcomes have a model"};

  if (const auto* model = std::get_if<Model>(&allocation)) {
    return read_allocation(problem, *model, limits);
  }
  const bool is_over = std::holds_alternative<Model>(overcommitted);
  const auto& model = std::get<Model>(is_over ? overcommitted : surplus);
  const auto amount = find_value(model, is_over ? "excess" : "unclaimed");
  if (!amount) return Unknown{"the model has no number for the amount"};
  if (is_over) return Solution<Rational>(Overcommitted<Rational>{*amount});
  return Solution<Rational>(Surplus<Rational>{*amount});
}

}  // namespace fairshare::prover

// Equal claimants get equal shares, whatever their order in the list, and whenever they ask.
#include <algorithm>
#include <array>
#include <numeric>

#include "fairshare/properties/families.h"
#include "fairshare/properties/relations.h"

namespace fairshare::properties {
namespace {

using Order = std::vector<std::size_t>;

Order order_as_given(const Problem<Rational>& problem) {
  Order order(problem.claimants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

// By weight, then minimum, then maximum; no maximum comes last.
bool claims_less(const Claimant<Rational>& a, const Claimant<Rational>& b) {
  if (a.weight != b.weight) return a.weight < b.weight;
  if (a.min_share != b.min_share) return a.min_share < b.min_share;
  if (!a.max_share || !b.max_share) return a.max_share.has_value() && !b.max_share;
  return *a.max_share < *b.max_share;
}

Order order_by_claims(const Problem<Rational>& problem) {
  Order order = order_as_given(problem);
  std::ranges::stable_sort(order, [&](std::size_t i, std::size_t k) {
    return claims_less(problem.claimants[i], problem.claimants[k]);
  });
  return order;
}

std::optional<Breach> find_difference_in_order(std::string_view property,
                                               const Problem<Rational>& problem, const Reply& reply,
                                               const Order& order, const std::string& how,
                                               const Divide& divide) {
  Remade remade{{problem.total, {}}, how};
  std::vector<Due> dues;
  for (const std::size_t i : order) {
    remade.problem.claimants.push_back(problem.claimants[i]);
    if (reply.outcome == Outcome::allocation) dues.push_back({i, reply.shares[i]});
  }
  const auto other = ask(divide, remade.problem);
  if (!other) return std::nullopt;
  return find_difference(property, remade, reply.outcome, dues, *other);
}

std::optional<Breach> find_breach_of_permutation(const Problem<Rational>& problem,
                                                 std::uint64_t number, const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  Order order = order_as_given(problem);
  for (std::size_t k = order.size(); k > 1; --k) {
    std::swap(order[k - 1], order[choice.below(k)]);
  }
  return find_difference_in_order("permutation", problem, *reply, order,
                                  "with the claimants in another order", divide);
}

std::optional<Breach> find_breach_of_order_independence(const Problem<Rational>& problem,
                                                        std::uint64_t, const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  const auto compare = [&](const Order& order, const std::string& how) {
    return find_difference_in_order("order_independence", problem, *reply, order, how, divide);
  };
  Order order = order_as_given(problem);
  std::ranges::reverse(order);
  if (auto breach = compare(order, "with the claimants reversed")) return breach;
  order = order_by_claims(problem);
  if (auto breach = compare(order, "with the claimants sorted by weight")) return breach;
  std::ranges::reverse(order);
  return compare(order, "with the claimants sorted by weight, the heaviest first");
}

// At weight 0 a maximum does not count.
bool are_equal(const Claimant<Rational>& a, const Claimant<Rational>& b) {
  if (a.weight == 0 && b.weight == 0) return a.min_share == b.min_share;
  return a == b;
}

// Sorting puts equal claimants side by side. If every two of some intervals have a number in
// common, all of them have one, so each is compared with the highest low end so far and the lowest
// high end.
std::optional<Breach> find_unequal_equals(const Problem<Rational>& problem, std::uint64_t,
                                          const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply || reply->outcome != Outcome::allocation) return std::nullopt;
  const std::vector<Interval>& shares = reply->shares;
  const Order order = order_by_claims(problem);
  std::size_t highest = 0;  // of the low ends of the equal claimants so far
  std::size_t lowest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    if (k == 0 || !are_equal(problem.claimants[i], problem.claimants[lowest])) {
      highest = lowest = i;
      continue;
    }
    for (const std::size_t beside : {highest, lowest}) {
      if (can_be_equal(shares[i], shares[beside])) continue;
      return Breach{"equal_claimants",
                    "claimants " + std::to_string(beside) + " and " + std::to_string(i) +
                        " are equal and get " + text_of(shares[beside]) + " and " +
                        text_of(shares[i]),
                    i};
    }
    if (!can_be_at_most(shares[i], exactly(shares[highest].low))) highest = i;
    if (!can_be_at_most(exactly(shares[lowest].high), shares[i])) lowest = i;
  }
  return std::nullopt;
}

// The same question has the same answer, so here the intervals themselves must be equal.
std::optional<Breach> find_two_answers(const Problem<Rational>& problem, std::uint64_t,
                                       const Divide& divide) {
  const auto first = ask(divide, problem);
  const auto second = ask(divide, problem);
  if (!first || !second) return std::nullopt;
  if (first->outcome != second->outcome) {
    return Breach{"determinism", "asked twice, the outcome is " +
                                     std::string(name_of(first->outcome)) + " and then " +
                                     std::string(name_of(second->outcome))};
  }
  for (std::size_t i = 0; i < first->shares.size(); ++i) {
    if (first->shares[i] == second->shares[i]) continue;
    return Breach{"determinism",
                  "asked twice, claimant " + std::to_string(i) + " gets " +
                      text_of(first->shares[i]) + " and then " + text_of(second->shares[i]),
                  i};
  }
  return std::nullopt;
}

constexpr std::array table = {
    Property{"permutation", "claimant p(i)' = claimant i  =>  outcome' = outcome, x_p(i)' = x_i",
             "FS207", find_breach_of_permutation},
    Property{"order_independence",
             "claimants reversed, and sorted either way  =>  outcome' = outcome, every share stays",
             "FS207", find_breach_of_order_independence},
    Property{"equal_claimants", "w_i = w_j, l_i = l_j, u_i = u_j  =>  x_i = x_j", "FS205",
             find_unequal_equals},
    Property{"determinism", "problem' = problem  =>  answer' = answer", "FS504", find_two_answers},
};

}  // namespace

std::span<const Property> symmetries() {
  return table;
}

}  // namespace fairshare::properties

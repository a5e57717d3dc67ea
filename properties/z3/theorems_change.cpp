// What a change of the problem does to the shares: nobody is punished for getting more rights, and
// nobody gains by asking for more than it needs.
#include <cstddef>

#include "properties/z3/argument.h"
#include "properties/z3/worlds.h"

namespace fairshare::prover {
namespace {

struct Change {
  World before;
  World after;
};

Change change_of(z3::context& context, std::size_t n) {
  return {divided_world(context, "before", n), divided_world(context, "after", n)};
}

std::vector<z3::expr> have_weights(const Change& change) {
  return joined({has_weights(change.before, weights_up_to(change.before.shares.size())),
                 has_weights(change.after, weights_up_to(change.after.shares.size()))});
}

// All but the first claimant are as they were, and the total is.
std::vector<z3::expr> only_first_differs(const Change& change) {
  std::vector<z3::expr> conditions = joined(
      {is_fair(change.before), is_fair(change.after), {change.before.total == change.after.total}});
  for (std::size_t i = 1; i < change.before.shares.size(); ++i) {
    conditions.push_back(is_same(change.before.claimants[i], change.after.claimants[i]));
  }
  return conditions;
}

z3::expr first_gains_at_the_cost_of_others(const Change& change) {
  std::vector<z3::expr> gains{change.after.shares[0] >= change.before.shares[0]};
  for (std::size_t i = 1; i < change.before.shares.size(); ++i) {
    gains.push_back(change.after.shares[i] <= change.before.shares[i]);
  }
  return all_of(change.before.total.ctx(), gains);
}

Argument in_total(z3::context& context, std::size_t n) {
  const Change change = change_of(context, n);
  const auto& [before, after] = change;
  const auto two_totals = joined({is_fair(before),
                                  is_fair(after),
                                  are_same(before, after, n),
                                  {has_common_order(before, after, n)}});
  std::vector<z3::expr> grows;
  for (std::size_t i = 0; i < n; ++i) {
    grows.push_back(after.shares[i] >= before.shares[i]);
    grows.push_back(after.shares[i] - before.shares[i] <= after.total - before.total);
  }
  const z3::expr claim = all_of(context, grows);
  return {Engine::simple,
          {joined({two_totals, {after.total >= before.total}}), claim},
          have_weights(change),
          {joined({two_totals, have_weights(change)}), claim}};
}

// At a greater ratio the first claimant's product grows with the others', since its weight does not
// fall; at a lower one it may go either way.
Argument in_own_weight(z3::context& context, std::size_t n) {
  const Change change = change_of(context, n);
  const auto& [before, after] = change;
  std::vector<z3::expr> up{before.products[0] <= after.products[0]};
  std::vector<z3::expr> down;
  for (std::size_t i = 1; i < n; ++i) {
    up.push_back(before.products[i] <= after.products[i]);
    down.push_back(before.products[i] >= after.products[i]);
  }
  const auto weight_differs = joined(
      {only_first_differs(change), {has_same_bounds(before.claimants[0], after.claimants[0])}});
  const std::vector<int> weights = weights_up_to(n);
  std::vector<int> heavier = weights;
  heavier[0] = 5;
  const z3::expr claim = first_gains_at_the_cost_of_others(change);
  return {
      Engine::simple,
      {joined({weight_differs,
               {after.claimants[0].weight >= before.claimants[0].weight,
                all_of(context, up) || all_of(context, down)}}),
       claim},
      joined({has_weights(before, weights), has_weights(after, heavier)}),
      {joined({weight_differs, has_weights(before, heavier), has_weights(after, weights)}), claim}};
}

Argument in_own_min(z3::context& context, std::size_t n) {
  const Change change = change_of(context, n);
  const ClaimantTerms& before = change.before.claimants[0];
  const ClaimantTerms& after = change.after.claimants[0];
  const auto min_differs =
      joined({only_first_differs(change),
              {has_common_order(change.before, change.after, n), before.weight == after.weight,
               before.has_max == after.has_max, before.max_share == after.max_share}});
  const z3::expr claim = first_gains_at_the_cost_of_others(change);
  return {Engine::simple,
          {joined({min_differs, {after.min_share >= before.min_share}}), claim},
          have_weights(change),
          {joined({min_differs, have_weights(change)}), claim}};
}

Argument in_own_max(z3::context& context, std::size_t n) {
  const Change change = change_of(context, n);
  const ClaimantTerms& before = change.before.claimants[0];
  const ClaimantTerms& after = change.after.claimants[0];
  const auto max_differs =
      joined({only_first_differs(change),
              {has_common_order(change.before, change.after, n), before.weight == after.weight,
               before.min_share == after.min_share}});
  const z3::expr is_raised =
      z3::implies(after.has_max, before.has_max && after.max_share >= before.max_share);
  const z3::expr claim = first_gains_at_the_cost_of_others(change);
  return {Engine::simple,
          {joined({max_differs, {is_raised}}), claim},
          have_weights(change),
          {joined({max_differs, have_weights(change)}), claim}};
}

z3::expr lesser(const z3::expr& a, const z3::expr& b) {
  return z3::ite(a <= b, a, b);
}

// What a demand makes of a claimant: it caps the minimum and the maximum.
z3::expr is_capped(const ClaimantTerms& claimant, const ClaimantTerms& right,
                   const z3::expr& demand) {
  const z3::expr max_share = z3::ite(right.has_max, lesser(right.max_share, demand), demand);
  return claimant.weight == right.weight && claimant.has_max &&
         claimant.min_share == lesser(right.min_share, demand) && claimant.max_share == max_share;
}

// `before` is the truth, `after` the report. What exceeds the true demand is of no use.
Argument in_demand(z3::context& context, std::size_t n) {
  const Change change = change_of(context, n);
  const ClaimantTerms right = unknown_claimant(context, "right.", "1");
  const z3::expr demand = unknown_number(context, "demand");
  const z3::expr reported = unknown_number(context, "reported_demand");
  const auto lie =
      joined({only_first_differs(change),
              {has_common_order(change.before, change.after, n), has_no_defect(right), demand >= 0,
               reported >= 0, is_capped(change.before.claimants[0], right, demand),
               is_capped(change.after.claimants[0], right, reported)}});
  const z3::expr& true_share = change.before.shares[0];
  const z3::expr& obtained = change.after.shares[0];
  return {Engine::simple,
          {lie, lesser(obtained, demand) <= true_share},
          joined({have_weights(change), {reported != demand}}),
          {joined({lie, have_weights(change)}), obtained <= true_share}};
}

Argument in_population(z3::context& context, std::size_t n) {
  const Change change{divided_world(context, "before", n), divided_world(context, "after", n + 1)};
  const auto& [before, after] = change;
  const auto one_more = joined({is_fair(before),
                                is_fair(after),
                                are_same(before, after, n),
                                {has_common_order(before, after, n)}});
  std::vector<z3::expr> falls;
  for (std::size_t i = 0; i < n; ++i) falls.push_back(after.shares[i] <= before.shares[i]);
  const z3::expr claim = all_of(context, falls);
  return {Engine::simple,
          {joined({one_more, {before.total == after.total}}), claim},
          have_weights(change),
          {joined({one_more, have_weights(change)}), claim}};
}

}  // namespace

std::vector<FixedTheorem> theorems_of_change() {
  return {
      {"monotone-in-total",
       "If the total grows, nobody's share falls, and nobody's grows by more than the total did.",
       2, 6, in_total},
      {"monotone-in-own-weight",
       "If a claimant's weight grows, its share does not fall and no other's grows.", 2, 6,
       in_own_weight},
      {"monotone-in-own-minimum",
       "If a claimant's minimum grows, its share does not fall and no other's grows.", 2, 6,
       in_own_min},
      {"monotone-in-own-maximum",
       "If a claimant's maximum grows or is left out, its share does not fall and no other's "
       "grows.",
       2, 6, in_own_max},
      {"strategy-proof-in-demand",
       "Who reports another demand than its true one gets no more of what it can use.", 2, 6,
       in_demand},
      {"population-monotone", "If another claimant joins, nobody else's share grows.", 1, 5,
       in_population},
  };
}

}  // namespace fairshare::prover

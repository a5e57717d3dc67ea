// When shares are the same: uniqueness and what follows from it, and two things that are not so.
#include <cstddef>
#include <variant>

#include "exact/solve.h"
#include "properties/z3/argument.h"
#include "properties/z3/worlds.h"

namespace fairshare::prover {
namespace {

z3::expr are_equal(const std::vector<z3::expr>& shares, const std::vector<z3::expr>& others,
                   std::size_t n) {
  std::vector<z3::expr> equations;
  for (std::size_t i = 0; i < n; ++i) equations.push_back(shares[i] == others[i]);
  return all_of(shares.front().ctx(), equations);
}

std::vector<z3::expr> have_weights(const World& before, const World& after) {
  return joined({has_weights(before, weights_up_to(before.shares.size())),
                 has_weights(after, weights_up_to(after.shares.size()))});
}

Argument unique(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n);
  const auto two_fair = joined(
      {is_fair(before), is_fair(after), are_same(before, after, n), {before.total == after.total}});
  const z3::expr claim = are_equal(before.shares, after.shares, n);
  return {Engine::simple,
          {joined({two_fair, {has_common_order(before, after, n)}}), claim},
          have_weights(before, after),
          {two_fair, claim}};
}

// Weights c * w at the ratio R are the weights w at c * R, so that the order is common to all.
Argument scaled_weights(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n);
  std::vector<z3::expr> two_fair =
      joined({is_fair(before), is_fair(after), {before.total == after.total}});
  for (std::size_t i = 0; i < n; ++i) {
    two_fair.push_back(has_same_bounds(before.claimants[i], after.claimants[i]));
  }
  const std::vector<int> weights = weights_up_to(n);
  std::vector<int> threefold;
  for (const int weight : weights) threefold.push_back(3 * weight);
  const std::vector<int> reversed(weights.rbegin(), weights.rend());
  const z3::expr claim = are_equal(before.shares, after.shares, n);
  return {Engine::simple,
          {joined({two_fair, {has_common_order(before, after, n)}}), claim},
          joined({has_weights(before, weights), has_weights(after, threefold)}),
          {joined({two_fair, has_weights(before, weights), has_weights(after, reversed)}), claim}};
}

ClaimantTerms scaled(const ClaimantTerms& claimant, const z3::expr& factor) {
  return {claimant.weight, factor * claimant.min_share, claimant.has_max,
          factor * claimant.max_share};
}

// The shares of the greater problem are written as factor * x, its products as factor * y. By the
// lemma x and y then belong to the problem itself.
Argument scaled_amounts(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n);
  const z3::expr factor = unknown_number(context, "factor");
  const z3::expr greater_total = unknown_number(context, "greater_total");
  std::vector<z3::expr> greater_shares;
  std::vector<z3::expr> hypotheses =
      joined({is_fair(before),
              are_same(before, after, n),
              {has_common_order(before, after, n), factor > 0, after.ratio >= 0}});
  std::vector<Sentence> lemmas;
  for (std::size_t i = 0; i < n; ++i) {
    const z3::expr& product = after.products[i];
    const z3::expr& share = after.shares[i];
    const std::vector<z3::expr> greater{
        factor > 0, product >= 0, has_no_defect(after.claimants[i]),
        is_share_at(scaled(after.claimants[i], factor), factor * product, factor * share)};
    lemmas.push_back({greater, is_share_at(after.claimants[i], product, share)});
    hypotheses = joined({hypotheses, greater, {lemmas.back().claim}});
    greater_shares.push_back(factor * share);
  }
  hypotheses.push_back(sum_of(context, greater_shares) == factor * after.total);
  lemmas.push_back({{factor > 0, sum_of(context, greater_shares) == factor * after.total},
                    sum_of(context, after.shares) == after.total});
  hypotheses.push_back(lemmas.back().claim);
  const z3::expr claim = are_equal(before.shares, after.shares, n);
  return {Engine::nonlinear,
          {joined({hypotheses, {before.total == after.total}}), claim},
          joined({have_weights(before, after), {factor == 2}}),
          {joined({hypotheses, have_weights(before, after), {factor == 2}}), claim},
          lemmas};
}

Argument consistent(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n - 1);
  const auto two_fair = joined({is_fair(before),
                                is_fair(after),
                                are_same(before, after, n - 1),
                                {has_common_order(before, after, n - 1)}});
  const z3::expr takes_its_share = after.total == before.total - before.shares[n - 1];
  const z3::expr claim = are_equal(before.shares, after.shares, n - 1);
  return {Engine::simple,
          {joined({two_fair, {takes_its_share}}), claim},
          have_weights(before, after),
          {joined({two_fair, have_weights(before, after)}), claim}};
}

Argument symmetric(z3::context& context, std::size_t n) {
  const World world = divided_world(context, "before", n);
  const z3::expr same_bounds = has_same_bounds(world.claimants[0], world.claimants[1]);
  const z3::expr same_weight = world.claimants[0].weight == world.claimants[1].weight &&
                               world.products[0] == world.products[1];
  std::vector<int> weights = weights_up_to(n);
  const z3::expr claim = world.shares[0] == world.shares[1];
  const Sentence control{joined({is_fair(world), {same_bounds}, has_weights(world, weights)}),
                         claim};
  weights[0] = weights[1];
  return {Engine::simple,
          {joined({is_fair(world), {same_bounds, same_weight}}), claim},
          has_weights(world, weights),
          control};
}

Argument order_preserving(z3::context& context, std::size_t n) {
  const World world = divided_world(context, "before", n);
  const ClaimantTerms& more = world.claimants[0];
  const ClaimantTerms& less = world.claimants[1];
  const z3::expr wider =
      z3::implies(more.has_max, less.has_max && less.max_share <= more.max_share);
  const z3::expr heavier = more.weight >= less.weight && world.products[0] >= world.products[1];
  std::vector<int> weights = weights_up_to(n);
  weights[0] = 3;
  const z3::expr claim = world.shares[0] >= world.shares[1];
  const auto without_minimums = joined({is_fair(world), {wider, heavier}});
  return {Engine::simple,
          {joined({without_minimums, {more.min_share >= less.min_share}}), claim},
          has_weights(world, weights),
          {joined({without_minimums, has_weights(world, weights)}), claim}};
}

Argument max_above_total(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n);
  std::vector<z3::expr> two_fair =
      joined({is_fair(before),
              is_fair(after),
              {before.total == after.total, has_common_order(before, after, n)}});
  for (std::size_t i = 1; i < n; ++i) {
    two_fair.push_back(is_same(before.claimants[i], after.claimants[i]));
  }
  const ClaimantTerms& bounded = before.claimants[0];
  const ClaimantTerms& unbounded = after.claimants[0];
  two_fair = joined({two_fair,
                     {bounded.has_max, !unbounded.has_max, bounded.min_share == unbounded.min_share,
                      bounded.weight == unbounded.weight}});
  const z3::expr claim = are_equal(before.shares, after.shares, n);
  return {Engine::simple,
          {joined({two_fair, {bounded.max_share >= before.total}}), claim},
          have_weights(before, after),
          {joined({two_fair, have_weights(before, after)}), claim}};
}

Argument idle_claimant(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n + 1);
  const auto with_another =
      joined({is_fair(before),
              is_fair(after),
              are_same(before, after, n),
              {before.total == after.total, has_common_order(before, after, n),
               after.claimants[n].min_share == 0}});
  std::vector<int> weights = weights_up_to(n + 1);
  const z3::expr claim = are_equal(before.shares, after.shares, n);
  const Sentence control{joined({with_another, have_weights(before, after)}), claim};
  weights[n] = 0;
  return {Engine::simple,
          {joined({with_another, {after.claimants[n].weight == 0}}), claim},
          joined({has_weights(before, weights_up_to(n)), has_weights(after, weights)}),
          control};
}

Argument ratios_between(z3::context& context, std::size_t n) {
  const World low = divided_world(context, "before", n);
  const World high = divided_world(context, "after", n);
  const World middle = divided_world(context, "middle", n);
  std::vector<z3::expr> two_ratios =
      joined({is_fair(low),
              is_fair(high),
              are_same(low, high, n),
              are_same(low, middle, n),
              {low.total == high.total, are_equal(low.shares, high.shares, n)}});
  std::vector<z3::expr> gives_them;
  std::vector<z3::expr> below;
  for (std::size_t i = 0; i < n; ++i) {
    const z3::expr& product = middle.products[i];
    two_ratios.push_back(product >= low.products[i]);
    below.push_back(product <= high.products[i]);
    gives_them.push_back(is_share_at(low.claimants[i], product, low.shares[i]));
  }
  const z3::expr claim = all_of(context, gives_them);
  const auto weights = joined({have_weights(low, high), has_weights(middle, weights_up_to(n))});
  return {Engine::simple,
          {joined({two_ratios, below}), claim},
          weights,
          {joined({two_ratios, weights}), claim}};
}

// The two ways of saying "share" agree for every claimant without a defect: terms.h.
Argument share_relation(z3::context& context, std::size_t) {
  const World world = divided_world(context, "before", 1);
  const ClaimantTerms& claimant = world.claimants[0];
  const z3::expr& product = world.products[0];
  const z3::expr claim = is_share_at(claimant, product, world.shares[0]) ==
                         (world.shares[0] == share_at(claimant, product));
  return {Engine::simple,
          {{has_no_defect(claimant)}, claim},
          has_weights(world, {1}),
          {{claimant.min_share >= 0, claimant.weight >= 0}, claim}};
}

Argument existence(z3::context& context, std::size_t n) {
  const World world = divided_world(context, "before", n);
  std::vector<z3::expr> minimums;
  std::vector<z3::expr> ends;
  std::vector<z3::expr> most;
  for (const ClaimantTerms& claimant : world.claimants) {
    minimums.push_back(claimant.min_share);
    ends.push_back(claimant.weight == 0 || claimant.has_max);
    most.push_back(z3::ite(claimant.weight == 0, claimant.min_share, claimant.max_share));
  }
  const auto lies_between = [&](const z3::expr& total) {
    return sum_of(context, minimums) <= total &&
           z3::implies(all_of(context, ends), total <= sum_of(context, most));
  };
  const auto weights = has_weights(world, weights_up_to(n));
  return {Engine::simple,
          {is_fair(world), lies_between(world.total)},
          weights,
          {joined({is_fair(world), weights}), lies_between(unknown_number(context, "another"))}};
}

// Refuted: shares are unique, but where all claimants are at a bound their ratio is not.
Argument ratio_unique(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n);
  const auto two_fair = joined({is_fair(before),
                                is_fair(after),
                                are_same(before, after, n),
                                have_weights(before, after),
                                {before.total == after.total}});
  std::vector<z3::expr> is_proportional;
  for (std::size_t i = 0; i < n; ++i) {
    const ClaimantTerms& claimant = before.claimants[i];
    is_proportional.push_back(before.shares[i] > claimant.min_share &&
                              z3::implies(claimant.has_max, before.shares[i] < claimant.max_share));
  }
  const z3::expr claim = before.ratio == after.ratio;
  return {Engine::simple,
          {two_fair, claim},
          {},
          {joined({two_fair, {any_of(context, is_proportional)}}), claim}};
}

bool has_many_ratios(const Model& model, std::size_t n) {
  const auto problem = find_problem(model, "before", n);
  if (!problem || find_defect(*problem)) return false;
  const Solution<Rational> solution = exact::solve(*problem);
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (!allocation) return false;
  const auto [low, high] = exact::find_ratios(*problem, *allocation);
  return !high || *high > low;
}

// Refuted: who splits up keeps the minimum in one part, and the other part gets the more.
Argument split_proof(z3::context& context, std::size_t n) {
  const World before = divided_world(context, "before", n);
  const World after = divided_world(context, "after", n + 1);
  const ClaimantTerms& whole = before.claimants[0];
  const ClaimantTerms& part = after.claimants[0];
  const ClaimantTerms& rest = after.claimants[n];
  std::vector<int> weights(n, 2);
  std::vector<int> split_weights(n + 1, 2);
  split_weights[0] = 1;
  split_weights[n] = 1;
  std::vector<z3::expr> splits =
      joined({is_fair(before),
              is_fair(after),
              has_weights(before, weights),
              has_weights(after, split_weights),
              {before.total == after.total, whole.min_share == part.min_share + rest.min_share,
               whole.has_max == part.has_max, whole.has_max == rest.has_max,
               z3::implies(whole.has_max, whole.max_share == part.max_share + rest.max_share)}});
  for (std::size_t i = 1; i < n; ++i) {
    splits.push_back(is_same(before.claimants[i], after.claimants[i]));
  }
  const z3::expr claim = after.shares[0] + after.shares[n] <= before.shares[0];
  return {Engine::simple, {splits, claim}, {}, {joined({splits, {whole.min_share == 0}}), claim}};
}

bool gains_by_the_split(const Model& model, std::size_t n) {
  const auto before = find_problem(model, "before", n);
  const auto after = find_problem(model, "after", n + 1);
  if (!before || !after || find_defect(*before) || find_defect(*after)) return false;
  const Solution<Rational> whole = exact::solve(*before);
  const Solution<Rational> parts = exact::solve(*after);
  const auto* one = std::get_if<Allocation<Rational>>(&whole);
  const auto* two = std::get_if<Allocation<Rational>>(&parts);
  return one && two && two->shares[0] + two->shares[n] > one->shares[0];
}

}  // namespace

std::vector<FixedTheorem> theorems_of_sameness() {
  return {
      {"share-relation",
       "A share lies within its bounds, reaches the product of weight and R unless it is the "
       "maximum, and does not exceed it unless it is the minimum: exactly the clamped product.",
       1, 1, share_relation},
      {"existence-necessary",
       "Fair shares exist only where the total lies between the sum of the minimums and the sum of "
       "what can be claimed: the maximums, at weight 0 the minimums.",
       1, 6, existence},
      {"unique-shares", "A problem has at most one vector of fair shares, whatever R gives it.", 2,
       6, unique},
      {"ratios-between",
       "The ratios that give the same fair shares are an interval: what lies between two of them "
       "is "
       "one of them.",
       1, 6, ratios_between},
      {"consistent",
       "If a claimant leaves and takes its share with it, the fair shares of the others stay as "
       "they "
       "are.",
       2, 6, consistent},
      {"symmetric", "Claimants of the same weight, minimum and maximum get the same share.", 2, 6,
       symmetric},
      {"order-preserving",
       "Who has no less weight, no lower minimum and no lower maximum than another gets no less.",
       2, 6, order_preserving},
      {"scale-invariant-in-weights",
       "If all weights are multiplied by the same positive number, no share changes.", 2, 6,
       scaled_weights},
      {"scale-invariant-in-amounts",
       "If the total, all minimums and all maximums are multiplied by the same positive number, so "
       "are all shares.",
       2, 3, scaled_amounts},
      {"maximum-above-total", "A maximum that is no less than the total may as well be left out.",
       2, 6, max_above_total},
      {"idle-claimant", "Another claimant, of weight 0 and minimum 0, changes the share of no one.",
       1, 5, idle_claimant},
      {"ratio-unique", "The fair shares determine R.", 2, 4, ratio_unique, Claim::refuted,
       has_many_ratios},
      {"split-proof",
       "Who splits up into two claimants, with its weight, minimum and maximum divided between "
       "them, "
       "gets no more than before.",
       2, 4, split_proof, Claim::refuted, gains_by_the_split},
  };
}

}  // namespace fairshare::prover

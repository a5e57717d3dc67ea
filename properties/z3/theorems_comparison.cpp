// What fair shares are among all possible ones: nobody envies, the least level is the greatest
// possible, the cost is the least. Here the products of weights and ratios stay as they are.
#include <cstddef>
#include <variant>

#include "exact/solve.h"
#include "properties/z3/argument.h"
#include "properties/z3/worlds.h"

namespace fairshare::prover {
namespace {

std::vector<z3::expr> have_positive_weights(const World& world) {
  std::vector<z3::expr> conditions;
  for (const ClaimantTerms& claimant : world.claimants) conditions.push_back(claimant.weight > 0);
  return conditions;
}

// The most that a claimant can get is not what it has.
z3::expr is_below_max(const ClaimantTerms& claimant, const z3::expr& share) {
  return claimant.weight > 0 && z3::implies(claimant.has_max, share < claimant.max_share);
}

z3::expr is_above_min(const ClaimantTerms& claimant, const z3::expr& share) {
  return share > claimant.min_share;
}

// Other shares within the same bounds, and no more than the same total.
struct Others {
  std::vector<z3::expr> shares;
  std::vector<z3::expr> within_bounds;
  z3::expr within_total;
};

Others others_of(z3::context& context, const World& world) {
  std::vector<z3::expr> shares;
  std::vector<z3::expr> within_bounds;
  for (std::size_t i = 0; i < world.claimants.size(); ++i) {
    shares.push_back(unknown_number(context, "other.share_" + std::to_string(i + 1)));
    within_bounds.push_back(is_within_bounds(world.claimants[i], shares[i]));
  }
  return {shares, within_bounds, sum_of(context, shares) <= world.total};
}

Argument no_envy(z3::context& context, std::size_t n) {
  const World world = multiplied_world(context, "before", n);
  const z3::expr& poorer = world.shares[0];
  const z3::expr& richer = world.shares[1];
  const z3::expr could_take = is_below_max(world.claimants[0], poorer);
  const z3::expr could_give = is_above_min(world.claimants[1], richer);
  const z3::expr claim = richer * world.claimants[0].weight <= poorer * world.claimants[1].weight;
  const auto weights = has_weights(world, weights_up_to(n));
  return {Engine::nonlinear,
          {joined({is_fair(world), {could_take, could_give}}), claim},
          weights,
          {joined({is_fair(world), {could_take}, weights}), claim}};
}

// Whoever has more elsewhere has it from somebody who is no richer here.
Argument max_min(z3::context& context, std::size_t n) {
  const World world = multiplied_world(context, "before", n);
  const Others others = others_of(context, world);
  std::vector<z3::expr> loses;
  for (std::size_t i = 1; i < n; ++i) {
    loses.push_back(others.shares[i] < world.shares[i] &&
                    world.shares[i] * world.claimants[0].weight <=
                        world.shares[0] * world.claimants[i].weight);
  }
  const auto first_gains = joined({is_fair(world),
                                   have_positive_weights(world),
                                   others.within_bounds,
                                   {others.shares[0] > world.shares[0]}});
  const auto weights = has_weights(world, weights_up_to(n));
  const z3::expr claim = any_of(context, loses);
  return {Engine::nonlinear,
          {joined({first_gains, {others.within_total}}), claim},
          weights,
          {joined({first_gains, weights}), claim}};
}

// The ratios to try are those of the claimants, level * weight = share, and 0: no others are
// needed.
Argument without_ratio(z3::context& context, std::size_t n) {
  const World world = multiplied_world(context, "before", n);
  std::vector<z3::expr> within{sum_of(context, world.shares) == world.total};
  std::vector<z3::expr> no_pair;
  std::vector<z3::expr> candidates{context.real_val(0)};
  for (std::size_t i = 0; i < n; ++i) {
    const ClaimantTerms& claimant = world.claimants[i];
    within.push_back(has_no_defect(claimant));
    within.push_back(is_within_bounds(claimant, world.shares[i]));
    within.push_back(z3::implies(claimant.weight == 0, world.shares[i] == claimant.min_share));
    const z3::expr level = unknown_number(context, "level_" + std::to_string(i + 1));
    within.push_back(level >= 0);
    within.push_back(z3::implies(claimant.weight > 0, level * claimant.weight == world.shares[i]));
    candidates.push_back(level);
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const z3::expr is_richer =
          world.shares[j] * claimant.weight > world.shares[i] * world.claimants[j].weight;
      no_pair.push_back(!(is_richer && is_above_min(world.claimants[j], world.shares[j]) &&
                          is_below_max(claimant, world.shares[i])));
    }
  }
  std::vector<z3::expr> fair_at;
  for (const z3::expr& ratio : candidates) {
    std::vector<z3::expr> gives;
    for (std::size_t i = 0; i < n; ++i) {
      const ClaimantTerms& claimant = world.claimants[i];
      gives.push_back(is_share_at(claimant, claimant.weight * ratio, world.shares[i]));
    }
    fair_at.push_back(all_of(context, gives));
  }
  std::vector<z3::expr> weights;
  for (std::size_t i = 0; i < n; ++i) {
    weights.push_back(world.claimants[i].weight == static_cast<int>(i + 1));
  }
  const z3::expr claim = any_of(context, fair_at);
  return {Engine::nonlinear,
          {joined({within, no_pair}), claim},
          weights,
          {joined({within, weights}), claim}};
}

// The cost is the sum of share^2 / (2 weight). Its slope at a share is the share's level, so that
// the slopes towards any other shares of this total add up to nothing negative; and since it is
// convex, that makes it the least. `slope` stands for level * (other - share), `flat` for
// R * (other - share).
Argument least_cost(z3::context& context, std::size_t n) {
  const World world = multiplied_world(context, "before", n);
  const Others others = others_of(context, world);
  std::vector<z3::expr> gains;
  std::vector<z3::expr> slopes;
  std::vector<z3::expr> flats;
  std::vector<Sentence> lemmas;
  std::vector<z3::expr> hypotheses;
  std::vector<z3::expr> weakened;
  std::vector<z3::expr> example;
  std::vector<z3::expr> same_totals{sum_of(context, others.shares) == world.total,
                                    sum_of(context, world.shares) == world.total};
  for (std::size_t i = 0; i < n; ++i) {
    const std::string index = std::to_string(i + 1);
    const ClaimantTerms& claimant = world.claimants[i];
    const z3::expr level = unknown_number(context, "level_" + index);
    const z3::expr cost = unknown_number(context, "cost_" + index);
    const z3::expr other_cost = unknown_number(context, "other.cost_" + index);
    const z3::expr slope = unknown_number(context, "slope_" + index);
    const z3::expr flat = unknown_number(context, "flat_" + index);
    const z3::expr& share = world.shares[i];
    const z3::expr& other = others.shares[i];
    const z3::expr is_flat = flat == world.ratio * (other - share);
    const std::vector<z3::expr> meaning{
        claimant.weight > 0,
        world.ratio >= 0,
        has_no_defect(claimant),
        level * claimant.weight == share,
        2 * claimant.weight * cost == share * share,
        2 * claimant.weight * other_cost == other * other,
        slope == level * (other - share),
        is_flat,
        is_within_bounds(claimant, other),
        is_share_at(claimant, claimant.weight * world.ratio, share)};
    const z3::expr is_no_less_steep = slope >= flat;
    const z3::expr is_convex = other_cost >= cost + slope;
    lemmas.push_back({meaning, is_no_less_steep});
    lemmas.push_back({meaning, is_convex});
    hypotheses.push_back(is_no_less_steep);
    hypotheses.push_back(is_convex);
    weakened.push_back(is_convex);
    slopes.push_back(other_cost - cost);
    flats.push_back(flat);
    same_totals.push_back(is_flat);
    example = joined({example, meaning, {claimant.weight == static_cast<int>(i + 1)}});
  }
  // Both the fair shares and the others add up to the total: R times the difference is 0.
  const z3::expr is_level = sum_of(context, flats) == 0;
  lemmas.push_back({same_totals, is_level});
  const z3::expr claim = sum_of(context, slopes) >= 0;
  return {Engine::nonlinear,
          {joined({hypotheses, {is_level}}), claim},
          joined({example, same_totals}),
          {joined({weakened, {is_level}}), claim},
          lemmas};
}

// A claimant's slice is what its weight alone would give: total * weight / W, with W the sum of all
// weights. Slices are the products at the ratio total / W. So they add up to the total, and are all
// no less than the products at R, or all no greater: nothing else matters of them, as of a divided
// world's products (worlds.h).
World divided_by_weights(z3::context& context, const World& world) {
  World slices = divided_world(context, "slices", world.claimants.size());
  slices.total = sum_of(context, slices.products);
  return slices;
}

std::vector<z3::expr> are_slices(const World& slices, const World& world) {
  const std::size_t n = world.claimants.size();
  return {slices.total == world.total, has_common_order(world, slices, n)};
}

std::vector<z3::expr> have_weights(const World& slices, const World& world) {
  const std::vector<int> weights = weights_up_to(world.claimants.size());
  return joined({has_weights(world, weights), has_weights(slices, weights)});
}

z3::expr gets_its_slice(const World& slices, const World& world) {
  const ClaimantTerms& first = world.claimants[0];
  const z3::expr& share = world.shares[0];
  return share >= slices.products[0] || (first.has_max && share == first.max_share);
}

std::vector<z3::expr> have_small_minimums(const World& slices, const World& world) {
  std::vector<z3::expr> conditions;
  for (std::size_t i = 0; i < world.claimants.size(); ++i) {
    conditions.push_back(world.claimants[i].min_share <= slices.products[i]);
  }
  return conditions;
}

Argument sharing_incentive(z3::context& context, std::size_t n) {
  const World world = divided_world(context, "before", n);
  const World slices = divided_by_weights(context, world);
  const auto fair = joined({is_fair(world), are_slices(slices, world)});
  const z3::expr claim = gets_its_slice(slices, world);
  return {Engine::simple,
          {joined({fair, have_small_minimums(slices, world)}), claim},
          have_weights(slices, world),
          {joined({fair, have_weights(slices, world)}), claim}};
}

// Refuted: a large minimum of another claimant is paid by all the rest.
Argument sharing_incentive_always(z3::context& context, std::size_t n) {
  const World world = divided_world(context, "before", n);
  const World slices = divided_by_weights(context, world);
  const auto fair =
      joined({is_fair(world), are_slices(slices, world), have_weights(slices, world)});
  const z3::expr claim = gets_its_slice(slices, world);
  return {Engine::simple,
          {fair, claim},
          {},
          {joined({fair, have_small_minimums(slices, world)}), claim}};
}

bool gets_less_than_its_slice(const Model& model, std::size_t n) {
  const auto problem = find_problem(model, "before", n);
  if (!problem || find_defect(*problem)) return false;
  const Solution<Rational> solution = exact::solve(*problem);
  const auto* allocation = std::get_if<Allocation<Rational>>(&solution);
  if (!allocation) return false;
  Rational weights = 0;
  for (const auto& claimant : problem->claimants) weights += claimant.weight;
  const auto& first = problem->claimants[0];
  const Rational& share = allocation->shares[0];
  return share * weights < problem->total * first.weight && first.max_share != share;
}

}  // namespace

std::vector<FixedTheorem> theorems_of_comparison() {
  return {
      {"no-envy",
       "Nobody holds more per unit of weight than another who is below its maximum, unless it is "
       "at "
       "its minimum.",
       2, 6, no_envy},
      {"weighted-max-min",
       "Among all shares within the bounds and the total, whoever has more than its fair share has "
       "it "
       "at the cost of somebody who holds no more per unit of weight.",
       2, 6, max_min},
      {"fair-without-a-ratio",
       "Shares within their bounds that add up to the total, with nothing that a richer claimant "
       "above its minimum could give to a poorer below its maximum, are those of some R.",
       2, 4, without_ratio},
      {"least-cost",
       "Of all shares within the bounds that add up to the total, the fair ones have the least sum "
       "of share^2 / (2 weight).",
       2, 6, least_cost},
      {"sharing-incentive",
       "Everybody gets at least its slice by weight of the total, or its maximum, if no minimum "
       "exceeds its claimant's slice.",
       2, 6, sharing_incentive},
      {"sharing-incentive-always",
       "Everybody gets at least its slice by weight of the total, or its maximum, whatever the "
       "minimums are.",
       2, 4, sharing_incentive_always, Claim::refuted, gets_less_than_its_slice},
  };
}

}  // namespace fairshare::prover

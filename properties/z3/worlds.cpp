#include "properties/z3/worlds.h"

#include <algorithm>

namespace fairshare::prover {
namespace {

std::string index_name(std::size_t index) {
  return std::to_string(index + 1);
}

World world_without_products(z3::context& context, const std::string& name, std::size_t n) {
  const std::string prefix = name + ".";
  World world{unknown_number(context, prefix + "total"),
              {},
              unknown_number(context, prefix + "ratio"),
              {},
              {}};
  for (std::size_t i = 0; i < n; ++i) {
    world.claimants.push_back(unknown_claimant(context, prefix, index_name(i)));
    world.shares.push_back(unknown_number(context, prefix + "share_" + index_name(i)));
  }
  return world;
}

std::string value_of(const Model& model, const std::string& name) {
  const auto found =
      std::ranges::find(model.values, name, &std::pair<std::string, std::string>::first);
  return found == model.values.end() ? "" : found->second;
}

}  // namespace

World divided_world(z3::context& context, const std::string& name, std::size_t n) {
  World world = world_without_products(context, name, n);
  for (std::size_t i = 0; i < n; ++i) {
    world.products.push_back(unknown_number(context, name + ".product_" + index_name(i)));
  }
  return world;
}

World multiplied_world(z3::context& context, const std::string& name, std::size_t n) {
  World world = world_without_products(context, name, n);
  for (const ClaimantTerms& claimant : world.claimants) {
    world.products.push_back(claimant.weight * world.ratio);
  }
  return world;
}

std::vector<z3::expr> is_fair(const World& world) {
  z3::context& context = world.total.ctx();
  std::vector<z3::expr> conditions{world.ratio >= 0, sum_of(context, world.shares) == world.total};
  for (std::size_t i = 0; i < world.claimants.size(); ++i) {
    const ClaimantTerms& claimant = world.claimants[i];
    conditions.push_back(has_no_defect(claimant));
    conditions.push_back(world.products[i] >= 0);
    conditions.push_back(z3::implies(claimant.weight == 0, world.products[i] == 0));
    conditions.push_back(is_share_at(claimant, world.products[i], world.shares[i]));
  }
  return conditions;
}

std::vector<z3::expr> has_weights(const World& world, const std::vector<int>& weights) {
  std::vector<z3::expr> conditions;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    conditions.push_back(world.claimants[i].weight == weights[i]);
    conditions.push_back(world.products[i] == weights[i] * world.ratio);
  }
  return conditions;
}

std::vector<int> weights_up_to(std::size_t n) {
  std::vector<int> weights;
  for (int weight = 1; weights.size() < n; ++weight) weights.push_back(weight);
  return weights;
}

z3::expr has_same_bounds(const ClaimantTerms& claimant, const ClaimantTerms& other) {
  return claimant.min_share == other.min_share && claimant.has_max == other.has_max &&
         claimant.max_share == other.max_share;
}

z3::expr is_same(const ClaimantTerms& claimant, const ClaimantTerms& other) {
  return claimant.weight == other.weight && has_same_bounds(claimant, other);
}

std::vector<z3::expr> are_same(const World& world, const World& other, std::size_t n) {
  std::vector<z3::expr> conditions;
  for (std::size_t i = 0; i < n; ++i) {
    conditions.push_back(is_same(world.claimants[i], other.claimants[i]));
  }
  return conditions;
}

z3::expr has_common_order(const World& world, const World& other, std::size_t n) {
  z3::context& context = world.total.ctx();
  std::vector<z3::expr> lower;
  std::vector<z3::expr> upper;
  for (std::size_t i = 0; i < n; ++i) {
    lower.push_back(world.products[i] <= other.products[i]);
    upper.push_back(world.products[i] >= other.products[i]);
  }
  return all_of(context, lower) || all_of(context, upper);
}

std::vector<z3::expr> joined(const std::vector<std::vector<z3::expr>>& lists) {
  std::vector<z3::expr> all;
  for (const auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

std::optional<Problem<Rational>> find_problem(const Model& model, const std::string& name,
                                              std::size_t n) {
  const std::string prefix = name + ".";
  const auto total = find_value(model, prefix + "total");
  if (!total) return std::nullopt;
  Problem<Rational> problem{*total, {}};
  for (std::size_t i = 0; i < n; ++i) {
    const auto weight = find_value(model, prefix + "weight_" + index_name(i));
    const auto min_share = find_value(model, prefix + "min_" + index_name(i));
    const auto max_share = find_value(model, prefix + "max_" + index_name(i));
    const std::string has_max = value_of(model, prefix + "has_max_" + index_name(i));
    if (!weight || !min_share || !max_share || has_max.empty()) return std::nullopt;
    Claimant<Rational> claimant{*weight, *min_share, {}};
    if (has_max == "true") claimant.max_share = *max_share;
    problem.claimants.push_back(claimant);
  }
  return problem;
}

}  // namespace fairshare::prover

// Weights are relative, and amounts have no fixed unit.
#include <array>

#include "fairshare/exact/brief.h"
#include "fairshare/properties/families.h"
#include "fairshare/properties/relations.h"

namespace fairshare::properties {
namespace {

Rational chosen_factor(std::uint64_t number) {
  const std::array factors = {Rational(2), Rational(1, 2), Rational(3), Rational(1024)};
  return factors[Choice(number).below(factors.size())];
}

std::vector<Due> shares_times(const Reply& reply, const Rational& factor) {
  std::vector<Due> dues;
  for (std::size_t i = 0; i < reply.shares.size(); ++i) {
    dues.push_back({i, times(reply.shares[i], factor)});
  }
  return dues;
}

std::optional<Breach> find_breach_by_weights(const Problem<Rational>& problem, std::uint64_t number,
                                             const Divide& divide) {
  const Rational factor = chosen_factor(number);
  Remade remade{problem, "with every weight times " + brief(factor)};
  for (auto& claimant : remade.problem.claimants) claimant.weight *= factor;
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  const auto other = ask(divide, remade.problem);
  if (!other) return std::nullopt;
  return find_difference("scaling_of_weights", remade, reply->outcome, shares_times(*reply, 1),
                         *other);
}

std::optional<Breach> find_breach_by_amounts(const Problem<Rational>& problem, std::uint64_t number,
                                             const Divide& divide) {
  const Rational factor = chosen_factor(number);
  Remade remade{problem, "with the total and every bound times " + brief(factor)};
  remade.problem.total *= factor;
  for (auto& claimant : remade.problem.claimants) {
    claimant.min_share *= factor;
    if (claimant.max_share) *claimant.max_share *= factor;
  }
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  const auto other = ask(divide, remade.problem);
  if (!other) return std::nullopt;
  return find_difference("scaling_of_everything", remade, reply->outcome,
                         shares_times(*reply, factor), *other);
}

constexpr std::array table = {
    Property{"scaling_of_weights", "c > 0, w_i' = c w_i  =>  outcome' = outcome, x_i' = x_i",
             "FS207", find_breach_by_weights},
    Property{"scaling_of_everything",
             "c > 0, T' = c T, l_i' = c l_i, u_i' = c u_i  =>  outcome' = outcome, x_i' = c x_i",
             "FS207", find_breach_by_amounts},
};

}  // namespace

std::span<const Property> scalings() {
  return table;
}

}  // namespace fairshare::properties

// A larger total takes from no claimant; a claimant that asks for more gets no less, and leaves no
// more to the others.
#include <algorithm>
#include <array>
#include <cmath>

#include "fairshare/exact/brief.h"
#include "fairshare/properties/families.h"
#include "fairshare/properties/relations.h"

namespace fairshare::properties {
namespace {

// Overcommitted, allocation, surplus: higher with a larger total, or with smaller claims.
int height_of(Outcome outcome) {
  if (outcome == Outcome::overcommitted) return 0;
  return outcome == Outcome::allocation ? 1 : 2;
}

// A change: of the total, or of one claimant's claims.
struct Change {
  Remade remade;
  std::optional<std::size_t> own;  // asks for more or less; absent: the total changed
  bool leaves_more;                // for the others; for all if the total changed
};

// The first place where the answer `after` the change goes the wrong way.
std::optional<Breach> find_step_back(std::string_view property, const Reply& before,
                                     const Reply& after, const Change& change) {
  const auto& [remade, own, leaves_more] = change;
  const int step = height_of(after.outcome) - height_of(before.outcome);
  if (leaves_more ? step < 0 : step > 0) {
    return Breach{property,
                  remade.how + ", the outcome turns from " + std::string(name_of(before.outcome)) +
                      " to " + std::string(name_of(after.outcome)),
                  own, remade.problem};
  }
  if (before.outcome != Outcome::allocation || after.outcome != Outcome::allocation) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < before.shares.size(); ++i) {
    const bool gains = own == i ? !leaves_more : leaves_more;
    const Interval& from = before.shares[i];
    const Interval& to = after.shares[i];
    if (gains ? can_be_at_most(from, to) : can_be_at_most(to, from)) continue;
    return Breach{property,
                  remade.how + ", claimant " + std::to_string(i) + " gets " + text_of(to) +
                      ", which is " + (gains ? "less" : "more") + " than " + text_of(from),
                  i, remade.problem};
  }
  return std::nullopt;
}

std::optional<Breach> find_step_back(std::string_view property, const Reply& before,
                                     const Change& change, const Divide& divide) {
  const auto after = ask(divide, change.remade.problem);
  if (!after) return std::nullopt;
  return find_step_back(property, before, *after, change);
}

// The nearest double on that side, or the one after it; nothing if that is infinite.
std::optional<Rational> next_double(const Rational& number, double towards) {
  const double next = std::nextafter(exact::to_double(number), towards);
  if (!std::isfinite(next)) return std::nullopt;
  return exact::from_double(next);
}

// A number above `number`: one more, twice as much, about one unit in the last place of a double
// more, or `far` if that is above it.
Rational more_than(const Rational& number, const Rational& far, Choice& choice) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::size_t way = choice.below(4);
  if (way == 1 && number > 0) return number * 2;
  if (way == 2) return next_double(number, infinity).value_or(number * 2);
  if (way == 3 && far > number) return far;
  return number + 1;
}

// The first claimant from `start` on, and then from the first one, that `is_suitable`.
template <class IsSuitable>
std::optional<std::size_t> find_claimant(const Problem<Rational>& problem, Choice& choice,
                                         IsSuitable is_suitable) {
  const std::size_t count = problem.claimants.size();
  if (count == 0) return std::nullopt;
  const std::size_t start = choice.below(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = (start + k) % count;
    if (is_suitable(problem.claimants[i])) return i;
  }
  return std::nullopt;
}

std::string from_to(std::size_t claimant, std::string_view what, const Rational& from,
                    const Rational& to) {
  return "with " + brief(to) + " instead of " + brief(from) + " as the " + std::string(what) +
         " of claimant " + std::to_string(claimant);
}

Rational sum_of_minimums(const Problem<Rational>& problem) {
  Rational sum = 0;
  for (const auto& claimant : problem.claimants) sum += claimant.min_share;
  return sum;
}

// The sum of the maximums. A claimant without a maximum, or at weight 0, counts with its minimum.
Rational sum_of_ends(const Problem<Rational>& problem) {
  Rational sum = 0;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    sum += weight == 0 || !max_share ? min_share : *max_share;
  }
  return sum;
}

std::optional<Breach> find_loss_by_total(const Problem<Rational>& problem, std::uint64_t number,
                                         const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const Rational least = sum_of_minimums(problem);
  const Rational total =
      more_than(problem.total, least > problem.total ? least : sum_of_ends(problem), choice);
  if (total <= problem.total) return std::nullopt;
  Change change{{problem, "with the total " + brief(total) + " instead of " + brief(problem.total)},
                std::nullopt,
                true};
  change.remade.problem.total = total;
  return find_step_back("monotone_in_total", *reply, change, divide);
}

std::optional<Breach> find_loss_by_weight(const Problem<Rational>& problem, std::uint64_t number,
                                          const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const auto own = find_claimant(problem, choice, [](const auto&) { return true; });
  if (!own) return std::nullopt;
  const Rational& before = problem.claimants[*own].weight;
  const Rational& heaviest =
      std::ranges::max_element(problem.claimants, {}, &Claimant<Rational>::weight)->weight;
  const Rational weight = more_than(before, heaviest, choice);
  if (weight <= before) return std::nullopt;
  Change change{{problem, from_to(*own, "weight", before, weight)}, own, false};
  change.remade.problem.claimants[*own].weight = weight;
  return find_step_back("monotone_in_weight", *reply, change, divide);
}

std::optional<Breach> find_loss_by_min(const Problem<Rational>& problem, std::uint64_t number,
                                       const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const auto own = find_claimant(problem, choice, [](const Claimant<Rational>& claimant) {
    return !claimant.max_share || claimant.min_share < *claimant.max_share;
  });
  if (!own) return std::nullopt;
  const auto& [weight, before, max_share] = problem.claimants[*own];
  const Rational all_that_is_free = before + problem.total - sum_of_minimums(problem);
  Rational min_share = more_than(before, all_that_is_free, choice);
  if (max_share) min_share = std::min(min_share, *max_share);
  if (min_share <= before) return std::nullopt;
  Change change{{problem, from_to(*own, "minimum", before, min_share)}, own, false};
  change.remade.problem.claimants[*own].min_share = min_share;
  return find_step_back("monotone_in_min", *reply, change, divide);
}

// Half of the time the maximum is removed.
std::optional<Breach> find_loss_by_max(const Problem<Rational>& problem, std::uint64_t number,
                                       const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const auto own = find_claimant(
      problem, choice, [](const auto& claimant) { return claimant.max_share.has_value(); });
  if (!own) return std::nullopt;
  const Rational before = *problem.claimants[*own].max_share;
  Change change{{problem, "without the maximum of claimant " + std::to_string(*own)}, own, false};
  std::optional<Rational>& changed = change.remade.problem.claimants[*own].max_share;
  changed = std::nullopt;
  if (choice.below(2) == 0) {
    changed = more_than(before, before, choice);
    change.remade.how = from_to(*own, "maximum", before, *changed);
    if (*changed <= before) return std::nullopt;
  }
  return find_step_back("monotone_in_max", *reply, change, divide);
}

// A demand below the most that the claimant could have: nothing, its minimum, its share (in whole
// units), half of the most, or about one unit in the last place of a double below the most.
Rational chosen_demand(const Claimant<Rational>& claimant, const Rational& most,
                       const Rational& share, Choice& choice) {
  const std::size_t way = choice.below(5);
  if (way == 0) return 0;
  if (way == 1) return claimant.min_share;
  if (way == 2) return std::max(Rational(0), Rational(exact::floor(share)));
  if (way == 3) return most / 2;
  return next_double(most, 0).value_or(most / 2);
}

std::optional<Breach> find_gain_by_demand(const Problem<Rational>& problem, std::uint64_t number,
                                          const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const auto own = find_claimant(
      problem, choice, [](const auto& claimant) { return claimant.max_share != Rational(0); });
  if (!own) return std::nullopt;
  const auto& [weight, min_share, max_share] = problem.claimants[*own];
  const bool is_allocation = reply->outcome == Outcome::allocation;
  const Rational demand =
      chosen_demand(problem.claimants[*own], max_share.value_or(problem.total),
                    is_allocation ? reply->shares[*own].low : min_share, choice);
  if (max_share && demand >= *max_share) return std::nullopt;
  Change change{
      {problem, "with a demand of " + brief(demand) + " of claimant " + std::to_string(*own)},
      own,
      true};
  Claimant<Rational>& changed = change.remade.problem.claimants[*own];
  changed.min_share = std::min(min_share, demand);
  changed.max_share = demand;
  return find_step_back("monotone_in_demand", *reply, change, divide);
}

constexpr std::array table = {
    Property{"monotone_in_total", "T <= T'  =>  outcome <= outcome', x_i <= x_i'", "FS206",
             find_loss_by_total},
    Property{"monotone_in_weight",
             "w_i <= w_i'  =>  outcome >= outcome', x_i <= x_i', x_j >= x_j' for every j != i",
             "FS206", find_loss_by_weight},
    Property{
        "monotone_in_min",
        "l_i <= l_i' <= u_i  =>  outcome >= outcome', x_i <= x_i', x_j >= x_j' for every j != i",
        "FS206", find_loss_by_min},
    Property{"monotone_in_max",
             "u_i <= u_i'  =>  outcome >= outcome', x_i <= x_i', x_j >= x_j' for every j != i",
             "FS206", find_loss_by_max},
    Property{"monotone_in_demand",
             "l_i' = min(l_i, d), u_i' = min(u_i, d)  =>  outcome <= outcome', x_i >= x_i', "
             "x_j <= x_j' for every j != i",
             "FS206", find_gain_by_demand},
};

}  // namespace

std::span<const Property> monotonies() {
  return table;
}

}  // namespace fairshare::properties

// Properties of a single answer.
#include <array>
#include <variant>

#include "fairshare/exact/brief.h"
#include "fairshare/properties/families.h"
#include "fairshare/properties/relations.h"

namespace fairshare::properties {
namespace {

// The divider's answer if that is an allocation.
std::optional<std::vector<Interval>> ask_for_shares(const Divide& divide,
                                                    const Problem<Rational>& problem) {
  std::optional<Reply> reply = ask(divide, problem);
  if (!reply || reply->outcome != Outcome::allocation) return std::nullopt;
  return std::move(reply->shares);
}

std::string holds(std::size_t claimant, const Interval& share) {
  return "claimant " + std::to_string(claimant) + " gets " + text_of(share);
}

std::optional<Breach> find_share_below_minimum(const Problem<Rational>& problem, std::uint64_t,
                                               const Divide& divide) {
  const auto shares = ask_for_shares(divide, problem);
  for (std::size_t i = 0; shares && i < shares->size(); ++i) {
    const Rational& least = problem.claimants[i].min_share;
    if (can_be_at_most(exactly(least), (*shares)[i])) continue;
    return Breach{"lower_bounds", holds(i, (*shares)[i]) + ", and its minimum is " + brief(least),
                  i};
  }
  return std::nullopt;
}

std::optional<Breach> find_share_above_maximum(const Problem<Rational>& problem, std::uint64_t,
                                               const Divide& divide) {
  const auto shares = ask_for_shares(divide, problem);
  for (std::size_t i = 0; shares && i < shares->size(); ++i) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    const auto most = weight == 0 ? min_share : max_share;
    if (!most || can_be_at_most((*shares)[i], exactly(*most))) continue;
    return Breach{"upper_bounds",
                  holds(i, (*shares)[i]) +
                      (weight == 0 ? ", and at weight 0 it can claim " : ", and its maximum is ") +
                      brief(*most),
                  i};
  }
  return std::nullopt;
}

// Each share may fit the total, and yet together they miss it at all ratios that they have in
// common. Hence find_violation, as for a report.
std::optional<Breach> find_wrong_total(const Problem<Rational>& problem, std::uint64_t,
                                       const Divide& divide) {
  const auto shares = ask_for_shares(divide, problem);
  if (!shares) return std::nullopt;
  const std::string beside = ", and the total is " + brief(problem.total);
  Interval sum = exactly(0);
  for (const Interval& share : *shares) sum = sum_of(sum, share);
  if (!can_be_equal(sum, exactly(problem.total))) {
    return Breach{"total", "the shares add up to " + text_of(sum) + beside};
  }
  const auto violation = find_violation(problem, std::span<const Interval>(*shares));
  const auto* wrong = violation ? std::get_if<WrongTotal>(&*violation) : nullptr;
  if (wrong == nullptr) return std::nullopt;
  return Breach{
      "total", "the ratios that all shares have in common give " + text_of(wrong->totals) + beside};
}

std::optional<Breach> find_unequal_pair(const Problem<Rational>& problem, std::uint64_t,
                                        const Divide& divide) {
  const auto shares = ask_for_shares(divide, problem);
  if (!shares) return std::nullopt;
  const auto violation = find_violation(problem, std::span<const Interval>(*shares));
  const auto* pair = violation ? std::get_if<Unequal>(&*violation) : nullptr;
  if (pair == nullptr) return std::nullopt;
  return Breach{"proportion",
                holds(pair->richer, (*shares)[pair->richer]) + ", above its minimum and " +
                    brief(pair->richer_needs) + " per weight or more, and " +
                    holds(pair->poorer, (*shares)[pair->poorer]) + ", below its maximum and " +
                    brief(pair->poorer_allows) + " per weight or less",
                pair->richer};
}

std::optional<Breach> find_wrong_outcome(const Problem<Rational>& problem, std::uint64_t,
                                         const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply || reply->outcome == outcome_of(problem)) return std::nullopt;
  return Breach{"outcome", "the outcome is " + std::string(name_of(reply->outcome)) + " and not " +
                               std::string(name_of(outcome_of(problem)))};
}

constexpr std::array table = {
    Property{"lower_bounds", "x_i >= l_i", "FS102", find_share_below_minimum},
    Property{"upper_bounds", "x_i <= e_i", "FS103", find_share_above_maximum},
    Property{"total", "sum x_i = T, by an R >= 0 with x_i = clamp(w_i R, l_i, u_i) if there is one",
             "FS101", find_wrong_total},
    Property{"proportion", "x_i w_j > x_j w_i  =>  x_i = l_i or x_j = e_j", "FS204",
             find_unequal_pair},
    Property{"outcome", "overcommitted <=> sum l_i > T;  surplus <=> sum e_i < T", "FS101",
             find_wrong_outcome},
};

}  // namespace

std::span<const Property> properties_of_one_answer() {
  return table;
}

}  // namespace fairshare::properties

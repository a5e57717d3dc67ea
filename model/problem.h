// A problem: a total to divide, and the claimants among whom it is divided.
//
//     share_i(R) = clamp(weight_i * R, min_share_i, max_share_i)
//     fair:  one ratio R >= 0 gives every share, and the shares add up to the total
//
// At weight 0 a share is its min_share, whatever R is.
//
// Data only. `Number` is `double` or `exact::Rational`; the meaning is the same.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace fairshare {

template <class Number>
struct Claimant {
  Number weight = Number(1);
  Number min_share = Number(0);
  std::optional<Number> max_share = std::nullopt;  // absent: no upper limit

  friend bool operator==(const Claimant&, const Claimant&) = default;
};

template <class Number>
struct Problem {
  // g++ 12 crashes on Problem<Rational>{10, {{1}}} unless it has looked at a claimant before.
  static_assert(noexcept(Claimant<Number>{}) || true);

  Number total = Number(0);
  std::vector<Claimant<Number>> claimants = {};

  friend bool operator==(const Problem&, const Problem&) = default;
};

// The rules that an input can break, in the order in which `find_defect` checks them.
enum class Rule {
  total_is_finite,
  total_is_not_negative,
  weight_is_finite,
  weight_is_not_negative,
  min_share_is_finite,
  min_share_is_not_negative,
  max_share_is_finite,
  max_share_is_not_below_min_share,
};

struct Defect {
  Rule rule;
  std::optional<std::size_t> claimant = std::nullopt;  // absent: the total

  friend bool operator==(const Defect&, const Defect&) = default;
};

// What a broken rule means, as one phrase: "max_share is below min_share".
inline std::string describe(Rule rule) {
  switch (rule) {
    case Rule::total_is_finite:
      return "total is not a finite number";
    case Rule::total_is_not_negative:
      return "total is negative";
    case Rule::weight_is_finite:
      return "weight is not a finite number";
    case Rule::weight_is_not_negative:
      return "weight is negative";
    case Rule::min_share_is_finite:
      return "min_share is not a finite number";
    case Rule::min_share_is_not_negative:
      return "min_share is negative";
    case Rule::max_share_is_finite:
      return "max_share is not a finite number (leave it out where there is no limit)";
    case Rule::max_share_is_not_below_min_share:
      return "max_share is below min_share";
  }
  return "";
}

namespace detail {

template <class Number>
bool is_finite(const Number& number) {
  if constexpr (std::is_floating_point_v<Number>) {
    return std::isfinite(number);
  } else {
    static_cast<void>(number);
    return true;  // an exact number always is
  }
}

template <class Number>
std::optional<Rule> find_broken_rule(const Claimant<Number>& claimant) {
  if (!is_finite(claimant.weight)) return Rule::weight_is_finite;
  if (claimant.weight < 0) return Rule::weight_is_not_negative;
  if (!is_finite(claimant.min_share)) return Rule::min_share_is_finite;
  if (claimant.min_share < 0) return Rule::min_share_is_not_negative;
  if (claimant.max_share) {
    if (!is_finite(*claimant.max_share)) return Rule::max_share_is_finite;
    if (*claimant.max_share < claimant.min_share) return Rule::max_share_is_not_below_min_share;
  }
  return std::nullopt;
}

}  // namespace detail

// The first rule that the problem breaks, and where; nothing if it breaks none. The total is
// checked first, then the claimants in their order.
//
//     total 10, claimants {weight 1, min 5, max 3}    -> max_share_is_not_below_min_share, 0
//     total -1                                        -> total_is_not_negative, no claimant
//     total 0, no claimants                           -> nothing: an empty problem is a problem
//
// Solvers assert `!find_defect(problem)`; code that reads a problem from outside calls this first.
template <class Number>
std::optional<Defect> find_defect(const Problem<Number>& problem) {
  if (!detail::is_finite(problem.total)) return Defect{Rule::total_is_finite};
  if (problem.total < 0) return Defect{Rule::total_is_not_negative};
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    if (const auto rule = detail::find_broken_rule(problem.claimants[i])) return Defect{*rule, i};
  }
  return std::nullopt;
}

}  // namespace fairshare

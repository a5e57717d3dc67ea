// Whole units: four ways to hand out replicas, seats or GPUs, none of which can be split.
//
// Hamilton rounds the exact shares by largest remainders. The three divisor methods take a ratio R
// of their own: the k-th unit of a claimant is due from R = signpost(k) / weight on, and R is the
// least ratio that hands out the total.
//
//     method    signpost(k)    weight * R rounds     also known as
//     dhondt    k              down                  Jefferson, greatest divisors
//     webster   k - 1/2        to the nearest        Sainte-Laguë, major fractions
//     adams     k - 1          up                    smallest divisors
//
// M. L. Balinski and H. P. Young, Fair Representation (1982).
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string_view>

namespace fairshare {

enum class Units { hamilton, webster, dhondt, adams };

inline constexpr std::array<std::string_view, 4> units_names = {"hamilton", "webster", "dhondt",
                                                                "adams"};

constexpr std::string_view name_of(Units units) {
  return units_names[static_cast<std::size_t>(units)];
}

// The method of that name; nothing for any other name.
constexpr std::optional<Units> find_units(std::string_view name) {
  for (std::size_t i = 0; i < units_names.size(); ++i) {
    if (units_names[i] == name) return static_cast<Units>(i);
  }
  return std::nullopt;
}

// How many halves the k-th signpost is below k. Asserts a divisor method.
constexpr int halves_below(Units method) {
  assert(method != Units::hamilton);
  return method == Units::dhondt ? 0 : method == Units::webster ? 1 : 2;
}

}  // namespace fairshare

// What a release computes for one division, in a form common to all models: the answers that it can
// give, in the types that it holds them in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/computed.h"

namespace fairshare::schedulers {

// A number as a release holds it.
using Held = std::variant<std::int64_t, double>;

// A further number, or list of numbers, that the release computes: "ratio", "seats", "rounds".
struct Detail {
  std::string_view name;
  std::variant<Held, std::vector<Held>> value;
};

struct ModelResult {
  // "shares", or "overflow" or "nan" if that happened while they were computed; without answers
  // "hang" (it never returns), "error" (it refuses the input, or panics) or "unfinished".
  std::string_view outcome = "shares";
  // Each answer has one share per claimant. Reports show the first; the others are possible as
  // well, if the answer depends on an order that is not known.
  std::vector<std::vector<Held>> answers = {};
  bool are_all = true;       // false: there may be more answers
  std::string message = {};  // why there is no answer; empty for "hang"
  // How far a share may be from the fair one because of the release's resolution; nothing if it has
  // no answer, or divides in units.
  std::optional<exact::Rational> resolution = std::nullopt;
  std::vector<Detail> details = {};
};

// "overflow", "nan", or "shares" if there is no fault.
std::string_view outcome_of(Fault fault);

template <class Number>
std::vector<Held> held(const std::vector<Number>& numbers) {
  return std::vector<Held>(numbers.begin(), numbers.end());
}

// The result of a release that has exactly one answer, or hangs.
template <class Number>
ModelResult result_of(const Computed<Number>& computed, std::optional<exact::Rational> resolution) {
  const auto* shares = std::get_if<Shares<Number>>(&computed);
  if (shares == nullptr) return {.outcome = "hang", .resolution = std::move(resolution)};
  return {.outcome = outcome_of(shares->fault),
          .answers = {held(shares->shares)},
          .resolution = std::move(resolution)};
}

}  // namespace fairshare::schedulers

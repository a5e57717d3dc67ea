// What a release makes of one division, whatever the release: the answers that it can give, in the
// numbers that it holds.
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
  // "shares"; "overflow" or "nan" where something went wrong on the way to them; without answers
  // "hang" (it never returns), "error" (it refuses, or ends in a panic) or "unfinished".
  std::string_view outcome = "shares";
  // One share a claimant. The first is told; the others could be given as well, where the answer
  // hangs on an order that is not known.
  std::vector<std::vector<Held>> answers = {};
  bool are_all = true;       // false: there may be more answers
  std::string message = {};  // why there is no answer; empty for "hang"
  // How far from fair a share may be because the release divides no more finely; nothing where it
  // has no answer, or divides in units.
  std::optional<exact::Rational> resolution = std::nullopt;
  std::vector<Detail> details = {};
};

// "overflow", "nan", or "shares" where there is no fault.
std::string_view outcome_of(Fault fault);

template <class Number>
std::vector<Held> held(const std::vector<Number>& numbers) {
  return std::vector<Held>(numbers.begin(), numbers.end());
}

// The one answer of a release that has one, or hangs.
template <class Number>
ModelResult result_of(const Computed<Number>& computed, std::optional<exact::Rational> resolution) {
  const auto* shares = std::get_if<Shares<Number>>(&computed);
  if (shares == nullptr) return {.outcome = "hang", .resolution = std::move(resolution)};
  return {.outcome = outcome_of(shares->fault),
          .answers = {held(shares->shares)},
          .resolution = std::move(resolution)};
}

}  // namespace fairshare::schedulers

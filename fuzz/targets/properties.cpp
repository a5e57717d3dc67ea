// libFuzzer: the named properties hold for the exact solver and for the reference solver.
//
//     for every property of properties/properties.h: no breach
//
// on a problem and on those made from it. The first byte chooses the property and the solver. The
// exact solver's shares stand for themselves, the reference solver's for every real that rounds to
// them. The reference solver is not asked about problems with a number that no double holds.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/properties.h"
#include "fairshare/reference/solve.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"
#include "fuzz/targets/rounded.h"

namespace {

using namespace fairshare;
using exact::Rational;
using properties::Outcome;
using properties::Reply;

template <class Number, class ToInterval>
Reply reply_of(const Solution<Number>& solution, ToInterval to_interval) {
  if (std::holds_alternative<Overcommitted<Number>>(solution)) return {Outcome::overcommitted};
  if (std::holds_alternative<Surplus<Number>>(solution)) return {Outcome::surplus};
  Reply reply{Outcome::allocation};
  for (const Number& share : std::get<Allocation<Number>>(solution).shares) {
    reply.shares.push_back(to_interval(share));
  }
  return reply;
}

std::optional<Reply> ask_exact(const Problem<Rational>& problem) {
  return reply_of(exact::solve(problem), properties::exactly);
}

std::optional<Reply> ask_reference(const Problem<Rational>& problem) {
  bool all_held = true;
  const auto held = [&all_held](const Rational& number) {
    const bool is_held = fuzz::holds(fuzz::Kind::float64, number);
    all_held = all_held && is_held;
    return is_held ? exact::to_double(number) : 0;
  };
  Problem<double> narrow{held(problem.total), {}};
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    auto& claimant = narrow.claimants.emplace_back();
    claimant.weight = held(weight);
    claimant.min_share = held(min_share);
    if (max_share) claimant.max_share = held(*max_share);
  }
  if (!all_held) return std::nullopt;
  return reply_of(reference::solve(narrow), fuzz::rounding_interval<double>);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto all = properties::all_properties();
  const properties::Property& property = all[data[0] / 2 % all.size()];
  const std::uint64_t choice = fuzz::Choices({data, size}).bits();
  const Problem<Rational> problem = exact::widen(fuzz::problem_from({data + 1, size - 1}, 8));
  const auto breach =
      property.find_breach(problem, choice, data[0] % 2 == 0 ? ask_exact : ask_reference);
  if (!breach) return 0;
  const std::string what = std::string(property.equation) + " (" + std::string(property.name) +
                           "), since " + breach->message;
  fuzz::require(false, what.c_str(), problem);
  return 0;
}

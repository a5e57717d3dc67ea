#include "bench/units.h"

#include <cassert>
#include <random>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fairshare/properties/units.h"

namespace fairshare::bench {
namespace {

using exact::Rational;
using reference::no_maximum;

WholeInput make_whole_input(std::size_t claimants, std::mt19937_64& random) {
  WholeInput input{.total = 10 * static_cast<std::int64_t>(claimants)};
  const auto up_to = [&](std::uint64_t most) {
    return static_cast<std::int64_t>(random() % most) + 1;
  };
  for (std::size_t i = 0; i < claimants; ++i) {
    input.weight.push_back(up_to(10'000));
    input.min_share.push_back(random() % 4 == 0 ? up_to(20) : 0);
    const std::int64_t least = input.min_share[i];
    input.max_share.push_back(random() % 4 == 0 ? least + up_to(20) : no_maximum);
  }
  return input;
}

Problem<Rational> problem_of(const WholeInput& input) {
  Problem<Rational> problem{input.total, {}};
  for (std::size_t i = 0; i < input.weight.size(); ++i) {
    problem.claimants.push_back({input.weight[i], input.min_share[i], {}});
    if (input.max_share[i] != no_maximum) problem.claimants[i].max_share = input.max_share[i];
  }
  return problem;
}

std::optional<std::string> find_error(WholeSeries& series, const WholeInput& input) {
  const auto outcome = reference::solve_units(input.total, input.columns(), series.method,
                                              series.shares, series.workspace);
  const Problem<Rational> problem = problem_of(input);
  if (!std::holds_alternative<reference::UnitRatio>(outcome)) {
    return "no allocation, though there is one";
  }
  const std::vector<Rational> units(series.shares.begin(), series.shares.end());
  Rational missing = problem.total;
  for (const Rational& unit : units) missing -= unit;
  if (missing != 0) return "the units do not add up to the total";
  if (series.method != Units::hamilton) {
    const auto violation = properties::find_unit_violation(problem, units, series.method);
    return violation ? std::optional("the units are unfair") : std::nullopt;
  }
  const auto exact = std::get<Allocation<Rational>>(exact::solve(problem));
  const auto violation = properties::find_remainder_violation(problem, units, exact.shares);
  return violation ? std::optional("the units are unfair") : std::nullopt;
}

}  // namespace

WholeSeries make_whole_series(Units method, std::size_t claimants) {
  WholeSeries series{.method = method,
                     .claimants = claimants,
                     .inputs = {},
                     .shares = std::vector<std::int64_t>(claimants),
                     .workspace = {},
                     .error = std::nullopt};
  std::mt19937_64 random(claimants);
  const std::size_t count = claimants > 1000 ? 1 : 64;
  while (series.inputs.size() < count && !series.error) {
    series.inputs.push_back(make_whole_input(claimants, random));
    series.error = find_error(series, series.inputs.back());
  }
  return series;
}

void time_units(benchmark::State& state, WholeSeries& series) {
  assert(!series.error);
  std::size_t next = 0;
  for (auto _ : state) {
    const WholeInput& input = series.inputs[next];
    auto outcome = reference::solve_units(input.total, input.columns(), series.method,
                                          series.shares, series.workspace);
    benchmark::DoNotOptimize(outcome);
    benchmark::ClobberMemory();
    next = next + 1 == series.inputs.size() ? 0 : next + 1;
  }
}

}  // namespace fairshare::bench

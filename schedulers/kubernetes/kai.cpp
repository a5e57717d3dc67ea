// Computes in doubles, with the same operations in the same order as the release.
#include "fairshare/schedulers/kubernetes/kai.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "fairshare/exact/solve.h"

namespace fairshare::schedulers::kai {
namespace {

using exact::Rational;

constexpr std::size_t states_max = 1024;  // after one round, for the next one
constexpr std::size_t permuted_max = 7;   // most gifts of which all orders are tried: 5040
constexpr std::uint64_t work_max = std::uint64_t{1} << 26U;  // numbers looked at; about 0.2 s

struct State {
  double rest = 0;
  std::vector<double> shares = {};
  std::vector<std::optional<double>> cut = {};  // what was cut from a queue's last gift

  friend bool operator<(const State& a, const State& b) {
    return std::tie(a.rest, a.shares, a.cut) < std::tie(b.rest, b.shares, b.cut);
  }
};
using States = std::set<State>;

// The inputs that do not change during a run.
struct Setting {
  std::span<const Queue> queues;
  double k_value;
  Orders orders;
};

// How far other orders were searched. Beyond work_max only the order of the list is tried.
struct Search {
  bool is_complete = true;
  std::uint64_t work = 0;
};

bool tries_all(const Setting& setting, const Search& search) {
  return setting.orders == Orders::all && search.work <= work_max;
}

// The possible sums of `start` and the parts, in all orders of addition.
std::vector<double> sums_of(const Setting& setting, Search& search, double start,
                            std::span<const double> parts) {
  if (tries_all(setting, search)) {
    Sums sums = sums_in_any_order(start, parts);
    search.is_complete = search.is_complete && sums.is_complete;
    search.work += sums.additions;
    return std::move(sums.values);
  }
  search.is_complete = false;
  for (const double part : parts) start += part;
  return {start};
}

// Indices of the queues of one priority. Tiers begin with the highest priority.
using Tier = std::vector<std::size_t>;
using Tiers = std::map<int, Tier, std::greater<>>;

Tiers tiers_of(std::span<const Queue> queues) {
  Tiers tiers;
  for (std::size_t i = 0; i < queues.size(); ++i) tiers[queues[i].priority].push_back(i);
  return tiers;
}

double requestable(const Queue& queue) {
  return queue.max_allowed == unlimited ? queue.request
                                        : std::min(queue.max_allowed, queue.request);
}

double quota(double total, const Queue& queue) {
  const double deserved = queue.deserved == unlimited ? total : queue.deserved;
  return std::min(deserved, requestable(queue));
}

bool is_satisfied(const Queue& queue, double share) {
  return queue.request <= share || (queue.max_allowed != unlimited && queue.max_allowed <= share);
}

double remaining_request(const Queue& queue, double share) {
  return requestable(queue) < share ? 0 : requestable(queue) - share;
}

// ---- A round: rest * weight to each that asks for more.

struct Gift {
  std::size_t queue;
  double amount;
};

struct Round {
  State state;  // with what was cut, without the gifts
  std::vector<Gift> gifts;
  bool goes_on = false;  // a queue asked for less than its part
};

// calcShareWeights before they are added up: one for each queue of the tier, 0 if it is satisfied.
std::vector<double> parts_of_weights(const Setting& setting, const Tier& tier, const State& state,
                                     double weights) {
  std::vector<double> parts;
  for (const std::size_t i : tier) {
    const Queue& queue = setting.queues[i];
    const double weight = queue.over_quota_weight / weights;
    const double part = weight + setting.k_value * (weight - queue.usage);
    parts.push_back(is_satisfied(queue, state.shares[i]) ? 0 : std::max(0.0, part));
  }
  return parts;
}

Round gifts_of(const Setting& setting, const Tier& tier, const State& state,
               std::span<const double> parts, double sum_of_parts) {
  Round round{state, {}, false};
  for (std::size_t k = 0; k < tier.size(); ++k) {
    const std::size_t i = tier[k];
    const Queue& queue = setting.queues[i];
    if (is_satisfied(queue, state.shares[i]) || queue.over_quota_weight == 0) continue;
    const double requested = remaining_request(queue, state.shares[i]);
    const double fair = state.rest * (parts[k] / sum_of_parts);
    double amount = 0;
    if (requested <= fair) {
      amount = requested;
      round.state.cut[i] = std::nullopt;
    } else {
      amount = std::max(0.0, std::floor(fair));
      // If nothing is cut, what was cut in an earlier round stays.
      if (fair - amount > 0) round.state.cut[i] = fair - amount;
    }
    if (amount == 0) continue;
    round.gifts.push_back({i, amount});
    round.goes_on = round.goes_on || requested < fair;
  }
  return round;
}

// The gifts in one order, until nothing is left.
State given_in_order(State state, std::span<const Gift> gifts) {
  for (const Gift& gift : gifts) {
    if (state.rest == 0) break;
    state.shares[gift.queue] += gift.amount;
    state.rest -= gift.amount;
  }
  return state;
}

// If rounding hands out more than there is, the rest may be used up before all have their gifts,
// and the order decides which queue gets none. That requires sums that fall below 0.
States given_with_an_early_end(const Round& round, Search& search) {
  States states = {given_in_order(round.state, round.gifts)};
  if (round.gifts.size() > permuted_max) {
    search.is_complete = false;
    return states;
  }
  std::vector<Gift> gifts = round.gifts;  // in ascending order of queues, as next_permutation needs
  const auto is_before = [](const Gift& a, const Gift& b) { return a.queue < b.queue; };
  while (std::next_permutation(gifts.begin(), gifts.end(), is_before)) {
    states.insert(given_in_order(round.state, gifts));
  }
  return states;
}

States given(const Setting& setting, const Round& round, Search& search) {
  if (!tries_all(setting, search)) return {given_in_order(round.state, round.gifts)};
  std::vector<double> parts;
  for (const Gift& gift : round.gifts) parts.push_back(-gift.amount);
  const std::vector<double> rests = sums_of(setting, search, round.state.rest, parts);
  if (rests.front() < 0) return given_with_an_early_end(round, search);

  States states;
  State state = round.state;
  for (const Gift& gift : round.gifts) state.shares[gift.queue] += gift.amount;
  for (const double rest : rests) {
    state.rest = rest;
    states.insert(state);
  }
  return states;
}

// ---- divideUpToFairShare: rounds until no queue asks for less than its part.

void divide_once(const Setting& setting, const Tier& tier, const State& state, States& open,
                 States& ended, Search& search) {
  std::vector<double> weights;
  for (const std::size_t i : tier) {
    if (remaining_request(setting.queues[i], state.shares[i]) > 0) {
      weights.push_back(setting.queues[i].over_quota_weight);
    }
  }
  for (const double sum_of_weights : sums_of(setting, search, 0, weights)) {
    std::vector<double> parts;
    if (sum_of_weights != 0) parts = parts_of_weights(setting, tier, state, sum_of_weights);
    for (const double sum_of_parts : sums_of(setting, search, 0, parts)) {
      if (sum_of_parts == 0 || state.rest == 0) {
        ended.insert(state);
        continue;
      }
      const Round round = gifts_of(setting, tier, state, parts, sum_of_parts);
      for (const State& next : given(setting, round, search)) {
        (round.goes_on && next.rest != 0 ? open : ended).insert(next);
        search.work += setting.queues.size();
      }
      if (search.work > work_max) {
        search.is_complete = false;
        return;
      }
    }
  }
}

void hold_to_states_max(States& states, Search& search) {
  while (states.size() > states_max) {
    states.erase(std::prev(states.end()));
    search.is_complete = false;
  }
}

States divide(const Setting& setting, const Tier& tier, States open, Search& search) {
  States ended;
  while (!open.empty()) {
    States next;
    for (const State& state : open) {
      divide_once(setting, tier, state, next, ended, search);
    }
    hold_to_states_max(next, search);
    open = std::move(next);
  }
  hold_to_states_max(ended, search);
  return ended;
}

// divideRemainingResource: one unit each, first to those from which most was cut. It does not check
// whether they still ask for one.
void hand_out_units(const Setting& setting, const Tier& tier, State& state) {
  Tier order;
  std::ranges::copy_if(tier, std::back_inserter(order),
                       [&](std::size_t i) { return state.cut[i].has_value(); });
  std::ranges::stable_sort(order, [&](std::size_t i, std::size_t j) {
    const Queue& a = setting.queues[i];
    const Queue& b = setting.queues[j];
    return std::tie(*state.cut[j], a.created, a.name) < std::tie(*state.cut[i], b.created, b.name);
  });
  for (const std::size_t i : order) {
    if (state.rest == 0) break;
    const double unit = std::min(1.0, state.rest);
    state.shares[i] += unit;
    state.rest -= unit;
  }
}

bool are_finite(double total, std::span<const Queue> queues, double k_value) {
  return std::isfinite(total) && std::isfinite(k_value) &&
         std::ranges::all_of(queues, [](const Queue& queue) {
           return std::isfinite(queue.over_quota_weight) && std::isfinite(queue.deserved) &&
                  std::isfinite(queue.max_allowed) && std::isfinite(queue.request) &&
                  std::isfinite(queue.usage);
         });
}

// setDeservedResource: the quotas, and the rest that they leave.
States first_states(double total, const Setting& setting, Search& search) {
  State state{total, {}, std::vector<std::optional<double>>(setting.queues.size())};
  std::vector<double> parts;
  for (const Queue& queue : setting.queues) {
    state.shares.push_back(quota(total, queue));
    parts.push_back(-state.shares.back());
  }
  States states;
  for (const double rest : sums_of(setting, search, total, parts)) {
    state.rest = rest;
    states.insert(state);
  }
  return states;
}

}  // namespace

Answers find_answers(double total, std::span<const Queue> queues, double k_value, Orders orders) {
  assert(are_finite(total, queues, k_value));
  const Setting setting{queues, k_value, orders};
  const Tiers tiers = tiers_of(queues);
  Search search;
  std::set<std::vector<double>> different;
  States states;
  for (const State& state : first_states(total, setting, search)) {
    if (state.rest > 0) {
      states.insert(state);
    } else {
      different.insert(state.shares);
    }
  }
  for (const auto& [priority, tier] : tiers) {
    states = divide(setting, tier, std::move(states), search);
  }
  for (State state : states) {
    for (const auto& [priority, tier] : tiers) {
      if (state.rest <= 0) break;
      hand_out_units(setting, tier, state);
    }
    different.insert(state.shares);
  }
  return {.shares = {different.begin(), different.end()}, .is_complete = search.is_complete};
}

exact::Rational precision(double total, std::span<const Queue> queues) {
  Rational quotas = 0;
  std::vector<double> amounts = {total};
  for (const Queue& queue : queues) {
    quotas += exact::from_double(quota(total, queue));
    amounts.push_back(quota(total, queue));
    amounts.push_back(requestable(queue));
  }
  const Rational most = std::max(exact::from_double(total), quotas);
  const exact::Integer exact_max = exact::Integer(1) << 53U;
  if (most <= exact_max && add_exactly(amounts)) return 0;
  const std::size_t count = queues.size() + 1;
  return most * count * count / exact_max;
}

FairProblem fair_problem(double total, std::span<const Queue> queues) {
  assert(are_finite(total, queues, 0));
  assert(tiers_of(queues).size() <= 1);
  FairProblem fair;
  fair.problem.total = exact::from_double(total);
  for (const Queue& queue : queues) {
    fair.problem.claimants.push_back({exact::from_double(queue.over_quota_weight),
                                      exact::from_double(quota(total, queue)),
                                      exact::from_double(requestable(queue))});
  }
  fair.notes.resize(queues.size());
  return fair;
}

Solution<Rational> solve_fair(double total, std::span<const Queue> queues) {
  assert(are_finite(total, queues, 0));
  Rational rest = exact::from_double(total);
  Allocation<Rational> fair{Rational(0), {}};
  for (const Queue& queue : queues) {
    fair.shares.push_back(exact::from_double(quota(total, queue)));
    rest -= fair.shares.back();
  }
  if (rest < 0) return Overcommitted<Rational>{-rest};

  for (const auto& [priority, tier] : tiers_of(queues)) {
    Problem<Rational> problem;
    Rational most = 0;
    for (const std::size_t i : tier) {
      const Rational wanted = exact::from_double(requestable(queues[i])) - fair.shares[i];
      const Rational weight = exact::from_double(queues[i].over_quota_weight);
      problem.claimants.push_back({weight, Rational(0), wanted});
      if (weight != 0) most += wanted;
    }
    problem.total = std::min(rest, most);
    const auto tier_fair = std::get<Allocation<Rational>>(exact::solve(problem));
    for (std::size_t k = 0; k < tier.size(); ++k) fair.shares[tier[k]] += tier_fair.shares[k];
    rest -= problem.total;
    if (problem.total != 0) fair.ratio = tier_fair.ratio;
  }
  if (rest > 0) return Surplus<Rational>{rest};
  return fair;
}

namespace {

std::vector<Queue> queues_of(const Level& level) {
  const double total = std::get<double>(level.total);
  std::vector<Queue> queues;
  for (const Claim& claim : level.claims) {
    Queue queue{.over_quota_weight = real_or(claim.weight, 1),
                .deserved = real_or(claim.min_share, 0),
                .max_allowed = real_or(claim.max_share, unlimited)};
    queue.request = real_or(claim.demand, std::max(total, queue.deserved));
    queue.priority = static_cast<int>(whole_or(claim.priority, 0));
    queue.usage = real_or(claim.usage, 0);
    queue.created = whole_or(claim.created, 0);
    queue.name = claim.name;
    queues.push_back(std::move(queue));
  }
  return queues;
}

ModelResult result_of(const Level& level, Orders orders) {
  ModelResult result;
  add_answers(result, find_answers(std::get<double>(level.total), queues_of(level),
                                   real_or(level.k_value, 0), orders));
  return result;
}

// If there are several priorities, one part for each: its total is what is left for it.
std::vector<Part> parts_of(const Part& all, const std::vector<Queue>& queues,
                           const Allocation<exact::Rational>& fair) {
  std::map<int, Part, std::greater<>> tiers;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    Part& tier = tiers[queues[i].priority];
    tier.label = "priority " + std::to_string(queues[i].priority);
    tier.problem.total += fair.shares[i];
    tier.problem.claimants.push_back(all.problem.claimants[i]);
    tier.claimants.push_back(i);
  }
  if (tiers.size() < 2) return {all};
  std::vector<Part> parts;
  for (auto& [priority, tier] : tiers) parts.push_back(std::move(tier));
  return parts;
}

// Priorities change neither the bounds nor the sums, so the problem is the same as for one tier.
std::variant<Statement, Defect> state_of(const Level& level) {
  const double total = std::get<double>(level.total);
  const std::vector<Queue> queues = queues_of(level);
  std::vector<Queue> alike = queues;
  for (Queue& queue : alike) queue.priority = 0;
  auto made = stated(fair_problem(total, alike), true);
  auto* statement = std::get_if<Statement>(&made);
  if (statement == nullptr) return made;
  statement->solution = solve_fair(total, queues);
  if (const auto* fair = std::get_if<Allocation<exact::Rational>>(&statement->solution)) {
    statement->parts = parts_of(statement->parts.front(), queues, *fair);
  }
  return made;
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::float64,
          .numbers = {{"weight", &Claim::weight, Type::float64},
                      {"min_share", &Claim::min_share, Type::float64},
                      {"max_share", &Claim::max_share, Type::float64},
                      {"demand", &Claim::demand, Type::float64},
                      {"priority", &Claim::priority, Type::int32},
                      {"created", &Claim::created, Type::int64},
                      {"usage", &Claim::usage, Type::float64}},
          .level_numbers = {{"k_value", &Level::k_value, Type::float64}},
          .is_base = true,
          .reports = Reports::units_cut,
          .compute = [](const Level& level) { return result_of(level, Orders::all); },
          .compute_as_listed = [](const Level& level) { return result_of(level, Orders::listed); },
          .precision =
              [](const Level& level) {
                return precision(std::get<double>(level.total), queues_of(level));
              },
          .state = state_of};
}

}  // namespace fairshare::schedulers::kai

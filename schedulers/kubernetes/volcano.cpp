// In doubles, one operation after the other as the release does them.
#include "schedulers/kubernetes/volcano.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "schedulers/kubernetes/go_arithmetic.h"

namespace fairshare::schedulers::volcano {
namespace {

using exact::Rational;

constexpr std::size_t states_max = 256;  // of one round, with which the next one begins

// Resource.LessEqual.
bool is_no_more(double a, double b) {
  return a < b || std::abs(a - b) < unit_min;
}

// ExceededPart: what of a is beyond b.
double beyond(double a, double b) {
  return a > b ? a - b : 0;
}

// Between two rounds.
struct State {
  double rest = 0;
  std::vector<double> deserved = {};
  std::vector<bool> is_met = {};

  friend bool operator<(const State& a, const State& b) {
    return std::tie(a.rest, a.deserved, a.is_met) < std::tie(b.rest, b.deserved, b.is_met);
  }
};

// What a round adds to queues and takes from them, one a queue that took part.
struct Changes {
  std::vector<double> increases;
  std::vector<double> decreases;
};

State first_state(double total, std::span<const Queue> queues) {
  return {total, std::vector<double>(queues.size()), std::vector<bool>(queues.size())};
}

// The sum of an int32 wraps, and Go's conversion of what follows is exact.
std::int32_t sum_of_weights(std::span<const Queue> queues, const State& state, bool& has_wrapped) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    if (state.is_met[i]) continue;
    if (__builtin_add_overflow(sum, queues[i].weight, &sum)) has_wrapped = true;
  }
  return sum;
}

// One round, but for the rest.
Changes divide(Release release, std::span<const Queue> queues, std::span<const double> capabilities,
               std::int32_t weights, State& state) {
  Changes changes;
  for (std::size_t i = 0; i < queues.size(); ++i) {
    if (state.is_met[i]) continue;
    const double before = state.deserved[i];
    const double weight = static_cast<double>(queues[i].weight) / static_cast<double>(weights);
    double deserved = before + state.rest * weight;
    if (capabilities[i] < deserved) deserved = capabilities[i];
    if (queues[i].request < deserved) deserved = queues[i].request;
    const bool is_met_at_once = is_no_more(queues[i].request, deserved);
    deserved = go::max(deserved, queues[i].guarantee);
    state.is_met[i] = release == Release::until_2553
                          ? is_met_at_once
                          : is_no_more(queues[i].request, deserved) || deserved == before;
    state.deserved[i] = deserved;
    if (deserved > before) {
      changes.increases.push_back(deserved - before);
    } else {
      changes.decreases.push_back(before - deserved);
    }
  }
  return changes;
}

double sum_in_list_order(std::span<const double> parts) {
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

bool is_last(double rest, double rest_before) {
  return rest < unit_min || rest == rest_before;
}

bool are_finite(double total, std::span<const Queue> queues) {
  return std::isfinite(total) && std::ranges::all_of(queues, [](const Queue& queue) {
           return std::isfinite(queue.guarantee) && std::isfinite(queue.request) &&
                  std::isfinite(queue.capability.value_or(0));
         });
}

Refusal not_sufficient() {
  return {"resource is not sufficient to do operation"};
}

// What one round makes of a state: states to go on with, and answers.
void advance_in_any_order(std::span<const Queue> queues, std::span<const double> capabilities,
                          State state, std::set<State>& open,
                          std::set<std::vector<double>>& answers, bool& is_complete) {
  bool has_wrapped = false;
  const std::int32_t weights = sum_of_weights(queues, state, has_wrapped);
  if (weights == 0) {
    answers.insert(std::move(state.deserved));
    return;
  }
  const double before = state.rest;
  const Changes changes = divide(Release::since_2553, queues, capabilities, weights, state);
  const Sums increases = sums_in_any_order(0, changes.increases);
  const Sums decreases = sums_in_any_order(0, changes.decreases);
  is_complete = is_complete && increases.is_complete && decreases.is_complete;
  for (const double increase : increases.values) {
    for (const double decrease : decreases.values) {
      state.rest = beyond(before + decrease, increase);
      if (is_last(state.rest, before)) {
        answers.insert(state.deserved);
      } else {
        open.insert(state);
      }
    }
  }
}

}  // namespace

std::vector<double> real_capabilities(double total, std::span<const Queue> queues) {
  double guarantees = 0;
  for (const Queue& queue : queues) guarantees += queue.guarantee;
  std::vector<double> capabilities;
  for (const Queue& queue : queues) {
    const double real = beyond(total, guarantees) + queue.guarantee;
    const bool has_one = queue.capability && *queue.capability > 0;
    capabilities.push_back(has_one ? std::min(real, *queue.capability) : real);
  }
  return capabilities;
}

std::variant<Run, Refusal> compute(Release release, double total, std::span<const Queue> queues,
                                   std::uint64_t rounds_max) {
  assert(are_finite(total, queues));
  const bool is_old = release == Release::until_2553;
  double guarantees = 0;
  for (const Queue& queue : queues) guarantees += queue.guarantee;
  if (is_old && !is_no_more(guarantees, total)) return not_sufficient();

  const std::vector<double> capabilities = real_capabilities(total, queues);
  State state = first_state(total, queues);
  Run run;
  bool has_wrapped = false;
  for (;;) {
    const std::int32_t weights = sum_of_weights(queues, state, has_wrapped);
    if (weights == 0) break;
    run.has_ended = run.rounds < rounds_max;
    if (!run.has_ended) break;
    ++run.rounds;
    const double before = state.rest;
    const Changes changes = divide(release, queues, capabilities, weights, state);
    const double increase = sum_in_list_order(changes.increases);
    const double decrease = sum_in_list_order(changes.decreases);
    if (is_old && !is_no_more(increase, before)) return not_sufficient();
    state.rest = is_old ? before - increase + decrease : beyond(before + decrease, increase);
    if (is_last(state.rest, before)) break;
  }
  run.result.shares = std::move(state.deserved);
  if (has_wrapped) run.result.fault = Fault::overflow;
  return run;
}

Answers find_answers(double total, std::span<const Queue> queues) {
  assert(are_finite(total, queues));
  const std::vector<double> capabilities = real_capabilities(total, queues);
  const auto as_listed = compute(Release::since_2553, total, queues);
  std::set<std::vector<double>> different = {std::get<Run>(as_listed).result.shares};
  Answers answers;
  std::set<State> open = {first_state(total, queues)};
  while (!open.empty()) {
    std::set<State> next;
    for (const State& state : open) {
      advance_in_any_order(queues, capabilities, state, next, different, answers.is_complete);
      // At once, so that there are never many: each state has a number for every queue.
      while (next.size() > states_max) {
        next.erase(std::prev(next.end()));
        answers.is_complete = false;
      }
    }
    open = std::move(next);
  }
  answers.shares.assign(different.begin(), different.end());
  return answers;
}

exact::Rational resolution(double total) {
  return exact::from_double(unit_min) + exact::from_double(total * 0x1p-40);
}

FairProblem fair_problem(double total, std::span<const Queue> queues) {
  assert(are_finite(total, queues));
  const std::vector<double> capabilities = real_capabilities(total, queues);
  FairProblem fair;
  fair.problem.total = exact::from_double(total);
  for (std::size_t i = 0; i < queues.size(); ++i) {
    const double most = std::min(capabilities[i], queues[i].request);
    fair.problem.claimants.push_back({Rational(queues[i].weight),
                                      exact::from_double(queues[i].guarantee),
                                      exact::from_double(std::max(most, queues[i].guarantee))});
  }
  fair.notes.resize(queues.size());
  return fair;
}

namespace {

// More than until 2553 it needs for weights that are 10^7 times apart; it takes some seconds.
constexpr std::uint64_t level_rounds_max = std::uint64_t{1} << 24U;

std::vector<Queue> queues_of(const Level& level) {
  const double total = std::get<double>(level.total);
  std::vector<Queue> queues;
  for (const Claim& claim : level.claims) {
    Queue queue{.weight = static_cast<std::int32_t>(whole_or(claim.weight, 1)),
                .guarantee = real_or(claim.min_share, 0)};
    if (claim.max_share) queue.capability = std::get<double>(*claim.max_share);
    queue.request = real_or(claim.demand, std::max(total, queue.guarantee));
    queues.push_back(queue);
  }
  return queues;
}

}  // namespace

ModelResult model_result(Release release, double total, std::span<const Queue> queues,
                         std::uint64_t rounds_max) {
  const auto computed = compute(release, total, queues, rounds_max);
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  const auto& run = std::get<Run>(computed);
  if (!run.has_ended) {
    return {.outcome = "unfinished",
            .message = "no end after " + std::to_string(run.rounds) + " rounds"};
  }
  ModelResult result{.outcome = outcome_of(run.result.fault),
                     .answers = {held(run.result.shares)},
                     .resolution = resolution(total),
                     .details = {{"rounds", Held(static_cast<std::int64_t>(run.rounds))}}};
  if (release == Release::since_2553) add_answers(result, find_answers(total, queues));
  return result;
}

LevelModel level_model(Release release) {
  return {.total = Type::float64,
          .numbers = {{"weight", &Claim::weight, Type::int32},
                      {"min_share", &Claim::min_share, Type::float64},
                      {"max_share", &Claim::max_share, Type::float64},
                      {"demand", &Claim::demand, Type::float64}},
          .reports = Reports::doubles,
          .sums_within_resolution = true,
          .compute =
              [release](const Level& level) {
                return model_result(release, std::get<double>(level.total), queues_of(level),
                                    level_rounds_max);
              },
          .state =
              [](const Level& level) {
                return stated(fair_problem(std::get<double>(level.total), queues_of(level)), false);
              }};
}

}  // namespace fairshare::schedulers::volcano

#include "fairshare/schedulers/kubernetes/koordinator.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/go_arithmetic.h"

namespace fairshare::schedulers::koordinator {
namespace {

using exact::Rational;
__extension__ typedef unsigned __int128 uint128;

std::int64_t limited_request(const Quota& quota) {
  return std::min(quota.request, quota.max.value_or(quota.request));
}

std::int64_t guaranteed_min(const Quota& quota) {
  return std::max(quota.min, quota.guarantee);
}

// The work of a round: the quotas that still ask for more, in the order of the list.
struct Round {
  std::int64_t rest = 0;
  std::int64_t weights = 0;
  std::vector<std::size_t> quotas = {};
};

struct Remainder {
  std::size_t at;  // index in the round
  std::uint64_t remainder;
  std::string name;
};

// computeHamiltonDeltas; nothing if a quotient does not fit in 64 bits, where bits.Div64 panics.
std::optional<std::vector<std::int64_t>> by_largest_remainder(std::span<const Quota> quotas,
                                                              const Round& round, bool& wrapped) {
  std::vector<std::int64_t> gifts(round.quotas.size());
  std::vector<Remainder> remainders;
  std::int64_t given = 0;
  const auto weights = static_cast<uint128>(round.weights);
  for (std::size_t k = 0; k < gifts.size(); ++k) {
    const Quota& quota = quotas[round.quotas[k]];
    if (quota.shared_weight <= 0) continue;
    const uint128 product =
        static_cast<uint128>(quota.shared_weight) * static_cast<uint128>(round.rest);
    if ((product / weights) >> 64U != 0) return std::nullopt;
    gifts[k] = static_cast<std::int64_t>(static_cast<std::uint64_t>(product / weights));
    given = go::add(given, gifts[k], wrapped);
    remainders.push_back({k, static_cast<std::uint64_t>(product % weights), quota.name});
  }
  std::ranges::stable_sort(remainders, [](const Remainder& a, const Remainder& b) {
    return a.remainder != b.remainder ? a.remainder > b.remainder : a.name < b.name;
  });
  std::int64_t residual = go::subtract(round.rest, given, wrapped);
  for (const Remainder& next : remainders) {
    if (residual <= 0) break;
    gifts[next.at] = go::add(gifts[next.at], 1, wrapped);
    --residual;
  }
  return gifts;
}

std::vector<std::int64_t> by_rounding(std::span<const Quota> quotas, const Round& round) {
  std::vector<std::int64_t> gifts;
  for (const std::size_t i : round.quotas) {
    const auto weight = static_cast<double>(quotas[i].shared_weight);
    const double product = weight * static_cast<double>(round.rest);
    gifts.push_back(go::to_int64(product / static_cast<double>(round.weights) + 0.5));
  }
  return gifts;
}

// A quota that asks for no more than its minimum gets its share at once; others begin with the
// minimum.
Round first_round(std::int64_t total, std::span<const Quota> quotas, Shares<std::int64_t>& result,
                  bool& wrapped) {
  Round round{total, 0, {}};
  for (std::size_t i = 0; i < quotas.size(); ++i) {
    const std::int64_t min = guaranteed_min(quotas[i]);
    const std::int64_t request = limited_request(quotas[i]);
    result.shares[i] = request > min || !quotas[i].lends ? min : request;
    round.rest = go::subtract(round.rest, result.shares[i], wrapped);
    if (request <= min) continue;
    round.quotas.push_back(i);
    round.weights = go::add(round.weights, quotas[i].shared_weight, wrapped);
  }
  return round;
}

// Adds the gifts. A quota with more than it asked for returns the excess and leaves.
Round next_round(std::span<const Quota> quotas, const Round& round,
                 std::span<const std::int64_t> gifts, Shares<std::int64_t>& result, bool& wrapped) {
  Round next;
  for (std::size_t k = 0; k < gifts.size(); ++k) {
    const std::size_t i = round.quotas[k];
    const std::int64_t request = limited_request(quotas[i]);
    std::int64_t& share = result.shares[i];
    share = go::add(share, gifts[k], wrapped);
    if (share < request) {
      next.quotas.push_back(i);
      next.weights = go::add(next.weights, quotas[i].shared_weight, wrapped);
    } else {
      const std::int64_t excess = go::subtract(share, request, wrapped);
      next.rest = go::add(next.rest, excess, wrapped);
      share = request;
    }
  }
  return next;
}

}  // namespace

std::variant<Shares<std::int64_t>, Refusal> compute(Release release, std::int64_t total,
                                                    std::span<const Quota> quotas) {
  Shares<std::int64_t> result{std::vector<std::int64_t>(quotas.size()), Fault::none, 0};
  bool wrapped = false;
  Round round = first_round(total, quotas, result, wrapped);
  // A round that leaves a rest has satisfied a quota, so there are no more rounds than quotas.
  while (round.rest > 0 && round.weights > 0 && !round.quotas.empty()) {
    const auto gifts = release == Release::since_2876 ? by_largest_remainder(quotas, round, wrapped)
                                                      : std::optional(by_rounding(quotas, round));
    if (!gifts) return Refusal{"runtime error: integer overflow"};
    round = next_round(quotas, round, *gifts, result, wrapped);
  }
  if (wrapped) result.fault = Fault::overflow;
  return result;
}

FairProblem fair_problem(std::int64_t total, std::span<const Quota> quotas) {
  FairProblem fair;
  fair.problem.total = Rational(total);
  for (const Quota& quota : quotas) {
    const std::int64_t min = guaranteed_min(quota);
    const std::int64_t request = limited_request(quota);
    const std::int64_t most = request > min || quota.lends ? request : min;
    fair.problem.claimants.push_back(
        {Rational(quota.shared_weight), Rational(std::min(min, most)), Rational(most)});
  }
  fair.notes.resize(quotas.size());
  return fair;
}

std::vector<Rational> scaled_minimums(const Rational& total, std::span<const Rational> minimums) {
  std::vector<Rational> scaled(minimums.begin(), minimums.end());
  Rational sum = 0;
  for (const Rational& minimum : minimums) sum += minimum;
  if (sum <= total) return scaled;
  for (Rational& minimum : scaled) {
    const double part = exact::to_double(total) * exact::to_double(minimum) / exact::to_double(sum);
    minimum = total > 0 ? Rational(go::to_int64(part)) : Rational(0);
  }
  return scaled;
}

namespace {

void scale_minimums(std::int64_t total, std::vector<Quota>& quotas) {
  std::vector<Rational> minimums;
  for (const Quota& quota : quotas) minimums.emplace_back(quota.min);
  minimums = scaled_minimums(Rational(total), minimums);
  for (std::size_t i = 0; i < quotas.size(); ++i) {
    quotas[i].min = static_cast<std::int64_t>(exact::floor(minimums[i]));
  }
}

std::vector<Quota> quotas_of(const Level& level) {
  const std::int64_t total = std::get<std::int64_t>(level.total);
  std::vector<Quota> quotas;
  for (const Claim& claim : level.claims) {
    Quota quota{.shared_weight = whole_or(claim.weight, 1),
                .min = whole_or(claim.min_share, 0),
                .guarantee = whole_or(claim.guarantee, 0),
                .lends = claim.lends,
                .name = claim.name};
    if (claim.max_share) quota.max = std::get<std::int64_t>(*claim.max_share);
    quota.request = whole_or(claim.demand, std::max({total, quota.min, quota.guarantee}));
    quotas.push_back(std::move(quota));
  }
  if (level.scales_minimums) scale_minimums(total, quotas);
  return quotas;
}

ModelResult result_of(Release release, const Level& level) {
  const auto computed = compute(release, std::get<std::int64_t>(level.total), quotas_of(level));
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  const auto& [shares, fault, ratio_step] = std::get<Shares<std::int64_t>>(computed);
  return {.outcome = outcome_of(fault), .answers = {held(shares)}};
}

}  // namespace

LevelModel level_model(Release release) {
  return {.total = Type::int64,
          .numbers = {{"weight", &Claim::weight, Type::int64},
                      {"min_share", &Claim::min_share, Type::int64},
                      {"max_share", &Claim::max_share, Type::int64},
                      {"guarantee", &Claim::guarantee, Type::int64},
                      {"demand", &Claim::demand, Type::int64}},
          .flags = {{"lends", &Claim::lends}},
          .level_flags = {{"scale_minimums", &Level::scales_minimums}},
          .is_base = true,
          .reports = Reports::units_apportioned,
          .hands_out_all = release == Release::since_2876,
          .compute = [release](const Level& level) { return result_of(release, level); },
          .state =
              [](const Level& level) {
                return stated(fair_problem(std::get<std::int64_t>(level.total), quotas_of(level)),
                              true);
              }};
}

}  // namespace fairshare::schedulers::koordinator

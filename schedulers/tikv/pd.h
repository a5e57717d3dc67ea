// TiKV's Placement Driver: conciliateFillRates of its resource manager, which divides a keyspace's
// service limit, in request units per second, among resource groups. As of August 2026 (tikv/pd
// a186e0cc, pkg/mcs/resourcemanager/server/keyspace_manager.go).
//
//     basic_i = min(demand_i, fill_rate_i)     burst_i = max(0, demand_i - fill_rate_i)
//     share_i(R) = min(basic_i, fill_rate_i * R)         if the limit is at most all basic_i
//     share_i(R) = basic_i + burst_i * R, up to its burst limit       if it is more; R <= 1
//
// Strict priorities: a lower one divides what the higher ones leave. In doubles. Groups are in a Go
// map, whose iteration order differs each time, and Go's sort does not keep the order of equal
// keys. So shares differ in their last digits.
#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/refusal.h"

namespace fairshare::schedulers::tikv_pd {

inline constexpr int priority_max = 16;
inline constexpr std::int64_t unlimited = -1;

struct Group {
  std::int64_t fill_rate = 1;            // its setting, RU per second; unsigned in the release
  std::int64_t burst_limit = unlimited;  // its setting; up to the fill rate: no burst
  double demand = 0;                     // the sampled RU per second; below 0: 0
  int priority = 0;                      // 0 to priority_max; the highest is served first
  bool has_tracker = true;  // false: no client has asked for tokens; it demands nothing

  friend bool operator==(const Group&, const Group&) = default;
};

struct Division {
  // What each group takes from the limit: its fill rate if that was lowered, else what it demands,
  // but only as much burst as its raised burst limit allows.
  Shares<double> shares;
  std::vector<double> fill_rates;          // overrideFillRate; below 0: its setting applies
  std::vector<std::int64_t> burst_limits;  // overrideBurstLimit; likewise
  double rest = 0;                         // what is left of the limit

  friend bool operator==(const Division&, const Division&) = default;
};

// What the release computes, bit for bit, for groups for which nothing was computed before, if Go
// iterates over them in this order and has at most 12 to sort. A limit of 0 or less means no limit:
// each group keeps its settings. Refuses a fill rate below 0 and a priority out of range, as PD
// does.
//
//     50, {20, -1, 20}, {30, -1, 30}, {50, -1, 50}         -> 10, 15, 25
//     60, {20, -1, 35}, {30, -1, 40}                       -> 26, 34: 10 above 50, by 15 and 10
//     100, {100, -1, 100} x 2, {50, without a tracker}     -> 66.7, 66.7, 0: more than the limit
//     100, {100, -1, 100} x 2, {250, without a tracker}    -> -200, -200, 0
//     100, {100, -1, 100} x 2, {100, without a tracker}    -> 100, NaN, 0
std::variant<Division, Refusal> compute(double limit, std::span<const Group> groups);

// Its own rule, exactly: one part per priority, the highest first, each a problem of the base rule
// (schedulers/common/base_rule.h). What a burst limit cuts off is divided among the other groups.
// Without a limit, the total is the sum of all demands. Every number must be finite (asserted); a
// negative fill rate is a defect.
std::variant<Statement, Defect> state(double limit, std::span<const Group> groups);

// How far a share may be off because the release rounds doubles: it adds, subtracts, multiplies and
// divides at most 4 (n + 4) times, each with an error of at most 2^-53 of the limit, or of the sum
// of demands if there is no limit. Sums of fill rates are exact up to 2^53.
exact::Rational precision(double limit, std::span<const Group> groups);

// Describes its levels: the total is the service limit, the weight is the fill rate, the maximum is
// the burst limit; an inactive claimant has no tracker. Without a demand a claimant wants the
// limit. For up to 6 groups every order is tried. Details, in this order: fill_rates and
// burst_limits.
LevelModel level_model();

}  // namespace fairshare::schedulers::tikv_pd

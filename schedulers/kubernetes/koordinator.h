// Koordinator's elastic quotas: quotaTree.redistribution, which divides a parent's runtime quota
// among its children, before and since its pull request 2876 (May 2026).
//
//     share_i(R) = min(request_i, min_i + weight_i * R)     in int64; the base rule
//
// The request is limited by the maximum first, and wins over the minimum if the quota may lend what
// it does not request. Unit: milli-CPUs, bytes and otherwise whole units, one resource at a time.
// What is above the minimums is handed out in rounds; each round rounds its shares to whole units:
// until 2876 halves up, since then by largest remainders, so that each round hands out exactly what
// it has.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/refusal.h"

namespace fairshare::schedulers::koordinator {

enum class Release { until_2876, since_2876 };

struct Quota {
  std::int64_t shared_weight = 1;  // if none is configured, the maximum
  std::int64_t min = 0;            // after scaling, if the release scaled it
  std::optional<std::int64_t> max = std::nullopt;
  std::int64_t request = 0;
  std::int64_t guarantee = 0;  // raises the minimum
  bool lends = true;           // allow-lent-resource: what is below its minimum and not requested
  std::string name = "";  // breaks ties of remainders: the least name wins, of equal ones the first

  friend bool operator==(const Quota&, const Quota&) = default;
};

// What the release returns, bit for bit, in the order of the quotas, or its panic. Accepts any
// integers. Fault::overflow if a sum wrapped.
//
//     4, {4, 0, -, 2}, {1, 0, -, 2} x 2       -> 2, 2, 0; until 2876 2, 2, 2
//     1, {1, 0, -, 1} x 2                     -> 1, 0; until 2876 1, 1
//     10, {1, 8, -, 20} x 2                   -> 8, 8: minimums are not scaled here
//     100, {2^63 - 1, 0, -, 100} x 2          -> 0, 0: the sum of weights wraps to -2
//     2^63 - 1, {2^63 - 1}, {2 - 2^63}, which both ask for all  -> since 2876 a panic
std::variant<Shares<std::int64_t>, Refusal> compute(Release release, std::int64_t total,
                                                    std::span<const Quota> quotas);

// The minimums that the release uses with enableMinQuotaScale, its default: if their sum exceeds
// the total, each one's proportional part of the total, computed in doubles and truncated to whole
// units; 0 for a total of 0 or less.
//
//     25000, 30000 and 20000    -> 15000 and 10000
std::vector<exact::Rational> scaled_minimums(const exact::Rational& total,
                                             std::span<const exact::Rational> minimums);

// Its own rule, exactly; a problem of the base rule (schedulers/common/base_rule.h): the maximum is
// the request, limited by the configured maximum; the minimum is the greater of min and guarantee,
// but no more than that. A quota that does not lend and requests no more than its minimum has its
// minimum as both bounds. Negative numbers are a defect of the problem.
FairProblem fair_problem(std::int64_t total, std::span<const Quota> quotas);

// Describes its levels. A claimant without a demand wants the total, or its minimum if that is
// more. Minimums are scaled if the level says so, before a guarantee raises them.
LevelModel level_model(Release release);

}  // namespace fairshare::schedulers::koordinator

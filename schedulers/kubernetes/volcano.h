// Volcano's plugin proportion (and its ancestor in kube-batch): OnSessionOpen, which computes what
// each queue deserves, as of August 2026 and before its pull request 2553.
//
//     repeat: deserved_i += rest * weight_i / sum of weights of those that still want more
//             deserved_i = max(min(deserved_i, capability_i, request_i), guarantee_i)
//             rest -= all that was added
//
// for all resources in one loop: a queue wants more until it has enough of every resource, or gains
// none of any, and the loop continues until nothing is left of any resource.
//
// The floor rule for each resource, except that what a guarantee adds is not taken from the others,
// so all queues together may deserve more than the total. In doubles, to 0.1 of a unit; int32
// weights, whose sum wraps. Units: milli-CPUs, bytes, pods, thousandths of any other resource. The
// guarantee wins over capability and request.
#pragma once

#include <cstdint>
#include <limits>
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
#include "fairshare/schedulers/kubernetes/any_order.h"

namespace fairshare::schedulers::volcano {

// Less than 0.1 units (minResource) counts as nothing left, and as nothing still wanted.
inline constexpr double unit_min = 0.1;

// Until 2553 it compared a queue's share before the guarantee was added with the share after, and
// without the resources whose total is 0 (huge pages, on every node) with the share including them:
// it never noticed that a queue at its capability gains nothing, and kept such queues in the sum of
// weights (issue 2549).
enum class Release { until_2553, since_2553 };

// A queue's bounds on one resource.
struct Queue {
  std::int32_t weight = 1;  // of a queue, for all resources: the first resource's is used
  std::optional<double> guarantee = std::nullopt;  // absent: 0, but see `real_capabilities`
  std::optional<double> capability =
      std::nullopt;    // 0 and below mean none; for scalars 0 is a limit
  double request = 0;  // of its running and pending tasks

  friend bool operator==(const Queue&, const Queue&) = default;
};

struct Resource {
  // Every queue has "cpu" and "memory"; all others are scalars. An empty name means "cpu". Since
  // 2553, pods that are left ("pods") do not keep the loop going.
  std::string name = {};
  double total = 0;
  double idle_guarantees = 0;  // the sum for queues without jobs, which take no part
  std::vector<Queue> queues = {};
};

// True for all but CPU and memory. A scalar's capability of 0 is a limit.
bool is_scalar(const Resource& resource);

struct Run {
  Shares<double> result;     // what the queues deserve of the first resource, then of the next
  std::uint64_t rounds = 0;  // rounds in which something was divided
  bool has_ended = true;     // false: stopped at `rounds_max`, with the shares so far

  friend bool operator==(const Run&, const Run&) = default;
};

// What the release returns, bit for bit, if it iterates over its queues in the order of the list.
// There must be a resource, all of them must have the same queues, and every number must be finite
// (asserted). Fault::overflow if the sum of weights wraps.
//
//     100, {1, 50, -, 1000}, {1, 0, -, 1000} x 2    -> 50, 33.3, 33.3
//     3, {3, 0, -, 2}, {4, 0, -, 1}, {4, 0, -, 3}   -> 0.818, 1, 1.091: 0.091 is left
//     1000, {2^31 - 1, 0, -, 900}, {1, 0, -, 900}   -> 0, 0: the sum of weights is -2^31
//     6000, {w, 0, 1000, 2000}, {1, 0, -, 4000}     -> 1000, 4000 after 3 rounds; until 2553 after
//                                                      about 1.6 * w
//     1 CPU, {1, 0, -, 1}, {1, 0, -, 0} and
//     1 byte, {1, 0, -, 0}, {1, 0, -, 1}            -> 0.9375 CPUs, 0.9375 bytes: each queue is
//                                                      offered half of what the other wants
//     1, {0, 1, -, 1}                               -> 0: without weights there is no round
//
// Until 2553 a Refusal with its panic, if the guarantees exceed the total, or what they add exceeds
// the rest, by 0.1 or more. The loop always ends: each round that satisfies no queue makes some
// rest smaller, or is the last one. But it may take 2^33 rounds.
std::variant<Run, Refusal> compute(
    Release release, std::span<const Resource> resources,
    std::uint64_t rounds_max = std::numeric_limits<std::uint64_t>::max());

// Every answer, for any iteration order of the map of queues, which may differ in each round.
// Asserts as `compute` does. `as_listed`, the answer in the order of the list, must be shares
// without a fault; it is always among the answers. With many queues not all orders are tried: see
// Answers. If some order makes the release panic, or the search would take more than some seconds,
// the answers are not complete.
Answers find_answers(Release release, std::span<const Resource> resources, const Run& as_listed);

// min(capability, total - all guarantees + its own), one per queue: realCapability since 2553,
// except for a scalar that the guarantees use up, of which the release limits only queues whose own
// guarantee names it.
//
//     10 GPUs, {1, 10, -, 5}, {1, -, 2, 5}, {1, 0, 2, 5}    -> 10, 0, 0; the second is not limited
std::vector<double> real_capabilities(const Resource& resource);

// How far a share may be from fair because the release stops early: 0.1 units, plus the rounding of
// sums of doubles, for which 2^-40 of the total is ample. The total must be finite (asserted).
exact::Rational resolution(double total);

// Its own rule, exactly, since 2553: minimum = guarantee; maximum = the smaller of request and real
// capability, as a double, but no less than the minimum. Every number must be finite (asserted);
// negative ones are a defect of the problem.
FairProblem fair_problem(const Resource& resource);

// `compute` and `find_answers` together: the answer in the order of the list comes first, and is
// the only one if no other order is asked for. An input that takes more rounds is "unfinished". The
// resolution is that of the first resource.
ModelResult model_result(Release release, std::span<const Resource> resources,
                         std::uint64_t rounds_max, Orders orders = Orders::all);

// Describes its levels, and several levels that it divides together, one per resource. A claimant
// without a demand wants the total, or its guarantee if that is more.
LevelModel level_model(Release release);

}  // namespace fairshare::schedulers::volcano

// Volcano's plugin proportion (and, in its line, kube-batch's): OnSessionOpen, which finds what
// each queue deserves, as it stood in August 2026 and before its pull request 2553.
//
//     repeat: deserved_i += rest * weight_i / sum of weights of those that still want more
//             deserved_i = max(min(deserved_i, capability_i, request_i), guarantee_i)
//             rest -= all that was added
//
// for all resources in one loop: a queue wants more until it has enough of every resource, or
// gains of none, and the loop goes on until nothing is left of any.
//
// The floor rule for each resource, but what a guarantee adds is not taken from the others, so that
// all together may deserve more than there is. In doubles, to 0.1 of a unit; int32 weights, whose
// sum wraps. Units: milli-CPUs, bytes, pods, thousandths of whatever else. The guarantee wins over
// capability and request.
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

// Below 0.1 units (minResource) nothing is left, and a queue has what it wants.
inline constexpr double unit_min = 0.1;

// Until 2553 it compared a queue before the guarantee was added with itself after, and without the
// resources of which there are 0 (huge pages, on every node) with itself with them: it never saw
// that a queue at its capability gains nothing, and went on with such queues in the sum of weights
// (issue 2549).
enum class Release { until_2553, since_2553 };

// A queue's bounds on one resource.
struct Queue {
  std::int32_t weight = 1;  // of a queue, whatever the resource: that of the first counts
  std::optional<double> guarantee = std::nullopt;  // none is 0, but see `real_capabilities`
  std::optional<double> capability =
      std::nullopt;    // 0 and below count as none; 0 is one of scalars
  double request = 0;  // of its running and its pending tasks

  friend bool operator==(const Queue&, const Queue&) = default;
};

struct Resource {
  // "cpu" and "memory" every queue has; all others are scalars. An empty name is "cpu". Since 2553
  // it does not matter that pods are left ("pods").
  std::string name = {};
  double total = 0;
  double idle_guarantees = 0;  // of queues without jobs, which take no part, in one sum
  std::vector<Queue> queues = {};
};

// True for all but CPU and memory: of these 0 is a capability.
bool is_scalar(const Resource& resource);

struct Run {
  Shares<double> result;     // what the queues deserve: of the first resource, then of the next
  std::uint64_t rounds = 0;  // in which something was divided
  bool has_ended = true;     // false: stopped at `rounds_max`, with what there was by then

  friend bool operator==(const Run&, const Run&) = default;
};

// What the release returns, bit for bit, if its map of queues is walked in the order of the list.
// There must be a resource, all of them must have the same queues, and every number must be finite
// (asserted). Fault::overflow where the sum of weights wraps.
//
//     100, {1, 50, -, 1000}, {1, 0, -, 1000} x 2    -> 50, 33.3, 33.3
//     3, {3, 0, -, 2}, {4, 0, -, 1}, {4, 0, -, 3}   -> 0.818, 1, 1.091: 0.091 are left
//     1000, {2^31 - 1, 0, -, 900}, {1, 0, -, 900}   -> 0, 0: the sum of weights is -2^31
//     6000, {w, 0, 1000, 2000}, {1, 0, -, 4000}     -> 1000, 4000 after 3 rounds; until 2553 after
//                                                      about 1.6 * w
//     1 CPU, {1, 0, -, 1}, {1, 0, -, 0} and
//     1 byte, {1, 0, -, 0}, {1, 0, -, 1}            -> 0.9375 CPUs, 0.9375 bytes: each queue is
//                                                      offered half of what the other wants
//     1, {0, 1, -, 1}                               -> 0: without weights there is no round
//
// Until 2553 a Refusal, the panic with which it ends, where the guarantees exceed the total or what
// they add exceeds the rest, by 0.1 or more. It always ends: each round that does not satisfy a
// queue makes a rest smaller, or is the last one. But it may take 2^33 rounds.
std::variant<Run, Refusal> compute(
    Release release, std::span<const Resource> resources,
    std::uint64_t rounds_max = std::numeric_limits<std::uint64_t>::max());

// Every answer, whatever the order in which Go walks the map of queues, in each round another one.
// As for `compute`; and the answer in the order of the list must be known, and be none of a fault
// or a panic: it is always among them. See Answers about the many orders of many queues. Where an
// order makes the release panic, or the search would take more than some seconds, the answers are
// not complete.
Answers find_answers(Release release, std::span<const Resource> resources, const Run& as_listed);

// min(capability, total - all guarantees + its own), one a queue: realCapability since 2553, but
// for a scalar that the guarantees use up. Of that the release bounds only queues whose own
// guarantee says something of it.
//
//     10 GPUs, {1, 10, -, 5}, {1, -, 2, 5}, {1, 0, 2, 5}    -> 10, 0, 0; of the second it has none
std::vector<double> real_capabilities(const Resource& resource);

// How far from fair a share may be because the release stops there: 0.1 units, and the rounding of
// sums of doubles, for which 2^-40 of the total is plenty. The total must be finite (asserted).
exact::Rational resolution(double total);

// Its own rule, exactly, as it is since 2553: minimum = guarantee; maximum = the lesser of request
// and real capability, as the double that it is, but no less than the minimum. Every number must be
// finite (asserted); negative ones are a defect of the problem.
FairProblem fair_problem(const Resource& resource);

// As `compute` and `find_answers`: the run in the order of the list comes first, and where no other
// order is asked for it is alone. An input that takes more rounds is "unfinished". The resolution
// is that of the first resource.
ModelResult model_result(Release release, std::span<const Resource> resources,
                         std::uint64_t rounds_max, Orders orders = Orders::all);

// What a level of it looks like, and several levels that it divides together, each of a resource. A
// claimant without a demand wants the total, or its guarantee where that is more.
LevelModel level_model(Release release);

}  // namespace fairshare::schedulers::volcano

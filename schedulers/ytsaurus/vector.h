// YTsaurus since the end of 2020: the vector HDRF of a pool tree (ytsaurus/ytsaurus,
// yt/yt/library/vector_hdrf, TFairShareUpdateExecutor of November 2023).
//
// Shares are vectors of fractions of the cluster. With one resource a pool of share F gives each
// child
//     share_i = min(guarantee_i + weight_i * R, most_i)        with sum share_i = F
// which is the base rule: the guarantee is paid first, and only what is above it goes by weight.
// (The documentation's picture shows the older floor rule, and its examples come out otherwise.)
// With several resources every element turns a suggestion, the fraction of the cluster that it may
// have beyond its guarantee, into a vector; a pool gives its children suggestions proportional to
// their weights. All functions are piecewise linear and continuous from the left: at a jump, what
// would still fit is not handed out.
//
// Pools may have integral guarantees in addition to strong ones: a flow of resources accumulates to
// a volume, which pays for what a pool takes beyond its strong guarantee. A burst pool's is paid at
// once, up to its burst guarantee; relaxed pools share what strong and burst guarantees leave of
// the cluster. The strong and the integral guarantee together are the guarantee of the rule above.
//
// Not modelled: free volume (an option that gives other pools what a full pool cannot accumulate),
// best allocation by node, historic usage, and everything after the shares: satisfaction,
// starvation, preemption.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/schedulers/ytsaurus/piecewise_linear.h"

namespace fairshare::schedulers::ytsaurus_vector {

using piecewise::Vector;

inline constexpr std::size_t resource_count = piecewise::dimensions;

// In the order of the release, which decides ties of the dominant resource.
enum class Resource : std::size_t { user_slots, cpu, gpu, memory, network };

inline constexpr std::array<std::string_view, resource_count> resource_names = {
    "user_slots", "cpu", "gpu", "memory", "network"};

// One amount per resource, by its index: int64, except that gpu is int32; cpu is in hundredths
// (TCpuResource). Sums wrap around.
using Amounts = std::array<std::int64_t, resource_count>;
using SomeAmounts = std::array<std::optional<std::int64_t>, resource_count>;

inline constexpr std::int64_t cpu_unit = 100;

enum class Mode { fair_share, fifo };
enum class IntegralType { none, burst, relaxed };

struct Element {
  std::string name = {};
  std::optional<std::size_t> parent = std::nullopt;  // absent: the root
  bool is_operation = false;
  double weight = 1;
  // An absent guarantee is 0 for cpu, the main resource, and is inferred from cpu's for any other.
  SomeAmounts strong_guarantee = {};
  SomeAmounts limits = {};  // absent: a quarter of the largest amount

  // Of pools:
  Mode mode = Mode::fair_share;
  bool truncates_gangs = false;  // fifo: a gang that is not satisfied gets nothing
  IntegralType integral_type =
      IntegralType::none;        // none for the root; with none the next three are ignored
  Amounts resource_flow = {};    // accumulates
  Amounts burst_guarantee = {};  // of burst pools
  double volume = 0;  // accumulated up to the last update, in seconds of the whole cluster

  // Of operations; the usage is a part of the demand:
  Amounts demand = {};
  Amounts usage = {};
  bool is_gang = false;
};

// How volumes become guarantees; times are in seconds.
struct IntegralTerms {
  double since_last_update = 0;          // the flow of this time is not in the volume yet
  double saturation_period = 24 * 3600;  // a volume grows to at most the flow of this period
  double smooth_period = 60;             // the time over which a volume is spent; positive
  double relaxed_share_multiplier = 3;   // a relaxed pool may get this many times its flow
};

// The root first, parents before their children, only pools are parents. Siblings are in the order
// in which the scheduler holds them: sums are taken in that order, and fifo uses it among equal
// weights. Integral pools take their turns in the order of the list, which the release traverses
// depth first.
struct Tree {
  Amounts total = {};
  IntegralTerms integral_terms = {};
  std::vector<Element> elements;
};

// The results for one element. Vectors are fractions of the total; 0 for a resource whose total is
// 0.
struct ElementShares {
  Vector fair_share;            // the sum of the next three
  Vector strong_guarantee;      // the part of it that the guarantee covers
  Vector integral_guarantee;    // the part beyond it that the integral guarantee covers
  Vector weight_proportional;   // the rest
  double fair_share_ratio = 0;  // the largest component of fair_share
  Vector demand_share;
  Vector limits_share;
  Vector strong_guarantee_share;   // capped by the limits, and adjusted to the parent's
  Vector proposed_integral_share;  // the integral guarantee; above integral pools their sum
  // What the element would get if all its siblings wanted everything; NaN below a pool whose
  // children's weights add up to 0.
  Vector promised_fair_share;
  Vector estimated_guarantee_share;  // the same for the parent's guarantee alone
  Resource dominant_resource = Resource::cpu;
  std::optional<std::size_t> fifo_index = std::nullopt;  // children of fifo pools: their turn
};

struct Shares {
  std::vector<ElementShares> elements;
  // 1 if strong guarantees and flows exceed the cluster, plus 1 if those and bursts do.
  int errors = 0;
  int warnings = 0;  // lines that the release logs as warnings
};

// An assertion of the release fails, and the scheduler ends. A weight of 0 among siblings causes
// this ("segment bounds out of order"), unless they are in a fifo pool; so do strong and burst
// guarantees that leave less than nothing for relaxed pools.
struct Crash {
  std::size_t element;
  std::string assertion;  // what did not hold, one sentence without a full stop
};

using Outcome = std::variant<Shares, Crash>;

// True if the list is a tree as described at Tree: one root, which comes first, and every parent a
// pool that comes before its children.
bool is_tree(const Tree& tree);

// Larger trees are refused: more elements, or a larger sum of the operations' depths. A pool's
// functions have a few segments for every operation below it, and a pool with n children adds n
// functions at every breakpoint of each, so these limits bound the memory (below 1 GB) and the time
// (below a minute).
inline constexpr std::size_t elements_max = 10'000;
inline constexpr std::size_t depth_sum_max = 100'000;
bool is_too_large(const Tree& tree);

// What the release computes, in its order of operations. Asserts that the list is a tree as
// described at Tree, and not too large; an empty list gives no shares. Examples, one resource, all
// demands above the total:
//     guarantees .6 .2, weights 1 1      -> .7 .3         (the documentation says .6 .4)
//     guarantees .6 .2, weights 3 1      -> .75 .25
//     guarantees .6 .2 0, weights 1 1 1  -> 2/3 4/15 1/15 (the documentation says .6 .2 .2)
//     guarantees .9 .6                   -> .6 .4, two errors
//     weights 1 0                        -> Crash
Outcome compute(const Tree& tree);

// Its own rule in exact numbers, for trees of one resource.

struct FairBounds {  // for one element, in parts of the total
  // Paid first: the strong guarantee, adjusted to the parent's, plus the integral one; at most
  // `most`.
  exact::Rational guarantee;
  exact::Rational most;  // the limits, and the demand or what the children can take
};

struct FairTree {
  Resource resource;
  std::vector<FairBounds> bounds;       // one per element
  std::vector<exact::Rational> shares;  // one per element
};

// The fair shares. Guarantees that exceed their parent's (at the root: the total) are scaled down
// by one factor, operations before pools; amounts are what the release holds, inferred guarantees
// included, and negative ones count as 0. A fifo pool serves its children by weight, the heaviest
// first, and gives each as much as it can take. The rule ignores what gang operations lose to
// truncation; at weight 0 a share is the guarantee. Weights must be finite and not negative
// (asserted).
//
// The integral guarantee of a burst pool is its burst guarantee, as far as its volume pays for it,
// limits leave room and it can take as much. Relaxed pools divide what strong and burst guarantees
// leave in proportion to what their volumes pay; none gets more than that, or than the multiple of
// its flow. Volumes are the release's doubles. Guarantees that leave less than nothing count as
// leaving nothing.
//
// Nothing if more than one resource has a total above 0, or if integral pools are nested: the rule
// has no exact form then.
std::optional<FairTree> fair_shares(const Tree& tree);

// True if an integral pool is below another. The release then uses functions of the lower pool that
// it made for the upper one, before it knew what the lower one gets.
bool has_nested_integral_pools(const Tree& tree);

// Each element's children, in the order of the list.
std::vector<std::vector<std::size_t>> children_of(const Tree& tree);

// What a fair_share pool divides among `children`, as a problem of the floor rule: for each child
// the part above its guarantee, from 0 to most - guarantee. The total is `share` less all
// guarantees, so it may be negative if that share was not computed by this rule.
Problem<exact::Rational> problem_above_guarantees(const Tree& tree, const FairTree& fair,
                                                  std::span<const std::size_t> children,
                                                  const exact::Rational& share);

// What a fifo pool with this share gives its children, in their order.
std::vector<exact::Rational> fifo_shares(const Tree& tree, const FairTree& fair,
                                         std::span<const std::size_t> children,
                                         const exact::Rational& share);

}  // namespace fairshare::schedulers::ytsaurus_vector

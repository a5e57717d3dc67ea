// YTsaurus's pool tree from 2016 to 2020, when shares were single numbers: ytsaurus-2018,
// ytsaurus-2019.
//
//     bottom-up   demand, usage and the most that can be used, as ratios of the cluster
//     top-down    share_i(x) = min(max(x * w_i / w_min, min_i), max_i) in doubles, x in [0, 1];
//                 bisected until the bracket is 2^-52 wide; 2019 then multiplies by F / sum
//
// Classes: TCompositeSchedulerElement (ComputeByFitting, UpdateFairShare, UpdateFifo) and
// TSchedulerElement (UpdateAttributes, GetStatus) in fair_share_tree_element.cpp.
//
// clang-format off
// | era  | release | normalises minimums                           | sums that do not fit           |
// |------|---------|-----------------------------------------------|--------------------------------|
// | 2018 | 2018-03 | relative ones to 1, then all to the guarantee | stay; the root's share stays 1 |
// | 2019 | 2019-06 | pools to the parent's; operations to the rest | are rescaled by F / sum        |
// clang-format on
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace fairshare::schedulers::ytsaurus::scalar {

enum class Era { v2018, v2019 };
enum class Mode { fair_share, fifo };
enum class SortParameter { weight, start_time, pending_job_count };
enum class Status { normal, below_min_share, below_fair_share };

// In this order: the first of equal shares is the dominant one.
enum class Resource { user_slots, cpu, gpu, memory, network };
inline constexpr std::size_t resource_count = 5;
using Amounts = std::array<double, resource_count>;  // whole units, except cpu

// RatioComputationPrecision and RatioComparisonPrecision, its square root.
inline constexpr double computation_precision = std::numeric_limits<double>::epsilon();
inline constexpr double comparison_precision = 0x1p-26;

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

struct Element {                                     // a pool or an operation
  std::optional<std::size_t> parent = std::nullopt;  // absent: the root
  bool is_operation = false;
  double weight = 1;
  double min_share_ratio = 0;  // of the parent's minimum
  double max_share_ratio = 1;  // of the cluster
  Mode mode = Mode::fair_share;
  std::vector<SortParameter> fifo_sort_parameters = {SortParameter::weight,
                                                     SortParameter::start_time};
  double start_time = 0;
  double pending_job_count = 0;
  double fair_share_starvation_tolerance = 0.8;
  double fair_share_starvation_tolerance_limit = 1;  // of a pool: for all elements below it

  // Without a cluster: one resource, as ratios of all there is. The last three are an operation's.
  double min_share_resources_ratio = 0;
  double resource_limit_ratio = no_limit;
  double demand_ratio = 0;
  double usage_ratio = 0;
  double best_allocation_ratio = 1;

  // With a cluster: amounts. The last three are an operation's.
  Amounts min_share_resources = {};
  Amounts resource_limits = {no_limit, no_limit, no_limit, no_limit, no_limit};
  Amounts demand = {};  // the usage plus what is needed in addition
  Amounts usage = {};
  double memory_per_job = 0;  // 0: memory can be given in any amount
};

struct NodeType {
  double memory = 0;
  double count = 0;
};

struct Cluster {
  Amounts total = {};
  std::vector<NodeType> node_types = {};
};

// The first element is the root, every other one has a parent that comes before it, and operations
// have no children (asserted). Numbers may be anything.
struct Tree {
  std::vector<Element> elements = {};
  std::optional<Cluster> cluster = std::nullopt;  // absent: one resource, in ratios
};

// What the release has computed for an element, under the names of its Orchid.
struct Computed {
  double fair_share_ratio = 0;
  double recursive_min_share_ratio = 0;
  double adjusted_min_share_ratio = 0;
  double guaranteed_resources_ratio = 0;
  double max_possible_usage_ratio = 0;
  double best_allocation_ratio = 0;
  double demand_ratio = 0;
  double usage_ratio = 0;
  double satisfaction_ratio = 0;  // its own (ComputeLocalSatisfactionRatio), not its best child's
  Status status = Status::normal;
  std::optional<std::size_t> fifo_index = std::nullopt;  // in its parent, if that is a fifo pool
  Resource dominant_resource = Resource::cpu;            // meaningful only with a cluster

  friend bool operator==(const Computed&, const Computed&) = default;
};

struct ComputedTree {
  std::vector<Computed> elements = {};  // one per element
  std::size_t alerts = 0;               // update_fair_share_alerts of all pools
};

// The children of every element, in the order of the elements.
std::vector<std::vector<std::size_t>> children_of(const Tree& tree);

// What the release computes, bit for bit: sums are taken in the order of the children; equal fifo
// priorities keep that order (the release's std::sort leaves it unspecified).
//
//     root of {A: min 0.6}, {B: min 0.2}, demand 10 each
//         -> 0.6, 0.4
//     the same with weights 3 and 1
//         -> 0.7499999999999997, 0.2499999999999999
//     a pool with F = 1 and maximums 0.1 and 0.4, below the root, in 2019
//         -> 0.2, 0.8: rescaled
//
// O(elements), except for the possible usage of several resources, which is O(elements * depth),
// and for sorting in fifo pools.
ComputedTree compute(Era era, const Tree& tree);

}  // namespace fairshare::schedulers::ytsaurus::scalar

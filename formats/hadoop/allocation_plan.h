// What an allocations file plans for its queues, independent of the names of its elements: bounds
// that cannot all be met, queues that get nothing, and the steady shares.
//
//     root, 100 memory: a with minimum 70, b with minimum 50    FS602: 120 exceeds 100
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/text/input_error.h"

namespace fairshare::formats {

// The cluster's amount of each resource: whole, not negative. A resource that is missing is
// unknown.
using ClusterAmounts = std::map<std::string, std::int64_t, std::less<>>;

// A queue's bounds for a resource.
struct PlannedBounds {
  exact::Rational min = 0;                             // in units
  std::optional<exact::Rational> max = std::nullopt;   // in units; absent: none, or see `part`
  std::optional<exact::Rational> part = std::nullopt;  // the maximum as a part of a cluster
                                                       // that is not known: 1/2
};

struct PlannedQueue {
  std::string name = {};                             // "root.prod"; of MR1's cluster: empty
  std::size_t line = 0;                              // 0 if no element configures it
  std::optional<std::size_t> parent = std::nullopt;  // before it in the list; absent: the first
  exact::Rational weight = 1;                        // may be negative
  std::map<std::string, PlannedBounds, std::less<>> bounds = {};  // by resource; absent: none
  std::vector<std::string> divides = {};  // the resources that it divides among its queues
};

enum class PlannedBy {
  yarn_2_7,  // the maximum wins over the minimum
  yarn_3,    // the maximum is lifted to the minimum
  mr1,       // as yarn_2_7; slots for maps and for reduces
};

struct AllocationPlan {
  PlannedBy by = PlannedBy::yarn_3;
  std::string file = {};
  ClusterAmounts cluster = {};
  std::vector<PlannedQueue> queues = {};  // first the one that divides the cluster
};

// FS602 minimums that exceed what is available, FS603 queues whose share is always 0, FS604
// maximums below minimums; each with file, line and queue, and with what to do.
//
//   - FS602 once for each parent and resource: the minimums are compared with the smallest of the
//     cluster and the maximums of the parent and its ancestors; if that is enough, with the
//     parent's steady share.
//   - FS603 only for the outermost of such queues, with the number of queues in it.
//   - Maximums that are fractions of an unknown cluster are not compared, except that 0 is 0.
std::vector<InputError> find_impossible(const AllocationPlan& plan);

// What a parent's queues get if all of them want more: YARN's steady fair shares.
struct SteadyShares {
  std::size_t parent = 0;
  std::string resource = {};
  bool is_in_units = false;  // false: in parts of the cluster
  std::vector<std::size_t> queues = {};
  std::vector<exact::Rational> shares = {};  // empty if unknown; `unknown` says why
  std::string unknown = {};
};

// For each parent and each resource that it divides, parents first. In units they are what the
// release computes, or for MR1 the fair shares by its rule; as fractions they are exact. They are
// unknown if the cluster is unknown and a bound in units matters, and below such a parent.
//
//     no cluster, weights 1 and 3    -> 1/4, 3/4
std::vector<SteadyShares> find_steady_shares(const AllocationPlan& plan);

// The names of the file's release and of its elements, for messages: "YARN 3.3", "maxResources".
std::string_view name_of(PlannedBy by);
std::string min_element(PlannedBy by, std::string_view resource);
std::string max_element(PlannedBy by, std::string_view resource);

}  // namespace fairshare::formats

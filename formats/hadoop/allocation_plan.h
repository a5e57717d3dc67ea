// What an allocations file plans for its queues, whatever its elements are called: bounds that
// cannot hold together, queues that get nothing, and the steady shares.
//
//     root, 100 memory: a with minimum 70, b with minimum 50    FS602: 120 memory are not there
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

// What the cluster has of each resource: whole, not negative. One that is not in it is not known.
using ClusterAmounts = std::map<std::string, std::int64_t, std::less<>>;

// What a queue may have of a resource.
struct PlannedBounds {
  exact::Rational min = 0;                             // in units
  std::optional<exact::Rational> max = std::nullopt;   // in units; absent: none, or a part
  std::optional<exact::Rational> part = std::nullopt;  // the maximum as a part of a cluster
                                                       // that is not known: 1/2
};

struct PlannedQueue {
  std::string name = {};                             // "root.prod"; of MR1's cluster: empty
  std::size_t line = 0;                              // 0 where no element configures it
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
  std::vector<PlannedQueue> queues = {};  // what divides the cluster first
};

// FS602 minimums that exceed what there is for them, FS603 queues whose share is always 0, FS604
// maximums below minimums; each with file, line and queue, and with what to do.
//
//   - FS602 once for each parent and resource: the least of the cluster and of the maximums of the
//     parent and of all above it counts; where that is enough, the parent's steady share.
//   - FS603 for the outermost of such queues, and with how many are in it.
//   - Maximums that are parts of an unknown cluster are compared with nothing, but 0 is 0.
std::vector<InputError> find_impossible(const AllocationPlan& plan);

// What a parent's queues get while all of them want more: what YARN calls the steady fair shares.
struct SteadyShares {
  std::size_t parent = 0;
  std::string resource = {};
  bool is_in_units = false;  // false: in parts of the cluster
  std::vector<std::size_t> queues = {};
  std::vector<exact::Rational> shares = {};  // empty where `unknown` says why
  std::string unknown = {};
};

// Of each parent and each resource that it divides, parents first. In units they are what the
// release computes, of MR1 what is fair by its rule; in parts they are exact. They are unknown
// where the cluster is and a bound in units matters, and below such a parent.
//
//     no cluster, weights 1 and 3    -> 1/4, 3/4
std::vector<SteadyShares> find_steady_shares(const AllocationPlan& plan);

// The names by which the file's release is known, and its elements: "YARN 3.3", "maxResources".
std::string_view name_of(PlannedBy by);
std::string min_element(PlannedBy by, std::string_view resource);
std::string max_element(PlannedBy by, std::string_view resource);

}  // namespace fairshare::formats

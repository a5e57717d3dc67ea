// A cluster of one resource, in which the vector HDRF of YTsaurus can be worked out by hand.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "fairshare/schedulers/ytsaurus/vector.h"

namespace fairshare::schedulers::ytsaurus_vector {

// By how much the release's shares may miss the exact ones: its own precision.
inline constexpr double precision = 1e-9;

// A cluster of 1000 cpu, so that amounts are thousandths of it.
class Cluster {
 public:
  Cluster() {
    tree.total[cpu] = thousandths(1000);
    tree.elements.push_back({});
  }

  static std::int64_t thousandths(std::int64_t part) { return part * cpu_unit; }

  std::size_t pool(std::string name, double weight = 1, std::optional<std::int64_t> guarantee = {},
                   std::size_t parent = 0) {
    Element element{.name = std::move(name), .parent = parent, .weight = weight};
    if (guarantee) element.strong_guarantee[cpu] = thousandths(*guarantee);
    tree.elements.push_back(element);
    return tree.elements.size() - 1;
  }

  std::size_t operation(std::size_t parent, std::int64_t demand, double weight = 1) {
    Element element{.name = "op", .parent = parent, .is_operation = true, .weight = weight};
    element.demand[cpu] = thousandths(demand);
    tree.elements.push_back(element);
    return tree.elements.size() - 1;
  }

  // A pool with one operation that demands ten times the cluster.
  std::size_t greedy_pool(std::string name, double weight = 1,
                          std::optional<std::int64_t> guarantee = {}) {
    const std::size_t made = pool(std::move(name), weight, guarantee);
    operation(made, 10'000);
    return made;
  }

  // The greedy pool as an integral one with this flow.
  std::size_t integral_pool(IntegralType type, std::int64_t flow, double volume,
                            std::optional<std::int64_t> guarantee = {}) {
    const std::size_t made = greedy_pool("integral", 1, guarantee);
    tree.elements[made].integral_type = type;
    tree.elements[made].resource_flow[cpu] = thousandths(flow);
    tree.elements[made].volume = volume;
    return made;
  }

  std::size_t burst_pool(std::int64_t burst, double volume,
                         std::optional<std::int64_t> guarantee = {}) {
    const std::size_t made = integral_pool(IntegralType::burst, 0, volume, guarantee);
    tree.elements[made].burst_guarantee[cpu] = thousandths(burst);
    return made;
  }

  Shares computed() const {
    const Outcome outcome = compute(tree);
    const auto* shares = std::get_if<Shares>(&outcome);
    if (shares != nullptr) return *shares;
    ADD_FAILURE() << std::get<Crash>(outcome).assertion;
    return {std::vector<ElementShares>(tree.elements.size())};
  }

  double ratio(std::size_t element) const { return computed().elements[element].fair_share_ratio; }

  exact::Rational fair(std::size_t element) const { return fair_shares(tree)->shares[element]; }

  // "1: segment bounds are in order": at which element, by which assertion.
  std::string crash() const {
    const Outcome outcome = compute(tree);
    const auto* crash = std::get_if<Crash>(&outcome);
    if (crash == nullptr) return "none";
    return std::to_string(crash->element) + ": " + std::string(crash->assertion);
  }

  Tree tree;
};

}  // namespace fairshare::schedulers::ytsaurus_vector

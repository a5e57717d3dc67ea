// A problem as columns, as the reference solver takes it.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/reference/solve.h"

namespace fairshare::tests {

struct OwnedColumns {
  std::vector<double> weight = {}, min_share = {}, max_share = {};

  // The problem's claimants, repeated so many times.
  explicit OwnedColumns(const Problem<double>& problem, std::size_t times = 1) {
    for (std::size_t k = 0; k < times; ++k) {
      for (const auto& claimant : problem.claimants) {
        weight.push_back(claimant.weight);
        min_share.push_back(claimant.min_share);
        max_share.push_back(claimant.max_share.value_or(std::numeric_limits<double>::infinity()));
      }
    }
  }
  reference::Columns view() const { return {weight, min_share, max_share}; }
};

}  // namespace fairshare::tests

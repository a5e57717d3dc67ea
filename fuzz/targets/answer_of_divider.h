// What a Divider or a TreeDivider answers, as `solve` does, to compare them. The tests ask the
// same.
#pragma once

#include <cstddef>
#include <variant>

#include "fairshare/model/solution.h"
#include "fairshare/reference/solve.h"

namespace fairshare::fuzz {

template <class AnyDivider>
Solution<double> answer_of(AnyDivider& divider) {
  const reference::Outcome outcome = divider.outcome();
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&outcome)) return *surplus;
  Allocation<double> allocation{std::get<reference::Ratio>(outcome).ratio, {}};
  for (std::size_t i = 0; i < divider.size(); ++i) {
    allocation.shares.push_back(divider.find_share(i).value());
  }
  return allocation;
}

}  // namespace fairshare::fuzz

// The divider for many claimants: it keeps the breakpoints in a tree, and their sums in a tally.
//
// A change, and the answer after it, take O(log n) each. The answers are those of `solve`, bit for
// bit, after any number of changes: all sums are exact, so nothing drifts. docs/parametric.md says
// how it works.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "fairshare/model/problem.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

// As Divider in divider.h, for any number of claimants.
class TreeDivider {
 public:
  TreeDivider(double total, const Columns& columns);
  explicit TreeDivider(const Problem<double>& problem);
  TreeDivider(TreeDivider&&) noexcept;
  TreeDivider& operator=(TreeDivider&&) noexcept;
  ~TreeDivider();

  std::size_t size() const;
  double total() const;
  Claimant<double> claimant(std::size_t index) const;

  void set_total(double total);
  void set(std::size_t index, const Claimant<double>& claimant);
  void add(const Claimant<double>& claimant);
  void remove(std::size_t index);

  Outcome outcome();
  std::optional<double> find_share(std::size_t index);

  // In bytes: about 61 after building for each claimant that has two breakpoints, and up to twice
  // that when vectors have grown.
  std::size_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fairshare::reference

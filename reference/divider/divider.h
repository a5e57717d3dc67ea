// Fair division for callers that change a problem a little and ask again, such as a scheduler's
// loop.
//
//     Divider divider(total, columns);
//     divider.set_weight(7, 2.5);
//     divider.outcome();            what solve() returns, without solving from scratch
//     divider.find_share(3);
//
// From about 350 claimants on, a change and the answer after it take O(log n) each, where `solve`
// takes O(n). For fewer claimants `outcome` solves, which is faster: 0.2 us rather than 3 us with a
// tree at 16 claimants, but 1.9 us rather than 0.5 us at 1000. The answers equal those of `solve`,
// bit for bit, after any number of changes: nothing drifts. docs/parametric.md says how it works
// and what it costs.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "fairshare/model/problem.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

// Do not share a Divider between threads; different dividers share nothing. It can be moved, not
// copied. After std::bad_alloc from any call, only destroy it or assign to it.
class Divider {
 public:
  // Takes O(n log n). Asserts what `solve` asserts, and fewer than claimants_max claimants.
  Divider(double total, const Columns& columns);
  explicit Divider(const Problem<double>& problem);
  Divider(Divider&&) noexcept;
  Divider& operator=(Divider&&) noexcept;
  ~Divider();

  std::size_t size() const;  // the number of claimants
  double total() const;
  Claimant<double> claimant(std::size_t index) const;

  // Each asserts that the total and the claimant have no defect afterwards, and that `index` is
  // below `size()`. Setting one bound must keep min_share <= max_share; to go from {1, 0, 5} to {1,
  // 8, 9}, use `set`. A max_share that is absent or +infinity means no maximum.
  void set_total(double total);
  void set_weight(std::size_t index, double weight);
  void set_min_share(std::size_t index, double min_share);
  void set_max_share(std::size_t index, std::optional<double> max_share);
  void set(std::size_t index, const Claimant<double>& claimant);

  // The new claimant's index is the previous `size()`. A change that crosses from few claimants to
  // many, or back, takes O(n log n); at least n / 2 changes come between two such.
  void add(const Claimant<double>& claimant);

  // The last claimant takes the index that becomes free.
  void remove(std::size_t index);

  // What `solve` returns for this problem. A second call without a change in between returns the
  // stored answer.
  Outcome outcome();

  // The claimant's share if the outcome is a ratio, otherwise nothing. Takes O(1) after `outcome`.
  std::optional<double> find_share(std::size_t index);

  // The memory held, in bytes: with many claimants, about 61 after building for each claimant that
  // has two breakpoints, and up to twice that when vectors have grown.
  std::size_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fairshare::reference

// Fair division for callers that change a little and ask again: a scheduler's loop.
//
//     Divider divider(total, columns);
//     divider.set_weight(7, 2.5);
//     divider.outcome();            as solve() would answer, without solving anew
//     divider.find_share(3);
//
// A change, and the answer after it, take O(log n) each from some 350 claimants on, where `solve`
// reads all n; of fewer claimants `outcome` is a solve, which is less than that: at 16 it takes
// 0.2 us and a tree 3, at 1000 1.9 and 0.5. The answers are those of `solve`, bit for bit, after
// any number of changes: nothing drifts. docs/parametric.md says how it works and what it costs.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "fairshare/model/problem.h"
#include "fairshare/reference/solve.h"

namespace fairshare::reference {

// Not to be shared between threads; different dividers share nothing. Copies nothing but moves.
class Divider {
 public:
  // The problem of `solve`: asserts the same, and fewer than 2^31 claimants. Takes O(n log n).
  Divider(double total, const Columns& columns);
  explicit Divider(const Problem<double>& problem);
  Divider(Divider&&) noexcept;
  Divider& operator=(Divider&&) noexcept;
  ~Divider();

  std::size_t size() const;  // the number of claimants
  double total() const;
  Claimant<double> claimant(std::size_t index) const;

  // Each asserts that the total and the claimant are without defects afterwards, and that `index`
  // is below `size()`. A single bound can be set only where min_share <= max_share holds at once;
  // from {1, 0, 5} to {1, 8, 9} `set` leads in one step. No max_share, or +infinity: none.
  void set_total(double total);
  void set_weight(std::size_t index, double weight);
  void set_min_share(std::size_t index, double min_share);
  void set_max_share(std::size_t index, std::optional<double> max_share);
  void set(std::size_t index, const Claimant<double>& claimant);

  // The newcomer's index is the `size()` before. The change with which few claimants become many,
  // or many few, takes O(n log n); at least n / 2 others lie before the next such.
  void add(const Claimant<double>& claimant);

  // The last claimant takes the index that becomes free.
  void remove(std::size_t index);

  // What `solve` returns for this problem. Asked twice without a change between, it is looked up.
  Outcome outcome();

  // The claimant's share, where the outcome is a ratio; nothing else. Takes O(1) after `outcome`.
  std::optional<double> find_share(std::size_t index);

  // The memory that is held, in bytes: of many claimants about 61 for each that has two
  // breakpoints, after building, and up to twice that when vectors have grown.
  std::size_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fairshare::reference

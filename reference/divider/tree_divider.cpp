// The tree keeps the breakpoints in order, and the tally keeps their sums: on a grid of fixed width
// if the present numbers fit on one, else in sums that hold any double. After a change that leaves
// the grid, a grid is chosen anew, in O(n). If that happens twice within n changes, the wide grid
// is chosen, and kept for the next n changes. So the choice costs O(1) per change.
#include "fairshare/reference/divider/tree_divider.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/reference/divider/breakpoint_tree.h"
#include "fairshare/reference/divider/grid.h"
#include "fairshare/reference/divider/tally.h"
#include "fairshare/reference/exact_sum.h"
#include "fairshare/reference/floating_point.h"
#include "fairshare/reference/rounding.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Row = BreakpointTree::Row;
using AnyTally = std::variant<Tally<FixedGrid>, Tally<WideGrid>>;

constexpr Row empty_row{0, 0, 0};

bool has_no_defect(const Row& row) {
  return std::isfinite(row.weight) && row.weight >= 0 && std::isfinite(row.min_share) &&
         row.min_share >= 0 && row.max_share >= row.min_share;
}

Row row_of(const Claimant<double>& claimant) {
  return {claimant.weight, claimant.min_share, claimant.max_share.value_or(infinity)};
}

std::vector<Row> rows_of(const Columns& columns) {
  std::vector<Row> rows;
  rows.reserve(columns.weight.size());
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    rows.push_back({columns.weight[i], columns.min_share[i], columns.max_share[i]});
  }
  return rows;
}

std::vector<Row> rows_of(const Problem<double>& problem) {
  std::vector<Row> rows;
  rows.reserve(problem.claimants.size());
  for (const Claimant<double>& claimant : problem.claimants) rows.push_back(row_of(claimant));
  return rows;
}

std::vector<Row> checked(std::vector<Row> rows) {
  assert(rows.size() < claimants_max);
  assert(std::ranges::all_of(rows, has_no_defect));
  return rows;
}

AnyTally tally_of(double total, const BreakpointTree& tree) {
  if (const auto grid = FixedGrid::find(total, tree.rows())) {
    return Tally<FixedGrid>(*grid, total, tree);
  }
  return Tally<WideGrid>(WideGrid{}, total, tree);
}

double nearest(const Quotient& quotient) {
  return clamped_product(1, quotient, 0, infinity);
}

template <class Grid>
double nearest(const Grid& grid, const typename Grid::Sum& sum) {
  return nearest(divide(grid.share_magnitude(sum), one()));
}

bool has_same_breakpoint(const Row& a, const Row& b, bool is_max) {
  return a.has_breakpoint(is_max) && b.has_breakpoint(is_max) && a.weight == b.weight &&
         a.bound(is_max) == b.bound(is_max);
}

}  // namespace

struct TreeDivider::State {
  State(double its_total, std::vector<Row> rows)
      : total(its_total), tree(checked(std::move(rows))), tally(tally_of(total, tree)) {
    assert(std::isfinite(total));
    assert(total >= 0);
  }

  double total;
  BreakpointTree tree;
  AnyTally tally;
  std::size_t changes_to_wait = 0;  // until another grid of fixed width may be chosen
  std::optional<Outcome> outcome = std::nullopt;
  bool is_proportional = false;                  // whether the outcome is a ratio above 0
  std::optional<Quotient> ratio = std::nullopt;  // that ratio, once it is needed

  // Counts a change, and returns whether the grid stays. To stay, it must `hold` the changed
  // numbers.
  template <class Holds>
  bool keeps_grid(Holds hold) {
    outcome.reset();
    if (changes_to_wait > 0) --changes_to_wait;
    if (changes_to_wait == 0 && std::holds_alternative<Tally<WideGrid>>(tally)) return false;
    return std::visit([&](const auto& sums) { return hold(sums.grid()); }, tally);
  }

  void choose_grid() {
    if (changes_to_wait > 0) {
      tally = Tally<WideGrid>(WideGrid{}, total, tree);
    } else {
      tally = tally_of(total, tree);
    }
    changes_to_wait = tree.rows().size();
  }

  // How a change of one claimant changes its two breakpoints.
  struct Moves {
    std::array<bool, 2> is_taken_out;
    std::array<bool, 2> is_put_in;
    std::array<BreakpointKey, 2> key;  // of the breakpoint that is put in
    std::array<std::uint32_t, 2> leaf;
  };

  // All waiting for memory happens here, as much of it as possible at the same time.
  Moves plan(std::uint32_t index, const Row& old, const Row& row) const {
    Moves moves{};
    const auto prefetch = [&](std::uint32_t leaf) {
      tree.prefetch(leaf);
      std::visit([&](const auto& sums) { sums.prefetch(leaf); }, tally);
    };
    for (const std::uint32_t side : {0U, 1U}) {
      const bool is_max = side == 1;
      const bool is_same = has_same_breakpoint(old, row, is_max);
      moves.is_taken_out[side] = !is_same && old.has_breakpoint(is_max);
      moves.is_put_in[side] = !is_same && row.has_breakpoint(is_max);
      if (moves.is_taken_out[side]) prefetch(old.leaf[side]);
      if (moves.is_put_in[side]) {
        const std::uint32_t number = 2 * index + side;
        moves.key[side] = {ratio_key(row.bound(is_max), row.weight), number};
      }
    }
    if (moves.is_put_in[0] || moves.is_put_in[1]) {
      moves.leaf = tree.find_leaves(moves.key);
      std::ranges::for_each(moves.leaf, prefetch);
    }
    return moves;
  }

  template <class Sums>
  void leave(Sums& sums, const Moves& moves, std::size_t index, const Row& old) {
    for (const std::uint32_t side : {0U, 1U}) {
      if (!moves.is_taken_out[side]) continue;
      const auto leaf = tree.take_out(static_cast<std::uint32_t>(2 * index) + side);
      sums.subtract_breakpoint(tree, leaf, old, side == 1);
    }
    sums.subtract_claimant(old);
  }

  template <class Sums>
  void enter(Sums& sums, Moves& moves, const Row& row) {
    for (const std::uint32_t side : {0U, 1U}) {
      if (!moves.is_put_in[side]) continue;
      if (tree.is_full(moves.leaf[side])) {
        sums.follow(tree, tree.split(moves.leaf[side]));
        moves.leaf = tree.find_leaves(moves.key);
      }
      tree.put_in(moves.leaf[side], moves.key[side].number);
      sums.add_breakpoint(tree, moves.leaf[side], row, side == 1);
    }
  }

  void set_row(std::size_t index, const Row& new_row) {
    const DefaultMode mode;
    assert(index < tree.rows().size());
    assert(has_no_defect(new_row));
    const Row old = tree.rows()[index];
    Row row = new_row;
    row.leaf = old.leaf;
    Moves moves = plan(static_cast<std::uint32_t>(index), old, row);
    std::visit([&](auto& sums) { leave(sums, moves, index, old); }, tally);
    tree.set_row(index, row);
    if (keeps_grid([&](const auto& grid) { return grid.holds(row); })) {
      std::visit([&](auto& sums) { sums.add_claimant(row); }, tally);
    } else {
      choose_grid();
    }
    std::visit([&](auto& sums) { enter(sums, moves, row); }, tally);
    if (tree.is_sparse()) rebuild();
  }

  void rebuild() {
    tree.build();
    std::visit(
        [&](auto& sums) {
          const auto grid = sums.grid();
          sums = std::remove_reference_t<decltype(sums)>(grid, total, tree);
        },
        tally);
  }

  void set_total(double new_total) {
    const DefaultMode mode;
    assert(std::isfinite(new_total));
    assert(new_total >= 0);
    const double old = std::exchange(total, new_total);
    if (keeps_grid([&](const auto& grid) { return grid.holds_total(total); })) {
      std::visit(
          [&](auto& sums) {
            sums.subtract_total(old);
            sums.add_total(total);
          },
          tally);
    } else {
      choose_grid();
    }
  }

  void add_row(const Row& row) {
    const DefaultMode mode;
    assert(tree.rows().size() + 1 < claimants_max);
    tree.add_row(empty_row);
    const std::size_t count = tree.rows().size();
    const auto holds = [&](const auto& sums) { return sums.grid().holds(count); };
    if (!std::visit(holds, tally)) choose_grid();
    set_row(count - 1, row);
  }

  void remove_row(std::size_t index) {
    const std::size_t last = tree.rows().size() - 1;
    const Row moved = tree.rows()[last];
    set_row(last, empty_row);
    if (index != last) set_row(index, moved);
    tree.remove_last_row();
  }

  template <class Grid>
  Outcome solve(Tally<Grid>& sums) {
    ratio.reset();
    is_proportional = false;
    if (sums.left().sign() < 0) return Overcommitted<double>{nearest(sums.grid(), sums.left())};
    if (sums.left().sign() == 0) return Ratio{0};
    const auto* unclaimed = sums.find_unclaimed();
    if (unclaimed != nullptr && unclaimed->sign() > 0) {
      return Surplus<double>{nearest(sums.grid(), *unclaimed)};
    }
    is_proportional = true;
    sums.settle(tree);
    if (const auto rounded = sums.find_rounded_ratio()) return Ratio{*rounded};
    return Ratio{nearest(exact_ratio())};
  }

  // Only if a claimant is proportional. `divide` takes time, so it waits until R is needed.
  const Quotient& exact_ratio() {
    if (!ratio) {
      ratio = std::visit(
          [](const auto& sums) { return divide(sums.numerator(), sums.denominator()); }, tally);
    }
    return *ratio;
  }

  Outcome answer() {
    const DefaultMode mode;
    if (!outcome) outcome = std::visit([&](auto& sums) { return solve(sums); }, tally);
    return *outcome;
  }
};

TreeDivider::TreeDivider(double total, const Columns& columns) {
  assert(columns.min_share.size() == columns.weight.size());
  assert(columns.max_share.size() == columns.weight.size());
  const DefaultMode mode;
  state_ = std::make_unique<State>(total, rows_of(columns));
}

TreeDivider::TreeDivider(const Problem<double>& problem) {
  const DefaultMode mode;
  state_ = std::make_unique<State>(problem.total, rows_of(problem));
}

TreeDivider::TreeDivider(TreeDivider&&) noexcept = default;
TreeDivider& TreeDivider::operator=(TreeDivider&&) noexcept = default;
TreeDivider::~TreeDivider() = default;

std::size_t TreeDivider::size() const {
  return state_->tree.rows().size();
}

double TreeDivider::total() const {
  return state_->total;
}

Claimant<double> TreeDivider::claimant(std::size_t index) const {
  assert(index < size());
  const Row& row = state_->tree.rows()[index];
  if (row.max_share == infinity) return {row.weight, row.min_share, std::nullopt};
  return {row.weight, row.min_share, row.max_share};
}

void TreeDivider::set_total(double total) {
  state_->set_total(total);
}

void TreeDivider::set(std::size_t index, const Claimant<double>& claimant) {
  state_->set_row(index, row_of(claimant));
}

void TreeDivider::add(const Claimant<double>& claimant) {
  state_->add_row(row_of(claimant));
}

void TreeDivider::remove(std::size_t index) {
  assert(index < size());
  state_->remove_row(index);
}

Outcome TreeDivider::outcome() {
  return state_->answer();
}

std::optional<double> TreeDivider::find_share(std::size_t index) {
  assert(index < size());
  const DefaultMode mode;
  if (!std::holds_alternative<Ratio>(state_->answer())) return std::nullopt;
  const Row& row = state_->tree.rows()[index];
  if (row.is_fixed() || !state_->is_proportional) return row.min_share;
  return clamped_product(row.weight, state_->exact_ratio(), row.min_share, row.max_share);
}

std::size_t TreeDivider::bytes() const {
  return sizeof(State) + state_->tree.bytes() +
         std::visit([](const auto& sums) { return sums.bytes(); }, state_->tally);
}

}  // namespace fairshare::reference

#include "fuzz/simplifications.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fuzz/possible_totals.h"
#include "fuzz/simpler_numbers.h"

namespace fairshare::fuzz {
namespace {

using Entries = std::vector<Entry>;
using Indices = std::vector<std::size_t>;

// The exact shares, one per entry; the minimums if there is no fair allocation.
std::vector<Rational> shares_of(const Challenge& challenge) {
  if (is_feasible(challenge)) {
    const TreeSolution<Rational> solution = exact::solve(tree_of(challenge));
    return std::get<TreeAllocation<Rational>>(solution).shares;
  }
  std::vector<Rational> minimums;
  for (const Entry& entry : challenge.entries) minimums.push_back(claimant_of(entry).min_share);
  return minimums;
}

// Leaving out claimants.

// The entries that are kept, without those below a node that is not kept.
Entries kept_of(const Entries& entries, const std::vector<bool>& is_kept) {
  Entries kept;
  std::vector<std::optional<std::size_t>> places(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& parent = entries[i].parent;
    if (!is_kept[i] || (parent && !places[*parent])) continue;
    places[i] = kept.size();
    kept.push_back(entries[i]);
    if (parent) kept.back().parent = places[*parent];
  }
  return kept;
}

// The totals with which a part of the claimants may fail as the whole does.
enum class PartTotal { without_the_rest, as_it_is, most, minimums, in_proportion };

Rational total_of_part(const Challenge& whole, const Entries& kept, const Rational& without_rest,
                       PartTotal which) {
  const TotalEnds ends = ends_of(kept);
  switch (which) {
    case PartTotal::without_the_rest:
      return without_rest;
    case PartTotal::as_it_is:
      return whole.total;
    case PartTotal::most:
      return ends.has_end ? ends.most : whole.total;
    case PartTotal::minimums:
      return ends.minimums;
    case PartTotal::in_proportion:
      break;
  }
  Rational of_all = 0;
  Rational of_kept = 0;
  for (const Entry& entry : whole.entries) of_all += entry.parent ? Rational(0) : entry.weight;
  for (const Entry& entry : kept) of_kept += entry.parent ? Rational(0) : entry.weight;
  return of_all == 0 ? whole.total : Rational(whole.total * of_kept / of_all);
}

constexpr std::array some_part_totals = {PartTotal::without_the_rest, PartTotal::as_it_is,
                                         PartTotal::most};
constexpr std::array all_part_totals = {PartTotal::without_the_rest, PartTotal::as_it_is,
                                        PartTotal::most, PartTotal::minimums,
                                        PartTotal::in_proportion};

// Adds moves to the kept part of the challenge, one for each of the totals.
void keep(Moves& moves, const Challenge& whole, const std::vector<Rational>& shares,
          const std::vector<bool>& is_kept, std::span<const PartTotal> totals) {
  Rational without_rest = whole.total;
  for (std::size_t i = 0; i < is_kept.size(); ++i) {
    if (!is_kept[i] && !whole.entries[i].parent) without_rest -= shares[i];
  }
  for (const PartTotal which : totals) {
    moves.push_back([without_rest, is_kept, which](const Challenge& challenge) {
      Challenge part{challenge.kinds, 0, challenge.is_tree, kept_of(challenge.entries, is_kept)};
      part.total = rounded_to(part.kinds.amount,
                              total_of_part(challenge, part.entries, without_rest, which));
      return adapted(std::move(part), challenge);
    });
  }
}

// Keeps the first one, two, three and four of five or more, in each order in which claimants may
// stand out.
void keep_outstanding(Moves& moves, const Challenge& challenge,
                      const std::vector<Rational>& shares) {
  const auto value_of = [&](std::size_t i, int order) -> Rational {
    const Entry& entry = challenge.entries[i];
    if (order == 0) return entry.weight;
    if (order == 1) return entry.max_share.value_or(-1);
    if (order == 2) return entry.min_share;
    return order == 3 ? entry.demand.value_or(-1) : shares[i];
  };
  const std::size_t size = challenge.entries.size();
  for (std::size_t count = 1; count <= 4; ++count) {
    for (int order = 0; order < 5; ++order) {
      Indices indices(size);
      for (std::size_t i = 0; i < size; ++i) indices[i] = i;
      std::ranges::stable_sort(indices, {}, [&](std::size_t i) { return value_of(i, order); });
      std::vector<bool> smallest(size);
      std::vector<bool> largest(size);
      for (std::size_t k = 0; k < count; ++k) {
        smallest[indices[k]] = true;
        largest[indices[size - 1 - k]] = true;
      }
      keep(moves, challenge, shares, largest, some_part_totals);
      keep(moves, challenge, shares, smallest, some_part_totals);
    }
  }
}

void leave_out_runs(Moves& moves, const Challenge& challenge, const std::vector<Rational>& shares) {
  const std::size_t size = challenge.entries.size();
  for (std::size_t length = size / 2; length >= 1; length /= 2) {
    for (std::size_t begin = 0; begin < size; begin += length) {
      std::vector<bool> is_kept(size, true);
      for (std::size_t i = begin; i < std::min(size, begin + length); ++i) is_kept[i] = false;
      const std::span<const PartTotal> some = some_part_totals;
      keep(moves, challenge, shares, is_kept, length > 1 ? some : all_part_totals);
    }
  }
}

// Keeps one, two or three claimants, if the combinations are not too many.
void keep_few(Moves& moves, const Challenge& challenge, const std::vector<Rational>& shares) {
  constexpr std::size_t too_many = 60;
  const std::size_t size = challenge.entries.size();
  const std::array<std::size_t, 3> ways = {size, size * (size - 1) / 2,
                                           size * (size - 1) * (size - 2) / 6};
  for (std::size_t count = 1; count <= 3 && count + 1 < size; ++count) {
    if (ways[count - 1] > too_many) continue;
    std::vector<bool> is_kept(size);
    std::fill_n(is_kept.begin(), count, true);
    do {
      keep(moves, challenge, shares, is_kept, some_part_totals);
    } while (std::prev_permutation(is_kept.begin(), is_kept.end()));
  }
}

// Leaves out one claimant, with totals from 1 to 8: with rounded shares another total is often
// needed.
void keep_with_small_totals(Moves& moves, const Challenge& challenge) {
  const std::size_t size = challenge.entries.size();
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<bool> is_kept(size, true);
    is_kept[i] = false;
    for (int total = 1; total <= 8; ++total) {
      moves.push_back([is_kept, total](const Challenge& whole) {
        Challenge part{whole.kinds, total, false, kept_of(whole.entries, is_kept)};
        return adapted(std::move(part), whole);
      });
    }
  }
}

// Merges two neighbours into one.
Move merge_at(std::size_t first) {
  return [first](const Challenge& challenge) {
    Challenge merged = challenge;
    const Claimant<Rational> a = claimant_of(challenge.entries[first]);
    const Claimant<Rational> b = claimant_of(challenge.entries[first + 1]);
    Entry& both = merged.entries[first];
    both.weight = a.weight + b.weight;
    both.min_share = a.min_share + b.min_share;
    both.max_share = std::nullopt;
    if (a.max_share && b.max_share) both.max_share = *a.max_share + *b.max_share;
    both.demand = std::nullopt;
    merged.entries.erase(merged.entries.begin() + static_cast<std::ptrdiff_t>(first) + 1);
    return merged;
  };
}

Moves fewer_claimants(const Challenge& challenge) {
  Moves moves;
  const std::size_t size = challenge.entries.size();
  if (size == 0) return moves;
  const std::vector<Rational> shares = shares_of(challenge);
  if (!challenge.is_tree && size > 4) keep_outstanding(moves, challenge, shares);
  if (size == 1) keep(moves, challenge, shares, {false}, all_part_totals);
  leave_out_runs(moves, challenge, shares);
  if (challenge.is_tree) return moves;
  if (size > 3) keep_few(moves, challenge, shares);
  for (std::size_t i = 0; i + 1 < size; ++i) moves.push_back(merge_at(i));
  if (size <= 6) keep_with_small_totals(moves, challenge);
  return moves;
}

// Trees.

// The entries below `top`, without it; below an absent one are all.
std::vector<bool> below(const Entries& entries, DividerIndex top) {
  std::vector<bool> is_below(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& parent = entries[i].parent;
    is_below[i] = parent == top || (parent && is_below[*parent]);
  }
  return is_below;
}

std::vector<bool> inner_nodes(const Entries& entries) {
  std::vector<bool> is_inner(entries.size());
  for (const Entry& entry : entries) {
    if (entry.parent) is_inner[*entry.parent] = true;
  }
  return is_inner;
}

// The children of one divider, with nothing below them.
Challenge one_level(const Challenge& challenge, DividerIndex top, const Rational& total) {
  Challenge level{challenge.kinds, total, false, {}};
  for (const Entry& entry : challenge.entries) {
    if (entry.parent != top) continue;
    level.entries.push_back(entry);
    level.entries.back().parent = std::nullopt;
  }
  return adapted(std::move(level), challenge);
}

Challenge only_leaves(const Challenge& challenge) {
  Challenge flat{challenge.kinds, challenge.total, false, {}};
  const std::vector<bool> is_inner = inner_nodes(challenge.entries);
  for (std::size_t i = 0; i < is_inner.size(); ++i) {
    if (is_inner[i]) continue;
    flat.entries.push_back(challenge.entries[i]);
    flat.entries.back().parent = std::nullopt;
  }
  return adapted(std::move(flat), challenge);
}

Challenge without_those_below(const Challenge& challenge, std::size_t top) {
  std::vector<bool> is_kept = below(challenge.entries, top);
  is_kept.flip();
  Challenge smaller = challenge;
  smaller.entries = kept_of(challenge.entries, is_kept);
  return smaller;
}

Challenge subtree(const Challenge& challenge, std::size_t top, const Rational& total) {
  Challenge smaller = challenge;
  smaller.total = total;
  for (Entry& entry : smaller.entries) {
    if (entry.parent == top) entry.parent = std::nullopt;
  }
  smaller.entries = kept_of(smaller.entries, below(challenge.entries, top));
  return adapted(std::move(smaller), challenge);
}

// The node replaced by its children.
Challenge spliced(const Challenge& challenge, std::size_t node) {
  Challenge smaller = challenge;
  for (Entry& entry : smaller.entries) {
    if (entry.parent == node) entry.parent = challenge.entries[node].parent;
  }
  std::vector<bool> is_kept(challenge.entries.size(), true);
  is_kept[node] = false;
  smaller.entries = kept_of(smaller.entries, is_kept);
  return smaller;
}

Moves flatter_trees(const Challenge& challenge) {
  if (!challenge.is_tree) return {};
  Moves moves = {only_leaves,
                 [](const Challenge& tree) { return one_level(tree, std::nullopt, tree.total); }};
  const std::vector<Rational> shares = shares_of(challenge);
  const std::vector<bool> is_inner = inner_nodes(challenge.entries);
  for (std::size_t i = 0; i < is_inner.size(); ++i) {
    if (!is_inner[i]) continue;
    const Rational share = rounded_to(challenge.kinds.amount, shares[i]);
    moves.push_back([i, share](const Challenge& tree) { return one_level(tree, i, share); });
    moves.push_back([i, share](const Challenge& tree) { return subtree(tree, i, share); });
    moves.push_back([i](const Challenge& tree) { return without_those_below(tree, i); });
    moves.push_back([i](const Challenge& tree) { return spliced(tree, i); });
  }
  return moves;
}

// Bounds.

void drop_demand(Entry& entry) {
  entry.demand = std::nullopt;
}

void drop_maximum(Entry& entry) {
  entry.max_share = std::nullopt;
}

void drop_minimum(Entry& entry) {
  entry.min_share = 0;
}

void drop_priority(Entry& entry) {
  entry.priority = std::nullopt;
}

// 7 -> 3 -> 1 -> none.
void lower_priority(Entry& entry) {
  if (entry.priority) entry.priority = *entry.priority / 2;
  if (entry.priority == 0) entry.priority = std::nullopt;
}

// Replaces the demand by the maximum that it amounts to.
void fold_demand(Entry& entry) {
  if (!entry.demand) return;
  const Claimant<Rational> claimant = claimant_of(entry);
  entry.min_share = claimant.min_share;
  entry.max_share = claimant.max_share;
  entry.demand = std::nullopt;
}

Moves fewer_bounds(const Challenge& challenge) {
  constexpr std::array changes = {drop_demand, drop_maximum,  drop_minimum,
                                  fold_demand, drop_priority, lower_priority};
  Moves moves;
  for (const auto change : changes) {
    moves.push_back([change](const Challenge& before) {
      Challenge after = before;
      for (Entry& entry : after.entries) change(entry);
      return adapted(std::move(after), before);
    });
  }
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    for (const auto change : changes) {
      moves.push_back([i, change](const Challenge& before) {
        Challenge after = before;
        change(after.entries[i]);
        return adapted(std::move(after), before);
      });
    }
  }
  return moves;
}

// Equals.

void set_numbers(Entry& entry, const Entry& like) {
  entry.weight = like.weight;
  entry.min_share = like.min_share;
  entry.max_share = like.max_share;
  entry.demand = like.demand;
  entry.priority = like.priority;
}

// Gives each of the different weights to every claimant, and to those with the next larger weight.
Moves equal_weights(const Challenge& challenge) {
  std::set<Rational> weights = {1};
  for (const Entry& entry : challenge.entries) weights.insert(entry.weight);
  Moves moves;
  for (const Rational& weight : weights) {
    moves.push_back([weight](const Challenge& before) {
      Challenge after = before;
      for (Entry& entry : after.entries) entry.weight = weight;
      return adapted(std::move(after), before);
    });
  }
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    const auto own = weights.find(challenge.entries[i].weight);
    if (own == weights.begin()) continue;
    moves.push_back([i, smaller = *std::prev(own)](const Challenge& before) {
      Challenge after = before;
      after.entries[i].weight = smaller;
      return adapted(std::move(after), before);
    });
  }
  return moves;
}

Moves more_equals(const Challenge& challenge) {
  Moves moves = equal_weights(challenge);
  const std::size_t size = challenge.entries.size();
  Indices sorted(size);
  for (std::size_t i = 0; i < size; ++i) sorted[i] = i;
  std::ranges::stable_sort(sorted, [&](std::size_t a, std::size_t b) {
    return stands_before(challenge.entries[a], challenge.entries[b]);
  });
  for (std::size_t i = 0; i < size; ++i) {
    moves.push_back([i](const Challenge& before) {
      Challenge after = before;
      for (Entry& entry : after.entries) set_numbers(entry, before.entries[i]);
      return adapted(std::move(after), before);
    });
  }
  for (std::size_t k = 0; k + 1 < size; ++k) {
    for (const auto& [from, to] :
         {std::pair(sorted[k], sorted[k + 1]), std::pair(sorted[k + 1], sorted[k])}) {
      moves.push_back([from = from, to = to](const Challenge& before) {
        Challenge after = before;
        set_numbers(after.entries[to], before.entries[from]);
        return adapted(std::move(after), before);
      });
    }
  }
  return moves;
}

// Order and names.

Challenge renamed(const Challenge& challenge) {
  Challenge named = challenge;
  for (std::size_t i = 0; i < named.entries.size(); ++i) named.entries[i].name = name_at(i);
  return named;
}

Challenge sorted(const Challenge& challenge) {
  if (challenge.is_tree) return challenge;
  Challenge in_order = challenge;
  std::ranges::stable_sort(in_order.entries, stands_before);
  return in_order;
}

Moves simpler_order(const Challenge&) {
  return {[](const Challenge& challenge) { return renamed(sorted(challenge)); }, sorted, renamed};
}

}  // namespace

bool stands_before(const Entry& a, const Entry& b) {
  return std::tie(a.weight, a.min_share, a.max_share, a.demand, a.priority) <
         std::tie(b.weight, b.min_share, b.max_share, b.demand, b.priority);
}

std::span<const MoveKind> all_move_kinds() {
  static constexpr std::array<MoveKind, 6> kinds = {{{fewer_claimants, true},
                                                     {flatter_trees, true},
                                                     {fewer_bounds, false},
                                                     {more_equals, false},
                                                     {simpler_numbers_of, false},
                                                     {simpler_order, false}}};
  return kinds;
}

}  // namespace fairshare::fuzz

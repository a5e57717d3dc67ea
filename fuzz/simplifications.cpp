#include "fuzz/simplifications.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "exact/solve.h"

namespace fairshare::fuzz {
namespace {

using exact::Integer;
using Entries = std::vector<Entry>;
using Indices = std::vector<std::size_t>;

Rational power_of_two(long exponent) {
  const Rational power(Integer(1) << static_cast<std::uint64_t>(std::abs(exponent)));
  return exponent >= 0 ? power : Rational(1 / power);
}

// What the entries say together; of a tree those at its top.

struct Ends {
  Rational minimums = 0;
  Rational most = 0;  // 0 where there is no end
  bool has_end = true;
};

Ends ends_of(const Entries& entries) {
  Ends ends;
  for (const Entry& entry : entries) {
    if (entry.parent) continue;
    const auto [weight, min_share, max_share] = claimant_of(entry);
    ends.minimums += min_share;
    ends.most += weight == 0 ? min_share : max_share.value_or(0);
    if (weight != 0 && !max_share) ends.has_end = false;
  }
  return ends;
}

bool is_feasible(const Challenge& challenge) {
  return find_prospect(challenge) == Prospect::allocation;
}

// The challenge with a total as near to the wanted one as can be divided; where there are trees, at
// the top.
Challenge with_total(Challenge challenge, const Rational& wanted) {
  const Ends ends = ends_of(challenge.entries);
  Rational total = std::max(wanted, ends.minimums);
  if (ends.has_end) total = std::min(total, std::max(ends.most, ends.minimums));
  challenge.total = rounded_to(challenge.kinds.amount, total);
  return challenge;
}

// Where the total of the first can be divided, one that can be.
Challenge adapted(Challenge challenge, const Challenge& first) {
  if (!is_feasible(first)) return challenge;
  const Rational total = challenge.total;
  return with_total(std::move(challenge), total);
}

// The exact shares, one an entry; the minimums where there is no fair allocation.
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

// What is left of the entries; what stood below a node that is gone goes too.
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

// The totals with which a part of the claimants may fail like the whole.
enum class PartTotal { without_the_rest, as_it_is, most, minimums, in_proportion };

Rational total_of_part(const Challenge& whole, const Entries& kept, const Rational& without_rest,
                       PartTotal which) {
  const Ends ends = ends_of(kept);
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

// Moves to the part of the challenge that is kept, one for each of the totals.
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

// The first one, two, three and four in every order in which one may stand out.
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
  for (std::size_t count = 1; count <= 4 && count < size; ++count) {
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

// All but one, two or three of them, as long as these are not too many.
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

// All but one with the totals from 1 to 8: where shares are rounded it often takes another one.
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

// The next two as one that is both.
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

// Those below `top`, without it; below nothing are all.
std::vector<bool> below(const Entries& entries, Divider top) {
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
Challenge one_level(const Challenge& challenge, Divider top, const Rational& total) {
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

// The node's children in its place.
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

// The demand as the maximum that it is.
void fold_demand(Entry& entry) {
  if (!entry.demand) return;
  const Claimant<Rational> claimant = claimant_of(entry);
  entry.min_share = claimant.min_share;
  entry.max_share = claimant.max_share;
  entry.demand = std::nullopt;
}

Moves fewer_bounds(const Challenge& challenge) {
  constexpr std::array changes = {drop_demand, drop_maximum, drop_minimum, fold_demand};
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
}

bool stands_before(const Entry& a, const Entry& b) {
  return std::tie(a.weight, a.min_share, a.max_share, a.demand) <
         std::tie(b.weight, b.min_share, b.max_share, b.demand);
}

// Each of the different weights for everybody, and for each who has the next larger one.
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

// Numbers.

// 2^e where 2^e <= number < 2^(e + 1); the number is above 0.
long exponent_of(const Rational& number) {
  long exponent =
      static_cast<long>(msb(numerator(number))) - static_cast<long>(msb(denominator(number)));
  if (number < power_of_two(exponent)) --exponent;
  return exponent;
}

// Its leading bits.
Rational with_bits(const Rational& number, long bits) {
  const Rational unit = power_of_two(exponent_of(number) - bits + 1);
  return Rational(exact::floor(number / unit)) * unit;
}

// Rounded to so many leading decimal digits; itself where no double is near it.
Rational with_digits(const Rational& number, int digits) {
  const double nearest = exact::to_double(number);
  if (!std::isfinite(nearest)) return number;
  const auto read = exact::parse_number(fmt::format("{:.{}e}", nearest, digits - 1));
  return std::get<exact::TextNumber>(read).value;
}

// Nearer to 1 by powers of ten, which keep its digits: far first, then less and less far.
std::vector<Rational> nearer_to_one(const Rational& number) {
  const bool is_large = number >= 1;
  std::vector<Rational> nearer;
  Rational power = 10;
  for (;;) {
    const Rational there = is_large ? Rational(number / power) : Rational(number * power);
    if (is_large != (there >= 1)) break;
    nearer.insert(nearer.begin(), there);
    power *= power;
  }
  return nearer;
}

// What may stand in the place of a number above 0, what helps most first.
std::vector<Rational> simpler_numbers(const Rational& number) {
  std::vector<Rational> simpler = {0, 1, Rational(exact::floor(number / 10)),
                                   Rational(exact::floor(number / 2))};
  const long exponent = exponent_of(number);
  if (exact::is_whole(number) && exponent <= 64) {
    for (long k = exponent; k >= 0; --k) simpler.push_back(number - power_of_two(k));
    return simpler;
  }
  simpler.push_back(exact::floor(number));
  simpler.push_back(exact::ceil(number));
  for (const int digits : {1, 2, 3, 6}) simpler.push_back(with_digits(number, digits));
  for (const long bits : {1, 2, 4, 12, 26, 52}) simpler.push_back(with_bits(number, bits));
  for (const Rational& nearer : nearer_to_one(number)) simpler.push_back(nearer);
  simpler.push_back(number / 2);
  return simpler;
}

enum class Field { total, weight, min_share, max_share, demand };

struct Slot {
  Field field;
  std::size_t entry;
};

// Null where there is no such number.
const Rational* find_number(const Challenge& challenge, const Slot& slot) {
  if (slot.field == Field::total) return &challenge.total;
  const Entry& entry = challenge.entries[slot.entry];
  if (slot.field == Field::weight) return &entry.weight;
  if (slot.field == Field::min_share) return &entry.min_share;
  const auto& bound = slot.field == Field::max_share ? entry.max_share : entry.demand;
  return bound ? &*bound : nullptr;
}

void set_number(Challenge& challenge, const Slot& slot, const Rational& number) {
  if (slot.field == Field::total) {
    challenge.total = number;
    return;
  }
  Entry& entry = challenge.entries[slot.entry];
  if (slot.field == Field::weight) entry.weight = number;
  if (slot.field == Field::min_share) entry.min_share = number;
  if (slot.field == Field::max_share) entry.max_share = number;
  if (slot.field == Field::demand) entry.demand = number;
}

Rational rounded_at(const Challenge& challenge, const Slot& slot, const Rational& number) {
  const auto& [weight, amount] = challenge.kinds;
  return rounded_to(slot.field == Field::weight ? weight : amount, number);
}

std::vector<Slot> slots_of(const Challenge& challenge, std::span<const Field> fields) {
  std::vector<Slot> slots;
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    for (const Field field : fields) {
      const Slot slot{field, i};
      if (find_number(challenge, slot) != nullptr) slots.push_back(slot);
    }
  }
  return slots;
}

constexpr std::array weight_field = {Field::weight};
constexpr std::array bound_fields = {Field::min_share, Field::max_share, Field::demand};

// Numbers that get less together, all by the same; the total by `of_total` times as much.
struct Together {
  std::vector<Slot> slots;
  int of_total = 0;
};

// The slots by the number that they hold. What is as simple as can be is left out.
std::vector<std::vector<Slot>> equal_slots(const Challenge& challenge,
                                           std::span<const Field> fields) {
  std::map<Rational, std::vector<Slot>> by_number;
  for (const Slot& slot : slots_of(challenge, fields)) {
    const Rational& number = *find_number(challenge, slot);
    const bool is_simplest = number == (slot.field == Field::weight ? 1 : 0);
    if (!is_simplest) by_number[number].push_back(slot);
  }
  std::vector<std::vector<Slot>> groups;
  for (auto group = by_number.rbegin(); group != by_number.rend(); ++group) {
    groups.push_back(std::move(group->second));
  }
  return groups;
}

std::vector<Together> number_groups(const Challenge& challenge) {
  std::vector<Together> groups;
  const auto weights = equal_slots(challenge, weight_field);
  const auto bounds = equal_slots(challenge, bound_fields);
  for (const auto& slots : bounds) {
    if (slots.size() == 1) continue;
    groups.push_back({slots, 1});
    groups.push_back({slots, static_cast<int>(slots.size())});
    groups.push_back({slots, 0});
  }
  for (const auto& slots : weights) {
    if (slots.size() > 1) groups.push_back({slots, 0});
  }
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    const Entry& entry = challenge.entries[i];
    if (entry.min_share == 0 || !entry.max_share) continue;
    groups.push_back({{{Field::min_share, i}, {Field::max_share, i}}, 1});
    groups.push_back({{{Field::min_share, i}, {Field::max_share, i}}, 0});
  }
  if (challenge.total != 0) groups.push_back({{{Field::total, 0}}, 0});
  for (const auto& slots : bounds) {
    for (const Slot& slot : slots) {
      groups.push_back({{slot}, 1});
      groups.push_back({{slot}, 0});
    }
  }
  for (const auto& slots : weights) {
    for (const Slot& slot : slots) groups.push_back({{slot}, 0});
  }
  return groups;
}

Move lower(const Together& group, const Rational& difference) {
  return [group, difference](const Challenge& before) {
    Challenge after = before;
    for (const Slot& slot : group.slots) {
      const Rational lowered = *find_number(before, slot) - difference;
      set_number(after, slot, rounded_at(before, slot, lowered));
    }
    if (group.of_total != 0) {
      const Rational total = before.total - difference * group.of_total;
      after.total = rounded_to(before.kinds.amount, std::max(Rational(0), total));
    }
    return adapted(std::move(after), before);
  };
}

using Change = Rational (*)(const Rational& number, const Rational& largest,
                            const Integer& divisor);

// The smallest multiples, the largest number about 1, tenths, halves, whole parts; and what makes
// decimals whole.
constexpr std::array<Change, 8> changes_of_all = {
    [](const Rational& number, const Rational&, const Integer& divisor) {
      return Rational(number / Rational(divisor));
    },
    [](const Rational& number, const Rational& largest, const Integer&) {
      return Rational(number / power_of_two(exponent_of(largest)));
    },
    [](const Rational& number, const Rational&, const Integer&) {
      return Rational(exact::floor(number / 10));
    },
    [](const Rational& number, const Rational&, const Integer&) {
      return Rational(exact::floor(number / 2));
    },
    [](const Rational& number, const Rational&, const Integer&) {
      return Rational(exact::floor(number));
    },
    [](const Rational& number, const Rational&, const Integer&) { return Rational(number * 2); },
    [](const Rational& number, const Rational&, const Integer&) { return Rational(number * 10); },
    [](const Rational& number, const Rational&, const Integer&) { return Rational(number * 100); }};

// All numbers of the fields at once.
void change_all(Moves& moves, const Challenge& challenge, std::vector<Slot> slots) {
  Integer divisor = 0;
  Rational largest = 0;
  for (const Slot& slot : slots) {
    const Rational& number = *find_number(challenge, slot);
    largest = std::max(largest, number);
    divisor = exact::is_whole(number) ? Integer(gcd(divisor, numerator(number))) : Integer(1);
  }
  if (largest == 0) return;
  for (const Change change : changes_of_all) {
    moves.push_back([change, slots, largest, divisor](const Challenge& before) {
      Challenge after = before;
      for (const Slot& slot : slots) {
        const Rational changed = change(*find_number(before, slot), largest, divisor);
        set_number(after, slot, rounded_at(before, slot, changed));
      }
      return adapted(std::move(after), before);
    });
  }
}

Moves simpler_numbers_of(const Challenge& challenge) {
  Moves moves;
  std::vector<Slot> amounts = slots_of(challenge, bound_fields);
  amounts.push_back({Field::total, 0});
  change_all(moves, challenge, std::move(amounts));
  change_all(moves, challenge, slots_of(challenge, weight_field));
  const Ends ends = ends_of(challenge.entries);
  for (const Rational& total : {ends.minimums, ends.most}) {
    moves.push_back([total](const Challenge& before) {
      Challenge after = before;
      after.total = rounded_to(before.kinds.amount, total);
      return after;
    });
  }
  for (const Together& group : number_groups(challenge)) {
    const Rational number = *find_number(challenge, group.slots[0]);
    if (number == 0) {  // a weight
      moves.push_back(lower(group, -1));
      continue;
    }
    for (const Rational& simpler : simpler_numbers(number)) {
      moves.push_back(lower(group, number - simpler));
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

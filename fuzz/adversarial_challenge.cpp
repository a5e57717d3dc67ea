// Converts the families' problems to a scheduler's own numbers. A simple conversion would lose what
// makes a family adversarial. So its claimants are converted first, and then the total is chosen
// again, in exact arithmetic, for the converted ones.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/sweep.h"
#include "fuzz/adversary.h"
#include "fuzz/possible_totals.h"
#include "fuzz/whole_claimants.h"

namespace fairshare::fuzz {
namespace {

using Entries = std::vector<Entry>;

// The numbers of a kind that are used: multiples of the unit, or all numbers if the unit is 0.
struct Grid {
  Kind kind;
  Rational unit;
};

// The shortest decimal that is read as the double.
Rational decimal_of(double number) {
  const auto read = exact::parse_number(fmt::format("{}", number));
  return std::get<exact::TextNumber>(read).value;
}

Rational rounded(const Grid& grid, const Rational& number) {
  if (grid.unit != 0) {
    const Rational units(exact::floor(number / grid.unit + Rational(1, 2)));
    return rounded_to(grid.kind, units * grid.unit);
  }
  if (grid.kind != Kind::fraction) return rounded_to(grid.kind, number);
  return decimal_of(std::min(exact::to_double(number), std::numeric_limits<double>::max()));
}

// The next number above, or below but not under 0.
Rational beside(const Grid& grid, const Rational& number, bool is_up) {
  const Rational moved = is_up ? number + grid.unit : number - grid.unit;
  const Rational there = rounded_to(grid.kind, std::max(Rational(0), moved));
  if (there != number || is_whole(grid.kind) || grid.kind == Kind::dyadic) return there;
  // One unit more or less is the same float, or there is no unit.
  if (grid.kind == Kind::float32) {
    const float end = is_up ? std::numeric_limits<float>::max() : 0.0F;
    return exact::from_double(std::nextafter(exact::to_float(number), end));
  }
  const double end = is_up ? std::numeric_limits<double>::max() : 0.0;
  const double next = std::nextafter(exact::to_double(number), end);
  return grid.kind == Kind::fraction ? decimal_of(next) : exact::from_double(next);
}

// The largest of the grid's numbers that is no larger, and the smallest that is no smaller, if
// there is one. Neither is below 0.
Rational at_most(const Grid& grid, const Rational& number) {
  Rational there = rounded(grid, number);
  while (there > number) there = beside(grid, there, false);
  return there;
}

std::optional<Rational> find_at_least(const Grid& grid, const Rational& number) {
  const auto end = end_of(grid.kind);
  if (end && number > *end) return std::nullopt;
  Rational there = rounded(grid, number);
  while (there < number) {
    const Rational next = beside(grid, there, true);
    if (next == there) return std::nullopt;
    there = next;
  }
  return there;
}

Rational near(Choices& choices, const Grid& grid, const Rational& number) {
  const Rational there = rounded(grid, number);
  switch (choices.below(4)) {
    case 0:
      return beside(grid, there, true);
    case 1:
      return beside(grid, there, false);
    default:
      return there;
  }
}

// What is known about claimants without solving anything.

Rational sum_at(const Entries& entries, const Rational& ratio) {
  Rational sum = 0;
  for (const Entry& entry : entries) sum += exact::generic::share_at(claimant_of(entry), ratio);
  return sum;
}

Rational sum_of_minimums(const Entries& entries) {
  return ends_of(entries).minimums;
}

// Nothing if there is no limit.
std::optional<Rational> find_most(const Entries& entries) {
  const TotalEnds ends = ends_of(entries);
  return ends.has_end ? std::optional(ends.most) : std::nullopt;
}

// The sum of the maximums, or of the minimum where there is no maximum.
Rational sum_of_bounds(const Entries& entries) {
  Rational sum = 0;
  for (const Entry& entry : entries) {
    const Claimant<Rational> claimant = claimant_of(entry);
    sum += claimant.max_share.value_or(claimant.min_share);
  }
  return sum;
}

Rational some_breakpoint(Choices& choices, const Entries& entries) {
  if (entries.empty()) return 1;
  const auto [weight, min_share, max_share] = claimant_of(entries[choices.below(entries.size())]);
  if (weight == 0) return 1;
  return (max_share && !choices.one_in(3) ? *max_share : min_share) / weight;
}

// Totals.

enum class Target { minimums, most, beyond, breakpoint, ratio, half, small, power, one };

Target target_of(Family family, Choices& choices) {
  constexpr std::array any = {Target::minimums, Target::most, Target::breakpoint,
                              Target::ratio,    Target::half, Target::small};
  if (choices.one_in(6)) return choices.one_of(any);
  switch (family) {
    case Family::ordinary:
    case Family::deep_trees:
      return choices.one_in(3) ? Target::breakpoint : Target::ratio;
    case Family::ties:
    case Family::zeros:
      return choices.one_in(3) ? Target::breakpoint : Target::small;
    case Family::subnormals:
      return choices.one_in(3) ? Target::half : Target::small;
    case Family::just_over:
      return Target::minimums;
    case Family::just_under:
      return Target::most;
    case Family::midpoints:
      return Target::half;
    case Family::extremes:
      return choices.one_in(3) ? Target::power : Target::breakpoint;
    case Family::overflow:
      return choices.one_of(std::array{Target::most, Target::most, Target::power, Target::power,
                                       Target::small, Target::small, Target::breakpoint});
    case Family::geometric:
      if (choices.one_in(2)) return Target::beyond;
      return choices.one_in(2) ? Target::ratio : Target::breakpoint;
    default:
      return Target::breakpoint;
  }
}

// A ratio between breakpoints, or beyond them.
Rational some_ratio(Choices& choices, const Entries& entries) {
  const Rational first = some_breakpoint(choices, entries);
  const Rational second = some_breakpoint(choices, entries);
  if (choices.one_in(2)) return (first + second) / 2;
  return first * choices.between(1, 8);
}

Rational small_total(Choices& choices, const Grid& grid, std::size_t size) {
  constexpr std::array<int, 6> round = {0, 1, 10, 100, 1000, 6000};
  const Rational unit = grid.unit != 0 ? grid.unit : Rational(1);
  if (choices.one_in(3)) return unit * choices.one_of(round);
  return unit * choices.below(4 * size + 3);
}

Rational largest_total(const Grid& grid) {
  static const Rational enough(exact::Integer(1) << 64U);
  return std::min(end_of(grid.kind).value_or(enough), enough);
}

Rational target(Choices& choices, const Grid& grid, const Entries& entries, Target what) {
  switch (what) {
    case Target::minimums:
      return sum_of_minimums(entries);
    case Target::most:
      if (const auto most = find_most(entries)) return *most;
      break;
    case Target::beyond:
      return sum_of_bounds(entries) * choices.between(1, 20);
    case Target::breakpoint:
      break;
    case Target::ratio:
      return sum_at(entries, some_ratio(choices, entries));
    case Target::half: {
      // The first claimant's share ends in a half, unless a bound prevents that.
      const Rational weight = entries.empty() ? Rational(1) : entries[0].weight;
      const Rational unit = grid.unit != 0 ? grid.unit : Rational(1);
      const Rational share = unit * (2 * choices.between(0, 10) + 1) / 2;
      return sum_at(entries, weight == 0 ? share : Rational(share / weight));
    }
    case Target::small:
      return small_total(choices, grid, entries.size());
    case Target::power:
      return about_a_power(choices, Rational(exact::floor(largest_total(grid))));
    case Target::one:
      return 1;
  }
  const Rational ratio = some_breakpoint(choices, entries);
  return sum_at(entries, ratio * (choices.one_in(4) ? choices.between(2, 3) : 1));
}

Rational choose_total(Family family, Choices& choices, const Grid& grid, const Entries& entries) {
  // A pool, whose amounts are parts of the pool.
  const bool is_pool = grid.unit != 0 && grid.unit < 1 && choices.one_in(3);
  const Target what = is_pool ? Target::one : target_of(family, choices);
  const Rational there = target(choices, grid, entries, what);
  // If the numbers themselves are adversarial, the total mostly stays as it is.
  const bool is_exact = family == Family::overflow && !choices.one_in(4);
  if (what == Target::one) return there;
  return is_exact ? rounded(grid, there) : near(choices, grid, there);
}

struct FlatProblem {
  Grid amounts;
  Rational total;
  Entries entries;
};

// Demands.

void add_demand(Choices& choices, const Grid& grid, Entry& entry) {
  const Rational unit = grid.unit != 0 ? grid.unit : rounded(grid, entry.min_share / 4 + 1);
  switch (choices.below(6)) {
    case 0:
      entry.demand = 0;
      break;
    case 1:
      entry.demand = at_most(grid, entry.min_share / 2);
      break;
    case 2:
      entry.demand = rounded(grid, entry.max_share.value_or(entry.min_share) + unit);
      break;
    case 3:
      entry.demand = rounded(grid, 1000 * unit);
      break;
    case 4:
      entry.demand = entry.max_share;
      break;
    default:
      entry.demand = rounded(grid, unit * choices.below(10));
      break;
  }
}

void add_demands(Choices& choices, const Grid& grid, Entries& entries) {
  if (!choices.one_in(3)) return;
  const bool are_the_maximums = choices.one_in(3);
  for (Entry& entry : entries) {
    if (are_the_maximums) {
      entry.demand = std::exchange(entry.max_share, std::nullopt);
    } else if (choices.one_in(2)) {
      add_demand(choices, grid, entry);
    }
  }
}

// What some schedulers need besides numbers of their kinds.

// Priorities, most of which several claimants share; 0 is left out.
void add_priorities(Choices& choices, Entries& entries) {
  if (!choices.one_in(2)) return;
  const int highest = choices.one_in(4) ? 7 : choices.between(1, 2);
  for (Entry& entry : entries) {
    const int priority = choices.between(0, highest);
    if (priority != 0) entry.priority = priority;
  }
}

// Raises weights to the minimum, which is capped by the demand, as far as the kinds allow.
void raise_to_minimums(const Grid& weights, Entries& entries) {
  for (Entry& entry : entries) {
    entry.min_share = claimant_of(entry).min_share;
    if (entry.weight >= entry.min_share) continue;
    const auto raised = find_at_least({weights.kind, 0}, entry.min_share);
    if (raised) entry.weight = *raised;
    if (!raised) entry.min_share = 0;
  }
}

// Feasible and infeasible totals.

// Makes one claimant take everything that is left.
void open_one(Entries& entries) {
  const auto has_weight = [](const Entry& entry) { return entry.weight != 0; };
  auto heavy = std::find_if(entries.begin(), entries.end(), has_weight);
  if (heavy == entries.end()) {
    heavy = entries.begin();
    heavy->weight = 1;
  }
  heavy->max_share = std::nullopt;
  heavy->demand = std::nullopt;
}

// The nearest feasible total. As long as there is none on the grid, bounds are removed.
Rational feasible_total(const Grid& grid, Entries& entries, const Rational& total) {
  auto low = find_at_least(grid, sum_of_minimums(entries));
  while (!low) {
    std::ranges::max_element(entries, {}, &Entry::min_share)->min_share = 0;
    low = find_at_least(grid, sum_of_minimums(entries));
  }
  const auto most = find_most(entries);
  if (!most) return std::max(total, *low);
  const Rational high = at_most(grid, *most);
  if (*low <= high) return std::clamp(total, *low, high);
  open_one(entries);
  return feasible_total(grid, entries, total);
}

// The total moved to an infeasible one; or all weights become 0.
Rational infeasible_total(Choices& choices, const Grid& grid, Entries& entries,
                          const Rational& total) {
  const Rational minimums = sum_of_minimums(entries);
  const auto most = find_most(entries);
  if (minimums > 0 && (choices.one_in(2) || !most)) {
    if (choices.one_in(3)) return 0;
    if (choices.one_in(2)) return at_most(grid, minimums / 2);
    return beside(grid, at_most(grid, minimums), false);
  }
  if (!most) {
    for (Entry& entry : entries) entry.weight = 0;
    return total;
  }
  const Rational above = beside(grid, rounded(grid, *most), true);
  return choices.one_in(2) ? above : rounded(grid, 2 * *most + above);
}

// Turns the problem into parts of its total, which becomes 1.
void make_pool(Choices& choices, const ChallengeOptions& options, FlatProblem& flat) {
  const Rational whole = flat.total > 0 ? flat.total : Rational(1);
  const auto part = [&](const Rational& amount) {
    return rounded_to(options.kinds.amount, amount / whole);
  };
  if (flat.entries.empty()) flat.entries.emplace_back();
  for (Entry& entry : flat.entries) {
    entry.min_share = 0;
    if (entry.max_share) entry.max_share = part(*entry.max_share);
    if (entry.demand) entry.demand = part(*entry.demand);
  }
  flat.total = 1;
  const auto most = find_most(flat.entries);
  const bool is_short = most && *most < 1;
  if (is_short && !(options.infeasible && choices.one_in(6))) open_one(flat.entries);
}

// Claimants.

Entries entries_of(const std::vector<Claimant<Rational>>& claimants, const Grid& weights,
                   const Grid& amounts) {
  Entries entries;
  for (const auto& [weight, min_share, max_share] : claimants) {
    Entry entry;
    entry.weight = rounded_to(weights.kind, weight * weights.unit);
    entry.min_share = rounded_to(amounts.kind, min_share * amounts.unit);
    if (max_share) entry.max_share = rounded_to(amounts.kind, *max_share * amounts.unit);
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::size_t some_size(Family family, Choices& choices, std::size_t size_max) {
  if (family == Family::many) return size_max - choices.below(size_max / 2 + 1);
  if (choices.one_in(64)) return 0;
  std::size_t size =
      1 + choices.below(choices.one_in(2) ? std::min<std::size_t>(size_max, 6) : size_max);
  // Few claimants, if the numbers matter most or if rounds are counted.
  if (family == Family::overflow && !choices.one_in(3)) size = 1 + choices.below(3);
  if (family == Family::geometric && choices.one_in(3)) size = 8 + choices.below(7);
  return std::min(size, size_max);
}

// Many schedulers have no minimums, and some adapters skip records that have one.
void drop_minimums(Family family, Choices& choices, Entries& entries) {
  if (family == Family::just_over || !choices.one_in(3)) return;
  for (Entry& entry : entries) entry.min_share = 0;
}

Rational some_unit(Choices& choices, Kind kind) {
  if (is_whole(kind)) return 1;
  if (kind == Kind::dyadic) {
    return Rational(1, choices.one_of(std::array{1, 1, 1, 1, 1, 2, 4, 8, 64}));
  }
  constexpr std::array<int, 10> parts = {1, 1, 1, 1, 1, 2, 4, 10, 100, 100};
  return Rational(1, choices.one_of(parts));
}

Ends ends_of(const Kinds& kinds) {
  static const Rational weight_end(exact::Integer(1) << 128U);
  static const Rational amount_end(exact::Integer(1) << 64U);
  return {end_of(kinds.weight).value_or(weight_end), end_of(kinds.amount).value_or(amount_end)};
}

FlatProblem whole_problem(Family family, Choices& choices, const ChallengeOptions& options) {
  const std::size_t size = some_size(family, choices, options.size_max);
  // Here the last two are not families of their own.
  const Family shape =
      family == Family::many ? families[choices.below(families.size() - 2)] : family;
  Rational weight_unit = some_unit(choices, options.kinds.weight);
  const Grid amounts{options.kinds.amount, some_unit(choices, options.kinds.amount)};
  if (is_float(options.kinds.weight) && weight_unit == Rational(1, 2)) weight_unit = Rational(1, 3);
  const Grid weights{options.kinds.weight, weight_unit};
  const Ends ends = ends_of(options.kinds);
  FlatProblem flat{amounts, 0,
                   entries_of(whole_claimants(shape, choices, size, ends), weights, amounts)};
  drop_minimums(family, choices, flat.entries);
  if (options.demands) add_demands(choices, amounts, flat.entries);
  if (options.weights_are_targets) raise_to_minimums(weights, flat.entries);
  flat.total = choose_total(shape, choices, amounts, flat.entries);
  return flat;
}

// Doubles of the family, converted to the kinds. Those of a pool are parts of its total.
FlatProblem double_problem(Family family, Choices& choices, const ChallengeOptions& options) {
  const Problem<double> problem = adversarial_problem(family, choices, options.size_max);
  const Grid weights{options.kinds.weight, 0};
  const Grid amounts{options.kinds.amount, 0};
  const bool is_pool = problem.total > 0 && choices.one_in(8);
  const Rational whole = is_pool ? exact::from_double(problem.total) : Rational(1);
  const auto amount = [&](double number) {
    return rounded(amounts, exact::from_double(number) / whole);
  };
  FlatProblem flat{amounts, amount(problem.total), {}};
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    Entry entry;
    entry.weight = rounded(weights, exact::from_double(weight));
    entry.min_share = amount(min_share);
    if (max_share) entry.max_share = amount(*max_share);
    flat.entries.push_back(std::move(entry));
  }
  if (options.demands) add_demands(choices, amounts, flat.entries);
  const bool is_as_it_was = options.kinds.amount == Kind::float64 && !choices.one_in(4);
  if (!is_as_it_was && !is_pool) {
    flat.total = choose_total(family, choices, amounts, flat.entries);
  }
  return flat;
}

// Fractions stay small, since the ends of doubles are not asked for.
bool is_moderate(const FlatProblem& flat) {
  static const Rational large = 1'000'000'000'000;
  const auto is_fine = [](const Rational& number) {
    return number == 0 || (1 / large <= number && number <= large);
  };
  return std::ranges::all_of(flat.entries, [&](const Entry& entry) {
    return is_fine(entry.weight) && is_fine(entry.min_share) &&
           is_fine(entry.max_share.value_or(0)) && is_fine(entry.demand.value_or(0));
  });
}

FlatProblem some_problem(Family family, Choices& choices, const ChallengeOptions& options) {
  const auto& [weight, amount] = options.kinds;
  const bool has_floats = is_float(weight) && is_float(amount);
  const bool takes_doubles = has_floats || (weight == Kind::fraction && amount == Kind::fraction);
  if (takes_doubles && choices.one_in(has_floats ? 2 : 8)) {
    FlatProblem flat = double_problem(family, choices, options);
    if (has_floats || is_moderate(flat)) return flat;
  }
  return whole_problem(family, choices, options);
}

// Trees, made from the top: the bounds of children suit their parent's share.

struct Grower {
  Choices& choices;
  const ChallengeOptions& options;
  Grid amounts;
  std::size_t left;         // nodes that may still be made
  std::uint64_t bushiness;  // one in this many children stays a leaf
  Challenge challenge = {};
};

// JSON is read to a depth of 256, and each level takes two of it.
constexpr std::size_t depth_max = 60;

// Claimants for a share, which need not be on the grid.
Entries level(Grower& grower, std::size_t size, const Rational& share) {
  constexpr std::array shapes = {Family::ordinary, Family::ties,      Family::shared_breakpoints,
                                 Family::zeros,    Family::geometric, Family::all_clamped};
  const Family shape = grower.choices.one_of(shapes);
  const Grid weights{grower.options.kinds.weight, 1};
  const Ends ends = ends_of(grower.options.kinds);
  const auto claimants = whole_claimants(shape, grower.choices, size, ends);
  Entries entries = entries_of(claimants, weights, grower.amounts);
  while (sum_of_minimums(entries) > share) {
    Entry& largest = *std::ranges::max_element(entries, {}, &Entry::min_share);
    largest.min_share = largest.min_share > share ? at_most(grower.amounts, share / 2) : 0;
  }
  const auto most = find_most(entries);
  if (most && *most < share) open_one(entries);
  return entries;
}

std::vector<Rational> divide(const Entries& entries, const Rational& share) {
  Problem<Rational> problem{share, {}};
  for (const Entry& entry : entries) problem.claimants.push_back(claimant_of(entry));
  return std::get<Allocation<Rational>>(exact::solve(problem)).shares;
}

// Sets bounds that just admit the entry's share, so that the shares stay as they are.
void tighten(Grower& grower, bool is_leaf, const Rational& share, Entry& entry) {
  const auto above = find_at_least(grower.amounts, share);
  if (grower.choices.one_in(6) && above) entry.max_share = above;
  if (grower.choices.one_in(6)) entry.min_share = at_most(grower.amounts, share);
  const bool may_demand = is_leaf && grower.options.demands && grower.choices.one_in(6);
  if (may_demand && above) entry.demand = above;
}

void grow(Grower& grower, std::optional<std::size_t> parent, const Rational& share,
          std::size_t depth) {
  Choices& choices = grower.choices;
  std::size_t size = choices.one_in(3) ? 1 : 1 + choices.below(5);
  size = std::min(size, grower.left);
  if (size == 0) return;
  grower.left -= size;
  Entries entries = level(grower, size, share);
  const std::vector<Rational> shares = divide(entries, share);
  for (std::size_t k = 0; k < size; ++k) {
    const bool is_leaf = choices.one_in(grower.bushiness) || depth == depth_max || grower.left == 0;
    tighten(grower, is_leaf, shares[k], entries[k]);
    entries[k].parent = parent;
    const std::size_t index = grower.challenge.entries.size();
    grower.challenge.entries.push_back(entries[k]);
    if (!is_leaf) grow(grower, index, shares[k], depth + 1);
  }
}

Challenge tree_challenge(Choices& choices, const ChallengeOptions& options) {
  Grower grower{choices, options, {options.kinds.amount, 1}, 0, 2};
  grower.challenge.kinds = options.kinds;
  grower.challenge.is_tree = true;
  const std::size_t most = std::max<std::size_t>(options.size_max, 1);
  grower.left = 1 + choices.below(choices.one_in(2) ? std::min<std::size_t>(most, 8) : most);
  grower.bushiness = choices.one_of(std::array<std::uint64_t, 3>{2, 3, 100});
  Rational total = choices.one_in(2) ? choices.below(1000) : 100;
  if (choices.one_in(8)) total = about_a_power(choices, largest_total(grower.amounts));
  grower.challenge.total = rounded(grower.amounts, total);
  grow(grower, std::nullopt, grower.challenge.total, 1);
  return std::move(grower.challenge);
}

// Makes one node want more than there is, or makes the total too large or too small.
void break_tree(Choices& choices, const Grid& amounts, Challenge& challenge) {
  if (choices.one_in(3)) {
    challenge.total = choices.one_in(2) ? Rational(0) : rounded(amounts, challenge.total * 2 + 1);
    return;
  }
  Entry& entry = challenge.entries[choices.below(challenge.entries.size())];
  entry.demand = std::nullopt;
  if (entry.weight != 0 && entry.max_share && choices.one_in(2)) {
    entry.max_share = entry.min_share;
    return;
  }
  entry.min_share = rounded(amounts, challenge.total + 1);
  if (entry.max_share) entry.max_share = std::max(*entry.max_share, entry.min_share);
}

void shuffle(Choices& choices, Entries& entries) {
  for (std::size_t i = entries.size(); i > 1; --i) {
    std::swap(entries[i - 1], entries[choices.below(i)]);
  }
}

// Puts some maximums below their minimums.
void cross(Choices& choices, const Grid& amounts, Entries& entries) {
  if (!choices.one_in(3)) return;
  for (Entry& entry : entries) {
    if (entry.min_share == 0 || choices.one_in(3)) continue;
    entry.max_share = choices.one_in(2) ? Rational(0) : at_most(amounts, entry.min_share / 2);
  }
}

Challenge flat_challenge(Family family, Choices& choices, const ChallengeOptions& options) {
  FlatProblem flat = some_problem(family, choices, options);
  const Grid& amounts = flat.amounts;
  if (options.are_pools) {
    make_pool(choices, options, flat);
  } else if (options.infeasible && !flat.entries.empty() && choices.one_in(6)) {
    flat.total = infeasible_total(choices, amounts, flat.entries, flat.total);
  } else {
    flat.total = feasible_total(amounts, flat.entries, flat.total);
  }
  if (options.crossed) cross(choices, amounts, flat.entries);
  if (options.priorities) add_priorities(choices, flat.entries);
  shuffle(choices, flat.entries);
  return {options.kinds, std::move(flat.total), false, std::move(flat.entries)};
}

}  // namespace

Challenge adversarial_challenge(Family family, Choices& choices, const ChallengeOptions& options) {
  const bool is_tree = family == Family::deep_trees && options.trees;
  Challenge challenge =
      is_tree ? tree_challenge(choices, options) : flat_challenge(family, choices, options);
  const Grid amounts{options.kinds.amount, 1};
  if (is_tree && options.infeasible && choices.one_in(6)) break_tree(choices, amounts, challenge);
  for (std::size_t i = 0; i < challenge.entries.size(); ++i) {
    challenge.entries[i].name = name_at(i);
  }
  return challenge;
}

}  // namespace fairshare::fuzz

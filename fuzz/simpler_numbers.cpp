#include "fuzz/simpler_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/possible_totals.h"

namespace fairshare::fuzz {
namespace {

using exact::Integer;

Rational power_of_two(long exponent) {
  const Rational power(Integer(1) << static_cast<std::uint64_t>(std::abs(exponent)));
  return exponent >= 0 ? power : Rational(1 / power);
}

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

// What may replace a number above 0, what helps most first.
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

}  // namespace

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

}  // namespace fairshare::fuzz

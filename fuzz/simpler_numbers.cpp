#include "fuzz/simpler_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <string>
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

// e with 2^e <= number < 2^(e + 1); the number must be above 0.
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

// Rounded to that many leading decimal digits; unchanged if no double is near it.
Rational with_digits(const Rational& number, int digits) {
  const double nearest = exact::to_double(number);
  if (!std::isfinite(nearest)) return number;
  const auto read = exact::parse_number(fmt::format("{:.{}e}", nearest, digits - 1));
  return std::get<exact::TextNumber>(read).value;
}

// How many significant decimal digits the nearest double has; 0 if that is infinite.
int digits_of(const Rational& number) {
  const double nearest = exact::to_double(number);
  if (!std::isfinite(nearest)) return 0;
  const std::string shortest = fmt::format("{}", nearest);
  std::size_t digits = 0;
  bool is_leading = true;
  for (const char c : shortest.substr(0, shortest.find('e'))) {
    is_leading = is_leading && (c == '0' || c == '.');
    if (!is_leading && c != '.') ++digits;
  }
  return static_cast<int>(digits);
}

// Numbers nearer to 1 by powers of ten, which keep the digits, from far steps to short ones.
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

// The powers of two at which types end, and those around the number: each with its neighbours, the
// smallest first.
std::vector<Rational> limits_near(const Rational& number) {
  const long exponent = exponent_of(number);
  std::set<Rational> limits;
  for (const long power : {24L, 31L, 32L, 53L, 63L, 64L, exponent, exponent + 1}) {
    for (const int offset : {-1, 0, 1}) limits.insert(power_of_two(power) + offset);
  }
  return {limits.begin(), limits.end()};
}

// Above this a whole number is made simpler in notation and size, not unit by unit: something that
// fails for every second number would take thousands of steps.
const Rational& large() {
  static const Rational number = power_of_two(20);
  return number;
}

void add_whole(std::vector<Rational>& simpler, const Rational& number) {
  const long exponent = exponent_of(number);
  for (long shift = exponent / 2; shift > 0; shift /= 2) {
    simpler.push_back(exact::floor(number / power_of_two(shift)));
  }
  simpler.push_back(exact::floor(number / 10));
  if (number <= large()) {
    for (long k = exponent; k >= 0; --k) simpler.push_back(number - power_of_two(k));
    return;
  }
  for (const Rational& limit : limits_near(number)) simpler.push_back(limit);
  for (const int digits : {1, 2}) simpler.push_back(with_digits(number, digits));
  for (const long bits : {2, 4, 8, 16}) simpler.push_back(with_bits(number, bits));
}

void add_broken(std::vector<Rational>& simpler, const Rational& number) {
  simpler.push_back(exact::floor(number));
  simpler.push_back(exact::ceil(number));
  const int all = digits_of(number);
  for (const int digits : {1, 2, 3, all / 2, all - 1}) {
    if (digits >= 1) simpler.push_back(with_digits(number, digits));
  }
  for (const long bits : {1, 8, 26}) simpler.push_back(with_bits(number, bits));
  for (const Rational& nearer : nearer_to_one(number)) simpler.push_back(nearer);
  simpler.push_back(number / 2);
}

// What may replace a number above 0, the most helpful first.
std::vector<Rational> simpler_numbers(const Rational& number) {
  std::vector<Rational> simpler = {0, 1};
  if (exact::is_whole(number) && exponent_of(number) <= 64) {
    add_whole(simpler, number);
  } else {
    add_broken(simpler, number);
  }
  return simpler;
}

enum class Field { total, weight, min_share, max_share, demand };

struct Slot {
  Field field;
  std::size_t entry;
};

// Null if there is no such number.
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

// Numbers that are lowered together by the same amount, and the total by `of_total` times that.
struct Together {
  std::vector<Slot> slots;
  int of_total = 0;
};

// The slots grouped by their number. The simplest number possible is left out.
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

// About all numbers that are changed at once.
struct Whole {
  Rational largest = 0;
  Rational unit = 1;  // the largest number of which all are multiples
};
using Change = Rational (*)(const Rational& number, const Whole& whole);

Rational shifted(const Rational& number, long places) {
  return number / power_of_two(places);
}

// Moves the largest number to about 2^power, and keeps odd numbers odd, which matters at the end of
// a type.
Rational moved_to(const Rational& number, const Whole& whole, long power) {
  const long exponent = exponent_of(whole.largest);
  if (exponent <= power || !exact::is_whole(number)) return number;
  const Integer moved = exact::floor(shifted(number, exponent - power));
  const bool loses_it = numerator(number) % 2 != 0 && moved % 2 == 0;
  return Rational(loses_it ? moved + 1 : moved);
}

// Divide by the unit; move the largest number to about 1, nearer to it or to the end of a type;
// tenths, halves, whole parts, few digits; and factors that make decimals whole.
constexpr std::array<Change, 16> changes_of_all = {
    [](const Rational& number, const Whole& whole) { return Rational(number / whole.unit); },
    [](const Rational& number, const Whole& whole) {
      return shifted(number, exponent_of(whole.largest));
    },
    [](const Rational& number, const Whole& whole) {
      return shifted(number, exponent_of(whole.largest) / 2);
    },
    [](const Rational& number, const Whole& whole) {
      return shifted(number, exponent_of(whole.largest) / 4);
    },
    [](const Rational& number, const Whole& whole) { return moved_to(number, whole, 24); },
    [](const Rational& number, const Whole& whole) { return moved_to(number, whole, 31); },
    [](const Rational& number, const Whole& whole) { return moved_to(number, whole, 53); },
    [](const Rational& number, const Whole&) { return Rational(exact::floor(number / 10)); },
    [](const Rational& number, const Whole&) { return Rational(exact::floor(number / 2)); },
    [](const Rational& number, const Whole&) { return Rational(exact::floor(number)); },
    [](const Rational& number, const Whole&) { return with_digits(number, 1); },
    [](const Rational& number, const Whole&) { return with_digits(number, 2); },
    [](const Rational& number, const Whole&) { return with_digits(number, 3); },
    [](const Rational& number, const Whole&) { return Rational(number * 2); },
    [](const Rational& number, const Whole&) { return Rational(number * 10); },
    [](const Rational& number, const Whole&) { return Rational(number * 100); }};

Whole whole_of(const Challenge& challenge, const std::vector<Slot>& slots) {
  Whole whole;
  Integer divisor = 0;
  Integer multiple = 1;
  for (const Slot& slot : slots) {
    const Rational& number = *find_number(challenge, slot);
    whole.largest = std::max(whole.largest, number);
    divisor = gcd(divisor, numerator(number));
    multiple = multiple / gcd(multiple, denominator(number)) * denominator(number);
  }
  if (divisor != 0) whole.unit = Rational(divisor, multiple);
  return whole;
}

// Changes all numbers in the slots at once.
void change_all(Moves& moves, const Challenge& challenge, std::vector<Slot> slots) {
  const Whole whole = whole_of(challenge, slots);
  if (whole.largest == 0) return;
  for (const Change change : changes_of_all) {
    moves.push_back([change, slots, whole](const Challenge& before) {
      Challenge after = before;
      for (const Slot& slot : slots) {
        const Rational changed = change(*find_number(before, slot), whole);
        set_number(after, slot, rounded_at(before, slot, changed));
      }
      return adapted(std::move(after), before);
    });
  }
}

// One number gets simpler, and another one of its field gets what the first one loses. So their sum
// stays the same, in case a sum overflows.
void pass_on(Moves& moves, const Challenge& challenge, std::span<const Field> fields) {
  constexpr std::size_t too_many = 8;
  std::vector<Slot> slots;
  for (const Slot& slot : slots_of(challenge, fields)) {
    const Rational& number = *find_number(challenge, slot);
    if (number > large() && exact::is_whole(number)) slots.push_back(slot);
  }
  if (slots.size() > too_many) return;
  for (const Slot& giver : slots) {
    const Rational& number = *find_number(challenge, giver);
    for (const Slot& taker : slots) {
      if (taker.entry == giver.entry || taker.field != giver.field) continue;
      for (const Rational& limit : limits_near(number)) {
        moves.push_back([giver, taker, lost = Rational(number - limit)](const Challenge& before) {
          Challenge after = before;
          set_number(after, giver, *find_number(before, giver) - lost);
          set_number(after, taker, *find_number(before, taker) + lost);
          return adapted(std::move(after), before);
        });
      }
    }
  }
}

// If last digits decide, or sums that wrap, changing one number at a time ends early. So this tries
// every combination of these numbers in some slots, or as many as take bearable time.
void guess_together(Moves& moves, const std::vector<Slot>& slots,
                    const std::vector<Rational>& numbers) {
  constexpr std::uint64_t most = 400;
  constexpr std::size_t slots_max = 12;
  constexpr std::uint64_t stride = 7919;  // a prime, so that successive choices are not neighbours
  if (slots.empty() || slots.size() > slots_max) return;
  std::uint64_t ways = 1;
  for (std::size_t k = 0; k < slots.size(); ++k) ways *= numbers.size();
  for (std::uint64_t way = 0; way < std::min(ways, most); ++way) {
    moves.push_back([slots, numbers, choice = way * stride % ways](const Challenge& before) {
      Challenge after = before;
      std::uint64_t left = choice;
      for (const Slot& slot : slots) {
        set_number(after, slot, rounded_at(before, slot, numbers[left % numbers.size()]));
        left /= numbers.size();
      }
      return adapted(std::move(after), before);
    });
  }
}

void guess_together(Moves& moves, const Challenge& challenge) {
  std::vector<Slot> broken;
  std::vector<Slot> huge;
  Rational largest = 0;
  std::vector<Slot> all = slots_of(challenge, weight_field);
  for (const Slot& slot : slots_of(challenge, bound_fields)) all.push_back(slot);
  all.push_back({Field::total, 0});
  for (const Slot& slot : all) {
    const Rational& number = *find_number(challenge, slot);
    if (!exact::is_whole(number)) broken.push_back(slot);
    if (exact::is_whole(number) && number > large()) {
      huge.push_back(slot);
      largest = std::max(largest, number);
    }
  }
  std::vector<Rational> short_ones;  // 0.1 to 0.9, 1 to 9
  for (int k = 1; k <= 9; ++k) short_ones.insert(short_ones.end(), {Rational(k, 10), Rational(k)});
  guess_together(moves, broken, short_ones);
  for (const long power : {31L, 53L, 63L}) {
    if (largest == 0 || largest >= power_of_two(power + 1)) continue;
    guess_together(moves, huge, {1, 2, 3, power_of_two(power - 1), power_of_two(power) - 1});
    break;
  }
}

}  // namespace

Moves simpler_numbers_of(const Challenge& challenge) {
  Moves moves;
  std::vector<Slot> amounts = slots_of(challenge, bound_fields);
  amounts.push_back({Field::total, 0});
  change_all(moves, challenge, std::move(amounts));
  change_all(moves, challenge, slots_of(challenge, weight_field));
  const TotalEnds ends = ends_of(challenge.entries);
  for (const Rational& total : {ends.minimums, ends.most}) {
    moves.push_back([total](const Challenge& before) {
      Challenge after = before;
      after.total = rounded_to(before.kinds.amount, total);
      return after;
    });
  }
  for (const Together& group : number_groups(challenge)) {
    const Rational number = *find_number(challenge, group.slots[0]);
    if (number == 0) {  // a weight of 0
      moves.push_back(lower(group, -1));
      continue;
    }
    for (const Rational& simpler : simpler_numbers(number)) {
      moves.push_back(lower(group, number - simpler));
    }
  }
  pass_on(moves, challenge, weight_field);
  pass_on(moves, challenge, bound_fields);
  guess_together(moves, challenge);
  return moves;
}

}  // namespace fairshare::fuzz

#include "formats/records/narrow_case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "formats/records/record_divisions.h"

namespace fairshare::formats {
namespace {

using exact::Integer;
using exact::Rational;
using properties::bits_of;
using properties::uint128;
using properties::Wide;
using properties::narrow::amount_bits_max;
using properties::narrow::Claimant;
using properties::narrow::Ratio;
using properties::narrow::Reported;
using properties::narrow::weight_bits_max;

// Numbers. Results are written where they stay: an optional would be copied at once, and the copy
// would wait until all of its parts have been written.

// A normal float with all its digits, or 0.
template <class Float>
Scaled with_all_digits(Float value) {
  if (value == 0) return {};
  using Limits = std::numeric_limits<Float>;
  using Bits = std::conditional_t<Limits::digits == 53, std::uint64_t, std::uint32_t>;
  constexpr int places = Limits::digits - 1;
  const Bits bits = std::bit_cast<Bits>(value);  // places, and before them the exponent
  const Bits leading = Bits{1} << places;
  const int exponent = static_cast<int>(bits >> places) - (Limits::max_exponent - 1);
  return {bits % leading + leading, exponent - places, 0};
}

template <class Float>
bool convert_to(const PlainNumber& number, Scaled& into) {
  const auto value = find_nearest<Float>(number);
  if (value) into = with_all_digits(*value);
  return value.has_value();
}

// The number in the record's type. False if the type cannot hold it, or if a fraction would have to
// be rounded.
bool convert(const PlainNumber& number, Numbers numbers, Scaled& into) {
  if (number.denominator != 1 && numbers != Numbers::exact) return false;
  if (numbers == Numbers::to_double) return convert_to<double>(number, into);
  if (numbers == Numbers::to_float) return convert_to<float>(number, into);
  into = number.digits == 0 ? Scaled{} : Scaled{number.digits, number.exponent, number.exponent};
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
  if (numbers == Numbers::to_int32 && number.digits > most) return false;
  return numbers == Numbers::exact || number.exponent == 0;
}

// For a total, a bound or a weight. False for a fraction, which would need a unit of its own.
bool scale(const PlainNumber& number, Numbers numbers, Scaled& into) {
  if (number.denominator != 1 || !convert(number, numbers, into)) return false;
  if (into.significand == 0) return true;
  const int zeros = std::countr_zero(into.significand);
  into.significand >>= static_cast<unsigned>(zeros);
  into.twos += zeros;
  return true;
}

// Half of the gap between floats on each side; below a power of two the gap is narrower. 0 stands
// for itself: only reals far below every other number round to it.
void round_to(int digits, ScaledShare& share) {
  const Scaled& value = share.value;
  if (value.significand == 0) return;
  const bool is_power = value.significand == std::uint64_t{1} << static_cast<unsigned>(digits - 1);
  share.to_low = {1, value.twos - (is_power ? 2 : 1), 0};
  share.to_high = {1, value.twos - 1, 0};
  share.low_open = share.high_open = value.significand % 2 != 0;
}

// Like find_reported (tolerance.h), but also false for some numbers that it accepts. `into` stands
// for no interval yet.
bool scale_share(const PlainNumber& number, Numbers numbers, Rounding rounding, ScaledShare& into) {
  constexpr Scaled one{1, 0, 0};
  constexpr Scaled half{1, -1, 0};
  if (!convert(number, numbers, into.value)) return false;
  switch (rounding) {
    case Rounding::exact:
      return true;
    case Rounding::written:
      if (!number.is_rounded) return true;
      into.to_low = {1, number.exponent - 1, number.exponent};
      into.to_high = {1, number.exponent - 1, number.exponent};
      return true;
    case Rounding::to_double:
      if (numbers != Numbers::to_double) {
        const bool may_be = number.is_rounded && numbers != Numbers::to_float;
        if (!may_be || !convert_to<double>(number, into.value)) return false;
      }
      round_to(53, into);
      return true;
    case Rounding::to_float:
      if (numbers != Numbers::to_float) return false;
      round_to(24, into);
      return true;
    case Rounding::nearest:
      into.to_low = into.to_high = half;
      return true;
    case Rounding::down:
      into.to_high = one;
      into.high_open = true;
      return true;
    case Rounding::apportioned:
      into.to_low = into.to_high = one;
      into.low_open = into.high_open = true;
      return true;
    case Rounding::cut:  // not an option of records
    case Rounding::hamilton:
    case Rounding::webster:
    case Rounding::dhondt:
    case Rounding::adams:
      return false;
  }
  return false;
}

bool scale(const std::optional<PlainNumber>& number, Numbers numbers, std::optional<Scaled>& into) {
  return !number || scale(*number, numbers, into.emplace());
}

bool scale_claimant(const PlainClaimant& claimant, Numbers numbers, ScaledClaimant& into) {
  into.weight = {1, 0, 0};
  return (!claimant.weight || scale(*claimant.weight, numbers, into.weight)) &&
         (!claimant.min_share || scale(*claimant.min_share, numbers, into.min_share)) &&
         scale(claimant.max_share, numbers, into.max_share) &&
         scale(claimant.demand, numbers, into.demand);
}

bool scale_claimants(const PlainRecord& record, NarrowCase& narrow_case) {
  narrow_case.claimants.clear();
  return std::ranges::all_of(record.claimants, [&](const PlainClaimant& claimant) {
    return scale_claimant(claimant, record.numbers, narrow_case.claimants.emplace_back());
  });
}

bool scale_shares(const PlainRecord& record, Rounding rounding, NarrowCase& narrow_case) {
  narrow_case.shares.clear();
  return std::ranges::all_of(record.shares, [&](const PlainNumber& number) {
    return scale_share(number, record.numbers, rounding, narrow_case.shares.emplace_back());
  });
}

// Slack.

// False if it is not a decimal with few bits.
bool scale(const Rational& number, Scaled& into) {
  constexpr std::size_t bits_max = 128;
  Integer denominator = exact::denominator(number);
  if (msb(denominator) >= bits_max) return false;
  into = {};
  for (; denominator % 5 == 0; denominator /= 5) --into.fives;
  for (; denominator % 2 == 0; denominator /= 2) --into.twos;
  const Integer numerator = exact::numerator(number);
  const bool fits = numerator <= std::numeric_limits<std::uint64_t>::max();
  if (denominator != 1 || !fits) return false;
  into.significand = static_cast<std::uint64_t>(numerator);
  return true;
}

bool scale(const std::optional<Rational>& from_command,
           const std::optional<PlainNumber>& from_record, Scaled& into) {
  into = {};
  if (from_command) return scale(*from_command, into);
  return !from_record || scale(*from_record, Numbers::exact, into);
}

bool scale_slack(const PlainRecord& record, const Tolerance& tolerance, const Scaled& total,
                 NarrowCase& narrow_case) {
  Scaled& relative = narrow_case.relative;
  if (!scale(tolerance.within, record.within, narrow_case.within) ||
      !scale(tolerance.relative, record.relative, relative)) {
    return false;
  }
  const auto product = uint128{relative.significand} * total.significand;
  if (bits_of(product) > 64) return false;
  relative = product == 0 ? Scaled{}
                          : Scaled{static_cast<std::uint64_t>(product), relative.twos + total.twos,
                                   relative.fives + total.fives};
  return true;
}

// Units.

// Without an effect for 0.
void refine(Unit& unit, const Scaled& number) {
  unit.twos = std::min(unit.twos, number.twos);
  unit.fives = std::min(unit.fives, number.fives);
}

// No unit exceeds 1, so 1 is a whole number of units.
void find_units(const Scaled& total, NarrowCase& narrow_case) {
  Unit amount;
  Unit weight;
  for (const Scaled& number : {total, narrow_case.within, narrow_case.relative}) {
    refine(amount, number);
  }
  for (const ScaledClaimant& claimant : narrow_case.claimants) {
    refine(weight, claimant.weight);
    refine(amount, claimant.min_share);
    if (claimant.max_share) refine(amount, *claimant.max_share);
    if (claimant.demand) refine(amount, *claimant.demand);
  }
  for (const ScaledShare& share : narrow_case.shares) {
    refine(amount, share.value);
    refine(amount, share.to_low);
    refine(amount, share.to_high);
  }
  narrow_case.amount = amount;
  narrow_case.weight = weight;
}

constexpr int fives_max = 44;  // 5^44 < 2^103

struct Power {
  uint128 value;
  int bits;
};

constexpr auto powers_of_five = [] {
  std::array<Power, fives_max + 1> powers{{{1, 1}}};
  for (std::size_t k = 1; k < powers.size(); ++k) {
    const uint128 value = 5 * powers[k - 1].value;
    powers[k] = {value, bits_of(value)};
  }
  return powers;
}();

// How many units the number is; false if that might have more than `bits_max` bits.
bool count_units(const Scaled& number, const Unit& unit, int bits_max, uint128& into) {
  into = 0;
  if (number.significand == 0) return true;
  const int twos = number.twos - unit.twos;
  const int fives = number.fives - unit.fives;
  if (fives > fives_max) return false;
  const Power& power = powers_of_five[static_cast<std::size_t>(fives)];
  const auto bits = static_cast<int>(std::bit_width(number.significand));
  if (bits + power.bits + twos > bits_max) return false;
  into = number.significand * power.value << static_cast<unsigned>(twos);
  return true;
}

bool count_units(const ScaledClaimant& claimant, const NarrowCase& narrow_case, Claimant& into) {
  const Unit& unit = narrow_case.amount;
  if (!count_units(claimant.weight, narrow_case.weight, weight_bits_max, into.weight) ||
      !count_units(claimant.min_share, unit, amount_bits_max, into.min_share)) {
    return false;
  }
  if (claimant.max_share) {
    uint128& max_share = into.max_share.emplace();
    if (!count_units(*claimant.max_share, unit, amount_bits_max, max_share)) return false;
    if (max_share < into.min_share) return false;
  }
  if (claimant.demand) {
    uint128 demand = 0;
    if (!count_units(*claimant.demand, unit, amount_bits_max, demand)) return false;
    into.max_share = std::min(into.max_share.value_or(demand), demand);
    into.min_share = std::min(into.min_share, demand);
  }
  return true;
}

constexpr int reported_bits_max = amount_bits_max - 2;  // of each, since up to four are added

bool find_slack(const NarrowCase& narrow_case, uint128& slack) {
  uint128 relative = 0;
  if (!count_units(narrow_case.within, narrow_case.amount, reported_bits_max, slack) ||
      !count_units(narrow_case.relative, narrow_case.amount, reported_bits_max, relative)) {
    return false;
  }
  slack += relative;
  return true;
}

bool count_units(const ScaledShare& share, const Unit& unit, const uint128& slack, Reported& into) {
  constexpr int bits_max = reported_bits_max;
  if (into.denominator != 1 && slack != 0) return false;
  uint128 to_low = 0;
  uint128 to_high = 0;
  if (!count_units(share.value, unit, bits_max, into.value) ||
      !count_units(share.to_high, unit, bits_max, to_high)) {
    return false;
  }
  if (share.to_low == share.to_high) {
    to_low = to_high;
  } else if (!count_units(share.to_low, unit, bits_max, to_low)) {
    return false;
  }
  // No share is negative: an interval that would be begins with 0.
  const bool ends_at_zero = to_low + slack > into.value;
  into.low = ends_at_zero ? 0 : into.value - (to_low + slack);
  into.high = into.value + to_high + slack;
  into.low_open = share.low_open && !ends_at_zero;
  into.high_open = share.high_open;
  return true;
}

bool fill_problem(const Scaled& total, NarrowCase& narrow_case) {
  auto& problem = narrow_case.problem;
  if (!count_units(total, narrow_case.amount, amount_bits_max, problem.total)) return false;
  problem.claimants.clear();
  return std::ranges::all_of(narrow_case.claimants, [&](const ScaledClaimant& claimant) {
    return count_units(claimant, narrow_case, problem.claimants.emplace_back());
  });
}

bool fill_reported(const PlainRecord& record, NarrowCase& narrow_case) {
  narrow_case.reported.clear();
  uint128 slack = 0;
  if (!find_slack(narrow_case, slack)) return false;
  for (std::size_t i = 0; i < record.shares.size(); ++i) {
    Reported& reported = narrow_case.reported.emplace_back();
    reported.denominator = record.shares[i].denominator;
    if (!count_units(narrow_case.shares[i], narrow_case.amount, slack, reported)) return false;
  }
  return true;
}

// Whole units are whole.
bool are_rounded_so(const NarrowCase& narrow_case, Rounding rounding) {
  if (!is_to_units(rounding)) return true;
  uint128 one = 0;
  if (!count_units({1, 0, 0}, narrow_case.amount, amount_bits_max, one)) return false;
  uint128 sum = 0;
  for (const Reported& share : narrow_case.reported) {
    if (share.denominator != 1 || share.value % one != 0) return false;
    sum += share.value;
  }
  return rounding != Rounding::apportioned || sum == narrow_case.problem.total;
}

Rounding rounding_of(const PlainRecord& record, std::optional<Rounding> rounding) {
  if (rounding) return *rounding;
  if (record.rounding) return *record.rounding;
  return usual_rounding(record.numbers);
}

// Doubles.

std::optional<double> to_double(const PlainNumber& number, Numbers numbers) {
  if (number.denominator != 1) return std::nullopt;
  if (numbers == Numbers::to_float) return find_nearest<float>(number);
  Scaled ignored;
  const bool fits = numbers == Numbers::to_double || convert(number, numbers, ignored);
  return fits ? find_nearest<double>(number) : std::nullopt;
}

bool convert(const std::optional<PlainNumber>& number, Numbers numbers,
             std::optional<double>& into) {
  if (!number) return true;
  into = to_double(*number, numbers);
  return into.has_value();
}

// If bounds are equal as doubles, the minimum may be above the maximum.
bool are_in_order(const PlainClaimant& claimant, double min_share, double max_share) {
  if (min_share != max_share || min_share == 0) return min_share <= max_share;
  return claimant.min_share && claimant.min_share->digits == claimant.max_share->digits &&
         claimant.min_share->exponent == claimant.max_share->exponent;
}

// Rounding does not change an order, so a demand caps the doubles as it caps the numbers.
std::optional<fairshare::Claimant<double>> to_doubles(const PlainClaimant& claimant,
                                                      Numbers numbers) {
  std::optional<double> weight = 1.0;
  std::optional<double> min_share = 0.0;
  std::optional<double> max_share;
  std::optional<double> demand;
  if (!convert(claimant.weight, numbers, weight) ||
      !convert(claimant.min_share, numbers, min_share) ||
      !convert(claimant.max_share, numbers, max_share) ||
      !convert(claimant.demand, numbers, demand)) {
    return std::nullopt;
  }
  if (max_share && !are_in_order(claimant, *min_share, *max_share)) return std::nullopt;
  if (demand) {
    max_share = std::min(max_share.value_or(*demand), *demand);
    min_share = std::min(*min_share, *demand);
  }
  return fairshare::Claimant<double>{*weight, *min_share, max_share};
}

// Rationals.

Integer integer(uint128 number) {
  const auto high = static_cast<std::uint64_t>(number >> 64U);
  const Integer low = static_cast<std::uint64_t>(number);
  return high == 0 ? low : (Integer(high) << 64U) + low;
}

Integer integer(const Wide& number) {
  return number.high == 0 ? integer(number.low)
                          : (integer(number.high) << 128U) + integer(number.low);
}

// numerator / denominator * 2^twos * 5^fives.
Rational rational(Integer numerator, Integer denominator, const Unit& unit) {
  const auto multiply = [](Integer& up, Integer& down, int fives, int twos) {
    Integer& by_fives = fives > 0 ? up : down;
    Integer& by_twos = twos > 0 ? up : down;
    if (fives != 0) by_fives *= pow(Integer(5), static_cast<unsigned>(std::abs(fives)));
    if (twos != 0) by_twos <<= static_cast<unsigned>(std::abs(twos));
  };
  multiply(numerator, denominator, unit.fives, unit.twos);
  return {numerator, denominator};
}

}  // namespace

bool narrow(const PlainRecord& record, const Tolerance& tolerance, NarrowCase& narrow_case) {
  const bool has_size =
      !record.claimants.empty() && record.claimants.size() <= properties::narrow::claimants_max;
  const Rounding how = rounding_of(record, tolerance.rounding);
  Scaled total;
  if (!has_size || !scale(record.total, record.numbers, total) ||
      !scale_claimants(record, narrow_case) || !scale_shares(record, how, narrow_case) ||
      !scale_slack(record, tolerance, total, narrow_case)) {
    return false;
  }
  find_units(total, narrow_case);
  return fill_problem(total, narrow_case) && fill_reported(record, narrow_case) &&
         are_rounded_so(narrow_case, how);
}

Rational share_of(const NarrowCase& narrow_case, const Wide& share, const Ratio& ratio) {
  return rational(integer(share), integer(ratio.denominator), narrow_case.amount);
}

Rational ratio_of(const NarrowCase& narrow_case, const Ratio& ratio) {
  const Unit unit{narrow_case.amount.twos - narrow_case.weight.twos,
                  narrow_case.amount.fives - narrow_case.weight.fives};
  return rational(integer(ratio.numerator), integer(ratio.denominator), unit);
}

bool to_doubles(const PlainRecord& record, Problem<double>& problem) {
  const Numbers numbers = record.numbers;
  const auto total = to_double(record.total, numbers);
  if (!total) return false;
  problem.total = *total;
  problem.claimants.clear();
  for (const PlainClaimant& claimant : record.claimants) {
    const auto converted_claimant = to_doubles(claimant, numbers);
    if (!converted_claimant) return false;
    problem.claimants.push_back(*converted_claimant);
  }
  Scaled ignored;
  return std::ranges::all_of(
      record.shares, [&](const PlainNumber& share) { return convert(share, numbers, ignored); });
}

}  // namespace fairshare::formats

#include "formats/records/narrow_case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <limits>

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

// Numbers.

// A normal float with all its digits, or 0.
template <class Float>
Scaled with_all_digits(Float value) {
  if (value == 0) return {};
  constexpr int digits = std::numeric_limits<Float>::digits;
  int exponent = 0;
  const Float fraction = std::frexp(value, &exponent);
  return {static_cast<std::uint64_t>(std::ldexp(fraction, digits)), exponent - digits, 0};
}

// The number in the record's type. Nothing if the type cannot hold it, or if a fraction would have
// to be rounded.
std::optional<Scaled> converted(const PlainNumber& number, Numbers numbers) {
  if (number.denominator != 1 && numbers != Numbers::exact) return std::nullopt;
  switch (numbers) {
    case Numbers::exact:
      return Scaled{number.digits, number.exponent, number.exponent};
    case Numbers::to_double:
      if (const auto value = find_nearest<double>(number)) return with_all_digits(*value);
      return std::nullopt;
    case Numbers::to_float:
      if (const auto value = find_nearest<float>(number)) return with_all_digits(*value);
      return std::nullopt;
    case Numbers::to_int64:
    case Numbers::to_int32:
      constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
      const bool fits = numbers == Numbers::to_int64 || number.digits <= most;
      if (number.exponent != 0 || !fits) return std::nullopt;
      return Scaled{number.digits, 0, 0};
  }
  return std::nullopt;
}

// For a total, a bound or a weight. Nothing for a fraction, which would need a unit of its own.
std::optional<Scaled> scaled(const PlainNumber& number, Numbers numbers) {
  if (number.denominator != 1) return std::nullopt;
  auto value = converted(number, numbers);
  if (!value || value->significand == 0) return value;
  const int zeros = std::countr_zero(value->significand);
  value->significand >>= static_cast<unsigned>(zeros);
  value->twos += zeros;
  return value;
}

// Half of the gap between floats on each side; below a power of two the gap is narrower. 0 stands
// for itself: only reals far below every other number round to it.
ScaledShare rounded_to(const Scaled& value, int digits) {
  if (value.significand == 0) return {value};
  const bool is_power = value.significand == std::uint64_t{1} << static_cast<unsigned>(digits - 1);
  const bool is_odd = value.significand % 2 != 0;
  return {value, {1, value.twos - (is_power ? 2 : 1), 0}, {1, value.twos - 1, 0}, is_odd, is_odd};
}

// Like find_reported (tolerance.h), but also nothing for some numbers that it accepts.
std::optional<ScaledShare> scaled_share(const PlainNumber& number, Numbers numbers,
                                        Rounding rounding) {
  constexpr Scaled one{1, 0, 0};
  constexpr Scaled half{1, -1, 0};
  const auto value = converted(number, numbers);
  if (!value) return std::nullopt;
  switch (rounding) {
    case Rounding::exact:
      return ScaledShare{*value};
    case Rounding::written: {
      if (!number.is_rounded) return ScaledShare{*value};
      const Scaled half_digit{1, number.exponent - 1, number.exponent};
      return ScaledShare{*value, half_digit, half_digit};
    }
    case Rounding::to_double: {
      if (numbers == Numbers::to_double) return rounded_to(*value, 53);
      const auto number_held = find_nearest<double>(number);
      const bool may_be = number.is_rounded && numbers != Numbers::to_float && number_held;
      if (!may_be) return std::nullopt;
      return rounded_to(with_all_digits(*number_held), 53);
    }
    case Rounding::to_float:
      if (numbers != Numbers::to_float) return std::nullopt;
      return rounded_to(*value, 24);
    case Rounding::nearest:
      return ScaledShare{*value, half, half};
    case Rounding::down:
      return ScaledShare{*value, {}, one, false, true};
    case Rounding::apportioned:
      return ScaledShare{*value, one, one, true, true};
    case Rounding::cut:  // not an option of records
    case Rounding::hamilton:
    case Rounding::webster:
    case Rounding::dhondt:
    case Rounding::adams:
      return std::nullopt;
  }
  return std::nullopt;
}

bool scale(const std::optional<PlainNumber>& number, Numbers numbers, std::optional<Scaled>& into) {
  if (!number) return true;
  into = scaled(*number, numbers);
  return into.has_value();
}

bool scale_claimant(const PlainClaimant& claimant, Numbers numbers, ScaledClaimant& into) {
  std::optional<Scaled> weight = Scaled{1, 0, 0};
  std::optional<Scaled> min_share = Scaled{};
  const bool is_scaled = scale(claimant.weight, numbers, weight) &&
                         scale(claimant.min_share, numbers, min_share) &&
                         scale(claimant.max_share, numbers, into.max_share) &&
                         scale(claimant.demand, numbers, into.demand);
  if (!is_scaled) return false;
  into.weight = *weight;
  into.min_share = *min_share;
  return true;
}

bool scale_claimants(const PlainRecord& record, NarrowCase& narrow_case) {
  narrow_case.claimants.clear();
  return std::ranges::all_of(record.claimants, [&](const PlainClaimant& claimant) {
    return scale_claimant(claimant, record.numbers, narrow_case.claimants.emplace_back());
  });
}

bool scale_shares(const PlainRecord& record, Rounding rounding, NarrowCase& narrow_case) {
  narrow_case.shares.clear();
  for (const PlainNumber& number : record.shares) {
    const auto share = scaled_share(number, record.numbers, rounding);
    if (!share) return false;
    narrow_case.shares.push_back(*share);
  }
  return true;
}

// Slack.

// Nothing if it is not a decimal with few bits.
std::optional<Scaled> scaled(const Rational& number) {
  constexpr std::size_t bits_max = 128;
  Integer denominator = exact::denominator(number);
  if (msb(denominator) >= bits_max) return std::nullopt;
  Scaled result;
  for (; denominator % 5 == 0; denominator /= 5) --result.fives;
  for (; denominator % 2 == 0; denominator /= 2) --result.twos;
  const Integer numerator = exact::numerator(number);
  const bool fits = numerator <= std::numeric_limits<std::uint64_t>::max();
  if (denominator != 1 || !fits) return std::nullopt;
  result.significand = static_cast<std::uint64_t>(numerator);
  return result;
}

std::optional<Scaled> scaled(const std::optional<Rational>& from_command,
                             const std::optional<PlainNumber>& from_record) {
  if (from_command) return scaled(*from_command);
  return from_record ? scaled(*from_record, Numbers::exact) : Scaled{};
}

bool scale_slack(const PlainRecord& record, const Tolerance& tolerance, const Scaled& total,
                 NarrowCase& narrow_case) {
  const auto within = scaled(tolerance.within, record.within);
  const auto relative = scaled(tolerance.relative, record.relative);
  if (!within || !relative) return false;
  const auto product = uint128{relative->significand} * total.significand;
  if (bits_of(product) > 64) return false;
  narrow_case.within = *within;
  narrow_case.relative = {static_cast<std::uint64_t>(product), relative->twos + total.twos,
                          relative->fives + total.fives};
  return true;
}

// Units.

void refine(Unit& unit, const Scaled& number) {
  if (number.significand == 0) return;
  unit.twos = std::min(unit.twos, number.twos);
  unit.fives = std::min(unit.fives, number.fives);
}

// No unit exceeds 1, so 1 is a whole number of units.
void find_units(const Scaled& total, NarrowCase& narrow_case) {
  Unit& amount = narrow_case.amount = {};
  Unit& weight = narrow_case.weight = {};
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
}

constexpr int fives_max = 44;  // 5^44 < 2^103

constexpr auto powers_of_five = [] {
  std::array<uint128, fives_max + 1> powers{1};
  for (std::size_t k = 1; k < powers.size(); ++k) powers[k] = 5 * powers[k - 1];
  return powers;
}();

// How many units the number is; nothing if that might have more than `bits_max` bits.
std::optional<uint128> in_units(const Scaled& number, const Unit& unit, int bits_max) {
  if (number.significand == 0) return uint128{0};
  const int twos = number.twos - unit.twos;
  const int fives = number.fives - unit.fives;
  if (fives > fives_max) return std::nullopt;
  const uint128 power = powers_of_five[static_cast<std::size_t>(fives)];
  if (bits_of(number.significand) + bits_of(power) + twos > bits_max) return std::nullopt;
  return number.significand * power << static_cast<unsigned>(twos);
}

std::optional<Claimant> in_units(const ScaledClaimant& claimant, const NarrowCase& narrow_case) {
  const Unit& unit = narrow_case.amount;
  const auto weight = in_units(claimant.weight, narrow_case.weight, weight_bits_max);
  const auto min_share = in_units(claimant.min_share, unit, amount_bits_max);
  if (!weight || !min_share) return std::nullopt;
  Claimant result{*weight, *min_share};
  if (claimant.max_share) {
    result.max_share = in_units(*claimant.max_share, unit, amount_bits_max);
    if (!result.max_share || *result.max_share < *min_share) return std::nullopt;
  }
  if (claimant.demand) {
    const auto demand = in_units(*claimant.demand, unit, amount_bits_max);
    if (!demand) return std::nullopt;
    result.max_share = std::min(result.max_share.value_or(*demand), *demand);
    result.min_share = std::min(result.min_share, *demand);
  }
  return result;
}

constexpr int reported_bits_max = amount_bits_max - 2;  // of each, since up to four are added

std::optional<uint128> find_slack(const NarrowCase& narrow_case) {
  const auto within = in_units(narrow_case.within, narrow_case.amount, reported_bits_max);
  const auto relative = in_units(narrow_case.relative, narrow_case.amount, reported_bits_max);
  if (!within || !relative) return std::nullopt;
  return *within + *relative;
}

std::optional<Reported> in_units(const ScaledShare& share, std::uint64_t denominator,
                                 const Unit& unit, const uint128& slack) {
  constexpr int bits_max = reported_bits_max;
  if (denominator != 1 && slack != 0) return std::nullopt;
  const auto value = in_units(share.value, unit, bits_max);
  const auto to_low = in_units(share.to_low, unit, bits_max);
  const auto to_high = in_units(share.to_high, unit, bits_max);
  if (!value || !to_low || !to_high) return std::nullopt;
  // No share is negative: an interval that would be begins with 0.
  const bool ends_at_zero = *to_low + slack > *value;
  return Reported{.value = *value,
                  .low = ends_at_zero ? 0 : *value - (*to_low + slack),
                  .high = *value + *to_high + slack,
                  .denominator = denominator,
                  .low_open = share.low_open && !ends_at_zero,
                  .high_open = share.high_open};
}

bool fill_problem(const Scaled& total, NarrowCase& narrow_case) {
  const auto total_units = in_units(total, narrow_case.amount, amount_bits_max);
  if (!total_units) return false;
  narrow_case.problem.total = *total_units;
  narrow_case.problem.claimants.clear();
  for (const ScaledClaimant& claimant : narrow_case.claimants) {
    const auto narrowed = in_units(claimant, narrow_case);
    if (!narrowed) return false;
    narrow_case.problem.claimants.push_back(*narrowed);
  }
  return true;
}

bool fill_reported(const PlainRecord& record, NarrowCase& narrow_case) {
  narrow_case.reported.clear();
  const auto slack = find_slack(narrow_case);
  if (!slack) return false;
  for (std::size_t i = 0; i < record.shares.size(); ++i) {
    const auto reported =
        in_units(narrow_case.shares[i], record.shares[i].denominator, narrow_case.amount, *slack);
    if (!reported) return false;
    narrow_case.reported.push_back(*reported);
  }
  return true;
}

// Whole units are whole.
bool are_rounded_so(const NarrowCase& narrow_case, Rounding rounding) {
  if (!is_to_units(rounding)) return true;
  const auto one = in_units({1, 0, 0}, narrow_case.amount, amount_bits_max);
  uint128 sum = 0;
  for (const Reported& share : narrow_case.reported) {
    if (!one || share.denominator != 1 || share.value % *one != 0) return false;
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
  if (number.denominator != 1 || !converted(number, numbers)) return std::nullopt;
  if (numbers == Numbers::to_float) return find_nearest<float>(number);
  return find_nearest<double>(number);
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
  const auto total = has_size ? scaled(record.total, record.numbers) : std::nullopt;
  const Rounding how = rounding_of(record, tolerance.rounding);
  if (!total || !scale_claimants(record, narrow_case) || !scale_shares(record, how, narrow_case) ||
      !scale_slack(record, tolerance, *total, narrow_case)) {
    return false;
  }
  find_units(*total, narrow_case);
  return fill_problem(*total, narrow_case) && fill_reported(record, narrow_case) &&
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
  return std::ranges::all_of(record.shares, [&](const PlainNumber& share) {
    return converted(share, numbers).has_value();
  });
}

}  // namespace fairshare::formats

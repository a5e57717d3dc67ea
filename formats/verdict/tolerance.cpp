#include "formats/verdict/tolerance.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;

template <class Float>
bool has_even_significand(Float number) {
  using Bits = std::conditional_t<sizeof(Float) == 8, std::uint64_t, std::uint32_t>;
  return std::bit_cast<Bits>(number) % 2 == 0;
}

// Half the distance from a float to the next one. The largest has no next one, but reals round to
// it as if there were one, as far away as the one below.
template <class Float>
Rational half_gap(Float number, Float direction) {
  Float neighbour = std::nextafter(number, direction);
  if (std::isinf(neighbour)) neighbour = std::nextafter(number, Float(0));
  return exact::from_double(std::abs(neighbour - number)) / 2;  // no double lies between them
}

// The reals that round to `number`, ties to even. Both neighbours of an even number are odd, so its
// interval includes both ends, and that of an odd number neither. A power of two has a narrower gap
// below than above.
template <class Float>
Interval rounding_to(Float number) {
  constexpr Float infinity = std::numeric_limits<Float>::infinity();
  const Rational value = exact::from_double(number);
  const bool open = !has_even_significand(number);
  return {value - half_gap(number, -infinity), value + half_gap(number, infinity), open, open};
}

bool is_double(const Rational& value) {
  const double nearest = exact::to_double(value);
  return !std::isinf(nearest) && exact::from_double(nearest) == value;
}

std::optional<Interval> find_unwidened(const Rational& value, const Rational& last_digit,
                                       Rounding rounding) {
  if (is_to_units(rounding) && !exact::is_whole(value)) return std::nullopt;
  switch (rounding) {
    case Rounding::exact:
      return Interval{value, value};
    case Rounding::written: {
      const Rational half = last_digit / 2;
      return Interval{value - half, value + half};
    }
    case Rounding::to_double: {
      const double number = exact::to_double(value);
      if (std::isinf(number) || exact::from_double(number) != value) return std::nullopt;
      return rounding_to(number);
    }
    case Rounding::to_float: {
      const float number = exact::to_float(value);
      if (std::isinf(number) || exact::from_double(number) != value) return std::nullopt;
      return rounding_to(number);
    }
    case Rounding::nearest:
    case Rounding::webster:
      return Interval{value - Rational(1, 2), value + Rational(1, 2)};
    case Rounding::down:
      return Interval{value, value + 1, false, true};
    case Rounding::apportioned:
    case Rounding::hamilton:
      return Interval{value - 1, value + 1, true, true};
    case Rounding::dhondt:
      return Interval{value, value + 1};
    case Rounding::adams:
      return Interval{value - 1, value};
    case Rounding::cut:
      if (!is_double(value)) return std::nullopt;
      return Interval{value - 1, value + 1, true, true};
  }
  return std::nullopt;
}

constexpr std::array<std::pair<std::string_view, Rounding>, 12> roundings = {
    {{"exact", Rounding::exact},
     {"written", Rounding::written},
     {"double", Rounding::to_double},
     {"float", Rounding::to_float},
     {"nearest", Rounding::nearest},
     {"down", Rounding::down},
     {"apportioned", Rounding::apportioned},
     {"hamilton", Rounding::hamilton},
     {"webster", Rounding::webster},
     {"dhondt", Rounding::dhondt},
     {"adams", Rounding::adams},
     {"cut", Rounding::cut}}};

std::string_view why_not(Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
    case Rounding::down:
    case Rounding::apportioned:
    case Rounding::hamilton:
    case Rounding::webster:
    case Rounding::dhondt:
    case Rounding::adams:
      return "is not a whole unit, so it cannot have been rounded to one";
    case Rounding::to_double:
    case Rounding::cut:
      return "is not a double, so it cannot have been rounded to one";
    case Rounding::to_float:
      return "is not a float, so it cannot have been rounded to one";
    case Rounding::exact:
    case Rounding::written:
      return "cannot have been rounded this way";
  }
  return "";
}

}  // namespace

std::string_view name_of(Rounding rounding) {
  return std::ranges::find(roundings, rounding, [](const auto& entry) { return entry.second; })
      ->first;
}

std::optional<Rounding> find_rounding(std::string_view name) {
  for (const auto& [known, rounding] : roundings) {
    if (known == name && rounding != Rounding::cut) return rounding;
  }
  return std::nullopt;
}

std::optional<Units> find_units(Rounding rounding) {
  return fairshare::find_units(name_of(rounding));
}

bool is_to_units(Rounding rounding) {
  return rounding == Rounding::nearest || rounding == Rounding::down ||
         rounding == Rounding::apportioned || find_units(rounding).has_value();
}

Rational slack_of(const Tolerance& tolerance, const Rational& total) {
  return tolerance.within.value_or(0) + tolerance.relative.value_or(0) * total;
}

Tolerance combined(const Tolerance& first, const Tolerance& second) {
  return {first.rounding ? first.rounding : second.rounding,
          first.within ? first.within : second.within,
          first.relative ? first.relative : second.relative};
}

std::optional<Complaint> read_measure(Tolerance& tolerance, std::string_view key,
                                      const json::Value& value) {
  if (key == "rounding") {
    const auto* text = std::get_if<std::string>(&value.is);
    tolerance.rounding = text != nullptr ? find_rounding(*text) : std::nullopt;
    if (tolerance.rounding) return std::nullopt;
    return Complaint{"FS002", R"("exact", "written", "double", "float", "nearest", "down", )"
                              R"("apportioned", "hamilton", "webster", "dhondt" or "adams" is )"
                              "expected here"};
  }
  auto read = read_number(value);
  if (auto* complaint = std::get_if<Complaint>(&read)) return std::move(*complaint);
  auto& amount = std::get<WrittenNumber>(read);
  if (amount.value < 0) {
    return Complaint{"FS011", fmt::format("{} is negative", abridged(amount.text))};
  }
  (key == "within" ? tolerance.within : tolerance.relative) = std::move(amount.value);
  return std::nullopt;
}

std::variant<Tolerance, InputError> read_tolerance(const json::Value& record) {
  Tolerance tolerance;
  for (const std::string_view key : {"rounding", "within", "relative"}) {
    const json::Value* value = json::find(record, key);
    if (value == nullptr) continue;
    auto complaint = read_measure(tolerance, key, *value);
    if (complaint) return error_at({nullptr, key}, "", std::move(*complaint));
  }
  return tolerance;
}

std::optional<Interval> find_interval(const Rational& value, const Rational& last_digit,
                                      Rounding rounding, const Rational& slack) {
  auto interval = find_unwidened(value, last_digit, rounding);
  if (interval && slack != 0) {
    interval->low -= slack;
    interval->high += slack;
  }
  return interval;
}

std::variant<Reported, Complaint> find_reported(WrittenNumber written, Rounding rounding,
                                                const Rational& slack) {
  Rational value = std::move(written.value);
  const bool means_double = rounding == Rounding::to_double || rounding == Rounding::cut;
  if (means_double && written.last_digit != 0) {
    const double nearest = exact::to_double(value);
    if (std::isinf(nearest)) return Complaint{"FS008", "the share is out of range for a double"};
    value = exact::from_double(nearest);
  }
  auto interval = find_interval(value, written.last_digit, rounding, slack);
  if (!interval) {
    return Complaint{"FS015", fmt::format("the share {} {}", written.text, why_not(rounding))};
  }
  return Reported{std::move(written.text), std::move(value), *std::move(interval)};
}

}  // namespace fairshare::formats

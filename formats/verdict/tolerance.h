// For which reals a reported share stands: the only place where a number as it was written, the
// rounding that made it and what may be off besides become an interval.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/units.h"
#include "fairshare/properties/fairness.h"
#include "formats/text/fields.h"

namespace fairshare::formats {

// How a reported number was rounded.
enum class Rounding {
  exact,        // it stands for itself
  written,      // half a unit of its last written digit either way, ends included; "p/q" for itself
  to_double,    // for every real that rounds to that double (ties to even)
  to_float,     // likewise for float
  nearest,      // rounded to a whole unit: [s - 1/2, s + 1/2]
  down,         // truncated to a whole unit: [s, s + 1)
  apportioned,  // to whole units that add up to the total, each less than one away: (s - 1, s + 1)
  hamilton,     // handed out in whole units by that method, and judged by it: model/units.h. Here
  webster,      // (s - 1, s + 1), [s - 1/2, s + 1/2], [s, s + 1] or [s - 1, s], which tells from
  dhondt,       // which ratio on the last unit is due and up to which the next one is not
  adams,
  cut,  // a double that was cut to units, (s - 1, s + 1), where it lies within the bounds;
        // beyond them it stands for itself. A scheduler's own way: no option, no field
};

// "exact", "written", "double", "float", "nearest", "down", "apportioned", "hamilton", "webster",
// "dhondt", "adams", as options and records say it; `find_rounding` finds no other. "cut" for the
// last.
std::string_view name_of(Rounding rounding);
std::optional<Rounding> find_rounding(std::string_view name);

// The method by which whole units are judged; nothing where shares are rounded one by one.
std::optional<Units> find_units(Rounding rounding);

// True where a share must be a whole number.
bool is_to_units(Rounding rounding);

// By what measure reported shares are judged. What is absent has not been said.
struct Tolerance {
  std::optional<Rounding> rounding = std::nullopt;
  std::optional<exact::Rational> within = std::nullopt;    // units
  std::optional<exact::Rational> relative = std::nullopt;  // of the total that is divided

  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

// How far a share may be off besides its rounding: `within` and that part of the total.
exact::Rational slack_of(const Tolerance& tolerance, const exact::Rational& total);

// What `first` says, and where it says nothing, what `second` does.
Tolerance combined(const Tolerance& first, const Tolerance& second);

// Reads one of a record's fields "rounding", "within" and "relative": FS002, FS006, FS007, FS011.
std::optional<Complaint> read_measure(Tolerance& tolerance, std::string_view key,
                                      const json::Value& value);

// What a record says of itself, in its fields "rounding", "within" and "relative"; errors as above.
std::variant<Tolerance, InputError> read_tolerance(const json::Value& record);

// The interval for which a number stands under `rounding`, then widened by `slack` >= 0 either way.
// `last_digit` is the unit of its last written digit, 0 for "p/q". Nothing where the number cannot
// have been rounded so: 13.5 is no whole unit (nearest, down, apportioned); 1/3 is no double.
std::optional<properties::Interval> find_interval(const exact::Rational& value,
                                                  const exact::Rational& last_digit,
                                                  Rounding rounding, const exact::Rational& slack);

struct Reported {
  std::string text;               // as written, for people: "13.33"
  exact::Rational value;          // what the text says, as a number
  properties::Interval interval;  // the reals for which it stands
};

// What a written share stands for. With `to_double` and `cut` a decimal is first the double that
// it means. A message without a place where it cannot have been rounded this way (FS015), or where
// no double holds it (FS008).
std::variant<Reported, Complaint> find_reported(WrittenNumber written, Rounding rounding,
                                                const exact::Rational& slack);

}  // namespace fairshare::formats

// Which reals a reported share stands for: the only place where a written number, its rounding and
// a tolerance become an interval.
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
  exact,        // stands for itself
  written,      // half a unit of the last written digit either way, ends included; "p/q" is exact
  to_double,    // every real that rounds to that double (ties to even)
  to_float,     // likewise for float
  nearest,      // rounded to a whole unit: [s - 1/2, s + 1/2]
  down,         // truncated to a whole unit: [s, s + 1)
  apportioned,  // to whole units that add up to the total, each less than one away: (s - 1, s + 1)
  hamilton,     // handed out in whole units by that method and judged by it (model/units.h). Here
  webster,      // (s - 1, s + 1), [s - 1/2, s + 1/2], [s, s + 1] or [s - 1, s]: from which ratio
  dhondt,       // on the last unit is due, and up to which ratio the next one is not
  adams,
  cut,  // a double that was truncated to units, (s - 1, s + 1), if it lies within the bounds;
        // beyond them it stands for itself. Only for a scheduler's model: no option, no field
};

// "exact", "written", "double", "float", "nearest", "down", "apportioned", "hamilton", "webster",
// "dhondt", "adams", as options and records name them; and "cut", which `find_rounding` refuses.
std::string_view name_of(Rounding rounding);
std::optional<Rounding> find_rounding(std::string_view name);

// The method by which whole units are judged; nothing if shares are rounded one by one.
std::optional<Units> find_units(Rounding rounding);

// True if a share must be a whole number.
bool is_to_units(Rounding rounding);

// How reported shares are judged. An absent member was not given.
struct Tolerance {
  std::optional<Rounding> rounding = std::nullopt;
  std::optional<exact::Rational> within = std::nullopt;    // units
  std::optional<exact::Rational> relative = std::nullopt;  // of the total that is divided

  friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

// How far a share may be off in addition to its rounding: `within` plus that fraction of the total.
exact::Rational slack_of(const Tolerance& tolerance, const exact::Rational& total);

// The members of `first`, and those of `second` where `first` has none.
Tolerance combined(const Tolerance& first, const Tolerance& second);

// Reads one of a record's fields "rounding", "within" and "relative": FS002, FS006, FS007, FS011.
std::optional<Complaint> read_measure(Tolerance& tolerance, std::string_view key,
                                      const json::Value& value);

// A record's fields "rounding", "within" and "relative"; errors as above.
std::variant<Tolerance, InputError> read_tolerance(const json::Value& record);

// The interval that a number stands for under `rounding`, widened by `slack` >= 0 on both sides.
// `last_digit` is the unit of its last written digit, 0 for "p/q". Nothing if the number cannot
// have been rounded that way: 13.5 is not a whole unit (nearest, down, apportioned); 1/3 is not a
// double.
std::optional<properties::Interval> find_interval(const exact::Rational& value,
                                                  const exact::Rational& last_digit,
                                                  Rounding rounding, const exact::Rational& slack);

struct Reported {
  std::string text;               // as written, for people: "13.33"
  exact::Rational value;          // the number in the text
  properties::Interval interval;  // the reals that it stands for
};

// What a written share stands for. With `to_double` and `cut` a decimal is first converted to the
// nearest double. A message without a place if it cannot have been rounded this way (FS015), or if
// no double can hold it (FS008).
std::variant<Reported, Complaint> find_reported(WrittenNumber written, Rounding rounding,
                                                const exact::Rational& slack);

}  // namespace fairshare::formats

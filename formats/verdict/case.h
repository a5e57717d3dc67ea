// A case: one division as somebody reports it, ready to be judged. Records and YARN both end here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.h"
#include "model/problem.h"
#include "properties/fairness.h"

namespace fairshare::formats {

// How a reported number was rounded, and hence for which reals it stands.
enum class Rounding {
  exact,        // for itself
  written,      // half a unit of its last written digit either way, ends included; "p/q" for itself
  to_double,    // for every real that rounds to that double (ties to even)
  to_float,     // likewise for float
  nearest,      // rounded to a whole unit: [s - 1/2, s + 1/2]
  down,         // truncated to a whole unit: [s, s + 1)
  apportioned,  // to whole units that add up to the total, each less than one away: (s - 1, s + 1)
};

// "exact", "written", "double", "float", "nearest", "down", "apportioned": as options and records
// say it.
std::string_view name_of(Rounding rounding);
std::optional<Rounding> find_rounding(std::string_view name);

struct Reported {
  std::string text;               // as written, for people: "13.33"
  exact::Rational value;          // what the text says, as a number
  properties::Interval interval;  // the reals for which it stands
};

struct Party {  // one claimant, for people
  std::string name;
  std::string note =
      {};  // why its bounds are as they are: "inactive", "fixed: weight 0"; mostly empty
  // What it has before anything is divided, as the base rule pays minimums; the case's bounds,
  // total and reported shares are what is above it. People are shown both together.
  exact::Rational paid = 0;
};

// What the model of the scheduler that reported the shares says of the same division.
struct Emulated {
  std::string scheduler;  // "yarn-2.7"
  // How far from fair that release may end up for want of finer steps; none where it has no answer.
  std::optional<exact::Rational> resolution = std::nullopt;
  // What it computes, one a claimant, as text; none where it never returns, or fails.
  std::optional<std::vector<std::string>> shares = std::nullopt;
  // What went wrong on the way to them: "overflow", "nan", or empty; without shares how it fails,
  // or empty where it never returns.
  std::string fault = {};
  bool matches = false;  // the reported shares are these
  // Where the release's answer depends on an order that nobody knows: how many it can give, and
  // whether that are all. `shares` is one of them; of those that were reported, if they are one.
  std::size_t answers = 1;
  bool are_all = true;
};

struct Case {
  std::string id;     // the record's id as JSON (a string with its quotes, or a number); or empty
  std::string title;  // for people: the id, or "root.prod"
  std::string resource = {};  // "memory", "vcores"; empty for records
  Problem<exact::Rational> problem;
  // The reals for which the total stands, where it was reported like a share; absent: for itself.
  std::optional<properties::Interval> total = std::nullopt;
  std::vector<Party> parties;      // one a claimant
  std::vector<Reported> reported;  // one a claimant
  bool adds_up = false;            // what was reported must add up to the total as it is written
  // Together the shares must not exceed the total by more than the scheduler's resolution, and of
  // unfair ones that is told which stays where each may be off by as much.
  bool is_beyond_resolution = false;
  std::vector<std::string> notes = {};  // what the reader assumed or changed, a sentence each
  std::optional<Emulated> emulated = std::nullopt;  // where a scheduler with a model reported it
};

// The interval for which a reported number stands under `rounding`, then widened by `slack` >= 0
// either way. `last_digit` is the unit of its last written digit, 0 for "p/q". Nothing where the
// number cannot have been rounded so: 13.5 is no whole unit (nearest, down, apportioned); 1/3 is no
// double (to_double, to_float; a number is first converted to what holds it, see Numbers in
// records.h).
std::optional<properties::Interval> find_interval(const exact::Rational& value,
                                                  const exact::Rational& last_digit,
                                                  Rounding rounding, const exact::Rational& slack);

}  // namespace fairshare::formats

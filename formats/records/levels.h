// Levels: flat records of every production scheduler with a LevelModel, and the divisions of dumps.
// One reader, one function for answers and one for divisions serve them all; what is particular to
// a scheduler is in its LevelModel.
//
//     {"id":"a","scheduler":"yarn-2.7","total":10,"claimants":[{},{"weight":2,"max_share":3},{}]}
//
// If a release divides all resources in one loop, a record may have several, with each amount given
// by resource. An amount that is not given for a resource is absent, like a field:
//
//     {"scheduler":"volcano","total":{"cpu":1,"memory":1},"claimants":[{"demand":{"memory":0}},
//      {"demand":{"cpu":0}}],"shares":[{"cpu":0.9375,"memory":0},{"cpu":0,"memory":0.9375}]}
//
// Numbers are first converted to the type in which the release holds them; what does not fit is
// FS008. They may be negative, and a maximum below the minimum is not an error, since releases
// accept both.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/registry.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// The limits on resources, and on claimants times resources, in a record; more is FS005.
inline constexpr std::size_t resources_max = 16;
inline constexpr std::size_t amounts_max = std::size_t{1} << 20U;

// Levels that a release divides in one loop: several resources among the same claimants.
struct Together {
  std::vector<schedulers::Level> levels = {};  // one per resource
  std::optional<std::vector<WrittenNumber>> shares =
      std::nullopt;  // those of the first level first
  // Other resources that it divides in that loop but whose totals are not known ("memory, pods"),
  // so that its answers may differ; empty if there are none.
  std::string missing = {};
  // What the release computes for all of them; set on the first call, from one thread only.
  mutable std::optional<schedulers::ModelResult> computed = std::nullopt;
};

struct LevelWorld {
  std::string_view scheduler;  // "yarn-2.7"
  schedulers::LevelModel model;
  schedulers::Level level = {};
  std::vector<std::string> names = {};  // of the claimants, no two alike
  std::optional<std::vector<WrittenNumber>> shares = std::nullopt;  // as reported, one per claimant
  InputNames called = {};                                           // what the input calls them
  // What was reported instead of the shares: a detail of the model's result, such as the "seats" to
  // which apf's caller rounds them. Empty: the shares.
  std::string_view reported = {};
  bool has_own_total = false;  // the sum of what follows from it, as of API priority levels
  // The shares were printed with so many significant digits, as by "%.6g" in C; 0: with all.
  int digits = 0;
  // The resources that are divided with this one, including it; null if it is alone.
  std::shared_ptr<const Together> together = nullptr;
  std::size_t place = 0;  // which one
};

// The scheduler's level model, which must exist (asserted).
LevelWorld empty_level(const schedulers::Scheduler& scheduler);

// The number as the type holds it, or FS008.
std::variant<schedulers::Held, Complaint> hold(const exact::Rational& number,
                                               schedulers::Type type);
// Asserts that it is finite.
exact::Rational value_of(const schedulers::Held& number);

// Reads a record: a level, or one per resource. If its "shares" are wanted, they are read, with
// FS104 and FS105 unless there is exactly one per claimant and resource. FS002 to FS008 as
// everywhere, FS003 for a resource without a total, FS011 for a negative amount of a resource,
// FS018 for a minimum if the scheduler has none.
std::variant<std::vector<LevelWorld>, InputError> read_levels(
    const json::Value& record, const schedulers::Scheduler& scheduler, bool is_steady,
    bool wants_shares);

// Adds to an object what the release computes:
//     "outcome":"shares","shares":[2,2,0]     "outcome":"overflow","shares":[0,0]
//     "outcome":"hang"     "outcome":"error","message":"upper bounds sum to 3, which is lower ..."
// If the answer depends on an order that is not known, also the other answers found, and
// "complete":false if there may be more:
//     "outcome":"shares","shares":[1,1.5,0.5],"alternatives":[[1.5,1.5,0]]
// Then the model's details: apf's "ratio" and "seats", Volcano's "rounds". A level that is divided
// with others adds only its own shares.
void answer_computed(const LevelWorld& world, json::Writer& answer);

// The same for all levels of a record. With several resources each share is an object:
//     "outcome":"shares","shares":[{"cpu":0.9375,"memory":0},{"cpu":0,"memory":0.9375}],"rounds":4
void answer_computed(std::span<const LevelWorld> worlds, json::Writer& answer);

// Adds the fair shares by the scheduler's own rule, as `solve` answers. FS010 or FS011 if they are
// not defined: a negative total, an infinite weight.
std::optional<InputError> answer_fair(const LevelWorld& world, json::Writer& answer);

// The same for all levels of a record. With several resources, one answer for each:
//     "resources":{"cpu":{"outcome":"allocation",...},"memory":{"outcome":"surplus",...}}
std::optional<InputError> answer_fair(std::span<const LevelWorld> worlds, json::Writer& answer);

// The level's divisions: one for each part that has one ratio. FS104 if no shares are reported;
// FS010 and FS011 as above.
std::variant<std::vector<Division>, InputError> divisions_of(const LevelWorld& world);

}  // namespace fairshare::formats

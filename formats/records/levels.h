// Levels: flat records of every production scheduler that has a model of one, and each division of
// a dump. One reader, one way to the answer and one way to the verdict serve all of them; what is
// particular to a scheduler is in its LevelModel.
//
//     {"id":"a","scheduler":"yarn-2.7","total":10,"claimants":[{},{"weight":2,"max_share":3},{}]}
//
// Of a release that divides all resources in one loop a record may have several, each amount by
// resource. What is not said of a resource is absent, as a field would be:
//
//     {"scheduler":"volcano","total":{"cpu":1,"memory":1},"claimants":[{"demand":{"memory":0}},
//      {"demand":{"cpu":0}}],"shares":[{"cpu":0.9375,"memory":0},{"cpu":0,"memory":0.9375}]}
//
// Numbers are first converted to the type in which the release holds them; what does not fit is
// FS008. They may be negative, and a maximum below the minimum is no error: releases take that,
// too.
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

// The most resources, and claimants times resources, in a record; more is FS005.
inline constexpr std::size_t resources_max = 16;
inline constexpr std::size_t amounts_max = std::size_t{1} << 20U;

// What a release divides in one loop: several resources among the same claimants.
struct Together {
  std::vector<schedulers::Level> levels = {};  // one a resource
  std::optional<std::vector<WrittenNumber>> shares =
      std::nullopt;  // those of the first level first
  // What else it divides in that loop, of which nothing is known here ("memory, pods"), so that it
  // may have other answers; empty: nothing.
  std::string missing = {};
  // What the release computes of all of them, once it is asked for; by one thread only.
  mutable std::optional<schedulers::ModelResult> computed = std::nullopt;
};

struct LevelWorld {
  std::string_view scheduler;  // "yarn-2.7"
  schedulers::LevelModel model;
  schedulers::Level level = {};
  std::vector<std::string> names = {};  // of the claimants, no two alike
  std::optional<std::vector<WrittenNumber>> shares = std::nullopt;  // as reported, one a claimant
  BoundNames bounds = {};                                           // what the input calls them
  // What was reported in place of the shares: a detail of the model's result, such as the "seats"
  // to which apf's caller rounds them. Empty: the shares.
  std::string_view reported = {};
  // The resources that are divided with this one, which is one of them; null where it is alone.
  std::shared_ptr<const Together> together = nullptr;
  std::size_t place = 0;  // which one
};

// Asserts that the scheduler has a level model.
LevelWorld empty_level(const schedulers::Scheduler& scheduler);

// The number as the type holds it, or FS008.
std::variant<schedulers::Held, Complaint> hold(const exact::Rational& number,
                                               schedulers::Type type);

// Reads a record: a level, or one for each resource. Its "shares" are read if they are wanted; then
// FS104 and FS105 say whether there is one a claimant, and of every resource. FS002 to FS008 as
// everywhere, FS003 for a resource of which there is no total, FS011 for a negative amount of one,
// FS018 for a minimum where there are none.
std::variant<std::vector<LevelWorld>, InputError> read_levels(
    const json::Value& record, const schedulers::Scheduler& scheduler, bool is_steady,
    bool wants_shares);

// Adds to an object what the release computes:
//     "outcome":"shares","shares":[2,2,0]     "outcome":"overflow","shares":[0,0]
//     "outcome":"hang"     "outcome":"error","message":"upper bounds sum to 3, which is lower ..."
// Where the answer hangs on an order that is not known, the others that were found, and
// "complete":false where there may be more:
//     "outcome":"shares","shares":[1,1.5,0.5],"alternatives":[[1.5,1.5,0]]
// Then the model's details: apf's "ratio" and "seats", Volcano's "rounds". Of a level that is
// divided with others its own shares only.
void answer_computed(const LevelWorld& world, json::Writer& answer);

// The same of all levels of a record. Of several resources each share is an object:
//     "outcome":"shares","shares":[{"cpu":0.9375,"memory":0},{"cpu":0,"memory":0.9375}],"rounds":4
void answer_computed(std::span<const LevelWorld> worlds, json::Writer& answer);

// Adds what is fair by its own rule, as `solve` answers. FS010 or FS011 where that has no meaning:
// a negative total, an infinite weight.
std::optional<InputError> answer_fair(const LevelWorld& world, json::Writer& answer);

// The same of all levels of a record. Of several resources each has its own:
//     "resources":{"cpu":{"outcome":"allocation",...},"memory":{"outcome":"surplus",...}}
std::optional<InputError> answer_fair(std::span<const LevelWorld> worlds, json::Writer& answer);

// Its divisions: one for each part that one ratio divides. FS104 where no shares are reported;
// FS010 and FS011 as above.
std::variant<std::vector<Division>, InputError> divisions_of(const LevelWorld& world);
std::variant<std::vector<Division>, InputError> divisions_of(std::span<const LevelWorld> worlds);

}  // namespace fairshare::formats

// Levels: flat records of every production scheduler that has a model of one, and each division of
// a dump. One reader, one way to the answer and one way to the verdict serve all of them; what is
// particular to a scheduler is in its LevelModel.
//
//     {"id":"a","scheduler":"yarn-2.7","total":10,"claimants":[{},{"weight":2,"max_share":3},{}]}
//
// Numbers are first converted to the type in which the release holds them; what does not fit is
// FS008. They may be negative, and a maximum below the minimum is no error: releases take that,
// too.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/division.h"
#include "schedulers/common/level.h"
#include "schedulers/registry.h"

namespace fairshare::formats {

struct LevelWorld {
  std::string_view scheduler;  // "yarn-2.7"
  schedulers::LevelModel model;
  schedulers::Level level = {};
  std::vector<std::string> names = {};  // of the claimants, no two alike
  std::optional<std::vector<WrittenNumber>> shares = std::nullopt;  // as reported, one a claimant
  // What was reported in place of the shares: a detail of the model's result, such as the "seats"
  // to which apf's caller rounds them. Empty: the shares.
  std::string_view reported = {};
};

// Asserts that the scheduler has a level model.
LevelWorld empty_level(const schedulers::Scheduler& scheduler);

// The number as the type holds it, or FS008.
std::variant<schedulers::Held, Complaint> hold(const exact::Rational& number,
                                               schedulers::Type type);

// Reads a record. Its "shares" are read if they are wanted; then FS104 and FS105 say whether there
// is one a claimant. FS002 to FS008 as everywhere, FS018 for a minimum where there are none.
std::variant<LevelWorld, InputError> read_level(const json::Value& record,
                                                const schedulers::Scheduler& scheduler,
                                                bool is_steady, bool wants_shares);

// Adds to an object what the release computes:
//     "outcome":"shares","shares":[2,2,0]     "outcome":"overflow","shares":[0,0]
//     "outcome":"hang"     "outcome":"error","message":"upper bounds sum to 3, which is lower ..."
// Where the answer hangs on an order that is not known, the others that were found, and
// "complete":false where there may be more:
//     "outcome":"shares","shares":[1,1.5,0.5],"alternatives":[[1.5,1.5,0]]
// Then the model's details: apf's "ratio" and "seats", Volcano's "rounds".
void answer_computed(const LevelWorld& world, json::Writer& answer);

// Adds what is fair by its own rule, as `solve` answers. FS010 or FS011 where that has no meaning:
// a negative total, an infinite weight.
std::optional<InputError> answer_fair(const LevelWorld& world, json::Writer& answer);

// Its divisions: one for each part that one ratio divides. FS104 where no shares are reported;
// FS010 and FS011 as above.
std::variant<std::vector<Division>, InputError> divisions_of(const LevelWorld& world);

}  // namespace fairshare::formats

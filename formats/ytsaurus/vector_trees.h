// Records of YTsaurus's pool trees since the end of 2020 (ytsaurus-2023): answers and divisions.
//
//     {"id":"a","scheduler":"ytsaurus-2023","total_resource_limits":{"cpu":1000},"tree":{
//       "name":"root","children":[{"name":"A","strong_guarantee_resources":{"cpu":600},
//         "children":[{"name":"op","demand":{"cpu":10000}}]}, ...]}}
//
// A node with a demand, a usage or "is_gang" is an operation; any other is a pool. Amounts are by
// resource, converted to what the release holds: cpu to hundredths, the others are whole. Pools may
// have integral guarantees, under the records' names or the Orchid's. The fields are in
// docs/ytsaurus-2023.md. Paths are "/" for the root and "/A/op" below it.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "formats/records/tree_options.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// Adds to the open object what the release computes: the fair_share_ratio of every path, or if the
// release stops at an assertion
//     "outcome":"error","at":"/A","message":"..."
// Details have every computed field under its name in the Orchid, vectors by resource, and end with
// "errors" and "warnings". NaN is the string "NaN". With `fair`, adds the exact shares by the
// release's own rule. After an error nothing has been added.
//
// Errors:
//   FS002  no total_resource_limits, no tree, a node without a name, a name that is empty or has a
//          "/"
//   FS003  an unknown field, one of the scalar era, an unknown resource
//   FS004  two siblings of one name, a field under both of its names
//   FS005  a tree that is too large, see schedulers::ytsaurus_vector::is_too_large
//   FS008  an amount that its type does not hold, seconds beyond a duration, a smoothing period of
//          0, a relaxed_multiplier that is not from 1 to 10
//   FS011  a negative number
//   FS402  a pool in a fifo pool, a burst guarantee of a relaxed pool
//   FS018  with `fair`: more than one resource, or an integral pool below another
//   FS401  an operation with children, or as the root
std::optional<InputError> answer_ytsaurus_vector(const json::Value& record,
                                                 const TreeOptions& options, json::Writer& answer);

// From "shares", which gives the fair_share_ratio of each path, usually as doubles: one division
// per pool with children, parents first, and before them one for the root's own share, if it is
// reported. The root's path is empty; labels name the rule:
//     (base rule)         of one resource. Guarantees are paid; where they exceed the pool's share
//                         nothing is, and they are minimums. The total is the pool's reported
//                         share, and stands for all reals within 1e-9, which is as closely as the
//                         release itself adds up.
//     (fifo)              each child's bounds are what it gets in its turn
//     (emulation only)    of several resources, or with an integral pool below another, for which
//                         no rule is known here: each child's bounds are the ratio that the release
//                         computes
//     (the root's share)  its bounds are what the rule gives it, or what the release computes
// `comparison` is what the release computes. Further errors:
//   FS018  no exact rule, and the release stops at an assertion: nothing to judge by
//   FS104  no shares, or none for an element     FS105  a share for an unknown path
std::variant<std::vector<Division>, InputError> divisions_of_ytsaurus_vector(
    const json::Value& record);

}  // namespace fairshare::formats

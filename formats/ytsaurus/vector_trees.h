// Records of YTsaurus's pool trees since the end of 2020 (ytsaurus-2023): answers and cases.
//
//     {"id":"a","scheduler":"ytsaurus-2023","total_resource_limits":{"cpu":1000},"tree":{
//       "name":"root","children":[{"name":"A","strong_guarantee_resources":{"cpu":600},
//         "children":[{"name":"op","demand":{"cpu":10000}}]}, ...]}}
//
// A node with a demand, a usage or "is_gang" is an operation, any other a pool. Amounts are by
// resource, converted to what the release holds: cpu to hundredths, the others are whole. The
// fields are in docs/ytsaurus-2023.md. Paths are "/" for the root and "/A/op" below it.
#pragma once

#include <variant>
#include <vector>

#include "formats/records/tree_question.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

// What the release computes: fair_share_ratio of every path, and where the release stops at an
// assertion
//     "outcome":"error","at":"/A","message":"..."
// Details have every computed field under its name in the Orchid, vectors by resource, and end in
// ,"errors":N,"warnings":N. A number that is none is "NaN". With `fair` the exact shares of the
// release's own rule.
//
// Errors:
//   FS002  no total_resource_limits, no tree, a node without a name, a name that is empty or has a
//          "/"
//   FS003  an unknown field, one of the scalar era, integral guarantees, an unknown resource
//   FS004  two siblings of one name
//   FS005  a tree that is too large, see schedulers::ytsaurus_vector::is_too_large
//   FS008  an amount that its type does not hold
//   FS011  a negative number
//   FS402  a pool in a fifo pool
//   FS018  with `fair`: more than one resource
//   FS401  an operation with children, or as the root
TreeAnswer answer_ytsaurus_vector(const json::Value& record, const TreeQuestion& question);

// From "shares" of path to fair_share_ratio, all numbers doubles: one case a pool with children,
// parents first, and before them one for the root's own share, if it is reported. Titles begin with
// the path (of the root with nothing) and say the rule:
//     (base rule)       of one resource. The problem is that of the floor rule above the
//                       guarantees: they are taken off the total, the bounds and the reported
//                       shares. The total is the pool's reported share, and stands for all reals
//                       within 1e-9, which is as closely as the release itself adds up.
//     (fifo)            each child's bounds are what it gets in its turn
//     (emulation only)  of several resources, for which no rule is known here: each child's bounds
//                       are the ratio that the release computes
// `emulated` is what the release computes, and matches where every child's share is that double.
// Further errors:
//   FS018  several resources, and the release stops at an assertion: nothing to judge by
//   FS104  no shares, or none for an element     FS105  a share for a path that there is not
//   FS015  "p/q" that is no double
std::variant<std::vector<Case>, InputError> cases_of_ytsaurus_vector(const json::Value& record,
                                                                     const TreeQuestion& question);

}  // namespace fairshare::formats

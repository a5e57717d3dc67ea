// Records of YTsaurus's scalar pool trees (ytsaurus-2018, ytsaurus-2019): answers and cases.
//
//     {"id":"a","scheduler":"ytsaurus-2019","tree":{"name":"root","children":[
//       {"name":"A","min_share_ratio":0.6,"children":[{"name":"op","demand_ratio":10}]}, ...]}}
//
// A node with "children" is a pool, one without is an operation. With "total_resource_limits" (and
// perhaps "node_types") the nodes give amounts by resource in place of ratios. The fields are in
// docs/ytsaurus.md. Paths are "/" for the root and "/A/op" below it.
#pragma once

#include <variant>
#include <vector>

#include "formats/records/tree_question.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"
#include "schedulers/ytsaurus/scalar.h"

namespace fairshare::formats {

// What the release computes. Details have every computed field under its name in the Orchid, null
// where the release has the largest double (satisfaction_ratio) or no finite number, and end in
// ,"alerts":N. With `fair` the release's own rule in exact numbers; details are then notes on the
// pools whose sums do not fit: ,"notes":{"/A":"the minimums add up to ..."}.
//
// Errors:
//   FS002  a node without a name, an operation without a demand, a name that is empty or has a "/"
//   FS003  a field of another era or of the other form, named with what stands in its place
//   FS004  two siblings of one name
//   FS005  paths that are too long together, see fields.h
//   FS008  an amount other than of cpu that is not whole
//   FS011  a negative number
//   FS402  a pool in a fifo pool
//   FS401  an operation with children
TreeAnswer answer_ytsaurus_scalar(const json::Value& record, schedulers::ytsaurus::scalar::Era era,
                                  const TreeQuestion& question);

// One case a pool with children, parents first, from "shares" of path to fair_share_ratio. The
// total is the pool's own reported share, the root's is 1; bounds are the doubles that the release
// computes. Every number is a double, and stands for the reals that round to it. `emulated` has
// what the release computes, and matches where every child's share is that double. `title` is the
// pool's path; the id is left empty. Further errors:
//   FS104  no shares, or none for an element
//   FS105  a share for a path that there is not
//   FS015  "p/q" that is no double
std::variant<std::vector<Case>, InputError> cases_of_ytsaurus_scalar(
    const json::Value& record, schedulers::ytsaurus::scalar::Era era, const TreeQuestion& question);

}  // namespace fairshare::formats

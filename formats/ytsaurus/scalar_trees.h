// Records of YTsaurus's scalar pool trees (ytsaurus-2018, ytsaurus-2019): answers and divisions.
//
//     {"id":"a","scheduler":"ytsaurus-2019","tree":{"name":"root","children":[
//       {"name":"A","min_share_ratio":0.6,"children":[{"name":"op","demand_ratio":10}]}, ...]}}
//
// A node with "children" is a pool, one without is an operation. With "total_resource_limits" (and
// optionally "node_types") the nodes give amounts by resource instead of ratios. The fields are in
// docs/ytsaurus.md. Paths are "/" for the root and "/A/op" below it.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "fairshare/schedulers/ytsaurus/scalar.h"
#include "formats/records/tree_options.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// Adds to the object that is open what the release computes: "outcome", "shares" by path. Details
// have every computed field under its name in the Orchid, or null if the release has the largest
// double (satisfaction_ratio) or a number that is not finite, and end with "alerts". With `fair`,
// adds the fair shares by the release's own rule in exact numbers; details are then notes on the
// pools whose sums do not fit: "notes":{"/A":"the minimums add up to ..."}. After an error nothing
// has been added.
//
// Errors:
//   FS002  a node without a name, an operation without a demand, a name that is empty or has a "/"
//   FS003  a field of another era or of the other form; the message names its replacement
//   FS004  two siblings of one name
//   FS005  paths that are too long together, see fields.h
//   FS008  an amount other than of cpu that is not whole
//   FS011  a negative number
//   FS402  a pool in a fifo pool
//   FS401  an operation with children
std::optional<InputError> answer_ytsaurus_scalar(const json::Value& record,
                                                 schedulers::ytsaurus::scalar::Era era,
                                                 const TreeOptions& options, json::Writer& answer);

// One division per pool with children, parents first, from "shares", which gives the
// fair_share_ratio of each path. A division's path is the pool's, empty for the root. The total is
// the pool's own reported share, the root's is 1; bounds are the doubles that the release computes.
// Every number is a double, and usually stands for the reals that round to it. `comparison` is what
// the release computes; the root's own share must be what it computes as well. Further errors:
//   FS104  no shares, or none for an element
//   FS105  a share for a path that does not exist
std::variant<std::vector<Division>, InputError> divisions_of_ytsaurus_scalar(
    const json::Value& record, schedulers::ytsaurus::scalar::Era era);

}  // namespace fairshare::formats

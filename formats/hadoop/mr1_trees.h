// Records of MR1's pools and their jobs. docs/hadoop-trees.md describes them.
//
//     {"id":"a","scheduler":"mr1","total":{"maps":40,"reduces":20},"tree":[
//       {"name":"prod","weight":2,"min_share":{"maps":5},"max_share":{"maps":30},"children":[
//         {"name":"job1","priority":"HIGH","demand":{"maps":25,"reduces":4}}]},
//       {"name":"adhoc","mode":"fifo","demand":{"maps":100}}]}
//
// A "tree" is the list of pools, or an object with the pools as "children". Where "total" is a mere
// number, it is of map slots, and so are all the other amounts.
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

// What MR1 computes for every pool and job, by path, added to the object that is open in `answer`;
// see tree_options.h:
//     "outcome":"shares","shares":{"/":{"maps":40,"reduces":20},"/prod":...}
//     "outcome":"nan","shares":{"/":...,"/a":{"maps":"NaN","reduces":0}}
//     "outcome":"hang","at":"/prod","resource":"maps"
// With `fair` its own rule in exact numbers, as "allocation", "overcommitted" with the excess or
// "surplus" with what is unclaimed. There are no steady shares: FS003.
//
// With `pools` a pool has what that file says of its name where the record has no such field; those
// of the file that the record does not have are listed, "passed_over":["adhoc"], in a division by a
// note.
//
//
//   FS002 to FS008 as everywhere    FS002 a booster without "now"    FS004 two siblings of one name
//   FS003 a "demand" of a pool that lists its jobs
//   FS011 with `fair`: a negative amount, a weight that is not finite
//   FS401 a job with children
//
// After an error nothing has been added.
std::optional<InputError> answer_mr1_tree(const json::Value& record, const TreeOptions& options,
                                          json::Writer& answer);

// One division for the pools and for each fair pool's jobs, for each type of task: the record's
// "shares" beside the fair problem, whose total is what is reported for the pool, and beside what
// MR1 makes of that total. `path` is the pool's, empty for the pools themselves. Shares are usually
// doubles. A total must be one (FS015, FS008), and stands for the same reals as that share; where
// less is demanded, the demands are the total, and stand for themselves.
//
// Jobs of one pool may be left out together. FS101 where the root has another share than the total,
// FS104 a share is missing, or all are; FS105 a path that no node has.
std::variant<std::vector<Division>, InputError> divisions_of_mr1_tree(const json::Value& record,
                                                                      const TreeOptions& options);

}  // namespace fairshare::formats

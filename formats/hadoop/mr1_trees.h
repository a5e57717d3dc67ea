// Records of MR1's pools and their jobs. docs/hadoop-trees.md describes them.
//
//     {"id":"a","scheduler":"mr1","total":{"maps":40,"reduces":20},"tree":[
//       {"name":"prod","weight":2,"min_share":{"maps":5},"max_share":{"maps":30},"children":[
//         {"name":"job1","priority":"HIGH","demand":{"maps":25,"reduces":4}}]},
//       {"name":"adhoc","mode":"fifo","demand":{"maps":100}}]}
//
// A "tree" is the list of pools, or an object with the pools as "children". If "total" is a plain
// number, it and all other amounts are map slots.
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
// "surplus" with what is unclaimed.
//
// With `pools`, a pool gets from that file what the record does not give; pools of the file that
// the record does not have are listed as "passed_over":["adhoc"], in a division as a note.
//
// Errors, besides FS002 to FS008 as in every record:
//   FS002  a booster without "now"
//   FS003  a "demand" of a pool that lists its jobs
//   FS004  two siblings of one name
//   FS011  with `fair`: a negative amount, a weight that is not finite
//   FS401  a job with children
//
// After an error nothing has been added.
std::optional<InputError> answer_mr1_tree(const json::Value& record, const TreeOptions& options,
                                          json::Writer& answer);

// One division for the pools and one for each fair pool's jobs, for each type of task. Each has the
// record's "shares", the fair problem, whose total is the share reported for the pool, and what MR1
// computes from that total. `path` is the pool's, and empty for the pools themselves. Shares are
// usually doubles. A total must be one (FS015, FS008), and stands for the same reals as that share;
// if less is demanded, the total is the sum of the demands, exactly.
//
// The jobs of a pool may all be left out. FS101: the root's share is not the total; FS104: a share
// is missing, or all are; FS105: no node has that path.
std::variant<std::vector<Division>, InputError> divisions_of_mr1_tree(const json::Value& record,
                                                                      const TreeOptions& options);

}  // namespace fairshare::formats

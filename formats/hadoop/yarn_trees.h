// Records of whole YARN queue trees. docs/hadoop-trees.md describes them.
//
//     {"id":"a","scheduler":"yarn-3","total":{"memory":100,"vcores":10},"tree":{"policy":"drf",
//      "children":[{"name":"prod","weight":2,"min_share":{"memory":10}},
//                  {"name":"dev","applications":[{"name":"app1","demand":{"memory":1024}}]}]}}
//
// A "tree" that is an object is the root; one that is a list holds the children of a root without a
// name. If "total" is a plain number, it and all other amounts are memory.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "fairshare/schedulers/hadoop/yarn.h"
#include "formats/records/tree_options.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

// What the release computes for every queue and application, by path, added to the object that is
// open in `answer`; see tree_options.h:
//     "outcome":"shares","shares":{"/":{"memory":100,"vcores":10},"/prod":...}
//     "outcome":"overflow","at":"/prod","resource":"memory","shares":{...}    the first of them
//     "outcome":"hang","at":"/prod","resource":"memory"
// With `fair` its own rule in exact numbers, as "allocation", "overcommitted" with the excess or
// "surplus" with what is unclaimed. Only queues have steady shares.
//
// A cluster always has vcores, and drf divides them even if the total does not name them: their
// total is then 0. Their shares are not in the answer, but its "at" may have "resource":"vcores",
// also without "details". The record's "shares" are ignored. `"children":[]` is a parent in which
// nothing runs.
//
// Errors, besides FS002 to FS008 as in every record:
//   FS003  a resource other than memory and vcores before yarn-3.0; "active" together with
//          "children" or "applications"; steady shares before yarn-2.7
//   FS004  two siblings of one name
//   FS008  vcores beyond 32 bits, in every release
//   FS011  with `fair`: a negative amount, an infinite weight
//   FS401  a queue with both children and applications
//   FS402  a policy that the release refuses: fifo above queues; from yarn-3.0 on drf below fair
//
// After an error nothing has been added.
std::optional<InputError> answer_yarn_tree(const json::Value& record,
                                           schedulers::yarn::Release release,
                                           const TreeOptions& options, json::Writer& answer);

// One division for each queue and each resource that its policy divides by weights, parents first.
// It has the record's "shares", the fair problem of that release, whose total is the parent's
// reported share, and what the release computes from that total. `path` is the parent's, empty for
// the root. Shares are usually whole units, rounded down; a total must be a whole unit (FS015,
// FS008) and stands for itself.
//
// The applications of a queue may all be left out. FS101: the root's share is not the total; FS104:
// a share is missing, or all are; FS105: no node has that path.
std::variant<std::vector<Division>, InputError> divisions_of_yarn_tree(
    const json::Value& record, schedulers::yarn::Release release, const TreeOptions& options);

}  // namespace fairshare::formats

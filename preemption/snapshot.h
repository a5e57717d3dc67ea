// Snapshots for `fairshare preempt`: each claimant's usage at one moment, and the running tasks.
//
//     {"id":"s","scheduler":"mr1","now":60000,"fair_share_timeout":30000,
//      "claimants":[{"name":"a","demand":9,"fair_share":5,"last_at_fair_share":0},...],
//      "tasks":[{"name":"t1","claimant":"b","start":17},...]}
//
// docs/preemption.md describes the fields. Fair shares that are not given are computed as the
// release computes them, from weights, bounds and the total.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/schedulers/common/computed.h"
#include "formats/records/records.h"
#include "formats/text/fields.h"
#include "preemption/hadoop.h"
#include "preemption/ytsaurus.h"

namespace fairshare::preemption {

struct Snapshot {
  std::string id;         // as JSON; empty if there is none
  std::string scheduler;  // "article", "mr1", "yarn-2.2", ...
  // Hang: the release never returns from computing the fair shares, so it never preempts.
  std::variant<hadoop::Snapshot, pool_tree::Snapshot, schedulers::Hang> is;
};

// FS014 if the preemption of that scheduler is not modelled.
std::optional<formats::Complaint> find_unmodelled(std::string_view scheduler);

// Reads the snapshot in `text`, of one or more lines. `line` is the number of the first.
// `scheduler` overrides the one that the snapshot names, unless it is empty.
//
// Errors, apart from those of JSON: FS002 a field is missing or of the wrong type; FS003 an unknown
// field, or one of another scheduler; FS004 two of the same name; FS005 too large to be answered in
// reasonable time; FS008 a number that the release cannot hold; FS010 max_share below min_share;
// FS011 a negative one; FS014 a scheduler whose preemption is not modelled; FS017 the snapshot
// contradicts itself; FS401 a claimant that does not exist.
std::variant<Snapshot, formats::RecordError> read_snapshot(std::string_view text,
                                                           const std::string& file,
                                                           std::size_t line,
                                                           std::string_view scheduler);

// One JSON object, without a newline:
//     {"id":"s","starved":[{"claimant":"a","reason":"min_share","reclaim":5,...}],"reclaim":5,
//      "victims":[{"task":"t9","claimant":"b","size":1,"action":"warn","at":60000},...],...}
// or {"id":"s","outcome":"hang"}.
std::string preemption_json(const Snapshot& snapshot);

// For people, several lines, each ending in a newline; names are made printable.
std::string preemption_text(const Snapshot& snapshot);

}  // namespace fairshare::preemption

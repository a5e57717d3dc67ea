// The summary of a shard: the file that a task writes for `fairshare merge`.
//
//     {"command":"verify","run":"a.ndjson","shard":2,"of":3,"status":1,"judged":500,
//      "counts":{"fair":498,"unfair":2,"overcommitted":0,"not judged":0},
//      "failures":[{"kind":"FS204","count":2,"claimants":3,"place":"a.ndjson:17","message":"...",
//                   "record":"..."}]}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "cli/shard.h"
#include "formats/text/input_error.h"
#include "formats/text/json_writer.h"

namespace fairshare::cli {

// Failures of one kind: how many, and the smallest.
struct FailureKind {
  std::string kind = {};        // what they have in common: "FS204"
  std::uint64_t count = 0;      // records or problems that failed so
  std::uint64_t claimants = 0;  // of the smallest, as are all fields below
  std::string place = {};       // "a.ndjson:17", or what found it
  std::string message = {};
  std::string record = {};  // the line; empty for a part of a document
};

// For two of the same kind the counts are added, and the smaller one is kept: fewer claimants, then
// a shorter record, then the one that sorts first, so that the order of joining does not matter.
void join(FailureKind failure, std::vector<FailureKind>& kinds);

using Counts = std::vector<std::pair<std::string, std::uint64_t>>;  // by name, in their order

struct Summary {
  std::string command = {};  // "verify" or "fuzz"
  std::string run = {};      // what all shards of a run have in common, for people: files, or seed
  Shard shard = {};
  int status = 0;            // exit status: 0, 1 or 2
  std::uint64_t judged = 0;  // records, divisions or answers
  Counts counts = {};
  std::vector<FailureKind> failures = {};  // by kind
};

// "shard-2-of-3.json"
std::string file_name(const Shard& shard);

// Members of an object: judged, counts and failures.
void write_found(const Summary& summary, formats::json::Writer& writer);

std::string summary_text(const Summary& summary);

// FS001 to FS011 as for records, if the text is not a summary.
std::variant<Summary, formats::InputError> read_summary(std::string_view text,
                                                        const std::string& file);

// Removes the summary of an earlier run, before anything is done. False if there is one that cannot
// be removed.
bool remove_summary(const std::string& folder, const Shard& shard);

// The error that the folder cannot be written to.
formats::InputError summary_not_written(const std::string& folder);

// Creates the folder. The file is written completely or not at all. False if it cannot be written.
bool write_summary(const std::string& folder, const Summary& summary);

}  // namespace fairshare::cli

// Everything that can be read, and the way from it to answers and to cases. The only place that
// sees all families: which reader takes a record, and which a document.
//
// A record is a line; a document is a whole file, and a table says how each kind begins and what
// reads it. `verify`, `solve` and `fuzz --replay` use the same table.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/schedulers/registry.h"
#include "formats/hadoop/mr1_allocations.h"
#include "formats/kubernetes/dump.h"
#include "formats/records/document.h"
#include "formats/records/records.h"
#include "formats/records/tree_options.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::formats {

// Records.

// A record of a production scheduler; what it holds is read when a options is asked.
struct SchedulerRecord {
  std::string id;        // as JSON; empty where there is none
  std::size_t line = 0;  // from 1
  schedulers::Scheduler scheduler;
  json::Value value;
};

// The record on one line. `scheduler` is whose it is taken to be, whatever it says itself; empty:
// what it says, "fair" where it says nothing. FS014 for an unknown name.
std::variant<Record, SchedulerRecord, RecordError> read_any_record(std::string_view line,
                                                                   const std::string& file,
                                                                   std::size_t line_number,
                                                                   std::string_view scheduler);

// Whether that scheduler divides MR1's pools, so that an allocations file is about its records.
bool divides_pools(std::string_view scheduler);

// The names of all schedulers, "fair" first: for messages.
std::string known_schedulers();

// The record of a tree with what the release computes for its shares, where it has none. FS104
// where the release never returns.
std::variant<SchedulerRecord, InputError> with_computed_shares(SchedulerRecord record,
                                                               const std::string& file,
                                                               const TreeOptions& options);

// What the release computes, or with `options.fair` its own rule in exact numbers, as one JSON
// object without newline. An error has its file and line.
std::variant<std::string, InputError> answer(const SchedulerRecord& record, const std::string& file,
                                             const TreeOptions& options);

// What a scheduler's record says was divided, by the scheduler's own rule, parents first. A
// level without shares has divisions without; a tree without is FS104. FS018 where nothing is
// divided.
std::variant<std::vector<Division>, InputError> divisions_of(const SchedulerRecord& record,
                                                             const std::string& file,
                                                             const TreeOptions& options);

// The cases of a record, parents first, each of a scheduler's with what the release computes. What
// `tolerance` leaves open, the record may say.
std::variant<std::vector<Case>, InputError> cases_of(Record record, const std::string& file,
                                                     const Tolerance& tolerance);
std::variant<std::vector<Case>, InputError> cases_of(const SchedulerRecord& record,
                                                     const std::string& file,
                                                     const Tolerance& tolerance,
                                                     const TreeOptions& options);

// Documents.

struct DocumentOptions {
  std::string scheduler = {};  // whose release it is, where there are several; empty: the newest
  std::string release = "3";   // of Hadoop: "2.7" or "3"
  bool steady = false;         // YARN: the steady fair shares
  bool is_strict = false;      // YARN: what it passes over in fair-scheduler.xml is an error
  std::optional<NamedText> allocations = std::nullopt;  // the fair-scheduler.xml
  std::optional<PoolAllocations> pools = std::nullopt;  // MR1's: for records
  std::vector<std::string> warnings = {};               // what MR1 makes of that file; sentences
  std::optional<NamedText> metrics = std::nullopt;      // Prometheus text
  ResourceList totals = {};                             // --total
};

struct DocumentKind {
  std::string_view name;  // "a YARN response"
  bool (*looks_like)(std::string_view beginning);
  bool (*is_meant)(const DocumentOptions& options);  // whatever it looks like
  DocumentReading (*read)(const NamedText& document, const DocumentOptions& options);
};

// The kind of a document that begins so; null: its lines are records.
const DocumentKind* find_document_kind(std::string_view beginning, const DocumentOptions& options);

// The cases of one part of a document.
std::variant<std::vector<Case>, InputError> cases_of(const DocumentPart& part,
                                                     const std::string& file,
                                                     const Tolerance& tolerance);

// What is fair of a part, or what its release computes, as one JSON object without newline.
std::variant<std::string, InputError> answer(const DocumentPart& part, const std::string& file,
                                             bool is_fair);

}  // namespace fairshare::formats

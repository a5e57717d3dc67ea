// Selects the reader for a record or a document, and turns what it read into answers and cases. The
// only place that includes all families.
//
// A record is a line; a document is a whole file. A table lists how each kind of document begins
// and which reader takes it, for all commands.
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

// A record of a production scheduler. Its contents are read when an answer or its divisions are
// asked for.
struct SchedulerRecord {
  std::string id;        // as JSON; empty if there is none
  std::size_t line = 0;  // from 1
  schedulers::Scheduler scheduler;
  json::Value value;
};

// The record on one line. `scheduler` overrides the one that the record names; if empty, the
// record's applies, or "fair" if it names none. FS014 for an unknown name; FS018 if steady shares
// are wanted and the scheduler is not YARN's.
std::variant<Record, SchedulerRecord, RecordError> read_any_record(std::string_view line,
                                                                   const std::string& file,
                                                                   std::size_t line_number,
                                                                   std::string_view scheduler,
                                                                   bool wants_steady = false);

// Whether that scheduler divides MR1's pools, so that an allocations file applies to its records.
bool divides_pools(std::string_view scheduler);

// The names of all schedulers, "fair" first, for messages.
std::string known_schedulers();

// A tree's record, with the shares that the release computes if it has none. FS104 if the release
// never returns.
std::variant<SchedulerRecord, InputError> with_computed_shares(SchedulerRecord record,
                                                               const std::string& file,
                                                               const TreeOptions& options);

// What the release computes, or with `options.fair` the fair shares by its own rule in exact
// numbers, as one JSON object without a newline. An error has its file and line.
std::variant<std::string, InputError> answer(const SchedulerRecord& record, const std::string& file,
                                             const TreeOptions& options);

// The divisions of a scheduler's record by the scheduler's own rule, parents first. A level without
// shares gives divisions without shares; a tree without shares is FS104. FS018 if nothing is
// divided.
std::variant<std::vector<Division>, InputError> divisions_of(const SchedulerRecord& record,
                                                             const std::string& file,
                                                             const TreeOptions& options);

// The same with what restates those of a level: records/restating.h.
std::variant<std::vector<Division>, InputError> restatable_divisions_of(
    const SchedulerRecord& record, const std::string& file, const TreeOptions& options);

// The cases of a record, parents first; a scheduler's come with what the release computes. The
// record may set what `tolerance` leaves open.
std::variant<std::vector<Case>, InputError> cases_of(Record record, const std::string& file,
                                                     const Tolerance& tolerance);
std::variant<std::vector<Case>, InputError> cases_of(const SchedulerRecord& record,
                                                     const std::string& file,
                                                     const Tolerance& tolerance,
                                                     const TreeOptions& options);

// Documents.

struct DocumentOptions {
  std::string scheduler = {};  // which release, if there are several; empty: the newest
  std::string release = {};    // of Hadoop: "2.7" or "3"; empty: 3
  bool steady = false;         // YARN: the steady fair shares
  bool is_strict = false;      // YARN: what it ignores in fair-scheduler.xml is an error
  std::optional<NamedText> allocations = std::nullopt;  // the fair-scheduler.xml
  std::optional<PoolAllocations> pools = std::nullopt;  // MR1's: for records
  std::vector<std::string> warnings = {};               // warnings about that file, as sentences
  std::optional<NamedText> metrics = std::nullopt;      // Prometheus text
  ResourceList totals = {};                             // --total
};

struct DocumentKind {
  std::string_view name;  // "a YARN response"
  bool (*looks_like)(std::string_view beginning);
  bool (*is_meant)(const DocumentOptions& options);  // regardless of its contents
  DocumentReading (*read)(const NamedText& document, const DocumentOptions& options);
  bool has_steady = false;   // steady shares besides the instantaneous ones
  bool only_orders = false;  // its scheduler only orders, so --ordering judges it, too
  bool is_no_input = false;  // it cannot be an input: the error says what to do
};

// The kind of a document with this beginning; null: its lines are records.
const DocumentKind* find_document_kind(std::string_view beginning, const DocumentOptions& options);

// The document's parts; FS018 for an option that is not for this kind.
DocumentReading read_document(const DocumentKind& kind, const NamedText& document,
                              const DocumentOptions& options);

// The cases of one part of a document; FS104 if it has no shares.
std::variant<std::vector<Case>, InputError> cases_of(const DocumentPart& part,
                                                     const std::string& file,
                                                     const Tolerance& tolerance);

// The fair shares of a part, or what its release computes, as one JSON object without a newline.
std::variant<std::string, InputError> answer(const DocumentPart& part, const std::string& file,
                                             bool is_fair);

}  // namespace fairshare::formats

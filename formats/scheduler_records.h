// Records of every kind: of the definition itself, and of each production scheduler.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/records/record_cases.h"
#include "formats/records/records.h"
#include "formats/records/tree_question.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"
#include "schedulers/registry.h"

namespace fairshare::formats {

// A record of a production scheduler; what stands in it is read when a question is asked.
struct SchedulerRecord {
  std::string id;        // as JSON; empty where there is none
  std::size_t line = 0;  // where it stood
  schedulers::Scheduler scheduler;
  json::Value value;
};

// The record on one line. `scheduler` is whose it is taken to be, whatever it says itself; empty:
// what it says, "fair" where it says nothing. FS014 for a name that nobody knows.
std::variant<Record, SchedulerRecord, RecordError> read_any_record(std::string_view line,
                                                                   const std::string& file,
                                                                   std::size_t line_number,
                                                                   std::string_view scheduler);

// The names of all schedulers, "fair" first: for messages.
std::string known_schedulers();

// What the release computes, or with `question.fair` its own rule in exact numbers, as one JSON
// object without newline. An error has its file and line.
std::variant<std::string, InputError> answer(const SchedulerRecord& record, const std::string& file,
                                             const TreeQuestion& question);

// The cases of the record, parents first, each with what the release computes.
std::variant<std::vector<Case>, InputError> cases_of(const SchedulerRecord& record,
                                                     const std::string& file,
                                                     const Leniency& leniency,
                                                     const TreeQuestion& question);

}  // namespace fairshare::formats

// Which reader a record goes to, by its scheduler and by whether it has a tree.
#include "formats/scheduler_records.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "formats/hadoop/flat_records.h"
#include "formats/hadoop/mr1_trees.h"
#include "formats/hadoop/yarn_trees.h"
#include "formats/kubernetes/divisions.h"
#include "formats/kubernetes/flat_records.h"
#include "formats/records/answers.h"
#include "formats/ytsaurus/scalar_trees.h"
#include "formats/ytsaurus/vector_trees.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::Mr1;
using schedulers::Scheduler;
using schedulers::Yarn;
using schedulers::YtsaurusScalar;
using schedulers::YtsaurusVector;

// The scheduler that the record names, as text; "fair" where it names none. Nothing where it is no
// text, which the reader of records says better.
std::string_view named_scheduler(const json::Value& record) {
  const json::Value* name = json::find(record, "scheduler");
  const auto* text = name != nullptr ? std::get_if<std::string>(&name->is) : nullptr;
  return text != nullptr ? std::string_view(*text) : "fair";
}

RecordError unknown_scheduler(const json::Value& record, std::string_view name) {
  RecordError error{find_id(record),
                    {.code = "FS014",
                     .message = fmt::format("this version knows no scheduler {}; it knows {}",
                                            json::quoted(abridged(name)), known_schedulers())}};
  error.error.field = "scheduler";
  return error;
}

bool has_tree(const SchedulerRecord& record) {
  return json::find(record.value, "tree") != nullptr;
}

// YTsaurus divides trees only.
InputError tree_missing(const Scheduler& scheduler) {
  return {.code = "FS002",
          .message = fmt::format("{} divides a \"tree\", and there is none", scheduler.name),
          .field = "tree"};
}

TreeAnswer answer_to(const SchedulerRecord& record, const TreeQuestion& question) {
  const json::Value& value = record.value;
  const auto& model = record.scheduler.model;
  if (const auto* yarn = std::get_if<Yarn>(&model)) {
    if (has_tree(record)) return answer_yarn_tree(value, yarn->release, question);
    return answer_hadoop_record(value, record.scheduler, question);
  }
  if (std::holds_alternative<Mr1>(model)) {
    if (has_tree(record)) return answer_mr1_tree(value, question);
    return answer_hadoop_record(value, record.scheduler, question);
  }
  if (divides_in_kubernetes(model)) {
    return answer_kubernetes_record(value, record.scheduler, question);
  }
  if (!has_tree(record)) return tree_missing(record.scheduler);
  if (const auto* scalar = std::get_if<YtsaurusScalar>(&model)) {
    return answer_ytsaurus_scalar(value, scalar->era, question);
  }
  return answer_ytsaurus_vector(value, question);
}

// What was reported stands for other reals than is usual for the scheduler, if the user says so.
std::optional<InputError> judge_by(const Leniency& leniency, Case& one) {
  const Rational slack = slack_of(leniency, one.problem.total);
  one.adds_up = leniency.rounding == Rounding::apportioned && slack == 0;
  const auto widen = [&](properties::Interval& interval) {
    interval.low -= slack;
    interval.high += slack;
  };
  if (one.total) widen(*one.total);
  for (std::size_t i = 0; i < one.reported.size(); ++i) {
    Reported& share = one.reported[i];
    if (!leniency.rounding) {
      widen(share.interval);
      continue;
    }
    const auto written = read_number({json::Number{share.text}});
    auto read = find_reported(std::get<WrittenNumber>(written), *leniency.rounding, slack);
    if (auto* complaint = std::get_if<Complaint>(&read)) {
      return InputError{.code = std::move(complaint->code),
                        .message = std::move(complaint->message),
                        .claimant = one.parties[i].name,
                        .field = "shares"};
    }
    share = std::get<Reported>(std::move(read));
  }
  return std::nullopt;
}

std::variant<std::vector<Case>, InputError> tree_cases(const SchedulerRecord& record,
                                                       const TreeQuestion& question) {
  const json::Value& value = record.value;
  const auto& model = record.scheduler.model;
  if (!has_tree(record)) return tree_missing(record.scheduler);
  if (const auto* yarn = std::get_if<Yarn>(&model)) {
    return cases_of_yarn_tree(value, yarn->release, question);
  }
  if (std::holds_alternative<Mr1>(model)) return cases_of_mr1_tree(value, question);
  if (const auto* scalar = std::get_if<YtsaurusScalar>(&model)) {
    return cases_of_ytsaurus_scalar(value, scalar->era, question);
  }
  return cases_of_ytsaurus_vector(value, question);
}

std::variant<std::vector<Case>, InputError> all_cases(const SchedulerRecord& record,
                                                      const Leniency& leniency,
                                                      const TreeQuestion& question) {
  const auto& model = record.scheduler.model;
  const bool is_hadoop = std::holds_alternative<Yarn>(model) || std::holds_alternative<Mr1>(model);
  if (is_hadoop && !has_tree(record)) {
    return cases_of_hadoop_record(record.value, record.scheduler, question, leniency);
  }
  if (divides_in_kubernetes(model)) {
    return cases_of_kubernetes_record(record.value, record.scheduler, leniency);
  }
  auto made = tree_cases(record, question);
  auto* cases = std::get_if<std::vector<Case>>(&made);
  if (cases == nullptr) return made;
  if (cases->empty()) {
    return InputError{.code = "FS018",
                      .message = "nothing in this tree is divided, so there is nothing to judge",
                      .field = "tree"};
  }
  for (Case& one : *cases) {
    if (auto error = judge_by(leniency, one)) return std::move(*error);
  }
  return made;
}

}  // namespace

std::string known_schedulers() {
  std::string names = "\"fair\"";
  for (const Scheduler& scheduler : schedulers::all_schedulers()) {
    names += fmt::format(", \"{}\"", scheduler.name);
  }
  return names;
}

std::variant<Record, SchedulerRecord, RecordError> read_any_record(std::string_view line,
                                                                   const std::string& file,
                                                                   std::size_t line_number,
                                                                   std::string_view scheduler) {
  json::Reading reading = json::read(line);
  const std::string_view name = scheduler.empty() ? named_scheduler(reading.value) : scheduler;
  if (reading.error || name == "fair") {
    auto read = read_record(reading, line, file, line_number);
    if (auto* record = std::get_if<Record>(&read)) return std::move(*record);
    return std::get<RecordError>(std::move(read));
  }
  const auto found = schedulers::find_scheduler(name);
  if (!found) {
    RecordError error = unknown_scheduler(reading.value, name);
    error.error.file = file;
    error.error.line = line_number;
    return error;
  }
  std::string id = find_id(reading.value);
  return SchedulerRecord{std::move(id), line_number, *found, std::move(reading.value)};
}

std::variant<std::string, InputError> answer(const SchedulerRecord& record, const std::string& file,
                                             const TreeQuestion& question) {
  TreeAnswer answered = answer_to(record, question);
  if (auto* error = std::get_if<InputError>(&answered)) {
    error->file = file;
    error->line = record.line;
    return std::move(*error);
  }
  return answer_beginning(record.id) + std::get<std::string>(answered) + "}";
}

std::variant<std::vector<Case>, InputError> cases_of(const SchedulerRecord& record,
                                                     const std::string& file,
                                                     const Leniency& leniency,
                                                     const TreeQuestion& question) {
  auto stated = read_leniency(record.value);
  if (auto* error = std::get_if<InputError>(&stated)) {
    error->file = file;
    error->line = record.line;
    return std::move(*error);
  }
  auto made = all_cases(record, combined(leniency, std::get<Leniency>(stated)), question);
  if (auto* error = std::get_if<InputError>(&made)) {
    error->file = file;
    error->line = record.line;
    return std::move(*error);
  }
  const std::string title = title_of(record.id, file, record.line);
  for (Case& one : std::get<std::vector<Case>>(made)) {
    one.id = record.id;
    one.title = title + (one.title == "/" ? "" : one.title);
  }
  return made;
}

}  // namespace fairshare::formats

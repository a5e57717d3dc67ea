#include "cli/what_if.h"

#include <utility>
#include <variant>

#include "cli/crew.h"
#include "cli/input.h"
#include "formats/inputs.h"
#include "formats/records/memory.h"
#include "formats/records/record_divisions.h"
#include "formats/report/html_outlook.h"
#include "formats/report/json.h"
#include "formats/report/outlook.h"
#include "formats/text/json.h"
#include "formats/verdict/what_if.h"

namespace fairshare::cli {
namespace {

using formats::Division;
using formats::RecordError;
using formats::Setting;

struct Job {
  const WhatIfOptions& options;
  std::vector<Setting> settings = {};
  formats::DocumentOptions documents = {};
  Console& console;
  bool all_divided = true;
  bool has_answered = false;
};

void report(const RecordError& error, Job& job) {
  job.all_divided = false;
  if (job.options.is_json) job.console.print(formats::error_json(error) + "\n");
  if (job.options.is_html) job.console.print(formats::outlook_html_error(error));
  job.console.complain(error.error);
}

// An error about a record of a table gets its row and column.
void report(RecordError error, const TextLine& line, Job& job) {
  const auto& table = job.options.table;
  if (table) error.error = told_in_table(std::move(error.error), *table, line.lines);
  report(error, job);
}

// `id` as JSON, or empty; `title` for people.
void answer(const std::vector<Division>& divisions, const std::string& id, const std::string& title,
            const formats::InputError& place, Job& job) {
  const auto outlooks = formats::what_if(divisions, job.settings);
  if (const auto* complaint = std::get_if<std::string>(&outlooks)) {
    formats::InputError error = place;
    error.message = *complaint;
    return report({id, std::move(error)}, job);
  }
  const auto& all = std::get<std::vector<formats::Outlook>>(outlooks);
  job.has_answered = true;
  job.console.print(job.options.is_json   ? formats::outlook_json(id, all, job.settings) + "\n"
                    : job.options.is_html ? formats::outlook_html(title, all)
                                          : formats::outlook_text(title, all, job.settings));
}

void answer_line(const TextLine& line, const std::string& file, Job& job) {
  const auto read = formats::read_any_record(line.text, file, line.number, job.options.scheduler,
                                             job.options.steady);
  if (const auto* error = std::get_if<RecordError>(&read)) return report(*error, line, job);
  const formats::InputError place{
      .code = "FS022", .message = "", .file = file, .line = line.number};
  if (const auto* own = std::get_if<formats::SchedulerRecord>(&read)) {
    const auto& pools = job.documents.pools;
    const formats::TreeOptions options{.steady = job.options.steady,
                                       .pools = pools ? &*pools : nullptr};
    const auto whole = formats::with_computed_shares(*own, file, options);
    if (const auto* error = std::get_if<formats::InputError>(&whole)) {
      return report({own->id, *error}, line, job);
    }
    const auto made =
        restatable_divisions_of(std::get<formats::SchedulerRecord>(whole), file, options);
    if (const auto* error = std::get_if<formats::InputError>(&made)) {
      return report({own->id, *error}, line, job);
    }
    return answer(std::get<std::vector<Division>>(made), own->id,
                  formats::title_of(own->value, file, line.number), place, job);
  }
  const auto& record = std::get<formats::Record>(read);
  answer(divisions_of(record), record.id, record.title, place, job);
}

void answer(const std::vector<formats::DocumentPart>& parts, const std::string& file, Job& job) {
  std::vector<Division> divisions;
  for (const formats::DocumentPart& part : parts) {
    auto made = restatable_divisions_of(part);
    if (auto* error = std::get_if<formats::InputError>(&made)) {
      report({"", std::move(*error)}, job);
      continue;
    }
    for (Division& division : std::get<std::vector<Division>>(made)) {
      divisions.push_back(std::move(division));
    }
  }
  answer(divisions, formats::json::quoted(file), file,
         {.code = "FS022", .message = "", .file = file}, job);
}

void answer_document(InputLines& lines, const std::string& file, const formats::DocumentKind& kind,
                     Job& job) {
  const WholeDocument document = read_document(lines, file, kind, job.documents);
  const formats::DocumentReading& reading = document.reading;
  for (const std::string& warning : reading.warnings) job.console.warn(warning);
  for (const formats::InputError& error : reading.errors) report({"", error}, job);
  if (reading.parts.empty()) return;
  auto exhaustion =
      formats::find_exhaustion(file, 0, document.bytes, [&] { answer(reading.parts, file, job); });
  if (exhaustion) report({"", *std::move(exhaustion)}, job);
}

void answer_input(const std::string& name, Job& job) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened))
    return report({"", *error}, job);
  InputLines lines(std::get<Input>(opened));
  if (job.options.table) {
    lines.read_as_csv(*job.options.table);
  }
  const std::string beginning = lines.look_ahead();
  if (job.options.allow_empty && lines.is_empty()) return;
  if (const auto warning = lines.find_warning()) job.console.warn(*warning);
  const auto* kind =
      job.options.table ? nullptr : formats::find_document_kind(beginning, job.documents);
  if (kind != nullptr) return answer_document(lines, name, *kind, job);
  for (;;) {
    const auto item = lines.next();
    if (std::holds_alternative<NoMoreLines>(item) || job.console.failed()) return;
    if (const auto* error = std::get_if<RecordError>(&item)) {
      report(*error, job);
    } else {
      const auto& line = std::get<TextLine>(item);
      auto exhaustion = formats::find_exhaustion(name, line.number, line.text.size(),
                                                 [&] { answer_line(line, name, job); });
      if (exhaustion) report({find_id(line, name), *std::move(exhaustion)}, line, job);
    }
  }
}

}  // namespace

int what_if(const WhatIfOptions& options, Console& console) {
  Job job{.options = options, .console = console};
  for (const std::string& text : options.settings) {
    auto setting = formats::read_setting(text);
    if (const auto* complaint = std::get_if<std::string>(&setting)) {
      console.refuse_usage(*complaint);
      return 2;
    }
    job.settings.push_back(std::get<Setting>(std::move(setting)));
  }
  auto documents = read_arguments(options.documents, options.scheduler, options.steady);
  if (const auto* usage = std::get_if<std::string>(&documents)) {
    console.refuse_usage(*usage);
    return 2;
  }
  if (const auto* error = std::get_if<formats::InputError>(&documents)) {
    console.complain(*error);
    return 2;
  }
  job.documents = std::get<formats::DocumentOptions>(std::move(documents));
  for (const std::string& warning : job.documents.warnings) console.warn(warning);
  if (options.is_html) console.print(formats::outlook_html_begin(job.settings));
  for (const std::string& name : options.files) {
    answer_input(name, job);
  }
  if (options.is_html) console.print(formats::outlook_html_end());
  console.flush();
  if (job.all_divided && !job.has_answered && !options.allow_empty) {
    console.complain({.code = "FS107", .message = "nothing was divided: no input has a division"});
    return 2;
  }
  return job.all_divided && !console.failed() ? 0 : 2;
}

}  // namespace fairshare::cli

#include "cli/preempt.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <variant>

#include "cli/crew.h"
#include "cli/input.h"
#include "formats/inputs.h"
#include "formats/records/memory.h"
#include "formats/report/json.h"
#include "preemption/snapshot.h"

namespace fairshare::cli {
namespace {

struct Job {
  const PreemptOptions& options;
  bool all_answered = true;
};

void report(const formats::RecordError& error, Job& job, Transcript& transcript) {
  job.all_answered = false;
  if (job.options.format == "json") transcript.print(formats::error_json(error) + "\n");
  transcript.complain(error.error);
}

void answer(const std::string& text, std::size_t line, const std::string& file, Job& job,
            Transcript& transcript) {
  const auto read = preemption::read_snapshot(text, file, line, job.options.scheduler);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    return report(*error, job, transcript);
  }
  const auto& snapshot = std::get<preemption::Snapshot>(read);
  transcript.print(job.options.format == "json" ? preemption::preemption_json(snapshot) + "\n"
                                                : preemption::preemption_text(snapshot));
}

// No line of NDJSON consists of just an open brace.
bool is_one_snapshot(const std::string& beginning) {
  const std::size_t first = beginning.find_first_not_of(" \t\r\v\f");
  if (first == std::string::npos || beginning[first] != '{') return false;
  const std::size_t next = beginning.find_first_not_of(" \t\r\v\f", first + 1);
  return next != std::string::npos && beginning[next] == '\n';
}

// A file that is one snapshot.
void answer_whole(InputLines& lines, const std::string& file, Job& job, Transcript& transcript) {
  const auto text = lines.read_rest();
  if (const auto* error = std::get_if<formats::InputError>(&text)) {
    return report({"", *error}, job, transcript);
  }
  const auto& snapshot = std::get<std::string>(text);
  const auto exhaustion = formats::find_exhaustion(
      file, 1, snapshot.size(), [&] { answer(snapshot, 1, file, job, transcript); });
  if (exhaustion) report({"", *exhaustion}, job, transcript);
}

void answer_input(const std::string& name, Job& job, Console& console) {
  Transcript transcript = console.empty_transcript();
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    report({"", *error}, job, transcript);
    return console.print(transcript);
  }
  const auto& input = std::get<Input>(opened);
  InputLines lines(input);
  const std::string beginning = lines.look_ahead();
  const auto* kind = formats::find_document_kind(beginning, {});
  if (kind != nullptr && !kind->is_no_input) {
    const std::string message =
        fmt::format("this is {}; preempt reads snapshots (docs/preemption.md)", kind->name);
    report({"", {.code = "FS018", .message = message, .file = name}}, job, transcript);
    return console.print(transcript);
  }
  if (is_one_snapshot(beginning)) {
    answer_whole(lines, name, job, transcript);
    return console.print(transcript);
  }
  if (kind != nullptr) {
    for (const formats::InputError& error : kind->read({name, beginning}, {}).errors) {
      report({"", error}, job, transcript);
    }
    return console.print(transcript);
  }
  const Worker worker{
      [&](const TextLine& line, Transcript& answers) {
        answer(line.text, line.number, name, job, answers);
      },
      [&](const formats::RecordError& error, Transcript& answers) { report(error, job, answers); }};
  work_through(lines, input, console, {&worker, 1});
}

}  // namespace

int preempt(const PreemptOptions& options, Console& console) {
  if (!options.scheduler.empty()) {
    if (const auto complaint = preemption::find_unmodelled(options.scheduler)) {
      console.refuse_usage("--scheduler: " + complaint->message);
      return 2;
    }
  }
  Job job{options};
  for (const std::string& name : options.files) {
    if (console.failed()) break;
    answer_input(name, job, console);
  }
  console.flush();
  return job.all_answered && !console.failed() ? 0 : 2;
}

}  // namespace fairshare::cli

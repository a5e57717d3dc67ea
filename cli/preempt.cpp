#include "cli/preempt.h"

#include <cstddef>
#include <variant>

#include "cli/input.h"
#include "formats/records/memory.h"
#include "formats/report/json.h"
#include "preemption/snapshot.h"

namespace fairshare::cli {
namespace {

void report(const formats::RecordError& error, const PreemptOptions& options, Console& console) {
  if (options.as_json) console.print(formats::error_json(error) + "\n");
  console.complain(error.error);
}

// True if the snapshot was answered.
bool preempt_in_memory(const std::string& text, std::size_t line, const std::string& file,
                       const PreemptOptions& options, Console& console) {
  const auto read = preemption::read_snapshot(text, file, line, options.scheduler);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    report(*error, options, console);
    return false;
  }
  const auto& snapshot = std::get<preemption::Snapshot>(read);
  console.print(options.as_json ? preemption::preemption_json(snapshot) + "\n"
                                : preemption::preemption_text(snapshot));
  return true;
}

bool preempt_text(const std::string& text, std::size_t line, const std::string& file,
                  const PreemptOptions& options, Console& console) {
  bool is_answered = false;
  const auto exhaustion = formats::find_exhaustion(file, line, text.size(), [&] {
    is_answered = preempt_in_memory(text, line, file, options, console);
  });
  if (exhaustion) report({"", *exhaustion}, options, console);
  return is_answered && !exhaustion;
}

bool preempt_lines(InputLines& lines, const Input& input, const PreemptOptions& options,
                   Console& console) {
  bool all_answered = true;
  for_each_line(
      lines, input, console,
      [&](const TextLine& line) {
        all_answered &= preempt_text(line.text, line.number, input.name, options, console);
      },
      [&](const formats::InputError& error) {
        report({"", error}, options, console);
        all_answered = false;
      });
  return all_answered;
}

// No line of NDJSON consists of just an open brace.
bool is_one_snapshot(const std::string& beginning) {
  const std::size_t first = beginning.find_first_not_of(" \t\r\v\f");
  if (first == std::string::npos || beginning[first] != '{') return false;
  const std::size_t next = beginning.find_first_not_of(" \t\r\v\f", first + 1);
  return next != std::string::npos && beginning[next] == '\n';
}

bool preempt_input(const std::string& name, const PreemptOptions& options, Console& console) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    report({"", *error}, options, console);
    return false;
  }
  const auto& input = std::get<Input>(opened);
  InputLines lines(input);
  if (!is_one_snapshot(lines.look_ahead())) return preempt_lines(lines, input, options, console);
  const auto text = lines.read_rest();
  if (const auto* error = std::get_if<formats::InputError>(&text)) {
    report({"", *error}, options, console);
    return false;
  }
  return preempt_text(std::get<std::string>(text), 1, input.name, options, console);
}

}  // namespace

int preempt(const PreemptOptions& options, Console& console) {
  if (!options.scheduler.empty()) {
    if (const auto complaint = preemption::find_unmodelled(options.scheduler)) {
      console.refuse_usage("--scheduler: " + complaint->message);
      return 2;
    }
  }
  bool all_answered = true;
  const std::vector<std::string> standard_input{"-"};
  for (const std::string& name : options.files.empty() ? standard_input : options.files) {
    if (console.failed()) break;
    all_answered &= preempt_input(name, options, console);
  }
  console.flush();
  return all_answered && !console.failed() ? 0 : 2;
}

}  // namespace fairshare::cli

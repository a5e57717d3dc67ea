#include "cli/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/crew.h"
#include "cli/doubles.h"
#include "cli/formula_folder.h"
#include "cli/input.h"
#include "cli/what_if.h"
#include "fairshare/exact/solve.h"
#include "fairshare/properties/certify.h"
#include "fairshare/reference/solve.h"
#include "formats/inputs.h"
#include "formats/records/answers.h"
#include "formats/records/certificates.h"
#include "formats/records/memory.h"
#include "formats/records/plain_answers.h"
#include "formats/records/records.h"
#include "formats/records/whole_record.h"
#include "formats/report/json.h"

namespace fairshare::cli {
namespace {

using Answer = std::variant<std::string, formats::InputError>;

struct Job {
  const SolveOptions& options;
  Console& console;
  std::optional<FormulaFolder> formulas;  // if present, there is only one workspace
  formats::DocumentOptions documents = {};
};

// What one thread needs for its lines.
struct Workspace {
  formats::PlainReader reader = {};
  bool all_solved = true;
};

bool wants_proof(const SolveOptions& options) {
  return options.certificate || !options.smt_folder.empty();
}

bool in_units(const SolveOptions& options) {
  return options.units.has_value() || options.apportion;
}

Answer in_doubles(const formats::Record& record, const std::string& file) {
  const auto tree = to_doubles(record, file);
  if (const auto* error = std::get_if<formats::InputError>(&tree)) return *error;
  return formats::answer(record, reference::solve(std::get<Tree<double>>(tree)));
}

Answer with_proof(const formats::Record& record, Job& job) {
  const properties::CertifiedSolution solution = properties::solve_with_certificates(record.tree);
  if (job.formulas) {
    if (auto error = job.formulas->write(record, solution)) return std::move(*error);
  }
  return job.options.certificate ? formats::certified_answer(record, solution)
                                 : formats::answer(record, solution.solution);
}

Answer answer_to(const formats::Record& record, const std::string& file, Job& job) {
  const SolveOptions& options = job.options;
  if (wants_proof(options)) return with_proof(record, job);
  if (options.in_doubles) return in_doubles(record, file);
  if (options.apportion) return formats::apportioned_answer(record, file);
  if (options.units) return formats::units_answer(record, file, *options.units);
  return formats::answer(record, exact::solve(record.tree));
}

// The options that are only for the definition.
std::string_view which_apply(const SolveOptions& options) {
  return options.apportion    ? "--apportion applies"
         : in_units(options)  ? "--units applies"
         : options.in_doubles ? "--numbers double applies"
                              : "--certificate and --smt-lib apply";
}

// A scheduler's record without --scheduler asks for the fair shares, like any other record.
Answer answer_to(const formats::SchedulerRecord& record, const std::string& file, const Job& job) {
  const SolveOptions& options = job.options;
  if (options.in_doubles || in_units(options) || wants_proof(options)) {
    return formats::InputError{
        .code = "FS018",
        .message = fmt::format("{} to the definition only, not to records of {}; --scheduler fair "
                               "reads them as the definition's",
                               which_apply(options), record.scheduler.name),
        .file = file,
        .line = record.line,
        .field = "scheduler"};
  }
  return formats::answer(record, file,
                         {.fair = options.fair || options.scheduler.empty(),
                          .details = options.details,
                          .steady = options.steady,
                          .pools = job.documents.pools ? &*job.documents.pools : nullptr});
}

void report(const formats::RecordError& error, Transcript& transcript) {
  transcript.print(formats::error_json(error) + "\n");
  transcript.complain(error.error);
}

// The answer to a plain record; nothing if the quick way does not find it.
std::optional<std::string> find_quickly(const SolveOptions& options, formats::PlainReader& reader) {
  if (in_units(options) || wants_proof(options)) return std::nullopt;
  if (!options.in_doubles) {
    const auto solution = formats::find_allocation(reader);
    return solution ? std::optional(formats::answer(reader.record.id, *solution)) : std::nullopt;
  }
  if (!formats::convert_to_doubles(reader)) return std::nullopt;
  return formats::answer(reader.record.id, reference::solve(reader.problem));
}

void solve_line(const TextLine& line, const std::string& file, Job& job, Workspace& workspace,
                Transcript& transcript) {
  std::optional<formats::Record> plain;
  if (!job.options.steady &&
      formats::read_plain(line.text, job.options.scheduler, workspace.reader)) {
    if (auto answer = find_quickly(job.options, workspace.reader)) {
      return transcript.print(answer->append("\n"));
    }
    plain = formats::find_record(workspace.reader.record, file, line.number);
  }
  const auto read = plain ? *std::move(plain)
                          : formats::read_any_record(line.text, file, line.number,
                                                     job.options.scheduler, job.options.steady);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    workspace.all_solved = false;
    return report(*error, transcript);
  }
  const auto* own = std::get_if<formats::SchedulerRecord>(&read);
  const Answer answer = own != nullptr ? answer_to(*own, file, job)
                                       : answer_to(std::get<formats::Record>(read), file, job);
  if (const auto* error = std::get_if<formats::InputError>(&answer)) {
    workspace.all_solved = false;
    return report({own != nullptr ? own->id : std::get<formats::Record>(read).id, *error},
                  transcript);
  }
  transcript.print(std::get<std::string>(answer));  // may be long: no copy to add a newline
  transcript.print("\n");
}

// Options that do not apply to a document; nothing if there are none.
std::optional<formats::InputError> find_misuse(const SolveOptions& options,
                                               const formats::DocumentKind& kind,
                                               const std::string& file) {
  if (!options.in_doubles && !in_units(options) && !wants_proof(options)) return std::nullopt;
  return formats::InputError{.code = "FS018",
                             .message = fmt::format("{} to the definition only, not to {}",
                                                    which_apply(options), kind.name),
                             .file = file};
}

Answer answer_to(const formats::DocumentPart& part, const std::string& file, std::size_t bytes,
                 bool is_fair) {
  Answer answer;
  auto exhaustion = formats::find_exhaustion(
      file, part.line, bytes, [&] { answer = formats::answer(part, file, is_fair); });
  return exhaustion ? *std::move(exhaustion) : std::move(answer);
}

// One answer for each part; false if something could not be read or solved.
bool solve_document(InputLines& lines, const Input& input, const formats::DocumentKind& kind,
                    Job& job) {
  Transcript transcript = job.console.empty_transcript();
  if (auto refused = find_misuse(job.options, kind, input.name)) {
    report({"", *std::move(refused)}, transcript);
    job.console.print(transcript);
    return false;
  }
  const auto [reading, bytes] = read_document(lines, input.name, kind, job.documents);
  for (const std::string& warning : reading.warnings) job.console.warn(warning);
  bool all_solved = reading.errors.empty();
  const bool is_fair = job.options.fair || job.options.scheduler.empty();
  for (const formats::DocumentPart& part : reading.parts) {
    const Answer answer = answer_to(part, input.name, bytes, is_fair);
    if (const auto* error = std::get_if<formats::InputError>(&answer)) {
      all_solved = false;
      report({formats::json::quoted(id_of(part)), *error}, transcript);
    } else {
      transcript.print(std::get<std::string>(answer) + "\n");
    }
  }
  for (const formats::InputError& error : reading.errors) report({"", error}, transcript);
  job.console.print(transcript);
  return all_solved;
}

bool solve_input(const Input& input, Job& job) {
  // The names of the formulas' files depend on all earlier ones.
  std::vector<Workspace> workspaces(job.formulas ? 1 : job.options.jobs);
  std::vector<Worker> workers;
  for (Workspace& workspace : workspaces) {
    workers.push_back({[&](const TextLine& line, Transcript& transcript) {
                         solve_line(line, input.name, job, workspace, transcript);
                       },
                       [&](const formats::RecordError& error, Transcript& transcript) {
                         workspace.all_solved = false;
                         report(error, transcript);
                       }});
  }
  InputLines lines(input);
  if (const auto* kind = formats::find_document_kind(lines.look_ahead(), job.documents)) {
    return solve_document(lines, input, *kind, job);
  }
  work_through(lines, input, job.console, workers);
  return std::ranges::all_of(workspaces, &Workspace::all_solved);
}

// Options that contradict each other or are not possible; nothing if there are none.
std::optional<std::string> find_contradiction(const SolveOptions& options) {
  const bool is_scheduler = !options.scheduler.empty() && options.scheduler != "fair";
  if (options.in_doubles && in_units(options)) {
    return "--units divides exactly and cannot be combined with --numbers double";
  }
  if (auto unknown = find_unknown_scheduler(options.scheduler)) return unknown;
  if (wants_proof(options) && (options.in_doubles || in_units(options) || is_scheduler)) {
    return "--certificate and --smt-lib prove exact fair shares and cannot be combined with "
           "--numbers double, --units or --scheduler";
  }
  if (!options.settings.empty() &&
      (wants_proof(options) || options.in_doubles || in_units(options))) {
    return "--set compares exact fair shares and cannot be combined with --numbers double, "
           "--units, --certificate or --smt-lib";
  }
  return std::nullopt;
}

}  // namespace

int solve(const SolveOptions& options, Console& console) {
  if (const auto contradiction = find_contradiction(options)) {
    console.refuse_usage(*contradiction);
    return 2;
  }
  if (!options.settings.empty()) {
    return what_if({.files = options.files,
                    .settings = options.settings,
                    .scheduler = options.scheduler,
                    .documents = options.documents,
                    .steady = options.steady,
                    .is_json = true},
                   console);
  }
  Job job{options, console, std::nullopt};
  auto documents = read_arguments(options.documents, options.scheduler, options.steady);
  if (const auto* usage = std::get_if<std::string>(&documents)) {
    console.refuse_usage(*usage);
    return 2;
  }
  if (const auto* error = std::get_if<formats::InputError>(&documents)) {
    Transcript transcript = console.empty_transcript();
    report({"", *error}, transcript);
    console.print(transcript);
    return 2;
  }
  job.documents = std::get<formats::DocumentOptions>(std::move(documents));
  for (const std::string& warning : job.documents.warnings) console.warn(warning);
  if (!options.smt_folder.empty()) job.formulas.emplace(options.smt_folder);
  bool all_solved = true;
  for (const std::string& name : options.files) {
    if (console.failed()) break;
    const auto opened = open_input(name);
    if (const auto* error = std::get_if<formats::InputError>(&opened)) {
      Transcript transcript = console.empty_transcript();
      report({"", *error}, transcript);
      console.print(transcript);
      all_solved = false;
    } else {
      all_solved &= solve_input(std::get<Input>(opened), job);
    }
  }
  console.flush();
  return all_solved && !console.failed() ? 0 : 2;
}

}  // namespace fairshare::cli

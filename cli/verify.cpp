#include "cli/verify.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "cli/crew.h"
#include "cli/input.h"
#include "cli/memory.h"
#include "cli/shard.h"
#include "cli/summary.h"
#include "cli/what_if.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/report/reporter.h"
#include "formats/report/text.h"

namespace fairshare::cli {
namespace {

using formats::Question;
using formats::RecordError;
using formats::Tally;
using formats::Verdict;
using Judged = std::variant<std::vector<Verdict>, RecordError>;

struct Job {
  const VerifyOptions& options;
  formats::Judging judging;
  formats::DocumentOptions documents;
  const formats::Reporter& reporter;
  Console& console;
  Turn turn = {};
  Tally tally = {};
  std::vector<FailureKind> failures = {};
};

// What one thread needs for its lines.
struct Workspace {
  formats::PlainReader reader = {};
  Tally tally = {};
  std::vector<FailureKind> failures = {};
};

// What fails of a line or a part, once; nothing where all is fair.
std::optional<FailureKind> find_failure(const Judged& judged) {
  if (const auto* error = std::get_if<RecordError>(&judged)) {
    return FailureKind{.kind = error->error.code, .count = 1, .message = error->error.message};
  }
  for (const Verdict& verdict : std::get<std::vector<Verdict>>(judged)) {
    if (verdict.judgement != formats::Judgement::unfair) continue;
    const formats::Finding& first = verdict.findings.front();
    return FailureKind{.kind = first.code,
                       .count = 1,
                       .claimants = verdict.claimants,
                       .message = message_of(verdict, first)};
  }
  return std::nullopt;
}

// For the summary, if one is wanted. `line` is 0 and `record` empty for what is no line.
void keep_failure(const Judged& judged, const Job& job, const std::string& name, std::size_t line,
                  const std::string& record, std::vector<FailureKind>& failures) {
  if (job.options.save.empty()) return;
  auto failure = find_failure(judged);
  if (!failure) return;
  failure->place = line == 0 ? name : fmt::format("{}:{}", name, line);
  failure->record = record;
  join(*std::move(failure), failures);
}

void report(const RecordError& error, const Job& job, Tally& tally, Transcript& transcript) {
  transcript.print(job.reporter.error(error));
  transcript.complain(error.error);
  ++tally.not_judged;
}

void report(const formats::InputError& error, Job& job) {
  Transcript transcript = job.console.empty_transcript();
  keep_failure(RecordError{"", error}, job, error.file, error.line, "", job.failures);
  report({"", error}, job, job.tally, transcript);
  job.console.print(transcript);
}

// A verdict at a time: the divisions of a document have nothing in common, and for people each has
// a colour.
void report_each(const std::vector<Verdict>& verdicts, const Job& job, Transcript& transcript) {
  if (job.options.summary) return;
  for (const Verdict& verdict : verdicts) {
    if (job.options.quiet && verdict.judgement == formats::Judgement::fair) continue;
    const std::string text = job.reporter.verdicts(std::span(&verdict, 1));
    job.options.format == "human" ? transcript.print_verdict(text, verdict.judgement)
                                  : transcript.print(text);
  }
}

void report(const Judged& judged, const Job& job, Tally& tally, Transcript& transcript) {
  if (const auto* error = std::get_if<RecordError>(&judged)) {
    return report(*error, job, tally, transcript);
  }
  const auto& verdicts = std::get<std::vector<Verdict>>(judged);
  if (job.options.format == "human") {
    report_each(verdicts, job, transcript);
  } else if (!job.options.quiet || worst_of(verdicts) != formats::Judgement::fair) {
    transcript.print(job.reporter.verdicts(verdicts));
  }
  count(verdicts, tally);
}

void verify_records(InputLines& lines, const Input& input, Job& job) {
  std::vector<Workspace> workspaces(job.options.jobs);
  std::vector<Worker> workers;
  for (Workspace& workspace : workspaces) {
    workers.push_back(
        {[&](const TextLine& line, Transcript& transcript) {
           const Judged judged = formats::judge_line(line.text, input.name, line.number,
                                                     job.judging, &workspace.reader);
           report(judged, job, workspace.tally, transcript);
           keep_failure(judged, job, input.name, line.number, line.text, workspace.failures);
         },
         [&](const RecordError& error, Transcript& transcript) {
           report(error, job, workspace.tally, transcript);
           keep_failure(error, job, input.name, error.error.line, "", workspace.failures);
         }});
  }
  work_through(lines, input, job.console, workers);
  for (Workspace& workspace : workspaces) {
    add(workspace.tally, job.tally);
    for (FailureKind& failure : workspace.failures) join(std::move(failure), job.failures);
  }
}

// Its verdicts, or the error.
void verify_part(const formats::DocumentPart& part, const std::string& file, std::size_t bytes,
                 Job& job) {
  Transcript transcript = job.console.empty_transcript();
  std::variant<std::vector<Verdict>, RecordError> judged;
  auto exhaustion = find_exhaustion(file, part.line, bytes, [&] {
    judged = formats::judge_part(part, file, job.judging);
    const auto* verdicts = std::get_if<std::vector<Verdict>>(&judged);
    if (verdicts != nullptr) report_each(*verdicts, job, transcript);
  });
  if (exhaustion) return report(*exhaustion, job);
  if (const auto* error = std::get_if<RecordError>(&judged)) return report(error->error, job);
  keep_failure(judged, job, file + ": " + part.title, 0, "", job.failures);
  count(std::get<std::vector<Verdict>>(judged), job.tally);
  job.console.print(transcript);
}

// Its warnings, the verdicts, then what could not be read.
void verify_document(InputLines& lines, const Input& input, const formats::DocumentKind& kind,
                     Job& job) {
  auto text = lines.read_rest();
  if (const auto* error = std::get_if<formats::InputError>(&text)) return report(*error, job);
  const std::size_t bytes = std::get<std::string>(text).size();
  formats::DocumentReading reading;
  auto exhaustion = find_exhaustion(input.name, 0, bytes, [&] {
    reading = kind.read({input.name, std::get<std::string>(std::move(text))}, job.documents);
  });
  if (exhaustion) return report(*exhaustion, job);
  for (const std::string& warning : reading.warnings) {
    job.console.print(job.reporter.warning(input.name, warning));
    job.console.warn(warning);
  }
  for (const formats::DocumentPart& part : reading.parts) {
    verify_part(part, input.name, bytes, job);
  }
  for (const formats::InputError& error : reading.errors) report(error, job);
}

void verify_input(const std::string& name, Job& job) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    if (job.turn.takes()) report(*error, job);
    return;
  }
  const auto& input = std::get<Input>(opened);
  InputLines lines(input);
  const std::string beginning = lines.look_ahead();
  if (job.options.allow_empty && beginning.empty()) return;
  const auto* kind = job.judging.question == Question::shares
                         ? formats::find_document_kind(beginning, job.documents)
                         : nullptr;
  if (kind != nullptr) {
    if (job.turn.takes()) verify_document(lines, input, *kind, job);
    return;
  }
  lines.keep_only(job.turn);
  verify_records(lines, input, job);
}

// What does not go together; nothing where all is well.
std::optional<std::string> find_contradiction(const VerifyOptions& options) {
  const std::string& allocations = options.documents.allocations;
  if (options.format != "human" && (options.details || options.summary)) {
    return "--details and --summary are for --format human; JSON always has the details";
  }
  if (options.format == "junit" && options.quiet) {
    return "--quiet and --format junit cannot be combined: JUnit counts what passes";
  }
  const bool is_definition = options.scheduler.empty() || options.scheduler == "fair";
  const bool has_measure = !options.measure.rounding.empty() || !options.measure.within.empty() ||
                           !options.measure.relative.empty();
  if (!options.settings.empty() &&
      (options.ordering || options.certificate || options.format == "junit")) {
    return "--set says what would be fair and cannot be combined with --ordering, --certificate or "
           "--format junit";
  }
  if (!options.shard.empty() && !find_shard(options.shard)) return no_shard(options.shard);
  if (!options.settings.empty() && !(options.shard.empty() && options.save.empty())) {
    return "--set judges nothing and cannot be combined with --shard or --save";
  }
  if (options.ordering) {
    if (options.certificate) {
      return "--ordering and --certificate ask different questions: choose one";
    }
    if (options.documents.any() || options.steady) {
      return "--ordering is for records and cannot be combined with --allocations, --steady, "
             "--metrics or --total";
    }
    if (!is_definition) {
      return "--ordering checks the definition: the only --scheduler it allows is \"fair\"";
    }
  }
  if (options.certificate) {
    if (has_measure) {
      return "--certificate is exact and cannot be combined with --rounding, --within or "
             "--relative";
    }
    if (!allocations.empty() || options.steady) {
      return "--certificate is for records: --allocations and --steady are for YARN";
    }
    if (options.documents.any()) {
      return "--certificate is for records: --metrics and --total are for dumps";
    }
    if (!is_definition) {
      return "--certificate checks the definition: the only --scheduler it allows is \"fair\"";
    }
  }
  if (!is_definition && !schedulers::find_scheduler(options.scheduler)) {
    return fmt::format("--scheduler {}: unknown scheduler; known: {}", options.scheduler,
                       formats::known_schedulers());
  }
  return std::nullopt;
}

bool has_judged_nothing(const Job& job) {
  const auto& [good, bad, not_judged, overcommitted] = job.tally;
  return good + bad + not_judged + overcommitted == 0 && !job.options.allow_empty &&
         job.turn.shard.count == 1;
}

// As it is without --exit-zero.
int true_status(const Job& job) {
  if (job.tally.not_judged > 0 || has_judged_nothing(job) || job.console.failed()) return 2;
  return job.tally.bad > 0 ? 1 : 0;
}

// False where it is wanted and cannot be written.
bool save_summary(const Job& job) {
  if (job.options.save.empty()) return true;
  const auto& [good, bad, not_judged, overcommitted] = job.tally;
  const bool is_saved =
      write_summary(job.options.save, {.command = "verify",
                                       .run = job.options.run,
                                       .shard = job.turn.shard,
                                       .status = true_status(job),
                                       .judged = good + bad + not_judged + overcommitted,
                                       .counts = {{"fair", good},
                                                  {"unfair", bad},
                                                  {"overcommitted", overcommitted},
                                                  {"not judged", not_judged}},
                                       .failures = job.failures});
  if (!is_saved) job.console.complain(summary_not_written(job.options.save));
  return is_saved;
}

void verify_all(Job& job) {
  const std::vector<std::string> standard_input{"-"};
  const auto& files = job.options.files;
  for (const std::string& name : files.empty() ? standard_input : files) {
    if (!job.console.failed()) verify_input(name, job);
  }
}

}  // namespace

int verify(const VerifyOptions& options, Console& console) {
  auto tolerance = read_measure(options.measure);
  const auto* complaint = std::get_if<std::string>(&tolerance);
  const auto contradiction =
      complaint != nullptr ? std::optional(*complaint) : find_contradiction(options);
  if (contradiction) {
    console.refuse_usage(*contradiction);
    return 2;
  }
  if (!options.settings.empty()) {
    return what_if({.files = options.files,
                    .settings = options.settings,
                    .scheduler = options.scheduler,
                    .documents = options.documents,
                    .steady = options.steady,
                    .is_json = options.format == "json"},
                   console);
  }
  const Question question = options.ordering      ? Question::ordering
                            : options.certificate ? Question::certificate
                                                  : Question::shares;
  const formats::Reporter& reporter =
      *formats::find_reporter(options.details ? "details" : options.format);
  Job job{.options = options,
          .judging = {.question = question,
                      .scheduler = options.scheduler,
                      .tolerance = std::get<formats::Tolerance>(std::move(tolerance)),
                      .steady = options.steady,
                      .is_brief = !reporter.needs_divisions,
                      .names_files = options.files.size() > 1},
          .documents = {},
          .reporter = reporter,
          .console = console,
          .turn = {find_shard(options.shard).value_or(Shard{})}};
  auto documents = read_arguments(options.documents, options.scheduler, options.steady);
  if (const auto* usage = std::get_if<std::string>(&documents)) {
    console.refuse_usage(*usage);
    return 2;
  }
  if (!options.save.empty() && !remove_summary(options.save, job.turn.shard)) {
    console.complain(summary_not_written(options.save));
    return 2;
  }
  console.print(job.reporter.begin());
  if (const auto* error = std::get_if<formats::InputError>(&documents)) {
    // Without the weights every verdict would be about another cluster.
    report(*error, job);
  } else {
    job.documents = std::get<formats::DocumentOptions>(std::move(documents));
    if (job.documents.pools) job.judging.pools = &*job.documents.pools;
    for (const std::string& warning : job.documents.warnings) {
      console.print(job.reporter.warning(options.documents.allocations, warning));
      console.warn(warning);
    }
    verify_all(job);
  }
  console.print(job.reporter.end(question, job.tally));
  console.flush();
  if (has_judged_nothing(job)) {
    console.complain({.code = "FS107",
                      .message = "nothing was judged: no input has a division; with --allow-empty "
                                 "that is no error"});
  }
  if (!save_summary(job)) return 2;
  const int status = true_status(job);
  return status == 1 && options.exit_zero ? 0 : status;
}

}  // namespace fairshare::cli

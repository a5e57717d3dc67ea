#include "cli/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "cli/crew.h"
#include "cli/explain.h"
#include "cli/input.h"
#include "cli/shard.h"
#include "cli/summary.h"
#include "cli/what_if.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/memory.h"
#include "formats/report/collection.h"
#include "formats/report/reporter.h"
#include "formats/report/text.h"

namespace fairshare::cli {
namespace {

using formats::Question;
using formats::RecordError;
using formats::Tally;
using formats::Verdict;
using Judged = std::variant<std::vector<Verdict>, RecordError>;

// The results of everything that one thread judges.
struct Results {
  Tally tally = {};
  std::vector<FailureKind> failures = {};
  formats::Worst worst = {};
  formats::Collection collection = {};
};

struct Job {
  const VerifyOptions& options;
  std::optional<formats::CsvMapping> table;  // how to read the inputs, if they are tables
  formats::Judging judging;
  formats::DocumentOptions documents;
  const formats::Reporter& reporter;
  Console& console;
  Turn turn = {};
  std::size_t inputs = 0;  // how many have been begun
  Results results = {};
};

// What one thread needs for its lines.
struct Workspace {
  formats::PlainReader reader = {};
  Results results = {};
};

// The failure of a line or a part, as one; nothing if all is fair.
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

// The failure for the summary; nothing if no summary is wanted. If it is not about a line, `line`
// is 0 and `record` is empty. The place of an error is its own line, which in a table is not always
// the first of its record.
std::optional<FailureKind> find_failure(const Judged& judged, const Job& job,
                                        const std::string& name, std::size_t line,
                                        const std::string& record) {
  if (job.options.save.empty()) return std::nullopt;
  auto failure = find_failure(judged);
  if (!failure) return std::nullopt;
  const auto* error = std::get_if<RecordError>(&judged);
  const std::size_t at = error != nullptr ? error->error.line : line;
  failure->place = at == 0 ? name : fmt::format("{}:{}", name, at);
  failure->record = record;
  return failure;
}

void report(const RecordError& error, const Job& job, Results& results, Transcript& transcript) {
  const formats::Position position{.input = job.inputs, .line = error.error.line};
  if (job.reporter.page != nullptr) {
    results.collection.add(error, position);
  } else if (job.reporter.begins_with_worst) {
    keep(job.reporter, error, position, results.worst);
  } else {
    transcript.print(job.reporter.error(error));
  }
  transcript.complain(error.error);
  ++results.tally.not_judged;
}

void report_warning(const std::string& file, const std::string& warning, Job& job) {
  if (job.reporter.begins_with_worst) {
    keep(job.reporter, file, warning, {.input = job.inputs}, job.results.worst);
  } else {
    job.console.print(job.reporter.warning(file, warning));
  }
  job.results.collection.add_warning(file, warning);
  job.console.warn(warning);
}

// Prints one verdict at a time: the divisions of a document have nothing in common, and for people
// each has a colour.
void print_each(const std::vector<Verdict>& verdicts, const Job& job, Transcript& transcript) {
  if (job.options.summary) return;
  for (const Verdict& verdict : verdicts) {
    if (job.options.quiet && verdict.judgement == formats::Judgement::fair) continue;
    const std::string text = job.reporter.verdicts(std::span(&verdict, 1));
    job.options.format == "human" ? transcript.print_verdict(text, verdict.judgement)
                                  : transcript.print(text);
  }
}

void report(const std::vector<Verdict>& verdicts, const Job& job, const formats::Position& position,
            bool of_document, Results& results, Transcript& transcript) {
  const bool is_silent = job.options.quiet && worst_of(verdicts) == formats::Judgement::fair;
  if (job.reporter.page != nullptr) {
    if (!is_silent) results.collection.add(verdicts, position);
  } else if (job.reporter.begins_with_worst) {
    keep(job.reporter, verdicts, position, results.worst);
  } else if (job.options.format == "human" || of_document) {
    print_each(verdicts, job, transcript);
  } else if (!is_silent) {
    transcript.print(job.reporter.verdicts(verdicts));
  }
  count(verdicts, results.tally);
}

// The failure is found before anything is counted, since memory may run out (FS023) in either step.
void answer(const Judged& judged, const Job& job, const TextLine& line, const std::string& file,
            Results& results, Transcript& transcript) {
  auto failure = find_failure(judged, job, file, line.number, line.text);
  if (const auto* error = std::get_if<RecordError>(&judged)) {
    report(*error, job, results, transcript);
  } else {
    report(std::get<std::vector<Verdict>>(judged), job, {.input = job.inputs, .line = line.number},
           false, results, transcript);
  }
  if (failure) join(*std::move(failure), results.failures);
}

void report(const formats::InputError& error, Job& job) {
  Transcript transcript = job.console.empty_transcript();
  answer(RecordError{"", error}, job, {"", error.line}, error.file, job.results, transcript);
  job.console.print(transcript);
}

void add(Results some, Results& all) {
  add(some.tally, all.tally);
  for (FailureKind& failure : some.failures) join(std::move(failure), all.failures);
  join(std::move(some.worst), all.worst);
  all.collection.add(std::move(some.collection));
}

// An error about a record of a table gets its row and column.
Judged judge(const TextLine& line, const std::string& file, const Job& job,
             formats::PlainReader& reader) {
  Judged judged = formats::judge_line(line.text, file, line.number, job.judging, &reader);
  auto* error = std::get_if<RecordError>(&judged);
  if (error == nullptr || !job.table) return judged;
  error->error = told_in_table(std::move(error->error), *job.table, line.lines);
  return judged;
}

void verify_records(InputLines& lines, const Input& input, Job& job) {
  std::vector<Workspace> workspaces(job.options.jobs);
  std::vector<Worker> workers;
  for (Workspace& workspace : workspaces) {
    workers.push_back(
        {[&](const TextLine& line, Transcript& transcript) {
           answer(judge(line, input.name, job, workspace.reader), job, line, input.name,
                  workspace.results, transcript);
         },
         [&](const RecordError& error, Transcript& transcript) {
           answer(error, job, {"", error.error.line}, input.name, workspace.results, transcript);
         }});
  }
  work_through(lines, input, job.console, workers);
  for (Workspace& workspace : workspaces) add(std::move(workspace.results), job.results);
}

// Prints the part's verdicts, or the error.
void verify_part(const formats::DocumentPart& part, const std::string& file, std::size_t number,
                 std::size_t bytes, Job& job) {
  Transcript transcript = job.console.empty_transcript();
  Judged judged;
  auto exhaustion = formats::find_exhaustion(file, part.line, bytes, [&] {
    judged = formats::judge_part(part, file, job.judging);
    const auto* verdicts = std::get_if<std::vector<Verdict>>(&judged);
    if (verdicts == nullptr) return;
    auto failure = find_failure(judged, job, file + ": " + part.title, 0, "");
    report(*verdicts, job, {.input = job.inputs, .line = number}, true, job.results, transcript);
    if (failure) join(*std::move(failure), job.results.failures);
  });
  if (exhaustion) return report(*exhaustion, job);
  if (const auto* error = std::get_if<RecordError>(&judged)) return report(error->error, job);
  job.console.print(transcript);
}

// Prints its warnings, the verdicts, then what could not be read.
void verify_document(InputLines& lines, const Input& input, const formats::DocumentKind& kind,
                     Job& job) {
  const auto [reading, bytes] = read_document(lines, input.name, kind, job.documents);
  for (const std::string& warning : reading.warnings) report_warning(input.name, warning, job);
  for (std::size_t k = 0; k < reading.parts.size(); ++k) {
    verify_part(reading.parts[k], input.name, k, bytes, job);
  }
  for (const formats::InputError& error : reading.errors) report(error, job);
}

void verify_input(const std::string& name, Job& job) {
  ++job.inputs;
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) return report(*error, job);
  const auto& input = std::get<Input>(opened);
  InputLines lines(input);
  if (job.table) lines.read_as_csv(*job.table);
  const std::string beginning = lines.look_ahead();
  if (job.options.allow_empty && lines.is_empty()) return;
  if (const auto warning = lines.find_warning()) report_warning(name, *warning, job);
  const auto* kind = job.table ? nullptr : formats::find_document_kind(beginning, job.documents);
  const Question question = job.judging.question;
  if (kind != nullptr) {
    if (!job.turn.takes()) return;
    const bool is_ordered = question == Question::ordering && kind->only_orders;
    if (question == Question::shares || is_ordered || kind->is_no_input) {
      return verify_document(lines, input, *kind, job);
    }
    const char* option = question == Question::ordering ? "--ordering" : "--certificate";
    return report({.code = "FS018",
                   .message = fmt::format("{} is for records; this is {}", option, kind->name),
                   .file = name},
                  job);
  }
  lines.keep_only(job.turn);
  verify_records(lines, input, job);
}

std::string_view text_of_code(std::string_view code) {
  const auto page = std::ranges::find(pages, code, &Page::code);
  return page == pages.end() ? std::string_view() : page->text;
}

// Options that contradict each other; nothing if there are none.
std::optional<std::string> find_contradiction(const VerifyOptions& options) {
  if (options.format != "human" && (options.details || options.summary)) {
    return "--details and --summary work with --format human only; JSON always has the details";
  }
  const formats::Reporter& reporter = *formats::find_reporter(options.format);
  if (reporter.counts_fair && options.quiet) {
    return fmt::format("--quiet hides what --format {} counts, so they cannot be combined",
                       options.format);
  }
  if (reporter.is_of_shares && (options.ordering || options.certificate)) {
    return fmt::format(
        "--format {} is about fair shares and cannot be combined with --ordering or "
        "--certificate",
        options.format);
  }
  const bool is_definition = options.scheduler.empty() || options.scheduler == "fair";
  const bool has_measure = !options.measure.rounding.empty() || !options.measure.units.empty() ||
                           !options.measure.within.empty() || !options.measure.relative.empty();
  const bool has_outlook =
      options.format == "human" || options.format == "json" || options.format == "html";
  if (!options.settings.empty() && (options.ordering || options.certificate || !has_outlook)) {
    return "--set works with --format human, json or html, and cannot be combined with --ordering "
           "or --certificate";
  }
  if (!options.shard.empty() && !find_shard(options.shard)) return no_shard(options.shard);
  if (!options.settings.empty() &&
      (has_measure || !options.shard.empty() || !options.save.empty())) {
    return "--set judges nothing and cannot be combined with --rounding, --units, --within, "
           "--relative, --shard or --save";
  }
  if (options.ordering) {
    if (options.certificate) {
      return "--ordering and --certificate cannot be combined";
    }
    if (options.documents.any() || options.steady) {
      return "--ordering is for records and cannot be combined with --allocations, --release, "
             "--steady, --metrics or --total";
    }
    if (!is_definition) {
      return "--ordering checks the definition: the only --scheduler it allows is \"fair\"";
    }
  }
  if (options.certificate) {
    if (has_measure) {
      return "--certificate is exact and cannot be combined with --rounding, --units, --within or "
             "--relative";
    }
    if (options.documents.any() || options.steady) {
      return "--certificate is for records and cannot be combined with --allocations, --release, "
             "--steady, --metrics or --total";
    }
    if (!is_definition) {
      return "--certificate checks the definition: the only --scheduler it allows is \"fair\"";
    }
  }
  if (options.table.is_csv) {
    if (options.certificate) {
      return "--csv has no certificates and cannot be combined with --certificate";
    }
    if (options.documents.any() || options.steady) {
      return "--csv is for tables and cannot be combined with --allocations, --release, --steady, "
             "--metrics or --total";
    }
  }
  return find_unknown_scheduler(options.scheduler);
}

bool has_judged_nothing(const Job& job) {
  const auto& [good, bad, not_judged, overcommitted] = job.results.tally;
  return good + bad + not_judged + overcommitted == 0 && !job.options.allow_empty &&
         job.turn.shard.count == 1;
}

// The exit status without --exit-zero.
int true_status(const Job& job) {
  if (job.results.tally.not_judged > 0 || has_judged_nothing(job) || job.console.failed()) return 2;
  return job.results.tally.bad > 0 ? 1 : 0;
}

// False if it is wanted but cannot be written.
bool save_summary(const Job& job) {
  if (job.options.save.empty()) return true;
  const auto& [good, bad, not_judged, overcommitted] = job.results.tally;
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
                                       .failures = job.results.failures});
  if (!is_saved) job.console.complain(summary_not_written(job.options.save));
  return is_saved;
}

void verify_all(Job& job) {
  for (const std::string& name : job.options.files) {
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
  auto read_mapping = read_table(options.table);
  if (const auto* wrong = std::get_if<std::string>(&read_mapping)) {
    console.refuse_usage(*wrong);
    return 2;
  }
  auto& table = std::get<std::optional<formats::CsvMapping>>(read_mapping);
  if (table) table->needs_total = !options.ordering;
  if (!options.settings.empty()) {
    if (table) table->has_shares = false;
    return what_if({.files = options.files,
                    .settings = options.settings,
                    .scheduler = options.scheduler,
                    .documents = options.documents,
                    .steady = options.steady,
                    .table = std::move(table),
                    .is_json = options.format == "json",
                    .is_html = options.format == "html",
                    .allow_empty = options.allow_empty},
                   console);
  }
  const Question question = options.ordering      ? Question::ordering
                            : options.certificate ? Question::certificate
                                                  : Question::shares;
  const formats::Reporter& reporter =
      *formats::find_reporter(options.details ? "details" : options.format);
  Job job{.options = options,
          .table = std::move(table),
          .judging = {.question = question,
                      .scheduler = options.scheduler,
                      .tolerance = std::get<formats::Tolerance>(std::move(tolerance)),
                      .steady = options.steady,
                      .is_brief = !reporter.needs_divisions || options.quiet,
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
    // Without these weights every verdict would be about another cluster.
    report(*error, job);
  } else {
    job.documents = std::get<formats::DocumentOptions>(std::move(documents));
    if (job.documents.pools) job.judging.pools = &*job.documents.pools;
    for (const std::string& warning : job.documents.warnings) {
      report_warning(options.documents.allocations, warning, job);
    }
    verify_all(job);
  }
  console.print(job.reporter.page != nullptr
                    ? job.reporter.page(job.results.collection, job.results.tally,
                                        {text_of_code, options.explorer})
                    : job.reporter.end(question, job.results.tally, job.results.worst));
  console.flush();
  if (has_judged_nothing(job)) {
    console.complain(
        {.code = "FS107",
         .message =
             "nothing was judged: no input has a division; pass --allow-empty to accept that"});
  }
  if (!save_summary(job)) return 2;
  const int status = true_status(job);
  return status == 1 && options.exit_zero ? 0 : status;
}

}  // namespace fairshare::cli

#include "cli/fuzz.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <span>
#include <system_error>
#include <utility>
#include <variant>

#include "cli/input.h"
#include "cli/shard.h"
#include "cli/summary.h"
#include "formats/inputs.h"
#include "formats/text/number_text.h"
#include "formats/text/printable.h"
#include "fuzz/adversary.h"
#include "fuzz/harness/campaign.h"
#include "fuzz/harness/emit/languages.h"
#include "fuzz/harness/report.h"
#include "fuzz/harness/shared_object.h"

namespace fairshare::cli {
namespace {

using harness::Plan;

// The signal that arrived, or 0. Adapters have process groups of their own, so an interruption only
// reaches us. A user who interrupts us wants the findings so far, and no adapter left behind. A
// second interruption ends us at once, and adapters end with us.
std::atomic<int> interruption = 0;

void catch_interruptions() {
  for (const int signal : {SIGINT, SIGTERM}) {
    std::signal(signal, [](int caught) {
      interruption = caught;
      std::signal(caught, SIG_DFL);
    });
  }
}

bool is_interrupted() {
  return interruption != 0;
}

// A shell's exit status for a program that a signal ended.
int status_of_interruption() {
  return 128 + interruption;
}

using Complaint = std::string;  // one sentence about an option

// "60s", "1.5m", "2h", "500ms", "60"; up to a year.
std::optional<harness::Seconds> find_time(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || !(number > 0)) return std::nullopt;
  const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const double scale = unit.empty() || unit == "s" ? 1
                       : unit == "ms"              ? 1e-3
                       : unit == "m"               ? 60
                       : unit == "h"               ? 3600
                                                   : 0;
  const double seconds = number * scale;
  if (!(seconds > 0) || seconds > 366.0 * 86400) return std::nullopt;
  return harness::Seconds(seconds);
}

std::optional<Complaint> read_families(std::string_view list,
                                       harness::RequestedSettings& requested) {
  while (!list.empty()) {
    const std::string_view name = list.substr(0, list.find(','));
    const auto family = fuzz::find_family(name);
    if (!family) {
      std::string known;
      for (const fuzz::Family one : fuzz::families) {
        known += fmt::format("{}{}", known.empty() ? "" : ", ", fuzz::name_of(one));
      }
      return fmt::format("--families: unknown family {}; known: {}", name, known);
    }
    requested.families.push_back(*family);
    list.remove_prefix(std::min(list.size(), name.size() + 1));
  }
  return std::nullopt;
}

std::variant<harness::RequestedSettings, Complaint> read_options(const FuzzOptions& options) {
  auto tolerance = read_measure(options.measure);
  if (auto* complaint = std::get_if<Complaint>(&tolerance)) return std::move(*complaint);
  harness::RequestedSettings requested{
      .scheduler = options.scheduler,
      .tolerance = std::get<formats::Tolerance>(std::move(tolerance)),
      .size_max = options.size_max,
      .trees = options.trees,
      .demands = !options.without_demands,
      .infeasible = options.infeasible};
  if (!options.numbers.empty()) requested.numbers = formats::find_numbers(options.numbers);
  if (!options.answers.empty()) requested.answers = formats::find_numbers(options.answers);
  if (auto unknown = find_unknown_scheduler(options.scheduler)) return *std::move(unknown);
  if (auto complaint = read_families(options.families, requested)) return std::move(*complaint);
  return requested;
}

// The command that serves a shared object is this one itself.
std::vector<std::string> command_of(const FuzzOptions& options) {
  if (options.shared_object.empty()) return options.command;
  return {"/proc/self/exe", "fuzz", "--serve-shared-object", options.shared_object};
}

std::optional<Complaint> read_deadline(std::string_view option, const std::string& text,
                                       harness::Milliseconds& deadline) {
  const auto time = find_time(text);
  if (!time || *time < harness::Seconds(0.001)) {
    return fmt::format("{} {}: not a time (500ms, 2s)", option, text);
  }
  deadline = std::chrono::ceil<harness::Milliseconds>(*time);
  return std::nullopt;
}

std::variant<Plan, Complaint> read_plan(const FuzzOptions& options) {
  if (options.command.empty() == options.shared_object.empty()) {
    return Complaint("fuzz needs one adapter: either -- COMMAND... or --shared-object FILE");
  }
  if (!options.emit.empty() && options.format != "human") {
    return Complaint("--emit replaces the report and cannot be combined with --format");
  }
  if (options.replay.empty() && options.documents.any()) {
    return Complaint(
        "--allocations, --release, --metrics and --total are for the document of --replay");
  }
  auto requested = read_options(options);
  if (auto* complaint = std::get_if<Complaint>(&requested)) return std::move(*complaint);
  Plan plan{.command = command_of(options),
            .requested = std::get<harness::RequestedSettings>(std::move(requested)),
            .jobs = options.jobs,
            .until_first = options.until_first,
            .is_interrupted = is_interrupted};
  if (!options.shard.empty()) {
    const auto shard = find_shard(options.shard);
    if (!shard) return no_shard(options.shard);
    if (options.seed.empty()) return "--shard needs --seed, the same for all shards of a run";
    plan.shard = shard->number - 1;
    plan.shards = shard->count;
  }
  const auto seed = options.seed.empty() ? std::random_device()() : find_whole(options.seed);
  if (!seed) return fmt::format("--seed {}: not a whole number from 0 to 2^64 - 1", options.seed);
  plan.seed = *seed;
  if (!options.time.empty() && !(plan.time = find_time(options.time))) {
    return fmt::format("--time {}: not a time (60s, 5m, 1h)", options.time);
  }
  if (auto complaint = read_deadline("--deadline", options.deadline, plan.deadline)) {
    return *std::move(complaint);
  }
  if (auto complaint =
          read_deadline("--first-deadline", options.first_deadline, plan.first_deadline)) {
    return *std::move(complaint);
  }
  if (!options.cases.empty() && !(plan.cases = find_whole(options.cases))) {
    return fmt::format("--cases {}: not a whole number", options.cases);
  }
  return plan;
}

std::string adapter_words(const FuzzOptions& options) {
  if (!options.shared_object.empty())
    return "--shared-object " + formats::shell_word(options.shared_object);
  std::string words = "--";
  for (const std::string& word : options.command) words += " " + formats::shell_word(word);
  return words;
}

// The name of the file: the record's id.
std::optional<std::string> save_record(const std::string& folder, const harness::Found& found) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string file = folder + "/" + found.id + ".ndjson";
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream << found.record << "\n";
  stream.close();
  return stream.fail() ? std::nullopt : std::optional(file);
}

harness::Saved save(const harness::Outcome& outcome, const FuzzOptions& options, Console& console) {
  harness::Saved saved{{}, adapter_words(options)};
  if (options.save.empty() || !options.replay.empty()) return saved;
  for (const harness::Found& found : outcome.found) {
    auto file = save_record(options.save, found);
    if (!file) {
      console.warn(fmt::format("--save {}: cannot write records to this folder", options.save));
      return {{}, saved.adapter};
    }
    saved.files.push_back(std::move(*file));
  }
  return saved;
}

std::string report(const harness::Outcome& outcome, const harness::Saved& saved,
                   const FuzzOptions& options) {
  for (const harness::Language& language : harness::languages) {
    if (language.name == options.emit) return language.emit(outcome, saved);
  }
  if (options.format == "json") return report_json(outcome, saved);
  if (options.format == "junit") return report_junit(outcome, saved);
  return report_text(outcome, saved);
}

int not_run(const harness::NotRun& failure, Console& console) {
  if (is_interrupted()) {
    console.warn("cannot run the adapter: " + failure.reason);
    return status_of_interruption();
  }
  console.complain({.code = "FS506", .message = "cannot run the adapter: " + failure.reason});
  return 3;
}

// "FS204: the richer at its maximum, the poorer at its minimum"
std::string kind_text(const std::string& code, const std::string& fault) {
  return fault.empty() ? code : fmt::format("{}: {}", code, fault);
}

bool has_summary(const FuzzOptions& options) {
  return !options.shard.empty() && !options.save.empty();
}

// Saves the summary of a shard that has completed its part, for `merge`, next to the records.
bool save_summary(const harness::Outcome& outcome, const harness::Saved& saved, int status,
                  const FuzzOptions& options, Console& console) {
  if (!has_summary(options) || outcome.is_interrupted) return true;
  Summary summary{.command = "fuzz",
                  .run = fmt::format("{}, {}", harness::name_of(outcome.hello), options.run),
                  .shard = *find_shard(options.shard),
                  .status = status,
                  .judged = judged(outcome),
                  .counts = {{"cases", outcome.cases}, {"skipped", outcome.skipped}}};
  for (std::size_t i = 0; i < outcome.found.size(); ++i) {
    const harness::Found& found = outcome.found[i];
    join({.kind = kind_text(found.failure.code, found.failure.cause.fault),
          .count = found.failures,
          .claimants = found.challenge.entries.size(),
          .place = i < saved.files.size() ? saved.files[i] : "",
          .message = found.failure.message,
          .record = found.record},
         summary.failures);
  }
  for (const harness::More& more : outcome.more) {
    join({.kind = kind_text(more.code, more.fault), .count = more.failures}, summary.failures);
  }
  const bool is_saved = write_summary(options.save, summary);
  if (!is_saved) console.complain(summary_not_written(options.save));
  return is_saved;
}

std::string why_nothing(const harness::Outcome& outcome) {
  if (outcome.doubts.unheard > 0) return "the adapter answered no problem in time";
  if (outcome.cases > 0) return "the adapter skipped every problem";
  if (outcome.replayed || outcome.planned_cases == 0) return "no problem was sent";
  return fmt::format(
      "the adapter gave no answer in {:.1f} s; its first answer may take up to --first-deadline",
      outcome.seconds.count());
}

// `errors`: why records of a replay were not asked again.
int conclude(const harness::Outcome& outcome, std::span<const formats::InputError> errors,
             const FuzzOptions& options, Console& console) {
  const harness::Saved saved = save(outcome, options, console);
  console.print(report(outcome, saved, options));
  console.flush();
  for (const formats::InputError& error : errors) console.complain(error);
  for (const formats::InputError& error : outcome.unread) console.complain(error);
  const bool is_unread = !errors.empty() || !outcome.unread.empty();
  const int status = is_unread ? 2 : outcome.found.empty() ? 0 : 1;
  if (!save_summary(outcome, saved, status, options, console) || console.failed()) return 2;
  if (status != 0) return status;
  if (outcome.is_interrupted) return status_of_interruption();
  // For a shard that is not an error: `merge` checks whether all shards together judged something.
  const bool may_be_empty = options.allow_empty || !options.shard.empty();
  if (judged(outcome) > 0 || may_be_empty) return 0;
  console.complain(
      {.code = "FS107",
       .message = fmt::format("nothing was judged: {}; pass --allow-empty to accept that",
                              why_nothing(outcome))});
  return 2;
}

// What a replay asks again, and what of its file cannot be read.
struct OldRecords {
  std::vector<harness::OldRecord> records = {};
  std::vector<formats::InputError> errors = {};
};

// The divisions of a document as records.
void read_divisions(InputLines& lines, const std::string& name, const formats::DocumentKind& kind,
                    const formats::DocumentOptions& documents, Console& console, OldRecords& old) {
  formats::DocumentReading reading = read_document(lines, name, kind, documents).reading;
  for (const std::string& warning : reading.warnings) console.warn(warning);
  old.errors.insert(old.errors.end(), reading.errors.begin(), reading.errors.end());
  for (const formats::DocumentPart& part : reading.parts) {
    auto made = formats::records_of(part);
    if (auto* error = std::get_if<formats::InputError>(&made)) {
      old.errors.push_back(std::move(*error));
      continue;
    }
    for (std::string& record : std::get<std::vector<std::string>>(made)) {
      old.records.push_back({std::move(record), name});
    }
  }
}

void read_lines(InputLines& lines, const std::string& name, OldRecords& old) {
  for (;;) {
    auto item = lines.next();
    if (std::holds_alternative<NoMoreLines>(item)) return;
    if (auto* error = std::get_if<formats::RecordError>(&item)) {
      old.errors.push_back(std::move(error->error));
      continue;
    }
    auto& line = std::get<TextLine>(item);
    old.records.push_back({std::move(line.text), name, line.number});
  }
}

void read_replayed(const std::string& name, const formats::DocumentOptions& documents,
                   Console& console, OldRecords& old) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    old.errors.push_back(*error);
    return;
  }
  InputLines lines(std::get<Input>(opened));
  const auto* kind = formats::find_document_kind(lines.look_ahead(), documents);
  if (kind != nullptr) return read_divisions(lines, name, *kind, documents, console, old);
  read_lines(lines, name, old);
}

int fuzz_again(const Plan& plan, const FuzzOptions& options, Console& console) {
  auto documents = read_arguments(options.documents, options.scheduler, false);
  if (const auto* usage = std::get_if<std::string>(&documents)) {
    console.refuse_usage(*usage);
    return 2;
  }
  auto* read = std::get_if<formats::DocumentOptions>(&documents);
  if (read != nullptr && read->pools) {
    console.refuse_usage("--allocations with --scheduler mr1 works with solve and verify only");
    return 2;
  }
  if (read != nullptr) read->scheduler.clear();  // the adapter's applies, not the document's
  if (const auto* error = std::get_if<formats::InputError>(&documents)) {
    console.complain(*error);
    return 2;
  }
  OldRecords old;
  for (const std::string& name : options.replay) {
    read_replayed(name, std::get<formats::DocumentOptions>(documents), console, old);
  }
  if (old.records.empty() && !old.errors.empty()) {
    for (const formats::InputError& error : old.errors) console.complain(error);
    return 2;
  }
  const std::string what = options.replay.size() == 1
                               ? options.replay.front()
                               : formats::counted(options.replay.size(), "file");
  const auto replayed = harness::replay(plan, old.records, what);
  if (const auto* failure = std::get_if<harness::NotRun>(&replayed))
    return not_run(*failure, console);
  return conclude(std::get<harness::Outcome>(replayed), old.errors, options, console);
}

}  // namespace

int fuzz(const FuzzOptions& options, Console& console) {
  if (!options.serve.empty()) return harness::serve_shared_object(options.serve);
  const auto read = read_plan(options);
  if (const auto* complaint = std::get_if<Complaint>(&read)) {
    console.refuse_usage(*complaint);
    return 2;
  }
  const Plan& plan = std::get<Plan>(read);
  catch_interruptions();
  if (has_summary(options) && !remove_summary(options.save, *find_shard(options.shard))) {
    console.complain(summary_not_written(options.save));
    return 2;
  }
  if (!options.replay.empty()) return fuzz_again(plan, options, console);
  const auto result = harness::run(plan, [&](std::uint64_t cases, std::size_t) {
    console.show_progress("fuzz", 0, std::nullopt, cases);
  });
  console.end_progress();
  if (const auto* failure = std::get_if<harness::NotRun>(&result))
    return not_run(*failure, console);
  return conclude(std::get<harness::Outcome>(result), {}, options, console);
}

}  // namespace fairshare::cli

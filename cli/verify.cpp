#include "cli/verify.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/crew.h"
#include "cli/dump.h"
#include "cli/input.h"
#include "cli/measure.h"
#include "cli/verify_certificates.h"
#include "cli/verify_ordering.h"
#include "exact/rational.h"
#include "formats/hadoop/cluster.h"
#include "formats/records/answers.h"
#include "formats/records/plain_answers.h"
#include "formats/records/record_cases.h"
#include "formats/records/records.h"
#include "formats/scheduler_records.h"
#include "formats/verdict/verdict.h"
#include "formats/ytsaurus/orchid.h"

namespace fairshare::cli {
namespace {

using exact::Rational;
using formats::Judgement;

// The cases so far, and what became of them. What could not be read is not judged.
struct Tally {
  std::size_t fair = 0;
  std::size_t unfair = 0;
  std::size_t not_judged = 0;
};

struct Job {
  const VerifyOptions& options;
  formats::Leniency leniency;
  std::optional<std::string> allocations;  // the text of the file
  DumpSetting dump;
  Console& console;
  Tally tally = {};
};

// What one thread needs for its lines.
struct Bench {
  formats::PlainReader reader = {};
  Tally tally = {};
};

void count(Judgement judgement, Tally& tally) {
  switch (judgement) {
    case Judgement::fair:
      ++tally.fair;
      return;
    case Judgement::unfair:
      ++tally.unfair;
      return;
    case Judgement::cannot_judge:
      ++tally.not_judged;
      return;
  }
}

void add(const Tally& some, Tally& all) {
  all.fair += some.fair;
  all.unfair += some.unfair;
  all.not_judged += some.not_judged;
}

void report(const formats::RecordError& error, bool as_json, Tally& tally, Transcript& transcript) {
  ++tally.not_judged;
  if (as_json) transcript.print(formats::answer(error) + "\n");
  transcript.complain(error.error);
}

void report(const formats::InputError& error, Job& job) {
  Transcript transcript = job.console.empty_transcript();
  report({"", error}, job.options.as_json, job.tally, transcript);
  job.console.print(transcript);
}

formats::Parts wanted_parts(const VerifyOptions& options) {
  return options.as_json ? formats::Parts::data : formats::Parts::text;
}

// True where the line is fair, and that was quickly seen.
bool verify_quickly(const TextLine& line, const std::string& file, const Job& job, Bench& bench,
                    Transcript& transcript) {
  const VerifyOptions& options = job.options;
  if (!options.scheduler.empty() && options.scheduler != "fair") return false;
  const auto verdict = formats::find_fair_verdict(line.text, file, line.number, job.leniency,
                                                  wanted_parts(options), bench.reader);
  if (!verdict) return false;
  ++bench.tally.fair;
  if (options.as_json) {
    transcript.print(formats::verdict_json(bench.reader.record.id, *verdict) + "\n");
  } else {
    transcript.print_verdict(*verdict);
  }
  return true;
}

void verify_line(const TextLine& line, const std::string& file, const Job& job, Bench& bench,
                 Transcript& transcript) {
  const bool as_json = job.options.as_json;
  if (verify_quickly(line, file, job, bench, transcript)) return;
  const auto read = formats::read_any_record(line.text, file, line.number, job.options.scheduler);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    return report(*error, as_json, bench.tally, transcript);
  }
  const auto* own = std::get_if<formats::SchedulerRecord>(&read);
  const auto made =
      own != nullptr ? formats::cases_of(*own, file, job.leniency, {.steady = job.options.steady})
                     : formats::cases_of(std::get<formats::Record>(read), file, job.leniency);
  if (const auto* error = std::get_if<formats::InputError>(&made)) {
    const std::string& id = own != nullptr ? own->id : std::get<formats::Record>(read).id;
    return report({id, *error}, as_json, bench.tally, transcript);
  }
  const auto& cases = std::get<std::vector<formats::Case>>(made);
  std::vector<formats::Verdict> verdicts;
  for (const formats::Case& one : cases) {
    verdicts.push_back(formats::judge(one, wanted_parts(job.options)));
    count(verdicts.back().judgement, bench.tally);
    if (!as_json) transcript.print_verdict(verdicts.back());
  }
  if (as_json) {
    transcript.print(formats::verdict_json(cases.front(), formats::combine(verdicts)) + "\n");
  }
}

void verify_records(InputLines& lines, const Input& input, Job& job) {
  std::vector<Bench> benches(job.options.jobs);
  std::vector<Worker> workers;
  for (Bench& bench : benches) {
    workers.push_back({[&](const TextLine& line, Transcript& transcript) {
                         verify_line(line, input.name, job, bench, transcript);
                       },
                       [&](const formats::InputError& error, Transcript& transcript) {
                         report({"", error}, job.options.as_json, bench.tally, transcript);
                       }});
  }
  work_through(lines, input, job.console, workers);
  for (const Bench& bench : benches) add(bench.tally, job.tally);
}

// What was read of a whole response: its warnings, the verdicts, then what could not be read.
template <class Reading>
void judge_reading(const Reading& reading, Job& job) {
  for (const std::string& warning : reading.warnings) job.console.warn(warning);
  for (const formats::Case& one : reading.cases) {
    const formats::Verdict verdict = formats::judge(one, wanted_parts(job.options));
    count(verdict.judgement, job.tally);
    if (job.options.as_json) {
      job.console.print(formats::verdict_json(one, verdict) + "\n");
    } else {
      job.console.print_verdict(verdict);
    }
  }
  for (const formats::InputError& error : reading.errors) report(error, job);
}

// What `judge_reading` takes, made of divisions.
struct CaseReading {
  std::vector<formats::Case> cases;
  std::vector<formats::InputError> errors;
  std::vector<std::string> warnings;
};

void verify_yarn(InputLines& lines, const Input& input, Job& job) {
  const auto text = lines.read_rest();
  if (const auto* error = std::get_if<formats::InputError>(&text)) return report(*error, job);
  std::optional<formats::YarnText> allocations;
  if (job.allocations) allocations = {job.options.allocations, *job.allocations};
  const formats::YarnOptions options{.release = job.options.release == "2.7"
                                                    ? formats::YarnRelease::v2_7
                                                    : formats::YarnRelease::v3,
                                     .steady = job.options.steady,
                                     .rounding = job.leniency.rounding,
                                     .slack = job.leniency.within.value_or(0),
                                     .relative = job.leniency.relative.value_or(0)};
  const formats::YarnReading reading =
      formats::read_yarn({input.name, std::get<std::string>(text)}, allocations, options);
  judge_reading(reading, job);
}

void verify_orchid(InputLines& lines, const Input& input, Job& job) {
  const auto text = lines.read_rest();
  if (const auto* error = std::get_if<formats::InputError>(&text)) return report(*error, job);
  using schedulers::ytsaurus::scalar::Era;
  const formats::OrchidOptions options{
      .era = job.options.scheduler == "ytsaurus-2018" ? Era::v2018 : Era::v2019,
      .rounding = job.leniency.rounding,
      .slack = job.leniency.within.value_or(0),
      .relative = job.leniency.relative.value_or(0)};
  judge_reading(formats::read_orchid({input.name, std::get<std::string>(text)}, options), job);
}

void verify_dump(InputLines& lines, const Input& input, Job& job) {
  const auto text = lines.read_rest();
  if (const auto* error = std::get_if<formats::InputError>(&text)) return report(*error, job);
  auto dump = read_dump(input.name, std::get<std::string>(text), job.dump, job.options.scheduler);
  CaseReading reading{{}, std::move(dump.errors), std::move(dump.warnings)};
  for (const formats::DumpDivision& division : dump.divisions) {
    auto made = formats::cases_of(division, input.name, job.leniency);
    if (auto* error = std::get_if<formats::InputError>(&made)) {
      reading.errors.push_back(std::move(*error));
      continue;
    }
    for (formats::Case& one : std::get<std::vector<formats::Case>>(made)) {
      reading.cases.push_back(std::move(one));
    }
  }
  judge_reading(reading, job);
}

void verify_input(const std::string& name, Job& job) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    return report(*error, job);
  }
  const auto& input = std::get<Input>(opened);
  InputLines lines(input);
  const std::string beginning = lines.look_ahead();
  if (job.allocations || formats::looks_like_yarn(beginning)) {
    verify_yarn(lines, input, job);
  } else if (job.options.dump.any() || formats::looks_like_kubernetes(beginning)) {
    verify_dump(lines, input, job);
  } else if (formats::looks_like_orchid(beginning)) {
    verify_orchid(lines, input, job);
  } else {
    verify_records(lines, input, job);
  }
}

std::variant<std::string, formats::InputError> read_whole(const std::string& name) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) return *error;
  return InputLines(std::get<Input>(opened)).read_rest();
}

std::string summary(const Tally& tally) {
  const std::size_t all = tally.fair + tally.unfair + tally.not_judged;
  return fmt::format("{} case{}: {} fair, {} unfair, {} not judged\n", all, all == 1 ? "" : "s",
                     tally.fair, tally.unfair, tally.not_judged);
}

int exit_status(const Job& job) {
  if (job.tally.not_judged > 0 || job.console.failed()) return 2;
  return job.tally.unfair > 0 && !job.options.exit_zero ? 1 : 0;
}

}  // namespace

int verify(const VerifyOptions& options, Console& console) {
  if (options.ordering) return verify_ordering(options, console);
  if (options.certificate) return verify_certificates(options, console);
  auto leniency = read_measure(options.measure);
  if (const auto* complaint = std::get_if<std::string>(&leniency)) {
    console.refuse_usage(*complaint);
    return 2;
  }
  if (!options.scheduler.empty() && options.scheduler != "fair" &&
      !schedulers::find_scheduler(options.scheduler)) {
    console.refuse_usage(fmt::format("--scheduler {}: there is none of that name; there are {}",
                                     options.scheduler, formats::known_schedulers()));
    return 2;
  }
  Job job{options, std::get<formats::Leniency>(std::move(leniency)), std::nullopt, {}, console};
  auto dump = read_setting(options.dump);
  if (const auto* complaint = std::get_if<std::string>(&dump)) {
    console.refuse_usage(*complaint);
    return 2;
  }
  if (const auto* error = std::get_if<formats::InputError>(&dump)) {
    report(*error, job);
    return exit_status(job);
  }
  job.dump = std::get<DumpSetting>(std::move(dump));
  if (!options.allocations.empty()) {
    auto text = read_whole(options.allocations);
    if (const auto* error = std::get_if<formats::InputError>(&text)) {
      // Without the weights every verdict would be about another cluster.
      report(*error, job);
      return exit_status(job);
    }
    job.allocations = std::move(std::get<std::string>(text));
  }
  const std::vector<std::string> standard_input{"-"};
  for (const std::string& name : options.files.empty() ? standard_input : options.files) {
    if (!console.failed()) verify_input(name, job);
  }
  if (!options.as_json) console.print(summary(job.tally));
  console.flush();
  return exit_status(job);
}

}  // namespace fairshare::cli

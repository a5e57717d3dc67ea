#include "cli/verify_ordering.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/crew.h"
#include "cli/input.h"
#include "cli/measure.h"
#include "formats/records/answers.h"
#include "formats/records/record_cases.h"
#include "formats/verdict/ordering_verdict.h"

namespace fairshare::cli {
namespace {

using formats::Judgement;

struct Tally {
  std::size_t consistent = 0;
  std::size_t inconsistent = 0;
  std::size_t not_read = 0;
};

struct Job {
  const VerifyOptions& options;
  formats::Leniency leniency;
};

void report(const formats::RecordError& error, const Job& job, Tally& tally,
            Transcript& transcript) {
  ++tally.not_read;
  if (job.options.as_json) transcript.print(formats::answer(error) + "\n");
  transcript.complain(error.error);
}

void verify_line(const TextLine& line, const std::string& file, const Job& job, Tally& tally,
                 Transcript& transcript) {
  const auto read = formats::read_ordered_record(line.text, file, line.number);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    return report(*error, job, tally, transcript);
  }
  const auto& record = std::get<formats::Record>(read);
  const auto made = formats::cases_of(record, file, job.leniency);
  if (const auto* error = std::get_if<formats::InputError>(&made)) {
    return report({record.id, *error}, job, tally, transcript);
  }
  const auto& cases = std::get<std::vector<formats::Case>>(made);
  std::vector<formats::Verdict> verdicts;
  bool is_consistent = true;
  for (const formats::Case& one : cases) {
    verdicts.push_back(formats::judge_ordering(one));
    is_consistent = is_consistent && verdicts.back().judgement == Judgement::fair;
    if (!job.options.as_json) transcript.print_verdict(verdicts.back());
  }
  ++(is_consistent ? tally.consistent : tally.inconsistent);
  if (job.options.as_json) transcript.print(formats::ordering_json(cases, verdicts) + "\n");
}

void verify_input(const std::string& name, const Job& job, Console& console, Tally& tally) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    Transcript transcript = console.empty_transcript();
    report({"", *error}, job, tally, transcript);
    return console.print(transcript);
  }
  const auto& input = std::get<Input>(opened);
  std::vector<Tally> tallies(job.options.jobs);
  std::vector<Worker> workers;
  for (Tally& own : tallies) {
    workers.push_back({[&](const TextLine& line, Transcript& transcript) {
                         verify_line(line, input.name, job, own, transcript);
                       },
                       [&](const formats::InputError& error, Transcript& transcript) {
                         report({"", error}, job, own, transcript);
                       }});
  }
  InputLines lines(input);
  work_through(lines, input, console, workers);
  for (const Tally& own : tallies) {
    tally.consistent += own.consistent;
    tally.inconsistent += own.inconsistent;
    tally.not_read += own.not_read;
  }
}

// What does not go with --ordering; nothing where all is well.
std::optional<std::string> find_contradiction(const VerifyOptions& options) {
  if (options.certificate) return "--ordering and --certificate ask different things: one of them";
  if (!options.allocations.empty() || options.steady || options.dump.any()) {
    return "--ordering is for records: --allocations, --steady, --metrics and --total are not";
  }
  if (!options.scheduler.empty() && options.scheduler != "fair") {
    return "--ordering is for the definition: --scheduler can only be \"fair\" beside it";
  }
  return std::nullopt;
}

}  // namespace

int verify_ordering(const VerifyOptions& options, Console& console) {
  auto leniency = read_measure(options.measure);
  const auto* complaint = std::get_if<std::string>(&leniency);
  const auto contradiction =
      complaint != nullptr ? std::optional(*complaint) : find_contradiction(options);
  if (contradiction) {
    console.refuse_usage(*contradiction);
    return 2;
  }
  const Job job{options, std::get<formats::Leniency>(std::move(leniency))};
  Tally tally;
  const std::vector<std::string> standard_input{"-"};
  for (const std::string& name : options.files.empty() ? standard_input : options.files) {
    if (!console.failed()) verify_input(name, job, console, tally);
  }
  const auto& [consistent, inconsistent, not_read] = tally;
  const std::size_t all = consistent + inconsistent + not_read;
  if (!options.as_json) {
    console.print(fmt::format("{} case{}: {} consistent, {} not, {} not judged\n{}\n", all,
                              all == 1 ? "" : "s", consistent, inconsistent, not_read,
                              formats::ordering_caveat()));
  }
  console.flush();
  if (not_read > 0 || console.failed()) return 2;
  return inconsistent > 0 && !options.exit_zero ? 1 : 0;
}

}  // namespace fairshare::cli

#include "cli/verify_certificates.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/crew.h"
#include "cli/input.h"
#include "formats/records/answers.h"
#include "formats/records/certificates.h"
#include "formats/verdict/certificate_verdict.h"
#include "formats/verdict/verdict.h"

namespace fairshare::cli {
namespace {

struct Tally {
  std::size_t hold = 0;
  std::size_t refused = 0;
  std::size_t not_read = 0;
};

void report(const formats::RecordError& error, bool as_json, Tally& tally, Transcript& transcript) {
  ++tally.not_read;
  if (as_json) transcript.print(formats::answer(error) + "\n");
  transcript.complain(error.error);
}

void verify_line(const TextLine& line, const std::string& file, const VerifyOptions& options,
                 Tally& tally, Transcript& transcript) {
  const auto read = formats::read_certified_record(line.text, file, line.number, options.scheduler);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    return report(*error, options.as_json, tally, transcript);
  }
  const auto& certified = std::get<formats::CertifiedRecord>(read);
  const formats::Verdict verdict = formats::judge_certificates(certified, file);
  ++(verdict.judgement == formats::Judgement::fair ? tally.hold : tally.refused);
  if (options.as_json) {
    transcript.print(formats::certificate_verdict_json(certified, verdict) + "\n");
  } else {
    transcript.print_verdict(verdict);
  }
}

void verify_input(const std::string& name, const VerifyOptions& options, Console& console,
                  Tally& tally) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    Transcript transcript = console.empty_transcript();
    report({"", *error}, options.as_json, tally, transcript);
    return console.print(transcript);
  }
  const auto& input = std::get<Input>(opened);
  std::vector<Tally> tallies(options.jobs);
  std::vector<Worker> workers;
  for (Tally& own : tallies) {
    workers.push_back({[&](const TextLine& line, Transcript& transcript) {
                         verify_line(line, input.name, options, own, transcript);
                       },
                       [&](const formats::InputError& error, Transcript& transcript) {
                         report({"", error}, options.as_json, own, transcript);
                       }});
  }
  InputLines lines(input);
  work_through(lines, input, console, workers);
  for (const Tally& own : tallies) {
    tally.hold += own.hold;
    tally.refused += own.refused;
    tally.not_read += own.not_read;
  }
}

// What does not go with --certificate; nothing where all is well.
std::optional<std::string> find_contradiction(const VerifyOptions& options) {
  if (!options.measure.rounding.empty() || !options.measure.within.empty() ||
      !options.measure.relative.empty()) {
    return "--certificate is exact: --rounding, --within and --relative have no place beside it";
  }
  if (!options.allocations.empty() || options.steady) {
    return "--certificate is for records: --allocations and --steady are for YARN";
  }
  if (options.dump.any()) {
    return "--certificate is for records: --metrics and --total are for dumps";
  }
  if (!options.scheduler.empty() && options.scheduler != "fair") {
    return "--certificate is for the definition: --scheduler can only be \"fair\" beside it";
  }
  return std::nullopt;
}

}  // namespace

int verify_certificates(const VerifyOptions& options, Console& console) {
  if (const auto contradiction = find_contradiction(options)) {
    console.refuse_usage(*contradiction);
    return 2;
  }
  Tally tally;
  const std::vector<std::string> standard_input{"-"};
  for (const std::string& name : options.files.empty() ? standard_input : options.files) {
    if (!console.failed()) verify_input(name, options, console, tally);
  }
  const auto& [hold, refused, not_read] = tally;
  const std::size_t all = hold + refused + not_read;
  if (!options.as_json) {
    console.print(fmt::format("{} certificate{}: {} hold, {} refused, {} not read\n", all,
                              all == 1 ? "" : "s", hold, refused, not_read));
  }
  console.flush();
  if (not_read > 0 || console.failed()) return 2;
  return refused > 0 && !options.exit_zero ? 1 : 0;
}

}  // namespace fairshare::cli

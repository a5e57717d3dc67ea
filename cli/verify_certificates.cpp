#include "cli/verify_certificates.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/input.h"
#include "formats/answers.h"
#include "formats/certificate_verdict.h"
#include "formats/certificates.h"
#include "formats/verdict.h"

namespace fairshare::cli {
namespace {

struct Tally {
  std::size_t hold = 0;
  std::size_t refused = 0;
  std::size_t not_read = 0;
};

struct Job {
  const VerifyOptions& options;
  Console& console;
  Tally tally = {};
};

void report(const formats::RecordError& error, Job& job) {
  ++job.tally.not_read;
  if (job.options.as_json) job.console.print(formats::answer(error) + "\n");
  job.console.complain(error.error);
}

void verify_line(const TextLine& line, const std::string& file, Job& job) {
  const auto read =
      formats::read_certified_record(line.text, file, line.number, job.options.scheduler);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) return report(*error, job);
  const auto& certified = std::get<formats::CertifiedRecord>(read);
  const formats::Verdict verdict = formats::judge_certificates(certified, file);
  ++(verdict.judgement == formats::Judgement::fair ? job.tally.hold : job.tally.refused);
  if (job.options.as_json) {
    job.console.print(formats::certificate_verdict_json(certified, verdict) + "\n");
  } else {
    job.console.print_verdict(verdict);
  }
}

void verify_input(const std::string& name, Job& job) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    return report({"", *error}, job);
  }
  const auto& input = std::get<Input>(opened);
  InputLines lines(input);
  for_each_line(
      lines, input, job.console, [&](const TextLine& line) { verify_line(line, input.name, job); },
      [&](const formats::InputError& error) {
        report({"", error}, job);
      });
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
  Job job{options, console};
  const std::vector<std::string> standard_input{"-"};
  for (const std::string& name : options.files.empty() ? standard_input : options.files) {
    if (!console.failed()) verify_input(name, job);
  }
  const auto& [hold, refused, not_read] = job.tally;
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

#include "cli/lint.h"

#include <utility>
#include <variant>

#include "cli/input.h"
#include "formats/hadoop/lint.h"
#include "formats/report/json.h"

namespace fairshare::cli {
namespace {

struct Job {
  formats::LintOptions options;
  bool as_json;
  Console& console;
  formats::LintTally tally = {};
};

void report(const formats::InputError& error, Job& job) {
  if (job.as_json) job.console.print(formats::error_json({"", error}) + "\n");
  job.console.complain(error);
}

void report_unread(const formats::InputError& error, Job& job) {
  ++job.tally.files;
  ++job.tally.errors;
  report(error, job);
}

void lint_input(const std::string& name, Job& job) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<formats::InputError>(&opened)) {
    return report_unread(*error, job);
  }
  auto text = InputLines(std::get<Input>(opened)).read_rest();
  if (const auto* error = std::get_if<formats::InputError>(&text)) {
    return report_unread(*error, job);
  }
  const formats::LintReport found =
      formats::lint({name, std::get<std::string>(std::move(text))}, job.options);
  for (const formats::InputError& error : found.errors) report(error, job);
  job.console.print(job.as_json ? formats::lint_json(found) : formats::lint_text(found));
  formats::count(found, job.tally);
}

}  // namespace

int lint(const LintOptions& options, Console& console) {
  using formats::YarnRelease;
  Job job{{.release = options.release == "2.7" ? YarnRelease::v2_7 : YarnRelease::v3},
          options.format == "json",
          console};
  if (!options.cluster.empty()) {
    auto cluster = formats::read_cluster(options.cluster, job.options.release);
    if (const auto* complaint = std::get_if<formats::Complaint>(&cluster)) {
      console.refuse_usage(complaint->message);
      return 2;
    }
    job.options.cluster = std::get<formats::ClusterAmounts>(std::move(cluster));
  }
  for (const std::string& name : options.files) {
    if (!console.failed()) lint_input(name, job);
  }
  if (!job.as_json) console.print(formats::lint_summary(job.tally));
  console.flush();
  if (job.tally.errors > 0 || console.failed()) return 2;
  return job.tally.warnings > 0 ? 1 : 0;
}

}  // namespace fairshare::cli

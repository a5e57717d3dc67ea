#include "cli/plot.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "cli/crew.h"
#include "cli/input.h"
#include "fairshare/exact/solve.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/memory.h"
#include "formats/records/record_divisions.h"
#include "formats/report/picture.h"
#include "formats/text/printable.h"
#include "formats/verdict/what_if.h"

namespace fairshare::cli {
namespace {

using exact::Rational;
using formats::Case;
using formats::Division;
using formats::InputError;
using formats::RecordError;
using formats::Verdict;
using Judged = std::variant<std::vector<Verdict>, RecordError>;

struct Job {
  const PlotOptions& options;
  formats::Judging judging;
  formats::DocumentOptions documents;
  Console& console;
  std::optional<Verdict> chosen = std::nullopt;  // the first with that name
  std::size_t chosen_count = 0;
  std::size_t count = 0;                // of all divisions
  std::vector<std::string> names = {};  // of the first ones
  bool all_read = true;
};

void report(const InputError& error, Job& job) {
  job.all_read = false;
  job.console.complain(error);
}

void take(std::vector<Verdict> verdicts, Job& job) {
  constexpr std::size_t names_max = 20;
  for (Verdict& verdict : verdicts) {
    std::string name =
        formats::printable(full_title_of(verdict.division));  // as --division expects it
    ++job.count;
    if (job.options.division.empty() || job.options.division == name) {
      if (++job.chosen_count == 1) job.chosen = std::move(verdict);
    }
    if (job.names.size() < names_max) job.names.push_back(std::move(name));
  }
}

// The fair shares of a division without reported shares.
Verdict fair_alone(Division division, const formats::Source& source) {
  Verdict verdict{.division = {.id = source.id,
                               .title = source.title + division.path,
                               .file = source.file,
                               .line = source.line,
                               .resource = std::move(division.resource),
                               .rule = division.rule,
                               .names = division.names,
                               .problem = std::move(division.problem),
                               .labels = std::move(division.labels),
                               .reported = {},
                               .notes = std::move(division.notes)}};
  if (!division.label.empty()) verdict.division.title += " (" + division.label + ")";
  verdict.claimants = verdict.division.labels.size();
  Problem<Rational> problem = verdict.division.problem;
  Solution<Rational> solution = exact::solve(problem);
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    verdict.unclaimed = surplus->unclaimed;
    problem.total -= surplus->unclaimed;
    solution = exact::solve(problem);
  }
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&solution)) {
    verdict.excess = over->excess;
  } else {
    verdict.fair = std::get<Allocation<Rational>>(std::move(solution));
  }
  return verdict;
}

Judged fair_alone(std::vector<Division> divisions, const formats::Source& source) {
  std::vector<Verdict> verdicts;
  for (Division& division : divisions) {
    verdicts.push_back(fair_alone(std::move(division), source));
  }
  return verdicts;
}

// Below the top each node divides its own fair share.
Judged fair_of_record(formats::Record record, const std::string& file) {
  const formats::Source source{record.id, record.title, file, record.line};
  std::vector<Division> divisions = divisions_of(std::move(record));
  const auto outlooks = formats::what_if(divisions, {});
  if (const auto* complaint = std::get_if<std::string>(&outlooks)) {
    return RecordError{source.id,
                       {.code = "FS022", .message = *complaint, .file = file, .line = source.line}};
  }
  const auto& all = std::get<std::vector<formats::Outlook>>(outlooks);
  for (std::size_t k = 0; k < divisions.size(); ++k) {
    divisions[k].problem.total = all[k].before.total;
  }
  return fair_alone(std::move(divisions), source);
}

// A level shows the fair shares. A tree, whose totals depend on shares, shows what its release
// computes.
Judged without_shares(const formats::SchedulerRecord& record, const std::string& file, Job& job) {
  const formats::TreeOptions options{.steady = job.judging.steady, .pools = job.judging.pools};
  const auto error_of = [&](InputError error) { return RecordError{record.id, std::move(error)}; };
  auto made = divisions_of(record, file, options);
  const formats::Source source{record.id, formats::title_of(record.value, file, record.line), file,
                               record.line};
  if (auto* divisions = std::get_if<std::vector<Division>>(&made)) {
    return fair_alone(std::move(*divisions), source);
  }
  auto whole = formats::with_computed_shares(record, file, options);
  if (auto* error = std::get_if<InputError>(&whole)) return error_of(std::move(*error));
  auto cases =
      cases_of(std::get<formats::SchedulerRecord>(whole), file, job.judging.tolerance, options);
  if (auto* error = std::get_if<InputError>(&cases)) return error_of(std::move(*error));
  job.console.warn(fmt::format("{} has no shares: the picture shows those that {} computes",
                               formats::printable(source.title), record.scheduler.name));
  std::vector<Verdict> verdicts;
  for (Case& one : std::get<std::vector<Case>>(cases)) verdicts.push_back(judge(std::move(one)));
  return verdicts;
}

Judged verdicts_of(const TextLine& line, const std::string& file, Job& job) {
  Judged judged = formats::judge_line(line.text, file, line.number, job.judging);
  const auto* error = std::get_if<RecordError>(&judged);
  if (error == nullptr || error->error.code != "FS104") return judged;
  auto read = formats::read_any_record(line.text, file, line.number, job.judging.scheduler);
  if (auto* record = std::get_if<formats::Record>(&read)) {
    return fair_of_record(std::move(*record), file);
  }
  const auto* own = std::get_if<formats::SchedulerRecord>(&read);
  return own != nullptr ? without_shares(*own, file, job) : judged;
}

void take(Judged judged, Job& job) {
  if (const auto* error = std::get_if<RecordError>(&judged)) return report(error->error, job);
  take(std::get<std::vector<Verdict>>(std::move(judged)), job);
}

void take_document(InputLines& lines, const std::string& file, const formats::DocumentKind& kind,
                   Job& job) {
  const WholeDocument document = read_document(lines, file, kind, job.documents);
  for (const std::string& warning : document.reading.warnings) job.console.warn(warning);
  for (const formats::DocumentPart& part : document.reading.parts) {
    auto exhaustion = formats::find_exhaustion(
        file, part.line, document.bytes, [&] { take(judge_part(part, file, job.judging), job); });
    if (exhaustion) report(*exhaustion, job);
  }
  for (const InputError& error : document.reading.errors) report(error, job);
}

void take_input(const std::string& name, Job& job) {
  const auto opened = open_input(name);
  if (const auto* error = std::get_if<InputError>(&opened)) return report(*error, job);
  const auto& input = std::get<Input>(opened);
  InputLines lines(input);
  if (const auto* kind = formats::find_document_kind(lines.look_ahead(), job.documents)) {
    return take_document(lines, name, *kind, job);
  }
  const Worker worker{
      [&](const TextLine& line, Transcript&) { take(verdicts_of(line, name, job), job); },
      [&](const RecordError& error, Transcript&) { report(error.error, job); }};
  work_through(lines, input, job.console, {&worker, 1});
}

// Why there is no picture.
std::string refusal_of(const Job& job) {
  const std::string& division = job.options.division;
  std::string text =
      division.empty()
          ? fmt::format("there are {} divisions; choose one with --division", job.count)
      : job.chosen_count > 1
          ? fmt::format("--division {}: {} divisions have this name", division, job.chosen_count)
          : fmt::format("--division {}: no division has this name; the names", division);
  for (std::size_t k = 0; k < job.names.size(); ++k) {
    text += fmt::format("{}\"{}\"", k == 0 ? ": " : ", ", job.names[k]);
  }
  const std::size_t more = job.count - job.names.size();
  return more > 0 ? text + fmt::format(" and {} more", more) : text;
}

int draw(Job& job) {
  if (job.count == 0) {
    if (job.all_read) {
      job.console.complain(
          {.code = "FS107", .message = "nothing to draw: no input has a division"});
    }
    return 2;
  }
  if (job.chosen_count != 1) {
    job.console.refuse_usage(refusal_of(job));
    return 2;
  }
  job.console.print(formats::picture_of(*job.chosen));
  job.console.flush();
  return job.all_read && !job.console.failed() ? 0 : 2;
}

}  // namespace

int plot(const PlotOptions& options, Console& console) {
  auto tolerance = read_measure(options.measure);
  if (const auto* complaint = std::get_if<std::string>(&tolerance)) {
    console.refuse_usage(*complaint);
    return 2;
  }
  if (const auto unknown = find_unknown_scheduler(options.scheduler)) {
    console.refuse_usage(*unknown);
    return 2;
  }
  auto documents = read_arguments(options.documents, options.scheduler, options.steady);
  if (const auto* usage = std::get_if<std::string>(&documents)) {
    console.refuse_usage(*usage);
    return 2;
  }
  if (const auto* error = std::get_if<InputError>(&documents)) {
    console.complain(*error);
    return 2;
  }
  Job job{.options = options,
          .judging = {.scheduler = options.scheduler,
                      .tolerance = std::get<formats::Tolerance>(std::move(tolerance)),
                      .steady = options.steady,
                      .names_files = options.files.size() > 1},
          .documents = std::get<formats::DocumentOptions>(std::move(documents)),
          .console = console};
  if (job.documents.pools) job.judging.pools = &*job.documents.pools;
  for (const std::string& warning : job.documents.warnings) console.warn(warning);
  for (const std::string& name : options.files) {
    take_input(name, job);
  }
  return draw(job);
}

}  // namespace fairshare::cli

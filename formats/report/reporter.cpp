#include "formats/report/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "formats/report/details.h"
#include "formats/report/github.h"
#include "formats/report/html.h"
#include "formats/report/json.h"
#include "formats/report/junit.h"
#include "formats/report/markdown.h"
#include "formats/report/prometheus.h"
#include "formats/report/text.h"
#include "formats/text/number_text.h"

namespace fairshare::formats {
namespace {

std::string human_verdicts(std::span<const Verdict> verdicts) {
  std::string text;
  for (const Verdict& verdict : verdicts) text += verdict_text(verdict);
  return text;
}

std::string detailed_verdicts(std::span<const Verdict> verdicts) {
  std::string text;
  for (const Verdict& verdict : verdicts) text += detailed_text(verdict);
  return text;
}

std::string human_end(Question question, const Tally& tally, const Worst&) {
  const auto& [good, bad, not_judged, overcommitted] = tally;
  const std::size_t all = good + bad + overcommitted + not_judged;
  switch (question) {
    case Question::shares:
      return fmt::format(
          "{}: {} fair, {} unfair, {}{} not judged\n", counted(all, "case"), good, bad,
          overcommitted > 0 ? fmt::format("{} overcommitted, ", overcommitted) : "", not_judged);
    case Question::ordering:
      return fmt::format(
          "{}: {} consistent, {} not, {} not judged\n"
          "Only the ordering was checked: whether some ratio R gives these shares. Not whether "
          "they add up to the total, nor whether R is the right one.\n",
          counted(all, "case"), good, bad, not_judged);
    case Question::certificate:
      return fmt::format("{}: {} hold, {} refused, {} not read\n", counted(all, "certificate"),
                         good, bad, not_judged);
  }
  return "";
}

std::string json_line(std::span<const Verdict> verdicts) {
  return verdicts_json(verdicts) + "\n";
}

std::string json_error(const RecordError& error) {
  return error_json(error) + "\n";
}

std::string json_warning(std::string_view file, std::string_view sentence) {
  return warning_json(file, sentence) + "\n";
}

std::string junit_beginning() {
  return junit_begin("fairshare verify", "");
}

std::string junit_ending(Question, const Tally&, const Worst&) {
  return junit_end();
}

std::string github_ending(Question question, const Tally& tally, const Worst& worst) {
  const std::string sentences = human_end(question, tally, worst);
  return github_counts(sentences.substr(0, sentences.find('\n')));
}

std::string prometheus_ending(Question, const Tally& tally, const Worst& worst) {
  return prometheus_report(tally, worst);
}

constexpr std::array<Reporter, 8> reporters = {{
    {.name = "human", .needs_divisions = false, .verdicts = human_verdicts, .end = human_end},
    {.name = "details", .needs_divisions = true, .verdicts = detailed_verdicts, .end = human_end},
    {.name = "json",
     .needs_divisions = true,
     .verdicts = json_line,
     .error = json_error,
     .warning = json_warning},
    {.name = "junit",
     .needs_divisions = false,
     .counts_fair = true,
     .begin = junit_beginning,
     .verdicts = junit_verdicts,
     .error = junit_error,
     .end = junit_ending},
    {.name = "github",
     .needs_divisions = false,
     .verdicts = github_verdicts,
     .error = github_error,
     .warning = github_warning,
     .end = github_ending},
    {.name = "markdown",
     .needs_divisions = false,
     .counts_fair = true,
     .begins_with_worst = true,
     .verdicts = markdown_verdicts,
     .error = markdown_error,
     .warning = markdown_warning,
     .end = markdown_report},
    {.name = "prometheus",
     .needs_divisions = true,
     .counts_fair = true,
     .begins_with_worst = true,
     .is_of_shares = true,
     .verdicts = prometheus_verdicts,
     .end = prometheus_ending},
    {.name = "html", .needs_divisions = true, .is_of_shares = true, .page = html_page},
}};

}  // namespace

void count(std::span<const Verdict> verdicts, Tally& tally) {
  const auto count_one = [&](Judgement judgement) {
    ++(judgement == Judgement::fair     ? tally.good
       : judgement == Judgement::unfair ? tally.bad
                                        : tally.overcommitted);
  };
  if (verdicts.front().question != Question::shares) return count_one(worst_of(verdicts));
  for (const Verdict& verdict : verdicts) count_one(verdict.judgement);
}

void add(const Tally& some, Tally& all) {
  all.good += some.good;
  all.bad += some.bad;
  all.overcommitted += some.overcommitted;
  all.not_judged += some.not_judged;
}

void keep(const Reporter& reporter, std::span<const Verdict> verdicts, const Position& position,
          Worst& worst) {
  std::vector<std::pair<Rank, Kept>> offered;
  for (const Verdict& verdict : verdicts) {
    auto& [rank, one] = offered.emplace_back(rank_of(verdict, position), Kept{});
    if (!has_room(rank, worst)) continue;
    one.text = reporter.verdicts(std::span(&verdict, 1));
    if (verdict.distance) one.distance = exact::to_double(*verdict.distance);
    if (verdict.excess) one.excess = exact::to_double(*verdict.excess);
  }
  for (auto& [rank, one] : offered) keep(rank, std::move(one), worst);
}

void keep(const Reporter& reporter, const RecordError& error, const Position& position,
          Worst& worst) {
  keep({.severity = Severity::not_judged, .position = position}, {.text = reporter.error(error)},
       worst);
}

void keep(const Reporter& reporter, std::string_view file, std::string_view warning,
          const Position& position, Worst& worst) {
  keep({.severity = Severity::warning, .position = position},
       {.text = reporter.warning(file, warning)}, worst);
}

const Reporter* find_reporter(std::string_view name) {
  const auto found = std::ranges::find(reporters, name, &Reporter::name);
  return found == reporters.end() ? nullptr : &*found;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const Reporter& reporter : reporters) {
    if (reporter.name != "details") names.emplace_back(reporter.name);
  }
  return names;
}

}  // namespace fairshare::formats

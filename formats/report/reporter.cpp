#include "formats/report/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/report/details.h"
#include "formats/report/json.h"
#include "formats/report/junit.h"
#include "formats/report/text.h"

namespace fairshare::formats {
namespace {

std::string nothing() {
  return "";
}

std::string no_error(const RecordError&) {
  return "";
}

std::string no_warning(std::string_view, std::string_view) {
  return "";
}

std::string no_end(Question, const Tally&) {
  return "";
}

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

std::string human_end(Question question, const Tally& tally) {
  const auto& [good, bad, not_judged, overcommitted] = tally;
  const std::size_t all = good + bad + overcommitted + not_judged;
  const std::string_view plural = all == 1 ? "" : "s";
  switch (question) {
    case Question::shares:
      return fmt::format("{} case{}: {} fair, {} unfair, {}{} not judged\n", all, plural, good, bad,
                         overcommitted > 0 ? fmt::format("{} overcommitted, ", overcommitted) : "",
                         not_judged);
    case Question::ordering:
      return fmt::format(
          "{} case{}: {} consistent, {} not, {} not judged\n"
          "Only the ordering was checked: whether some ratio R gives these shares. Not whether "
          "they add up to what there is, nor whether R is the right one.\n",
          all, plural, good, bad, not_judged);
    case Question::certificate:
      return fmt::format("{} certificate{}: {} hold, {} refused, {} not read\n", all, plural, good,
                         bad, not_judged);
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

std::string junit_ending(Question, const Tally&) {
  return junit_end();
}

constexpr std::array<Reporter, 4> reporters = {{
    {.name = "human",
     .needs_divisions = false,
     .begin = nothing,
     .verdicts = human_verdicts,
     .error = no_error,
     .warning = no_warning,
     .end = human_end},
    {.name = "details",
     .needs_divisions = true,
     .begin = nothing,
     .verdicts = detailed_verdicts,
     .error = no_error,
     .warning = no_warning,
     .end = human_end},
    {.name = "json",
     .needs_divisions = true,
     .begin = nothing,
     .verdicts = json_line,
     .error = json_error,
     .warning = json_warning,
     .end = no_end},
    {.name = "junit",
     .needs_divisions = false,
     .begin = junit_beginning,
     .verdicts = junit_verdicts,
     .error = junit_error,
     .warning = no_warning,
     .end = junit_ending},
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

const Reporter* find_reporter(std::string_view name) {
  const auto found = std::ranges::find(reporters, name, &Reporter::name);
  return found == reporters.end() ? nullptr : &*found;
}

}  // namespace fairshare::formats

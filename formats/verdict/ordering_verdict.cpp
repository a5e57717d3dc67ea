#include "formats/verdict/ordering_verdict.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "exact/solve.h"
#include "properties/explain.h"
#include "properties/ordering.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::brief_with_decimal;
using properties::RatioRange;
using properties::Violation;

// What the shares add up to; of a tree those at the top.
Rational sum_of_shares(const Record& record) {
  Rational sum = 0;
  if (!record.shares) return sum;
  for (std::size_t i = 0; i < record.shares->size(); ++i) {
    if (!record.tree.nodes[i].parent) sum += (*record.shares)[i].value;
  }
  return sum;
}

std::vector<properties::Interval> intervals_of(const Case& reported) {
  std::vector<properties::Interval> intervals;
  for (const Reported& share : reported.reported) intervals.push_back(share.interval);
  return intervals;
}

std::vector<properties::Label> labels_of(const Case& reported) {
  std::vector<properties::Label> labels;
  for (std::size_t i = 0; i < reported.parties.size(); ++i) {
    labels.push_back({printable(reported.parties[i].name), printable(reported.reported[i].text),
                      printable(reported.parties[i].note)});
  }
  return labels;
}

// "R = 10", "R from 10 to less than 12", "R from 7 on".
std::string range_text(const RatioRange& range) {
  const std::string low = (range.low_open ? "more than " : "") + brief_with_decimal(range.low);
  if (!range.high) return fmt::format("R from {} on", low);
  if (*range.high == range.low) return fmt::format("R = {}", low);
  return fmt::format("R from {} to {}{}", low, range.high_open ? "less than " : "",
                     brief_with_decimal(*range.high));
}

std::string_view reason(const Violation& violation) {
  if (std::holds_alternative<properties::BelowMin>(violation)) return "a share below its minimum";
  if (std::holds_alternative<properties::AboveMax>(violation)) return "a share above its maximum";
  return "no ratio R gives these shares";
}

Finding finding_of(const Case& reported, const Violation& violation, std::string message) {
  const auto name = [&](std::size_t i) { return reported.parties[i].name; };
  if (const auto* below = std::get_if<properties::BelowMin>(&violation)) {
    return {"FS102", name(below->claimant), {}, std::move(message)};
  }
  if (const auto* above = std::get_if<properties::AboveMax>(&violation)) {
    return {"FS103", name(above->claimant), {}, std::move(message)};
  }
  const auto& pair = std::get<properties::Unequal>(violation);
  return {"FS204", name(pair.poorer), name(pair.richer), std::move(message)};
}

Verdict inconsistent(const Case& reported, const Violation& violation) {
  const auto intervals = intervals_of(reported);
  const auto labels = labels_of(reported);
  const Solution<Rational> solution = exact::solve(reported.problem);
  const auto* fair = std::get_if<Allocation<Rational>>(&solution);
  Finding finding = finding_of(
      reported, violation,
      properties::argue(reported.problem, intervals, violation, labels, properties::Digits::all));
  const std::string text =
      fmt::format("error[{}] {}: {}\n{}  = help: fairshare explain {}\n", finding.code,
                  printable(reported.title), reason(violation),
                  properties::explain(reported.problem, intervals, violation, labels,
                                      fair != nullptr ? fair->shares : std::vector<Rational>{}),
                  finding.code);
  return {.judgement = Judgement::unfair,
          .findings = {std::move(finding)},
          .distance = std::nullopt,
          .ratio = std::nullopt,
          .text = text};
}

}  // namespace

std::variant<Record, RecordError> read_ordered_record(std::string_view line,
                                                      const std::string& file,
                                                      std::size_t line_number) {
  json::Reading reading = json::read(line);
  auto* members = std::get_if<json::Object>(&reading.value.is);
  const bool is_without_total =
      !reading.error && members != nullptr && json::find(reading.value, "total") == nullptr;
  if (is_without_total) members->push_back({"total", {json::Number{"0"}}});
  auto read = read_record(reading, line, file, line_number);
  if (auto* record = std::get_if<Record>(&read); record != nullptr && is_without_total) {
    record->total = sum_of_shares(*record);
    record->tree.total = record->total;
  }
  return read;
}

Verdict judge_ordering(const Case& reported) {
  const auto found = properties::find_ratio_range(reported.problem, intervals_of(reported));
  if (const auto* violation = std::get_if<Violation>(&found)) {
    return inconsistent(reported, *violation);
  }
  const auto& range = std::get<RatioRange>(found);
  const std::size_t count = reported.parties.size();
  return {.judgement = Judgement::fair,
          .findings = {},
          .distance = std::nullopt,
          .ratio = std::nullopt,
          .text = fmt::format("consistent {}: {}, {} claimant{}\n", printable(reported.title),
                              range_text(range), count, count == 1 ? "" : "s")};
}

std::string ordering_json(std::span<const Case> dividers, std::span<const Verdict> verdicts) {
  std::string findings;
  for (const Verdict& verdict : verdicts) {
    for (const Finding& finding : verdict.findings) {
      const std::string with =
          finding.with.empty() ? "" : fmt::format(",\"with\":{}", json::quoted(finding.with));
      findings += fmt::format("{}{{\"code\":\"{}\",\"claimant\":{}{},\"message\":{}}}",
                              findings.empty() ? "" : ",", finding.code,
                              json::quoted(finding.claimant), with, json::quoted(finding.message));
    }
  }
  const Case& top = dividers.front();
  std::string text = top.id.empty() ? "{" : fmt::format("{{\"id\":{},", top.id);
  text += fmt::format("\"ordering\":\"{}\"", findings.empty() ? "consistent" : "inconsistent");
  const auto found = properties::find_ratio_range(top.problem, intervals_of(top));
  if (const auto* range = std::get_if<RatioRange>(&found)) {
    text += fmt::format(",\"ratio_low\":\"{}\"", exact::to_text(range->low));
    if (range->low_open) text += ",\"ratio_low_open\":true";
    if (range->high) text += fmt::format(",\"ratio_high\":\"{}\"", exact::to_text(*range->high));
    if (range->high_open) text += ",\"ratio_high_open\":true";
  }
  return text + fmt::format(",\"findings\":[{}]}}", findings);
}

std::string_view ordering_caveat() {
  return "Only the ordering was checked: whether some ratio R gives these shares. Not whether they "
         "add up to what there is, nor whether R is the right one.";
}

}  // namespace fairshare::formats

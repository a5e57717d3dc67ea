#include "formats/report/json.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>

#include "fairshare/properties/ordering.h"
#include "formats/report/text.h"
#include "formats/text/json_writer.h"
#include "formats/text/number_text.h"
#include "formats/verdict/share_reason.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;
using properties::RatioRange;
using properties::Violation;

std::string_view word_for(Question question, Judgement judgement) {
  if (judgement == Judgement::overcommitted) return "overcommitted";
  const bool is_good = judgement == Judgement::fair;
  switch (question) {
    case Question::shares:
      return is_good ? "fair" : "unfair";
    case Question::ordering:
      return is_good ? "consistent" : "inconsistent";
    case Question::certificate:
      return is_good ? "holds" : "refused";
  }
  return "";
}

// Numbers: exact as "p/q", and next to it the nearest double.

void write_exact(std::string_view key, const Rational& number, json::Writer& json) {
  json.key(key).string(exact::to_text(number));
}

void write_both(std::string_view key, const Rational& number, json::Writer& json) {
  json.key(key).begin_object();
  write_exact("exact", number, json);
  json.key("decimal").number(number_text(exact::to_double(number)));
  json.end_object();
}

void write_range(const RatioRange& range, json::Writer& json) {
  write_exact("ratio_low", range.low, json);
  if (range.low_open) json.key("ratio_low_open").boolean(true);
  if (range.high) write_exact("ratio_high", *range.high, json);
  if (range.high_open) json.key("ratio_high_open").boolean(true);
}

// Which division it is.
void write_place(const Case& division, json::Writer& json) {
  if (!division.path.empty()) json.key("path").string(division.path);
  if (!division.label.empty()) json.key("label").string(division.label);
  if (!division.resource.empty()) json.key("resource").string(division.resource);
}

// Findings.

// Writes the numbers of a finding, each under its own key.
struct WritingNumbers {
  const Case& division;
  json::Writer& json;

  void operator()(const Violation& violation) const {
    if (const auto* below = std::get_if<properties::BelowMin>(&violation)) {
      bound(below->claimant, "min_share", division.problem.claimants[below->claimant].min_share);
    } else if (const auto* above = std::get_if<properties::AboveMax>(&violation)) {
      const auto& claimant = division.problem.claimants[above->claimant];
      bound(above->claimant, "max_share",
            claimant.weight == 0 ? claimant.min_share : *claimant.max_share);
    } else if (const auto* pair = std::get_if<properties::Unequal>(&violation)) {
      const bool is_hamilton = division.units == Units::hamilton;
      write_both(is_hamilton ? "poorer_over" : "ratio_at_most", pair->poorer_allows, json);
      write_both(is_hamilton ? "richer_over" : "ratio_at_least", pair->richer_needs, json);
    } else {
      const auto& totals = std::get<properties::WrongTotal>(violation).totals;
      const Rational paid = paid_to_all(division.labels);
      write_both("total", division.problem.total + paid, json);
      write_both("totals_low", totals.low + paid, json);
      write_both("totals_high", totals.high + paid, json);
    }
  }
  void operator()(const Overcommitted<Rational>& over) const {
    write_both("excess", over.excess, json);
  }
  void operator()(const CouldHaveMore& could) const {
    bound(could.claimant, "could_have", could.end);
    write_both("unclaimed", could.unclaimed, json);
  }
  void operator()(const WrongSum& wrong) const {
    write_both("sum", wrong.sum, json);
    write_both("total", wrong.total, json);
  }
  template <class Opinion>
  void operator()(const Opinion&) const {}

  void bound(std::size_t i, std::string_view key, const Rational& value) const {
    const Rational& paid = division.labels[i].paid;
    write_both("reported", division.reported[i].value + paid, json);
    write_both(key, value + paid, json);
  }
};

// `is_among_others`: the line has several divisions, so that a finding says which one it is about.
void write_finding(const Verdict& verdict, const Finding& finding, bool is_among_others,
                   json::Writer& json) {
  const auto* violation = std::get_if<Violation>(&finding.reason);
  const bool is_pair = violation && std::holds_alternative<properties::Unequal>(*violation);
  const bool has_claimant =
      std::holds_alternative<CouldHaveMore>(finding.reason) ||
      (violation && !std::holds_alternative<properties::WrongTotal>(*violation));
  json.begin_object().key("code").string(finding.code);
  if (is_among_others) write_place(verdict.division, json);
  // A name may be empty.
  if (has_claimant || !finding.claimant.empty()) json.key("claimant").string(finding.claimant);
  if (is_pair) json.key("with").string(finding.with);
  json.key("message").string(message_of(verdict, finding));
  json.key("numbers").begin_object();
  std::visit(WritingNumbers{verdict.division, json}, finding.reason);
  json.end_object().end_object();
}

// Divisions.

std::string_view standing_of(const Claimant<Rational>& claimant, const Rational& ratio) {
  const Rational level = claimant.weight * ratio;
  if (level <= claimant.min_share) return "at_min";
  return claimant.max_share && level >= *claimant.max_share ? "at_max" : "proportional";
}

// The ratios that give the claimant a share in its reported interval; none if no ratio does.
void write_allowed_ratios(const Claimant<Rational>& claimant, const Interval& reported,
                          json::Writer& json) {
  const auto range = properties::find_ratio_range(claimant, reported);
  if (range) write_range(*range, json);
}

// A bound or a share, including what its claimant is paid first.
void write_with_paid(std::string_view key, const Rational& number, const ClaimantLabel& label,
                     json::Writer& json) {
  if (label.paid == 0) return write_exact(key, number, json);
  write_exact(key, number + label.paid, json);
}

void write_reason(const ShareReason& reason, json::Writer& json) {
  json.key("why").string(reason.why);
  if (!reason.change.empty()) json.key("change").string(reason.change);
}

void write_claimant(const Verdict& verdict, std::size_t i, const ShareReason* reason,
                    json::Writer& json) {
  const Case& division = verdict.division;
  const auto& claimant = division.problem.claimants[i];
  const ClaimantLabel& label = division.labels[i];
  const Reported& share = division.reported[i];
  json.begin_object().key("name").string(label.name);
  write_exact("weight", claimant.weight, json);
  write_with_paid("min_share", claimant.min_share, label, json);
  if (claimant.max_share) write_with_paid("max_share", *claimant.max_share, label, json);
  if (label.demand) write_exact("demand", *label.demand, json);
  if (label.paid != 0) write_exact("paid_first", label.paid, json);
  json.key("reported").string(share.text);
  const Interval& interval = share.interval;
  write_with_paid("reported_low", interval.low, label, json);
  write_with_paid("reported_high", interval.high, label, json);
  if (interval.low_open) json.key("reported_low_open").boolean(true);
  if (interval.high_open) json.key("reported_high_open").boolean(true);
  if (verdict.fair && i < verdict.fair->shares.size()) {
    Rational fair = verdict.fair->shares[i];
    if (label.paid != 0) fair += label.paid;
    write_exact("fair", fair, json);
    json.key("fair_decimal").number(number_text(exact::to_double(fair)));
    json.key("standing").string(standing_of(claimant, verdict.fair->ratio));
  }
  if (reason != nullptr) write_reason(*reason, json);
  write_allowed_ratios(claimant, interval, json);
  if (!label.note.empty()) json.key("note").string(label.note);
  json.end_object();
}

// What the release computes; each share is a number, or a string such as "NaN".
void write_computed(const ModelComparison& comparison, json::Writer& json) {
  json.key("computed").begin_object();
  if (comparison.shares) {
    json.key("shares").begin_array();
    for (const std::string& share : *comparison.shares) json.number(share);
    json.end_array();
    if (comparison.answers > 1) {
      json.key("answers").number(static_cast<std::int64_t>(comparison.answers));
    }
    if (!comparison.are_all) json.key("complete").boolean(false);
  }
  if (!comparison.shares && comparison.fault.empty()) {
    json.key("fault").string("hang");
  } else if (!comparison.fault.empty()) {
    json.key("fault").string(comparison.fault);
  }
  json.end_object();
}

void write_division(const Verdict& verdict, json::Writer& json) {
  const Case& division = verdict.division;
  json.begin_object();
  write_place(division, json);
  json.key("verdict").string(word_for(verdict.question, verdict.judgement));
  json.key("rule").string(name_of(division.rule));
  if (division.units) json.key("units").string(name_of(*division.units));
  write_exact("total", division.problem.total + paid_to_all(division.labels), json);
  if (verdict.fair) write_exact("ratio", verdict.fair->ratio, json);
  if (verdict.distance) write_exact("distance", *verdict.distance, json);
  if (verdict.unclaimed) write_exact("unclaimed", *verdict.unclaimed, json);
  if (verdict.excess) write_exact("excess", *verdict.excess, json);
  if (verdict.is_to_within_resolution) json.key("to_within_resolution").boolean(true);
  if (division.comparison) write_computed(*division.comparison, json);
  if (!division.notes.empty()) {
    json.key("notes").begin_array();
    for (const std::string& note : division.notes) json.string(note);
    json.end_array();
  }
  const std::vector<ShareReason> reasons = reasons_of(verdict);
  json.key("claimants").begin_array();
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    write_claimant(verdict, i, i < reasons.size() ? &reasons[i] : nullptr, json);
  }
  json.end_array().end_object();
}

// What holds for all divisions together.

std::optional<Rational> largest_distance(std::span<const Verdict> verdicts) {
  std::optional<Rational> largest;
  for (const Verdict& verdict : verdicts) {
    if (verdict.distance && (!largest || *verdict.distance > *largest)) largest = verdict.distance;
  }
  return largest;
}

// The scheduler's model: its largest resolution, and whether every share is what it computes. That
// is unknown if not all of its answers were found and the shares match none of them.
void write_model(std::span<const Verdict> verdicts, json::Writer& json) {
  if (!verdicts.front().division.comparison) return;
  std::optional<Rational> resolution;
  bool is_computed = true;
  bool is_known = true;
  for (const Verdict& verdict : verdicts) {
    const auto& comparison = verdict.division.comparison;
    if (!comparison) continue;
    is_computed = is_computed && comparison->matches;
    is_known = is_known && (comparison->matches || comparison->are_all);
    if (comparison->resolution) {
      resolution = std::max(resolution.value_or(0), *comparison->resolution);
    }
  }
  json.key("scheduler").string(verdicts.front().division.comparison->scheduler);
  if (resolution) write_exact("resolution", *resolution, json);
  if (is_known) json.key("as_computed").boolean(is_computed);
}

}  // namespace

std::string verdicts_json(std::span<const Verdict> verdicts) {
  assert(!verdicts.empty());
  const Verdict& top = verdicts.front();
  const Case& division = top.division;
  std::string text;
  json::Writer json(text);
  json.begin_object();
  if (!division.id.empty()) json.key("id").number(division.id);
  if (!division.file.empty()) json.key("file").string(division.file);
  if (division.line > 0) json.key("line").number(static_cast<std::int64_t>(division.line));
  if (division.is_of_document) {
    json.key("queue").string(division.title);
    if (!division.resource.empty()) json.key("resource").string(division.resource);
  }
  json.key("verdict").string(word_for(top.question, worst_of(verdicts)));
  json.key("findings").begin_array();
  for (const Verdict& verdict : verdicts) {
    for (const Finding& finding : verdict.findings) {
      write_finding(verdict, finding, verdicts.size() > 1, json);
    }
  }
  json.end_array();
  if (const auto distance = largest_distance(verdicts)) write_exact("distance", *distance, json);
  if (top.fair && top.question != Question::ordering) write_exact("ratio", top.fair->ratio, json);
  if (const auto* ratios = std::get_if<properties::RatioRange>(&top.answer)) {
    write_range(*ratios, json);
  }
  if (const auto* proved = std::get_if<Proved>(&top.answer)) {
    json.key("outcome").string(proved->outcome);
  }
  write_model(verdicts, json);
  if (top.question != Question::certificate) {
    json.key("divisions").begin_array();
    for (const Verdict& verdict : verdicts) write_division(verdict, json);
    json.end_array();
  }
  json.end_object();
  return text;
}

std::string error_json(const RecordError& error) {
  const InputError& what = error.error;
  std::string text;
  json::Writer json(text);
  json.begin_object();
  if (!error.id.empty()) json.key("id").number(error.id);
  json.key("error").begin_object().key("code").string(what.code);
  if (!what.file.empty()) json.key("file").string(what.file);
  if (what.line > 0) json.key("line").number(static_cast<std::int64_t>(what.line));
  if (!what.claimant.empty()) json.key("claimant").string(what.claimant);
  if (!what.field.empty()) json.key("field").string(what.field);
  json.key("message").string(what.message).end_object().end_object();
  return text;
}

std::string warning_json(std::string_view file, std::string_view sentence) {
  std::string text;
  json::Writer json(text);
  json.begin_object().key("warning").begin_object();
  json.key("file").string(file).key("message").string(sentence).end_object().end_object();
  return text;
}

}  // namespace fairshare::formats

#include "formats/verdict/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>
#include <variant>

#include "exact/solve.h"
#include "formats/text/json.h"
#include "properties/distance.h"
#include "properties/explain.h"
#include "properties/fairness.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::brief;
using properties::brief_with_decimal;

constexpr std::string_view fair_headline = "fair      ";  // as wide as "error[FS"

std::string code_of(const properties::Violation& violation) {
  if (std::holds_alternative<properties::BelowMin>(violation)) return "FS102";
  if (std::holds_alternative<properties::AboveMax>(violation)) return "FS103";
  if (std::holds_alternative<properties::Unequal>(violation)) return "FS204";
  return "FS101";
}

Rational paid_to_all(const Case& reported) {
  Rational sum = 0;
  for (const Party& party : reported.parties) sum += party.paid;
  return sum;
}

// "(memory, total 100)": of what, and how much.
std::string what(const Case& reported) {
  const std::string total = brief(reported.problem.total + paid_to_all(reported));
  return reported.resource.empty()
             ? fmt::format("(total {})", total)
             : fmt::format("({}, total {})", printable(reported.resource), total);
}

// A resolution for people: "1", "~1.09", "~1.19e-07".
std::string short_text(const Rational& resolution) {
  const double nearest = exact::to_double(resolution);
  const std::string text = fmt::format("{:.3g}", nearest);
  const auto read = exact::parse_number(text);
  const auto* number = std::get_if<exact::TextNumber>(&read);
  return number != nullptr && number->value == resolution ? text : "~" + text;
}

// What the scheduler's model says: "as yarn-2.7 computes it, 3 units from fair; its resolution is
// 1". `distance`: from fair, where the shares are unfair.
std::string model_note(const Emulated& emulated, const std::optional<Rational>& distance) {
  const std::string resolution =
      emulated.resolution ? fmt::format("; its resolution is {}", short_text(*emulated.resolution))
                          : "";
  if (!emulated.shares && emulated.fault.empty()) {
    return emulated.scheduler + " never returns from this input";
  }
  if (!emulated.shares) return fmt::format("{} fails: {}", emulated.scheduler, emulated.fault);
  const std::string fault = emulated.fault == "overflow" ? ", whose integers overflow here"
                            : emulated.fault == "nan"    ? ", which gets numbers that are none"
                                                         : "";
  if (emulated.matches) {
    const bool is_one = distance && *distance == 1;
    const std::string off =
        distance ? fmt::format(", {} unit{} from fair", brief(*distance), is_one ? "" : "s") : "";
    return fmt::format("as {} computes it{}{}{}", emulated.scheduler, fault, off, resolution);
  }
  constexpr std::size_t most = 6;
  const std::size_t count = emulated.shares->size();
  const std::vector<std::string> first(
      emulated.shares->begin(),
      emulated.shares->begin() + static_cast<std::ptrdiff_t>(std::min(count, most)));
  const std::string more = count > most ? fmt::format(", and {} more", count - most) : "";
  if (!emulated.are_all) {
    return fmt::format(
        "{} may compute it, or not: of its answers, which depend on an order, {} "
        "were found, one of them {}{}{}",
        emulated.scheduler, emulated.answers, fmt::join(first, ", "), more, resolution);
  }
  const std::string others = emulated.answers > 2
                                 ? fmt::format(", or one of {} other answers", emulated.answers - 1)
                             : emulated.answers == 2 ? ", or another answer"
                                                     : "";
  return fmt::format("not {}what {} computes{}: that is {}{}{}{}", distance ? "even " : "",
                     emulated.scheduler, fault, fmt::join(first, ", "), more, others, resolution);
}

std::string notes_of(const Case& reported) {
  std::string text;
  for (const std::string& note : reported.notes) {
    text += fmt::format("  = note: {}\n", printable(note));
  }
  return text;
}

// A line about the model: always below what is not fair, else where the model disagrees.
std::string model_line(const Case& reported, bool is_fair,
                       const std::optional<Rational>& distance = std::nullopt) {
  if (!reported.emulated || (is_fair && reported.emulated->matches)) return "";
  return fmt::format("  = note: {}\n", model_note(*reported.emulated, distance));
}

std::string help(const std::string& code) {
  return fmt::format("  = help: fairshare explain {}\n", code);
}

std::vector<properties::Label> labels_of(const Case& reported, bool for_people) {
  std::vector<properties::Label> labels;
  for (std::size_t i = 0; i < reported.parties.size(); ++i) {
    const auto& [name, note, paid] = reported.parties[i];
    if (!for_people) {
      labels.push_back({name, {}, note, paid});
      continue;
    }
    const auto& [text, value, interval] = reported.reported[i];
    const bool is_long = text.size() > properties::brief_length_max;
    labels.push_back(
        {printable(name), is_long ? brief(value + paid) : printable(text), printable(note), paid});
  }
  return labels;
}

std::vector<properties::Interval> intervals_of(const Case& reported) {
  std::vector<properties::Interval> intervals;
  for (const Reported& share : reported.reported) intervals.push_back(share.interval);
  return intervals;
}

std::vector<Rational> values_of(const Case& reported) {
  std::vector<Rational> values;
  for (const Reported& share : reported.reported) values.push_back(share.value);
  return values;
}

// "60: 40 (b), 20 (a)": a sum and what it is made of, the largest parts first.
std::string made_of(const Case& reported, const std::vector<Rational>& parts) {
  constexpr std::size_t most_parts = 6;
  Rational sum = 0;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum += parts[i];
    if (parts[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return parts[i]; });
  std::string text = brief_with_decimal(sum);
  for (std::size_t k = 0; k < std::min(order.size(), most_parts); ++k) {
    text += fmt::format("{} {} ({})", k == 0 ? ":" : ",", brief(parts[order[k]]),
                        printable(reported.parties[order[k]].name));
  }
  if (order.size() > most_parts) text += fmt::format(", and {} more", order.size() - most_parts);
  return text;
}

// What the scheduler's model adds to a verdict that is not "fair".
void add_model_findings(const Case& reported, Verdict& verdict) {
  if (!reported.emulated) return;
  const Emulated& emulated = *reported.emulated;
  const auto add = [&](const char* code) {
    verdict.findings.push_back({code, {}, {}, model_note(emulated, verdict.distance)});
  };
  if (!emulated.shares) return add("FS303");
  if (!emulated.matches && emulated.are_all) add("FS301");
  if (emulated.matches && !emulated.fault.empty()) add("FS302");
}

Verdict cannot_judge(const Case& reported, const std::string& code, const std::string& why,
                     const Rational& by, const std::string& because) {
  const std::string headline =
      fmt::format("error[{}] {}: {}", code, printable(reported.title), why);
  Verdict verdict{.judgement = Judgement::cannot_judge,
                  .findings = {{code, {}, {}, why + " by " + exact::to_text(by)}},
                  .distance = std::nullopt,
                  .ratio = std::nullopt,
                  .text = fmt::format("{} by {} {}\n  {}.\n{}{}", headline, brief_with_decimal(by),
                                      what(reported), because, notes_of(reported),
                                      model_line(reported, false) + help(code))};
  add_model_findings(reported, verdict);
  return verdict;
}

Verdict overcommitted(const Case& reported, const Rational& excess) {
  std::vector<Rational> minimums;
  for (const auto& claimant : reported.problem.claimants) minimums.push_back(claimant.min_share);
  return cannot_judge(reported, "FS012", "the minimums exceed the total", excess,
                      "The minimums add up to " + made_of(reported, minimums));
}

Verdict surplus(const Case& reported, const Rational& unclaimed) {
  std::vector<Rational> ends;  // everybody has one, or nothing would stay unclaimed
  for (std::size_t i = 0; i < reported.parties.size(); ++i) {
    const auto& claimant = reported.problem.claimants[i];
    const Rational& end = claimant.weight == 0 ? claimant.min_share : *claimant.max_share;
    ends.emplace_back(end + reported.parties[i].paid);
  }
  return cannot_judge(reported, "FS013", "the total exceeds what can be claimed", unclaimed,
                      "What can be claimed adds up to " + made_of(reported, ends));
}

// "to within yarn-2.7's resolution of 1, off by 2/3 (0.67), ", or nothing.
std::string within_text(const Case& reported, const std::optional<Rational>& off_by) {
  if (!off_by) return "";
  return fmt::format("to within {}'s resolution of {}, off by {}, ", reported.emulated->scheduler,
                     short_text(*reported.emulated->resolution), brief_with_decimal(*off_by));
}

// The part of a fair verdict's text that every one has: "R = 40/3 (13.33), 3 claimants".
std::string fair_summary(const std::optional<Rational>& ratio, std::size_t count,
                         std::string_view noun) {
  const std::string fair_ratio = ratio ? "R = " + brief_with_decimal(*ratio) + ", " : "";
  return fmt::format("{}{} {}{}", fair_ratio, count, noun, count == 1 ? "" : "s");
}

// `off_by`: the shares are fair to within the scheduler's resolution only.
std::string fair_text(const Case& reported, const std::optional<Rational>& ratio,
                      const std::optional<Rational>& off_by = std::nullopt) {
  const std::string resource = reported.resource.empty() ? "" : printable(reported.resource) + ", ";
  const std::string_view noun = reported.resource.empty() ? "claimant" : "queue";
  const bool is_computed = reported.emulated && reported.emulated->matches;
  const std::string computed =
      is_computed ? fmt::format(", as {} computes it", reported.emulated->scheduler) : "";
  return fmt::format("{}{}: {}{}{}{}\n{}{}", fair_headline, printable(reported.title), resource,
                     within_text(reported, off_by),
                     fair_summary(ratio, reported.parties.size(), noun), computed,
                     notes_of(reported), model_line(reported, true));
}

// Who breaks a rule, by name: for a pair the poorer, then the richer.
std::pair<std::string, std::string> concerned(const Case& reported,
                                              const properties::Violation& violation) {
  if (const auto* below = std::get_if<properties::BelowMin>(&violation)) {
    return {reported.parties[below->claimant].name, {}};
  }
  if (const auto* above = std::get_if<properties::AboveMax>(&violation)) {
    return {reported.parties[above->claimant].name, {}};
  }
  if (const auto* pair = std::get_if<properties::Unequal>(&violation)) {
    return {reported.parties[pair->poorer].name, reported.parties[pair->richer].name};
  }
  return {};
}

// The least whole slack with which the fair shares lie in every interval.
exact::Integer slack_that_accepts(const std::vector<properties::Interval>& intervals,
                                  const std::vector<Rational>& fair) {
  exact::Integer slack = 0;
  const auto widen = [&](const Rational& missing, bool open) {
    if (missing < 0 || (missing == 0 && !open)) return;
    const exact::Integer needed = exact::ceil(missing);
    slack = std::max(slack, exact::Integer(open && needed == missing ? needed + 1 : needed));
  };
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    widen(intervals[i].low - fair[i], intervals[i].low_open);
    widen(fair[i] - intervals[i].high, intervals[i].high_open);
  }
  return slack;
}

std::string headline_reason(const properties::Violation& violation) {
  if (std::holds_alternative<properties::BelowMin>(violation)) return "a share below its minimum";
  if (std::holds_alternative<properties::AboveMax>(violation)) return "a share above its maximum";
  if (std::holds_alternative<properties::Unequal>(violation)) {
    return "no ratio R makes these shares fair";
  }
  return "no ratio R that fits these shares gives the total";
}

Rational sum_of(const std::vector<Rational>& values) {
  Rational sum = 0;
  for (const Rational& value : values) sum += value;
  return sum;
}

Finding sum_finding(const Case& reported) {
  const Rational paid = paid_to_all(reported);
  const Rational sum = sum_of(values_of(reported)) + paid;
  const Rational total = reported.problem.total + paid;
  const auto& [direction, by] = sum > total ? std::pair("over", Rational(sum - total))
                                            : std::pair("under", Rational(total - sum));
  return {"FS101",
          {},
          {},
          fmt::format("The reported shares add up to {}, the total is {}: {} by {}.",
                      exact::to_text(sum), exact::to_text(total), direction, exact::to_text(by))};
}

// True where the shares are together more than they may be at most.
bool hands_out_too_much(const Case& reported) {
  if (!reported.is_beyond_resolution || !reported.emulated->resolution) return false;
  return sum_of(values_of(reported)) > reported.problem.total + *reported.emulated->resolution;
}

// What a wrong total is to be compared with.
std::string sum_line(const Case& reported) {
  const Rational values = sum_of(values_of(reported));
  const std::string over = hands_out_too_much(reported)
                               ? fmt::format(", which is over the total by {}",
                                             brief_with_decimal(values - reported.problem.total))
                               : "";
  return fmt::format("  The reported shares add up to {}{}.\n",
                     brief_with_decimal(values + paid_to_all(reported)), over);
}

// Whoever cannot change the release may want to accept what it computes.
std::string acceptance_line(const Case& reported,
                            const std::vector<properties::Interval>& intervals,
                            const std::vector<Rational>& fair) {
  if (!reported.emulated || !reported.emulated->matches) return "";
  return fmt::format("  = note: --within {} accepts it\n",
                     slack_that_accepts(intervals, fair).str());
}

struct Unfairness {
  const properties::Violation& violation;
  const std::vector<properties::Interval>& intervals;
  const Allocation<Rational>& fair;
  Rational distance;
};

std::string unfair_text(const Case& reported, const Unfairness& unfairness) {
  const auto& [violation, intervals, fair, distance] = unfairness;
  const std::string code = code_of(violation);
  const bool is_too_much = code == "FS101" && hands_out_too_much(reported);
  std::string text = fmt::format(
      "error[{}] {}: {} {}\n", code, printable(reported.title),
      is_too_much ? "the shares are together more than the total" : headline_reason(violation),
      what(reported));
  text += properties::explain(reported.problem, intervals, violation, labels_of(reported, true),
                              fair.shares, reported.resource.empty() ? "claimant" : "queue");
  text += fmt::format("  The share that is farthest from fair is off by {}.\n",
                      brief_with_decimal(distance));
  if (code == "FS101" || hands_out_too_much(reported)) text += sum_line(reported);
  return text + notes_of(reported) + model_line(reported, false, distance) +
         acceptance_line(reported, intervals_of(reported), fair.shares) + help(code);
}

Verdict unfair(const Case& reported, const Unfairness& unfairness, Parts parts) {
  const auto& [violation, intervals, fair, distance] = unfairness;
  const auto [claimant, with] = concerned(reported, violation);
  std::string message;
  if (parts != Parts::text) {
    message = properties::argue(reported.problem, intervals, violation, labels_of(reported, false),
                                properties::Digits::all);
  }
  Verdict verdict{.judgement = Judgement::unfair,
                  .findings = {{code_of(violation), claimant, with, std::move(message)}},
                  .distance = distance,
                  .ratio = fair.ratio,
                  .text = parts == Parts::data ? "" : unfair_text(reported, unfairness)};
  if (verdict.findings.front().code != "FS101" && hands_out_too_much(reported)) {
    verdict.findings.push_back(sum_finding(reported));
  }
  add_model_findings(reported, verdict);
  return verdict;
}

// Each share is as near to fair as it can be, but together they are not the total.
Verdict wrong_sum(const Case& reported, const Allocation<Rational>& fair) {
  const Finding finding = sum_finding(reported);
  const Rational distance = properties::distance_from_fair(values_of(reported), fair.shares);
  Verdict verdict{.judgement = Judgement::unfair,
                  .findings = {finding},
                  .distance = distance,
                  .ratio = fair.ratio,
                  .text = fmt::format(
                      "error[FS101] {}: the shares do not add up to the total {}\n  {}\n{}{}{}",
                      printable(reported.title), what(reported), finding.message,
                      notes_of(reported), model_line(reported, false, distance), help("FS101"))};
  add_model_findings(reported, verdict);
  return verdict;
}

// The shares miss the fair ones by no more than the scheduler could have helped.
std::optional<Verdict> find_within_resolution(const Case& reported,
                                              const Allocation<Rational>& fair) {
  if (!reported.emulated || !reported.emulated->resolution) return std::nullopt;
  if (hands_out_too_much(reported)) return std::nullopt;
  const Rational distance = properties::distance_from_fair(values_of(reported), fair.shares);
  if (distance > *reported.emulated->resolution) return std::nullopt;
  return Verdict{.judgement = Judgement::fair,
                 .findings = {},
                 .distance = distance,
                 .ratio = fair.ratio,
                 .text = fair_text(reported, fair.ratio, distance)};
}

std::optional<properties::Violation> find_violation(
    const Case& reported, const std::vector<properties::Interval>& intervals) {
  return properties::find_violation(
      reported.problem, intervals,
      reported.total.value_or(properties::exactly(reported.problem.total)));
}

Verdict judge_violation(const Case& reported, const properties::Violation& violation,
                        const Allocation<Rational>& fair, Parts parts) {
  if (auto verdict = find_within_resolution(reported, fair)) return std::move(*verdict);
  const Rational distance = properties::distance_from_fair(values_of(reported), fair.shares);
  std::vector<properties::Interval> intervals = intervals_of(reported);
  if (!reported.is_beyond_resolution || !reported.emulated->resolution) {
    return unfair(reported, {violation, intervals, fair, distance}, parts);
  }
  for (properties::Interval& interval : intervals) {
    interval.low -= *reported.emulated->resolution;
    interval.high += *reported.emulated->resolution;
  }
  const auto beyond = find_violation(reported, intervals);
  if (!beyond) return wrong_sum(reported, fair);
  return unfair(reported, {*beyond, intervals, fair, distance}, parts);
}

Verdict judge_shares(const Case& reported, Parts parts) {
  const auto violation = find_violation(reported, intervals_of(reported));
  const Solution<Rational> solution = exact::solve(reported.problem);
  if (const auto* fair = std::get_if<Allocation<Rational>>(&solution)) {
    if (violation) return judge_violation(reported, *violation, *fair, parts);
    const bool adds_up = sum_of(values_of(reported)) == reported.problem.total;
    if (reported.adds_up && !adds_up) return wrong_sum(reported, *fair);
    return {.judgement = Judgement::fair,
            .findings = {},
            .distance = properties::distance_from_fair(values_of(reported), fair->shares),
            .ratio = fair->ratio,
            .text = fair_text(reported, fair->ratio)};
  }
  // Only a rounded total can be fair all the same: another of its reals has an allocation.
  if (!violation) {
    return {.judgement = Judgement::fair,
            .findings = {},
            .distance = {},
            .ratio = {},
            .text = fair_text(reported, std::nullopt)};
  }
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&solution)) {
    return overcommitted(reported, over->excess);
  }
  return surplus(reported, std::get<Surplus<Rational>>(solution).unclaimed);
}

std::string model_json(const ModelOpinion& model) {
  const std::string resolution =
      model.resolution ? fmt::format("\"resolution\":\"{}\",", exact::to_text(*model.resolution))
                       : "";
  const std::string as_computed =
      model.is_known ? fmt::format("\"as_computed\":{}", model.as_computed) : "";
  std::string text =
      fmt::format(",\"scheduler\":{},{}{}", json::quoted(model.scheduler), resolution, as_computed);
  if (text.back() == ',') text.pop_back();
  return text;
}

// "queue" and "resource", where it is not a record that was divided.
std::string division_json(const Case& reported) {
  if (reported.resource.empty()) return "";
  return fmt::format("\"queue\":{},\"resource\":{},", json::quoted(reported.title),
                     json::quoted(reported.resource));
}

std::string_view word_for(Judgement judgement) {
  switch (judgement) {
    case Judgement::fair:
      return "fair";
    case Judgement::unfair:
      return "unfair";
    case Judgement::cannot_judge:
      return "cannot_judge";
  }
  return "";
}

std::string json_of(std::string_view id, std::string_view division, const Verdict& verdict) {
  std::string text = "{";
  if (!id.empty()) text += fmt::format("\"id\":{},", id);
  text += division;
  text += fmt::format("\"verdict\":\"{}\",\"findings\":[", word_for(verdict.judgement));
  for (const Finding& finding : verdict.findings) {
    if (&finding != &verdict.findings.front()) text += ",";
    text += fmt::format("{{\"code\":\"{}\"", finding.code);
    if (!finding.claimant.empty()) {
      text += fmt::format(",\"claimant\":{}", json::quoted(finding.claimant));
    }
    if (!finding.with.empty()) text += fmt::format(",\"with\":{}", json::quoted(finding.with));
    text += fmt::format(",\"message\":{}}}", json::quoted(finding.message));
  }
  text += "]";
  if (verdict.distance)
    text += fmt::format(",\"distance\":\"{}\"", exact::to_text(*verdict.distance));
  if (verdict.ratio) text += fmt::format(",\"ratio\":\"{}\"", exact::to_text(*verdict.ratio));
  if (verdict.model) text += model_json(*verdict.model);
  return text + "}";
}

// The length of the UTF-8 character at `at` that must not reach a terminal as it is; 0 for others.
std::size_t unprintable_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0U;
  };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) return 2;  // U+0080 to U+009F
  const bool separators_and_marks =                                     // U+2028 to U+202E
      byte(0) == 0xE2 && byte(1) == 0x80 && byte(2) >= 0xA8 && byte(2) <= 0xAE;
  const bool isolates =  // U+2066 to U+2069
      byte(0) == 0xE2 && byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;
  return separators_and_marks || isolates ? 3 : 0;
}

unsigned code_point(std::string_view character) {
  if (character.size() == 1) return static_cast<unsigned char>(character[0]);
  unsigned result =
      static_cast<unsigned char>(character[0]) & (character.size() == 2 ? 0x1FU : 0x0FU);
  for (const char byte : character.substr(1)) {
    result = (result << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = unprintable_length(text, at);
    if (length == 0) {
      result += text[at++];
      continue;
    }
    const std::string_view character = text.substr(at, length);
    if (character == "\n") {
      result += "\\n";
    } else {
      result += fmt::format("\\u{:04x}", code_point(character));
    }
    at += length;
  }
  return result;
}

Verdict judge(const Case& reported, Parts parts) {
  assert(reported.parties.size() == reported.problem.claimants.size());
  assert(reported.reported.size() == reported.problem.claimants.size());
  Verdict verdict = judge_shares(reported, parts);
  if (const auto& emulated = reported.emulated) {
    verdict.model = {emulated->scheduler, emulated->resolution, emulated->matches,
                     emulated->matches || emulated->are_all};
  }
  return verdict;
}

Verdict fair_verdict(std::string_view title, std::size_t claimants, Rational ratio,
                     Rational distance, Parts parts) {
  Verdict verdict{.judgement = Judgement::fair,
                  .findings = {},
                  .distance = std::move(distance),
                  .ratio = std::move(ratio),
                  .text = {}};
  if (parts == Parts::data) return verdict;
  verdict.text = fmt::format("{}{}: {}\n", fair_headline, printable(title),
                             fair_summary(verdict.ratio, claimants, "claimant"));
  return verdict;
}

Verdict combine(std::span<const Verdict> dividers) {
  assert(!dividers.empty());
  Verdict all = dividers.front();
  for (const Verdict& one : dividers.subspan(1)) {
    const auto is = [&](Judgement judgement) {
      return all.judgement == judgement || one.judgement == judgement;
    };
    all.judgement = is(Judgement::unfair)         ? Judgement::unfair
                    : is(Judgement::cannot_judge) ? Judgement::cannot_judge
                                                  : Judgement::fair;
    all.findings.insert(all.findings.end(), one.findings.begin(), one.findings.end());
    if (one.distance) all.distance = std::max(all.distance.value_or(0), *one.distance);
    all.text += one.text;
    if (!all.model || !one.model) continue;
    all.model->as_computed = all.model->as_computed && one.model->as_computed;
    all.model->is_known = all.model->is_known && one.model->is_known;
    if (one.model->resolution) {
      all.model->resolution = std::max(all.model->resolution.value_or(0), *one.model->resolution);
    }
  }
  return all;
}

std::string verdict_json(const Case& reported, const Verdict& verdict) {
  return json_of(reported.id, division_json(reported), verdict);
}

std::string verdict_json(std::string_view id, const Verdict& verdict) {
  return json_of(id, "", verdict);
}

}  // namespace fairshare::formats

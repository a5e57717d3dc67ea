#include "formats/report/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/brief.h"
#include "fairshare/properties/explain.h"
#include "formats/text/number_text.h"
#include "formats/text/printable.h"

namespace fairshare::formats {
namespace {

using exact::brief;
using exact::brief_with_decimal;
using exact::Rational;
using exact::readable;
using properties::Violation;

// Parts of sentences.

// "(memory, total 100)": what is divided, and how much.
std::string what(const Case& division) {
  std::string total = brief(division.problem.total + paid_to_all(division.labels));
  if (division.units) total += fmt::format(", {}", name_of(*division.units));
  return division.resource.empty()
             ? fmt::format("(total {})", total)
             : fmt::format("({}, total {})", printable(division.resource), total);
}

// A resolution for people: "1", "~1.09", "~1.19e-7".
std::string short_text(const Rational& resolution) {
  return rounded_text(resolution, 3);
}

// What the scheduler's model says: "as yarn-2.7 computes it, off by 3; its resolution is 1".
// `distance` is that from fair, if the shares are unfair.
std::string model_note(const ModelComparison& comparison, const std::optional<Rational>& distance) {
  const std::string resolution =
      comparison.resolution
          ? fmt::format("; its resolution is {}", short_text(*comparison.resolution))
          : "";
  if (!comparison.shares && comparison.fault.empty()) {
    return comparison.scheduler + " never returns on this input";
  }
  if (!comparison.shares)
    return fmt::format("{} fails: {}", comparison.scheduler, comparison.fault);
  const std::string fault = comparison.fault == "overflow" ? " (its integers overflow here)"
                            : comparison.fault == "nan"    ? " (it computes a NaN)"
                                                           : "";
  if (comparison.matches) {
    const std::string off =
        distance ? fmt::format(", off by {}", brief_with_decimal(*distance)) : "";
    return fmt::format("as {} computes it{}{}{}", comparison.scheduler, fault, off, resolution);
  }
  constexpr std::size_t most = 6;
  const std::size_t count = comparison.shares->size();
  const std::vector<std::string> first(
      comparison.shares->begin(),
      comparison.shares->begin() + static_cast<std::ptrdiff_t>(std::min(count, most)));
  const std::string more = count > most ? fmt::format(", and {} more", count - most) : "";
  if (!comparison.are_all) {
    return fmt::format(
        "{} may or may not compute it: its answer depends on an order or an amount that this "
        "input lacks; answers found: {}, among them {}{}{}",
        comparison.scheduler, comparison.answers, fmt::join(first, ", "), more, resolution);
  }
  if (comparison.matches_here) {
    return fmt::format("{} computes these shares{}, but not all of the others{}",
                       comparison.scheduler, fault, resolution);
  }
  const std::string others =
      comparison.answers > 2 ? fmt::format(", or one of {} other answers", comparison.answers - 1)
      : comparison.answers == 2 ? ", or another answer"
                                : "";
  return fmt::format("not {}what {} computes{}: that is {}{}{}{}", distance ? "even " : "",
                     comparison.scheduler, fault, fmt::join(first, ", "), more, others, resolution);
}

// A division that is fair shows no numbers that its rule would explain.
std::string notes_of(const Case& division, bool is_fair = false) {
  std::string text;
  for (const std::string& note : division.notes) {
    if (is_fair && note == note_of_base_rule) continue;
    text += fmt::format("  = note: {}\n", printable(note));
  }
  return text;
}

// A line about the model: always if the verdict is not fair, else only if the model disagrees.
std::string model_line(const Case& division, bool is_fair,
                       const std::optional<Rational>& distance = std::nullopt) {
  if (!division.comparison || (is_fair && division.comparison->matches)) return "";
  return fmt::format("  = note: {}\n", model_note(*division.comparison, distance));
}

std::vector<properties::Label> labels_of(const Case& division, exact::Digits digits) {
  std::vector<properties::Label> labels;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    const ClaimantLabel& label = division.labels[i];
    if (digits == exact::Digits::all) {
      labels.push_back({label.name, {}, label.note, label.paid});
      continue;
    }
    const Reported& share = division.reported[i];
    const bool is_long = share.text.size() > exact::brief_length_max;
    labels.push_back({printable(label.name),
                      is_long ? brief(share.value + label.paid) : printable(share.text),
                      printable(label.note), label.paid});
  }
  return labels;
}

// In a longer list the others are only counted.
constexpr std::size_t most_named = 6;

std::string more(std::size_t count) {
  return count > most_named ? fmt::format(", and {} more", count - most_named) : "";
}

// "60: 40 (b), 20 (a)": a sum and what it is made of, the largest parts first.
std::string made_of(const Case& division, const std::vector<Rational>& parts) {
  Rational sum = 0;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum += parts[i];
    if (parts[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t i) { return parts[i]; });
  std::string text = brief_with_decimal(sum);
  for (std::size_t k = 0; k < std::min(order.size(), most_named); ++k) {
    text += fmt::format("{} {} ({})", k == 0 ? ":" : ",", brief(parts[order[k]]),
                        printable(division.labels[order[k]].name));
  }
  return text + more(order.size());
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

// The options that accept a release's own arithmetic, for a user who cannot change the release.
std::string acceptance_line(const Verdict& verdict) {
  const auto& comparison = verdict.division.comparison;
  if (!comparison || !comparison->matches) return "";
  std::vector<properties::Interval> intervals;
  for (const Reported& share : verdict.division.reported) intervals.push_back(share.interval);
  return fmt::format("  = note: --within {} accepts it\n",
                     slack_that_accepts(intervals, verdict.fair->shares).str());
}

std::string help(const std::string& code) {
  return fmt::format("  = help: fairshare explain {}\n", code);
}

// Texts, one per kind of verdict.

// Most verdicts are fair, so these two functions append to a text without the cost of a format.

// "R = 40/3 (13.33), 3 claimants", "R = 4, 2 claimants; 3 unclaimed"
void add_summary(std::string& text, const Verdict& verdict) {
  if (verdict.fair)
    text.append("R = ").append(brief_with_decimal(verdict.fair->ratio)).append(", ");
  text.append(std::to_string(verdict.claimants))
      .append(" ")
      .append(verdict.division.names.claimant);
  if (verdict.claimants != 1) text += 's';
  if (!verdict.unclaimed) return;
  text.append("; ").append(brief_with_decimal(*verdict.unclaimed)).append(" unclaimed");
}

std::string fair_text(const Verdict& verdict) {
  const Case& division = verdict.division;
  const auto& comparison = division.comparison;
  std::string text;
  text.reserve(128);
  text.append("fair      ").append(printable(division.title)).append(": ");
  if (!division.resource.empty()) text.append(printable(division.resource)).append(", ");
  if (verdict.is_to_within_resolution) {
    text += fmt::format("to within {}'s resolution of {}, off by {}, ", comparison->scheduler,
                        short_text(*comparison->resolution), brief_with_decimal(*verdict.distance));
  }
  add_summary(text, verdict);
  if (comparison && comparison->matches)
    text += fmt::format(", as {} computes it", comparison->scheduler);
  return text.append("\n").append(notes_of(division, true)).append(model_line(division, true));
}

// "The minimums add up to 16: 8 (0), 8 (1)."
std::string minimums_line(const Case& division) {
  std::vector<Rational> parts;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    parts.emplace_back(division.problem.claimants[i].min_share + division.labels[i].paid);
  }
  return fmt::format("  The minimums add up to {}.\n", made_of(division, parts));
}

// "Below their minimum: a (5 of 8), b (2 of 8)." Empty if each claimant has its minimum.
std::string below_minimum_line(const Case& division) {
  std::vector<std::string> below;
  const std::vector<properties::Label> labels = labels_of(division, exact::Digits::few);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const Rational& min_share = division.problem.claimants[i].min_share;
    const auto& [low, high, low_open, high_open] = division.reported[i].interval;
    if (high > min_share || (high == min_share && !high_open)) continue;
    below.push_back(fmt::format("{} ({} of {})", labels[i].name, labels[i].reported,
                                brief(min_share + labels[i].paid)));
  }
  if (below.empty()) return "";
  const std::size_t count = below.size();
  below.resize(std::min(count, most_named));
  return fmt::format("  Below their minimum: {}{}.\n", fmt::join(below, ", "), more(count));
}

std::string overcommitted_text(const Verdict& verdict) {
  const Case& division = verdict.division;
  const auto& comparison = division.comparison;
  const std::string below = below_minimum_line(division);
  std::string holds = "each claimant has its minimum";
  if (!below.empty() && comparison->matches && comparison->fault.empty()) {
    holds = fmt::format("as {} computes it", comparison->scheduler);
  } else if (!below.empty()) {
    holds += fmt::format(" to within {}'s resolution of {}", comparison->scheduler,
                         short_text(*comparison->resolution));
  }
  return fmt::format("overcommitted {}: the minimums exceed the total by {} {}; {}\n{}{}{}{}",
                     printable(division.title), brief_with_decimal(*verdict.excess), what(division),
                     holds, minimums_line(division), below, notes_of(division),
                     model_line(division, true));
}

std::string wrongly_overcommitted_text(const Verdict& verdict) {
  const Case& division = verdict.division;
  return fmt::format(
      "error[FS012] {}: the minimums exceed the total by {}, and the shares are not the minimums "
      "{}\n{}{}{}{}{}",
      printable(division.title), brief_with_decimal(*verdict.excess), what(division),
      minimums_line(division), below_minimum_line(division), notes_of(division),
      model_line(division, false), help("FS012"));
}

std::string could_have_more_text(const Verdict& verdict) {
  const Case& division = verdict.division;
  std::string text = fmt::format(
      "error[FS013] {}: a claimant has less than it can have, although the total is enough for all "
      "{}\n",
      printable(division.title), what(division));
  std::size_t count = 0;
  for (const Finding& finding : verdict.findings) {
    const auto* could = std::get_if<CouldHaveMore>(&finding.reason);
    if (could == nullptr || ++count > most_named) continue;
    const Rational& paid = division.labels[could->claimant].paid;
    text += fmt::format("  {} holds {} and can have {}.\n", printable(finding.claimant),
                        brief_with_decimal(division.reported[could->claimant].value + paid),
                        brief_with_decimal(could->end + paid));
  }
  if (count > most_named)
    text += fmt::format("  The same applies to {} more.\n", count - most_named);
  std::vector<Rational> ends;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    ends.emplace_back(verdict.fair->shares[i] + division.labels[i].paid);
  }
  return text +
         fmt::format("  What can be claimed adds up to {}, which leaves {} unclaimed.\n{}{}{}",
                     made_of(division, ends), brief_with_decimal(*verdict.unclaimed),
                     notes_of(division), model_line(division, false, verdict.distance),
                     help("FS013"));
}

std::string_view wanted_sum(const Verdict& verdict) {
  return verdict.unclaimed ? "what can be claimed" : "the total";
}

// Each share is as near to fair as it can be, but together they are not the total.
std::string wrong_sum_text(const Verdict& verdict) {
  const Case& division = verdict.division;
  return fmt::format("error[FS101] {}: the shares do not add up to {} {}\n  {}\n{}{}{}",
                     printable(division.title), wanted_sum(verdict), what(division),
                     message_of(verdict, verdict.findings.front(), exact::Digits::few),
                     notes_of(division), model_line(division, false, verdict.distance),
                     help("FS101"));
}

// The sum with which a wrong total must be compared.
std::string sum_line(const Case& division) {
  const Rational sum = sum_of_reported(division);
  const std::string over = hands_out_too_much(division)
                               ? fmt::format(", which is over the total by {}",
                                             brief_with_decimal(sum - division.problem.total))
                               : "";
  return fmt::format("  The reported shares add up to {}{}.\n",
                     brief_with_decimal(sum + paid_to_all(division.labels)), over);
}

std::string_view headline_of(const Verdict& verdict, const Violation& violation) {
  if (std::holds_alternative<properties::BelowMin>(violation)) return "a share below its minimum";
  if (std::holds_alternative<properties::AboveMax>(violation)) return "a share above its maximum";
  const bool is_pair = std::holds_alternative<properties::Unequal>(violation);
  if (is_pair && verdict.question == Question::ordering) return "no ratio R gives these shares";
  if (is_pair && verdict.division.units) return "a unit is due to another claimant";
  if (is_pair) return "no ratio R makes these shares fair";
  return hands_out_too_much(verdict.division) ? "the shares add up to more than the total"
                                              : "no ratio R that fits these shares gives the total";
}

// "4/5 more": how a number differs from another one.
std::string difference_text(const Rational& difference, exact::Digits digits) {
  return readable(abs(difference), digits) + (difference < 0 ? " less" : " more");
}

// For a pair that holds whole units: which unit should go where, and why.
std::optional<std::string> find_transfer(const Case& division, const Violation& violation,
                                         exact::Digits digits) {
  const auto* pair = std::get_if<properties::Unequal>(&violation);
  if (!division.units || pair == nullptr) return std::nullopt;
  const bool is_brief = digits == exact::Digits::few;
  const auto shown = [&](std::size_t i) {
    return is_brief ? printable(division.labels[i].name) : division.labels[i].name;
  };
  const std::string richer = shown(pair->richer), poorer = shown(pair->poorer);
  if (*division.units == Units::hamilton) {
    return fmt::format(
        "{} holds {} than its exact share; with one unit more {} would hold {} than its own: one "
        "unit should go from {} to {}.",
        richer, difference_text(pair->richer_needs, digits), poorer,
        difference_text(pair->poorer_allows, digits), richer, poorer);
  }
  return fmt::format(
      "The last unit of {} is due from R = {} on, the next one of {} from R = {}: one unit should "
      "go from {} to {}.",
      richer, readable(pair->richer_needs, digits), poorer, readable(pair->poorer_allows, digits),
      richer, poorer);
}

std::string farthest_line(const Verdict& verdict) {
  const Case& division = verdict.division;
  const auto difference = [&](std::size_t i) {
    return division.reported[i].value - verdict.fair->shares[i];
  };
  std::size_t farthest = 0;
  for (std::size_t i = 1; i < division.reported.size(); ++i) {
    if (abs(difference(i)) > abs(difference(farthest))) farthest = i;
  }
  return fmt::format("  {} is farthest from its fair share: it has {} too {}.\n",
                     printable(division.labels[farthest].name),
                     brief_with_decimal(abs(difference(farthest))),
                     difference(farthest) > 0 ? "much" : "little");
}

std::string unfair_text(const Verdict& verdict) {
  const Case& division = verdict.division;
  const Finding& finding = verdict.findings.front();
  if (std::holds_alternative<WrongSum>(finding.reason)) return wrong_sum_text(verdict);
  if (std::holds_alternative<CouldHaveMore>(finding.reason)) return could_have_more_text(verdict);
  if (verdict.excess) return wrongly_overcommitted_text(verdict);
  const auto& violation = std::get<Violation>(finding.reason);
  const bool is_ordering = verdict.question == Question::ordering;
  std::string text =
      fmt::format("error[{}] {}: {}{}\n", finding.code, printable(division.title),
                  headline_of(verdict, violation), is_ordering ? "" : " " + what(division));
  text += properties::explain(division.problem, verdict.intervals, violation,
                              labels_of(division, exact::Digits::few),
                              verdict.fair ? verdict.fair->shares : std::vector<Rational>{},
                              std::string(division.names.claimant),
                              find_transfer(division, violation, exact::Digits::few).value_or(""));
  if (is_ordering) return text + help(finding.code);
  text += farthest_line(verdict);
  if (finding.code == "FS101" || hands_out_too_much(division)) text += sum_line(division);
  return text + notes_of(division) + model_line(division, false, verdict.distance) +
         acceptance_line(verdict) + help(finding.code);
}

// "R = 10", "R from 10 to less than 12", "R from 7 on".
std::string range_text(const properties::RatioRange& range) {
  const std::string low = (range.low_open ? "more than " : "") + brief_with_decimal(range.low);
  if (!range.high) return fmt::format("R from {} on", low);
  if (*range.high == range.low) return fmt::format("R = {}", low);
  return fmt::format("R from {} to {}{}", low, range.high_open ? "less than " : "",
                     brief_with_decimal(*range.high));
}

std::string consistent_text(const Verdict& verdict) {
  return fmt::format("consistent {}: {}, {}\n", printable(verdict.division.title),
                     range_text(std::get<properties::RatioRange>(verdict.answer)),
                     counted(verdict.claimants, "claimant"));
}

std::string certificate_text(const Verdict& verdict) {
  const std::string title = printable(verdict.division.title);
  if (const auto* proved = std::get_if<Proved>(&verdict.answer)) {
    return fmt::format("holds     {}: {}, {}\n", title, proved->brief,
                       counted(verdict.claimants, proved->is_tree ? "node" : "claimant"));
  }
  const Finding& finding = verdict.findings.front();
  return fmt::format("error[{}] {}: the certificate does not hold (total {})\n  {}\n{}",
                     finding.code, title, brief(verdict.division.problem.total),
                     std::get<FlawedProof>(finding.reason).brief, help(finding.code));
}

// Sentences for programs, one per kind of reason.

struct Message {
  const Verdict& verdict;
  exact::Digits digits;

  std::string shown(const Rational& number) const { return readable(number, digits); }

  std::string operator()(const Violation& violation) const {
    const Case& division = verdict.division;
    if (auto transfer = find_transfer(division, violation, digits)) return *std::move(transfer);
    return properties::argue(division.problem, verdict.intervals, violation,
                             labels_of(division, digits), digits);
  }
  std::string operator()(const Overcommitted<Rational>& over) const {
    return "the minimums exceed the total by " + shown(over.excess);
  }
  std::string operator()(const CouldHaveMore& could) const {
    const Case& division = verdict.division;
    const Rational& paid = division.labels[could.claimant].paid;
    return fmt::format("{} holds {} and can have {}; that leaves {} of the total unclaimed.",
                       division.labels[could.claimant].name,
                       shown(division.reported[could.claimant].value + paid),
                       shown(could.end + paid), shown(could.unclaimed));
  }
  std::string operator()(const WrongSum& wrong) const {
    const bool is_over = wrong.sum > wrong.total;
    const Rational by = is_over ? wrong.sum - wrong.total : wrong.total - wrong.sum;
    return fmt::format("The reported shares add up to {}, {} is {}: {} by {}.", shown(wrong.sum),
                       wanted_sum(verdict), shown(wrong.total), is_over ? "over" : "under",
                       shown(by));
  }
  std::string operator()(const FlawedProof& flaw) const {
    return digits == exact::Digits::all ? flaw.full : flaw.brief;
  }
  // For all others, which are the findings of the scheduler's model.
  template <class Opinion>
  std::string operator()(const Opinion&) const {
    return model_note(*verdict.division.comparison, verdict.distance);
  }
};

}  // namespace

std::string message_of(const Verdict& verdict, const Finding& finding, exact::Digits digits) {
  return std::visit(Message{verdict, digits}, finding.reason);
}

std::string verdict_text(const Verdict& verdict) {
  if (verdict.question == Question::certificate) return certificate_text(verdict);
  if (verdict.judgement == Judgement::overcommitted) return overcommitted_text(verdict);
  if (verdict.judgement == Judgement::unfair) return unfair_text(verdict);
  return verdict.question == Question::ordering ? consistent_text(verdict) : fair_text(verdict);
}

}  // namespace fairshare::formats

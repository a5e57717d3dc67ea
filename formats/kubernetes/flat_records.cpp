#include "formats/kubernetes/flat_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "exact/rational.h"
#include "exact/solve.h"
#include "formats/kubernetes/divisions.h"
#include "formats/records/answers.h"
#include "formats/records/flat_records.h"
#include "formats/records/record_cases.h"
#include "formats/text/fields.h"
#include "schedulers/base_rule.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::FairProblem;
using schedulers::Refusal;
namespace apf = schedulers::apf;
namespace armada = schedulers::armada;
namespace kai = schedulers::kai;
namespace koordinator = schedulers::koordinator;
namespace volcano = schedulers::volcano;

struct Draft {
  KubernetesDivision division;
  std::vector<std::string> names = {};
  std::optional<std::vector<WrittenNumber>> shares = std::nullopt;
  std::optional<InputError> error = std::nullopt;
};

Draft read_draft(const json::Value& record, const schedulers::Scheduler& scheduler,
                 bool with_shares) {
  Draft draft{empty_division(scheduler.model)};
  const Place root;
  Fields fields(record, root, "", draft.error);
  fields.take("id");
  fields.take("scheduler");
  read_total(fields, draft.division);
  draft.names = read_claimants(fields, draft.error,
                               [&](Fields& claimant) { read_claimant(claimant, draft.division); });
  if (with_shares) draft.shares = find_shares(fields, draft.names, draft.error);
  fields.take("shares");
  fields.finish(fmt::format("a record of {}", scheduler.name), record_ignored);
  return draft;
}

// What the release computes.

using Texts = std::vector<std::string>;

struct Computed {
  std::vector<Texts> answers = {};  // the first is told, the others could be given as well
  bool are_all = true;
  std::string_view outcome = "shares";
  std::string message = {};  // in place of an answer
  std::string details = {};  // further fields
};

template <class Number>
Texts texts_of(const std::vector<Number>& numbers) {
  Texts texts;
  for (const Number& number : numbers) texts.push_back(number_text(number));
  return texts;
}

Computed refused(const Refusal& refusal) {
  return {.outcome = "error", .message = refusal.message};
}

// `first` first, if there is one.
Computed one_of_several(const schedulers::Answers& answers, std::optional<Texts> first) {
  Computed computed{.are_all = answers.is_complete};
  if (first) computed.answers.push_back(*first);
  for (const std::vector<double>& shares : answers.shares) {
    Texts texts = texts_of(shares);
    if (texts != first) computed.answers.push_back(std::move(texts));
  }
  return computed;
}

std::string_view outcome_of(schedulers::Fault fault) {
  return fault == schedulers::Fault::overflow ? "overflow" : "shares";
}

Computed compute(const ApfDivision& division, std::uint64_t) {
  const auto computed = apf::compute(division.total, division.levels);
  if (const auto* refusal = std::get_if<Refusal>(&computed)) return refused(*refusal);
  const auto& [shares, ratio] = std::get<apf::Division>(computed);
  std::vector<std::int64_t> seats;
  for (const double share : shares) seats.push_back(apf::whole_seats(share));
  return {.answers = {texts_of(shares)},
          .details = fmt::format(",\"ratio\":{},\"seats\":[{}]", number_text(ratio),
                                 fmt::join(texts_of(seats), ","))};
}

Computed compute(const KoordinatorDivision& division, std::uint64_t) {
  const auto computed = koordinator::compute(division.release, division.total, division.quotas);
  if (const auto* refusal = std::get_if<Refusal>(&computed)) return refused(*refusal);
  const auto& result = std::get<schedulers::Shares<std::int64_t>>(computed);
  return {.answers = {texts_of(result.shares)}, .outcome = outcome_of(result.fault)};
}

Computed compute(const VolcanoDivision& division, std::uint64_t rounds_max) {
  const auto& [release, total, queues] = division;
  const auto computed = volcano::compute(release, total, queues, rounds_max);
  if (const auto* refusal = std::get_if<Refusal>(&computed)) return refused(*refusal);
  const auto& run = std::get<volcano::Run>(computed);
  if (!run.has_ended) {
    return {.outcome = "unfinished", .message = fmt::format("no end after {} rounds", run.rounds)};
  }
  schedulers::Answers answers;
  if (release == volcano::Release::since_2553) answers = volcano::find_answers(total, queues);
  Computed result = one_of_several(answers, texts_of(run.result.shares));
  result.outcome = outcome_of(run.result.fault);
  result.details = fmt::format(",\"rounds\":{}", run.rounds);
  return result;
}

Computed compute(const KaiDivision& division, std::uint64_t) {
  return one_of_several(kai::find_answers(division.total, division.queues), std::nullopt);
}

Computed compute(const ArmadaDivision& division, std::uint64_t) {
  return {.answers = {texts_of(armada::compute(division.queues).shares.shares)}};
}

Computed compute(const KubernetesDivision& division, std::uint64_t rounds_max) {
  return std::visit([&](const auto& one) { return compute(one, rounds_max); }, division);
}

std::string list_of(const Texts& texts) {
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string computed_answer(const Computed& computed) {
  std::string text = fmt::format("\"outcome\":\"{}\"", computed.outcome);
  if (computed.answers.empty()) {
    return text + ",\"message\":" + json::quoted(computed.message);
  }
  text += ",\"shares\":" + list_of(computed.answers.front());
  Texts others;
  for (std::size_t i = 1; i < computed.answers.size(); ++i) {
    others.push_back(list_of(computed.answers[i]));
  }
  if (!others.empty()) text += ",\"alternatives\":" + list_of(others);
  if (!computed.are_all) text += ",\"complete\":false";
  return text + computed.details;
}

// As the release would print the share.
std::string text_as_held(const KubernetesDivision& division, const Rational& share) {
  if (std::holds_alternative<KoordinatorDivision>(division)) return exact::to_text(share);
  return number_text(exact::to_double(share));
}

Emulated emulate(const Draft& draft, std::string_view scheduler,
                 const std::vector<Reported>& reported) {
  const Computed computed = compute(draft.division, volcano_rounds_max);
  Emulated emulated{.scheduler = std::string(scheduler)};
  if (computed.answers.empty()) {
    emulated.fault = computed.message;
    return emulated;
  }
  Texts held;
  for (const Reported& share : reported) {
    held.push_back(text_as_held(draft.division, share.value));
  }
  const auto found = std::ranges::find(computed.answers, held);
  emulated.matches = found != computed.answers.end();
  emulated.shares = emulated.matches ? *found : computed.answers.front();
  emulated.answers = computed.answers.size();
  emulated.are_all = computed.are_all;
  if (computed.outcome == "overflow") emulated.fault = "overflow";
  return emulated;
}

// What is fair by its own rule.

struct OwnRule {
  FairProblem fair;
  bool is_base = false;
  // How far a share may be off because the release stops there; nothing where it divides in units.
  std::optional<Rational> resolution = std::nullopt;
};

OwnRule rule_of(const ApfDivision& division) {
  return {apf::fair_problem(division.total, division.levels), false,
          apf::resolution(division.total)};
}

OwnRule rule_of(const KoordinatorDivision& division) {
  return {koordinator::fair_problem(division.total, division.quotas), true};
}

OwnRule rule_of(const VolcanoDivision& division) {
  return {volcano::fair_problem(division.total, division.queues), false,
          volcano::resolution(division.total)};
}

// As if all were of one priority: priorities change neither bounds nor what adds up.
OwnRule rule_of(const KaiDivision& division) {
  std::vector<kai::Queue> queues = division.queues;
  for (kai::Queue& queue : queues) queue.priority = 0;
  return {kai::fair_problem(division.total, queues), true};
}

OwnRule rule_of(const ArmadaDivision& division) {
  return {armada::fair_problem(division.queues), false, exact::from_double(armada::rest_max)};
}

std::variant<OwnRule, InputError> rule_of(const Draft& draft) {
  OwnRule rule = std::visit([](const auto& one) { return rule_of(one); }, draft.division);
  if (const auto defect = find_defect(rule.fair.problem)) {
    return no_fair_problem(draft.names, *defect);
  }
  return rule;
}

Solution<Rational> solve(const Draft& draft, const OwnRule& rule) {
  if (const auto* division = std::get_if<KaiDivision>(&draft.division)) {
    return kai::solve_fair(division->total, division->queues);
  }
  return rule.is_base ? schedulers::solve_by_base_rule(rule.fair.problem)
                      : exact::solve(rule.fair.problem);
}

// Cases.

properties::Interval around(const Rational& share, const Claimant<Rational>& claimant,
                            const Rational& slack) {
  const bool is_within = claimant.min_share <= share && share <= *claimant.max_share;
  if (!is_within) return {share - slack, share + slack};
  return {share - 1 - slack, share + 1 + slack, true, true};
}

std::variant<Reported, InputError> reported_share(const Draft& draft, std::size_t i,
                                                  const Claimant<Rational>& claimant,
                                                  const Leniency& leniency, const Rational& slack) {
  const bool is_whole = std::holds_alternative<KoordinatorDivision>(draft.division);
  const bool is_kai = std::holds_alternative<KaiDivision>(draft.division);
  const Rounding usual = is_whole ? Rounding::apportioned : Rounding::to_double;
  auto share =
      reported_share(*draft.shares, draft.names, i, leniency.rounding.value_or(usual), slack);
  auto* reported = std::get_if<Reported>(&share);
  if (reported == nullptr || leniency.rounding || !is_kai) return share;
  reported->interval = around(reported->value, claimant, slack);
  return share;
}

// The claimants that one ratio holds for, and what is divided among them.
struct Part {
  std::string title;
  Rational total;
  std::vector<std::size_t> claimants;
};

std::vector<Part> parts_of(const Draft& draft, const OwnRule& rule) {
  std::vector<Part> parts = {{"", rule.fair.problem.total, {}}};
  for (std::size_t i = 0; i < draft.names.size(); ++i) parts.front().claimants.push_back(i);
  const auto* division = std::get_if<KaiDivision>(&draft.division);
  if (division == nullptr) return parts;
  std::map<int, Part, std::greater<>> tiers;
  const auto solution = kai::solve_fair(division->total, division->queues);
  const auto* fair = std::get_if<Allocation<Rational>>(&solution);
  for (std::size_t i = 0; fair != nullptr && i < draft.names.size(); ++i) {
    const int priority = division->queues[i].priority;
    Part& tier = tiers[priority];
    tier.title = fmt::format(" (priority {})", priority);
    tier.total += fair->shares[i];
    tier.claimants.push_back(i);
  }
  if (tiers.size() < 2) return parts;
  parts.clear();
  for (auto& [priority, tier] : tiers) parts.push_back(std::move(tier));
  return parts;
}

// Takes the minimums off all numbers of the case, unless they exceed the total.
void pay_minimums(Case& one) {
  one.notes.emplace_back(
      "the base rule: minimums are paid first, and what is left is divided by weight");
  const Problem<Rational> rest = schedulers::without_minimums(one.problem);
  if (rest.total < 0) return;
  for (std::size_t i = 0; i < one.parties.size(); ++i) {
    const Rational& paid = one.problem.claimants[i].min_share;
    one.parties[i].paid = paid;
    one.reported[i].value -= paid;
    one.reported[i].interval.low -= paid;
    one.reported[i].interval.high -= paid;
  }
  one.problem = rest;
}

bool hands_out_all(const KubernetesDivision& division) {
  const auto* quotas = std::get_if<KoordinatorDivision>(&division);
  return quotas != nullptr && quotas->release == koordinator::Release::since_2876;
}

Case case_of(const Draft& draft, const OwnRule& rule, const Part& part,
             const std::vector<Reported>& reported, const Leniency& leniency) {
  Case one{
      .id = {}, .title = part.title, .problem = {part.total, {}}, .parties = {}, .reported = {}};
  for (const std::size_t i : part.claimants) {
    one.problem.claimants.push_back(rule.fair.problem.claimants[i]);
    one.parties.push_back({draft.names[i], rule.fair.notes[i]});
    one.reported.push_back(reported[i]);
  }
  const bool is_lenient = slack_of(leniency, 1) != 0;
  const bool says_all = leniency.rounding ? *leniency.rounding == Rounding::apportioned
                                          : hands_out_all(draft.division);
  one.adds_up = says_all && !is_lenient;
  one.is_beyond_resolution = rule.resolution && !leniency.rounding && !is_lenient;
  if (rule.is_base) pay_minimums(one);
  return one;
}

}  // namespace

TreeAnswer answer_kubernetes_record(const json::Value& record,
                                    const schedulers::Scheduler& scheduler,
                                    const TreeQuestion& question, std::uint64_t rounds_max) {
  const Draft draft = read_draft(record, scheduler, false);
  if (draft.error) return *draft.error;
  if (!question.fair) return computed_answer(compute(draft.division, rounds_max));
  const auto rule = rule_of(draft);
  if (const auto* error = std::get_if<InputError>(&rule)) return *error;
  const std::string text = answer("", solve(draft, std::get<OwnRule>(rule)));
  return text.substr(1, text.size() - 2);  // without the braces
}

std::variant<std::vector<Case>, InputError> cases_of_kubernetes_record(
    const json::Value& record, const schedulers::Scheduler& scheduler, const Leniency& leniency) {
  const Draft draft = read_draft(record, scheduler, true);
  if (draft.error) return *draft.error;
  if (!draft.shares) return no_shares_reported();
  const auto stated = rule_of(draft);
  if (const auto* error = std::get_if<InputError>(&stated)) return *error;
  const auto& rule = std::get<OwnRule>(stated);

  const Rational slack = slack_of(leniency, rule.fair.problem.total);
  std::vector<Reported> reported;
  for (std::size_t i = 0; i < draft.names.size(); ++i) {
    auto share = reported_share(draft, i, rule.fair.problem.claimants[i], leniency, slack);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    reported.push_back(std::get<Reported>(std::move(share)));
  }
  Emulated emulated = emulate(draft, scheduler.name, reported);
  if (emulated.shares) emulated.resolution = rule.resolution;
  std::vector<Case> cases;
  for (const Part& part : parts_of(draft, rule)) {
    cases.push_back(case_of(draft, rule, part, reported, leniency));
    cases.back().emulated = emulated;
  }
  return cases;
}

}  // namespace fairshare::formats

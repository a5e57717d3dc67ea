// The verdict is that of `verify` on the record that is kept, so there is only one verdict.
#include "fuzz/harness/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <functional>
#include <tuple>
#include <utility>

#include "fairshare/exact/brief.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/levels.h"
#include "formats/records/memory.h"
#include "formats/records/record_divisions.h"
#include "formats/report/text.h"
#include "formats/text/number_text.h"
#include "formats/verdict/verdict.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using formats::Case;
using formats::Fields;
using formats::InputError;
using formats::LevelWorld;
using formats::Place;
namespace json = formats::json;
using fuzz::Challenge;
using fuzz::Entry;

std::string terms_head(const FuzzSettings& settings) {
  std::string head;
  if (settings.scheduler != "fair")
    head += fmt::format("\"scheduler\":{},", json::quoted(settings.scheduler));
  if (settings.scheduler == "fair" && settings.numbers != formats::Numbers::exact) {
    head += fmt::format("\"numbers\":\"{}\",", name_of(settings.numbers));
  }
  if (settings.scheduler == "fair" && settings.answers) {
    head += fmt::format("\"answers\":\"{}\",", name_of(*settings.answers));
  }
  const auto& [rounding, within, relative] = settings.tolerance;
  if (rounding) head += fmt::format("\"rounding\":\"{}\",", name_of(*rounding));
  const auto text = [](const Rational& number) {
    return fuzz::number_text(fuzz::Kind::fraction, number);
  };
  if (within) head += fmt::format("\"within\":{},", text(*within));
  if (relative) head += fmt::format("\"relative\":{},", text(*relative));
  return head;
}

std::string shares_text(const Shares& shares) {
  std::string text;
  for (const formats::WrittenNumber& share : shares.shares) {
    if (!text.empty()) text += ",";
    // "p/q" and "12" as strings have no last digit; what was a JSON number stays one.
    text += share.last_digit == 0 ? json::quoted(share.text) : share.text;
  }
  return text;
}

std::string record_text(const FuzzSettings& settings, const Challenge& challenge,
                        const Shares& shares) {
  std::string record = record_of(challenge, "\"id\":\"answer\"," + terms_head(settings));
  record.pop_back();
  return record + ",\"shares\":[" + shares_text(shares) + "]}";
}

// The level of a scheduler's record, as `verify` reads it.
std::variant<LevelWorld, InputError> read_level(const formats::SchedulerRecord& record,
                                                bool wants_shares) {
  auto read = formats::read_levels(record.value, record.scheduler, false, wants_shares);
  if (auto* error = std::get_if<InputError>(&read)) return std::move(*error);
  return std::move(std::get<std::vector<LevelWorld>>(read).front());
}

// What a model is asked for: nothing, its answer in the order of the list, or its answers in all
// orders.
enum class Asked { nothing, listed, all };

std::function<schedulers::ModelResult(const schedulers::Level&)> compute_of(
    const schedulers::LevelModel& model, Asked asked) {
  if (asked == Asked::nothing) return [](const auto&) { return schedulers::ModelResult{}; };
  return asked == Asked::listed && model.compute_as_listed ? model.compute_as_listed
                                                           : model.compute;
}

std::variant<std::vector<Case>, InputError> cases_of(const FuzzSettings& settings,
                                                     const Challenge& challenge,
                                                     const Shares& shares, Asked asked) {
  const std::string line = record_text(settings, challenge, shares);
  auto read = formats::read_any_record(line, "answer", 1, "");
  if (auto* error = std::get_if<formats::RecordError>(&read)) return std::move(error->error);
  const auto* own = std::get_if<formats::SchedulerRecord>(&read);
  if (own == nullptr) return formats::cases_of(std::get<formats::Record>(read), "answer", {});
  auto level = read_level(*own, true);
  if (auto* error = std::get_if<InputError>(&level)) return std::move(*error);
  auto& world = std::get<LevelWorld>(level);
  world.model.compute = compute_of(world.model, asked);
  auto divisions = formats::divisions_of(world);
  if (auto* error = std::get_if<InputError>(&divisions)) return std::move(*error);
  return formats::cases_of(std::get<std::vector<formats::Division>>(std::move(divisions)),
                           settings.tolerance, {.id = own->id, .title = "answer"});
}

Failure no_answer(std::string message) {
  return {"FS503", message, fmt::format("error[FS503] {}\n", message)};
}

bool is_unfair(const formats::Verdict& verdict) {
  return verdict.judgement == formats::Judgement::unfair;
}

std::optional<Failure> find_failure(const formats::Verdict& verdict) {
  if (!is_unfair(verdict)) return std::nullopt;
  const formats::Finding& first = verdict.findings.front();
  return Failure{first.code, message_of(verdict, first, exact::Digits::few), verdict_text(verdict),
                 cause_of(verdict)};
}

using Verdicts = std::vector<formats::Verdict>;

std::variant<Verdicts, InputError> verdicts_of(std::variant<std::vector<Case>, InputError> made) {
  if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
  Verdicts verdicts;
  for (Case& one : std::get<std::vector<Case>>(made)) {
    verdicts.push_back(formats::judge(std::move(one)));
  }
  return verdicts;
}

// Whether other orders could change the verdict, or quickly improve its text.
bool is_in_doubt(const formats::Verdict& verdict) {
  constexpr std::size_t few = 6;
  const auto& comparison = verdict.division.comparison;
  if (!is_unfair(verdict)) return false;
  if (!comparison || comparison->are_all || comparison->matches) return false;
  return verdict.excess || verdict.claimants <= few;
}

// In whole units the verdict is not brief: a brief one lacks the shares, and those of equal
// claimants must still be compared.
std::variant<Verdicts, InputError> judge_by_definition(const FuzzSettings& settings,
                                                       const Challenge& challenge,
                                                       const Shares& shares) {
  const std::string line = record_text(settings, challenge, shares);
  formats::PlainReader plain;
  auto judged =
      formats::judge_line(line, "answer", 1, {.is_brief = !is_in_units(settings)}, &plain);
  if (auto* error = std::get_if<formats::RecordError>(&judged)) return std::move(error->error);
  return std::get<Verdicts>(std::move(judged));
}

std::variant<Verdicts, InputError> judge_by_model(const FuzzSettings& settings,
                                                  const Challenge& challenge,
                                                  const Shares& shares) {
  const auto asking = [&](Asked asked) {
    return verdicts_of(cases_of(settings, challenge, shares, asked));
  };
  auto judged = asking(Asked::nothing);
  if (std::holds_alternative<InputError>(judged)) return judged;
  if (std::ranges::any_of(std::get<Verdicts>(judged), is_unfair)) judged = asking(Asked::listed);
  if (std::ranges::any_of(std::get<Verdicts>(judged), is_in_doubt)) judged = asking(Asked::all);
  return judged;
}

// Also an error if the exact numbers of the answer take too much memory.
std::variant<Verdicts, InputError> judge(const FuzzSettings& settings, const Challenge& challenge,
                                         const Shares& shares) {
  std::variant<Verdicts, InputError> judged;
  auto exhausted = formats::find_exhaustion("answer", 1, shares_text(shares).size(), [&] {
    judged = settings.scheduler == "fair" ? judge_by_definition(settings, challenge, shares)
                                          : judge_by_model(settings, challenge, shares);
  });
  if (exhausted) return *std::move(exhausted);
  return judged;
}

bool are_equal(const Entry& a, const Entry& b) {
  return a.weight == b.weight && a.min_share == b.min_share && a.max_share == b.max_share &&
         a.demand == b.demand && a.priority == b.priority;
}

// How far each of two equal claimants' shares may be off, beyond the interval for which it stands.
Rational slack_of(const Case& one) {
  return one.comparison ? one.comparison->resolution.value_or(0) : Rational(0);
}

// A share as it was written, unless that would fill the line.
std::string shown(const Case& one, std::size_t i) {
  const formats::Reported& share = one.reported[i];
  if (share.text.size() <= exact::brief_length_max) return share.text;
  return exact::brief(share.value + one.labels[i].paid);
}

// Two claimants that are equal but whose shares are not. Not for a tree of several levels, and not
// for a brief verdict: there the intervals of equal claimants meet at their fair share.
std::optional<Failure> find_unequal(const FuzzSettings& settings, const Challenge& challenge,
                                    const Case& one) {
  const auto& entries = challenge.entries;
  if (one.reported.size() != entries.size()) return std::nullopt;
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto key = [&](std::size_t i) {
    const Entry& entry = entries[i];
    return std::tie(entry.weight, entry.min_share, entry.max_share, entry.demand, entry.priority);
  };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return key(a) != key(b) ? key(a) < key(b) : one.reported[a].value < one.reported[b].value;
  });
  // In a run of equals the poorest comes first and the richest last.
  for (std::size_t k = 0, first = 0; k < order.size(); ++k) {
    if (!are_equal(entries[order[first]], entries[order[k]])) first = k;
    if (first == k) continue;
    const formats::Reported& poor = one.reported[order[first]];
    const formats::Reported& rich = one.reported[order[k]];
    const bool differ = is_in_units(settings) ? rich.value - poor.value > 1
                                              : poor.interval.high + slack_of(one) <
                                                    rich.interval.low - slack_of(one);
    if (!differ) continue;
    const std::string message =
        fmt::format("{} and {} are equal but hold {} and {}.", one.labels[order[first]].name,
                    one.labels[order[k]].name, shown(one, order[first]), shown(one, order[k]));
    return Failure{
        "FS205", message,
        fmt::format("error[FS205] equal claimants get different shares\n  {}\n", message)};
  }
  return std::nullopt;
}

// Reading.

void read_entries(const formats::json::Value& list, const Place& place,
                  std::optional<std::size_t> parent, Challenge& challenge,
                  std::optional<InputError>& error) {
  const auto* nodes = std::get_if<formats::json::Array>(&list.is);
  if (nodes == nullptr) return;
  for (std::size_t i = 0; i < nodes->size() && !error; ++i) {
    const Place at{&place, {}, i};
    Fields fields((*nodes)[i], at, "", error);
    Entry entry{.name = fields.find_text("name").value_or(fmt::format("{}", i)),
                .weight = fields.find_number("weight").value_or(1),
                .min_share = fields.find_number("min_share").value_or(0),
                .max_share = fields.find_number("max_share"),
                .demand = fields.find_number("demand"),
                .parent = parent};
    // A scheduler that reads it holds it as an int32, and any other refuses the record.
    if (const auto priority = fields.find_number("priority")) {
      entry.priority = static_cast<std::int32_t>(exact::floor(*priority));
    }
    const formats::json::Value* children = fields.take("children");
    challenge.entries.push_back(std::move(entry));
    if (children == nullptr) continue;
    read_entries(*children, Place{&at, "children"}, challenge.entries.size() - 1, challenge, error);
  }
}

}  // namespace

std::optional<fuzz::Prospect> find_prospect(const FuzzSettings& settings,
                                            const Challenge& challenge) {
  if (settings.scheduler == "fair") return fuzz::find_prospect(challenge);
  const std::string line = record_to_send(settings, challenge);
  const auto read = formats::read_any_record(line, "challenge", 1, "");
  const auto* record = std::get_if<formats::SchedulerRecord>(&read);
  if (record == nullptr) return std::nullopt;
  const auto level = read_level(*record, false);
  const auto* world = std::get_if<LevelWorld>(&level);
  if (world == nullptr) return std::nullopt;
  const auto made = world->model.state(world->level);
  const auto* statement = std::get_if<schedulers::Statement>(&made);
  if (statement == nullptr) return std::nullopt;
  const auto& solution = statement->solution;
  if (std::holds_alternative<Overcommitted<Rational>>(solution)) {
    return fuzz::Prospect::overcommitted;
  }
  return std::holds_alternative<Surplus<Rational>>(solution) ? fuzz::Prospect::surplus
                                                             : fuzz::Prospect::allocation;
}

bool is_asked(const FuzzSettings& settings, const Challenge& challenge) {
  const auto keeps_targets = [](const Entry& entry) {
    return entry.weight >= entry.min_share &&
           entry.demand.value_or(entry.min_share) >= entry.min_share;
  };
  if (settings.challenges.weights_are_targets &&
      !std::ranges::all_of(challenge.entries, keeps_targets)) {
    return false;
  }
  if (settings.challenges.weights_are_positive &&
      std::ranges::count(challenge.entries, 0, &Entry::weight) > 0) {
    return false;
  }
  const auto prospect = find_prospect(settings, challenge);
  return prospect && (prospect == fuzz::Prospect::allocation || settings.challenges.infeasible);
}

Challenge challenge_to_ask(const FuzzSettings& settings, fuzz::Family family,
                           fuzz::Choices& choices, const fuzz::ChallengeOptions& options) {
  constexpr int tries_max = 64;
  for (int tries = 0; tries < tries_max; ++tries) {
    Challenge challenge = adversarial_challenge(family, choices, options);
    if (is_asked(settings, challenge)) return challenge;
  }
  Challenge simplest{options.kinds, 1, false, {{}}};
  simplest.entries.front().name = fuzz::name_at(0);
  return simplest;
}

std::string record_to_send(const FuzzSettings& settings, const Challenge& challenge) {
  return record_of(challenge,
                   settings.scheduler == "fair"
                       ? ""
                       : fmt::format("\"scheduler\":{},", json::quoted(settings.scheduler)));
}

std::string record_to_keep(const FuzzSettings& settings, const Challenge& challenge,
                           const std::string& id, const std::string& comment,
                           const Shares* shares) {
  const std::string head = fmt::format("\"id\":{},\"comment\":{},{}", json::quoted(id),
                                       json::quoted(comment), terms_head(settings));
  std::string record = record_of(challenge, head);
  // Shares that cannot be read would make it an invalid record.
  if (shares == nullptr ||
      std::holds_alternative<InputError>(cases_of(settings, challenge, *shares, Asked::listed))) {
    return record;
  }
  record.pop_back();
  return record + ",\"shares\":[" + shares_text(*shares) + "]}";
}

std::variant<Challenge, InputError> read_challenge(std::string_view line, const std::string& file,
                                                   std::size_t line_number,
                                                   const FuzzSettings& settings) {
  const auto located = [&](InputError error) {
    error.file = file;
    error.line = line_number;
    return error;
  };
  // The readers of records decide whether it is a record at all.
  const auto checked = formats::read_any_record(line, file, line_number, "");
  if (const auto* error = std::get_if<formats::RecordError>(&checked)) return error->error;
  const auto parsed = formats::json::parse(line);
  const auto& value = std::get<formats::json::Value>(parsed);

  Challenge challenge{.kinds = settings.challenges.kinds};
  std::optional<InputError> error;
  const Place root;
  Fields fields(value, root, "", error);
  challenge.total = fields.find_number("total").value_or(0);
  const formats::json::Value* tree = fields.take("tree");
  const formats::json::Value* list = tree != nullptr ? tree : fields.take("claimants");
  challenge.is_tree = tree != nullptr;
  if (list != nullptr) {
    const bool is_one = std::holds_alternative<formats::json::Object>(list->is);
    const formats::json::Value of_one{
        formats::json::Array{is_one ? *list : formats::json::Value{}}};
    read_entries(is_one ? of_one : *list, Place{&root, challenge.is_tree ? "tree" : "claimants"},
                 std::nullopt, challenge, error);
  }
  if (error) return located(std::move(*error));
  // As it is sent, with the adapter's terms, it must be a record as well.
  const auto sent =
      formats::read_any_record(record_of(challenge, terms_head(settings)), file, line_number, "");
  if (const auto* unfit = std::get_if<formats::RecordError>(&sent)) {
    InputError unfitting = unfit->error;
    unfitting.message += "; these are the numbers that the adapter takes";
    return unfitting;
  }
  return challenge;
}

std::optional<Failure> find_failure(const FuzzSettings& settings, const Challenge& challenge,
                                    const Shares& shares) {
  if (shares.shares.size() != challenge.entries.size()) {
    return no_answer(fmt::format("{} for {}", formats::counted(shares.shares.size(), "share"),
                                 formats::counted(challenge.entries.size(), "claimant")));
  }
  const auto judged = judge(settings, challenge, shares);
  if (const auto* error = std::get_if<InputError>(&judged)) return no_answer(describe(*error));
  const auto& verdicts = std::get<Verdicts>(judged);
  for (const formats::Verdict& verdict : verdicts) {
    if (auto failure = find_failure(verdict)) return failure;
  }
  return find_unequal(settings, challenge, verdicts.front().division);
}

std::optional<std::vector<properties::Interval>> find_intervals(const FuzzSettings& settings,
                                                                const Challenge& challenge,
                                                                const Shares& shares) {
  assert(settings.scheduler == "fair" && !challenge.is_tree);
  const formats::Numbers answers = settings.answers.value_or(settings.numbers);
  formats::Division division{.usual = formats::usual_rounding(answers)};
  division.problem = problem_of(challenge);
  division.labels.resize(challenge.entries.size());
  division.shares = shares.shares;
  if (division.shares.size() != division.labels.size()) return std::nullopt;
  for (formats::WrittenNumber& share : division.shares) {
    auto held = formats::find_held(std::move(share.value), answers);
    if (!held) return std::nullopt;
    share.value = *std::move(held);
  }
  auto made = formats::case_of(std::move(division), settings.tolerance);
  const auto* one = std::get_if<Case>(&made);
  if (one == nullptr) return std::nullopt;
  std::vector<properties::Interval> intervals;
  for (const formats::Reported& share : one->reported) intervals.push_back(share.interval);
  return intervals;
}

}  // namespace fairshare::harness

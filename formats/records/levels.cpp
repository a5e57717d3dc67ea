#include "formats/records/levels.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "formats/records/answers.h"
#include "formats/records/records.h"
#include "formats/verdict/model_comparison.h"
#include "schedulers/common/base_rule.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::Claim;
using schedulers::Held;
using schedulers::LevelModel;
using schedulers::ModelResult;
using schedulers::Part;
using schedulers::Reports;
using schedulers::Statement;
using schedulers::Type;

// Reading.

std::variant<Held, Complaint> hold_whole(const Rational& number, std::int64_t low,
                                         std::int64_t high) {
  if (exact::is_whole(number) && number >= low && number <= high) {
    return Held(static_cast<std::int64_t>(exact::floor(number)));
  }
  return Complaint{"FS008", fmt::format("{} is not a whole number from {} to {}",
                                        abridged(exact::to_text(number)), low, high)};
}

// A member as the type holds it; an error says why there is none.
std::optional<Held> find_held(Fields& fields, std::string_view key, Type type) {
  const auto number = fields.find_number(key);
  if (!number || type == Type::unread) return std::nullopt;
  auto result = hold(*number, type);
  if (const auto* value = std::get_if<Held>(&result)) return *value;
  fields.complain(key, std::get<Complaint>(std::move(result)));
  return std::nullopt;
}

void read_claim(Fields& fields, const LevelModel& model, std::string_view system, Claim& claim) {
  for (const auto& [key, number, type] : model.numbers) {
    claim.*number = find_held(fields, key, type);
    if (key != "min_share" || model.has_minimums || !(claim.*number)) continue;
    if (*(claim.*number) == Held(0.0) || *(claim.*number) == Held(-0.0)) continue;
    fields.complain(key, "FS018", fmt::format("{} has no minimums", system));
  }
  for (const auto& [key, flag] : model.flags) claim.*flag = fields.flag(key, claim.*flag);
  claim.name = fields.find_text("name").value_or("");
}

void read_total(Fields& record, LevelWorld& world) {
  if (!record.has("total")) record.complain("total", "FS002", "the total is missing");
  const auto& must_be = world.model.total_must_be;
  const Held fallback =
      world.model.total == Type::float64 ? Held(must_be.value_or(0.0)) : Held(std::int64_t{0});
  world.level.total = find_held(record, "total", world.model.total).value_or(fallback);
  if (!must_be || world.level.total == Held(*must_be)) return;
  record.complain("total", "FS002",
                  fmt::format("{} divides fractions of a pool: its total must be {}",
                              world.scheduler, *must_be));
}

// The record's "claimants". No two names are equal; a claimant without one is named by its index.
void read_claims(Fields& record, LevelWorld& world, std::optional<InputError>& error) {
  const json::Value* value = record.take("claimants");
  const auto* list = value != nullptr ? std::get_if<json::Array>(&value->is) : nullptr;
  if (value == nullptr) {
    record.complain("claimants", "FS002", "the claimants are missing");
  } else if (list == nullptr) {
    record.complain("claimants", wrong_kind("a list of claimants", *value));
  }
  if (list == nullptr) return;

  const Place place{&record.place(), "claimants"};
  for (std::size_t i = 0; i < list->size() && !error; ++i) {
    const json::Value* name = json::find((*list)[i], "name");
    const auto* text = name != nullptr ? std::get_if<std::string>(&name->is) : nullptr;
    const Place at{&place, {}, i};
    Fields fields((*list)[i], at, text != nullptr ? *text : fmt::format("{}", i), error);
    read_claim(fields, world.model, world.scheduler, world.level.claims.emplace_back());
    fields.finish("a claimant");
    world.names.push_back(fields.claimant());
  }
  const std::vector<std::string_view> names(world.names.begin(), world.names.end());
  const auto repeated = json::find_repeated(names);
  if (!repeated || error) return;
  error = error_at({&place, {}, *repeated}, world.names[*repeated],
                   {"FS004", "duplicate name: an earlier claimant has it"});
}

// The record's "shares", one a claimant.
void read_shares(Fields& record, LevelWorld& world, std::optional<InputError>& error) {
  if (!record.has("shares")) return;
  const json::Array& list = record.list("shares");
  const Place place{&record.place(), "shares"};
  const auto& names = world.names;
  auto& shares = world.shares.emplace();
  for (std::size_t i = 0; i < list.size() && !error; ++i) {
    auto read = read_number(list[i]);
    if (auto* share = std::get_if<WrittenNumber>(&read)) {
      shares.push_back(std::move(*share));
    } else {
      error = error_at({&place, {}, i}, i < names.size() ? names[i] : "",
                       std::get<Complaint>(std::move(read)));
    }
  }
  if (error || shares.size() == names.size()) return;
  const bool too_few = shares.size() < names.size();
  error = error_at(place, too_few ? names[shares.size()] : "",
                   {too_few ? "FS104" : "FS105",
                    fmt::format("{} shares for {} claimants", shares.size(), names.size())});
}

// Answers.

void write_list(const std::vector<Held>& list, json::Writer& answer) {
  answer.begin_array();
  for (const Held& number : list) answer.number(number_text(number));
  answer.end_array();
}

void write_details(const std::vector<schedulers::Detail>& details, json::Writer& answer) {
  for (const auto& [name, value] : details) {
    answer.key(name);
    if (const auto* list = std::get_if<std::vector<Held>>(&value)) {
      write_list(*list, answer);
    } else {
      answer.number(number_text(std::get<Held>(value)));
    }
  }
}

// What its own rule makes of the input is no problem.
InputError no_fair_problem(const std::vector<std::string>& names, const Defect& defect) {
  const std::string name = defect.claimant ? names[*defect.claimant] : "";
  const Place list{nullptr, "claimants"};
  const Place at = defect.claimant ? Place{&list, {}, defect.claimant} : Place{nullptr, "total"};
  const bool is_bounds = defect.rule == fairshare::Rule::max_share_is_not_below_min_share;
  return error_at(at, name,
                  {is_bounds ? "FS010" : "FS011",
                   "there is no fair allocation here, whatever the release computes: " +
                       describe(defect.rule)});
}

// Divisions.

Rounding usual_rounding(Reports reports) {
  switch (reports) {
    case Reports::doubles:
      return Rounding::to_double;
    case Reports::units_cut_down:
      return Rounding::down;
    case Reports::units_apportioned:
      return Rounding::apportioned;
    case Reports::units_cut:
      return Rounding::cut;
  }
  return Rounding::to_double;
}

// What the release computes of what was reported: the shares, or a detail in their place.
ModelResult reported_result(const LevelWorld& world) {
  ModelResult result = world.model.compute(world.level);
  if (world.reported.empty() || result.answers.empty()) return result;
  for (const auto& [name, value] : result.details) {
    if (name != world.reported) continue;
    result.answers = {std::get<std::vector<Held>>(value)};
  }
  return result;
}

// Pays the minimums and takes them off the problem, unless they exceed the total.
void pay_minimums(Division& division) {
  division.rule = Rule::base;
  division.notes.emplace_back(
      "the base rule: minimums are paid first, and what is left is divided by weight");
  Problem<Rational> rest = schedulers::without_minimums(division.problem);
  if (rest.total < 0) return;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    division.labels[i].paid = division.problem.claimants[i].min_share;
  }
  division.problem = std::move(rest);
}

std::optional<Rational> demand_of(const Claim& claim) {
  if (!claim.demand) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&*claim.demand)) return Rational(*whole);
  return exact::from_double(std::get<double>(*claim.demand));
}

Division division_of(const LevelWorld& world, const Statement& statement, const Part& part) {
  Division division{
      .label = part.label,
      .problem = part.problem,
      .usual = world.reported.empty() ? usual_rounding(world.model.reports) : Rounding::nearest,
      .hands_out_all = world.model.hands_out_all,
      .is_beyond_resolution = world.model.sums_within_resolution};
  for (const std::size_t i : part.claimants) {
    division.labels.push_back({.name = world.names[i],
                               .note = statement.notes[i],
                               .demand = demand_of(world.level.claims[i]),
                               .field = fmt::format("shares[{}]", i)});
    division.shares.push_back((*world.shares)[i]);
  }
  if (world.model.is_base) pay_minimums(division);
  return division;
}

// What the release computes of the part's claimants; whether it is what was reported is known of
// all parts together.
ModelComparison comparison_of(const Part& part, ModelComparison all) {
  if (!all.shares) return all;
  std::vector<std::string> shares;
  for (const std::size_t i : part.claimants) shares.push_back((*all.shares)[i]);
  all.shares = std::move(shares);
  return all;
}

}  // namespace

LevelWorld empty_level(const schedulers::Scheduler& scheduler) {
  assert(scheduler.level != nullptr);
  return {.scheduler = scheduler.name, .model = scheduler.level()};
}

std::variant<Held, Complaint> hold(const Rational& number, Type type) {
  if (type == Type::int32 || type == Type::unread) {
    return hold_whole(number, std::numeric_limits<std::int32_t>::min(),
                      std::numeric_limits<std::int32_t>::max());
  }
  if (type == Type::int64) {
    return hold_whole(number, std::numeric_limits<std::int64_t>::min(),
                      std::numeric_limits<std::int64_t>::max());
  }
  const double nearest = exact::to_double(number);
  if (!std::isfinite(nearest)) {
    return Complaint{"FS008", "the number exceeds the largest double"};
  }
  // As Java reads a float: to the nearest double, and from there to the nearest float.
  const bool is_float = type == Type::float32;
  return Held(is_float ? static_cast<double>(exact::to_float(exact::from_double(nearest)))
                       : nearest);
}

std::variant<LevelWorld, InputError> read_level(const json::Value& record,
                                                const schedulers::Scheduler& scheduler,
                                                bool is_steady, bool wants_shares) {
  LevelWorld world = empty_level(scheduler);
  world.level.is_steady = is_steady;
  std::optional<InputError> error;
  const Place root;
  Fields fields(record, root, "", error);
  fields.take("id");
  fields.take("scheduler");
  read_total(fields, world);
  for (const auto& [key, number, type] : world.model.level_numbers) {
    world.level.*number = find_held(fields, key, type);
  }
  for (const auto& [key, flag] : world.model.level_flags) {
    world.level.*flag = fields.flag(key, false);
  }
  read_claims(fields, world, error);
  if (wants_shares) read_shares(fields, world, error);
  fields.take("shares");
  fields.finish(fmt::format("a record of {}", scheduler.name), record_ignored);
  if (error) return std::move(*error);
  return world;
}

void answer_computed(const LevelWorld& world, json::Writer& answer) {
  const ModelResult result = world.model.compute(world.level);
  answer.key("outcome").string(result.outcome);
  if (!result.message.empty()) answer.key("message").string(result.message);
  if (result.answers.empty()) return;
  answer.key("shares");
  write_list(result.answers.front(), answer);
  if (result.answers.size() > 1) {
    answer.key("alternatives").begin_array();
    for (std::size_t i = 1; i < result.answers.size(); ++i) write_list(result.answers[i], answer);
    answer.end_array();
  }
  if (!result.are_all) answer.key("complete").boolean(false);
  write_details(result.details, answer);
}

std::optional<InputError> answer_fair(const LevelWorld& world, json::Writer& answer) {
  const auto made = world.model.state(world.level);
  if (const auto* defect = std::get_if<Defect>(&made)) {
    return no_fair_problem(world.names, *defect);
  }
  write_solution(std::get<Statement>(made).solution, answer);
  return std::nullopt;
}

std::variant<std::vector<Division>, InputError> divisions_of(const LevelWorld& world) {
  if (!world.shares) return no_shares_reported();
  const auto made = world.model.state(world.level);
  if (const auto* defect = std::get_if<Defect>(&made)) {
    return no_fair_problem(world.names, *defect);
  }
  const auto& statement = std::get<Statement>(made);
  const ModelComparison computed =
      compare_with_model(world.scheduler, reported_result(world), *world.shares);
  Rational total = 0;
  for (const Part& part : statement.parts) total += part.problem.total;
  std::vector<Division> divisions;
  for (const Part& part : statement.parts) {
    divisions.push_back(division_of(world, statement, part));
    divisions.back().relative_to = total;
    divisions.back().comparison = comparison_of(part, computed);
  }
  return divisions;
}

}  // namespace fairshare::formats

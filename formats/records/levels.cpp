#include "formats/records/levels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "fairshare/schedulers/common/base_rule.h"
#include "formats/records/answers.h"
#include "formats/records/records.h"
#include "formats/text/number_text.h"
#include "formats/verdict/model_comparison.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::Claim;
using schedulers::Held;
using schedulers::Level;
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
  return not_whole(number, low, high);
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

// What is read from a record, before it becomes a world for each level.
struct Reading {
  std::string_view scheduler;
  const LevelModel& model;
  bool is_by_resource = false;  // else there is one level
  std::vector<Level> levels = {};
  std::vector<std::string> names = {};
  std::optional<std::vector<WrittenNumber>> shares = std::nullopt;
};

// Calls `take` with the name, the value and the path of each member of the object at `key`.
template <class Take>
void for_each_resource(Fields& fields, std::string_view key, const Take& take) {
  const json::Value* value = fields.take(key);
  if (value == nullptr || std::holds_alternative<json::Null>(value->is)) return;
  const auto* members = std::get_if<json::Object>(&value->is);
  if (members == nullptr) {
    return fields.complain(key, wrong_kind("an object of numbers by resource", *value));
  }
  for (const auto& [resource, member] : *members) {
    take(resource, member, fmt::format("{}.{}", key, resource));
  }
}

// An amount of one resource; nothing, with an error, if the value is not one.
std::optional<Held> find_amount(Fields& fields, const json::Value& value, const std::string& path,
                                Type type) {
  auto read = read_number(value);
  if (auto* complaint = std::get_if<Complaint>(&read)) {
    fields.complain(path, std::move(*complaint));
    return std::nullopt;
  }
  const Rational& number = std::get<WrittenNumber>(read).value;
  auto held = hold(number, type);
  if (auto* complaint = std::get_if<Complaint>(&held)) {
    fields.complain(path, std::move(*complaint));
  } else if (number < 0) {
    fields.complain(path, "FS011", "the amount is negative");
  } else {
    return std::get<Held>(held);
  }
  return std::nullopt;
}

std::optional<std::size_t> find_resource(const std::vector<Level>& levels, std::string_view name) {
  const auto found = std::ranges::find(levels, name, &Level::resource);
  if (found == levels.end()) return std::nullopt;
  return static_cast<std::size_t>(found - levels.begin());
}

Complaint no_total_of(std::string_view resource) {
  return {"FS003",
          fmt::format("the total has no {}", json::quoted(abridged(std::string(resource))))};
}

// Reads a claimant's number for every level, into the claim that was begun in each.
void read_by_resource(Fields& fields, const schedulers::NumberField& field, Reading& reading) {
  for_each_resource(
      fields, field.name,
      [&](const std::string& resource, const json::Value& value, const std::string& path) {
        const auto level = find_resource(reading.levels, resource);
        if (!level) return fields.complain(path, no_total_of(resource));
        reading.levels[*level].claims.back().*field.number =
            find_amount(fields, value, path, field.type);
      });
}

void read_claim(Fields& fields, Reading& reading) {
  Claim claim;
  for (const auto& field : reading.model.numbers) {
    if (reading.is_by_resource && field.name != "weight") continue;
    auto& number = claim.*field.number;
    number = find_held(fields, field.name, field.type);
    if (field.name != "min_share" || reading.model.has_minimums || !number) continue;
    if (*number == Held(0.0) || *number == Held(-0.0)) continue;
    fields.complain(field.name, "FS018", fmt::format("{} has no minimums", reading.scheduler));
  }
  for (const auto& [key, flag] : reading.model.flags) claim.*flag = fields.flag(key, claim.*flag);
  claim.name = fields.find_text("name").value_or("");
  for (Level& level : reading.levels) level.claims.push_back(claim);
  for (const auto& field : reading.model.numbers) {
    if (reading.is_by_resource && field.name != "weight") read_by_resource(fields, field, reading);
  }
}

void read_totals(Fields& record, Reading& reading) {
  for_each_resource(
      record, "total",
      [&](const std::string& resource, const json::Value& value, const std::string& path) {
        if (reading.levels.size() == resources_max) {
          return record.complain(path, "FS005",
                                 fmt::format("more than {} resources", resources_max));
        }
        const auto total = find_amount(record, value, path, reading.model.total);
        reading.levels.push_back({.resource = resource, .total = total.value_or(Held(0.0))});
      });
  if (reading.levels.empty()) record.complain("total", "FS002", "the total names no resource");
}

void read_total(Fields& record, Reading& reading) {
  const json::Value* value = record.take("total");
  if (value == nullptr) {
    record.complain("total", "FS002", "the total is missing");
  } else if (std::holds_alternative<json::Null>(value->is)) {
    record.complain("total", wrong_kind("a number or a string \"p/q\"", *value));
  }
  const auto& must_be = reading.model.total_must_be;
  const Held fallback =
      reading.model.total == Type::float64 ? Held(must_be.value_or(0.0)) : Held(std::int64_t{0});
  Level& level = reading.levels.emplace_back();
  level.total = find_held(record, "total", reading.model.total).value_or(fallback);
  if (!must_be || level.total == Held(*must_be)) return;
  record.complain("total", "FS002",
                  fmt::format("{} divides fractions of a pool: its total must be {}",
                              reading.scheduler, *must_be));
}

// The record's "claimants". Names must be unique; a claimant without one is named by its index.
void read_claims(Fields& record, Reading& reading, std::optional<InputError>& error) {
  const json::Value* value = record.take("claimants");
  const auto* list = value != nullptr ? std::get_if<json::Array>(&value->is) : nullptr;
  if (value == nullptr) {
    record.complain("claimants", "FS002", "the claimants are missing");
  } else if (list == nullptr) {
    record.complain("claimants", wrong_kind("a list of claimants", *value));
  } else if (reading.is_by_resource && list->size() * reading.levels.size() > amounts_max) {
    record.complain("claimants", "FS005",
                    fmt::format("more than {} claimants times resources", amounts_max));
  }
  if (list == nullptr) return;

  const Place place{&record.place(), "claimants"};
  for (std::size_t i = 0; i < list->size() && !error; ++i) {
    const json::Value* name = json::find((*list)[i], "name");
    const auto* text = name != nullptr ? std::get_if<std::string>(&name->is) : nullptr;
    const Place at{&place, {}, i};
    Fields fields((*list)[i], at, text != nullptr ? *text : fmt::format("{}", i), error);
    read_claim(fields, reading);
    fields.finish("a claimant");
    reading.names.push_back(fields.claimant());
  }
  const std::vector<std::string_view> names(reading.names.begin(), reading.names.end());
  const auto repeated = json::find_repeated(names);
  if (!repeated || error) return;
  error = error_at({&place, {}, *repeated}, reading.names[*repeated],
                   {"FS004", "duplicate name: an earlier claimant has it"});
}

// One claimant's share of every resource.
void read_share_by_resource(Fields& fields, std::size_t claimant, Reading& reading) {
  const std::size_t claimants = reading.names.size();
  for (std::size_t r = 0; r < reading.levels.size(); ++r) {
    const std::string& resource = reading.levels[r].resource;
    const json::Value* value = fields.take(resource);
    if (value == nullptr) {
      fields.complain(resource, "FS104", "the share of this resource is missing");
      return;
    }
    auto read = read_number(*value);
    if (auto* complaint = std::get_if<Complaint>(&read)) {
      return fields.complain(resource, std::move(*complaint));
    }
    (*reading.shares)[r * claimants + claimant] = std::get<WrittenNumber>(std::move(read));
  }
  fields.finish("a share");
}

// The record's "shares", one per claimant.
void read_shares(Fields& record, Reading& reading, std::optional<InputError>& error) {
  if (!record.has("shares")) return;
  const json::Array& list = record.list("shares");
  const Place place{&record.place(), "shares"};
  const auto& names = reading.names;
  auto& shares = reading.shares.emplace(reading.levels.size() * names.size());
  for (std::size_t i = 0; i < list.size() && !error; ++i) {
    const Place at{&place, {}, i};
    const std::string name = i < names.size() ? names[i] : "";
    if (reading.is_by_resource) {
      Fields fields(list[i], at, name, error);
      if (i < names.size()) read_share_by_resource(fields, i, reading);
      continue;
    }
    auto read = read_number(list[i]);
    if (auto* complaint = std::get_if<Complaint>(&read)) {
      error = error_at(at, name, std::move(*complaint));
    } else if (i < names.size()) {
      shares[i] = std::get<WrittenNumber>(std::move(read));
    }
  }
  if (error || list.size() == names.size()) return;
  const bool too_few = list.size() < names.size();
  error = error_at(
      place, too_few ? names[list.size()] : "",
      {too_few ? "FS104" : "FS105",
       fmt::format("{} for {}", counted(list.size(), "share"), counted(names.size(), "claimant"))});
}

// A world for each level; if there are several, each knows all.
std::vector<LevelWorld> worlds_of(const LevelWorld& empty, Reading reading) {
  std::vector<LevelWorld> worlds;
  for (std::size_t r = 0; r < reading.levels.size(); ++r) {
    LevelWorld& world = worlds.emplace_back(empty);
    world.level = reading.levels[r];
    world.names = reading.names;
    world.place = r;
    if (!reading.shares) continue;
    const auto first =
        reading.shares->begin() + static_cast<std::ptrdiff_t>(r * world.names.size());
    world.shares.emplace(first, first + static_cast<std::ptrdiff_t>(world.names.size()));
  }
  if (!reading.is_by_resource) return worlds;
  const auto together = std::make_shared<const Together>(
      Together{.levels = std::move(reading.levels), .shares = std::move(reading.shares)});
  for (LevelWorld& world : worlds) world.together = together;
  return worlds;
}

// Answers.

void write_list(const std::vector<Held>& list, json::Writer& answer) {
  answer.begin_array();
  for (const Held& number : list) answer.number(number_text(number));
  answer.end_array();
}

// What the release computes for the level, and for all levels divided with it.
ModelResult computed(const LevelWorld& world) {
  if (world.together == nullptr) return world.model.compute(world.level);
  const Together& together = *world.together;
  if (!together.computed) {  // cached, since it tries every order of the map
    together.computed = world.model.compute_together(together.levels);
    together.computed->are_all = together.computed->are_all && together.missing.empty();
  }
  ModelResult result = *together.computed;
  if (result.resolution) result.resolution = world.model.resolution(world.level);
  return result;
}

// The answers for this level only, taken from those for several levels: different ones, in their
// order.
std::vector<std::vector<Held>> own_answers(const LevelWorld& world, const ModelResult& result) {
  const auto claimants = static_cast<std::ptrdiff_t>(world.names.size());
  std::vector<std::vector<Held>> answers;
  std::set<std::vector<Held>> seen;
  for (const std::vector<Held>& answer : result.answers) {
    const auto first = answer.begin() + static_cast<std::ptrdiff_t>(world.place) * claimants;
    const auto [own, is_new] = seen.emplace(first, first + claimants);
    if (is_new) answers.push_back(*own);
  }
  return answers;
}

// One answer of a release that divides these resources together.
void write_by_resource(std::span<const LevelWorld> worlds, const std::vector<Held>& shares,
                       json::Writer& answer) {
  const std::size_t claimants = worlds.front().names.size();
  answer.begin_array();
  for (std::size_t i = 0; i < claimants; ++i) {
    answer.begin_object();
    for (std::size_t r = 0; r < worlds.size(); ++r) {
      answer.key(worlds[r].level.resource).number(number_text(shares[r * claimants + i]));
    }
    answer.end_object();
  }
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

// The result with these answers, each written by `write`.
template <class Write>
void write_result(const ModelResult& result, const std::vector<std::vector<Held>>& answers,
                  const Write& write, json::Writer& answer) {
  answer.key("outcome").string(result.outcome);
  if (!result.message.empty()) answer.key("message").string(result.message);
  if (answers.empty()) return;
  answer.key("shares");
  write(answers.front());
  if (answers.size() > 1) {
    answer.key("alternatives").begin_array();
    for (std::size_t i = 1; i < answers.size(); ++i) write(answers[i]);
    answer.end_array();
  }
  if (!result.are_all) answer.key("complete").boolean(false);
  write_details(result.details, answer);
}

// The error if the scheduler's own rule does not state a valid problem.
InputError no_fair_problem(const LevelWorld& world, const Defect& defect) {
  const std::string name = defect.claimant ? world.names[*defect.claimant] : "";
  const Place list{nullptr, "claimants"};
  const Place at = defect.claimant ? Place{&list, {}, defect.claimant} : Place{nullptr, "total"};
  const bool is_bounds = defect.rule == fairshare::Rule::max_share_is_not_below_min_share;
  return error_at(
      at, name,
      {is_bounds ? "FS010" : "FS011",
       "no fair allocation exists here, whatever the release computes: " + describe(defect.rule)});
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
    case Reports::units_webster:
      return Rounding::webster;
    case Reports::units_dhondt:
      return Rounding::dhondt;
    case Reports::units_cut:
      return Rounding::cut;
  }
  return Rounding::to_double;
}

Rounding usual_rounding(const LevelWorld& world) {
  if (world.digits > 0) return Rounding::written;
  return world.reported.empty() ? usual_rounding(world.model.reports) : Rounding::nearest;
}

// 8.25, with two digits -> 8.2
double printed(double share, int digits) {
  return std::strtod(fmt::format("{:.{}g}", share, digits).c_str(), nullptr);
}

// What the release computes for what was reported: the shares, or a detail instead, with as many
// digits as the reported ones.
ModelResult reported_result(const LevelWorld& world) {
  ModelResult result = computed(world);
  for (std::vector<Held>& answer : result.answers) {
    for (Held& share : answer) {
      auto* number = std::get_if<double>(&share);
      if (number != nullptr && world.digits > 0) *number = printed(*number, world.digits);
    }
  }
  if (world.reported.empty() || result.answers.empty()) return result;
  for (const auto& [name, value] : result.details) {
    if (name != world.reported) continue;
    result.answers = {std::get<std::vector<Held>>(value)};
  }
  return result;
}

// Pays the minimums and subtracts them from the problem, unless they exceed the total.
void pay_minimums(Division& division) {
  division.rule = Rule::base;
  division.notes.emplace_back(note_of_base_rule);
  Problem<Rational> rest = schedulers::without_minimums(division.problem);
  if (rest.total < 0) return;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    division.labels[i].paid = division.problem.claimants[i].min_share;
  }
  division.problem = std::move(rest);
}

// Where a claimant's share was read: "shares[2]", "shares[2].cpu".
std::string share_field(const LevelWorld& world, std::size_t claimant) {
  const std::string& resource = world.level.resource;
  return fmt::format("shares[{}]{}{}", claimant, resource.empty() ? "" : ".", resource);
}

// Why it is not known whether the shares are what the release computes.
void note_what_is_missing(const LevelWorld& world, Division& division) {
  if (world.together == nullptr || world.together->missing.empty()) return;
  if (division.comparison->matches_in_doubles) return;
  division.notes.push_back(
      fmt::format("{} divides all resources in one loop, and the total of {} is unknown",
                  world.scheduler, world.together->missing));
}

Rational value_or(const std::optional<Held>& held, int otherwise) {
  return held ? value_of(*held) : Rational(otherwise);
}

// Whether the claimant is what its claim alone states, whatever the total and the other claims are.
bool is_as_stated(const Claim& claim, const Claimant<Rational>& claimant) {
  auto most = claim.max_share ? std::optional(value_of(*claim.max_share)) : std::nullopt;
  if (claim.demand)
    most = std::min(most.value_or(value_of(*claim.demand)), value_of(*claim.demand));
  const Rational least = value_or(claim.min_share, 0);
  const bool has_least =
      claimant.min_share == least || (most && claimant.min_share == std::min(least, *most));
  return has_least && claimant.max_share == most && claimant.weight == value_or(claim.weight, 1);
}

// Whether the claims have priorities: what changes in one tier may change the others.
bool has_tiers(const Level& level) {
  return std::ranges::any_of(level.claims, [&](const Claim& claim) {
    return claim.priority != level.claims.front().priority;
  });
}

Division division_of(const LevelWorld& world, const Statement& statement, const Part& part) {
  Division division{
      .label = part.label,
      .resource = world.level.resource,
      .names = world.called,
      .problem = part.problem,
      .usual = usual_rounding(world),
      .precision = world.model.precision ? world.model.precision(world.level) : Rational(0),
      .hands_out_all = world.model.hands_out_all,
      .is_beyond_resolution = world.model.sums_within_resolution};
  const bool is_tiered = has_tiers(world.level);
  for (const std::size_t i : part.claimants) {
    const auto& demand = world.level.claims[i].demand;
    division.labels.push_back({.name = world.names[i],
                               .note = statement.notes[i],
                               .demand = demand ? std::optional(value_of(*demand)) : std::nullopt,
                               .field = share_field(world, i)});
    const std::size_t k = division.labels.size() - 1;
    division.labels[k].is_derived =
        is_tiered || !is_as_stated(world.level.claims[i], part.problem.claimants[k]);
    if (world.shares) division.shares.push_back((*world.shares)[i]);
  }
  if (world.model.is_base) pay_minimums(division);
  return division;
}

// What the release computes for the part's claimants. Whether the reported shares match is known
// only for all parts and all levels that are divided together.
ModelComparison comparison_of(const LevelWorld& world, const Part& part, const ModelResult& result,
                              ModelComparison all) {
  if (!all.shares) return all;
  const std::size_t first = world.place * world.names.size();
  std::vector<std::string> shares;
  for (const std::size_t i : part.claimants) shares.push_back((*all.shares)[first + i]);
  all.shares = std::move(shares);
  all.matches_here = std::ranges::any_of(result.answers, [&](const std::vector<Held>& answer) {
    return std::ranges::all_of(part.claimants, [&](std::size_t i) {
      return is_reported_as(answer[first + i], (*world.shares)[i].value);
    });
  });
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
  // As Java reads a float: first the nearest double, then the float nearest to that.
  const bool is_float = type == Type::float32;
  return Held(is_float ? static_cast<double>(exact::to_float(exact::from_double(nearest)))
                       : nearest);
}

Rational value_of(const Held& number) {
  if (const auto* whole = std::get_if<std::int64_t>(&number)) return *whole;
  return exact::from_double(std::get<double>(number));
}

std::variant<std::vector<LevelWorld>, InputError> read_levels(
    const json::Value& record, const schedulers::Scheduler& scheduler, bool is_steady,
    bool wants_shares) {
  const LevelWorld empty = empty_level(scheduler);
  const json::Value* total = json::find(record, "total");
  Reading reading{.scheduler = scheduler.name,
                  .model = empty.model,
                  .is_by_resource = empty.model.compute_together != nullptr && total != nullptr &&
                                    std::holds_alternative<json::Object>(total->is)};
  std::optional<InputError> error;
  const Place root;
  Fields fields(record, root, "", error);
  fields.take("id");
  fields.take("scheduler");
  reading.is_by_resource ? read_totals(fields, reading) : read_total(fields, reading);
  for (const auto& [key, number, type] : reading.model.level_numbers) {
    const auto held = find_held(fields, key, type);
    for (Level& level : reading.levels) level.*number = held;
  }
  for (const auto& [key, flag] : reading.model.level_flags) {
    const bool is_set = fields.flag(key, false);
    for (Level& level : reading.levels) level.*flag = is_set;
  }
  if (reading.model.has_key) {
    const std::string name = fields.find_text("key").value_or("");
    for (Level& level : reading.levels) level.key = name;
  }
  for (Level& level : reading.levels) level.is_steady = is_steady;
  read_claims(fields, reading, error);
  if (wants_shares) read_shares(fields, reading, error);
  fields.take("shares");
  fields.finish(fmt::format("a record of {}", scheduler.name), record_ignored);
  if (error) return std::move(*error);
  return worlds_of(empty, std::move(reading));
}

void answer_computed(const LevelWorld& world, json::Writer& answer) {
  const ModelResult result = computed(world);
  write_result(
      result, world.together == nullptr ? result.answers : own_answers(world, result),
      [&](const std::vector<Held>& shares) { write_list(shares, answer); }, answer);
}

void answer_computed(std::span<const LevelWorld> worlds, json::Writer& answer) {
  if (worlds.front().together == nullptr) return answer_computed(worlds.front(), answer);
  const ModelResult result = computed(worlds.front());
  write_result(
      result, result.answers,
      [&](const std::vector<Held>& shares) { write_by_resource(worlds, shares, answer); }, answer);
}

std::optional<InputError> answer_fair(const LevelWorld& world, json::Writer& answer) {
  const auto made = world.model.state(world.level);
  if (const auto* defect = std::get_if<Defect>(&made)) {
    return no_fair_problem(world, *defect);
  }
  write_solution(std::get<Statement>(made).solution, answer);
  return std::nullopt;
}

std::optional<InputError> answer_fair(std::span<const LevelWorld> worlds, json::Writer& answer) {
  if (worlds.front().together == nullptr) return answer_fair(worlds.front(), answer);
  answer.key("resources").begin_object();
  for (const LevelWorld& world : worlds) {
    answer.key(world.level.resource).begin_object();
    if (auto error = answer_fair(world, answer)) return error;
    answer.end_object();
  }
  answer.end_object();
  return std::nullopt;
}

std::variant<std::vector<Division>, InputError> divisions_of(const LevelWorld& world) {
  const auto made = world.model.state(world.level);
  if (const auto* defect = std::get_if<Defect>(&made)) {
    return no_fair_problem(world, *defect);
  }
  const auto& statement = std::get<Statement>(made);
  ModelResult result;
  std::optional<ModelComparison> computed;
  if (world.shares) {
    const auto& reported = world.together == nullptr ? *world.shares : *world.together->shares;
    result = reported_result(world);
    computed = compare_with_model(world.scheduler, result, reported);
  }
  Rational total = 0;
  for (const Part& part : statement.parts) total += part.problem.total;
  std::vector<Division> divisions;
  for (const Part& part : statement.parts) {
    divisions.push_back(division_of(world, statement, part));
    divisions.back().relative_to = total;
    if (computed) divisions.back().comparison = comparison_of(world, part, result, *computed);
    note_what_is_missing(world, divisions.back());
  }
  return divisions;
}

}  // namespace fairshare::formats

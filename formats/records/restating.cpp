#include "formats/records/restating.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "fairshare/schedulers/common/level.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using schedulers::Held;
using schedulers::Level;
using schedulers::Type;
using Field = Change::Field;

std::string_view name_of(Field field) {
  return field == Field::weight ? "weight" : field == Field::min_share ? "min_share" : "max_share";
}

std::string_view word_for(Field field) {
  return field == Field::weight ? "weight" : field == Field::min_share ? "minimum" : "maximum";
}

// The complaint, if the change cannot be made.
std::optional<std::string> apply(const Change& change, const LevelWorld& world, Level& level) {
  const auto complain = [&](const std::string& what) {
    return fmt::format("the {} of {}: {}", word_for(change.field), world.names[change.claim], what);
  };
  for (const schedulers::NumberField& field : world.model.numbers) {
    if (field.name != name_of(change.field) || field.type == Type::unread) continue;
    auto& number = level.claims[change.claim].*field.number;
    number = std::nullopt;
    if (!change.value) return std::nullopt;
    auto held = hold(*change.value, field.type);
    if (const auto* complaint = std::get_if<Complaint>(&held)) return complain(complaint->message);
    number = std::get<Held>(held);
    const bool is_nothing = *change.value == 0 || world.model.has_minimums;
    if (change.field == Field::min_share && !is_nothing) break;
    return std::nullopt;
  }
  return complain(fmt::format("{} has no {}", world.scheduler, name_of(change.field)));
}

// The total that the release holds.
std::variant<Held, std::string> held_total(const Rational& total, const LevelWorld& world) {
  const auto& must_be = world.model.total_must_be;
  if (must_be && total != exact::from_double(*must_be)) {
    return fmt::format("{} divides fractions of a pool: its total must be {}", world.scheduler,
                       *must_be);
  }
  const bool is_whole = world.model.total == Type::int32 || world.model.total == Type::int64;
  auto held = hold(is_whole ? Rational(exact::floor(total)) : total, world.model.total);
  if (auto* complaint = std::get_if<Complaint>(&held)) return "the total: " + complaint->message;
  return std::get<Held>(held);
}

std::variant<std::vector<schedulers::Part>, std::string> restated(const LevelWorld& world,
                                                                  const Rational& total,
                                                                  std::span<const Change> changes) {
  Level level = world.level;
  auto held = held_total(total, world);
  if (auto* complaint = std::get_if<std::string>(&held)) return std::move(*complaint);
  level.total = std::get<Held>(held);
  for (const Change& change : changes) {
    if (auto complaint = apply(change, world, level)) return *std::move(complaint);
  }
  auto made = world.model.state(level);
  if (auto* statement = std::get_if<schedulers::Statement>(&made))
    return std::move(statement->parts);
  const Defect& defect = std::get<Defect>(made);
  const std::string of = defect.claimant ? " of " + world.names[*defect.claimant] : "";
  return fmt::format("there is no fair allocation{}: {}", of, describe(defect.rule));
}

}  // namespace

std::variant<std::vector<Division>, InputError> restatable_divisions_of(const LevelWorld& world) {
  auto made = divisions_of(world);
  auto* divisions = std::get_if<std::vector<Division>>(&made);
  if (divisions == nullptr) return made;
  const auto level = std::make_shared<const Restatable>(
      Restatable{.total = value_of(world.level.total),
                 .restate = [world](const Rational& total, std::span<const Change> changes) {
                   return restated(world, total, changes);
                 }});
  const auto statement = std::get<schedulers::Statement>(world.model.state(world.level));
  for (std::size_t k = 0; k < divisions->size(); ++k) {
    (*divisions)[k].level = level;
    if (world.has_own_total) (*divisions)[k].following = Following::total;
    (*divisions)[k].claims = statement.parts[k].claimants;
  }
  return made;
}

}  // namespace fairshare::formats

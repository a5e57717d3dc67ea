#include "fuzz/harness/settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "fairshare/schedulers/registry.h"
#include "formats/inputs.h"

namespace fairshare::harness {
namespace {

using formats::Numbers;
using formats::Rounding;
using fuzz::Kind;
using fuzz::Kinds;

Kind kind_of(Numbers numbers) {
  switch (numbers) {
    case Numbers::exact:
      return Kind::fraction;
    case Numbers::to_double:
      return Kind::float64;
    case Numbers::to_float:
      return Kind::float32;
    case Numbers::to_int64:
      return Kind::int64;
    case Numbers::to_int32:
      return Kind::int32;
  }
  return Kind::fraction;
}

Kind kind_of(schedulers::Type type) {
  switch (type) {
    case schedulers::Type::int32:
      return Kind::int32;
    case schedulers::Type::int64:
      return Kind::int64;
    case schedulers::Type::float32:
      return Kind::float32;
    case schedulers::Type::float64:
    case schedulers::Type::unread:
      return Kind::float64;
  }
  return Kind::float64;
}

bool is_whole(schedulers::Type type) {
  return type == schedulers::Type::int32 || type == schedulers::Type::int64;
}

// The type in which it holds a claimant's number; unread if it has no such field.
schedulers::Type type_of(const schedulers::LevelModel& model, std::string_view field) {
  const auto found = std::ranges::find(model.numbers, field, &schedulers::NumberField::name);
  return found == model.numbers.end() ? schedulers::Type::unread : found->type;
}

bool is_read(const schedulers::LevelModel& model, std::string_view field) {
  return type_of(model, field) != schedulers::Type::unread;
}

// What it is sent: weights as the release holds them, amounts that are whole if either the total or
// the bounds are, and no field that it ignores.
void suit(const schedulers::LevelModel& model, fuzz::ChallengeOptions& challenges) {
  const schedulers::Type bounds = type_of(model, "min_share");
  challenges.kinds = {kind_of(type_of(model, "weight")),
                      kind_of(is_whole(bounds) ? bounds : model.total)};
  challenges.trees = false;
  challenges.demands = challenges.demands && is_read(model, "demand");
  challenges.priorities = is_read(model, "priority");
  challenges.weights_are_targets = model.weights_are_targets && !challenges.infeasible;
  challenges.are_pools = model.total_must_be.has_value();
  challenges.weights_are_positive = model.weights_are_positive && !challenges.infeasible;
}

// Then total and bounds must be whole: only whole totals can be handed out in whole units.
bool hands_out_units(const formats::Tolerance& tolerance) {
  const auto& rounding = tolerance.rounding;
  return rounding && (*rounding == Rounding::apportioned || formats::find_units(*rounding));
}

}  // namespace

bool is_in_units(const FuzzSettings& settings) {
  if (const auto& rounding = settings.tolerance.rounding) {
    return formats::is_to_units(*rounding);
  }
  const Numbers answers = settings.answers.value_or(settings.numbers);
  return answers == Numbers::to_int64 || answers == Numbers::to_int32;
}

std::variant<FuzzSettings, std::string> agree(const RequestedSettings& requested,
                                              const Hello& hello) {
  FuzzSettings settings{
      .scheduler = requested.scheduler.empty() ? hello.scheduler : requested.scheduler,
      .numbers = requested.numbers.value_or(hello.numbers.value_or(Numbers::exact)),
      .answers = requested.answers ? requested.answers : hello.answers,
      .tolerance = formats::combined(requested.tolerance, hello.tolerance),
      .families = requested.families,
      .challenges = {.size_max = requested.size_max,
                     .trees = requested.trees || hello.trees,
                     .demands = requested.demands,
                     .infeasible = requested.infeasible}};
  if (settings.families.empty())
    settings.families.assign(fuzz::families.begin(), fuzz::families.end());
  if (settings.scheduler == "fair") {
    const bool is_said = requested.numbers || hello.numbers;
    const Kind kind = is_said                               ? kind_of(settings.numbers)
                      : hands_out_units(settings.tolerance) ? kind_of(Numbers::to_int64)
                                                            : Kind::dyadic;
    settings.challenges.kinds = {kind, kind};
    return settings;
  }
  const auto scheduler = schedulers::find_scheduler(settings.scheduler);
  if (!scheduler) {
    return fmt::format("unknown scheduler \"{}\"; known: {}", settings.scheduler,
                       formats::known_schedulers());
  }
  if (scheduler->level == nullptr) {
    return fmt::format("{} divides trees of its own kind, which fuzz does not support",
                       settings.scheduler);
  }
  suit(scheduler->level(), settings.challenges);
  return settings;
}

}  // namespace fairshare::harness

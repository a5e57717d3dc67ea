// The schedulers that have a model here: one row each, with what people and readers need of it.
//
// To add one: its model (.h and .cpp, with a `level_model`), a row in registry.cpp, a line in
// CMakeLists.txt; and a reader in formats/, where it has an input of its own.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/hadoop/yarn.h"
#include "fairshare/schedulers/ytsaurus/scalar.h"

namespace fairshare::schedulers {

// The worlds of whole trees, each read and answered by its family in formats/.
struct Mr1Pools {};
struct YarnQueues {
  yarn::Release release;
};
struct ScalarPools {  // YTsaurus until 2020
  ytsaurus::scalar::Era era;
};
struct VectorPools {};  // since
using TreeModel = std::variant<std::monostate, Mr1Pools, YarnQueues, ScalarPools, VectorPools>;

// One line of `fairshare schedulers`. Every text is one sentence, or less, without a line break.
struct Scheduler {
  std::string_view name;      // "yarn-2.7", as records name it
  std::string_view releases;  // whose code the model follows
  std::string_view rule;      // "floor" or "base", and its formula
  std::string_view arithmetic;
  std::string_view wins;         // which bound, of a maximum below the minimum
  std::string_view infeasible;   // what becomes of minimums that exceed the total
  std::string_view zero_weight;  // what it gets
  std::string_view rounding;     // of the shares, to what
  std::string_view units;        // in which it counts what it divides
  std::string_view resolution;
  std::string_view deviations;  // numbers of docs/findings.md
  // Its model of what one list of claimants divides; null: it divides trees only.
  LevelModel (*level)() = nullptr;
  TreeModel tree = {};  // monostate: it has no trees of its own
};

// In the order in which they are listed.
std::span<const Scheduler> all_schedulers();

// The scheduler of that name; nothing for others, and for "fair", which is no scheduler.
std::optional<Scheduler> find_scheduler(std::string_view name);

// "yarn-2.7" for its release.
std::string_view name_of(yarn::Release release);

}  // namespace fairshare::schedulers

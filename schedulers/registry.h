// The schedulers that have a model: one row each, with the text that `fairshare schedulers` prints
// and the functions that read and compute its records.
//
// To add one: its model (.h and .cpp, with a `level_model`), a row in registry.cpp, a line in
// CMakeLists.txt; and a reader in formats/, if it has its own input format.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/hadoop/yarn.h"
#include "fairshare/schedulers/ytsaurus/scalar.h"

namespace fairshare::schedulers {

// Models of whole trees; the family's code in formats/ reads and answers their records.
struct Mr1Pools {};
struct YarnQueues {
  yarn::Release release;
};
struct ScalarPools {  // YTsaurus until 2020
  ytsaurus::scalar::Era era;
};
struct VectorPools {};  // since
using TreeModel = std::variant<std::monostate, Mr1Pools, YarnQueues, ScalarPools, VectorPools>;

// One entry of `fairshare schedulers`. Every text is at most one sentence, without a line break.
struct Scheduler {
  std::string_view name;      // "yarn-2.7", as records name it
  std::string_view releases;  // the releases whose code the model follows
  std::string_view rule;      // "floor" or "base", and its formula
  std::string_view arithmetic;
  std::string_view wins;         // which bound wins if the maximum is below the minimum
  std::string_view infeasible;   // what happens to minimums that exceed the total
  std::string_view zero_weight;  // what a claimant of weight 0 gets
  std::string_view rounding;     // to what shares are rounded
  std::string_view units;        // the units of what it divides
  std::string_view resolution;
  std::string_view deviations;  // numbers of docs/findings.md
  std::string_view input;       // what `verify` reads, and the page that says how to save that
  // Its model for one list of claimants; null: it divides trees only.
  LevelModel (*level)() = nullptr;
  TreeModel tree = {};  // monostate: it has no records of trees
};

// In the order in which they are listed.
std::span<const Scheduler> all_schedulers();

// The scheduler of that name; nothing if there is none, and for "fair", which is the definition
// itself.
std::optional<Scheduler> find_scheduler(std::string_view name);

// The name of the release: "yarn-2.7" for v2_7.
std::string_view name_of(yarn::Release release);

}  // namespace fairshare::schedulers

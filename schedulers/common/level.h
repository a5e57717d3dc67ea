// A level: what a scheduler divides among the claimants of one list, as anyone may state it; and
// what a model says of itself, so that one reader and one judge serve all of them.
//
// Each model's header declares its `level_model`, and registry.cpp has a row for it. Trees of whole
// clusters are not levels: their worlds are the families' own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/model_result.h"

namespace fairshare::schedulers {

// A claimant, its numbers as the release holds them; what is absent was not said.
struct Claim {
  std::string name = {};  // breaks ties in some releases; empty: it has none
  std::optional<Held> weight = std::nullopt;
  std::optional<Held> min_share = std::nullopt;
  std::optional<Held> max_share = std::nullopt;
  std::optional<Held> demand = std::nullopt;
  std::optional<Held> guarantee = std::nullopt;
  std::optional<Held> priority = std::nullopt;
  std::optional<Held> created = std::nullopt;
  std::optional<Held> usage = std::nullopt;
  bool is_active = true;
  bool lends = true;
};

struct Level {
  std::string resource = {};  // "cpu"; empty where there is but one, without a name
  Held total = std::int64_t{0};
  std::vector<Claim> claims = {};
  double idle_min_shares = 0;  // Volcano: guarantees of queues that take no part, in one sum
  bool is_steady = false;      // YARN: the steady fair shares are asked for
  std::optional<Held> k_value = std::nullopt;  // KAI: how much past usage counts
  bool scales_minimums = false;  // Koordinator: minimums that exceed the total are scaled to it
};

// The type in which a release holds a number. A number that it cannot hold is refused; a float may
// become infinite.
enum class Type {
  int32,
  int64,
  float64,
  float32,
  unread
};  // unread: any number, and not looked at

struct NumberField {
  std::string_view name;  // "weight"
  std::optional<Held> Claim::*number;
  Type type;
};
struct FlagField {
  std::string_view name;  // "active"
  bool Claim::*flag;
};

// What a record says of the level itself.
struct LevelNumberField {
  std::string_view name;  // "k_value"
  std::optional<Held> Level::*number;
  Type type;
};
struct LevelFlagField {
  std::string_view name;  // "scale_minimums"
  bool Level::*flag;
};

// For what the shares that a release reports stand.
enum class Reports {
  doubles,            // what rounds to that double
  units_cut_down,     // whole units, truncated
  units_apportioned,  // whole units, less than one away, which add up
  units_cut,          // cut to whole units where they lie within the bounds, else as they are
};

// The claimants that one ratio holds for, and what is divided among them. Where the rule is the
// base rule, the problem is still of it: its minimums are to be paid first.
struct Part {
  std::string label = {};  // "priority 50"; empty where there is one part
  Problem<exact::Rational> problem;
  std::vector<std::size_t> claimants;  // indices of the level's claims
};

// The release's own rule, exactly. The solution's shares are those of all claims.
struct Statement {
  std::vector<Part> parts;
  std::vector<std::string> notes;  // one a claim; mostly empty
  Solution<exact::Rational> solution;
};

struct LevelModel {
  Type total = Type::int64;
  std::vector<NumberField> numbers = {};  // in the order in which they are read
  std::vector<FlagField> flags = {};
  std::vector<LevelNumberField> level_numbers = {};
  std::vector<LevelFlagField> level_flags = {};
  std::optional<double> total_must_be = std::nullopt;  // Armada: 1
  bool has_minimums = true;                            // Armada: none but 0
  bool is_base = false;  // minimums are paid first, and only what is left is divided by weight
  Reports reports = Reports::doubles;
  bool hands_out_all = false;  // the reported units add up to the total
  // Shares may be off by the resolution, each of them and all together; else it bounds each alone.
  bool sums_within_resolution = false;
  // True where the release's own documentation requires of each claimant that its weight, and what
  // bounds it above, are no less than its minimum (APF). Others it refuses.
  bool weights_are_targets = false;
  std::function<ModelResult(const Level&)> compute;
  // The same with one answer, that of the claims in their order, where `compute` looks for those of
  // other orders as well; it says that there may be more. Null: `compute` is as quick.
  std::function<ModelResult(const Level&)> compute_as_listed = nullptr;
  // By which each share may be off for the rounding of the release's own doubles, on top of what
  // `reports` says. Null: by nothing, or the resolution says it.
  std::function<exact::Rational(const Level&)> precision = nullptr;
  // Volcano: what it computes of several resources, whose levels have the same claims with other
  // bounds, and which it divides in one loop. A share for each claim and level, those of the first
  // level first; the resolution is left to `resolution`. Null: it divides each resource alone.
  std::function<ModelResult(std::span<const Level> levels)> compute_together = nullptr;
  // That of one of these levels. Null where `compute_together` is.
  std::function<exact::Rational(const Level&)> resolution = nullptr;
  // A defect of the fair problem; its `claimant` is an index of the level's claims.
  std::function<std::variant<Statement, Defect>(const Level&)> state;
};

// A field's number as the model takes it: the fallback where it was not said.
std::int64_t whole_or(const std::optional<Held>& number, std::int64_t fallback);
double real_or(const std::optional<Held>& number, double fallback);

// The statement of a rule that divides all claims by one ratio, or the defect of its problem.
std::variant<Statement, Defect> stated(FairProblem fair, bool is_base);

}  // namespace fairshare::schedulers

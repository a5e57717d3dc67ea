// A level: what a scheduler divides among one list of claimants, with the fields of all schedulers
// together; and how a model describes itself, so that one reader and one judge serve all models.
//
// Each model's header declares its `level_model`, and registry.cpp has a row for it. Trees of whole
// clusters are not levels: each family has its own types for them.
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
#include "fairshare/model/units.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "fairshare/schedulers/common/model_result.h"

namespace fairshare::schedulers {

// A claimant, with its numbers as the release holds them. An absent number was not given.
struct Claim {
  std::string name = {};  // breaks ties in some releases; empty: no name
  std::optional<Held> weight = std::nullopt;
  std::optional<Held> min_share = std::nullopt;
  std::optional<Held> max_share = std::nullopt;
  std::optional<Held> demand = std::nullopt;
  std::optional<Held> guarantee = std::nullopt;
  std::optional<Held> priority = std::nullopt;
  std::optional<Held> created = std::nullopt;
  std::optional<Held> usage = std::nullopt;
  std::optional<Held> current = std::nullopt;
  bool is_active = true;
  bool lends = true;
  bool accepts_surplus = false;  // HTCondor: what others leave
};

struct Level {
  std::string resource = {};  // "cpu"; empty if there is only one resource, without a name
  Held total = std::int64_t{0};
  std::vector<Claim> claims = {};
  double idle_min_shares = 0;  // Volcano: the sum of the guarantees of queues without jobs
  bool is_steady = false;      // YARN: compute the steady fair shares
  std::optional<Held> k_value = std::nullopt;  // KAI: the weight of past usage
  bool scales_minimums = false;  // Koordinator: scale minimums that exceed the total down to it
  bool rebalances = false;       // KubeFed, KubeAdmiral: running replicas may be moved
  std::string key = {};          // of the object that is divided; decides ties in some releases
};

// The type in which a release holds a number. A number that the type cannot hold is refused; a
// float may become infinite.
enum class Type { int32, int64, float64, float32, unread };  // unread: any number, which is ignored

struct NumberField {
  std::string_view name;  // "weight"
  std::optional<Held> Claim::*number;
  Type type;
};
struct FlagField {
  std::string_view name;  // "active"
  bool Claim::*flag;
};

// Fields of a record that belong to the level itself.
struct LevelNumberField {
  std::string_view name;  // "k_value"
  std::optional<Held> Level::*number;
  Type type;
};
struct LevelFlagField {
  std::string_view name;  // "scale_minimums"
  bool Level::*flag;
};

// What the shares that a release reports stand for.
enum class Reports {
  doubles,            // every real that rounds to that double
  units_cut_down,     // whole units, truncated
  units_apportioned,  // whole units, each less than one away, that add up to the total
  units_webster,      // whole units by that method: model/units.h
  units_dhondt,       // likewise
  units_cut,          // truncated to whole units if they lie within the bounds, else unchanged
};

// The claimants that one ratio applies to, and what is divided among them. Under the base rule the
// problem is still that rule's: its minimums are to be paid first.
struct Part {
  std::string label = {};  // "priority 50"; empty if there is only one part
  Problem<exact::Rational> problem = {};
  std::vector<std::size_t> claimants = {};  // indices of the level's claims
};

// The release's own rule, exactly. The solution has the shares of all claims.
struct Statement {
  std::vector<Part> parts = {};         // at least one, even without claims
  std::vector<std::string> notes = {};  // one per claim; mostly empty
  Solution<exact::Rational> solution = {};
};

struct LevelModel {
  Type total = Type::int64;
  std::vector<NumberField> numbers = {};  // in the order in which they are read
  std::vector<FlagField> flags = {};
  std::vector<LevelNumberField> level_numbers = {};
  std::vector<LevelFlagField> level_flags = {};
  bool has_key = false;                                // a record may give the level's "key"
  std::optional<double> total_must_be = std::nullopt;  // Armada: 1
  bool has_minimums = true;                            // Armada: none but 0
  bool is_base = false;  // the base rule: minimums are paid first, weights divide the rest
  Reports reports = Reports::doubles;
  bool hands_out_all = false;  // the reported units add up to the total
  // True: the resolution bounds the error of each share and of their sum; else of each share only.
  bool sums_within_resolution = false;
  // True if the release's documentation requires each claimant's weight and upper bound to be at
  // least its minimum (APF). It refuses other claimants.
  bool weights_are_targets = false;
  bool weights_are_positive = false;  // the release refuses a weight of 0 (YDB)
  std::function<ModelResult(const Level&)> compute;
  // The same with one answer, that of the claims in their given order, if `compute` also looks for
  // those of other orders; the result says that there may be more. Null: `compute` is as fast.
  std::function<ModelResult(const Level&)> compute_as_listed = nullptr;
  // How far each share may be off because of rounding in the release's doubles, in addition to
  // `reports`. Null: not at all, or the resolution covers it.
  std::function<exact::Rational(const Level&)> precision = nullptr;
  // Volcano: what it computes for several resources, which it divides in one loop; their levels
  // have the same claims with different bounds. One share per claim and level, those of the first
  // level first; `resolution` gives the resolution. Null: it divides each resource alone.
  std::function<ModelResult(std::span<const Level> levels)> compute_together = nullptr;
  // The resolution of one of these levels. Null if `compute_together` is null.
  std::function<exact::Rational(const Level&)> resolution = nullptr;
  // A defect of the fair problem; its `claimant` is an index into the level's claims.
  std::function<std::variant<Statement, Defect>(const Level&)> state;
};

// A field's number as the model takes it: the fallback if it was not given.
std::int64_t whole_or(const std::optional<Held>& number, std::int64_t fallback);
double real_or(const std::optional<Held>& number, double fallback);

// The statement for a rule with one ratio for all claims, or the defect of its problem.
std::variant<Statement, Defect> stated(FairProblem fair, bool is_base);

// The same in whole units by that method; if minimums are paid first, the units above them. Asserts
// that total and bounds are whole.
std::variant<Statement, Defect> stated_in_units(FairProblem fair, bool is_base, Units units);

}  // namespace fairshare::schedulers

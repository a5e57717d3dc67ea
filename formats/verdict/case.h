// A case: one division as it was reported, ready to be judged.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::formats {

// By which rule a scheduler divides, and hence what the problem of a case is.
enum class Rule {
  floor,     // clamp(weight * R, min, max): the definition
  base,      // min(max, min + weight * R): minimums are paid first, the problem is of what is above
  fifo,      // one after the other: each claimant's bounds are what it gets in its turn
  computed,  // no rule in exact numbers is known: the bounds are what the release computes
};
std::string_view name_of(Rule rule);  // "floor", "base", "fifo", "computed"

// What the input calls the bounds, for people: "maxResources". Empty: it has no such bound.
struct BoundNames {
  std::string_view min_share = "min_share";
  std::string_view max_share = "max_share";
  std::string_view demand = "demand";
};

struct ClaimantLabel {  // one claimant, for people
  std::string name;
  std::string note =
      {};  // why its bounds are as they are: "inactive", "fixed: weight 0"; mostly empty
  // What it has before anything is divided, as the base rule pays minimums; the case's bounds,
  // total and reported shares are what is above it. People are shown both together.
  exact::Rational paid = 0;
  std::optional<exact::Rational> demand = std::nullopt;  // where it was said; the bounds heed it
  std::string field = {};                                // where its share was read: "shares[2]"
  std::string path = {};  // how errors name it: "/A/op"; empty: by its name
};

// What the model of the scheduler that reported the shares says of the same division.
struct ModelComparison {
  std::string scheduler;  // "yarn-2.7"
  // How far from fair that release may end up for want of finer steps; none where it has no answer.
  std::optional<exact::Rational> resolution = std::nullopt;
  // What it computes, one a claimant, as JSON; none where it never returns, or fails.
  std::optional<std::vector<std::string>> shares = std::nullopt;
  // What went wrong on the way to them: "overflow", "nan", or empty; without shares how it fails,
  // or empty where it never returns.
  std::string fault = {};
  bool matches = false;             // the reported shares are these
  bool matches_in_doubles = false;  // they are, where each number stands for the nearest double
  // Where the release's answer depends on an order that is not known: how many it can give, and
  // whether that are all. `shares` is one of them; of those that were reported, if they are one.
  std::size_t answers = 1;
  bool are_all = true;
};

struct Case {
  std::string id = {};  // the record's id as JSON (a string with its quotes, or a number); or empty
  std::string title = {};       // for people: the id, or "root.prod"
  std::string file = {};        // as the user named it
  std::size_t line = 0;         // from 1; 0: no line says it
  bool is_of_document = false;  // then the title is that of the queue; else it is of a record
  std::string path = {};        // which division of the record or dump; empty: the only one
  std::string label = {};       // what else tells it from others: "priority 50"
  std::string resource = {};    // "memory", "vcores"; empty for records
  Rule rule = Rule::floor;
  BoundNames names = {};
  Problem<exact::Rational> problem;
  // The reals for which the total stands, where it was reported like a share; absent: for itself.
  std::optional<properties::Interval> total = std::nullopt;
  std::vector<ClaimantLabel> labels;  // one a claimant
  std::vector<Reported> reported;     // one a claimant
  // By this method the shares are whole units, which are judged as they are; absent: as intervals.
  std::optional<Units> units = std::nullopt;
  bool adds_up = false;  // what was reported must add up to the total as it is written
  // Together the shares must not exceed the total by more than the scheduler's resolution, and of
  // unfair ones that is told which stays where each may be off by as much.
  bool is_beyond_resolution = false;
  std::vector<std::string> notes = {};  // what the reader assumed or changed, a sentence each
  std::optional<ModelComparison> comparison =
      std::nullopt;  // where a scheduler with a model reported it
};

// "root.prod, memory", or the title alone; as it was written, so it may hold any bytes.
std::string full_title_of(const Case& division);

}  // namespace fairshare::formats

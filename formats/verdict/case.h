// A case: one division as it was reported, ready to be judged.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/fairness.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::formats {

// The rule by which a scheduler divides, which determines the problem of a case.
enum class Rule {
  floor,     // clamp(weight * R, min, max): the definition
  base,      // min(max, min + weight * R): minimums are paid first, the problem is what is above
  dominant,  // base, of the largest of several parts; bounds and total follow from the shares
  fifo,      // one after the other: each claimant's bounds are what it gets in its turn
  computed,  // no rule in exact numbers is known: the bounds are what the release computes
};
std::string_view name_of(Rule rule);  // "floor", "base", "dominant", "fifo", "computed"

// The note that tells how to read the numbers of a level of the base rule.
inline constexpr std::string_view note_of_base_rule =
    "the base rule: minimums are paid first, and what is left is divided by weight";

// The input's names for the bounds and for a claimant, for people: "maxResources", "queue". Empty:
// it has no such bound.
struct InputNames {
  std::string_view min_share = "min_share";
  std::string_view max_share = "max_share";
  std::string_view demand = "demand";
  std::string_view claimant = "claimant";
};

struct ClaimantLabel {  // one claimant, for people
  std::string name;
  std::string note = {};  // why it has these bounds: "inactive", "fixed: weight 0"; mostly empty
  // What it has before anything is divided: its minimum, under the base rule. The case's bounds,
  // total and reported shares cover only what is above it; reports for people show both together.
  exact::Rational paid = 0;
  std::optional<exact::Rational> demand = std::nullopt;  // if it was given; part of the bounds
  bool is_derived = false;  // its bounds or what is divided follow from more than its own numbers
  std::string field = {};   // the field of its share: "shares[2]"
  std::string path = {};    // its name in errors: "/A/op"; empty: its name
  // Which node of the record's tree it is; absent: no other node has its path, or else its name.
  std::optional<std::size_t> node = std::nullopt;
};

// The sum of what is paid first.
exact::Rational paid_to_all(std::span<const ClaimantLabel> labels);

// What the model of the scheduler that reported the shares computes for the same division.
struct ModelComparison {
  std::string scheduler;  // "yarn-2.7"
  // How far that release's shares may be from fair because of its resolution; nothing if it has no
  // answer.
  std::optional<exact::Rational> resolution = std::nullopt;
  // What it computes, one share per claimant, as JSON; nothing if it never returns, or fails.
  std::optional<std::vector<std::string>> shares = std::nullopt;
  // What went wrong in computing them: "overflow", "nan", or empty; without shares how it fails, or
  // empty if it never returns.
  std::string fault = {};
  bool matches = false;             // the reported shares are these
  bool matches_in_doubles = false;  // they are, if each number stands for the nearest double
  bool matches_here = false;  // they are in this division; `matches` may be about others as well
  // If the release's answer depends on an order that is not known: how many answers were found, and
  // whether these are all. `shares` is one of them, the reported one if it is among them.
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
  // The claimant whose share is divided is this node; absent: it is called `path`, if there is one.
  std::optional<std::size_t> node = std::nullopt;
  std::string label = {};     // what else distinguishes it: "priority 50"
  std::string resource = {};  // "memory", "vcores"; empty for records
  Rule rule = Rule::floor;
  InputNames names = {};
  Problem<exact::Rational> problem;
  // The reals that the total stands for, if it was reported like a share; absent: itself.
  std::optional<properties::Interval> total = std::nullopt;
  std::vector<ClaimantLabel> labels;  // one per claimant
  std::vector<Reported> reported;     // one per claimant
  // The method of whole units by which the shares are judged, without intervals; absent: by
  // intervals.
  std::optional<Units> units = std::nullopt;
  bool adds_up = false;  // the reported shares, as written, must add up to the total
  // The shares' sum must not exceed the total by more than the scheduler's resolution, and if
  // shares are unfair, the finding reported is one that remains when each may be off by the
  // resolution.
  bool is_beyond_resolution = false;
  bool bounds_follow = false;           // from other numbers of the input (Following in division.h)
  std::vector<std::string> notes = {};  // what the reader assumed or changed, one sentence each
  std::optional<ModelComparison> comparison =
      std::nullopt;  // if a scheduler with a model reported the shares
};

// "root.prod, memory", or the title alone; unescaped, so it may contain any bytes.
std::string full_title_of(const Case& division);

}  // namespace fairshare::formats

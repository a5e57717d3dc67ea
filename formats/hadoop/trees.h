// Common to the records of YARN's and MR1's trees: paths, amounts, shares by path, and divisions.
//
//     "total":{"memory":100,"vcores":10}   ->  "shares":{"/":{"memory":100,"vcores":10},"/a":...}
//     "total":100                          ->  "shares":{"/":100,"/a":...}
#pragma once

#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/schedulers/common/fair_problem.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/text/json_writer.h"
#include "formats/text/number_text.h"
#include "formats/verdict/division.h"
#include "formats/verdict/tolerance.h"

namespace fairshare::formats {

// Every answer lists an amount of each resource for each node; more of them than this is FS005.
inline constexpr std::size_t node_amounts_max = std::size_t{1} << 24;

struct Resources {
  std::vector<std::string> names;  // in the order of the model
  bool is_plain = false;           // there is only one, and amounts are plain numbers
};

// A node's amount of a resource.
struct Cell {
  std::size_t node = 0;
  std::size_t resource = 0;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

// A record's tree, for nodes of any kind. Nodes are numbered in the order of the text; the root is
// 0.
struct Outline {
  std::string_view model;  // whose tree it is, in messages: "mr1", "the release"
  Resources resources = {};
  std::vector<std::string> paths = {"/"};  // "/", "/a", "/a/b"
  std::size_t path_bytes = 1;              // of all paths together
  std::map<Cell, WrittenNumber> shares = {};
  std::optional<InputError> error = std::nullopt;  // the first
};

// Reading.

// The resources of "total", known ones first and in that order, then others by name. A plain number
// is the first known resource, without a name. FS002 if the total is missing.
Resources read_resources(Fields& record, const std::vector<std::string>& known);

// A member's amounts, one per resource, or nothing if it is absent; whole numbers from low to high
// (FS008). A resource that is not given has `fallback`. FS003 for an unknown resource.
std::optional<std::vector<std::int64_t>> find_whole_amounts(Fields& fields, std::string_view key,
                                                            const Resources& resources,
                                                            std::int64_t low, std::int64_t high,
                                                            std::int64_t fallback);

// Gives each node of a list below `parent` its number and path, and reads it, up to the first
// error. A node without a name is named by its index. Paths are made of names: FS002 for a name
// that is empty or contains "/", FS004 for one that a sibling has, FS005 for too many nodes or too
// long paths. Fields checks whether a node is an object.
using ReadNode =
    std::function<void(const json::Value& value, const Place& place, std::size_t node)>;
void read_nodes(Outline& outline, const json::Array& list, const Place& place, std::size_t parent,
                const ReadNode& read_one);

// The shares in "shares"; nothing if there is no such member. FS105 for a path that no node has,
// FS003 for a resource that the total does not have.
void read_shares(Outline& outline, Fields& record);

// Answers.

// {"memory":4,"vcores":2}, or just 4 if amounts are plain numbers; `amount_of` gives each
// resource's amount.
template <class AmountOf>
void write_amounts(json::Writer& writer, const Resources& resources, const AmountOf& amount_of) {
  if (resources.is_plain) {
    writer.number(number_text(amount_of(0)));
    return;
  }
  writer.begin_object();
  for (std::size_t r = 0; r < resources.names.size(); ++r) {
    writer.key(resources.names[r]).number(number_text(amount_of(r)));
  }
  writer.end_object();
}

// Adds "at":"/a","resource":"memory"; without the resource if it has no name.
void write_place(json::Writer& writer, const Outline& outline, Cell cell);

// Divisions.

// A division, in terms of nodes.
struct NodeDivision {
  Cell at;
  std::vector<std::size_t> claimants;
};

// Adds why the division has no fair shares: "outcome":"overcommitted","at":"/a","excess":"6", or
// "surplus" with what is unclaimed. FS011 if its numbers are not a problem of the definition.
std::optional<InputError> write_no_allocation(json::Writer& writer, const Outline& outline,
                                              const NodeDivision& division,
                                              const schedulers::NoAllocation& reason);

// An error about the share that a node reports, or should report.
InputError share_error(const Outline& outline, std::size_t node, Complaint complaint);

// FS104: shares are reported, but none for anything divided by weights.
InputError nothing_to_judge();

// True if the share of at least one of the claimants is reported.
bool is_reported(const Outline& outline, const NodeDivision& division);

// What is divided: the reported share, as held by a release that reports it with the rounding
// `usual`; `cluster` for the root if none is reported. FS104 if it is missing, FS015 and FS008 if
// no such release could report it, FS101 if the root's share is not the cluster.
std::variant<exact::Rational, InputError> reported_total(const Outline& outline, Cell at,
                                                         const exact::Rational& cluster,
                                                         Rounding usual);

// The first weight that is not finite: releases accept it, the definition does not.
template <class Schedulable>
std::optional<Defect> find_infinite(const std::vector<Schedulable>& schedulables) {
  for (std::size_t i = 0; i < schedulables.size(); ++i) {
    if (!std::isfinite(schedulables[i].weight)) return Defect{fairshare::Rule::weight_is_finite, i};
  }
  return std::nullopt;
}

// FS011: the numbers are not a problem of the definition, so nothing is fair; names the node and
// the reason.
InputError no_problem(const Outline& outline, const NodeDivision& division, const Defect& defect);

// The fair problem and its reported shares. FS011 as above, FS104 if a share is missing.
std::variant<Division, InputError> division_of(const Outline& outline, const NodeDivision& division,
                                               schedulers::FairProblem fair, Rounding usual);

}  // namespace fairshare::formats

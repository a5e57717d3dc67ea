// What the trees of YARN and of MR1 have in common as records: paths, amounts, shares by path, and
// the divisions that come of them.
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
  bool is_plain = false;           // there is but one, and amounts are mere numbers
};

// What a node has of a resource.
struct Cell {
  std::size_t node = 0;
  std::size_t resource = 0;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

// What a record says of a tree, whatever its nodes are. They are numbered in the order of the text;
// the root is 0.
struct Outline {
  std::string_view model;  // whose tree it is, in messages: "mr1", "the release"
  Resources resources = {};
  std::vector<std::string> paths = {"/"};  // "/", "/a", "/a/b"
  std::size_t path_bytes = 1;              // of all paths together
  std::map<Cell, WrittenNumber> shares = {};
  std::optional<InputError> error = std::nullopt;  // the first
};

// Reading.

// The resources of "total", known ones first and in that order, then others by name. A number is
// the first known resource, without a name. FS002 where the total is missing.
Resources read_resources(Fields& record, const std::vector<std::string>& known);

// The amounts that a member tells, one a resource, or nothing where it is absent; whole numbers
// from low to high (FS008). A resource that is not told of has `fallback`. FS003 for another.
std::optional<std::vector<std::int64_t>> find_whole_amounts(Fields& fields, std::string_view key,
                                                            const Resources& resources,
                                                            std::int64_t low, std::int64_t high,
                                                            std::int64_t fallback);

// Gives each node of a list below `parent` its number and path, and has it read, up to the first
// error. A node without a name is named by its index; paths are made of names, so that FS002 is for
// one that is empty or has a "/" in it, FS004 for one that a sibling has, and FS005 for paths or
// nodes that are too many. Whether a node is an object is for Fields to say.
using ReadNode =
    std::function<void(const json::Value& value, const Place& place, std::size_t node)>;
void read_nodes(Outline& outline, const json::Array& list, const Place& place, std::size_t parent,
                const ReadNode& read_one);

// What "shares" reports; nothing where there is no such member. FS105 for a path that no node has,
// FS003 for a resource that the total does not have.
void read_shares(Outline& outline, Fields& record);

// Answers.

// {"memory":4,"vcores":2}, or plainly 4, by `amount_of` a resource.
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

// Adds "at":"/a","resource":"memory"; without the resource where it has no name.
void write_place(json::Writer& writer, const Outline& outline, Cell cell);

// Divisions.

// A division in terms of nodes.
struct NodeDivision {
  Cell at;
  std::vector<std::size_t> claimants;
};

// Adds why the division has no fair shares: "outcome":"overcommitted","at":"/a","excess":"6", or
// "surplus" with what is unclaimed. FS011 where its numbers make no problem.
std::optional<InputError> write_no_allocation(json::Writer& writer, const Outline& outline,
                                              const NodeDivision& division,
                                              const schedulers::NoAllocation& reason);

// An error about the share that a node reports, or should report.
InputError share_error(const Outline& outline, std::size_t node, Complaint complaint);

// FS104: shares are reported, but none of what is divided by weights.
InputError nothing_to_judge();

// True where a share of one of the claimants is reported, or several are.
bool is_reported(const Outline& outline, const NodeDivision& division);

// What is divided: the reported share, as a release holds it that would report it with the rounding
// `usual`; `cluster` for the root where none is reported. FS104 where it is missing, FS015 and
// FS008 where no such release reports it, FS101 where the root has another share than the cluster.
std::variant<exact::Rational, InputError> reported_total(const Outline& outline, Cell at,
                                                         const exact::Rational& cluster,
                                                         Rounding usual);

// The first weight that is not finite: a release has an answer to it, the definition has none.
template <class Schedulable>
std::optional<Defect> find_infinite(const std::vector<Schedulable>& schedulables) {
  for (std::size_t i = 0; i < schedulables.size(); ++i) {
    if (!std::isfinite(schedulables[i].weight)) return Defect{fairshare::Rule::weight_is_finite, i};
  }
  return std::nullopt;
}

// FS011: nothing is fair where the numbers make no problem; whose they are, and why.
InputError no_problem(const Outline& outline, const NodeDivision& division, const Defect& defect);

// The fair problem and what is reported of it. FS011 as above, FS104 where a share is missing.
std::variant<Division, InputError> division_of(const Outline& outline, const NodeDivision& division,
                                               schedulers::FairProblem fair, Rounding usual);

}  // namespace fairshare::formats

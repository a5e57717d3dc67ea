// What the trees of YARN and of MR1 have in common as records: paths, amounts, shares by path.
//
//     "total":{"memory":100,"vcores":10}   ->  "shares":{"/":{"memory":100,"vcores":10},"/a":...}
//     "total":100                          ->  "shares":{"/":100,"/a":...}
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

// Every answer lists an amount of each resource for each node; more of them than this is FS005.
inline constexpr std::size_t node_amounts_max = std::size_t{1} << 24;

// "/a" and "b" make "/a/b", "/" and "b" make "/b".
std::string child_path(const std::string& parent, const std::string& name);

// The names of the nodes below `parent`, a path: by default their indices. FS002 for a name that is
// empty or has a "/" in it, FS004 for one that stands twice: paths are made of them. Whether a node
// is an object is for Fields to say.
std::vector<std::string> names_of(const json::Array& nodes, const Place& place,
                                  const std::string& parent, std::optional<InputError>& error);

// The paths of a tree as they are read, the root's first: "/", "/a", "/a/b".
struct Paths {
  std::vector<std::string> all = {"/"};
  std::size_t bytes = 1;

  // The index of the new path, or nothing and an error: there are too many.
  std::optional<std::size_t> add(std::size_t parent, const std::string& name, std::size_t resources,
                                 const Place& place, std::optional<InputError>& error);
};

struct Resources {
  std::vector<std::string> names;  // in the order of the model
  bool is_plain = false;           // there is but one, and amounts are mere numbers
};

// The resources of "total", known ones first and in that order, then others by name. A number is
// the first known resource, without a name. FS002 where the total is missing.
Resources read_resources(Fields& record, const std::vector<std::string>& known);

// The amounts that a member tells, one a resource, or nothing where it is absent; whole numbers
// from low to high (FS008). A resource that is not told of has `fallback`. FS003 for another.
std::optional<std::vector<std::int64_t>> find_whole_amounts(Fields& fields, std::string_view key,
                                                            const Resources& resources,
                                                            std::int64_t low, std::int64_t high,
                                                            std::int64_t fallback);

// The text of what the node of that index has of that resource; it is JSON.
using AmountText = std::function<std::string(std::size_t node, std::size_t resource)>;

// {"memory":4,"vcores":2}, or plainly 4.
std::string amounts_json(const Resources& resources, std::size_t node, const AmountText& text);

// {"/":...,"/a":...}, each with its text, which is JSON; without those whose text is empty.
std::string by_path_json(const Paths& paths, const std::function<std::string(std::size_t)>& text);

// ,"at":"/a","resource":"memory"; without the resource where it has no name.
std::string place_json(const Paths& paths, const Resources& resources, std::size_t node,
                       std::size_t resource);

// "outcome":"overcommitted",...,"excess":"6", or "surplus" likewise with what is unclaimed.
std::string overcommitted_json(const exact::Rational& excess, const std::string& place);
std::string surplus_json(const exact::Rational& unclaimed, const std::string& place);

// What "shares" reports, by node and resource; empty where there is no such member. FS105 for a
// path that no node has, FS003 for a resource that there is not.
using ReportedShares = std::map<std::pair<std::size_t, std::size_t>, WrittenNumber>;
ReportedShares read_reported_shares(Fields& record, const Paths& paths, const Resources& resources,
                                    std::optional<InputError>& error);

// FS104: shares are reported, but none of what is divided by weights.
InputError nothing_to_judge();

// The share of one claimant as `rounding` has it; FS104 where it is not reported, FS015 where it
// cannot have been rounded so.
std::variant<Reported, InputError> reported_share(const ReportedShares& shares, const Paths& paths,
                                                  std::size_t node, std::size_t resource,
                                                  Rounding rounding);

}  // namespace fairshare::formats

// How much of each resource the elements of an Orchid since 2020 have, and which could have more.
//
// With several resources, dominant shares are divided by weight: an element's dominant share is the
// largest of the parts that it has above its guarantees. One ratio gives the dominant shares of all
// elements that can take more. There are two exceptions, in which the release leaves an element at
// what it has:
//
//     An operation has all the cpu it wants, and 0.1 of its memory. Its dominant share, of cpu,
//     stays the same while its memory rises: its share jumps, and so does that of the pools above.
//     A gang that does not fit is cut off, and what it had is lost to all pools above it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/ytsaurus/orchid_tree.h"

namespace fairshare::formats {

using Resources = std::set<std::string, std::less<>>;

struct OrchidGrowth {
  Amounts share = {};                // for the root: what its children have together
  Amounts limits = {};               // of the root only; if it shows none, all of the cluster
  std::string dominant = {};         // the resource of which it has the most above its guarantees
  WrittenNumber part = {"0", 0, 0};  // how much of that above its guarantees: its dominant share
  exact::Rational weight = 0;
  exact::Rational surplus = 0;  // what it has above its limits or its demand, of any resource
  Resources wanted = {};    // those of which it, or what is below it, would use more without limits
  Resources rising = {};    // those of which it gets more at once if its dominant share rises
  bool takes_more = false;  // it can use more, and is not at a limit of that resource
  bool may_jump = false;    // it or an element below may be at a jump or have lost a gang, or a
                            // pool below has an integral guarantee
  std::optional<std::int64_t> turn = std::nullopt;  // in a fifo pool, if it is shown
  bool is_known = true;                             // an error says why not; it may jump then
};

// One for each element. A pool that wants more and has no children may jump. Shares that differ by
// at most vector_precision() count as the same. Errors have no file.
//
// Errors:
//   FS002  weight, limits_share, detailed_fair_share or its parts, demand_share, or an operation's
//          usage_share is missing or of another type, or one of the guarantees' shares is of
//          another type; FS006, FS007 for what is no number
//   FS011  a negative number     FS008  a dominant share beyond the largest double
std::vector<OrchidGrowth> find_growth(const OrchidTree& tree, std::vector<InputError>& errors);

}  // namespace fairshare::formats

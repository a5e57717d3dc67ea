// YTsaurus's Orchid: what a scheduler shows about a pool tree (fair_share_info), as divisions.
//
//     {"pools":{"<Root>":{...},"prod":{"parent":"<Root>",...}},
//      "operations":{"1-2-3-4":{"pool":"prod",...}}}
//
// There is one division for each pool with children. Until 2020 an element has one
// fair_share_ratio, which is judged by the floor rule. Since then it has shares by resource, which
// are judged by the base rule: those of the resource that is used, or, if there are several, the
// dominant shares (orchid_growth.h). docs/ytsaurus.md says what is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fairshare/schedulers/ytsaurus/scalar.h"
#include "formats/text/input_error.h"
#include "formats/text/named_text.h"
#include "formats/verdict/division.h"

namespace fairshare::formats {

struct OrchidOptions {
  // For snapshots until 2020: the era whose rule adjusts minimums that exceed the total.
  schedulers::ytsaurus::scalar::Era era = schedulers::ytsaurus::scalar::Era::v2019;
};

struct OrchidReading {
  std::vector<Division> divisions;    // what can be judged, parents before children
  std::vector<InputError> errors;     // what cannot, and why
  std::vector<std::string> warnings;  // what the user should know; one sentence each
  std::string scheduler;              // "ytsaurus-2023"; empty if no tree could be read
};

// True if a file begins as an object whose first key is "pools", "operations", "fair_share_info",
// or another field of an Orchid, such as "user_to_ephemeral_pools". Also if the first key's value
// begins so, or the first key's value of that: a map of pool trees, or an HTTP response.
bool looks_like_orchid(std::string_view beginning);

// Paths are the pools' names, in a map of trees preceded by the tree's name: "gpu/prod". The total
// is the parent's reported share, the root's is 1. Shares are usually doubles, and each may be off
// by the error of the release's arithmetic: until 2020 the resolution of its bisection, since then
// 1e-9 (RatioComputationPrecision). Until 2020 `comparison` is what the era's release computes, if
// the claims shown determine that.
//
// Errors, apart from those of JSON itself (FS004 for a duplicate pool):
//   FS002  a field that is missing or of another type, no pools at all, neither era's fields
//   FS003  fields of both eras
//   FS008  a number beyond the largest double; FS011 a negative one
//   FS015  since 2020: a pool's share that is not a double
//   FS402  a pool in a fifo pool
//   FS401  a parent that does not exist, a cycle, no root or two, an operation that is a parent
// An error in a tree leaves out all its divisions; an error in an element leaves out its parent's
// division.
OrchidReading read_orchid(const NamedText& orchid, const OrchidOptions& options);

}  // namespace fairshare::formats

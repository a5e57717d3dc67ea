// HTCondor's negotiator: hgq_assign_quotas and hgq_fairshare, which divide a pool among accounting
// groups, as they stood in August 2026 (htcondor/htcondor 7491a145,
// src/condor_negotiator.V6/GroupEntry.cpp).
//
//     quota_i of a static quota c:   c, scaled where these exceed the parent's quota together
//     quota_i of a dynamic quota d:  d of what static ones leave, scaled where these exceed 1
//     share_i(R) = min(requested_i, quota_i + quota_i * R), at least min(requested_i, quota_i)
//
// The base rule: first min(requested, quota); what is over goes by quota to those that request more
// and accept surplus, and only then in equal parts to those without a quota. Groups are a tree, by
// the dots in their names. A group shares on equal terms with its children, with what they leave of
// its quota; what a subtree leaves goes to its parent's. In doubles.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/level.h"
#include "fairshare/schedulers/common/refusal.h"

namespace fairshare::schedulers::htcondor {

inline constexpr std::string_view root_name = "<none>";

struct Group {
  // "physics.cms", below "physics", in any case of letters; `root_name`: what is requested outside
  // all groups. Empty: one below the root.
  std::string name = "";
  double requested = 0;                               // slots
  std::optional<double> static_quota = std::nullopt;  // slots; absent: the dynamic one counts
  double dynamic_quota = 0;                           // a part of the parent's quota
  bool accepts_surplus = false;

  friend bool operator==(const Group&, const Group&) = default;
};

struct Division {
  std::vector<double> shares;  // `allocated`, one a group; 0 of a group that is ignored
  std::vector<double> quotas;  // its own, without that of its children

  friend bool operator==(const Division&, const Division&) = default;
};

// What the first round of a cycle allocates, bit for bit: with weighted slots, and without
// oversubscription and autoregroup, which are the defaults. A group whose parent is not listed, or
// whose name was listed before, is ignored, as HTCondor does. Refuses quotas and requests below 0,
// which HTCondor cannot have; its dynamic quotas are no more than 1, here they may be.
//
//     10, {a, 8, dynamic 0.5}, {b, 2, dynamic 0.5}                    -> 5, 2
//     10, the same, which accept surplus                              -> 8, 2
//     12, {a, 9, 3, accepts}, {b, 9, 1, accepts}, {c, 1, 4}           -> 8.25, 2.75, 1
//     10, {a, 9, 5, accepts}, {a.b, 9, 4, accepts}, {c, 0, 5}         -> 2, 8: 1 and 4, then 5 by
//     these
std::variant<Division, Refusal> compute(double total, std::span<const Group> groups);

// Its own rule, exactly: a part for the children that have none themselves and their parent, at
// every parent, and another for those of them without a quota. A defect where a number is below 0.
// Every number must be finite (asserted).
std::variant<Statement, Defect> state(double total, std::span<const Group> groups);

// How far a share may be from what the release means for the rounding of its doubles: at each of at
// most n levels it adds, subtracts, multiplies and divides no more than 8 n (n + 1) times, each off
// by 2^-53 of the total at most.
exact::Rational precision(double total, std::span<const Group> groups);

// What a level of it looks like: a minimum is the static quota, a weight the dynamic one. Without
// both a claimant has a quota of 0, without a demand it requests the total. Its detail: quotas.
LevelModel level_model();

}  // namespace fairshare::schedulers::htcondor

// HTCondor's negotiator: hgq_assign_quotas and hgq_fairshare, which divide a pool among accounting
// groups, as of August 2026 (htcondor/htcondor 7491a145, src/condor_negotiator.V6/GroupEntry.cpp).
//
//     quota_i of a static quota c:   c, scaled if their sum exceeds the parent's quota
//     quota_i of a dynamic quota d:  d of what static ones leave, scaled if their sum exceeds 1
//     share_i(R) = min(requested_i, quota_i + quota_i * R), at least min(requested_i, quota_i)
//
// The base rule: first each group gets min(requested, quota). The rest goes in proportion to quotas
// to groups that request more and accept surplus, and only then in equal parts to those without a
// quota. Groups form a tree, by the dots in their names. A group takes part beside its children,
// with what they leave of its quota; what a subtree leaves goes to its parent's subtree. In
// doubles.
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
  // "physics.cms", below "physics"; upper and lower case are the same. `root_name`: what is
  // requested outside all groups. Empty: an unnamed group below the root.
  std::string name = "";
  double requested = 0;                               // slots
  std::optional<double> static_quota = std::nullopt;  // slots; absent: the dynamic one counts
  double dynamic_quota = 0;                           // a part of the parent's quota
  bool accepts_surplus = false;

  friend bool operator==(const Group&, const Group&) = default;
};

struct Division {
  std::vector<double> shares;  // `allocated`, one per group; 0 for a group that is ignored
  std::vector<double> quotas;  // each group's own, without its children's

  friend bool operator==(const Division&, const Division&) = default;
};

// What the first round of a cycle allocates, bit for bit, with the default settings: weighted
// slots, no oversubscription and no autoregroup. As in HTCondor, a group is ignored if its parent
// is not listed, or if its name was listed before. Refuses quotas and requests below 0, which
// HTCondor cannot have. HTCondor's dynamic quotas are at most 1; here they may be more.
//
//     10, {a, 8, dynamic 0.5}, {b, 2, dynamic 0.5}                    -> 5, 2
//     10, the same, which accept surplus                              -> 8, 2
//     12, {a, 9, 3, accepts}, {b, 9, 1, accepts}, {c, 1, 4}           -> 8.25, 2.75, 1
//     10, {a, 9, 5, accepts}, {a.b, 9, 4, accepts}, {c, 0, 5}         -> 2, 8: 1 and 4, then 5 by
//     these
std::variant<Division, Refusal> compute(double total, std::span<const Group> groups);

// Its own rule, exactly. Each parent has a part for itself and those of its children that have no
// children, and another part for those of them without a quota. A defect if a number is below 0.
// Every number must be finite (asserted).
std::variant<Statement, Defect> state(double total, std::span<const Group> groups);

// How far a share may be off because the release rounds doubles: at each of at most n levels it
// adds, subtracts, multiplies and divides at most 8 n (n + 1) times, each with an error of at most
// 2^-53 of the total.
exact::Rational precision(double total, std::span<const Group> groups);

// Describes its levels: the minimum is the static quota, the weight the dynamic one. Without
// either, a claimant has a quota of 0; without a demand, it requests the total. Detail: quotas.
LevelModel level_model();

}  // namespace fairshare::schedulers::htcondor

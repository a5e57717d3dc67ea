// The options for a scheduler's tree, for all schedulers, and the form of its answers.
//
//     {"id":"a","outcome":"shares","shares":{"/":1,"/A":0.6}}
// with details, for every path all that the release computes:
//     {"id":"a","outcome":"shares","shares":{...},"details":{"/":{"fair_share_ratio":1,...},...}}
// and its own rule in exact numbers (--fair):
//     {"id":"a","outcome":"allocation","shares":{"/":"1","/A":"3/5"}}
#pragma once

#include <string_view>
#include <vector>

namespace fairshare::formats {

struct PoolAllocations;

struct TreeOptions {
  bool fair = false;     // the scheduler's own rule in exact numbers, not what the release computes
  bool details = false;  // every computed field, not only the shares
  bool steady = false;   // YARN: the steady fair shares
  const PoolAllocations* pools = nullptr;  // MR1: what its allocations file says
};

// Fields of a record that every reader of trees ignores: its identity, a recording's facts about
// the recorded program, and the tolerance (read_tolerance).
inline const std::vector<std::string_view> tree_record_ignored = {
    "id",
    "scheduler",
    "category",
    "comment",
    "era",
    "expected",
    "expected_2018_03_fair_share_ratio",
    "exact_fair_share_ratio",
    "picture_formula_fair_share_ratio",
    "max_abs_diff_exact",
    "any_l_gt_u",
    "yt_asserted_guaranteed_resources_ratio",
    "rounding",
    "within",
    "relative"};

}  // namespace fairshare::formats

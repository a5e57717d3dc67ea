#include "schedulers/schedulers.h"

#include <algorithm>
#include <array>

namespace fairshare::schedulers {
namespace {

constexpr std::string_view yarn_resolution =
    "1 unit, since shares are truncated, and the largest weight times 2^-25 of the highest ratio "
    "tried";
constexpr std::string_view max_wins =
    "floor: clamp(weight * R, min, max); the maximum wins over the minimum";

constexpr std::array<Scheduler, 16> schedulers = {{
    {"mr1", "Hadoop 0.21, 0.22 and 1.x (contrib/fairscheduler)",
     "floor: clamp(weight * R, min, demand); the demand wins over the minimum",
     "doubles, summed in the order of the list; 25 halvings of the ratio",
     "the largest weight times 2^-25 of the highest ratio tried", "H2-H4, H7, H20-H22", Mr1{}},
    {"yarn-2.2", "Hadoop 2.1 to 2.4", max_wins,
     "float32 weights; int, which wraps; 25 halvings of the ratio", yarn_resolution,
     "H1-H4, H6, H8, H9, H15-H19", Yarn{yarn::Release::v2_2}},
    {"yarn-2.5", "Hadoop 2.5", max_wins,
     "float32 weights; int, which wraps; at most 25 halvings of the ratio", yarn_resolution,
     "H1-H4, H6, H8, H9, H15-H19", Yarn{yarn::Release::v2_5}},
    {"yarn-2.7", "Hadoop 2.6 to 2.7.3",
     "floor; the maximum wins over the minimum; inactive queues, weight 0 and maximum 0 are fixed "
     "first",
     "float32 weights; int, which wraps; at most 25 halvings of the ratio", yarn_resolution,
     "H1-H5, H9, H16, H18, H19", Yarn{yarn::Release::v2_7}},
    {"yarn-3.0", "Hadoop 2.8 and 3.0, until YARN-8833",
     "floor; the maximum wins over the minimum; inactive queues, weight 0 and maximum 0 are fixed "
     "first",
     "float32 weights; long, but shares are cast to int and their sum wraps", yarn_resolution,
     "H1-H5, H9-H11, H16, H18", Yarn{yarn::Release::v3_0}},
    {"yarn-3", "Hadoop since YARN-9173; 3.3 and later",
     "floor; the maximum wins over the minimum; inactive queues, weight 0 and maximum 0 are fixed "
     "first",
     "float32 weights; long, whose sums saturate; doubles on the way", yarn_resolution,
     "H1-H5, H12-H14, H16, H18", Yarn{yarn::Release::v3}},
    {"ytsaurus-2018", "YTsaurus from 2016-07 to 2018",
     "floor; the maximum wins over the minimum; minimum ratios above 1 are scaled to 1",
     "doubles; the ratio is bisected in [0, 1] to 2^-52",
     "the largest weight over the smallest times 2^-52, and rounding",
     "Y2, Y3, Y7, Y9-Y12, Y14, Y15", YtsaurusScalar{ytsaurus::scalar::Era::v2018}},
    {"ytsaurus-2019", "YTsaurus from 2019 to 2020-10",
     "floor; the maximum wins over the minimum; minimums scaled to the parent's; what does not "
     "fit is rescaled",
     "doubles; the ratio is bisected in [0, 1] to 2^-52",
     "the largest weight over the smallest times 2^-52, and rounding", "Y1, Y2, Y4-Y10, Y12-Y15",
     YtsaurusScalar{ytsaurus::scalar::Era::v2019}},
    {"ytsaurus-2023", "YTsaurus from 2020-11 to 2023 (vector HDRF)",
     "base: min(max, min + weight * R), for each resource by piecewise linear functions",
     "doubles; bisections over their bit patterns", "1e-9 of the cluster, YTsaurus's own precision",
     "V1-V7", YtsaurusVector{}},
    {"apf", "Kubernetes API server (Priority and Fairness), July 2026",
     "floor: clamp(target * R, lower, upper); bounds that conflict are refused",
     "doubles; one sweep over the sorted bounds, with running sums; the caller rounds to seats",
     "1e-9 of the total", "AP1-AP3", Apf{}},
    {"koordinator", "Koordinator's elastic quotas since pull request 2876, May 2026",
     "base: min(request, min + weight * R); the request wins, but where a quota does not lend",
     "int64, which wraps; largest remainders, each round anew", "less than 1 unit", "KO1, KO3-KO5",
     Koordinator{koordinator::Release::since_2876}},
    {"koordinator_pre2876", "Koordinator's elastic quotas until pull request 2876",
     "base: min(request, min + weight * R); the request wins, but where a quota does not lend",
     "int64, which wraps; each round rounds halves up, by way of doubles", "less than 1 unit",
     "KO2, KO3, KO5", Koordinator{koordinator::Release::until_2876}},
    {"volcano", "Volcano's plugin proportion, August 2026",
     "floor: clamp(weight * R, guarantee, min(capability, request)); the guarantee wins",
     "doubles; int32 weights, whose sum wraps; sums in the order of a Go map",
     "0.1 units, whatever the unit, and rounding", "VO1-VO5",
     Volcano{volcano::Release::since_2553}},
    {"volcano_pre2553", "Volcano's plugin proportion until pull request 2553, October 2022",
     "floor: clamp(weight * R, guarantee, min(capability, request)); the guarantee wins",
     "doubles; int32 weights, whose sum wraps; sums in the order of a Go map",
     "0.1 units, whatever the unit, and rounding", "VO3, VO4, VO6, VO7",
     Volcano{volcano::Release::until_2553}},
    {"kai", "KAI Scheduler (Run:ai), March 2026",
     "base: min(request, quota + weight * R), in strict tiers of priority; the request wins",
     "doubles, cut to whole units; sums in the order of a Go map", "less than 1 unit", "KA1-KA5",
     Kai{}},
    {"armada", "Armada, August 2026", "floor without minimums: min(weight * R, demand)",
     "doubles; at most 10 rounds", "1 % of the pool", "AR1, AR2", Armada{}},
}};

}  // namespace

std::span<const Scheduler> all_schedulers() {
  return schedulers;
}

std::optional<Scheduler> find_scheduler(std::string_view name) {
  const auto found = std::ranges::find(schedulers, name, &Scheduler::name);
  if (found == schedulers.end()) return std::nullopt;
  return *found;
}

std::string_view name_of(yarn::Release release) {
  const auto found = std::ranges::find_if(schedulers, [&](const Scheduler& scheduler) {
    const auto* model = std::get_if<Yarn>(&scheduler.model);
    return model != nullptr && model->release == release;
  });
  return found->name;
}

}  // namespace fairshare::schedulers

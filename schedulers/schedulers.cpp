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

constexpr std::array<Scheduler, 9> schedulers = {{
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

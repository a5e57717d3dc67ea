#include "fairshare/schedulers/registry.h"

#include <algorithm>
#include <array>

#include "fairshare/schedulers/hadoop/mr1.h"
#include "fairshare/schedulers/htcondor/groups.h"
#include "fairshare/schedulers/kubernetes/apf.h"
#include "fairshare/schedulers/kubernetes/armada.h"
#include "fairshare/schedulers/kubernetes/balancer.h"
#include "fairshare/schedulers/kubernetes/kai.h"
#include "fairshare/schedulers/kubernetes/karmada.h"
#include "fairshare/schedulers/kubernetes/koordinator.h"
#include "fairshare/schedulers/kubernetes/planner.h"
#include "fairshare/schedulers/kubernetes/volcano.h"
#include "fairshare/schedulers/tikv/pd.h"
#include "fairshare/schedulers/ydb/compute.h"

namespace fairshare::schedulers {
namespace {

constexpr std::string_view yarn_resolution =
    "1 unit, since shares are truncated, and the largest weight times 2^-25 of the highest ratio "
    "tried";
constexpr std::string_view floor_rule = "floor: clamp(weight * R, min, max)";
constexpr std::string_view fixed_first =
    "floor: clamp(weight * R, min, max); inactive queues, weight 0 and maximum 0 are fixed first";
constexpr std::string_view max_wins = "the maximum";
constexpr std::string_view paid = "all paid in full";
constexpr std::string_view fixed_at_min = "its minimum, even above its maximum";
constexpr std::string_view min_or_hang =
    "its minimum; searches forever if no claimant takes the rest";
constexpr std::string_view truncated = "each share down to a unit";
constexpr std::string_view ytsaurus_resolution =
    "the largest weight over the smallest times 2^-52, and rounding";
constexpr std::string_view yarn_units = "megabytes, or virtual cores";
constexpr std::string_view lends_or_not = "the request; the minimum if the quota does not lend";
constexpr std::string_view planner_rule =
    "base: min(max, capacity, min + weight * R), in rounds whose parts are rounded up";
constexpr std::string_view planner_arithmetic = "int64, which wraps";
constexpr std::string_view planner_wins =
    "the maximum; the minimum if nothing is left once minimums are paid";
constexpr std::string_view planner_infeasible =
    "paid by weight, the largest first, as long as something is left";
constexpr std::string_view planner_rounding =
    "up, by weight, the largest first, as long as something is left";
constexpr std::string_view volcano_rule =
    "floor: clamp(weight * R, guarantee, min(capability, request))";
constexpr std::string_view volcano_arithmetic =
    "doubles, all resources in one loop; int32 weights, whose sum wraps; sums in the order of a Go "
    "map";
constexpr std::string_view volcano_zero_weight =
    "its guarantee; nothing if all weights add up to 0";
constexpr std::string_view volcano_units =
    "thousandths of a CPU, bytes of memory, pods, and thousandths of any other resource";
constexpr std::string_view volcano_resolution = "0.1 units, whatever the unit, and rounding";

constexpr std::string_view yarn_input =
    "the response of `/ws/v1/cluster/scheduler` and `fair-scheduler.xml`: docs/yarn.md";
constexpr std::string_view ytsaurus_input =
    "records of trees: docs/ytsaurus.md#records-of-2018-and-2019";
constexpr std::string_view koordinator_input =
    "`kubectl get` of the quotas: docs/kubernetes.md#koordinator";
constexpr std::string_view volcano_input =
    "`kubectl get` of the queues, and metrics: docs/kubernetes.md#volcano";

constexpr auto schedulers = std::to_array<Scheduler>({
    {.name = "mr1",
     .releases = "Hadoop 0.21, 0.22 and 1.x (contrib/fairscheduler)",
     .rule = "floor: clamp(weight * R, min, demand)",
     .arithmetic = "doubles, summed in the order of the list; 25 halvings of the ratio",
     .wins = "the demand",
     .infeasible = paid,
     .zero_weight = "its minimum; NaN if no claimant takes the rest",
     .rounding = "none",
     .units = "slots of one type",
     .resolution = "the largest weight times 2^-25 of the highest ratio tried",
     .deviations = "H2-H4, H7, H20-H22",
     .input = "records of pools and jobs, and `fairshare lint` for its allocations file: "
              "docs/hadoop-trees.md#mr1",
     .level = [] { return mr1::level_model(); },
     .tree = Mr1Pools{}},
    {.name = "yarn-2.2",
     .releases = "Hadoop 2.1 to 2.4",
     .rule = floor_rule,
     .arithmetic = "float32 weights; int, which wraps; 25 halvings of the ratio",
     .wins = max_wins,
     .infeasible = paid,
     .zero_weight = min_or_hang,
     .rounding = truncated,
     .units = yarn_units,
     .resolution = yarn_resolution,
     .deviations = "H1-H4, H6, H8, H9, H15-H19",
     .input = yarn_input,
     .level = [] { return yarn::level_model(yarn::Release::v2_2); },
     .tree = YarnQueues{yarn::Release::v2_2}},
    {.name = "yarn-2.5",
     .releases = "Hadoop 2.5",
     .rule = floor_rule,
     .arithmetic = "float32 weights; int, which wraps; at most 25 halvings of the ratio",
     .wins = max_wins,
     .infeasible = paid,
     .zero_weight = min_or_hang,
     .rounding = truncated,
     .units = yarn_units,
     .resolution = yarn_resolution,
     .deviations = "H1-H4, H6, H8, H9, H15-H19",
     .input = yarn_input,
     .level = [] { return yarn::level_model(yarn::Release::v2_5); },
     .tree = YarnQueues{yarn::Release::v2_5}},
    {.name = "yarn-2.7",
     .releases = "Hadoop 2.6 to 2.7.3",
     .rule = fixed_first,
     .arithmetic = "float32 weights; int, which wraps; at most 25 halvings of the ratio",
     .wins = max_wins,
     .infeasible = paid,
     .zero_weight = fixed_at_min,
     .rounding = truncated,
     .units = yarn_units,
     .resolution = yarn_resolution,
     .deviations = "H1-H5, H9, H16, H18, H19",
     .input = yarn_input,
     .level = [] { return yarn::level_model(yarn::Release::v2_7); },
     .tree = YarnQueues{yarn::Release::v2_7}},
    {.name = "yarn-3.0",
     .releases = "Hadoop 2.8 and 3.0, until YARN-8833",
     .rule = fixed_first,
     .arithmetic = "float32 weights; long, but shares are cast to int and their sum wraps",
     .wins = max_wins,
     .infeasible = paid,
     .zero_weight = fixed_at_min,
     .rounding = truncated,
     .units = yarn_units,
     .resolution = yarn_resolution,
     .deviations = "H1-H5, H9-H11, H16, H18",
     .input = yarn_input,
     .level = [] { return yarn::level_model(yarn::Release::v3_0); },
     .tree = YarnQueues{yarn::Release::v3_0}},
    {.name = "yarn-3",
     .releases = "Hadoop since YARN-9173; 3.3 and later",
     .rule = fixed_first,
     .arithmetic = "float32 weights; long, whose sums saturate; doubles on the way",
     .wins = max_wins,
     .infeasible = paid,
     .zero_weight = fixed_at_min,
     .rounding = truncated,
     .units = yarn_units,
     .resolution = yarn_resolution,
     .deviations = "H1-H5, H12-H14, H16, H18",
     .input = yarn_input,
     .level = [] { return yarn::level_model(yarn::Release::v3); },
     .tree = YarnQueues{yarn::Release::v3}},
    {.name = "ytsaurus-2018",
     .releases = "YTsaurus from 2016-07 to 2018",
     .rule = floor_rule,
     .arithmetic = "doubles; the ratio is bisected in [0, 1] to 2^-52",
     .wins = max_wins,
     .infeasible = "scaled to 1 if they exceed it, else all paid in full",
     .zero_weight = "its minimum",
     .rounding = "none",
     .units = "parts of the cluster, of each resource",
     .resolution = ytsaurus_resolution,
     .deviations = "Y2, Y3, Y7, Y9-Y12, Y14, Y15",
     .input = ytsaurus_input,
     .tree = ScalarPools{ytsaurus::scalar::Era::v2018}},
    {.name = "ytsaurus-2019",
     .releases = "YTsaurus from 2019 to 2020-10",
     .rule = "floor: clamp(weight * R, min, max); what does not fit is rescaled",
     .arithmetic = "doubles; the ratio is bisected in [0, 1] to 2^-52",
     .wins = max_wins,
     .infeasible = "scaled to the parent's",
     .zero_weight = "its minimum; the whole pool if no other child has a minimum",
     .rounding = "none",
     .units = "parts of the cluster, of each resource",
     .resolution = ytsaurus_resolution,
     .deviations = "Y1, Y2, Y4-Y10, Y12-Y15",
     .input = ytsaurus_input,
     .tree = ScalarPools{ytsaurus::scalar::Era::v2019}},
    {.name = "ytsaurus-2023",
     .releases = "YTsaurus from 2020-11 to 2023 (vector HDRF)",
     .rule = "base: min(max, min + weight * R), for each resource by piecewise linear functions",
     .arithmetic = "doubles; bisections over their bit patterns",
     .wins = max_wins,
     .infeasible = "scaled, every resource by the one that exceeds the most",
     .zero_weight = "an assertion fails",
     .rounding = "none",
     .units = "parts of the cluster, of each resource",
     .resolution = "1e-9 of the cluster, YTsaurus's own precision",
     .deviations = "V1-V7",
     .input = "the Orchid of a pool tree (docs/ytsaurus.md#the-orchid), or records of trees: "
              "docs/ytsaurus-2023.md#the-record",
     .tree = VectorPools{}},
    {.name = "apf",
     .releases = "Kubernetes API server (Priority and Fairness) 1.26 to 1.37, July 2026",
     .rule = "floor: clamp(target * R, lower, upper)",
     .arithmetic = "doubles; one sweep over the sorted bounds, with running sums",
     .wins = "neither: refused",
     .infeasible = "refused",
     .zero_weight = "raised to 0.001",
     .rounding = "none; the caller rounds each share to seats, halves up",
     .units = "seats, and parts of one before the caller rounds",
     .resolution = "1e-9 of the total",
     .deviations = "AP1-AP5",
     .input = "`kubectl get` of the priority levels, and metrics: "
              "docs/kubernetes.md#api-priority-and-fairness",
     .level = [] { return apf::level_model(); }},
    {.name = "koordinator",
     .releases = "Koordinator's elastic quotas since pull request 2876, May 2026: after 1.8",
     .rule = "base: min(request, min + weight * R)",
     .arithmetic = "int64, which wraps; products of 128 bits",
     .wins = lends_or_not,
     .infeasible = paid,
     .zero_weight = "its minimum",
     .rounding = "by largest remainders, in each round",
     .units = "thousandths of a CPU, bytes, and units of any other resource",
     .resolution = "less than 1 unit",
     .deviations = "KO1, KO3-KO7",
     .input = koordinator_input,
     .level = [] { return koordinator::level_model(koordinator::Release::since_2876); }},
    {.name = "koordinator_pre2876",
     .releases = "Koordinator's elastic quotas until pull request 2876: 1.8 and earlier",
     .rule = "base: min(request, min + weight * R)",
     .arithmetic = "int64, which wraps; doubles on the way",
     .wins = lends_or_not,
     .infeasible = paid,
     .zero_weight = "its minimum",
     .rounding = "halves up, in each round",
     .units = "thousandths of a CPU, bytes, and units of any other resource",
     .resolution = "less than 1 unit",
     .deviations = "KO2, KO3, KO5-KO8",
     .input = koordinator_input,
     .level = [] { return koordinator::level_model(koordinator::Release::until_2876); }},
    {.name = "volcano",
     .releases = "Volcano's plugin proportion since 1.13, August 2026",
     .rule = volcano_rule,
     .arithmetic = volcano_arithmetic,
     .wins = "the guarantee",
     .infeasible = paid,
     .zero_weight = volcano_zero_weight,
     .rounding = "none",
     .units = volcano_units,
     .resolution = volcano_resolution,
     .deviations = "VO1-VO5, VO8-VO10",
     .input = volcano_input,
     .level = [] { return volcano::level_model(volcano::Release::since_2553); }},
    {.name = "volcano_pre2553",
     .releases =
         "Volcano's plugin proportion until pull request 2553, October 2022: 1.6 and earlier",
     .rule = volcano_rule,
     .arithmetic = volcano_arithmetic,
     .wins = "the guarantee",
     .infeasible = "a panic",
     .zero_weight = volcano_zero_weight,
     .rounding = "none",
     .units = volcano_units,
     .resolution = volcano_resolution,
     .deviations = "VO3-VO9",
     .input = volcano_input,
     .level = [] { return volcano::level_model(volcano::Release::until_2553); }},
    {.name = "kai",
     .releases = "KAI Scheduler (Run:ai), 0.9 to 0.17, August 2026",
     .rule = "base: min(request, quota + weight * R), in strict tiers of priority",
     .arithmetic = "doubles; sums in the order of a Go map",
     .wins = "the request",
     .infeasible = paid,
     .zero_weight = "its quota",
     .rounding = "down to units each round, then a unit each to those truncated most",
     .units = "GPUs, also fractions of one; thousandths of a CPU, and bytes",
     .resolution = "less than 1 unit",
     .deviations = "KA1-KA5",
     .input = "`kubectl get` of the queues, and metrics: docs/kubernetes.md#kai-scheduler",
     .level = [] { return kai::level_model(); }},
    {.name = "armada",
     .releases = "Armada 0.17 to 0.22, August 2026",
     .rule = "floor without minimums: min(weight * R, demand)",
     .arithmetic = "doubles; at most 10 rounds",
     .wins = "there are no minimums",
     .infeasible = "there are no minimums",
     .zero_weight = "nothing",
     .rounding = "none",
     .units = "parts of the pool, by the resource of which a queue wants the largest part",
     .resolution = "1 % of the pool",
     .deviations = "AR1-AR3",
     .input = "records, one for each division: docs/records.md#production-schedulers",
     .level = [] { return armada::level_model(); }},
    {.name = "tikv-pd",
     .releases =
         "TiKV's Placement Driver since 26.3, resource groups under a service limit, August 2026",
     .rule = "base, in strict tiers of priority: min(demand, fill rate * R), or what is demanded "
             "within the fill rate + the demand above it * R",
     .arithmetic = "doubles; sums in the order of a Go map",
     .wins = "the demand",
     .infeasible = "there are no minimums",
     .zero_weight = "its burst alone",
     .rounding = "none of fill rates; burst limits down to a unit",
     .units = "request units a second",
     .resolution = "rounding",
     .deviations = "PD1-PD5",
     .input = "records, one for each keyspace: docs/tikv.md#a-record",
     .level = [] { return tikv_pd::level_model(); }},
    {.name = "ydb",
     .releases = "YDB's compute scheduler with FillDemand (pull request 53785), September 2026",
     .rule = "base: min(most, actual demand + weight * R); min(actual demand, weight * R) if the "
             "CPUs do not exceed these demands",
     .arithmetic = "uint64 and doubles; the rest wraps",
     .wins = "the most that can be used",
     .infeasible = "there are no minimums",
     .zero_weight = "is refused",
     .rounding = "down to CPUs, then a CPU each to the largest fractions",
     .units = "CPUs of a node",
     .resolution = "less than 1 unit",
     .deviations = "YD1-YD3",
     .input = "records, one for each database or pool: docs/ydb.md#a-record",
     .level = [] { return ydb::level_model(); }},
    {.name = "htcondor",
     .releases = "HTCondor's group quotas with weighted slots, 8.8 to August 2026",
     .rule = "base: min(requested, quota), and the surplus by quota, in a tree",
     .arithmetic = "doubles",
     .wins = "what is requested",
     .infeasible = "static quotas are scaled to their parent's",
     .zero_weight = "the rest once those with a quota have all they request",
     .rounding = "none",
     .units = "slots by their weights",
     .resolution = "rounding",
     .deviations = "HC1",
     .input = "the negotiator's log: docs/htcondor.md#the-negotiators-log",
     .level = [] { return htcondor::level_model(); }},
    {.name = "kubefed",
     .releases = "KubeFed's replica planner, 0.3 (2020) to its end in 2023",
     .rule = planner_rule,
     .arithmetic = planner_arithmetic,
     .wins = planner_wins,
     .infeasible = planner_infeasible,
     .zero_weight = "its minimum",
     .rounding = planner_rounding,
     .units = "replicas",
     .resolution = "less than 1 unit",
     .deviations = "KF1-KF5",
     .input =
         "`kubectl get` of the preferences and the federated workloads: docs/kubernetes.md#kubefed",
     .level = [] { return planner::level_model(planner::Release::kubefed); }},
    {.name = "kubeadmiral",
     .releases = "KubeAdmiral's replica planner, 1.0 (November 2023 to March 2025)",
     .rule = planner_rule,
     .arithmetic = planner_arithmetic,
     .wins = planner_wins,
     .infeasible = planner_infeasible,
     .zero_weight = "its minimum",
     .rounding = planner_rounding,
     .units = "replicas",
     .resolution = "less than 1 unit",
     .deviations = "KF1-KF3, KF6, KF7",
     .input = "records, one for each plan: docs/records.md#production-schedulers",
     .level = [] { return planner::level_model(planner::Release::kubeadmiral); }},
    {.name = "karmada",
     .releases = "Karmada's replica divider since 1.16 (Webster's method), August 2026",
     .rule = "base: min + weight * R, rounded to the nearest whole by Webster's method",
     .arithmetic = "doubles; int64 weights, whose sum wraps; int32 replicas",
     .wins = "there are no maximums",
     .infeasible = "paid, all of them",
     .zero_weight = "its minimum",
     .rounding = "none: units are handed out one by one",
     .units = "replicas",
     .resolution = "1 unit",
     .deviations = "KM1, KM2",
     .input = "`kubectl get` of the bindings: docs/kubernetes.md#karmada",
     .level = [] { return karmada::level_model(); }},
    {.name = "balancer",
     .releases = "Balancer of kubernetes/autoscaler, proportional policy, since February 2023",
     .rule = "floor: clamp(proportion * R, min, max), rounded down by D'Hondt's method",
     .arithmetic = "doubles; int32 replicas, whose sum wraps",
     .wins = "the minimum",
     .infeasible = paid,
     .zero_weight = "its minimum",
     .rounding = "none: units are handed out one by one",
     .units = "replicas",
     .resolution = "1 unit",
     .deviations = "BA1, BA2",
     .input = "`kubectl get` of the balancers and their targets: docs/kubernetes.md#balancer",
     .level = [] { return balancer::level_model(); }},
});

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
    const auto* queues = std::get_if<YarnQueues>(&scheduler.tree);
    return queues != nullptr && queues->release == release;
  });
  return found->name;
}

}  // namespace fairshare::schedulers

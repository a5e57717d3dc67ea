// KubeFed's ReplicaSchedulingPreferences. Each says how many replicas there are and how clusters
// should share them; how many they have is in the overrides of the federated workload of the same
// name.
#include <fmt/format.h>

#include <utility>

#include "formats/kubernetes/dump_readers.h"

namespace fairshare::formats {
namespace {

using Preferences = std::map<std::string, KubernetesObject, std::less<>>;

// A cluster's value of the patch for /spec/replicas.
struct Placed {
  std::string cluster;
  WrittenNumber replicas;
};

// The last counts, as each replaces the value. Reports an error if it is not a number.
std::optional<WrittenNumber> find_replicas(DumpContext& context, const KubernetesObject& override) {
  std::optional<WrittenNumber> replicas;
  ObjectFields fields(override, context.file, context.result.errors);
  for (const KubernetesObject& patch : fields.elements({"clusterOverrides"})) {
    ObjectFields patched(patch, context.file, context.result.errors);
    if (patched.text({"path"}, "") == "/spec/replicas") replicas = patched.needed_count({"value"});
  }
  return replicas;
}

std::vector<Placed> read_placed(DumpContext& context, const KubernetesObject& workload) {
  std::vector<Placed> placed;
  std::set<std::string> names;
  ObjectFields fields(workload, context.file, context.result.errors);
  for (const KubernetesObject& override : fields.elements({"spec", "overrides"})) {
    auto replicas = find_replicas(context, override);
    if (!replicas) continue;
    ObjectFields of_cluster(override, context.file, context.result.errors);
    placed.push_back({of_cluster.needed_text({"clusterName"}), *std::move(replicas)});
    if (names.insert(placed.back().cluster).second) continue;
    of_cluster.complain({"clusterName"},
                        {"FS004", "duplicate cluster: an earlier override has it"});
  }
  return placed;
}

// KubeFed places the workload in just the clusters that it plans, and overrides the replicas in
// each.
void check_plan(DumpContext& context, const KubernetesObject& workload,
                const std::vector<Placed>& placed) {
  std::set<std::string_view> planned;
  for (const Placed& one : placed) planned.insert(one.cluster);
  ObjectFields fields(workload, context.file, context.result.errors);
  for (const KubernetesObject& cluster : fields.elements({"spec", "placement", "clusters"})) {
    ObjectFields of_cluster(cluster, context.file, context.result.errors);
    const std::string name = of_cluster.needed_text({"name"});
    if (planned.contains(name)) continue;
    of_cluster.complain(
        {"name"}, {"FS104", fmt::format("{} has no override of /spec/replicas, so this is not "
                                        "a plan of KubeFed: wait until it has made one",
                                        abridged(name))});
  }
}

// A cluster without its own preferences has those of "*". Without these, if the object has none for
// any cluster, its weight is 1; otherwise it takes no part: its weight is 0, and nothing stays
// there.
DumpClaimant claimant_of(DumpContext& context, const Preferences& preferences, bool rebalances,
                         Placed placed) {
  DumpClaimant claimant{.name = placed.cluster,
                        .weight = 0,
                        .says_demand = false,
                        .share = std::move(placed.replicas)};
  auto own = preferences.find(placed.cluster);
  if (own == preferences.end()) own = preferences.find("*");
  if (own == preferences.end() && !preferences.empty()) return claimant;
  if (!rebalances) claimant.current = claimant.share.value;
  claimant.weight = 1;
  if (own == preferences.end()) return claimant;
  ObjectFields fields(own->second, context.file, context.result.errors);
  claimant.weight = fields.find_whole({"weight"}, 0, int64_max).value_or(0);
  claimant.min_share = fields.find_whole({"minReplicas"}, 0, int64_max).value_or(0);
  claimant.max_share = fields.find_whole({"maxReplicas"}, 0, int64_max);
  return claimant;
}

void read_preference(DumpContext& context, const KubernetesObject& object,
                     const std::string& scheduler) {
  ObjectFields fields(object, context.file, context.result.errors);
  const std::size_t errors_before = context.result.errors.size();
  const std::string kind = fields.text({"spec", "targetKind"}, "");
  if (context.result.errors.size() > errors_before) return;
  const KubernetesObject* workload =
      find_object(context, {"types.kubefed.io", kind, object.name, object.space});
  if (workload == nullptr) {
    return fields.complain(
        {"spec", "targetKind"},
        {"FS104", fmt::format("the replicas of the clusters are in a {} of the same name and "
                              "namespace, which is not in this file",
                              kind.empty() ? "FederatedDeployment" : abridged(kind))});
  }
  const auto total = fields.needed_count({"spec", "totalReplicas"});
  const bool rebalances = fields.flag({"spec", "rebalance"}, false);
  const Preferences preferences = fields.members({"spec", "clusters"});
  std::vector<Placed> placed = read_placed(context, *workload);
  if (context.result.errors.size() > errors_before) return;
  if (placed.empty()) {
    return ObjectFields(*workload, context.file, context.result.errors)
        .complain({"spec", "overrides"},
                  {"FS104", "no cluster has an override of /spec/replicas, which KubeFed sets"});
  }
  check_plan(context, *workload, placed);
  DumpDivision division{.title = path_of(object),
                        .resource = "replicas",
                        .scheduler = scheduler,
                        .line = line_of(object),
                        .total = total->value,
                        .claimants = {},
                        .called = {"minReplicas", "maxReplicas", "capacity", "cluster"},
                        .rebalances = rebalances,
                        .key = path_of(object)};
  for (Placed& one : placed) {
    division.claimants.push_back(claimant_of(context, preferences, rebalances, std::move(one)));
  }
  if (context.result.errors.size() > errors_before) return;
  if (!rebalances) {
    division.notes.emplace_back(
        "Without rebalance KubeFed leaves replicas where they run, assumed to be where they are "
        "placed.");
  }
  context.result.divisions.push_back(std::move(division));
}

}  // namespace

void read_kubefed_preferences(DumpContext& context, const ObjectList& preferences) {
  const auto scheduler = find_release(context, "kubefed");
  if (!scheduler) return;
  refuse_totals(context);
  for (const KubernetesObject* object : preferences) {
    read_preference(context, *object, *scheduler);
  }
}

}  // namespace fairshare::formats

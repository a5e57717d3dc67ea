// Karmada's bindings. Each says how many replicas a workload has, by which weights they are divided
// among clusters, and how many each cluster has.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/kubernetes/dump_readers.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// A rule of the static weights, for the clusters with these names, or for all if there are no
// names.
struct WeightRule {
  std::vector<std::string> names;
  std::vector<std::string> excluded;
  Rational weight;
};

bool matches(const WeightRule& rule, const std::string& cluster) {
  if (std::ranges::count(rule.excluded, cluster) > 0) return false;
  return rule.names.empty() || std::ranges::count(rule.names, cluster) > 0;
}

// Why the replicas are not divided by weights in the binding; empty if they are.
std::string why_not(ObjectFields& fields) {
  const auto scheduling = [&](std::string_view key) {
    return fields.text({"spec", "placement", "replicaScheduling", key}, "");
  };
  if (fields.find({"spec", "replicas"}) == nullptr) return "it has no replicas";
  if (scheduling("replicaSchedulingType") != "Divided") return "each cluster has all replicas";
  if (scheduling("replicaDivisionPreference") != "Weighted" ||
      fields.find({"spec", "placement", "replicaScheduling", "weightPreference",
                   "dynamicWeight"}) != nullptr) {
    return "it is divided by what clusters can take, which the binding does not say";
  }
  for (const KubernetesObject& affinity :
       fields.elements({"spec", "placement", "clusterAffinities"})) {
    if (json::find(*affinity.value, "overflowAffinities") == nullptr) continue;
    return "its clusters are in tiers that overflow";
  }
  return "";
}

// Nothing if a rule uses labels or fields of clusters, which the binding lacks.
std::optional<std::vector<WeightRule>> find_rules(DumpContext& context, ObjectFields& fields) {
  std::vector<WeightRule> rules;
  for (const KubernetesObject& element : fields.elements(
           {"spec", "placement", "replicaScheduling", "weightPreference", "staticWeightList"})) {
    ObjectFields rule(element, context.file, context.result.errors);
    if (rule.find({"targetCluster", "labelSelector"}) != nullptr ||
        rule.find({"targetCluster", "fieldSelector"}) != nullptr) {
      return std::nullopt;
    }
    rules.push_back({.names = rule.texts({"targetCluster", "clusterNames"}),
                     .excluded = rule.texts({"targetCluster", "exclude"}),
                     .weight = rule.find_whole({"weight"}, 0, int64_max).value_or(0)});
  }
  return rules;
}

// The greatest weight of the rules that match it.
Rational weight_of(const std::vector<WeightRule>& rules, const std::string& cluster) {
  Rational weight = 0;
  for (const WeightRule& rule : rules) {
    if (matches(rule, cluster)) weight = std::max(weight, rule.weight);
  }
  return weight;
}

std::vector<DumpClaimant> read_clusters(DumpContext& context, ObjectFields& fields,
                                        const std::vector<WeightRule>& rules) {
  std::vector<DumpClaimant> claimants;
  std::set<std::string> names;
  for (const KubernetesObject& element : fields.elements({"spec", "clusters"})) {
    ObjectFields cluster(element, context.file, context.result.errors);
    DumpClaimant claimant{.name = cluster.needed_text({"name"})};
    claimant.weight = weight_of(rules, claimant.name);
    if (cluster.find({"replicas"}) != nullptr) {
      claimant.share = cluster.needed_count({"replicas"}).value_or(claimant.share);
    }
    if (!names.insert(claimant.name).second) {
      cluster.complain({"name"}, {"FS004", "duplicate cluster: an earlier one has this name"});
    }
    claimants.push_back(std::move(claimant));
  }
  const bool has_weights = std::ranges::any_of(
      claimants, [](const DumpClaimant& claimant) { return claimant.weight != 0; });
  if (has_weights) return claimants;
  for (DumpClaimant& claimant : claimants) claimant.weight = 1;  // as Karmada does
  return claimants;
}

void read_binding(DumpContext& context, const KubernetesObject& object,
                  const std::string& scheduler) {
  ObjectFields fields(object, context.file, context.result.errors);
  const std::size_t errors_before = context.result.errors.size();
  const auto skip = [&](std::string_view why) {
    warn(context, fmt::format("{} is not judged: {}.", path_of(object), why));
  };
  const std::string why = why_not(fields);
  if (!why.empty()) return skip(why);
  const auto rules = find_rules(context, fields);
  if (!rules) return skip("its weights depend on labels or fields of clusters");
  const auto total = fields.needed_count({"spec", "replicas"});
  std::vector<DumpClaimant> claimants = read_clusters(context, fields, *rules);
  if (claimants.empty() && context.result.errors.size() == errors_before) {
    fields.complain({"spec", "clusters"}, {"FS104", "no cluster has a replica"});
  }
  if (context.result.errors.size() > errors_before) return;
  context.result.divisions.push_back({.title = path_of(object),
                                      .resource = "replicas",
                                      .scheduler = scheduler,
                                      .line = line_of(object),
                                      .total = total->value,
                                      .claimants = std::move(claimants),
                                      .called = {.claimant = "cluster"},
                                      .key = fields.text({"spec", "resource", "uid"}, "")});
}

}  // namespace

void read_karmada_bindings(DumpContext& context, const ObjectList& bindings) {
  const auto scheduler = find_release(context, "karmada");
  if (!scheduler) return;
  refuse_totals(context);
  for (const KubernetesObject* object : bindings) read_binding(context, *object, *scheduler);
}

}  // namespace fairshare::formats

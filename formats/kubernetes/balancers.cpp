// Balancers of kubernetes/autoscaler. Each says how many replicas its targets have together and in
// which proportions; each target says how many it has.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/kubernetes/dump_readers.h"

namespace fairshare::formats {
namespace {

// The object that a target refers to, in the Balancer's namespace; null if the dump has none.
const KubernetesObject* find_scaled(DumpContext& context, ObjectFields& target,
                                    const std::string& space) {
  const std::string version = target.text({"scaleTargetRef", "apiVersion"}, "apps/v1");
  const std::string group = version.substr(0, std::min(version.find('/'), version.size()));
  const std::string kind = target.text({"scaleTargetRef", "kind"}, "");
  const std::string name = target.text({"scaleTargetRef", "name"}, "");
  return find_object(context, {group, kind, name, space});
}

std::optional<DumpClaimant> find_claimant(DumpContext& context, const KubernetesObject& element,
                                          ObjectFields& balancer) {
  const std::size_t errors_before = context.result.errors.size();
  ObjectFields target(element, context.file, context.result.errors);
  DumpClaimant claimant{.name = target.needed_text({"name"})};
  claimant.weight =
      balancer
          .find_whole({"spec", "policy", "proportions", "targetProportions", claimant.name}, 0,
                      int32_max)
          .value_or(0);
  claimant.min_share = target.find_whole({"minReplicas"}, 0, int32_max).value_or(0);
  claimant.max_share = target.find_whole({"maxReplicas"}, 0, int32_max);
  const KubernetesObject* scaled = find_scaled(context, target, element.space);
  if (scaled == nullptr && context.result.errors.size() == errors_before) {
    target.complain({"scaleTargetRef"},
                    {"FS104", fmt::format("the replicas of target {} are in the object that it "
                                          "refers to, which is not in this file",
                                          json::quoted(abridged(claimant.name)))});
  }
  if (scaled == nullptr) return std::nullopt;
  auto share =
      ObjectFields(*scaled, context.file, context.result.errors).needed_count({"spec", "replicas"});
  if (!share) return std::nullopt;
  claimant.share = *std::move(share);
  return claimant;
}

void read_balancer(DumpContext& context, const KubernetesObject& object,
                   const std::string& scheduler) {
  ObjectFields fields(object, context.file, context.result.errors);
  const std::size_t errors_before = context.result.errors.size();
  const std::string policy = fields.text({"spec", "policy", "policyName"}, "");
  if (policy != "proportional") {
    return warn(context, fmt::format("{} is not judged: its policy is {}, not proportional.",
                                     path_of(object), json::quoted(abridged(policy))));
  }
  const auto total = fields.needed_count({"spec", "replicas"});
  DumpDivision division{.title = path_of(object),
                        .resource = "replicas",
                        .scheduler = scheduler,
                        .line = line_of(object),
                        .total = total ? total->value : 0,
                        .claimants = {},
                        .called = {"minReplicas", "maxReplicas", "", "target"}};
  std::set<std::string> names;
  for (const KubernetesObject& element : fields.elements({"spec", "targets"})) {
    auto claimant = find_claimant(context, element, fields);
    if (!claimant) continue;
    if (!names.insert(claimant->name).second) {
      ObjectFields(element, context.file, context.result.errors)
          .complain({"name"}, {"FS004", "duplicate target: an earlier one has this name"});
    }
    division.claimants.push_back(*std::move(claimant));
  }
  if (context.result.errors.size() > errors_before) return;
  if (division.claimants.empty()) {
    return fields.complain({"spec", "targets"}, {"FS104", "it has no targets"});
  }
  if (fields.find({"spec", "policy", "fallback"}) != nullptr) {
    division.notes.emplace_back(
        "The policy has a fallback: targets get more if pods of others have not started in time.");
  }
  context.result.divisions.push_back(std::move(division));
}

}  // namespace

void read_balancers(DumpContext& context, const ObjectList& balancers) {
  const auto scheduler = find_release(context, "balancer");
  if (!scheduler) return;
  refuse_totals(context);
  for (const KubernetesObject* object : balancers) read_balancer(context, *object, *scheduler);
}

}  // namespace fairshare::formats

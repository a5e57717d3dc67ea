// Koordinator's elastic quotas. The children say everything about a parent's division, in spec.min,
// spec.max and annotations that the scheduler keeps up to date; only what the cluster has is
// missing. An annotation only changes if amounts other than 0 do, so one that is missing or does
// not name a resource means 0.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "fairshare/exact/brief.h"
#include "fairshare/schedulers/kubernetes/koordinator.h"
#include "formats/kubernetes/dump_readers.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// Koordinator's own quotas. Those outside take no part in divisions: what they use is subtracted
// from the total beforehand.
struct OwnQuotas {
  std::string_view root;
  std::array<std::string_view, 2> outside;
};
constexpr OwnQuotas own_quotas = {"koordinator-root-quota",
                                  {"koordinator-system-quota", "koordinator-default-quota"}};
// Before its pull request 1109 (March 2023).
constexpr OwnQuotas old_own_quotas = {"root", {"system", "default"}};

bool is_own(const OwnQuotas& own, std::string_view name) {
  return name == own.root || std::ranges::count(own.outside, name) > 0;
}

constexpr std::string_view parent_label = "quota.scheduling.koordinator.sh/parent";
constexpr std::string_view tree_label = "quota.scheduling.koordinator.sh/tree-id";
constexpr std::string_view lends_label = "quota.scheduling.koordinator.sh/allow-lent-resource";
constexpr std::string_view weight_annotation = "quota.scheduling.koordinator.sh/shared-weight";
constexpr std::string_view request_annotation = "quota.scheduling.koordinator.sh/request";
constexpr std::string_view runtime_annotation = "quota.scheduling.koordinator.sh/runtime";
constexpr std::string_view guaranteed_annotation = "quota.scheduling.koordinator.sh/guaranteed";
constexpr std::string_view total_annotation = "quota.scheduling.koordinator.sh/total-resource";

struct Quota {
  const KubernetesObject* object;
  std::string parent;  // empty: the root
  std::string tree;    // the id of its tree; empty: the default one
  ResourceList min;
  ResourceList max;
  ResourceList weight;
  ResourceList request;
  ResourceList runtime;
  bool has_runtime = false;
  ResourceList guaranteed;
  std::optional<ResourceList> total;  // of its tree
  bool lends = true;
};

bool is_zero(const ResourceList& list) {
  return std::ranges::all_of(list, [](const auto& entry) { return entry.second == 0; });
}

Rational amount_of(const ResourceList& list, std::string_view resource) {
  const auto found = list.find(resource);
  return found == list.end() ? Rational(0) : found->second;
}

Quota read_quota(DumpContext& context, const KubernetesObject& object) {
  ObjectFields fields(object, context.file, context.result.errors);
  const auto annotated = [&](std::string_view key) {
    return fields.find_resources_in_text({"metadata", "annotations", key});
  };
  const auto runtime = annotated(runtime_annotation);
  Quota quota{.object = &object,
              .parent = fields.text({"metadata", "labels", parent_label}, ""),
              .tree = fields.text({"metadata", "labels", tree_label}, ""),
              .min = fields.resources({"spec", "min"}),
              .max = fields.resources({"spec", "max"}),
              .weight = annotated(weight_annotation).value_or(ResourceList{}),
              .request = annotated(request_annotation).value_or(ResourceList{}),
              .runtime = runtime.value_or(ResourceList{}),
              .has_runtime = runtime.has_value(),
              .guaranteed = annotated(guaranteed_annotation).value_or(ResourceList{}),
              .total = annotated(total_annotation)};
  quota.lends = fields.text({"metadata", "labels", lends_label}, "true") != "false";
  return quota;
}

// A resource in Koordinator's units.
struct Resource {
  std::string name;
  std::int64_t scale;
  std::string in_units;
};

Resource resource_of(const std::string& name) {
  if (name == "cpu") return {name, 1000, "cpu in thousandths"};
  return {name, 1, name == "memory" ? "memory in bytes" : name};
}

// What a group of siblings divides, and its members.
struct Group {
  std::string title;
  std::string parent;  // empty: the root
  std::string tree;
  std::vector<const Quota*> quotas;
  const ResourceList* total;  // null: the tree's total is unknown
};

// Minimums that exceed the total are scaled down to it (enableMinQuotaScale, on unless it is
// switched off).
void scale_minimums(DumpDivision& division) {
  division.scales_minimums = true;
  Rational sum = 0;
  for (const DumpClaimant& claimant : division.claimants) sum += claimant.min_share;
  if (sum <= division.total) return;
  division.notes.push_back(
      fmt::format("The minimums, {}, exceed the total and were scaled down to it, as Koordinator "
                  "does with enableMinQuotaScale.",
                  exact::brief(sum)));
}

DumpClaimant claimant_of(DumpContext& context, const Quota& quota, const Resource& resource) {
  ObjectFields fields(*quota.object, context.file, context.result.errors);
  const auto units = [&](ObjectFields::Path path, const ResourceList& list) {
    return in_units(fields, path, amount_of(list, resource.name), resource.scale);
  };
  const auto annotated = [&](std::string_view key, const ResourceList& list) {
    return units({"metadata", "annotations", key}, list);
  };
  DumpClaimant claimant{.name = quota.object->name};
  claimant.weight = is_zero(quota.weight)
                        ? units({"spec", "max"}, quota.max)  // as Koordinator does
                        : annotated(weight_annotation, quota.weight);
  claimant.min_share = units({"spec", "min"}, quota.min);
  if (quota.max.contains(resource.name)) claimant.max_share = units({"spec", "max"}, quota.max);
  claimant.demand = annotated(request_annotation, quota.request);
  claimant.share = without_digits(annotated(runtime_annotation, quota.runtime));
  claimant.guarantee = annotated(guaranteed_annotation, quota.guaranteed);
  claimant.lends = quota.lends;
  return claimant;
}

// A quota that is divided some of a resource, without saying so: its runtime has only what spec.max
// names.
const Quota* find_hidden(const Group& group, const std::string& resource) {
  const auto found = std::ranges::find_if(group.quotas, [&](const Quota* quota) {
    const bool is_weighed =
        amount_of(quota->weight, resource) > 0 && amount_of(quota->request, resource) > 0;
    return !quota->max.contains(resource) &&
           (is_weighed || amount_of(quota->guaranteed, resource) > 0);
  });
  return found != group.quotas.end() ? *found : nullptr;
}

void read_division(DumpContext& context, const Group& group, const std::string& name,
                   const std::string& scheduler) {
  const Resource resource = resource_of(name);
  const bool is_the_clusters = group.parent.empty() && group.tree.empty();
  if (is_the_clusters && !group.total->contains(name)) {
    return warn(context,
                fmt::format("{}: the dump does not give the total of {}; add --total {}=AMOUNT.",
                            group.title, name, name));
  }
  if (const Quota* hidden = find_hidden(group, name)) {
    return warn(context,
                fmt::format("{}: {} is not judged: {} may have a part that its runtime does not "
                            "show, since its spec.max does not name the resource.",
                            group.title, name, hidden->object->name));
  }
  const std::size_t errors_before = context.result.errors.size();
  DumpDivision division{.title = group.title,
                        .resource = resource.in_units,
                        .scheduler = scheduler,
                        .line = line_of(*group.quotas.front()->object),
                        .total = 0,
                        .claimants = {}};
  division.called = {"min", "max", "request", "quota"};
  if (context.options.scheduler.empty()) division.older = "koordinator_pre2876";
  division.total = exact::ceil(amount_of(*group.total, name) * resource.scale);
  for (const Quota* quota : group.quotas) {
    division.claimants.push_back(claimant_of(context, *quota, resource));
  }
  if (context.result.errors.size() > errors_before) return;
  scale_minimums(division);
  context.result.divisions.push_back(std::move(division));
}

void read_group(DumpContext& context, const Group& group, const std::string& scheduler) {
  if (group.total == nullptr) {
    return warn(context, fmt::format("{} is not judged: none of its top quotas has the annotation "
                                     "{}, which gives its total. If the feature MultiQuotaTree is "
                                     "off, remove the labels tree-id from the dump.",
                                     group.title, total_annotation));
  }
  std::set<std::string> resources;
  for (const Quota* quota : group.quotas) {
    for (const auto& [resource, amount] : quota->max) resources.insert(resource);
  }
  for (const std::string& resource : resources) {
    read_division(context, group, resource, scheduler);
  }
}

// Whether Koordinator's own quotas have their old names: none of today's names is in the dump, and
// either "root" is the parent of a quota but not a quota itself, or both outside quotas are there.
bool has_old_names(const ObjectList& objects, const std::vector<Quota>& quotas) {
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(
        objects, [&](const KubernetesObject* object) { return object->name == name; });
  };
  const auto is_parent = [&](std::string_view name) {
    return std::ranges::find(quotas, name, &Quota::parent) != quotas.end();
  };
  const auto& today = own_quotas;
  if (has(today.root) || std::ranges::any_of(today.outside, has) || is_parent(today.root)) {
    return false;
  }
  return (is_parent(old_own_quotas.root) && !has(old_own_quotas.root)) ||
         std::ranges::all_of(old_own_quotas.outside, has);
}

// The quotas without Koordinator's own, which have the names in `own`.
std::vector<Quota> divided_to(std::vector<Quota> quotas, const OwnQuotas& own) {
  std::erase_if(quotas, [&](const Quota& quota) { return is_own(own, quota.object->name); });
  for (Quota& quota : quotas) {
    if (quota.parent == own.root) quota.parent.clear();
  }
  return quotas;
}

// The quotas below the root, one group for each tree.
std::vector<Group> groups_at_the_root(DumpContext& context, std::string_view root,
                                      const std::vector<Quota>& quotas,
                                      const std::vector<std::size_t>& children) {
  std::map<std::string, Group> groups;
  for (const std::size_t i : children) {
    const Quota& quota = quotas[i];
    Group& group = groups[quota.tree];
    group.tree = quota.tree;
    group.title = quota.tree.empty() ? std::string(root) : "quota tree " + quota.tree;
    group.quotas.push_back(&quota);
    if (!quota.tree.empty() && quota.total) {
      if (group.total != nullptr && *group.total != *quota.total) {
        warn(context,
             fmt::format("{}: {} gives a different total than an earlier quota; Koordinator "
                         "divides the last total that it saw, assumed to be this one.",
                         group.title, quota.object->name));
      }
      group.total = &*quota.total;
    }
    if (quota.tree.empty()) group.total = &context.options.totals;
  }
  std::vector<Group> result;
  for (auto& [tree, group] : groups) result.push_back(std::move(group));
  return result;
}

// With the feature ElasticQuotaGuaranteeUsage no quota lends, whatever the labels say. It is on if
// anything is guaranteed.
void mind_guarantees(DumpContext& context, std::vector<Quota>& quotas) {
  const bool is_on =
      std::ranges::any_of(quotas, [](const Quota& quota) { return !is_zero(quota.guaranteed); });
  if (!is_on) return;
  for (Quota& quota : quotas) quota.lends = false;
  warn(context,
       "Quotas have guaranteed resources, so the feature ElasticQuotaGuaranteeUsage is on: no "
       "quota lends what it does not request.");
}

// FS003 unless the quotas at the root, those in trees excepted, divide the resource.
void refuse_unused_total(DumpContext& context, const std::vector<Quota>& quotas,
                         const std::string& resource) {
  bool is_below = false;
  for (const Quota& quota : quotas) {
    if (!quota.max.contains(resource)) continue;
    if (quota.parent.empty() && quota.tree.empty()) return;
    is_below = true;
  }
  if (!is_below) return refuse_total(context, resource);
  report(context, {.code = "FS003",
                   .message = fmt::format("--total {}: nothing divides it at the root; below a "
                                          "quota and in a quota tree the dump gives the total",
                                          abridged(resource)),
                   .file = context.file});
}

}  // namespace

void read_koordinator_quotas(DumpContext& context, const ObjectList& objects) {
  const auto scheduler = find_release(context, "koordinator");
  if (!scheduler) return;
  std::vector<Quota> quotas;
  for (const KubernetesObject* object : objects) {
    if (!is_own(own_quotas, object->name)) quotas.push_back(read_quota(context, *object));
  }
  if (!context.result.errors.empty()) return;
  const bool is_old = has_old_names(objects, quotas);
  const OwnQuotas& own = is_old ? old_own_quotas : own_quotas;
  quotas = divided_to(std::move(quotas), own);
  if (is_old) {
    warn(context,
         "The quotas root, system and default are taken as Koordinator's own, whose names they "
         "were until March 2023: no quota has one of the current names.");
  }
  if (quotas.empty()) {
    return report(context, {.code = "FS104",
                            .message = "only Koordinator's own quotas, which get no share",
                            .file = context.file});
  }
  ObjectList divided;
  std::vector<std::string> parents;
  for (const Quota& quota : quotas) {
    divided.push_back(quota.object);
    parents.push_back(quota.parent);
  }
  const auto tree = tree_of(context, divided, parents, {"metadata", "labels", parent_label});
  if (!tree) return;
  mind_guarantees(context, quotas);
  for (const auto& total : context.options.totals)
    refuse_unused_total(context, quotas, total.first);
  if (std::ranges::none_of(quotas, &Quota::has_runtime)) {
    return ObjectFields(*quotas.front().object, context.file, context.result.errors)
        .complain({"metadata", "annotations", runtime_annotation},
                  {"FS104",
                   "no quota has this annotation, in which Koordinator reports the "
                   "shares: all are 0, or enableRuntimeQuota is off"});
  }
  for (const std::string& parent : tree->parents) {
    const auto found = tree->children.find(parent);
    if (found == tree->children.end()) continue;
    if (parent.empty()) {
      for (const Group& group : groups_at_the_root(context, own.root, quotas, found->second)) {
        read_group(context, group, *scheduler);
      }
      continue;
    }
    Group group{.title = parent,
                .parent = parent,
                .tree = "",
                .quotas = {},
                .total = &quotas[tree->places.at(parent)].runtime};
    for (const std::size_t i : found->second) group.quotas.push_back(&quotas[i]);
    read_group(context, group, *scheduler);
  }
}

}  // namespace fairshare::formats

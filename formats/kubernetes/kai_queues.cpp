// KAI's queues. Quotas, limits, weights and requests are in the objects, and the fair shares in the
// scheduler's metrics. What the cluster has is in neither.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include "fairshare/exact/brief.h"
#include "formats/kubernetes/dump_readers.h"
#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

constexpr Exporter kai_scheduler{"KAI's scheduler", "kai_queue_fair_share_"};

// A resource as KAI names and counts it.
struct Resource {
  std::string_view field;      // of spec.resources
  std::string_view requested;  // of status.requested; GPUs have other names, too
  std::int64_t requested_scale;
  std::string_view total;  // its name in --total
  std::string_view metric;
  std::string_view usage;     // past usage, as a part of the cluster
  std::int64_t metric_scale;  // units in one of the metric
  std::int64_t spec_scale;    // units in one of the quota and limit
  std::string_view in_units;
};

constexpr std::array<Resource, 3> resources = {
    {{"gpu", "nvidia.com/gpu", 1, "nvidia.com/gpu", "kai_queue_fair_share_gpu",
      "kai_queue_gpu_usage", 1, 1, "GPUs"},
     {"cpu", "cpu", 1000, "cpu", "kai_queue_fair_share_cpu_cores", "kai_queue_cpu_usage", 1000, 1,
      "cpu in thousandths"},
     {"memory", "memory", 1, "memory", "kai_queue_fair_share_memory_gb", "kai_queue_memory_usage",
      1'000'000'000, 1'000'000, "memory in bytes"}}};

// How many GPUs KAI counts for one device of that name: 2 for a slice nvidia.com/mig-2g.10gb, 1 for
// a device of dynamic resource allocation, such as gpu.nvidia.com, 0 for anything else.
std::int64_t gpus_in(std::string_view name) {
  constexpr std::string_view slice = "nvidia.com/mig-";
  if (name == "nvidia.com/gpu" || name == "amd.com/gpu") return 1;
  if (name.starts_with(slice)) {
    std::int64_t gpus = 0;
    std::from_chars(name.data() + slice.size(), name.data() + name.size(), gpus);
    return gpus;
  }
  const std::string device = lower(name);
  const bool is_gpu = device.find("gpu") != std::string::npos;
  return is_gpu && device.find('/') == std::string::npos ? 1 : 0;
}

// In units; nothing if none is asked for.
std::optional<Rational> find_request(const ResourceList& requested, const Resource& resource) {
  std::optional<Rational> request;
  for (const auto& [name, amount] : requested) {
    const std::int64_t units = resource.field == "gpu"      ? gpus_in(name)
                               : name == resource.requested ? resource.requested_scale
                                                            : 0;
    if (units > 0) request = request.value_or(0) + amount * units;
  }
  return request;
}

// A number of spec.resources in units, multiplied in doubles as by KAI; -1 means no limit.
Rational spec_number(ObjectFields& fields, const Resource& resource, std::string_view key) {
  const ObjectFields::Path path = {"spec", "resources", resource.field, key};
  const Rational number = fields.find_number(path).value_or(0);
  if (number < 0 && number != -1) {
    fields.complain(path, {"FS011", "the only negative value allowed is -1"});
  }
  if (number <= 0 || resource.spec_scale == 1) return number;
  const double units = exact::to_double(number) * static_cast<double>(resource.spec_scale);
  if (std::isfinite(units)) return exact::from_double(units);
  fields.complain(path, {"FS008", "in bytes, it exceeds the largest double"});
  return 0;
}

// "2026-08-20T10:07:21Z" as a number that grows with time; 0 if there is none.
Rational time_number(const std::string& text) {
  std::string digits;
  for (const char c : text) {
    if ('0' <= c && c <= '9') digits += c;
  }
  digits.resize(14, '0');
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return std::get<exact::TextNumber>(exact::parse_number(digits)).value;
}

std::string name_in_metrics(DumpContext& context, const KubernetesObject& queue) {
  std::string shown =
      ObjectFields(queue, context.file, context.result.errors).text({"spec", "displayName"}, "");
  return shown.empty() ? queue.name : shown;
}

// Since 0.16 samples have the queue's own name, too.
bool have_own_names(const DumpContext& context) {
  const auto found = context.metrics->index.find({"kai_queue_fair_share_gpu", "", ""});
  return found != context.metrics->index.end() &&
         context.metrics->samples[found->second.front()].labels.contains("queue_metadata_name");
}

MetricLabels labels_of(DumpContext& context, const KubernetesObject& queue) {
  if (have_own_names(context)) return {{"queue_metadata_name", queue.name}};
  return {{"queue_name", name_in_metrics(context, queue)}};
}

// Until then KAI writes the shares of all queues with one shown name into one sample, in random
// order.
void refuse_shown_twice(DumpContext& context, const KubernetesObject& queue,
                        std::set<std::string>& names) {
  const std::string name = name_in_metrics(context, queue);
  if (names.insert(name).second || have_own_names(context)) return;
  ObjectFields(queue, context.file, context.result.errors)
      .complain({"spec", "displayName"},
                {"FS004", fmt::format("another queue is also shown as {}, and the metrics have "
                                      "only one share for both; give each its own displayName",
                                      json::quoted(abridged(name)))});
}

// In units, with the last digit of the metric: KAI holds a double, for which 0.1 stands.
std::optional<WrittenNumber> find_share(DumpContext& context, const KubernetesObject& queue,
                                        const Resource& resource) {
  const auto share = needed_sample(context, resource.metric, labels_of(context, queue));
  if (!share || resource.metric_scale == 1) return share;
  const Rational units = share->value * resource.metric_scale;
  return WrittenNumber{exact::readable(units, exact::Digits::all), units,
                       share->last_digit * resource.metric_scale};
}

DumpClaimant read_queue(DumpContext& context, const KubernetesObject& object,
                        const Resource& resource) {
  ObjectFields fields(object, context.file, context.result.errors);
  DumpClaimant queue{.name = object.name};
  const ObjectFields::Path weight = {"spec", "resources", resource.field, "overQuotaWeight"};
  queue.weight = fields.find_number(weight).value_or(0);
  if (queue.weight < 0) fields.complain(weight, {"FS011", "the weight is negative"});
  queue.min_share = spec_number(fields, resource, "quota");
  queue.max_share = spec_number(fields, resource, "limit");
  const auto request = find_request(fields.resources({"status", "requested"}), resource);
  if (request) queue.demand = *request;
  queue.priority = fields.find_whole({"spec", "priority"}, -int32_max - 1, int32_max).value_or(100);
  queue.created = time_number(fields.text({"metadata", "creationTimestamp"}, ""));
  const auto usage = sample_or_zero(context, resource.usage, labels_of(context, object));
  if (usage) queue.usage = usage->value;
  queue.share = find_share(context, object, resource).value_or(without_digits(0));
  // KAI adds the pods' parts of GPUs in doubles, the status adds them exactly: 0.1 three times is
  // 0.30000000000000004 there. Each of up to 2^13 additions may be off by 2^-53.
  const Rational off = abs(queue.share.value - queue.demand);
  if (resource.field == "gpu" && off < queue.demand / (std::int64_t{1} << 40U)) {
    queue.demand = queue.share.value;
  }
  return queue;
}

// A queue that asks for memory of GPUs: KAI counts it in GPUs by the nodes' memory.
const KubernetesObject* find_memory_request(DumpContext& context, const ObjectList& queues) {
  const auto found = std::ranges::find_if(queues, [&](const KubernetesObject* queue) {
    return ObjectFields(*queue, context.file, context.result.errors)
        .resources({"status", "requested"})
        .contains("run.ai/gpu.memory");
  });
  return found != queues.end() ? *found : nullptr;
}

// Children divide their parent's share of a resource; those at the top divide the total.
void read_division(DumpContext& context, const ObjectList& children, const std::string& parent,
                   const Rational& total, const Resource& resource) {
  const std::size_t errors_before = context.result.errors.size();
  const std::string title = parent.empty() ? "queues of KAI" : parent;
  const auto* in_memory =
      resource.field == "gpu" ? find_memory_request(context, children) : nullptr;
  if (in_memory != nullptr) {
    return warn(context,
                fmt::format("{}: GPUs are not judged: {} requests memory of GPUs, and the dump "
                            "does not say how many GPUs that is.",
                            title, in_memory->name));
  }
  DumpDivision division{.title = title,
                        .resource = std::string(resource.in_units),
                        .scheduler = "kai",
                        .line = line_of(*children.front()),
                        .total = total,
                        .claimants = {}};
  division.called = {"quota", "limit", "request", "queue"};
  for (const KubernetesObject* child : children) {
    division.claimants.push_back(read_queue(context, *child, resource));
  }
  if (context.result.errors.size() > errors_before) return;
  if (std::ranges::any_of(division.claimants, [](const auto& queue) { return queue.usage > 0; })) {
    division.k_value = 1;
    division.notes.push_back(
        "Past usage counts against queues as KAI computes it, with its default k-value of 1; the "
        "fair shares ignore it.");
  }
  context.result.divisions.push_back(std::move(division));
}

std::optional<Rational> find_total(DumpContext& context, const ObjectList& queues,
                                   const ObjectTree& tree, const std::string& parent,
                                   const Resource& resource) {
  if (parent.empty()) {
    const auto found = context.options.totals.find(resource.total);
    if (found == context.options.totals.end()) return std::nullopt;
    return found->second * resource.requested_scale;
  }
  const auto share = find_share(context, *queues[tree.places.at(parent)], resource);
  return share ? std::optional(share->value) : std::nullopt;
}

// A resource without a request, a share and a total is ignored.
bool is_in_use(DumpContext& context, const ObjectList& queues, const Resource& resource) {
  if (context.options.totals.contains(resource.total)) return true;
  return std::ranges::any_of(queues, [&](const KubernetesObject* queue) {
    ObjectFields fields(*queue, context.file, context.result.errors);
    return find_request(fields.resources({"status", "requested"}), resource) ||
           find_share(context, *queue, resource).value_or(without_digits(0)).value > 0;
  });
}

}  // namespace

void read_kai_queues(DumpContext& context, const ObjectList& queues) {
  if (!find_release(context, "kai") || !has_metrics(context, kai_scheduler)) return;
  std::vector<std::string> parents;
  std::set<std::string> names;
  const std::size_t errors_before = context.result.errors.size();
  for (const KubernetesObject* queue : queues) {
    refuse_shown_twice(context, *queue, names);
    parents.push_back(ObjectFields(*queue, context.file, context.result.errors)
                          .text({"spec", "parentQueue"}, ""));
  }
  if (context.result.errors.size() > errors_before) return;
  const auto tree = tree_of(context, queues, parents, {"spec", "parentQueue"});
  if (!tree) return;
  warn_of_queues_without_objects(context, names, "kai_queue_fair_share_");
  for (const auto& [name, amount] : context.options.totals) {
    if (std::ranges::find(resources, name, &Resource::total) == resources.end()) {
      refuse_total(context, name);
    }
  }
  for (const Resource& resource : resources) {
    if (!is_in_use(context, queues, resource)) continue;
    if (!context.options.totals.contains(resource.total)) {
      warn(context, fmt::format("The dump does not give the total of {}: without --total "
                                "{}=AMOUNT, only queues below another queue are judged.",
                                resource.field, resource.total));
    }
    for (const std::string& parent : tree->parents) {
      const auto found = tree->children.find(parent);
      const auto total = find_total(context, queues, *tree, parent, resource);
      if (found == tree->children.end() || !total) continue;
      ObjectList children;
      for (const std::size_t i : found->second) children.push_back(queues[i]);
      read_division(context, children, parent, *total, resource);
    }
  }
}

}  // namespace fairshare::formats

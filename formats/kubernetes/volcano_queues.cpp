// Volcano's queues, divided by plugin proportion, which divides all resources in one loop. Weights
// and bounds are in the objects; requests and what each queue deserves are in the scheduler's
// metrics. The total is in neither.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "formats/kubernetes/dump_readers.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

constexpr Exporter volcano_scheduler{"volcano-scheduler", "volcano_queue_"};

// A resource as Volcano names and counts it.
struct Resource {
  std::string name;      // "cpu"
  std::string metric;    // "volcano_queue_{}_milli_cpu"
  std::int64_t scale;    // units in one of a quantity
  std::string in_units;  // "cpu in thousandths"
};

Resource resource_of(const std::string& name) {
  if (name == "memory") return {name, "memory_bytes", 1, "memory in bytes"};
  if (name == "pods") return {name, "scalar_resources", 1, name};
  const bool is_cpu = name == "cpu";
  return {name, is_cpu ? "milli_cpu" : "scalar_resources", 1000, name + " in thousandths"};
}

std::string metric_of(std::string_view what, const Resource& resource) {
  return fmt::format("volcano_queue_{}_{}", what, resource.metric);
}

MetricLabels labels_of(const Resource& resource, const std::string& queue) {
  MetricLabels labels{{"queue_name", queue}};
  if (resource.metric == "scalar_resources") labels.emplace("resource", resource.name);
  return labels;
}

WrittenNumber sample(DumpContext& context, const Resource& resource, std::string_view what,
                     const std::string& queue) {
  const std::string name = metric_of(what, resource);
  const MetricLabels labels = labels_of(resource, queue);
  // A resource that a queue never had has no sample.
  const bool is_optional = resource.metric == "scalar_resources";
  return (is_optional ? sample_or_zero(context, name, labels)
                      : needed_sample(context, name, labels))
      .value_or(WrittenNumber{});
}

// The indices of the metric's samples about the queue.
std::vector<std::size_t> samples_of(const DumpContext& context, const std::string& metric,
                                    const std::string& queue) {
  const auto found = context.metrics->index.find({metric, "queue_name", queue});
  return found == context.metrics->index.end() ? std::vector<std::size_t>{} : found->second;
}

// The amount of a resource in the queue's list at `path`, in units.
std::optional<Rational> find_amount(ObjectFields& fields, ObjectFields::Path path,
                                    const Resource& resource) {
  const ResourceList list = fields.resources(path);
  const auto found = list.find(resource.name);
  if (found == list.end()) return std::nullopt;
  return in_units(fields, path, found->second, resource.scale);
}

// Whether the queue's status counts any pod groups; without a status it does not.
bool counts_any(ObjectFields& fields) {
  Rational jobs = 0;
  for (const std::string_view count : {"unknown", "pending", "running", "inqueue"}) {
    jobs += fields.find_number({"status", count}).value_or(0);
  }
  return jobs > 0;
}

// True if the queue has jobs: others take no part, except for their guarantees. How to tell depends
// on the release:
//
//     until 1.9    its status counts its pod groups; requests of idle queues are out of date
//     1.9.1, 1.10  its status counts them; an idle queue requests 0
//     since 1.11   what its status counts is out of date or absent; an idle queue requests 0
//
// Until 1.10 the scheduler exports these counts with its metrics.
bool takes_part(const DumpContext& context, ObjectFields& fields) {
  const std::string& queue = fields.name();
  std::vector<std::size_t> requests;
  for (const std::string_view resource : {"milli_cpu", "memory_bytes", "scalar_resources"}) {
    std::ranges::copy(samples_of(context, fmt::format("volcano_queue_request_{}", resource), queue),
                      std::back_inserter(requests));
  }
  const bool is_old = !samples_of(context, "volcano_queue_pod_group_running_count", queue).empty();
  if (is_old || requests.empty()) return counts_any(fields);
  return !std::ranges::all_of(
      requests, [&](std::size_t i) { return is_zero(context, context.metrics->samples[i]); });
}

// The guarantee of a queue that takes no part. A queue whose jobs have no pods yet looks the same:
// it deserves its guarantee, which the others do not get.
Rational read_idle(DumpContext& context, ObjectFields& fields, const Resource& resource,
                   DumpDivision& division) {
  const Rational guarantee =
      find_amount(fields, {"spec", "guarantee", "resource"}, resource).value_or(0);
  if (guarantee <= 0) return guarantee;
  const auto deserved =
      sample_or_zero(context, metric_of("deserved", resource), labels_of(resource, fields.name()));
  if (deserved && deserved->value == guarantee) {
    division.notes.push_back(
        fmt::format("{} is assumed to have no jobs; if it has jobs that request nothing yet, its "
                    "guarantee reduces what the others get.",
                    fields.name()));
  }
  return guarantee;
}

DumpClaimant read_queue(DumpContext& context, ObjectFields& fields, const Resource& resource) {
  DumpClaimant queue{.name = fields.name()};
  queue.weight = fields.find_whole({"spec", "weight"}, 0, int32_max).value_or(1);
  const auto guarantee = find_amount(fields, {"spec", "guarantee", "resource"}, resource);
  queue.says_min_share = guarantee.has_value();
  queue.min_share = guarantee.value_or(0);
  queue.max_share = find_amount(fields, {"spec", "capability"}, resource);
  queue.demand = sample(context, resource, "request", queue.name).value;
  queue.share = sample(context, resource, "deserved", queue.name);
  return queue;
}

// A resource other than CPU and memory is recognised by its samples.
bool is_known(const DumpContext& context, const Resource& resource) {
  if (resource.metric != "scalar_resources") return true;
  return std::ranges::any_of(context.metrics->samples, [&](const Sample& sample) {
    const auto label = sample.labels.find("resource");
    return sample.name == "volcano_queue_deserved_scalar_resources" &&
           label != sample.labels.end() && label->second == resource.name;
  });
}

// The resources that the loop divides, as the samples name them: those that queues request, and all
// others that nodes have, of which queues deserve 0. The loop continues while any of these is left,
// such as nodes' ephemeral storage. Until 1.11 there are samples for CPU and memory only, although
// there are at least pods as well.
std::set<std::string> divided(const DumpContext& context) {
  std::set<std::string> resources;
  if (!context.metrics->index.contains({"volcano_queue_request_scalar_resources", "", ""})) {
    resources.insert("scalar resources");
  }
  for (const Sample& sample : context.metrics->samples) {
    const auto label = sample.labels.find("resource");
    const bool is_deserved = sample.name == "volcano_queue_deserved_scalar_resources";
    if (is_deserved && label != sample.labels.end()) resources.insert(label->second);
    if (!sample.name.starts_with("volcano_queue_request_") || is_zero(context, sample)) continue;
    if (sample.name.ends_with("_milli_cpu")) resources.insert("cpu");
    if (sample.name.ends_with("_memory_bytes")) resources.insert("memory");
    if (label != sample.labels.end()) resources.insert(label->second);
  }
  return resources;
}

InputError nothing_divided(const DumpContext& context, std::size_t line) {
  return {.code = "FS104",
          .message =
              "no queue requests anything in the metrics or counts pod groups in its status, so "
              "nothing is divided among them",
          .file = context.file,
          .line = line};
}

void read_division(DumpContext& context, const ObjectList& queues, const std::string& name,
                   const Rational& amount, const std::string& scheduler) {
  const std::size_t errors_before = context.result.errors.size();
  const Resource resource = resource_of(name);
  if (!is_known(context, resource)) return refuse_total(context, name);
  DumpDivision division{.title = "queues of Volcano",
                        .resource = resource.in_units,
                        .scheduler = scheduler,
                        .line = line_of(*queues.front()),
                        .total = amount * resource.scale,
                        .claimants = {},
                        .name = name};
  division.called = {"guarantee", "capability", "request", "queue"};
  std::vector<std::string> idle;
  for (const KubernetesObject* object : queues) {
    ObjectFields fields(*object, context.file, context.result.errors);
    if (takes_part(context, fields)) {
      division.claimants.push_back(read_queue(context, fields, resource));
      continue;
    }
    idle.push_back(object->name);
    division.idle_min_shares += read_idle(context, fields, resource, division);
  }
  if (context.result.errors.size() > errors_before) return;
  if (!idle.empty()) {
    division.notes.push_back(
        fmt::format("Queues that request nothing are left out: {}.", fmt::join(idle, ", ")));
  }
  if (division.claimants.empty()) {
    return report(context, nothing_divided(context, division.line));
  }
  context.result.divisions.push_back(std::move(division));
}

// True, with FS014, if the metrics have what only plugin capacity writes, since 1.12.
bool is_of_capacity(DumpContext& context) {
  const std::string name = "volcano_queue_real_capacity_milli_cpu";
  const auto found = context.metrics->index.find({name, "", ""});
  if (found == context.metrics->index.end()) return false;
  report(context, {.code = "FS014",
                   .message = "plugin capacity writes this: it follows spec.deserved and divides "
                              "nothing; only plugin proportion is judged",
                   .file = context.metrics->file,
                   .line = context.metrics->samples[found->second.front()].line,
                   .field = name});
  return true;
}

}  // namespace

void read_volcano_queues(DumpContext& context, const ObjectList& queues) {
  const auto scheduler = find_release(context, "volcano");
  if (!scheduler || !has_metrics(context, volcano_scheduler) || is_of_capacity(context)) return;
  if (context.options.totals.empty()) {
    return report(context, {.code = "FS002",
                            .message = "the dump does not give the totals: add what the nodes "
                                       "have, such as --total cpu=96 --total memory=512Gi",
                            .file = context.file});
  }
  std::set<std::string> names;
  for (const KubernetesObject* object : queues) names.insert(object->name);
  warn_of_queues_without_objects(context, names, "volcano_queue_request_");
  for (const KubernetesObject* object : queues) {
    const ObjectFields fields(*object, context.file, context.result.errors);
    if (fields.find({"spec", "deserved"}) == nullptr) continue;
    warn(context, fmt::format("{} has a spec.deserved: plugin capacity follows it and divides "
                              "nothing; plugin proportion, which is judged here, ignores it.",
                              object->name));
    break;
  }
  std::set<std::string> read;
  for (const auto& [resource, amount] : context.options.totals) {
    const std::size_t divisions = context.result.divisions.size();
    read_division(context, queues, resource, amount, *scheduler);
    if (context.result.divisions.size() > divisions) read.insert(resource);
  }
  std::ranges::set_difference(divided(context), read, std::back_inserter(context.result.missing));
}

}  // namespace fairshare::formats

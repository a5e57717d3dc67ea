// Volcano's queues: what plugin proportion made of them. Weights and bounds are in the objects,
// what is asked for and what each queue deserves is in the scheduler's metrics, and the total
// nowhere.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/kubernetes/dump_readers.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// A resource as Volcano names and counts it.
struct Resource {
  std::string name;      // "cpu"
  std::string metric;    // "volcano_queue_{}_milli_cpu"
  std::int64_t scale;    // units in one of a quantity
  std::string in_units;  // "cpu in thousandths"
};

Resource resource_of(const std::string& name) {
  if (name == "memory") return {name, "memory_bytes", 1, "memory in bytes"};
  const bool is_cpu = name == "cpu";
  return {name, is_cpu ? "milli_cpu" : "scalar_resources", 1000, name + " in thousandths"};
}

WrittenNumber sample(DumpContext& context, const Resource& resource, std::string_view what,
                     const std::string& queue) {
  const std::string name = fmt::format("volcano_queue_{}_{}", what, resource.metric);
  MetricLabels labels{{"queue_name", queue}};
  if (resource.metric != "scalar_resources") {
    return needed_sample(context, name, labels).value_or(WrittenNumber{});
  }
  // A resource of which a queue never had any has no sample.
  labels.emplace("resource", resource.name);
  return sample_or_zero(context, name, labels).value_or(WrittenNumber{});
}

// What the queue has of a resource in the list at `path`, in units.
std::optional<Rational> find_amount(ObjectFields& fields, ObjectFields::Path path,
                                    const Resource& resource) {
  const ResourceList list = fields.resources(path);
  const auto found = list.find(resource.name);
  if (found == list.end()) return std::nullopt;
  return in_units(fields, path, found->second, resource.scale);
}

// True where the queue has jobs: the others take no part, but for their guarantees. Which they are,
// its counts of pod groups say; a dump without a status has none.
bool has_jobs(ObjectFields& fields) {
  Rational jobs = 0;
  for (const std::string_view count : {"unknown", "pending", "running", "inqueue"}) {
    jobs += fields.find_number({"status", count}).value_or(0);
  }
  return jobs > 0;
}

DumpClaimant read_queue(DumpContext& context, ObjectFields& fields, const Resource& resource) {
  DumpClaimant queue{.name = fields.name()};
  queue.weight = fields.find_number({"spec", "weight"}).value_or(1);
  queue.min_share = find_amount(fields, {"spec", "guarantee", "resource"}, resource).value_or(0);
  queue.max_share = find_amount(fields, {"spec", "capability"}, resource);
  queue.demand = sample(context, resource, "request", queue.name).value;
  queue.share = sample(context, resource, "deserved", queue.name);
  const bool is_scalar = resource.metric == "scalar_resources";
  if (is_scalar && queue.max_share && *queue.max_share == 0) {
    queue.demand = 0;  // 0 is a capability for these, and none for CPU and memory
    queue.max_share = std::nullopt;
  }
  return queue;
}

// Guarantees of queues without jobs count in what the others can have, though no queue claims them.
void hold_to_the_rest(DumpDivision& division, const Rational& guarantees) {
  const Rational beyond = std::max<Rational>(division.total - guarantees, 0);
  for (DumpClaimant& queue : division.claimants) {
    const Rational most = beyond + queue.min_share;
    const bool has_capability = queue.max_share && *queue.max_share > 0;
    if (most == 0) queue.demand = 0;  // as a capability it would count as none
    if (most > 0 && (!has_capability || most < *queue.max_share)) queue.max_share = most;
  }
}

// A resource besides CPU and memory is known by its samples.
bool is_known(const DumpContext& context, const Resource& resource) {
  if (resource.metric != "scalar_resources") return true;
  return std::ranges::any_of(context.metrics->samples, [&](const Sample& sample) {
    const auto label = sample.labels.find("resource");
    return sample.name == "volcano_queue_deserved_scalar_resources" &&
           label != sample.labels.end() && label->second == resource.name;
  });
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
                        .claimants = {}};
  Rational guarantees = 0;
  std::vector<std::string> idle;
  for (const KubernetesObject* object : queues) {
    ObjectFields fields(*object, context.file, context.result.errors);
    if (has_jobs(fields)) {
      division.claimants.push_back(read_queue(context, fields, resource));
      guarantees += division.claimants.back().min_share;
      continue;
    }
    idle.push_back(object->name);
    guarantees += find_amount(fields, {"spec", "guarantee", "resource"}, resource).value_or(0);
  }
  if (context.result.errors.size() > errors_before) return;
  if (!idle.empty()) {
    division.notes.push_back(
        fmt::format("Queues without jobs take no part: {}.", fmt::join(idle, ", ")));
  }
  if (!idle.empty()) hold_to_the_rest(division, guarantees);
  if (division.claimants.empty()) {
    return report(context, {.code = "FS104",
                            .message = "no queue has pod groups in its status, so nothing is "
                                       "divided among them",
                            .file = context.file,
                            .line = division.line});
  }
  context.result.divisions.push_back(std::move(division));
}

}  // namespace

void read_volcano_queues(DumpContext& context, const ObjectList& queues) {
  const auto scheduler = find_release(context, "volcano");
  if (!scheduler || !has_metrics(context, "volcano-scheduler")) return;
  if (context.options.totals.empty()) {
    return report(context, {.code = "FS002",
                            .message = "it does not say how much there is to divide: add what the "
                                       "nodes have, such as --total cpu=96 --total memory=512Gi",
                            .file = context.file});
  }
  for (const KubernetesObject* object : queues) {
    const ObjectFields fields(*object, context.file, context.result.errors);
    if (fields.find({"spec", "deserved"}) == nullptr) continue;
    warn(context, fmt::format("{} has a spec.deserved: plugin capacity follows it and divides "
                              "nothing; plugin proportion, which is judged here, ignores it.",
                              object->name));
    break;
  }
  for (const auto& [resource, amount] : context.options.totals) {
    read_division(context, queues, resource, amount, *scheduler);
  }
}

}  // namespace fairshare::formats

#include "formats/kubernetes/dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "fairshare/schedulers/registry.h"
#include "formats/kubernetes/dump_readers.h"
#include "formats/kubernetes/quantity.h"
#include "formats/records/document.h"
#include "formats/verdict/model_comparison.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

struct Kind {
  std::string_view group;
  std::string_view kind;
  void (*read)(DumpContext&, const ObjectList&);
  bool has_spaces = false;  // the same name in another namespace is another object
};

constexpr std::array<Kind, 8> kinds = {
    {{"scheduling.volcano.sh", "Queue", read_volcano_queues},
     {"scheduling.sigs.k8s.io", "ElasticQuota", read_koordinator_quotas},
     {"scheduling.run.ai", "Queue", read_kai_queues},
     {"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration", read_apf_levels},
     {"scheduling.kubefed.io", "ReplicaSchedulingPreference", read_kubefed_preferences, true},
     {"work.karmada.io", "ResourceBinding", read_karmada_bindings, true},
     {"work.karmada.io", "ClusterResourceBinding", read_karmada_bindings},
     {"balancer.x-k8s.io", "Balancer", read_balancers, true}}};

// Further objects that their readers look up.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> companions = {
    {{"types.kubefed.io", "FederatedDeployment"},
     {"types.kubefed.io", "FederatedReplicaSet"},
     {"apps", "Deployment"},
     {"apps", "ReplicaSet"},
     {"apps", "StatefulSet"}}};

bool is_known(const KubernetesObject& object) {
  return std::ranges::any_of(kinds,
                             [&](const Kind& kind) {
                               return object.group == kind.group && object.kind == kind.kind;
                             }) ||
         std::ranges::any_of(companions, [&](const auto& companion) {
           return object.group == companion.first && object.kind == companion.second;
         });
}

std::string names_of_kinds() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds) names.push_back(fmt::format("{} ({})", kind.kind, kind.group));
  return fmt::format("{}", fmt::join(names, ", "));
}

const std::vector<std::string_view> metric_prefixes = {
    "volcano_queue_request_",       "volcano_queue_deserved_", "volcano_queue_pod_group_",
    "volcano_queue_real_capacity_", "kai_queue_fair_share_",   "kai_queue_gpu_usage",
    "kai_queue_cpu_usage",          "kai_queue_memory_usage",  "apiserver_flowcontrol_",
    "kubernetes_build_info"};

// One sentence about objects of kinds that no reader here knows.
void warn_of_others(DumpContext& context, const std::vector<KubernetesObject>& objects) {
  std::map<std::string, std::size_t> others;
  for (const KubernetesObject& object : objects) {
    if (!is_known(object)) ++others[object.kind];
  }
  if (others.empty()) return;
  std::vector<std::string> counts;
  for (const auto& [kind, count] : others) counts.push_back(fmt::format("{} {}", count, kind));
  warn(context, fmt::format("{}: skipped objects of other kinds: {}.", context.file,
                            fmt::join(counts, ", ")));
}

// True, with FS004, if two have the same name.
bool has_repeated(DumpContext& context, const ObjectList& objects) {
  std::set<std::string_view> names;
  for (const KubernetesObject* object : objects) {
    if (names.insert(object->name).second) continue;
    ObjectFields(*object, context.file, context.result.errors)
        .complain({"metadata", "name"},
                  {"FS004", fmt::format("duplicate {}: an earlier one is named {}", object->kind,
                                        json::quoted(abridged(object->name)))});
    return true;
  }
  return false;
}

void read_objects(DumpContext& context, const std::vector<KubernetesObject>& objects) {
  bool has_any = false;
  for (const Kind& kind : kinds) {
    ObjectList chosen;
    for (const KubernetesObject& object : objects) {
      if (object.group == kind.group && object.kind == kind.kind) chosen.push_back(&object);
    }
    if (chosen.empty()) continue;
    has_any = true;
    if (!kind.has_spaces && has_repeated(context, chosen)) continue;
    kind.read(context, chosen);
  }
  if (has_any) return;
  report(context, {.code = "FS002",
                   .message = "it has no object of a kind that is read: " + names_of_kinds(),
                   .file = context.file});
}

// What is wrong with a field is found once for each resource, but reported once only.
void drop_repeated(std::vector<InputError>& errors) {
  std::set<std::string> told;
  std::erase_if(errors, [&](const InputError& error) {
    return !told.insert(error.code + describe(error)).second;
  });
}

// A claimant's number in the type in which the scheduler holds it, or FS008.
std::optional<InputError> set(schedulers::Claim& claim, const schedulers::NumberField& field,
                              const Rational& number, const Place& place, const std::string& name) {
  auto result = hold(number, field.type);
  if (const auto* held = std::get_if<schedulers::Held>(&result)) {
    claim.*field.number = *held;
    return std::nullopt;
  }
  return error_at({&place, field.name}, name, std::get<Complaint>(std::move(result)));
}

// The dump's value of a field; nothing if it has none.
std::optional<Rational> find_number(const DumpClaimant& claimant, std::string_view field) {
  if (field == "weight") return claimant.weight;
  if (field == "min_share" && claimant.says_min_share) return claimant.min_share;
  if (field == "max_share") return claimant.max_share;
  if (field == "demand" && claimant.says_demand) return claimant.demand;
  if (field == "current") return claimant.current;
  if (field == "guarantee") return claimant.guarantee;
  if (field == "priority") return claimant.priority;
  if (field == "created") return claimant.created;
  if (field == "usage") return claimant.usage;
  return std::nullopt;
}

// The division as a level of its scheduler, with its shares.
std::variant<DocumentPart, InputError> part_of(DumpDivision division) {
  LevelWorld world = empty_level(*schedulers::find_scheduler(division.scheduler));
  auto total = hold(division.total, world.model.total);
  if (auto* complaint = std::get_if<Complaint>(&total)) {
    return error_at({nullptr, "total"}, "", std::move(*complaint));
  }
  world.level.resource = std::move(division.name);
  world.level.total = std::get<schedulers::Held>(total);
  if (division.k_value != 0) world.level.k_value = exact::to_double(division.k_value);
  world.level.scales_minimums = division.scales_minimums;
  world.level.rebalances = division.rebalances;
  world.level.key = std::move(division.key);
  world.level.idle_min_shares = exact::to_double(division.idle_min_shares);
  world.shares.emplace();
  world.called = division.called;
  world.has_own_total = division.is_in_whole_seats;
  if (division.is_in_whole_seats) world.reported = "seats";
  const Place list{nullptr, "claimants"};
  for (std::size_t i = 0; i < division.claimants.size(); ++i) {
    DumpClaimant& claimant = division.claimants[i];
    schedulers::Claim claim{.name = claimant.name, .lends = claimant.lends};
    for (const schedulers::NumberField& field : world.model.numbers) {
      const auto number = find_number(claimant, field.name);
      if (!number) continue;
      if (auto error = set(claim, field, *number, {&list, {}, i}, claimant.name)) return *error;
    }
    world.level.claims.push_back(std::move(claim));
    world.names.push_back(std::move(claimant.name));
    world.shares->push_back(std::move(claimant.share));
  }
  return DocumentPart{.title = std::move(division.title),
                      .resource = std::move(division.resource),
                      .line = division.line,
                      .notes = std::move(division.notes),
                      .world = std::move(world)};
}

// True if its release computes its shares.
bool is_computed(const std::variant<DocumentPart, InputError>& part) {
  const auto* read = std::get_if<DocumentPart>(&part);
  if (read == nullptr) return false;
  const auto& world = std::get<LevelWorld>(read->world);
  return compare_with_model(world.scheduler, world.model.compute(world.level), *world.shares)
      .matches;
}

// As of its release, or as of the older one.
std::variant<DocumentPart, InputError> part_of_release(DumpDivision division) {
  if (division.older.empty()) return part_of(std::move(division));
  auto newest = part_of(division);
  if (is_computed(newest)) return newest;
  const auto newer = std::exchange(division.scheduler, division.older);
  division.notes.push_back(fmt::format(
      "Only {} computes these shares, so they are judged as those of {}; --scheduler {} "
      "judges them as those of the newest release.",
      division.older, schedulers::find_scheduler(division.older)->releases, newer));
  auto older = part_of(std::move(division));
  return is_computed(older) ? older : newest;
}

// Connects the levels that their release divides in one loop. All of them have the same claimants.
void put_together(std::vector<DocumentPart>& parts, const std::vector<std::string>& missing) {
  Together together{.shares = std::vector<WrittenNumber>{},
                    .missing = fmt::format("{}", fmt::join(missing, ", "))};
  std::vector<LevelWorld*> worlds;
  for (DocumentPart& part : parts) {
    auto& world = std::get<LevelWorld>(part.world);
    if (world.model.compute_together == nullptr) continue;
    world.place = worlds.size();
    worlds.push_back(&world);
    together.levels.push_back(world.level);
    together.shares->insert(together.shares->end(), world.shares->begin(), world.shares->end());
  }
  const auto shared = std::make_shared<const Together>(std::move(together));
  for (LevelWorld* world : worlds) world->together = shared;
}

// Reads the files; the trees of their text are released here.
DumpReading read_dump(const NamedText& dump, const DumpOptions& options) {
  DumpReading result;
  DumpContext context{.options = options, .file = dump.name, .result = result};
  auto read = read_kubernetes_objects(dump.text);
  if (auto* error = std::get_if<InputError>(&read)) {
    error->file = dump.name;
    report(context, std::move(*error));
    return result;
  }
  if (options.metrics) {
    auto metrics =
        read_prometheus_text(options.metrics->text, options.metrics->name, metric_prefixes);
    if (auto* error = std::get_if<InputError>(&metrics)) {
      report(context, std::move(*error));
    } else {
      context.metrics = std::get<Metrics>(std::move(metrics));
    }
  }
  const auto& objects = std::get<KubernetesObjects>(read).objects;
  for (const KubernetesObject& object : objects) {
    context.objects[{object.group, object.kind, object.name, object.space}] = &object;
  }
  warn_of_others(context, objects);
  read_objects(context, objects);
  if (options.metrics && !context.takes_metrics && result.errors.empty()) {
    report(context, {.code = "FS018",
                     .message = "--metrics: the shares are in this dump; omit the option",
                     .file = dump.name});
  }
  drop_repeated(result.errors);
  return result;
}

DocumentReading document_of(DumpReading reading, const std::string& file) {
  DocumentReading document{.errors = std::move(reading.errors),
                           .warnings = std::move(reading.warnings)};
  for (DumpDivision& division : reading.divisions) {
    const std::size_t line = division.line;
    const std::string name = division.name;
    auto part = part_of_release(std::move(division));
    if (auto* error = std::get_if<InputError>(&part)) {
      error->file = file;
      error->line = line;
      document.errors.push_back(std::move(*error));
      if (!name.empty()) reading.missing.push_back(name);
    } else {
      document.parts.push_back(std::get<DocumentPart>(std::move(part)));
    }
  }
  put_together(document.parts, reading.missing);
  for (Division& division : reading.whole) {
    const std::string title = division.path, resource = division.resource;
    document.parts.push_back({.title = title, .resource = resource, .world = std::move(division)});
  }
  return document;
}

}  // namespace

void warn(DumpContext& context, std::string sentence) {
  context.result.warnings.push_back(std::move(sentence));
}

void report(DumpContext& context, InputError error) {
  context.result.errors.push_back(std::move(error));
}

std::optional<std::string> find_release(DumpContext& context, std::string_view newest) {
  const std::string& wanted = context.options.scheduler;
  if (wanted.empty()) return std::string(newest);
  if (wanted.starts_with(newest)) return wanted;
  report(context, {.code = "FS018",
                   .message = fmt::format("--scheduler {}: this is a dump of {}", wanted, newest),
                   .file = context.file});
  return std::nullopt;
}

void refuse_total(DumpContext& context, std::string_view resource) {
  report(context,
         {.code = "FS003",
          .message = fmt::format("--total {}: unknown resource: nothing in this dump divides it",
                                 abridged(resource)),
          .file = context.file});
}

bool has_metrics(DumpContext& context, const Exporter& exporter) {
  context.takes_metrics = true;
  if (context.metrics) {
    const bool has_any = std::ranges::any_of(context.metrics->samples, [&](const Sample& sample) {
      return sample.name.starts_with(exporter.prefix);
    });
    if (has_any) return true;
    report(context,
           {.code = "FS104",
            .message = fmt::format("it has no sample {}...: pass what {} shows at /metrics",
                                   exporter.prefix, exporter.name),
            .file = context.metrics->file});
    return false;
  }
  if (context.options.metrics) return false;  // they could not be read, which has been reported
  report(context, {.code = "FS002",
                   .message = fmt::format("the shares are in the metrics of {}: add --metrics FILE",
                                          exporter.name),
                   .file = context.file});
  return false;
}

std::optional<WrittenNumber> needed_sample(DumpContext& context, std::string_view name,
                                           const MetricLabels& labels) {
  auto found = context.metrics->find(name, labels);
  if (auto* error = std::get_if<InputError>(&found)) {
    report(context, std::move(*error));
    return std::nullopt;
  }
  const Sample& sample = *std::get<const Sample*>(found);
  auto value = number_of(*context.metrics, sample);
  if (auto* error = std::get_if<InputError>(&value)) {
    report(context, std::move(*error));
    return std::nullopt;
  }
  auto result = std::get<WrittenNumber>(std::move(value));
  const bool is_finite = std::isfinite(exact::to_double(result.value));
  if (result.value >= 0 && is_finite) return result;
  report(context,
         {.code = is_finite ? "FS011" : "FS008",
          .message = is_finite ? "the sample is negative" : "the sample exceeds the largest double",
          .file = context.metrics->file,
          .line = sample.line,
          .field = sample.name});
  return std::nullopt;
}

std::optional<WrittenNumber> sample_or_zero(DumpContext& context, std::string_view name,
                                            const MetricLabels& labels) {
  const auto found = context.metrics->find_optional(name, labels);
  if (std::holds_alternative<std::nullopt_t>(found)) return WrittenNumber{"0", 0, 0};
  return needed_sample(context, name, labels);
}

bool is_zero(const DumpContext& context, const Sample& sample) {
  const auto read = number_of(*context.metrics, sample);
  const auto* number = std::get_if<WrittenNumber>(&read);
  return number != nullptr && number->value == 0;
}

void warn_of_queues_without_objects(DumpContext& context, const std::set<std::string>& names,
                                    std::string_view metric) {
  std::set<std::string> others;
  for (const Sample& sample : context.metrics->samples) {
    const auto queue = sample.labels.find("queue_name");
    if (!sample.name.starts_with(metric) || queue == sample.labels.end()) continue;
    if (!names.contains(queue->second) && !is_zero(context, sample)) others.insert(queue->second);
  }
  if (others.empty()) return;
  warn(context,
       fmt::format("The metrics have queues that are not in {}, whose shares are not counted: {}.",
                   context.file, fmt::join(others, ", ")));
}

Rational in_units(ObjectFields& fields, ObjectFields::Path path, const Rational& quantity,
                  std::int64_t scale) {
  auto units = whole_units(quantity, scale);
  if (const auto* count = std::get_if<std::int64_t>(&units)) return *count;
  fields.complain(path, std::get<Complaint>(std::move(units)));
  return 0;
}

std::size_t line_of(const KubernetesObject& object) {
  return line_of(*object.document, object.path);
}

const KubernetesObject* find_object(const DumpContext& context, const ObjectKey& key) {
  const auto found = context.objects.find(key);
  return found == context.objects.end() ? nullptr : found->second;
}

std::string path_of(const KubernetesObject& object) {
  return object.space.empty() ? object.name : object.space + "/" + object.name;
}

void refuse_totals(DumpContext& context) {
  for (const auto& [resource, amount] : context.options.totals) refuse_total(context, resource);
}

std::optional<ObjectTree> tree_of(DumpContext& context, const ObjectList& objects,
                                  const std::vector<std::string>& parents,
                                  ObjectFields::Path parent_path) {
  ObjectTree tree;
  for (std::size_t i = 0; i < objects.size(); ++i) tree.places[objects[i]->name] = i;
  const std::size_t errors_before = context.result.errors.size();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    tree.children[parents[i]].push_back(i);
    if (parents[i].empty() || tree.places.contains(parents[i])) continue;
    ObjectFields(*objects[i], context.file, context.result.errors)
        .complain(parent_path,
                  {"FS401", fmt::format("no {} in this file", json::quoted(abridged(parents[i])))});
  }
  tree.parents = {""};
  std::size_t reached = 0;
  for (std::size_t k = 0; k < tree.parents.size(); ++k) {
    const auto found = tree.children.find(tree.parents[k]);
    if (found == tree.children.end()) continue;
    reached += found->second.size();
    for (const std::size_t child : found->second) {
      if (tree.children.contains(objects[child]->name)) {
        tree.parents.push_back(objects[child]->name);
      }
    }
  }
  const bool has_orphans = context.result.errors.size() > errors_before;
  if (!has_orphans && reached < objects.size()) {
    const std::set<std::string_view> found(tree.parents.begin(), tree.parents.end());
    const auto lost = std::ranges::find_if(
        parents, [&](const std::string& parent) { return !found.contains(parent); });
    const auto i = static_cast<std::size_t>(lost - parents.begin());
    ObjectFields(*objects[i], context.file, context.result.errors)
        .complain(parent_path, {"FS401", "it is its own ancestor"});
  }
  if (context.result.errors.size() > errors_before) return std::nullopt;
  return tree;
}

DocumentReading read_cluster_dump(const NamedText& dump, const DumpOptions& options) {
  return document_of(read_dump(dump, options), dump.name);
}

std::variant<ResourceList, Complaint> read_totals(const std::vector<std::string>& totals) {
  ResourceList list;
  for (const std::string& total : totals) {
    const std::size_t equals = total.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return Complaint{"FS002", fmt::format("--total {}: RESOURCE=AMOUNT is expected, such as "
                                            "cpu=96 or memory=512Gi",
                                            abridged(total))};
    }
    auto quantity = read_quantity(std::string_view(total).substr(equals + 1));
    if (auto* complaint = std::get_if<Complaint>(&quantity)) {
      return Complaint{complaint->code,
                       fmt::format("--total {}: {}", abridged(total), complaint->message)};
    }
    if (std::get<Rational>(quantity) < 0) {
      return Complaint{"FS011", fmt::format("--total {}: the amount is negative", abridged(total))};
    }
    if (!list.emplace(total.substr(0, equals), std::get<Rational>(quantity)).second) {
      return Complaint{
          "FS004", fmt::format("--total {}: duplicate total for this resource", abridged(total))};
    }
  }
  return list;
}

}  // namespace fairshare::formats

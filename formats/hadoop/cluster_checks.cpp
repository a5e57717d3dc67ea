#include "formats/hadoop/cluster_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/rational.h"
#include "formats/hadoop/resources.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// Each file may have queues that the other lacks: those that YARN does not make, and those that it
// makes for users and groups.
void compare_queues(const YarnWorld& world, YarnReading& reading) {
  std::map<std::string_view, std::size_t> reported;
  for (std::size_t i = 0; i < world.queues.size(); ++i) reported[world.queues[i].name] = i;
  for (const ConfiguredQueue& queue : world.allocations->queues) {
    if (queue.line == 0 || reported.contains(queue.name)) continue;
    if (!queue.not_created.empty()) {
      reading.warnings.push_back(fmt::format("{}:{}: {} is configured, but not reported: {}.",
                                             world.xml_file, queue.line, queue.name,
                                             queue.not_created));
      continue;
    }
    reading.errors.push_back(
        {.code = "FS104",
         .message = fmt::format("configured, but {} does not report it", world.rest_file),
         .file = world.xml_file,
         .line = queue.line,
         .claimant = queue.name});
  }
  std::vector<std::string_view> unknown;
  for (const ReportedQueue& queue : world.queues) {
    if (!find_configured(world, queue.name)) unknown.push_back(queue.name);
  }
  if (unknown.empty()) return;
  reading.warnings.push_back(
      fmt::format("{}: reported, but not configured in {}. YARN creates such queues for users and "
                  "groups, with weight 1 and no minimum.",
                  first_of(unknown), world.xml_file));
}

// Reports a configured resource whose name does not occur in the response.
void check_resource_names(const YarnWorld& world, const ReportedAmounts& cluster,
                          YarnReading& reading) {
  const auto check = [&](const std::optional<ConfiguredResources>& resources, std::size_t line,
                         const std::string& queue, const char* field) {
    if (!resources) return;
    for (const auto& [resource, amount] : resources->named) {
      if (find_amount(cluster, resource)) continue;
      reading.errors.push_back(
          {.code = "FS019",
           .message = fmt::format("the cluster of {} has no resource \"{}\": YARN 3.3 does not "
                                  "load such a file and keeps its old configuration",
                                  world.rest_file, resource),
           .file = world.xml_file,
           .line = line,
           .claimant = queue,
           .field = field});
    }
  };
  check(world.allocations->default_max, 0, "", "queueMaxResourcesDefault");
  for (const ConfiguredQueue& queue : world.allocations->queues) {
    check(queue.min, queue.line, queue.name, "minResources");
    check(queue.max, queue.line, queue.name, "maxResources");
    check(queue.max_child, queue.line, queue.name, "maxChildResources");
  }
}

// Compares the bounds that REST shows with those of the configuration. If they differ, the
// ResourceManager may have loaded another file.
void compare_bounds(const YarnWorld& world, const ReportedQueue& queue,
                    const ConfiguredQueue& configured, const ReportedAmounts& cluster,
                    YarnReading& reading) {
  for (const ReportedAmount& amount : cluster) {
    QueueClaim claim = claim_by_xml(*world.allocations, configured, amount.resource, amount.amount);
    const auto compare = [&](const std::optional<ReportedAmounts>& reported, const char* field,
                             const Rational& expected) {
      const auto* shown = reported ? find_amount(*reported, amount.resource) : nullptr;
      if (!shown || expected == shown->amount) return;
      reading.warnings.push_back(
          fmt::format("{}: {} is reported as {} {}, but the configuration gives {}: the "
                      "ResourceManager may have loaded another file.",
                      queue.name, field, amount.resource, shown->text, exact::brief(expected)));
    };
    compare(queue.min, "minResources", claim.min);
    if (world.options.release == YarnRelease::v3) lift_max(claim);
    const Rational all = amount.amount;
    compare(queue.max, "maxResources", claim.max && *claim.max < all ? *claim.max : all);
  }
}

void check_configuration(const YarnWorld& world, YarnReading& reading) {
  compare_queues(world, reading);
  const ReportedAmounts* cluster = cluster_of(world);
  if (!cluster) return;
  check_resource_names(world, *cluster, reading);
  for (const ReportedQueue& queue : world.queues) {
    const ConfiguredQueue* configured = find_configured(world, queue.name);
    if (queue.parent && configured && configured->is_known) {
      compare_bounds(world, queue, *configured, *cluster, reading);
    }
  }
}

// Without a configuration the bounds are REST's. If 3.x shows a max share below the min share, it
// is the cluster: min(max(max share, min share), cluster). In 2.7 the max share wins, unless it is
// shown as the cluster: min(max share, cluster).
void check_reported_bounds(const YarnWorld& world, YarnReading& reading) {
  const bool is_3 = world.options.release == YarnRelease::v3;
  const ReportedAmounts* cluster = cluster_of(world);
  for (const ReportedQueue& queue : world.queues) {
    if (!queue.min || !queue.max) continue;
    for (const ReportedAmount& min : *queue.min) {
      const auto* max = find_amount(*queue.max, min.resource);
      if (!max || max->amount >= min.amount) continue;
      const auto fills_it = [&](const ReportedAmount& all) {
        return all.resource == min.resource && all.amount <= max->amount;
      };
      const bool is_cut = is_3 || (cluster && std::ranges::any_of(*cluster, fills_it));
      reading.warnings.push_back(fmt::format(
          "{}: {}: maxResources {} is below minResources {}: {}.", queue.name, min.resource,
          max->text, min.text,
          is_cut ? fmt::format("the minimum exceeds the cluster, to which YARN {} cuts the maximum "
                               "that it shows",
                               is_3 ? "3" : "2.7")
                 : "in YARN 2.7 the maximum wins"));
    }
  }
}

// The root's share must be the cluster.
void check_root(const YarnWorld& world, YarnReading& reading) {
  const ReportedQueue& root = world.queues.front();
  if (!root.fair || !root.cluster) return;
  for (const ReportedAmount& cluster : *root.cluster) {
    const auto* share = find_amount(*root.fair, cluster.resource);
    if (!share || share->amount == cluster.amount) continue;
    report(world,
           {"FS101", fmt::format("{}: the root has {}, but clusterResources are {}",
                                 cluster.resource, share->text, cluster.text)},
           root.name, share_field(world), reading);
  }
}

// What queues show about the cluster must be the same everywhere, and no amount may exceed it.
void check_against_cluster(const YarnWorld& world, YarnReading& reading) {
  const ReportedAmounts* cluster = cluster_of(world);
  if (!cluster) return;
  const auto check = [&](const ReportedQueue& queue, const std::optional<ReportedAmounts>& amounts,
                         std::string_view field) {
    if (!amounts) return;
    for (const ReportedAmount& amount : *amounts) {
      const auto* all = find_amount(*cluster, amount.resource);
      if (!all || amount.amount <= all->amount) continue;
      reading.warnings.push_back(fmt::format("{}: {} {} {} exceeds the cluster's {}.", queue.name,
                                             field, amount.resource, amount.text, all->text));
    }
  };
  for (const ReportedQueue& queue : world.queues) {
    if (queue.parent) check(queue, queue.fair, share_field(world));
    check(queue, queue.min, "minResources");
    check(queue, queue.max, "maxResources");
    if (!queue.cluster) continue;
    for (const ReportedAmount& amount : *queue.cluster) {
      const auto* all = find_amount(*cluster, amount.resource);
      if (!all || amount.amount == all->amount) continue;
      reading.warnings.push_back(
          fmt::format("{}: clusterResources {} {} differs from the root's {}.", queue.name,
                      amount.resource, amount.text, all->text));
    }
  }
}

void check_hidden_queues(const YarnWorld& world, YarnReading& reading) {
  for (const ReportedQueue& queue : world.queues) {
    if (!queue.hides_children) continue;
    reading.warnings.push_back(fmt::format(
        "{} is a parent and shows no queues: it has none, or a <reservation>, whose queues YARN "
        "does not show. Nothing below it is judged.",
        queue.name));
  }
}

}  // namespace

void check_world(const YarnWorld& world, YarnReading& reading) {
  check_root(world, reading);
  check_against_cluster(world, reading);
  check_hidden_queues(world, reading);
  if (world.allocations) {
    check_configuration(world, reading);
  } else {
    check_reported_bounds(world, reading);
    const bool has_steady =
        world.options.steady || std::ranges::all_of(world.queues, [](const ReportedQueue& queue) {
          return queue.steady.has_value();
        });
    reading.warnings.push_back(fmt::format(
        "The response shows neither weights nor maximums beyond the cluster: without "
        "fair-scheduler.xml, weights are {}, and a maxResources as large as the cluster counts as "
        "no maximum.",
        world.options.steady ? "those that fit these steady shares best, so that only bounds and "
                               "totals are judged"
        : has_steady         ? "those that fit the steady shares best"
                             : "all taken as 1"));
  }
}

}  // namespace fairshare::formats

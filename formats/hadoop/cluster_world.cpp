#include "formats/hadoop/cluster_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fairshare/exact/brief.h"
#include "formats/hadoop/resources.h"

namespace fairshare::formats {

using exact::Rational;

namespace {

const std::optional<ConfiguredResources>& default_max_of(const YarnWorld& world,
                                                         const ReportedQueue& queue) {
  if (queue.parent) {
    const ConfiguredQueue* parent = find_configured(world, world.queues[*queue.parent].name);
    if (parent != nullptr && parent->max_child) return parent->max_child;
  }
  return world.allocations->default_max;
}

}  // namespace

const ConfiguredQueue* find_configured(const YarnWorld& world, std::string_view queue) {
  const auto found = world.configured.find(queue);
  return found == world.configured.end() ? nullptr : &world.allocations->queues[found->second];
}

const ReportedAmounts* cluster_of(const YarnWorld& world) {
  const ReportedQueue& root = world.queues.front();
  if (root.cluster) return &*root.cluster;
  return root.fair ? &*root.fair : nullptr;
}

std::string share_field(const YarnWorld& world) {
  return world.options.steady ? "steadyFairResources" : "fairResources";
}

std::string first_of(std::span<const std::string_view> names) {
  constexpr std::size_t most = 3;
  const std::string first =
      fmt::format("{}", fmt::join(names.first(std::min(names.size(), most)), ", "));
  return names.size() > most ? fmt::format("{} and {} more", first, names.size() - most) : first;
}

void report(const YarnWorld& world, Complaint complaint, const std::string& queue,
            std::string field, YarnReading& reading) {
  reading.errors.push_back({.code = std::move(complaint.code),
                            .message = std::move(complaint.message),
                            .file = world.rest_file,
                            .claimant = queue,
                            .field = std::move(field)});
}

QueueClaim claim_by_xml(const Allocations& allocations, const ConfiguredQueue& queue,
                        const std::string& resource, std::int64_t cluster) {
  QueueClaim claim{queue.weight};
  if (queue.min) claim.min = find_amount(*queue.min, resource, cluster).value_or(Rational(0));
  const auto& max = queue.max ? queue.max : allocations.default_max;
  if (max) claim.max = find_amount(*max, resource, cluster);
  return claim;
}

QueueClaim claim_by_default(const YarnWorld& world, const ReportedQueue& queue,
                            const std::string& resource, std::int64_t cluster) {
  QueueClaim claim{.note = "not configured"};
  const auto* shown = queue.max ? find_amount(*queue.max, resource) : nullptr;
  if (shown != nullptr && shown->amount < cluster) {
    claim.max = shown->amount;
    return claim;
  }
  const auto& max = default_max_of(world, queue);
  if (max) claim.max = find_amount(*max, resource, cluster);
  if (shown != nullptr && claim.max && *claim.max < cluster) claim.max = std::nullopt;
  return claim;
}

bool knows_default_max(const YarnWorld& world, const ReportedQueue& queue) {
  if (queue.max || !queue.parent) return true;
  const ConfiguredQueue* parent = find_configured(world, world.queues[*queue.parent].name);
  return parent == nullptr || parent->is_known;
}

void lift_max(QueueClaim& claim) {
  if (!claim.max || *claim.max >= claim.min) return;
  claim.note = fmt::format("max share {} lifted to its min share", exact::brief(*claim.max));
  claim.max = claim.min;
}

}  // namespace fairshare::formats

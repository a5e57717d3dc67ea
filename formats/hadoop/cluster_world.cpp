#include "formats/hadoop/cluster_world.h"

#include <fmt/format.h>

#include <utility>

#include "formats/hadoop/resources.h"

namespace fairshare::formats {

using exact::Rational;

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

void lift_max(QueueClaim& claim) {
  if (!claim.max || *claim.max >= claim.min) return;
  claim.note = fmt::format("max share {} lifted to its min share", exact::to_text(*claim.max));
  claim.max = claim.min;
}

}  // namespace fairshare::formats

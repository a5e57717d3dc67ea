// A ResourceManager's response together with its configuration, queue by queue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/hadoop/cluster.h"
#include "formats/hadoop/fair_scheduler_xml.h"
#include "formats/hadoop/rest.h"
#include "formats/text/fields.h"

namespace fairshare::formats {

struct YarnWorld {
  YarnOptions options;
  std::string rest_file;
  std::string xml_file;               // empty: there is none
  std::vector<ReportedQueue> queues;  // the root first; not empty
  std::optional<Allocations> allocations = std::nullopt;
  std::map<std::string, std::size_t, std::less<>> configured = {};  // by name, in `allocations`
};

const ConfiguredQueue* find_configured(const YarnWorld& world, std::string_view queue);

// The cluster's resources: the root's clusterResources, or else the root's own share. Null if
// neither is reported.
const ReportedAmounts* cluster_of(const YarnWorld& world);

// The field that contains the shares.
std::string share_field(const YarnWorld& world);

// "root.a, root.b, root.c and 4 more": for messages.
std::string first_of(std::span<const std::string_view> names);

// Adds an error about a queue of the response.
void report(const YarnWorld& world, Complaint complaint, const std::string& queue,
            std::string field, YarnReading& reading);

// A queue's claim on one resource, before anything is fixed.
struct QueueClaim {
  exact::Rational weight = 1;
  exact::Rational min = 0;
  std::optional<exact::Rational> max = std::nullopt;
  std::string note = {};
  bool hides_weight = false;  // it is at its min share, so its weight is unknown and set to 0
};

// The configured bounds. `cluster` is the amount of the resource in the cluster, for percentages.
QueueClaim claim_by_xml(const Allocations& allocations, const ConfiguredQueue& queue,
                        const std::string& resource, std::int64_t cluster);

// The claim of a reported queue that is not configured, such as YARN makes for a user: weight 1, no
// min share, and its parent's maxChildResources or else queueMaxResourcesDefault for its max share.
// The response shows that, cut to the cluster, and takes precedence.
QueueClaim claim_by_default(const YarnWorld& world, const ReportedQueue& queue,
                            const std::string& resource, std::int64_t cluster);

// Whether that max share is known.
bool knows_default_max(const YarnWorld& world, const ReportedQueue& queue);

// In 3.x a max share below the min share is raised to it.
void lift_max(QueueClaim& claim);

}  // namespace fairshare::formats

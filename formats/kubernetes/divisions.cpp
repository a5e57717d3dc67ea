#include "formats/kubernetes/divisions.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

namespace fairshare::formats {
namespace {

namespace apf = schedulers::apf;
namespace armada = schedulers::armada;
namespace kai = schedulers::kai;
namespace koordinator = schedulers::koordinator;
namespace volcano = schedulers::volcano;

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t int32_min = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t int32_max = std::numeric_limits<std::int32_t>::max();

// The name breaks ties, so an index does not stand for one.
std::string written_name(Fields& fields) {
  return fields.find_text("name").value_or("");
}

struct ReadingClaimant {
  Fields& fields;

  void operator()(ApfDivision& division) const {
    apf::Level level;
    level.target = fields.real("weight", 1);
    level.lower_bound = fields.real("min_share", 0);
    const double all = std::max(static_cast<double>(division.total), level.lower_bound);
    level.upper_bound = std::min(fields.real("max_share", all), fields.real("demand", all));
    division.levels.push_back(level);
  }

  void operator()(KoordinatorDivision& division) const {
    koordinator::Quota quota;
    quota.shared_weight = fields.whole("weight", int64_min, int64_max, 1);
    quota.min = fields.whole("min_share", int64_min, int64_max, 0);
    quota.max = fields.find_whole("max_share", int64_min, int64_max);
    quota.guarantee = fields.whole("guarantee", int64_min, int64_max, 0);
    const std::int64_t all = std::max({division.total, quota.min, quota.guarantee});
    quota.request = fields.whole("demand", int64_min, int64_max, all);
    quota.lends = fields.flag("lends", true);
    quota.name = written_name(fields);
    division.quotas.push_back(quota);
  }

  void operator()(VolcanoDivision& division) const {
    volcano::Queue queue;
    queue.weight = static_cast<std::int32_t>(fields.whole("weight", int32_min, int32_max, 1));
    queue.guarantee = fields.real("min_share", 0);
    queue.capability = fields.find_double("max_share");
    queue.request = fields.real("demand", std::max(division.total, queue.guarantee));
    division.queues.push_back(queue);
  }

  void operator()(KaiDivision& division) const {
    kai::Queue queue;
    queue.over_quota_weight = fields.real("weight", 1);
    queue.deserved = fields.real("min_share", 0);
    queue.max_allowed = fields.real("max_share", kai::unlimited);
    queue.request = fields.real("demand", std::max(division.total, queue.deserved));
    queue.priority = static_cast<int>(fields.whole("priority", int32_min, int32_max, 0));
    queue.created = fields.whole("created", int64_min, int64_max, 0);
    queue.name = written_name(fields);
    division.queues.push_back(queue);
  }

  void operator()(ArmadaDivision& division) const {
    armada::Queue queue;
    queue.weight = fields.real("weight", 1);
    queue.demand = std::min(fields.real("max_share", 1), fields.real("demand", 1));
    queue.name = written_name(fields);
    if (fields.real("min_share", 0) != 0) {
      fields.complain("min_share", "FS018", "Armada has no minimums");
    }
    division.queues.push_back(queue);
  }
};

struct ReadingTotal {
  Fields& record;

  void operator()(ApfDivision& division) const {
    division.total = record.whole("total", int64_min, int64_max, 0);
  }
  void operator()(KoordinatorDivision& division) const {
    division.total = record.whole("total", int64_min, int64_max, 0);
  }
  void operator()(VolcanoDivision& division) const { division.total = record.real("total", 0); }
  void operator()(KaiDivision& division) const { division.total = record.real("total", 0); }
  void operator()(ArmadaDivision&) const {
    if (record.real("total", 1) == 1) return;
    record.complain("total", "FS002", "Armada divides the pool: its total is 1");
  }
};

}  // namespace

bool divides_in_kubernetes(const schedulers::Model& model) {
  return std::holds_alternative<schedulers::Apf>(model) ||
         std::holds_alternative<schedulers::Koordinator>(model) ||
         std::holds_alternative<schedulers::Volcano>(model) ||
         std::holds_alternative<schedulers::Kai>(model) ||
         std::holds_alternative<schedulers::Armada>(model);
}

KubernetesDivision empty_division(const schedulers::Model& model) {
  assert(divides_in_kubernetes(model));
  if (const auto* one = std::get_if<schedulers::Koordinator>(&model)) {
    return KoordinatorDivision{one->release};
  }
  if (const auto* one = std::get_if<schedulers::Volcano>(&model)) {
    return VolcanoDivision{one->release};
  }
  if (std::holds_alternative<schedulers::Kai>(model)) return KaiDivision{};
  if (std::holds_alternative<schedulers::Armada>(model)) return ArmadaDivision{};
  return ApfDivision{};
}

void read_total(Fields& record, KubernetesDivision& division) {
  if (!record.has("total")) record.complain("total", "FS002", "the total is missing");
  std::visit(ReadingTotal{record}, division);
}

void read_claimant(Fields& fields, KubernetesDivision& division) {
  std::visit(ReadingClaimant{fields}, division);
}

}  // namespace fairshare::formats

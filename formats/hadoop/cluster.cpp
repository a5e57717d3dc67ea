#include "formats/hadoop/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/hadoop/yarn.h"
#include "fairshare/schedulers/registry.h"
#include "formats/hadoop/cluster_checks.h"
#include "formats/hadoop/cluster_world.h"
#include "formats/hadoop/fair_scheduler_xml.h"
#include "formats/hadoop/inferred_weights.h"
#include "formats/hadoop/resources.h"
#include "formats/hadoop/rest.h"
#include "formats/verdict/model_comparison.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace yarn = schedulers::yarn;

yarn::Release model_of(const YarnWorld& world) {
  return world.options.release == YarnRelease::v3 ? yarn::Release::v3 : yarn::Release::v2_7;
}

yarn::Kind kind_of(const YarnWorld& world) {
  return world.options.steady ? yarn::Kind::steady : yarn::Kind::instantaneous;
}

// The policy by which a parent divides: REST's, or else the XML's.
std::optional<YarnPolicy> policy_of(const YarnWorld& world, const ReportedQueue& parent,
                                    YarnReading& reading) {
  const auto complain = [&](std::string message) {
    report(world, {"FS002", std::move(message)}, parent.name, "schedulingPolicy", reading);
  };
  std::optional<YarnPolicy> configured;
  if (world.allocations) {
    const ConfiguredQueue* queue = find_configured(world, parent.name);
    configured = queue && queue->policy ? *queue->policy : world.allocations->default_policy;
  }
  if (parent.policy.empty()) {
    if (!configured) complain("the field is missing");
    return configured;
  }
  const auto policy = find_policy(parent.policy);
  if (!policy) {
    complain(fmt::format("unknown policy \"{}\"; known: fair, drf, fifo", parent.policy));
  } else if (configured && *configured != *policy) {
    reading.warnings.push_back(
        fmt::format("{}: the response gives policy {}, the configuration {}; the response is used.",
                    parent.name, name_of(*policy), name_of(*configured)));
  }
  return policy;
}

// What a parent divides among its children.
const ReportedAmounts* total_of(const YarnWorld& world, const ReportedQueue& parent) {
  if (!parent.parent) return cluster_of(world);
  return parent.fair ? &*parent.fair : nullptr;
}

// Whether everything is known about the children that a division needs. Errors say what is not.
bool knows_children(const YarnWorld& world, const ReportedQueue& parent) {
  if (!parent.has_all_children) return false;
  return std::all_of(parent.children.begin(), parent.children.end(), [&](std::size_t index) {
    const ReportedQueue& child = world.queues[index];
    if (!world.options.steady && child.activity == Activity::unknown) return false;
    if (!world.allocations) return child.min && child.max;
    const ConfiguredQueue* configured = find_configured(world, child.name);
    return configured ? configured->is_known : knows_default_max(world, child);
  });
}

// The bounds as REST shows them. It shows min(max share, cluster), so a max as large as the cluster
// is most likely none. In 3.x a max share below the min share shows the cluster, too, since it is
// raised to the min share.
QueueClaim claim_by_rest(const YarnWorld& world, const ReportedQueue& queue,
                         const std::string& resource, std::int64_t cluster) {
  QueueClaim claim;
  if (const auto* min = find_amount(*queue.min, resource)) claim.min = min->amount;
  const auto* max = find_amount(*queue.max, resource);
  const bool is_cut = world.options.release == YarnRelease::v3 && max && max->amount < claim.min;
  if (max && max->amount < cluster && !is_cut) claim.max = max->amount;
  return claim;
}

// In 2.7 the max share wins over the min share: the model does that, and a note says so.
void note_cut(QueueClaim& claim) {
  if (!claim.max || *claim.max >= claim.min) return;
  claim.note = fmt::format("min share {} cut to its max share", exact::brief(claim.min));
}

QueueClaim claim_of(const YarnWorld& world, const ReportedQueue& queue,
                    const std::string& resource) {
  const ReportedAmount* cluster = find_amount(*cluster_of(world), resource);
  const std::int64_t cluster_amount = cluster ? cluster->amount : 0;
  const ConfiguredQueue* configured = find_configured(world, queue.name);
  QueueClaim claim = configured
                         ? claim_by_xml(*world.allocations, *configured, resource, cluster_amount)
                     : world.allocations ? claim_by_default(world, queue, resource, cluster_amount)
                                         : claim_by_rest(world, queue, resource, cluster_amount);
  if (world.options.release == YarnRelease::v3) {
    lift_max(claim);
  } else {
    note_cut(claim);
  }
  return claim;
}

// The amount as the release holds it; nothing, with an error, if it cannot hold it.
std::optional<std::int64_t> held(const YarnWorld& world, const Rational& amount,
                                 const std::string& queue, const std::string& resource,
                                 YarnReading& reading) {
  const std::int64_t max = yarn::amount_max(model_of(world));
  if (amount <= max) return static_cast<std::int64_t>(exact::floor(amount));
  report(world,
         {"FS008", fmt::format("{} {} exceeds the most that release can hold, {}", resource,
                               exact::brief(amount), max)},
         queue, "", reading);
  return std::nullopt;
}

std::int64_t floored(const Rational& amount) {
  return static_cast<std::int64_t>(exact::floor(amount));
}

// The queue as the release sees it.
std::optional<yarn::Schedulable> read_schedulable(const YarnWorld& world,
                                                  const ReportedQueue& queue,
                                                  const QueueClaim& claim,
                                                  const std::string& resource,
                                                  YarnReading& reading) {
  const std::int64_t max = yarn::amount_max(model_of(world));
  const auto min_share = held(world, claim.min, queue.name, resource, reading);
  const auto max_share = held(world, claim.max.value_or(max), queue.name, resource, reading);
  if (!min_share || !max_share) return std::nullopt;
  const bool is_active = world.options.steady || queue.activity == Activity::active;
  return yarn::Schedulable{exact::to_float(claim.weight), *min_share, *max_share, is_active};
}

// The reported share; nothing if an error says why.
std::optional<WrittenNumber> read_share(const YarnWorld& world, const ReportedQueue& queue,
                                        const std::string& resource, YarnReading& reading) {
  // If the whole field is missing, an error already says so.
  if (!queue.fair) return std::nullopt;
  const ReportedAmount* share = find_amount(*queue.fair, resource);
  if (share) return WrittenNumber{share->text, share->amount, 1};
  report(world, {"FS002", fmt::format("the amount of {} is missing", resource)}, queue.name,
         share_field(world), reading);
  return std::nullopt;
}

// The division as the release's model sees it: what is fair by its own rule, and what it computes.
void add_problem(Division& division, const YarnWorld& world, std::int64_t total,
                 const std::vector<yarn::Schedulable>& queues) {
  const yarn::Release release = model_of(world);
  const yarn::Kind kind = kind_of(world);
  const std::int64_t share_max =
      division.resource == "vcores" ? yarn::vcores_max : yarn::amount_max(release);
  schedulers::FairProblem fair = yarn::fair_problem(release, total, queues, kind);
  division.problem = std::move(fair.problem);
  for (std::size_t i = 0; i < queues.size(); ++i) {
    if (!fair.notes[i].empty()) division.labels[i].note = std::move(fair.notes[i]);
  }
  division.problem.total = total;  // what no queue may have is unclaimed, and is reported so
  division.comparison = compare_with_model(
      schedulers::name_of(release), yarn::model_result(release, total, queues, kind, share_max),
      division.shares);
}

// How many shares are not what the release computes; all if it computes none.
std::size_t count_differing(const YarnWorld& world, std::int64_t total,
                            const std::vector<yarn::Schedulable>& queues,
                            const std::vector<WrittenNumber>& shares) {
  const auto computed = yarn::compute(model_of(world), total, queues, kind_of(world));
  const auto* answer = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (answer == nullptr) return shares.size();
  std::size_t count = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i].value != answer->shares[i]) ++count;
  }
  return count;
}

// The children that may be active or not: their waiting applications have no container, and they
// have no share. None if steady shares are judged, since activity is not read then.
std::vector<std::size_t> waiting_among(const YarnWorld& world, const ReportedQueue& parent) {
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < parent.children.size(); ++i) {
    if (world.queues[parent.children[i]].activity == Activity::waiting) waiting.push_back(i);
  }
  return waiting;
}

// Treats the waiting queues as active if more of the shares are then what the release computes,
// else as inactive, and says so.
void settle_waiting(Division& division, const YarnWorld& world, std::int64_t total,
                    const std::vector<std::size_t>& waiting,
                    std::vector<yarn::Schedulable>& queues) {
  if (waiting.empty()) return;
  std::vector<yarn::Schedulable> active = queues;
  for (const std::size_t i : waiting) active[i].is_active = true;
  const std::size_t off_inactive = count_differing(world, total, queues, division.shares);
  const std::size_t off_active = count_differing(world, total, active, division.shares);
  const bool is_active = off_active < off_inactive;
  const std::size_t least = std::min(off_active, off_inactive);
  const std::string_view taken = is_active ? "active" : "inactive";
  const std::string fits =
      off_active == 0 && off_inactive == 0 ? "YARN computes the same shares for both"
      : least == 0 ? fmt::format("YARN computes these shares only if it is {}", taken)
                   : "YARN computes these shares for neither";
  std::vector<std::string_view> names;
  for (const std::size_t i : waiting) names.push_back(division.labels[i].name);
  division.notes.push_back(fmt::format(
      "{}: applications wait there and none has a container, so the response does not tell whether "
      "YARN counts it as active; taken as {}: {}.",
      first_of(names), taken, fits));
  if (is_active) queues = std::move(active);
}

// Whether the release computes these shares if the queues have these weights. A queue whose share
// is not given is inactive.
bool are_computed(const YarnWorld& world, yarn::Kind kind, std::int64_t total,
                  const std::vector<QueueClaim>& claims, const Weights& weights,
                  const std::vector<std::optional<std::int64_t>>& shares) {
  const Rational max = yarn::amount_max(model_of(world));
  std::vector<yarn::Schedulable> queues;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    queues.push_back({exact::to_float(weights[i].value_or(0)),
                      floored(std::min(claims[i].min, max)),
                      floored(std::min(claims[i].max.value_or(max), max)), shares[i].has_value()});
  }
  const auto computed = yarn::compute(model_of(world), total, queues, kind);
  const auto* answer = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (answer == nullptr) return false;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] && *shares[i] != answer->shares[i]) return false;
  }
  return true;
}

// The steady share of a queue that divides `total`, or that itself; nothing if it is not reported.
std::optional<std::int64_t> find_steady_total(const YarnWorld& world, const ReportedQueue& parent,
                                              const ReportedAmount& total) {
  if (world.options.steady || !parent.parent) return total.amount;
  const auto* steady = parent.steady ? find_amount(*parent.steady, total.resource) : nullptr;
  return steady == nullptr ? std::nullopt : std::optional(steady->amount);
}

// Without a configuration, infers weights from the steady shares. False, with a warning, if an
// active queue's weight is unknown.
bool add_inferred_weights(const YarnWorld& world, const ReportedQueue& parent,
                          const ReportedAmount& total, std::vector<QueueClaim>& claims,
                          YarnReading& reading) {
  const std::string& resource = total.resource;
  std::vector<SteadyShare> steady;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const ReportedQueue& child = world.queues[parent.children[i]];
    const auto& shares = world.options.steady ? child.fair : child.steady;
    const auto* share = shares ? find_amount(*shares, resource) : nullptr;
    // Without a steady share, all weights stay 1.
    if (share == nullptr) return true;
    SteadyShare read{share->amount, floored(claims[i].min),
                     claims[i].max ? std::optional(floored(*claims[i].max)) : std::nullopt};
    const auto* instantaneous = child.fair ? find_amount(*child.fair, resource) : nullptr;
    if (instantaneous != nullptr && child.activity == Activity::active) {
      read.instantaneous = instantaneous->amount;
    }
    steady.push_back(read);
  }
  std::vector<std::optional<std::int64_t>> steady_shares, shares;
  for (const SteadyShare& queue : steady) {
    steady_shares.push_back(queue.share);
    shares.push_back(queue.instantaneous);
  }
  const auto steady_total = find_steady_total(world, parent, total);
  const InferredWeights inferred = infer_weights(steady, [&](const Weights& weights) {
    const bool are_steady_computed =
        steady_total &&
        are_computed(world, yarn::Kind::steady, *steady_total, claims, weights, steady_shares);
    return are_steady_computed &&
           (world.options.steady ||
            are_computed(world, yarn::Kind::instantaneous, total.amount, claims, weights, shares));
  });
  for (std::size_t i = 0; inferred.are_known && i < claims.size(); ++i) {
    const ReportedQueue& child = world.queues[parent.children[i]];
    const auto* share = child.fair ? find_amount(*child.fair, resource) : nullptr;
    const bool is_at_min = share != nullptr && share->amount <= steady[i].min;
    const bool matters = world.options.steady || child.activity != Activity::inactive;
    if (!inferred.weights[i] && matters && !is_at_min) {
      reading.warnings.push_back(
          fmt::format("{}: its weight is unknown, since its steady share of {} is its minimum; "
                      "{} is not judged in {}. Pass --allocations.",
                      child.name, resource, parent.name, resource));
      return false;
    }
    claims[i].hides_weight = !inferred.weights[i];
    claims[i].weight = inferred.weights[i].value_or(0);
  }
  return true;
}

// One division: `total` among the children of `parent`. Nothing if an error or a warning says
// why.
std::optional<Division> read_division(const YarnWorld& world, const ReportedQueue& parent,
                                      const ReportedAmount& total, YarnReading& reading) {
  const std::string& resource = total.resource;
  Division division{.path = parent.name,
                    .resource = resource,
                    .names = {"minResources", "maxResources", "", "queue"},
                    .usual = Rounding::down,
                    .relative_to = Rational(total.amount)};
  std::vector<QueueClaim> claims;
  for (const std::size_t index : parent.children) {
    claims.push_back(claim_of(world, world.queues[index], resource));
  }
  if (!world.allocations && !add_inferred_weights(world, parent, total, claims, reading)) {
    return std::nullopt;
  }
  std::vector<yarn::Schedulable> queues;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const ReportedQueue& child = world.queues[parent.children[i]];
    const auto queue = read_schedulable(world, child, claims[i], resource, reading);
    auto share = read_share(world, child, resource, reading);
    if (queue) queues.push_back(*queue);
    if (share) division.shares.push_back(*std::move(share));
    division.labels.push_back(
        {.name = child.name, .note = std::move(claims[i].note), .field = share_field(world)});
  }
  const auto divided = held(world, total.amount, parent.name, resource, reading);
  const bool is_whole =
      queues.size() == parent.children.size() && division.shares.size() == parent.children.size();
  if (!divided || !is_whole) return std::nullopt;
  settle_waiting(division, world, *divided, waiting_among(world, parent), queues);
  add_problem(division, world, *divided, queues);
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (claims[i].hides_weight && queues[i].is_active) {
      division.labels[i].note = "at its minimum, which hides its weight";
    }
  }
  return division;
}

void read_divisions(const YarnWorld& world, const ReportedQueue& parent, YarnReading& reading) {
  if (parent.children.empty()) return;
  const auto policy = policy_of(world, parent, reading);
  if (policy == YarnPolicy::fifo) {
    reading.warnings.push_back(fmt::format(
        "{}: policy fifo divides nothing among its queues, so they are not judged.", parent.name));
    return;
  }
  const ReportedAmounts* totals = total_of(world, parent);
  if (!policy || !totals || !cluster_of(world) || !knows_children(world, parent)) return;
  for (const ReportedAmount& total : *totals) {
    if (policy == YarnPolicy::fair && total.resource != "memory") continue;
    if (auto division = read_division(world, parent, total, reading)) {
      reading.divisions.push_back(*std::move(division));
    }
  }
}

// Adds the remarks as errors or as warnings.
void add_remarks(std::span<const Remark> remarks, bool is_strict, YarnReading& reading) {
  for (const Remark& remark : remarks) {
    if (is_strict || remark.kind == Remark::Kind::refused) reading.errors.push_back(remark.what);
  }
  if (!is_strict) reading.warnings = sentences_of(remarks);
}

std::string_view without_space(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

}  // namespace

bool looks_like_yarn(std::string_view beginning) {
  std::string_view rest = without_space(beginning.substr(0, 4096));
  if (!rest.starts_with("{")) return false;
  rest = without_space(rest.substr(1));
  // The last three come first if the keys of a queue are sorted.
  for (const std::string_view key :
       {"\"rootQueue\"", "\"queueName\"", "\"maxApps\"", "\"allocatedContainers\"",
        "\"amMaxResources\"", "\"childQueues\""}) {
    if (rest.starts_with(key)) return true;
  }
  for (const auto& [key, value] : {std::pair("\"scheduler\"", "{"),
                                   {"\"schedulerInfo\"", "{"},
                                   {"\"type\"", "\"fairScheduler"},
                                   {"\"type\"", "\"capacityScheduler"}}) {
    if (!rest.starts_with(key)) continue;
    const std::string_view colon = without_space(rest.substr(std::string_view(key).size()));
    if (colon.starts_with(":") && without_space(colon.substr(1)).starts_with(value)) return true;
  }
  return false;
}

YarnReading read_yarn(const NamedText& rest, const std::optional<NamedText>& allocations,
                      const YarnOptions& options) {
  YarnReading result;
  AllocationsReading xml;
  if (allocations) xml = read_fair_scheduler_xml(*allocations, options.release);
  RestReading reported = read_yarn_rest(rest, {options.steady, !allocations});
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::move_iterator(from.begin()), std::move_iterator(from.end()));
  };
  add_remarks(xml.remarks, options.is_strict, result);
  append(result.errors, xml.errors);
  append(result.errors, reported.errors);
  append(result.warnings, reported.warnings);
  const bool is_loaded = !allocations || (xml.allocations && !is_refused(xml));
  if (reported.queues.empty() || !is_loaded) return result;

  YarnWorld world{.options = options,
                  .rest_file = rest.name,
                  .xml_file = allocations ? allocations->name : "",
                  .queues = std::move(reported.queues),
                  .allocations = std::move(xml.allocations)};
  for (std::size_t i = 0; world.allocations && i < world.allocations->queues.size(); ++i) {
    world.configured.emplace(world.allocations->queues[i].name, i);
  }
  check_world(world, result);
  for (const ReportedQueue& queue : world.queues) read_divisions(world, queue, result);
  return result;
}

}  // namespace fairshare::formats

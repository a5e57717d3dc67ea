#include "formats/hadoop/cluster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "formats/hadoop/fair_scheduler_xml.h"
#include "formats/hadoop/flat_records.h"
#include "formats/hadoop/resources.h"
#include "formats/hadoop/rest.h"
#include "schedulers/hadoop/yarn.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
namespace yarn = schedulers::yarn;

yarn::Release model_of(YarnRelease release) {
  return release == YarnRelease::v3 ? yarn::Release::v3 : yarn::Release::v2_7;
}

// What the functions below share. `configured` is by name; it is empty where there is no XML.
struct Context {
  const YarnOptions& options;
  std::string rest_file;
  std::string xml_file;
  const std::vector<ReportedQueue>& queues;
  const std::optional<Allocations>& allocations;
  std::map<std::string_view, const ConfiguredQueue*> configured = {};
  YarnReading& result;
};

void report(Context& context, InputError error, const std::string& queue, std::string field) {
  error.file = context.rest_file;
  error.claimant = queue;
  error.field = std::move(field);
  context.result.errors.push_back(std::move(error));
}

void warn(Context& context, std::string sentence) {
  context.result.warnings.push_back(std::move(sentence));
}

const ConfiguredQueue* find_configured(const Context& context, const std::string& queue) {
  const auto found = context.configured.find(queue);
  return found == context.configured.end() ? nullptr : found->second;
}

// What the cluster has: as the root says, or else what the root itself was given.
const ReportedAmounts* cluster_of(const Context& context) {
  const ReportedQueue& root = context.queues.front();
  if (root.cluster) return &*root.cluster;
  return root.fair ? &*root.fair : nullptr;
}

// What a parent divides among its children.
const ReportedAmounts* total_of(const Context& context, const ReportedQueue& parent) {
  if (!parent.parent) return cluster_of(context);
  return parent.fair ? &*parent.fair : nullptr;
}

// A queue as it claims one resource, before anything is fixed.
struct Claim {
  Rational weight = 1;
  Rational min = 0;
  std::optional<Rational> max = std::nullopt;
  bool is_active = true;
  std::string note = {};
};

// The configured bounds. `cluster` is the amount of the resource in the cluster, for percentages.
Claim claim_by_xml(const Allocations& allocations, const ConfiguredQueue& queue,
                   const std::string& resource, std::int64_t cluster) {
  Claim claim{queue.weight};
  if (queue.min) claim.min = find_amount(*queue.min, resource, cluster).value_or(Rational(0));
  const auto& max = queue.max ? queue.max : allocations.default_max;
  if (max) claim.max = find_amount(*max, resource, cluster);
  return claim;
}

// The bounds as REST shows them. It shows min(max share, cluster), so a max as large as the cluster
// is most likely none.
Claim claim_by_rest(const ReportedQueue& queue, const std::string& resource, std::int64_t cluster) {
  Claim claim;
  if (const auto* min = find_amount(*queue.min, resource)) claim.min = min->amount;
  const auto* max = find_amount(*queue.max, resource);
  if (max && max->amount < cluster) claim.max = max->amount;
  return claim;
}

// 3.x lifts a max share to the min share.
void lift_max(Claim& claim) {
  if (!claim.max || *claim.max >= claim.min) return;
  claim.note = fmt::format("max share {} lifted to its min share", exact::to_text(*claim.max));
  claim.max = claim.min;
}

// In 2.7 the max share wins over the min share: the model does that, and people are told.
void note_cut(Claim& claim) {
  if (!claim.max || *claim.max >= claim.min) return;
  claim.note = fmt::format("min share {} cut to its max share", exact::to_text(claim.min));
}

// What a release holds an amount in; nothing where it cannot, and an error says so.
std::optional<std::int64_t> held(Context& context, const Rational& amount, const std::string& queue,
                                 const std::string& resource) {
  const std::int64_t max = yarn::amount_max(model_of(context.options.release));
  if (amount <= max) return static_cast<std::int64_t>(exact::floor(amount));
  report(context,
         {"FS008", fmt::format("{} {} is more than that release can hold, {}", resource,
                               exact::to_text(amount), max)},
         queue, "");
  return std::nullopt;
}

// The claim as the release sees it.
std::optional<yarn::Schedulable> to_schedulable(Context& context, const Claim& claim,
                                                const std::string& queue,
                                                const std::string& resource) {
  const std::int64_t max = yarn::amount_max(model_of(context.options.release));
  const auto min_share = held(context, claim.min, queue, resource);
  const auto max_share = held(context, claim.max.value_or(max), queue, resource);
  if (!min_share || !max_share) return std::nullopt;
  return yarn::Schedulable{exact::to_float(claim.weight), *min_share, *max_share, claim.is_active};
}

// The division as the release's model sees it: what is fair by its own rule, and what it computes.
void add_problem(Case& division, const Context& context, std::int64_t total,
                 const std::vector<yarn::Schedulable>& queues) {
  const yarn::Release release = model_of(context.options.release);
  const auto kind = context.options.steady ? yarn::Kind::steady : yarn::Kind::instantaneous;
  schedulers::FairProblem fair = yarn::fair_problem(release, total, queues, kind);
  division.problem = std::move(fair.problem);
  for (std::size_t i = 0; i < queues.size(); ++i) {
    if (!fair.notes[i].empty()) division.parties[i].note = fair.notes[i];
  }
  if (division.problem.total < total) {
    division.notes.push_back(
        fmt::format("The most that these queues can have adds up to {} of {}: the rest stays "
                    "unassigned, as YARN does.",
                    exact::to_text(division.problem.total), total));
  }
  division.emulated = emulated_yarn(release, total, queues, kind, division.reported);
}

std::string share_field(const Context& context) {
  return context.options.steady ? "steadyFairResources" : "fairResources";
}

// The reported share with the reals for which it stands; nothing where an error says why.
std::optional<Reported> read_share(Context& context, const ReportedQueue& queue,
                                   const std::string& resource, const Rational& slack) {
  const ReportedAmount* share = queue.fair ? find_amount(*queue.fair, resource) : nullptr;
  if (!share) {
    // Where all of it is missing, an error already says so.
    if (queue.fair) {
      report(context, {"FS002", fmt::format("no {} in it", resource)}, queue.name,
             share_field(context));
    }
    return std::nullopt;
  }
  const Rational value = share->amount;
  const Rounding rounding = context.options.rounding.value_or(Rounding::down);
  auto interval = find_interval(value, 1, rounding, slack);
  if (!interval) {
    report(context,
           {"FS015", fmt::format("{} {} cannot have been rounded so", resource, share->text)},
           queue.name, share_field(context));
    return std::nullopt;
  }
  return Reported{share->text, value, *std::move(interval)};
}

// One division: `resource` among the children of `parent`. Nothing where an error says why.
std::optional<Case> read_case(Context& context, const ReportedQueue& parent,
                              const ReportedAmount& total) {
  const YarnOptions& options = context.options;
  const std::string& resource = total.resource;
  Case division;
  division.title = parent.name;
  division.resource = resource;
  const Rational slack = options.slack + options.relative * total.amount;
  const ReportedAmount* cluster = find_amount(*cluster_of(context), resource);
  const std::int64_t cluster_amount = cluster ? cluster->amount : 0;
  std::vector<yarn::Schedulable> queues;
  for (const std::size_t index : parent.children) {
    const ReportedQueue& child = context.queues[index];
    const ConfiguredQueue* configured = find_configured(context, child.name);
    Claim claim = configured
                      ? claim_by_xml(*context.allocations, *configured, resource, cluster_amount)
                      : claim_by_rest(child, resource, cluster_amount);
    claim.is_active = options.steady || child.activity == Activity::active;
    if (options.release == YarnRelease::v3) {
      lift_max(claim);
    } else {
      note_cut(claim);
    }
    const auto queue = to_schedulable(context, claim, child.name, resource);
    auto reported = read_share(context, child, resource, slack);
    if (queue) queues.push_back(*queue);
    division.parties.push_back({child.name, claim.note});
    if (reported) division.reported.push_back(*std::move(reported));
  }
  const auto divided = held(context, total.amount, parent.name, resource);
  const bool is_whole =
      queues.size() == parent.children.size() && division.reported.size() == parent.children.size();
  if (!divided || !is_whole) return std::nullopt;
  add_problem(division, context, *divided, queues);
  return division;
}

// The policy by which a parent divides: what REST says, else what the XML says.
std::optional<YarnPolicy> policy_of(Context& context, const ReportedQueue& parent) {
  std::optional<YarnPolicy> configured;
  if (context.allocations) {
    const ConfiguredQueue* queue = find_configured(context, parent.name);
    configured = queue && queue->policy ? *queue->policy : context.allocations->default_policy;
  }
  if (parent.policy.empty()) {
    if (!configured)
      report(context, {"FS002", "the field is missing"}, parent.name, "schedulingPolicy");
    return configured;
  }
  const auto policy = find_policy(parent.policy);
  if (!policy) {
    report(context,
           {"FS002", fmt::format("policy \"{}\" is not known: fair, drf or fifo", parent.policy)},
           parent.name, "schedulingPolicy");
  } else if (configured && *configured != *policy) {
    warn(context, fmt::format("{}: its policy is {} by the response and {} by the configuration; "
                              "the response counts.",
                              parent.name, name_of(*policy), name_of(*configured)));
  }
  return policy;
}

// Whether all is known of the children that a division needs. Errors say what is not.
bool knows_children(const Context& context, const ReportedQueue& parent) {
  if (!parent.has_all_children) return false;
  return std::all_of(parent.children.begin(), parent.children.end(), [&](std::size_t index) {
    const ReportedQueue& child = context.queues[index];
    if (!context.options.steady && child.activity == Activity::unknown) return false;
    if (!context.allocations) return child.min && child.max;
    const ConfiguredQueue* configured = find_configured(context, child.name);
    return configured && configured->is_known;
  });
}

void read_cases(Context& context, const ReportedQueue& parent) {
  if (parent.children.empty()) return;
  const auto policy = policy_of(context, parent);
  if (policy == YarnPolicy::fifo) {
    warn(context, fmt::format("{}: policy fifo divides nothing among its queues, so nothing of it "
                              "is judged.",
                              parent.name));
    return;
  }
  const ReportedAmounts* totals = total_of(context, parent);
  if (!policy || !totals || !cluster_of(context) || !knows_children(context, parent)) return;
  for (const ReportedAmount& total : *totals) {
    if (policy == YarnPolicy::fair && total.resource != "memory") continue;
    if (auto division = read_case(context, parent, total)) {
      context.result.cases.push_back(*std::move(division));
    }
  }
}

// FS104 and FS105: each file has queues that the other lacks.
void compare_queues(Context& context) {
  std::map<std::string_view, std::size_t> reported;
  for (std::size_t i = 0; i < context.queues.size(); ++i) reported[context.queues[i].name] = i;
  for (const ConfiguredQueue& queue : context.allocations->queues) {
    if (queue.line == 0 || reported.contains(queue.name)) continue;
    InputError error{"FS104",
                     fmt::format("configured, but {} does not report it", context.rest_file)};
    error.file = context.xml_file;
    error.line = queue.line;
    error.claimant = queue.name;
    context.result.errors.push_back(std::move(error));
  }
  for (const ReportedQueue& queue : context.queues) {
    if (find_configured(context, queue.name)) continue;
    assert(queue.parent);
    report(
        context,
        {"FS105", fmt::format("reported, but not configured in {}: its weight is not known, so {} "
                              "cannot be judged",
                              context.xml_file, context.queues[*queue.parent].name)},
        queue.name, "");
  }
}

// A resource that is configured by a name which the response does not know.
void check_resource_names(Context& context, const ReportedAmounts& cluster) {
  const auto check = [&](const std::optional<ConfiguredResources>& resources, std::size_t line,
                         const std::string& queue, const char* field) {
    if (!resources) return;
    for (const auto& [resource, amount] : resources->named) {
      if (find_amount(cluster, resource)) continue;
      InputError error{"FS003", fmt::format("resource \"{}\" is not reported by {}", resource,
                                            context.rest_file)};
      error.file = context.xml_file;
      error.line = line;
      error.claimant = queue;
      error.field = field;
      context.result.errors.push_back(std::move(error));
    }
  };
  check(context.allocations->default_max, 0, "", "queueMaxResourcesDefault");
  for (const ConfiguredQueue& queue : context.allocations->queues) {
    check(queue.min, queue.line, queue.name, "minResources");
    check(queue.max, queue.line, queue.name, "maxResources");
  }
}

// The bounds that REST shows against those that the configuration gives: where they differ, the
// ResourceManager may have loaded another file than this one.
void compare_bounds(Context& context, const ReportedQueue& queue, const ConfiguredQueue& configured,
                    const ReportedAmounts& cluster) {
  for (const ReportedAmount& amount : cluster) {
    Claim claim = claim_by_xml(*context.allocations, configured, amount.resource, amount.amount);
    const auto compare = [&](const std::optional<ReportedAmounts>& reported, const char* field,
                             const Rational& expected) {
      const auto* shown = reported ? find_amount(*reported, amount.resource) : nullptr;
      if (!shown || expected == shown->amount) return;
      warn(context,
           fmt::format("{}: {} is reported as {} {}, but the configuration gives {}: the "
                       "ResourceManager may have loaded another file.",
                       queue.name, field, amount.resource, shown->text, exact::to_text(expected)));
    };
    compare(queue.min, "minResources", claim.min);
    if (context.options.release == YarnRelease::v3) lift_max(claim);
    const Rational all = amount.amount;
    compare(queue.max, "maxResources", claim.max && *claim.max < all ? *claim.max : all);
  }
}

void check_configuration(Context& context) {
  compare_queues(context);
  const ReportedAmounts* cluster = cluster_of(context);
  if (!cluster) return;
  check_resource_names(context, *cluster);
  for (const ReportedQueue& queue : context.queues) {
    const ConfiguredQueue* configured = find_configured(context, queue.name);
    if (queue.parent && configured && configured->is_known) {
      compare_bounds(context, queue, *configured, *cluster);
    }
  }
}

// Without a configuration the bounds are REST's, and so are their contradictions.
void check_reported_bounds(Context& context) {
  for (const ReportedQueue& queue : context.queues) {
    if (!queue.min || !queue.max) continue;
    for (const ReportedAmount& min : *queue.min) {
      const auto* max = find_amount(*queue.max, min.resource);
      if (!max || max->amount >= min.amount) continue;
      report(context,
             {"FS010", fmt::format("{}: maxResources {} is below minResources {}", min.resource,
                                   max->text, min.text)},
             queue.name, "maxResources");
    }
  }
}

// The root is given the cluster.
void check_root(Context& context) {
  const ReportedQueue& root = context.queues.front();
  if (!root.fair || !root.cluster) return;
  for (const ReportedAmount& cluster : *root.cluster) {
    const auto* share = find_amount(*root.fair, cluster.resource);
    if (!share || share->amount == cluster.amount) continue;
    report(context,
           {"FS101", fmt::format("{}: the root has {}, but clusterResources are {}",
                                 cluster.resource, share->text, cluster.text)},
           root.name, share_field(context));
  }
}

// What a queue shows of the cluster: everywhere the same, and no more of it than there is.
void check_against_cluster(Context& context) {
  const ReportedAmounts* cluster = cluster_of(context);
  if (!cluster) return;
  const auto check = [&](const ReportedQueue& queue, const std::optional<ReportedAmounts>& amounts,
                         std::string_view field) {
    if (!amounts) return;
    for (const ReportedAmount& amount : *amounts) {
      const auto* all = find_amount(*cluster, amount.resource);
      if (!all || amount.amount <= all->amount) continue;
      warn(context, fmt::format("{}: {} {} {} exceeds the cluster's {}.", queue.name, field,
                                amount.resource, amount.text, all->text));
    }
  };
  for (const ReportedQueue& queue : context.queues) {
    if (queue.parent) check(queue, queue.fair, share_field(context));
    check(queue, queue.min, "minResources");
    check(queue, queue.max, "maxResources");
    if (!queue.cluster) continue;
    for (const ReportedAmount& amount : *queue.cluster) {
      const auto* all = find_amount(*cluster, amount.resource);
      if (!all || amount.amount == all->amount) continue;
      warn(context, fmt::format("{}: clusterResources {} {} differs from the root's {}.",
                                queue.name, amount.resource, amount.text, all->text));
    }
  }
}

void read_all(Context& context) {
  check_root(context);
  check_against_cluster(context);
  if (context.allocations) {
    check_configuration(context);
  } else {
    check_reported_bounds(context);
    warn(
        context,
        "Without fair-scheduler.xml every weight is taken as 1, and a maxResources as large as the "
        "cluster as no maximum: the response shows no weights, and no maximum beyond the cluster.");
  }
  for (const ReportedQueue& queue : context.queues) read_cases(context, queue);
}

std::string_view without_space(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::string_view{} : text.substr(begin);
}

}  // namespace

bool looks_like_yarn(std::string_view beginning) {
  std::string_view rest = beginning.substr(0, 4096);
  for (const std::string_view token : {"{", "\"scheduler\"", ":", "{"}) {
    rest = without_space(rest);
    if (!rest.starts_with(token)) return false;
    rest.remove_prefix(token.size());
  }
  return true;
}

YarnReading read_yarn(const YarnText& rest, const std::optional<YarnText>& allocations,
                      const YarnOptions& options) {
  YarnReading result;
  AllocationsReading xml;
  if (allocations) xml = read_fair_scheduler_xml(*allocations, options.release);
  RestReading reported = read_yarn_rest(rest, {options.steady, !allocations});
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::move_iterator(from.begin()), std::move_iterator(from.end()));
  };
  append(result.errors, xml.errors);
  append(result.errors, reported.errors);
  append(result.warnings, xml.warnings);
  if (reported.queues.empty() || (allocations && !xml.allocations)) return result;

  Context context{options,         rest.name,       allocations ? allocations->name : "",
                  reported.queues, xml.allocations, {},
                  result};
  if (xml.allocations) {
    for (const ConfiguredQueue& queue : xml.allocations->queues) {
      context.configured.emplace(queue.name, &queue);
    }
  }
  read_all(context);
  return result;
}

}  // namespace fairshare::formats

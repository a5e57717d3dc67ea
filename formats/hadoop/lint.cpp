#include "formats/hadoop/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "fairshare/schedulers/hadoop/yarn.h"
#include "formats/hadoop/allocation_elements.h"
#include "formats/hadoop/fair_scheduler_xml.h"
#include "formats/hadoop/mr1_allocations.h"
#include "formats/hadoop/resources.h"
#include "formats/text/json_writer.h"
#include "formats/text/number_text.h"
#include "formats/text/printable.h"
#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// FS601.

// What to do about an element, or an attribute, that the release does not know.
std::string unknown_advice(const InputError& what, YarnRelease release) {
  if (what.field.starts_with('@')) return "write an element, or delete it";
  const bool is_in_queue = !what.claimant.empty();
  const auto find = is_in_queue ? find_queue_element : find_top_element;
  const auto find_elsewhere = is_in_queue ? find_top_element : find_queue_element;
  if (find(what.field, YarnRelease::v3) != nullptr) {
    return "it is new in 3.x: delete it, or pass --release 3";
  }
  if (find_elsewhere(what.field, release) != nullptr) {
    return fmt::format("move it into {}", is_in_queue ? "<allocations>" : "a queue");
  }
  for (const std::string_view name : is_in_queue ? queue_element_names() : top_element_names()) {
    if (lower(name) == lower(what.field) && find(name, release) != nullptr) {
      return fmt::format("write <{}>", name);
    }
  }
  return "correct its name, or delete it";
}

std::string advice_for_known(const InputError& what) {
  return what.code == "FS004" ? "delete one of them" : "write what is used, or what was meant";
}

std::string advice_for_yarn(const InputError& what, YarnRelease release) {
  return what.code == "FS003" ? unknown_advice(what, release) : advice_for_known(what);
}

std::string advice_for_mr1(const InputError& what) {
  return what.code == "FS003" ? "correct its name, or delete it" : advice_for_known(what);
}

template <class Advice>
void add_remarks(const std::vector<Remark>& remarks, const Advice& advice, LintReport& report) {
  for (const Remark& remark : remarks) {
    if (remark.kind == Remark::Kind::refused) {
      report.errors.push_back(remark.what);
      continue;
    }
    InputError warning = remark.what;
    warning.message += "; " + advice(remark.what);
    warning.code = "FS601";
    report.warnings.push_back(std::move(warning));
  }
}

void add_errors(const std::vector<InputError>& errors, LintReport& report) {
  report.errors.insert(report.errors.end(), errors.begin(), errors.end());
}

// A resource of the given cluster that the file's scheduler does not know; nothing if all are
// known. 3.x has resource types of any name, but a name that differs only in case, or one of MR1's,
// cannot be meant as such.
std::optional<InputError> find_unknown_resource(bool is_mr1, const LintOptions& options,
                                                const std::string& file) {
  const bool is_any = !is_mr1 && options.release == YarnRelease::v3;
  const std::array<std::string_view, 2> known =
      is_mr1 ? std::array<std::string_view, 2>{"maps", "reduces"}
             : std::array<std::string_view, 2>{"memory", "vcores"};
  constexpr std::array<std::string_view, 5> all = {"memory", "memory-mb", "vcores", "maps",
                                                   "reduces"};
  for (const auto& [name, amount] : options.cluster) {
    if (std::ranges::find(known, name) != known.end()) continue;
    if (is_any && std::ranges::find(all, lower(name)) == all.end()) continue;
    const PlannedBy by = is_mr1 ? PlannedBy::mr1 : is_any ? PlannedBy::yarn_3 : PlannedBy::yarn_2_7;
    const bool is_of_mr1 = !is_mr1 && (name == "maps" || name == "reduces");
    return InputError{
        .code = "FS003",
        .message = fmt::format("--cluster has \"{}\", no resource of {}, which has {}, {}{}{}",
                               abridged(name), name_of(by), known[0], known[1],
                               is_any ? " and resource types of other names" : "",
                               is_of_mr1 ? "; the file has no element that only MR1 knows" : ""),
        .file = file};
  }
  return std::nullopt;
}

// The plan of YARN's queues.

// Every resource that the file or the cluster names.
std::set<std::string, std::less<>> resources_of(const Allocations& allocations,
                                                const ClusterAmounts& cluster) {
  std::set<std::string, std::less<>> names{"memory", "vcores"};
  for (const auto& [name, amount] : cluster) names.insert(name);
  const auto add = [&](const std::optional<ConfiguredResources>& resources) {
    if (!resources) return;
    for (const auto& [name, amount] : resources->named) names.insert(name);
  };
  add(allocations.default_max);
  for (const ConfiguredQueue& queue : allocations.queues) {
    add(queue.min);
    add(queue.max);
  }
  return names;
}

// The text's amount of the resource, as written.
std::optional<ResourceAmount> find_written(const ConfiguredResources& resources,
                                           std::string_view resource) {
  const auto found = resources.named.find(resource);
  return found == resources.named.end() ? resources.others : std::optional(found->second);
}

PlannedBounds read_bounds(const ConfiguredQueue& queue, const Allocations& allocations,
                          const std::string& resource, const ClusterAmounts& cluster) {
  PlannedBounds bounds;
  const auto known = cluster.find(resource);
  const std::int64_t amount = known == cluster.end() ? 0 : known->second;
  if (queue.min) bounds.min = find_amount(*queue.min, resource, amount).value_or(Rational(0));
  const bool is_root = queue.name == "root";
  const auto& max = queue.max || is_root ? queue.max : allocations.default_max;
  if (!max) return bounds;
  const auto written = find_written(*max, resource);
  const auto* part = written ? std::get_if<ClusterFraction>(&*written) : nullptr;
  if (part != nullptr && known == cluster.end()) {
    bounds.part = exact::from_double(part->fraction);
  } else {
    bounds.max = find_amount(*max, resource, amount);
  }
  return bounds;
}

// What the queue's policy divides. Below fair a drf queue has a share of memory only (2.7).
std::vector<std::string> divided_by(YarnPolicy policy, const ClusterAmounts& cluster) {
  if (policy == YarnPolicy::fifo) return {};
  if (policy == YarnPolicy::fair) return {"memory"};
  std::vector<std::string> names{"memory", "vcores"};
  for (const auto& [name, amount] : cluster) {
    if (name != "memory" && name != "vcores") names.push_back(name);
  }
  return names;
}

AllocationPlan plan_of(const Allocations& allocations, const LintOptions& options,
                       const std::string& file) {
  AllocationPlan plan{
      .by = options.release == YarnRelease::v3 ? PlannedBy::yarn_3 : PlannedBy::yarn_2_7,
      .file = file,
      .cluster = options.cluster};
  const auto resources = resources_of(allocations, options.cluster);
  std::map<std::string, std::size_t, std::less<>> indices;
  for (const ConfiguredQueue& queue : allocations.queues) {
    PlannedQueue planned{.name = queue.name, .line = queue.line, .weight = queue.weight};
    if (queue.name != "root") {
      const auto parent = indices.find(queue.name.substr(0, queue.name.rfind('.')));
      if (!queue.not_created.empty() || parent == indices.end()) continue;
      planned.parent = parent->second;
    }
    for (const std::string& resource : resources) {
      planned.bounds[resource] = read_bounds(queue, allocations, resource, options.cluster);
    }
    planned.divides =
        divided_by(queue.policy.value_or(allocations.default_policy), options.cluster);
    indices.emplace(queue.name, plan.queues.size());
    plan.queues.push_back(std::move(planned));
  }
  return plan;
}

// Adds the outermost queues that YARN does not create.
void add_not_created(const Allocations& allocations, const std::string& file, LintReport& report) {
  std::set<std::string, std::less<>> missing;
  for (const ConfiguredQueue& queue : allocations.queues) {
    if (queue.not_created.empty()) continue;
    missing.insert(queue.name);
    if (missing.contains(queue.name.substr(0, queue.name.rfind('.')))) continue;
    report.warnings.push_back(
        {.code = "FS603",
         .message =
             fmt::format("{}, so it never gets anything; move it or delete it", queue.not_created),
         .file = file,
         .line = queue.line,
         .claimant = queue.name});
  }
}

LintReport lint_queues(const NamedText& xml, const LintOptions& options) {
  LintReport report;
  const AllocationsReading reading = read_fair_scheduler_xml(xml, options.release);
  const auto advice = [&](const InputError& what) {
    return advice_for_yarn(what, options.release);
  };
  add_remarks(reading.remarks, advice, report);
  add_errors(reading.errors, report);
  if (!report.errors.empty()) return report;
  report.plan = plan_of(*reading.allocations, options, xml.name);
  add_not_created(*reading.allocations, xml.name, report);
  return report;
}

// The plan of MR1's pools.

PlannedBounds bounds_of(std::optional<std::int32_t> min, std::optional<std::int32_t> max) {
  PlannedBounds bounds{.min = Rational(min.value_or(0))};
  if (max) bounds.max = Rational(*max);
  return bounds;
}

// MR1 has the pool "default" whether or not it is configured.
AllocationPlan plan_of(const PoolAllocations& allocations, const LintOptions& options,
                       const std::string& file) {
  AllocationPlan plan{.by = PlannedBy::mr1, .file = file, .cluster = options.cluster};
  plan.queues.push_back({.divides = {"maps", "reduces"}});
  for (const auto& [name, pool] : allocations.pools) {
    plan.queues.push_back({.name = name,
                           .line = pool.line,
                           .parent = 0,
                           .weight = exact::from_double(pool.weight.value_or(1)),
                           .bounds = {{"maps", bounds_of(pool.min_maps, pool.max_maps)},
                                      {"reduces", bounds_of(pool.min_reduces, pool.max_reduces)}}});
  }
  std::ranges::stable_sort(plan.queues, {}, &PlannedQueue::line);
  if (!allocations.pools.contains("default")) {
    plan.queues.push_back({.name = "default", .parent = 0});
  }
  return plan;
}

LintReport lint_pools(const NamedText& xml, const LintOptions& options) {
  LintReport report;
  const PoolsReading reading = read_mr1_allocations(xml);
  add_remarks(reading.remarks, advice_for_mr1, report);
  add_errors(reading.errors, report);
  if (report.errors.empty()) report.plan = plan_of(*reading.allocations, options, xml.name);
  return report;
}

// Text.

std::string warning_line(const InputError& warning, std::size_t more) {
  const std::string others = more == 0 ? "" : fmt::format(" (and {} more of this name)", more);
  return fmt::format("warning[{}] {}{}\n", warning.code, describe(warning), others);
}

// An element that is unknown in many places is one warning.
std::string warnings_text(const std::vector<InputError>& warnings) {
  const auto key = [](const InputError& warning) { return warning.field + "\n" + warning.message; };
  const auto is_unknown = [](const InputError& warning) {
    return warning.code == "FS601" && warning.message.starts_with("unknown element");
  };
  std::map<std::string, std::size_t> counts;
  for (const InputError& warning : warnings) {
    if (is_unknown(warning)) ++counts[key(warning)];
  }
  std::string text;
  for (const InputError& warning : warnings) {
    if (!is_unknown(warning)) {
      text += warning_line(warning, 0);
    } else if (const std::size_t count = std::exchange(counts[key(warning)], 0)) {
      text += warning_line(warning, count - 1);
    }
  }
  return text;
}

std::string share_text(const SteadyShares& division, const Rational& share) {
  if (!division.is_in_units) return fmt::format("{} %", exact::to_decimal(share * 100, 2));
  return exact::is_whole(share) ? exact::to_text(share) : exact::to_decimal(share, 2);
}

// The parent's divisions: one for each resource that it divides.
std::string shares_text(const AllocationPlan& plan, std::span<const SteadyShares> divisions) {
  const std::string& parent = plan.queues[divisions.front().parent].name;
  std::string text = parent.empty() ? "the cluster: shares while every pool has enough work\n"
                                    : fmt::format("{}: steady shares\n", printable(parent));
  std::size_t width = 0;
  const auto& queues = divisions.front().queues;
  for (const std::size_t queue : queues) {
    width = std::max(width, printable(plan.queues[queue].name).size());
  }
  const bool is_known = std::ranges::any_of(
      divisions, [](const SteadyShares& division) { return division.unknown.empty(); });
  for (std::size_t i = 0; is_known && i < queues.size(); ++i) {
    std::string shares;
    for (const SteadyShares& division : divisions) {
      if (!division.unknown.empty()) continue;
      shares += fmt::format("{}{} {}", shares.empty() ? "" : ", ", printable(division.resource),
                            share_text(division, division.shares[i]));
    }
    text += fmt::format("  {:<{}}  {}\n", printable(plan.queues[queues[i]].name), width, shares);
  }
  for (const SteadyShares& division : divisions) {
    if (division.unknown.empty()) continue;
    text += fmt::format("  {}: unknown: {}\n", printable(division.resource),
                        printable(division.unknown));
  }
  return text;
}

// JSON.

std::string warning_object(const InputError& warning) {
  std::string text;
  json::Writer json(text);
  json.begin_object().key("warning").begin_object();
  json.key("code").string(warning.code).key("file").string(warning.file);
  if (warning.line > 0) json.key("line").number(static_cast<std::int64_t>(warning.line));
  if (!warning.claimant.empty()) json.key("claimant").string(warning.claimant);
  if (!warning.field.empty()) json.key("field").string(warning.field);
  json.key("message").string(warning.message).end_object().end_object();
  return text + "\n";
}

// By queue, then by resource, as JSON.
using SteadyTexts = std::vector<std::map<std::string, std::string>>;

SteadyTexts steady_texts(const LintReport& report) {
  SteadyTexts texts(report.plan.queues.size());
  for (const SteadyShares& division : report.steady) {
    for (std::size_t i = 0; i < division.shares.size(); ++i) {
      const Rational& share = division.shares[i];
      const bool is_number = division.is_in_units && exact::is_whole(share);
      texts[division.queues[i]][division.resource] =
          is_number ? exact::to_text(share) : number_text(share);
    }
  }
  return texts;
}

std::string queue_object(const LintReport& report, const PlannedQueue& queue,
                         const std::map<std::string, std::string>& steady) {
  std::string text;
  json::Writer json(text);
  json.begin_object().key("queue").string(queue.name).key("file").string(report.plan.file);
  if (queue.line > 0) json.key("line").number(static_cast<std::int64_t>(queue.line));
  json.key("steady").begin_object();
  for (const auto& [resource, share] : steady) json.key(resource).number(share);
  json.end_object().end_object();
  return text + "\n";
}

}  // namespace

LintReport lint(const NamedText& xml, const LintOptions& options) {
  const bool is_mr1 = is_mr1_allocations(xml);
  if (auto unknown = find_unknown_resource(is_mr1, options, xml.name)) {
    return {.errors = {*std::move(unknown)}};
  }
  LintReport report = is_mr1 ? lint_pools(xml, options) : lint_queues(xml, options);
  if (report.errors.empty()) {
    const auto impossible = find_impossible(report.plan);
    report.warnings.insert(report.warnings.end(), impossible.begin(), impossible.end());
    report.steady = find_steady_shares(report.plan);
  }
  std::ranges::stable_sort(report.warnings, {}, &InputError::line);
  return report;
}

std::string lint_text(const LintReport& report) {
  std::string text = warnings_text(report.warnings);
  const std::span<const SteadyShares> steady = report.steady;
  for (std::size_t i = 0; i < steady.size();) {
    std::size_t end = i;
    while (end < steady.size() && steady[end].parent == steady[i].parent) ++end;
    text += shares_text(report.plan, steady.subspan(i, end - i));
    i = end;
  }
  return text;
}

void count(const LintReport& report, LintTally& tally) {
  ++tally.files;
  tally.warnings += report.warnings.size();
  tally.errors += report.errors.size();
  tally.queues += static_cast<std::size_t>(std::ranges::count_if(
      report.plan.queues, [](const PlannedQueue& queue) { return queue.line > 0; }));
}

std::string lint_summary(const LintTally& tally) {
  return fmt::format("{}, {}, {} in {}\n", counted(tally.warnings, "warning"),
                     counted(tally.errors, "error"), counted(tally.queues, "queue"),
                     counted(tally.files, "file"));
}

std::string lint_json(const LintReport& report) {
  std::string text;
  for (const InputError& warning : report.warnings) text += warning_object(warning);
  const SteadyTexts steady = steady_texts(report);
  for (std::size_t i = 0; i < report.plan.queues.size(); ++i) {
    if (!report.plan.queues[i].parent) continue;
    text += queue_object(report, report.plan.queues[i], steady[i]);
  }
  return text;
}

std::variant<ClusterAmounts, Complaint> read_cluster(std::string_view text, YarnRelease release) {
  const auto wrong = [&](std::string code, std::string_view item, std::string_view why) {
    return Complaint{std::move(code), fmt::format("--cluster {}: {}", abridged(item), why)};
  };
  const std::int64_t most = schedulers::yarn::amount_max(
      release == YarnRelease::v3 ? schedulers::yarn::Release::v3 : schedulers::yarn::Release::v2_7);
  ClusterAmounts amounts;
  while (true) {
    const std::size_t comma = text.find(',');
    const std::string_view item = trimmed(text.substr(0, comma));
    const std::size_t equals = item.find('=');
    if (equals == 0 || equals == std::string_view::npos) {
      return wrong("FS002", item, "RESOURCE=AMOUNT is expected, such as memory=8192,vcores=8");
    }
    const std::string_view digits = trimmed(item.substr(equals + 1));
    if (!is_java_integer(digits, most) || digits.starts_with('-') || digits.starts_with('+')) {
      return wrong("FS006", item,
                   fmt::format("a whole amount from 0 to {} is expected; memory is in MB", most));
    }
    std::int64_t amount = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), amount);
    const std::string name(resource_name(trimmed(item.substr(0, equals))));
    if (!amounts.emplace(name, amount).second) return wrong("FS004", item, "duplicate resource");
    if (comma == std::string_view::npos) return amounts;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace fairshare::formats

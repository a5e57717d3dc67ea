// The API server's priority levels. The objects say which there are and how they are configured;
// the server's metrics say how many seats they have and could use.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "fairshare/exact/brief.h"
#include "formats/kubernetes/dump_readers.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

constexpr Exporter api_server{"the API server (since Kubernetes 1.26)",
                              "apiserver_flowcontrol_nominal_limit_seats"};

struct Level {
  const KubernetesObject* object;
  bool is_exempt = false;
  Rational shares = 0;                                     // nominalConcurrencyShares
  Rational lendable = 0;                                   // percent
  std::optional<Rational> borrowing_limit = std::nullopt;  // percent
  // Seats, from the metrics.
  Rational nominal = 0;
  Rational lower = 0;
  Rational upper = 0;
  Rational high_watermark = 0;
  Rational target = 0;
  Rational current = 0;
};

Rational seats(DumpContext& context, std::string_view what, const std::string& level) {
  const auto sample = needed_sample(context, fmt::format("apiserver_flowcontrol_{}", what),
                                    {{"priority_level", level}});
  return sample ? sample->value : Rational(0);
}

// An amount that the server has in whole seats.
Rational whole_seats(DumpContext& context, std::string_view what, const std::string& level) {
  Rational number = seats(context, what, level);
  if (exact::is_whole(number) && number <= std::numeric_limits<std::int64_t>::max()) return number;
  const std::string name = fmt::format("apiserver_flowcontrol_{}", what);
  const auto found = context.metrics->find(name, {{"priority_level", level}});
  report(context, {.code = "FS008",
                   .message = "the sample is not a whole number from 0 to 9223372036854775807",
                   .file = context.metrics->file,
                   .line = std::get<const Sample*>(found)->line,
                   .field = name});
  return 0;
}

void read_configuration(ObjectFields& fields, Level& level) {
  const std::string type = fields.needed_text({"spec", "type"});
  if (type.empty()) return;
  level.is_exempt = type == "Exempt";
  if (type != "Exempt" && type != "Limited") {
    return fields.complain({"spec", "type"}, {"FS002", "\"Limited\" or \"Exempt\" is expected"});
  }
  const std::string_view kind = level.is_exempt ? "exempt" : "limited";
  const Rational usual = level.is_exempt ? 0 : 30;  // what Kubernetes fills in
  const auto find = [&](std::string_view key) {
    return fields.find_whole({"spec", kind, key}, 0, int32_max);
  };
  const auto until_v1beta2 = find("assuredConcurrencyShares");
  level.shares = find("nominalConcurrencyShares").value_or(until_v1beta2.value_or(usual));
  level.lendable = find("lendablePercent").value_or(0);
  level.borrowing_limit = find("borrowingLimitPercent");
}

// True until Kubernetes 1.30, whose server divides seats among exempt levels as among all others.
bool divides_to_exempt(const Metrics& metrics) {
  constexpr int minor_max = 30;
  const auto found = metrics.index.find({"kubernetes_build_info", "", ""});
  if (found == metrics.index.end()) return false;
  const MetricLabels& labels = metrics.samples[found->second.front()].labels;
  const auto label = labels.find("minor");
  if (label == labels.end()) return false;
  const std::string& text = label->second;  // "30", or "30+"
  int minor = minor_max + 1;
  std::from_chars(text.data(), text.data() + text.size(), minor);
  return minor <= minor_max;
}

// False for an exempt level until Kubernetes 1.27: only the others have limits in the metrics.
bool has_seats(const Metrics& metrics, const Level& level) {
  const std::string name = "apiserver_flowcontrol_nominal_limit_seats";
  return !level.is_exempt || !metrics.index.contains({name, "", ""}) ||
         metrics.index.contains({name, "priority_level", level.object->name});
}

// Nothing if the level has no seats.
std::optional<Level> read_level(DumpContext& context, const KubernetesObject& object) {
  ObjectFields fields(object, context.file, context.result.errors);
  Level level{.object = &object};
  read_configuration(fields, level);
  if (!has_seats(*context.metrics, level)) return std::nullopt;
  if (divides_to_exempt(*context.metrics)) level.is_exempt = false;
  level.nominal = whole_seats(context, "nominal_limit_seats", object.name);
  level.lower = seats(context, "lower_limit_seats", object.name);
  level.upper = seats(context, "upper_limit_seats", object.name);
  level.high_watermark = seats(context, "demand_seats_high_watermark", object.name);
  level.current = whole_seats(context, "current_limit_seats", object.name);
  if (!level.is_exempt) level.target = seats(context, "target_seats", object.name);
  return level;
}

// The least that a level that is not exempt has at this moment, as the server computes it.
Rational at_least(const Level& level) {
  if (level.is_exempt) return std::max(level.lower, level.high_watermark);
  return std::max(level.lower, std::min(level.nominal, level.high_watermark));
}

// A level that is only in the metrics has been deleted. It may still have requests to serve, and
// then gets seats, or it may have none; its samples stay until the server is restarted.
void find_lingering(DumpContext& context, const ObjectList& objects) {
  std::set<std::string_view> names;
  for (const KubernetesObject* object : objects) names.insert(object->name);
  for (const Sample& sample : context.metrics->samples) {
    const auto label = sample.labels.find("priority_level");
    if (sample.name != "apiserver_flowcontrol_nominal_limit_seats" ||
        label == sample.labels.end()) {
      continue;
    }
    if (names.contains(label->second)) continue;
    report(context, {.code = "FS105",
                     .message = fmt::format("{} has no PriorityLevelConfiguration of this name: a "
                                            "deleted level; remove its samples, unless it still "
                                            "has requests to serve",
                                            context.file),
                     .file = context.metrics->file,
                     .line = sample.line,
                     .claimant = label->second,
                     .field = sample.name});
  }
}

Rational rounded(const Rational& number) {  // halves away from zero, none is negative
  return exact::floor(number + Rational(1, 2));
}

// The nominal limits are ceil(server's limit * shares / all shares), with one limit for all levels;
// the lower and upper limits are percentages of them. If not, metrics and objects come from two
// configurations.
void compare_configuration(DumpContext& context, const std::vector<Level>& levels) {
  Rational all = 0;
  for (const Level& level : levels) all += level.shares;
  std::optional<Rational> above;  // the server's limit is above this,
  std::optional<Rational> most;   // and at most this
  bool has_seats_without_shares = false;
  for (const Level& level : levels) {
    const Rational lower = level.nominal - rounded(level.nominal * level.lendable / 100);
    const bool has_upper =
        !level.borrowing_limit ||
        level.upper == level.nominal + rounded(level.nominal * *level.borrowing_limit / 100);
    if (level.lower != lower || !has_upper) {
      warn(context,
           fmt::format("{}: its limits in the metrics, {} to {} seats, differ from its "
                       "configuration: metrics and objects were taken at different times.",
                       level.object->name, exact::brief(level.lower), exact::brief(level.upper)));
    }
    if (level.shares <= 0) {
      has_seats_without_shares |= level.nominal != 0;
      continue;
    }
    const Rational low = (level.nominal - 1) * all / level.shares;
    const Rational high = level.nominal * all / level.shares;
    if (!above || low > *above) above = low;
    if (!most || high < *most) most = high;
  }
  const bool some_limit_fits = !above || exact::floor(*above) + 1 <= *most;
  if (!some_limit_fits || has_seats_without_shares) {
    warn(context,
         "No server limit yields the nominal limits in the metrics from the shares in the objects: "
         "metrics and objects were taken at different times.");
  }
}

DumpClaimant claimant_of(const Level& level) {
  DumpClaimant claimant{.name = level.object->name, .weight = level.target};
  claimant.min_share = at_least(level);
  claimant.max_share = level.upper;
  claimant.demand = level.upper;
  claimant.share = without_digits(level.current);
  return claimant;
}

// What is divided if the exempt levels leave no more than the minimums of the others: what is above
// their lower limits, by what each lacks of its minimum (updateBorrowingLocked in
// apf_controller.go).
void add_shortage(DumpContext& context, const std::vector<Level>& levels, const Rational& rest,
                  std::string shortage) {
  Division division{.path = "priority levels",
                    .resource = "seats",
                    .rule = Rule::base,
                    .names = {"its lower limit", "its minimum of seats", "", "level"},
                    .usual = Rounding::nearest,
                    .following = Following::bounds_and_total};
  Rational lower_limits = 0;
  for (const Level& level : levels) {
    if (level.is_exempt) continue;
    const Rational lacking = at_least(level) - level.lower;
    division.problem.claimants.push_back({lacking, 0, lacking});
    division.labels.push_back({.name = level.object->name, .paid = level.lower});
    division.shares.push_back(without_digits(level.current));
    lower_limits += level.lower;
  }
  division.problem.total = std::max(Rational(0), Rational(rest - lower_limits));
  division.notes.push_back(std::move(shortage));
  context.result.whole.push_back(std::move(division));
}

void add_division(DumpContext& context, const std::vector<Level>& levels) {
  DumpDivision division{.title = "priority levels",
                        .resource = "seats",
                        .scheduler = "apf",
                        .line = line_of(*levels.front().object),
                        .total = 0,
                        .claimants = {},
                        .is_in_whole_seats = true};
  division.called = {"its minimum of seats", "its maximum of seats", "what is asked for", "level"};
  Rational rest = 0;  // what the exempt levels leave
  Rational lower_bounds = 0;
  std::vector<std::string> exempt;
  for (const Level& level : levels) {
    division.total += level.nominal;
    rest += level.nominal;
    if (level.is_exempt) {
      rest -= at_least(level);
      exempt.push_back(fmt::format("{} {}", level.object->name, exact::brief(at_least(level))));
      continue;
    }
    lower_bounds += at_least(level);
    division.claimants.push_back(claimant_of(level));
  }
  if (division.claimants.empty()) {
    return warn(context, "All levels are exempt, so nothing is divided.");
  }
  if (!exempt.empty() && rest <= lower_bounds) {
    return add_shortage(
        context, levels, rest,
        fmt::format("The exempt levels ({}) leave {} seats, no more than the other levels' "
                    "minimums, {}: each level has its lower limit, and the rest is divided by what "
                    "each then lacks of its minimum.",
                    fmt::join(exempt, ", "), exact::brief(rest), exact::brief(lower_bounds)));
  }
  if (!exempt.empty()) {
    division.notes.push_back(
        fmt::format("The total is the sum of all nominal limits: the server divides it as if the "
                    "exempt levels ({}) held none of it.",
                    fmt::join(exempt, ", ")));
  }
  context.result.divisions.push_back(std::move(division));
}

}  // namespace

void read_apf_levels(DumpContext& context, const ObjectList& objects) {
  if (!find_release(context, "apf") || !has_metrics(context, api_server)) return;
  if (!context.options.totals.empty()) {
    return report(context,
                  {.code = "FS018",
                   .message = "--total does not apply to priority levels: their total is the sum "
                              "of the nominal limits in the metrics",
                   .file = context.file});
  }
  std::vector<Level> levels;
  find_lingering(context, objects);
  for (const KubernetesObject* object : objects) {
    if (auto level = read_level(context, *object)) levels.push_back(*std::move(level));
  }
  if (!context.result.errors.empty()) return;
  compare_configuration(context, levels);
  add_division(context, levels);
}

}  // namespace fairshare::formats

#include "formats/ceph/osd_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/text/fields.h"
#include "formats/text/input_error.h"
#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

constexpr std::array<std::string_view, 3> classes = {"client", "background_recovery",
                                                     "background_best_effort"};
constexpr std::string_view prefix = "osd_mclock_scheduler_";

struct Allocation {  // for one class
  std::string_view reservation;
  std::string_view weight;
  std::string_view limit;  // "0": none
};

struct Profile {
  std::string_view name;
  std::array<Allocation, 3> of;  // as `classes`
};

// Ceph since Reef: set_config_defaults_from_profile in src/osd/scheduler/mClockScheduler.cc.
constexpr std::array<Profile, 3> profiles = {{
    {"balanced", {{{"0.5", "1", "0"}, {"0.5", "1", "0"}, {"0", "1", "0.9"}}}},
    {"high_client_ops", {{{"0.6", "2", "0"}, {"0.4", "1", "0"}, {"0", "1", "0.7"}}}},
    {"high_recovery_ops", {{{"0.3", "1", "0"}, {"0.7", "2", "0"}, {"0", "1", "0"}}}},
}};

struct Option {
  std::string section = {};  // "osd.3"
  std::string text = {};
  std::size_t line = 0;
};
using Section = std::map<std::string, Option, std::less<>>;

struct Context {
  std::string file;
  std::map<std::string, Section, std::less<>> sections = {};
  DocumentReading result = {};
};

// Once about an option, which many OSDs may have.
void report(Context& context, const Option& at, std::string field, Complaint complaint) {
  const bool is_told = std::ranges::any_of(context.result.errors, [&](const InputError& error) {
    return error.line == at.line && error.claimant == at.section && error.field == field;
  });
  if (is_told) return;
  context.result.errors.push_back({.code = std::move(complaint.code),
                                   .message = std::move(complaint.message),
                                   .file = context.file,
                                   .line = at.line,
                                   .claimant = at.section,
                                   .field = std::move(field)});
}

std::string text_of(const json::Value& entry, std::string_view key) {
  const json::Value* value = json::find(entry, key);
  const auto* text = value != nullptr ? std::get_if<std::string>(&value->is) : nullptr;
  return text != nullptr ? *text : "";
}

bool is_of_osds(std::string_view section) {
  return section == "global" || section == "osd" || section.starts_with("osd.");
}

// Each OSD sets its osd_mclock_max_capacity_iops_..., which change no part of the capacity.
bool is_divided_by(std::string_view name) {
  return name == "osd_op_queue" || name == "osd_mclock_profile" || name.starts_with(prefix);
}

// Ignores options of other daemons, and other options of OSDs.
void read_entry(Context& context, const json::Value& entry) {
  const std::string section = text_of(entry, "section");
  const std::string name = text_of(entry, "name");
  const Option option{section, text_of(entry, "value"), entry.mark.line};
  if (section.empty() || name.empty() || json::find(entry, "value") == nullptr) {
    return report(context, option, name,
                  {"FS002", "an option has a \"section\", a \"name\" and a \"value\""});
  }
  if (!is_of_osds(section) || !is_divided_by(name)) return;
  const std::string mask = text_of(entry, "mask");
  if (mask.empty()) {
    if (context.sections[section].emplace(name, option).second) return;
    return report(context, option, name,
                  {"FS004", "duplicate option: an earlier one has this section and name"});
  }
  context.result.warnings.push_back(fmt::format(
      "{} of {} has the mask {} and is ignored: the dump does not say which OSDs it applies to.",
      name, section, json::quoted(abridged(mask))));
}

const Option* find_option(const Context& context, std::string_view osd, std::string_view name) {
  for (const std::string_view section :
       {osd, std::string_view("osd"), std::string_view("global")}) {
    const auto found = context.sections.find(section);
    if (found == context.sections.end()) continue;
    const auto option = found->second.find(name);
    if (option != found->second.end()) return &option->second;
  }
  return nullptr;
}

std::string_view value_of(const Context& context, std::string_view osd, std::string_view name,
                          std::string_view otherwise) {
  const Option* option = find_option(context, osd, name);
  return option != nullptr ? std::string_view(option->text) : otherwise;
}

// A number of a class: the value of its option, or the default.
Rational number(Context& context, std::string_view osd, std::string_view of_class,
                std::string_view what, std::string_view otherwise) {
  const std::string name = fmt::format("{}{}_{}", prefix, of_class, what);
  const std::string_view text = value_of(context, osd, name, otherwise);
  const auto parsed = exact::parse_number(text);
  std::optional<Complaint> complaint;
  if (const auto* error = std::get_if<exact::TextError>(&parsed)) {
    complaint = unread(text, *error);
  } else if (const Rational& value = std::get<exact::TextNumber>(parsed).value; value < 0) {
    complaint = {"FS011", "the number is negative"};
  } else if (what == "wgt" && !exact::is_whole(value)) {
    complaint = {"FS008", "a weight is a whole number"};
  } else {
    return value;
  }
  report(context, *find_option(context, osd, name), name, *std::move(complaint));
  return 0;
}

// A reservation is served even if it exceeds the limit.
Claimant<Rational> claimant_of(const Rational& reservation, const Rational& weight,
                               const Rational& limit) {
  Claimant<Rational> claimant{weight, reservation, std::nullopt};
  if (limit > 0) claimant.max_share = std::max(reservation, limit);
  return claimant;
}

Rational parsed(std::string_view text) {
  return std::get<exact::TextNumber>(exact::parse_number(text)).value;
}

std::vector<Claimant<Rational>> claimants_of_custom(Context& context, std::string_view osd) {
  std::vector<Claimant<Rational>> claimants;
  for (const std::string_view of_class : classes) {
    const Rational reservation = number(context, osd, of_class, "res", "0");
    const Rational weight = number(context, osd, of_class, "wgt", "1");
    claimants.push_back(
        claimant_of(reservation, weight, number(context, osd, of_class, "lim", "0")));
  }
  return claimants;
}

std::vector<Claimant<Rational>> claimants_of_profile(const Profile& profile) {
  std::vector<Claimant<Rational>> claimants;
  for (const Allocation& of : profile.of) {
    claimants.push_back(claimant_of(parsed(of.reservation), parsed(of.weight), parsed(of.limit)));
  }
  return claimants;
}

void warn_of_locked(Context& context, std::string_view osd, std::string_view profile) {
  for (const std::string_view of_class : classes) {
    for (const std::string_view what : {"res", "wgt", "lim"}) {
      const std::string name = fmt::format("{}{}_{}", prefix, of_class, what);
      if (find_option(context, osd, name) == nullptr) continue;
      context.result.warnings.push_back(
          fmt::format("{}: {} is ignored: the profile is {}, not custom.", osd, name, profile));
    }
  }
}

// Nothing if an error says why.
std::optional<std::vector<Claimant<Rational>>> find_claimants(Context& context,
                                                              std::string_view osd) {
  const std::string_view queue = value_of(context, osd, "osd_op_queue", "mclock_scheduler");
  if (queue != "mclock_scheduler") {
    report(context, *find_option(context, osd, "osd_op_queue"), "osd_op_queue",
           {"FS018", fmt::format("{} has the queue {}, which is not mClock's", osd,
                                 json::quoted(abridged(queue)))});
    return std::nullopt;
  }
  const std::string_view name = value_of(context, osd, "osd_mclock_profile", "balanced");
  if (name == "custom") {
    const std::size_t errors_before = context.result.errors.size();
    auto claimants = claimants_of_custom(context, osd);
    if (context.result.errors.size() > errors_before) return std::nullopt;
    return claimants;
  }
  const auto* profile = std::ranges::find(profiles, name, &Profile::name);
  if (profile == profiles.end()) {
    report(context, *find_option(context, osd, "osd_mclock_profile"), "osd_mclock_profile",
           {"FS002",
            fmt::format(
                "{} is not a profile; known: balanced, high_client_ops, high_recovery_ops, custom",
                json::quoted(abridged(name)))});
    return std::nullopt;
  }
  warn_of_locked(context, osd, name);
  return claimants_of_profile(*profile);
}

void add_division(Context& context, const std::string& osd) {
  auto claimants = find_claimants(context, osd);
  if (!claimants) return;
  Division division{.path = osd, .names = {"reservation", "limit", "demand"}};
  division.problem = {1, *std::move(claimants)};
  for (const std::string_view of_class : classes)
    division.labels.push_back({std::string(of_class)});
  context.result.parts.push_back(
      {.title = osd, .resource = "parts of its capacity", .world = std::move(division)});
}

}  // namespace

bool looks_like_osd_options(std::string_view beginning) {
  for (const std::string_view expected : {"[", "{", "\"section\""}) {
    const std::size_t begin = beginning.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || !beginning.substr(begin).starts_with(expected))
      return false;
    beginning.remove_prefix(begin + expected.size());
  }
  return true;
}

DocumentReading read_osd_options(const NamedText& document) {
  Context context{.file = document.name};
  auto parsed = json::parse(document.text);
  if (auto* error = std::get_if<InputError>(&parsed)) {
    error->file = document.name;
    context.result.errors.push_back(std::move(*error));
    return std::move(context.result);
  }
  const auto* entries = std::get_if<json::Array>(&std::get<json::Value>(parsed).is);
  if (entries == nullptr) {
    report(context, {.line = 1}, "", {"FS002", "a list of options is expected"});
    return std::move(context.result);
  }
  for (const json::Value& entry : *entries) read_entry(context, entry);
  if (!context.result.errors.empty()) return std::move(context.result);
  add_division(context, "osd");
  for (const auto& [name, options] : context.sections) {
    if (name.starts_with("osd.")) add_division(context, name);
  }
  return std::move(context.result);
}

}  // namespace fairshare::formats

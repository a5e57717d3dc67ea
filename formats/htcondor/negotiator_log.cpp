#include "formats/htcondor/negotiator_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/registry.h"
#include "formats/records/levels.h"
#include "formats/text/fields.h"
#include "formats/text/words.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

constexpr int printed_digits = 6;  // of "%g"

// A row of the table that is written after the quotas have been assigned.
struct Group {
  std::string name;
  std::size_t line = 0;
  std::string computed;  // quota
  std::string quota;     // as configured
  bool is_static = false;
  bool accepts_surplus = false;
  bool regroups = false;
  std::string requested;
};

struct Cycle {
  std::string time;  // "08/21/26 15:16:39"
  std::size_t line = 0;
  std::string total;
  bool is_weighted = false;
  std::vector<Group> groups = {};
  std::map<std::string, std::string, std::less<>> allocated = {};
  bool is_complete = false;  // round 1 is over
};

// The part of the last cycle that is being read.
enum class Section { other, table, allocations };

struct Context {
  std::string file;
  std::vector<Cycle> cycles = {};
  Section section = Section::other;
  DocumentReading result = {};
};

void report(Context& context, std::size_t line, std::string group, std::string field,
            Complaint complaint) {
  context.result.errors.push_back({.code = std::move(complaint.code),
                                   .message = std::move(complaint.message),
                                   .file = context.file,
                                   .line = line,
                                   .claimant = std::move(group),
                                   .field = std::move(field)});
}

bool begins_like(std::string_view line, std::string_view pattern) {
  if (line.size() < pattern.size()) return false;
  return std::ranges::equal(line.substr(0, pattern.size()), pattern, [](char is, char expected) {
    return expected == '0' ? '0' <= is && is <= '9' : is == expected;
  });
}

// "08/21/26 15:16:39", perhaps followed by ".123"; empty if the line does not begin with a time.
std::string_view time_of(std::string_view line) {
  for (const std::string_view pattern : {"00/00/00 00:00:00 ", "00/00/00 00:00:00.000 "}) {
    if (begins_like(line, pattern)) return line.substr(0, pattern.size() - 1);
  }
  return {};
}

// What follows date and time, and "(pid:7) (D_ALWAYS) " after these.
std::string_view message_of(std::string_view line) {
  const std::string_view time = time_of(line);
  if (time.empty()) return {};
  line.remove_prefix(time.size() + 1);
  while (line.starts_with('(') && line.find(") ") != std::string_view::npos) {
    line.remove_prefix(line.find(") ") + 2);
  }
  return line;
}

// The text from `key` to the next white space; empty if the message lacks `key`.
std::string value_behind(std::string_view message, std::string_view key) {
  const std::size_t at = message.find(key);
  if (at == std::string_view::npos) return "";
  const auto words = words_of(message.substr(at + key.size()));
  return words.empty() ? "" : std::string(words.front());
}

bool is_flag(std::string_view word) {
  return word == "Y" || word == "N";
}

// "physics.cms  50  25  N  Y  N  4  30  2  0": computed quota, quota, whether that is static,
// accepts surplus, regroups, use, requested, submitters, allocated. The last is missing if
// hgq_group_tester writes the table. False if the table is over.
bool read_row(Cycle& cycle, std::string_view message, std::size_t line) {
  const auto words = words_of(message);
  const bool is_row = (words.size() == 10 || words.size() == 9) && is_flag(words[3]) &&
                      is_flag(words[4]) && is_flag(words[5]);
  if (!is_row) {
    return message.starts_with("Group ") || message.starts_with("Name ") ||
           message.starts_with("---");
  }
  cycle.groups.push_back({.name = std::string(words[0]),
                          .line = line,
                          .computed = std::string(words[1]),
                          .quota = std::string(words[2]),
                          .is_static = words[3] == "Y",
                          .accepts_surplus = words[4] == "Y",
                          .regroups = words[5] == "Y",
                          .requested = std::string(words[7])});
  return true;
}

void read_line(Context& context, std::string_view line, std::size_t number) {
  constexpr std::string_view beginning = "group quotas: assigning group quotas from ";
  const std::string_view message = message_of(line);
  if (message.starts_with(beginning)) {
    context.cycles.push_back({.time = std::string(time_of(line)),
                              .line = number,
                              .total = value_behind(message, beginning),
                              .is_weighted = message.ends_with(" weighted slots")});
    context.section = Section::other;
  }
  if (context.cycles.empty()) return;
  Cycle& cycle = context.cycles.back();
  if (context.section == Section::table && !read_row(cycle, message, number)) {
    context.section = Section::other;
  }
  if (message.starts_with("group quota: Quotas have been assigned")) {
    context.section = Section::table;
  } else if (message == "group quotas: allocation round 1") {
    context.section = Section::allocations;
  } else if (context.section == Section::allocations &&
             message.starts_with("group quotas: group= ")) {
    cycle.allocated.emplace(value_behind(message, "group= "),
                            value_behind(message, " allocated= "));
  } else if (context.section == Section::allocations &&
             message.starts_with("group quotas: groups= ")) {
    cycle.is_complete = true;
    context.section = Section::other;
  }
}

void read_text(Context& context, std::string_view text) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (line.ends_with('\r')) line.remove_suffix(1);
    read_line(context, line, number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// True for "0.333333", which may have been rounded; false for "0.33".
bool has_all_digits(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text.substr(0, text.find('e'))) {
    if ('0' <= c && c <= '9' && (digits > 0 || c != '0')) ++digits;
  }
  return digits >= printed_digits;
}

// A number as printed, and as the release holds it.
struct Amount {
  WrittenNumber written;
  double held = 0;
};

// The unit of the last of six digits, even if fewer were written: 0.00001 for 8.25.
Rational last_printed_digit(double held) {
  if (held == 0) return 0;
  const std::string scientific = fmt::format("{:.5e}", held);
  const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  const auto unit = exact::parse_number(fmt::format("1e{}", exponent + 1 - printed_digits));
  return std::get<exact::TextNumber>(unit).value;
}

std::variant<Amount, Complaint> read_amount(const std::string& text) {
  const auto parsed = exact::parse_number(text);
  if (const auto* error = std::get_if<exact::TextError>(&parsed)) return unread(text, *error);
  const Rational& value = std::get<exact::TextNumber>(parsed).value;
  if (value < 0) return Complaint{"FS011", fmt::format("{} is negative", text)};
  auto held = hold(value, schedulers::Type::float64);
  if (auto* complaint = std::get_if<Complaint>(&held)) return std::move(*complaint);
  const double number = std::get<double>(std::get<schedulers::Held>(held));
  return Amount{{text, value, last_printed_digit(number)}, number};
}

// Nothing if an error says why.
std::optional<Amount> find_amount(Context& context, const std::string& text, std::size_t line,
                                  const std::string& group, std::string_view field) {
  auto read = read_amount(text);
  if (auto* complaint = std::get_if<Complaint>(&read)) {
    report(context, line, group, std::string(field), std::move(*complaint));
    return std::nullopt;
  }
  return std::get<Amount>(std::move(read));
}

std::optional<schedulers::Held> find_held(Context& context, const std::string& text,
                                          std::size_t line, const std::string& group,
                                          std::string_view field) {
  const auto amount = find_amount(context, text, line, group, field);
  if (!amount) return std::nullopt;
  return amount->held;
}

void add_share(Context& context, const Cycle& cycle, const Group& group, LevelWorld& world) {
  const auto allocated = cycle.allocated.find(group.name);
  if (allocated == cycle.allocated.end()) {
    return report(context, group.line, group.name, "allocated",
                  {"FS104", "the log has no allocation of this group"});
  }
  const auto amount = find_amount(context, allocated->second, group.line, group.name, "allocated");
  if (amount) world.shares->push_back(amount->written);
}

void add_group(Context& context, const Cycle& cycle, const Group& group,
               std::set<std::string_view>& seen, LevelWorld& world) {
  if (!seen.insert(group.name).second) {
    report(context, group.line, group.name, "",
           {"FS004", "duplicate group: an earlier one has this name"});
  }
  schedulers::Claim claim{.name = group.name};
  const auto quota = find_held(context, group.quota, group.line, group.name, "quota");
  (group.is_static ? claim.min_share : claim.weight) = quota;
  claim.demand = find_held(context, group.requested, group.line, group.name, "requested");
  claim.accepts_surplus = group.accepts_surplus;
  world.level.claims.push_back(std::move(claim));
  world.names.push_back(group.name);
  add_share(context, cycle, group, world);
}

// Refuses allocations to groups that are not in the table, except of nothing.
void refuse_others(Context& context, const Cycle& cycle, const std::set<std::string_view>& seen) {
  std::vector<std::string> others;
  for (const auto& [group, allocated] : cycle.allocated) {
    if (!seen.contains(group) && allocated != "0") others.push_back(group);
  }
  if (others.empty()) return;
  report(context, cycle.line, others.front(), "allocated",
         {"FS105",
          "the table of quotas has no row of this group" +
              (others.size() == 1 ? "" : fmt::format(", nor of {} others", others.size() - 1))});
}

bool may_be_rounded(const Cycle& cycle) {
  return has_all_digits(cycle.total) || std::ranges::any_of(cycle.groups, [](const Group& group) {
           return has_all_digits(group.quota) || has_all_digits(group.requested);
         });
}

// The last cycle may still be running, and a cycle before a restart was abandoned. If no cycle is
// complete, those before the last have no allocations, which is an error.
void drop_incomplete(Context& context) {
  const bool is_any_complete = std::ranges::any_of(context.cycles, &Cycle::is_complete);
  std::erase_if(context.cycles, [&](const Cycle& cycle) {
    const bool is_dropped =
        !cycle.is_complete && (is_any_complete || &cycle == &context.cycles.back());
    if (is_dropped) {
      context.result.warnings.push_back(
          fmt::format("The cycle of {} is not complete and is left out.", cycle.time));
    }
    return is_dropped;
  });
}

// Without oversubscription the computed quotas are a division of the slots. All are printed with
// six digits, so each may be off by five millionths.
bool is_oversubscribed(const Cycle& cycle) {
  constexpr double off = 5e-6;
  const double slots = std::strtod(cycle.total.c_str(), nullptr);
  double quotas = 0;
  for (const Group& group : cycle.groups) quotas += std::strtod(group.computed.c_str(), nullptr);
  return slots > 0 && quotas * (1 - off) > slots * (1 + off);
}

// What the model lacks but the cycle uses; empty if there is no such thing.
std::string_view find_unmodelled(const Cycle& cycle) {
  if (!cycle.is_weighted) return "without weighted slots quotas are rounded to whole slots";
  if (std::ranges::any_of(cycle.groups, &Group::regroups)) {
    return "with autoregroup <none> is allocated the whole pool";
  }
  if (is_oversubscribed(cycle)) {
    return "the quotas exceed the slots, as NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION allows";
  }
  return "";
}

void add_cycle(Context& context, const Cycle& cycle) {
  const std::size_t errors_before = context.result.errors.size();
  if (const std::string_view why = find_unmodelled(cycle); !why.empty()) {
    return report(context, cycle.line, "", "",
                  {"FS018", fmt::format("this cycle is not judged: {}", why)});
  }
  LevelWorld world = empty_level(*schedulers::find_scheduler("htcondor"));
  world.called = {"min(requested, quota)", "requested", "requested", "group"};
  world.digits = printed_digits;
  world.shares.emplace();
  const auto total = find_held(context, cycle.total, cycle.line, "", "slots");
  std::set<std::string_view> seen;
  for (const Group& group : cycle.groups) add_group(context, cycle, group, seen, world);
  refuse_others(context, cycle, seen);
  if (context.result.errors.size() > errors_before) return;
  world.level.total = *total;
  std::vector<std::string> notes;
  if (may_be_rounded(cycle)) {
    notes.push_back(
        fmt::format("the log has {} digits of a number, and one of these numbers may have had more",
                    printed_digits));
  }
  context.result.parts.push_back({.title = cycle.time,
                                  .resource = "slots",
                                  .line = cycle.line,
                                  .notes = std::move(notes),
                                  .world = std::move(world)});
}

void add_cycles(Context& context) {
  if (context.cycles.empty()) {
    return report(context, 0, "", "",
                  {"FS002",
                   "no cycle is complete in which quotas are assigned to groups: the log needs "
                   "GROUP_NAMES, and a later cycle"});
  }
  const auto has_allocations = [](const Cycle& cycle) { return !cycle.allocated.empty(); };
  if (std::ranges::none_of(context.cycles, has_allocations)) {
    return report(context, context.cycles.front().line, "", "allocated",
                  {"FS104", "the log has no allocations: it needs NEGOTIATOR_DEBUG = D_FULLDEBUG"});
  }
  for (const Cycle& cycle : context.cycles) add_cycle(context, cycle);
}

}  // namespace

bool looks_like_negotiator_log(std::string_view beginning) {
  const std::size_t begin = beginning.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && !time_of(beginning.substr(begin)).empty();
}

DocumentReading read_negotiator_log(const NamedText& document) {
  Context context{.file = document.name};
  read_text(context, document.text);
  drop_incomplete(context);
  add_cycles(context);
  return std::move(context.result);
}

}  // namespace fairshare::formats

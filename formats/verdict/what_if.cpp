#include "formats/verdict/what_if.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/common/base_rule.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using Field = Setting::Field;

// A node as a claimant and as a divider: by its number, or else by its path.
struct Node {
  std::optional<std::size_t> number = std::nullopt;
  std::string path = {};
  std::string resource = {};

  auto operator<=>(const Node&) const = default;
};

const std::string& path_of(const ClaimantLabel& label) {
  return label.path.empty() ? label.name : label.path;
}

Node node_of(const std::optional<std::size_t>& number, const std::string& path,
             const std::string& resource) {
  return {number, number ? "" : path, resource};
}

Node claimant_of(const Division& division, std::size_t i) {
  const ClaimantLabel& label = division.labels[i];
  return node_of(label.node, path_of(label), division.resource);
}

// Nothing at the top.
std::optional<Node> divider_of(const Division& division) {
  if (!division.node && division.path.empty()) return std::nullopt;
  return node_of(division.node, division.path, division.resource);
}

// Applying a setting.

bool is_of(const Setting& setting, const Division& division) {
  return setting.resource.empty() || setting.resource == division.resource;
}

// If there are paths, names have no slashes.
bool names(const Setting& setting, const ClaimantLabel& label) {
  return setting.field != Field::total &&
         (setting.claimant == label.name || setting.claimant == path_of(label) ||
          "/" + setting.claimant == label.path);
}

// A sentence if a setting names two claimants. The same claimant may be in several divisions: one
// for each resource, and in a document without nodes one for each object.
std::optional<std::string> find_ambiguous(const Setting& setting,
                                          const std::vector<Division>& divisions) {
  const ClaimantLabel* first = nullptr;
  for (const Division& division : divisions) {
    if (!is_of(setting, division)) continue;
    for (const ClaimantLabel& label : division.labels) {
      if (!names(setting, label)) continue;
      if (first == nullptr) first = &label;
      const bool is_same = first->node == label.node && path_of(*first) == path_of(label);
      if (is_same) continue;
      if (path_of(*first) != path_of(label)) {
        return fmt::format("--set {}: {} stands for {} and {}; name one of them by its path",
                           setting.text, setting.claimant, path_of(*first), path_of(label));
      }
      return fmt::format("--set {}: two nodes are called {}; give one another name in the input",
                         setting.text, setting.claimant);
    }
  }
  return std::nullopt;
}

bool follows(const Division& division, Field field) {
  const Following following = division.following;
  if (field == Field::weight) return false;
  if (following == Following::bounds_and_total) return true;
  return following == (field == Field::total ? Following::total : Following::bounds);
}

std::optional<std::string> apply(const Setting& setting, Division& division, std::size_t i) {
  if (follows(division, setting.field)) {
    return fmt::format(
        "--set {}: bounds follow from demands here, and from those of claimants above and below, "
        "so they cannot be changed alone; change the input",
        setting.text);
  }
  if (division.level) return std::nullopt;  // from the settings themselves
  const ClaimantLabel& label = division.labels[i];
  auto& [weight, min_share, max_share] = division.problem.claimants[i];
  if (!label.note.empty()) {
    return fmt::format(
        "--set {}: {} divides{} by other numbers than its own here ({}), so they cannot be "
        "changed; change the input",
        setting.text, label.name, division.resource.empty() ? "" : " " + division.resource,
        label.note);
  }
  if (setting.field == Field::weight) weight = *setting.value;
  const auto within_demand = [&](const Rational& bound) {
    return label.demand ? std::min(bound, *label.demand) : bound;
  };
  if (setting.field == Field::min_share) min_share = within_demand(*setting.value);
  if (setting.field == Field::max_share) {
    max_share = setting.value ? within_demand(*setting.value) : label.demand;
  }
  return std::nullopt;
}

// A sentence if a minimum, set or unchanged, is above its maximum.
std::optional<std::string> find_crossed(const Setting& setting,
                                        const std::vector<Division>& changed) {
  if (setting.field == Field::weight) return std::nullopt;
  for (const Division& division : changed) {
    if (!is_of(setting, division) || division.level) continue;
    for (std::size_t i = 0; i < division.labels.size(); ++i) {
      const auto& [weight, min_share, max_share] = division.problem.claimants[i];
      if (!max_share || *max_share >= min_share || !names(setting, division.labels[i])) continue;
      return fmt::format("--set {}: the maximum of {}, {}, is below its minimum, {}", setting.text,
                         division.labels[i].name, exact::brief(*max_share),
                         exact::brief(min_share));
    }
  }
  return std::nullopt;
}

std::optional<std::string> find_wrong_resource(const Setting& setting,
                                               const std::vector<Division>& divisions) {
  std::set<std::string> resources;
  for (const Division& division : divisions) resources.insert(division.resource);
  if (!setting.resource.empty() && !resources.contains(setting.resource)) {
    resources.erase("");
    return resources.empty()
               ? fmt::format("--set {}: nothing here is divided by resource; leave out \"{}=\"",
                             setting.text, setting.resource)
               : fmt::format("--set {}: no resource {}; known: {}", setting.text, setting.resource,
                             fmt::join(resources, ", "));
  }
  const bool is_amount = setting.field != Field::weight && setting.value;
  if (!setting.resource.empty() || resources.size() < 2 || !is_amount) return std::nullopt;
  return fmt::format("--set {}: say which resource, as in {}={}=...; known: {}", setting.text,
                     setting.text.substr(0, setting.text.rfind('=')), *resources.begin(),
                     fmt::join(resources, ", "));
}

std::string unknown_claimant(const Setting& setting, const std::vector<Division>& divisions) {
  constexpr std::size_t most_named = 6;
  std::vector<std::string> known;
  for (const Division& division : divisions) {
    for (std::size_t i = 0; i < division.labels.size() && known.size() < most_named; ++i) {
      const std::string& name = division.labels[i].name;
      if (std::ranges::find(known, name) == known.end()) known.push_back(name);
    }
  }
  if (known.empty()) return fmt::format("--set {}: nothing here is divided", setting.text);
  return fmt::format("--set {}: no claimant {}; known: {}", setting.text, setting.claimant,
                     fmt::join(known, ", "));
}

std::optional<std::string> find_fixed_total(const Setting& setting,
                                            const std::vector<Division>& divisions) {
  const bool is_fixed = std::ranges::any_of(divisions, [&](const Division& division) {
    return is_of(setting, division) && follows(division, Field::total);
  });
  if (setting.field != Field::total || !is_fixed) return std::nullopt;
  return fmt::format(
      "--set {}: bounds and total follow from each other here, so the total cannot be changed "
      "alone; change the input",
      setting.text);
}

std::optional<std::string> apply_one(const Setting& setting, std::vector<Division>& divisions) {
  if (auto complaint = find_wrong_resource(setting, divisions)) return complaint;
  if (auto complaint = find_fixed_total(setting, divisions)) return complaint;
  bool is_known = setting.field == Field::total;
  for (Division& division : divisions) {
    if (!is_of(setting, division)) continue;
    for (std::size_t i = 0; i < division.labels.size(); ++i) {
      if (!names(setting, division.labels[i])) continue;
      is_known = true;
      if (auto complaint = apply(setting, division, i)) return complaint;
    }
  }
  return is_known ? std::nullopt : std::optional(unknown_claimant(setting, divisions));
}

// Applies all of them before any bounds are compared, so that their order does not matter.
std::optional<std::string> apply(std::span<const Setting> settings,
                                 std::vector<Division>& divisions) {
  for (const Setting& setting : settings) {
    if (auto complaint = apply_one(setting, divisions)) return complaint;
  }
  for (std::size_t k = settings.size(); k-- > 0;) {
    if (auto complaint = find_crossed(settings[k], divisions)) return complaint;
  }
  return std::nullopt;
}

// Dividing, top-down.

// The parts of a level as one division.
std::vector<Division> merged(const std::vector<Division>& divisions) {
  std::vector<Division> all;
  for (const Division& division : divisions) {
    const bool is_more = division.level && !all.empty() && all.back().level == division.level;
    if (!is_more) {
      all.push_back(division);
      continue;
    }
    Division& level = all.back();
    level.label.clear();
    level.labels.insert(level.labels.end(), division.labels.begin(), division.labels.end());
    level.claims.insert(level.claims.end(), division.claims.begin(), division.claims.end());
  }
  return all;
}

// The division with its minimums added again, if they are paid first.
Division unpaid(Division division) {
  if (division.level) return division;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    auto& claimant = division.problem.claimants[i];
    Rational& paid = division.labels[i].paid;
    claimant.min_share += paid;
    if (claimant.max_share) *claimant.max_share += paid;
    division.problem.total += paid;
    paid = 0;
  }
  return division;
}

Solution<Rational> solve(const Problem<Rational>& problem, Rule rule) {
  return rule == Rule::base ? schedulers::solve_by_base_rule(problem) : exact::solve(problem);
}

Outlook::State divide(Problem<Rational> problem, Rule rule) {
  Outlook::State state{.total = problem.total, .shares = {}};
  Solution<Rational> solution = solve(problem, rule);
  if (const auto* over = std::get_if<Overcommitted<Rational>>(&solution)) {
    state.excess = over->excess;
  } else if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    state.unclaimed = surplus->unclaimed;
  }
  if (!std::holds_alternative<Allocation<Rational>>(solution)) {
    problem.total += state.excess - state.unclaimed;
    solution = solve(problem, rule);
  }
  state.shares = std::move(std::get<Allocation<Rational>>(solution).shares);
  return state;
}

std::vector<Change> changes_of(const Division& division, std::span<const Setting> settings) {
  std::vector<Change> changes;
  for (const Setting& setting : settings) {
    for (std::size_t i = 0; is_of(setting, division) && i < division.labels.size(); ++i) {
      if (!names(setting, division.labels[i])) continue;
      changes.push_back({setting.field, division.claims[i], setting.value});
    }
  }
  return changes;
}

// Each part by itself.
std::variant<Outlook::State, std::string> restated(const Division& division, const Rational& total,
                                                   std::span<const Setting> settings) {
  auto made = division.level->restate(total, changes_of(division, settings));
  if (auto* complaint = std::get_if<std::string>(&made)) return "--set: " + *complaint;
  std::vector<Rational> shares(division.claims.size());
  Rational sum = 0;
  for (const schedulers::Part& part : std::get<std::vector<schedulers::Part>>(made)) {
    const Outlook::State of_part = divide(part.problem, division.rule);
    for (std::size_t k = 0; k < part.claimants.size(); ++k) {
      shares[part.claimants[k]] = of_part.shares[k];
      sum += of_part.shares[k];
    }
  }
  Outlook::State state{.total = total, .shares = {}};
  for (const std::size_t claim : division.claims) state.shares.push_back(shares[claim]);
  if (sum < total) state.unclaimed = total - sum;
  if (sum > total) state.excess = sum - total;
  return state;
}

std::variant<std::vector<Outlook::State>, std::string> divide_all(
    const std::vector<Division>& divisions, std::span<const Setting> settings) {
  std::map<Node, Rational> share_of;
  std::vector<Outlook::State> states;
  for (const Division& division : divisions) {
    Rational total = division.level ? division.level->total : division.problem.total;
    const auto divider = divider_of(division);
    const auto parent = divider ? share_of.find(*divider) : share_of.end();
    if (parent != share_of.end()) {
      total = parent->second;
    } else {
      for (const Setting& setting : settings) {
        if (setting.field == Field::total && is_of(setting, division)) total = *setting.value;
      }
    }
    if (division.level) {
      auto made = restated(division, total, settings);
      if (auto* complaint = std::get_if<std::string>(&made)) return std::move(*complaint);
      states.push_back(std::get<Outlook::State>(std::move(made)));
    } else {
      states.push_back(divide({total, division.problem.claimants}, division.rule));
    }
    for (std::size_t i = 0; i < division.labels.size(); ++i) {
      share_of.insert_or_assign(claimant_of(division, i), states.back().shares[i]);
    }
  }
  return states;
}

std::string title_of(const Division& division) {
  std::string title = division.path;
  for (const std::string& part : {division.label, division.resource}) {
    if (!part.empty()) title += (title.empty() ? "" : ", ") + part;
  }
  return title;
}

// Why a division cannot be divided again; empty if it can.
std::vector<std::string_view> find_left_out(const std::vector<Division>& divisions) {
  std::vector<std::string_view> reasons;
  std::set<Node> unknown;  // whose shares are not computed
  for (const Division& division : divisions) {
    const auto divider = divider_of(division);
    reasons.emplace_back(
        division.rule == Rule::fifo ? "it serves its claimants one after the other"
        : division.rule == Rule::dominant
            ? "it divides one of several resources, which change together"
        : division.rule == Rule::computed             ? "its rule is known only as a computation"
        : division.following == Following::everything ? "it shows only what guarantees leave"
        : divider && unknown.contains(*divider)
            ? "it divides what a division above it gives, which is left out"
            : "");
    if (reasons.back().empty()) continue;
    for (std::size_t i = 0; i < division.labels.size(); ++i) {
      unknown.insert(claimant_of(division, i));
    }
  }
  return reasons;
}

// A sentence if a setting is about a division that is left out, or if all are.
std::optional<std::string> find_out_of_reach(const std::vector<Division>& divisions,
                                             std::span<const std::string_view> left_out,
                                             std::span<const Setting> settings) {
  const auto is_kept = [](std::string_view reason) { return reason.empty(); };
  const bool is_all = std::ranges::none_of(left_out, is_kept);
  for (std::size_t k = 0; k < divisions.size(); ++k) {
    if (left_out[k].empty()) continue;
    bool is_set = is_all;
    for (const Setting& setting : settings) {
      for (const ClaimantLabel& label : divisions[k].labels) {
        is_set = is_set || (is_of(setting, divisions[k]) && names(setting, label));
      }
    }
    if (!is_set) continue;
    const std::string title = title_of(divisions[k]);
    return fmt::format("--set cannot divide {} again: {}", title.empty() ? "the input" : title,
                       left_out[k]);
  }
  return std::nullopt;
}

// The field with which the text ends, after a dot.
std::optional<Field> field_before(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(dot + 1);
  if (name == "weight") return Field::weight;
  if (name == "min" || name == "min_share") return Field::min_share;
  if (name == "max" || name == "max_share") return Field::max_share;
  return std::nullopt;
}

}  // namespace

std::variant<Setting, std::string> read_setting(std::string_view text) {
  Setting setting{.text = std::string(text)};
  const auto complain = [&](std::string_view what) {
    return fmt::format("--set {}: {}", text, what);
  };
  std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) {
    return complain("a setting is total=VALUE, or NAME.weight, NAME.min or NAME.max=VALUE");
  }
  if (text.substr(0, sign) != "total") {
    // The first "=" that follows a field; a name may contain others.
    while (sign != std::string_view::npos && !field_before(text.substr(0, sign))) {
      sign = text.find('=', sign + 1);
    }
    if (sign == std::string_view::npos) {
      return complain("a setting is total=VALUE, or NAME.weight, NAME.min or NAME.max=VALUE");
    }
    setting.field = *field_before(text.substr(0, sign));
    setting.claimant = text.substr(0, text.rfind('.', sign));
  }
  std::string_view value = text.substr(sign + 1);
  if (const std::size_t second = value.find('='); second != std::string_view::npos) {
    setting.resource = value.substr(0, second);
    value.remove_prefix(second + 1);
  }
  if (setting.field == Field::max_share && value == "unlimited") return setting;
  const auto number = exact::parse_number(value);
  const auto* parsed = std::get_if<exact::TextNumber>(&number);
  if (parsed == nullptr || parsed->value < 0) {
    return complain(setting.field == Field::max_share
                        ? "the value must be a number from 0 on, or \"unlimited\""
                        : "the value must be a number from 0 on");
  }
  setting.value = parsed->value;
  return setting;
}

std::variant<std::vector<Outlook>, std::string> what_if(const std::vector<Division>& parts,
                                                        std::span<const Setting> settings) {
  const std::vector<Division> divisions = merged(parts);
  for (const Setting& setting : settings) {
    if (auto complaint = find_ambiguous(setting, divisions)) return *std::move(complaint);
  }
  const std::vector<std::string_view> left_out = find_left_out(divisions);
  if (auto complaint = find_out_of_reach(divisions, left_out, settings)) {
    return *std::move(complaint);
  }
  std::vector<Division> unchanged;
  for (std::size_t k = 0; k < divisions.size(); ++k) {
    if (left_out[k].empty()) unchanged.push_back(unpaid(divisions[k]));
  }
  std::vector<Division> changed = unchanged;
  if (auto complaint = apply(settings, changed)) return *std::move(complaint);
  auto divided = divide_all(unchanged, {});
  auto divided_again = divide_all(changed, settings);
  for (auto* made : {&divided, &divided_again}) {
    if (auto* complaint = std::get_if<std::string>(made)) return std::move(*complaint);
  }
  auto& before = std::get<std::vector<Outlook::State>>(divided);
  auto& after = std::get<std::vector<Outlook::State>>(divided_again);
  std::vector<Outlook> outlooks;
  for (std::size_t k = 0, kept = 0; k < divisions.size(); ++k) {
    Outlook outlook{.title = title_of(divisions[k]), .left_out = std::string(left_out[k])};
    if (outlook.left_out.empty()) {
      for (const ClaimantLabel& label : divisions[k].labels) outlook.names.push_back(label.name);
      outlook.before = std::move(before[kept]);
      outlook.after = std::move(after[kept++]);
    }
    outlooks.push_back(std::move(outlook));
  }
  return outlooks;
}

}  // namespace fairshare::formats

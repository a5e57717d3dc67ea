// Computes in doubles, with the same operations in the same order as the release; and the same rule
// in rationals, which is what it means.
#include "fairshare/schedulers/htcondor/groups.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <type_traits>
#include <utility>

#include "fairshare/exact/solve.h"
#include "fairshare/schedulers/common/base_rule.h"

namespace fairshare::schedulers::htcondor {
namespace {

using exact::Rational;

template <class Number>
Number number_of(double value) {
  if constexpr (std::is_same_v<Number, double>) {
    return value;
  } else {
    return exact::from_double(value);
  }
}

// GroupEntry. The root is the first; children come after their parents.
template <class Number>
struct Entry {
  std::optional<std::size_t> group = std::nullopt;  // index in the list; the root may have none
  std::vector<std::size_t> children = {};           // entries
  bool is_static = false;
  bool accepts_surplus = false;
  Number configured = 0;
  Number requested = 0;
  Number quota = 0;
  Number allocated = 0;
  Number subtree_quota = 0;
  Number subtree_requested = 0;
};

template <class Number>
using Tree = std::vector<Entry<Number>>;

char small(char letter) {
  return 'A' <= letter && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

std::string small(std::string text) {
  std::ranges::transform(text, text.begin(), [](char letter) { return small(letter); });
  return text;
}

template <class Number>
Entry<Number> entry_of(std::span<const Group> groups, std::size_t i) {
  const Group& group = groups[i];
  return {.group = i,
          .is_static = group.static_quota.has_value(),
          .accepts_surplus = group.accepts_surplus,
          .configured = number_of<Number>(group.static_quota.value_or(group.dynamic_quota)),
          .requested = number_of<Number>(group.requested)};
}

// hgq_construct_tree: in the order of names, so a parent comes before its children.
template <class Number>
Tree<Number> tree_of(std::span<const Group> groups) {
  Tree<Number> tree = {{}};
  std::vector<std::pair<std::string, std::size_t>> order;
  for (std::size_t i = 0; i < groups.size(); ++i) order.emplace_back(small(groups[i].name), i);
  std::ranges::sort(order);
  std::map<std::string, std::size_t> entries;
  for (const auto& [name, i] : order) {
    if (name == root_name) {
      tree.front().group = i;
      tree.front().requested = number_of<Number>(groups[i].requested);
      continue;
    }
    const std::size_t dot = name.rfind('.');
    const auto parent = entries.find(name.substr(0, dot == std::string::npos ? 0 : dot));
    if (dot != std::string::npos && parent == entries.end()) continue;
    if (!name.empty() && !entries.emplace(name, tree.size()).second) continue;
    tree[dot == std::string::npos ? 0 : parent->second].children.push_back(tree.size());
    tree.push_back(entry_of<Number>(groups, i));
  }
  return tree;
}

template <class Number>
void assign_quotas(Tree<Number>& tree, std::size_t at, const Number& quota) {
  if (quota <= 0) return;
  Entry<Number>& entry = tree[at];
  entry.subtree_quota = quota;
  Number static_sum = 0;
  Number dynamic_sum = 0;
  for (const std::size_t child : entry.children) {
    (tree[child].is_static ? static_sum : dynamic_sum) += tree[child].configured;
  }
  const Number static_part = std::min(static_sum, quota);
  const Number dynamic_part = std::max(Number(0), Number(quota - static_part));
  const Number static_whole = static_sum > 0 ? static_sum : Number(1);
  const Number dynamic_whole = std::max(dynamic_sum, Number(1));
  Number of_children = 0;
  for (const std::size_t child : entry.children) {
    const Number part = tree[child].is_static ? Number(static_part / static_whole)
                                              : Number(dynamic_part / dynamic_whole);
    const Number given = tree[child].configured * part;
    assign_quotas(tree, child, given);
    of_children += given;
  }
  entry.quota = std::max(Number(0), Number(quota - of_children));
}

// A competitor for surplus: a child's subtree, or the parent itself.
template <class Number>
struct Rival {
  Number quota = 0;
  Number requested = 0;  // 0 if it does not accept surplus
  Number allocated = 0;
};

// hgq_allocate_surplus_loop: each round hands out everything, or satisfies a rival.
template <class Number>
void divide_surplus(std::vector<Rival<Number>>& rivals, bool by_quota, Number& surplus,
                    Number& requested) {
  while (surplus > 0) {
    Number whole = 0;
    for (const Rival<Number>& rival : rivals) {
      if (rival.requested > 0) whole += by_quota ? rival.quota : Number(1);
    }
    if (whole <= 0) return;
    bool is_last = true;
    Number sum = 0;
    for (Rival<Number>& rival : rivals) {
      if (!(rival.requested > 0)) continue;
      const Number part = (by_quota ? rival.quota : Number(1)) / whole;
      Number given = surplus * part;
      if (given > rival.requested) {
        given = rival.requested;
        is_last = false;
      }
      rival.allocated += given;
      rival.requested -= given;
      sum += given;
    }
    surplus -= sum;
    requested -= sum;
    if (is_last || surplus < 0) surplus = 0;
  }
}

// The meaning of that loop, in exact numbers.
void divide_surplus(std::vector<Rival<Rational>>& rivals, bool by_quota, Rational& surplus,
                    Rational& requested) {
  Problem<Rational> problem;
  Rational most = 0;
  for (const Rival<Rational>& rival : rivals) {
    const Rational weight = by_quota ? rival.quota : Rational(1);
    problem.claimants.push_back({weight, Rational(0), rival.requested});
    if (weight > 0) most += rival.requested;
  }
  problem.total = std::min(surplus, most);
  const auto given = std::get<Allocation<Rational>>(exact::solve(problem));
  for (std::size_t k = 0; k < rivals.size(); ++k) {
    rivals[k].allocated += given.shares[k];
    rivals[k].requested -= given.shares[k];
  }
  surplus -= problem.total;
  requested -= problem.total;
}

// The children in their order, then the entry itself.
template <class Number>
std::vector<Rival<Number>> rivals_of(const Tree<Number>& tree, std::size_t at) {
  std::vector<Rival<Number>> rivals;
  for (const std::size_t child : tree[at].children) {
    const Entry<Number>& entry = tree[child];
    const bool competes = entry.accepts_surplus && entry.subtree_requested > 0;
    rivals.push_back({entry.subtree_quota, competes ? entry.subtree_requested : Number(0)});
  }
  rivals.push_back({tree[at].quota, tree[at].requested});
  return rivals;
}

// hgq_allocate_surplus: returns what the subtree leaves.
template <class Number>
Number allocate_surplus(Tree<Number>& tree, std::size_t at, Number surplus) {
  if (surplus <= 0) return 0;
  if (tree[at].subtree_requested <= 0) return surplus;
  std::vector<Rival<Number>> rivals = rivals_of(tree, at);
  Number requested = tree[at].subtree_requested;
  if (surplus >= requested) {
    for (Rival<Number>& rival : rivals) {
      if (rival.requested > 0) rival.allocated = rival.requested;
    }
    surplus -= requested;
    requested = 0;
  } else {
    divide_surplus(rivals, true, surplus, requested);
    divide_surplus(rivals, false, surplus, requested);
  }
  for (std::size_t k = 0; k + 1 < rivals.size(); ++k) {
    if (rivals[k].allocated > 0) {
      allocate_surplus(tree, tree[at].children[k], rivals[k].allocated);
    }
  }
  tree[at].allocated += rivals.back().allocated;
  tree[at].requested -= rivals.back().allocated;
  tree[at].subtree_requested = requested;
  return surplus;
}

// hgq_fairshare: returns what the subtree leaves.
template <class Number>
Number allocate(Tree<Number>& tree, std::size_t at) {
  Entry<Number>& entry = tree[at];
  entry.allocated = std::min(entry.requested, entry.quota);
  entry.requested -= entry.allocated;
  entry.subtree_requested = entry.requested;
  Number surplus = entry.quota - entry.allocated;
  if (entry.children.empty()) return surplus;
  for (const std::size_t child : entry.children) {
    surplus += allocate(tree, child);
    if (tree[child].accepts_surplus) entry.subtree_requested += tree[child].subtree_requested;
  }
  return allocate_surplus(tree, at, surplus);
}

template <class Number>
Tree<Number> divided(double total, std::span<const Group> groups) {
  Tree<Number> tree = tree_of<Number>(groups);
  assign_quotas(tree, 0, number_of<Number>(total));
  allocate(tree, 0);
  return tree;
}

bool is_accepted(const Group& group) {
  return group.requested >= 0 && group.static_quota.value_or(0) >= 0 && group.dynamic_quota >= 0;
}

}  // namespace

std::variant<Division, Refusal> compute(double total, std::span<const Group> groups) {
  if (!std::ranges::all_of(groups, is_accepted)) {
    return Refusal{"a quota or a request is below 0"};
  }
  Division division{std::vector<double>(groups.size()), std::vector<double>(groups.size())};
  for (const Entry<double>& entry : divided<double>(total, groups)) {
    if (!entry.group) continue;
    division.shares[*entry.group] = entry.allocated;
    division.quotas[*entry.group] = entry.quota;
  }
  return division;
}

namespace {

void add(Part& part, const Entry<Rational>& entry, const Group& group, bool competes,
         const Rational& weight) {
  const Rational requested = exact::from_double(group.requested);
  const Rational within = std::min(requested, entry.quota);
  part.problem.claimants.push_back(
      {competes ? weight : Rational(0), within, competes ? requested : within});
  part.problem.total += entry.allocated;
  part.claimants.push_back(*entry.group);
}

// The competitors at a parent: the parent itself, and its children that have no children. One ratio
// holds for those with a quota, another for those without.
void add_parts(const Tree<Rational>& tree, std::size_t at, std::span<const Group> groups,
               std::vector<Part>& parts) {
  const std::string place = at == 0 ? "at the root" : "at " + groups[*tree[at].group].name;
  Part with_quota{.label = place};
  Part without{.label = place + ", without a quota"};
  std::vector<std::size_t> rivals = tree[at].children;
  std::erase_if(rivals, [&](std::size_t child) { return !tree[child].children.empty(); });
  if (tree[at].group) rivals.push_back(at);
  std::ranges::sort(rivals, {}, [&](std::size_t rival) { return *tree[rival].group; });
  for (const std::size_t rival : rivals) {
    const Entry<Rational>& entry = tree[rival];
    const bool competes = rival == at || entry.accepts_surplus;
    const bool has_quota = entry.quota > 0 || !competes;
    add(has_quota ? with_quota : without, entry, groups[*entry.group], competes,
        has_quota ? entry.quota : Rational(1));
  }
  for (Part* part : {&with_quota, &without}) {
    if (!part->claimants.empty()) parts.push_back(std::move(*part));
  }
}

std::optional<Defect> find_negative(double total, std::span<const Group> groups) {
  if (total < 0) return Defect{Rule::total_is_not_negative};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].dynamic_quota < 0) return Defect{Rule::weight_is_not_negative, i};
    if (groups[i].static_quota.value_or(0) < 0) return Defect{Rule::min_share_is_not_negative, i};
    if (groups[i].requested < 0) return Defect{Rule::max_share_is_not_below_min_share, i};
  }
  return std::nullopt;
}

}  // namespace

std::variant<Statement, Defect> state(double total, std::span<const Group> groups) {
  if (const auto defect = find_negative(total, groups)) return *defect;
  const Tree<Rational> tree = divided<Rational>(total, groups);
  Allocation<Rational> fair{Rational(0), std::vector<Rational>(groups.size())};
  Statement statement{.notes = std::vector<std::string>(groups.size(), "ignored")};
  for (std::size_t at = 0; at < tree.size(); ++at) {
    if (tree[at].group) {
      fair.shares[*tree[at].group] = tree[at].allocated;
      statement.notes[*tree[at].group] = "";
    }
    if (at == 0 || !tree[at].children.empty()) add_parts(tree, at, groups, statement.parts);
  }
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (statement.notes[i].empty()) continue;
    statement.parts.push_back({.label = "ignored",
                               .problem = {0, {{Rational(0), Rational(0), Rational(0)}}},
                               .claimants = {i}});
  }
  if (statement.parts.size() == 1) statement.parts.front().label = "";
  if (statement.parts.empty()) statement.parts.push_back({});
  for (const Part& part : statement.parts) {
    const auto solved = solve_by_base_rule(part.problem);
    const auto* of_part = std::get_if<Allocation<Rational>>(&solved);
    if (of_part != nullptr) fair.ratio = std::max(fair.ratio, of_part->ratio);
  }
  statement.solution = std::move(fair);
  return statement;
}

Rational precision(double total, std::span<const Group> groups) {
  const std::size_t count = groups.size();
  return exact::from_double(total) * (8 * count * count * (count + 1)) / (exact::Integer(1) << 53U);
}

namespace {

std::vector<Group> groups_of(const Level& level) {
  std::vector<Group> groups;
  for (const Claim& claim : level.claims) {
    Group group{.name = claim.name,
                .requested = real_or(claim.demand, std::get<double>(level.total)),
                .dynamic_quota = real_or(claim.weight, 0),
                .accepts_surplus = claim.accepts_surplus};
    if (claim.min_share) group.static_quota = std::get<double>(*claim.min_share);
    groups.push_back(std::move(group));
  }
  return groups;
}

ModelResult result_of(const Level& level) {
  const auto computed = compute(std::get<double>(level.total), groups_of(level));
  if (const auto* refusal = std::get_if<Refusal>(&computed)) {
    return {.outcome = "error", .message = refusal->message};
  }
  const auto& division = std::get<Division>(computed);
  return {.answers = {held(division.shares)}, .details = {{"quotas", held(division.quotas)}}};
}

}  // namespace

LevelModel level_model() {
  return {.total = Type::float64,
          .numbers = {{"weight", &Claim::weight, Type::float64},
                      {"min_share", &Claim::min_share, Type::float64},
                      {"demand", &Claim::demand, Type::float64}},
          .flags = {{"accepts_surplus", &Claim::accepts_surplus}},
          .is_base = true,
          .reports = Reports::doubles,
          .compute = result_of,
          .precision =
              [](const Level& level) {
                return precision(std::get<double>(level.total), groups_of(level));
              },
          .state =
              [](const Level& level) {
                return state(std::get<double>(level.total), groups_of(level));
              }};
}

}  // namespace fairshare::schedulers::htcondor

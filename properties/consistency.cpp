// Parts fit the whole: nothing changes for the others if a claimant leaves with its share, splits,
// joins others, or moves below a parent.
//
// Claimants are *proportional to each other* if their bounds are in the ratio of their weights (at
// weight 0 all are). They are then at their bounds together, whatever R is, so that
//     clamp(w_i R, l_i, u_i) + clamp(w_j R, l_j, u_j) = clamp((w_i + w_j) R, l_i + l_j, u_i + u_j).
#include <algorithm>
#include <array>
#include <numeric>

#include "fairshare/exact/brief.h"
#include "fairshare/properties/families.h"
#include "fairshare/properties/relations.h"

namespace fairshare::properties {
namespace {

using Group = std::vector<std::size_t>;

// "claimants 0, 3, 4"; beyond eight, only how many more.
std::string list_of(const Group& members) {
  constexpr std::size_t listed_max = 8;
  std::string list = members.size() == 1 ? "claimant" : "claimants";
  for (std::size_t k = 0; k < std::min(members.size(), listed_max); ++k) {
    list += (k == 0 ? " " : ", ") + std::to_string(members[k]);
  }
  if (members.size() <= listed_max) return list;
  return list + " and " + std::to_string(members.size() - listed_max) + " more";
}

bool is_allocation(const std::optional<Reply>& reply) {
  return reply && reply->outcome == Outcome::allocation;
}

// Half of the time one claimant, else about half of those whose share is known exactly. A rounded
// share is, too, if the bounds leave a single number of it.
std::vector<bool> chosen_to_leave(const std::vector<std::optional<Rational>>& known,
                                  Choice& choice) {
  const std::size_t count = known.size();
  std::vector<bool> leaves(count, false);
  const bool is_alone = choice.below(2) == 0;
  const std::size_t start = choice.below(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = (start + k) % count;
    if (!known[i]) continue;
    leaves[i] = is_alone || choice.below(2) == 0;
    if (is_alone) break;
  }
  return leaves;
}

std::optional<Breach> find_breach_of_leaving(const Problem<Rational>& problem, std::uint64_t number,
                                             const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!is_allocation(reply) || problem.claimants.empty()) return std::nullopt;
  std::vector<std::optional<Rational>> known(problem.claimants.size());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto share = within_bounds(problem.claimants[i], reply->shares[i]);
    if (share && is_one_number(*share)) known[i] = share->low;
  }
  Choice choice(number);
  const std::vector<bool> leaves = chosen_to_leave(known, choice);

  Remade remade{{problem.total, {}}, ""};
  std::vector<Due> dues;
  Group gone;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i]) {
      gone.push_back(i);
      remade.problem.total -= *known[i];
    } else {
      remade.problem.claimants.push_back(problem.claimants[i]);
      dues.push_back({i, reply->shares[i]});
    }
  }
  if (gone.empty() || remade.problem.total < 0) return std::nullopt;
  remade.how =
      "after " + list_of(gone) + " left with " + (gone.size() == 1 ? "its share" : "their shares");
  const auto rest = ask(divide, remade.problem);
  if (!rest) return std::nullopt;
  return find_difference("consistency", remade, Outcome::allocation, dues, *rest);
}

// The claimant with bounds moved in to the share, or to the doubles around it. No bound moves out.
Claimant<Rational> with_bounds_around(const Claimant<Rational>& claimant, const Interval& share,
                                      bool draws_min, bool draws_max) {
  const Interval around = doubles_around(share);
  Claimant<Rational> drawn = claimant;
  if (draws_min) drawn.min_share = std::max(claimant.min_share, around.low);
  if (draws_max) {
    drawn.max_share = claimant.max_share ? std::min(*claimant.max_share, around.high) : around.high;
  }
  return drawn;
}

std::optional<Breach> find_breach_of_idempotence(const Problem<Rational>& problem,
                                                 std::uint64_t number, const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!is_allocation(reply) || problem.claimants.empty()) return std::nullopt;
  Choice choice(number);
  const std::size_t bounds = choice.below(3);
  const bool is_alone = choice.below(2) == 1;
  const std::size_t alone = choice.below(problem.claimants.size());

  constexpr std::array names = {"bounds", "minimums", "maximums"};
  Remade remade{{problem.total, {}}, std::string("with ") + names[bounds] + " drawn to the shares"};
  if (is_alone) remade.how += " for " + list_of({alone}) + " alone";
  std::vector<Due> dues;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    Claimant<Rational> claimant = problem.claimants[i];
    if (!is_alone || i == alone) {
      const auto share = within_bounds(claimant, reply->shares[i]);
      if (!share) return std::nullopt;
      claimant = with_bounds_around(claimant, *share, bounds != 2, bounds != 1);
    }
    remade.problem.claimants.push_back(claimant);
    dues.push_back({i, reply->shares[i]});
  }
  // Otherwise the shares miss the total; the property `total` reports that.
  if (outcome_of(remade.problem) != Outcome::allocation) return std::nullopt;
  const auto again = ask(divide, remade.problem);
  if (!again) return std::nullopt;
  return find_difference("idempotence", remade, Outcome::allocation, dues, *again);
}

// Claimants that are proportional to each other have the same breakpoints.
struct Breakpoints {
  bool has_weight = false;
  bool has_max = false;
  Rational min_ratio = 0;
  Rational max_ratio = 0;

  friend bool operator==(const Breakpoints&, const Breakpoints&) = default;
};

Breakpoints breakpoints_of(const Claimant<Rational>& claimant) {
  const auto& [weight, min_share, max_share] = claimant;
  if (weight == 0) return {};
  return {true, max_share.has_value(), min_share / weight,
          max_share ? Rational(*max_share / weight) : Rational(0)};
}

bool stands_before(const Breakpoints& a, const Breakpoints& b) {
  if (a.has_weight != b.has_weight) return b.has_weight;
  if (a.has_max != b.has_max) return b.has_max;
  if (a.min_ratio != b.min_ratio) return a.min_ratio < b.min_ratio;
  return a.max_ratio < b.max_ratio;
}

// All claimants, in groups; those of a group are proportional to each other.
std::vector<Group> proportional_groups(const Problem<Rational>& problem) {
  std::vector<Breakpoints> breakpoints;
  for (const auto& claimant : problem.claimants) breakpoints.push_back(breakpoints_of(claimant));
  Group order(breakpoints.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t i, std::size_t k) {
    return stands_before(breakpoints[i], breakpoints[k]);
  });
  std::vector<Group> groups;
  for (const std::size_t i : order) {
    const bool is_new = groups.empty() || !(breakpoints[groups.back().front()] == breakpoints[i]);
    if (is_new) groups.emplace_back();
    groups.back().push_back(i);
  }
  return groups;
}

Claimant<Rational> joined(const Problem<Rational>& problem, const Group& members) {
  Claimant<Rational> sum{0, 0, Rational(0)};
  for (const std::size_t i : members) {
    const auto& [weight, min_share, max_share] = problem.claimants[i];
    sum.weight += weight;
    sum.min_share += min_share;
    if (sum.max_share && max_share) {
      *sum.max_share += *max_share;
    } else {
      sum.max_share = std::nullopt;
    }
  }
  return sum;
}

// The problem in which the members are joined into one, in the place of the first of them, and the
// shares that are due in it. `dues` is empty without an allocation.
struct Joined {
  Remade remade;
  std::vector<Due> dues;
  std::size_t index;  // of the joined claimant
};

Joined join(const Problem<Rational>& problem, const Reply& reply, const Group& members,
            const std::string& how) {
  const std::size_t first = *std::ranges::min_element(members);
  std::vector<bool> is_member(problem.claimants.size(), false);
  for (const std::size_t i : members) is_member[i] = true;
  Joined result{{{problem.total, {}}, how}, {}, first};
  const bool has_shares = reply.outcome == Outcome::allocation;
  for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
    if (is_member[i] && i != first) continue;
    const bool is_one = i == first;
    result.remade.problem.claimants.push_back(is_one ? joined(problem, members)
                                                     : problem.claimants[i]);
    if (has_shares) result.dues.push_back({i, is_one ? exactly(0) : reply.shares[i]});
  }
  if (has_shares) {
    Interval& due = result.dues[first].share;  // those before the first member keep their places
    for (const std::size_t i : members) due = sum_of(due, reply.shares[i]);
  }
  return result;
}

std::optional<Breach> find_breach_of_merging(const Problem<Rational>& problem, std::uint64_t number,
                                             const Divide& divide) {
  std::vector<Group> groups = proportional_groups(problem);
  std::erase_if(groups, [](const Group& group) { return group.size() < 2; });
  if (groups.empty()) return std::nullopt;
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const Group& group = groups[choice.below(groups.size())];
  const std::size_t at = choice.below(group.size() - 1);
  const Group pair = {group[at], group[at + 1]};
  const Joined merged = join(problem, *reply, pair, "with " + list_of(pair) + " merged");
  const auto other = ask(divide, merged.remade.problem);
  if (!other) return std::nullopt;
  return find_difference("merge", merged.remade, reply->outcome, merged.dues, *other);
}

Claimant<Rational> part_of(const Claimant<Rational>& claimant, const Rational& part) {
  Claimant<Rational> smaller{claimant.weight * part, claimant.min_share * part, {}};
  if (claimant.max_share) smaller.max_share = *claimant.max_share * part;
  return smaller;
}

// Splits a claimant into halves, into a third and the rest, or so that one part has weight 1. The
// first part takes the place of the whole, the other goes to the end.
std::optional<Breach> find_breach_of_splitting(const Problem<Rational>& problem,
                                               std::uint64_t number, const Divide& divide) {
  if (problem.claimants.empty()) return std::nullopt;
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const std::size_t own = choice.below(problem.claimants.size());
  const Claimant<Rational>& whole = problem.claimants[own];
  const std::size_t way = choice.below(3);
  Rational part = Rational(1, 2);
  if (way == 1) part = Rational(1, 3);
  if (way == 2 && whole.weight > 1) part = 1 / whole.weight;

  Remade remade{problem, "with claimant " + std::to_string(own) + " split into " + brief(part) +
                             " and " + brief(1 - part) + " of it"};
  remade.problem.claimants[own] = part_of(whole, part);
  remade.problem.claimants.push_back(part_of(whole, 1 - part));
  std::vector<Due> dues;
  for (std::size_t i = 0; i < reply->shares.size(); ++i) {
    dues.push_back({i, i == own ? times(reply->shares[i], part) : reply->shares[i]});
  }
  if (!dues.empty()) dues.push_back({own, times(reply->shares[own], 1 - part)});
  const auto other = ask(divide, remade.problem);
  if (!other) return std::nullopt;
  return find_difference("split", remade, reply->outcome, dues, *other);
}

std::optional<Breach> find_breach_of_replication(const Problem<Rational>& problem, std::uint64_t,
                                                 const Divide& divide) {
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Remade remade{{problem.total * 2, {}}, "with every claimant twice and twice the total"};
  std::vector<Due> dues;
  for (int copy = 0; copy < 2; ++copy) {
    for (const auto& claimant : problem.claimants) remade.problem.claimants.push_back(claimant);
    for (std::size_t i = 0; i < reply->shares.size(); ++i) dues.push_back({i, reply->shares[i]});
  }
  const auto other = ask(divide, remade.problem);
  if (!other) return std::nullopt;
  return find_difference("replication", remade, reply->outcome, dues, *other);
}

// Divides the parent's share among its members. If it is rounded, both of its ends are divided:
// since no one loses by a larger total, the fair shares lie between those two answers.
std::optional<Breach> find_breach_below(const Problem<Rational>& problem, const Reply& reply,
                                        const Group& members, const Interval& share,
                                        const Divide& divide) {
  const Claimant<Rational> parent = joined(problem, members);
  const auto possible = within_bounds(parent, share);
  if (!possible) return std::nullopt;
  const Claimant<Rational> ends = with_bounds_around(parent, *possible, true, true);
  Remade remade{{0, {}}, ""};
  std::vector<Due> dues;
  for (const std::size_t i : members) {
    remade.problem.claimants.push_back(problem.claimants[i]);
    dues.push_back({i, reply.shares[i]});
  }
  std::optional<Reply> hull;
  for (const Rational& total : {ends.min_share, *ends.max_share}) {
    if (hull && ends.min_share == *ends.max_share) break;
    remade.problem.total = total;
    remade.how = "with a parent's " + brief(total) + " among its children";
    const auto below = ask(divide, remade.problem);
    if (!below) return std::nullopt;
    if (!is_allocation(below)) {
      return find_difference("tree", remade, Outcome::allocation, dues, *below);
    }
    for (std::size_t k = 0; hull && k < members.size(); ++k) {
      hull->shares[k] = hull_of(hull->shares[k], below->shares[k]);
    }
    if (!hull) hull = below;
  }
  return find_difference("tree", remade, Outcome::allocation, dues, *hull);
}

std::optional<Breach> find_breach_of_tree(const Problem<Rational>& problem, std::uint64_t number,
                                          const Divide& divide) {
  if (problem.claimants.empty()) return std::nullopt;
  const auto reply = ask(divide, problem);
  if (!reply) return std::nullopt;
  Choice choice(number);
  const std::vector<Group> groups = proportional_groups(problem);
  Group members = groups[choice.below(groups.size())];
  const std::size_t left_out = choice.below(members.size());
  members.resize(members.size() - left_out);

  const Joined top = join(problem, *reply, members, "with a parent over " + list_of(members));
  const auto above = ask(divide, top.remade.problem);
  if (!above) return std::nullopt;
  if (auto breach = find_difference("tree", top.remade, reply->outcome, top.dues, *above)) {
    return breach;
  }
  if (!is_allocation(reply)) return std::nullopt;
  return find_breach_below(problem, *reply, members, above->shares[top.index], divide);
}

constexpr std::array table = {
    Property{"consistency",
             "T' = T - sum of x_k over any claimants k that leave  =>  x_i' = x_i for the rest",
             "FS208", find_breach_of_leaving},
    Property{"idempotence",
             "allocation, l_i <= l_i' <= x_i <= u_i' <= u_i for some or all i  =>  x_i' = x_i",
             "FS208", find_breach_of_idempotence},
    Property{"merge",
             "w_i l_j = w_j l_i, w_i u_j = w_j u_i, w' = w_i + w_j, l' = l_i + l_j, "
             "u' = u_i + u_j  =>  outcome' = outcome, x' = x_i + x_j, x_k' = x_k",
             "FS208", find_breach_of_merging},
    Property{"split",
             "0 < a < 1, claimant i as two of a w_i, a l_i, a u_i and the rest  =>  "
             "outcome' = outcome, they get a x_i and (1 - a) x_i, x_k' = x_k",
             "FS208", find_breach_of_splitting},
    Property{"replication", "T' = 2 T, every claimant twice  =>  outcome' = outcome, both get x_i",
             "FS208", find_breach_of_replication},
    Property{"tree",
             "claimants that merge could merge, under a parent with their sums  =>  "
             "outcome' = outcome, every claimant gets x_i",
             "FS208", find_breach_of_tree},
};

}  // namespace

std::span<const Property> consistencies() {
  return table;
}

}  // namespace fairshare::properties

#include "formats/ytsaurus/orchid_dominant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/rational.h"
#include "formats/ytsaurus/elements.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// What the functions below share.
struct Context {
  const OrchidTree& tree;
  const std::vector<OrchidGrowth>& growth;
  std::size_t pool;

  const std::vector<std::size_t>& children() const { return tree.elements[pool].children; }
};

// How much more of a resource the pool has than its children together.
struct LeftOver {
  std::string resource = {};
  Rational amount = 0;  // negative if they have more
};

// Children have all of their pool's share, and the root's children have all of some resource that
// they want. So this finds the resource of which they have too much, or else one of which something
// is left although a child can take more. Nothing if something below the pool may be at a jump. The
// release ensures that the children have at most the precision more than their pool, as doubles add
// up.
LeftOver find_left_over(const Context& context) {
  const OrchidGrowth& growth = context.growth[context.pool];
  const bool is_root = !context.tree.elements[context.pool].parent;
  Amounts left = is_root ? growth.limits : growth.share;
  bool can_rise = false;
  for (const std::size_t index : context.children()) {
    const OrchidGrowth& child = context.growth[index];
    for (const auto& [resource, share] : child.share) left[resource] -= share;
    can_rise |= child.takes_more && !child.may_jump;
  }
  if (left.empty()) return {};
  const Rational slack = 2 * vector_precision();
  const auto by_amount = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [least, most] = std::ranges::minmax_element(left, by_amount);
  if (least->second < -slack) return {least->first, least->second};
  if (!can_rise || growth.may_jump) return {};
  if (!is_root) {
    return most->second > slack ? LeftOver{most->first, most->second} : LeftOver{};
  }
  if (!growth.takes_more) return {};
  std::erase_if(left, [&](const auto& of) { return !growth.wanted.contains(of.first); });
  const auto scarcest = std::ranges::min_element(left, by_amount);
  return {scarcest->first, scarcest->second};
}

// Why an element is not held to the ratio; empty if it is.
std::string_view why_fixed(const OrchidElement& element, const OrchidGrowth& growth) {
  if (element.has_integral_below) return "above an integral guarantee";
  if (growth.wanted.empty()) return "its demand is met";
  if (!growth.takes_more) return "at a limit";
  return growth.may_jump ? "may be at a jump" : "";
}

void add_child(const OrchidElement& child, const OrchidGrowth& growth, Division& division) {
  const std::string_view why = why_fixed(child, growth);
  const Rational& part = growth.part.value;
  Claimant<Rational> claimant{growth.weight, 0, std::nullopt};
  if (!why.empty()) claimant.max_share = part;
  if (child.has_integral_below) claimant.min_share = part;
  if (growth.surplus > vector_precision()) {
    claimant.max_share = std::max<Rational>(part - growth.surplus, claimant.min_share);
  }
  division.problem.claimants.push_back(std::move(claimant));
  division.problem.total += part;
  division.labels.push_back(
      {.name = child.name,
       .note = std::string(why),
       .field = "detailed_fair_share.weight_proportional." + growth.dominant});
  division.shares.push_back(growth.part);
}

Division make_division(const Context& context, Rule rule, std::string label) {
  Division division{.path = context.tree.elements[context.pool].name,
                    .label = std::move(label),
                    .rule = rule,
                    .names = {"", "what it can use", ""},
                    .usual = Rounding::to_double,
                    .precision = vector_precision(),
                    .notes = {note_of_precision(vector_precision())}};
  for (const std::size_t child : context.children()) {
    add_child(context.tree.elements[child], context.growth[child], division);
  }
  if (rule == Rule::dominant) {
    division.notes.emplace_back(
        "Each child's dominant share is divided by weight: the largest part that it has of any "
        "resource above its guarantees.");
  }
  const LeftOver left = find_left_over(context);
  division.problem.total = std::max<Rational>(division.problem.total + left.amount, 0);
  if (left.amount != 0) {
    division.notes.push_back(
        fmt::format("Its children have {} of {} {}.", exact::brief(abs(left.amount)), left.resource,
                    left.amount < 0 ? "more than there is for them" : "less than they could have"));
  }
  return division;
}

bool is_known(const Context& context) {
  return context.growth[context.pool].is_known &&
         std::ranges::all_of(context.children(),
                             [&](std::size_t child) { return context.growth[child].is_known; });
}

}  // namespace

std::optional<Division> divide_dominant_shares(const OrchidTree& tree,
                                               const std::vector<OrchidGrowth>& growth,
                                               std::size_t pool) {
  const Context context{tree, growth, pool};
  if (!is_known(context)) return std::nullopt;
  return make_division(context, Rule::dominant, "dominant shares");
}

std::optional<Division> divide_turns(const OrchidTree& tree,
                                     const std::vector<OrchidGrowth>& growth, std::size_t pool) {
  const Context context{tree, growth, pool};
  if (!is_known(context)) return std::nullopt;
  Division division = make_division(context, Rule::fifo, "turns");
  std::vector<std::pair<std::optional<std::int64_t>, std::size_t>> turns;  // places in the pool
  for (std::size_t k = 0; k < context.children().size(); ++k) {
    turns.emplace_back(growth[context.children()[k]].turn, k);
  }
  std::ranges::sort(turns);
  bool is_after = false;
  for (const auto& [turn, place] : turns) {
    const OrchidGrowth& child = growth[context.children()[place]];
    const Rational& part = child.part.value;
    auto& [weight, least, most] = division.problem.claimants[place];
    if (is_after) {
      most = 0;
      division.labels[place].note = "after one that is halfway";
    } else if (child.takes_more && part > 0) {
      most.reset();
      division.labels[place].note = "halfway";
      is_after = true;
    } else {
      least = std::min(most.value_or(part), part);
      most = least;
    }
  }
  return division;
}

}  // namespace fairshare::formats

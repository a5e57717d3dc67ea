// Bottom-up: operations first, then pools, children before parents.
#include "formats/ytsaurus/orchid_growth.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "formats/text/json.h"
#include "formats/ytsaurus/elements.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// What the functions below share.
struct Context {
  const OrchidTree& tree;
  std::vector<OrchidGrowth> growth = {};
  Rational precision = vector_precision();

  bool exceeds(const Rational& a, const Rational& b) const { return a > b + precision; }
};

// What the Orchid shows about an element.
struct Shown {
  Rational weight = 0;
  WrittenNumber part = {"0", 0, 0};  // the largest part above the guarantees
  std::string dominant = {};         // the resource of that part
  Amounts share = {};
  Amounts above = {};      // what is above the guarantees
  Amounts guarantee = {};  // strong and integral, used or not, if shown
  Amounts limits = {};
  Amounts demand = {};
  // Only for an operation:
  Amounts usage = {};
  std::optional<std::int64_t> turn = std::nullopt;
  bool is_gang = false;
  bool is_vanilla = false;
};

Rational needed_weight(Fields& fields) {
  const auto weight = fields.find_number("weight");
  if (!weight) fields.complain("weight", "FS002", "the field is missing");
  if (weight && *weight < 0) fields.complain("weight", "FS011", "the number is negative");
  return weight.value_or(0);
}

// The largest part above the guarantees, as it is written.
void read_part(Fields& parts, Shown& shown) {
  const auto largest = std::ranges::max_element(
      shown.above, [](const auto& a, const auto& b) { return a.second < b.second; });
  if (largest == shown.above.end()) return;
  shown.dominant = largest->first;
  const json::Value* above = parts.take("weight_proportional");
  shown.part = std::get<WrittenNumber>(read_number(*json::find(*above, shown.dominant)));
  if (std::isinf(exact::to_double(shown.part.value))) {
    parts.complain("weight_proportional", "FS008", "a share is out of range for a double");
  }
}

Shown read_shown(const OrchidElement& element, std::optional<InputError>& error) {
  const Place top;
  const Place within{&top, "detailed_fair_share"};
  Fields fields(*element.fields, top, element.name, error);
  Shown shown;
  shown.weight = needed_weight(fields);
  shown.limits = needed_amounts(fields, "limits_share");
  shown.demand = needed_amounts(fields, "demand_share");
  for (const std::string_view key : {"strong_guarantee_share", "proposed_integral_share"}) {
    for (const auto& [resource, share] : fields.find_amounts(key).value_or(Amounts{})) {
      shown.guarantee[resource] += share;
    }
  }
  if (const json::Value* detailed = fields.take("detailed_fair_share")) {
    Fields parts(*detailed, within, element.name, error);
    shown.share = needed_amounts(parts, "total");
    shown.above = needed_amounts(parts, "weight_proportional");
    read_part(parts, shown);
  } else {
    fields.complain("detailed_fair_share", "FS002", "the field is missing");
  }
  if (element.is_operation) {
    shown.usage = needed_amounts(fields, "usage_share");
    shown.turn = fields.find_whole("fifo_index", 0, 1'000'000'000);
    shown.is_gang = fields.flag("is_gang", false);
    shown.is_vanilla = fields.find_text("type") == "vanilla";
  }
  return shown;
}

Rational largest(const Amounts& amounts) {
  Rational largest = 0;
  for (const auto& [resource, amount] : amounts) largest = std::max(largest, amount);
  return largest;
}

// An operation grows evenly in all resources until its usage is met, then in proportion to the rest
// of its demand.
void grow_operation(const Context& context, const Shown& shown, bool is_in_turn,
                    OrchidGrowth& growth) {
  const Rational even = largest(shown.share);
  const bool is_even = context.exceeds(largest(shown.usage), even);
  for (const auto& [resource, demand] : shown.demand) {
    const Rational share = amount_of(shown.share, resource);
    if (!context.exceeds(demand, share)) continue;
    growth.wanted.insert(resource);
    const bool rises_evenly =
        !context.exceeds(even, share) && context.exceeds(amount_of(shown.usage, resource), share);
    if (!is_even || rises_evenly) growth.rising.insert(resource);
  }
  growth.takes_more = !growth.wanted.empty();
  // Some releases give a gang all or nothing. A vanilla operation with one job may count as a gang,
  // which is not shown. In a fifo pool, no operation is then halfway.
  const bool is_like_gang = shown.is_vanilla && even == 0 && !is_in_turn;
  growth.may_jump = growth.takes_more && (shown.is_gang || is_like_gang);
}

using Children = std::vector<const OrchidGrowth*>;

// All children that can take more grow at once. What a child at a limit wants counts too, since it
// may take some of that before the resource that is at the limit.
void grow_pool(const Children& children, OrchidGrowth& growth) {
  for (const OrchidGrowth* child : children) {
    growth.may_jump |= child->may_jump;
    growth.wanted.insert(child->wanted.begin(), child->wanted.end());
    if (!child->takes_more) continue;
    growth.takes_more = true;
    if (!child->may_jump) growth.rising.insert(child->rising.begin(), child->rising.end());
  }
}

// Children grow one after the other, in an order that may not be shown. If none is halfway, a gang
// may have been cut off; likewise if one has nothing although a later one has something.
void grow_fifo(const Children& children, OrchidGrowth& growth) {
  std::optional<std::int64_t> last_turn;  // of children that have something
  for (const OrchidGrowth* child : children) {
    if (largest(child->share) > 0) last_turn = std::max(last_turn, child->turn);
  }
  bool has_halfway = false;
  for (const OrchidGrowth* child : children) {
    const bool waits = largest(child->share) == 0 && !child->wanted.empty();
    growth.may_jump |= child->may_jump || (waits && child->turn && child->turn < last_turn);
    growth.wanted.insert(child->wanted.begin(), child->wanted.end());
    if (!child->takes_more) continue;
    has_halfway |= largest(child->share) > 0;
    Resources both;
    std::ranges::set_intersection(growth.rising, child->rising, std::inserter(both, both.end()));
    growth.rising = growth.takes_more ? std::move(both) : child->rising;
    growth.takes_more = true;
  }
  growth.may_jump |= growth.takes_more && !has_halfway;
}

bool is_at_limit_of(const Context& context, const Amounts& limits, const OrchidGrowth& growth,
                    const Resources& resources) {
  return std::ranges::any_of(resources, [&](const std::string& resource) {
    return !context.exceeds(amount_of(limits, resource), amount_of(growth.share, resource));
  });
}

// Sets what the element has, and how much of that exceeds its limits or its demand.
void measure(const Shown& shown, OrchidGrowth& growth) {
  growth.weight = shown.weight;
  growth.turn = shown.turn;
  growth.share = shown.share;
  growth.dominant = shown.dominant;
  growth.part = shown.part;
  for (const auto& [resource, share] : shown.share) {
    const Rational most =
        std::min(amount_of(shown.limits, resource), amount_of(shown.demand, resource));
    growth.surplus = std::max<Rational>(growth.surplus, share - most);
  }
}

// Decides whether it can take more, and whether it may be at a jump. It may be at one if its
// dominant share does not rise although nothing in which it rises is at a limit. A resource that
// rises only up to a guarantee leaves the dominant share unchanged, if another guarantee is used
// up.
void close(const Context& context, const Shown& shown, OrchidGrowth& growth) {
  const auto is_used_up = [&](const std::string& resource) {
    return !context.exceeds(amount_of(shown.guarantee, resource), amount_of(shown.share, resource));
  };
  const bool some_are = std::ranges::any_of(
      shown.guarantee, [&](const auto& of) { return of.second > 0 && is_used_up(of.first); });
  const bool rises = std::ranges::any_of(growth.rising, [&](const std::string& resource) {
    return !context.exceeds(growth.part.value, amount_of(shown.above, resource)) &&
           (is_used_up(resource) || !some_are);
  });
  growth.may_jump |=
      growth.takes_more && !rises && !is_at_limit_of(context, shown.limits, growth, growth.rising);
  growth.takes_more &= !is_at_limit_of(context, shown.limits, growth, growth.wanted);
}

// A pool of which nothing below is shown.
void grow_empty_pool(const Context& context, const Shown& shown, OrchidGrowth& growth) {
  for (const auto& [resource, demand] : shown.demand) {
    if (context.exceeds(demand, amount_of(shown.share, resource))) growth.wanted.insert(resource);
  }
  growth.takes_more = growth.may_jump = !growth.wanted.empty();
}

OrchidGrowth growth_of(const Context& context, const OrchidElement& element,
                       const Children& children, std::optional<InputError>& error) {
  const Shown shown = read_shown(element, error);
  OrchidGrowth growth;
  measure(shown, growth);
  if (element.is_operation) {
    grow_operation(context, shown, context.tree.elements[*element.parent].is_fifo, growth);
  } else if (children.empty()) {
    grow_empty_pool(context, shown, growth);
  } else if (element.is_fifo) {
    grow_fifo(children, growth);
  } else {
    grow_pool(children, growth);
  }
  close(context, shown, growth);
  return growth;
}

// The root has what its children have; without limits of its own, up to the whole cluster. All of
// that is suggested to it, and it stops once it has all of a resource, even if no element below
// wants more of that.
OrchidGrowth growth_of_root(const Context& context, const OrchidElement& root,
                            const Children& children, std::optional<InputError>& error) {
  OrchidGrowth growth;
  for (const OrchidGrowth* child : children) {
    for (const auto& [resource, share] : child->share) growth.share[resource] += share;
  }
  grow_pool(children, growth);
  for (const auto& [resource, share] : growth.share) growth.limits[resource] = 1;
  if (json::find(*root.fields, "limits_share") != nullptr) {
    const Place top;
    Fields fields(*root.fields, top, root.name, error);
    growth.limits = needed_amounts(fields, "limits_share");
  }
  Resources used = growth.wanted;
  for (const auto& [resource, share] : growth.share) {
    if (context.exceeds(share, 0)) used.insert(resource);
  }
  growth.takes_more &= !is_at_limit_of(context, growth.limits, growth, used);
  return growth;
}

void add_growth(Context& context, std::size_t index, std::vector<InputError>& errors) {
  const OrchidElement& element = context.tree.elements[index];
  Children children;
  for (const std::size_t child : element.children) children.push_back(&context.growth[child]);
  std::optional<InputError> error;
  const bool is_root = !element.is_operation && !element.parent;
  OrchidGrowth& growth = context.growth[index];
  growth = is_root ? growth_of_root(context, element, children, error)
                   : growth_of(context, element, children, error);
  // What an integral pool gets for its volume may exceed the guarantees of the pools above it.
  growth.may_jump |= element.has_integral_below;
  if (!error) return;
  errors.push_back(*std::move(error));
  growth.is_known = false;
  growth.may_jump = true;
}

}  // namespace

std::vector<OrchidGrowth> find_growth(const OrchidTree& tree, std::vector<InputError>& errors) {
  Context context{tree, std::vector<OrchidGrowth>(tree.elements.size())};
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    if (tree.elements[i].is_operation) add_growth(context, i, errors);
  }
  for (std::size_t k = tree.pools.size(); k-- > 0;) add_growth(context, tree.pools[k], errors);
  return std::move(context.growth);
}

}  // namespace fairshare::formats

#include "formats/ytsaurus/orchid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "fairshare/exact/brief.h"
#include "fairshare/schedulers/ytsaurus/scalar_fair.h"
#include "formats/text/fields.h"
#include "formats/text/json.h"
#include "formats/verdict/model_comparison.h"
#include "formats/ytsaurus/elements.h"
#include "formats/ytsaurus/orchid_dominant.h"
#include "formats/ytsaurus/orchid_growth.h"
#include "formats/ytsaurus/orchid_model.h"
#include "formats/ytsaurus/orchid_tree.h"
#include "formats/ytsaurus/scalar_reader.h"

namespace fairshare::formats {
namespace {

namespace scalar = schedulers::ytsaurus::scalar;
using exact::Rational;

// From an element down to a value: detailed_fair_share, total, cpu.
using Keys = std::initializer_list<std::string_view>;

// What the functions below share.
struct Context {
  const OrchidOptions& options;
  std::string file;
  OrchidTree tree = {};
  OrchidReading result = {};
  std::vector<Amounts> unusable = {};     // by element: what it cannot use of its demand
  std::vector<OrchidGrowth> growth = {};  // by element; empty until a pool needs it
  // A pool's share is read as its own and as what its children divide, but only reported once if
  // wrong.
  std::set<std::pair<std::string, std::string>> complained_of = {};
};

void report(Context& context, std::optional<InputError> error) {
  if (!error || !context.complained_of.insert({error->claimant, error->field}).second) return;
  error->file = context.file;
  context.result.errors.push_back(*std::move(error));
}

// A reported share. However it was rounded, the release holds it as a double.
std::variant<WrittenNumber, Complaint> read_share(const json::Value& value) {
  auto read = read_number(value);
  if (const auto* share = std::get_if<WrittenNumber>(&read)) {
    if (share->value < 0) return Complaint{"FS011", "the share is negative"};
    if (std::isinf(exact::to_double(share->value))) {
      return Complaint{"FS008", "the share is out of range for a double"};
    }
  }
  return read;
}

// Steps down from `value`; null if there is no such thing.
const json::Value* find_within(const json::Value& value, Keys keys) {
  const json::Value* at = &value;
  for (const std::string_view key : keys) {
    at = json::find(*at, key);
    if (at == nullptr) return nullptr;
  }
  return at;
}

std::string field_of(Keys keys) {
  return fmt::format("{}", fmt::join(keys, "."));
}

// The share in `keys` of an element; nothing if an error says why.
std::optional<WrittenNumber> find_share(Context& context, const OrchidElement& element, Keys keys) {
  const json::Value* value = find_within(*element.fields, keys);
  std::variant<WrittenNumber, Complaint> share = Complaint{"FS002", "the field is missing"};
  if (value != nullptr) share = read_share(*value);
  if (auto* written = std::get_if<WrittenNumber>(&share)) return std::move(*written);
  auto& complaint = std::get<Complaint>(share);
  report(context, InputError{.code = std::move(complaint.code),
                             .message = std::move(complaint.message),
                             .claimant = element.name,
                             .field = field_of(keys)});
  return std::nullopt;
}

double needed(Fields& fields, std::string_view key) {
  const auto number = fields.find_double(key);
  if (!number) fields.complain(key, "FS002", "the field is missing");
  if (number && *number < 0) fields.complain(key, "FS011", "the number is negative");
  return number.value_or(0);
}

scalar::Claim read_claim(Fields& fields, scalar::Mode mode) {
  scalar::Claim claim;
  claim.weight = needed(fields, "weight");
  const double possible = needed(fields, "max_possible_usage_ratio");
  const double best = needed(fields, "best_allocation_ratio");
  claim.max_share = std::min(possible, best);
  if (mode == scalar::Mode::fifo) {
    const auto place = fields.find_whole("fifo_index", 0, 1'000'000'000);
    if (!place) fields.complain("fifo_index", "FS002", "the field is missing");
    claim.place = static_cast<std::size_t>(place.value_or(0));
  } else if (fields.has("recursive_min_share_ratio")) {
    claim.min_share = needed(fields, "recursive_min_share_ratio");
  } else {
    claim.min_share = needed(fields, "adjusted_min_share_ratio");
  }
  return claim;
}

// The children's claims; nothing if an error says why.
std::optional<std::vector<scalar::Claim>> read_claims(Context& context, const OrchidElement& pool,
                                                      scalar::Mode mode) {
  std::vector<scalar::Claim> claims;
  bool is_good = true;
  for (const std::size_t index : pool.children) {
    const OrchidElement& child = context.tree.elements[index];
    std::optional<InputError> error;
    const Place top;
    Fields fields(*child.fields, top, child.name, error);
    claims.push_back(read_claim(fields, mode));
    is_good = is_good && !error;
    report(context, std::move(error));
  }
  if (!is_good) return std::nullopt;
  return claims;
}

// What a pool divides; the root divides everything. Nothing if an error says why.
std::optional<WrittenNumber> find_total(Context& context, const OrchidElement& pool, Keys keys) {
  if (!pool.parent) return WrittenNumber{"1", 1, 0};
  return find_share(context, pool, keys);
}

// With the children's shares as they were reported; nothing if an error says why.
std::optional<Division> make_division(Context& context, const OrchidElement& pool,
                                      scalar::Division divided, Keys share_keys,
                                      const Rational& precision) {
  Division division{.path = pool.name,
                    .names = {"min_share_ratio", "what it can use", ""},
                    .problem = std::move(divided.problem),
                    .usual = Rounding::to_double,
                    .precision = precision,
                    .notes = std::move(divided.notes),
                    .following = Following::bounds_and_total};
  division.notes.push_back(note_of_precision(precision));
  bool is_good = true;
  for (std::size_t k = 0; k < pool.children.size(); ++k) {
    const OrchidElement& child = context.tree.elements[pool.children[k]];
    division.labels.push_back({.name = child.name,
                               .note = std::move(divided.child_notes[k]),
                               .field = field_of(share_keys)});
    auto share = find_share(context, child, share_keys);
    is_good = is_good && share;
    if (share) division.shares.push_back(*std::move(share));
  }
  if (!is_good) return std::nullopt;
  return division;
}

void read_scalar_pool(Context& context, const OrchidElement& pool, scalar::Mode mode) {
  const auto claims = read_claims(context, pool, mode);
  const auto written = find_total(context, pool, {"fair_share_ratio"});
  if (!claims || !written) return;
  const scalar::Era era = context.options.era;
  const Rational total = double_meant(*written);
  auto divided = scalar::divide(era, mode, *claims, total);
  if (!divided) return;  // claims were checked
  const Rational resolution = divided->resolution;
  const bool has_reported_total = divided->has_given_total && pool.parent;
  auto division =
      make_division(context, pool, *std::move(divided), {"fair_share_ratio"}, resolution);
  if (!division) return;
  division->rule = mode == scalar::Mode::fifo ? Rule::fifo : Rule::floor;
  if (has_reported_total) division->reported_total = *written;
  auto computed = compute_pool(era, {!pool.parent, mode, exact::to_double(total), *claims});
  if (computed) {
    computed->resolution = resolution;
    division->comparison = compare_with_model(name_of(era), *computed, division->shares);
  }
  context.result.divisions.push_back(*std::move(division));
}

// Adds the resources of which `element` has or claims a share.
void add_resources(const OrchidElement& element, Resources& resources) {
  std::optional<InputError> ignored;
  const Place top;
  Fields fields(*element.fields, top, "", ignored);
  std::vector<Amounts> shares;
  for (const std::string_view key : {"demand_share", "strong_guarantee_share"}) {
    shares.push_back(fields.find_amounts(key).value_or(Amounts{}));
  }
  if (const json::Value* detailed = json::find(*element.fields, "detailed_fair_share")) {
    Fields parts(*detailed, top, "", ignored);
    shares.push_back(parts.find_amounts("total").value_or(Amounts{}));
  }
  for (const Amounts& amounts : shares) {
    for (const auto& [resource, amount] : amounts) {
      if (amount > 0) resources.insert(resource);
    }
  }
}

// A child of the vector era, for one resource: what it gets before anything is divided, and what it
// claims of the rest.
struct BaseClaim {
  Rational base = 0;  // strong and integral guarantee, as far as it uses them
  scalar::Claim above;
};

Rational needed_amount(Fields& fields, std::string_view key, const std::string& resource) {
  return amount_of(needed_amounts(fields, key), resource);
}

// The part of its demand that an element cannot use: what is above its limits, or above those of
// elements below it.
//
//     demand 1, limits 1, of its only operation 0.2 -> 0.8
Amounts unusable_of(const OrchidElement& element, const Amounts& unusable_below) {
  std::optional<InputError> ignored;
  const Place top;
  Fields fields(*element.fields, top, "", ignored);
  const Amounts limits = fields.find_amounts("limits_share").value_or(Amounts{});
  Amounts unusable = fields.find_amounts("demand_share").value_or(Amounts{});
  for (auto& [resource, amount] : unusable) {
    const Rational left = amount - amount_of(unusable_below, resource);
    const Rational most = std::min(amount_of(limits, resource), left);
    amount -= std::max<Rational>(most, 0);
  }
  return unusable;
}

// The same for all elements: operations first, then pools bottom-up.
std::vector<Amounts> find_unusable(const OrchidTree& tree) {
  std::vector<Amounts> unusable(tree.elements.size());
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    if (tree.elements[i].is_operation) unusable[i] = unusable_of(tree.elements[i], {});
  }
  for (std::size_t k = tree.pools.size(); k-- > 0;) {
    const std::size_t i = tree.pools[k];
    Amounts below;
    for (const std::size_t child : tree.elements[i].children) {
      for (const auto& [resource, amount] : unusable[child]) below[resource] += amount;
    }
    unusable[i] = unusable_of(tree.elements[i], below);
  }
  return unusable;
}

BaseClaim read_base_claim(Fields& fields, Fields& detailed, const std::string& resource,
                          const Rational& unusable) {
  BaseClaim claim;
  claim.above.weight = needed(fields, "weight");
  const Rational limits = needed_amount(fields, "limits_share", resource);
  const Rational demand = needed_amount(fields, "demand_share", resource);
  const Rational max = std::min<Rational>(limits, demand - unusable);
  claim.base = needed_amount(detailed, "strong_guarantee", resource);
  claim.base += needed_amount(detailed, "integral_guarantee", resource);
  claim.above.max_share = max > claim.base ? exact::to_double(max - claim.base) : 0;
  return claim;
}

std::optional<std::vector<BaseClaim>> read_base_claims(Context& context, const OrchidElement& pool,
                                                       const std::string& resource) {
  std::vector<BaseClaim> claims;
  bool is_good = true;
  for (const std::size_t index : pool.children) {
    const OrchidElement& child = context.tree.elements[index];
    std::optional<InputError> error;
    const Place top;
    const Place within{&top, "detailed_fair_share"};
    Fields fields(*child.fields, top, child.name, error);
    static const json::Value nothing{json::Object{}};
    const json::Value* detailed = fields.take("detailed_fair_share");
    if (detailed == nullptr)
      fields.complain("detailed_fair_share", "FS002", "the field is missing");
    Fields parts(detailed == nullptr ? nothing : *detailed, within, child.name, error);
    claims.push_back(
        read_base_claim(fields, parts, resource, amount_of(context.unusable[index], resource)));
    is_good = is_good && !error;
    report(context, std::move(error));
  }
  if (!is_good) return std::nullopt;
  return claims;
}

// What is left of a pool's share after `base` is paid, and the reals for which that stands.
struct Rest {
  Rational value;
  properties::Interval interval;
};

std::optional<Rest> find_rest(Context& context, const OrchidElement& pool, Keys keys,
                              const Rational& base) {
  const auto written = find_total(context, pool, keys);
  if (!written) return std::nullopt;
  auto read = find_reported(*written, Rounding::to_double, 0);
  if (auto* complaint = std::get_if<Complaint>(&read)) {
    report(context, InputError{.code = std::move(complaint->code),
                               .message = std::move(complaint->message),
                               .claimant = pool.name,
                               .field = field_of(keys)});
    return std::nullopt;
  }
  auto& [text, value, interval] = std::get<Reported>(read);
  interval.low -= base;
  interval.high -= base;
  return Rest{std::max<Rational>(value - base, 0), interval};
}

// The index of a choice; null is absent, as for numbers.
std::size_t read_choice(Fields& fields, std::string_view key,
                        const std::vector<std::string_view>& choices) {
  const json::Value* value = fields.take(key);
  if (value != nullptr && std::holds_alternative<json::Null>(value->is)) return 0;
  return fields.choice(key, choices, 0);
}

// Integral guarantees.

std::size_t read_integral_type(Fields& fields) {
  return read_choice(fields, "integral_guarantee_type", {"none", "burst", "relaxed"});
}

// A pool never gets more than its volume pays for, so it gets nothing if that is empty. A burst
// pool gets at most its burst guarantee, a relaxed one at most a multiple of its flow.
Rational most_integral(Fields& fields, bool is_burst, const Rational& proposed) {
  const auto burst = fields.find_number("specified_burst_ratio");
  const auto flow = fields.find_number("specified_resource_flow_ratio");
  const auto volume = fields.find_number("accumulated_resource_ratio_volume");
  const bool has_nothing = (volume && *volume <= 0) || (!is_burst && flow && *flow <= 0);
  if (has_nothing) return 0;
  return is_burst && burst ? std::min(proposed, *burst) : proposed;
}

// How much of its share a pool has from its integral guarantee: the part above its strong
// guarantee, as far as the integral one covers it. Nothing if it has none, or if the Orchid does
// not show it.
std::optional<Rational> find_integral_part(Context& context, std::size_t index,
                                           const std::string& resource) {
  const OrchidElement& element = context.tree.elements[index];
  std::optional<InputError> error;
  const Place top;
  const Place within{&top, "detailed_fair_share"};
  Fields fields(*element.fields, top, element.name, error);
  const std::size_t type = read_integral_type(fields);
  const json::Value* detailed = fields.take("detailed_fair_share");
  std::optional<Rational> part;
  if (type != 0 && fields.has("proposed_integral_share") && detailed != nullptr) {
    Fields parts(*detailed, within, element.name, error);
    Rational guarantee = needed_amount(fields, "proposed_integral_share", resource);
    if (!element.has_integral_below) {
      guarantee = most_integral(fields, type == 1, guarantee);
    }
    const Rational above_strong = needed_amount(parts, "total", resource) -
                                  needed_amount(parts, "strong_guarantee", resource);
    part = std::max<Rational>(std::min(above_strong, guarantee), 0);
  }
  if (error) {
    report(context, std::move(error));
    return std::nullopt;
  }
  return part;
}

// Each pool with an integral guarantee becomes a claimant with only one possible share.
void read_integral_parts(Context& context, const OrchidElement& pool, const std::string& resource) {
  const Keys keys = {"detailed_fair_share", "integral_guarantee", resource};
  const Rational precision = vector_precision();
  Division division{.path = pool.name,
                    .label = "integral guarantees",
                    .resource = resource,
                    .usual = Rounding::to_double,
                    .precision = precision};
  for (const std::size_t index : pool.children) {
    const auto part = find_integral_part(context, index, resource);
    if (!part) continue;
    const OrchidElement& child = context.tree.elements[index];
    auto share = find_share(context, child, keys);
    if (!share) return;
    division.problem.claimants.push_back({0, *part, *part});
    division.problem.total += *part;
    division.labels.push_back({.name = child.name, .field = field_of(keys)});
    division.shares.push_back(*std::move(share));
  }
  if (division.shares.empty()) return;
  division.notes.push_back(
      "What a pool has from its integral guarantee: its share above the strong guarantee, as far "
      "as its volume pays for it.");
  context.result.divisions.push_back(std::move(division));
}

// The base rule min(u, l + w * R) is the floor rule for what is above l.
void read_pool_of_one(Context& context, const OrchidElement& pool, const std::string& resource) {
  read_integral_parts(context, pool, resource);
  const auto claims = read_base_claims(context, pool, resource);
  std::vector<scalar::Claim> above;
  Rational base = 0;
  for (const BaseClaim& claim : claims.value_or(std::vector<BaseClaim>{})) {
    above.push_back(claim.above);
    base += claim.base;
  }
  const auto rest = find_rest(context, pool, {"detailed_fair_share", "total", resource}, base);
  if (!claims || !rest) return;
  auto divided = scalar::divide(context.options.era, scalar::Mode::fair_share, above, rest->value);
  if (!divided) return;  // claims were checked
  const bool has_reported_total = divided->has_given_total && pool.parent;
  auto division =
      make_division(context, pool, *std::move(divided),
                    {"detailed_fair_share", "weight_proportional", resource}, vector_precision());
  if (!division) return;
  division->rule = Rule::base;
  division->resource = resource;
  division->following = Following::everything;
  if (has_reported_total) division->total = rest->interval;
  division->notes.push_back(fmt::format(
      "Guarantees of {} are paid first; only the rest is divided by weight (the base rule).",
      exact::brief(base)));
  context.result.divisions.push_back(*std::move(division));
}

// The growth of all elements, read once for a tree that needs it.
const std::vector<OrchidGrowth>& growth_of(Context& context) {
  if (context.growth.empty()) {
    std::vector<InputError> errors;
    context.growth = find_growth(context.tree, errors);
    for (InputError& error : errors) report(context, std::move(error));
  }
  return context.growth;
}

void add(Context& context, std::optional<Division> division) {
  if (division) context.result.divisions.push_back(*std::move(division));
}

// An operation that is disabled takes no part. It is shown without a turn, share and demand.
void read_fifo_pool(Context& context, std::size_t index) {
  const OrchidElement& pool = context.tree.elements[index];
  const auto has_turn = [&](std::size_t child) {
    return json::find(*context.tree.elements[child].fields, "fifo_index") != nullptr;
  };
  const auto takes_part = [&](std::size_t child) {
    Resources resources;
    add_resources(context.tree.elements[child], resources);
    return !resources.empty();
  };
  const bool has_turns = std::ranges::any_of(pool.children, has_turn) &&
                         std::ranges::all_of(pool.children, [&](std::size_t child) {
                           return has_turn(child) || !takes_part(child);
                         });
  if (has_turns) return add(context, divide_turns(context.tree, growth_of(context), index));
  context.result.warnings.push_back(fmt::format(
      "{}: a fifo pool of ytsaurus-2023 is judged only if its operations have a fifo_index.",
      pool.name));
}

void read_vector_pool(Context& context, std::size_t index) {
  const OrchidElement& pool = context.tree.elements[index];
  Resources resources;
  for (const std::size_t child : pool.children) {
    add_resources(context.tree.elements[child], resources);
  }
  if (resources.size() == 1) return read_pool_of_one(context, pool, *resources.begin());
  if (!resources.empty() && context.tree.shows_operations) {
    return add(context, divide_dominant_shares(context.tree, growth_of(context), index));
  }
  context.result.warnings.push_back(
      resources.empty()
          ? fmt::format("{}: none of its children claims anything, so there is nothing to judge.",
                        pool.name)
          : fmt::format("{}: its children use {} resources ({}); such a pool is judged only if the "
                        "Orchid has \"operations\".",
                        pool.name, resources.size(), fmt::join(resources, ", ")));
}

void read_pool(Context& context, std::size_t index) {
  const OrchidElement& pool = context.tree.elements[index];
  if (pool.children.empty()) return;
  std::optional<InputError> error;
  const Place top;
  Fields fields(*pool.fields, top, pool.name, error);
  const auto mode = static_cast<scalar::Mode>(read_choice(fields, "mode", {"fair_share", "fifo"}));
  if (error) return report(context, std::move(error));
  if (context.tree.kind == OrchidKind::scalar) return read_scalar_pool(context, pool, mode);
  if (mode == scalar::Mode::fair_share) return read_vector_pool(context, index);
  read_fifo_pool(context, index);
}

std::string_view without_space(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

// True at the beginning of an object of the scheduler: its first key is one of an Orchid. No record
// has such a field.
bool begins_as_orchid(std::string_view text) {
  if (!text.starts_with('{')) return false;
  text = without_space(text.substr(1));
  for (const std::string_view key : {"\"pools\"", "\"operations\"", "\"fair_share_info\""}) {
    if (!text.starts_with(key)) continue;
    const std::string_view colon = without_space(text.substr(key.size()));
    return colon.starts_with(':') && without_space(colon.substr(1)).starts_with('{');
  }
  // Other fields of an Orchid, in any order.
  return std::ranges::any_of(
      std::array{"\"user_to_ephemeral_pools\"", "\"config\"", "\"pool_count\"", "\"node_count\"",
                 "\"node_addresses\"", "\"resource_distribution_info\"", "\"resource_limits\"",
                 "\"resource_usage\""},
      [text](std::string_view key) {
        return text.starts_with(key) && without_space(text.substr(key.size())).starts_with(':');
      });
}

// For `{"default":{...`, the text from the second brace on; empty for any other beginning, and for
// a record's.
std::string_view first_member_of(std::string_view text) {
  if (!text.starts_with('{')) return {};
  text = without_space(text.substr(1));
  if (!text.starts_with('"')) return {};
  if (text.starts_with("\"comment\"") || text.starts_with("\"tree\"")) return {};
  const std::size_t end = text.find('"', 1);
  if (end == std::string_view::npos) return {};
  text = without_space(text.substr(end + 1));
  return text.starts_with(':') ? without_space(text.substr(1)) : std::string_view();
}

// Names of pools and operations follow that of their tree, if it has one: "gpu/prod".
void read_tree(Context& context, const OrchidOfTree& of_tree) {
  const std::string prefix = of_tree.name.empty() ? "" : std::string(of_tree.name) + "/";
  std::vector<InputError> errors;
  context.tree = read_orchid_tree(*of_tree.orchid, errors);
  for (InputError& error : errors) {
    error.claimant = prefix + error.claimant;
    report(context, std::move(error));
  }
  if (!errors.empty()) return;
  for (OrchidElement& element : context.tree.elements) element.name = prefix + element.name;
  if (!context.tree.shows_operations) {
    context.result.warnings.push_back(
        fmt::format("The Orchid has no \"operations\"{}: a pool that divides among operations too "
                    "is judged without them, and may be called unfair. Save both maps.",
                    prefix.empty() ? "" : " of " + std::string(of_tree.name)));
  }
  context.result.scheduler =
      context.tree.kind == OrchidKind::vector ? "ytsaurus-2023" : name_of(context.options.era);
  context.unusable = find_unusable(context.tree);
  context.growth.clear();
  for (const std::size_t pool : context.tree.pools) read_pool(context, pool);
}

}  // namespace

bool looks_like_orchid(std::string_view beginning) {
  const std::string_view text = without_space(beginning);
  const std::string_view member = first_member_of(text);
  return begins_as_orchid(text) || begins_as_orchid(member) ||
         begins_as_orchid(first_member_of(member));
}

OrchidReading read_orchid(const NamedText& orchid, const OrchidOptions& options) {
  Context context{.options = options, .file = orchid.name};
  auto parsed = json::parse(orchid.text);
  if (auto* error = std::get_if<InputError>(&parsed)) {
    report(context, std::move(*error));
    return std::move(context.result);
  }
  for (const OrchidOfTree& tree : trees_of(std::get<json::Value>(parsed))) read_tree(context, tree);
  return std::move(context.result);
}

}  // namespace fairshare::formats

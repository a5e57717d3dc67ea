#include "formats/ytsaurus/orchid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "formats/text/fields.h"
#include "formats/ytsaurus/orchid_tree.h"
#include "schedulers/ytsaurus/scalar_fair.h"

namespace fairshare::formats {
namespace {

namespace scalar = schedulers::ytsaurus::scalar;
using exact::Rational;

// RatioComputationPrecision since 2020: how far children's shares may be off their parent's.
Rational vector_precision() {
  return {1, 1'000'000'000};
}

// What the functions below share.
struct Context {
  const OrchidOptions& options;
  std::string file;
  OrchidTree tree = {};
  OrchidReading result = {};
  // A pool's share is read as its own and as what its children divide, but complained of once.
  std::set<std::pair<std::string, std::string>> complained_of = {};
};

void report(Context& context, std::optional<InputError> error) {
  if (!error || !context.complained_of.insert({error->claimant, error->field}).second) return;
  error->file = context.file;
  context.result.errors.push_back(*std::move(error));
}

// A reported share, and the reals for which it stands.
std::variant<Reported, Complaint> read_share(const json::Value& value, Rounding rounding,
                                             const Rational& slack) {
  auto number = read_number(value);
  if (auto* complaint = std::get_if<Complaint>(&number)) return std::move(*complaint);
  auto& [text, share, last_digit] = std::get<WrittenNumber>(number);
  if (share < 0) return Complaint{"FS011", "the share is negative"};
  if (rounding == Rounding::to_double && last_digit != 0) {
    const double nearest = exact::to_double(share);
    if (std::isinf(nearest)) return Complaint{"FS008", "no double holds this share"};
    share = exact::from_double(nearest);
  }
  const auto interval = find_interval(share, last_digit, rounding, slack);
  if (!interval) return Complaint{"FS015", fmt::format("{} cannot have been rounded so", text)};
  return Reported{std::move(text), std::move(share), *interval};
}

// Steps down from `value`; null where there is no such thing.
const json::Value* find_within(const json::Value& value,
                               std::initializer_list<std::string_view> keys) {
  const json::Value* at = &value;
  for (const std::string_view key : keys) {
    at = json::find(*at, key);
    if (at == nullptr) return nullptr;
  }
  return at;
}

// The share in `keys` of an element; nothing where an error says why.
std::optional<Reported> find_share(Context& context, const OrchidElement& element,
                                   std::initializer_list<std::string_view> keys,
                                   const Rational& slack) {
  const json::Value* value = find_within(*element.fields, keys);
  std::variant<Reported, Complaint> share = Complaint{"FS002", "the field is missing"};
  if (value != nullptr) {
    share = read_share(*value, context.options.rounding.value_or(Rounding::to_double), slack);
  }
  if (auto* reported = std::get_if<Reported>(&share)) return std::move(*reported);
  auto& complaint = std::get<Complaint>(share);
  InputError error{std::move(complaint.code), std::move(complaint.message)};
  error.claimant = element.name;
  for (const std::string_view key : keys) {
    error.field += (error.field.empty() ? "" : ".") + std::string(key);
  }
  report(context, std::move(error));
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

// The children's claims; nothing where an error says why.
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

// What a pool divides: the root all there is.
std::optional<Reported> find_total(Context& context, const OrchidElement& pool,
                                   std::initializer_list<std::string_view> keys) {
  if (!pool.parent) return Reported{"1", 1, properties::exactly(1)};
  return find_share(context, pool, keys, 0);
}

std::optional<Case> make_case(Context& context, const OrchidElement& pool,
                              scalar::Division division, const Reported& total,
                              std::initializer_list<std::string_view> share_keys,
                              const Rational& precision) {
  Case made{.id = "",
            .title = pool.name,
            .problem = std::move(division.problem),
            .parties = {},
            .reported = {},
            .notes = std::move(division.notes)};
  if (division.has_given_total && pool.parent) made.total = total.interval;
  const OrchidOptions& options = context.options;
  const Rational slack = options.slack + options.relative * made.problem.total + precision;
  made.notes.push_back(
      fmt::format("Shares may be off by {}, which is what the release's arithmetic "
                  "may be off.",
                  fmt::format("{:.2g}", exact::to_double(precision))));
  bool is_good = true;
  for (std::size_t k = 0; k < pool.children.size(); ++k) {
    const OrchidElement& child = context.tree.elements[pool.children[k]];
    made.parties.push_back({child.name, std::move(division.party_notes[k])});
    auto share = find_share(context, child, share_keys, slack);
    is_good = is_good && share;
    if (share) made.reported.push_back(*std::move(share));
  }
  if (!is_good) return std::nullopt;
  return made;
}

void read_scalar_pool(Context& context, const OrchidElement& pool, scalar::Mode mode) {
  const auto claims = read_claims(context, pool, mode);
  const auto total = find_total(context, pool, {"fair_share_ratio"});
  if (!claims || !total) return;
  auto division = scalar::divide(context.options.era, mode, *claims, total->value);
  if (!division) return;  // claims were checked
  const Rational precision = division->resolution;
  auto made =
      make_case(context, pool, *std::move(division), *total, {"fair_share_ratio"}, precision);
  if (made) context.result.cases.push_back(*std::move(made));
}

// The resources of which `element` has a share or claims one.
void add_resources(const OrchidElement& element, std::set<std::string, std::less<>>& resources) {
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

// A child of the vector era in one resource: what it is given before anything is divided, and what
// it claims of the rest.
struct BaseClaim {
  Rational base = 0;  // strong and integral guarantee, as far as it uses them
  scalar::Claim above;
};

Rational needed_amount(Fields& fields, std::string_view key, const std::string& resource) {
  const auto amounts = fields.find_amounts(key);
  if (!amounts) {
    fields.complain(key, "FS002", "an object of resource to share is needed");
    return 0;
  }
  const auto found = amounts->find(resource);
  if (found == amounts->end()) return 0;
  if (found->second < 0) fields.complain(key, "FS011", "a share is negative");
  return found->second;
}

BaseClaim read_base_claim(Fields& fields, Fields& detailed, const std::string& resource) {
  BaseClaim claim;
  claim.above.weight = needed(fields, "weight");
  const Rational limits = needed_amount(fields, "limits_share", resource);
  const Rational demand = needed_amount(fields, "demand_share", resource);
  const Rational max = std::min(limits, demand);
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
    claims.push_back(read_base_claim(fields, parts, resource));
    is_good = is_good && !error;
    report(context, std::move(error));
  }
  if (!is_good) return std::nullopt;
  return claims;
}

// Moves an interval down by what is not divided.
void take_off(Reported& total, const Rational& amount) {
  total.value = std::max<Rational>(total.value - amount, 0);
  total.interval.low -= amount;
  total.interval.high -= amount;
}

// The base rule min(u, l + w * R) is the floor rule for what is above l.
void read_vector_pool(Context& context, const OrchidElement& pool) {
  std::set<std::string, std::less<>> resources;
  for (const std::size_t child : pool.children) {
    add_resources(context.tree.elements[child], resources);
  }
  if (resources.size() != 1) {
    context.result.warnings.push_back(
        resources.empty()
            ? fmt::format("{}: nobody in it claims anything, so there is nothing to judge.",
                          pool.name)
            : fmt::format("{}: its children use {} resources ({}), and the shares of several "
                          "resources are tied together; only one resource is judged.",
                          pool.name, resources.size(), fmt::join(resources, ", ")));
    return;
  }
  const std::string resource = *resources.begin();
  const auto claims = read_base_claims(context, pool, resource);
  auto total = find_total(context, pool, {"detailed_fair_share", "total", resource});
  if (!claims || !total) return;
  std::vector<scalar::Claim> above;
  Rational base = 0;
  for (const BaseClaim& claim : *claims) {
    above.push_back(claim.above);
    base += claim.base;
  }
  take_off(*total, base);
  auto division =
      scalar::divide(context.options.era, scalar::Mode::fair_share, above, total->value);
  if (!division) return;  // claims were checked
  auto made =
      make_case(context, pool, *std::move(division), *total,
                {"detailed_fair_share", "weight_proportional", resource}, vector_precision());
  if (!made) return;
  made->resource = resource;
  made->notes.push_back(
      fmt::format("Guarantees of {} are paid first; what is divided here by "
                  "weight is the rest (the base rule).",
                  exact::to_text(base)));
  context.result.cases.push_back(*std::move(made));
}

void read_pool(Context& context, const OrchidElement& pool) {
  if (pool.children.empty()) return;
  std::optional<InputError> error;
  const Place top;
  Fields fields(*pool.fields, top, pool.name, error);
  const auto mode = static_cast<scalar::Mode>(fields.choice("mode", {"fair_share", "fifo"}, 0));
  if (error) return report(context, std::move(error));
  if (context.tree.kind == OrchidKind::scalar) return read_scalar_pool(context, pool, mode);
  if (mode == scalar::Mode::fair_share) return read_vector_pool(context, pool);
  context.result.warnings.push_back(
      fmt::format("{}: fifo pools of ytsaurus-2023 are not judged.", pool.name));
}

std::string_view without_space(std::string_view text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  return start == std::string_view::npos ? std::string_view() : text.substr(start);
}

}  // namespace

bool looks_like_orchid(std::string_view beginning) {
  std::string_view rest = without_space(beginning);
  if (!rest.starts_with('{')) return false;
  rest = without_space(rest.substr(1));
  for (const std::string_view key : {"\"pools\"", "\"operations\"", "\"fair_share_info\""}) {
    if (!rest.starts_with(key)) continue;
    const std::string_view colon = without_space(rest.substr(key.size()));
    return colon.starts_with(':') && without_space(colon.substr(1)).starts_with('{');
  }
  return false;
}

OrchidReading read_orchid(const OrchidText& orchid, const OrchidOptions& options) {
  Context context{.options = options, .file = orchid.name};
  auto parsed = json::parse(orchid.text);
  if (auto* error = std::get_if<InputError>(&parsed)) {
    report(context, std::move(*error));
    return std::move(context.result);
  }
  std::vector<InputError> errors;
  context.tree = read_orchid_tree(std::get<json::Value>(parsed), errors);
  for (InputError& error : errors) report(context, std::move(error));
  if (!context.result.errors.empty()) return std::move(context.result);
  for (const std::size_t pool : context.tree.pools) read_pool(context, context.tree.elements[pool]);
  return std::move(context.result);
}

}  // namespace fairshare::formats

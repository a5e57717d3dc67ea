#include "formats/hadoop/rest.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>
#include <variant>

#include "fairshare/exact/rational.h"
#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

// What the functions below share.
struct Context {
  std::string file;
  RestWanted wanted;
  RestReading result;
};

void report(Context& context, InputError error, const std::string& queue, std::string field) {
  error.file = context.file;
  error.claimant = queue;
  error.field = std::move(field);
  context.result.errors.push_back(std::move(error));
}

template <class Kind>
const Kind* find_as(const json::Value* value) {
  return value ? std::get_if<Kind>(&value->is) : nullptr;
}

// Null if there is none, or it is null.
const json::Value* find_field(const json::Value& object, std::string_view key) {
  const json::Value* field = json::find(object, key);
  return find_as<json::Null>(field) ? nullptr : field;
}

// An integer from 0 to 2^63 - 1, the range of a Java long.
std::variant<std::int64_t, InputError> parse_amount(const json::Value& value) {
  const auto* number = std::get_if<json::Number>(&value.is);
  if (!number) return InputError{"FS002", "the field is not a number"};
  const auto parsed = exact::parse_number(number->text);
  if (const auto* why = std::get_if<exact::TextError>(&parsed)) {
    if (*why != exact::TextError::too_long) return InputError{"FS006", "not a number"};
    return InputError{"FS007", fmt::format("a number of more than {} digits", exact::digits_max)};
  }
  const exact::Rational& amount = std::get<exact::TextNumber>(parsed).value;
  if (amount < 0) return InputError{"FS011", fmt::format("{} is negative", number->text)};
  if (!exact::is_whole(amount)) {
    return InputError{"FS008", fmt::format("{} is not an integer", number->text)};
  }
  if (amount > std::numeric_limits<std::int64_t>::max()) {
    return InputError{"FS008", fmt::format("{} is beyond 9223372036854775807", number->text)};
  }
  return static_cast<std::int64_t>(exact::floor(amount));
}

// Appends one amount. False if it is not an amount, or if it is there already with another value.
bool add_amount(Context& context, ReportedAmounts& amounts, std::string_view resource,
                const json::Value* value, const std::string& queue, const std::string& field) {
  if (!value) {
    report(context, {"FS002", "the field is missing"}, queue, field);
    return false;
  }
  const auto amount = parse_amount(*value);
  if (const auto* wrong = std::get_if<InputError>(&amount)) {
    report(context, *wrong, queue, field);
    return false;
  }
  const std::int64_t units = std::get<std::int64_t>(amount);
  if (const ReportedAmount* before = find_amount(amounts, resource)) {
    if (before->amount == units) return true;
    report(context,
           {"FS004",
            fmt::format("{} is reported twice, as {} and as {}", resource, before->amount, units)},
           queue, field);
    return false;
  }
  amounts.push_back({std::string(resource), units, std::get<json::Number>(value->is).text});
  return true;
}

// A list of values that some JSON writers shorten: [a, b], a for [a], absent for [].
std::vector<const json::Value*> items_of(const json::Value* value) {
  std::vector<const json::Value*> items;
  if (!value) return items;
  if (const auto* array = find_as<json::Array>(value)) {
    for (const json::Value& item : *array) items.push_back(&item);
  } else {
    items.push_back(value);
  }
  return items;
}

// 3.x repeats memory and vcores in a list, and has every other resource type only there.
bool add_listed_amounts(Context& context, ReportedAmounts& amounts, const json::Value& list,
                        const std::string& queue, const std::string& field) {
  bool is_good = true;
  std::set<std::string> types;
  for (const json::Value* item : items_of(find_field(list, "resourceInformation"))) {
    const json::Value* name = find_field(*item, "name");
    const auto* type = find_as<std::string>(name);
    if (!type || type->empty()) {
      report(context, {"FS002", "a resource without a name"}, queue, field);
      is_good = false;
    } else if (!types.insert(*type).second) {
      report(context, {"FS004", fmt::format("duplicate resource \"{}\"", *type)}, queue, field);
      is_good = false;
    } else {
      const std::string place = fmt::format("{}[{}]", field, *type);
      is_good = add_amount(context, amounts, resource_name(*type), find_field(*item, "value"),
                           queue, place) &&
                is_good;
    }
  }
  return is_good;
}

enum class Presence { required, optional };

// {"memory":8192,"vCores":8}, in 3.x with "resourceInformations".
std::optional<ReportedAmounts> read_amounts(Context& context, const json::Value& queue,
                                            const std::string& name, const std::string& field,
                                            Presence presence) {
  const json::Value* resource = find_field(queue, field);
  if (!resource) {
    if (presence == Presence::required)
      report(context, {"FS002", "the field is missing"}, name, field);
    return std::nullopt;
  }
  if (!find_as<json::Object>(resource)) {
    report(context, {"FS002", "the field is not an object"}, name, field);
    return std::nullopt;
  }
  ReportedAmounts amounts;
  bool is_good = add_amount(context, amounts, "memory", find_field(*resource, "memory"), name,
                            field + ".memory");
  is_good = add_amount(context, amounts, "vcores", find_field(*resource, "vCores"), name,
                       field + ".vCores") &&
            is_good;
  if (const json::Value* list = find_field(*resource, "resourceInformations")) {
    is_good = add_listed_amounts(context, amounts, *list, name, field + ".resourceInformations") &&
              is_good;
  }
  return is_good ? std::optional(std::move(amounts)) : std::nullopt;
}

// The same, if it does not matter whether the amounts are present or can be read.
std::optional<ReportedAmounts> find_amounts(const json::Value& queue, const std::string& field) {
  Context nowhere{};
  return read_amounts(nowhere, queue, "", field, Presence::optional);
}

// {"queue":[...]} in 3.x; [...] in 2.7; one queue without brackets if a writer shortens lists.
std::vector<const json::Value*> children_of(const json::Value& queue) {
  const json::Value* children = find_field(queue, "childQueues");
  if (!children) return {};
  if (const auto* object = find_as<json::Object>(children)) {
    if (object->empty()) return {};
    if (json::find(*children, "queue")) return items_of(find_field(*children, "queue"));
  }
  return items_of(children);
}

bool has_leaf_type(const json::Value& queue) {
  const auto* type = find_as<std::string>(find_field(queue, "type"));
  return type && *type == "fairSchedulerLeafQueueInfo";
}

// Parents without child queues are shown as well; the queues below a <reservation> are not shown.
bool is_leaf(const json::Value& queue) {
  return has_leaf_type(queue) || !find_field(queue, "childQueues");
}

// How many; nothing if the field is missing, or an error says what is wrong with it.
std::optional<std::int64_t> read_count(Context& context, const json::Value& queue,
                                       const std::string& name, const char* field) {
  const json::Value* apps = find_field(queue, field);
  if (!apps) return std::nullopt;
  const auto count = parse_amount(*apps);
  if (const auto* wrong = std::get_if<InputError>(&count)) {
    report(context, *wrong, name, field);
    return std::nullopt;
  }
  return std::get<std::int64_t>(count);
}

bool has_any(const std::optional<ReportedAmounts>& amounts) {
  return amounts && std::ranges::any_of(
                        *amounts, [](const ReportedAmount& amount) { return amount.amount > 0; });
}

// The activity of a leaf. An inactive queue has no share, so a share shows that it is active.
Activity read_activity(Context& context, const json::Value& queue, const ReportedQueue& read) {
  if (context.wanted.steady) return Activity::unknown;
  const std::size_t errors_before = context.result.errors.size();
  const auto active = read_count(context, queue, read.name, "numActiveApps");
  const auto pending = read_count(context, queue, read.name, "numPendingApps");
  if (context.result.errors.size() > errors_before) return Activity::unknown;
  const bool is_parent = !active && !has_leaf_type(queue);
  if (!active && !is_parent) {
    report(context,
           {"FS002", "the field is missing; without it, whether this leaf is active is unknown"},
           read.name, "numActiveApps");
    return Activity::unknown;
  }
  if (active.value_or(0) > 0) return Activity::active;
  if (pending.value_or(0) == 0 && !is_parent) return Activity::inactive;
  return has_any(read.fair) ? Activity::active : Activity::waiting;
}

std::string read_policy(Context& context, const json::Value& queue, const std::string& name) {
  const json::Value* policy = find_field(queue, "schedulingPolicy");
  if (!policy) return {};
  if (const auto* text = find_as<std::string>(policy)) return *text;
  report(context, {"FS002", "the field is not a string"}, name, "schedulingPolicy");
  return {};
}

// The name: "root", or the parent's name, a dot, and one more word.
std::optional<std::string> read_name(Context& context, const json::Value& queue,
                                     std::optional<std::size_t> parent) {
  const auto* name = find_as<std::string>(find_field(queue, "queueName"));
  const std::string above = parent ? context.result.queues[*parent].name : "";
  if (!name) {
    report(context, {"FS002", "the queue has no name"}, above, "queueName");
    return std::nullopt;
  }
  const bool fits = parent ? name->starts_with(above + ".") && name->size() > above.size() + 1 &&
                                 name->find('.', above.size() + 1) == std::string::npos
                           : *name == "root";
  if (fits) return *name;
  report(context,
         {"FS002", parent ? fmt::format("its name is not {} followed by a dot and one name", above)
                          : "the top queue is not root"},
         *name, "queueName");
  return std::nullopt;
}

ReportedQueue read_fields(Context& context, const json::Value& value, std::string name,
                          std::optional<std::size_t> parent) {
  const RestWanted& wanted = context.wanted;
  const Presence bounds = parent && wanted.bounds ? Presence::required : Presence::optional;
  ReportedQueue queue;
  queue.name = std::move(name);
  queue.parent = parent;
  queue.policy = read_policy(context, value, queue.name);
  queue.fair =
      read_amounts(context, value, queue.name,
                   wanted.steady ? "steadyFairResources" : "fairResources", Presence::required);
  queue.cluster = read_amounts(context, value, queue.name, "clusterResources", Presence::optional);
  queue.min = read_amounts(context, value, queue.name, "minResources", bounds);
  queue.max = read_amounts(context, value, queue.name, "maxResources", bounds);
  if (!wanted.steady) {
    // Weights may be inferred from it.
    queue.steady = find_amounts(value, "steadyFairResources");
  }
  if (is_leaf(value)) queue.activity = read_activity(context, value, queue);
  queue.hides_children =
      children_of(value).empty() && !has_leaf_type(value) && !json::find(value, "numActiveApps");
  return queue;
}

Activity activity_of_parent(const RestReading& result, const ReportedQueue& parent) {
  Activity activity = parent.has_all_children ? Activity::inactive : Activity::unknown;
  for (const std::size_t child : parent.children) {
    const Activity below = result.queues[child].activity;
    if (below == Activity::active) return below;
    if (activity != Activity::unknown && below != Activity::inactive) activity = below;
  }
  if (activity != Activity::waiting) return activity;
  return has_any(parent.fair) ? Activity::active : Activity::waiting;
}

// Reads a queue and all below it; its index, or nothing if it has no name. Recurses as deep as
// the JSON is nested, which is at most json::depth_max.
std::optional<std::size_t> read_queue(Context& context, const json::Value& value,
                                      std::optional<std::size_t> parent,
                                      std::set<std::string>& siblings) {
  auto name = read_name(context, value, parent);
  if (!name) return std::nullopt;
  if (!siblings.insert(*name).second) {
    report(context, {"FS004", "this queue is reported twice"}, *name, "queueName");
    return std::nullopt;
  }
  const std::size_t index = context.result.queues.size();
  ReportedQueue read = read_fields(context, value, std::move(*name), parent);
  context.result.queues.push_back(std::move(read));

  const auto children = children_of(value);
  if (children.empty() && is_leaf(value)) return index;
  if (is_leaf(value)) {
    report(context, {"FS002", "its type says leaf, but it has child queues"},
           context.result.queues[index].name, "type");
  }
  std::set<std::string> names;
  for (const json::Value* child : children) {
    const auto child_index = read_queue(context, *child, index, names);
    ReportedQueue& queue = context.result.queues[index];
    if (child_index) {
      queue.children.push_back(*child_index);
    } else {
      queue.has_all_children = false;
    }
  }
  ReportedQueue& queue = context.result.queues[index];
  queue.activity = activity_of_parent(context.result, queue);
  return index;
}

// The root queue's object, or why there is none. The outer ones of the objects around it may be
// missing.
std::variant<const json::Value*, InputError> find_root(const json::Value& document,
                                                       std::vector<std::string>& warnings) {
  const json::Value* at = &document;
  const char* left_out = nullptr;
  for (const std::string key : {"scheduler", "schedulerInfo", "rootQueue"}) {
    if (key == "rootQueue") {
      const auto* type = find_as<std::string>(find_field(*at, "type"));
      if (type && !type->starts_with("fairScheduler")) {
        InputError error{"FS014",
                         fmt::format("the scheduler is {}; only fairScheduler is supported",
                                     json::quoted(*type))};
        error.field = "schedulerInfo.type";
        return error;
      }
    }
    const json::Value* inside = find_field(*at, key);
    if (find_as<json::Object>(inside)) {
      at = inside;
      continue;
    }
    const bool is_outermost = at == &document;
    const bool is_root = json::find(*at, "queueName") != nullptr;
    const bool is_info = key != "rootQueue" && json::find(*at, "rootQueue") != nullptr;
    const bool has_info = key == "scheduler" && json::find(*at, "schedulerInfo") != nullptr;
    if (inside == nullptr && is_outermost && (is_root || is_info || has_info)) {
      left_out = is_root ? "a queue" : is_info ? "a rootQueue" : "a schedulerInfo";
      continue;
    }
    InputError error{"FS002", inside ? "the field is not an object" : "the field is missing"};
    error.field = key;
    return error;
  }
  if (left_out != nullptr) {
    warnings.push_back(fmt::format(
        "The file is {} without the response around it: it is taken as that of a FairScheduler.",
        left_out));
  }
  return at;
}

}  // namespace

const ReportedAmount* find_amount(const ReportedAmounts& amounts, std::string_view resource) {
  const auto found =
      std::find_if(amounts.begin(), amounts.end(),
                   [&](const ReportedAmount& amount) { return amount.resource == resource; });
  return found == amounts.end() ? nullptr : &*found;
}

RestReading read_yarn_rest(const NamedText& rest, const RestWanted& wanted) {
  Context context{rest.name, wanted, {}};
  auto document = json::parse(rest.text);
  if (auto* wrong = std::get_if<InputError>(&document)) {
    wrong->file = rest.name;
    return {{}, {std::move(*wrong)}, {}};
  }
  auto root = find_root(std::get<json::Value>(document), context.result.warnings);
  if (auto* wrong = std::get_if<InputError>(&root)) {
    wrong->file = rest.name;
    return {{}, {std::move(*wrong)}, {}};
  }
  std::set<std::string> names;
  read_queue(context, *std::get<const json::Value*>(root), std::nullopt, names);
  return std::move(context.result);
}

}  // namespace fairshare::formats

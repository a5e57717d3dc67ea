// Records: from JSON to a tree of claimants, checked on the way.
//
// Fields may come in any order. But the value of a number depends on "numbers" and "answers", and
// the claimant of a share on "claimants". So fields are read in three stages, and of all their
// errors the first in the text is reported.
#include "formats/records/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "formats/text/fields.h"
#include "formats/text/json.h"
#include "formats/text/number_text.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using json::Value;

// Numbers.

Complaint unheld(std::string_view text, Numbers numbers) {
  return {"FS008",
          fmt::format("{} is not a number that {} can hold", abridged(text), name_of(numbers))};
}

std::variant<WrittenNumber, Complaint> read_number(const Value& value, Numbers numbers) {
  auto read = formats::read_number(value);
  auto* written = std::get_if<WrittenNumber>(&read);
  if (written == nullptr) return read;
  auto converted = find_held(std::move(written->value), numbers);
  if (!converted) return unheld(written->text, numbers);
  written->value = std::move(*converted);
  return read;
}

std::variant<WrittenNumber, Complaint> read_amount(const Value& value, Numbers numbers) {
  auto amount = read_number(value, numbers);
  const auto* read = std::get_if<WrittenNumber>(&amount);
  if (read == nullptr || read->value >= 0) return amount;
  return Complaint{"FS011", fmt::format("{} is negative", abridged(read->text))};
}

// Claimants.

struct ParsedRecord {
  Record record = {};
  bool has_nodes = false;  // "claimants" or "tree" has been read
  std::size_t path_bytes = 0;
};

// A claimant's bounds as written.
struct Bounds {
  std::string min_text = "0";
  std::string max_text = {};
  std::optional<Rational> demand = std::nullopt;
};

std::string name_of(const Value& node, std::size_t index) {
  const Value* name = json::find(node, "name");
  const auto* text = name != nullptr ? std::get_if<std::string>(&name->is) : nullptr;
  return text != nullptr ? *text : fmt::format("{}", index);
}

// The first sibling with the same name as an earlier one.
std::optional<std::size_t> find_repeated_name(const json::Array& siblings) {
  const auto is_named = [](const Value& node) { return json::find(node, "name") != nullptr; };
  if (std::none_of(siblings.begin(), siblings.end(), is_named)) return std::nullopt;
  std::vector<std::string> names;
  names.reserve(siblings.size());
  for (const Value& node : siblings) names.push_back(name_of(node, names.size()));
  return json::find_repeated(std::vector<std::string_view>(names.begin(), names.end()));
}

std::optional<InputError> read_nodes(ParsedRecord& parsed, const json::Array& nodes,
                                     const Place& place, std::optional<std::size_t> parent);

std::optional<InputError> read_children(ParsedRecord& parsed, std::size_t node, const Value& value,
                                        const Place& place) {
  if (const auto* children = std::get_if<json::Array>(&value.is)) {
    return read_nodes(parsed, *children, place, node);
  }
  return error_at(place, parsed.record.names[node], wrong_kind("a list of nodes", value));
}

// One of weight, min_share, max_share and demand.
std::optional<Complaint> read_bound(ParsedRecord& parsed, std::size_t node, Bounds& bounds,
                                    std::string_view key, const Value& value) {
  Claimant<Rational>& claimant = parsed.record.tree.nodes[node].claimant;
  const bool may_be_null = key == "max_share" || key == "demand";
  if (may_be_null && std::holds_alternative<json::Null>(value.is)) return std::nullopt;
  auto read = read_amount(value, parsed.record.numbers);
  if (auto* complaint = std::get_if<Complaint>(&read)) return std::move(*complaint);
  auto& amount = std::get<WrittenNumber>(read);

  if (key == "weight") claimant.weight = std::move(amount.value);
  if (key == "demand") bounds.demand = std::move(amount.value);
  if (key == "min_share") {
    claimant.min_share = std::move(amount.value);
    bounds.min_text = std::move(amount.text);
  }
  if (key == "max_share") {
    claimant.max_share = std::move(amount.value);
    bounds.max_text = std::move(amount.text);
  }
  if (!claimant.max_share || *claimant.max_share >= claimant.min_share) return std::nullopt;
  return Complaint{"FS010", fmt::format("max_share {} is below min_share {}",
                                        abridged(bounds.max_text), abridged(bounds.min_text))};
}

std::optional<InputError> read_member(ParsedRecord& parsed, std::size_t node, Bounds& bounds,
                                      bool is_repeated, const Value& value, const Place& place) {
  const std::string& name = parsed.record.names[node];
  const std::string_view key = place.key;
  if (key == "name") {
    if (!std::holds_alternative<std::string>(value.is)) {
      return error_at(place, name, wrong_kind("a string", value));
    }
    if (!is_repeated) return std::nullopt;
    return error_at(place, name, {"FS004", "duplicate name: an earlier claimant has it"});
  }
  if (key == "weight" || key == "min_share" || key == "max_share" || key == "demand") {
    auto complaint = read_bound(parsed, node, bounds, key, value);
    if (!complaint) return std::nullopt;
    if (complaint->code != "FS010") return error_at(place, name, std::move(*complaint));
    return error_at({place.above, "max_share"}, name, std::move(*complaint));
  }
  if (key == "children" && parsed.record.is_tree) return read_children(parsed, node, value, place);
  if (key == "children") {
    return error_at(place, name,
                    {"FS003", "only the nodes of a \"tree\" have children, not \"claimants\""});
  }
  std::vector<std::string_view> known = {"name", "weight", "min_share", "max_share", "demand"};
  if (parsed.record.is_tree) known.push_back("children");
  return error_at(place, name, unknown_field("a claimant", key, known));
}

std::optional<InputError> read_node(ParsedRecord& parsed, const Value& value, const Place& place,
                                    std::optional<std::size_t> parent, bool is_repeated) {
  Record& record = parsed.record;
  const std::size_t node = record.tree.nodes.size();
  const std::string name = name_of(value, place.index.value_or(0));
  if (parent) parsed.path_bytes += record.names[*parent].size() + 1 + name.size();
  if (parsed.path_bytes > path_bytes_max) return error_at(place, name, paths_too_long());
  record.tree.nodes.push_back({{}, parent});
  record.demands.emplace_back();
  record.names.push_back(parent ? record.names[*parent] + "/" + name : name);

  const auto* members = std::get_if<json::Object>(&value.is);
  if (members == nullptr) return error_at(place, name, wrong_kind("a claimant, an object,", value));
  if (is_repeated && json::find(value, "name") == nullptr) {
    return error_at(place, record.names[node],
                    {"FS004",
                     "duplicate name: a claimant without a name is named by its index, and an "
                     "earlier claimant has that name"});
  }
  Bounds bounds;
  for (const auto& [key, member] : *members) {
    auto error = read_member(parsed, node, bounds, is_repeated, member, {&place, key});
    if (error) return error;
  }
  cap(record.tree.nodes[node].claimant, bounds.demand);
  record.demands[node] = std::move(bounds.demand);
  return std::nullopt;
}

// Recurses no deeper than JSON may be nested.
std::optional<InputError> read_nodes(ParsedRecord& parsed, const json::Array& nodes,
                                     const Place& place, std::optional<std::size_t> parent) {
  const auto repeated = find_repeated_name(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto error = read_node(parsed, nodes[i], {&place, {}, i}, parent, repeated == i);
    if (error) return error;
  }
  return std::nullopt;
}

// Fields of the record.

std::optional<InputError> read_id(ParsedRecord& parsed, const Value& value, const Place& place) {
  const auto* number = std::get_if<json::Number>(&value.is);
  if (const auto* text = std::get_if<std::string>(&value.is)) {
    parsed.record.id = json::quoted(*text);
  } else if (number != nullptr && number->text.find_first_of(".eE") == std::string::npos) {
    parsed.record.id = number->text;
  } else {
    return error_at(place, "", wrong_kind("a string or a whole number", value));
  }
  return std::nullopt;
}

// "numbers" or "answers".
std::optional<InputError> read_numbers(ParsedRecord& parsed, const Value& value,
                                       const Place& place) {
  const auto* text = std::get_if<std::string>(&value.is);
  if (const auto numbers = text != nullptr ? find_numbers(*text) : std::nullopt) {
    if (place.key == "numbers") parsed.record.numbers = *numbers;
    if (place.key == "answers") parsed.record.answers = *numbers;
    return std::nullopt;
  }
  return error_at(place, "",
                  {"FS002", R"("exact", "double", "float32", "int64" or "int32" is expected here, )"
                            "and nothing else"});
}

// One of "rounding", "within" and "relative".
std::optional<InputError> read_measure_field(ParsedRecord& parsed, const Value& value,
                                             const Place& place) {
  auto complaint = read_measure(parsed.record.tolerance, place.key, value);
  if (!complaint) return std::nullopt;
  return error_at(place, "", std::move(*complaint));
}

// read_any_record interprets the name; this reader divides by the definition.
std::optional<InputError> read_scheduler(ParsedRecord&, const Value& value, const Place& place) {
  if (std::holds_alternative<std::string>(value.is)) return std::nullopt;
  return error_at(place, "", wrong_kind("a string", value));
}

// "claimants" or "tree".
std::optional<InputError> read_claimants(ParsedRecord& parsed, const Value& value,
                                         const Place& place) {
  if (parsed.has_nodes) {
    return error_at(place, "", {"FS003", R"(a record has "claimants" or a "tree", not both)"});
  }
  parsed.has_nodes = true;
  parsed.record.is_tree = place.key == "tree";
  if (const auto* nodes = std::get_if<json::Array>(&value.is)) {
    return read_nodes(parsed, *nodes, place, std::nullopt);
  }
  const bool is_root = parsed.record.is_tree && std::holds_alternative<json::Object>(value.is);
  if (is_root) return read_node(parsed, value, place, std::nullopt, false);
  return error_at(
      place, "",
      wrong_kind(parsed.record.is_tree ? "a list of nodes, or one node," : "a list of claimants",
                 value));
}

std::optional<InputError> read_total(ParsedRecord& parsed, const Value& value, const Place& place) {
  auto total = read_amount(value, parsed.record.numbers);
  if (auto* complaint = std::get_if<Complaint>(&total)) {
    return error_at(place, "", std::move(*complaint));
  }
  parsed.record.total = std::get<WrittenNumber>(total).value;
  return std::nullopt;
}

// A share may be negative; the verdict then says that it must not be.
std::optional<InputError> read_shares(ParsedRecord& parsed, const Value& value,
                                      const Place& place) {
  const auto* list = std::get_if<json::Array>(&value.is);
  if (list == nullptr) return error_at(place, "", wrong_kind("a list of shares", value));
  auto& shares = parsed.record.shares.emplace();
  shares.reserve(list->size());
  for (const Value& element : *list) {
    auto share = read_number(element, parsed.record.answers.value_or(parsed.record.numbers));
    if (auto* complaint = std::get_if<Complaint>(&share)) {
      const std::size_t i = shares.size();
      const std::string name = i < parsed.record.names.size() ? parsed.record.names[i] : "";
      return error_at({&place, {}, i}, name, std::move(*complaint));
    }
    shares.push_back(std::get<WrittenNumber>(std::move(share)));
  }
  return std::nullopt;
}

struct Field {
  std::string_view key;
  int stage;  // from 0 to 2
  std::optional<InputError> (*read)(ParsedRecord&, const Value&, const Place&);
};

constexpr std::array<Field, 11> fields = {{{"id", 0, read_id},
                                           {"numbers", 0, read_numbers},
                                           {"answers", 0, read_numbers},
                                           {"scheduler", 0, read_scheduler},
                                           {"rounding", 0, read_measure_field},
                                           {"within", 0, read_measure_field},
                                           {"relative", 0, read_measure_field},
                                           {"claimants", 1, read_claimants},
                                           {"tree", 1, read_claimants},
                                           {"total", 2, read_total},
                                           {"shares", 2, read_shares}}};

std::optional<InputError> read_field(ParsedRecord& parsed, int stage, const Value& value,
                                     const Place& place) {
  for (const Field& field : fields) {
    if (field.key != place.key) continue;
    return field.stage == stage ? field.read(parsed, value, place) : std::nullopt;
  }
  const bool is_ignored = std::ranges::find(record_ignored, place.key) != record_ignored.end();
  if (stage != 0 || is_ignored) return std::nullopt;
  std::vector<std::string_view> known;
  for (const Field& field : fields) known.push_back(field.key);
  return error_at(place, "", unknown_field("a record", place.key, known));
}

std::optional<InputError> read_fields(ParsedRecord& parsed, const json::Object& members) {
  std::optional<InputError> first;
  std::size_t first_at = members.size();
  for (int stage = 0; stage < 3; ++stage) {
    for (std::size_t i = 0; i < first_at; ++i) {
      auto error = read_field(parsed, stage, members[i].value, {nullptr, members[i].key});
      if (!error) continue;
      first = std::move(error);
      first_at = i;
    }
  }
  return first;
}

std::optional<InputError> find_missing(const ParsedRecord& parsed, const Value& value) {
  const Record& record = parsed.record;
  if (json::find(value, "total") == nullptr) {
    return error_at({nullptr, "total"}, "", {"FS002", "the total is missing"});
  }
  if (!parsed.has_nodes) {
    return error_at({nullptr, "claimants"}, "",
                    {"FS002", R"(the claimants are missing ("claimants", or a "tree"))"});
  }
  if (!record.shares || record.shares->size() == record.names.size()) return std::nullopt;
  const std::size_t shares = record.shares->size();
  const std::string message =
      record.is_tree ? fmt::format("{} for {}; each node has one", counted(shares, "share"),
                                   counted(record.names.size(), "node"))
                     : fmt::format("{} for {}", counted(shares, "share"),
                                   counted(record.names.size(), "claimant"));
  if (shares < record.names.size()) {
    return error_at({nullptr, "shares"}, record.names[shares], {"FS104", message});
  }
  const Place list{nullptr, "shares"};
  return error_at({&list, {}, record.names.size()}, "", {"FS105", message});
}

// Lines that are not JSON.

// The value one step further: at a key of an object or an index of an array; null if there is none.
const Value* follow(const Value& value, const json::Step& step) {
  if (const auto* key = std::get_if<std::string>(&step)) return json::find(value, *key);
  const auto* array = std::get_if<json::Array>(&value.is);
  const std::size_t index = std::get<std::size_t>(step);
  return array != nullptr && index < array->size() ? &(*array)[index] : nullptr;
}

// The name of the claimant or node in which the path ends, or to which its share belongs.
std::string claimant_on(const Value& record, std::vector<json::Step> path) {
  if (path.size() < 2) return "";
  if (path[0] == json::Step("shares")) path[0] = "claimants";
  if (path[0] != json::Step("claimants") && path[0] != json::Step("tree")) return "";
  const Value* value = json::find(record, std::get<std::string>(path[0]));
  std::string name;
  if (value != nullptr && std::holds_alternative<json::Object>(value->is))
    name = name_of(*value, 0);
  for (std::size_t i = 1; i < path.size() && value != nullptr; ++i) {
    value = follow(*value, path[i]);
    const auto* index = std::get_if<std::size_t>(&path[i]);
    if (value == nullptr || index == nullptr) continue;
    name += (name.empty() ? "" : "/") + name_of(*value, *index);
  }
  return name;
}

std::string id_of(const Value& record) {
  ParsedRecord parsed;
  if (const Value* id = json::find(record, "id")) read_id(parsed, *id, {});
  return parsed.record.id;
}

RecordError refuse(const json::Reading& reading) {
  RecordError refused{id_of(reading.value), *reading.error};
  refused.error.claimant = claimant_on(reading.value, reading.path);
  return refused;
}

std::variant<Record, RecordError> read_checked(const json::Reading& reading) {
  if (reading.error) return refuse(reading);
  const auto* members = std::get_if<json::Object>(&reading.value.is);
  if (members == nullptr) {
    Complaint complaint = wrong_kind("a record, an object,", reading.value);
    const bool is_list = std::holds_alternative<json::Array>(reading.value.is);
    if (is_list) complaint.message += " (one a line: jq -c '.[]' FILE)";
    return RecordError{"", error_at({}, "", std::move(complaint))};
  }
  ParsedRecord parsed;
  auto error = read_fields(parsed, *members);
  if (!error) error = find_missing(parsed, reading.value);
  if (error) return RecordError{id_of(reading.value), std::move(*error)};
  return std::move(parsed.record);
}

constexpr std::array<std::pair<std::string_view, Numbers>, 5> all_numbers = {
    {{"exact", Numbers::exact},
     {"double", Numbers::to_double},
     {"float32", Numbers::to_float},
     {"int64", Numbers::to_int64},
     {"int32", Numbers::to_int32}}};

}  // namespace

std::string_view name_of(Numbers numbers) {
  return std::ranges::find(all_numbers, numbers, [](const auto& entry) { return entry.second; })
      ->first;
}

std::optional<Numbers> find_numbers(std::string_view name) {
  for (const auto& [known, numbers] : all_numbers) {
    if (known == name) return numbers;
  }
  return std::nullopt;
}

std::optional<Rational> find_held(Rational number, Numbers numbers) {
  if (numbers == Numbers::exact) return number;
  if (numbers == Numbers::to_int64 || numbers == Numbers::to_int32) {
    const Rational end(exact::Integer(1) << (numbers == Numbers::to_int64 ? 63U : 31U));
    const bool fits = exact::is_whole(number) && -end <= number && number < end;
    return fits ? std::optional(number) : std::nullopt;
  }
  const double nearest = numbers == Numbers::to_double
                             ? exact::to_double(number)
                             : static_cast<double>(exact::to_float(number));
  if (std::isinf(nearest) || (nearest == 0 && number != 0)) return std::nullopt;
  return exact::from_double(nearest);
}

void cap(Claimant<Rational>& claimant, const std::optional<Rational>& demand) {
  if (!demand) return;
  if (!claimant.max_share || *demand < *claimant.max_share) claimant.max_share = demand;
  if (*demand < claimant.min_share) claimant.min_share = *demand;
}

InputError no_shares_reported() {
  return {
      .code = "FS104",
      .message =
          "the record reports no shares, so there is nothing to judge; add \"shares\", or solve it",
      .field = "shares"};
}

const std::vector<std::string_view> record_ignored = {
    // For people.
    "category", "comment",
    // What answers say, ours among them.
    "outcome", "ratio", "excess", "unclaimed", "error", "ratios", "at", "certificate",
    "alternatives", "complete",
    // What recordings say.
    "rule", "R", "variants", "rounds", "bound_conflict_wins", "fair_if_floor", "fair_if_base",
    "order_spread", "flags", "effective_max",
    // How to judge: read by read_tolerance, for every kind of record.
    "rounding", "within", "relative"};

std::string find_id(const Value& record) {
  return id_of(record);
}

std::string title_of(const Value& record, const std::string& file, std::size_t line) {
  const Value* id = json::find(record, "id");
  const auto* text = id != nullptr ? std::get_if<std::string>(&id->is) : nullptr;
  if (text != nullptr && !text->empty()) return *text;
  std::string number = text == nullptr ? id_of(record) : "";
  return number.empty() ? fmt::format("{}:{}", file, line) : number;
}

std::variant<Record, RecordError> read_record(const json::Reading& reading, const std::string& file,
                                              std::size_t line_number) {
  auto result = read_checked(reading);
  if (auto* record = std::get_if<Record>(&result)) {
    record->title = title_of(reading.value, file, line_number);
    record->line = line_number;
    record->tree.total = record->total;
  } else {
    std::get<RecordError>(result).error.file = file;
    std::get<RecordError>(result).error.line = line_number;
  }
  return result;
}

std::variant<Record, RecordError> read_record(std::string_view line, const std::string& file,
                                              std::size_t line_number) {
  return read_record(json::read(line), file, line_number);
}

}  // namespace fairshare::formats

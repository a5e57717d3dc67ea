#include "formats/records/certificates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "formats/records/answers.h"
#include "formats/text/fields.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using json::Value;
using properties::Branch;
using properties::Certificate;
using properties::Divided;

constexpr std::array<std::string_view, 3> branch_names = {"at_min", "proportional", "at_max"};
constexpr std::array<std::string_view, 3> outcome_names = {"allocation", "overcommitted",
                                                           "surplus"};

// Text.

// The name without the names of the nodes above.
std::string own_name(const Record& record, std::size_t node) {
  const auto parent = record.tree.nodes[node].parent;
  return record.names[node].substr(parent ? record.names[*parent].size() + 1 : 0);
}

// A list of nodes, with their children inside. Recurses no deeper than JSON may be nested.
void write_nodes(const Record& record, const Children& children,
                 const std::vector<std::size_t>& nodes, json::Writer& answer) {
  answer.begin_array();
  for (const std::size_t node : nodes) {
    const auto& [weight, min_share, max_share] = record.tree.nodes[node].claimant;
    answer.begin_object().key("name").string(own_name(record, node));
    answer.key("weight").number(number_text(weight));
    answer.key("min_share").number(number_text(min_share));
    if (max_share) answer.key("max_share").number(number_text(*max_share));
    if (!children.of_node[node].empty()) {
      answer.key("children");
      write_nodes(record, children, children.of_node[node], answer);
    }
    answer.end_object();
  }
  answer.end_array();
}

struct WritingClaim {
  json::Writer& answer;

  void operator()(const Divided& claim) const {
    answer.key("ratio").number(number_text(claim.ratio));
    if (!claim.ratios) return;
    const auto& [low, high] = *claim.ratios;
    answer.key("ratios").begin_array().number(number_text(low));
    high ? answer.number(number_text(*high)) : answer.null();
    answer.end_array();
  }
  void operator()(const Overcommitted<Rational>& claim) const {
    answer.key("excess").number(number_text(claim.excess));
  }
  void operator()(const Surplus<Rational>& claim) const {
    answer.key("unclaimed").number(number_text(claim.unclaimed));
  }
};

void write_certificate(const Record& record, const DividerIndex& at, const Certificate& certificate,
                       json::Writer& answer) {
  answer.begin_object();
  if (at) answer.key("at").string(record.names[*at]);
  answer.key("outcome").string(outcome_names[certificate.claim.index()]);
  std::visit(WritingClaim{answer}, certificate.claim);
  answer.key("branches").begin_array();
  for (const Branch branch : certificate.branches) {
    answer.string(branch_names[static_cast<std::size_t>(branch)]);
  }
  answer.end_array().end_object();
}

// Reading. Complaints go into `error`, of which only the first is kept.

// Ends of an interval: a number, and a number or null.
std::optional<RatioInterval<Rational>> read_ratios(Fields& fields) {
  const Value* value = fields.take("ratios");
  if (value == nullptr) return std::nullopt;
  const auto* list = std::get_if<json::Array>(&value->is);
  if (list == nullptr || list->size() != 2) {
    fields.complain(
        "ratios", "FS002",
        "a list of the least and the greatest ratio is expected here (null for no greatest)");
    return std::nullopt;
  }
  RatioInterval<Rational> ratios{};
  for (std::size_t end = 0; end < 2; ++end) {
    const Value& element = (*list)[end];
    if (end == 1 && std::holds_alternative<json::Null>(element.is)) continue;
    auto read = read_number(element);
    if (auto* complaint = std::get_if<Complaint>(&read)) {
      fields.complain("ratios", std::move(*complaint));
      return std::nullopt;
    }
    Rational number = std::get<WrittenNumber>(std::move(read)).value;
    if (end == 0) {
      ratios.low = std::move(number);
    } else {
      ratios.high = std::move(number);
    }
  }
  return ratios;
}

Rational required_number(Fields& fields, std::string_view key) {
  auto number = fields.find_number(key);
  if (!number) fields.complain(key, "FS002", fmt::format("the {} is missing", key));
  return number.value_or(0);
}

std::optional<Branch> find_branch(const Value& value) {
  const auto* text = std::get_if<std::string>(&value.is);
  if (text == nullptr) return std::nullopt;
  const auto found = std::ranges::find(branch_names, std::string_view(*text));
  if (found == branch_names.end()) return std::nullopt;
  return static_cast<Branch>(found - branch_names.begin());
}

std::vector<Branch> read_branches(Fields& fields, std::size_t claimants,
                                  std::optional<InputError>& error) {
  std::vector<Branch> branches;
  const Place place{&fields.place(), "branches"};
  if (!fields.has("branches")) fields.complain("branches", "FS002", "the branches are missing");
  for (const Value& element : fields.list("branches")) {
    const auto branch = find_branch(element);
    if (!branch && !error) {
      error = error_at({&place, {}, branches.size()}, "",
                       {"FS002", R"("at_min", "proportional" or "at_max" is expected here)"});
    }
    if (!branch) return branches;
    branches.push_back(*branch);
  }
  if (branches.size() != claimants) {
    fields.complain("branches", "FS002",
                    fmt::format("{} branches for {} claimants", branches.size(), claimants));
  }
  return branches;
}

// The certificate of the division among `claimants`; `at` is its path, empty for the top.
Certificate read_certificate(const Value& value, const Place& place, const std::string& at,
                             std::size_t claimants, std::optional<InputError>& error) {
  Fields fields(value, place, at, error);
  if (fields.find_text("at").value_or("") != at) {
    fields.complain("at", "FS002",
                    at.empty() ? "this certificate divides the total itself, which has no path"
                               : fmt::format("the expected path is {}", json::quoted(at)));
  }
  if (!fields.has("outcome")) fields.complain("outcome", "FS002", "the outcome is missing");
  Certificate certificate;
  switch (fields.choice("outcome", {outcome_names.begin(), outcome_names.end()}, 0)) {
    case 0:
      certificate.claim = Divided{required_number(fields, "ratio"), read_ratios(fields)};
      break;
    case 1:
      certificate.claim = Overcommitted<Rational>{required_number(fields, "excess")};
      break;
    default:
      certificate.claim = Surplus<Rational>{required_number(fields, "unclaimed")};
  }
  certificate.branches = read_branches(fields, claimants, error);
  fields.finish("a certificate of this outcome");
  return certificate;
}

// The certificates of a tree, in the order of its divisions, until one says that there is no
// allocation.
std::vector<Certificate> read_list(const Record& record, const json::Array& list,
                                   std::optional<InputError>& error) {
  const Place place{nullptr, "certificate"};
  const Children children = children_of(record.tree);
  const std::vector<DividerIndex> dividers = properties::dividers_of(record.tree);
  std::vector<Certificate> certificates;
  for (const Value& value : list) {
    const std::size_t index = certificates.size();
    if (error) return certificates;
    const bool is_over = index == dividers.size() ||
                         (index > 0 && !std::holds_alternative<Divided>(certificates.back().claim));
    if (is_over) {
      error = error_at({&place, {}, index}, "",
                       {"FS002", "there are more certificates than divisions"});
      return certificates;
    }
    const DividerIndex at = dividers[index];
    certificates.push_back(
        read_certificate(value, {&place, {}, index}, at ? record.names[*at] : "",
                         at ? children.of_node[*at].size() : children.of_tree.size(), error));
  }
  if (!error && !properties::fit(record.tree, certificates)) {
    const DividerIndex at = dividers[certificates.size()];
    error = error_at(place, at ? record.names[*at] : "",
                     {"FS002", fmt::format("{} certificates for {} divisions", certificates.size(),
                                           dividers.size())});
  }
  return certificates;
}

std::vector<Certificate> read_certificates(const Record& record, const Value& value,
                                           std::optional<InputError>& error) {
  const Place place{nullptr, "certificate"};
  if (!record.is_tree) {
    return {read_certificate(value, place, "", record.tree.nodes.size(), error)};
  }
  if (const auto* list = std::get_if<json::Array>(&value.is))
    return read_list(record, *list, error);
  error = error_at(place, "", wrong_kind("a list of certificates, one for each division,", value));
  return {};
}

// FS018 if the record names a scheduler that divides by another rule.
std::optional<InputError> find_foreign(const Value& value, std::string_view scheduler) {
  const Value* named = json::find(value, "scheduler");
  const auto* text = named != nullptr ? std::get_if<std::string>(&named->is) : nullptr;
  const std::string_view said = text != nullptr ? std::string_view(*text) : "fair";
  const std::string_view name = scheduler.empty() ? said : scheduler;
  if (name == "fair") return std::nullopt;
  return error_at(
      {nullptr, "scheduler"}, "",
      {"FS018", fmt::format("certificates apply to the definition only, not to records of {}",
                            abridged(name))});
}

}  // namespace

std::string certified_answer(const Record& record, const properties::CertifiedSolution& solution) {
  const Children children = children_of(record.tree);
  const auto dividers = properties::dividers_of(record.tree);
  std::string text;
  json::Writer answer(text);
  begin_answer(record.id, answer);
  answer.key("total").number(number_text(record.total));
  answer.key(record.is_tree ? "tree" : "claimants");
  write_nodes(record, children, children.of_tree, answer);
  write_solution(record, solution.solution, answer);
  answer.key("certificate");
  if (record.is_tree) answer.begin_array();
  for (std::size_t i = 0; i < solution.certificates.size(); ++i) {
    write_certificate(record, dividers[i], solution.certificates[i], answer);
  }
  if (record.is_tree) answer.end_array();
  answer.end_object();
  return text;
}

std::variant<CertifiedRecord, RecordError> read_certified_record(std::string_view line,
                                                                 const std::string& file,
                                                                 std::size_t line_number,
                                                                 std::string_view scheduler) {
  const json::Reading reading = json::read(line);
  const auto refuse = [&](std::string id, InputError error) {
    error.file = file;
    error.line = line_number;
    return RecordError{std::move(id), std::move(error)};
  };
  auto foreign = find_foreign(reading.value, scheduler);
  if (foreign && !reading.error) {
    return refuse(find_id(reading.value), std::move(*foreign));
  }
  auto read = read_record(reading, file, line_number);
  if (auto* error = std::get_if<RecordError>(&read)) return std::move(*error);
  auto& record = std::get<Record>(read);
  const Value* value = json::find(reading.value, "certificate");
  if (value == nullptr) {
    return refuse(
        record.id,
        error_at({nullptr, "certificate"}, "",
                 {"FS002", "the certificate is missing: `fairshare solve --certificate` adds it"}));
  }
  std::optional<InputError> error;
  std::vector<Certificate> certificates = read_certificates(record, *value, error);
  if (error) return refuse(record.id, std::move(*error));
  return CertifiedRecord{std::move(record), std::move(certificates)};
}

}  // namespace fairshare::formats

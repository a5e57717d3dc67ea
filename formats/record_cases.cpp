#include "formats/record_cases.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "formats/json.h"
#include "model/tree.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

Rounding rounding_of(const Record& record, const Leniency& leniency) {
  if (leniency.rounding) return *leniency.rounding;
  if (record.numbers == Numbers::to_double) return Rounding::to_double;
  if (record.numbers == Numbers::to_float) return Rounding::to_float;
  return Rounding::written;
}

// "a" for the id "\"a\""; where a record has none, its place.
std::string title_of(const Record& record, const std::string& file) {
  if (record.id.empty()) return fmt::format("{}:{}", file, record.line);
  const auto id = json::parse(record.id);
  if (const auto* value = std::get_if<json::Value>(&id)) {
    if (const auto* text = std::get_if<std::string>(&value->is)) return *text;
  }
  return record.id;
}

std::string_view why_not(Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
    case Rounding::down:
      return "is no whole unit, so it cannot have been rounded to one";
    case Rounding::to_double:
      return "is no double, so it cannot have been rounded to one";
    case Rounding::to_float:
      return "is no float, so it cannot have been rounded to one";
    case Rounding::exact:
    case Rounding::written:
      return "cannot have been rounded so";
  }
  return "";
}

// What one node reported, as an interval.
std::variant<Reported, InputError> reported_share(const Record& record, const std::string& file,
                                                  std::size_t node, Rounding rounding,
                                                  const Rational& slack) {
  const auto& [text, written_value, last_digit] = (*record.shares)[node];
  const auto error = [&](std::string code, std::string message) {
    return InputError{.code = std::move(code),
                      .message = std::move(message),
                      .file = file,
                      .line = record.line,
                      .claimant = record.names[node],
                      .field = fmt::format("shares[{}]", node)};
  };
  Rational value = written_value;
  if (rounding == Rounding::to_double && last_digit != 0) {
    const double nearest = exact::to_double(value);
    if (std::isinf(nearest)) return error("FS008", "no double holds this share");
    value = exact::from_double(nearest);
  }
  const auto interval = find_interval(value, last_digit, rounding, slack);
  if (!interval) return error("FS015", fmt::format("the share {} {}", text, why_not(rounding)));
  return Reported{text, std::move(value), *interval};
}

// One divider's case: what it got is what its children divide, rounded as it was reported.
std::variant<Case, InputError> case_of(const Record& record, const std::string& file, Divider at,
                                       const std::vector<std::size_t>& children,
                                       const Leniency& leniency) {
  const Rounding rounding = rounding_of(record, leniency);
  Rational total = at ? (*record.shares)[*at].value : record.tree.total;
  const Rational slack = leniency.within + leniency.relative * total;
  std::optional<properties::Interval> total_interval;
  if (at) {
    auto share = reported_share(record, file, *at, rounding, slack);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    total = std::get<Reported>(share).value;
    total_interval = std::get<Reported>(share).interval;
  }
  std::string title = title_of(record, file);
  if (at) title += "/" + record.names[*at];
  Case result{.id = record.id,
              .title = std::move(title),
              .problem = problem_of(record.tree, children, total),
              .total = total_interval,
              .parties = {},
              .reported = {}};
  for (const std::size_t child : children) {
    auto share = reported_share(record, file, child, rounding, slack);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    result.parties.push_back({record.names[child]});
    result.reported.push_back(std::move(std::get<Reported>(share)));
  }
  return result;
}

}  // namespace

std::variant<std::vector<Case>, InputError> cases_of(const Record& record, const std::string& file,
                                                     const Leniency& leniency) {
  if (!record.shares) {
    return InputError{.code = "FS104",
                      .message = "the record reports no shares, so there is nothing to judge",
                      .file = file,
                      .line = record.line,
                      .field = "shares"};
  }
  std::vector<Case> cases;
  const Children children = children_of(record.tree);
  const auto add = [&](Divider at,
                       const std::vector<std::size_t>& among) -> std::optional<InputError> {
    auto made = case_of(record, file, at, among, leniency);
    if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
    cases.push_back(std::move(std::get<Case>(made)));
    return std::nullopt;
  };
  if (auto error = add(std::nullopt, children.of_tree)) return std::move(*error);
  for (std::size_t i = 0; i < children.of_node.size(); ++i) {
    if (children.of_node[i].empty()) continue;
    if (auto error = add(i, children.of_node[i])) return std::move(*error);
  }
  return cases;
}

}  // namespace fairshare::formats

#include "formats/records/record_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>

#include "formats/text/json.h"
#include "model/tree.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

std::string_view why_not(Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest:
    case Rounding::down:
    case Rounding::apportioned:
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
  auto read = find_reported((*record.shares)[node], rounding, slack);
  if (auto* reported = std::get_if<Reported>(&read)) return std::move(*reported);
  auto& complaint = std::get<Complaint>(read);
  return InputError{.code = std::move(complaint.code),
                    .message = std::move(complaint.message),
                    .file = file,
                    .line = record.line,
                    .claimant = record.names[node],
                    .field = fmt::format("shares[{}]", node)};
}

// The reals of the interval that are no less than 0; 0 where there are none.
properties::Interval not_negative(properties::Interval interval) {
  if (interval.low < 0) {
    interval.low = 0;
    interval.low_open = false;
  }
  if (interval.high <= 0) {
    interval.high = 0;
    interval.high_open = false;
  }
  return interval;
}

// One divider's case: what it got is what its children divide, rounded as it was reported. Less
// than nothing is for the verdict above to complain of; here nothing is left to divide.
std::variant<Case, InputError> case_of(const Record& record, const std::string& file, Divider at,
                                       const std::vector<std::size_t>& children,
                                       const Leniency& leniency) {
  const Rounding rounding = leniency.rounding.value_or(usual_rounding(record.numbers));
  const bool adds_up = rounding == Rounding::apportioned && slack_of(leniency, 1) == 0;
  Rational total = at ? (*record.shares)[*at].value : record.tree.total;
  const Rational slack = slack_of(leniency, total);
  std::optional<properties::Interval> total_interval;
  if (at) {
    auto share = reported_share(record, file, *at, rounding, slack);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    total = std::max(Rational(0), std::get<Reported>(share).value);
    total_interval = not_negative(std::get<Reported>(share).interval);
  }
  std::string title = title_of(record.id, file, record.line);
  if (at) title += "/" + record.names[*at];
  Case result{.id = record.id,
              .title = std::move(title),
              .problem = problem_of(record.tree, children, total),
              .total = total_interval,
              .parties = {},
              .reported = {},
              .adds_up = adds_up};
  for (const std::size_t child : children) {
    auto share = reported_share(record, file, child, rounding, slack);
    if (auto* error = std::get_if<InputError>(&share)) return std::move(*error);
    result.parties.push_back({record.names[child]});
    result.reported.push_back(std::move(std::get<Reported>(share)));
  }
  return result;
}

}  // namespace

std::string title_of(const std::string& id, const std::string& file, std::size_t line) {
  if (id.empty()) return fmt::format("{}:{}", file, line);
  const auto parsed = json::parse(id);
  if (const auto* value = std::get_if<json::Value>(&parsed)) {
    if (const auto* text = std::get_if<std::string>(&value->is)) return *text;
  }
  return id;
}

Rounding usual_rounding(Numbers numbers) {
  if (numbers == Numbers::to_double) return Rounding::to_double;
  if (numbers == Numbers::to_float) return Rounding::to_float;
  return Rounding::written;
}

std::variant<Reported, Complaint> find_reported(const WrittenNumber& written, Rounding rounding,
                                                const Rational& slack) {
  Rational value = written.value;
  if (rounding == Rounding::to_double && written.last_digit != 0) {
    const double nearest = exact::to_double(value);
    if (std::isinf(nearest)) return Complaint{"FS008", "no double holds this share"};
    value = exact::from_double(nearest);
  }
  const auto interval = find_interval(value, written.last_digit, rounding, slack);
  if (!interval) {
    return Complaint{"FS015", fmt::format("the share {} {}", written.text, why_not(rounding))};
  }
  return Reported{written.text, std::move(value), *interval};
}

InputError no_shares_reported() {
  return {.code = "FS104",
          .message = "the record reports no shares, so there is nothing to judge",
          .field = "shares"};
}

std::variant<std::vector<Case>, InputError> cases_of(const Record& record, const std::string& file,
                                                     const Leniency& leniency) {
  if (!record.shares) {
    InputError error = no_shares_reported();
    error.file = file;
    error.line = record.line;
    return error;
  }
  std::vector<Case> cases;
  const Leniency measure = combined(leniency, record.leniency);
  const Children children = children_of(record.tree);
  const auto add = [&](Divider at,
                       const std::vector<std::size_t>& among) -> std::optional<InputError> {
    auto made = case_of(record, file, at, among, measure);
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

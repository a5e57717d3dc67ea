// Solutions and errors as JSON lines.
#include "formats/records/answers.h"

#include <fmt/format.h>

#include <cmath>

#include "formats/text/json.h"

namespace fairshare::formats {
namespace {

template <class Number>
std::string number(const Number& value) {
  return number_text(value);
}

template <class Number>
std::string number(const std::optional<Number>& value) {
  return value ? number_text(*value) : "null";
}

template <class Values>
std::string list(const Values& values) {
  std::string result = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) result += ',';
    result += number(values[i]);
  }
  return result + ']';
}

template <class Number>
std::string outcome(const Record& record, const TreeAllocation<Number>& allocation) {
  std::string result = "\"outcome\":\"allocation\",\"ratio\":" + number(allocation.ratio);
  if (record.is_tree) result += ",\"ratios\":" + list(allocation.ratios);
  return result + ",\"shares\":" + list(allocation.shares);
}

template <class Number>
std::string outcome(const Record& record, const Undivided<Number>& undivided) {
  const std::string at =
      undivided.at ? "\"at\":" + json::quoted(record.names[*undivided.at]) + "," : "";
  if (const auto* over = std::get_if<Overcommitted<Number>>(&undivided.reason)) {
    return "\"outcome\":\"overcommitted\"," + at + "\"excess\":" + number(over->excess);
  }
  const auto& surplus = std::get<Surplus<Number>>(undivided.reason);
  return "\"outcome\":\"surplus\"," + at + "\"unclaimed\":" + number(surplus.unclaimed);
}

template <class Number>
std::string outcome_of(const Record& record, const TreeSolution<Number>& solution) {
  return std::visit([&](const auto& alternative) { return outcome(record, alternative); },
                    solution);
}

template <class Number>
std::string flat_answer(std::string_view id, const Solution<Number>& solution) {
  const std::string beginning = answer_beginning(id) + "\"outcome\":";
  if (const auto* over = std::get_if<Overcommitted<Number>>(&solution)) {
    return beginning + "\"overcommitted\",\"excess\":" + number(over->excess) + "}";
  }
  if (const auto* surplus = std::get_if<Surplus<Number>>(&solution)) {
    return beginning + "\"surplus\",\"unclaimed\":" + number(surplus->unclaimed) + "}";
  }
  const auto& allocation = std::get<Allocation<Number>>(solution);
  return beginning + "\"allocation\",\"ratio\":" + number(allocation.ratio) +
         ",\"shares\":" + list(allocation.shares) + "}";
}

template <class Number>
std::string answer_of(const Record& record, const TreeSolution<Number>& solution) {
  return answer_beginning(record.id) + outcome_of(record, solution) + "}";
}

}  // namespace

std::string answer_beginning(std::string_view id) {
  return id.empty() ? "{" : fmt::format("{{\"id\":{},", id);
}

std::string number_text(double number) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return fmt::format("{}", number);
}

std::string number_text(std::int64_t number) {
  return fmt::format("{}", number);
}

std::string number_text(const exact::Rational& number) {
  return json::quoted(exact::to_text(number));
}

std::string outcome_text(const Record& record, const TreeSolution<exact::Rational>& solution) {
  return outcome_of(record, solution);
}

std::string answer(const Record& record, const TreeSolution<exact::Rational>& solution) {
  return answer_of(record, solution);
}

std::string answer(const Record& record, const TreeSolution<double>& solution) {
  return answer_of(record, solution);
}

std::string answer(std::string_view id, const Solution<exact::Rational>& solution) {
  return flat_answer(id, solution);
}

std::string answer(std::string_view id, const Solution<double>& solution) {
  return flat_answer(id, solution);
}

std::string answer(const RecordError& error) {
  const InputError& what = error.error;
  std::string result =
      answer_beginning(error.id) + "\"error\":{\"code\":" + json::quoted(what.code);
  if (!what.file.empty()) result += ",\"file\":" + json::quoted(what.file);
  if (what.line > 0) result += fmt::format(",\"line\":{}", what.line);
  if (!what.claimant.empty()) result += ",\"claimant\":" + json::quoted(what.claimant);
  if (!what.field.empty()) result += ",\"field\":" + json::quoted(what.field);
  return result + ",\"message\":" + json::quoted(what.message) + "}}";
}

}  // namespace fairshare::formats

#include "formats/records/answers.h"

#include <cassert>
#include <cstddef>
#include <optional>
#include <variant>

#include "fairshare/exact/apportion.h"
#include "fairshare/exact/solve.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

template <class Number>
void write_number(const Number& number, json::Writer& answer) {
  answer.number(number_text(number));
}

template <class Number>
void write_number(const std::optional<Number>& number, json::Writer& answer) {
  number ? answer.number(number_text(*number)) : answer.null();
}

template <class Values>
void write_list(const Values& values, json::Writer& answer) {
  answer.begin_array();
  for (const auto& value : values) write_number(value, answer);
  answer.end_array();
}

// Why there is no allocation; `at` the node that has none, or empty.
template <class Number>
void write_reason(const std::variant<Overcommitted<Number>, Surplus<Number>>& reason,
                  std::string_view at, json::Writer& answer) {
  const auto* over = std::get_if<Overcommitted<Number>>(&reason);
  answer.key("outcome").string(over != nullptr ? "overcommitted" : "surplus");
  if (!at.empty()) answer.key("at").string(at);
  answer.key(over != nullptr ? "excess" : "unclaimed");
  write_number(over != nullptr ? over->excess : std::get<Surplus<Number>>(reason).unclaimed,
               answer);
}

template <class Number>
void write_outcome(const Solution<Number>& solution, json::Writer& answer) {
  if (const auto* over = std::get_if<Overcommitted<Number>>(&solution)) {
    return write_reason<Number>(*over, "", answer);
  }
  if (const auto* surplus = std::get_if<Surplus<Number>>(&solution)) {
    return write_reason<Number>(*surplus, "", answer);
  }
  const auto& [ratio, shares] = std::get<Allocation<Number>>(solution);
  answer.key("outcome").string("allocation").key("ratio").number(number_text(ratio));
  answer.key("shares");
  write_list(shares, answer);
}

template <class Number>
void write_outcome(const Record& record, const TreeSolution<Number>& solution,
                   json::Writer& answer) {
  if (const auto* undivided = std::get_if<NoAllocationAt<Number>>(&solution)) {
    return write_reason(undivided->reason, undivided->at ? record.names[*undivided->at] : "",
                        answer);
  }
  const auto& allocation = std::get<TreeAllocation<Number>>(solution);
  answer.key("outcome").string("allocation").key("ratio").number(number_text(allocation.ratio));
  if (record.is_tree) {
    answer.key("ratios");
    write_list(allocation.ratios, answer);
  }
  answer.key("shares");
  write_list(allocation.shares, answer);
}

template <class Number>
std::string whole_answer(const Record& record, const TreeSolution<Number>& solution) {
  std::string text;
  json::Writer writer(text);
  begin_answer(record.id, writer);
  write_outcome(record, solution, writer);
  writer.end_object();
  return text;
}

template <class Number>
std::string whole_answer(std::string_view id, const Solution<Number>& solution) {
  std::string text;
  json::Writer writer(text);
  begin_answer(id, writer);
  write_outcome(solution, writer);
  writer.end_object();
  return text;
}

Solution<Rational> in_whole_units(const Problem<Rational>& problem) {
  Solution<Rational> solution = exact::solve(problem);
  if (auto* allocation = std::get_if<Allocation<Rational>>(&solution)) {
    const auto units = exact::apportion(allocation->shares);
    assert(units);  // shares of a whole total add up to it
    for (std::size_t i = 0; i < units->size(); ++i) allocation->shares[i] = (*units)[i];
  }
  return solution;
}

}  // namespace

void begin_answer(std::string_view id, json::Writer& answer) {
  answer.begin_object();
  if (!id.empty()) answer.key("id").number(id);
}

void write_solution(const Solution<Rational>& solution, json::Writer& answer) {
  write_outcome(solution, answer);
}

void write_solution(const Record& record, const TreeSolution<Rational>& solution,
                    json::Writer& answer) {
  write_outcome(record, solution, answer);
}

std::string answer(const Record& record, const TreeSolution<Rational>& solution) {
  return whole_answer(record, solution);
}

std::string answer(const Record& record, const TreeSolution<double>& solution) {
  return whole_answer(record, solution);
}

std::string answer(std::string_view id, const Solution<Rational>& solution) {
  return whole_answer(id, solution);
}

std::string answer(std::string_view id, const Solution<double>& solution) {
  return whole_answer(id, solution);
}

std::variant<std::string, InputError> apportioned_answer(const Record& record,
                                                         const std::string& file) {
  if (exact::is_whole(record.tree.total)) {
    return answer(record, solve_tree(record.tree, in_whole_units));
  }
  return InputError{.code = "FS016",
                    .message = "the total is not whole, so whole units cannot add up to it",
                    .file = file,
                    .line = record.line,
                    .field = "total"};
}

}  // namespace fairshare::formats

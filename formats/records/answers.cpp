#include "formats/records/answers.h"

#include <cstddef>
#include <numeric>
#include <optional>
#include <variant>
#include <vector>

#include "fairshare/exact/units.h"

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

// Why there is no allocation; `at` is the node that has none, or empty.
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

// Adds the names of the tied children of one divider.
void add_tied_among(const std::vector<std::size_t>& children, const Rational& total,
                    const Rational& ratio, const std::vector<Rational>& shares,
                    const Record& record, Units units, std::vector<std::string>& names) {
  Allocation<Rational> allocation{ratio, {}};
  for (const std::size_t child : children) allocation.shares.push_back(shares[child]);
  const auto problem = problem_of(record.tree, children, total);
  for (const std::size_t k : exact::find_tied(problem, allocation, units)) {
    names.push_back(record.names[children[k]]);
  }
}

std::vector<std::string> names_of_tied(const Record& record,
                                       const TreeAllocation<Rational>& allocation, Units units) {
  const Children children = children_of(record.tree);
  std::vector<std::string> names;
  const auto& [shares, ratio, ratios] = allocation;
  add_tied_among(children.of_tree, record.tree.total, ratio, shares, record, units, names);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (!ratios[i]) continue;
    add_tied_among(children.of_node[i], shares[i], *ratios[i], shares, record, units, names);
  }
  return names;
}

void write_tied(const std::vector<std::string>& names, json::Writer& answer) {
  if (names.empty()) return;
  answer.key("tied").begin_array();
  for (const std::string& name : names) answer.string(name);
  answer.end_array();
}

// A demand that is not whole is a bound as well.
InputError not_whole(const Record& record, const std::string& file, const exact::NotWhole& defect) {
  using Field = exact::NotWhole::Field;
  InputError error{.code = "FS016",
                   .message = "the total is not whole, so whole units cannot add up to it",
                   .file = file,
                   .line = record.line,
                   .field = "total"};
  if (defect.field == Field::total) return error;
  const bool is_demand = !record.demands.empty() && record.demands[defect.claimant] &&
                         !exact::is_whole(*record.demands[defect.claimant]);
  error.message = "the bound is not whole, so whole units cannot keep it";
  error.claimant = record.names[defect.claimant];
  error.field = is_demand ? "demand" : defect.field == Field::min_share ? "min_share" : "max_share";
  return error;
}

std::variant<std::string, InputError> in_units(const Record& record, const std::string& file,
                                               Units units, bool names_tied) {
  std::vector<std::size_t> every(record.tree.nodes.size());
  std::iota(every.begin(), every.end(), std::size_t{0});
  const auto all = problem_of(record.tree, every, record.tree.total);
  if (const auto defect = exact::find_not_whole(all, units)) {
    return not_whole(record, file, *defect);
  }
  const auto solution = solve_tree(record.tree, [&](const Problem<Rational>& problem) {
    return exact::solve_units(problem, units);
  });
  std::string text;
  json::Writer writer(text);
  begin_answer(record.id, writer);
  write_outcome(record, solution, writer);
  const auto* allocation = std::get_if<TreeAllocation<Rational>>(&solution);
  if (names_tied && allocation != nullptr) {
    write_tied(names_of_tied(record, *allocation, units), writer);
  }
  writer.end_object();
  return text;
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

std::variant<std::string, InputError> units_answer(const Record& record, const std::string& file,
                                                   Units units) {
  return in_units(record, file, units, true);
}

std::variant<std::string, InputError> apportioned_answer(const Record& record,
                                                         const std::string& file) {
  return in_units(record, file, Units::hamilton, false);
}

}  // namespace fairshare::formats

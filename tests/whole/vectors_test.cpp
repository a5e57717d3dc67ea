// Every vector of vectors/ through both solvers, the axioms, apportionment and the verdicts. Runs
// in the repository's root. A failure names the vector's id.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/apportion.h"
#include "fairshare/exact/solve.h"
#include "fairshare/exact/units.h"
#include "fairshare/model/tree.h"
#include "fairshare/properties/axioms.h"
#include "fairshare/properties/fairness.h"
#include "fairshare/properties/units.h"
#include "fairshare/reference/solve.h"
#include "formats/inputs.h"
#include "formats/records/records.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"
#include "formats/verdict/verdict.h"

namespace fairshare {
namespace {

using exact::Rational;
using formats::Record;
using formats::Rounding;
using formats::json::Value;

// JSON.

const Value& at(const Value& value, std::string_view key) {
  const Value* found = formats::json::find(value, key);
  if (found == nullptr) throw std::runtime_error("a vector lacks " + std::string(key));
  return *found;
}

bool has(const Value& value, std::string_view key) {
  return formats::json::find(value, key) != nullptr;
}

const std::string& text_of(const Value& value) {
  return std::get<std::string>(value.is);
}

std::string text_at(const Value& value, std::string_view key) {
  return has(value, key) ? text_of(at(value, key)) : "";
}

const formats::json::Array& list_of(const Value& value) {
  return std::get<formats::json::Array>(value.is);
}

std::string line_of(const Value& value) {
  std::string line;
  if (const auto* object = std::get_if<formats::json::Object>(&value.is)) {
    for (const auto& [key, member] : *object) {
      line += (line.empty() ? "{" : ",") + formats::json::quoted(key) + ":" + line_of(member);
    }
    return line.empty() ? "{}" : line + "}";
  }
  if (const auto* array = std::get_if<formats::json::Array>(&value.is)) {
    for (const Value& element : *array) line += (line.empty() ? "[" : ",") + line_of(element);
    return line.empty() ? "[]" : line + "]";
  }
  if (const auto* number = std::get_if<formats::json::Number>(&value.is)) return number->text;
  return formats::json::quoted(text_of(value));
}

template <class Number>
Number number_of(const Value& value);

template <>
Rational number_of<Rational>(const Value& value) {
  return std::get<exact::TextNumber>(exact::parse_number(text_of(value))).value;
}

template <>
double number_of<double>(const Value& value) {
  const auto* number = std::get_if<formats::json::Number>(&value.is);
  if (number == nullptr) return std::numeric_limits<double>::infinity();  // "Infinity"
  return std::strtod(number->text.c_str(), nullptr);
}

void expect_same(const Rational& expected, const Rational& got) {
  EXPECT_EQ(expected, got);
}

void expect_same(double expected, double got) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(expected), std::bit_cast<std::uint64_t>(got))
      << "expected " << expected << ", got " << got;
}

// The vectors.

struct Vector {
  std::string id;
  Value all;
  Value expected;
};

std::vector<Vector> read_vectors() {
  std::vector<Vector> vectors;
  for (const auto& entry : std::filesystem::directory_iterator("vectors")) {
    const bool is_data = entry.path().extension() == ".json";
    if (!is_data || entry.path().filename() == "schema.json" ||
        entry.path().filename() == "schedulers.json") {
      continue;
    }
    std::ifstream file(entry.path());
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto content = formats::json::parse(text);
    for (const Value& vector : list_of(at(std::get<Value>(content), "vectors"))) {
      vectors.push_back({text_of(at(vector, "id")), vector, at(vector, "expected")});
    }
  }
  return vectors;
}

const std::vector<Vector>& all_vectors() {
  static const std::vector<Vector> vectors = read_vectors();
  return vectors;
}

// Those that expect something by that name.
std::vector<Vector> vectors_with(std::string_view key) {
  std::vector<Vector> chosen;
  for (const Vector& vector : all_vectors()) {
    if (has(vector.expected, key)) chosen.push_back(vector);
  }
  EXPECT_FALSE(chosen.empty());
  return chosen;
}

Record record_of(const Vector& vector) {
  auto read = formats::read_record(line_of(at(vector.all, "record")), vector.id, 1);
  if (const auto* error = std::get_if<formats::RecordError>(&read)) {
    throw std::runtime_error(vector.id + " is no record: " + describe(error->error));
  }
  return std::get<Record>(std::move(read));
}

Problem<Rational> problem_of(const Record& record) {
  return problem_of(record.tree, children_of(record.tree).of_tree, record.tree.total);
}

// Lossless, since a vector expects doubles only where every input is one.
double exactly_a_double(const Rational& number) {
  const double converted = exact::to_double(number);
  EXPECT_EQ(exact::from_double(converted), number);
  return converted;
}

Tree<double> doubles_of(const Tree<Rational>& tree) {
  Tree<double> result{exactly_a_double(tree.total), {}};
  for (const auto& [claimant, parent] : tree.nodes) {
    Node<double> node{{}, parent};
    node.claimant.weight = exactly_a_double(claimant.weight);
    node.claimant.min_share = exactly_a_double(claimant.min_share);
    if (claimant.max_share) node.claimant.max_share = exactly_a_double(*claimant.max_share);
    result.nodes.push_back(node);
  }
  return result;
}

// A solution against what is expected.

template <class Number>
void expect_allocation(const Value& expected, const TreeAllocation<Number>& got) {
  ASSERT_EQ(text_at(expected, "outcome"), "allocation");
  expect_same(number_of<Number>(at(expected, "ratio")), got.ratio);
  const auto& shares = list_of(at(expected, "shares"));
  ASSERT_EQ(shares.size(), got.shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    expect_same(number_of<Number>(shares[i]), got.shares[i]);
  }
  if (!has(expected, "ratios")) return;
  const auto& ratios = list_of(at(expected, "ratios"));
  ASSERT_EQ(ratios.size(), got.ratios.size());
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    const bool is_parent = !std::holds_alternative<formats::json::Null>(ratios[i].is);
    ASSERT_EQ(is_parent, got.ratios[i].has_value());
    if (is_parent) expect_same(number_of<Number>(ratios[i]), *got.ratios[i]);
  }
}

template <class Number>
void expect_undivided(const Value& expected, const NoAllocationAt<Number>& got,
                      const Record& record) {
  EXPECT_EQ(text_at(expected, "at"), got.at ? record.names[*got.at] : "");
  if (const auto* over = std::get_if<Overcommitted<Number>>(&got.reason)) {
    ASSERT_EQ(text_at(expected, "outcome"), "overcommitted");
    expect_same(number_of<Number>(at(expected, "excess")), over->excess);
  } else {
    ASSERT_EQ(text_at(expected, "outcome"), "surplus");
    expect_same(number_of<Number>(at(expected, "unclaimed")),
                std::get<Surplus<Number>>(got.reason).unclaimed);
  }
}

template <class Number>
void expect_solution(const Value& expected, const TreeSolution<Number>& got, const Record& record) {
  if (const auto* allocation = std::get_if<TreeAllocation<Number>>(&got)) {
    expect_allocation(expected, *allocation);
  } else {
    expect_undivided(expected, std::get<NoAllocationAt<Number>>(got), record);
  }
}

// Verdicts.

Rounding rounding_of(const Vector& vector) {
  const std::string name = text_at(vector.all, "rounding");
  if (name == "exact") return Rounding::exact;
  if (name == "written") return Rounding::written;
  if (name == "double") return Rounding::to_double;
  return name == "nearest" ? Rounding::nearest : Rounding::down;
}

// The verdicts, or the name of the claimant whose share cannot have been rounded this way.
std::variant<std::vector<formats::Verdict>, std::string> judge(const Record& record,
                                                               Rounding rounding) {
  const auto made = formats::cases_of(record, "vector", {.rounding = rounding});
  if (const auto* error = std::get_if<formats::InputError>(&made)) return error->claimant;
  std::vector<formats::Verdict> verdicts;
  for (const formats::Case& one : std::get<std::vector<formats::Case>>(made)) {
    verdicts.push_back(formats::judge(one));
  }
  return verdicts;
}

std::string word_of(formats::Judgement judgement) {
  if (judgement == formats::Judgement::fair) return "fair";
  return judgement == formats::Judgement::unfair ? "unfair" : "overcommitted";
}

void expect_number(const Value& expected, std::string_view key,
                   const std::optional<Rational>& got) {
  ASSERT_EQ(has(expected, key), got.has_value()) << key;
  if (!got) return;
  EXPECT_EQ(number_of<Rational>(at(expected, key)), *got) << key;
}

// Of all divisions together: every finding, the largest distance, the ratio of the top.
void expect_verdict(const Value& expected, const std::vector<formats::Verdict>& got) {
  EXPECT_EQ(text_at(expected, "verdict"), word_of(formats::worst_of(got)));
  std::vector<formats::Finding> found;
  std::optional<Rational> distance;
  for (const formats::Verdict& verdict : got) {
    found.insert(found.end(), verdict.findings.begin(), verdict.findings.end());
    if (verdict.distance) distance = std::max(distance.value_or(0), *verdict.distance);
  }
  const auto& findings = list_of(at(expected, "findings"));
  ASSERT_EQ(findings.size(), found.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    EXPECT_EQ(text_at(findings[i], "code"), found[i].code);
    EXPECT_EQ(text_at(findings[i], "claimant"), found[i].claimant);
    EXPECT_EQ(text_at(findings[i], "with"), found[i].with);
  }
  const auto& fair = got.front().fair;
  expect_number(expected, "distance", distance);
  expect_number(expected, "ratio", fair ? std::optional(fair->ratio) : std::nullopt);
}

// The tests.

TEST(Vectors, AreAtLeast150AndEachHasItsOwnId) {
  EXPECT_GE(all_vectors().size(), 150U);
  std::vector<std::string> ids;
  for (const Vector& vector : all_vectors()) ids.push_back(vector.id);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
}

TEST(Vectors, TheExactSolverGivesTheExpectedAnswer) {
  for (const Vector& vector : vectors_with("exact")) {
    SCOPED_TRACE(vector.id);
    const Record record = record_of(vector);
    expect_solution(at(vector.expected, "exact"), exact::solve(record.tree), record);
  }
}

TEST(Vectors, TheReferenceSolverGivesTheExpectedDoublesBitForBit) {
  for (const Vector& vector : vectors_with("doubles")) {
    SCOPED_TRACE(vector.id);
    const Record record = record_of(vector);
    const Tree<double> tree = doubles_of(record.tree);
    expect_solution(at(vector.expected, "doubles"), reference::solve(tree), record);
  }
}

TEST(Vectors, TheIntervalOfRatiosEndsWhereExpected) {
  for (const Vector& vector : vectors_with("highest_ratio")) {
    SCOPED_TRACE(vector.id);
    const Problem<Rational> problem = problem_of(record_of(vector));
    const auto allocation = std::get<Allocation<Rational>>(exact::solve(problem));
    const Value& expected = at(vector.expected, "highest_ratio");
    const bool has_end = !std::holds_alternative<formats::json::Null>(expected.is);
    const auto high = exact::find_ratios(problem, allocation).high;
    ASSERT_EQ(has_end, high.has_value());
    if (!has_end) continue;
    EXPECT_EQ(number_of<Rational>(expected), *high);
  }
}

TEST(Vectors, TheExpectedSharesAreFairByTheAxioms) {
  for (const Vector& vector : vectors_with("highest_ratio")) {  // the flat allocations
    SCOPED_TRACE(vector.id);
    const Problem<Rational> problem = problem_of(record_of(vector));
    std::vector<Rational> shares;
    for (const Value& share : list_of(at(at(vector.expected, "exact"), "shares"))) {
      shares.push_back(number_of<Rational>(share));
    }
    EXPECT_TRUE(properties::obeys_axioms(problem, shares));
    EXPECT_FALSE(properties::find_violation(problem, shares));
  }
}

TEST(Vectors, ApportionmentGivesTheExpectedUnits) {
  for (const Vector& vector : vectors_with("units")) {
    SCOPED_TRACE(vector.id);
    const auto solution = exact::solve(problem_of(record_of(vector)));
    const auto units = exact::apportion(std::get<Allocation<Rational>>(solution).shares);
    const auto* expected = std::get_if<formats::json::Array>(&at(vector.expected, "units").is);
    ASSERT_EQ(expected != nullptr, units.has_value());
    if (!units) continue;
    ASSERT_EQ(expected->size(), units->size());
    for (std::size_t i = 0; i < units->size(); ++i) {
      EXPECT_EQ(number_of<Rational>((*expected)[i]), Rational((*units)[i]));
    }
  }
}

TEST(Vectors, DivisorMethodsGiveTheExpectedUnitsAndTies) {
  for (const Vector& vector : vectors_with("divisors")) {
    const auto record = record_of(vector);
    const auto problem = problem_of(record);
    for (const Units method : {Units::webster, Units::dhondt, Units::adams}) {
      SCOPED_TRACE(vector.id + std::string(name_of(method)));
      const Value& expected = at(at(vector.expected, "divisors"), name_of(method));
      const auto solution = exact::solve_units(problem, method);
      const auto& allocation = std::get<Allocation<Rational>>(solution);
      EXPECT_EQ(allocation.ratio, number_of<Rational>(at(expected, "ratio")));
      std::vector<Rational> shares;
      for (const Value& share : list_of(at(expected, "shares"))) {
        shares.push_back(number_of<Rational>(share));
      }
      EXPECT_EQ(allocation.shares, shares);
      EXPECT_FALSE(properties::find_unit_violation(problem, shares, method));
      std::vector<std::string> tied;
      for (const std::size_t i : exact::find_tied(problem, allocation, method)) {
        tied.push_back(record.names[i]);
      }
      std::vector<std::string> names;
      for (const Value& name : list_of(at(expected, "tied"))) {
        names.push_back(std::get<std::string>(name.is));
      }
      EXPECT_EQ(tied, names);
    }
  }
}

TEST(Vectors, ReportedSharesGetTheExpectedVerdict) {
  for (const Vector& vector : vectors_with("verdict")) {
    SCOPED_TRACE(vector.id);
    const Value& expected = at(vector.expected, "verdict");
    const auto verdict = judge(record_of(vector), rounding_of(vector));
    if (const auto* unrounded = std::get_if<std::string>(&verdict)) {
      ASSERT_TRUE(has(expected, "error"));
      EXPECT_EQ(text_at(at(expected, "error"), "code"), "FS015");
      EXPECT_EQ(text_at(at(expected, "error"), "claimant"), *unrounded);
    } else {
      ASSERT_FALSE(has(expected, "error"));
      expect_verdict(expected, std::get<std::vector<formats::Verdict>>(verdict));
    }
  }
}

TEST(Vectors, SharesTakenAsExactAreFairWhereTheyObeyTheAxioms) {
  for (const Vector& vector : vectors_with("verdict")) {
    SCOPED_TRACE(vector.id);
    const Record record = record_of(vector);
    if (rounding_of(vector) != Rounding::exact || record.is_tree) continue;
    const std::string word = text_at(at(vector.expected, "verdict"), "verdict");
    std::vector<Rational> shares;
    for (const auto& share : *record.shares) shares.push_back(share.value);
    auto problem = problem_of(record);
    // In a surplus what can be claimed is divided.
    const auto solution = exact::solve(problem);
    if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
      problem.total -= surplus->unclaimed;
    }
    EXPECT_EQ(properties::obeys_axioms(problem, shares), word == "fair");
  }
}

TEST(Vectors, RefusedLinesSayWhyWithTheExpectedCode) {
  for (const Vector& vector : vectors_with("error")) {
    SCOPED_TRACE(vector.id);
    const auto read = formats::read_any_record(text_at(vector.all, "line"), vector.id, 1, "");
    ASSERT_TRUE(std::holds_alternative<formats::RecordError>(read));
    const auto& error = std::get<formats::RecordError>(read).error;
    EXPECT_EQ(text_at(at(vector.expected, "error"), "code"), error.code);
    if (!has(at(vector.expected, "error"), "claimant")) continue;
    EXPECT_EQ(text_at(at(vector.expected, "error"), "claimant"), error.claimant);
  }
}

}  // namespace
}  // namespace fairshare

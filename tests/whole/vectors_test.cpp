// Every vector of vectors/ through both solvers, the axioms, apportionment and the verdicts. Runs
// in the repository's root. A failure names the vector's id.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
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
#include "formats/records/answers.h"
#include "formats/records/records.h"
#include "formats/report/json.h"
#include "formats/verdict/case.h"
#include "formats/verdict/verdict.h"
#include "tests/json_values.h"

namespace fairshare::tests {
namespace {

using exact::Rational;
using formats::Record;
using formats::Rounding;

bool is_null(const Value& value) {
  return std::holds_alternative<json::Null>(value.is);
}

std::vector<Rational> numbers_at(const Value& value, std::string_view key) {
  std::vector<Rational> numbers;
  for (const Value& number : list_at(value, key)) {
    numbers.push_back(rational_of(std::get<std::string>(number.is)));
  }
  return numbers;
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
    const Value content = read(text);
    for (const Value& vector : list_at(content, "vectors")) {
      vectors.push_back({text_at(vector, "id"), vector, at(vector, "expected")});
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
    if (has_member(vector.expected, key)) chosen.push_back(vector);
  }
  EXPECT_FALSE(chosen.empty());
  return chosen;
}

Record record_of(const Vector& vector) {
  auto read = formats::read_record({.value = at(vector.all, "record")}, vector.id, 1);
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

// The members of an answer that a vector may expect of it.
Value solution_in(const std::string& answer) {
  return picked(read(answer),
                {"outcome", "at", "ratio", "ratios", "shares", "excess", "unclaimed"});
}

// Verdicts.

Rounding rounding_of(const Vector& vector) {
  return formats::find_rounding(text_at(vector.all, "rounding")).value();
}

// Of all divisions together: every finding, the largest distance, the ratio of the top. Or why the
// shares cannot have been rounded this way.
Value verdict_on(const Record& record, Rounding rounding) {
  const auto made = formats::cases_of(record, "vector", {.rounding = rounding});
  if (const auto* error = std::get_if<formats::InputError>(&made)) {
    return read(formats::error_json({"", *error}));
  }
  std::vector<formats::Verdict> verdicts;
  for (const formats::Case& one : std::get<std::vector<formats::Case>>(made)) {
    verdicts.push_back(formats::judge(one));
  }
  Value verdict =
      picked(read(formats::verdicts_json(verdicts)), {"verdict", "findings", "distance", "ratio"});
  for (json::Member& member : std::get<json::Object>(verdict.is)) {
    auto* findings = std::get_if<json::Array>(&member.value.is);
    if (findings == nullptr) continue;
    for (Value& finding : *findings) finding = picked(finding, {"code", "claimant", "with"});
  }
  return verdict;
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
    const std::string answer = formats::answer(record, exact::solve(record.tree));
    EXPECT_TRUE(is_same(solution_in(answer), at(vector.expected, "exact"))) << answer;
  }
}

TEST(Vectors, TheReferenceSolverGivesTheExpectedDoublesBitForBit) {
  for (const Vector& vector : vectors_with("doubles")) {
    SCOPED_TRACE(vector.id);
    const Record record = record_of(vector);
    const std::string answer = formats::answer(record, reference::solve(doubles_of(record.tree)));
    EXPECT_TRUE(is_same(solution_in(answer), at(vector.expected, "doubles"))) << answer;
  }
}

TEST(Vectors, TheIntervalOfRatiosEndsWhereExpected) {
  for (const Vector& vector : vectors_with("highest_ratio")) {
    SCOPED_TRACE(vector.id);
    const Problem<Rational> problem = problem_of(record_of(vector));
    const auto allocation = std::get<Allocation<Rational>>(exact::solve(problem));
    const Value& expected = at(vector.expected, "highest_ratio");
    const auto high = exact::find_ratios(problem, allocation).high;
    ASSERT_EQ(is_null(expected), !high);
    if (!high) continue;
    EXPECT_EQ(exact::to_text(*high), std::get<std::string>(expected.is));
  }
}

TEST(Vectors, TheExpectedSharesAreFairByTheAxioms) {
  for (const Vector& vector : vectors_with("highest_ratio")) {  // the flat allocations
    SCOPED_TRACE(vector.id);
    const Problem<Rational> problem = problem_of(record_of(vector));
    const std::vector<Rational> shares = numbers_at(at(vector.expected, "exact"), "shares");
    EXPECT_TRUE(properties::obeys_axioms(problem, shares));
    EXPECT_FALSE(properties::find_violation(problem, shares));
  }
}

TEST(Vectors, ApportionmentGivesTheExpectedUnits) {
  for (const Vector& vector : vectors_with("units")) {
    SCOPED_TRACE(vector.id);
    const auto solution = exact::solve(problem_of(record_of(vector)));
    const auto units = exact::apportion(std::get<Allocation<Rational>>(solution).shares);
    ASSERT_EQ(is_null(at(vector.expected, "units")), !units);
    if (!units) continue;
    EXPECT_EQ(std::vector<Rational>(units->begin(), units->end()),
              numbers_at(vector.expected, "units"));
  }
}

TEST(Vectors, DivisorMethodsGiveTheExpectedUnitsAndTies) {
  for (const Vector& vector : vectors_with("divisors")) {
    const auto record = record_of(vector);
    const auto problem = problem_of(record);
    for (const Units method : {Units::webster, Units::dhondt, Units::adams}) {
      SCOPED_TRACE(vector.id + std::string(name_of(method)));
      const Value& expected = at(at(vector.expected, "divisors"), name_of(method));
      const auto answer = formats::units_answer(record, "vector", method);
      const Value units = picked(read(std::get<std::string>(answer)), {"ratio", "shares", "tied"});
      const bool has_ties = !list_at(expected, "tied").empty();
      EXPECT_TRUE(is_same(units, has_ties ? expected : picked(expected, {"ratio", "shares"})));
      EXPECT_FALSE(
          properties::find_unit_violation(problem, numbers_at(expected, "shares"), method));
    }
  }
}

TEST(Vectors, ReportedSharesGetTheExpectedVerdict) {
  for (const Vector& vector : vectors_with("verdict")) {
    SCOPED_TRACE(vector.id);
    const Value verdict = verdict_on(record_of(vector), rounding_of(vector));
    const Value& expected = at(vector.expected, "verdict");
    const bool is_error = has_member(expected, "error");
    EXPECT_TRUE(is_error ? has(verdict, expected) : is_same(verdict, expected));
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
    const auto refused = formats::read_any_record(text_at(vector.all, "line"), vector.id, 1, "");
    ASSERT_TRUE(std::holds_alternative<formats::RecordError>(refused));
    const Value error = read(formats::error_json(std::get<formats::RecordError>(refused)));
    EXPECT_TRUE(has(error, picked(vector.expected, {"error"})));
  }
}

}  // namespace
}  // namespace fairshare::tests

// Every field of every recorded tree of the real vector HDRF. Runs in the repository's root.
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "exact/rational.h"
#include "formats/records/tree_options.h"
#include "formats/report/text.h"
#include "formats/text/json.h"
#include "formats/verdict/verdict.h"
#include "formats/ytsaurus/vector_trees.h"

namespace fairshare::formats {
namespace {

using json::Value;

// The recordings' own tolerance.
constexpr double tolerance = 1e-9;

const Value& at(const Value& value, std::string_view key) {
  const Value* found = json::find(value, key);
  EXPECT_NE(found, nullptr) << key;
  static const Value null{};
  return found != nullptr ? *found : null;
}

std::string text_of(const Value& value) {
  const auto* text = std::get_if<std::string>(&value.is);
  return text != nullptr ? *text : "";
}

double number_of(const Value& value) {
  const auto* number = std::get_if<json::Number>(&value.is);
  if (number == nullptr) return std::nan("");
  double result = std::nan("");
  std::from_chars(number->text.data(), number->text.data() + number->text.size(), result);
  return result;
}

std::vector<Value> recorded() {
  std::vector<Value> rows;
  std::ifstream file("vectors/recorded/ytsaurus.ndjson");
  for (std::string line; std::getline(file, line);) {
    auto row = json::read(line);
    if (text_of(at(row.value, "scheduler")) != "ytsaurus-2023") continue;
    rows.push_back(std::move(row.value));
  }
  return rows;
}

Value answer_with_details(const Value& row) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  const auto error = answer_ytsaurus_vector(row, {.details = true}, writer);
  writer.end_object();
  if (error) {
    ADD_FAILURE() << error->message;
    return {};
  }
  return json::read(text).value;
}

struct Tally {
  std::size_t numbers = 0;
  std::size_t same_double = 0;
  double largest_error = 0;
};

void compare(const Value& expected, const Value& actual, const std::string& where, Tally& tally) {
  if (const auto* members = std::get_if<json::Object>(&expected.is)) {
    for (const auto& [key, value] : *members)
      compare(value, at(actual, key), where + "." + key, tally);
    const auto* others = std::get_if<json::Object>(&actual.is);
    ASSERT_NE(others, nullptr) << where;
    EXPECT_EQ(others->size(), members->size()) << where;
    return;
  }
  if (std::holds_alternative<std::string>(expected.is)) {
    EXPECT_EQ(text_of(actual), text_of(expected)) << where;
    return;
  }
  const double error = std::abs(number_of(actual) - number_of(expected));
  EXPECT_LE(error, tolerance) << where;
  ++tally.numbers;
  if (number_of(actual) == number_of(expected)) ++tally.same_double;
  tally.largest_error = std::max(tally.largest_error, error);
}

TEST(RecordedYtsaurusVector, ComputesEveryRecordedNumber) {
  const std::vector<Value> rows = recorded();
  ASSERT_EQ(rows.size(), 35U);
  Tally tally;
  for (const Value& row : rows) {
    const std::string id = text_of(at(row, "id"));
    const Value answer = answer_with_details(row);
    const Value& expected = at(row, "expected");
    compare(at(expected, "shares"), at(answer, "details"), id, tally);
    EXPECT_EQ(number_of(at(answer, "errors")), number_of(at(expected, "errors"))) << id;
    EXPECT_EQ(number_of(at(answer, "warnings")), number_of(at(expected, "warnings"))) << id;
  }
  EXPECT_GT(tally.numbers, 5000U);
  EXPECT_EQ(tally.same_double, tally.numbers) << "largest error " << tally.largest_error;
}

// The row with what was recorded as its "shares": path -> fair_share_ratio.
Value reported(const Value& row) {
  json::Object shares;
  for (const auto& [path, fields] : std::get<json::Object>(at(at(row, "expected"), "shares").is)) {
    shares.push_back({path, at(fields, "fair_share_ratio")});
  }
  Value result = row;
  std::get<json::Object>(result.is).push_back({"shares", {std::move(shares)}});
  return result;
}

TEST(RecordedYtsaurusVector, IsFairByTheBaseRuleWhereThereIsOneResource) {
  std::size_t ratios = 0;
  for (const Value& row : recorded()) {
    const std::string id = text_of(at(row, "id"));
    std::string text;
    json::Writer writer(text);
    writer.begin_object();
    const auto error = answer_ytsaurus_vector(row, {.fair = true}, writer);
    writer.end_object();
    if (std::get<json::Object>(at(row, "total_resource_limits").is).size() > 1) {
      EXPECT_EQ(error.value().code, "FS018") << id;
      continue;
    }
    const Value fair = json::read(text).value;
    for (const auto& [path, fields] :
         std::get<json::Object>(at(at(row, "expected"), "shares").is)) {
      const auto exact = exact::parse_number(text_of(at(at(fair, "shares"), path)));
      EXPECT_NEAR(exact::to_double(std::get<exact::TextNumber>(exact).value),
                  number_of(at(fields, "fair_share_ratio")), tolerance)
          << id << " " << path;
      ++ratios;
    }
  }
  EXPECT_GT(ratios, 100U);
}

TEST(RecordedYtsaurusVector, IsJudgedFairAndAsComputed) {
  std::size_t cases = 0;
  for (const Value& row : recorded()) {
    const std::string id = text_of(at(row, "id"));
    auto divisions = divisions_of_ytsaurus_vector(reported(row));
    const auto made = cases_of(std::get<std::vector<Division>>(std::move(divisions)), {}, {});
    ASSERT_TRUE(std::holds_alternative<std::vector<Case>>(made)) << id;
    for (const Case& one : std::get<std::vector<Case>>(made)) {
      const Verdict verdict = judge(one);
      EXPECT_EQ(verdict.judgement, Judgement::fair) << id << "\n" << verdict_text(verdict);
      ASSERT_TRUE(one.comparison.has_value()) << id;
      EXPECT_TRUE(one.comparison->matches) << id << one.title;
      ++cases;
    }
  }
  EXPECT_GT(cases, 100U);
}

}  // namespace
}  // namespace fairshare::formats

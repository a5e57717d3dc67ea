// Every field of every recorded tree of the real vector HDRF. Runs in the repository's root.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
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

std::vector<Value> recorded(const std::string& name = "ytsaurus") {
  std::vector<Value> rows;
  std::ifstream file("vectors/recorded/" + name + ".ndjson");
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

// Trees with integral guarantees: what was recorded under which name, and what it is in the
// details.

const std::array<std::pair<std::string_view, std::string_view>, 4> recorded_parts = {
    std::pair("fair_share", "fair_share"), std::pair("strong", "strong_guarantee"),
    std::pair("integral", "integral_guarantee"),
    std::pair("weight_proportional", "weight_proportional")};

const json::Object& members_of(const Value& value) {
  const auto* members = std::get_if<json::Object>(&value.is);
  EXPECT_NE(members, nullptr);
  static const json::Object nothing;
  return members != nullptr ? *members : nothing;
}

bool stops(const Value& row) {
  return json::find(at(row, "expected"), "crash") != nullptr;
}

TEST(RecordedYtsaurusVector, ComputesEveryPartOfTreesWithIntegralGuarantees) {
  const std::vector<Value> rows = recorded("ytsaurus_integral");
  ASSERT_EQ(rows.size(), 200U);
  Tally tally;
  int stopped = 0;
  for (const Value& row : rows) {
    const std::string id = text_of(at(row, "id"));
    const Value answer = answer_with_details(row);
    const Value& expected = at(row, "expected");
    if (stops(row)) {
      EXPECT_EQ(text_of(at(answer, "outcome")), "error") << id;
      ++stopped;
      continue;
    }
    const Value& details = at(answer, "details");
    EXPECT_EQ(members_of(details).size(), members_of(at(expected, "shares")).size()) << id;
    EXPECT_EQ(number_of(at(answer, "errors")), number_of(at(expected, "errors"))) << id;
    for (const auto& [path, fields] : members_of(at(expected, "shares"))) {
      for (const auto& [name, in_details] : recorded_parts) {
        compare(at(fields, name), at(at(at(details, path), in_details), "cpu"),
                id + " " + path + "." + std::string(name), tally);
      }
    }
  }
  EXPECT_EQ(stopped, 1);
  EXPECT_EQ(tally.numbers, 7176U);
  EXPECT_EQ(tally.same_double, tally.numbers) << "largest error " << tally.largest_error;
}

// The row with what was recorded under this name as its "shares".
Value reported(const Value& row, std::string_view name) {
  json::Object shares;
  for (const auto& [path, fields] : members_of(at(at(row, "expected"), "shares"))) {
    shares.push_back({path, at(fields, name)});
  }
  Value result = row;
  std::get<json::Object>(result.is).push_back({"shares", {std::move(shares)}});
  return result;
}

// How many recorded shares are those of the rule in exact numbers.
std::size_t compare_with_fair(const Value& row, std::string_view name) {
  const std::string id = text_of(at(row, "id"));
  std::string text;
  json::Writer writer(text);
  writer.begin_object();
  const auto error = answer_ytsaurus_vector(row, {.fair = true}, writer);
  writer.end_object();
  if (members_of(at(row, "total_resource_limits")).size() > 1) {
    EXPECT_EQ(error.value().code, "FS018") << id;
    return 0;
  }
  std::size_t ratios = 0;
  const Value fair = json::read(text).value;
  for (const auto& [path, fields] : members_of(at(at(row, "expected"), "shares"))) {
    const auto exact = exact::parse_number(text_of(at(at(fair, "shares"), path)));
    EXPECT_NEAR(exact::to_double(std::get<exact::TextNumber>(exact).value),
                number_of(at(fields, name)), tolerance)
        << id << " " << path;
    ++ratios;
  }
  return ratios;
}

TEST(RecordedYtsaurusVector, IsFairByTheBaseRuleWhereThereIsOneResource) {
  std::size_t ratios = 0;
  for (const Value& row : recorded()) ratios += compare_with_fair(row, "fair_share_ratio");
  EXPECT_GT(ratios, 100U);
}

TEST(RecordedYtsaurusVector, IsFairByTheBaseRuleWithIntegralGuarantees) {
  std::size_t ratios = 0;
  for (const Value& row : recorded("ytsaurus_integral")) {
    if (!stops(row)) ratios += compare_with_fair(row, "fair_share");
  }
  EXPECT_EQ(ratios, 1794U);
}

// How many divisions were judged fair, and as computed.
std::size_t count_fair(const Value& row) {
  const std::string id = text_of(at(row, "id"));
  auto divisions = divisions_of_ytsaurus_vector(row);
  const auto made = cases_of(std::get<std::vector<Division>>(std::move(divisions)), {}, {});
  EXPECT_TRUE(std::holds_alternative<std::vector<Case>>(made)) << id;
  std::size_t cases = 0;
  for (const Case& one : std::get<std::vector<Case>>(made)) {
    const Verdict verdict = judge(one);
    EXPECT_EQ(verdict.judgement, Judgement::fair) << id << "\n" << verdict_text(verdict);
    EXPECT_TRUE(one.comparison.has_value() && one.comparison->matches) << id << one.title;
    ++cases;
  }
  return cases;
}

TEST(RecordedYtsaurusVector, IsJudgedFairAndAsComputed) {
  std::size_t cases = 0;
  for (const Value& row : recorded()) cases += count_fair(reported(row, "fair_share_ratio"));
  EXPECT_GT(cases, 100U);
}

TEST(RecordedYtsaurusVector, IsJudgedFairAndAsComputedWithIntegralGuarantees) {
  std::size_t cases = 0;
  for (const Value& row : recorded("ytsaurus_integral")) {
    if (!stops(row)) cases += count_fair(reported(row, "fair_share"));
  }
  EXPECT_GT(cases, 800U);
}

}  // namespace
}  // namespace fairshare::formats

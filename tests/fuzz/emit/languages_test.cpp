// The whole text for each language, compared with the files in expected/, which people can read.
#include "fuzz/harness/emit/languages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace fairshare::harness {
namespace {

using fuzz::Kind;

// One failure that has a test, and one that has none.
Outcome found() {
  Outcome outcome;
  outcome.hello = {.name = "mine", .version = "1.2"};
  outcome.seed = 7;
  outcome.found.push_back(
      {.failure = {"FS204", "c is above its minimum and holds 7 per weight.", ""},
       .challenge = {.kinds = {Kind::float64, Kind::float64},
                     .total = 10,
                     .entries = {{"a", 1, 1}, {"b", 2, 0, exact::Rational(9, 2)}, {"c"}}},
       .id = "FS204-1a2b",
       .record = R"({"id":"FS204-1a2b","numbers":"double","total":10,"claimants":[)"
                 R"({"name":"a","min_share":1},{"name":"b","weight":2,"max_share":4.5},)"
                 R"({"name":"c"}],"shares":[1,2,7]})"});
  outcome.found.push_back(
      {.failure = {"FS101", "the shares add up to 3, the total is 4.", ""},
       .challenge = {.kinds = {Kind::float64, Kind::float64}, .total = 4, .is_tree = true},
       .id = "FS101-3c4d",
       .record = R"({"id":"FS101-3c4d","numbers":"double","total":4,"tree":[],"shares":[]})"});
  return outcome;
}

std::string text_of(const std::string& file) {
  std::ifstream stream("tests/fuzz/emit/expected/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

const Saved saved{{"found/FS204-1a2b.ndjson", "found/FS101-3c4d.ndjson"}, "-- ./mine"};

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Languages, WriteTestsAsExpected) {
  EXPECT_EQ(cpp_tests(found(), saved), text_of("fair_shares_test.cpp.txt"));
  EXPECT_EQ(go_tests(found(), saved), text_of("fair_shares_test.go"));
  EXPECT_EQ(java_tests(found(), saved), text_of("FairSharesTest.java"));
  EXPECT_EQ(python_tests(found(), saved), text_of("test_fair_shares.py"));
}

TEST(Languages, AreWrittenByTheirNames) {
  const auto text_in = [](std::string_view name) {
    const auto* const language = std::ranges::find(languages, name, &Language::name);
    return language->emit(found(), saved);
  };
  EXPECT_EQ(text_in("cpp"), cpp_tests(found(), saved));
  EXPECT_EQ(text_in("go"), go_tests(found(), saved));
  EXPECT_EQ(text_in("java"), java_tests(found(), saved));
  EXPECT_EQ(text_in("junit"), report_junit(found(), saved));
  EXPECT_EQ(text_in("python"), python_tests(found(), saved));
}

TEST(Languages, CheckTheSumOfWholeUnitsThatMustAddUp) {
  Outcome outcome = found();
  outcome.found.pop_back();
  outcome.found.front().challenge.kinds = {Kind::int64, Kind::int64};
  outcome.found.front().challenge.entries = {{"a"}, {"b"}, {"c"}};
  outcome.found.front().record =
      R"({"id":"FS101-1a2b","numbers":"int64","rounding":"apportioned","total":10,)"
      R"("claimants":[{"name":"a"},{"name":"b"},{"name":"c"}],"shares":[3,3,3]})";
  expect_part(cpp_tests(outcome, saved), "Passing{10, 10}");
  expect_part(go_tests(outcome, saved), "(sum < c.sum.low || sum > c.sum.high)");
  expect_part(java_tests(outcome, saved),
              "sum.low() <= total_of_shares && total_of_shares <= sum.high(),");
  expect_part(java_tests(outcome, saved), "new Passing(3L, 4L)");  // longs
  expect_part(python_tests(outcome, saved), "least_sum=10, greatest_sum=10");
}

// The second has no limits on its sum: it gets those of its shares, 7 to 8 each.
TEST(Languages, LimitTheSumOfATestThatHasNoLimitsByThoseOfItsShares) {
  Outcome outcome = found();
  Found& first = outcome.found.front();
  first.challenge = {
      .kinds = {Kind::int64, Kind::int64}, .total = 10, .entries = {{"a"}, {"b"}, {"c"}}};
  first.record = R"({"id":"FS101-1a2b","rounding":"apportioned","total":10,)"
                 R"("claimants":[{"name":"a"},{"name":"b"},{"name":"c"}],"shares":[3,3,3]})";
  Found& second = outcome.found.back();
  second.challenge = {.kinds = first.challenge.kinds, .total = 15, .entries = {{"a"}, {"b"}}};
  second.record = R"({"id":"FS204-3c4d","rounding":"nearest","total":15,)"
                  R"("claimants":[{"name":"a"},{"name":"b"}],"shares":[3,12]})";
  const std::string go = go_tests(outcome, saved);
  EXPECT_EQ(count(go, "\t\t\tsum:   passing{10, 10},\n"), 1U) << go;
  EXPECT_EQ(count(go, "\t\t\tsum:   passing{14, 16},\n"), 1U) << go;
  const std::string java = java_tests(outcome, saved);
  EXPECT_EQ(count(java, "1, new Passing(10L, 10L));"), 1U) << java;
  EXPECT_EQ(count(java, "1, new Passing(14L, 16L));"), 1U) << java;
  EXPECT_EQ(count(cpp_tests(outcome, saved), "        1, Passing{10, 10});\n"), 1U);
  EXPECT_EQ(count(cpp_tests(outcome, saved), "        1);\n"), 1U);
  EXPECT_EQ(count(python_tests(outcome, saved), "least_sum=1"), 1U);
}

TEST(Languages, TellDemandsBehindMaximums) {
  Outcome outcome = found();
  outcome.found.pop_back();
  outcome.found.front().challenge.entries[0].demand = 7;
  outcome.found.front().record =
      R"({"id":"FS204-1a2b","numbers":"double","total":10,"claimants":[)"
      R"({"name":"a","min_share":1,"demand":7},{"name":"b","weight":2,"max_share":4.5},)"
      R"({"name":"c"}],"shares":[1,2,7]})";
  expect_part(cpp_tests(outcome, saved), R"({"a", 1.0, 1.0, std::nullopt, 7.0})");
  expect_part(go_tests(outcome, saved), R"({"a", 1.0, 1.0, nil, limit(7.0)})");
  expect_part(java_tests(outcome, saved), R"(new Claimant("a", 1.0, 1.0, null, 7.0))");
  expect_part(python_tests(outcome, saved), R"(("a", 1.0, 1.0, None, 7.0))");
}

TEST(Languages, AskOftenWhereTheAnswersDiffer) {
  Outcome outcome = found();
  outcome.found.pop_back();
  outcome.found.front().failure.code = "FS504";
  expect_part(cpp_tests(outcome, saved), "\n        64);\n");
  expect_part(go_tests(outcome, saved), "\n\t\t\ttimes: 64,\n");
  expect_part(java_tests(outcome, saved), "\n        64);\n");
  expect_part(python_tests(outcome, saved), "\n        times=64,\n");
}

TEST(Languages, GiveWeightsAndAmountsTypesOfTheirOwn) {
  Outcome outcome = found();
  outcome.found.pop_back();
  outcome.found.front().challenge.kinds = {.weight = Kind::int64, .amount = Kind::float64};
  expect_part(cpp_tests(outcome, saved), "using Weight = std::int64_t;");
  expect_part(cpp_tests(outcome, saved), "using Amount = double;");
  expect_part(go_tests(outcome, saved), "\tweight   int64\n");
  expect_part(go_tests(outcome, saved), "\tminShare float64\n");
  expect_part(java_tests(outcome, saved),
              "static double[] divide(double total, List<Claimant> claimants) {");
  expect_part(java_tests(outcome, saved),
              "record Claimant(String name, long weight, double minShare, Double maxShare, Double "
              "demand) {}");
}

TEST(Languages, WriteExactNumbersAsText) {
  Outcome outcome = found();
  outcome.found.pop_back();
  outcome.found.front().challenge.kinds = {.weight = Kind::fraction, .amount = Kind::fraction};
  expect_part(cpp_tests(outcome, saved), "using Weight = std::string;");
  expect_part(go_tests(outcome, saved), "\tweight   string\n");
  expect_part(go_tests(outcome, saved), "\tminShare string\n");
  expect_part(java_tests(outcome, saved),
              "record Claimant(String name, String weight, String minShare, String maxShare, "
              "String demand) {}");
}

TEST(Languages, HaveNoTestWhereNothingFailed) {
  Outcome nothing = found();
  nothing.found.clear();
  for (const Language& language : languages) {
    EXPECT_EQ(language.emit(nothing, {}).find("put your scheduler here"), std::string::npos)
        << language.name;
  }
}

TEST(Languages, AreNamedInOrder) {
  EXPECT_TRUE(std::ranges::is_sorted(languages, {}, &Language::name));
}

}  // namespace
}  // namespace fairshare::harness

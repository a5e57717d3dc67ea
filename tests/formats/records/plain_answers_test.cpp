// The short way compared with the long way: on records of every kind, unchanged and with bytes
// changed, all answers of the short way are those of the long way, to the byte.
#include "formats/records/plain_answers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/answers.h"
#include "formats/report/text.h"
#include "tests/formats/records/plain_lines.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using plain_lines::compare_all;
using plain_lines::Count;

const std::string file = "f";

// The long way.

std::optional<Record> read_long(const std::string& line) {
  auto read = read_any_record(line, file, 1, "");
  auto* known = std::get_if<Record>(&read);
  return known != nullptr ? std::optional(std::move(*known)) : std::nullopt;
}

// What is known about a fair verdict without its division.
std::string told(const Verdict& verdict) {
  const Case& division = verdict.division;
  return fmt::format("{} {}:{} {}", division.id, division.file, division.line,
                     verdict_text(verdict));
}

std::string verdict_long(const std::string& line, const Tolerance& tolerance) {
  const auto judged = judge_line(line, file, 1, {.tolerance = tolerance});
  const auto* verdicts = std::get_if<std::vector<Verdict>>(&judged);
  if (verdicts == nullptr) return describe(std::get<RecordError>(judged).error);
  EXPECT_EQ(verdicts->size(), 1U) << line;
  return told(verdicts->front());
}

bool is_fair(const std::string& line, PlainReader& reader, const Tolerance& tolerance = {}) {
  return read_plain(line, "", reader) && find_fair_verdict(reader, file, 1, tolerance);
}

bool has_allocation(const std::string& line, PlainReader& reader) {
  return read_plain(line, "", reader) && find_allocation(reader);
}

bool has_doubles(const std::string& line, PlainReader& reader) {
  return read_plain(line, "", reader) && convert_to_doubles(reader);
}

TEST(PlainAnswers, FairVerdictsAreThoseOfTheLongWay) {
  PlainReader reader;
  const std::array<std::optional<Rounding>, 10> roundings = {
      std::nullopt,      std::nullopt,         std::nullopt,       Rounding::exact,
      Rounding::written, Rounding::to_double,  Rounding::to_float, Rounding::nearest,
      Rounding::down,    Rounding::apportioned};
  const std::array<std::optional<Rational>, 10> slacks = {std::nullopt,
                                                          std::nullopt,
                                                          std::nullopt,
                                                          std::nullopt,
                                                          std::nullopt,
                                                          0,
                                                          Rational(1, 3),
                                                          Rational(3, 40),
                                                          Rational(1, 1'000'000'000),
                                                          1};
  const Count count = compare_all(40'000, 1, [&](const std::string& line, auto& random) {
    const Tolerance tolerance{.rounding = roundings[random() % roundings.size()],
                              .within = slacks[random() % slacks.size()],
                              .relative = slacks[random() % slacks.size()]};
    if (!read_plain(line, "", reader)) return false;
    const auto verdicts = find_fair_verdict(reader, file, 1, tolerance);
    if (!verdicts) return false;
    EXPECT_EQ(verdicts->front().judgement, Judgement::fair) << line;
    EXPECT_EQ(told(verdicts->front()), verdict_long(line, tolerance)) << line;
    return true;
  });
  EXPECT_GE(count.plain, count.all / 20);
}

TEST(PlainAnswers, AllocationsAreThoseOfTheLongWay) {
  PlainReader reader;
  const Count count = compare_all(20'000, 2, [&](const std::string& line, auto&) {
    if (!read_plain(line, "", reader)) return false;
    const auto solution = find_allocation(reader);
    if (!solution) return false;
    const auto known = read_long(line);
    EXPECT_TRUE(known) << line;
    if (!known) return true;
    EXPECT_EQ(answer(reader.record.id, *solution), answer(*known, exact::solve(known->tree)))
        << line;
    return true;
  });
  EXPECT_GE(count.plain, count.all / 10);
}

TEST(PlainAnswers, DoublesAreThoseOfTheLongWay) {
  PlainReader reader;
  const Count count = compare_all(20'000, 3, [&](const std::string& line, auto&) {
    if (!read_plain(line, "", reader) || !convert_to_doubles(reader)) return false;
    const auto known = read_long(line);
    EXPECT_TRUE(known) << line;
    if (!known) return true;
    const Problem<double>& problem = reader.problem;
    EXPECT_EQ(problem.total, exact::to_double(known->tree.total)) << line;
    EXPECT_EQ(problem.claimants.size(), known->tree.nodes.size()) << line;
    for (std::size_t i = 0; i < problem.claimants.size(); ++i) {
      const auto& [weight, min_share, max_share] = known->tree.nodes[i].claimant;
      EXPECT_EQ(problem.claimants[i].weight, exact::to_double(weight)) << line;
      EXPECT_EQ(problem.claimants[i].min_share, exact::to_double(min_share)) << line;
      EXPECT_EQ(problem.claimants[i].max_share.has_value(), max_share.has_value()) << line;
      if (!max_share) continue;
      EXPECT_EQ(*problem.claimants[i].max_share, exact::to_double(*max_share)) << line;
    }
    return true;
  });
  EXPECT_GE(count.plain, count.all / 4);
}

TEST(PlainAnswers, AreForTheDefinitionOnly) {
  PlainReader reader;
  const std::string line = R"({"total":1,"claimants":[{}]})";
  EXPECT_TRUE(read_plain(line, "", reader));
  EXPECT_TRUE(read_plain(line, "fair", reader));
  EXPECT_FALSE(read_plain(line, "yarn-3", reader));
}

TEST(PlainAnswers, AreGivenToOrdinaryRecords) {
  PlainReader reader;
  for (
      const std::string& line : std::vector<std::string>{
          R"({"id":"a","total":100,"claimants":[{"name":"x"},{"name":"y","weight":2,"max_share":30},{"name":"z","weight":3,"min_share":60}],"shares":[13.33,26.67,60]})",
          R"({"total":100,"claimants":[{},{},{}],"shares":["100/3","100/3","100/3"]})",
          R"({"total":1,"numbers":"double","claimants":[{},{},{}],"shares":[0.3333333333333333,0.3333333333333333,0.3333333333333333]})",
          R"({"total":1e3,"claimants":[{"demand":3},{"demand":null}],"shares":[3,997]})",
          R"({"total":10,"rounding":"apportioned","claimants":[{},{},{}],"shares":[4,3,3]})",
          R"({"total":10,"claimants":[{"max_share":3},{"max_share":4.5}],"shares":[3,4.5]})"}) {
    EXPECT_TRUE(is_fair(line, reader)) << line;
    EXPECT_EQ(told(find_fair_verdict(reader, file, 1, {})->front()), verdict_long(line, {}));
  }
}

// Records without integers of few bits, or rounded in a way that only the long way handles.
TEST(PlainAnswers, AreNotGivenWhereIntegersAreNotEnough) {
  PlainReader reader;
  for (const char* line :
       {R"({"total":"1/3","claimants":[{}],"shares":["1/3"]})",
        R"({"total":1e400,"rounding":"double","claimants":[{}],"shares":[1e400]})",
        R"({"total":12,"rounding":"double","claimants":[{}],"shares":["12"]})",
        R"({"total":1e-40,"rounding":"nearest","claimants":[{}],"shares":[0]})",
        R"({"total":1e-40,"rounding":"down","claimants":[{}],"shares":[0]})",
        R"({"total":1,"rounding":"down","claimants":[{},{}],"shares":["1/2","1/2"]})",
        R"({"total":1,"rounding":"apportioned","claimants":[{},{}],"shares":[1,1]})",
        R"({"total":9,"rounding":"nearest","claimants":[{},{}],"shares":[4.5,4.5]})",
        R"({"total":1,"claimants":[],"shares":[]})"}) {
    EXPECT_FALSE(is_fair(line, reader)) << line;
  }
  EXPECT_FALSE(has_allocation(R"({"total":"1/3","claimants":[{}]})", reader));
  EXPECT_FALSE(has_doubles(R"({"total":"1/3","claimants":[{}]})", reader));
  EXPECT_FALSE(has_doubles(R"({"total":1.5,"numbers":"int64","claimants":[{}]})", reader));
}

TEST(PlainAnswers, AreNotGivenToMoreClaimantsThanSumsHaveRoomFor) {
  PlainReader reader;
  std::string claimants = "{}";
  for (std::size_t i = 1; i < properties::narrow::claimants_max; ++i) claimants += ",{}";
  EXPECT_TRUE(has_allocation(R"({"total":1,"claimants":[)" + claimants + "]}", reader));
  EXPECT_FALSE(has_allocation(R"({"total":1,"claimants":[{},)" + claimants + "]}", reader));
}

TEST(PlainAnswers, AreFairToWithinTheSlackOnly) {
  PlainReader reader;
  const std::string line = R"({"total":10,"claimants":[{},{}],"shares":["6","4"]})";
  EXPECT_FALSE(is_fair(line, reader));
  EXPECT_TRUE(is_fair(line, reader, {.within = 1}));
  EXPECT_FALSE(is_fair(line, reader, {.within = Rational(9, 10)}));
  EXPECT_TRUE(is_fair(line, reader, {.relative = Rational(1, 10)}));
  EXPECT_FALSE(is_fair(line, reader, {.relative = Rational(9, 100)}));
}

// Slack is about shares, so it does not affect an allocation.
TEST(PlainAnswers, HaveTheAllocationWhateverTheSlack) {
  PlainReader reader;
  EXPECT_TRUE(has_allocation(R"({"total":1,"claimants":[{}]})", reader));
  EXPECT_TRUE(has_allocation(R"({"total":1,"within":"1/3","claimants":[{}]})", reader));
}

}  // namespace
}  // namespace fairshare::formats

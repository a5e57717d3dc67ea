// The short way against the long way: on records of every kind, as they are and with bytes changed,
// what the short way answers is what the long way answers, to the byte.
#include "formats/records/plain_answers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "exact/solve.h"
#include "formats/inputs.h"
#include "formats/judge_line.h"
#include "formats/records/answers.h"
#include "formats/report/text.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

const std::string file = "f";

// Records.

std::string number(std::mt19937_64& random) {
  const auto some = [&](std::uint64_t end) { return random() % end; };
  constexpr std::array<const char*, 16> odd = {
      "0",    "0.00",      "1e3",      "25e-1", "4503599627370496", "9007199254740993", "1e22",
      "1e23", "0.1",       "16777217", "\"7\"", "\"7.50\"",         "5e-324",           "1.5e-9",
      "64",   "2147483648"};
  switch (some(8)) {
    case 0:
      return odd[some(odd.size())];
    case 1:
    case 2:
      return fmt::format("{}.{:02}", some(12), some(100));
    case 3:
      return fmt::format("{}", static_cast<double>(some(1'000'000'007)) / 100'000'007.0);
    default:
      return fmt::format("{}", some(13));
  }
}

std::string claimant(std::mt19937_64& random) {
  std::string text;
  for (const char* key : {"weight", "min_share", "max_share", "demand"}) {
    if (random() % 5 < 2) text += fmt::format(",\"{}\":{}", key, number(random));
  }
  return "{" + (text.empty() ? text : text.substr(1)) + "}";
}

std::string share_text(const Rational& share, std::uint64_t how) {
  switch (how) {
    case 0:
      return "\"" + exact::to_text(share) + "\"";
    case 1:
      return fmt::format("{}", exact::to_double(share));
    case 2:
      return fmt::format("{}", static_cast<double>(exact::to_float(share)));
    case 3:
      return exact::to_decimal(share, 2);
    case 4:
      return exact::to_decimal(share, 0);
    default:
      return exact::floor(share).str();
  }
}

// Most have shares, and most of these are fair, or nearly.
std::string record(std::mt19937_64& random) {
  constexpr std::array<const char*, 14> options = {"",
                                                   "",
                                                   "",
                                                   "",
                                                   "\"numbers\":\"double\",",
                                                   "\"numbers\":\"double\",",
                                                   "\"numbers\":\"float32\",",
                                                   "\"numbers\":\"int64\",",
                                                   "\"numbers\":\"int32\",",
                                                   "\"rounding\":\"exact\",",
                                                   "\"rounding\":\"nearest\",",
                                                   "\"rounding\":\"down\",",
                                                   "\"rounding\":\"double\",",
                                                   "\"rounding\":\"apportioned\","};
  std::string claimants;
  const std::uint64_t count = random() % 6;
  for (std::uint64_t i = 0; i < count; ++i) claimants += (i == 0 ? "" : ",") + claimant(random);
  std::string line = fmt::format("{{\"id\":{},{}\"total\":{},\"claimants\":[{}]", random() % 100,
                                 options[random() % options.size()], number(random), claimants);
  const auto read = read_record(line + "}", file, 1);
  const auto* known = std::get_if<Record>(&read);
  if (known == nullptr || random() % 8 == 0) return line + "}";
  const auto solution = exact::solve(known->tree);
  const auto* allocation = std::get_if<TreeAllocation<Rational>>(&solution);
  std::string shares;
  const std::uint64_t how = random() % 6;
  for (std::uint64_t i = 0; i < count; ++i) {
    shares += i == 0 ? "" : ",";
    shares += allocation != nullptr ? share_text(allocation->shares[i], how) : "1";
  }
  return line + ",\"shares\":[" + shares + "]}";
}

std::string mutated(std::string line, std::mt19937_64& random) {
  constexpr std::string_view bytes = "\"\\{}[],: 0123456789.eE-+/naulltrue\t\x7F\xC3\xA9";
  for (std::uint64_t changes = random() % 3; changes > 0; --changes) {
    const std::size_t at = random() % line.size();
    const char byte = bytes[random() % bytes.size()];
    switch (random() % 3) {
      case 0:
        line[at] = byte;
        break;
      case 1:
        line.insert(at, 1, byte);
        break;
      default:
        line.erase(at, 1);
    }
  }
  return line;
}

// The long way.

std::optional<Record> read_long(const std::string& line) {
  auto read = read_any_record(line, file, 1, "");
  auto* known = std::get_if<Record>(&read);
  return known != nullptr ? std::optional(std::move(*known)) : std::nullopt;
}

// What is known of a fair verdict without its division.
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

struct Count {
  int plain = 0;
  int all = 0;
};

template <class Compare>
Count compare_all(int rounds, std::uint64_t seed, Compare compare) {
  std::mt19937_64 random(seed);
  Count count;
  for (; count.all < rounds; ++count.all) {
    std::string line = record(random);
    if (random() % 2 == 0) line = mutated(std::move(line), random);
    if (compare(line, random)) ++count.plain;
  }
  return count;
}

TEST(PlainAnswers, FairVerdictsAreThoseOfTheLongWay) {
  PlainReader reader;
  const std::array<std::optional<Rounding>, 10> roundings = {
      std::nullopt,      std::nullopt,         std::nullopt,       Rounding::exact,
      Rounding::written, Rounding::to_double,  Rounding::to_float, Rounding::nearest,
      Rounding::down,    Rounding::apportioned};
  const Count count = compare_all(30'000, 1, [&](const std::string& line, auto& random) {
    const Tolerance tolerance{.rounding = roundings[random() % roundings.size()]};
    const auto verdict = find_fair_verdict(line, file, 1, tolerance, reader);
    if (!verdict) return false;
    EXPECT_EQ(verdict->judgement, Judgement::fair) << line;
    EXPECT_EQ(told(*verdict), verdict_long(line, tolerance)) << line;
    return true;
  });
  EXPECT_GE(count.plain, count.all / 20);
}

TEST(PlainAnswers, AllocationsAreThoseOfTheLongWay) {
  PlainReader reader;
  const Count count = compare_all(20'000, 2, [&](const std::string& line, auto&) {
    const auto solution = find_allocation(line, reader);
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
    if (!read_doubles(line, reader)) return false;
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

TEST(PlainAnswers, AreGivenToOrdinaryRecords) {
  PlainReader reader;
  for (
      const char* line :
      {R"({"id":"a","total":100,"claimants":[{"name":"x"},{"name":"y","weight":2,"max_share":30},{"name":"z","weight":3,"min_share":60}],"shares":[13.33,26.67,60]})",
       R"({"total":100,"claimants":[{},{},{}],"shares":["100/3","100/3","100/3"]})",
       R"({"total":1,"numbers":"double","claimants":[{},{},{}],"shares":[0.3333333333333333,0.3333333333333333,0.3333333333333333]})",
       R"({"total":1e3,"claimants":[{"demand":3},{"demand":null}],"shares":[3,997]})",
       R"({"total":10,"rounding":"apportioned","claimants":[{},{},{}],"shares":[4,3,3]})"}) {
    EXPECT_TRUE(find_fair_verdict(line, file, 1, {}, reader)) << line;
  }
}

// What has no integers of few bits, or was rounded in a way that only the long way looks into.
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
    EXPECT_FALSE(find_fair_verdict(line, file, 1, {}, reader)) << line;
  }
  EXPECT_FALSE(find_allocation(R"({"total":"1/3","claimants":[{}]})", reader));
  EXPECT_FALSE(read_doubles(R"({"total":"1/3","claimants":[{}]})", reader));
  EXPECT_FALSE(read_doubles(R"({"total":1.5,"numbers":"int64","claimants":[{}]})", reader));
}

TEST(PlainAnswers, AreNotGivenToMoreClaimantsThanSumsHaveRoomFor) {
  PlainReader reader;
  std::string claimants = "{}";
  for (std::size_t i = 1; i < properties::narrow::claimants_max; ++i) claimants += ",{}";
  EXPECT_TRUE(find_allocation(R"({"total":1,"claimants":[)" + claimants + "]}", reader));
  EXPECT_FALSE(find_allocation(R"({"total":1,"claimants":[{},)" + claimants + "]}", reader));
}

TEST(PlainAnswers, AreNotGivenWithSlack) {
  PlainReader reader;
  const std::string line = R"({"total":1,"claimants":[{}],"shares":[1]})";
  EXPECT_TRUE(find_fair_verdict(line, file, 1, {.within = 0}, reader));
  EXPECT_FALSE(find_fair_verdict(line, file, 1, {.within = 1}, reader));
  EXPECT_FALSE(find_fair_verdict(line, file, 1, {.relative = 1}, reader));
}

}  // namespace
}  // namespace fairshare::formats

// Which failures are kept, in which order they are shrunk, and what is skipped.
#include "fuzz/harness/suspects.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "fuzz/harness/restarts.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using fuzz::Family;

Suspect suspect(const std::string& code, const Rational& deviation, const Rational& weight = 1) {
  return {.failure = {code, "words", "", {"too much", deviation}},
          .challenge = {.total = 1, .entries = {{"a", weight}}}};
}

std::string order_of(const std::vector<Suspect>& suspects) {
  Suspects kept;
  for (const Suspect& one : suspects) kept.emplace(sort_of(one), one);
  std::string text;
  for (const Suspect& one : in_order(kept)) {
    const auto& deviation = one.failure.cause.deviation;
    text += one.failure.code + " " + (deviation ? exact::to_text(*deviation) : "none") + "; ";
  }
  return text;
}

TEST(Suspects, ThoseWithoutSharesComeFirstThenTheLargestDeviationsOfEveryKind) {
  const Rational heavy(exact::Integer(1) << 60U);
  EXPECT_EQ(order_of({suspect("FS101", Rational(1, 3)), suspect("FS101", Rational(1, 2), heavy),
                      suspect("FS103", Rational(2, 5)), suspect("FS502", 0)}),
            "FS502 0; FS101 1/3; FS103 2/5; FS101 1/2; ")
      << "the largest of FS101 is that of its second scale";
}

TEST(Suspects, OfWhichNoNumberSaysHowFarTheyAreFromFairComeLast) {
  Suspect relation = suspect("FS012", 0);
  relation.failure.cause.deviation = std::nullopt;
  EXPECT_EQ(order_of({relation, suspect("FS101", 0), suspect("FS505", Rational(1, 9))}),
            "FS505 1/9; FS101 0; FS012 none; ");
}

TEST(Suspects, AreOfAnotherSortWhereTheirNumbersAreMuchLarger) {
  const Rational heavy(exact::Integer(1) << 60U);
  EXPECT_NE(sort_of(suspect("FS101", 1)), sort_of(suspect("FS101", 1, heavy)));
  EXPECT_EQ(sort_of(suspect("FS101", 1)), sort_of(suspect("FS101", 1, 9)));
  EXPECT_NE(sort_of(suspect("FS101", 1)), sort_of(suspect("FS101", Rational(1, 100))));
}

TEST(Suspects, AreOfAnotherSortInAnotherFamilyIfTheyHaveShares) {
  const auto sort_in = [](const std::string& code, Family family) {
    Suspect one = suspect(code, 1);
    one.family = family;
    return sort_of(one);
  };
  EXPECT_NE(sort_in("FS101", Family::ties), sort_in("FS101", Family::zeros));
  EXPECT_EQ(sort_in("FS502", Family::ties), sort_in("FS502", Family::zeros));
}

TEST(Suspects, OfAKindComeOneOfEachScaleAndOfAScaleTheSimplestFirst) {
  const Rational heavy(exact::Integer(1) << 60U);
  Suspects kept;
  int family = 0;
  for (const Rational& weight : {Rational(77), Rational(heavy * 2), Rational(5), heavy}) {
    Suspect one = suspect("FS101", 1, weight);
    one.family = static_cast<Family>(family++);
    kept.emplace(sort_of(one), one);
  }
  std::vector<Rational> weights;
  for (const Suspect& one : in_order(kept)) weights.push_back(one.challenge.entries[0].weight);
  EXPECT_EQ(weights, (std::vector<Rational>{5, heavy, 77, heavy * 2}));
}

TEST(Suspects, AreOfTheScaleOfTheirLargestNumbers) {
  const auto power = [](unsigned exponent) { return Rational(exact::Integer(1) << exponent); };
  const auto of = [](const Rational& weight, const fuzz::Entry& entry) {
    return scale_of({.total = 1, .entries = {{"", weight}, entry}});
  };
  const Rational hair = 1 / power(99);
  EXPECT_EQ(of(power(20) - hair, {}), (Scale{0, 0}));
  EXPECT_EQ(of(power(20), {}), (Scale{1, 0}));
  EXPECT_EQ(of(power(48) - hair, {}), (Scale{1, 0}));
  EXPECT_EQ(of(power(48), {}), (Scale{2, 0}));
  EXPECT_EQ(of(power(100), {}), (Scale{3, 0}));
  EXPECT_EQ(of(1 / power(100), {}), (Scale{0, 0}));
  EXPECT_EQ(of(1 / power(101), {}), (Scale{3, 0}));
  EXPECT_EQ(of(0, {}), (Scale{0, 0}));
  EXPECT_EQ(of(1, {"", 1, power(30)}), (Scale{0, 1}));
  EXPECT_EQ(of(1, {"", 1, 0, power(50)}), (Scale{0, 2}));
  EXPECT_EQ(of(1, {"", 1, 0, {}, power(120)}), (Scale{0, 3}));
  EXPECT_EQ(scale_of({.total = power(60)}), (Scale{0, 2}));
}

TEST(Suspects, AreUpToFourOfAKindAndTheFirstCountsTheOthers) {
  const auto failures_of = [](const std::string& code) {
    Suspects kept;
    for (int family = 0; family < 6; ++family) {
      Suspect one = suspect(code, 1);
      one.family = static_cast<Family>(family);
      one.failures = 10;
      Sort sort = sort_of(one);
      sort.family = one.family;
      kept.emplace(sort, one);
    }
    std::vector<std::uint64_t> failures;
    for (const Suspect& one : in_order(kept)) failures.push_back(one.failures);
    return failures;
  };
  EXPECT_EQ(failures_of("FS101"), (std::vector<std::uint64_t>{30, 10, 10, 10}));
  EXPECT_EQ(failures_of("FS502"), (std::vector<std::uint64_t>{50, 10})) << "each try is a start";
}

TEST(Suspects, WithoutSharesAreThoseThatWereNotJudged) {
  for (const std::string code : {"FS501", "FS502", "FS503"}) {
    EXPECT_TRUE(is_restart(code) && has_no_shares(code)) << code;
  }
  EXPECT_TRUE(has_no_shares("FS505"));
  for (const std::string code : {"FS504", "FS505", "FS101"}) EXPECT_FALSE(is_restart(code)) << code;
  for (const std::string code : {"FS504", "FS101"}) EXPECT_FALSE(has_no_shares(code)) << code;
}

TEST(Suspects, WithoutAnswerAreOfOneKindAndWithBadOnesOfTheKindOfTheirMessage) {
  const auto fault_of = [](const std::string& code, const std::string& message) {
    return kind_of(Failure{code, message, ""}).fault;
  };
  EXPECT_EQ(fault_of("FS501", "no answer within 2000 ms"), "");
  EXPECT_EQ(fault_of("FS502", "the adapter ended: exit status 3"), "the adapter ended exit status");
  EXPECT_EQ(fault_of("FS504", "the same problem gets 5 and then 6"), "");
}

TEST(Suspects, TheConfirmedAndThenTheSimplestIsKept) {
  Suspect confirmed = suspect("FS101", 1, 7);
  confirmed.is_confirmed = true;
  EXPECT_TRUE(is_better(suspect("FS101", 1), suspect("FS101", 1, 7)));
  EXPECT_TRUE(is_better(confirmed, suspect("FS101", 1)));
  EXPECT_FALSE(is_better(suspect("FS101", 1), confirmed));
  Suspect later = suspect("FS101", 1);
  later.case_number = 1;
  EXPECT_TRUE(is_better(suspect("FS101", 1), later));
  EXPECT_FALSE(is_better(later, suspect("FS101", 1)));
  EXPECT_FALSE(is_better(suspect("FS101", 1, 7), later)) << "simpler goes before earlier";
  EXPECT_FALSE(is_better(later, later));
}

TEST(Restarts, WhatHangsIsPassedOverOnceThatTakesAQuarterOfTheTime) {
  Restarts restarts;
  const std::chrono::duration<double> elapsed(100);
  for (int i = 0; i < 8; ++i) restarts.add(Family::overflow, 2, i < 4);
  for (int i = 0; i < 8; ++i) restarts.add(Family::ties, 2, false);
  restarts.spend(std::chrono::seconds(24));
  EXPECT_FALSE(restarts.passes_over(Family::overflow, 2, elapsed));
  restarts.spend(std::chrono::seconds(2));
  EXPECT_TRUE(restarts.passes_over(Family::overflow, 2, elapsed));
  EXPECT_FALSE(restarts.passes_over(Family::ties, 2, elapsed));
  EXPECT_FALSE(restarts.passes_over(Family::overflow, 7, elapsed));
  EXPECT_FALSE(restarts.are_hopeless());
}

TEST(Restarts, TakeTwoSecondsBeforeAnythingIsPassedOver) {
  Restarts restarts;
  for (int i = 0; i < 8; ++i) restarts.add(Family::overflow, 2, true);
  for (int i = 0; i < 8; ++i) restarts.add(Family::ties, 2, false);
  restarts.spend(std::chrono::seconds(2));
  EXPECT_FALSE(restarts.passes_over(Family::overflow, 2, std::chrono::duration<double>(4)));
  restarts.spend(std::chrono::milliseconds(1));
  EXPECT_TRUE(restarts.passes_over(Family::overflow, 2, std::chrono::duration<double>(4)));
}

TEST(Restarts, AreHopelessFromNineOfTenOfAtLeast32) {
  const auto hopeless = [](int asked, int hangs) {
    Restarts restarts;
    for (int i = 0; i < asked; ++i) restarts.add(Family::ties, 2, i < hangs);
    return restarts.are_hopeless();
  };
  EXPECT_FALSE(hopeless(31, 31));
  EXPECT_TRUE(hopeless(32, 32));
  EXPECT_TRUE(hopeless(40, 36));
  EXPECT_FALSE(hopeless(40, 35));
}

// 0, 1, 2, 3-4, 5-8, 9-16, more
TEST(Restarts, ArePassedOverAtAboutTheSizeThatHangs) {
  for (const auto& [hangs, other, are_alike] :
       {std::tuple(0U, 1U, false), std::tuple(1U, 2U, false), std::tuple(2U, 3U, false),
        std::tuple(3U, 4U, true), std::tuple(4U, 5U, false), std::tuple(8U, 9U, false),
        std::tuple(16U, 17U, false), std::tuple(17U, 1000U, true)}) {
    Restarts restarts;
    for (int i = 0; i < 8; ++i) restarts.add(Family::ties, hangs, true);
    for (int i = 0; i < 8; ++i) restarts.add(Family::overflow, 2, false);
    restarts.spend(std::chrono::seconds(9));
    EXPECT_EQ(restarts.passes_over(Family::ties, other, std::chrono::duration<double>(9)),
              are_alike)
        << hangs << " and " << other;
  }
}

TEST(Restarts, WhereAllHangNothingIsPassedOverAndItIsHopeless) {
  Restarts restarts;
  for (int i = 0; i < 64; ++i) restarts.add(i % 2 == 0 ? Family::overflow : Family::ties, 2, true);
  restarts.spend(std::chrono::seconds(90));
  EXPECT_FALSE(restarts.passes_over(Family::ties, 2, std::chrono::duration<double>(100)));
  EXPECT_TRUE(restarts.are_hopeless());
}

}  // namespace
}  // namespace fairshare::harness

// Which failures are kept, in which order they are shrunk, and what is passed over.
#include "fuzz/harness/suspects.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
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
    text += one.failure.code + " " + exact::to_text(*one.failure.cause.deviation) + "; ";
  }
  return text;
}

TEST(Suspects, ThoseWithoutSharesComeFirstThenTheLargestDeviationsOfEveryKind) {
  const Rational heavy(exact::Integer(1) << 60U);
  EXPECT_EQ(order_of({suspect("FS101", Rational(1, 3)), suspect("FS101", Rational(1, 2), heavy),
                      suspect("FS103", Rational(1, 4)), suspect("FS502", 0)}),
            "FS502 0; FS101 1/3; FS103 1/4; FS101 1/2; ");
}

TEST(Suspects, AreOfAnotherSortWhereTheirNumbersAreMuchLarger) {
  const Rational heavy(exact::Integer(1) << 60U);
  EXPECT_NE(sort_of(suspect("FS101", 1)), sort_of(suspect("FS101", 1, heavy)));
  EXPECT_EQ(sort_of(suspect("FS101", 1)), sort_of(suspect("FS101", 1, 9)));
  EXPECT_NE(sort_of(suspect("FS101", 1)), sort_of(suspect("FS101", Rational(1, 100))));
}

TEST(Suspects, TheConfirmedAndThenTheSimplestIsKept) {
  Suspect confirmed = suspect("FS101", 1, 7);
  confirmed.is_confirmed = true;
  EXPECT_TRUE(is_better(suspect("FS101", 1), suspect("FS101", 1, 7)));
  EXPECT_TRUE(is_better(confirmed, suspect("FS101", 1)));
  EXPECT_FALSE(is_better(suspect("FS101", 1), confirmed));
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

TEST(Restarts, WhereAllHangNothingIsPassedOverAndItIsHopeless) {
  Restarts restarts;
  for (int i = 0; i < 64; ++i) restarts.add(i % 2 == 0 ? Family::overflow : Family::ties, 2, true);
  restarts.spend(std::chrono::seconds(90));
  EXPECT_FALSE(restarts.passes_over(Family::ties, 2, std::chrono::duration<double>(100)));
  EXPECT_TRUE(restarts.are_hopeless());
}

}  // namespace
}  // namespace fairshare::harness

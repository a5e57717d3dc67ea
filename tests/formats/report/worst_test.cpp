// What is kept of many verdicts.
#include "formats/report/worst.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;

std::vector<std::string> texts(const Worst& worst) {
  std::vector<std::string> result;
  for (const auto& [rank, kept] : worst.kept) result.push_back(kept.text);
  return result;
}

TEST(Worst, BeginsWithWhatIsUnfairAndFarthestFromFair) {
  Worst worst;
  keep({Severity::fair, 0, {1, 1}}, {"fair"}, worst);
  keep({Severity::unfair, 0.1, {1, 2}}, {"a tenth"}, worst);
  keep({Severity::overcommitted, 0, {1, 3}}, {"overcommitted"}, worst);
  keep({Severity::unfair, 0.5, {1, 4}}, {"a half"}, worst);
  keep({Severity::not_judged, 0, {2, 1}}, {"error"}, worst);
  keep({Severity::unfair, 0.1, {2, 1}}, {"another tenth"}, worst);
  EXPECT_EQ(texts(worst), (std::vector<std::string>{"a half", "a tenth", "another tenth", "error",
                                                    "overcommitted", "fair"}));
}

TEST(Worst, RanksByThePartOfTheTotalThatAShareIsOff) {
  const Verdict unfair = judge(unfair_case());  // 10 in place of 40/3, 30 in place of 80/3
  EXPECT_EQ(rank_of(unfair, {}).severity, Severity::unfair);
  EXPECT_DOUBLE_EQ(rank_of(unfair, {}).off, 1.0 / 30);
  Case paid = unfair_case();
  paid.labels[2].paid = 100;
  EXPECT_DOUBLE_EQ(rank_of(judge(paid), {}).off, 1.0 / 60) << "of 200, with what is paid first";
  EXPECT_EQ(rank_of(judge(fair_case()), {}).off, 0);
  const Rank ordered = rank_of(judge_ordering(unfair_case()), {});
  EXPECT_EQ(ordered.off, std::numeric_limits<double>::infinity()) << "no distance is known";
}

TEST(Worst, IsAThousandAndCountsTheOthers) {
  Worst worst;
  for (std::size_t line = 1; line <= 2 * most_kept; ++line) {
    keep({Severity::fair, 0, {1, line}}, {"fair"}, worst);
  }
  EXPECT_EQ(worst.kept.size(), most_kept);
  EXPECT_EQ(left_out(Severity::fair, worst), most_kept);
  EXPECT_FALSE(has_room({Severity::fair, 0, {1, most_kept + 1}}, worst));
  EXPECT_TRUE(has_room({Severity::unfair, 0, {9, 9}}, worst));
  keep({Severity::unfair, 0, {9, 9}}, {"unfair"}, worst);
  EXPECT_EQ(worst.kept.size(), most_kept);
  EXPECT_EQ(worst.kept.begin()->second.text, "unfair");
  EXPECT_EQ(left_out(Severity::fair, worst), most_kept + 1);
  EXPECT_EQ(left_out(Severity::unfair, worst), 0U);
}

TEST(Worst, IsTheSameWhicheverThreadKeptIt) {
  Worst all;
  std::vector<Worst> parts(2);
  for (std::size_t line = 1; line <= most_kept + 500; ++line) {
    const Rank rank{Severity::unfair, static_cast<double>(line % 7), {1, line}};
    keep(rank, {std::to_string(line)}, all);
    keep(rank, {std::to_string(line)}, parts[line % 2]);
  }
  Worst joined;
  join(parts[1], joined);
  join(parts[0], joined);
  EXPECT_EQ(texts(joined), texts(all));
  EXPECT_EQ(joined.offered, all.offered);
}

TEST(Worst, KeepsTheOrderOfWhatHasNoLine) {
  Worst worst;
  for (const char* text : {"first", "second", "third"}) {
    keep({Severity::unfair, 0, {1}}, {text}, worst);
  }
  EXPECT_EQ(texts(worst), (std::vector<std::string>{"first", "second", "third"}));
}

TEST(Worst, TakesForFarthestWhatIsOffOfATotalOf0) {
  const Verdict of_nothing = judge(reported({0, {{1}, {1}}}, {"1", "0"}));
  EXPECT_EQ(rank_of(of_nothing, {}).off, std::numeric_limits<double>::infinity());
  const Verdict over = judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}));
  EXPECT_EQ(rank_of(over, {}).severity, Severity::overcommitted);
  EXPECT_EQ(rank_of(over, {}).off, 0) << "no more and no less than any other";
  const Position position{2, 7};
  EXPECT_EQ(rank_of(over, position).position.line, 7U);
}

}  // namespace
}  // namespace fairshare::formats

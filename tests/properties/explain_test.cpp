#include "fairshare/properties/explain.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/solve.h"

namespace fairshare::properties {
namespace {

using exact::Digits;

using Claimants = std::vector<Claimant<Rational>>;

// g++ 12 crashes at {100, {{1}}} unless it has seen one claimant spelled out before.
const Claimant<Rational> anybody{1};

Rational number(const std::string& text) {
  return std::get<exact::TextNumber>(exact::parse_number(text)).value;
}

std::vector<Interval> exact_intervals(const std::vector<std::string>& shares) {
  std::vector<Interval> intervals;
  for (const std::string& share : shares) intervals.push_back(exactly(number(share)));
  return intervals;
}

// Whole units that were truncated.
std::vector<Interval> truncated(const std::vector<std::string>& shares) {
  std::vector<Interval> intervals;
  for (const std::string& share : shares) {
    intervals.push_back({number(share), number(share) + 1, false, true});
  }
  return intervals;
}

std::vector<Label> labels(const std::vector<std::string>& shares) {
  std::vector<Label> result;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    result.push_back(
        {i < 26 ? std::string(1, static_cast<char>('a' + i)) : std::to_string(i), shares[i]});
  }
  return result;
}

std::string argument(const Problem<Rational>& problem, const std::vector<Interval>& intervals,
                     Digits digits = Digits::all) {
  const auto violation = find_violation(problem, intervals);
  if (!violation) return "fair";
  std::vector<std::string> shares(intervals.size());
  return argue(problem, intervals, *violation, labels(shares), digits);
}

std::vector<Rational> fair_shares(const Problem<Rational>& problem) {
  const Solution<Rational> solution = exact::solve(problem);
  const auto* fair = std::get_if<Allocation<Rational>>(&solution);
  return fair != nullptr ? fair->shares : std::vector<Rational>{};
}

std::string table(const Problem<Rational>& problem, const std::vector<Interval>& intervals,
                  const std::vector<Label>& labelled, const std::string& head = "claimant") {
  const auto violation = find_violation(problem, intervals);
  if (!violation) return "fair";
  return explain(problem, intervals, *violation, labelled, fair_shares(problem), head);
}

Problem<Rational> three() {
  return {100, {{1}, {2, 0, 30}, {3, 60}}};
}

TEST(Explain, ShowsThePairInATable) {
  const std::vector<std::string> shares{"10", "30", "60"};
  EXPECT_EQ(table(three(), exact_intervals(shares), labels(shares)),
            "  claimant  weight  min  max  reported  fair          R must be\n"
            "  a              1    0    -        10  40/3 (13.33)  = 10       <- poorer\n"
            "  b              2    0   30        30  80/3 (26.67)  >= 15      <- richer\n"
            "  c              3   60    -        60  60            <= 20\n"
            "  b is above its minimum and holds 15 per weight; "
            "a is below its maximum and holds 10.\n");
}

TEST(Explain, MarksTheFirstClaimantsThatSetTheEndsOfTheRatios) {
  const auto marks_of = [](const Problem<Rational>& problem, const std::vector<Interval>& shares) {
    const std::string text = table(problem, shares, labels(std::vector<std::string>(3, "?")));
    std::string marks;
    for (std::size_t at = 0; (at = text.find("<-", at)) != std::string::npos; ++at) {
      const std::string name = text.substr(text.rfind('\n', at) + 3, 1);
      marks += name + text.substr(at + 2, text.find('\n', at) - at - 2) + ";";
    }
    return marks;
  };
  const Problem<Rational> alike{20, {{1}, {1}, {1}}};
  EXPECT_EQ(marks_of(alike, exact_intervals({"4", "4", "4"})), "a sets both ends of R;");
  EXPECT_EQ(marks_of(alike, truncated({"4", "4", "4"})), "a sets both ends of R;");
  EXPECT_EQ(marks_of(alike, {{4, 5}, {4, 5, true, true}, {4, 5, true, true}}),
            "b sets both ends of R;");
  const Interval wider{4, 8, true, true};
  EXPECT_EQ(marks_of({30, {{1}, {1}, {1}}}, {{5, 7}, wider, wider}), "a sets both ends of R;");
  EXPECT_EQ(marks_of({30, {{1}, {2}, {2}}}, truncated({"4", "9", "9"})),
            "a sets the highest R;b sets the lowest R;");
}

TEST(Explain, TakesTheHeadOfTheFirstColumnAndTheNotes) {
  std::vector<Label> labelled = labels({"10", "30", "60"});
  labelled[1].note = "a note";
  labelled[2].note = "another";
  const std::string text = table(three(), exact_intervals({"10", "30", "60"}), labelled, "queue");
  EXPECT_TRUE(text.starts_with("  queue  weight"));
  EXPECT_NE(text.find("<- richer (a note)\n"), std::string::npos);
  EXPECT_NE(text.find("<= 20      (another)\n"), std::string::npos);
}

TEST(Explain, LeavesTheColumnFairOutWhereThereIsNoFairAllocation) {
  const Problem<Rational> overcommitted{10, {{1, 8}, {1, 8}}};
  const std::vector<std::string> shares{"2", "8"};
  EXPECT_EQ(
      table(overcommitted, exact_intervals(shares), labels(shares)),
      "  claimant  weight  min  max  reported  R must be\n"
      "  a              1    8    -         2  none: it is below its min  <- below its minimum\n"
      "  b              1    8    -         8  <= 8\n"
      "  a holds 2, which is below its minimum 8.\n");
}

TEST(Explain, ShowsOnlyThePairOfManyClaimants) {
  Problem<Rational> problem{26, Claimants(13, anybody)};
  std::vector<std::string> shares(13, "2");
  shares[4] = "1";
  shares[9] = "3";
  EXPECT_EQ(
      table(problem, exact_intervals(shares), labels(shares)),
      "  claimant  weight  min  max  reported  fair  R must be\n"
      "  e              1    0    -         1  2     = 1        <- poorer\n"
      "  j              1    0    -         3  2     = 3        <- richer\n"
      "  and 11 more\n"
      "  j is above its minimum and holds 3 per weight; e is below its maximum and holds 1.\n");
}

TEST(Explain, ShowsAllOfTwelveClaimants) {
  const Problem<Rational> problem{25, Claimants(12, anybody)};
  const std::vector<std::string> shares(12, "2");
  const std::string text = table(problem, exact_intervals(shares), labels(shares));
  EXPECT_EQ(text.find("more"), std::string::npos);
  EXPECT_NE(text.find("\n  l "), std::string::npos);
}

TEST(Explain, SaysForWhatARoundedShareStands) {
  const std::vector<std::string> shares{"4", "6"};
  const std::string text = table({10, {{2}, {1}}}, truncated(shares), labels(shares));
  EXPECT_TRUE(text.ends_with("\n  Reported shares are rounded: 6 stands for 6 to less than 7.\n"));
}

TEST(Explain, SaysWhyNoRatioGivesAShare) {
  const std::vector<std::string> shares{"3", "7"};
  const auto row = [&](const Problem<Rational>& problem) {
    const std::string text = table(problem, exact_intervals(shares), labels(shares));
    const std::size_t begin = text.find("none: ");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  EXPECT_EQ(row({10, {{0, 2, 5}, {1}}}), "none: its share is fixed  <- above its maximum");
  EXPECT_EQ(row({10, {{1, 0, 2}, {1}}}), "none: it is above its max  <- above its maximum");
  EXPECT_EQ(row({10, {{1, 5}, {1}}}), "none: it is below its min  <- below its minimum");
}

TEST(Explain, ShowsWhatIsPaidFirstTogetherWithTheRest) {
  // Of the 10 that are left, a gets 20/3 and b 10/3, in addition to what each is paid.
  std::vector<Label> labelled = labels({"104", "26"});
  labelled[0].paid = 100;
  labelled[1].paid = 20;
  EXPECT_EQ(table({10, {{2, 0, 9}, {1}}}, truncated({"4", "6"}), labelled),
            "  claimant  weight  min  max  reported  fair            R must be\n"
            "  a              2  100  109       104  320/3 (106.67)  >= 2 and < 2.5  <- poorer\n"
            "  b              1   20    -        26  70/3 (23.33)    >= 6 and < 7    <- richer\n"
            "  b is above its minimum and holds at least 6 per weight beyond it; a is below its "
            "maximum and holds less than 2.5 beyond its minimum.\n"
            "  Reported shares are rounded: 26 stands for 26 to less than 27.\n");
}

TEST(Explain, PadsByCharactersAndNotByBytes) {
  std::vector<Label> labelled = labels({"1", "3"});
  labelled[0].name = "caf\xC3\xA9";
  labelled[1].name = "cafe";
  const std::string text = table({4, {{1}, {1}}}, exact_intervals({"1", "3"}), labelled);
  EXPECT_NE(text.find("  caf\xC3\xA9           1"), std::string::npos);
  EXPECT_NE(text.find("  cafe           1"), std::string::npos);
}

TEST(Argue, NamesTheRicherAndThePoorer) {
  EXPECT_EQ(argument(three(), exact_intervals({"10", "30", "60"})),
            "b is above its minimum and holds 15 per weight; a is below its maximum and holds 10.");
}

TEST(Argue, SaysOfATruncatedPairAtLeastAndLessThan) {
  EXPECT_EQ(argument({10, {{2}, {1}}}, truncated({"4", "6"})),
            "b is above its minimum and holds at least 6 per weight; "
            "a is below its maximum and holds less than 2.5.");
}

TEST(Argue, TellsTwoLevelsApartThatLookAlikeWhenAbbreviated) {
  const std::string a_third = "1/3";
  const std::string more =
      "10000000000000000000000000000000000000001/30000000000000000000000000000000000000000";
  const Problem<Rational> problem{1, {{1}, {1}, {1}}};
  const std::string text =
      argument(problem, exact_intervals({a_third, more, a_third}), Digits::few);
  EXPECT_EQ(text,
            "b is above its minimum and holds ~0.33333333333333333 per weight; "
            "a is below its maximum and holds 1/3 (0.33).");
  const std::string less =
      "10000000000000000000000000000000000000000/30000000000000000000000000000000000000001";
  EXPECT_EQ(argument(problem, exact_intervals({less, more, a_third}), Digits::few),
            "b is above its minimum and holds ~0.33333333333333333 per weight; "
            "a is below its maximum and holds ~0.33333333333333333 "
            "(less by ~4.4444444444444444e-41).");
}

// Compared word by word: a number that is long in full begins with "~" when it is abbreviated.
TEST(Argue, AbbreviatesEveryLongNumberWhereItIsAskedTo) {
  const auto words = [](const std::string& text) {
    std::istringstream stream(text);
    return std::vector<std::string>(std::istream_iterator<std::string>(stream), {});
  };
  const Rational most = 1 + number("1/1000000000000000000000000000000000");
  const Rational less =
      number("899999999999999999999999999999999/1000000000000000000000000000000000");
  const std::vector<std::pair<Problem<Rational>, std::vector<Interval>>> unfair = {
      {{2, {{1, most}, {1}}}, {exactly(less), exactly(1)}},
      {{2, {{1, 0, less}, {1}}}, {exactly(most), exactly(1)}},
      {{2, {{0, less}, {1}}}, {exactly(most), exactly(1)}},
      {{2, {{1}, {1}}}, {exactly(most), exactly(less)}},
      {{most, {{1}}}, {exactly(less)}},
      {{3 * most, {{1}}}, {{less, most}}}};
  for (const auto& [problem, intervals] : unfair) {
    const auto in_full = words(argument(problem, intervals, Digits::all));
    const auto in_brief = words(argument(problem, intervals, Digits::few));
    std::size_t tildes = 0;
    for (const std::string& word : in_brief) tildes += word.starts_with("~") ? 1U : 0U;
    std::size_t long_ones = 0;
    for (const std::string& word : in_full) long_ones += word.size() > 32 ? 1U : 0U;
    EXPECT_GE(long_ones, 2U);
    EXPECT_EQ(tildes, long_ones) << argument(problem, intervals, Digits::few);
  }
}

TEST(Argue, NamesWhoIsBelowItsMinimum) {
  EXPECT_EQ(argument({10, {{1, 5}, {1}}}, exact_intervals({"3", "7"})),
            "a holds 3, which is below its minimum 5.");
  EXPECT_EQ(argument({10, {{1, 5}, {1}}}, truncated({"3", "7"})),
            "a holds less than 4, which is below its minimum 5.");
  EXPECT_EQ(argument({10, {{1, 5}, {1}}}, {{3, 4}, {6, 7}}),
            "a holds at most 4, which is below its minimum 5.");
}

TEST(Argue, NamesWhoIsAboveItsMaximum) {
  EXPECT_EQ(argument({10, {{1, 0, 5}, {1}}}, exact_intervals({"7", "3"})),
            "a holds 7, which is above its maximum 5.");
  EXPECT_EQ(argument({10, {{1, 0, 5}, {1}}}, truncated({"7", "3"})),
            "a holds at least 7, which is above its maximum 5.");
  EXPECT_EQ(argument({10, {{1, 0, 5}, {1}}}, {{5, 6, true, false}, {4, 5}}),
            "a holds more than 5, which is above its maximum 5.");
}

TEST(Argue, AddsWhatIsPaidFirst) {
  const auto with_paid = [](const Problem<Rational>& problem,
                            const std::vector<std::string>& shares) {
    const auto intervals = exact_intervals(shares);
    std::vector<Label> labelled = labels(shares);
    labelled[0].paid = 20;
    const auto violation = find_violation(problem, intervals);
    return violation ? argue(problem, intervals, *violation, labelled, Digits::all) : "fair";
  };
  EXPECT_EQ(with_paid({10, {{1, 5}, {1}}}, {"3", "7"}),
            "a holds 23, which is below its minimum 25.");
  EXPECT_EQ(with_paid({10, {{1, 0, 5}, {1}}}, {"7", "3"}),
            "a holds 27, which is above its maximum 25.");
  EXPECT_EQ(with_paid({10, {{0, 2, 5}, {1}}}, {"3", "7"}),
            "a holds 23, but at weight 0 it gets its minimum 22 and no more.");
  EXPECT_EQ(
      with_paid({10, {{1}, {1}}}, {"4", "4"}),
      "The one ratio that all shares allow, 4, gives the total 28; the total is 30: under by 2.");
}

TEST(Argue, AllowsAnyRatioWhereEveryShareIsFixed) {
  EXPECT_EQ(argument({5, {{0, 1}, {0, 1}}}, exact_intervals({"1", "1"})),
            "All shares allow any ratio, which gives the total 2; the total is 5: under by 3.");
}

TEST(Argue, SaysThatAtWeightZeroTheMinimumIsAllThereIs) {
  EXPECT_EQ(argument({10, {{0, 2, 5}, {1}}}, exact_intervals({"3", "7"})),
            "a holds 3, but at weight 0 it gets its minimum 2 and no more.");
}

TEST(Argue, SaysByHowMuchTruncatedSharesAreOverTheTotal) {
  EXPECT_EQ(argument({10, {{1}, {1}, {1}}}, truncated({"4", "4", "4"})),
            "The ratios that all shares allow, >= 4 and < 5, give totals from 12 to less than 15; "
            "the total is 10: over by 2.");
}

TEST(Argue, SaysByHowMuchExactSharesAreUnderTheTotal) {
  EXPECT_EQ(
      argument({10, {{1}, {1}}}, exact_intervals({"4", "4"})),
      "The one ratio that all shares allow, 4, gives the total 8; the total is 10: under by 2.");
}

TEST(Argue, NamesTheRatiosOfWhichOneEndIsKnown) {
  EXPECT_EQ(
      argument({5, {{1, 1}, {1, 1}}}, exact_intervals({"1", "1"})),
      "The ratios that all shares allow, <= 1, give the total 2; the total is 5: under by 3.");
  EXPECT_EQ(argument({1, {{1, 0, 2}, {1, 0, 2}}}, exact_intervals({"2", "2"})),
            "The ratios that all shares allow, >= 2, give the total 4; the total is 1: over by 3.");
  EXPECT_EQ(
      argument({5, {{1}, {1}}}, exact_intervals({"0", "0"})),
      "The one ratio that all shares allow, 0, gives the total 0; the total is 5: under by 5.");
}

TEST(Argue, SaysThatATotalIsJustOutsideWhereAnOpenEndMeetsIt) {
  EXPECT_EQ(argument({15, {{1}, {1}, {1}}}, truncated({"4", "4", "4"})),
            "The ratios that all shares allow, >= 4 and < 5, give totals from 12 to less than 15; "
            "the total is 15, which is just outside.");
}

// A minimum leaves no lower end, unless the share is known to be above it; a maximum likewise.
TEST(Argue, NamesTheEndsThatBoundsLeave) {
  EXPECT_EQ(argument({10, {{1, 4}, {1, 4}}}, truncated({"4", "4"})),
            "The ratios that all shares allow, < 5, give totals from 8 to less than 10; the total "
            "is 10, which is just outside.");
  EXPECT_EQ(argument({6, {{1, 0, 4}, {1, 0, 4}}}, exact_intervals({"4", "4"})),
            "The ratios that all shares allow, >= 4, give the total 8; the total is 6: over by 2.");
  const Interval above{4, 5, true, false};
  EXPECT_EQ(argument({8, {{1, 4}, {1, 4}}}, {above, above}),
            "The ratios that all shares allow, > 4 and <= 5, give totals from more than 8 to 10; "
            "the total is 8, which is just outside.");
  EXPECT_EQ(argument({10, {{1, 0, 5}, {1, 0, 5}}}, truncated({"4", "4"})),
            "The ratios that all shares allow, >= 4 and < 5, give totals from 8 to less than 10; "
            "the total is 10, which is just outside.");
}

TEST(Argue, TakesTheOpenOneOfEqualEnds) {
  // Both require 4 to 5 per weight, one of them without the ends.
  const Problem<Rational> problem{20, {{1}, {1}}};
  const Interval closed{4, 5};
  const Interval open{4, 5, true, true};
  const std::string expected =
      "The ratios that all shares allow, > 4 and < 5, give totals from more than 8 to less than "
      "10; the total is 20: under by 10.";
  EXPECT_EQ(argument(problem, {closed, open}), expected);
  EXPECT_EQ(argument(problem, {open, closed}), expected);
}

TEST(Argue, SaysWhereTheTotalIsJustOutside) {
  const std::vector<Interval> reported = {{4, 5}, {4, 5, true, true}};
  EXPECT_TRUE(
      argument({8, {{1}, {1}}}, reported).ends_with("; the total is 8, which is just outside."));
  EXPECT_TRUE(
      argument({10, {{1}, {1}}}, reported).ends_with("; the total is 10, which is just outside."));
}

TEST(Argue, SaysWhyAShareIsFixed) {
  const Problem<Rational> problem{2, {{0, 2}}};
  const auto intervals = exact_intervals({"3"});
  const auto violation = find_violation(problem, intervals);
  ASSERT_TRUE(violation);
  const std::vector<Label> inactive = {{"a", "3", "inactive"}};
  EXPECT_EQ(argue(problem, intervals, *violation, inactive, Digits::all),
            "a holds 3, but it gets 2 and no more (inactive).");
}

TEST(Explain, ShowsTheFirstTwelveWhereNoClaimantStandsOut) {
  // Each claimant is at its only possible share, but the total differs.
  const Problem<Rational> problem{20, Claimants(13, {0, 1})};
  const auto intervals = exact_intervals(std::vector<std::string>(13, "1"));
  const auto violation = find_violation(problem, intervals);
  ASSERT_TRUE(violation);
  const std::string text =
      explain(problem, intervals, *violation, labels(std::vector<std::string>(13, "1")), {});
  EXPECT_NE(text.find("\n  l              0    1    -         1  any\n"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("\n  m "), std::string::npos) << text;
  EXPECT_NE(text.find("  and 1 more\n"), std::string::npos) << text;
}

// Small claimants with every small interval, in pairs: everything unfair has a reason.
TEST(Argue, HasASentenceForWhateverIsUnfair) {
  const Claimants kinds = {{0}, {0, 1}, {1}, {1, 1}, {2, 0, 1}, {1, 1, 2}, {0, 0, 1}, {1, 0, 0}};
  std::vector<Interval> intervals;
  for (int low = 0; low <= 2; ++low) {
    for (int high = low; high <= 2; ++high) {
      for (int open = 0; open < (low < high ? 4 : 1); ++open) {
        intervals.push_back({low, high, open % 2 == 1, open >= 2});
      }
    }
  }
  int unfair = 0;
  for (std::size_t k = 0; k < 6000; ++k) {
    // Steps that have no common factor with the sizes of the lists reach all entries.
    const Problem<Rational> problem{Rational(k % 4), {kinds[k % 8], kinds[k / 8 % 8]}};
    const std::vector<Interval> reported = {intervals[k * 7 % 15], intervals[k * 11 / 15 % 15]};
    const auto violation = find_violation(problem, reported);
    if (!violation) continue;
    ++unfair;
    const std::string text = argue(problem, reported, *violation, labels({"x", "y"}), Digits::few);
    EXPECT_TRUE(text.ends_with(".") && text.find('\n') == std::string::npos) << text;
    const std::string table =
        explain(problem, reported, *violation, labels({"x", "y"}), fair_shares(problem));
    EXPECT_NE(table.find("  " + text + "\n"), std::string::npos) << table;
  }
  EXPECT_GT(unfair, 3000);
}

TEST(Explain, SaysOfTheFirstOfThePairThatIsRoundedForWhatItStands) {
  const std::vector<std::string> shares{"4", "6"};
  const Problem<Rational> problem{10, {{2}, {1}}};
  const std::string beginning = "\n  Reported shares are rounded: ";
  const std::string open =
      table(problem, {{3, 5, true, true}, {5, 7, true, false}}, labels(shares));
  EXPECT_TRUE(open.ends_with(beginning + "6 stands for more than 5 to 7.\n")) << open;
  const std::string of_poorer = table(problem, {{4, 5, false, true}, {6, 6}}, labels(shares));
  EXPECT_TRUE(of_poorer.ends_with(beginning + "4 stands for 4 to less than 5.\n")) << of_poorer;
}

TEST(Explain, TakesAnotherSentenceInPlaceOfItsOwn) {
  const auto intervals = exact_intervals({"10", "30", "60"});
  const auto violation = find_violation(three(), intervals);
  ASSERT_TRUE(violation);
  const std::string text = explain(three(), intervals, *violation, labels({"10", "30", "60"}), {},
                                   "claimant", "Another sentence.");
  EXPECT_TRUE(text.ends_with("\n  Another sentence.\n")) << text;
  EXPECT_EQ(text.find("per weight"), std::string::npos) << text;
}

TEST(Explain, ShowsOfManyClaimantsThoseThatSetTheRatios) {
  Claimants claimants(13, {0, 1});
  claimants[4] = {1, 0, 2};  // at its maximum: at least 2
  claimants[7] = {1, 5};     // at its minimum: at most 5
  std::vector<std::string> shares(13, "1");
  shares[4] = "2";
  shares[7] = "5";
  const std::string text = table({30, claimants}, exact_intervals(shares), labels(shares));
  EXPECT_NE(text.find("\n  e  "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  h  "), std::string::npos) << text;
  EXPECT_NE(text.find("\n  and 11 more\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace fairshare::properties

// A division as a picture.
#include "formats/report/picture.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using namespace tests;

std::size_t count_of(std::string_view part, std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string picture_of_case(Case one) {
  return picture_of(judge(std::move(one)));
}

// Of `count` claimants with weight 1, of which the last has all.
Case many(std::size_t count) {
  Problem<Rational> problem{Rational(count), {}};
  std::vector<std::string> shares(count, "0");
  shares.back() = std::to_string(count);
  problem.claimants.resize(count);
  Case one = reported(std::move(problem), shares);
  for (std::size_t i = 0; i < count; ++i) one.labels[i].name = "queue" + std::to_string(i);
  return one;
}

// Expects the file's picture; with FAIRSHARE_WRITE_PICTURES the file is written first.
void expect_as_in(const std::string& name, const std::string& picture) {
  const std::string path = "docs/pictures/" + name + ".svg";
  if (std::getenv("FAIRSHARE_WRITE_PICTURES") != nullptr) std::ofstream(path) << picture;
  std::ifstream file(path);
  const std::string expected{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(picture, expected) << path;
}

// Pictures that people have looked at.

TEST(Picture, OfAnUnfairPairShowsTwoIntervalsOfRThatDoNotMeet) {
  expect_as_in("unfair", picture_of_case(unfair_case()));
}

TEST(Picture, OfAFlatSumShowsAllRThatAreFair) {
  expect_as_in("flat",
               picture_of_case(reported({5, {{1, 5, 9}, {1, 0, 0}, {0, 0}}}, {"5", "0", "0"})));
}

TEST(Picture, OfMinimumsBeyondTheTotalBeginsAboveIt) {
  expect_as_in("overcommitted", picture_of_case(overcommitted_case()));
}

// What is in them.

TEST(Picture, HasATitleAndSaysInWordsWhatIsToBeSeen) {
  const std::string picture = picture_of_case(unfair_case());
  EXPECT_TRUE(has(picture, "<title>x: unfair, FS204</title>"));
  EXPECT_TRUE(
      has(picture,
          "<desc>3 claimants. The shares add up to the total at R = 40/3 (13.33). b is above "
          "its minimum and holds 15 per weight; a is below its maximum and holds 10."))
      << picture;
}

TEST(Picture, MarksEachBendByItsClaimants) {
  const std::string picture = picture_of_case(unfair_case());
  EXPECT_TRUE(has(picture, "<title>R = 15; at its maximum from here on: b</title>"));
  EXPECT_TRUE(has(picture, "<title>R = 20; at its minimum up to here: c</title>"));
  const std::string fair =
      picture_of_case(reported({30, {{1, 4}, {1, 4}, {1}}}, {"10", "10", "10"}));
  EXPECT_TRUE(has(fair, "<title>R = 4; at its minimum up to here: a, b</title>"));
}

TEST(Picture, NamesTheGapBetweenRicherAndPoorer) {
  const std::string picture = picture_of_case(unfair_case());
  EXPECT_TRUE(has(picture, "no R here fits both"));
  EXPECT_TRUE(has(picture, "10, fair 40/3 (13.33)  ← poorer"));
  EXPECT_TRUE(has(picture, "30, fair 80/3 (26.67)  ← richer"));
  EXPECT_FALSE(has(picture_of_case(fair_case()), "no R here fits both"));
}

TEST(Picture, ReachesBeyondTheRatiosOfThoseItNames) {
  EXPECT_TRUE(
      has(picture_of_case(reported({2, {{1}, {1}, {1, 0, 0}}}, {"20", "1", "0"})), ">25</text>"));
}

TEST(Picture, CrossesOutAShareThatNoRGives) {
  const std::string picture = picture_of_case(reported({10, {{1, 4}, {1}}}, {"3", "7"}));
  EXPECT_TRUE(has(picture, "no R gives this share"));
  EXPECT_TRUE(has(picture, "← below its minimum"));
}

TEST(Picture, OfMoreThanCanBeClaimedSaysFromWhichROnEachHasItsMost) {
  const std::string picture = picture_of_case(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"}));
  EXPECT_TRUE(has(picture, "R from 4 on"));
  EXPECT_TRUE(has(picture, "3 is unclaimed"));
  EXPECT_TRUE(has(picture_of_case(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"1", "4"})),
                  "← could have more"));
}

TEST(Picture, OfSharesThatWereNotReportedShowsWhatIsFair) {
  Verdict verdict = judge(fair_case());
  verdict.division.reported.clear();
  verdict.intervals.clear();
  const std::string picture = picture_of(verdict);
  EXPECT_TRUE(has(picture, "<title>x</title>"));
  EXPECT_TRUE(has(picture, ">fair 80/3 (26.67)</text>"));
  EXPECT_FALSE(has(picture, "all R that give the reported share"));
}

TEST(Picture, AddsWhatIsPaidFirstToEveryShare) {
  Case one = reported({20, {{1}, {1}}}, {"10", "10"});
  one.rule = Rule::base;
  one.labels[0].paid = 5;
  const std::string picture = picture_of_case(one);
  EXPECT_TRUE(has(picture, ">total 25</text>"));
  EXPECT_TRUE(has(picture, "fair 15</text>"));
}

TEST(Picture, OfNothingToDivideAndOfNoClaimantsIsAPictureToo) {
  EXPECT_TRUE(has(picture_of_case(reported({0, {{1}, {1, 0, 0}}}, {"0", "0"})), "R = 0"));
  EXPECT_TRUE(has(picture_of_case(reported({0, {}}, {})), "<desc>0 claimants."));
  EXPECT_TRUE(has(picture_of_case(reported({0, {{0}}}, {"0"})), "R from 0 on"));
}

TEST(Picture, OfHugeAndTinyNumbersHasCoordinatesThatAreNumbers) {
  const Rational huge = exact::pow(exact::Integer(10), 400);
  const Rational tiny = 1 / huge;
  for (const Rational& weight : {huge, tiny, Rational(1)}) {
    for (const Rational& total : {huge, tiny, Rational(1)}) {
      const std::string picture = picture_of_case(reported(
          {total, {{weight}, {1, 0, tiny}, {tiny, tiny, huge}}}, {"1", "1e-400", "1e400"}));
      EXPECT_FALSE(has(picture, "nan") || has(picture, "inf")) << picture;
    }
  }
}

TEST(Picture, HasAboutFiveDigitsOfANumberThatIsLong) {
  EXPECT_EQ(short_number(Rational(2'999'992, 30)), "≈ 100000");
  EXPECT_EQ(short_number(Rational(370'370'367'037, 3)), "≈ 123456789012");
  EXPECT_EQ(short_number(Rational(3'703'703'670'370, 3)), "≈ 1.2346e+12");
}

TEST(Picture, ReachesBeyondTheRatiosOfOthersUpToFourTimesTheFairOne) {
  const std::string as_far = picture_of_case(reported({24, {{1}, {1}, {1, 16}}}, {"4", "4", "16"}));
  EXPECT_TRUE(has(as_far, ">15</text>") && has(as_far, ">20</text>")) << "5/4 of 16, by fives";
  const std::string farther =
      picture_of_case(reported({25, {{1}, {1}, {1, 17}}}, {"4", "4", "17"}));
  EXPECT_TRUE(has(farther, ">5</text>") && !has(farther, ">6</text>")) << "5/4 of 4, by ones";
  const std::string flat = picture_of_case(reported({104, {{1, 0, 4}, {1, 100}}}, {"4", "100"}));
  EXPECT_TRUE(has(flat, "R from 4 to 100</text>") && !has(flat, ">20</text>"));
  EXPECT_FALSE(
      has(picture_of_case(reported({Rational(64, 5), {{1}, {1}}}, {"6.4", "6.4"})), ">7</text>"))
      << "up to 8, by twos";
  EXPECT_TRUE(has(picture_of_case(reported({0, {{1, 0, 4}}}, {"0"})), ">5</text>"))
      << "without a ratio above 0, that of its maximum";
}

TEST(Picture, NamesSixOfThoseThatBendTheSumTogetherAndBesideTheMarkTwo) {
  const auto bends_of = [](std::size_t count) {
    Problem<Rational> problem{Rational(8 * count + 10), std::vector(count, anybody)};
    for (auto& claimant : problem.claimants) claimant = {1, 4, 8};
    problem.claimants.push_back(anybody);
    std::vector<std::string> shares(count, "8");
    shares.push_back("10");
    Case one = reported(std::move(problem), shares);
    one.labels[0].name = "root.analytics.reports";
    return picture_of_case(std::move(one));
  };
  const std::string eight = bends_of(8);
  for (const std::string_view part :
       {"<title>R = 4; at its minimum up to here: root.analytics.reports, b, c, d, e, f and 2 "
        "more</title>",
        "<title>R = 8; at its maximum from here on: root.analytics.reports, b, c, d, e, f and 2 "
        "more</title>",
        ">root…s.reports, b and 6 more</text>"}) {
    EXPECT_TRUE(has(eight, part)) << part;
  }
  EXPECT_TRUE(has(bends_of(7), "b, c, d, e, f, g</title>")) << "one more instead of its number";
  EXPECT_TRUE(has(bends_of(3), ">root…s.reports, b, c</text>"));
  EXPECT_EQ(count_of("class=\"guide\"", bends_of(11)), 2U);
  EXPECT_EQ(count_of("class=\"guide\"", bends_of(12)), 0U) << "they would cross thirteen rows";
}

TEST(Picture, TellsInWordsASurplusMinimumsBeyondTheTotalAndSixFindings) {
  EXPECT_TRUE(has(picture_of_case(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"})),
                  "<desc>2 claimants. The total covers all claims, and 3 is unclaimed.</desc>"));
  EXPECT_TRUE(
      has(picture_of_case(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"})),
          "<desc>2 claimants. The minimums exceed the total by 6, so no R is fair.</desc>"));
  const auto words_of = [](std::size_t count) {
    return picture_of_case(reported({100, std::vector(count, Claimant<Rational>{1, 0, 3})},
                                    std::vector<std::string>(count, "2")));
  };
  EXPECT_TRUE(
      has(words_of(6), "f holds 2 and can have 3; that leaves 82 of the total unclaimed.<"));
  EXPECT_TRUE(has(
      words_of(8),
      "f holds 2 and can have 3; that leaves 76 of the total unclaimed. And 2 more findings.<"));
}

// Many claimants.

TEST(Picture, HasLowerRowsTheMoreThereAre) {
  const auto has_height = [](std::size_t count, std::string_view height) {
    return has(picture_of_case(many(count)), "height=\"" + std::string(height) + "\">\n<title>");
  };
  EXPECT_TRUE(has_height(12, "734")) << "12 * 34, and 326 around them";
  EXPECT_TRUE(has_height(13, "690")) << "13 * 28";
  EXPECT_TRUE(has_height(40, "1446")) << "40 * 28";
  EXPECT_TRUE(has_height(41, "1228")) << "41 * 22";
  EXPECT_TRUE(has_height(100, "2526")) << "100 * 22";
  EXPECT_TRUE(has_height(101, "2144")) << "101 * 18";
  EXPECT_TRUE(has_height(501, "1474")) << "41 * 28, the last of which is for the others";
}

TEST(Picture, OfMoreShowsThoseThatFindingsNameThenThoseFarthestFromFair) {
  Case one = many(600);
  one.reported[598].value = one.reported[598].interval.low = one.reported[598].interval.high = 5;
  one.problem.claimants[597].min_share = Rational(1, 2);
  const std::vector<std::size_t> shown = claimants_shown(judge(std::move(one)));
  EXPECT_EQ(shown.size(), picture_rows_of_many);
  EXPECT_EQ(std::vector(shown.end() - 3, shown.end()), (std::vector<std::size_t>{597, 598, 599}));
  EXPECT_EQ(shown.front(), 0U) << "in their order";
}

TEST(Picture, AddsUpWhatOthersHaveWithWhatIsPaidFirst) {
  Case one = many(600);
  one.labels[597].paid = 5;
  one.labels[598].paid = 2;
  for (const std::size_t k : {597U, 598U}) {
    one.reported[k].value = one.reported[k].interval.low = one.reported[k].interval.high = 2;
  }
  Verdict verdict = judge(std::move(one));
  EXPECT_TRUE(has(picture_of(verdict), ">11, fair 567</text>")) << "2 + 2 + 5 + 2, 560 + 5 + 2";
  verdict.division.reported.clear();
  verdict.intervals.clear();
  verdict.findings.clear();
  EXPECT_TRUE(has(picture_of(verdict), ">fair 567</text>"));
}

TEST(Picture, HasARowForEachOfFiveHundred) {
  const std::string picture = picture_of_case(many(500));
  EXPECT_TRUE(has(picture, ">queue0</text>"));
  EXPECT_EQ(count_of(">queue", picture), 500U);
  EXPECT_FALSE(has(picture, "others together"));
}

TEST(Picture, OfMoreShowsThoseThatMatterAndTheOthersTogether) {
  const std::string picture = picture_of_case(many(5000));
  EXPECT_TRUE(has(picture, ">queue4999</text>"));
  EXPECT_EQ(count_of(">queue", picture), picture_rows_of_many);
  EXPECT_TRUE(has(picture, ">4960 others together</text>"));
  EXPECT_TRUE(has(picture, ">0, fair 4960</text>"));
  EXPECT_LT(picture.size(), 40'000U);
}

// As text.

TEST(Picture, EscapesEveryName) {
  for (const std::string hostile :
       {"</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "<![CDATA[", "-->", "&lt;",
        "a\xE2\x80\xAE"
        "b",
        "\xff\xfe", "\x1b[2J", "{}{0}"}) {
    Case one = unfair_case();
    one.title = one.resource = hostile;
    for (ClaimantLabel& label : one.labels) label.name = hostile;
    const std::string picture = picture_of_case(one);
    EXPECT_FALSE(has(picture, "<script") || has(picture, "\" onload") || has(picture, "<![CDATA["))
        << picture;
    EXPECT_FALSE(has(picture, "\xE2\x80\xAE") || has(picture, "\xff") || has(picture, "\x1b"));
    EXPECT_EQ(count_of("</svg>", picture), 1U);
  }
}

TEST(Picture, LoadsNothingAndRunsNothing) {
  const std::string picture = picture_of_case(unfair_case());
  for (const std::string_view part : {"<script", "href", "url(", "@import", "<image", "on="}) {
    EXPECT_FALSE(has(picture, part)) << part;
  }
  EXPECT_EQ(count_of("http", picture), 1U) << "the namespace alone";
}

TEST(Picture, LeavesItsStyleToAPage) {
  const std::string picture = picture_of(judge(unfair_case()), PictureStyle::of_page);
  EXPECT_FALSE(has(picture, "<style") || has(picture, "style="));
  EXPECT_TRUE(has(picture_of_case(unfair_case()), std::string(picture_style)));
}

TEST(Picture, FollowsTheReadersScheme) {
  EXPECT_TRUE(has(picture_style, "prefers-color-scheme:dark"));
}

TEST(Picture, NamesWhatIsBeyondItsBounds) {
  EXPECT_TRUE(
      has(picture_of_case(reported({10, {{1, 0, 4}, {1}}}, {"6", "4"})), "above its maximum"));
  EXPECT_TRUE(has(picture_of_case(reported({10, {{1, 6}, {1}}}, {"4", "6"})), "below its minimum"));
}

TEST(Picture, NamesInItsTitleWhatTheVerdictIs) {
  const auto title_of = [](const Case& one) {
    const std::string picture = picture_of_case(one);
    const std::size_t begin = picture.find("<title>") + 7;
    return picture.substr(begin, picture.find("</title>") - begin);
  };
  EXPECT_EQ(title_of(fair_case()), "x: fair");
  EXPECT_EQ(title_of(overcommitted_case()), "x: unfair, FS012");
  Case over = reported({10, {{1, 8}, {1, 8}}}, {"8", "8"});
  over.resource = "memory";
  EXPECT_EQ(title_of(over), "x, memory: overcommitted");
  Verdict verdict = judge(over);
  verdict.division.reported.clear();
  verdict.intervals.clear();
  EXPECT_TRUE(has(picture_of(verdict), "<title>x, memory: overcommitted</title>"));
}

TEST(Picture, SaysWhichRAreFair) {
  EXPECT_TRUE(has(picture_of_case(fair_case()), ">R = 40/3 (13.33)</text>"));
  EXPECT_TRUE(
      has(picture_of_case(reported({7, {{Rational(11, 10)}}}, {"7"})), ">R = 70/11 (6.36)</text>"));
  EXPECT_TRUE(
      has(picture_of_case(reported({Rational(1'234'567, 1000), {{7}, {97}}}, {"83.0", "1151.5"})),
          ">R ≈ 11.871</text>"));
  EXPECT_TRUE(has(picture_of_case(reported({5, {{1, 0, 2}, {1, 3}}}, {"2", "3"})),
                  ">R from 2 to 3</text>"));
}

TEST(Picture, SaysWhatAllMarksMean) {
  const std::string picture = picture_of_case(fair_case());
  for (const std::string_view words :
       {">leaves its minimum</text>", ">reaches its maximum</text>",
        ">all R that give the reported share</text>", ">ratio R</text>",
        ">sum of all shares</text>", ">total 100</text>"}) {
    EXPECT_TRUE(has(picture, words)) << words;
  }
}

TEST(Picture, ShortensTheTextOfALongShare) {
  Case one = reported({10, {{1}, {1}}}, {"5", "5"});
  one.reported[0].text = "5.00000000000000";
  one.reported[1].text = "5.000000000000000";
  const Verdict verdict = judge(one);
  EXPECT_EQ(short_share(verdict.division, 0), "5.00000000000000") << "16 letters";
  EXPECT_EQ(short_share(verdict.division, 1), "5");
  one.labels[1].paid = 2;
  EXPECT_EQ(short_share(one, 1), "7");
}

TEST(Picture, NamesTheRolesOfClaimants) {
  using Roles = std::vector<std::string_view>;
  EXPECT_EQ(roles_of(judge(fair_case())), (Roles{"", "", ""}));
  EXPECT_EQ(roles_of(judge(unfair_case())), (Roles{"poorer", "richer", ""}));
  EXPECT_EQ(roles_of(judge(overcommitted_case())),
            (Roles{"below its minimum", "below its minimum"}));
  EXPECT_EQ(roles_of(judge(reported({10, {{1, 0, 4}, {1}}}, {"6", "4"}))),
            (Roles{"above its maximum", ""}));
  EXPECT_EQ(roles_of(judge(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"1", "4"}))),
            (Roles{"could have more", ""}));
}

}  // namespace
}  // namespace fairshare::formats

#include "formats/verdict/verdict.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "formats/text/json.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// g++ 12 crashes at {100, {{1}}} unless it has seen one claimant spelled out before.
[[maybe_unused]] const Claimant<Rational> anybody{1};

// A case whose claimants are a, b, c and so on, each with a share that was rounded so.
Case reported(Problem<Rational> problem, const std::vector<std::string>& shares,
              Rounding rounding = Rounding::exact) {
  Case result{
      .id = "\"x\"", .title = "x", .problem = std::move(problem), .parties = {}, .reported = {}};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto number = std::get<exact::TextNumber>(exact::parse_number(shares[i]));
    const auto interval = find_interval(number.value, number.last_digit, rounding, 0);
    EXPECT_TRUE(interval);
    result.parties.push_back({std::string(1, static_cast<char>('a' + i))});
    result.reported.push_back({shares[i], number.value, *interval});
  }
  return result;
}

Case unfair_case() {
  return reported({100, {{1}, {2, 0, 30}, {3, 60}}}, {"10", "30", "60"});
}

TEST(Verdict, IsFairWithTheRatioWhereTheSharesAreFair) {
  const Case one = reported({100, {{1}, {2, 0, 30}, {3, 60}}}, {"40/3", "80/3", "60"});
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_EQ(verdict.text, "fair      x: R = 40/3 (13.33), 3 claimants\n");
  EXPECT_EQ(verdict_json(one, verdict),
            R"({"id":"x","verdict":"fair","findings":[],"distance":"0","ratio":"40/3"})");
}

TEST(Verdict, OfAFairCaseHasTheDistanceThatRoundingMade) {
  const Case one = reported({10, {{1}, {1}, {1}}}, {"3.3", "3.3", "3.4"}, Rounding::written);
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  const Case other = reported({10, {{1}, {1}, {1}}}, {"3.3", "3.3", "3.3"}, Rounding::written);
  EXPECT_EQ(judge(other).judgement, Judgement::fair);
  EXPECT_EQ(judge(other).distance, Rational(1) / 30);
}

TEST(Verdict, NamesThePoorerAndTheRicher) {
  const Verdict verdict = judge(unfair_case());
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_EQ(
      verdict_json(unfair_case(), verdict),
      R"({"id":"x","verdict":"unfair","findings":[{"code":"FS204","claimant":"a","with":"b",)"
      R"("message":"b is above its minimum and holds 15 per weight; a is below its maximum and )"
      R"(holds 10."}],"distance":"10/3","ratio":"40/3"})");
}

TEST(Verdict, ExplainsThePairToPeople) {
  EXPECT_EQ(judge(unfair_case()).text,
            "error[FS204] x: no ratio R makes these shares fair (total 100)\n"
            "  claimant  weight  min  max  reported  fair          R must be\n"
            "  a              1    0    -        10  40/3 (13.33)  = 10       <- poorer\n"
            "  b              2    0   30        30  80/3 (26.67)  >= 15      <- richer\n"
            "  c              3   60    -        60  60            <= 20\n"
            "  b is above its minimum and holds 15 per weight; a is below its maximum and holds "
            "10.\n"
            "  The share that is farthest from fair is off by 10/3 (3.33).\n"
            "  = help: fairshare explain FS204\n");
}

TEST(Verdict, FindsASingleUnitInTheLastPlace) {
  const std::string large = "100000000000000000000000000000";
  const std::string larger = "100000000000000000000000000001";
  const Rational two_larges = 2 * std::get<exact::TextNumber>(exact::parse_number(large)).value;
  EXPECT_EQ(judge(reported({two_larges, {{1}, {1}}}, {large, large})).judgement, Judgement::fair);
  EXPECT_EQ(judge(reported({two_larges, {{1}, {1}}}, {large, larger})).judgement,
            Judgement::unfair);
}

TEST(Verdict, HasACodeForEachBound) {
  const Verdict below = judge(reported({10, {{1, 5}, {1}}}, {"3", "7"}));
  EXPECT_EQ(below.findings.at(0).code, "FS102");
  EXPECT_EQ(below.findings.at(0).claimant, "a");
  const Verdict above = judge(reported({10, {{1}, {1, 0, 5}}}, {"3", "7"}));
  EXPECT_EQ(above.findings.at(0).code, "FS103");
  EXPECT_EQ(above.findings.at(0).claimant, "b");
}

TEST(Verdict, SaysWhatTheReportedSharesAddUpTo) {
  const Verdict verdict = judge(reported({10, {{1}, {1}, {1}}}, {"4", "4", "4"}, Rounding::down));
  EXPECT_EQ(verdict.findings.at(0).code, "FS101");
  EXPECT_NE(verdict.text.find("give totals from 12 to less than 15; the total is 10: over by 2."),
            std::string::npos);
  EXPECT_NE(verdict.text.find("The reported shares add up to 12.\n"), std::string::npos);
  EXPECT_EQ(verdict.text.find("Hadoop"), std::string::npos);
}

// Three thirds of ten, as a release of a scheduler reports them that divides no more finely than by
// `resolution`.
Case computed_by_a_release(const Rational& total, const Rational& resolution) {
  Case one = reported({total, {{1}, {1}, {1}}}, {"4", "4", "4"}, Rounding::down);
  one.emulated = Emulated{.scheduler = "yarn-9",
                          .resolution = resolution,
                          .shares = std::vector<std::string>{"4", "4", "4"},
                          .matches = true};
  return one;
}

TEST(Verdict, AcceptsWhatIsOffByNoMoreThanTheSchedulersResolution) {
  const Verdict verdict = judge(computed_by_a_release(10, Rational(2) / 3));
  EXPECT_EQ(verdict.judgement, Judgement::fair);
  EXPECT_TRUE(verdict.findings.empty());
  EXPECT_EQ(verdict.text,
            "fair      x: to within yarn-9's resolution of ~0.667, off by 2/3 (0.67), "
            "R = 10/3 (3.33), 3 claimants, as yarn-9 computes it\n");
  EXPECT_EQ(judge(computed_by_a_release(10, Rational(665) / 1000)).judgement, Judgement::unfair);
}

TEST(Verdict, TellsTheSlackThatAcceptsWhatTheReleaseComputes) {
  Case one = computed_by_a_release(10, 0);
  EXPECT_NE(judge(one).text.find(
                "  = note: as yarn-9 computes it, 2/3 units from fair; its resolution is 0\n"
                "  = note: --within 1 accepts it\n"),
            std::string::npos)
      << judge(one).text;
  for (Reported& share : one.reported) {
    share.interval = *find_interval(share.value, 1, Rounding::down, 1);
  }
  EXPECT_EQ(judge(one).judgement, Judgement::fair);
}

TEST(Verdict, CountsAnOpenEndAsNotAccepted) {
  // The fair shares are 5 each; [4, 5) reaches them only with a slack above 0.
  const Verdict verdict = judge(computed_by_a_release(15, 0));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_NE(verdict.text.find("--within 1 accepts it"), std::string::npos) << verdict.text;
}

TEST(Verdict, CountsAnEndThatIsIncludedAsAccepted) {
  // The fair shares are 4, 3, 3: the first is the end of [4, 5), the others are one away.
  Case one = computed_by_a_release(10, 0);
  one.problem.claimants[0].min_share = 4;
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_NE(verdict.text.find("--within 1 accepts it"), std::string::npos) << verdict.text;
}

TEST(Verdict, SaysWhatTheModelComputesWhereThatIsSomethingElse) {
  Case one = computed_by_a_release(10, 0);
  one.emulated->matches = false;
  one.emulated->shares = std::vector<std::string>{"4", "3", "3"};
  const Verdict verdict = judge(one);
  ASSERT_EQ(verdict.findings.size(), 2U);
  EXPECT_EQ(verdict.findings[1].code, "FS301");
  EXPECT_NE(
      verdict.text.find("not even what yarn-9 computes: that is 4, 3, 3; its resolution is 0\n"),
      std::string::npos)
      << verdict.text;
  EXPECT_EQ(verdict.text.find("--within"), std::string::npos);
  one.emulated->answers = 3;
  EXPECT_EQ(judge(one).findings.at(1).message,
            "not even what yarn-9 computes: that is 4, 3, 3, or one of 2 other answers; its "
            "resolution is 0");
}

TEST(Verdict, CannotJudgeWhatIsOvercommitted) {
  const Case one = reported({10, {{1, 8}, {1, 8}}}, {"5", "5"});
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.judgement, Judgement::cannot_judge);
  EXPECT_EQ(verdict.text,
            "error[FS012] x: the minimums exceed the total by 6 (total 10)\n"
            "  The minimums add up to 16: 8 (a), 8 (b).\n"
            "  = help: fairshare explain FS012\n");
  EXPECT_EQ(verdict_json(one, verdict),
            R"({"id":"x","verdict":"cannot_judge","findings":[{"code":"FS012",)"
            R"("message":"the minimums exceed the total by 6"}]})");
}

TEST(Verdict, CannotJudgeASurplus) {
  const Verdict verdict = judge(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"}));
  EXPECT_EQ(verdict.judgement, Judgement::cannot_judge);
  EXPECT_EQ(verdict.findings.at(0).code, "FS013");
  EXPECT_EQ(verdict.findings.at(0).message, "the total exceeds what can be claimed by 3");
}

TEST(Verdict, IsFairOfNobodyAndNothing) {
  EXPECT_EQ(judge(reported({0, {}}, {})).judgement, Judgement::fair);
  EXPECT_EQ(judge(reported({1, {}}, {})).judgement, Judgement::cannot_judge);
}

TEST(Verdict, ShowsNotesAndTheResource) {
  Case one = unfair_case();
  one.title = "root";
  one.id = "";
  one.resource = "memory";
  one.notes = {"a note"};
  one.parties[2].note = "inactive";
  const Verdict verdict = judge(one);
  EXPECT_TRUE(verdict.text.starts_with(
      "error[FS204] root: no ratio R makes these shares fair (memory, total 100)\n  queue "));
  EXPECT_NE(verdict.text.find("(inactive)\n"), std::string::npos);
  EXPECT_NE(verdict.text.find("\n  = note: a note\n  = help: "), std::string::npos);
  EXPECT_TRUE(verdict_json(one, verdict)
                  .starts_with(R"({"queue":"root","resource":"memory","verdict":"unfair",)"));
}

TEST(Verdict, EscapesWhatCouldSteerATerminal) {
  Case one = unfair_case();
  one.title = "x\x1b[2J";
  one.parties[0].name = "a\nfair      b";
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.text.find('\x1b'), std::string::npos);
  EXPECT_TRUE(verdict.text.starts_with("error[FS204] x\\u001b[2J: "));
  EXPECT_NE(verdict.text.find("a\\nfair      b"), std::string::npos);
  // JSON has the name itself.
  EXPECT_EQ(verdict.findings.at(0).claimant, "a\nfair      b");
  const auto json = json::parse(verdict_json(one, verdict));
  const auto& finding =
      std::get<json::Array>(json::find(std::get<json::Value>(json), "findings")->is).at(0);
  EXPECT_EQ(std::get<std::string>(json::find(finding, "claimant")->is), "a\nfair      b");
}

TEST(Verdict, AbbreviatesLongNumbersForPeopleOnly) {
  const std::string third = "33333333333333333333333333333333333333333333/" +
                            std::string("100000000000000000000000000000000000000000000");
  const Case one = reported({1, {{1}, {1}, {1}}}, {third, third, third});
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.text.find(third), std::string::npos);
  EXPECT_NE(verdict.text.find("~0.33333333333333333"), std::string::npos);
  EXPECT_NE(verdict.findings.at(0).message.find(third), std::string::npos);
}

TEST(Printable, EscapesControlsAndMarksOfDirection) {
  EXPECT_EQ(printable("plain \xC3\xA9 \\"), "plain \xC3\xA9 \\");
  EXPECT_EQ(printable("\x01\x7F\t"), "\\u0001\\u007f\\u0009");
  EXPECT_EQ(printable("\xC2\x9B\xC2\xA0"), "\\u009b\xC2\xA0");
  EXPECT_EQ(printable("\xE2\x80\xAE\xE2\x81\xA6\xE2\x82\xAC"), "\\u202e\\u2066\xE2\x82\xAC");
}

TEST(Combine, IsUnfairWhereOneDividerIs) {
  const Verdict fair = judge(reported({2, {{1}, {1}}}, {"1", "1"}));
  const Verdict unfair = judge(unfair_case());
  const Verdict unknown = judge(reported({10, {{1, 8}, {1, 8}}}, {"5", "5"}));
  EXPECT_EQ(combine(std::vector{fair, fair}).judgement, Judgement::fair);
  EXPECT_EQ(combine(std::vector{fair, unknown}).judgement, Judgement::cannot_judge);
  EXPECT_EQ(combine(std::vector{unknown, unfair, fair}).judgement, Judgement::unfair);
}

TEST(Combine, KeepsAllFindingsTheLargestDistanceAndTheRatioOfTheTop) {
  const Verdict fair = judge(reported({2, {{1}, {1}}}, {"1", "1"}));
  const Verdict unfair = judge(unfair_case());
  const Verdict unknown = judge(reported({10, {{1, 8}, {1, 8}}}, {"5", "5"}));
  const Verdict all = combine(std::vector{fair, unfair, unknown});
  ASSERT_EQ(all.findings.size(), 2U);
  EXPECT_EQ(all.findings[0].code, "FS204");
  EXPECT_EQ(all.findings[1].code, "FS012");
  EXPECT_EQ(all.distance, Rational(10) / 3);
  EXPECT_EQ(all.ratio, Rational(1));
}

TEST(Combine, KnowsTheModelsAnswerWhereItIsKnownOfAll) {
  const Verdict known = judge(computed_by_a_release(10, 0));
  Case one = computed_by_a_release(10, 0);
  one.emulated->matches = false;
  one.emulated->are_all = false;
  const Verdict unknown = judge(one);
  EXPECT_TRUE(combine(std::vector{known, known}).model->is_known);
  EXPECT_FALSE(combine(std::vector{known, unknown}).model->is_known);
  EXPECT_FALSE(combine(std::vector{unknown, known}).model->is_known);
}

}  // namespace
}  // namespace fairshare::formats

// The text of a verdict for people, to the byte, and the sentence of each finding.
#include "formats/report/text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fairshare/exact/brief.h"
#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using namespace tests;

std::string first_message(const Verdict& verdict) {
  return message_of(verdict, verdict.findings.at(0));
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(VerdictText, IsFairWithTheRatio) {
  EXPECT_EQ(verdict_text(judge(fair_case())), "fair      x: R = 40/3 (13.33), 3 claimants\n");
  EXPECT_EQ(verdict_text(judge(reported({5, {{1}}}, {"5"}))), "fair      x: R = 5, 1 claimant\n");
}

TEST(VerdictText, NeedsNoDivisionWhereAllIsFair) {
  Verdict verdict{.claimants = 3, .fair = {{Rational(40, 3), {}}}};
  verdict.division.title = "x";
  EXPECT_EQ(verdict_text(verdict), verdict_text(judge(fair_case())));
}

TEST(VerdictText, ExplainsThePair) {
  EXPECT_EQ(verdict_text(judge(unfair_case())),
            "error[FS204] x: no ratio R makes these shares fair (total 100)\n"
            "  claimant  weight  min  max  reported  fair          R must be\n"
            "  a              1    0    -        10  40/3 (13.33)  = 10       <- poorer\n"
            "  b              2    0   30        30  80/3 (26.67)  >= 15      <- richer\n"
            "  c              3   60    -        60  60            <= 20\n"
            "  b is above its minimum and holds 15 per weight; a is below its maximum and holds "
            "10.\n"
            "  a is farthest from its fair share: it has 10/3 (3.33) too little.\n"
            "  = help: fairshare explain FS204\n");
}

TEST(VerdictText, SaysWhatTheReportedSharesAddUpTo) {
  const std::string text =
      verdict_text(judge(reported({10, {{1}, {1}, {1}}}, {"4", "4", "4"}, Rounding::down)));
  EXPECT_TRUE(has(text, "give totals from 12 to less than 15; the total is 10: over by 2."));
  EXPECT_TRUE(has(text, "The reported shares add up to 12.\n"));
  EXPECT_FALSE(has(text, "Hadoop"));
}

TEST(VerdictText, SaysThatApportionedSharesDoNotAddUp) {
  Case one = reported({10, {{1}, {1}, {1}}}, {"4", "4", "3"}, Rounding::apportioned);
  one.adds_up = true;
  EXPECT_EQ(verdict_text(judge(one)),
            "error[FS101] x: the shares do not add up to the total (total 10)\n"
            "  The reported shares add up to 11, the total is 10: over by 1.\n"
            "  = help: fairshare explain FS101\n");
  Case less = reported({10, {{1}, {1}, {1}}}, {"3", "3", "3"}, Rounding::apportioned);
  less.adds_up = true;
  EXPECT_EQ(first_message(judge(less)),
            "The reported shares add up to 9, the total is 10: under by 1.");
}

TEST(VerdictText, SaysThatApportionedSharesDoNotAddUpToWhatCanBeClaimed) {
  const Rational end = Rational(7) / 2;
  Case one = reported({10, {{1, 0, end}, {1, 0, end}}}, {"4", "4"}, Rounding::apportioned);
  one.adds_up = true;
  EXPECT_EQ(verdict_text(judge(one)),
            "error[FS101] x: the shares do not add up to what can be claimed (total 10)\n"
            "  The reported shares add up to 8, what can be claimed is 7: over by 1.\n"
            "  = help: fairshare explain FS101\n");
}

TEST(VerdictText, AbbreviatesTheWrongSum) {
  Case sum = reported({10, {{1}, {1}, {1}}}, {"4", "4", "3"}, Rounding::apportioned);
  sum.adds_up = true;
  sum.problem.total += Rational(1) / exact::pow(exact::Integer(7), 30);
  EXPECT_TRUE(has(verdict_text(judge(sum)), "add up to 11, the total is ~10: over by ~1.\n"))
      << verdict_text(judge(sum));
}

TEST(VerdictText, SaysThatItIsFairToWithinTheResolution) {
  EXPECT_EQ(verdict_text(judge(computed_by_a_release(10, Rational(2) / 3))),
            "fair      x: to within yarn-9's resolution of ~0.667, off by 2/3 (0.67), "
            "R = 10/3 (3.33), 3 claimants, as yarn-9 computes it\n");
}

TEST(VerdictText, TellsTheSlackThatAcceptsWhatTheReleaseComputes) {
  Case one = computed_by_a_release(10, 0);
  const std::string text = verdict_text(judge(one));
  EXPECT_TRUE(has(text,
                  "  = note: as yarn-9 computes it, off by 2/3 (0.67); its resolution is 0\n"
                  "  = note: --within 1 accepts it\n"))
      << text;
  for (Reported& share : one.reported) {
    share.interval = *find_interval(share.value, 1, Rounding::down, 1);
  }
  EXPECT_EQ(judge(one).judgement, Judgement::fair);
}

TEST(VerdictText, CountsAnOpenEndAsNotAccepted) {
  // The fair shares are 5 each; [4, 5) reaches them only with a slack above 0.
  const Verdict verdict = judge(computed_by_a_release(15, 0));
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_TRUE(has(verdict_text(verdict), "--within 1 accepts it")) << verdict_text(verdict);
}

TEST(VerdictText, CountsAnEndThatIsIncludedAsAccepted) {
  // The fair shares are 4, 3, 3: the first is the end of [4, 5), the others are one away.
  Case one = computed_by_a_release(10, 0);
  one.problem.claimants[0].min_share = 4;
  const Verdict verdict = judge(one);
  EXPECT_EQ(verdict.judgement, Judgement::unfair);
  EXPECT_TRUE(has(verdict_text(verdict), "--within 1 accepts it")) << verdict_text(verdict);
}

TEST(VerdictText, SaysWhatTheModelComputesWhereThatIsSomethingElse) {
  Case one = computed_by_a_release(10, 0);
  one.comparison->matches = false;
  one.comparison->shares = std::vector<std::string>{"4", "3", "3"};
  const Verdict verdict = judge(one);
  ASSERT_EQ(verdict.findings.size(), 2U);
  const std::string text = verdict_text(verdict);
  EXPECT_TRUE(has(text, "not even what yarn-9 computes: that is 4, 3, 3; its resolution is 0\n"))
      << text;
  EXPECT_FALSE(has(text, "--within"));
  one.comparison->shares = std::vector<std::string>(6, "4");
  EXPECT_TRUE(has(verdict_text(judge(one)), "that is 4, 4, 4, 4, 4, 4; its resolution is 0\n"));
  one.comparison->shares->push_back("4");
  EXPECT_TRUE(has(verdict_text(judge(one)), "that is 4, 4, 4, 4, 4, 4, and 1 more; its"));
  one.comparison->shares = std::vector<std::string>{"4", "3", "3"};
  one.comparison->answers = 3;
  const Verdict of_several = judge(one);
  EXPECT_EQ(message_of(of_several, of_several.findings.at(1)),
            "not even what yarn-9 computes: that is 4, 3, 3, or one of 2 other answers; its "
            "resolution is 0");
}

TEST(VerdictText, SaysWhatHoldsWhereTheMinimumsExceedTheTotal) {
  const Verdict verdict = judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "2"}));
  EXPECT_EQ(verdict_text(verdict),
            "error[FS012] x: the minimums exceed the total by 6, and the shares are not the "
            "minimums (total 10)\n"
            "  The minimums add up to 16: 8 (a), 8 (b).\n"
            "  Below their minimum: b (2 of 8).\n"
            "  = help: fairshare explain FS012\n");
  EXPECT_EQ(first_message(verdict), "the minimums exceed the total by 6");
  EXPECT_EQ(verdict_text(judge(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}))),
            "overcommitted x: the minimums exceed the total by 6 (total 10); each claimant has its "
            "minimum\n"
            "  The minimums add up to 16: 8 (a), 8 (b).\n");
  EXPECT_TRUE(has(verdict_text(judge(reported({10, {{1, 8}, {1}, {1, 8}}}, {"8", "0", "2"}))),
                  "add up to 16: 8 (a), 8 (c).\n"))
      << "a minimum of 0 is no part of the sum";
  EXPECT_TRUE(has(verdict_text(judge(reported({10, {{1, 8}, {1, 8}}}, {"7", "8"}, Rounding::down))),
                  "  Below their minimum: a (7 of 8).\n"))
      << "7 stands for less than 8";
  const std::vector<std::string> sevens(7, "7");
  EXPECT_TRUE(
      has(verdict_text(judge(reported({49, std::vector(7, Claimant<Rational>{1, 8})}, sevens))),
          "e (7 of 8), f (7 of 8), and 1 more.\n"));
  Case computed = overcommitted_case();
  computed.comparison = ModelComparison{.scheduler = "s", .shares = {}, .matches = true};
  computed.comparison->shares = std::vector<std::string>{"5", "5"};
  EXPECT_EQ(verdict_text(judge(computed)),
            "overcommitted x: the minimums exceed the total by 6 (total 10); as s computes it\n"
            "  The minimums add up to 16: 8 (a), 8 (b).\n"
            "  Below their minimum: a (5 of 8), b (5 of 8).\n");
  Case near = reported({10, {{1, 8}, {1, 8}}}, {"7.95", "8"}, Rounding::exact);
  near.is_beyond_resolution = true;
  near.comparison = ModelComparison{.scheduler = "s", .resolution = Rational(1, 10)};
  near.comparison->shares = std::vector<std::string>{"8", "8"};
  EXPECT_EQ(verdict_text(judge(near)),
            "overcommitted x: the minimums exceed the total by 6 (total 10); each claimant has its "
            "minimum to within s's resolution of 0.1\n"
            "  The minimums add up to 16: 8 (a), 8 (b).\n"
            "  Below their minimum: a (7.95 of 8).\n"
            "  = note: not what s computes: that is 8, 8; its resolution is 0.1\n");
}

TEST(VerdictText, SaysWhatASurplusLeavesUnclaimedAndWhichClaimantCouldHaveMore) {
  EXPECT_EQ(verdict_text(judge(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"}))),
            "fair      x: R = 4, 2 claimants; 3 unclaimed\n");
  const Verdict verdict = judge(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"2", "4"}));
  EXPECT_EQ(verdict_text(verdict),
            "error[FS013] x: a claimant has less than it can have, although the total is enough "
            "for all (total 10)\n"
            "  a holds 2 and can have 3.\n"
            "  What can be claimed adds up to 7: 4 (b), 3 (a), which leaves 3 unclaimed.\n"
            "  = help: fairshare explain FS013\n");
  EXPECT_EQ(first_message(verdict),
            "a holds 2 and can have 3; that leaves 3 of the total unclaimed.");
}

TEST(VerdictText, NamesSixClaimantsThatCouldHaveMoreAndCountsTheOthers) {
  const auto text_of = [](std::size_t count) {
    const Problem<Rational> problem{100, std::vector(count, Claimant<Rational>{1, 0, 3})};
    return verdict_text(judge(reported(problem, std::vector<std::string>(count, "2"))));
  };
  EXPECT_TRUE(has(text_of(6), "  f holds 2 and can have 3.\n  What can be claimed")) << text_of(6);
  EXPECT_TRUE(has(text_of(7),
                  "  f holds 2 and can have 3.\n  The same applies to 1 more.\n"
                  "  What can be claimed adds up to 21: 3 (a), 3 (b), 3 (c), 3 (d), 3 (e), 3 (f), "
                  "and 1 more, which"))
      << text_of(7);
}

TEST(VerdictText, ShowsNotesTheResourceAndWhatTheInputCallsAClaimant) {
  Case one = unfair_case();
  one.title = "root";
  one.id = "";
  one.resource = "memory";
  one.names.claimant = "queue";
  one.notes = {"a note"};
  one.labels[2].note = "inactive";
  const std::string text = verdict_text(judge(one));
  EXPECT_TRUE(text.starts_with(
      "error[FS204] root: no ratio R makes these shares fair (memory, total 100)\n  queue "));
  EXPECT_TRUE(has(text, "(inactive)\n"));
  EXPECT_TRUE(has(text, "\n  = note: a note\n  = help: "));
}

TEST(VerdictText, EndsWithNotesAndWhatTheModelComputesWhateverIsWrong) {
  Case sum = reported({10, {{1}, {1}, {1}}}, {"4", "4", "3"}, Rounding::apportioned);
  sum.adds_up = true;
  for (Case one : {fair_case(), unfair_case(), overcommitted_case(), sum,
                   reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}),
                   reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"2", "4"})}) {
    one.notes = {"a note", "another"};
    one.comparison = ModelComparison{.scheduler = "s"};
    one.comparison->shares = std::vector<std::string>{"7"};
    const Verdict verdict = judge(one);
    const std::string model =
        verdict.distance && !verdict.findings.empty() ? "not even what s " : "not what s ";
    EXPECT_TRUE(has(verdict_text(verdict), "  = note: a note\n  = note: another\n  = note: " +
                                               model + "computes: that is 7\n"))
        << verdict_text(verdict);
  }
}

TEST(VerdictText, EscapesWhatCouldSteerATerminal) {
  Case one = unfair_case();
  one.title = "x\x1b[2J";
  one.labels[0].name = "a\nfair      b";
  const Verdict verdict = judge(one);
  const std::string text = verdict_text(verdict);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_TRUE(text.starts_with("error[FS204] x\\u001b[2J: "));
  EXPECT_TRUE(has(text, "a\\nfair      b"));
  EXPECT_TRUE(has(first_message(verdict), "a\nfair      b")) << "programs get the name itself";
}

TEST(VerdictText, AbbreviatesLongNumbersForPeopleOnly) {
  const std::string third = "33333333333333333333333333333333333333333333/" +
                            std::string("100000000000000000000000000000000000000000000");
  const Verdict verdict = judge(reported({1, {{1}, {1}, {1}}}, {third, third, third}));
  EXPECT_FALSE(has(verdict_text(verdict), third));
  EXPECT_TRUE(has(verdict_text(verdict), "~0.33333333333333333"));
  EXPECT_TRUE(has(first_message(verdict), third));
}

TEST(VerdictText, ShowsWhatIsPaidFirstTogetherWithWhatIsDivided) {
  // 20 of 100 are a's minimum; 80 are left for the two of them.
  Case one = reported({80, {{1}, {1}}}, {"30", "50"});
  one.labels[0].paid = 20;
  one.reported[0].text = "50";
  const std::string text = verdict_text(judge(one));
  EXPECT_TRUE(has(text, "(total 100)\n")) << text;
  EXPECT_TRUE(has(text, "  a              1   20    -        50  60")) << text;
}

TEST(VerdictText, CountsWhatIsPaidFirstInEverySentence) {
  Case surplus = reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"2", "4"});
  surplus.labels[0].paid = 5;
  const Verdict could = judge(surplus);
  EXPECT_TRUE(
      has(verdict_text(could),
          "  a holds 7 and can have 8.\n"
          "  What can be claimed adds up to 12: 8 (a), 4 (b), which leaves 3 unclaimed.\n"));
  EXPECT_EQ(first_message(could),
            "a holds 7 and can have 8; that leaves 3 of the total unclaimed.");
  Case over = reported({10, {{1, 8}, {1, 8}}}, {"8", "2"});
  over.labels[1].paid = 3;
  over.reported[1].text = "5";
  EXPECT_TRUE(has(verdict_text(judge(over)),
                  "  The minimums add up to 19: 11 (b), 8 (a).\n"
                  "  Below their minimum: b (5 of 11).\n"));
  Case sum = reported({10, {{1}, {1}, {1}}}, {"4", "4", "4"}, Rounding::down);
  sum.labels[0].paid = 2;
  EXPECT_TRUE(has(verdict_text(judge(sum)), "  The reported shares add up to 14.\n"));
}

TEST(VerdictText, MarksTheClaimantsThatSetTheEndsOfR) {
  const std::string apart = verdict_text(judge(reported({10, {{1, 0, 2}, {1, 5}}}, {"2", "5"})));
  EXPECT_TRUE(
      has(apart, "  a              1    0    2         2  2     >= 2       <- sets the lowest R\n"))
      << apart;
  EXPECT_TRUE(has(
      apart, "  b              1    5    -         5  8     <= 5       <- sets the highest R\n"))
      << apart;
  const std::string one =
      verdict_text(judge(reported({10, {{1, 0, 2}, {1, 5}, {2}}}, {"2", "5", "5"})));
  EXPECT_TRUE(has(one, "= 2.5      <- sets both ends of R\n")) << one;
}

TEST(OrderingText, SaysBetweenWhichRatiosItIsConsistent) {
  EXPECT_EQ(verdict_text(judge_ordering(reported({7, {{1}, {2}}}, {"10", "20"}))),
            "consistent x: R = 10, 2 claimants\n");
  const auto of_one = [](const Claimant<Rational>& one, Rounding rounding) {
    return verdict_text(judge_ordering(reported({9, {one}}, {"7"}, rounding)));
  };
  EXPECT_EQ(of_one({1}, Rounding::down), "consistent x: R from 7 to less than 8, 1 claimant\n");
  EXPECT_EQ(of_one({1}, Rounding::apportioned),
            "consistent x: R from more than 6 to less than 8, 1 claimant\n");
  EXPECT_EQ(of_one({1, 0, 7}, Rounding::exact), "consistent x: R from 7 on, 1 claimant\n");
  EXPECT_EQ(of_one({1, 0, 7}, Rounding::apportioned),
            "consistent x: R from more than 6 on, 1 claimant\n");
  const Verdict verdict = judge_ordering(unfair_case());
  EXPECT_TRUE(verdict_text(verdict).starts_with("error[FS204] x: no ratio R gives these shares\n"));
}

// What the model says below a verdict, without the text around it.
std::string model_said(const Case& one) {
  const Verdict verdict = judge(one);
  const std::string text = verdict_text(verdict);
  const std::size_t at = text.find("  = note: ");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + 10;
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(VerdictText, SaysWhatBecameOfAModelThatFails) {
  Case one = computed_by_a_release(10, 0);
  one.comparison->matches = false;
  one.comparison->shares.reset();
  one.comparison->resolution.reset();
  EXPECT_EQ(model_said(one), "yarn-9 never returns on this input");
  one.comparison->fault = "a \"fault\"";
  EXPECT_EQ(model_said(one), "yarn-9 fails: a \"fault\"");
  one.comparison->shares = std::vector<std::string>{"NaN", "3", "3"};
  one.comparison->fault = "nan";
  EXPECT_EQ(model_said(one),
            "not even what yarn-9 computes (it computes a NaN): that is NaN, 3, 3");
  one.comparison->fault = "overflow";
  EXPECT_EQ(model_said(one),
            "not even what yarn-9 computes (its integers overflow here): that is NaN, 3, 3");
  one.comparison->answers = 2;
  EXPECT_EQ(model_said(one),
            "not even what yarn-9 computes (its integers overflow here): that is NaN, 3, 3, or "
            "another answer");
  one.comparison->are_all = false;
  one.comparison->resolution = Rational(3, 2);
  one.comparison->shares = std::vector<std::string>(8, "4");
  EXPECT_EQ(model_said(one),
            "yarn-9 may or may not compute it: its answer depends on an order or an amount that "
            "this input lacks; answers found: 2, among them 4, 4, 4, 4, 4, 4, and 2 more; its "
            "resolution is 1.5");
}

TEST(VerdictText, DoesNotCallWholeUnitsRounded) {
  Case one = reported({4, {{1}, {3}}}, {"2", "2"});
  one.units = Units::webster;
  const std::string text = verdict_text(judge(one));
  EXPECT_TRUE(has(text, "one unit should go from a to b.\n  a is farthest")) << text;
}

TEST(VerdictText, SaysHowFarFromFairTheModelIs) {
  Case one = reported({9, {{1}, {1}, {1}}}, {"4", "2", "3"});
  one.comparison = ModelComparison{.scheduler = "s", .matches = true};
  one.comparison->shares = std::vector<std::string>{"4", "2", "3"};
  EXPECT_EQ(model_said(one), "as s computes it, off by 1");
  one.comparison->resolution = Rational(1, 8388608);
  one.comparison->fault = "overflow";
  EXPECT_EQ(model_said(one),
            "as s computes it (its integers overflow here), off by 1; its resolution is ~1.19e-7");
  Case fair = fair_case();
  fair.comparison = ModelComparison{.scheduler = "s", .matches = false};
  fair.comparison->shares = std::vector<std::string>{"1", "2", "97"};
  EXPECT_EQ(verdict_text(judge(fair)),
            "fair      x: R = 40/3 (13.33), 3 claimants\n"
            "  = note: not what s computes: that is 1, 2, 97\n");
}

TEST(VerdictText, IsHeadedByWhatIsWrong) {
  const auto head_of = [](const Case& one) {
    const std::string text = verdict_text(judge(one));
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(head_of(reported({10, {{1, 5}, {1}}}, {"3", "7"})),
            "error[FS102] x: a share below its minimum (total 10)");
  EXPECT_EQ(head_of(reported({10, {{1}, {1, 0, 5}}}, {"3", "7"})),
            "error[FS103] x: a share above its maximum (total 10)");
  EXPECT_EQ(head_of(reported({10, {{1}, {1}}}, {"4", "4"})),
            "error[FS101] x: no ratio R that fits these shares gives the total (total 10)");
}

TEST(VerdictText, SaysHowFarTheSharesOfAReleaseAreOverTheTotal) {
  Case one = reported({10, {{1}, {1}}}, {"6", "6"});
  one.comparison = ModelComparison{.scheduler = "s", .resolution = Rational(2), .matches = true};
  one.comparison->shares = std::vector<std::string>{"6", "6"};
  one.is_beyond_resolution = true;
  EXPECT_TRUE(verdict_text(judge(one)).starts_with("fair      x: to within s's resolution of 2, "));
  one.comparison->resolution = Rational(3, 2);
  EXPECT_TRUE(verdict_text(judge(one))
                  .starts_with("error[FS101] x: the shares do not add up to "
                               "the total (total 10)\n"));
  one.comparison->resolution = Rational(1, 2);
  const std::string text = verdict_text(judge(one));
  EXPECT_TRUE(
      text.starts_with("error[FS101] x: the shares add up to more than the total (total "
                       "10)\n"))
      << text;
  EXPECT_TRUE(has(text,
                  "  a is farthest from its fair share: it has 1 too much.\n"
                  "  The reported shares add up to 12, which is over the total by 2.\n"))
      << text;
}

TEST(VerdictText, SaysBesideAPairThatTheSharesAreOverTheTotal) {
  Case one = reported({10, {{1}, {1}}}, {"5", "9"});
  one.comparison = ModelComparison{.scheduler = "s", .resolution = Rational(1), .matches = true};
  one.comparison->shares = std::vector<std::string>{"5", "9"};
  one.is_beyond_resolution = true;
  const std::string text = verdict_text(judge(one));
  EXPECT_TRUE(text.starts_with("error[FS204] x: ")) << text;
  EXPECT_TRUE(has(text, "  The reported shares add up to 14, which is over the total by 4.\n"))
      << text;
  EXPECT_TRUE(has(text, "= note: --within 4 accepts it\n"))
      << "where a slack is given, the resolution is not added to it: " << text;
}

TEST(VerdictText, EscapesWhatCouldSteerATerminalInEveryKindOfVerdict) {
  const auto text_of = [](Case one) {
    one.title = "x\x1b";
    one.resource = "memory\x1b";
    one.notes = {"note\x1b"};
    one.labels[0].name = "a\x1b";
    one.labels[0].note = "raised\x1b";
    return verdict_text(judge(one)) + verdict_text(judge_ordering(one));
  };
  Case sum = reported({10, {{1}, {1}, {1}}}, {"4", "4", "3"}, Rounding::apportioned);
  sum.adds_up = true;
  for (const Case& one : {fair_case(), unfair_case(), overcommitted_case(), sum,
                          reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}),
                          reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"2", "4"}),
                          reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"})}) {
    const std::string text = text_of(one);
    EXPECT_FALSE(has(text, "\x1b")) << text;
    EXPECT_TRUE(has(text, "x\\u001b") && has(text, "memory\\u001b")) << text;
  }
}

TEST(VerdictText, TellsWhichUnitShouldGoWhere) {
  Case one = reported({4, {{3}, {1}}}, {"2", "2"});
  one.units = Units::webster;
  const Verdict webster = judge(one);
  EXPECT_TRUE(verdict_text(webster).starts_with(
      "error[FS204] x: a unit is due to another claimant (total 4, webster)\n"))
      << verdict_text(webster);
  EXPECT_EQ(first_message(webster),
            "The last unit of b is due from R = 1.5 on, the next one of a from R = 5/6: one unit "
            "should go from b to a.");
  EXPECT_TRUE(has(verdict_text(webster),
                  "  The last unit of b is due from R = 1.5 on, the next one of a from R = "
                  "5/6 (0.83): one unit should go from b to a.\n"))
      << verdict_text(webster);
  one.units = Units::hamilton;
  const Verdict hamilton = judge(one);
  EXPECT_EQ(first_message(hamilton),
            "b holds 1 more than its exact share; with one unit more a would hold 0 more than its "
            "own: one unit should go from b to a.");
  Case all = reported({4, {{3}, {1}}}, {"0", "4"});
  all.units = Units::hamilton;
  EXPECT_EQ(first_message(judge(all)),
            "b holds 3 more than its exact share; with one unit more a would hold 2 less than its "
            "own: one unit should go from b to a.");
}

TEST(VerdictText, WritesNamesOfUnitsForTerminals) {
  Case one = reported({4, {{3}, {1}}}, {"2", "2"});
  one.units = Units::webster;
  one.labels[0].name = "a\x1b";
  const Verdict verdict = judge(one);
  EXPECT_FALSE(has(verdict_text(verdict), "\x1b"));
  EXPECT_TRUE(has(first_message(verdict), "from b to a\x1b."));
}

TEST(VerdictText, ShowsLongTextsOfSharesAsNumbers) {
  const auto shown_as = [](const std::string& share) {
    Case one = reported({10, {{1}, {1}}}, {share, "7"});
    return has(verdict_text(judge(one)), " " + share + " ");
  };
  EXPECT_TRUE(shown_as("3.00000000"));
  EXPECT_TRUE(shown_as("3." + std::string(exact::brief_length_max - 2, '0')));
  EXPECT_FALSE(shown_as("3." + std::string(exact::brief_length_max - 1, '0')));
  Case paid = reported({10, {{1}, {1}}}, {"3", "7"});
  paid.labels[0].paid = 20;
  paid.reported[0].text = "23." + std::string(60, '0');
  EXPECT_TRUE(has(verdict_text(judge(paid)), "  a              1   20    -        23  25 "))
      << verdict_text(judge(paid));
}

}  // namespace
}  // namespace fairshare::formats

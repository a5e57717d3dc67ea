#include "formats/verdict/share_reason.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;

using exact::Rational;
using Texts = std::vector<std::string>;

Texts reasons(const Case& division) {
  Texts texts;
  for (const auto& [why, change] : reasons_of(judge(division))) {
    texts.push_back(change.empty() ? why : why + "; " + change);
  }
  return texts;
}

TEST(ShareReason, TellsAMinimumAMaximumAndAPart) {
  EXPECT_EQ(
      reasons(reported({100, {{1}, {2, 0, 30}, {3, 60}}}, {"40/3", "80/3", "60"})),
      (Texts{"proportional: 1/3 (0.33) of the 40 that is left; at twice its weight it would get 20",
             "proportional: 2/3 (0.67) of the 40 that is left; at twice its weight it would get 30",
             "at its minimum 60 (min_share); at this ratio its weight alone gives 40: gets more "
             "only at a weight above 4.5"}));
  EXPECT_EQ(reasons(reported({90, {{1}, {2, 0, 30}}}, {"60", "30"})),
            (Texts{"proportional: all of the 60 that is left; gets more only if the total rises or "
                   "another claimant gets less",
                   "at its maximum 30 (max_share); gets more only if its maximum rises: without "
                   "one it would get 60"}));
}

TEST(ShareReason, UsesTheNamesOfTheInput) {
  Case one = reported({90, {{1}, {2, 0, 30}, {1, 40}}}, {"20", "30", "40"});
  one.names = {"minResources", "maxResources", ""};
  EXPECT_TRUE(reasons(one)[1].starts_with("at its maximum 30 (maxResources); "));
  EXPECT_TRUE(reasons(one)[2].starts_with("at its minimum 40 (minResources); "));
}

TEST(ShareReason, OfADemandIsThatTheClaimantWantsNoMore) {
  Case one = reported({90, {{1, 0, 5}, {1}}}, {"5", "85"});
  one.labels[0].demand = 5;
  EXPECT_EQ(reasons(one)[0], "wants no more than 5 (demand); gets more only if it asks for more");
  one.problem.claimants[0].max_share = 4;
  EXPECT_EQ(reasons(one)[0],
            "at its maximum 4 (max_share); gets more only if its maximum rises: without one it "
            "would get 5")
      << "no more than its demand";
}

TEST(ShareReason, OfWeightZeroIsThatAMinimumIsAll) {
  EXPECT_EQ(reasons(reported({90, {{0, 10}, {1}}}, {"10", "80"}))[0],
            "weight 0: its minimum 10 and no more; at weight 1 it would get 45");
  Case one = reported({90, {{0, 10}, {1}}}, {"10", "80"});
  one.labels[0].demand = 5;
  EXPECT_EQ(reasons(one)[0], "weight 0: its minimum 10 and no more; at weight 1 it would get 10")
      << "a demand below its minimum takes nothing from it";
}

TEST(ShareReason, IsTheReadersNoteWhereThereIsOne) {
  Case one = reported({90, {{0}, {1, 0, 0}, {1}}}, {"0", "0", "90"});
  one.labels[0].note = "inactive: no running application";
  one.labels[1].note = "fixed";
  EXPECT_EQ(reasons(one)[0], "gets 0 (inactive: no running application)");
  EXPECT_EQ(reasons(one)[1], "at its maximum 0 (fixed)");
}

TEST(ShareReason, CountsWhatIsPaidFirst) {
  Case one = reported({40, {{1}, {3, 0, 15}}}, {"25", "15"});
  one.rule = Rule::base;
  one.labels[0].paid = 20;
  one.labels[1].paid = 10;
  EXPECT_EQ(reasons(one),
            (Texts{"proportional: its minimum 20 and all of the 25 that is left; gets more only if "
                   "the total rises or another claimant gets less",
                   "at its maximum 25 (max_share); gets more only if its maximum rises: without "
                   "one it would get 40"}));
}

TEST(ShareReason, OfASurplusIsTheEndOfEach) {
  EXPECT_EQ(reasons(reported({10, {{1, 0, 3}, {1, 0, 4}}}, {"3", "4"}))[0],
            "at its maximum 3 (max_share); gets more only if its maximum rises: without one it "
            "would get 6");
}

TEST(ShareReason, OfNothingLeftIsThatTheTotalWouldHaveToRise) {
  EXPECT_EQ(reasons(reported({5, {{1, 5}, {1}}}, {"5", "0"})),
            (Texts{"at its minimum 5 (min_share); gets more only if the total rises",
                   "at its minimum 0; gets more only if the total rises"}));
}

TEST(ShareReason, SaysWhereNoShareIsFairOrNoRatioExplainsIt) {
  EXPECT_EQ(reasons(overcommitted_case())[0],
            "no share is fair: the minimums exceed the total by 6");
  Case one = fair_case();
  one.rule = Rule::fifo;
  EXPECT_EQ(reasons(one)[0], "served in its turn");
  one.rule = Rule::computed;
  EXPECT_EQ(reasons(one)[0], "what the release computes");
  EXPECT_TRUE(reasons_of(judge_ordering(fair_case())).empty());
}

TEST(ShareReason, OfADominantShareKnowsNoChange) {
  Case one = reported({20, {{1, 0, 5}, {1}}}, {"5", "15"});
  one.rule = Rule::dominant;
  EXPECT_EQ(reasons(one),
            (Texts{"at its maximum 5 (max_share)", "proportional: all of the 15 that is left"}));
}

TEST(ShareReason, OfADerivedBoundNamesNoFieldAndNoChange) {
  Case one = reported({20, {{1, 0, 5}, {1}}}, {"5", "15"});
  one.labels[0].demand = 5;
  one.labels[0].is_derived = true;
  EXPECT_EQ(reasons(one), (Texts{"at its maximum 5", "proportional: all of the 15 that is left"}));
  one.labels[0].note = "capped";
  EXPECT_EQ(reasons(one)[0], "at its maximum 5 (capped)");
}

TEST(ShareReason, WhereBoundsFollowFromOthersKnowsNoChange) {
  Case one = reported({20, {{1, 0, 5}, {1}}}, {"5", "15"});
  one.bounds_follow = true;
  EXPECT_EQ(reasons(one),
            (Texts{"at its maximum 5 (max_share)", "proportional: all of the 15 that is left"}));
}

TEST(ShareReason, SaysWhereAHigherMaximumAloneWouldChangeNothing) {
  EXPECT_EQ(reasons(reported({20, {{1, 0, 10}, {1}}}, {"10", "10"}))[0],
            "at its maximum 10 (max_share); a higher maximum alone gives it no more");
}

TEST(ShareReason, OfADemandCountsWhatIsPaidFirst) {
  Case one = reported({40, {{1}, {3, 0, 15}}}, {"25", "15"});
  one.rule = Rule::base;
  one.labels[1].paid = 10;
  one.labels[1].demand = 25;
  EXPECT_EQ(reasons(one)[1], "wants no more than 25 (demand); gets more only if it asks for more");
  one.labels[1].demand = 26;
  EXPECT_EQ(reasons(one)[1],
            "at its maximum 25 (max_share); gets more only if its maximum rises: without one it "
            "would get 26");
}

TEST(ShareReason, OfWholeUnitsIsTheMethod) {
  Case one = reported({4, {{1}, {3}}}, {"1", "3"});
  one.units = Units::adams;
  EXPECT_EQ(reasons(one), Texts(2, "its units by adams"));
}

TEST(ShareReason, OfAMinimumIsTheReadersNoteWhereThereIsOne) {
  Case one = reported({90, {{1, 60}, {1}}}, {"60", "30"});
  one.labels[0].note = "raised";
  EXPECT_TRUE(reasons(one)[0].starts_with("at its minimum 60 (raised); at this ratio its weight "));
}

TEST(ShareReason, ShowsWhatIsPaidFirstInEveryShare) {
  Case one = reported({40, {{1}, {3}, {0}}}, {"10", "30", "0"});
  one.rule = Rule::base;
  one.labels[0].paid = 20;
  one.labels[2].paid = 5;
  EXPECT_EQ(reasons(one)[0],
            "proportional: its minimum 20 and 0.25 of the 40 that is left; at twice its weight it "
            "would get 36");
  EXPECT_EQ(reasons(one)[2], "weight 0: its minimum 5 and no more; at weight 1 it would get 13");
  Case minimums = reported({100, {{1, 60}, {1}}}, {"60", "40"});
  minimums.labels[0].paid = 5;
  EXPECT_EQ(
      reasons(minimums)[0],
      "at its minimum 65 (min_share); at this ratio its weight alone gives 45: gets more only at "
      "a weight above 1.5");
}

TEST(ShareReason, OfBoundsThatAreOneNumberIsTheMaximum) {
  EXPECT_EQ(reasons(reported({90, {{1, 60, 60}, {1}}}, {"60", "30"}))[0],
            "at its maximum 60 (max_share); a higher maximum alone gives it no more");
}

TEST(ShareReason, IsTheReadersNoteBeforeADemand) {
  Case one = reported({90, {{1, 0, 5}, {1}}}, {"5", "85"});
  one.labels[0].demand = 5;
  one.labels[0].note = "fixed";
  EXPECT_EQ(reasons(one)[0], "at its maximum 5 (fixed)");
}

}  // namespace
}  // namespace fairshare::formats

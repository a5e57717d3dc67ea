#include "formats/verdict/what_if.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fairshare::formats {
namespace {

using exact::Rational;
using Shares = std::vector<Rational>;

Setting setting(std::string_view text) {
  return std::get<Setting>(read_setting(text));
}

std::string complaint(std::string_view text) {
  return std::get<std::string>(read_setting(text));
}

Division division(Problem<Rational> problem, const std::vector<std::string>& names,
                  std::string path = "") {
  Division made{.path = std::move(path), .problem = std::move(problem)};
  for (const std::string& name : names) made.labels.push_back({.name = name});
  return made;
}

std::vector<Outlook> asked(const std::vector<Division>& divisions,
                           const std::vector<Setting>& settings) {
  auto made = what_if(divisions, settings);
  EXPECT_TRUE(std::holds_alternative<std::vector<Outlook>>(made)) << std::get<std::string>(made);
  return std::get<std::vector<Outlook>>(std::move(made));
}

std::string refused(const std::vector<Division>& divisions, std::string_view text) {
  const std::vector<Setting> settings{setting(text)};
  return std::get<std::string>(what_if(divisions, settings));
}

TEST(Setting, NamesAClaimantAFieldAndAValue) {
  const Setting weight = setting("root.etl.weight=5/2");
  EXPECT_EQ(weight.claimant, "root.etl");
  EXPECT_EQ(weight.field, Setting::Field::weight);
  EXPECT_EQ(weight.value, Rational(5, 2));
  EXPECT_EQ(setting("a.min=1").field, Setting::Field::min_share);
  EXPECT_EQ(setting("a.min_share=1").field, Setting::Field::min_share);
  EXPECT_EQ(setting("a.max_share=1").field, Setting::Field::max_share);
  EXPECT_EQ(setting("a.max=unlimited").value, std::nullopt);
  EXPECT_EQ(setting("a.max=0").value, Rational(0));
  EXPECT_EQ(setting("a.max=memory=20480").resource, "memory");
  EXPECT_EQ(setting("a=b.c=d.max=memory=20480").claimant, "a=b.c=d");
  EXPECT_EQ(setting("a=b.c=d.max=memory=20480").resource, "memory");
  EXPECT_EQ(setting("total=9").field, Setting::Field::total);
  EXPECT_EQ(setting("total=9").claimant, "");
}

TEST(Setting, ThatCannotBeReadIsASentence) {
  EXPECT_EQ(complaint("a.weight"),
            "--set a.weight: a setting is total=VALUE, or NAME.weight, NAME.min or NAME.max=VALUE");
  EXPECT_EQ(
      complaint("a.colour=1"),
      "--set a.colour=1: a setting is total=VALUE, or NAME.weight, NAME.min or NAME.max=VALUE");
  EXPECT_EQ(complaint("weight=1"),
            "--set weight=1: a setting is total=VALUE, or NAME.weight, NAME.min or NAME.max=VALUE");
  EXPECT_EQ(complaint("a=b=1"),
            "--set a=b=1: a setting is total=VALUE, or NAME.weight, NAME.min or NAME.max=VALUE");
  EXPECT_EQ(complaint("a.weight=unlimited"),
            "--set a.weight=unlimited: the value must be a number from 0 on");
  EXPECT_EQ(complaint("a.max=-1"),
            "--set a.max=-1: the value must be a number from 0 on, or \"unlimited\"");
}

TEST(WhatIf, HasTheFairSharesBeforeAndAfter) {
  const auto made = asked({division({90, {{1}, {2, 0, 30}}}, {"x", "y"})},
                          {setting("y.max=unlimited"), setting("total=120")});
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].names, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(made[0].before.total, 90);
  EXPECT_EQ(made[0].before.shares, (Shares{60, 30}));
  EXPECT_EQ(made[0].after.total, 120);
  EXPECT_EQ(made[0].after.shares, (Shares{40, 80}));
}

TEST(WhatIf, DividesWhatAParentWouldHave) {
  const std::vector<Division> tree{division({100, {{1}, {1}}}, {"p", "q"}),
                                   division({7, {{1}, {1}}}, {"p/a", "p/b"}, "p")};
  const auto made = asked(tree, {setting("p.weight=3"), setting("p/a.min=60")});
  EXPECT_EQ(made[1].before.total, 50) << "not the 7 that were reported";
  EXPECT_EQ(made[1].after.total, 75);
  EXPECT_EQ(made[1].after.shares, (Shares{60, 15}));
}

TEST(WhatIf, KnowsAClaimantByItsPath) {
  Division one = division({40, {{1}, {1}}}, {"a", "b"});
  one.labels[0].path = "/p/a";
  EXPECT_EQ(asked({one}, {setting("p/a.weight=3")})[0].after.shares, (Shares{30, 10}));
  EXPECT_EQ(asked({one}, {setting("a.weight=3")})[0].after.shares, (Shares{30, 10}))
      << "and by its name";
  EXPECT_EQ(asked({one}, {setting("/p/a.weight=3")})[0].after.shares, (Shares{30, 10}))
      << "and by its whole path";
}

TEST(WhatIf, KnowsNodesByTheirNumbersWhereTheyHaveOne) {
  Division top = division({10, {{1}, {4}}}, {"/a", "a"});
  Division below = division({7, {{1}}}, {"a/x"}, "/a");
  top.labels[0].node = 0;
  top.labels[1].node = 1;
  below.labels[0].node = 2;
  below.node = 1;
  EXPECT_EQ(asked({top, below}, {setting("total=20")})[1].after.shares, Shares{16})
      << "not those of the one that is called as the path is";
  top.rule = Rule::fifo;
  Division other = below;
  other.node = 3;
  const auto made = asked({top, below, other}, {});
  EXPECT_NE(made[1].left_out, "");
  EXPECT_EQ(made[2].left_out, "");
}

TEST(WhatIf, TakesNoNamelessClaimantForTheParentOfTheTop) {
  const auto made = asked({division({8, {{1}, {1}}}, {"", "x"}), division({9, {{1}}}, {"y"})}, {});
  EXPECT_EQ(made[1].before.total, 9);
}

TEST(WhatIf, RefusesANameOfTwoClaimants) {
  Division one = division({10, {{1}, {3}}}, {"a", "/a"});
  EXPECT_EQ(asked({one}, {setting("a.weight=9")})[0].after.shares,
            (Shares{Rational(15, 2), Rational(5, 2)}))
      << "which is not the name with a slash";
  Division two = one;
  one.labels[0].path = "/p/a";
  two.labels[0].path = "/q/a";
  two.rule = Rule::fifo;
  EXPECT_EQ(refused({one, two}, "a.weight=2"),
            "--set a.weight=2: a stands for /p/a and /q/a; name one of them by its path");
  EXPECT_EQ(asked({one, two}, {setting("/p/a.weight=9")})[0].after.shares,
            (Shares{Rational(15, 2), Rational(5, 2)}));
  one = division({10, {{1}, {3}}}, {"a/b", "a/b"});
  one.labels[0].node = 4;
  one.labels[1].node = 5;
  EXPECT_EQ(refused({one}, "a/b.weight=2"),
            "--set a/b.weight=2: two nodes are called a/b; give one another name in the input");
}

TEST(WhatIf, ComparesBoundsOnceAllAreSet) {
  const Division one = division({20, {{1, 0, 10}, {1}}}, {"a", "b"});
  const std::vector<Setting> bounds{setting("a.min=12"), setting("a.max=15")};
  EXPECT_EQ(asked({one}, bounds)[0].after.shares, (Shares{12, 8}));
  EXPECT_EQ(asked({one}, {bounds[1], bounds[0]})[0].after.shares, (Shares{12, 8}));
  EXPECT_EQ(std::get<std::string>(
                what_if({one}, std::vector{bounds[0], setting("a.max=11"), setting("a.weight=3")})),
            "--set a.max=11: the maximum of a, 11, is below its minimum, 12");
  EXPECT_EQ(std::get<std::string>(
                what_if({one}, std::vector{bounds[0], setting("a.max=11"), setting("b.max=3")})),
            "--set a.max=11: the maximum of a, 11, is below its minimum, 12");
}

TEST(WhatIf, PaysMinimumsFirstByTheBaseRule) {
  Division base = division({50, {{1}, {1, 0, 30}}}, {"x", "y"});
  base.rule = Rule::base;
  base.labels[0].paid = 50;
  const auto made = asked({base}, {setting("x.min=20")});
  EXPECT_EQ(made[0].before.total, 100);
  EXPECT_EQ(made[0].before.shares, (Shares{75, 25}));
  EXPECT_EQ(made[0].after.shares, (Shares{70, 30}));
}

TEST(WhatIf, KeepsADemandBesideAMaximum) {
  Division one = division({100, {{1, 0, 5}, {1}}}, {"x", "y"});
  one.labels[0].demand = 20;
  EXPECT_EQ(asked({one}, {setting("x.max=unlimited")})[0].after.shares, (Shares{20, 80}));
  EXPECT_EQ(asked({one}, {setting("x.max=10")})[0].after.shares, (Shares{10, 90}));
}

TEST(WhatIf, KeepsADemandBelowAMinimum) {
  Division one = division({100, {{1, 0, 30}, {3}}}, {"x", "y"});
  one.labels[0].demand = 30;
  EXPECT_EQ(asked({one}, {setting("x.min=50")})[0].after.shares, (Shares{30, 70}));
  EXPECT_EQ(asked({one}, {setting("x.min=28")})[0].after.shares, (Shares{28, 72}));
}

TEST(WhatIf, SaysWhatIsUnclaimedAndWhatIsOvercommitted) {
  const Division one = division({10, {{1, 0, 3}, {1, 0, 9}}}, {"x", "y"});
  const auto idle = asked({one}, {setting("total=20")});
  EXPECT_EQ(idle[0].after.unclaimed, 8);
  EXPECT_EQ(idle[0].after.shares, (Shares{3, 9}));
  const auto over = asked({one}, {setting("y.min=9"), setting("x.min=3")});
  EXPECT_EQ(over[0].after.excess, 2);
  EXPECT_EQ(over[0].after.shares, (Shares{3, 9}));
}

TEST(WhatIf, RefusesAResourceThatNothingIsDividedBy) {
  const Division plain = division({100, {{1}, {1}}}, {"x", "y"});
  for (const std::string text : {"total=gpu=3", "x.max=gpu=3"}) {
    EXPECT_EQ(refused({plain}, text),
              "--set " + text + ": nothing here is divided by resource; leave out \"gpu=\"");
  }
  Division memory = plain;
  memory.resource = "memory";
  Division cores = plain;
  cores.resource = "vcores";
  EXPECT_EQ(refused({memory, cores, plain}, "total=gpu=3"),
            "--set total=gpu=3: no resource gpu; known: memory, vcores");
}

TEST(WhatIf, NamesNoClaimantsWhereThereAreNone) {
  EXPECT_EQ(refused({}, "a.weight=2"), "--set a.weight=2: nothing here is divided");
}

TEST(WhatIf, NeedsToKnowWhichOfSeveralResources) {
  Division memory = division({100, {{1}, {1}}}, {"x", "y"});
  memory.resource = "memory";
  Division cores = memory;
  cores.resource = "vcores";
  EXPECT_EQ(refused({memory, cores}, "x.min=60"),
            "--set x.min=60: say which resource, as in x.min=memory=...; known: memory, vcores");
  EXPECT_EQ(refused({memory, cores}, "a=b.min=60"),
            "--set a=b.min=60: say which resource, as in a=b.min=memory=...; known: memory, "
            "vcores");
  const auto made = asked({memory, cores}, {setting("x.min=memory=60"), setting("y.weight=3")});
  EXPECT_EQ(made[0].after.shares, (Shares{60, 40}));
  EXPECT_EQ(made[1].after.shares, (Shares{25, 75}));
  EXPECT_EQ(made[1].title, "vcores");
  const auto of_one = asked({memory, cores}, {setting("total=memory=120")});
  EXPECT_EQ(of_one[0].after.total, 120);
  EXPECT_EQ(of_one[1].after.total, 100);
  memory.rule = Rule::fifo;
  EXPECT_EQ(asked({memory, cores}, {setting("x.max=vcores=20")})[1].after.shares, (Shares{20, 80}))
      << "which is not about what is left out";
}

TEST(WhatIf, ChangesNoNumberThatFollowsFromOthers) {
  const auto refusal = [](Following following, const std::string& text) {
    Division one = division({10, {{1}, {1}}}, {"x", "y"});
    one.following = following;
    const auto answer = what_if({one}, std::vector{setting(text)});
    const auto* complaint = std::get_if<std::string>(&answer);
    return complaint != nullptr ? *complaint : "";
  };
  const std::string bounds =
      ": bounds follow from demands here, and from those of claimants above and below, so they "
      "cannot be changed alone; change the input";
  const std::string total =
      ": bounds and total follow from each other here, so the total cannot be changed alone; "
      "change "
      "the input";
  EXPECT_EQ(refusal(Following::bounds, "x.min=2"), "--set x.min=2" + bounds);
  EXPECT_EQ(refusal(Following::bounds_and_total, "x.max=2"), "--set x.max=2" + bounds);
  EXPECT_EQ(refusal(Following::bounds_and_total, "total=2"), "--set total=2" + total);
  EXPECT_EQ(refusal(Following::total, "total=2"), "--set total=2" + total);
  EXPECT_EQ(refusal(Following::everything, "x.weight=2"),
            "--set cannot divide the input again: it shows only what guarantees leave");
  EXPECT_EQ(refusal(Following::nothing, "x.min=2"), "");
  EXPECT_EQ(refusal(Following::total, "x.min=2"), "");
  EXPECT_EQ(refusal(Following::bounds, "total=2"), "");
  EXPECT_EQ(refusal(Following::bounds_and_total, "x.weight=2"), "");
}

TEST(WhatIf, RefusesWhatItCannotDivideAgain) {
  const Division one = division({10, {{1}, {1, 5}}}, {"x", "y"});
  EXPECT_EQ(refused({one}, "z.weight=2"), "--set z.weight=2: no claimant z; known: x, y");
  EXPECT_EQ(refused({one, one}, "z.weight=2"), "--set z.weight=2: no claimant z; known: x, y");
  EXPECT_EQ(refused({one}, "y.max=4"),
            "--set y.max=4: the maximum of y, 4, is below its minimum, 5");
  const Division seven =
      division({7, std::vector(7, Claimant<Rational>{1})}, {"a", "b", "c", "d", "e", "f", "g"});
  EXPECT_EQ(refused({seven, one}, "z.weight=2"),
            "--set z.weight=2: no claimant z; known: a, b, c, d, e, f");
  Division fixed = one;
  fixed.labels[0].note = "inactive";
  EXPECT_EQ(refused({fixed}, "x.weight=2"),
            "--set x.weight=2: x divides by other numbers than its own here (inactive), so they "
            "cannot be changed; change the input");
  Division fifo = one;
  fifo.rule = Rule::fifo;
  fifo.path = "root";
  EXPECT_EQ(refused({fifo}, "total=2"),
            "--set cannot divide root again: it serves its claimants one after the other");
  fifo.rule = Rule::computed;
  EXPECT_EQ(refused({fifo}, "total=2"),
            "--set cannot divide root again: its rule is known only as a computation");
  fifo.rule = Rule::dominant;
  EXPECT_EQ(refused({fifo}, "total=2"),
            "--set cannot divide root again: it divides one of several resources, which change "
            "together");
}

TEST(WhatIf, LeavesOutWhatIsServedInTurnAndWhatIsBelow) {
  const Division root = division({10, {{1}, {1}}}, {"a", "b"});
  Division fifo = division({5, {{1}}}, {"job"});
  fifo.rule = Rule::fifo;
  fifo.path = "a";
  Division below = division({5, {{1}}}, {"part"});
  below.path = "job";
  const auto made = asked({root, fifo, below}, {setting("b.weight=4")});
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[0].after.shares, (std::vector<Rational>{2, 8}));
  EXPECT_EQ(made[1].left_out, "it serves its claimants one after the other");
  EXPECT_EQ(made[2].left_out, "it divides what a division above it gives, which is left out");
  EXPECT_TRUE(made[1].names.empty() && made[2].before.shares.empty());
  EXPECT_EQ(
      refused({root, fifo, below}, "part.weight=2"),
      "--set cannot divide job again: it divides what a division above it gives, which is left "
      "out");
}

TEST(WhatIf, LeavesOutWhatIsBelowOfTheSameResource) {
  Division fifo = division({5, {{1}}}, {"job"}, "a");
  fifo.rule = Rule::fifo;
  fifo.resource = "memory";
  Division memory = division({5, {{1}}}, {"part"}, "job");
  memory.resource = "memory";
  Division cores = memory;
  cores.resource = "vcores";
  const auto made = asked({fifo, memory, cores}, {setting("total=vcores=7")});
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[0].left_out, "it serves its claimants one after the other");
  EXPECT_EQ(made[1].left_out, "it divides what a division above it gives, which is left out");
  EXPECT_EQ(made[2].left_out, "");
  EXPECT_EQ(made[2].before.shares, Shares{5}) << "of what is kept the first";
  EXPECT_EQ(made[2].after.shares, Shares{7});
}

TEST(WhatIf, AsksForTheResourceOfAnAmountButNotOfAWeightOrOfNoLimit) {
  Division memory = division({100, {{1, 0, 20}, {1}}}, {"x", "y"});
  memory.resource = "memory";
  Division cores = division({10, {{1, 0, 2}, {1}}}, {"x", "y"});
  cores.resource = "vcores";
  for (const std::string text : {"total=9", "x.max=9"}) {
    EXPECT_EQ(refused({memory, cores}, text), "--set " + text + ": say which resource, as in " +
                                                  text.substr(0, text.find('=')) +
                                                  "=memory=...; known: memory, vcores");
  }
  const auto made = asked({memory, cores}, {setting("x.max=unlimited")});
  EXPECT_EQ(made[0].after.shares, (Shares{50, 50}));
  EXPECT_EQ(made[1].after.shares, (Shares{5, 5}));
  const auto of_one = asked({memory, cores}, {setting("x.max=memory=unlimited")});
  EXPECT_EQ(of_one[0].after.shares, (Shares{50, 50}));
  EXPECT_EQ(of_one[1].after.shares, (Shares{2, 8}));
}

TEST(WhatIf, DividesOfEachResourceWhatTheParentHasOfIt) {
  std::vector<Division> tree{
      division({100, {{1}, {3}}}, {"p", "q"}), division({8, {{1}, {1}}}, {"p", "q"}),
      division({7, {{1}}}, {"p/a"}, "p"), division({7, {{1}}}, {"p/a"}, "p")};
  for (std::size_t k = 0; k < tree.size(); ++k) tree[k].resource = k % 2 == 0 ? "memory" : "vcores";
  const auto made = asked(tree, {setting("q.weight=1")});
  EXPECT_EQ(made[2].before.total, 25);
  EXPECT_EQ(made[2].after.total, 50);
  EXPECT_EQ(made[3].after.total, 4);
}

TEST(WhatIf, IsTitledByThePathTheLabelAndTheResource) {
  Division one = division({9, {{1}}}, {"x"}, "root");
  one.label = "priority 50";
  one.resource = "memory";
  EXPECT_EQ(asked({one}, {})[0].title, "root, priority 50, memory");
  one.path = "";
  EXPECT_EQ(asked({one}, {})[0].title, "priority 50, memory");
}

TEST(WhatIf, PutsBackWhatWasPaidIntoMaximumsAsWell) {
  Division base = division({50, {{1, 0, 10}, {1}}}, {"x", "y"});
  base.rule = Rule::base;
  base.labels[0].paid = 50;
  const auto made = asked({base}, {setting("total=130")});
  EXPECT_EQ(made[0].before.shares, (Shares{60, 40})) << "from 50 to 60 of 100";
  EXPECT_EQ(made[0].after.shares, (Shares{60, 70}));
}

}  // namespace
}  // namespace fairshare::formats

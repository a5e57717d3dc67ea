// The referee: what is a failure, by which settings, and whether a kept record gives the same
// verdict again.
#include "fuzz/harness/referee.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "fairshare/schedulers/registry.h"
#include "formats/inputs.h"
#include "formats/verdict/verdict.h"

namespace fairshare::harness {
namespace {

using exact::Rational;
using formats::Numbers;
using formats::Rounding;
using fuzz::Challenge;
using fuzz::Entry;

Challenge challenge(Rational total, std::vector<Entry> entries) {
  Challenge made{.total = std::move(total), .entries = std::move(entries)};
  for (std::size_t i = 0; i < made.entries.size(); ++i) made.entries[i].name = fuzz::name_at(i);
  return made;
}

Shares shares(const std::string& list) {
  const auto read = read_answer(R"({"seq":1,"shares":[)" + list + "]}");
  return std::get<Shares>(std::get<Answer>(read).is);
}

// "FS101", or "" if nothing is wrong. The printed code is the same as the one for grouping.
std::string judged(const FuzzSettings& settings, const Challenge& asked,
                   const std::string& answered) {
  const auto failure = find_failure(settings, asked, shares(answered));
  if (!failure) return "";
  EXPECT_TRUE(failure->text.starts_with("error[" + failure->code + "]")) << failure->text;
  return failure->code;
}

TEST(Referee, JudgesAsVerifyDoes) {
  const Challenge asked = challenge(100, {{"", 1}, {"", 2, 0, 30}, {"", 3, 60}});
  EXPECT_EQ(judged({}, asked, R"("40/3","80/3",60)"), "");
  EXPECT_EQ(judged({}, asked, "13.3333,26.6667,60"), "");
  EXPECT_EQ(judged({}, asked, "10,30,60"), "FS204");
  EXPECT_EQ(judged({}, asked, R"("40/3","80/3",59)"), "FS102");
  EXPECT_EQ(judged({}, asked, R"("9","31","60")"), "FS103");
  EXPECT_EQ(judged({}, asked, R"("20","30","60")"), "FS101");
}

TEST(Referee, JudgesByTheTerms) {
  const Challenge thirds = challenge(10, {{}, {}, {}});
  EXPECT_EQ(judged({}, thirds, "3,3,3"), "");  // as written: 2.5 to 3.5
  EXPECT_EQ(judged({.tolerance = {Rounding::exact}}, thirds, "3,3,3"), "FS101");
  EXPECT_EQ(judged({.tolerance = {Rounding::exact, 1}}, thirds, "3,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::exact, {}, Rational(1, 30)}}, thirds, "3,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::down}}, thirds, "3,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::down}}, thirds, "4,3,3"), "FS204");
  EXPECT_EQ(judged({.tolerance = {Rounding::apportioned}}, thirds, "4,3,3"), "");
  EXPECT_EQ(judged({.tolerance = {Rounding::apportioned}}, thirds, "4,4,3"), "FS101");
  EXPECT_EQ(judged({.numbers = Numbers::to_double}, thirds,
                   "3.3333333333333335,3.3333333333333335,3.3333333333333335"),
            "");
  EXPECT_EQ(judged({.numbers = Numbers::to_double}, thirds,
                   "3.333333333333333,3.3333333333333335,3.3333333333333335"),
            "FS204");
}

TEST(Referee, WantsOneReadableShareForEachClaimant) {
  const Challenge asked = challenge(10, {{}, {}});
  EXPECT_EQ(judged({}, asked, "10"), "FS503");
  EXPECT_EQ(judged({}, asked, "5,5,0"), "FS503");
  EXPECT_EQ(find_failure({}, asked, shares("5,5,0"))->message, "3 shares for 2 claimants");
  EXPECT_EQ(find_failure({}, asked, shares("5,5,0"))->text,
            "error[FS503] 3 shares for 2 claimants\n");
  EXPECT_EQ(judged({.tolerance = {Rounding::down}}, asked, "5.5,4.5"), "FS503");
  EXPECT_EQ(judged({.numbers = Numbers::to_int64}, asked, R"("11/2","9/2")"), "FS503");
}

// The denominator of each fair share is the product of all weights' denominators, of 60 bits each.
TEST(Referee, RefusesAnAnswerWhoseExactNumbersTakeTooMuchMemory) {
  Challenge asked = challenge(1, std::vector<Entry>(1500));
  std::string zeros = "0";
  for (std::size_t i = 0; i < asked.entries.size(); ++i) {
    asked.entries[i].weight = Rational(1, 1'000'000'000'000'000'001 + 2 * static_cast<long>(i));
    if (i > 0) zeros += ",0";
  }
  const auto failure = find_failure({}, asked, shares(zeros));
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, "FS503");
  EXPECT_NE(failure->message.find("the exact numbers of the answer take more than 24 MiB"),
            std::string::npos)
      << failure->message;
}

TEST(Referee, WritesAToleranceAsADecimalWhichIsJudgedSooner) {
  const FuzzSettings settings{.numbers = Numbers::to_double,
                              .tolerance = {{}, Rational(1, 4), Rational(1, 1'000'000'000)}};
  const std::string kept = record_to_keep(settings, challenge(10, {{}}), "a", "", nullptr);
  EXPECT_NE(kept.find(R"("within":0.25,"relative":0.000000001,)"), std::string::npos) << kept;
  const FuzzSettings third{.tolerance = {{}, Rational(1, 3), {}}};
  EXPECT_NE(record_to_keep(third, challenge(10, {{}}), "a", "", nullptr).find(R"("within":"1/3")"),
            std::string::npos);
}

TEST(Referee, WantsMinimumsWhereTheyExceedTheTotal) {
  const Challenge asked = challenge(10, {{"", 1, 8}, {"", 1, 8}, {"", 1}});
  EXPECT_EQ(judged({}, asked, "8,8,0"), "");
  EXPECT_EQ(judged({}, asked, "5,5,0"), "FS012");
  EXPECT_EQ(judged({}, asked, "8,8,1"), "FS012");
}

TEST(Referee, WantsAllThatCanBeClaimedWhereThatIsLessThanTheTotal) {
  const Challenge asked = challenge(10, {{"", 1, 0, 3}, {"", 0, 4}});
  EXPECT_EQ(judged({}, asked, "3,4"), "");
  EXPECT_EQ(judged({}, asked, "6,4"), "FS103");
  EXPECT_EQ(judged({}, asked, "2,4"), "FS013");
  EXPECT_EQ(judged({}, asked, "3,7"), "FS103");
}

TEST(Referee, WantsEqualsToGetTheSameToWithinAUnit) {
  const FuzzSettings apportioned{.numbers = Numbers::to_int64, .tolerance = {Rounding::nearest, 1}};
  const Challenge asked = challenge(4, {{"", 4, 0, 2}, {"", 1, 0, 2}, {"", 1, 0, 2}});
  EXPECT_EQ(judged(apportioned, asked, "2,1,1"), "");
  EXPECT_EQ(judged(apportioned, asked, "2,2,0"), "FS205");
  EXPECT_EQ(judged(apportioned, asked, "2,0,2"), "FS205");
  // Others may differ: one wants more, or has another weight.
  Challenge others = asked;
  others.entries[1].demand = 2;
  EXPECT_EQ(judged(apportioned, others, "2,2,0"), "");
  others = asked;
  others.entries[1].weight = 3;
  EXPECT_EQ(judged(apportioned, others, "2,2,0"), "");
  EXPECT_EQ(find_failure(apportioned, asked, shares("2,0,2"))->message,
            "b and c are equal but hold 0 and 2.");
  EXPECT_EQ(find_failure(apportioned, asked, shares("2,0,2." + std::string(100, '0')))->message,
            "b and c are equal but hold 0 and 2.")
      << "a text that would fill the line";
  Challenge tree = asked;
  tree.is_tree = true;
  EXPECT_EQ(judged(apportioned, tree, "2,2,0"), "FS205") << "one level is as good as none";
}

TEST(Referee, JudgesASchedulerByItsOwnRule) {
  // Two units above: within what yarn-3 can divide one, not two.
  const FuzzSettings settings{.scheduler = "yarn-3",
                              .challenges = {.kinds = {fuzz::Kind::float32, fuzz::Kind::int64}}};
  const Challenge asked = challenge(10, {{}, {}, {}});
  EXPECT_EQ(judged(settings, asked, "4,4,4"), "");
  EXPECT_EQ(judged(settings, asked, "6,6,6"), "FS101");
  // Its maximum wins over its minimum; by the definition this would not be a problem.
  EXPECT_EQ(judged(settings, challenge(10, {{"", 1, 8, 5}, {"", 1}}), "5,5"), "");
}

TEST(Referee, JudgesByTheBaseRuleWhereThatIsTheSchedulers) {
  const Challenge asked = challenge(100, {{"", 1, 50}, {"", 1}, {"", 1}});
  EXPECT_EQ(judged({.scheduler = "koordinator"}, asked, "66,17,17"), "");
  EXPECT_EQ(judged({.scheduler = "koordinator"}, asked, "66,17,16"), "FS101") << "99 of 100";
  EXPECT_EQ(judged({.scheduler = "koordinator"}, asked, "50,25,25"), "FS204");
  EXPECT_EQ(judged({.scheduler = "volcano"}, asked, "50,25,25"), "") << "by the floor rule";
  const auto failure =
      find_failure({.scheduler = "kai"}, challenge(9, {{"", 1, 2, 3}}), shares("2"));
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->message, "a holds 2 and can have 3; that leaves 6 of the total unclaimed.");
}

FuzzSettings settings_for(const std::string& scheduler, bool infeasible = false) {
  return std::get<FuzzSettings>(agree({.scheduler = scheduler, .infeasible = infeasible}, {}));
}

Rational real(double number) {
  return exact::from_double(number);
}

TEST(Referee, ReadsAChallengeAsTheSchedulerDoesThatJudgesIt) {
  // YARN ignores demands, so the minimum is paid, although the total is 0.
  const Challenge minimum = challenge(0, {{"", 67108864, 1, {}, 0}});
  EXPECT_EQ(find_prospect({}, minimum), fuzz::Prospect::allocation);
  EXPECT_EQ(find_prospect(settings_for("yarn-3"), minimum), fuzz::Prospect::overcommitted);
  EXPECT_FALSE(is_asked(settings_for("yarn-3"), minimum));
  EXPECT_TRUE(is_asked(settings_for("yarn-3", true), minimum));
  // Volcano rounds 10 - 0.05 down, so that the second queue may have too little by a hair.
  Challenge hair = challenge(10, {{"", 1, real(0.05), real(0.05)}, {"", 1}});
  hair.kinds = settings_for("volcano").challenges.kinds;
  EXPECT_EQ(find_prospect({}, hair), fuzz::Prospect::allocation);
  EXPECT_EQ(find_prospect(settings_for("volcano"), hair), fuzz::Prospect::surplus);
  EXPECT_FALSE(is_asked(settings_for("volcano"), hair));
  // By the definition, a maximum below the minimum is not a problem; in YARN it wins.
  const Challenge crossed = challenge(5, {{"", 1, 8, 5}});
  EXPECT_EQ(find_prospect({}, crossed), std::nullopt);
  EXPECT_EQ(find_prospect(settings_for("yarn-3"), crossed), fuzz::Prospect::allocation);
}

TEST(Referee, AsksApfWhatItsDocumentationAllowsAndMoreOnRequest) {
  const Challenge allowed = challenge(10, {{"", 2, 2}, {"", 1}});
  const Challenge below_minimum = challenge(10, {{"", 1, 2}, {"", 1}});
  const Challenge crossed = challenge(10, {{"", 2, 2, {}, 1}, {"", 1}});
  EXPECT_TRUE(is_asked(settings_for("apf"), allowed));
  for (const Challenge& other : {below_minimum, crossed}) {
    EXPECT_FALSE(is_asked(settings_for("apf"), other));
    EXPECT_TRUE(is_asked(settings_for("apf", true), other));
    EXPECT_TRUE(is_asked(settings_for("kai"), other));
  }
}

TEST(Referee, AsksAReleaseThatRefusesWeightsOfZeroForNoneButOnRequest) {
  const Challenge zero = challenge(10, {{"", 0}, {"", 1}});
  int refusing = 0;
  for (const schedulers::Scheduler& scheduler : schedulers::all_schedulers()) {
    if (scheduler.level == nullptr || !scheduler.level().weights_are_positive) continue;
    ++refusing;
    const std::string name(scheduler.name);
    EXPECT_FALSE(is_asked(settings_for(name), zero));
    EXPECT_TRUE(is_asked(settings_for(name, true), zero));
    EXPECT_TRUE(is_asked(settings_for(name), challenge(10, {{"", 2}, {"", 1}})));
  }
  EXPECT_GT(refusing, 0);
}

// What each scheduler's challenges have.
struct Seen {
  int priorities = 0, demands = 0, minimums = 0, all = 0;
};

Seen seen_by(const FuzzSettings& settings) {
  Seen seen;
  for (const fuzz::Family family : fuzz::families) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      fuzz::Choices choices(seed * 100 + static_cast<std::uint64_t>(family));
      const Challenge asked = challenge_to_ask(settings, family, choices, settings.challenges);
      EXPECT_TRUE(is_asked(settings, asked)) << record_to_send(settings, asked);
      EXPECT_TRUE(settings.scheduler != "armada" || asked.total == 1);
      for (const Entry& entry : asked.entries) {
        seen.priorities += entry.priority.has_value();
        seen.demands += entry.demand.has_value();
        seen.minimums += entry.min_share > 0;
        ++seen.all;
      }
    }
  }
  return seen;
}

TEST(Referee, AsksOnlyWhatTheSchedulerAcceptsAndReads) {
  for (const std::string name :
       {"yarn-2.7", "yarn-3", "mr1", "volcano", "kai", "koordinator", "apf", "armada"}) {
    const Seen seen = seen_by(settings_for(name));
    EXPECT_EQ(seen.priorities > 0, name == "kai") << name;
    EXPECT_EQ(seen.demands > 0, !name.starts_with("yarn")) << name;
    EXPECT_EQ(settings_for(name).challenges.demands, !name.starts_with("yarn")) << name;
    EXPECT_EQ(seen.minimums > 0, name != "armada") << name;
    EXPECT_GT(seen.all, 500) << name;
  }
}

TEST(Referee, JudgesPrioritiesOfKai) {
  Challenge asked = challenge(1, {{"", 1, 0, 1}, {"", 1, 0, 1}, {"", 1, 0, 1}});
  asked.entries[0].priority = 1;
  asked.entries[1].priority = 1;
  EXPECT_EQ(judged({.scheduler = "kai"}, asked, "0.5,0.5,0"), "");
  EXPECT_EQ(judged({.scheduler = "kai"}, asked, "1,0,0"), "");
  EXPECT_EQ(judged({.scheduler = "kai"}, asked, "0,0,1"), "FS101") << "KA5";
  const std::string record = record_to_keep({.scheduler = "kai"}, asked, "a", "b", nullptr);
  EXPECT_EQ(std::get<Challenge>(read_challenge(record, "f", 1, {.scheduler = "kai"})), asked);
}

TEST(Referee, GivesBoundsTheResolutionOfTheScheduler) {
  // KAI adds the quota again to what is left of the total without it.
  const Challenge sum = challenge(real(7.08772), {{"", 1, real(2.714337782006021)}});
  EXPECT_EQ(judged({.scheduler = "kai"}, sum, "7.087720000000001"), "");
  EXPECT_EQ(judged({.scheduler = "kai"}, sum, "7.08773"), "FS103");
  const Challenge unit = challenge(1, {{"", 1, 0, {}, real(0.9)}, {"", 1}});
  EXPECT_EQ(judged({.scheduler = "kai"}, unit, "1,0"), "FS103") << "KA1";
  const Challenge minimums = challenge(1, {{"", 1, real(0.7)}, {"", 1, real(0.6)}});
  EXPECT_EQ(judged({.scheduler = "volcano"}, minimums, "0.7000000000000001,0.6"), "");
  EXPECT_EQ(judged({.scheduler = "volcano"}, minimums, "0.5,0.5"), "FS012");
  // A surplus is reported if it is more than a matter of rounding.
  const Challenge surplus = challenge(real(2), {{"", 1, 0, real(0.3)}, {"", 1, 0, 1}});
  EXPECT_EQ(judged({.scheduler = "volcano"}, surplus, "0.30000000000000004,0.95"), "");
  EXPECT_EQ(judged({.scheduler = "volcano"}, surplus, "0.30000000000000004,0.5"), "FS013");
}

TEST(Referee, DoesNotSayWhatIsNotComputedWhereAnyOrderMay) {
  // With 40 weights that are not multiples of each other, not all orders of their sum are tried.
  Challenge asked = challenge(1000, {});
  std::string wrong;
  for (int i = 0; i < 40; ++i) {
    asked.entries.push_back(
        {fuzz::name_at(static_cast<std::size_t>(i)), 1 + i * i, 0, real(0.1 * i)});
    wrong += i == 0 ? "1000" : ",0";
  }
  asked.entries.front().max_share = std::nullopt;
  for (const std::string scheduler : {"volcano", "kai"}) {
    const auto failure = find_failure({.scheduler = scheduler}, asked, shares(wrong));
    ASSERT_TRUE(failure) << scheduler;
    EXPECT_EQ(failure->text.find("what " + scheduler + " computes"), std::string::npos)
        << failure->text;
  }
}

TEST(Referee, AsksForAllOrdersOfSixClaimantsAndNoMore) {
  Challenge asked = challenge(100, {{"", 1, 0, {}, real(30.5)},
                                    {"", 2, 0, {}, real(31.25)},
                                    {"", real(3.3), 0, {}, 40},
                                    {"", real(4.1), 0, {}, 50},
                                    {"", real(5.7), 0, {}, 60},
                                    {"", real(7.9), 0, {}, 70}});
  asked.kinds = settings_for("kai").challenges.kinds;
  const auto text_of = [&](const std::string& wrong) {
    return find_failure({.scheduler = "kai"}, asked, shares(wrong)).value().text;
  };
  const std::string six = text_of("1,1,1,1,1,95");
  EXPECT_NE(six.find("not even what kai computes"), std::string::npos) << six;
  asked.entries.push_back({"g", real(1.1), 0, {}, 33});
  const std::string seven = text_of("1,1,1,1,1,94,1");
  EXPECT_NE(seven.find("kai may or may not compute it"), std::string::npos) << seven;
}

TEST(Referee, AsksOnRequestWhatHasNoAllocationButNotWhatIsNoProblem) {
  const Challenge overcommitted = challenge(10, {{"", 1, 11}});
  const Challenge crossed = challenge(10, {{"", 1, 3, 2}});
  FuzzSettings settings;
  EXPECT_FALSE(is_asked(settings, overcommitted));
  settings.challenges.infeasible = true;
  EXPECT_TRUE(is_asked(settings, overcommitted));
  EXPECT_FALSE(is_asked(settings, crossed));
}

TEST(Referee, AsksForOneClaimantWhereNothingElseMayBeAsked) {
  const FuzzSettings unknown{.scheduler = "lottery"};
  const fuzz::ChallengeOptions options{.kinds = {fuzz::Kind::int32, fuzz::Kind::int64}};
  fuzz::Choices choices(1);
  const Challenge asked = challenge_to_ask(unknown, fuzz::Family::ties, choices, options);
  EXPECT_EQ(asked, (Challenge{options.kinds, 1, false, {{"a"}}}));
}

TEST(Referee, TellsAnswersFromTheNumbersThatWereSent) {
  const auto settings = std::get<FuzzSettings>(
      agree({.answers = Numbers::to_double}, {.name = "x", .numbers = Numbers::to_int32}));
  EXPECT_EQ(settings.challenges.kinds, (fuzz::Kinds{fuzz::Kind::int32, fuzz::Kind::int32}));
  EXPECT_FALSE(is_in_units(settings));
  const Challenge thirds = challenge(10, {{}, {}, {}});
  const std::string doubles = "3.3333333333333335,3.3333333333333335,3.3333333333333335";
  EXPECT_EQ(judged(settings, thirds, doubles), "");
  EXPECT_EQ(judged({.numbers = Numbers::to_int32}, thirds, doubles), "FS503");
  EXPECT_EQ(judged(settings, thirds, "3.3,3.3,3.4"), "FS204");
  // And so does the record that is kept.
  const Shares answered = shares("3.3,3.3,3.4");
  const std::string record = record_to_keep(settings, thirds, "a", "b", &answered);
  const auto read = formats::read_any_record(record, "f", 1, "");
  const auto& kept = std::get<formats::Record>(read);
  EXPECT_EQ(kept.numbers, Numbers::to_int32);
  EXPECT_EQ(kept.answers, Numbers::to_double);
  const auto cases = formats::cases_of(kept, "f", {});
  const auto verdict = formats::judge(std::get<std::vector<formats::Case>>(cases).front());
  EXPECT_EQ(verdict.findings.front().code, "FS204");
}

TEST(Referee, TakesTheTypeOfAnswersFromTheUserBeforeTheAdapter) {
  const Hello hello{.name = "x", .answers = Numbers::to_int32};
  EXPECT_EQ(std::get<FuzzSettings>(agree({}, hello)).answers, Numbers::to_int32);
  EXPECT_EQ(std::get<FuzzSettings>(agree({.answers = Numbers::to_double}, hello)).answers,
            Numbers::to_double);
}

TEST(Referee, TakesFromTheAdapterWhatTheUserDoesNotSay) {
  const Hello hello{.name = "x",
                    .scheduler = "kai",
                    .numbers = Numbers::to_int32,
                    .tolerance = {.rounding = Rounding::down, .within = 2, .relative = 3},
                    .trees = true};
  const auto said = std::get<FuzzSettings>(agree({.scheduler = "fair"}, hello));
  EXPECT_EQ(said.numbers, Numbers::to_int32);
  EXPECT_EQ(said.tolerance.rounding, Rounding::down);
  EXPECT_EQ(said.tolerance.within, 2);
  EXPECT_EQ(said.tolerance.relative, 3);
  EXPECT_EQ(said.families.size(), fuzz::families.size());
  EXPECT_EQ(said.challenges.size_max, 40U);
  EXPECT_TRUE(said.challenges.trees && said.challenges.demands && !said.challenges.infeasible);
  EXPECT_EQ(std::get<FuzzSettings>(agree({}, hello)).scheduler, "kai");
  EXPECT_FALSE(std::get<FuzzSettings>(agree({.trees = true}, hello)).challenges.trees)
      << "no scheduler of levels divides trees";

  const auto asked = std::get<FuzzSettings>(agree({.scheduler = "fair",
                                                   .numbers = Numbers::to_double,
                                                   .tolerance = {Rounding::exact, 5, 6},
                                                   .families = {fuzz::Family::ties},
                                                   .size_max = 7,
                                                   .demands = false,
                                                   .infeasible = true},
                                                  hello));
  EXPECT_EQ(asked.numbers, Numbers::to_double);
  EXPECT_EQ(asked.challenges.kinds, (fuzz::Kinds{fuzz::Kind::float64, fuzz::Kind::float64}));
  EXPECT_EQ(asked.tolerance.rounding, Rounding::exact);
  EXPECT_EQ(asked.tolerance.within, 5);
  EXPECT_EQ(asked.families, std::vector{fuzz::Family::ties});
  EXPECT_EQ(asked.challenges.size_max, 7U);
  EXPECT_TRUE(asked.challenges.infeasible && !asked.challenges.demands);

  const auto none = std::get<FuzzSettings>(agree({.trees = true}, {.name = "x"}));
  EXPECT_EQ(none.scheduler, "fair");
  EXPECT_EQ(none.numbers, Numbers::exact);
  EXPECT_EQ(none.challenges.kinds, (fuzz::Kinds{fuzz::Kind::dyadic, fuzz::Kind::dyadic}));
  EXPECT_TRUE(none.challenges.trees);
}

TEST(Referee, KnowsWhatIsAnsweredInWholeUnits) {
  for (const Numbers numbers : {Numbers::to_int32, Numbers::to_int64}) {
    EXPECT_TRUE(is_in_units({.numbers = numbers}));
    EXPECT_TRUE(is_in_units({.answers = numbers}));
    EXPECT_FALSE(is_in_units({.numbers = numbers, .tolerance = {Rounding::exact}}));
  }
  for (const Rounding rounding : {Rounding::nearest, Rounding::down, Rounding::apportioned}) {
    EXPECT_TRUE(is_in_units({.tolerance = {rounding}}));
  }
  EXPECT_FALSE(is_in_units({}));
}

TEST(Referee, WritesShortMessages) {
  const Challenge asked =
      challenge(real(1e-300), {{"", real(1e-200)}, {"", real(3e-250)}, {"", 1}});
  for (const std::string answered : {"1,2,3", "0,0,0", "1e-300,0,0"}) {
    const auto failure = find_failure({.numbers = Numbers::to_double}, asked, shares(answered));
    ASSERT_TRUE(failure);
    EXPECT_LT(failure->message.size(), 300U) << failure->message;
    EXPECT_LT(failure->text.size(), 1500U) << failure->text;
  }
}

TEST(Referee, AgreesOnTheNumbersThatAreAskedFor) {
  using fuzz::Kind;
  for (const auto& [numbers, kind] :
       {std::pair(Numbers::exact, Kind::fraction), std::pair(Numbers::to_double, Kind::float64),
        std::pair(Numbers::to_float, Kind::float32), std::pair(Numbers::to_int64, Kind::int64),
        std::pair(Numbers::to_int32, Kind::int32)}) {
    const fuzz::Kinds kinds{kind, kind};
    EXPECT_EQ(std::get<FuzzSettings>(agree({.numbers = numbers}, {})).challenges.kinds, kinds);
    EXPECT_EQ(std::get<FuzzSettings>(agree({}, {.numbers = numbers})).challenges.kinds, kinds);
  }
}

TEST(Referee, AgreesOnTheNumbersThatASchedulerHolds) {
  const auto kinds = [](const std::string& scheduler) {
    return std::get<FuzzSettings>(agree({.scheduler = scheduler}, {})).challenges.kinds;
  };
  using fuzz::Kind;
  using fuzz::Kinds;
  EXPECT_EQ(kinds("koordinator"), (Kinds{Kind::int64, Kind::int64}));
  EXPECT_EQ(kinds("volcano"), (Kinds{Kind::int32, Kind::float64}));
  EXPECT_EQ(kinds("kai"), (Kinds{Kind::float64, Kind::float64}));
  EXPECT_EQ(kinds("apf"), (Kinds{Kind::float64, Kind::int64}));
  EXPECT_EQ(kinds("mr1"), (Kinds{Kind::float64, Kind::int32}));
  EXPECT_EQ(kinds("yarn-2.7"), (Kinds{Kind::float32, Kind::int32}));
  EXPECT_EQ(kinds("yarn-3"), (Kinds{Kind::float32, Kind::int64}));
  EXPECT_EQ(kinds("armada"), (Kinds{Kind::float64, Kind::float64}));
  for (const std::string name : {"ytsaurus-2019", "ytsaurus-2023"}) {
    EXPECT_EQ(std::get<std::string>(agree({.scheduler = name}, {})),
              name + " divides trees of its own kind, which fuzz does not support");
  }
}

TEST(Referee, KeepsARecordOfWhichVerifyAndReplaySayTheSame) {
  const FuzzSettings settings{.numbers = Numbers::to_double,
                              .tolerance = {Rounding::exact, 1, Rational(1, 3)}};
  Challenge asked = challenge(100, {{"", 1}, {"", 2, 0, 30}, {"", 3, 60, {}, 70}});
  asked.kinds = settings.challenges.kinds;
  const Shares answered = shares("-90,130,60");
  const std::string record = record_to_keep(settings, asked, "FS102-1", "found", &answered);
  const auto read = formats::read_any_record(record, "f", 1, "");
  const auto& kept = std::get<formats::Record>(read);
  EXPECT_EQ(kept.id, "\"FS102-1\"");
  EXPECT_EQ(kept.numbers, Numbers::to_double);
  EXPECT_EQ(kept.tolerance.rounding, Rounding::exact);
  EXPECT_EQ(kept.tolerance.within, 1);
  EXPECT_EQ(kept.tolerance.relative, Rational(1, 3));
  const auto cases = formats::cases_of(kept, "f", {});
  const auto verdict = formats::judge(std::get<std::vector<formats::Case>>(cases).front());
  EXPECT_EQ(verdict.findings.front().code, judged(settings, asked, "-90,130,60"));
  const auto again = read_challenge(record, "f", 1, settings);
  EXPECT_EQ(std::get<Challenge>(again), asked);
}

TEST(Referee, KeepsNoUnreadableShares) {
  const Challenge asked = challenge(10, {{}, {}});
  const Shares too_few = shares("10");
  const std::string record = record_to_keep({}, asked, "a", "b", &too_few);
  EXPECT_EQ(record.find("shares\":["), std::string::npos) << record;
  const fuzz::Kinds kinds{fuzz::Kind::int32, fuzz::Kind::int64};
  const auto again = read_challenge(record, "f", 1, {.challenges = {.kinds = kinds}});
  ASSERT_TRUE(std::holds_alternative<Challenge>(again));
  EXPECT_EQ(std::get<Challenge>(again).kinds, kinds);
}

TEST(Referee, ReadsTreesAsTheyWereAsked) {
  Challenge asked = challenge(90, {{"", 2}, {"", 1}, {"", 3}, {"", 1}});
  asked.is_tree = true;
  asked.entries[1].parent = 0;
  asked.entries[2].parent = 0;
  const std::string record = record_to_send({}, asked);
  EXPECT_EQ(std::get<Challenge>(read_challenge(record, "f", 1, {})), asked) << record;
  const auto root = read_challenge(
      R"({"total":9,"tree":{"name":"a","weight":2,"children":[{"name":"b"}]}})", "f", 1, {});
  EXPECT_TRUE(std::get<Challenge>(root).is_tree);
  EXPECT_EQ(std::get<Challenge>(root).entries,
            (std::vector<Entry>{{"a", 2}, {"b", 1, 0, {}, {}, 0}}));
  EXPECT_EQ(judged({}, asked, "60,15,45,30"), "");
  EXPECT_EQ(judged({}, asked, "60,20,40,30"), "FS204");
}

TEST(Referee, SaysForWhichRealsSharesStand) {
  const Challenge asked = challenge(10, {{}, {}});
  const auto down =
      find_intervals({.tolerance = {formats::Rounding::down, 1}}, asked, shares("4,6"));
  ASSERT_TRUE(down);
  EXPECT_EQ((*down)[0].low, 3);
  EXPECT_EQ((*down)[0].high, 6);
  EXPECT_TRUE((*down)[0].high_open);
  const auto doubles =
      find_intervals({.answers = formats::Numbers::to_double}, asked, shares("0.1,9.9"));
  ASSERT_TRUE(doubles);
  EXPECT_LT((*doubles)[0].low, exact::from_double(0.1));
  EXPECT_GT((*doubles)[0].high, exact::from_double(0.1));
  EXPECT_FALSE(find_intervals({.answers = formats::Numbers::to_int64}, asked, shares("4,5.5")));
  EXPECT_FALSE(find_intervals({}, asked, shares("10")));
}

TEST(Referee, ReadsWhatARecordDoesNotSayAsTheFormatDoes) {
  const auto challenge_of = [](const std::string& claimants) {
    const std::string record = R"({"total":9,"claimants":)" + claimants + "}";
    return std::get<Challenge>(read_challenge(record, "f", 1, {}));
  };
  const Challenge two = challenge_of(R"([{"weight":3},{"max_share":5}])");
  EXPECT_EQ(two.total, 9);
  EXPECT_EQ(two.entries, (std::vector<Entry>{{"0", 3}, {"1", 1, 0, 5}}));
}

TEST(Referee, NamesThePlaceOfWhatItCannotRead) {
  const auto read = read_challenge(R"({"total":1,"claimants":[{"weight":-1}]})", "f", 9, {});
  const auto& error = std::get<formats::InputError>(read);
  EXPECT_EQ(error.code, "FS011");
  EXPECT_EQ(error.line, 9U);
  EXPECT_EQ(error.field, "claimants[0].weight");
}

}  // namespace
}  // namespace fairshare::harness

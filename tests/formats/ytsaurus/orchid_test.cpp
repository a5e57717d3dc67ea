// Until 2020, and what holds for both eras. Runs in the repository's root.
#include "formats/ytsaurus/orchid.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "formats/report/text.h"
#include "formats/verdict/division.h"
#include "formats/verdict/verdict.h"
#include "tests/formats/ytsaurus/orchids.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

TEST(Orchid, SaysThatOperationsAreMissing) {
  const std::string pools = R"({"pools":{"<Root>":)" + scalar_pool("1", "", "") + "}";
  EXPECT_EQ(read(pools + R"(,"operations":{}})").warnings, Codes{});
  EXPECT_EQ(read(pools + "}").warnings,
            Codes{"The Orchid has no \"operations\": a pool that divides among operations too is "
                  "judged without them, and may be called unfair. Save both maps."});
}

TEST(Orchid, OnePoolOfTheExampleIsUnfairAndNoneOfTheMended) {
  const OrchidReading reading = read(contents("examples/ytsaurus/orchid.json"));
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_EQ(reading.warnings, Codes{});
  std::vector<std::string> unfair;
  const auto made = cases(reading);
  for (const Case& one : made) {
    if (judge(one).judgement != Judgement::fair) unfair.push_back(one.title);
  }
  ASSERT_EQ(made.size(), 8U);
  EXPECT_EQ(made.front().title, "<Root>");
  EXPECT_EQ(unfair, Codes{"analytics"});

  const auto mended = cases(read(contents("examples/ytsaurus/orchid-mended.json")));
  EXPECT_EQ(mended.size(), 8U);
  for (const Case& one : mended) {
    const Verdict verdict = judge(one);
    EXPECT_EQ(verdict.judgement, Judgement::fair) << one.title << "\n" << verdict_text(verdict);
  }
}

TEST(Orchid, ReadsWhatAPoolsChildrenClaim) {
  const std::string child =
      R"({"parent":"<Root>","weight":3,"recursive_min_share_ratio":0.25,)"
      R"("max_possible_usage_ratio":0.75,"best_allocation_ratio":0.5,"fair_share_ratio":0.5})";
  const OrchidReading reading = read(orchid(",\"a\":" + child + ",\"b\":" + scalar_pool("0.5")));
  EXPECT_EQ(codes(reading), Codes{});
  const auto made = cases(reading);
  ASSERT_EQ(made.size(), 1U);
  const auto& problem = made[0].problem;
  EXPECT_EQ(problem.total, 1);
  EXPECT_EQ(problem.claimants[0], (Claimant<Rational>{3, Rational(1, 4), Rational(1, 2)}));
  EXPECT_EQ(made[0].reported[0].text, "0.5");
  EXPECT_EQ(made[0].labels[0].field, "fair_share_ratio");
  EXPECT_EQ(made[0].names.min_share, "min_share_ratio");
  EXPECT_EQ(made[0].names.max_share, "what it can use");
  EXPECT_EQ(made[0].notes,
            Codes{"Shares may be off by ~2.2e-15, the error bound of the release's arithmetic."})
      << "2^-52 for the weights 3 + 1, for 2 claimants, and 4 times more";
  EXPECT_EQ(judge(made[0]).judgement, Judgement::fair);
}

TEST(Orchid, AnAdjustedMinimumWillDoWhereThereIsNoOther) {
  const std::string child =
      R"({"parent":"<Root>","weight":1,"adjusted_min_share_ratio":0.25,)"
      R"("max_possible_usage_ratio":1,"best_allocation_ratio":1,"fair_share_ratio":1})";
  const OrchidReading reading = read(orchid(",\"a\":" + child));
  ASSERT_EQ(reading.divisions.size(), 1U);
  EXPECT_EQ(reading.divisions[0].problem.claimants[0].min_share, Rational(1, 4));
}

TEST(Orchid, TheInfoMayStandInItsPlaceInTheTree) {
  const OrchidReading reading =
      read(R"({"fair_share_info":)" + orchid(",\"a\":" + scalar_pool("1")) + "}");
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_EQ(reading.divisions.size(), 1U);
}

TEST(Orchid, OfSeveralTreesNamesThePoolsOfEach) {
  const auto tree = [](const std::string& pools) {
    return R"({"config":{},"fair_share_info":)" + orchid(pools) + "}";
  };
  const std::string text = "{\"gpu\":" + tree(",\"a\":" + scalar_pool("1")) +
                           ",\"default\":" + tree(",\"a\":" + scalar_pool("0.5")) + "}";
  EXPECT_TRUE(looks_like_orchid(text));
  const OrchidReading reading = read(text);
  EXPECT_EQ(codes(reading), Codes{});
  ASSERT_EQ(reading.divisions.size(), 2U);
  EXPECT_EQ(reading.divisions[0].path, "gpu/<Root>");
  EXPECT_EQ(reading.divisions[0].labels[0].name, "gpu/a");
  EXPECT_EQ(reading.divisions[1].path, "default/<Root>");
  EXPECT_EQ(reading.divisions[1].shares[0].value, Rational(1, 2));

  const std::string one_is_wrong =
      "{\"gpu\":" + tree("") + ",\"x\":" + tree(",\"a\":" + scalar_pool("1", "", "b")) + "}";
  EXPECT_EQ(codes(read(one_is_wrong)), Codes{"FS401 x/a parent"});
  const OrchidReading no_operations =
      read(R"({"gpu":{"fair_share_info":{"pools":{"<Root>":)" + scalar_pool("1", "", "") + "}}}}");
  ASSERT_EQ(no_operations.warnings.size(), 1U);
  EXPECT_EQ(no_operations.warnings[0].substr(0, 42),
            "The Orchid has no \"operations\" of gpu: a p");
}

TEST(Orchid, MayBeAMapOfTreesWithoutTheirInfoOrAllOfTheScheduler) {
  const std::string tree = "{\"gpu\":" + orchid(",\"a\":" + scalar_pool("1")) + "}";
  for (const std::string& text :
       {tree, "{\"scheduling_info_per_pool_tree\":" + tree + "}", "{\"value\":" + tree + "}"}) {
    EXPECT_TRUE(looks_like_orchid(text)) << text;
    const OrchidReading reading = read(text);
    EXPECT_EQ(codes(reading), Codes{}) << text;
    EXPECT_EQ(reading.divisions.at(0).path, "gpu/<Root>") << text;
  }
}

TEST(Orchid, MayBeTheValueOfAnHttpResponse) {
  const auto paths = [](const std::string& text) {
    EXPECT_TRUE(looks_like_orchid(text)) << text;
    const OrchidReading reading = read(text);
    EXPECT_EQ(codes(reading), Codes{});
    return reading.divisions.at(0).path;
  };
  const std::string info = orchid(",\"a\":" + scalar_pool("1"));
  EXPECT_EQ(paths("{\"value\":" + info + "}"), "<Root>");
  EXPECT_EQ(paths("{\"value\":{\"fair_share_info\":" + info + "}}"), "<Root>");
  EXPECT_EQ(paths("{\"value\":{\"gpu\":{\"fair_share_info\":" + info + "}}}"), "gpu/<Root>");
}

TEST(Orchid, SharesMayBeOffByTheResolution) {
  const auto judged = [](const std::string& first, const Tolerance& tolerance) {
    const auto made = cases(
        read(orchid(",\"a\":" + scalar_pool(first) + ",\"b\":" + scalar_pool("0.5"))), tolerance);
    EXPECT_EQ(made.size(), 1U);
    return judge(made.at(0)).judgement;
  };
  EXPECT_EQ(judged("0.4999999999999998", {}), Judgement::fair);
  EXPECT_EQ(judged("0.49999999999", {}), Judgement::unfair);
  EXPECT_EQ(judged("0.49999999999", {.within = Rational(1, 1'000'000)}), Judgement::fair);
  EXPECT_EQ(judged("0.49999999999", {.relative = Rational(1, 1'000'000)}), Judgement::fair);
  EXPECT_EQ(judged("0.52", {.rounding = Rounding::written}), Judgement::unfair);
  EXPECT_EQ(judged("0.500", {.rounding = Rounding::written}), Judgement::fair);
}

std::string operation(const std::string& pool, const std::string& share,
                      const std::string& more = "") {
  return R"({"pool":")" + pool + R"(","weight":1,"adjusted_min_share_ratio":0,)" +
         R"("max_possible_usage_ratio":0.75,"best_allocation_ratio":1,"fair_share_ratio":)" +
         share + more + "}";
}

TEST(Orchid, ADisabledOperationTakesNoPart) {
  const auto of = [](const std::string& demand, const std::string& turn) {
    return R"(,"demand_ratio":)" + demand + R"(,"fifo_index":)" + turn;
  };
  for (const std::string mode : {"fair_share", "fifo"}) {
    const auto pool_with = [&](const std::string& second) {
      const OrchidReading reading =
          read(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":")" + mode + "\""),
                      "\"x\":" + operation("a", "0.75", of("1", "0")) + ",\"y\":" + second));
      EXPECT_EQ(codes(reading), Codes{});
      return cases(reading).at(1);
    };
    const auto claimants = [&](const std::string& second) {
      return pool_with(second).problem.claimants.size();
    };
    const std::string disabled = operation("a", "0", of("0", "-1"));
    EXPECT_EQ(claimants(disabled), 1U);
    EXPECT_EQ(judge(pool_with(disabled)).judgement, Judgement::fair) << mode;
    EXPECT_EQ(claimants(operation("a", "0.25", of("0", "1"))), 2U) << "it has something";
    EXPECT_EQ(claimants(operation("a", "0", of("0.5", "1"))), 2U) << "it wants something";
    EXPECT_EQ(claimants(operation("a", "0", of("\"0\"", "1"))), 2U) << "no number";
    std::string idle = operation("a", "0", of("0", "1"));
    idle.replace(idle.find("0.75"), 4, "0");
    EXPECT_EQ(claimants(idle), 2U);
  }
}

TEST(Orchid, AFifoPoolIsJudgedByTheIndices) {
  const auto text = [](const std::string& first, const std::string& second) {
    return orchid(",\"a\":" + scalar_pool("1", R"(,"mode":"fifo")"),
                  "\"x\":" + operation("a", first, R"(,"fifo_index":1)") +
                      ",\"y\":" + operation("a", second, R"(,"fifo_index":0)"));
  };
  const auto right = cases(read(text("0.25", "0.75")));
  ASSERT_EQ(right.size(), 2U);
  EXPECT_EQ(right[1].rule, Rule::fifo);
  EXPECT_EQ(judge(right[1]).judgement, Judgement::fair);
  ASSERT_TRUE(right[1].comparison);
  EXPECT_TRUE(right[1].comparison->matches);
  const auto wrong = cases(read(text("0.75", "0.25")));
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_EQ(judge(wrong[1]).judgement, Judgement::unfair);
  ASSERT_TRUE(wrong[1].comparison);
  EXPECT_EQ(*wrong[1].comparison->shares, (Codes{"0.25", "0.75"}));
}

TEST(Orchid, TellsWhatTheReleaseComputesForAPool) {
  const auto made = [](const OrchidOptions& options) {
    return read(orchid(",\"a\":" + scalar_pool("0.4999999999999999") +
                       ",\"b\":" + scalar_pool("0.5")),
                options)
        .divisions;
  };
  const auto of_2019 = made({});
  ASSERT_EQ(of_2019.size(), 1U);
  ASSERT_TRUE(of_2019[0].comparison);
  EXPECT_EQ(of_2019[0].comparison->scheduler, "ytsaurus-2019");
  EXPECT_EQ(*of_2019[0].comparison->shares, (Codes{"0.4999999999999999", "0.4999999999999999"}));
  EXPECT_FALSE(of_2019[0].comparison->matches);
  EXPECT_EQ(of_2019[0].comparison->resolution, of_2019[0].precision);
  const auto of_2018 = made({.era = schedulers::ytsaurus::scalar::Era::v2018});
  ASSERT_EQ(of_2018.size(), 1U);
  EXPECT_EQ(of_2018[0].comparison->scheduler, "ytsaurus-2018");
}

TEST(Orchid, AListOfPoolsThatIsNoTreeHasNoDivisions) {
  const auto expect = [](const std::string& text, const std::string& code,
                         const std::string& error) {
    const OrchidReading reading = read(text);
    EXPECT_EQ(told(reading), Codes{code + " orchid.json: " + error}) << text;
    EXPECT_TRUE(reading.divisions.empty());
  };
  for (const std::string text : {R"({"operations":{}})", "{}", "[]"}) {
    expect(text, "FS002", "pools: an object of fields by pool is expected");
  }
  expect(R"({"pools":{"<Root>":)" + scalar_pool("1", "", "") + R"(},"operations":7})", "FS002",
         "operations: an object of fields by operation is expected");
  expect(R"({"pools":{}})", "FS401", "pools: no root: every pool has a parent");
  expect(R"({"pools":{"a":{"weight":1}}})", "FS002",
         "pools: no pool has max_possible_usage_ratio (until 2020) or detailed_fair_share (later)");
  expect(R"({"pools":{"a":7}})", "FS002", "claimant a, pools: an object of fields is expected");
  expect(R"({"pools":{"a":{"parent":7}}})", "FS002", "claimant a, parent: a name is expected");
  expect(orchid(",\"a\":" + scalar_pool("1", "", "b")), "FS401",
         "claimant a, parent: \"b\" is not a pool");
  expect(orchid(",\"a\":" + scalar_pool("1", "", "x"), "\"x\":" + operation("<Root>", "1")),
         "FS401", "claimant a, parent: \"x\" is an operation, which has no children");
  const std::string cycle =
      "claimant a, parent: it is not below the root: its ancestors form a cycle";
  expect(orchid(",\"a\":" + scalar_pool("1", "", "b") + ",\"b\":" + scalar_pool("1", "", "a")),
         "FS401", cycle);
  expect(orchid(",\"a\":" + scalar_pool("1", "", "a")), "FS401", cycle);
  expect(orchid(",\"a\":" + scalar_pool("1", "", "")), "FS401",
         "claimant a, parent: neither it nor \"<Root>\" has a parent: a tree has one root");
  expect(orchid("", R"("x":{"weight":1})"), "FS401", "claimant x, pool: an operation needs a pool");
  expect(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":"fifo")") +
                ",\"b\":" + scalar_pool("1", "", "a")),
         "FS402", "claimant b, parent: \"a\" is a fifo pool, which can contain only operations");
}

// "<Root>" has fields of the scalar era, and of the other one "a" has a field that no other has.
TEST(Orchid, AFieldOfEitherEraTellsWhichItIs) {
  for (const std::string field :
       {"detailed_fair_share", "detailed_dominant_fair_share", "strong_guarantee_share",
        "limits_share", "demand_share", "usage_share", "promised_fair_share",
        "estimated_guarantee_share", "proposed_integral_share", "best_allocation_share"}) {
    EXPECT_EQ(codes(read(orchid(",\"a\":" + scalar_pool("1", ",\"" + field + "\":{}")))),
              Codes{"FS003 a " + field});
  }
  for (const std::string field :
       {"recursive_min_share_ratio", "adjusted_min_share_ratio", "guaranteed_resources_ratio",
        "max_possible_usage_ratio", "best_allocation_ratio"}) {
    EXPECT_EQ(codes(read(vector_orchid(",\"a\":" +
                                       vector_pool("1", "0", "1", "1", ",\"" + field + "\":1")))),
              Codes{"FS003 a " + field});
  }
}

TEST(Orchid, AClaimNeedsAllItsNumbers) {
  const auto child = [](const std::string& part, const std::string& instead) {
    std::string pool = scalar_pool("1");
    pool.replace(pool.find(part), part.size(), instead);
    return told(read(orchid(",\"a\":" + pool)));
  };
  const std::string of_a = "orchid.json: claimant a, ";
  EXPECT_EQ(child("\"weight\":1", "\"weight\":-1"),
            Codes{"FS011 " + of_a + "weight: the number is negative"});
  EXPECT_EQ(child("\"weight\":1,", ""), Codes{"FS002 " + of_a + "weight: the field is missing"});
  EXPECT_EQ(child("\"max_possible_usage_ratio\":1,", ""),
            Codes{"FS002 " + of_a + "max_possible_usage_ratio: the field is missing"});
  EXPECT_EQ(child("\"best_allocation_ratio\":1", "\"best_allocation_ratio\":-1"),
            Codes{"FS011 " + of_a + "best_allocation_ratio: the number is negative"});
  EXPECT_EQ(child(",\"fair_share_ratio\":1", ""),
            Codes{"FS002 " + of_a + "fair_share_ratio: the field is missing"});
  EXPECT_EQ(child("\"parent\":\"<Root>\"", "\"parent\":null").at(0).substr(0, 5), "FS401");
  // In a fifo pool it also needs its turn.
  EXPECT_EQ(told(read(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":"fifo")"),
                             R"("x":{"pool":"a","weight":1,"max_possible_usage_ratio":1,)"
                             R"("best_allocation_ratio":1,"fair_share_ratio":1})"))),
            Codes{"FS002 orchid.json: claimant x, fifo_index: the field is missing"});
  EXPECT_EQ(told(read(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":"fifo")"),
                             "\"x\":" + operation("a", "1", R"(,"fifo_index":-1)")))),
            Codes{"FS008 orchid.json: claimant x, fifo_index: -1 is not a whole number from 0 to "
                  "1000000000"});
  EXPECT_EQ(told(read(orchid(",\"a\":" + scalar_pool("1", R"(,"mode":7)") +
                             ",\"b\":" + scalar_pool("1", "", "a")))),
            Codes{"FS002 " + of_a + R"(mode: "fair_share" or "fifo" is expected here)"});
}

TEST(Orchid, APoolTwiceIsFS004) {
  const OrchidReading reading =
      read(orchid(",\"a\":" + scalar_pool("1") + ",\"a\":" + scalar_pool("1")));
  ASSERT_EQ(reading.errors.size(), 1U);
  EXPECT_EQ(reading.errors[0].code, "FS004");
}

TEST(Orchid, AnErrorInAnElementLeavesOutItsParentOnly) {
  const OrchidReading reading =
      read(orchid(",\"a\":" + scalar_pool("1"), R"("x":{"pool":"a","weight":1})"));
  EXPECT_EQ(codes(reading), (Codes{"FS002 x max_possible_usage_ratio"}));
  ASSERT_EQ(reading.divisions.size(), 1U);
  EXPECT_EQ(reading.divisions[0].path, "<Root>");
  const std::string good = R"("pool":"a","max_possible_usage_ratio":1,"best_allocation_ratio":1,)"
                           R"("adjusted_min_share_ratio":0,"fair_share_ratio":0.5)";
  const std::string of_first = "\"x\":{" + good + R"(},"y":{"weight":1,)" + good + "}";
  const OrchidReading first = read(orchid(",\"a\":" + scalar_pool("1"), of_first));
  EXPECT_EQ(codes(first), (Codes{"FS002 x weight"}));
  EXPECT_EQ(first.divisions.size(), 1U) << "not that of a";

  const auto share_error = [](const std::string& share) {
    return told(read(orchid(",\"a\":" + scalar_pool(share))));
  };
  const std::string place = " orchid.json: claimant a, fair_share_ratio: ";
  EXPECT_EQ(share_error("-1"), Codes{"FS011" + place + "the share is negative"});
  EXPECT_EQ(share_error("1e999"),
            Codes{"FS008" + place + "the share is out of range for a double"});
  EXPECT_EQ(share_error("\"1/3\""), Codes{});
  EXPECT_EQ(share_error("null"),
            Codes{"FS002" + place + "a number or a string \"p/q\" is expected here, not null"});
}

// A pool's share is read as its own and as what its children divide.
TEST(Orchid, EachPoolWithoutAGoodShareIsToldOnce) {
  const OrchidReading reading =
      read(orchid(",\"a\":" + scalar_pool("-1") + ",\"b\":" + scalar_pool("-2") + ",\"c\":" +
                  scalar_pool("0.5", "", "a") + ",\"d\":" + scalar_pool("0.5", "", "b")));
  EXPECT_EQ(told(reading),
            (Codes{"FS011 orchid.json: claimant a, fair_share_ratio: the share is negative",
                   "FS011 orchid.json: claimant b, fair_share_ratio: the share is negative"}));
  EXPECT_TRUE(reading.divisions.empty());
}

TEST(Orchid, TheTotalOfAPoolIsItsReportedShareAndOfTheRootAll) {
  const auto divisions = [](const std::string& share, const std::string& best) {
    std::string pool = scalar_pool("0.25", "", "a");
    pool.replace(pool.find("best_allocation_ratio\":1"), 24, "best_allocation_ratio\":" + best);
    return read(orchid(",\"a\":" + scalar_pool(share) + ",\"b\":" + pool)).divisions;
  };
  const auto usual = divisions("0.50", "0.5");
  ASSERT_EQ(usual.size(), 2U);
  EXPECT_EQ(usual[0].problem.total, 1);
  EXPECT_FALSE(usual[0].reported_total) << "nothing is reported of the root";
  EXPECT_EQ(usual[1].problem.total, Rational(1, 2));
  ASSERT_TRUE(usual[1].reported_total);
  EXPECT_EQ(usual[1].reported_total->text, "0.50");
  EXPECT_EQ(divisions("\"1/3\"", "1").at(1).problem.total, Rational(1, 3)) << "as it stands";
  EXPECT_EQ(divisions("0.1", "1").at(1).problem.total, exact::from_double(0.1));
  const auto less = divisions("0.50", "0.25");
  EXPECT_EQ(less.at(1).problem.total, Rational(1, 4)) << "b can use no more";
  EXPECT_FALSE(less.at(1).reported_total);
}

TEST(Orchid, AFractionIsADoubleOnlyWhereItIsOne) {
  const OrchidReading reading = read(orchid(",\"a\":" + scalar_pool("\"1/3\"")));
  const auto usual = cases_of(reading.divisions, {}, {});
  const auto* error = std::get_if<InputError>(&usual);
  ASSERT_NE(error, nullptr);
  EXPECT_EQ(error->code + " " + error->claimant + " " + error->field, "FS015 a fair_share_ratio");
  EXPECT_EQ(cases(reading, {.rounding = Rounding::exact}).size(), 1U);
}

TEST(Orchid, IsKnownByItsFirstKey) {
  EXPECT_TRUE(looks_like_orchid(R"({"pools":{)"));
  EXPECT_TRUE(looks_like_orchid("\n{ \"operations\" : {"));
  EXPECT_TRUE(looks_like_orchid(R"({"fair_share_info":{"pools")"));
  EXPECT_TRUE(looks_like_orchid(R"({"user_to_ephemeral_pools" : {"pools":{)"));
  EXPECT_TRUE(looks_like_orchid(R"({"pool_count":3,"pools":{)"));
  EXPECT_TRUE(looks_like_orchid(R"({ "default" : {"fair_share_info":{"pools")"));
  EXPECT_FALSE(looks_like_orchid(R"({"comment":{"config":{)"));
  EXPECT_FALSE(looks_like_orchid(R"({"tree":{"resource_limits":{)")) << "a record";
  EXPECT_FALSE(looks_like_orchid(R"({"total":{"cpu":1)"));
  EXPECT_FALSE(looks_like_orchid(R"({"a":{"b":{"c":{"config":{)"));
  EXPECT_FALSE(looks_like_orchid(R"({"default")"));
  EXPECT_FALSE(looks_like_orchid(R"({"def)"));
  EXPECT_FALSE(looks_like_orchid(R"([{"default":{"config":{)"));
  EXPECT_FALSE(looks_like_orchid(R"({"pool_count" 3)"));
  EXPECT_FALSE(looks_like_orchid(R"({"scheduler":{)"));
  EXPECT_FALSE(looks_like_orchid(R"({"pools":[)"));
  EXPECT_FALSE(looks_like_orchid(R"({"poolside":{)"));
  EXPECT_FALSE(looks_like_orchid(R"({"pools" 7)"));
  EXPECT_FALSE(looks_like_orchid("{"));
  EXPECT_FALSE(looks_like_orchid(""));
}

TEST(Orchid, TheRootDividesAllThereIsWhateverItShows) {
  std::string text = orchid(",\"a\":" + scalar_pool("0.5") + ",\"b\":" + scalar_pool("0.5"));
  const std::string share = R"("fair_share_ratio":1)";
  ASSERT_NE(text.find(share), std::string::npos);
  text.replace(text.find(share), share.size(), R"("fair_share_ratio":0.25)");
  const OrchidReading reading = read(text);
  EXPECT_EQ(codes(reading), Codes{});
  EXPECT_EQ(reading.divisions.at(0).problem.total, 1);
  EXPECT_EQ(judge(cases(reading).at(0)).judgement, Judgement::fair);
}

}  // namespace
}  // namespace fairshare::formats

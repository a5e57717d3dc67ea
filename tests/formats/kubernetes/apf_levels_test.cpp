// Priority levels of the API server: the seats that they divide.
// Runs in the repository's root.
#include "formats/kubernetes/dump_readers.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <variant>

#include "tests/formats/kubernetes/dumps.h"

namespace fairshare::formats {
namespace {

using namespace tests;
using exact::Rational;

TEST(ApfLevels, DivideTheirNominalSeats) {
  EXPECT_EQ(errors(apf()), Texts{});
  EXPECT_EQ(verdicts(apf()), (Texts{"priority levels, seats: fair, as computed"}));
  EXPECT_EQ(read(apf()).warnings, Texts{});
  EXPECT_EQ(value(level(apf()).level.total), 602);
  EXPECT_EQ(level(apf()).names.size(), 7U) << "the exempt level takes no part";
  EXPECT_EQ(level(apf()).names.at(6), "workload-low");
  EXPECT_EQ(level(apf()).called.min_share, "its minimum of seats");
  EXPECT_EQ(level(apf()).called.max_share, "its maximum of seats");
  EXPECT_EQ(level(apf()).called.demand, "what is asked for");
  EXPECT_EQ(level(apf()).called.claimant, "level");
  EXPECT_TRUE(level(apf()).has_own_total);
}

TEST(ApfLevels, RefuseATotalAndALevelThatIsNotConfigured) {
  Dump dump = apf();
  dump.options.totals = totals({"seats=600"});
  EXPECT_EQ(errors(dump),
            Texts{"FS018 dump: --total does not apply to priority levels: their total is the sum "
                  "of the nominal limits in the metrics"});
  dump = apf();
  dump.objects = replaced(dump.objects, "name: system", "name: systems");
  const Texts told = errors(dump);
  EXPECT_EQ(told.at(0),
            "FS105 metrics.txt:48: claimant system, apiserver_flowcontrol_nominal_limit_seats: "
            "dump has no PriorityLevelConfiguration of this name: a deleted level; remove its "
            "samples, unless it still has requests to serve");
  EXPECT_EQ(told.at(1).substr(0, 6), "FS104 ") << "systems has no metrics";
  EXPECT_TRUE(read(dump).parts.empty());
  EXPECT_EQ(read(dump).warnings, Texts{});
}

TEST(ApfLevels, RefuseAPartOfASeatWhereItIsWritten) {
  for (const auto& [sample, line] :
       {std::pair("current_limit_seats", 3), {"nominal_limit_seats", 43}}) {
    const std::string name = std::string("apiserver_flowcontrol_") + sample;
    for (const std::string number : {"13.5", "9223372036854775808"}) {
      Dump dump = apf();
      const std::string begin = name + "{priority_level=\"catch-all\"} ";
      dump.metrics = replaced(dump.metrics, begin + "13", begin + number);
      EXPECT_EQ(errors(dump), Texts{"FS008 metrics.txt:" + std::to_string(line) + ": " + name +
                                    ": the sample is not a whole number from 0 to "
                                    "9223372036854775807"});
    }
  }
}

TEST(ApfLevels, NoticeMetricsOfAnotherConfiguration) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "lendablePercent: 90", "lendablePercent: 50");
  EXPECT_EQ(read(dump).warnings,
            Texts{"workload-low: its limits in the metrics, 24 to 845 seats, differ from its "
                  "configuration: metrics and objects were taken at different times."});
  dump = apf();
  dump.objects =
      replaced(dump.objects, "nominalConcurrencyShares: 100", "nominalConcurrencyShares: 150");
  EXPECT_EQ(read(dump).warnings,
            Texts{"No server limit yields the nominal limits in the metrics from the shares in the "
                  "objects: metrics and objects were taken at different times."});
}

TEST(ApfLevels, OfWhichThereIsOneHaveAllSeatsOfTheServer) {
  Dump dump{
      "apiVersion: flowcontrol.apiserver.k8s.io/v1\nkind: PriorityLevelConfiguration\n"
      "metadata: {name: a}\nspec: {type: Limited, limited: {lendablePercent: 50}}\n"};
  for (const std::string sample :
       {"nominal_limit_seats", "upper_limit_seats", "target_seats", "current_limit_seats"}) {
    dump.metrics += "apiserver_flowcontrol_" + sample + "{priority_level=\"a\"} 10\n";
  }
  for (const std::string sample : {"lower_limit_seats", "demand_seats_high_watermark"}) {
    dump.metrics += "apiserver_flowcontrol_" + sample + "{priority_level=\"a\"} 5\n";
  }
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).warnings, Texts{}) << "its limit is above 9, and at most 10";
  dump.metrics = replaced(dump.metrics, "lower_limit_seats{priority_level=\"a\"} 5",
                          "lower_limit_seats{priority_level=\"a\"} 10");
  dump.objects = replaced(dump.objects, "lendablePercent: 50", "lendablePercent: 0");
  EXPECT_EQ(verdicts(dump), (Texts{"priority levels, seats: fair, as computed"}))
      << "all is its minimum, and no exempt level leaves it that";
}

// The lower limits sum to 258, the minimums to 486.
TEST(ApfLevels, HavePartsOfTheirMinimumsWhereAnExemptOneTakesMost) {
  const auto with = [](const std::string& exempt, const std::map<std::string, std::string>& seats) {
    Dump dump = apf();
    const std::string mark = "high_watermark{priority_level=\"exempt\"} ";
    dump.metrics = replaced(dump.metrics, mark + "6", mark + exempt);
    for (const auto& [level, number] : seats) {
      const std::string sample = "current_limit_seats{priority_level=\"" + level + "\"} ";
      const std::size_t begin = dump.metrics.find(sample) + sample.size();
      dump.metrics.replace(begin, dump.metrics.find('\n', begin) - begin, number);
    }
    EXPECT_EQ(errors(dump), Texts{});
    return dump;
  };
  // 602 - 500 are less than the lower limits.
  const std::map<std::string, std::string> least = {{"global-default", "24"},
                                                    {"workload-low", "24"}};
  EXPECT_EQ(verdicts(with("500", least)), (Texts{"priority levels, seats: fair"}));
  EXPECT_EQ(verdicts(with("500", {{"workload-low", "24"}})),
            (Texts{"priority levels, seats: FS204"}));
  // 602 - 230 are half of the way from 258 to 486: 3.5 of 7, and 110.5 of 221.
  const std::map<std::string, std::string> half = {{"global-default", "28"},
                                                   {"workload-low", "135"}};
  EXPECT_EQ(verdicts(with("230", half)), (Texts{"priority levels, seats: fair"}));
  EXPECT_EQ(verdicts(with("230", least)), (Texts{"priority levels, seats: FS101"}));
  const auto minimums = with("116", {{"workload-low", "245"}});
  EXPECT_EQ(verdicts(minimums), (Texts{"priority levels, seats: fair"}));
  EXPECT_EQ(read(minimums).parts.size(), 1U);
  EXPECT_EQ(verdicts(with("115", {})).size(), 1U);
  EXPECT_TRUE(std::holds_alternative<LevelWorld>(read(with("115", {})).parts.at(0).world));
}

TEST(ApfLevels, AreExemptOrLimited) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "type: Exempt", "type: Exempted");
  EXPECT_EQ(errors(dump), (Texts{"FS002 dump:21: claimant exempt, spec.type: \"Limited\" or "
                                 "\"Exempt\" is expected"}));
}

TEST(ApfLevels, MayBorrowAPercentageOfTheirSeats) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "lendablePercent: 90",
                          "borrowingLimitPercent: 50\n    lendablePercent: 90");
  dump.metrics = replaced(dump.metrics, "upper_limit_seats{priority_level=\"workload-low\"} 845",
                          "upper_limit_seats{priority_level=\"workload-low\"} 368");
  EXPECT_EQ(read(dump).warnings, Texts{}) << "245 and half of it, rounded away from 0";
  dump.metrics = replaced(dump.metrics, "upper_limit_seats{priority_level=\"workload-low\"} 368",
                          "upper_limit_seats{priority_level=\"workload-low\"} 367");
  ASSERT_EQ(read(dump).warnings.size(), 1U);
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 12), "workload-low");
}

TEST(ApfLevels, WithoutALendablePercentLendNothing) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "    lendablePercent: 0\n    limitResponse:\n",
                          "    limitResponse:\n");
  dump.objects = replaced(dump.objects, "    nominalConcurrencyShares: 5\n", "");
  ASSERT_EQ(read(dump).warnings.size(), 1U) << "30 shares, which Kubernetes fills in, are not 5";
  EXPECT_EQ(read(dump).warnings.at(0).substr(0, 12), "No server li");
}

TEST(ApfLevels, OfV1beta2CallTheirSharesAssured) {
  Dump dump = apf();
  const std::string nominal = "nominalConcurrencyShares";
  for (std::size_t at = 0; (at = dump.objects.find(nominal, at)) != std::string::npos;) {
    dump.objects.replace(at, nominal.size(), "assuredConcurrencyShares");
  }
  EXPECT_EQ(read(dump).warnings, Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(apf()));
}

TEST(ApfLevels, DivideNothingWhereAllAreExempt) {
  Dump dump = apf();
  dump.objects = dump.objects.substr(dump.objects.find("---\n") + 4);
  dump.objects = dump.objects.substr(0, dump.objects.find("---\n"));
  dump.objects =
      replaced(dump.objects, "nominalConcurrencyShares: 0", "nominalConcurrencyShares: 5");
  dump.metrics =
      "apiserver_flowcontrol_current_limit_seats{priority_level=\"exempt\"} 6\n"
      "apiserver_flowcontrol_demand_seats_high_watermark{priority_level=\"exempt\"} 6\n"
      "apiserver_flowcontrol_lower_limit_seats{priority_level=\"exempt\"} 9\n"
      "apiserver_flowcontrol_nominal_limit_seats{priority_level=\"exempt\"} 9\n"
      "apiserver_flowcontrol_upper_limit_seats{priority_level=\"exempt\"} 600\n";
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_TRUE(read(dump).parts.empty());
  EXPECT_EQ(read(dump).warnings, Texts{"All levels are exempt, so nothing is divided."});
  dump.metrics = replaced(dump.metrics, "lower_limit_seats{priority_level=\"exempt\"} 9",
                          "lower_limit_seats{priority_level=\"exempt\"} 0");
  EXPECT_TRUE(read(dump).parts.empty()) << "3 seats are left, and no level to give them to";
}

TEST(ApfLevels, AreFoundToBeWhatTheServerWouldRefuse) {
  Dump dump = apf();
  dump.metrics = replaced(dump.metrics, "target_seats{priority_level=\"system\"} 50",
                          "target_seats{priority_level=\"system\"} 49");
  EXPECT_EQ(errors(dump), Texts{});
  const auto made = cases_of(read(dump).parts.at(0), "dump", {});
  const auto& comparison = std::get<std::vector<Case>>(made).at(0).comparison;
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->shares, std::nullopt);
  EXPECT_EQ(comparison->fault, "target 4 is 49, which is below its lower bound of 50");
}

TEST(ApfLevels, NoteNothingWhereNoneIsExempt) {
  Dump dump = apf();
  EXPECT_EQ(read(dump).parts.at(0).notes,
            Texts{"The total is the sum of all nominal limits: the server divides it as if the "
                  "exempt levels (exempt 6) held none of it."});
  dump.objects = replaced(dump.objects, "  exempt:\n", "  limited:\n");
  dump.objects = replaced(dump.objects, "type: Exempt", "type: Limited");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).parts.at(0).notes, Texts{});
  EXPECT_EQ(level(dump).names.size(), 8U);
}

TEST(ApfLevels, ThatAreExemptHaveNoSharesUnlessTheySaySo) {
  Dump dump = apf();
  dump.objects = replaced(dump.objects, "  exempt:\n    lendablePercent: 0\n    nominal",
                          "  exempt:\n    lendablePercent: 0\n    #");
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(read(dump).warnings, Texts{});
  EXPECT_EQ(verdicts(dump), verdicts(apf()));
}

// The dump of a server of 1.`minor`, whose exempt level gets `exempt` seats.
Dump of_release(const std::string& minor, const std::string& exempt) {
  Dump dump = apf();
  dump.metrics = replaced(dump.metrics, "current_limit_seats{priority_level=\"exempt\"} 6",
                          "current_limit_seats{priority_level=\"exempt\"} " + exempt);
  dump.metrics += "kubernetes_build_info{major=\"1\",minor=\"" + minor + "\"} 1\n";
  return dump;
}

TEST(ApfLevels, ThatAreExemptTakePartUntil30) {
  for (const std::string minor : {"28", "30+"}) {
    Dump dump = of_release(minor, "38");
    dump.metrics = replaced(dump.metrics, "target_seats{priority_level=\"exempt\"} 13",
                            "target_seats{priority_level=\"exempt\"} 48.5");
    dump.metrics = replaced(dump.metrics, "{priority_level=\"workload-low\"} 361",
                            "{priority_level=\"workload-low\"} 323");
    EXPECT_EQ(errors(dump), Texts{});
    EXPECT_EQ(read(dump).warnings, Texts{});
    EXPECT_EQ(verdicts(dump), (Texts{"priority levels, seats: fair, as computed"})) << minor;
    EXPECT_EQ(read(dump).parts.at(0).notes, Texts{});
    EXPECT_EQ(level(dump).names.size(), 8U);
  }
  for (const std::string minor : {"31", "33+", "no number"}) {
    EXPECT_EQ(level(of_release(minor, "6")).names.size(), 7U) << minor;
  }
  Dump dump = apf();
  dump.metrics += "kubernetes_build_info 1\n";
  EXPECT_EQ(level(dump).names.size(), 7U);
}

TEST(ApfLevels, ThatAreExemptHaveNoMetricsUntil27) {
  Dump dump = apf();
  std::string metrics;
  for (std::size_t at = 0, end = 0; at < dump.metrics.size(); at = end + 1) {
    end = dump.metrics.find('\n', at);
    const std::string line = dump.metrics.substr(at, end - at + 1);
    if (line.find("\"exempt\"") == std::string::npos) metrics += line;
  }
  dump.metrics = metrics;
  EXPECT_EQ(errors(dump), Texts{});
  EXPECT_EQ(verdicts(dump), (Texts{"priority levels, seats: fair, as computed"}));
  EXPECT_EQ(read(dump).warnings, Texts{});
  EXPECT_EQ(read(dump).parts.at(0).notes, Texts{});
  dump.metrics = "apiserver_flowcontrol_nominal_limit_seats{priority_level=\"exempt\"} 1\n";
  EXPECT_EQ(errors(dump).at(6).substr(0, 5), "FS104") << "no level has seats";
}

TEST(ApfLevels, HaveAtLeastWhatTheyUseOfTheirNominalSeats) {
  const auto least = [](const Dump& dump, std::size_t i) {
    return value(level(dump).level.claims.at(i).min_share);
  };
  EXPECT_EQ(level(apf()).names.at(1), "global-default");
  EXPECT_EQ(least(apf(), 1), Rational(31)) << "24 are its lower limit, and 49 its nominal one";
  EXPECT_EQ(least(apf(), 0), Rational(13)) << "it used 2";
  EXPECT_EQ(least(apf(), 6), Rational(245)) << "it used 380";
}

TEST(ApfLevels, WithoutSharesHaveNoNominalSeats) {
  Dump dump = apf();
  dump.objects =
      replaced(dump.objects, "nominalConcurrencyShares: 100", "nominalConcurrencyShares: 0");
  EXPECT_EQ(read(dump).warnings,
            Texts{"No server limit yields the nominal limits in the metrics from the shares in the "
                  "objects: metrics and objects were taken at different times."});
}

}  // namespace
}  // namespace fairshare::formats

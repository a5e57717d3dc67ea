// Metrics of a run.
#include "formats/report/prometheus.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "tests/formats/verdict/cases.h"

namespace fairshare::formats {
namespace {

using namespace tests;

std::string report_of(const std::vector<Verdict>& verdicts) {
  Worst worst;
  Tally tally;
  keep(*find_reporter("prometheus"), verdicts, {1, 1}, worst);
  count(verdicts, tally);
  return prometheus_report(tally, worst);
}

Case named(Case division, const std::string& name) {
  division.title = name;
  division.file = "f.ndjson";
  return division;
}

TEST(Prometheus, HasASeriesForEachDivision) {
  Case over = named(reported({10, {{1, 8}, {1, 8}}}, {"8", "8"}), "over");
  over.resource = "memory";
  over.path = "/prod";
  over.label = "priority 50";
  EXPECT_EQ(
      report_of({judge(named(fair_case(), "a")), judge(named(unfair_case(), "b")), judge(over)}),
      "# HELP fairshare_fair 1 if the shares are fair, or if the minimums exceed the total and the "
      "shares are what can be expected; 0 if they are unfair.\n"
      "# TYPE fairshare_fair gauge\n"
      "fairshare_fair{name=\"a\",file=\"f.ndjson\"} 1\n"
      "fairshare_fair{name=\"b\",file=\"f.ndjson\"} 0\n"
      "fairshare_fair{name=\"over\",file=\"f.ndjson\",resource=\"memory\",path=\"/prod\",label="
      "\"priority 50\"} 1\n"
      "# HELP fairshare_distance How far the share farthest from fair is off, in the units of the "
      "input.\n"
      "# TYPE fairshare_distance gauge\n"
      "fairshare_distance{name=\"a\",file=\"f.ndjson\"} 0\n"
      "fairshare_distance{name=\"b\",file=\"f.ndjson\"} 3.3333333333333335\n"
      "# HELP fairshare_excess By how much the minimums exceed the total, in the units of the "
      "input.\n"
      "# TYPE fairshare_excess gauge\n"
      "fairshare_excess{name=\"over\",file=\"f.ndjson\",resource=\"memory\",path=\"/prod\",label="
      "\"priority 50\"} 6\n"
      "# HELP fairshare_judged Divisions that were judged, by verdict.\n"
      "# TYPE fairshare_judged gauge\n"
      "fairshare_judged{verdict=\"fair\"} 1\n"
      "fairshare_judged{verdict=\"unfair\"} 1\n"
      "fairshare_judged{verdict=\"overcommitted\"} 1\n"
      "# HELP fairshare_not_judged Errors: inputs that could not be read or judged.\n"
      "# TYPE fairshare_not_judged gauge\n"
      "fairshare_not_judged 0\n"
      "# HELP fairshare_left_out Judged divisions without their own fairshare_fair.\n"
      "# TYPE fairshare_left_out gauge\n"
      "fairshare_left_out 0\n");
}

TEST(Prometheus, HasNoSeriesWhereNothingWasJudged) {
  const std::string text = report_of({judge(fair_case())});
  EXPECT_NE(text.find("fairshare_fair{name=\"x\"} 1\n"), std::string::npos);
  EXPECT_EQ(text.find("fairshare_excess"), std::string::npos);
  EXPECT_TRUE(prometheus_report({.not_judged = 3}, {}).starts_with("# HELP fairshare_judged "));
  EXPECT_NE(prometheus_report({.not_judged = 3}, {}).find("fairshare_not_judged 3\n"),
            std::string::npos);
}

TEST(Prometheus, KeepsTheWorstOfTheSameLabels) {
  const std::string text =
      report_of({judge(fair_case()), judge(unfair_case()), judge(fair_case())});
  EXPECT_NE(text.find("fairshare_fair{name=\"x\"} 0\n"), std::string::npos);
  EXPECT_EQ(text.find("fairshare_fair{name=\"x\"} 1\n"), std::string::npos);
  EXPECT_NE(text.find("fairshare_left_out 2\n"), std::string::npos);
}

TEST(Prometheus, HasAThousandSeriesAtMost) {
  Worst worst;
  for (std::size_t i = 0; i < 1500; ++i) {
    Case division = i == 1400 ? unfair_case() : fair_case();
    division.title = std::to_string(i);
    keep(*find_reporter("prometheus"), std::vector{judge(division)}, {1, i + 1}, worst);
  }
  const std::string text = prometheus_report({.good = 1499, .bad = 1}, worst);
  std::size_t series = 0;
  for (std::size_t at = text.find("\nfairshare_fair{"); at != std::string::npos;
       at = text.find("\nfairshare_fair{", at + 1)) {
    ++series;
  }
  EXPECT_EQ(series, most_kept);
  EXPECT_NE(text.find("fairshare_fair{name=\"1400\"} 0\n"), std::string::npos);
  EXPECT_NE(text.find("fairshare_left_out 500\n"), std::string::npos);
}

TEST(Prometheus, SaysWhatNoDoubleHoldsAsInfinity) {
  Worst worst;
  keep({Severity::unfair, 0, {1, 1}}, {"{name=\"x\"}", std::numeric_limits<double>::infinity()},
       worst);
  EXPECT_NE(prometheus_report({.bad = 1}, worst).find("fairshare_distance{name=\"x\"} +Inf\n"),
            std::string::npos);
}

TEST(Prometheus, EscapesLabels) {
  EXPECT_EQ(prometheus_label("a\"b\\c"), "a\\\"b\\\\c");
  EXPECT_EQ(prometheus_label("a\nb"), "a\\\\nb") << "as people see it in all formats";
  EXPECT_EQ(prometheus_label("caf\xC3\xA9"), "caf\xC3\xA9");
  EXPECT_EQ(prometheus_label("caf\xC3"), "caf") << "no UTF-8";
  EXPECT_EQ(prometheus_label(std::string(300, 'x')), std::string(197, 'x') + "...");
}

TEST(Prometheus, NamesNoFileOfStandardInput) {
  Case one = fair_case();
  one.file = "-";
  EXPECT_EQ(prometheus_verdicts(std::vector{judge(one)}), "{name=\"x\"}");
  one.title = "";
  one.file = "a\"b";
  EXPECT_EQ(prometheus_verdicts(std::vector{judge(one)}), "{name=\"\",file=\"a\\\"b\"}");
}

}  // namespace
}  // namespace fairshare::formats

// The findings of docs/findings.md on YDB's compute scheduler: the records stand there and are
// replayed here; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include <string>

#include "tests/whole/findings_page.h"
#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

TEST(FindingYD1, WithOneCpuMoreAPoolGetsLess) {
  expect_finding("YD1", {allocation("5/7", R"("30/7","30/7","10/7")"),
                         allocation("11/14", R"("33/7","33/7","11/7")")});
}

TEST(FindingYD2, TheSamePoolWinsEveryTie) {
  expect_finding("YD2", {allocation("1/2", R"("1/2","1/2")")});
}

TEST(FindingYD3, WeightsWithAnInfiniteSumGetMoreThanThereIs) {
  const Finding finding = expect_replayed("YD3");
  const std::string fair = solved(finding.records.front().line, "ydb", {.fair = true});
  EXPECT_TRUE(fair.ends_with(R"("shares":["5","5"]})")) << fair;
}

}  // namespace
}  // namespace fairshare::tests

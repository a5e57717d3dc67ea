// The finding of docs/findings.md on HTCondor's group quotas: the record stands there and is
// replayed here; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include "tests/whole/findings_page.h"
#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

TEST(FindingHC1, AQuotaThatIsARoundingErrorGetsTheWholeSurplus) {
  const Finding finding = expect_replayed("HC1");
  ASSERT_EQ(finding.records.size(), 1U);
  EXPECT_EQ(solved(finding.records.front().line, "htcondor", {.fair = true}),
            R"({"outcome":"allocation","ratio":"1/2","shares":["1/2","0","1/2"]})");
}

}  // namespace
}  // namespace fairshare::tests

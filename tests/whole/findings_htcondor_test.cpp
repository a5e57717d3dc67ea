// The finding of docs/findings.md on HTCondor's group quotas: the record stands there and is
// replayed here; what is fair instead is stated by hand.
#include <gtest/gtest.h>

#include "tests/whole/findings_trees.h"

namespace fairshare::tests {
namespace {

TEST(FindingHC1, AQuotaThatIsARoundingErrorGetsTheWholeSurplus) {
  expect_finding("HC1", {allocation("1/2", R"("1/2","0","1/2")")});
}

}  // namespace
}  // namespace fairshare::tests

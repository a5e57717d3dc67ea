#include "fairshare/schedulers/common/model_result.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace fairshare::schedulers {
namespace {

TEST(ModelResult, HasTheOneAnswerOfAReleaseThatEnds) {
  const ModelResult result =
      result_of<std::int64_t>(Shares<std::int64_t>{{3, 4}}, exact::Rational(1, 2));
  EXPECT_EQ(result.outcome, "shares");
  EXPECT_EQ(result.answers, (std::vector<std::vector<Held>>{{std::int64_t{3}, std::int64_t{4}}}));
  EXPECT_TRUE(result.are_all);
  EXPECT_EQ(result.resolution, exact::Rational(1, 2));
}

TEST(ModelResult, HasNoAnswerOfAReleaseThatHangs) {
  const ModelResult result = result_of<double>(Hang{}, std::nullopt);
  EXPECT_EQ(result.outcome, "hang");
  EXPECT_TRUE(result.answers.empty());
  EXPECT_EQ(result.message, "");
}

TEST(ModelResult, SaysWhatWentWrongOnTheWay) {
  EXPECT_EQ(outcome_of(Fault::none), "shares");
  EXPECT_EQ(outcome_of(Fault::overflow), "overflow");
  EXPECT_EQ(outcome_of(Fault::nan), "nan");
  const Shares<double> wrapped{{0.5}, Fault::overflow};
  EXPECT_EQ(result_of<double>(wrapped, std::nullopt).outcome, "overflow");
}

TEST(Held, KeepsIntegersAndDoublesApart) {
  EXPECT_EQ(held(std::vector<double>{1}).at(0), Held(1.0));
  EXPECT_EQ(held(std::vector<std::int64_t>{1}).at(0), Held(std::int64_t{1}));
  EXPECT_NE(Held(1.0), Held(std::int64_t{1}));
}

}  // namespace
}  // namespace fairshare::schedulers

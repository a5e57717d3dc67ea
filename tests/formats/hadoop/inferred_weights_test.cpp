#include "formats/hadoop/inferred_weights.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace fairshare::formats {
namespace {

using exact::Rational;

bool never(const Weights&) {
  return false;
}

InferredWeights infer_weights(const std::vector<SteadyShare>& queues) {
  return formats::infer_weights(queues, never);
}

// Of queues without bounds.
Weights weights(const std::vector<std::int64_t>& shares) {
  std::vector<SteadyShare> queues;
  for (const std::int64_t share : shares) queues.push_back({share});
  return infer_weights(queues).weights;
}

TEST(InferredWeights, AreTheSimplestThatGiveTheShares) {
  EXPECT_EQ(weights({33, 33, 33}), (Weights{1, 1, 1}));
  EXPECT_EQ(weights({66, 33}), (Weights{2, 1}));
  EXPECT_EQ(weights({60, 40}), (Weights{3, 2}));
  EXPECT_EQ(weights({331968, 331968, 331968}), (Weights{1, 1, 1}));
  EXPECT_EQ(weights({49751, 49751, 50498}), (Weights{200, 200, 203}));
}

TEST(InferredWeights, AreNotThoseThatJustMissAShare) {
  EXPECT_EQ(weights({1, 2}), (Weights{1, 2})) << "equal ones give 1 and 1, or 2 and 2";
}

TEST(InferredWeights, GiveEachQueueItsPartOfTheSum) {
  EXPECT_EQ(weights({1, 7, 1}), (Weights{1, 7, 1})) << "1, 4, 1 give 1, 7, 1 only of 10.5 or more";
}

TEST(InferredWeights, AlsoGiveTheInstantaneousShares) {
  EXPECT_EQ(weights({4, 42, 17}), (Weights{4, 42, 17}));
  const std::vector<SteadyShare> small = {{4, 0, {}, 5}, {42, 0, {}, 58}, {17}};
  const Weights both = infer_weights(small).weights;
  EXPECT_LT(*both[1] / *both[0], Rational(59, 5));
  EXPECT_GT(*both[1] / *both[0], Rational(58, 6));
  EXPECT_EQ(*both[2], 17);
}

TEST(InferredWeights, AreThoseOfTheInstantaneousSharesWhereAllSteadyOnesAreZero) {
  const std::vector<SteadyShare> none = {{0, 0, {}, 30}, {0, 0, {}, 10}, {20, 20, {}, 20}};
  const InferredWeights inferred = infer_weights(none);
  EXPECT_TRUE(inferred.are_known);
  EXPECT_EQ(*inferred.weights[0] / *inferred.weights[1], 3);
  EXPECT_EQ(inferred.weights[2], std::nullopt);
}

TEST(InferredWeights, AreThoseOfTheSteadySharesWhereNoneGiveBoth) {
  const std::vector<SteadyShare> both = {{50, 0, {}, 10}, {50, 0, {}, 80}};
  EXPECT_EQ(infer_weights(both).weights, (Weights{1, 1}));
  const std::vector<SteadyShare> less = {{100, 0, 10, 10}, {50, 0, {}, 0}};
  EXPECT_EQ(infer_weights(less).weights, (Weights{2, 1})) << "the ratio would be below the steady";
}

TEST(InferredWeights, OfBothAreBoundedByTheQueuesThatShowABound) {
  const std::vector<SteadyShare> at_max = {{0, 0, 30, 30}, {0, 0, 10, 10}};
  const Weights above = infer_weights(at_max).weights;
  EXPECT_GT(*above[0], 0);
  EXPECT_GT(*above[1], 0);
  const std::vector<SteadyShare> at_min = {{20, 0, {}, 16}, {20, 0, {}, 17}, {6, 5, {}, 5}};
  const Weights both = infer_weights(at_min).weights;
  EXPECT_GT(*both[1], *both[0]);
  EXPECT_EQ(*both[2], 6);
}

TEST(InferredWeights, GiveEachQueueItsPartOfTheInstantaneousSum) {
  const std::vector<SteadyShare> queues = {{4, 0, {}, 7}, {1, 0, {}, 1}, {1, 0, {}, 1}};
  EXPECT_EQ(infer_weights(queues).weights, (Weights{Rational(70, 17), 1, 1}))
      << "4, 1, 1 give 7, 1, 1 only of 10.5 or more";
}

TEST(InferredWeights, AreTheSharesIfTheReleaseComputesThemOnlyWithThese) {
  const std::vector<SteadyShare> queues = {{10}, {2}, {2}}, zero = {{0}};
  const auto five = [](const Weights& weights) { return weights == Weights{5, 1, 1}; };
  EXPECT_EQ(infer_weights(queues).weights, (Weights{4, 1, 1}));
  EXPECT_EQ(formats::infer_weights(queues, five).weights, (Weights{5, 1, 1}));
  const auto none = [](const Weights& weights) { return weights == Weights{0}; };
  const InferredWeights of_zero = formats::infer_weights(zero, none);
  EXPECT_EQ(of_zero.weights, Weights{0});
  EXPECT_TRUE(of_zero.are_known);
}

TEST(InferredWeights, AreZeroWhereAShareIs) {
  EXPECT_EQ(weights({0, 50, 50}), (Weights{0, 1, 1}));
}

TEST(InferredWeights, AreNotKnownWhereNoShareTellsAnything) {
  const std::vector<SteadyShare> none(2);
  EXPECT_FALSE(infer_weights(none).are_known);
  EXPECT_EQ(infer_weights(none).weights, (Weights{1, 1}));
  EXPECT_TRUE(infer_weights({}).weights.empty());
}

TEST(InferredWeights, AreHiddenByAMinimum) {
  const std::vector<SteadyShare> queues = {{10, 10}, {45}, {45}};
  EXPECT_EQ(infer_weights(queues).weights, (Weights{std::nullopt, 1, 1}));
}

TEST(InferredWeights, AreAtLeastWhatReachesAMaximum) {
  const std::vector<SteadyShare> queues = {{50, 0, 50}, {20}, {5, 0, 5}};
  EXPECT_EQ(infer_weights(queues).weights, (Weights{3, 1, 1}));
  const std::vector<SteadyShare> all = {{50, 0, 50}, {20, 0, 20}};
  EXPECT_EQ(infer_weights(all).weights, (Weights{50, 20}));
  const std::vector<SteadyShare> above = {{50, 0, 40}, {20}};
  EXPECT_EQ(infer_weights(above).weights, (Weights{3, 1})) << "it has more than its maximum";
  const std::vector<SteadyShare> fixed = {{41, 41, 41}, {20}};
  EXPECT_EQ(infer_weights(fixed).weights, (Weights{3, 1})) << "its minimum is its maximum";
}

}  // namespace
}  // namespace fairshare::formats

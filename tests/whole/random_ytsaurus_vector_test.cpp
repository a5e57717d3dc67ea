// The vector HDRF on random trees: sane ones of one resource, compared with the exact rule; absurd
// ones only need some answer. A failure prints the seed of its tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include "fairshare/schedulers/ytsaurus/vector.h"
#include "tests/whole/random_pool_trees.h"

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

using namespace tests;

constexpr double precision = 1e-9;

TEST(RandomYtsaurusVector, ComputesItsOwnRuleOnSaneTreesOfOneResource) {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    Random random(seed);
    const Tree tree = sane_tree(random);
    const auto fair = fair_shares(tree);
    ASSERT_TRUE(fair.has_value());
    const Outcome outcome = compute(tree);
    const auto* shares = std::get_if<Shares>(&outcome);
    ASSERT_NE(shares, nullptr) << "seed " << seed << ": " << std::get<Crash>(outcome).assertion;
    for (std::size_t i = 0; i < tree.elements.size(); ++i) {
      ASSERT_NEAR(shares->elements[i].fair_share_ratio, exact::to_double(fair->shares[i]),
                  precision)
          << "seed " << seed << ", element " << i;
    }
  }
}

TEST(RandomYtsaurusVector, ComputesItsOwnRuleWithIntegralGuarantees) {
  int computed = 0;
  int with_integral_shares = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Random random(seed);
    const Tree tree = sane_tree_of_integral_pools(random);
    const auto fair = fair_shares(tree);
    ASSERT_TRUE(fair.has_value());
    const Outcome outcome = compute(tree);
    const auto* shares = std::get_if<Shares>(&outcome);
    if (shares == nullptr) continue;  // guarantees above the total leave nothing for relaxed pools
    ++computed;
    with_integral_shares += shares->elements.front().integral_guarantee[cpu] > 0 ? 1 : 0;
    for (std::size_t i = 0; i < tree.elements.size(); ++i) {
      ASSERT_NEAR(shares->elements[i].fair_share_ratio, exact::to_double(fair->shares[i]),
                  precision)
          << "seed " << seed << ", element " << i;
    }
  }
  EXPECT_GT(computed, 2500);
  EXPECT_GT(with_integral_shares, 500);
}

TEST(RandomYtsaurusVector, KeepsBoundsOnSaneTreesOfSeveralResources) {
  const Vector slack = piecewise::vector_of(precision);
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Random random(seed);
    const Tree tree = sane_tree_of_all_resources(random);
    const Outcome outcome = compute(tree);
    const auto* shares = std::get_if<Shares>(&outcome);
    ASSERT_NE(shares, nullptr) << "seed " << seed << ": " << std::get<Crash>(outcome).assertion;
    const auto children = children_of(tree);
    for (std::size_t i = 0; i < tree.elements.size(); ++i) {
      const ElementShares& one = shares->elements[i];
      ASSERT_TRUE(dominates(one.limits_share + slack, one.fair_share)) << "seed " << seed;
      ASSERT_TRUE(dominates(one.demand_share + slack, one.fair_share)) << "seed " << seed;
      Vector sum;
      for (const std::size_t child : children[i]) sum = sum + shares->elements[child].fair_share;
      ASSERT_TRUE(dominates(one.fair_share + slack, sum)) << "seed " << seed << ", element " << i;
    }
  }
}

double absurd_weight(Random& random) {
  constexpr std::array weights = {0.0,    5e-324,
                                  1e-300, 1e-10,
                                  1e-9,   1.1e-9,
                                  1e-6,   1.0,
                                  3.0,    1e9,
                                  1e300,  std::numeric_limits<double>::max(),
                                  -1.0,   std::numeric_limits<double>::infinity()};
  if (one_in(random, 30)) return std::nan("");
  if (!one_in(random, 8)) return static_cast<double>(pick(random, 1, 100)) / 7;
  return weights[static_cast<std::size_t>(pick(random, 0, weights.size() - 1))];
}

std::int64_t absurd_amount(Random& random, std::size_t resource) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const bool is_gpu = resource == static_cast<std::size_t>(Resource::gpu);
  const std::int64_t end = is_gpu ? std::numeric_limits<std::int32_t>::max() : most;
  if (one_in(random, 40)) return -pick(random, 1, end);
  if (one_in(random, 10)) return end - pick(random, 0, 3);
  if (one_in(random, 3)) return pick(random, 0, end);
  return pick(random, 0, 1000);
}

Tree absurd_tree(Random& random) {
  Tree tree = random_shape(random);
  for (std::size_t r = 0; r < resource_count; ++r) {
    tree.total[r] = one_in(random, 3) ? 0 : absurd_amount(random, r);
  }
  for (Element& element : tree.elements) {
    element.weight = absurd_weight(random);
    element.is_gang = one_in(random, 3);
    element.truncates_gangs = one_in(random, 2);
    if (one_in(random, 20)) element.mode = Mode::fifo;
    if (one_in(random, 3)) element.integral_type = static_cast<IntegralType>(pick(random, 0, 2));
    if (one_in(random, 3)) element.volume = static_cast<double>(pick(random, 0, 1'000'000));
    for (std::size_t r = 0; r < resource_count; ++r) {
      if (one_in(random, 4)) element.strong_guarantee[r] = absurd_amount(random, r);
      if (one_in(random, 5)) element.limits[r] = absurd_amount(random, r);
      if (one_in(random, 3)) element.resource_flow[r] = absurd_amount(random, r);
      if (one_in(random, 3)) element.burst_guarantee[r] = absurd_amount(random, r);
      if (one_in(random, 3)) element.demand[r] = absurd_amount(random, r);
      if (one_in(random, 3))
        element.usage[r] = std::min(element.demand[r], absurd_amount(random, r));
    }
  }
  return tree;
}

TEST(RandomYtsaurusVector, AnswersAbsurdTrees) {
  int computed = 0;
  int crashed = 0;
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    Random random(seed);
    const Tree tree = absurd_tree(random);
    const Outcome outcome = compute(tree);
    const auto* shares = std::get_if<Shares>(&outcome);
    shares != nullptr ? ++computed : ++crashed;
    if (shares == nullptr) continue;
    ASSERT_EQ(shares->elements.size(), tree.elements.size());
    for (const ElementShares& one : shares->elements) {
      ASSERT_TRUE(std::isfinite(one.fair_share_ratio)) << "seed " << seed;
      ASSERT_GE(one.fair_share_ratio, 0) << "seed " << seed;
    }
  }
  EXPECT_GT(computed, 400);
  EXPECT_GT(crashed, 400);
}

TEST(RandomYtsaurusVector, DividesAbsurdTreesExactlyAllTheSame) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Random random(seed);
    Tree tree = absurd_tree(random);
    for (std::size_t r = 0; r < resource_count; ++r) {
      if (r != cpu) tree.total[r] = 0;
    }
    for (Element& element : tree.elements) {
      if (!(element.weight >= 0) || std::isinf(element.weight)) element.weight = 0;
      if (has_nested_integral_pools(tree)) element.integral_type = IntegralType::none;
    }
    const auto fair = fair_shares(tree);
    ASSERT_TRUE(fair.has_value());
    const auto children = children_of(tree);
    for (std::size_t i = 0; i < tree.elements.size(); ++i) {
      exact::Rational sum = 0;
      for (const std::size_t child : children[i]) sum += fair->shares[child];
      if (children[i].empty()) sum = fair->shares[i];
      ASSERT_EQ(sum, fair->shares[i]) << "seed " << seed;
      ASSERT_GE(fair->shares[i], fair->bounds[i].guarantee) << "seed " << seed;
      ASSERT_LE(fair->shares[i], fair->bounds[i].most) << "seed " << seed;
    }
  }
}

TEST(RandomYtsaurusVector, ReturnsFromTheWidestTreesInTime) {
  Random random(7);
  Tree tree;
  for (std::size_t r = 0; r < resource_count; ++r) tree.total[r] = 1'000'000;
  tree.elements.push_back({});
  for (int i = 0; i < 1000; ++i) {
    const double weight = std::ldexp(1, static_cast<int>(pick(random, -20, 20)));
    Element element{.parent = 0, .is_operation = true, .weight = weight};
    for (std::size_t r = 0; r < resource_count; ++r) {
      element.demand[r] = pick(random, 1, 100'000);
      element.usage[r] = pick(random, 0, element.demand[r]);
    }
    tree.elements.push_back(element);
  }
  const auto start = std::chrono::steady_clock::now();
  const Outcome outcome = compute(tree);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(seconds.count(), 60) << "it takes two, under sanitizers";
  const auto* shares = std::get_if<Shares>(&outcome);
  ASSERT_NE(shares, nullptr);
  const auto& all = shares->elements;
  const std::size_t served = static_cast<std::size_t>(std::ranges::count_if(
      all, [](const ElementShares& one) { return one.fair_share_ratio > 0; }));
  EXPECT_EQ(served, all.size());
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus_vector

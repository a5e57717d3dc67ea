// Random pool trees: sane ones, compared with the exact rule, and nonsense, for which the model
// must return.
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/schedulers/ytsaurus/scalar.h"
#include "fairshare/schedulers/ytsaurus/scalar_fair.h"

namespace fairshare::schedulers::ytsaurus::scalar {
namespace {

using exact::Rational;
using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t end) {
  return random() % end;
}

// A multiple of 1/64 up to `most`, so that sums and products of a few are exact.
double part(Random& random, double most) {
  return static_cast<double>(below(random, static_cast<std::size_t>(most * 64) + 1)) / 64;
}

// Only the shape: `size` elements; a fifo pool only has operations.
Tree random_shape(Random& random, std::size_t size) {
  Tree tree{{Element{}}, {}};
  std::vector<std::size_t> depth = {0};
  tree.elements[0].mode = below(random, 16) == 0 ? Mode::fifo : Mode::fair_share;
  while (tree.elements.size() < size) {
    Element element;
    const std::size_t parent = below(random, tree.elements.size());
    if (tree.elements[parent].is_operation) continue;
    element.parent = parent;
    const bool must_be_one = tree.elements[parent].mode == Mode::fifo || depth[parent] >= 3;
    element.is_operation = must_be_one || below(random, 2) == 0;
    element.mode = below(random, 6) == 0 ? Mode::fifo : Mode::fair_share;
    tree.elements.push_back(element);
    depth.push_back(depth[parent] + 1);
  }
  return tree;
}

Tree sane_tree(Random& random) {
  Tree tree = random_shape(random, 2 + below(random, 24));
  for (Element& element : tree.elements) {
    element.weight = below(random, 12) == 0 ? 0 : part(random, 4) + 1.0 / 64;
    if (below(random, 2) == 0) element.min_share_ratio = part(random, 1);
    if (below(random, 8) == 0) element.min_share_resources_ratio = part(random, 0.5);
    if (below(random, 4) == 0) element.max_share_ratio = part(random, 1);
    if (below(random, 6) == 0) element.resource_limit_ratio = part(random, 1);
    if (!element.is_operation) continue;
    element.demand_ratio = part(random, below(random, 2) == 0 ? 0.25 : 2);
    element.usage_ratio = element.demand_ratio / 2;
    if (below(random, 4) == 0) element.best_allocation_ratio = part(random, 1);
    element.start_time = static_cast<double>(below(random, 4));
  }
  return tree;
}

// What a child's share may be off, given what its parent's is: that, since shares move by no more
// than the total; and the resolution of the division. Minimums are rounded 4 times a level at most,
// at most 4 levels deep, and add up to 1 at most; in 2018 they are scaled to a guarantee that was
// bisected on its own, which may be as far off as a share.
double allowed_error(Era era, double of_parent, double of_guarantee, const Division& division) {
  const double minimums = 16 * computation_precision + (era == Era::v2018 ? of_guarantee : 0);
  return of_parent + 2 * minimums + exact::to_double(division.resolution);
}

// Compares a pool's children with the exact rule, and with the pool itself.
void check_pool(Era era, const Tree& tree, const ComputedTree& computed, const FairTree& exact,
                const std::vector<std::size_t>& children, std::vector<double>& allowed) {
  const std::size_t pool = *tree.elements[children[0]].parent;
  const double total = pool == 0 ? 1 : computed.elements[pool].fair_share_ratio;
  const auto division = divide(era, tree.elements[pool].mode, claims_of(tree, computed, children),
                               exact::from_double(total));
  ASSERT_TRUE(division);
  const double resolution = exact::to_double(division->resolution);
  double sum = 0;
  for (const std::size_t child : children) {
    const Computed& known = computed.elements[child];
    allowed[child] = allowed_error(era, allowed[pool], allowed[pool], *division);
    EXPECT_NEAR(known.fair_share_ratio, exact::to_double(exact.shares[child]), allowed[child]);
    EXPECT_GE(known.fair_share_ratio, 0);
    const double most = std::min(known.max_possible_usage_ratio, known.best_allocation_ratio);
    const bool may_pass_maximum = era == Era::v2019 && pool != 0;  // FindingY1
    if (!may_pass_maximum) {
      EXPECT_LE(known.fair_share_ratio, most + resolution);
    }
    sum += known.fair_share_ratio;
  }
  const bool may_exceed_total = era == Era::v2018;  // FindingY3
  if (!may_exceed_total) {
    EXPECT_LE(sum, total + resolution);
  }
}

TEST(RandomYtsaurusScalar, SaneTreesAreTheExactRuleToWithinTheResolution) {
  Random random(20190601);
  int pools = 0;
  int not_fitting = 0;
  for (int round = 0; round < 1500; ++round) {
    const Tree tree = sane_tree(random);
    const auto children = children_of(tree);
    for (const Era era : {Era::v2018, Era::v2019}) {
      SCOPED_TRACE(round);
      const ComputedTree computed = compute(era, tree);
      const auto solved = fair(era, tree);
      ASSERT_TRUE(std::holds_alternative<FairTree>(solved));
      const auto& exact = std::get<FairTree>(solved);
      std::vector<double> allowed(tree.elements.size());
      for (std::size_t i = 0; i < children.size(); ++i) {
        if (children[i].empty()) continue;
        check_pool(era, tree, computed, exact, children[i], allowed);
        ++pools;
        not_fitting += exact.notes[i].empty() ? 0 : 1;
      }
      EXPECT_EQ(compute(era, tree).elements, computed.elements);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(pools, 10'000);
  EXPECT_GT(not_fitting, 500);
}

// If everything fits, the exact rule is the definition: a pool's children divide fairly.
TEST(RandomYtsaurusScalar, WhereSumsFitTheExactRuleIsTheDefinition) {
  Random random(20180301);
  int pools = 0;
  for (int round = 0; round < 1500; ++round) {
    const Tree tree = sane_tree(random);
    const auto children = children_of(tree);
    const auto solved = fair(Era::v2019, tree);
    ASSERT_TRUE(std::holds_alternative<FairTree>(solved));
    const auto& exact = std::get<FairTree>(solved);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (children[i].empty() || !exact.notes[i].empty()) continue;
      if (tree.elements[i].mode == Mode::fifo) continue;
      Rational sum = 0;
      for (const std::size_t child : children[i]) sum += exact.shares[child];
      EXPECT_EQ(sum, exact.shares[i]);
      ++pools;
    }
  }
  EXPECT_GT(pools, 3'000);
}

double nonsense(Random& random) {
  constexpr std::array numbers = {0.0,
                                  -0.0,
                                  1.0,
                                  -1.0,
                                  0.5,
                                  1e-300,
                                  -1e300,
                                  1e308,
                                  0x1p-1074,
                                  3e16,
                                  1e-6,
                                  -0.1,
                                  0x1p-52,
                                  0x1p-26,
                                  1e10,
                                  std::numeric_limits<double>::infinity(),
                                  -std::numeric_limits<double>::infinity(),
                                  std::numeric_limits<double>::quiet_NaN()};
  return below(random, 3) == 0 ? part(random, 2) : numbers[below(random, numbers.size())];
}

Amounts nonsense_amounts(Random& random) {
  Amounts amounts{};
  for (double& amount : amounts) amount = nonsense(random);
  return amounts;
}

Tree nonsense_tree(Random& random) {
  Tree tree = random_shape(random, 1 + below(random, 20));
  for (Element& element : tree.elements) {
    for (double* const number :
         {&element.weight, &element.min_share_ratio, &element.max_share_ratio, &element.start_time,
          &element.pending_job_count, &element.min_share_resources_ratio,
          &element.resource_limit_ratio, &element.demand_ratio, &element.usage_ratio,
          &element.best_allocation_ratio, &element.fair_share_starvation_tolerance,
          &element.fair_share_starvation_tolerance_limit, &element.memory_per_job}) {
      if (below(random, 3) != 0) *number = nonsense(random);
    }
    element.min_share_resources = nonsense_amounts(random);
    element.resource_limits = nonsense_amounts(random);
    element.demand = nonsense_amounts(random);
    element.usage = nonsense_amounts(random);
    for (std::size_t k = below(random, 4); k-- > 0;) {
      element.fifo_sort_parameters.push_back(static_cast<SortParameter>(below(random, 3)));
    }
  }
  if (below(random, 2) == 0) {
    tree.cluster = Cluster{nonsense_amounts(random), {{nonsense(random), nonsense(random)}}};
  }
  return tree;
}

// The sanitizers judge; here it is enough to return.
TEST(RandomYtsaurusScalar, NonsenseReturns) {
  Random random(4096);
  for (int round = 0; round < 4000; ++round) {
    const Tree tree = nonsense_tree(random);
    const auto children = children_of(tree);
    for (const Era era : {Era::v2018, Era::v2019}) {
      const ComputedTree computed = compute(era, tree);
      EXPECT_EQ(computed.elements.size(), tree.elements.size());
      static_cast<void>(fair(era, tree));
      for (std::size_t i = 0; i < children.size(); ++i) {
        const auto claims = claims_of(tree, computed, children[i]);
        const auto division = divide(era, tree.elements[i].mode, claims, 1);
        if (division) {
          EXPECT_FALSE(find_defect(division->problem));
        }
      }
    }
  }
}

}  // namespace
}  // namespace fairshare::schedulers::ytsaurus::scalar

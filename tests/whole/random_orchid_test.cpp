// Orchids with what the model of 2023 gives random trees of several resources: all pools are fair,
// and if an element's share is changed, something is unfair. A failure prints the seed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/verdict/division.h"
#include "formats/verdict/verdict.h"
#include "formats/ytsaurus/orchid.h"
#include "tests/whole/random_pool_trees.h"

namespace fairshare::formats {
namespace {

using namespace tests;

// What real trees have besides several resources: gangs, and integral guarantees.
Tree rich_tree(Random& random) {
  Tree tree = sane_tree_of_all_resources(random);
  for (Element& element : tree.elements) {
    element.is_gang = one_in(random, 8);
    element.truncates_gangs = one_in(random, 4);
    if (!element.parent || element.is_operation || !one_in(random, 6)) continue;
    element.integral_type = one_in(random, 2) ? IntegralType::burst : IntegralType::relaxed;
    if (has_nested_integral_pools(tree)) element.integral_type = IntegralType::none;
    element.resource_flow[cpu] = pick(random, 0, tree.total[cpu] / 4);
    element.burst_guarantee[cpu] = pick(random, 0, tree.total[cpu] / 4);
    element.volume = static_cast<double>(pick(random, 0, 10'000)) / 100;
  }
  return tree;
}

std::string text_of(const Vector& shares) {
  std::vector<std::string> members;
  for (std::size_t r = 0; r < resource_count; ++r) {
    members.push_back(fmt::format("\"{}\":{:.17g}", resource_names[r], shares[r]));
  }
  return fmt::format("{{{}}}", fmt::join(members, ","));
}

Vector usage_of(const Tree& tree, const Element& operation) {
  Vector usage;
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (tree.total[r] == 0) continue;
    usage[r] = static_cast<double>(operation.usage[r]) / static_cast<double>(tree.total[r]);
  }
  return usage;
}

std::string fields_of(const Tree& tree, std::size_t i, const ElementShares& shares) {
  const Element& element = tree.elements[i];
  std::string text = fmt::format(
      R"("weight":{:.17g},"limits_share":{},"demand_share":{},"strong_guarantee_share":{},)"
      R"("proposed_integral_share":{},"detailed_fair_share":{{)"
      R"("total":{},"strong_guarantee":{},"integral_guarantee":{},"weight_proportional":{}}},)"
      R"("usage_share":{},"is_gang":{})",
      element.weight, text_of(shares.limits_share), text_of(shares.demand_share),
      text_of(shares.strong_guarantee_share), text_of(shares.proposed_integral_share),
      text_of(shares.fair_share), text_of(shares.strong_guarantee),
      text_of(shares.integral_guarantee), text_of(shares.weight_proportional),
      text_of(usage_of(tree, element)), element.is_gang);
  if (shares.fifo_index) text += fmt::format(R"(,"fifo_index":{})", *shares.fifo_index);
  if (element.parent) {
    text +=
        fmt::format(R"(,"{}":"p{}")", element.is_operation ? "pool" : "parent", *element.parent);
  }
  if (element.mode == Mode::fifo) text += R"(,"mode":"fifo")";
  if (element.integral_type == IntegralType::burst) text += R"(,"integral_guarantee_type":"burst")";
  if (element.integral_type == IntegralType::relaxed) {
    text += R"(,"integral_guarantee_type":"relaxed")";
  }
  return text;
}

std::string orchid_of(const Tree& tree, const Shares& shares) {
  std::vector<std::string> pools;
  std::vector<std::string> operations;
  for (std::size_t i = 0; i < tree.elements.size(); ++i) {
    auto& map = tree.elements[i].is_operation ? operations : pools;
    map.push_back(fmt::format("\"p{}\":{{{}}}", i, fields_of(tree, i, shares.elements[i])));
  }
  return fmt::format(R"({{"pools":{{{}}},"operations":{{{}}}}})", fmt::join(pools, ","),
                     fmt::join(operations, ","));
}

struct Judged {
  int several = 0;  // divisions of dominant shares
  int fifo = 0;
  int unfair = 0;  // of both
  std::string first_unfair = {};
};

Judged judge_all(const std::string& text) {
  OrchidReading reading = read_orchid({"orchid.json", text}, {});
  EXPECT_TRUE(reading.errors.empty()) << reading.errors[0].message;
  Judged judged;
  auto made = cases_of(std::move(reading.divisions), {}, {});
  for (Case& one : std::get<std::vector<Case>>(made)) {
    if (one.rule == Rule::base) continue;
    ++(one.rule == Rule::fifo ? judged.fifo : judged.several);
    const std::string path = one.path;
    if (judge(std::move(one)).judgement != Judgement::unfair) continue;
    ++judged.unfair;
    judged.first_unfair = path;
  }
  return judged;
}

// With integral guarantees of several resources, the release may give an element more than its
// limits, and the root more than the cluster.
bool is_within_limits(const Shares& shares) {
  const Vector slack = schedulers::piecewise::vector_of(1e-9);
  return std::ranges::all_of(shares.elements, [&](const ElementShares& one) {
    return dominates(one.limits_share + slack, one.fair_share);
  });
}

// Less, or more, for an element and all below it.
void scale(Tree& tree, Shares& shares, std::size_t top, double by) {
  std::vector<bool> is_below(tree.elements.size());
  is_below[top] = true;
  for (std::size_t i = top; i < tree.elements.size(); ++i) {
    if (i != top) is_below[i] = is_below[*tree.elements[i].parent];
    if (!is_below[i]) continue;
    ElementShares& one = shares.elements[i];
    for (Vector* part : {&one.fair_share, &one.strong_guarantee, &one.integral_guarantee,
                         &one.weight_proportional}) {
      *part = *part * by;
    }
  }
}

TEST(RandomOrchid, WhatTheReleaseGivesSeveralResourcesIsFair) {
  int several = 0;
  int fifo = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Random random(seed);
    const Tree tree = rich_tree(random);
    const Outcome outcome = compute(tree);
    const auto* shares = std::get_if<Shares>(&outcome);
    if (shares == nullptr || !is_within_limits(*shares)) continue;
    const Judged judged = judge_all(orchid_of(tree, *shares));
    several += judged.several;
    fifo += judged.fifo;
    ASSERT_EQ(judged.unfair, 0) << "seed " << seed << ", " << judged.first_unfair;
  }
  EXPECT_GT(several, 5000);
  EXPECT_GT(fifo, 400);
}

TEST(RandomOrchid, AnotherShareIsMostlyUnfair) {
  int changed = 0;
  int noticed = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Random random(seed);
    Tree tree = rich_tree(random);
    Outcome outcome = compute(tree);
    auto* shares = std::get_if<Shares>(&outcome);
    const auto last = static_cast<std::int64_t>(tree.elements.size()) - 1;
    if (shares == nullptr || last < 1) continue;
    const auto element = static_cast<std::size_t>(pick(random, 1, last));
    if (shares->elements[element].fair_share_ratio < 0.001) continue;
    scale(tree, *shares, element, one_in(random, 2) ? 0.9 : 1.1);
    ++changed;
    noticed += judge_all(orchid_of(tree, *shares)).unfair > 0 ? 1 : 0;
  }
  EXPECT_GT(changed, 250);
  EXPECT_GT(noticed * 10, changed * 8) << noticed << " of " << changed;
}

}  // namespace
}  // namespace fairshare::formats

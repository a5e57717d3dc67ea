// A million changes, each of which is followed by the question: does the divider answer what
// `solve` answers for the same problem, bit for bit? The claimants and totals are the adversary's;
// a changed one may come from another family than the rest. Many claimants are asked about more
// rarely, since `solve` reads them all.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "fairshare/reference/divider/divider.h"
#include "fairshare/reference/divider/tree_divider.h"
#include "fairshare/reference/solve.h"
#include "fuzz/adversary.h"
#include "fuzz/choices.h"

namespace fairshare::tests {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The same problem twice: as the divider knows it, and as columns.
template <class AnyDivider>
class Twins {
 public:
  explicit Twins(const Problem<double>& problem) : total_(problem.total), divider_(problem) {
    for (const Claimant<double>& claimant : problem.claimants) push_back(claimant);
  }

  std::size_t size() const { return weight_.size(); }

  void set_total(double total) {
    divider_.set_total(total);
    total_ = total;
  }
  void set(std::size_t index, const Claimant<double>& claimant) {
    divider_.set(index, claimant);
    weight_[index] = claimant.weight;
    min_share_[index] = claimant.min_share;
    max_share_[index] = claimant.max_share.value_or(infinity);
  }
  void set_weight(std::size_t index, double weight) {
    set(index, {weight, min_share_[index], max_share_[index]});
  }
  void add(const Claimant<double>& claimant) {
    divider_.add(claimant);
    push_back(claimant);
  }
  void remove(std::size_t index) {
    divider_.remove(index);
    for (std::vector<double>* column : {&weight_, &min_share_, &max_share_}) {
      (*column)[index] = column->back();
      column->pop_back();
    }
  }

  // One time in eight all shares are asked for, else one of them.
  testing::AssertionResult agree(fuzz::Choices& choices) {
    shares_.resize(size());
    const auto expected =
        reference::solve(total_, {weight_, min_share_, max_share_}, shares_, workspace_);
    const bool asks_all = choices.one_in(8);
    const std::size_t begin = asks_all || size() == 0 ? 0 : choices.below(size());
    const std::size_t end = asks_all ? size() : std::min(begin + 1, size());
    if (!is_same(divider_.outcome(), expected)) return failure("the outcome");
    for (std::size_t i = begin; i < end; ++i) {
      const auto share = divider_.find_share(i);
      const bool has_share = std::holds_alternative<reference::Ratio>(expected);
      if (share.has_value() != has_share || (has_share && *share != shares_[i])) {
        return failure("a share");
      }
    }
    return testing::AssertionSuccess();
  }

 private:
  static bool is_same(const reference::Outcome& outcome, const reference::Outcome& expected) {
    if (outcome.index() != expected.index()) return false;
    if (const auto* ratio = std::get_if<reference::Ratio>(&outcome)) {
      return ratio->ratio == std::get<reference::Ratio>(expected).ratio;
    }
    if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) {
      return *over == std::get<Overcommitted<double>>(expected);
    }
    return std::get<Surplus<double>>(outcome) == std::get<Surplus<double>>(expected);
  }

  testing::AssertionResult failure(const char* what) const {
    auto result = testing::AssertionFailure() << what << " differs: total " << total_;
    for (std::size_t i = 0; i < std::min<std::size_t>(size(), 30); ++i) {
      result << "\n" << weight_[i] << " " << min_share_[i] << " " << max_share_[i];
    }
    return result;
  }

  void push_back(const Claimant<double>& claimant) {
    weight_.push_back(claimant.weight);
    min_share_.push_back(claimant.min_share);
    max_share_.push_back(claimant.max_share.value_or(infinity));
  }

  double total_;
  std::vector<double> weight_, min_share_, max_share_;
  AnyDivider divider_;
  reference::Workspace workspace_;
  std::vector<double> shares_;
};

// One of the possible changes, towards a claimant of another problem.
template <class AnyDivider>
void change_one(Twins<AnyDivider>& twins, const Claimant<double>& claimant,
                fuzz::Choices& choices) {
  const std::uint64_t kind = choices.below(8);
  if (kind == 0 || twins.size() == 0) {
    twins.add(claimant);
  } else if (kind == 1) {
    twins.remove(choices.below(twins.size()));
  } else if (kind == 2) {
    twins.set_weight(choices.below(twins.size()), claimant.weight);
  } else {
    twins.set(choices.below(twins.size()), claimant);
  }
}

// The number of changes.
std::size_t change_and_ask(fuzz::Family family, std::uint64_t seed) {
  fuzz::Choices choices(seed << 8U | static_cast<std::uint64_t>(family));
  const auto problem_of = [&](fuzz::Family one, std::size_t size_max) {
    return fuzz::adversarial_problem(one, choices, size_max);
  };
  Twins<reference::TreeDivider> twins(problem_of(family, 12));
  EXPECT_TRUE(twins.agree(choices)) << fuzz::name_of(family) << " " << seed;
  std::size_t changes = 0;
  for (int round = 0; round < 30; ++round) {
    const bool is_guest = choices.one_in(6);
    const auto guest = fuzz::families[choices.below(fuzz::families.size())];
    const Problem<double> other = problem_of(is_guest ? guest : family, 6);
    twins.set_total(other.total);
    ++changes;
    EXPECT_TRUE(twins.agree(choices)) << fuzz::name_of(family) << " " << seed;
    for (const Claimant<double>& claimant : other.claimants) {
      change_one(twins, claimant, choices);
      ++changes;
      EXPECT_TRUE(twins.agree(choices)) << fuzz::name_of(family) << " " << seed;
    }
  }
  return changes;
}

TEST(RandomDivider, AnswersAsSolveDoesAfterEachOfAMillionChanges) {
  std::size_t changes = 0;
  for (std::uint64_t seed = 0; changes < 1'000'000 && !HasFailure(); ++seed) {
    for (const fuzz::Family family : fuzz::families) changes += change_and_ask(family, seed);
  }
}

// Thousands of claimants, so that the tree is high; a quarter of the changes moves the total to
// another quantile, and one in a thousand a weight beyond what fits together with the others.
enum class Kind { uniform, ties, equal, geometric };

Claimant<double> claimant_of(Kind kind, fuzz::Choices& choices) {
  const auto small = [&](std::uint64_t end) { return static_cast<double>(choices.below(end)); };
  const double weight = choices.one_in(1000) ? std::ldexp(1.0, -300) : 0.125 + choices.fraction();
  const double min_share = choices.fraction();
  switch (kind) {
    case Kind::uniform:
      return {weight, min_share, min_share + 2 * choices.fraction()};
    case Kind::ties:
      return {small(4), 1, 1 + small(4)};
    case Kind::equal:
      return {3 * weight, weight, 4 * weight};
    case Kind::geometric:
      return {std::ldexp(1.0, -choices.between(0, 960)), 0, 1};
  }
  return {};
}

class RandomLargeDivider : public testing::TestWithParam<Kind> {};

TEST_P(RandomLargeDivider, AnswersAsSolveDoesEveryNowAndThen) {
  constexpr std::size_t count = 4000;
  fuzz::Choices choices(17);
  Problem<double> problem{0.75 * count, {}};
  for (std::size_t i = 0; i < count; ++i) {
    problem.claimants.push_back(claimant_of(GetParam(), choices));
  }
  Twins<reference::TreeDivider> twins(problem);
  for (int change = 1; change <= 20'000 && !HasFailure(); ++change) {
    if (choices.one_in(4)) {
      twins.set_total(count * (0.5 + 2 * choices.fraction()));
    } else {
      twins.set(choices.below(count), claimant_of(GetParam(), choices));
    }
    if (change % 200 != 0) continue;
    EXPECT_TRUE(twins.agree(choices)) << "change " << change;
  }
}

// To and fro across the numbers of claimants at which a tree begins and ends.
TEST(RandomDivider, AnswersAsSolveDoesWhileATreeBeginsAndEnds) {
  fuzz::Choices choices(23);
  Twins<reference::Divider> twins({100, {}});
  for (int turn = 0; turn < 6 && !HasFailure(); ++turn) {
    for (int change = 0; change < 400; ++change) {
      const Claimant<double> claimant =
          claimant_of(turn % 2 == 0 ? Kind::ties : Kind::uniform, choices);
      if (twins.size() > 0 && choices.one_in(3)) twins.set(choices.below(twins.size()), claimant);
      turn % 2 == 0 ? twins.add(claimant) : twins.remove(choices.below(twins.size()));
      if (choices.one_in(5)) twins.set_total(static_cast<double>(choices.below(1000)));
      EXPECT_TRUE(twins.agree(choices)) << "turn " << turn << ", change " << change;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomLargeDivider,
                         testing::Values(Kind::uniform, Kind::ties, Kind::equal, Kind::geometric));

}  // namespace
}  // namespace fairshare::tests

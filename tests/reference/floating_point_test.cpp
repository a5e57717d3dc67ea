// reference/floating_point.h: answers do not depend on the mode of the caller's thread.
#include "fairshare/reference/floating_point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/reference/divider/divider.h"
#include "fairshare/reference/divider/tree_divider.h"
#include "fairshare/reference/solve.h"
#include "fairshare/reference/units.h"
#include "fuzz/adversary.h"
#include "fuzz/targets/answer_of_divider.h"
#include "tests/columns.h"

#if defined(__x86_64__)

namespace fairshare::reference {
namespace {

struct Mode {
  std::string name;
  unsigned bits;
};

constexpr unsigned usual = 0x1f80;

const std::vector<Mode>& other_modes() {
  static const std::vector<Mode> modes{{"flush to zero", usual | 0x8000},
                                       {"denormals are zero", usual | 0x0040},
                                       {"both, as -ffast-math", usual | 0x8040},
                                       {"down", usual | 0x2000},
                                       {"up", usual | 0x4000},
                                       {"towards zero", usual | 0x6000},
                                       {"every exception of C traps", 0x0100},
                                       {"each use of a subnormal traps as well", 0}};
  return modes;
}

// What `work` returns in that mode. The mode is to be the same afterwards.
template <class Work>
auto in_mode(const Mode& mode, const Work& work) {
  _mm_setcsr(mode.bits);
  auto result = work();
  const unsigned after = _mm_getcsr();
  _mm_setcsr(usual);
  EXPECT_EQ(after & ~0x3fU, mode.bits) << mode.name;
  return result;
}

// As bits: in some of these modes a subnormal equals 0. The sign of 0 is not promised.
std::vector<std::uint64_t> bits_of(const Solution<double>& solution) {
  const auto bits = [](double number) {
    const auto stored = std::bit_cast<std::uint64_t>(number);
    return stored == std::bit_cast<std::uint64_t>(-0.0) ? 0 : stored;
  };
  std::vector<std::uint64_t> all{solution.index()};
  if (const auto* over = std::get_if<Overcommitted<double>>(&solution)) {
    all.push_back(bits(over->excess));
  } else if (const auto* surplus = std::get_if<Surplus<double>>(&solution)) {
    all.push_back(bits(surplus->unclaimed));
  } else {
    const auto& allocation = std::get<Allocation<double>>(solution);
    all.push_back(bits(allocation.ratio));
    for (const double share : allocation.shares) all.push_back(bits(share));
  }
  return all;
}

template <class AnyDivider>
Solution<double> by_divider(const Problem<double>& problem) {
  AnyDivider divider(0, {});
  divider.set_total(problem.total);
  for (const Claimant<double>& claimant : problem.claimants) divider.add(claimant);
  return fuzz::answer_of(divider);
}

// All claimants at once, as a problem or as columns; or each set in the place of another.
template <class AnyDivider>
Solution<double> by_problem(const Problem<double>& problem) {
  AnyDivider divider(problem);
  return fuzz::answer_of(divider);
}

template <class AnyDivider>
Solution<double> by_columns(const Problem<double>& problem) {
  const tests::OwnedColumns columns(problem);
  AnyDivider divider(problem.total, columns.view());
  return fuzz::answer_of(divider);
}

template <class AnyDivider>
Solution<double> by_setting_each(const Problem<double>& problem) {
  AnyDivider divider({problem.total, std::vector<Claimant<double>>(problem.claimants.size())});
  for (std::size_t i = 0; i < divider.size(); ++i) divider.set(i, problem.claimants[i]);
  return fuzz::answer_of(divider);
}

std::vector<Problem<double>> hostile_problems() {
  std::vector<Problem<double>> problems{
      {1, {{1, 1, {}}, {1, 1e-315, {}}}},          {1, {{1, 1, {}}, {1e-315, 0, {}}}},
      {1e-10, {{1, 0, {}}, {1e-300, 0, {}}}},      {5e-324, {{1, 0, {}}, {1, 0, {}}}},
      {1e-320, {{1, 0, 1e-322}, {3, 1e-323, {}}}}, {1e-320, {{1, 1e-321, {}}, {1, 1e-320, {}}}}};
  fuzz::Choices choices(1);
  for (const fuzz::Family family : fuzz::families) {
    for (int k = 0; k < 40; ++k) problems.push_back(adversarial_problem(family, choices, 40));
  }
  return problems;
}

void expect_same_in_each_mode(
    const std::function<Solution<double>(const Problem<double>&)>& solve_one) {
  for (const Problem<double>& problem : hostile_problems()) {
    const auto expected = bits_of(solve(problem));
    for (const Mode& mode : other_modes()) {
      const auto answer = in_mode(mode, [&] { return bits_of(solve_one(problem)); });
      ASSERT_EQ(answer, expected) << mode.name << ", total " << problem.total;
    }
  }
}

TEST(FloatingPointMode, OfTheCallerChangesNoAnswer) {
  expect_same_in_each_mode([](const Problem<double>& problem) { return solve(problem); });
}

// Of a problem, or of its columns.
TEST(FloatingPointMode, OfTheCallerHidesNoDefect) {
  const double below = -5e-324;
  const Problem<double> problem{below, {}};
  for (const Mode& mode : other_modes()) {
    const auto of_problem = in_mode(mode, [&] { return try_solve(problem); });
    const auto* defect = std::get_if<Defect>(&of_problem);
    ASSERT_NE(defect, nullptr) << mode.name;
    EXPECT_EQ(defect->rule, Rule::total_is_not_negative) << mode.name;
    const auto of_columns = in_mode(mode, [&] { return find_defect(below, Columns{}); });
    EXPECT_EQ(of_columns, *defect) << mode.name;
  }
}

TEST(FloatingPointMode, OfTheCallerChangesNoAnswerOfATree) {
  expect_same_in_each_mode([](const Problem<double>& problem) -> Solution<double> {
    Tree<double> tree{problem.total, {}};
    for (const Claimant<double>& claimant : problem.claimants) tree.nodes.push_back({claimant, {}});
    const auto solution = solve(tree);
    const auto* none = std::get_if<NoAllocationAt<double>>(&solution);
    if (none == nullptr) {
      const auto& allocation = std::get<TreeAllocation<double>>(solution);
      return Allocation<double>{allocation.ratio, allocation.shares};
    }
    return std::visit([](const auto& reason) -> Solution<double> { return reason; }, none->reason);
  });
}

// A divider that was a tree: of its claimants all but those of the problem are removed.
Solution<double> by_removing(const Problem<double>& problem) {
  Problem<double> more = problem;
  more.claimants.resize(400, {1, 0, 5e-324});
  Divider divider(more);
  while (divider.size() > problem.claimants.size()) divider.remove(divider.size() - 1);
  return fuzz::answer_of(divider);
}

Solution<double> by_setting_each_bound(const Problem<double>& problem) {
  Divider divider(problem);
  for (std::size_t i = 0; i < divider.size(); ++i) {
    divider.set_max_share(i, std::nullopt);
    divider.set_weight(i, problem.claimants[i].weight);
    divider.set_min_share(i, problem.claimants[i].min_share);
    divider.set_max_share(i, problem.claimants[i].max_share);
  }
  return fuzz::answer_of(divider);
}

TEST(FloatingPointMode, OfTheCallerChangesNoAnswerOfADivider) {
  expect_same_in_each_mode(by_divider<Divider>);
  expect_same_in_each_mode(by_setting_each_bound);
  expect_same_in_each_mode(by_removing);
  expect_same_in_each_mode(by_divider<TreeDivider>);
}

TEST(FloatingPointMode, OfTheCallerChangesNoTreeThatIsBuiltOrChangedInIt) {
  expect_same_in_each_mode(by_problem<TreeDivider>);
  expect_same_in_each_mode(by_columns<TreeDivider>);
  expect_same_in_each_mode(by_setting_each<TreeDivider>);
}

// On the way to whole units a step divides by the weight between bounds, here 0.
TEST(FloatingPointMode, OfTheCallerChangesNoUnits) {
  constexpr std::size_t size = 20;
  const std::vector<std::int64_t> weight(size, 3), min_share(size, 5), max_share(size, 6);
  std::vector<std::int64_t> expected(size, 6);
  std::fill_n(expected.begin() + 10, 10, 5);
  for (const Mode& mode : other_modes()) {
    std::vector<std::int64_t> shares(size);
    UnitWorkspace workspace;
    in_mode(mode, [&] {
      return solve_units(110, {weight, min_share, max_share}, Units::webster, shares, workspace);
    });
    EXPECT_EQ(shares, expected) << mode.name;
  }
}

TEST(FloatingPointMode, OfTheCallerIsRestoredWithItsFlags) {
  constexpr unsigned up = usual | 0x4000;
  constexpr unsigned underflow = 0x10;
  _mm_setcsr(up | underflow);
  static_cast<void>(solve(Problem<double>{1, {{3, 0, {}}, {1, 0, {}}}}));
  const unsigned after = _mm_getcsr();
  _mm_setcsr(usual);
  EXPECT_EQ(after, up | underflow) << "1/4 and 3/4 raise no other";
}

TEST(FloatingPointMode, OfTheCallerChangesNoAnswerOfABatch) {
  expect_same_in_each_mode([](const Problem<double>& problem) -> Solution<double> {
    const std::size_t size = problem.claimants.size();
    // As many as are solved side by side, and more.
    constexpr std::size_t count = 9;
    const tests::OwnedColumns all(problem, count);
    std::vector<double> total(count, problem.total), shares(count * size);
    std::vector<std::size_t> begin;
    for (std::size_t k = 0; k <= count; ++k) begin.push_back(k * size);
    std::vector<Outcome> outcomes(count);
    Workspace workspace;
    solve_batch({total, begin, all.view()}, shares, outcomes, workspace);
    if (const auto* over = std::get_if<Overcommitted<double>>(&outcomes[4])) return *over;
    if (const auto* surplus = std::get_if<Surplus<double>>(&outcomes[4])) return *surplus;
    const auto own = shares.begin() + static_cast<std::ptrdiff_t>(4 * size);
    return Allocation<double>{std::get<Ratio>(outcomes[4]).ratio,
                              {own, own + static_cast<std::ptrdiff_t>(size)}};
  });
}

}  // namespace
}  // namespace fairshare::reference

#endif

// libFuzzer: a divider that was changed gives the answer of the reference solver from scratch.
//
//     divider(p), changed to p'  ==  reference(p')     bit for bit, for every way from p to p'
//
// after each change on the way from the problem in the first half of the bytes to that in the
// second half, and back: the last answer is the first.
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "fairshare/reference/divider/divider.h"
#include "fairshare/reference/divider/tree_divider.h"
#include "fuzz/choices.h"
#include "fuzz/targets/answer_of_divider.h"
#include "fuzz/targets/problems.h"
#include "fuzz/targets/require.h"

namespace {

using namespace fairshare;
using fuzz::answer_of;
using fuzz::require;

// A problem and its dividers, changed alike.
struct Twins {
  Problem<double> problem;
  reference::Divider divider;
  reference::TreeDivider tree;

  explicit Twins(const Problem<double>& first) : problem(first), divider(first), tree(first) {}

  void compare() {
    const auto expected = reference::solve(problem);
    require(answer_of(divider) == expected, "divider(p') == reference(p')", problem);
    require(answer_of(tree) == expected, "tree(p') == reference(p')", problem);
  }
  void set_total(double total) {
    divider.set_total(total);
    tree.set_total(total);
    problem.total = total;
    compare();
  }
  void set(std::size_t index, const Claimant<double>& claimant) {
    divider.set(index, claimant);
    tree.set(index, claimant);
    problem.claimants[index] = claimant;
    compare();
  }
  void add(const Claimant<double>& claimant) {
    divider.add(claimant);
    tree.add(claimant);
    problem.claimants.push_back(claimant);
    compare();
  }
  void remove(std::size_t index) {
    divider.remove(index);
    tree.remove(index);
    problem.claimants[index] = problem.claimants.back();
    problem.claimants.pop_back();
    compare();
  }
};

// Changes in any order, with some detours.
void change_to(Twins& twins, const Problem<double>& goal, fuzz::Choices& choices) {
  for (const Claimant<double>& claimant : goal.claimants) {
    const std::size_t size = twins.problem.claimants.size();
    const std::uint64_t kind = choices.below(8);
    if (kind == 0) twins.set_total(goal.total);
    if (size > 0 && kind == 1) {
      twins.remove(choices.below(size));
    } else if (size == 0 || kind == 2) {
      twins.add(claimant);
    } else {
      twins.set(choices.below(size), claimant);
    }
  }
  twins.set_total(goal.total);
}

void restore(Twins& twins, const Problem<double>& first) {
  while (twins.problem.claimants.size() > first.claimants.size()) twins.remove(0);
  for (std::size_t i = 0; i < first.claimants.size(); ++i) {
    if (i < twins.problem.claimants.size()) {
      twins.set(i, first.claimants[i]);
    } else {
      twins.add(first.claimants[i]);
    }
  }
  twins.set_total(first.total);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::uint8_t> bytes(data, size);
  const auto [first_half, second_half] = std::pair(bytes.first(size / 2), bytes.subspan(size / 2));
  const Problem<double> first = fuzz::problem_from(first_half, 12);
  const Problem<double> second = fuzz::problem_from(second_half, 12);
  fuzz::Choices choices(second_half);
  Twins twins(first);
  twins.compare();
  change_to(twins, second, choices);
  change_to(twins, first, choices);
  restore(twins, first);
  return 0;
}

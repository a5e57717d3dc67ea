// The problems that are timed, by family: the same on every machine and in every run.
//
// Each family draws weights, minimums and maximums, and the total is what they give at a ratio R0:
// the sum of clamp(weight * R0, min_share, max_share), rounded. U is uniform in (0, 1], drawn anew
// at each occurrence. Every total is strictly between the sum of minimums and the most that can be
// claimed; otherwise the input is drawn again.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "fairshare/model/problem.h"
#include "fairshare/reference/solve.h"

namespace fairshare::bench {

struct Input {
  double total = 0;
  std::vector<double> weight = {};
  std::vector<double> min_share = {};
  std::vector<double> max_share = {};

  reference::Columns columns() const { return {weight, min_share, max_share}; }
};

enum class Family {
  // w = 1 + 9 U, l = 5 U, u = l + 10 U, R0 = 1/2 + U: a bit of everything.
  uniform,
  // w from 1 to 4, l from 0 to 4, u = l + 0 to 8, whole numbers, a quarter without a maximum;
  // R0 = 1/2 + U: a few dozen different breakpoints, however many claimants.
  ties,
  // w = 3 k, k from 1 to 4; a quarter has l = 4 k, a quarter u = 4 k, a quarter is proportional at
  // 4 k, a quarter has u = 2 k. R0 = 4/3, exactly, and R is the same: half of the claimants have a
  // breakpoint there, and it is not a double.
  ties_at_ratio,
  // w = P, l = P / 4, u = l + 4 P, with P = U^(-1/1.1), which has no variance; R0 = 1/2 + U.
  heavy,
  // w = 2^(-10 k), k from 0 to 95 (as many levels as claimants, if these are fewer), l = 0, u = 1,
  // R0 = 2^(10 * levels / 2) (1/4 + 3/4 U), and that level is not empty. A Newton step crosses one
  // level.
  geometric,
  // Half has u = w (1/2 + 2/5 U), l = u / 2, half has l = w (11/10 + 2/5 U), u = 2 l, with
  // w = 1 + U and R0 = 1: every claimant is at a bound from R = 0.9 to 1.1. The total is a rounded
  // sum, so in exact numbers it may lie just beside that flat stretch, and R far from R0.
  all_clamped,
  // w = 1 + 9 U, l = u = 10 U; one in 1000, and at least one, has l = 0 and u = 10. R0 = 1/2 + U.
  few_free,
  // w = 1, l = 4 - y, no maximum, y = U + U + U + U - 2, and the total is 1 more than the sum of
  // minimums: the projection of y onto the unit simplex. Few are free, and total - sum l loses
  // digits.
  simplex,
};

struct NamedFamily {
  Family family;
  std::string_view name;
};

// All of them, in the order in which they are timed.
std::span<const NamedFamily> families();

// Input number `index` of a series. Deterministic, except for the last digit of the machine's pow
// in `heavy`. Asserts at least 8 claimants, since every kind must be present.
Input make_input(Family family, std::size_t claimants, std::size_t index);

// The same as a list of claimants, as exact::widen takes it.
Problem<double> to_problem(const Input& input);

// How many different inputs a benchmark cycles through, so that no branch predictor learns them:
// 4096 up to 100 claimants, then as many as have 64,000 claimants together, and at least one.
std::size_t inputs_at(std::size_t claimants);

}  // namespace fairshare::bench

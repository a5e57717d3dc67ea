#include "fairshare/reference/settle.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fairshare/reference/settle.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cassert>
#include <cmath>
#include <span>

#include "fairshare/reference/certify-inl.h"
#include "fairshare/reference/guess-inl.h"
#include "fairshare/reference/guess_few-inl.h"
#include "fairshare/reference/instruction_set.h"

HWY_BEFORE_NAMESPACE();
namespace fairshare::reference::HWY_NAMESPACE {

Attempt settle(double total, const Slice& columns, double* shares, Scratch& scratch,
               Doubts& doubts) {
  Attempt attempt;
  attempt.passes = attempt.sample_passes = 0;
  if (!ordinary_total.has(total) || columns.size == 0) return attempt;
  Open open = all_open(columns);
  KnownLine known;
  double ratio = 0;
  if (columns.size <= few_max) {  // here, since in guess() it would take a tenth longer
    ++attempt.passes;
    open.neighbours = find_neighbours(total, columns);
    ratio = between(open.neighbours);
  } else {
    ratio = guess(total, scratch, open, known, attempt);
  }
  const bool is_end = ratio == Belief{}.low || ratio == Belief{}.high;
  if (!is_end) certify(total, columns, open, ratio, {shares, doubts}, attempt);
  if (!attempt.settled) {
    ++attempt.passes;
    attempt.no_ratio = find_no_ratio(total, columns);
  }
  return attempt;
}

Attempt settle_from(double ratio, std::span<const Belief> cuts, double total, const Slice& columns,
                    double* shares, Scratch& scratch, Doubts& doubts) {
  Attempt attempt;
  attempt.passes = attempt.sample_passes = 0;
  if (!ordinary_total.has(total) || columns.size == 0) return attempt;
  Open open = all_open(columns);
  Residue* rest = &scratch.residue_1;
  for (const auto& [low, high] : cuts) {
    open = without_decided(open, low, high, *rest);
    rest = rest == &scratch.residue_1 ? &scratch.residue_2 : &scratch.residue_1;
  }
  certify(total, columns, open, ratio, {shares, doubts}, attempt);
  return attempt;
}

}  // namespace fairshare::reference::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace fairshare::reference {
namespace {

FAIRSHARE_BY_INSTRUCTION_SET(settle);
FAIRSHARE_BY_INSTRUCTION_SET(settle_from);

}  // namespace

std::size_t sample_size(std::size_t claimants) {
  return 16 * static_cast<std::size_t>(std::sqrt(static_cast<double>(claimants)) / 2);
}

Attempt settle(double total, const Slice& columns, double* shares, Scratch& scratch,
               Doubts& doubts) {
  const auto& set = suits_short_vectors(columns.size) ? chosen_set_for_few : chosen_set;
  const Attempt attempt = chosen(settle_by_set, set)(total, columns, shares, scratch, doubts);
  assert(attempt.passes <= passes_max);
  assert(attempt.sample_passes <= sample_passes_max);
  return attempt;
}

Attempt settle_from(double ratio, std::span<const Belief> cuts, double total, const Slice& columns,
                    double* shares, Scratch& scratch, Doubts& doubts) {
  return chosen(settle_from_by_set)(ratio, cuts, total, columns, shares, scratch, doubts);
}

}  // namespace fairshare::reference
#endif

// The fast way to a solution: doubles and pairs of doubles in vectors, with proven error bounds.
//
// It consists of a guess (guess-inl.h), which may be wrong, and a certificate (certify-inl.h),
// which must be right and says what it has settled. The rest is left to the integers of
// exact_search.h. docs/numerics.md derives the bounds. The instruction set is chosen at run time
// (instruction_set.h): AVX-512, AVX2, SSE4 or the processor's least. A settled answer is the
// nearest double, so it is the same with each of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "fairshare/model/solution.h"
#include "fairshare/reference/error_bounds.h"

namespace fairshare::reference {

// Room for what is left open while dividing, for a given number of claimants.
struct Scratch {
  Residue residue_1;
  Residue residue_2;  // one is read while the other is written
  Residue sample;
};

// Up to this many claimants, no scratch is needed.
constexpr std::size_t direct_max = 3000;

// The size of a sample of that many claimants.
std::size_t sample_size(std::size_t claimants);

// Each column of a Residue has room for this many doubles more than there are claimants.
constexpr std::size_t residue_padding = 64;

// The ratio as rest / weight, exactly: what is left of the total for the proportional claimants,
// and the sum of their weights. `error` is 0 in both.
struct Fraction {
  Sum rest;
  Sum weight;
};

// What the passes have settled; every share is written.
struct Settled {
  std::optional<double> ratio;       // rounded to nearest; nothing if that is in doubt
  std::optional<Fraction> fraction;  // if something is in doubt, and the sums are exact
};

// Between these ratios the sum of shares is believed, not known, to reach the total.
struct Belief {
  double low = 0;
  double high = 0x1p+1000;
};

// Why no ratio makes the shares add up to the total; the amount is rounded to nearest.
using NoRatio = std::variant<Overcommitted<double>, Surplus<double>>;

struct Attempt {
  std::optional<Settled> settled;
  std::optional<NoRatio> no_ratio;  // if neither is there, only integers can tell
  Belief belief = {};
  // The numbers of passes over open claimants and over samples. If they were initialised here, g++
  // 12 would clear the whole Attempt first, which takes a thirtieth of the time at 16 claimants.
  std::uint32_t passes;
  std::uint32_t sample_passes;
};

// No attempt makes more passes: 12 cuts of 4 passes and one over the minimums, 48 steps of at most
// two passes and one more, 12 lines with a check and a search for the next breakpoint, and five at
// the end. Over samples: two guesses per cut, for the first cut three and a search for a tie; each
// guess is three searches of as many steps.
constexpr std::uint32_t passes_max = 12 * 4 + 1 + 97 + 12 * 3 + 5;
constexpr std::uint32_t sample_passes_max = 12 * (2 * (3 * 97 + 4) + 3) + 3 * 97 + 11;

// If the attempt is settled, every share has been written, rounded to nearest except those in
// `doubts`. Asserts nothing: unusual problems (a total of 0, below 2^-700 or above 2^900) are
// simply not settled.
Attempt settle(double total, const Slice& columns, double* shares, Scratch& scratch,
               Doubts& doubts);

// For tests: the same from the caller's guess. That is a ratio, and cuts before it, each of which
// leaves open the claimants with a breakpoint between two ratios. Whatever these numbers are, even
// NaN, what is settled is right. It does not find out why there is no ratio. Without cuts `scratch`
// needs no room.
Attempt settle_from(double ratio, std::span<const Belief> cuts, double total, const Slice& columns,
                    double* shares, Scratch& scratch, Doubts& doubts);

}  // namespace fairshare::reference

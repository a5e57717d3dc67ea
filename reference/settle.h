// The fast way to a solution: doubles and pairs of doubles in vectors, with proven error bounds.
//
// A guess (guess-inl.h), which may be wrong, and a certificate (certify-inl.h), which must be
// right. It says what it has settled; the rest is for the integers of exact_search.h.
// docs/numerics.md derives the bounds. Instruction sets: AVX-512, AVX2, SSE4 and the processor's
// least, chosen at run time (instruction_set.h); a settled answer is the nearest double, so it is
// the same on each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "fairshare/model/solution.h"
#include "fairshare/reference/error_bounds.h"

namespace fairshare::reference {

// Room for what a division leaves open, for as many claimants as it was made for.
struct Scratch {
  Residue residue_1;
  Residue residue_2;  // the one is read while the other is written
  Residue sample;
};

// Up to so many claimants, no scratch is needed.
constexpr std::size_t direct_max = 3000;

// As many as a sample of so many claimants has.
std::size_t sample_size(std::size_t claimants);

// How many more doubles than claimants each column of a Residue has room for.
constexpr std::size_t residue_padding = 64;

// The ratio as rest / weight, exactly: what the total leaves to those that are proportional, and
// their weights. `error` is 0 in both.
struct Fraction {
  Sum rest;
  Sum weight;
};

// What the passes came to: every share is written.
struct Settled {
  std::optional<double> ratio;       // rounded to nearest; nothing where that is in doubt
  std::optional<Fraction> fraction;  // where something is in doubt, and the sums came out exact
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
  std::optional<NoRatio> no_ratio;  // neither: only integers can tell
  Belief belief = {};
  // Over those that were open then, and over samples. Were they initialised here, g++ 12 would
  // clear the whole of it first, which takes a thirtieth of the time at 16 claimants.
  std::uint32_t passes;
  std::uint32_t sample_passes;
};

// No attempt makes more: 12 cuts of 4 passes and one over the minimums, 48 steps of at most two and
// one more, 12 lines with a check and a look for the next breakpoint, and five at the end; of
// samples, two guesses a cut, the first time three and a look for a tie, each of three searches of
// as many steps.
constexpr std::uint32_t passes_max = 12 * 4 + 1 + 97 + 12 * 3 + 5;
constexpr std::uint32_t sample_passes_max = 12 * (2 * (3 * 97 + 4) + 3) + 3 * 97 + 11;

// Where it is settled, every share is written, rounded to nearest, but those in `doubts`. Asserts
// nothing: of what is unusual (a total of 0, below 2^-700 or above 2^900) it says nothing.
Attempt settle(double total, const Slice& columns, double* shares, Scratch& scratch,
               Doubts& doubts);

// The same from the caller's guess: a ratio, after cuts that each leave open the claimants with a
// breakpoint between two ratios. What is settled is as right as above, whatever these numbers are,
// NaN included. Does not ask why there is no ratio. Without cuts `scratch` needs no room. For
// tests.
Attempt settle_from(double ratio, std::span<const Belief> cuts, double total, const Slice& columns,
                    double* shares, Scratch& scratch, Doubts& doubts);

}  // namespace fairshare::reference

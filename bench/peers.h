// Other people's methods for the same equation, rewritten from their papers, in doubles.
//
// None of them rounds correctly, but each gets a fair chance: columns are read in place, workspaces
// are allocated in advance, loops avoid branches that random input makes unpredictable, and shares
// are written by the vectorised pass (bench/pass.h). Each takes problems whose total is strictly
// between the sum of minimums and the most that can be claimed, with positive weights. `shares` is
// as long as the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairshare/reference/solve.h"

namespace fairshare::bench {

// A bound divided by its weight, rounded, and its claimant.
struct SweepBreakpoint {
  double ratio;
  std::uint32_t claimant;
  bool is_max;
};

// For all peers; none allocates if this was reserved for as many claimants.
struct PeerWorkspace {
  std::vector<std::uint32_t> active;         // room for the claimants that are not settled yet
  std::vector<double> ratios;                // room for the breakpoints that are left
  std::vector<SweepBreakpoint> breakpoints;  // all of them

  void reserve(std::size_t claimants) {
    active.resize(claimants);
    ratios.resize(2 * claimants);
    breakpoints.reserve(2 * claimants);
  }
};

// Hadoop's fair scheduler (ComputeFairShares, 2009 to today), in doubles instead of ints: doubles
// an upper end until it gives the total, bisects 25 times and takes the upper end. 25 halvings
// leave the ratio off by 2^-25 of that end.
void hadoop_double(double total, const reference::Columns& columns, std::span<double> shares,
                   PeerWorkspace& workspace);

// R. Cominetti, W. F. Mascarenhas, P. J. S. Silva, A Newton's method for the continuous quadratic
// knapsack problem (Math. Prog. Comp. 6, 2014): semismooth Newton from the ratio without bounds,
// with the one-sided slope on the side of the total. If that is 0, it goes to the next breakpoint;
// if the step leaves the bracket, it takes a secant instead. Claimants that are at one bound for
// every remaining ratio are fixed. Stops if the sum is within 1e-12 of the total, relatively.
void cms_newton(double total, const reference::Columns& columns, std::span<double> shares,
                PeerWorkspace& workspace);

// K. C. Kiwiel, Breakpoint searching algorithms for the continuous quadratic knapsack problem
// (Math. Program. 112, 2008): evaluates the sum at the median of the remaining breakpoints, drops
// the wrong half, and settles claimants that have no breakpoint left. Linear on average, by
// std::nth_element.
void kiwiel_search(double total, const reference::Columns& columns, std::span<double> shares,
                   PeerWorkspace& workspace);

// Sorts all breakpoints and walks along them until the sum reaches the total. Plain running sums
// would be wrong here: after a large weight is subtracted, the rounding error of its addition
// remains, and can exceed all that is left. So sums are kept as pairs of doubles, and the sum of
// weights is computed anew whenever it falls below 2^-30 of what it was.
void sort_sweep(double total, const reference::Columns& columns, std::span<double> shares,
                PeerWorkspace& workspace);

}  // namespace fairshare::bench

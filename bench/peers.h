// Other people's ways to solve the same equation, written anew from their papers, in doubles.
//
// None of them rounds correctly, but each is given a fair chance: columns are read where they are,
// workspaces are allocated before, loops have no branch that a random input makes unpredictable
// where there is a way around it, and shares are written by the vectorised pass (bench/pass.h).
// Each takes problems whose total is strictly between the sum of minimums and the most that can be
// claimed, with positive weights. `shares` is as long as the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairshare/reference/solve.h"

namespace fairshare::bench {

// A bound divided by its weight, rounded, and whose it is.
struct SweepBreakpoint {
  double ratio;
  std::uint32_t claimant;
  bool is_max;
};

// Of all peers together; none allocates where it was reserved for as many claimants.
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
// with the one-sided slope that looks towards the total; where that is 0 on to the next breakpoint,
// where the step leaves the bracket a secant instead. Claimants that every ratio left holds at one
// bound are fixed. Stops where the sum is within 1e-12 of the total, relatively.
void cms_newton(double total, const reference::Columns& columns, std::span<double> shares,
                PeerWorkspace& workspace);

// K. C. Kiwiel, Breakpoint searching algorithms for the continuous quadratic knapsack problem
// (Math. Program. 112, 2008): asks at the median of the breakpoints that are left, drops the wrong
// half, and settles claimants that have no breakpoint left. Linear on average, by std::nth_element.
void kiwiel_search(double total, const reference::Columns& columns, std::span<double> shares,
                   PeerWorkspace& workspace);

// Sorts all breakpoints and walks along them until the sum reaches the total. Plain running sums
// would be wrong here: after a large weight is taken away, what its addition rounded stays behind
// and can exceed all that is left. So they are carried as pairs of doubles, and the sum of weights
// is added up anew whenever it fell below 2^-30 of what it was.
void sort_sweep(double total, const reference::Columns& columns, std::span<double> shares,
                PeerWorkspace& workspace);

}  // namespace fairshare::bench

// The shrinker: from a challenge on which something fails to the simplest one on which it still
// fails.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "fuzz/challenge.h"

namespace fairshare::fuzz {

struct Shrunk {
  Challenge challenge;
  std::size_t steps = 0;  // simplifications that were kept
  std::size_t tried = 0;  // challenges that were looked at
  // True where every single simplification was tried on the result and none of them fails any more:
  // no claimant can be left out (with any of the totals that are tried), no bound, and no number be
  // made simpler. False where `may_go_on` ended the search before.
  bool is_minimal = false;
};

// Whether what is looked for still happens. Must be true of the first challenge.
using Fails = std::function<bool(const Challenge&)>;

// Told of some that will be asked for one after the other, until one of them fails: where it is
// quicker, the answers may be found for all of them at once.
using Expect = std::function<void(std::span<const Challenge>)>;

// Simplifies by what the numbers mean, in this order, until nothing helps any more:
//   - leave out claimants: all but those that stand out, then halves, quarters, single ones, and
//     all but one, two or three; with the total less what they got by the exact solution, as it is,
//     in proportion to what is left, and at both ends of what can be divided; or merge two;
//   - flatten trees: a subtree alone, a subtree that becomes a leaf, a parent that is replaced by
//     its children, all leaves on one level;
//   - leave out demands, maximums, minimums, priorities;
//   - make claimants equal: their weights, then all of their numbers;
//   - make numbers small, whole and short: 0, 1, the half of their bits, halves, ones; above 2^20
//     the ends of types and their neighbours, fewer digits, fewer bits; one by one, equal ones
//     together, a bound together with the total, one at the cost of another, all together;
//   - sort the claimants, and name them a, b, c.
// Every challenge that is tried keeps the first one's kinds, and has a fair allocation if the first
// one has. `may_go_on` is asked before each try; up to 32 are expected at once.
//
// 40 claimants of which 3 matter take some 150 tries; 10 that all matter, with numbers below 100,
// some 700.
Shrunk shrink(
    Challenge challenge, const Fails& fails,
    const std::function<bool()>& may_go_on = [] { return true; }, const Expect& expect = nullptr);

// Every single simplification, each simpler than the challenge and each once: those that are tried
// before a result is said to be minimal.
std::vector<Challenge> simplifications(const Challenge& challenge);

// A strict order of challenges by how simple they are: fewer claimants, then flat before tree, then
// fewer bounds, then numbers of fewer digits, then smaller ones, then sorted and named a, b, c. A
// weight of 1 is simpler than any other, 0 included; of large numbers 3e9, 2^31 and 2^31 - 1 are as
// short as they are written here.
bool is_simpler(const Challenge& a, const Challenge& b);

}  // namespace fairshare::fuzz

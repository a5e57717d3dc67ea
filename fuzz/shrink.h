// The shrinker: simplifies a challenge on which something fails as far as it still fails.
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
  std::size_t tried = 0;  // challenges that were tried
  // True if every single simplification of the result was tried and none of them fails any more: no
  // claimant can be left out (with any of the totals that are tried), no bound can be left out, and
  // no number can be made simpler. False if `may_go_on` ended the search before.
  bool is_minimal = false;
};

// Whether a challenge still fails. It must be true of the first one.
using Fails = std::function<bool(const Challenge&)>;

// Called with challenges that will be tried one after the other until one fails. If that is
// quicker, the answers for all of them may be found at once.
using Expect = std::function<void(std::span<const Challenge>)>;

// Simplifies by the meaning of the numbers, in this order, until nothing helps any more:
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
// Every challenge that is tried has the kinds of the first one, and a fair allocation if the first
// one has. `may_go_on` is called before each try, `expect` with up to 32 challenges.
//
// 40 claimants of which 3 matter take about 150 tries; 10 that all matter, with numbers below 100,
// about 700.
Shrunk shrink(
    Challenge challenge, const Fails& fails,
    const std::function<bool()>& may_go_on = [] { return true; }, const Expect& expect = nullptr);

// Every single simplification, without duplicates; each is simpler than the challenge. A result is
// minimal if none of these fails.
std::vector<Challenge> simplifications(const Challenge& challenge);

// A strict order of challenges by how simple they are: fewer claimants, then flat before tree, then
// fewer bounds, then numbers of fewer digits, then smaller ones, then sorted and named a, b, c. A
// weight of 1 is simpler than any other, 0 included; of large numbers 3e9, 2^31 and 2^31 - 1 are as
// short as they are written here.
bool is_simpler(const Challenge& a, const Challenge& b);

}  // namespace fairshare::fuzz

// libFuzzer: what the shrinker returns still fails, is no less simple, and stays within its kinds.
//
//     fails(shrunk)      not is_simpler(first, shrunk)      every number is held by its kind
//     is_minimal  =>  with the same total, no claimant of a flat one but the last can be left out
//
// The first byte chooses what fails, the second the kinds, the third the family.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "fairshare/exact/solve.h"
#include "fuzz/adversary.h"
#include "fuzz/choices.h"
#include "fuzz/shrink.h"
#include "fuzz/targets/require.h"

namespace {

using namespace fairshare;
using exact::Rational;
using fuzz::Challenge;
using fuzz::Entry;
using fuzz::Kind;
using fuzz::require;

constexpr std::size_t tries_max = 1500;

constexpr std::array<fuzz::Kinds, 6> all_kinds = {{{Kind::fraction, Kind::fraction},
                                                   {Kind::float64, Kind::float64},
                                                   {Kind::float64, Kind::int32},
                                                   {Kind::float32, Kind::int64},
                                                   {Kind::int32, Kind::int32},
                                                   {Kind::float32, Kind::float32}}};

std::size_t count_at_max(const Challenge& challenge) {
  const auto solution = exact::solve(fuzz::tree_of(challenge));
  const auto* allocation = std::get_if<TreeAllocation<Rational>>(&solution);
  std::size_t count = 0;
  for (std::size_t i = 0; allocation != nullptr && i < challenge.entries.size(); ++i) {
    const auto& max_share = challenge.entries[i].max_share;
    if (max_share && allocation->shares[i] == *max_share) ++count;
  }
  return count;
}

Rational sum_of_weights(const Challenge& challenge) {
  Rational sum = 0;
  for (const Entry& entry : challenge.entries) sum += entry.weight;
  return sum;
}

// A failure of the first challenge, which simpler ones may or may not have.
fuzz::Fails failure(std::uint8_t choice, const Challenge& first) {
  switch (choice % 4) {
    case 0:
      return [count = count_at_max(first)](const Challenge& challenge) {
        return find_defect(fuzz::tree_of(challenge)) == std::nullopt &&
               count_at_max(challenge) >= count;
      };
    case 1:
      return [least = sum_of_weights(first) / 2](const Challenge& challenge) {
        return sum_of_weights(challenge) >= least;
      };
    case 2:
      return [whole = exact::is_whole(first.total)](const Challenge& challenge) {
        return exact::is_whole(challenge.total) == whole;
      };
    default:
      return [prospect = fuzz::find_prospect(first)](const Challenge& challenge) {
        return fuzz::find_prospect(challenge) == prospect;
      };
  }
}

bool are_held(const Challenge& challenge) {
  const auto [weight, amount] = challenge.kinds;
  bool all = fuzz::holds(amount, challenge.total);
  for (const Entry& entry : challenge.entries) {
    all = all && fuzz::holds(weight, entry.weight) && fuzz::holds(amount, entry.min_share) &&
          fuzz::holds(amount, entry.max_share.value_or(0)) &&
          fuzz::holds(amount, entry.demand.value_or(0));
  }
  return all;
}

void check_minimal(const Challenge& shrunk, const fuzz::Fails& fails) {
  if (shrunk.is_tree || shrunk.entries.size() < 2) return;
  for (std::size_t i = 0; i < shrunk.entries.size(); ++i) {
    Challenge without = shrunk;
    without.entries.erase(without.entries.begin() + static_cast<std::ptrdiff_t>(i));
    require(!fails(without), "of a minimal challenge no claimant can be left out", shrunk);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  fuzz::Choices choices({data + 3, size - 3});
  fuzz::ChallengeOptions options;
  options.kinds = all_kinds[data[1] % all_kinds.size()];
  options.size_max = 6;
  options.trees = data[1] / 16 % 2 != 0;
  options.infeasible = data[1] / 32 % 2 != 0;
  const fuzz::Family family = fuzz::families[data[2] % fuzz::families.size()];
  const Challenge first = fuzz::adversarial_challenge(family, choices, options);
  const fuzz::Fails fails = failure(data[0], first);
  require(are_held(first), "the adversary keeps to the kinds", first);
  require(fails(first), "the first challenge fails", first);

  std::size_t tried = 0;
  const fuzz::Shrunk shrunk = fuzz::shrink(first, fails, [&tried] { return ++tried <= tries_max; });
  require(shrunk.tried <= tries_max, "it ends at the limit of tries", first);
  require(fails(shrunk.challenge), "what is shrunk still fails", first);
  require(!fuzz::is_simpler(first, shrunk.challenge), "what is shrunk is no less simple", first);
  require(shrunk.challenge.kinds == first.kinds && are_held(shrunk.challenge),
          "what is shrunk keeps to the kinds", first);
  if (shrunk.is_minimal) check_minimal(shrunk.challenge, fails);
  return 0;
}

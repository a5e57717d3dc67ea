// Suspects: challenges on which an adapter failed, the simplest of each sort, before any of them is
// shrunk.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "fuzz/adversary.h"
#include "fuzz/harness/cause.h"
#include "fuzz/harness/protocol.h"
#include "fuzz/harness/referee.h"

namespace fairshare::harness {

using Seconds = std::chrono::duration<double>;

// How large the largest weight and the largest amount are: 0 below 2^20, 1 below 2^48, 2 below
// 2^100, 3 beyond that or above 0 and below 2^-100. What overflows is thus another sort than what
// fails with small numbers, too.
struct Scale {
  int weight = 0;
  int amount = 0;

  friend auto operator<=>(const Scale&, const Scale&) = default;
};
Scale scale_of(const fuzz::Challenge& challenge);

struct Suspect {
  Failure failure;
  fuzz::Challenge challenge;
  std::optional<Shares> shares = std::nullopt;  // that were answered
  fuzz::Family family = fuzz::Family::ordinary;
  std::uint64_t case_number = 0;
  Seconds after = {};
  std::uint64_t failures = 1;  // of this sort
  bool is_confirmed = false;   // asked once more, the adapter failed so again
};

// Failures of one kind may have many reasons, so the simplest is kept for each family and scale.
struct Sort {
  Kind kind;
  fuzz::Family family = fuzz::Family::ordinary;  // of what has no shares always this one
  Scale scale;

  friend auto operator<=>(const Sort&, const Sort&) = default;
};
using Suspects = std::map<Sort, Suspect>;

Kind kind_of(const Failure& failure);
Sort sort_of(const Suspect& suspect);

// Whether there was no answer that could be judged: FS501 to FS503 and FS505.
bool has_no_shares(const std::string& code);
// Whether it was because the adapter had to be started again: FS501 to FS503.
bool is_restart(const std::string& code);

// True where the suspect would take the place of the one that is kept: it is confirmed and that is
// not, or else it is simpler, or else it came first.
bool is_better(const Suspect& suspect, const Suspect& kept);

// In the order in which they are to be shrunk: the first of every kind, those without shares and
// then the largest deviations before others; then the second of every kind, and so on up to four;
// up to two where each try costs a start of the adapter. Of a kind the scales take turns, the
// simplest first; failures of those that are left out are counted with its first.
std::vector<Suspect> in_order(const Suspects& suspects);

}  // namespace fairshare::harness

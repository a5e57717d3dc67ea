// Suspects: the simplest challenge of each sort on which an adapter failed, before any is shrunk.
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
// 2^100, 3 above that, or between 0 and 2^-100. So an overflow is another sort of failure than one
// that small numbers cause too.
struct Scale {
  int weight = 0;
  int amount = 0;

  friend auto operator<=>(const Scale&, const Scale&) = default;
};
Scale scale_of(const fuzz::Challenge& challenge);

struct Suspect {
  Failure failure;
  fuzz::Challenge challenge;
  std::optional<Shares> shares = std::nullopt;  // of the answer
  fuzz::Family family = fuzz::Family::ordinary;
  std::uint64_t case_number = 0;
  Seconds after = {};
  std::uint64_t failures = 1;  // of this sort
  bool is_confirmed = false;   // the adapter failed so again when asked once more
};

// Failures of one kind may have many reasons, so the simplest is kept for each family and scale.
struct Sort {
  Kind kind;
  fuzz::Family family = fuzz::Family::ordinary;  // always this one if there are no shares
  Scale scale;

  friend auto operator<=>(const Sort&, const Sort&) = default;
};
using Suspects = std::map<Sort, Suspect>;

Kind kind_of(const Failure& failure);
Sort sort_of(const Suspect& suspect);

// Whether there were no shares that could be judged: FS501 to FS503 and FS505.
bool has_no_shares(const std::string& code);
// Whether the adapter had to be restarted because of it: FS501 to FS503.
bool is_restart(const std::string& code);

// True if the suspect should replace the one that is kept: it is confirmed and the other is not, or
// else it is simpler, or else it came first.
bool is_better(const Suspect& suspect, const Suspect& kept);

// The suspects in the order in which they are to be shrunk: the first of every kind, then the
// second, and so on up to four, or two if each try costs a start of the adapter. Kinds without
// shares come first, then those with the largest deviations. Within a kind the scales take turns,
// the simplest suspect first. Failures of suspects that are left out are counted with the first of
// their kind.
std::vector<Suspect> in_order(const Suspects& suspects);

}  // namespace fairshare::harness

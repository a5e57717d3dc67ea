// From suspects to findings: each is shrunk, and those that turn out to be the same are merged.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fuzz/adversary.h"
#include "fuzz/harness/examiner.h"
#include "fuzz/harness/settings.h"
#include "fuzz/harness/suspects.h"

namespace fairshare::harness {

// Of each code so many kinds of failure are told in full, of the others how often they were seen.
inline constexpr std::size_t of_a_code_max = 5;

// A kind of failure: the simplest challenge that fails so.
struct Found {
  Failure failure;
  fuzz::Challenge challenge;
  std::string record = {};                       // as it is kept
  fuzz::Family family = fuzz::Family::ordinary;  // that found the one it was shrunk from
  std::uint64_t case_number = 0;                 // of that one; counted from 0
  std::size_t claimants_before = 0;              // of that one
  std::uint64_t failures = 1;                    // challenges that failed so, all that were merged
  Seconds after = {};                            // when the first of them was seen
  std::size_t steps = 0;                         // simplifications
  bool is_minimal = false;                       // see shrink.h
};

// A kind of failure that is only counted.
struct More {
  std::string code;
  std::string fault;  // see Cause
  std::uint64_t failures = 0;
};

struct Findings {
  std::vector<Found> found = {};  // without shares first, then the largest deviation
  std::vector<More> more = {};
  std::vector<Found> unrepeated = {};  // asked again, the adapter did not fail so
};

struct Shrinking {
  const FuzzSettings& settings;
  std::string found_in = {};  // "mine 1.2 by seed 42": for the comments of records
  // Challenges that no case has had, by numbers from 0, to these options.
  std::function<fuzz::Challenge(std::uint64_t, const fuzz::ChallengeOptions&)> smaller = {};
  Seconds patience = {};  // for all of them together
  std::function<bool()> is_interrupted = [] { return false; };
};

// While one is shrunk, what fails must be of its kind (may_stand_for). What cannot be shrunk any
// more need not be the smallest that fails so: then others of fewer claimants, and of numbers that
// are no larger, are tried. Findings are merged where code, fault, magnitude (but for gross and
// whole) and the scale of the numbers are the same; the simplest of them stays.
//
// Time is given out evenly: three quarters to the first suspect of each kind, then to the others.
// Interrupted, or without time, it asks nothing more, and a finding is what was seen, be it once.
Findings findings_of(const Suspects& suspects, Examiner& examiner, const Shrinking& shrinking);

// A name for what was found, the same for the same: the code and a hash of the record.
std::string id_of(const std::string& code, const std::string& record);

}  // namespace fairshare::harness

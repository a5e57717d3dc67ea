// From suspects to findings: each suspect is shrunk, and those that turn out the same are merged.
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

// So many kinds of failure of each code are told in full; the others are only counted.
inline constexpr std::size_t of_a_code_max = 5;

// A kind of failure: the simplest challenge that fails so.
struct Found {
  Failure failure;
  fuzz::Challenge challenge;
  std::string id = {};                           // of the record
  std::string record = {};                       // as it is kept
  std::string place = {};                        // of a replayed record: "old.ndjson:4"
  fuzz::Family family = fuzz::Family::ordinary;  // of the challenge that it was shrunk from
  std::uint64_t case_number = 0;                 // of that challenge; counted from 0
  std::size_t claimants_before = 0;              // of that challenge
  std::uint64_t failures = 1;  // challenges that failed so, with all that were merged
  Seconds after = {};          // when the first of them was seen
  std::size_t steps = 0;       // simplifications
  bool is_minimal = false;     // see shrink.h
};

// A kind of failure that is only counted.
struct More {
  std::string code;
  std::string fault;  // see Cause
  std::uint64_t failures = 0;
};

struct Findings {
  std::vector<Found> found = {};  // without shares first, then by deviation, largest first
  std::vector<More> more = {};
  std::vector<Found> unrepeated = {};  // the adapter did not fail so when asked again
};

struct Shrinking {
  const FuzzSettings& settings;
  std::string found_in = {};  // "mine 1.2 by seed 42", for the comments of records
  // Makes challenges that no case has had, by their number from 0, to these options.
  std::function<fuzz::Challenge(std::uint64_t, const fuzz::ChallengeOptions&)> smaller = {};
  Seconds patience = {};  // for all of them together
  std::function<bool()> is_interrupted = [] { return false; };
};

// While a suspect is shrunk, each simpler failure must be of its kind (may_stand_for). A challenge
// that cannot be shrunk any more is not always the smallest that fails so: therefore others with
// fewer claimants and no larger numbers are tried then. Findings are merged if their code, fault,
// magnitude (gross and whole count as one) and the scale of their numbers are the same; the
// simplest of them is kept.
//
// Until three fifths of the time are over, the first suspect of each kind is shrunk, and until four
// fifths the others; then smaller challenges are looked for. Within each part, time is given out
// evenly. If it is interrupted or out of time, it asks nothing more: a finding is then what was
// seen, even if only once.
Findings findings_of(const Suspects& suspects, Examiner& examiner, const Shrinking& shrinking);

// A name for what was found: the code and a hash of the record. The same finding always gets the
// same name.
std::string id_of(const std::string& code, const std::string& record);

}  // namespace fairshare::harness

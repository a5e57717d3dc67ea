// A campaign: puts thousands of challenges to a user's scheduler, and collects how it fails.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/text/input_error.h"
#include "fuzz/adversary.h"
#include "fuzz/harness/examiner.h"
#include "fuzz/harness/findings.h"
#include "fuzz/harness/protocol.h"
#include "fuzz/harness/session.h"
#include "fuzz/harness/settings.h"

namespace fairshare::harness {

struct Plan {
  std::vector<std::string> command;
  RequestedSettings requested = {};
  std::uint64_t seed = 1;
  // It ends with the first of these that is reached, or after a minute if neither is given. If
  // anything fails, the last third of the time is for shrinking it.
  std::optional<Seconds> time = std::nullopt;
  std::optional<std::uint64_t> cases = std::nullopt;
  std::uint64_t jobs = 1;  // adapters at once
  // The cases are split into `shards` parts, and this campaign asks part `shard`, counted from 0:
  // every `shards`-th batch of 32 cases. So each case belongs to exactly one part.
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  Milliseconds deadline = std::chrono::seconds(2);              // for each answer
  Milliseconds first_deadline = std::chrono::seconds(30);       // for the first after each start
  bool until_first = false;                                     // end with the first failure
  std::function<bool()> is_interrupted = [] { return false; };  // if true, it ends with what it has
};

struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t failures = 0;
};

struct Outcome {
  Hello hello;
  FuzzSettings settings;
  std::uint64_t seed = 0;
  std::uint64_t cases = 0;    // answered, or failed to be
  std::uint64_t skipped = 0;  // of these: skipped by the adapter
  Doubts doubts = {};         // late and unheard ones, also of these
  Seconds seconds = {};
  std::array<Tally, fuzz::families.size()> of_families = {};
  std::uint64_t passed_over = 0;  // not asked, since similar ones hang or crash too often
  // Failures without an answer come first, then the largest deviations. A replay has one for each
  // problem that failed, in the order of the file.
  std::vector<Found> found = {};
  std::vector<More> more = {};
  std::vector<Found> unrepeated = {};  // seen once; the adapter did not fail so when asked again
  // What was asked again: the file, or "3 files". If it is present, seed and families mean nothing.
  std::optional<std::string> replayed = std::nullopt;
  std::vector<formats::InputError> unread = {};  // records of a replay that were not asked again
  // The planned time and number of cases, and whether the user ended it early.
  std::optional<Seconds> planned_seconds = std::nullopt;
  std::optional<std::uint64_t> planned_cases = std::nullopt;
  bool is_interrupted = false;
  bool is_hopeless = false;  // it ended early: nearly all problems hang or crash (restarts.h)
};

// How many problems had an answer that was judged, or failed to be answered.
std::uint64_t judged(const Outcome& outcome);

// Called now and then with the number of cases that have been asked.
using Progress = std::function<void(std::uint64_t cases, std::size_t found)>;

// Why the adapter could not be run.
struct NotRun {
  std::string reason;
};

// Case k depends on the seed, the settings and k alone, not on the number of jobs. So with a fixed
// number of cases and an adapter that always gives the same answers, the findings are the same too.
//
// Hangs and crashes take at most a quarter of the time. Beyond that, problems of the families and
// sizes that hang or crash more often than others are skipped for a while (restarts.h). If nine of
// ten problems do, the campaign ends.
//
// Each failure that may be the simplest of its sort is asked once more. Besides the verdict on the
// answer, every 8th challenge is tested for one of properties::all_properties() (FS205 to FS208,
// but not if units are handed out by a method), and every 16th is asked three times (FS504).
std::variant<Outcome, NotRun> run(const Plan& plan, const Progress& progress);

struct OldRecord {
  std::string text = {};
  std::string file = {};
  std::size_t line = 0;  // of the file, from 1; 0 for a division of a document
};

// The same for existing records, of `what`. Each is asked 64 times and tested for all properties;
// nothing is shrunk. A record that cannot be read, or has numbers that the adapter does not take,
// is not asked. A tree is skipped if the adapter does not say that it divides trees.
std::variant<Outcome, NotRun> replay(const Plan& plan, const std::vector<OldRecord>& records,
                                     const std::string& what);

}  // namespace fairshare::harness

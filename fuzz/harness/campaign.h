// A campaign: challenges by the thousand against a user's scheduler, and what came of them.
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
  // It ends with the first of these; without either, after a minute. Where anything is found, the
  // last third of the time is for shrinking it.
  std::optional<Seconds> time = std::nullopt;
  std::optional<std::uint64_t> cases = std::nullopt;
  std::uint64_t jobs = 1;  // adapters at once
  // Of `shards` parts it asks the one at `shard`, counted from 0: every so many batches of 32
  // cases, so that no case is asked by two of them, and each by one.
  std::uint64_t shard = 0;
  std::uint64_t shards = 1;
  Milliseconds deadline = std::chrono::seconds(2);              // for each answer
  Milliseconds first_deadline = std::chrono::seconds(30);       // for the first after each start
  bool until_first = false;                                     // ends with the first failure
  std::function<bool()> is_interrupted = [] { return false; };  // then it ends with what it has
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
  std::uint64_t skipped = 0;  // of these: the adapter wanted none of them
  Doubts doubts = {};         // of these, too
  Seconds seconds = {};
  std::array<Tally, fuzz::families.size()> of_families = {};
  std::uint64_t passed_over = 0;  // not asked, since problems like these hang or crash too often
  // What has no answer first, then the largest deviations; of a replay one per problem that failed,
  // in their order.
  std::vector<Found> found = {};
  std::vector<More> more = {};
  std::vector<Found> unrepeated = {};  // seen once; asked again, the adapter did not fail so
  // The file whose problems were asked again; then seed and families say nothing.
  std::optional<std::string> replayed = std::nullopt;
  std::optional<formats::InputError> unread = std::nullopt;  // of a replay: why it ended early
  // How far it was to come, and whether the user ended it before.
  std::optional<Seconds> planned_seconds = std::nullopt;
  std::optional<std::uint64_t> planned_cases = std::nullopt;
  bool is_interrupted = false;
};

// Problems whose answers were judged, or that failed to be answered.
std::uint64_t judged(const Outcome& outcome);

// Told how many cases have been asked, now and then.
using Progress = std::function<void(std::uint64_t cases, std::size_t found)>;

// The adapter could not be run, and why.
struct NotRun {
  std::string reason;
};

// Case k is the same for the same seed, settings and k, whatever the jobs: with a number of cases
// and an adapter that always answers the same, so is what is found.
//
// What hangs and crashes takes no more than a quarter of the time: then problems of those families
// and sizes that do it more often than others are passed over, for a while (restarts.h). Where
// nine of ten do, it ends.
//
// Each failure that may be the simplest of its sort is asked once more. Besides the verdict on its
// answer, of every 8th challenge one of properties::all_properties() is asked (FS205 to FS208, not
// of units by a method), and each 16th is asked three times (FS504).
std::variant<Outcome, NotRun> run(const Plan& plan, const Progress& progress);

struct OldRecord {
  std::string text = {};
  std::size_t line = 0;  // of the file, from 1; 0 for what a document divides
};

// The same for records of before: each is asked, with all properties and 64 times over; nothing
// is shrunk. It ends before the first record that cannot be read.
std::variant<Outcome, NotRun> replay(const Plan& plan, const std::vector<OldRecord>& records,
                                     const std::string& file);

}  // namespace fairshare::harness

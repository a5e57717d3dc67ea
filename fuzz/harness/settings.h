// The settings for fuzzing an adapter: what it is sent, and how its answers are judged.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/records/records.h"
#include "fuzz/adversary.h"
#include "fuzz/harness/protocol.h"

namespace fairshare::harness {

// What the user asks for, whatever the adapter says about itself. What is absent here, the adapter
// may say.
struct RequestedSettings {
  std::string scheduler = {};
  std::optional<formats::Numbers> numbers = std::nullopt;
  std::optional<formats::Numbers> answers = std::nullopt;
  formats::Tolerance tolerance = {};
  std::vector<fuzz::Family> families = {};  // none: all
  std::size_t size_max = 40;
  bool trees = false;
  bool demands = true;
  bool infeasible = false;
};

struct FuzzSettings {
  std::string scheduler = "fair";  // a name that `fairshare schedulers` lists, or "fair"
  formats::Numbers numbers = formats::Numbers::exact;  // also if nothing is said; the numbers that
                                                       // are sent are then dyadic, see challenge.h
  std::optional<formats::Numbers> answers = std::nullopt;  // of the shares; absent: as `numbers`
  formats::Tolerance tolerance = {};
  std::vector<fuzz::Family> families = {};  // at least one
  fuzz::ChallengeOptions challenges = {};
};

// The settings from the user's and the adapter's wishes. A sentence if the scheduler is unknown or
// only divides trees of its own format (YTsaurus).
//
// A scheduler gets weights and amounts in its own types, whatever "numbers" and "answers" say: YARN
// float32 and int32, from yarn-3.0 on int64; mr1 doubles and int32; apf doubles and int64,
// Koordinator int64, Volcano int32 and doubles, KAI and Armada doubles. It gets no demands if it
// ignores them (YARN), priorities if it reads them (KAI), and a total of 1 if it divides no other
// (Armada).
std::variant<FuzzSettings, std::string> agree(const RequestedSettings& requested,
                                              const Hello& hello);

// True if the adapter answers in whole units.
bool is_in_units(const FuzzSettings& settings);

}  // namespace fairshare::harness

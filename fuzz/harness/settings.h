// The settings on which an adapter is fuzzed: what it is sent, and by what measure it is judged.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "formats/records/records.h"
#include "fuzz/adversary.h"
#include "fuzz/harness/protocol.h"

namespace fairshare::harness {

// What the user wants, whatever the adapter says of itself. What is absent, the adapter may say.
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
  formats::Numbers numbers = formats::Numbers::exact;  // also the default: then the numbers
                                                       // that are sent are dyadic, see challenge.h
  std::optional<formats::Numbers> answers = std::nullopt;  // of the shares; absent: as `numbers`
  formats::Tolerance tolerance = {};
  std::vector<fuzz::Family> families = {};  // at least one
  fuzz::ChallengeOptions challenges = {};
};

// What both of them say together; or a sentence, where the scheduler is unknown or divides trees of
// its own format only (YTsaurus).
//
// A scheduler gets weights and amounts of its own types, whatever "numbers" and "answers" say: YARN
// float32 and int32, from yarn-3.0 on int64; mr1 doubles and int32; apf doubles and int64,
// Koordinator int64, Volcano int32 and doubles, KAI and Armada doubles. It gets no demand where it
// does not look at one (YARN), priorities where it does (KAI), and a total of 1 where it divides no
// other (Armada).
std::variant<FuzzSettings, std::string> agree(const RequestedSettings& requested,
                                              const Hello& hello);

// True where the adapter answers in whole units.
bool is_in_units(const FuzzSettings& settings);

}  // namespace fairshare::harness

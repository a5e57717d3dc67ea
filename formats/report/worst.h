// What a report keeps until its end, because it begins with the worst.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// The worst first. `not_judged`: an error.
enum class Severity { unfair, not_judged, warning, overcommitted, fair };
inline constexpr std::size_t severities = 5;

// Where something was read, to decide what comes first.
struct Position {
  std::size_t input = 0;  // which of them
  std::size_t line = 0;   // of a document: which of its parts
  std::size_t step = 0;   // how many were offered before; `keep` sets it

  friend auto operator<=>(const Position&, const Position&) = default;
};

struct Rank {
  Severity severity = Severity::fair;
  // For unfair divisions: the distance from fair of the share that is farthest off, as a fraction
  // of the total; infinite if that is not known. 0 for all others.
  double off = 0;
  Position position = {};

  friend bool operator<(const Rank& one, const Rank& other) {
    return std::tie(one.severity, other.off, one.position) <
           std::tie(other.severity, one.off, other.position);
  }
};

struct Kept {
  std::string text = {};                          // the reporter's text
  std::optional<double> distance = std::nullopt;  // as in the verdict
  std::optional<double> excess = std::nullopt;
};

// The result does not depend on the order of keeping and joining.
struct Worst {
  std::array<std::size_t, severities> offered = {};  // how many of each severity, kept or not
  std::map<Rank, Kept> kept = {};                    // the worst first, at most `most_kept`
};
inline constexpr std::size_t most_kept = 1000;

// "4 of 10 is off by 3" -> {unfair, 0.3}
Rank rank_of(const Verdict& verdict, const Position& position);

// False if as many worse ones are kept already as can be kept.
bool has_room(const Rank& rank, const Worst& worst);

// Counts it, and keeps it if it has a text; if there is no room, the least bad is dropped.
void keep(Rank rank, Kept one, Worst& worst);

// Adds what another thread has kept from other lines.
void join(Worst some, Worst& all);

// How many of a severity were counted but not kept.
std::size_t left_out(Severity severity, const Worst& worst);

}  // namespace fairshare::formats

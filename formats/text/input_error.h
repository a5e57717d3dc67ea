// An error in an input, and its place. Every reader in formats/ returns this; none throws.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fairshare::formats {

struct InputError {
  std::string code;       // "FS010"; one page each in docs/codes/
  std::string message;    // one sentence without the place: "max_share 5 is below min_share 8"
  std::string file = {};  // as the user named it; "-" for standard input
  std::size_t line = 0;   // from 1; 0 if there is no line to name (an empty file, a missing queue)
  std::string claimant = {};  // name of the claimant or queue; empty: not about one
  std::string field =
      {};  // "weight", "claimants[2].max_share", "minResources"; empty: not about one
};

// User text cut to at most that many bytes, for a message; "..." marks the cut.
std::string abridged(std::string_view text, std::size_t bytes_max = 60);

// "cluster.ndjson:3: claimant prod, max_share: max_share 5 is below min_share 8": the place as far
// as it is known, then the message, on one line, for names with any bytes.
std::string describe(const InputError& error);

}  // namespace fairshare::formats

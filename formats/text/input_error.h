// What is wrong with an input, and where. Every reader in formats/ returns this; none throws.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fairshare::formats {

struct InputError {
  std::string code;       // "FS010"; one page each in docs/codes/
  std::string message;    // one sentence without the place: "max_share 5 is below min_share 8"
  std::string file = {};  // as the user named it; "-" for standard input
  std::size_t line = 0;   // from 1; 0 where a line says nothing (an empty file, a missing queue)
  std::string claimant = {};  // name of the claimant or queue; empty: not about one
  std::string field =
      {};  // "weight", "claimants[2].max_share", "minResources"; empty: not about one
};

// At most so many bytes of what a user wrote, for use in a message; "..." says that there was more.
std::string abridged(std::string_view text, std::size_t bytes_max = 60);

// "cluster.ndjson:3: claimant prod, max_share: max_share 5 is below min_share 8": the place as far
// as it is known, then the message, on one line, whatever bytes the names have.
std::string describe(const InputError& error);

}  // namespace fairshare::formats

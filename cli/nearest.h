// What a user may have meant by an unknown word.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace fairshare::cli {

// The name that differs least from the word: in missing, additional, wrong or swapped letters,
// ignoring case. The first of several; nothing if more than a third of the word differs.
//
//     "verfy", "Verify", "verifiy"    -> "verify"
//     "fs204"                         -> "FS204"
//     "check"                         -> nothing
std::optional<std::string_view> find_nearest(std::string_view word,
                                             std::span<const std::string_view> names);

}  // namespace fairshare::cli

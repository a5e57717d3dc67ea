// What a user may have meant by a word that is not known.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace fairshare::cli {

// The name from which the word differs least: by the letters that are left out, added, wrong, or in
// the place of their neighbour, whether large or small. The first of several; nothing where more
// than a third of the word differs.
//
//     "verfy", "Verify", "verifiy"    -> "verify"
//     "fs204"                         -> "FS204"
//     "check"                         -> nothing
std::optional<std::string_view> find_nearest(std::string_view word,
                                             std::span<const std::string_view> names);

}  // namespace fairshare::cli

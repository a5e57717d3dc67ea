// The words of a line of text, for files that are just lines of words; and small letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fairshare::formats {

// What separates words within a line.
inline constexpr std::string_view word_separators = " \t\r\v\f";

// The words of a line, which they point into: {"t_0:", "52.00"} of " t_0:  52.00 ".
std::vector<std::string_view> words_of(std::string_view line);

// The text with small letters for A to Z.
std::string lower(std::string_view text);

}  // namespace fairshare::formats

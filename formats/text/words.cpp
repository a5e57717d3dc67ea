#include "formats/text/words.h"

#include <algorithm>
#include <cstddef>

namespace fairshare::formats {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(word_separators, at)) < line.size();) {
    const std::size_t end = std::min(line.find_first_of(word_separators, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

}  // namespace fairshare::formats

// How the programs in whole/ read their command lines.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace fairshare::tests {

// False if the text is not a whole number, or is too large; `number` may then have changed.
inline bool read_number(std::string_view text, std::uint64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end;
}

}  // namespace fairshare::tests

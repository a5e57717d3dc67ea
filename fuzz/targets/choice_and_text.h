// How targets that read text take their input: a byte that chooses options, followed by the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fairshare::fuzz {

struct ChoiceAndText {
  std::uint8_t choice;
  std::string_view text;
};

// Nothing if there is no byte.
inline std::optional<ChoiceAndText> find_choice_and_text(const std::uint8_t* data,
                                                         std::size_t size) {
  if (size == 0) return std::nullopt;
  return ChoiceAndText{data[0], {reinterpret_cast<const char*>(data) + 1, size - 1}};
}

}  // namespace fairshare::fuzz

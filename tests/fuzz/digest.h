// A digest of texts, one after the other: FNV-1a.
#pragma once

#include <cstdint>
#include <string_view>

namespace fairshare::fuzz {

constexpr std::uint64_t digest_of_nothing = 0xcbf29ce484222325U;

inline void add_to(std::uint64_t& digest, std::string_view text) {
  for (const char byte : text) {
    digest = (digest ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  }
}

}  // namespace fairshare::fuzz

// A per-thread cache of the small blocks that numbers of a few words take: a number that does not
// fit into one has a block, and GMP allocates one or two more. A verdict on an unfair record of
// eight claimants executes 10 % fewer instructions, and takes an eighth less time, than with malloc
// and free.
//
// A block is reused only for its own size, so it does not matter which number had it. Under
// AddressSanitizer nothing is cached, so that it sees every free.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace fairshare::exact {

class SmallBlocks {
 public:
  static constexpr std::size_t bytes_max = 64;

  constexpr SmallBlocks() = default;
  SmallBlocks(const SmallBlocks&) = delete;
  SmallBlocks& operator=(const SmallBlocks&) = delete;

  // Frees all blocks. Blocks that its thread returns afterwards are not cached.
  ~SmallBlocks() {
    is_keeping_ = false;
    for (Kept& kept : of_words_) {
      while (kept.first != nullptr) std::free(take(kept));
    }
  }

  // A cached block of this size; null if there is none.
  void* take(std::size_t bytes) {
    if (!is_small(bytes)) return nullptr;
    Kept& kept = of_words_[bytes / word - 1];
    return kept.first == nullptr ? nullptr : take(kept);
  }

  // False if the block is not cached, because there are enough or it is too large: the caller must
  // free it.
  bool keep(void* place, std::size_t bytes) {
    if (!is_keeping_ || !is_small(bytes)) return false;
    Kept& kept = of_words_[bytes / word - 1];
    if (kept.count == kept_max) return false;
    kept.first = new (place) Link{kept.first};
    ++kept.count;
    return true;
  }

 private:
  static constexpr std::size_t word = sizeof(void*);
  static constexpr std::size_t kept_max = 1024;  // of each size

  struct Link {
    Link* next;
  };
  struct Kept {
    Link* first = nullptr;
    std::size_t count = 0;
  };

  static bool is_small(std::size_t bytes) {
    return bytes > 0 && bytes <= bytes_max && bytes % word == 0;
  }

  static void* take(Kept& kept) {
    Link* const place = kept.first;
    kept.first = place->next;
    --kept.count;
    return place;
  }

#if defined(__SANITIZE_ADDRESS__)
  static constexpr bool is_sanitized = true;
#elif defined(__has_feature)
  static constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
  static constexpr bool is_sanitized = false;
#endif

  std::array<Kept, bytes_max / word> of_words_ = {};
  bool is_keeping_ = !is_sanitized;
};

}  // namespace fairshare::exact

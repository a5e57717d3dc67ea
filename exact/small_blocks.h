// Short numbers' memory, kept by the thread that gives it back and handed out again. GMP takes a
// block or two for each number, of a word or two for most numbers here. Through malloc and free
// that was a third of the instructions of a verdict on an unfair record of ten claimants, which
// executes 30 % fewer with this.
//
// A block is handed out for the size for which it was taken, so it does not matter by whom. Under
// AddressSanitizer none is kept, so that it sees the end of each.
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

  // Frees them. What its thread gives back after that is not kept.
  ~SmallBlocks() {
    is_keeping_ = false;
    for (Kept& kept : of_words_) {
      while (kept.first != nullptr) std::free(take(kept));
    }
  }

  // Null where none of this size is kept.
  void* take(std::size_t bytes) {
    if (!is_small(bytes)) return nullptr;
    Kept& kept = of_words_[bytes / word - 1];
    return kept.first == nullptr ? nullptr : take(kept);
  }

  // False where the block is not kept, since there are enough or it is too large: then it is the
  // caller's to free.
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

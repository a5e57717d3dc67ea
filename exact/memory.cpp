#include "fairshare/exact/memory.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>

#include "fairshare/exact/small_blocks.h"

namespace fairshare::exact {
namespace {

enum class State { well, too_long, out_of_memory };

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

// The memory that one thread has taken for its numbers. It may be negative, if the thread frees
// numbers that another thread has made.
struct Taken {
  std::int64_t bytes = 0;
  std::int64_t bytes_max = unbounded;
  State state = State::well;
};

constinit thread_local Taken taken;

#if defined(__wasm__)  // one thread, and no library that destroys thread-locals
constinit SmallBlocks small_blocks;
#else
constinit thread_local SmallBlocks small_blocks;
#endif
static_assert(SmallBlocks::bytes_max <= MemoryBound::counted_from);

// A reserve for an operation that finds no memory: more than any operation needs on operands that a
// bound allows, or as much of that as there is. It is never written to, so it takes addresses but
// no memory.
constexpr std::size_t kept_bytes_max = std::size_t{48} << 20U;
constexpr std::size_t kept_bytes_min = std::size_t{1} << 20U;
std::atomic<void*> kept = nullptr;

void keep_some() {
  if (kept.load() != nullptr) return;
  void* fresh = nullptr;
  for (std::size_t bytes = kept_bytes_max; fresh == nullptr && bytes >= kept_bytes_min;) {
    fresh = std::malloc(bytes);
    bytes /= 2;
  }
  void* expected = nullptr;
  if (!kept.compare_exchange_strong(expected, fresh)) std::free(fresh);
}

std::int64_t counted(std::size_t bytes) {
  return bytes > MemoryBound::counted_from ? static_cast<std::int64_t>(bytes) : 0;
}

void count(std::int64_t more) {
  if (more == 0) return;
  taken.bytes += more;
  if (taken.bytes > taken.bytes_max && taken.state == State::well) taken.state = State::too_long;
}

// GMP must get its memory; it has no way to be told that there is none.
template <class Take>
void* surely(Take take) {
  if (void* place = take()) return place;
  taken.state = State::out_of_memory;
  std::free(kept.exchange(nullptr));
  if (void* place = take()) return place;
  std::fputs("fairshare: there is not enough memory for the operation in hand\n", stderr);
  std::abort();
}

}  // namespace

MemoryBound::MemoryBound(std::size_t bytes) {
  static std::once_flag is_served;
  std::call_once(is_served, memory::serve_gmp);
  keep_some();
  assert(taken.bytes_max == unbounded);  // not within another one's lifetime
  taken = {.bytes_max = static_cast<std::int64_t>(std::min<std::uint64_t>(bytes, unbounded))};
}

MemoryBound::~MemoryBound() {
  taken = {};
}

namespace memory {

void* allocate(std::size_t bytes) {
  if (void* place = small_blocks.take(bytes)) return place;
  count(counted(bytes));
  return surely([bytes] { return std::malloc(bytes); });
}

void* reallocate(void* place, std::size_t bytes_before, std::size_t bytes) {
  if (void* other = small_blocks.take(bytes)) {
    std::memcpy(other, place, std::min(bytes_before, bytes));
    release(place, bytes_before);
    return other;
  }
  count(counted(bytes) - counted(bytes_before));
  return surely([place, bytes] { return std::realloc(place, bytes); });
}

void release(void* place, std::size_t bytes) {
  if (small_blocks.keep(place, bytes)) return;
  if (const auto less = counted(bytes)) taken.bytes -= less;
  std::free(place);
}

void check() {
  if (taken.state == State::well) return;
  if (taken.state == State::too_long) throw NumbersTooLong();
  throw std::bad_alloc();
}

}  // namespace memory
}  // namespace fairshare::exact

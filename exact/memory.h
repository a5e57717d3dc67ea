// A limit on the memory of exact numbers. Exact numbers can grow without limit: the shares of
// weights 1/p, for thousands of primes p, all have the product of these primes as their
// denominator.
//
// Only numbers longer than a few words are counted; the rest is proportional to the number of
// numbers. The limit is checked after each operation on a long Integer or Rational, never within
// GMP: an exception thrown through GMP would leave its numbers broken.
#pragma once

#include <cstddef>
#include <new>

namespace fairshare::exact {

// Thrown by an operation that exceeds its thread's limit. If the system has no memory, a plain
// std::bad_alloc is thrown instead.
struct NumbersTooLong : std::bad_alloc {
  const char* what() const noexcept override { return "exact numbers are too long"; }
};

// During its lifetime, the numbers that its thread makes may take `bytes` more than before; numbers
// of up to `counted_from` bytes are not counted. Limits cannot be nested (asserted).
//
// The first one makes GMP allocate through this file; otherwise GMP ends the program when memory
// runs out. From then on a reserve is kept so that an operation can finish and report that memory
// ran out. Each thread keeps up to 300 KB of memory for numbers of a few words (small_blocks.h), of
// GMP's own from then on.
class MemoryBound {
 public:
  static constexpr std::size_t counted_from = 64;

  explicit MemoryBound(std::size_t bytes);
  MemoryBound(const MemoryBound&) = delete;
  MemoryBound& operator=(const MemoryBound&) = delete;
  ~MemoryBound();
};

// For rational.cpp: GMP's memory, and what follows each operation.
namespace memory {

void* allocate(std::size_t bytes);
void* reallocate(void* place, std::size_t bytes_before, std::size_t bytes);
void release(void* place, std::size_t bytes);

// Has GMP use these three from now on; defined in rational.cpp.
void serve_gmp();

// Throws NumbersTooLong or std::bad_alloc if this thread exceeds its limit, or had to use the
// reserve. Keeps throwing until the thread's limit ends.
void check();

}  // namespace memory
}  // namespace fairshare::exact

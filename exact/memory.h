// How much memory exact numbers may take. Exact numbers have no end: the shares of weights 1/p,
// for thousands of primes p, all have the product of these primes below the line.
//
// Only what is longer than a few words is counted, the rest is proportional to the number of
// numbers. The bound is checked after each operation on an Integer or a Rational, and never within
// GMP, which cannot be left by an exception without leaving its numbers broken.
#pragma once

#include <cstddef>
#include <new>

namespace fairshare::exact {

// What an operation throws that exceeds the bound of its thread. Without memory it is a
// std::bad_alloc alone.
struct NumbersTooLong : std::bad_alloc {
  const char* what() const noexcept override { return "exact numbers are too long"; }
};

// While it lives, the numbers that its thread makes may take `bytes` more than before, each of them
// up to `counted_from` bytes not counted. Not one within another.
//
// The first one has GMP take its memory here: without it GMP ends the program where there is none.
// From then on each thread keeps up to 300 KB of short numbers' memory to use again
// (small_blocks.h). Some memory is kept for that case, so that an operation can end and say so.
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

// Throws NumbersTooLong or std::bad_alloc where this thread exceeds its bound, or had to use the
// memory that is kept. It goes on throwing until the thread's bound ends.
void check();

}  // namespace memory
}  // namespace fairshare::exact

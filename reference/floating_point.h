// The floating-point arithmetic that the error bounds assume: IEEE 754 as written, rounded to
// nearest, with subnormals. The compiler is responsible for the first. The other two are a mode of
// each thread, which a shared object linked with -ffast-math changes for the whole process.
#pragma once

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "the reference solver needs IEEE 754 arithmetic: compile it with -fno-fast-math"
#endif

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace fairshare::reference {

#if defined(__x86_64__)

// During its lifetime its thread rounds to nearest, with subnormals and without traps; its
// destructor restores the caller's mode and flags. If the mode is the usual one, this only reads a
// register.
class DefaultMode {
 public:
  DefaultMode() : before_(_mm_getcsr()) {
    if (is_other()) _mm_setcsr(default_mode);
  }
  ~DefaultMode() {
    if (is_other()) _mm_setcsr(before_);
  }
  DefaultMode(const DefaultMode&) = delete;
  DefaultMode& operator=(const DefaultMode&) = delete;

 private:
  // Every exception is masked; neither "flush to zero" nor "denormals are zero"; to nearest.
  static constexpr unsigned default_mode = 0x1f80;
  static constexpr unsigned flags = 0x3f;

  bool is_other() const { return (before_ & ~flags) != default_mode; }

  unsigned before_;
};

#else

// The same with C's functions, which are slower.
class DefaultMode {
 public:
  DefaultMode() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultMode() { std::fesetenv(&before_); }
  DefaultMode(const DefaultMode&) = delete;
  DefaultMode& operator=(const DefaultMode&) = delete;

 private:
  std::fenv_t before_;
};

#endif

}  // namespace fairshare::reference

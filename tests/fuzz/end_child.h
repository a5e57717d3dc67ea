// The end of a child that a test has forked.
#pragma once

#include <unistd.h>

#ifdef FAIRSHARE_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace fairshare::tests {

// Skips what the parent does at its end. If `./check --coverage` asks for it, what the child
// reached is counted.
[[noreturn]] inline void end_child(int status) {
#ifdef FAIRSHARE_COVERAGE
  __gcov_dump();
#endif
  ::_exit(status);
}

}  // namespace fairshare::tests

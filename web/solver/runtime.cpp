// What the C++ runtime requires, but a page does not need. An exception ends the call as a trap:
// the only one that is thrown says that numbers take too much memory.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" {

std::uintptr_t __stack_chk_guard = 0x5bd1e995;

[[noreturn]] void __stack_chk_fail() {
  __builtin_trap();
}

void* __cxa_allocate_exception(std::size_t bytes) {
  return std::malloc(bytes);
}

[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) {
  __builtin_trap();
}
}

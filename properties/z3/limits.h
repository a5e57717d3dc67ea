// Sets limits for Z3: memory and seed by its parameters, time from outside.
#pragma once

#include <z3++.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {

// Sets the memory limit of the whole process, and the seed of every random part of the solver.
void set_memory_and_seed(z3::solver& solver, const Limits& limits);

// A time limit for one call of Z3, from construction to destruction. It counts the processor time
// of the thread that makes the call, so that a query ends the same way on a busy machine.
//
// Z3 4.8.12's own timer sometimes hangs forever if it goes off just as the call ends. Here a thread
// interrupts the context once the time is over, and again every millisecond, since an interruption
// before the beginning of the call is lost. After that, any query in the context may be cancelled:
// its answer is then "unknown", never a wrong one.
class Deadline {
 public:
  Deadline(z3::context& context, std::chrono::milliseconds time);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last, so that it ends first
};

}  // namespace fairshare::prover

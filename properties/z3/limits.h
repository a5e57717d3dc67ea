// Limits as Z3 takes them: memory and seed by its parameters, time from outside.
#pragma once

#include <z3++.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "fairshare/properties/z3/query.h"

namespace fairshare::prover {

// The memory of the whole process, and the seed of every random part of the solver.
void set_memory_and_seed(z3::solver& solver, const Limits& limits);

// A time limit for one call of Z3's, from construction to destruction: of the processor's time that
// the thread takes which makes it, so that a query ends the same way on a busy machine.
//
// Z3 4.8.12's own timer has been seen to hang for good where it went off just as the call ended.
// Here a thread interrupts the context once the time is over, and again every millisecond, since an
// interruption before the call has begun is lost. After that, whatever is asked of the context may
// be cancelled: "unknown", never another answer.
class Deadline {
 public:
  Deadline(z3::context& context, std::chrono::milliseconds time);

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last, so that it ends first
};

}  // namespace fairshare::prover

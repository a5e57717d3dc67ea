// A time limit for one call of Z3's, kept outside of it.
//
// Z3 4.8.12's own timer has been seen to hang for good where it went off just as the call ended.
// Here a thread interrupts the context once the time is over, and again every few milliseconds,
// since an interruption before the call has begun is lost.
#pragma once

#include <z3++.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace fairshare::prover {

// From its construction to its destruction. The context outlives it, and after the time is over
// whatever is asked of that context may be cancelled: "unknown", never another answer.
class Deadline {
 public:
  Deadline(z3::context& context, std::chrono::milliseconds time)
      : thread_([this, &context, time](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          const auto is_over = [] { return false; };  // only a stop ends a wait early
          wake_.wait_for(lock, stop, time, is_over);
          while (!stop.stop_requested()) {
            context.interrupt();
            wake_.wait_for(lock, stop, std::chrono::milliseconds(5), is_over);
          }
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last, so that it ends first
};

}  // namespace fairshare::prover

#include "fairshare/properties/z3/limits.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <stop_token>
#include <string>

namespace fairshare::prover {
namespace {

// Z3 only has a limit for the whole process. At the watermark its engines give up. At the harder
// memory_max_size it throws from wherever it is, and has been seen to crash. The watermark is in
// bytes, whatever its help says.
void limit_memory(unsigned megabytes) {
  constexpr unsigned long long most = std::numeric_limits<unsigned>::max();
  const unsigned long long bytes = std::min(megabytes * (1ULL << 20U), most);
  z3::set_param("memory_high_watermark", std::to_string(bytes).c_str());
}

clockid_t clock_of_this_thread() {
  clockid_t clock{};
  [[maybe_unused]] const int error = pthread_getcpuclockid(pthread_self(), &clock);
  assert(error == 0);
  return clock;
}

std::chrono::nanoseconds time_on(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace

// Z3's parts have different names for the seed, and refuse a name that they do not know.
void set_memory_and_seed(z3::solver& solver, const Limits& limits) {
  limit_memory(limits.megabytes);
  z3::params params(solver.ctx());
  z3::param_descrs known = solver.get_param_descrs();
  for (unsigned i = 0; i < known.size(); ++i) {
    const std::string name = known.name(i).str();
    if (name == "random_seed" || name == "seed") params.set(name.c_str(), limits.seed);
  }
  solver.set(params);
}

Deadline::Deadline(z3::context& context, std::chrono::milliseconds time) {
  const clockid_t clock = clock_of_this_thread();
  const std::chrono::nanoseconds end = time_on(clock) + time;
  thread_ = std::jthread([this, &context, clock, end](const std::stop_token& stop) {
    constexpr std::chrono::nanoseconds pause = std::chrono::milliseconds(1);
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      const std::chrono::nanoseconds left = end - time_on(clock);
      if (left <= left.zero()) context.interrupt();
      wake_.wait_for(lock, stop, std::max(left, pause), [] { return false; });  // or a stop
    }
  });
}

}  // namespace fairshare::prover

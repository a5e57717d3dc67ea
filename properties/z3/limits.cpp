#include "properties/z3/limits.h"

#include <algorithm>
#include <limits>
#include <stop_token>
#include <string>

namespace fairshare::prover {
namespace {

// Z3 knows no other limit than that of the process. At the watermark its engines give up; at the
// harder memory_max_size it throws from wherever it is, and has been seen to crash on the way. The
// watermark is in bytes, whatever its help says.
void limit_memory(unsigned megabytes) {
  constexpr unsigned long long most = std::numeric_limits<unsigned>::max();
  const unsigned long long bytes = std::min(megabytes * (1ULL << 20U), most);
  z3::set_param("memory_high_watermark", std::to_string(bytes).c_str());
}

}  // namespace

// Its parts call the seed by different names, and refuse a name that they do not know.
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

Deadline::Deadline(z3::context& context, std::chrono::milliseconds time)
    : thread_([this, &context, time](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        const auto never = [] { return false; };  // only a stop ends a wait early
        wake_.wait_for(lock, stop, time, never);
        while (!stop.stop_requested()) {
          context.interrupt();
          wake_.wait_for(lock, stop, std::chrono::milliseconds(5), never);
        }
      }) {}

}  // namespace fairshare::prover

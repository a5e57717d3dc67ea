#include "bench/timing.h"

#include <time.h>

#include <algorithm>

#include "bench/pass.h"

namespace fairshare::bench {

double processor_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

double time_pass(const Series& series, std::span<double> shares) {
  // The first round warms up. There are more rounds if they are short, since the clock takes 0.3
  // us.
  const std::size_t rounds = series.claimants >= 1'000'000 ? 5 : 15;
  std::vector<double> times;
  for (std::size_t round = 0; round <= rounds; ++round) {
    const double begin = processor_nanoseconds();
    for (const Input& input : series.inputs) {
      write_clamped(1, input.columns(), shares);
      benchmark::ClobberMemory();
    }
    if (round > 0) times.push_back(processor_nanoseconds() - begin);
  }
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle / static_cast<double>(series.inputs.size());
}

}  // namespace fairshare::bench

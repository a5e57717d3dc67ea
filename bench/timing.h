// Times calls along with the pass: both by the processor time of this thread, in one run.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <span>

#include "bench/series.h"

namespace fairshare::bench {

// This thread's, so that other work of the machine is not counted.
double processor_nanoseconds();

// How long one pass (bench/pass.h) over one input of the series takes, in nanoseconds of processor
// time: the median of several rounds through all inputs. `shares` is as long as an input.
double time_pass(const Series& series, std::span<double> shares);

// Runs the timed loop: `call(index)` for the inputs in turn. The counters: `ns_per_claimant`, and
// `passes`, the time of a call divided by that of the pass, which is timed just before and just
// after.
template <class Call>
void time_calls(benchmark::State& state, const Series& series, std::span<double> shares,
                Call&& call) {
  const double pass_before = time_pass(series, shares);
  std::size_t next = 0;
  const double begin = processor_nanoseconds();
  for (auto _ : state) {
    call(next);
    benchmark::ClobberMemory();
    next = next + 1 == series.inputs.size() ? 0 : next + 1;
  }
  const double call_time =
      (processor_nanoseconds() - begin) / static_cast<double>(state.iterations());
  const double pass_after = time_pass(series, shares);
  state.counters["passes"] = 2 * call_time / (pass_before + pass_after);
  state.counters["ns_per_claimant"] = call_time / static_cast<double>(series.claimants);
}

}  // namespace fairshare::bench

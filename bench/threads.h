// Solving one problem on two threads, compared with one.
#pragma once

#include <benchmark/benchmark.h>

#include <optional>
#include <span>
#include <string>

#include "bench/series.h"
#include "fairshare/reference/solve.h"

namespace fairshare::bench {

// Times reference::solve on two threads, which start anew for each pass, by wall-clock time. The
// counters: `speedup`, how many times as fast that is as on one thread, timed in turns; and
// `memory`, the same for the pass (pass.h), half of it on each thread: what the machine's memory
// allows. The first answer on two threads must equal that on one thread, bit for bit; returns what
// is wrong.
std::optional<std::string> time_threads(benchmark::State& state, const Series& series,
                                        std::span<double> shares, reference::Workspace& workspace);

}  // namespace fairshare::bench

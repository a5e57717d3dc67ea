// fairshare_bench: times the reference solver, its peers, and the pass, and reports all times as
// multiples of the pass's. Answers are checked before anything is timed; a wrong one ends that
// benchmark with an error, and the exit status is 1. bench/README.md says what the numbers mean.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/answers.h"
#include "bench/batch.h"
#include "bench/changes.h"
#include "bench/condat.h"
#include "bench/families.h"
#include "bench/pass.h"
#include "bench/peers.h"
#include "bench/series.h"
#include "bench/threads.h"
#include "bench/timing.h"
#include "bench/units.h"
#include "fairshare/exact/solve.h"
#include "fairshare/reference/settle.h"
#include "fairshare/reference/solve.h"

namespace fairshare::bench {
namespace {

constexpr std::array<std::size_t, 10> sizes = {2,     4,      8,       16,        100,
                                               1'000, 10'000, 100'000, 1'000'000, 10'000'000};

constexpr std::size_t largest = 100'000'000;  // without peers, of one family
constexpr std::size_t certificate_max = 100;  // beyond that the passes decide
constexpr std::size_t threads_min = 1'000'000;

struct Peer {
  std::string_view name;
  void (*solve)(double, const reference::Columns&, std::span<double>, PeerWorkspace&);
  Tolerance tolerance;
};

// 25 halvings of an end that is at most twice the ratio, or 1, leave Hadoop's ratio off by 6e-8
// times that. The others only round, but a rounded sum of a million shares can hide about 1e-10 of
// it.
constexpr std::array peers = {
    Peer{"hadoop_double", hadoop_double, {.sum = 1e-6, .share = 1e-6}},
    Peer{"cms_newton", cms_newton, {.sum = 1e-9, .share = 1e-6}},
    Peer{"kiwiel_search", kiwiel_search, {.sum = 1e-9, .share = 1e-6}},
    Peer{"sort_sweep", sort_sweep, {.sum = 1e-9, .share = 1e-6}},
};

// What one benchmark leaves for the next: the inputs, since making and solving them takes longer
// than timing, and memory that has been used before.
struct Run {
  std::optional<Series> series = std::nullopt;
  std::optional<Batched> batched = std::nullopt;
  std::optional<Changing> changing = std::nullopt;
  std::optional<WholeSeries> whole = std::nullopt;
  std::set<std::string> checked = {};  // names of peers' benchmarks
  std::vector<double> shares = {};
  reference::Workspace workspace = {};
  PeerWorkspace peer_workspace = {};
  bool has_failed = false;
};

Series& prepare(Run& run, NamedFamily family, std::size_t claimants) {
  const bool is_there = run.series && run.series->family.family == family.family &&
                        run.series->claimants == claimants;
  if (!is_there) {
    run.series.reset();
    run.series = make_series(family, claimants);
  }
  run.shares.resize(claimants);
  return *run.series;
}

void fail(Run& run, benchmark::State& state, const std::string& error) {
  run.has_failed = true;
  state.SkipWithError(error.c_str());
}

void time_the_pass(Run& run, benchmark::State& state, std::size_t claimants) {
  const Series& series = prepare(run, families().front(), claimants);
  time_calls(state, series, run.shares, [&](std::size_t index) {
    write_clamped(1, series.inputs[index].columns(), run.shares);
  });
  const auto bytes = static_cast<std::int64_t>(4 * sizeof(double) * claimants);
  state.SetBytesProcessed(bytes * state.iterations());
}

void time_the_floor(Run& run, benchmark::State& state, std::size_t claimants) {
  const Series& series = prepare(run, families().front(), claimants);
  time_calls(state, series, run.shares, [&](std::size_t index) {
    const auto columns = series.inputs[index].columns();
    auto sum = sum_clamped(1, columns);
    benchmark::DoNotOptimize(sum);
    write_clamped(1, columns, run.shares);
  });
}

void time_reference(Run& run, benchmark::State& state, NamedFamily family, std::size_t claimants) {
  Series& series = prepare(run, family, claimants);
  solve_and_check(series);
  if (series.error) return fail(run, state, *series.error);
  run.workspace.reserve(claimants);
  time_calls(state, series, run.shares, [&](std::size_t index) {
    const Input& input = series.inputs[index];
    auto outcome = reference::solve(input.total, input.columns(), run.shares, run.workspace);
    benchmark::DoNotOptimize(outcome);
  });
}

reference::Slice slice_of(const Input& input) {
  return {input.weight.data(), input.min_share.data(), input.max_share.data(), input.weight.size()};
}

// The time that no guess can save: the certificate alone, from the right ratio.
void time_certificate(Run& run, benchmark::State& state, NamedFamily family,
                      std::size_t claimants) {
  Series& series = prepare(run, family, claimants);
  solve_and_check(series);
  if (series.error) return fail(run, state, *series.error);
  std::vector<double> ratios;
  for (const Input& input : series.inputs) {
    const auto outcome = reference::solve(input.total, input.columns(), run.shares, run.workspace);
    ratios.push_back(std::get<reference::Ratio>(outcome).ratio);
  }
  reference::Scratch scratch;
  time_calls(state, series, run.shares, [&](std::size_t index) {
    const Input& input = series.inputs[index];
    reference::Doubts doubts;
    auto attempt = reference::settle_from(ratios[index], {}, input.total, slice_of(input),
                                          run.shares.data(), scratch, doubts);
    benchmark::DoNotOptimize(attempt);
  });
}

void time_threads(Run& run, benchmark::State& state, NamedFamily family, std::size_t claimants) {
  Series& series = prepare(run, family, claimants);
  solve_and_check(series);
  if (series.error) return fail(run, state, *series.error);
  run.workspace.reserve(claimants);
  const auto error = time_threads(state, series, run.shares, run.workspace);
  if (error) fail(run, state, *error);
}

std::optional<std::string> find_error(Run& run, const Series& series, const Peer& peer) {
  for (std::size_t index = 0; index < series.inputs.size(); ++index) {
    const Input& input = series.inputs[index];
    peer.solve(input.total, input.columns(), run.shares, run.peer_workspace);
    auto error = find_error(input, run.shares, series.expected[index], peer.tolerance);
    if (error) return error;
  }
  return std::nullopt;
}

void time_peer(Run& run, benchmark::State& state, const Peer& peer, const std::string& name,
               NamedFamily family, std::size_t claimants) {
  Series& series = prepare(run, family, claimants);
  run.peer_workspace.reserve(claimants);
  if (!run.checked.contains(name)) {
    solve_and_check(series);
    if (series.error) return fail(run, state, *series.error);
    if (const auto error = find_error(run, series, peer)) return fail(run, state, *error);
    run.checked.insert(name);
  }
  time_calls(state, series, run.shares, [&](std::size_t index) {
    const Input& input = series.inputs[index];
    peer.solve(input.total, input.columns(), run.shares, run.peer_workspace);
  });
}

void time_condat(Run& run, benchmark::State& state, Projection project, NamedFamily simplex,
                 std::size_t claimants) {
  Series& series = prepare(run, simplex, claimants);
  solve_and_check(series);
  if (series.error) return fail(run, state, *series.error);
  if (const auto error = time_condat(state, series, project, run.shares)) fail(run, state, *error);
}

void time_exact(Run& run, benchmark::State& state, std::size_t claimants) {
  const Series& series = prepare(run, families().front(), claimants);
  std::vector<Problem<exact::Rational>> problems;
  for (const Input& input : series.inputs) problems.push_back(exact::widen(to_problem(input)));
  time_calls(state, series, run.shares, [&](std::size_t index) {
    auto solution = exact::solve(problems[index]);
    benchmark::DoNotOptimize(solution);
  });
}

// The time that an exact solver that sorts cannot save: sorting the breakpoints, as rationals.
void time_sort(Run& run, benchmark::State& state, std::size_t claimants) {
  const Series& series = prepare(run, families().front(), claimants);
  std::vector<std::vector<exact::Rational>> breakpoints;
  for (const Input& input : series.inputs) {
    auto& own = breakpoints.emplace_back();
    for (const auto& claimant : exact::widen(to_problem(input)).claimants) {
      own.push_back(claimant.min_share / claimant.weight);
      own.push_back(*claimant.max_share / claimant.weight);
    }
  }
  std::vector<const exact::Rational*> order;
  time_calls(state, series, run.shares, [&](std::size_t index) {
    order.clear();
    for (const auto& breakpoint : breakpoints[index]) order.push_back(&breakpoint);
    std::ranges::sort(order, [](const auto* a, const auto* b) { return *a < *b; });
    benchmark::DoNotOptimize(order.data());
  });
}

void time_batch(Run& run, benchmark::State& state, std::size_t claimants) {
  if (!run.batched || run.batched->claimants != claimants) {
    run.batched.reset();
    run.batched = make_batched(claimants);
  }
  if (run.batched->error) return fail(run, state, *run.batched->error);
  time_batch(state, *run.batched);
}

void time_changes(Run& run, benchmark::State& state, Changes changes, std::size_t claimants) {
  const bool is_there = run.changing && run.changing->changes == changes &&
                        run.changing->series.claimants == claimants;
  if (!is_there) {
    run.changing.reset();
    run.changing = make_changing(changes, claimants);
  }
  if (run.changing->error) return fail(run, state, *run.changing->error);
  time_changes(state, *run.changing);
  if (run.changing->error) fail(run, state, *run.changing->error);
}

void time_units(Run& run, benchmark::State& state, Units method, std::size_t claimants) {
  const bool is_there =
      run.whole && run.whole->method == method && run.whole->claimants == claimants;
  if (!is_there) run.whole = make_whole_series(method, claimants);
  if (run.whole->error) return fail(run, state, *run.whole->error);
  time_units(state, *run.whole);
}

void register_units(Run& run) {
  for (const auto method : {Units::hamilton, Units::webster, Units::dhondt, Units::adams}) {
    for (const std::size_t claimants : {16U, 1'000U, 1'000'000U}) {
      const std::string name =
          "units/" + std::string(name_of(method)) + "/" + std::to_string(claimants);
      benchmark::RegisterBenchmark(name.c_str(), [&run, method, claimants](auto& state) {
        time_units(run, state, method, claimants);
      });
    }
  }
}

void register_others(Run& run) {
  for (const std::size_t claimants : {8U, 16U, 32U, 64U}) {
    const std::string name = "batch/" + std::to_string(claimants);
    benchmark::RegisterBenchmark(name.c_str(), [&run, claimants](benchmark::State& state) {
      time_batch(run, state, claimants);
    });
  }
  for (const auto changes : {Changes::weights, Changes::ties}) {
    const std::string kind = changes == Changes::ties ? "update_ties" : "update";
    for (const std::size_t claimants : sizes) {
      const std::string name = "divider/" + kind + "/" + std::to_string(claimants);
      benchmark::RegisterBenchmark(name.c_str(), [&run, changes, claimants](auto& state) {
        time_changes(run, state, changes, claimants);
      });
    }
  }
}

// Benchmarks that share a series are registered one after the other, so that it is made once.
void register_solvers(Run& run, Projection condat) {
  using benchmark::RegisterBenchmark;
  for (const std::size_t claimants : sizes) {
    const std::string size = "/" + std::to_string(claimants);
    const auto add = [](const std::string& name, auto body) {
      RegisterBenchmark(name.c_str(), body);
    };
    add("pass" + size, [&run, claimants](auto& state) { time_the_pass(run, state, claimants); });
    add("floor" + size, [&run, claimants](auto& state) { time_the_floor(run, state, claimants); });
    if (claimants == 1000) {
      add("exact/uniform/1000", [&run](auto& state) { time_exact(run, state, 1000); });
      add("sort/uniform/1000", [&run](auto& state) { time_sort(run, state, 1000); });
    }
    for (const NamedFamily family : families()) {
      const std::string rest = "/" + std::string(family.name) + size;
      add("reference" + rest, [&run, family, claimants](auto& state) {
        time_reference(run, state, family, claimants);
      });
      if (claimants <= certificate_max) {
        add("certificate" + rest, [&run, family, claimants](auto& state) {
          time_certificate(run, state, family, claimants);
        });
      }
      if (claimants >= threads_min) {
        const auto body = [&run, family, claimants](auto& state) {
          time_threads(run, state, family, claimants);
        };
        RegisterBenchmark(("threads" + rest).c_str(), body)->UseManualTime();
      }
      for (const Peer& peer : peers) {
        const std::string name = std::string(peer.name) + rest;
        add(name, [&run, &peer, name, family, claimants](auto& state) {
          time_peer(run, state, peer, name, family, claimants);
        });
      }
      if (condat != nullptr && family.family == Family::simplex) {
        add("condat" + rest, [&run, condat, family, claimants](auto& state) {
          time_condat(run, state, condat, family, claimants);
        });
      }
    }
  }
}

void register_largest(Run& run) {
  const std::string name = "reference/uniform/" + std::to_string(largest);
  benchmark::RegisterBenchmark(name.c_str(), [&run](auto& state) {
    time_reference(run, state, families().front(), largest);
  });
}

// The processor's name for itself.
std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
  }
  return "unknown";
}

std::string_view widest_vectors() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return "AVX-512";
  if (__builtin_cpu_supports("avx2")) return "AVX2";
#endif
  return "baseline";
}

// Records for the table what bench/report.py cannot find out later.
void describe_run(int count, char** arguments) {
  std::string all;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (!argument.starts_with("--benchmark_context=")) all += (all.empty() ? "" : " ") + argument;
  }
  benchmark::AddCustomContext("arguments", all);
  benchmark::AddCustomContext("processor", processor_name());
  benchmark::AddCustomContext("vectors", std::string(widest_vectors()));
  benchmark::AddCustomContext("compiler", __VERSION__);
}

int run_all(int count, char** arguments) {
  describe_run(count, arguments);
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) return 2;
  const auto condat = find_condat();
  if (const auto* error = std::get_if<std::string>(&condat)) {
    std::fprintf(stderr, "fairshare_bench: FAIRSHARE_CONDAT: %s\n", error->c_str());
    return 2;
  }
  Run run;
  register_solvers(run, std::get<Projection>(condat));
  register_largest(run);
  register_others(run);
  register_units(run);
  if (benchmark::RunSpecifiedBenchmarks() == 0) return 2;
  benchmark::Shutdown();
  return run.has_failed ? 1 : 0;
}

}  // namespace
}  // namespace fairshare::bench

int main(int count, char** arguments) {
  return fairshare::bench::run_all(count, arguments);
}

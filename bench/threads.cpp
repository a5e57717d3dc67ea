#include "bench/threads.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>
#include <variant>
#include <vector>

#include "bench/pass.h"

namespace fairshare::bench {
namespace {

constexpr int pass_rounds = 9;

template <class Call>
double wall_seconds(Call&& call) {
  const auto begin = std::chrono::steady_clock::now();
  call();
  benchmark::ClobberMemory();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

reference::Columns part_of(const reference::Columns& columns, std::size_t begin, std::size_t size) {
  return {columns.weight.subspan(begin, size), columns.min_share.subspan(begin, size),
          columns.max_share.subspan(begin, size)};
}

// How many times as fast the pass is if each of two threads does half of it.
double speedup_of_pass(const reference::Columns& columns, std::span<double> shares) {
  const std::size_t half = shares.size() / 2, rest = shares.size() - half;
  std::vector<double> one, two;
  for (int round = 0; round < pass_rounds; ++round) {
    one.push_back(wall_seconds([&] { write_clamped(1, columns, shares); }));
    two.push_back(wall_seconds([&] {
      const std::jthread other(
          [&] { write_clamped(1, part_of(columns, half, rest), shares.subspan(half)); });
      write_clamped(1, part_of(columns, 0, half), shares.first(half));
    }));
  }
  return median(one) / median(two);
}

}  // namespace

std::optional<std::string> time_threads(benchmark::State& state, const Series& series,
                                        std::span<double> shares, reference::Workspace& workspace) {
  const Input& input = series.inputs.front();
  const reference::Executor executor{2, [](const auto& work) {
                                       const std::jthread other(work, 1);
                                       work(0);
                                     }};
  const auto solve_on_two = [&] {
    return reference::solve(input.total, input.columns(), shares, workspace, executor);
  };
  const auto outcome = solve_on_two();
  if (!std::holds_alternative<reference::Ratio>(outcome) ||
      !std::ranges::equal(shares, series.expected.front())) {
    return "two threads solve otherwise than one";
  }
  std::vector<double> one, two;
  for (auto _ : state) {
    one.push_back(wall_seconds([&] {
      auto alone = reference::solve(input.total, input.columns(), shares, workspace);
      benchmark::DoNotOptimize(alone);
    }));
    two.push_back(wall_seconds([&] {
      auto shared = solve_on_two();
      benchmark::DoNotOptimize(shared);
    }));
    state.SetIterationTime(two.back());
  }
  state.counters["speedup"] = median(one) / median(two);
  state.counters["memory"] = speedup_of_pass(input.columns(), shares);
  return std::nullopt;
}

}  // namespace fairshare::bench

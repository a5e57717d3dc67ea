#include "bench/condat.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <vector>

#include "bench/answers.h"
#include "bench/timing.h"

namespace fairshare::bench {
namespace {

std::vector<std::vector<double>> points_of(const Series& series) {
  std::vector<std::vector<double>> points;
  for (const Input& input : series.inputs) {
    auto& own = points.emplace_back();
    for (const double min_share : input.min_share) own.push_back(-min_share);
  }
  return points;
}

}  // namespace

std::variant<Projection, std::string> find_condat() {
  const char* name = std::getenv("FAIRSHARE_CONDAT");
  if (name == nullptr) return nullptr;
  void* object = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  void* function = object == nullptr ? nullptr : dlsym(object, "simplexproj_condat_");
  if (function == nullptr) return std::string(dlerror());
  return reinterpret_cast<Projection>(function);
}

std::optional<std::string> time_condat(benchmark::State& state, const Series& series,
                                       Projection project, std::span<double> shares) {
  std::vector<std::vector<double>> points = points_of(series);
  int length = static_cast<int>(series.claimants);
  for (std::size_t i = 0; i < points.size(); ++i) {
    project(points[i].data(), shares.data(), &length);
    std::ranges::transform(shares, series.inputs[i].min_share, shares.begin(), std::plus<>());
    auto error =
        find_error(series.inputs[i], shares, series.expected[i], {.sum = 1e-9, .share = 1e-6});
    if (error) return error;
  }
  time_calls(state, series, shares,
             [&](std::size_t index) { project(points[index].data(), shares.data(), &length); });
  return std::nullopt;
}

}  // namespace fairshare::bench

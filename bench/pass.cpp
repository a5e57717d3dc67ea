#include "bench/pass.h"

#include <array>
#include <cstddef>
#include <numeric>

#if defined(__x86_64__) && defined(__gnu_linux__)
#define FAIRSHARE_BENCH_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FAIRSHARE_BENCH_CLONES
#endif

namespace fairshare::bench {
namespace {

// The comparisons are those of the vector instructions for minimum and maximum.
inline double clamped(double product, double min_share, double max_share) {
  const double raised = product > min_share ? product : min_share;
  return raised < max_share ? raised : max_share;
}

}  // namespace

// The pointers do not overlap, or no compiler would use vectors.
FAIRSHARE_BENCH_CLONES
void write_clamped(double ratio, const reference::Columns& columns, std::span<double> shares) {
  const double* __restrict weight = columns.weight.data();
  const double* __restrict min_share = columns.min_share.data();
  const double* __restrict max_share = columns.max_share.data();
  double* __restrict share = shares.data();
  const std::size_t claimants = shares.size();
  for (std::size_t i = 0; i < claimants; ++i) {
    share[i] = clamped(weight[i] * ratio, min_share[i], max_share[i]);
  }
}

// As many sums as fill four of the widest vectors, so that no addition waits for the one before.
FAIRSHARE_BENCH_CLONES
double sum_clamped(double ratio, const reference::Columns& columns) {
  const double* __restrict weight = columns.weight.data();
  const double* __restrict min_share = columns.min_share.data();
  const double* __restrict max_share = columns.max_share.data();
  const std::size_t claimants = columns.weight.size();
  std::array<double, 32> sums = {};
  const std::size_t together = claimants - claimants % sums.size();
  for (std::size_t i = 0; i < together; i += sums.size()) {
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] += clamped(weight[i + k] * ratio, min_share[i + k], max_share[i + k]);
    }
  }
  double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
  for (std::size_t i = together; i < claimants; ++i) {
    sum += clamped(weight[i] * ratio, min_share[i], max_share[i]);
  }
  return sum;
}

}  // namespace fairshare::bench

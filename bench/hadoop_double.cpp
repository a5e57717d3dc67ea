#include <algorithm>

#include "bench/pass.h"
#include "bench/peers.h"

namespace fairshare::bench {
namespace {

double sum_of_shares(double ratio, const reference::Columns& columns) {
  double sum = 0;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const double product = columns.weight[i] * ratio;
    sum += std::min(std::max(product, columns.min_share[i]), columns.max_share[i]);
  }
  return sum;
}

}  // namespace

void hadoop_double(double total, const reference::Columns& columns, std::span<double> shares,
                   PeerWorkspace&) {
  // Hadoop divides no more than can be claimed. To know that takes a pass, which ends as soon as it
  // can.
  double claimable = 0;
  for (const double max_share : columns.max_share) {
    claimable += max_share;
    if (claimable >= total) break;
  }
  const double divided = std::min(total, claimable);

  double upper = 1;
  while (sum_of_shares(upper, columns) < divided) upper *= 2;
  double lower = 0;
  for (int step = 0; step < 25; ++step) {
    const double middle = (lower + upper) / 2;
    const double sum = sum_of_shares(middle, columns);
    if (sum == divided) {
      upper = middle;
      break;
    }
    (sum < divided ? lower : upper) = middle;
  }
  write_clamped(upper, columns, shares);
}

}  // namespace fairshare::bench

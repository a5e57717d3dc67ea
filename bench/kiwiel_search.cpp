#include <algorithm>
#include <limits>
#include <numeric>

#include "bench/pass.h"
#include "bench/peers.h"

namespace fairshare::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Search {
 public:
  Search(double total, const reference::Columns& columns, PeerWorkspace& workspace)
      : total_(total),
        columns_(columns),
        active_(std::span(workspace.active).first(columns.weight.size())),
        ratios_(std::span(workspace.ratios).first(2 * columns.weight.size())) {
    std::iota(active_.begin(), active_.end(), 0U);
  }

  double find_ratio() {
    collect_breakpoints();
    while (!ratios_.empty()) {
      const auto middle = ratios_.begin() + static_cast<std::ptrdiff_t>(ratios_.size() / 2);
      std::nth_element(ratios_.begin(), middle, ratios_.end());
      const double median = *middle;
      const double sum = sum_at(median);
      if (sum == total_) return median;
      if (sum < total_) {
        lower_ = median;
        ratios_ = ratios_.last(static_cast<std::size_t>(ratios_.end() - middle) - 1);
      } else {
        upper_ = median;
        ratios_ = ratios_.first(static_cast<std::size_t>(middle - ratios_.begin()));
      }
      settle();
    }
    return ratio_between();
  }

 private:
  // Collects the breakpoints that are greater than 0 and finite; the search cannot ask at others.
  void collect_breakpoints() {
    std::size_t count = 0;
    for (std::size_t i = 0; i < columns_.weight.size(); ++i) {
      ratios_[count] = columns_.min_share[i] / columns_.weight[i];
      if (ratios_[count] > 0) ++count;
      ratios_[count] = columns_.max_share[i] / columns_.weight[i];
      if (ratios_[count] < infinity) ++count;
    }
    ratios_ = ratios_.first(count);
  }

  double sum_at(double ratio) const {
    double sum = settled_ + settled_weight_ * ratio;
    for (const std::uint32_t i : active_) {
      const double product = columns_.weight[i] * ratio;
      sum += std::min(std::max(product, columns_.min_share[i]), columns_.max_share[i]);
    }
    return sum;
  }

  // A claimant whose share is one piece from the lower end to the upper one has no breakpoint
  // between them. These sums only grow, so nothing cancels.
  void settle() {
    std::size_t kept = 0;
    for (const std::uint32_t i : active_) {
      const double weight = columns_.weight[i];
      const double min_share = columns_.min_share[i];
      const double max_share = columns_.max_share[i];
      const double least = weight * lower_;
      const double most = weight * upper_;
      const bool is_at_min = most <= min_share;
      const bool is_at_max = (least >= max_share) & !is_at_min;
      const bool is_proportional =
          (least >= min_share) & (most <= max_share) & !(is_at_min | is_at_max);
      settled_ += is_at_min ? min_share : 0;
      settled_ += is_at_max ? max_share : 0;
      settled_weight_ += is_proportional ? weight : 0;
      active_[kept] = i;
      kept += static_cast<std::size_t>(!(is_at_min | is_at_max | is_proportional));
    }
    active_ = active_.first(kept);
  }

  // No breakpoint is left between the ends. An active claimant only seems to have one there, since
  // quotients are rounded; the product at the middle tells which piece it is on.
  double ratio_between() const {
    double fixed = settled_;
    double weight_sum = settled_weight_;
    for (const std::uint32_t i : active_) {
      const double weight = columns_.weight[i];
      const double min_share = columns_.min_share[i];
      const double max_share = columns_.max_share[i];
      const double middle = upper_ == infinity ? lower_ : lower_ + (upper_ - lower_) / 2;
      const double product = weight * middle;
      if (product < min_share) {
        fixed += min_share;
      } else if (product >= max_share) {
        fixed += max_share;
      } else {
        weight_sum += weight;
      }
    }
    if (weight_sum == 0) return lower_;
    return std::clamp((total_ - fixed) / weight_sum, lower_, upper_);
  }

  double total_;
  const reference::Columns& columns_;
  std::span<std::uint32_t> active_;
  std::span<double> ratios_;
  double settled_ = 0;         // shares that are the same wherever the ratio is
  double settled_weight_ = 0;  // weights of claimants that are proportional wherever it is
  double lower_ = 0;
  double upper_ = infinity;
};

}  // namespace

void kiwiel_search(double total, const reference::Columns& columns, std::span<double> shares,
                   PeerWorkspace& workspace) {
  write_clamped(Search(total, columns, workspace).find_ratio(), columns, shares);
}

}  // namespace fairshare::bench

// phi(R), the sum of all shares, never falls and consists of straight pieces. From below, Newton's
// method follows the piece to the right of R; from above, the one to the left.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "bench/pass.h"
#include "bench/peers.h"

namespace fairshare::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tolerance = 1e-12;  // the paper's

// All claimants, as if they were a list of indices, without reading one.
struct AllClaimants {
  std::size_t count;
  std::size_t size() const { return count; }
  std::size_t operator[](std::size_t i) const { return i; }
};

struct End {
  double ratio;
  double sum;
};

struct Piece {
  double sum;
  double slope_left;
  double slope_right;
};

class Newton {
 public:
  Newton(double total, const reference::Columns& columns, std::span<std::uint32_t> active)
      : total_(total), columns_(columns), active_(active) {}

  double find_ratio() {
    double ratio = total_ / sum_of_weights();
    std::optional<double> next = step(ratio, AllClaimants{columns_.weight.size()});
    while (next) {
      ratio = *next;
      next = step(ratio, active_);
    }
    return ratio;
  }

 private:
  double sum_of_weights() const {
    double sum = 0;
    for (const double weight : columns_.weight) sum += weight;
    return sum;
  }

  // The ratio after `ratio`; nothing if the total is met, or if no double lies between.
  template <class Claimants>
  std::optional<double> step(double ratio, Claimants claimants) {
    const Piece piece = piece_at(ratio, claimants);
    if (std::abs(piece.sum - total_) <= tolerance * total_) return std::nullopt;
    const bool is_below = piece.sum < total_;
    (is_below ? lower_ : upper_) = {ratio, piece.sum};
    const double slope = is_below ? piece.slope_right : piece.slope_left;
    double next = slope > 0 ? ratio + (total_ - piece.sum) / slope
                            : nearest_breakpoint(ratio, is_below, claimants);
    if (!is_inside(next)) next = secant();
    if (!is_inside(next)) return std::nullopt;
    settle(ratio, is_below, claimants);
    return next;
  }

  bool is_inside(double ratio) const { return ratio > lower_.ratio && ratio < upper_.ratio; }

  template <class Claimants>
  Piece piece_at(double ratio, Claimants claimants) const {
    Piece piece{settled_, 0, 0};
    for (std::size_t k = 0; k < claimants.size(); ++k) {
      const std::size_t i = claimants[k];
      const double weight = columns_.weight[i];
      const double min_share = columns_.min_share[i];
      const double max_share = columns_.max_share[i];
      const double product = weight * ratio;
      piece.sum += std::min(std::max(product, min_share), max_share);
      const bool moves_left = (product > min_share) & (product <= max_share);
      const bool moves_right = (product >= min_share) & (product < max_share);
      piece.slope_left += moves_left ? weight : 0;
      piece.slope_right += moves_right ? weight : 0;
    }
    return piece;
  }

  // The least breakpoint above the ratio, or the greatest below it: beyond it the slope is not 0.
  // A quotient that was rounded to the near side is moved on by a unit in its last place.
  template <class Claimants>
  double nearest_breakpoint(double ratio, bool is_below, Claimants claimants) const {
    const double away = is_below ? infinity : 0;
    double nearest = away;
    for (std::size_t k = 0; k < claimants.size(); ++k) {
      const std::size_t i = claimants[k];
      const double weight = columns_.weight[i];
      const double bound = is_below ? columns_.min_share[i] : columns_.max_share[i];
      const double excess = is_below ? bound - weight * ratio : weight * ratio - bound;
      if (!(excess > 0)) continue;
      double breakpoint = bound / weight;
      const bool is_short = is_below ? weight * breakpoint < bound : weight * breakpoint > bound;
      if (is_short) breakpoint = std::nextafter(breakpoint, away);
      nearest = is_below ? std::min(nearest, breakpoint) : std::max(nearest, breakpoint);
    }
    return nearest;
  }

  double secant() const {
    if (upper_.ratio == infinity) return infinity;
    const double rise = (total_ - lower_.sum) / (upper_.sum - lower_.sum);
    return lower_.ratio + (upper_.ratio - lower_.ratio) * rise;
  }

  // From below R only grows: a claimant at max stays there. From above, one at min does.
  template <class Claimants>
  void settle(double ratio, bool is_below, Claimants claimants) {
    const std::span<const double> bounds = is_below ? columns_.max_share : columns_.min_share;
    const double sign = is_below ? 1 : -1;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < claimants.size(); ++k) {
      const std::size_t i = claimants[k];
      const bool is_settled = sign * (columns_.weight[i] * ratio) >= sign * bounds[i];
      settled_ += is_settled ? bounds[i] : 0;
      active_[kept] = static_cast<std::uint32_t>(i);
      kept += static_cast<std::size_t>(!is_settled);
    }
    active_ = active_.first(kept);
  }

  double total_;
  const reference::Columns& columns_;
  std::span<std::uint32_t> active_;
  double settled_ = 0;  // shares of the claimants that are not active
  End lower_{0, 0};     // its sum is only used once both ends were reached
  End upper_{infinity, infinity};
};

}  // namespace

void cms_newton(double total, const reference::Columns& columns, std::span<double> shares,
                PeerWorkspace& workspace) {
  const std::span<std::uint32_t> active = std::span(workspace.active).first(shares.size());
  write_clamped(Newton(total, columns, active).find_ratio(), columns, shares);
}

}  // namespace fairshare::bench

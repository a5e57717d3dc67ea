// With exact sums no search needs care. f(R), the sum of all shares, is I(R) + W(R) * R: I adds up
// the bounds of those who stand at one, W the weights of those who are proportional. Walking R
// upwards,
//
//     at min_share / weight:  I -= min_share, W += weight       a claimant begins to be
//     proportional at max_share / weight:  I += max_share, W -= weight       and ends
//
// The search takes the median of the breakpoints that are left, adds up everything below it, and
// asks in integers whether f is below the total there. If so, it keeps the lower half for good and
// goes on in the upper one, else the other way round. At the end R = (total - I) / W, a quotient of
// two integers.
#include "reference/solve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "reference/exact_sum.h"
#include "reference/rounding.h"

namespace fairshare::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

__extension__ typedef unsigned __int128 uint128;

double nearest(const ExactSum& sum) {
  assert(sum.sign() > 0);
  return nearest_product(1, divide(sum.magnitude(), one()));
}

// a * b < c * d for doubles >= 0, exactly: also where the products are no doubles.
bool is_product_less(double a, double b, double c, double d) {
  const auto length = [](uint128 n) {
    const auto high = static_cast<std::uint64_t>(n >> 64);
    const auto low = static_cast<std::uint64_t>(n);
    return static_cast<int>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
  };
  const Binary xa = to_binary(a), xb = to_binary(b), xc = to_binary(c), xd = to_binary(d);
  const uint128 left = static_cast<uint128>(xa.significand) * xb.significand;
  const uint128 right = static_cast<uint128>(xc.significand) * xd.significand;
  if (left == 0 || right == 0) return left == 0 && right != 0;
  const int left_length = length(left);
  const int right_length = length(right);
  const int left_end = left_length + xa.exponent + xb.exponent;
  const int right_end = right_length + xc.exponent + xd.exponent;
  if (left_end != right_end) return left_end < right_end;
  return left << (128 - left_length) < right << (128 - right_length);
}

// The sum of all shares as the line I + W * R.
struct Line {
  ExactSum fixed;   // I
  ExactSum weight;  // W
};

class Search {
 public:
  Search(double total, const Columns& columns, Workspace& workspace)
      : total_(total), columns_(columns), breakpoints_(workspace.breakpoints) {}

  // The line on which the sum of shares reaches the total first. `minimums` is the sum of all
  // minimums, which is below the total; the total is not above what can be claimed.
  Line find_line(const ExactSum& minimums) {
    Line line{minimums, {}};
    collect_breakpoints(line);
    auto begin = breakpoints_.begin();
    auto end = breakpoints_.end();
    const auto is_before = [&](const Breakpoint& a, const Breakpoint& b) { return precedes(a, b); };
    while (begin != end) {
      const auto median = begin + (end - begin) / 2;
      std::nth_element(begin, median, end, is_before);
      Line beyond = line;
      for (auto breakpoint = begin; breakpoint <= median; ++breakpoint) pass(*breakpoint, beyond);
      if (is_below_total(*median, beyond)) {
        line = beyond;
        begin = median + 1;
      } else {
        end = median;
      }
    }
    return line;
  }

 private:
  double bound(const Breakpoint& breakpoint) const {
    const auto& bounds = breakpoint.is_max ? columns_.max_share : columns_.min_share;
    return bounds[breakpoint.claimant];
  }
  double weight(const Breakpoint& breakpoint) const { return columns_.weight[breakpoint.claimant]; }

  // The breakpoints above R = 0, but for those that no share reaches: a maximum above the total.
  void collect_breakpoints(Line& line) {
    breakpoints_.clear();
    for (std::size_t i = 0; i < columns_.weight.size(); ++i) {
      const double weight = columns_.weight[i];
      const double min_share = columns_.min_share[i];
      const double max_share = columns_.max_share[i];
      if (weight == 0 || min_share == max_share) continue;
      const auto claimant = static_cast<std::uint32_t>(i);
      if (min_share == 0) {
        line.weight.add(weight);
      } else {
        breakpoints_.push_back({min_share / weight, claimant, false});
      }
      if (max_share <= total_) breakpoints_.push_back({max_share / weight, claimant, true});
    }
  }

  // Rounding keeps order, so quotients that round to different doubles are ordered as these are.
  bool precedes(const Breakpoint& a, const Breakpoint& b) const {
    if (a.ratio != b.ratio) return a.ratio < b.ratio;
    return is_product_less(bound(a), weight(b), bound(b), weight(a));
  }

  void pass(const Breakpoint& breakpoint, Line& line) const {
    if (breakpoint.is_max) {
      line.fixed.add(bound(breakpoint));
      line.weight.subtract(weight(breakpoint));
    } else {
      line.fixed.subtract(bound(breakpoint));
      line.weight.add(weight(breakpoint));
    }
  }

  // Whether line(bound / weight) < total: W * bound < (total - I) * weight. Breakpoints equal to
  // this one may be on either side of the cut: at their own ratio they add nothing to the line.
  bool is_below_total(const Breakpoint& breakpoint, const Line& line) const {
    ExactSum left;
    left.add(total_);
    left.subtract(line.fixed);
    if (left.sign() <= 0) return false;
    return compare_products(line.weight.magnitude(), to_binary(bound(breakpoint)), left.magnitude(),
                            to_binary(weight(breakpoint))) < 0;
  }

  double total_;
  const Columns& columns_;
  std::vector<Breakpoint>& breakpoints_;
};

ExactSum sum_of_minimums(const Columns& columns) {
  ExactSum sum;
  for (const double min_share : columns.min_share) sum.add(min_share);
  return sum;
}

// Nothing where there is no end: a claimant with a weight and without a max_share.
std::optional<ExactSum> find_most_that_can_be_claimed(const Columns& columns) {
  ExactSum sum;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    const double most = columns.weight[i] == 0 ? columns.min_share[i] : columns.max_share[i];
    if (most == infinity) return std::nullopt;
    sum.add(most);
  }
  return sum;
}

void write_shares(const Quotient& ratio, const Columns& columns, std::span<double> shares) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double min_share = columns.min_share[i];
    const double max_share = columns.max_share[i];
    const bool is_fixed = columns.weight[i] == 0 || min_share == max_share;
    shares[i] =
        is_fixed ? min_share : clamped_product(columns.weight[i], ratio, min_share, max_share);
  }
}

bool is_problem(double total, const Columns& columns) {
  if (!std::isfinite(total) || total < 0) return false;
  for (std::size_t i = 0; i < columns.weight.size(); ++i) {
    if (!std::isfinite(columns.weight[i]) || columns.weight[i] < 0) return false;
    if (!std::isfinite(columns.min_share[i]) || columns.min_share[i] < 0) return false;
    if (!(columns.max_share[i] >= columns.min_share[i])) return false;
  }
  return true;
}

}  // namespace

Outcome solve(double total, const Columns& columns, std::span<double> shares,
              Workspace& workspace) {
  assert(columns.min_share.size() == columns.weight.size());
  assert(columns.max_share.size() == columns.weight.size());
  assert(shares.size() == columns.weight.size());
  assert(shares.size() < std::numeric_limits<std::uint32_t>::max());
  assert(is_problem(total, columns));

  const ExactSum minimums = sum_of_minimums(columns);
  ExactSum excess = minimums;
  excess.subtract(total);
  if (excess.sign() > 0) return Overcommitted<double>{nearest(excess)};
  if (excess.sign() == 0) {
    std::ranges::copy(columns.min_share, shares.begin());
    return Ratio{0};
  }
  if (const auto most = find_most_that_can_be_claimed(columns)) {
    ExactSum unclaimed;
    unclaimed.add(total);
    unclaimed.subtract(*most);
    if (unclaimed.sign() > 0) return Surplus<double>{nearest(unclaimed)};
  }

  const Line line = Search(total, columns, workspace).find_line(minimums);
  ExactSum left;
  left.add(total);
  left.subtract(line.fixed);
  assert(left.sign() > 0);
  assert(line.weight.sign() > 0);
  const Quotient ratio = divide(left.magnitude(), line.weight.magnitude());
  write_shares(ratio, columns, shares);
  return Ratio{nearest_product(1, ratio)};
}

Solution<double> solve(const Problem<double>& problem) {
  assert(!find_defect(problem));
  const std::size_t n = problem.claimants.size();
  std::vector<double> weight, min_share, max_share;
  for (const auto& claimant : problem.claimants) {
    weight.push_back(claimant.weight);
    min_share.push_back(claimant.min_share);
    max_share.push_back(claimant.max_share.value_or(infinity));
  }
  std::vector<double> shares(n);
  Workspace workspace;
  const Outcome outcome = solve(problem.total, {weight, min_share, max_share}, shares, workspace);
  if (const auto* over = std::get_if<Overcommitted<double>>(&outcome)) return *over;
  if (const auto* surplus = std::get_if<Surplus<double>>(&outcome)) return *surplus;
  return Allocation<double>{std::get<Ratio>(outcome).ratio, std::move(shares)};
}

TreeSolution<double> solve(const Tree<double>& tree) {
  return solve_tree(tree, [](const Problem<double>& problem) { return solve(problem); });
}

}  // namespace fairshare::reference

// Two ways to add up bounds and weights without error, with the same interface.
//
// FixedGrid uses integers of 256 bits, in units of a power of two that is chosen from the given
// numbers. It is fast, and holds numbers that span less than about 2^170. WideGrid holds any
// double, by ExactSum.
//
// A Step is what passing one breakpoint adds to a Line. A Line is what passing many adds up to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "fairshare/reference/divider/breakpoint_tree.h"
#include "fairshare/reference/exact_product.h"
#include "fairshare/reference/exact_sum.h"

namespace fairshare::reference {

// An integer of 256 bits in two's complement.
struct Fixed {
  uint128 low = 0;
  uint128 high = 0;

  void add(const Fixed& other) {
    low += other.low;
    high += other.high + (low < other.low ? 1 : 0);
  }
  void subtract(const Fixed& other) {
    high -= other.high + (low < other.low ? 1 : 0);
    low -= other.low;
  }
  int sign() const {
    if (high >> 127 != 0) return -1;
    return (low | high) != 0 ? 1 : 0;
  }
};

struct alignas(64) FixedLine {  // one cache line
  Fixed fixed;
  Fixed weight;

  void add(const FixedLine& other) {
    fixed.add(other.fixed);
    weight.add(other.weight);
  }
  void subtract(const FixedLine& other) {
    fixed.subtract(other.fixed);
    weight.subtract(other.weight);
  }
};

class FixedGrid {
 public:
  using Sum = Fixed;
  using Line = FixedLine;
  using Step = FixedLine;

  // Nothing if these numbers, or the sums of twice as many, do not fit.
  static std::optional<FixedGrid> find(double total, std::span<const BreakpointTree::Row> rows);

  // Whether sums over that many claimants fit, and whether these numbers do.
  bool holds(std::size_t claimants) const { return claimants <= claimants_max_; }
  bool holds_total(double total) const;
  bool holds(const BreakpointTree::Row& row) const;

  // A number that no total reaches. Bounds from here on need not be on the grid, and count as this.
  double ceiling() const { return ceiling_; }

  Step step(double bound, double weight, bool is_max) const;
  void add_share(Sum& sum, double share) const { sum.add(to_units(share, share_unit_)); }
  void subtract_share(Sum& sum, double share) const { sum.subtract(to_units(share, share_unit_)); }
  void add_weight(Sum& sum, double weight) const { sum.add(to_units(weight, weight_unit_)); }
  void subtract_weight(Sum& sum, double weight) const {
    sum.subtract(to_units(weight, weight_unit_));
  }

  // weights * bound < left * weight, exactly, for sums >= 0 and any doubles >= 0.
  bool is_less(const Sum& weights, double bound, const Sum& left, double weight) const;

  // left / weights rounded to nearest, for sums > 0; nothing if the leading 64 bits of both cannot
  // tell, or if the result might not be normal.
  std::optional<double> find_rounded_quotient(const Sum& left, const Sum& weights) const;

  // |sum|, of shares and of weights.
  Wide share_magnitude(const Sum& sum) const { return to_wide(sum, share_unit_); }
  Wide weight_magnitude(const Sum& sum) const { return to_wide(sum, weight_unit_); }

 private:
  static Fixed to_units(double number, int unit);
  static Wide to_wide(Fixed sum, int unit);

  std::size_t claimants_max_ = 0;
  int bits_ = 0;  // a number is below 2^bits units
  int share_unit_ = 0;
  int weight_unit_ = 0;  // units are 2^these
  double ceiling_ = 0;
};

struct WideStep {
  double bound;
  double weight;
  bool is_max;
};

struct WideLine {
  ExactSum fixed;
  ExactSum weight;

  void add(const WideStep& step);
  void subtract(const WideStep& step);
  void add(const WideLine& other);
  void subtract(const WideLine& other);
};

struct WideGrid {
  using Sum = ExactSum;
  using Line = WideLine;
  using Step = WideStep;

  bool holds(std::size_t) const { return true; }
  bool holds_total(double) const { return true; }
  bool holds(const BreakpointTree::Row&) const { return true; }
  double ceiling() const { return std::numeric_limits<double>::infinity(); }

  Step step(double bound, double weight, bool is_max) const { return {bound, weight, is_max}; }
  void add_share(Sum& sum, double share) const { sum.add(share); }
  void subtract_share(Sum& sum, double share) const { sum.subtract(share); }
  void add_weight(Sum& sum, double weight) const { sum.add(weight); }
  void subtract_weight(Sum& sum, double weight) const { sum.subtract(weight); }
  bool is_less(const Sum& weights, double bound, const Sum& left, double weight) const;
  std::optional<double> find_rounded_quotient(const Sum&, const Sum&) const { return std::nullopt; }
  Wide share_magnitude(const Sum& sum) const { return sum.magnitude(); }
  Wide weight_magnitude(const Sum& sum) const { return sum.magnitude(); }
};

}  // namespace fairshare::reference

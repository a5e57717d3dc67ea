// Sums of doubles carried on as a pair, so that what one addition rounds away the next ones keep.
#pragma once

namespace fairshare::bench {

// high + low: about 106 bits, where nothing cancels.
struct TwoSum {
  double high = 0;
  double low = 0;

  // The sum of two doubles without error (Knuth), in any order of size; `low` itself rounds.
  void add(double number) {
    const double sum = high + number;
    const double part = sum - high;
    low += (high - (sum - part)) + (number - part);
    high = sum;
  }

  double value() const { return high + low; }
};

}  // namespace fairshare::bench

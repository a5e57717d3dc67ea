// A sum of doubles kept as a pair, so that what one addition rounds away is not lost.
#pragma once

namespace fairshare::bench {

// high + low: about 106 bits if nothing cancels.
struct TwoSum {
  double high = 0;
  double low = 0;

  // Adds without error (Knuth), whichever number is larger; only `low` itself rounds.
  void add(double number) {
    const double sum = high + number;
    const double part = sum - high;
    low += (high - (sum - part)) + (number - part);
    high = sum;
  }

  double value() const { return high + low; }
};

}  // namespace fairshare::bench

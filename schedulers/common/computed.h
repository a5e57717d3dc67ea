// What a scheduler's release computes: shares, or a run that would never end.
//
// A model returns what the release returns, including wrong totals and NaNs. It accepts what the
// release accepts, such as negative numbers; its header says what it asserts: mostly that doubles
// are finite.
#pragma once

#include <variant>
#include <vector>

namespace fairshare::schedulers {

// The release's loop would never end; the model detects that at once.
struct Hang {
  friend bool operator==(const Hang&, const Hang&) = default;
};

enum class Fault {
  none,
  overflow,  // an integer wrapped or saturated while these shares were computed
  nan,       // a share is not a number
};

template <class Number>
struct Shares {
  std::vector<Number> shares;  // in the order of the claimants
  Fault fault = Fault::none;
  // How finely the release tells ratios apart: 2^-25 of the ratio up to which it searches. Infinite
  // if that is; 0 if it does not search for a ratio.
  double ratio_step = 0;

  friend bool operator==(const Shares&, const Shares&) = default;
};

template <class Number>
using Computed = std::variant<Shares<Number>, Hang>;

}  // namespace fairshare::schedulers

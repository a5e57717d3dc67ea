// What a scheduler's release computes: shares, or a run that would never end.
//
// A model returns what the release returns, wrong totals and NaNs and all. It asserts nothing about
// the input beyond what the types say: production schedulers take anything.
#pragma once

#include <variant>
#include <vector>

namespace fairshare::schedulers {

// The release's loop would never end; its model sees that at once.
struct Hang {
  friend bool operator==(const Hang&, const Hang&) = default;
};

enum class Fault {
  none,
  overflow,  // an integer wrapped, or was held at the end of its range, on the way to these shares
  nan,       // a share is not a number
};

template <class Number>
struct Shares {
  std::vector<Number> shares;  // in the order of the claimants
  Fault fault = Fault::none;
  // How finely the release tells ratios apart: 2^-25 of the ratio up to which it searches. Infinite
  // where that is; 0 where it searches for none.
  double ratio_step = 0;

  friend bool operator==(const Shares&, const Shares&) = default;
};

template <class Number>
using Computed = std::variant<Shares<Number>, Hang>;

}  // namespace fairshare::schedulers

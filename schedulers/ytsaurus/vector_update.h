// Shared by the steps of one update of the vector HDRF (TFairShareUpdateExecutor::Run), and the two
// steps that are in files of their own. Internal to this model.
//
// An element has three functions. Its share by fit factor is what its children (or its usage and
// demand) take at a fit factor. Its fit factor by suggestion is how large that factor may be. The
// composition of the two is its share by suggestion.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairshare/schedulers/ytsaurus/amounts.h"
#include "fairshare/schedulers/ytsaurus/integral.h"
#include "fairshare/schedulers/ytsaurus/piecewise_linear.h"
#include "fairshare/schedulers/ytsaurus/vector.h"

namespace fairshare::schedulers::ytsaurus_vector {

// RatioComputationPrecision, also "SmallEpsilon": how far a sum of shares may be off, and what a
// weight must exceed to count as the smallest.
inline constexpr double computation_precision = 1e-9;

struct Functions {
  piecewise::Function<double> fit_factor_by_suggestion;
  piecewise::Function<Vector> share_by_suggestion;
};

// The demand and usage of each element; for pools the sums of their children's.
struct Loads {
  std::vector<Amounts> demand;
  std::vector<Amounts> usage;
};

struct Update {
  const Tree& tree;
  Children children;
  Children turns = {};  // the same, but in fifo pools the heaviest first
  Guarantees guarantees = {};
  IntegralPools integral = {};
  Loads loads = {};
  Shares shares = {};
  std::vector<Functions> functions = {};
  std::vector<bool> has_functions = {};  // the functions are kept until this is false again
  std::vector<double> suggestions = {};
  std::optional<Crash> crash = std::nullopt;

  const Element& element(std::size_t i) const { return tree.elements[i]; }

  // Returns false, and keeps the first message, if the release's assertion fails.
  bool verify(bool holds, std::size_t at, std::string_view assertion) {
    if (!holds && !crash) crash = Crash{at, std::string(assertion)};
    return holds;
  }
};

// The strong and the integral guarantee.
inline Vector guarantee_share(const ElementShares& shares) {
  return shares.strong_guarantee_share + shares.proposed_integral_share;
}

// The least weight that counts; the largest double if none does.
double least_weight(const Update& update, std::span<const std::size_t> children);

// PrepareFairShareFunctions: for `top` and all elements below it that have no functions yet.
void prepare_functions(Update& update, std::size_t top);

// UpdateBurstPoolIntegralShares and UpdateRelaxedPoolIntegralShares: set the
// proposed_integral_share of each integral pool, and the sum of these for every pool above.
void give_integral_shares(Update& update);

}  // namespace fairshare::schedulers::ytsaurus_vector

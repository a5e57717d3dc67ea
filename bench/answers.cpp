#include "bench/answers.h"

#include <cmath>
#include <variant>

#include "bench/two_sum.h"
#include "fairshare/properties/rounded.h"

namespace fairshare::bench {

std::optional<std::string> find_error(const Input& input, double ratio,
                                      std::span<const double> shares) {
  const auto flaw = properties::check_rounded(
      {input.total, input.weight, input.min_share, input.max_share}, ratio, shares);
  if (!flaw) return std::nullopt;
  const auto* number = std::get_if<properties::NotNearest>(&*flaw);
  if (number == nullptr) return "there is no exact allocation";
  const std::string what =
      number->claimant ? "share " + std::to_string(*number->claimant) : "the ratio";
  return what + " is not the double nearest to the exact one";
}

std::optional<std::string> find_error(const Input& input, std::span<const double> shares,
                                      std::span<const double> expected, Tolerance tolerance) {
  TwoSum sum;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    sum.add(shares[i]);
    if (!(shares[i] >= input.min_share[i] && shares[i] <= input.max_share[i])) {
      return "share " + std::to_string(i) + " is beyond its bounds";
    }
    if (!(std::abs(shares[i] - expected[i]) <= tolerance.share * expected[i])) {
      return "share " + std::to_string(i) + " is too far from the exact one";
    }
  }
  if (!(std::abs(sum.value() - input.total) <= tolerance.sum * input.total)) {
    return "the shares do not add up to the total";
  }
  return std::nullopt;
}

}  // namespace fairshare::bench

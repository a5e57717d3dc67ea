// What the model of a release of Hadoop returns, in a form for comparisons.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/schedulers/common/computed.h"
#include "fairshare/schedulers/common/model_result.h"
#include "fairshare/schedulers/hadoop/mr1.h"
#include "fairshare/schedulers/hadoop/yarn.h"

namespace fairshare::tests {

inline const std::map<std::string, schedulers::yarn::Release, std::less<>> yarn_releases = {
    {"yarn-2.2", schedulers::yarn::Release::v2_2}, {"yarn-2.5", schedulers::yarn::Release::v2_5},
    {"yarn-2.7", schedulers::yarn::Release::v2_7}, {"yarn-3.0", schedulers::yarn::Release::v3_0},
    {"yarn-3", schedulers::yarn::Release::v3},
};

// What is computed. Doubles are compared as bits, so 0 and -0 differ; all NaNs are equal.
struct HadoopAnswer {
  std::string outcome;
  std::vector<std::int64_t> shares = {};

  friend bool operator==(const HadoopAnswer&, const HadoopAnswer&) = default;
};

inline std::int64_t bits_of(double number) {
  if (std::isnan(number)) return std::bit_cast<std::int64_t>(std::nan(""));
  return std::bit_cast<std::int64_t>(number);
}

inline HadoopAnswer answer_of(const schedulers::Computed<double>& computed) {
  const auto* result = std::get_if<schedulers::Shares<double>>(&computed);
  if (!result) return {"hang", {}};
  HadoopAnswer answer{std::string(schedulers::outcome_of(result->fault)), {}};
  for (const double share : result->shares) answer.shares.push_back(bits_of(share));
  return answer;
}

inline HadoopAnswer answer_of(const schedulers::Computed<std::int64_t>& computed) {
  const auto* result = std::get_if<schedulers::Shares<std::int64_t>>(&computed);
  if (!result) return {"hang", {}};
  return {std::string(schedulers::outcome_of(result->fault)), result->shares};
}

}  // namespace fairshare::tests

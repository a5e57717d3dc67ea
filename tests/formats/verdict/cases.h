// Cases for the tests of verdicts and of their texts.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "formats/verdict/case.h"

namespace fairshare::tests {

// g++ 12 crashes at {100, {{1}}} unless it has seen one claimant spelled out before.
[[maybe_unused]] inline const Claimant<exact::Rational> anybody{1};

// A case whose claimants are a, b, c and so on, each with a share that was rounded so.
inline formats::Case reported(Problem<exact::Rational> problem,
                              const std::vector<std::string>& shares,
                              formats::Rounding rounding = formats::Rounding::exact) {
  formats::Case result{
      .id = "\"x\"", .title = "x", .problem = std::move(problem), .labels = {}, .reported = {}};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const auto number = std::get<exact::TextNumber>(exact::parse_number(shares[i]));
    const auto interval = formats::find_interval(number.value, number.last_digit, rounding, 0);
    EXPECT_TRUE(interval);
    result.labels.push_back({std::string(1, static_cast<char>('a' + i))});
    result.reported.push_back({shares[i], number.value, *interval});
  }
  return result;
}

inline formats::Case fair_case() {
  return reported({100, {{1}, {2, 0, 30}, {3, 60}}}, {"40/3", "80/3", "60"});
}

inline formats::Case unfair_case() {
  return reported({100, {{1}, {2, 0, 30}, {3, 60}}}, {"10", "30", "60"});
}

inline formats::Case overcommitted_case() {
  return reported({10, {{1, 8}, {1, 8}}}, {"5", "5"});
}

// Three thirds of ten, as reported by a scheduler's release that divides with no more precision
// than `resolution`.
inline formats::Case computed_by_a_release(const exact::Rational& total,
                                           const exact::Rational& resolution) {
  formats::Case one = reported({total, {{1}, {1}, {1}}}, {"4", "4", "4"}, formats::Rounding::down);
  one.comparison = formats::ModelComparison{.scheduler = "yarn-9",
                                            .resolution = resolution,
                                            .shares = std::vector<std::string>{"4", "4", "4"},
                                            .matches = true};
  return one;
}

}  // namespace fairshare::tests

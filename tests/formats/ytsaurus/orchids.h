// Orchids for the tests of their reader, and what is reported and divided from them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/text/input_error.h"
#include "formats/verdict/division.h"
#include "formats/verdict/tolerance.h"
#include "formats/ytsaurus/orchid.h"
#include "tests/contents.h"

namespace fairshare::tests {

inline formats::OrchidReading read(const std::string& text,
                                   const formats::OrchidOptions& options = {}) {
  return formats::read_orchid({"orchid.json", text}, options);
}

inline std::vector<formats::Case> cases(formats::OrchidReading reading,
                                        const formats::Tolerance& tolerance = {}) {
  auto made = formats::cases_of(std::move(reading.divisions), tolerance, {});
  if (const auto* error = std::get_if<formats::InputError>(&made)) {
    ADD_FAILURE() << describe(*error);
    return {};
  }
  return std::get<std::vector<formats::Case>>(std::move(made));
}

// "<Root>" with the fields of a kind, a pool "a" in it, and whatever is added.
inline std::string scalar_pool(const std::string& share, const std::string& more = "",
                               const std::string& parent = "<Root>") {
  const std::string above = parent.empty() ? "" : "\"parent\":\"" + parent + "\",";
  return "{" + above + R"("weight":1,"recursive_min_share_ratio":0,"max_possible_usage_ratio":1,)" +
         R"("best_allocation_ratio":1,"fair_share_ratio":)" + share + more + "}";
}

inline std::string orchid(const std::string& pools, const std::string& operations = "") {
  return R"({"pools":{"<Root>":)" + scalar_pool("1", "", "") + pools + R"(},"operations":{)" +
         operations + "}}";
}

inline std::vector<std::string> codes(const formats::OrchidReading& reading) {
  std::vector<std::string> result;
  for (const formats::InputError& error : reading.errors) {
    EXPECT_EQ(error.file, "orchid.json");
    result.push_back(error.code + " " + error.claimant + " " + error.field);
  }
  return result;
}

using Codes = std::vector<std::string>;

inline Codes told(const formats::OrchidReading& reading) {
  Codes result;
  for (const formats::InputError& error : reading.errors) {
    result.push_back(error.code + " " + describe(error));
  }
  return result;
}

// Since 2020: guarantees first, the rest by weight.
inline std::string vector_pool(const std::string& weight, const std::string& strong,
                               const std::string& proportional, const std::string& total,
                               const std::string& more = "") {
  return R"({"parent":"<Root>","weight":)" + weight +
         R"(,"limits_share":{"cpu":1},"demand_share":{"cpu":0.75},"detailed_fair_share":{)"
         R"("strong_guarantee":{"cpu":)" +
         strong +
         R"(},"integral_guarantee":{"cpu":0},)"
         R"("weight_proportional":{"cpu":)" +
         proportional + R"(},"total":{"cpu":)" + total + "}}" + more + "}";
}

inline std::string vector_orchid(const std::string& pools) {
  return R"({"pools":{"<Root>":{"detailed_fair_share":{"total":{"cpu":1}}})" + pools +
         R"(},"operations":{}})";
}

}  // namespace fairshare::tests

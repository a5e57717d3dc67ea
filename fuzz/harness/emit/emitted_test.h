// A failure as a test, independent of any language: what is asked, and which answers pass. The test
// runs without fairshare.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fuzz/challenge.h"
#include "fuzz/harness/campaign.h"
#include "fuzz/harness/report.h"

namespace fairshare::harness {

// The types of the function that is tested.
enum class NumberType {
  whole,  // an integer of 64 bits
  real,   // a double
  text,   // "40/3", "13": for settings that need fractions, which doubles cannot hold
};

struct NumberTypes {
  NumberType weight = NumberType::real;
  NumberType amount = NumberType::real;  // total, minimums, maximums, demands
  NumberType share = NumberType::real;

  friend bool operator==(const NumberTypes&, const NumberTypes&) = default;
};

// A claimant and its share. A share from `low` to `high` passes; both are numbers of the share's
// type.
struct ExpectedShare {
  fuzz::Entry asked = {};
  exact::Rational fair = {};
  exact::Rational low = {};
  exact::Rational high = {};
};

struct SumLimits {
  exact::Rational low = {};
  exact::Rational high = {};
};

struct EmittedTest {
  std::string name = {};  // an identifier: "FS204_1a2b3c4d"
  // Lines: the failure, the pair, the settings, the record, where to read on.
  std::vector<std::string> comment = {};
  NumberTypes types = {};
  exact::Rational total = {};
  std::vector<ExpectedShare> shares = {};
  std::optional<SumLimits> sum = std::nullopt;  // of whole shares, if the settings limit it
  std::size_t times = 1;  // how often it is asked; all answers must be the same
};

// A failure that cannot become a test, as a comment: the failure, the record, and why.
struct NoTest {
  std::vector<std::string> comment = {};
};

// For each failure, in order, one or two tests, or why it has no test. All tests have the types of
// the first one.
//
// A share is fair by the settings exactly if the one fair share is among the numbers for which it
// stands. So the shares of a claimant that pass form an interval:
//
//     fair 40/3, double                 -> [13.333333333333334, 13.333333333333334], the nearest
//     fair 40/3, down, within 1         -> [12, 14]
//     fair 40/3, apportioned            -> [13, 14], and the sum must be the total
//     fair 40/3, exact                  -> "40/3", as text
//     fair 40/3, written (the default)  -> as double: what a function returns has no last digit
//
// A scheduler's resolution widens the interval. FS501 to FS503 and FS505 become tests of the same
// kind: there must be an answer, and it must be fair. For FS504 the test asks 64 times. FS205 to
// FS208 become two tests, one for each problem: answers that are both fair never break a property.
std::vector<std::variant<EmittedTest, NoTest>> tests_of(const Outcome& outcome, const Saved& saved);

}  // namespace fairshare::harness

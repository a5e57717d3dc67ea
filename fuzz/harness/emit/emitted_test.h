// A failure as a test, before any language: what is asked, and which answers pass. The test runs
// without fairshare.
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
  text,   // "40/3", "13": for terms that want fractions, which no double is
};

struct NumberTypes {
  NumberType weight = NumberType::real;
  NumberType amount = NumberType::real;  // total, minimums, maximums, demands
  NumberType share = NumberType::real;

  friend bool operator==(const NumberTypes&, const NumberTypes&) = default;
};

// A claimant, and its share: one that is not below `low` and not above `high` passes. Both are
// numbers of the type.
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
  std::vector<std::string> comment =
      {};  // lines: the failure, the pair, the terms, the record, where to read on
  NumberTypes types = {};
  exact::Rational total = {};
  std::vector<ExpectedShare> shares = {};
  std::optional<SumLimits> sum = std::nullopt;  // of whole shares, where the terms say something
  std::size_t times = 1;                        // it is asked; the answers must be the same
};

// What no test can be made of, as comment: the failure, the record, and why.
struct NoTest {
  std::vector<std::string> comment = {};
};

// For each failure a test or two, or why it has no test, in their order. All tests have the same
// types: those of the first.
//
// A share is fair within the terms exactly where the one fair share is among the numbers for which
// it stands, so of each claimant the shares that pass are an interval:
//
//     fair 40/3, double                 -> [13.333333333333334, 13.333333333333334], the nearest
//     fair 40/3, down, within 1         -> [12, 14]
//     fair 40/3, apportioned            -> [13, 14], and the sum must be the total
//     fair 40/3, exact                  -> "40/3", as text
//     fair 40/3, written (the default)  -> as double: what a function returns has no last digit
//
// A scheduler's resolution widens them. FS501 to FS503 and FS505 are tests of the same kind: an
// answer must come, and be fair. FS504 asks 64 times. FS205 to FS208 are two tests, of both
// problems: answers that are both fair never break a property.
std::vector<std::variant<EmittedTest, NoTest>> tests_of(const Outcome& outcome, const Saved& saved);

}  // namespace fairshare::harness

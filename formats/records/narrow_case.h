// The step from a plain record to integers: units in which every number of the record is whole.
//
// Numbers are significand * 2^twos * 5^fives, decimals and doubles alike. Amounts (the total, the
// bounds, the shares) have one unit, and weights another, which the ratio tells in the end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/narrow.h"
#include "formats/records/plain_record.h"
#include "formats/verdict/case.h"

namespace fairshare::formats {

struct Unit {  // 2^twos * 5^fives
  int twos = 0;
  int fives = 0;
};

struct Scaled {  // significand * 2^twos * 5^fives
  std::uint64_t significand = 0;
  int twos = 0;
  int fives = 0;
};

struct ScaledClaimant {
  Scaled weight;
  Scaled min_share;
  std::optional<Scaled> max_share;
  std::optional<Scaled> demand;
};

// A reported share, and how far either end of its interval is away.
struct ScaledShare {
  Scaled value;
  Scaled to_low = {};
  Scaled to_high = {};
  bool low_open = false;
  bool high_open = false;
};

// A plain record in integers; its memory is used again.
struct NarrowCase {
  Unit amount;
  Unit weight;
  properties::narrow::Problem problem;
  std::vector<properties::narrow::Reported> reported;  // one a claimant; empty without shares

  // What the numbers were before there was a unit; and what solving needs.
  std::vector<ScaledClaimant> claimants;
  std::vector<ScaledShare> shares;
  properties::narrow::Workspace workspace;
};

// The record's problem, and what was reported, as the command line's `rounding` reads it, or else
// as the record says. False where the record has no claimants, or too many; where a number has too
// many bits, does not fit its type or cannot have been rounded this way; where a max_share is below
// its min_share; and where apportioned shares do not add up.
bool narrow(const PlainRecord& record, std::optional<Rounding> rounding, NarrowCase& narrow_case);

// A share from narrow::share_at, and a ratio, as rationals.
exact::Rational share_of(const NarrowCase& narrow_case, const properties::Wide& share,
                         const properties::narrow::Ratio& ratio);
exact::Rational ratio_of(const NarrowCase& narrow_case, const properties::narrow::Ratio& ratio);

// The record's problem with every number rounded to the nearest double. False where the record does
// not fit its type, or doubles cannot tell whether some max_share is below its min_share.
bool to_doubles(const PlainRecord& record, Problem<double>& problem);

}  // namespace fairshare::formats

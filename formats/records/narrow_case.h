// Converts a plain record to integers, by choosing units in which each of its numbers is whole.
//
// Numbers are significand * 2^twos * 5^fives, decimals and doubles alike. Amounts (the total, the
// bounds, the shares) have one unit and weights another; the ratio is converted back from both.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/properties/narrow.h"
#include "formats/records/plain_record.h"

namespace fairshare::formats {

struct Unit {  // 2^twos * 5^fives
  int twos = 0;
  int fives = 0;
};

struct Scaled {  // significand * 2^twos * 5^fives
  std::uint64_t significand = 0;
  int twos = 0;
  int fives = 0;

  friend bool operator==(const Scaled&, const Scaled&) = default;
};

struct ScaledClaimant {
  Scaled weight;
  Scaled min_share;
  std::optional<Scaled> max_share;
  std::optional<Scaled> demand;
};

// A reported share, and how far either end of its interval is away, without the slack.
struct ScaledShare {
  Scaled value;
  Scaled to_low = {};
  Scaled to_high = {};
  bool low_open = false;
  bool high_open = false;
};

// A plain record in integers; its memory is reused.
struct NarrowCase {
  Unit amount;
  Unit weight;
  properties::narrow::Problem problem;
  std::vector<properties::narrow::Reported> reported;  // one per claimant; empty without shares

  // The numbers before a unit was chosen, and scratch memory for solving.
  std::vector<ScaledClaimant> claimants;
  std::vector<ScaledShare> shares;
  Scaled within;
  Scaled relative;  // times the total
  properties::narrow::Workspace workspace;
};

// Computes the record's problem, and the reported shares under the command line's `tolerance`; what
// that leaves open, the record sets. False if the record has no claimants, or too many; if a number
// has too many bits, does not fit its type or cannot have been rounded this way; if a max_share is
// below its min_share; if apportioned shares do not add up; or if "p/q" is reported and there is
// slack.
bool narrow(const PlainRecord& record, const Tolerance& tolerance, NarrowCase& narrow_case);

// A share from narrow::share_at, and a ratio, as rationals.
exact::Rational share_of(const NarrowCase& narrow_case, const properties::Wide& share,
                         const properties::narrow::Ratio& ratio);
exact::Rational ratio_of(const NarrowCase& narrow_case, const properties::narrow::Ratio& ratio);

// Computes the record's problem with every number rounded to the nearest double. False if a number
// does not fit its type, or if doubles cannot tell whether some max_share is below its min_share.
bool to_doubles(const PlainRecord& record, Problem<double>& problem);

}  // namespace fairshare::formats

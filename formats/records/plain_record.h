// Records as nearly all programs write them, read in one pass over the text and without allocating.
//
// What is plain: a record without a tree, of the definition, on one line; strings without escapes;
// numbers of at most 18 digits, none negative. Everything else is left to records.h, which reads
// plain records with the same result, and also reports errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/records/records.h"

namespace fairshare::formats {

// digits * 10^exponent / denominator, as it is written.
struct PlainNumber {
  std::string_view text;  // without quotes
  std::uint64_t digits;   // below 10^18
  int exponent;           // of the last digit, which is -2 for "0.00" and for "33.33"; 0 for "p/q"
  std::uint64_t denominator;  // q of "p/q", from 1 to 10^18; else 1
  bool is_rounded;            // false for "p/q" and for "12" in quotes: there is no last digit
};

struct PlainClaimant {
  std::optional<PlainNumber> weight;
  std::optional<PlainNumber> min_share;
  std::optional<PlainNumber> max_share;
  std::optional<PlainNumber> demand;
};

// Views into the line.
struct PlainRecord {
  std::string_view id;  // as JSON, with its quotes; empty if there is none
  Numbers numbers = Numbers::exact;
  std::optional<Rounding> rounding;
  std::optional<PlainNumber> within;
  std::optional<PlainNumber> relative;
  PlainNumber total;
  std::vector<PlainClaimant> claimants;
  std::vector<std::string_view> names;  // none at all, or one per claimant
  bool has_shares = false;
  std::vector<PlainNumber> shares;  // one per claimant
};

// Reads the line into `record`, whose memory is reused. False if it is not plain: the line may
// still be valid, and the contents of `record` are unspecified. If it returns true, read_record
// accepts the line as well, unless a number does not fit its type, or a max_share is below its
// min_share.
bool read_plain_record(std::string_view line, PlainRecord& record);

// The double or float nearest to the number as it is written; nothing if that is infinite or
// subnormal. For decimals, not for "p/q".
template <class Float>
std::optional<Float> find_nearest(const PlainNumber& number);

}  // namespace fairshare::formats

// What tells failures of the same code apart: what is wrong, and by how much.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "fairshare/exact/rational.h"
#include "formats/verdict/verdict.h"

namespace fairshare::harness {

// The size of a deviation, as a part of the total.
enum class Magnitude {
  rounding,  // up to 2^-40: the last bits of a double
  slight,    // up to 1/50
  gross,     // more
  whole,     // 99/100 and more: nothing is handed out, or twice the total
};

struct Cause {
  // "too much", "negative", "above its maximum", "the richer at its maximum, the poorer at its
  // minimum"; if there are no shares, the words of the message. It has no names and no numbers. If
  // only some of the claimants, such as those of one priority, are divided among: "too little, in
  // one part of several".
  std::string fault = {};
  // The distance from fair, as a part of the total; 1 if the total is 0. Absent if no number says
  // it.
  std::optional<exact::Rational> deviation = std::nullopt;
};

// The cause of an unfair verdict's first finding.
Cause cause_of(const formats::Verdict& verdict);

// Precedes the answer in the message about a malformed one.
inline constexpr std::string_view answer_begins = "; it said ";

// The cause of a failure without shares: the words of its message, except quotations and words with
// a digit.
//
//     "the adapter ended: signal 11; its last line on standard error: at q.f(A.java:12)"
//         -> "the adapter ended signal its last line on standard error at java"
//     R"(NaN is not a finite number, at byte 22; it said {"seq": 1, "shares": [NaN, NaN]})"
//         -> "NaN is not finite number at byte"
Cause cause_of(std::string_view message);

// Failures of one kind are kept together.
struct Kind {
  std::string code;
  std::string fault;
  Magnitude magnitude = Magnitude::gross;

  friend auto operator<=>(const Kind&, const Kind&) = default;
};
Kind kind_of(const std::string& code, const Cause& cause);

// Whether a simpler failure may stand for one of this kind: it has the same code and fault, and no
// smaller magnitude. Only another rounding error may stand for a rounding error, since a gross one
// has another cause.
bool may_stand_for(const Kind& simpler, const Kind& kind);

// "0.33 of the total"; "1.3e-16 of the total"; "" if no double says it.
std::string deviation_text(const Cause& cause);

}  // namespace fairshare::harness

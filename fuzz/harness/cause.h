// What tells failures of the same code apart: what is wrong, and by how much.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "fairshare/exact/rational.h"
#include "formats/verdict/verdict.h"

namespace fairshare::harness {

// Of a deviation, as a part of the total.
enum class Magnitude {
  rounding,  // up to 2^-40: the last bits of a double
  slight,    // up to 1/50
  gross,     // more
  whole,     // 99/100 and more: nothing is handed out, or the total twice over
};

struct Cause {
  // "too much", "negative", "above its maximum", "the richer at its maximum, the poorer at its
  // minimum"; where there are no shares the words of the message. No names, no numbers. Of a part
  // of the claimants that is divided by itself, as a priority is: "too little, in one part of
  // several".
  std::string fault = {};
  // How far from fair, as a part of the total; 1 of a total of 0. Absent where no number says it.
  std::optional<exact::Rational> deviation = std::nullopt;
};

// Of an unfair verdict's first finding.
Cause cause_of(const formats::Verdict& verdict);

// In the message on a malformed answer, before the answer.
inline constexpr std::string_view answer_begins = "; it said ";

// Of what is said where there are no shares: its words, without quotations and what has a digit.
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

// Whether a simpler failure may stand for one of this kind: it has the same code and fault, and is
// no smaller. What is due to rounding stays that, since what is gross has another cause.
bool may_stand_for(const Kind& simpler, const Kind& kind);

// "0.33 of the total"; "1.3e-16 of the total"; "" where no number says it.
std::string deviation_text(const Cause& cause);

}  // namespace fairshare::harness

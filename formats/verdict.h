// Verdicts: fair, unfair, or cannot judge; as data, then as text and as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exact/rational.h"
#include "formats/case.h"

namespace fairshare::formats {

enum class Judgement { fair, unfair, cannot_judge };

struct Finding {
  std::string code;      // FS101 total, FS102 below min, FS103 above max, FS204 pair, FS012, FS013
  std::string claimant;  // name; empty: about all
  std::string with;      // FS204: the other of the pair; else empty
  std::string message;   // one line
};

struct Verdict {
  Judgement judgement;
  std::vector<Finding> findings;
  std::optional<exact::Rational> distance;  // from the fair shares; none where there are none
  std::optional<exact::Rational> ratio;     // of the fair shares
  std::string text;                         // for people, several lines, no colour, ends in a newline
};

// Judges by properties::find_violation and explains with properties::explain. A problem without a fair
// allocation cannot be judged: FS012 where its minimums exceed the total, FS013 where the total exceeds
// what can be claimed.
Verdict judge(const Case& reported);

// {"id":"a","verdict":"unfair","findings":[{"code":"FS204","claimant":"x","with":"y","message":"..."}],"distance":"10/3","ratio":"40/3"}
// `queue` and `resource` follow the id for YARN; `distance` and `ratio` are absent where there is none.
std::string verdict_json(const Case& reported, const Verdict& verdict);

}  // namespace fairshare::formats

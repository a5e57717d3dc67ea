// Verdicts for people: several lines, no colour, each ends in a newline.
//
//     fair      a: R = 40/3 (13.33), 3 claimants
//     error[FS204] b: no ratio R makes these shares fair (total 100)
//       claimant  weight  min  max  reported  fair          R must be
//       ...
#pragma once

#include <string>

#include "fairshare/exact/brief.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// The verdict. The first word is "fair", "error[FSnnn]", "consistent" or "holds". Very long numbers
// are abbreviated, and names are made printable.
std::string verdict_text(const Verdict& verdict);

// A finding as one sentence with every digit, for programs and single lines: "b is above its
// minimum and holds 15 per weight; a is below its maximum and holds 10." With brief digits, numbers
// are shortened as for people.
std::string message_of(const Verdict& verdict, const Finding& finding,
                       exact::Digits digits = exact::Digits::all);

}  // namespace fairshare::formats

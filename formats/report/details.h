// Every share with its reason, for people.
#pragma once

#include <string>

#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// The verdict as in verdict_text, followed by two lines per claimant: its numbers, and the reason
// for its fair share. `verify --details` prints it.
//
//     fair      a: R = 40/3 (13.33), 3 claimants
//       y: weight 2, min 0, max 30; reported 26.67, fair 80/3 (26.67)
//          proportional: 2/3 of the 40 that is left; at twice its weight it would get 30
std::string detailed_text(const Verdict& verdict);

}  // namespace fairshare::formats

// Why a fair share is what it is, and what would change it.
#pragma once

#include <string>
#include <vector>

#include "fairshare/exact/rational.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

struct ShareReason {
  // "at its maximum 10240 (maxResources)", "proportional: 3/7 of the 90 that are left", "at its
  // minimum 60 (min_share)", "it wants no more than 5 (demand)", "weight 0: no more than its
  // minimum 0".
  std::string why;
  // "gets more only if its maximum rises: without one it would get 18022", "at twice its weight it
  // would get 40"; empty where no change is known: of what is served in turn, or overcommitted.
  std::string change;
};

// One a claimant, of the fair shares: numbers as brief_with_decimal has them, with what is paid
// first. Where no shares are fair, why is that the minimums exceed the total. Empty where the fair
// shares are not known (an ordering, a certificate, a rounded total that alone is fair).
//
// n log n steps for n claimants: what a change gives is read off the curve of all shares.
std::vector<ShareReason> reasons_of(const Verdict& verdict);

}  // namespace fairshare::formats

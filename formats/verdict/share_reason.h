// The reason for a fair share, and what would change it.
#pragma once

#include <string>
#include <vector>

#include "formats/verdict/verdict.h"

namespace fairshare::formats {

struct ShareReason {
  // "at its maximum 10240 (maxResources)", "proportional: 3/7 of the 90 that are left", "at its
  // minimum 60 (min_share)", "it wants no more than 5 (demand)", "weight 0: no more than its
  // minimum 0".
  std::string why;
  // "gets more only if its maximum rises: without one it would get 18022", "at twice its weight it
  // would get 40"; empty if no change is known: for claimants served in turn, for
  // dominant shares, or overcommitted.
  std::string change;
};

// One per claimant, for the fair shares. Numbers are as in brief_with_decimal, and include what is
// paid first. If no shares are fair, `why` says that the minimums exceed the total. Empty if the
// fair shares are not known (for an ordering, a certificate, or a rounded total).
//
// n log n steps for n claimants: the effect of a change is read off the curve of all shares.
std::vector<ShareReason> reasons_of(const Verdict& verdict);

}  // namespace fairshare::formats

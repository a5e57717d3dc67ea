// The fair problem of a scheduler: its own rule, stated as a problem of the definition.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "fairshare/exact/rational.h"
#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"

namespace fairshare::schedulers {

// The problem in exact numbers, after every number was converted to the type in which the
// scheduler holds it. It may break a rule of a problem if the scheduler accepts invalid input (a
// negative total): `find_defect` reports that.
struct FairProblem {
  Problem<exact::Rational> problem;
  std::vector<std::string> notes;  // one per claimant: "fixed: weight 0"; mostly empty
};

// Why something cannot be divided fairly.
using NoAllocation = std::variant<Overcommitted<exact::Rational>, Surplus<exact::Rational>, Defect>;

// The fair shares of the problem, one per claimant, or why there are none.
std::variant<std::vector<exact::Rational>, NoAllocation> find_fair_shares(
    const Problem<exact::Rational>& problem);

}  // namespace fairshare::schedulers

// The fair problem of a scheduler: its own rule, stated as a problem of the definition.
#pragma once

#include <string>
#include <vector>

#include "exact/rational.h"
#include "model/problem.h"

namespace fairshare::schedulers {

// The problem in exact numbers, after every number was converted to the type in which the
// scheduler holds it. It may break a rule of a problem, where the scheduler takes what is none (a
// negative total): `find_defect` says so.
struct FairProblem {
  Problem<exact::Rational> problem;
  std::vector<std::string> notes;  // one a claimant: "fixed: weight 0"; mostly empty
};

}  // namespace fairshare::schedulers

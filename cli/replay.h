// Does a release of YARN really go wrong on the input that Z3 found? Asked of its model.
#pragma once

#include "fairshare/properties/z3/found_bugs.h"
#include "fairshare/schedulers/hadoop/yarn.h"

namespace fairshare::cli {

bool has_symptom(prover::Symptom symptom, schedulers::yarn::Release release,
                 const prover::IntProblem& problem);

// True where every release that the search names shows its symptom, and it names one.
bool is_shown_by_releases(const prover::BugSearch& search, const prover::IntProblem& problem);

}  // namespace fairshare::cli

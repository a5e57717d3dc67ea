// Checks with its model whether a release of YARN really fails on the input that Z3 found.
#pragma once

#include "fairshare/properties/z3/found_bugs.h"
#include "fairshare/schedulers/hadoop/yarn.h"

namespace fairshare::cli {

bool has_symptom(prover::Symptom symptom, schedulers::yarn::Release release,
                 const prover::IntProblem& problem);

// True if the search names at least one release, and every release that it names shows the symptom.
bool is_shown_by_releases(const prover::BugSearch& search, const prover::IntProblem& problem);

}  // namespace fairshare::cli

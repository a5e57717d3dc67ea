// A division as SMT-LIB 2: formulas for the claims of its certificate, for solvers that are
// independent of this project.
//
// They restate the definition (bounds, one ratio, the total) and ask what must follow from it; the
// line above each question is "; expect: sat" or "; expect: unsat". For an allocation:
//     unsat   (of each claimant alone) at a lower ratio it has more, or at a higher one less
//     sat     the shares are fair, with the ratio given
//     unsat   with the first known: other shares are fair
// For the other outcomes:
//     sat     there are shares if the total does not matter
//     unsat   some ratio gives the total
#pragma once

#include <string>

#include "fairshare/properties/certify.h"
#include "formats/records/records.h"

namespace fairshare::formats {

// The text of a file, in QF_LRA, which z3 and cvc5 both read; for a tree the questions about each
// division in turn, the top first. `solution` must be that of the record. The length of the text is
// linear in the number of claimants. Names appear only in comments, made printable.
std::string smt_lib(const Record& record, const properties::CertifiedSolution& solution);

}  // namespace fairshare::formats

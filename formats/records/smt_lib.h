// A division as SMT-LIB 2: formulas that say what its certificate claims, for solvers that know
// nothing of this project.
//
// They state the definition once more (bounds, one ratio, the total) and ask what must be true of
// it; above each question stands "; expect: sat" or "; expect: unsat". Of an allocation:
//     unsat   (of each claimant alone) at a lower ratio it has more, or at a higher one less
//     sat     the shares are fair, with the ratio given
//     unsat   with the first known: other shares are fair
// of the other outcomes:
//     sat     without the total there are shares
//     unsat   some ratio gives the total
#pragma once

#include <string>

#include "fairshare/properties/certify.h"
#include "formats/records/records.h"

namespace fairshare::formats {

// The text of a file, in QF_LRA, which z3 and cvc5 both read; for a tree the questions about one
// that divides after the other, the top first. `solution` must be that of the record. The text is
// linear in the number of claimants. Names stand in comments only, made printable.
std::string smt_lib(const Record& record, const properties::CertifiedSolution& solution);

}  // namespace fairshare::formats

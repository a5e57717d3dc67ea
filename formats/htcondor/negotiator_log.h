// What HTCondor's negotiator logs about accounting groups: their quotas, what they request, and
// what each is allocated.
//
//     NEGOTIATOR_DEBUG = D_FULLDEBUG          in the configuration; without it there are no
//                                             allocations in the log
//     fairshare verify NegotiatorLog
//
// Each negotiation cycle is a part. docs/htcondor.md says which lines are read.
#pragma once

#include <string_view>

#include "formats/records/document.h"
#include "formats/text/named_text.h"

namespace fairshare::formats {

// True if a file begins, after blank lines, with a date and a time as HTCondor writes them:
// "08/21/26 15:16:39 ", or "08/21/26 15:16:39.123 " with D_SUB_SECOND.
bool looks_like_negotiator_log(std::string_view beginning);

// A cycle's part is a level of the scheduler "htcondor", in slots by weight. Its title is the time
// at which quotas were assigned. The claimants are the groups of the log's table, "<none>" first;
// the shares are what round 1 allocates. The log has six digits of each number. So a share stands
// for all numbers that print so: "8.25" for 8.249995 to 8.250005. All other numbers are taken as
// written; if one has six digits and may have been rounded, a note says so.
//
// An incomplete cycle is left out with a warning if it is the last one or if another cycle is
// complete. Errors:
//   FS002  no cycle divides quotas among groups
//   FS004  a group that is in a cycle's table twice
//   FS006  not a number; FS008 one that no double can hold; FS011 one that is negative or not
//          finite
//   FS018  slots without weights, or autoregroup: the model has neither
//   FS104  a group without an allocation
DocumentReading read_negotiator_log(const NamedText& document);

}  // namespace fairshare::formats

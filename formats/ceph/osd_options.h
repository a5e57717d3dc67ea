// How Ceph's OSDs are told to divide their capacity by mClock, of `ceph config dump`:
//
//     ceph config dump --format json > options.json
//     fairshare solve --fair options.json
//
// A division for all OSDs, "osd", and one for each that has an option of mClock of its own.
// docs/mclock.md says what is read.
#pragma once

#include <string_view>

#include "formats/records/document.h"
#include "formats/text/named_text.h"

namespace fairshare::formats {

// True where a file begins as a list of objects whose first key is "section".
bool looks_like_osd_options(std::string_view beginning);

// The claimants are "client", "background_recovery" and "background_best_effort", in parts of an
// OSD's capacity, so the total is 1; without shares, which no OSD reports. They are those of the
// profile that osd_mclock_profile names, "balanced" where it is not there; of "custom" those of
// osd_mclock_scheduler_CLASS_res, _wgt and _lim: 0, 1 and none where they are not there. A section
// "osd.N" precedes "osd", and that "global". Warnings tell of options that are ignored: those
// with a mask, and those of a class under another profile than "custom".
//
// Errors, apart from those of JSON itself:
//   FS002  an entry without section, name or value; a profile of an unknown name
//   FS006  what is no number; FS008 a weight that is not whole; FS011 a negative number
//   FS018  osd_op_queue is not mclock_scheduler
DocumentReading read_osd_options(const NamedText& document);

}  // namespace fairshare::formats

// How Ceph's OSDs are configured to divide their capacity by mClock, from `ceph config dump`:
//
//     ceph config dump --format json > options.json
//     fairshare solve --fair options.json
//
// There is one division for all OSDs, "osd", and one for each OSD with mClock options of its own.
// docs/mclock.md says what is read.
#pragma once

#include <string_view>

#include "formats/records/document.h"
#include "formats/text/named_text.h"

namespace fairshare::formats {

// True if a file begins as a list of objects whose first key is "section".
bool looks_like_osd_options(std::string_view beginning);

// The claimants are "client", "background_recovery" and "background_best_effort". Their bounds are
// parts of an OSD's capacity, so the total is 1. There are no shares, since no OSD reports them.
// Weights and bounds are those of the profile that osd_mclock_profile names, or else of "balanced".
// For "custom" they are osd_mclock_scheduler_CLASS_res, _wgt and _lim; if these are absent, 0, 1
// and no limit. Section "osd.N" takes precedence over "osd", and "osd" over "global". Warnings name
// the options that are ignored: those with a mask, and a class's options under a profile other than
// "custom".
//
// Errors, apart from those of JSON itself:
//   FS002  an entry without section, name or value; a profile of an unknown name
//   FS006  not a number; FS008 a weight that is not whole; FS011 a negative number
//   FS018  osd_op_queue is not mclock_scheduler
DocumentReading read_osd_options(const NamedText& document);

}  // namespace fairshare::formats

// The report on a campaign: for people, as JSON and as JUnit.
#pragma once

#include <string>
#include <vector>

#include "fuzz/harness/campaign.h"

namespace fairshare::harness {

// Where the findings have been saved, one file name for each failure, and the adapter as named on
// the command line, for asking again: "-- ./mine".
struct Saved {
  std::vector<std::string> files = {};  // empty: nothing was saved
  std::string adapter = {};
};

// The command that asks the adapter again about a failure that was saved; the file's name is one
// word of it.
std::string replay_command(const Saved& saved, std::size_t index);

// For each failure its verdict, its cause and deviation, its record and how to replay it. Then the
// failures that are only counted, those that did not occur again, a line for each family, and the
// summary: "mine 1.2: 31,532 cases in 60.0 s, seed 42: 1 kind of failure".
std::string report_text(const Outcome& outcome, const Saved& saved);

// One object:
//     {"name":"mine","version":"1.2","scheduler":"fair","seed":42,"cases":31532,"skipped":0,"late":0,"unheard":0,"seconds":60.1,
//      "interrupted":false,"planned_seconds":60.0,
//      "families":{"ties":{"cases":1971,"failures":12},...},
//      "passed_over":0,
//      "found":[{"code":"FS101","message":"...","cause":"too much","deviation":0.25,"claimants":3,
//                "minimal":true,"family":"ties","case":1532,"failures":12,"seconds":0.4,"steps":61,
//                "file":"...","record":{...}}],
//      "more":[{"code":"FS204","cause":"...","failures":31}],
//      "unrepeated":[...]}
// "deviation" is a part of the total; it is absent if no number says it. "unrepeated" has the same
// form as "found", without files; its entries are not failures.
std::string report_json(const Outcome& outcome, const Saved& saved);

// One test suite with a test case for each family. Each kind of failure is a test case that fails,
// and each failure that did not occur again is one that passes. One more, "the whole run", fails if
// the campaign was interrupted or nothing was judged.
std::string report_junit(const Outcome& outcome, const Saved& saved);

}  // namespace fairshare::harness

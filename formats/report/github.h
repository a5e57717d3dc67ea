// Workflow commands, which GitHub shows as annotations of a job and next to the lines of a pull
// request:
//
//     ::error file=a.ndjson,line=2,title=FS204 two::b is above its minimum and holds 15 per ...
//
// GitHub shows ten errors, ten warnings and ten notices per step; the log has all of them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/report/reporter.h"

namespace fairshare::formats {

// The text after "::": %, CR and LF are escaped as the runner expects; characters that could
// control a terminal are made printable.
std::string github_message(std::string_view text);

// The value of a property: ":" and "," are escaped as well.
std::string github_property(std::string_view text);

// The functions of the reporter. An unfair division is an error with its first finding, an
// overcommitted one a notice, a fair one nothing.
std::string github_verdicts(std::span<const Verdict> verdicts);
std::string github_error(const RecordError& error);
std::string github_warning(std::string_view file, std::string_view sentence);

// The last line of `human` as a notice.
std::string github_counts(std::string_view sentence);

}  // namespace fairshare::formats

// Workflow commands, of which GitHub makes annotations of a job, beside the lines of a pull
// request:
//
//     ::error file=a.ndjson,line=2,title=FS204 two::b is above its minimum and holds 15 per weight;
//     ...
//
// GitHub shows ten errors, ten warnings and ten notices of a step; its log has all.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/report/reporter.h"

namespace fairshare::formats {

// The text behind "::": %, CR and LF are escaped as the runner reads them back. Those that could
// steer a terminal are made printable.
std::string github_message(std::string_view text);

// The value of a property, in which ":" and "," are escaped as well.
std::string github_property(std::string_view text);

// The functions of the reporter. What is unfair is an error with its first finding, what is
// overcommitted a notice, what is fair nothing.
std::string github_verdicts(std::span<const Verdict> verdicts);
std::string github_error(const RecordError& error);
std::string github_warning(std::string_view file, std::string_view sentence);

// The last line of `human` as a notice.
std::string github_counts(std::string_view sentence);

}  // namespace fairshare::formats

// JUnit's XML, which CI systems show: a suite of test cases, of which some fail. For verdicts, and
// for what `fairshare fuzz` finds.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/report/reporter.h"

namespace fairshare::formats {

struct JUnitFailure {
  std::string type;     // "FS204"
  std::string message;  // one line
  std::string text;     // several lines
};

// One test case; it passes where it has no failure. Any bytes will do: they are escaped, and what
// XML cannot hold is left out.
std::string junit_case(std::string_view class_name, std::string_view name,
                       const std::optional<JUnitFailure>& failure);

// What stands around the cases. `attributes` are those of the suite besides its name, each with a
// space before it; they may be empty.
std::string junit_begin(std::string_view suite, std::string_view attributes);
std::string junit_end();

// The functions of the reporter.
std::string junit_verdicts(std::span<const Verdict> verdicts);
std::string junit_error(const RecordError& error);

}  // namespace fairshare::formats

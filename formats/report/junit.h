// JUnit's XML, which CI systems display: a suite of test cases, some of which fail. For verdicts,
// and for the findings of `fairshare fuzz`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/report/reporter.h"

namespace fairshare::formats {

struct JUnitFailure {
  std::string type;     // "FS204"
  std::string message;  // one line
  std::string text;     // several lines
};

// One test case; it passes if it has no failure. Accepts any bytes: they are escaped, and what XML
// cannot hold is left out.
std::string junit_case(std::string_view class_name, std::string_view name,
                       const std::optional<JUnitFailure>& failure);

// What comes before and after the cases. `attributes` are those of the suite other than its name,
// each preceded by a space; they may be empty.
std::string junit_begin(std::string_view suite, std::string_view attributes);
std::string junit_end();

// The functions of the reporter.
std::string junit_verdicts(std::span<const Verdict> verdicts);
std::string junit_error(const RecordError& error);

}  // namespace fairshare::formats

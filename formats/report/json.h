// Verdicts for programs: one JSON object per line. docs/verdicts.md describes every field, and
// docs/verdict.schema.json checks them.
//
//     {"id":"a","file":"-","line":1,"verdict":"unfair","findings":[{"code":"FS204",...}],
//      "distance":"10/3","ratio":"40/3","divisions":[{"rule":"floor","total":"100",...}]}
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "formats/records/records.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// The verdicts about one record, or about one division of a dump, as one object without a newline.
// Asserts that there is at least one, and that all answer the same question.
std::string verdicts_json(std::span<const Verdict> verdicts);

// {"id":"a","error":{"code":"FS010","file":"f","line":3,"claimant":"prod",...,"message":"..."}}
std::string error_json(const RecordError& error);

// {"warning":{"file":"f","message":"..."}}
std::string warning_json(std::string_view file, std::string_view sentence);

}  // namespace fairshare::formats

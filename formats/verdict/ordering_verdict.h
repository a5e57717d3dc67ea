// `verify --ordering`: is there a ratio R that gives these shares, whatever the total is?
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "formats/records/records.h"
#include "formats/text/json.h"
#include "formats/verdict/case.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// The record on one line, divided by the definition whatever scheduler it names. Where it has no
// total, that is what its shares add up to (of a tree those of the top).
std::variant<Record, RecordError> read_ordered_record(std::string_view line,
                                                      const std::string& file,
                                                      std::size_t line_number);

// Fair where there is such a ratio: the text then starts with "consistent" and says which ratios
// there are. Else unfair, with one finding, FS102, FS103 or FS204, never FS101; the text starts
// with "error[FS204]".
Verdict judge_ordering(const Case& reported);

// {"id":"a","ordering":"consistent","ratio_low":"10","ratio_high":"12","findings":[]}
// {"id":"a","ordering":"inconsistent","findings":[{"code":"FS204",...}]}
// Without an end there is no "ratio_high"; "ratio_low_open":true where the ratio must be above it.
// Of a tree the ratios are the top's.
std::string ordering_json(std::span<const Case> dividers, std::span<const Verdict> verdicts);

// What is behind a verdict, and what is not: one sentence.
std::string_view ordering_caveat();

}  // namespace fairshare::formats

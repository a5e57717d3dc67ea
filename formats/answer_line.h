// From a line of text to its answer, in one call. judge_line.h does the same for verdicts.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "fairshare/model/units.h"
#include "formats/records/records.h"

namespace fairshare::formats {

struct Asking {
  // The scheduler whose answer is wanted; empty: the fair shares by the rule that the record names.
  std::string scheduler = {};
  bool fair = false;  // with a scheduler: the fair shares by its own rule
  // Whole units that add up to the total, by that method, or by Hamilton's without naming ties.
  // FS018 for a scheduler's rule.
  std::optional<Units> units = std::nullopt;
  bool apportion = false;
  bool details = false;  // for trees: every field that the scheduler computes
  bool steady = false;   // YARN: the steady fair shares
};

// What `fairshare solve` prints for the record on this line, without the newline, or why there is
// no answer.
std::variant<std::string, RecordError> answer_line(std::string_view line, const std::string& file,
                                                   std::size_t line_number, const Asking& asking);

}  // namespace fairshare::formats

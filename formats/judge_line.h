// From a line of text, or a part of a document, to its verdicts, in one call.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/records/document.h"
#include "formats/records/plain_answers.h"
#include "formats/records/records.h"
#include "formats/records/tree_options.h"
#include "formats/verdict/tolerance.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

struct Judging {
  Question question = Question::shares;
  std::string scheduler = {};  // overrides the scheduler that records name; empty: theirs
  Tolerance tolerance = {};
  bool steady = false;                     // YARN: the steady fair shares
  const PoolAllocations* pools = nullptr;  // MR1: what its allocations file says
  // For a plain record of the definition with fair shares, title and ratio are enough.
  bool is_brief = false;
  // If there are several files: the titles of documents' parts name the file.
  bool names_files = false;
};

// The verdicts on a record's divisions, parents first and at least one, or why there are none. With
// a `plain` reader, plain records are read in one pass, and brief verdicts on them take a tenth of
// the time.
std::variant<std::vector<Verdict>, RecordError> judge_line(std::string_view line,
                                                           const std::string& file,
                                                           std::size_t line_number,
                                                           const Judging& judging,
                                                           PlainReader* plain = nullptr);

// The verdicts on a part of a document.
std::variant<std::vector<Verdict>, RecordError> judge_part(const DocumentPart& part,
                                                           const std::string& file,
                                                           const Judging& judging);

}  // namespace fairshare::formats

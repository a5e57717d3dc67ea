// The short way from a line to its answer: plain records whose numbers are integers of few bits.
//
// What is answered here is what the long way answers, to the byte: read_any_record, then cases_of
// and judge, or the solvers. Where that is in doubt, nothing is answered.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "formats/records/narrow_case.h"
#include "formats/records/plain_record.h"
#include "formats/records/records.h"
#include "formats/verdict/tolerance.h"
#include "formats/verdict/verdict.h"
#include "model/problem.h"
#include "model/solution.h"

namespace fairshare::formats {

// Memory that is used for one line after the other. Not to be shared between threads.
struct PlainReader {
  PlainRecord record = {};  // of the last line that was plain; its id is needed for the answer
  NarrowCase narrow_case = {};
  Problem<double> problem = {};
};

// The verdict on a line with fair shares: its title, the number of claimants and the ratio, and no
// more of the division. Nothing for any other line.
std::optional<Verdict> find_fair_verdict(std::string_view line, const std::string& file,
                                         std::size_t line_number, const Tolerance& tolerance,
                                         PlainReader& reader);

// The exact solution of a line's problem, if it is an allocation.
std::optional<Solution<exact::Rational>> find_allocation(std::string_view line,
                                                         PlainReader& reader);

// A line's problem, each number rounded to the nearest double, in `reader.problem`. False where
// that is not so, and what is there means nothing.
bool read_doubles(std::string_view line, PlainReader& reader);

}  // namespace fairshare::formats

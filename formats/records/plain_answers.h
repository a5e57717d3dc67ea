// The fast path from a plain record to its answer, for numbers that are integers of few bits.
//
// Its answers equal those of the full path (find_record, then cases_of and judge, or the solvers),
// byte for byte. In doubtful cases it gives no answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "formats/records/narrow_case.h"
#include "formats/records/plain_record.h"
#include "formats/verdict/tolerance.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// Memory that is reused from line to line. Do not share it between threads.
struct PlainReader {
  PlainRecord record = {};
  NarrowCase narrow_case = {};
  Problem<double> problem = {};
};

// Reads the line into `reader.record`. False if it is not plain, or if `scheduler`, as in
// read_any_record, divides by another rule than the definition.
bool read_plain(std::string_view line, std::string_view scheduler, PlainReader& reader);

// The functions below use `reader.record`.

// The verdict on fair shares, as the only one of the record's, with the division's title, number of
// claimants and ratio only. Nothing for other shares.
std::optional<std::vector<Verdict>> find_fair_verdict(PlainReader& reader, const std::string& file,
                                                      std::size_t line_number,
                                                      const Tolerance& tolerance);

// The exact solution of its problem, if it is an allocation.
std::optional<Solution<exact::Rational>> find_allocation(PlainReader& reader);

// Computes its problem, each number rounded to the nearest double, in `reader.problem`. If it
// returns false, the contents of `reader.problem` are unspecified.
bool convert_to_doubles(PlainReader& reader);

}  // namespace fairshare::formats

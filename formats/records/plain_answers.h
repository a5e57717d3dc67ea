// The short way from a plain record to its answer, where its numbers are integers of few bits.
//
// What is answered here is what the long way answers, to the byte: find_record, then cases_of and
// judge, or the solvers. Where that is in doubt, nothing is answered.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "fairshare/model/problem.h"
#include "fairshare/model/solution.h"
#include "formats/records/narrow_case.h"
#include "formats/records/plain_record.h"
#include "formats/records/records.h"
#include "formats/verdict/tolerance.h"
#include "formats/verdict/verdict.h"

namespace fairshare::formats {

// Memory that is used for one line after the other. Not to be shared between threads.
struct PlainReader {
  PlainRecord record = {};
  NarrowCase narrow_case = {};
  Problem<double> problem = {};
};

// Reads the line into `reader.record`. False where it is not plain, and where `scheduler`, as in
// read_any_record, divides by another rule than the definition.
bool read_plain(std::string_view line, std::string_view scheduler, PlainReader& reader);

// The others are about `reader.record`.

// The verdict on fair shares: title, number of claimants and ratio, and no more of the division.
// Nothing for other shares.
std::optional<Verdict> find_fair_verdict(PlainReader& reader, const std::string& file,
                                         std::size_t line_number, const Tolerance& tolerance);

// The exact solution of its problem, if it is an allocation.
std::optional<Solution<exact::Rational>> find_allocation(PlainReader& reader);

// Its problem, each number rounded to the nearest double, in `reader.problem`. False where that is
// not so, and what is there means nothing.
bool convert_to_doubles(PlainReader& reader);

}  // namespace fairshare::formats

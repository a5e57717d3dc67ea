// Solutions as JSON, one object per line, without the newline; the record's id comes first, if it
// has one.
//
// Exact numbers are strings:
//     {"id":"a","outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"]}
//     {"id":"a","outcome":"overcommitted","excess":"6"}
//     {"id":"a","outcome":"surplus","unclaimed":"3"}
// Doubles are the shortest numbers that are read back as the same; an infinite ratio is "Infinity":
//     {"id":"a","outcome":"allocation","ratio":13.333333333333334,"shares":[13.333333333333334,60]}
// A tree has one entry per node, null if a node has no children; or it ends at a node:
//     {"id":"t","outcome":"allocation","ratio":"10","ratios":["5",null,null],"shares":["20","15","5"]}
//     {"id":"t","outcome":"surplus","at":"prod/etl","unclaimed":"3"}
// An error says where:
//     {"id":"a","error":{"code":"FS010","file":"f","line":3,"claimant":"prod",...,"message":"..."}}
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "fairshare/exact/rational.h"
#include "fairshare/model/solution.h"
#include "fairshare/model/tree.h"
#include "fairshare/model/units.h"
#include "formats/records/records.h"
#include "formats/text/input_error.h"
#include "formats/text/json_writer.h"
#include "formats/text/number_text.h"

namespace fairshare::formats {

// Opens the object of an answer, with the id, as JSON, unless it is empty.
void begin_answer(std::string_view id, json::Writer& answer);

// Adds a solution's members, from "outcome" on.
void write_solution(const Solution<exact::Rational>& solution, json::Writer& answer);
void write_solution(const Record& record, const TreeSolution<exact::Rational>& solution,
                    json::Writer& answer);

std::string answer(const Record& record, const TreeSolution<exact::Rational>& solution);
std::string answer(const Record& record, const TreeSolution<double>& solution);

// The same for a record that is not a tree; only its id is needed, as JSON, or empty.
std::string answer(std::string_view id, const Solution<exact::Rational>& solution);
std::string answer(std::string_view id, const Solution<double>& solution);

// In whole units, as exact::solve_units hands them out. Each node's shares become whole before they
// are divided among its children, so that the units add up at every node. If claimants are tied for
// the last units of their parent, the answer names them:
//     {"id":"a","outcome":"allocation","ratio":"3","shares":["4","3","3"],"tied":["a","b","c"]}
// FS016 if the total is not whole, and for a divisor method if a bound is not.
std::variant<std::string, InputError> units_answer(const Record& record, const std::string& file,
                                                   Units units);

// By Hamilton's method, without naming ties.
std::variant<std::string, InputError> apportioned_answer(const Record& record,
                                                         const std::string& file);

}  // namespace fairshare::formats

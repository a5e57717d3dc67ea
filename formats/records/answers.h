// Solutions as JSON, one object a line, without the newline; the record's id first, where it has
// one.
//
// Exact numbers are strings:
//     {"id":"a","outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"]}
//     {"id":"a","outcome":"overcommitted","excess":"6"}
//     {"id":"a","outcome":"surplus","unclaimed":"3"}
// Doubles are the shortest numbers that are read back as the same; an infinite ratio is "Infinity":
//     {"id":"a","outcome":"allocation","ratio":13.333333333333334,"shares":[13.333333333333334,60]}
// A tree has one entry a node, null where a node has no children; or it ends at a node:
//     {"id":"t","outcome":"allocation","ratio":"10","ratios":["5",null,null],"shares":["20","15","5"]}
//     {"id":"t","outcome":"surplus","at":"prod/etl","unclaimed":"3"}
// An error says where:
//     {"id":"a","error":{"code":"FS010","file":"f","line":3,"claimant":"prod",...,"message":"..."}}
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exact/rational.h"
#include "formats/records/records.h"
#include "model/solution.h"
#include "model/tree.h"

namespace fairshare::formats {

// A number of an answer: the shortest double that is read back as the same, "NaN", "Infinity" and
// "-Infinity" as strings; an integer; an exact number as a string.
std::string number_text(double number);
std::string number_text(std::int64_t number);
std::string number_text(const exact::Rational& number);

// The opening brace, and the id where there is one: "{\"id\":\"a\",".
std::string answer_beginning(std::string_view id);

// What a solution says, from "outcome" on, without braces.
std::string outcome_text(const Record& record, const TreeSolution<exact::Rational>& solution);

std::string answer(const Record& record, const TreeSolution<exact::Rational>& solution);
std::string answer(const Record& record, const TreeSolution<double>& solution);
std::string answer(const RecordError& error);

// The same for a record that is no tree, of which no more than its id is needed: as JSON, or empty.
std::string answer(std::string_view id, const Solution<exact::Rational>& solution);
std::string answer(std::string_view id, const Solution<double>& solution);

}  // namespace fairshare::formats

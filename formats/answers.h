// Solutions as JSON, one object a line, without the newline. The record's id comes first, where it has one.
//
//     {"id":"a","outcome":"allocation","ratio":"40/3","shares":["40/3","80/3","60"]}      exact: strings
//     {"id":"a","outcome":"allocation","ratio":13.333333333333334,"shares":[...]}         double: shortest
//                                                round-trip numbers; an infinite ratio is "Infinity"
//     {"id":"a","outcome":"overcommitted","excess":"6"}    {"id":"a","outcome":"surplus","unclaimed":"3"}
//     {"id":"t","outcome":"allocation","ratio":"10","ratios":["5",null,...],"shares":[...]}   a tree: one entry
//                                                a node, null where a node has no children
//     {"id":"t","outcome":"surplus","at":"prod/etl","unclaimed":"3"}                      a tree that ends there
//     {"id":"a","error":{"code":"FS010","file":"f","line":3,"claimant":"prod","field":"max_share","message":"..."}}
#pragma once

#include <string>

#include "exact/rational.h"
#include "formats/records.h"
#include "model/solution.h"
#include "model/tree.h"

namespace fairshare::formats {

std::string answer(const Record& record, const TreeSolution<exact::Rational>& solution);
std::string answer(const Record& record, const TreeSolution<double>& solution);
std::string answer(const RecordError& error);

}  // namespace fairshare::formats

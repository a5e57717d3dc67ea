// What an addition in any order can come to. Go's maps are walked in another order each time, and a
// sum of doubles depends on that in its last digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairshare/schedulers/common/model_result.h"

namespace fairshare::schedulers {

// In which orders a map is taken to be walked: in all of them, as far as they can be tried, or in
// that of the list alone. Its one answer takes a small part of the time, and is never complete.
enum class Orders { all, listed };

// Every answer that a release can give to one input, as far as they were looked for.
struct Answers {
  std::vector<std::vector<double>> shares;  // different ones, in ascending order
  // False: there may be more. What is here can be given all the same.
  bool is_complete = true;
};

struct Sums {
  std::vector<double> values;  // different ones, in ascending order
  bool is_complete = true;
};

// What `start` and the parts, added to it one after the other, can come to in doubles.
//
//     0, {1/3, 1/2, 1/6}      -> 1 and the double below it
//     0, {1, 2, 3, ...}       -> one value: whole numbers are added exactly, up to 2^53
//
// Where no addition can round, or where there are few enough different parts, these are all. With
// many parts those of some hundred orders: the list's, its reverse, by size, and shuffled ones,
// always the same.
Sums sums_in_any_order(double start, std::span<const double> parts);

// True where the parts, and any of them, are added exactly whatever the order: multiples of a power
// of two, of which all together have no more than 2^53.
bool add_exactly(std::span<const double> parts);

struct RowSums {
  std::vector<std::vector<double>> values;  // different ones, in ascending order; each is a row
  bool is_complete = true;
  std::uint64_t additions = 0;  // of a number, in all orders together
};

// The same of rows, all of which are as long as `start` (asserted): their columns are added in one
// order, whichever it is. `rows` has one row after the other. No more than some million additions:
// of ten thousands of rows fewer orders are tried, down to a few.
//
//     {0, 0}, {1/3, 1/3}, {1/2, 1/2}, {1/6, 1/6}    -> {1, 1} and {1 - 2^-53, 1 - 2^-53}
RowSums row_sums_in_any_order(std::span<const double> start, std::span<const double> rows);

// Adds the answers to a result, those that it has already left out.
void add_answers(ModelResult& result, const Answers& answers);

}  // namespace fairshare::schedulers

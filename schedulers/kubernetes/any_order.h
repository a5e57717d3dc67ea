// The possible results of an addition in any order. Go iterates its maps in a different order each
// time, and the last digits of a sum of doubles depend on it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairshare/schedulers/common/model_result.h"

namespace fairshare::schedulers {

// Which iteration orders of a map are tried: all, as far as that is possible, or only that of the
// list. The latter gives one answer in a small part of the time, and is never complete.
enum class Orders { all, listed };

// Every answer that a release can give to one input, as far as they were searched for.
struct Answers {
  std::vector<std::vector<double>> shares;  // different ones, in ascending order
  // False: there may be more. The answers listed are possible in any case.
  bool is_complete = true;
};

struct Sums {
  std::vector<double> values;  // different ones, in ascending order
  bool is_complete = true;
  std::uint64_t additions = 0;  // in all orders together
};

// The possible results in doubles of adding the parts to `start`, one after the other.
//
//     0, {1/3, 1/2, 1/6}      -> 1 and the double below it
//     0, {1, 2, 3, ...}       -> one value: whole numbers are added exactly, up to 2^53
//
// Complete if no addition can round, or if there are few enough different parts. With many parts,
// the results of some hundred orders: the list's, its reverse, by size, and shuffled ones, always
// the same.
Sums sums_in_any_order(double start, std::span<const double> parts);

// True if the parts, and any subset of them, are added exactly in any order: they are multiples of
// a power of two, and their sum is below 2^53 times that power.
bool add_exactly(std::span<const double> parts);

struct RowSums {
  std::vector<std::vector<double>> values;  // different ones, in ascending order; each is a row
  bool is_complete = true;
  std::uint64_t additions = 0;  // of a number, in all orders together
};

// The same for rows, each as long as `start` (asserted), whose columns are all added in the same
// order. `rows` holds one row after the other. The number of additions is limited to some millions:
// for tens of thousands of rows fewer orders are tried, down to a few.
//
//     {0, 0}, {1/3, 1/3}, {1/2, 1/2}, {1/6, 1/6}    -> {1, 1} and {1 - 2^-53, 1 - 2^-53}
RowSums row_sums_in_any_order(std::span<const double> start, std::span<const double> rows);

// Adds the answers to a result, except those that it already has.
void add_answers(ModelResult& result, const Answers& answers);

}  // namespace fairshare::schedulers

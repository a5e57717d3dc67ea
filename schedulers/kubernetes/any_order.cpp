#include "fairshare/schedulers/kubernetes/any_order.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace fairshare::schedulers {
namespace {

constexpr std::size_t counts_max = 1024;  // how many partial choices of the parts are looked at
constexpr std::size_t values_max = 1024;  // how many partial sums are kept for one choice
constexpr std::size_t shuffles_max = 256;
constexpr std::size_t additions_max = std::size_t{1} << 21U;  // made in shuffled orders

using Row = std::vector<double>;

Row sum_of(const Row& a, const Row& b) {
  Row sum = a;
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += b[k];
  return sum;
}

// The exponent of the lowest set bit.
int lowest_bit(double number) {
  int exponent = 0;
  const double significand = std::ldexp(std::frexp(std::abs(number), &exponent), 53);  // an integer
  return exponent - 53 + std::countr_zero(static_cast<std::uint64_t>(significand));
}

// Whether all numbers are multiples of a power of two, and every sum of some of them is less than
// 2^53 times that. If so, all additions are exact in any order.
bool is_exact(double start, std::span<const double> parts) {
  if (!std::isfinite(start)) return false;
  int low = start == 0 ? std::numeric_limits<int>::max() : lowest_bit(start);
  double bound = std::abs(start);
  for (const double part : parts) {
    if (!std::isfinite(part)) return false;
    if (part != 0) low = std::min(low, lowest_bit(part));
    bound += std::abs(part);  // if this rounds, it is too large for what follows anyway
  }
  return bound == 0 || std::ilogb(bound) < low + 53;
}

// The columns whose sums may round, and the rows of these that are not all 0.
struct Rounded {
  std::vector<std::size_t> columns = {};
  Row start = {};
  std::vector<Row> rows = {};
};

Rounded rounded_columns(std::span<const double> start, std::span<const double> rows) {
  const std::size_t width = start.size();
  Rounded rounded;
  for (std::size_t k = 0; k < width; ++k) {
    Row column;
    for (std::size_t i = k; i < rows.size(); i += width) column.push_back(rows[i]);
    if (is_exact(start[k], column)) continue;
    rounded.columns.push_back(k);
    rounded.start.push_back(start[k]);
  }
  for (std::size_t i = 0; i < rows.size() && !rounded.columns.empty(); i += width) {
    Row row;
    for (const std::size_t k : rounded.columns) row.push_back(rows[i + k]);
    const bool is_nothing = std::ranges::all_of(row, [](double part) { return part == 0; });
    if (!is_nothing) rounded.rows.push_back(std::move(row));
  }
  return rounded;
}

// Equal rows are interchangeable.
struct Groups {
  std::vector<Row> rows;  // different rows
  std::vector<std::size_t> sizes;
};

Groups grouped(std::vector<Row> rows) {
  std::ranges::sort(rows);
  Groups groups;
  for (Row& row : rows) {
    if (groups.rows.empty() || groups.rows.back() != row) {
      groups.rows.push_back(std::move(row));
      groups.sizes.push_back(0);
    }
    ++groups.sizes.back();
  }
  return groups;
}

bool are_few(const Groups& groups) {
  std::size_t counts = 1;
  for (const std::size_t size : groups.sizes) {
    counts *= size + 1;
    if (counts > counts_max) return false;
  }
  return true;
}

// The sums of the rounded columns that were found, and how many numbers were added for them.
struct Found {
  std::set<Row> sums = {};
  bool is_complete = true;
  std::uint64_t additions = 0;
};

// All sums: those of a choice of rows come from those of the choices with one row less. A choice is
// a number whose digits say how many rows of each group it has.
Found sums_of_all_orders(const Row& start, const Groups& groups, std::size_t rows) {
  Found found;
  std::map<std::size_t, std::set<Row>> layer = {{0, {start}}};
  for (std::size_t used = 0; used < rows; ++used) {
    std::map<std::size_t, std::set<Row>> next;
    for (const auto& [choice, sums] : layer) {
      std::size_t one = 1;  // the digit's place value
      for (std::size_t g = 0; g < groups.rows.size(); one *= groups.sizes[g] + 1, ++g) {
        if (choice / one % (groups.sizes[g] + 1) == groups.sizes[g]) continue;
        std::set<Row>& reached = next[choice + one];
        for (const Row& sum : sums) reached.insert(sum_of(sum, groups.rows[g]));
        found.additions += sums.size() * start.size();
        if (reached.size() <= values_max) continue;
        found.is_complete = false;
        reached.erase(std::next(reached.begin(), values_max), reached.end());
      }
    }
    layer = std::move(next);
  }
  found.sums = std::move(layer.begin()->second);
  return found;
}

void add_sum_in_order(const Rounded& rounded, std::span<const std::size_t> order, Found& found) {
  Row sum = rounded.start;
  for (const std::size_t i : order) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += rounded.rows[i][k];
  }
  found.additions += order.size() * sum.size();
  found.sums.insert(std::move(sum));
}

Found sums_of_some_orders(const Rounded& rounded) {
  Found found{.is_complete = false};
  std::vector<std::size_t> order(rounded.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  add_sum_in_order(rounded, order, found);
  std::ranges::reverse(order);
  add_sum_in_order(rounded, order, found);
  for (std::size_t k = 0; k < rounded.columns.size(); ++k) {
    const auto part = [&](std::size_t i) { return rounded.rows[i][k]; };
    std::ranges::sort(order, {}, part);
    add_sum_in_order(rounded, order, found);
    std::ranges::sort(order, std::greater<>(), part);
    add_sum_in_order(rounded, order, found);
  }
  const std::size_t shuffles = additions_max / (order.size() * rounded.columns.size());
  std::uint64_t random = 1;
  for (std::size_t shuffle = 0; shuffle < std::min(shuffles, shuffles_max); ++shuffle) {
    for (std::size_t i = order.size(); i > 1; --i) {
      random = random * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX
      std::swap(order[i - 1], order[(random >> 33U) % i]);
    }
    add_sum_in_order(rounded, order, found);
  }
  return found;
}

Found sums_of_orders(const Rounded& rounded) {
  if (rounded.columns.empty()) return {.sums = {Row{}}};
  const Groups groups = grouped(rounded.rows);
  if (are_few(groups)) return sums_of_all_orders(rounded.start, groups, rounded.rows.size());
  return sums_of_some_orders(rounded);
}

}  // namespace

Sums sums_in_any_order(double start, std::span<const double> parts) {
  const RowSums rows = row_sums_in_any_order({&start, 1}, parts);
  Sums sums{.values = {}, .is_complete = rows.is_complete, .additions = rows.additions};
  for (const Row& sum : rows.values) sums.values.push_back(sum.front());
  return sums;
}

RowSums row_sums_in_any_order(std::span<const double> start, std::span<const double> rows) {
  assert(!start.empty() && rows.size() % start.size() == 0);
  Row as_listed(start.begin(), start.end());
  for (std::size_t i = 0; i < rows.size(); ++i) as_listed[i % start.size()] += rows[i];
  const Rounded rounded = rounded_columns(start, rows);
  const Found found = sums_of_orders(rounded);
  RowSums result{
      .values = {}, .is_complete = found.is_complete, .additions = found.additions + rows.size()};
  for (const Row& sum : found.sums) {
    result.values.push_back(as_listed);  // right in the columns that do not round
    for (std::size_t k = 0; k < sum.size(); ++k) result.values.back()[rounded.columns[k]] = sum[k];
  }
  return result;
}

bool add_exactly(std::span<const double> parts) {
  return is_exact(0, parts);
}

void add_answers(ModelResult& result, const Answers& answers) {
  result.are_all = answers.is_complete;
  const std::size_t had = result.answers.size();
  for (const std::vector<double>& shares : answers.shares) {
    std::vector<Held> answer = held(shares);
    const auto first = result.answers.begin();
    const auto end = first + static_cast<std::ptrdiff_t>(had);
    if (std::find(first, end, answer) == end) result.answers.push_back(std::move(answer));
  }
}

}  // namespace fairshare::schedulers

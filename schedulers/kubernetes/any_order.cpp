#include "schedulers/kubernetes/any_order.h"

#include <algorithm>
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

constexpr std::size_t counts_max = 1024;  // partial choices of the parts that are looked at
constexpr std::size_t values_max = 256;   // partial sums that are kept for one choice
constexpr int shuffles = 256;

double sum_in_order(double start, std::span<const double> parts) {
  return std::accumulate(parts.begin(), parts.end(), start);
}

// The exponent of the lowest bit that is set.
int lowest_bit(double number) {
  int exponent = 0;
  double fraction = std::frexp(number, &exponent);
  while (fraction != std::trunc(fraction)) {
    fraction *= 2;
    --exponent;
  }
  return exponent;
}

// True where all numbers are multiples of a power of two, of which no sum of some of them has 2^53
// or more: then every addition is exact, whatever the order.
bool is_exact(double start, std::span<const double> parts) {
  if (!std::isfinite(start)) return false;
  int low = start == 0 ? std::numeric_limits<int>::max() : lowest_bit(start);
  double bound = std::abs(start);
  for (const double part : parts) {
    if (!std::isfinite(part)) return false;
    if (part != 0) low = std::min(low, lowest_bit(part));
    bound += std::abs(part);  // if this rounds, it is too large for what follows anyway
  }
  return bound == 0 || std::ilogb(bound) < low + 52;
}

// Equal parts are interchangeable.
struct Groups {
  std::vector<double> parts;  // different ones
  std::vector<std::size_t> sizes;
};

Groups grouped(std::span<const double> parts) {
  std::vector<double> sorted(parts.begin(), parts.end());
  std::ranges::sort(sorted);
  Groups groups;
  for (const double part : sorted) {
    if (groups.parts.empty() || groups.parts.back() != part) {
      groups.parts.push_back(part);
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

// All of them: the sums of every choice of parts come from those of one part less. A choice is a
// number whose digits say how many are taken of each group.
Sums sums_of_all_orders(double start, const Groups& groups, std::size_t parts) {
  Sums sums{{}, true};
  std::map<std::size_t, std::set<double>> layer = {{0, {start}}};
  for (std::size_t used = 0; used < parts; ++used) {
    std::map<std::size_t, std::set<double>> next;
    for (const auto& [choice, values] : layer) {
      std::size_t one = 1;  // of the digit
      for (std::size_t g = 0; g < groups.parts.size(); one *= groups.sizes[g] + 1, ++g) {
        if (choice / one % (groups.sizes[g] + 1) == groups.sizes[g]) continue;
        std::set<double>& reached = next[choice + one];
        for (const double value : values) reached.insert(value + groups.parts[g]);
        if (reached.size() <= values_max) continue;
        sums.is_complete = false;
        while (reached.size() > values_max) reached.erase(std::prev(reached.end()));
      }
    }
    layer = std::move(next);
  }
  const std::set<double>& values = layer.begin()->second;
  sums.values.assign(values.begin(), values.end());
  return sums;
}

Sums sums_of_some_orders(double start, std::span<const double> parts) {
  std::vector<double> order(parts.begin(), parts.end());
  std::set<double> values = {sum_in_order(start, order)};
  std::ranges::reverse(order);
  values.insert(sum_in_order(start, order));
  std::ranges::sort(order);
  values.insert(sum_in_order(start, order));
  std::ranges::sort(order, std::greater<>());
  values.insert(sum_in_order(start, order));
  std::uint64_t random = 1;
  for (int shuffle = 0; shuffle < shuffles; ++shuffle) {
    for (std::size_t i = order.size(); i > 1; --i) {
      random = random * 6364136223846793005U + 1442695040888963407U;  // Knuth's MMIX
      std::swap(order[i - 1], order[(random >> 33U) % i]);
    }
    values.insert(sum_in_order(start, order));
  }
  return {{values.begin(), values.end()}, false};
}

}  // namespace

Sums sums_in_any_order(double start, std::span<const double> parts) {
  if (is_exact(start, parts)) return {{sum_in_order(start, parts)}, true};
  const Groups groups = grouped(parts);
  if (are_few(groups)) return sums_of_all_orders(start, groups, parts.size());
  return sums_of_some_orders(start, parts);
}

bool add_exactly(std::span<const double> parts) {
  return is_exact(0, parts);
}

void add_answers(ModelResult& result, const Answers& answers) {
  result.are_all = answers.is_complete;
  for (const std::vector<double>& shares : answers.shares) {
    std::vector<Held> answer = held(shares);
    const bool is_there = std::ranges::find(result.answers, answer) != result.answers.end();
    if (!is_there) result.answers.push_back(std::move(answer));
  }
}

}  // namespace fairshare::schedulers

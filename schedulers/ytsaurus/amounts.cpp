#include "fairshare/schedulers/ytsaurus/amounts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairshare::schedulers::ytsaurus_vector {
namespace {

// Sums wrap around, as in the release on all machines on which it runs.
std::int64_t add(std::size_t resource, std::int64_t a, std::int64_t b) {
  const auto sum =
      static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  return resource == gpu ? static_cast<std::int32_t>(static_cast<std::uint32_t>(sum)) : sum;
}

// The cast to an integer truncates; numbers out of range become the least integer, as on x86.
std::int64_t as_integer(std::size_t resource, double number) {
  const double end = resource == gpu ? 0x1p31 : 0x1p63;
  const std::int64_t least = resource == gpu ? std::numeric_limits<std::int32_t>::min()
                                             : std::numeric_limits<std::int64_t>::min();
  return number > -end && number < end ? static_cast<std::int64_t>(number) : least;
}

// The children's missing guarantees of one resource: parts of the parent's, in proportion to their
// parts of the parent's cpu; below the root, no more than what the explicit guarantees leave.
void infer(const Tree& tree, const std::vector<std::size_t>& children, std::size_t parent,
           std::size_t resource, std::int64_t residual, std::vector<Amounts>& guarantees) {
  const double parent_cpu = as_double(cpu, guarantees[parent][cpu]);
  const double parent_amount = as_double(resource, guarantees[parent][resource]);
  const auto inferred = [&](std::size_t child) {
    const double ratio = parent_cpu > 0 ? as_double(cpu, guarantees[child][cpu]) / parent_cpu : 0.0;
    return ratio * parent_amount;
  };
  const auto is_missing = [&](std::size_t child) {
    return !tree.elements[child].strong_guarantee[resource].has_value();
  };
  double sum = 0;
  for (const std::size_t child : children) {
    if (is_missing(child)) sum += inferred(child);
  }
  const double left = as_double(resource, residual);
  const bool scales = parent != 0 && sum > left;
  for (const std::size_t child : children) {
    if (!is_missing(child)) continue;
    const double amount = scales ? inferred(child) * (left / sum) : inferred(child);
    guarantees[child][resource] = as_integer(resource, amount);
  }
}

}  // namespace

double as_double(std::size_t resource, std::int64_t amount) {
  const auto number = static_cast<double>(amount);
  return resource == cpu ? number / static_cast<double>(cpu_unit) : number;
}

bool covers(const Amounts& a, const Amounts& b) {
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (a[r] < b[r]) return false;
  }
  return true;
}

void add_to(Amounts& sum, const Amounts& amounts) {
  for (std::size_t r = 0; r < resource_count; ++r) sum[r] = add(r, sum[r], amounts[r]);
}

Amounts scaled(const Amounts& amounts, double factor) {
  Amounts result{};
  for (std::size_t r = 0; r < resource_count; ++r) {
    result[r] = as_integer(r, std::round(static_cast<double>(amounts[r]) * factor));
  }
  return result;
}

double largest_part(const Amounts& amounts, const Amounts& total) {
  double largest = 0;
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (total[r] <= 0) continue;
    largest = std::max(largest, as_double(r, amounts[r]) / as_double(r, total[r]));
  }
  return largest;
}

std::int64_t infinite(std::size_t resource) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (resource == gpu) return std::numeric_limits<std::int32_t>::max() / 4;
  return resource == cpu ? most / cpu_unit * cpu_unit / 4 : most / 4;
}

Vector share_of(const Amounts& amounts, const Amounts& total) {
  Vector result;
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (total[r] != 0) result[r] = as_double(r, amounts[r]) / as_double(r, total[r]);
  }
  return result;
}

Resource dominant_resource(const Amounts& amounts, const Amounts& total) {
  auto dominant = Resource::cpu;
  double largest = 0;
  for (std::size_t r = 0; r < resource_count; ++r) {
    if (total[r] <= 0) continue;
    const double ratio = as_double(r, amounts[r]) / as_double(r, total[r]);
    if (ratio > largest) {
      largest = ratio;
      dominant = static_cast<Resource>(r);
    }
  }
  return dominant;
}

Guarantees determine_guarantees(const Tree& tree, const Children& children) {
  Guarantees result{std::vector<Amounts>(tree.elements.size()), 0};
  result.of.front() = tree.total;
  for (std::size_t parent = 0; parent < tree.elements.size(); ++parent) {
    if (tree.elements[parent].is_operation) continue;
    Amounts explicit_sum{};
    for (const std::size_t child : children[parent]) {
      for (std::size_t r = 0; r < resource_count; ++r) {
        result.of[child][r] = tree.elements[child].strong_guarantee[r].value_or(0);
      }
      add_to(explicit_sum, result.of[child]);
    }
    if (parent != 0 && !covers(result.of[parent], explicit_sum)) ++result.warnings;
    for (std::size_t r = 0; r < resource_count; ++r) {
      if (r == cpu) continue;
      const std::int64_t negated =
          static_cast<std::int64_t>(-static_cast<std::uint64_t>(explicit_sum[r]));
      const std::int64_t residual =
          std::max<std::int64_t>(add(r, result.of[parent][r], negated), 0);
      infer(tree, children[parent], parent, r, residual, result.of);
    }
  }
  return result;
}

}  // namespace fairshare::schedulers::ytsaurus_vector

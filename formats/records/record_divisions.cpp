#include "formats/records/record_divisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "fairshare/model/tree.h"

namespace fairshare::formats {
namespace {

using exact::Rational;

// Moves what it needs out of the record: each node claims in one division only. Only its share is
// needed again, as a total.
Division division_of(Record& record, DividerIndex at, const Children& children) {
  const auto& nodes = at ? children.of_node[*at] : children.of_tree;
  const bool has_shares = record.shares.has_value();
  Division division{.path = at ? "/" + record.names[*at] : "",
                    .node = at,
                    .usual = usual_rounding(record.answers.value_or(record.numbers))};
  // The verdict on the division above reports a negative share; here there is then nothing to
  // divide.
  division.problem.total = record.tree.total;
  if (at && has_shares) {
    division.reported_total = (*record.shares)[*at];
    division.problem.total = std::max(Rational(0), division.reported_total->value);
  }
  division.problem.claimants.reserve(nodes.size());
  division.labels.reserve(nodes.size());
  division.shares.reserve(nodes.size());
  for (const std::size_t node : nodes) {
    const bool divides = !children.of_node[node].empty();
    division.problem.claimants.push_back(std::move(record.tree.nodes[node].claimant));
    division.labels.push_back({.name = divides ? record.names[node] : std::move(record.names[node]),
                               .demand = std::move(record.demands[node]),
                               .field = fmt::format("shares[{}]", node),
                               .node = node});
    if (!has_shares) continue;
    WrittenNumber& share = (*record.shares)[node];
    division.shares.push_back(divides ? share : std::move(share));
  }
  return division;
}

}  // namespace

Rounding usual_rounding(Numbers numbers) {
  if (numbers == Numbers::to_double) return Rounding::to_double;
  if (numbers == Numbers::to_float) return Rounding::to_float;
  return Rounding::written;
}

std::vector<Division> divisions_of(Record record) {
  const Children children = children_of(record.tree);
  std::vector<Division> divisions;
  divisions.push_back(division_of(record, std::nullopt, children));
  for (std::size_t i = 0; i < children.of_node.size(); ++i) {
    if (!children.of_node[i].empty()) divisions.push_back(division_of(record, i, children));
  }
  return divisions;
}

}  // namespace fairshare::formats

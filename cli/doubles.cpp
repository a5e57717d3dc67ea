#include "cli/doubles.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>

#include "fairshare/exact/rational.h"

namespace fairshare::cli {
namespace {

using exact::Rational;

// Converts one number after another, and remembers the first that no double holds.
struct Conversion {
  const formats::Record& record;
  const std::string& file;
  std::optional<formats::InputError> error = std::nullopt;

  double operator()(const Rational& number, std::string_view field, std::string_view claimant) {
    const double rounded = exact::to_double(number);
    const bool overflows = std::isinf(rounded);
    const bool vanishes = rounded == 0 && number != 0;
    if ((overflows || vanishes) && !error) {
      error = formats::InputError{
          .code = "FS008",
          .message =
              fmt::format("the number is out of range for a double: {}",
                          overflows ? "beyond the largest" : "closer to 0 than the smallest"),
          .file = file,
          .line = record.line,
          .claimant = std::string(claimant),
          .field = std::string(field)};
    }
    return rounded;
  }
};

}  // namespace

std::variant<Tree<double>, formats::InputError> to_doubles(const formats::Record& record,
                                                           const std::string& file) {
  Conversion convert{record, file};
  const auto field = [&](std::size_t node, const char* name) {
    return record.is_tree ? std::string(name) : fmt::format("claimants[{}].{}", node, name);
  };
  Tree<double> tree{convert(record.tree.total, "total", ""), {}};
  for (std::size_t i = 0; i < record.tree.nodes.size(); ++i) {
    const auto& [claimant, parent] = record.tree.nodes[i];
    const std::string& name = record.names[i];
    Node<double> node{{}, parent};
    node.claimant.weight = convert(claimant.weight, field(i, "weight"), name);
    node.claimant.min_share = convert(claimant.min_share, field(i, "min_share"), name);
    if (claimant.max_share) {
      node.claimant.max_share = convert(*claimant.max_share, field(i, "max_share"), name);
    }
    tree.nodes.push_back(node);
  }
  if (convert.error) return *convert.error;
  return tree;
}

}  // namespace fairshare::cli

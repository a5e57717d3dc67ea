#include "cli/measure.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "fairshare/exact/rational.h"

namespace fairshare::cli {
namespace {

// Nothing if `text` is not a number, or is below 0.
std::optional<exact::Rational> find_slack(const std::string& text) {
  auto number = exact::parse_number(text);
  auto* read = std::get_if<exact::TextNumber>(&number);
  if (read == nullptr || read->value < 0) return std::nullopt;
  return std::move(read->value);
}

}  // namespace

std::variant<formats::Tolerance, std::string> read_measure(const Measure& measure) {
  formats::Tolerance tolerance;
  if (!measure.rounding.empty()) tolerance.rounding = formats::find_rounding(measure.rounding);
  if (!measure.units.empty()) tolerance.rounding = formats::find_rounding(measure.units);
  if (!measure.within.empty()) {
    tolerance.within = find_slack(measure.within);
    if (!tolerance.within) {
      return fmt::format("--within {}: not a number >= 0 (0.5, 1/3, 1e-9)", measure.within);
    }
  }
  if (!measure.relative.empty()) {
    tolerance.relative = find_slack(measure.relative);
    if (!tolerance.relative) {
      return fmt::format("--relative {}: not a number >= 0 (0.5, 1/3, 1e-9)", measure.relative);
    }
  }
  return tolerance;
}

}  // namespace fairshare::cli

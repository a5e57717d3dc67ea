#include "cli/measure.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "exact/rational.h"

namespace fairshare::cli {
namespace {

// Nothing where `text` is no number or below 0.
std::optional<exact::Rational> find_slack(const std::string& text) {
  auto number = exact::parse_number(text);
  auto* read = std::get_if<exact::TextNumber>(&number);
  if (read == nullptr || read->value < 0) return std::nullopt;
  return std::move(read->value);
}

}  // namespace

std::variant<formats::Leniency, std::string> read_measure(const Measure& measure) {
  formats::Leniency leniency;
  if (!measure.rounding.empty()) leniency.rounding = formats::find_rounding(measure.rounding);
  if (!measure.within.empty()) {
    leniency.within = find_slack(measure.within);
    if (!leniency.within) {
      return fmt::format("--within {}: not a number >= 0 (0.5, 1/3, 1e-9)", measure.within);
    }
  }
  if (!measure.relative.empty()) {
    leniency.relative = find_slack(measure.relative);
    if (!leniency.relative) {
      return fmt::format("--relative {}: not a number >= 0 (0.5, 1/3, 1e-9)", measure.relative);
    }
  }
  return leniency;
}

}  // namespace fairshare::cli

#include "formats/report/details.h"

#include <fmt/format.h>

#include <cstddef>
#include <vector>

#include "fairshare/exact/brief.h"
#include "formats/report/text.h"
#include "formats/text/printable.h"
#include "formats/verdict/share_reason.h"

namespace fairshare::formats {
namespace {

using exact::brief;
using exact::brief_with_decimal;
using exact::Rational;

std::string bounds_of(const Case& division, std::size_t i) {
  const auto& [weight, min_share, max_share] = division.problem.claimants[i];
  const ClaimantLabel& label = division.labels[i];
  std::string text = fmt::format("weight {}, min {}", brief(weight), brief(min_share + label.paid));
  if (max_share) text += fmt::format(", max {}", brief(*max_share + label.paid));
  if (label.demand) text += fmt::format(", demand {}", brief(*label.demand));
  return text;
}

std::string shares_of(const Verdict& verdict, std::size_t i) {
  const Rational& paid = verdict.division.labels[i].paid;
  const std::string reported = printable(verdict.division.reported[i].text);
  if (!verdict.fair || i >= verdict.fair->shares.size()) return "reported " + reported;
  return fmt::format("reported {}, fair {}", reported,
                     brief_with_decimal(verdict.fair->shares[i] + paid));
}

}  // namespace

std::string detailed_text(const Verdict& verdict) {
  std::string text = verdict_text(verdict);
  const std::vector<ShareReason> reasons = reasons_of(verdict);
  for (std::size_t i = 0; i < verdict.division.labels.size(); ++i) {
    text += fmt::format("  {}: {}; {}\n", printable(verdict.division.labels[i].name),
                        bounds_of(verdict.division, i), shares_of(verdict, i));
    if (i >= reasons.size()) continue;
    const auto& [why, change] = reasons[i];
    text += fmt::format("    {}{}{}\n", printable(why), change.empty() ? "" : "; ", change);
  }
  return text;
}

}  // namespace fairshare::formats

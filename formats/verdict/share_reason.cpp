#include "formats/verdict/share_reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "fairshare/exact/brief.h"
#include "fairshare/exact/curve.h"

namespace fairshare::formats {
namespace {

using exact::brief_with_decimal;
using exact::Rational;

// What the reasons of all claimants of a division have in common.
struct Background {
  const Case& division;
  const Allocation<Rational>& fair;
  exact::Curve curve;
  Rational weights;  // of the claimants that are proportional
};

bool is_proportional(const Claimant<Rational>& claimant, const Rational& ratio) {
  const Rational level = claimant.weight * ratio;
  return claimant.weight != 0 && level >= claimant.min_share &&
         (!claimant.max_share || level < *claimant.max_share);
}

std::string shown(const Background& background, std::size_t i, const Rational& amount) {
  return brief_with_decimal(amount + background.division.labels[i].paid);
}

// " (maxResources)", or why it has this bound.
std::string in_brackets(const std::string& note, std::string_view name) {
  if (!note.empty()) return fmt::format(" ({})", note);
  return name.empty() ? "" : fmt::format(" ({})", name);
}

Rational share_if(const Background& background, std::size_t i, Claimant<Rational> changed) {
  const ClaimantLabel& label = background.division.labels[i];
  if (label.demand) {
    const Rational most = std::max(Rational(*label.demand - label.paid), changed.min_share);
    changed.max_share = changed.max_share ? std::min(*changed.max_share, most) : most;
  }
  return exact::share_if(background.curve, background.division.problem, i, changed);
}

ShareReason without_weight(const Background& background, std::size_t i) {
  Claimant<Rational> changed = background.division.problem.claimants[i];
  const std::string min_share = shown(background, i, changed.min_share);
  changed.weight = 1;
  const ClaimantLabel& label = background.division.labels[i];
  if (!label.note.empty()) return {fmt::format("gets {} ({})", min_share, label.note), ""};
  return {fmt::format("weight 0: its minimum {} and no more", min_share),
          fmt::format("at weight 1 it would get {}",
                      shown(background, i, share_if(background, i, changed)))};
}

ShareReason at_maximum(const Background& background, std::size_t i) {
  const ClaimantLabel& label = background.division.labels[i];
  Claimant<Rational> changed = background.division.problem.claimants[i];
  const Rational max_share = *changed.max_share;
  const std::string most = shown(background, i, max_share);
  const InputNames& names = background.division.names;
  if (label.is_derived && label.note.empty()) return {fmt::format("at its maximum {}", most), ""};
  if (label.demand && *label.demand <= max_share + label.paid && label.note.empty()) {
    return {fmt::format("wants no more than {}{}", most, in_brackets("", names.demand)),
            "gets more only if it asks for more"};
  }
  const std::string why =
      fmt::format("at its maximum {}{}", most, in_brackets(label.note, names.max_share));
  if (!label.note.empty()) return {why, ""};
  changed.max_share = std::nullopt;
  const Rational without = share_if(background, i, changed);
  if (without == max_share) return {why, "a higher maximum alone gives it no more"};
  return {why, fmt::format("gets more only if its maximum rises: without one it would get {}",
                           shown(background, i, without))};
}

ShareReason at_minimum(const Background& background, std::size_t i) {
  const auto& claimant = background.division.problem.claimants[i];
  const Rational& ratio = background.fair.ratio;
  const std::string why =
      fmt::format("at its minimum {}{}", shown(background, i, claimant.min_share),
                  in_brackets(background.division.labels[i].note,
                              claimant.min_share == 0 ? "" : background.division.names.min_share));
  if (ratio == 0) return {why, "gets more only if the total rises"};
  return {why, fmt::format(
                   "at this ratio its weight alone gives {}: gets more only at a weight above {}",
                   shown(background, i, claimant.weight * ratio),
                   brief_with_decimal(claimant.min_share / ratio))};
}

ShareReason proportional(const Background& background, std::size_t i) {
  Claimant<Rational> changed = background.division.problem.claimants[i];
  const ClaimantLabel& label = background.division.labels[i];
  const Rational part = changed.weight / background.weights;
  const std::string left = brief_with_decimal(background.weights * background.fair.ratio);
  const std::string first =
      label.paid == 0 ? "" : fmt::format("its minimum {} and ", brief_with_decimal(label.paid));
  const std::string why = fmt::format("proportional: {}{} of the {} that is left", first,
                                      part == 1 ? "all" : brief_with_decimal(part), left);
  changed.weight *= 2;
  const Rational twice = share_if(background, i, changed);
  if (twice == background.fair.shares[i]) {
    return {why, "gets more only if the total rises or another claimant gets less"};
  }
  return {why, fmt::format("at twice its weight it would get {}", shown(background, i, twice))};
}

ShareReason reason_of(const Background& background, std::size_t i) {
  const auto& claimant = background.division.problem.claimants[i];
  const Rational& ratio = background.fair.ratio;
  if (claimant.weight == 0) return without_weight(background, i);
  if (is_proportional(claimant, ratio)) {
    return ratio == 0 ? at_minimum(background, i) : proportional(background, i);
  }
  return claimant.weight * ratio < claimant.min_share && claimant.min_share != claimant.max_share
             ? at_minimum(background, i)
             : at_maximum(background, i);
}

// For rules that no ratio explains.
std::vector<ShareReason> one_for_all(const Verdict& verdict, const std::string& why) {
  return std::vector<ShareReason>(verdict.division.labels.size(), ShareReason{why, ""});
}

}  // namespace

std::vector<ShareReason> reasons_of(const Verdict& verdict) {
  const Case& division = verdict.division;
  if (verdict.excess) {
    return one_for_all(verdict, fmt::format("no share is fair: the minimums exceed the total by {}",
                                            brief_with_decimal(*verdict.excess)));
  }
  if (!verdict.fair || verdict.fair->shares.size() != division.labels.size()) return {};
  if (division.units) {
    return one_for_all(verdict, fmt::format("its units by {}", name_of(*division.units)));
  }
  if (division.rule == Rule::fifo) return one_for_all(verdict, "served in its turn");
  if (division.rule == Rule::computed) return one_for_all(verdict, "what the release computes");
  Background background{division, *verdict.fair, exact::curve_of(division.problem), 0};
  for (const auto& claimant : division.problem.claimants) {
    if (is_proportional(claimant, verdict.fair->ratio)) background.weights += claimant.weight;
  }
  // With another weight or bound, other resources or other bounds may change too.
  const bool is_known = division.rule != Rule::dominant && !division.bounds_follow &&
                        std::ranges::none_of(division.labels, &ClaimantLabel::is_derived);
  std::vector<ShareReason> reasons;
  reasons.reserve(division.labels.size());
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    reasons.push_back(reason_of(background, i));
    if (!is_known) reasons.back().change.clear();
  }
  return reasons;
}

}  // namespace fairshare::formats

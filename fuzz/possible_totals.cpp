#include "fuzz/possible_totals.h"

#include <algorithm>
#include <utility>

namespace fairshare::fuzz {

TotalEnds ends_of(const std::vector<Entry>& entries) {
  TotalEnds ends;
  for (const Entry& entry : entries) {
    if (entry.parent) continue;
    const auto [weight, min_share, max_share] = claimant_of(entry);
    ends.minimums += min_share;
    ends.most += weight == 0 ? min_share : max_share.value_or(0);
    if (weight != 0 && !max_share) ends.has_end = false;
  }
  return ends;
}

bool is_feasible(const Challenge& challenge) {
  return find_prospect(challenge) == Prospect::allocation;
}

Challenge with_total(Challenge challenge, const Rational& wanted) {
  const TotalEnds ends = ends_of(challenge.entries);
  Rational total = std::max(wanted, ends.minimums);
  if (ends.has_end) total = std::min(total, std::max(ends.most, ends.minimums));
  challenge.total = rounded_to(challenge.kinds.amount, total);
  return challenge;
}

Challenge adapted(Challenge challenge, const Challenge& first) {
  if (!is_feasible(first)) return challenge;
  const Rational total = challenge.total;
  return with_total(std::move(challenge), total);
}

}  // namespace fairshare::fuzz

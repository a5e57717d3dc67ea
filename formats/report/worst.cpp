#include "formats/report/worst.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace fairshare::formats {
namespace {

Severity severity_of(Judgement judgement) {
  switch (judgement) {
    case Judgement::unfair:
      return Severity::unfair;
    case Judgement::overcommitted:
      return Severity::overcommitted;
    case Judgement::fair:
      return Severity::fair;
  }
  return Severity::fair;
}

double part_of_total(const Verdict& verdict) {
  const exact::Rational total =
      verdict.division.problem.total + paid_to_all(verdict.division.labels);
  if (!verdict.distance || total <= 0) return std::numeric_limits<double>::infinity();
  return exact::to_double(*verdict.distance / total);
}

}  // namespace

Rank rank_of(const Verdict& verdict, const Position& position) {
  const Severity severity = severity_of(verdict.judgement);
  return {severity, severity == Severity::unfair ? part_of_total(verdict) : 0, position};
}

bool has_room(const Rank& rank, const Worst& worst) {
  return worst.kept.size() < most_kept || rank < std::prev(worst.kept.end())->first;
}

void keep(Rank rank, Kept one, Worst& worst) {
  rank.position.step = std::accumulate(worst.offered.begin(), worst.offered.end(), std::size_t{0});
  ++worst.offered[static_cast<std::size_t>(rank.severity)];
  if (one.text.empty() || !has_room(rank, worst)) return;
  worst.kept.emplace(rank, std::move(one));
  if (worst.kept.size() > most_kept) worst.kept.erase(std::prev(worst.kept.end()));
}

void join(Worst some, Worst& all) {
  for (std::size_t k = 0; k < severities; ++k) all.offered[k] += some.offered[k];
  all.kept.merge(some.kept);
  while (all.kept.size() > most_kept) all.kept.erase(std::prev(all.kept.end()));
}

std::size_t left_out(Severity severity, const Worst& worst) {
  const auto kept = std::ranges::count_if(
      worst.kept, [&](const auto& one) { return one.first.severity == severity; });
  return worst.offered[static_cast<std::size_t>(severity)] - static_cast<std::size_t>(kept);
}

}  // namespace fairshare::formats

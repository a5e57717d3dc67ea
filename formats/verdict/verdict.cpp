#include "formats/verdict/verdict.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "fairshare/exact/solve.h"
#include "fairshare/exact/units.h"
#include "fairshare/properties/distance.h"
#include "fairshare/properties/units.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;
using properties::Violation;

std::vector<Interval> intervals_of(const Case& division) {
  std::vector<Interval> intervals;
  intervals.reserve(division.reported.size());
  for (const Reported& share : division.reported) intervals.push_back(share.interval);
  return intervals;
}

std::vector<Rational> values_of(const Case& division) {
  std::vector<Rational> values;
  values.reserve(division.reported.size());
  for (const Reported& share : division.reported) values.push_back(share.value);
  return values;
}

std::optional<Violation> find_violation(const Case& division,
                                        const std::vector<Interval>& intervals) {
  return properties::find_violation(
      division.problem, intervals,
      division.total.value_or(properties::exactly(division.problem.total)));
}

// On which side of a number all the numbers are for which a share stands.
enum class Side { below, around, above };

Side side_of(const Interval& share, const Rational& number) {
  if (share.high < number || (share.high == number && share.high_open)) return Side::below;
  if (share.low > number || (share.low == number && share.low_open)) return Side::above;
  return Side::around;
}

// The violation with the names of the claimants that break the rule; for a pair the poorer first,
// then the richer.
Finding finding_of(const Case& division, Violation violation) {
  const auto name = [&](std::size_t i) { return division.labels[i].name; };
  if (const auto* below = std::get_if<properties::BelowMin>(&violation)) {
    return {"FS102", name(below->claimant), {}, *below};
  }
  if (const auto* above = std::get_if<properties::AboveMax>(&violation)) {
    return {"FS103", name(above->claimant), {}, *above};
  }
  if (const auto* pair = std::get_if<properties::Unequal>(&violation)) {
    return {"FS204", name(pair->poorer), name(pair->richer), std::move(violation)};
  }
  return {"FS101", {}, {}, std::move(violation)};
}

Finding sum_finding(const Case& division, const Rational& total) {
  const Rational paid = paid_to_all(division.labels);
  return {"FS101", {}, {}, WrongSum{sum_of_reported(division) + paid, total + paid}};
}

// What the scheduler's model adds to a verdict that is not "fair".
void add_model_findings(Verdict& verdict) {
  const auto& comparison = verdict.division.comparison;
  if (!comparison) return;
  if (!comparison->shares) {
    verdict.findings.push_back({"FS303", {}, {}, NeverReturns{}});
  } else if (!comparison->matches) {
    if (comparison->are_all) verdict.findings.push_back({"FS301", {}, {}, NotComputed{}});
  } else if (!comparison->fault.empty()) {
    verdict.findings.push_back({"FS302", {}, {}, Overflows{}});
  }
}

Rational distance_of(const Verdict& verdict) {
  return properties::distance_from_fair(values_of(verdict.division), verdict.fair->shares);
}

// True if the shares are no farther from the fair ones than the scheduler's resolution allows.
bool is_within_resolution(const Verdict& verdict) {
  const auto& comparison = verdict.division.comparison;
  return comparison && comparison->resolution && !hands_out_too_much(verdict.division) &&
         *verdict.distance <= *comparison->resolution;
}

// Each share's interval, widened by the scheduler's resolution on both sides if this scheduler is
// judged so.
std::vector<Interval> widened_by_resolution(const Verdict& verdict) {
  std::vector<Interval> intervals = verdict.intervals;
  const Case& division = verdict.division;
  if (!division.is_beyond_resolution) return intervals;
  const Rational by = division.comparison->resolution.value_or(0);
  for (Interval& interval : intervals) {
    interval.low -= by;
    interval.high += by;
  }
  return intervals;
}

// Why the shares are unfair. If this scheduler is judged so, only a reason counts that remains when
// each share may be off by the resolution. A wrong sum is added if no other reason remains, or if
// the shares hand out too much.
void find_unfairness(Verdict& verdict, Violation violation) {
  const Case& division = verdict.division;
  std::optional<Violation> found = std::move(violation);
  if (division.is_beyond_resolution && division.comparison->resolution) {
    verdict.intervals = widened_by_resolution(verdict);
    found = find_violation(division, verdict.intervals);
  }
  if (found) verdict.findings.push_back(finding_of(division, *std::move(found)));
  const bool has_total = found && verdict.findings.front().code == "FS101";
  if (!found || (!has_total && hands_out_too_much(division))) {
    verdict.findings.push_back(sum_finding(division, division.problem.total));
  }
}

void judge_against_fair(Verdict& verdict, std::optional<Violation> violation) {
  const Case& division = verdict.division;
  verdict.distance = distance_of(verdict);
  if (violation && is_within_resolution(verdict)) {
    verdict.is_to_within_resolution = true;
  } else if (violation) {
    verdict.judgement = Judgement::unfair;
    find_unfairness(verdict, *std::move(violation));
  } else if (division.adds_up && sum_of_reported(division) != division.problem.total) {
    verdict.judgement = Judgement::unfair;
    verdict.findings.push_back(sum_finding(division, division.problem.total));
  }
  if (verdict.judgement == Judgement::unfair) add_model_findings(verdict);
}

// The shares that are not the most that their claimants can have, if they stand for these numbers.
// Shares that must add up are whole; if what can be claimed is not whole, they may add up to either
// neighbour.
std::vector<Finding> surplus_findings(const Verdict& verdict,
                                      const std::vector<Interval>& intervals) {
  const Case& division = verdict.division;
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    const Rational& end = verdict.fair->shares[i];
    const Side side = side_of(intervals[i], end);
    if (side_of(intervals[i], division.problem.claimants[i].min_share) == Side::below) {
      findings.push_back(finding_of(division, properties::BelowMin{i}));
    } else if (side == Side::above) {
      findings.push_back(finding_of(division, properties::AboveMax{i}));
    } else if (side == Side::below) {
      findings.push_back(
          {"FS013", division.labels[i].name, {}, CouldHaveMore{i, end, *verdict.unclaimed}});
    }
  }
  const Rational claimable = division.problem.total - *verdict.unclaimed;
  if (findings.empty() && division.adds_up && abs(sum_of_reported(division) - claimable) >= 1) {
    findings.push_back(sum_finding(division, claimable));
  }
  return findings;
}

// There is enough for each claimant to have the most that it can have. If some shares are farther
// off than the resolution, only these are reported.
void judge_surplus(Verdict& verdict, const Rational& unclaimed) {
  const Case& division = verdict.division;
  verdict.unclaimed = unclaimed;
  Problem<Rational> claimable = division.problem;
  claimable.total -= unclaimed;
  verdict.fair = std::get<Allocation<Rational>>(exact::solve(claimable));
  verdict.distance = distance_of(verdict);
  verdict.findings = surplus_findings(verdict, verdict.intervals);
  if (verdict.findings.empty()) return;
  if (is_within_resolution(verdict)) {
    verdict.is_to_within_resolution = true;
    verdict.findings.clear();
    return;
  }
  auto beyond = surplus_findings(verdict, widened_by_resolution(verdict));
  if (!beyond.empty()) verdict.findings = std::move(beyond);
  verdict.judgement = Judgement::unfair;
  add_model_findings(verdict);
}

// There is not enough for each claimant to have its minimum. Shares are compared to within the
// resolution.
void judge_overcommitted(Verdict& verdict, const Rational& excess) {
  const Case& division = verdict.division;
  const auto& comparison = division.comparison;
  const std::vector<Interval> intervals = widened_by_resolution(verdict);
  verdict.excess = excess;
  verdict.findings.push_back({"FS012", {}, {}, Overcommitted<Rational>{excess}});
  bool has_minimums = true;
  for (std::size_t i = 0; i < division.labels.size(); ++i) {
    const auto& claimant = division.problem.claimants[i];
    const Side side = side_of(intervals[i], claimant.min_share);
    has_minimums = has_minimums && side == Side::around;
    const auto end = claimant.weight == 0 ? std::optional(claimant.min_share) : claimant.max_share;
    if (side == Side::below) {
      verdict.findings.push_back(finding_of(division, properties::BelowMin{i}));
    } else if (end && side_of(intervals[i], *end) == Side::above) {
      verdict.findings.push_back(finding_of(division, properties::AboveMax{i}));
    }
  }
  const bool is_computed = comparison && comparison->matches && comparison->fault.empty();
  if (has_minimums || is_computed) {
    verdict.judgement = Judgement::overcommitted;
    verdict.findings.clear();
    return;
  }
  verdict.judgement = Judgement::unfair;
  add_model_findings(verdict);
}

std::optional<Violation> find_violation_in_units(const Case& division, Units units) {
  const auto values = values_of(division);
  if (units != Units::hamilton) {
    return properties::find_unit_violation(division.problem, values, units);
  }
  const auto exactly = exact::solve(division.problem);
  return properties::find_remainder_violation(division.problem, values,
                                              std::get<Allocation<Rational>>(exactly).shares);
}

// If there are many, only the first are named.
std::optional<std::string> find_note_of_tie(const Verdict& verdict, Units units) {
  constexpr std::size_t names_max = 8;
  const Case& division = verdict.division;
  const auto tied = exact::find_tied(division.problem, *verdict.fair, units);
  if (tied.empty()) return std::nullopt;
  std::string note = "tied for the last units: ";
  for (std::size_t k = 0; k < std::min(tied.size(), names_max); ++k) {
    note += (k == 0 ? "" : ", ") + division.labels[tied[k]].name;
  }
  if (tied.size() > names_max) note += " and " + std::to_string(tied.size() - names_max) + " more";
  return note;
}

// A share that is out of its bounds is off by a whole unit, and stands for itself.
void compare_with_bounds(Verdict& verdict, Units units) {
  if (units == Units::hamilton) return;  // it may cross a bound that is not whole
  for (std::size_t i = 0; i < verdict.intervals.size(); ++i) {
    verdict.intervals[i] = properties::exactly(verdict.division.reported[i].value);
  }
}

void judge_units(Verdict& verdict, Units units) {
  const Case& division = verdict.division;
  Solution<Rational> solution = exact::solve_units(division.problem, units);
  if (auto* fair = std::get_if<Allocation<Rational>>(&solution)) {
    verdict.fair = std::move(*fair);
    auto violation = find_violation_in_units(division, units);
    const bool is_pair = violation && std::holds_alternative<properties::Unequal>(*violation);
    if (violation && !is_pair) compare_with_bounds(verdict, units);
    auto note = find_note_of_tie(verdict, units);
    judge_against_fair(verdict, std::move(violation));
    if (note) verdict.division.notes.push_back(*std::move(note));
    return;
  }
  compare_with_bounds(verdict, units);
  if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    judge_surplus(verdict, surplus->unclaimed);
  } else {
    judge_overcommitted(verdict, std::get<Overcommitted<Rational>>(solution).excess);
  }
}

}  // namespace

Rational sum_of_reported(const Case& division) {
  Rational sum = 0;
  for (const Reported& share : division.reported) sum += share.value;
  return sum;
}

bool hands_out_too_much(const Case& division) {
  if (!division.is_beyond_resolution || !division.comparison->resolution) return false;
  return sum_of_reported(division) > division.problem.total + *division.comparison->resolution;
}

Judgement worst_of(std::span<const Verdict> verdicts) {
  assert(!verdicts.empty());
  Judgement worst = Judgement::fair;
  for (const Verdict& verdict : verdicts) {
    if (verdict.judgement == Judgement::unfair) return Judgement::unfair;
    if (verdict.judgement == Judgement::overcommitted) worst = Judgement::overcommitted;
  }
  return worst;
}

Verdict judge(Case division) {
  assert(division.labels.size() == division.problem.claimants.size());
  assert(division.reported.size() == division.problem.claimants.size());
  Verdict verdict{.division = std::move(division)};
  verdict.claimants = verdict.division.labels.size();
  verdict.intervals = intervals_of(verdict.division);
  if (verdict.division.units) {
    judge_units(verdict, *verdict.division.units);
    return verdict;
  }
  auto violation = find_violation(verdict.division, verdict.intervals);
  Solution<Rational> solution = exact::solve(verdict.division.problem);
  if (auto* fair = std::get_if<Allocation<Rational>>(&solution)) {
    verdict.fair = std::move(*fair);
    judge_against_fair(verdict, std::move(violation));
  } else if (!violation) {
    // Still fair: the rounded total stands for another real that has an allocation.
  } else if (const auto* surplus = std::get_if<Surplus<Rational>>(&solution)) {
    judge_surplus(verdict, surplus->unclaimed);
  } else {
    judge_overcommitted(verdict, std::get<Overcommitted<Rational>>(solution).excess);
  }
  return verdict;
}

Verdict judge_ordering(Case division) {
  Verdict verdict{.question = Question::ordering, .division = std::move(division)};
  verdict.claimants = verdict.division.labels.size();
  verdict.intervals = intervals_of(verdict.division);
  auto found = properties::find_ratio_range(verdict.division.problem, verdict.intervals);
  if (auto* range = std::get_if<properties::RatioRange>(&found)) {
    verdict.answer = std::move(*range);
    return verdict;
  }
  verdict.judgement = Judgement::unfair;
  verdict.findings.push_back(finding_of(verdict.division, std::get<Violation>(std::move(found))));
  Solution<Rational> solution = exact::solve(verdict.division.problem);
  if (auto* fair = std::get_if<Allocation<Rational>>(&solution)) verdict.fair = std::move(*fair);
  return verdict;
}

}  // namespace fairshare::formats

#include "formats/verdict/division.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "fairshare/exact/units.h"

namespace fairshare::formats {
namespace {

using exact::Rational;
using properties::Interval;

void widen(Interval& interval, const Rational& by) {
  interval.low -= by;
  interval.high += by;
}

void take_off(Interval& interval, const Rational& paid) {
  interval.low -= paid;
  interval.high -= paid;
}

// The reals of the interval from 0 on; 0 if there are none. The verdict on the division above
// reports a negative share; below that there is nothing to divide.
Interval not_negative(Interval interval) {
  if (interval.low < 0) {
    interval.low = 0;
    interval.low_open = false;
  }
  if (interval.high <= 0) {
    interval.high = 0;
    interval.high_open = false;
  }
  return interval;
}

// Shares are cut to units only within their bounds; one beyond them was not cut.
bool is_beyond_bounds(const Rational& share, const Claimant<Rational>& claimant,
                      const Rational& paid) {
  const bool is_above = claimant.max_share && share > *claimant.max_share + paid;
  return is_above || share < claimant.min_share + paid;
}

std::variant<Reported, Complaint> find_share(Division& division, std::size_t i, Rounding rounding,
                                             const Rational& slack) {
  const Rational& paid = division.labels[i].paid;
  auto found = find_reported(std::move(division.shares[i]), rounding, slack);
  auto* reported = std::get_if<Reported>(&found);
  if (reported == nullptr) return found;
  if (rounding == Rounding::cut &&
      is_beyond_bounds(reported->value, division.problem.claimants[i], paid)) {
    reported->interval = {reported->value - slack, reported->value + slack};
  }
  if (paid == 0) return found;
  reported->value -= paid;
  take_off(reported->interval, paid);
  return found;
}

// The reals for which the total stands. A reported total stands for the same reals as a share with
// the same text; if that means a double, the total becomes that double.
std::optional<Interval> settle_total(Division& division, Rounding rounding, const Rational& slack) {
  std::optional<Interval> total = division.total;
  if (total) widen(*total, slack);
  if (!division.reported_total) return total;
  const auto found = find_reported(*division.reported_total, rounding, slack);
  const auto* reported = std::get_if<Reported>(&found);
  if (reported == nullptr) return std::nullopt;  // has already been reported as a share
  const Rational paid = paid_to_all(division.labels);
  if (rounding == Rounding::to_double) {
    division.problem.total = std::max(Rational(0), reported->value) - paid;
  }
  total = reported->interval;
  take_off(*total, paid);
  return not_negative(*total);
}

ShareError not_whole(const Division& division, const exact::NotWhole& defect) {
  using Field = exact::NotWhole::Field;
  if (defect.field == Field::total) {
    return {{.name = "", .field = "total"},
            {"FS016", "the total is not whole, so whole units cannot add up to it"}};
  }
  ClaimantLabel label = division.labels[defect.claimant];
  label.field =
      defect.field == Field::min_share ? division.names.min_share : division.names.max_share;
  return {std::move(label), {"FS016", "the bound is not whole, so whole units cannot keep it"}};
}

// Why the division cannot be judged in whole units, if so.
std::optional<ShareError> find_misfit(const Division& division, Units units, bool is_tolerant) {
  if (is_tolerant) {
    return ShareError{{.name = "", .field = std::string(name_of(units))},
                      {"FS018",
                       "whole units are judged as they are: leave out within and "
                       "relative, or use the rounding \"apportioned\""}};
  }
  const auto defect = exact::find_not_whole(division.problem, units);
  return defect ? std::optional(not_whole(division, *defect)) : std::nullopt;
}

}  // namespace

std::variant<Case, ShareError> case_of(Division division, const Tolerance& tolerance) {
  assert(division.shares.size() == division.problem.claimants.size());
  assert(division.labels.size() == division.problem.claimants.size());
  const Rounding rounding = tolerance.rounding.value_or(division.usual);
  const bool is_tolerant = slack_of(tolerance, 1) != 0;
  const auto units = find_units(rounding);
  const Rational slack = slack_of(
      tolerance,
      division.relative_to.value_or(division.problem.total + paid_to_all(division.labels)));
  const Rational share_slack = slack + division.precision;
  std::vector<Reported> reported;
  reported.reserve(division.shares.size());
  for (std::size_t i = 0; i < division.shares.size(); ++i) {
    auto share = find_share(division, i, rounding, share_slack);
    if (auto* complaint = std::get_if<Complaint>(&share)) {
      return ShareError{std::move(division.labels[i]), std::move(*complaint)};
    }
    reported.push_back(std::get<Reported>(std::move(share)));
  }
  if (units) {
    if (auto misfit = find_misfit(division, *units, is_tolerant)) return *std::move(misfit);
  }
  if (division.comparison && rounding == Rounding::to_double) {
    division.comparison->matches = division.comparison->matches_in_doubles;
  }
  const bool says_all =
      tolerance.rounding ? rounding == Rounding::apportioned || units : division.hands_out_all;
  auto total = settle_total(division, rounding, slack);
  return Case{.path = std::move(division.path),
              .node = division.node,
              .label = std::move(division.label),
              .resource = std::move(division.resource),
              .rule = division.rule,
              .names = division.names,
              .problem = std::move(division.problem),
              .total = std::move(total),
              .labels = std::move(division.labels),
              .reported = std::move(reported),
              .units = units,
              .adds_up = says_all && !is_tolerant,
              .is_beyond_resolution = division.is_beyond_resolution && division.comparison &&
                                      !tolerance.rounding && !is_tolerant,
              .bounds_follow = division.following != Following::nothing &&
                               division.following != Following::total,
              .notes = std::move(division.notes),
              .comparison = std::move(division.comparison)};
}

std::variant<Case, InputError> case_of(Division division, const Tolerance& tolerance,
                                       const Source& source) {
  std::string title = source.title + division.path;
  if (!division.label.empty()) title += " (" + division.label + ")";
  auto made = case_of(std::move(division), tolerance);
  if (auto* error = std::get_if<ShareError>(&made)) {
    ClaimantLabel& label = error->label;
    return InputError{.code = std::move(error->complaint.code),
                      .message = std::move(error->complaint.message),
                      .file = source.file,
                      .line = source.line,
                      .claimant = std::move(label.path.empty() ? label.name : label.path),
                      .field = std::move(label.field)};
  }
  Case& one = std::get<Case>(made);
  one.id = source.id;
  one.title = std::move(title);
  one.file = source.file;
  one.line = source.line;
  one.is_of_document = source.is_document;
  return std::move(one);
}

std::variant<std::vector<Case>, InputError> cases_of(std::vector<Division> divisions,
                                                     const Tolerance& tolerance,
                                                     const Source& source) {
  std::vector<Case> cases;
  for (Division& division : divisions) {
    auto made = case_of(std::move(division), tolerance, source);
    if (auto* error = std::get_if<InputError>(&made)) return std::move(*error);
    cases.push_back(std::get<Case>(std::move(made)));
  }
  return cases;
}

}  // namespace fairshare::formats

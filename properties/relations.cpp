#include "fairshare/properties/relations.h"

#include <cassert>
#include <cmath>

#include "fairshare/exact/brief.h"

namespace fairshare::properties {
namespace {

// The largest double that is not above the number, and the smallest that is not below it; nothing
// if there is none.
std::optional<Rational> double_below(const Rational& number) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double nearest = exact::to_double(number);
  if (std::isinf(nearest) ? nearest > 0 : exact::from_double(nearest) > number) {
    nearest = std::nextafter(nearest, -infinity);
  }
  if (std::isinf(nearest)) return std::nullopt;
  return exact::from_double(nearest);
}

std::optional<Rational> double_above(const Rational& number) {
  const auto mirrored = double_below(-number);
  if (!mirrored) return std::nullopt;
  return -*mirrored;
}

}  // namespace

bool can_be_at_most(const Interval& a, const Interval& b) {
  return a.low < b.high || (a.low == b.high && !a.low_open && !b.high_open);
}

bool can_be_equal(const Interval& a, const Interval& b) {
  return can_be_at_most(a, b) && can_be_at_most(b, a);
}

bool is_one_number(const Interval& interval) {
  return interval.low == interval.high;
}

Interval sum_of(const Interval& a, const Interval& b) {
  return {a.low + b.low, a.high + b.high, a.low_open || b.low_open, a.high_open || b.high_open};
}

Interval times(const Interval& interval, const Rational& factor) {
  assert(factor > 0);
  return {interval.low * factor, interval.high * factor, interval.low_open, interval.high_open};
}

Interval hull_of(const Interval& a, const Interval& b) {
  Interval hull = a;
  if (b.low < a.low) {
    hull.low = b.low;
    hull.low_open = b.low_open;
  } else if (b.low == a.low) {
    hull.low_open = a.low_open && b.low_open;
  }
  if (b.high > a.high) {
    hull.high = b.high;
    hull.high_open = b.high_open;
  } else if (b.high == a.high) {
    hull.high_open = a.high_open && b.high_open;
  }
  return hull;
}

std::optional<Interval> within_bounds(const Claimant<Rational>& claimant, const Interval& share) {
  Interval part = share;
  if (part.low < claimant.min_share) {
    part.low = claimant.min_share;
    part.low_open = false;
  }
  const auto end = claimant.weight == 0 ? claimant.min_share : claimant.max_share;
  if (end && part.high > *end) {
    part.high = *end;
    part.high_open = false;
  }
  const bool is_empty =
      part.low > part.high || (part.low == part.high && (part.low_open || part.high_open));
  if (is_empty) return std::nullopt;
  return part;
}

Interval doubles_around(const Interval& interval) {
  if (is_one_number(interval)) return interval;
  return {double_below(interval.low).value_or(interval.low),
          double_above(interval.high).value_or(interval.high)};
}

std::string text_of(const Interval& interval) {
  if (is_one_number(interval)) return brief(interval.low);
  return (interval.low_open ? "(" : "[") + brief(interval.low) + ", " + brief(interval.high) +
         (interval.high_open ? ")" : "]");
}

Outcome outcome_of(const Problem<Rational>& problem) {
  Rational minimums = 0;
  Rational most = 0;
  bool has_end = true;
  for (const auto& [weight, min_share, max_share] : problem.claimants) {
    minimums += min_share;
    if (weight == 0) {
      most += min_share;
    } else if (max_share) {
      most += *max_share;
    } else {
      has_end = false;
    }
  }
  if (minimums > problem.total) return Outcome::overcommitted;
  return has_end && most < problem.total ? Outcome::surplus : Outcome::allocation;
}

std::size_t Choice::below(std::size_t end) {
  assert(end > 0);
  if (room_ < end) {  // SplitMix64's step
    seed_ += 0x9e3779b97f4a7c15U;
    left_ = (seed_ ^ (seed_ >> 30U)) * 0xbf58476d1ce4e5b9U;
    left_ = (left_ ^ (left_ >> 27U)) * 0x94d049bb133111ebU;
    left_ ^= left_ >> 31U;
    room_ = std::numeric_limits<std::uint64_t>::max();
  }
  const std::uint64_t decision = left_ % end;
  left_ /= end;
  room_ /= end;
  return decision;
}

std::optional<Reply> ask(const Divide& divide, const Problem<Rational>& problem) {
  assert(!find_defect(problem));
  std::optional<Reply> reply = divide(problem);
  assert(!reply ||
         reply->shares.size() ==
             (reply->outcome == Outcome::allocation ? problem.claimants.size() : std::size_t{0}));
  return reply;
}

std::optional<Breach> find_difference(std::string_view property, const Remade& remade,
                                      Outcome outcome, const std::vector<Due>& dues,
                                      const Reply& reply) {
  if (reply.outcome != outcome) {
    return Breach{property,
                  remade.how + ", the outcome is " + std::string(name_of(reply.outcome)) +
                      " and not " + std::string(name_of(outcome)),
                  std::nullopt, remade.problem};
  }
  if (outcome != Outcome::allocation) return std::nullopt;
  assert(dues.size() == reply.shares.size());
  for (std::size_t k = 0; k < dues.size(); ++k) {
    const auto& [claimant, due] = dues[k];
    if (can_be_equal(due, reply.shares[k])) continue;
    return Breach{property,
                  remade.how + ", claimant " + std::to_string(claimant) + " gets " +
                      text_of(reply.shares[k]) + " and not " + text_of(due),
                  claimant, remade.problem};
  }
  return std::nullopt;
}

}  // namespace fairshare::properties

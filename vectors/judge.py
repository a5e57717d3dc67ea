"""Verdicts about reported shares, from the definition.

A reported share stands for an interval. The fair shares are unique, so a report is fair exactly if each fair share is in its
interval. The intervals are only compared to say *why not*.
"""

import math
from fractions import Fraction
from typing import NamedTuple

import records
from solve import Allocation, Overcommitted, Surplus, breakpoints, share, solve


class Interval(NamedTuple):
    low: Fraction
    high: Fraction
    low_open: bool = False
    high_open: bool = False

    def holds(self, number):
        above = self.low < number or (self.low == number and not self.low_open)
        return above and (number < self.high or (number == self.high and not self.high_open))

    def is_below(self, number):
        return self.high < number or (self.high == number and self.high_open)

    def is_above(self, number):
        return self.low > number or (self.low == number and self.low_open)


def rounds_to(double):
    """All reals whose nearest double it is: up to both midpoints, which belong to the even double."""
    beyond = Fraction(2) ** 1024  # the next double, if there were one

    def midpoint(toward):
        neighbour = math.nextafter(double, toward)
        if math.isinf(neighbour):
            return (Fraction(double) + (beyond if neighbour > 0 else -beyond)) / 2
        return (Fraction(double) + Fraction(neighbour)) / 2

    low, high = midpoint(-math.inf), midpoint(math.inf)
    is_open = records.nearest_double(high) != double
    return Interval(low, high, is_open, is_open)


def interval_of(reported, rounding):
    """None if the number cannot have been rounded this way."""
    value, last_digit = reported
    if rounding == "exact":
        return Interval(value, value)
    if rounding == "written":
        return Interval(value - last_digit / 2, value + last_digit / 2)
    if rounding == "double":
        double = records.nearest_double(value)
        decimal = last_digit != 0  # a decimal means the double nearest to it; "p/q" must be a double
        return rounds_to(double) if decimal or Fraction(double) == value else None
    if value.denominator != 1:
        return None
    if rounding == "nearest":
        return Interval(value - Fraction(1, 2), value + Fraction(1, 2))
    return Interval(value, value + 1, high_open=True)


def not_negative(interval):
    """The part of the interval from 0 on; 0 if there is none."""
    if interval is None or interval.low >= 0:
        return interval
    if interval.high <= 0:
        return Interval(Fraction(0), Fraction(0))
    return Interval(Fraction(0), interval.high, False, interval.high_open)


def value_of(reported, rounding):
    """The number that was reported; in doubles, a decimal means the double nearest to it."""
    if rounding != "double":
        return reported.value
    return Fraction(records.nearest_double(reported.value))


def pair_of(claimants, intervals):
    """The claimant that needs the highest ratio and the one that allows the lowest, if no R suits both; else None."""
    needs, allows = [], []
    for k, (claimant, interval) in enumerate(zip(claimants, intervals)):
        weight, min_share, max_share = claimant
        if weight == 0:
            continue
        if interval.is_above(min_share):
            needs.append((interval.low / weight, interval.low_open, -k))
        if max_share is not None and not interval.is_below(max_share):
            continue
        allows.append((interval.high / weight, not interval.high_open, k))
    if not needs or not allows:
        return None
    need, need_open, richer = max(needs)
    allowance, closed, poorer = min(allows)
    apart = need > allowance or (need == allowance and (need_open or not closed))
    return (-richer, poorer) if apart else None


def finding(names, claimants, intervals):
    """The first fault, as `fairshare verify` would report it."""
    for name, claimant, interval in zip(names, claimants, intervals):
        end = claimant.min_share if claimant.weight == 0 else claimant.max_share
        if interval.is_below(claimant.min_share):
            return {"code": "FS102", "claimant": name}
        if end is not None and interval.is_above(end):
            return {"code": "FS103", "claimant": name}
    pair = pair_of(claimants, intervals)
    if pair:
        richer, poorer = pair
        return {"code": "FS204", "claimant": names[poorer], "with": names[richer]}
    return {"code": "FS101"}


def fair_for_some_total(claimants, intervals, total):
    """Whether some ratio gives shares in their intervals whose sum is in the total's. The ratios that
    do are an interval whose ends are among these; so an end, or what lies between two of them, does.
    """
    ends = set(breakpoints(claimants))
    for claimant, interval in zip(claimants, intervals):
        if claimant.weight != 0:
            ends.update(max(end / claimant.weight, Fraction(0)) for end in interval[:2])
    for end in total[:2]:
        fair = solve(end, claimants)
        if isinstance(fair, Allocation):
            ends.add(fair.ratio)
    ends = sorted(ends)
    between = [(low + high) / 2 for low, high in zip(ends, ends[1:])]
    for ratio in ends + between + [ends[-1] + 1]:
        shares = [share(claimant, ratio) for claimant in claimants]
        if total.holds(sum(shares)) and all(i.holds(s) for i, s in zip(intervals, shares)):
            return True
    return False


def bound_findings(names, claimants, intervals):
    """One finding for each claimant below its minimum or above what it can have, in their order."""
    found = []
    for name, claimant, interval in zip(names, claimants, intervals):
        end = claimant.min_share if claimant.weight == 0 else claimant.max_share
        if interval.is_below(claimant.min_share):
            found.append({"code": "FS102", "claimant": name})
        elif end is not None and interval.is_above(end):
            found.append({"code": "FS103", "claimant": name})
        else:
            found.append(None)
    return found


def surplus_findings(names, claimants, intervals, ends):
    """The findings if there is enough for each claimant to have the most that it can have."""
    found = bound_findings(names, claimants, intervals)
    for i, (interval, end) in enumerate(zip(intervals, ends)):
        if found[i] is None and interval.is_below(end):
            found[i] = {"code": "FS013", "claimant": names[i]}
    return [one for one in found if one]


def judge_overcommitted(names, claimants, intervals):
    if all(interval.holds(claimant.min_share) for claimant, interval in zip(claimants, intervals)):
        return {"verdict": "overcommitted", "findings": []}
    found = [one for one in bound_findings(names, claimants, intervals) if one]
    return {"verdict": "unfair", "findings": [{"code": "FS012"}] + found}


def judge_one(total, total_interval, nodes, reported, rounding):
    names = [node.name for node in nodes]
    claimants = [node.claimant for node in nodes]
    intervals = [interval_of(share, rounding) for share in reported]
    if None in intervals:
        return {"error": {"code": "FS015", "claimant": names[intervals.index(None)]}}
    fair = solve(total, claimants)
    if isinstance(fair, Allocation) and total_interval is None:
        is_fair = all(interval.holds(share) for interval, share in zip(intervals, fair.shares))
    else:
        exactly = Interval(total, total)
        is_fair = fair_for_some_total(claimants, intervals, total_interval or exactly)
    findings = [] if is_fair else [finding(names, claimants, intervals)]
    if not isinstance(fair, Allocation) and is_fair:
        return {"verdict": "fair", "findings": []}
    if isinstance(fair, Overcommitted):
        return judge_overcommitted(names, claimants, intervals)
    if isinstance(fair, Surplus):
        fair = solve(total - fair.unclaimed, claimants)
        findings = surplus_findings(names, claimants, intervals, fair.shares)
    values = [value_of(share, rounding) for share in reported]
    off = [abs(value - share) for value, share in zip(values, fair.shares)]
    return {
        "verdict": "unfair" if findings else "fair",
        "findings": findings,
        "distance": max(off, default=Fraction(0)),
        "ratio": fair.ratio,
    }


def judge(record, rounding):
    """As `fairshare verify --format json`: one divider after the other, each dividing what was
    reported for it, which stands for an interval like any share, but never for less than nothing."""
    verdicts = []
    for parent, children in records.dividers(record):
        total, total_interval = record.total, None
        if parent is not None:
            total = max(value_of(record.shares[parent], rounding), Fraction(0))
            total_interval = not_negative(interval_of(record.shares[parent], rounding))
        nodes = [record.nodes[k] for k in children]
        reported = [record.shares[k] for k in children]
        verdicts.append(judge_one(total, total_interval, nodes, reported, rounding))
    for verdict in verdicts:
        if "error" in verdict:
            return verdict
    words = [verdict["verdict"] for verdict in verdicts]
    worst = next(word for word in ("unfair", "overcommitted", "fair") if word in words)
    result = {
        "verdict": worst,
        "findings": [finding for verdict in verdicts for finding in verdict["findings"]],
    }
    distances = [verdict["distance"] for verdict in verdicts if "distance" in verdict]
    if distances:
        result["distance"] = str(max(distances))
    if "ratio" in verdicts[0]:
        result["ratio"] = str(verdicts[0]["ratio"])
    return result

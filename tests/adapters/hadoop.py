#!/usr/bin/env python3
"""Hadoop's fair schedulers, with their defects.

    hadoop.py RELEASE             mr1, yarn-2.2, yarn-2.5, yarn-2.7, yarn-3.0 or yarn-3: what this
                                  release computes, bit for bit; if it hangs, this hangs
    hadoop.py RELEASE DEFECT...   a right program (exact shares, truncated), with only these defects left; not for mr1
    hadoop.py RELEASE mended      without any
    --own                         asks to be judged as its release, not by the definition

A demand caps the maximum, as it does in MR1; the minimum stays, and the cap wins over it.
"""

import struct
import sys
from fractions import Fraction

from fair_ratio import fair_ratio, share_at
from protocol import serve, upper_bound

INT_MAX = 2**31 - 1
LONG_MAX = 2**63 - 1
HALVINGS = 25
INFINITY = float("inf")


# Java's arithmetic.


def wrapped(number):  # an int after an overflow
    return (number + 2**31) % 2**32 - 2**31


def clipped(number, limit):
    return max(-limit - 1, min(number, limit))


def cast(number, limit):  # (int) or (long) of a double: truncates, clamps to the range, NaN is 0
    if number != number:
        return 0
    return limit if number >= limit else -limit - 1 if number <= -limit - 1 else int(number)


def to_float32(number):
    try:
        return struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        return INFINITY if number > 0 else -INFINITY


def share_in_doubles(ratio, weight, low, high):
    share = weight * ratio
    if share != share:
        return share
    return min(max(share, low), high)


def doubles(rows):
    return [(float(weight), float(low), float(high)) for weight, low, high in rows]


# What the releases compute.


def search(used, total, stops_early):
    """The upper end of the bracket after 25 halvings. The first loop has no end of its own."""
    ratio = 1.0
    while used(ratio) < total:
        ratio *= 2
    low, high = 0.0, ratio
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = used(middle)
        if found < total:
            low = middle
        else:
            high = middle
            if stops_early and found == total:
                break
    return high


def divide_mr1(total, claimants):
    rows = []
    for one in claimants:
        demand = upper_bound(one)
        demand = INFINITY if demand is None else demand
        rows.append((float(one.weight), float(one.min_share), demand))
    total = min(float(sum(demand for _, _, demand in rows)), float(total))
    rows = [(weight, low, float(demand)) for weight, low, demand in rows]

    def used(ratio):
        found = 0.0
        for row in rows:
            found += share_in_doubles(ratio, *row)
        return found

    ratio = search(used, total, False)
    return [share_in_doubles(ratio, *row) for row in rows]


class Release:
    """How a generation of YARN's releases holds its numbers."""

    def __init__(self, amount_max, share_max, has_fixed, stops_early):
        self.amount_max = amount_max
        self.share_max = share_max  # of the cast of weight * R
        self.has_fixed = has_fixed
        self.stops_early = stops_early

    def sum_of_shares(self, shares):
        if self.share_max == INT_MAX:
            return wrapped(sum(shares))
        if all(share >= 0 for share in shares):
            return min(sum(shares), LONG_MAX)
        found = 0
        for share in shares:
            found = clipped(found + share, LONG_MAX)
        return found

    def sum_of_maximums(self, rows):
        found = 0
        for _, _, high in rows:
            if self.has_fixed:
                found = clipped(found + high, self.share_max)
            elif high == INT_MAX:  # one is unbounded, and so is the sum; else it wraps
                return INT_MAX
            else:
                found = wrapped(found + high)
        return found


RELEASES = {
    "yarn-2.2": Release(INT_MAX, INT_MAX, False, False),
    "yarn-2.5": Release(INT_MAX, INT_MAX, False, True),
    "yarn-2.7": Release(INT_MAX, INT_MAX, True, True),
    "yarn-3.0": Release(LONG_MAX, INT_MAX, True, True),
    "yarn-3": Release(LONG_MAX, LONG_MAX, True, True),
}


def rows_of(release, claimants):
    rows = []
    for one in claimants:
        high = upper_bound(one)
        rows.append((
            to_float32(float(one.weight)),
            clipped(one.min_share, release.amount_max),
            release.amount_max if high is None else clipped(high, release.amount_max),
        ))
    return rows


def fixed_share(weight, low, high):
    if high <= 0:
        return 0
    return max(low, 0) if weight <= 0 else None  # its maximum does not cap it


def divide_yarn(release, total, claimants):
    rows = rows_of(release, claimants)
    shares = [fixed_share(*row) if release.has_fixed else None for row in rows]
    free = [row for row, share in zip(rows, shares) if share is None]
    if not free:
        return shares
    if release.has_fixed:
        taken = clipped(sum(share for share in shares if share is not None), release.share_max)
        total = max(total - taken, 0)
    total = min(release.sum_of_maximums(free), total)
    free = doubles(free)
    may_be_nan = any(not abs(weight) < INFINITY for weight, _, _ in free)

    def shares_at(ratio):
        if may_be_nan or ratio == INFINITY:
            return [cast(share_in_doubles(ratio, *row), release.share_max) for row in free]
        return [  # the same, faster
            min(int(min(max(weight * ratio, low), high)), release.share_max)
            for weight, low, high in free
        ]

    ratio = search(lambda at: release.sum_of_shares(shares_at(at)), total, release.stops_early)
    searched = iter(shares_at(ratio))
    return [next(searched) if share is None else share for share in shares]


# A right program, with single defects left.


def double_until_reached(total, rows, sum_of_shares):
    """Only the doubling: its result is not used here, only that it may never end."""
    rows = doubles(rows)
    ratio = 1.0
    while sum_of_shares([cast(share_in_doubles(ratio, *row), LONG_MAX) for row in rows]) < total:
        ratio *= 2


def sum_of_ints(shares):
    return wrapped(sum(clipped(share, INT_MAX) for share in shares))


def truncated_until_reached(total, ratio, rows):
    """The first ratio from `ratio` on at which the truncated shares reach the total."""
    def shares_at(ratio):
        return [int(share_at(ratio, *row)) for row in rows]

    while sum(shares_at(ratio)) < total:
        ratio = min(
            Fraction(int(weight * ratio) + 1) / weight
            for weight, low, high in rows
            if weight > 0 and weight * ratio < high
        )
    return ratio


def in_steps(ratio, defects):
    """The ratio after 25 halvings that start from a power of two, and the one if they start from 1."""
    start = 1
    while start < ratio:
        start *= 2
    if start == 1 and "starts-at-1" not in defects or start > 1 and "25-halvings" not in defects:
        return ratio
    step = Fraction(start, 2**HALVINGS)
    return max(-(-ratio // step), 1) * step


def divide_mended(release, defects, total, claimants):
    rows, taken = [], {}
    for index, one in enumerate(claimants):
        high = upper_bound(one)
        high = release.amount_max if high is None else high
        low = one.min_share if one.weight == 0 and "weight-0-ignores-maximum" in defects else min(
            one.min_share, high)
        if one.weight == 0 and "weight-0-never-ends" not in defects:
            taken[index] = low
        rows.append((Fraction(one.weight), low, high))
    free = [row for index, row in enumerate(rows) if index not in taken]
    shares = iter(divide_free(release, defects, total - sum(taken.values()), free))
    return [taken[index] if index in taken else next(shares) for index in range(len(rows))]


def divide_free(release, defects, total, rows):
    maximums = sum(high for _, _, high in rows)
    if "maximums-wrap" in defects:
        maximums = release.sum_of_maximums(rows)
    total = min(total, maximums)
    if "weight-0-never-ends" in defects:
        double_until_reached(total, rows, sum)
    if "shares-wrap" in defects:
        reachable = min(total, release.sum_of_maximums(rows))
        double_until_reached(reachable, rows, sum_of_ints)
    if "bounds-are-doubles" in defects:
        if "never-ends" in defects:
            double_until_reached(total, rows, lambda shares: clipped(sum(shares), LONG_MAX))
        highs = [int(float(high)) for _, _, high in rows]
        if sum(highs) < total:  # here the release would never end
            highs = [high for _, _, high in rows]
        rows = [(weight, int(float(low)), high) for (weight, low, _), high in zip(rows, highs)]
    if "minimums-round-down" in defects:
        rows = [(weight, min(low, int(float(low))), high) for weight, low, high in rows]
    ratio = in_steps(fair_ratio(total, rows), defects)
    if "last-is-reached" in defects:
        ratio = truncated_until_reached(total, ratio, rows)
    return [clipped(int(share_at(ratio, *row)), LONG_MAX) for row in rows]


DEFECTS = {
    "25-halvings",  # so that the ratio is known to 2^-25 of the power of two above it
    "starts-at-1",  # so that no ratio is known better than to 2^-25
    "last-is-reached",  # truncated shares have to add up to the total: ties all get one more
    "bounds-are-doubles",  # so they are inexact above 2^53
    "never-ends",  # for that reason
    "minimums-round-down",  # likewise, the others do not
    "weight-0-ignores-maximum",
    "weight-0-never-ends",  # YARN-1458
    "maximums-wrap",  # YARN-2534
    "shares-wrap",  # YARN-7560, YARN-8833
}


def main(arguments):
    own = "--own" in arguments
    name, *defects = [argument for argument in arguments if argument != "--own"]
    assert set(defects) <= DEFECTS | {"mended"}, defects

    def divide(total, claimants):
        if name == "mr1":
            return divide_mr1(total, claimants)
        if defects:
            return divide_mended(RELEASES[name], set(defects), total, claimants)
        return divide_yarn(RELEASES[name], total, claimants)

    amounts = "int64" if name in ("yarn-3.0", "yarn-3") else "int32"
    hello = {"name": name, "numbers": amounts, "rounding": "down"}
    if name == "mr1":
        hello = {"name": name, "numbers": "double"}
    serve({"name": name, "scheduler": name} if own else hello, divide)


if __name__ == "__main__":
    main(sys.argv[1:])

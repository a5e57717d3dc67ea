"""The fair ratio in exact arithmetic, for code in which a defect is mended.

    share(R) = min(max(weight * R, low), high)        a high of None: unbounded
"""

from bisect import bisect_right
from fractions import Fraction


def share_at(ratio, weight, low, high):
    share = max(weight * ratio, low)
    return share if high is None else min(share, high)


def fair_ratio(total, claimants):
    """The least ratio >= 0 whose shares reach `total`; if none does, the last one that changes a share. Claimants are (weight,
    low, high), of int, float or Fraction; nothing is rounded."""
    total = Fraction(total)
    claimants = [
        (Fraction(weight), Fraction(low), None if high is None else Fraction(high))
        for weight, low, high in claimants
    ]
    ends = {Fraction(0)}
    for weight, low, high in claimants:
        if weight > 0:
            ends.add(low / weight)
            if high is not None and high >= low:
                ends.add(high / weight)
    ends = sorted(ends)

    def sum_at(ratio):
        return sum(share_at(ratio, *one) for one in claimants)

    index = bisect_right(ends, total, key=sum_at) - 1  # the last end with a sum <= total
    if index < 0:
        return Fraction(0)
    start = ends[index]
    missing = total - sum_at(start)
    slope = sum(
        weight
        for weight, low, high in claimants
        if weight * start >= low and (high is None or weight * start < high)
    )
    if missing > 0 and slope > 0:
        return start + missing / slope
    while index > 0 and sum_at(ends[index - 1]) >= total:  # the first at which the sum stays the same
        index -= 1
    return ends[index]


def fair_shares(total, claimants):
    """Exact shares at that ratio, as Fractions."""
    ratio = fair_ratio(total, claimants)
    return [share_at(ratio, Fraction(weight), low, high) for weight, low, high in claimants]

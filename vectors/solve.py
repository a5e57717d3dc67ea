"""The definition, in fractions: obviously right, and slow.

    share(R) = clamp(weight * R, min_share, max_share)      at weight 0 this is min_share
    fair:  one ratio R >= 0 gives every share, and the shares add up to the total

The sum of all shares is linear between two neighbouring breakpoints, min_share / weight or max_share / weight. So this
evaluates it at every breakpoint, finds the piece on which it reaches the total, and interpolates. It is written from the
definition only, and shares nothing with the C++.
"""

from fractions import Fraction
from typing import NamedTuple, Optional


class Claimant(NamedTuple):
    weight: Fraction = Fraction(1)
    min_share: Fraction = Fraction(0)
    max_share: Optional[Fraction] = None


class Allocation(NamedTuple):
    ratio: Fraction  # the least R that gives the shares
    ratio_high: Optional[Fraction]  # the highest; None: no limit
    shares: list


class Overcommitted(NamedTuple):
    excess: Fraction


class Surplus(NamedTuple):
    unclaimed: Fraction


def share(claimant, ratio):
    if claimant.weight == 0:
        return claimant.min_share
    at_least = max(claimant.weight * ratio, claimant.min_share)
    return at_least if claimant.max_share is None else min(at_least, claimant.max_share)


def total_at(claimants, ratio):
    return sum((share(claimant, ratio) for claimant in claimants), Fraction(0))


def breakpoints(claimants):
    ends = {Fraction(0)}
    for claimant in claimants:
        if claimant.weight != 0:
            ends.add(claimant.min_share / claimant.weight)
            if claimant.max_share is not None:
                ends.add(claimant.max_share / claimant.weight)
    return sorted(ends)


def ratios_giving(total, claimants):
    """The least and the highest R at which the shares add up to the total; highest None: no end."""
    ratios = breakpoints(claimants)
    ratios.append(ratios[-1] + 1)  # beyond the last breakpoint the sum stays linear
    totals = [total_at(claimants, ratio) for ratio in ratios]
    equal = [ratio for ratio, there in zip(ratios, totals) if there == total]
    if equal:
        return equal[0], None if totals[-1] == totals[-2] == total else equal[-1]
    after = next((k for k, there in enumerate(totals) if there > total), len(ratios) - 1)
    slope = (totals[after] - totals[after - 1]) / (ratios[after] - ratios[after - 1])
    ratio = ratios[after - 1] + (total - totals[after - 1]) / slope
    return ratio, ratio


def solve(total, claimants):
    minimums = sum((claimant.min_share for claimant in claimants), Fraction(0))
    if minimums > total:
        return Overcommitted(minimums - total)
    if all(c.weight == 0 or c.max_share is not None for c in claimants):
        most = sum((c.min_share if c.weight == 0 else c.max_share for c in claimants), Fraction(0))
        if most < total:
            return Surplus(total - most)
    ratio, ratio_high = ratios_giving(total, claimants)
    shares = [share(claimant, ratio) for claimant in claimants]
    assert sum(shares) == total and ratio >= 0
    return Allocation(ratio, ratio_high, shares)

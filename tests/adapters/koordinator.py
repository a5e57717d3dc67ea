#!/usr/bin/env python3
"""Koordinator's quota tree, one level of it, with its defects.

    koordinator.py             what it computes
    koordinator.py --pre-2876  the same before pull request 2876: parts are rounded half up
    ... DEFECT...              a right program, with only these defects left
    ... mended                 without any

What is above a minimum is divided by weight (the base rule). The definition is the floor rule. They agree if no claimant has a
minimum, so other problems are skipped, unless --minimums is given: then `fuzz --scheduler koordinator` judges by the base rule.
"""

import math
import sys
from fractions import Fraction

from fair_ratio import fair_shares
from protocol import Skipped, serve, upper_bound

LONG_MAX = 2**63 - 1

DEFECTS = {
    "rounds-of-remainders",  # K1, K2: each round gives what does not divide to the same ones again
    "weight-overflow",  # K3: weights are added as int64; if that is negative, nothing is shared
    "weight-trap",  # K4: if it is positive and small, the division traps
    "half-up",  # K6 before pull request 2876: parts are rounded one by one
    "half-up-at-most",  # likewise, but the excess is taken back
}
CURRENT = {"rounds-of-remainders", "weight-overflow", "weight-trap"}
BEFORE_2876 = CURRENT | {"half-up"}


class Quota:
    def __init__(self, claimant):
        self.name = claimant.name
        self.weight = claimant.weight
        high = upper_bound(claimant)
        self.request = LONG_MAX if high is None else high
        self.runtime = min(claimant.min_share, self.request)


def wrapped(number):  # an int64 after an overflow
    return (number + 2**63) % 2**64 - 2**63


def divided_by(rest, weight, weights):
    """128 bits by 64, as one machine instruction: it traps if the quotient is longer."""
    product = rest * (weight % 2**64)
    if product >> 64 >= weights:
        raise OverflowError("integer overflow")
    quotient, remainder = divmod(product, weights)
    return wrapped(quotient), remainder


def largest_remainders(rest, quotas, weights):
    parts = [divided_by(rest, quota.weight, weights) for quota in quotas]
    missing = wrapped(rest - sum(part for part, _ in parts))
    order = sorted(range(len(quotas)), key=lambda i: (-parts[i][1], quotas[i].name))
    parts = [part for part, _ in parts]
    for index in order[:max(missing, 0)]:
        parts[index] += 1
    return parts


def rounded_half_up(rest, quotas, weights):
    return [int(float(quota.weight) * float(rest) / float(weights) + 0.5) for quota in quotas]


def divide_in_rounds(total, quotas, defects):
    split = rounded_half_up if "half-up" in defects else largest_remainders
    rest = total - sum(quota.runtime for quota in quotas)
    active = [quota for quota in quotas if quota.runtime < quota.request]
    if "weight-overflow" not in defects and sum(quota.weight for quota in active) > LONG_MAX:
        raise Skipped("the sum of weights is an int64 here")
    while rest > 0 and active:
        weights = wrapped(sum(quota.weight for quota in active))
        if weights <= 0:
            return
        returned, left = 0, []
        for quota, part in zip(active, split(rest, active, weights)):
            quota.runtime = wrapped(quota.runtime + part)
            if quota.runtime < quota.request:
                left.append(quota)
            else:
                returned += quota.runtime - quota.request
                quota.runtime = quota.request
        rest, active = returned, left


def apportioned(total, shares):
    """What the rounds should do: remainders are compared once, at the end."""
    units = [int(share) for share in shares]
    order = sorted(range(len(shares)), key=lambda i: (units[i] - shares[i], i))
    for index in order[:total - sum(units)]:
        units[index] += 1
    return units


def half_up_at_most(total, shares):
    units = [math.floor(share + Fraction(1, 2)) for share in shares]
    for index in reversed(range(len(units))):
        if sum(units) > total and units[index] > 0:
            units[index] -= 1
    return units


def divide_mended(total, quotas, defects):
    active = [quota for quota in quotas if quota.runtime < quota.request]
    weights = sum(quota.weight for quota in active)
    rest = total - sum(quota.runtime for quota in quotas)
    if weights > LONG_MAX and rest > 0:
        if "weight-overflow" in defects and wrapped(weights) <= 0:
            return [quota.runtime for quota in quotas]
        if "weight-trap" in defects and wrapped(weights) > 0:
            largest_remainders(rest, active, wrapped(weights))
    above = fair_shares(rest, [(one.weight, 0, one.request - one.runtime) for one in quotas])
    shares = [quota.runtime + share for quota, share in zip(quotas, above)]
    claimed = int(sum(shares))  # the total, if there is a fair allocation
    if "half-up" in defects:
        return [math.floor(share + Fraction(1, 2)) for share in shares]
    return (half_up_at_most if "half-up-at-most" in defects else apportioned)(claimed, shares)


def divide(total, claimants, defects, minimums=False):
    if not minimums and any(one.min_share > 0 for one in claimants):
        raise Skipped("a minimum is a base here, not a floor")
    quotas = [Quota(claimant) for claimant in claimants]
    if "rounds-of-remainders" not in defects:
        return divide_mended(total, quotas, defects)
    divide_in_rounds(total, quotas, defects)
    return [quota.runtime for quota in quotas]


def main(arguments):
    minimums = "--minimums" in arguments
    defects = {argument for argument in arguments if not argument.startswith("--")}
    assert defects <= DEFECTS | {"mended"}, defects
    if not defects:
        defects = BEFORE_2876 if "--pre-2876" in arguments else CURRENT
    hello = {"name": "koordinator", "numbers": "int64", "rounding": "apportioned"}
    serve(hello, lambda total, claimants: divide(total, claimants, defects, minimums))


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
"""Whole units by a divisor method, in fractions: begins with nearly all of them, then hands out one after the other.

    units.py webster | dhondt | adams
"""

import math
import sys
from fractions import Fraction

from fair_ratio import fair_ratio
from protocol import serve, upper_bound

BELOW = {"dhondt": Fraction(0), "webster": Fraction(1, 2), "adams": Fraction(1)}


def divide(total, claimants, below):
    rows = []
    for claimant in claimants:
        high = upper_bound(claimant)
        low = claimant.min_share if high is None else min(claimant.min_share, high)
        rows.append((Fraction(claimant.weight), low, low if claimant.weight == 0 else high))
    # The units due at the ratio of the exact shares add up to nearly the total.
    ratio = fair_ratio(total, rows)
    units = []
    for weight, low, high in rows:
        due = max(low, math.floor(weight * ratio + below))
        units.append(due if high is None else min(due, high))
    while sum(units) > total:
        units[max((row for row in range(len(rows)) if units[row] > rows[row][1]),
                  key=lambda row: ((units[row] - below) / rows[row][0], row))] -= 1
    while sum(units) < total:
        units[min((row for row, (_, _, high) in enumerate(rows) if high is None or units[row] < high),
                  key=lambda row: ((units[row] + 1 - below) / rows[row][0], row))] += 1
    return units


if __name__ == "__main__":
    method = sys.argv[1]
    serve({"name": method, "rounding": method, "numbers": "int64"},
          lambda total, claimants: divide(total, claimants, BELOW[method]))

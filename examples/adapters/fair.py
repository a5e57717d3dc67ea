#!/usr/bin/env python3
"""An adapter to copy: exact fractions. Change the lines between the two marks; `divide` stands for your scheduler."""

import json
import sys
from bisect import bisect_right
from fractions import Fraction

# >>> Change this: your scheduler's name and terms, and how to call it.
HELLO = {"name": "fair.py", "version": "1", "rounding": "exact"}


def shares_of(total, claimants):  # numbers are Fractions, and float("inf") if there is no maximum
    rows = [(one["weight"], one["min_share"], one["max_share"]) for one in claimants]
    return [str(share) for share in divide(total, rows)]
# <<< Leave the rest unchanged.


def divide(total, claimants):  # of (weight, low, high)
    def shares(ratio):
        return [min(max(weight * ratio, low), high) for weight, low, high in claimants]

    # Between two of these ratios each share either grows with the ratio or stays the same.
    ends = sorted(end / weight for weight, *bounds in claimants if weight > 0 for end in bounds)
    ends = [Fraction(0)] + [end for end in ends if end < float("inf")]
    ratio = ends[max(bisect_right(ends, total, key=lambda end: sum(shares(end))) - 1, 0)]
    growing = sum(weight for weight, low, high in claimants if low <= weight * ratio < high)
    missing = max(total - sum(shares(ratio)), 0)
    return shares(ratio + missing / growing if growing else ratio)


def claimant(record):  # the demand limits both bounds
    high = min(record.get("max_share", float("inf")), record.get("demand", float("inf")))
    return {**record, "min_share": min(record["min_share"], high), "max_share": high}


for line in sys.stdin:
    request = json.loads(line, parse_int=Fraction, parse_float=Fraction)
    if request["cmd"] == "stop":
        break
    answer = HELLO
    if request["cmd"] == "run":
        problem = request["problem"]
        shares = shares_of(problem["total"], [claimant(one) for one in problem["claimants"]])
        answer = {"seq": int(request["seq"]), "shares": shares}
    print(json.dumps(answer), flush=True)

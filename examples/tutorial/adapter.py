#!/usr/bin/env python3
"""The adapter of the tutorial in docs/fuzzing.md: examples/adapters/fair.py, changed between the two marks."""

import json
import sys
from fractions import Fraction

from scheduler import Queue, divide

# >>> Change this: your scheduler's name and terms, and how to call it.
HELLO = {"name": "tutorial", "version": "1", "rounding": "exact"}


def shares_of(total, claimants):  # numbers are Fractions, and float("inf") if there is no maximum
    queues = [Queue(one["weight"], one["min_share"], one["max_share"]) for one in claimants]
    return [str(share) for share in divide(total, queues)]
# <<< Leave the rest unchanged.


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

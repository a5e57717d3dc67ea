"""The adapter's side of the protocol of `fairshare fuzz`: one JSON object per line, in both directions.

A record's claimants become plain tuples; the code that divides returns a list of shares, or raises Skipped or Refused. Any
other exception ends the process, as it would end the scheduler.
"""

import json
import sys
from collections import namedtuple

# max_share and demand are None if there is none; the demand is not folded into bounds.
Claimant = namedtuple("Claimant", "name weight min_share max_share demand")


class Skipped(Exception):
    """The scheduler does not take such a problem."""


class Refused(Exception):
    """The scheduler returns an error."""


def claimants_of(problem):
    """Claimants without names are named by their places, so that names sort in the order of the list."""
    return [
        Claimant(
            one.get("name", f"{index:06}"),
            one.get("weight", 1),
            one.get("min_share", 0),
            one.get("max_share"),
            one.get("demand"),
        )
        for index, one in enumerate(problem["claimants"])
    ]


def upper_bound(claimant):
    """The lesser of maximum and demand; None if there is neither."""
    bounds = [bound for bound in (claimant.max_share, claimant.demand) if bound is not None]
    return min(bounds, default=None)


def answer_to(seq, problem, divide):
    if "claimants" not in problem:
        return {"seq": seq, "skipped": "no trees here"}
    try:
        return {"seq": seq, "shares": divide(problem["total"], claimants_of(problem))}
    except Skipped as skipped:
        return {"seq": seq, "skipped": str(skipped)}
    except Refused as refused:
        return {"seq": seq, "error": str(refused)}


def serve(hello, divide):
    """Answers until "stop" or the end of the input. `hello` needs a "name" only."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] == "stop":
            return
        if request["cmd"] == "hello":
            answer = {"version": "1", "scheduler": "fair", **hello}
        else:
            answer = answer_to(request["seq"], request["problem"], divide)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

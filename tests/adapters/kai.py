#!/usr/bin/env python3
"""KAI's resource division: one resource (GPUs), one priority, no usage; with its defects.

    kai.py             what it computes, its queues in random order as a Go map gives them
    kai.py DEFECT...   the same, with only these defects left
    kai.py mended      without any

What is above a minimum (there: the deserved quota) is divided by weight, the base rule. The harness judges by the floor rule.
They agree if no claimant has a minimum, so other problems are skipped, unless --minimums is given.
"""

import math
import sys
from fractions import Fraction

from fair_ratio import fair_shares
from go_map import GoMap
from protocol import Skipped, serve

INFINITY = float("inf")
LARGEST = 2.0**53

DEFECTS = {
    "remainder-ignores-request",  # A1: the last units are given regardless of the requests
    "rounds-of-whole-units",  # A3: what a round does not give in whole units, the next divides anew
    "all-count",  # weights are first divided by the sum of all, even of queues that ask for nothing
    "stale-remainders",  # a remainder of 0 leaves that of the round before in its place
    "map-order",  # A2: sums in the order of a Go map decide whether there is another round
}


class Queue:
    def __init__(self, claimant):
        self.name = claimant.name
        self.weight = float(claimant.weight)
        limit = claimant.max_share  # below 0: none
        bounds = [INFINITY if limit is None or limit < 0 else limit]
        bounds.append(INFINITY if claimant.demand is None else claimant.demand)
        self.requestable = float(min(bounds))
        self.share = min(float(claimant.min_share), self.requestable)
        self.remainder = None


def divide_by_weight(rest, queues, defects):
    """Whole units in rounds. Returns what is left."""
    counted = queues
    if "all-count" not in defects:
        counted = [queue for queue in queues if queue.share < queue.requestable]
    weights = sum(queue.weight for queue in counted)
    go_map = GoMap()
    while True:
        if "map-order" in defects:
            queues = go_map.order(queues)
        hungry = [queue for queue in queues if queue.share < queue.requestable and queue.weight > 0]
        part_sum = 0.0
        for queue in hungry:
            part_sum += queue.weight / weights if "map-order" in defects else queue.weight
        again, amount, gifts = False, rest, []
        for queue in hungry:
            part = queue.weight / weights if "map-order" in defects else queue.weight
            gift = amount * (part / part_sum)
            need = queue.requestable - queue.share
            if need <= gift:
                again = again or need < gift
                given = need
                queue.remainder = None
            else:
                given = math.floor(gift)
                if gift > given or "stale-remainders" not in defects:
                    queue.remainder = gift - given
            queue.share += given
            gifts.append(-given)
        rest = math.fsum([rest, *gifts])  # in any order
        if not again or rest <= 0:
            return rest


def rows_of(queues, low=None):
    return [
        (
            queue.weight,
            queue.share if low is None else low,
            None if queue.requestable == INFINITY else queue.requestable,
        )
        for queue in queues
    ]


def divide_once(total, queues):
    """What the rounds should do: whole units and remainders of the fair shares, taken once."""
    rest = Fraction(total)
    for queue, share in zip(queues, fair_shares(total, rows_of(queues))):
        if share < queue.requestable and queue.weight > 0:
            queue.share = float(math.floor(share))
            queue.remainder = share - math.floor(share)
        else:
            queue.share = float(share)
        rest -= Fraction(queue.share)
    return float(rest)


def give_remainders(rest, queues, defects):
    waiting = [queue for queue in queues if queue.remainder is not None]
    waiting.sort(key=lambda queue: (-queue.remainder, queue.name))
    for queue in waiting:
        if rest <= 0:
            return 0.0
        unit = min(1.0, rest)
        if "remainder-ignores-request" not in defects:
            unit = min(unit, queue.requestable - queue.share)
        queue.share += unit
        rest -= unit
    return rest


def divide_mended(total, queues, defects):
    """With A1 alone, only what exceeds a request is wrong; the rest is given exactly."""
    rest = divide_once(total, queues)
    left = give_remainders(rest, queues, defects)
    if "remainder-ignores-request" in defects:
        if all(queue.share <= queue.requestable for queue in queues):
            return [float(share) for share in fair_shares(total, rows_of(queues, 0.0))]
        return [queue.share for queue in queues]
    while 0 < left < rest:  # a queue that had enough of a part of a unit leaves the rest of it
        rest, left = left, give_remainders(left, queues, defects)
    return [queue.share for queue in queues]


def divide(total, claimants, defects, minimums=False):
    if not minimums and any(one.min_share > 0 for one in claimants):
        raise Skipped("a minimum is a base here, not a floor")
    numbers = [total] + [one.weight for one in claimants]
    if not all(number == 0 or 1 / LARGEST <= number <= LARGEST for number in numbers):
        raise Skipped("there are no such clusters")
    queues = [Queue(claimant) for claimant in claimants]
    if "rounds-of-whole-units" not in defects:
        return divide_mended(total, queues, defects)
    rest = total - sum(queue.share for queue in queues)
    if rest > 0:
        rest = divide_by_weight(rest, list(queues), defects)
        give_remainders(rest, queues, defects)
    return [queue.share for queue in queues]


def main(arguments):
    minimums = "--minimums" in arguments
    defects = {argument for argument in arguments if argument != "--minimums"} or DEFECTS
    assert defects <= DEFECTS | {"mended"}, defects
    hello = {"name": "kai", "numbers": "double", "within": 1}
    serve(hello, lambda total, claimants: divide(total, claimants, defects, minimums))


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
"""Volcano's proportion plugin, one resource, with its defects.

    volcano.py             what it computes, its queues in random order as a Go map gives them
    volcano.py DEFECT...   the same, with only these defects left
    volcano.py mended      without any
"""

import itertools
import sys
import time

from fair_ratio import fair_shares
from go_map import GoMap
from protocol import Skipped, serve

RESOLUTION = 0.1  # less than this many units counts as nothing, whatever the total
LARGEST = 2.0**53
# So many rounds are a hang for a caller that waits. The number that a machine does within a deadline must not decide which
# problem is the smallest that hangs, so nothing comes after them.
ROUNDS_MAX = 1000
INFINITY = float("inf")

DEFECTS = {
    "over-commits",  # V1, V2: a queue lifted to its guarantee takes nothing from the others
    "guarantee-without-request",  # V3: a queue that asks for less keeps its guarantee
    "threshold",  # V4: a rest below 0.1 is not given away, nor one that did not change; and a queue
    # that lacks less than 0.1 has enough
    "map-order",  # V5: floating-point sums in the order of a Go map
    "weight-overflow",  # V6: weights are added as int32
    "weight-0",  # if all weights are 0, no queue gets a guarantee
    "capability-0",  # means none; a queue has it if nothing is configured
    "issue-2549",  # a queue at its capability that asks for more still takes part
}
CURRENT = DEFECTS - {"issue-2549"}


class Queue:
    def __init__(self, claimant):
        self.weight = claimant.weight
        self.guarantee = float(claimant.min_share)
        self.capability = INFINITY if claimant.max_share is None else float(claimant.max_share)
        self.request = INFINITY if claimant.demand is None else float(claimant.demand)
        self.deserved = 0.0


def is_int32(number):
    return number % 1 == 0 and -(2**31) <= number < 2**31


def weight_sum(queues, defects):
    found = sum(queue.weight for queue in queues)
    return (found + 2**31) % 2**32 - 2**31 if "weight-overflow" in defects else found


def share_out(rest, queues, defects):
    """The rounds. A queue leaves if it has what it asks for, or if nothing changed for it."""
    resolution = RESOLUTION if "threshold" in defects else rest * 1e-13
    go_map = GoMap()
    for rounds in itertools.count():
        if not queues:
            return
        if rounds == ROUNDS_MAX:
            time.sleep(3600)
        weights = weight_sum(queues, defects)
        if weights == 0:
            return
        if "map-order" in defects:
            queues = go_map.order(queues)
        increased, decreased, left = 0.0, 0.0, []
        for queue in queues:
            before = queue.deserved
            after = before + rest * (queue.weight / weights)
            after = max(min(after, queue.capability, queue.request), queue.guarantee)
            queue.deserved = after
            if after > before:
                increased += after - before
            else:
                decreased += before - after
            is_met = queue.request < after + resolution or queue.request == after
            if not is_met and ("issue-2549" in defects or after != before):
                left.append(queue)
        before, was_left = rest, len(queues) > len(left)
        queues = left
        rest = max(rest - increased + decreased, 0.0)
        if rest < resolution or rest == before and ("threshold" in defects or not was_left):
            return


def lift_first(total, queues):
    """What V1 lacks: a queue that gets its guarantee by right is paid before the others."""
    rows = []
    for queue in queues:
        high = min(queue.capability, queue.request)
        low = min(queue.guarantee, high)
        rows.append((queue.weight, low, None if high == INFINITY else high))
    rest, others = total, []
    for queue, (_, low, _), share in zip(queues, rows, fair_shares(total, rows)):
        if share == low:
            queue.deserved = queue.guarantee
            rest -= low
        else:
            queue.guarantee = 0.0  # it gets more, and does not need it any more
            others.append(queue)
    return max(rest, 0.0), others


def set_capabilities(total, queues):
    """No queue can get what is guaranteed to others."""
    guarantees = sum(queue.guarantee for queue in queues)
    for queue in queues:
        queue.capability = min(queue.capability, total - guarantees + queue.guarantee)


def pay_weight_0(total, queues):
    for queue in queues:
        if queue.weight == 0:
            queue.deserved = queue.guarantee
            total -= queue.guarantee
    return max(total, 0.0), [queue for queue in queues if queue.weight != 0]


def divide(total, claimants, defects):
    queues = [Queue(claimant) for claimant in claimants]
    numbers = [total] + [queue.weight for queue in queues]
    if not all(number == 0 or 1 / LARGEST <= number <= LARGEST for number in numbers):
        raise Skipped("there are no such clusters")
    if "weight-overflow" in defects and any(not is_int32(queue.weight) for queue in queues):
        raise Skipped("a weight is an int32 here")
    rest, active = float(total), list(queues)
    for queue in queues:
        if queue.capability <= 0 and "capability-0" in defects:
            queue.capability = INFINITY
        if "guarantee-without-request" not in defects:
            queue.guarantee = min(queue.guarantee, queue.request)
    lows = [queue.guarantee for queue in queues]
    if "weight-0" not in defects:
        rest, active = pay_weight_0(rest, active)
    if "over-commits" in defects:
        set_capabilities(rest, active)
    else:
        rest, active = lift_first(rest, active)
    share_out(rest, active, defects)
    if "weight-0" in defects:
        return [queue.deserved for queue in queues]
    return [max(queue.deserved, low) for queue, low in zip(queues, lows)]


def main(arguments):
    defects = set(arguments) or CURRENT
    assert defects <= DEFECTS | {"mended"}, defects
    hello = {"name": "volcano", "numbers": "double", "relative": 1e-9}
    serve(hello, lambda total, claimants: divide(total, claimants, defects))


if __name__ == "__main__":
    main(sys.argv[1:])

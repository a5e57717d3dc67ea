#!/usr/bin/env python3
"""The division of seats in Kubernetes' API priority and fairness (computeConcurrencyAllocation).

    apf.py             what it computes: a sweep over the bounds that keeps a running sum
    apf.py DEFECT...   the same, with only these defects of that sum left
    apf.py mended      without any
    apf.py --rounded   what its caller makes of that: each share is rounded to a whole number by itself
    --as-they-are      targets (our weights) unchanged: one below its lower bound is refused, and one below 0.001 counts as
    0.001

Without --as-they-are, all targets are first multiplied by one power of two, so that none of that happens, and a level of weight
0 gets its lower bound beforehand.
"""

import math
import sys

from protocol import Refused, Skipped, serve, upper_bound

MIN_TARGET = 0.001
EPSILON = 1e-7  # seats
SEATS_MAX = 10**8
LARGEST = 1e100

DEFECTS = {
    "vanishes",  # P1: the sum is 0, and no claimant seems to be left
    "drifts",  # P2: the sum differs from that of the claimants in it
}
INFINITY = float("inf")


def check(total, items):
    for index, (target, low, high) in enumerate(items):
        if target < low:
            raise Refused(f"target {index} is below its lower bound")
        if high < low:
            raise Refused(f"upper bound {index} is below its lower bound")
    if sum(low for _, low, _ in items) - total > EPSILON:
        raise Refused("the lower bounds exceed the total")
    if total - sum(high for _, _, high in items) > EPSILON:
        raise Refused("the upper bounds do not reach the total")


def sweep(total, items, defects):
    """The ratio, from the least relative bound upwards. `weights` is the running sum of the targets
    that grow with it: a large target that comes and goes takes the small ones with it."""
    events = []
    for target, low, high in items:
        events += [(low / target, target), (high / target, -target)]
    events.sort(key=lambda event: event[0])
    ratio, reached = events[0][0], sum(low for _, low, _ in items)
    weights, growing, index = 0.0, [], 0
    while reached < total:
        while index < len(events) and events[index][0] <= ratio:
            target = events[index][1]
            weights += target
            if target > 0:
                growing.append(target)
            else:
                growing.remove(-target)
            index += 1
        if index == len(events):
            raise Refused("impossible: ran out of bounds to consider in bound-constrained problem")
        end = events[index][0]
        if ("vanishes" if weights <= 0 else "drifts") not in defects:
            weights = math.fsum(growing)
        if growing:
            after = ratio + (total - reached) / weights if weights else INFINITY
            if after <= end:
                return after
            reached += (end - ratio) * weights
        ratio = end
    return ratio


def divide(total, items, defects):
    """The shares of (target, lower bound, upper bound)."""
    check(total, items)
    items = [(max(target, MIN_TARGET), low, high) for target, low, high in items]
    lows, highs = [low for _, low, _ in items], [high for _, _, high in items]
    if total == 0:
        return [0.0] * len(items)
    if sum(lows) - total > -EPSILON:
        return lows
    if total - sum(highs) > -EPSILON:
        return highs
    ratio = total / sum(target for target, _, _ in items)
    if any(not low / target <= ratio <= high / target for target, low, high in items):
        ratio = sweep(total, items, defects)
        return [max(low, min(high, ratio * target)) for target, low, high in items]
    return [target * ratio for target, _, _ in items]


def items_of(total, claimants):
    items = []
    for one in claimants:
        high = upper_bound(one)
        high = float(total if high is None else high)
        items.append((float(one.weight), float(one.min_share), high))
    return items


def divide_scaled(total, items, defects):
    items = [(target, min(low, high), high) for target, low, high in items]
    scale = 1.0
    for target, low, _ in items:
        while 0 < target * scale < max(low, MIN_TARGET):
            scale *= 2
    if total > SEATS_MAX or max([scale, *(target for target, _, _ in items)]) > LARGEST:
        raise Skipped("there are no such servers")
    rest = total - sum(low for target, low, _ in items if target == 0)
    scaled = [(target * scale, low, high) for target, low, high in items if target > 0]
    shares = iter(divide(max(rest, 0.0), scaled, defects))
    return [low if target == 0 else next(shares) for target, low, _ in items]


def rounded(shares):
    """P3. Half a seat is rounded up, whatever the sum then is."""
    return [math.floor(share + 0.5) for share in shares]


def main(arguments):
    defects = {argument for argument in arguments if not argument.startswith("--")} or DEFECTS
    assert defects <= DEFECTS | {"mended"}, defects

    def answer(total, claimants):
        items = items_of(total, claimants)
        shares = (divide if "--as-they-are" in arguments else divide_scaled)(total, items, defects)
        return rounded(shares) if "--rounded" in arguments else shares

    hello = {"name": "apf", "numbers": "double", "relative": 1e-9, "within": 1e-6}
    if "--rounded" in arguments:
        hello = {"name": "apf", "numbers": "int32", "rounding": "apportioned"}
    serve(hello, answer)


if __name__ == "__main__":
    main(sys.argv[1:])

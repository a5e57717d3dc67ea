#!/usr/bin/env python3
"""Armada's fair shares: rounds that end with a rest of 1 % of the pool, or after ten of them.

    armada.py             what it computes; the total is the pool
    armada.py DEFECT...   the same, with only these defects left
    armada.py mended      without any: it goes on until nothing is left
"""

import sys

from go_map import GoMap
from protocol import Skipped, serve, upper_bound

ROUNDS_MAX = 10
REST_MAX = 0.01  # of the pool
LARGEST = 1e100

DEFECTS = {
    "ten-rounds",  # R1: with ten claimants that have enough at once, the others get next to nothing
    "last-percent",  # is not given away
    "map-order",  # sums in the order of a Go map differ in their last bits
}


def divide(total, claimants, defects):
    weights = [float(one.weight) for one in claimants]
    demands = []
    for one in claimants:
        high = upper_bound(one)
        demands.append(float(total if high is None else min(high, total)))
    shares, rest, rounds = [0.0] * len(demands), float(total), 0
    hungry = list(range(len(demands)))
    go_map = GoMap()
    while rest > (REST_MAX * total if "last-percent" in defects else 0):
        weight_sum = sum(weights[i] for i in hungry)
        if not weight_sum > 0 or "ten-rounds" in defects and rounds == ROUNDS_MAX:
            break
        given, rest, rounds = rest, 0.0, rounds + 1
        for i in go_map.order(hungry) if "map-order" in defects else hungry:
            shares[i] += given * (weights[i] / weight_sum)
            if shares[i] > demands[i]:
                rest += shares[i] - demands[i]
                shares[i] = demands[i]
        hungry = [i for i in hungry if shares[i] < demands[i]]
    return shares


def main(arguments):
    defects = set(arguments) or DEFECTS
    assert defects <= DEFECTS | {"mended"}, defects

    def answer(total, claimants):
        if any(one.min_share > 0 for one in claimants):
            raise Skipped("there are no minimums here")
        numbers = [total] + [one.weight for one in claimants]
        if not all(number == 0 or 1 / LARGEST <= number <= LARGEST for number in numbers):
            raise Skipped("there are no such priorities")
        return divide(total, claimants, defects)

    serve({"name": "armada", "numbers": "double", "rounding": "double", "relative": 0.02}, answer)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
"""How long fairshare.columns.verify takes: 10 million rows in 1 million groups, ten of them unfair. bench/README.md says how.

columns.py [ROWS]
"""

import sys
import time

import numpy
from fairshare.columns import verify

A_GROUP = 10


def main():
    groups = (int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000) // A_GROUP
    random = numpy.random.default_rng(23)
    weight = random.integers(1, 9, (groups, A_GROUP)).astype(float)
    total = weight.sum(axis=1) * random.integers(1, 1000, groups)  # so that the fair shares are whole
    share = weight * (total / weight.sum(axis=1))[:, None]
    wrong = random.choice(groups, 10, replace=False)
    share[wrong, 0] -= 1
    share[wrong, 1] += 1
    rows = {"ts": numpy.repeat(numpy.arange(groups), A_GROUP), "w": weight.ravel(), "got": share.ravel(),
            "lo": numpy.zeros(groups * A_GROUP), "hi": numpy.full(groups * A_GROUP, numpy.inf), "total": numpy.repeat(total, A_GROUP)}
    mixed = random.permutation(groups * A_GROUP)
    for what, table in [("adjacent", rows), ("scattered", {name: column[mixed] for name, column in rows.items()})]:
        start = time.perf_counter()
        verdicts = verify(table, group_by="ts", weight="w", min_share="lo", max_share="hi", share="got", total="total")
        took = time.perf_counter() - start
        assert len(verdicts.unfair) == 10 and len(verdicts) == groups, verdicts
        print(f"{what} rows: {took:.2f} s; {verdicts}")


if __name__ == "__main__":
    main()

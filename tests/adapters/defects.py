"""Which defect each adapter reproduces, and what `fairshare fuzz` must find there.

A defect must be found with any seed, and shrunk to as few claimants as it needs. `why` says why fewer are not enough, and why
so many are.
"""

from collections import namedtuple

# name       of the defect
# source     where it was reported, or is described
# adapter    the command in this folder, and its arguments
# options    of `fairshare fuzz`, besides what the adapter says about itself
# code       of what must be found; if there are two, whichever comes first
# claimants  the fewest with which it happens
Defect = namedtuple("Defect", "name source adapter options code claimants why")

# By this measure all shares are fair: what can still be found is a hang, a crash, a refusal, or a different answer to the same
# problem.
ANY_SHARES = ["--within", "1e30"]

HANGS = ["--deadline", "200ms"]

DEFECTS = [
    Defect(
        "YARN, 2^53 + 1",
        "Hadoop 3.3: a long becomes a double on the way",
        ["hadoop.py", "yarn-3"], ANY_SHARES + HANGS, "FS501", 1,
        "its maximum is the total, and rounds to less than that, which is never reached",
    ),
    Defect(
        "YARN, below the minimum",
        "the same; found by running it",
        ["hadoop.py", "yarn-3", "minimums-round-down"], [], "FS102", 2,
        "one gets the total, whatever its minimum; a second one takes what the first lacks",
    ),
    Defect(
        "YARN, above the maximum",
        "the same; found by running it",
        ["hadoop.py", "yarn-3", "bounds-are-doubles", "25-halvings"], [], "FS103", 1,
        "the total is its maximum, which rounds up",
    ),
    Defect(
        "YARN, ties",
        "every release: the search ends when truncated shares reach the total",
        ["hadoop.py", "yarn-2.7", "last-is-reached"], [], "FS101", 2,
        "one gets the total; two get 1 each of a total of 1",
    ),
    Defect(
        "YARN, 25 halvings",
        "every release: the ratio is known to 2^-25 of the power of two above it",
        ["hadoop.py", "yarn-2.7", "25-halvings"], ["--within", "1"], "FS101", 1,
        "of a total of 2^26 + 1 and no maximum it gets 2 units too much",
    ),
    Defect(
        "YARN, big weights",
        "every release: the search starts at a ratio of 1",
        ["hadoop.py", "yarn-2.7", "starts-at-1"], ["--within", "1"], "FS101", 1,
        "with a weight of 2^26 it gets 2 units of a total of 0",
    ),
    Defect(
        "YARN, weight 0",
        "2.6 and later: what weight 0 gets is not cut by its maximum",
        ["hadoop.py", "yarn-2.7", "weight-0-ignores-maximum"], [], "FS103", 1,
        "it has its minimum, which exceeds its demand",
    ),
    Defect(
        "YARN-1458",
        "https://issues.apache.org/jira/browse/YARN-1458",
        ["hadoop.py", "yarn-2.2", "weight-0-never-ends"], ["--infeasible"] + HANGS, "FS501", 1,
        "weight 0 and a total above 0, which no claimant can take",
    ),
    Defect(
        "YARN-2534",
        "https://issues.apache.org/jira/browse/YARN-2534",
        ["hadoop.py", "yarn-2.2", "maximums-wrap"], [], "FS101", 2,
        "one int is no sum that overflows",
    ),
    Defect(
        "YARN-7560",
        "https://issues.apache.org/jira/browse/YARN-7560",
        ["hadoop.py", "yarn-2.7", "shares-wrap"], HANGS, "FS501", 2,
        "one int is no sum that overflows",
    ),
    Defect(
        "YARN-8833",
        "https://issues.apache.org/jira/browse/YARN-8833",
        ["hadoop.py", "yarn-3.0", "shares-wrap"], ANY_SHARES + HANGS, "FS501", 2,
        "one int is no sum that overflows",
    ),
    Defect(
        "MR1, NaN",
        "MR1: 0 times infinity, where weight 0 keeps the demands from being reached",
        ["hadoop.py", "mr1"], ["--infeasible", "--relative", "1e-6"], "FS503", 1,
        "weight 0 and a demand",
    ),
    Defect(
        "MR1, never 0",
        "MR1: the ratio ends above 0",
        ["hadoop.py", "mr1"], ["--relative", "1e-6"], "FS101", 1,
        "of a total of 0 it gets 2^-25",
    ),
    Defect(
        "Volcano V1, V2",
        "proportion plugin: guarantees are not taken from the others",
        ["volcano.py", "over-commits"], [], "FS101 FS204", 3,
        "of two, what the one is guaranteed bounds the other; the third is not bounded so",
    ),
    Defect(
        "Volcano V3",
        "proportion plugin: a queue that asks for less keeps its guarantee",
        ["volcano.py", "guarantee-without-request"], [], "FS103", 1,
        "its minimum exceeds its demand",
    ),
    Defect(
        "Volcano V4",
        "proportion plugin: a rest below 0.1 is nothing",
        ["volcano.py", "threshold"], [], "FS101", 2,
        "one has all in the first round; with two, what the first does not ask for is left",
    ),
    Defect(
        "Volcano V5",
        "proportion plugin: sums in the order of a Go map",
        ["volcano.py", "map-order", "threshold"], ANY_SHARES, "FS504", 3,
        "two numbers have one sum, whatever their order",
    ),
    Defect(
        "Volcano V6",
        "https://github.com/volcano-sh/apis/pull/157",
        ["volcano.py", "weight-overflow"], [], "FS101", 2,
        "one int is no sum that overflows",
    ),
    Defect(
        "Volcano 2549",
        "https://github.com/volcano-sh/volcano/issues/2549",
        ["volcano.py", "issue-2549", "threshold"], ANY_SHARES + HANGS, "FS501", 2,
        "a heavy queue at its capability, and a light one that is left a little in each round",
    ),
    Defect(
        "Koordinator K1",
        "quota tree: each round apportions anew",
        ["koordinator.py", "rounds-of-remainders"], [], "FS204", 3,
        "of two, once the first has enough, the second gets the rest (all small cases tried)",
    ),
    Defect(
        "Koordinator K2",
        "the same: the more rounds, the more units claimants are off",
        ["koordinator.py", "rounds-of-remainders"], ["--rounding", "exact", "--within", "1.2"],
        "FS101", 4,
        "k claimants are off by 1/2 + 2/3 + ... + (k-1)/k at most, which is 7/6 for three",
    ),
    Defect(
        "Koordinator K3",
        "quota tree: an int64 sum of weights overflows, and nothing is shared",
        ["koordinator.py", "weight-overflow"], [], "FS101", 2,
        "one int64 is no sum that overflows",
    ),
    Defect(
        "Koordinator K4",
        "the same: a sum that is small and positive makes the division trap",
        ["koordinator.py", "weight-trap"], [], "FS502", 3,
        "two of them add up to 2^64 - 2 at most, which is negative",
    ),
    Defect(
        "Koordinator K6, too much",
        "https://github.com/koordinator-sh/koordinator/pull/2876",
        ["koordinator.py", "half-up"], [], "FS101", 2,
        "one gets the total; two halves are both rounded up",
    ),
    Defect(
        "Koordinator K6, too little",
        "https://github.com/koordinator-sh/koordinator/pull/2876",
        ["koordinator.py", "half-up-at-most"], [], "FS101", 3,
        "of two fractions that add up to 1 one is at least 1/2; of three none need be",
    ),
    Defect(
        "KAI A1",
        "resource division: the last units go to the queue with the largest remainder",
        ["kai.py", "remainder-ignores-request"], ["--within", "0", "--relative", "1e-9"],
        "FS103", 2,
        "one gets the total, of which it asks for less only where there is a surplus",
    ),
    Defect(
        "KAI A2",
        "resource division: sums in the order of a Go map",
        ["kai.py", "rounds-of-whole-units", "stale-remainders", "map-order"],
        ["--numbers", "int32", "--rounding", "exact", *ANY_SHARES], "FS504", 3,
        "two numbers have one sum, whatever their order",
    ),
    Defect(
        "KAI A3",
        "resource division: each round gives whole units anew",
        ["kai.py", "rounds-of-whole-units", "stale-remainders"], 
        ["--numbers", "int32", "--rounding", "exact", "--within", "1.05"], "FS204", 3,
        "of two, once the first has enough, the second gets the rest (all small cases tried)",
    ),
    Defect(
        "Armada R1",
        "fair shares: no more than ten rounds",
        ["armada.py", "ten-rounds", "last-percent"], ["--relative", "0.02"], "FS101", 11,
        "in each round but the last a queue has enough, so that ten claimants end within ten",
    ),
    Defect(
        "Kubernetes APF P1",
        "computeConcurrencyAllocation: a running sum of weights cancels to nothing",
        ["apf.py", "vanishes"], [], "FS505", 2,
        "a heavy level comes and goes, and takes the light one with it",
    ),
    Defect(
        "Kubernetes APF P3",
        "its caller rounds each share by itself",
        ["apf.py", "--rounded"], [], "FS101", 2,
        "one gets the total; two halves are both rounded up",
    ),
]

# Codes of other defects that the same code shows by that measure: the run continues after the first of them.
SHOWS_MORE = {
    "YARN, above the maximum",
    "MR1, NaN",
    "Volcano V4",
    "Koordinator K1",
    "Koordinator K2",
    "KAI A3",
    "Kubernetes APF P1",
}

Right = namedtuple("Right", "name adapter options")

# Nothing must be found in these.
RIGHT = [
    Right("YARN, mended", ["hadoop.py", "yarn-3", "mended"], []),
    Right("Volcano, mended", ["volcano.py", "mended"], []),
    Right("Koordinator, mended", ["koordinator.py", "mended"], []),
    Right("Koordinator by the base rule, mended", ["koordinator.py", "--minimums", "mended"],
          ["--scheduler", "koordinator"]),
    Right("KAI, mended", ["kai.py", "mended"], []),
    Right("Armada, mended", ["armada.py", "mended"], ["--relative", "1e-9"]),
    Right("Kubernetes APF, mended", ["apf.py", "mended"], []),
]

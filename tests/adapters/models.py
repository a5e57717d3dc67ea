"""Which finding of docs/findings.md `fairshare fuzz` must report for each model, with default settings.

model.cpp is the adapter: a model of schedulers/, judged by its scheduler's own terms. Each release has several defects, and the
first ones found must not hide the one that is named here.
"""

from collections import namedtuple
from fractions import Fraction

INT32_MAX = 2**31 - 1


def numbers_of(record, field, default=0):
    return [Fraction(str(one.get(field, default))) for one in record["claimants"]]


def shares_of(entry):
    return [Fraction(str(share)) for share in entry["record"].get("shares", [])]


def is_vo1(entry):
    """The queues deserve more than there is, because of a guarantee; no sum wraps."""
    record = entry["record"]
    return (
        sum(shares_of(entry)) > Fraction(str(record["total"])) * Fraction(101, 100)
        and sum(numbers_of(record, "weight", 1)) <= INT32_MAX
        and any(numbers_of(record, "min_share"))
    )


def is_ap1(entry):
    """The sweep loses a light level's target to a heavy one's, and ends without an answer."""
    return entry["code"] == "FS505" and "ran out of bounds" in entry["message"]


def is_ka1(entry):
    """A queue gets the unit that was left over, beyond what it asks for."""
    bounds = [
        min((Fraction(str(one[key])) for key in ("max_share", "demand") if key in one), default=None)
        for one in entry["record"]["claimants"]
    ]
    beyond = [share - bound for share, bound in zip(shares_of(entry), bounds) if bound is not None]
    return entry["code"] == "FS103" and max(beyond, default=0) > Fraction(1, 1000)


def is_ka5(entry):
    """It needs priorities: it does not fail without them, or shrinking would have removed them."""
    return any("priority" in one for one in entry["record"]["claimants"])


def is_ar1(entry):
    """After ten rounds, more of the pool than a rounding error is in no share; the weights have a sum."""
    weights = [float(weight) for weight in numbers_of(entry["record"], "weight", 1)]
    return len(weights) > 10 and sum(weights) < float("inf") and sum(shares_of(entry)) < Fraction(99, 100)


# name       of the finding
# scheduler  whose model it is
# is_it      whether an entry of the report is that finding
ModelDefect = namedtuple("ModelDefect", "name scheduler is_it")

MODEL_DEFECTS = [
    ModelDefect("VO1", "volcano", is_vo1),
    ModelDefect("AP1", "apf", is_ap1),
    ModelDefect("KA1", "kai", is_ka1),
    ModelDefect("KA5", "kai", is_ka5),
    ModelDefect("AR1", "armada", is_ar1),
]

# Mended models compute by their own rule; nothing must be found in any of them.
MENDED = [
    "mr1", "yarn-2.2", "yarn-2.5", "yarn-2.7", "yarn-3.0", "yarn-3", "apf", "koordinator",
    "koordinator_pre2876", "volcano", "volcano_pre2553", "kai", "armada",
]

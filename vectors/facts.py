"""What a flag promises about a vector, if that can be computed. check.py checks it."""

from fractions import Fraction

import judge
import records

LEAST_NORMAL = Fraction(2) ** -1022


def numbers_of(answer):
    """All numbers of an answer, as fractions; infinity is left out."""
    if isinstance(answer, dict):
        answer = [answer.get(key) for key in ("ratio", "excess", "unclaimed", "shares")]
    if isinstance(answer, list):
        return [number for part in answer for number in numbers_of(part)]
    if answer in (None, "Infinity"):
        return []
    return [Fraction(float(answer)) if isinstance(answer, records.Token) else Fraction(answer)]


def inputs_of(record):
    numbers = [number for node in record.nodes for number in node.claimant]
    return [record.total] + [number for number in numbers if number is not None]


def is_midpoint(number):
    if records.is_double(number):
        return False
    double = records.nearest_double(number)
    if double == float("inf"):
        return number == Fraction(2) ** 1024 - Fraction(2) ** 970
    interval = judge.rounds_to(double)
    return number in (interval.low, interval.high)


def ratio_misses_a_share(record, expected):
    """Whether clamp(weight * ratio) in doubles, from the rounded ratio, differs from some share."""

    def in_doubles(claimant):
        product = Fraction(float(claimant.weight) * float(expected["doubles"]["ratio"]))
        at_least = max(product, claimant.min_share)
        return at_least if claimant.max_share is None else min(at_least, claimant.max_share)

    shares = [in_doubles(node.claimant) for node in record.nodes]
    return shares != numbers_of(expected["doubles"]["shares"])


def has_finding(code):
    def holds(_, expected):
        return any(finding["code"] == code for finding in expected["verdict"].get("findings", []))

    return holds


FACTS = {
    "Empty": lambda r, _: not r.nodes,
    "ZeroTotal": lambda r, _: r.total == 0,
    "ZeroWeight": lambda r, _: any(node.claimant.weight == 0 for node in r.nodes),
    "Fixed": lambda r, _: any(n.claimant.min_share == n.claimant.max_share for n in r.nodes),
    "Tree": lambda r, _: r.is_tree,
    "Overcommitted": lambda _, e: e["exact"]["outcome"] == "overcommitted",
    "Surplus": lambda _, e: e["exact"]["outcome"] == "surplus",
    "TreeUndivided": lambda _, e: e["exact"]["outcome"] != "allocation",
    "TreeDoubles": lambda _, e: numbers_of(e["doubles"])
    != [Fraction(records.nearest_double(number)) for number in numbers_of(e["exact"])],
    "FlatStretch": lambda _, e: e["highest_ratio"] != e["exact"]["ratio"],
    "RatioOverflow": lambda _, e: e["doubles"]["ratio"] == "Infinity",
    "RatioUnderflow": lambda _, e: e["doubles"]["ratio"] == "0" != e["exact"]["ratio"],
    "ResultOverflow": lambda _, e: e["doubles"]["excess"] == "Infinity",
    "Subnormal": lambda r, e: any(
        0 < number < LEAST_NORMAL for number in inputs_of(r) + numbers_of(e["doubles"])
    ),
    "BigInteger": lambda r, e: any(
        number.denominator == 1 and not records.is_double(number)
        for number in inputs_of(r) + numbers_of(e["exact"])
    ),
    "Midpoint": lambda _, e: any(map(is_midpoint, numbers_of(e["exact"]))),
    "RatioRounding": ratio_misses_a_share,
    "SumOfRounded": lambda r, e: sum(numbers_of(e["doubles"]["shares"])) != r.total,
    "NotWhole": lambda _, e: e["units"] is None,
    "Fair": lambda _, e: e["verdict"].get("verdict") == "fair",
    "CannotJudge": lambda _, e: "verdict" not in e["verdict"],
    "MinimumsHeld": lambda _, e: e["verdict"].get("verdict") == "overcommitted",
    "CouldHaveMore": has_finding("FS013"),
    "Total": has_finding("FS101"),
    "BelowMin": has_finding("FS102"),
    "AboveMax": has_finding("FS103"),
    "Pair": has_finding("FS204"),
    "Refused": lambda _, e: "error" in e,
}


def broken_promises(vector):
    record = records.read(vector["record"]) if "record" in vector else None
    for flag in vector["flags"]:
        if flag in FACTS and not FACTS[flag](record, vector["expected"]):
            yield f"it does not have what the flag {flag} promises"

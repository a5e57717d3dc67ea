"""`import fairshare` answers every vector; with FAIRSHARE_LIBRARY, by pytest."""

import ctypes
import json
import math
import pathlib
import re
from fractions import Fraction

import fairshare
import pytest

VECTORS = pathlib.Path(__file__).resolve().parent.parent.parent / "vectors"
READ = {"double": lambda text: float(Fraction(text)), "float32": lambda text: ctypes.c_float(float(Fraction(text))).value}
AS_WRITTEN = re.compile(r'^ *"record": (\{"id".*\}),$', re.MULTILINE)


def vectors():
    for file in sorted(VECTORS.glob("*.json")):
        text = file.read_text(encoding="utf-8")
        records = AS_WRITTEN.finditer(text)
        for vector in json.loads(text).get("vectors", []):
            line = vector["line"] if "line" in vector else next(records)[1]
            yield pytest.param(vector, line, id=vector["id"])


def arguments_of(line):
    """What `solve` takes: each number as a text, or as a float if the record says so."""
    record = json.loads(line, parse_float=str, parse_int=str)
    read = READ.get(record.get("numbers"), str)

    def column(key, absent):
        return [absent if one.get(key) is None else read(one[key]) for one in record["claimants"]]

    def capped(bounds):
        pairs = zip(bounds, column("demand", None))
        return [min((one for one in pair if one is not None), key=Fraction, default=None) for pair in pairs]

    return read(record["total"]), column("weight", read("1")), capped(column("min_share", read("0"))), capped(column("max_share", None))


def fractions(expected):
    return {key: [Fraction(one) for one in value] if key == "shares" else value if key == "outcome" else
            math.inf if value == "Infinity" else Fraction(value) for key, value in expected.items()}


def told_of(solution, keys):
    return {key: getattr(solution, key) for key in keys}


def is_within(expected, answer):
    """Whether all that is expected is in the answer, which may say more."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(key in answer and is_within(value, answer[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(answer, list) and len(answer) == len(expected) and all(map(is_within, expected, answer))
    return expected == answer


@pytest.mark.parametrize(("vector", "line"), vectors())
def test_a_vector_is_answered(vector, line):
    expected = vector["expected"]
    refusal = expected.get("error") or (expected.get("verdict") or {}).get("error")
    if refusal:
        with pytest.raises(ValueError, match=refusal["code"]):
            fairshare.judge(line, rounding=vector.get("rounding"))
    elif expected.get("verdict"):
        told = fairshare.judge(line, rounding=vector["rounding"])
        assert is_within(expected["verdict"], told), told
    if "claimants" not in vector.get("record", {}):
        return
    arguments = arguments_of(line)
    if expected.get("exact"):
        wanted = fractions(expected["exact"])
        answer = fairshare.exact.solve(*arguments)
        assert told_of(answer, wanted) == wanted
        if "highest_ratio" in expected:
            highest = expected["highest_ratio"]
            assert answer.interval == (answer.ratio, None if highest is None else Fraction(highest))
    if expected.get("doubles"):
        wanted = {key: value for key, value in expected["doubles"].items() if key in ("outcome", "ratio", "shares")}
        wanted = {key: float(value) if value == "Infinity" else value for key, value in wanted.items()}
        total, *columns = arguments
        floats = [[math.inf if one is None else float(Fraction(one)) for one in column] for column in columns]
        answer = fairshare.solve(float(Fraction(total)), *floats)
        assert told_of(answer, wanted if answer.outcome == "allocation" else ["outcome"]) == (
            wanted if answer.outcome == "allocation" else {"outcome": wanted["outcome"]})
    if expected.get("units"):
        assert fairshare.apportion(*arguments) == [int(unit) for unit in expected["units"]]


def test_numbers_beyond_the_bound_on_memory_are_a_memory_error():
    claimants = [{"weight": f"1/{1_000_003 + 2 * k}"} for k in range(4000)]
    with pytest.raises(MemoryError, match="take more than"):
        fairshare.judge({"total": 1, "claimants": claimants, "shares": [1] + [0] * 3999})
    with pytest.raises(MemoryError, match="take more than"):
        fairshare.exact.solve(1, [Fraction(claimant["weight"]) for claimant in claimants])

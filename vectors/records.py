"""Records and the answers to them. A JSON number keeps its text until it becomes a fraction: "0.1" is 1/10, never the double
nearest to it."""

import json
import math
import re
from fractions import Fraction
from typing import NamedTuple, Optional

from solve import Allocation, Claimant, Overcommitted, solve


class Token(str):
    """A JSON number as it was written."""


def no_number(text):
    raise ValueError(text + " is not JSON")


def load(text):
    return json.loads(text, parse_int=Token, parse_float=Token, parse_constant=no_number)


def dump(value):
    """JSON on one line, with tokens unchanged."""
    if isinstance(value, Token):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(dump, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# Numbers


def value_of(text):
    """The exact value of a token or a string."""
    return Fraction(str(text))


def last_digit_of(text):
    """The unit of the last written digit; 0 for a string "p/q" or "p", which was not rounded."""
    if not isinstance(text, Token) and not set(text) & set(".eE"):
        return Fraction(0)
    places, exponent = re.fullmatch(r"-?\d+(?:\.(\d+))?(?:[eE]([+-]?\d+))?", text).groups()
    return Fraction(10) ** (int(exponent or 0) - len(places or ""))


def nearest_double(number):
    """To nearest, ties to even: what dividing two integers does in Python, subnormals included."""
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def nearest_float32(number):
    """The same for 24 bits, rounded once."""
    if number == 0:
        return Fraction(0)
    exponent = number.numerator.bit_length() - number.denominator.bit_length()
    while Fraction(2) ** exponent > number:  # 2^exponent <= number < 2^(exponent + 1)
        exponent -= 1
    unit = Fraction(2) ** max(exponent - 23, -149)
    return round(number / unit) * unit  # ties to even


def converted(number, numbers):
    """The number as the reporter's type holds it."""
    if numbers == "double":
        return Fraction(nearest_double(number))
    if numbers == "float32":
        return nearest_float32(number)
    return number


def double_text(number):
    """The shortest decimal that reads back as the same double."""
    if math.isinf(number):
        return "Infinity"
    return Token(repr(number).removesuffix(".0"))


# Records


class Node(NamedTuple):
    name: str  # in a tree the path, "prod/etl"
    claimant: Claimant
    parent: Optional[int]


class Reported(NamedTuple):
    value: Fraction
    last_digit: Fraction


class Record(NamedTuple):
    total: Fraction
    nodes: list  # parents first
    shares: Optional[list]
    is_tree: bool


def read_claimant(fields, numbers):
    def number(name, default):
        return converted(value_of(fields.get(name, default)), numbers)

    max_share = None if fields.get("max_share") is None else number("max_share", "0")
    min_share = number("min_share", "0")
    if fields.get("demand") is not None:  # no claimant is owed more than it can use
        demand = number("demand", "0")
        max_share = demand if max_share is None else min(max_share, demand)
        min_share = min(min_share, demand)
    return Claimant(number("weight", "1"), min_share, max_share)


def read_nodes(entries, numbers, parent=None, path="", nodes=None):
    nodes = [] if nodes is None else nodes
    entries = [entries] if isinstance(entries, dict) else entries  # a tree may be one node
    for index, entry in enumerate(entries):
        name = path + entry.get("name", str(index))
        nodes.append(Node(name, read_claimant(entry, numbers), parent))
        read_nodes(entry.get("children", []), numbers, len(nodes) - 1, name + "/", nodes)
    return nodes


def read(record):
    numbers = record.get("numbers", "exact")
    shares = record.get("shares")
    if shares is not None:
        shares = [Reported(converted(value_of(s), numbers), last_digit_of(s)) for s in shares]
    nodes = read_nodes(record.get("tree", record.get("claimants", [])), numbers)
    return Record(converted(value_of(record["total"]), numbers), nodes, shares, "tree" in record)


def is_double(number):
    if number is None:
        return True
    double = nearest_double(number)
    return not math.isinf(double) and Fraction(double) == number


def all_doubles(record):
    numbers = [record.total] + [number for node in record.nodes for number in node.claimant]
    return all(map(is_double, numbers))


def dividers(record):
    """Each divider with the nodes among which it divides: (None, the nodes without a parent), then each parent, in order."""
    parents = [None] + sorted({node.parent for node in record.nodes} - {None})
    return [(p, [k for k, n in enumerate(record.nodes) if n.parent == p]) for p in parents]


# Answers, as `fairshare solve` prints them


def no_allocation(solution, rounded):
    if isinstance(solution, Overcommitted):
        return {"outcome": "overcommitted", "excess": rounded(solution.excess)}
    return {"outcome": "surplus", "unclaimed": rounded(solution.unclaimed)}


def answer(record, rounded, carried=lambda share: share):
    """Top-down. `rounded` writes a number of the answer, `carried` is what a node hands on."""
    shares = [None] * len(record.nodes)
    ratios = {}
    for parent, children in dividers(record):
        total = record.total if parent is None else carried(shares[parent])
        solution = solve(total, [record.nodes[k].claimant for k in children])
        if not isinstance(solution, Allocation):
            at = {} if parent is None else {"at": record.nodes[parent].name}
            outcome = no_allocation(solution, rounded)
            return {"outcome": outcome.pop("outcome")} | at | outcome
        ratios[parent] = solution.ratio
        for k, share in zip(children, solution.shares):
            shares[k] = share
    result = {"outcome": "allocation", "ratio": rounded(ratios[None])}
    if record.is_tree:
        of_nodes = [ratios.get(k) for k in range(len(shares))]
        result["ratios"] = [None if ratio is None else rounded(ratio) for ratio in of_nodes]
    return result | {"shares": [rounded(share) for share in shares]}


def exact_answer(record):
    return answer(record, str)


def double_answer(record):
    return answer(
        record,
        rounded=lambda number: double_text(nearest_double(number)),
        carried=lambda share: Fraction(nearest_double(share)),
    )


# By how much the k-th signpost of each divisor method is below k.
BELOW = {"webster": Fraction(1, 2), "dhondt": Fraction(0), "adams": Fraction(1)}


def divisor_answer(record, below):
    """Hands out units one by one, each to the claimant whose next unit is due at the least ratio; the first of equals."""
    claimants = [node.claimant for node in record.nodes]
    units = [math.ceil(claimant.min_share) for claimant in claimants]

    def due(row):
        claimant, count = claimants[row], units[row]
        full = claimant.weight == 0 or (claimant.max_share is not None and count >= claimant.max_share)
        return None if full else (count + 1 - below) / claimant.weight

    given = []  # the ratio of each unit above the minimums
    while sum(units) < record.total:
        first = min((due(row), row) for row in range(len(units)) if due(row) is not None)
        units[first[1]] += 1
        given.append(first)
    ratio = max((each for each, _ in given), default=Fraction(0))
    left = [row for row in range(len(units)) if due(row) == ratio]
    tied = sorted(left + [row for each, row in given if each == ratio]) if left and given else []
    names = [record.nodes[row].name for row in tied]
    return {"ratio": str(ratio), "shares": [str(unit) for unit in units], "tied": names}


def whole_units(shares):
    """Largest remainders, the first of equals; None if no whole units add up to the total."""
    floors = [math.floor(share) for share in shares]
    missing = sum(shares) - sum(floors)
    if missing.denominator != 1:
        return None
    order = sorted(range(len(shares)), key=lambda k: (floors[k] - shares[k], k))
    lucky = set(order[: int(missing)])
    return [units + (k in lucky) for k, units in enumerate(floors)]

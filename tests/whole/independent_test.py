#!/usr/bin/env python3
"""Feeds the command with random and adversarial records, and compares its answers with those of
vectors/solve.py, which was written from the definition in Python's fractions.

    independent_test.py COMMAND [--count N] [--seed N]

The last line is "N passed, N failed".
"""

import argparse
import math
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "vectors"))

import judge
import records
from records import Token
from solve import Claimant

# Exact answers to problems with subnormals and 1e300 have more digits than Python prints by default.
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

LARGEST = sys.float_info.max


# Numbers, each with a way to write it


def written(rng, number):
    """The same number in one of the forms that a record may have."""
    if number.denominator == 1 and rng.random() < 0.5:
        return Token(number.numerator)
    power = next((k for k in range(20) if (number * 10**k).denominator == 1), None)
    if power is None or rng.random() < 0.2:
        factor = rng.choice([1, 1, 6])  # so that it need not be in lowest terms
        return f"{number.numerator * factor}/{number.denominator * factor}"
    digits = (number * 10**power).numerator
    if power and rng.random() < 0.5:
        text = str(digits).rjust(power + 1, "0")
        return Token(f"{text[:-power]}.{text[-power:]}")
    return Token(f"{digits}e-{power}" if rng.random() < 0.5 else f"{digits}.0E-{power:02}")


def small(rng):
    return Fraction(rng.randint(0, 4))


def fraction(rng):
    return Fraction(rng.randint(0, 50), rng.randint(1, 12))


def decimal(rng):
    return Fraction(rng.randint(0, 10**6), 10 ** rng.randint(0, 6))


def wide(rng):
    return Fraction(rng.randint(0, 10**30), rng.randint(1, 10**30))


def double(rng):
    return Fraction(rng.random() * 10 ** rng.randint(-2, 3))


def extreme(rng):
    return Fraction(math.ldexp(rng.random(), rng.randint(-1080, 1023)))


def subnormal(rng):
    return Fraction(5e-324) * rng.choice([rng.randint(0, 9), rng.randint(0, 2**53)])


def beyond_doubles(rng):
    return rng.randint(1, 9) * Fraction(10) ** rng.randint(-400, 400)


FAMILIES = [small, fraction, decimal, wide, double, extreme, subnormal] * 4 + [beyond_doubles]


# Records


def random_claimants(rng, number):
    claimants = []
    for _ in range(rng.choice([0, 1, 2, 2, 3, 3, 4, 5, 6, 9, rng.randint(10, 40)])):
        if claimants and rng.random() < 0.15:
            claimants.append(rng.choice(claimants))
            continue
        low, high = sorted((number(rng), number(rng)))
        weight = Fraction(0) if rng.random() < 0.1 else number(rng)
        min_share = low if rng.random() < 0.6 else Fraction(0)
        max_share = min_share if rng.random() < 0.05 else high if rng.random() < 0.6 else None
        claimants.append(Claimant(weight, min_share, max_share))
    return claimants


def random_total(rng, number, claimants):
    """Mostly between the minimums and the most that can be claimed, or on one of the two."""
    least = sum((c.min_share for c in claimants), Fraction(0))
    ends = [c.min_share if c.weight == 0 else c.max_share for c in claimants]
    most = least * 2 + number(rng) if None in ends else sum(ends, Fraction(0))
    between = least + (most - least) * Fraction(rng.randint(0, 64), 64)
    at_a_breakpoint = least
    if claimants and claimants[0].weight:
        ratio = claimants[0].min_share / claimants[0].weight
        at_a_breakpoint = sum(
            (max(c.min_share, min(c.weight * ratio, e if e is not None else c.weight * ratio)))
            for c, e in zip(claimants, ends)
        )
    return rng.choice([least, most, between, between, between, at_a_breakpoint, number(rng)])


def as_double(rng, number, steps=(0,)):
    """The nearest double, or one a few steps from it; never infinite, never negative."""
    if number is None:
        return None
    value = records.nearest_double(number)
    step = rng.choice(steps)
    for _ in range(abs(step)):
        value = math.nextafter(value, math.inf if step > 0 else 0)
    return Fraction(min(value, LARGEST))


def claimant_fields(rng, claimant, write):
    fields = {}
    if claimant.weight != 1 or rng.random() < 0.5:
        fields["weight"] = write(claimant.weight)
    if claimant.min_share != 0 or rng.random() < 0.2:
        fields["min_share"] = write(claimant.min_share)
    if claimant.max_share is not None:
        fields["max_share"] = write(claimant.max_share)
    if rng.random() < 0.05:
        fields["demand"] = write(claimant.max_share or claimant.weight)
    return fields


def with_children(rng, entries):
    """The same claimants, some as children of one before them."""
    roots = []
    for k, entry in enumerate(entries):
        entry["name"] = f"n{k}"
        if roots and rng.random() < 0.4:
            rng.choice(roots).setdefault("children", []).append(entry)
        else:
            roots.append(entry)
    return roots


def random_record(rng, index):
    number = rng.choice(FAMILIES)
    claimants = random_claimants(rng, number)
    total = random_total(rng, number, claimants)
    record = {"id": Token(index)}
    in_doubles = number in (double, extreme, subnormal)
    if in_doubles:
        # Exact numbers are rounded here, so the total may end up right next to an edge.
        claimants = [Claimant(*(as_double(rng, n) for n in c)) for c in claimants]
        total = as_double(rng, total, (0, 0, 1, -1, 2))
        if rng.random() < 0.7:
            record["numbers"] = "double"

    def write(value):
        if "numbers" in record:
            return Token(repr(float(value)))
        return written(rng, value)

    record["total"] = write(total)
    entries = [claimant_fields(rng, claimant, write) for claimant in claimants]
    is_tree = rng.random() < 0.1
    record["tree" if is_tree else "claimants"] = with_children(rng, entries) if is_tree else entries
    return record


# What the command says


def ask(command, arguments, asked):
    text = "".join(records.dump(record) + "\n" for record in asked)
    done = subprocess.run([command, *arguments], input=text, capture_output=True, text=True)
    return done.returncode, [records.load(line) for line in done.stdout.splitlines()]


class Tally:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def count(self, is_right, what, *shown):
        self.passed += is_right
        self.failed += not is_right
        if not is_right and self.failed <= 10:
            print("FAILED", what, *(records.dump(one) for one in shown), sep="\n  ")


def plain(answer):
    """Doubles by value, everything else by text."""
    if isinstance(answer, dict):
        return {key: plain(value) for key, value in answer.items()}
    if isinstance(answer, list):
        return [plain(value) for value in answer]
    return float(answer) if isinstance(answer, Token) else answer


def compare_answers(command, arguments, asked, expected_of, tally):
    """True if each record was answered as expected, including the exit status."""
    what = " ".join(arguments)
    expected = [expected_of(record) for record in asked]
    status, answers = ask(command, arguments, asked)
    tally.count(len(answers) == len(asked), f"{what}: {len(answers)} answers to {len(asked)}")
    for record, answer, wanted in zip(asked, answers, expected):
        if "error" in wanted:
            is_right = "error" in answer and answer["error"]["code"] == wanted["error"]
        else:
            is_right = plain(answer) == plain({"id": record["id"]} | wanted)
        tally.count(is_right, what, record, wanted, answer)
    refused = any("error" in wanted for wanted in expected)
    tally.count(status == (2 if refused else 0), f"{what}: exit status {status}")


def expected_exactly(record):
    return records.exact_answer(records.read(record))


def expected_doubles(record):
    exact = records.read(record)
    numbers = [exact.total] + [n for node in exact.nodes for n in node.claimant if n is not None]
    doubles = [records.nearest_double(number) for number in numbers]
    if any(math.isinf(d) or (d == 0 and n != 0) for d, n in zip(doubles, numbers)):
        return {"error": "FS008"}
    return records.double_answer(records.read(record | {"numbers": "double"}))


def with_shares(record, shares):
    return record | {"shares": [Token(repr(share)) for share in shares]}


def moved(rng, record):
    """One share moved by one ulp; None if there is no next double."""
    shares = [float(share) for share in record["shares"]]
    chosen = rng.randrange(len(shares))
    shares[chosen] = math.nextafter(shares[chosen], rng.choice([-math.inf, math.inf]))
    return None if math.isinf(shares[chosen]) else with_shares(record, shares)


def judged(answer):
    """What the judge says about an answer, without its place and the details of its divisions."""
    kept = {key: answer.get(key) for key in ("id", "verdict", "distance", "ratio") if key in answer}
    named = ("code", "claimant", "with")
    findings = [
        {key: finding[key] for key in named if key in finding} for finding in answer.get("findings", [])
    ]
    return kept | {"findings": findings}


def compare_verdicts(command, asked, word, status_expected, tally):
    arguments = ["verify", "--rounding", "double", "--format", "json"]
    status, answers = ask(command, arguments, asked)
    tally.count(len(answers) == len(asked), f"verify: {len(answers)} answers to {len(asked)}")
    tally.count(status == status_expected, f"verify of {word} shares: exit status {status}")
    for record, answer in zip(asked, answers):
        wanted = judge.judge(records.read(record), "double")
        is_right = answer.get("verdict") == wanted["verdict"] == word
        is_right = is_right and judged(answer) == {"id": record["id"]} | wanted
        tally.count(is_right, f"verify of {word} shares", record, wanted, answer)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    rng = random.Random(options.seed)
    tally = Tally()
    asked = [random_record(rng, index) for index in range(options.count)]
    compare_answers(options.command, ["solve"], asked, expected_exactly, tally)
    in_doubles = ["solve", "--numbers", "double"]
    compare_answers(options.command, in_doubles, asked, expected_doubles, tally)

    fair = []
    for record in asked:
        answer = expected_exactly(record)
        if "tree" in record or answer["outcome"] != "allocation":
            continue
        shares = [records.nearest_double(Fraction(share)) for share in answer["shares"]]
        if not any(map(math.isinf, shares)):
            fair.append(with_shares(record, shares))
    compare_verdicts(options.command, fair, "fair", 0, tally)
    unfair = [moved(rng, record) for record in fair if record["shares"]]
    unfair = [record for record in unfair if record is not None]
    compare_verdicts(options.command, unfair, "unfair", 1, tally)

    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())

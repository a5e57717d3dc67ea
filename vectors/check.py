#!/usr/bin/env python3
"""Checks the vector files: the schema, the flags, and every expected answer, recomputed from its
record by the definition in fractions (solve.py), not by the C++.

    check.py                    0 where everything holds, else 1 and what does not
    check.py --fill             writes the expected answers, and lays the files out
    check.py --command PATH     runs every vector through that `fairshare` and compares
"""

import argparse
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import jsonschema

sys.dont_write_bytecode = True  # write nothing next to the vectors

import facts
import judge
import records
from records import Token, dump
from solve import Allocation, share, solve

HERE = Path(__file__).parent


def vector_files():
    no_vectors = ("schema.json", "schedulers.json")
    return sorted(path for path in HERE.glob("*.json") if path.name not in no_vectors)


# What is expected


def expected_of(vector):
    """The answers that follow from a vector's record. A refused line has none: its error is a fact
    about the reader, so it is stated, not computed."""
    if "line" in vector:
        return vector["expected"]
    record = records.read(vector["record"])
    expected = {"exact": records.exact_answer(record)}
    solution = solve(record.total, [node.claimant for node in record.nodes])
    if not record.is_tree and isinstance(solution, Allocation):
        high = solution.ratio_high
        expected["highest_ratio"] = None if high is None else str(high)
    if records.all_doubles(record):
        expected["doubles"] = records.double_answer(record)
    if "Apportionment" in vector["flags"]:
        units = records.whole_units(solution.shares)
        expected["units"] = units and [str(unit) for unit in units]
    if "Divisors" in vector["flags"]:
        expected["divisors"] = {
            method: records.divisor_answer(record, below)
            for method, below in records.BELOW.items()
        }
    if record.shares is not None:
        expected["verdict"] = judge.judge(record, vector["rounding"])
    return expected


def obeys_the_definition(vector):
    """Checks the answer once more, from the other end: does it have the properties of a fair division?"""
    record = records.read(vector["record"])
    answer = vector["expected"]["exact"]
    claimants = [node.claimant for node in record.nodes]
    if record.is_tree:
        return True  # its dividers occur as separate vectors
    minimums = sum((claimant.min_share for claimant in claimants), Fraction(0))
    if answer["outcome"] == "overcommitted":
        return Fraction(answer["excess"]) == minimums - record.total > 0
    if answer["outcome"] == "surplus":
        unclaimed = Fraction(answer["unclaimed"])
        huge = 1 + sum(((c.max_share or 0) / c.weight for c in claimants if c.weight), Fraction(0))
        most = sum((share(claimant, huge) for claimant in claimants), Fraction(0))
        bounded = all(c.weight == 0 or c.max_share is not None for c in claimants)
        return bounded and unclaimed == record.total - most > 0
    shares = [Fraction(number) for number in answer["shares"]]
    ratios = [answer["ratio"], vector["expected"]["highest_ratio"] or answer["ratio"]]
    return sum(shares) == record.total and all(
        [share(claimant, Fraction(ratio)) for claimant in claimants] == shares for ratio in ratios
    )


# What a file must have


def loses_digits(value):
    """Whether a reader of doubles would change the number."""
    if isinstance(value, Token):
        double = float(value)
        return double == float("inf") or Fraction(double) != Fraction(value)
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return any(map(loses_digits, parts))


def is_problem(record):
    numbers = [record.total] + [number for node in record.nodes for number in node.claimant]
    bounds = [node.claimant for node in record.nodes if node.claimant.max_share is not None]
    not_negative = all(number >= 0 for number in numbers if number is not None)
    return not_negative and all(claimant.min_share <= claimant.max_share for claimant in bounds)


def vector_complaints(vector):
    if "record" in vector:
        if not is_problem(records.read(vector["record"])):
            yield "its record is no problem: a number is negative, or a max_share below a min_share"
            return
        record = vector["record"]
        if record["id"] != vector["id"]:
            yield "its record has another id"
        if ("shares" in record) != ("rounding" in vector):
            yield "shares and rounding belong together"
        if len(record.get("shares", [])) not in (0, len(records.read(record).nodes)):
            yield "one share for each claimant"
        problem = {key: value for key, value in record.items() if key != "shares"}
        token = record.get("numbers", "exact") == "exact" and loses_digits(problem)
        if token != ("NumberToken" in vector["flags"]):
            yield "the flag NumberToken is for exact records with numbers that no double holds"
        if dump(expected_of(vector)) != dump(vector["expected"]):
            yield f"expected {dump(expected_of(vector))}"
            return
        if not obeys_the_definition(vector):
            yield "the answer does not obey the definition"
    elif "error" not in vector["expected"]:
        yield "a refused line expects an error"
        return
    yield from facts.broken_promises(vector)


def file_complaints(name, content, seen, notes):
    flags = {flag for vector in content["vectors"] for flag in vector["flags"]}
    for flag in flags - content["notes"].keys():
        yield f"{name}: the flag {flag} has no note"
    for flag in content["notes"].keys() - flags:
        yield f"{name}: the note {flag} is not used"
    for flag, note in content["notes"].items():
        if notes.setdefault(flag, note) != note:
            yield f"{name}: the note {flag} says something else than in another file"
    for vector in content["vectors"]:
        for complaint in vector_complaints(vector):
            yield f"{name}: {vector['id']}: {complaint}"
        shown = dict(vector.get("record", {"line": vector.get("line")}), id="")
        for what in (vector["id"], dump([shown, vector.get("rounding")])):
            if what in seen:
                yield f"{name}: {vector['id']}: the same as {seen[what]}"
            seen[what] = vector["id"]


# How a file is laid out


def laid_out(content):
    def fields(mapping, indent):
        rows = [f"{indent}{json.dumps(k)}: {v}" for k, v in mapping.items()]
        return "{\n" + ",\n".join(rows) + "\n" + indent[2:] + "}"

    def vector_text(vector):
        rows = {key: dump(value) for key, value in vector.items()}
        expected = {key: dump(value) for key, value in vector["expected"].items()}
        rows["expected"] = fields(expected, " " * 8)
        return "    " + fields(rows, " " * 6)

    rows = {key: dump(content[key]) for key in ("title", "description")}
    rows["notes"] = fields({k: dump(v) for k, v in sorted(content["notes"].items())}, " " * 4)
    rows["vectors"] = "[\n" + ",\n".join(map(vector_text, content["vectors"])) + "\n  ]"
    return fields(rows, "  ") + "\n"


# Another implementation: the command


def ask(command, arguments, lines):
    done = subprocess.run(
        [command, *arguments], input="\n".join(lines) + "\n", capture_output=True, text=True
    )
    return [records.load(line) for line in done.stdout.splitlines()]


def same(answer, expected):
    """Doubles are compared as numbers, everything else as text."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(
            same(answer.get(key), value) for key, value in expected.items()
        )
    if isinstance(expected, list):
        is_as_long = isinstance(answer, list) and len(answer) == len(expected)
        return is_as_long and all(map(same, answer, expected))
    if isinstance(expected, Token):
        return isinstance(answer, Token) and float(answer) == float(expected)
    return answer == expected


def run_through(command, vectors):
    """The command's answers that differ from what is expected."""

    def compare(arguments, chosen, expected):
        lines = [v.get("line") or json_line(v["record"]) for v in chosen]
        answers = ask(command, arguments, lines)
        if len(answers) != len(chosen):
            yield f"{' '.join(arguments)}: {len(answers)} answers to {len(chosen)} lines"
        for vector, answer in zip(chosen, answers):
            if not same(answer, expected(vector)):
                yield f"{vector['id']}: {' '.join(arguments)}: {dump(answer)}"

    def having(key):
        return [vector for vector in vectors if vector["expected"].get(key) is not None]

    yield from compare(["solve"], having("exact"), lambda v: v["expected"]["exact"])
    yield from compare(
        ["solve", "--numbers", "double"], having("doubles"), lambda v: v["expected"]["doubles"]
    )
    yield from compare(
        ["solve", "--apportion"], having("units"), lambda v: {"shares": v["expected"]["units"]}
    )
    for method in records.BELOW:
        yield from compare(
            ["solve", "--units", method],
            having("divisors"),
            lambda v: {key: value for key, value in v["expected"]["divisors"][method].items() if value},
        )
    yield from compare(["solve"], having("error"), lambda v: {"error": v["expected"]["error"]})
    for rounding in ("exact", "written", "double", "nearest", "down"):
        chosen = [vector for vector in having("verdict") if vector["rounding"] == rounding]
        arguments = ["verify", "--format", "json", "--rounding", rounding]
        yield from compare(arguments, chosen, lambda v: v["expected"]["verdict"])


def json_line(record):
    return dump(record)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--command")
    options = parser.parse_args()

    rules = jsonschema.Draft202012Validator(json.loads((HERE / "schema.json").read_text(encoding="utf-8")))
    complaints, seen, notes, vectors = [], {}, {}, []
    for path in vector_files():
        text = path.read_text(encoding="utf-8")
        content = records.load(text)
        if options.fill:
            for vector in content["vectors"]:
                vector["expected"] = expected_of(vector)
            path.write_text(laid_out(content), encoding="utf-8")
            text = laid_out(content)
        wrong = [f"{path.name}: {error.json_path}: {error.message}" for error in rules.iter_errors(json.loads(text))]
        complaints += wrong
        if wrong:
            continue
        complaints += file_complaints(path.name, content, seen, notes)
        if text != laid_out(content):
            complaints.append(f"{path.name}: not laid out as check.py --fill does it")
        vectors += content["vectors"]
    if options.command:
        complaints += run_through(options.command, vectors)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{len(vectors)} vectors in {len(vector_files())} files, {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())

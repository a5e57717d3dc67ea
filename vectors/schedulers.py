#!/usr/bin/env python3
"""Writes vectors/schedulers.json: what each production scheduler makes of the vectors that are edge
cases, for the columns of docs/edge-cases.md.

schedulers.py COMMAND            asks the command, writes the file
schedulers.py COMMAND --check    1 if it is not what would be written

A flat problem is posed to Hadoop unchanged, and to YTsaurus as a tree: each claimant is a pool with one operation, which
demands the maximum, or the whole total if there is none. Weights, minimums and maximums become ratios of the total, and the
shares are multiplied by it again.
"""

import itertools
import json
import subprocess
import sys
from decimal import Decimal, localcontext
from fractions import Fraction

sys.dont_write_bytecode = True  # write nothing next to the vectors

import check
import records
from records import Token

FILE = check.HERE / "schedulers.json"
HADOOP = ["mr1", "yarn-2.2", "yarn-2.5", "yarn-2.7", "yarn-3.0", "yarn-3"]
SCALAR = ["ytsaurus-2018", "ytsaurus-2019"]
NAMES = HADOOP + SCALAR + ["ytsaurus-2023"]


def edge_vectors():
    for path in check.vector_files():
        content = records.load(path.read_text(encoding="utf-8"))
        for vector in content["vectors"]:
            is_edge = any(content["notes"][flag]["edge"] for flag in vector["flags"])
            if is_edge and "claimants" in vector.get("record", {}):
                yield vector


def exact(record, claimant, key, default):
    if claimant.get(key) is None:
        return default
    return records.converted(records.value_of(claimant[key]), record.get("numbers", "exact"))


def hadoop_record(record):
    posed = {"total": record["total"], "claimants": record["claimants"]}
    if record.get("numbers", "exact") != "exact":
        keys = ("weight", "min_share", "max_share", "demand")
        posed["claimants"] = [
            {key: str(exact(record, claimant, key, None)) if key in keys and value is not None
             else value for key, value in claimant.items()} for claimant in record["claimants"]]
        posed["total"] = str(exact(record, record, "total", None))
    return posed


def pools_of(record):
    """(name, weight, minimum, maximum or None), exactly."""
    for index, claimant in enumerate(record["claimants"]):
        bounds = [exact(record, claimant, key, None) for key in ("max_share", "demand")]
        known = [bound for bound in bounds if bound is not None]
        yield (f"p{index}", exact(record, claimant, "weight", Fraction(1)),
               exact(record, claimant, "min_share", Fraction(0)), min(known) if known else None)


def scalar_record(record, total):
    children = []
    for name, weight, minimum, maximum in pools_of(record):
        demand = 1 if maximum is None else maximum / total
        children.append({"name": name, "weight": str(weight),
                         "min_share_ratio": str(minimum / total),
                         "children": [{"name": "op", "demand_ratio": str(demand)}]})
    return {"tree": {"name": "root", "children": children}}


def vector_record(record, total):
    children = []
    for name, weight, minimum, maximum in pools_of(record):
        demand = total if maximum is None else maximum
        children.append({"name": name, "weight": str(weight),
                         "strong_guarantee_resources": {"cpu": str(minimum)},
                         "children": [{"name": "op", "demand": {"cpu": str(demand)}}]})
    return {"total_resource_limits": {"cpu": str(total)},
            "tree": {"name": "root", "children": children}}


def posed_to(scheduler, record):
    """The record for that scheduler; None if it cannot be posed, since it would need ratios of 0."""
    if scheduler in HADOOP:
        return hadoop_record(record)
    total = exact(record, record, "total", None)
    if total == 0 or any(name.find("/") >= 0 for name, *_ in pools_of(record)):
        return None
    return scalar_record(record, total) if scheduler in SCALAR else vector_record(record, total)


def ask(command, scheduler, posed):
    text = "".join(records.dump(record) + "\n" for record in posed)
    done = subprocess.run([command, "solve", "--scheduler", scheduler], input=text,
                          capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert len(lines) == len(posed), (scheduler, len(lines), done.stderr[-1000:])
    return [json.loads(line, parse_int=Token, parse_float=Token) for line in lines]


def rounded(number):
    """Ten digits of a number, which may be too large for a double."""
    with localcontext() as context:
        context.prec = 10
        number = Fraction(number)
        decimal = (Decimal(number.numerator) / Decimal(number.denominator)).normalize()
    return f"{decimal:f}" if -6 < decimal.adjusted() < 15 else f"{decimal:e}"


def share_texts(scheduler, answer, record):
    if scheduler in HADOOP:
        return [str(share) for share in answer["shares"]]
    total = exact(record, record, "total", None)
    count = len(record["claimants"])
    return [rounded(Fraction(answer["shares"][f"/p{index}"]) * total) for index in range(count)]


def is_exact(scheduler, texts, expected):
    """Whether they are equal to the last unit or bit; YTsaurus's ratios, which are multiplied by the total, to ten digits."""
    shares = expected["exact"].get("shares")
    if shares is None or "NaN" in texts:
        return False
    if scheduler not in HADOOP:
        return texts == [rounded(share) for share in shares]
    if scheduler == "mr1":
        return [float(text) for text in texts] == [
            records.nearest_double(Fraction(share)) for share in shares]
    return [Fraction(text) for text in texts] == [Fraction(share) for share in shares]


def answer_text(scheduler, answer, vector):
    if "error" in answer:
        return f"refused, {answer['error']['code']}"
    outcome = answer["outcome"]
    if "shares" not in answer:
        return outcome
    texts = share_texts(scheduler, answer, vector["record"])
    if outcome == "shares" and is_exact(scheduler, texts, vector["expected"]):
        return "="
    runs = [(text, len(list(run))) for text, run in itertools.groupby(texts)]
    listed = ", ".join(text if count == 1 else f"{count} × {text}" for text, count in runs)
    listed = listed or "nothing"
    return listed if outcome == "shares" else f"{outcome}: {listed}"


def contents(command):
    vectors = list(edge_vectors())
    result = {vector["id"]: {} for vector in vectors}
    for scheduler in NAMES:
        posed = [(vector, posed_to(scheduler, vector["record"])) for vector in vectors]
        asked = [(vector, record) for vector, record in posed if record is not None]
        answers = ask(command, scheduler, [record for _, record in asked])
        for (vector, _), answer in zip(asked, answers):
            result[vector["id"]][scheduler] = answer_text(scheduler, answer, vector)
    lines = [f"{json.dumps(id)}: {json.dumps(row, ensure_ascii=False)}"
             for id, row in result.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main():
    command = sys.argv[1]
    if sys.argv[2:] != ["--check"]:
        FILE.write_text(contents(command), encoding="utf-8")
        return 0
    if FILE.exists() and FILE.read_text(encoding="utf-8") == contents(command):
        return 0
    print("vectors/schedulers.json is stale: run vectors/schedulers.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())

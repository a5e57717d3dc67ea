#!/usr/bin/env python3
"""Does the program extracted from the Coq proof answer the vectors as they expect?

oracle_test.py COMMAND ORACLE

COMMAND (fairshare) restates each vector's record in exact numbers; ORACLE divides it. Trees, and records that are refused, are
left out. The expected answer is in the vector.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def vectors():
    for path in sorted((ROOT / "vectors").glob("*.json")):
        content = json.loads(path.read_text(), parse_float=str, parse_int=str)
        for vector in content.get("vectors", []):
            expected = vector.get("expected", {}).get("exact")
            if expected and expected.get("outcome") in ("allocation", "overcommitted", "surplus"):
                yield f"{path.name}: {vector.get('id')}", vector, expected


def restated(command, line):
    run = subprocess.run([command, "solve", "--certificate"], input=line, capture_output=True, text=True)
    answer = json.loads(run.stdout) if run.returncode == 0 and run.stdout else None
    is_flat = answer and "error" not in answer and isinstance(answer.get("certificate"), dict)
    return answer if is_flat and "claimants" in answer else None


def question(record):
    rows = [record["total"]]
    for one in record["claimants"]:
        rows.append(f"{one['weight']} {one['min_share']} {one.get('max_share', '-')}")
    return ";".join(rows)


def answer_of(expected, ratio):
    if expected["outcome"] == "overcommitted":
        return f"overcommitted {expected['excess']}"
    if expected["outcome"] == "surplus":
        return f"surplus {expected['unclaimed']}"
    return " ".join(["allocation", ratio, *expected["shares"]])


def main(command, oracle):
    asked, failed = 0, 0
    for name, vector, expected in vectors():
        record = restated(command, json.dumps(vector["record"]))
        if record is None:
            continue
        run = subprocess.run([oracle], input=question(record) + "\n", capture_output=True, text=True)
        said = run.stdout.strip()
        asked += 1
        if said != answer_of(expected, (said.split() + ["", ""])[1]):
            failed += 1
            print(f"{name}: expected {expected}, the oracle says: {said[:300]}")
    print(f"{asked} vectors, {failed} answered otherwise")
    return 0 if asked > 0 and failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))

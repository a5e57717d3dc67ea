#!/usr/bin/env python3
"""--set on a scheduler's record gives the fair shares of the record with that number changed.

    what_if_test.py FAIRSHARE

Changes one number in each of some recorded problems of every scheduler, once by --set and once in the record, which
`solve --fair` then answers; both must give the same shares or both refuse.
"""
import glob
import json
import os
import random
import subprocess
import sys
from fractions import Fraction

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EACH = 80  # problems of each scheduler
LEAST = 400  # compared in all


def recorded():
    """Flat records of one resource, some of each scheduler."""
    of_scheduler = {}
    for path in sorted(glob.glob(os.path.join(ROOT, "vectors", "recorded", "*.ndjson"))):
        with open(path, encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                is_flat = isinstance(record.get("claimants"), list) and not isinstance(record["total"], dict)
                if is_flat and record.get("scheduler", "fair") != "fair" and record["claimants"]:
                    of_scheduler.setdefault(record["scheduler"], []).append(record)
    chosen = random.Random(1)
    return [record for records in of_scheduler.values() for record in chosen.sample(records, min(EACH, len(records)))]


def changed(record, chosen):
    """The record with another number, and the setting that says so."""
    field = chosen.choice(["total", "weight", "min_share", "max_share"])
    value = chosen.choice([0, 1, 3, 10, 500])
    other = json.loads(json.dumps(record))
    if field == "total":
        other["total"] = value
        return other, f"total={value}"
    index = chosen.randrange(len(record["claimants"]))
    other["claimants"][index][field] = value
    name = record["claimants"][index].get("name", str(index))
    return other, f"{name}.{field}={value}"


def answer(command, arguments, record):
    run = subprocess.run([command, *arguments], input=json.dumps(record), capture_output=True, text=True, check=False)
    return json.loads(run.stdout)


def main():
    command = sys.argv[1]
    chosen = random.Random(2)
    compared = 0
    wrong = []
    for record in recorded():
        record = {key: value for key, value in record.items() if key != "shares"}
        other, setting = changed(record, chosen)
        outlook = answer(command, ["verify", "--format", "json", "--set", setting], record)
        before = answer(command, ["solve", "--fair"], record)
        after = answer(command, ["solve", "--fair"], other)
        if "error" in outlook or "error" in after:
            is_right = ("error" in outlook) == ("error" in before or "error" in after)
        elif "shares" in after:
            names = [claim.get("name", str(index)) for index, claim in enumerate(record["claimants"])]
            fair = dict(zip(names, map(Fraction, after["shares"])))
            is_right = fair == {claim["name"]: Fraction(claim["after"]) for claim in outlook["divisions"][0]["claimants"]}
            compared += 1
        else:
            continue  # overcommitted or a surplus, without shares
        if not is_right:
            wrong.append(f"{record['scheduler']} --set {setting}: {json.dumps(record)}")
    for line in wrong:
        print(line)
    print(f"{compared} changes compared, {len(wrong)} wrong")
    return 1 if wrong or compared < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Does the command compute what the real schedulers computed?

recorded_test.py COMMAND    replays vectors/recorded/ and compares

  - Hadoop (mr1 and YARN): outcome and shares, bit for bit;
  - ytsaurus-2019 and ytsaurus-2018: fair_share_ratio of every path, within 1e-9, in the category
    "extreme" within 1e-6; with --details every recorded field of 2019 as well;
  - ytsaurus-2023: every recorded field of every path within 1e-9;
  - `--fair` on ytsaurus-2019: the recorded exact ratios, where no minimum exceeds its maximum;
  - `verify` on every Hadoop record with shares: as computed by its own release.
"""

import json
import pathlib
import subprocess
import sys
from collections import Counter
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORDED = ROOT / "vectors" / "recorded"
TOLERANCE = {"extreme": 1e-6}  # by category; there the exact value, not the recorded one, is right


def recorded(file):
    return [json.loads(line) for line in (RECORDED / file).open()]


def run(command, records, *options):
    """One answer a record, in their order."""
    text = "".join(json.dumps(record) + "\n" for record in records)
    done = subprocess.run([command, *options], input=text, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(records), (options, len(answers), len(records), done.stderr[:2000])
    for record, answer in zip(records, answers):
        assert answer["id"] == record["id"], (answer, record["id"])
    return answers


def by_scheduler(records):
    groups = {}
    for record in records:
        groups.setdefault(record["scheduler"], []).append(record)
    return groups


class Failures(list):
    def expect(self, is_good, *what):
        if not is_good:
            self.append(what)


def hadoop(command, failures, counts):
    for scheduler, records in by_scheduler(recorded("hadoop.ndjson")).items():
        for record, answer in zip(records, run(command, records, "solve", "--scheduler", scheduler)):
            same = answer.get("outcome") == record["outcome"]
            same = same and answer.get("shares") == record.get("shares")
            failures.expect(same, record["id"], answer, record.get("shares"))
            counts[scheduler] += same
        judged = [record for record in records if record["outcome"] in ("shares", "overflow")]
        for record, verdict in zip(judged, run(command, judged, "verify", "--format", "json")):
            failures.expect(verdict.get("as_computed") is True, record["id"], verdict)
            counts[scheduler + " " + verdict["verdict"]] += 1


def same_number(actual, expected, tolerance):
    if expected is None or actual is None or isinstance(expected, str):
        return actual == expected
    return abs(actual - expected) <= tolerance


def same_field(actual, expected, tolerance):
    if isinstance(expected, dict):
        return (isinstance(actual, dict) and actual.keys() == expected.keys() and
                all(same_number(actual[key], expected[key], tolerance) for key in expected))
    return same_number(actual, expected, tolerance)


def compare_details(failures, counts, record, answer, tolerance):
    expected = record["expected"]["shares"]
    failures.expect(answer.get("shares", {}).keys() == expected.keys(), record["id"], "paths")
    for path, fields in expected.items():
        failures.expect(
            same_number(answer["shares"].get(path), fields["fair_share_ratio"], tolerance),
            record["id"], path, answer["shares"].get(path), fields["fair_share_ratio"])
        for field, value in fields.items():
            actual = answer["details"].get(path, {}).get(field)
            is_good = same_field(actual, value, tolerance)
            failures.expect(is_good, record["id"], path, field, actual, value)
            counts[record["scheduler"] + " fields"] += 1
            counts[record["scheduler"] + " fields to the last bit"] += actual == value
    for count in ("alerts", "errors", "warnings"):
        if count in record["expected"]:
            failures.expect(answer.get(count) == record["expected"][count], record["id"], count,
                            answer.get(count), record["expected"][count])


def ytsaurus(command, failures, counts):
    groups = by_scheduler(recorded("ytsaurus.ndjson"))
    for scheduler, records in groups.items():
        options = ("solve", "--scheduler", scheduler, "--format", "json", "--details")
        for record, answer in zip(records, run(command, records, *options)):
            tolerance = TOLERANCE.get(record["category"], 1e-9)
            compare_details(failures, counts, record, answer, tolerance)
    records = groups["ytsaurus-2019"]
    for record, answer in zip(records, run(command, records, "solve", "--scheduler", "ytsaurus-2018")):
        tolerance = TOLERANCE.get(record["category"], 1e-9)
        for path, value in record["expected_2018_03_fair_share_ratio"].items():
            failures.expect(same_number(answer["shares"].get(path), value, tolerance), "2018",
                            record["id"], path, answer["shares"].get(path), value)
            counts["ytsaurus-2018 shares"] += 1
    ordinary = [record for record in records
                if "exact_fair_share_ratio" in record and not record["any_l_gt_u"]]
    for record, answer in zip(ordinary, run(command, ordinary, "solve", "--fair")):
        for path, value in record["exact_fair_share_ratio"].items():
            actual = answer.get("shares", {}).get(path)
            is_good = actual is not None and abs(Fraction(actual) - Fraction(value)) <= 1e-15
            failures.expect(is_good, "fair", record["id"], path, actual, value)
            counts["ytsaurus-2019 exact shares"] += 1


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    failures, counts = Failures(), Counter()
    hadoop(command, failures, counts)
    ytsaurus(command, failures, counts)
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    for failure in failures[:20]:
        print("FAILED:", *failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

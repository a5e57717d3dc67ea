#!/usr/bin/env python3
"""Does the command compute what the real schedulers computed?

recorded_test.py COMMAND    replays vectors/recorded/ and compares

  - Hadoop (mr1 and YARN): outcome and shares, bit for bit; its trees and what is to be preempted likewise;
  - ytsaurus-2019 and ytsaurus-2018: fair_share_ratio of every path, within 1e-9, in the category
    "extreme" within 1e-6; with --details every recorded field of 2019 as well;
  - ytsaurus-2023: every recorded field of every path within 1e-9; with integral guarantees every part
    of a share, and `verify` finds them fair and as computed;
  - `--fair` on ytsaurus-2019: the recorded exact ratios, where no minimum exceeds its maximum;
  - `verify` on every Hadoop record and tree with shares: as computed by its own release;
  - apf, koordinator, koordinator_pre2876, volcano, kai and armada: outcome, error and shares (apf within
    1e-9 of the total, Volcano within 1e-6 of it and its recorded spread, KAI one of the answers, the others
    and all that are "complete" exactly), `--fair` exactly, and `verify`: unfair are those records
    that are farther from fair, by the recorded fractions, than the release's resolution, and no others;
  - volcano with several resources: every answer that was seen in 16 runs is one of the model's, and `verify`
    says so of each.
"""

import json
import pathlib
import subprocess
import sys
from collections import Counter
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "vectors" / "recorded"
TOLERANCE = {"extreme": 1e-6}  # by category; here the exact value is right, not the recorded one


def recorded(file):
    return [json.loads(line) for line in (RECORDED / file).open()]


def run(command, records, *options):
    """One answer per record, in their order."""
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


def is_recorded(actual, expected):
    """Whether everything that was recorded is there: amounts by path, and by resource."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(
            name in actual and is_recorded(actual[name], value) for name, value in expected.items())
    return actual == expected


def trees(command, failures, counts):
    groups = {}
    for record in recorded("hadoop_trees.ndjson"):
        groups.setdefault((record["scheduler"], record.get("category")), []).append(record)
    for (scheduler, category), records in groups.items():
        options = ("--steady",) if category == "steady" else ()
        computed = run(command, records, "solve", "--scheduler", scheduler, *options)
        for record, answer in zip(records, computed):
            outcome = answer.get("outcome")  # a release does not notice that an integer wraps
            same = ("shares" if outcome == "overflow" else outcome) == record["outcome"]
            same = same and is_recorded(answer.get("shares"), record.get("shares"))
            failures.expect(same, record["id"], answer, record.get("shares"))
            counts[f"{scheduler} {category or ''} trees"] += same
        judged = [record for record in records if record["outcome"] == "shares"]
        for record, verdict in zip(judged, run(command, judged, "verify", "--format", "json", *options)):
            if "error" in verdict:  # nothing fair to judge by: a negative weight, or no division by weights
                failures.expect(verdict["error"]["code"] in ("FS011", "FS104"), record["id"], verdict)
                continue
            failures.expect(verdict.get("as_computed") is True, record["id"], verdict)
            counts[f"{scheduler} {category or ''} trees as computed"] += 1


def preemption(command, failures, counts):
    records = recorded("hadoop_preemption.ndjson")
    snapshots = [{"id": record["id"], **record["snapshot"]} for record in records]
    for record, answer in zip(records, run(command, snapshots, "preempt", "--format", "json")):
        amounts = {starved["claimant"]: starved["reclaim"] for starved in answer["starved"] if starved["reclaim"]}
        failures.expect(amounts == record["to_preempt"], record["id"], answer, record["to_preempt"])
        counts[record["snapshot"]["scheduler"] + " preemption"] += 1


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


PARTS = {"fair_share": "fair_share", "strong": "strong_guarantee", "integral": "integral_guarantee",
         "weight_proportional": "weight_proportional"}


def integral(command, failures, counts):
    records = recorded("ytsaurus_integral.ndjson")
    options = ("solve", "--scheduler", "ytsaurus-2023", "--format", "json", "--details")
    for record, answer in zip(records, run(command, records, *options)):
        expected = record["expected"]
        if "crash" in expected:
            failures.expect(answer.get("outcome") == "error", record["id"], answer)
            continue
        failures.expect(answer.get("errors") == expected["errors"], record["id"], answer.get("errors"))
        for path, shares in expected["shares"].items():
            for name, value in shares.items():
                actual = answer["details"].get(path, {}).get(PARTS[name], {}).get("cpu")
                is_good = same_number(actual, value, 1e-9)
                failures.expect(is_good, record["id"], path, name, actual, value)
                counts["ytsaurus-2023 parts with integral guarantees"] += 1
                counts["ytsaurus-2023 parts with integral guarantees to the last bit"] += actual == value
    computed = [record for record in records if "crash" not in record["expected"]]
    for record in computed:
        record["shares"] = {path: shares["fair_share"] for path, shares in record["expected"]["shares"].items()}
    for record, verdict in zip(computed, run(command, computed, "verify", "--format", "json")):
        is_good = verdict.get("verdict") == "fair" and verdict.get("as_computed") is True
        failures.expect(is_good, record["id"], verdict)


def tolerance_of(record):
    total = Fraction(record["total"])
    if record["scheduler"] == "apf":
        return total / 10**9
    if record["scheduler"] == "volcano":
        return total / 10**6 + Fraction(record.get("order_spread", 0))
    return 0


def is_computed(record, answer):
    if record["outcome"] == "error":
        return answer.get("outcome") == "error" and answer.get("message") == record["error"]
    if answer.get("outcome") not in ("shares", "overflow"):
        return False
    answers = [answer["shares"], *answer.get("alternatives", [])]
    if record["shares"] in answers:
        return True
    if record["scheduler"] != "apf" and answer.get("complete", True):
        return False
    gaps = (abs(Fraction(a) - Fraction(b)) for a, b in zip(answers[0], record["shares"]))
    return len(answers[0]) == len(record["shares"]) and max(gaps) <= tolerance_of(record)


# Of the records with shares: those in which all can be fair, and those of them that are not.
JUDGED = {"apf": (163, 0), "koordinator": (185, 9), "koordinator_pre2876": (185, 7),
          "volcano": (180, 32), "kai": (181, 10), "armada": (200, 0)}


def is_beyond_resolution(record, fair):
    """Whether the shares miss the recorded fractions, or the total, by too much; without using the command."""
    shares = [Fraction(share) for share in record["shares"]]
    total = Fraction(record["total"])
    farthest = max(abs(share - Fraction(other)) for share, other in zip(shares, fair["shares"]))
    scheduler = record["scheduler"]
    if scheduler == "kai":
        held = zip(shares, record["claimants"])
        above = any(share > min([Fraction(claimant["demand"])] +
                                [Fraction(claimant["max_share"])] * (claimant["max_share"] >= 0))
                    for share, claimant in held)
        return farthest >= 1 or above
    if scheduler.startswith("koordinator"):
        return farthest >= 1
    resolution = {"apf": total / 10**9, "armada": Fraction(0.01),
                  "volcano": Fraction(0.1) + total / 2**40}[scheduler]
    return farthest > resolution or sum(shares) - total > resolution


def kubernetes_verdicts(command, failures, counts, scheduler, records):
    records = [record for record in records if record["outcome"] == "shares"]
    judged, unfair = 0, 0
    for record, verdict in zip(records, run(command, records, "verify", "--format", "json")):
        fair = record["fair_if_" + record["rule"]]
        expected = {"overcommitted": "overcommitted", "surplus": "fair"}.get(fair["outcome"])
        if fair["outcome"] == "allocation":
            expected = "unfair" if is_beyond_resolution(record, fair) else "fair"
        failures.expect(verdict.get("verdict") == expected, record["id"], expected, verdict)
        failures.expect(verdict.get("as_computed") is True, record["id"], verdict)
        judged += verdict["verdict"] != "overcommitted"
        unfair += verdict["verdict"] == "unfair"
    counts[scheduler + " judged"] += judged
    counts[scheduler + " unfair"] += unfair
    return judged, unfair


def kubernetes(command, failures, counts):
    for file in ("apf", "koordinator", "volcano", "kai", "armada", "minimal_examples"):
        for scheduler, records in by_scheduler(recorded(file + ".ndjson")).items():
            for record, answer in zip(records, run(command, records, "solve", "--scheduler", scheduler)):
                same = is_computed(record, answer)
                failures.expect(same, record["id"], answer, record.get("shares"))
                counts[scheduler + " computed"] += same
            for record, answer in zip(records, run(command, records, "solve", "--fair")):
                expected = {"id": record["id"], **record["fair_if_" + record["rule"]]}
                failures.expect(answer == expected, record["id"], answer, expected)
                counts[scheduler + " fair"] += answer == expected
            found = kubernetes_verdicts(command, failures, counts, scheduler, records)
            if file != "minimal_examples":
                failures.expect(found == JUDGED[scheduler], scheduler, found)


def volcano_joint(command, failures, counts):
    records = recorded("volcano_joint.ndjson")
    seen = [dict(record, shares=shares) for record in records
            for shares in [record["shares"], *record.get("alternatives", [])]]
    answers = run(command, seen, "solve", "--scheduler", "volcano")
    verdicts = run(command, seen, "verify", "--format", "json")
    for record, answer, verdict in zip(seen, answers, verdicts):
        computed = [answer["shares"], *answer.get("alternatives", [])]
        same = record["shares"] in computed and verdict.get("as_computed") is True
        failures.expect(same, record["id"], record["shares"], answer, verdict)
        divided = [division.get("resource") for division in verdict["divisions"]]
        failures.expect(divided == list(record["total"]), record["id"], divided)
        counts["volcano, several resources"] += same
    failures.expect(len(seen) == 226, "answers seen", len(seen))


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    failures, counts = Failures(), Counter()
    hadoop(command, failures, counts)
    trees(command, failures, counts)
    preemption(command, failures, counts)
    ytsaurus(command, failures, counts)
    integral(command, failures, counts)
    kubernetes(command, failures, counts)
    volcano_joint(command, failures, counts)
    for name, count in sorted(counts.items()):
        print(f"{name}: {count}")
    for failure in failures[:20]:
        print("FAILED:", *failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

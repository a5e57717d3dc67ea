#!/usr/bin/env python3
"""Does the command judge what the real schedulers returned as it should?

recorded_test.py COMMAND    verifies vectors/recorded/; recorded_test.cpp replays it

  - Hadoop (mr1 and YARN), its trees too: as computed by its own release;
  - apf, koordinator, koordinator_pre2876, volcano, kai and armada: as computed; unfair are those records that are
    farther from fair, by the recorded fractions, than the release's resolution, and no others;
  - volcano with several resources: as computed, each answer that was seen in 16 runs.
"""

import json
import pathlib
import subprocess
import sys
from collections import Counter
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RECORDED = ROOT / "vectors" / "recorded"


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
        judged = [record for record in records if record["outcome"] in ("shares", "overflow")]
        for record, verdict in zip(judged, run(command, judged, "verify", "--format", "json")):
            failures.expect(verdict.get("as_computed") is True, record["id"], verdict)
            counts[scheduler + " " + verdict["verdict"]] += 1


def trees(command, failures, counts):
    groups = {}
    for record in recorded("hadoop_trees.ndjson"):
        groups.setdefault((record["scheduler"], record.get("category")), []).append(record)
    for (scheduler, category), records in groups.items():
        options = ("--steady",) if category == "steady" else ()
        judged = [record for record in records if record["outcome"] == "shares"]
        for record, verdict in zip(judged, run(command, judged, "verify", "--format", "json", *options)):
            if "error" in verdict:  # nothing fair to judge by: a negative weight, or no division by weights
                failures.expect(verdict["error"]["code"] in ("FS011", "FS104"), record["id"], verdict)
                continue
            failures.expect(verdict.get("as_computed") is True, record["id"], verdict)
            counts[f"{scheduler} {category or ''} trees as computed"] += 1


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
            found = kubernetes_verdicts(command, failures, counts, scheduler, records)
            if file != "minimal_examples":
                failures.expect(found == JUDGED[scheduler], scheduler, found)


def volcano_joint(command, failures, counts):
    records = recorded("volcano_joint.ndjson")
    seen = [dict(record, shares=shares) for record in records
            for shares in [record["shares"], *record.get("alternatives", [])]]
    for record, verdict in zip(seen, run(command, seen, "verify", "--format", "json")):
        same = verdict.get("as_computed") is True
        failures.expect(same, record["id"], record["shares"], verdict)
        divided = [division.get("resource") for division in verdict["divisions"]]
        failures.expect(divided == list(record["total"]), record["id"], divided)
        counts["volcano, several resources"] += same
    failures.expect(len(seen) == 226, "answers seen", len(seen))


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    failures, counts = Failures(), Counter()
    hadoop(command, failures, counts)
    trees(command, failures, counts)
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

#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets, one file an input, named by its content.

make_corpus.py FOLDER            makes FOLDER/scheduler_record, FOLDER/snapshot, FOLDER/orchid

Seeds are the recorded vectors without what was expected of them, with the recorded shares as what
was reported, and every JSON object in the examples, the documentation and the tests. Each stands
there once for every first byte that its target knows.
"""

import hashlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BYTES_MAX = 8192  # as run.sh says -max_len
KEPT_ALWAYS = {"id", "scheduler", "total", "claimants", "tree", "shares", "total_resource_limits",
               "node_types"}
TREE_SCHEDULERS = ["mr1", "yarn-2.2", "yarn-2.7", "yarn-3.0", "yarn-3"]
CHOICES = {"scheduler_record": range(8), "snapshot": range(8), "orchid": range(32)}


def objects_in(text):
    """Every JSON object in a text; of nested ones the outermost."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
            yield value
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find("{", end)


def reported(record):
    """A recorded tree with the shares that were expected of it as those that it reports."""
    kept = {key: value for key, value in record.items() if key in KEPT_ALWAYS}
    expected = record.get("expected", {}).get("shares")
    if expected:
        kept["shares"] = {path: fields["fair_share_ratio"] for path, fields in expected.items()
                          if "fair_share_ratio" in fields}
    return kept


def target_of(value):
    if isinstance(value.get("pools"), dict) or "fair_share_info" in value:
        return "orchid"
    if "now" in value and "tree" not in value:
        return "snapshot"
    return "scheduler_record" if "tree" in value or "claimants" in value else None


def seeds():
    """(target, JSON object)"""
    for path in sorted((ROOT / "vectors/recorded").glob("*.ndjson")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield "scheduler_record", reported(json.loads(line))
    files = [*(ROOT / "examples").rglob("*.*json"), *(ROOT / "docs").glob("*.md"),
             *(ROOT / "tests").glob("*_test.cpp")]
    for path in sorted(files):
        for value in objects_in(path.read_text(encoding="utf-8")):
            target = target_of(value)
            if target == "scheduler_record" and "scheduler" not in value:
                for scheduler in TREE_SCHEDULERS if "tree" in value else []:
                    yield target, {"scheduler": scheduler, **value}
            elif target:
                yield target, value


def main():
    folder = Path(sys.argv[1])
    for target in CHOICES:
        (folder / target).mkdir(parents=True, exist_ok=True)
    for target, value in seeds():
        text = json.dumps(value, separators=(",", ":")).encode()
        if len(text) >= BYTES_MAX:
            continue
        for choice in CHOICES[target]:
            seed = bytes([choice]) + text
            (folder / target / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)


if __name__ == "__main__":
    main()

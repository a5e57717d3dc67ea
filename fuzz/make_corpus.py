#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets, one file an input, named by its content.

make_corpus.py FOLDER [--most N] [TARGET...]    makes FOLDER/TARGET for those, or for all

Text seeds are the vectors, the recorded vectors with the recorded shares as what was reported, and
every JSON object and XML file in the examples, the documentation and the tests. Each stands there
once for every first byte that its target knows. Problem seeds are the vectors once more, as the
bytes from which fuzz/targets/problems.h makes just that problem, and some bytes for each family.

--most N keeps N of each target's seeds, the same ones every time.
"""

import argparse
import hashlib
import json
import re
import struct
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KEPT_ALWAYS = {"id", "scheduler", "total", "claimants", "tree", "shares", "total_resource_limits",
               "node_types"}
TREE_SCHEDULERS = ["mr1", "yarn-2.2", "yarn-2.7", "yarn-3.0", "yarn-3"]
FIRST_BYTES = {"scheduler_record": range(8), "snapshot": range(8), "orchid": range(32)}
FAMILIES = 16  # of the adversary; the byte after the last one stands for raw numbers
# The fields of a YARN response that affect shares; all of its fields would be too long.
RESPONSE_FIELDS = {"scheduler", "schedulerInfo", "type", "rootQueue", "childQueues", "queue",
                   "queueName", "schedulingPolicy", "numActiveApps", "fairResources",
                   "steadyFairResources", "minResources", "maxResources", "clusterResources",
                   "memory", "vCores"}
ANSWERS = [
    '{"name":"mine","version":"1.2","scheduler":"fair"}',
    '{"name":"a","numbers":"double","relative":1e-9,"rounding":"down","within":"1/2","trees":true}',
    '{"name":"a","language":"C","homepage":"https://example.org/","comment":{"any":[1]}}',
    '{"seq":7,"shares":[33,"100/3",1e-9,-0.5]}',
    '{"seq":18446744073709551615,"shares":[]}',
    '{"seq":7,"skipped":"no trees here"}',
    '{"seq":7,"error":"out of bounds"}',
    '{"seq":7,"shares":["NaN",NaN]}',
]


def targets():
    """{name: the longest input}"""
    lines = (ROOT / "fuzz/targets/targets.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {row[0]: int(row[1]) for row in rows}


# What the tree of files says


def objects_in(text):
    """(JSON object, its text), for each outermost object in a text."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
            yield value, text[at:end]
        except (ValueError, RecursionError):
            end = at + 1
        at = text.find("{", end)


def read(pattern):
    return [path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern))]


def written_objects():
    """The objects in the examples, the documentation and the tests; and each vector's record."""
    for pattern in ["examples/**/*.*json", "docs/*.md", "tests/*_test.cpp"]:
        for text in read(pattern):
            yield from objects_in(text)
    for path in sorted(ROOT.glob("vectors/*.json")):
        # Numbers keep their text: 1e400, 0.10.
        text = path.read_text(encoding="utf-8")
        for match in re.finditer(r'"record"\s*:\s*(?={)', text):
            yield next(objects_in(text[match.end():]))


def reported(record):
    """A recorded tree that reports the shares that were expected of it."""
    kept = {key: value for key, value in record.items() if key in KEPT_ALWAYS}
    expected = record.get("expected", {}).get("shares")
    if expected:
        kept["shares"] = {path: fields["fair_share_ratio"] for path, fields in expected.items()
                          if "fair_share_ratio" in fields}
    return kept


# Problems as bytes: see Choices and raw_problem.


def double(number):
    """The bytes of a decision for these bits; ValueError if no double equals the number."""
    exact = Fraction(number) if isinstance(number, str) else number
    nearest = float(exact)
    if Fraction(nearest) != Fraction(exact) or nearest < 0:
        raise ValueError("no double")
    return b"\0" + struct.pack(">d", nearest)


def problem(record):
    """The bytes for a flat record; ValueError, TypeError or KeyError if there are none."""
    claimants = record["claimants"]
    text = bytes([FAMILIES, len(claimants)])
    for one in claimants:
        if one.get("demand") is not None:
            raise ValueError("problems have no demands")
        maximum = one.get("max_share")
        text += double(one.get("weight", 1)) + b"\1" + double(one.get("min_share", 0))
        text += b"\0" if maximum is None else b"\1" + double(maximum)
    return text + b"\0" + double(record["total"])


def problems():
    for family in range(FAMILIES + 1):
        for number in range(12):
            yield bytes([family]) + hashlib.sha256(bytes([family, number])).digest() * (1 + number)
    for value, _ in written_objects():
        try:
            yield problem(value)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, ZeroDivisionError):
            continue


def decisions(first_bytes):
    for number in range(first_bytes):
        for length in (4, 32, 96):
            yield bytes([number]) + hashlib.sha256(bytes([number, length])).digest() * (length // 4)


# The seeds of each target


def record_texts():
    for value, text in written_objects():
        if "claimants" in value or "tree" in value:
            yield text


def scheduler_records():
    for text in read("vectors/recorded/*.ndjson"):
        for line in text.splitlines():
            yield "scheduler_record", reported(json.loads(line))
    for value, _ in written_objects():
        target = target_of(value)
        if target == "scheduler_record" and "scheduler" not in value:
            for scheduler in TREE_SCHEDULERS if "tree" in value else []:
                yield target, {"scheduler": scheduler, **value}
        elif target:
            yield target, value


def target_of(value):
    if isinstance(value.get("pools"), dict) or "fair_share_info" in value:
        return "orchid"
    if "now" in value and "tree" not in value:
        return "snapshot"
    return "scheduler_record" if "tree" in value or "claimants" in value else None


def brief(response):
    if isinstance(response, list):
        return [brief(value) for value in response]
    if isinstance(response, dict):
        return {key: brief(response[key]) for key in response if key in RESPONSE_FIELDS}
    return response


def yarn():
    responses = [""]
    for value, text in written_objects():
        if isinstance(value.get("scheduler"), dict):
            responses += [text, json.dumps(brief(value), separators=(",", ":"))]
    files = read("examples/**/*.xml")
    for text in read("tests/*_test.cpp"):
        files += re.findall(r'R"\((\s*<.*?)\)"', text, re.DOTALL)
    for options in (0, 1, 2, 5, 17):
        for response in responses:
            yield bytes([options]) + response.encode()
        for number, file in enumerate(files):
            response = responses[number % len(responses)]
            yield bytes([options]) + response.encode() + b"\0" + file.encode()
            yield bytes([options]) + b"\0" + file.encode()


def cluster_dumps():
    """The examples: whole, and each object alone, with the metrics and without."""
    for folder in sorted((ROOT / "examples/kubernetes").iterdir()):
        metrics = "".join(
            line for line in (folder / "metrics.txt").read_text().splitlines(True)
            if not line.startswith("#")) if (folder / "metrics.txt").exists() else ""
        for file in sorted(folder.glob("*.json")) + sorted(folder.glob("*.yaml")):
            text = file.read_text()
            if file.suffix == ".json":
                parts = [json.dumps(item) for item in json.loads(text)["items"]]
            else:
                parts = re.split(r"^---\n", text, flags=re.MULTILINE)
                parts += re.split(r"^items:\n|^- ", text, flags=re.MULTILINE)
            for number, part in enumerate([text, *parts]):
                for byte in (0, 3, 4, 19):
                    yield bytes([(byte + 16 * number) % 256]) + part.encode()
                    yield bytes([byte]) + part.encode() + b"\0" + metrics.encode()


def documents():
    """The examples that fit, except for programs: whole, and without one of their lines."""
    endings = ("", ".conf", ".json", ".txt", ".yaml")
    for path in sorted((ROOT / "examples").rglob("*")):
        if not path.is_file() or path.suffix not in endings or path.stat().st_size > 8000:
            continue
        lines = path.read_text(encoding="utf-8").splitlines(True)
        yield "".join(lines).encode()
        yield from ("".join(lines[:k] + lines[k + 1:]).encode() for k in range(min(len(lines), 60)))


def tables():
    """The example, and what stands in tests as C++ strings: lines that end in \\n."""
    texts = read("examples/tables/*.csv")
    for text in read("tests/formats/records/csv_*_test.cpp"):
        strings = re.findall(r'"((?:[^"\\\n]|\\.)*)"', text)
        texts += [string.encode().decode("unicode_escape") for string in strings if "\\n" in string]
    for text in texts:
        yield from (bytes([byte]) + text.encode() for byte in (0, 1, 3, 4))


def numbers():
    for _, text in written_objects():
        yield from (number.encode() for number in re.findall(r"-?[0-9][0-9.eE/+-]*", text))


def seeds(target):
    if target in ("reference_exact", "certificate", "rounded_shares"):
        yield from problems()
    elif target == "divider":
        known = list(problems())
        for first, second in zip(known, known[1:] + known[:1]):
            size = max(len(first), len(second))
            yield first.ljust(size, b"\0") + second.ljust(size, b"\0")
    elif target == "properties":
        for number, text in enumerate(problems()):
            yield bytes([number % 256]) + text
    elif target == "apportion":
        yield from (b"\1" + text for text in problems())
        yield from (b"\0" + text for text in decisions(32))
    elif target == "models":
        yield from decisions(12)
    elif target == "shrink":
        for number, text in enumerate(problems()):
            yield bytes([number % 4, number // 4 % 64]) + text
    elif target == "numbers":
        yield from numbers()
    elif target == "json":
        yield from (text.encode() for _, text in written_objects())
    elif target == "record":
        yield from (text.encode() for text in record_texts())
    elif target == "plain_answers":
        for number, text in enumerate(record_texts()):
            yield from (bytes([number % 8 + 8 * byte]) + text.encode() for byte in range(12))
            yield b"\0" + text.encode()
    elif target == "yarn":
        yield from yarn()
    elif target == "cluster_dump":
        yield from cluster_dumps()
    elif target == "document":
        yield from documents()
    elif target == "table":
        yield from tables()
    elif target == "c_functions":
        yield from (bytes([byte]) + text.encode() for text in record_texts() for byte in (1, 3, 5, 7))
        infinity = float("inf")
        for columns in ([1, 0, 5], [1, 0, infinity, 2, 0, 30, 3, 60, infinity], [1, 8, 9, 0, 8, 8]):
            yield from (bytes([byte]) + struct.pack(f"{1 + len(columns)}d", 100, *columns) for byte in (0, 2, 4))
    elif target == "answers":
        yield from (bytes([number % 2]) + text.encode() for text in ANSWERS for number in range(2))
    elif target in FIRST_BYTES:
        for whose, value in scheduler_records():
            text = json.dumps(value, separators=(",", ":")).encode()
            yield from (bytes([byte]) + text for byte in FIRST_BYTES[target] if whose == target)


def main():
    longest = targets()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    arguments = parser.parse_args()
    for target in arguments.targets or longest:
        folder = arguments.folder / target
        folder.mkdir(parents=True, exist_ok=True)
        texts = {hashlib.sha256(text).hexdigest()[:16]: text for text in seeds(target)
                 if len(text) <= longest[target]}
        for name in sorted(texts)[:arguments.most]:
            (folder / name).write_bytes(texts[name])


if __name__ == "__main__":
    main()

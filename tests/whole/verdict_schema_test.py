#!/usr/bin/env python3
"""Is every line of `verify --format json` as docs/verdict.schema.json says?

verdict_schema_test.py COMMAND    runs COMMAND over inputs of every kind and checks

  - each line against the schema, and what no schema can say: decimals are the doubles nearest to the
    exact numbers beside them, the verdict is the worst of all divisions, the distance the largest,
    findings name claimants of the line, the exit status follows from the lines;
  - that the schema has no dead fields: each property, and each word of an enum, occurs in some line;
  - that the schema refuses what it should: lines with a field too many, with a wrong word, and more;
  - docs/verdicts.md: its example is what the command prints, its tables have the schema's fields;
  - that `--format junit` of the same inputs is XML with as many cases and failures.

The last line is "N passed, M failed".
"""

import copy
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from fractions import Fraction

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMA = json.loads((ROOT / "docs/verdict.schema.json").read_text("utf-8"))
PAGE = ROOT / "docs/verdicts.md"
EXAMPLES = ROOT / "examples"
KUBERNETES = EXAMPLES / "kubernetes"
RECORDED = ROOT / "vectors/recorded"
ROUNDINGS = ["exact", "written", "double", "float", "nearest", "down", "apportioned"]
UNITS = ["hamilton", "webster", "dhondt", "adams"]

if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)


class Tally:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def expect(self, is_right, what, *shown):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right and self.failed <= 20:
            print("FAILED", what, *(str(one)[:1000] for one in shown), sep="\n  ")


def dump(record):
    return json.dumps(record, ensure_ascii=False)


class Command:
    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())

    def run(self, arguments, text=None):
        """Exit status and standard output, as bytes."""
        given = {"stdin": subprocess.DEVNULL} if text is None else {"input": text.encode("utf-8")}
        done = subprocess.run([self.path, *map(str, arguments)], capture_output=True, cwd=ROOT, **given)
        return done.returncode, done.stdout

    def ask(self, arguments, text=None):
        return [json.loads(line) for line in self.run(arguments, text)[1].decode("utf-8").split("\n")[:-1]]


# Inputs: arguments after `verify`, and standard input or None


def vector_lines():
    for path in sorted((ROOT / "vectors").glob("*.json")):
        content = json.loads(path.read_text("utf-8"), parse_float=str)
        for vector in content.get("vectors", []):
            line = vector["line"] if "line" in vector else dump(vector["record"])
            yield line.encode(errors="replace").decode()


AWKWARD = ["say \"x\"", "back\\slash", "tab\there", "line\nbreak", "bell\x07", "nul\x00", "delete\x7f",
           "<tag attribute='&'>", "café", "Größe", "очередь", "队列", "🦀", "]]>", " ", ""]  # fmt: skip

BAD = ["", "{", "[]", "7", '{"id":"x"}', '{"id":1,"total":1,"claimants":[{}]}', '{"id":"a","id":"b"}',
       '{"id":"a","total":01,"claimants":[{}],"shares":[1]}',
       '{"id":"a","total":-1,"claimants":[{}],"shares":[1]}',
       '{"id":"a","total":1,"claimants":[{}],"shares":[1],"weight":2}',
       '{"id":"a","total":1,"claimants":[{"min_share":2,"max_share":1}],"shares":[1]}',
       '{"id":"a","total":1,"claimants":[{"name":"x"},{"name":"x"}],"shares":[1,0]}',
       '{"id":"a","total":1,"claimants":[{"name":"x"},{"name":"y"}],"shares":[1]}',
       '{"id":"a","total":1,"claimants":[{}],"shares":[1,2]}',
       '{"id":"a","total":1,"claimants":[{}],"shares":[NaN]}',
       '{"id":"a","total":1e99999,"claimants":[{}],"shares":[1]}',
       '{"id":"a","scheduler":"yarn-9","total":1,"claimants":[{}],"shares":[1]}',
       '{"id":"a","scheduler":"yarn-3","total":1.5,"claimants":[{}],"shares":[1]}',
       '{"id":"a","rounding":"down","total":1,"claimants":[{}],"shares":[0.5]}',
       '{"id":"a","total":1,"tree":[{"children":[{"weight":"x"}]}],"shares":[1,1]}']  # fmt: skip


def made_records():
    """Records of the definition: each finding, trees, huge numbers, awkward names."""
    huge = {"claimants": [{"min_share": "1e400"}, {}], "total": "2e400"}
    records = [
        {"id": "a", "total": 40, "claimants": [{"name": "x"}, {"weight": 2, "max_share": 30}], "shares": ["10", "30"]},
        {"id": 7, "total": 10, "claimants": [{"min_share": 8}, {"min_share": 8}], "shares": [8, 8]},
        {"total": 10, "claimants": [{"max_share": 4}, {"weight": 0, "min_share": 3}], "shares": [4, 3]},
        {"total": 10, "claimants": [{"min_share": 8}, {}], "shares": ["7", "3"]},
        {"total": 10, "claimants": [{"max_share": 2}, {}], "shares": ["3", "7"]},
        {"total": 10, "claimants": [{"weight": 0, "min_share": 2}, {}], "shares": ["-3", "13"]},
        {"total": 10, "claimants": [{"weight": 0, "min_share": 2}, {}], "shares": ["4", "6"]},
        {"total": 10, "claimants": [{}, {}, {}], "shares": [4, 4, 4], "rounding": "down"},
        {"total": 10, "claimants": [{}, {}, {}], "shares": [4, 4, 4], "rounding": "apportioned"},
        {"total": 1, "numbers": "double", "claimants": [{}, {}, {}], "shares": [0.3, 0.3, 0.3]},
        {"total": 10, "claimants": [{"demand": 1}, {}], "shares": [1, 9], "within": "1/3", "relative": 0.01},
        *({"total": 9, "claimants": [{"name": "x"}, {"name": "y"}], "shares": [1, 8], "rounding": units} for units in UNITS),
        {"total": 0, "claimants": [], "shares": []},
        {"id": 10**30, "total": 5, "tree": {"children": [{"name": "b"}, {"name": "c"}]}, "shares": [5, 4, 1]},
        {"total": 90, "tree": [{"name": "p", "children": [{"name": "a", "min_share": 70}]}, {}], "shares": [45, 45, 45]},
        {**huge, "shares": ["1e400", "1e400"]},
        {**huge, "shares": ["-1e400", "3e400"]},
        {**huge, "shares": ["2e400", "0"]},
    ]
    for name in AWKWARD:
        two = [{"name": name + "1"}, {"name": name + "2"}]
        records += [{"id": name, "total": 2, "claimants": two, "shares": shares} for shares in ([1, 1], [2, 0])]
        records.append({"id": name, "total": 2, "claimants": [*two, two[0]], "shares": [1, 1, 0]})
    return records


def flat_records(command, schedulers):
    """What each release computes of a few problems, and the same with one share moved."""
    problems = [
        {"total": 10, "claimants": [{}, {}, {}]},
        {"total": 100, "claimants": [{"min_share": 30}, {"weight": 2, "max_share": 40, "demand": 90}, {"demand": 50}]},
        {"total": 10, "claimants": [{"min_share": 8, "max_share": 9}, {"min_share": 8, "max_share": 9}]},
        {"total": 100, "claimants": [{"max_share": 9, "demand": 5}, {"weight": 0, "min_share": 1, "max_share": 9}]},
        {"total": 10, "claimants": [{"weight": 0, "demand": 10}, {"weight": 0, "demand": 10}]},
    ]
    asked = [{"id": i, "scheduler": name, **p} for i, p in enumerate(problems) for name in schedulers]
    asked += [{"id": "tiers", "scheduler": "kai", "total": 10, "claimants": [{"priority": 2, "demand": 4}, {}, {}]}]
    for name in schedulers:
        own = [record for record in asked if record["scheduler"] == name]
        answers = command.ask(["solve", "--scheduler", name], "\n".join(map(dump, own)) + "\n")
        for record, answer in zip(own, answers, strict=True):
            shares = answer.get("shares") or [1] * len(record["claimants"])
            yield {**record, "shares": [share if share != "NaN" else 0 for share in shares]}
            yield {**record, "shares": [1, *(share if share != "NaN" else 0 for share in shares[1:])]}


YARN_TREE = {"policy": "drf", "children": [
    {"name": "prod", "weight": 2, "min_share": {"memory": 10}, "max_share": {"memory": 60}},
    {"name": "dev", "applications": [{"name": "app1", "demand": {"memory": 1024}}, {"name": "app2", "priority": 3}]}]}
MR1_TREE = [{"name": "prod", "weight": 3, "max_share": {"maps": 36}, "children": [
    {"name": "job1", "priority": "HIGH", "demand": {"maps": 100, "reduces": 4}},
    {"name": "job2", "demand": {"maps": 100}}]}, {"name": "adhoc", "demand": {"maps": 50, "reduces": 30}}]
VECTOR_TREE = {"name": "root", "children": [
    {"name": "A", "weight": 3, "strong_guarantee_resources": {"cpu": 600}, "resource_limits": {"cpu": 900},
     "children": [{"name": "op", "demand": {"cpu": 10000}, "usage": {"cpu": 50}}]},
    {"name": "B", "mode": "fifo", "children": [{"name": "op", "demand": {"cpu": 300}, "weight": 2}]}]}  # fmt: skip


def tree_problems():
    for name in ("yarn-2.2", "yarn-2.5", "yarn-2.7", "yarn-3.0", "yarn-3"):
        yield {"id": name, "scheduler": name, "total": {"memory": 100, "vcores": 10}, "tree": YARN_TREE}
    yield {"id": "mr1", "scheduler": "mr1", "total": {"maps": 40, "reduces": 20}, "tree": MR1_TREE}
    # There is a rule in exact numbers for one resource, none for several.
    several = copy.deepcopy(VECTOR_TREE)
    several["children"][0]["children"][0]["demand"]["memory"] = 500
    limits = {"total_resource_limits": {"cpu": 1000, "memory": 1000}}
    yield {"id": "one", "scheduler": "ytsaurus-2023", **limits, "tree": VECTOR_TREE}
    yield {"id": "several", "scheduler": "ytsaurus-2023", **limits, "tree": several}
    count = Counter()
    for line in (RECORDED / "ytsaurus.ndjson").read_text("utf-8").splitlines():
        record = json.loads(line)
        count[record["scheduler"]] += 1
        if count[record["scheduler"]] <= 12:
            yield record


def tree_records(command):
    for record in tree_problems():
        (answer,) = command.ask(["solve", "--scheduler", record["scheduler"]], dump(record) + "\n")
        shares = answer.get("shares", {})
        yield {**record, "shares": shares}
        leaf = next(reversed(shares), None)
        if leaf is not None:
            other = {key: value + 1 for key, value in shares[leaf].items()} if isinstance(shares[leaf], dict) else 0.9
            yield {**record, "shares": {**shares, leaf: other}}


ORDERED = [
    {"id": "a", "claimants": [{}, {"weight": 2}], "shares": ["10", "20"]},
    {"id": "b", "claimants": [{}, {"weight": 2}], "shares": ["20", "10"]},
    {"id": "c", "claimants": [{"max_share": 10}, {"weight": 2, "max_share": 30}], "shares": ["10", "30"]},
    {"id": "d", "claimants": [{"min_share": 5}, {"max_share": 3}], "shares": [4, 4]},
    {"id": "e", "claimants": [{}, {"max_share": 3}], "shares": ["4", "5"]},
    {"id": "f", "claimants": [{}], "shares": [10], "numbers": "int64", "rounding": "apportioned"},
    {"tree": [{"name": "a", "children": [{}, {"weight": 3}]}, {}], "shares": ["8", "2", "5", "8"]},
    {"claimants": []},
    {"claimants": [{"weight": "x"}], "shares": [1]},
]


def certified(command):
    """Certificates that hold, one of each that does not, and one that cannot be read."""
    records = [
        {"id": "a", "total": 100, "claimants": [{"name": "x"}, {"weight": 2, "max_share": 30}, {"min_share": 60}]},
        {"id": "b", "total": 10, "claimants": [{"min_share": 16}]},
        {"id": "c", "total": 10, "claimants": [{"max_share": 7}]},
        {"total": 100, "tree": [{"name": "a", "children": [{}, {"weight": 3}]}, {"max_share": 20}]},
    ]
    text = "\n".join(map(dump, records)) + "\n"
    for record in command.ask(["solve", "--certificate"], text):
        yield record
        yield {**record, "total": "101"}
        if isinstance(record["certificate"], dict):
            yield {**record, "certificate": {**record["certificate"], "branches": ["at_min"]}}
            branches = ["at_min"] * len(record["claimants"])
            yield {**record, "certificate": {**record["certificate"], "branches": branches}}


def inputs(command, folder):
    def file(name, lines):
        path = folder / name
        path.write_text("".join(line + "\n" for line in lines), "utf-8", newline="")
        return path

    schedulers = [line["name"] for line in command.ask(["schedulers", "--format", "json"])]
    flat = [name for name in schedulers if not name.startswith("ytsaurus")]
    records = EXAMPLES / "records.ndjson"
    made = file("made.ndjson", map(dump, made_records()))
    vectors = file("vectors.ndjson", vector_lines())
    for rounding in ROUNDINGS:
        for one in (records, made, vectors):
            yield ["--rounding", rounding, one], None
    for more in ([], ["--within", "1/2"], ["--relative", "1e-3"], ["--jobs", "2"], ["--exit-zero"]):
        yield [*more, records, made], None
    yield [], records.read_text("utf-8")
    yield ["--scheduler", "yarn-3", records], None
    for path in sorted(RECORDED.glob("*.ndjson")):
        yield [path], None
    yield [file("flat.ndjson", map(dump, flat_records(command, flat)))], None
    trees = file("trees.ndjson", map(dump, tree_records(command)))
    yield [trees], None
    yield [trees, "--steady"], None
    yield [file("bad.ndjson", BAD), folder / "nowhere.ndjson", folder], None
    yield [], ""

    ordered = file("ordered.ndjson", [*map(dump, ORDERED), *map(dump, made_records()), *BAD])
    for more in ([], ["--within", "5"], ["--rounding", "double"], ["--rounding", "down"]):
        yield ["--ordering", *more, ordered, vectors, records], None
    certificates = file("certificates.ndjson", [*map(dump, certified(command)), *BAD])
    yield ["--certificate", certificates], None

    for name in ("scheduler.json", "scheduler-mended.json"):
        response, xml = EXAMPLES / "yarn" / name, EXAMPLES / "yarn/fair-scheduler.xml"
        for more in ([], ["--steady"], ["--release", "2.7"], ["--rounding", "nearest"], ["--within", "2"]):
            yield [response, *more], None
            yield [response, "--allocations", xml, *more], None
    for name in ("orchid.json", "orchid-mended.json", "orchid-2023.json"):
        for more in ([], ["--scheduler", "ytsaurus-2018"], ["--rounding", "exact"], ["--within", "1e-9"]):
            yield [EXAMPLES / "ytsaurus" / name, *more], None
    volcano, koordinator = KUBERNETES / "volcano", KUBERNETES / "koordinator"
    kai, apf = KUBERNETES / "kai", KUBERNETES / "apf"
    gpus = ["--total", "nvidia.com/gpu=16"]
    dumps = [
        [volcano / "queues.json", "--metrics", volcano / "metrics.txt", "--total", "cpu=100", "--total", "memory=512Gi", *gpus],
        [volcano / "queues.json", "--total", "cpu=100"],
        [koordinator / "quotas.yaml"],
        [koordinator / "quotas.yaml", "--total", "cpu=96", "--total", "memory=384Gi", "--total", "nvidia.com/gpu=4"],
        [kai / "queues.yaml", "--metrics", kai / "metrics.txt", *gpus],
        [kai / "queues.yaml", "--metrics", kai / "metrics.txt"],
        [apf / "levels.yaml", "--metrics", apf / "metrics.txt"],
    ]  # fmt: skip
    for arguments in dumps:
        for more in ([], ["--rounding", "exact"], ["--rounding", "nearest"], ["--within", "1"]):
            yield [*arguments, *more], None
    yield [koordinator / "quotas.yaml", "--scheduler", "koordinator_pre2876", "--total", "cpu=96"], None


# The schema


def kind_of(line):
    """error, warning or verdict"""
    return next((kind for kind in ("error", "warning") if kind in line), "verdict")


class Checked:
    """The schema, and which of its properties and words have been seen."""

    def __init__(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        self.validator = jsonschema.Draft202012Validator(SCHEMA)
        # Checked by the kind of the line, so that an error says more than that no kind fits.
        self.kinds = {
            kind: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})
            for kind in ("verdict_line", "error_line", "warning_line")
        }
        self.seen = set()

    def error(self, line):
        kind = f"{kind_of(line)}_line"
        found = jsonschema.exceptions.best_match(self.kinds[kind].iter_errors(line))
        if found is None:
            self.note(kind, SCHEMA["$defs"][kind], line)
            return None
        return f"{'/'.join(map(str, found.absolute_path))}: {found.message[:300]}"

    def note(self, name, schema, value):
        if "$ref" in schema:
            name = schema["$ref"].split("/")[-1]
            self.note(name, SCHEMA["$defs"][name], value)
        if isinstance(value, str) and value in schema.get("enum", []):
            self.seen.add((name, value))
        for part in schema.get("anyOf", []):
            self.note(name, part, value)
        if isinstance(value, dict):
            for key, inner in schema.get("properties", {}).items():
                if key in value:
                    self.seen.add((name, key))
                    self.note(f"{name}.{key}", inner, value[key])
        if isinstance(value, list):
            for one in value:
                self.note(name, schema.get("items", {}), one)


def named_by(schema, name):
    """Properties and words of the definitions, except for those that only restrict others."""
    for word in schema.get("enum", []):
        yield name, word
    for part in schema.get("anyOf", []):
        yield from named_by(part, name)
    for key, inner in schema.get("properties", {}).items():
        yield name, key
        yield from named_by(inner, f"{name}.{key}")
    if "items" in schema:
        yield from named_by(schema["items"], name)


def definitions():
    return {name: one for name, one in SCHEMA["$defs"].items() if not name.startswith("only_of_")}


def nearest_double(exact):
    number = Fraction(exact)
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def pairs_of(line):
    """Pairs of exact numbers and the decimals next to them."""
    for finding in line["findings"]:
        for both in finding["numbers"].values():
            yield both["exact"], both["decimal"]
    for division in line.get("divisions", []):
        for claimant in division["claimants"]:
            if "fair" in claimant:
                yield claimant["fair"], claimant["fair_decimal"]


def worst_of(verdicts):
    for worst in ("unfair", "overcommitted", "inconsistent"):
        if worst in verdicts:
            return worst
    return verdicts[0]


def complaint_about(line):
    """What is wrong with a verdict line that the schema accepts."""
    for exact, decimal in pairs_of(line):
        if nearest_double(exact) != float(decimal):
            return f"{decimal} is not the double nearest to {exact}"
    divisions = line.get("divisions", [])
    if divisions:
        if line["verdict"] != worst_of([division["verdict"] for division in divisions]):
            return "the verdict is not the worst of the divisions'"
        distances = [Fraction(division["distance"]) for division in divisions if "distance" in division]
        if distances and Fraction(line["distance"]) != max(distances):
            return "the distance is not the largest"
        names = {claimant["name"] for division in divisions for claimant in division["claimants"]}
        for finding in line["findings"]:
            if not {finding.get("claimant"), finding.get("with")} <= names | {None}:
                return "a finding names another claimant than those of the divisions"
        if any("computed" in division for division in divisions) and "scheduler" not in line:
            return "a model was asked, and it is not said which"
    return None


def without_warnings(lines):
    return [line for line in lines if kind_of(line) != "warning"]


def status_of(lines, arguments):
    lines = without_warnings(lines)
    if any("error" in line for line in lines):
        return 2
    words = [line["verdict"] for line in lines]
    words += [division["verdict"] for line in lines for division in line.get("divisions", [])]
    return 1 if {"unfair", "inconsistent", "refused"} & set(words) and "--exit-zero" not in arguments else 0


# JUnit


def cases_and_failures(lines):
    """How many test cases and failures these lines have."""
    cases, failures = 0, 0
    for line in lines:
        words = [division["verdict"] for division in line.get("divisions", [])] or [line.get("verdict", "error")]
        cases += len(words)
        failures += sum(word not in ("fair", "overcommitted", "consistent", "holds") for word in words)
    return cases, failures


def parsed(output, what, tally):
    """The XML's root; an empty one if it is not XML."""
    try:
        return ElementTree.fromstring(output)
    except ElementTree.ParseError as error:
        tally.expect(False, f"{what}: is XML", error)
        return ElementTree.Element("testsuites")


def check_junit(command, arguments, text, lines, tally):
    lines = without_warnings(lines)
    what = " ".join(map(str, ["verify --format junit", *arguments]))
    status, output = command.run(["verify", "--format", "junit", *arguments], text)
    root = parsed(output, what, tally)
    cases = list(root.iter("testcase"))
    failures = list(root.iter("failure"))
    tally.expect((len(cases), len(failures)) == cases_and_failures(lines), f"{what}: as many cases and failures",
                 (len(cases), len(failures)), cases_and_failures(lines))  # fmt: skip
    tally.expect(status == status_of(lines, arguments), f"{what}: the exit status", status)
    files = {line["error"]["file"] if "error" in line else line["file"] for line in lines}
    tally.expect({case.get("classname") for case in cases} == files, f"{what}: the class is the file", files)
    codes = {line["error"]["code"] for line in lines if "error" in line}
    codes |= {finding["code"] for line in lines for finding in line.get("findings", [])}
    types = {failure.get("type") for failure in failures}
    tally.expect(types <= codes, f"{what}: the types are codes of the lines", types - codes)


def check_awkward_names(command, tally):
    """Names arrive unchanged, except for control characters, which XML cannot contain; an empty id is not a name."""
    records = [{"id": name, "total": 2, "claimants": [{}, {}], "shares": [1, 1]} for name in AWKWARD]
    text = "\n".join(map(dump, records)) + "\n"
    root = parsed(command.run(["verify", "--format", "junit"], text)[1], "awkward names", tally)
    names = [case.get("name") for case in root.iter("testcase")]
    kept = ["".join(one for one in name if one in "\t\n" or one >= " ") or f"-:{line}" for line, name in enumerate(AWKWARD, 1)]
    tally.expect(names == kept, "in JUnit's XML names arrive but for control characters", names, kept)
    answers = command.ask(["verify", "--format", "json"], text)
    tally.expect([answer["id"] for answer in answers] == AWKWARD, "in JSON every name arrives as it is")


# Lines that the schema must refuse


def broken_lines(unfair, error, held, ordered):
    def changed(line, change):
        other = copy.deepcopy(line)
        change(other)
        return other

    def division(line):
        return line["divisions"][0]

    def claimant(line):
        return line["divisions"][0]["claimants"][0]

    changes = {
        "a field too many": lambda line: line.update(extra=1),
        "a field too many in a division": lambda line: division(line).update(extra=1),
        "a field too many in a claimant": lambda line: claimant(line).update(extra=1),
        "a field too many in a finding": lambda line: line["findings"][0].update(extra=1),
        "a number too many": lambda line: line["findings"][0]["numbers"].update(sum={"exact": "1", "decimal": 1}),
        "an unknown number": lambda line: line["findings"][0]["numbers"].update(mean={"exact": "1", "decimal": 1}),
        "a number without its decimal": lambda line: line["findings"][0]["numbers"]["ratio_at_most"].pop("decimal"),
        "a wrong word": lambda line: line.update(verdict="wrong"),
        "the word of another question": lambda line: line.update(verdict="inconsistent"),
        "a wrong rule": lambda line: division(line).update(rule="ceiling"),
        "a wrong standing": lambda line: claimant(line).update(standing="at_rest"),
        "another code than its numbers": lambda line: line["findings"][0].update(code="FS101"),
        "an error's code": lambda line: line["findings"][0].update(code="FS010"),
        "fair with findings": lambda line: line.update(verdict="fair"),
        "unfair without findings": lambda line: line.update(findings=[]),
        "not in lowest terms": lambda line: line.update(distance="20/6/1"),
        "a denominator of 1": lambda line: line.update(distance="3/1"),
        "a leading zero": lambda line: line.update(distance="03"),
        "a decimal for an exact number": lambda line: line.update(distance="3.3"),
        "a number for an exact number": lambda line: line.update(distance=3),
        "a negative distance": lambda line: line.update(distance="-3"),
        "no file": lambda line: line.pop("file"),
        "line 0": lambda line: line.update(line=0),
        "a resource without its queue": lambda line: line.update(resource="cpu"),
        "no divisions": lambda line: line.pop("divisions"),
        "a fair share without its decimal": lambda line: claimant(line).pop("fair_decimal"),
        "false where it is absent": lambda line: division(line).update(to_within_resolution=False),
        "a certificate's outcome": lambda line: line.update(outcome="allocation"),
    }
    for what, change in changes.items():
        yield what, changed(unfair, change)
    yield "an error with a verdict", {**error, "verdict": "fair"}
    yield "an error without a message", changed(error, lambda line: line["error"].pop("message"))
    yield "an error with a wrong code", changed(error, lambda line: line["error"].update(code="E10"))
    yield "a warning with a verdict", {"warning": {"file": "f", "message": "m"}, "verdict": "fair"}
    yield "a warning without a file", {"warning": {"message": "m"}}
    yield "a certificate with divisions", {**held, "divisions": unfair["divisions"]}
    yield "a certificate with a distance", {**held, "distance": "0"}
    yield "a certificate that holds without an outcome", changed(held, lambda line: line.pop("outcome"))
    yield "an ordering with a distance", {**ordered, "distance": "0"}
    yield "an ordering with the ratio of all", {**ordered, "ratio": "1"}
    yield "an object without anything", {}
    yield "no object", []


def check_refusals(command, checked, tally):
    (unfair,) = command.ask(["verify", "--format", "json"], dump(made_records()[0]))
    (error,) = command.ask(["verify", "--format", "json"], BAD[-1])
    (held, *_) = command.ask(
        ["verify", "--certificate", "--format", "json"], "\n".join(map(dump, certified(command)))
    )
    (ordered,) = command.ask(["verify", "--ordering", "--format", "json"], dump(ORDERED[0]))
    for line in (unfair, error, held, ordered):
        tally.expect(checked.validator.is_valid(line), "the line is valid before it is broken", line)
    for what, line in broken_lines(unfair, error, held, ordered):
        tally.expect(not checked.validator.is_valid(line), f"the schema refuses {what}", line)


# The page


def check_page(command, tally):
    text = PAGE.read_text("utf-8")
    shown = re.search(r"```sh\n(.*?)\n```\n.*?```json\n(.*?)\n```", text, re.S)
    words = re.fullmatch(r"echo '(.*)' \|\s+fairshare (.*)", shown[1], re.S)
    (printed,) = command.ask(words[2].split(), words[1] + "\n")
    tally.expect(json.loads(shown[2]) == printed, "the page's example is what the command prints", dump(printed))
    wide = [line for line in text.split("\n") if line.startswith("|") and len(line) >= 200]
    tally.expect(not wide, "no row of a table is too wide", wide)
    fields = {key for one in definitions().values() for key in one.get("properties", {})}
    named = set(re.findall(r"`([a-z_]+)`", text))
    tally.expect(fields <= named, "the page names every field of the schema", fields - named)
    listed = set()
    for rows in re.findall(r"^\| field .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.M):
        listed |= {name for row in rows.split("\n") for name in re.findall(r"`([a-z_]+)`", row.split(" | ")[0])}
    tally.expect(listed and listed <= fields, "and its tables no other", listed - fields)


def main():
    command, checked, tally = Command(sys.argv[1]), Checked(), Tally()
    with tempfile.TemporaryDirectory() as folder:
        for arguments, text in inputs(command, pathlib.Path(folder)):
            what = " ".join(map(str, ["verify --format json", *arguments]))
            status, output = command.run(["verify", "--format", "json", *arguments], text)
            lines = [json.loads(line) for line in output.decode("utf-8").split("\n")[:-1]]
            tally.expect(lines, f"{what}: prints something")
            for line in lines:
                wrong = checked.error(line) or ("verdict" in line and complaint_about(line))
                tally.expect(not wrong, f"{what}: {wrong}", dump(line))
            tally.expect(status == status_of(lines, arguments), f"{what}: the exit status", status)
            check_junit(command, arguments, text, lines, tally)
    for name, one in definitions().items():
        for known in named_by(one, name):
            tally.expect(known in checked.seen, f"the schema's {known[0]}: {known[1]} occurs")
    check_refusals(command, checked, tally)
    check_awkward_names(command, tally)
    check_page(command, tally)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())

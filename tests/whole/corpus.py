"""Inputs for the whole command: records, snapshots, documents and tables, most of them valid, many with something wrong.

characterise.py runs them by two builds, unchanged_test.py compares the answers with recorded ones. The same seed makes
the same corpus.
"""

import json
import random
import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 600  # for one command
BATCH = 100  # records in one file
YARN = ["yarn-2.2", "yarn-2.5", "yarn-2.7", "yarn-3.0", "yarn-3"]
YTSAURUS = ["ytsaurus-2018", "ytsaurus-2019", "ytsaurus-2023"]
KOORDINATOR = ["koordinator", "koordinator_pre2876"]
FLAT = ["mr1", *YARN, "apf", *KOORDINATOR, "volcano", "volcano_pre2553", "kai", "armada"]
FLAT += ["kubefed", "kubeadmiral", "karmada", "balancer", "tikv-pd", "ydb", "htcondor"]
LACKING = {  # fields that a scheduler's records do not have
    "karmada": ["max_share", "demand"], "balancer": ["demand"], "tikv-pd": ["min_share"],
    "ydb": ["min_share"], "htcondor": ["max_share"],
}  # fmt: skip
SCHEDULERS = [*FLAT, *YTSAURUS, "fair"]
PREEMPTING = ["article", "mr1", *YARN[:3], *YTSAURUS[:2]]
ROUNDINGS = ["exact", "written", "double", "float", "nearest", "down", "apportioned"]
WHOLE = ["small", "small", "thousands", "long"]  # styles of numbers
ANY = [*WHOLE, "ratio", "decimal", "fraction", "extreme", "text"]


class Token(str):
    """Text that appears in JSON unchanged: a number, with the digits that were written."""


def load(text):
    return json.loads(text, parse_int=Token, parse_float=Token, parse_constant=Token)


def load_or_none(text):
    try:
        return load(text)
    except ValueError:
        return None


def dump(value):
    if isinstance(value, Token):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(k)}:{dump(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    return json.dumps(value)


JUNK = [None, True, -1, 0, 1, 2**31, 2**63, 10**19, 0.5, "abc", "1/0", "-1/2", "7", "NaN", "fair"]
JUNK += ["yarn-9", "fifo", [], {}, [{}], Token("1e400"), Token("1e-400"), Token("1e999999999")]


# Records without shares


def draw(dice, style):
    """A number of that style."""
    return {
        "small": dice.randint(0, 10),
        "thousands": dice.randint(0, 5000),
        "long": dice.randint(0, 10 ** dice.choice([9, 10, 18, 19])),
        "ratio": round(dice.random(), dice.choice([1, 2, 16])),
        "decimal": Token(f"{dice.uniform(0, 100):.{dice.randint(0, 3)}f}"),
        "fraction": f"{dice.randint(0, 60)}/{dice.randint(1, 12)}",
        "extreme": Token(f"{dice.randint(1, 9)}e{dice.choice([-320, -300, -40, 20, 300, 308])}"),
        "text": str(dice.randint(0, 100)),
    }[style]


def value_of(number):
    return Fraction(str(number))


def some(dice, chance, **fields):
    """Some of the fields, each with that probability."""
    return {key: value for key, value in fields.items() if dice.random() < chance}


def claimant(dice, style, index, scheduler="fair", chance=0.5):
    low, high = sorted((draw(dice, style), draw(dice, style)), key=value_of)
    if dice.random() < 0.03:
        low, high = high, low
    fields = some(dice, 0.7, name="c0" if dice.random() < 0.01 else f"c{index}")
    fields |= some(dice, chance, weight=dice.choice([0, 1, 1, 2, 3, draw(dice, style)]))
    fields |= some(dice, 0.03 if scheduler == "armada" else chance, min_share=low)
    fields |= some(dice, chance, max_share=high, demand=draw(dice, style))
    if scheduler in YARN:
        fields |= some(dice, 0.15, active=False)
    if scheduler in KOORDINATOR:
        fields |= some(dice, 0.15, guarantee=draw(dice, style), lends=False)
    if scheduler in ("kai", "tikv-pd"):
        fields |= some(dice, 0.3, priority=dice.randint(0, 2))
    if scheduler == "kai":
        fields |= some(dice, 0.3, created=dice.randint(0, 5))
    if scheduler == "htcondor":
        fields |= some(dice, 0.5, accepts_surplus=dice.choice([True, True, False]))
        fields |= some(dice, 0.3, name=f"c{dice.randint(0, index)}.{index}")
    lacking = LACKING.get(scheduler, []) if dice.random() < 0.99 else []
    return {key: value for key, value in fields.items() if key not in lacking}


def total_for(dice, claimants, style):
    """Usually between what the claimants must have and what they can have."""
    if dice.random() < 0.1:
        return draw(dice, style)
    least = sum(value_of(one.get("min_share", 0)) for one in claimants)
    most = sum(value_of(one.get("max_share", draw(dice, style))) for one in claimants)
    total = max(0, least + (most - least) * Fraction(dice.randint(-1, 9), 8))
    return int(total) if style in WHOLE and dice.random() < 0.9 else str(total)


def flat_record(dice, scheduler, style):
    count = dice.choice([0, 1, 2, 2, 3, 3, 4, 5, 6, 8, 12, 40])
    claimants = [claimant(dice, style, index, scheduler) for index in range(count)]
    total = 1 if scheduler == "armada" else total_for(dice, claimants, style)
    return {"scheduler": scheduler, "total": total, "claimants": claimants}


def definition_nodes(dice, style, depth):
    nodes = [claimant(dice, style, index, chance=0.3) for index in range(dice.randint(1, 4))]
    for node in nodes:
        if depth > 0 and dice.random() < 0.4:
            node["children"] = definition_nodes(dice, style, depth - 1)
    return nodes


def definition_tree(dice):
    style = dice.choice(ANY)
    nodes = definition_nodes(dice, style, dice.randint(1, 3))
    return {"scheduler": "fair", "total": total_for(dice, nodes, style), "tree": nodes}


def amount(dice, names):
    """An amount of each resource, or just a number if there are no names."""
    if names:
        return {name: amount(dice, []) for name in names}
    return dice.choice([0, 1, dice.randint(0, 20), dice.randint(0, 9000), 2**31 - 1])


def hadoop_fields(dice, names):
    weight = dice.choice([0, 1, 2, 0.5, 3.7])
    bounds = {"min_share": amount(dice, names), "max_share": amount(dice, names)}
    return some(dice, 0.3, weight=weight, **bounds)


def yarn_queue(dice, names, depth, index):
    queue = {"name": f"q{index}"} | hadoop_fields(dice, names)
    queue |= some(dice, 0.3, policy=dice.choice(["fair", "fair", "drf", "fifo"]))
    if depth > 0 and dice.random() < 0.6:
        count = range(dice.randint(0, 4))
        queue["children"] = [yarn_queue(dice, names, depth - 1, child) for child in count]
    elif dice.random() < 0.5:
        job = {"demand": amount(dice, names), "priority": dice.randint(0, 4), "runnable": False}
        queue["applications"] = [some(dice, 0.5, **job) for _ in range(dice.randint(0, 3))]
    else:
        queue |= some(dice, 0.2, active=False)
    return queue


def yarn_tree(dice, scheduler):
    names = dice.choice([[], ["memory"], ["memory", "vcores"]])
    tree = yarn_queue(dice, names, dice.randint(1, 3), 0)
    record = {"scheduler": scheduler, "total": amount(dice, names), "tree": tree}
    return record | some(dice, 0.2, size_based_weight=True)


def mr1_tree(dice):
    names = dice.choice([[], ["maps", "reduces"]])
    pools = []
    for index in range(dice.randint(0, 4)):
        job = {"demand": amount(dice, names), "priority": dice.choice(["HIGH", "LOW", "VERY_LOW"])}
        job |= {"runnable": False, "start_time": dice.randint(0, 9), "weight": 0.5}
        jobs = [some(dice, 0.6, **job) for _ in range(dice.randint(0, 4))]
        pool = {"name": f"p{index}", "children": jobs} | hadoop_fields(dice, names)
        pools.append(pool | some(dice, 0.3, mode="fifo"))
    record = {"scheduler": "mr1", "total": amount(dice, names), "tree": pools}
    return record | some(dice, 0.1, size_based_weight=True, new_job_weight_booster={}, now=400000)


def part(dice, names):
    """A part of YTsaurus's cluster: of each resource, or a ratio if there are no names."""
    return {name: dice.randint(0, 1000) for name in names} if names else draw(dice, "ratio")


def ytsaurus_node(dice, scheduler, names, depth, index):
    node = {"name": f"n{index}"} | some(dice, 0.4, weight=dice.choice([0.5, 1, 2, 10, 0]))
    if depth == 0 or dice.random() < 0.3:
        node["demand" if names else "demand_ratio"] = part(dice, names)
        if dice.random() < 0.1:
            node["usage" if names else "usage_ratio"] = part(dice, names)
        return node | some(dice, 0.1 if scheduler == "ytsaurus-2023" else 0, is_gang=True)
    count = range(dice.randint(1, 4))
    node["children"] = [ytsaurus_node(dice, scheduler, names, depth - 1, one) for one in count]
    node |= some(dice, 0.2, mode="fifo")
    if scheduler == "ytsaurus-2023":
        limits = {"resource_limits": part(dice, names)}
        node |= some(dice, 0.3, strong_guarantee_resources=part(dice, names), **limits)
        return node | some(dice, 0.1, enable_fair_share_truncation_in_fifo_pool=True)
    ratios = {"min_share_ratio": draw(dice, "ratio"), "max_share_ratio": draw(dice, "ratio")}
    minimum = "min_share_resources" if names else "min_share_resources_ratio"
    return node | some(dice, 0.4, **ratios) | some(dice, 0.2, **{minimum: part(dice, names)})


def ytsaurus_tree(dice, scheduler):
    several = ["cpu", "memory", "user_slots"]
    kinds = [["cpu"], ["cpu"], several] if scheduler == "ytsaurus-2023" else [[], [], several]
    names = dice.choice(kinds)
    record = {"scheduler": scheduler}
    if names:
        record["total_resource_limits"] = {name: dice.randint(500, 2000) for name in names}
    count = range(dice.randint(1, 4))
    children = [ytsaurus_node(dice, scheduler, names, 2, index) for index in count]
    return record | {"tree": {"name": "root", "children": children}}


def bare_record(dice, recorded):
    kinds = {"definition": 30, "tree": 12, "flat": 30, "yarn": 8, "mr1": 3, "yt": 9, "recorded": 8}
    kind = dice.choices(list(kinds), list(kinds.values()))[0]
    if kind == "definition":
        return flat_record(dice, "fair", dice.choice(ANY))
    if kind == "tree":
        return definition_tree(dice)
    if kind == "yarn":
        return yarn_tree(dice, dice.choice(YARN))
    if kind == "mr1":
        return mr1_tree(dice)
    if kind == "yt":
        return ytsaurus_tree(dice, dice.choice(YTSAURUS))
    if kind == "recorded":
        record = load(dice.choice(recorded))
        return {key: value for key, value in record.items() if key not in ("id", "shares")}
    scheduler = dice.choice(FLAT)
    style = "ratio" if scheduler == "armada" else dice.choice([*WHOLE, *WHOLE, "decimal"])
    return flat_record(dice, scheduler, style)


# What is reported, and what is wrong with it


def rewritten(dice, value, notation):
    """Every number of the value in another notation, or a number near it; anything else stays."""
    if isinstance(value, dict):
        return {key: rewritten(dice, one, notation) for key, one in value.items()}
    if isinstance(value, list):
        return [rewritten(dice, one, notation) for one in value]
    if re.search(r"e\+?\d{4}", str(value)):  # too long to be written out
        return value
    try:
        number = value_of(value)
        return {
            "down": int(number // 1),
            "nearest": round(number),
            "decimal": Token(f"{float(number):.2f}"),
            "double": float(number),
            "text": str(number),
            "whole text": str(round(number)),
            "near": str(number + dice.choice([-1, Fraction(1, 2), Fraction(1, 10**6), 1])),
            "far": str(number * 2 + 3),
            "negative": str(-number),
        }[notation]
    except (ValueError, OverflowError, ZeroDivisionError):
        return value


def reported(dice, shares):
    """Shares as they were computed, rounded, perturbed, too few, too many or malformed."""
    ways = ["as computed"] * 4 + ["rounded"] * 3 + ["one off"] * 2 + ["one less", "more", "junk"]
    way = dice.choice(ways)
    if way == "as computed" or not shares:
        return shares
    if way == "rounded":
        notations = ["down", "nearest", "decimal", "double", "text", "whole text"]
        return rewritten(dice, shares, dice.choice(notations))
    if way == "more":
        return shares | {"/more": 1} if isinstance(shares, dict) else [*shares, 1]
    changed = shares.copy()
    key = dice.choice(list(shares) if isinstance(shares, dict) else range(len(shares)))
    if way == "one less":
        del changed[key]
    elif way == "junk":
        changed[key] = dice.choice(JUNK)
    else:
        changed[key] = rewritten(dice, shares[key], dice.choice(["near", "far", "negative"]))
    return changed


def places(value):
    """Every place in a document: its container and its key."""
    keys = list(value) if isinstance(value, dict) else []
    for key in range(len(value)) if isinstance(value, list) else keys:
        yield value, key
        yield from places(value[key])


def mutated(dice, document):
    """A copy with one place dropped, replaced, doubled, renamed or with another number."""
    document = load(dump(document))
    container, key = dice.choice(list(places(document)) or [([None], 0)])
    way = dice.choice(["drop", "junk", "number", "number", "double", "rename"])
    if way == "drop":
        del container[key]
    elif way == "double" and isinstance(container, list):
        container.append(container[key])
    elif way == "rename" and isinstance(container, dict):
        container[dice.choice(["name", "x", "max_share", "demand"])] = container.pop(key)
    elif way == "number" and isinstance(container[key], str):
        notation = dice.choice(["near", "far", "negative", "decimal"])
        number = rewritten(dice, container[key], notation)
        is_bare = isinstance(container[key], Token) and "/" not in number
        container[key] = Token(number) if is_bare else number
    else:
        container[key] = dice.choice(JUNK)
    return document


def damaged(dice, line):
    """Bytes that are not a record, or hardly one."""
    at = dice.randint(0, len(line))
    odd = dice.choice([b"\xff", b"\x00", b"\x01", b"\t", b"\xc3\xa9", b"\xed\xa0\x80"])
    numbers = [b"NaN", b"01", b"1/2", b"+1", b"1.", b".5", b"-0", b"Infinity", b"9" * 20001, b"1e5"]
    beginnings = [b'{"total":1,', b'{"comment":"\\ud800",', b'{"comment":"\\u0041",']
    beginnings += [b'{"comment":' + b"[" * depth + b"]" * depth + b"," for depth in (255, 300)]
    whole = [b"", b"[]", b"7", b"null", line + b"}", line + b"\r", b"\xef\xbb\xbf" + line]
    with_number = re.sub(rb"(?<=:)\d+", dice.choice(numbers), line, count=1)
    with_beginning = dice.choice(beginnings) + line[1:]
    with_odd = line[:at] + odd + line[at:]
    return dice.choice([dice.choice([*whole, line[:at]]), with_number, with_beginning, with_odd])


def finished_line(dice, record, answer, index):
    """The record with its shares, and with anything that can be wrong with it."""
    record = {"id": f"r{index}"} | record
    shares = answer.get("shares")
    if shares is None:
        shares = [draw(dice, "small") for _ in record.get("claimants", [1, 2, 3])]
    record |= some(dice, 0.95, shares=reported(dice, shares))
    terms = {"within": draw(dice, dice.choice(ANY)), "relative": Token("1e-3"), "comment": "é\n"}
    record |= some(dice, 0.06, rounding=dice.choice(ROUNDINGS), **terms)
    if record.get("scheduler") == "fair":
        numbers = dice.choice(["exact", "double", "float32", "int64", "int32"])
        record |= some(dice, 0.15, numbers=numbers)
        if dice.random() < 0.8:
            del record["scheduler"]
    wrong = {"numbers": "int", "unknown": 1, "scheduler": "yarn-9", "tree": [], "total": -1}
    record |= some(dice, 0.004, **wrong)
    if dice.random() < 0.08:
        record = mutated(dice, record)
    line = dump(record).encode()
    return damaged(dice, line) if dice.random() < 0.04 else line


# The corpus


def timeless(output):
    """The output without the time that `fuzz` took."""
    return re.sub(rb'"seconds":[\d.]+|\btime="[\d.]+"|\b(?:in|after) [\d.]+ m?s\b', b"(time)", output)


def run(binary, arguments, folder):
    """Standard output, standard error and the exit status, or that it did not end in time."""
    options = {"cwd": folder, "stdin": subprocess.DEVNULL, "capture_output": True}
    try:
        done = subprocess.run([binary, *arguments], timeout=SECONDS, **options)
        return timeless(done.stdout), timeless(done.stderr), str(done.returncode)
    except subprocess.TimeoutExpired:
        return b"", b"", f"none in {SECONDS} s"


def ask(binary, arguments, lines):
    """The answers, one object per line."""
    text = "\n".join(lines).encode() + b"\n"
    done = subprocess.run([binary, *arguments], input=text, capture_output=True)
    return [load(line) for line in done.stdout.splitlines()]


def generated_lines(dice, binary, number, recorded):
    records = [bare_record(dice, recorded) for _ in range(number)]
    answers = [{}] * number
    for scheduler in SCHEDULERS:
        chosen = [k for k in range(number) if records[k].get("scheduler", "fair") == scheduler]
        lines = [dump(records[k]) for k in chosen]
        for k, answer in zip(chosen, ask(binary, ["solve", "--scheduler", scheduler], lines)):
            answers[k] = answer
    return [finished_line(dice, records[k], answers[k], k) for k in range(number)]


def vector_lines():
    """The record of a vector is on one line, and so is a refused line."""
    text = "".join(path.read_text("utf-8") for path in sorted((ROOT / "vectors").glob("*.json")))
    records = re.findall(r'^ *"record": (\{"id".*\}),$', text, re.M)
    refused = map(json.loads, re.findall(r'^ *"line": (".*"),$', text, re.M))
    return [line.encode(errors="surrogatepass") for line in [*records, *refused]]


def recorded_lines():
    paths = sorted((ROOT / "vectors/recorded").glob("*.ndjson"))
    return [line for path in paths for line in path.read_text("utf-8").splitlines()]


def write_batches(folder, name, lines):
    names = []
    for start in range(0, len(lines), BATCH):
        names.append(f"{name}-{start // BATCH:03}.ndjson")
        batch = [line.replace(b"\n", b" ") for line in lines[start : start + BATCH]]
        (folder / names[-1]).write_bytes(b"\n".join(batch) + b"\n")
    return names


RECORD_COMMANDS = ["verify", "verify --ordering", "verify --ordering --format json", "solve"]
RECORD_COMMANDS += ["solve --fair", "solve --steady", "solve --details", "solve --numbers double"]
RECORD_COMMANDS += ["solve --apportion", "solve --certificate", "solve --set c0.weight=3"]
RECORD_COMMANDS += [f"verify --format {form}" for form in ("junit", "github", "markdown", "prometheus")]
RECORD_COMMANDS += ["verify --details", "verify --quiet --set c1.max=5", "verify --summary"]
RECORD_COMMANDS += ["verify --format html --explorer https://explorer.example/", "verify --format html --set c1.max=5"]
for METHOD in ("hamilton", "webster", "dhondt", "adams"):
    RECORD_COMMANDS += [f"solve --units {METHOD}", f"verify --units {METHOD} --format json"]
JUDGE = "verify --format json"
WAYS = ["", "--within 1/2", "--relative 1e-3", "--jobs 2", "--steady"]
RECORD_COMMANDS += [f"{JUDGE} {way}" for way in WAYS]
RECORD_COMMANDS += [f"{JUDGE} --rounding {rounding}" for rounding in ROUNDINGS]
NAMED_COMMANDS = [JUDGE, "solve", "solve --details"]


def record_commands(names, every):
    commands = []
    for index, name in enumerate(names):
        few = [SCHEDULERS[(4 * index + k) % len(SCHEDULERS)] for k in range(4)]
        named = [f"{one} --scheduler {scheduler}" for one in NAMED_COMMANDS for scheduler in few]
        named = [f"{one} --steady" if "--details --scheduler yarn" in one else one for one in named]
        chosen = [*RECORD_COMMANDS, *named][index % every :: every]
        commands += [[*command.split(), name] for command in chosen]
    return commands


def certificate_commands(dice, folder, binary, names):
    lines = []
    for name in names[:8]:
        text = (folder / name).read_bytes().decode(errors="replace")
        answers = ask(binary, ["solve", "--certificate", "--scheduler", "fair"], text.split("\n"))
        for record in answers:
            if "certificate" in record and dice.random() < 0.3:
                record["certificate"] = mutated(dice, record["certificate"])
            record = mutated(dice, record) if dice.random() < 0.3 else record
            lines += [dump(record).encode()] if "certificate" in record else []
    commands = ["verify --certificate", "verify --certificate --format json", "solve"]
    batches = write_batches(folder, "certificates", lines)
    return [[*command.split(), name] for name in batches for command in commands]


def preemption_commands(dice, folder, number):
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "examples/preemption").iterdir())]
    documents = [load(one) for text in texts for one in re.split(r"(?<=\})\n(?=\{)", text)]
    lines = [dump(document).encode() for document in documents]
    for _ in range(number):
        document = dice.choice(documents)
        for _ in range(dice.randint(1, 4)):
            document = mutated(dice, document)
        line = dump(document).encode()
        lines.append(damaged(dice, line) if dice.random() < 0.02 else line)
    commands = ["preempt", "preempt --format json"]
    commands += [f"preempt --format json --scheduler {name}" for name in PREEMPTING]
    batches = write_batches(folder, "snapshots", lines)
    return [[*command.split(), name] for name in batches for command in commands]


def edited(dice, text):
    """A text with one line dropped, doubled, or with another number."""
    lines = text.splitlines() or [""]
    way = dice.choice(["drop", "double", "number", "number", "number"])
    if way == "number":
        spot = dice.choice(list(re.finditer(r"\d+", text)) or [re.match("", text)])
        other = dice.choice(["0", "1", "7", "-1", "1.5", "99999999999999999999", "x"])
        return text[: spot.start()] + other + text[spot.end() :]
    at = dice.randrange(len(lines))
    lines[at : at + 1] = [] if way == "drop" else [lines[at], lines[at]]
    return "\n".join(lines) + "\n"


# Files that are read as a whole, with their options, and further options one at a time.
DOCUMENTS = {
    "yarn/scheduler.json --allocations yarn/fair-scheduler.xml": [
        "--release 2.7", "--steady", "--within 2", "--rounding nearest"],
    "yarn/scheduler-mended.json --allocations yarn/fair-scheduler.xml": ["--steady"],
    "yarn/scheduler.json": ["--release 2.7", "--steady"],
    "ytsaurus/orchid.json": ["--scheduler ytsaurus-2018", "--relative 1e-3", "--rounding double"],
    "ytsaurus/orchid-2023.json": ["--within 1e-3"],
    "ytsaurus/orchid-mended.json": ["--within 1e-9"],
    "kubernetes/apf/levels.yaml --metrics kubernetes/apf/metrics.txt": ["--rounding exact"],
    "kubernetes/kai/queues.yaml --metrics kubernetes/kai/metrics.txt --total nvidia.com/gpu=16": [
        "--within 1"],
    "kubernetes/koordinator/quotas.yaml --total cpu=96 --total nvidia.com/gpu=4": [
        "--scheduler koordinator_pre2876", "--within 1"],
    "kubernetes/koordinator/quotas.yaml": ["--within 1"],
    "kubernetes/volcano/queues.json --metrics kubernetes/volcano/metrics.txt --total cpu=100"
    " --total nvidia.com/gpu=16": ["--scheduler volcano_pre2553", "--relative 1e-3"],
    "kubernetes/volcano/queues.json --total memory=512Gi": ["--within 1"],
    "kubernetes/balancer/balancers.yaml": ["--rounding exact"],
    "kubernetes/karmada/bindings.yaml": ["--rounding exact"],
    "kubernetes/kubefed/preferences.yaml": ["--scheduler kubeadmiral"],
    "ceph/queue.txt": ["--ordering --within 1"],
    "ceph/options.json": ["--ordering"],
    "ceph/late.txt": ["--ordering --within 1"],
}  # fmt: skip


def document_commands(dice, folder, copies):
    commands = []
    pages = []
    for words, extras in DOCUMENTS.items():
        for copy in range(1 + copies):
            arguments = words.split()
            files = [k for k, word in enumerate(arguments) if "/" in word and "=" not in word]
            changed = dice.choice(files) if copy > 0 else None  # the first is unchanged
            for k in files:
                path = ROOT / "examples" / arguments[k]
                text = path.read_text("utf-8")
                for _ in range(dice.randint(1, 2) if k == changed else 0):
                    document = load_or_none(text) if dice.random() < 0.95 else None
                    text = dump(mutated(dice, document)) if document else edited(dice, text)
                arguments[k] = f"{len(commands):05}-{k}-{path.name}"
                (folder / arguments[k]).write_text(text, "utf-8")
            extra = dice.choice(extras).split()
            commands += [[*JUDGE.split(), *more, *arguments] for more in ([], extra)]
            commands += [["verify", *arguments]] if copy % 4 == 0 else []
            pages += [["verify", "--format", "html", *arguments]] if copy == 0 else []
            if words.startswith("kubernetes"):
                own = extra if extra[0] == "--scheduler" else []
                commands += [["solve", *more, *arguments] for more in ([], own)]
    return commands + pages


def table_commands(dice, folder, number):
    """Tables of divisions by the definition, a few cells of which are odd."""
    columns = ["name", "weight", "min_share", "max_share", "demand", "share"]
    rows = [["night", *columns, "total"]]
    for night in range(number):
        record = flat_record(dice, "fair", dice.choice(["small", "decimal", "fraction"]))
        for one in record["claimants"]:
            row = [night, *(one.get(column, "") for column in columns[:-1]), draw(dice, "small"), record["total"]]
            if dice.random() < 0.02:
                row[dice.randrange(len(row))] = dice.choice(["", "x", '"1"', "-1", "1e400", " 2"])
            rows.append(row if dice.random() < 0.99 else row[:-1])
    text = "\n".join(",".join(map(str, row)) for row in rows) + "\n"
    (folder / "nights.csv").write_text(text, "utf-8")
    (folder / "renamed.csv").write_text(text.replace("weight", "w", 1).replace("name", "queue", 1), "utf-8")
    ways = ["nights.csv", "--format json nights.csv", "--within 1/2 --quiet nights.csv"]
    ways += ["--map name=queue,weight=w renamed.csv", "renamed.csv"]
    return [f"verify --csv --group-by night {way}".split() for way in ways] + [["verify", "--csv", "nights.csv"]]


def plot_commands(folder, lines):
    commands = []
    for index, line in enumerate(lines):
        name = f"plot-{index:03}.ndjson"
        (folder / name).write_bytes(line + b"\n")
        commands += [["plot", name], ["verify", "--format", "html", name]]
    return commands


def lint_commands(dice, folder, copies):
    text = (ROOT / "examples/yarn/fair-scheduler.xml").read_text("utf-8")
    commands = []
    for copy in range(copies):
        changed = text
        for _ in range(min(copy, dice.randint(1, 3))):
            changed = edited(dice, changed)
        name = f"allocations-{copy:03}.xml"
        (folder / name).write_text(changed, "utf-8")
        for way in ("", "--cluster memory=65536,vcores=64", "--release 2.7 --format json"):
            commands.append(["lint", *way.split(), name])
    return commands


ADAPTERS = {  # with their defects, and options
    "volcano.py over-commits": [f"--format {form}" for form in ("human", "json", "junit")]
    + [f"--emit {language}" for language in ("cpp", "go", "java", "junit", "python")],
    "koordinator.py --minimums": ["--scheduler koordinator --format json", "--scheduler koordinator_pre2876"],
    "kai.py --minimums": ["--scheduler kai", "--scheduler fair --format json"],
    "armada.py": ["--scheduler armada --within 1e-9", "--scheduler fair --format json"],
    "apf.py": ["--scheduler apf --rounding exact", "--trees --infeasible --format json"],
    "hadoop.py yarn-2.7 last-is-reached": ["--format json", "--size-max 3 --families ties,zeros"],
    "units.py webster": ["--units webster", "--units adams --format json", "--rounding nearest"],
}  # fmt: skip


def fuzz_commands(folder):
    for path in (ROOT / "tests/adapters").glob("*.py"):
        shutil.copy(path, folder)
    return [
        [*f"fuzz --seed 1 --cases 60 --save= {way} -- python3".split(), *adapter.split()]
        for adapter, ways in ADAPTERS.items()
        for way in ways
    ]


FIXED = """
--version
--help
solve --help
verify --help
plot --help
lint --help
preempt --help
fuzz --help
merge --help
explain --help
schedulers --help
--man
--completions bash
--completions zsh
schedulers
schedulers --format json
explain
explain FS204
explain FS999
solve nowhere.ndjson
solve --certificate --apportion examples.ndjson
solve --scheduler yarn-9 examples.ndjson
verify nowhere.ndjson
verify --format json nowhere.ndjson
verify --format json .
verify --ordering --certificate examples.ndjson
verify --within x examples.ndjson
verify --scheduler yarn-9 examples.ndjson
verify --total cpus examples.ndjson
verify --total cpu=1 examples.ndjson
verify --exit-zero examples.ndjson
verify --rounding up examples.ndjson
verify --allocations nowhere.xml examples.ndjson
preempt nowhere.json
preempt --scheduler yarn-3 examples.ndjson
"""


def make_corpus(folder, binary, records, seed, brief=False):
    """Writes the files, and returns the command lines. The binary says what schedulers compute. A brief corpus has no lines of
    vectors/, and each file of records gets every fifth command."""
    dice = random.Random(seed)
    recorded = recorded_lines()
    generated = generated_lines(dice, binary, records, recorded)
    names = write_batches(folder, "records", generated)
    commands = certificate_commands(dice, folder, binary, names)
    if not brief:
        names += write_batches(folder, "recorded", [line.encode() for line in recorded])
        names += write_batches(folder, "vectors", vector_lines())
    (folder / "examples.ndjson").write_bytes((ROOT / "examples/records.ndjson").read_bytes())
    commands += record_commands([*names, "examples.ndjson"], 5 if brief else 1)
    commands += preemption_commands(dice, folder, records // 10)
    commands += document_commands(dice, folder, records // 300)
    commands += table_commands(dice, folder, records // 50)
    commands += plot_commands(folder, generated[: records // 10])
    commands += lint_commands(dice, folder, records // 50)
    commands += fuzz_commands(folder)
    return commands + [line.split() for line in FIXED.split("\n")]

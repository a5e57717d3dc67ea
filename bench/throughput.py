#!/usr/bin/env python3
"""Times the command: `fairshare verify` beside jq, which only reprints its input, `solve`, `fuzz`, and the start.

    bench/throughput.py [--records N] [--rounds N] [--command ./fairshare]

Writes N records (1,000,000) of eight claimants each to a folder of its own, a third each with whole numbers, with
decimals and with doubles of 17 digits; one in twenty is unfair, some have no fair division. Then, in turns and on
one core each, `fairshare verify` and `jq -c .` read the file, and `fairshare verify --jobs 2` does on two. So do two
processes at once that have nothing in common, with half of the records each: more than they gain no two jobs can
gain on this machine. A tenth of the records, once all fair and once all unfair, are read as well, and divided by
`solve --numbers double`. `fuzz` asks a shared object and a process written in C about problems of up to eight
claimants; `verify` judges a tree of 100,000 queues of YARN and one of 9,900 pools and operations of YTsaurus. The
least time of the rounds counts: of a processor where one core is used, else by the wall.

The verdicts of one job and of two must be the same bytes, and as many must be fair as were made so, but for three
hundredths. Exit status 1 where they are not, or where a goal is missed.
"""

import argparse
import itertools
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass

from report import Goal, at_least, at_most, print_goals, times

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
UNFAIR = 0.05
DISTINCT = 20_000  # after these, records are repeated under new names
SHARED_CASES, PROCESS_CASES = 200_000, 40_000  # of fuzz
STARTS = 50


def number(kind, most):
    if kind == "whole":
        return str(random.randint(0, most))
    if kind == "decimal":
        return f"{random.uniform(0, most):.{random.choice([1, 2, 3])}f}"
    return repr(random.uniform(0, most))


def claimant(index, kind, most):
    fields = {"name": f'"queue-{index}"'}
    fields["weight"] = str(random.randint(1, 12)) if kind == "whole" else number(kind, 10)
    least = number(kind, most // 10) if random.random() < 0.5 else "0"
    highest = number(kind, most // 2) if random.random() < 0.5 else None
    if highest and float(highest) < float(least):
        least, highest = highest, least
    if least != "0":
        fields["min_share"] = least
    if highest:
        fields["max_share"] = highest
    return "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"


def problem():
    kind = random.choice(["whole", "decimal", "double"])
    most = random.choice([100, 1000, 20000])
    total = {"whole": str(most), "decimal": f"{most}.5", "double": repr(most * 1.1)}[kind]
    claimants = ",".join(claimant(index, kind, most) for index in range(8))
    numbers = '"numbers":"double",' if kind == "double" else ""
    return kind, f'{numbers}"total":{total},"claimants":[{claimants}]'


def records(command, unfair):
    """Problems with their shares as the command itself rounds them; some are made unfair."""
    problems = [problem() for _ in range(DISTINCT)]
    text = "".join('{"id":"a",%s}\n' % body for _, body in problems)
    answers = subprocess.run([command, "solve", "--numbers", "double"], input=text, text=True,
                             stdout=subprocess.PIPE, check=False).stdout.splitlines()
    for (kind, body), answer in zip(problems, answers, strict=True):
        shares = json.loads(answer).get("shares", [1.0] * 8)
        if random.random() < unfair:
            index = random.randrange(8)
            shares[index] = shares[index] * 1.1 + 1
        written = [repr(float(s)) if kind == "double" else f"{s:.2f}" for s in shares]
        yield f'{body},"shares":[{",".join(written)}]'


def write_records(path, count, command, unfair=UNFAIR):
    bodies = list(records(command, unfair))
    with open(path, "w", encoding="ascii") as file:
        for index in range(count):
            file.write('{"id":"r%d",%s}\n' % (index, bodies[index % len(bodies)]))


@dataclass
class Timed:
    wall: float  # seconds
    processor: float  # seconds of all processors together


def processor_of_children():
    """In seconds, to the microsecond; os.times() has only hundredths."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(runs):
    """Runs all of them at once; each is the cores it may use, a command, and the file for its output."""
    before = processor_of_children()
    begin = time.monotonic()
    started = []
    for cores, arguments, output in runs:
        with open(output, "wb") as file:
            started.append(subprocess.Popen(["taskset", "-c", cores, *arguments], stdout=file,
                                            stderr=subprocess.DEVNULL))
    for process in started:
        process.wait()
    wall = time.monotonic() - begin
    return Timed(wall, processor_of_children() - before)


def split(path):
    """Two files with half of the lines each."""
    halves = [f"{path}.1", f"{path}.2"]
    with open(path, "rb") as file:
        lines = file.readlines()
    for index, half in enumerate(halves):
        with open(half, "wb") as file:
            file.writelines(lines[index * len(lines) // 2:(index + 1) * len(lines) // 2])
    return halves


def is_same(first, second):
    with open(first, "rb") as a, open(second, "rb") as b:
        while True:
            blocks = a.read(1 << 20), b.read(1 << 20)
            if blocks[0] != blocks[1]:
                return False
            if not blocks[0]:
                return True


def last_line(path):
    with open(path, encoding="utf-8") as file:
        (last,) = deque(file, maxlen=1)
    return last


def fair_part(path):
    """From the last line: "60000 cases: 56865 fair, 3135 unfair, 0 not judged"."""
    cases, fair = re.match(r"(\d+) cases: (\d+) fair", last_line(path)).groups()
    return int(fair) / int(cases)


def find_wrong(folder):
    """What is wrong with the answers that were timed; nothing if they are right."""
    def file(name):
        return os.path.join(folder, f"{name}.out")

    if not is_same(file("one"), file("two")):
        return "two jobs say otherwise than one"
    for name, part in (("one", 1 - UNFAIR), ("fair", 1), ("unfair", 0)):
        if abs(fair_part(file(name)) - part) > 0.03:
            return f"the verdicts are wrong: {fair_part(file(name)):.1%} of {name} are fair"
    for name in ("yarn", "yt"):  # to whole units or 1e-9, they need not be fair
        if " 0 not judged" not in last_line(file(name)):
            return f"the verdicts are wrong: {last_line(file(name))} of {name}"
    return None


def queues(depth, names):
    """A tree of YARN: ten children each, `depth` levels of them."""
    if depth == 0:
        return {"name": next(names), "weight": random.randint(1, 9), "max_share": random.randint(1, 9) * 1000}
    return {"name": next(names), "weight": random.randint(1, 9), "children": [queues(depth - 1, names) for _ in range(10)]}


def operations(count):
    """A tree of YTsaurus: as many pools as each has operations."""
    pools = []
    for pool in range(count):
        children = [{"name": f"operation-{pool}-{k}", "weight": random.randint(1, 9),
                     "demand": {"cpu": random.randint(1, 20), "memory": random.randint(1, 40)}} for k in range(count)]
        pools.append({"name": f"pool-{pool}", "weight": random.randint(1, 9), "children": children})
    return pools


def write_answered(path, command, scheduler, record):
    """The record with the shares that the scheduler's own model computes."""
    record = {"id": "tree", "scheduler": scheduler, **record}
    answer = subprocess.run([command, "solve", "--scheduler", scheduler], input=json.dumps(record) + "\n", text=True,
                            stdout=subprocess.PIPE, check=True).stdout
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps({**record, "shares": json.loads(answer)["shares"]}) + "\n")


def build_adapters(folder):
    """The example adapters in C, which divides in a shared object, and C++, which reads lines of JSON for it."""
    source, shared, compiled, process = (os.path.join(folder, name) for name in ("fair.c", "fair.so", "fair.o", "adapter"))
    examples = os.path.join(ROOT, "examples", "adapters")
    shutil.copy(os.path.join(examples, "fair.c"), source)
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", ROOT, "-o", shared, source], check=True)
    subprocess.run(["cc", "-O2", "-I", ROOT, "-c", "-o", compiled, source], check=True)
    subprocess.run(["c++", "-std=c++17", "-O2", "-I", ROOT, "-o", process, os.path.join(examples, "fair.cpp"), compiled],
                   check=True)
    return shared, process


def turns_of(options, folder):
    """What is timed, by name: processes at once, each the cores it may use, a command, and the file for its output."""
    def file(name):
        return os.path.join(folder, name)

    def write(name, count, unfair):
        write_records(file(name), count, options.command, unfair)
        return file(name)

    def on_core_0(name, *arguments):
        return [("0", [options.command, *arguments], file(f"{name}.out"))]

    mixed = write("mixed", options.records, UNFAIR)
    fair = write("fair", options.records // 10, 0)
    unfair = write("unfair", options.records // 10, 1)
    shared, process = build_adapters(folder)
    names = (f"queue-{k}" for k in itertools.count())
    yarn = {"total": 3 * 10**8, "tree": {"children": [queues(4, names) for _ in range(9)]}}
    write_answered(file("yarn"), options.command, "yarn-3", yarn)
    yt = {"total_resource_limits": {"cpu": 50_000, "memory": 100_000}, "tree": {"children": operations(99)}}
    write_answered(file("yt"), options.command, "ytsaurus-2023", yt)
    fuzz = ["fuzz", "--seed", "1", "--size-max", "8", "--save", "", "--cases"]
    return {
        "verify": on_core_0("one", "verify", mixed),
        "jq": [("0", ["jq", "-c", ".", mixed], file("jq.out"))],
        "verify --jobs 2": [("0,1", [options.command, "verify", mixed, "--jobs", "2"], file("two.out"))],
        "two halves at once": [(str(core), [options.command, "verify", half], file(f"half-{core}.out"))
                               for core, half in enumerate(split(mixed))],
        "verify, all fair": on_core_0("fair", "verify", fair),
        "verify, all unfair": on_core_0("unfair", "verify", unfair),
        "solve": on_core_0("solve", "solve", "--numbers", "double", fair),
        "start": on_core_0("start", "--version") * STARTS,
        "fuzz, shared object": on_core_0("shared", *fuzz, str(SHARED_CASES), "--shared-object", shared),
        "fuzz, process": on_core_0("process", *fuzz, str(PROCESS_CASES), "--", process),
        "yarn, 100,000 queues": on_core_0("yarn", "verify", file("yarn")),
        "ytsaurus, 9,900 elements": on_core_0("yt", "verify", file("yt")),
    }


def jobs_goal(best):
    text = "verify --jobs 2: at least 1.8 times as fast as one job, where two processes with half the file each are"
    limit = best["verify"].wall / best["two halves at once"].wall
    if limit < 1.8:
        return Goal(text, [f"two processes are {times(limit)} as fast"], None)
    return at_least(text, 1.8, {"": best["verify"].wall / best["verify --jobs 2"].wall}, times)


def goals_of(best, size):
    """`size`: of the files, in bytes."""
    def per_second(name, file):
        return {"": size[file] / 1e6 / best[name].processor}

    def rate(cases, name):
        return {"": cases / best[name].processor}

    def seconds(name, runs=1):
        return {"": best[name].processor / runs}

    def megabytes(value):
        return f"{value:.0f} MB/s"

    def second(value):
        return f"{value:.3f} s"

    unfair = best["verify, all unfair"].processor / best["verify, all fair"].processor
    return [
        at_least("verify: faster than jq", 1, {"": best["jq"].processor / best["verify"].processor}, times),
        jobs_goal(best),
        at_least("verify, all fair: at least 250 MB/s", 250, per_second("verify, all fair", "fair"), megabytes),
        at_least("verify, one in twenty unfair: at least 120 MB/s", 120, per_second("verify", "mixed"), megabytes),
        at_most("verify, all unfair: at most 3 times as long as all fair", 3, {"": unfair}, times),
        at_least("solve --numbers double: at least 250 MB/s", 250, per_second("solve", "fair"), megabytes),
        at_most("the start: at most 5 ms", 0.005, seconds("start", STARTS), second),
        at_least("fuzz, a shared object, up to 8 claimants: at least 200,000 problems a second", 200_000,
                 rate(SHARED_CASES, "fuzz, shared object"), "{:,.0f}".format),
        at_least("fuzz, a process, up to 8 claimants: at least 20,000 problems a second", 20_000,
                 rate(PROCESS_CASES, "fuzz, process"), "{:,.0f}".format),
        at_most("a tree of 100,000 queues of YARN: at most 0.5 s", 0.5, seconds("yarn, 100,000 queues"), second),
        at_most("a tree of 9,900 pools and operations of ytsaurus-2023: at most 1 s", 1, seconds("ytsaurus, 9,900 elements"),
                second),
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--command", default="./fairshare")
    options = parser.parse_args()
    for needed in ("jq", "taskset"):
        if not shutil.which(needed):
            sys.exit(f"throughput.py: there is no {needed} here")
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        turns = turns_of(options, folder)
        rounds = [{name: timed(runs) for name, runs in turns.items()} for _ in range(options.rounds)]
        best = {name: Timed(min(turn[name].wall for turn in rounds), min(turn[name].processor for turn in rounds))
                for name in turns}
        size = {name: os.path.getsize(os.path.join(folder, name)) for name in ("mixed", "fair")}
        wrong = find_wrong(folder)
    if wrong:
        print(wrong)
        return 1
    print(f"{options.records:,} records of 8 claimants, {size['mixed'] / 1e6:.0f} MB")
    for name, one in best.items():
        print(f"  {name:26} {one.wall:8.3f} s  {one.processor:8.3f} s of a processor")
    goals = goals_of(best, size)
    print_goals(goals)
    return 1 if any(goal.met is False for goal in goals) else 0


if __name__ == "__main__":
    sys.exit(main())

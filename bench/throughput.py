#!/usr/bin/env python3
"""Times `fairshare verify` over records, beside jq, which only reprints them.

    bench/throughput.py [--records N] [--rounds N] [--command ./fairshare]

Writes N records (1,000,000) of eight claimants each to a folder of its own, a third each with whole numbers, with
decimals and with doubles of 17 digits; one in twenty is unfair, some have no fair division. Then, in turns and on
one core each, `fairshare verify` and `jq -c .` read the file, and `fairshare verify --jobs 2` does on two. So do two
processes at once that have nothing in common, with half of the records each: more than they gain no two jobs can
gain on this machine. The least wall time of the rounds counts; processor time is that of the same round.

The verdicts of one job and of two must be the same bytes, and as many must be fair as were made so, but for three
hundredths. Exit status 1 where they are not, or where a goal is missed: verify faster than jq, and two jobs at least
1.7 times as fast as one.
"""

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from dataclasses import dataclass

UNFAIR = 0.05
DISTINCT = 20_000  # after that they are repeated, under new names


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


def records(command):
    """Problems with their shares, as the command itself rounds them, some of them made unfair."""
    problems = [problem() for _ in range(DISTINCT)]
    text = "".join('{"id":"a",%s}\n' % body for _, body in problems)
    answers = subprocess.run([command, "solve", "--numbers", "double"], input=text, text=True,
                             stdout=subprocess.PIPE, check=False).stdout.splitlines()
    for (kind, body), answer in zip(problems, answers, strict=True):
        shares = json.loads(answer).get("shares", [1.0] * 8)
        if random.random() < UNFAIR:
            index = random.randrange(8)
            shares[index] = shares[index] * 1.1 + 1
        written = [repr(float(s)) if kind == "double" else f"{s:.2f}" for s in shares]
        yield f'{body},"shares":[{",".join(written)}]'


def write_records(path, count, command):
    bodies = list(records(command))
    with open(path, "w", encoding="ascii") as file:
        for index in range(count):
            file.write('{"id":"r%d",%s}\n' % (index, bodies[index % len(bodies)]))


@dataclass
class Timed:
    wall: float  # seconds
    processor: float  # seconds of all processors together


def timed(runs):
    """All of them at once; each is the cores it may use, a command, and the file for what it prints."""
    before = os.times()
    begin = time.monotonic()
    started = []
    for cores, arguments, output in runs:
        with open(output, "wb") as file:
            started.append(subprocess.Popen(["taskset", "-c", cores, *arguments], stdout=file,
                                            stderr=subprocess.DEVNULL))
    for process in started:
        process.wait()
    wall = time.monotonic() - begin
    after = os.times()
    return Timed(wall, after.children_user + after.children_system - before.children_user - before.children_system)


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


def fair_part(path):
    """By the last line: "60000 cases: 56865 fair, 3135 unfair, 0 not judged"."""
    with open(path, encoding="utf-8") as file:
        (last,) = deque(file, maxlen=1)
    cases, fair = re.match(r"(\d+) cases: (\d+) fair", last).groups()
    return int(fair) / int(cases)


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
        path = os.path.join(folder, "records.ndjson")
        write_records(path, options.records, options.command)
        halves = split(path)

        def verify(file, *more):
            return [options.command, "verify", file, *more]

        def output(name):
            return os.path.join(folder, name)

        turns = {
            "verify": [("0", verify(path), output("one"))],
            "jq": [("0", ["jq", "-c", ".", path], output("jq"))],
            "verify --jobs 2": [("0,1", verify(path, "--jobs", "2"), output("two"))],
            "two halves at once": [(str(core), verify(half), output(f"half-{core}"))
                                   for core, half in enumerate(halves)],
        }
        rounds = [{name: timed(runs) for name, runs in turns.items()} for _ in range(options.rounds)]
        best = {name: min((turn[name] for turn in rounds), key=lambda one: one.wall) for name in turns}
        megabytes = os.path.getsize(path) / 1e6
        part = fair_part(output("one"))
        if not is_same(output("one"), output("two")) or abs(part - (1 - UNFAIR)) > 0.03:
            print(f"the verdicts are wrong: {part:.1%} fair, or two jobs say otherwise than one")
            return 1
    print(f"{options.records:,} records of 8 claimants, {megabytes:.0f} MB, {part:.1%} of them fair")
    for name, one in best.items():
        print(f"  {name:18} {one.wall:8.2f} s  {one.processor:8.2f} s of a processor  "
              f"{options.records / one.wall:10,.0f} records/s")
    ratio = best["jq"].wall / best["verify"].wall
    speedup = best["verify"].wall / best["verify --jobs 2"].wall
    limit = best["verify"].wall / best["two halves at once"].wall
    print(f"  verify is {ratio:.2f} times as fast as jq; two jobs are {speedup:.2f} times as fast as one, where "
          f"{limit:.2f} is the limit")
    return 0 if ratio > 1 and speedup >= 1.7 else 1


if __name__ == "__main__":
    sys.exit(main())

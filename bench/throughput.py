#!/usr/bin/env python3
"""Times `fairshare verify` over records, beside jq, which only reprints them.

    bench/throughput.py [--records N] [--rounds N] [--command ./fairshare]

Writes N records (1,000,000) of eight claimants each to a folder of its own, a third each with whole numbers, with
decimals and with doubles of 17 digits; one in twenty is unfair, some have no fair division. Then, in turns and on
one core each, `fairshare verify` and `jq -c .` read the file, and `fairshare verify --jobs 2` does on two; the least
wall time of the rounds counts. Before, the verdicts of one job and of two must be the same bytes, and as many must be
fair as were made so, but for a hundredth. Exit status 1 where they are not, or where a goal is missed: verify faster
than jq, and two jobs at least 1.7 times as fast as one.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

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


def seconds(cores, arguments, output):
    begin = time.monotonic()
    with open(output, "wb") as file:
        subprocess.run(["taskset", "-c", cores, *arguments], stdout=file, stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - begin


def is_same(first, second):
    with open(first, "rb") as a, open(second, "rb") as b:
        while True:
            blocks = a.read(1 << 20), b.read(1 << 20)
            if blocks[0] != blocks[1]:
                return False
            if not blocks[0]:
                return True


def fair_part(path):
    fair = 0
    verdicts = 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            verdicts += 1
            fair += json.loads(line).get("verdict") == "fair"
    return fair / max(verdicts, 1)


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
        outputs = {name: os.path.join(folder, name) for name in ("verify", "jq", "verify --jobs 2")}
        verify = [options.command, "verify", "--format", "json", path]
        commands = {"verify": ("0", verify), "jq": ("0", ["jq", "-c", ".", path]),
                    "verify --jobs 2": ("0,1", [*verify, "--jobs", "2"])}
        least = {name: float("inf") for name in commands}
        for _ in range(options.rounds):
            for name, (cores, arguments) in commands.items():
                least[name] = min(least[name], seconds(cores, arguments, outputs[name]))
        megabytes = os.path.getsize(path) / 1e6
        part = fair_part(outputs["verify"])
        if not is_same(outputs["verify"], outputs["verify --jobs 2"]) or abs(part - (1 - UNFAIR)) > 0.03:
            print(f"the verdicts are wrong: {part:.1%} fair, or two jobs say otherwise than one")
            return 1
    print(f"{options.records:,} records of 8 claimants, {megabytes:.0f} MB, {part:.1%} of them fair")
    for name, time_taken in least.items():
        print(f"  {name:16} {time_taken:8.2f} s  {options.records / time_taken:12,.0f} records/s")
    ratio = least["jq"] / least["verify"]
    speedup = least["verify"] / least["verify --jobs 2"]
    print(f"  verify is {ratio:.2f} times as fast as jq; two jobs are {speedup:.2f} times as fast as one")
    return 0 if ratio > 1 and speedup >= 1.7 else 1


if __name__ == "__main__":
    sys.exit(main())

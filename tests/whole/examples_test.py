#!/usr/bin/env python3
"""Are the adapters in examples/adapters/ right, and does `fairshare fuzz` notice when one is not?

examples_test.py COMMAND [--cases 1000] LANGUAGE...

builds each adapter of those languages as its first lines say, fuzzes it, and expects that nothing is found; then breaks one
line at a time, and expects that something is. What a user changes is at most ten lines, between two marks. The output is a
table in Markdown, and the exit status is 1 if a row fails.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MARKED = re.compile(r"^\W*>>> Change this.*?\n(.*?)^\W*<<< Leave the rest unchanged", re.MULTILINE | re.DOTALL)
LINES_MAX = 10

# language  as it is named on the command line
# name      of the adapter, in examples/adapters/
# files     of that folder; what is broken is in the first
# build     commands that are run first, where these files are
# run       the command that exits with 0 where nothing is found, else with 1
# breaks    (text, other text), each of which is a defect
Example = namedtuple("Example", "language name files build run breaks")

FUZZ = "{command} fuzz --cases {cases} --seed 1 --save found "
EXAMPLES = [
    Example("python", "fair.py", ["fair.py"], [], FUZZ + "-- {python} -SEB fair.py", [
        ('record.get("demand", float("inf"))', 'float("inf")'),
        ("parse_float=Fraction", "parse_float=float"),
        ("if low <= weight * ratio < high", "if weight * ratio < high"),
    ]),
    Example("c", "fair.c", ["fair.c"], ["cc -O2 -shared -fPIC -I {root} -o fair.so fair.c"], FUZZ + "--shared-object ./fair.so", [
        ("return share > problem->max_shares[i] ? problem->max_shares[i] : share;", "return share;"),
        ("/ weight > ends[low]) growing += weight;", "/ weight >= ends[low]) growing += weight;"),
        ("ends[low] + missing / growing", "ends[low] + (float)missing / growing"),
    ]),
    Example("c++", "fair.cpp", ["fair.cpp", "fair.c"],
            ["cc -O2 -I {root} -c fair.c", "c++ -std=c++17 -O2 -I {root} -o fair-cpp fair.cpp fair.o"],
            FUZZ + "-- ./fair-cpp", [
        ('{"max_share", "demand"}', '{"max_share"}'),
        ("one.min_share = std::min(one.min_share, one.max_share);", ""),
        ('problem["total"].GetDouble()', 'problem["total"].GetFloat()'),
    ]),
    Example("java", "Fair.java", ["Fair.java"], [], FUZZ + "-- java Fair.java", [
        ("missing.over(growing)", "missing"),
        ("demand.compareTo(high) < 0", "demand.compareTo(high) > 0"),
        ("missing.floor().intValueExact()", "0"),
    ]),
    Example("go", "fair.go", ["fair.go"], ["go build -o fair fair.go"], FUZZ + "-- ./fair", [
        ("[]*json.Number{one.MaxShare, one.Demand}", "[]*json.Number{one.MaxShare}"),
        ("if share.Cmp(one.low) >= 0 && (one.high == nil || share.Cmp(one.high) < 0) {",
         "if one.high == nil || share.Cmp(one.high) < 0 {"),
        ("Cmp(total) > 0 })", "Cmp(total) > 1 })"),
    ]),
    # Go's own fuzzer, on the function in fair.go.
    Example("go", "fair_test.go", ["fair.go", "fair_test.go"], [], "go test -fuzz=FuzzShares -fuzztime={seconds}s fair.go fair_test.go", [
        ("if share.Cmp(one.low) >= 0 && (one.high == nil || share.Cmp(one.high) < 0) {",
         "if one.high == nil || share.Cmp(one.high) < 0 {"),
        ("missing.Quo(missing, growing)", "missing"),
    ]),
]
failures = 0


def row(example, what, wrong, seconds):
    global failures
    failures += wrong is not None
    print(f"| {example.name} | {what} | {seconds:.1f} s | {wrong or ''} |", flush=True)


def run(example, values, change=None):
    """The exit status and the output of the example, or of one in which a text is replaced."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in example.files:
            shutil.copy(ROOT / "examples" / "adapters" / file, folder)
        if change:
            file = folder / example.files[0]
            text = file.read_text()
            assert text.count(change[0]) == 1, f"{file.name} has not one {change[0]}"
            file.write_text(text.replace(*change))
        for command in [*example.build, example.run]:
            words = [word.format(**values) for word in command.split()]
            done = subprocess.run(words, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
            if done.returncode != 0 and command != example.run:
                return f"{command}: {done.stderr}", ""
        return done.returncode, done.stdout + done.stderr


def check_marks(file):
    marked = MARKED.findall((ROOT / "examples" / "adapters" / file).read_text())
    if len(marked) != 1:
        return "it has not two marks"
    lines = [line for line in marked[0].splitlines() if line.strip()]
    return None if len(lines) <= LINES_MAX else f"{len(lines)} lines are to be changed"


def check(example, values):
    begin = time.monotonic()
    status, output = run(example, values)
    row(example, "as it is", None if status == 0 else f"exit status {status}: {output}", time.monotonic() - begin)
    for change in example.breaks:
        begin = time.monotonic()
        status, output = run(example, values, change)
        wrong = None if status == 1 else f"exit status {status}: {output}"
        row(example, f"`{change[1] or change[0]}`".replace("|", "\\|"), wrong, time.monotonic() - begin)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seconds", type=int, default=5, help="for Go's own fuzzer")
    parser.add_argument("languages", nargs="+", choices=sorted({example.language for example in EXAMPLES}))
    arguments = parser.parse_args()
    values = {"command": pathlib.Path(arguments.command).resolve(), "cases": arguments.cases, "root": ROOT,
              "seconds": arguments.seconds, "python": sys.executable}
    print("| adapter | broken | time | |\n|---|---|---|---|")
    for example in EXAMPLES:
        if example.language in arguments.languages:
            check(example, values)
            if example.language != "c":  # in C, two functions are all
                row(example, "marks", check_marks(example.name), 0)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

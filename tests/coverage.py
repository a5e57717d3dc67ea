#!/usr/bin/env python3
"""Which lines and branches do the tests of ./check not reach, and why is that so?

coverage.py [--measured FOLDER] [--page] [--left]

Builds the preset `coverage` (build/coverage), runs its tests, asks gcovr, and prints lines and
branches of every room. Every line and every branch that is left must be argued in
tests/coverage.txt, as many as there are, but for branches that gcov itself tells to be reached by
exceptions only; and nothing else may be argued there. Branches of assertions do not count: their
other outcome is a bug.

  --measured FOLDER  builds and runs nothing: uses what the tests left in this build
  --page             writes docs/coverage.md
  --left             prints what is left as entries of tests/coverage.txt, and stops

The exit status is 0 where lines are at least 99.5 %, branches at least 93 %, everything left is
argued, and everything argued is left; else 1.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["model", "reference", "exact", "properties", "schedulers", "preemption", "formats", "fuzz", "cli"]
ARGUED = ROOT / "tests" / "coverage.txt"
PAGE = ROOT / "docs" / "coverage.md"
LINES_MIN, BRANCHES_MIN = 99.5, 93  # per cent
MACHINES = {"only with AVX-512": True, "only without AVX-512": False}
LINK = "include/fairshare/"  # by which headers of installed rooms are included
ASSERTION = re.compile(r"\b(assert|FAIRSHARE_ASSERT)\(")


@dataclass
class Line:
    """One line of one file, of all instantiations of a template together."""
    count: int = 0
    branches: list = field(default_factory=list)  # how often each was taken
    text: str = ""

    def uncovered(self):
        return sum(1 for taken in self.branches if taken == 0)


@dataclass
class Group:
    title: str
    machine: str = ""  # on which alone the entries are left: a key of MACHINES, or any
    argument: list = field(default_factory=list)
    entries: dict = field(default_factory=dict)  # by file and text what is left of it: "1 of 2 branches"


def run(*command, **options):
    subprocess.run(command, cwd=ROOT, check=True, **options)


def measure():
    """Builds, forgets what earlier runs left, and runs the tests; of the campaigns none."""
    build = ROOT / "build" / "coverage"
    run("cmake", "--preset", "coverage", stdout=subprocess.DEVNULL)
    run("cmake", "--build", "--preset", "coverage", "-j", str(os.cpu_count()))
    for old in build.rglob("*.gcda"):
        old.unlink()
    run("ctest", "--preset", "coverage", "-j", str(os.cpu_count()))
    return build


def read_lines(build):
    """By file and number every line that is code."""
    report = build / "coverage.json"
    filters = [part for room in ROOMS for part in ("--filter", f"({LINK})?{room}/")]
    run("gcovr", "--root", str(ROOT), "--object-directory", str(build), *filters,
        "--exclude-throw-branches", "--exclude-unreachable-branches", "--json", str(report),
        str(build), stderr=subprocess.DEVNULL)
    lines = {}
    for file in json.loads(report.read_text())["files"]:
        path = file["file"].removeprefix(LINK)
        source = (ROOT / path).read_text().split("\n")
        for told in file["lines"]:
            if told["gcovr/noncode"]:
                continue
            number = told["line_number"]
            line = lines.setdefault((path, number), Line(text=source[number - 1].strip()))
            line.count += told["count"]
            if not ASSERTION.search(line.text):
                line.branches += [branch["count"] for branch in told["branches"]]
    return lines


def read_groups():
    """A group is "## TITLE", perhaps a line that names the machine, an argument, and entries: FILE (WHAT): TEXT."""
    groups = []
    for number, line in enumerate(ARGUED.read_text().splitlines(), 1):
        entry = re.fullmatch(r"([a-z0-9]+(?:/[a-z0-9_-]+)+\.(?:h|cpp)) \(([^)]+)\): (.*)", line)
        if line.startswith("## "):
            groups.append(Group(line[3:]))
        elif not line or line.startswith("#"):
            continue
        elif entry and (entry[1], entry[3]) in groups[-1].entries:
            sys.exit(f"{ARGUED.name}:{number}: argued twice: {line}")
        elif entry:
            groups[-1].entries[entry[1], entry[3]] = entry[2]
        elif groups and line in MACHINES:
            groups[-1].machine = line
        elif groups and not groups[-1].entries:
            groups[-1].argument.append(line)
        else:
            sys.exit(f"{ARGUED.name}:{number}: no entry: FILE (WHAT): TEXT, as --left prints it: {line}")
    return groups


def table(lines):
    rows = [["room", "lines", "", "branches", ""]]
    sums = [0, 0, 0, 0]
    for room in [*ROOMS, "all"]:
        own = [line for (file, _), line in lines.items() if file.startswith(f"{room}/")]
        taken = [count for line in own for count in line.branches]
        counts = [sum(1 for line in own if line.count > 0), len(own),
                  sum(1 for count in taken if count > 0), len(taken)]
        if room == "all":
            counts = sums
        sums = [a + b for a, b in zip(sums, counts)]
        rows.append([room, f"{counts[0]} of {counts[1]}", f"{percent(*counts[:2]):.1f} %",
                     f"{counts[2]} of {counts[3]}", f"{percent(*counts[2:]):.1f} %"])
    good = percent(*counts[:2]) >= LINES_MIN and percent(*counts[2:]) >= BRANCHES_MIN
    return rows, good


def percent(part, whole):
    return 100 * part / whole if whole else 100


def told_by_gcov(build):
    """Of every line with branches: for each number of them how often each was taken, whether the
    branch is left to normal paths or to exceptions. Instantiations of a template that have as many
    branches are added up."""
    normal, exceptional = {}, {}
    for data in sorted(build.rglob("*.gcda")):
        told = subprocess.run(["gcov", "--all-blocks", "--branch-probabilities", "--branch-counts",
                               "--relative-only", "--source-prefix", str(ROOT), "--stdout",
                               str(data)], cwd=ROOT, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        read_gcov(told.stdout.decode(errors="replace"), normal, exceptional)
    return normal, exceptional


def read_gcov(text, normal, exceptional):
    """Adds up one report. Behind a rule of dashes one instantiation of a template begins."""
    file, number, only_by_exceptions, section = "", 0, False, {}

    def finish_section():
        for key, taken in section.items():
            sums = normal.setdefault(key, {}).setdefault(len(taken), [0] * len(taken))
            sums[:] = [a + b for a, b in zip(sums, taken)]
        section.clear()

    for line in text.split("\n"):
        code = re.match(r" *\S+?: *(\d+)(-block|:)", line)
        branch = re.match(r"branch +\d+ (?:taken (\d+)|never executed)(.*)", line)
        if ":    0:Source:" in line:
            finish_section()
            file = line.split("Source:")[1].removeprefix(LINK)
        elif line.startswith("------"):
            finish_section()
        elif file.split("/")[0] not in ROOMS:
            continue
        elif code:
            # The block behind a call is not named, and reached as the block before it.
            number = int(code[1])
            if code[2] == "-block":
                only_by_exceptions = line.strip().startswith("$$$$$")
        elif branch and "throw" not in branch[2]:
            if only_by_exceptions:
                exceptional[file, number] = exceptional.get((file, number), 0) + 1
            else:
                section.setdefault((file, number), []).append(int(branch[1] or 0))
    finish_section()


def find_left(lines, normal):
    """What no test reaches: by file and text where it stands, and how much of it there is. A branch
    of a template is reached where one instantiation is reached in all of its branches."""
    left = {}  # a list of (number, what)
    for (file, number), line in sorted(lines.items()):
        versions = [taken for taken in normal.get((file, number), {}).values() if any(taken)]
        zeros, all_ = min(((taken.count(0), len(taken)) for taken in versions), default=(0, 0))
        if line.count == 0:
            what = "never reached"
        elif zeros > 0 and not ASSERTION.search(line.text):
            what = f"{zeros} of {all_} branches"
        else:
            continue
        left.setdefault((file, line.text), []).append((number, what))
    return left


def page_of(rows, groups, left, exceptional, commit):
    text = ["# Coverage", "", *PREAMBLE.format(LINES_MIN, BRANCHES_MIN, commit).strip().split("\n"), ""]
    for k, row in enumerate(rows):
        text.append("| " + " | ".join(row) + " |")
        if k == 0:
            text.append("|---" * len(row) + "|")
    for group in groups:
        text += ["", f"## {group.title[0].upper()}{group.title[1:]}", "", *group.argument, ""]
        for key in group.entries:
            for number, what in left.get(key, []):
                text += [f"- `{key[0]}:{number}` {what}:", f"  `` {key[1]} ``"]
    text += ["", "## Taken by exceptions only", "", *EXCEPTIONS.strip().split("\n"), ""]
    for file in sorted({file for file, _ in exceptional}):
        numbers = [str(number) for other, number in sorted(exceptional) if other == file]
        text.append(textwrap.fill(f"- `{file}`: {', '.join(numbers)}", 120, subsequent_indent="  "))
    return "\n".join(text) + "\n"


PREAMBLE = """
What the tests of `./check` reach, but for the campaigns, by gcovr. `tests/coverage.py` measures it, fails below {} % of the lines or
{} % of the branches, and fails where what is left is not what `tests/coverage.txt` argues; with `--page` it writes this page.
These are the figures of commit {}.

Not counted are branches out of a call that throws (`--exclude-throw-branches`: nothing here throws but the allocator of
memory), those that the compiler calls unreachable, and those of assertions: their other outcome is a bug, and ends the
test. Counted as not reached, although no input can reach them, are the branches of the last section.
"""

EXCEPTIONS = """
Where an expression makes temporaries in some cases only (`is_max ? text(max) : "-"`), the compiler remembers which it
has made, and asks again in the code that takes them down when a later part of the expression throws. gcov marks this
code as reached by exceptions only (`$$$$$` in `gcov --all-blocks`). The lines in question:
"""


def summary(whats):
    """Of all lines with one text: "never reached, twice 1 of 2 branches"."""
    times = ["", "", "twice ", "three times "]
    counts = {what: whats.count(what) for what in sorted(whats)}
    return ", ".join((times[n] if n < len(times) else f"{n} times ") + what for what, n in counts.items())


def check_argued(groups, left):
    """Everything left is argued, as much of it as there is, and everything argued is left."""
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        has_avx512 = " avx512f" in file.read()
    told = {key: summary([what for _, what in places]) for key, places in left.items()}
    argued = {}
    for group in groups:
        if group.machine and MACHINES[group.machine] != has_avx512:
            continue
        for key in argued.keys() & group.entries.keys():
            print(f"ARGUED TWICE: {key[0]}: {key[1]}")
        argued |= group.entries
    for key in sorted(told.keys() - argued.keys()):
        for number, what in left[key]:
            print(f"NOT ARGUED: {key[0]}:{number} ({what}): {key[1]}")
    for key in sorted(argued.keys() - told.keys()):
        print(f"NOT LEFT (any more): {key[0]} ({argued[key]}): {key[1]}")
    for key in sorted(argued.keys() & told.keys()):
        if argued[key] != told[key]:
            print(f"NOT AS MUCH: {key[0]}: left is {told[key]}, argued {argued[key]}: {key[1]}")
    return argued == told


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measured", type=pathlib.Path)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--left", action="store_true")
    arguments = parser.parse_args()
    build = arguments.measured.resolve() if arguments.measured else measure()
    lines = read_lines(build)
    rows, good = table(lines)
    for row in rows:
        print(f"{row[0]:12}{row[1]:>16}{row[2]:>9}{row[3]:>18}{row[4]:>9}")
    normal, exceptional = told_by_gcov(build)
    left = find_left(lines, normal)
    if arguments.left:
        for (file, text), places in sorted(left.items()):
            print(f"{file} ({summary([what for _, what in places])}): {text}")
        return 0
    groups = read_groups()
    good = check_argued(groups, left) and good
    if arguments.page:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        PAGE.write_text(page_of(rows, groups, left, exceptional, commit.stdout.decode().strip()))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Which lines and branches do the tests of ./check not reach, and why is that so?

coverage.py [--measured FOLDER] [--page] [--left]

Builds the preset `coverage` (build/coverage), runs its tests, asks gcovr, and prints lines and
branches of every room. Every line and every branch that is left must be argued in
tests/coverage.txt, as many as there are; and nothing else may be argued there. Not counted are
branches that gcov tells to be reached by exceptions only (a row of their own counts them), those of
assertions, whose other outcome is a bug, of comparisons that the compiler makes, and where two
threads make a static at one moment; what is past the last case of a switch that has every value of
its enumeration; and lines of closing brackets, or on which the compiler only takes down what was
made when a later part of the expression throws, where no code of ours stands.

  --measured FOLDER  builds and runs nothing: uses what the tests left in this build
  --page             writes docs/coverage.md
  --left             prints what is left as entries of tests/coverage.txt, and stops

The exit status is 0 where lines are at least 99.5 %, branches at least 93 %, everything left is
argued, and everything argued is left; else 1.
"""

import argparse
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ["model", "reference", "exact", "properties", "schedulers", "preemption", "formats", "fuzz", "cli"]
ARGUED = ROOT / "tests" / "coverage.txt"
PAGE = ROOT / "docs" / "coverage.md"
LINES_MIN, BRANCHES_MIN = 99.5, 93  # per cent
MACHINES = {"only with AVX-512": True, "only without AVX-512": False}
LINK = "include/fairshare/"  # by which headers of installed rooms are included
MOMENT = "reached or not, depending on the run"  # of a group: a run may reach some of its entries, or more of them
CLOSING = re.compile(r"[\])};,( ]*")
LAMBDA = re.compile(r"\[[^\]]*\](\([^)]*\))?( -> \S+)? \{$")
COMPILERS_OWN = re.compile(r"\b(assert|FAIRSHARE_ASSERT)\(|\boperator(==|<=>)\(.*= default;$")


@dataclass
class Line:
    """One line of one file. Lines are reached by all instantiations of a template together, branches
    by the one that is reached in most of them."""
    count: int = 0
    branches: int = 0
    missed: int = 0  # branches that are missed
    text: str = ""


@dataclass
class Group:
    machine: str = ""  # the only one on which the entries are left: a key of MACHINES, or "" for any
    is_momentary: bool = False
    entries: dict = field(default_factory=dict)  # by file and text, what is left there: "1 of 2 branches"


def run(*command, **options):
    subprocess.run(command, cwd=ROOT, check=True, **options)


def measure():
    """Builds, removes what earlier runs left, and runs the tests, without the campaigns."""
    build = ROOT / "build" / "coverage"
    run("cmake", "--preset", "coverage", stdout=subprocess.DEVNULL)
    run("cmake", "--build", "--preset", "coverage", "-j", str(os.cpu_count()))
    for old in build.rglob("*.gcda"):
        old.unlink()
    run("ctest", "--preset", "coverage", "-j", str(os.cpu_count()))
    return build


def read_lines(build, told_by):
    """Every line of code, by file and number."""
    report = build / "coverage.json"
    filters = [part for room in ROOMS for part in ("--filter", f"({LINK})?{room}/")]
    run("gcovr", "--root", str(ROOT), "--object-directory", str(build), *filters,
        "--exclude", f"({LINK})?fuzz/targets/", "--json", str(report), str(build), stderr=subprocess.DEVNULL)
    lines = {}
    for file in json.loads(report.read_text())["files"]:
        path = file["file"].removeprefix(LINK)
        source = (ROOT / path).read_text().split("\n")
        is_reached = False  # whether the line before is
        for told in file["lines"]:
            number = told["line_number"]
            text = source[number - 1].strip()
            if told["gcovr/noncode"] or CLOSING.fullmatch(text):
                continue
            is_ours = (path, number) in told_by.lines or is_handled(source[:number])
            if not is_ours and is_reached:
                continue
            is_reached = told["count"] > 0
            line = lines.setdefault((path, number), Line(text=text))
            line.count += told["count"]
        for number in {told["line_number"] for told in file["lines"]}:
            if (path, number) in lines:
                count_branches(lines[path, number], told_by.normal.get((path, number), {}), source[number - 1:])
    for (path, number), line in list(lines.items()):
        if line.count == 0 and is_behind_switch((ROOT / path).read_text().split("\n")[:number]):
            del lines[path, number]
            continue
        # gcov counts the beginning of a statement with a lambda where the lambda ends, or is called.
        body = lines.get((path, number + 1))
        if line.count == 0 and LAMBDA.search(line.text) and body:
            line.count = body.count
    return lines


def is_handled(source):
    """Whether the last of these lines is in an exception handler, which is our code."""
    indent = indent_of(source[-1]) + 1
    for text in reversed(source):
        if text.strip() and indent_of(text) < indent:
            indent = indent_of(text)
            if "catch (" in text:
                return True
    return False


def indent_of(text):
    return len(text) - len(text.lstrip())


def count_branches(line, versions, source):
    """The branches of the instantiation that is reached in most of them. `source` begins at the line."""
    if COMPILERS_OWN.search(line.text):
        return
    reached = [taken for taken in versions.values() if any(taken) or line.count == 0]
    line.missed, line.branches = min(((taken.count(0), len(taken)) for taken in reached), default=(0, 0))
    # No value goes past a switch over an enumeration: a missing case is an error. Whether a static is made is checked twice,
    # the second time under a lock.
    is_past = line.text.startswith("switch (") and is_without_default(source)
    if line.missed > 0 and (is_past or line.text.startswith("static const ")):
        line.missed -= 1
        line.branches -= 1


def is_behind_switch(source):
    """Whether the last of these lines returns after a switch over every value: no value gets there."""
    if not source[-1].strip().startswith("return ") or source[-2].strip() != "}":
        return False
    indent = indent_of(source[-2])
    begin = next(k for k in range(len(source) - 3, -1, -1) if source[k].strip() and indent_of(source[k]) <= indent)
    return source[begin].strip().startswith("switch (") and is_without_default(source[begin:])


def is_without_default(source):
    end = " " * indent_of(source[0]) + "}"
    body = itertools.takewhile(lambda text: text != end, source)
    return not any(text.strip().startswith("default:") for text in body)


def read_groups():
    """The groups of this machine. A group is "## TITLE", perhaps a line that names the machine, an argument, and entries: FILE
    (WHAT): TEXT."""
    groups = []
    for number, line in enumerate(ARGUED.read_text().splitlines(), 1):
        entry = re.fullmatch(r"([a-z0-9]+(?:/[a-z0-9_-]+)+\.(?:h|cpp)) \(([^)]+)\): (.*)", line)
        if line.startswith("## "):
            groups.append(Group())
        elif not line or line.startswith("#"):
            continue
        elif entry and (entry[1], entry[3]) in groups[-1].entries:
            sys.exit(f"{ARGUED.name}:{number}: argued twice: {line}")
        elif entry:
            groups[-1].entries[entry[1], entry[3]] = entry[2]
        elif groups and line in MACHINES:
            groups[-1].machine = line
        elif groups and line == MOMENT:
            groups[-1].is_momentary = True
        elif not groups or groups[-1].entries:  # else it is of the argument
            sys.exit(f"{ARGUED.name}:{number}: no entry: FILE (WHAT): TEXT, as --left prints it: {line}")
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        has_avx512 = " avx512f" in file.read()
    return [group for group in groups if MACHINES.get(group.machine, has_avx512) == has_avx512]


def table(lines, exceptional):
    rows = [["room", "lines", "", "branches", ""]]
    sums = [0, 0, 0, 0]
    for room in [*ROOMS, "all"]:
        own = [line for (file, _), line in lines.items() if file.startswith(f"{room}/")]
        branches = sum(line.branches for line in own)
        counts = [sum(1 for line in own if line.count > 0), len(own),
                  branches - sum(line.missed for line in own), branches]
        if room == "all":
            counts = sums
        sums = [a + b for a, b in zip(sums, counts)]
        rows.append([room, *cells(*counts[:2]), *cells(*counts[2:])])
    good = percent(*counts[:2]) >= LINES_MIN and percent(*counts[2:]) >= BRANCHES_MIN
    rows.append(["by exceptions only", "", "", *cells(0, exceptional)])
    return rows, good


def cells(part, whole):
    return [f"{part} of {whole}", f"{percent(part, whole):.1f} %"]


def percent(part, whole):
    return 100 * part / whole if whole else 100


@dataclass
class Told:
    """What gcov reports for each line, by file and number."""
    normal: dict = field(default_factory=dict)  # for each number of branches, how often each was taken, for all
    #                                             instantiations of a template that have as many
    exceptional: int = 0  # how many branches are taken by exceptions only
    lines: set = field(default_factory=set)  # those with code on a path without exceptions


def told_by_gcov(build):
    all_told = Told()
    for data in sorted(build.rglob("*.gcda")):
        told = subprocess.run(["gcov", "--all-blocks", "--branch-probabilities", "--branch-counts",
                               "--relative-only", "--source-prefix", str(ROOT), "--stdout",
                               str(data)], cwd=ROOT, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        read_gcov(told.stdout.decode(errors="replace"), all_told)
    return all_told


def read_gcov(text, told):
    """Adds up one report. After a rule of dashes, one instantiation of a template begins."""
    file, number, only_by_exceptions, section = "", 0, False, {}
    pending = None  # a line that is not reached, until one of its blocks is named

    def finish_section():
        for key, taken in section.items():
            sums = told.normal.setdefault(key, {}).setdefault(len(taken), [0] * len(taken))
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
        elif code and code[2] == "-block":
            # The block after a call is not named; it is reached if the block before it is.
            number = int(code[1])
            only_by_exceptions = line.strip().startswith("$$$$$")
            pending = None
            if not only_by_exceptions:
                told.lines.add((file, number))
        elif code:
            if pending:  # it is in the middle of a block
                told.lines.add(pending)
            number = int(code[1])
            pending = (file, number) if line.strip().startswith("#####") else None
            if not line.strip().startswith(("#####", "=====")):
                told.lines.add((file, number))
        elif branch and "throw" not in branch[2]:
            if only_by_exceptions:
                told.exceptional += 1
            else:
                section.setdefault((file, number), []).append(int(branch[1] or 0))
    finish_section()


def find_left(lines):
    """What no test reaches: by file and text, and how much of it there is."""
    left = {}  # a list of (number, what)
    for (file, number), line in sorted(lines.items()):
        if line.count == 0:
            what = "never reached"
        elif line.missed > 0:
            what = f"{line.missed} of {line.branches} branches"
        else:
            continue
        left.setdefault((file, line.text), []).append((number, what))
    return left


def page_of(rows, commit):
    rule = "|---" * len(rows[0]) + "|"
    text = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([PREAMBLE.format(LINES_MIN, BRANCHES_MIN, commit), text[0], rule, *text[1:]]) + "\n"


PREAMBLE = """# Coverage

For contributors: how much of the code the tests of `./check` reach, by gcovr and gcov. Campaigns and tests that are too slow or too large under
gcov are left out: the preset `coverage` of CMakePresets.json names them. `tests/coverage.py` measures the coverage. It fails below {} % of
the lines or {} % of the branches, and if the unreached code differs from that in [tests/coverage.txt](../tests/coverage.txt), which says why each
line and branch is not reached; with `--page` it writes this page. The figures are those of commit {}.

Not counted:

- branches out of a call that throws: only the memory allocator throws here;
- branches that gcov marks as reached by exceptions only (`$$$$$` in `gcov --all-blocks`, and the last row): if an expression creates temporaries
  only in some cases (`is_max ? text(max) : "-"`), the code that destroys them when a later part of it throws checks which ones it has created;
- branches of assertions: their other outcome is a bug, and ends the test;
- branches of comparisons that the compiler generates (`= default`);
- the path past the last case of a `switch` over an enumeration, and the `return` there, which the compiler requires: a missing case is an error;
- the path of a second thread that reaches a static while it is being initialised;
- `fuzz/targets/`: its oracles end the program if they fail;
- lines of closing brackets, and lines on which the compiler only destroys temporaries: they contain no code of ours.
"""


def summary(whats):
    """The summary of all lines with the same text: "never reached, twice 1 of 2 branches"."""
    times = ["", "", "twice ", "three times "]
    counts = {what: whats.count(what) for what in sorted(whats)}
    return ", ".join((times[n] if n < len(times) else f"{n} times ") + what for what, n in counts.items())


def check_argued(groups, left):
    """Checks that everything left is argued, as much of it as there is, and that everything argued is left."""
    told = {key: summary([what for _, what in places]) for key, places in left.items()}
    argued, momentary = {}, set()
    for group in groups:
        for key in argued.keys() & group.entries.keys():
            print(f"ARGUED TWICE: {key[0]}: {key[1]}")
        argued |= group.entries
        momentary |= group.entries.keys() if group.is_momentary else set()
    for key in sorted(told.keys() - argued.keys()):
        for number, what in left[key]:
            print(f"NOT ARGUED: {key[0]}:{number} ({what}): {key[1]}")
    wrong = len(told.keys() - argued.keys())
    for key in sorted(argued.keys() - momentary):
        if argued[key] != told.get(key):
            print(f"NOT LEFT SO: {key[0]}: left is {told.get(key, 'nothing')}, argued {argued[key]}: {key[1]}")
            wrong += 1
    return wrong == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measured", type=pathlib.Path)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--left", action="store_true")
    arguments = parser.parse_args()
    build = arguments.measured.resolve() if arguments.measured else measure()
    told = told_by_gcov(build)
    lines = read_lines(build, told)
    rows, good = table(lines, told.exceptional)
    for row in rows:
        print(f"{row[0]:20}{row[1]:>16}{row[2]:>9}{row[3]:>18}{row[4]:>9}")
    left = find_left(lines)
    if arguments.left:
        for (file, text), places in sorted(left.items()):
            print(f"{file} ({summary([what for _, what in places])}): {text}")
        return 0
    groups = read_groups()
    good = check_argued(groups, left) and good
    if arguments.page:
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        PAGE.write_text(page_of(rows, commit.stdout.decode().strip()))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

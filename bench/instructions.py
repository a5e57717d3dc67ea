#!/usr/bin/env python3
"""Does the code execute more instructions than it did? Unlike times, counts do not depend on what else the machine does.

instructions.py PROGRAM            compares with bench/instructions.tsv; exit status 1 where a count is off by over 5 %
instructions.py PROGRAM --write    writes that file
instructions.py PROGRAM --print    prints the counts

PROGRAM is bench_instructions of the preset `release`, by g++ 12. callgrind counts what happens in its function `counted`. A count
that fell is a failure too: write the file again, so that the next rise is noticed. The exit status is 77 where the
processor has no AVX2.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

EXPECTED = pathlib.Path(__file__).resolve().parent / "instructions.tsv"
TOLERANCE = 0.05
SKIPPED = 77


def count(program, name):
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=fairshare::bench::counted*",
         program, name], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == SKIPPED:
        print("AVX2 is missing here")
        sys.exit(SKIPPED)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not collected or collected[1] == "0":
        sys.exit(f"{name} cannot be counted:\n{done.stderr[-2000:]}")
    return int(collected[1])


def counts_of(program):
    """The counts by name. Runs several programs at a time."""
    names = subprocess.run([program, "--list"], stdout=subprocess.PIPE, text=True, check=False)
    if names.returncode == SKIPPED:
        print("AVX2 is missing here")
        sys.exit(SKIPPED)
    names = names.stdout.split()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names, pool.map(lambda name: count(program, name), names)))


def read_expected():
    rows = (line.split("\t") for line in EXPECTED.read_text().splitlines())
    return {name: int(number) for name, number in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--print", action="store_true")
    arguments = parser.parse_args()
    counts = counts_of(arguments.program)
    text = "".join(f"{name}\t{number}\n" for name, number in counts.items())
    if arguments.print:
        print(text, end="")
        return 0
    if arguments.write:
        EXPECTED.write_text(text)
        return 0
    expected = read_expected()
    if expected.keys() != counts.keys():
        print(f"FAILED: {EXPECTED.name} has other rows than {arguments.program} has works: write it again")
        return 1
    failed = False
    for name, number in counts.items():
        change = number / expected[name] - 1
        is_off = abs(change) > TOLERANCE
        failed |= is_off
        print(f"{'FAILED: ' if is_off else ''}{name}: {number:,} instructions, {change:+.1%} against {expected[name]:,}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

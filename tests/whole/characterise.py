#!/usr/bin/env python3
"""Do two builds of the command give the same answers?

    characterise.py OLD NEW [--records 20000] [--seed 1] [--show 20] [--normalise] [--keep FOLDER]

A characterisation test for changes that must not change what is answered. It makes a corpus of
inputs, runs every command line with both binaries, and compares standard output, standard error
and exit status. OLD also says what the schedulers compute, so that many reported shares are right.

  OLD, NEW        paths of two `fairshare` binaries
  --records N     so many generated records; the files of examples/ and vectors/ are always read
  --seed N        decides everything that is random
  --show N        so many examples of each group of differences
  --normalise     compares substance only, and neither human output, messages nor standard error
  --keep FOLDER   writes the corpus there and leaves it; the commands shown run in that folder

Differences come in two levels:

  substance       the exit status, and every field of every JSON answer but "message"
  text            messages, human output, standard error

A field that no answer of OLD has is listed once, as an added field. The exit status is 0 where
nothing differs (with --normalise: nothing of substance), 1 where something does, 2 for bad usage.
With 20,000 records it takes three to five minutes on two cores. A binary that crashes answers
nothing for the rest of its file: look at the exit statuses that are told first.
"""

import argparse
import concurrent.futures
import json
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

from corpus import load_or_none, make_corpus, run

# One command line, run by both

WORDS = ["verdict", "code", "outcome", "ordering", "certificate", "as_computed", "status"]


def differences(old, new, path=""):
    """Pairs of a level and what differs between two parsed answers."""
    key = path.split(".")[-1]
    if isinstance(old, dict) and isinstance(new, dict):
        for name in old | new:
            inner = f"{path}.{'*' if name.startswith('/') else name}"
            if name not in old:
                yield "substance" if name.startswith("/") else "added", inner
            elif name not in new:
                yield "substance", inner + " is gone"
            else:
                yield from differences(old[name], new[name], inner)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for one, other in zip(old, new):
            yield from differences(one, other, path)
    elif type(old) is not type(new) or old != new:
        words = f": {str(old)[:40]} -> {str(new)[:40]}" if key in WORDS else ""
        yield "text" if key == "message" else "substance", path + words


def answer_differences(old, new):
    objects = load_or_none(old), load_or_none(new)
    if None in objects:
        return [("substance", "a line that is not JSON")]
    return sorted(set(differences(*objects))) or [("text", "layout of the JSON")]


def answers_and_warnings(output):
    """Lines of JSON by kind: warnings are kept apart from answers, so that they do not shift them."""
    kinds = [], []
    for line in output.split(b"\n"):
        kinds[line.startswith(b'{"warning":')].append(line)
    return kinds


def first_difference(old, new):
    lines = zip(old.split(b"\n"), new.split(b"\n"))
    lengths = b"%d bytes" % len(old), b"%d bytes" % len(new)
    return next((pair for pair in lines if pair[0] != pair[1]), lengths)


def input_lines(folder, arguments):
    """The lines of a file of records, so that answers can be shown with their inputs."""
    path = Path(folder, arguments[-1])
    return path.read_bytes().split(b"\n") if path.suffix == ".ndjson" and path.exists() else []


def put(groups, title, number, examples, show):
    group = groups.setdefault(title, [0, []])
    group[0] += number
    group[1] = (group[1] + examples)[:show]


def compare(task):
    """The differences of one command by group, what OLD answered, and the fields of its answers."""
    old, new, arguments, folder, show = task
    old_out, old_err, old_status = run(old, arguments, folder)
    new_out, new_err, new_status = run(new, arguments, folder)
    groups = {}

    def add(level, what, *example):
        title = f"{arguments[0] if arguments else ''}: {what.removeprefix('.')}"
        put(groups, (level, title), 1, [(arguments, *example)], show)

    as_json = arguments[:1] == ["solve"] or "json" in arguments
    if old_status != new_status:
        add("substance", f"exit status {old_status} -> {new_status}", b"", b"", b"")
    if old_out != new_out and as_json:
        inputs = input_lines(folder, arguments)
        old_lines, old_warnings = answers_and_warnings(old_out)
        new_lines, new_warnings = answers_and_warnings(new_out)
        if old_warnings != new_warnings:
            add("text", "warnings", b"", b"\n".join(old_warnings), b"\n".join(new_warnings))
        if len(old_lines) != len(new_lines):
            counts = b"%d" % len(old_lines), b"%d" % len(new_lines)
            add("substance", "the number of answers", b"", *counts)
        for k, (one, other) in enumerate(zip(old_lines, new_lines)):
            for level, what in answer_differences(one, other) if one != other else []:
                add(level, what, inputs[k] if k < len(inputs) else b"", one, other)
    elif old_out != new_out:
        add("text", "human output", b"", *first_difference(old_out, new_out))
    if old_err != new_err:
        add("text", "standard error", b"", *first_difference(old_err, new_err))
    words = rb'"(verdict|ordering|certificate|outcome|code)":"(\w+)"'
    seen = Counter(re.findall(words, old_out) + re.findall(rb"(error)\[(FS\d+)\]", old_err))
    seen[(b"exit status", old_status.encode())] += 1
    return groups, seen, set(re.findall(r'"(\w+)":', old_out.decode()) if as_json else [])


# The report


def print_counts(seen):
    print("What OLD answered:")
    for kind in sorted({kind for kind, _ in seen}):
        mine = [f"{word.decode()} {seen[kind, word]}" for _, word in sorted(seen) if _ == kind]
        print(f"  {kind.decode()}: {', '.join(mine)}")


def print_groups(level, groups):
    mine = [title for at, title in groups if at == level]
    mine.sort(key=lambda title: (-groups[level, title][0], title))
    number = sum(groups[level, title][0] for title in mine)
    print(f"\n== Differences of {level}: {number} in {len(mine)} groups ==")
    for title in mine:
        print(f"\n{groups[level, title][0]} x {title}")
        for arguments, *texts in groups[level, title][1]:
            print(f"    fairshare {' '.join(arguments)}")
            for name, text in zip(("input", "old", "new"), texts):
                if text:
                    print(f"      {name:6}{text[:1500].decode(errors='backslashreplace')}")
    return number


def settle_added(groups, known, show):
    """A new field that other answers of OLD have is a difference of substance; else it is listed once."""
    for level, title in [key for key in groups if key[0] == "added"]:
        if re.findall(r"\w+", title)[-1] in known:
            put(groups, ("substance", title + " is new here"), *groups.pop((level, title)), show)
    added = sorted(title for level, title in groups if level == "added")
    if added:
        print("\n== Added fields, which no answer of OLD has ==")
    for title in added:
        print(f"  {title} ({groups['added', title][0]} answers)")


def arguments_of():
    style = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=style)
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--records", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--normalise", action="store_true")
    parser.add_argument("--keep")
    options = parser.parse_args()
    for binary in (options.old, options.new):
        if not os.access(binary, os.X_OK) or os.path.isdir(binary):
            parser.error(f"{binary} cannot be run")
    return options


def main():
    options = arguments_of()
    old, new, show = os.path.abspath(options.old), os.path.abspath(options.new), options.show
    groups, seen, known = {}, Counter(), set()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        commands = make_corpus(folder, old, options.records, options.seed)
        print(f"{len(commands)} command lines, {options.records} records, seed {options.seed}")
        sys.stdout.flush()
        tasks = [(old, new, arguments, str(folder), show) for arguments in commands]
        with concurrent.futures.ProcessPoolExecutor() as pool:
            for found, answered, fields in pool.map(compare, tasks):
                for title, (number, examples) in found.items():
                    put(groups, title, number, examples, show)
                seen += answered
                known |= fields
    print_counts(seen)
    settle_added(groups, known, show)
    number = print_groups("substance", groups)
    if not options.normalise:
        number += print_groups("text", groups)
    return 1 if number else 0


if __name__ == "__main__":
    sys.exit(main())

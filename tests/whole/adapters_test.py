#!/usr/bin/env python3
"""Does `fairshare fuzz` find the defects of production schedulers, and shrink them?

adapters_test.py COMMAND [--seeds 1,2,3] [--time 50] [--row NAME]... [--cases 2000] [--models PROGRAM]

runs COMMAND fuzz against each adapter of tests/adapters/defects.py, once per seed. A defect passes if, within that many
seconds,

  - its code is among the findings, with the fewest claimants that it needs, and marked as minimal;
  - `fairshare fuzz --replay` fails again on the record that was saved, by the same code.

A right scheduler passes if nothing is found in that many cases. With the PROGRAM that tests/adapters/model.cpp makes, the
models of schedulers/ are fuzzed, too, at default settings: the finding that tests/adapters/models.py names must be found, and
nothing in a mended model. The output is a table in Markdown, and the exit status is 1 if a row fails. A NAME may be the
beginning of a row's name.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ADAPTERS = ROOT / "tests" / "adapters"
sys.path.insert(0, str(ADAPTERS))
sys.dont_write_bytecode = True

from defects import DEFECTS, RIGHT, SHOWS_MORE  # noqa: E402
from models import MENDED, MODEL_DEFECTS  # noqa: E402


def adapter_of(words):
    # Without site-packages and bytecode: an adapter that hangs or crashes is started many times.
    return [sys.executable, "-SEB", str((ADAPTERS / words[0]).resolve()), *words[1:]]


def fuzz(command, options, adapter):
    """The exit status, the report, and standard error."""
    done = subprocess.run(
        [command, "fuzz", "--format", "json", *options, *adapter], capture_output=True, text=True
    )
    report = json.loads(done.stdout) if done.stdout.strip() else {"found": []}
    return done.returncode, report, done.stderr.strip()


def find_entry(report, codes):
    """Of several kinds of failure with these codes, the one with the fewest claimants."""
    entries = [entry for entry in report["found"] if entry["code"] in codes.split()]
    return min(entries, key=lambda entry: (not entry["minimal"], entry["claimants"]), default=None)


def replay(command, defect, entry, folder):
    """A sentence if the record does not fail again. Like the search, on the row's own terms."""
    file = folder / "record.ndjson"
    file.write_text(json.dumps(entry["record"]) + "\n")
    options = ["--replay", str(file), *defect.options, "--save", ""]
    status, report, said = fuzz(command, options, ["--", *adapter_of(defect.adapter)])
    if status != 1 or find_entry(report, defect.code) is None:
        return f"replayed: exit status {status}, {[one['code'] for one in report['found']]} {said}"
    return None


def check_defect(command, defect, seed, seconds, folder):
    """The report's entry, if any, and what is wrong with it, if anything."""
    options = ["--seed", str(seed), "--time", f"{seconds}s", *defect.options, "--save", ""]
    options += [] if defect.name in SHOWS_MORE else ["--first"]
    status, report, said = fuzz(command, options, ["--", *adapter_of(defect.adapter)])
    entry = find_entry(report, defect.code)
    if status != 1 or entry is None:
        found = ", ".join(one["code"] for one in report["found"]) or "nothing"
        return report, entry, f"exit status {status}, found {found} {said}"
    if entry["claimants"] != defect.claimants:
        return report, entry, f"{entry['claimants']} claimants, not {defect.claimants}"
    if not entry["minimal"]:
        return report, entry, "not minimal"
    return report, entry, replay(command, defect, entry, folder)


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def report_row(defect, seed, spent, report, entry, wrong):
    if entry is None:
        row(defect.name, "-", seed, "-", f"{spent:.1f} s", report.get("cases", 0), "-", "", wrong)
        return
    kept = {key: entry["record"].get(key) for key in ("total", "claimants", "shares")}
    shown = json.dumps({key: value for key, value in kept.items() if value is not None})
    row(defect.name, entry["code"], seed, f"{entry['seconds']:.1f} s", f"{spent:.1f} s",
        report["cases"], entry["claimants"], f"`{shown}`", wrong or "")


def check_defects(command, defects, seeds, seconds, folder):
    row("defect", "code", "seed", "found after", "in all", "cases", "claimants", "record", "")
    row(*["---"] * 9)
    failures = 0
    for defect in defects:
        for seed in seeds:
            start = time.monotonic()
            report, entry, wrong = check_defect(command, defect, seed, seconds, folder)
            spent = time.monotonic() - start
            failures += wrong is not None
            report_row(defect, seed, spent, report, entry, wrong)
    return failures


def check_rights(command, rights, seeds, cases):
    row("scheduler", "seed", "cases", "skipped", "seconds", "")
    row(*["---"] * 6)
    failures = 0
    for right in rights:
        for seed in seeds:
            options = ["--seed", str(seed), "--cases", str(cases), *right.options, "--save", ""]
            status, report, said = fuzz(command, options, ["--", *adapter_of(right.adapter)])
            found = json.dumps(report["found"])
            wrong = "" if status == 0 else f"exit status {status}: {found} {said}"
            failures += wrong != ""
            row(right.name, seed, report.get("cases", 0), report.get("skipped", 0),
                report.get("seconds", 0), wrong)
    return failures


def check_models(command, program, defects, seeds, seconds):
    row("finding", "seed", "cases", "found", "record", "")
    row(*["---"] * 6)
    failures = 0
    for defect in defects:
        for seed in seeds:
            options = ["--seed", str(seed), "--time", f"{seconds}s", "--save", ""]
            _, report, said = fuzz(command, options, ["--", program, defect.scheduler])
            found = next((entry for entry in report["found"] if defect.is_it(entry)), None)
            codes = " ".join(entry["code"] for entry in report["found"])
            wrong = "" if found else f"not among what is found {said}"
            failures += found is None
            kept = {} if found is None else found["record"]
            shown = {key: kept[key] for key in ("total", "claimants", "shares") if key in kept}
            row(defect.name, seed, report.get("cases", 0), codes, f"`{json.dumps(shown)}`", wrong)
    return failures


def check_mended(command, program, schedulers, seeds, cases):
    row("mended model", "seed", "cases", "seconds", "")
    row(*["---"] * 5)
    failures = 0
    for scheduler in schedulers:
        for seed in seeds:
            options = ["--seed", str(seed), "--cases", str(cases), "--save", ""]
            adapter = ["--", program, scheduler, "--fair"]
            status, report, said = fuzz(command, options, adapter)
            wrong = "" if status == 0 else f"exit status {status}: {report['found']} {said}"
            failures += status != 0
            row(scheduler, seed, report.get("cases", 0), report.get("seconds", 0), wrong)
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--time", type=float, default=50)
    parser.add_argument("--row", action="append", help="the beginning of a name")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--models", metavar="PROGRAM", help="of tests/adapters/model.cpp")
    arguments = parser.parse_args()
    names = tuple(arguments.row or [""])
    defects = [one for one in DEFECTS if one.name.startswith(names)]
    rights = [one for one in RIGHT if one.name.startswith(names)]
    models = [one for one in MODEL_DEFECTS if arguments.models and one.name.startswith(names)]
    mended = [one for one in MENDED if arguments.models and f"mended {one}".startswith(names)]
    if not (defects or rights or models or mended):
        parser.error(f"no row begins with any of {names}")
    seeds = [int(seed) for seed in arguments.seeds.split(",")]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        failures = 0
        if defects:
            failures += check_defects(arguments.command, defects, seeds, arguments.time, folder)
        if rights:
            print()
            failures += check_rights(arguments.command, rights, seeds, arguments.cases)
    if models:
        print()
        failures += check_models(
            arguments.command, arguments.models, models, seeds, arguments.time)
    if mended:
        print()
        failures += check_mended(
            arguments.command, arguments.models, mended, seeds, arguments.cases)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

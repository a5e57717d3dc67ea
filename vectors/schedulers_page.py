#!/usr/bin/env python3
"""Writes docs/schedulers.md: what each scheduler does, as the command tells, and how far from fair it was
in the recordings, as the command judges them.

schedulers_page.py COMMAND            asks the command, writes the page
schedulers_page.py COMMAND --check    1 where the page is not what would be written
"""

import json
import pathlib
import re
import subprocess
import sys
import textwrap
from decimal import Decimal
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "schedulers.md"
HEAD = """# Schedulers

Written by `vectors/schedulers_page.py`; a test fails where it is stale. `fairshare schedulers` tells the same, but
for the recordings.

- **Rule**: floor, where a minimum counts towards the proportional part, or base, where it is paid first.
- **Wins**: which bound, where a maximum (or the demand) is below the minimum.
- **Infeasible minimums**: what the scheduler does with minimums that exceed the total together.
- **Worst deviation**: of a share from its fair one by the scheduler's own rule, in [vectors/recorded](../vectors/recorded),
  which holds runs of the real code (without the minimal examples, which were searched for): in units and as a part of
  the total, each the worst of its kind, for totals from 1 to 10^6; then, where it is more, the worst of all in units. Of
  trees in parts of the cluster; Hadoop's trees are not counted. Hadoop's recordings hold inputs that were made to
  overflow. Where the minimums exceed the total, or the total exceeds what can be claimed, no shares are fair, and
  there is nothing to deviate from.
- **Unfair**: how many of those divisions `fairshare verify` calls unfair: farther off than the resolution.
- **Findings**: in [findings.md](findings.md).

"""
COLUMNS = ["scheduler", "release", "rule", "worst deviation", "unfair"]


def run(command, records, *options):
    text = "".join(json.dumps(record) + "\n" for record in records)
    done = subprocess.run([command, *options], input=text, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def reported_tree(record, shares, scheduler):
    kept = ("id", "tree", "total_resource_limits", "elapsed_seconds", "volume_saturation_seconds", "smooth_seconds",
            "relaxed_multiplier")
    return {**{key: record[key] for key in kept if key in record}, "scheduler": scheduler, "shares": shares}


def recordings():
    """Every recorded division, as a record with shares, by scheduler."""
    found = {}
    for file in sorted((ROOT / "vectors" / "recorded").glob("*.ndjson")):
        if file.stem in ("minimal_examples", "hadoop_trees", "hadoop_preemption"):
            continue
        for line in file.open():
            record = json.loads(line)
            scheduler = record["scheduler"]
            if "expected" not in record:
                if "NaN" not in record.get("shares", ["NaN"]):
                    found.setdefault(scheduler, []).append(record)
                continue
            share = "fair_share" if file.stem == "ytsaurus_integral" else "fair_share_ratio"
            shares = {path: fields[share] for path, fields in record["expected"].get("shares", {}).items()}
            if not shares:  # the release stopped
                continue
            found.setdefault(scheduler, []).append(reported_tree(record, shares, scheduler))
            older = record.get("expected_2018_03_fair_share_ratio")
            if older:
                name = "ytsaurus-2018"
                found.setdefault(name, []).append(reported_tree(record, older, name))
    return found


def brief(number):
    """Three digits: enough to tell schedulers apart."""
    if number == 0:
        return "0"
    value = float(number)
    text = f"{value:.3g}"
    return f"{Decimal(text):f}" if 1e-3 <= value < 1e6 else text


def distances(record, verdict, is_tree):
    """Of each thing that was divided: how far the shares are from fair, and what there is."""
    if isinstance(record.get("total"), dict):
        return [(Fraction(division.get("distance", 0)), Fraction(division["total"]))
                for division in verdict["divisions"]]
    return [(Fraction(verdict.get("distance", 0)), 1 if is_tree else Fraction(record["total"]))]


def deviations(command, records):
    """("1.43 units; 12 % of the total", "9 of 165")."""
    if not records:
        return "nothing recorded", "-"
    judged = unfair = 0
    in_units = of_total = beyond = Fraction(0)
    is_tree = "tree" in records[0]
    for record, verdict in zip(records, run(command, records, "verify", "--format", "json"), strict=True):
        judged += verdict.get("verdict") in ("fair", "unfair")
        unfair += verdict.get("verdict") == "unfair"
        for distance, total in distances(record, verdict, is_tree):
            if 1 <= total <= 10**6:
                in_units = max(in_units, distance)
                of_total = max(of_total, distance / total)
            beyond = max(beyond, distance)
    share = brief(of_total * 100) + " % of the " + ("cluster" if is_tree else "total")
    worst = share if is_tree else f"{brief(in_units)} units, {share}"
    if beyond > in_units:
        worst += f"; else {brief(beyond)} units"
    return worst, f"{unfair} of {judged}"


def linked(deviation):
    """"H1-H3, Y2" with a link to the first of each range."""
    anchors = {}
    for line in (ROOT / "docs" / "findings.md").read_text(encoding="utf-8").splitlines():
        match = re.match(r"\| \[(\w+)\]\((#[^)]*)\)", line)
        if match:
            anchors[match[1]] = match[2]
    parts = []
    for part in deviation.split(", "):
        parts.append(f"[{part}](findings.md{anchors[part.split('-')[0]]})")
    return ", ".join(parts)


def section(told, worst, unfair):
    facts = {
        "Release": told["releases"],
        "Rule": told["rule"],
        "Arithmetic": told["arithmetic"],
        "Wins": told["wins"],
        "Infeasible minimums": told["infeasible"],
        "Weight 0": told["zero_weight"],
        "Rounding": told["rounding"],
        "Units": told["units"],
        "Resolution": told["resolution"],
        "Worst deviation": worst,
        "Unfair": unfair,
        "Findings": linked(told["deviations"]),
    }
    items = [textwrap.fill(f"- **{fact}**: {text}", 120, subsequent_indent="  ", break_long_words=False,
                           break_on_hyphens=False) for fact, text in facts.items()]
    return f"\n## {told['name']}\n\n" + "\n".join(items) + "\n"


def page(command):
    listed = subprocess.run([command, "schedulers", "--format", "json"], capture_output=True, text=True, check=True)
    recorded = recordings()
    rows = [COLUMNS, ["---"] * len(COLUMNS)]
    sections = []
    for line in listed.stdout.splitlines():
        told = json.loads(line)
        worst, unfair = deviations(command, recorded.get(told["name"], []))
        link = f"[`{told['name']}`](#{told['name'].replace('.', '')})"
        rows.append([link, told["releases"], re.match(r"\w+", told["rule"])[0], worst, unfair])
        sections.append(section(told, worst, unfair))
    return HEAD + "".join("| " + " | ".join(row) + " |\n" for row in rows) + "".join(sections)


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    text = page(command)
    if "--check" not in sys.argv:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE.relative_to(ROOT)} is stale: python3 vectors/schedulers_page.py COMMAND writes it")
    return 1


if __name__ == "__main__":
    sys.exit(main())

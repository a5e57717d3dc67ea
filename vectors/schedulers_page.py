#!/usr/bin/env python3
"""Writes docs/schedulers.md and a page for each scheduler in docs/schedulers/: what it does, as the command tells,
how far from fair it was in the recordings, as the command judges them, and one of these recordings, judged.

schedulers_page.py COMMAND            asks the command, writes the pages
schedulers_page.py COMMAND --check    1 if a page is not what would be written
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
DOCS = ROOT / "docs"
HEAD = """# Schedulers

For operators and maintainers: the schedulers that have a model, their rules, and how far they deviate from fair shares. Each scheduler has a
page of its own. `vectors/schedulers_page.py` writes these pages, and a test fails if they are stale. `fairshare schedulers` prints the same facts,
except those from recordings.

- **Rule**: floor (a minimum counts towards the proportional part), or base (it is paid first).
- **Wins**: the bound that wins if a maximum (or the demand) is below the minimum.
- **Infeasible minimums**: the scheduler's answer if the minimums together exceed the total.
- **Worst deviation** of a share from its fair share by the scheduler's own rule, in the [recordings](../vectors/README.md) of the real code: for totals
  from 1 to 10^6 the worst in units, and the worst as a part of the total; for larger totals the worst in units, if it is more. For trees it is in parts
  of the cluster. Hadoop's trees and the minimal examples are not counted; Hadoop's recordings include inputs that were made to overflow.
- **Unfair**: how many of those divisions are farther off than the resolution. Only divisions that have fair shares count.
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
    text = f"{value:.3g}".replace("e-0", "e-")
    return f"{Decimal(text):f}" if 1e-3 <= value < 1e6 else text


def distances(record, verdict, is_tree):
    """For each thing that was divided: how far the shares are from fair, and the total."""
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
        worst += f"; {brief(beyond)} units for larger totals"
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


def with_links(text):
    """Pages as links: docs/yarn.md is [yarn.md](../yarn.md)."""
    return re.sub(r"docs/([\w.-]+\.md)([\w#-]*)", r"[\1](../\1\2)", text)


def reported(record):
    """A recorded division of one level, as a line that `verify` reads."""
    claimant_fields = ("name", "weight", "min_share", "max_share", "demand")
    return {"id": record["id"], "scheduler": record["scheduler"], "total": record["total"],
            "claimants": [{key: claimant[key] for key in claimant_fields if key in claimant} for claimant in record["claimants"]],
            "shares": record["shares"]}


def example(command, records):
    """The smallest recorded division of two to four claimants, an unfair one if there is one, and its verdict."""
    flat = [reported(record) for record in records
            if 2 <= len(record.get("claimants", [])) <= 4 and not isinstance(record["total"], dict)]
    if not flat:
        return ""
    verdicts = run(command, flat, "verify", "--format", "json")
    judged = [(verdict["verdict"] == "fair", len(json.dumps(record)), record["id"], record)
              for record, verdict in zip(flat, verdicts, strict=True) if verdict.get("verdict") in ("fair", "unfair")]
    if not judged:
        return ""
    line = json.dumps(min(judged)[3], separators=(",", ":"))
    done = subprocess.run([command, "verify"], input=line + "\n", capture_output=True, text=True)
    folded = re.sub(r'(\{"(?:name|weight))|("shares")', lambda match: "\n  " + match[0], line)
    return f"""
## An example

What the release returned for one of the recorded problems, and the verdict on it. The record, which is one line in a file:

```json
{folded}
```

```text
$ fairshare verify record.json
{done.stdout.rstrip()}
```
"""


def scheduler_page(command, told, worst, unfair, records):
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
        "Findings": linked(told["deviations"]).replace("(findings.md", "(../findings.md"),
        "Input": with_links(told["input"]),
    }
    items = [textwrap.fill(f"- **{fact}**: {text}", 140, subsequent_indent="  ", break_long_words=False,
                           break_on_hyphens=False) for fact, text in facts.items()]
    head = f"# {told['name']}\n\nWritten by `vectors/schedulers_page.py`; [schedulers](../schedulers.md) explains the terms.\n\n"
    return head + "\n".join(items) + "\n" + example(command, records)


def pages(command):
    """The text of each page, by its path."""
    listed = subprocess.run([command, "schedulers", "--format", "json"], capture_output=True, text=True, check=True)
    recorded = recordings()
    rows = [COLUMNS, ["---"] * len(COLUMNS)]
    written = {}
    for line in listed.stdout.splitlines():
        told = json.loads(line)
        name = told["name"]
        records = recorded.get(name, [])
        worst, unfair = deviations(command, records)
        rows.append([f"[`{name}`](schedulers/{name}.md)", told["releases"], re.match(r"\w+", told["rule"])[0], worst, unfair])
        written[DOCS / "schedulers" / f"{name}.md"] = scheduler_page(command, told, worst, unfair, records)
    written[DOCS / "schedulers.md"] = HEAD + "".join("| " + " | ".join(row) + " |\n" for row in rows)
    return written


def main():
    command = str(pathlib.Path(sys.argv[1]).resolve())
    written = pages(command)
    if "--check" not in sys.argv:
        for path, text in written.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return 0
    stale = [path for path, text in written.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    stale += [path for path in (DOCS / "schedulers").glob("*.md") if path not in written]
    for path in stale:
        print(f"{path.relative_to(ROOT)} is stale: python3 vectors/schedulers_page.py COMMAND writes it")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

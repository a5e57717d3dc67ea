#!/usr/bin/env python3
"""Draws what one claimant gets in whole units, by each method, as the total grows: docs/pictures/units.svg.

units.py COMMAND     prints the SVG; COMMAND is `fairshare`, which computes every number in it
"""

import json
import subprocess
import sys

CLAIMANTS = [{"name": "etl", "weight": 6}, {"name": "web", "weight": 6}, {"name": "dev", "weight": 2}]
SHOWN = 2  # dev
METHODS = ["webster", "dhondt", "adams", "hamilton"]
TOTALS = range(0, 15)
STEP, UNIT = 14, 30  # pixels for one unit of the total, and for one of the share
WIDTH, LEFT, BOTTOM = 245, 30, 150

STYLE = """
.units text{font:12px system-ui,"DejaVu Sans",sans-serif;fill:#1b1b1b}
.units .soft{fill:#595959}.units .middle{text-anchor:middle}.units .end{text-anchor:end}
.units .paper{fill:#fff}.units .axis{stroke:#b4bcc4;fill:none}
.units .exact{stroke:#595959;stroke-dasharray:5 4;fill:none}
.units .steps{stroke:#0072b2;stroke-width:2.5;fill:none}
.units .loss{stroke:#c14600;stroke-width:4}.units .loss-text{fill:#a83c00}
@media (prefers-color-scheme:dark){
.units text{fill:#ececf1}.units .soft{fill:#a9a9b6}.units .paper{fill:#17171b}.units .axis{stroke:#44444f}
.units .exact{stroke:#a9a9b6}.units .steps{stroke:#6fb7ff}.units .loss{stroke:#ff8a4c}.units .loss-text{fill:#ffb38a}}
"""


def units_by_total(command, method):
    records = "".join(json.dumps({"total": total, "claimants": CLAIMANTS}) + "\n" for total in TOTALS)
    answers = subprocess.run([command, "solve", "--units", method], input=records, capture_output=True, text=True, check=True)
    return [int(json.loads(line)["shares"][SHOWN]) for line in answers.stdout.splitlines()]


def panel(method, units, left):
    def x(total):
        return left + LEFT + STEP * total

    def y(share):
        return BOTTOM - UNIT * share

    weights = sum(claimant["weight"] for claimant in CLAIMANTS)
    last = TOTALS[-1]
    yield f'<text x="{x(last / 2)}" y="20" class="middle">{method}</text>'
    yield f'<path class="axis" d="M{x(0)} {y(3)}V{y(0)}H{x(last + 1)}"/>'
    for share in range(4):
        yield f'<text x="{x(0) - 6}" y="{y(share) + 4}" class="soft end">{share}</text>'
    for total in TOTALS[::7]:
        yield f'<text x="{x(total)}" y="{BOTTOM + 18}" class="soft middle">{total}</text>'
    yield f'<path class="exact" d="M{x(0)} {y(0)}L{x(last)} {y(last * CLAIMANTS[SHOWN]["weight"] / weights):g}"/>'
    yield f'<path class="steps" d="M{x(0)} {y(units[0])}' + "".join(
        f"V{y(share)}H{x(total + 1)}" for total, share in zip(TOTALS, units)) + '"/>'
    for total in TOTALS[1:]:
        if units[total] < units[total - 1]:
            yield f'<path class="loss" d="M{x(total)} {y(units[total - 1])}V{y(units[total])}"/>'
            yield f'<text x="{x(total)}" y="{y(units[total - 1]) - 8}" class="loss-text middle">loses one</text>'


def main():
    command = sys.argv[1]
    parts = []
    for index, method in enumerate(METHODS):
        parts += panel(method, units_by_total(command, method), index * WIDTH)
    width, height = WIDTH * len(METHODS), BOTTOM + 50
    print(f'<svg xmlns="http://www.w3.org/2000/svg" class="units" role="img" viewBox="0 0 {width} {height}" width="{width}"'
          f' height="{height}">')
    print("<title>The units of dev, by four methods</title>")
    print("<desc>Weights of 6, 6 and 2. The units of the claimant with weight 2 for totals from 0 to 14; its exact share is"
          " dashed. By hamilton it loses a unit when the total grows from 3 to 4, and from 10 to 11.</desc>")
    print(f"<style>{STYLE}</style>")
    print(f'<rect class="paper" width="{width}" height="{height}"/>')
    print("\n".join(parts))
    print(f'<text x="{width / 2}" y="{height - 8}" class="soft middle">total</text>')
    print("</svg>")


if __name__ == "__main__":
    main()

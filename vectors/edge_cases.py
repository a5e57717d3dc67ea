#!/usr/bin/env python3
"""Writes docs/edge-cases.md: the vectors with a flag whose note says "edge", one section per flag.

edge_cases.py            writes the file
edge_cases.py --check    1 if it is not what would be written
"""

import itertools
import json
import sys
import textwrap
from decimal import Decimal, localcontext
from fractions import Fraction

sys.dont_write_bytecode = True  # write nothing next to the vectors

import check
import records
import schedulers
from records import Token

PAGE = check.HERE.parent / "docs" / "edge-cases.md"

HEAD = """# Edge cases

For anyone who implements this division, or wonders what a scheduler answers in an awkward case: the exact answer, the answer in doubles, and
the answers of the production schedulers. `vectors/edge_cases.py` writes this page from the flagged [test vectors](../vectors/README.md): edit
those, not this page. A vector with several flags appears under the first of them.

- **Input** reads `total: claimants`, with every value that is not the default (weight `w` 1, minimum 0, no maximum).
- **Exact**: `R` is the ratio, the least if several give the shares; `units` are the whole units by largest remainders. Inputs and exact answers are
  exact, unless a number begins with `~`; in an input marked (doubles), a decimal means the double that is read from it.
- **In doubles** is the answer of `--numbers double`: every number is the double nearest to the exact one.
- **By divisors** has the whole units of the three [divisor methods](units.md), and who is tied for the last ones.
- **Schedulers** with the same answer are listed together. `=` is the exact answer (YTsaurus: to ten digits); `hang` means that the scheduler never
  returns, `overflow` and `nan` that its numbers fail, `error` that it stops at an assertion, and `refused` that it cannot hold the input's numbers:
  YARN's amounts are whole. YTsaurus divides the whole cluster, so its bounds are given as parts of the total. Schedulers that are not listed were
  not run.

[Findings](findings.md) explain the differences, and `fairshare schedulers` the names.
"""


# Numbers for people


def near_a_power(number, base):
    """ "2^53 + 1", "10^30 - 1"; None if it is not of that form."""
    if number.denominator != 1:
        return None
    for exponent in range(12, 1100):
        rest = number.numerator - base**exponent
        if abs(rest) <= 512:
            sign = "-" if rest < 0 else "+"
            return f"{base}^{exponent} {sign} {abs(rest)}" if rest else f"{base}^{exponent}"
        if rest < 0:
            return None
    return None


def of_two(number):
    """ "3·2^-1074"; None if it is not of that form."""
    if number.denominator & (number.denominator - 1):
        return None
    shift = (number.numerator & -number.numerator).bit_length() - 1
    odd = number.numerator >> shift
    exponent = shift - (number.denominator.bit_length() - 1)
    if odd.bit_length() > 20:
        return None
    return f"2^{exponent}" if odd == 1 else f"{odd}·2^{exponent}"


def decimal_text(number, digits):
    with localcontext() as context:
        context.prec = digits
        decimal = (Decimal(number.numerator) / Decimal(number.denominator)).normalize()
        return f"{decimal:f}" if -6 < decimal.adjusted() < digits else f"{decimal:e}"


def brief(number):
    """Exact, if that is short."""
    if len(str(number)) <= 18:
        return str(number)
    exact = near_a_power(number, 2) or near_a_power(number, 10) or of_two(number)
    if not exact and number.numerator == 1:
        power = near_a_power(1 / number, 10)
        exact = power and power.replace("^", "^-")
    if not exact and Fraction(decimal_text(number, 19)) == number:
        exact = decimal_text(number, 19)
    return exact or "~" + decimal_text(number, 17)


def grouped(texts):
    runs = [(text, len(list(run))) for text, run in itertools.groupby(texts)]
    return ", ".join(text if count == 1 else f"{count} × {text}" for text, count in runs)


# Vectors for people


def number_text(text, numbers):
    """The number as it is written, if that is short; in a record of doubles, a decimal is a double."""
    if isinstance(text, Token) and len(text) <= 22:
        return str(text)
    return brief(records.converted(records.value_of(text), numbers))


def claimant_text(claimant, numbers, with_name=True):
    words = {"weight": "w", "min_share": "min", "max_share": "max", "demand": "demand"}
    parts = [claimant.get("name", "")] if with_name or "children" in claimant else []
    for key, word in words.items():
        if key in claimant and (key, claimant[key]) != ("weight", "1"):
            parts.append(f"{word} {number_text(claimant[key], numbers)}")
    if "children" in claimant:
        children = [claimant_text(child, numbers) for child in claimant["children"]]
        parts.append("[" + ", ".join(children) + "]")
    return " ".join(filter(None, parts)) or "w 1"


def input_text(vector):
    record = vector["record"]
    numbers = record.get("numbers", "exact")
    claimants = record.get("tree", record.get("claimants"))
    many = len(claimants) > 5
    listed = grouped([claimant_text(claimant, numbers, not many) for claimant in claimants])
    text = f"{number_text(record['total'], numbers)}: {listed or 'no claimants'}"
    if numbers != "exact":
        text += f" ({'doubles' if numbers == 'double' else numbers})"
    if "shares" in record:
        shares = grouped([number_text(share, numbers) for share in record["shares"]])
        text += f"; reported {shares or 'nothing'} (`{vector['rounding']}`)"
    return text


def outcome_text(answer, text_of):
    at = f" at {answer['at']}" if "at" in answer else ""
    if answer["outcome"] == "overcommitted":
        return f"overcommitted{at} by {text_of(answer['excess'])}"
    if answer["outcome"] == "surplus":
        return f"surplus{at} of {text_of(answer['unclaimed'])}"
    return f"R {text_of(answer['ratio'])}: {grouped(map(text_of, answer['shares'])) or 'nothing'}"


def verdict_text(verdict):
    if "error" in verdict:
        return f"; refused, {verdict['error']['code']}"
    text = "; " + verdict["verdict"].replace("_", " ")
    for finding in verdict["findings"]:
        who = ", ".join(finding[key] for key in ("claimant", "with") if key in finding)
        text += f" {finding['code']}" + (f" ({who})" if who else "")
    return text


def answer_text(expected):
    text = outcome_text(expected["exact"], lambda number: brief(Fraction(number)))
    least = expected["exact"].get("ratio")
    highest = expected.get("highest_ratio", least)
    if highest != least:
        text += f" (R up to {brief(Fraction(highest))})" if highest else " (or any higher R)"
    if "units" in expected:
        units = expected["units"]
        text += "; no whole units" if units is None else f"; units {', '.join(units)}"
    return text + (verdict_text(expected["verdict"]) if "verdict" in expected else "")


def doubles_text(expected):
    if "doubles" not in expected:
        return ""
    exact, doubles = expected["exact"], expected["doubles"]

    def is_exact(key, number):
        return number != "Infinity" and Fraction(float(number)) == Fraction(exact[key])

    alike = exact["outcome"] == doubles["outcome"]
    single = [key for key in ("ratio", "excess", "unclaimed") if key in doubles]
    if alike and all(is_exact(key, doubles[key]) for key in single):
        pairs = zip(exact.get("shares", []), doubles.get("shares", []))
        if all(Fraction(float(rounded)) == Fraction(share) for share, rounded in pairs):
            return "the same"
    return outcome_text(doubles, lambda number: number.replace("Infinity", "∞"))


def divisors_text(divisors):
    """ "webster 0, 2; dhondt, adams 1, 1 (tied a, b)"."""
    alike = {}
    for method, answer in divisors.items():
        text = ", ".join(answer["shares"])
        if answer["tied"]:
            text += f" (tied {', '.join(answer['tied'])})"
        alike.setdefault(text, []).append(method)
    return "; ".join(f"{', '.join(methods)}: {text}" for text, methods in alike.items())


def answers_text(answers):
    """Schedulers with the same answer are listed together: "mr1, yarn-3: 2 × 1; ytsaurus-2018: ="."""
    alike = {}
    for name in schedulers.NAMES:
        if answers.get(name):
            alike.setdefault(answers[name], []).append(name)
    return "; ".join(f"{', '.join(names)}: {answer}" for answer, names in alike.items())


def item(text):
    return textwrap.fill(text, 120, initial_indent="- ", subsequent_indent="  ", break_long_words=False,
                         break_on_hyphens=False) + "\n"


def page():
    notes, sections = {}, {}
    computed = json.loads(schedulers.FILE.read_text(encoding="utf-8"))
    for path in check.vector_files():
        content = records.load(path.read_text(encoding="utf-8"))
        notes |= content["notes"]
        for vector in content["vectors"]:
            edges = [flag for flag in vector["flags"] if content["notes"][flag]["edge"]]
            if edges and "record" in vector:
                sections.setdefault(edges[0], []).append(vector)
    text = HEAD
    for flag, vectors in sorted(sections.items()):
        text = text.rstrip("\n") + f"\n\n## {flag}\n\n{notes[flag]['text']}\n\n"
        for vector in vectors:
            expected = vector["expected"]
            text += textwrap.fill(f"**`{vector['id']}`** {vector['comment']}", 120) + "\n\n"
            text += item(f"Input: {input_text(vector)}") + item(f"Exact: {answer_text(expected)}")
            if doubles := doubles_text(expected):
                text += item(f"In doubles: {doubles}")
            if "divisors" in expected:
                text += item(f"By divisors: {divisors_text(expected['divisors'])}")
            if answers := answers_text(computed.get(vector["id"], {})):
                text += item(f"Schedulers: {answers}")
            text += "\n"
    return text.rstrip("\n") + "\n"


def main():
    if sys.argv[1:] != ["--check"]:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print("docs/edge-cases.md is stale: run vectors/edge_cases.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())

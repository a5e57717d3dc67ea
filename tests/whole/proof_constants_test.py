#!/usr/bin/env python3
"""Are the constants of reference/ those that its theorems are about?

proof_constants_test.py [--self-test]    names each that is not; exit status 1 if there is one

properties/proofs/floating_point/Constants.v has them for the theorems. In reference/ they are found by the name of the constant
or function, in whatever file it is. A function of CERTIFIED has no other numbers than those listed, except 0 and 1. With
--self-test, each number is changed on either side, which must be noticed.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROOFS = ROOT / "properties" / "proofs" / "floating_point"
EXACT_SUMS = ROOT / "properties" / "proofs" / "smt-lib" / "exact-sum-carries-in-time.smt2"

# The constants that have a name in C++, and the ends of each range.
NAMED = ["plus_error", "quotient_error", "ratio_error_max", "product_error", "clear_of_tolerance", "block_vectors",
         "group_blocks"]
RANGES = {"ordinary": ("ordinary_least", "ordinary_most"),
          "ordinary_total": ("ordinary_total_least", "ordinary_total_most")}

# The functions that contain the constants, as numbers or by name. If several have the same name, one has them all.
CERTIFIED = {
    "plus": ["plus_error"],
    "ratio_of": ["quotient_error", "ratio_of_factor"],
    "near_tolerance": ["product_error"],
    "rounded": ["product_error"],
    "product_rest": ["splitter"],
    "share_of": ["share_of_underflow"],
    "look_closely": ["clear_of_tolerance"],
    "add_near": ["product_error", "clear_of_tolerance", "add_near_margin", "add_near_factor", "add_near_part"],
    "find_lines": ["product_error", "ratio_error_max"],
    "check_line": ["ratio_error_max", "check_line_margin"],
    "write_looking": ["product_error"],
    "write_all": ["product_error"],
    "is_inside": ["check_line_margin"],
    "is_exact": ["find_fraction_unit"],
    "find_fraction": ["find_fraction_least"],
    "find_rounded_quotient": ["rounded_quotient_doubt", "rounded_quotient_least", "rounded_quotient_most"],
    "ratio_key": ["ratio_key_digit", "ratio_key_bias", "ratio_key_exponent", "ratio_key_cut", "ratio_key_fraction",
                  "ratio_key_second"],
    "find_product": ["filter_least", "filter_error"],
    "least_addends": ["least_addends_margin"],
    "additions_max": ["additions_max_least", "additions_max_block", "additions_max_more"],
    "lines_of": ["block_vectors", "group_blocks", "sum_in_blocks_bits"],
    "without_decided": ["without_decided_margin"],
    "whole": ["whole_bits", "whole_significand", "whole_word"],
}
# Numbers that the theorem contains as such; those of find_product are in docs/numerics.md.
OTHERS = {"find_rounded_quotient": {"2", "10", "11", "52", "63", "1023"}, "find_product": {"0x1p+1000"},
          "lines_of": {"32"}}
WAITING_CPP = r"waiting_max = std::int64_t\{1\} << (\d+)"
WAITING_PROVED = r"\(define-fun waiting-max \(\) Int (\d+)\)"
FORMULA = "compensated_error"  # is compared as a whole
NUMBER = re.compile(r"0x[0-9a-f.]+p[+-]?\d+(?: \+ 1)?|\b\d+(?:\.\d+)?\b")


def in_cpp(term):
    """A number of Coq, or a formula, as C++ spells it."""
    term = term.replace("101 / 100", "1.01").replace("%Z", "")
    return re.sub(r"2\^\(?(-?\d+)\)?", lambda power: f"0x1p{power[1]}", term)


def without_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def bodies(sources, function):
    """The text between the braces of every definition of that name."""
    for text in sources:
        for start in re.finditer(rf"\b{function}\([^;{{}}]*\)(?: const)?\s*\{{", text):
            depth, end = 1, start.end()
            while depth > 0:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            yield text[start.end() : end - 1]


def breaches(sources, proofs):
    sources = [without_comments(text) for text in sources]
    constants = dict(re.findall(r"^Notation (\w+) := \(?(.+?)\)?\.$", proofs["Constants.v"], re.MULTILINE))
    constants = {name: in_cpp(term.replace("(-", "-").replace(")", "")) for name, term in constants.items()}
    ends = [name for both in RANGES.values() for name in both]
    known = {*NAMED, *ends, "compensated_unit", *(name for names in CERTIFIED.values() for name in names)}
    for name in sorted(known ^ constants.keys()):
        yield f"{name} is known to one of this test and Constants.v only"
    theorems = "".join(text for file, text in proofs.items() if file != "Constants.v")
    for name in constants:
        if not re.search(rf"\b{name}\b", re.sub(r"\(\*.*?\*\)", "", theorems, flags=re.DOTALL)):
            yield f"{name} is in no theorem"
    if not known <= constants.keys():
        return

    named = {}
    for text in sources:
        named |= dict(re.findall(rf"\bconstexpr double (\w+) = ({NUMBER.pattern});", text))
        named |= dict(re.findall(r"\bconstexpr std::size_t (block_vectors|group_blocks) = (\d+);", text))
    for name in NAMED:
        if name in named and named[name] != constants[name]:
            yield f"{name} is {named[name]}, of which {constants[name]} is proved"
    for kind, (least, most) in RANGES.items():
        pattern = rf"\bRange {kind}\{{({NUMBER.pattern}), ({NUMBER.pattern})\}}"
        found = [(begin, end.replace("+", "")) for text in sources for begin, end in re.findall(pattern, text)]
        if found != [(constants[least], constants[most])]:
            yield f"{kind} is {found}, of which {constants[least]} to {constants[most]} is proved"

    def numbers(body):
        body = re.sub(r"\b[a-z_]+\b", lambda word: named.get(word[0], word[0]), body)
        return {number for number in NUMBER.findall(body) if number not in ("0", "1")}

    for function, names in CERTIFIED.items():
        own = {constants[name] for name in names}
        found = [numbers(body) for body in bodies(sources, function)]
        foreign = set().union(*found) - own - OTHERS.get(function, set())
        if foreign:
            yield f"{function} has {', '.join(sorted(foreign))}, of which nothing is proved"
        if not any(own <= each for each in found):
            yield f"{function} lacks one of {', '.join(names)}, which it is proved with"

    proved = re.search(rf"Definition {FORMULA} .k m : R. : R := (.+?)\.$", proofs["Sums.v"], re.MULTILINE)[1]
    proved = proved.replace("compensated_unit", constants["compensated_unit"])
    found = [formula for body in bodies(sources, FORMULA) for formula in re.findall(r"return (.+?);", body)]
    if found != [proved]:
        yield f"{FORMULA} is {' and '.join(found)}, of which {proved} is proved"

    waiting = [1 << int(bits) for text in sources for bits in re.findall(WAITING_CPP, text)]
    proved = [int(number) for number in re.findall(WAITING_PROVED, proofs["exact-sum-carries-in-time.smt2"])]
    if waiting != proved:
        yield f"waiting_max of exact sums is {waiting}, of which {proved} is proved"


def changes(text, pattern):
    """The text with one more in each number that the pattern finds, one at a time."""
    for match in re.finditer(pattern, text, re.MULTILINE):
        yield match, text[: match.start(1)] + str(int(match[1]) + 1) + text[match.end(1) :]


def unnoticed(sources, proofs):
    constants = r"^Notation \w+ := \(?(?:2\^\(?)?(-?\d+)"
    for match, changed in changes(proofs["Constants.v"], constants):
        if not list(breaches(sources, proofs | {"Constants.v": changed})):
            yield f"Constants.v: {match[0]}"
    formula = re.search(rf"Definition {FORMULA} .*", proofs["Sums.v"])[0]
    for match, changed in changes(formula, r"(?<![\w^])(\d+)(?= \*|\)\.)"):
        if not list(breaches(sources, proofs | {"Sums.v": proofs["Sums.v"].replace(formula, changed)})):
            yield f"Sums.v: {match[0]}"
    for at, text in enumerate(sources):
        for function in [*CERTIFIED, FORMULA]:
            for body in bodies([text], function):
                for match, changed in changes(body, r"(?:0x1p|\b1\.|\b(?<!\.)(?=[2-9]))([+-]?\d+)\b(?!-bit)"):
                    comment = body.rfind("//", body.rfind("\n", 0, match.start()), match.start()) >= 0
                    other = [*sources[:at], text.replace(body, changed), *sources[at + 1 :]]
                    if not comment and not list(breaches(other, proofs)):
                        yield f"{function}: {match[0]}"
        constants = rf"\b(?:waiting_max = std::int64_t\{{1\}} << |constexpr double (?:{'|'.join(NAMED)}) = 0x1p|Range \w+\{{0x1p|std::size_t (?:block_vectors|group_blocks) = |claimants / )([+-]?\d+)"
        for pattern in (constants, r"\bRange \w+\{0x1p-\d+, 0x1p([+-]?\d+)"):
            for match, changed in changes(text, pattern):
                if not list(breaches([*sources[:at], changed, *sources[at + 1 :]], proofs)):
                    yield match[0]


def main():
    sources = [path.read_text() for path in sorted((ROOT / "reference").rglob("*")) if path.suffix in (".h", ".cpp")]
    proofs = {path.name: path.read_text() for path in [*PROOFS.glob("*.v"), EXACT_SUMS]}
    wrong = list(breaches(sources, proofs))
    if "--self-test" in sys.argv[1:]:
        wrong += [f"a change goes unnoticed: {change}" for change in unnoticed(sources, proofs)]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

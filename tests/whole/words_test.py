#!/usr/bin/env python3
"""Are README.md, docs/, the folders' READMEs and the command's messages written in words that a reader expects, and
are the tables readable?

words_test.py    names each line of a page or source that breaks a rule; exit status 1 if there is one

Rules: a row of a table has fewer than 200 characters; a line of prose has at most 160; and none of the words below
occurs outside code. A claimant is "it", and so is a program. Pages that a program writes are that program's to
mend, and so are headings that tests, links and the command refer to. In the sources of the command's messages, none
of the words for messages occurs in a string literal.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROW_MAX = 199
LINE_MAX = 160
WORDS = re.compile(
    r"\b(whoever|whomever|nobody|somebody|everybody|he|his|him|himself|is none|are none|stands? twice|has to go)\b",
    re.IGNORECASE,
)
# Idioms that messages had; in a page some of them may be right.
MESSAGE_WORDS = re.compile(
    WORDS.pattern
    + r"|\b(everyone|who|whom|stands?\b(?! for\b)|(is|are) to (have|hold|be)|there (is|are) none|is no"
    r" (number|double|float|whole|pool|operation|JSON|YAML|quantity|amount)|(is|are) not known"
    r"|a (node|claimant) before it|its hello is none|cannot be had)\b",
    re.IGNORECASE,
)
LITERAL = re.compile(r'"(?:[^"\\]|\\.)*"')
COMMENT = re.compile(r'^\s*(//|#include)')
FENCE = re.compile(r"^ *```")
CODE = re.compile(r"`[^`]*`")
QUOTE = re.compile(r'"[^"]*"')
LINK_TARGET = re.compile(r"\]\([^)\s]*\)")
# What they are written from has the words: `fairshare schedulers`, theorems, vectors, gcov.
WRITTEN_BY_PROGRAMS = {"docs/schedulers.md", "docs/theorems.md", "docs/edge-cases.md", "docs/coverage.md"}
# Headings of findings are anchors, and their index repeats them.
ANCHORED = re.compile(r"^(### |\| \[)")


def plain(line):
    """Without code, targets of links, and quotations."""
    return QUOTE.sub('""', CODE.sub("``", LINK_TARGET.sub("]()", line)))


def breaches(page):
    is_in_fence = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            is_in_fence = not is_in_fence
        if is_in_fence or line.startswith("    "):
            continue
        is_row = line.startswith("|")
        if len(line) > (ROW_MAX if is_row else LINE_MAX):
            yield number, f"a {'row' if is_row else 'line'} of {len(line)} characters"
        is_title = number == 1 and page.parent.name == "codes"  # `fairshare explain` and links have it
        if is_title or page.name == "findings.md" and ANCHORED.match(line):
            continue
        for found in WORDS.finditer(plain(line)):
            yield number, f'"{found[0]}"'


def literal_breaches(source):
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        if COMMENT.match(line):
            continue
        # A comment behind code may quote anything.
        code = line if "//" not in LITERAL.sub("", line) else line[: line.rindex("//")]
        # Without a space it is an identifier.
        for literal in filter(lambda text: " " in text, LITERAL.findall(code)):
            for found in MESSAGE_WORDS.finditer(literal):
                yield number, f'"{found[0]}" in {literal}'


def sources():
    folders = ("cli", "formats", "fuzz/harness", "preemption", "properties", "schedulers")
    return [source for folder in folders for kind in ("*.cpp", "*.h") for source in sorted((ROOT / folder).rglob(kind))]


def pages():
    patterns = ("README.md", "SECURITY.md", "docs/*.md", "docs/adr/*.md", "docs/codes/*.md", "examples/*/README.md", "tests/README.md",
                "bench/README.md", "vectors/README.md")
    found = [page for pattern in patterns for page in sorted(ROOT.glob(pattern))]
    return [page for page in found if page.relative_to(ROOT).as_posix() not in WRITTEN_BY_PROGRAMS]


def main():
    read = [(page, breaches) for page in pages()] + [(source, literal_breaches) for source in sources()]
    found = [f"{path.relative_to(ROOT)}:{number}: {breach}" for path, look in read for number, breach in look(path)]
    print("\n".join(found or [f"{len(read)} pages and sources are in plain words"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

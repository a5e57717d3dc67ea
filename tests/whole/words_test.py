#!/usr/bin/env python3
"""Are the pages, the sources and the command's messages written in words that a reader expects, and are the tables
readable?

words_test.py    names each line of a page or source that breaks a rule; exit status 1 if there is one

Rules for pages: a row of a table has fewer than 200 characters; a line of prose has at most 160; and none of the words
below occurs outside code. A claimant is "it", and so is a program. Rules for sources (comments, strings, names,
tests, theorems, vectors): none of the words below, also where a phrase goes on in the next line of a comment or in
the next string literal. In the sources of the command's messages, none of the words for messages in a string literal.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROW_MAX = 199
LINE_MAX = 160
PEOPLE = r"whoever|whomever|nobody|somebody|everybody"
WORDS = re.compile(
    rf"\b({PEOPLE}|he|his|him|himself|is none|are none|stands? twice|has to go)\b",
    re.IGNORECASE,
)
# In sources "where there is none" is right, Python says "is None", and in Coq He is a hypothesis.
SOURCE_WORDS = re.compile(
    rf"\b((?i:{PEOPLE})|he|He(?= (?:is|[a-z]{{2,}}s)\b)|[Hh]is|[Hh]im(?:self)?"
    r"|(?<!there )(?:[Ii]s|[Aa]re)\s+none|[Ss]tands?\s+twice|has\s+to\s+go)\b"
)
# Idioms that messages had; in a page some of them may be right.
MESSAGE_WORDS = re.compile(
    WORDS.pattern
    + r"|\b(everyone|who|whom|stands?\b(?! for\b)|(is|are) to (have|hold|be)|there (is|are) none|is no"
    r" (number|double|float|whole|pool|operation|JSON|YAML|quantity|amount)|(is|are) not known"
    r"|a (node|claimant) before it|its hello is none|cannot be had|pass(es)? over|passed over|(must|has to) be there"
    r"|there is no (command|field|rule)|on the way to (them|these)|belongs into|goes on and on)\b",
    re.IGNORECASE,
)
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
BETWEEN_LITERALS = re.compile(r'"(\s*)"')
COMMENT = re.compile(r"^\s*(//|#include)")
LINE_START = re.compile(r"^[ \t]*(?://|#|;|\*)?[ \t]*", re.MULTILINE)
TEST_NAME = re.compile(r"\bTEST\w*\(\s*\w+,\s*(\w+)\)")
FENCE = re.compile(r"^ *```")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
QUOTE = re.compile(r'"[^"]*"')
LINK_TARGET = re.compile(r"\]\([^)\s]*\)")
# What others recorded, and this list of words.
LEFT_OUT = re.compile(r"vectors/recorded/|tests/whole/words_test\.py$")
SOURCE_KINDS = {"", ".c", ".cmake", ".cpp", ".go", ".h", ".java", ".json", ".ml", ".mli", ".py", ".sh", ".smt2", ".txt",
                ".v", ".yml"}


def plain(line):
    """Without code, targets of links, and quotations."""
    return QUOTE.sub('""', CODE.sub("``", LINK_TARGET.sub("]()", line)))


def page_breaches(page):
    is_in_fence = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            is_in_fence = not is_in_fence
        is_row = line.startswith("|")
        if is_in_fence or line.startswith("    "):
            continue
        if len(line) > (ROW_MAX if is_row else LINE_MAX):
            yield number, f"a {'row' if is_row else 'line'} of {len(line)} characters"
        for found in WORDS.finditer(plain(line)):
            yield number, f'"{found[0]}"'


def words_of(name):
    """ "AreNoneOfThem" as "are none of them"."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def source_breaches(source):
    text = source.read_text(encoding="utf-8", errors="replace")
    # Phrases continue in the next line, so what separates lines is removed, except for the ends of lines.
    joined = LINE_START.sub("", BETWEEN_LITERALS.sub(r"\1", text)).replace("_", " ")
    for found in SOURCE_WORDS.finditer(joined):
        yield joined.count("\n", 0, found.start()) + 1, f'"{" ".join(found[0].split())}"'
    for name in TEST_NAME.finditer(text):
        for found in SOURCE_WORDS.finditer(words_of(name[1])):
            yield text.count("\n", 0, name.start()) + 1, f'"{found[0]}" in {name[1]}'


def code_of(line):
    """The code without comments, which may quote anything."""
    if COMMENT.match(line):
        return ""
    return line if "//" not in LITERALS.sub("", line) else line[: line.rindex("//")]


def message_breaches(source):
    code = "\n".join(map(code_of, source.read_text(encoding="utf-8").splitlines()))
    for literals in LITERALS.finditer(code):
        message = re.sub(r'"\s*"', "", literals[0])
        # A string without a space is an identifier.
        for found in MESSAGE_WORDS.finditer(message) if " " in message else ():
            yield code.count("\n", 0, literals.start()) + 1, f'"{found[0]}" in {message}'


def looks():
    """Each file with the rules that hold for it."""
    rooms = [path for path in ROOT.iterdir() if path.name not in ("build", ".git")]
    for path in sorted(path for room in rooms for path in (room, *room.rglob("*"))):
        name = path.relative_to(ROOT).as_posix()
        if LEFT_OUT.match(name) or not path.is_file():
            continue
        if path.suffix == ".md":
            yield path, page_breaches
        elif path.suffix in SOURCE_KINDS:
            yield path, source_breaches
        if re.match(r"(cli|formats|fuzz/harness|preemption|properties|schedulers)/.*\.(cpp|h)$", name):
            yield path, message_breaches


def main():
    read = list(looks())
    found = [f"{path.relative_to(ROOT)}:{number}: {breach}" for path, look in read for number, breach in look(path)]
    print("\n".join(found or [f"{len({path for path, _ in read})} pages and sources are in plain words"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

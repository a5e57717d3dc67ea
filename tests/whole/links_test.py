#!/usr/bin/env python3
"""Do the links of all pages lead somewhere, and does what pages and proofs name exist?

links_test.py    names each link or path of a *.md page that leads nowhere; exit status 1 if there is one

A link to a page may end in the anchor of a heading. A path in code quotes counts if it begins with a folder at the
root and ends in that of a source, a script, a page or data. Of "`line;` of `name` in [file](path)" the file must have
the line. In proofs every path counts, and of "`name` of path" the name must occur in that file.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"`([a-z0-9_]+/[\w./-]+\.(?:cpp|h|md|py|sh|txt|json|ndjson))`")

LINE = re.compile(r"`([^`\n]+;)`\s+of\s+`\w+`\s+in\s+\[[^]]*\]\(([^)\s]+)\)")

PROOFS = {".v", ".g", ".smt2"}
SOURCE = re.compile(r"(?:`(\w+)`\s+of\s+)?\b([a-z_]+/[\w/-]+\.(?:cpp|h))\b")


def anchors(page):
    """The anchors that GitHub makes from headings: the second of the same name ends in -1."""
    seen = {}
    for heading in re.findall(r"^#+ +(.+?) *$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w -]", "", plain).replace(" ", "-")
        count = seen[anchor] = seen.get(anchor, -1) + 1
        yield f"{anchor}-{count}" if count else anchor


def breaches(page):
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"links to {link}, which is not there"
        elif anchor and anchor not in anchors(target):
            yield f"links to {link}, but {target.name} has no such heading"
    for line, path in LINE.findall(text):
        source = page.parent / path
        if source.is_file() and line not in source.read_text(encoding="utf-8"):
            yield f"quotes {line} of {path}, which does not have it"
    for path in PATH.findall(text):
        if (ROOT / path.split("/")[0]).is_dir() and not (ROOT / path).exists():
            yield f"names {path}, which is not there"


def proof_breaches(proof):
    for name, path in SOURCE.findall(proof.read_text(encoding="utf-8")):
        if not (ROOT / path).exists():
            yield f"names {path}, which is not there"
        elif name and not re.search(rf"\b{name}\b", (ROOT / path).read_text(encoding="utf-8")):
            yield f"names {name} of {path}, which does not have it"


def main():
    inside = [page.relative_to(ROOT) for page in sorted(ROOT.rglob("*.md"))]
    pages = [ROOT / page for page in inside if page.parts[0] != "build"]
    found = [f"{page.relative_to(ROOT)} {breach}" for page in pages for breach in breaches(page)]
    proofs = [proof for proof in sorted((ROOT / "properties/proofs").rglob("*")) if proof.suffix in PROOFS]
    found += [f"{proof.relative_to(ROOT)} {breach}" for proof in proofs for breach in proof_breaches(proof)]
    print("\n".join(found or [f"{len(pages)} pages and {len(proofs)} proofs name what is there"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

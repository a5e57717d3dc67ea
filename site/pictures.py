"""Draws the records of a page: `fairshare plot`, as files beside the pages of the site, and links them to the explorer.

A page shows a record as JSON in a block, or, like docs/edge-cases.md, by the id of a test vector. Its picture goes below it,
unless it has none: a tree of several divisions, a refused record, or one without an answer. Below that goes a link to the
explorer with the record, if web/build.sh has built one.
"""

import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
from urllib.parse import quote

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "vectors"))

from records import Token, dump, load  # noqa: E402: found by the path above

COMMANDS = [ROOT / "build" / preset / "fairshare" for preset in ("release", "run", "quick")]
EXPLORER = ROOT / "build" / "web" / "index.html"
BLOCK = re.compile(r"^```.*?^```\n", re.MULTILINE | re.DOTALL)
ADDRESS = re.compile(r"^```\nindex\.html(#record=.+)\n```$", re.MULTILINE)
CARD = re.compile(r"^\*\*`([^`]+)`\*\*.*?(?=^\*\*`|^#|\Z)", re.MULTILINE | re.DOTALL)


def vectors():
    """The record of each test vector, by its id, with the rounding by which its shares are judged."""
    found = {}
    for file in (ROOT / "vectors").glob("*.json"):
        for vector in load(file.read_text(encoding="utf-8")).get("vectors", []):
            rounding = {"rounding": vector["rounding"]} if vector.get("rounding") else {}
            found[vector["id"]] = vector.get("record") and {**vector["record"], **rounding}
    return found


def record_in(block):
    """The first JSON object of a block, which may have several lines; nothing if there is none."""
    start = block.find('{"')
    if start < 0:
        return None
    try:
        return json.JSONDecoder(parse_int=Token, parse_float=Token).raw_decode(re.sub(r"\n *", "", block[start:]))[0]
    except json.JSONDecodeError:
        return None


def picture(record, name, site, root):
    """The picture as HTML, "" if there is none; `root` leads from the page to the site's root."""
    command = next((path for path in COMMANDS if path.is_file()), None)
    if command is None or not isinstance(record, dict) or not {"claimants", "tree"} & record.keys():
        return ""
    drawn = subprocess.run([command, "plot"], input=dump(record), capture_output=True, text=True)
    told = re.search(r"<desc>(.*?)</desc>", drawn.stdout, re.DOTALL)
    if drawn.returncode != 0 or not told:
        return ""
    folder = pathlib.Path(site) / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.svg").write_text(drawn.stdout, encoding="utf-8")
    words = html.escape(html.unescape(told[1]))
    image = f'\n<img src="{root}pictures/{name}.svg" alt="{words}" loading="lazy">\n'
    if not EXPLORER.is_file():
        return image
    address = quote(dump(record))
    return f'{image}\n<p><a href="{root}explorer-page.html#record={address}">Open in the explorer</a></p>\n'


def add_explorer(site):
    if EXPLORER.is_file():
        shutil.copyfile(EXPLORER, pathlib.Path(site) / "explorer-page.html")


def with_pictures(markdown, source, site):
    """The page with a picture below each record that it shows."""
    root = "../" * source.count("/")
    page = source.removesuffix(".md").replace("/", "-")
    if source == "edge-cases.md":
        records = vectors()
        return CARD.sub(lambda card: card[0].rstrip() + "\n" + picture(records.get(card[1]), card[1], site, root) + "\n",
                        markdown)
    if source == "findings.md" or source.startswith(("codes/", "schedulers/")):
        number = iter(range(1, 1000))
        return BLOCK.sub(lambda block: block[0] + picture(record_in(block[0]), f"{page}-{next(number)}", site, root), markdown)
    if source.startswith("findings/") and EXPLORER.is_file():
        return ADDRESS.sub(lambda address: f"<a href=\"{root}explorer-page.html{address[1]}\">Open in the explorer</a>", markdown)
    return markdown

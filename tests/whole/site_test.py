#!/usr/bin/env python3
"""Does the site build, is every link in it good, and is it whole without a network? site_test.py

Builds it by site/build.sh, which is strict; then reads every page: each link within the site must lead to a page and to a
heading on it, and nothing but links may point elsewhere. Pictures must show the records as they are written.
"""

import pathlib
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SITE = ROOT / "build" / "site"
sys.path.insert(0, str(ROOT / "site"))
sys.dont_write_bytecode = True

from pictures import with_pictures  # noqa: E402: found by the path above


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        self.anchors |= {told[key] for key in ("id", "name") if told.get(key)}
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        elif tag in ("script", "img", "iframe", "link", "source") and told.get("rel") != "canonical":
            self.loaded += [told[key] for key in ("src", "href") if told.get(key)]


def faults(path, pages):
    for url in pages[path].loaded:
        if "//" in url:
            yield f"loads {url}"
        elif not url.startswith(("data:", "javascript:")) and not (path.parent / unquote(url)).exists():
            yield f"loads {url}, which is not there"
    for link in pages[path].links:
        url, anchor = urldefrag(link)
        if ":" in url:
            continue
        target = (path.parent / unquote(url)).resolve() if url else path
        if target.is_dir():
            target /= "index.html"
        if not target.exists():
            yield f"links to {link}, which is not there"
        elif anchor and target in pages and not anchor.startswith("record=") and unquote(anchor) not in pages[target].anchors:
            yield f"links to {link}, but the page has no such heading"


def picture_faults():
    """Faults of pictures: of a vector that is judged as exact, and of one whose numbers no double holds."""
    for vector, told in [("unfair-double-taken-as-exact", "exact: unfair"), ("beyond-doubles", "<svg")]:
        with tempfile.TemporaryDirectory() as folder:
            with_pictures(f"**`{vector}`**\n", "edge-cases.md", folder)
            picture = pathlib.Path(folder, "pictures", f"{vector}.svg")
            if not picture.is_file() or told not in picture.read_text(encoding="utf-8"):
                yield f"the picture of {vector} does not say {told}"


def main():
    subprocess.run([ROOT / "site" / "build.sh"], check=True)
    pages = {path: Page(path) for path in sorted(SITE.rglob("*.html")) if path.name != "404.html"}
    found = [f"{path.relative_to(SITE)} {fault}" for path in pages for fault in dict.fromkeys(faults(path, pages))]
    found += picture_faults()
    print("\n".join(found) or f"{len(pages)} pages, every link leads somewhere, and nothing comes from elsewhere")
    return 1 if found or len(pages) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())

"""What the site needs beyond docs/: the READMEs of other folders as pages, a page for each code in the menu, and links to
sources. pictures.py draws records, and api.py makes pages of the installed headers.

A page's links are those of the repository, so that they also work there. A link to another page becomes a link within the site;
a link to an installed header leads to its page. A link to another source leads to the repository, if FAIRSHARE_SOURCE_URL says
where that is; without it, only the words stay.
"""

import os
import pathlib
import posixpath
import re
import sys

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "site"))
sys.dont_write_bytecode = True

from api import write_api  # noqa: E402: found by the path above
from pictures import add_explorer, with_pictures  # noqa: E402: found by the path above
FOLDERS = ["bench", "examples", "fuzz", "properties", "tests", "vectors"]  # whose READMEs are pages
PROJECT = ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
API = {}  # the page of each installed header, by its path in the repository
LINK = re.compile(r"(`(?:[^`\n]|\n(?!\n))*`|^ *```.*?^ *```)|\[((?:[^]\[]|\[[^]]*\])*)\]\(([^)\s]+)\)", re.MULTILINE | re.DOTALL)


def foreign_pages():
    """The pages outside docs/, by path in the repository, which is also their path in the site."""
    readmes = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("README.md"))]
    return [*PROJECT, *(path.relative_to(ROOT).as_posix() for path in readmes)]


def place_of(source):
    """The path in the repository from which a page of the site comes."""
    return source if (ROOT / source).is_file() and not source.startswith("docs/") else f"docs/{source}"


def page_of(path):
    """The page or picture of the site that shows this file or folder of the repository; nothing if there is none."""
    if (ROOT / path).is_dir():
        path = f"{path}/README.md"
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/") and path.endswith((".md", ".png", ".svg")):
        return path.removeprefix("docs/")
    return path if path in foreign_pages() else None


def linked(match, source):
    code, words, link = match.groups()
    if code or re.match(r"[a-z]+:|#", link):
        return match[0]
    path, hash_sign, anchor = link.partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(place_of(source)), path))
    page = None if path == "README.md" and anchor else page_of(path)  # the front page lacks its headings
    if page:
        return f"[{words}]({posixpath.relpath(page, posixpath.dirname(source) or '.')}{hash_sign}{anchor})"
    if path in API:
        return f'<a href="{"../" * source.count("/")}{API[path]}">{words}</a>'
    home = os.environ.get("FAIRSHARE_SOURCE_URL")
    return f"[{words}]({home}/{path})" if home else words


def named(entries):
    """The pages that the menu names individually."""
    for entry in entries:
        if isinstance(entry, dict):
            for inner in entry.values():
                yield from named(inner if isinstance(inner, list) else [inner])
        else:
            yield entry


def expanded(entries, others):
    """The menu, with FOLDER/ as all pages of that folder, and "*.md" as `others`."""
    for entry in entries:
        if isinstance(entry, dict):
            yield {title: list(expanded(inner, others)) if isinstance(inner, list) else inner
                   for title, inner in entry.items()}
        elif entry == "*.md":
            yield from others
        elif entry.endswith("/"):
            pages = sorted((ROOT / "docs" / entry).rglob("*.md"))
            yield from (page.relative_to(ROOT / "docs").as_posix() for page in pages if page.name != "README.md")
        else:
            yield entry


def anchor_of(heading, separator):
    """The anchor that GitHub makes from a heading, so that links to it also work here."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", separator)


def on_config(config):
    pages = {page.name for page in (ROOT / "docs").glob("*.md")}
    config["nav"] = list(expanded(config["nav"], sorted(pages - set(named(config["nav"])))))
    config["mdx_configs"]["toc"]["slugify"] = anchor_of
    return config


def on_files(files, config):
    API.update(write_api(config["site_dir"]))  # here, since mkdocs has emptied the folder by now
    for path in foreign_pages():
        files.append(File(path, str(ROOT), config["site_dir"], config["use_directory_urls"]))
    return files


def on_page_markdown(markdown, page, config, **_):
    source = page.file.src_path
    return LINK.sub(lambda match: linked(match, source), with_pictures(markdown, source, config["site_dir"]))


def on_post_build(config):
    add_explorer(config["site_dir"])

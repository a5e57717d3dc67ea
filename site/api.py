"""The installed headers as pages, by Doxygen; a link to such a header leads to its page.

CMake lists the installed headers in each build, in public_headers.txt.
"""

import pathlib
import subprocess
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTS = [ROOT / "build" / preset / "public_headers.txt" for preset in ("release", "run", "quick")]


def write_api(site):
    """Writes the pages to api/ in the site. Returns each header's page, by the header's path in the repository."""
    headers = next(file for file in LISTS if file.is_file()).read_text(encoding="utf-8").split()
    folder = pathlib.Path(site) / "api"
    folder.mkdir(parents=True, exist_ok=True)
    tags = folder / "tags.xml"
    options = (ROOT / "site" / "Doxyfile").read_text(encoding="utf-8")
    options += f"INPUT = {' '.join(headers)}\nOUTPUT_DIRECTORY = {folder}\nGENERATE_TAGFILE = {tags}\n"
    subprocess.run(["doxygen", "-"], input=options, cwd=ROOT, text=True, check=True)
    files = ET.parse(tags).getroot().iterfind("compound[@kind='file']")
    pages = {pathlib.Path(file.findtext("path"), file.findtext("name")): file.findtext("filename") for file in files}
    return {path.relative_to(ROOT).as_posix(): f"api/{page}" for path, page in pages.items()}

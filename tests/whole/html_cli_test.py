#!/usr/bin/env python3
"""Is the page of `verify --format html` one that a browser can show, and that loads nothing?

html_cli_test.py COMMAND    exit status 1 if one of its sentences is false

Reads whole pages of the examples, of hostile names, of many records and of none. `tidy` reads them too.
"""

import base64
import hashlib
import html.parser
import json
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VOID = {"meta", "input", "br"}
HOSTILE = [
    "</svg><script>alert(1)</script>", '" onload="alert(1)', "'><img src=x onerror=alert(1)>", "</title>", "</style>",
    "<!--", "-->", "]]>", "&amp;", "javascript:alert(1)", "\u202eabc", "\x1b[2J", "\0", "a\nb", "x" * 10_000, "漢字" * 99, "\ufffe",
]  # fmt: skip
failures = []
passed = 0


def expect(is_true, sentence, *actual):
    global passed
    if is_true:
        passed += 1
    else:
        failures.append(sentence)
        print(f"FAILED: {sentence}", *[repr(one)[:400] for one in actual])


class Page(html.parser.HTMLParser):
    """The contents of a page; `flaws` are elements that do not match."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.flaws, self.ids, self.links, self.elements = [], [], [], [], []
        self.contents = {"style": [], "script": [], "h1": [], "h2": []}
        self.policy = None
        self.feed(text)
        self.close()
        self.flaws += self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "src", "action"):
                self.links.append(value)
        if dict(attributes).get("http-equiv") == "Content-Security-Policy":
            self.policy = dict(attributes)["content"]
        if tag not in VOID:
            self.open.append(tag)
        if tag in self.contents:
            self.contents[tag].append("")

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.flaws.append(f"</{tag}>")

    def handle_data(self, data):
        if self.open and self.open[-1] in self.contents:
            self.contents[self.open[-1]][-1] += data


def hash_of(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def check_page(text, what):
    page = Page(text)
    expect(page.flaws == [], f"{what}: every element ends where it should", page.flaws)
    expect(len(set(page.ids)) == len(page.ids), f"{what}: no id occurs twice", page.ids)
    lost = [link for link in page.links if not (link.startswith("#") and link[1:] in page.ids)]
    expect(lost == [], f"{what}: every link leads to a place of the page", lost)
    active = [(tag, attributes) for tag, attributes in page.elements if any(name.startswith("on") for name in attributes)]
    expect(active == [], f"{what}: no attribute is a script", active)
    styled = [tag for tag, attributes in page.elements if "style" in attributes]
    expect(styled == [], f"{what}: no attribute is a style", styled)
    foreign = {tag for tag, _ in page.elements} & {"img", "iframe", "object", "embed", "link", "base", "form", "image", "use"}
    expect(foreign == set(), f"{what}: no element loads anything", foreign)
    styles = " ".join(map(hash_of, page.contents["style"]))
    scripts = " ".join(map(hash_of, page.contents["script"]))
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src {styles}; script-src {scripts}"
    expect(page.policy == policy, f"{what}: the policy allows this style and this script alone", page.policy, policy)
    expect(len(page.contents["h1"]) == 1, f"{what}: there is one first heading", page.contents["h1"])
    tidy = subprocess.run(["tidy", "-q", "-e"], input=text, capture_output=True, text=True, check=False)
    expect(tidy.returncode == 0, f"{what}: tidy has nothing to say", tidy.stderr)
    return page


def verify(command, *arguments, text=""):
    done = subprocess.run([command, "verify", "--format", "html", *map(str, arguments)], input=text.encode(),
                          capture_output=True, check=False)  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check_examples(command):
    examples = ROOT / "examples"
    for arguments in (
        [examples / "yarn/scheduler.json", "--allocations", examples / "yarn/fair-scheduler.xml"],
        [examples / "ytsaurus/orchid.json"],
        [examples / "kubernetes/volcano/queues.json", "--metrics", examples / "kubernetes/volcano/metrics.txt",
         "--total", "cpu=100", "--total", "memory=512Gi"],
        [examples / "kubernetes/kai/queues.yaml", "--metrics", examples / "kubernetes/kai/metrics.txt"],
        [examples / "kubernetes/apf/levels.yaml", "--metrics", examples / "kubernetes/apf/metrics.txt"],
        [examples / "kubernetes/koordinator/quotas.yaml", "--total", "cpu=96"],
        [examples / "records.ndjson"],
    ):  # fmt: skip
        what = str(arguments[0].relative_to(ROOT))
        status, page, _ = verify(command, *arguments)
        check_page(page, what)
        other = subprocess.run([command, "verify", "--format", "json", *map(str, arguments)], capture_output=True, check=False)
        expect(status == other.returncode, f"{what}: the exit status is that of every format", status)
        lines = [json.loads(line) for line in other.stdout.decode().splitlines()]
        divisions = sum(len(line.get("divisions", [])) for line in lines)
        expect(len(re.findall(r'<section class="division" id="d-', page)) == divisions, f"{what}: all divisions are there")


def check_hostile_names(command):
    names = [{"name": name} for name in HOSTILE]
    lines = [json.dumps({"id": name, "total": 99, "claimants": names, "shares": list(range(len(names)))}) for name in HOSTILE]
    status, text, _ = verify(command, text="\n".join([*lines, '{"id":"</li><script>","total":"<b>"}', "<script>"]))
    page = check_page(text, "hostile names")
    expect(status == 2, "hostile names: what cannot be read has status 2", status)
    expect(len(page.contents["script"]) == 1, "hostile names: no name is a script")
    empty = re.findall(r'<(?:th scope="row"|a href="[^"]*"|h3)></', text)
    expect(empty == [], "hostile names: each is something to read", empty)
    expect("\u202e" not in text and "\x1b" not in text, "hostile names: nothing turns the text")


def check_many(command):
    """The worst thousand in full, the others counted; the same page from any number of threads."""
    records = [f'{{"id":"r{k}","total":100,"claimants":[{{"name":"a"}},{{"name":"b"}}],"shares":[{50 + k % 40},{50 - k % 40}]}}'
               for k in range(20_000)]  # fmt: skip
    text = "\n".join(records)
    status, page, _ = verify(command, text=text)
    check_page(page, "20,000 records")
    expect(status == 1, "20,000 records: some are unfair", status)
    expect("This page shows the 1000 worst divisions.</strong> The other 19000 are only in the" in page,
           "20,000 records: what is left out is counted")  # fmt: skip
    shown = {int(k) % 40 for k in re.findall(r'id="d-r(\d+)"', page)}
    expect(shown == {38, 39}, "20,000 records: the worst are shown", shown)
    expect(verify(command, "--jobs", "3", text=text)[1] == page, "20,000 records: the page is the same with --jobs 3")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    expect(before < 300_000, "20,000 records: they take bounded memory", before)


def check_edges(command):
    status, text, _ = verify(command, "--allow-empty")
    check_page(text, "no input")
    expect((status, "<h1>Nothing was judged</h1>" in text) == (0, True), "no input: the page says so", status)
    many = [{"name": f"c{k}"} for k in range(5000)]
    _, text, _ = verify(command, text=json.dumps({"total": 5000, "claimants": many, "shares": [0] * 4999 + [5000]}))
    check_page(text, "5,000 claimants")
    expect("The table has the 40 claimants that matter, of 5000." in text, "5,000 claimants: those that matter are shown")
    fair = '{"total":1,"claimants":[{}],"shares":[1]}'
    status, text, _ = verify(command, "--quiet", text=fair)
    expect((status, 'class="division"' in text) == (0, False), "--quiet leaves out what is fair", status)
    for option in (["--ordering"], ["--certificate"], ["--details"]):
        status, text, errors = verify(command, *option, text=fair)
        expect((status, text) == (2, ""), f"{option[0]} is refused", status, errors)
    with tempfile.TemporaryDirectory() as folder:
        status, text, _ = verify(command, pathlib.Path(folder) / "nowhere.json")
        check_page(text, "a file that is not there")
        expect(status == 2 and "FS009" in text, "a file that is not there: the page says so", status)


def check_what_if(command):
    names = [{"name": name} for name in HOSTILE]
    text = json.dumps({"id": "</title>", "total": len(names), "claimants": names}) + '\n{"total":"<b>"}\n'
    status, text, _ = verify(command, "--set", f"{HOSTILE[0]}.weight=2", "--set", "total=40", text=text)
    check_page(text, "what if")
    expect(status == 2 and 'class="error"' in text, "what if: what cannot be read is told", status)
    expect("Before: total 17. After: total 40." in text, "what if: both are told")
    expect("<td data-n=\"4.4444444444444446\">40/9 (4.44)</td>" in text, "what if: with the shares after", text[-3000:])
    yarn = [ROOT / "examples/yarn/scheduler.json", "--allocations", ROOT / "examples/yarn/fair-scheduler.xml"]
    status, text, _ = verify(command, *yarn, "--set", "root.freight.customs.max=unlimited")
    check_page(text, "what if, of a tree")
    expect(status == 0 and "root.freight, memory" in text, "what if, of a tree: each division is there", status)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    command = str(pathlib.Path(sys.argv[1]).resolve())
    for check in (check_examples, check_hostile_names, check_many, check_edges, check_what_if):
        check(command)
    print(f"{passed} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


main()

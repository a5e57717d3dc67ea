#!/usr/bin/env python3
"""Do the formats of `verify` for CI and monitoring hold what docs/verdicts.md says, whatever names the input has?

outputs_test.py COMMAND [--promtool]

  junit       validates against docs/junit.xsd (xmllint), and names arrive
  github      a runner, emulated, obeys the annotations and nothing else; also of human output and of standard error
  markdown    rendered by cmark-gfm: no HTML, link or table but those of the report; at most 65,536 characters
  prometheus  is read back; every division has its series, at most a thousand have
  all         the same with any number of jobs; the exit status of JSON

and examples/cron/ leaves a whole file or the old one. With --promtool Prometheus's own tool checks the metrics and the
alerts (`./check --cluster`). The last line is "N passed, M failed".
"""

import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CRON = ROOT / "examples/cron"
FORMATS = ["human", "json", "junit", "github", "markdown", "prometheus"]
COMMENT_MAX = 65536
SERIES_MAX = 1000

HOSTILE = [
    "::error::x",
    "  ::stop-commands::token",
    "\u00a0::error::x",
    "\n::set-output name=a::b",
    "a\r\n::error file=b::c",
    "a%0A::error::b",
    "a ##[add-mask]b",
    "##[stop-commands]token",
    "x,line=9::y",
    "```\n# heading",
    "```",
    "~~~",
    "`" * 7,
    "</code></pre><script>alert(1)</script>",
    "</details><img src=x onerror=y>",
    "a|b|c\n|-|-|",
    "@octocat #1 https://example.invalid www.example.invalid",
    "[a](http://example.invalid) ![b](c)",
    "&lt; &amp; ]]> <!-- -->",
    'a"b\\',
    '"} 1\nfairshare_fair{name="x',
    "# TYPE fairshare_fair counter",
    "\u202egnp.exe",
    "\x1b[2J",
    "\U0001f422 \u00e9 \ufffe",
    "",
    "n" * 3000,
    "a`b" * 2000,
]


class Tally:
    passed = 0
    failed = 0

    def expect(self, is_right, what, *shown):
        self.passed += bool(is_right)
        self.failed += not is_right
        if not is_right and self.failed <= 20:
            print("FAILED", what, *(str(one)[:2000] for one in shown), sep="\n  ")


def dump(record):
    return json.dumps(record, ensure_ascii=False)


def records_named(name):
    """One of each kind: fair, unfair, overcommitted, and an error."""
    two = [{"name": name}, {"name": "other"}]
    return [
        {"id": "fair " + name, "total": 2, "claimants": two, "shares": [1, 1]},
        {"id": name, "total": 2, "claimants": two, "shares": [2, 0]},
        {"id": "over " + name, "total": 2, "claimants": [{"name": name, "min_share": 4}], "shares": [4]},
        {"id": "error " + name, "total": 2, "claimants": [{"name": name, "weight": -1}], "shares": [2]},
    ]


class Command:
    def __init__(self, path, folder):
        self.path = str(pathlib.Path(path).resolve())
        self.folder = folder

    def verify(self, format, *arguments, text=""):
        done = subprocess.run(
            [self.path, "verify", "--format", format, *map(str, arguments)],
            input=text.encode(), capture_output=True, cwd=self.folder)  # fmt: skip
        return done.returncode, done.stdout.decode(), done.stderr.decode()


# GitHub's runner: how it finds commands in a line, after actions/runner's ActionCommand.


def new_command(line):
    line = line.lstrip()
    end = line.find("::", 2)
    if not line.startswith("::") or end < 0:
        return None
    name, _, properties = line[2:end].partition(" ")
    pairs = [pair.split("=", 1) for pair in properties.strip().split(",") if "=" in pair]

    def unescaped(text, codes):
        for code, character in codes:
            text = text.replace(code, character)
        return text

    data_codes = [("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]
    property_codes = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]
    return name, {key: unescaped(value, property_codes) for key, value in pairs}, unescaped(line[end + 2 :], data_codes)


def old_command(line):
    found = re.search(r"##\[([^\]]*)\]", line)
    return (found[1].split(" ")[0], {}, "") if found else None


def commands_in(text):
    found = [new_command(line) or old_command(line) for line in re.split(r"\r\n|\r|\n", text)]
    return [one for one in found if one]


def check_github(command, tally):
    for name in HOSTILE:
        text = "\n".join(map(dump, records_named(name))) + "\n"
        pathlib.Path(command.folder, "h.ndjson").write_text(text, "utf-8")
        status, out, err = command.verify("github", "h.ndjson")
        commands = commands_in(out)
        what = f"github, of the name {name[:60]!r}"
        tally.expect(status == 2, f"{what}: the exit status", status)
        tally.expect(len(commands) == len(out.splitlines()) == 4, f"{what}: each line is a command", out)
        tally.expect([one[0] for one in commands] == ["error", "notice", "error", "notice"], f"{what}: which", out)
        places = [(one[1].get("file"), one[1].get("line")) for one in commands[:3]]
        tally.expect(places == [("h.ndjson", str(line)) for line in (2, 3, 4)], f"{what}: where", places)
        known = all(set(one[1]) <= {"file", "line", "title"} for one in commands)
        tally.expect(known, f"{what}: it has no property of its own", commands)
        tally.expect(not commands_in(err), f"{what}: standard error commands nothing", err)
        for format in ("human", "details"):
            options = ["--details"] if format == "details" else []
            _, out, _ = command.verify("human", *options, "h.ndjson")
            tally.expect(not commands_in(out), f"{format}, of the name {name[:60]!r}: it commands nothing", out)
    text = dump(records_named("a, b: 100%")[1])
    _, out, _ = command.verify("github", "-", text=text)
    title = commands_in(out)[0][1]
    tally.expect(title == {"title": "FS204 a, b: 100%"}, "github: a name arrives; standard input is no file", out)


# JUnit


def check_junit(command, tally):
    for name in HOSTILE:
        text = "\n".join(map(dump, records_named(name))) + "\n"
        _, out, _ = command.verify("junit", "-", text=text)
        done = subprocess.run(
            ["xmllint", "--nonet", "--noout", "--schema", str(ROOT / "docs/junit.xsd"), "-"],
            input=out.encode(), capture_output=True)  # fmt: skip
        tally.expect(done.returncode == 0, f"junit, of the name {name[:60]!r}: is valid", done.stderr.decode(), out)
        failures = [case.find("failure") is not None for case in ElementTree.fromstring(out).iter("testcase")]
        tally.expect(failures == [False, True, False, True], "junit: what is unfair or an error fails", failures)
    broken = '<testsuites><testsuite name="a"><testcase name="b"/></testsuite></testsuites>'
    done = subprocess.run(
        ["xmllint", "--nonet", "--noout", "--schema", str(ROOT / "docs/junit.xsd"), "-"],
        input=broken.encode(), capture_output=True)  # fmt: skip
    tally.expect(done.returncode != 0, "junit: the schema refuses a case without its class")


# Markdown


class Rendered(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.tags, self.blocks, self.open = set(), [], []
        done = subprocess.run(
            ["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough"],
            input=text.encode(), capture_output=True, check=True)  # fmt: skip
        self.feed(done.stdout.decode())

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.open.append(tag)
        if tag == "pre":
            self.blocks.append("")

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.tags.add(f"unbalanced {tag}")

    def handle_data(self, data):
        if "pre" in self.open:
            self.blocks[-1] += data


ALLOWED = {"h3", "table", "thead", "tbody", "tr", "th", "td", "pre", "code", "details", "summary", "p"}


def check_markdown(command, tally):
    for name in HOSTILE:
        text = "\n".join(map(dump, records_named(name))) + "\n"
        _, out, _ = command.verify("markdown", "-", text=text)
        page = Rendered(out)
        what = f"markdown, of the name {name[:60]!r}"
        tally.expect(page.tags <= ALLOWED and not page.open, f"{what}: it has its own tags only", page.tags, out)
        beginnings = [block.split(" ")[0].rstrip(":") for block in page.blocks]
        expected = ["error[FS204]", "error[FS010]", "overcommitted", "fair"]
        tally.expect(len(beginnings) == 4 and [b[:5] for b in beginnings] == [e[:5] for e in expected],
                     f"{what}: four blocks, the worst first", beginnings, out)  # fmt: skip
        tally.expect(len(out) < COMMENT_MAX, f"{what}: it is no longer than a comment", len(out))
    unfair = "\n".join(dump(records_named(f"n{i}")[1]) for i in range(2000)) + "\n"
    _, out, _ = command.verify("markdown", "-", text=unfair)
    page = Rendered(out)
    left = re.search(r"Not shown, since a comment has room for 65536 characters: (\d+) more that are not fair\.\n$", out)
    tally.expect(len(out) <= COMMENT_MAX, "markdown: of 2,000 it is no longer than a comment", len(out))
    tally.expect(left and len(page.blocks) + int(left[1]) == 2000, "markdown: and counts what it leaves out", out[-200:])
    tally.expect("| 0 | 2000 | 0 | 0 |" in out, "markdown: the counts are of all", out[:300])
    tally.expect("n0:" in page.blocks[0] and "n1:" in page.blocks[1], "markdown: equals are in their order")


# Prometheus

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (\S+)')
LABEL = re.compile(r'([a-z]+)="((?:[^"\\\n]|\\["\\n])*)"')


def metrics(text):
    """The samples by metric and labels; fails on any other line, on a repeated sample, and on one without its TYPE."""
    samples, types = {}, set()
    for line in text.split("\n")[:-1]:
        if line.startswith("# TYPE "):
            assert line.split(" ")[2] not in types and line.endswith(" gauge"), line
            types.add(line.split(" ")[2])
        elif not line.startswith("# HELP "):
            name, labels, value = SAMPLE.fullmatch(line).groups()
            found = {key: re.sub(r"\\(.)", r"\1", one) for key, one in LABEL.findall(labels or "")}
            key = (name, *sorted(found.items()))
            assert name in types and key not in samples, line
            samples[key] = float(value)
    return samples


def check_prometheus(command, tally, has_promtool):
    texts = ["\n".join(map(dump, records_named(name))) + "\n" for name in HOSTILE]
    for name, text in zip(HOSTILE, texts):
        _, out, _ = command.verify("prometheus", "-", text=text)
        samples = metrics(out)
        fair = [value for key, value in samples.items() if key[0] == "fairshare_fair"]
        what = f"prometheus, of the name {name[:60]!r}"
        tally.expect(sorted(fair) == [0, 1, 1], f"{what}: three series", out)
        tally.expect(samples[("fairshare_not_judged",)] == 1, f"{what}: an error is counted", out)
    many = [dump(records_named(f"n{i}")[i == 1700]) for i in range(2000)]
    _, out, _ = command.verify("prometheus", "-", text="\n".join(many) + "\n")
    samples = metrics(out)
    series = [key for key in samples if key[0] == "fairshare_fair"]
    tally.expect(len(series) == SERIES_MAX, "prometheus: a thousand series", len(series))
    tally.expect(samples[("fairshare_left_out",)] == 2000 - SERIES_MAX, "prometheus: and the others are counted", out[-300:])
    tally.expect(samples[("fairshare_fair", ("name", "n1700"))] == 0, "prometheus: the unfair one is among them")
    tally.expect(samples[("fairshare_judged", ("verdict", "fair"))] == 1999, "prometheus: the counts are of all")
    if has_promtool:
        for text in [*texts, "\n".join(many), "", "not JSON"]:
            _, out, _ = command.verify("prometheus", "-", text=text)
            done = subprocess.run(["promtool", "check", "metrics"], input=out.encode(), capture_output=True)
            complaint = done.stdout.decode() + done.stderr.decode()
            tally.expect(done.returncode == 0 and not complaint, "promtool accepts the metrics", complaint, out)


# All formats


def check_all(command, tally):
    text = "\n".join(dump(record) for name in HOSTILE for record in records_named(name)) + "\n"
    pathlib.Path(command.folder, "all.ndjson").write_text(text, "utf-8")
    awkward = os.fsdecode(b"caf\xe9\n::error::`.ndjson")
    pathlib.Path(command.folder, awkward).write_text(dump(records_named("a")[1]) + "\n", "utf-8")
    for format in FORMATS:
        alone = command.verify(format, "--jobs", 1, "all.ndjson", "all.ndjson")
        together = command.verify(format, "--jobs", 4, "all.ndjson", "all.ndjson")
        tally.expect(alone[0] == 2 and alone[:2] == together[:2], f"{format}: the same with any number of jobs")
        status, out, err = command.verify(format, "nowhere.ndjson")
        tally.expect(status == 2 and "FS009" in err, f"{format}: a file that is not there is an error", status, err)
        for records, expected in ([0], 0), ([0, 1], 1), ([2], 0), ([1, 3], 2):
            lines = "\n".join(dump(records_named("a")[i]) for i in records)
            status, _, _ = command.verify(format, text=lines)
            tally.expect(status == expected, f"{format}: the exit status of {records}", status, expected)
        if format in ("junit", "github", "markdown", "prometheus"):
            status, out, err = command.verify(format, awkward)  # fails here if the output is no UTF-8
            tally.expect(status == 1 and out, f"{format}: a file's name may be no UTF-8", status, err)
    for arguments in (["junit", "--quiet"], ["markdown", "--quiet"], ["prometheus", "--quiet"], ["prometheus", "--ordering"],
                      ["prometheus", "--certificate"], ["github", "--set", "a.weight=2"], ["markdown", "--details"]):  # fmt: skip
        status, out, err = command.verify(*arguments, "all.ndjson")
        tally.expect(status == 2 and not out and "--format" in err, f"{arguments} is refused", status, out[:200], err[:200])
    for format, part in ("github", "consistent"), ("markdown", "### fairshare: 1 consistent\n"):
        status, out, _ = command.verify(format, "--ordering", text=dump(records_named("a")[0]))
        tally.expect(status == 0 and part in out, f"{format}: orderings have their words", out)


# The example


def check_cron(command, tally, has_promtool):
    place = pathlib.Path(command.folder, "collector")
    place.mkdir()
    metrics_file = place / "fairshare.prom"
    fair, unfair, bad = (pathlib.Path(command.folder, name) for name in ("fair", "unfair", "bad"))
    for file, which in (fair, 0), (unfair, 1), (bad, 3):
        file.write_text(dump(records_named("a")[which]) + "\n", "utf-8")

    def nightly(*arguments, path=command.path):
        done = subprocess.run([str(CRON / "nightly.sh"), str(place), *map(str, arguments)],
                              capture_output=True, env={**os.environ, "FAIRSHARE": path})  # fmt: skip
        left = sorted(file.name for file in place.iterdir())
        return done.returncode, left, metrics_file.read_text("utf-8") if metrics_file.exists() else None

    status, left, text = nightly("--no-such-option")
    tally.expect(status == 2 and left == [], "cron: nothing is left of wrong usage", status, left)
    for file, expected, sample in (fair, 0, "} 1\n"), (unfair, 1, "} 0\n"), (bad, 2, "fairshare_not_judged 1\n"):
        status, left, text = nightly(file)
        tally.expect(status == expected and left == ["fairshare.prom"], "cron: one file, and verify's status", status, left)
        tally.expect(sample in text and metrics(text), "cron: it has the metrics", text)
    tally.expect(metrics_file.stat().st_mode & 0o777 == 0o644, "cron: the collector can read it")
    before = text
    for path in ("/nonexistent", "/bin/false"):
        status, left, text = nightly(fair, path=path)
        tally.expect(status > 1 and left == ["fairshare.prom"] and text == before,
                     "cron: without the command the old file stays", status, left)  # fmt: skip
    if shutil.which("systemd-analyze"):
        units = pathlib.Path(command.folder, "units")
        units.mkdir()
        for name in ("fairshare.service", "fairshare.timer"):
            unit = (CRON / name).read_text("utf-8")
            unit = unit.replace("/usr/local/lib/fairshare/nightly.sh", str(CRON / "nightly.sh"))
            (units / name).write_text(unit.replace("/usr/bin/curl", "/bin/true"), "utf-8")
        done = subprocess.run(["systemd-analyze", "verify", *map(str, sorted(units.iterdir()))], capture_output=True)
        complaint = (done.stdout + done.stderr).decode()
        ours = [line for line in complaint.split("\n") if "fairshare" in line or str(units) in line]
        tally.expect(not ours, "cron: systemd accepts the units", complaint)
    if has_promtool:
        for arguments in ["check", "rules", "rules.yml"], ["test", "rules", "rules_test.yml"]:
            done = subprocess.run(["promtool", *arguments], cwd=CRON, capture_output=True)
            complaint = (done.stdout + done.stderr).decode()
            tally.expect(done.returncode == 0, f"promtool {' '.join(arguments)}", complaint)


def main():
    tally = Tally()
    has_promtool = "--promtool" in sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        command = Command(sys.argv[1], folder)
        check_github(command, tally)
        check_junit(command, tally)
        check_markdown(command, tally)
        check_prometheus(command, tally, has_promtool)
        check_all(command, tally)
        check_cron(command, tally, has_promtool)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Has each folder of docs/findings/ what an issue needs, and does the command say what the issue says?

finding_issues_test.py COMMAND             names each breach; exit status 1 if there is one
finding_issues_test.py COMMAND --fill      first writes what the command prints into each issue.md, and the table
                                           into docs/findings.md; what is wrong is then seen in the difference
finding_issues_test.py COMMAND --compile   also compiles the tests in Go and Java against the stubs in tests/findings/

A folder has a finding.json, an issue.md, a test, and where the command reproduces the finding a record.json:

- finding.json has the keys below, and is what the table at the top of docs/findings.md says;
- issue.md has the title, the commit that was read, the sections below, and blocks that begin with "$ fairshare",
  run in the repository's root;
- a row of its table names a claimant, what it got and its exact share: what `solve` computes of the record, by the
  model and by `--fair`;
- the pair that `verify` finds is named under "The two claimants";
- "How to reproduce" ends with the address of the first record in the explorer.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from fractions import Fraction
from urllib.parse import quote

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FINDINGS = ROOT / "docs" / "findings"
PAGE = ROOT / "docs" / "findings.md"
STUBS = ROOT / "tests" / "findings"
# project   on GitHub
# read      the commit that was read, and its date
# status    not filed, or the link of the issue
# known     what upstream knows of it, or ""
# test      the file here
# beside    the test of upstream's that it belongs beside
# compiles  "against stubs", or "not here"
# fails_on  what of upstream's it was run on, outside this repository: class, functions; "" for nothing
KEYS = ["title", "project", "read", "status", "known", "test", "beside", "compiles", "fails_on"]
SECTIONS = ["Version", "Cause", "Smallest input", "The two claimants", "How to reproduce", "Failing test"]
LANGUAGES = {".go": "Go", ".java": "Java", ".cpp": "C++"}
JARS = ["junit-jupiter-api", "apiguardian-api", "opentest4j"]
WITHOUT_SHARES = {"hang": "never returns", "error": "panics"}
BLOCK = re.compile(r"^```\n\$ fairshare (.*)\n((?:.*\n)*?)```$", re.MULTILINE)
ADDRESS = re.compile(r"(^In \[the explorer\].*\n\n```\n.*\n```\n\n)?(?=^## Failing test)", re.MULTILINE)
TABLE = re.compile(r"^\| number \| title .*\n(?:\|.*\n)+", re.MULTILINE)
failures = 0


def breach(folder, what):
    global failures
    failures += 1
    print(f"{folder.name}: {what}", flush=True)


def run(command, arguments, lines=None):
    done = subprocess.run(["sh", "-c", f'exec "$0" {arguments}', command], cwd=ROOT, input=lines, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=60)
    return done.stdout


def section(text, name):
    return re.search(rf"^## {name}\n((?:(?!## ).*\n)*)", text, re.MULTILINE).group(1)


def is_rounding(cell, number):
    """Whether the text is the number, rounded to as many digits as the text has."""
    digits = len(cell.partition(".")[2])
    return abs(Fraction(cell) - Fraction(number)) <= Fraction(1, 2 * 10**digits) * (digits > 0)


def shares_of(answer, names):
    """The shares as texts; if there are several resources, those of the first."""
    if "resources" in answer:
        answer = next(iter(answer["resources"].values()))
    if not isinstance(answer.get("shares"), list):
        return [WITHOUT_SHARES[answer["outcome"]]] * len(names)
    return [str(next(iter(share.values())) if isinstance(share, dict) else share) for share in answer["shares"]]


def check_table(command, folder, text, record):
    """Checks the table of claimants, with what they got and their exact shares."""
    names = [claimant.get("name", str(index)) for index, claimant in enumerate(record["claimants"])]
    line = json.dumps({key: value for key, value in record.items() if key not in ("shares", "outcome")})
    got = json.loads(run(command, f"solve --scheduler {record['scheduler']}", line), parse_float=str)
    exact = json.loads(run(command, f"solve --fair --scheduler {record['scheduler']}", line))
    rows = [[cell.strip(" `") for cell in row.strip("|").split("|")]
            for row in re.findall(r"^\|.*\|$", section(text, "Smallest input"), re.MULTILINE)]
    if not rows or rows[0][-2:] != ["got", "exact"] or [row[0] for row in rows[2:]] != names:
        return breach(folder, f"its table has not the columns got and exact, or not the rows {', '.join(names)}")
    for row, share, fair in zip(rows[2:], shares_of(got, names), shares_of(exact, names)):
        if row[-2] != share and (share in WITHOUT_SHARES.values() or not is_rounding(row[-2], share)):
            breach(folder, f"{row[0]} got {row[-2]} by the table, {share} by the model")
        if Fraction(row[-1]) != Fraction(fair):
            breach(folder, f"the exact share of {row[0]} is {row[-1]} by the table, {fair} by solve --fair")


def check_pair(command, folder, text, record):
    line = json.dumps(record)
    found = json.loads(run(command, "verify --format json", line)).get("findings", [])
    pair = {finding[key] for finding in found for key in ("claimant", "with") if key in finding}
    told = set(re.findall(r"`([^`]+)`", section(text, "The two claimants")))
    if not pair <= told:
        breach(folder, f"verify names {', '.join(sorted(pair))}, which are not all under \"The two claimants\"")


def with_address(folder, text):
    """The issue with the address of its first record in the explorer, if it has one."""
    if not (folder / "record.json").exists():
        return text
    record = (folder / "record.json").read_text(encoding="utf-8").splitlines()[0]
    place = f"index.html#record={quote(record, safe='')}"
    lines = f"In [the explorer](../../explorer.md#linking-to-a-division):\n\n```\n{place}\n```\n\n"
    return ADDRESS.sub(lambda _: lines, text, count=1)


def check_issue(command, folder, finding, fill):
    page = folder / "issue.md"
    text = page.read_text(encoding="utf-8")

    def as_printed(block):
        return f"```\n$ fairshare {block.group(1)}\n{run(command, block.group(1))}```"

    printed = with_address(folder, BLOCK.sub(as_printed, text))
    if fill:
        page.write_text(printed, encoding="utf-8")
        text = printed
    if text != printed:
        breach(folder, "issue.md shows what the command does not print, or another address; --fill writes it")
    if text.splitlines()[0] != f"# {finding['title']}":
        breach(folder, "issue.md has another title than finding.json")
    if re.findall(r"^## (.*)$", text, re.MULTILINE) != SECTIONS:
        return breach(folder, f"issue.md has not the sections {', '.join(SECTIONS)}")
    for name, value in (("Version", finding["read"]), ("Failing test", finding["test"]),
                        ("Failing test", finding["beside"])):
        if value not in section(text, name):
            breach(folder, f"issue.md does not say {value} under {name}")
    if finding["known"] and finding["known"] not in text:
        breach(folder, f"issue.md does not say what is known: {finding['known']}")
    if not (folder / "record.json").exists():
        return
    if f"docs/findings/{folder.name}/record.json" not in text:
        breach(folder, "issue.md does not show the command on record.json")
    for line in (folder / "record.json").read_text(encoding="utf-8").splitlines():
        record = json.loads(line, parse_float=float)
        check_table(command, folder, text, record)
        if "shares" in record:
            check_pair(command, folder, text, record)


def read_finding(folder):
    finding = json.loads((folder / "finding.json").read_text(encoding="utf-8"))
    if list(finding) != KEYS:
        breach(folder, f"finding.json has not the keys {', '.join(KEYS)}")
        return None
    files = {path.name for path in folder.iterdir()}
    for name in ["issue.md", finding["test"]]:
        if name not in files:
            breach(folder, f"{name} is not there")
            return None
    return finding


def order_of(page):
    return re.findall(r"^### ([A-Z]+\d+) ", page, re.MULTILINE)


def table_of(findings):
    rows = ["| number | title | read | status | test | fails on |", "|---|---|---|---|---|---|"]
    for number, finding in findings.items():
        language = LANGUAGES[pathlib.Path(finding["test"]).suffix]
        rows.append(f"| {number} | [{finding['title']}](findings/{number}/issue.md) | {finding['project'].split('/')[1]} "
                    f"{finding['read'].split()[0]} | {finding['status']} | {language} | {finding['fails_on'] or 'not run'} |")
    return "\n".join(rows) + "\n"


def check_page(findings, fill):
    page = PAGE.read_text(encoding="utf-8")
    table = table_of({number: findings[number] for number in order_of(page) if number in findings})
    for number in findings.keys() - set(order_of(page)):
        breach(FINDINGS / number, "docs/findings.md has no such number")
    if fill:
        page = TABLE.sub(lambda _: table, page)
        PAGE.write_text(page, encoding="utf-8")
    if TABLE.findall(page) != [table]:
        breach(PAGE, "the table of issues is not that of docs/findings/; --fill writes it")


def compile_go(folder, test):
    """Compiles the test as a file in the stub of upstream's package that it names."""
    package = re.search(r"^package (\w+)$", test.read_text(encoding="utf-8"), re.MULTILINE).group(1)
    homes = [stub.parent for stub in (STUBS / "go").rglob("stub.go")
             if re.search(rf"^package {package}$", stub.read_text(encoding="utf-8"), re.MULTILINE)]
    if len(homes) != 1:
        return breach(folder, f"{len(homes)} stubs are of package {package}")
    with tempfile.TemporaryDirectory() as path:
        shutil.copytree(STUBS / "go", f"{path}/src")
        home = f"{path}/src/{homes[0].relative_to(STUBS / 'go')}"
        shutil.copy(test, home)
        environment = dict(os.environ, GO111MODULE="off", GOPATH=path, GOFLAGS="")
        done = subprocess.run(["go", "vet", "."], cwd=home, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            return breach(folder, f"go vet: {done.stderr}")


def check_layout():
    done = subprocess.run(["gofmt", "-l", str(STUBS / "go"), str(FINDINGS)], capture_output=True, text=True)
    if done.stdout or done.returncode != 0:
        breach(STUBS, f"gofmt lays these out otherwise: {done.stdout}{done.stderr}")


def compile_java(folder, test):
    jars = ":".join(f"/usr/share/java/{jar}.jar" for jar in JARS)
    stubs = [str(stub) for stub in (STUBS / "java").rglob("*.java")]
    with tempfile.TemporaryDirectory() as path:
        done = subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", path, "-cp", jars, *stubs, str(test)],
                              capture_output=True, text=True)
    if done.returncode != 0:
        breach(folder, f"javac: {done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--fill", action="store_true")
    parser.add_argument("--compile", action="store_true")
    options = parser.parse_args()
    findings = {}
    for folder in sorted(path for path in FINDINGS.iterdir() if path.is_dir()):
        finding = read_finding(folder)
        if finding is None:
            continue
        findings[folder.name] = finding
        check_issue(options.command, folder, finding, options.fill)
        if options.compile and finding["compiles"] == "against stubs":
            test = folder / finding["test"]
            {".go": compile_go, ".java": compile_java}[test.suffix](folder, test)
    check_page(findings, options.fill)
    if options.compile:
        check_layout()
    print(f"{len(findings)} findings, {failures} breaches")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Reports what `fairshare fuzz --format json` found, as continuous integration shows it.

report.py FOLDER STATUS ADAPTER...

FOLDER has regressions.json, corpus.json and new.json, of those that were run. It gets

  found/*.ndjson   each problem that failed, with the shares; beside it *.txt, the verdict of `fairshare verify`
  junit.xml        a test case for each failure, and one for each part in which nothing failed
  summary.md       for people; and the same, briefly, on standard output
  annotations.txt  workflow commands of GitHub Actions: at most ten errors, which is what it shows
  found.txt        the number of failures

STATUS is the exit status of the run, ADAPTER what is put behind `fairshare fuzz --replay FILE`. In the environment
FAIRSHARE is the command, and FAIRSHARE_CORPUS a folder that gets new failures, one file a problem.
"""

import hashlib
import html
import json
import os
import pathlib
import shlex
import subprocess
import sys
from xml.sax.saxutils import escape, quoteattr

PARTS = {
    "regressions": "records in the repository, asked again",
    "corpus": "failures of earlier runs, asked again",
    "new": "new problems",
}
BROKEN = {
    2: "wrong usage, a record that cannot be read, or nothing was judged",
    3: "the adapter could not be run",
    130: "the run was interrupted",
    143: "the run was interrupted",
}
ANNOTATIONS_MAX = 10  # GitHub shows no more per step
SUMMARY_MAX = 500_000  # bytes; GitHub takes 1 MiB
CORPUS_MAX = 50  # records: for each the adapter is started
TEXT_MAX = 20_000  # characters of a verdict
COMMAND = os.environ.get("FAIRSHARE") or "fairshare"


def broken(status):
    """What went wrong with the run itself, regardless of what it found; None if nothing did."""
    return BROKEN.get(status, f"the command ended with exit status {status}") if status > 1 else None


def read_parts(folder):
    """{part: its report}, for the parts that have one."""
    texts = {part: folder / f"{part}.json" for part in PARTS}
    return {part: json.loads(file.read_text()) for part, file in texts.items() if file.exists() and file.stat().st_size}


def name_of(entry):
    """A name that depends only on the problem, not on what found it."""
    problem = [entry["record"].get(key) for key in ("total", "claimants", "tree")]
    return f"{entry['code']}-{hashlib.sha256(json.dumps(problem).encode()).hexdigest()[:8]}.ndjson"


def kept(folder, entry):
    """The file with the record; a replay has saved none."""
    if "file" in entry:
        return pathlib.Path(entry["file"])
    file = folder / "found" / name_of(entry)
    file.write_text(json.dumps(entry["record"]) + "\n")
    return file


def keep_in_corpus(corpus, report):
    corpus.mkdir(parents=True, exist_ok=True)
    for entry in report["found"]:
        (corpus / name_of(entry)).write_text(json.dumps(entry["record"]) + "\n")
    newest_first = sorted(corpus.glob("*.ndjson"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in newest_first[CORPUS_MAX:]:
        file.unlink()


def verdict(record, file):
    """What `verify` says about it; nothing if there are no shares to judge."""
    if "shares" not in record:
        return ""
    done = subprocess.run([COMMAND, "verify", str(file)], capture_output=True, text=True)
    return done.stdout[:TEXT_MAX]


def failures(folder, parts, adapter):
    """(part, code, message, file, text) for each."""
    for part, report in parts.items():
        for entry in report["found"]:
            file = kept(folder, entry)
            text = verdict(entry["record"], file)
            file.with_suffix(".txt").write_text(text or entry["message"] + "\n")
            again = f"fairshare fuzz --replay {shlex.quote(file.name)} {adapter}"
            yield part, entry["code"], entry["message"], file, f"{text}{file.read_text()}{again}\n"


# JUnit


def junit(parts, found, status):
    cases = []
    for part, code, message, _, text in found:
        cases.append(f'<testcase classname={quoteattr(PARTS[part])} name={quoteattr(code)}>'
                     f'<failure type={quoteattr(code)} message={quoteattr(message)}>{escape(text)}</failure></testcase>')
    for part, report in parts.items():
        if not report["found"]:
            cases.append(f'<testcase classname={quoteattr(PARTS[part])} name="{report["cases"]} problems"/>')
    if broken(status):
        cases.append(f'<testcase classname="fairshare" name="run"><error message={quoteattr(broken(status))}/></testcase>')
    errors = int(broken(status) is not None)
    body = "\n".join(cases)
    # Characters that XML cannot contain, not even as a reference.
    body = "".join(c if c >= " " or c in "\t\n" else "\ufffd" for c in body)
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="fairshare fuzz" tests="{len(cases)}" '
            f'failures="{len(found)}" errors="{errors}">\n{body}\n</testsuite></testsuites>\n')


# GitHub


def data(text):
    """The text as data of a workflow command: nothing in it ends the command or begins another."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def annotations(found, status):
    lines = [f"::error title={data(f'fairshare {code}').replace(':', '%3A').replace(',', '%2C')}::"
             f"{data(message)}%0A{data(text)}" for _, code, message, _, text in found]
    if broken(status):
        lines.insert(0, f"::error title=fairshare::{broken(status)}")
    return "".join(line + "\n" for line in lines[:ANNOTATIONS_MAX])


def code_page(code):
    """A link, if the action says of which repository."""
    repository, server = os.environ.get("GITHUB_ACTION_REPOSITORY"), os.environ.get("GITHUB_SERVER_URL")
    if not repository or not server:
        return code
    ref = os.environ.get("GITHUB_ACTION_REF") or "main"
    return f"[{code}]({server}/{repository}/blob/{ref}/docs/codes/{code}.md)"


def cell(text):
    return html.escape(" ".join(text.split())).replace("|", "&#124;").replace("`", "&#96;")


def fenced(text):
    fence = "`" * 4
    return f"{fence}\n{text.replace(fence, '')}{fence}\n"


def summary(parts, found, status):
    lines = ["### fairshare fuzz", ""]
    if broken(status):
        lines += [f"**{broken(status)}**; see the log.", ""]
    for part, report in parts.items():
        name = cell(f"{report['name']} {report['version']}".strip())
        lines.append(f"- {name}: {report['cases']:,} {PARTS[part]}, {len(report['found']) or 'no'} failures")
    if found:
        lines += ["", "| code | what is wrong | found in | record |", "|---|---|---|---|"]
        lines += [f"| {code_page(code)} | {cell(message)} | {PARTS[part]} | {cell(file.name)} |"
                  for part, code, message, file, _ in found]
    text = "\n".join(lines) + "\n"
    for _, _, _, file, more in found:
        part = f"\n<details><summary>{cell(file.name)}</summary>\n\n{fenced(more)}\n</details>\n"
        if len((text + part).encode()) > SUMMARY_MAX:
            return text + "\nThe artifact has the rest.\n"
        text += part
    return text


def main():
    folder, status, adapter = pathlib.Path(sys.argv[1]), int(sys.argv[2]), shlex.join(sys.argv[3:])
    parts = read_parts(folder)
    found = list(failures(folder, parts, adapter))
    (folder / "junit.xml").write_text(junit(parts, found, status))
    (folder / "summary.md").write_text(summary(parts, found, status))
    (folder / "annotations.txt").write_text(annotations(found, status))
    (folder / "found.txt").write_text(f"{len(found)}\n")
    if os.environ.get("FAIRSHARE_CORPUS") and "new" in parts:
        keep_in_corpus(pathlib.Path(os.environ["FAIRSHARE_CORPUS"]), parts["new"])
    for part, report in parts.items():
        print(f"{PARTS[part]}: {report['cases']}, of which {len(report['found'])} kinds of failure")
    for _, code, message, file, text in found:
        print(f"\n{code}: {message}\n{file}\n{text}", end="")


if __name__ == "__main__":
    main()

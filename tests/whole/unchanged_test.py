#!/usr/bin/env python3
"""Does the command answer as it did?

    unchanged_test.py COMMAND            compares with unchanged.tsv; the exit status is 1 where an answer changed
    unchanged_test.py COMMAND --record   writes unchanged.tsv

The other tests say what is right in chosen cases. This one says that nothing changed in thousands of generated cases: the
brief corpus of corpus.py, with standard output, standard error and the exit status. unchanged.tsv has a digest for each kind
of command line, not the answers. If a change is intended, `characterise.py OLD NEW` shows the answers of a binary from before
beside those of one from after; then record.
"""

import argparse
import concurrent.futures
import hashlib
import re
import sys
import tempfile
from pathlib import Path

from corpus import make_corpus, run

TABLE = Path(__file__).with_name("unchanged.tsv")
RECORDS = 2000
SEED = 1


def kind_of(arguments):
    """The command line without what differs between its files: records-007.ndjson becomes records.ndjson."""
    file = re.compile(r"^(?:\d{5}-\d-)?(.+?)(?:-\d{3})?\.(ndjson|json|xml|yaml|txt)$")
    return " ".join(file.sub(r"\1.\2", word) for word in arguments) or "(none)"


def answer(task):
    command, arguments, folder = task
    output, errors, status = run(command, arguments, folder)
    return b"\n".join((output, errors, status.encode()))


def digests(command):
    """{kind of command line: (number of command lines, digest of their answers)}"""
    of_kind = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        commands = make_corpus(folder, command, RECORDS, SEED, brief=True)
        with concurrent.futures.ProcessPoolExecutor() as pool:
            answers = pool.map(answer, [(command, arguments, str(folder)) for arguments in commands], chunksize=8)
            for arguments, said in zip(commands, answers):
                number, digest = of_kind.setdefault(kind_of(arguments), [0, hashlib.sha256()])
                of_kind[kind_of(arguments)][0] = number + 1
                digest.update(said)
    return {kind: (str(number), digest.hexdigest()[:16]) for kind, (number, digest) in of_kind.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", metavar="COMMAND", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    found = digests(options.command)
    if options.record:
        TABLE.write_text("".join(f"{digest}\t{number}\t{kind}\n" for kind, (number, digest) in sorted(found.items())))
        return 0
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()]
    recorded = {kind: (number, digest) for digest, number, kind in rows}
    changed = sorted(kind for kind in found | recorded if found.get(kind) != recorded.get(kind))
    for kind in changed:
        print(f"FAILED: fairshare {kind}: another answer than recorded")
    if changed:
        print("See what changed by `characterise.py OLD NEW`; if it is intended, `unchanged_test.py COMMAND --record`")
    print(f"{len(found) - len(changed)} passed, {len(changed)} failed")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())

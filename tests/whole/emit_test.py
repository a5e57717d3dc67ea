#!/usr/bin/env python3
"""Do the tests that `fairshare fuzz --emit` prints compile, pass on what is right, and fail on what is wrong?

emit_test.py BINARY [LANGUAGE...]

Each language's test for each kind of numbers gets a right and a wrong scheduler in the place of its stub. A language whose
compiler or runner is not installed is skipped, with a message. GoogleTest and plain Python are always there.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ADAPTER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    answer = json.loads(sys.argv[1] if request["cmd"] == "hello" else '{"shares":[%s]}' % sys.argv[2])
    if request["cmd"] == "run":
        answer["seq"] = request["seq"]
    if request["cmd"] != "stop":
        print(json.dumps(answer), flush=True)
"""
CLAIMANTS = '"total":10,"claimants":[{"name":"a"},{"name":"b"},{"name":"quote \\" and \\\\u000a"}]'

# What is asked, what the failing adapter answers, and what replaces the stub: code that passes, and code that does not.
KINDS = {
    "doubles": ('"numbers":"double","relative":"1e-9",', "4,3,3", ["10.0/3", "10.0/3", "10.0/3"], ["4.0", "3.0", "3.0"]),
    "units": ('"numbers":"int64","rounding":"apportioned",', "3,3,3", ["4", "3", "3"], ["3", "3", "3"]),
    "fractions": ('"rounding":"exact",', "4,3,3", ['"10/3"', '"10/3"', '"10/3"'], ['"4"', '"3"', '"3"']),
}
STUB = "put your scheduler here"
JARS = pathlib.Path("/usr/share/java")
CONSOLE = [JARS / f"{name}.jar" for name in (
    "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons", "junit-platform-console", "junit-platform-engine",
    "junit-platform-launcher", "junit-platform-reporting", "opentest4j", "opentest4j-reporting-events", "apiguardian-api",
    "picocli")]
PYTHON = shutil.which("python3", path="/usr/bin") or sys.executable


def run(*command, folder):
    return subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)


def stubbed(text, body):
    """The text with the line of its stub replaced."""
    lines = [line if STUB not in line else body for line in text.splitlines()]
    assert body in lines, "the stub is not there"
    return "\n".join(lines) + "\n"


def write(folder, name, text):
    path = pathlib.Path(folder) / name
    path.write_text(text, encoding="utf-8")
    return path


def cpp(folder, text, shares, _):
    source = write(folder, "fair_shares_test.cpp", stubbed(text, f"  return {{{', '.join(shares)}}};"))
    built = run("g++", "-std=c++17", "-Wall", source, "-o", "test", "-lgtest", "-lgtest_main", "-pthread", folder=folder)
    assert built.returncode == 0, built.stderr
    return run("./test", folder=folder)


def go(folder, text, shares, kind):
    name = {"doubles": "float64", "units": "int64", "fractions": "string"}[kind]
    write(folder, "fair_shares_test.go", stubbed(text, f"\treturn []{name}{{{', '.join(shares)}}}"))
    write(folder, "go.mod", "module scheduler\n\ngo 1.19\n")
    return run("go", "test", "./...", folder=folder)


def java(folder, text, shares, kind):
    name = {"doubles": "double", "units": "long", "fractions": "String"}[kind]
    write(folder, "FairSharesTest.java", stubbed(text, f"    return new {name}[] {{{', '.join(shares)}}};"))
    path = ":".join(map(str, CONSOLE))
    built = run("javac", "-cp", path, "FairSharesTest.java", folder=folder)
    assert built.returncode == 0, built.stderr
    return run("java", "-cp", f"{path}:.", "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "-c",
               "FairSharesTest", folder=folder)


def python(folder, text, shares, _):
    write(folder, "test_fair_shares.py", stubbed(text, f"    return [{', '.join(shares)}]"))
    pytest = run(PYTHON, "-m", "pytest", "--version", folder=folder).returncode == 0
    plain = "import test_fair_shares as t; [f() for n, f in vars(t).items() if n.startswith('test_')]"
    return run(PYTHON, *(["-m", "pytest", "-q"] if pytest else ["-c", plain]), folder=folder)


LANGUAGES = {
    "cpp": (cpp, lambda: shutil.which("g++") is not None),
    "go": (go, lambda: shutil.which("go") is not None),
    "java": (java, lambda: shutil.which("javac") is not None and all(jar.exists() for jar in CONSOLE)),
    "python": (python, lambda: True),
}


def emitted(binary, language, kind, folder):
    terms, answer, *_ = KINDS[kind]
    record = write(folder, "failing.ndjson", f'{{"id":"thirds-{kind}",{terms}{CLAIMANTS}}}\n')
    adapter = write(folder, "adapter.py", ADAPTER)
    asked = run(binary, "fuzz", "--replay", record, "--emit", language, "--", PYTHON, adapter, '{"name":"mine"}', answer,
                folder=folder)
    assert asked.returncode == 1, f"status {asked.returncode}\n{asked.stdout}{asked.stderr}"
    return asked.stdout


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    passed, failures = 0, []
    os.environ["GOFLAGS"] = "-mod=mod"
    for language in sys.argv[2:] or LANGUAGES:
        act, is_there = LANGUAGES[language]
        if not is_there():
            print(f"{language}: not installed, passed over")
            continue
        for kind, (_, _, right, wrong) in KINDS.items():
            with tempfile.TemporaryDirectory() as folder:
                text = emitted(binary, language, kind, folder)
                for shares, is_right in ((right, True), (wrong, False)):
                    with tempfile.TemporaryDirectory() as place:
                        ran = act(place, text, shares, kind)
                    if (ran.returncode == 0) == is_right:
                        passed += 1
                    else:
                        failures.append(f"{language}, {kind}, {shares}: status {ran.returncode}\n{ran.stdout}{ran.stderr}")
    print("\n".join([*failures, f"{passed} passed, {len(failures)} failed"]))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

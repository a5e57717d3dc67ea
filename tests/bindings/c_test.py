#!/usr/bin/env python3
"""Does libfairshare.so answer every vector, export its functions alone, and serve the C program of docs/c.md?

c_test.py LIBRARY
"""

import ctypes
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXPORTED = ["apportion", "check", "check_batch", "compute", "error", "exact", "free", "judge", "judge_text", "schedulers", "solve", "solve_batch", "units", "version"]
PROGRAM = re.compile(r"^```c\n(.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RECORD = re.compile(r'^ *"record": (\{"id".*\}),$', re.MULTILINE)
OUTCOMES = ["allocation", "overcommitted", "surplus"]
failures = 0


def expect(holds, what, *seen):
    global failures
    if not holds:
        failures += 1
        print(f"FAILED: {what}", *seen, sep="\n  ")


class Result(ctypes.Structure):
    _fields_ = [("outcome", ctypes.c_int), ("ratio", ctypes.c_double), ("excess", ctypes.c_double), ("unclaimed", ctypes.c_double)]


def vectors():
    """Each vector with the text of its record: Python's floats would lose digits."""
    for file in sorted((ROOT / "vectors").glob("*.json")):
        if file.name in ("schema.json", "schedulers.json"):
            continue
        text = file.read_text(encoding="utf-8")
        records = iter(RECORD.findall(text))
        for vector in json.loads(text)["vectors"]:
            yield vector, vector["line"] if "line" in vector else next(records)


def is_within(expected, answer):
    """Whether all of it is in the answer, which may say more."""
    if isinstance(expected, dict):
        return isinstance(answer, dict) and all(is_within(value, answer.get(key)) for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(answer, list) and len(answer) == len(expected) and all(map(is_within, expected, answer))
    return answer == expected


def ask(library, name, record, *more):
    """The JSON that one of the functions on records returns."""
    text = ctypes.c_void_p()
    record = record.encode()
    getattr(library, f"fairshare_{name}")(record, ctypes.c_size_t(len(record)), *more, ctypes.byref(text))
    answer = json.loads(ctypes.string_at(text.value))
    library.fairshare_free(text)
    return answer


def solved(library, record):
    """The answer of fairshare_solve, in the form of the vectors."""
    claimants = record["claimants"]
    column = ctypes.c_double * len(claimants)

    def double_of(written):
        number = float(Fraction(written))
        return ctypes.c_float(number).value if record.get("numbers") == "float32" else number

    def read(key, absent):
        return column(*(absent if one.get(key) is None else double_of(one[key]) for one in claimants))

    demand = read("demand", float("inf"))
    least = column(*map(min, read("min_share", 0.0), demand))
    most = column(*map(min, read("max_share", float("inf")), demand))
    shares, result = column(), Result()
    status = library.fairshare_solve(ctypes.c_double(double_of(record["total"])), ctypes.c_size_t(len(claimants)),
                                     read("weight", 1.0), least, most, shares, ctypes.byref(result))
    expect(status == 0, "a vector is refused", library.fairshare_error())
    outcome = OUTCOMES[result.outcome]
    return {"outcome": outcome, **({"ratio": result.ratio, "shares": list(shares)} if outcome == "allocation" else
                                   {"excess": result.excess} if outcome == "overcommitted" else {"unclaimed": result.unclaimed})}


def check_vectors(library):
    count = 0
    for vector, record in vectors():
        expected = vector["expected"]
        asked = {"exact": lambda: ask(library, "exact", record), "error": lambda: ask(library, "exact", record)["error"],
                 "units": lambda: ask(library, "apportion", record)["shares"],
                 "verdict": lambda: ask(library, "judge", record, None, vector["rounding"].encode())}
        if "record" in vector and "claimants" in vector["record"]:
            asked["doubles"] = lambda: solved(library, json.loads(record))
        for key, answer in asked.items():
            if expected.get(key) is None:
                continue
            count += 1
            wanted = expected[key]
            if key == "doubles":
                wanted = {k: float(v) if v == "Infinity" else v for k, v in wanted.items() if k in ("outcome", "ratio", "shares")}
            got = answer()
            expect(is_within(wanted, got), f"{vector['id']}: {key}", wanted, got)
    expect(count > 900, "there are vectors", count)
    print(f"{count} answers of the vectors")


def check_symbols(path):
    listed = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
    symbols = sorted(line.split()[-1] for line in listed.splitlines() if " A " not in line)
    expect(symbols == [f"fairshare_{name}@@FAIRSHARE_0" for name in EXPORTED], "it exports its functions alone", symbols)
    dynamic = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"NEEDED.*\[lib(gmp|yaml|pugixml|fmt|\w*)", dynamic)) - {"stdc", "m", "gcc_s", "c"}
    expect(needed == {"gmp", "yaml", "pugixml", "fmt"}, "it needs what docs/c.md says", needed)
    expect("soname: [libfairshare.so.0]" in dynamic, "its name has its version", dynamic)


def check_program(path):
    (code, printed), = PROGRAM.findall((ROOT / "docs/c.md").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "shares.c")
        source.write_text(code, encoding="utf-8")
        flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", ROOT / "bindings/c"]
        subprocess.run(["cc", *flags, source, path, f"-Wl,-rpath,{path.parent}", "-o", f"{folder}/shares"], check=True)
        said = subprocess.run([f"{folder}/shares"], capture_output=True, text=True, check=True).stdout
    expect(said == printed, "the program of docs/c.md prints what the page says", said)


def main():
    path = pathlib.Path(sys.argv[1]).resolve()
    library = ctypes.CDLL(str(path))
    library.fairshare_error.restype = ctypes.c_char_p
    check_symbols(path)
    check_program(path)
    check_vectors(library)
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The cost of a call from each language: writes the table of bench/README.md. Needs python3-numpy, golang-go,
default-jdk-headless and libjna-java.

run.py [BUILD]    the folder with libfairshare.so and libfairshare.a; build/release unless it is given

For each n, each of the programs beside this file reads the same columns (doubles: the total, the weights, the minimums, the
maximums), writes the shares, and prints how many nanoseconds a `solve` and a `check` take; `check` is called up to n = 16.
All shares must be those of C++, bit for bit. Each program runs three times, in turns; the least counts.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SIZES = (3, 16, 1000, 1_000_000)
JARS = "/usr/share/java/jna.jar"
PACKAGE = """Name: fairshare-c-static
Description: the archive of a build, for Go
Version: 0
Cflags: -I{root}/bindings/c
Libs: {build}/libfairshare.a -lgmp -lhwy -lyaml -lpugixml -lfmt -lstdc++ -lm
"""
MODULE = "module calls\n\ngo 1.19\n\nrequire fairshare v0.0.0\n\nreplace fairshare => {root}/bindings/go\n"


def columns_of(n):
    """Some claimants at their minimums and some at their maximums."""
    random = numpy.random.default_rng(23)
    least, more = random.uniform(0, 1, n), random.uniform(0, 4, n)
    return numpy.concatenate([[2.0 * n], random.uniform(1, 10, n), least, least + more])


def build_all(build, folder):
    """The command line of each language."""
    (folder / "fairshare-c-static.pc").write_text(PACKAGE.format(root=ROOT, build=build))
    (folder / "go.mod").write_text(MODULE.format(root=ROOT))
    shutil.copy(HERE / "calls.go", folder)
    libraries = [build / "libfairshare_reference.a", build / "libfairshare.so", "-lhwy"]
    for command in (["g++", "-std=c++20", "-O2", "-I", ROOT, "-I", ROOT / "include", HERE / "calls.cpp", *libraries, "-o", "calls"],
                    ["go", "build", "-o", "calls-go", "."],
                    ["javac", "-cp", JARS, "-d", ".", ROOT / "bindings/java/Fairshare.java", HERE / "Calls.java"]):  # fmt: skip
        subprocess.run(command, cwd=folder, check=True)
    python = [sys.executable, HERE / "calls.py"]
    return {"C++": ["./calls", "cxx"], "C": ["./calls", "c"], "Python, numpy": [*python, "numpy"], "Python, lists": [*python, "lists"],
            "Go": ["./calls-go"], "Java": ["java", f"-Djna.library.path={build}", "-cp", f"{JARS}:.", "Calls"]}  # fmt: skip


def shown(nanoseconds):
    for unit, least in (("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= least:
            return f"{nanoseconds / least:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def multiple(ratio):
    return f"{ratio:.3g}x" if ratio < 100 else f"{ratio:,.0f}x"


def measure(commands, folder):
    """How long solve and check take, for each language and n."""
    times = {}
    for n in SIZES:
        columns_of(n).tofile(folder / "columns")
        for _ in range(3):
            for language, command in commands.items():
                said = subprocess.run([*command, "columns", language], cwd=folder, check=True, capture_output=True, text=True).stdout
                if (folder / language).read_bytes() != (folder / "C++").read_bytes():
                    sys.exit(f"n = {n}: {language} answers otherwise than C++")
                for call, nanoseconds in zip(("solve", "check"), map(float, said.split())):
                    times.setdefault((call, n, language), []).append(nanoseconds)
    return {key: min(found) for key, found in times.items()}


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release").resolve()
    if not all((build / name).is_file() for name in ("libfairshare.so", "libfairshare.a")):
        sys.exit(f"{build} has no libraries: cmake --preset release && cmake --build build/release --target fairshare_c fairshare_archive")
    for name, value in {"FAIRSHARE_LIBRARY": build / "libfairshare.so", "LD_LIBRARY_PATH": build, "PYTHONPATH": ROOT / "bindings/python"}.items():
        os.environ[name] = str(value)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.environ["PKG_CONFIG_PATH"] = name
        commands = build_all(build, folder)
        times = measure(commands, folder)
    print(f"| | n | {' | '.join(commands)} |\n|---|---:|{'---:|' * len(commands)}")
    for call, sizes in (("solve", SIZES), ("check", SIZES[:2])):
        for n in sizes:
            unit = times["solve", n, "C++"]
            cells = [times[call, n, language] for language in commands]
            print(f"| {call} | {n:,} | {' | '.join(f'{shown(ns)}, {multiple(ns / unit)}' if ns else '' for ns in cells)} |")


if __name__ == "__main__":
    main()

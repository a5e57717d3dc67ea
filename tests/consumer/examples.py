#!/usr/bin/env python3
"""Do the examples of docs/cpp.md build against an installation, and print what the page says?

examples.py PREFIX [LIBRARY...]

The first line of an example names its library. Each is built with CMake, which finds no other component, and with
pkg-config; neither its sources nor its program may need what that library does not: Highway, Boost's headers or GMP.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "docs" / "cpp.md"
EXAMPLE = re.compile(r"^```cpp\n(// fairshare::(\w+)\n.*?)^```\n\n```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADERS = {"hwy/": set(), "boost/": set(), "gmp": set()}  # the libraries for which an application's sources may need them
LIBRARIES = {"libhwy": set(), "libgmp": {"exact", "properties", "schedulers"}}
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES CXX)
find_package(fairshare 0.1 REQUIRED COMPONENTS {room})
add_executable(example main.cpp)
target_link_libraries(example PRIVATE fairshare::{room})
target_compile_options(example PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Werror)
"""


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(code, room, printed, prefix, folder):
    (folder / "main.cpp").write_text(code, encoding="utf-8")
    (folder / "CMakeLists.txt").write_text(PROJECT.format(room=room), encoding="utf-8")
    run("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
        "-DCMAKE_DISABLE_FIND_PACKAGE_hwy=ON")
    run("cmake", "--build", folder / "build")
    folders = ":".join(map(str, prefix.glob("lib/**/pkgconfig")))
    flags = run("pkg-config", "--cflags", "--libs", f"fairshare-{room}", env=dict(os.environ, PKG_CONFIG_PATH=folders)).split()
    run("g++", "-std=c++20", "-MD", "-MF", folder / "headers", folder / "main.cpp", "-o", folder / "by-pkg-config", *flags)
    for program in (folder / "build" / "example", folder / "by-pkg-config"):
        if (said := run(program)) != printed:
            sys.exit(f"docs/cpp.md: the example of {room} prints\n{said}and the page says\n{printed}")
        needed = run("readelf", "-d", program)
        for library, rooms in LIBRARIES.items():
            if library in needed and room not in rooms:
                sys.exit(f"a program of fairshare::{room} needs {library}")
    for header, rooms in HEADERS.items():
        if f"/{header}" in (folder / "headers").read_text(encoding="utf-8") and room not in rooms:
            sys.exit(f"a source that includes fairshare/{room}/ needs {header}")


def main():
    examples = EXAMPLE.findall(PAGE.read_text(encoding="utf-8"))
    chosen = sys.argv[2:]
    if len(examples) < 5 or not set(chosen) <= {room for _, room, _ in examples}:
        sys.exit("docs/cpp.md has fewer than five examples, or not of these libraries")
    examples = [example for example in examples if not chosen or example[1] in chosen]
    for code, room, printed in examples:
        with tempfile.TemporaryDirectory() as folder:
            check(code, room, printed, pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(folder))
    print(f"{len(examples)} examples of docs/cpp.md print what it says")


if __name__ == "__main__":
    main()

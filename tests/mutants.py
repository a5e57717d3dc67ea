#!/usr/bin/env python3
"""Do the tests notice if the program is wrong?

mutants.py [--jobs N] [--minutes N] [--of LIST] [--part K/N] [--only NAME]... [--list] [--record]

tests/mutants/*.txt lists mutants: small changes, each of which makes the program wrong. Each is
applied to a copy of the tree (build/mutants), the programs that link the changed file are built
again, and their tests run until one fails: the mutant is dead. The tests near the file run first,
then all of ./check --quick. A mutant that survives is an error, unless its list argues that it is
equivalent; then it must survive. It is also an error if a mutant's text does not occur exactly once
in its file, because the program has changed, or if two mutants are the same change.

  --jobs N     judges N mutants in parallel, each in a copy and a build of its own
  --minutes N  stops after N minutes
  --of LIST    only the mutants of tests/mutants/LIST.txt
  --part K/N   only every N-th mutant, beginning with the K-th
  --only NAME  only this mutant; may be repeated
  --list       prints the mutants and checks their texts, without building anything
  --record     writes docs/mutants.md, with a count of the results and the mutants that survive; only for all mutants, and at
               a commit. It keeps each expected result in tests/mutants/verdicts.tsv, and does not judge a dead mutant again
               while the files of the test that killed it stay the same (for a script: those of the program), nor a
               survivor while all committed files do (except pages of results, other mutants, and what only runs tests). So a
               run can be stopped and continued, also on another machine

Judging all mutants takes hours. A mutant's first test is the one that killed it last time, according to verdicts.tsv.
Mutants that a test in C++ killed take seconds and are judged first.

The exit status is 0 if every mutant is dead, argued equivalent or left by --minutes; otherwise, or if all are left, it is 1.
"""

import argparse
import contextlib
import functools
import hashlib
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIGURATION = [
    "-GNinja",
    "-DCMAKE_BUILD_TYPE=None",
    "-DCMAKE_CXX_FLAGS=-O1",
    "-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=lld",
    "-DFAIRSHARE_ASSERTIONS=ON",
    "-DFAIRSHARE_FUZZ=OFF",
]
RUNNING = set()  # process groups
UNTIL = float("inf")  # on the monotonic clock: what still runs then is stopped
VERDICTS = ROOT / "tests" / "mutants" / "verdicts.tsv"  # hash, mutant, its last test, what killed it or nothing
PAGE = ROOT / "docs" / "mutants.md"
BESIDE = ("bench/", "bindings/", "docs/", "examples/", "fuzz/targets/", "packaging/", "properties/proofs/", "site/", "web/")
NOT_JUDGED = (".ci/", ".github/", "CHANGELOG.md", "bench/README.md", "bench/passes.svg", "check", "docs/coverage.md",
              "docs/last-results.md", "docs/mutants.md", "tests/coverage.txt", "tests/mutants.py", "tests/mutants/")

# A test is an executable, with arguments if it does not use GoogleTest, or a script, which gets the command if it runs it. The
# test that mirrors the file runs first, ROOM_NAME_test of ROOM/NAME.cpp; then the quick tests near it, found by the longest
# beginning of its path in this table; and last all that an edit must pass, except tests that only read sources.
PROOFS = ["tests/whole/proof_constants_test.py"]
CAMPAIGN = ["campaign --cases 100000", "campaign --cases 300 --size-max 8000"]
COMMAND = ["tests/whole/unchanged_test.py", "tests/whole/cli_test.sh", "tests/whole/dump_cli_test.sh"]
HADOOP = ["whole_recorded_test", "whole_findings_hadoop_test", "whole_random_hadoop_test"]
SCALAR = ["schedulers_ytsaurus_scalar_test", "schedulers_ytsaurus_scalar_fair_test", "whole_recorded_test",
          "whole_findings_ytsaurus_test", "whole_random_ytsaurus_scalar_test", "formats_ytsaurus_scalar_trees_test"]
VECTOR = ["schedulers_ytsaurus_vector_test", "schedulers_ytsaurus_vector_integral_test", "schedulers_ytsaurus_piecewise_linear_test",
          "whole_recorded_test", "whole_findings_ytsaurus_vector_test", "whole_random_ytsaurus_vector_test",
          "formats_ytsaurus_vector_trees_test"]
PREEMPTION = ["preemption_hadoop_test", "whole_findings_preemption_test", "whole_random_preemption_test",
              "preemption_snapshot_test", "preemption_snapshot_fields_test"]
SOLVERS = ["whole_exhaustive_solve_test", "whole_random_solve_test", "whole_vectors_test", *CAMPAIGN]
FAST_PATH = [*PROOFS, "reference_settle_test", "reference_side_by_side_test", "reference_stretches_test",
             "reference_solve_test", *SOLVERS]
Z3 = ["properties_z3_instances_test", "properties_z3_symbolic_test", "properties_z3_lemmas_test", "properties_z3_theorems_test",
      "properties_z3_execution_test", "properties_z3_any_keys_test", "properties_z3_any_standings_test",
      "properties_z3_any_tree_test", "properties_z3_any_front_test", "properties_z3_found_bugs_test"]
OTHERS = ["whole_recorded_test", "whole_findings_kubernetes_test"]
QUICK = "./check --quick"
LEFT_OUT = ["-LE", "^(campaign|proofs|long)$", "-E",
            "^(Codes|Emit|Format|Launcher|Mutants|Pages|Shards|Theorems|Verdicts|Walls)[.]|Schedulers.AreNamed|Command.Certifies"]
HARNESS = ["fuzz_campaign_test", "fuzz_referee_test", "tests/whole/fuzz_cli_test.sh",
           "tests/whole/fuzz_times_cli_test.sh", "tests/whole/shards_cli_test.sh"]
TESTS = {
    "model/": ["model_problem_test", "model_tree_test", "exact_solve_test", "formats_records_records_test"],
    "reference/exact_sum": [*PROOFS, "reference_rounding_test", "reference_solve_test", *SOLVERS],
    "reference/exact_product": [*PROOFS, "reference_exact_sum_test", "reference_rounding_test", "reference_exact_search_test", *SOLVERS],
    "reference/rounding": [*PROOFS, "reference_solve_test", *SOLVERS],
    "reference/solve": ["model_tree_test", *SOLVERS],
    "reference/": FAST_PATH,
    "reference/divider/": ["reference_divider_tree_divider_test", "reference_divider_divider_test", "whole_random_divider_test"],
    "exact/rational": ["formats_records_records_test", "formats_text_json_test", "exact_solve_test", "whole_vectors_test"],
    "exact/memory": ["exact_solve_test", "formats_records_plain_answers_test", *COMMAND],
    "exact/rational_backend": ["exact_rational_test", "exact_solve_test"],
    "exact/short_fraction": ["exact_rational_test", "exact_solve_test"],
    "exact/small_blocks": ["exact_memory_test"],
    "exact/units": ["whole_exhaustive_units_test", "tests/whole/units_cli_test.sh"],
    "model/units": ["exact_units_test", "whole_exhaustive_units_test"],
    "properties/units": ["whole_exhaustive_units_test"],
    "reference/unit": ["reference_units_test"],
    "reference/largest_remainders": ["reference_units_test"],
    "exact/": ["exact_solve_test", "model_tree_test", "formats_verdict_share_reason_test", *SOLVERS],
    "properties/": ["properties_fairness_test", "properties_properties_test", "properties_breaches_test",
                    "whole_exhaustive_fairness_test", "whole_exhaustive_solve_test", "properties_explain_test",
                    "formats_verdict_verdict_test", "whole_vectors_test"],
    "properties/certify": ["properties_certificate_test", "tests/whole/certificates_cli_test.sh"],
    "properties/z3/": Z3,
    "properties/narrow": ["formats_records_plain_answers_test"],
    "properties/standings": ["properties_narrow_test", "formats_records_plain_answers_test"],
    "reference/search": ["reference_exact_search_test", *FAST_PATH],
    "schedulers/hadoop/": ["schedulers_hadoop_mr1_test", "schedulers_hadoop_yarn_test", "schedulers_registry_test",
                           "formats_hadoop_mr1_trees_test", "formats_hadoop_yarn_trees_test",
                           "formats_records_levels_test", *HADOOP],
    "schedulers/ytsaurus/scalar": SCALAR,
    "schedulers/ytsaurus/": VECTOR,
    "schedulers/": ["schedulers_registry_test", *OTHERS],
    "preemption/": [*PREEMPTION, "tests/whole/cli_test.sh"],
    "formats/": ["formats_inputs_test", "formats_judge_line_test", "formats_verdict_verdict_test", "formats_records_records_test",
                 *OTHERS, *COMMAND, "tests/whole/lint_cli_test.sh",
                 "tests/whole/units_cli_test.sh"],
    "formats/records/": ["formats_records_plain_answers_test", "formats_records_whole_record_test", "formats_verdict_verdict_test",
                         "formats_inputs_test", "formats_judge_line_test", *COMMAND, "tests/whole/certificates_cli_test.sh",
                         "tests/whole/units_cli_test.sh"],
    "formats/report/": ["formats_report_text_test", "formats_report_json_test", "formats_report_reporter_test", *COMMAND,
                        "tests/whole/verdict_schema_test.py"],
    "formats/hadoop/": ["formats_hadoop_lint_test", "formats_hadoop_cluster_test", "formats_hadoop_rest_test", *HADOOP,
                        "tests/whole/lint_cli_test.sh", *COMMAND],
    "formats/ytsaurus/": ["formats_ytsaurus_orchid_test", "formats_ytsaurus_orchid_vector_test",
                          "formats_ytsaurus_orchid_dominant_test", *SCALAR, *VECTOR, *COMMAND],
    "fuzz/": ["fuzz_adversary_test", "fuzz_challenge_test", "fuzz_shrink_test", "fuzz_seeds_test", "fuzz_simplifications_test",
              *HARNESS],
    "fuzz/harness/": ["fuzz_report_test", "fuzz_suspects_test", "fuzz_cause_test", "fuzz_last_words_test",
                      "fuzz_session_test", "fuzz_adapter_test", *HARNESS],
    "fuzz/harness/emit/": ["fuzz_emit_languages_test", "fuzz_emit_emitted_test_test", "tests/whole/emit_test.py"],
    "bindings/c/": ["bindings_c_refusals_test", "bindings_c_test"],
    "cli/plot": ["tests/whole/plot_cli_test.sh", *COMMAND],
    "cli/": ["cli_summary_test", "tests/whole/manual_test.py", "tests/whole/refusals_cli_test.sh", *COMMAND, "tests/whole/jobs_cli_test.sh", "tests/whole/lint_cli_test.sh", "tests/whole/codes_test.sh",
             "tests/whole/readme_test.sh", "tests/whole/certificates_cli_test.sh", "tests/whole/memory_cli_test.sh", *HARNESS],
}


@dataclass
class Mutant:
    name: str
    list_name: str = ""
    file: str = ""
    breaks: str = ""
    equivalent: str = ""
    before: list = field(default_factory=list)
    after: list = field(default_factory=list)

    def texts(self):
        return "\n".join(self.before), "\n".join(self.after)

    def apply(self, source):
        """The changed source; None if the text does not occur exactly once."""
        before, after = self.texts()
        if not before or source.count(before) != 1:
            return None
        return source.replace(before, after)


def read_mutants():
    """See tests/mutants/README.md for the format."""
    mutants = []
    for path in sorted((ROOT / "tests" / "mutants").glob("*.txt")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            word, _, rest = line.partition(" ")
            if not line or word == "#":
                continue
            if word == "mutant":
                mutants.append(Mutant(rest, path.stem))
            elif word in ("file", "breaks", "equivalent") and mutants:
                setattr(mutants[-1], word, rest)
            elif word == "-" and mutants:
                mutants[-1].before.append(rest)
            elif word == "+" and mutants:
                mutants[-1].after.append(rest)
            else:
                sys.exit(f"{path}:{number}: {line}")
    names = [mutant.name for mutant in mutants]
    for name in set(names):
        if names.count(name) > 1:
            sys.exit(f"two mutants are called {name}")
    return mutants


def tests_of(file):
    stem = file.rsplit(".", 1)[0].replace("-inl", "").replace("fuzz/harness/", "fuzz/")
    mirror = [stem.replace("/", "_") + "_test"] if (ROOT / "tests" / f"{stem}_test.cpp").is_file() else []
    fitting = [start for start in TESTS if file.startswith(start)]
    return list(dict.fromkeys([*mirror, *TESTS[max(fitting, key=len)], QUICK])) if fitting else []


def is_script(test):
    return test.endswith((".sh", ".py"))


@functools.cache
def test_files():
    """The text of each test file that is not part of another test, by path."""
    paths = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests").rglob("*_test.*"))]
    return {path: (ROOT / path).read_text() for path in paths if path.endswith((".cpp", ".sh", ".py"))}


@functools.cache
def find_file_of(killer):
    """The file of the test case or script that noticed a mutant."""
    name = killer.partition(" (")[0].partition(":")[0]
    sentence = re.fullmatch(r"(?:\w+/)?(\w+)\.(\w+)(?:/\w+)?", name)
    if is_script(name):
        found = [path for path in test_files() if path.endswith("/" + name)]
    elif sentence:
        head = re.compile(rf"\(\s*{sentence[1]},\s*{sentence[2]}\b")
        found = [path for path, text in test_files().items() if head.search(text)]
    else:
        found = []
    return found[0] if len(found) == 1 else None


def find_test_of(killer):
    """The test that runs this test case or script, or ctest's test of this name."""
    path = find_file_of(killer)
    if not path:
        return f"{QUICK} {killer}" if re.fullmatch(r"[A-Z]\w*\.[A-Z]\w*", killer) else None
    return path.removeprefix("tests/").removesuffix(".cpp").replace("/", "_") if path.endswith(".cpp") else path


def targets_of(test):
    """The targets to build for the test, in the build of the nearby tests."""
    if test in PROOFS:
        return []
    return ["fairshare_cli", "fairshare_prove"] if is_script(test) else [test.split()[0]]


def find_stale(mutants):
    """Why a mutant is stale, for each that is."""
    stale = {}
    made = {}  # which mutant makes it, for each file and changed source
    for mutant in mutants:
        path = ROOT / mutant.file
        if not mutant.file or not mutant.breaks or not tests_of(mutant.file):
            stale[mutant.name] = "it lacks a file or a `breaks`, or its file has no tests"
        elif not path.is_file():
            stale[mutant.name] = f"{mutant.file} does not exist"
        elif mutant.apply(path.read_text()) in (None, path.read_text()):
            stale[mutant.name] = f"its text does not occur exactly once in {mutant.file}"
        elif (first := made.setdefault((path, mutant.apply(path.read_text())), mutant)) is not mutant:
            stale[mutant.name] = f"it is the same change as {first.name}"
    return stale


class DoesNotCompile(Exception):
    pass


class OutOfTime(Exception):
    pass


class Workshop:
    """A copy of the tree with its own build, for one mutant after another."""

    def __init__(self, number, threads, first_tests):
        folder = ROOT / "build" / "mutants" / str(number)
        self.tree = folder / "tree"
        self.build = folder / "build"
        self.threads = threads
        self.first_tests = first_tests
        self.seconds = {}  # for each test, without a mutant

    def prepare(self):
        self.copy_tree()
        done = run(["cmake", "-S", self.tree, "-B", self.build, *CONFIGURATION], None)
        if done.returncode != 0:
            raise RuntimeError(f"cmake cannot configure the tree:\n{done.stdout[-3000:]}")

    def make(self, test):
        """Builds; returns the output if that fails, else nothing."""
        if test.startswith(QUICK):
            done = run(["nice", "cmake", "--build", "--preset", "quick", f"-j{self.threads}"], None, cwd=self.tree)
            return None if done.returncode == 0 else done.stdout
        targets = targets_of(test)
        if not targets:
            return None
        done = run(["nice", "cmake", "--build", self.build, f"-j{self.threads}", "-t", *targets], None)
        return None if done.returncode == 0 else done.stdout

    def learn(self, test):
        """Measures how long the test takes without a mutant: only when needed, as most mutants die in their first test."""
        if test.startswith(QUICK):
            run(["cmake", "--preset", "quick"], None, cwd=self.tree)
        wrong = self.make(test)
        if wrong:
            raise RuntimeError(f"the tree does not build without a mutant:\n{wrong[-3000:]}")
        start = time.monotonic()
        failed = self.failed_test(test, 900)
        if failed:
            raise RuntimeError(f"{failed} fails without a mutant")
        self.seconds[test] = time.monotonic() - start

    def copy_tree(self):
        """Copies only what differs, so that nothing else is built again."""
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        files = {name for name in listed.stdout.decode().split("\0") if name}
        for name in files:
            source, copy = ROOT / name, self.tree / name
            if source.is_symlink():  # of include/
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.unlink(missing_ok=True)
                copy.symlink_to(source.readlink())
                continue
            if not source.is_file() or (copy.is_file() and copy.read_bytes() == source.read_bytes()):
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
            copy.chmod(source.stat().st_mode)
        for copy in self.tree.rglob("*"):
            name = copy.relative_to(self.tree)
            if copy.is_file() and str(name) not in files and name.parts[0] != "build":
                copy.unlink()

    def command(self, test):
        if test.startswith(QUICK):
            name = test.removeprefix(QUICK).strip()
            chosen = ["-R", f"^{re.escape(name)}$"] if name else LEFT_OUT
            return ["ctest", "--test-dir", "build/quick", *chosen, f"-j{self.threads}", "--stop-on-failure", "--output-on-failure"]
        if not is_script(test):
            executable, *arguments = test.split()
            return [self.build / "tests" / executable, *(arguments or ["--gtest_fail_fast"])]
        interpreter = "python3" if test.endswith(".py") else "bash"
        return [interpreter, self.tree / test, *([self.build / "fairshare"] if targets_of(test) else [])]

    def failed_test(self, test, limit):
        """The first test that fails, crashes or takes too long; nothing if all pass."""
        environment = dict(os.environ, RC_PARAMS="seed=1")
        done = run(["nice", *self.command(test)], limit, cwd=self.tree, env=environment)
        if done.returncode == 0:
            return None
        name = test.removeprefix("tests/whole/")
        sentence = re.search(r"^\[  FAILED  \] ([^\s,]+)", done.stdout, re.M)
        if sentence:
            return sentence[1]
        if test.startswith(QUICK):
            failed = re.search(r"The following tests FAILED:\n\s*\d+ - (\S+)", done.stdout)
            return failed[1] if failed else name + (" (too long)" if done.returncode is None else " (crash)")
        failed = re.search(r"^FAILED: ([^:\n]{1,60})", done.stdout, re.M) if is_script(test) else None
        if failed:
            return f"{name}: {failed[1]}"
        started = re.findall(r"^\[ RUN      \] (\S+)", done.stdout, re.M)
        how = " (too long)" if done.returncode is None else " (crash)" if started else ""
        return (started[-1] if started else name) + how

    def tests_in_turn(self, mutant):
        tests, first = tests_of(mutant.file), self.first_tests.get(mutant.name)
        is_askable = first and (first in tests or not is_script(first))  # the table's scripts need nothing but the command
        return [first, *(test for test in tests if test != first)] if is_askable else tests

    def killer(self, mutant):
        """The last test that ran, and what in it notices the mutant: nothing if the mutant survives."""
        path = self.tree / mutant.file
        original = path.read_text()
        try:
            for test in self.tests_in_turn(mutant):
                if test not in self.seconds:
                    path.write_text(original)
                    self.learn(test)
                path.write_text(mutant.apply(original))
                wrong = self.make(test)
                if wrong and "static assertion failed" in wrong:
                    return test, "a static_assert"
                if wrong:
                    errors = re.findall(r"^.*error: .*$", wrong, re.M)
                    raise DoesNotCompile(f"does not compile: {errors[:2]}")
                failed = self.failed_test(test, 10 + 5 * self.seconds[test])
                if failed:
                    return test, failed
            return test, None
        finally:
            path.write_text(original)


@dataclass
class Done:
    returncode: int | None  # nothing if it took too long
    stdout: str


def end(groups):
    """Ends the groups, first by a request, so that ninja ends its compilers, which have groups of their own. A compiler that kept
    running would leave a mutant in the build."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        for group in groups:
            with contextlib.suppress(ProcessLookupError):  # the process has just ended
                os.killpg(group, number)
        time.sleep(1)


def run(command, limit, **options):
    """Runs it in its own process group, so that what it starts ends with it."""
    left = min(UNTIL - time.monotonic(), limit or float("inf"))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, process_group=0, **options)
    RUNNING.add(process.pid)
    try:
        output, _ = process.communicate(timeout=None if left == float("inf") else max(0, left))
        if time.monotonic() >= UNTIL:  # the process may have been stopped, which says nothing about the mutant
            raise OutOfTime
        return Done(process.returncode, output.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        end([process.pid])
        output, _ = process.communicate()
        if time.monotonic() >= UNTIL:
            raise OutOfTime from None
        return Done(None, output.decode(errors="replace"))
    finally:
        RUNNING.discard(process.pid)


def stop(*_):
    global UNTIL
    UNTIL = 0
    end(list(RUNNING))
    os._exit(1)


@dataclass
class Result:
    mutant: Mutant
    test: str  # the last one that ran
    killer: str | None  # nothing if it survives
    seconds: float

    def is_good(self):
        return bool(self.killer) != bool(self.mutant.equivalent)

    def state(self):
        if self.mutant.equivalent:
            return "DEAD, BUT ARGUED EQUIVALENT" if self.killer else "equivalent"
        return "dead" if self.killer else "SURVIVES"


def git(*words):
    """What git prints; nothing outside a git checkout."""
    done = subprocess.run(["git", *words], cwd=ROOT, check=False, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode().strip()


@functools.cache
def includes():
    """For each C++ file, the files that it brings: those that it includes, and all files beside them, since any of these may
    implement the header. A file of tests/ or fuzz/targets/ brings only itself."""
    sources = git("ls-files", "*.cpp", "*.h").split()
    beside = {}
    for path in sources:
        beside.setdefault(os.path.dirname(path), []).append(path)
    def brought(name):
        return [name] if name.startswith(("tests/", "fuzz/targets/")) else beside.get(os.path.dirname(name), [])
    return {path: [other for name in re.findall(r'#include "(?:fairshare/)?([^"]+)"', (ROOT / path).read_text())
                   for other in brought(name)] for path in sources}


@functools.cache
def made_of(test):
    """The C++ files that a test is made of."""
    found, waiting = set(), [test]
    while waiting:
        path = waiting.pop()
        if path not in found and path in includes():
            found.add(path)
            waiting += includes()[path]
    return found


def find_folder_beside(path):
    """For files that are not part of the command: the folder's name, or README for other pages."""
    folder = next((name for name in BESIDE if path.startswith(name)), None)
    if folder:
        return os.path.basename(folder.rstrip("/"))
    return "README" if path.endswith((".md", ".html")) else None


@functools.cache
def names(test, folder):
    files = [path for path in made_of(test) if path.startswith("tests/")] or [test]
    return any(re.search(rf"\b{folder}\b", (ROOT / path).read_text()) for path in files)


@dataclass(eq=False)  # so that its method can be cached
class Files:
    """The committed files that a verdict may depend on, by the hashes of their contents."""
    contents: dict

    @functools.cache
    def hash_of_files(self, test):
        """The hash of the files that the test is made of, or may run or read; of all files without a test."""
        def counts(path):
            if not test or path == test:
                return True
            if test.endswith(".cpp") and (path.startswith("tests/") or path.endswith((".cpp", ".h"))):
                return path in made_of(test)
            folder = find_folder_beside(path)
            if folder:
                return names(test, folder)
            return path not in test_files() and path != "tests/CMakeLists.txt"  # where other tests have lines

        chosen = [item for item in sorted(self.contents.items()) if counts(item[0])]
        return hashlib.sha1(str(chosen).encode()).hexdigest()

    def hash_of(self, mutant, killer):
        """The hash of everything that the verdict depends on: while it stays the same, this killer notices this mutant, or no test
        does."""
        files = self.hash_of_files(find_file_of(killer or ""))
        return hashlib.sha1("\0".join([files, mutant.file, *mutant.texts()]).encode()).hexdigest()


def find_files():
    """The files of the commit; nothing if any have changed since, except those that --record writes."""
    written = [f":!{path.relative_to(ROOT)}" for path in (VERDICTS, PAGE)]
    if git("status", "--porcelain", "--untracked-files=no", "--", ".", *written):
        return None
    listed = [line.split("\t") for line in git("ls-tree", "-r", "HEAD").splitlines()]
    return Files({path: content for content, path in listed if not path.startswith(NOT_JUDGED)})


def read_verdicts():
    """Hash, mutant, test and killer of each line."""
    return [line.split("\t") for line in VERDICTS.read_text().splitlines()] if VERDICTS.exists() else []


def recall(mutants, files):
    """The recorded results for these files that are as expected, by name."""
    by_name = {mutant.name: mutant for mutant in mutants} if files else {}
    noted = [Result(by_name[name], test, killer or None, 0) for change, name, test, killer in read_verdicts()
             if name in by_name and change == files.hash_of(by_name[name], killer)]
    return {result.mutant.name: result for result in noted if result.is_good()}


def line_of(result, files):
    return "\t".join([files.hash_of(result.mutant, result.killer), result.mutant.name, result.test, result.killer or ""]) + "\n"


def note(result, files):
    if files and result.is_good():
        with VERDICTS.open("a") as file:  # a single write, as other threads append, too
            file.write(line_of(result, files))


def tidy(mutants, results, files):
    """Keeps a line for each mutant, sorted by name: the old line if it was not judged, none if its result is not as expected."""
    lines = {line[1]: "\t".join(line) + "\n" for line in read_verdicts()}
    lines |= {name: line_of(result, files) for name, result in results.items()}
    kept = [mutant.name for mutant in mutants if mutant.name not in results or results[mutant.name].is_good()]
    VERDICTS.write_text("".join(lines[name] for name in sorted(kept) if name in lines))


def work(workshop, files, waiting, results):
    try:
        workshop.prepare()
        while True:
            mutant = waiting.get_nowait()
            start = time.monotonic()
            try:
                test, killer = workshop.killer(mutant)
            except DoesNotCompile as error:
                print(f"{mutant.name:56} ERROR      {error}", flush=True)
                continue
            except OutOfTime:
                waiting.put(mutant)
                return
            result = Result(mutant, test, killer, time.monotonic() - start)
            results[mutant.name] = result
            note(result, files)
            print(f"{mutant.name:56} {result.state():10} {result.seconds:6.1f}  {result.killer or ''}", flush=True)
    except (queue.Empty, OutOfTime):
        pass
    except (RuntimeError, OSError) as error:
        print(f"ERROR: {error}", flush=True)


def slowness_of(mutant, first_test):
    """Sorts mutants that take seconds to the front, so that most are judged before --minutes ends the run."""
    if mutant.equivalent:
        return 4
    if not first_test:
        return 1
    if first_test.startswith(QUICK):
        return 3
    return 2 if is_script(first_test) else 0


def judge(mutants, jobs, files):
    """The result of each mutant, by name, and how many were not judged in time. Mutants with an error have no result, either. With
    `files`, mutants with a recorded result for these are not judged again."""
    waiting = queue.SimpleQueue()
    results = recall(mutants, files)
    if results:
        print(f"{len(results)} mutants have an expected result in {VERDICTS.relative_to(ROOT)}")
    first_tests = {name: find_test_of(killer) or test for _, name, test, killer in read_verdicts() if killer}
    # Sorted by file, so that the programs that link a file are built again only once.
    for mutant in sorted(mutants, key=lambda mutant: (slowness_of(mutant, first_tests.get(mutant.name)), mutant.file)):
        if mutant.name not in results:
            waiting.put(mutant)
    print(f"{'mutant':56} {'':10} {'s':>6}  killed by", flush=True)
    threads = max(1, (os.cpu_count() or 1) // jobs)
    workers = [threading.Thread(target=work, args=(Workshop(number, threads, first_tests), files, waiting, results))
               for number in range(1, jobs + 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    good = sum(result.is_good() for result in results.values())
    left = waiting.qsize() if time.monotonic() >= UNTIL else 0
    print(f"{good} of {len(mutants)} mutants as expected" + (f", {left} not judged in time" if left else ""))
    return results, left


PREAMBLE = """# Mutants

For contributors: the results of the [mutants](../tests/mutants/README.md), small changes that make the program wrong, at commit {}
({}). [verdicts.tsv](../tests/mutants/verdicts.tsv) names the test that kills each. `tests/mutants.py --record` writes this page.
"""


def page_of(mutants, results):
    text = [PREAMBLE.format(git("rev-parse", "--short", "HEAD"), time.strftime("%Y-%m-%d"))]
    text += ["| list | mutants | dead | argued equivalent | survive | not judged |", "|---|---|---|---|---|---|"]
    for name in [*sorted({mutant.list_name for mutant in mutants}), "all"]:
        own = [results.get(mutant.name) for mutant in mutants if name in (mutant.list_name, "all")]
        states = [result.state() if result else "not judged" for result in own]
        counts = [states.count(state) for state in ("dead", "equivalent", "SURVIVES", "not judged")]
        text.append("| " + " | ".join(map(str, [name, len(own), *counts])) + " |")
    living = [mutant for mutant in mutants if mutant.name in results and not results[mutant.name].killer]
    for heading, listed in (("Survive", [mutant for mutant in living if not mutant.equivalent]),
                            ("Argued equivalent", [mutant for mutant in living if mutant.equivalent])):
        text += ["", f"## {heading}", ""] if listed else []
        for mutant in listed:
            why = f" Equivalent {mutant.equivalent.rstrip('.')}." if mutant.equivalent else ""
            text.append(textwrap.fill(f"- `{mutant.name}` in {mutant.file}: {mutant.breaks}.{why}", 130, subsequent_indent="  ",
                                      break_long_words=False, break_on_hyphens=False))
    return "\n".join(text) + "\n"


def chosen(mutants, arguments):
    known = {mutant.name for mutant in mutants}
    unknown = set(arguments.only) - known
    if unknown:
        sys.exit(f"unknown mutant: {', '.join(sorted(unknown))}")
    if arguments.of:
        mutants = [mutant for mutant in mutants if mutant.list_name == arguments.of]
    if arguments.only:
        mutants = [mutant for mutant in mutants if mutant.name in arguments.only]
    if arguments.part:
        part = re.fullmatch(r"(\d+)/(\d+)", arguments.part)
        if not part or not 1 <= int(part[1]) <= int(part[2]):
            sys.exit("--part: K/N is expected, with K from 1 to N")
        mutants = mutants[int(part[1]) - 1::int(part[2])]
    return mutants


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--of")
    parser.add_argument("--part")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    everything = read_mutants()
    mutants = chosen(everything, arguments)
    files = find_files() if arguments.record else None
    if arguments.record and (len(mutants) < len(everything) or not files):
        sys.exit("--record judges all mutants, at a commit without changes; leave out --of, --only and --part, or commit first")
    stale = find_stale(mutants)
    for name, reason in stale.items():
        print(f"STALE: {name}: {reason}")
    if arguments.list:
        for mutant in mutants:
            print(f"{mutant.name:56} {mutant.file:38} {mutant.breaks}")
        print(f"{len(mutants)} mutants")
        return 1 if stale else 0
    if stale:
        return 1
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    global UNTIL
    UNTIL = time.monotonic() + 60 * arguments.minutes
    results, left = judge(mutants, arguments.jobs, files)
    if arguments.record:
        tidy(mutants, results, files)
        PAGE.write_text(page_of(mutants, results))
    is_all = results and len(results) + left == len(mutants)
    return 0 if is_all and all(result.is_good() for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Do the tests notice when the program is wrong?

mutants.py [--jobs N] [--of LIST] [--only NAME]... [--list]

tests/mutants/*.txt lists mutants: small changes, each of which makes the program wrong. Each is
applied to a copy of the tree (build/mutants), what links the changed file is built again, and its
tests run until one fails: then the mutant is dead. One that survives all of them is an error,
unless the list argues that it is equivalent: then it must survive. So is one whose text does not
occur exactly once in its file, since the program has moved on and the list has not.

  --jobs N     so many mutants at once, each with a copy and a build of its own
  --of LIST    those of tests/mutants/LIST.txt
  --only NAME  this mutant; may be given several times
  --list       prints the list and checks its texts, without building anything

The exit status is 0 where every mutant is dead or argued equivalent, else 1.
"""

import argparse
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONFIGURATION = [
    "-GNinja",
    "-DCMAKE_BUILD_TYPE=None",
    "-DCMAKE_CXX_FLAGS=-O1",
    "-DFAIRSHARE_ASSERTIONS=ON",
    "-DFAIRSHARE_FUZZ=OFF",
]
RUNNING = set()  # process groups

# By file, the longest beginning that fits: the executables that link it and are quick, nearest
# first.
HADOOP = ["whole_recorded_hadoop_test", "whole_findings_hadoop_test", "whole_random_hadoop_test"]
SCALAR = ["schedulers_ytsaurus_scalar_test", "schedulers_ytsaurus_scalar_fair_test", "whole_recorded_ytsaurus_scalar_test",
          "whole_findings_ytsaurus_test", "whole_random_ytsaurus_scalar_test", "formats_ytsaurus_scalar_trees_test"]
VECTOR = ["schedulers_ytsaurus_vector_test", "schedulers_ytsaurus_piecewise_linear_test", "whole_recorded_ytsaurus_vector_test",
          "whole_findings_ytsaurus_vector_test", "whole_random_ytsaurus_vector_test",
          "formats_ytsaurus_vector_trees_test"]
PREEMPTION = ["preemption_hadoop_test", "whole_findings_preemption_test", "whole_random_preemption_test",
              "preemption_snapshot_test"]
SOLVERS = ["whole_exhaustive_solve_test", "whole_random_solve_test", "whole_vectors_test"]
FAST_PATH = ["reference_settle_test", "reference_side_by_side_test", "reference_solve_test", "whole_exhaustive_solve_test",
             "whole_random_solve_test"]
DIVIDER = ["reference_divider_test", "whole_random_divider_test"]
TESTS = {
    "model/": ["model_problem_test", "model_tree_test", "exact_solve_test", "formats_records_records_test"],
    "reference/exact_sum": ["reference_exact_sum_test", "reference_rounding_test", "reference_solve_test", *SOLVERS],
    "reference/exact_product": ["reference_exact_sum_test", "reference_rounding_test", "reference_exact_search_test"],
    "reference/rounding": ["reference_rounding_test", "reference_solve_test", *SOLVERS],
    "reference/solve": ["reference_solve_test", "model_tree_test", *SOLVERS],
    "reference/exact_search": ["reference_exact_search_test", *FAST_PATH],
    "reference/search": ["reference_exact_search_test", *FAST_PATH],
    "reference/error_bounds": FAST_PATH,
    "reference/certify": FAST_PATH,
    "reference/guess": FAST_PATH,
    "reference/pairs-inl": FAST_PATH,
    "reference/vectors-inl": FAST_PATH,
    "reference/settle": FAST_PATH,
    "reference/side_by_side": ["reference_side_by_side_test", "reference_settle_test"],
    "reference/divider/": DIVIDER,
    "exact/rational": ["exact_rational_test", "formats_records_records_test", "formats_text_json_test", "exact_solve_test",
                       "whole_vectors_test"],
    "exact/sweep": ["exact_solve_test", "model_tree_test", *SOLVERS],
    "exact/apportion": ["exact_apportion_test"],
    "properties/explain": ["properties_explain_test", "formats_verdict_verdict_test"],
    "properties/certificate": ["properties_certificate_test"],
    "properties/narrow": ["properties_narrow_test", "formats_records_plain_answers_test"],
    "properties/standings": ["properties_narrow_test", "formats_records_plain_answers_test"],
    "formats/records/plain_record": ["formats_records_plain_record_test", "formats_records_plain_answers_test"],
    "formats/records/narrow_case": ["formats_records_plain_answers_test"],
    "properties/": ["properties_fairness_test", "whole_exhaustive_fairness_test", "whole_exhaustive_solve_test",
                    "properties_explain_test", "formats_verdict_verdict_test", "whole_vectors_test"],
    "schedulers/hadoop/search": ["schedulers_hadoop_mr1_test", "schedulers_hadoop_yarn_test", "schedulers_registry_test", *HADOOP],
    "schedulers/hadoop/mr1": ["schedulers_hadoop_mr1_test", "schedulers_hadoop_mr1_pools_test", "formats_hadoop_mr1_trees_test", *HADOOP],
    "schedulers/hadoop/yarn": ["schedulers_hadoop_yarn_test", "schedulers_hadoop_yarn_tree_test", "formats_hadoop_yarn_trees_test", *HADOOP],
    "schedulers/ytsaurus/scalar": SCALAR,
    "schedulers/ytsaurus/piecewise_linear": ["schedulers_ytsaurus_piecewise_linear_test", *VECTOR],
    "schedulers/ytsaurus/amounts": VECTOR,
    "schedulers/ytsaurus/integral": ["schedulers_ytsaurus_integral_test", *VECTOR],
    "schedulers/ytsaurus/vector": VECTOR,
    "preemption/": PREEMPTION,
    "schedulers/common/base_rule": ["schedulers_common_base_rule_test"],
    "schedulers/kubernetes/apf": ["schedulers_kubernetes_apf_test", "whole_recorded_others_test"],
    "schedulers/kubernetes/koordinator": ["schedulers_kubernetes_koordinator_test", "whole_recorded_others_test"],
    "schedulers/kubernetes/volcano": ["schedulers_kubernetes_volcano_test", "whole_recorded_others_test"],
    "schedulers/kubernetes/kai": ["schedulers_kubernetes_kai_test", "whole_recorded_others_test"],
    "schedulers/kubernetes/armada": ["schedulers_kubernetes_armada_test", "whole_recorded_others_test"],
    "schedulers/kubernetes/any_order": ["schedulers_kubernetes_any_order_test"],
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
        """The source with the change, or None where its text does not occur exactly once."""
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
    fitting = [start for start in TESTS if file.startswith(start)]
    return TESTS[max(fitting, key=len)] if fitting else []


def find_stale(mutants):
    """Of each mutant that is no change any more: why."""
    stale = {}
    for mutant in mutants:
        path = ROOT / mutant.file
        if not mutant.file or not mutant.breaks or not tests_of(mutant.file):
            stale[mutant.name] = "it has no file, no tests, or does not say what it breaks"
        elif not path.is_file():
            stale[mutant.name] = f"there is no {mutant.file}"
        elif mutant.apply(path.read_text()) in (None, path.read_text()):
            stale[mutant.name] = f"its text does not occur exactly once in {mutant.file}"
    return stale


class Workshop:
    """A copy of the tree with a build of its own, in which one mutant after the other lives."""

    def __init__(self, number):
        folder = ROOT / "build" / "mutants" / str(number)
        self.tree = folder / "tree"
        self.build = folder / "build"
        self.seconds = {}  # of each test executable, unchanged

    def prepare(self):
        self.copy_tree()
        self.do("cmake", "-S", self.tree, "-B", self.build, *CONFIGURATION)

    def do(self, *command):
        done = run(["nice", *command], None)
        if done.returncode != 0:
            raise RuntimeError(f"the tree does not build:\n{done.stdout[-3000:]}")

    def learn(self, executable):
        """How long it takes unchanged. Only then, since most mutants die by the first one."""
        self.do("cmake", "--build", self.build, "-j1", "-t", executable)
        start = time.monotonic()
        failed = self.failed_test(executable, 600)
        if failed:
            raise RuntimeError(f"without any mutant, {failed} fails")
        self.seconds[executable] = time.monotonic() - start

    def copy_tree(self):
        """Only what differs, so that what was built before need not be built again."""
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others",
                                 "--exclude-standard"], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        files = {name for name in listed.stdout.decode().split("\0") if name}
        for name in files:
            source, copy = ROOT / name, self.tree / name
            if not source.is_file() or (copy.is_file() and copy.read_bytes() == source.read_bytes()):
                continue
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(source.read_bytes())
            copy.chmod(source.stat().st_mode)
        for copy in self.tree.rglob("*"):
            if copy.is_file() and str(copy.relative_to(self.tree)) not in files:
                copy.unlink()

    def failed_test(self, executable, limit):
        """The first test that fails, crashes or takes too long; nothing where all pass."""
        environment = dict(os.environ, RC_PARAMS="seed=1")
        command = [self.build / "tests" / executable, "--gtest_fail_fast"]
        done = run(command, limit, cwd=self.tree, env=environment)
        if done.returncode == 0:
            return None
        failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", done.stdout, re.M)
        started = re.findall(r"^\[ RUN      \] (\S+)", done.stdout, re.M)
        name = failed[1] if failed else started[-1] if started else executable
        how = "" if failed else " (too long)" if done.returncode is None else " (crash)"
        return name + how

    def killer(self, mutant):
        """The test that notices the mutant; nothing where it survives."""
        path = self.tree / mutant.file
        original = path.read_text()
        try:
            for executable in tests_of(mutant.file):
                if executable not in self.seconds:
                    path.write_text(original)
                    self.learn(executable)
                path.write_text(mutant.apply(original))
                built = run(["nice", "cmake", "--build", self.build, "-j1", "-t", executable], None)
                if built.returncode != 0:
                    errors = re.findall(r"^.*error: .*$", built.stdout, re.M)
                    raise RuntimeError(f"{mutant.name} does not compile: {errors[:2]}")
                failed = self.failed_test(executable, 10 + 5 * self.seconds[executable])
                if failed:
                    return failed
            return None
        finally:
            path.write_text(original)


@dataclass
class Done:
    returncode: int | None  # nothing where it took too long
    stdout: str


def run(command, limit, **options):
    """In a process group of its own, so that what it starts ends with it."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, process_group=0, **options)
    RUNNING.add(process.pid)
    try:
        output, _ = process.communicate(timeout=limit)
        return Done(process.returncode, output.decode(errors="replace"))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return Done(None, output.decode(errors="replace"))
    finally:
        RUNNING.discard(process.pid)


def stop(*_):
    """A compiler that went on alone would leave a mutant in the build."""
    for group in list(RUNNING):
        os.killpg(group, signal.SIGKILL)
    os._exit(1)


def report(mutant, killer, seconds):
    if killer:
        state = "DEAD, BUT ARGUED EQUIVALENT" if mutant.equivalent else "dead"
    else:
        state = "equivalent" if mutant.equivalent else "SURVIVES"
    print(f"{mutant.name:44} {state:10} {seconds:6.1f}  {killer or ''}", flush=True)
    return bool(killer) != bool(mutant.equivalent)


def work(number, waiting, results):
    workshop = Workshop(number)
    try:
        workshop.prepare()
        while True:
            mutant = waiting.get_nowait()
            start = time.monotonic()
            killer = workshop.killer(mutant)
            results.append(report(mutant, killer, time.monotonic() - start))
    except queue.Empty:
        pass
    except (RuntimeError, OSError) as error:
        print(f"ERROR: {error}", flush=True)
        results.append(False)


def judge(mutants, jobs):
    """False where one survives, or where something goes wrong."""
    waiting = queue.SimpleQueue()
    for mutant in mutants:
        waiting.put(mutant)
    results = []
    print(f"{'mutant':44} {'':10} {'s':>6}  by which test", flush=True)
    workers = [threading.Thread(target=work, args=(number, waiting, results))
               for number in range(1, jobs + 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    good = sum(results)
    print(f"{good} of {len(mutants)} as they should be")
    return good == len(mutants) == len(results)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--of")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    mutants = read_mutants()
    unknown = set(arguments.only) - {mutant.name for mutant in mutants}
    if unknown:
        sys.exit(f"no such mutant: {', '.join(sorted(unknown))}")
    if arguments.of:
        mutants = [mutant for mutant in mutants if mutant.list_name == arguments.of]
    if arguments.only:
        mutants = [mutant for mutant in mutants if mutant.name in arguments.only]
    stale = find_stale(mutants)
    for name, reason in stale.items():
        print(f"STALE: {name}: {reason}")
    if arguments.list:
        for mutant in mutants:
            print(f"{mutant.name:44} {mutant.file:38} {mutant.breaks}")
        print(f"{len(mutants)} mutants")
        return 1 if stale else 0
    if stale:
        return 1
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    return 0 if judge(mutants, arguments.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())

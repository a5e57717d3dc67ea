"""The Python package. By pytest: FAIRSHARE_LIBRARY=build/release/libfairshare.so PYTHONPATH=bindings/python pytest tests/bindings"""

import doctest
import importlib
import math
import os
import pathlib
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import fairshare
import numpy
import pytest
from fairshare import Problem, assert_fair, check, solve
from fairshare.strategies import FAMILIES, problems
from hypothesis import find, given, settings

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
THREE = Problem(100, [1, 2, 3], [0, 0, 60], [None, 30, None])


@pytest.mark.parametrize("module", ["fairshare", "fairshare.exact"])
def test_examples_in_docstrings_hold(module):
    assert doctest.testmod(importlib.import_module(module)) == (0, {"fairshare": 2, "fairshare.exact": 1}[module])


def test_the_program_of_the_readme_prints_the_shares(capsys):
    exec((ROOT / "examples" / "languages" / "shares.py").read_text(encoding="utf-8"), {})
    assert capsys.readouterr().out == "13.333333333333334 [13.333333333333334, 26.666666666666668, 60.0]\n"


@pytest.mark.parametrize(("page", "examples"), [("docs/python.md", 13)])
def test_examples_of_the_pages_hold(page, examples):
    text = (ROOT / page).read_text(encoding="utf-8").replace("\n```", "\n\n")
    example = doctest.DocTestParser().get_doctest(text, {}, page, None, 0)
    assert doctest.DocTestRunner().run(example) == (0, examples)


def test_an_application_has_types():
    flags = ["--strict", "--cache-dir=/dev/null", "tests/bindings/typed.py", "bindings/python/fairshare"]
    done = subprocess.run([sys.executable, "-m", "mypy", *flags], cwd=ROOT, capture_output=True, text=True,
                          env=dict(os.environ, MYPYPATH="bindings/python"))
    assert done.returncode == 0, done.stdout


def test_a_list_gives_a_list_and_an_array_an_array():
    assert solve(10, [1, 3]).shares == [2.5, 7.5]
    shares = solve(10, numpy.array([1.0, 3.0])).shares
    assert isinstance(shares, numpy.ndarray) and shares.tolist() == [2.5, 7.5]
    assert solve(10, numpy.array([1, 3], dtype="int32")).shares.tolist() == [2.5, 7.5]
    assert solve(10, numpy.array([1.0, 9.0, 3.0])[::2]).shares.tolist() == [2.5, 7.5]
    with pytest.raises(ValueError, match="weight has 2 dimensions"):
        solve(10, numpy.ones((2, 2)))


def test_an_array_is_not_copied():
    from fairshare._problem import doubles

    column = numpy.ones(3)
    assert doubles(column, "weight")[1] is column


@pytest.mark.parametrize("one", [Fraction(1), Decimal(1), "1"])
def test_exact_numbers_give_fractions(one):
    assert solve(one, [1, 1, 1]).shares == [Fraction(1, 3)] * 3
    assert fairshare.exact.solve(0.1, [1]).shares == [Fraction(0.1)]


def test_what_has_no_allocation_says_why():
    over = solve(5, [1, 1], [4, 4])
    assert (over.outcome, over.excess, over.shares) == ("overcommitted", 3, [4, 4])
    left = solve("10", [1, 0], [0, 2], [3, 9])
    assert (left.outcome, left.unclaimed, left.shares) == ("surplus", 5, [3, 2])
    assert solve(1, []).outcome == "surplus"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: solve(math.nan, [1]), "total is not a finite number"),
        (lambda: solve(1, [1, -1]), "claimant 1: weight is negative"),
        (lambda: solve(1, [1], [1, 2]), "min_share has 2 numbers, weight has 1"),
        (lambda: solve("1/0", [1]), "FS006"),
        (lambda: solve("1", [-1]), "claimant 0"),
        (lambda: check(THREE, [1, 2]), "2 shares for 3 claimants"),
        (lambda: check(THREE, [1, 2, math.inf]), "claimant 2: its share is not a finite number"),
        (lambda: check(THREE, [1, 2, 3], rounding="up"), "unknown rounding up"),
        (lambda: fairshare.judge("{"), "FS001"),
        (lambda: fairshare.judge("nonsense"), "FS001"),
        (lambda: fairshare.judge(""), "FS"),
        (lambda: fairshare.compute("yarn-9", {"total": 1, "claimants": []}), "FS014"),
        (lambda: fairshare.apportion(5, [1], [9]), "overcommitted"),
    ],
)
def test_wrong_input_is_a_value_error_that_says_where(call, says):
    with pytest.raises(ValueError, match=says):
        call()


@pytest.mark.parametrize("number", [float, Fraction])
def test_a_violation_names_the_pair_and_prints_the_table(number):
    found = check(THREE, [number(10), number(30), number(60)])
    assert (found.code, found.first, found.second) == ("FS204", 1, 0)
    assert "R must be" in str(found)
    with pytest.raises(AssertionError, match="1 is above its minimum and holds"):
        assert_fair(THREE, [10, 30, 60])


def test_a_claimant_alone_is_named_alone():
    found = check(Problem(10, [1], [0], [3]), [4])
    assert (found.code, found.first, found.second) == ("FS103", 0, None)
    assert check(Problem("10", [1], [0], [3]), ["4"]).first == 0


def test_records_are_judged_and_computed_as_by_the_command():
    record = {"total": 10, "claimants": [{}, {}, {}], "shares": [4, 4, 4]}
    assert fairshare.judge(record)["verdict"] == "unfair"
    assert fairshare.judge(record, scheduler="yarn-2.7")["verdict"] == "fair"
    assert fairshare.compute("yarn-2.7", record)["shares"] == [4, 4, 4]
    assert "yarn-3" in [scheduler["name"] for scheduler in fairshare.schedulers()]
    assert fairshare.apportion(10, [1, 1, 1]) == [4, 3, 3]


@pytest.mark.parametrize("family", FAMILIES)
def test_what_solve_gives_is_fair_and_nearest_to_the_exact_answer(family):
    @settings(max_examples=100, deadline=None, derandomize=True, database=None)
    @given(problems(family=family, feasible=True))
    def holds(problem):
        answer = solve(problem.total, problem.weight, problem.min_share, problem.max_share)
        exactly = fairshare.exact.solve(problem.total, problem.weight, problem.min_share, problem.max_share)
        assert answer.outcome == exactly.outcome
        assert answer.shares == [float(share) for share in exactly.shares]
        if answer.outcome == "allocation":
            assert_fair(problem, answer.shares)

    holds()


def test_a_wrong_divider_shrinks_to_a_small_problem():
    def two_passes(problem):  # bounds first, then what is left by weight, once
        shares = [min(max(w * problem.total / sum(problem.weight), low), math.inf if high is None else high)
                  for w, low, high in zip(problem.weight, problem.min_share, problem.max_share)]
        rest = problem.total - sum(shares)
        return [share + rest * w / sum(problem.weight) for share, w in zip(shares, problem.weight)]

    wanted = problems(family="whole", feasible=True, positive_weights=True)
    smallest = find(wanted, lambda one: check(one, two_passes(one)) is not None, settings=settings(derandomize=True, database=None))
    assert len(smallest) <= 2 and smallest.total <= 2

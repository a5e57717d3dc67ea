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
from fairshare.columns import verify
from fairshare.strategies import FAMILIES, problems
from hypothesis import find, given, settings

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
THREE = Problem(100, [1, 2, 3], [0, 0, 60], [None, 30, None])


@pytest.mark.parametrize(("module", "examples"), [("fairshare", 3), ("fairshare.exact", 1), ("fairshare.columns", 3)])
def test_examples_in_docstrings_hold(module, examples):
    assert doctest.testmod(importlib.import_module(module)) == (0, examples)


def test_the_program_of_the_readme_prints_the_shares(capsys):
    exec((ROOT / "examples" / "languages" / "shares.py").read_text(encoding="utf-8"), {})
    assert capsys.readouterr().out == "13.333333333333334 [13.333333333333334, 26.666666666666668, 60.0]\n"


@pytest.mark.parametrize(("page", "examples"), [("docs/python.md", 23)])
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


@pytest.mark.parametrize("kind", ["f2", "f4", "f8", "longdouble", "i1", "u8", "i8", "bool"])
def test_scalars_of_numpy_are_numbers_of_any_type(kind):
    ones = numpy.ones(3, dtype=kind)
    for column in (ones, list(ones)):
        third = fairshare.exact.solve(ones[0], column, [0, 0, 0], column)
        assert third.shares == [Fraction(1, 3)] * 3
        assert solve(ones[0], column, None, column).interval == (Fraction(1, 3), Fraction(1, 3))
        assert solve("4", column, None, column).shares == [1, 1, 1]
        assert fairshare.apportion(ones[0], column) == fairshare.units(ones[0], column) == [1, 0, 0]
        assert check(Problem("3", column), column) is None


def test_scalars_of_numpy_are_exact():
    assert fairshare.exact.solve(numpy.float32(0.1), numpy.ones(1)).shares == [Fraction(float(numpy.float32(0.1)))]
    most = numpy.array([math.inf, 1], dtype="f4")
    assert fairshare.exact.solve(3, numpy.uint64([2**63, 2**63]), None, most).shares == [2, 1]
    assert solve(3, numpy.uint64([2**63, 2**63]), None, most).interval == (Fraction(2, 2**63),) * 2


@pytest.mark.parametrize("one", [Fraction(1), Decimal(1), "1"])
def test_exact_numbers_give_fractions(one):
    assert solve(one, [1, 1, 1]).shares == [Fraction(1, 3)] * 3
    assert fairshare.exact.solve(0.1, [1]).shares == [Fraction(0.1)]
    objects = numpy.array([one, one, one], dtype=object)
    assert solve(1, objects).shares == [Fraction(1, 3)] * 3
    assert check(Problem(3, [1, 1, 1]), objects) is None
    assert solve(1, numpy.array(["1", "1", "1"])).shares == [Fraction(1, 3)] * 3
    assert check(Problem(Fraction(3, 1), objects), [1, 1, 1.5]).code == "FS204"


class Labelled(list):
    """As a Series of pandas that was sorted: by index it answers to labels, which are in another order."""

    def __getitem__(self, label):
        return list(self)[len(self) - 1 - label]


def test_a_column_is_read_in_its_order_also_if_it_answers_to_labels():
    weight, least, most = Labelled([1, 2, 3]), Labelled([0, 0, 7]), Labelled([9, 2, 9])
    for one in (int, Fraction):
        assert solve(one(12), weight).shares == [2, 4, 6]
        assert solve(one(12), weight, least, most).shares == [Fraction(5, 2), 2, Fraction(15, 2)]
        assert solve(one(12), weight, least).interval == (Fraction(5, 3), Fraction(5, 3))
        assert solve(one(1), weight, least).shares == [0, 0, 7]
        assert solve(one(99), weight, least, most).shares == [9, 2, 9]
        assert check(Problem(one(12), weight), Labelled([2, 4, 6])) is None
    assert fairshare.apportion(12, weight) == fairshare.units(12, weight) == [2, 4, 6]


def test_the_interval_of_ratios_is_exact():
    flat = solve(10, [1.0, 3.0], [0, 0], [2.5, None])
    assert flat.interval == (Fraction(5, 2), Fraction(5, 2))
    assert solve(4, [1, 1], [1, 1], [3, 3]).interval == (2, 2)
    assert solve(4, [1, 2], [1, 3], [1, 9]).interval == (0, Fraction(3, 2))
    assert solve(2, [1, 1], [0, 0], [1, 1]).interval == (1, None)
    assert solve(5, [1, 1], [4, 4]).interval is None


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
        (lambda: solve(10**400, [1, 1]), "total is beyond the range of doubles"),
        (lambda: solve(None, [1, 1]), "total is not a finite number"),
        (lambda: solve(1, [1, 10**400]), "claimant 1: weight is beyond the range of doubles"),
        (lambda: solve(1, numpy.array([1, 10**400])), "claimant 1: weight is beyond the range of doubles"),
        (lambda: solve(1, [1, []]), r"claimant 1: weight is no number: \[\]"),
        (lambda: solve(1, numpy.ma.array([1, 2], mask=[0, 1])), "claimant 1: weight is masked; fill in a number"),
        (lambda: check(Problem(10**400, [1]), [1]), "total is beyond the range of doubles"),
        (lambda: check(Problem(1, [1, 1]), [1, 10**400]), "claimant 1: its share is beyond the range of doubles"),
        (lambda: solve("1", [1, None]), "claimant 1: weight is not a finite number"),
        (lambda: solve("1", [1, math.nan]), "claimant 1: weight is not a finite number"),
        (lambda: solve("1", [1, numpy.longdouble("nan")]), "claimant 1: weight is not a finite number"),
        (lambda: solve("1", [1, 1], [0, Decimal("inf")]), "claimant 1: min_share is not a finite number"),
        (lambda: solve("1", [1, 1], None, [1, -math.inf]), "claimant 1: max_share is not a finite number"),
        (lambda: solve(math.inf, ["1"]), "total is not a finite number"),
        (lambda: check(Problem("1", [1, 1]), [0.5, None]), "claimant 1: its share is not a finite number"),
        (lambda: check(Problem("1", [1]), [Decimal("1e999999999")]), "FS007"),
        (lambda: fairshare.judge("{"), "FS001"),
        (lambda: fairshare.judge("nonsense"), "FS001"),
        (lambda: fairshare.judge(""), "FS"),
        (lambda: check(THREE, [1, 2, 3], rounding=""), "unknown rounding"),
        (lambda: fairshare.judge({"total": 1, "claimants": [{}], "shares": [1]}, rounding=""), "unknown rounding"),
        (lambda: fairshare.judge({"total": 1, "claimants": [{}]}, scheduler=""), "FS104"),
        (lambda: fairshare.compute("yarn-9", {"total": 1, "claimants": []}), "FS014"),
        (lambda: fairshare.apportion(5, [1], [9]), "overcommitted"),
        (lambda: fairshare.units(5, [1], [9]), "overcommitted"),
        (lambda: fairshare.units(5, [1], [0.5]), "FS016"),
        (lambda: fairshare.units(5, [1], method="jefferson"), "FS011"),
    ],
)
def test_wrong_input_is_a_value_error_that_says_where(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_a_maximum_may_be_infinite_in_any_type():
    for most in (math.inf, Decimal("inf"), numpy.float32("inf"), numpy.longdouble("inf")):
        assert solve(Decimal(1), [1, 1], None, [most, None]).shares == [Fraction(1, 2)] * 2
        assert solve(Decimal(1), [1, 1], None, [most, None]).interval == (Fraction(1, 2),) * 2


@pytest.mark.parametrize("total", [10, "10"])
@pytest.mark.parametrize("share", ["3.3", Decimal("3.3"), 3.3, numpy.float64(3.3), 3.0, 3])
def test_shares_stand_for_what_rounds_to_their_written_digits(total, share):
    assert check(Problem(total, [1, 1, 1]), [share] * 3, rounding="written") is None


def test_a_decimal_has_the_digits_that_it_prints():
    for share, total in (("1E+2", 200), ("1E-7", 0), ("0E-7", 0), ("-0", 0), ("1.50", "3.01"), ("3.3", 6)):
        found = [check(Problem(total, [1, 1]), [one, one], rounding="written") for one in (share, Decimal(share))]
        assert found[0] == found[1]
    assert check(Problem("300", [1, 1]), [Decimal("1E+2"), Decimal("2E+2")], rounding="written") is None
    assert check(Problem("6.7", [1, 1]), [3.3, 3.3]).code == "FS101"


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
    seats = (36, [27744, 25178, 19947, 14614, 9225, 3292])
    assert fairshare.units(*seats) == [10, 9, 8, 5, 3, 1]
    assert fairshare.units(*seats, method="dhondt") == [11, 9, 7, 5, 3, 1]
    assert fairshare.check(fairshare.Problem(*seats), [10, 9, 8, 5, 3, 1], rounding="webster") is None
    assert fairshare.check(fairshare.Problem(*seats), [10, 9, 8, 5, 3, 1], rounding="adams").code == "FS204"


def test_there_are_no_problems_of_an_unknown_family():
    with pytest.raises(ValueError, match="unknown family hole; known: whole, equal, extreme, fractions"):
        find(problems(family="hole"), lambda one: True, settings=settings(database=None))


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


@pytest.mark.parametrize("family", FAMILIES)
def test_feasible_problems_have_an_allocation(family):
    @settings(max_examples=300, deadline=None, derandomize=True, database=None)
    @given(problems(family=family, feasible=True))
    def holds(problem):
        exactly = fairshare.exact.solve(problem.total, problem.weight, problem.min_share, problem.max_share)
        assert exactly.outcome == "allocation"

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


# ---- fairshare.columns

LOG = {"ts": [1, 1, 2, 2, 2], "w": [1.0, 2, 1, math.nan, 1], "lo": [0, math.nan, 0, 0, 6], "hi": [math.nan, 4, math.inf, None, 9],
       "want": [None, 9, math.nan, 2, 7], "got": [6.0, 4, 3, 2, 7], "total": [10, 10, 12, 12, 12]}
NAMES = {"group_by": "ts", "weight": "w", "min_share": "lo", "max_share": "hi", "demand": "want", "share": "got", "total": "total"}


def verified(table=LOG, **other):
    return verify(table, **{**NAMES, **other})


def test_a_table_has_a_verdict_for_each_group():
    verdicts = verified()
    assert repr(verdicts) == "2 groups: 1 fair, 1 unfair" and len(verdicts) == 2
    assert {name: column.tolist() for name, column in verdicts.to_dict().items()} == {
        "group": [1, 2], "fair": [True, False], "code": ["", "FS204"], "first_row": [-1, 4], "second_row": [-1, 2]}  # fmt: skip
    assert verdicts.unfair.tolist() == [1] and verdicts.explain(0) is None
    found = verdicts.explain(1)
    assert (found.code, found.first, found.second) == ("FS204", 4, 2)
    assert "4 is above its minimum" in str(found)
    assert verdicts.explain(-1) == found
    with pytest.raises(IndexError):
        verdicts.explain(2)


def test_absent_numbers_are_defaults_and_a_demand_lowers_both_bounds():
    assert verified({**LOG, "got": [6, 4, 4, 2, 6]}).fair.tolist() == [True, True]
    assert verified({**LOG, "want": [None, 3, None, 2, 5], "got": [7, 3, 5, 2, 5]}).fair.tolist() == [True, True]
    assert verify({"ts": [1, 1], "got": [1.5, 1.5]}, group_by="ts", share="got", total=3).fair.tolist() == [True]
    assert verify({"ts": [1, 1], "got": [2, 1]}, group_by="ts", share="got", total=3, rounding="apportioned").fair.tolist() == [True]


@pytest.mark.parametrize("keys", [[7, 3], ["7", "3"], numpy.array(["2026-11-23T07", "2026-11-23T03"], "M8[ns]"), [(7, "a"), 3]])
def test_rows_of_a_group_need_not_be_adjacent(keys):
    first, second = keys
    ts = numpy.empty(5, dtype=keys.dtype if hasattr(keys, "dtype") else object)
    for row, key in enumerate((first, second, second, first, second)):
        ts[row] = key
    mixed = {name: [column[row] for row in (0, 2, 3, 1, 4)] for name, column in LOG.items()}
    verdicts = verified({**mixed, "ts": ts})
    assert list(verdicts.group) == [ts[0], ts[1]] and verdicts.fair.tolist() == [True, False]
    found = verdicts.explain(1)
    assert (found.first, found.second) == (4, 1) and "4 is above its minimum" in found.text


@pytest.mark.parametrize("is_scattered", [False, True])
def test_a_table_is_judged_as_its_groups_alone(is_scattered):
    random = numpy.random.default_rng(23)
    sizes = random.integers(1, 8, 2000)
    ts = numpy.repeat(numpy.arange(2000), sizes)
    rows = {"ts": ts, "w": random.integers(0, 5, len(ts)), "lo": random.integers(0, 3, len(ts)), "total": random.integers(5, 40, 2000)[ts]}
    rows["hi"] = rows["lo"] + random.choice([0.0, 1, 5, numpy.inf], len(ts))
    rows["got"] = numpy.concatenate([solve(float(rows["total"][ts == k][0]), rows["w"][ts == k], rows["lo"][ts == k], rows["hi"][ts == k]).shares
                                     for k in range(2000)]) + random.choice([0.0, 1], len(ts), p=[0.9, 0.1])  # fmt: skip
    if is_scattered:
        order = random.permutation(len(ts))
        rows = {name: column[order] for name, column in rows.items()}
    verdicts = verified(rows, demand=None)
    assert 200 < verdicts.fair.sum() < 1800 and len(set(verdicts.group)) == 2000
    for k, group in enumerate(verdicts.group):
        at = numpy.flatnonzero(rows["ts"] == group)
        alone = check(Problem(float(rows["total"][at[0]]), *(rows[name][at] for name in ("w", "lo", "hi"))), rows["got"][at])
        assert verdicts.fair[k] == (alone is None)
        if alone is not None:
            names = [-1 if one is None else at[one] for one in (alone.first, alone.second)]
            assert [verdicts.code[k], verdicts.first_row[k], verdicts.second_row[k]] == [alone.code, *names]


class Frame:
    """A table with the dataframe interchange protocol and nothing else. A column is an array, or a list of texts; it has
    `nulls`, and may be in two chunks."""

    def __init__(self, columns, nulls=(0, None)):
        self.columns, self.nulls = columns, nulls

    def __dataframe__(self):
        return self

    def column_names(self):
        return self.columns.keys()

    def get_column_by_name(self, name):
        column = self.columns[name]
        return Chunks([Chunk(part, self.nulls) for part in (column[:2], column[2:])])


class Chunks:
    def __init__(self, chunks):
        self.get_chunks = lambda: chunks


class Chunk:
    """Begins one behind the beginning of its buffers."""

    offset = 1

    def __init__(self, column, nulls):
        self.size, self.describe_null = (lambda: len(column)), nulls
        self.validity = None
        if isinstance(column, list):
            self.dtype = (21, 8, "u", "=")
            texts = numpy.frombuffer("".join(["x", *column]).encode(), dtype="u1")
            ends = numpy.cumsum([0, 1, *(len(text.encode()) for text in column)])
            self.get_buffers = lambda: {"data": Buffer(texts, 1).typed(), "offsets": Buffer(ends, 0).typed(), "validity": None}
            return
        whole = numpy.append(column[:1], column)
        self.dtype = (22, 64, "tsu:", "=") if column.dtype.kind == "M" else ("iuf".index(column.dtype.kind), 64, "", "=")
        if nulls[0] in (3, 4) and column.dtype.kind == "f":  # what is marked is 77 in the data
            present = ~numpy.isnan(whole)
            whole = numpy.where(present, whole, 77)
            self.validity = Buffer(numpy.packbits(present, bitorder="little") if nulls[0] == 3 else present.view("u1"), 1).typed()
        self.get_buffers = lambda: {"data": Buffer(whole, self.dtype[0]).typed(), "offsets": None, "validity": self.validity}


class Buffer:
    def __init__(self, held, kind, device=1):
        self.held, self.kind, self.device = held, kind, device
        self.ptr, self.bufsize = held.ctypes.data, held.nbytes

    def typed(self):
        return self, (0 if self.kind == 22 else self.kind, 8 * self.held.itemsize, "", "=")

    def __dlpack_device__(self):
        return self.device, None


@pytest.mark.parametrize("nulls", [(0, None), (1, None), (3, 0), (4, 0)])
@pytest.mark.parametrize("keys", [numpy.array([1, 1, 2, 2, 2]), ["a", "a", "\u00e9", "\u00e9", "\u00e9"], numpy.array([1, 1, 2, 2, 2], "M8[us]")])
def test_a_table_may_have_the_interchange_protocol_alone(keys, nulls):
    columns = {name: numpy.array(column, dtype=float) for name, column in LOG.items()}
    verdicts = verified(Frame({**columns, "ts": keys}, nulls))
    assert list(verdicts.group) == [keys[0], keys[2]]
    assert (verdicts.first_row.tolist(), verdicts.second_row.tolist()) == ([-1, 4], [-1, 2])
    with pytest.raises(ValueError, match="the table has no column x"):
        verified(Frame({**columns, "ts": keys}), share="x")


def test_a_sentinel_of_the_interchange_protocol_is_absent():
    columns = {name: numpy.nan_to_num(numpy.array(column, dtype=float), nan=-1).astype(int) for name, column in LOG.items() if name != "hi"}
    columns["want"][1] = 4
    assert verified(Frame(columns, (2, -1)), max_share=None).fair.tolist() == [True, False]
    with pytest.raises(ValueError, match="group 2, row 4: got is absent"):
        verified(Frame({**columns, "got": numpy.array([6, 4, 3, 2, -1])}, (2, -1)), max_share=None)


def changed(name, row, value):
    column = list(LOG[name])
    column[row] = value
    return {**LOG, name: column}


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: verified(changed("w", 3, -1)), "group 2, row 3: weight is negative"),
        (lambda: verified(changed("w", 3, math.inf)), "group 2, row 3: weight is not a finite number"),
        (lambda: verified(changed("lo", 1, 5)), "group 1, row 1: max_share is below min_share"),
        (lambda: verified(changed("lo", 4, 10)), "group 2, row 4: max_share is below min_share"),
        (lambda: verified(changed("lo", 4, math.inf)), "group 2, row 4: min_share is not a finite number"),
        (lambda: verified(changed("hi", 1, "many")), "row 1: hi is no number: 'many'"),
        (lambda: verified(changed("want", 4, -1)), "group 2, row 4: demand is negative"),
        (lambda: verified(changed("got", 4, None)), "group 2, row 4: got is absent"),
        (lambda: verified(changed("got", 4, math.inf)), "group 2, row 4: its share is not a finite number"),
        (lambda: verified(changed("got", 4, 2.5), rounding="down"), "group 2, row 4: the share 2.5 is not a whole unit"),
        (lambda: verified(changed("total", 4, 13)), "group 2, row 4: total is 13.0, but 12.0 in row 2"),
        (lambda: verified(changed("total", 4, math.nan)), "group 2, row 4: total is absent"),
        (lambda: verified(total=-1), "group 1: total is negative"),
        (lambda: verified(total=math.nan), "group 1: total is not a finite number"),
        (lambda: verified(changed("ts", 2, None)), "row 2: ts is absent"),
        (lambda: verified({**LOG, "ts": ["a", "a", math.nan, "b", "b"]}), "row 2: ts is absent"),
        (lambda: verified({**LOG, "ts": numpy.array([1, 2, 3, 4, "NaT"], "M8[s]")}), "row 4: ts is absent"),
        (lambda: verified({**LOG, "ts": numpy.ma.array([1, 1, 2, 2, 2], mask=[0, 0, 0, 1, 0])}), "row 3: ts is absent"),
        (lambda: verified(changed("got", 4, 10**400)), "row 4: got is beyond the range of doubles"),
        (lambda: verified({**LOG, "got": numpy.ma.array([1, 1, 1, 1, 10**400])}), "row 4: got is beyond the range of doubles"),
        (lambda: verified(total=10**400), "total is beyond the range of doubles"),
        (lambda: verified({**LOG, "got": [1]}), "got has 1 rows, but the groups have 5"),
        (lambda: verified({**LOG, "got": numpy.ones((5, 2))}), "got has 2 dimensions"),
        (lambda: verified(share="gto"), "the table has no column gto"),
        (lambda: verified(rounding="up"), "unknown rounding up"),
        (lambda: verified({**LOG, "w": numpy.ma.array([1, 1, 1, 1, -1], mask=[0, 0, 0, 1, 0])}), "row 4: weight is negative"),
    ],
)
def test_wrong_input_of_a_table_is_a_value_error_that_names_group_and_row(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_keys_may_have_a_mask_that_hides_none():
    assert verified({**LOG, "ts": numpy.ma.array(LOG["ts"])}).group.tolist() == [1, 2]


def test_a_masked_number_is_absent():
    assert verified({**LOG, "w": numpy.ma.array([1, 2, 1, -1, 1], mask=[0, 0, 0, 1, 0])}).fair.tolist() == [True, False]


def test_a_table_may_be_empty():
    assert repr(verify({"ts": [], "got": []}, group_by="ts", share="got", total=1)) == "0 groups: 0 fair, 0 unfair"


def test_without_numpy_the_import_says_so():
    done = subprocess.run([sys.executable, "-c", "import sys; sys.modules['numpy'] = None; import fairshare.columns"], capture_output=True, text=True)
    assert "fairshare.columns needs numpy" in done.stderr


def test_the_benchmark_of_columns_runs():
    said = subprocess.run([sys.executable, ROOT / "bench/columns.py", "100000"], capture_output=True, text=True, check=True).stdout
    assert said.count("10000 groups: 9990 fair, 10 unfair") == 2

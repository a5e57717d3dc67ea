"""Fair division by weights, minimums and maximums, exactly; and checks of what a scheduler divided.

>>> solve(100, weight=[1, 2, 3], min_share=[0, 0, 60], max_share=[None, 30, None])
Solution(outcome='allocation', ratio=13.333333333333334, shares=[13.333333333333334, 26.666666666666668, 60.0])
>>> print(check(Problem(10, [1, 1]), [7, 3]).code)
FS204

Every float of an answer is the one nearest to the exact number. Wrong input raises a ValueError that names the place.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Optional

from . import _library
from ._problem import Column, Maximums, Number, Problem, double, doubles, has_exact, plain, record, shares_like

__all__ = ["Problem", "Solution", "Violation", "apportion", "assert_fair", "check", "compute", "exact", "judge", "schedulers", "solve", "units"]
__version__ = _library.version()

OUTCOMES = ("allocation", "overcommitted", "surplus")


@dataclass(frozen=True, repr=False)
class Solution:
    """`outcome` is "allocation", "overcommitted" (the minimums exceed the total) or "surplus" (all are at their maximums)."""

    outcome: str
    shares: Any  # as the weights were given: a list, or an array. Without an allocation the minimums, or the maximums
    ratio: Optional[Any] = None  # of an allocation: the least R
    excess: Optional[Any] = None  # of the minimums over the total
    unclaimed: Optional[Any] = None  # what is left of the total
    _problem: Optional[Problem] = field(default=None, compare=False)

    @property
    def interval(self) -> Optional[tuple[Fraction, Optional[Fraction]]]:
        """The least and the greatest R that give the shares of an allocation, exactly; None for no upper end.

        >>> solve(1, [1, 2], max_share=[None, 0]).interval, solve(1, [1, 0], [1, 0], [1, None]).interval
        ((Fraction(1, 1), Fraction(1, 1)), (Fraction(0, 1), None))
        """
        if self.outcome != "allocation" or self._problem is None:
            return None
        problem = self._problem
        exactly = exact.solve(problem.total, problem.weight, problem.min_share, problem.max_share)
        most = problem.max_share if problem.max_share is not None else [None] * len(problem)
        least = Fraction(exactly.ratio or 0)
        ends: list[Fraction] = [
            share / Fraction(weight)
            for share, weight, limit in zip(exactly.shares, map(plain, problem.weight), map(plain, most))
            if Fraction(weight) > 0 and (limit in (None, math.inf) or Fraction(limit) != share)
        ]
        return least, min(ends, default=None)

    def __repr__(self) -> str:
        told = {"outcome": self.outcome, "ratio": self.ratio, "excess": self.excess, "unclaimed": self.unclaimed, "shares": self.shares}
        return f"Solution({', '.join(f'{name}={value!r}' for name, value in told.items() if value is not None)})"


@dataclass(frozen=True)
class Violation:
    """Why shares are not fair. `str` is what the command prints: the table and the reason."""

    code: str  # "FS204"; docs/codes has a page on each
    first: Optional[int]  # the claimant; of a pair the one that holds too much
    second: Optional[int]  # the other one of a pair
    text: str

    def __str__(self) -> str:
        return self.text


def solve(total: Number, weight: Column, min_share: Optional[Column] = None, max_share: Optional[Maximums] = None) -> Solution:
    """The fair division. Exact, in Fractions, if any number is a Fraction, a Decimal or a string such as "1/3"."""
    problem = Problem(total, weight, min_share, max_share)
    if problem.is_exact():
        return exact.solve(total, weight, min_share, max_share)
    columns = problem.columns()
    written, shares = shares_like(weight)
    result = _library.solve(double(total, "total"), len(problem), [pointer for pointer, _ in columns], written)
    shares = shares if hasattr(shares, "dtype") else shares.tolist()
    outcome = OUTCOMES[result.outcome]
    if outcome == "allocation":
        return Solution(outcome, shares, ratio=result.ratio, _problem=problem)
    return Solution(outcome, shares, **({"excess": result.excess} if outcome == "overcommitted" else {"unclaimed": result.unclaimed}))


def units(
    total: Number, weight: Column, min_share: Optional[Column] = None, max_share: Optional[Maximums] = None, *, method: str = "webster"
) -> list[int]:
    """Whole units that add up to the total, by "webster", "dhondt", "adams" or "hamilton"; among equal claims the first in the list
    gets the unit. ValueError if there is no fair allocation, or if a divisor method gets a bound that is not whole."""
    answer = json.loads(_library.units(method, record(Problem(total, weight, min_share, max_share))))
    if answer["outcome"] != "allocation":
        raise ValueError(f"no units to hand out: {answer['outcome']}")
    return [int(share) for share in answer["shares"]]


def apportion(total: Number, weight: Column, min_share: Optional[Column] = None, max_share: Optional[Maximums] = None) -> list[int]:
    """Whole units that add up to the total, each less than one from fair, by largest remainders. ValueError if there is
    no fair allocation."""
    answer = json.loads(_library.apportion(record(Problem(total, weight, min_share, max_share))))
    if answer["outcome"] != "allocation":
        raise ValueError(f"nothing to apportion: {answer['outcome']}")
    return [int(share) for share in answer["shares"]]


def check(problem: Problem, shares: Column, rounding: Optional[str] = None) -> Optional[Violation]:
    """None if the shares are fair. `rounding` says what a share stands for: "double" (for floats the default), "exact"
    (otherwise the default), "float", "written", "nearest", "down", "apportioned", or a method of `units`."""
    if len(shares) != len(problem):
        raise ValueError(f"{len(shares)} shares for {len(problem)} claimants")
    if problem.is_exact() or has_exact(shares):
        return _check_exactly(record(problem, shares, rounding), rounding or "exact")
    columns = problem.columns()
    pointer, held = doubles(shares, "shares")
    found = _library.check(double(problem.total, "total"), len(problem), [column for column, _ in columns], pointer, rounding)
    if found is None:
        return None
    code, first, second, text = found
    return Violation(code, first if first < len(problem) else None, second if second < len(problem) else None, text)


def _check_exactly(line: str, rounding: str) -> Optional[Violation]:
    findings = json.loads(_library.judge(line, None, rounding))["findings"]
    if not findings:
        return None
    claimant, richer = (None if name is None else int(name) for name in (findings[0].get("claimant"), findings[0].get("with")))
    pair = (claimant, None) if richer is None else (richer, claimant)
    return Violation(findings[0]["code"], *pair, text=_library.judge(line, None, rounding, for_people=True))


def assert_fair(problem: Problem, shares: Column, rounding: Optional[str] = None) -> None:
    """For tests: raises an AssertionError with the table if the shares are not fair."""
    violation = check(problem, shares, rounding)
    assert violation is None, f"\n{violation}"


def _line(told: Any) -> str:
    """A record as text; in a dict Fractions and Decimals are written as they print."""
    return told if isinstance(told, str) else json.dumps(told, default=str)


def judge(record: Any, scheduler: Optional[str] = None, rounding: Optional[str] = None) -> dict[str, Any]:
    """What `fairshare verify --format json` prints for a record (a dict, or its JSON): see docs/verdicts.md."""
    verdict: dict[str, Any] = json.loads(_library.judge(_line(record), scheduler, rounding))
    return verdict


def compute(scheduler: str, record: Any) -> dict[str, Any]:
    """What the scheduler computes for a record, bit for bit: what `fairshare solve --scheduler NAME` prints."""
    answer: dict[str, Any] = json.loads(_library.compute(scheduler, _line(record)))
    return answer


def schedulers() -> list[dict[str, Any]]:
    """The schedulers that have a model; `["name"]` is what `compute` takes."""
    return [json.loads(line) for line in _library.schedulers().splitlines()]


from . import exact  # noqa: E402  # last, since it needs Solution

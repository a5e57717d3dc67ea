"""The same in Fractions: every number is exact, a float the fraction that it equals."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Optional

from . import Solution, _library
from ._problem import Column, Maximums, Number, Problem, plain, record, rows


def solve(total: Number, weight: Column, min_share: Optional[Column] = None, max_share: Optional[Maximums] = None) -> Solution:
    """The fair division; `shares` is a list of Fractions.

    >>> solve("1/3", [1, 2, 4]).shares
    [Fraction(1, 21), Fraction(2, 21), Fraction(4, 21)]
    """
    problem = Problem(total, weight, min_share, max_share)
    answer = json.loads(_library.exact(record(problem)))
    if answer["outcome"] == "allocation":
        return Solution("allocation", [Fraction(share) for share in answer["shares"]], ratio=Fraction(answer["ratio"]), _problem=problem)
    least = [Fraction(plain(low)) for _, low, _ in rows(problem)]
    if answer["outcome"] == "overcommitted":
        return Solution("overcommitted", least, excess=Fraction(answer["excess"]))
    most = []
    for one, low, high in rows(problem):  # at weight 0 the minimum; each of the others has a maximum
        most.append(Fraction(plain(low if high is None or Fraction(plain(one)) == 0 else high)))
    return Solution("surplus", most, unclaimed=Fraction(answer["unclaimed"]))

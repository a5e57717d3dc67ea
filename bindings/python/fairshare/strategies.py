"""Hypothesis strategies for problems: `@given(problems())`. They shrink to few claimants and small whole numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Optional

from hypothesis import strategies as st

from ._problem import Problem

FAMILIES = ("whole", "equal", "extreme", "fractions")


def _numbers(family: str) -> st.SearchStrategy[float]:
    if family == "whole":
        return st.integers(0, 1000).map(float)
    if family == "equal":
        return st.sampled_from([0.0, 1.0, 2.0])
    if family == "extreme":  # 2^-1074 to 2^1000, so that sums stay finite
        return st.just(0.0) | st.builds(math.ldexp, st.floats(1, 2, exclude_max=True), st.integers(-1074, 1000))
    if family == "fractions":
        return st.floats(0, 1000, allow_nan=False)
    raise ValueError(f"unknown family {family}; known: {', '.join(FAMILIES)}")


@st.composite
def problems(draw: st.DrawFn, *, family: Optional[str] = None, max_size: int = 8, feasible: bool = False,
             positive_weights: bool = False) -> Problem:  # fmt: skip
    """Problems of one of FAMILIES, or of any. `feasible`: the minimums do not exceed the total, and the maximums, if all
    have one, reach it. `positive_weights`: none is 0."""
    numbers = _numbers(family if family is not None else draw(st.sampled_from(FAMILIES)))
    weights = numbers.filter(bool) if positive_weights else numbers
    size = draw(st.integers(1 if feasible else 0, max_size))
    columns: list[tuple[float, float, Optional[float]]] = []
    for _ in range(size):
        least = draw(st.just(0.0) | numbers)
        more = draw(st.none() | numbers)
        columns.append((draw(weights), least, None if more is None else max(least, more)))
    weight, min_share, max_share = [one[0] for one in columns], [one[1] for one in columns], [one[2] for one in columns]
    total = draw(numbers)
    if feasible:
        least = -_rounded_down([-low for low in min_share])
        most = _rounded_down([low if w == 0 else math.inf if high is None else high for w, low, high in columns])
        if most < least:  # no double lies between the sums
            weight[0], max_share[0], most = weight[0] or 1.0, None, math.inf
        total = max(min(total, most), least)
    return Problem(total, weight, min_share, max_share)


def _rounded_down(numbers: list[float]) -> float:
    """The greatest double that does not exceed the sum."""
    if math.inf in numbers:
        return math.inf
    exactly = Fraction(sum(map(Fraction, numbers)))
    nearest = float(exactly)
    return nearest if nearest <= exactly else math.nextafter(nearest, -math.inf)

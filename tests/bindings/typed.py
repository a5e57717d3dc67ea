"""Code as an application has it; mypy --strict must report nothing. It is not run."""

from fractions import Fraction
from typing import Any, Optional

import fairshare.columns
import fairshare.exact
import numpy
from fairshare import Problem, Solution, Violation

answer: Solution = fairshare.solve(100, [1, 2], max_share=[None, 30])
of_arrays: Solution = fairshare.solve(100, numpy.ones(3))
of_fractions: Solution = fairshare.exact.solve("1/3", [Fraction(1), 2])
found: Optional[Violation] = fairshare.check(Problem(1, [1]), [1.0], rounding="down")
name: str = fairshare.schedulers()[0]["name"]
units: list[int] = fairshare.apportion(10, [1, 1])
verdicts: fairshare.columns.Verdicts = fairshare.columns.verify({"ts": [1], "got": [2.0]}, group_by="ts", share="got", total=2.0)
rows: "numpy.ndarray[Any, numpy.dtype[numpy.int64]]" = verdicts.first_row[verdicts.unfair]
why: Optional[Violation] = verdicts.explain(0)

"""A problem in the two forms that the library takes: columns of doubles, and a record."""

from __future__ import annotations

import array
import ctypes
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Optional, Union

if TYPE_CHECKING:
    import numpy

Number = Union[int, float, Fraction, Decimal, str]
Column = Union[Sequence[Number], "numpy.ndarray[Any, Any]"]
Maximums = Union[Sequence[Optional[Number]], "numpy.ndarray[Any, Any]"]  # None: without a maximum


@dataclass(frozen=True)
class Problem:
    """A total, and a column each of weights, minimums and maximums: a list, a tuple or a numpy array.

    A column that is left out is all 1, all 0, or without a maximum. None or infinity: without a maximum. Numbers are
    floats, or for exact answers Fraction, Decimal, or a text such as "1/3".
    """

    total: Number
    weight: Column
    min_share: Optional[Column] = None
    max_share: Optional[Maximums] = None

    def __post_init__(self) -> None:
        for name in ("min_share", "max_share"):
            column = getattr(self, name)
            if column is not None and len(column) != len(self.weight):
                raise ValueError(f"{name} has {len(column)} numbers, weight has {len(self.weight)}")

    def __len__(self) -> int:
        return len(self.weight)

    def is_exact(self) -> bool:
        return has_exact([self.total], self.weight, self.min_share, self.max_share)

    def columns(self) -> list[tuple[Any, Any]]:
        """The columns for C, each with the object that must outlive the call."""
        return [doubles(self.weight, "weight"), doubles(self.min_share, "min_share"), doubles(self.max_share, "max_share")]


def has_exact(*columns: Any) -> bool:
    """Whether any number is a Fraction, a Decimal or a string."""
    lists = [column for column in columns if column is not None and not _is_array(column)]
    return any(issubclass(kind, (Fraction, Decimal, str)) for column in lists for kind in set(map(type, column)))


def _is_array(column: Any) -> bool:
    return hasattr(column, "__array_interface__")


def doubles(column: Any, what: str) -> tuple[Any, Any]:
    """The column for C, with the object that must outlive the call. A contiguous array of float64 is not copied."""
    if column is None:
        return None, None
    if not _is_array(column):
        try:
            return _pointer(array.array("d", iter(column)))
        except TypeError:  # some number is None
            return _pointer(array.array("d", (math.inf if number is None else float(number) for number in column)))
    import numpy

    held = numpy.ascontiguousarray(column, dtype=numpy.float64)
    if held.ndim != 1:
        raise ValueError(f"{what} has {held.ndim} dimensions; one is expected")
    return held.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), held


def shares_like(column: Any) -> tuple[Any, Any]:
    """Room for the answer, in the form of the column that was given: an array of numpy, or one that makes a list."""
    if not _is_array(column):
        return _pointer(array.array("d", bytes(8 * len(column))))
    import numpy

    held = numpy.empty(len(column))
    return held.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), held


def _pointer(held: array.array[float]) -> tuple[Any, Any]:
    return ((ctypes.c_double * len(held)).from_buffer(held) if held else None), held


def written(number: Any) -> str | int:
    """Exactly: a float as the fraction that it equals."""
    if isinstance(number, str):
        return number
    if isinstance(number, float) and not math.isfinite(number):
        raise ValueError(f"{number} is not a finite number")
    fraction = Fraction(number)
    return int(fraction) if fraction.denominator == 1 else str(fraction)


def record(problem: Problem, shares: Any = None) -> str:
    """The problem as a record of docs/records.md, with shares if there are any."""
    claimants = []
    for index in range(len(problem)):
        claimant: dict[str, Any] = {"weight": written(problem.weight[index])}
        if problem.min_share is not None:
            claimant["min_share"] = written(problem.min_share[index])
        most = None if problem.max_share is None else problem.max_share[index]
        if most is not None and not (isinstance(most, float) and math.isinf(most) and most > 0):
            claimant["max_share"] = written(most)
        claimants.append(claimant)
    told: dict[str, Any] = {"total": written(problem.total), "claimants": claimants}
    if shares is not None:
        told["shares"] = [written(share) for share in shares]
    return json.dumps(told)

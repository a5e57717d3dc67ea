"""A problem in the two forms that the library takes: columns of doubles, and a record."""

from __future__ import annotations

import array
import ctypes
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
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
    floats, to which ints beyond 2^53 are rounded, or for exact answers Fraction, Decimal, or a text such as "1/3".
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
    lists = [column for column in columns if column is not None and not _is_array_of_numbers(column)]
    return any(issubclass(kind, (Fraction, Decimal, str)) for column in lists for kind in set(map(type, column)))


def _is_array(column: Any) -> bool:
    return hasattr(column, "__array_interface__")


def _is_array_of_numbers(column: Any) -> bool:
    """An array of objects or strings may hold exact numbers."""
    return _is_array(column) and column.dtype.kind in "biuf"


def doubles(column: Any, what: str) -> tuple[Any, Any]:
    """The column for C, with the object that must outlive the call. A contiguous array of float64 is not copied."""
    if column is None:
        return None, None
    if not _is_array(column):
        try:
            return _pointer(array.array("d", iter(column)))
        except (TypeError, OverflowError):  # some number is None, or refused
            return _pointer(_each_double(column, what))
    import numpy

    try:
        held = numpy.ascontiguousarray(column, dtype=numpy.float64)
    except (TypeError, ValueError, OverflowError):
        held = numpy.array(_each_double(column, what))
    if held.ndim != 1:
        raise ValueError(f"{what} has {held.ndim} dimensions; one is expected")
    if isinstance(column, numpy.ma.MaskedArray) and column.mask.any():
        raise ValueError(f"{place(what, int(column.mask.argmax()))} is masked; fill in a number")
    return held.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), held


def _each_double(column: Any, what: str) -> array.array[float]:
    return array.array("d", (double(number, place(what, index)) for index, number in enumerate(column)))


def double(number: Any, where: str) -> float:
    """None is infinity."""
    try:
        return math.inf if number is None else float(number)
    except OverflowError:
        raise ValueError(f"{where} is beyond the range of doubles") from None
    except (TypeError, ValueError):
        raise ValueError(f"{where} is no number: {number!r}") from None


def place(what: str, index: int) -> str:
    return f"claimant {index}: {'its share' if what == 'shares' else what}"


def shares_like(column: Any) -> tuple[Any, Any]:
    """Room for the answer, in the form of the column that was given: an array of numpy, or one that makes a list."""
    if not _is_array(column):
        return _pointer(array.array("d", bytes(8 * len(column))))
    import numpy

    held = numpy.empty(len(column))
    return held.ctypes.data_as(ctypes.POINTER(ctypes.c_double)), held


def _pointer(held: array.array[float]) -> tuple[Any, Any]:
    return ((ctypes.c_double * len(held)).from_buffer(held) if held else None), held


def plain(number: Any) -> Any:
    """A scalar of numpy as a number of Python."""
    if hasattr(number, "item"):
        number = number.item()
    if hasattr(number, "item"):  # a longdouble, whose item is itself
        number = Fraction(*number.as_integer_ratio()) if abs(number) < math.inf else float(number)
    return number


def short(number: float) -> float | int:
    """7 for 7.0, which a table shows as it is written."""
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def written(number: Any, where: str, keeps_digits: bool = False) -> str | int | float:
    """Exactly: a float as the fraction that it equals, or with the digits that it prints."""
    number = plain(number)
    if isinstance(number, str):
        return number
    if isinstance(number, Decimal) and number.is_finite():
        return str(number)
    if keeps_digits and isinstance(number, float) and math.isfinite(number):
        return short(number)
    try:
        fraction = Fraction(number)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{where} is not a finite number") from None
    return int(fraction) if fraction.denominator == 1 else str(fraction)


def rows(problem: Problem) -> Iterator[tuple[Any, Any, Any]]:
    """Weight, minimum and maximum of each claimant, in their order: a Series of pandas has labels for indices."""
    least = repeat(0) if problem.min_share is None else problem.min_share
    most = repeat(None) if problem.max_share is None else problem.max_share
    return zip(problem.weight, least, most)


def record(problem: Problem, shares: Any = None, rounding: Optional[str] = None) -> str:
    """The problem as a record of docs/records.md, with shares if there are any."""
    claimants = []
    for index, (weight, least, most) in enumerate(rows(problem)):
        claimant: dict[str, Any] = {"weight": written(weight, place("weight", index))}
        if problem.min_share is not None:
            claimant["min_share"] = written(least, place("min_share", index))
        if most not in (None, math.inf):
            claimant["max_share"] = written(most, place("max_share", index))
        claimants.append(claimant)
    told: dict[str, Any] = {"total": written(problem.total, "total"), "claimants": claimants}
    if shares is not None:
        told["shares"] = [written(share, place("shares", index), rounding == "written") for index, share in enumerate(shares)]
    return json.dumps(told)

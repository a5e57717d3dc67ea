"""Checks the shares of a whole table, one problem per group of rows, millions of rows in one call.

>>> verdicts = verify({"ts": [1, 1, 2, 2], "got": [5, 5, 7, 3]}, group_by="ts", share="got", total=10)
>>> verdicts
2 groups: 1 fair, 1 unfair
>>> print(verdicts.explain(1).code)
FS204
"""

from __future__ import annotations

import ctypes
import json
import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional, Union

from . import Violation, _library
from ._problem import double, doubles, short

try:
    import numpy
except ImportError:
    raise ImportError("fairshare.columns needs numpy (Debian: python3-numpy)") from None

if TYPE_CHECKING:
    from numpy.typing import NDArray

FOUND = numpy.dtype([("is_fair", "i4"), ("code", "S8"), ("first", "u8"), ("second", "u8"), ("text", "u8")], align=True)
REFUSAL = re.compile(r"problem (\d+): (?:record:1: )?(?:claimant (\d+)(?:, shares\[\d+\])?: )?(.*)", re.DOTALL)


@dataclass(frozen=True, repr=False, eq=False)
class Verdicts:
    """Columns with one entry per group, in the order of the groups' first rows. Rows count from 0; -1: no claimant."""

    group: NDArray[Any]
    fair: NDArray[numpy.bool_]
    code: NDArray[numpy.str_]  # "FS204"; "" if it is fair
    first_row: NDArray[numpy.int64]  # the claimant that the code is about; for a pair the one that holds too much
    second_row: NDArray[numpy.int64]  # the other one of a pair
    _problems: _Problems = field(repr=False)

    def __len__(self) -> int:
        return len(self.group)

    def __repr__(self) -> str:
        fair = int(self.fair.sum())
        return f"{len(self)} groups: {fair} fair, {len(self) - fair} unfair"

    @property
    def unfair(self) -> NDArray[numpy.int64]:
        """The indices of the groups that are not fair."""
        return numpy.flatnonzero(~self.fair)

    def explain(self, k: int) -> Optional[Violation]:
        """Why the shares of group k are not fair, by row; None if they are fair. The table must not have changed."""
        if self.fair[k]:
            return None
        first, second = (None if row < 0 else int(row) for row in (self.first_row[k], self.second_row[k]))
        return Violation(str(self.code[k]), first, second, self._problems.told(range(len(self))[k]))

    def to_dict(self) -> dict[str, NDArray[Any]]:
        return {name: getattr(self, name) for name in ("group", "fair", "code", "first_row", "second_row")}

    def to_pandas(self) -> Any:
        import pandas  # type: ignore[import]

        return pandas.DataFrame(self.to_dict())


@dataclass(frozen=True)
class _Groups:
    """Groups one after the other, in the order of their first rows; rows within them in their order."""

    names: NDArray[Any]
    begin: NDArray[numpy.intp]  # of each, and behind the last
    order: Optional[NDArray[numpy.intp]]  # the caller's row at each place; None: the place is the row

    def row(self, at: Any) -> Any:
        return at if self.order is None else self.order[at]

    def error(self, at: int, why: str) -> ValueError:
        name = self.names[numpy.searchsorted(self.begin, at, side="right") - 1]
        return ValueError(f"group {name}, row {self.row(at)}: {why}")


@dataclass(frozen=True)
class _Problems:
    """One a group, as fairshare_check_batch takes them."""

    groups: _Groups
    total: NDArray[numpy.float64]
    weight: Optional[NDArray[numpy.float64]]
    min_share: Optional[NDArray[numpy.float64]]
    max_share: Optional[NDArray[numpy.float64]]
    share: NDArray[numpy.float64]
    rounding: Optional[str]

    def told(self, k: int) -> str:
        """The table of problem k, with its claimants named by their rows."""
        begin, end = self.groups.begin[k : k + 2].tolist()
        claimants = []
        for at in range(begin, end):
            claimant: dict[str, Any] = {"name": str(self.groups.row(at))}
            for name in ("weight", "min_share", "max_share"):
                column = getattr(self, name)
                if column is not None and column[at] < math.inf:
                    claimant[name] = short(float(column[at]))
            claimants.append(claimant)
        shares = [short(share) for share in self.share[begin:end].tolist()]
        record = {"numbers": "double", "total": short(float(self.total[k])), "claimants": claimants, "shares": shares}
        return _library.judge(json.dumps(record), None, self.rounding, for_people=True)


def verify(table: Any, *, group_by: str, share: str, total: Union[str, float], weight: Optional[str] = None, min_share: Optional[str] = None,
           max_share: Optional[str] = None, demand: Optional[str] = None, rounding: Optional[str] = None) -> Verdicts:  # fmt: skip
    """Whether the shares of each group are fair: its rows are the claimants of one problem.

    The table is a dict of arrays, a DataFrame of pandas or polars, a pyarrow.Table, or anything else whose `table[name]`
    numpy.asarray takes; or an object with `__dataframe__`. The other arguments name its columns; `total` may be a number instead.
    A column that is left out, None and NaN are absent numbers: weight 1, min_share 0, no maximum, no demand. A demand lowers
    both bounds to it. The total is the same in all rows of a group, which need not be adjacent. `rounding`: as for `check`.

    Raises a ValueError that names the group and the row if a number is refused.
    """
    groups = _groups(_keys(_column(table, group_by), group_by))

    def read(name: Optional[str], absent: Optional[float]) -> Optional[NDArray[numpy.float64]]:
        return None if name is None else _read(table, name, absent, groups)

    shares = _read(table, share, None, groups)
    least, most = _bounds(read(min_share, 0), read(max_share, math.inf), read(demand, math.inf), groups)
    if isinstance(total, str):
        totals = _totals(_read(table, total, None, groups), groups)
    else:
        totals = numpy.full(len(groups.names), double(total, "total"))
    return _judged(_Problems(groups, totals, read(weight, 1), least, most, shares, rounding))


def _groups(keys: NDArray[Any]) -> _Groups:
    if keys.dtype.kind == "O":
        numbers: dict[Any, int] = {}
        coded = _groups(numpy.fromiter((numbers.setdefault(key, len(numbers)) for key in keys), numpy.intp, len(keys)))
        names = numpy.empty(len(numbers), dtype=object)
        names[:] = list(numbers)
        return _Groups(names, coded.begin, coded.order)
    is_begin = numpy.ones(len(keys), dtype=bool)
    is_begin[1:] = keys[1:] != keys[:-1]
    runs = numpy.flatnonzero(is_begin)
    _, first, which = numpy.unique(keys[runs], return_index=True, return_inverse=True)
    if len(first) == len(runs):  # none comes again
        return _Groups(keys[runs], numpy.append(runs, len(keys)), None)
    by_first = numpy.argsort(first)
    rank = numpy.empty_like(by_first)
    rank[by_first] = numpy.arange(len(first))
    group = numpy.repeat(rank[which], numpy.diff(runs, append=len(keys)))
    begin = numpy.append(0, numpy.cumsum(numpy.bincount(group)))
    return _Groups(keys[runs[first[by_first]]], begin, numpy.argsort(group, kind="stable"))


def _read(table: Any, name: str, absent: Optional[float], groups: _Groups) -> NDArray[numpy.float64]:
    """The column in the order of the groups, with `absent` where a number is; None: then it is refused."""
    numbers = _numbers(_column(table, name), name)
    if len(numbers) != groups.begin[-1]:
        raise ValueError(f"{name} has {len(numbers)} rows, but the groups have {groups.begin[-1]}")
    if groups.order is not None:
        numbers = numbers[groups.order]
    missing = numpy.isnan(numbers)
    if not missing.any():
        return numbers
    if absent is None:
        raise groups.error(int(missing.argmax()), f"{name} is absent")
    return numpy.where(missing, absent, numbers)


def _bounds(least: Any, most: Any, demand: Any, groups: _Groups) -> tuple[Any, Any]:
    """Minimums and maximums, both at most the demand, which hides nothing that is wrong with them."""
    if demand is None:
        return least, most
    faults = [(demand < 0, "demand is negative")]
    if least is not None:
        faults.append((least == math.inf, "min_share is not a finite number"))
        faults.append((least > (math.inf if most is None else most), "max_share is below min_share"))
    for at, why in faults:
        if at.any():
            raise groups.error(int(at.argmax()), why)
    return None if least is None else numpy.minimum(least, demand), demand if most is None else numpy.minimum(most, demand)


def _totals(of_rows: NDArray[numpy.float64], groups: _Groups) -> NDArray[numpy.float64]:
    """One a group."""
    begin = groups.begin[:-1]
    totals: NDArray[numpy.float64] = of_rows[begin]
    differs = of_rows != numpy.repeat(totals, numpy.diff(groups.begin))
    if differs.any():
        at = int(differs.argmax())
        first = begin[numpy.searchsorted(begin, at, side="right") - 1]
        raise groups.error(at, f"total is {of_rows[at]}, but {of_rows[first]} in row {groups.row(first)}")
    return totals


def _judged(problems: _Problems) -> Verdicts:
    groups = problems.groups
    found = numpy.zeros(len(groups.names), dtype=FOUND)
    columns = [doubles(getattr(problems, name), name) for name in ("weight", "min_share", "max_share", "share", "total")]
    weight, least, most, share, total = (pointer for pointer, _ in columns)
    begin = groups.begin.astype(numpy.uintp)
    try:
        _library.check_batch(len(found), total, begin.ctypes.data, (weight, least, most), share, problems.rounding, found.ctypes.data)
    except ValueError as error:
        raise _by_row(str(error), groups) from None

    def rows(claimants: NDArray[numpy.uint64]) -> NDArray[numpy.int64]:
        is_one = claimants < numpy.diff(begin)
        return numpy.where(is_one, groups.row(numpy.where(is_one, begin[:-1] + claimants, 0).astype(numpy.intp)), -1)

    fair = found["is_fair"] == 1
    return Verdicts(groups.names, fair, found["code"].astype(str), rows(found["first"]), rows(found["second"]), problems)


def _by_row(sentence: str, groups: _Groups) -> ValueError:
    """C counts problems, and claimants in them."""
    place = REFUSAL.fullmatch(sentence)
    if place is None:
        return ValueError(sentence)
    problem, claimant, why = place.groups()
    if claimant is None:
        return ValueError(f"group {groups.names[int(problem)]}: {why}")
    return groups.error(int(groups.begin[int(problem)]) + int(claimant), why)


# ---- Reading columns


def _column(table: Any, name: str) -> Any:
    if not hasattr(table, "__getitem__") and hasattr(table, "__dataframe__"):
        return _interchanged(table.__dataframe__(), name)
    try:
        return table[name]
    except KeyError:
        raise ValueError(f"the table has no column {name}") from None


def _flat(column: NDArray[Any], name: str) -> NDArray[Any]:
    if column.ndim != 1:
        raise ValueError(f"{name} has {column.ndim} dimensions; one is expected")
    return column


def _has_mask(column: Any) -> bool:
    return isinstance(column, numpy.ma.MaskedArray)


def _unmasked(column: Any, dtype: Any) -> Any:
    """With NaN where a mask is."""
    return column.astype(dtype).filled(numpy.nan) if _has_mask(column) else column


def _numbers(column: Any, name: str) -> NDArray[numpy.float64]:
    """As doubles, NaN where there is none; contiguous float64 as it is."""
    try:
        return _flat(numpy.ascontiguousarray(_unmasked(column, numpy.float64), dtype=numpy.float64), name)
    except (TypeError, ValueError, OverflowError):
        found = _flat(numpy.asarray(_unmasked(column, object), dtype=object), name)
    numbers = numpy.empty(len(found))
    for row, value in enumerate(found):
        numbers[row] = math.nan if _is_absent(value) else double(value, f"row {row}: {name}")
    return numbers


def _is_absent(value: Any) -> bool:
    """None, NaN, NaT, and pandas.NA, which equals nothing and not even that."""
    same = value == value
    return value is None or not isinstance(same, (bool, numpy.bool_)) or not same


def _keys(column: Any, name: str) -> NDArray[Any]:
    if _has_mask(column) and _flat(column, name).mask.any():  # type: ignore[attr-defined]
        raise ValueError(f"row {int(column.mask.argmax())}: {name} is absent")
    is_list = isinstance(column, (list, tuple))  # of which numpy would make texts if one is a text
    keys = _flat(numpy.asarray(column, dtype=object if is_list else None), name)
    if keys.dtype.kind == "O":
        absent = numpy.fromiter(map(_is_absent, keys), bool, len(keys))
    elif keys.dtype.kind in "fcmM":
        absent = keys != keys
    else:
        return keys
    if absent.any():
        raise ValueError(f"row {int(absent.argmax())}: {name} is absent")
    return keys


# Of the dataframe interchange protocol: kinds of columns, and ways to say that a number is absent.
LETTERS = {0: "i", 1: "u", 2: "f", 22: "i"}
TEXT, MOMENT = 21, 22
UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}
SENTINEL, BITS, BYTES = 2, 3, 4


def _interchanged(frame: Any, name: str) -> NDArray[Any]:
    """The column of a `__dataframe__`: numbers, texts or moments."""
    if name not in frame.column_names():
        raise ValueError(f"the table has no column {name}")
    parts = [_chunk(chunk, name) for chunk in frame.get_column_by_name(name).get_chunks()]
    return numpy.concatenate(parts) if parts else numpy.empty(0)


def _chunk(column: Any, name: str) -> NDArray[Any]:
    kind, _, layout, _ = column.dtype
    buffers, begin, end = column.get_buffers(), column.offset, column.offset + column.size()
    values: NDArray[Any]
    if kind == TEXT:
        letters = _buffer(buffers["data"], name).tobytes()
        at = _buffer(buffers["offsets"], name)[begin : end + 1].tolist()
        values = numpy.array([letters[i:j].decode() for i, j in zip(at, at[1:])], dtype=object)
    elif kind in LETTERS:
        values = _buffer(buffers["data"], name)[begin:end].copy()
    else:
        raise ValueError(f"{name} is of kind {kind} of the interchange protocol, which is not read")
    how, sign = column.describe_null
    absent = numpy.zeros(len(values), dtype=bool)
    if how == SENTINEL:
        absent = values == sign
    elif how in (BITS, BYTES) and buffers["validity"] is not None:
        marks = _buffer(buffers["validity"], name).view(numpy.uint8)
        absent = (numpy.unpackbits(marks, bitorder="little") if how == BITS else marks)[begin:end] == sign
    if kind == MOMENT:
        values = values.view(f"M8[{UNITS[layout[2]]}]")
    if absent.any():
        values = values.astype(object)
        values[absent] = None
    return values


def _buffer(given: Any, name: str) -> NDArray[Any]:
    """A buffer with its type, as it lies in memory."""
    buffer, (kind, bits, _, _) = given
    if buffer.__dlpack_device__()[0] != 1:
        raise ValueError(f"{name} is not in the memory of this processor")
    dtype = f"{LETTERS.get(kind, 'u')}{max(bits // 8, 1)}"
    if not buffer.bufsize:
        return numpy.empty(0, dtype)
    return numpy.frombuffer((ctypes.c_char * buffer.bufsize).from_address(buffer.ptr), dtype)

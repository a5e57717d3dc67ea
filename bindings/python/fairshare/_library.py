"""libfairshare.so by ctypes: each C function with its types. docs/c.md says what they promise."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from collections.abc import Callable, Sequence
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_size_t, c_void_p

BAD_INPUT, NO_MEMORY = 1, 2
Doubles = POINTER(c_double)


class Result(ctypes.Structure):
    _fields_ = [("outcome", c_int), ("ratio", c_double), ("excess", c_double), ("unclaimed", c_double)]


class CViolation(ctypes.Structure):
    _fields_ = [("is_fair", c_int), ("code", ctypes.c_char * 8), ("first", c_size_t), ("second", c_size_t), ("text", c_void_p)]


def _load() -> ctypes.CDLL:
    """The library that FAIRSHARE_LIBRARY names, else the one in this package, else the system's."""
    beside = pathlib.Path(__file__).with_name("libfairshare.so.0")
    return ctypes.CDLL(os.environ.get("FAIRSHARE_LIBRARY") or (str(beside) if beside.is_file() else "libfairshare.so.0"))


_c = _load()
_c.fairshare_version.restype = c_char_p
_c.fairshare_error.restype = c_char_p
_c.fairshare_free.argtypes = [c_void_p]
_c.fairshare_free.restype = None
_c.fairshare_solve.argtypes = [c_double, c_size_t, Doubles, Doubles, Doubles, Doubles, POINTER(Result)]
_c.fairshare_check.argtypes = [c_double, c_size_t, Doubles, Doubles, Doubles, Doubles, c_char_p, POINTER(CViolation)]
_c.fairshare_check_batch.argtypes = [c_size_t, Doubles, c_void_p, Doubles, Doubles, Doubles, Doubles, c_char_p, c_void_p]
for _name in ("exact", "apportion"):
    getattr(_c, f"fairshare_{_name}").argtypes = [c_char_p, c_size_t, POINTER(c_void_p)]
_c.fairshare_units.argtypes = [c_char_p, c_char_p, c_size_t, POINTER(c_void_p)]
_c.fairshare_compute.argtypes = [c_char_p, c_char_p, c_size_t, POINTER(c_void_p)]
for _name in ("judge", "judge_text"):
    getattr(_c, f"fairshare_{_name}").argtypes = [c_char_p, c_size_t, c_char_p, c_char_p, POINTER(c_void_p)]
_c.fairshare_schedulers.argtypes = [POINTER(c_void_p)]


def version() -> str:
    return str(_c.fairshare_version(), "ascii")


def _raise(status: int) -> None:
    if status != 0:
        why = _c.fairshare_error().decode()
        raise MemoryError(why) if status == NO_MEMORY else ValueError(why)


def solve(total: float, n: int, columns: Sequence[object], shares: object) -> Result:
    """`columns`: weights, minimums, maximums; each None, or pointing to n doubles, as `shares` does."""
    result = Result()
    _raise(_c.fairshare_solve(total, n, *columns, shares, byref(result)))
    return result


def check(total: float, n: int, columns: Sequence[object], shares: object, rounding: str | None) -> tuple[str, int, int, str] | None:
    """None, or the code, two claimants (or numbers of at least n) and the text."""
    found = CViolation()
    status = _c.fairshare_check(total, n, *columns, shares, _bytes(rounding), byref(found))
    _raise(status)
    if found.is_fair:
        return None
    return found.code.decode(), found.first, found.second, _taken(found.text)


def check_batch(problems: int, total: object, begin: int, columns: Sequence[object], shares: object, rounding: str | None,
                found: int) -> None:  # fmt: skip
    """`begin` and `found` are addresses, of problems + 1 numbers and of as many violations as there are problems."""
    _raise(_c.fairshare_check_batch(problems, total, begin, *columns, shares, _bytes(rounding), found))


def _taken(pointer: int | None) -> str:
    """The text, which is then freed."""
    text = ctypes.string_at(pointer).decode() if pointer else ""
    _c.fairshare_free(pointer)
    return text


def exact(record: str) -> str:
    return _answer(_c.fairshare_exact, *_sized(record))


def apportion(record: str) -> str:
    return _answer(_c.fairshare_apportion, *_sized(record))


def units(method: str, record: str) -> str:
    return _answer(_c.fairshare_units, method.encode(), *_sized(record))


def compute(scheduler: str, record: str) -> str:
    return _answer(_c.fairshare_compute, scheduler.encode(), *_sized(record))


def judge(record: str, scheduler: str | None, rounding: str | None, for_people: bool = False) -> str:
    function = _c.fairshare_judge_text if for_people else _c.fairshare_judge
    return _answer(function, *_sized(record), _bytes(scheduler), _bytes(rounding))


def schedulers() -> str:
    return _answer(_c.fairshare_schedulers)


def _bytes(name: str | None) -> bytes | None:
    return None if name is None else name.encode()


def _sized(record: str) -> tuple[bytes, int]:
    text = record.encode()
    return text, len(text)


def _answer(function: Callable[..., int], *arguments: object) -> str:
    """The answer of a function on records."""
    pointer = c_void_p()
    status = function(*arguments, byref(pointer))
    answer = _taken(pointer.value)
    if status == BAD_INPUT and answer:
        raise ValueError(f"{json.loads(answer)['error']['code']}: {_c.fairshare_error().decode()}")
    _raise(status)
    return answer

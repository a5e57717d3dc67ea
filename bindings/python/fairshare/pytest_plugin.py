"""A plugin that pytest finds automatically: `assert check(problem, shares) is None` fails with the table."""

from __future__ import annotations

from typing import Any, Optional

from . import Violation


def pytest_assertrepr_compare(op: str, left: Any, right: Any) -> Optional[list[str]]:
    if isinstance(left, Violation) and right is None and op in ("is", "=="):
        return ["the shares are not fair", *left.text.splitlines()]
    return None

"""Integers that are given: which there are, and what is said of the others."""

from __future__ import annotations

import operator

from .errors import KindError, WythoffError


def is_integer(given: object) -> bool:
    """Whether it stands for an integer: Python's and NumPy's do, truth values do not."""
    if isinstance(given, bool):
        return False
    try:
        operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def integer(what: str, given: object, *, least: int = 0, greatest: int | None = None) -> int:
    """The integer, if it is one in this range; `what` names it in the refusal."""
    if not is_integer(given):
        raise KindError(f"{what} is an integer, not a {type(given).__name__}")
    number = operator.index(given)  # type: ignore[arg-type]
    if number < least:
        raise WythoffError(f"{what} is {least} or more, not {shown(number)}")
    if greatest is not None and number > greatest:
        raise WythoffError(f"{what} is at most {greatest}, not {shown(number)}")
    return number


def shown(number: int) -> str:
    """The number, if it is short: Python writes none with more than 4300 digits."""
    return str(number) if abs(number) < 10**20 else "a number of more than 20 digits"

"""Long work: how many threads it has, and how far it is.

A bar of `tqdm`, or a line that is written anew where that is not installed, appears when work takes
longer than a moment: on standard error, and only where somebody looks, at a terminal or in a
notebook. Ctrl-C stops the work.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any, Protocol

from . import _wythoff
from ._integers import integer
from .errors import KindError

__all__ = ["set_progress", "set_threads"]

#: Who is told how far work is: ``(done, total)``.
Told = Callable[[int, int], object]


class _Bar(Protocol):
    def show(self, done: int, total: int) -> None: ...

    def close(self) -> None: ...


_shown: bool | None = None
_told: Told | None = None


def set_progress(how: bool | Told | None = None) -> None:
    """Say how long work shows how far it is.

    Parameters
    ----------
    how
        ``None`` (as at the start): a bar where somebody looks. ``True``: always; ``False``: never.
        A function is called with two integers, how much is done and how much there is to do; what
        it raises stops the work.

    Examples
    --------
    >>> import wythoff
    >>> wythoff.set_progress(False)
    >>> wythoff.set_progress()
    """
    global _shown, _told
    if how is None or isinstance(how, bool):
        _shown, _told = how, None
    elif callable(how):
        _shown, _told = True, how
    else:
        raise KindError(f"progress is None, True, False or a function, not a {type(how).__name__}")


def set_threads(threads: int | None = None) -> None:
    """Say how many threads the work of later calls has; ``None``, as at the start, means all cores.

    Examples
    --------
    >>> import wythoff
    >>> wythoff.set_threads(1)
    >>> wythoff.set_threads()
    """
    number = 0 if threads is None else integer("threads", threads, least=1, greatest=1024)
    _wythoff.set_threads(number)


class _Nothing:
    def show(self, done: int, total: int) -> None:
        pass

    def close(self) -> None:
        pass


class _Function(_Nothing):
    def __init__(self, told: Told) -> None:
        self._told = told

    def show(self, done: int, total: int) -> None:
        self._told(done, total)


class _Line:
    """A line that is written anew."""

    def show(self, done: int, total: int) -> None:
        self._write(f"\r{_percent(done, total):3d} %")

    def close(self) -> None:
        self._write("\r     \r")

    def _write(self, text: str) -> None:
        with _not_in_the_way():
            sys.stderr.write(text)
            sys.stderr.flush()


class _Tqdm:
    def __init__(self, tqdm: Any) -> None:
        self._bar = tqdm(
            total=100, unit="%", leave=False, bar_format="{percentage:3.0f} %|{bar}| {elapsed}"
        )

    def show(self, done: int, total: int) -> None:
        with _not_in_the_way():
            self._bar.update(_percent(done, total) - self._bar.n)

    def close(self) -> None:
        with _not_in_the_way():
            self._bar.close()


def _not_in_the_way() -> AbstractContextManager[None]:
    """A stream that is full or closed shows no bar; the work goes on."""
    return suppress(OSError, ValueError)


def _percent(done: int, total: int) -> int:
    return min(100, 100 * done // total) if total else 0


def _is_looked_at() -> bool:
    # IPython's kernel has a stream that is no terminal, though somebody reads it.
    return (sys.stderr is not None and sys.stderr.isatty()) or "ipykernel" in sys.modules


def _begin() -> _Bar:
    """The bar for one piece of work; `_wythoff` asks for it."""
    if _told is not None:
        return _Function(_told)
    if not (_is_looked_at() if _shown is None else _shown):
        return _Nothing()
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return _Line()
    with _not_in_the_way():
        return _Tqdm(tqdm)
    return _Nothing()

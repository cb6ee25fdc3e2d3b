"""CLN15's cellular automaton: any window, forwards and backwards, from any start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _wythoff
from ._integers import is_integer
from .errors import KindError, WythoffError
from .structure import _pair, _shape

__all__ = ["Automaton", "automaton"]

#: A start by name, or two rows and two columns of one's own.
Start = Union[str, Sequence[ArrayLike]]  # noqa: UP007


@dataclass(frozen=True, slots=True)
class Automaton:
    """A window of the automaton; NumPy takes it for the array of its values.

    Attributes
    ----------
    start
        What it started from: a name, or ``"edges"``.
    at
        The window's first cell, (x, y).
    values
        An array [y, x] of the smallest signed integers that hold the values. On the board of W^k
        they are deviations: palace numbers minus k, below 0 at the P-positions.
    choices
        What a run backwards has chosen where two values were possible, in the order in which it met
        them: ``s`` for the smaller one, ``l`` for the larger. ``reverse="list:" + choices`` makes
        the same run again. `None` for a run forwards.
    is_own_past
        Whether a run backwards found the start's own past again. `None` if there is none to
        compare.
    """

    start: str
    at: tuple[int, int]
    values: NDArray[Any] = field(compare=False)
    choices: str | None
    is_own_past: bool | None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False and dtype not in (None, self.values.dtype):
            raise WythoffError(f"the values are {self.values.dtype}: another type needs a copy")
        return np.array(self.values, dtype=dtype) if copy else np.asarray(self.values, dtype=dtype)

    @property
    def shape(self) -> tuple[int, int]:
        """(height, width)."""
        height, width = self.values.shape
        return height, width


def _edge(what: str, given: ArrayLike) -> NDArray[np.int64]:
    try:
        array = np.asarray(given)
    except (TypeError, ValueError, OverflowError):
        raise KindError(f"{what} are an array of integers") from None
    if array.dtype.kind not in "iuO" and array.size:
        raise KindError(f"{what} are integers, not {array.dtype}")
    if array.ndim != 2:
        raise WythoffError(f"{what} are an array of 2 dimensions, not of {array.ndim}")
    if array.dtype.kind == "O" and not all(map(is_integer, array.flat)):
        raise KindError(f"{what} are integers")
    if array.size and not (int(array.min()) >= -(2**63) and int(array.max()) < 2**63):
        raise WythoffError(f"{what} are integers from −2^63 to 2^63 − 1")
    return np.ascontiguousarray(array.astype(np.int64))


def automaton(
    start: Start,
    shape: int | tuple[int, int] | None = None,
    *,
    at: tuple[int, int] = (0, 0),
    reverse: str | None = None,
) -> Automaton:
    """Run the automaton of CLN15, Theorem 1, on a window.

    Parameters
    ----------
    start
        ``"game:5"`` for W^5, ``"casing:0"``, ``"casing:1"`` or ``"casing:2"`` for the fabric of k ≡
        0, 1 or 2 (mod 3) without end, ``"shoulder"`` for the arm without end. Or edges of your own:
        a pair of arrays of the shapes (2, w + 2) and (h, 2), for a window of h × w cells. Forwards
        these are the two rows above the window, from two columns left of it on, and the two columns
        left of it. Backwards they are the two rows below it, to two columns right of it, and the
        two columns right of it.
    shape
        The window: (height, width), or one integer for a square; 24 unless given. Edges have their
        own.
    at
        The window's first cell, (x, y); coordinates may be negative.
    reverse
        Fills the window backwards from what stands below and right of it. Where two values are
        possible it takes the ``"smallest"``, the ``"largest"``, a coin's (``"random:7"``, with a
        seed), or those of a list of s and l (``"list:slls"``).

    Examples
    --------
    >>> import wythoff
    >>> wythoff.automaton("game:5", 4).values
    array([[-5, -4, -3, -2],
           [-4, -2, -1,  0],
           [-3, -1,  1,  0],
           [-2,  0,  0, -1]], dtype=int8)

    A past that leads to the same future:

    >>> past = wythoff.automaton("game:5", 12, reverse="smallest")
    >>> past.is_own_past, len(past.choices)
    (False, 1)

    Edges of one's own:

    >>> top, left = [[5, 5, 0, 0, 0], [5, 5, 0, 0, 0]], [[0, 0]] * 3
    >>> wythoff.automaton((top, left)).values.tolist()
    [[-5, -4, -3], [-4, -2, -1], [-3, -1, 1]]
    """
    if reverse is not None and not isinstance(reverse, str):
        raise KindError(f'reverse is a str such as "smallest", not a {type(reverse).__name__}')
    corner = _pair("at", at)
    if isinstance(start, str):
        height, width = _shape(24 if shape is None else shape)
        values, choices, is_own = _wythoff.automaton_from_start(
            start, *corner, height, width, reverse
        )
        name = start
    else:
        try:
            rows, columns = start
        except (TypeError, ValueError):
            raise KindError('start is a str such as "game:5", or a pair of arrays') from None
        rows, columns = (
            _edge("the rows of the edges", rows),
            _edge("the columns of the edges", columns),
        )
        values, choices, is_own = _wythoff.automaton_from_edges(rows, columns, *corner, reverse)
        name = "edges"
        if shape is not None and tuple(map(int, _shape(shape))) != values.shape:
            raise WythoffError(f"these edges are those of a window of the shape {values.shape}")
    return Automaton(name, (int(corner[0]), int(corner[1])), values, choices, is_own)

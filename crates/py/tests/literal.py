"""The games from their rules, literally, in plain Python: what the package is compared with.

It shares no code with the library. A move is a pair of removals; the twist says what the previous
player may do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Piece:
    """A set of removals, and how it is written."""

    name: str
    kind: str
    numbers: tuple[int, ...] = ()
    only: str | None = None

    def has(self, i: int, j: int) -> bool:
        """Whether removing i from the heap x and j from the heap y is a move of it."""
        if self.only is not None and not (i > j if self.only == "x" else j > i):
            return False
        if self.kind == "leap":
            return (i, j) in (self.numbers, self.numbers[::-1])
        if self.kind == "rook":
            (least,) = self.numbers
            return (i == 0) != (j == 0) and i + j >= least
        if self.kind == "modulo":
            modulus, *residues = self.numbers
            return (i == 0) != (j == 0) and (i + j) % modulus in residues
        if self.kind == "bishop":
            return i + j > 0 and abs(i - j) < self.numbers[0]
        p, q = self.numbers
        return any(
            i == a * t and j == b * t for a, b in ((p, q), (q, p)) for t in range(1, i + j + 1)
        )


@dataclass(frozen=True)
class Literal:
    """Rules of a static game."""

    pieces: tuple[Piece, ...]
    twist: tuple[str, int] | None = None
    on: tuple[Piece, ...] | None = None
    hole: tuple[int, int] = (0, 0)
    misere: bool = False
    _known: dict[tuple[int, int], tuple[bool, int]] = field(
        default_factory=dict, compare=False, hash=False
    )

    @property
    def name(self) -> str:
        """The game in our notation."""
        parts = [" + ".join(piece.name for piece in self.pieces)]
        if all(self.hole):
            parts.append("hole {},{}".format(*self.hole))
        if self.twist is not None:
            on = "" if self.on is None else " on " + " + ".join(piece.name for piece in self.on)
            parts.append("{} {}".format(*self.twist) + on)
        if self.misere:
            parts.append("misere")
        return "custom: " + " | ".join(parts)

    def exists(self, x: int, y: int) -> bool:
        return not (x < self.hole[0] and y < self.hole[1])

    def options(self, x: int, y: int) -> Iterator[tuple[int, int, bool]]:
        """The options, each with whether the twist applies to it."""
        for i in range(x + 1):
            for j in range(y + 1):
                is_move = any(piece.has(i, j) for piece in self.pieces)
                if is_move and self.exists(x - i, y - j):
                    inside = self.on is None or any(piece.has(i, j) for piece in self.on)
                    yield x - i, y - j, inside

    def is_p(self, x: int, y: int) -> bool:
        return self._solved(x, y)[0]

    def palaces(self, x: int, y: int) -> int:
        """How many options are P."""
        return self._solved(x, y)[1]

    def _solved(self, x: int, y: int) -> tuple[bool, int]:
        if (x, y) not in self._known:
            # By outcome and by whether the twist applies.
            count = {(is_p, inside): 0 for is_p in (False, True) for inside in (False, True)}
            for to_x, to_y, inside in self.options(x, y):
                count[self.is_p(to_x, to_y), inside] += 1
            palaces = count[True, False] + count[True, True]
            if self.twist is None:
                is_p = palaces == 0
            elif self.twist[0] == "block":
                # P-options of the class can be blocked, if the budget suffices; others can't.
                is_p = count[True, False] == 0 and count[True, True] <= self.twist[1]
            else:
                # The previous player proposes N-positions only: enough of the class, or any other.
                is_p = count[False, True] >= self.twist[1] or count[False, False] > 0
            other, inside_all = (count[False, of] + count[True, of] for of in (False, True))
            if self.misere and self.twist is not None and self.twist[0] == "comply":
                # Who cannot propose enough wins.
                is_p = is_p or (inside_all < self.twist[1] and other == 0)
            elif self.misere:
                # Some move has to be left, or the next player wins at once.
                is_p = is_p and count[False, False] + count[False, True] > 0
            self._known[x, y] = (is_p, palaces)
        return self._known[x, y]


def palace_numbers(k: int, side: int) -> np.ndarray[Any, Any]:
    """Of W^k: a cell is a palace when a queen on it sees fewer than k palaces."""
    seen = np.zeros((side, side), dtype=int)
    palace = np.zeros((side, side), dtype=bool)
    for y in range(side):
        for x in range(side):
            diagonal = sum(palace[y - t, x - t] for t in range(1, min(x, y) + 1))
            seen[y, x] = palace[y, :x].sum() + palace[:y, x].sum() + diagonal
            palace[y, x] = seen[y, x] < k
    return seen

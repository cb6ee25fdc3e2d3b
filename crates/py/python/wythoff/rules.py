"""Rules of your own, put together from pieces.

>>> from wythoff import Game, bishop, rook
>>> game = Game((rook() + bishop(2)).block(3, on=bishop()))
>>> game
Game('custom: rook + bishop(2) | block 3 on bishop')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from ._integers import integer
from .errors import KindError, WythoffError

__all__ = ["Moves", "Rules", "bishop", "leap", "ray", "rook"]


@dataclass(frozen=True, slots=True)
class Rules:
    """Moves, perhaps a hole, perhaps a twist. Begin with `rook`, `bishop`, `ray` or `leap`.

    Parameters
    ----------
    moves
        The moves.
    hole
        ``(width, height)`` of the rectangle of cells at the corner that do not exist.
    twist
        What the previous player may do before a move, in our notation.
    is_misere
        Whether who cannot move wins.
    """

    moves: Moves
    hole: tuple[int, int] | None = None
    twist: str | None = None
    is_misere: bool = False

    def block(self, budget: int, *, on: Moves | None = None) -> Rules:
        """Before each move the opponent may block up to `budget` options, perhaps only of `on`.

        Examples
        --------
        >>> from wythoff import bishop, rook
        >>> print((rook() + bishop()).block(4))
        rook + bishop | block 4
        """
        return self._twisted("block", integer("the budget", budget, least=0), on)

    def comply(self, count: int, *, on: Moves | None = None) -> Rules:
        """Before each move the opponent proposes at least `count` options to choose from.

        Examples
        --------
        >>> from wythoff import bishop, rook
        >>> print((rook() + bishop()).comply(2, on=bishop()))
        rook + bishop | comply 2 on bishop
        """
        return self._twisted("comply", integer("the count", count, least=1), on)

    def imitation(self, m: int = 1, p: int = 1) -> Rules:
        """Imitating the opponent is limited: `p` - 1 times in a row are allowed (Lar09).

        Examples
        --------
        >>> from wythoff import rook
        >>> print(rook().imitation(m=1, p=2))
        rook | imitation(1,2)
        """
        self._untwisted()
        return replace(
            self, twist=f"imitation({integer('m', m, least=1)},{integer('p', p, least=1)})"
        )

    def without(self, width: int, height: int) -> Rules:
        """The cells with x < `width` and y < `height` do not exist.

        Examples
        --------
        >>> from wythoff import bishop, rook
        >>> print((rook() + bishop(6)).without(2, 4))
        rook + bishop(6) | hole 2,4
        """
        if self.hole is not None:
            raise WythoffError("a game has at most one hole")
        return replace(
            self,
            hole=(integer("the width", width, least=1), integer("the height", height, least=1)),
        )

    def misere(self) -> Rules:
        """Who cannot move wins.

        Examples
        --------
        >>> from wythoff import bishop, rook
        >>> print((rook() + bishop()).block(2).misere())
        rook + bishop | block 2 | misere
        """
        return replace(self, is_misere=True)

    def _untwisted(self) -> None:
        if self.twist is not None:
            raise WythoffError("a game has at most one twist: block, comply or imitation")

    def _twisted(self, word: str, number: int, on: Moves | None) -> Rules:
        self._untwisted()
        if on is not None and not isinstance(on, Moves):
            raise KindError(f"`on` is moves, like bishop(), not a {type(on).__name__}")
        return replace(self, twist=f"{word} {number}" + ("" if on is None else f" on {on}"))

    def __str__(self) -> str:
        hole = None if self.hole is None else f"hole {self.hole[0]},{self.hole[1]}"
        ending = "misere" if self.is_misere else None
        return " | ".join(part for part in (str(self.moves), hole, self.twist, ending) if part)


@dataclass(frozen=True, slots=True)
class Moves:
    """A union of pieces: add them with ``+``, and give the game a twist with the methods.

    Examples
    --------
    >>> from wythoff import bishop, ray, rook
    >>> print(rook() + bishop() + ray(1, 2))
    rook + bishop + ray(1,2)
    """

    pieces: tuple[str, ...]

    def __add__(self, other: Moves) -> Moves:
        if not isinstance(other, Moves):
            return NotImplemented
        return Moves(self.pieces + other.pieces)

    def __str__(self) -> str:
        return " + ".join(self.pieces)

    def block(self, budget: int, *, on: Moves | None = None) -> Rules:
        """As `Rules.block`."""
        return Rules(self).block(budget, on=on)

    def comply(self, count: int, *, on: Moves | None = None) -> Rules:
        """As `Rules.comply`."""
        return Rules(self).comply(count, on=on)

    def imitation(self, m: int = 1, p: int = 1) -> Rules:
        """As `Rules.imitation`."""
        return Rules(self).imitation(m, p)

    def without(self, width: int, height: int) -> Rules:
        """As `Rules.without`."""
        return Rules(self).without(width, height)

    def misere(self) -> Rules:
        """As `Rules.misere`."""
        return Rules(self).misere()

    def only(self, heap: Literal["x", "y"]) -> Moves:
        """Those of the moves that take more from this heap than from the other one.

        Examples
        --------
        >>> from wythoff import bishop, rook
        >>> print(rook().only("x") + bishop())
        only-x rook + bishop
        """
        if heap not in ("x", "y"):
            raise WythoffError(f"the heap is 'x' or 'y', not {heap!r}")
        if any(piece.startswith("only-") for piece in self.pieces):
            raise WythoffError(f"{self} is of one side already")
        return Moves(tuple(f"only-{heap} {piece}" for piece in self.pieces))


def rook(at_least: int = 1, *, modulus: int | None = None, residues: Iterable[int] = (0,)) -> Moves:
    """Tokens from one heap: any number; or at least so many; or a number with given residues.

    Examples
    --------
    >>> from wythoff import rook
    >>> print(rook(), rook(2), rook(modulus=3, residues=[0, 1]), sep="; ")
    rook; rook(from 2); rook(mod 3: 0,1)
    """
    if modulus is not None:
        if integer("at_least", at_least, least=1) != 1:
            raise WythoffError("give at_least or a modulus, not both")
        listed = ",".join(str(integer("a residue", residue, least=0)) for residue in residues)
        if not listed:
            raise WythoffError("a rook with a modulus needs residues: residues=[0, 1]")
        return Moves((f"rook(mod {integer('the modulus', modulus, least=1)}: {listed})",))
    return Moves(
        ("rook" if integer("at_least", at_least, least=1) == 1 else f"rook(from {at_least})",)
    )


def bishop(width: int = 1) -> Moves:
    """Tokens from both heaps, whose numbers differ by less than `width`.

    Examples
    --------
    >>> from wythoff import bishop
    >>> print(bishop(), bishop(2), sep="; ")
    bishop; bishop(2)
    """
    return Moves(("bishop" if integer("the width", width, least=1) == 1 else f"bishop({width})",))


def ray(p: int, q: int) -> Moves:
    """p·t tokens from one heap and q·t from the other, for any t ≥ 1.

    Examples
    --------
    >>> from wythoff import ray
    >>> print(ray(1, 2))
    ray(1,2)
    """
    return Moves((f"ray({integer('p', p, least=1)},{integer('q', q, least=1)})",))


def leap(a: int, b: int) -> Moves:
    """Exactly a tokens from one heap and b from the other: (1, 2) is the knight of chess.

    Examples
    --------
    >>> from wythoff import Game, bishop, leap, rook
    >>> Game(rook() + bishop() + leap(1, 2)).p_positions(4).tolist()
    [[0, 0], [1, 3], [2, 6], [4, 5]]
    """
    return Moves((f"leap({integer('a', a, least=0)},{integer('b', b, least=0)})",))

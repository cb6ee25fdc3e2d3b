"""Sums of games: who is to move takes one of them and moves there."""

from __future__ import annotations

import json
from typing import NamedTuple

from . import _wythoff
from ._integers import integer
from .answers import Position, SumAnswer
from .errors import KindError
from .game import At, Game

__all__ = ["Sum", "Summand"]


class Summand(NamedTuple):
    """A game of a sum, and where it stands."""

    game: Game
    position: Position


class Sum:
    """Games that are played together: who is to move takes one of them and moves there.

    Who can move in none of them loses. Sums are added with ``+``.

    Parameters
    ----------
    sum
        Games with their positions, joined by ``+``. Each of them has nim-values: see
        `Game.no_nim_values`.

    Raises
    ------
    WythoffError
        If it is no sum, or one of the games has no nim-values.

    Examples
    --------
    >>> import wythoff
    >>> sum = wythoff.Sum("wythoff 3,5 + nim 0,7") + wythoff.Sum("modulo:m=1,p=2 4,4")
    >>> sum
    Sum('wythoff:m=1 3,5 + nim 0,7 + modulo:m=1,p=2,l=1 4,4')
    >>> answer = sum.solve()
    >>> answer.outcome, answer.nim_value, [summand.nim_value for summand in answer.summands]
    ('N', 3, [0, 7, 4])
    >>> [(move.summand, tuple(move.to)) for move in answer.winning_moves]
    [(1, (1, 5)), (1, (2, 4)), (1, (3, 0)), (2, (0, 4))]
    >>> print(sum.after(2, (0, 4)).solve().why)
    0 ⊕ 4 ⊕ 4 = 0, and every move changes one of them: the sum is P.
    """

    __slots__ = ("_sum",)

    def __init__(self, sum: str | Sum) -> None:
        if isinstance(sum, Sum):
            sum = sum.name
        elif not isinstance(sum, str):
            kind = type(sum).__name__
            raise KindError(f"a sum is a text like 'wythoff 3,5 + nim 0,7', not a {kind}")
        self._sum = _wythoff.Sum(sum)

    @property
    def name(self) -> str:
        """The sum in our notation, which `Sum` reads."""
        return self._sum.name

    @property
    def summands(self) -> tuple[Summand, ...]:
        """The games and their positions.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Sum("nim 1,2 + wythoff 3,5").summands[1]
        Summand(game=Game('wythoff:m=1'), position=Position(x=3, y=5))
        """
        written = self._sum.summands
        return tuple(Summand(Game(game), Position(*position)) for game, position in written)

    def solve(self) -> SumAnswer:
        """Who wins, and every winning move.

        The nim-value of each game is computed: the board up to its position; a position of Nim may
        be of any size.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Sum(f"nim {10**100},0 + nim 0,{10**100 + 1}").solve().nim_value
        1
        """
        return SumAnswer._of(json.loads(self._sum.solve()))

    def after(self, summand: int, to: At) -> Sum:
        """The sum after a move in one of its games, counted from 1.

        Raises
        ------
        WythoffError
            If there is no such game, or no such move in it.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Sum("wythoff 3,5 + nim 0,7").after(1, (3, 0))
        Sum('wythoff:m=1 3,0 + nim 0,7')
        """
        number = integer("summand", summand, greatest=2**32 - 1)
        return Sum(self._sum.after(number, to).name)

    def __add__(self, other: Sum) -> Sum:
        if not isinstance(other, Sum):
            return NotImplemented
        return Sum(f"{self.name} + {other.name}")

    def __repr__(self) -> str:
        return f"Sum({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if isinstance(other, Sum) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Sum], tuple[str]]:
        return type(self), (self.name,)

"""What a position is answered with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

__all__ = [
    "Answer",
    "Choice",
    "Imitation",
    "NimValue",
    "Position",
    "Stats",
    "SumAnswer",
    "SumMove",
    "SummandValue",
    "WinningMove",
]


class Position(NamedTuple):
    """Two heaps, or a queen's place: x the column, y the row."""

    x: int
    y: int


def _position(given: Iterable[int | str]) -> Position:
    # JSON has integers above 2^53 as strings.
    x, y = given
    return Position(int(x), int(y))


def _positions(given: Iterable[Iterable[int | str]] | None) -> tuple[Position, ...] | None:
    return None if given is None else tuple(map(_position, given))


def _all(given: Iterable[Iterable[int | str]]) -> tuple[Position, ...]:
    return tuple(map(_position, given))


@dataclass(frozen=True, slots=True)
class WinningMove:
    """A move that wins.

    Attributes
    ----------
    to
        Where it leads.
    block
        What to block there.
    propose
        What to propose there; only comply games have proposals.
    """

    to: Position
    block: tuple[Position, ...] = ()
    propose: tuple[Position, ...] | None = None

    @classmethod
    def _of(cls, given: dict[str, Any]) -> WinningMove:
        return cls(_position(given["to"]), _all(given["block"]), _positions(given.get("propose")))


@dataclass(frozen=True, slots=True)
class Choice:
    """What a choice of l means at the start of a `choice` game: an l with P is taken."""

    l: int  # noqa: E741
    outcome: Literal["P", "N"]
    winning_moves: tuple[WinningMove, ...]

    @classmethod
    def _of(cls, given: dict[str, Any]) -> Choice:
        moves = tuple(map(WinningMove._of, given["winning_moves"]))
        return cls(given["l"], given["outcome"], moves)


@dataclass(frozen=True, slots=True)
class Imitation:
    """What the history of an imitation game means at the position.

    Attributes
    ----------
    dynamic
        Whether the outcome depends on the history (Lar09, Definition 3).
    own_credit, opponent_credit
        How many imitations in a row the player to move, and the previous player, may still make.
    imitations, forbidden
        The options that are imitations: allowed, and forbidden ones.
    """

    dynamic: bool
    own_credit: int
    opponent_credit: int
    imitations: tuple[Position, ...]
    forbidden: tuple[Position, ...]

    @classmethod
    def _of(cls, given: dict[str, Any]) -> Imitation:
        credits = given["own_credit"], given["opponent_credit"]
        options = _all(given["imitations"]), _all(given["forbidden"])
        return cls(given["dynamic"], *credits, *options)


@dataclass(frozen=True, slots=True)
class NimValue:
    """The nim-value (Sprague-Grundy value) of a position: the least number that no option has.

    Attributes
    ----------
    value
        The value.
    moves
        For each smaller value, from 0 on, the first move to it.
    moves_left_out
        How many more of these there are that are not listed.
    """

    value: int
    moves: tuple[Position, ...]
    moves_left_out: int = 0

    @classmethod
    def _of(cls, given: dict[str, Any]) -> NimValue:
        moves = _all(move["to"] for move in given["nim_moves"])
        return cls(int(given["nim_value"]), moves, int(given.get("nim_moves_left_out", 0)))


@dataclass(frozen=True, slots=True)
class Answer:
    """Who wins from a position, how, and why.

    Attributes
    ----------
    game, position
        What was asked.
    outcome
        ``"P"`` if the previous player wins, ``"N"`` if the next one does.
    why
        The reason, in a sentence.
    winning_moves
        The moves that win, each with what to block or propose after it.
    winning_moves_left_out
        How many more win that are not listed, because there are too many.
    must_block
        For a P-position: the options that the previous player has to block to keep it P.
    propose
        For a P-position of a comply game: a proposal that keeps it P.
    choices, imitation
        For a `choice` game what each choice would mean; for an imitation game what the history
        means.
    method
        The engine that answered.
    proof
        The certificate by which it did, if it did by one.
    formal
        The theorems checked by Coq that solve the game at any size, for the engine ``"closed"``.
    nim_value
        The nim-value, if it was asked for and there is one.
    nim_value_left_out
        Why it is not here although there is one: `Game.nim_value` finds it, or says why not.
    """

    game: str
    position: Position
    outcome: Literal["P", "N"]
    why: str
    winning_moves: tuple[WinningMove, ...]
    winning_moves_left_out: int
    must_block: tuple[Position, ...] | None
    propose: tuple[Position, ...] | None
    choices: tuple[Choice, ...] | None
    imitation: Imitation | None
    method: str
    proof: str | None
    formal: tuple[str, ...] = ()
    nim_value: NimValue | None = None
    nim_value_left_out: str | None = None

    @property
    def is_p(self) -> bool:
        """Whether the previous player wins."""
        return self.outcome == "P"

    @classmethod
    def _of(cls, given: dict[str, Any]) -> Answer:
        choices, imitation = given.get("choices"), given.get("imitation")
        return cls(
            game=given["game"],
            position=_position(given["position"]),
            outcome=given["outcome"],
            why=given["why"],
            winning_moves=tuple(map(WinningMove._of, given["winning_moves"])),
            winning_moves_left_out=int(given.get("winning_moves_left_out", 0)),
            must_block=_positions(given.get("must_block")),
            propose=_positions(given.get("propose")),
            choices=None if choices is None else tuple(map(Choice._of, choices)),
            imitation=None if imitation is None else Imitation._of(imitation),
            method=given["method"],
            proof=given.get("proof"),
            formal=tuple(given.get("formal", ())),
            nim_value=NimValue._of(given) if "nim_value" in given else None,
            nim_value_left_out=given.get("nim_value_left_out"),
        )


@dataclass(frozen=True, slots=True)
class SummandValue:
    """A game of a sum: its position, and what it is worth there."""

    game: str
    position: Position
    nim_value: int

    @classmethod
    def _of(cls, given: dict[str, Any]) -> SummandValue:
        return cls(given["game"], _position(given["position"]), int(given["nim_value"]))


@dataclass(frozen=True, slots=True)
class SumMove:
    """A move in one game of a sum.

    Attributes
    ----------
    summand
        Which game, from 1 on.
    to
        Where it leads.
    nim_value
        The nim-value there.
    """

    summand: int
    to: Position
    nim_value: int

    @classmethod
    def _of(cls, given: dict[str, Any]) -> SumMove:
        return cls(given["summand"], _position(given["to"]), int(given["nim_value"]))


@dataclass(frozen=True, slots=True)
class SumAnswer:
    """Who wins a sum, how, and why.

    Attributes
    ----------
    sum
        What was asked.
    outcome
        ``"P"`` if the previous player wins, ``"N"`` if the next one does.
    nim_value
        The exclusive or of the games' values: 0 for P.
    summands
        What each game is worth.
    winning_moves
        Every move that wins: game by game, in the order of positions.
    why
        The reason, in a sentence.
    """

    sum: str
    outcome: Literal["P", "N"]
    nim_value: int
    summands: tuple[SummandValue, ...]
    winning_moves: tuple[SumMove, ...]
    why: str

    @property
    def is_p(self) -> bool:
        """Whether the previous player wins."""
        return self.outcome == "P"

    @classmethod
    def _of(cls, given: dict[str, Any]) -> SumAnswer:
        return cls(
            sum=given["sum"],
            outcome=given["outcome"],
            nim_value=int(given["nim_value"]),
            summands=tuple(map(SummandValue._of, given["summands"])),
            winning_moves=tuple(map(SumMove._of, given["winning_moves"])),
            why=given["why"],
        )


@dataclass(frozen=True, slots=True)
class Stats:
    """What a window holds.

    Attributes
    ----------
    p_count
        How many P-positions.
    fingerprint, signature
        Two checksums of the set of P-positions, the same for every engine; the signature of large
        windows only where it was asked for or costs little.
    min_deviation, max_deviation
        The least and the greatest palace number minus k outside the hood, for W^k.
    engine
        Who counted.
    """

    p_count: int
    fingerprint: str
    signature: str | None
    min_deviation: int | None
    max_deviation: int | None
    engine: str

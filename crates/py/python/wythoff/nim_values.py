"""Where nim-values stand: periods of their columns, distances from the golden lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import _wythoff
from ._integers import integer

__all__ = ["ColumnPeriod", "GoldenPlace", "GoldenSpread", "Periods", "golden"]

Json = Any


@dataclass(frozen=True, slots=True)
class ColumnPeriod:
    """The additive period of a column of nim-values.

    Attributes
    ----------
    x
        The column.
    preperiod, period
        g(x, y + period) = g(x, y) + period for y ≥ preperiod; both are as small as can be.
    least, greatest
        The range of g(x, y) − y in a period.
    rows
        How many rows were computed until it was proved.
    """

    x: int
    preperiod: int
    period: int
    least: int
    greatest: int
    rows: int


@dataclass(frozen=True, slots=True)
class Periods:
    """The columns x = 0, 1, … of a game, and the least period that they have together."""

    columns: tuple[ColumnPeriod, ...]
    common_period: int

    @classmethod
    def _of(cls, found: Json) -> Periods:
        columns = tuple(ColumnPeriod(**column) for column in found["columns"])
        return cls(columns=columns, common_period=found["common_period"])


@dataclass(frozen=True, slots=True)
class GoldenPlace:
    """A position x ≤ y, and ⌊y − φx⌋: how far it is from the line y = φx."""

    x: int
    y: int
    distance: int


@dataclass(frozen=True, slots=True)
class GoldenSpread:
    """Where the positions of a nim-value stand.

    Attributes
    ----------
    value
        The nim-value.
    count
        How many positions x ≤ y were found.
    least, greatest
        The first of those with the least and with the greatest distance.
    """

    value: int
    count: int
    least: GoldenPlace
    greatest: GoldenPlace


def golden(values: int = 20, *, columns: int = 100_000) -> tuple[GoldenSpread, ...]:
    """How far from the golden lines the nim-values 0, …, `values` of Wythoff Nim stand.

    Parameters
    ----------
    values
        The largest nim-value, at most 100.
    columns
        Columns x = 0, 1, … that are looked at.

    Examples
    --------
    >>> import wythoff
    >>> spread = wythoff.golden(1, columns=1000)[1]
    >>> spread.count, spread.least.distance, spread.greatest.distance
    (618, -5, 1)
    """
    largest = integer("values", values, greatest=100)
    found = json.loads(_wythoff.golden(largest, integer("columns", columns, greatest=2**24)))
    return tuple(
        GoldenSpread(
            value=spread["value"],
            count=spread["count"],
            least=GoldenPlace(**spread["least"]),
            greatest=GoldenPlace(**spread["greatest"]),
        )
        for spread in found
    )

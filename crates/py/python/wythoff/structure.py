"""What the boards of W^k look like: threads, regions, the skin, two boards laid over each other."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _wythoff
from ._integers import integer, is_integer, shown
from .errors import KindError, WythoffError
from .exact import Surd

__all__ = [
    "Atlas",
    "AtlasRecord",
    "Border",
    "Comparison",
    "Form",
    "Part",
    "RegionCensus",
    "Regions",
    "Skin",
    "SkinLevel",
    "SkinMatrix",
    "Strand",
    "Thread",
    "Threads",
    "WarpThread",
    "atlas",
    "compare",
    "regions",
    "skin",
    "threads",
]

Json = Any


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _interval(ends: list[str] | None) -> tuple[Fraction, Fraction] | None:
    return None if ends is None else (Fraction(ends[0]), Fraction(ends[1]))


def _range(counts: Json) -> tuple[int, int] | None:
    return None if counts is None else (counts["min"], counts["max"])


def _cell(at: Json) -> tuple[int, int] | None:
    """A cell; above 2^53 a coordinate is written as text."""
    return None if at is None else (int(at[0]), int(at[1]))


def _pair(what: str, given: Any) -> tuple[Any, Any]:
    if isinstance(given, (str, bytes)):
        raise KindError(f"{what} is a pair of integers, not a {type(given).__name__}")
    try:
        first, second = given
    except (TypeError, ValueError):
        raise KindError(f"{what} is a pair of integers, such as (3, 4)") from None
    return first, second


def _shape(given: Any) -> tuple[Any, Any]:
    """(height, width), also of one integer."""
    return (given, given) if is_integer(given) else _pair("shape", given)


@dataclass(frozen=True, slots=True)
class Form:
    """A number that a measured slope could be. Digits that agree never make an equality.

    Attributes
    ----------
    value
        The number.
    coefficients
        Coprime integers with a·s² + b·s + c = 0; a = 0 for a fraction.
    discriminant
        b² − 4ac; 0 for a fraction.
    search
        How it was found: ``"fraction"``, ``"difference"`` (the simplest s − 1/s), ``"relation"``,
        ``"cover"`` (what the other threads leave of each column) or ``"period"``.
    digits, digits_by_chance
        The decimal digits that the measurement fixes, all of which agree, and how many would by
        chance.
    odds
        Chance would give so simple a form to one interval of this width in so many.
    """

    value: Surd
    coefficients: tuple[int, int, int]
    discriminant: int
    search: str
    digits: int
    digits_by_chance: int
    odds: int

    @classmethod
    def _of(cls, form: Json) -> Form | None:
        if form is None:
            return None
        a, b, c = form["coefficients"]
        return cls(
            value=Surd.from_text(form["value"]),
            coefficients=(int(a), int(b), int(c)),
            discriminant=int(form["discriminant"]),
            search=form["search"],
            digits=form["digits"],
            digits_by_chance=form["digits_by_chance"],
            odds=int(form["odds"]),
        )


@dataclass(frozen=True, slots=True)
class Strand:
    """A strand of a thread, at its own offsets y − s·x.

    Attributes
    ----------
    low, high
        The least and the greatest offset.
    per_column
        P-positions in a column.
    drift
        How far it went away from its line, as far as seen; 0 if it keeps to it.
    """

    low: Fraction
    high: Fraction
    per_column: Fraction
    drift: Fraction


@dataclass(frozen=True, slots=True)
class Part:
    """One of several threads of the same slope.

    Attributes
    ----------
    slope_low, slope_high
        The slope lies between these, as far as seen.
    born
        The first look at which it stood alone.
    merged
        The looks at which others had joined it.
    start, columns
        The first column of the record, and how many it has.
    count
        P-positions in the record.
    per_column
        P-positions in a column: of a period exactly, else on average over the record (a float).
    vertical, horizontal, diagonal
        The fewest and the most P-positions in a column, in a row, on a diagonal; `None` where no
        whole line was seen.
    dx, dy, period_from
        What column x holds, moved by dy, is what column x + dx holds, from this column on; `None`
        where no period was seen.
    quasi_period
        ``(dx, dy, agree, of)``: a period that holds in so many of so many columns.
    last
        ``(x, low, high)``: the least and the greatest y in the last column with P-positions.
    """

    slope_low: Fraction
    slope_high: Fraction
    born: int
    merged: tuple[int, ...]
    start: int
    columns: int
    count: int
    per_column: Fraction | float
    vertical: tuple[int, int]
    horizontal: tuple[int, int] | None
    diagonal: tuple[int, int] | None
    dx: int | None
    dy: int | None
    period_from: int | None
    quasi_period: tuple[int, int, int, int] | None
    last: tuple[int, int, int]

    @classmethod
    def _of(cls, part: Json) -> Part:
        period, quasi, last = part["period"] or {}, part["quasi_period"], part["last"]
        low, high = part["slope_interval"]
        exact = _fraction(part["per_column_exact"])
        return cls(
            slope_low=Fraction(low),
            slope_high=Fraction(high),
            born=part["born"],
            merged=tuple(part["merged"]),
            start=part["from"],
            columns=part["columns"],
            count=part["count"],
            per_column=part["per_column"] if exact is None else exact,
            vertical=(part["thickness"]["vertical"]["min"], part["thickness"]["vertical"]["max"]),
            horizontal=_range(part["thickness"]["horizontal"]),
            diagonal=_range(part["thickness"]["diagonal"]),
            dx=period.get("dx"),
            dy=period.get("dy"),
            period_from=period.get("from"),
            quasi_period=quasi and (quasi["dx"], quasi["dy"], quasi["agree"], quasi["of"]),
            last=(last["x"], last["low"], last["high"]),
        )


@dataclass(frozen=True, slots=True)
class Thread:
    """P-positions along a ray: a thread, or several of the same slope.

    Attributes
    ----------
    slope
        A float, for pictures.
    slope_low, slope_high
        The slope lies between these, as far as seen.
    exact
        A number that it could be, see `form`.
    per_column
        P-positions in a column: exactly if it is periodic, else on average (a float).
    is_periodic, dx, dy, period_from
        Whether all parts are periodic, and their common period.
    is_drifting
        Whether strands of it go away from their line.
    vertical, horizontal, diagonal
        The fewest and the most P-positions in a column, in a row, on a diagonal.
    """

    slope: float
    slope_low: Fraction
    slope_high: Fraction
    exact: Surd | None
    per_column: Fraction | float
    is_periodic: bool
    dx: int | None
    dy: int | None
    period_from: int | None
    is_drifting: bool
    vertical: tuple[int, int]
    horizontal: tuple[int, int] | None
    diagonal: tuple[int, int] | None

    @classmethod
    def _of(cls, thread: Json) -> Thread:
        period = thread["period"] or {}
        low, high = thread["slope_interval"]
        exact = _fraction(thread["per_column_exact"])
        form = Form._of(thread["exact"])
        return cls(
            slope=thread["slope"],
            slope_low=Fraction(low),
            slope_high=Fraction(high),
            exact=None if form is None else form.value,
            per_column=thread["per_column"] if exact is None else exact,
            is_periodic=thread["periodic"],
            dx=period.get("dx"),
            dy=period.get("dy"),
            period_from=period.get("from"),
            is_drifting=thread["drifting"],
            vertical=(
                thread["thickness"]["vertical"]["min"],
                thread["thickness"]["vertical"]["max"],
            ),
            horizontal=_range(thread["thickness"]["horizontal"]),
            diagonal=_range(thread["thickness"]["diagonal"]),
        )


@dataclass(frozen=True, slots=True)
class Threads:
    """The threads of W^k.

    Attributes
    ----------
    k, columns
        The game, and how many columns were looked at.
    p_count, signature, fingerprint
        How many upper P-positions these hold, and two checksums of them.
    cover
        What the threads and their mirror images put into each column: k, as far as it was measured.
    threads
        By slope, the least first: a list that `pandas.DataFrame` and `polars.DataFrame` take.
    forms
        For each thread a number that its slope could be, and how surely.
    slopes_by_cover
        For each thread its slope by its density alone, if all others are periodic.
    parts
        For each thread the threads of that slope, the lowest first.
    strands
        For each thread its strands, if it is periodic or drifts.
    """

    k: int
    columns: int
    p_count: int
    signature: str
    fingerprint: str
    cover: tuple[Fraction, Fraction] | None
    threads: list[Thread]
    forms: list[Form | None] = field(repr=False)
    slopes_by_cover: list[tuple[Fraction, Fraction] | None] = field(repr=False)
    parts: list[list[Part]] = field(repr=False)
    strands: list[list[Strand]] = field(repr=False)

    @classmethod
    def _of(cls, found: Json) -> Threads:
        threads = found["threads"]
        return cls(
            k=found["k"],
            columns=found["columns"],
            p_count=found["p_count"],
            signature=found["signature"],
            fingerprint=found.get("fingerprint", ""),
            cover=_interval(found.get("cover_interval")),
            threads=[Thread._of(thread) for thread in threads],
            forms=[Form._of(thread["exact"]) for thread in threads],
            slopes_by_cover=[
                _interval(thread.get("slope_by_cover_interval")) for thread in threads
            ],
            parts=[[Part._of(part) for part in thread["parts"]] for thread in threads],
            strands=[
                [
                    Strand(
                        **{
                            key: Fraction(strand[key])
                            for key in ("low", "high", "per_column", "drift")
                        }
                    )
                    for strand in thread["offsets"]
                ]
                for thread in threads
            ],
        )


def threads(k: int, *, columns: int = 1_000_000) -> Threads:
    """Measure the threads of W^k: their slopes, and what runs along them.

    Parameters
    ----------
    k
        The game W^k.
    columns
        How many columns to look at: at least 1024 and 16k.

    Examples
    --------
    >>> import wythoff
    >>> found = wythoff.threads(2, columns=20_000)
    >>> [str(thread.exact) for thread in found.threads]
    ['(1 + √5)/2', '2']
    >>> found.threads[1].dx, found.threads[1].dy, found.threads[1].per_column
    (1, 2, Fraction(1, 1))
    """
    return Threads._of(json.loads(_wythoff.threads(k, columns)))


@dataclass(frozen=True, slots=True)
class AtlasRecord:
    """What the atlas knows of one W^k.

    Attributes
    ----------
    k
        The game.
    threads
        Its threads, as `wythoff.threads` gives them.
    nose, shoulder, armpit, prism
        Where CLN15's regions meet; `None` where that is not on the board of this side.
    regions_side
        The side of the board of the regions.
    states
        How many cells have each deviation outside the hood, on the board of `states_side`.
    thumbnail
        The board x, y < `thumbnail_side` in shades, a line of text for each 32nd of it.
    version
        The version that made the record.
    """

    k: int
    threads: Threads
    nose: tuple[int, int]
    shoulder: tuple[int, int]
    armpit: tuple[int, int] | None
    prism: tuple[int, int] | None
    regions_side: int
    states: dict[int, int]
    states_side: int
    thumbnail: tuple[str, ...] = field(repr=False)
    thumbnail_side: int = field(repr=False)
    version: str

    @classmethod
    def _of(cls, record: Json) -> AtlasRecord:
        try:
            junctions, states = record["regions"]["junctions"], record["states"]
            return cls(
                k=record["k"],
                threads=Threads._of(record),
                nose=(junctions["nose"][0], junctions["nose"][1]),
                shoulder=(junctions["shoulder"][0], junctions["shoulder"][1]),
                armpit=_cell(junctions["armpit"]),
                prism=_cell(junctions["prism"]),
                regions_side=record["regions"]["side"],
                states={int(deviation): count for deviation, count in states["deviations"].items()},
                states_side=states["side"],
                thumbnail=tuple(record["thumbnail"]["lines"]),
                thumbnail_side=record["thumbnail"]["side"],
                version=record["version"],
            )
        except (KeyError, TypeError, IndexError):
            k = record.get("k") if isinstance(record, dict) else None
            raise WythoffError(f"the record of k = {k} is of another format: sweep again") from None


#: How a column of a table is kept, and what stands where there is no value.
_KINDS: dict[str, tuple[str, Any]] = {
    "whole": ("i8", -1),
    "real": ("f8", np.nan),
    "flag": ("?", False),
    "text": ("U", ""),
}


def _table(text: str) -> NDArray[Any]:
    table = json.loads(text)
    columns, rows = table["columns"], table["rows"]
    values = [
        [_KINDS[kind][1] if row[index] is None else row[index] for row in rows]
        for index, (_, kind) in enumerate(columns)
    ]
    arrays = [
        np.array(list(map(str, column)) if kind == "text" else column, dtype=_KINDS[kind][0])
        for column, (_, kind) in zip(values, columns)
    ]
    found = np.empty(
        len(rows), dtype=[(name, array.dtype) for (name, _), array in zip(columns, arrays)]
    )
    for (name, _), array in zip(columns, arrays):
        found[name] = array
    found.flags.writeable = False
    return found


@dataclass(frozen=True, slots=True)
class Atlas:
    """Records of many W^k, by k.

    Attributes
    ----------
    records
        The records; ``atlas[k]`` is that of W^k.
    threads
        A structured array with a row for each slope of each k. Exact slopes are text, which
        `wythoff.exact.Surd.from_text` reads. Where there is no value an integer is −1, a float
        NaN, a text empty.
    boards
        A structured array with a row for each k.
    """

    records: dict[int, AtlasRecord] = field(repr=False)
    threads: NDArray[Any] = field(repr=False)
    boards: NDArray[Any] = field(repr=False)

    def __getitem__(self, k: int) -> AtlasRecord:
        number = integer("k", k)
        try:
            return self.records[number]
        except KeyError:
            raise WythoffError(f"the atlas has no record of W^{shown(number)}: {self!r}") from None

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[AtlasRecord]:
        return iter(self.records.values())

    def __contains__(self, k: object) -> bool:
        return k in self.records

    def __repr__(self) -> str:
        if not self.records:
            return "<atlas without records>"
        return f"<atlas of {len(self)} records, k = {min(self.records)} to {max(self.records)}>"


def atlas(path: str | os.PathLike[str] | None = None) -> Atlas:
    """Read an atlas: what is known of many W^k.

    Parameters
    ----------
    path
        A folder that ``wythoff sweep`` has written. Without it, the records of W^1 to W^200 that
        are part of the package, from 1,000,000 columns each.

    Examples
    --------
    >>> import wythoff
    >>> atlas = wythoff.atlas()
    >>> atlas
    <atlas of 200 records, k = 1 to 200>
    >>> of_2 = atlas.threads[atlas.threads["k"] == 2]
    >>> of_2[["exact", "periodic"]].tolist()
    [('(1 + √5)/2', False), ('2', True)]
    >>> atlas[2].threads.threads[0].exact
    Surd(1, 1, 5, 2)
    """
    if path is not None and not isinstance(path, (str, os.PathLike)):
        raise KindError(f"path is a folder's name, not a {type(path).__name__}")
    records, slopes, boards = _wythoff.atlas_records(path)
    read = [AtlasRecord._of(json.loads(record)) for record in records]
    return Atlas({record.k: record for record in read}, _table(slopes), _table(boards))


@dataclass(frozen=True, slots=True)
class Border:
    """A line between two regions.

    Attributes
    ----------
    name
        CLN15's.
    points
        Cells (x, y), x ≤ y, each the first one of the region below: an array of the shape ``(n,
        2)``.
    """

    name: str
    points: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RegionCensus:
    """What a region holds, both halves of the board counted.

    Attributes
    ----------
    region
        Its name.
    cells, palaces
        How many it has.
    min_deviation, max_deviation
        The least and the largest deviation; `None` if it is empty.
    """

    region: str
    cells: int
    palaces: int
    min_deviation: int | None
    max_deviation: int | None

    @classmethod
    def _of(cls, region: str, census: Json) -> RegionCensus:
        values = [*map(int, census["deviations"])]
        least, most = (min(values), max(values)) if values else (None, None)
        return cls(region, census["cells"], census["palaces"], least, most)


@dataclass(frozen=True, slots=True)
class WarpThread:
    """A thread of the warp that keeps its thickness.

    Attributes
    ----------
    thickness
        Palaces in each column.
    start, stop
        The first column, and the one after the last.
    row
        The row of the first palace in the last column.
    """

    thickness: int
    start: int
    stop: int
    row: int


@dataclass(frozen=True, slots=True)
class Regions:
    """The parts of a board of W^k that CLN15 names, and where they meet, in the half x ≤ y.

    Attributes
    ----------
    k, side
        The board x, y < side of W^k.
    nose, shoulder, armpit, prism
        Where regions meet; `None` where that is not on this board.
    borders
        By name.
    census
        What each region holds: a list that `pandas.DataFrame` and `polars.DataFrame` take.
    outside_hood
        What the whole board outside the hood holds.
    states
        How many cells outside the hood have each deviation.
    first
        The first cell with each deviation outside the hood.
    labels
        If asked for, the region of each cell: an array [y, x] of indices into `names`.
    names
        The regions in the order of their labels.
    warp
        If asked for, the threads of 400 columns of the warp.
    """

    k: int
    side: int
    nose: tuple[int, int]
    shoulder: tuple[int, int]
    armpit: tuple[int, int] | None
    prism: tuple[int, int] | None
    borders: dict[str, Border] = field(repr=False)
    census: list[RegionCensus]
    outside_hood: RegionCensus
    states: dict[int, int] = field(repr=False)
    first: dict[int, tuple[int, int]] = field(repr=False)
    labels: NDArray[np.uint8] | None = field(repr=False, compare=False)
    names: tuple[str, ...] = field(repr=False)
    warp: list[WarpThread] | None = field(repr=False)


def regions(
    k: int,
    *,
    side: int | None = None,
    points: int = 64,
    labels: bool = False,
    warp: bool = False,
    warp_from: int | None = None,
) -> Regions:
    """Find the regions of a board of W^k: borders, where they meet, and what they hold.

    Parameters
    ----------
    k
        The game W^k.
    side
        The side of the board; 3k + 64 unless given, at most 65536.
    points
        How many cells of each border are given, about.
    labels
        Whether the region of each cell is given, too.
    warp
        Whether 400 columns of the warp are measured, too.
    warp_from
        The first of these columns; 2k unless given.

    Examples
    --------
    >>> import wythoff
    >>> found = wythoff.regions(100, labels=True)
    >>> found.nose, found.shoulder, found.armpit
    ((33, 33), (0, 100), (73, 136))
    >>> found.names[found.labels[95, 5]]
    'epaulette'
    """
    for what, flag in (("labels", labels), ("warp", warp)):
        if not isinstance(flag, (bool, np.bool_)):
            raise KindError(f"{what} is True or False, not a {type(flag).__name__}")
    if warp_from is not None and not warp:
        raise WythoffError("warp_from is the first column of the warp: say warp=True, too")
    if warp and warp_from is None and isinstance(k, int):
        warp_from = max(0, 2 * k)
    text, found_labels = _wythoff.regions(k, side, points, warp_from, bool(labels))
    found = json.loads(text)
    junctions, outside = found["junctions"], found["outside_hood"]
    border_points = {
        border["name"]: np.array(border["points"], dtype=np.int64).reshape(-1, 2)
        for border in found["borders"]
    }
    names = tuple(_wythoff.region_names())
    return Regions(
        k=found["k"],
        side=found["side"],
        nose=(junctions["nose"][0], junctions["nose"][1]),
        shoulder=(junctions["shoulder"][0], junctions["shoulder"][1]),
        armpit=_cell(junctions["armpit"]),
        prism=_cell(junctions["prism"]),
        borders={name: Border(name, cells) for name, cells in border_points.items()},
        census=[
            RegionCensus._of(name, found["regions"][name])
            for name in names
            if name in found["regions"]
        ],
        outside_hood=RegionCensus._of("outside the hood", outside),
        states={int(deviation): count for deviation, count in outside["deviations"].items()},
        first={int(deviation): (at[0], at[1]) for deviation, at in outside["first"].items()},
        labels=found_labels,
        names=names,
        warp=[
            WarpThread(thread["thickness"], thread["from"], thread["to"], thread["row"])
            for thread in found["warp"]["threads"]
        ]
        if warp
        else None,
    )


#: Pairs (value, how often), by value.
Counts = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SkinLevel:
    """A stretch of the arm whose steps have the pattern of one level.

    Attributes
    ----------
    n
        The level.
    start, stop
        The first column whose step to the next fits, and the first whose step does not.
    row, row_stop
        The rows of the last palaces of these columns, counted from the shoulder: CLN15's pixels.
    ends
        Whether it ends before what was computed does.
    vertical, diagonal, horizontal, lines
        Pairs (value, how often): thickness in three directions, and the distances of lines. CLN15
        expects f_2n, f_2n+1, f_2n+2 and f_2n+3.
    irregular
        Columns with another skin than expected.
    """

    n: int
    start: int
    stop: int
    row: int
    row_stop: int
    ends: bool
    vertical: Counts
    diagonal: Counts
    horizontal: Counts
    lines: Counts
    irregular: int

    @classmethod
    def _of(cls, level: Json) -> SkinLevel:
        def counts(name: str) -> Counts:
            return tuple(sorted((int(value), count) for value, count in level[name].items()))

        return cls(
            n=level["n"],
            start=level["from"],
            stop=level["to"],
            row=level["pixels"],
            row_stop=level["pixels_to"],
            ends=level["ends"],
            vertical=counts("vertical"),
            diagonal=counts("diagonal"),
            horizontal=counts("horizontal"),
            lines=counts("lines"),
            irregular=level["irregular"],
        )


@dataclass(frozen=True, slots=True)
class SkinMatrix:
    """What a cell of the skin's pattern becomes on the next level.

    Attributes
    ----------
    of
        The cell's deviation.
    rows
        The deviations that it becomes.
    uses
        How often, in a period of level 1, 2, …; `None` where a column can't be read in just one
        way.
    """

    of: int
    rows: tuple[tuple[int, ...], ...]
    uses: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Skin:
    """The skin of the arm for k → ∞.

    Attributes
    ----------
    columns, cells
        How much of the arm was computed.
    min_deviation, max_deviation
        The extremes that were met.
    signature
        A checksum of the boundary.
    levels
        In order: a list that `pandas.DataFrame` and `polars.DataFrame` take.
    odd_steps
        Steps other than 2 and 3: the column and the step.
    hem
        Where the arm begins, every 1024 columns: an array of cells.
    last
        The row of the last palace of each column, counted from the shoulder.
    matrices
        If asked for, by which matrices the pattern of each level becomes that of the next.
    """

    columns: int
    cells: int
    min_deviation: int
    max_deviation: int
    signature: str
    levels: list[SkinLevel]
    odd_steps: tuple[tuple[int, int], ...]
    hem: NDArray[np.int64] = field(repr=False, compare=False)
    last: NDArray[np.int64] = field(repr=False, compare=False)
    matrices: list[SkinMatrix] | None = field(repr=False)


def skin(*, columns: int = 4096, matrices: bool = False) -> Skin:
    """Measure the levels of the skin of the arm without end (CLN15, section 3.4).

    Parameters
    ----------
    columns
        How many columns of the arm, rounded up to a multiple of 1024; at most 2^23. Level 4 begins
        at about 132,600.
    matrices
        Whether the matrices between levels are given, too.

    Examples
    --------
    >>> import wythoff
    >>> [(level.n, level.start, level.row) for level in wythoff.skin(columns=4096).levels][2:]
    [(2, 77, 190), (3, 2954, 7670)]
    """
    if not isinstance(matrices, (bool, np.bool_)):
        raise KindError(f"matrices is True or False, not a {type(matrices).__name__}")
    text, last = _wythoff.skin(columns)
    found = json.loads(text)
    expansion = [
        SkinMatrix(matrix["of"], tuple(map(tuple, matrix["rows"])), tuple(matrix["uses"]))
        for matrix in (json.loads(_wythoff.skin_matrices()) if matrices else ())
    ]
    return Skin(
        columns=found["columns"],
        cells=found["cells"],
        min_deviation=found["min_deviation"],
        max_deviation=found["max_deviation"],
        signature=found["signature"],
        levels=[SkinLevel._of(level) for level in found["levels"]],
        odd_steps=tuple((x, step) for x, step in found["odd_steps"]),
        hem=np.array(found["hem"], dtype=np.int64).reshape(-1, 2),
        last=last,
        matrices=expansion if matrices else None,
    )


@dataclass(frozen=True, slots=True)
class Comparison:
    """How well the deviations of two boards match.

    Attributes
    ----------
    a, b
        The games W^a and W^b.
    offset
        Where (0, 0) of the first board lies on the second.
    at, shape
        The window of the first board: its first cell (x, y), and its height and width.
    compared, equal
        How many cells were compared, and how many have equal deviations.
    first_difference
        The first other cell (x, y) by rows, on the first board; `None` if there is none.
    first_on_diagonal
        The first one with x = y.
    nearest
        The one with the least x + y.
    overlay
        An array [y, x]: 1 where the deviations are equal, 0 where they differ, −1 where the offset
        leads off the board. `None` if it was not asked for.
    """

    a: int
    b: int
    offset: tuple[int, int]
    at: tuple[int, int]
    shape: tuple[int, int]
    compared: int
    equal: int
    first_difference: tuple[int, int] | None
    first_on_diagonal: tuple[int, int] | None
    nearest: tuple[int, int] | None
    overlay: NDArray[np.int8] | None = field(repr=False, compare=False)

    @property
    def differ(self) -> int:
        """How many cells have different deviations."""
        return self.compared - self.equal


def compare(
    a: int,
    b: int,
    *,
    offset: tuple[int, int] = (0, 0),
    shape: int | tuple[int, int] = 256,
    at: tuple[int, int] = (0, 0),
    overlay: bool = True,
) -> Comparison:
    """Lay the boards of W^a and W^b over each other, and say where they have the same deviations.

    Parameters
    ----------
    a, b
        The games.
    offset
        Where (0, 0) of the first board lies on the second: (dx, dy), which may be negative.
    shape
        The window of the first board: (height, width), or one integer for a square.
    at
        The window's first cell, (x, y).
    overlay
        Whether an array of all cells is given. Without it memory does not grow with the window.

    Examples
    --------
    CLN15, Fig. 4:

    >>> import wythoff
    >>> found = wythoff.compare(497, 500, offset=(1, 1), shape=900)
    >>> found.first_on_diagonal, found.overlay.shape
    ((805, 805), (900, 900))
    """
    if not isinstance(overlay, (bool, np.bool_)):
        raise KindError(f"overlay is True or False, not a {type(overlay).__name__}")
    height, width = _shape(shape)
    text, cells = _wythoff.compare(
        a, b, *_pair("offset", offset), *_pair("at", at), height, width, bool(overlay)
    )
    found = json.loads(text)
    return Comparison(
        a=found["first"],
        b=found["second"],
        offset=(int(found["offset"][0]), int(found["offset"][1])),
        at=(int(found["at"][0]), int(found["at"][1])),
        shape=(int(height), int(width)),
        compared=found["compared"],
        equal=found["equal"],
        first_difference=_cell(found["first_difference"]),
        first_on_diagonal=_cell(found["first_on_diagonal"]),
        nearest=_cell(found["nearest"]),
        overlay=cells,
    )

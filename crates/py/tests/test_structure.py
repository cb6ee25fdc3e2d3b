"""`threads`, `atlas`, `regions`, `skin`, `compare` against literal boards and the papers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wythoff
from literal import palace_numbers
from wythoff import KindError, LimitError, WythoffError
from wythoff.exact import Surd

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "wythoff" / "tests" / "golden"

Board = np.ndarray[Any, Any]


def deviations(k: int, side: int) -> Board:
    return palace_numbers(k, side) - k


# Threads.


def test_slopes_of_the_paper() -> None:
    """Lar11, Table 1, as measured by a separate program."""
    lines = (GOLDEN / "lar11-slopes.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    assert len(rows) == 20
    for k, *slopes in rows:
        found = wythoff.threads(int(k), columns=50_000)
        assert len(found.threads) == len(slopes)
        for thread, slope in zip(found.threads, slopes):
            digits = len(slope.partition(".")[2])
            near = Fraction(slope)
            error = Fraction(1, 10 ** max(digits, 3))
            assert thread.slope_low - error <= near <= thread.slope_high + error
            assert thread.slope_low <= thread.slope_high


def test_threads_are_exact() -> None:
    found = wythoff.threads(4, columns=20_000)
    (thread,) = found.threads
    assert thread.exact == Surd(1, 1, 2) and thread.slope_low < Surd(1, 1, 2) < thread.slope_high
    assert not thread.is_periodic and thread.dx is None and not thread.is_drifting
    (form,) = found.forms
    a, b, c = form.coefficients
    assert (
        a * thread.exact**2 + b * thread.exact + c == 0 and form.discriminant == b * b - 4 * a * c
    )
    assert found.cover is not None and found.cover[0] <= 4 <= found.cover[1]
    five = wythoff.threads(14, columns=20_000)
    (thread,) = five.threads
    assert thread.exact == Fraction(thread.dy, thread.dx) == Fraction(5, 2)
    assert thread.per_column == sum(part.per_column for part in five.parts[0])
    # A thread and its mirror image put d(1 + 1/s) into each column, 14 in all.
    assert thread.per_column * (1 + 1 / Fraction(5, 2)) == 14
    assert sum(strand.per_column for strand in five.strands[0]) == thread.per_column
    seven = wythoff.threads(7, columns=100_000)
    assert seven.threads[0].is_drifting
    assert {strand.drift for strand in seven.strands[0]} > {Fraction(0)}


def test_counts_are_those_of_the_board() -> None:
    # The upper P-positions of the first columns, from the rules.
    found = wythoff.threads(1, columns=1024)
    phi = wythoff.exact.phi
    a = set(wythoff.exact.Beatty(phi).terms(0, 1024).tolist())
    assert found.p_count == sum(x in a for x in range(1024))


# The atlas.


def test_the_atlas_of_the_package() -> None:
    atlas = wythoff.atlas()
    assert len(atlas) == 200 and [record.k for record in atlas] == list(range(1, 201))
    assert 200 in atlas and 201 not in atlas and repr(atlas).startswith("<atlas of 200")
    for record in atlas:
        again = json.loads((ROOT / "lab" / "atlas" / f"k{record.k:05}.json").read_text())["record"]
        assert record.threads.p_count == again["p_count"]
        assert len(record.threads.threads) == len(again["threads"])
        assert sum(record.states.values()) == sum(again["states"]["deviations"].values())
    table = (ROOT / "lab" / "atlas" / "atlas.csv").read_text().splitlines()
    head, rows = table[0].split(","), [line.split(",") for line in table[1:]]
    assert atlas.threads.dtype.names == tuple(head) and len(atlas.threads) == len(rows)
    for ours, row in zip(atlas.threads, rows):
        for name, text in zip(head, row):
            value = ours[name]
            if text == "":
                assert value in (-1, "") or value != value
            elif text in ("true", "false"):
                assert bool(value) is (text == "true")
            elif isinstance(value, np.floating):
                assert float(text) == value
            else:
                assert str(value) == text
    assert len(atlas.boards) == 200 and (atlas.boards["k"] == np.arange(1, 201)).all()
    with pytest.raises(ValueError):
        atlas.threads["k"][0] = 7


def test_the_atlas_is_what_threads_measure() -> None:
    record = wythoff.atlas()[3].threads
    fresh = wythoff.threads(3, columns=1_000_000)
    assert (fresh.p_count, fresh.signature, fresh.threads) == (
        record.p_count,
        record.signature,
        record.threads,
    )
    assert (fresh.forms, fresh.parts, fresh.strands) == (record.forms, record.parts, record.strands)


def test_an_atlas_from_a_folder(tmp_path: Path) -> None:
    for k in (2, 7):
        text = (ROOT / "lab" / "atlas" / f"k{k:05}.json").read_text()
        (tmp_path / f"k{k:05}.json").write_text(text)
    atlas = wythoff.atlas(tmp_path)
    assert list(atlas.records) == [2, 7] and len(wythoff.atlas(str(tmp_path))) == 2
    assert set(atlas.threads["k"].tolist()) == {2, 7}
    with pytest.raises(WythoffError, match="no record of W\\^3"):
        atlas[3]
    with pytest.raises(KindError):
        atlas[2.0]  # type: ignore[index]
    path = tmp_path / "k00007.json"
    path.write_text(path.read_text().replace('"k":7', '"k":8'))
    with pytest.raises(WythoffError, match="no whole record"):
        wythoff.atlas(tmp_path)
    assert len(wythoff.atlas(_empty(tmp_path))) == 0
    with pytest.raises(WythoffError, match="can't read"):
        wythoff.atlas(tmp_path / "nowhere")
    for wrong in (3, 1.5, True, [1], b"x"):
        with pytest.raises(KindError):
            wythoff.atlas(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        wythoff.atlas("a\0b")


def _empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


# Regions.


@pytest.mark.parametrize("k", [10, 30])
def test_regions_are_counted_on_the_board(k: int) -> None:
    side = 3 * k + 20
    board = deviations(k, side)
    found = wythoff.regions(k, side=side, labels=True)
    assert found.nose == (k // 3, k // 3) and found.shoulder == (0, k)
    labels = found.labels
    assert labels is not None and labels.shape == (side, side) and (labels == labels.T).all()
    for census in found.census:
        cells = labels == found.names.index(census.region)
        assert census.cells == cells.sum() and census.palaces == (board[cells] < 0).sum()
        assert (census.min_deviation, census.max_deviation) == (
            board[cells].min(),
            board[cells].max(),
        )
    y, x = np.indices((side, side))
    hood = x + y + np.minimum(x, y) < k
    assert ((labels == found.names.index("hood")) == hood).all()
    values, counts = np.unique(board[~hood], return_counts=True)
    assert found.states == dict(zip(values.tolist(), counts.tolist()))
    assert found.outside_hood.cells == (~hood).sum()
    for deviation, (x0, y0) in found.first.items():
        assert board[y0, x0] == deviation
    for border in found.borders.values():
        assert border.points.shape[1] == 2 and (border.points < side).all()
    assert wythoff.regions(k, side=side).labels is None


def test_the_warp() -> None:
    found = wythoff.regions(60, warp=True)
    assert found.warp is not None
    assert all(thread.stop - thread.start >= 60 and thread.thickness > 0 for thread in found.warp)
    assert found.warp == wythoff.regions(60, warp=True, warp_from=120).warp
    assert wythoff.regions(60).warp is None


# The skin.


def test_the_skin() -> None:
    skin = wythoff.skin(columns=3000, matrices=True)
    assert skin.columns == 3072 and len(skin.last) == 3072
    # In the columns x ≤ (k − 1)/3 the arm of W^k is that of k → ∞: the last palaces, by the rules.
    k, side = 31, 70
    board = deviations(k, side)
    for x in range(11):
        assert max(np.flatnonzero(board[:, x] < 0)) - k == skin.last[x]
    level = skin.levels[2]
    assert (level.n, level.start, level.row) == (2, 77, 190)
    assert skin.last[level.start] == level.row and skin.last[level.stop] == level.row_stop
    steps = np.diff(skin.last)[level.start : level.stop]
    pattern = [2, 3, 2, 3, 3]
    turns = [pattern[i:] + pattern[:i] for i in range(5)]
    assert steps.tolist() in [(turn * len(steps))[: len(steps)] for turn in turns]
    assert skin.matrices is not None and len(skin.matrices) == 6
    assert skin.matrices[3].rows == ((-2, -1), (-2, -2)) and len(skin.matrices[3].uses) == 5
    assert wythoff.skin().matrices is None and wythoff.skin().columns == 4096


# Comparison.


@pytest.mark.parametrize("offset", [(0, 0), (1, 1), (0, 1), (-3, 2), (5, -40)])
def test_boards_laid_over_each_other(offset: tuple[int, int]) -> None:
    a, b, side = 10, 13, 70
    first, second = deviations(a, side), deviations(b, side)
    dx, dy = offset
    found = wythoff.compare(a, b, offset=offset, shape=(40, 50), at=(3, 4))
    expected = np.full((40, 50), -1)
    for y in range(4, 44):
        for x in range(3, 53):
            if x + dx >= 0 and y + dy >= 0:
                expected[y - 4, x - 3] = first[y, x] == second[y + dy, x + dx]
    assert found.overlay is not None and found.overlay.dtype == np.int8
    assert (found.overlay == expected).all()
    assert found.compared == (expected >= 0).sum() and found.equal == (expected == 1).sum()
    assert found.differ == (expected == 0).sum()
    cells = [(x + 3, y + 4) for y, x in np.argwhere(expected == 0).tolist()]
    assert found.first_difference == (cells[0] if cells else None)
    diagonal = [cell for cell in cells if cell[0] == cell[1]]
    assert found.first_on_diagonal == (diagonal[0] if diagonal else None)
    assert found.nearest == min(cells, key=lambda cell: (sum(cell), cell[0]), default=None)
    bare = wythoff.compare(a, b, offset=offset, shape=(40, 50), at=(3, 4), overlay=False)
    assert bare.overlay is None and bare == found


def test_a_board_is_like_itself() -> None:
    found = wythoff.compare(20, 20, shape=100)
    assert found.equal == found.compared == 10_000 and found.first_difference is None
    off = wythoff.compare(20, 20, offset=(-1000, 0), shape=10)
    assert off.compared == 0 and off.overlay is not None and (off.overlay == -1).all()


# Tables for pandas and polars.


def tables() -> list[tuple[str, Any, int]]:
    atlas = wythoff.atlas()
    regions = wythoff.regions(30, warp=True)
    found = wythoff.threads(10, columns=20_000)
    theorem = wythoff.prove(3, numeration="binary").theorem()
    return [
        ("threads", found.threads, len(found.threads)),
        ("forms", found.forms, len(found.forms)),
        ("parts", found.parts[0], len(found.parts[0])),
        ("strands", found.strands[1], len(found.strands[1])),
        ("atlas.threads", atlas.threads, len(atlas.threads)),
        ("atlas.boards", atlas.boards, 200),
        ("census", regions.census, len(regions.census)),
        ("warp", regions.warp, len(regions.warp or [])),
        ("levels", wythoff.skin().levels, 4),
        ("reports", wythoff.check("Lar11.Prop1.2.i"), 1),
        ("checks", wythoff.checks(), len(wythoff.checks())),
        ("proved", theorem.threads, 2),
        ("attempts", wythoff.prove(3, numeration="binary").attempts, 7),
    ]


def test_pandas_takes_them() -> None:
    pandas = pytest.importorskip("pandas")
    for name, table, length in tables():
        frame = pandas.DataFrame(table)
        assert len(frame) == length, name
    frame = pandas.DataFrame(wythoff.atlas().threads)
    assert frame[frame.k == 2].exact.tolist() == ["(1 + √5)/2", "2"]
    frame = pandas.DataFrame(wythoff.threads(2, columns=20_000).threads)
    assert frame.exact.tolist() == [wythoff.exact.phi, 2]
    assert isinstance(frame.slope_low[0], Fraction)


def test_polars_takes_them() -> None:
    polars = pytest.importorskip("polars")
    for name, table, length in tables():
        frame = polars.DataFrame(table)
        assert frame.height == length, name
    frame = polars.DataFrame(wythoff.atlas().threads)
    assert frame.filter(polars.col("k") == 2)["exact"].to_list() == ["(1 + √5)/2", "2"]
    frame = polars.DataFrame(wythoff.threads(2, columns=20_000).threads)
    assert frame["per_column"].dtype.is_numeric() and frame["is_periodic"].to_list() == [
        False,
        True,
    ]


# Bad input.


@pytest.mark.parametrize("wrong", [True, 1.5, None, "5", b"5", [5], np.float64(5), object()])
def test_kinds_that_are_wrong(wrong: Any) -> None:
    for call in (
        lambda: wythoff.threads(wrong),
        lambda: wythoff.threads(5, columns=wrong),
        lambda: wythoff.regions(wrong),
        lambda: wythoff.regions(5, points=wrong),
        lambda: wythoff.skin(columns=wrong),
        lambda: wythoff.compare(wrong, 5),
        lambda: wythoff.compare(5, wrong),
        lambda: wythoff.compare(5, 6, shape=wrong),
        lambda: wythoff.compare(5, 6, at=wrong),
        lambda: wythoff.compare(5, 6, at=(wrong, 0)),
        lambda: wythoff.compare(5, 6, offset=(0, wrong)),
    ):
        with pytest.raises(KindError):
            call()
    if wrong is not None:
        with pytest.raises(KindError):
            wythoff.regions(5, side=wrong)
        with pytest.raises(KindError):
            wythoff.regions(5, warp=True, warp_from=wrong)
    if wrong is not True:
        for call in (
            lambda: wythoff.compare(5, 6, overlay=wrong),
            lambda: wythoff.regions(5, labels=wrong),
            lambda: wythoff.skin(matrices=wrong),
        ):
            with pytest.raises(KindError):
                call()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: wythoff.threads(0), WythoffError),
        (lambda: wythoff.threads(-1), WythoffError),
        (lambda: wythoff.threads(10**30), WythoffError),
        (lambda: wythoff.threads(5, columns=0), WythoffError),
        (lambda: wythoff.threads(5, columns=1023), WythoffError),
        (lambda: wythoff.threads(5, columns=10**30), WythoffError),
        (lambda: wythoff.threads(5, columns=2**31), WythoffError),
        (lambda: wythoff.threads(2**40, columns=2**30), WythoffError),
        (lambda: wythoff.regions(0), WythoffError),
        (lambda: wythoff.regions(-5), WythoffError),
        (lambda: wythoff.regions(2**32), WythoffError),
        (lambda: wythoff.regions(2**32 - 1), WythoffError),
        (lambda: wythoff.regions(5, side=0), WythoffError),
        (lambda: wythoff.regions(5, side=-1), WythoffError),
        (lambda: wythoff.regions(5, side=65537), WythoffError),
        (lambda: wythoff.regions(5, side=65536, labels=True), LimitError),
        (lambda: wythoff.regions(5, side=10**30), WythoffError),
        (lambda: wythoff.regions(5, points=0), WythoffError),
        (lambda: wythoff.regions(5, warp_from=7), WythoffError),
        (lambda: wythoff.regions(5, side=5, warp=True, warp_from=10**18), WythoffError),
        (lambda: wythoff.skin(columns=0), WythoffError),
        (lambda: wythoff.skin(columns=-1), WythoffError),
        (lambda: wythoff.skin(columns=2**23 + 1), WythoffError),
        (lambda: wythoff.skin(columns=10**30), WythoffError),
        (lambda: wythoff.compare(0, 5), WythoffError),
        (lambda: wythoff.compare(5, 10**30), WythoffError),
        (lambda: wythoff.compare(5, 6, shape=-1), WythoffError),
        (lambda: wythoff.compare(5, 6, shape=10**30), WythoffError),
        (lambda: wythoff.compare(5, 6, shape=10**6), LimitError),
        (lambda: wythoff.compare(5, 6, at=(-1, 0)), WythoffError),
        (lambda: wythoff.compare(5, 6, at=(2**64 - 1, 0)), WythoffError),
        (lambda: wythoff.compare(5, 6, at=(1, 2, 3)), KindError),
        (lambda: wythoff.compare(5, 6, offset=(2**63, 0)), WythoffError),
        (lambda: wythoff.compare(5, 6, offset=(2**63 - 1, 0)), WythoffError),
    ],
)
def test_bad_input(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        call()
    assert isinstance(caught.value, ValueError) and str(caught.value)


# Ctrl-C.

LONG = {
    "threads": "wythoff.threads(300, columns=2**28)",
    "skin": "wythoff.skin(columns=2**23)",
    "regions": "wythoff.regions(1000, side=60000)",
    "compare": "wythoff.compare(5000, 5003, shape=300000, overlay=False)",
    "check": "wythoff.check(['Lar15', 'Lar11'], bound=5000)",
    "prove": "wythoff.prove(13, rules=4194304)",
    "errata": "[wythoff.errata() for _ in range(20)]",
    "automaton": "wythoff.automaton('game:50', 8, at=(400000, 400000))",
    "pairs": "exact.class_pairs(1, 1, count=2 * 10**8)",
    "expansion": "exact.continued_fraction(exact.Surd(0, 1, 10**400 + 3), limit=10**9)",
}

SCRIPT = """
import wythoff
from wythoff import exact
print("ready", flush=True)
try:
    {call}
    print("finished", flush=True)
except KeyboardInterrupt:
    print("stopped", flush=True)
assert wythoff.exact.phi > 1
assert len(wythoff.check("Lar11.Prop1.2.i")) == 1
assert wythoff.automaton("game:5", 3).values[0, 0] == -5
print("whole", flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_stops_long_work(name: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(call=LONG[name])], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(0.4)
        since = time.monotonic()
        child.send_signal(signal.SIGINT)
        line = child.stdout.readline()
        took = time.monotonic() - since
        assert line == "stopped\n"
        # A second, and what a busy machine adds. Without a stop it would be minutes.
        assert took < 30, f"{name} took {took:.1f} s to stop"
        assert child.stdout.readline() == "whole\n"
        assert child.wait(timeout=60) == 0
    finally:
        child.kill()
        child.wait()

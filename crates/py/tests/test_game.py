"""Games, outcomes, answers, boards and tables, against the rules in plain Python."""

from __future__ import annotations

import copy
import itertools
import json
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wythoff
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import Literal, Piece
from wythoff import Game, KindError, LimitError, WythoffError, bishop, leap, ray, rook

ROOK, BISHOP = Piece("rook", "rook", (1,)), Piece("bishop", "bishop", (1,))

PIECES = st.one_of(
    st.integers(1, 4).map(lambda n: Piece("rook" if n == 1 else f"rook(from {n})", "rook", (n,))),
    st.sampled_from([(2, 0), (3, 0, 1), (3, 1), (4, 0, 3)]).map(
        lambda n: Piece(f"rook(mod {n[0]}: {','.join(map(str, n[1:]))})", "modulo", n)
    ),
    st.integers(1, 3).map(lambda n: Piece("bishop" if n == 1 else f"bishop({n})", "bishop", (n,))),
    st.tuples(st.integers(1, 3), st.integers(1, 3)).map(
        lambda n: Piece(f"ray({n[0]},{n[1]})", "ray", n)
    ),
    st.tuples(st.integers(0, 3), st.integers(1, 3)).map(
        lambda n: Piece(f"leap({n[0]},{n[1]})", "leap", n)
    ),
)
ONE_SIDED = st.tuples(PIECES, st.sampled_from("xy")).map(
    lambda both: Piece(f"only-{both[1]} {both[0].name}", both[0].kind, both[0].numbers, both[1])
)
UNIONS = st.lists(PIECES | ONE_SIDED, min_size=1, max_size=3).map(tuple)
TWISTS = st.one_of(
    st.none(),
    st.tuples(st.just("block"), st.integers(0, 5)),
    st.tuples(st.just("comply"), st.integers(1, 4)),
)


@st.composite
def literals(draw: st.DrawFn) -> Literal:
    twist = draw(TWISTS)
    on = draw(st.none() | UNIONS) if twist else None
    hole = draw(st.just((0, 0)) | st.tuples(st.integers(1, 4), st.integers(1, 4)))
    return Literal(draw(UNIONS), twist, on, hole, draw(st.booleans()))


def made(literal: Literal) -> Game | None:
    """The game, if the library takes the rules: some make no sense together."""
    try:
        return Game(literal.name)
    except WythoffError:
        return None


@settings(max_examples=150, deadline=None)
@given(literals(), st.sampled_from([None, "reference", "lines"]))
def test_any_rules_against_the_rules(literal: Literal, engine: str | None) -> None:
    side = 9
    game = made(literal)
    if game is None:
        return
    assert Game(game.name) == game
    expected = np.array(
        [
            [literal.exists(x, y) and literal.is_p(x, y) for x in range(side)]
            for y in range(side + 1)
        ]
    )
    assert np.array_equal(game.board((side + 1, side), engine=engine), expected)
    cells = [(x, y) for y in range(side + 1) for x in range(side) if literal.exists(x, y)]
    xs, ys = np.array(cells).T
    assert np.array_equal(game.outcome(xs, ys, engine=engine), expected[ys, xs])
    numbers = game.board((side + 1, side), values="palace", engine=engine)
    assert all(numbers[y, x] == literal.palaces(x, y) for x, y in cells)
    x, y = cells[len(cells) // 2]
    answer = game.solve(x, y, engine=engine)
    assert answer.is_p == literal.is_p(x, y)
    options = {(to_x, to_y) for to_x, to_y, _ in literal.options(x, y)}
    assert all(move.to in options and literal.is_p(*move.to) for move in answer.winning_moves)


FAMILIES = [
    "nim",
    "nim-blocking:k=3",
    "wythoff",
    "wythoff:m=3",
    "W^2",
    "W^3",
    "W^4",
    "W^5",
    "W^7",
    "W^20",
    "diagonal-blocking:m=2,p=3",
    "rook-blocking:m=2,p=3",
    "modulo:m=2,p=4,l=2",
    "shifted:m=2,p=3,l=1",
    "hole:m=2,p=3,u=1,v=4",
    "choice:m=2,p=3",
    "gdwn:p=1,q=2",
    "imitation:m=1,p=2",
    "comply:k=3",
    "comply-diagonal:p=2",
    "comply-rook:p=2",
]


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("engine", [None, "closed", "sparse", "dense"])
def test_outcomes_are_those_of_the_board(name: str, engine: str | None) -> None:
    """By formula, by columns and by rows."""
    game = Game(name)
    if engine is not None and engine not in game.engines:
        pytest.skip("does not solve it")
    side = 60
    board = game.board((side + 10, side))
    ys, xs = np.nonzero(np.ones_like(board))
    kept = [not _is_removed(name, x, y) for x, y in zip(xs, ys)]
    xs, ys = xs[kept], ys[kept]
    assert np.array_equal(game.outcome(xs, ys, engine=engine), board[ys, xs])
    shuffled = np.random.default_rng(1).permutation(len(xs))
    assert np.array_equal(
        game.outcome(xs[shuffled], ys[shuffled], engine=engine), board[ys, xs][shuffled]
    )


def _is_removed(name: str, x: int, y: int) -> bool:
    holes = {"shifted:m=2,p=3,l=1": (2, 4), "hole:m=2,p=3,u=1,v=4": (1, 4)}
    width, height = holes.get(name, (0, 0))
    return bool(x < width and y < height)


def is_wythoff_p(x: int, y: int) -> bool:
    """Exactly: the smaller heap is ⌊dφ⌋ for their difference d."""
    x, y = min(x, y), max(x, y)
    d = y - x
    return x == (d + math.isqrt(5 * d * d)) // 2


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 2**64 + 2**60), st.integers(-2, 2), st.booleans())
def test_wythoff_at_the_edge_of_64_bits(d: int, off: int, mirrored: bool) -> None:
    """At and beside P-positions, where a formula with floats, or with 64 digits, goes wrong."""
    x = max(0, (d + math.isqrt(5 * d * d)) // 2 + off)
    x, y = (x + d, x) if mirrored else (x, x + d)
    assert Game("wythoff").outcome(x, y) == is_wythoff_p(x, y)


@pytest.mark.parametrize(
    "name", ["wythoff:m=2", "W^2", "W^3", "rook-blocking:m=2,p=3", "shifted:m=2,p=3,l=1"]
)
@pytest.mark.parametrize("start", [0, 2**52, 2**60, 2**61 - 3])
def test_many_far_positions_against_the_table(name: str, start: int) -> None:
    game = Game(name)
    table = game.p_positions(50, start=start)
    rows = [(int(x), int(y)) for x, y in table]
    for off in (0, 1, -1):
        moved = [
            (x, y + off) for x, y in rows if y + off >= 0 and not _is_removed(name, x, y + off)
        ]
        found = game.outcome([x for x, _ in moved], [y for _, y in moved])
        exact = [game.solve(x, y).is_p for x, y in moved]
        assert found.tolist() == exact
        assert off != 0 or all(exact)


def test_outcome_takes_any_shape() -> None:
    game = Game("wythoff")
    grid = game.outcome(np.arange(30)[:, None], np.arange(40, dtype=np.uint8))
    assert grid.shape == (30, 40) and grid.dtype == np.bool_
    assert np.array_equal(grid, game.board((40, 30)).T)
    assert game.outcome(np.zeros((0, 3), int), 1).shape == (0, 3)
    assert game.outcome(np.int64(3), np.uint16(5)) is True
    assert game.outcome(np.arange(8).reshape(2, 2, 2), 2).shape == (2, 2, 2)
    assert game.outcome(np.asfortranarray([[1, 2], [3, 4]])[:, ::-1], 7).tolist() == [
        [False, False],
        [True, False],
    ]
    assert game.outcome([0, 2**63, 10**30], [0, 1, 1]).tolist() == [True, False, False]
    assert game.outcome([2**63, 1], [1, 2]).tolist() == [False, True]


@pytest.mark.parametrize("k", [1, 2, 5, 6, 20])
def test_a_board_of_w_k_against_a_loop(k: int) -> None:
    """Larger than the vectors are used for, and what a researcher would write."""
    n = 1100
    expected = palace_numbers(k, n)
    game = Game.blocking(k=k)
    found = game.board((n, n), values="palace")
    assert np.array_equal(found, expected)
    assert np.array_equal(game.board(n), expected < k)
    assert np.array_equal(game.board(n, values="deviation"), expected.astype(int) - k)
    window = game.board((300, 400), at=(123, 777), values="palace", engine="dense")
    assert np.array_equal(window, expected[777:1077, 123:523])


def test_nim_values_against_the_definition() -> None:
    """The least number that no option of the queen has."""
    n = 40
    expected = np.zeros((n, n), int)
    for y in range(n):
        for x in range(n):
            used = {*expected[y, :x], *expected[:y, x]}
            used |= {expected[y - t, x - t] for t in range(1, min(x, y) + 1)}
            expected[y, x] = next(value for value in range(3 * n) if value not in used)
    game = Game("wythoff")
    assert np.array_equal(game.board(n, values="grundy"), expected)
    assert np.array_equal(game.board((5, 9), at=(30, 20), values="grundy"), expected[20:25, 30:39])
    for x, y in [(0, 0), (7, 12), (39, 20)]:
        nim = game.nim_value(x, y)
        assert nim.value == expected[y, x]
        assert [expected[to.y, to.x] for to in nim.moves] == list(range(nim.value))
        assert game.solve(x, y, nim_value=True).nim_value == nim
        assert game.solve(x, y).nim_value is None
    assert Game("W^2").solve(3, 4, nim_value=True).nim_value is None
    with pytest.raises(WythoffError, match="a blocking game has no nim-values"):
        Game("W^2").board(4, values="grundy")
    with pytest.raises(WythoffError, match="depends on the history"):
        Game("Imitation Nim").nim_value(1, 2)


def test_positions_of_a_nim_value_are_those_of_the_board() -> None:
    for name in ["wythoff", "custom: rook + only-x leap(1,2)"]:
        game = Game(name)
        values = game.board((60, 20), values="grundy")
        for value in (0, 1, 5):
            found = game.p_positions(max_x=19, value=value)
            found = found[found[:, 1] < 60]
            ys, xs = np.nonzero(values == value)
            pairs = {(x, y) for x, y in zip(xs, ys) if x <= y or not game.is_symmetric}
            assert {tuple(row) for row in found.tolist()} == pairs
        pieces = list(game.p_positions(10, value=3, chunk=4))
        assert np.array_equal(np.concatenate(pieces), game.p_positions(10, value=3))
    for name, value in [("W^2", 1), ("W^2", 0), ("nim | misere", 0)]:
        with pytest.raises(WythoffError, match="has no nim-values"):
            Game(name).p_positions(4, value=value)
    with pytest.raises(WythoffError, match="value"):
        Game("nim").p_positions(4, value=-1)


def test_a_nim_value_that_is_left_out_is_named() -> None:
    large = Game("wythoff").solve(3000, 3000, nim_value=True)
    assert large.nim_value is None and "longer" in str(large.nim_value_left_out)
    assert Game("wythoff").solve(3000, 3000).nim_value_left_out is None
    assert Game("wythoff").solve(3, 3, nim_value=True).nim_value_left_out is None
    assert Game("W^2").solve(3000, 3000, nim_value=True).nim_value_left_out is None


@pytest.mark.parametrize("name", ["wythoff", "custom: rook + only-x leap(1,2)"])
def test_columns_of_nim_values_are_periodic(name: str) -> None:
    periods = Game(name).periods(6)
    assert [column.x for column in periods.columns] == list(range(7))
    rows = max(column.preperiod + 3 * column.period for column in periods.columns)
    values = Game(name).board((rows, 7), values="grundy").astype(int)
    for column in periods.columns:
        offsets = values[column.preperiod :, column.x] - np.arange(column.preperiod, rows)
        assert np.array_equal(offsets[: -column.period], offsets[column.period :])
        assert (column.least, column.greatest) == (offsets.min(), offsets.max())
        assert periods.common_period % column.period == 0
    with pytest.raises(WythoffError, match="blocking"):
        Game("W^2").periods()
    with pytest.raises(WythoffError, match="max_x"):
        Game(name).periods(1001)
    with pytest.raises(KindError):
        Game(name).periods(2.5)  # type: ignore[arg-type]


def test_how_far_nim_values_are_from_the_golden_lines() -> None:
    spreads = wythoff.golden(3, columns=200)
    for value, spread in enumerate(spreads):
        places = Game("wythoff").p_positions(max_x=199, value=value).tolist()
        distances = [y - (x + math.isqrt(5 * x * x)) // 2 - (x > 0) for x, y in places]
        assert (spread.value, spread.count) == (value, len(places))
        for place, distance in [
            (spread.least, min(distances)),
            (spread.greatest, max(distances)),
        ]:
            assert place.distance == distance
            assert [place.x, place.y] == places[distances.index(distance)]
    for wrong in (lambda: wythoff.golden(101), lambda: wythoff.golden(3, columns=2**24 + 1)):
        with pytest.raises(WythoffError):
            wrong()


def test_boards_as_b_files() -> None:
    text = Game("wythoff").draw(5, values="grundy", format="bfile", offset=1)
    assert isinstance(text, str)
    board = Game("wythoff").board(5, values="grundy")
    terms = [board[total - x, x] for total in range(5) for x in range(total + 1)]
    assert text.splitlines() == [f"{n} {term}" for n, term in enumerate(terms, 1)]
    with pytest.raises(WythoffError, match="b-file"):
        Game("wythoff").draw(5, offset=1)
    with pytest.raises(WythoffError, match="square"):
        Game("wythoff").draw((3, 4), format="bfile")


def test_what_a_game_says_of_itself() -> None:
    assert Game("nim | misere").is_misere and not Game("nim").is_misere
    assert Game("nim").no_nim_values is None
    assert "misère" in str(Game("nim | misere").no_nim_values)
    assert "blocks" in str(Game("W^3").no_nim_values)
    assert Game((rook() + bishop()).misere()) == Game("custom: rook + bishop | misere")
    assert str((rook(2) + leap(0, 3)).only("y")) == "only-y rook(from 2) + only-y leap(0,3)"
    with pytest.raises(WythoffError, match="one side already"):
        rook().only("x").only("y")
    with pytest.raises(WythoffError, match="'x' or 'y'"):
        rook().only("z")  # type: ignore[arg-type]
    with pytest.raises(WythoffError):
        Game(leap(0, 0))


def palace_numbers(k: int, n: int) -> np.ndarray[Any, Any]:
    columns, rows, diagonals = np.zeros(n, int), np.zeros(n, int), np.zeros(2 * n, int)
    numbers = np.zeros((n, n), int)
    for s in range(2 * n - 1):
        x = np.arange(max(0, s - n + 1), min(s, n - 1) + 1)
        y = s - x
        seen = columns[x] + rows[y] + diagonals[x - y + n]
        numbers[y, x] = seen
        columns[x] += seen < k
        rows[y] += seen < k
        diagonals[x - y + n] += seen < k
    return numbers


@pytest.mark.parametrize(
    ("k", "values", "dtype"),
    [
        (5, "palace", np.uint8),
        (100, "deviation", np.int8),
        (200, "palace", np.uint8),
        (230, "palace", np.uint8),
        (255, "palace", np.uint16),
        (500, "palace", np.uint16),
        (500, "deviation", np.int16),
        (70000, "palace", np.uint16),
        (2**32 - 1, "deviation", np.int64),
    ],
)
def test_numbers_are_as_narrow_as_can_be(k: int, values: Any, dtype: type) -> None:
    game = Game.blocking(k=k)
    found = game.board((1200, 1100), values=values)
    assert found.dtype == dtype
    wide = game.board((1200, 1100), values=values, engine="lines")
    assert wide.dtype == dtype and np.array_equal(found, wide)
    least, greatest = int(found.min()), int(found.max())
    kinds = (
        [np.uint8, np.uint16, np.uint32] if values == "palace" else [np.int8, np.int16, np.int32]
    )
    fitting = [
        kind for kind in kinds if np.iinfo(kind).min <= least and greatest <= np.iinfo(kind).max
    ]
    assert dtype == (fitting[0] if fitting else np.int64)


def test_a_board_is_the_engines_own_memory() -> None:
    board = Game("W^5").board((2000, 2000))
    assert board.dtype == np.bool_ and board.flags.c_contiguous and board.flags.writeable
    assert Game("W^5").board((0, 5)).shape == (0, 5)
    assert Game("W^5").board((3, 0), values="palace").shape == (3, 0)


def test_arrays_do_not_share_the_memory_that_is_used_again() -> None:
    game = Game("W^300")
    kept = [game.board((500, 500 + i), values="palace") for i in range(4)]
    copies = [board.copy() for board in kept]
    for i in range(20):
        board = game.board((500, 500 + i % 4), values="palace")
        assert np.array_equal(board, copies[i % 4])
        board[:] = 7
        view = board[3:, 2::2]
        del board
        assert (view == 7).all()
    assert all(np.array_equal(*pair) for pair in zip(kept, copies, strict=True))
    again = pickle.loads(pickle.dumps(kept[0]))
    assert np.array_equal(again, copies[0])


def test_memory_of_large_arrays_goes_back_at_once() -> None:
    def used() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    game = Game("W^300")
    game.board((1000, 1000), values="palace")
    before = used()
    board = game.board((10_000, 10_000), values="palace")
    assert used() - before > 150_000_000
    del board
    assert used() - before < 100_000_000


def test_a_board_goes_where_it_is_to_go() -> None:
    game = Game("W^300")
    expected = game.board((1100, 1200), values="palace")
    for kind in (np.uint16, np.int32, np.int64):
        room = np.full((1100, 1200), 7, kind)
        assert game.board((1100, 1200), values="palace", out=room) is room
        assert np.array_equal(room, expected)
    room = np.ones((1100, 1200), np.bool_)
    assert np.array_equal(game.board((1100, 1200), out=room), expected < 300)
    wrong: list[tuple[Any, str]] = [
        (np.zeros((1100, 1200), np.uint8), "fit in uint8"),
        (np.zeros((1200, 1100), np.uint16), "shape"),
        (np.zeros((1100, 2400), np.uint16)[:, ::2], "contiguous"),
        (np.zeros((1100, 1200), ">i4"), "byte order"),
        (np.zeros((1100, 1200)), "integers"),
        (np.zeros((1100, 1200), np.bool_), "bool"),
        ([[0]], "integers"),
    ]
    fixed = np.zeros((1100, 1200), np.uint16)
    fixed.flags.writeable = False
    for room, word in [*wrong, (fixed, "writable")]:
        with pytest.raises(WythoffError, match=word):
            game.board((1100, 1200), values="palace", out=room)


def test_boards_of_every_engine_agree() -> None:
    for name in FAMILIES:
        game = Game(name)
        boards = [
            game.board((40, 50), engine=engine) for engine in game.engines if engine != "blocks"
        ]
        assert all(np.array_equal(board, boards[0]) for board in boards), name


def test_windows_far_away() -> None:
    game = Game("wythoff")
    at = 10**30, (10**30 * 1618033988749894848204586834365638) // 10**33
    window = game.board((200, 200), at=at)
    assert window.any()
    for y in range(0, 200, 7):
        for x in range(0, 200, 7):
            assert window[y, x] == is_wythoff_p(at[0] + x, at[1] + y)


# Tables.


def mex_table(count: int) -> list[tuple[int, int]]:
    """Wythoff's: each number that is not yet there, and that plus n."""
    taken: set[int] = set()
    table = []
    a = 0
    for n in range(count):
        while a in taken:
            a += 1
        taken |= {a, a + n}
        table.append((a, a + n))
    return table


def test_p_positions() -> None:
    game = Game("wythoff")
    expected = mex_table(5000)
    table = game.p_positions(5000)
    assert table.shape == (5000, 2) and table.dtype == np.int64
    assert table.tolist() == [list(row) for row in expected]
    assert game.p_positions(10, start=4000).tolist() == table[4000:4010].tolist()
    assert game.p_positions(max_x=100).tolist() == [list(row) for row in expected if row[0] <= 100]
    assert game.p_positions(0).shape == (0, 2)


@pytest.mark.parametrize("name", ["wythoff", "nim", "gdwn:p=1,q=2", "custom: rook + leap(1,2)"])
def test_tables_of_a_nim_value(name: str) -> None:
    game = Game(name)
    board = game.board(60, values="grundy")
    for value in (0, 1, 2, 7):
        table = game.p_positions(max_x=9, value=value)
        on_board = [[x, y] for x in range(10) for y in range(x, 60) if board[y, x] == value]
        assert [row for row in table.tolist() if row[1] < 60] == on_board
        assert np.array_equal(
            np.concatenate([*game.p_positions(max_x=9, value=value, chunk=3)]), table
        )
        assert (
            game.p_positions(3, value=value, start=2).tolist()
            == game.p_positions(5, value=value)[2:].tolist()
        )


def test_tables_of_a_nim_value_are_refused() -> None:
    with pytest.raises(WythoffError, match="nim-value"):
        Game("W^3").p_positions(3, value=1)
    for value in (-1, 2**32, 2**70):
        with pytest.raises((WythoffError, ValueError)):
            Game("wythoff").p_positions(3, value=value)


@pytest.mark.parametrize(
    "name", ["W^5", "wythoff", "gdwn:p=1,q=2", "imitation:m=1,p=2", "nim-blocking:k=3"]
)
def test_chunks_are_the_table(name: str) -> None:
    game = Game(name)
    whole = game.p_positions(1000)
    chunks = list(game.p_positions(1000, chunk=64))
    assert [len(chunk) for chunk in chunks] == [64] * 15 + [40]
    assert np.array_equal(np.concatenate(chunks), whole)
    endless = game.p_positions(chunk=100)
    assert np.array_equal(np.concatenate([*itertools.islice(endless, 10)]), whole)
    del endless
    assert np.array_equal(
        np.concatenate([*game.p_positions(max_x=50, chunk=7)]), game.p_positions(max_x=50)
    )


def test_a_table_that_leaves_64_bits() -> None:
    game = Game("wythoff")
    start = (2**63 * 10**18) // 2618033988749894848 - 5
    for table in (
        game.p_positions(12, start=start),
        np.concatenate([*game.p_positions(12, start=start, chunk=5)]),
    ):
        rows = table.tolist()
        assert rows[0][1] < 2**63 <= rows[-1][1] and table.dtype == object
        assert [y - x for x, y in rows] == list(range(start, start + 12))
        assert all(type(heap) is int and is_wythoff_p(*row) for row in rows for heap in row)


def test_chunks_that_are_refused_end_with_the_sentence() -> None:
    chunks = Game("W^5").p_positions(5, start=10**30, chunk=2)
    with pytest.raises(WythoffError, match="formula"):
        next(chunks)
    assert list(chunks) == []
    with pytest.raises(WythoffError, match="infinitely many"):
        list(Game(bishop()).p_positions(max_x=5, chunk=2))


def test_a_table_of_a_game_without_a_formula_ends_with_a_sentence() -> None:
    with pytest.raises(WythoffError):
        Game("W^5").p_positions(5, start=10**30)


# What a game is.


def test_names_read_back() -> None:
    for name in FAMILIES:
        game = Game(name)
        assert eval(repr(game)) == game and hash(eval(repr(game))) == hash(game)
        assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game) == Game(game)
        assert str(game) == game.name
        assert game.rules.endswith("loses.")
    assert Game("W^5") != Game("W^6") and Game("W^5") != "blocking:k=5"


def test_every_family_has_a_constructor() -> None:
    for family in wythoff.games():
        constructor = getattr(Game, family.name.replace("-", "_"))
        _, _, parameters = family.example.partition(":")
        values = dict(part.split("=") for part in parameters.split(",") if part)
        assert (
            constructor(**{name: int(value) for name, value in values.items()}).name
            == Game(family.example).name
        )
    assert Game.rook_blocking(m=2, p=3).name == "rook-blocking:m=2,p=3,l=2"
    assert Game.blocking(k=np.int64(5)).k == 5


def test_rules_are_objects() -> None:
    game = Game((rook() + bishop(2)).block(3, on=bishop()))
    assert game.name == "custom: rook + bishop(2) | block 3 on bishop"
    assert Game(rook() + bishop()).board(50).tolist() == Game("wythoff").board(50).tolist()
    assert (
        Game(rook(modulus=3, residues=[0, 1]) + bishop()).name
        == "custom: rook(mod 3: 0,1) + bishop"
    )
    assert (
        Game((rook() + bishop(6)).without(2, 4)).board(30).tolist()
        == Game("shifted:m=2,p=3,l=1").board(30).tolist()
    )
    assert (
        Game(rook().imitation(1, 2)).board(20).tolist()
        == Game("imitation:m=1,p=2").board(20).tolist()
    )
    assert (
        Game((rook() + bishop()).comply(3)).board(20).tolist()
        == Game("comply:k=3").board(20).tolist()
    )
    assert (
        Game(rook() + bishop() + ray(1, 2)).board(20).tolist()
        == Game("gdwn:p=1,q=2").board(20).tolist()
    )
    assert (
        Game((rook() + bishop()).block(2, on=rook(2))).name
        == "custom: rook + bishop | block 2 on rook(from 2)"
    )


def test_answers() -> None:
    answer = Game("W^2").solve(11, 15)
    assert [move.to for move in answer.winning_moves] == [(3, 7), (7, 15), (8, 12), (11, 5)]
    assert answer.must_block is None and not answer.is_p
    kept = Game("W^2").solve(8, 12)
    assert kept.must_block == ((3, 7),) and kept.is_p and kept.winning_moves == ()
    blocked = Game("W^2").solve(11, 15, blocked=[(8, 12)])
    assert {move.to for move in blocked.winning_moves} == {(3, 7), (7, 15), (11, 5)}
    imitation = Game("Imitation Nim").solve(1, 3, history=[(2, 3)])
    assert (
        imitation.outcome == "P" and imitation.imitation is not None and imitation.imitation.dynamic
    )
    choice = Game("choice:m=2,p=3").solve(3, 5)
    assert choice.choices is not None and [one.l for one in choice.choices] == [0, 1, 2]
    comply = Game("comply:k=2").solve(3, 5)
    assert comply.propose is not None or comply.winning_moves[0].propose is not None
    far = Game("(2,3)-Wythoff Nim").solve(10**200, 10**201)
    best = far.winning_moves[0].to
    assert Game("(2,3)-Wythoff Nim").solve(*best).is_p and max(best) > 10**199
    assert Game("W^4").solve(10**100, 10**100 + 12345).proof is not None
    assert Game("W^4").solve(10**100, 10**100 + 12345).formal == ("K004.solved_4",)


def test_stats_and_pictures() -> None:
    game = Game("W^5")
    stats = game.stats(300)
    assert stats.p_count == int(game.board(300).sum())
    outside = (
        np.add.outer(np.arange(300), np.arange(300))
        + np.minimum.outer(np.arange(300), np.arange(300))
        >= 5
    )
    deviations = game.board(300, values="deviation")[outside]
    assert (stats.min_deviation, stats.max_deviation) == (deviations.min(), deviations.max())
    assert (
        stats == game.stats(300)
        and len({game.stats(300, engine=e).fingerprint for e in ("lines", "sparse")}) == 1
    )
    text = game.draw((4, 9))
    assert (
        isinstance(text, str)
        and [line.count("#") for line in text.splitlines()] == game.board((4, 9)).sum(1).tolist()
    )
    png = game.draw(16, format="png", scale=3, legend=True)
    assert isinstance(png, bytes) and png.startswith(b"\x89PNG")
    assert game._repr_png_().startswith(b"\x89PNG") and "<img" in game._repr_html_()
    assert "x &lt; 2" in Game("shifted:m=2,p=3,l=1")._repr_html_()
    document = game.draw(3, format="json")
    assert isinstance(document, str) and json.loads(document)


# Bad input: a sentence, never an abort.

NO_INTEGERS = [
    1.0,
    "3",
    None,
    True,
    1j,
    [1.5],
    np.array([1.0]),
    np.array([True]),
    np.array(["a"]),
    [None],
    {},
    object(),
]


@pytest.mark.parametrize("wrong", NO_INTEGERS, ids=repr)
def test_heaps_are_integers(wrong: Any) -> None:
    game = Game("wythoff")
    with pytest.raises(KindError, match="integer"):
        game.outcome(wrong, 3)
    with pytest.raises(KindError, match="integer"):
        game.outcome(3, wrong)
    if not isinstance(wrong, (list, np.ndarray)):
        with pytest.raises(KindError):
            game.solve(wrong, 3)
        with pytest.raises(KindError):
            game.board(4, at=(wrong, 0))
        with pytest.raises(KindError):
            game.board((wrong, 3))
        if wrong is not None:
            with pytest.raises(KindError):
                game.p_positions(wrong)
            with pytest.raises(KindError):
                game.p_positions(4, start=wrong)
            with pytest.raises(KindError):
                Game.blocking(k=wrong)


def test_negative_numbers() -> None:
    game = Game("wythoff")
    calls = [
        lambda: game.outcome(-1, 3),
        lambda: game.outcome([3, -7], [1, 1]),
        lambda: game.outcome(3, -(10**40)),
        lambda: game.outcome(np.array([3, -7], object), 1),
        lambda: game.solve(-1, 3),
        lambda: game.solve(3, 4, history=[(5, -1)]),
        lambda: game.board(-1),
        lambda: game.board(4, at=(-1, 0)),
        lambda: game.p_positions(-1),
        lambda: game.p_positions(5, start=-1),
        lambda: game.p_positions(max_x=-1),
        lambda: rook(0),
        lambda: (rook() + bishop()).block(-1),
    ]
    for call in calls:
        with pytest.raises(WythoffError, match="or more"):
            call()


def test_other_nonsense() -> None:
    game = Game("W^5")
    calls: list[tuple[Any, str]] = [
        (lambda: Game("W^"), "W"),
        (lambda: Game("blokcing:k=5"), "blocking"),
        (lambda: Game("blocking:k=0"), "k"),
        (lambda: Game(""), "game"),
        (lambda: Game("\0" * 1000), "game"),
        (lambda: Game("custom: rook | block 4294967296"), "block"),
        (lambda: Game(5), "text"),  # type: ignore[arg-type]
        (lambda: game.board(8, values="numbers"), "values"),  # type: ignore[arg-type]
        (lambda: game.board(8, engine="fast"), "engine"),
        (lambda: game.board(8, engine="dual"), "engine"),
        (lambda: game.board((1, 2, 3)), "pair"),  # type: ignore[arg-type]
        (lambda: game.board(8, at=(1, 2, 3)), "pair"),  # type: ignore[arg-type]
        (lambda: game.outcome([1, 2], [1, 2, 3]), "shapes"),
        (lambda: game.outcome(10**30, 3), "formula"),
        (lambda: game.solve(10**30, 3), "formula"),
        (lambda: game.solve(3, 3, blocked=[(9, 9)]), "option"),
        (lambda: game.solve(3, 3, blocked=[3]), "pair"),  # type: ignore[list-item]
        (lambda: game.solve(3, 3, proposed=[(0, 0)]), "propos"),
        (lambda: game.p_positions(), "end"),
        (lambda: game.p_positions(3, max_x=3), "both"),
        (lambda: game.p_positions(chunk=0), "chunk"),
        (lambda: game.p_positions(chunk=2**61), "memory"),
        (lambda: game.draw(8, format="gif"), "format"),  # type: ignore[arg-type]
        (lambda: game.draw(8, format="png", scale=0), "scale"),
        (lambda: Game("imitation:m=1,p=1").board(4, values="deviation"), "deviation"),
        (lambda: Game("hole:m=2,p=3,u=2,v=4").outcome(0, 0), "not on the board"),
        (lambda: Game("hole:m=2,p=3,u=2,v=4").solve(0, 0), "not on the board"),
        (lambda: wythoff.set_threads(0), "threads"),
        (lambda: wythoff.set_progress("yes"), "progress"),  # type: ignore[arg-type]
        (lambda: rook() + 3, "unsupported"),  # type: ignore[operator]
    ]
    for call, word in calls:
        with pytest.raises((ValueError, TypeError), match=word) as raised:
            call()
        assert word == "unsupported" or isinstance(raised.value, WythoffError)


@pytest.mark.parametrize("values", ["outcome", "palace"])
@pytest.mark.parametrize(
    "shape", [(2**40, 2**40), (2**63, 1), (1, 2**63), (10**30, 1), 10**6, (2**64 - 1, 2**64 - 1)]
)
def test_enormous_shapes(shape: Any, values: Any) -> None:
    with pytest.raises(WythoffError, match=r"memory|below 2"):
        Game("W^5").board(shape, values=values)
    with pytest.raises(WythoffError):
        Game("W^5").draw(shape, values=values, format="png")


def test_a_refusal_of_memory_is_a_memory_error() -> None:
    with pytest.raises(MemoryError, match="the limit is 4 GiB"):
        Game("W^5").board(10**6)
    with pytest.raises(LimitError, match="the limit is 4 GiB"):
        Game("wythoff").p_positions(10**12)
    with pytest.raises(LimitError):
        Game("W^5").p_positions(2**63)


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=40) | st.from_regex(r"(custom: )?[a-zW^():|,=+ 0-9-]{0,40}", fullmatch=True)
)
def test_any_text_is_a_game_or_refused(text: str) -> None:
    try:
        game = Game(text)
    except WythoffError as error:
        assert str(error)
    else:
        assert Game(game.name) == game

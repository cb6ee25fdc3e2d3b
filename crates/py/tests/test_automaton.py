"""`wythoff.automaton` against CLN15's rule, written out, and against the rules of the game."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import wythoff
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import palace_numbers
from wythoff import KindError, LimitError, WythoffError, automaton

# A machine may be busy.
settings.register_profile("wythoff", deadline=None)
settings.load_profile("wythoff")


def rule(w: Any, y: int, x: int) -> int:
    """CLN15's rule for the cell (x, y), whose two rows above and two columns left are there."""

    def phi(m: int, v: int) -> int:
        return v + m if v < 0 else v

    a, b, c, d, e, f = (
        int(w[y - j, x - i]) for i, j in ((2, 2), (1, 2), (2, 1), (1, 1), (0, 1), (1, 0))
    )
    return phi(3, a) - phi(2, b) - phi(2, c) - (d < 0) + phi(1, e) + phi(1, f)


@pytest.mark.parametrize("k", [1, 2, 5, 14])
def test_it_plays_the_game(k: int) -> None:
    run = automaton(f"game:{k}", 30)
    assert (run.values == palace_numbers(k, 30) - k).all()
    assert run.values.dtype == np.int8 and run.shape == (30, 30)
    assert run.choices is None and run.is_own_past is None and run.start == f"game:{k}"
    part = automaton(f"game:{k}", (7, 11), at=(13, 5)).values
    assert part.shape == (7, 11) and (part == run.values[5:12, 13:24]).all()


def test_types_grow_with_the_values() -> None:
    assert automaton("game:128", 2).values.dtype == np.int8
    assert automaton("game:129", 2).values.dtype == np.int16
    assert automaton("game:40000", 2).values.dtype == np.int32
    assert automaton("game:4294967295", 2).values.dtype == np.int64
    assert automaton("game:4294967295", 1).values.tolist() == [[-4294967295]]


@pytest.mark.parametrize("start", ["casing:0", "casing:1", "casing:2", "shoulder", "game:9"])
def test_every_start_obeys_the_rule(start: str) -> None:
    values = automaton(start, 40, at=(-12, -15)).values
    for y in range(2, 40):
        for x in range(2, 40):
            given = start == "shoulder" and x - 12 < 0
            if not given:
                assert values[y, x] == rule(values, y, x)


def test_the_fabric_is_a_part_of_games() -> None:
    for k in (30, 31, 32):
        q = k // 3
        nose = automaton(f"casing:{k % 3}", 8, at=(-3, -3)).values
        assert (automaton(f"game:{k}", 8, at=(q - 3, q - 3)).values == nose).all()
    arm = automaton("shoulder", (20, 9), at=(0, -3)).values
    assert (automaton("game:30", (20, 9), at=(0, 27)).values == arm).all()


edges = st.integers(1, 8).flatmap(
    lambda h: st.integers(1, 8).flatmap(
        lambda w: st.tuples(
            st.lists(
                st.lists(st.integers(-9, 9), min_size=w + 2, max_size=w + 2), min_size=2, max_size=2
            ),
            st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=h, max_size=h),
        )
    )
)


@settings(max_examples=60)
@given(edges)
def test_forwards_from_any_edges(given: tuple[list[list[int]], list[list[int]]]) -> None:
    top, left = given
    h, w = len(left), len(top[0]) - 2
    whole = np.zeros((h + 2, w + 2), dtype=int)
    whole[:2], whole[2:, :2] = top, left
    for y in range(2, h + 2):
        for x in range(2, w + 2):
            whole[y, x] = rule(whole, y, x)
    run = automaton((top, left), at=(-100, 3))
    assert (run.values == whole[2:, 2:]).all() and run.start == "edges" and run.at == (-100, 3)


@settings(max_examples=60)
@given(edges, st.sampled_from(["smallest", "largest", "random:7"]))
def test_backwards_from_any_edges(given: tuple[list[list[int]], list[list[int]]], how: str) -> None:
    bottom, right = given
    h, w = len(right), len(bottom[0]) - 2
    run = automaton((bottom, right), reverse=how)
    whole = np.zeros((h + 2, w + 2), dtype=int)
    whole[h:], whole[:h, w:], whole[:h, :w] = bottom, right, run.values
    for y in range(2, h + 2):
        for x in range(2, w + 2):
            assert whole[y, x] == rule(whole, y, x)
    # A choice for each cell of the window with a value from −3 to 2, from the last to the first.
    free = [int(v) for v in run.values[::-1, ::-1].flat if -3 <= v <= 2]
    assert run.choices == "".join("s" if v < 0 else "l" for v in free)
    if how == "smallest":
        assert "l" not in (run.choices or "")
    again = automaton((bottom, right), reverse=f"list:{run.choices}")
    assert (again.values == run.values).all()


def test_a_start_has_its_own_past() -> None:
    own = automaton("game:5", 12)
    whole = automaton("game:5", 14).values
    free = [int(v) for v in whole[:12, :12][::-1, ::-1].flat if -3 <= v <= 2]
    choices = "".join("s" if v < 0 else "l" for v in free)
    past = automaton("game:5", 12, reverse=f"list:{choices}")
    assert past.is_own_past and (past.values == own.values).all()
    assert automaton("game:5", 12, reverse="smallest").is_own_past is False


def test_numpy_takes_it_for_an_array() -> None:
    run = automaton("game:5", 6)
    assert np.asarray(run) is run.values or (np.asarray(run) == run.values).all()
    assert np.asarray(run, dtype=float).dtype == float
    assert (np.asarray(run) < 0).sum() == (palace_numbers(5, 6) < 5).sum()
    assert automaton(([[0, 0]] * 2, np.zeros((0, 2), dtype=int))).values.shape == (0, 0)
    assert automaton("game:5", (0, 4)).values.shape == (0, 4)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: automaton("game:0"), WythoffError),
        (lambda: automaton("game:-1"), WythoffError),
        (lambda: automaton("game:x"), WythoffError),
        (lambda: automaton("game:4294967296"), WythoffError),
        (lambda: automaton("casing:3"), WythoffError),
        (lambda: automaton(""), WythoffError),
        (lambda: automaton(None), KindError),
        (lambda: automaton(5), KindError),
        (lambda: automaton(True), KindError),
        (lambda: automaton(b"game:5"), WythoffError),
        (lambda: automaton("game:5", 1.5), KindError),
        (lambda: automaton("game:5", True), KindError),
        (lambda: automaton("game:5", (1.5, 2)), KindError),
        (lambda: automaton("game:5", (1, 2, 3)), KindError),
        (lambda: automaton("game:5", "55"), KindError),
        (lambda: automaton("game:5", -1), WythoffError),
        (lambda: automaton("game:5", 10**30), WythoffError),
        (lambda: automaton("game:5", 10**6), WythoffError),
        (lambda: automaton("game:5", 60_000), LimitError),
        (lambda: automaton("game:5", at=(2**60, 0)), WythoffError),
        (lambda: automaton("game:5", at=(10**30, 0)), WythoffError),
        (lambda: automaton("game:5", at=(0.5, 0)), KindError),
        (lambda: automaton("game:5", at=None), KindError),
        (lambda: automaton("game:5", at=3), KindError),
        (lambda: automaton("game:5", 4, reverse="both"), WythoffError),
        (lambda: automaton("game:5", 4, reverse="list:sx"), WythoffError),
        (lambda: automaton("game:5", 12, reverse="list:"), WythoffError),
        (lambda: automaton("game:5", 12, reverse="list:" + "s" * 500), WythoffError),
        (lambda: automaton("game:5", 4, reverse=True), KindError),
        (lambda: automaton(([[0.5] * 4] * 2, [[0, 0]] * 2)), KindError),
        (lambda: automaton(([[True] * 4] * 2, [[0, 0]] * 2)), KindError),
        (lambda: automaton(([["a"] * 4] * 2, [[0, 0]] * 2)), KindError),
        (lambda: automaton(([[None] * 4] * 2, [[0, 0]] * 2)), KindError),
        (lambda: automaton(([0, 0, 0], [[0, 0]] * 2)), WythoffError),
        (lambda: automaton(([[0] * 4] * 3, [[0, 0]] * 2)), WythoffError),
        (lambda: automaton(([[0]] * 2, [[0, 0]] * 2)), WythoffError),
        (lambda: automaton(([[0] * 4] * 2, [[0, 0, 0]] * 2)), WythoffError),
        (lambda: automaton(([[10**30] * 4] * 2, [[0, 0]] * 2)), WythoffError),
        (lambda: automaton(([[0, 0], [0]], [[0, 0]] * 2)), WythoffError),
        (lambda: automaton(([[0] * 4] * 2, [[0, 0]] * 2), 7), WythoffError),
        (lambda: automaton(([[0] * 4] * 2,)), KindError),
    ],
)
def test_bad_input(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error) as caught:
        call()
    assert isinstance(caught.value, ValueError) and str(caught.value)


def test_values_that_leave_64_bits_are_told() -> None:
    # Two cells of 2^63 − 1 are added.
    top, left = [[0] * 3, [0, 0, 2**63 - 1]], [[0, 2**63 - 1]]
    with pytest.raises(WythoffError, match="64 bits"):
        automaton((top, left))
    assert automaton((top, [[0, 0]])).values.tolist() == [[2**63 - 1]]
    assert wythoff.automaton is automaton

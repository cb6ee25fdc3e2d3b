"""Sums of games, against the rules in plain Python."""

from __future__ import annotations

import copy
import pickle
from functools import cache

import pytest
import wythoff
from hypothesis import given, settings
from hypothesis import strategies as st
from literal import Literal, Piece
from wythoff import KindError, LimitError, Position, Sum, WythoffError

GAMES = [
    Literal((Piece("rook", "rook", (1,)),)),
    Literal((Piece("rook", "rook", (1,)), Piece("bishop", "bishop", (1,)))),
    Literal((Piece("bishop(2)", "bishop", (2,)), Piece("leap(1,2)", "leap", (1, 2)))),
    Literal((Piece("only-x rook", "rook", (1,), "x"), Piece("bishop", "bishop", (1,)))),
]
Standing = tuple[tuple[int, tuple[int, int]], ...]


@cache
def moves(standing: Standing) -> tuple[tuple[int, Standing], ...]:
    """Every move: in which game, from 1 on, and what the sum is after it."""
    found = []
    for number, (game, (x, y)) in enumerate(standing):
        for to_x, to_y, _ in GAMES[game].options(x, y):
            after = (*standing[:number], (game, (to_x, to_y)), *standing[number + 1 :])
            found.append((number + 1, after))
    return tuple(found)


@cache
def is_p(standing: Standing) -> bool:
    """Who cannot move loses; so the sum is P where every move leads to N."""
    return not any(is_p(after) for _, after in moves(standing))


def written(standing: Standing) -> str:
    return " + ".join(f"{GAMES[game].name} {x},{y}" for game, (x, y) in standing)


SUMMANDS = st.tuples(
    st.integers(0, len(GAMES) - 1), st.tuples(st.integers(0, 3), st.integers(0, 3))
)


@settings(max_examples=60, deadline=None)
@given(st.lists(SUMMANDS, min_size=1, max_size=3).map(tuple))
def test_any_sum_against_the_rules(standing: Standing) -> None:
    sum = Sum(written(standing))
    assert Sum(sum.name) == sum
    answer = sum.solve()
    assert answer.is_p == is_p(standing) == (answer.nim_value == 0)
    assert [tuple(summand.position) for summand in sum.summands] == [at for _, at in standing]
    winning = {(number, after[number - 1][1]) for number, after in moves(standing) if is_p(after)}
    assert {(move.summand, tuple(move.to)) for move in answer.winning_moves} == winning
    for move in answer.winning_moves:
        after = sum.after(move.summand, move.to).solve()
        assert after.is_p and after.summands[move.summand - 1].nim_value == move.nim_value


def test_a_sum_is_a_value() -> None:
    sum = Sum("wythoff 3,5 + nim 0,7")
    assert sum == Sum("wythoff:m=1 3,5") + Sum("nim 0,7") == Sum(sum)
    assert pickle.loads(pickle.dumps(sum)) == sum == copy.deepcopy(sum) == eval(repr(sum))
    assert hash(sum) == hash(Sum(str(sum))) and sum != Sum("nim 0,7") and sum != str(sum)
    assert sum.summands[0] == (wythoff.Game("wythoff"), Position(3, 5))
    with pytest.raises(TypeError):
        sum + "nim 1,2"  # type: ignore[operator]


def test_heaps_of_nim_of_any_size() -> None:
    n = 2**200
    answer = Sum(f"nim {n + 5},0 + nim 0,{n} + wythoff 1,2").solve()
    assert answer.nim_value == 5
    assert answer.winning_moves[0].to == Position(n, 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "summand 1 is missing"),
        ("wythoff", "has no position"),
        ("nim 1,2 + chess 3,4", "summand 2"),
        ("nim 1,2 + W^3 3,4", "a blocking game has no nim-values"),
        ("nim | misere 1,2", "misère play has no nim-values"),
        ("hole:m=1,p=2,u=2,v=2 1,1", "not on the board"),
        (" + ".join(["nim 1,1"] * 65), "at most 64"),
    ],
)
def test_what_is_no_sum_says_why(text: str, why: str) -> None:
    with pytest.raises(WythoffError, match=why):
        Sum(text)


def test_what_can_not_be_done_says_why() -> None:
    sum = Sum("wythoff 3,5 + nim 0,7")
    with pytest.raises(WythoffError, match="there is no summand 3"):
        sum.after(3, (0, 0))
    with pytest.raises(WythoffError, match="no move leads from"):
        sum.after(1, (2, 3))
    with pytest.raises(KindError):
        sum.after(1, 5)  # type: ignore[arg-type]
    with pytest.raises(KindError):
        Sum(5)  # type: ignore[arg-type]
    with pytest.raises((WythoffError, LimitError), match="summand 1"):
        Sum(f"wythoff {10**30},{10**30}").solve()

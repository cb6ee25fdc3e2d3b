"""Games: who wins, how, and what their boards look like."""

from __future__ import annotations

import base64
import html
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, overload

import numpy as np
import numpy.typing as npt

from . import _wythoff
from ._integers import integer, is_integer, shown
from .answers import Answer, NimValue, Stats
from .errors import KindError, WythoffError
from .nim_values import Periods
from .rules import Moves, Rules

__all__ = ["Family", "Game", "games"]

#: What the cells of a board tell.
Values = Literal["outcome", "palace", "deviation", "grundy"]
#: How a board is drawn.
Format = Literal["text", "csv", "json", "npy", "png", "svg", "bfile"]
#: A position, as it is given: a pair of integers of any size.
At = tuple[int, int]
#: One integer, and many of them in an array or in lists.
_One = int | np.integer[Any]
_Many = Sequence[Any] | npt.NDArray[Any]
#: A window, as it is handed on: its first cell, rows and columns.
_Window = tuple[object, tuple[object, object]]


class Game:
    """A game: of a family, in a paper's notation, or with rules of your own.

    Parameters
    ----------
    game
        ``"W^5"``, ``"blocking:k=5"``, ``"Imitation Nim"``, ``"custom: rook + bishop | block 4"``;
        rules put together from `rook`, `bishop`, `ray` and `leap`; or a game. ``| misere`` at the
        end makes it misère. `games` lists the families.

    Raises
    ------
    WythoffError
        If there is no such game; the message shows where the mistake is.

    Examples
    --------
    >>> import wythoff
    >>> g = wythoff.Game("W^5")
    >>> g
    Game('blocking:k=5')
    >>> g == wythoff.Game.blocking(k=5)
    True
    >>> g.outcome(2, 3), g.solve(2, 3).outcome
    (False, 'N')
    """

    __slots__ = ("_game",)

    def __init__(self, game: str | Moves | Rules | Game) -> None:
        if isinstance(game, (Moves, Rules)):
            game = f"custom: {game}"
        elif isinstance(game, Game):
            game = game.name
        elif not isinstance(game, str):
            kind = type(game).__name__
            raise KindError(f"a game is a text like 'W^5' or rules like rook(), not a {kind}")
        self._game = _wythoff.Game(game)

    # Families, one constructor for each.

    @classmethod
    def _family(cls, family: str, **parameters: int | None) -> Game:
        written = []
        for name, value in parameters.items():
            if value is not None:
                written.append(f"{name}={integer(name, value, greatest=2**32 - 1)}")
        return cls(":".join(filter(None, (family, ",".join(written)))))

    @classmethod
    def nim(cls) -> Game:
        """Nim with two heaps."""
        return cls("nim")

    @classmethod
    def nim_blocking(cls, *, k: int) -> Game:
        """Nim in which up to k - 1 options may be blocked (Lar11)."""
        return cls._family("nim-blocking", k=k)

    @classmethod
    def wythoff(cls, *, m: int = 1) -> Game:
        """Wythoff Nim, or m-Wythoff Nim.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game.wythoff(m=2)
        Game('wythoff:m=2')
        """
        return cls._family("wythoff", m=m)

    @classmethod
    def blocking(cls, *, k: int) -> Game:
        """W^k: Wythoff Nim in which up to k - 1 options may be blocked (CLN15, Lar11).

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game.blocking(k=5)
        Game('blocking:k=5')
        """
        return cls._family("blocking", k=k)

    @classmethod
    def diagonal_blocking(cls, *, p: int, m: int = 1) -> Game:
        """m-Wythoff Nim in which up to p - 1 options on the diagonal may be blocked (Lar09)."""
        return cls._family("diagonal-blocking", m=m, p=p)

    @classmethod
    def rook_blocking(cls, *, p: int, m: int = 1, l: int | None = None) -> Game:  # noqa: E741
        """m-Wythoff Nim: p - 1 options of l or more from one heap may be blocked (Lar15)."""
        return cls._family("rook-blocking", m=m, p=p, l=l)

    @classmethod
    def modulo(cls, *, p: int, m: int = 1, l: int = 1) -> Game:  # noqa: E741
        """m-Wythoff Nim whose rook takes numbers that leave less than l modulo p (Lar15)."""
        return cls._family("modulo", m=m, p=p, l=l)

    @classmethod
    def shifted(cls, *, m: int, p: int, l: int) -> Game:  # noqa: E741
        """mp-Wythoff Nim with a hole of ml by m(p - l) cells (Lar15)."""
        return cls._family("shifted", m=m, p=p, l=l)

    @classmethod
    def hole(cls, *, m: int, p: int, u: int, v: int) -> Game:
        """mp-Wythoff Nim with a hole of u by v cells (Lar15, Remark 4)."""
        return cls._family("hole", m=m, p=p, u=u, v=v)

    @classmethod
    def choice(cls, *, m: int, p: int) -> Game:
        """The second player first fixes l, then `shifted` is played (Lar15)."""
        return cls._family("choice", m=m, p=p)

    @classmethod
    def gdwn(cls, *, p: int, q: int) -> Game:
        """Wythoff Nim with a further ray: p·t from one heap and q·t from the other."""
        return cls._family("gdwn", p=p, q=q)

    @classmethod
    def imitation(cls, *, m: int = 1, p: int = 1) -> Game:
        """Nim in which imitating the opponent is limited (Lar09, Lar13)."""
        return cls._family("imitation", m=m, p=p)

    @classmethod
    def comply(cls, *, k: int) -> Game:
        """Wythoff Nim in which the opponent proposes at least k options (Lar11)."""
        return cls._family("comply", k=k)

    @classmethod
    def comply_diagonal(cls, *, p: int) -> Game:
        """The same, where only options on the diagonal count (Lar11)."""
        return cls._family("comply-diagonal", p=p)

    @classmethod
    def comply_rook(cls, *, p: int) -> Game:
        """The same, where only options on the rook's lines count (Lar11)."""
        return cls._family("comply-rook", p=p)

    # What it is.

    @property
    def name(self) -> str:
        """The game in our notation, which `Game` reads.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game("(2,3)-Wythoff Nim").name
        'diagonal-blocking:m=2,p=3'
        """
        return self._game.name

    @property
    def rules(self) -> str:
        """The rules in plain English.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game("nim").rules
        'Take any number of tokens from one heap. Who cannot move loses.'
        """
        return self._game.words

    @property
    def engines(self) -> tuple[str, ...]:
        """The engines that solve it, the usual one first.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game("wythoff").engines
        ('lines', 'reference', 'closed', 'automaton', 'dense', 'sparse', 'blocks')
        """
        return tuple(self._game.engines)

    @property
    def k(self) -> int | None:
        """k, if it is W^k."""
        return self._game.k

    @property
    def is_symmetric(self) -> bool:
        """Whether (x, y) and (y, x) are alike.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game("wythoff").is_symmetric
        True
        >>> wythoff.Game("custom: only-x rook + bishop").is_symmetric
        False
        """
        return self._game.is_symmetric

    @property
    def is_misere(self) -> bool:
        """Whether who cannot move wins.

        Examples
        --------
        >>> import wythoff
        >>> game = wythoff.Game("wythoff | misere")
        >>> game.is_misere, game.rules.split(". ")[1]
        (True, 'Who cannot move wins.')
        >>> game.p_positions(3).tolist()
        [[0, 1], [2, 2], [3, 5]]
        """
        return self._game.is_misere

    @property
    def no_nim_values(self) -> str | None:
        """Why its positions have no nim-values; None if they have.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game("wythoff").no_nim_values is None
        True
        >>> wythoff.Game("nim | misere").no_nim_values.split(":")[0]
        'misère play has no nim-values'
        """
        return self._game.no_nim_values

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __eq__(self, other: object) -> bool:
        return self.name == other.name if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return type(self), (self.name,)

    # Who wins.

    @overload
    def outcome(self, x: _One, y: _One, *, engine: str | None = None) -> bool: ...

    @overload
    def outcome(
        self, x: _Many, y: npt.ArrayLike, *, engine: str | None = None
    ) -> npt.NDArray[np.bool_]: ...

    @overload
    def outcome(
        self, x: npt.ArrayLike, y: _Many, *, engine: str | None = None
    ) -> npt.NDArray[np.bool_]: ...

    def outcome(
        self, x: npt.ArrayLike, y: npt.ArrayLike, *, engine: str | None = None
    ) -> bool | npt.NDArray[np.bool_]:
        """Whether positions are P: the previous player wins.

        Parameters
        ----------
        x, y
            Integers, or arrays of integers, which are broadcast against each other. Integers of any
            size (as Python's, or in arrays of objects) are answered where a formula is known.
        engine
            The engine that has to answer.

        Returns
        -------
        bool or numpy.ndarray
            ``True`` for P. An array has the shape of x and y together.

        Examples
        --------
        >>> import numpy as np
        >>> import wythoff
        >>> g = wythoff.Game("wythoff")
        >>> g.outcome(3, 5)
        True
        >>> g.outcome([1, 2, 3], [2, 2, 5])
        array([ True, False,  True])
        >>> g.outcome(np.arange(3)[:, None], np.arange(3)).astype(int)
        array([[1, 0, 0],
               [0, 0, 1],
               [0, 1, 0]])
        >>> n = 10**1000
        >>> a = wythoff.exact.Beatty(wythoff.exact.phi)(n)
        >>> g.outcome(a, a + n)
        True
        """
        xs, ys = _heaps("x", x), _heaps("y", y)
        try:
            xs, ys = np.broadcast_arrays(xs, ys)
        except ValueError:
            raise WythoffError(
                f"x and y have shapes that do not fit: {xs.shape} and {ys.shape}"
            ) from None
        if xs.dtype == np.uint64 and ys.dtype == np.uint64:
            flat = self._game.outcomes(
                np.ascontiguousarray(xs).reshape(-1), np.ascontiguousarray(ys).reshape(-1), engine
            )
        else:
            pairs = [(int(x), int(y)) for x, y in zip(xs.reshape(-1), ys.reshape(-1))]
            flat = np.array(self._game.outcomes_exact(pairs, engine), np.bool_)
        return bool(flat[0]) if xs.ndim == 0 else flat.reshape(xs.shape)

    def solve(
        self,
        x: int,
        y: int,
        *,
        history: Sequence[At] = (),
        blocked: Sequence[At] | None = None,
        proposed: Sequence[At] | None = None,
        nim_value: bool = False,
        engine: str | None = None,
    ) -> Answer:
        """Who wins from a position, what to play and block, and why.

        Parameters
        ----------
        x, y
            The heaps; of any size where a formula is known.
        history
            The earlier positions, oldest first. They decide in an imitation game.
        blocked, proposed
            The options that the previous player has blocked, or has proposed in a comply game.
        nim_value
            Adds the nim-value to the answer, where the game has nim-values and the board up to the
            position has at most 2^22 cells; `nim_value` computes larger ones, too.
        engine
            The engine that has to answer.

        Examples
        --------
        >>> import wythoff
        >>> answer = wythoff.Game("W^2").solve(11, 15)
        >>> answer.outcome
        'N'
        >>> answer.winning_moves[2]
        WinningMove(to=Position(x=8, y=12), block=(Position(x=3, y=7),), propose=None)
        >>> print(wythoff.Game("W^2").solve(8, 12).why)
        (8,12) is P: its only P-option is (3,7), which gets blocked.
        >>> nim = wythoff.Game("Imitation Nim")
        >>> nim.solve(1, 3).outcome, nim.solve(1, 3, history=[(2, 3)]).outcome
        ('N', 'P')
        >>> wythoff.Game("wythoff").solve(3, 4, nim_value=True).nim_value.value
        2
        """
        blocks = None if blocked is None else _pairs(blocked)
        proposal = None if proposed is None else _pairs(proposed)
        answer = self._game.solve(
            (x, y), _pairs(history), blocks, proposal, engine, bool(nim_value)
        )
        return Answer._of(json.loads(answer))

    def nim_value(self, x: int, y: int) -> NimValue:
        """The nim-value of a position, and a move to each smaller value.

        Games with a twist have none. The board up to the position is computed; of Nim a position
        may be of any size.

        Examples
        --------
        >>> import wythoff
        >>> wythoff.Game("wythoff").nim_value(3, 4)
        NimValue(value=2, moves=(Position(x=1, y=2), Position(x=0, y=1)), moves_left_out=0)
        >>> wythoff.Game("nim").nim_value(10**100 + 5, 10**100).value
        5
        """
        return NimValue._of(json.loads(self._game.nim_value((x, y))))

    def periods(self, max_x: int = 20) -> Periods:
        """The additive periods of the columns x = 0, …, `max_x` of nim-values, proved.

        From some row on g(x, y + period) = g(x, y) + period: in games without a twist in which any
        number may be taken from y.

        Examples
        --------
        >>> import wythoff
        >>> periods = wythoff.Game("wythoff").periods(4)
        >>> [column.period for column in periods.columns], periods.common_period
        ([1, 3, 3, 6, 12], 12)
        """
        return Periods._of(json.loads(self._game.periods(integer("max_x", max_x, greatest=1000))))

    # Boards.

    def board(
        self,
        shape: int | tuple[int, int],
        *,
        at: At = (0, 0),
        values: Values = "outcome",
        engine: str | None = None,
        out: npt.NDArray[Any] | None = None,
    ) -> npt.NDArray[Any]:
        """A window of the board as an array.

        Parameters
        ----------
        shape
            ``(rows, columns)`` of the array, or one number for both.
        at
            The window's first cell ``(x, y)``; of any size where a formula is known.
        values
            ``"outcome"``: ``True`` for P; ``"palace"``: how many P-options a position has;
            ``"deviation"``: that minus k, for W^k; ``"grundy"``: the nim-value, for games without a
            twist.
        engine
            The engine that has to compute it.
        out
            An array of this shape to write to, for many boards one after the other: of integers
            that hold all numbers, or of ``bool``.

        Returns
        -------
        numpy.ndarray
            ``board[y - at[1], x - at[0]]`` is the cell (x, y): rows are y, columns are x. Outcomes
            are ``bool``; numbers are the smallest integers that hold them. A cell that does not
            exist is ``False`` or 0.

        Raises
        ------
        LimitError
            If the array would take more memory than one request may.

        Examples
        --------
        >>> import wythoff
        >>> g = wythoff.Game("W^3")
        >>> g.board((3, 6)).astype(int)
        array([[1, 1, 1, 0, 0, 0],
               [1, 0, 0, 1, 1, 0],
               [1, 0, 0, 0, 0, 1]])
        >>> g.board((2, 4), values="palace")
        array([[0, 1, 2, 3],
               [1, 3, 3, 2]], dtype=uint8)
        >>> wythoff.Game("wythoff").board((2, 6), values="grundy")
        array([[0, 1, 2, 3, 4, 5],
               [1, 2, 0, 4, 5, 3]], dtype=uint8)
        >>> wythoff.Game("wythoff").board((1, 3), at=(161803398874989484820, 261803398874989484820))
        array([[ True, False, False]])
        """
        window = _window(shape, at)
        if out is not None:
            return self._written(window, values, engine, out)
        # Numbers of W^k are seldom far from k. What turns out to be too wide is narrowed.
        far = self.k is not None and self.k > 2**8
        for bits in (16, 32, 64) if far and values != "outcome" else (8, 16, 32, 64):
            kind = np.dtype(f"{'int' if values == 'deviation' else 'uint'}{bits}")
            cells = _room(_wythoff.shape_needed(window, kind.itemsize), kind)
            if self._game.fill(window, values, engine, cells):
                return cells.view(np.bool_) if values == "outcome" else _narrowed(cells)
        raise WythoffError("a number of this board does not fit in 64 bits")

    def _written(
        self, window: _Window, values: Values, engine: str | None, out: npt.NDArray[Any]
    ) -> npt.NDArray[Any]:
        if not isinstance(out, np.ndarray) or out.dtype.kind not in "biu":
            kind = out.dtype if isinstance(out, np.ndarray) else type(out).__name__
            raise KindError(f"out is an array of integers or bool, not {kind}")
        if out.dtype == np.bool_ and values != "outcome":
            raise KindError("out is an array of integers where numbers are asked for, not bool")
        if out.shape != _wythoff.shape_needed(window, out.itemsize):
            raise WythoffError(f"out has the shape {out.shape}, which is not that of the window")
        if not (out.flags.c_contiguous and out.flags.writeable and out.dtype.isnative):
            raise WythoffError("out has to be contiguous, writable and in the machine's byte order")
        cells = out.view(np.uint8) if out.dtype == np.bool_ else out
        if not self._game.fill(window, values, engine, cells):
            raise WythoffError(f"some number of this board does not fit in {out.dtype}")
        return out

    def to_zarr(
        self,
        folder: str | os.PathLike[str],
        shape: int | tuple[int, int],
        *,
        at: At = (0, 0),
        values: Values = "outcome",
        cells: bool = True,
        finest: int | None = None,
        side: int | None = None,
        engine: str | None = None,
    ) -> Stats:
        """Write a window of the board as Zarr, or finish what is there of it.

        Parameters
        ----------
        folder
            The folder; `zarr`, `xarray` and `dask.array` read it.
        shape, at, values, engine
            As for `board`; with x, y < 2**64. Numbers are ``int32``, and a cell that does not
            exist is ``-2**31``.
        cells
            Whether all cells are kept, and not only counts of P-positions.
        finest
            The finest counts, of so many columns and rows: a power of two. If it is not given, 8;
            or 64 and more for boards x, y < n of W^k of which no cells are kept.
        side
            Boards x, y < n of W^k are solved in blocks: their side, a multiple of 2048.

        Returns
        -------
        Stats
            As `stats`, without a signature, and with deviations only where the board is solved in
            blocks.

        Examples
        --------
        >>> import tempfile, wythoff
        >>> g = wythoff.Game("W^300")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     g.to_zarr(folder, 5000, cells=False).fingerprint
        '9338097064d4df6e'
        >>> g.stats((5000, 5000)).fingerprint
        '9338097064d4df6e'
        """
        from .stores import Plan, Threads, solved

        window = _window(shape, at)
        _, (rows, columns) = window
        in_blocks = self.k is not None and tuple(at) == (0, 0) and rows == columns
        if in_blocks and values == "outcome" and engine in (None, "dense"):
            plan = Plan.of(folder, cast(int, self.k), cast(int, rows), side, finest, cells)
            with Threads(_wythoff.thread_count()) as threads:
                return solved(plan, threads)
        if side is not None:
            raise WythoffError("only outcomes of W^k, x, y < n, are solved in blocks of some side")
        number = None if finest is None else integer("finest", finest, greatest=2**63 - 1)
        written = self._game.to_zarr(folder, window, values, number, bool(cells), engine)
        return Stats(**json.loads(written))

    def draw(
        self,
        shape: int | tuple[int, int] = 32,
        *,
        at: At = (0, 0),
        values: Values = "outcome",
        format: Format = "text",
        scale: int | None = None,
        legend: bool = False,
        offset: int = 0,
        engine: str | None = None,
    ) -> str | bytes:
        """A window of the board as a text or a picture.

        Parameters
        ----------
        shape, at, values, engine
            As for `board`.
        format
            ``"text"``, ``"csv"``, ``"json"``, ``"svg"`` or ``"bfile"`` give a `str`, ``"png"`` and
            ``"npy"`` give `bytes`. A b-file of the OEIS reads a square at (0, 0) by antidiagonals.
        scale
            Pixels for a cell of a picture.
        legend
            Whether a strip under the picture says what its colours mean.
        offset
            The index of a b-file's first line.

        Examples
        --------
        >>> import wythoff
        >>> print(wythoff.Game("W^3").draw(6))
        ###...
        #..##.
        #....#
        .#....
        .#....
        ..#...
        >>> print(wythoff.Game("wythoff").draw(2, values="grundy", format="bfile", offset=1))
        1 0
        2 1
        3 1
        """
        index = integer("offset", offset, greatest=10**18)
        if index and format != "bfile":
            raise WythoffError('an offset belongs to a b-file: use it with format="bfile"')
        pixels = None if scale is None else integer("scale", scale, least=1, greatest=1000)
        window = _window(shape, at)
        drawn = self._game.draw(window, values, format, pixels, bool(legend), index, engine)
        if format in ("png", "npy"):
            return drawn
        return drawn.decode().removesuffix("\n")

    def stats(
        self,
        shape: int | tuple[int, int],
        *,
        at: At = (0, 0),
        signature: bool = False,
        engine: str | None = None,
    ) -> Stats:
        """What a window holds: nothing of it is kept, so that it may have a trillion cells.

        Parameters
        ----------
        shape, at, engine
            As for `board`.
        signature
            Asks for the signature of a window of more than 2^34 cells, too.

        Examples
        --------
        >>> import wythoff
        >>> stats = wythoff.Game("W^5").stats(1000)
        >>> stats.p_count, stats.signature
        (3047, 'c150ed02d491835b')
        """
        window = _window(shape, at)
        return Stats(**json.loads(self._game.stats(window, bool(signature), engine)))

    # Tables.

    @overload
    def p_positions(
        self,
        count: int | None = None,
        *,
        max_x: int | None = None,
        start: int = 0,
        value: int | None = None,
        chunk: None = None,
        engine: str | None = None,
    ) -> npt.NDArray[Any]: ...

    @overload
    def p_positions(
        self,
        count: int | None = None,
        *,
        max_x: int | None = None,
        start: int = 0,
        value: int | None = None,
        chunk: int,
        engine: str | None = None,
    ) -> Iterator[npt.NDArray[Any]]: ...

    def p_positions(
        self,
        count: int | None = None,
        *,
        max_x: int | None = None,
        start: int = 0,
        value: int | None = None,
        chunk: int | None = None,
        engine: str | None = None,
    ) -> npt.NDArray[Any] | Iterator[npt.NDArray[Any]]:
        """The P-positions in the order of a table: of a symmetric game those with x ≤ y.

        Parameters
        ----------
        count
            How many.
        max_x
            Instead of `count`: all with x up to this.
        start
            The first row, counted from 0. Where a formula is known it may be as large as you like.
        value
            The nim-value of the positions; the P-positions are those of value 0. Games with a
            twist have none, not even 0.
        chunk
            Gives an iterator of arrays with so many rows instead of one array: for tables that do
            not fit, and, without `count` and `max_x`, for tables without end.
        engine
            The engine that has to find them.

        Returns
        -------
        numpy.ndarray
            Of shape (n, 2): integers of 64 bits or, where a heap has 2^63 tokens or more, Python's
            as objects.

        Examples
        --------
        >>> import wythoff
        >>> g = wythoff.Game("wythoff")
        >>> g.p_positions(4)
        array([[0, 0],
               [1, 2],
               [3, 5],
               [4, 7]])
        >>> g.p_positions(1, start=10**20).tolist()
        [[161803398874989484820, 261803398874989484820]]
        >>> next(g.p_positions(chunk=1000)).shape
        (1000, 2)
        >>> g.p_positions(3, value=1).tolist()
        [[0, 1], [2, 2], [3, 6]]
        """
        of = None if value is None else integer("value", value, greatest=2**20)
        if chunk is not None:
            size = integer("chunk", chunk, least=1, greatest=2**62)
            pieces = self._game.p_positions_in_pieces(start, count, max_x, of, engine, size)
            return map(_rows, pieces)
        if count is None and max_x is None:
            raise WythoffError("the table has no end: give count, max_x, or chunk for an iterator")
        found = self._game.p_positions(start, count, max_x, of, engine)
        arrays = [_rows(piece) for piece in found]
        if len(arrays) == 1:
            return arrays[0]
        return np.concatenate(arrays) if arrays else np.zeros((0, 2), np.int64)

    # How notebooks show it.

    def _repr_png_(self) -> bytes:
        drawn = self.draw(_shown(self.k), format="png")
        assert isinstance(drawn, bytes)
        return drawn

    def _repr_html_(self) -> str:
        side = _shown(self.k)
        picture = base64.b64encode(self._repr_png_()).decode()
        return (
            f"<div><p><strong>{html.escape(self.name)}</strong><br>{html.escape(self.rules)}</p>"
            f'<img alt="The P-positions with x, y &lt; {side}" '
            f'src="data:image/png;base64,{picture}" style="image-rendering: pixelated"></div>'
        )


def _shown(k: int | None) -> int:
    """The side of the board that a notebook shows: enough to see what W^k is like."""
    return 64 if k is None else min(600, max(64, 6 * k))


def _heaps(what: str, given: npt.ArrayLike) -> npt.NDArray[Any]:
    """Heaps as 64-bit numbers, or as objects where one is larger."""
    array = np.asarray(given)
    if array.dtype.kind not in "iuO" and not isinstance(given, (np.ndarray, np.generic)):
        # NumPy makes floats of integers that do not fit together.
        array = np.array(given, object)
    if array.dtype.kind == "O":
        for value in array.reshape(-1):
            if not is_integer(value):
                raise KindError(f"{what} is an integer, not a {type(value).__name__}")
    elif array.dtype.kind not in "iu":
        raise KindError(
            f"{what} has integers, not {array.dtype}: use astype(int) if they are whole"
        )
    if array.dtype.kind != "u" and array.size and (least := array.min()) < 0:
        raise WythoffError(f"{what} is 0 or more, not {shown(int(least))}")
    if array.dtype.kind == "O" and array.size and array.max() >= 2**64:
        return array
    # Those that fit in 63 bits need no copy.
    return array.view(np.uint64) if array.dtype == np.int64 else array.astype(np.uint64, copy=False)


def _pairs(given: Iterable[At]) -> list[At]:
    try:
        return [(x, y) for x, y in given]
    except (TypeError, ValueError):
        raise KindError("positions are pairs of integers: [(3, 5), (2, 2)]") from None


def _window(shape: object, at: object) -> _Window:
    try:
        rows, columns = shape  # type: ignore[misc]
    except TypeError:
        rows = columns = shape
    except ValueError:
        raise KindError("a shape is a number, or a pair (rows, columns)") from None
    return at, (rows, columns)


def _room(shape: tuple[int, int], kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """A new array whose cells are not set; from memory that was just freed, where there is some."""
    memory = _wythoff.room(shape[0] * shape[1] * kind.itemsize)
    return np.empty(shape, kind) if memory is None else memory.view(kind).reshape(shape)


def _narrowed(numbers: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same numbers as the smallest integers that hold them."""
    if numbers.itemsize == 1:
        return numbers
    half = np.dtype(f"{numbers.dtype.kind}{numbers.itemsize // 2}")
    limits = np.iinfo(half)
    # Mostly some number near the corner needs its width, and no other has to be looked at.
    for row in numbers:
        if row.size and (row.max() > limits.max or row.min() < limits.min):
            return numbers
    return _narrowed(numbers.astype(half))


def _rows(piece: npt.NDArray[np.int64] | list[At]) -> npt.NDArray[Any]:
    return np.array(piece, object) if isinstance(piece, list) else piece


@dataclass(frozen=True, slots=True)
class Family:
    """A family of games.

    Attributes
    ----------
    name, pattern
        Its name, and how its games are written.
    papers
        What the papers call it.
    example, rules
        A game of it, and its rules in words.
    engines
        The engines that solve its games.
    formula
        For which parameters a formula solves the game at any size, in words.
    """

    name: str
    pattern: str
    papers: tuple[str, ...]
    example: str
    rules: str
    engines: tuple[str, ...]
    formula: str | None


def games() -> list[Family]:
    """Every family of games.

    Examples
    --------
    >>> import wythoff
    >>> [family.name for family in wythoff.games()][:4]
    ['nim', 'nim-blocking', 'wythoff', 'blocking']
    """
    return [
        Family(
            name=family["family"],
            pattern=family["pattern"],
            papers=tuple(family["papers"]),
            example=family["example"],
            rules=family["rules"],
            engines=tuple(family["engines"]),
            formula=family["formula"],
        )
        for family in json.loads(_wythoff.families())
    ]

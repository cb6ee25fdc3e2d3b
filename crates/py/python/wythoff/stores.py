"""Boards of W^k as Zarr, solved block by block by whoever is there.

The library writes the arrays (`wythoff::zarr`); the package `zarr`, `xarray` and `dask.array` read
them. Here is the order of work: a block begins when its neighbours on the left and above are done.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from . import _wythoff, work
from ._integers import integer
from .answers import Stats
from .errors import KindError, WythoffError

__all__ = ["Plan", "Runner", "Threads", "solved"]

_ENGINES = ("dense", "gpu")

#: On a worker of Dask what is said here is in its log.
_log = logging.getLogger("distributed.worker.wythoff")

#: A block of a board: row and column.
Place = tuple[int, int]


@dataclass(frozen=True)
class Plan:
    """A board of W^k in blocks, and the folder that it goes to: all that a worker has to know.

    Attributes
    ----------
    folder
        The folder.
    k, n
        The board x, y < n of W^k.
    side
        The side of a block.
    finest
        The finest counts are those of so many columns and rows.
    bits
        Whether all cells are kept.
    engine
        Who solves blocks: ``"dense"``, or ``"gpu"`` where there is one. The board is the same.
    """

    folder: str
    k: int
    n: int
    side: int | None
    finest: int | None
    bits: bool
    engine: str = "dense"

    @classmethod
    def of(
        cls,
        folder: str | os.PathLike[str],
        k: int,
        n: int,
        side: int | None = None,
        finest: int | None = None,
        bits: bool = False,
        engine: str = "dense",
    ) -> Plan:
        """Make a plan, if there is such a board."""
        if engine not in _ENGINES:
            raise WythoffError(f"blocks are solved by the engine dense or gpu, not by {engine!r}")
        if not isinstance(folder, (str, os.PathLike)):
            raise KindError(f"a board goes to a folder, not to a {type(folder).__name__}")
        numbers = {"k": k, "n": n, "side": side, "finest": finest}
        given = {
            name: None if number is None else integer(name, number, greatest=2**63 - 1)
            for name, number in numbers.items()
        }
        # Another process may have another folder for its own.
        place = str(Path(folder).absolute())
        plan = cls(place, bits=bool(bits), engine=engine, **given)  # type: ignore[arg-type]
        plan.board  # noqa: B018 - it is refused now if there is none
        return plan

    @property
    def board(self) -> _wythoff.BlockBoard:
        """The library's board."""
        return _board(self)

    def places(self) -> Iterator[Place]:
        """All blocks of the half board, row by row."""
        return ((row, column) for row in range(self.board.rows) for column in range(row + 1))


@lru_cache(maxsize=16)
def _board(plan: Plan) -> _wythoff.BlockBoard:
    return _wythoff.BlockBoard(plan.folder, plan.k, plan.n, plan.side, plan.finest, plan.bits)


def block(plan: Plan, row: int, column: int) -> str:
    """Solve a block whose neighbours are done, and write it: what a worker runs."""
    if plan.engine == "dense":
        return plan.board.solve(row, column, 1)
    found, why_not = plan.board.solve_on_gpu(row, column)
    if why_not is not None:
        _log.warning("%s: the processor does it instead", why_not)
    return found


def check(plan: Plan, row: int, column: int) -> str | None:
    """What is noted of a block, if all that was written of it can be read and adds up."""
    return plan.board.check(row, column)


class Runner(Protocol):
    """Who runs jobs somewhere, and tells of each that is done."""

    def submit(self, job: Callable[..., Any], plan: Plan, row: int, column: int) -> None:
        """Have a job run."""

    def results(self) -> Iterator[tuple[Place, Any]]:
        """What comes back, in any order, until nothing is under way."""


class Threads:
    """Jobs on the threads of this process."""

    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads)
        self._under_way: dict[Future[Any], Place] = {}

    def __enter__(self) -> Threads:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def submit(self, job: Callable[..., Any], plan: Plan, row: int, column: int) -> None:
        """Have a job run."""
        self._under_way[self._pool.submit(job, plan, row, column)] = (row, column)

    def results(self) -> Iterator[tuple[Place, Any]]:
        """What comes back."""
        while self._under_way:
            # A short wait, so that Ctrl-C is heard.
            done, _ = wait(self._under_way, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                yield self._under_way.pop(future), future.result()


def solved(plan: Plan, runner: Runner) -> Stats:
    """Solve what is not in the folder yet, block by block."""
    done: dict[Place, str] = {}
    if plan.board.create():
        for row, column in plan.places():
            runner.submit(check, plan, row, column)
        done = {place: found for place, found in runner.results() if found is not None}
    rows = plan.board.rows
    submitted = set(done)

    def submit_ready(places: Iterable[Place]) -> None:
        for row, column in places:
            if (row, column) in submitted or row >= rows or column > row:
                continue
            has_left = column == 0 or (row, column - 1) in done
            has_top = column == row or (row - 1, column) in done
            if has_left and has_top:
                submitted.add((row, column))
                runner.submit(block, plan, row, column)

    bar = work._begin()
    try:
        submit_ready(plan.places())
        for (row, column), found in runner.results():
            done[row, column] = found
            submit_ready([(row, column + 1), (row + 1, column)])
            bar.show(len(done), rows * (rows + 1) // 2)
    finally:
        bar.close()
    stats = json.loads(plan.board.finish(list(done.values())))
    return Stats(**stats)

"""One giant board on many machines, with Dask.

>>> import wythoff.distributed

`board` solves the board x, y < n of W^k in blocks, on whatever cluster a Dask client speaks to:
processes of this machine, jobs of Slurm (`dask-jobqueue`), Kubernetes. Blocks go straight from the
worker that solved them to the store, and so do their edges: a block begins when both of its
neighbours are written, so that a worker that dies takes nothing with it but the blocks it was at.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from .answers import Stats
from .errors import LimitError, WythoffError
from .stores import Place, Plan, solved

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["board"]

#: A block is given up when so many workers have died over it.
_PATIENCE = 10


def board(
    k: int,
    n: int,
    *,
    store: str | os.PathLike[str],
    client: Client,
    side: int | None = None,
    finest: int | None = None,
    bits: bool = False,
    engine: str = "dense",
) -> Stats:
    """Solve the board x, y < n of W^k on a Dask cluster.

    Parameters
    ----------
    k, n
        The game, and the side of the board.
    store
        Where the board goes, as Zarr: a folder that all workers see. A board that is there in part
        is finished.
    client
        The Dask client.
    side
        The side of a block, a multiple of 2048. Larger blocks are passed on less often, smaller
        ones let more workers begin at once; 131072, or 16384 with bits, on large boards.
    finest
        The finest counts, of so many columns and rows: a power of two. If it is not given, 64 or
        more, so that there are at most 8192 columns of them; 8 with bits.
    bits
        Whether all cells are kept, too.
    engine
        Who solves blocks: ``"dense"``, or ``"gpu"``. A worker that has no NVIDIA GPU says so in its
        log, once, and solves its blocks on its processor. What is written is the same.

    Returns
    -------
    Stats
        As `Game.stats` of the whole board; the fingerprint is the same.

    Examples
    --------
    >>> from dask.distributed import Client  # doctest: +SKIP
    >>> client = Client(n_workers=2, threads_per_worker=1)  # doctest: +SKIP
    >>> wythoff.distributed.board(200_000, 10**6, store="board.zarr", client=client)
    ... # doctest: +SKIP
    """
    try:
        import distributed
    except ImportError as error:
        raise WythoffError("many machines need Dask: pip install 'dask[distributed]'") from error
    if not isinstance(client, distributed.Client):
        kind = type(client).__name__
        raise WythoffError(
            f"client is a dask.distributed.Client that is not asynchronous, not a {kind}"
        )
    plan = Plan.of(store, k, n, side, finest, bits, engine)
    for worker in client.scheduler_info(n_workers=-1)["workers"].values():
        limit, needed = worker["memory_limit"], plan.board.memory * worker["nthreads"]
        if limit and needed > limit:
            raise LimitError(
                f"blocks of side {plan.board.side} take {needed / 2**30:.1f} GiB on "
                f"{worker['nthreads']} threads of a worker that may use {limit / 2**30:.1f} GiB: "
                "take a smaller side"
            )
    return solved(plan, _Cluster(client))


class _Cluster:
    """Jobs on the workers of a cluster."""

    def __init__(self, client: Client) -> None:
        from distributed import as_completed

        self._client = client
        # Dask has no types for it.
        self._completed: Any = cast(Any, as_completed)()
        self._under_way: dict[Any, tuple[Callable[..., Any], Plan, Place, int]] = {}

    def submit(self, job: Callable[..., Any], plan: Plan, row: int, column: int) -> None:
        """Have a job run."""
        self._submit(job, plan, (row, column), 0)

    def _submit(self, job: Callable[..., Any], plan: Plan, place: Place, failures: int) -> None:
        row, column = place
        # Blocks of the same anti-diagonal can be solved at the same time; the first ones go first,
        # so that the front advances evenly. Dask's dashboard counts the jobs by their names.
        future = self._client.submit(job, plan, row, column, pure=False, priority=-(row + column))
        self._under_way[future.key] = (job, plan, place, failures)
        self._completed.add(future)

    def done(self) -> Iterator[Place]:
        """The jobs that are done."""
        return (place for place, _ in self._finished(wants_results=False))

    def results(self) -> Iterator[tuple[Place, Any]]:
        """What comes back."""
        return self._finished(wants_results=True)

    def _finished(self, wants_results: bool) -> Iterator[tuple[Place, Any]]:
        from distributed import KilledWorker

        while self._under_way:
            future = next(self._completed)
            job, plan, place, failures = self._under_way.pop(future.key)
            has_failed = future.status != "finished"
            try:
                # One that has failed says why.
                result = future.result() if wants_results or has_failed else None
            except KilledWorker:
                if failures == _PATIENCE:
                    raise
                self._submit(job, plan, place, failures + 1)
                continue
            future.release()
            yield place, result

"""Blocks, boards as Zarr, and giant boards on a real Dask cluster whose workers die."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wythoff
import wythoff.distributed
from wythoff import KindError, LimitError, WythoffError
from wythoff.stores import Plan, Threads, solved

distributed = pytest.importorskip("distributed")
zarr = pytest.importorskip("zarr")
xarray = pytest.importorskip("xarray")
array = pytest.importorskip("dask.array")


def counts_of(board: Any, factor: int) -> Any:
    """P-positions of each square, literally."""
    sides = [-(-side // factor) for side in board.shape]
    whole = np.zeros([side * factor for side in sides], bool)
    whole[: board.shape[0], : board.shape[1]] = board
    return whole.reshape(sides[0], factor, sides[1], factor).sum((1, 3))


def test_edges_are_counts_of_the_board() -> None:
    k, n, side = 300, 4096, 2048
    board = wythoff.Game.blocking(k=k).board((n, n))
    first = wythoff.solve_block(k, n, side, 0, 0, bits=True)
    below = wythoff.solve_block(k, n, side, 0, 1, top=first.bottom, bits=True)
    assert below.right is not None
    last = wythoff.solve_block(k, n, side, 1, 1, left=below.right, bits=True)
    assert last.right is None
    edge = wythoff.read_edge(below.right)
    assert (edge.k, edge.x, edge.y) == (k, side, side)
    assert edge.is_vertical and not edge.is_exact
    assert np.array_equal(edge.straight, board[side:, :side].sum(1) % 256)
    diagonals = [np.trace(board[: y + 1, :side], side - 1 - y) for y in range(side - 1, n)]
    # Of the diagonal of (X − 1, y), what lies up and left of it.
    assert np.array_equal(edge.diagonal, np.array(diagonals) % 256)
    bottom = wythoff.read_edge(first.bottom)
    assert not bottom.is_vertical
    assert np.array_equal(bottom.straight, board[:side, :side].sum(0) % 256)
    for block, (x, y) in ((first, (0, 0)), (below, (0, side)), (last, (side, side))):
        cells = board[y : y + side, x : x + side]
        assert block.bits is not None
        assert np.array_equal(np.unpackbits(block.bits, axis=1, bitorder="little"), cells)
        assert np.array_equal(block.counts, counts_of(cells, 64))
    stats = wythoff.Game.blocking(k=k).stats((n, n))
    fingerprint = 0
    for block in (first, below, last):
        fingerprint ^= int(block.fingerprint, 16)
    assert f"{fingerprint:016x}" == stats.fingerprint


def test_wrong_blocks_and_edges_are_refused() -> None:
    first = wythoff.solve_block(300, 4096, 2048, 0, 0)
    damaged = bytearray(first.bottom)
    damaged[100] ^= 1
    for call, word in [
        (lambda: wythoff.solve_block(300, 4096, 1000, 0, 0), "multiple of 2048"),
        (lambda: wythoff.solve_block(300, 4096, 2048, 1, 0), "column ≤ row"),
        (lambda: wythoff.solve_block(300, 4096, 2048, 0, 1), "edge"),
        (lambda: wythoff.solve_block(301, 4096, 2048, 0, 1, top=first.bottom), "W\\^300"),
        (lambda: wythoff.solve_block(300, 4096, 2048, 0, 1, top=bytes(damaged)), "damaged"),
        (lambda: wythoff.solve_block(300, 4096, 2048, 0, 1, top=b"edge"), "not an edge"),
        (lambda: wythoff.solve_block(300, 2**40, 2048, 0, 0), "cells"),
        (lambda: wythoff.solve_block(-1, 4096, 2048, 0, 0), "k is"),
        (lambda: wythoff.solve_block(300, 2**29, 2**24, 0, 0, bits=True), "memory"),
        (lambda: wythoff.read_edge(bytes(damaged)), "damaged"),
        (lambda: wythoff.read_edge(b"wythedge"), "version 1"),
    ]:
        with pytest.raises((WythoffError, LimitError), match=word):
            call()
    with pytest.raises(KindError):
        wythoff.solve_block(3.0, 4096, 2048, 0, 0)  # type: ignore[arg-type]


@pytest.mark.parametrize("bits", [False, True])
def test_others_read_what_we_write(tmp_path: Path, bits: bool) -> None:
    k, n = 700, 5000
    with Threads(2) as threads:
        stats = solved(Plan.of(tmp_path / "board.zarr", k, n, 2048, None, bits), threads)
    game = wythoff.Game.blocking(k=k)
    whole = game.stats((n, n))
    assert (stats.p_count, stats.fingerprint) == (whole.p_count, whole.fingerprint)
    assert (stats.min_deviation, stats.max_deviation) == (whole.min_deviation, whole.max_deviation)
    board = game.board((n, n))
    root = zarr.open_group(tmp_path / "board.zarr", mode="r")
    about = root.attrs["wythoff"]
    assert about["complete"] and about["fingerprint"] == whole.fingerprint
    assert about["game"] == game.name and about["p_count"] == whole.p_count
    datasets = root.attrs["ome"]["multiscales"][0]["datasets"]
    factors = [int(dataset["path"].split("/")[1]) for dataset in datasets]
    assert factors == [2**i for i in range(3 if bits else 6, 14)]
    for factor, dataset in zip(factors, datasets, strict=True):
        expected = counts_of(board, factor)
        assert dataset["coordinateTransformations"][0]["scale"] == [factor, factor]
        assert np.array_equal(root[dataset["path"]], expected)
        from_dask = array.from_zarr(str(tmp_path / "board.zarr"), component=dataset["path"])
        assert np.array_equal(from_dask.compute(), expected)
    tree = xarray.open_datatree(tmp_path / "board.zarr", engine="zarr", consolidated=False)
    counts = tree["counts/64/p"]
    assert counts.dims == ("y", "x") and int(counts.sum()) == whole.p_count
    if bits:
        cells = np.unpackbits(root["cells/bits"][:], axis=1, bitorder="little")[:, :n]
        assert np.array_equal(cells, board)
    edge = wythoff.read_edge(root["edges/right"][1, 0].tobytes())
    assert np.array_equal(edge.straight, board[2048:4096, :2048].sum(1) % 256)


def files_of(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_gpu_or_what_stands_in_for_it_writes_the_same(tmp_path: Path) -> None:
    for engine in ("dense", "gpu"):
        with Threads(2) as threads:
            plan = Plan.of(tmp_path / engine, 300, 5000, 2048, None, True, engine)
            solved(plan, threads)
    assert files_of(tmp_path / "dense") == files_of(tmp_path / "gpu")
    with pytest.raises(WythoffError, match="dense or gpu, not by 'lines'"):
        Plan.of(tmp_path / "lines", 300, 5000, engine="lines")


def test_a_game_writes_its_board(tmp_path: Path) -> None:
    game = wythoff.Game("W^40")
    stats = game.to_zarr(tmp_path / "board.zarr", 3000, finest=2)
    assert stats == game.to_zarr(tmp_path / "board.zarr", 3000, finest=2)
    assert stats.fingerprint == game.stats((3000, 3000)).fingerprint
    counts = zarr.open_array(tmp_path / "board.zarr" / "counts" / "2" / "p", mode="r")
    assert np.array_equal(counts, counts_of(game.board((3000, 3000)), 2))
    with pytest.raises(WythoffError, match="another board"):
        game.to_zarr(tmp_path / "board.zarr", 3001, finest=2)
    for arguments, word in [
        ({"values": "deviation"}, "deviation"),
        ({"side": 2048}, "blocks"),
        ({"finest": 3}, "power of two"),
        ({"at": (2**64, 0)}, "2\\^64"),
        ({"engine": "dense"}, "dense"),
    ]:
        with pytest.raises(WythoffError, match=word):
            limited = wythoff.Game("diagonal-blocking:p=3")
            limited.to_zarr(tmp_path / "limited.zarr", 100, **arguments)  # type: ignore[arg-type]
    assert not (tmp_path / "limited.zarr").exists()


@pytest.mark.parametrize(
    ("name", "shape", "at", "values"),
    [
        ("nim", (300, 5000), (0, 0), "outcome"),
        ("wythoff", 4100, (3, 10**6), "outcome"),
        ("wythoff", (2048, 4096), (0, 0), "palace"),
        ("W^40", (3000, 2000), (5, 7), "outcome"),
        ("W^40", 2500, (0, 0), "palace"),
        ("W^40", (2100, 100), (1, 0), "deviation"),
        ("W^3", (1, 1), (10**18, 10**18), "outcome"),
        ("custom: rook + bishop | hole 3,5", (2060, 90), (0, 2), "outcome"),
        ("custom: rook + bishop | hole 3,5", (90, 2060), (1, 1), "palace"),
        ("imitation:m=1,p=2", (200, 300), (0, 0), "outcome"),
        ("wythoff", (0, 10), (0, 0), "outcome"),
    ],
)
def test_any_window_of_any_game(
    tmp_path: Path, name: str, shape: Any, at: tuple[int, int], values: Any
) -> None:
    game, folder = wythoff.Game(name), tmp_path / "board.zarr"
    stats = game.to_zarr(folder, shape, at=at, values=values)
    whole = game.stats(shape, at=at)
    assert (stats.p_count, stats.fingerprint) == (whole.p_count, whole.fingerprint)
    root = zarr.open_group(folder, mode="r")
    about = root.attrs["wythoff"]
    assert about["game"] == game.name and about["complete"]
    assert (about["fingerprint"], about["p_count"]) == (whole.fingerprint, whole.p_count)
    outcomes = game.board(shape, at=at)
    if values == "outcome":
        cells = np.unpackbits(root["cells/bits"][:], axis=1, bitorder="little")
        assert np.array_equal(cells[:, : outcomes.shape[1]], outcomes)
    else:
        numbers = root[f"cells/{values}"][:]
        exists = numbers != -(2**31)
        assert np.array_equal(np.where(exists, numbers, 0), game.board(shape, at=at, values=values))
        hole = [(y, x) for y, x in zip(*np.nonzero(~exists), strict=True)]
        assert len(hole) == (2 * 4 if "hole" in name else 0)
    for dataset in root.attrs["ome"]["multiscales"][0]["datasets"]:
        factor = int(dataset["path"].split("/")[1])
        assert np.array_equal(root[dataset["path"]], counts_of(outcomes, factor))
    assert stats == game.to_zarr(folder, shape, at=at, values=values)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit="1GiB", dashboard_address=None
    ) as cluster:
        yield cluster


def test_workers_may_die(tmp_path: Path, cluster: Any) -> None:
    """A worker is killed ten times; each time another takes its place."""
    k, n = 5000, 60_000
    kills = 0
    is_over = threading.Event()
    chance = random.Random(1)

    def kill() -> None:
        nonlocal kills
        while kills < 10 and not is_over.wait(chance.uniform(0.1, 0.4)):
            pids = [worker.pid for worker in cluster.workers.values() if worker.pid]
            if len(pids) == 2:
                os.kill(chance.choice(pids), signal.SIGKILL)
                kills += 1

    with distributed.Client(cluster) as client:
        killer = threading.Thread(target=kill)
        killer.start()
        try:
            # Blocks are small, so that there are many; what is done stays done.
            rounds = 0
            while kills < 10:
                folder = tmp_path / f"board-{rounds}.zarr"
                stats = wythoff.distributed.board(k, n, store=folder, client=client, side=2048)
                whole = wythoff.Game.blocking(k=k).stats((n, n))
                assert (stats.p_count, stats.fingerprint) == (whole.p_count, whole.fingerprint)
                rounds += 1
        finally:
            is_over.set()
            killer.join()
    assert kills == 10


def test_workers_without_a_gpu_say_so(tmp_path: Path, cluster: Any) -> None:
    with distributed.Client(cluster) as client:
        stats = wythoff.distributed.board(
            300, 9000, store=tmp_path / "board.zarr", client=client, side=2048, engine="gpu"
        )
        said = [text for lines in client.get_worker_logs().values() for _, text in lines]
    whole = wythoff.Game.blocking(k=300).stats((9000, 9000))
    assert (stats.p_count, stats.fingerprint) == (whole.p_count, whole.fingerprint)
    said = [text for text in said if "the processor does it instead" in text]
    # Each of two workers at most once; where there is a GPU, nobody.
    assert len(said) <= 2 and (bool(said) or Path("/dev/nvidia0").exists())


def test_seven_boards_at_once(tmp_path: Path, cluster: Any) -> None:
    """On one cluster, and two of them on one folder."""
    with distributed.Client(cluster) as client, ThreadPoolExecutor(7) as callers:
        calls = [
            callers.submit(
                wythoff.distributed.board,
                *(300 * k, 9000),
                store=tmp_path / f"{k}.zarr",
                client=client,
                side=2048,
            )
            for k in (1, 1, 2, 3, 4, 5, 6)
        ]
        found = [call.result(timeout=120) for call in calls]
    whole = [wythoff.Game.blocking(k=300 * k).stats((9000, 9000)) for k in (1, 1, 2, 3, 4, 5, 6)]
    assert [stats.fingerprint for stats in found] == [stats.fingerprint for stats in whole]


SCRIPT = """
import sys
import wythoff, wythoff.distributed
from distributed import Client, LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as client:
            print("begins", flush=True)
            stats = wythoff.distributed.board(
                5000, 40_000, store=sys.argv[1], client=client, side=2048
            )
            print(stats.fingerprint)
"""


def test_the_scheduler_may_die(tmp_path: Path) -> None:
    """The whole run is killed three times, scheduler and all, and goes on from the folder."""
    script = tmp_path / "run.py"
    script.write_text(SCRIPT)
    folder = tmp_path / "board.zarr"
    command = [sys.executable, str(script), str(folder)]

    def records() -> int:
        return len(list(folder.glob("blocks/c/*/*/0")))

    for _ in range(3):
        before = records()
        run = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
        until = time.monotonic() + 60
        while records() < before + 5 and run.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        assert before + 5 <= records() < 210
    after = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    whole = wythoff.Game.blocking(k=5000).stats((40_000, 40_000))
    assert after.stdout.split()[-1] == whole.fingerprint


FULL = """
import resource, signal, sys
from wythoff.stores import Plan, Threads, solved

# A disk that takes no file of more than 8 kB.
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
with Threads(2) as threads:
    try:
        solved(Plan.of(sys.argv[1], 300, 9000, 2048, None, True), threads)
    except OSError as error:
        print(error)
"""


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "board.zarr"
    ran = subprocess.run(
        [sys.executable, "-c", FULL, str(folder)], capture_output=True, text=True, check=True
    )
    assert "can't write" in ran.stdout and "too large" in ran.stdout
    assert not list(folder.glob("blocks/c/*/*/0")) and not list(folder.rglob("*.partial"))
    with Threads(2) as threads:
        stats = solved(Plan.of(folder, 300, 9000, 2048, None, True), threads)
    assert stats.fingerprint == wythoff.Game.blocking(k=300).stats((9000, 9000)).fingerprint


def test_torn_shards_are_solved_again(tmp_path: Path, cluster: Any) -> None:
    folder = tmp_path / "board.zarr"
    with distributed.Client(cluster) as client:
        whole = wythoff.distributed.board(900, 9000, store=folder, client=client, side=2048)
        shard = folder / "counts/64/p/c/2/1"
        content = shard.read_bytes()
        shard.write_bytes(content[:-100])
        again = wythoff.distributed.board(900, 9000, store=folder, client=client, side=2048)
        assert again == whole and shard.read_bytes() == content


def test_what_can_not_be_is_refused(tmp_path: Path, cluster: Any) -> None:
    with distributed.Client(cluster) as client:

        def board(k: int, n: int, **given: Any) -> Any:
            return wythoff.distributed.board(k, n, store=tmp_path / "b", client=client, **given)

        for call, word in [
            (lambda: board(5, 10**6, side=2**17, bits=True), "GiB on 1 threads of a worker"),
            (lambda: board(5, 10**6, side=1000), "multiple of 2048"),
            (lambda: board(5, 2**40), "cells"),
            (lambda: board(5, 10**6, finest=3), "finest counts"),
            (lambda: board(-5, 10**6), "k is"),
        ]:
            with pytest.raises((WythoffError, LimitError), match=word):
                call()
        assert not (tmp_path / "b").exists()
        (tmp_path / "b").mkdir()
        (tmp_path / "b" / "thesis.tex").touch()
        with pytest.raises(WythoffError, match="something else"):
            board(5, 3000)
    with pytest.raises(WythoffError, match=r"dask\.distributed\.Client"):
        wythoff.distributed.board(5, 3000, store=tmp_path, client=None)  # type: ignore[arg-type]
    with pytest.raises(KindError, match="folder"):
        Plan.of(5, 5, 3000)  # type: ignore[arg-type]

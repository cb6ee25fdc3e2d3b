"""Long work: it can be stopped, leaves the lock to others, and survives a fork."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import wythoff
from wythoff import Game, WythoffError

#: Hours of work, of which no result is kept.
ENDLESS = 'wythoff.Game("gdwn:p=1,q=2").stats(500_000, engine="lines")'

#: What is long for every call that may be.
CALLS = [
    ENDLESS,
    'wythoff.Game("W^2").outcome([500_000], [500_000], engine="lines")',
    'wythoff.Game("W^1000").board((60_000, 60_000), engine="lines")',
    'wythoff.Game("gdwn:p=1,q=2").p_positions(10**8)',
    'for chunk in wythoff.Game("W^5").p_positions(chunk=1000): pass',
    'wythoff.Game("gdwn:p=1,q=2").solve(60_000, 60_000, engine="lines")',
    'wythoff.Game("W^200").draw((1, 40), at=(500_000, 500_000), engine="lines")',
]


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("call", CALLS)
def test_ctrl_c_stops_it_and_leaves_python_whole(call: str) -> None:
    program = f"""
import signal, sys, time, wythoff
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
try:
    {call}
    print("it ended", flush=True)
except KeyboardInterrupt:
    print("stopped", flush=True)
print(wythoff.Game("wythoff").board(3).sum(), wythoff.Game("W^2").solve(8, 12).outcome, flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.6)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert out.splitlines() == ["stopped", "3 P"]
    assert child.returncode == 0


def test_other_threads_run_meanwhile() -> None:
    """A Python thread counts while the library works; it could not with the lock held."""
    counted = 0
    is_over = threading.Event()

    def count() -> None:
        nonlocal counted
        while not is_over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    before = counted
    wythoff.Game("gdwn:p=1,q=2").stats(9000, engine="lines")
    during = counted - before
    is_over.set()
    thread.join()
    assert during > 20


def test_calls_of_several_threads_do_not_wait_for_each_other() -> None:
    """A short call ends while a long one of another thread goes on."""
    stop = threading.Event()
    ended = []

    def told(done: int, total: int) -> None:
        if stop.is_set():
            raise WythoffError("enough")

    wythoff.set_progress(told)
    try:

        def long() -> None:
            with pytest.raises(WythoffError, match="enough"):
                wythoff.Game("gdwn:p=1,q=2").stats(500_000, engine="lines")
            ended.append("long")

        thread = threading.Thread(target=long)
        thread.start()
        time.sleep(0.3)
        boards = [wythoff.Game("W^5").board(1500) for _ in range(3)]
        ended.append("short")
        stop.set()
        thread.join(60)
    finally:
        wythoff.set_progress()
    assert ended == ["short", "long"]
    assert all(np.array_equal(board, boards[0]) for board in boards)


def test_seven_at_once() -> None:
    """All of them end, and each has its own answer."""
    calls = [
        lambda: Game("W^5").board(1500).sum(),
        lambda: Game("W^300").board(1500, values="palace").sum(),
        lambda: Game("wythoff").outcome(np.arange(10**5), np.arange(10**5)).sum(),
        lambda: Game("gdwn:p=1,q=2").p_positions(20_000).sum(),
        lambda: Game("W^20").stats(3000).p_count,
        lambda: Game("W^4").solve(10**50, 10**50 + 7).outcome,
        lambda: sum(len(chunk) for chunk in Game("W^5").p_positions(5000, chunk=100)),
    ]
    alone = [call() for call in calls]
    with ThreadPoolExecutor(7) as pool:
        together = [pool.submit(call) for call in calls * 3]
        assert [one.result(120) for one in together] == alone * 3


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 5:
            raise StopIteration

    wythoff.set_progress(tell)
    try:
        with pytest.raises(StopIteration):
            Game("gdwn:p=1,q=2").stats(500_000, engine="lines")
    finally:
        wythoff.set_progress()
    assert all(0 <= done <= total for done, total in told)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_bar_that_fails_stops_the_work() -> None:
    def told(done: int, total: int) -> None:
        raise RuntimeError("no")

    wythoff.set_progress(told)
    try:
        with pytest.raises(RuntimeError, match="no"):
            Game("gdwn:p=1,q=2").stats(500_000, engine="lines")
    finally:
        wythoff.set_progress()


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("setting", ["with tqdm", "without tqdm", "where nobody looks"])
def test_bars(setting: str) -> None:
    program = f"""
import sys, wythoff
if {setting == "without tqdm"}:
    sys.modules["tqdm.auto"] = None
if {setting != "where nobody looks"}:
    wythoff.set_progress(True)
print("ready", flush=True)
try:
    {ENDLESS}
except KeyboardInterrupt:
    pass
"""
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    child = subprocess.Popen([sys.executable, "-c", program], **pipes)
    assert child.stdout is not None and child.stderr is not None
    assert child.stdout.readline() == b"ready\n"
    shown = b""
    if setting == "where nobody looks":
        time.sleep(1.5)
    else:
        while b" %" not in shown:
            shown += child.stderr.read(1)
    child.send_signal(signal.SIGINT)
    _, rest = child.communicate(timeout=60)
    assert child.returncode == 0
    assert shown or not rest


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a stream that is full")
@pytest.mark.parametrize("has_tqdm", [True, False])
@pytest.mark.parametrize("is_closed", [True, False])
def test_a_bar_that_can_t_be_written_is_not_in_the_way(has_tqdm: bool, is_closed: bool) -> None:
    program = f"""
import os, sys, wythoff
if not {has_tqdm}:
    sys.modules["tqdm.auto"] = None
if {is_closed}:
    os.close(2)
wythoff.set_progress(True)
print("ready", flush=True)
try:
    {ENDLESS}
except KeyboardInterrupt:
    print("stopped", flush=True)
os._exit(0)
"""
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-c", program]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=full, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    # Longer than a bar waits.
    time.sleep(1.5)
    assert child.poll() is None, "the bar has ended the work"
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=60)[0] == "stopped\n"


def _board(_: int) -> int:
    return int(Game("W^5").board(1500).sum())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_children_of_a_fork_work() -> None:
    """The threads of the parent are not there in the child, which must not wait for them."""
    here = _board(0)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(_board, range(4)).get(60) == [here] * 4
    chunks: Any = Game("W^5").p_positions(chunk=10)
    next(chunks)
    child = os.fork()
    if child == 0:
        try:
            next(chunks)
            os._exit(1)
        except WythoffError:
            os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_threads_change_nothing() -> None:
    boards = []
    for threads in (1, 2, 3, None):
        wythoff.set_threads(threads)
        boards.append(Game("W^30").board(3000, values="palace"))
    assert all(np.array_equal(board, boards[0]) for board in boards)

"""The wheel's program is the program: the same bytes and exit codes.

`WYTHOFF` names the program that cargo has built, e.g. target/release/wythoff.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import wythoff

WHEELS = [sys.executable, "-m", "wythoff"]
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def native() -> list[str]:
    built = [
        os.environ.get("WYTHOFF", ""),
        *(str(ROOT / f"target/{way}/wythoff") for way in ("release", "debug")),
    ]
    for path in built:
        if path and Path(path).is_file():
            return [path]
    pytest.skip("WYTHOFF names no program to compare with")


def outcome(
    command: list[str], line: list[str | bytes], said: bytes | None = None
) -> tuple[int, bytes, bytes]:
    done = subprocess.run(
        [*command, *line], input=said, capture_output=True, check=False, timeout=60
    )
    # The program may have been built with other features.
    said_of_itself = re.sub(rb"^features: .*$", b"", done.stdout, flags=re.MULTILINE)
    return done.returncode, said_of_itself, done.stderr


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["solve", "W^5", "3", "4"], 0),
        (["solve", "wythoff", str(10**40), str(10**40 + 5), "--json"], 0),
        (["table", "wythoff", "--count", "6"], 0),
        (["table", "W^2", "--max-x", "3", "--format", "csv"], 0),
        (["board", "blocking:k=3", "--size", "20"], 0),
        (["board", "W^5", "--size", "64", "--format", "png"], 0),
        (["games", "--json"], 0),
        (["check", "Lar11.Thm1.1.k3", "--bound", "40"], 0),
        (["--version"], 0),
        (["--help"], 0),
        (["solve", "--help"], 0),
        (["--color=always", "--help"], 0),
        (["completions", "bash"], 0),
        (["man", "lab"], 0),
        ([], 2),
        (["nothing"], 2),
        (["solve", "W^", "3", "4"], 2),
        (["solve", "W^5", "3", b"\xff\xfe"], 2),
        (["table", "wythoff", "--count", "3", "-o", "no/such/folder/x.csv"], 2),
        (["prove", "7", "--rules", "64"], 1),
    ],
)
def test_the_same_bytes_and_codes(native: list[str], line: list[str | bytes], code: int) -> None:
    expected = outcome(native, line)
    assert expected[0] == code
    assert outcome(WHEELS, line) == expected


def test_a_match_in_a_terminal(native: list[str]) -> None:
    line: list[str | bytes] = ["play", "W^3", "5", "8", "--hint"]
    said = b"4,8\nwhy\nundo\nnonsense\nquit\n"
    expected = outcome(native, line, said)
    assert expected[0] == 0 and b"Goodbye." in expected[1]
    assert outcome(WHEELS, line, said) == expected


def test_whoever_reads_may_have_enough(native: list[str]) -> None:
    for command in (native, WHEELS):
        table = subprocess.Popen(
            [*command, "table", "wythoff", "--count", "1000000"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert table.stdout is not None and table.stderr is not None
        table.stdout.readline()
        table.stdout.close()
        assert (table.wait(60), table.stderr.read()) == (0, b"")
        table.stderr.close()


def handles(process: subprocess.Popen[bytes], number: int) -> bool:
    status = Path(f"/proc/{process.pid}/status").read_text()
    mask = next(line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:"))
    return bool(int(mask, 16) >> (number - 1) & 1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_long_work(native: list[str], number: signal.Signals) -> None:
    line = ["table", "gdwn:p=1,q=2", "--max-x", "100000000", "--format", "stats"]
    for command in (native, WHEELS):
        work = subprocess.Popen([*command, *line], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not handles(work, signal.SIGTERM):
            assert work.poll() is None
            time.sleep(0.01)
        work.send_signal(number)
        out, said = work.communicate(timeout=5)
        assert (work.returncode, out, said) == (128 + number, b"", b"interrupted\n")


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_ctrl_c_ends_what_does_not_listen(native: list[str]) -> None:
    for command in (native, WHEELS):
        match = subprocess.Popen(
            [*command, "play", "nim", "3", "4"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert match.stdin is not None and match.stdout is not None
        match.stdout.readline()
        match.send_signal(signal.SIGINT)
        assert match.wait(5) == -signal.SIGINT
        match.stdin.close()
        match.stdout.close()


def test_the_program_starts_without_numpy() -> None:
    code = (
        "import sys, wythoff.__main__ as program\n"
        "assert 'numpy' not in sys.modules and 'typing' not in sys.modules, sorted(sys.modules)\n"
        "sys.argv = ['anything', 'solve', 'nim', '3', '3']\n"
        "program.main()\n"
    )
    # Without `site`: what an installation loads by itself is its own affair.
    folder = str(Path(wythoff.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {folder!r})\n{code}"],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"P, the previous player wins" in done.stdout


def test_the_package_shows_its_names() -> None:
    assert set(wythoff.__all__) <= set(dir(wythoff))
    for name in wythoff.__all__:
        assert getattr(wythoff, name) is not None
    assert not hasattr(wythoff, "nothing")
    names: dict[str, object] = {}
    exec("from wythoff import *", names)
    assert set(wythoff.__all__) <= set(names)

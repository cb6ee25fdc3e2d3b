"""`play` and `explore`: what they refuse, what they serve, and that it ends."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import textwrap
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import wythoff
from wythoff import KindError, WythoffError, widgets
from wythoff.widgets import _laboratory
from wythoff.widgets._laboratory import Laboratory, ask

PACKAGE = str(Path(wythoff.__file__).parents[1])


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield tmp_path / "wythoff" / "lab"
    _laboratory._close_all()


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widgets, "_is_notebook", lambda: True)


BAD_STARTS: list[tuple[Any, Any, Any, type[Exception]]] = [
    ("wythoff", -1, 3, WythoffError),
    ("wythoff", 3, 61, WythoffError),
    ("wythoff", 10**4000, 3, WythoffError),
    ("wythoff", 3.0, 3, KindError),
    ("wythoff", True, 3, KindError),
    ("wythoff", "3", 3, KindError),
    ("wythoff", None, 3, KindError),
    ("wythof", 3, 3, WythoffError),
    ("", 3, 3, WythoffError),
    (5, 3, 3, KindError),
    (None, 3, 3, KindError),
]


@pytest.mark.parametrize(("game", "x", "y", "error"), BAD_STARTS)
def test_play_refuses(game: Any, x: Any, y: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        wythoff.play(game, x, y)


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({"you": "third"}, WythoffError),
        ({"you": 1}, KindError),
        ({"strength": "weak"}, WythoffError),
        ({"look": "cube"}, WythoffError),
        ({"values": 1}, KindError),
        ({"seed": -1}, WythoffError),
        ({"seed": 0.5}, KindError),
    ],
)
def test_play_refuses_choices(keys: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        wythoff.play("wythoff", 3, 4, **keys)


@pytest.mark.parametrize(
    "keys", [{"you": "both"}, {"strength": "casual"}, {"look": "heaps"}, {"values": True}]
)
def test_a_terminal_has_fewer_choices(keys: dict[str, Any]) -> None:
    with pytest.raises(WythoffError, match="for notebooks"):
        wythoff.play("wythoff", 3, 4, **keys)


@pytest.mark.parametrize(
    ("keys", "error"),
    [
        ({"game": 7}, KindError),
        ({"game": "W^x"}, WythoffError),
        ({"at": 5}, KindError),
        ({"at": (1, 2, 3)}, WythoffError),
        ({"at": (1, -2)}, WythoffError),
        ({"at": (1, 2.0)}, KindError),
        ({"at": "17"}, KindError),
        ({"at": (10**1000, 0)}, WythoffError),
        ({"at": (1 << 10**7, 0)}, WythoffError),
        ({"zoom": 0}, WythoffError),
        ({"zoom": 1001}, WythoffError),
        ({"zoom": float("nan")}, WythoffError),
        ({"zoom": 10**400}, WythoffError),
        ({"zoom": "4"}, KindError),
        ({"zoom": 1j}, KindError),
        ({"zoom": True}, KindError),
        ({"palette": "pink"}, WythoffError),
        ({"height": 10}, WythoffError),
        ({"height": 10**9}, WythoffError),
        ({"height": None}, KindError),
    ],
)
def test_explore_refuses(keys: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        wythoff.explore(**keys)
    assert _laboratory._served is None


def test_the_text_play() -> None:
    code = "import wythoff; print(wythoff.play('nim', 1, 1, you='second'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="0,0\n\n",
        text=True,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": PACKAGE},
    )
    assert done.returncode == 0, done.stderr
    assert "You win" in done.stdout and done.stdout.endswith("None\n")


def test_without_anywidget_it_says_what_to_install(
    notebook: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    for show in (lambda: wythoff.play("nim", 3, 4), lambda: wythoff.explore("nim")):
        with pytest.raises(WythoffError, match=r"wythoff\[notebook\]"):
            show()


def test_the_referee_answers_what_a_match_needs_and_nothing_else() -> None:
    match = {"game": "W^3", "start": [4, 9], "actions": []}
    status, text = ask("POST", "/api/play", json.dumps(match))
    assert status == 200 and json.loads(text)["phase"] == "block"
    status, text = ask(
        "POST", "/api/play/move", json.dumps({**match, "strength": "perfect", "seed": 1})
    )
    assert status == 200 and "block" in json.loads(text)["action"]
    status, text = ask("GET", "/api/games/W%5E3", "")
    assert status == 200 and "block up to 2" in json.loads(text)["rules"]
    status, text = ask("POST", "/api/play", "no JSON")
    assert status == 400 and json.loads(text)["error"]["message"]
    for method, path in [
        ("GET", "/api/play"),
        ("GET", "/api/status"),
        ("GET", "/"),
        ("GET", "/api/games/nim/table"),
        ("POST", "/api/games/nim"),
        ("POST", "/api/board/W%5E5/grow"),
        ("", ""),
    ]:
        assert ask(method, path, "{}")[0] == 404, path


def message(widget: Any, content: object) -> list[dict[str, Any]]:
    """What the widget answers to a message of its other half."""
    said: list[dict[str, Any]] = []
    widget.send = said.append
    widget._handle_custom_msg(content, [])
    return said


def test_the_widget_answers_whatever_it_is_asked(notebook: None) -> None:
    widget = wythoff.play("W^3", 4, 9, seed=10**30 + 7)
    assert widget is not None and widget.match == [] and widget.setup["seed"] == 7
    assert widget.setup["game"] == "blocking:k=3" and widget.setup["start"] == [4, 9]
    body = json.dumps({"game": "W^3", "start": [4, 9], "actions": []})
    (answer,) = message(widget, {"id": "a-1", "method": "POST", "path": "/api/play", "body": body})
    assert (answer["id"], answer["status"]) == ("a-1", 200)
    odds: list[Any] = [
        None,
        [],
        5,
        {},
        {"id": 7},
        {"id": "x", "method": "POST", "path": "/api/play", "body": "\ud800"},
    ]
    for odd in odds:
        (answer,) = message(widget, odd)
        assert answer["status"] in (400, 404), odd
    (answer,) = message(
        widget, {"id": "x", "method": "GET", "path": "/api/games/\u00e9 \n", "body": ""}
    )
    assert answer["status"] == 400


def opened(address: str) -> Any:
    return urllib.request.urlopen(address.partition("#")[0], timeout=10)


def test_the_laboratory_is_served_once_and_ends(
    own_store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", seen.append)
    first = wythoff.explore("W^5", at=(10**30, 7), zoom=0.5, palette="safe")
    second = wythoff.explore("custom: rook + bishop(2) | block 3 on bishop")
    assert isinstance(first, Laboratory) and isinstance(second, Laboratory)
    assert seen == [first.url, second.url]
    assert first.url.endswith(f"/#/explore?game=blocking:k=5&at={10**30},7&zoom=0.5&palette=safe")
    assert "game=custom:%20rook%20%2B%20bishop(2)%20%7C%20block%203%20on%20bishop" in second.url
    address = first.url.partition("/#")[0]
    assert second.url.startswith(address) and address.startswith("http://127.0.0.1:")
    assert _laboratory._served is not None and Path(_laboratory._served.server.store) == own_store
    assert json.load(opened(f"{address}/api/status"))["version"] == wythoff.__version__
    first.close()
    first.close()
    assert opened(address).status == 200
    second.close()
    with pytest.raises(urllib.error.URLError):
        opened(address)
    # The store is free again.
    third = wythoff.explore("W^5")
    assert _laboratory._served is not None and Path(_laboratory._served.server.store) == own_store
    third.close()


def test_only_who_knows_the_secret_may_frame_it(notebook: None) -> None:
    widget: Any = wythoff.explore("W^5", height=300)
    assert widget.height == 300 and "?frame=" in widget.frame and "frame" not in widget.url
    free = opened(widget.frame).headers
    assert (
        free["x-frame-options"] is None and "frame-ancestors" not in free["content-security-policy"]
    )
    address = widget.url.partition("/#")[0]
    for path in (
        "/",
        "/?frame=",
        "/?frame=x",
        f"/api/status?{widget.frame.partition('?')[2].partition('#')[0]}",
    ):
        strict = opened(address + path).headers
        assert strict["x-frame-options"] == "DENY", path
        assert "frame-ancestors 'none'" in strict["content-security-policy"], path
    widget.close()
    with pytest.raises(urllib.error.URLError):
        opened(widget.frame)


def test_a_store_in_use_is_left_alone(own_store: Path) -> None:
    here = Laboratory()
    code = """
        from pathlib import Path
        from wythoff.widgets import _laboratory
        there = _laboratory.Laboratory()
        store = Path(_laboratory._served.server.store)
        assert store.is_dir()
        print(store)
        there.close()
        assert not store.exists()
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": PACKAGE},
    )
    assert done.returncode == 0, done.stderr
    assert Path(done.stdout.strip()) != own_store
    here.close()


def in_child(answers: Any) -> None:
    try:
        Laboratory()
    except WythoffError as error:
        answers.put(str(error))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_forked_child_leaves_it_alone() -> None:
    here = Laboratory()
    context = multiprocessing.get_context("fork")
    answers = context.Queue()
    child = context.Process(target=in_child, args=(answers,))
    child.start()
    assert "forked" in answers.get(timeout=20)
    child.join(20)
    assert child.exitcode == 0
    assert opened(here.url).status == 200
    here.close()


def test_it_ends_with_the_kernel() -> None:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(
        kernel_name="python3", env={**os.environ, "PYTHONPATH": PACKAGE}, startup_timeout=60
    )
    try:
        code = "import wythoff; e = wythoff.explore('W^5'); w = wythoff.play('nim', 3, 4)"
        shown = {
            "url": "e.url",
            "kind": "type(w).__name__",
            "mime": "sorted(w._repr_mimebundle_()[0])",
        }
        reply = client.execute_interactive(code, user_expressions=shown, timeout=60)["content"]
        assert reply["status"] == "ok", reply
        said = {
            name: eval(found["data"]["text/plain"])
            for name, found in reply["user_expressions"].items()
        }
        assert (
            said["kind"] == "PlayWidget"
            and "application/vnd.jupyter.widget-view+json" in said["mime"]
        )
        assert opened(said["url"]).status == 200
        # A kernel that does not end is killed after this time.
        manager.shutdown_wait_time = 60
        began = time.monotonic()
        manager.shutdown_kernel()
        assert time.monotonic() - began < 50
        with pytest.raises(urllib.error.URLError):
            opened(said["url"])
    finally:
        client.stop_channels()
        if manager.has_kernel:
            manager.shutdown_kernel(now=True)


def test_a_script_ends_though_it_serves() -> None:
    code = "from wythoff.widgets._laboratory import Laboratory; print(Laboratory().url)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": PACKAGE},
    )
    assert done.returncode == 0 and done.stdout.startswith("http://127.0.0.1:"), done.stderr

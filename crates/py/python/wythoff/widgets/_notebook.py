"""The widgets of notebooks. Their other half is built from `web/src/widget`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._laboratory import Laboratory, ask

__all__ = ["ExploreWidget", "PlayWidget"]

_BUILT = Path(__file__).parent / "built" / "widget.js"


class PlayWidget(anywidget.AnyWidget):
    """A match to click on.

    Attributes
    ----------
    match : list of dict
        All that was done so far, oldest first: ``{"move": [3, 5]}``, ``{"block": [[1, 2]]}``,
        ``{"propose": [[0, 1]]}`` or ``{"choose": 1}``. A match that is set here is shown, and goes
        on from there.
    setup : dict
        The game, the start, who plays whom and how it is drawn.
    """

    _esm = _BUILT
    kind = traitlets.Unicode("play", read_only=True).tag(sync=True)
    setup = traitlets.Dict().tag(sync=True)
    match = traitlets.List(traitlets.Dict()).tag(sync=True)

    def __init__(self, setup: dict[str, Any]) -> None:
        super().__init__(setup=setup)
        self._answers: set[asyncio.Task[None]] = set()
        self.on_msg(self._asked)

    def _asked(self, _widget: object, question: object, _buffers: object) -> None:
        """Answer without keeping the kernel from other work."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.send(_answer(question))
            return
        task = loop.create_task(self._answer_later(loop, question))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answer_later(self, loop: asyncio.AbstractEventLoop, question: object) -> None:
        self.send(await loop.run_in_executor(None, _answer, question))


def _answer(question: object) -> dict[str, object]:
    """The answer to a question of the other half, whatever it is."""
    asked = question if isinstance(question, dict) else {}
    method, path, body = (str(asked.get(part, "")) for part in ("method", "path", "body"))
    try:
        status, text = ask(method, path, body)
    except ValueError as error:
        # The other half waits for an answer, and says it.
        status, text = 400, json.dumps({"error": {"code": "bad-request", "message": str(error)}})
    return {"id": str(asked.get("id", "")), "status": status, "body": text}


class ExploreWidget(anywidget.AnyWidget):
    """The laboratory's deep zoom.

    Attributes
    ----------
    url : str
        Its address, for browsers on this machine.
    height : int
        How tall it is, in pixels.
    """

    _esm = _BUILT
    kind = traitlets.Unicode("explore", read_only=True).tag(sync=True)
    url = traitlets.Unicode().tag(sync=True)
    frame = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int().tag(sync=True)

    def __init__(self, view: str, height: int) -> None:
        self._laboratory = Laboratory(view)
        super().__init__(url=self._laboratory.url, frame=self._laboratory._frame, height=height)

    def close(self) -> None:
        """End it, and the server with the last one that uses it."""
        self._laboratory.close()
        super().close()

"""The laboratory in this process: its referee, and its server, which all views share."""

from __future__ import annotations

import atexit
import os
import secrets
import threading
from functools import lru_cache

from .. import _wythoff
from ..errors import WythoffError

__all__ = ["Laboratory", "ask"]

#: What a match needs of the laboratory.
_ADDRESSES = {
    ("POST", "/api/play"),
    ("POST", "/api/play/move"),
    ("POST", "/api/play/hint"),
    ("POST", "/api/play/values"),
}
_RULES = "/api/games/"


def ask(method: str, path: str, body: str) -> tuple[int, str]:
    """The status and the text of the laboratory's answer to a match; nothing else is answered."""
    is_rules = method == "GET" and path.startswith(_RULES) and "/" not in path[len(_RULES) :]
    if (method, path) not in _ADDRESSES and not is_rules:
        return 404, ""
    status, _, answer = _referee(os.getpid()).ask(method, path, body.encode())
    return status, answer.decode()


@lru_cache(maxsize=1)
def _referee(process: int) -> _wythoff.Referee:
    _refuse_in_child()
    return _wythoff.Referee()


class _Served:
    """The server while somebody uses it."""

    def __init__(self) -> None:
        self.secret = secrets.token_urlsafe(24)
        self.server = _wythoff.Server(self.secret)
        self.users: set[Laboratory] = set()


_lock = threading.Lock()
_served: _Served | None = None
_is_child = False


class Laboratory:
    """The laboratory's page, served by this process.

    Attributes
    ----------
    url : str
        Its address, for browsers on this machine.
    """

    def __init__(self, view: str = "#/") -> None:
        global _served
        _refuse_in_child()
        with _lock:
            if _served is None:
                _served = _Served()
            _served.users.add(self)
            server, secret = _served.server, _served.secret
        self.url = f"{server.address}/{view}"
        #: The same for a frame, which needs the secret.
        self._frame = f"{server.address}/?frame={secret}{view}"

    def __repr__(self) -> str:
        return f"<Laboratory {self.url}>"

    def close(self) -> None:
        """End it. The server ends with the last one that uses it, and with this process."""
        global _served
        with _lock:
            if _served is None or self not in _served.users:
                return
            _served.users.remove(self)
            if _served.users:
                return
            server, _served = _served.server, None
        server.close()


def _close_all() -> None:
    global _served
    with _lock:
        served, _served = _served, None
    if served is not None:
        served.server.close()


def _forget() -> None:
    """A child has none of its parent's threads; those of the laboratory can't be had twice."""
    global _lock, _served, _is_child
    _is_child = _is_child or _served is not None or _referee.cache_info().currsize > 0
    _lock, _served = threading.Lock(), None
    _referee.cache_clear()


def _refuse_in_child() -> None:
    if _is_child:
        raise WythoffError(
            "this process was forked from one in which the laboratory runs; start it there, "
            'or start processes by "spawn"'
        )


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

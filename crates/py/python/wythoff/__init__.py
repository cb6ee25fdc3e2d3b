"""The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives.

>>> import wythoff
>>> g = wythoff.Game("W^2")
>>> print(g.solve(8, 12).why)
(8,12) is P: its only P-option is (3,7), which gets blocked.
"""

import os as _os

from . import _wythoff
from .answers import Answer, Choice, Imitation, Position, Stats, WinningMove
from .errors import KindError, LimitError, WythoffError
from .game import Family, Game, games
from .rules import Moves, Rules, bishop, ray, rook
from .work import set_progress, set_threads

__version__ = _wythoff.__version__

# A process that forks takes no threads with it.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_wythoff.forget_pools)

__all__ = [
    "Answer",
    "Choice",
    "Family",
    "Game",
    "Imitation",
    "KindError",
    "LimitError",
    "Moves",
    "Position",
    "Rules",
    "Stats",
    "WinningMove",
    "WythoffError",
    "bishop",
    "games",
    "ray",
    "rook",
    "set_progress",
    "set_threads",
]

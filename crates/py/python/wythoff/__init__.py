"""The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives.

>>> import wythoff
>>> g = wythoff.Game("W^2")
>>> print(g.solve(8, 12).why)
(8,12) is P: its only P-option is (3,7), which gets blocked.
"""

import os as _os

from . import _wythoff, exact
from .answers import Answer, Choice, Imitation, Position, Stats, WinningMove
from .automaton import Automaton, automaton
from .errors import DivisionError, KindError, LimitError, WythoffError
from .game import Family, Game, games
from .rules import Moves, Rules, bishop, ray, rook
from .structure import (
    Atlas,
    AtlasRecord,
    Border,
    Comparison,
    Form,
    Part,
    RegionCensus,
    Regions,
    Skin,
    SkinLevel,
    SkinMatrix,
    Strand,
    Thread,
    Threads,
    WarpThread,
    atlas,
    compare,
    regions,
    skin,
    threads,
)
from .theorems import (
    Attempt,
    Check,
    Drift,
    Errata,
    Erratum,
    Proof,
    ProvedThread,
    Report,
    Reports,
    Theorem,
    check,
    checks,
    errata,
    prove,
    prove_drift,
    verify,
)
from .work import set_progress, set_threads

__version__ = _wythoff.__version__

# A process that forks takes no threads with it.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_wythoff.forget_pools)

__all__ = [
    "Answer",
    "Atlas",
    "AtlasRecord",
    "Attempt",
    "Automaton",
    "Border",
    "Check",
    "Choice",
    "Comparison",
    "DivisionError",
    "Drift",
    "Errata",
    "Erratum",
    "Family",
    "Form",
    "Game",
    "Imitation",
    "KindError",
    "LimitError",
    "Moves",
    "Part",
    "Position",
    "Proof",
    "ProvedThread",
    "RegionCensus",
    "Regions",
    "Report",
    "Reports",
    "Rules",
    "Skin",
    "SkinLevel",
    "SkinMatrix",
    "Stats",
    "Strand",
    "Theorem",
    "Thread",
    "Threads",
    "WarpThread",
    "WinningMove",
    "WythoffError",
    "atlas",
    "automaton",
    "bishop",
    "check",
    "checks",
    "compare",
    "errata",
    "exact",
    "games",
    "prove",
    "prove_drift",
    "ray",
    "regions",
    "rook",
    "set_progress",
    "set_threads",
    "skin",
    "threads",
    "verify",
]

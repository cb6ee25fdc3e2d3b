"""The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives."""

import os as _os

from . import _wythoff, exact
from .automaton import Automaton, automaton
from .errors import DivisionError, KindError, LimitError, WythoffError
from .progress import set_progress
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

__version__ = _wythoff.__version__

# A process that forks takes no threads with it.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_wythoff.forget_pools)

__all__ = [
    "Atlas",
    "AtlasRecord",
    "Attempt",
    "Automaton",
    "Border",
    "Check",
    "Comparison",
    "DivisionError",
    "Drift",
    "Errata",
    "Erratum",
    "Form",
    "KindError",
    "LimitError",
    "Part",
    "Proof",
    "ProvedThread",
    "RegionCensus",
    "Regions",
    "Report",
    "Reports",
    "Skin",
    "SkinLevel",
    "SkinMatrix",
    "Strand",
    "Theorem",
    "Thread",
    "Threads",
    "WarpThread",
    "WythoffError",
    "atlas",
    "automaton",
    "check",
    "checks",
    "compare",
    "errata",
    "exact",
    "prove",
    "prove_drift",
    "regions",
    "set_progress",
    "skin",
    "threads",
    "verify",
]

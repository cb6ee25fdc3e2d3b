"""The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives."""

import os as _os

from . import _wythoff
from .errors import KindError, LimitError, WythoffError
from .progress import set_progress

__version__ = _wythoff.__version__

# A process that forks takes no threads with it.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_wythoff.forget_pools)

__all__ = [
    "KindError",
    "LimitError",
    "WythoffError",
    "set_progress",
]

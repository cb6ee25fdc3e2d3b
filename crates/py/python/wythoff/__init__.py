"""The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives.

>>> import wythoff
>>> g = wythoff.Game("W^2")
>>> print(g.solve(8, 12).why)
(8,12) is P: its only P-option is (3,7), which gets blocked.
"""

import os as _os

from ._wythoff import __version__ as __version__
from ._wythoff import forget_pools as _forget_pools

# A process that forks takes no threads with it.
if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_forget_pools)

# The program `wythoff` comes by here, too, and starts without NumPy: so what users see is loaded
# when they look (PEP 562). Type checkers look at once; they know this name without `typing`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._public import *  # noqa: F403
    from ._public import __all__ as __all__
else:

    def __getattr__(name):
        if not name.startswith("_") or name == "__all__":
            from importlib import import_module

            public = import_module("._public", __name__)
            globals().update({known: getattr(public, known) for known in public.__all__})
            if name in (*public.__all__, "__all__"):
                return getattr(public, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__getattr__("__all__")} - {"TYPE_CHECKING"})

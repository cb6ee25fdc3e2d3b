"""All that users see, in one place. `wythoff` hands it on when the first name is asked for."""

from .errors import KindError, LimitError, WythoffError
from .progress import set_progress
from .widgets import explore, play

__all__ = [
    "KindError",
    "LimitError",
    "WythoffError",
    "explore",
    "play",
    "set_progress",
]

"""Games to play and boards to look at: widgets in a notebook, else the terminal and the browser."""

from __future__ import annotations

import importlib.util
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, SupportsFloat, SupportsIndex
from urllib.parse import quote

from .. import _wythoff
from .._integers import integer, shown
from ..errors import KindError, WythoffError

if TYPE_CHECKING:
    from ._laboratory import Laboratory
    from ._notebook import ExploreWidget, PlayWidget

__all__ = ["explore", "play"]

#: The most tokens of a heap that can be played by hand.
_MOST_TOKENS = 60
#: The most digits of a coordinate that the laboratory takes.
_MOST_DIGITS = 1000


def play(
    game: object,
    x: SupportsIndex,
    y: SupportsIndex,
    *,
    you: Literal["first", "second", "both"] = "first",
    strength: Literal["perfect", "strong", "casual"] = "perfect",
    look: Literal["board", "heaps"] | None = None,
    values: bool = False,
    seed: SupportsIndex = 1,
) -> PlayWidget | None:
    """Play a game from a position.

    In a notebook it is a board to click on, which needs no network. In a terminal it is the text
    play of the program (``wythoff play``), which ends before this function returns.

    Parameters
    ----------
    game
        The game, or its notation.
    x, y
        The heaps at the start, at most 60 tokens each.
    you
        Whom you play: the first player, the second, or both (two persons). In a terminal one of
        the first two.
    strength
        How well the computer plays. The others err now and then; in a terminal it is perfect.
    look
        A queen on a board or two heaps of tokens; whatever suits the game if it is None. In a
        notebook only.
    values
        Show the outcome of each option. In a notebook only.
    seed
        The same seed gives the same weaker opponent.

    Returns
    -------
    PlayWidget or None
        In a notebook the widget: ``widget.match`` is the list of all that was done so far. In a
        terminal None.

    Examples
    --------
    >>> import wythoff
    >>> wythoff.play("W^3", 5, 700)
    Traceback (most recent call last):
    ...
    wythoff.errors.WythoffError: y is at most 60 to be played by hand, not 700
    """
    name = _name(game)
    start = (_heap("x", x), _heap("y", y))
    _one_of("you", you, ("first", "second", "both"))
    _one_of("strength", strength, ("perfect", "strong", "casual"))
    if look is not None:
        _one_of("look", look, ("board", "heaps"))
    if not isinstance(values, bool):
        raise KindError(f"values is True or False, not a {type(values).__name__}")
    drawn = integer("seed", seed)
    if _is_notebook():
        _needs_anywidget("play")
        from ._notebook import PlayWidget

        setup = {
            "game": name,
            "start": list(start),
            "you": you,
            "strength": strength,
            "look": look,
            "values": values,
            "seed": drawn % 1_000_000,
        }
        return PlayWidget(setup)
    if you == "both" or strength != "perfect" or look is not None or values:
        raise WythoffError(
            "in a terminal you play the first or the second player against the perfect opponent; "
            "the other choices are for notebooks"
        )
    _play_in_terminal(name, start, you)
    return None


def explore(
    game: object = "W^100",
    *,
    at: Sequence[SupportsIndex] | None = None,
    zoom: SupportsFloat | None = None,
    palette: Literal["cln15", "outcome", "deviation", "safe"] | None = None,
    height: SupportsIndex = 640,
) -> ExploreWidget | Laboratory:
    """Fly over the board of a game: the laboratory's deep zoom.

    This process serves it, on this machine only and at a free port, until it ends or nobody uses
    it any more. In a notebook it is shown below the cell, else in the browser.

    Parameters
    ----------
    game
        The game, or its notation.
    at
        The position in the middle, integers of up to 1000 digits; the whole board if it is None.
    zoom
        Pixels per cell, up to 1000.
    palette
        The colours: CLN15's, outcomes, deviations, or some that are safe for all eyes.
    height
        How tall it is in a notebook, in pixels.

    Returns
    -------
    ExploreWidget or Laboratory
        Both have a ``url`` that any browser on this machine opens, and ``close()``.

    Examples
    --------
    >>> import wythoff
    >>> wythoff.explore("W^5", at=(10**20, 0), zoom=-1)
    Traceback (most recent call last):
    ...
    wythoff.errors.WythoffError: zoom is above 0 and at most 1000 pixels per cell, not -1
    """
    values = {"game": _name(game), "at": _at(at), "zoom": _zoom(zoom), "palette": palette}
    if palette is not None:
        _one_of("palette", palette, ("cln15", "outcome", "deviation", "safe"))
    tall = integer("height", height)
    if not 200 <= tall <= 4000:
        raise WythoffError(f"height is from 200 to 4000 pixels, not {shown(tall)}")
    # As the page writes its links: people read them.
    link = "&".join(
        f"{name}={quote(value, safe=':,=()^;/')}"
        for name, value in values.items()
        if value is not None
    )
    if _is_notebook():
        _needs_anywidget("explore")
        from ._notebook import ExploreWidget

        return ExploreWidget(f"#/explore?{link}", tall)
    import webbrowser

    from ._laboratory import Laboratory

    laboratory = Laboratory(f"#/explore?{link}")
    webbrowser.open(laboratory.url)
    return laboratory


def _name(game: object) -> str:
    """The game as the library writes it."""
    text = game if isinstance(game, str) else getattr(game, "name", None)
    if not isinstance(text, str):
        raise KindError(f"a game is a Game or its notation, not a {type(game).__name__}")
    return _wythoff.Game(text).name


def _heap(what: str, given: SupportsIndex) -> int:
    number = integer(what, given)
    if number > _MOST_TOKENS:
        raise WythoffError(
            f"{what} is at most {_MOST_TOKENS} to be played by hand, not {shown(number)}"
        )
    return number


def _at(at: Sequence[SupportsIndex] | None) -> str | None:
    if at is None:
        return None
    try:
        parts = list(at)
    except TypeError:
        raise KindError(f"at is a position (x, y), not a {type(at).__name__}") from None
    if len(parts) != 2:
        raise WythoffError(f"at is a position (x, y), not {len(parts)} numbers")
    numbers = [integer(what, part) for what, part in zip(("x of at", "y of at"), parts)]
    # Python's own limit on digits is another one, and comes later.
    if any(number >= 10**_MOST_DIGITS for number in numbers):
        raise WythoffError(f"a coordinate of at has at most {_MOST_DIGITS} digits")
    return ",".join(map(str, numbers))


def _zoom(zoom: SupportsFloat | None) -> str | None:
    if zoom is None:
        return None
    if isinstance(zoom, (bool, str, bytes)) or not hasattr(zoom, "__float__"):
        raise KindError(f"zoom is a number, not a {type(zoom).__name__}")
    try:
        number = float(zoom)
    except OverflowError:
        number = math.inf
    if not 0 < number <= 1000:
        raise WythoffError(f"zoom is above 0 and at most 1000 pixels per cell, not {number:g}")
    return f"{number:.12g}"


def _one_of(what: str, given: object, known: tuple[str, ...]) -> None:
    if not isinstance(given, str):
        raise KindError(f"{what} is one of {', '.join(known)}, not a {type(given).__name__}")
    if given not in known:
        raise WythoffError(f"{what} is one of {', '.join(known)}, not {given[:40]!r}")


def _is_notebook() -> bool:
    """Whether somebody looks who can be shown a widget."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    # A terminal's shell has no kernel.
    if getattr(shell, "kernel", None) is not None:
        return True
    marimo = sys.modules.get("marimo")
    return marimo is not None and bool(marimo.running_in_notebook())


def _needs_anywidget(what: str) -> None:
    if importlib.util.find_spec("anywidget") is None:
        raise WythoffError(
            f"{what} in a notebook needs the package anywidget: pip install 'wythoff[notebook]'"
        )


def _play_in_terminal(name: str, start: tuple[int, int], you: str) -> None:
    # A process of its own: Ctrl-C ends the match and not this one. It finds the package here.
    package = str(Path(__file__).parents[2])
    begin = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from wythoff.__main__ import main; main()"
    )
    first = "me" if you == "first" else "computer"
    command = ["play", name, str(start[0]), str(start[1]), "--first", first]
    done = subprocess.run([sys.executable, "-c", begin, package, *command], check=False)
    if done.returncode < 0 or done.returncode > 128:
        raise KeyboardInterrupt
    if done.returncode != 0:
        raise WythoffError("the match could not be played; the reason is above")

"""The compiled part: what the package is made of. Use `wythoff`."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

__version__: str

_Position = tuple[int, int]
# ((x, y), (height, width))
_Window = tuple[object, tuple[object, object]]

def families() -> str: ...
def forget_pools() -> None: ...
def set_threads(threads: int) -> None: ...

class Game:
    def __new__(cls, text: str) -> Game: ...
    @property
    def name(self) -> str: ...
    @property
    def words(self) -> str: ...
    @property
    def engines(self) -> list[str]: ...
    @property
    def is_symmetric(self) -> bool: ...
    @property
    def k(self) -> int | None: ...
    def outcomes(
        self, x: npt.NDArray[np.uint64], y: npt.NDArray[np.uint64], engine: str | None
    ) -> npt.NDArray[np.bool_]: ...
    def outcomes_exact(self, positions: list[_Position], engine: str | None) -> list[bool]: ...
    def solve(
        self,
        position: _Position,
        history: Sequence[_Position],
        blocked: Sequence[_Position] | None,
        proposed: Sequence[_Position] | None,
        engine: str | None,
    ) -> str: ...
    def board(
        self, window: _Window, values: str, engine: str | None, bits: int
    ) -> npt.NDArray[Any] | None: ...
    def draw(
        self,
        window: _Window,
        values: str,
        format: str,
        scale: int | None,
        legend: bool,
        engine: str | None,
    ) -> bytes: ...
    def stats(self, window: _Window, signature: bool, engine: str | None) -> str: ...
    def p_positions(
        self, start: int, count: int | None, max_x: int | None, engine: str | None
    ) -> list[npt.NDArray[np.int64] | list[_Position]]: ...
    def p_positions_in_pieces(
        self, start: int, count: int | None, max_x: int | None, engine: str | None, size: int
    ) -> Pieces: ...

class Pieces:
    def __iter__(self) -> Pieces: ...
    def __next__(self) -> npt.NDArray[np.int64] | list[_Position]: ...

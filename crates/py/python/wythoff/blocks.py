"""Blocks of a giant board of W^k, each solved alone from the edges that enter it.

The half board x <= y < n is cut into blocks of side S. A block needs what leaves the one on its
left and the one above it; the fingerprints of all blocks add up, by XOR, to that of the board.
Whoever has many machines runs blocks on them: `wythoff.distributed` does it with Dask.
"""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import _wythoff
from ._integers import integer
from .errors import WythoffError

__all__ = ["Edge", "SolvedBlock", "read_edge", "solve_block"]


@dataclass(frozen=True, slots=True)
class Edge:
    """The counts along one side of a block.

    Attributes
    ----------
    k, x, y
        The game, and the first cell after the line.
    is_vertical
        Whether the line goes down, between a block and the next one on its right.
    is_exact
        Whether straight counts are exact, and not modulo 256.
    straight
        Palaces before the line, in the row (or column) of each cell after it.
    diagonal
        Palaces on the diagonal up and left of each of these cells, and of the one after the last,
        modulo 256.
    """

    k: int
    x: int
    y: int
    is_vertical: bool
    is_exact: bool
    straight: npt.NDArray[np.uint8] | npt.NDArray[np.uint32]
    diagonal: npt.NDArray[np.uint8]


def read_edge(given: bytes) -> Edge:
    """Read an edge from its bytes: the format, in ten lines of NumPy.

    Examples
    --------
    >>> import wythoff
    >>> corner = wythoff.solve_block(300, 5000, 2048, 0, 0)
    >>> edge = wythoff.read_edge(corner.bottom)
    >>> (edge.x, edge.y), edge.is_vertical, edge.straight[:4], edge.diagonal[:4]
    ((0, 2048), False, array([44, 44, 44, 44], dtype=uint8), array([0, 0, 0, 0], dtype=uint8))
    """
    if given[:12] != b"wythedge" + struct.pack("<I", 1):
        raise WythoffError("these bytes are not an edge of version 1")
    if len(given) < 64 or struct.unpack("<I", given[12:16])[0] != zlib.crc32(given[16:]):
        raise WythoffError("this edge is damaged: its checksum is not right")
    k, x, y, side, horizontal, width = struct.unpack("<QQQQII", given[16:56])
    straight = np.frombuffer(given, f"<u{width}", side, 64)
    diagonal = np.frombuffer(given, np.uint8, side + 1, 64 + width * side)
    return Edge(k, x, y, horizontal == 0, width == 4, straight, diagonal)


@dataclass(frozen=True, slots=True)
class SolvedBlock:
    """A block that is solved.

    Attributes
    ----------
    right, bottom
        What leaves it, in bytes: see `read_edge`. On the diagonal nothing leaves on the right.
    p_count, fingerprint
        The palaces of the block and of its mirror image.
    min_deviation, max_deviation
        The least and the greatest palace number minus k outside the hood.
    counts
        The palaces of each 64 x 64 cells of the block.
    bits
        Its cells, 8 of a row a byte, the first in the lowest bit; where they were asked for.
    """

    right: bytes | None
    bottom: bytes
    p_count: int
    fingerprint: str
    min_deviation: int | None
    max_deviation: int | None
    counts: npt.NDArray[np.uint16]
    bits: npt.NDArray[np.uint8] | None


def solve_block(
    k: int,
    n: int,
    side: int,
    column: int,
    row: int,
    *,
    left: bytes | None = None,
    top: bytes | None = None,
    bits: bool = False,
    threads: int = 1,
) -> SolvedBlock:
    """Solve one block of the board x, y < n of W^k.

    Parameters
    ----------
    k, n
        The game and the side of the board.
    side
        The side of a block, a multiple of 2048.
    column, row
        Which block: ``column <= row``.
    left
        What leaves the block on its left; nothing in column 0.
    top
        What leaves the block above; nothing on the diagonal, where it is what enters on the left.
    bits
        Whether its cells are wanted.
    threads
        How many threads solve it.

    Examples
    --------
    The board x, y < 4096 of W^300 has three blocks of side 2048.

    >>> import wythoff
    >>> first = wythoff.solve_block(300, 4096, 2048, 0, 0)
    >>> below = wythoff.solve_block(300, 4096, 2048, 0, 1, top=first.bottom)
    >>> last = wythoff.solve_block(300, 4096, 2048, 1, 1, left=below.right)
    >>> first.p_count + below.p_count + last.p_count
    680244
    >>> wythoff.Game("W^300").stats((4096, 4096)).p_count
    680244
    """
    numbers = (("k", k), ("n", n), ("side", side), ("column", column), ("row", row))
    k, n, side, column, row = (integer(name, given, greatest=2**64 - 1) for name, given in numbers)
    threads = integer("threads", threads, greatest=256)
    place = (k, n, side, column, row)
    right, bottom, record, counts, cells = _wythoff.solve_block(place, left, top, bits, threads)
    return SolvedBlock(
        right=right,
        bottom=bottom,
        **json.loads(record),
        counts=counts.reshape(side // 64, side // 64),
        bits=cells.reshape(side, side // 8) if bits else None,
    )

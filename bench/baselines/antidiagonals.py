"""The board of W^k with NumPy: the cells of an anti-diagonal do not see each other, so each is one vector step.

Usage: antidiagonals.py K SIDE SECONDS. Prints the number of P-positions x, y < SIDE, their signature, and the best time
of the runs that fill SECONDS, at least three. Ends with 3 when there is no NumPy.
"""

import json
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(3)


def solve(k, side, palaces):
    """Hands each anti-diagonal x + y = s of the half board x <= y < side to `palaces`: s, the first x, what is P.

    After all smaller s the palaces of row z are as many as those of column z, by symmetry: `lines[z]`.
    """
    lines = np.zeros(side, np.int32)
    diagonals = np.zeros(side, np.int32)
    for s in range(2 * side - 1):
        first, last = max(0, s - side + 1), s // 2
        columns = lines[first : last + 1]
        rows = lines[s - last : s - first + 1][::-1]
        slanted = diagonals[s - 2 * last : s - 2 * first + 1 : 2][::-1]
        p = (columns + rows + slanted) < k
        columns += p
        rows += p
        slanted += p
        if s % 2 == 0 and p[-1]:
            # On the diagonal the row and the column are the same line.
            lines[last] -= 1
        palaces(s, first, p)


def mix(z):
    """SplitMix64's output function on a vector of 64-bit numbers, which wrap around."""
    z = z + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


class Count:
    def __init__(self):
        self.p_count = 0

    def __call__(self, s, first, p):
        on_diagonal = s % 2 == 0 and bool(p[-1])
        self.p_count += 2 * int(np.count_nonzero(p)) - on_diagonal


class Sign:
    def __init__(self):
        self.signature = 0

    def __call__(self, s, first, p):
        x = (np.flatnonzero(p) + first).astype(np.uint64)
        y = np.uint64(s) - x
        off = x != y
        half = np.uint64(32)
        total = mix((x << half) + y).sum(dtype=np.uint64), mix((y << half) + x)[off].sum(dtype=np.uint64)
        self.signature = (self.signature + int(total[0]) + int(total[1])) % 2**64


def main():
    k, side, budget = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    begin, runs, best = time.perf_counter(), 0, float("inf")
    while runs < 3 or time.perf_counter() - begin < budget:
        count, since = Count(), time.perf_counter()
        solve(k, side, count)
        best = min(best, time.perf_counter() - since)
        runs += 1
    sign = Sign()
    solve(k, side, sign)
    print(json.dumps({"p_count": count.p_count, "signature": f"{sign.signature:016x}", "seconds": best}))


if __name__ == "__main__":
    main()

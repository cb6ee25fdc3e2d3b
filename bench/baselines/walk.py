"""Tables of games without a formula, as one writes them in Python: walk.py GAME A B C COUNT FILE.

Games: `gdwn` with p, q, and `modulo` with m, p, l. Each column is walked from the diagonal on, or from the top, until
nothing can follow. With `-` for FILE nothing is written. Prints the seconds.
"""

import sys
import time


def gdwn(p, q, _):
    """The first cell of a column on no line that is taken; its mirror image takes lines, too."""
    taken, mirrored = set(), {}
    x = 0
    while True:
        y = mirrored.pop(x, None)
        if y is None:
            y = x
            while not taken.isdisjoint(lines(p, q, x, y)):
                y += 1
            mirrored[y] = x
            yield x, y
        taken.update(lines(p, q, x, y))
        x += 1


def lines(p, q, x, y):
    """The row, the diagonal and the rays of a cell."""
    return ("row", y), ("diagonal", y - x), ("steep", p * y - q * x), ("flat", q * y - p * x)


def modulo(m, p, l):
    """Columns from the top on: rows by residue, the bishop's band, and the marks nearby for its short rook moves."""
    rows, diagonals, recent, x = set(), set(), [], 0
    while True:
        for back, marks in enumerate(reversed(recent), 1):
            for y in marks:
                if back == 1:
                    diagonals.update(y - (x - 1) + e for e in range(m))
                diagonals.add(y - (x - back) - (back - 1))
        near = {y for marks in recent[-(m - 1):] for y in marks} if m > 1 else set()
        own, marks, y = set(), [], 0
        while len(own) < p:
            if not ((y, x % p) in rows or y in near or y % p in own or y - x in diagonals
                    or marks and y - marks[-1] < m):
                marks.append(y)
                own.update((y + t) % p for t in range(l))
                rows.update((y, (x + t) % p) for t in range(l))
                if y >= x:
                    yield x, y
            y += 1
        recent = (recent + [marks])[-m:]
        x += 1


def main():
    game, a, b, c, count, path = sys.argv[1], *map(int, sys.argv[2:6]), sys.argv[6]
    since = time.perf_counter()
    pairs = zip(range(count), {"gdwn": gdwn, "modulo": modulo}[game](a, b, c))
    if path == "-":
        for _ in pairs:
            pass
    else:
        with open(path, "w") as out:
            out.write("n,a,b,delta\n")
            for n, (x, y) in pairs:
                out.write(f"{n},{x},{y},{y - x}\n")
    print(time.perf_counter() - since)


if __name__ == "__main__":
    main()

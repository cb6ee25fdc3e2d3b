"""The tables of the papers by their mex rules, as one writes them in Python: mex.py RULE M P COUNT FILE.

Rules: `diagonal` (Lar09, Definition 13: wythoff:m for p = 1, diagonal-blocking, imitation), `counted` (Lar15,
Proposition 5.2 (i): rook-blocking, choice). With `-` for FILE nothing is written. Prints the seconds.
"""

import sys
import time
from collections import Counter


def diagonal(m, p, count):
    """a_n is the least number not used before, b_n = a_n + m⌊n/p⌋."""
    used, a = set(), 0
    for n in range(count):
        while a in used:
            used.remove(a)
            a += 1
        b = a + m * (n // p)
        yield a, b
        if b > a:
            used.add(b)
        a += 1


def counted(m, p, count):
    """x_n is the least number used less than p times before, y_n = x_n + mn."""
    used, x = Counter(), 0
    for n in range(count):
        while used[x] >= p:
            del used[x]
            x += 1
        y = x + m * n
        yield x, y
        used[x] += 1
        if y != x:
            used[y] += 1


def main():
    rule, m, p, count, path = sys.argv[1], *map(int, sys.argv[2:5]), sys.argv[5]
    since = time.perf_counter()
    pairs = {"diagonal": diagonal, "counted": counted}[rule](m, p, count)
    if path == "-":
        for _ in pairs:
            pass
    else:
        with open(path, "w") as out:
            out.write("n,a,b,delta\n")
            for n, (a, b) in enumerate(pairs):
                out.write(f"{n},{a},{b},{b - a}\n")
    print(time.perf_counter() - since)


if __name__ == "__main__":
    main()

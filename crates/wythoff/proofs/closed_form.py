#!/usr/bin/env python3
"""Reads a closed form off a certificate with binary (or base b) blocks, and proves it.

    python3 closed_form.py k014.json

The palaces of W^k run along lines of slope a/b (docs/SELF-SIMILAR.md, section 6). This script shows, where it is so,
that a thread is periodic: there are a number p and sets D(0), ..., D(p-1) of integers such that beyond some column

    (x, y) near the line y = (a/b)x is a palace   if and only if   by - ax is in D(x mod p).

Proof that it prints: with one symbol the corners of the blocks of level j are the multiples of the side S_j, so by - ax
at a block's corner is M S_j for an integer M, and M' = (base) M + b row - a column for its children. A state is a type
with the M of each line that is near: -b - w <= M <= a + w with w = a + b. There are finitely many states; the parent of
a block near a line is near it, too, so all of them are found. A block that is near no line holds no palace; this is
checked. On the first periodic level t, M and the type fix both the palaces of
a block and the numbers by - ax of its cells. So the sets D are read off the blocks that are near one line only, and
then every such block is checked to hold exactly the cells that D says. Near two lines are only blocks close to the
origin: their columns are excluded, and the bound printed says which.
"""

import sys
from fractions import Fraction
from itertools import product

import verify


def palaces_by_type(c, level):
    """For each type of the class of a level j <= t the cells (row, column) of its palaces on that level."""
    side = c.length["A"]
    cells = {
        type_: {(y, x) for y, row in enumerate(grid) for x, value in enumerate(row) if value < 0}
        for type_, grid in enumerate(c.contents, start=2)
    }
    for i in range(level):
        upper = {}
        for type_, grid in enumerate(c.children[i], start=2):
            parts = [(r * side, q * side, cells[child]) for r, row in enumerate(grid) for q, child in enumerate(row)]
            upper[type_] = {(y + top, x + left) for top, left, part in parts for y, x in part}
        cells, side = upper, side * len(c.word["A"])
    return cells, side


class NotFound(Exception):
    """The lines that were guessed do not cover the palaces."""


class Board:
    """The types of the periodic classes and their children."""

    def __init__(self, c):
        self.c, self.base = c, len(c.word["A"])
        self.classes = range(c.t, c.t + c.q)
        self.below = {c.above(i): i for i in self.classes}
        self.cells, self.side = palaces_by_type(c, c.t)
        self.populated = {(c.t, type_) for type_, cells in self.cells.items() if cells}
        while True:
            more = {
                block
                for block in product(self.classes, range(2, max(len(level["types"]) for level in c.levels)))
                if block[1] < len(c.levels[block[0]]["types"])
                and any(child in self.populated for child, _, _ in self.children(block))
            }
            if more <= self.populated:
                break
            self.populated |= more

    def children(self, block):
        class_, type_ = block
        i = self.below[class_]
        for row, entries in enumerate(self.c.grid(i, type_)):
            for column, child in enumerate(entries):
                yield (i, child), row, column

    def origins(self):
        return [(i, self.c.levels[i]["origin"]) for i in self.classes]

    def slopes(self):
        """Guesses: the slopes between places of one type that appear at every level and go on and on."""
        places = {}
        open_ = [(block, 0, 0) for block in self.origins()]
        while open_:
            next_ = []
            for block, y, x in open_:
                known = places.setdefault(block, [])
                if (y, x) in known or len(known) >= 6:
                    continue
                known.append((y, x))
                for child, row, column in self.children(block):
                    if child in self.populated:
                        next_.append((child, self.base * y + row, self.base * x + column))
            open_ = next_
        found = {}
        for known in places.values():
            pairs = [(p, q) for p in known for q in known if p[1] < q[1]]
            slopes = {Fraction(q[0] - p[0], q[1] - p[1]) for p, q in pairs}
            if len(slopes) == 1 and min(slopes) > 0 and len(known) >= 6:
                found[slopes.pop()] = True
        return sorted(found)


def near(slope, m):
    a, b = slope.numerator, slope.denominator
    return -2 * b - a <= m <= 2 * a + b


def states(board, slopes):
    """All states, from the origins with every line: (block, ((slope, M), ...))."""
    start = [(block, tuple((slope, 0) for slope in slopes)) for block in board.origins()]
    seen, open_ = set(start), start
    while open_:
        block, lines = open_.pop()
        for child, row, column in board.children(block):
            moved = ((s, board.base * m + s.denominator * row - s.numerator * column) for s, m in lines)
            state = (child, tuple((s, m) for s, m in moved if near(s, m)))
            if not state[1]:
                if child in board.populated:
                    raise NotFound("a block near no line holds palaces: some slope is missing")
                continue
            if state not in seen:
                seen.add(state)
                open_.append(state)
    return seen


def closed_form(board, slope, found):
    """The sets D of a slope, modulo the side of a block; None if the thread is not periodic in this way."""
    a, b, side = slope.numerator, slope.denominator, board.side
    alone = [(type_, lines[0]) for (i, type_), lines in found if i == board.c.t and len(lines) == 1]
    pure = [(type_, m) for type_, (of, m) in alone if of == slope]
    sets = [set() for _ in range(side)]
    for type_, m in pure:
        for y, x in board.cells[type_]:
            sets[x].add(m * side + b * y - a * x)
    for type_, m in pure:
        cells = board.cells[type_]
        said = set()
        for x, numbers in enumerate(sets):
            for number in numbers:
                y, rest = divmod(number - m * side + a * x, b)
                if rest == 0 and 0 <= y < side:
                    said.add((y, x))
        if said != cells:
            return None
    if any(abs(number) >= (a + b) * side for numbers in sets for number in numbers):
        return None
    repeats = (p for p in range(1, side + 1) if side % p == 0 and all(sets[x] == sets[x - p] for x in range(p, side)))
    return sets[:next(repeats)]


def beyond(board, slopes):
    """A column beyond which no block is near two lines: |by - ax| <= 3(a + b) S at corners of blocks near a line."""
    bounds = [Fraction(0)]
    for one, other in product(slopes, slopes):
        if one != other:
            size = [3 * (s.numerator + s.denominator) for s in (one, other)]
            across = size[0] * other.denominator + size[1] * one.denominator
            turn = one.numerator * other.denominator - other.numerator * one.denominator
            bounds.append(Fraction(across, abs(turn)))
    return int(max(bounds) + 2) * board.side


def main(paths):
    for path in paths:
        print(verify.check(path))
        c = verify.Certificate(verify.read(path))
        if len(c.word) != 1:
            print("  closed forms are read off binary or base b blocks only")
            continue
        board = Board(c)
        slopes = board.slopes()
        try:
            found = states(board, slopes)
        except NotFound as error:
            print(f"  {error}")
            continue
        print(f"  for all x >= {beyond(board, slopes)}, with z = by - ax:")
        for slope in slopes:
            sets = closed_form(board, slope, found)
            if sets is None:
                print(f"  slope {slope}: not periodic modulo the side of a block")
                continue
            print(f"  slope {slope}: palaces are the (x, y) with z = {slope.denominator}y - {slope.numerator}x in")
            for x, numbers in enumerate(sets):
                when = f" if x = {x} mod {len(sets)}" if len(sets) > 1 else ""
                print(f"    {{{', '.join(map(str, sorted(numbers)))}}}{when}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Checks certificates that the blocking queen game W^k is self-similar.

    python3 verify.py k014.json ...

Only the standard library is used, and nothing of the Rust program. Exit: 0 if every file is a valid certificate,
1 if some condition fails, 2 if a file can't be read as a certificate.

What is checked, in the words of docs/SELF-SIMILAR.md. The board of W^k is a function on the quadrant, rows y and
columns x: the deviation n(x,y) - k, where n counts the palaces that a queen sees. It obeys CLN15's automaton, which
gives each cell from six cells above and left of it. Off the board it is k if x < 0 and y < 0, and 0 if one is < 0.

The coordinates are cut into intervals by a substitution, so the quadrant is cut into blocks, and each block of a level
is a grid of blocks of the level below. A certificate lists finitely many types of blocks for each class of levels, and
rules [nw, n, w, result]: "to the right of w, below n, with nw in the corner, there is a block of type result".
Type 0 is K (all k), type 1 is Z (all 0): the outside.
"""

import json
import sys

SIZE_LIMIT = 1 << 26  # bytes
WORK_LIMIT = 1 << 31  # cells of blocks and children that are computed

K, Z = 0, 1


class Unreadable(Exception):
    """The file is not of the form of a certificate."""


class Invalid(Exception):
    """A condition fails."""

    def __init__(self, condition, place, reason):
        super().__init__(f"the condition `{condition}` fails: {place}: {reason}")


# ---------------------------------------------------------------------------------------------------------------------
# The form of the file. A pattern is a type, a list [pattern] for any number of such things, or a dictionary.

FORM = {
    "format": str,
    "k": int,
    "numeration": {"name": str, "symbols": [{"symbol": str, "word": str, "length": int}]},
    "pre_period": int,
    "period": int,
    "levels": [{"types": [str], "origin": int, "rules": [[int]]}],
    "contents": [[[int]]],
    "children": [[[[int]]]],
}


def demand_form(value, pattern, place):
    if isinstance(pattern, dict):
        if type(value) is not dict or set(value) != set(pattern):
            raise Unreadable(f"{place} should have exactly the keys {', '.join(pattern)}")
        for key, inner in pattern.items():
            demand_form(value[key], inner, f"{place}.{key}")
    elif isinstance(pattern, list):
        if type(value) is not list:
            raise Unreadable(f"{place} should be a list")
        for index, item in enumerate(value):
            demand_form(item, pattern[0], f"{place}[{index}]")
    elif type(value) is not pattern:  # and so True is no number
        raise Unreadable(f"{place} should be {'a whole number' if pattern is int else 'a text'}")
    elif pattern is int and not -(2**31) <= value < 2**31:
        raise Unreadable(f"{place} does not fit in 32 bits")


def read(path):
    def no_key_twice(pairs):
        if len(dict(pairs)) != len(pairs):
            raise Unreadable("a key stands twice")
        return dict(pairs)

    try:
        with open(path, "rb") as file:
            data = file.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise Unreadable(f"it has more than {SIZE_LIMIT} bytes")
        certificate = json.loads(data.decode("utf-8"), object_pairs_hook=no_key_twice)
    except (OSError, ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from None
    demand_form(certificate, FORM, "certificate")
    if certificate["format"] != "wythoff certificate 1":
        raise Unreadable("the format is not `wythoff certificate 1`")
    return certificate


# ---------------------------------------------------------------------------------------------------------------------
# The numeration.


def words_named(name):
    """The substitution that a numeration's name stands for, with A as the axiom."""
    plain = {"binary": {"A": "AA"}, "fibonacci": {"A": "AB", "B": "A"}, "pell": {"A": "AAB", "B": "A"}}
    if name in plain:
        return plain[name]
    kind, _, numbers = name.partition(":")
    numbers = numbers.split(",")
    if any(number not in map(str, range(1, 65)) for number in numbers) or numbers in (["1"], ["2"]):
        return None
    if kind == "base" and len(numbers) == 1:
        return {"A": "A" * int(numbers[0])}
    if kind == "metallic":  # the product of A -> A^n B, B -> A for all numbers n, the last one applied first
        words = {"A": "A", "B": "B"}
        for number in reversed(numbers):
            image = {"A": "A" * int(number) + "B", "B": "A"}
            words = {symbol: "".join(image[letter] for letter in word) for symbol, word in words.items()}
            if len(words["A"]) > 65:
                return None
        return words
    return None


class Certificate:
    def __init__(self, data):
        self.k = data["k"]
        self.t, self.q = data["pre_period"], data["period"]
        self.levels, self.contents, self.children = data["levels"], data["contents"], data["children"]
        symbols = data["numeration"]["symbols"]
        self.name = data["numeration"]["name"]
        self.word = {entry["symbol"]: entry["word"] for entry in symbols}
        self.length = {entry["symbol"]: entry["length"] for entry in symbols}
        if self.k < 1 or self.t < 0 or self.q < 1 or len(self.levels) != self.t + self.q:
            raise Unreadable("k and the period are at least 1, and `levels` has pre_period + period entries")
        if len(self.children) != len(self.levels):
            raise Unreadable("`children` and `levels` have different lengths")
        if self.word != words_named(self.name) or len(self.word) != len(symbols) or symbols[0]["symbol"] != "A":
            raise Invalid("numeration", self.name, "the words are not those of this name")
        for symbol, length in self.length.items():
            if length < 2:
                raise Invalid("numeration", self.name, f"the length of {symbol} is {length}, not 2 or more")

    def above(self, i):
        """The class of the levels directly above those of class i."""
        return i + 1 if i + 1 < self.t + self.q else self.t

    def content(self, type_):
        """The cells of a block of level 0."""
        return Uniform({K: self.k, Z: 0}[type_]) if type_ in (K, Z) else self.contents[type_ - 2]

    def grid(self, i, type_):
        """The children, of class i, of a type of the class above."""
        return Uniform(type_) if type_ in (K, Z) else self.children[i][type_ - 2]


class Uniform:
    """A grid of any size with the same entry everywhere: grid[row][column] for all rows and columns."""

    def __init__(self, entry):
        self.entry = entry

    def __getitem__(self, row):
        return UniformRow(self.entry)


class UniformRow(Uniform):
    def __getitem__(self, column):
        return self.entry


class Quilt:
    """Four grids sewn together at a corner: rows and columns from 0 on are those of the result, negative rows lie in
    the blocks above and negative columns in the blocks to the left. Python's grid[-1] is the last row of a grid, and
    that is just what is needed: row -1 of the quilt is the last row of the block above."""

    def __init__(self, nw, n, w, result):
        self.quarters = {(True, True): nw, (True, False): n, (False, True): w, (False, False): result}

    def __call__(self, row, column):
        return self.quarters[row < 0, column < 0][row][column]


# ---------------------------------------------------------------------------------------------------------------------
# The conditions.


def check_shapes(c):
    """Contents and children have the sizes that the words say, and the blocks of a rule fit at the seams."""
    for i, level in enumerate(c.levels):
        types, rules = level["types"], level["rules"]
        if types[:2] != ["K", "Z"]:
            raise Invalid("shape", f"class {i}", "the first two types are not K and Z")
        for type_ in types[2:]:
            if len(type_) != 2 or any(symbol not in c.word for symbol in type_):
                raise Invalid("shape", f"class {i}", f"{type_} is not a shape")
        asked = set()
        for rule in rules:
            place = f"class {i}, rule {rule}"
            if len(rule) != 4 or not all(0 <= type_ < len(types) for type_ in rule) or rule[3] in (K, Z):
                raise Invalid("shape", place, "these are not four types with a block as the result")
            nw, n, w, result = rule
            # (height symbol, width symbol); an outside type fits everywhere.
            seams = []
            if n > Z:
                seams.append((types[n][1], types[result][1]))
            if w > Z:
                seams.append((types[w][0], types[result][0]))
            if nw > Z and n > Z:
                seams.append((types[nw][0], types[n][0]))
            if nw > Z and w > Z:
                seams.append((types[nw][1], types[w][1]))
            if any(one != other for one, other in seams) or (nw == K and [n, w] != [Z, Z]):
                raise Invalid("shape", place, "the blocks do not fit together")
            if (nw, n, w, types[result]) in asked:
                raise Invalid("shape", place, "another rule has the same neighbours")
            asked.add((nw, n, w, types[result]))
        if rules != sorted(rules):
            raise Invalid("shape", f"class {i}", "the rules are not sorted")

    def check_grids(place, types, grids, sizes, entries=None):
        if len(grids) != len(types) - 2:
            raise Invalid("shape", place, f"{len(grids)} grids for {len(types) - 2} types")
        for type_, (shape, grid) in enumerate(zip(types[2:], grids), start=2):
            height, width = sizes(shape[0]), sizes(shape[1])
            if len(grid) != height or any(len(row) != width for row in grid):
                raise Invalid("shape", f"{place}, type {type_}", f"the grid is not {height} rows of {width} entries")
            if entries is not None:
                wanted = [[row + column for column in c.word[shape[1]]] for row in c.word[shape[0]]]
                found = [[entries[e] if 1 < e < len(entries) else None for e in row] for row in grid]
                if wanted != found:
                    raise Invalid("shape", f"{place}, type {type_}", "children of other shapes than the words say")

    check_grids("contents", c.levels[0]["types"], c.contents, lambda symbol: c.length[symbol])
    for i, grids in enumerate(c.children):
        upper, lower = c.levels[c.above(i)]["types"], c.levels[i]["types"]
        check_grids(f"children in class {i}", upper, grids, lambda symbol: len(c.word[symbol]), lower)


def check_work(c):
    def area(i, size):
        types = c.levels[i]["types"]
        return sum(size(types[rule[3]][0]) * size(types[rule[3]][1]) for rule in c.levels[i]["rules"])

    work = area(0, lambda symbol: c.length[symbol])
    work += sum(area(c.above(i), lambda symbol: len(c.word[symbol])) for i in range(len(c.levels)))
    if work > WORK_LIMIT:
        raise Unreadable(f"the check would take {work} steps; the limit is {WORK_LIMIT}")


def automaton(value, x, y):
    """CLN15's rule: the value at (x,y) from six cells before it."""
    a, b = value(y - 2, x - 2), value(y - 2, x - 1)
    c, d, e = value(y - 1, x - 2), value(y - 1, x - 1), value(y - 1, x)
    f = value(y, x - 1)
    return a - b - c + e + f + 3 * (a < 0) - 2 * (b < 0) - 2 * (c < 0) - (d < 0) + (e < 0) + (f < 0)


def check_base(c):
    """On level 0 every rule of class 0 is what the automaton does."""
    for rule in c.levels[0]["rules"]:
        result = c.content(rule[3])
        value = Quilt(*map(c.content, rule))
        for y in range(len(result)):
            for x in range(len(result[y])):
                g = automaton(value, x, y)
                if g != result[y][x]:
                    reason = f"row {y}, column {x} is {result[y][x]}; the automaton gives {g}"
                    raise Invalid("base", f"class 0, rule {rule}", reason)


def check_origin(c):
    """On every level the corner of the board is the origin type, and each begins with the one below."""
    for i, level in enumerate(c.levels):
        origin, types = level["origin"], level["types"]
        if not 1 < origin < len(types) or types[origin] != "AA" or [K, Z, Z, origin] not in level["rules"]:
            raise Invalid("origin", f"class {i}", "the origin is not a type AA that the rule [0, 1, 1, origin] gives")
    for i, level in enumerate(c.levels):
        if c.grid(i, c.levels[c.above(i)]["origin"])[0][0] != level["origin"]:
            raise Invalid("origin", f"children in class {i}", "the upper origin does not begin with the origin")


def check_induction(c):
    """Every rule one level up is made of rules below. Returns the rules that each rule uses: {(class, rule): ...}."""
    uses = {(i, tuple(rule)): set() for i, level in enumerate(c.levels) for rule in level["rules"]}
    for i, level in enumerate(c.levels):
        types, upper = level["types"], c.levels[c.above(i)]
        table = {(nw, n, w, types[result]): result for nw, n, w, result in level["rules"]}
        for rule in upper["rules"]:
            block = Quilt(*(c.grid(i, type_) for type_ in rule))
            rows, columns = upper["types"][rule[3]]
            for row, row_symbol in enumerate(c.word[rows]):
                for column, column_symbol in enumerate(c.word[columns]):
                    nw, n, w = block(row - 1, column - 1), block(row - 1, column), block(row, column - 1)
                    place = f"class {c.above(i)}, rule {rule}, child in row {row}, column {column} (class {i})"
                    found = table.get((nw, n, w, row_symbol + column_symbol))
                    if found is None:
                        raise Invalid("induction", place, f"there is no rule for {[nw, n, w]}")
                    if found != block(row, column):
                        reason = f"it is {block(row, column)}; the rules give {found}"
                        raise Invalid("induction", place, reason)
                    uses[c.above(i), tuple(rule)].add((i, (nw, n, w, found)))
    return uses


def check_canonical(c, uses):
    """Nothing is there that the origin does not need. (Not needed for the theorem: it makes every entry count.)"""
    for symbol in c.word:
        if not any(symbol in shape for shape in c.levels[0]["types"][2:]):
            raise Invalid("canonical", f"symbol {symbol}", "no type of class 0 has it")
    for i, level in enumerate(c.levels):
        idle = set(range(2, len(level["types"]))) - {rule[3] for rule in level["rules"]}
        if idle:
            raise Invalid("canonical", f"class {i}, type {min(idle)}", "it is the result of no rule")
    needed, new = set(), {(i, (K, Z, Z, level["origin"])) for i, level in enumerate(c.levels)}
    while new:
        needed |= new
        new = set().union(*(uses[rule] for rule in new)) - needed
    if len(needed) < len(uses):
        i, rule = min(set(uses) - needed)
        raise Invalid("canonical", f"class {i}, rule {list(rule)}", "the origin does not need it")


def check(path):
    c = Certificate(read(path))
    check_shapes(c)
    check_work(c)
    check_base(c)
    check_origin(c)
    check_canonical(c, check_induction(c))
    types = [len(level["types"]) for level in c.levels]
    rules = [len(level["rules"]) for level in c.levels]
    levels = f"pre-period {c.t}, period {c.q}"
    return f"W^{c.k} is self-similar: {c.name} blocks, {sum(types)} types, {sum(rules)} rules, {levels}"


def main(paths):
    if not paths:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    worst = 0
    for path in paths:
        try:
            print(f"{path}: valid: {check(path)}")
        except Invalid as error:
            print(f"{path}: INVALID: {error}")
            worst = max(worst, 1)
        except Unreadable as error:
            print(f"{path}: not a certificate: {error}", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

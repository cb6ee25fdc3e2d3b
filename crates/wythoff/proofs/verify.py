#!/usr/bin/env python3
"""Checks certificates that the blocking queen game W^k is self-similar.

    python3 verify.py k014.json ...

Only the standard library is used, and nothing of the Rust program. One line is printed for each file. Exit: 0 if every
file is a valid certificate, else 2 if there is one without a verdict (it can't be read, has not the form of a
certificate or is over a limit), else 1 (a condition fails). docs/SELF-SIMILAR.md, section 9, says what belongs where.

What is checked, in the words of docs/SELF-SIMILAR.md. The board of W^k is a function on the quadrant, rows y and
columns x: the deviation n(x,y) - k, where n counts the palaces that a queen sees. It obeys CLN15's automaton, which
gives each cell from six cells above and left of it. Off the board it is k if x < 0 and y < 0, and 0 if one is < 0.

The coordinates are cut into intervals by a substitution, so the quadrant is cut into blocks, and each block of a level
is a grid of blocks of the level below. A certificate lists finitely many types of blocks for each class of levels, and
rules [nw, n, w, result]: "to the right of w, below n, with nw in the corner, there is a block of type result".
Type 0 is K (all k), type 1 is Z (all 0): the outside.
"""

import sys

import form
import machine
import strips
from form import NATURAL, Invalid, NotACertificate, NoVerdict, OverLimit, number_from, text_like

SELF_SIMILAR = "wythoff certificate 1"
OTHERS = {machine.FORMAT: machine, strips.FORMAT: strips}  # certificates of other kinds, and who checks them
WORK_LIMIT = 1 << 27  # cells of blocks and children that are computed

K, Z = 0, 1

FORM = {
    "format": text_like(SELF_SIMILAR),
    "k": number_from(1),
    "numeration": {
        "name": text_like(".*"),
        "symbols": [{"symbol": text_like("A|B"), "word": text_like("[AB]*"), "length": NATURAL}],
    },
    "pre_period": NATURAL,
    "period": number_from(1),
    "levels": [{"types": [text_like("K|Z|[AB][AB]")], "origin": NATURAL, "rules": [(NATURAL,) * 4]}],
    "contents": [[[number_from(-(2**31))]]],
    "children": [[[[NATURAL]]]],
}


def read(path):
    """The object in a file, which has the form of a certificate of some kind."""
    certificate = form.read(path, {SELF_SIMILAR: FORM} | {name: other.FORM for name, other in OTHERS.items()})
    if certificate["format"] in OTHERS:
        return certificate
    if [entry["symbol"] for entry in certificate["numeration"]["symbols"]] not in (["A"], ["A", "B"]):
        raise NotACertificate("the symbols are A, or A and B")
    for level in certificate["levels"]:
        if level["types"][:2] != ["K", "Z"] or "K" in level["types"][2:] or "Z" in level["types"][2:]:
            raise NotACertificate("the types of a level are K, Z and then shapes")
    classes = certificate["pre_period"] + certificate["period"]
    if len(certificate["levels"]) != classes or len(certificate["children"]) != classes:
        raise NotACertificate("`levels` and `children` have pre_period + period entries")
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
    def above(self, i):
        """The class of the levels directly above those of class i."""
        return i + 1 if i + 1 < self.t + self.q else self.t

    def below(self, i):
        """The classes of the levels directly below those of class i: none, one or two."""
        return [j for j in (i - 1, self.t + self.q - 1) if j >= 0 and self.above(j) == i]

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
# The conditions, in the order in which they are checked.


def check_numeration(c):
    """The words are those that the name stands for, and every interval has two cells or more."""
    if c.word != words_named(c.name):
        raise Invalid("numeration", c.name, "the words are not those of this name")
    for symbol, length in c.length.items():
        if length < 2:
            raise Invalid("numeration", c.name, f"the length of {symbol} is {length}, not 2 or more")


def check_shapes(c):
    """Contents and children have the sizes that the words say, and the blocks of a rule fit at the seams."""
    for i, level in enumerate(c.levels):
        types, rules = level["types"], level["rules"]
        for type_ in types[2:]:
            if any(symbol not in c.word for symbol in type_):
                raise Invalid("shape", f"class {i}", f"the type {type_} has a letter that is not a symbol")
        asked = set()
        for rule in rules:
            place = f"class {i}, rule {rule}"
            if not all(type_ < len(types) for type_ in rule) or rule[3] in (K, Z):
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
            if any(one != other for one, other in seams):
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
    """Not a condition: the steps of what follows are counted before they are done."""

    def area(i, size):
        types = c.levels[i]["types"]
        return sum(size(types[rule[3]][0]) * size(types[rule[3]][1]) for rule in c.levels[i]["rules"])

    work = area(0, lambda symbol: c.length[symbol])
    work += sum(area(c.above(i), lambda symbol: len(c.word[symbol])) for i in range(len(c.levels)))
    if work > WORK_LIMIT:
        raise OverLimit(WORK_LIMIT, "steps")


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


def rules_used(c, i, tables, rule):
    """Fills the grid of children, of class i, of the result of a rule of the class above: the rules that it takes."""
    block = Quilt(*(c.grid(i, type_) for type_ in rule))
    rows, columns = c.levels[c.above(i)]["types"][rule[3]]
    used = []
    for row, row_symbol in enumerate(c.word[rows]):
        for column, column_symbol in enumerate(c.word[columns]):
            nw, n, w = block(row - 1, column - 1), block(row - 1, column), block(row, column - 1)
            found = tables[i].get((nw, n, w, row_symbol + column_symbol))
            result = None if found is None else c.levels[i]["rules"][found][3]
            if result != block(row, column):
                place = f"class {c.above(i)}, rule {rule}, child in row {row}, column {column} (class {i})"
                if found is None:
                    raise Invalid("induction", place, f"there is no rule for {[nw, n, w]}")
                raise Invalid("induction", place, f"it is {block(row, column)}; the rules give {result}")
            used.append(found)
    return used


def check_induction(c):
    """The origins' rules are made of rules below, those that they use are, and so on. Returns the rules that were
    needed, as (class, index)."""
    tables = []
    for level in c.levels:
        types, rules = level["types"], level["rules"]
        tables.append({(nw, n, w, types[result]): index for index, (nw, n, w, result) in enumerate(rules)})
    new = [(i, table[K, Z, Z, "AA"]) for i, table in enumerate(tables)]
    needed = set(new)
    while new:
        i, index = new.pop()
        for j in c.below(i):
            used = {(j, found) for found in rules_used(c, j, tables, c.levels[i]["rules"][index])}
            new.extend(used - needed)
            needed |= used
    return needed


def check_canonical(c, needed):
    """Nothing is there that the origin does not need: the induction holds for all rules, and every entry counts."""
    for symbol in c.word:
        if not any(symbol in shape for shape in c.levels[0]["types"][2:]):
            raise Invalid("canonical", f"symbol {symbol}", "no type of class 0 has it")
    for i, level in enumerate(c.levels):
        idle = set(range(2, len(level["types"]))) - {rule[3] for rule in level["rules"]}
        if idle:
            raise Invalid("canonical", f"class {i}, type {min(idle)}", "it is the result of no rule")
    for i, level in enumerate(c.levels):
        for index, rule in enumerate(level["rules"]):
            if (i, index) not in needed:
                raise Invalid("canonical", f"class {i}, rule {rule}", "the origin does not need it")


def check(path):
    data = read(path)
    if data["format"] in OTHERS:
        return OTHERS[data["format"]].check(data)
    c = Certificate(data)
    check_numeration(c)
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
    for stream in sys.stdout, sys.stderr:  # a file's name may be no text
        stream.reconfigure(errors="backslashreplace")
    worst = 0
    for path in paths:
        try:
            print(f"{path}: valid: {check(path)}")
        except Invalid as error:
            print(f"{path}: invalid: {error}")
            worst = max(worst, 1)
        except NoVerdict as error:
            print(f"{path}: {error}", file=sys.stderr)
            worst = 2
        except MemoryError:
            print(f"{path}: this is not checked: it is over the limit of this machine's memory", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Checks certificates that the palaces of the blocking queen game W^k keep to strips for ever.

What is checked, in the words of docs/STRIPS.md, section 2. H(y) and D(d) count the palaces of the columns before x,
with y >= x, in row y and on the diagonal y - x = d. Column x starts with V = H(x) and goes down: (x, y) is a palace iff
V + H(y) + D(y - x) < k, and then all three grow by one.

The strips 2, ..., n begin with row r(x) = px // q - c, their frame. Strip i leaves A[i - 1](y) palaces in row y and
B[i - 1](d) on diagonal d, those of the strips beyond it among them; V is t[i - 1] before it and t[i] behind it. It
repeats itself, so one period of columns is walked through. Strip 1 is a machine. Its walk begins with the V = H(x) that
it reads; its frame moves on as far as rows and diagonals are finished, but keeps some in sight; and it writes H of the
rows that the frame passes. Reader and writer keep to a language, whichever of its words is read; so all states (window,
reader, writer) are found, from those of column X. A way through them never brings the machine's frame to strip 2.
"""

from bisect import bisect_right
from fractions import Fraction
from math import gcd

from form import NATURAL, Invalid, OverLimit, number_from, text_like

FORMAT = "wythoff strips 1"
WORK_LIMIT = 1 << 30
NUMBER = 16  # units of work for a number that is kept, a cell that is walked through being one
LIST = 512  # for a state, a step, a column of a period
K_LIMIT = 1 << 24
COLUMN_LIMIT = 1 << 16
PLACES = 4096  # a walk in a strip ends before this place
FINISHED = 1024  # less rows than these are finished when the machine's frame moves
SHOWN = 1 << 16  # columns that show which types columns have
TYPES_LIMIT = 1 << 14  # more are none

FORM = {
    "format": text_like(FORMAT),
    "k": number_from(1),
    "column": NATURAL,
    "frame": NATURAL,
    "row": NATURAL,
    "diagonal": NATURAL,
    "keep": NATURAL,
    "strips": [
        {
            "slope": (NATURAL, NATURAL),
            "offset": NATURAL,
            "palaces": NATURAL,
            "period": NATURAL,
            "rows": [NATURAL],
            "diagonals": [NATURAL],
        }
    ],
    "language": [[(NATURAL, NATURAL)]],
}


class Certificate:
    """Lists have an entry for each strip i, from 1 to n, and where there is nothing None."""

    def __init__(self, data):
        self.k, self.X, self.R = data["k"], data["column"], data["frame"]
        self.a, self.g, self.e = data["row"], data["diagonal"], data["keep"]
        strips = data["strips"]
        self.n = len(strips) + 1
        self.lines = [None, None] + [(*strip["slope"], strip["offset"]) for strip in strips]
        self.d = [None, None] + [strip["palaces"] for strip in strips]
        self.L = [None, None] + [strip["period"] for strip in strips]
        self.A = [None] + [strip["rows"] for strip in strips] + [[0]]
        self.B = [None] + [strip["diagonals"] for strip in strips] + [[0]]
        self.t = [None] * self.n + [self.k]
        for i in range(self.n, 1, -1):
            self.t[i - 1] = self.t[i] - self.d[i]
        self.language = data["language"]
        self.edges = [dict(map(tuple, edges)) for edges in self.language]
        self.work = 0

    def r(self, i, x):
        """The first row of the frame of strip i."""
        if i == 1:
            assert x == self.X
            return self.R
        p, q, c = self.lines[i]
        return p * x // q - c

    def worked(self, units):
        self.work += units
        if self.work > WORK_LIMIT:
            raise OverLimit(WORK_LIMIT, "units of work")


def at(word, y):
    """The entry at y of the sequence that a list stands for."""
    return word[y % len(word)]


def check_frame(c):
    for number, limit, unit in [(c.k, K_LIMIT, "for k"), (c.X, COLUMN_LIMIT, "columns before the machine")]:
        if number > limit:
            raise OverLimit(limit, unit)
    if c.a < 1 or 2 * c.a + c.g < c.k:
        reason = f"a row is 0, or two rows and a diagonal are below {c.k}"
        raise Invalid("frame", f"rows {c.a}, diagonals {c.g}", reason)
    if not c.X < c.R:
        raise Invalid("frame", f"column {c.X}", f"the machine's frame begins at row {c.R}, which is not beyond it")
    for i in range(2, c.n + 1):
        p, q, _ = c.lines[i]
        if not 1 <= q <= p or gcd(p, q) != 1:
            raise Invalid("frame", f"strip {i}", f"the slope {p}/{q} is not at least 1 and in lowest terms")
        if c.d[i] < 1 or c.L[i] < 1 or not c.A[i - 1] or not c.B[i - 1]:
            raise Invalid("frame", f"strip {i}", "it has no palaces, a period of 0, or leaves no words")
        if i > 2 and p * c.lines[i - 1][1] < c.lines[i - 1][0] * q:
            raise Invalid("frame", f"strip {i}", "it is less steep than the one before")
        if not c.X < c.r(i, c.X):
            raise Invalid("frame", f"strip {i}", f"it begins at row {c.r(i, c.X)}, which is not beyond column {c.X}")
    if c.t[1] < c.a:
        raise Invalid("frame", "strip 1", f"its level {c.t[1]} is below the {c.a} of a finished row")


def check_table(c):
    if not c.language:
        raise Invalid("table", "language", "there is none")
    for state, edges in enumerate(c.language):
        letters = [letter for letter, _ in edges]
        if not all(one < other for one, other in zip(letters, letters[1:])):
            raise Invalid("table", f"language, state {state}", "the letters do not increase")
        if letters and (letters[0] < c.a or letters[-1] > c.t[1]):
            raise Invalid("table", f"language, state {state}", f"a letter is not between {c.a} and {c.t[1]}")
        if any(to >= len(c.language) for _, to in edges):
            raise Invalid("table", f"language, state {state}", "an edge leads to no state")


def check_between(c):
    for i in range(1, c.n):
        if c.t[i] + min(c.A[i]) + min(c.B[i]) < c.k:
            raise Invalid("between", f"strip {i}", "there is room for palaces beyond it")


# ---------------------------------------------------------------------------------------------------------------------
# The first columns, and what they leave to each strip.


def first_columns(c):
    """H and D before column X, by the rules of the game."""
    H, D = [], []
    for x in range(c.X):
        V = above = H[x] if x < len(H) else 0
        y = x
        while V < c.k:
            if y >= len(H):
                H.append(0)
            if y - x >= len(D):
                D.append(0)
            if V + H[y] + D[y - x] < c.k:
                V += 1
                H[y] += 1
                D[y - x] += 1
            y += 1
            if c.work + y - x + NUMBER * (V - above) > WORK_LIMIT:
                break
        c.worked(y - x + NUMBER * (V - above))
    return H, D


def beyond(counts, word, begin, end):
    """What counts have more than a word, from begin to before end (None: for ever), where it is not 0: a dictionary.
    None if they have less."""
    last = len(counts) if end is None else min(len(counts), end)
    more = {y: counts[y] - at(word, y) for y in range(begin, last) if counts[y] != at(word, y)}
    nothing = max(begin, len(counts))  # from here on the counts are 0
    rest = len(word) if end is None else min(len(word), end - nothing)
    if any(count < 0 for count in more.values()) or any(at(word, nothing + j) for j in range(rest)):
        return None
    return more


def check_start(c, H, D):
    """The windows of column X: (rows, diagonals), two dictionaries of what is not 0 there."""
    X, R = c.X, c.R
    if R > len(H) or min(H[X:R]) < c.a:
        raise Invalid("start", f"column {X}", "a row before the machine's frame is not finished")
    if c.g > 0 and (R - X > len(D) or min(D[: R - X]) < c.g):
        raise Invalid("start", f"column {X}", "a diagonal before the machine's frame is not finished")
    windows = [None]
    begins = [c.r(i, X) for i in range(1, c.n + 1)] + [None]
    for i, (begin, end) in enumerate(zip(begins, begins[1:]), start=1):
        if end is not None and begin > end:
            raise Invalid("start", f"strip {i + 1}", "its frame begins before the one before")
    for i, (begin, end) in enumerate(zip(begins, begins[1:]), start=1):
        rows = beyond(H, c.A[i], begin, end)
        diagonals = beyond(D, c.B[i], begin - X, None if end is None else end - X)
        if rows is None or diagonals is None:
            raise Invalid("start", f"strip {i}", "a row or diagonal has less than what the strips beyond leave")
        windows.append((rows, diagonals))
    return windows


# ---------------------------------------------------------------------------------------------------------------------
# The strips that repeat themselves.


def check_strip(c, i, window):
    """Walks through a period of a strip. Returns the length of its longest list."""
    p, q, _ = c.lines[i]
    L, (A, B), (A_left, B_left) = c.L[i], (c.A[i], c.B[i]), (c.A[i - 1], c.B[i - 1])
    down = p * L // q
    if L % q or down % len(A) or down % len(A_left) or (down - L) % len(B) or (down - L) % len(B_left):
        raise Invalid("strips", f"strip {i}", f"in {L} columns the frame or the words come to another phase")
    rows, diagonals = map(dict, window)
    last_row, last_diagonal = max(rows, default=-1), max(diagonals, default=-1)
    longest = 0
    for x in range(c.X, c.X + L):
        r, next_r = c.r(i, x), c.r(i, x + 1)
        V, place = c.t[i - 1], 0
        while V < c.t[i] and place < PLACES:
            y = r + place
            if V + at(A, y) + rows.get(y, 0) + at(B, y - x) + diagonals.get(y - x, 0) < c.k:
                V += 1
                rows[y] = rows.get(y, 0) + 1
                diagonals[y - x] = diagonals.get(y - x, 0) + 1
                last_row, last_diagonal = max(last_row, y), max(last_diagonal, y - x)
            place += 1
        c.worked(NUMBER * (place + next_r - r) + LIST)
        if V < c.t[i]:
            raise Invalid("strips", f"strip {i}, column {x}", f"the walk does not end before place {PLACES}")
        longest = max(longest, last_row - r + 1, last_diagonal - (r - x) + 1)
        for y in range(r, next_r):
            if at(A, y) + rows.pop(y, 0) != at(A_left, y):
                raise Invalid("strips", f"strip {i}, column {x}", f"it leaves in row {y} not what it says")
        for d in range(r - x, next_r - (x + 1)):
            if at(B, d) + diagonals.pop(d, 0) != at(B_left, d):
                raise Invalid("strips", f"strip {i}, column {x}", f"it leaves on diagonal {d} not what it says")
    moved = {y + down: count for y, count in window[0].items()}, {d + down - L: n for d, n in window[1].items()}
    if (rows, diagonals) != moved:
        raise Invalid("strips", f"strip {i}", f"its window has changed after {L} columns")
    return longest


# ---------------------------------------------------------------------------------------------------------------------
# The machine.


class Machine:
    """Windows, steps and states, as they are found. A window is numbered; it consists of its rows, its diagonals, and
    the places in A[1] and B[1] where it begins. So are the words that are written."""

    def __init__(self, c, rows, diagonals):
        self.c = c
        self.windows, self.numbers = [], {}
        self.words, self.word_numbers = [], {}
        self.steps = []  # for each window: letter -> (next window, number of the word)
        self.runs = {}  # (state of the language, number of a word) -> state
        self.edges_written = set()
        self.longest = 0  # W_1
        self.balanced = True
        begin = c.R, c.R - c.X
        lists = [
            tuple(counts.get(place, 0) for place in range(first, max(counts, default=-1) + 1))
            for counts, first in zip((rows, diagonals), begin)
        ]
        self.first = self.number(*lists, *begin)

    def number(self, rows, diagonals, row, diagonal):
        window = rows, diagonals, row % len(self.c.A[1]), diagonal % len(self.c.B[1])
        number = self.numbers.setdefault(window, len(self.windows))
        if number == len(self.windows):
            self.c.worked(NUMBER * (len(rows) + len(diagonals)))
            self.windows.append(window)
            self.steps.append({})
            self.longest = max(self.longest, len(rows), len(diagonals))
        return number

    def step(self, window, letter):
        """The next window, and the number of the word that is written."""
        c, k, t = self.c, self.c.k, self.c.t[1]
        rows, diagonals, row, diagonal = self.windows[window]
        rows, diagonals = list(rows), list(diagonals)
        A, B, a_size, b_size = c.A[1], c.B[1], len(c.A[1]), len(c.B[1])
        V, place = letter, 0
        while V < t and place < PLACES:
            if place >= len(rows):
                rows.append(0)
            if place >= len(diagonals):
                diagonals.append(0)
            if V + A[(row + place) % a_size] + rows[place] + B[(diagonal + place) % b_size] + diagonals[place] < k:
                V += 1
                rows[place] += 1
                diagonals[place] += 1
            place += 1
        c.worked(NUMBER * place + LIST)
        if V < t:
            reason = f"having read {letter}, the walk does not end before place {PLACES}"
            raise Invalid("closed", f"window {window}", reason)
        self.longest = max(self.longest, len(rows), len(diagonals))  # the last place was a palace: no zeros at the end

        def row_at(j):
            return A[(row + j) % a_size] + (rows[j] if j < len(rows) else 0)

        def diagonal_at(j):
            return B[(diagonal + j) % b_size] + (diagonals[j] if j < len(diagonals) else 0)

        f = 0
        while f < FINISHED and row_at(f) >= c.a and (f == 0 or diagonal_at(f - 1) >= c.g):
            f += 1
        c.worked(NUMBER * f)
        if not 1 <= f < FINISHED:
            raise Invalid("closed", f"window {window}", f"having read {letter}, {f} rows or more are finished")
        s = max(1, f - c.e)
        self.balanced = self.balanced and all(diagonal_at(j) == c.g for j in range(s - 1))
        word = tuple(map(row_at, range(s)))
        word_number = self.word_numbers.setdefault(word, len(self.words))
        if word_number == len(self.words):
            self.words.append(word)
        return self.number(tuple(rows[s:]), tuple(diagonals[s - 1 :]), row + s, diagonal + s - 1), word_number

    def run(self, writer, word):
        """Where a word leads in the language, None if nowhere."""
        for letter in word:
            to = self.c.edges[writer].get(letter)
            if to is None:
                return None
            self.edges_written.add((writer, letter))
            writer = to
        return writer

    def find_states(self, H):
        """All states, in the order in which they are found."""
        c, language = self.c, self.c.language
        writer = self.run(0, H[c.X : c.R])
        if writer is None:
            raise Invalid("closed", f"column {c.X}", "the rows before the machine's frame are no word of the language")
        first = self.first, 0, writer
        c.worked(LIST)
        states, known = [first], {first}
        for window, reader, writer in states:
            steps = self.steps[window]
            for letter, next_reader in language[reader]:
                step = steps.get(letter)
                if step is None:
                    step = steps[letter] = self.step(window, letter)
                to, word = step
                c.worked(len(self.words[word]))
                run = writer, word
                if run not in self.runs:
                    self.runs[run] = self.run(writer, self.words[word])
                next_writer = self.runs[run]
                if next_writer is None:
                    reason = f"having read {letter}, it writes {list(self.words[word])}, which is no word from there"
                    raise Invalid("closed", f"window {window}, reader {reader}, writer {writer}", reason)
                state = to, next_reader, next_writer
                if state not in known:
                    c.worked(LIST)
                    known.add(state)
                    states.append(state)
        return states


def check_canonical(c, states, edges_written):
    for state in sorted(set(range(len(c.language))) - {reader for _, reader, _ in states}):
        raise Invalid("canonical", f"language, state {state}", "the reader never comes to it")
    for state, edges in enumerate(c.language):
        for letter, _ in edges:
            if (state, letter) not in edges_written:
                raise Invalid("canonical", f"language, state {state}", f"{letter} is never written")


# ---------------------------------------------------------------------------------------------------------------------
# The strips keep apart.


def ways(c, machine, states):
    """What follows (window, reader), for all of them, as numbers with what q s - p adds. The first one is 0. The
    writer has no say in it."""
    p, q, _ = c.lines[2]
    numbers = {}
    for window, reader, _ in states:
        numbers.setdefault((window, reader), len(numbers))
    following = []
    for window, reader in numbers:
        following.append(set())
        for letter, next_reader in c.language[reader]:
            to, word = machine.steps[window][letter]
            following[-1].add((numbers[to, next_reader], q * len(machine.words[word]) - p))
    return following


def has_cycle(parent):
    """Do the parents of some node come back to it?"""
    seen = [None] * len(parent)  # from which node one came here first
    for start in range(len(parent)):
        node = start
        while node is not None and seen[node] is None:
            seen[node] = start
            node = parent[node]
        if node is not None and seen[node] == start:
            return True
    return False


def greatest_sum(following):
    """The greatest sum along a way from 0, None if there is none.

    The best sum of a node was that of its parent plus what the edge adds, when it was found; the parent's may have
    grown since. So a cycle of parents is one whose sum is positive. If there never is one, best sums are at most those
    of ways that come to no node twice; they are integers and grow, so this ends. Thus a positive cycle is found by
    looking for a cycle of parents again and again: after about as many changes as there are nodes.
    """
    best, parent = [None] * len(following), [None] * len(following)
    best[0] = 0
    changes = 0
    active = [0]
    while active:
        changed = set()
        for node in active:
            here = best[node]
            for to, gain in following[node]:
                if best[to] is None or best[to] < here + gain:
                    best[to], parent[to] = here + gain, node
                    changed.add(to)
                    changes += 1
        if changes > len(following):
            changes = 0
            if has_cycle(parent):
                return None
        active = list(changed)
    return max(best)


def check_apart(c, longest, machine, states):
    for i in range(1, c.n):
        p, q, offset = c.lines[i + 1]
        if i == 1:
            M = greatest_sum(ways(c, machine, states))
            if M is None:
                raise Invalid("apart", "strip 1", "its frame may come closer and closer to strip 2")
            apart, least = p * c.X - q * c.R - M - offset * q, longest[1] * q
        else:
            p_before, q_before, offset_before = c.lines[i]
            apart = (p * q_before - p_before * q) * c.X + (offset_before - offset) * q_before * q
            least = longest[i] * q_before * q
        if apart < least:
            raise Invalid("apart", f"strip {i}", f"its palaces may come to strip {i + 1}")


def repetition(c, machine):
    """After how many columns and rows strip 1 repeats itself, where one word only can be read, else None.
    docs/STRIPS.md, section 7."""
    if any(len(edges) != 1 for edges in c.language):
        return None
    now, rows, known = (machine.first, 0), 0, {}
    while now not in known:
        known[now] = len(known), rows
        window, reader = now
        letter, next_reader = c.language[reader][0]
        to, word = machine.steps[window][letter]
        now, rows = (to, next_reader), rows + len(machine.words[word])
    columns_before, rows_before = known[now]
    return len(known) - columns_before, rows - rows_before


def slope(c, machine):
    """What is known of the slope of strip 1. docs/STRIPS.md, sections 4 and 7."""
    again = repetition(c, machine)
    if again is not None:
        columns, rows = again
        return f"slope {Fraction(rows, columns)}, the same every {columns} columns"
    A, B = Fraction(sum(c.A[1]), len(c.A[1])), Fraction(sum(c.B[1]), len(c.B[1]))
    if not machine.balanced or c.t[1] <= A or c.g <= B:
        return "nothing is said of its slope"
    kappa = (c.t[1] - A) / (c.g - B)
    return f"slope (m + sqrt(m^2 + 4))/2 with m = {kappa}"


# ---------------------------------------------------------------------------------------------------------------------
# Types of columns: docs/STRIPS.md, section 6. No condition: what follows is more than the certificate says.


def names_of(things):
    """Things, numbered in the order in which they come: a list of numbers."""
    numbers = {}
    return [numbers.setdefault(thing, len(numbers)) for thing in things]


def guess_types(c, machine, H):
    """What the first columns show: the types, as (window, letter, types of the rows that it writes), and the types of
    the columns before the frame. None if the types do not repeat themselves there."""
    letters, windows, frames = H[c.X : c.R], [machine.first], [c.R - c.X]
    for x in range(SHOWN):
        to, word = machine.steps[windows[x]][letters[x]]
        letters.extend(machine.words[word])
        windows.append(to)
        frames.append(len(letters))
    looks = list(zip(windows[:SHOWN], letters))
    names = names_of(looks)
    while True:
        told = bisect_right(frames, len(names)) - 1  # the columns all of whose rows have names
        if told <= frames[0] or max(names) >= TYPES_LIMIT:
            return None
        images = [tuple(names[frames[x] : frames[x + 1]]) for x in range(told)]
        finer = names_of(zip(looks, images))
        if max(finer) == max(names[:told]):
            types = dict(zip(names, ((*look, image) for look, image in zip(looks, images))))
            return types, names[: frames[0]]
        names = finer


def are_right(c, machine, H, types, first):
    """Whether u sigma(u) sigma(sigma(u)) ... tells all columns, u being the first types: (start), (image), (next)."""
    word = [letter for _, letter, _ in map(types.get, first)]
    if not first or types[first[0]][0] != machine.first or word != H[c.X : c.R]:
        return False
    next_window = {}
    for name, (window, letter, image) in types.items():
        if letter not in machine.steps[window] or not all(below in types for below in image):
            return False
        next_window[name], written = machine.steps[window][letter]
        if not image or machine.words[written] != tuple(types[below][1] for below in image):
            return False
    words = [first] + [image for _, _, image in types.values()]
    pairs = [pair for word in words for pair in zip(word, word[1:])]
    pairs.append((first[-1], types[first[0]][2][0]))
    known = set(pairs)
    for one, other in pairs:
        if next_window[one] != types[other][0]:
            return False
        below = types[one][2][-1], types[other][2][0]
        if below not in known:
            known.add(below)
            pairs.append(below)
    return True


def told_by_types(c, machine, H):
    """What is said of types, where there are some."""
    guessed = guess_types(c, machine, H)
    if guessed is None or not are_right(c, machine, H, *guessed):
        return ""
    return f", {len(guessed[0])} types of columns, which write each other"


def check(data):
    c = Certificate(data)
    check_frame(c)
    check_table(c)
    check_between(c)
    H, D = first_columns(c)
    windows = check_start(c, H, D)
    longest = [None] * (c.n + 1)
    for i in range(c.n, 1, -1):
        longest[i] = check_strip(c, i, windows[i])
    machine = Machine(c, *windows[1])
    states = machine.find_states(H)
    longest[1] = machine.longest
    check_apart(c, longest, machine, states)
    check_canonical(c, states, machine.edges_written)
    sizes = f"{len(machine.windows)} windows, {len(c.language)} states of the language, {len(states)} states"
    strips = "".join(f", one of slope {p}/{q}" for p, q, _ in c.lines[2:])
    sizes += told_by_types(c, machine, H)
    return f"W^{c.k} keeps to strips from column {c.X} on: one of a machine, {slope(c, machine)}, {sizes}{strips}"

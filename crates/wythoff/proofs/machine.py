"""Checks certificates of machines that write the columns of the blocking queen game W^k.

What is checked, in the words of docs/MACHINES.md, section 3. H(y) and D(d) count the palaces of the columns before x,
with y >= x, in row y and on the diagonal y - x = d. Column x starts with V = H(x) and goes down: (x, y) is a palace iff
V + H(y) + D(y - x) < k, and then all three grow by one. A frame begins at row r(x) = px // q - c. What it shows of H
and D is a window; there are finitely many. The machine reads H(x), changes the window, and writes H of the rows that
the frame has passed. Reader and writer keep to a language; so it is enough to check each window with each letter that
may be read.
"""

from math import gcd

from form import NATURAL, Invalid, OverLimit, number_from, text_like

FORMAT = "wythoff machine 1"
WORK_LIMIT = 1 << 25  # cells and edges that are looked at

FORM = {
    "format": text_like(FORMAT),
    "k": number_from(1),
    "slope": (NATURAL, NATURAL),
    "offset": NATURAL,
    "row": NATURAL,
    "diagonal": NATURAL,
    "column": NATURAL,
    "word": [NATURAL],
    "language": [[(NATURAL, NATURAL)]],
    "windows": [{"phase": NATURAL, "rows": [NATURAL], "diagonals": [NATURAL]}],
    "steps": [(NATURAL, NATURAL, NATURAL)],
    "states": [(NATURAL, NATURAL, NATURAL)],
}


class Machine:
    def __init__(self, data):
        self.k, (self.p, self.q), self.c = data["k"], data["slope"], data["offset"]
        self.a, self.g, self.X = data["row"], data["diagonal"], data["column"]
        self.word, self.language = data["word"], data["language"]
        self.edges = [dict(map(tuple, edges)) for edges in self.language]
        self.windows = [(w["phase"], tuple(w["rows"]), tuple(w["diagonals"])) for w in data["windows"]]
        self.steps, self.states = data["steps"], data["states"]

    def r(self, x):
        """The first row of the frame."""
        return self.p * x // self.q - self.c


def increase(entries):
    return all(one < other for one, other in zip(entries, entries[1:]))


def without_zeros(counts):
    """A list up to its last entry that is not 0."""
    end = len(counts)
    while end and counts[end - 1] == 0:
        end -= 1
    return tuple(counts[:end])


def check_frame(m):
    if not 1 <= m.q <= m.p or gcd(m.p, m.q) != 1:
        raise Invalid("frame", f"slope {m.p}/{m.q}", "it is not at least 1 and in lowest terms")
    if m.a < 1 or 2 * m.a + m.g < m.k:
        reason = f"a row is 0, or two rows and a diagonal are below {m.k}"
        raise Invalid("frame", f"rows {m.a}, diagonals {m.g}", reason)
    if not m.X < m.r(m.X):
        raise Invalid("frame", f"column {m.X}", f"the frame begins at row {m.r(m.X)}, which is not beyond it")


def check_table(m):
    if not m.language or not m.windows:
        raise Invalid("table", "language and windows", "there is none")
    for state, edges in enumerate(m.language):
        letters = [letter for letter, _ in edges]
        if not increase(letters) or letters and letters[0] < m.a or any(to >= len(m.language) for _, to in edges):
            raise Invalid("table", f"language, state {state}", "letters increase from the least, edges lead to states")
    first = {}
    for index, (phase, rows, diagonals) in enumerate(m.windows):
        if phase >= m.q or rows and rows[-1] == 0 or diagonals and diagonals[-1] == 0:
            raise Invalid("table", f"window {index}", "its phase is not below q, or a list ends with 0")
        if first.setdefault((phase, rows, diagonals), index) != index:
            raise Invalid("table", f"window {index}", "there is another one like it")
    windows = len(m.windows)
    if not increase([step[:2] for step in m.steps]):
        raise Invalid("table", "steps", "they do not increase")
    for window, letter, to in m.steps:
        if window >= windows or to >= windows or letter < m.a:
            raise Invalid("table", f"step {[window, letter, to]}", "there is no such window or letter")
    if not increase(m.states):
        raise Invalid("table", "states", "they do not increase")
    for window, reader, writer in m.states:
        if window >= windows or reader >= len(m.language) or writer >= len(m.language):
            raise Invalid("table", f"state {[window, reader, writer]}", "there is no such window or state")


def table_work(m):
    """How much there is to do, but for the first columns."""
    work = sum(m.k + max(map(len, m.windows[window][1:])) for window, _, _ in m.steps)
    work += sum(len(m.language[reader]) * (m.p // m.q + 2) for _, reader, _ in m.states)
    if work > WORK_LIMIT:
        raise OverLimit(WORK_LIMIT, "units of work")
    return work


def first_columns(m, work):
    """H and D before column X, by the rules of the game."""
    H, D = [], []
    for x in range(m.X):
        V = H[x] if x < len(H) else 0
        y = x
        while V < m.k:
            work += 1
            if work > WORK_LIMIT:
                raise OverLimit(WORK_LIMIT, "units of work")
            if y >= len(H):
                H.extend([0] * (y + 1 - len(H)))
            if y - x >= len(D):
                D.extend([0] * (y - x + 1 - len(D)))
            if V + H[y] + D[y - x] < m.k:
                V += 1
                H[y] += 1
                D[y - x] += 1
            y += 1
    return H, D


def check_start(m, H, D):
    X, r = m.X, m.r(m.X)
    finished = H[X:r]
    if len(finished) < r - X or min(finished) < m.a:
        raise Invalid("start", f"column {X}", "a row before the frame is not finished")
    if min((D + [0] * (r - X))[: r - X]) < m.g:
        raise Invalid("start", f"column {X}", "a diagonal before the frame is not finished")
    if finished != m.word:
        raise Invalid("start", "word", "it is not what these rows hold")
    if (X % m.q, without_zeros(H[r:]), without_zeros(D[r - X :])) != m.windows[0]:
        raise Invalid("start", "window 0", "it is not that of the board")


def take_step(m, window, letter):
    """The next window, and what is written; None if the frame would pass what is not finished."""
    phase, rows, diagonals = window
    size = max(len(rows), len(diagonals)) + m.k
    rows, diagonals = list(rows) + [0] * (size - len(rows)), list(diagonals) + [0] * (size - len(diagonals))
    V, place = letter, 0
    while V < m.k:
        if V + rows[place] + diagonals[place] < m.k:
            V += 1
            rows[place] += 1
            diagonals[place] += 1
        place += 1
    down = m.p * (phase + 1) // m.q - m.p * phase // m.q
    if down > size or min(rows[:down]) < m.a or down > 1 and min(diagonals[: down - 1]) < m.g:
        return None
    return ((phase + 1) % m.q, without_zeros(rows[down:]), without_zeros(diagonals[down - 1 :])), rows[:down]


def check_steps(m):
    """What each step of the table writes, by window and letter."""
    written = {}
    for window, letter, to in m.steps:
        found = take_step(m, m.windows[window], letter)
        if found is None:
            raise Invalid("step", f"step {[window, letter, to]}", "what the frame passes is not finished")
        if found[0] != m.windows[to]:
            raise Invalid("step", f"step {[window, letter, to]}", "it leads to another window")
        written[window, letter] = to, found[1]
    return written


def read_word(m, state, word):
    """Where a word leads in the language, None if nowhere."""
    for letter in word:
        state = m.edges[state].get(letter)
        if state is None:
            return None
    return state


def edges_of(m, state, word):
    """The edges, state and letter, of a word of the language."""
    for letter in word:
        yield state, letter
        state = m.edges[state][letter]


def check_closed(m, steps):
    """The state at column X, for each state those that follow, and the edges of the language that are written."""
    states = set(map(tuple, m.states))
    start = (0, 0, read_word(m, 0, m.word))
    if start not in states:
        raise Invalid("closed", "word", "it is not in the language, or does not lead to a state")
    edges_written = set(edges_of(m, 0, m.word))
    following = {}
    for window, reader, writer in map(tuple, m.states):
        place = f"state {[window, reader, writer]}"
        following[window, reader, writer] = []
        for letter, next_reader in m.language[reader]:
            if (window, letter) not in steps:
                raise Invalid("closed", place, f"{letter} may be read, and there is no step")
            to, written = steps[window, letter]
            next_state = (to, next_reader, read_word(m, writer, written))
            if next_state[2] is None:
                raise Invalid("closed", place, f"having read {letter}, it writes {written}")
            edges_written.update(edges_of(m, writer, written))
            if next_state not in states:
                reason = f"having read {letter}, it comes to {list(next_state)}, which is no state"
                raise Invalid("closed", place, reason)
            following[window, reader, writer].append((next_state, letter))
    return start, following, edges_written


def check_canonical(m, start, following, edges_written):
    reached, new = {start}, [start]
    while new:
        fresh = {state for state, _ in following[new.pop()]} - reached
        reached |= fresh
        new.extend(fresh)
    for state in m.states:
        if tuple(state) not in reached:
            raise Invalid("canonical", f"state {state}", "it is never reached")
    for window in sorted(set(range(len(m.windows))) - {window for window, _, _ in m.states}):
        raise Invalid("canonical", f"window {window}", "no state has it")
    for state in sorted(set(range(len(m.language))) - {reader for _, reader, _ in m.states}):
        raise Invalid("canonical", f"language, state {state}", "the reader never comes to it")
    for state, edges in enumerate(m.language):
        for letter, _ in edges:
            if (state, letter) not in edges_written:
                raise Invalid("canonical", f"language, state {state}", f"{letter} is never written")
    used = {(state[0], letter) for state in reached for _, letter in following[state]}
    for window, letter, to in m.steps:
        if (window, letter) not in used:
            raise Invalid("canonical", f"step {[window, letter, to]}", "it is never taken")


def check(data):
    m = Machine(data)
    check_frame(m)
    check_table(m)
    H, D = first_columns(m, table_work(m))
    check_start(m, H, D)
    steps = check_steps(m)
    check_canonical(m, *check_closed(m, steps))
    sizes = f"{len(m.windows)} windows, {len(m.language)} states of the language, {len(m.states)} states"
    return f"W^{m.k} is written by a machine from column {m.X} on: slope {m.p}/{m.q}, {sizes}"

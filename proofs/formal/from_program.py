#!/usr/bin/env python3
"""What the program says, for Coq to agree with: two files that are written by it and by nothing else.

    from_program.py PROGRAM            writes them, by the program `wythoff` at PROGRAM
    from_program.py --check PROGRAM    says whether they are what it says

theory/ReferenceBoards.v holds corners of boards, from the engine `reference`, which knows the rules and nothing else,
and how imitation games go on after some moves. far.csv holds positions with 50 digits: a palace of each W^k that is
solved by a theorem, and a cell beside it.
"""
import json
import math
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORNERS, SIZE = [1, 2, 3, 7], 24
# Other games, by the names that their boards have in Coq.
GAMES, SMALL = {
    "m_wythoff": "wythoff:m=2", "blocking_nim": "nim-blocking:k=3", "modulo": "modulo:m=2,l=2,p=4",
    "diagonal_blocking": "diagonal-blocking:m=2,p=2", "rook_blocking": "rook-blocking:m=2,p=2",
    "choice": "choice:m=1,p=3", "comply": "comply:k=2", "imitation": "imitation:m=2,p=2",
}, 5
# Plays of the imitation game from here, with so many moves at most.
START, MOVES = (3, 5), 2
# The first digits of π.
COLUMN = 31415926535897932384626433832795028841971693993751
# Palaces of W^k lie near y = (a + √b)/c · x, with these a, b, c.
THREADS = {
    1: (1, 5, 2), 2: (2, 0, 1), 3: (2, 0, 1), 4: (1, 2, 1), 8: (5, 0, 2), 10: (5, 0, 2), 14: (5, 0, 2),
    50: (13, 0, 5), 61: (13, 0, 5), 72: (13, 0, 5), 79: (13, 0, 5),
    7: (5, 0, 2), 11: (5, 0, 2), 65: (13, 0, 5), 76: (13, 0, 5), 80: (13, 0, 5), 73: (13, 0, 5),
}
NEAR = 400


def board(program, *arguments):
    command = [program, "board", "--quiet", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def drawn(name, rows):
    yield ""
    yield f"Definition board_of_{name} : list string := ["
    yield ";\n".join(f'  "{row}"' for row in rows)
    yield "]."


def plays(program, moves=()):
    """Who wins after some moves, each the number of its heap and what is taken: (moves, whether it is P)."""
    position, history = list(START), []
    for heap, taken in moves:
        history.append(tuple(position))
        position[heap] -= taken
    words = [program, "solve", GAMES["imitation"], *map(str, position), "--engine", "reference", "--json"]
    words += ["--history", " ".join(f"{x},{y}" for x, y in history)] if history else []
    said = subprocess.run(words, capture_output=True, text=True)
    if said.returncode == 0:
        yield moves, json.loads(said.stdout)["outcome"] == "P"
        for heap in (0, 1):
            for taken in range(1, position[heap] + 1) if len(moves) < MOVES else ():
                yield from plays(program, (*moves, (heap, taken)))


def corners(program):
    yield "(** Corners of boards as the program's reference engine draws them: # is a P-position. And who wins an"
    yield "    imitation game after some moves. Written by from_program.py. *)"
    yield ""
    yield "From Coq Require Import String List."
    yield "Import ListNotations."
    yield "Open Scope string_scope."
    for k in CORNERS:
        rows = board(program, f"W^{k}", "--size", str(SIZE), "--engine", "reference")
        yield from drawn(f"W{k}", rows)
    for name, game in GAMES.items():
        yield from drawn(name, board(program, game, "--size", str(SMALL), "--engine", "reference"))
    yield ""
    yield "(** Moves from a start: if from the first heap, what is taken; whether the previous player wins then. *)"
    yield f"Definition start_of_plays : nat * nat := {START}."
    yield "Definition plays_of_imitation : list (list (bool * nat) * bool) := ["
    yield ";\n".join(
        f"  ([{'; '.join(f'({str(heap == 0).lower()}, {taken})' for heap, taken in moves)}], {str(is_p).lower()})"
        for moves, is_p in plays(program)
    )
    yield "]."


def far(program):
    yield "k,x,y,wins"
    for k, (a, b, c) in THREADS.items():
        first = (a * COLUMN + math.isqrt(b * COLUMN**2)) // c - NEAR
        column = board(program, f"W^{k}", "--at", f"{COLUMN},{first}", "--size", f"1x{2 * NEAR}", "--format", "csv")
        at = next(i for i in range(1, len(column)) if column[i - 1 : i + 1] == ["0", "1"])
        yield f"{k},{COLUMN},{first + at},Previous"
        yield f"{k},{COLUMN},{first + at - 1},Next"


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    for path, lines in [(HERE / "theory" / "ReferenceBoards.v", corners), (HERE / "far.csv", far)]:
        text = "\n".join(lines(arguments[0])) + "\n"
        if "--check" not in sys.argv[1:]:
            path.write_text(text)
        elif path.read_text() != text:
            sys.exit(f"from_program: {path.name} is not what the program says")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""What the program says, for Coq to agree with: two files that are written by it and by nothing else.

    from_program.py PROGRAM            writes them, by the program `wythoff` at PROGRAM
    from_program.py --check PROGRAM    says whether they are what it says

theory/ReferenceBoards.v holds corners of boards, from the engine `reference`, which knows the rules and nothing else.
far.csv holds positions with 50 digits: a palace of each W^k that has a certificate, and a cell beside it.
"""
import math
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
CORNERS, SIZE = [1, 2, 3, 7], 24
# The first digits of π.
COLUMN = 31415926535897932384626433832795028841971693993751
# Palaces of W^k lie near y = (a + √b)/c · x, with these a, b, c.
THREADS = {
    1: (1, 5, 2), 2: (2, 0, 1), 3: (2, 0, 1), 4: (1, 2, 1), 8: (5, 0, 2), 10: (5, 0, 2), 14: (5, 0, 2),
    50: (13, 0, 5), 61: (13, 0, 5), 72: (13, 0, 5), 79: (13, 0, 5),
}
NEAR = 400


def board(program, *arguments):
    command = [program, "board", "--quiet", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def corners(program):
    yield "(** Corners of boards of W^k as the program's reference engine draws them: # is a palace. Written by"
    yield "    from_program.py. *)"
    yield ""
    yield "From Coq Require Import String List."
    yield "Import ListNotations."
    yield "Open Scope string_scope."
    for k in CORNERS:
        rows = board(program, f"W^{k}", "--size", str(SIZE), "--engine", "reference")
        yield ""
        yield f"Definition board_of_W{k} : list string := ["
        yield ";\n".join(f'  "{row}"' for row in rows)
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

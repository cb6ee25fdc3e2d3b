#!/usr/bin/env python3
"""Writes a certificate as a Coq file: the table, that the checker accepts it, and what follows.

    to_coq.py k014.json > K014.v

It copies numbers and decides nothing. What the theorem says is said by theory/Certificate.v, whatever the numbers are;
the SHA-256 of the file that was read stands in the theorem. far.csv gives positions with many digits and who wins
them, as the program says: they become theorems as well.
"""
import csv
import hashlib
import json
import sys
from pathlib import Path

FAR = Path(__file__).resolve().parent / "far.csv"


def listed(entries):
    return "[" + "; ".join(entries) + "]"


def letters(word):
    return listed(word)


def number(n):
    return f"({n})" if n < 0 else str(n)


def grid(rows):
    return listed(listed(map(number, row)) for row in rows)


def far_positions(k):
    """Positions with many digits: (x, y, whether the previous player wins)."""
    with FAR.open(newline="") as file:
        return [(row["x"], row["y"], row["wins"]) for row in csv.DictReader(file) if int(row["k"]) == k]


def coq(path):
    """The lines of the Coq file."""
    data = path.read_bytes()
    certificate = json.loads(data)
    k, levels = certificate["k"], certificate["levels"]
    symbols = certificate["numeration"]["symbols"]
    # With one symbol B occurs nowhere, and any proper word and length will do.
    a = symbols[0]
    b = symbols[1] if len(symbols) > 1 else {"word": "A", "length": 2}
    source = f"{path.name}, SHA-256 {hashlib.sha256(data).hexdigest()}"

    yield f"(* Written by to_coq.py from {source}. *)"
    yield "From Coq Require Import String ZArith NArith List."
    yield "From Wythoff Require Import Game Queen Automaton Numeration Certificate."
    yield "Import ListNotations."
    yield "Open Scope nat_scope."
    for i, level in enumerate(levels):
        shapes = listed(f"({shape[0]}, {shape[1]})" for shape in level["types"][2:])
        rules = listed(f"({nw}, {n}, {w}, {t}%positive)" for nw, n, w, t in level["rules"])
        yield f"Definition level_{i} : level := Level {shapes}"
        yield f"  {level['origin']}%positive {rules}%N."
    for i, grids in enumerate(certificate["children"]):
        yield f"Definition children_{i} : list (list (list positive)) :="
        yield f"  {listed(map(grid, grids))}%positive."
    yield "Definition contents_0 : list (list (list Z)) :="
    yield f"  {listed(map(grid, certificate['contents']))}%Z."
    yield f"Definition certificate_{k} : certificate := {{|"
    yield f'  source := "{source}";'
    yield f"  cert_k := {k};"
    yield f"  word_of_A := {letters(a['word'])};"
    yield f"  word_of_B := {letters(b['word'])};"
    yield f"  length_of_A := {a['length']};"
    yield f"  length_of_B := {b['length']};"
    yield f"  pre_period := {certificate['pre_period']};"
    yield f"  levels := {listed(f'level_{i}' for i in range(len(levels)))};"
    yield f"  contents := contents_0;"
    yield f"  children := {listed(f'children_{i}' for i in range(len(levels)))}"
    yield "|}."
    yield f"Lemma accepted_{k} : accepts certificate_{k} = true."
    yield "Proof. vm_cast_no_check (eq_refl true). Qed."
    yield f"Lemma at_least_1_{k} : 1 <= cert_k certificate_{k}."
    yield "Proof. apply Nat.leb_le. reflexivity. Qed."
    yield f"Theorem solved_{k} :"
    yield f'  source certificate_{k} = "{source}"%string /\\'
    yield f"  solves_blocking_queen {k} (value_at certificate_{k})."
    yield "Proof."
    yield f"  split; [reflexivity | exact (accepted_certificate_solves certificate_{k} accepted_{k} at_least_1_{k})]."
    yield "Qed."
    for i, (x, y, winner) in enumerate(far_positions(k)):
        yield f"Theorem far_{k}_{i} : @wins queen ({k} - 1) {winner}"
        yield f"  (Z.to_nat {x},"
        yield f"   Z.to_nat {y})."
        yield "Proof."
        yield f"  apply (accepted_certificate_answers certificate_{k} accepted_{k} at_least_1_{k} {winner} {x} {y});"
        yield "    [discriminate | discriminate | vm_cast_no_check (eq_refl {})].".format(winner)
        yield "Qed."


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for line in coq(Path(sys.argv[1])):
        print(line)


if __name__ == "__main__":
    main()

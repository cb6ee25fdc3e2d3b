#!/usr/bin/env python3
"""Writes a certificate as a Coq file: the table, that the checker accepts it, and what follows.

    to_coq.py k014.json > K014.v    a certificate, of blocks, of a machine or of strips (S055.v)
    to_coq.py 7 > K007.v            W^7, which theory/W7Palaces.v solves without one

It copies numbers and decides nothing. What the theorem says is said by theory/Certificate.v, theory/Machine.v and
theory/Strips.v, whatever the numbers are; the SHA-256 of the file that was read stands in the theorem. far.csv gives
positions with many digits and who wins them, as the program says: they become theorems as well.
"""
import csv
import hashlib
import json
import sys
from pathlib import Path

FAR = Path(__file__).resolve().parent / "far.csv"
# The k whose strips have columns of finitely many types.
WITH_TYPES = [73]


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


def far_theorems(k, answers, of_winner="{}"):
    """Positions with many digits, by a theorem that needs the answer to be computed."""
    for i, (x, y, winner) in enumerate(far_positions(k)):
        yield f"Theorem far_{k}_{i} : @wins queen ({k} - 1) {winner}"
        yield f"  (Z.to_nat {x},"
        yield f"   Z.to_nat {y})."
        yield "Proof."
        yield f"  apply ({answers} {winner} {x} {y});"
        yield f"    first [discriminate | vm_cast_no_check (eq_refl ({of_winner.format(winner)}))]."
        yield "Qed."


def solved(k, source, given, claim, by):
    """The theorem about the whole board."""
    yield f"Theorem solved_{k} :"
    yield f'  source {given}_{k} = "{source}"%string /\\'
    yield f"  {claim}."
    yield f"Proof. split; [reflexivity | exact ({by})]. Qed."


def blocks(certificate, source):
    """A certificate of blocks (docs/SELF-SIMILAR.md)."""
    k, levels = certificate["k"], certificate["levels"]
    symbols = certificate["numeration"]["symbols"]
    # With one symbol B occurs nowhere, and any proper word and length will do.
    a = symbols[0]
    b = symbols[1] if len(symbols) > 1 else {"word": "A", "length": 2}
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
    by = f"accepted_certificate_solves certificate_{k} accepted_{k} at_least_1_{k}"
    yield from solved(k, source, "certificate", f"solves_blocking_queen {k} (value_at certificate_{k})", by)
    yield from far_theorems(k, f"accepted_certificate_answers certificate_{k} accepted_{k} at_least_1_{k}")


def tuples(entries):
    return listed(f"({', '.join(map(str, entry))})" for entry in entries)


def machine(certificate, source):
    """A machine (docs/MACHINES.md)."""
    k = certificate["k"]

    def windows():
        for window in certificate["windows"]:
            rows, diagonals = listed(map(str, window["rows"])), listed(map(str, window["diagonals"]))
            yield f"Window {window['phase']} {rows}%N {diagonals}%N"

    yield "From Wythoff Require Import Game Queen Machine MachineAnswers."
    yield "Import ListNotations."
    yield "Open Scope nat_scope."
    yield f"Definition machine_{k} : machine := {{|"
    yield f'  source := "{source}";'
    yield f"  machine_k := {k};"
    yield f"  slope := ({certificate['slope'][0]}, {certificate['slope'][1]});"
    yield f"  offset := {certificate['offset']};"
    yield f"  least_in_row := {certificate['row']};"
    yield f"  least_on_diagonal := {certificate['diagonal']};"
    yield f"  first_column := {certificate['column']};"
    yield f"  word := {listed(map(str, certificate['word']))}%N;"
    yield f"  language := {listed(map(tuples, certificate['language']))}%N;"
    yield f"  windows := {listed(windows())};"
    yield f"  steps := {tuples(certificate['steps'])}%N;"
    yield f"  states := {tuples(certificate['states'])}%N"
    yield "|}."
    yield f"Lemma accepted_{k} : accepts machine_{k} = true."
    yield "Proof. vm_cast_no_check (eq_refl true). Qed."
    by = f"accepted_machine_solves machine_{k} accepted_{k}"
    yield from solved(k, source, "machine", f"is_the_board {k} (written_by machine_{k})", by)
    yield from far_theorems(k, f"machine_answers machine_{k} accepted_{k}", "Some {}")


def strips(certificate, source):
    """Strips (docs/STRIPS.md)."""
    k = certificate["k"]

    def strip(of):
        rows, diagonals = (listed(map(str, of[key])) for key in ("rows", "diagonals"))
        slope = f"({of['slope'][0]}, {of['slope'][1]})%N"
        return f"\n    Strip {slope} {of['offset']}%N {of['palaces']}%N {of['period']} {rows}%N {diagonals}%N"

    yield "From Wythoff Require Import Game Queen StripColumns Strips."
    yield "Import ListNotations."
    yield "Open Scope nat_scope."
    yield f"Definition strips_{k} : certificate := {{|"
    yield f'  source := "{source}";'
    yield f"  game_k := {k};"
    yield f"  first_column := {certificate['column']};"
    yield f"  first_frame := {certificate['frame']};"
    yield f"  least_in_row := {certificate['row']};"
    yield f"  least_on_diagonal := {certificate['diagonal']};"
    yield f"  kept := {certificate['keep']};"
    yield f"  strips := {listed(map(strip, certificate['strips']))};"
    yield f"  language := {listed(map(tuples, certificate['language']))}%N"
    yield "|}."
    yield f"Lemma accepted_{k} : accepts strips_{k} = true."
    yield "Proof. vm_cast_no_check (eq_refl true). Qed."
    yield f"Theorem palaces_of_{k} :"
    yield f'  source strips_{k} = "{source}"%string /\\'
    yield f"  (forall x, {certificate['column']} <= x -> keeps_to_strips strips_{k} x) /\\"
    yield f"  is_the_board {k} (written_by strips_{k})."
    by = [f"exact ({what} strips_{k} accepted_{k})"
          for what in ("accepted_strips_hold_the_palaces", "accepted_strips_solve")]
    yield f"Proof. split; [reflexivity | split; [{' | '.join(by)}]]. Qed."
    if k in WITH_TYPES:
        yield "From Wythoff Require Import StripTypes."
        yield f"Definition types_{k} : types := Eval vm_compute in found_types strips_{k} 16384."
        yield f"Lemma types_are_right_{k} : are_right strips_{k} types_{k} = true."
        yield "Proof. vm_cast_no_check (eq_refl true). Qed."
        yield from far_theorems(k, f"types_answer strips_{k} types_{k} accepted_{k} types_are_right_{k}", "Some {}")


def coq(name):
    """The lines of the Coq file."""
    head = "From Coq Require Import String ZArith NArith List."
    if name == "7":
        yield "(* Written by to_coq.py. *)"
        yield head
        yield "From Wythoff Require Import Game Queen W7Palaces."
        yield from far_theorems(7, "W7_answers")
        return
    path = Path(name)
    data = path.read_bytes()
    certificate = json.loads(data)
    source = f"{path.name}, SHA-256 {hashlib.sha256(data).hexdigest()}"
    yield f"(* Written by to_coq.py from {source}. *)"
    yield head
    kind = {"wythoff machine": machine, "wythoff strips": strips}.get(certificate["format"].rpartition(" ")[0], blocks)
    yield from kind(certificate, source)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for line in coq(sys.argv[1]):
        print(line)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Copies statements into docs/FORMAL.md, so that the page says what Coq has checked.

    statements.py                copies them
    statements.py --check        says whether the page has them as they are
    statements.py --check BUILD  the same, of files compiled into another folder

A comment `<!-- theory/Game.v game wins -->` stands before each block of code of the page: the block is what the file
says, from each of these names on to the end of that sentence. A theorem of a section stands there as Coq prints it,
with all variables and hypotheses of the section that it depends on. `check` has put compiled files, and those of
certificates, into build/.
"""
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs" / "FORMAL.md"
BLOCK = re.compile(r"(<!-- (\S+) ([^>]+) -->\n```coq\n).*?(```\n)", re.DOTALL)
KINDS = "Theorem|Definition|Fixpoint|Inductive|Record|Lemma"


def imports(text):
    """The files of the theory that a file imports."""
    return " ".join(re.findall(r"^From Wythoff Require Import ([^.]*)\.", text, re.MULTILINE)).split()


def printed(build, wanted):
    """What Coq prints for theorems, given as (file, name)."""
    printed = {}
    for file in sorted({file for file, _ in wanted}):
        names = [name for other, name in wanted if other == file]
        module = Path(file).stem
        query = build / "Statements.v"
        lines = ["From Coq Require Import List Arith."]
        lines += [f"From Wythoff Require Import {' '.join([*imports((HERE / file).read_text()), module])}."]
        # Of which game a theorem speaks has to be seen.
        lines += ["Arguments Game.wins : clear implicits.", "Set Printing Width 100."]
        lines += [f"Check @{name}." for name in names]
        query.write_text("\n".join(lines) + "\n")
        said = subprocess.run(["coqc", "-q", "-noglob", "-Q", build / "theory", "Wythoff", query],
                              capture_output=True, text=True)
        found = re.findall(r"^(\w+)\n((?: .*\n)+)", said.stdout, re.MULTILINE)
        if said.returncode != 0 or [name for name, _ in found] != names:
            sys.exit(f"statements: Coq does not print {names} of {file}; `proofs/formal/check --fast` compiles it\n"
                     f"{said.stdout}{said.stderr}")
        printed |= {(file, name): f"Theorem {name}\n{text}" for name, text in found}
    return printed


def is_in_section(lines, at):
    """Whether a line stands in a section of its file."""
    before = "\n".join(lines[:at])
    return len(re.findall(r"^Section ", before, re.M)) > len(re.findall(r"^End ", before, re.M))


def place(build, file, name):
    """The lines of a file, and where a name stands there."""
    path = HERE / file if file.startswith("theory/") else build / file
    if not path.is_file():
        sys.exit(f"statements: there is no {path.name}; `proofs/formal/check --fast` writes it")
    lines = path.read_text().split("\n")
    first = next((i for i, line in enumerate(lines) if re.match(rf"({KINDS}) {name}\b", line)), None)
    if first is None:
        sys.exit(f"statements: {file} has no {name}")
    return lines, first


def sentence(file, name, lines):
    """A sentence of Coq: from its first word to a full stop at the end of a line, outside comments."""
    text = ""
    for line in lines:
        text += line.rstrip() + "\n"
        if line.endswith(".") and text.count("(*") == text.count("*)"):
            return text
    sys.exit(f"statements: {name} in {file} does not end")


def copied_into(page, build):
    """The page with its blocks of code as the files have them."""
    of_sections, sentences = [], {}
    for _, file, names, _ in BLOCK.findall(page):
        for name in names.split():
            lines, first = place(build, file, name)
            if lines[first].startswith("Theorem") and is_in_section(lines, first):
                of_sections.append((file, name))
            else:
                sentences[file, name] = sentence(file, name, lines[first:])
    sentences |= printed(build, of_sections)

    def block(found):
        return found[1] + "\n".join(sentences[found[2], name] for name in found[3].split()) + found[4]

    return BLOCK.sub(block, page)


def main():
    arguments = sys.argv[1:]
    build = Path(arguments[1]) if arguments[:1] == ["--check"] and len(arguments) == 2 else HERE / "build"
    page = PAGE.read_text()
    if page.count("```coq") != len(BLOCK.findall(page)):
        sys.exit("statements: a block of code in docs/FORMAL.md has no comment that says where it comes from")
    copied = copied_into(page, build)
    if arguments[:1] == ["--check"]:
        if copied != page:
            sys.exit("statements: docs/FORMAL.md is not what the files say; proofs/formal/statements.py copies them")
    elif arguments:
        sys.exit(__doc__)
    else:
        PAGE.write_text(copied)


if __name__ == "__main__":
    main()

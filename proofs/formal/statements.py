#!/usr/bin/env python3
"""Copies statements into docs/FORMAL.md, so that the page says what Coq has checked.

    statements.py            copies them
    statements.py --check    says whether the page has them as they are

A comment `<!-- theory/Game.v game wins -->` stands before each block of code of the page: the block is what the file
says, from each of these names on to the end of that sentence. The files of certificates are in build/, where `check`
has put them.
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs" / "FORMAL.md"
BLOCK = re.compile(r"(<!-- (\S+) ([^>]+) -->\n```coq\n).*?(```\n)", re.DOTALL)
KINDS = "Theorem|Definition|Fixpoint|Inductive|Record|Lemma"


def statement(file, name):
    """A sentence of Coq: from its first word to a full stop at the end of a line, outside comments."""
    path = HERE / file if file.startswith("theory/") else HERE / "build" / file
    if not path.is_file():
        sys.exit(f"statements: there is no {path.name}; `proofs/formal/check --fast` writes it")
    lines = path.read_text().split("\n")
    first = next((i for i, line in enumerate(lines) if re.match(rf"({KINDS}) {name}\b", line)), None)
    if first is None:
        sys.exit(f"statements: {file} has no {name}")
    text = ""
    for line in lines[first:]:
        text += line.rstrip() + "\n"
        if line.endswith(".") and text.count("(*") == text.count("*)"):
            return text
    sys.exit(f"statements: {name} in {file} does not end")


def statements(file, names):
    return "\n".join(statement(file, name) for name in names.split())


def main():
    page = PAGE.read_text()
    copied = BLOCK.sub(lambda found: found[1] + statements(found[2], found[3]) + found[4], page)
    if page.count("```coq") != len(BLOCK.findall(page)):
        sys.exit("statements: a block of code in docs/FORMAL.md has no comment that says where it comes from")
    if sys.argv[1:] == ["--check"]:
        if copied != page:
            sys.exit("statements: docs/FORMAL.md is not what the files say; proofs/formal/statements.py copies them")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        PAGE.write_text(copied)


if __name__ == "__main__":
    main()

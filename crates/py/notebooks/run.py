"""Runs the notebooks, and compares their output with the one that is shown.

run.py            fails where an output is another one
run.py --write    writes the output anew
"""

from __future__ import annotations

import difflib
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent

#: What is another one each time: times, and the addresses of objects.
VARIES = re.compile(r"\d+(\.\d+)? (s|ms|µs)\b|0x[0-9a-f]+|\d+(\.\d+)? ×")


def shown(notebook: Any) -> list[str]:
    """What the cells have put out, as lines of text; of pictures that they are there."""
    lines = []
    for number, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            text = output.get("text") or data.get("text/plain", "")
            if "image/png" in data:
                text = "(a picture)"
            elif "application/vnd.jupyter.widget-view+json" in data:
                # A bar of progress comes on slow machines only.
                text = "" if "%|" in data.get("text/plain", "") else "(a widget)"
            lines += [f"{number}: {VARIES.sub('…', line)}" for line in text.splitlines()]
    return lines


def main() -> int:
    """Runs them all."""
    failed = 0
    for path in sorted(HERE.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        before = shown(notebook)
        NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(HERE)}}).execute()
        after = shown(notebook)
        if "--write" in sys.argv[1:]:
            for number, cell in enumerate(notebook.cells):
                cell["id"] = f"cell-{number}"
                cell["metadata"] = {}
            notebook.metadata = {
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
            }
            nbformat.write(notebook, path)
        elif before != after:
            failed += 1
            print(*difflib.unified_diff(before, after, "shown", "now", lineterm=""), sep="\n")
        print(f"{path.name}: {'another output' if before != after else 'as shown'}")
    return 1 if failed and "--write" not in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
